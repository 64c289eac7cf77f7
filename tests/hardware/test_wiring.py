"""The wiring table: which part hangs on which pin of a Raspberry Pi."""

from dataclasses import asdict

from hardware.wiring import GROUNDS, HEADER, SHARED, Pins, Wire, wires


def test_the_header_is_that_of_a_raspberry_pi() -> None:
    assert sorted(HEADER) == list(range(2, 28))
    assert GROUNDS == (6, 9, 14, 20, 25, 30, 34, 39)
    powered = {1, 2, 4, 17}
    asked_at_boot = {27, 28}
    assert sorted([*HEADER.values(), *GROUNDS, *powered, *asked_at_boot]) == list(range(1, 41))
    assert {HEADER[2], HEADER[14], HEADER[17], HEADER[21]} == {3, 8, 11, 40}


def test_the_defaults_leave_pins_with_a_second_office_alone() -> None:
    chosen = asdict(Pins()).values()
    assert len(set(chosen)) == len(chosen)
    assert set(chosen) <= set(HEADER) - set(SHARED)


def test_what_could_shine_or_sound_is_pulled_down_while_a_pi_boots() -> None:
    # The Pi pulls GPIO 0 to 8 up and the others down until a program says otherwise.
    pins = Pins()
    assert all(pin is not None and pin > 8 for pin in (pins.red, pins.green, pins.blue))
    assert pins.buzzer is not None
    assert pins.buzzer > 8


def test_each_part_has_one_wire_with_a_ground_beside_it() -> None:
    table = list(wires(Pins()))
    assert [wire.part for wire in table] == list(asdict(Pins()))
    assert table[0] == Wire("score", 24, 18, 20)
    assert all(abs(wire.header_pin - wire.ground_pin) <= 6 for wire in table)


def test_the_legs_of_the_light_share_a_ground() -> None:
    grounds = {wire.part: wire.ground_pin for wire in wires(Pins())}
    assert grounds["red"] == grounds["green"] == grounds["blue"] == 9


def test_what_is_not_built_in_has_no_wire() -> None:
    assert "buzzer" not in [wire.part for wire in wires(Pins(buzzer=None))]
