"""What takes long, done at once."""

from companion.session.session import Session


def run_errands(session: Session) -> None:
    """Do all that a session wants to have done beside it."""
    while session.errands:
        errand = session.errands.popleft()
        session.bring(errand, errand.work())
