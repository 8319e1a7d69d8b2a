"""Generated SpaRP items, verified from their text once more by means that the generator does not use.

QSR_STORIES says how many items per property set (12 by default).
"""

from __future__ import annotations

import json
import os
import random
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import networkx
import pytest

from qsr import datasets, explain, generate, theories
from qsr.cli import main
from qsr.datasets.sparp.generator import rows, sources
from qsr.datasets.sparp.generator.verify import Verifier
from qsr.generate import GenerationError, ImpossibleRequest, Report, Request
from qsr.language.verbalise import noun_phrase
from qsr.relations import CONVERSE, LABELS
from qsr.settings import PROPERTY_SETS

ITEMS = int(os.environ.get("QSR_STORIES", "12"))
FIELDS = [
    "context",
    "question",
    "targets",
    "target_choices",
    "target_scores",
    "reasoning",
    "source_data",
    "context_id",
    "question_id",
    "symbolic_context",
    "symbolic_entity_map",
    "symbolic_question",
    "symbolic_reasoning",
    "num_context_entities",
    "num_question_entities",
    "num_hop",
    "question_type",
    "reasoning_types",
    "spatial_types",
    "commonsense_question",
    "canary",
    "comments",
]


def made(count: int = 4, seed: int = 0, splits: Any = (), report: Report | None = None, **options: Any) -> list[dict[str, Any]]:
    return [line for _, line in split_lines(count, seed, splits, report, **options)]


def split_lines(count: int = 4, seed: int = 0, splits: Any = (), report: Report | None = None, **options: Any) -> list[Any]:
    given = {name.replace("_", "-"): value for name, value in options.items()}
    return list(generate.get("sparp").generate(Request(seed, count, given, splits), report))


@cache
def sample(property_set: str) -> list[dict[str, Any]]:
    """Return the items that several tests look at."""
    return made(max(ITEMS, 12), seed=5, property_set=property_set, balance="hops")


def written(folder: Path, lines: list[dict[str, Any]]) -> Path:
    path = folder / "items.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return path


@pytest.mark.parametrize("property_set", explain.PROPERTY_SETS)
def test_items_hold_when_read_and_solved_again(property_set: str, tmp_path: Path) -> None:
    lines = sample(property_set)
    other = theories.get(f"paper-{property_set.lower()}").open("clingo")
    whole = theories.get("exact", dict(PROPERTY_SETS[property_set])).open("clingo") if property_set != "PS1" else None
    items = list(datasets.read("sparp", written(tmp_path, lines)))
    for line, item in zip(lines, items, strict=True):
        assert isinstance(item, datasets.Item), item
        story, question = item.story, item.question
        assert dict(story.settings) == dict(PROPERTY_SETS[property_set])
        assert item.gold == frozenset(line["targets"]) == other.answer(story, question).value
        if whole is not None:
            answer = whole.answer(story, question)
            assert answer.status in ("determined", "ambiguous")
            assert answer.entailed == item.gold
        graph = networkx.Graph([statement.args for statement in story.statements])
        assert line["num_hop"] == networkx.shortest_path_length(graph, *question.args)
        derivation = explain.derive(story, question, property_set)
        assert derivation is not None
        assert explain.verify(story, derivation) == ()
        assert line["reasoning"] == "\n".join(explain.sentences(story, derivation))
    other.close()
    if whole is not None:
        whole.close()


@pytest.mark.parametrize("property_set", explain.PROPERTY_SETS)
def test_a_row_has_every_field_and_its_symbols_say_what_its_text_says(property_set: str) -> None:
    for line in sample(property_set)[:12]:
        assert list(line) == FIELDS
        choices = list(LABELS) if property_set == "PS1" else ["left", "right", "above", "below", "overlapping"]
        assert line["target_choices"] == choices
        assert [label for label, score in zip(choices, line["target_scores"], strict=True) if score] == line["targets"]
        names = json.loads(line["symbolic_entity_map"])
        links = json.loads(line["symbolic_context"])
        told = {tuple(names[symbol] for symbol in pair.split("-->")): set(labels) for pair, labels in links.items()}
        item = rows.read_row(line, property_set)
        assert isinstance(item, datasets.Item)
        read: dict[Any, set[str]] = {}
        for head, label, tail, _ in rows.facts(item.story):
            read.setdefault((head, tail), set()).add(label)
        assert told == read
        assert [names[symbol] for symbol in line["symbolic_question"]] == [item.story.entities[e] for e in item.question.args]
        steps = json.loads(line["symbolic_reasoning"])
        assert [step["step"] for step in steps] == list(range(1, len(steps) + 1))
        assert len(line["reasoning"].splitlines()) == len(steps) + 1
        assert line["num_context_entities"] == len(names)


