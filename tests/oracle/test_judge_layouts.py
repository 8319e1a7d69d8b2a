"""The judge on rooms, seats and plans: clauses that exclude, layouts that allow, plans that do better. The items are our own."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import qsr
from judging import assert_minimal, assert_model, items, judged
from qsr import theories
from qsr.story import Plan
from qsr.theories.gridworld.text.drawing import draw_grid

# Under pytest's importlib mode, test folders are not on the import path.


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
    core = core.statements
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
    session = theories.get("auto").open()
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
    session = theories.get("auto").open()
    assert_minimal(session, item.story, item.question, "C", verdict.evidence)


def test_space2024_what_some_layouts_allow_fails_in_one(write: Any) -> None:
    (item,) = items(write("a.jsonl", [seats("()在甲一左边数起第5个位置。", *CONDITIONS)]), "space2024")
    verdict = judged(item, ["C"], "space2024")
    assert (verdict.sound, verdict.right, verdict.evidence) == (False, ((),), ())
    assert "C is possible and does not follow" in verdict.reason
    witness = assert_model("auto", item.story, verdict.counterexample)
    seat = {item.story.entities[entity]: place for entity, place in witness.place.items()}
    assert (seat["戊五"] - seat["甲一"]) % 6 != 5


def test_space2024_a_contradiction_is_the_evidence_against_any_letter(write: Any) -> None:
    turned = "乙二在甲一右边数起第1个位置"
    (item,) = items(write("a.jsonl", [seats("()在甲一左边数起第2个位置。", *CONDITIONS, turned)]), "space2024")
    verdict = judged(item, ["A"], "space2024")
    assert (verdict.sound, verdict.right, verdict.evidence) == (False, ((),), (CONDITIONS[0], turned))


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


# ---------------------------------------------------------------- free text


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
