from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qsr.cli import main
from qsr.language import english
from qsr.oracle.steps import StepReport, StepTheory, check_steps, own_theory, step_summary
from qsr.oracle.steps.claims import label_list
from qsr.oracle.steps.model import COPIED, NO_COMMON_ENTITY, REVERSED, WRONG_RETRIEVAL, StepVerdict
from qsr.oracle.steps.sentences import sentences
from qsr.story import Story

GRID = StepTheory.open("paper-ps2")
SIGNS = StepTheory.open("paper-ps3")
BOXES = StepTheory.open("paper-ps4")
SCENES = StepTheory.open("spartun")
#: P is at (0, 0), Q one to the left and one down, R one above Q, S far off on its own row.
STORY = ("P is above and right of Q.", "R is above Q.", "S is left of R.")


def checked(text: str, theory: StepTheory = GRID, story: tuple[str, ...] = STORY, question: str = "P S") -> StepReport:
    head, tail = question.split()
    read = english.read(story, [f"Where is {head} relative to {tail}?"])
    return check_steps(read, read.questions[0], text, theory)


def only(text: str, theory: StepTheory = GRID, story: tuple[str, ...] = STORY) -> StepVerdict:
    (step,) = check_steps(english.read(story), None, text, theory).steps
    return step


def judged(text: str, theory: StepTheory = GRID, story: tuple[str, ...] = STORY) -> tuple[str, str, bool]:
    step = checked(text, theory, story).steps[-1]
    return step.verdict, step.kind, step.wrong


# ---------------------------------------------------------------- what a step says


@pytest.mark.parametrize(
    "opening",
    [
        "Step 1: It is given that ",
        "Step 1: From the context, ",
        "Step 1: ",
        "step 1. According to the story, ",
        "So, ",
        "Therefore, we can say that ",
        "Hence it can be inferred that ",
        "1. ",
        "- Thus, we know that ",
        "From step 1 and 2, we can infer that ",
        "**Step 1:** From the context, ",
        "",
    ],
)
@pytest.mark.parametrize("core", ["P is above and right of Q", "P is to the upper-right of Q", "P is at the north east of Q"])
def test_openings_and_cores_combine_freely(opening: str, core: str) -> None:
    step = only(f"{opening}{core}.")
    assert step.claim is not None
    assert set(step.claim.labels) == {"above", "right"}
    assert step.verdict == "entailed"


@pytest.mark.parametrize(
    ("opening", "sources"),
    [
        ("From step 3", (3,)),
        ("From step 1 and 3", (1, 3)),
        ("From steps 1, 3 and 5", (1, 3, 5)),
        ("From step 1, 3, and step 5", (1, 3, 5)),
        ("Combining steps 2 & 4", (2, 4)),
    ],
)
def test_cited_steps(opening: str, sources: tuple[int, ...]) -> None:
    (found,) = sentences(f"Step 9: {opening}, it can be inferred that A is left of B.")
    assert (found.number, found.sources, found.core) == (9, sources, "A is left of B")


@given(
    st.lists(
        st.sampled_from(["A is left of B", "So B is 2.5 units right of A", 'According to 1, "A is left of B." Fine']), max_size=6
    )
)
def test_spans_are_the_sentences(parts: list[str]) -> None:
    text = "\n".join(f"{part}." for part in parts)
    for sentence in sentences(text):
        start, end = sentence.span
        assert " ".join(text[start:end].split()) == sentence.text


def test_a_full_stop_inside_quotation_marks_ends_nothing() -> None:
    text = 'According to 3, "P and Q are there. P is left of Q." This means Q is right of P. Done.'
    assert [sentence.core for sentence in sentences(text)] == ["", "Q is right of P", "Done"]
    assert sentences(text)[0].quote == "P and Q are there. P is left of Q."


def test_names_that_differ_in_capitals_are_kept_apart() -> None:
    story = ("cup is left of Cup.", "Pen is above Cup.")
    read = english.read(story, ["Where is cup relative to Pen?"])
    if len(read.entities) == 3:
        (step,) = check_steps(read, read.questions[0], "Step 1: CUP is left of Pen.", GRID).steps
        assert step.claim is None


