"""One judge for every data set: labels, ways and entailments are refuted by minimal words of the text or a model of it.

The items are our own.
"""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import qsr
from judging import assert_minimal, assert_model, items, judged, only, stepgame
from qsr import theories
from qsr.datasets.protocol import Item, Reading
from qsr.datasets.stepgame.dataset import LABELS
from qsr.oracle.job import Job
from qsr.oracle.judge import Judge
from qsr.story import Witness

# Under pytest's importlib mode, test folders are not on the import path.


# ---------------------------------------------------------------- StepGame and bAbI


def test_stepgame_a_wrong_label_is_refuted_by_the_path() -> None:
    item = stepgame("P is above Q.", "S is above T.", "Q is to the left of R.", label="left")
    verdict = judged(item, "The answer is below.", "stepgame")
    assert (verdict.sound, verdict.gold, verdict.right) == (False, False, ("upper-left",))
    assert verdict.evidence == ("P is above Q.", "Q is to the left of R.")
    assert "below does not hold" in verdict.reason
    assert "above follows and is missing" in verdict.reason
    assert_minimal(theories.get("paper-ps2").open(), item.story, item.question, "below", verdict.evidence)
    assert judged(item, "upper-left", "stepgame").sound is True


def test_stepgame_what_the_text_leaves_open_fails_in_a_model() -> None:
    item = stepgame("P is above Q.", "R is above S.")
    verdict = judged(item, "above", "stepgame")
    assert (verdict.sound, verdict.right, verdict.evidence) == (False, (), ())
    witness = assert_model("paper-ps2", item.story, verdict.counterexample)
    head, tail = item.question.args
    assert not witness.place[head][1] > witness.place[tail][1]


def test_stepgame_an_inconsistent_story_is_judged_along_its_path() -> None:
    item = stepgame("P is above R.", "S is above T.", "S is below T.")
    verdict = judged(item, "below", "stepgame")
    assert (verdict.sound, verdict.right) == (False, ("above",))
    assert verdict.evidence == ("P is above R.",)


def test_an_abstention_is_refuted_by_what_determines_the_answer() -> None:
    item = stepgame("P is above Q.", "Q is above R.", "S is above T.")
    verdict = judged(item, "It cannot be determined.", "stepgame")
    assert verdict.sound is False
    assert verdict.evidence == ("P is above Q.", "Q is above R.")
    assert judged(stepgame("P is above Q."), "It cannot be determined.", "stepgame").sound is True


BABI = """1 The office is north of the kitchen.
2 The kitchen is west of the garden.
3 The office is west of the hall.
4 The hall is north of the garden.
5 The cellar is south of the kitchen.
6 How do you go from the office to the garden?\ts,e\t1 2
7 How do you go from the office to the cellar?\ts,s\t1 5
"""


def test_babi_every_shortest_way_is_right(write: Any) -> None:
    two, one = items(write("qa19_own.txt", BABI), "babi")
    for way in ("s,e", "e,s"):
        verdict = judged(two, way, "babi")
        assert (verdict.sound, verdict.right) == (True, ("e,s", "s,e"))
    assert judged(two, "e,s", "babi").gold is False
    assert judged(two, "n,n", "babi").sound is False
    verdict = judged(one, "s,e,s", "babi")
    assert (verdict.sound, verdict.right) == (False, ("s,s",))
    assert verdict.evidence == ("The office is north of the kitchen.", "The cellar is south of the kitchen.")
    session = theories.get("babi").open()
    for dropped in verdict.evidence:
        fewer = only(one.story, tuple(quote for quote in verdict.evidence if quote != dropped))
        assert session.answer(fewer, one.question).value == "unknown"


def test_babi_no_is_refuted_by_what_entails_yes(write: Any) -> None:
    text = "1 The red square is above the blue box.\n2 The pink disk is left of the blue box.\n" + (
        "3 Is the red square above the pink disk?\tyes\t1 2\n"
    )
    (item,) = items(write("qa17_own.txt", text), "babi")
    verdict = judged(item, "No.", "babi")
    assert (verdict.sound, verdict.right, len(verdict.evidence)) == (False, ("yes",), 2)
    assert_minimal(theories.get("babi").open(), item.story, item.question, "no", verdict.evidence)


# ---------------------------------------------------------------- SpaRTUN and SpaRP


def spartun(question: str, kind: str, answer: list[str], story: str) -> dict[str, Any]:
    asked = {"q_id": 0, "q_type": kind, "question": question, "answer": answer, "candidate_answers": []}
    return {"data": [{"identifier": "own-1", "story": [story], "questions": [asked]}]}


SCENE = (
    "There are two blocks. Block AAA is left of block BBB. Block AAA has a small red circle. "
    "Block BBB contains a medium blue square. The medium blue square is above a small green triangle."
)


