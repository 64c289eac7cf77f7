"""The end of a dynasty: the score follows by itself, claims and the draw are seen in the tiles."""

import random
from functools import partial
from typing import Any

import pytest

from companion.tracking.config import CLAIM_LASTS
from engine.history import History
from engine.record import Undo
from engine.sumeria import SUMERIA
from engine.sumeria.board_file import INFLUENCE
from engine.sumeria.events import Add, Claim, Correct, Draw, Place, Score
from engine.sumeria.state import State
from engine.sumeria.turns import to_play
from tests.companion.tracking.watching import (
    BOARD,
    DEAL,
    LOCATIONS,
    Watched,
    deal,
    reading_of,
    record,
    setting_out,
    with_change,
)

# DEAL: over rank 1 economy, military, politics; over rank 2 religion twice; over rank 3 economy.
FIRST = Claim("red", "kish", ("economy", "politics"))
SECOND = Claim("blue", "nippur", ("religion",))
LAST = Add("yellow", "umma.city")
NEXT = Draw(("politics", "politics", "religion", "military", "economy", "religion"))


def before_the_last_turn(turns: int = 8) -> History[Any, Any, Any]:
    """Play up to yellow's third turn: red holds Kish before blue, blue Nippur, yellow Adab.

    Fewer ``turns`` than 8 leave more to be played.
    """
    history = setting_out()
    while history.state.phase == "placement":
        history.append(Place(to_play(history.state) or "", _free(history.state)))
    while history.state.turns < turns:
        history.append(Add(to_play(history.state) or "", _free(history.state)))
    history.append(_agreed())
    return history


def _agreed() -> Correct:
    """Put everybody where red holds Kish before blue, blue Nippur, and yellow Adab."""
    board: dict[str, str | None] = dict.fromkeys(LOCATIONS)
    board |= {"kish.city": "red", "kish.town-1": "red", "kish.town-2": "blue"}
    board |= {"nippur.city": "blue", "nippur.town-1": "blue", "nippur.town-2": "yellow"}
    board |= {"adab.city": "yellow", "umma.town-1": "red", "umma.town-2": "blue"}
    return Correct(tuple(board.items()), tuple(state.id for state in BOARD.regions))


def _free(state: State) -> str:
    return next(at for at in LOCATIONS if not state.occupied & state.setting.bits[at])


def scored(**options: Any) -> Watched:  # noqa: ANN401
    """Let the tracker see the last turn; it scores by itself."""
    table = Watched(before_the_last_turn, **options)
    table.play(LAST)
    assert table.state.ranking[:3] == ("kish", "nippur", "umma")
    lines = [line for _ in range(options.get("agree", 1)) for line in table.look()]
    assert lines == record(LAST, Score())
    table.play(Score())
    return table


def lies(*taken: int) -> list[str | None]:
    """Say what lies on the influence spaces once tiles were taken from these."""
    return [None if space in taken else kind for space, kind in enumerate(DEAL)]


def test_the_score_follows_by_itself_when_all_turns_have_been_played() -> None:
    assert scored().tracker.history.state.phase == "claim"


def test_it_waits_for_the_button_where_it_is_told_to() -> None:
    table = Watched(before_the_last_turn, auto_score=False)
    assert table.play(LAST).look() == record(LAST)
    assert [table.look(), table.tracker.history.state.phase] == [[], "score"]


@pytest.mark.parametrize("pressed", [False, True])
def test_the_last_action_may_be_taken_back_before_and_after_the_button(*, pressed: bool) -> None:
    table = Watched(before_the_last_turn, auto_score=False)
    before = table.tracker.history.event + 1
    table.play(LAST).look()
    if pressed:
        table.tracker.write(Score())
    table.truth.append(Undo(before))
    assert [line["type"] for line in table.look()] == ["undo"]
    assert table.tracker.history.events[-1] == Undo(before)
    assert table.tracker.history.state.phase == "action"


def test_an_action_in_doubt_is_asked_about_once_tiles_are_taken() -> None:
    table = Watched(before_the_last_turn)
    look: dict[str | None, float] = {LAST.player: 0.0, None: -1.0, "red": -9.0, "blue": -9.0}
    in_doubt = {LAST.at: look, "lagash.city": look}
    row = table.state.ranking
    table.look()
    table.play(LAST)
    assert [table.look(doubts=in_doubt, ranking=row) for _ in range(9)] == [[]] * 9
    shown = {"doubts": in_doubt, "ranking": row, "influence": lies(0, 2)}
    lines = [line for _ in range(9) for line in table.look(**shown)]
    assert [line["note"] for line in lines] == ["unexplained"]
    assert (LAST,) in table.tracker.alternatives


