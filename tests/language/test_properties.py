"""What must hold of the reader for every relation and every name, not only for examples."""

from __future__ import annotations

import string
from fractions import Fraction

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from qsr import relations, stories
from qsr.errors import ParseError
from qsr.language import english, facts, grammar, shapes

HOSTILE = [
    "x). :- not y(",
    "a\nb",
    "z" * 10_000,
    "#const n=1.",
    "قلم",
    "\u202eright to left\u202c",
    "名前",
    "é\u0301",
    "'; (assert false) ;",
    "the",
    "left of",
    "?- halt.",
    "%*! holds *%",
    "{0}",
    "\x00\x07bell",
]
LABELS = (*relations.LABELS, "touching")
DIAGONALS = [relations.join(pair) for pair in (("above", "left"), ("below", "right"), ("behind", "left"), ("above", "in front"))]
TRIPLES = [relations.join(("above", "left", "behind")), relations.join(("below", "right", "in front"))]
ALL = [*LABELS, *DIAGONALS, *TRIPLES]

lengths = st.fractions(min_value=Fraction(1, 50), max_value=1000, max_denominator=60)
plain_names = st.sampled_from(["cup", "red cup", "X", "A", "Ann", "chair 2", "New York", "old oak table", "clock", "square"])
odd_names = st.text(min_size=1, max_size=30).filter(lambda name: '"' not in name and "”" not in name and name.split())


@st.composite
def said(draw: st.DrawFn) -> tuple[str, tuple[tuple[str, object], ...]]:
    relation = draw(st.sampled_from(ALL))
    properties: dict[str, object] = {}
    if relations.is_directional(relation):
        if draw(st.booleans()):
            properties["distance"] = tuple(draw(lengths) for _ in relations.parts(relation))
            if draw(st.booleans()):
                properties["unit"] = "m"
            if draw(st.booleans()):
                properties["measured"] = "centres"
        if draw(st.booleans()):
            properties["relations"] = "complete"
    if relation == "inside" and draw(st.booleans()):
        sides = sorted(draw(st.sets(st.sampled_from(sorted(relations.DIRECTIONS)), min_size=1, max_size=3)))
        properties["margins"] = tuple((side, draw(lengths)) for side in sides)
        if draw(st.booleans()):
            properties["unit"] = "m"
    if not {"relations", "margins"} & properties.keys() and draw(st.booleans()):
        properties["negated"] = True
    kinds = tuple(draw(st.sampled_from([None, "points", "extended"])) for _ in range(2))
    if any(kinds):
        properties["kinds"] = kinds
    return relation, tuple(sorted(properties.items()))


@given(said(), plain_names | odd_names, plain_names | odd_names)
@settings(deadline=None, max_examples=150)
def test_reading_gives_back_what_was_written(what: tuple[str, tuple[tuple[str, object], ...]], head: str, tail: str) -> None:
    head, tail = " ".join(head.split()), " ".join(tail.split())
    assume(head.lower() != tail.lower() and not set(head.lower().split()) & set(tail.lower().split()))
    relation, properties = what
    story = english.read([english.verbalise(relation, head, tail, properties)])
    (statement,) = story.statements
    assert (statement.relation, statement.properties) == (relation, properties)
    # Whoever is treated as something comes first in the text.
    assert [story.entities[entity] for entity in statement.args] == [head, tail]
    assert sorted(story.entities) == sorted((head, tail))


@pytest.mark.parametrize("relation", ALL)
def test_every_relation_reads_back(relation: str) -> None:
    for properties in ((), (("negated", True),)):
        (statement,) = english.read([english.verbalise(relation, "cup", "pen", properties)]).statements
        assert (statement.relation, statement.properties) == (relation, properties)