@pytest.mark.parametrize(
    ("text", "labels"),
    [
        ("above, and left.", ("above", "left")),
        ("outside and touching", ("outside and touching",)),
        ("outside, inside and touching, and in front", ("outside", "inside and touching", "in front")),
        ("right of", ("right",)),
        ("left, left", None),
        ("banana", None),
        ("", None),
    ],
)
def test_label_lists(text: str, labels: tuple[str, ...] | None) -> None:
    assert label_list(text) == labels


def test_distances_are_read_per_label() -> None:
    step = only("Step 1: P is above and 2 unit right of S.")
    assert step.claim is not None
    assert step.claim.lengths() == {"above": None, "right": Fraction(2)}


@pytest.mark.parametrize(
    ("text", "verdicts"),
    [
        ("Step 1: From the context, P is above and right of Q, and R is above Q.", ["entailed", "entailed"]),
        ("Since R is above Q, Q is below R.", ["entailed", "entailed"]),
        ("R is above Q and Q is above R.", ["entailed", "contradicted"]),
        ("R is above Q, so Q is below R, and P is right of R.", ["entailed"] * 3),
        ("P is to the upper-right of Q and R is on top of Q.", ["entailed", "entailed"]),
        ("R is above Q and right of S.", ["not read"]),
        ("If P is left of R then R is right of P.", ["not read"]),
        ("P is not left of R.", ["not read"]),
    ],
)
def test_each_clause_is_a_claim(text: str, verdicts: list[str]) -> None:
    assert [step.verdict for step in checked(text).steps] == verdicts


def test_what_says_nothing_is_no_step_and_what_is_not_understood_is_not_hidden() -> None:
    text = "Let us think. We look for P and S.\nP is not left of Q.\nIt is far below, somewhere left of P and Q and R, I think."
    assert [step.verdict for step in checked(text).steps] == ["not read", "not read"]
    assert only("Step 1: banana.").verdict == "not read"


# ---------------------------------------------------------------- verdicts


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("Step 1: P is 2 unit right of S.", "entailed"),
        ("Step 1: P is right of S.", "contradicted"),  # one unit is understood
        ("P is right of S.", "entailed"),  # no unit is named or understood in a free sentence
        ("P is above and right of S.", "contradicted"),
        ("P is right of Q.", "contradicted"),  # on a grid that would put them on one level
        ("Q is below R.", "entailed"),
        ("P and S overlap.", "contradicted"),
        ("S = P + (-2, 0)", "entailed"),
        ("S = P + offset(left) + offset(left) = (0,0) + (-1,0) + (-1,0) = (-2,0)", "entailed"),
        ("S = P + offset(left) = (0,0) + (-2,0) = (-1,0)", "contradicted"),  # it does not add up
    ],
)
def test_verdicts_on_the_grid(text: str, verdict: str) -> None:
    assert only(text).verdict == verdict


def test_signs_leave_open_what_the_grid_decides() -> None:
    story = ("A is left of B.", "C is left of B.")
    assert only("Step 1: A is left of C.", SIGNS, story).verdict == "unsupported"
    assert only("Step 1: A overlaps C.", GRID, story).verdict == "entailed"
    assert only("Step 1: A is above C.", SIGNS, story).verdict == "contradicted"
    assert only("Step 1: A is above C.", BOXES, story).verdict == "unsupported"


def test_spartun_rules_support_and_the_sound_meaning_contradicts() -> None:
    story = ("The pen is inside the box.", "The box is left of the bag.")
    assert only("Step 1: The pen is left of the bag.", SCENES, story).verdict == "entailed"
    assert only("Step 1: The pen is near the bag.", SCENES, story).verdict == "unsupported"
    assert only("Step 1: The pen is right of the bag.", SCENES, story).verdict == "contradicted"


def test_coordinates_follow_their_own_start() -> None:
    text = (
        "Let's suppose P is at (0,0).\nS is at (-2,0).\nQ= S+ offset(lower-right) = (-2,0)+(1,-1)=(-1,-1). So Q is at (-1,-1).\n"
    )
    assert [step.verdict for step in checked(text).steps] == ["entailed"] * 3
    assert checked(text + "S is at (-3,0).").first_error is not None
    # A second start makes the first coordinates a thing of the past.
    assert checked(text + "Suppose Q is at (5,5). P is at (6,6).").steps[-1].verdict == "entailed"


