"""A panel without wires: pressed by a script, and remembering what it showed and sounded."""

from collections.abc import Iterable

from hardware.panel import Button, Edge, Light, Missing, Signal


class VirtualPanel:
    """The double of every panel; ``lights`` and ``beeps`` hold what it was asked for, in order."""

    def __init__(self, missing: Iterable[Missing] = ()) -> None:
        self.missing = tuple(missing)
        self.lights: list[Light] = []
        self.beeps: list[Signal] = []
        self._down: set[Button] = set()
        self._edges: list[Edge] = []
        self._open = False

    def open(self) -> None:
        """Make ready; what was pressed before is forgotten."""
        self._open = True
        self._edges.clear()

    def press(self, button: Button, seconds: float) -> None:
        self._down.add(button)
        self._edges.append(Edge(button, down=True, seconds=seconds))

    def release(self, button: Button, seconds: float) -> None:
        self._down.discard(button)
        self._edges.append(Edge(button, down=False, seconds=seconds))

    def edges(self) -> list[Edge]:
        """Take what the contacts did since the last call; nothing while closed."""
        taken, self._edges = self._edges, []
        return taken if self._open else []

    def held(self) -> frozenset[Button]:
        return frozenset(self._down) if self._open else frozenset()

    def light(self, colour: Light) -> None:
        """Remember a colour, unless it is the one that shows already."""
        if self._open and self.lights[-1:] != [colour]:
            self.lights.append(colour)

    def beep(self, signal: Signal) -> None:
        if self._open:
            self.beeps.append(signal)

    def close(self) -> None:
        """Go dark; harmless when called twice."""
        self.light(Light.OFF)
        self._open = False
