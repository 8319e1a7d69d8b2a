"""Regions in pictures and as text: every box is seen, nothing leaves its outline, and names stay names."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pictures import of_class, parsed
from qsr.witnesses import Regions

TAG = "{http://www.w3.org/2000/svg}"
TAGS = {TAG + name for name in ["svg", "title", "desc", "style", "g", "rect", "circle", "path", "text", "tspan"]}
SIDES = ("x", "y", "width", "height")

numbers = st.one_of(st.integers(-5, 9), st.fractions(-5, 9, max_denominator=6), st.integers(-(10**30), 10**30))
intervals = st.tuples(numbers, numbers).filter(lambda ends: ends[0] != ends[1]).map(lambda ends: tuple(sorted(ends)))


def scenes(dimensions=(1, 3)):
    def of(count):
        region = st.lists(st.tuples(*[intervals] * count), min_size=1, max_size=6)
        return st.dictionaries(st.integers(0, 30), region, min_size=1, max_size=6)

    return st.integers(*dimensions).flatmap(of)


def sides(element):
    left, top, width, height = (float(element.get(key)) for key in SIDES)
    return left, top, left + width, top + height


@settings(max_examples=150, deadline=None)
@given(scenes(), st.dictionaries(st.integers(0, 30), st.text(st.characters())))
def test_every_picture_is_a_document_of_known_elements_inside_its_frame(place, names):
    root = parsed(Regions(place, names).svg())
    assert {element.tag for element in root.iter()} <= TAGS
    _, _, width, height = map(float, root.get("viewBox").split())
    assert 0 < width < 1200
    assert 0 < height < 1500
    for element in root.iter():
        assert not any(key.startswith("on") or "href" in key for key in element.attrib)
    for drawn in of_class(root, "qsr-piece") + of_class(root, "qsr-box"):
        left, top, right, bottom = sides(drawn)
        assert 0 <= left < right <= width
        assert 0 <= top < bottom <= height


@settings(deadline=None)
@given(scenes((2, 2)))
def test_boxes_stay_in_the_outline_and_reach_its_four_sides(place):
    root = parsed(Regions(place, {}).svg())
    for group in root.iter(f"{TAG}g"):
        drawn = [sides(element) for element in of_class(group, "qsr-piece")]
        outlines = [sides(element) for element in of_class(group, "qsr-outline")]
        if group.find(f"{TAG}title") is not None and outlines:
            (outline,) = outlines
            # A box too thin to see is drawn 3 pixels wide about its middle.
            reached = [low(ends) for low, ends in zip((min, min, max, max), zip(*drawn, strict=True), strict=True)]
            assert reached == pytest.approx(outline, abs=1.7)


def test_each_box_of_a_region_is_seen_once():
    place = {0: [((0, 1), (0, 1)), ((2, 4), (0, 1)), ((3, 4), (0, 1)), ((2, 4), (0, 1))], 1: [((0, 1), (3, 4))]}
    root = parsed(Regions(place, {0: "cup", 1: "pen"}).svg())
    widths = sorted(right - left for left, _, right, _ in map(sides, of_class(root, "qsr-piece")))
    assert len(widths) == 2
    assert widths[1] == pytest.approx(2 * widths[0], abs=0.3)
    assert len(of_class(root, "qsr-outline")) == len(of_class(root, "qsr-box")) == 1


def test_three_dimensions_are_two_views():
    place = {0: [((0, 1), (0, 1), (0, 1)), ((0, 1), (0, 1), (2, 3))]}
    root = parsed(Regions(place, {}).svg())
    assert [caption.text for caption in of_class(root, "qsr-caption")] == ["From the front", "From above"]
    # From the front one box hides the other.
    assert len(of_class(root, "qsr-box")) == 1
    assert len(of_class(root, "qsr-piece")) == 2


def test_equal_regions_share_a_mark_and_a_label():
    one, other = ((0, 1), (0, 1)), ((2, 3), (2, 3))
    root = parsed(Regions({0: [one, other], 1: [other, one], 2: [one]}, {0: "cup", 1: "mug", 2: "pen"}).svg())
    assert sorted(label.text for label in of_class(root, "qsr-label")) == ["cup, mug", "pen"]
    assert len(of_class(root, "qsr-outline")) == 1


@given(scenes())
@settings(deadline=None, max_examples=50)
def test_the_order_of_the_mapping_makes_no_difference(place):
    assert Regions(dict(reversed(place.items())), {}).svg() == Regions(place, {}).svg()


def test_names_are_only_text():
    name = '"><script>1</script>\x00'
    root = parsed(Regions({0: [((0, 1), (0, 1)), ((2, 3), (0, 1))]}, {0: name}).svg())
    assert {element.tag for element in root.iter()} <= TAGS
    (label,) = of_class(root, "qsr-label")
    assert label.text == '"><script>1</script>'


def test_as_text_a_region_is_its_bounding_box_and_a_count():
    place = {0: [((0, 1), (0, 1)), ((2, Fraction(7, 2)), (-1, 1))], 1: [((1, 2), (0, 1))]}
    lines = Regions(place, {0: "cup", 1: "red pen"}).text().splitlines()
    assert lines == ["cup      x 0 to 7/2  y -1 to 1  2 boxes", "red pen  x 1 to 2    y 0 to 1   one box"]
    title = re.search("<title>cup: (.*?)</title>", Regions(place, {0: "cup"}).svg())
    assert title.group(1) == "x 0 to 7/2, y -1 to 1, 2 boxes"


@pytest.mark.parametrize(
    "place", [{0: []}, {0: [((0, 1),), ((0, 1), (0, 1))]}, {0: [((0, 1),)], 1: [((0, 1), (0, 1))]}, {0: [()]}]
)
def test_what_is_no_region_is_refused(place):
    with pytest.raises(ValueError, match="expected"):
        Regions(place, {}).svg()


def test_without_regions_the_picture_says_so():
    assert "nothing is placed" in Regions({}, {}).svg()
