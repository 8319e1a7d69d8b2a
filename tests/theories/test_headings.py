"""The theory `headings`: what its relations mean, and that its two backends, which share no rule, agree."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from qsr import theories
from qsr.seats import COMPASS, Claim
from qsr.story import Answer, Question, Statement, Story
from qsr.theories.headings.offsets import Surd, sine
from qsr.theories.protocol import stated

BACKENDS = ["direct", "clingo"]
POINTS = tuple(COMPASS)


def story(*said: tuple[object, ...], names: int = 5) -> Story:
    """Make a story: each statement is a relation, its arguments, and perhaps its properties."""
    statements = []
    for relation, args, *rest in said:
        properties = tuple(sorted(rest[0].items())) if rest else ()  # type: ignore[attr-defined]
        statements.append(Statement(len(statements), str(relation), args, (0, 0), properties))  # type: ignore[arg-type]
    return Story(tuple(f"thing {index}" for index in range(names)), tuple(statements))


def options(claims: Sequence[Sequence[Claim]], none: bool = False) -> Question:
    letters = tuple("ABCDEFGHIJKLMNOPQRSTUVWXYZ"[: len(claims) + none])
    pairs = tuple((letter, tuple(one)) for letter, one in zip(letters, claims, strict=False))
    return Question(0, "options", (), letters, properties=(("claims", pairs), ("none", letters[len(claims) :])))


def ask(backend: str, told: Story, *relations: str, args: tuple[int, ...], none: bool = False) -> Answer:
    question = options([[Claim(relation, args)] for relation in relations], none)
    return theories.get("headings").open(backend).answer(told, question)


def heading(backend: str, told: Story, x: int) -> set[int]:
    """The headings that X may have, by asking for each."""
    answer = ask(backend, told, *(f"heads:{15 * step}" for step in range(24)), args=(x,))
    return {15 * "ABCDEFGHIJKLMNOPQRSTUVWX".index(letter) for letter in answer.possible}


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize(
    ("said", "x", "headings"),
    [
        ([("heads:90", (0,)), ("turned:270", (1, 0))], 1, {0}),
        ([("heads:90", (0,)), ("turned:270", (0, 1))], 1, {180}),
        ([("towards:south-west", (0,))], 0, {195, 210, 225, 240, 255}),
        ([("towards:west", (0,))], 0, {270}),
        # A mirror keeps what runs along its glass and turns round what runs across it.
        ([("heads:0", (2,)), ("heads:90", (1,)), ("image", (0, 1, 2))], 0, {90}),
        ([("heads:0", (2,)), ("heads:180", (1,)), ("image", (0, 1, 2))], 0, {0}),
        ([("heads:45", (2,)), ("heads:0", (1,)), ("image", (0, 1, 2))], 0, {270}),
        # Between two people who stand left and right of a third, and face each other.
        ([("heads:180", (2,)), ("lies:270", (0, 2)), ("lies:90", (1, 2)), ("looks at", (0, 1))], 0, {270}),
        ([("heads:180", (2,)), ("lies:270", (0, 2)), ("lies:90", (1, 2)), ("looks away", (1, 0))], 1, {270}),
        ([("bearing:30", (0, 1)), ("looks at", (1, 0))], 1, {30}),
        ([("turned:15", (0, 1))], 1, {15 * step for step in range(24)}),
        ([("heads:90", (0,)), ("heads:75", (0,))], 0, set()),
    ],
)
def test_where_one_heads(backend: str, said: list[tuple[str, tuple[int, ...]]], x: int, headings: set[int]) -> None:
    assert heading(backend, story(*said), x) == headings


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize(
    ("said", "holding"),
    [
        # 0 from 1, legs of given length in a triangle
        ([("bearing:90", (2, 1), 5), ("bearing:330", (0, 2), 5)], {"north-east"}),
        ([("bearing:90", (2, 1), 5), ("bearing:300", (0, 2), 10)], {"north-west"}),
        ([("bearing:0", (2, 1), 3), ("bearing:180", (0, 2), 4)], {"due south", "south"}),
        # 45 degrees back and forth cancels exactly
        ([("bearing:45", (2, 1), 7), ("bearing:225", (0, 2), 7)], set()),
        # unknown lengths that pull one way, or across
        ([("bearing:0", (2, 1)), ("bearing:90", (0, 2))], {"north-east"}),
        ([("bearing:0", (2, 1)), ("bearing:180", (0, 2))], set()),
        ([("heads:90", (1,)), ("lies:90", (0, 1))], {"due south", "south"}),
    ],
)
def test_where_one_lies(backend: str, said: list[tuple[object, ...]], holding: set[str]) -> None:
    given_lengths = [(one[0], one[1], {"distance": (Fraction(one[2]),)}) if len(one) > 2 else one for one in said]  # type: ignore[call-overload]
    told = story(*given_lengths)
    for relation in [
        *("north-east", "north-west", "south-east", "south-west", "due north", "due south"),
    ]:
        answer = ask(backend, told, relation, args=(0, 1))
        assert (relation in holding) == (answer.value == ("A",)), relation


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize(
    ("first", "second", "point"),
    [
        ((10, 170), (-10, -170), "north-west"),
        ((-5, -100), (5, 100), "south-east"),
        ((40, 20), (20, 20), "due north"),
        ((0, -20), (0, 20), "due west"),
        ((1, 80), (0, 20), "east"),
    ],
)
def test_the_globe_is_round(backend: str, first: tuple[int, int], second: tuple[int, int], point: str) -> None:
    told = story(*(("at", (x,), {"latitude": Fraction(a), "longitude": Fraction(b)}) for x, (a, b) in enumerate((first, second))))
    assert ask(backend, told, point, args=(0, 1)).value == ("A",)
    assert ask(backend, told, point, args=(1, 0)).value == ()


@pytest.mark.parametrize("backend", BACKENDS)
def test_what_words_leave_to_nobody_is_not_covered(backend: str) -> None:
    """Half way round the globe nothing is east; a slope of one in two is neither north nor east."""

    def places(*ends: tuple[int, int]) -> Story:
        return story(*(("at", (x,), {"latitude": Fraction(a), "longitude": Fraction(b)}) for x, (a, b) in enumerate(ends)))

    assert ask(backend, places((0, 0), (0, 180)), "east", "west", args=(0, 1)).status == "not_covered"
    assert ask(backend, places((10, 20), (0, 0)), "east", "north", args=(0, 1)).status == "not_covered"
    assert ask(backend, places((1, 20), (0, 0)), "east", "north", args=(0, 1)).value == ("A",)
    assert ask(backend, story(("looks at", (0, 1))), "towards:north", args=(0,)).status == "not_covered"


@pytest.mark.parametrize("backend", BACKENDS)
def test_heights_hang_on_the_hips(backend: str) -> None:
    length = {"distance": (Fraction(1),)}
    told = story(("raised:180", (0, 2), length), ("raised:90", (1, 2), length), ("raised:0", (3, 2)))
    for x, y, word in [(0, 1, "lower"), (1, 2, "level"), (1, 3, "lower"), (3, 0, "higher")]:
        answer = ask(backend, told, "lower", "level", "higher", args=(x, y))
        assert answer.value == ("ABC"[["lower", "level", "higher"].index(word)],)


@pytest.mark.parametrize("backend", BACKENDS)
def test_none_of_the_others(backend: str) -> None:
    """The last letter is the answer where no other option holds in every scene, though one may in some."""
    told = story(("towards:north-east", (0,)))
    assert ask(backend, told, "heads:45", "heads:90", args=(0,), none=True).value == ("C",)
    assert ask(backend, told, "heads:45", "towards:north-east", args=(0,), none=True).value == ("B",)
    open_one = ask(backend, told, "heads:45", "heads:90", args=(0,))
    assert (open_one.status, open_one.value, open_one.possible) == ("ambiguous", (), frozenset("A"))


@pytest.mark.parametrize("backend", BACKENDS)
def test_denied_claims(backend: str) -> None:
    told = story(("heads:90", (0,)))
    question = options([[Claim("heads:90", (0,), denied=True)], [Claim("heads:0", (0,), denied=True)]])
    assert theories.get("headings").open(backend).answer(told, question).value == ("B",)


@pytest.mark.parametrize("backend", BACKENDS)
def test_a_contradiction_names_its_statements(backend: str) -> None:
    told = story(("heads:90", (1,)), ("heads:90", (0,)), ("heads:0", (2,)), ("turned:30", (0, 2)))
    session = theories.get("headings").open(backend)
    assert session.answer(told, options([[Claim("heads:0", (1,))]])).status == "inconsistent"
    assert stated(session.core(told)) == (1, 2, 3)
    assert session.witness(told) is None


def test_cores_and_witnesses_of_options() -> None:
    told = story(("towards:north-east", (0,)), ("turned:90", (1, 0)), ("heads:0", (2,)))
    question = options([[Claim("heads:180", (1,))], [Claim("heads:135", (1,))]])
    theory = theories.get("headings")
    session = theory.open()
    assert stated(session.core(told, question, "A")) == (0, 1)
    assert session.core(told, question, "B") is None
    witness = session.witness(told, question, "B")
    assert witness is not None
    assert (witness.place[0], witness.place[1], theory.violated(told, witness)) == (45, 135, ())
    assert [one.place[0] for one in session.worlds(told)] == [15, 30, 45, 60, 75]


@pytest.mark.parametrize(
    "said",
    [
        ("heads:7", (0,)),
        ("heads:360", (0,)),
        ("heads:90", (0, 1)),
        ("left", (0, 1)),
        ("turned:90", (0, 0)),
        ("towards:up", (0,)),
        ("at", (0,), {"latitude": Fraction(100), "longitude": Fraction(0)}),
        ("at", (0,), {"latitude": Fraction(10)}),
        ("heads:90", (0,), {"negated": True}),
        ("lies:90", (0, 1), {"distance": (Fraction(-1),)}),
    ],
)
def test_statements_without_a_meaning_are_not_covered(said: tuple[object, ...]) -> None:
    for backend in BACKENDS:
        assert ask(backend, story(said), "towards:north", args=(2,)).status == "not_covered"


def test_places_in_a_circle_or_apart_are_not_covered() -> None:
    circle = story(("bearing:0", (0, 1)), ("bearing:0", (1, 0)))
    apart = story(("bearing:0", (0, 1)), ("bearing:0", (2, 3)))
    twice = story(("bearing:0", (0, 1)), ("bearing:90", (0, 2)))
    mixed = story(("bearing:0", (0, 1)), ("raised:90", (2, 1)))
    for told in (circle, apart, twice, mixed):
        assert ask("direct", told, "north", args=(0, 2)).status == "not_covered"


# ---------------------------------------------------------------- two backends


angles = st.integers(0, 23).map(lambda step: 15 * step)
lengths = st.none() | st.integers(0, 5)


@st.composite
def stories(draw: st.DrawFn) -> Story:
    """Headings that hang on each other, legs that make a tree, and some looks and images."""
    said: list[tuple[object, ...]] = [(f"heads:{draw(angles)}", (0,))]
    for x in range(1, 5):
        y = draw(st.integers(0, x - 1))
        kind = draw(st.sampled_from(["turned", "heads", "towards", "image", "none"]))
        if kind == "turned":
            said.append((f"turned:{draw(angles)}", (x, y)))
        elif kind == "heads":
            said.append((f"heads:{draw(angles)}", (x,)))
        elif kind == "towards":
            said.append((f"towards:{draw(st.sampled_from(POINTS))}", (x,)))
        elif kind == "image" and x > 1:
            said.append(("image", (x, y, (y + 1) % x)))
        leg = draw(st.sampled_from(["lies", "bearing", "none"]))
        length = draw(lengths)
        if leg != "none":
            said.append(
                (
                    f"{leg}:{draw(angles)}",
                    (x, draw(st.integers(0, x - 1))),
                    *([{"distance": (Fraction(length),)}] if length is not None else []),
                )
            )
    for x, y in draw(st.lists(st.permutations(range(5)).map(lambda order: order[:2]), max_size=1)):
        said.append((draw(st.sampled_from(["looks at", "looks away"])), (x, y)))
    return story(*said)


claims = st.one_of(
    st.builds(lambda angle, x, no: Claim(f"heads:{angle}", (x,), no), angles, st.integers(0, 4), st.booleans()),
    st.builds(
        lambda point, x, no: Claim(f"towards:{point}", (x,), no), st.sampled_from(POINTS), st.integers(0, 4), st.booleans()
    ),
    st.builds(
        lambda relation, order, no: Claim(relation, (order[0], order[1]), no),
        st.sampled_from([*POINTS, *(f"due {point}" for point in POINTS[::2])]),
        st.permutations(range(5)),
        st.booleans(),
    ),
)


@settings(max_examples=80, deadline=None)
@given(told=stories(), said=st.lists(st.lists(claims, min_size=1, max_size=2), min_size=1, max_size=4), none=st.booleans())
def test_the_backends_agree(told: Story, said: list[list[Claim]], none: bool) -> None:
    question = options(said, none)
    theory = theories.get("headings")
    one, other = (theory.open(backend).answer(told, question) for backend in BACKENDS)
    assume(one.status != "unknown")
    assert (one.status, one.value, one.possible, one.entailed) == (other.status, other.value, other.possible, other.entailed)


@given(st.integers(-60, 60))
def test_sines_are_exact(steps: int) -> None:
    value = sum(float(part) * math.sqrt(root) for part, root in zip(sine(steps).parts, (1, 2, 3, 6), strict=True))
    assert math.isclose(value, math.sin(math.radians(15 * steps)), abs_tol=1e-12)


@given(*[st.fractions(max_denominator=50)] * 4)
def test_signs_of_sums_of_roots(one: Fraction, two: Fraction, three: Fraction, six: Fraction) -> None:
    value = sum(float(part) * math.sqrt(root) for part, root in zip((one, two, three, six), (1, 2, 3, 6), strict=True))
    assume(abs(value) > 1e-6 * (1 + abs(one) + abs(two) + abs(three) + abs(six)))
    assert Surd((one, two, three, six)).sign == (1 if value > 0 else -1)
