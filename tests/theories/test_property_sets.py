"""The exact theory against an enumerator, on seeded random stories for each property set, for mixtures and for topology.

QSR_STORIES says how many stories per set (40 by default).
"""

from __future__ import annotations

import os
import random
from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest

import brute_force_property_sets as brute
from qsr.relations import DIRECTIONS, OVERLAPPING, RCC8, join
from qsr.story import Question, Statement, Story
from qsr.theories import Session, Theory, get

STORIES = int(os.environ.get("QSR_STORIES", "40"))
SETS = [
    {"objects": objects, "relations": relations, "quantities": quantities}
    for objects, relations, quantities in product(
        ("points", "extended"), ("incomplete", "complete"), ("unspecified", "specified")
    )
]
BACKENDS = ("auto", "closure", "clingo", "z3")
HALVES = [Fraction(k, 2) for k in (1, 2, 3, 4)]


def name_of(settings):
    return "-".join(settings.values())


def statement(number, relation, head, tail, **properties):
    return Statement(number, relation, (head, tail), properties=tuple(sorted(properties.items())))


def story_of(*triples, entities=None, **settings):
    """Statements given as (head, relation, tail) or (head, relation, tail, properties) over letters."""
    names = sorted({name for triple in triples for name in (triple[0], triple[2])} | set(entities or ""))
    statements = [
        statement(n, relation, names.index(head), names.index(tail), **(rest[0] if rest else {}))
        for n, (head, relation, tail, *rest) in enumerate(triples)
    ]
    return Story(tuple(names), tuple(statements), settings=tuple(settings.items()))


TOPOLOGY = [*(name for name in RCC8 if name != OVERLAPPING), "touching"]


class Stories:
    """Random stories; one in two is planted: its statements are true of hidden places, and so of the story as a whole.

    `mixed`: the other properties vary from statement to statement. `kinds`: so does who is a point, and topology is used.
    """

    def __init__(self, seed: str, settings: dict[str, str], mixed: bool = False, kinds: bool = False) -> None:
        self.random = random.Random(seed)
        self.settings, self.mixed, self.kinds = settings, mixed, kinds

    def relation(self, axes: int) -> str:
        if self.kinds and self.random.random() < 0.35:
            return self.random.choice([*TOPOLOGY, "inside", "outside"])
        if self.random.random() < 0.12:
            return OVERLAPPING
        chosen = self.random.sample(range(axes), self.random.choice([1, 1, 1, 2] if axes == 2 else [1, 1, 2, 3]))
        return join(self.random.choice([name for name, (a, _) in DIRECTIONS.items() if a == axis]) for axis in chosen)

    def properties(self, relation: str, distances: list[Fraction], negated: float, distant: float) -> dict:
        found = {}
        if self.random.random() < negated:
            found["negated"] = True
        names = relation.split("+")
        if names[0] in DIRECTIONS and self.random.random() < distant:
            found["distance"] = tuple(self.random.choice([*distances, None]) for _ in names)
        if relation in ("inside", "contains") and self.random.random() < distant:
            sides = sorted(self.random.sample(["left", "right", "above", "below"], self.random.choice([1, 1, 2])))
            found["margins"] = tuple((side, self.random.choice(distances)) for side in sides)
        if self.mixed:
            for key in ("relations", "quantities"):
                if self.random.random() < 0.5:
                    found[key] = self.random.choice([s[key] for s in SETS])
        return found

    def story(self) -> tuple[Story, Question]:
        pick = self.random
        entities, axes = pick.choice([2, 3, 3] if self.kinds else [2, 3, 3, 4]), pick.choice([2, 2, 3])
        distances = [Fraction(1), Fraction(2)] if pick.random() < 0.7 else HALVES
        distant = {"specified": 0.4, "unspecified": 0.15}[self.settings["quantities"]] if pick.random() < 0.7 else 0.0
        names = tuple("abcd"[:entities])
        planted, count = pick.random() < 0.5, pick.randint(1, 5 if self.kinds else 6)
        ways = [pick.choice(["points", "extended", "both"]) for _ in names]
        made = [self.statement(entities, axes, distances, distant, ways) for _ in range(12 * count if planted else count)]
        story = Story(names, tuple(made), settings=tuple(self.settings.items()))
        if planted:
            kinds = brute.Kinds(story)
            hidden = self.hidden(kinds, axes)
            made = [s for s in made if brute.demand(s, self.settings, axes, kinds).true_at(hidden)][:count]
        story = replace(story, statements=tuple(replace(s, id=number) for number, s in enumerate(made)))
        pair = tuple(pick.sample(range(entities), 2)) if pick.random() < 0.95 else (0, 0)
        if pick.random() < 0.6:
            question = Question(0, "relation", pair)
        else:
            relation = self.relation(axes)
            properties = {
                key: value
                for key, value in self.properties(relation, distances, 0.3, 0.4).items()
                if key in ("negated", "distance", "margins")
            }
            question = Question(0, "yes_no", pair, (relation,), properties=tuple(sorted(properties.items())))
        if self.kinds and pick.random() < 0.4:
            # A question may take what is extended as a point; what is a point cannot be taken otherwise.
            treated = ("kinds", tuple(pick.choice(["points", None]) for _ in pair))
            question = replace(question, properties=tuple(sorted((*question.properties, treated))))
        return story, question

    def statement(self, entities: int, axes: int, distances: list[Fraction], distant: float, ways: list[str]) -> Statement:
        pick = self.random
        relation = self.relation(axes)
        head, tail = pick.sample(range(entities), 2) if pick.random() < 0.97 else [pick.randrange(entities)] * 2
        properties = self.properties(relation, distances, 0.25, distant)
        if self.kinds:
            both = ["points", "extended", None]
            kinds = tuple(pick.choice(both) if ways[entity] == "both" else ways[entity] for entity in (head, tail))
            # Said of each of the two, or of the statement as a whole.
            if kinds[0] == kinds[1] and kinds[0] and pick.random() < 0.5:
                properties["objects"] = kinds[0]
            else:
                properties["kinds"] = kinds
        return statement(0, relation, head, tail, **properties)

    def hidden(self, kinds, axes: int):
        places = []
        for _ in range(axes):
            ends = [sorted(self.random.sample(range(6), 2)) for _ in kinds.extended]
            line = [tuple(pair) if box else (pair[0], pair[0]) for pair, box in zip(ends, kinds.extended, strict=True)]
            for entity, point in kinds.stand_in.items():
                line[point] = (Fraction(sum(line[entity]), 2),) * 2
            places.append(line)
        return places


