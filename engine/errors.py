"""The one error that bad input raises, whatever file it came from."""


class InputError(Exception):
    """Something read from outside is not as the formats require.

    Its text is the one line that a user sees: the file, the place in it (a line, a key or an
    id; may be empty) and what was expected there.
    """

    def __init__(self, file: str, place: str, expected: str) -> None:
        super().__init__(": ".join(part for part in (file, place, expected) if part))
        self.file = file
        self.place = place
        self.expected = expected

    def __reduce__(self) -> tuple[type["InputError"], tuple[str, str, str]]:
        """Pickle by the three parts, since the joined text alone cannot rebuild them."""
        return type(self), (self.file, self.place, self.expected)
