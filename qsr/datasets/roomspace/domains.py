"""``qsr solve --compare-domains``: RoomSpace's rooms, answered on several grids and in every mode."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from qsr.errors import DatasetError
from qsr.pages import Block, Paragraph, Table
from qsr.story import Question, Story
from qsr.theories.protocol import Limits
from qsr.theories.room import text as roomspace
from qsr.theories.room.domains import compare_domains

__all__ = ["Domains"]


class Domains:
    """Each question of a room, answered in the published grids and in the continuous room.

    A room is RoomSpace's text; lines that begin with ``?`` ask. How many classes of distance there are may have to be said,
    because "short" and "far" mean other distances among three classes than among two.
    """

    option: Mapping[str, Any] = {
        "type": int,
        "choices": (2, 3),
        "nargs": "?",
        "const": 0,
        "metavar": "CLASSES",
        "help": "read RoomSpace's rooms, and show where the grid's size or the mode changes an answer; 2 or 3 says how many "
        "classes of distance there are, where the text does not",
    }

    def read(self, name: str, text: str, questions: Sequence[str], chosen: Any) -> Story:
        """Read a room with its questions; `chosen` is the number of classes of distance, 0 for that of the text."""
        lines = [line.strip() for line in text.splitlines()]
        description = "\n".join(line for line in lines if not line.startswith(("?", "#")))
        story = roomspace.read(description, distances=chosen or None, file=name)
        for question in (*(line.lstrip("? ") for line in lines if line.startswith("?")), *questions):
            story = roomspace.ask(story, question)
        if not story.questions:
            raise DatasetError(f"{name}: no question to compare the answers of; a line that begins with ? asks")
        return story

    def seen(self, story: Story, question: Question, limits: Limits) -> dict[str, Any]:
        """Return the answer in each domain, whether all agree, and on which candidates they do not."""
        found = compare_domains(story, question, limits=limits)
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

    def shown(self, seen: Mapping[str, Any]) -> Iterator[Block]:
        """Yield a table with a line for each domain, and what they differ in."""
        yield Paragraph(seen["question"])
        rows = [
            (entry["mode"], entry["grid"], entry["status"].replace("_", " "), ", ".join(entry["possible"]) or "-")
            for entry in seen["domains"]
        ]
        yield Table("", ("mode", "grid", "status", "possible"), tuple(rows), numeric=False)
        if any(entry["status"] == "not_covered" for entry in seen["domains"]):
            yield Paragraph(seen["domains"][0]["reason"])
        else:
            yield Paragraph("all agree" if seen["agree"] else f"contested: {', '.join(seen['contested']) or 'the status alone'}")
