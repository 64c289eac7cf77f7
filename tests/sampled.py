"""How many examples are tried of what takes long."""

from hypothesis import settings


def one_in(share: int) -> int:
    """Give as many as one in ``share`` of what a run usually tries; `make test-long` tries more."""
    return max(1, settings().max_examples // share)
