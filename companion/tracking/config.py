"""The numbers of tracking: what is sure, what explanations cost, how long something must last.

Costs are in nats: what costs one is e times less likely. "A guess" means that no
measurement stands behind a number.
"""

from typing import Final

# When an explanation is believed.

MARGIN: Final = 4.0
"""Nats by which an explanation must beat the others: one in fifty-five may be another.

It weighs a wrong event against a question: a larger margin writes fewer of the one and asks more
of the other."""
OFFERED: Final = 4
"""The most explanations that the table is offered to choose from."""

# What one reading tells of a spot.

SURE: Final = 3.0
"""Nats from which a spot speaks against what is expected there: one in twenty is wrong."""
IN_DOUBT: Final = SURE - 0.01
"""The most nats that are not sure."""
CERTAIN: Final = 9.0
"""Nats that the look of one spot tells at most: one in ten thousand sure looks is wrong.

Measured on tables that no training saw: of 20,000 sure readings two were wrong."""
STEADY: Final = 1.0
"""Nats by which a spot's margin may waver while nothing changes.

Measured at hard tables: of doubtful spots 19 in 20 waver less from one settled reading to the
next, and of those that somebody changes every one differs by more than five."""
UNSETTLED: Final = 3.0
"""What it costs that spots have ceased to look as before by the light alone.

Measured at hard tables: of spots that change, one in fifty looks like nothing in particular
afterwards; of others one in a thousand comes to. Light is seldom on one spot only: the spots that
have ceased to look so at once share it."""
MEMORY: Final = 0.5
"""What a doubtful look is worth one reading later, beside the new one: a guess."""
ANSWERED: Final = 100.0
"""Nats by which what somebody tells speaks for itself: nobody means something else."""

# What explanations cost where each piece has a spot.

EVENT: Final = 2.0
"""What an event costs, that somebody had the time for."""
UNSEEN: Final = 2.0
"""What it costs besides that nothing of an event is surely seen: one of sixty legal ones is."""
TAKEN_BACK: Final = 2.0
"""What it costs that the last event was taken back."""
EARLY: Final = 4.0
"""What it costs that something was seen before its player's turn: hardly one in fifty does."""
EARLY_IN_OPENING: Final = 1.0
"""The same in a live opening, where turns are hardly kept: one in three is early (a guess)."""
OUT_OF_TURN: Final = 8.0
"""What it costs that somebody whose turn it is not moves a piece, instead of a legal event."""
FURTHER_OUT_OF_TURN: Final = 3.5
"""What it costs for each further piece that is moved out of turn, and nobody minds: a guess."""
EXCHANGED: Final = 2 * EVENT + MARGIN + 0.5
"""What it costs that a piece was exchanged for another's, or its colour misread.

More than two events and ``MARGIN``: the next turn then tells that one piece left and another
came. By how much more is a guess."""
EXCHANGED_LIVE: Final = 4.0
"""The same where readings are live: that a piece left before another came would have been seen."""
HELD: Final = 2.0
"""What it costs that somebody holds a piece in the hand that rests over the board."""
PUSHED: Final = 4.0
"""What it costs that a piece was pushed off its spot to where it is in doubt whether one stands."""
ROW_RELAID: Final = 8.5
"""What it costs that people have moved a tile of the row though no event asks for it."""
TILE_NOT_MOVED: Final = 2.5
"""What it costs that a tile is not moved when it should be, or late: one in ten is."""
TILES_GONE: Final = 6.0
"""What it costs that tiles are gone which are only taken once a round is over."""

# What they cost where pieces lie anywhere in an area.

