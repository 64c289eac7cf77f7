"""What is taught of Siberia: regions and neighbours, exchanges, the printed spaces, all pieces."""

from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache, partial
from typing import Final

from companion.calibration.draft import Draft, Records
from companion.calibration.teaching import (
    NOTHING,
    Arrangement,
    Field,
    Lines,
    Outlines,
    Pieces,
    Sheet,
    Teaching,
    boxes,
    circles,
    identifiers,
    tenths,
)
from companion.language import Language, Saying, counted, said
from companion.words.names import Names
from engine.board import Board
from engine.games import parse_board
from engine.siberia.board import (
    CLOCKS,
    EXCHANGES,
    OPEN,
    SIDES,
    SUPPLY,
    Exchange,
    Region,
    SiberiaBoard,
    as_siberia,
)
from engine.siberia.material import ACTIONS, COUNTS, DEPOT, MARKERS, RESOURCES
from seeds.boards import builtin_board_text

BUILT_IN: Final = "taiga"
UNNAMED: Final = "My board"
INVESTMENTS: Final = "investments"
TILES: Final = "abcdef"
"""What the exchange tiles are called; they have no names of their own."""
YES, NO = "yes", "no"

REGIONS: Final = Outlines(
    title=said("Regions"),
    unnamed=said("region {number}"),
    fewest=COUNTS.regions.fewest,
    most=COUNTS.regions.most + 1,
)

NEIGHBOURS: Final = Lines(
    title=said("Neighbours"),
    text=said(
        "Lines join neighbours. Touch two regions to join or separate them, or a line to erase it."
    ),
    counted=counted("{number} border", "{number} borders", "number"),
    lonely=counted(
        "{number} region has no neighbour. It is marked with a cross.",
        "{number} regions have no neighbours. They are marked with a cross.",
        "number",
    ),
    apart=said("The regions are not all connected. The smaller part is marked with crosses."),
)


@cache
def built_in() -> SiberiaBoard:
    """Give the built-in board, whose exchanges and markers are a guess to begin with."""
    return as_siberia(parse_board(builtin_board_text(BUILT_IN), BUILT_IN))


# Facts that no camera sees.


def _title(saying: Saying) -> Callable[[Names], str]:
    return lambda names: names.language.say(saying)


def _named(fact: str, thing: str) -> Callable[[Names], str]:
    return lambda names: names.name(fact, thing)


def _names(draft: Draft) -> list[str]:
    """Name the regions, by their number where they have no name."""
    return [name or f"{number}" for number, name in enumerate(draft.names, 1)]


def _regions(draft: Draft, words: Language) -> Sequence[tuple[str, str]]:
    called = (REGIONS.spot_called(words, draft, i) for i in range(len(draft.outlines)))
    return [*zip(_names(draft), called, strict=True)]


def _sides_to_begin() -> Records:
    return tuple(
        (one.name, one.tile, *(f"{price or ''}" for price in one.prices))
        for one in built_in().exchanges
    )


def _sides_refused(draft: Draft, words: Language) -> str | None:
    sides = EXCHANGE_SIDES.records(draft)
    names = Counter(one[0] for one in sides)
    for name, tile, *prices in sides:
        if not name:
            return words.say(
                "A side has no name: “{none}” in the list. Give it a name, or remove it.",
                none=NOTHING,
            )
        if names[name] > 1:
            return words.say(
                "More than one side is called {side}. Each needs its own name.", side=name
            )
        if not any(map(_number, prices)):
            return words.say("{side} pays nothing yet. Enter at least one price.", side=name)
        if tile not in {*TILES}:
            return words.say("Say which tile {side} is printed on.", side=name)
    tiles = Counter(one[1] for one in sides)
    for tile in TILES:
        if not 1 <= tiles[tile] <= COUNTS.tile_sides:
            return words.say(
                "There must be six tiles, a to f, each with one side or two. Check tile {tile}.",
                tile=tile,
            )
    return None


EXCHANGE_SIDES: Final = Sheet(
    step="sides",
    title=said("What the exchanges buy"),
    text=said("Check each side of each exchange tile: its name and what it pays."),
    fields=(
        Field(_title(said("Name"))),
        Field(_title(said("Tile")), choices=lambda *_: [(tile, tile) for tile in TILES]),
        *(Field(_named("resource", one), number=True) for one in RESOURCES),
    ),
    begin=_sides_to_begin,
    refusal=_sides_refused,
    add=said("Another side"),
)


