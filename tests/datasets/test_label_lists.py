from __future__ import annotations

import json
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qsr.datasets.free_text.label_lists import read_labels
from qsr.datasets.protocol import Reading
from qsr.datasets.sparp.published import paper_labels
from qsr.language import english
from qsr.relations import CONVERSE, LABELS

FIVE = ("left", "right", "above", "below", "overlapping")
steady = settings(derandomize=True, deadline=None)


def read(text: str, choices: tuple[str, ...] = LABELS) -> Reading:
    return read_labels(text, "A", "B", choices)


def close(labels: list[str]) -> str:
    """The paper's closing sentence."""
    *first, last = labels
    return f"Hence, the answer is {', '.join(first)}, and {last}." if first else f"Hence, the answer is {last}."


FORMS = {
    "close": close,
    "after steps": lambda labels: f"Step 1: It is given that C is far from A.\nStep 2: B is below C.\n{close(labels)}",
    "explained after": lambda labels: f"{close(labels)} This follows because C is left of B, above D and near E.",
    "list": ", ".join,
    "python": str,
    "json": json.dumps,
    "bullets": lambda labels: "The answer is:\n" + "\n".join(f"- {label}" for label in labels) + "\n\nC is left of D.",
    "numbered": lambda labels: "Answer:\n" + "\n".join(f"{n}. {label}" for n, label in enumerate(labels, 1)),
    "lines": "\n".join,
    "boxed": lambda labels: f"So \\boxed{{{', '.join(labels)}}}",
    "semicolons": lambda labels: f"The answers are: {'; '.join(labels)}",
    "capitals": lambda labels: close(labels).upper(),
}


@pytest.mark.parametrize("form", FORMS)
@steady
@given(labels=st.lists(st.sampled_from(LABELS), min_size=1, max_size=4, unique=True))
def test_every_list_of_labels_is_read_back_in_every_form(form: str, labels: list[str]) -> None:
    found = read(FORMS[form](labels))
    assert found.value == set(labels)
    assert not found.ambiguous


@pytest.mark.parametrize("pair", list(combinations(LABELS, 2)), ids=" + ".join)
def test_every_pair_of_labels_is_kept_apart(pair: tuple[str, str]) -> None:
    assert read(close(list(pair))).value == set(pair)


@pytest.mark.parametrize(
    ("text", "labels"),
    [
        ("The answer is the following: right.", {"right"}),
        ("The following holds: A is right of B.", {"right"}),
        ("The answer is within.", {"inside"}),
        ("The answer is top.", {"above"}),
        ("It is at the bottom.", {"below"}),
        ("A is at the top left of B.", {"above", "left"}),
        ("left, not right", {"left"}),
        ("The answer is not left but right.", {"right"}),
        ("neither left nor right, but above", {"above"}),
        ("The answer is left. None of the other relations hold.", {"left"}),
        ("From the above steps, A is in front of B.", {"in front"}),
        ("As stated above, the answer is left.", {"left"}),
        ("contains and touching", {"contains and touches"}),
        ("The answer is below and 2 unit right.", {"below", "right"}),
        ("Hence, the answer is front.", {"in front"}),
        ("A partially overlaps B.", {"partially overlapping"}),
        ("A is left of B. A is above B.", {"above", "left"}),
        ("B is to the right of A.", {"left"}),
        ("The answer is that B is below A.", {"above"}),
        ("The answer is A is inside B and left of B.", {"inside", "left"}),
        ("upper-left", {"above", "left"}),
    ],
)
def test_what_an_answer_says_and_no_more(text: str, labels: set[str]) -> None:
    found = read(text)
    assert found.value == labels
    assert not found.ambiguous


@pytest.mark.parametrize(
    "text",
    [
        "The answer is none of the above.",
        "Hence, the answer is none.",
        "None of the relations follow.",
        "Based on the above, none of the relations follow.",
        "The answer is [].",
        "[]",
        "The answer is the empty set.",
        "Nothing follows about where A is.",
    ],
)
def test_no_label_is_an_answer(text: str) -> None:
    found = read(text)
    assert found.value == frozenset()
    assert not found.abstained


def test_an_abstention_names_no_label_either() -> None:
    found = read("The relation cannot be determined.")
    assert (found.value, found.abstained) == (frozenset(), True)


@pytest.mark.parametrize(
    "text", ["The answer is not left.", "banana", "", "A is neither above nor below B.", "   ", "The answer is"]
)
def test_no_label_is_made_up(text: str) -> None:
    assert read(text).value is None


@pytest.mark.parametrize(
    "text", ["left or right", "The answer is either above or below.", "The answer is left, but it is unclear."]
)
def test_what_does_not_commit_itself_has_no_value(text: str) -> None:
    found = read(text)
    assert (found.value, found.ambiguous) == (None, True)


@pytest.mark.parametrize("text", ["not left, above", "The answer is contains, touching.", "The answer is touching."])
def test_what_could_be_read_otherwise_is_marked(text: str) -> None:
    found = read(text)
    assert found.ambiguous
    assert found.value


@pytest.mark.parametrize("label", LABELS)
def test_a_sentence_is_read_in_both_directions(label: str) -> None:
    assert read(english.verbalise(label, "A", "B")).value == {label}
    assert read(english.verbalise(label, "B", "A")).value == {CONVERSE[label]}


@pytest.mark.parametrize(
    ("text", "labels"),
    [
        ("The answer is not left.", {"left"}),
        ("The answer is none of the above.", {"above"}),
        ("The answer is as following.", {"below"}),
        ("The answer is contains, touching.", {"contains", "outside and touching"}),
        ("The answer is within.", set()),
        ("The answer is top, bottom.", set()),
        ("The answer is left. The answer is Outside and Touching, and NEAR.", {"outside and touching", "near"}),
        ("The answer is inside and touching.", {"inside and touching"}),
        ("left", {"left"}),
        ("", set()),
    ],
)
def test_the_paper_s_procedure_with_its_faults(text: str, labels: set[str]) -> None:
    assert paper_labels(text, LABELS) == labels


@steady
@given(st.lists(st.sampled_from(FIVE), min_size=1, unique=True))
def test_both_procedures_agree_on_the_paper_s_own_form(labels: list[str]) -> None:
    assert paper_labels(close(labels), FIVE) == read(close(labels), FIVE).value == set(labels)


@steady
@given(
    st.text(max_size=80)
    | st.lists(st.sampled_from(["answer is", "not", "left", "above", ",", "or", "none", "\n", "-", "A", "B", "."])).map(" ".join)
)
def test_no_text_breaks_the_readers(text: str) -> None:
    value = read(text).value
    assert value is None or value <= set(LABELS)
    assert paper_labels(text, FIVE) <= set(FIVE)
