"""Pictures of seats: every place is there, names stand where the layout has them, arrows point where people look."""

from __future__ import annotations

from math import atan2, degrees
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qsr.draw.names import clean
from qsr.seats import Layout
from qsr.theories.seating.witness import Seats

TAG = "{http://www.w3.org/2000/svg}"
SPECS = [
    *(f"ring {count} {view}" for count in (1, 2, 3, 5, 6, 10) for view in ("inward", "outward")),
    "ring 6 outward from 30",
    "rows 1",
    "rows 2",
    "rows 4 from 90",
    "row 1",
    "row 5 own from 270",
    "row 4 viewer from 180",
    "shelf 3x2 viewer from 90",
    "shelf 1x1",
    "shelf 4x5",
]
PEOPLE = dict(enumerate(["Ann", "Bob", "Cy", "Di", "Eve", "Flo", "Gus", "Hal", "Ida", "Jo"]))


def parsed(document):
    return ElementTree.fromstring(document.encode("utf-8"))


def seated(root):
    """Return the centre of everybody's dot, by name."""
    found = {}
    for group in root.iter(f"{TAG}g"):
        title, circle = group.find(f"{TAG}title"), group.find(f"{TAG}circle")
        if title is not None and circle is not None:
            found[title.text.partition(":")[0]] = (float(circle.get("cx")), float(circle.get("cy")))
    return found


def numbers(shape):
    return [tuple(map(float, point.split(","))) for point in shape.get("points").split()]


@pytest.mark.parametrize("spec", SPECS)
def test_every_place_and_every_name_is_drawn(spec):
    layout = Layout.parse(spec)
    count = min(layout.places, len(PEOPLE))
    place = {name: layout.places - 1 - name for name in range(count)}
    root = parsed(Seats(place, PEOPLE, layout=spec).svg())
    dots = [circle for circle in root.iter(f"{TAG}circle") if circle.get("r") == "9.0"]
    assert len(dots) == layout.places
    assert set(seated(root)) - {"empty"} == {PEOPLE[name] for name in place}
    labels = [label.text for label in root.iter(f"{TAG}text") if label.get("class") == "qsr-label"]
    assert sorted(labels) == sorted(PEOPLE[name] for name in place)
    _, _, width, height = map(float, root.get("viewBox").split())
    for dot in dots:
        assert 0 < float(dot.get("cx")) < width
        assert 0 < float(dot.get("cy")) < height
    lines = Seats(place, PEOPLE, layout=spec).text().splitlines()
    table, sketch = lines[-count:], "\n".join(lines[:-count])
    assert [line.split()[0] for line in table] == [PEOPLE[name] for name in place]
    assert all(PEOPLE[name] in sketch for name in place)


@settings(derandomize=True, deadline=None, max_examples=60)
@given(
    st.sampled_from(SPECS),
    st.dictionaries(st.integers(0, 9), st.text(max_size=40)),
    st.data(),
)
def test_any_name_can_sit_anywhere(spec, names, data):
    layout = Layout.parse(spec)
    place = {name: data.draw(st.integers(0, layout.places - 1)) for name in names}
    root = parsed(Seats(place, names, layout=spec).svg())
    title = root.find(f"{TAG}desc").text or ""
    assert all(clean(name)[:20] in title for name in names.values() if len(title) < 4000)
    assert len(Seats(place, names, layout=spec).text().splitlines()) >= len(place)


@pytest.mark.parametrize("view", ["inward", "outward"])
def test_a_ring_is_drawn_clockwise_and_turned_to_the_north(view):
    place = {name: name for name in range(6)}
    centres = seated(parsed(Seats(place, PEOPLE, layout=f"ring 6 {view} from 30").svg()))
    middle = [sum(values) / 6 for values in zip(*centres.values(), strict=True)]
    for number in range(6):
        x, y = centres[PEOPLE[number]]
        bearing = degrees(atan2(x - middle[0], middle[1] - y)) % 360
        assert bearing == pytest.approx(30 + 60 * number, abs=1)


@pytest.mark.parametrize(
    ("spec", "wanted"),
    [
        ("ring 4 inward", {"Ann": 180, "Bob": 270, "Cy": 0, "Di": 90}),
        ("ring 4 outward", {"Ann": 0, "Bob": 90, "Cy": 180, "Di": 270}),
        ("rows 2 from 0", {"Ann": 180, "Bob": 180, "Cy": 0, "Di": 0}),
        ("rows 2 from 90", {"Ann": 270, "Bob": 270, "Cy": 90, "Di": 90}),
        ("row 4 own from 270", dict.fromkeys(["Ann", "Bob", "Cy", "Di"], 0)),
        ("row 4 viewer from 270", {}),
        ("shelf 2x2", {}),
    ],
)
def test_arrows_point_where_people_look(spec, wanted):
    root = parsed(Seats({name: name for name in range(4)}, PEOPLE, layout=spec).svg())
    found = {}
    for shape in root.iter(f"{TAG}polygon"):
        tip, one, other = numbers(shape)
        across, down = tip[0] - (one[0] + other[0]) / 2, tip[1] - (one[1] + other[1]) / 2
        near = min(seated(root).items(), key=lambda seat: (seat[1][0] - tip[0]) ** 2 + (seat[1][1] - tip[1]) ** 2)
        found[near[0]] = round(degrees(atan2(across, -down))) % 360
    assert found == wanted


def test_sketches_read_like_the_layout():
    assert Seats({0: 4, 1: 1}, PEOPLE, layout="shelf 3x2 from 90").text() == (
        "shelf 3x2 viewer from 90\n"
        "+-----+-----+\n"
        "| Ann | -   |\n"
        "+-----+-----+\n"
        "| -   | -   |\n"
        "+-----+-----+\n"
        "| -   | Bob |\n"
        "+-----+-----+\n"
        "Ann  layer 3  column 1\n"
        "Bob  layer 1  column 2"
    )
    rows = Seats({0: 0, 1: 3}, PEOPLE, layout="rows 2 from 180").text().splitlines()
    # Row 0 is in the south and looks north; its places run from the east to the west.
    assert rows[0] == "rows 2 own from 180: north is up"
    assert rows[1].split() == ["3:", "Bob", "2:", "-"]
    assert rows[3].split() == ["1:", "-", "0:", "Ann"]


def test_a_witness_draws_itself():
    witness = Seats({0: 2, 1: 0}, PEOPLE, layout="ring 3 outward")
    assert witness.text().splitlines()[0] == "ring 3 outward"
    assert set(seated(parsed(witness.svg()))) == {"Ann", "Bob", "empty"}


@pytest.mark.parametrize(("place", "layout"), [({0: 6}, "ring 6"), ({0: -1}, "ring 6"), ({0: 0}, ""), ({0: 0}, "heap")])
def test_what_is_no_layout_and_no_place_is_refused(place, layout):
    for draw in (Seats.svg, Seats.text):
        with pytest.raises(ValueError, match="layout"):
            draw(Seats(place, PEOPLE, layout=layout))
