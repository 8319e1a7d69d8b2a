"""Distances in the exact theory: between things and between centres, exact, with units, and only where they are said."""

from __future__ import annotations

from fractions import Fraction

import pytest

from property_set_stories import BACKENDS, PS2, say, solve, story_of, where, whether
from qsr.errors import BackendUnavailable
from qsr.theories import get
from qsr.theories.protocol import stated

# Under pytest's importlib mode, test folders are not on the import path.


@pytest.mark.parametrize("backend", BACKENDS)
def test_distances_in_the_text_count_in_unspecified_mode_too(backend):
    story = story_of(say("left", "a", "b", distance=(Fraction(3),)), say("left", "b", "c", distance=(Fraction(1, 3),)))
    assert solve(story, whether("left", "a", "c", distance=(Fraction(10, 3),)), backend).value == "yes"
    assert solve(story, whether("left", "a", "c", distance=(Fraction(3),)), backend).value == "no"
    assert solve(story, whether("left", "a", "c", distance=(Fraction(3),), negated=True), backend).value == "yes"
    # Only the part that has a distance is measured.
    diagonal = story_of(say("above+left", "a", "b", distance=(None, Fraction(2))))
    assert solve(diagonal, whether("left", "a", "b", distance=(2,)), backend).value == "yes"
    assert solve(diagonal, whether("above", "a", "b", distance=(2,)), backend).value == "unknown"


@pytest.mark.parametrize("distance", [Fraction(0), Fraction(-2)])
def test_a_distance_does_not_take_the_direction_back(distance):
    for backend in BACKENDS:
        assert solve(story_of(say("left", "a", "b", distance=(distance,))), where("a", "b"), backend).status == "inconsistent"


def test_huge_distances_are_exact_and_clingo_refuses_them():
    far = Fraction(10**30)
    story = story_of(say("left", "a", "b", distance=(far,)), say("left", "b", "c", distance=(Fraction(1, 10**9),)))
    asked = whether("left", "a", "c", distance=(far + Fraction(1, 10**9),))
    for backend in ("auto", "closure", "z3"):
        assert solve(story, asked, backend).value == "yes"
    with pytest.raises(BackendUnavailable, match="32-bit"):
        solve(story, asked, "clingo")


CENTRED = {"objects": "extended", "quantities": "specified"}


def test_distances_between_centres():
    story = story_of(say("left", "a", "b", distance=(Fraction(3),), measured="centres"), **CENTRED)
    assert solve(story, whether("left", "a", "b", distance=(3,), measured="centres")).value == "yes"
    # The gap is smaller than the distance of the centres, and can be any number below it.
    assert solve(story, whether("left", "a", "b", distance=(3,))).value == "no"
    assert solve(story, whether("left", "a", "b", distance=(0,))).value == "unknown"
    chain = story_of(*(say("left", one, other, measured="centres") for one, other in ("ab", "bc")), **CENTRED)
    assert solve(chain, whether("left", "a", "c", distance=(2,), measured="centres")).value == "yes"
    theory = get("exact")
    for asked in (where("a", "c"), where("a", "b")):
        for candidate in theory.open().answer(chain, asked).possible:
            assert theory.violated(chain, theory.open().witness(chain, asked, candidate)) == ()
    for backend in ("closure", "clingo"):
        with pytest.raises(BackendUnavailable, match="centres"):
            solve(chain, where("a", "c"), backend)
    # Between points there is nothing but centres.
    points = story_of(say("left", "a", "b", measured="centres"), **PS2)
    assert solve(points, whether("left", "a", "b", distance=(1,), measured="centres"), "clingo").value == "yes"


def test_contradicting_centres_are_found():
    around = [say("left", one, other, measured="centres") for one, other in ("ab", "bc")]
    story = story_of(*around, say("left", "a", "c", measured="centres"), **CENTRED)
    assert solve(story, where("a", "b")).status == "inconsistent"
    assert stated(get("exact").open().core(story)) == (0, 1, 2)


@pytest.mark.parametrize("backend", BACKENDS)
def test_lengths_and_plain_units_are_not_mixed(backend):
    mixed = story_of(say("left", "a", "b", distance=(Fraction(2000),), unit="m"), say("left", "b", "c"), **PS2)
    answer = solve(mixed, where("a", "c"), backend)
    assert answer.status == "not_covered"
    assert "cannot be compared" in answer.reason
    metres = story_of(*(say("left", x, y, distance=(Fraction(2),), unit="m") for x, y in ("ab", "bc")), **PS2)
    assert solve(metres, whether("left", "a", "c", distance=(4,), unit="m"), backend).value == "yes"
    assert solve(metres, whether("left", "a", "c", distance=(4,)), backend).status == "not_covered"
    # Where nothing is understood to be one unit, a length stands alone.
    loose = story_of(say("left", "a", "b", distance=(Fraction(2000),), unit="m"), say("left", "b", "c"))
    assert solve(loose, where("a", "c"), backend).entailed == {"left"}