AREA_INFERRED: Final = 6.0
"""Nats that an event costs of which nothing is seen, and which only what came after tells of.

Somebody would have pressed the button, and have been asked."""
AREA_ENDED: Final = 5.0
"""The same of one that ends a turn which might go on: only what nobody else can have done tells."""
AREA_STOPPED: Final = 1.0
"""``AREA_ENDED`` where nobody presses a button: one research or walk in three goes no further (a
guess)."""
AREA_HIDDEN: Final = 2.0
"""What it costs besides that a hand that rests hides all of an event. It is less than ``MARGIN``:
what the next player may have done after a hidden event is not taken for this player's."""
AREA_NOTHING: Final = 1.1
"""What it costs that a turn which somebody has ended shows nothing.

Measured at virtual tables: of 362 turns 124 were such."""
AREA_PASSED: Final = 3.0
"""What a pass or a manager costs where nobody presses a button.

It would be 1.8 by ``AREA_NOTHING``, as such a turn is one or the other. The more it costs, the
sooner events are written; of 32 games 24 were right to the end with either number."""
AREA_UNSEEN: Final = 0.1
"""What an event costs that merely begins what is seen next."""
AREA_SEEN: Final = 1.0
"""The same of one that is seen: of two explanations the one with fewer events is likelier."""
AREA_AGAIN: Final = 5.0
"""What it costs besides that whoever has acted acts again: he would have pressed the button."""
AREA_TAKEN_BACK: Final = 4.5
"""What it costs that the last action was taken back, in part or whole: a guess. It is to be asked
where another player may have made the table look as before."""
AREA_GAIN: Final = 2.0
"""Nats by which an event must make the table likelier to be part of an explanation."""
AREA_MOST: Final = 12.0
"""Nats by which anything may be unlikely at one place: one misread place must not decide."""
AREA_DIFFERS: Final = MARGIN
"""Nats from which a place looks otherwise than expected: with fewer it is rather misread.

Measured at virtual tables, 1,000 looks: things that lie there speak by 4.7 nats and more; what was
seen and did not lie there by 2 to 5."""
AREA_IN_DOUBT: Final = 2.0
"""The most nats that what is near a hand that rests speaks by."""

# How far is searched.

BEAM: Final = 24
"""How many hypotheses of a length are followed."""
WINDOW: Final = 10.0
"""Nats behind the best hypothesis from which one can neither win nor leave that in doubt."""
LONGEST: Final = 30
"""Most events between two readings: an opening in which everybody places at once."""
ROUNDS: Final = 2
"""Most actions of each player between two readings, after the opening."""
AREA_LONGEST: Final = 9
"""Events that are seen between two readings, at most: a research of six, and a turn more."""
AREA_MOST_UNSEEN: Final = 12
"""States that events without anything to be seen may lead to, at most."""
AREA_KEPT_UNSEEN: Final = 40
"""The same where nobody can be asked, and several ways are continued."""

# How long something must last, or be waited for.

DOUBTED: Final = 4
"""How many times the readings that a question takes must be in doubt before that is one."""
LASTING: Final = 7
"""The same where something rests over the board: nobody thinks with a hand in the air so long."""
OPENING_LASTS: Final = 25
"""The same where in the opening all but one have gone on: he thinks about where to settle."""
OPENING_ENDED: Final = 6
"""The same once the opening's end was seen as a whole: its first player may have gone on at once,
unseen, which shows as soon as somebody else acts."""
GONE: Final = 3
"""How many times the readings of an event a piece must be gone, live, and nothing else happen,
before it was taken off the board: it may be in a hand out of view, for a reading or five."""
FIDGET: Final = 2
"""Spots by which what is near a hand may differ while it rests: a finger's twitch."""
RECENT: Final = 15
"""How many times the readings that an event takes a spot may have looked otherwise for it."""
SEEN_EARLY: Final = 2
"""Readings from which something was seen too early: in one it may be of a hand's last moment."""
AREA_LONGER: Final = 2
"""How many times the readings of an explanation nothing must be explained before a note says so,
and an explanation must last while a hand rests."""
AREA_MISREAD: Final = 1
"""Places that nothing explains beside which what others show is believed: where more look wrong the
eye sees too little. With none, 24 of 38 events of a pale path-traced table were right, with one 36;
with any number, of two tables that are mostly in doubt 41 events were written, none of them right.
"""
DEAL_LASTS: Final = 9
"""How many times the readings that a deal takes it must lie there where a space was never empty, or
where it is in doubt whether tiles lie there. Measured at hard tables, 6,133 turns: without the
latter a game was left behind 35 times, with it 25 times. People there pause in the midst of dealing
for up to 20 readings; a game is left behind after 30."""
CLAIM_LASTS: Final = 3
"""How many times the readings of a claim it takes where a space is in doubt: a hand at the edge was
not seen for three, and a tile below it looked gone."""
STILL_SAME: Final = 1
"""Nats by which a space in doubt must look as it surely did before to be held to show the same:
few tiles are taken between two readings (a guess)."""
SEEN_HALF_WAY: Final = 2.0
"""Nats that it costs that a choice of tiles is seen half-way, or only once the next player has
taken his as well: a guess, one in eight."""
SETTLED_COUNTS: Final = 2
"""What a reading of tiles counts for if nothing moved; with a hand over something else it is 1."""