def test_they_are_the_two_that_the_comment_places() -> None:
    story = ("A is left of B.", "C is right of A.", "D is above C.")
    text = "A is left of B.\nSo, considering B(0,0) and C(0,0), they overlap each other."
    assert checked(text, story=story).steps[-1].verdict == "entailed"


def test_a_story_that_contradicts_itself_decides_nothing() -> None:
    story = ("A is left of B.", "A is right of B.", "C is above D.")
    step = only("Step 1: A is above C.", story=story)
    assert (step.verdict, step.wrong) == ("undecided", False)
    assert "contradict" in step.reason
    text = (
        "Step 1: It is given that C is above D.\n"
        "Step 2: From step 1, we can say that D is below C.\n"
        "Step 3: From step 1, D is left of C."
    )
    assert [one.verdict for one in checked(text, story=story, question="A C").steps] == ["entailed", "entailed", "undecided"]


def test_names_in_quotation_marks_are_no_quotations() -> None:
    story = ('"box one" is left of "box two".', "The pen is above the cup.")
    step = only('Step 1: It is given that "box one" is left of "box two".', SIGNS, story)
    assert (step.verdict, step.claim is not None) == ("entailed", True)


def test_a_name_that_two_things_share_is_not_guessed() -> None:
    read = english.read(("A is left of B.", "B is left of C."), ["Where is A relative to C?"])
    twins = replace(read, entities=("pen", "cup", "pen"))
    (step,) = check_steps(twins, read.questions[0], "Step 1: It is given that the pen is left of the cup.", GRID).steps
    assert (step.verdict, step.wrong) == ("not read", False)
    assert "more than one" in step.reason


# ---------------------------------------------------------------- error kinds


def test_retrieval_is_of_what_stands_there() -> None:
    assert judged("Step 1: It is given that R is above Q.") == ("entailed", "", False)
    assert judged("Step 1: It is given that Q is below R.") == ("entailed", "", False)
    assert judged("Step 1: It is given that R is left of Q.") == ("contradicted", WRONG_RETRIEVAL, True)
    # True, but a conclusion and not a statement.
    assert judged("Step 1: It is given that P is right of R.") == ("entailed", WRONG_RETRIEVAL, True)
    assert judged("Step 1: It is given that R is above T.") == ("unsupported", WRONG_RETRIEVAL, True)
    assert judged('According to 2, "R is right of Q."') == ("unsupported", WRONG_RETRIEVAL, True)
    assert judged('According to 1, "R is above Q."') == ("entailed", "", False)
    assert judged('According to 2, "R is above Q." This means R is right of Q.')[1] == WRONG_RETRIEVAL
    assert judged('According to 2, "R is above Q." This means Q is above R.')[1] == REVERSED


GIVEN = "Step 1: It is given that P is above and right of Q.\nStep 2: It is given that R is above Q.\n"


def test_kinds_of_wrong_conclusions() -> None:
    turned = GIVEN + "Step 3: From step 2, it can be inferred that Q is "
    assert judged(turned + "below R.") == ("entailed", "", False)
    assert judged(turned + "above R.") == ("contradicted", REVERSED, True)
    composed = GIVEN + "Step 3: From step 1 and 2, it can be inferred that P is "
    assert judged(composed + "right of R.") == ("entailed", "", False)
    assert judged(composed + "left of R.") == ("contradicted", REVERSED, True)
    assert judged(composed + "above and right of R.") == ("contradicted", COPIED, True)
    assert judged(composed + "below R.") == ("contradicted", "", True)


def test_a_composition_needs_a_common_entity_even_where_it_is_true() -> None:
    more = (*STORY, "U is above V.")
    text = "Step 1: It is given that R is above Q.\nStep 2: It is given that U is above V.\nStep 3: From step 1 and 2, "
    assert judged(f"{text}we can say that R is 2 unit above V.", story=more)[1:] == (NO_COMMON_ENTITY, True)
    assert judged(f"{text}we can say that P is right of R.", story=more) == ("entailed", NO_COMMON_ENTITY, True)


