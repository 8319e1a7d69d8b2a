"""The row of a room: facts, both stories, both questions, and the consistent relations, all computed from the text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from qsr.datasets.roomspace.generator.facts import Fact, described, relation, tightness
from qsr.datasets.roomspace.generator.scenes import Scene, places_of
from qsr.errors import ParseError
from qsr.generate.frame import canary
from qsr.generate.protocol import GenerationError, Line
from qsr.logic import Relation
from qsr.story import Question, Statement, Story
from qsr.theories.room.text import DIRECTIONS, VIEWS, answer_word, ask, ask_text, read, write

__all__ = ["CANARY", "GRID_MODES", "Draft", "draft", "line", "question_again", "read_again", "status_of", "story_of", "texts"]

CANARY: Final = canary("0c9e6a57-31d8-4f0f-8f3e-b4f2a7d5c860")
#: The modes that every row has answers for, with the field that holds them.
GRID_MODES: Final = {"code": "consistent", "paper": "consistent_paper_semantics"}


@dataclass(frozen=True, slots=True)
class Draft:
    """A room that is described: its facts, how many pairs were asked for, and which fact was altered, if one was."""

    scene: Scene
    setting: str
    mode: str
    requested: int
    facts: tuple[Fact, ...]
    altered: int | None = None

    @property
    def grid(self) -> str:
        """The sides as the theory's setting has them."""
        return "x".join(map(str, self.scene.sides))


def draft(scene: Scene, setting: str, mode: str, requested: int) -> Draft:
    """Return a room with the facts that a setting says of it."""
    return Draft(scene, setting, mode, requested, described(scene, setting, mode, requested))


def story_of(of: Draft) -> Story:
    """Return the facts as a story that asks for the relation of the first object to the last."""
    statements = tuple(Statement(at, Relation.of(code), args) for at, (code, args) in enumerate(of.facts))
    question = Question(0, "relation", (0, len(of.scene.names) - 1), DIRECTIONS)
    return Story(of.scene.names, statements, (question,), settings=(("grid", of.grid),))


def status_of(possible: Sequence[str] | frozenset[str]) -> str:
    """Return the published name for how many relations are consistent."""
    return "no" if not possible else "single" if len(possible) == 1 else "multiple"


def read_again(found: Line, view: str) -> Story:
    """Return the story that a row's text reads as; raise GenerationError where it cannot be read."""
    distances = next((count for count in (2, 3) if f"D{count}" in found["setting"].split("+")), None)
    grid = "x".join(map(str, found["grid"]))
    try:
        return read(found[f"story_{view}"], distances=distances, settings=(("grid", grid),))
    except ParseError as error:
        raise GenerationError(f"{found['id']}: the text cannot be read again: {error}") from error


def question_again(found: Line, story: Story, question: str) -> Story:
    """Return a story that was read, with the question of a field of the row; raise GenerationError where it cannot be read."""
    try:
        return ask(story, found[question])
    except ParseError as error:
        raise GenerationError(f"{found['id']}: the question cannot be read again: {error}") from error


def texts(of: Draft, random: Random, possible: frozenset[str]) -> tuple[dict[str, str], str]:
    """Return the stories and questions by field, and the relation of the yes/no question: a possible one half of the time."""
    story = story_of(of)
    wanted = [code for code in DIRECTIONS if code in possible] if random.random() < 0.5 else []
    asked = random.choice(wanted or [code for code in DIRECTIONS if code not in possible] or list(DIRECTIONS))
    yes_no = Question(0, "yes_no", story.questions[0].args, (asked,))
    found = {f"story_{view}": write(story, view, room=of.scene.kind) for view in VIEWS}
    found["question_fr"] = ask_text(story, story.questions[0])
    found["question_yn"] = ask_text(story, yes_no)
    found["question_yn_north_raw"] = ask_text(story, yes_no, "north")
    return found, asked


def line(
    of: Draft, identity: str, said: Mapping[str, str], asked: str, found: Mapping[str, frozenset[str]], views: Sequence[str]
) -> Line:
    """Return the row; `found` has the consistent relations by mode, the draft's mode and both grid modes among them."""
    scene, facts = of.scene, of.facts
    ordered = {mode: [code for code in DIRECTIONS if code in relations] for mode, relations in found.items()}
    names = scene.names
    stated = [[names[args[0]], code, names[args[1]] if len(args) == 2 else "room"] for code, args in facts]
    tight = tightness(facts, of.mode, scene.sides)
    truth = relation(scene, 0, len(names) - 1)
    row: Line = {
        "id": identity,
        "n": len(names),
        "m_requested": of.requested,
        "m_effective": len({args for _, args in facts if len(args) == 2}),
        "d": scene.sides[0] * scene.sides[1],
        "p": None if tight is None else round(float(tight), 6),
        "grid": list(scene.sides),
        "setting": of.setting,
        "mode": of.mode,
        **{field: text for field, text in said.items() if _in(field, views)},
        "yn_relation": answer_word(asked, "topdown"),
        "facts": [*([name, "INR", "room"] for name in names), *stated],
        "query": [names[0], names[-1]],
        "true_relation": truth,
        "status": status_of(ordered[of.mode]),
        "possible": ordered[of.mode],
        **{field: ordered[mode] for mode, field in GRID_MODES.items()},
        **{f"answer_fr_{view}": [answer_word(code, view) for code in ordered["code"]] for view in views},
        "answer_yn": "Yes" if asked in found["code"] else "No",
        "truth_in_consistent": truth in found[of.mode],
        "decided": True,
        "layout": places_of(scene),
        "altered": None if of.altered is None else stated[of.altered],
        "source": scene.source,
        "canary": CANARY,
    }
    return row


def _in(field: str, views: Sequence[str]) -> bool:
    """Tell whether a field belongs to one of the views: names of fields end in the view, top-down questions name none."""
    if field == "question_fr":
        return True
    view = "north" if "north" in field else "topdown"
    return view in views
