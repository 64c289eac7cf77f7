"""The numbers of tracking: what is sure, what explanations cost, how long something must last.

Costs are in nats: what costs one is e times less likely. "A guess" means that no
measurement stands behind a number.
"""

from typing import Final

# When an explanation is believed.

MARGIN: Final = 4.0
"""Nats by which an explanation must beat all others to be written: one in 55 may be wrong.

This is the price of a wrong guess: with a larger margin fewer wrong events are written, and more
questions are asked."""
OFFERED: Final = 4
"""The most explanations that a question offers to choose from."""

# What one reading tells of a spot.

SURE: Final = 3.0
"""Nats from which a spot is said to surely look otherwise than expected: one in 20 does not."""
IN_DOUBT: Final = SURE - 0.01
"""The most nats that a spot may count for where it must not be sure (see ``SURE``)."""
CERTAIN: Final = 9.0
"""The most nats that one reading of a spot counts for: one sure reading in 10,000 is wrong.

Measured on tables that no training saw: of 20,000 sure readings two were wrong."""
STEADY: Final = 1.0
"""Nats by which a spot's margin may waver while nothing changes.

Measured at hard tables: of doubtful spots 19 in 20 waver less from one settled reading to the
next, and of those that somebody changes every one differs by more than five."""
UNSETTLED: Final = 3.0
"""What it costs that light alone has made spots look otherwise than before.

Measured at hard tables: of spots that really change, one in 50 is in doubt afterwards; of those
that do not, one in 1,000 comes into doubt. Light seldom falls on a single spot: the spots that come
into doubt in the same reading share this cost."""
MEMORY: Final = 0.5
"""The weight that a doubtful reading of a spot keeps one reading later: a guess."""
ANSWERED: Final = 100.0
"""Nats that an answer of the players counts for: more than anything that is seen."""

# What explanations cost where each piece has a spot.

EVENT: Final = 2.0
"""What each legal event costs."""
UNSEEN: Final = 2.0
"""What it costs besides that nothing of an event is surely seen: one of sixty legal ones is."""
TAKEN_BACK: Final = 2.0
"""What it costs that the last event was taken back."""
EARLY: Final = 4.0
"""What it costs that an event was seen before the one that should precede it: hardly one player in
50 acts before his turn."""
EARLY_IN_OPENING: Final = 1.0
"""``EARLY`` in the opening of a live game, where turns are hardly kept: one in three is early (a
guess)."""
OUT_OF_TURN: Final = 8.0
"""What it costs that somebody whose turn it is not moves a piece, instead of a legal event."""
FURTHER_OUT_OF_TURN: Final = 3.5
"""``OUT_OF_TURN`` for each piece after the first: where one was let pass, more may be (a guess)."""
EXCHANGED: Final = 2 * EVENT + MARGIN + 0.5
"""What it costs that a piece was exchanged for another player's, or its colour misread.

It is more than two events and ``MARGIN``, so that "one piece left, another came" is believed as
soon as the next turn fits it. By how much more is a guess.
"""
EXCHANGED_LIVE: Final = 4.0
"""``EXCHANGED`` in a live game, where it would have been seen that one left before another came."""
HELD: Final = 2.0
"""What it costs that a missing piece is in the hand that rests over the board."""
PUSHED: Final = 4.0
"""What it costs that a missing piece was pushed onto a spot that cannot be read for sure."""
SWEPT: Final = 6.5
"""What it costs that pieces of several players were swept off the board, by a sleeve or a cat: a
guess. With ``FURTHER_SWEPT`` it costs less than ``MARGIN`` more than as many turns, so that the
table is asked. Measured at virtual tables, 1,939 turns: in six looks pieces of two players had been
taken off, and no more was asked than without this explanation."""
FURTHER_SWEPT: Final = 1.0
"""``SWEPT`` for each piece after the first: one in three that stand in the way falls (a guess)."""
ROW_RELAID: Final = 8.5
"""What it costs, a tile, that people have moved tiles of the row though no event asks for it."""
TILE_NOT_MOVED: Final = 2.5
"""What it costs, a tile, that one was not moved when it should be, or late: one in ten is."""
TILES_GONE: Final = 6.0
"""What it costs that single tiles are gone though the round, after which they are taken, goes
on."""

# What they cost where pieces lie anywhere in an area.

