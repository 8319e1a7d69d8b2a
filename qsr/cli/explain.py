"""``qsr explain``: how an answer follows, step by step, each step checked by a second solver."""

from __future__ import annotations

import argparse
from dataclasses import asdict
from typing import Any

from qsr import explain
from qsr.cli import common
from qsr.cli.output import print_json, say
from qsr.cli.solve import read_story
from qsr.cli.solve_text import comparison_lines
from qsr.errors import LimitReached, UnsupportedQuestion
from qsr.stories import form_of
from qsr.story import Question, Story
from qsr.summary.reasons import add_comparison
from qsr.summary.story import unread
from qsr.theories.protocol import Limits

__all__ = ["add"]

_ARROW = " -> "


def add(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.add_argument("story", metavar="STORY", help="a story file; - reads standard input")
    parser.add_argument(
        "--question", action="append", default=[], metavar="Q", help="a further question; may be given several times"
    )
    parser.add_argument(
        "--property-set",
        choices=explain.PROPERTY_SETS,
        help="what relations mean: PS1 SpaRTUN's rules, PS2 points one unit apart, PS3 points, PS4 extended objects"
        " (default: what the story's settings and labels fit, PS2 where all do)",
    )
    parser.add_argument(
        "--compare",
        action="store_true",
        help="show the labels that SpaRTUN's rules give and the relations do not entail, and vice versa",
    )
    parser.add_argument("--timeout", type=common.seconds, metavar="S", help="seconds per check against the theory `sound`")
    parser.add_argument("--lenient", action="store_true", help="skip sentences that are not understood, and say which")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.set_defaults(run=_run)


def _run(chosen: argparse.Namespace) -> int:
    story = read_story(chosen.story, chosen)
    if not story.questions:
        raise UnsupportedQuestion("the story asks nothing: give a question with --question")
    property_set = chosen.property_set or explain.property_set_of(story)
    limits = Limits(seconds=chosen.timeout)
    results = [_explained(story, question, property_set, limits) for question in story.questions]
    if chosen.compare:
        for question, result in zip(story.questions, results, strict=True):
            add_comparison(story, question, limits, result)
    if chosen.json:
        print_json({"file": story.file, "property_set": property_set, "unread": unread(story), "questions": results})
    else:
        _show(property_set, unread(story), results)
    statuses = {result["status"] for result in results}
    return (
        4 if "unknown" in statuses or any("undecided" in result for result in results) else 1 if "unverified" in statuses else 0
    )


def _explained(story: Story, question: Question, property_set: str, limits: Limits) -> dict[str, Any]:
    """Return a derivation and its checks as plain data."""
    result: dict[str, Any] = {"question": " ".join(question.text.split())}
    try:
        if story.untold:
            # Refuses where a sentence that was skipped may turn round what the others say.
            form_of(story).part(story)
        derivation = explain.derive(story, question, property_set)
    except UnsupportedQuestion as refusal:
        return {**result, "status": "not_covered", "reason": str(refusal)}
    if derivation is None:
        head, tail = (story.entities[entity] for entity in question.args)
        return {**result, "status": "no_path", "reason": f"the text does not connect {head} and {tail}"}
    wrong = explain.verify(story, derivation)
    *lines, closing = explain.sentences(story, derivation)
    result.update(
        status="unverified" if wrong else "verified",
        path=[story.entities[entity] for entity in derivation.path],
        links=[
            {"head": story.entities[head], "tail": story.entities[tail], "labels": list(labels)}
            for head, tail, labels in derivation.links
        ],
        steps=[
            {
                **asdict(step),
                "head": story.entities[step.head],
                "tail": story.entities[step.tail],
                "sentence": line,
                "verified": step.number not in wrong,
            }
            for step, line in zip(derivation.steps, lines, strict=True)
        ],
        answer=list(explain.spoken(derivation.labels)),
        closing=closing,
        closing_verified=0 not in wrong,
    )
    result["not_entailed"] = []
    try:
        result["not_entailed"] += explain.unsound(story, derivation, limits=limits)
    except LimitReached as limit:
        result["undecided"] = str(limit)
    return result


def _show(property_set: str, skipped: list[dict[str, str]], results: list[dict[str, Any]]) -> None:
    for piece in skipped:
        say(f"skipped: {piece['text']}  ({piece['reason']})\n")
    for place, result in enumerate(results):
        if place:
            say()
        say(result["question"])
        if "steps" in result:
            _show_steps(property_set, result)
        else:
            say(f"  {result['reason']}")
        for line in comparison_lines(result):
            say(line)


def _show_steps(property_set: str, result: dict[str, Any]) -> None:
    say(f"  {property_set}  {_ARROW.join(result['path'])}")
    for link in result["links"]:
        say(f"    {link['head']}{_ARROW}{link['tail']}: {', '.join(link['labels'])}")
    for step in result["steps"]:
        mark = "" if step["verified"] else "  [does not check out]"
        doubt = "  [SpaRTUN's rule; the relations do not entail it]" if step["number"] in result["not_entailed"] else ""
        say(f"  {step['sentence']}{mark}{doubt}")
    say(f"  {result['closing']}{'' if result['closing_verified'] else '  [does not check out]'}")
    if result["status"] == "verified":
        say("  every step checked by a second solver")
    if "undecided" in result:
        say(f"  not decided: {result['undecided']}")
