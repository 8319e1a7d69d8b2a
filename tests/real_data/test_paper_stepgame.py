"""StepGame's validation splits under the compat theories, against figures counted by an independent implementation.

Sentences are looked up among the release's templates, so that these tests hold whatever the English reader does.
"""

from __future__ import annotations

import csv
import json
import re
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from qsr.story import Question, Statement, Story
from qsr.theories.paths.paper import PaperPS2, PaperPS3, PaperPS4

DATA = Path(__file__).resolve().parents[3] / "shared" / "data" / "stepgame"
pytestmark = pytest.mark.skipif(not DATA.is_dir(), reason="shared/data/stepgame is not beside the checkout")

COMPOUND = {
    f"{vertical}-{side}": f"{name}+{side}"
    for vertical, name in (("upper", "above"), ("lower", "below"))
    for side in ("left", "right")
}
RELATIONS = {"left": "left", "right": "right", "above": "above", "below": "below", **COMPOUND}
LABELS = {frozenset(relation.split("+")): label for label, relation in {**RELATIONS, "overlap": "overlapping"}.items()}
#: Items of 1,000 whose label is the literal answer, k = 1..10.
CORRECT = {
    "clean": (959, 954, 936, 918, 909, 903, 884, 886, 874, 893),
    "noise": (959, 954, 936, 918, 914, 906, 894, 896, 879, 897),
}
UNCONNECTED = {"clean": 101, "noise": 63}
INCONSISTENT = {"clean": 0, "noise": 1621}
#: Percentage of empty answers among connected items at k = 2, 5, 10.
EMPTY = {
    ("PS3", "clean"): (3.7, 22.2, 42.7),
    ("PS3", "noise"): (3.7, 21.9, 40.9),
    ("PS4", "clean"): (14.8, 44.2, 65.1),
    ("PS4", "noise"): (14.8, 44.3, 64.6),
}


@cache
def templates() -> dict[str, list[tuple[re.Pattern[str], str]]]:
    """Masked sentence -> the patterns that fit it, each with the relation of X to Y."""
    found: dict[str, list[tuple[re.Pattern[str], str]]] = {}
    with (DATA / "templates.tsv").open(encoding="utf-8") as file:
        for row in csv.DictReader(file, delimiter="\t"):
            template = row["template_X_first_mention"]
            seen: set[str] = set()
            pattern = ""
            for piece in re.split(r"(\{[XY]\})", template):
                name = piece[1:2]
                if piece not in ("{X}", "{Y}"):
                    pattern += re.escape(piece)
                elif name in seen:
                    pattern += f"(?P={name})"
                else:
                    pattern += f"(?P<{name}>[A-Z])"
                    seen.add(name)
            key = masked(template.replace("{X}", "X").replace("{Y}", "Y"))
            # The two templates that lost an object relate X to itself; whatever they say asserts nothing.
            relation = RELATIONS.get(row["literal_relation_X_to_Y"], "above+left")
            found.setdefault(key, []).append((re.compile(pattern), relation))
    return found


def masked(sentence: str) -> str:
    return re.sub(r"\b[A-Z]\b", "_", sentence)


def read(row: dict[str, object]) -> tuple[Story, Question, str]:
    entities: dict[str, int] = {}
    statements = []
    for number, sentence in enumerate(row["story"]):  # type: ignore[arg-type, var-annotated]
        match, relation = next(
            (match, relation) for pattern, relation in templates()[masked(sentence)] if (match := pattern.fullmatch(sentence))
        )
        head, tail = match["X"], match.groupdict().get("Y") or match["X"]
        args = (entities.setdefault(head, len(entities)), entities.setdefault(tail, len(entities)))
        statements.append(Statement(number, relation, args))
    asked = re.search(r"agent (\w) to the agent (\w)\?", str(row["question"]))
    assert asked is not None
    question = Question(
        0, "relation", (entities.setdefault(asked[1], len(entities)), entities.setdefault(asked[2], len(entities)))
    )
    return Story(tuple(entities), tuple(statements), (question,)), question, str(row["label"])


@pytest.mark.parametrize("kind", ["clean", "noise"])
def test_stepgame_valid(kind: str) -> None:
    sessions = {theory.name[-3:].upper(): theory({}).open() for theory in (PaperPS2, PaperPS3, PaperPS4)}
    correct, unconnected, inconsistent = [], 0, 0
    shares: dict[str, dict[int, float]] = {"PS3": {}, "PS4": {}}
    for k in range(1, 11):
        tally: Counter[str] = Counter()
        for row in json.loads((DATA / "json" / kind / f"qa{k}_valid.json").read_text(encoding="utf-8")).values():
            story, question, label = read(row)
            ps2, ps3, ps4 = (session.answer(story, question) for session in sessions.values())
            assert isinstance(ps2.value, frozenset)
            assert isinstance(ps3.value, frozenset)
            assert isinstance(ps4.value, frozenset)
            assert ps4.value <= ps3.value <= ps2.value
            tally["correct"] += bool(ps2.value) and LABELS[ps2.value] == label
            inconsistent += ps2.status == "inconsistent"
            if ps3.status == "ambiguous":
                unconnected += 1
                continue
            tally.update({"connected": 1, "PS3": not ps3.value, "PS4": not ps4.value})
        correct.append(tally["correct"])
        for name, share in shares.items():
            share[k] = 100 * tally[name] / tally["connected"]
    assert correct == pytest.approx(CORRECT[kind], abs=2)
    assert (unconnected, inconsistent) == (UNCONNECTED[kind], INCONSISTENT[kind])
    for name, share in shares.items():
        assert [share[k] for k in (2, 5, 10)] == pytest.approx(EMPTY[name, kind], abs=0.5)
