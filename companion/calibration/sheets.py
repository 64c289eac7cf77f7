"""The steps in which facts are written that no camera sees: one record, or a list of records."""

from collections.abc import Sequence
from functools import partial
from typing import Final

from companion.calibration.draft import Records, with_records
from companion.calibration.step import Lesson, StepMenu
from companion.calibration.teaching import Sheet
from companion.language import LETTERS
from companion.pages.kinds import ChoicePage, Option
from companion.pages.name_page import DIGITS, NamePage
from companion.ui.menu import Row
from companion.words.names import capitalised

NOTHING: Final = "–"


class _SheetPage(StepMenu):
    """A page about the records of a sheet; each change of theirs is kept at once."""

    def __init__(self, lesson: Lesson, sheet: Sheet) -> None:
        super().__init__(lesson)
        self._sheet: Final = sheet
        self._names: Final = lesson.desk.game.names(lesson.session.words, lesson.desk.draft)

    @property
    def _records(self) -> Records:
        return self._sheet.records(self.desk.draft)

    def text(self) -> str:
        return self.say(self._sheet.text)

    def _write(self, records: Records) -> None:
        self.desk.change(with_records(self.desk.draft, self._sheet.step, records))

    def _shown(self, record: int, field: int) -> str:
        value, choices = self._records[record][field], self._sheet.fields[field].choices
        if choices is not None:
            value = dict(choices(self.desk.draft, self.words)).get(value, "")
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

    def _go_on(self) -> None:
        """Keep what is written, also where nothing had to be changed; say first what is wrong."""
        self._write(self._records)
        wrong = self._sheet.refusal(self.desk.draft, self.words)
        if wrong is None:
            self.done()
        else:
            self.message(wrong)


class RecordPage(_SheetPage):
    """Shows one record, the only one of its sheet or one of several."""

    def __init__(self, lesson: Lesson, sheet: Sheet, record: int = 0) -> None:
        super().__init__(lesson, sheet)
        self._record: Final = record

    def options(self) -> Sequence[Option]:
        fields = [
            (
                Row(capitalised(one.title(self._names)), self._shown(self._record, i)),
                partial(self._edit, self._record, i),
            )
            for i, one in enumerate(self._sheet.fields)
        ]
        if self._sheet.add is None:
            return [(Row(self.say("Continue")), self._go_on), *fields]
        return [*fields, (Row(self.say("Remove it")), self._remove)]

    def _remove(self) -> None:
        self.close()
        self._write((*self._records[: self._record], *self._records[self._record + 1 :]))


class RecordsPage(_SheetPage):
    """Lists the records of a sheet; each can be looked at, and others added."""

    def options(self) -> Sequence[Option]:
        add = self._sheet.add
        return [
            (Row(self.say("Continue")), self._go_on),
            *(
                (Row(self._shown(i, 0), self._shown(i, 1)), partial(self._open, i))
                for i in range(len(self._records))
            ),
            *([(Row(self.say(add)), self._add)] if add is not None else []),
        ]

    def _open(self, record: int) -> None:
        lesson = self.lesson.titled(self._shown(record, 0))
        self.session.open(RecordPage(lesson, self._sheet, record))

    def _add(self) -> None:
        self._write((*self._records, ("",) * len(self._sheet.fields)))
        self._open(len(self._records) - 1)


def sheet_page(lesson: Lesson, sheet: Sheet) -> StepMenu:
    """Open a sheet: a list where there may be several records, else the one that there is."""
    page = RecordPage if sheet.add is None else RecordsPage
    return page(lesson, sheet)
