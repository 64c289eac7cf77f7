"""The house rules: pages on which a table agrees on them, and that of what was agreed on."""

from collections.abc import Sequence

from companion.language import said
from companion.pages.kinds import MenuPage
from companion.pages.stored_game import LastState
from companion.session.new_game import NewGame
from companion.session.session import Session
from companion.ui.menu import Row
from companion.ui.screen import Labels
from companion.words.names import names_of
from companion.words.verdicts import rule_line
from engine.games import game_named


class HouseRulesPage(MenuPage):
    """Lists the questions that a table may answer otherwise than the leaflets."""

    heading = said("House rules")

    def __init__(self, session: Session, plan: NewGame) -> None:
        super().__init__(session)
        self._plan = plan

    def rows(self) -> Sequence[Row]:
        names = self.session.names
        return [
            Row(
                names.rule(names.rulings[key]).title,
                names.answer(key, self._plan.rulings.get(key, values[0])),
            )
            for key, values in game_named(self._plan.game).rulings.items()
        ]

    def choose(self, number: int) -> None:
        key = [*game_named(self._plan.game).rulings][number]
        self.session.go("house-rule", plan=self._plan, key=key)


class HouseRulePage(MenuPage):
    """One question: what the leaflets say and where, and the answers that a table may give."""

    heading = said("House rules")

    def __init__(self, session: Session, plan: NewGame, key: str) -> None:
        super().__init__(session)
        self._plan = plan
        self._key = key
        self._values = game_named(plan.game).rulings[key]
        self.chosen = self._values.index(plan.rulings.get(key, self._values[0]))

    def text(self) -> str:
        """Tell the ruling, where it is written, and who reads it otherwise."""
        words = self.session.words
        names = self.session.names
        ruling = names.rule(names.rulings[self._key])
        lines = [rule_line(ruling.id, names) + ".", ruling.text]
        if ruling.other_readings:
            others = " ".join(ruling.other_readings)
            lines.append(words.say("Some read it otherwise: {readings}", readings=others))
        return " ".join(lines)

    def rows(self) -> Sequence[Row]:
        names = self.session.names
        lines = [names.answer(self._key, one) for one in self._values]
        return [
            Row(lines[0], self.session.words.say("as printed")),
            *(Row(one) for one in lines[1:]),
        ]

    def choose(self, number: int) -> None:
        if number:
            self._plan.rulings[self._key] = self._values[number]
        else:
            self._plan.rulings.pop(self._key, None)
        self.session.close(self)


class AgreedPage(MenuPage):
    """Shows by which house rules a stored game was played."""

    heading = said("House rules")

    def __init__(self, session: Session, last: LastState) -> None:
        super().__init__(session)
        self._last = last

    def rows(self) -> Sequence[Row]:
        names = names_of(self.session.words, self._last.board)
        return [
            Row(names.rule(names.rulings[key]).title, names.answer(key, value), choosable=False)
            for key, value in self._last.stored.header.rulings.items()
        ]

    def labels(self) -> Labels:
        return Labels(back=self.session.words.say("Back"))

    def choose(self, number: int) -> None:
        """Do nothing: there is nothing to be chosen."""
