"""What `make bench` says of phones and of a hall."""

import re

import pytest

from tools import bench_hall, bench_web

pytestmark = pytest.mark.long


def test_a_hall_is_measured_beside_a_bare_broker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench_hall, "TABLES", 5)
    monkeypatch.setattr(bench_hall, "EVENTS", 4)
    found = re.match(
        r"hall: ([\d,]+) events/s .*bare broker: ([\d,]+) events/s", bench_hall.bench_hall()
    )
    assert found
    assert all(int(one.replace(",", "")) > 0 for one in found.groups())


def test_a_table_is_measured_with_phones_and_without(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench_web, "PHONES", 3)
    monkeypatch.setattr(bench_web, "GAMES", 1)
    told = bench_web.bench_web()
    assert told.count("web: ") == 3
    (count,) = re.findall(r"at most \d+ ms of (\d+)", told)
    assert int(count) == 3 * bench_web.TURNS
