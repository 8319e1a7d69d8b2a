"""Generated items about prepositions: balanced, readable, repeatable, and right by the theory."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from qsr import datasets, generate
from qsr.datasets.prepositions.generator.frames import Drawn, definite, frames
from qsr.datasets.prepositions.generator.generator import Prepositions
from qsr.datasets.prepositions.generator.verify import Verifier
from qsr.datasets.protocol import Item
from qsr.generate import ImpossibleRequest, Report, Request
from qsr.generate.protocol import GenerationError, Line
from qsr.run import Job, evaluate
from qsr.theories.prepositions.text import read_question


def made(seed: int, count: int, **options: object) -> list[Line]:
    return [line for _, line in generate.get("prepositions").generate(Request(seed=seed, count=count, options=options))]


@pytest.fixture(scope="module")
def lines() -> list[Line]:
    return made(5, 84)


def test_every_second_item_is_the_opposite_of_the_one_before(lines: list[Line]) -> None:
    for one, other in zip(lines[::2], lines[1::2], strict=True):
        assert (one["holds"], other["holds"]) == ("yes", "no")
        assert [one[key] for key in ("lang", "prep1", "prep2", "prep3")] == [
            other[key] for key in ("lang", "prep1", "prep2", "prep3")
        ]
    assert Counter(line["lang"] for line in lines) == {"en": 42, "ro": 42}
    assert {line["prep2"] for line in lines} >= {"in", "on", "under", "above", "behind", "în", "pe", "sub"}
    assert len({(line["premise1"], line["premise2"]) for line in lines}) == len(lines)


def test_the_note_names_the_senses(lines: list[Line]) -> None:
    for line in lines:
        first, second = line["generated"]["senses"]
        assert line["note"] == f"{line['prep1']}: {first}; {line['prep2']}: {second}"


def test_the_file_is_read_and_answered_as_it_says(lines: list[Line], tmp_path: Path) -> None:
    path = tmp_path / "items.jsonl"
    path.write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines), encoding="utf-8")
    items = list(datasets.read("prepositions", path))
    assert all(isinstance(item, Item) for item in items)
    report = evaluate(Job(dataset="prepositions"), [path])
    assert (report["items"], report["accuracy"]) == (len(lines), 1.0)


def test_the_question_says_the_premises(lines: list[Line]) -> None:
    for line in lines:
        story = read_question(line["question"])
        assert [story.quote(0), story.quote(1)] == [line["premise1"], line["premise2"]]
        assert story.questions[0].text == line["conclusion"]


def test_equal_seeds_give_equal_items() -> None:
    assert made(3, 10) == made(3, 10)
    assert made(3, 10) != made(4, 10)


def test_options() -> None:
    assert {line["lang"] for line in made(1, 6, language="ro")} == {"ro"}
    assert all(line["question"].endswith("\nANSWER:") for line in made(1, 4, language="en", prompt="3"))
    report = Report()
    counted = [split for split, _ in Prepositions().generate(Request(seed=1, splits=(("a", 2), ("b", 4))), report)]
    assert counted == ["a"] * 2 + ["b"] * 4
    assert sum(number or 0 for row in report.tables["items"].values() for number in row.values()) == 6


@pytest.mark.parametrize("options", [{"language": "de"}, {"prompt": "9"}, {"colour": "red"}])
def test_impossible_requests(options: dict[str, str]) -> None:
    with pytest.raises(ImpossibleRequest):
        generate.get("prepositions").generate(Request(options=options))


@pytest.mark.parametrize("language", ["en", "ro"])
def test_both_frames_of_a_pair_have_the_same_prepositions(language: str) -> None:
    for congruent, incongruent in frames(language):
        assert congruent.prepositions == incongruent.prepositions
        assert (congruent.holds, incongruent.holds) == ("yes", "no")
        assert congruent.senses != incongruent.senses


def test_a_wrong_label_or_another_text_is_noticed() -> None:
    from dataclasses import replace
    from random import Random

    congruent, incongruent = frames("en")[0]
    with Verifier() as verifier:
        drawn = next(
            one for number in range(99) if (one := incongruent.draw(Random(number))) and not verifier.check(incongruent, one)
        )
        assert "answers no" in verifier.check(replace(incongruent, holds="yes"), drawn)
        assert "senses" in verifier.check(replace(incongruent, senses=("rear", "rear")), drawn)
        with pytest.raises(GenerationError):
            verifier.check(replace(congruent, prepositions=("on", "on")), drawn)
        with pytest.raises(GenerationError):
            verifier.check(incongruent, replace(drawn, conclusion="nothing follows"))


@pytest.mark.parametrize(
    ("noun", "with_article"), [("lampă", "lampa"), ("cutie", "cutia"), ("podea", "podeaua"), ("leu", "leul"), ("coș", "coșul")]
)
def test_romanian_articles(noun: str, with_article: str) -> None:
    assert definite(noun, "ro") == with_article


def test_nouns_whose_forms_are_taken_for_each_other_make_no_item() -> None:
    frame = next(one for pair in frames("ro") for one in pair if one.prepositions == ("cu", "în"))
    premises = ("dansatorul este cu dansatoarea", "dansatoarea este în gară")
    alike = ("colegul este cu colegii", "colegii este în gară")
    with Verifier() as verifier:
        assert verifier.check(frame, Drawn(premises, "dansatorul este în gară")) != "the nouns are not told apart"
        assert verifier.check(frame, Drawn(alike, "colegul este în gară")) == "the nouns are not told apart"
