"""The deal of the next dynasty: only from tiles that were not there before."""

from collections.abc import Sequence

import pytest

from companion.tracking.config import DEAL_LASTS, LASTING, MARGIN
from engine.sumeria import SUMERIA
from engine.sumeria.board_file import INFLUENCE
from engine.sumeria.control import rotate
from engine.sumeria.events import Add, Claim, Draw, Score
from tests.companion.tracking.test_tiles import (
    FIRST,
    LAST,
    NEXT,
    SECOND,
    before_the_last_turn,
    lies,
    scored,
)
from tests.companion.tracking.watching import (
    DEAL,
    LOCATIONS,
    Watched,
    reading_of,
    record,
    with_change,
)
from vision.reading import Reading


def test_the_draw_is_written_when_six_tiles_lie_there() -> None:
    table = scored()
    table.look(influence=lies(0, 2))
    table.look(influence=lies(0, 1, 2, 3))
    table.play(FIRST, SECOND)
    assert table.tracker.history.state.phase == "draw"
    assert table.look(influence=[*NEXT.influence[:5], None]) == []
    assert table.look(influence=NEXT.influence) == record(NEXT)
    table.play(NEXT)
    assert table.tracker.history.state == table.state


def test_whoever_plays_on_before_the_deal_is_seen_has_not_played_too_early() -> None:
    table = scored(agree=2, patience=8, live=True)
    for taken in ((0, 2), (0, 1, 2, 3)):
        assert [line["type"] for _ in range(2) for line in table.look(influence=lies(*taken))]
    played = NEXT, Add("red", "uruk.city"), Add("blue", "lagash.city")
    table.play(FIRST, SECOND, *played)
    hidden = [table.look(untold_spaces=(5,)) for _ in range(4)]
    assert hidden == [[]] * 4
    assert [line for _ in range(4) for line in table.look()] == record(*played)


def test_a_scoring_that_nobody_watched_depends_on_the_next_deal() -> None:
    table = scored()
    row = rotate(table.state.ranking)
    lines = table.look(influence=NEXT.influence, ranking=row)
    assert [line.get("note") or line["type"] for line in lines] == [
        "choice-unseen",
        "claim",
        "claim",
        "draw",
    ]


def test_before_the_row_is_shifted_other_tiles_are_misread_not_dealt() -> None:
    table = scored()
    assert table.look(influence=NEXT.influence) == []
    hides = tuple(range(7))
    assert table.look(influence=NEXT.influence, untold_slots=hides) == []
    assert table.look(influence=NEXT.influence, untold_slots=(*hides, 7)) != []


def test_a_kind_misread_is_not_the_next_deal() -> None:
    misread = ["religion", *DEAL[1:]]
    assert scored().look(influence=misread) == []


def test_a_deal_is_written_when_every_space_can_be_read() -> None:
    table = scored()
    table.look(influence=lies(0, 2))
    table.look(influence=lies(0, 1, 2, 3))
    assert table.look(influence=NEXT.influence, untold_spaces=(5,)) == []
    assert table.play(FIRST, SECOND, NEXT).look() == record(NEXT)


def test_live_a_deal_must_be_seen_for_longer_with_hands_between_or_not() -> None:
    table = scored(live=True)
    table.look(influence=lies(0, 2))
    table.look(influence=lies(0, 1, 2, 3))
    gleam = [*NEXT.influence[:5], "military"]
    shown = (gleam, [*NEXT.influence[:5], None], NEXT.influence)
    assert [table.look(influence=tiles) for tiles in shown] == [[]] * 3
    assert table.look(influence=NEXT.influence, hand=True, hidden=LOCATIONS) == []
    assert table.play(FIRST, SECOND, NEXT).look() == record(NEXT)


def told(table: Watched, *events: Claim) -> Watched:
    """Let the table tell these claims, as people do at its screen."""
    for event in events:
        table.play(event).tracker.write(event)
    return table


ONE_OTHER = ("politics", *DEAL[1:])
SOME_OTHERS = ("politics", "politics", *DEAL[2:])


@pytest.mark.parametrize("live", [False, True])
def test_tiles_that_have_lain_there_all_along_were_not_dealt(*, live: bool) -> None:
    table = told(scored(live=live), FIRST, SECOND)
    assert [table.look(influence=lies()) for _ in range(50)] == [[]] * 50
    # Nor is one that is suddenly another: it is misread.
    assert [table.look(influence=ONE_OTHER) for _ in range(50)] == [[]] * 50
    table.look(influence=lies(*range(6)))
    lines = [line for _ in range(2) for line in table.look(influence=NEXT.influence)]
    assert lines == record(NEXT)


