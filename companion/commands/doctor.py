"""`dubsar doctor`: whether all is there that a game needs, and what mends the rest."""

import argparse
import os
from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from companion.commands import add_language, given
from companion.language import said
from companion.messages import result

if TYPE_CHECKING:
    from companion.checks.verdict import Check, Context, Grade, Verdict

OK: Final = "ok"
"""The same in every language."""
MARKS: Final = {"careful": said("careful"), "wrong": said("wrong")}
"""What stands before the other lines."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Check all that a game needs, one line each: ok, or what is wrong and what "
        "mends it. The status is 1 where no game could be followed and kept. Close the program "
        "first: while it runs, it keeps camera, display and pins to itself."
    )
    trials = parser.add_mutually_exclusive_group()
    trials.add_argument(
        "--buttons", action="store_true", help="try light, buzzer and each button, one by one"
    )
    trials.add_argument(
        "--camera", action="store_true", help="show how sharp the picture is, until Ctrl-C"
    )
    add_language(parser, default=None)


def run(arguments: argparse.Namespace) -> int:
    """Check all, or try one part; 1 where no game could be followed and kept."""
    from companion.checks.computer import libraries, settings  # noqa: PLC0415 - imports hardware
    from companion.checks.verdict import Grade  # noqa: PLC0415

    context, first = settings(given({"language": arguments.language}), os.environ)
    if arguments.buttons or arguments.camera:
        lacking = [one for one in libraries(context) if one.grade is Grade.WRONG]
        for verdict in lacking:
            _print_verdict(context, verdict)
        if lacking:
            return 1
    if arguments.buttons:
        from companion.checks.equipment import try_panel  # noqa: PLC0415 - imports OpenCV

        return 0 if try_panel(context) else 1
    if arguments.camera:
        from companion.checks.equipment import try_camera  # noqa: PLC0415 - imports OpenCV

        try_camera(context)
        return 0
    grades = [_print_verdict(context, first)]
    grades += _run_checks(context, [libraries])
    if Grade.WRONG not in grades[1:]:  # the other checks need the libraries themselves
        grades += _run_checks(context, _checks())
    return 1 if Grade.WRONG in grades else 0


def _checks() -> "list[Check]":
    from companion.checks import computer, equipment, network  # noqa: PLC0415 - imports OpenCV

    return [
        computer.service,
        computer.permissions,
        computer.disk,
        computer.journal,
        computer.clock,
        network.phones,
        network.broker,
        computer.voice,
        equipment.display,
        equipment.camera,
        equipment.table,
        equipment.panel,
    ]


def _run_checks(context: "Context", checks: "Iterable[Check]") -> "list[Grade]":
    """Make each check whatever becomes of the others."""
    from companion.checks.verdict import Grade, Verdict  # noqa: PLC0415

    grades = []
    for check in checks:
        try:
            grades += [_print_verdict(context, verdict) for verdict in check(context)]
        except Exception as error:  # noqa: BLE001 - what a check meets is what it is there for
            text = context.words.say(
                "{check}: could not be checked ({error})",
                check=check.__name__,
                error=f"{type(error).__name__}: {error}",
            )
            grades.append(_print_verdict(context, Verdict(Grade.WRONG, text)))
    return grades


def _print_verdict(context: "Context", verdict: "Verdict") -> "Grade":
    saying = MARKS.get(verdict.grade)
    mark = context.words.say(saying) if saying else OK
    line = " ".join(verdict.text.split())
    result(f"{mark:10} {line}", flush=True)
    return verdict.grade
