"""``qsr repair``: what contradicts what in a story, and the least that would mend it."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from qsr import api, repair
from qsr.cli import common
from qsr.cli.output import complain, print_json, say
from qsr.cli.settings import Preferred
from qsr.cli.solve import STORY_HELP, read_story
from qsr.errors import DatasetError, LimitReached, ParseError, UnsupportedQuestion
from qsr.outputs import UNMARKED, save
from qsr.repair import words
from qsr.story import Story
from qsr.summary.repairs import diagnosed
from qsr.summary.story import unread
from qsr.theories.protocol import Limits
from qsr.wording import counted, led

__all__ = ["add"]


def add(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.add_argument("stories", nargs="+", metavar="STORY", help=STORY_HELP)
    common.add_theory(parser, "the story's own, else the one that its words choose")
    ways = parser.add_mutually_exclusive_group()
    ways.add_argument("--change", action="store_const", dest="ways", const=("change",), help="only change statements, drop none")
    ways.add_argument("--drop", action="store_const", dest="ways", const=("drop",), help="only drop statements, change none")
    parser.add_argument(
        "--limit", type=common.positive, default=repair.MOST, metavar="N", help=f"show N repairs (default: {repair.MOST})"
    )
    parser.add_argument("--write", type=Path, metavar="FILE", help="save the text of the one story with its best repair")
    common.add_force(parser)
    parser.add_argument("--lenient", action="store_true", help="skip sentences that are not understood, and say which")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.set_defaults(run=_run, question=[], ways=repair.WAYS, usage_error=parser.error)


def _run(chosen: argparse.Namespace) -> int:
    if chosen.write is not None and (len(chosen.stories) > 1 or chosen.stories == ["-"]):
        chosen.usage_error("--write saves one story, which was read from a file")
    with common.claim(chosen, [(chosen.write, UNMARKED)], chosen.stories):
        return _diagnosed(chosen)


def _diagnosed(chosen: argparse.Namespace) -> int:
    codes = {0}
    results: list[dict[str, Any]] = []
    for file in chosen.stories:
        try:
            story = read_story(file, chosen)
        except (ParseError, DatasetError) as error:
            complain(str(error))
            results.append({"file": file, "status": "unreadable", "reason": str(error)})
            codes.add(3)
            continue
        result, code = _repaired(story, chosen)
        codes.add(code)
        results.append(result)
        if not chosen.json:
            _show(result, title=file if len(chosen.stories) > 1 else "")
    if chosen.json:
        print_json({"stories": results})
    # As in `qsr solve`: what is not known outweighs what is.
    return next(code for code in (3, 4, 2, 1, 0) if code in codes)


def _repaired(story: Story, chosen: argparse.Namespace) -> tuple[dict[str, Any], int]:
    """Return the diagnosis of one story as plain data, and its exit code."""
    own = isinstance(chosen.theory, Preferred) and "theory" in dict(story.settings)
    theory = api.theory_of(story, None if own else chosen.theory)
    result: dict[str, Any] = {"file": story.file, "theory": theory.name, "statements": len(story.statements)}
    result["unread"] = unread(story)
    limits = Limits(seconds=chosen.timeout)
    try:
        found = repair.diagnose(story, theory, backend=chosen.backend, limits=limits, ways=chosen.ways, most=chosen.limit)
    except UnsupportedQuestion as refusal:
        return {**result, "status": "not_covered", "reason": str(refusal)}, 2
    except LimitReached as limit:
        return {**result, "status": "unknown", "reason": str(limit)}, 4
    if found.consistent:
        return {**result, "status": "consistent"}, 0
    result.update(status="inconsistent", **diagnosed(theory, story, found))
    if chosen.write is not None:
        result["written"] = _write(story, found, chosen)
    return result, 4 if found.cut else 1


def _write(story: Story, found: repair.Diagnosis, chosen: argparse.Namespace) -> int | None:
    """Save the story with the best repair that can be put into words; return its number, None where there is none."""
    (file,) = chosen.stories
    text = Path(file).read_bytes().decode("utf-8-sig")
    for number, one in enumerate(found.repairs, 1):
        new = words.rewritten(story, one, text)
        if new is not None:
            save(chosen.write, new)
            if number > 1:
                complain(f"{file}: the repairs before number {number} were not put into words; that one was saved")
            return number
    complain(f"{file}: nothing was saved: no repair could be put into words")
    return None


# ---------------------------------------------------------------- for the terminal


def _show(result: dict[str, Any], title: str) -> None:
    if title:
        say(f"{title}:")
    for piece in result["unread"]:
        say(f"skipped: {piece['text']}  ({piece['reason']})")
    if result["status"] != "inconsistent":
        say(
            {"consistent": "consistent: there is nothing to mend"}.get(
                result["status"], led(result["status"].replace("_", " "), str(result.get("reason")))
            )
        )
        return
    conflicts = result["conflicts"]
    say(f"inconsistent: {counted(len(conflicts), 'minimal conflict')}")
    for number, conflict in enumerate(conflicts, 1):
        for place, said in enumerate(conflict):
            lead = f"{number:3}. " if place == 0 else " " * 5
            say(f"{lead}line {said['line']}: {said['text']}")
    if not result["repairs"]:
        say("no repair was found")
    else:
        say("repairs, the best first")
    for number, changes in enumerate(result["repairs"], 1):
        for place, change in enumerate(changes):
            say((f"{number:3}. " if place == 0 else " " * 5) + _line(change, first=place == 0))
    if result["more"]:
        say(f"more: {result['more']}")


def _line(change: dict[str, Any], *, first: bool) -> str:
    where = f"line {change['line']} says: {change['text']}"
    if "instead" not in change:
        return f"{'Leave' if first else 'and leave'} out: {change['text']}  (line {change['line']})"
    ask = "Did you mean" if first else "and did you mean"
    return f"{ask}: {change['instead']}  ({where})"
