"""``qsr solve --compare-domains``: RoomSpace's rooms, answered on several grids and in every mode."""

from __future__ import annotations

import argparse
from typing import Any

from qsr.cli.output import complain, print_json, say, table
from qsr.errors import DatasetError, ParseError
from qsr.inputs import input_bytes
from qsr.story import Question, Story
from qsr.theories.protocol import Limits
from qsr.theories.room import text as roomspace
from qsr.theories.room.domains import compare_domains

__all__ = ["compare"]


def compare(chosen: argparse.Namespace) -> int:
    """Answer each question of each room in the published grids and in the continuous room; return the exit code.

    A room is RoomSpace's text; lines that begin with ``?`` ask. How many classes of distance there are may have to be said,
    because "short" and "far" mean other distances among three classes than among two.
    """
    codes, results = {0}, []
    for file in chosen.stories:
        try:
            story = _read(file, chosen)
        except (ParseError, DatasetError) as error:
            complain(str(error))
            results.append({"file": file, "error": {"message": str(error)}})
            codes.add(3)
            continue
        questions = [_compared(story, question, chosen) for question in story.questions]
        results.append({"file": file, "questions": questions})
        codes.update(4 for found in questions if found["undecided"])
        if not chosen.json:
            _show(questions)
    if chosen.json:
        print_json({"stories": results})
    return next(code for code in (3, 4, 0) if code in codes)


def _read(file: str, chosen: argparse.Namespace) -> Story:
    name = "<stdin>" if file == "-" else file
    try:
        text = input_bytes(file).decode("utf-8-sig")
    except OSError as error:
        raise DatasetError(f"{name}: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        raise DatasetError(f"{name}: not UTF-8 text") from error
    lines = [line.strip() for line in text.splitlines()]
    description = "\n".join(line for line in lines if not line.startswith(("?", "#")))
    story = roomspace.read(description, distances=chosen.compare_domains or None, file=name)
    for question in (*(line.lstrip("? ") for line in lines if line.startswith("?")), *chosen.question):
        story = roomspace.ask(story, question)
    if not story.questions:
        raise DatasetError(f"{name}: no question to compare the answers of; a line that begins with ? asks")
    return story


def _compared(story: Story, question: Question, chosen: argparse.Namespace) -> dict[str, Any]:
    found = compare_domains(story, question, limits=Limits(seconds=chosen.timeout))
    order = roomspace.DIRECTIONS if question.form == "relation" else ("yes", "no")
    return {
        "question": question.text,
        "domains": [
            {
                "mode": domain.mode,
                "grid": "x".join(map(str, domain.sides)),
                "status": answer.status,
                "possible": [name for name in order if name in answer.possible],
                "reason": answer.reason,
            }
            for domain, answer in found.answers
        ],
        "agree": found.agree,
        "contested": [name for name in order if name in found.contested],
        "undecided": [str(domain) for domain in found.undecided],
    }


def _show(questions: list[dict[str, Any]]) -> None:
    for found in questions:
        say(found["question"])
        rows = [("mode", "grid", "status", "possible")]
        rows += [
            (entry["mode"], entry["grid"], entry["status"].replace("_", " "), ", ".join(entry["possible"]) or "-")
            for entry in found["domains"]
        ]
        say(table(rows))
        if any(entry["status"] == "not_covered" for entry in found["domains"]):
            say(found["domains"][0]["reason"])
        else:
            say("all agree" if found["agree"] else f"contested: {', '.join(found['contested']) or 'the status alone'}")
