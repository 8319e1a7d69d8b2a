"""Generated seating problems, answered from their text once more, and the difficulty that is stated of them."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Collection
from itertools import combinations, permutations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from brute_force_seating import layout
from qsr import generate, theories
from qsr.cli import main
from qsr.datasets.space2024.generator.difficulty import smallest
from qsr.datasets.space2024.generator.independent_check import settled
from qsr.datasets.space2024.generator.layouts import Wish, bearings, layouts, read_wishes
from qsr.datasets.space2024.generator.options import VARIANTS
from qsr.datasets.space2024.generator.problems import Asked, Problem
from qsr.datasets.space2024.generator.rows import OWN
from qsr.datasets.space2024.generator.scenes import Scene, holds, relations
from qsr.datasets.space2024.generator.verify import Verifier
from qsr.datasets.space2024.generator.wording import LANGUAGES, Wording
from qsr.generate import GenerationError, ImpossibleRequest, Report, Request
from qsr.generate.ranges import read_range, several
from qsr.seats import Claim
from qsr.theories.seating.relations import table

Row = dict[str, Any]
KINDS = ("ring", "rows", "row", "shelf")


def made(count: int = 4, seed: int = 0, report: Report | None = None, **options: Any) -> list[Row]:
    return [line for _, line in generate.get("space2024").generate(Request(seed, count, options), report)]


def claim_of(told: list[str], names: list[str]) -> Claim:
    relation = told[0].removeprefix("not ")
    return Claim(relation, tuple(names.index(name) for name in told[1:]), relation != told[0])


def worlds_of(row: Row, conditions: Collection[int]) -> list[tuple[int, ...]]:
    """All ways to seat the names under some of the conditions, by trying every one."""
    places, names = layout(row[OWN]["layout"]), list(row[OWN]["places"])
    claims = [claim_of(told, names) for at in conditions for told in row[OWN]["conditions"][at]]
    everyone = permutations(range(places.places), len(names))
    return [seated for seated in everyone if all(holds(places, claim, seated) for claim in claims)]


def decides(row: Row, conditions: Collection[int]) -> bool:
    """Tell whether the conditions make each right option true in all layouts, and each wrong one in none."""
    places, names = layout(row[OWN]["layout"]), list(row[OWN]["places"])
    worlds = worlds_of(row, conditions)
    for letter, told in row[OWN]["asked"].items():
        held = {holds(places, claim_of(told, names), seated) for seated in worlds}
        if held != {letter in row["answer"]}:
            return False
    return True


@pytest.mark.parametrize("tongue", LANGUAGES)
@pytest.mark.parametrize("kind", KINDS)
def test_a_file_of_items_is_a_data_set(kind: str, tongue: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "items.jsonl"
    lines = made(12, seed=5, layout=read_wishes(kind), language=tongue, distractors=(0, 2))
    out.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    assert main(["eval", "space2024", str(out), "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert (report["items"], report["correct"]) == (12, 12)


@pytest.mark.parametrize("kind", KINDS)
def test_difficulty_is_the_size_of_a_smallest_deciding_set(kind: str) -> None:
    for row in made(6, seed=3, layout=read_wishes(kind), n=(4, 6), distractors=(1, 2), compass="no"):
        known = row[OWN]
        everything = range(len(known["conditions"]))
        assert len(known["core"]) == known["difficulty"]
        assert decides(row, known["core"])
        assert not any(decides(row, fewer) for fewer in combinations(everything, known["difficulty"] - 1))


def test_options_hold_in_all_layouts_or_in_none() -> None:
    for row in made(8, seed=9, n=(4, 6)):
        names, seated = list(row[OWN]["places"]), tuple(row[OWN]["places"].values())
        assert decides(row, range(len(row[OWN]["conditions"])))
        assert seated in worlds_of(row, range(len(row[OWN]["conditions"])))
        assert set(row["answer"]) <= set(row["option"])
        none = [letter for letter in row["option"] if letter not in row[OWN]["asked"]]
        right = [
            letter
            for letter, told in row[OWN]["asked"].items()
            if holds(layout(row[OWN]["layout"]), claim_of(told, names), seated)
        ]
        assert row["answer"] == (right or none)


@pytest.mark.parametrize("kind", KINDS)
def test_a_unique_layout_is_unique_up_to_rotation(kind: str) -> None:
    for row in made(4, seed=2, layout=read_wishes(kind), n=(4, 6), until="unique", compass="no"):
        worlds = worlds_of(row, range(len(row[OWN]["conditions"])))
        assert len(worlds) == {"ring": len(row[OWN]["places"]), "rows": 2}.get(kind, 1)
        assert row[OWN]["unique"]
    for row in made(4, seed=2, layout=read_wishes(kind), n=(4, 6), until="unique", compass="yes"):
        assert len(worlds_of(row, range(len(row[OWN]["conditions"])))) == 1


def test_conditions_that_are_no_distractors_are_all_needed() -> None:
    for row in made(6, seed=4, n=(4, 6), distractors=(2, 2)):
        assert len(row[OWN]["distractors"]) == 2
        needed = [at for at in range(len(row[OWN]["conditions"])) if at not in row[OWN]["distractors"]]
        assert decides(row, needed)
        assert not any(decides(row, [one for one in needed if one != left_out]) for left_out in needed)


def test_equal_requests_give_equal_lines() -> None:
    assert made(3, seed=8) == made(3, seed=8) != made(3, seed=9)


def test_no_problem_is_made_twice_and_ids_differ() -> None:
    rows = made(40, seed=1, layout=read_wishes("row 3"))
    assert len({row["qid"] for row in rows}) == 40
    assert len({(row["text"], row["question"], str(row["option"])) for row in rows}) == 40


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        (
            {"answers": "single", "none": "no"},
            lambda row: len(row["answer"]) == 1 and len(row["option"]) == len(row[OWN]["asked"]),
        ),
        ({"answers": "multi"}, lambda row: len(row["answer"]) >= 2 and "-m-" in row["qid"]),
        ({"none": "right"}, lambda row: row["answer"] == list(row["option"])[-1:] and row["answer"][0] not in row[OWN]["asked"]),
        ({"none": "offered"}, lambda row: row["answer"][0] in row[OWN]["asked"] and len(row["option"]) > len(row[OWN]["asked"])),
        ({"difficulty": (3, 4)}, lambda row: 3 <= row[OWN]["difficulty"] <= 4),
        ({"n": (9, 9), "layout": read_wishes("ring outward,shelf")}, lambda row: len(row[OWN]["places"]) == 9),
        ({"layout": read_wishes("shelf 2x3"), "compass": "no"}, lambda row: row[OWN]["layout"] == "shelf 2x3 viewer"),
        ({"n": (10, 12), "until": "unique", "distractors": (2, 3)}, lambda row: row[OWN]["unique"]),
        ({"compass": "yes"}, lambda row: " from " in row[OWN]["layout"]),
        ({"language": "en"}, lambda row: row["text"].isascii() or "“" in row["text"]),
    ],
    ids=lambda value: str(value) if isinstance(value, dict) else "as asked",
)
def test_what_is_asked_for_is_made(options: dict[str, Any], expected: Any) -> None:
    rows = made(6, seed=6, **options)
    assert len(rows) == 6
    assert all(expected(row) for row in rows)


@pytest.mark.parametrize("tongue", LANGUAGES)
def test_variants_ask_the_same(tongue: str) -> None:
    groups = defaultdict(list)
    for row in made(6, seed=7, language=tongue, variants=("repeat", "reorder", "reword")):
        groups[row[OWN]["group"]].append(row)
    assert len(groups) == 6
    reworded = 0
    for original, repeated, reordered, other in groups.values():
        assert [row[OWN]["variant"] for row in (original, repeated, reordered, other)] == [
            "original",
            "repeat",
            "reorder",
            "reword",
        ]
        assert len({row["qid"] for row in (original, repeated, reordered, other)}) == 4
        for key in ("text", "question", "option", "answer"):
            assert original[key] == repeated[key]
        assert (original["text"], original["question"]) == (reordered["text"], reordered["question"])
        assert original["option"] != reordered["option"]
        assert sorted(original["option"].values()) == sorted(reordered["option"].values())
        texts = [{row["option"][letter] for letter in row["answer"]} for row in (original, reordered, other)]
        assert texts[0] == texts[1] == texts[2]
        assert original[OWN]["conditions"] == other[OWN]["conditions"]
        reworded += original["text"] != other["text"] and original["question"] != other["question"]
    assert reworded >= 4


def test_variants_are_groups_whose_consistency_is_scored(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out, answers = tmp_path / "items.jsonl", tmp_path / "answers.jsonl"
    rows = made(5, seed=7, variants=("repeat", "reorder", "reword"))
    out.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    # Whoever always answers A is consistent where the same option stays first.
    for choose, consistent in ((lambda row: row["answer"], 5), (lambda row: ["A"], None)):
        said = [{"id": row["qid"], "answer": choose(row)} for row in rows]
        answers.write_text("".join(json.dumps(one) + "\n" for one in said), encoding="utf-8")
        assert main(["check", "space2024", str(out), "--answers", str(answers), "--groups", str(out), "--json"]) == 0
        found = json.loads(capsys.readouterr().out)["consistency"]
        assert found["groups"] == 5
        assert found["repeated"]["consistent"] == found["repeated"]["groups"] == 5
        moved = sum(rows[at]["option"]["A"] != rows[at + 2]["option"]["A"] for at in range(0, 20, 4))
        assert found["consistent"] == (5 - moved if consistent is None else consistent)


def test_the_distribution_of_difficulties_is_reported() -> None:
    report = Report()
    rows = made(10, seed=3, report=report, variants=("repeat",))
    assert len(rows) == 20
    found = report.tables["difficulty"]["all"]
    assert found["items"] == 10 == sum(count or 0 for name, count in found.items() if name != "items")
    originals = [row for row in rows if row[OWN]["variant"] == "original"]
    assert found[str(originals[0][OWN]["difficulty"])] == sum(
        row[OWN]["difficulty"] == originals[0][OWN]["difficulty"] for row in originals
    )


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"n": (2, 4)}, "--n: from 3"),
        ({"answers": "multi", "none": "right"}, "--none right"),
        ({"layout": read_wishes("shelf"), "n": (5, 5)}, "no layout of kind shelf"),
        ({"layout": read_wishes("ring 6"), "compass": "yes"}, "--compass yes"),
        ({"distractors": (0, 99)}, "--distractors"),
        ({"colour": 1}, "unknown option 'colour'"),
        ({"language": "fr"}, "expected one of zh, en"),
        ({"layout": read_wishes("row 3"), "difficulty": (9, 9)}, "gave no problem"),
    ],
)
def test_requests_that_cannot_be_met(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ImpossibleRequest, match=message):
        made(1, **options)


@pytest.mark.parametrize("text", ["oval", "ring sideways", "shelf 3", "ring,,row", "ring 6 inward from 400"])
def test_unknown_layouts_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match="expected a kind"):
        read_wishes(text)


def test_arguments() -> None:
    assert read_range("0-3", least=0) == (0, 3)
    assert [str(one) for one in layouts(Wish("rows", None), 8)] == ["rows 4 own"]
    assert not layouts(Wish("rows", None), 7)
    assert {str(one) for one in bearings(layout("ring 6"))} == {"ring 6 inward from 0", "ring 6 inward from 30"}
    with pytest.raises(ValueError, match="repeat, reorder, reword"):
        several(VARIANTS)("repeat,shout")
    with pytest.raises(ValueError, match="expected a number"):
        read_range("0-x", least=0)


# ---------------------------------------------------------------- what verification refuses


@pytest.fixture(scope="module")
def finished() -> tuple[Row, Problem]:
    """A row made by hand, with the problem that it tells."""
    scene = Scene(layout("row 4 own"), ("甲", "乙", "丙", "丁"), (0, 1, 2, 3))
    conditions = ((Claim("left:1", (0, 1)),), (Claim("left:1", (2, 3)),), (Claim("left", (0, 2)),))
    problem = Problem(scene, conditions, Asked(Claim("right", (3, 0)), 0, (3, 2), frozenset((2, 3)), none=True))
    row = {
        "qid": "4-x-m-1",
        "text": "甲、乙、丙、丁四人坐成一排。已知：甲在乙左边第一个位置，丙在丁左边第一个位置，甲在丙左边。",
        "question": "()在甲的右边。",
        "option": {"A": "丁", "B": "丙", "C": "以上选项都不是"},
        "answer": ["A", "B"],
    }
    return row, problem


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({}, None),
        ({"answer": ["A"]}, "the answer is"),
        ({"option": {"A": "丁", "B": "丙"}}, "the question"),
        ({"question": "()在甲的左边。"}, "the question"),
        ({"text": "甲、乙、丙、丁四人坐成一排。已知：甲在乙左边第一个位置，丙在丁左边第一个位置，甲在丙右边。"}, "is meant"),
        ({"text": "甲、乙、丙、丁四人坐成一排。已知：甲在乙左边第一个位置，丙在丁左边第一个位置。"}, "is meant"),
        ({"text": "甲、乙、丙、丁四人围坐在圆桌旁。已知：甲在乙左边第一个位置。"}, "reads as 'ring 4 inward'"),
        ({"text": "甲、乙、丙、丁四人坐成一排。已知：甲喜欢乙。"}, "cannot be read again"),
    ],
)
def test_rows_that_do_not_belong_together(finished: tuple[Row, Problem], change: Row, message: str | None) -> None:
    row, problem = finished
    with Verifier(Wording("zh").language) as verifier:
        if message is None:
            verifier.check({**row, **change}, problem)
            return
        with pytest.raises(GenerationError, match=message):
            verifier.check({**row, **change}, problem)


def test_unreliable_wordings_are_left_out_unless_asked_for() -> None:
    names = ("子路", "颜回")
    careful, all_of_them = Wording("zh"), Wording("zh", unreliable=True)
    for spec, relation, words in (
        ("ring 6 outward", "right:1", "接着"),
        ("ring 6 inward", "clockwise:1", "顺时针"),
    ):
        claim, place = Claim(relation, (0, 1)), layout(spec)
        with_them = all_of_them.language.wordings([claim], names, place)
        assert all_of_them.ways((claim,), names, place) == with_them
        without = careful.ways((claim,), names, place)
        assert without
        assert set(without) < set(with_them)
        assert all(words in way for way in set(with_them) - set(without))
        assert not any("右边接着就是" in way or "方向数第1个" in way for way in without)
    # In the other views the same words are reliable.
    claim, place = Claim("right:1", (0, 1)), layout("ring 6 inward")
    assert careful.ways((claim,), names, place) == all_of_them.ways((claim,), names, place)


# ---------------------------------------------------------------- parts


@settings(max_examples=150, deadline=None)
@given(
    st.integers(1, 7).flatmap(
        lambda total: st.tuples(
            st.just(total), st.lists(st.sets(st.integers(0, total - 1), min_size=1, max_size=3), min_size=0, max_size=6)
        )
    )
)
def test_the_smallest_set_is_smallest(given_sets: tuple[int, list[set[int]]]) -> None:
    total, wanted = given_sets

    def refuting(taken: Collection[int]) -> set[int] | None:
        return next((one for one in wanted if not one & set(taken)), None)

    found = smallest(total, refuting, sorted)
    assert found is not None
    assert all(one & set(found) for one in wanted)
    fewer = combinations(range(total), len(found) - 1) if found else ()
    assert not any(all(one & set(few) for one in wanted) for few in fewer)


def test_nothing_follows_where_all_conditions_do_not_suffice() -> None:
    assert smallest(2, lambda taken: "a layout", lambda against: []) is None


SPECS = ("ring 6 outward", "ring 5 inward from 0", "rows 3 from 180", "row 5 viewer", "shelf 2x3 from 90")


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_the_second_opinion_agrees_with_trying_everything(data: st.DataObject) -> None:
    space = layout(data.draw(st.sampled_from(SPECS)))
    names = data.draw(st.integers(3, min(4, space.places)))

    def claims(few: int) -> st.SearchStrategy[list[Claim]]:
        one = st.builds(
            lambda relation, order, denied: Claim(relation, tuple(order[: table(space, relation).arity]), denied),
            st.sampled_from(relations(space)),
            st.permutations(range(names)),
            st.booleans(),
        )
        return st.lists(one, min_size=1, max_size=few)

    said, option = data.draw(claims(4)), data.draw(claims(2))
    worlds = [seated for seated in permutations(range(space.places), names) if all(holds(space, claim, seated) for claim in said)]
    held = {all(holds(space, claim, seated) for claim in option) for seated in worlds}
    expected = "never" if True not in held else "sometimes" if False in held else "must"
    assert settled(space, said, option) == expected


def test_the_theory_counts_as_many_layouts_as_there_are() -> None:
    session = theories.get("seating").open("clingo")
    for row in made(3, seed=12, n=(4, 5)):
        story = Wording("zh").language.read(row["text"])
        assert len(list(session.worlds(story))) == len(worlds_of(row, range(len(row[OWN]["conditions"]))))
    session.close()
