"""Random seating stories for hypothesis, and an enumerator over permutations that shares nothing with the solvers."""

from __future__ import annotations

from itertools import permutations

from hypothesis import strategies as st

from qsr.seats import Claim, Layout, joined
from qsr.story import Question, Statement, Story
from qsr.theories.seating.check import holds
from qsr.theories.seating.relations import relation_names, table

SMALL = [
    *(f"ring {count} {view}" for count in (3, 4, 5, 6) for view in ("inward", "outward")),
    "ring 6 outward from 30",
    "ring 5 inward from 18",
    "rows 2",
    "rows 2 from 90",
    "rows 3 from 180",
    "row 4 own from 270",
    "row 5 viewer",
    "row 1",
    "shelf 2x2",
    "shelf 3x2 viewer from 90",
    "shelf 1x3 viewer from 0",
]


def layout(spec):
    found = Layout.parse(spec)
    assert found is not None
    return found


def story_of(spec, names, claims, options=(), none=()):
    said = tuple(
        Statement(number, relation, tuple(args), properties=(("negated", True),) if denied else ())
        for number, (relation, args, denied) in enumerate(claims)
    )
    letters = tuple(sorted([*dict(options), *none]))
    question = Question(0, "options", (), letters, properties=(("claims", tuple(options)), ("none", tuple(none))))
    people = tuple(f"name {number}" for number in range(names))
    return Story(people, said, (question,), settings=(("theory", "seating"), ("layout", spec)))


@st.composite
def claims(draw, spec, names):
    space = layout(spec)
    known = [name for name in relation_names(space) if table(space, name).arity <= names]
    relation = draw(st.sampled_from(known))
    if table(space, relation).arity == 2 and draw(st.integers(0, 4)) == 0:
        relation = joined(relation, draw(st.sampled_from([name for name in known if table(space, name).arity == 2])))
    args = draw(st.permutations(range(names)))[: table(space, relation).arity]
    return Claim(relation, tuple(args), draw(st.integers(0, 3)) == 0)


@st.composite
def stories(draw, specs=tuple(SMALL), most=6):
    """Stories with up to `most` conditions; their one question has three options and one that says none."""
    spec = draw(st.sampled_from(specs))
    places = layout(spec).places
    names = draw(st.integers(1 if spec.startswith(("row ", "shelf")) else 2, places)) if places > 1 else 1
    said = draw(st.lists(claims(spec, names), max_size=most))
    options = [(letter, tuple(draw(st.lists(claims(spec, names), min_size=1, max_size=2)))) for letter in "ABC"]
    return story_of(spec, names, said, options, ("D",))


def spec_of(story):
    return layout(dict(story.settings)["layout"])


def claims_of(story):
    return [Claim(said.relation, said.args, bool(said.property("negated"))) for said in story.statements]


def options_of(story):
    return dict(dict(story.questions[0].properties)["claims"])


def every_layout(story, without=()):
    """Return the place of each name in all layouts, ascending, by trying them all; some statements may be left out."""
    space, said = spec_of(story), claims_of(story)
    kept = [claim for number, claim in enumerate(said) if number not in without]
    return [
        places
        for places in permutations(range(space.places), len(story.entities))
        if all(holds(space, claim, dict(enumerate(places))) for claim in kept)
    ]


def true_in(story, claims_together, places):
    return all(holds(spec_of(story), claim, dict(enumerate(places))) for claim in claims_together)