AREA_INFERRED: Final = 6.0
"""What an event costs that is only inferred from later ones, as nothing of it is seen.

It is much: its player would have pressed the button, and have been asked what he did."""
AREA_ENDED: Final = 5.0
"""What it costs that a player ended a turn that might have gone on. Nothing of it is seen: it is
inferred from something that only the next player can have done."""
AREA_STOPPED: Final = 1.0
"""``AREA_ENDED`` where nobody presses a button: one such turn in three ends early (a guess)."""
AREA_HIDDEN: Final = 2.0
"""What it costs in addition that a resting hand hides all of an event. It is less than ``MARGIN``,
so that what is seen is left in doubt where it may also be the next player's event after a hidden
one."""
AREA_NOTHING: Final = 1.1
"""What it costs that a turn which somebody has ended shows nothing.

Measured at virtual tables: of 362 turns 124 were such."""
AREA_PASSED: Final = 3.0
"""What it costs that a player did something that never shows, where nobody presses a button.

There are two such actions, so it would be 1.8 by ``AREA_NOTHING``. The more it costs, the sooner
events are written; of 32 games 24 were right to the end with either number."""
AREA_UNSEEN: Final = 0.1
"""What an event costs that changes nothing by itself and only begins what is seen next."""
AREA_SEEN: Final = 1.0
"""What an event costs that is seen: of two explanations the one with fewer events is likelier."""
AREA_BESIDES: Final = 2.0
"""What it costs in addition, when events are to be believed, that another explanation has one more
that is seen. With ``AREA_SEEN`` one of twenty legal events happened besides (a guess; there are up
to seventy). Without it a kind of piece that hardly shows may lie in every area."""
AREA_AGAIN: Final = 5.0
"""What it costs in addition that whoever acted last acts again without having ended his turn: he
would have pressed the button."""
AREA_TAKEN_BACK: Final = 4.5
"""What it costs that the last action was taken back, in part or whole: a guess. It is so much that
the table is asked where another player's action may also have made it look as before."""
AREA_ENTERED_WRONGLY: Final = 2.0
"""What it costs that what people have just entered was not so: they entered that nothing had been
done before the board showed what somebody did. It is less than ``MARGIN`` (a guess), so that the
table is asked where the next player may as well have done it."""
AREA_GAIN: Final = 2.0
"""Nats by which an event must make the table likelier to be part of an explanation."""
AREA_MOST: Final = 12.0
"""The most nats that one place counts against an explanation: no misread place decides alone."""
AREA_DIFFERS: Final = MARGIN
"""Nats from which a place counts as looking otherwise than expected; below, it may be misread.

Measured at virtual tables, 1,000 looks: things that lie there speak by 4.7 nats and more; what was
seen and did not lie there by 2 to 5."""
AREA_IN_DOUBT: Final = 2.0
"""The most nats that a place near a resting hand counts for."""

# How far is searched.

BEAM: Final = 24
"""How many hypotheses with the same number of events are followed in a search."""
WINDOW: Final = 10.0
"""Hypotheses that are so many nats behind the best one are dropped: they can neither overtake it
nor leave it in doubt."""
LONGEST: Final = 30
"""The most events between two readings: an opening in which everybody places at once."""
ROUNDS: Final = 2
"""The most actions of each player between two readings, after the opening."""
AREA_LONGEST: Final = 9
"""The most events that are seen between two readings: the longest turn, and one turn more."""
AREA_MOST_UNSEEN: Final = 12
"""The most states that are tried to which unseen events may have led."""
AREA_KEPT_UNSEEN: Final = 40
"""``AREA_MOST_UNSEEN`` where nobody can be asked, so that several explanations are continued."""
AREA_RIVALS_UNSEEN: Final = 100
"""How many more are tried, once something explains all that is seen, as far as they may lead to a
rival of it, within ``MARGIN``: else it would be written although another is as likely.

Measured at virtual tables, 24 games of 40 events: without these one had an event written silently
wrong; 40 were enough there."""

# How long something must last, or be waited for.

AGREE: Final = 2
"""Settled readings that must agree at the table before an event is written (`Options.agree`): one
may show a falling piece."""
PATIENCE: Final = 12
"""Readings that must agree before the table is asked, at the usual pace (`Options.patience`):
people often put things right a moment later."""
DOUBTED: Final = 4
"""How long a doubt must last before the table is asked, in multiples of ``Options.patience``."""
LASTING: Final = 7
"""The same while something rests over the board: longer than people think with a hand in the
air."""
OPENING_LASTS: Final = 25
"""The same in the opening, when all players but one have gone on: that one is thinking."""
OPENING_ENDED: Final = 6
"""The same when the opening was seen to end: its first player may already have acted again, unseen,
and that shows as soon as somebody else acts."""
GONE: Final = 3
"""How long a piece must be gone in a live game before its removal is written, in multiples of
``Options.agree``: it may be in a hand out of view, for up to five readings."""
RESTLESS: Final = 3
"""How long an event must be seen, in multiples of ``Options.agree``, while a spot that shows it
looks otherwise from reading to reading (see ``STEADY``): a hand that is not noticed pushes a piece
past a spot within six readings."""
FIDGET: Final = 2
"""By how many spots the surroundings of a hand may change while it counts as resting: a finger
moves."""
RECENT: Final = 15
"""For how long, in multiples of ``Options.agree``, a spot that looks otherwise counts as having
changed just now; one that has looked so for longer does so because of the light."""
SEEN_EARLY: Final = 2
"""Settled readings from which an event counts as seen before its player's turn: in a single one the
hand may just have left."""
AREA_LONGER: Final = 2
"""How long, in multiples of ``Options.agree``, nothing must explain the board before a note says
so, and how long an explanation must last while a hand rests."""
AREA_MISREAD: Final = 1
"""The most places that may look unexplained while what the others show is believed: where there are
more, the eye sees too little. With none, 24 of 38 events of a pale path-traced table were right,
with one 36. Without a limit 41 events were written of two tables that are mostly in doubt, and none
of them was right."""
DEAL_LASTS: Final = 9
"""How many times the readings that a deal takes it must lie there where a space was never empty, or
where it is in doubt whether tiles lie there. Measured at hard tables, 6,133 turns: without the
latter a game was left behind 35 times, with it 25 times. People there pause in the midst of dealing
for up to 20 readings; a game is left behind after 30."""
CLAIM_LASTS: Final = 3
"""How long a choice of tiles must be seen, in multiples of what is usual, where some space is in
doubt: for three readings a hand at the edge was not noticed, and the tile below it looked gone."""
STILL_SAME: Final = 1
"""Nats by which a space in doubt must look as it surely did before to count as unchanged: few tiles
are taken between two readings (a guess)."""
SEEN_HALF_WAY: Final = 2.0
"""What it costs that a choice of tiles is seen half carried out, or only when the next player has
taken his tiles as well: one in eight is (a guess)."""
SETTLED_COUNTS: Final = 2
"""How many readings of tiles one counts for if no hand moved in it; otherwise it counts for one."""
