"""What takes long, done at once."""

from companion.session.session import Session


def run_tasks(session: Session) -> None:
    """Do all that a session wants to have done beside it."""
    while session.tasks:
        task = session.tasks.popleft()
        session.finish_task(task, task.work())