class Expected:
    """What the enumerator says of a story and a question."""

    def __init__(self, story: Story, question: Question) -> None:
        self.settings = dict(story.settings)
        self.kinds = brute.Kinds(story, question)
        self.axes = brute.dimensions(story, question)
        self.demands = [brute.demand(s, self.settings, self.axes, self.kinds) for s in story.statements]
        pair = tuple(self.kinds.places(question))
        if question.form == "yes_no":
            asked = brute.label(question.candidates[0], pair, self.axes, **dict(question.properties))
            self.goals = {"yes": asked, "no": replace(asked, denied=not asked.denied)}
        else:
            names = [name for name, (axis, _) in DIRECTIONS.items() if axis < self.axes]
            names += RCC8 if any(d.relations not in ((), ("EQ",)) for d in self.demands) else [OVERLAPPING]
            self.goals = {name: brute.label(name, pair, self.axes) for name in names}
        found = self.patterns(self.demands)
        self.consistent = bool(found)
        self.possible = {name for n, name in enumerate(self.goals) if any(mask >> n & 1 for mask in found)}
        self.entailed = {name for n, name in enumerate(self.goals) if found and all(mask >> n & 1 for mask in found)}

    def patterns(self, demands):
        return brute.patterns(self.kinds, demands, list(self.goals.values()))

    def excludes(self, core, candidate) -> bool:
        found = self.patterns([self.demands[number] for number in core])
        number = None if candidate is None else list(self.goals).index(candidate)
        return not (found if number is None else any(mask >> number & 1 for mask in found))

    @property
    def status(self) -> str:
        if not self.consistent:
            return "inconsistent"
        return "determined" if self.possible == self.entailed else "ambiguous"


def check_story(theory: Theory, sessions: dict[str, Session], story: Story, question: Question, details: random.Random) -> str:
    expected = Expected(story, question)
    for backend, session in sessions.items():
        answer = session.answer(story, question)
        assert (answer.status, set(answer.possible), set(answer.entailed)) == (
            expected.status,
            expected.possible,
            expected.entailed,
        ), (backend, story, question)
    # Witnesses of all candidates and the cores of all excluded ones; each from one of the solvers.
    for candidate in (None, *expected.goals):
        backend = details.choice(list(sessions))
        check_candidate(theory, sessions[backend], story, question, candidate, expected)
    return expected.status


def check_candidate(theory, session, story, question, candidate, expected) -> None:
    realised = expected.consistent if candidate is None else candidate in expected.possible
    witness = session.witness(story, question, candidate)
    core = session.core(story, question, candidate)
    assert (witness is not None, core is None) == (realised, realised), (story, question, candidate)
    if witness is not None:
        places = brute.columns(witness.kind, witness.place)
        assert theory.violated(story, witness) == ()
        assert all(demand.true_at(places) for demand in expected.demands)
        assert candidate is None or expected.goals[candidate].true_at(places)
        for axis in places:
            assert [start < end for start, end in axis] == expected.kinds.extended
            assert all(brute.true_at(predicate, axis) for predicate in expected.kinds.inside)
    else:
        core = core.statements
        assert list(core) == sorted(set(core))
        assert expected.excludes(core, candidate), (story, question, candidate, core)
        for left_out in core:
            assert not expected.excludes([n for n in core if n != left_out], candidate), (story, candidate, core, left_out)


def run(stories, label, count=STORIES):
    theory = get("exact")
    sessions = {backend: theory.open(backend) for backend in BACKENDS}
    details = random.Random(label)
    statuses = [check_story(theory, sessions, *stories.story(), details) for _ in range(count)]
    counts = {status: statuses.count(status) for status in ("determined", "ambiguous", "inconsistent")}
    print(f"{label}: {len(statuses)} stories, {counts}")
    # The sample is of use only if all kinds of story occur in it.
    assert all(counts.values())


@pytest.mark.parametrize("settings", SETS, ids=name_of)
def test_all_backends_agree_with_enumeration(settings):
    run(Stories(name_of(settings), settings), name_of(settings))


@pytest.mark.parametrize("objects", ["points", "extended"])
def test_mixtures_agree_with_enumeration(objects):
    label = f"mixed {objects}"
    run(Stories(label, {**SETS[0], "objects": objects}, mixed=True), label)


@pytest.mark.parametrize("settings", SETS, ids=name_of)
def test_points_and_boxes_with_topology_agree_with_enumeration(settings):
    """Everything may differ from sentence to sentence, who is a point too; the setting counts where a sentence does not say."""
    label = f"any kinds, {name_of(settings)}"
    run(Stories(label, settings, mixed=True, kinds=True), label, max(20, STORIES // 2))