def test_a_last_action_that_is_hardly_seen_is_believed_once_tiles_are_taken() -> None:
    table = Watched(before_the_last_turn, live=True)
    faint = {LAST.at: {LAST.player: 0.0, None: -3.5, "red": -9.0, "blue": -9.0}}
    row = table.state.ranking
    table.look()
    table.play(LAST)
    assert [table.look(doubts=faint, ranking=row) for _ in range(3)] == [[]] * 3
    shown = {"doubts": faint, "ranking": row, "influence": lies(0, 2)}
    assert table.look(**shown)[:2] == record(LAST, Score())


def test_a_round_at_once_that_ended_a_dynasty_is_believed_when_tiles_are_taken() -> None:
    # Until then yellow, who may have acted twice, may be about to go on.
    table = Watched(partial(before_the_last_turn, 5), live=True, agree=2)
    row = table.state.ranking
    table.look()
    round_at_once = (
        Add("yellow", "lagash.city"),
        Add("red", "eridu.city"),
        Add("blue", "uruk.city"),
        LAST,
    )
    table.play(*round_at_once)
    assert table.state.ranking != row
    assert [table.look() for _ in range(4)] == [[]] * 4
    for _ in range(2):
        table.look(influence=lies(0, 2))
    assert table.tracker.history.state == table.play(Score()).state


def test_tiles_that_are_not_seen_where_nothing_is_in_doubt_are_no_question() -> None:
    table = Watched(before_the_last_turn)
    assert [table.look(influence=lies(0, 2)) for _ in range(9)] == [[]] * 9


def test_while_all_tiles_lie_there_nothing_is_claimed() -> None:
    table = scored()
    assert [table.look(), table.look()] == [[], []]


@pytest.mark.parametrize(
    ("left", "claim"),
    [
        (2, Claim("red", "kish", ("economy", "military"))),
        (1, FIRST),
        (0, Claim("red", "kish", ("military", "politics"))),
    ],
)
def test_what_a_controller_chose_shows_before_the_runner_up_has_taken_the_rest(
    left: int, claim: Claim
) -> None:
    taken = {0, 1, 2} - {left}
    assert scored().look(influence=lies(*taken)) == record(claim)


def test_a_choice_of_which_one_space_tells_nothing_is_written_once_the_next_has_chosen() -> None:
    table = scored()
    assert [table.look(influence=lies(0, 2), untold_spaces={0}) for _ in range(9)] == [[]] * 9
    lines = table.look(influence=lies(0, 1, 2, 4), untold_spaces={0})
    assert lines[0] == {"note": "choice-unseen", "city_state": FIRST.city_state}
    assert lines[1:2] == record(FIRST)


def test_a_hand_over_tiles_that_lie_there_still_tells_no_choice() -> None:
    shown, other = scored(), scored()
    assert shown.look(untold_spaces={0, 2}) == []
    lines = other.look(influence=lies(0, 1, 2))
    assert lines[0] == {"note": "choice-unseen", "city_state": FIRST.city_state}
    assert shown.look(influence=lies(0, 1, 2)) == lines


def test_a_choice_that_a_space_in_doubt_tells_must_last() -> None:
    table = scored()
    reading = reading_of(SUMERIA.expected(table.state), influence=lies(0, 2))
    spaces = reading.groups[INFLUENCE]
    spaces.log_likelihood[0, spaces.classes.index("economy")] = -3.0
    lines = [table.tracker.see(reading, "frame") for _ in range(CLAIM_LASTS)]
    assert lines == [[]] * (CLAIM_LASTS - 1) + [[{**record(FIRST)[0], "frame": "frame"}]]


def test_a_tile_taken_alone_is_not_yet_a_choice() -> None:
    table = scored()
    assert table.look(influence=lies(0)) == []
    assert table.look(influence=lies(0, 2)) == record(FIRST)


def test_claims_follow_in_the_order_of_ranks() -> None:
    table = scored()
    assert table.look(influence=lies(0, 2)) == record(FIRST)
    assert table.look(influence=lies(0, 1, 2)) == []
    assert table.look(influence=lies(0, 1, 2, 4)) == record(SECOND)
    table.play(FIRST, SECOND)
    assert table.tracker.history.state == table.state


