"""Shapely geometries and GeoJSON: their relations, and realised scenes checked by Shapely."""

from __future__ import annotations

import json
import random
from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qsr.calculi import Network, load
from qsr.calculi.closure import close
from qsr.calculi.scenes import Scene, geojson, qualify, qualify_distances, realise, tiles
from qsr.errors import ParseError
from random_networks import labels

shapely = pytest.importorskip("shapely", reason="Shapely (the extra `geo`) is not installed")

SQUARE = shapely.box(0, 0, 4, 4)
HOLE = shapely.box(1, 1, 3, 3)
RING = SQUARE.difference(HOLE)
TWO = shapely.MultiPolygon([shapely.box(0, 0, 1, 1), shapely.box(3, 3, 4, 4)])
TRIANGLE = shapely.Polygon([(1, 1), (3, 1), (2, 3)])


def relation(x, y, calculus="rcc8"):
    (found,) = qualify({"x": x, "y": y}, calculus).label("x", "y")
    return found


@pytest.mark.parametrize(
    ("x", "y", "expected"),
    [
        (RING, HOLE, "EC"),
        (TWO, shapely.box(0, 0, 1, 1), "TPPI"),
        (shapely.box(3, 3, 4, 4), TWO, "TPP"),
        (TWO, SQUARE, "TPP"),
        (TWO, shapely.box(1, 1, 3, 3), "EC"),
        (TWO, RING, "TPP"),
        (TWO, shapely.box(1, 0, 3, 2), "EC"),
        (TRIANGLE, SQUARE, "NTPP"),
        (TRIANGLE, HOLE, "TPP"),
        (TRIANGLE, RING, "EC"),
        (shapely.box(1.5, 1.5, 2.5, 2.5), RING, "DC"),
        (shapely.box(4, 4, 5, 5), SQUARE, "EC"),
        (shapely.box(3, 3, 5, 5), SQUARE, "PO"),
        (SQUARE, shapely.union_all([RING, HOLE]), "EQ"),
        (shapely.Polygon([(0, 0), (4, 0), (4, 4), (2, 4), (0, 4)]), SQUARE, "EQ"),
        (shapely.box(9, 9, 10, 10), SQUARE, "DC"),
    ],
)
def test_regions(x, y, expected):
    rcc8 = load("rcc8")
    assert relation(x, y) == expected
    assert rcc8.mask(relation(y, x)) == rcc8.converse(rcc8.mask(expected))


SIDES = st.tuples(st.integers(0, 5), st.integers(1, 3)).map(lambda side: (side[0], side[0] + side[1]))
REGIONS = st.lists(st.tuples(SIDES, SIDES), min_size=1, max_size=4).map(tuple)


@settings(deadline=None, max_examples=300)
@given(REGIONS, REGIONS)
def test_shapely_and_exact_arithmetic_agree(first, second):
    scene = Scene(load("rcc8"), "regions", {"x": first, "y": second})
    assert labels(qualify(scene.geometries(), "rcc8")) == labels(scene.network())
    assert tiles(*scene.geometries().values()) == tiles(first, second)


def scenario(calculus, count, chance):
    """Return a random atomic network that closure keeps: label by label, without any geometry."""
    pairs = list(combinations(range(count), 2))
    while True:
        found = [[calculus.universal if i != j else calculus.identity for j in range(count)] for i in range(count)]
        chance.shuffle(pairs)
        for i, j in pairs:
            found[i][j] = calculus.mask(chance.choice(calculus.names(found[i][j])))
            found[j][i] = calculus.converse(found[i][j])
            if close(calculus, found) is not None:
                break
        else:
            network = Network(calculus)
            for i, j in sorted(pairs):
                network.add(i, calculus.names(found[i][j]), j)
            return network


@pytest.mark.parametrize("name", ["rcc8", "rcc5", "cd"])
def test_a_thousand_realised_scenes_are_read_back_by_shapely(name):
    chance = random.Random(17)
    for _ in range(1000):
        network = scenario(load(name), chance.randint(2, 6), chance)
        assert labels(qualify(realise(network).geometries(), name)) == labels(network)