def _start_to_begin() -> Records:
    board = built_in()
    (exchange,) = (one.name for one in board.exchanges if one.id == board.start_exchange)
    return (("", NO, exchange),)


def _start_refused(draft: Draft, words: Language) -> str | None:
    ((region, cubes, exchange),) = START.records(draft)
    tiles = {one[0]: one[1] for one in EXCHANGE_SIDES.records(draft)}
    if region not in _names(draft) or exchange not in tiles:
        return words.say("Choose a region and an exchange.")
    if [*tiles.values()].count(tiles[exchange]) > 1:
        return words.say("{exchange} must be the only side of its tile.", exchange=exchange)
    least, most = COUNTS.regions.fewest, COUNTS.regions.most
    number = len(draft.outlines) - (cubes == NO)
    if not least <= number <= most:
        return words.say(
            "Cubes lie in {least} to {most} regions; here they would lie in {number}.",
            least=least,
            most=most,
            number=number,
        )
    return None


START: Final = Sheet(
    step="start",
    title=said("Where pawns begin"),
    text=said("Where do all players begin?"),
    fields=(
        Field(_title(said("Workers begin in")), choices=_regions),
        Field(
            _title(said("Cubes lie there too")),
            choices=lambda _, words: [(YES, words.say("Yes")), (NO, words.say("No"))],
        ),
        Field(
            _title(said("Salesmen begin at")),
            choices=lambda draft, _: [(one[0], one[0]) for one in EXCHANGE_SIDES.records(draft)],
        ),
    ),
    begin=_start_to_begin,
    refusal=_start_refused,
)


def _markers_refused(draft: Draft, words: Language) -> str | None:
    number = sum(map(_number, ACTION_MARKERS.records(draft)[0]))
    if number == COUNTS.action_markers:
        return None
    return words.say(
        "The box holds {all} action markers; these would be {number}.",
        all=COUNTS.action_markers,
        number=number,
    )


ACTION_MARKERS: Final = Sheet(
    step="markers",
    title=said("Action markers"),
    text=said(
        "How many of each kind are in the box? It matters only if markers are to be checked."
    ),
    fields=tuple(Field(_named("marker", one), number=True) for one in MARKERS),
    begin=lambda: (tuple(map(str, built_in().markers)),),
    refusal=_markers_refused,
)

# Printed spaces.

SPACES: Final = (
    boxes(
        EXCHANGES,
        said("Places of the exchanges"),
        said("Touch the upper left corner of the first place for an exchange."),
        said("Touch the upper left corner of the next place for an exchange."),
        COUNTS.exchanges,
    ),
    boxes(
        SUPPLY,
        said("Supplies"),
        said("Touch the upper left corner of the supply of gas."),
        said(
            "Touch the upper left corner of the next supply, in the order gas, coal, oil, gold, "
            "diamonds."
        ),
        len(RESOURCES),
    ),
    circles(
        CLOCKS,
        said("Clocks"),
        said("Touch the middle of each clock, one after the other."),
        said("Touch the rim of the clock touched last."),
        COUNTS.end.locked,
    ),
    boxes(
        INVESTMENTS,
        said("Places of the face-up markers"),
        said("Touch the upper left corner of the first place for a face-up marker."),
        said("Touch the upper left corner of the next place for a face-up marker."),
        COUNTS.open,
    ),
)


# Pieces that lie in a known order.


def _place(names: Names, one: str) -> str:
    return names.place(one)


def _numbered(words: Language, saying: Saying, number: int) -> Sequence[str]:
    return [words.say(saying, number=i) for i in range(1, number + 1)]


def _sides_up(board: Board, *, turned: bool) -> Sequence[int]:
    """List the first side of each tile, or the last, which is another one if it has two."""
    tiles = [side.tile for side in as_siberia(board).exchanges]
    sides = {tile: [i for i, one in enumerate(tiles) if one == tile] for tile in tiles}
    return [each[-1 if turned else 0] for each in sides.values()]


def _markers_of_picture(picture: int, _: Board) -> Sequence[int]:
    """Propose kinds that the pictures before have not shown."""
    return range(COUNTS.open * picture, COUNTS.open * (picture + 1))


