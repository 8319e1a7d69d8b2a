"""Stories and questions over letters, settings of the property sets, and the answers of the exact theory to them."""

from __future__ import annotations

from qsr.story import Question, Statement, Story
from qsr.theories import get

BACKENDS = ("auto", "closure", "clingo", "z3")
PS2 = {"objects": "points", "relations": "complete", "quantities": "specified"}
PS3 = {"objects": "points", "relations": "complete", "quantities": "unspecified"}
PS4 = {"objects": "extended", "relations": "complete", "quantities": "unspecified"}


def say(relation, head, tail, **properties):
    return (relation, head, tail, tuple(sorted(properties.items())))


def story_of(*said, entities="abcde", text="", **options):
    statements = [
        Statement(n, relation, (entities.index(head), entities.index(tail)), properties=properties)
        for n, (relation, head, tail, properties) in enumerate(said)
    ]
    return Story(tuple(entities), tuple(statements), settings=tuple(options.items()))


def where(head, tail, *candidates, entities="abcde"):
    return Question(0, "relation", (entities.index(head), entities.index(tail)), candidates)


def whether(relation, head, tail, **properties):
    return Question(
        0, "yes_no", ("abcde".index(head), "abcde".index(tail)), (relation,), properties=tuple(sorted(properties.items()))
    )


def solve(story, question, backend=None, **setting):
    return get("exact", setting).open(backend).answer(story, question)
