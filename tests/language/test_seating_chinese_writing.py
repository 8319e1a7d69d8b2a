"""What is written in Chinese about seats says what it was written for, and every combination of words means its seats."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from brute_force_seating import layout as layout_of
from qsr.errors import ParseError
from qsr.seats import Claim, Layout, joined
from qsr.theories.seating.relations import relation_names, table
from qsr.theories.seating.text import chinese
from qsr.theories.seating.text.chinese_words import numeral, value

SPECS = (
    *(f"ring {n} {view}" for n in range(5, 11) for view in ("inward", "outward")),
    "ring 4 inward from 45",
    "ring 5 outward from 18",
    "ring 6 inward from 30",
    "ring 6 outward from 0",
    "ring 7 inward from 0",
    "ring 8 outward from 45/2",
    "ring 10 inward from 18",
    "rows 2",
    "rows 3 from 180",
    "rows 4 from 90",
    "row 5 own",
    "row 6 own from 270",
    "row 7 viewer from 90",
    "shelf 3x2 viewer from 90",
    "shelf 4x3",
    "shelf 2x5 from 270",
)
NAMES = ("刘处玄", "刘处玄家")
#: What no clause of Chinese says shortly: so many layers up and as many columns aside, "not no place between".
UNSAID = ("upper left:", "upper right:", "lower left:", "lower right:", "between:0")


def reread(spec: str, clause: str, count: int) -> tuple[Claim, ...]:
    layout = layout_of(spec)
    names = [*NAMES, *(f"某{index}" for index in range(layout.places - 2))][:count]
    story = chinese.read(f"{'、'.join(names)}。已知：{clause}。", settings=(("layout", str(layout)),))
    return tuple(Claim(s.relation, s.args, bool(s.property("negated", False))) for s in story.statements)


@pytest.mark.parametrize("spec", SPECS)
def test_every_relation_is_written_and_read_back(spec: str) -> None:
    layout = layout_of(spec)
    for relation, denied in product(relation_names(layout), (False, True)):
        claim = Claim(relation, (1, 0)[: table(layout, relation).arity], denied)
        written = chinese.wordings([claim], NAMES, layout)
        assert len(set(written)) == len(written)
        assert written or relation.startswith(UNSAID), (relation, denied)
        assert bool(written) or denied or relation not in ("upper left:1", "between:0")
        # The first and the last are enough: all are sieved by the grammar, which is what reads them here too.
        for clause in written[:: max(1, len(written) - 1)]:
            assert reread(spec, clause, 2) == (claim,), clause


@pytest.mark.parametrize(
    ("spec", "first", "second"),
    [
        ("ring 6 inward", "left:1", "opposite"),
        ("ring 8 outward", "opposite", "right:3"),
        ("rows 3", "right:1", "opposite"),
        ("rows 2", "opposite", "left:1"),
        ("shelf 3x2", "left:1", "lower left"),
        ("shelf 4x3", "straight above:1", "lower right:1"),
        ("shelf 4x3", "right:1", "straight below"),
    ],
)
def test_composed_relations_are_written(spec: str, first: str, second: str) -> None:
    claim = Claim(joined(first, second), (0, 1))
    written = chinese.wordings([claim], NAMES, layout_of(spec))
    assert written
    assert {reread(spec, clause, 2) for clause in written} == {(claim,)}


@pytest.mark.parametrize(
    ("spec", "claims"),
    [
        ("rows 2 from 180", (Claim("faces:south", (0,)), Claim("left:1", (0, 1)))),
        ("rows 3 from 90", (Claim("faces:west", (0,)), Claim("diagonal", (0, 1)))),
        ("ring 6 outward", (Claim("left", (0, 1)), Claim("adjacent", (0, 1)))),
        ("shelf 4x3", (Claim("straight above", (0, 1)), Claim("layers:1", (0, 1)))),
        ("shelf 4x3", (Claim("upper left", (0, 1)), Claim("layers:2", (0, 1)))),
        ("shelf 3x2", (Claim("right", (1, 0)), Claim("same layer", (1, 0)))),
        ("shelf 3x2", (Claim("same column", (0, 1)), Claim("layers:1", (0, 1)))),
        ("shelf 3x2 from 90", (Claim("layer:1", (0,)), Claim("side:east", (0,)))),
        ("shelf 3x2", (Claim("top", (0,)), Claim("leftmost", (0,)))),
    ],
)
def test_two_relations_are_written_in_one_clause(spec: str, claims: tuple[Claim, ...]) -> None:
    written = chinese.wordings(claims, NAMES, layout_of(spec))
    assert written
    assert {reread(spec, clause, 2) for clause in written} == {claims}


def test_a_blank_is_written_like_a_name() -> None:
    layout = layout_of("ring 6 inward")
    story = chinese.read(f"{'、'.join(NAMES)}、丁三人围坐在有六个座位的圆桌旁。")
    for question in chinese.wordings([Claim("left:2", (0, 1))], ("()", "丁"), layout):
        asked = chinese.ask(story, question, {"A": "刘处玄家"}).questions[0]
        assert dict(asked.properties)["claims"] == (("A", (Claim("left:2", (1, 2)),)),)


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize("missing", [0, 2])
def test_lead_ins_give_names_and_layout_back(spec: str, missing: int) -> None:
    layout = layout_of(spec)
    pools = chinese.name_pools(layout)
    assert pools
    for number, pool in enumerate(pools):
        names = [*pool, *(f"{pool[0]}{index}" for index in range(9))][: layout.places - missing]
        text = chinese.lead_ins(layout, names)[number]
        story = chinese.read(text)
        assert (story.entities, dict(story.settings)["layout"]) == (tuple(names), str(layout)), text


def test_a_compass_that_names_cannot_tell_has_no_lead_in() -> None:
    assert not chinese.lead_ins(Layout("ring", (6,), "inward", Fraction(10)), NAMES)
    assert not chinese.lead_ins(Layout("rows", (2,), "own", Fraction(45)), NAMES)


# ---------------------------------------------------------------- every combination, against arithmetic on seats

NUMBERS = st.sampled_from(["{}", "第{}个位置", "第{}位", "第{}个座位", "第{}个", "第{}个人"])
FROM = st.sampled_from(["", "数", "起", "数起", "的"])
FRAMES = (
    ("{x}在{y}{p}", 1),
    ("{x}坐在{y}的{p}", 1),
    ("坐在{y}{p}的是{x}", 1),
    ("{y}的{p}就是{x}", 1),
    ("从{y}的{p}是{x}", 1),
    ("{x}不在{y}{p}", -1),
)


def held(spec: str, clause: str) -> tuple[bool, set[tuple[int, int]]]:
    """Whether a clause denies, and the pairs of seats of 甲 and 乙 of which its relation holds."""
    layout = layout_of(spec)
    story = chinese.read(f"甲、乙。已知：{clause}。", settings=(("layout", spec),))
    (said,) = story.statements
    known, places = table(layout, said.relation), range(layout.places)
    found = {(one, other) for one in places for other in places if known.holds(one, other)}
    ordered = found if said.args == (0, 1) else {(other, one) for one, other in found}
    return bool(said.property("negated", False)), ordered


@settings(max_examples=400, deadline=None)
@given(
    ring=st.integers(5, 10),
    outward=st.booleans(),
    way=st.sampled_from(["左边", "右边", "左侧", "右手边", "左手", "顺时针方向", "逆时针方向", "逆时针"]),
    start=FROM,
    steps=st.integers(1, 4),
    chinese_digits=st.booleans(),
    number=NUMBERS,
    frame=st.sampled_from(FRAMES),
    swapped=st.booleans(),
)
def test_counting_around_a_ring(
    ring: int,
    outward: bool,
    way: str,
    start: str,
    steps: int,
    chinese_digits: bool,
    number: str,
    frame: tuple[str, int],
    swapped: bool,
) -> None:
    digits = numeral(steps) if chinese_digits else str(steps)
    if number == "{}":
        number = "第{}个位置"
    x, y = ("乙", "甲") if swapped else ("甲", "乙")
    clause = frame[0].format(x=x, y=y, p=f"{way}{start}{number.format(digits)}")
    # Seats are numbered clockwise; whoever looks at the centre has the next one clockwise at the left.
    turn = {"左": -1 if outward else 1, "右": 1 if outward else -1, "顺": 1, "逆": -1}[way[0]]
    wanted = {((seat + turn * steps) % ring, seat) for seat in range(ring)}
    if swapped:
        wanted = {(other, one) for one, other in wanted}
    denied, found = held(f"ring {ring} {'outward' if outward else 'inward'}", clause)
    assert (denied, found) == (frame[1] < 0, wanted), clause


@settings(max_examples=200, deadline=None)
@given(
    layers=st.integers(2, 5),
    columns=st.integers(2, 4),
    up=st.sampled_from([1, -1]),
    aside=st.sampled_from([0, 1, -1]),
    frame=st.sampled_from(FRAMES),
)
def test_above_and_below_on_a_shelf(layers: int, columns: int, up: int, aside: int, frame: tuple[str, int]) -> None:
    word = {0: "正", 1: "左", -1: "右"}[aside] + {1: "上方", -1: "下方"}[up]
    pattern = frame[0]
    if pattern.startswith("从"):
        pattern = "{y}{p}是{x}"
    denied, found = held(f"shelf {layers}x{columns}", pattern.format(x="甲", y="乙", p=word))
    spots = [divmod(place, columns) for place in range(layers * columns)]
    wanted = {
        (one, other)
        for one, (layer, column) in enumerate(spots)
        for other, (other_layer, other_column) in enumerate(spots)
        if (layer - other_layer) * up > 0 and (column == other_column if not aside else (other_column - column) * aside > 0)
    }
    assert (denied, found) == (frame[1] < 0, wanted)


@given(st.integers(1, 99))
def test_numerals_are_read_back(number: int) -> None:
    assert value(numeral(number)) == value(str(number)) == number


@given(st.text(alphabet="甲乙丙在左右边第一二个位置是的，。、（）() 不和与东abc", max_size=40))
def test_any_text_is_read_or_refused(text: str) -> None:
    whole = f"甲、乙、丙三人围坐在圆桌旁。{text}"
    try:
        story = chinese.ask(chinese.read(whole), "()在甲左边。", {"A": text or "乙"})
    except ParseError:
        return
    assert story.text.startswith(whole)
    assert all(story.quote(s.id) for s in story.statements)