@pytest.mark.parametrize("theory", ["spartun", "sound"])
def test_spartun_both_theories_quote_what_a_label_follows_from(write: Any, theory: str) -> None:
    question = "What is the position of the small red circle regarding the medium blue square?"
    path = write("own.json", json.dumps(spartun(question, "FR", ["LEFT"], SCENE)))
    (item,) = items(path, "spartun")
    verdict = judged(item, "right", "spartun", theory)
    assert (verdict.sound, verdict.gold) == (False, False)
    (right,) = verdict.right
    assert isinstance(right, frozenset)
    assert "LEFT" in right
    assert_minimal(theories.get(theory).open(), item.story, item.question, "right", verdict.evidence)
    assert "right does not hold" in verdict.reason


def test_spartun_a_closed_world_has_no_words_for_what_is_not_said(write: Any) -> None:
    question = "Is the small red circle near the medium blue square?"
    (item,) = items(write("own.json", json.dumps(spartun(question, "YN", ["No"], SCENE))), "spartun", yn="text")
    verdict = judged(item, "Yes", "spartun", yn="text")
    assert (verdict.sound, verdict.evidence, verdict.right) == (False, (), ("No",))
    assert "no sentence says so" in verdict.reason
    # Where the world is open, a model shows it instead.
    opened = judged(item, "Yes", "spartun", "sound", yn="text")
    assert opened.sound is False
    assert_model("sound", item.story, opened.counterexample)


def test_spartqa_blocks_and_objects_stand_for_options(write: Any) -> None:
    text = "Two boxes, named one and two exist. Box one contains a small red star. Box two has a tiny white oval."
    story = f"{text} The small red star is to the left of a large blue circle."
    questions = [
        {
            "q_id": 0,
            "q_type": "FB",
            "question": "Which block(s) has a star that is to the left of a circle?",
            "answer": ["one"],
            "candidate_answers": ["one", "two"],
        },
        {
            "q_id": 1,
            "q_type": "CO",
            "question": "Which object is left of the large blue circle? the small red star or the tiny white oval?",
            "answer": [0],
            "candidate_answers": ["the small red star", "the tiny white oval", "both of them", "none of them"],
        },
    ]
    path = write("own.json", json.dumps({"data": [{"identifier": "own", "story": [story], "questions": questions}]}))
    block, choice = items(path, "spartun")
    nothing = judged(block, "two", "spartun")
    assert (nothing.sound, nothing.right) == (False, (frozenset({"one"}),))
    assert "one follows and is missing" in nothing.reason
    for answer, missing in (("none of them", True), ("both of them", False)):
        verdict = judged(choice, answer, "spartun")
        assert (verdict.sound, verdict.right) == (False, ("small red star",))
        assert ("small red star follows and is missing" in verdict.reason) is missing
        assert ("tiny white oval does not hold" in verdict.reason) is not missing
        assert verdict.evidence == (("The small red star is to the left of a large blue circle.",) if missing else ())


def sparp(targets: list[str], *context: str) -> dict[str, Any]:
    return {
        "context": " ".join(context),
        "question": "What is the relation of the agent P to the agent R?",
        "targets": targets,
        "target_choices": ["left", "right", "above", "below", "overlapping"],
        "context_id": "own",
        "question_id": "1",
        "num_hop": 2,
    }


def test_sparp_a_label_left_out_and_one_too_many(write: Any) -> None:
    rows = [sparp(["left", "above"], "P is above Q.", "Q is to the left of R.", "S is above R.")]
    (item,) = items(write("PS2.jsonl", rows), "sparp")
    missing = judged(item, "The answer is left.", "sparp")
    assert (missing.sound, missing.right) == (False, (frozenset({"above", "left"}),))
    assert missing.evidence == ("P is above Q.", "Q is to the left of R.")
    assert "above follows and is missing" in missing.reason
    extra = judged(item, "The answer is left, above, and overlapping.", "sparp")
    assert "overlapping does not hold" in extra.reason
    assert_minimal(theories.get("paper-ps2").open(), item.story, item.question, "overlapping", extra.evidence)
    assert judged(item, "left and above", "sparp").sound is True


def test_sparp_under_the_exact_theory_what_does_not_follow_fails_in_a_model(write: Any) -> None:
    rows = [sparp(["left"], "P is to the left of Q.", "Q is above R.")]
    (item,) = items(write("PS4.jsonl", rows), "sparp")
    verdict = judged(item, "left", "sparp", "exact")
    assert (verdict.sound, verdict.right) == (False, (frozenset(),))
    witness = assert_model("exact", item.story, verdict.counterexample)
    head, tail = item.question.args
    assert witness.place[head][0][1] > witness.place[tail][0][0]


# ---------------------------------------------------------------- prepositions


