"""An account in words."""

from tools.account import Account
from tools.evaluate import Evaluation, lines


def example() -> Evaluation:
    kept = Account()
    kept.counts.update(frames=2, found=1, clear=400, clear_exact=399, clear_wrong=1)
    kept.confusion.update({("red", "red"): 30, ("red", "unsure"): 1, ("empty", "empty"): 369})
    for right in (True, True, False):
        kept.clear.add(0.9995, right=right)
    kept.troubles.update(dark=2, blurred=1)
    kept.mistakes.append("1.png: a1 red, truth empty")
    return Evaluation(kept, teaching_s=1.5, frame_ms=12.34, peak_mb=200.4)


def test_shares_are_told_with_what_they_are_of() -> None:
    told = [" ".join(line.split()) for line in lines(example())]
    assert "board found 50.00 % of 2" in told
    assert "location and colour 99.75 % of 400" in told
    assert "ranking slots none" in told
    assert "wrong 1" in told
    assert "frames with trouble blurred 1, dark 2" in told
    assert "one thread: 12.3 ms a frame; taught in 1.50 s; peak of the process 200 MB" in told


def test_the_confusion_has_a_row_for_each_truth_and_a_column_for_each_claim() -> None:
    told = [line.split() for line in lines(example())]
    assert ["empty", "red", "unsure"] in told
    assert ["empty", "369", ".", "."] in told
    assert ["red", ".", "30", "1"] in told


def test_what_was_claimed_surely_is_told_with_the_share_that_was_right() -> None:
    told = [" ".join(line.split()) for line in lines(example())]
    assert "0.999 to 0.9999 3 mean 0.99950 right 66.667 %" in told
    assert "claimed at 0.99 or more: 3, right 66.667 %" in told
