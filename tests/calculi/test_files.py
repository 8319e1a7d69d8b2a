"""Calculus files of the user's own: read where they are right, refused with the entry where they are not."""

from __future__ import annotations

from importlib.resources import files

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from qsr.calculi import Network, load, names
from qsr.calculi.files import parse
from qsr.errors import ParseError, UnknownName

POINT = (files("qsr.calculi") / "tables" / "point.toml").read_text(encoding="utf-8")
RCC8 = (files("qsr.calculi") / "tables" / "rcc8.toml").read_text(encoding="utf-8")


def test_a_file_is_read_by_its_path(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(POINT.replace('name = "point"', 'name = "mine"'), encoding="utf-8")
    assert load(path).name == load(str(path)).name == "mine"
    network = Network(path)
    network.add("a", "<", "b")
    assert network.status() == "consistent"


def test_without_a_result_closed_is_all_that_is_said():
    # Under another name: that of a known calculus with the same table brings its tractable classes.
    text = POINT.replace('name = "point"', 'name = "mine"')
    calculus = parse(text[: text.index("# Every network")] + text[text.index("[converse]") :])
    network = Network(calculus)
    network.add("a", "<", "b")
    assert network.status() == "closed"


@pytest.mark.parametrize(
    ("written", "instead", "message"),
    [
        ('"< <" = "<"\n', "", "composition: the entry '< <' is missing"),
        ('"< <" = "<"', '"< <" = "<<"', r"composition of < <: '<<' is no base relation; expected one of <, =, >"),
        ('"< <" = "<"', '"< <" = ""', "composition of < <: expected relation names"),
        ('"< <" = "<"', '"< <" = "< ="', "composition of .*: expected also"),
        ('"= <" = "<"', '"= <" = "< >"', "= is the identity; expected <"),
        ('"<" = ">"\n', '"<" = "<"\n', "converse of > is <, whose converse is <"),
        ('"<" = ">"\n', '"<" = 3\n', "converse of <: 3 is no base relation"),
        ('["<", "=", ">"]', '["<", "=", ">", "<"]', "relations: '<' is listed twice"),
        ('["<", "=", ">"]', '["<", "= ", ">"]', "relations: '= ' is no name"),
        ('["<", "=", ">"]', "[]", "relations: expected a list of names"),
        ('identity = "="', 'identity = "same"', "identity: 'same' is no base relation"),
        ('identity = "="\n', "", "identity is missing"),
        ('reference = "Vilain', 'referense = "Vilain', "reference is missing"),
        ("[aliases]", "[alias]", "unknown entry 'alias'; expected one of"),
        ('before = "<"', 'before = "<="', "alias before: '<=' is no base relation"),
        ('before = "<"', '">" = "<"', "aliases: '>' is a base relation"),
        ('networks = "all"', 'networks = "tractable"', "decides: networks is 'tractable'; expected one of all, atomic"),
        ('networks = "all"\n', "", "decides: expected networks and reference, not reference"),
        ("[converse]", "[converse", "not a TOML file"),
    ],
)
def test_a_broken_file_is_refused_with_the_entry(written, instead, message):
    assert POINT.count(written) >= 1
    with pytest.raises(ParseError, match=message):
        parse(POINT.replace(written, instead, 1), "point.toml")


def test_the_place_of_the_entry_is_shown():
    with pytest.raises(ParseError) as caught:
        parse(POINT.replace('"< >" = "*"', '"< >" = "near"'), "mine.toml")
    line = POINT[: POINT.index('"< >"')].count("\n") + 1
    assert str(caught.value).startswith(f"mine.toml:{line}:1: composition of < >: 'near'")
    assert '"< >" = "near"' in str(caught.value)


def test_the_place_of_a_fault_in_the_toml_is_shown():
    with pytest.raises(ParseError) as caught:
        parse('name = "x"\ntitle = = "y"\n', "mine.toml")
    assert (caught.value.line, caught.value.file) == (2, "mine.toml")


@given(st.data())
def test_one_relation_too_many_or_too_few_in_the_table_is_noticed(data):
    rcc8 = load("rcc8")
    first, second, third = (data.draw(st.sampled_from(rcc8.relations)) for _ in range(3))
    # Read from its other corners this triangle is the same entry, so that no law speaks about it.
    assume(not (first == second == third and rcc8.converse(rcc8.mask(first)) == rcc8.mask(first)))
    entry = rcc8.compose(rcc8.mask(first), rcc8.mask(second))
    changed = rcc8.names(entry ^ rcc8.mask(third))
    begin = RCC8.index(f'"{first} {second}" = ')
    text = RCC8[:begin] + f'"{first} {second}" = "{" ".join(changed)}"' + RCC8[RCC8.index("\n", begin) :]
    with pytest.raises(ParseError, match="composition of"):
        parse(text)


@given(st.text())
def test_any_other_text_is_a_parse_error(text):
    with pytest.raises(ParseError):
        parse(text)


def test_an_unknown_name_lists_the_known_ones():
    with pytest.raises(UnknownName, match=r"unknown calculus 'rcc9'; one of: allen, block2, .*, point, rcc5, rcc8"):
        load("rcc9")
    assert names() == ["allen", "block2", "block3", "cd", "distance", "opra1", "point", "rcc5", "rcc8"]


def test_a_file_that_is_not_there_is_an_os_error(tmp_path):
    with pytest.raises(FileNotFoundError):
        load(tmp_path / "none.toml")


CD = """
name = "mine"
title = "two points"
reference = "none"
product = ["point", "point"]
"""


def test_a_product_needs_no_table_and_names_pairs():
    mine, cd = parse(CD), load("cd")
    assert mine.relations[:4] == ("<,<", "<,=", "<,>", "=,<")
    assert mine.names(mine.identity) == ("=,=",)
    assert mine.compositions[0] == cd.compositions[0]
    assert mine.converses == cd.converses


def test_a_part_is_found_beside_the_file(tmp_path):
    (tmp_path / "line.toml").write_text(POINT.replace('name = "point"', 'name = "line"'), encoding="utf-8")
    (tmp_path / "mine.toml").write_text(CD.replace('"point", ', '"line.toml", '), encoding="utf-8")
    assert [part.name for part in load(tmp_path / "mine.toml").parts] == ["line", "point"]


@pytest.mark.parametrize(
    ("written", "instead", "message"),
    [
        ('["point", "point"]', '["point"]', "product: expected a list of two calculi or more"),
        ('["point", "point"]', '["point", "nowhere"]', "product: unknown calculus 'nowhere'"),
        ('["point", "point"]', '["point", "nowhere.toml"]', "product: .*nowhere.toml"),
        ('["point", "point"]', '["point", "cd"]', "product: cd is itself a product"),
        ('["point", "point"]', '["allen", "allen", "allen", "allen"]', "product: 28561 base relations; expected at most"),
        ("product =", 'relations = ["a", "b"]\nproduct =', "relations: 2 names; expected one for each of 9 tuples"),
        ("product =", 'identity = "="\nproduct =', "unknown entry 'identity'"),
        ("product =", '[aliases]\nwest = "W"\n[product]\na =', "product: expected a list"),
    ],
)
def test_a_broken_product_is_refused_with_the_entry(written, instead, message):
    with pytest.raises(ParseError, match=message):
        parse(CD.replace(written, instead))


def test_a_product_that_names_itself_is_refused(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(CD.replace('"point", ', '"mine.toml", '), encoding="utf-8")
    with pytest.raises(ParseError, match="itself a product"):
        load(path)


def test_what_closure_does_not_decide_is_read_as_well():
    text = POINT.replace("[converse]", '[[undecided]]\nnetworks = "atomic"\nreference = "nobody"\n\n[converse]', 1)
    assert [(one.networks, one.reference) for one in parse(text).undecided] == [("atomic", "nobody")]
    with pytest.raises(ParseError, match="undecided: networks is 'most'"):
        parse(text.replace('networks = "atomic"', 'networks = "most"'))