def test_the_property_sets_have_the_answers_that_belong_to_them() -> None:
    reached = Counter(label for line in made(60, seed=3, property_set="PS1") for label in line["targets"])
    assert {"inside", "contains", "outside", "near", "far"} <= set(reached)
    assert set(reached) & {"left", "right", "above", "below", "behind", "in front"}
    assert any(line["targets"] == ["overlapping"] for line in made(20, seed=1, property_set="PS2", hops=(2, 2)))
    assert any(not line["targets"] for line in made(12, seed=1, property_set="PS4", hops=(5, 8)))
    stated = made(6, property_set="PS2", quantities="stated", hops=(2, 3))
    assert all("units" in line["context"] for line in stated)


def test_equal_requests_give_equal_lines() -> None:
    assert made(seed=8, property_set="PS1") == made(seed=8, property_set="PS1")
    assert made(seed=8) != made(seed=9)
    # A longer run begins with what a shorter one gives.
    assert [line["context"] for line in made(6, balance="hops", hops=(2, 2))][:3] == [
        line["context"] for line in made(3, balance="hops", hops=(2, 2))
    ]


def test_splits_are_balanced_over_hops_and_share_no_context() -> None:
    lines = split_lines(splits=(("train", 7), ("test", 5)), hops=(1, 3), balance="hops", property_set="PS3")
    assert Counter(split for split, _ in lines) == {"train": 7, "test": 5}
    for split in ("train", "test"):
        counts = Counter(line["num_hop"] for name, line in lines if name == split)
        assert set(counts) == {1, 2, 3}
        assert max(counts.values()) - min(counts.values()) <= 1
    assert len({line["context"] for _, line in lines}) == 12


@pytest.mark.parametrize(
    ("property_set", "change"), [("PS1", "converse"), ("PS2", "drop"), ("PS3", "add"), ("PS4", "question"), ("PS1", "question")]
)
def test_a_tampered_row_does_not_pass(property_set: str, change: str) -> None:
    line = next(
        line
        for line in made(30, property_set=property_set, hops=(1, 2))
        if len(line["targets"]) == 1 and CONVERSE[line["targets"][0]] != line["targets"][0]
    )
    (label,) = line["targets"]
    targets = {"converse": [CONVERSE[label]], "drop": [], "add": [label, "overlapping"], "question": [label]}[change]
    wrong = {**line, "targets": targets, "target_scores": [int(name in targets) for name in line["target_choices"]]}
    if change == "question":
        names = json.loads(line["symbolic_entity_map"])
        head, tail = (noun_phrase(names[symbol]) for symbol in line["symbolic_question"])
        wrong["question"] = f"Where is {tail} relative to {head}?"
    with Verifier(property_set) as verifier:
        assert verifier.check(line) == ()
        with pytest.raises(GenerationError, match="clingo finds"):
            verifier.check(wrong)
        with pytest.raises(GenerationError, match="target_scores"):
            verifier.check({**line, "target_scores": [0] * len(line["target_scores"])})
        with pytest.raises(GenerationError, match="cannot be read again"):
            verifier.check({**line, "context": f"{line['context']} Colourless ideas sleep."})


def corrupted(lines: list[dict[str, Any]], share: float, seed: int) -> tuple[list[dict[str, Any]], set[str]]:
    """Give a share of the rows other targets; return the rows and the ids of those that were changed."""
    chooser = random.Random(seed)
    places = set(chooser.sample(range(len(lines)), max(1, round(share * len(lines)))))
    found, changed = [], set()
    for place, line in enumerate(lines):
        targets = set(line["targets"])
        if place in places:
            targets ^= {chooser.choice(line["target_choices"])}
            changed.add(f"{line['context_id']}:{line['question_id']}")
        listed = [label for label in line["target_choices"] if label in targets]
        scores = [int(label in targets) for label in line["target_choices"]]
        found.append({**line, "targets": listed, "target_scores": scores})
    return found, changed


