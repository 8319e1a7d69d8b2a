"""Plans in free-form answers: every shape that answers have, the rule that reads it, and whether it could be read otherwise."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qsr.datasets.grasp.actions import action_of
from qsr.datasets.grasp.plans import read_capitals, read_plan
from qsr.theories.gridworld.simulate import ACTIONS

SHAPES = [
    # One closed list, in every spelling.
    ("[UP, TAKE, DOWN, DROP]", "UP TAKE DOWN DROP", "list", False),
    ("My plan is ['up', \"Take\", `DOWN`, **DROP**].", "UP TAKE DOWN DROP", "list", False),
    ("[up-left, UP_RIGHT, Down Left, RIGHTDOWN]", "UPLEFT UPRIGHT DOWNLEFT DOWNRIGHT", "list", False),
    ('steps = [\n  "UP",  # to (3, 4) [Start]\n  "TAKE"  # one, two\n  "DROP"\n]', "UP TAKE DROP", "list", False),
    ("[1. UP, 2. TAKE (at (3, 4)), Move DOWN]", "UP TAKE DOWN", "list", False),
    ("[[UP, TAKE], [DOWN, DROP]]", "UP TAKE DOWN DROP", "list", False),
    ("The form [STEP, STEP, ...] and cell [3, 4] are no plan: [UP, DROP]", "UP DROP", "list", False),
    ("I stay where I am: []", "", "list", False),
    ("[UP, WAIT, jump, DROP]", "UP WAIT JUMP DROP", "list", False),
    ("1. UP\n2. DOWN\n\nAs a list: [UP, TAKE]", "UP TAKE", "list", False),
    # Several lists.
    ("[UP, DOWN] or rather [LEFT, TAKE]", "LEFT TAKE", "list", True),
    ("[UP, TAKE], which is [UP, TAKE]", "UP TAKE", "list", False),
    ("There: [UP, TAKE]. Back: [DOWN, DROP]. So [UP, TAKE, DOWN, DROP].", "UP TAKE DOWN DROP", "list", False),
    # A step in brackets on each line.
    ("1. Go: [UP]\n2. Get it: [TAKE]\n3. Back: [DOWN]", "UP TAKE DOWN", "list per step", True),
    ("1. Go: [UP, UP]\n2. Get it: [TAKE]\n3. Back: [DOWN, DOWN]", "UP UP TAKE DOWN DOWN", "list per step", True),
    ("1. Go: [UP, LEFT]\n2. Take: [TAKE]\n\nAll of it:\n[UP, LEFT, TAKE]", "UP LEFT TAKE", "list", False),
    # A list that is never closed; what was cut off in a word is no step.
    ("[UP, TAKE, DOWN", "UP TAKE DOWN", "list without end", False),
    ('```python\n["UP", "TAKE", "DO', "UP TAKE", "list without end", False),
    # A code block without a list.
    ("```\n1. UP\n2. TAKE\n```\nThat is all.", "UP TAKE", "code block", False),
    ("Here:\n```text\nUP, TAKE -> DOWN\nDROP\n```", "UP TAKE DOWN DROP", "code block", False),
    # Numbered lines.
    ("1. UP\n2. TAKE\n3. DOWN\n4. DROP", "UP TAKE DOWN DROP", "numbered lines", False),
    ("1. **UP** - Move UP to (2, 3)\n2. **TAKE**: take it\n3) Move DOWN to (3, 3)", "UP TAKE DOWN", "numbered lines", False),
    ("Step 1: UP\nStep 2: TAKE (then DOWN?)", "UP TAKE", "numbered lines", False),
    ("1. Move to the energy.\n2. Take it.\n\n1. LEFT\n2. TAKE", "LEFT TAKE", "numbered lines", False),
    ("1. LEFT\n2. TAKE\n3. DROP\n\nIn short:\n1-2. Get energy.\n3. DROP it", "LEFT TAKE DROP", "numbered lines", False),
    ("1. LEFT\n2. TAKE\n\nBetter:\n1. UP\n2. TAKE", "UP TAKE", "numbered lines", True),
    ("1. UP\n2. TAKE\n\nFirst trip done.\n\n3. DOWN\n4. DROP", "UP TAKE DOWN DROP", "numbered lines", False),
    # Other lines.
    ("- UP to the next cell\n- TAKE\n- That leaves much.", "UP TAKE", "bullets", False),
    ("My steps: UP, TAKE, DOWN, DROP.", "UP TAKE DOWN DROP", "line", False),
    ("up -> take -> down", "UP TAKE DOWN", "line", False),
    # No plan.
    ("I would go up and take it.", "", "none", False),
    ("1. Move to (2, 5) to (2, 4).", "", "none", False),
    ("", "", "none", False),
]


@pytest.mark.parametrize(("text", "actions", "rule", "ambiguous"), SHAPES)
def test_every_shape_of_an_answer(text: str, actions: str, rule: str, ambiguous: bool) -> None:
    found = read_plan(text)
    assert (" ".join(found.value or ()), found.rule, found.ambiguous) == (actions, rule, ambiguous)


plans = st.lists(st.sampled_from(ACTIONS), min_size=1, max_size=30)


@given(plans, st.sampled_from([", ", ",", ",\n  "]), st.sampled_from(["{}", '"{}"', "'{}'"]), st.sampled_from([str, str.lower]))
def test_a_list_is_read_however_it_is_set(plan: list[str], comma: str, quotes: str, case) -> None:
    text = "Here you are:\n```python\n[" + comma.join(quotes.format(case(one)) for one in plan) + "]\n```\nIt is good."
    assert read_plan(text).value == tuple(plan)


@given(plans)
def test_numbered_lines_are_read_with_their_explanations(plan: list[str]) -> None:
    text = "\n".join(f"{number}. **{one}** – from here (not DOWN)" for number, one in enumerate(plan, 1))
    assert (read_plan(text).value, read_plan(text).rule) == (tuple(plan), "numbered lines")


@given(st.text(max_size=300) | st.text(alphabet="[](),\"'`#*-.123 \nUPTAKEDROLFIGH", max_size=300))
def test_any_text_is_read(text: str) -> None:
    found = read_plan(text)
    assert found.rule != "none" or not found.value
    assert all(action == action.upper() and action for action in found.value or ())


@pytest.mark.parametrize(
    "text",
    [
        "[" * 20_000,
        "[UP, " * 20_000,
        "(" * 20_000,
        "[UP, (" * 10_000,
        "[so, it, is, UP, " * 10_000,
        '["' * 10_000,
        "1. " * 20_000,
    ],
)
def test_hostile_answers_end(text: str) -> None:
    # Anything that is worse than linear by much would never come back.
    assert read_plan(text).rule in ("none", "list without end", "numbered lines", "bullets", "line")


def test_the_papers_rule_takes_capital_words_anywhere() -> None:
    text = "I go LEFT, then up. Plan: [LEFT, TAKE, UPLEFT] " + "DOWN " * 30
    assert read_capitals(text).value == ("LEFT", "LEFT", "TAKE", "UPLEFT", *["DOWN"] * 16)
    assert read_capitals("nothing").rule == "none"


def test_action_words() -> None:
    assert all(action_of(action.lower()) == action for action in ACTIONS)
    assert action_of("UPDOWN") is action_of("NORTH") is action_of("") is None