def test_true_and_not_from_its_sources_is_noted_and_not_wrong() -> None:
    step = checked(GIVEN + "Step 3: From step 2, it can be inferred that P is right of R.").steps[-1]
    assert (step.verdict, step.kind, step.wrong) == ("entailed", "", False)
    assert "does not follow from the steps it cites" in step.reason
    step = checked(GIVEN + "Step 3: From step 1 and 7, it can be inferred that P is right of R.").steps[-1]
    assert not step.wrong
    assert "no step 7" in step.reason


def test_a_step_on_a_wrong_step_says_so() -> None:
    text = GIVEN.replace("R is above Q", "R is below Q") + "Step 3: From step 2, it can be inferred that Q is above R."
    report = checked(text)
    assert report.first_wrong == 2
    assert "step 2, which is wrong" in report.steps[-1].reason


# ---------------------------------------------------------------- answers and reports


@pytest.mark.parametrize(
    ("closing", "verdict", "kind"),
    [
        ("Hence, the answer is right.", "entailed", ""),
        ("Answer: right", "entailed", ""),
        ("Hence, the answer is left.", "contradicted", REVERSED),
        ("The answer is left. No, the answer is right.", "entailed", ""),
        ("Hence, the answer is above, and right.", "contradicted", ""),
        ("Hence, none of the relations follow.", "contradicted", ""),
        ("The relation cannot be determined.", "contradicted", ""),
    ],
)
def test_the_answer_is_judged_apart(closing: str, verdict: str, kind: str) -> None:
    report = checked(f"{GIVEN}{closing}")
    assert report.first_wrong is None
    assert report.answer is not None
    assert (report.answer.verdict, report.answer.kind) == (verdict, kind)


def test_counts_add_up() -> None:
    reports = [checked(GIVEN), checked("Step 4: It is given that R is left of Q."), checked("Nothing.")]
    counts = step_summary(reports)
    assert (counts["chains"], counts["chains_without_steps"], counts["chains_with_a_wrong_step"]) == (3, 1, 1)
    assert counts["steps"] == sum(counts["steps_by_verdict"].values()) == 3
    assert counts["first_wrong_step"] == {"4": 1}
    assert counts["first_wrong_kinds"][WRONG_RETRIEVAL] == 1


def test_the_papers_theory_is_chosen_per_story() -> None:
    regions = Story(settings=(("objects", "extended"), ("relations", "incomplete"), ("quantities", "unspecified")))
    assert own_theory("paper", regions) == "paper-ps1"
    assert own_theory("paper-ps3", regions) == "paper-ps3"


def test_the_command_prints_steps_and_writes_them(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows, answers, out = tmp_path / "rows.jsonl", tmp_path / "answers.jsonl", tmp_path / "out.jsonl"
    row = {"story": list(STORY), "question": "What is the relation of the agent P to the agent S?", "label": "right"}
    rows.write_text(json.dumps(row) + "\n", encoding="utf-8")
    chain = "Step 1: It is given that R is below Q.\nHence, the answer is right."
    answers.write_text(json.dumps({"id": f"{rows}:1", "answer": chain}) + "\n", encoding="utf-8")
    command = ["check", "stepgame", str(rows), "--answers", str(answers), "--steps"]
    assert main([*command, "--out", str(out), "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert printed["steps"]["first_wrong_step"] == {"1": 1}
    assert printed["against_text"]["right"] == 1
    (line,) = [json.loads(text) for text in out.read_text(encoding="utf-8").splitlines()]
    (reasoning,) = line["reasoning"]
    assert (reasoning["first_wrong"], reasoning["kind"]) == (1, WRONG_RETRIEVAL)
    assert reasoning["steps"][0]["claim"] == {"head": "R", "labels": ["below"], "tail": "Q", "distances": []}
    assert main(command) == 0
    assert "step 1 is contradicted (wrong retrieval)" in capsys.readouterr().out
    assert main(command[:-1]) == 0
    assert "wrong retrieval" not in capsys.readouterr().out
