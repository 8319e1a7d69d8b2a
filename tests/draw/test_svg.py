"""Pictures are well-formed whatever the names, true to the numbers, and readable."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import combinations, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pictures import of_class, parsed
from qsr.draw.names import clean
from qsr.theories.paths.witness import RouteTrace
from qsr.theories.prepositions.witness import Senses
from qsr.theories.room.witness import Cells
from qsr.witnesses import Boxes, Points

TAG = "{http://www.w3.org/2000/svg}"
NUMBER = re.compile(r"-?\d+(?:\.\d+)?$")
#: Everything a picture is made of: nothing that a name could have smuggled in.
TAGS = {TAG + name for name in ["svg", "title", "desc", "style", "g", "rect", "path", "text", "tspan", "circle", "polygon"]}

any_text = st.text(st.characters())
small = st.fractions(-9, 9, max_denominator=6)
huge = st.builds(Fraction, st.integers(-(10**400), 10**400), st.integers(1, 10**60))
numbers = st.one_of(small, st.integers(-3, 3), huge)


def intervals(number):
    return st.tuples(number, number).map(lambda ends: tuple(sorted(ends)))


def scenes(coordinate, dimensions=(1, 3)):
    return st.integers(*dimensions).flatmap(
        lambda count: st.dictionaries(st.integers(0, 40), st.tuples(*[coordinate] * count), max_size=7)
    )


witnesses = st.one_of(
    st.tuples(st.sampled_from([Points, RouteTrace]), scenes(numbers)),
    st.tuples(st.just(Boxes), scenes(intervals(numbers))),
    st.tuples(st.just(Cells), scenes(st.integers(-5, 10**9), (2, 2))),
)


@settings(max_examples=150, deadline=None)
@given(witnesses, st.dictionaries(st.integers(0, 40), any_text))
def test_every_picture_is_a_document_of_known_elements_inside_its_frame(witness, names):
    kind, place = witness
    root = parsed(kind(place, names).svg())
    assert {element.tag for element in root.iter()} <= TAGS
    assert root.find(f"{TAG}title").text
    _, _, width, height = map(float, root.get("viewBox").split())
    assert 0 < width < 1200
    assert 0 < height < 1500
    for element in root.iter():
        assert not any(key.startswith("on") or "href" in key for key in element.attrib)
        for key in ("x", "y", "cx", "cy", "width", "height", "r"):
            assert key not in element.attrib or NUMBER.match(element.get(key))
    assert len(of_class(root, "qsr-dot")) <= len(place) * 2


@settings(deadline=None)
@given(st.lists(st.text("abcdefgh<>&\"'", min_size=1, max_size=8), min_size=1, max_size=5, unique=True))
def test_short_names_are_all_written_out(names):
    place = {entity: (entity, entity % 2) for entity in range(len(names))}
    root = parsed(Points(place, dict(enumerate(names))).svg())
    assert sorted(element.text for element in of_class(root, "qsr-label")) == sorted(map(clean, names))


@pytest.mark.parametrize(
    "name",
    [
        "</text><script>alert(1)</script>",
        "]]>",
        '"><a href="x">',
        "a\x00b\x1b[31m",
        "\ud800",
        "\ufffe\uffff",
        "‮evil",
        "x). :- not y(",
        "&amp;",
    ],
)
def test_hostile_names_are_only_text(name):
    root = parsed(Points({0: (0, 0), 1: (1, 1)}, {0: name, 1: "pen"}).svg())
    assert {element.tag for element in root.iter()} <= TAGS
    assert {element.text for element in of_class(root, "qsr-label")} >= {"pen"}
    assert "‮" not in "".join(root.itertext())


@settings(deadline=None)
@given(st.lists(st.tuples(numbers, numbers), min_size=2, max_size=6))
def test_dots_stand_in_the_order_of_the_exact_numbers(points):
    place = dict(enumerate(points))
    root = parsed(Points(place, {entity: f"n{entity}" for entity in place}).svg())
    seen = {}
    for group in root.iter(f"{TAG}g"):
        if (dot := group.find(f"{TAG}circle")) is not None:
            for words in group.find(f"{TAG}title").text.split("; "):
                seen[int(words[1:].partition(":")[0])] = (float(dot.get("cx")), float(dot.get("cy")))
    assert sorted(seen) == sorted(place)
    for first, second in combinations(place, 2):
        for axis, upwards in ((0, 1), (1, -1)):
            drawn = (seen[first][axis] - seen[second][axis]) * upwards
            exact = place[first][axis] - place[second][axis]
            assert drawn * (exact > 0) >= 0
            assert drawn * (exact < 0) <= 0
            assert exact or not drawn


@settings(deadline=None)
@given(st.lists(st.tuples(intervals(st.integers(0, 8)), intervals(st.integers(0, 8))), min_size=1, max_size=5, unique=True))
def test_boxes_keep_their_sizes_and_the_smaller_lie_on_top(boxes):
    boxes = [box for box in boxes if all(start < end for start, end in box)]
    root = parsed(Boxes(dict(enumerate(boxes)), {}).svg())
    drawn = [(float(box.get("width")), float(box.get("height"))) for box in of_class(root, "qsr-box")]
    assert len(drawn) == len(boxes)
    areas = [width * height for width, height in drawn]
    assert all(later <= earlier * 1.01 for earlier, later in pairwise(areas))
    ratios = {
        round(width / (end - start), 0)
        for (width, _), (start, end) in zip(
            sorted(drawn), sorted((box[0] for box in boxes), key=lambda side: side[1] - side[0]), strict=True
        )
    }
    assert not ratios or max(ratios) - min(ratios) <= 1


@settings(deadline=None)
@given(st.integers(2, 6), st.booleans())
def test_labels_of_a_sparse_scene_do_not_cover_each_other(count, upright):
    place = {entity: (0, entity) if upright else (entity, 0) for entity in range(count)}
    root = parsed(Points(place, {entity: f"wooden chair {entity}" for entity in place}).svg())
    chips = [[float(chip.get(key)) for key in ("x", "y", "width", "height")] for chip in of_class(root, "qsr-chip")]
    assert len(chips) == count
    for (x, y, width, height), (u, v, across, down) in combinations(chips, 2):
        assert x + width <= u or u + across <= x or y + height <= v or v + down <= y


def test_entities_at_one_place_share_a_dot_and_a_label():
    root = parsed(Points({0: (1, 1), 1: (Fraction(2, 2), 1), 2: (0, 0)}, {0: "cup", 1: "pen", 2: "box"}).svg())
    assert len(of_class(root, "qsr-dot")) == 2
    assert sorted(element.text for element in of_class(root, "qsr-label")) == ["box", "cup, pen"]


def test_a_crowd_at_one_place_is_counted():
    root = parsed(Points(dict.fromkeys(range(40), (0, 0)), {entity: f"object {entity}" for entity in range(40)}).svg())
    (label,) = of_class(root, "qsr-label")
    assert re.fullmatch(r"object 0, .*, \d\d more", label.text)


def test_a_right_to_left_name_is_isolated():
    root = parsed(Points({0: (0, 0), 1: (0, 0), 2: (1, 0)}, {0: "cup", 1: "كوب", 2: "קופסה"}).svg())
    joint, alone = sorted(of_class(root, "qsr-label"), key=lambda label: label.get("direction") == "rtl")
    assert [(span.get("direction"), span.get("unicode-bidi"), span.text) for span in joint] == [
        ("ltr", "isolate", "cup"),
        ("rtl", "isolate", "كوب"),
    ]
    assert (alone.text, alone.get("unicode-bidi")) == ("קופסה", "isolate")


def test_three_dimensions_are_two_views_in_which_the_viewer_is_below():
    root = parsed(Points({0: (0, 0, 0), 1: (0, 1, 5)}, {}).svg())
    assert [caption.text for caption in of_class(root, "qsr-caption")] == ["From the front", "From above"]
    heights = [float(dot.get("cy")) for dot in of_class(root, "qsr-dot")]
    front_0, front_1, above_0, above_1 = heights
    assert front_1 < front_0
    assert above_1 > above_0


@pytest.mark.parametrize(("points", "arrows"), [([(0, 0), (1, 0), (1, 1)], 2), ([(0, 0), (0, 0), (2, 0)], 1), ([(0, 0)], 0)])
def test_a_trace_has_an_arrow_per_step_that_moves(points, arrows):
    root = parsed(RouteTrace(dict(enumerate(points)), {}).svg())
    assert len(of_class(root, "qsr-step")) == len(root.findall(f".//{TAG}polygon")) == arrows


def test_a_cell_covers_one_square_of_the_grid():
    root = parsed(Cells({0: (0, 0), 1: (2, 1)}, {0: "sofa", 1: "lamp"}).svg())
    low, high = of_class(root, "qsr-box")
    side = float(low.get("width"))
    assert float(low.get("height")) == side
    assert float(high.get("x")) - float(low.get("x")) == pytest.approx(2 * side, abs=0.2)
    assert float(low.get("y")) - float(high.get("y")) == pytest.approx(side, abs=0.2)


def test_the_picture_follows_dark_ground():
    document = Points({0: (0, 0)}, {0: "cup"}).svg()
    assert "prefers-color-scheme:dark" in document
    style = document.partition("<style>")[2].partition("</style>")[0]
    rules = [line for line in style.splitlines() if line and not line.startswith(("@", "}"))]
    assert all(line.startswith(".qsr-drawing ") for line in rules)


def test_different_scales_are_said():
    assert "different scales" in Points({0: (0, 0), 1: (1000, 1)}, {}).svg()
    assert "different scales" not in Points({0: (0, 0), 1: (3, 1)}, {}).svg()


@settings(deadline=None)
@given(witnesses)
def test_the_order_of_the_mapping_makes_no_difference(witness):
    kind, place = witness
    assert kind(dict(reversed(place.items()))).svg() == kind(place).svg()


def test_a_witness_without_a_picture_says_so():
    with pytest.raises(ValueError, match="no drawing for witnesses of kind 'senses'"):
        Senses({}, {}).svg()


@pytest.mark.parametrize(("kind", "place"), [(Points, {0: (0, 0), 1: (0, 0, 0)}), (Points, {0: ()}), (Cells, {0: (1, 2, 3)})])
def test_places_of_other_dimensions_are_refused(kind, place):
    with pytest.raises(ValueError, match="expected"):
        kind(place).svg()


def test_a_witness_draws_itself():
    witness = Points({0: (0, 1)}, {0: "cup"})
    assert witness.svg() == Points({0: (0, 1)}, {0: "cup"}).svg()
    assert witness.text() == "cup  x = 0  y = 1"


def test_intervals_keep_their_width_however_many_lanes_there_are():
    few, many = ([(start, start + 2) for start in range(0, count)] for count in (2, 30))
    widths = []
    for ends in (few, many):
        place = {lane: ((start % 4, end % 4 + 4),) for lane, (start, end) in enumerate(ends)}
        root = parsed(Boxes(place, {}).svg())
        widths.append(max(float(box.get("width")) for box in of_class(root, "qsr-box")))
    assert min(widths) > 200


@settings(deadline=None)
@given(st.integers(1, 30), st.integers(1, 30), st.data())
def test_a_room_of_cells_has_its_walls_and_all_its_cells(columns, rows, data):
    cell = st.tuples(st.integers(0, columns - 1), st.integers(0, rows - 1))
    place = dict(enumerate(data.draw(st.lists(cell, min_size=1, max_size=4))))
    root = parsed(Cells(place, {}, (columns, rows)).svg())
    (wall,) = of_class(root, "qsr-wall")
    left, top, width, height = (float(wall.get(key)) for key in ("x", "y", "width", "height"))
    assert len(of_class(root, "qsr-grid")) == columns - 1 + rows - 1
    # Cells are squares, unless the room is so narrow that it is stretched to be seen.
    if columns / rows < 8 and rows / columns < 8:
        assert width / columns == pytest.approx(height / rows, rel=0.02)
    for box in of_class(root, "qsr-box"):
        assert left - 0.2 <= float(box.get("x")) <= left + width - float(box.get("width")) + 0.2
        assert top - 0.2 <= float(box.get("y")) <= top + height - float(box.get("height")) + 0.2


def test_a_continuous_room_ends_at_its_walls():
    root = parsed(Points({0: (Fraction(0), Fraction(1, 2)), 1: (Fraction(1, 3), Fraction(1, 4))}, {}, (1, Fraction(1, 2))).svg())
    (wall,) = of_class(root, "qsr-wall")
    left, top, width, height = (float(wall.get(key)) for key in ("x", "y", "width", "height"))
    assert width == pytest.approx(2 * height, rel=0.02)
    (corner, *_) = of_class(root, "qsr-dot")
    assert (float(corner.get("cx")), float(corner.get("cy"))) == pytest.approx((left, top), abs=0.2)
    assert all("-" not in element.text and "−" not in element.text for element in of_class(root, "qsr-tick"))


@pytest.mark.parametrize("size", [(3,), (3, 0), (3, 3, 3)])
def test_walls_that_do_not_fit_the_places_are_a_value_error(size):
    for drawing in (Cells.svg, Cells.text):
        with pytest.raises(ValueError, match="2 axes"):
            drawing(Cells({0: (0, 0)}, {}, size))


def test_a_witness_with_a_size_is_drawn_with_it():
    witness = Cells({0: (0, 0)}, {0: "bed"}, (3, 2))
    assert witness.svg() == Cells({0: (0, 0)}, {0: "bed"}, (3, 2)).svg() != Cells({0: (0, 0)}, {0: "bed"}).svg()
    assert witness.text() == Cells({0: (0, 0)}, {0: "bed"}, (3, 2)).text()
    with pytest.raises(ValueError, match="with walls"):
        Boxes({0: ((0, 1), (0, 1))}, {}, (3, 2)).svg()
