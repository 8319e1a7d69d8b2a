"""Places by kind: the law of solid containers against worlds of regions, and who is in two places at one moment."""

from __future__ import annotations

import tomllib
from itertools import combinations, permutations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qsr import api, theories
from qsr.errors import QsrError
from qsr.resources import grammar
from qsr.story import Answer, Question, Statement, Story
from qsr.theories import places
from qsr.theories.locatives.laws import broken
from qsr.theories.locatives.reading import read

TABLE = tomllib.loads(grammar("places.toml"))
SOLID = [noun for kind in TABLE["kinds"]["solid"] for noun in TABLE["en"][kind].split()[:2] if "_" not in noun]
WIDE = TABLE["en"]["wide"].split()[:12]
#: Every region of a ground of three cells.
REGIONS = [frozenset(cells) for size in (1, 2, 3) for cells in combinations(range(3), size)]
THEORY = theories.get("locatives")


def fits(nouns: list[str], regions: tuple[frozenset[int], ...]) -> bool:
    """Tell whether no two solid things cross: they are apart, or the one is a part of the other."""
    pairs = [(a, b) for (n, a), (m, b) in combinations(zip(nouns, regions, strict=True), 2) if n in SOLID and m in SOLID]
    return all(a < b or b < a or not a & b for a, b in pairs)


nouns = st.lists(st.sampled_from(sorted({*SOLID, *WIDE})), min_size=4, max_size=4, unique=True)


@settings(max_examples=40, deadline=None)
@given(nouns)
def test_no_world_of_regions_breaks_a_law(named: list[str]) -> None:
    story = Story(tuple(f"the {noun}" for noun in named), (Statement(0, "in", (0, 1)),))
    scene = read(story)
    for regions in product(REGIONS, repeat=len(named)):
        if fits(named, regions):
            facts = {("in", (x, y), 2) for x, y in permutations(range(len(named)), 2) if regions[x] < regions[y]}
            assert not broken(scene, frozenset(facts), ())


@settings(max_examples=60, deadline=None)
@given(nouns, st.data())
def test_what_is_answered_is_so_in_the_world_that_is_told(named: list[str], data: st.DataObject) -> None:
    worlds = [world for world in product(REGIONS, repeat=len(named)) if fits(named, world)]
    regions = data.draw(st.sampled_from(worlds))
    pairs = list(permutations(range(len(named)), 2))
    told = data.draw(st.lists(st.sampled_from(pairs), min_size=2, max_size=6, unique=True))
    statements = [
        Statement(number, "in", pair, properties=() if regions[pair[0]] < regions[pair[1]] else (("negated", True),))
        for number, pair in enumerate(told)
    ]
    asked = data.draw(st.sampled_from(pairs))
    story = Story(tuple(f"the {noun}" for noun in named), tuple(statements))
    answer = THEORY.open().answer(story, Question(0, "yes_no", asked, ("in",)))
    if answer.status == "determined":
        assert answer.value == ("yes" if regions[asked[0]] < regions[asked[1]] else "no")
    assert answer.status != "inconsistent"


@pytest.mark.parametrize(("one", "other"), list(combinations(SOLID[:8], 2)))
def test_of_two_solid_containers_of_a_thing_one_holds_the_other(one: str, other: str) -> None:
    story = Story(("the pea", f"the {one}", f"the {other}"), (Statement(0, "in", (0, 1)), Statement(1, "in", (0, 2))))
    if places.may_share(places.kinds(f"the {one}"), places.kinds(f"the {other}")):
        denied = Statement(2, "in", (1, 2), properties=(("negated", True),))
        answer = THEORY.open().answer(Story(story.entities, (*story.statements, denied)), Question(0, "yes_no", (2, 1), ("in",)))
        assert answer.value == "yes"


# ---------------------------------------------------------------- one moment

#: One noun of every kind, by language, and the sentence that puts somebody there.
ONE = {code: {kind: words.split()[0] for kind, words in TABLE[code].items() if isinstance(words, str)} for code in ("en", "ro")}
SENTENCE = {"en": "{0} is in the {1}.", "ro": "{0} este în {1}."}
WHO = {"en": ["Ann", "The dog", "The coin"], "ro": ["Maria", "Câinele", "Moneda"]}


def answered(theory: str, story: str, question: str) -> Answer | None:
    try:
        return api.solve(api.parse(f"theory: {theory}\n{story}\n\n? {question}\n"))
    except QsrError:
        return None