@pytest.mark.parametrize("property_set", explain.PROPERTY_SETS)
def test_an_audit_flags_the_corrupted_targets_and_no_others(
    property_set: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines, changed = corrupted(sample(property_set), 0.05, 4)
    assert main(["audit", "sparp", str(written(tmp_path, lines)), "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert {finding["id"] for finding in report["report"]} == changed
    assert report["classes"]["contradicts"] == len(changed)


HOSTILE = ["x). :- not y(", "0", "Ünïcode Größe", "<script>alert(1)</script>", "%s {H} {T} {0}", "not the is left of", "杯子"]


@pytest.mark.parametrize("property_set", ["PS1", "PS2"])
def test_hostile_names_are_only_names(property_set: str, tmp_path: Path) -> None:
    file = tmp_path / "names.txt"
    file.write_text("\n".join(HOSTILE), encoding="utf-8")
    lines = made(6, property_set=property_set, names=str(file), hops=(2, 3))
    for line in lines:
        assert set(json.loads(line["symbolic_entity_map"]).values()) <= set(HOSTILE)


@pytest.mark.parametrize("names", ['say "hi"\ncup\npen', "cup\ncup", "cup\nred cup\npen"])
def test_names_that_cannot_be_told_apart_are_refused(names: str, tmp_path: Path) -> None:
    file = tmp_path / "names.txt"
    file.write_text(names, encoding="utf-8")
    with pytest.raises(ImpossibleRequest, match=r"names\.txt"):
        made(names=str(file), hops=(1, 1))


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"hops": (4, 4), "entities": (2, 4)}, "needs 5 entities"),
        ({"hops": (1, 26)}, "27 entities, and there are 26 names"),
        ({"entities": (3, 30), "hops": (1, 1)}, "30 entities were asked for"),
        ({"property_set": "PS3", "quantities": "stated"}, "belongs to PS2"),
        ({"property_set": "PS5"}, "property-set: expected one of PS1"),
        ({"few_shot": 2}, "--few-shot needs"),
        ({"instruction": True, "format": "chat"}, "--instruction is for rows"),
        ({"names": "/no/such/file"}, "letters, objects or a file"),
        ({"colour": "red"}, "unknown option 'colour'"),
        ({"splits": (("a", 1), ("a", 2))}, "same name"),
    ],
)
def test_impossible_requests_are_refused_before_any_line(options: dict[str, Any], reason: str) -> None:
    with pytest.raises(ImpossibleRequest, match=reason):
        made(**options)


def test_a_request_for_more_contexts_than_there_are_says_so(tmp_path: Path) -> None:
    file = tmp_path / "names.txt"
    file.write_text("A\nB", encoding="utf-8")
    report = Report()
    # Two names, eight directions, told from either side and asked in either order: 32 contexts.
    with pytest.raises(ImpossibleRequest, match="no further context"):
        made(33, hops=(1, 1), names=str(file), report=report)
    assert report.rejected["the same context was drawn before"] >= 500


STEPGAME = [
    {"story": ["P is above Q.", "Q is to the left of R.", "S is below R."], "question": "What is the relation of P to R?"},
    {"story": ["P is above Q.", "Q is to the left of R.", "S is below R."], "question": "What is the relation of P to S?"},
    {"story": ["K is 2 units left of L."], "question": "Where is L relative to K?"},
    {"story": ["K is left of L.", "M is left of N."], "question": "Where is K relative to N?"},
    {"story": ["K is left of L.", "L is left of M.", "M is left of K."], "question": "Where is K relative to M?"},
    {"story": ["K wugs."], "question": "Where is K relative to M?"},
]


def stepgame_file(folder: Path) -> str:
    path = folder / "own.jsonl"
    # The label is wrong on purpose: targets never come from it.
    path.write_text("".join(json.dumps({**row, "label": "lower-right", "k": 1}) + "\n" for row in STEPGAME), encoding="utf-8")
    return str(path)


def test_rows_of_stepgame_become_items_by_their_text_alone(tmp_path: Path) -> None:
    report = Report()
    lines = made(4, property_set="PS2", **{"from": (stepgame_file(tmp_path),)}, report=report)
    assert [(line["targets"], line["num_hop"]) for line in lines] == [
        (["left", "above"], 2),
        (["left", "above"], 3),
        (["right"], 1),
        (["right"], 1),
    ]
    assert lines[3]["comments"][1:] == ["the sentences of the context contradict each other; the targets are those of the path"]
    assert {line["source_data"] for line in lines} == {"StepGame"}
    assert report.passed_over == {"the text does not connect the two entities": 1}


