"""Where the size of the grid, or the mode, changes an answer; ``qsr solve --compare-domains`` shows it of RoomSpace's rooms."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from typing import Any, Final

from qsr.errors import DatasetError
from qsr.pages import Block, Paragraph, Table
from qsr.story import Answer, Question, Story
from qsr.theories.protocol import Limits
from qsr.theories.room import text as roomspace
from qsr.theories.room.domain import Domain, domain_of
from qsr.theories.room.theory import Room

__all__ = ["DOMAINS", "Domains", "in_domains"]

#: The published grids, and the continuous room.
DOMAINS: Final[tuple[tuple[str, str], ...]] = (
    ("code", "9x9"),
    ("code", "12x12"),
    ("paper", "9x9"),
    ("paper", "12x12"),
    ("real", "9x9"),
)


def in_domains(
    story: Story, question: Question, domains: Sequence[tuple[str, str]] = DOMAINS, limits: Limits | None = None
) -> list[tuple[Domain, Answer]]:
    """Answer a question in several rooms, each a mode and a grid, whatever the story's own settings say.

    >>> from qsr.story import Statement
    >>> story = Story(("a", "b", "c"), (Statement(0, "E", (0, 1)), Statement(1, "E", (1, 2)), Statement(2, "CL2", (0, 2))))
    >>> found = in_domains(story, Question(0, "relation", (0, 2)), [("paper", "3x3"), ("paper", "4x4")])
    >>> [answer.status for _, answer in found]
    ['inconsistent', 'determined']
    """
    found = []
    for mode, grid in domains:
        settings = {"mode": mode, "grid": grid}
        with closing(Room(settings).open(limits=limits)) as session:
            found.append((domain_of(settings), session.answer(story, question)))
    return found


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
        """Return the answer in each domain, whether all have the same, and which candidates are possible in some alone.

        `undecided` are the domains in which a limit left a candidate open; with one of these they do not agree.
        """
        found = in_domains(story, question, limits=limits)
        answers = [answer for _, answer in found]
        order = roomspace.DIRECTIONS if question.form == "relation" else ("yes", "no")
        undecided = [str(domain) for domain, answer in found if answer.status == "unknown"]
        covered = [answer for answer in answers if answer.status != "not_covered"]
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
                for domain, answer in found
            ],
            "agree": len({(answer.status, answer.possible) for answer in answers}) == 1 and not undecided,
            "contested": [
                name
                for name in order
                if any(name in answer.possible for answer in answers)
                and any(name not in answer.possible | answer.undecided for answer in covered)
            ],
            "undecided": undecided,
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