def test_a_thousand_realised_blocks_are_read_back_by_shapely():
    chance = random.Random(19)
    for _ in range(1000):
        count = chance.randint(2, 6)
        axes = [scenario(load("allen"), count, chance) for _ in range(2)]
        network = Network("block2")
        for i, j in combinations(range(count), 2):
            network.add(i, ",".join(next(iter(axis.label(i, j))) for axis in axes), j)
        shapes = realise(network).geometries()
        assert labels(qualify(shapes, "block2")) == labels(network)
        for axis in (0, 1):
            assert labels(qualify(shapes, "allen", axis=axis)) == labels(axes[axis])


@settings(deadline=None, max_examples=30)
@given(st.integers(0, 10**6))
def test_geometry_to_network_to_geometry(seed):
    """Random triangles: their relations are realised by regions that have the same."""
    chance = random.Random(seed)
    places = {}
    for name in range(chance.randint(2, 6)):
        shape = shapely.Polygon([(chance.randint(0, 9), chance.randint(0, 9)) for _ in range(3)])
        if shape.is_valid and shape.area:
            places[name] = shape
    network = qualify(places, "rcc8")
    assert network.status() == "consistent"
    assert labels(qualify(realise(network).geometries(), "rcc8")) == labels(network)


def test_a_scene_goes_through_geojson():
    network = scenario(load("rcc8"), 6, random.Random(23))
    scene = realise(network)
    document = json.dumps(geojson.collection(scene.geometries()))
    assert labels(qualify(geojson.parse(document), "rcc8")) == labels(network)


def test_a_geojson_file(tmp_path):
    path = tmp_path / "town.geojson"
    square = shapely.geometry.mapping(SQUARE)
    point = {"type": "Point", "coordinates": [9, 2, 100]}
    features = [("park", square), ("bench", point)]
    document = {
        "type": "FeatureCollection",
        "features": [{"type": "Feature", "properties": {"called": name}, "geometry": shape} for name, shape in features],
    }
    path.write_text(json.dumps(document), encoding="utf-8")
    found = geojson.read(path, "called")
    assert list(found) == ["park", "bench"]
    assert relation(found["bench"], found["park"].centroid, "cd") == "E"
    with pytest.raises(ParseError, match=r"town.geojson: feature 1: expected a text or number as its id; it has .* 'called'"):
        geojson.read(path)


FEATURE = {"type": "Feature", "id": "a", "geometry": shapely.geometry.mapping(SQUARE)}


@pytest.mark.parametrize(
    ("document", "message"),
    [
        ('{"type": ', "f.json:1:10: not JSON"),
        ("[]", "expected a GeoJSON FeatureCollection"),
        (json.dumps(FEATURE), "expected a GeoJSON FeatureCollection"),
        ([{"type": "Polygon"}], "feature 1: expected an object of type Feature"),
        ([FEATURE, FEATURE], "feature 2: the name 'a' is taken"),
        ([{**FEATURE, "geometry": None}], r"feature 1 \('a'\): expected a GeoJSON geometry"),
        ([{**FEATURE, "geometry": {"type": "Polygon"}}], "expected a GeoJSON geometry"),
        ([{**FEATURE, "geometry": {"type": "Polygon", "coordinates": "no"}}], "expected a GeoJSON geometry"),
        ([{**FEATURE, "geometry": {"type": "Polygon", "coordinates": [[[0, "n"], [1, 1], [2, 0], [0, 0]]]}}], "GeoJSON geometry"),
        ([{**FEATURE, "geometry": {"type": "Polygon", "coordinates": []}}], "not an empty Polygon"),
        ([{**FEATURE, "geometry": {"type": "Sphere", "coordinates": []}}], "expected a GeoJSON geometry"),
        (
            [{**FEATURE, "geometry": {"type": "Polygon", "coordinates": [[[0, 0], [1, 1], [1, 0], [0, 1], [0, 0]]]}}],
            "expected a valid Polygon: Self-intersection",
        ),
    ],
)
def test_what_is_no_geojson_is_named(document, message):
    text = document if isinstance(document, str) else json.dumps({"type": "FeatureCollection", "features": document})
    with pytest.raises(ParseError, match=message):
        geojson.parse(text, file="f.json")