def test_prepositions_name_the_senses_and_the_premises(write: Any) -> None:
    header = "id\tlang\tpremise1\tpremise2\tconclusion\tholds\n"
    lines = (
        "a\ten\tthe spoon is in the cup\tthe cup is in the kitchen\tthe spoon is in the kitchen\tyes\n"
        "b\ten\tthe nurse is in the clinic\tthe clinic is in debt\tthe nurse is in debt\tno\n"
    )
    follows, fails = items(write("own.tsv", header + lines), "prepositions")
    verdict = judged(follows, "No, it does not.", "prepositions")
    assert (verdict.sound, verdict.gold, verdict.right) == (False, False, ("yes",))
    assert verdict.evidence == ("the spoon is in the cup", "the cup is in the kitchen")
    session = theories.get("prepositions").open()
    assert_minimal(session, follows.story, follows.question, "no", verdict.evidence)
    verdict = judged(fails, "Yes.", "prepositions")
    assert (verdict.sound, verdict.right) == (False, ("no",))
    assert "does not follow" in verdict.reason
    assert '"the clinic is in debt"' in verdict.reason


def test_pairs_are_judged_by_three_labels(write: Any) -> None:
    header = "id\tlabel\tcategory\texpressions\tpremises\thypothesis\tn_premises\n"
    lines = (
        "a\tentailment\t\t\tThe key is in the jar || The jar is in the shed\tThe key is in the shed\t2\n"
        "b\tneutral\t\t\tThe key is in the shed || The jar is in the shed\tThe key is in the jar\t2\n"
        "c\tcontradiction\t\t\tEve put the key into the jar\tThe key is not in the jar\t1\n"
    )
    follows, is_open, fails = items(write("pairs.tsv", header + lines), "prepositions")
    session = theories.get("locatives").open()
    verdict = judged(follows, "Contradiction.", "prepositions")
    assert (verdict.sound, verdict.gold, verdict.right) == (False, False, ("entailment",))
    assert verdict.evidence == ("The key is in the jar", "The jar is in the shed")
    assert_minimal(session, follows.story, follows.question, "no", verdict.evidence)
    assert judged(follows, "This is an entailment.", "prepositions").sound is True
    verdict = judged(is_open, "Entailment.", "prepositions")
    assert (verdict.sound, verdict.right, verdict.evidence) == (False, ("neutral",), ())
    assert_model("locatives", is_open.story, verdict.counterexample)
    assert judged(is_open, "Neutral.", "prepositions").sound is True
    verdict = judged(fails, "It is neutral.", "prepositions")
    assert (verdict.sound, verdict.gold, verdict.right) == (False, False, ("contradiction",))
    assert verdict.evidence == ("Eve put the key into the jar",)


# ---------------------------------------------------------------- all of them alike

STEP = st.tuples(st.sampled_from(sorted(LABELS)), st.integers(0, 4), st.integers(0, 4))
_NAMED = {"overlap": "overlaps"}


def sentence(label: str, head: int, tail: int) -> str:
    words = {"upper": "above and to the", "lower": "below and to the"}
    vertical, _, side = label.partition("-")
    said = {"overlap": "at the same place as", "left": "to the left of", "right": "to the right of"}.get(label)
    said = said or (f"{words[vertical]} {side} of" if side else label)
    return f"{'PRSTU'[head]} is {said} {'PRSTU'[tail]}."


@settings(max_examples=60, deadline=None)
@given(st.lists(STEP.filter(lambda step: step[1] != step[2]), min_size=1, max_size=5), st.sampled_from(["paper-ps2", "exact"]))
def test_what_eval_answers_is_sound_and_nothing_else(steps: list[tuple[str, int, int]], theory: str) -> None:
    """Every label is judged as the answer of `qsr eval` says, and shown to be wrong by checkable evidence."""
    sentences = ["P is above V.", "R is above W.", *(sentence(*step) for step in steps)]
    item = stepgame(*sentences)
    with Judge(Job(dataset="stepgame", theory=theory)) as judge:
        session = judge.theory.open()
        answer = session.answer(item.story, item.question)
        native = judge.dataset.native(item, answer)
        for label in LABELS:
            verdict = judge.verdict(item, label)
            if native is None and answer.status == "inconsistent":
                assert verdict.sound is None
                continue
            assert verdict.sound is (label == native)
            if verdict.sound:
                assert verdict.right == (label,)
                continue
            if verdict.counterexample is not None:
                assert judge.theory.violated(item.story, verdict.counterexample) == ()
                assert not holds(LABELS[label], verdict.counterexample, item)
            if answer.status == "determined":
                assert set(verdict.evidence) <= set(sentences)
                assert verdict.evidence


def holds(label: frozenset[str], witness: Witness, item: Item) -> bool:
    (x, y), (u, v) = (witness.place[entity][:2] for entity in item.question.args)
    true = {"left": x < u, "right": x > u, "above": y > v, "below": y < v, "overlapping": (x, y) == (u, v)}
    return all(true[name] for name in label)


def test_a_reading_of_its_own_is_judged_too() -> None:
    with qsr.judge("stepgame") as judge:
        item = stepgame("P is above R.")
        assert judge.of_reading(item, Reading("above", "own")).sound is True
