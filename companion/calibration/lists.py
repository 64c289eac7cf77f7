"""The steps that are lists: the regions' names, facts that no camera sees, the pieces' colours."""

from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from typing import Final

from companion.calibration.draft import PIECES, Records
from companion.calibration.step import Lesson, ListPage, Part
from companion.calibration.teaching import NOTHING, Regions, Sheet
from companion.language import LETTERS
from companion.pages.kinds import ChoicePage
from companion.pages.name_page import DIGITS, NamePage
from companion.ui.menu import Row
from companion.words.names import COLOURS, capitalised, names_of


class NamesPage(ListPage):
    """Lists the regions by name or number; going on is at hand."""

    def __init__(self, lesson: Lesson, regions: Regions) -> None:
        super().__init__(lesson)
        self._regions: Final = regions

    def parts(self) -> Iterable[Part]:
        yield self.say(self._regions.text)
        yield Row(self.say("Continue")), self.done
        for i, name in enumerate(self.draft.names):
            yield Row(f"{i + 1}", name), partial(self.ask_name, i, self._regions.unnamed)


class SheetPage(ListPage):
    """Shows the only record of a sheet, the list of several, or of these the ``record`` asked for.

    Each change is kept at once.
    """

    def __init__(self, lesson: Lesson, sheet: Sheet, record: int | None = None) -> None:
        super().__init__(lesson)
        self._sheet: Final = sheet
        self._record: Final = record
        self._names: Final = lesson.desk.game.names(lesson.words, lesson.draft)

    @property
    def _records(self) -> Records:
        return self._sheet.records(self.draft)

    def parts(self) -> Iterable[Part]:
        say, add, record = self.say, self._sheet.add, self._record
        titles = [capitalised(one.title(self._names)) for one in self._sheet.fields]
        yield say(self._sheet.text)
        if record is None:
            yield Row(say("Continue")), self.finish
        if record is not None or add is None:
            for i, title in enumerate(titles):
                yield Row(title, self._shown(record or 0, i)), partial(self._edit, record or 0, i)
        else:
            for i in range(len(self._records)):
                about = f"{titles[1]} {self._shown(i, 1)}"
                yield Row(self._shown(i, 0), about), partial(self._open, i)
            yield Row(say(add)), self._add
        if record is not None:
            yield Row(say("Remove it")), self._remove

    def _write(self, records: Records) -> None:
        self.desk.change(self.draft.with_records(self._sheet.step, records))

    def _shown(self, record: int, field: int) -> str:
        value, about = self._records[record][field], self._sheet.fields[field]
        if about.choices is not None:
            value = dict(about.choices(self.draft, self.words)).get(value, "")
        elif about.number and value.isdecimal():
            value = self.words.grouped(int(value))
        return value or NOTHING

    def _edit(self, record: int, number: int) -> None:
        field = self._sheet.fields[number]
        title, before = capitalised(field.title(self._names)), self._records[record][number]

        def take(value: str) -> None:
            records = [list(one) for one in self._records]
            records[record][number] = value.strip()
            self._write(tuple(map(tuple, records)))

        if field.choices is None:
            letters = DIGITS if field.number else LETTERS
            self.session.open(NamePage(self.session, before, take, title=title, letters=letters))
            return
        offered = field.choices(self.draft, self.words)
        choices = [(value, Row(text)) for value, text in offered]
        self.session.open(ChoicePage(self.session, title, choices, take, at=before))

    def finish(self) -> None:
        """Keep what is written even where nothing had to be changed."""
        self._write(self._records)
        super().finish()

    def refusal(self) -> str | None:
        return self._sheet.refusal(self.draft, self.words)

    def _open(self, record: int) -> None:
        lesson = self.lesson.titled(self._shown(record, 0))
        self.session.open(SheetPage(lesson, self._sheet, record))

    def _add(self) -> None:
        self._write((*self._records, ("",) * len(self._sheet.fields)))
        self._open(len(self._records) - 1)

    def _remove(self) -> None:
        self.close()
        self._write(tuple(one for i, one in enumerate(self._records) if i != self._record))


class ColoursPage(ListPage):
    """Lists colours; each is there or not."""

    def __init__(self, lesson: Lesson) -> None:
        super().__init__(lesson)
        self.chosen = 0 if lesson.draft.colours else 1

    def parts(self) -> Iterable[Part]:
        known, names = self.draft.colours, names_of(self.words, self.session.table.board)
        yield self.say(self.desk.game.pieces.colours_text)
        yield Row(self.say("Continue")), self.finish
        for colour in COLOURS:
            there = self.say("in the box") if colour in known else ""
            yield Row(names.colour(colour), there, colour), partial(self._toggle, colour)

    def refusal(self) -> str | None:
        pieces = self.desk.game.pieces
        enough = len(self.draft.colours) >= pieces.fewest
        return None if enough else self.say(pieces.too_few)

    def _toggle(self, colour: str) -> None:
        draft = self.draft.reopened(PIECES)
        others = tuple(one for one in draft.colours if one != colour)
        now = others if colour in draft.colours else (*others, colour)
        self.desk.change(replace(draft, colours=now, samples=(), stand={}))