@pytest.mark.parametrize(
    ("place", "calculus", "message"),
    [
        (
            shapely.LineString([(0, 0), (1, 1)]),
            "rcc8",
            "oak: expected a region, so a Polygon or a MultiPolygon, not a LineString",
        ),
        (shapely.Polygon(), "rcc8", "oak: expected a geometry with points, not an empty Polygon"),
        (shapely.Polygon([(0, 0), (1, 1), (1, 0), (0, 1)]), "rcc8", "oak: expected a valid Polygon: Self-intersection"),
        (SQUARE, "cd", "oak: expected a Point, not a Polygon; choose a point for it, such as its centroid"),
        (shapely.Point(1, 1), "block2", "oak: expected a start below the end"),
        (SQUARE, "block3", "oak: expected 3 sides of a box"),
    ],
)
def test_what_has_no_relation_is_named(place, calculus, message):
    with pytest.raises(ValueError, match=message):
        qualify({"oak": place}, calculus)


def test_arrays_of_numpy_are_places():
    numpy = pytest.importorskip("numpy")
    points = numpy.array([[0.5, 1], [0.5, 2]], dtype=numpy.float32)
    assert relation(*points, "cd") == "S"
    assert relation(numpy.int64(3), numpy.float64(3.5), "point") == "<"
    boxes = numpy.array([[[[0, 2], [0, 2]]], [[[2, 3], [1, 3]]]])
    assert relation(*boxes) == "EC"
    network = qualify_distances(dict(enumerate(points)), "distance", {"very-near": 1, "near": 2, "far": 3})
    assert network.label(0, 1) == {"very-near"}


class Site:
    """Something with a GeoJSON form."""

    def __init__(self, form):
        self.__geo_interface__ = form


def test_what_says_its_geojson_form_is_a_geometry():
    assert relation(Site(shapely.geometry.mapping(HOLE)), SQUARE) == "NTPP"
    assert relation(Site({"type": "Feature", "geometry": shapely.geometry.mapping(HOLE)}), SQUARE) == "NTPP"
    with pytest.raises(ValueError, match="x: expected a GeoJSON geometry"):
        relation(Site("no form"), SQUARE)


def test_numbers_and_geometries_do_not_mix():
    with pytest.raises(ValueError, match="all geometries, or none"):
        qualify({"a": SQUARE, "b": [((0, 1), (0, 1))]}, "rcc8")


def test_points_of_geometries():
    places = {"a": shapely.Point(0, 0), "b": {"type": "Point", "coordinates": [0.5, 0]}, "c": shapely.Point(0, 7)}
    assert qualify(places, "cd").label("b", "a") == {"E"}
    assert qualify(places, "point", axis=1).label("a", "c") == {"<"}
    bounds = {"very-near": 3, "near": 6, "far": 9}
    network = qualify_distances(places, "distance", bounds)
    assert network.label("a", "b") == {"very-near"}
    assert network.label("a", "c") == {"far"}
    with pytest.raises(ValueError, match="a: expected a Point"):
        qualify_distances({"a": SQUARE}, "distance", bounds)


def test_a_place_that_no_float_has_is_no_geometry():
    calculus = load("cd")
    with pytest.raises(ValueError, match="expected a coordinate that is a float, not 1/3"):
        Scene(calculus, "points", {"a": (Fraction(1, 3), 0)}).geometries()
    with pytest.raises(ValueError, match="two coordinates"):
        Scene(load("point"), "points", {"a": (0,)}).geometries()
