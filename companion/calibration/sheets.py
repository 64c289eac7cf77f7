"""The steps in which facts are written that no camera sees: one record, or a list of records."""

from collections.abc import Sequence
from typing import Final

from companion.calibration.draft import Records, with_records
from companion.calibration.step import Lesson, StepMenu
from companion.calibration.teaching import Field, Sheet
from companion.language import LETTERS
from companion.pages.kinds import ChoicePage
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

    def _shown(self, record: int, field: Field) -> str:
        """Show a value as its reader knows it."""
        value = self._records[record][self._sheet.fields.index(field)]
        if field.choices is not None:
            value = dict(field.choices(self.desk.draft, self.words)).get(value, "")
        return value or NOTHING

    def _fields(self, record: int) -> list[Row]:
        fields = self._sheet.fields
        return [
            Row(capitalised(one.title(self._names)), self._shown(record, one)) for one in fields
        ]

    def _edit(self, record: int, number: int) -> None:
        """Have a value written or chosen anew."""
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

    def rows(self) -> Sequence[Row]:
        fields, say = self._fields(self._record), self.say
        if self._sheet.add is None:
            return [Row(say("Continue")), *fields]
        return [*fields, Row(say("Remove it"))]

    def choose(self, number: int) -> None:
        first = 1 if self._sheet.add is None else 0
        if first <= number < first + len(self._sheet.fields):
            self._edit(self._record, number - first)
        elif first:
            self._go_on()
        else:
            self.session.close(self)
            self._write((*self._records[: self._record], *self._records[self._record + 1 :]))


class RecordsPage(_SheetPage):
    """Lists the records of a sheet; each can be looked at, and others added."""

    def rows(self) -> Sequence[Row]:
        add = self._sheet.add
        added = [Row(self.say(add))] if add is not None else []
        name, other = self._sheet.fields[:2]
        numbers = range(len(self._records))
        shown = [Row(self._shown(i, name), self._shown(i, other)) for i in numbers]
        return [Row(self.say("Continue")), *shown, *added]

    def choose(self, number: int) -> None:
        records = self._records
        if number == 0:
            self._go_on()
            return
        if number > len(records):
            self._write((*records, ("",) * len(self._sheet.fields)))
        lesson = self.lesson.titled(self._shown(number - 1, self._sheet.fields[0]))
        self.session.open(RecordPage(lesson, self._sheet, number - 1))


def sheet_page(lesson: Lesson, sheet: Sheet) -> StepMenu:
    """Open a sheet: a list where there may be several records, else the one that there is."""
    page = RecordPage if sheet.add is None else RecordsPage
    return page(lesson, sheet)