def test_an_unseen_choice_is_noted_before_the_claim_that_is_held_likeliest() -> None:
    note, claim = scored().look(influence=lies(0, 1, 2))
    assert note == {"note": "choice-unseen", "city_state": "kish"}
    assert (claim["type"], claim["player"], claim["city_state"]) == ("claim", "red", "kish")


def test_a_choice_that_was_glimpsed_once_is_likeliest() -> None:
    chosen = Claim("red", "kish", ("military", "politics"))
    for glimpse in ({}, {"hand": True}):
        table = scored(agree=2)
        assert table.look(influence=lies(1, 2), **glimpse) == []
        table.look(influence=lies(0, 1, 2))
        note, *claims = table.look(influence=lies(0, 1, 2))
        assert note == {"note": "choice-unseen", "city_state": "kish"}
        assert claims == record(chosen)


def test_a_choice_shown_before_the_last_action_can_be_told_is_remembered() -> None:
    chosen = Claim("red", "kish", ("military", "politics"))
    table = Watched(before_the_last_turn, agree=2, live=True)
    hidden = {"hand": True, "hidden": (LAST.at,)}
    table.play(LAST)
    for _ in range(3):
        assert table.look(**hidden, influence=lies(1, 2)) == []
    assert table.look(influence=lies(0, 1, 2)) == []
    assert table.look(influence=lies(0, 1, 2)) == record(LAST, Score())
    assert table.look(influence=lies(0, 1, 2)) == record(chosen)


def test_a_choice_of_the_last_deal_tells_nothing_of_the_next() -> None:
    table = scored(agree=2)
    for taken in ((1, 2), (0, 1, 2, 3)):
        for _ in range(2):
            table.look(influence=lies(*taken), untold_spaces=(5,))
    claimed = Claim("red", "kish", ("military", "politics")), SECOND
    table.play(*claimed)
    assert table.tracker.history.state == table.state
    then = [Draw(DEAL)]
    table.play(*then).tracker.write(*then)
    while table.state.turns < 8:
        turn = Add(to_play(table.state) or "", _free(table.state))
        table.play(turn).tracker.write(turn)
        table.look(untold_spaces=(5,))
    for event in (_agreed(), LAST):
        table.play(event).tracker.write(event)
    assert table.look(influence=lies(0, 1, 2), untold_spaces=(5,)) == record(Score())
    note, _ = table.look(influence=lies(0, 1, 2), untold_spaces=(5,))
    assert note == {"note": "choice-unseen", "city_state": "kish"}


def test_tiles_that_were_put_back_are_no_choice() -> None:
    table = scored(agree=2)
    for taken in (*[(1, 2)] * 4, (), (0, 1, 2)):
        table.look(influence=lies(*taken), hand=True)
    table.look(influence=lies(0, 1, 2))
    note, _ = table.look(influence=lies(0, 1, 2))
    assert note == {"note": "choice-unseen", "city_state": "kish"}


def test_two_choices_that_were_both_glimpsed_are_not_told_apart() -> None:
    table = scored(agree=2)
    for taken in ((1, 2), (1, 2), (1, 2), (0, 2), (0, 1, 2), (0, 1, 2)):
        lines = table.look(influence=lies(*taken), hand=taken != (0, 1, 2))
    assert [line.get("note") for line in lines] == ["choice-unseen", None]


def test_of_tiles_that_cannot_all_be_read_those_first_gone_are_likeliest() -> None:
    chosen = Claim("red", "kish", ("military", "politics"))
    table = scored(agree=2)
    for _ in range(3):
        assert table.look(influence=lies(0, 1, 2), untold_spaces=(0,)) == []
    table.look(influence=lies(0, 1, 2))
    note, *claims = table.look(influence=lies(0, 1, 2))
    assert note == {"note": "choice-unseen", "city_state": "kish"}
    assert claims == record(chosen)


def test_a_choice_among_equal_tiles_needs_no_watching() -> None:
    table = scored()
    table.look(influence=lies(0, 2))
    # Of two religion tiles one is taken, whichever: both gone says no less.
    assert table.look(influence=lies(0, 1, 2, 3, 4)) == record(SECOND)


def test_two_claims_in_one_reading_are_both_written() -> None:
    lines = scored().look(influence=lies(0, 1, 2, 3))
    assert [line.get("note") or line["type"] for line in lines] == [
        "choice-unseen",
        "claim",
        "claim",
    ]


def test_claims_wait_for_agreement_too() -> None:
    table = Watched(before_the_last_turn, agree=2)
    table.play(LAST)
    assert table.look() == []
    assert table.look() == record(LAST, Score())
    table.play(Score())
    shown = [table.look(influence=lies(*taken)) for taken in ((0, 2), (0, 1, 2), (0, 2), (0, 2))]
    assert shown[0] == shown[1] == shown[2] == []
    assert shown[3] == record(FIRST)