_OPEN_PICTURES: Final = (
    said("Investment markers: first picture"),
    said("Investment markers: second picture"),
    said("Investment markers: third picture"),
)
TURN_OVER: Final = said("Turn them, these sides up:")
ARRANGEMENTS: Final = (
    Arrangement(
        step="cubes",
        group=SUPPLY,
        key="cubes",
        list_key="kinds",
        title=said("Cubes and blocking markers"),
        text=said(
            "Spread the cubes in their supplies, from number 1 in the picture: {order}. Put a "
            "blocking marker on each clock."
        ),
        number=len(RESOURCES),
        once=True,
        words=RESOURCES,
        called=_place,
        numbered=True,
    ),
    *(
        Arrangement(
            step=step,
            group=SIDES,
            key=step,
            list_key="sides",
            title=title,
            text=text,
            number=COUNTS.exchanges,
            once=True,
            words=(),
            areas=lambda words: _numbered(words, said("Place {number}"), COUNTS.exchanges),
            called=_place,
            most=COUNTS.exchanges * COUNTS.tile_sides,
            begin=partial(_sides_up, turned=turned),
            numbered=True,
            more=turned,
        )
        for step, title, text, turned in (
            ("tiles", said("Exchange tiles"), said("Lay them with these sides up:"), False),
            ("turned", said("Exchange tiles, turned over"), TURN_OVER, True),
        )
    ),
    *(
        Arrangement(
            step=f"open-{i + 1}",
            group=OPEN,
            key=f"open_{i + 1}",
            list_key="kinds",
            title=title,
            text=said("Lay these markers face up on the numbered places:"),
            number=COUNTS.open,
            once=False,
            words=ACTIONS,
            areas=lambda words: _numbered(words, said("Place {number}"), COUNTS.open),
            called=_place,
            begin=partial(_markers_of_picture, i),
            numbered=True,
        )
        for i, title in enumerate(_OPEN_PICTURES)
    ),
)

PAWNS: Final = Pieces(
    fewest=min(COUNTS.players),
    each=3,
    colours_title=said("Colours of the pawns"),
    colours_text=said("Which colours do the pawns in your box have?"),
    too_few=said("A game needs two colours or more."),
    title=said("Pawns"),
    put=said("Put three pawns of each colour where they are shown, and nothing else."),
    move=said("Move some pawns, one at a time."),
    several=said("More than one pawn changed. Move one at a time."),
)


def board_of(draft: Draft) -> SiberiaBoard:
    """Make a board of a draft; what is not whole is refused where its file is read."""
    names = _names(draft)
    idents = identifiers(draft.names, "region", {DEPOT})
    ((start, cubes, exchange),) = START.records(draft)
    lies_there = [name != start or cubes == YES for name in names]
    sides = EXCHANGE_SIDES.records(draft)
    sold_at = [one[0] for one in sides]
    exchanges = identifiers(sold_at, "exchange", {DEPOT, *idents})
    return SiberiaBoard(
        name=draft.name or UNNAMED,
        game="siberia",
        size_mm=draft.size_mm or (0.0, 0.0),
        regions=tuple(
            Region(ident, name, tuple((round(x, 1), round(y, 1)) for x, y in outline), lies)
            for ident, name, outline, lies in zip(
                idents, names, draft.outlines, lies_there, strict=True
            )
        ),
        borders=tuple((idents[one], idents[other]) for one, other in draft.stretches or ()),
        start_region=dict(zip(names, idents, strict=True)).get(start, ""),
        start_exchange=dict(zip(sold_at, exchanges, strict=True)).get(exchange, ""),
        exchanges=tuple(
            Exchange(ident, name, tile, tuple(map(_number, prices)))
            for ident, (name, tile, *prices) in zip(exchanges, sides, strict=True)
        ),
        markers=tuple(map(_number, ACTION_MARKERS.records(draft)[0])),
        exchange_slots=tenths(draft.rows(EXCHANGES)),
        supply_spaces=tenths(draft.rows(SUPPLY)),
        clock_spaces=tenths(draft.rows(CLOCKS)),
        investment_slots=tenths(draft.rows(INVESTMENTS)),
    )


TEACHING: Final = Teaching(
    spots=REGIONS,
    pieces=PAWNS,
    made_of=board_of,
    lines=NEIGHBOURS,
    areas=SPACES,
    sheets=(EXCHANGE_SIDES, START, ACTION_MARKERS),
    arrangements=ARRANGEMENTS,
)


def _number(text: str) -> int:
    return int(text) if text.isdecimal() else 0