@pytest.mark.parametrize("live", [False, True])
def test_the_same_tiles_may_be_dealt_again_once_their_spaces_were_empty(*, live: bool) -> None:
    table = told(scored(live=live), FIRST, SECOND)
    table.look(influence=lies(*range(6)))
    lines = [line for _ in range(2) for line in table.look(influence=lies())]
    assert lines == record(Draw(DEAL))


def test_a_space_must_be_seen_empty_as_often_as_anything_else() -> None:
    table = told(scored(live=True, agree=2), FIRST, SECOND)
    table.look(influence=lies(*range(6)))
    assert [table.look(influence=lies()) for _ in range(50)] == [[]] * 50
    table.look(influence=lies(*range(6)))
    assert [line for _ in range(3) for line in table.look(influence=lies())] == record(Draw(DEAL))


def test_a_space_that_a_hand_hides_is_not_seen_empty() -> None:
    table = told(scored(live=True), FIRST, SECOND)
    for _ in range(3):
        table.look(influence=lies(*range(6)), untold_spaces=range(6), hand=True)
    assert [table.look(influence=lies()) for _ in range(50)] == [[]] * 50


def test_a_tile_that_was_put_back_before_the_scoring_was_not_dealt() -> None:
    table = Watched(before_the_last_turn)
    table.look(influence=lies(*range(6)))
    table.look(influence=lies())
    table.play(LAST).look()
    told(table.play(Score()), FIRST, SECOND)
    assert [table.look(influence=lies()) for _ in range(9)] == [[]] * 9


def test_tiles_laid_in_place_of_the_old_ones_are_dealt_if_several_are_others() -> None:
    table = told(scored(), FIRST, SECOND)
    assert table.look(influence=SOME_OTHERS) == record(Draw(SOME_OTHERS))


def test_live_they_must_last_as_not_all_may_have_been_laid_yet() -> None:
    table = told(scored(live=True), FIRST, SECOND)
    assert [table.look(influence=SOME_OTHERS) for _ in range(2 * DEAL_LASTS - 1)] == [[]] * (
        2 * DEAL_LASTS - 1
    )
    assert [table.look(influence=NEXT.influence) for _ in range(1)] == [[]]
    assert table.look(influence=NEXT.influence) == record(NEXT)
    again = told(scored(live=True), FIRST, SECOND)
    lines = [line for _ in range(2 * DEAL_LASTS) for line in again.look(influence=SOME_OTHERS)]
    assert lines == record(Draw(SOME_OTHERS))


def test_live_a_tile_in_doubt_now_and_then_does_not_hold_up_such_a_deal() -> None:
    table = told(scored(live=True), FIRST, SECOND)
    doubts = [(4,) if look % 3 == 2 else () for look in range(3 * DEAL_LASTS)]
    lines = [table.look(influence=SOME_OTHERS, untold_spaces=doubt) for doubt in doubts]
    assert [line for each in lines for line in each] == record(Draw(SOME_OTHERS))


def faint(*doubtful: int) -> Reading:
    """See the next deal, in doubt whether tiles lie on these spaces but not which."""
    reading = reading_of(SUMERIA.expected(scored().state), influence=NEXT.influence)
    rows = reading.groups[INFLUENCE].log_likelihood
    rows[[*doubtful], 0] = -2.0
    return reading


def test_live_a_deal_that_is_hardly_seen_is_believed_once_it_has_lasted() -> None:
    table = told(scored(live=True), FIRST, SECOND)
    table.look(influence=lies(*range(6)))
    lines = [table.tracker.see(faint(2, 5), "frame") for _ in range(2 * DEAL_LASTS + 4)]
    assert lines[: 2 * DEAL_LASTS - 1] == [[]] * (2 * DEAL_LASTS - 1)
    written = [line for each in lines for line in each if "type" in line]
    assert written == [{**record(NEXT)[0], "frame": "frame"}]


def test_still_pictures_of_it_are_not_believed() -> None:
    table = told(scored(), FIRST, SECOND)
    table.look(influence=lies(*range(6)))
    assert [table.tracker.see(faint(2, 5), "frame") for _ in range(50)] == [[]] * 50


PLAYED = (Add("red", "uruk.city"),)


