"""Agreement: what several readings in a row must say before it is believed."""

from typing import Final


class Agreement:
    """Counts, topic by topic, how often in a row the same was said."""

    def __init__(self, readings: int) -> None:
        """Ask for so many readings in a row, from 1."""
        self._readings: Final = readings
        self._said: dict[str, tuple[object, int]] = {}

    def on(self, topic: str, what: object, longer: int = 1) -> bool:
        """Take what a reading says on a topic; tell whether that has been said often enough.

        ``longer`` is how many times as often as usual that is.
        """
        before, times = self._said.get(topic, (None, 0))
        times = times + 1 if times and before == what else 1
        self._said[topic] = (what, times)
        return times >= longer * self._readings

    def forget(self, *topics: str) -> None:
        """Begin anew on these topics, or on all when none is named."""
        for topic in topics or tuple(self._said):
            self._said.pop(topic, None)