@pytest.mark.parametrize("properties", [(("negated", True),), ()])
def test_what_no_sentence_says_is_not_written(properties: tuple[tuple[str, object], ...]) -> None:
    relation = "inside" if properties else "outside"
    with pytest.raises(ValueError, match="boundary"):
        english.verbalise(relation, "cup", "pen", (("margins", (("left", Fraction(1)),)), *properties))


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_name_is_a_name_or_an_error(name: str) -> None:
    try:
        story = stories.parse_story(f'"{name}" is left of the cup. The cup is above "{name}".')
    except ParseError as error:
        complaint: ParseError | None = error
    else:
        complaint = None
    if complaint:
        assert complaint.line >= 1
    else:
        assert story.entities == (" ".join(name.split()), "cup")
        assert [s.relation for s in story.statements] == ["left", "above"]


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_name_without_quotation_marks_never_breaks_the_reader(name: str) -> None:
    text = f"The cup is left of {name}.\nThe pen is right of the cup."
    try:
        story = stories.parse_story(text)
    except ParseError as error:
        complaint: ParseError | None = error
    else:
        complaint = None
    if complaint:
        assert 0 <= complaint.start <= len(text)
        assert "\x07" not in str(complaint)
    else:
        assert story.statements


@given(st.text(max_size=120))
@example("_")  # no word at all
@settings(deadline=None, max_examples=200)
def test_any_text_is_read_or_refused(text: str) -> None:
    story = stories.parse_story(text, lenient=True)
    assert all(0 <= start <= end <= len(text) and reason for (start, end), reason in story.unread)
    if not story.unread:
        assert stories.parse_story(text) == story


@given(
    st.lists(
        st.sampled_from(
            [*"XYZA", "is", "are", "left", "of", "the", "cup", "and", "above", "to", "3", "units", "not", ",", "it", "there"]
        ),
        max_size=14,
    )
)
@settings(deadline=None, max_examples=300)
def test_the_cached_shapes_say_what_the_grammar_says(pieces: list[str]) -> None:
    """Reading through the caches, warm or cold, is reading through the grammar."""
    sentence = " ".join(pieces) + "."
    try:
        meaning = facts.sentence(sentence)
    except ParseError:
        with pytest.raises(ParseError):
            shapes.stated(sentence)
        return
    for _ in range(2):
        shape, mentions = shapes.stated(sentence)
        found = [(relation, head, tail, properties) for relation, head, tail, properties in shape.facts]
        wanted = [
            (
                f.relation,
                -1 if f.head.kind == "pronoun" else mentions.index(f.head),
                -1 if f.tail.kind == "pronoun" else mentions.index(f.tail),
                f.properties,
            )
            for f in meaning.facts
        ]
        assert found == wanted


@given(
    st.lists(
        st.sampled_from(string.ascii_uppercase) | st.from_regex(r"[QXZ][A-Z0-9]{1,4}", fullmatch=True), min_size=2, unique=True
    )
)
@settings(deadline=None, max_examples=60)
def test_names_in_capitals_are_interchangeable(names: list[str]) -> None:
    """A shape learnt from two names is right for any other two, the article's letter included."""
    x, y = names[:2]
    for pattern, relation in (
        ("{x} is above {y} and to the left of {y}.", "above+left"),
        ("{x} and {y} are side by side with {x} on the left.", "left"),
        ("{y} is over there and {x} is below it.", "below"),
        ("Object {x} is right of object {y}.", "right"),
        ("The object labeled {x} is to the left of the agent {y}, and below it.", "below+left"),
        ("{x} and {y} are next to each other with {x} at the bottom {y} on the top.", "below"),
        ("To {y}'s right is {x}.", "right"),
    ):
        story = english.read([pattern.format(x=x, y=y)])
        facts_ = [(s.relation, story.entities[s.args[0]], story.entities[s.args[1]]) for s in story.statements]
        assert facts_ == [(relation, x, y)]


def test_a_long_sentence_is_refused_in_bounded_time() -> None:
    sentence = "The cup is left of " + " and ".join(["the pen"] * 2000) + "."
    with pytest.raises(ParseError, match=f"more than {grammar.MAX_TOKENS}"):
        english.read([sentence])
