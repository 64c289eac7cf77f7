"""What is kept of a look as the evidence for an event."""

from companion.archive.evidence_pictures import evidence_pictures, places_in_cropped
from companion.archive.game_zip import Evidence, Moment
from companion.session.look import Look
from companion.sighting import sighting
from engine.board import Board


def evidence_of(moment: Moment, look: Look, board: Board) -> Evidence:
    """Give what was read of the board and, if it was in view, pictures of it."""
    text = sighting(look.reading, board, look.name)
    if look.picture is None or not len(look.outline):
        return Evidence(moment, None, None, text)
    try:
        cropped, whole = evidence_pictures(look.picture, look.outline)
        text["places"] = places_in_cropped(look.picture, look.outline, look.places)
    except ValueError:  # the board went out of view
        return Evidence(moment, None, None, text)
    return Evidence(moment, cropped, whole, text)