def test_in_still_pictures_nothing_is_claimed_under_a_hand() -> None:
    table = scored()
    assert table.look(influence=lies(0, 2), hand=True) == []


@pytest.mark.parametrize("whole", [True, False])
def test_a_deal_that_lies_whole_under_the_last_hand_is_written_at_the_end(*, whole: bool) -> None:
    table = scored()
    table.look(influence=lies(0, 2))
    table.look(influence=lies(0, 1, 2, 3))
    table.play(FIRST, SECOND)
    laid: list[str | None] = list(NEXT.influence)
    assert table.look(influence=laid if whole else [*laid[:5], None], hand=True) == []
    ended = [{**line, "frame": None} for line in table.tracker.finish()]
    assert ended == [{**line, "frame": None} for line in record(NEXT) if whole]


def test_live_a_cup_that_rests_elsewhere_does_not_keep_tiles_from_being_claimed() -> None:
    table = scored(live=True)
    assert table.look(influence=lies(0, 2), hand=True) == []
    assert table.look(influence=lies(0, 2), hand=True) == record(FIRST)


def test_a_space_that_cannot_be_read_is_not_an_empty_one() -> None:
    table = scored()
    assert table.look(influence=lies(0, 1, 2), untold_spaces=(1,)) == []
    assert table.look(influence=lies(0, 2, 3), untold_spaces=(3,)) == record(FIRST)


def test_where_tiles_were_not_taught_tracking_stops_with_a_note() -> None:
    table = Watched(before_the_last_turn)
    table.play(LAST)
    assert table.look(taught=False) == [*record(LAST, Score()), {"note": "tiles-untaught"}]
    assert table.tracker.over
    assert table.look(taught=False) == []


def test_where_somebody_answers_a_choice_that_was_not_seen_is_asked_about_once() -> None:
    table = scored(answered=True)
    note = {"note": "choice-unseen", "city_state": "kish"}
    assert [table.look(influence=lies(0, 1, 2)) for _ in range(2)] == [[note], []]
    table.play(FIRST).tracker.write(FIRST)
    assert table.look(influence=lies(0, 1, 2, 3)) == record(SECOND)


def test_where_somebody_answers_tracking_goes_on_without_tiles() -> None:
    table = scored(answered=True)
    assert table.look(taught=False) == []
    for event in (FIRST, SECOND, NEXT):
        table.play(event).tracker.write(event)
    opening = Add("red", "ur.city")
    assert table.play(opening).look(taught=False) == record(opening)


def test_the_last_action_may_be_taken_back_after_the_score() -> None:
    table = scored()
    line = table.tracker.history.event - 1
    seen = with_change(SUMERIA.expected(table.state), {"umma.city": None, "adab.town-1": "yellow"})
    lines = table.look(view=seen)
    instead = Add("yellow", "adab.town-1")
    assert lines == [{"type": "undo", "to": line}, *record(instead, Score())]
    assert table.tracker.history.state.ranking[:2] == ("kish", "adab")


def test_while_tiles_are_handed_out_the_board_is_compared_too() -> None:
    table = scored()
    seen = with_change(SUMERIA.expected(table.state), {"kish.city": None})
    lines = table.look(view=seen, influence=lies(0, 2))
    assert [line.get("note") or line["type"] for line in lines] == ["unexplained", "claim"]


def test_live_who_vanishes_while_tiles_are_handed_out_is_asked_about_if_it_lasts() -> None:
    table = scored(live=True)
    seen = with_change(SUMERIA.expected(table.state), {"kish.city": None})
    assert [table.look(view=seen) for _ in range(6)] == [[]] * 6
    assert [line["differences"] for line in table.look(view=seen)] == [{"kish.city": ["red", None]}]


def test_what_is_packed_away_after_the_end_is_no_event_and_no_note() -> None:
    table = Watched(setting_out)
    chance = random.Random(5)  # noqa: S311 - nobody's secret
    while table.state.phase != "over":
        dealing = table.state.phase == "draw"
        event = deal(table.state, chance) if dealing else SUMERIA.legal_events(table.state)[0]
        table.play(event)
        table.tracker.write(event)
    empty = with_change(SUMERIA.expected(table.state), dict.fromkeys(LOCATIONS))
    assert table.look(view=empty, influence=[None] * 6) == []
    assert table.tracker.history.state == table.state