def test_what_the_whole_story_entails_beyond_the_path_is_remarked(tmp_path: Path) -> None:
    path = tmp_path / "own.jsonl"
    # The short way says nothing about A and D; the long way puts A left of D.
    story = ["A is left of B.", "B is above D.", "A is left of E.", "E is left of F.", "F is left of D."]
    path.write_text(json.dumps({"story": story, "question": "Where is A relative to D?"}), encoding="utf-8")
    (line,) = made(1, property_set="PS4", **{"from": (str(path),)})
    assert line["targets"] == []
    assert line["comments"][1:] == ["the whole story entails left; the targets are those of the path"]


def test_questions_of_one_context_go_into_one_split(tmp_path: Path) -> None:
    lines = split_lines(splits=(("a", 1), ("b", 2)), property_set="PS3", **{"from": (stepgame_file(tmp_path),)})
    splits: dict[str, set[str]] = {}
    for split, line in lines:
        splits.setdefault(line["context"], set()).add(split)
    assert all(len(found) == 1 for found in splits.values())
    with pytest.raises(ImpossibleRequest, match=r"too few items: 96 more.*cannot be read: 1"):
        made(100, property_set="PS3", **{"from": (stepgame_file(tmp_path),)})


def test_rows_of_spartun_become_items(tmp_path: Path) -> None:
    text = "A box named one contains a red star. Box one is left of a box named two. Box two has a blue circle."
    questions = [
        {"q_id": 1, "q_type": "FR", "question": "Where is the red star relative to the blue circle?", "answer": ["RIGHT"]},
        {"q_id": 2, "q_type": "YN", "question": "Is the red star left of the blue circle?", "answer": ["No"]},
    ]
    path = tmp_path / "own.json"
    path.write_text(json.dumps({"data": [{"identifier": "s1", "story": [text], "questions": questions}]}), encoding="utf-8")
    (line,) = made(1, property_set="PS1", **{"from": (str(path),)})
    assert (line["targets"], line["num_hop"], line["source_data"]) == (["left"], 3, "SpaRTUN")
    assert (line["context_id"], line["question_id"], line["context"]) == ("s1", "1", text)
    assert next(sources.drafts([str(path)], "PS1", Report())).question == questions[0]["question"]
    with pytest.raises(
        ImpossibleRequest, match=r"1 more would be needed .passed over: the question does not ask for relations: 1"
    ):
        made(2, property_set="PS1", **{"from": (str(path),)})


def test_prompts_have_worked_examples_that_are_other_items() -> None:
    lines = made(5, format="prompts", few_shot=4, hops=(1, 4), property_set="PS2")
    for line in lines:
        roles = [turn["role"] for turn in line["messages"]]
        assert roles == ["system", *["user", "assistant"] * 4, "user"]
        asked = [turn["content"] for turn in line["messages"] if turn["role"] == "user"]
        assert len(set(asked)) == 5
    examples = {turn["content"] for line in lines for turn in line["messages"][1:-1]}
    assert len(examples) == 8
    assert examples.isdisjoint(line["messages"][-1]["content"] for line in lines)
    (chat,) = made(1, format="chat", property_set="PS2")
    assert [turn["role"] for turn in chat["messages"]] == ["system", "user", "assistant"]
    assert chat["messages"][2]["content"].splitlines()[0].startswith("Step 1:")


def test_worked_examples_are_balanced_over_hops() -> None:
    (line,) = made(1, format="prompts", few_shot=3, hops=(1, 3), property_set="PS3")
    shown = [turn["content"] for turn in line["messages"] if turn["role"] == "assistant"]
    hops = [len([step for step in text.splitlines() if "It is given" in step]) for text in shown]
    assert hops == [1, 2, 3]


def test_instructions_vary_with_the_item_and_not_between_runs() -> None:
    lines = made(12, instruction=True, hops=(1, 1))
    assert len({line["instruction"] for line in lines}) > 6
    assert lines == made(12, instruction=True, hops=(1, 1))
