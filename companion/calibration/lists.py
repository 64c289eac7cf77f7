"""The steps that are lists: the regions' names, facts that no camera sees, the pieces' colours."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from companion.calibration.draft import PIECES, Records, unfinished, with_records
from companion.calibration.pages import Lesson, StepPage
from companion.calibration.teaching import NOTHING, Regions, Sheet
from companion.language import LETTERS
from companion.pages.kinds import ChoicePage, MenuPage, Option
from companion.pages.name_page import DIGITS, NamePage
from companion.ui.menu import Row
from companion.words.names import COLOURS, capitalised, names_of


class NamesPage(StepPage, MenuPage):
    """Lists the regions by name or number; going on is at hand."""

    def __init__(self, lesson: Lesson, regions: Regions) -> None:
        super().__init__(lesson)
        self._regions: Final = regions

    def text(self) -> str:
        return self.say(self._regions.text)

    def options(self) -> Sequence[Option]:
        unnamed, names = self._regions.unnamed, enumerate(self.desk.draft.names)
        ask = [(Row(f"{i + 1}", name), partial(self.ask_name, i, unnamed)) for i, name in names]
        return [(Row(self.say("Continue")), self.done), *ask]


class SheetPage(StepPage, MenuPage):
    """Shows the only record of a sheet, the list of several, or of these the ``record`` asked for.

    Each change is kept at once.
    """

    def __init__(self, lesson: Lesson, sheet: Sheet, record: int | None = None) -> None:
        super().__init__(lesson)
        self._sheet: Final = sheet
        self._record: Final = record
        self._names: Final = lesson.desk.game.names(lesson.session.words, lesson.desk.draft)

    @property
    def _records(self) -> Records:
        return self._sheet.records(self.desk.draft)

    def text(self) -> str:
        return self.say(self._sheet.text)

    def options(self) -> Sequence[Option]:
        go_on, add = (Row(self.say("Continue")), self.finish), self._sheet.add
        if self._record is not None:
            return [*self._fields(self._record), (Row(self.say("Remove it")), self._remove)]
        if add is None:
            return [go_on, *self._fields(0)]
        what = capitalised(self._sheet.fields[1].title(self._names))
        records = [
            (Row(self._shown(i, 0), f"{what} {self._shown(i, 1)}"), partial(self._open, i))
            for i in range(len(self._records))
        ]
        return [go_on, *records, (Row(self.say(add)), self._add)]

    def _fields(self, record: int) -> list[Option]:
        return [
            (
                Row(capitalised(one.title(self._names)), self._shown(record, i)),
                partial(self._edit, record, i),
            )
            for i, one in enumerate(self._sheet.fields)
        ]

    def _write(self, records: Records) -> None:
        self.desk.change(with_records(self.desk.draft, self._sheet.step, records))

    def _shown(self, record: int, field: int) -> str:
        value, about = self._records[record][field], self._sheet.fields[field]
        if about.choices is not None:
            value = dict(about.choices(self.desk.draft, self.words)).get(value, "")
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
        offered = field.choices(self.desk.draft, self.words)
        choices = [(value, Row(text)) for value, text in offered]
        self.session.open(ChoicePage(self.session, title, choices, take, at=before))

    def finish(self) -> None:
        """Keep what is written even where nothing had to be changed."""
        self._write(self._records)
        super().finish()

    def refusal(self) -> str | None:
        return self._sheet.refusal(self.desk.draft, self.words)

    def _open(self, record: int) -> None:
        lesson = self.lesson.titled(self._shown(record, 0))
        self.session.open(SheetPage(lesson, self._sheet, record))

    def _add(self) -> None:
        self._write((*self._records, ("",) * len(self._sheet.fields)))
        self._open(len(self._records) - 1)

    def _remove(self) -> None:
        self.close()
        self._write(tuple(one for i, one in enumerate(self._records) if i != self._record))


class ColoursPage(StepPage, MenuPage):
    """Lists colours; each is there or not."""

    def __init__(self, lesson: Lesson) -> None:
        super().__init__(lesson)
        self.chosen = 0 if lesson.desk.draft.colours else 1

    def text(self) -> str:
        return self.say(self.desk.game.pieces.colours_text)

    def options(self) -> Sequence[Option]:
        known, names = self.desk.draft.colours, names_of(self.words, self.session.table.board)
        options = [(Row(self.say("Continue")), self.finish)]
        for colour in COLOURS:
            there = colour in known
            row = Row(names.colour(colour), self.say("in the box") if there else "", colour)
            options.append((row, partial(self._toggle, colour)))
        return options

    def refusal(self) -> str | None:
        pieces = self.desk.game.pieces
        enough = len(self.desk.draft.colours) >= pieces.fewest
        return None if enough else self.say(pieces.too_few)

    def _toggle(self, colour: str) -> None:
        draft = unfinished(self.desk.draft, PIECES)
        others = tuple(one for one in draft.colours if one != colour)
        now = others if colour in draft.colours else (*others, colour)
        self.desk.change(replace(draft, colours=now, samples=(), stand={}))