def doubtful_kind(  # noqa: PLR0913 - a reading has that many sides
    space: int,
    kind: str,
    other: str,
    by: float = 0.7,
    *,
    deal: Draw = NEXT,
    played: Sequence[Add] = PLAYED,
) -> Reading:
    """See a deal, of which one space shows this kind so many nats rather than another."""
    table = told(scored(), FIRST, SECOND)
    table.play(deal, *played)
    reading = reading_of(SUMERIA.expected(table.state), influence=deal.influence)
    row = reading.groups[INFLUENCE].log_likelihood[space]
    kinds = reading.groups[INFLUENCE].classes
    row[kinds.index(kind)], row[kinds.index(other)] = 0.0, -by
    return reading


def test_a_deal_with_a_tile_in_doubt_is_asked_for_once_players_have_gone_on() -> None:
    table = told(scored(live=True, answered=True), FIRST, SECOND)
    table.look(influence=lies(*range(6)))
    reading = doubtful_kind(3, "military", "economy")
    lines = [line for _ in range(LASTING) for line in table.tracker.see(reading, "frame")]
    assert [line["note"] for line in lines] == ["unexplained"]
    assert lines[0]["nearest"] == record(NEXT)[0]
    other = Draw((*NEXT.influence[:3], "economy", *NEXT.influence[4:]))
    assert table.tracker.alternatives == ((NEXT,), (other,))
    table.tracker.answer((NEXT,))
    assert not table.tracker.asking
    assert table.tracker.history.state.phase == "action"


def test_a_deal_that_has_lain_there_in_doubt_for_long_is_asked_for_as_soon_as_they_go_on() -> None:
    table = told(scored(live=True, answered=True), FIRST, SECOND)
    table.look(influence=lies(*range(6)))
    lying = doubtful_kind(3, "military", "economy", played=())
    assert [table.tracker.see(lying, "frame") for _ in range(LASTING)] == [[]] * LASTING
    (line,) = table.tracker.see(doubtful_kind(3, "military", "economy"), "frame")
    assert (line["note"], line["nearest"]) == ("unexplained", record(NEXT)[0])


def test_live_a_deal_that_was_in_doubt_and_no_longer_is_has_lasted_as_well() -> None:
    table = told(scored(live=True), FIRST, SECOND)
    deal = Draw(SOME_OTHERS)
    doubtful = doubtful_kind(5, deal.influence[5], "religion", deal=deal, played=())
    shown = 2 * DEAL_LASTS - 2
    assert [table.tracker.see(doubtful, "frame") for _ in range(shown)] == [[]] * shown
    assert [table.look(influence=SOME_OTHERS) for _ in range(2)] == [[], record(deal)]


@pytest.mark.parametrize("by", [3.5, 4.5])
def test_live_a_kind_that_hardly_beats_the_next_is_asked_for_as_events_are(by: float) -> None:
    table = told(scored(live=True, answered=True), FIRST, SECOND)
    table.look(influence=lies(*range(6)))
    reading = doubtful_kind(3, "military", "economy", by=by)
    lines = [line for _ in range(LASTING) for line in table.tracker.see(reading, "frame")]
    assert [line["note"] for line in lines if "note" in line] == ["unexplained"] * (by < MARGIN)
    assert [line["type"] for line in lines if "type" in line][:1] == ["draw"] * (by > MARGIN)


@pytest.mark.parametrize("asked_before", [False, True])
def test_where_nobody_answers_the_likeliest_deal_is_written(*, asked_before: bool) -> None:
    table = told(scored(), FIRST, SECOND)
    table.look(influence=lies(*range(6)))
    if asked_before:
        view = with_change(SUMERIA.expected(table.state), {"kish.village-1": "red"})
        (note,) = table.look(view=view, influence=lies(*range(6)))
        assert note["note"] == "unexplained"
    reading = doubtful_kind(3, "military", "economy")
    lines = [line for _ in range(LASTING) for line in table.tracker.see(reading, "frame")]
    happened = [line["type"] for line in lines if "type" in line]
    assert happened == ["draw", "add"]


def test_a_tile_that_was_sure_before_and_looks_rather_so_still_lies_there() -> None:
    table = told(scored(), FIRST, SECOND)
    table.look(influence=lies(*range(6)))
    table.look(influence=[None, *NEXT.influence[1:]])
    reading = doubtful_kind(3, "military", "economy", by=1.5)
    assert table.tracker.see(reading, "frame")[0] == {**record(NEXT)[0], "frame": "frame"}