@pytest.mark.parametrize(("one", "other"), list(combinations(TABLE["within"], 2)))
@pytest.mark.parametrize(("theory", "code"), [("locatives", "en"), ("prepositions", "en"), ("prepositions", "ro")])
def test_nobody_is_in_two_places_at_one_moment(theory: str, code: str, one: str, other: str) -> None:
    if one not in ONE[code] or other not in ONE[code]:
        return
    first, second = ONE[code][one], ONE[code][other]
    if first == second:
        return
    sharing = places.may_share(*(places.kinds(noun if code == "ro" else f"the {noun}", code) for noun in (first, second)))
    for who in WHO[code]:
        told = [SENTENCE[code].format(who, noun) for noun in (first, second)]
        answer = answered(theory, " ".join(told), told[1])
        assert answer is not None
        assert (answer.status == "determined") == sharing
        if not sharing:
            assert "two places" in answer.reason
            # One sentence that puts the one into the other makes it one moment.
            nested = SENTENCE[code].format(f"The {first}", second) if code == "en" else ""
            answer = answered(theory, " ".join((*told, nested)), told[1]) if nested else None
            assert answer is None or answer.value == "yes"


@pytest.mark.parametrize("noun", TABLE["en"]["wide"].split())
@pytest.mark.parametrize("theory", ["locatives", "prepositions"])
def test_what_is_wide_may_lie_in_two(theory: str, noun: str) -> None:
    answer = answered(theory, f"The {noun} is in Norway. The {noun} is in Sweden.", f"The {noun} is in Sweden.")
    assert answer is not None
    assert "two places" not in answer.reason


@pytest.mark.parametrize(
    ("theory", "question"), [("prepositions", "Is Ann in the cellar?"), ("locatives", "Ann is in the cellar.")]
)
def test_past_and_present_are_two_moments(theory: str, question: str) -> None:
    answer = answered(theory, "Ann was in the car. The car is in the cellar.", question)
    assert answer is not None
    assert answer.status == "not_covered"


@pytest.mark.parametrize("who", ["Eve", "Dawn", "May", "Jordan", "Sydney", "Mark", "Ann Lee", "Uncle Bill"])
@pytest.mark.parametrize("theory", ["locatives", "prepositions"])
def test_whoever_has_a_name_moves(theory: str, who: str) -> None:
    for one, other in (("the kitchen", "the garden"), ("the office", "the gym"), ("Oslo", "Bergen")):
        answer = answered(theory, f"{who} is in {one}. {who} is in {other}.", f"{who} is in {other}.")
        assert answer is not None
        assert answer.status == "not_covered"


def test_the_closure_counts() -> None:
    story = "Ann is in the bed. The bed is in the kitchen. Ann is in the park."
    for theory in ("locatives", "prepositions"):
        answer = answered(theory, story, "Ann is in the park.")
        assert answer is not None
        assert answer.status == "not_covered"


# ---------------------------------------------------------------- two things of one noun

TWICE = {"en": ("A {0} is in the {1}.", "a {0}", "the {0}"), "ro": ("Un {0} este în {1}.", "un {0}", "{0}ul")}


@pytest.mark.parametrize(("theory", "second"), [("locatives", "A"), ("prepositions", "A"), ("prepositions", "Another")])
@given(st.sampled_from(["cat", "coin", "tall boy"]), st.sampled_from(["dog", "ring", "red hen"]))
@settings(max_examples=6, deadline=None)
def test_two_indefinites_are_two_things(theory: str, second: str, one: str, other: str) -> None:
    """With another noun in place of the second, which is certainly another thing, every answer is the same."""
    frame = "A {0} is in the jar. {2} {1} is in the box. The box is in the {3}. The jar is in the shed."
    for question in ("The jar is in the box.", "The box is in the jar.", "The box is in the shed."):
        for place in ("cellar", "shed"):
            same = answered(theory, frame.format(one, one, second, place), question)
            fresh = answered(theory, frame.format(one, other, second, place), question)
            assert (same and (same.status, same.value)) == (fresh and (fresh.status, fresh.value))
    # Which of the two is meant nobody can tell.
    assert answered(theory, frame.format(one, one, second, "shed"), f"The {one} is in the box.") is None


@pytest.mark.parametrize("theory", ["locatives", "prepositions"])
@pytest.mark.parametrize(
    ("whole", "part"),
    [("Little Rock", "Rock"), ("South Sudan", "Sudan"), ("the bird house", "the bird"), ("the wine glass", "the wine")],
)
def test_a_modifier_is_not_its_noun(theory: str, whole: str, part: str) -> None:
    answer = answered(theory, f"The coin is in {whole}. {part[0].upper() + part[1:]} is in Asia.", "The coin is in Asia.")
    assert answer is None or answer.status != "determined"
