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
    calculus = parse(POINT[: POINT.index("# Every network")] + POINT[POINT.index("[converse]") :])
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
    with pytest.raises(UnknownName, match="unknown calculus 'rcc9'; one of: allen, point, rcc8"):
        load("rcc9")
    assert names() == ["allen", "point", "rcc8"]


def test_a_file_that_is_not_there_is_an_os_error(tmp_path):
    with pytest.raises(FileNotFoundError):
        load(tmp_path / "none.toml")
