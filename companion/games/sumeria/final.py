"""The end of a game of Sumeria: the result, and what it is made of."""

from collections.abc import Iterator, Sequence

from companion.games.sumeria.screens import KINDS, KindSign, kind_signs
from companion.games.sumeria.settling import Cast, fact, listed, settling
from companion.language import Language, counted, said
from companion.pages.game_drawn import curve_of
from companion.pages.kinds import NoticePage
from companion.pages.result import ENDED, ResultPage, View
from companion.ui.numbers_compared import Account, Accounts, NamedColumn, Tally
from companion.ui.screen import Body
from companion.ui.texts import Headline
from companion.words.verdicts import finding_sentence
from engine.history import AnyHistory
from engine.ruling import Finding
from seeds.sumeria import counts

COLUMNS = (said("points"), said("of one kind"), said("next kind"))
"""What is compared at the end of a game, the first that differs deciding (S-42, S-C10)."""
NEXT = len(COLUMNS) - 1
TILES = counted("for {number} tile", "for {number} tiles", "number")
EXPLAINED = 5
"""How many numbers of tiles the scale below the points explains."""


class FinalPage(ResultPage):
    """Shows who won and why, points by kind, tie-breaks, the curve, and who thought how long."""

    def views(self) -> Sequence[View]:
        live = self.live
        found = settling(live.history)
        if found is None or found.result is None:
            return ()
        cast = Cast(live.names, live.board)
        return (*final_views(live.history, found.result, cast), self.thinking())


def final_views(history: AnyHistory, result: Finding, cast: Cast) -> tuple[View, ...]:
    """List the screens of a game that is over; ``result`` is the finding of S-42."""
    names = cast.names
    compared = [one for one in result.children if "step" in dict(one.facts)]
    decided = finding_sentence(compared[-1], names) if compared else ""
    people = tuple(map(cast.person, listed(result, "winners")))
    say = names.language.say
    return (
        View(say(ENDED), Headline(people, finding_sentence(result, names), decided)),
        View(names.points_title("kinds"), _points(result, cast)),
        *(_tie_breaks(compared, cast) if len(compared) > 1 else ()),
        View(say(PointsPage.heading), curve_of(history, names, rounds=counts().dynasties)),
    )


def earned(history: AnyHistory) -> dict[str, dict[str, tuple[int, int]]]:
    """Tell how many tiles of each kind each player has, and how many points they are worth."""
    sheet, worth = history.game.scores(history.state), history.state.setting.points
    return {
        row.player: {kind: (tiles, worth[tiles]) for kind, tiles in sheet.counted(row)}
        for row in sheet.rows
    }


def _points(result: Finding, cast: Cast) -> Accounts:
    """Show the points by kind (S-41), winners first, then by points."""
    won = listed(result, "winners")
    accounts = []
    for one in sorted(result.children, key=lambda one: -_int(dict(one.facts).get("points"))):
        if one.rule != "S-41":
            continue
        player = str(fact(one, "player"))
        parts = tuple(
            (str(fact(kind, "points")), _int(fact(kind, "tiles")))
            for kind in one.children
            if "kind" in dict(kind.facts)
        )
        total = str(fact(one, "points"))
        accounts.append(Account(cast.person(player), parts, total, won=player in won))
    accounts.sort(key=lambda account: not account.won)
    ruled = [child for one in result.children for child in one.children if child.rule == "S-C03"]
    text = (
        finding_sentence(ruled[0], cast.names) if ruled else _scale(accounts, cast.names.language)
    )
    say, signs = cast.names.language.say, kind_signs(cast.names)
    counted_tiles = {
        tiles: say(TILES, number=tiles) for one in accounts for _, tiles in one.parts if tiles
    }
    kinds = tuple(map(KindSign, KINDS))
    return Accounts(kinds, tuple(accounts), text, signs, counted_tiles)


def _scale(accounts: Sequence[Account], words: Language) -> str:
    """Say what so many tiles are worth, up to the most that anybody has of a kind."""
    return scale(max([EXPLAINED, *(tiles for one in accounts for _, tiles in one.parts)]), words)


def scale(most: int, words: Language) -> str:
    """Say what ``most`` tiles of a kind are worth, and some fewer."""
    numbers = range(most - EXPLAINED + 1, most + 1)
    worth = ", ".join(str(counts().points[number]) for number in numbers)
    tiles = ", ".join(map(str, numbers))
    return words.say("{tiles} tiles of a kind are worth {worth} points.", tiles=tiles, worth=worth)


def _tie_breaks(compared: list[Finding], cast: Cast) -> Iterator[View]:
    """Show each comparison, one column more a step."""
    say = cast.names.language.say
    numbers = [
        {str(fact(one, "player")): _int(one.facts[-1][1]) for one in step.children}
        for step in compared
    ]
    for number, step in enumerate(compared, start=1):
        rows = {player: [row.get(player) for row in numbers[:number]] for player in numbers[0]}
        tally = Tally(
            tuple(NamedColumn(say(COLUMNS[min(one, NEXT)])) for one in range(number)),
            cast.counts(rows, listed(step, "tied"), listed(step, "left")),
            finding_sentence(step, cast.names),
            deciding=number - 1,
        )
        yield View(say("How the tie is broken"), tally)


class PointsPage(NoticePage):
    """Shows how everybody's points have grown, dynasty by dynasty, while the game goes on."""

    heading = said("Points after each dynasty")

    def body(self) -> Body:
        live = self.session.live
        return curve_of(live.history, live.names, rounds=counts().dynasties)


def _int(value: object) -> int:
    return value if isinstance(value, int) else 0
