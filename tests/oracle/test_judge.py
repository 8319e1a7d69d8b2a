"""One judge for every data set: verdicts, all right answers, minimal words of the text, models of it. The items are our own."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import qsr
from qsr import run, theories
from qsr.cli import main
from qsr.datasets.protocol import Item, Reading, Row
from qsr.datasets.stepgame import LABELS
from qsr.language.gridworld.drawing import draw_grid
from qsr.oracle.check import VerdictCounts, verdict_line
from qsr.oracle.checked import Checked
from qsr.oracle.job import Job
from qsr.oracle.judge import Judge
from qsr.story import Plan, Question, Story, Verdict, Witness
from qsr.theories.protocol import Session


@pytest.fixture
def write(tmp_path: Path) -> Any:
    def written(name: str, content: object) -> Path:
        path = tmp_path / name
        text = content if isinstance(content, str) else "".join(json.dumps(row) + "\n" for row in content)  # type: ignore[attr-defined]
        path.write_text(text, encoding="utf-8")
        return path

    return written


def items(path: Path, dataset: str, **options: str) -> list[Item]:
    found = list(run.items(Job(dataset, options=options), [str(path)]))
    assert all(isinstance(item, Item) for item in found), found
    return found  # type: ignore[return-value]


def judged(item: Item, answer: Any, dataset: str, theory: str | None = None, **options: Any) -> Verdict:
    with qsr.judge(dataset, theory=theory, **options) as judge:
        verdict = judge.verdict(item, answer)
        assert json.loads(json.dumps(verdict_line(verdict)))["id"] == item.id
    with qsr.judge(dataset, theory=theory, evidence=False, **options) as quick:
        bare = quick.verdict(item, answer)
    assert (bare.sound, bare.gold, bare.right) == (verdict.sound, verdict.gold, verdict.right)
    assert (bare.evidence, bare.counterexample) == ((), None)
    assert verdict.sound is False or (verdict.evidence, verdict.counterexample) == ((), None)
    return verdict


def only(story: Story, quoted: tuple[str, ...]) -> Story:
    """The story as these sentences alone have it."""
    kept = [statement for statement in story.statements if story.quote(statement.id) in quoted]
    return replace(story, statements=tuple(replace(one, id=place) for place, one in enumerate(kept)))


def assert_minimal(session: Session, story: Story, question: Question, candidate: str, quoted: tuple[str, ...]) -> None:
    """The words exclude the candidate, and without any one of them they do not: a closed world then has no words against it."""
    assert quoted
    assert session.core(only(story, quoted), question, candidate)
    for one in quoted:
        fewer = tuple(other for other in quoted if other != one)
        assert not session.core(only(story, fewer), question, candidate), one


def assert_model(theory: str, story: Story, witness: Witness | None) -> Witness:
    assert witness is not None
    assert theories.get(theory).violated(story, witness) == ()
    return witness


# ---------------------------------------------------------------- StepGame and bAbI

ASKED = "What is the relation of the agent P to the agent R?"


def stepgame(*story: str, label: str | None = None) -> Item:
    with qsr.judge("stepgame") as judge:
        item = judge.dataset.item(Row("f:1", "f", 1, {"story": list(story), "question": ASKED, "label": label}), judge.options)
    assert isinstance(item, Item), item
    return item


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
        assert session.answer(fewer, one.question).status == "ambiguous"


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


# ---------------------------------------------------------------- rooms

ROOM: dict[str, Any] = {
    "id": "own",
    "setting": "O2",
    "grid": [9, 9],
    "story_topdown": "Imagine a square-shaped loft, bordered by four walls. This room contains a collection of furniture, "
    "including a harp placed in the north, an anvil placed in the south, and a kayak placed in the center. "
    "The harp is placed to the north of the kayak.",
    "question_fr": "Where is the harp positioned in relation to the anvil?",
    "question_yn": "Could the harp be placed to the south of the anvil?",
    "facts": [],
    "consistent": ["N", "NE", "NW"],
    "answer_fr_topdown": ["north", "north-east", "north-west"],
    "answer_yn": "No",
    "status": "multiple",
    "decided": True,
}


def test_roomspace_an_impossible_direction_is_refuted_by_clauses(write: Any) -> None:
    (item,) = items(write("rooms.jsonl", [ROOM]), "roomspace")
    verdict = judged(item, "south", "roomspace")
    assert (verdict.sound, verdict.right) == (False, (frozenset({"north", "north-east", "north-west"}),))
    assert verdict.evidence == ("a harp placed in the north", "an anvil placed in the south")
    assert "south is impossible" in verdict.reason
    session = theories.get("room").open()
    core = session.core(item.story, item.question, "S")
    assert core is not None
    for dropped in core:
        kept = [one for one in item.story.statements if one.id != dropped and one.id in core]
        fewer = replace(item.story, statements=tuple(replace(one, id=place) for place, one in enumerate(kept)))
        assert "S" in session.answer(fewer, item.question).possible
    # Part of the answer is enough.
    assert judged(item, "north-east", "roomspace").sound is True


def test_roomspace_what_is_denied_though_possible_holds_in_a_layout(write: Any) -> None:
    (item,) = items(write("rooms.jsonl", [ROOM]), "roomspace")
    verdict = judged(item, "none", "roomspace")
    assert verdict.sound is False
    witness = assert_model("room", item.story, verdict.counterexample)
    assert witness.place[0][1] > witness.place[1][1]
    row = {**ROOM, "question_yn": "Could the harp be placed to the north-east of the anvil?"}
    (asked,) = items(write("more.jsonl", [row]), "roomspace", question="yn")
    verdict = judged(asked, "No", "roomspace", question="yn")
    assert (verdict.sound, verdict.right) == (False, ("Yes",))
    witness = assert_model("room", asked.story, verdict.counterexample)
    assert witness.place[0][0] > witness.place[1][0]
    (impossible,) = items(write("third.jsonl", [ROOM]), "roomspace", question="yn")
    verdict = judged(impossible, "Yes", "roomspace", question="yn")
    assert (verdict.sound, len(verdict.evidence), verdict.counterexample) == (False, 2, None)


# ---------------------------------------------------------------- seats


RING = "甲一、乙二、丙三、丁四、戊五、己六六个人围坐在圆桌边吃饭，人人面朝桌子中心，座位间隔相等。已知："
CONDITIONS = ("乙二在甲一左边数起第1个位置", "丙三在乙二左边数起第1个位置", "丁四在丙三左边数起第1个位置")


def seats(question: str, *conditions: str, last: str = "戊五") -> dict[str, Any]:
    option = {"A": "丙三", "B": "丁四", "C": last}
    text = f"{RING}{'，'.join(conditions)}。"
    return {"qid": "4-own-s-1", "text": text, "question": question, "option": option, "answer": ["A"]}


def test_space2024_letters_are_refuted_by_conditions(write: Any) -> None:
    (item,) = items(write("a.jsonl", [seats("()在甲一左边数起第2个位置。", *CONDITIONS)]), "space2024")
    session = theories.get("seats-and-headings").open()
    wrong = judged(item, ["B"], "space2024")
    assert (wrong.sound, wrong.gold, wrong.right, wrong.counterexample) == (False, False, (("A",),), None)
    assert_minimal(session, item.story, item.question, "B", wrong.evidence)
    missing = judged(item, [], "space2024")
    assert missing.evidence == CONDITIONS[:2]
    assert "A follows and is missing" in missing.reason
    both = judged(item, "A和C", "space2024")
    assert both.sound is False
    assert "C does not hold" in both.reason
    assert judged(item, ["A"], "space2024").sound is True


def test_space2024_none_of_them_is_refuted_by_what_proves_an_option(write: Any) -> None:
    (item,) = items(write("a.jsonl", [seats("()在甲一左边数起第2个位置。", *CONDITIONS, last="以上选项都不是")]), "space2024")
    verdict = judged(item, ["C"], "space2024")
    assert (verdict.sound, verdict.evidence) == (False, CONDITIONS[:2])
    session = theories.get("seats-and-headings").open()
    assert_minimal(session, item.story, item.question, "C", verdict.evidence)


def test_space2024_what_some_layouts_allow_fails_in_one(write: Any) -> None:
    (item,) = items(write("a.jsonl", [seats("()在甲一左边数起第5个位置。", *CONDITIONS)]), "space2024")
    verdict = judged(item, ["C"], "space2024")
    assert (verdict.sound, verdict.right, verdict.evidence) == (False, ((),), ())
    assert "C is possible and does not follow" in verdict.reason
    witness = assert_model("seats-and-headings", item.story, verdict.counterexample)
    seat = {item.story.entities[entity]: place for entity, place in witness.place.items()}
    assert (seat["戊五"] - seat["甲一"]) % 6 != 5


def test_space2024_a_contradiction_is_the_evidence_against_any_letter(write: Any) -> None:
    turned = "乙二在甲一右边数起第1个位置"
    (item,) = items(write("a.jsonl", [seats("()在甲一左边数起第2个位置。", *CONDITIONS, turned)]), "space2024")
    verdict = judged(item, ["A"], "space2024")
    assert (verdict.sound, verdict.right, verdict.evidence) == (False, ((),), (CONDITIONS[0], turned))


def test_free_questions_with_options_and_rooms_are_judged_as_their_benchmarks_do() -> None:
    people = "theory: seating\nAnna, Ben, Cleo, Dan, Eve and Finn sit around a round table. They look inwards. "
    story = qsr.parse(f"{people}Ben sits opposite Anna. Cleo sits next to Anna.")
    question = "Who sits opposite Anna? A) Ben B) Cleo C) Dan"
    verdict = qsr.check(story, question, "The answer is B.")
    assert (verdict.sound, verdict.right) == (False, (("A",),))
    asked = qsr.api.ask(story, question)
    assert_minimal(theories.get("seating").open(), *asked, "B", verdict.evidence)
    assert qsr.check(story, question, "A").sound is True
    room = qsr.parse("theory: room, grid: 9x9\n" + ROOM["story_topdown"])
    assert qsr.check(room, ROOM["question_fr"], "north or north-west").sound is True
    verdict = qsr.check(room, ROOM["question_fr"], "south")
    assert (verdict.sound, len(verdict.evidence)) == (False, 2)


def test_free_plans_are_carried_out() -> None:
    story = qsr.parse("theory: gridworld, moves: 4\n" + draw_grid(1, 3, {(0, 0): "A", (0, 1): "E", (0, 2): "E"}))
    verdict = qsr.check(story, None, "RIGHT, TAKE, LEFT, DROP")
    assert verdict.sound is False
    assert "worth 1 in 4 steps, the best one 2" in verdict.reason
    best = verdict.right[0]
    assert isinstance(best, Plan)
    assert qsr.check(story, None, ", ".join(best.actions)).sound is True


# ---------------------------------------------------------------- plans


def test_grasp_a_plan_is_carried_out_and_set_beside_the_best_one(write: Any) -> None:
    rows = [{"index": 0, "grid": draw_grid(1, 3, {(0, 0): "A", (0, 1): "E", (0, 2): "E"})}]
    item = items(write("own.jsonl", rows), "grasp")[0]
    verdict = judged(item, "[RIGHT, TAKE, UP, LEFT, DROP]", "grasp")
    assert verdict.sound is False
    assert "worth 1 in 5 steps, the best one 2" in verdict.reason
    assert "step 3, UP, does nothing: it leads off the grid" in verdict.reason
    (best,) = verdict.right
    assert isinstance(best, Plan)
    assert best.energy == 2
    witness = assert_model("gridworld", item.story, verdict.counterexample)
    assert tuple(witness.names[number] for number in sorted(witness.names)) == best.actions
    assert judged(item, str(list(best.actions)), "grasp").sound is True
    nothing = judged(item, "I do not know a plan.", "grasp")
    assert nothing.sound is False
    assert "no plan was found" in nothing.reason
    other = judged(item, "[RIGHT, TAKE, LEFT, DROP]", "grasp", profile="repo-head")
    assert (other.sound, other.right) == (None, ())


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
    with Judge(Job("stepgame", theory)) as judge:
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


def test_counts_of_pieces_merge_into_those_of_the_whole() -> None:
    answers = ["upper-left", "left", "banana", "unknown", "below"] * 9
    item = stepgame("P is above Q.", "Q is to the left of R.", label="upper-left")
    with qsr.judge("stepgame") as judge:
        whole, merged = Checked(), Checked()
        for piece in (answers[:7], answers[7:8], answers[8:]):
            part = Checked()
            for text in piece:
                part.add(judge, item, (text,))
                whole.add(judge, item, (text,))
            merged.merge(part)
    assert merged.report() == whole.report()
    assert merged.verdicts.noted() == whole.verdicts.noted()
    assert len(merged.verdicts.noted()) == 20
    assert merged.report()["against_text"] == {"right": 9, "wrong": 27, "undecided": 9}


def test_a_run_outlives_an_item_that_the_program_fails_on(monkeypatch: pytest.MonkeyPatch) -> None:
    item = stepgame("P is above R.", label="above")
    checked = Checked()
    with qsr.judge("stepgame") as judge:
        with monkeypatch.context() as broken:
            broken.setattr(judge.dataset, "native", None)
            failed = checked.add(judge, item, ("above",))
        passed = checked.add(judge, item, ("above",))
    assert failed is not None
    assert passed is not None
    assert (failed.sound, failed.gold, passed.sound) == (None, True, True)
    assert "the program failed on this item: TypeError" in failed.reason


def test_only_the_first_verdicts_are_kept() -> None:
    counts = VerdictCounts()
    for number in range(100):
        counts.add(Verdict(str(number), None if number % 2 else False, None, ""))
    assert [one.item for one in counts.noted()] == [str(number) for number in range(0, 40, 2)]


# ---------------------------------------------------------------- the command


@pytest.fixture
def answered(write: Any) -> Path:
    rows = [
        {"story": ["P is above Q.", "Q is above R."], "question": ASKED, "label": "above", "answer": answer}
        for answer in ("above", "left", "banana")
    ]
    rows.append({"story": ["P is above Q.", "R is above S."], "question": ASKED, "label": "above", "answer": "above"})
    path: Path = write("own.jsonl", rows)
    return path


def test_check_shows_evidence_under_a_wrong_answer(answered: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "stepgame", str(answered)]) == 0
    out = capsys.readouterr().out
    assert ":2: wrong: the answer left does not follow; the story says above" in out
    assert "\n    P is above Q.\n    Q is above R.\n" in out
    assert "    it fails here:\n" in out
    assert main(["check", "stepgame", str(answered), "--no-evidence"]) == 0
    assert "    P is above Q." not in capsys.readouterr().out


def test_check_writes_lines_as_it_goes_and_keeps_none(answered: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "stepgame", str(answered), "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    first, second, third, fourth = report["verdicts"]
    assert (first["right"], first["evidence"], first["counterexample"]) == (["above"], [], None)
    assert second["evidence"] == ["P is above Q.", "Q is above R."]
    assert (third["sound"], third["right"]) == (None, ["above"])
    model = fourth["counterexample"]
    assert model["kind"] == "points"
    assert all(isinstance(number, (int, str)) for entry in model["place"] for number in entry["at"])
    out = answered.with_name("verdicts.jsonl")
    assert main(["check", "stepgame", str(answered), "--json", "--out", str(out)]) == 0
    again = json.loads(capsys.readouterr().out)
    assert "verdicts" not in again
    assert again["verdicts_file"] == str(out)
    assert again["against_text"] == report["against_text"]
    assert [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()] == report["verdicts"]


def test_plans_have_the_keys_of_all_verdicts(write: Any, capsys: pytest.CaptureFixture[str]) -> None:
    path = write("grids.jsonl", [{"index": 0, "grid": draw_grid(1, 2, {(0, 0): "A", (0, 1): "E"})}])
    answers = write("answers.jsonl", [{"id": "grids.jsonl-0-0-0-0", "answer": "[RIGHT, TAKE]"}])
    assert main(["check", "grasp", str(path), "--answers", str(answers), "--json"]) == 0
    (line,) = json.loads(capsys.readouterr().out)["verdicts"]
    assert (line["sound"], line["gold"], line["optimal"]) == (False, None, False)
    assert line["right"][0]["energy"] == 1
    assert line["counterexample"]["kind"] == "trace"
    assert "does not end where it started" in line["reason"]


def test_a_reading_of_its_own_is_judged_too() -> None:
    with qsr.judge("stepgame") as judge:
        item = stepgame("P is above R.")
        assert judge.of_reading(item, Reading("above", "own")).sound is True
