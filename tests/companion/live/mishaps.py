"""What goes wrong at a household's table in an evening, and is put right there."""

from collections.abc import Callable
from dataclasses import replace

from companion.games.sumeria.virtual_table import choose
from companion.pages.play import PlayPage
from companion.pages.wrong import WrongPage
from companion.tracking.alternatives import rehearse
from engine.record import Undo
from engine.sumeria import SUMERIA
from engine.sumeria.events import Add
from hardware.panel import Light
from tests.companion.live.household import BOARD
from tests.companion.live.script import Script

Mishap = Callable[[Script], None]


def power_cut(script: Script) -> None:
    """Lose all that is not on the disk; the game comes back by two presses."""
    house = script.house
    house.power_cut()
    house.power_on()
    house.choose("Continue the last game")
    house.until(lambda: isinstance(house.page, PlayPage))
    script.followed()


def out_of_turn(script: Script) -> None:
    """Put a merchant down though somebody else is to play; take it away when the screen says so."""
    house = script.house
    other = next(one for one in reversed(house.players) if one != script.to_play)
    table = house.table
    spot = next(one.id for one in BOARD.locations if one.id not in table.scene.pieces)
    table.put(other, spot)
    house.until(lambda: house.session.light is Light.RED)
    table.take(other, spot)
    house.until(lambda: house.session.light is not Light.RED)
    script.followed()


def taken_back(script: Script) -> None:
    """Add a merchant, have second thoughts and take it back: what follows is an undo."""
    before = script.truth.event
    player = script.to_play
    adds = [one for one in SUMERIA.legal_events(script.state) if isinstance(one, Add)]
    if not adds:
        return  # nobody can add one
    row = script.state.ranking
    script.play(adds[0])
    script.followed()
    house = script.house
    house.table.take(player, adds[0].at)
    house.table.lay_row(player, row)
    script.truth.append(Undo(before + 1))
    script.followed()


def wrongly_corrected(script: Script) -> None:
    """Agree on a correction that is wrong, and go back to before it by *Why?*."""
    house = script.house
    before = house.game.history.event
    seats = enumerate(house.players)
    others = [one for i, one in seats if one != script.to_play and script.state.supply(i)]
    if not others:
        return  # nobody has a merchant left to put down
    other = others[-1]
    spot = next(one.id for one in BOARD.locations if one.id not in house.table.scene.pieces)
    house.table.put(other, spot)
    house.until(lambda: house.session.light is Light.RED)
    house.choose("We agree")
    house.choose("it is still")
    house.until(lambda: house.session.light is not Light.RED)
    assert house.game.history.state != script.state
    house.table.take(other, spot)
    house.go_back_to(before)
    script.followed()


def followed_or_told(script: Script) -> None:
    """Wait until the companion is where the game is; tell what happened if it asks."""
    house = script.house
    house.until(lambda: house.page.name == "wrong" or house.game.history.state == script.state)
    page = house.page
    if isinstance(page, WrongPage):
        ways = house.game.tracker.alternatives
        ends = [rehearse(house.game.history, events)[-1] for events in ways]
        house.choose(page.rows()[ends.index(script.state)].text)
    script.followed()


def tiles_late(script: Script) -> None:
    """Forget to swap tiles, and do it only when the next player has played too."""
    house = script.house
    before = house.game.history.event
    for _ in range(2):
        event = choose(BOARD, SUMERIA.legal_events(script.state), script.chance)
        script.move(event)
        house.look(8)
    house.until(lambda: house.game.history.event == before + 2)
    house.table.lay_row(house.players[0], script.state.ranking)
    script.followed()


def two_at_once(script: Script) -> None:
    """Let two players play, their tiles too, while somebody holds a hand over the camera."""
    house = script.house
    take, hidden = house.take, house.take()
    for _ in range(2):
        script.move(choose(BOARD, SUMERIA.legal_events(script.state), script.chance))
    house.table.lay_row(house.players[0], script.state.ranking)
    unseen = replace(hidden.reading, registered=False)
    house.take = lambda: replace(hidden, reading=unseen)
    house.until(lambda: not house.table.busy)
    house.take = take
    followed_or_told(script)


def cat(script: Script) -> None:
    """Let a cat walk over the board; somebody puts back what it knocked over.

    One piece of each in the order of play passes for their turns: people go back to before them.
    """
    house = script.house
    before = house.game.history.event
    table = house.table
    there = sorted(table.scene.pieces.items(), key=lambda one: one[1].paint != script.to_play)
    knocked = [there[0], *there[-2:]]
    for at, piece in knocked:
        table.top.lift(at)
        table.top.keep(piece.paint)
    house.until(lambda: house.session.light is Light.RED or house.game.history.event > before)
    if house.game.history.event > before:
        house.go_back_to(before)
    for at, piece in knocked:
        table.put(piece.paint, at)
    house.until(lambda: house.session.light is not Light.RED)
    script.followed()
