"""Labels that choose among options, against the layouts of hand-made problems."""

from __future__ import annotations

from typing import ClassVar

from qsr import theories
from qsr.datasets.protocol import Item
from qsr.datasets.space2024.audit import audit_options
from qsr.datasets.space2024.faults import repaired
from qsr.oracle.audit import Finding
from qsr.seats import Claim
from qsr.story import Answer, Question, Statement, Story, Value
from qsr.theories.protocol import Limits

NAMES = ("Ann", "Bob", "Cy", "Di", "Eve", "Fay")
LETTERS = "ABCD"
#: Five steps to the left make the whole ring; the last condition says so again.
CHAIN = [("left:1", (place + 1, place)) for place in range(5)]


class Letters:
    """A data set as far as an audit needs one."""

    name: ClassVar[str] = "letters"
    licence = reference = theory = ""
    options: ClassVar[dict[str, tuple[str, ...]]] = {}

    def rows(self, path: object, options: object) -> object:
        raise NotImplementedError

    item = extract = rewrite = rows

    def native(self, item: Item, answer: Answer) -> Value | None:
        return () if answer.status == "inconsistent" else answer.value

    def labels(self, value: Value) -> frozenset[str]:
        return frozenset(value) if isinstance(value, tuple) else frozenset()


def problem(said: list[tuple[str, tuple[int, int]]], options: list[Claim], gold: str, *, none: bool = False) -> Item:
    words = [f"{relation} {args}" for relation, args in said]
    text = "\n".join(words)
    starts = [sum(len(word) + 1 for word in words[:number]) for number in range(len(words))]
    statements = tuple(
        Statement(number, relation, args, (starts[number], starts[number] + len(words[number])))
        for number, (relation, args) in enumerate(said)
    )
    letters = LETTERS[: len(options) + none]
    claims = tuple((letter, (claim,)) for letter, claim in zip(letters, options, strict=False))
    question = Question(
        0, "options", (), tuple(letters), "?", properties=(("claims", claims), ("none", (letters[-1],) if none else ()))
    )
    settings = (("theory", "seating"), ("layout", "ring 6 inward"))
    story = Story(NAMES, statements, (question,), text, settings)
    return Item("x", story, question, tuple(gold), choices=tuple((letter, letter) for letter in letters))


def audited(item: Item) -> Finding | None:
    session = theories.get("seating").open()
    return audit_options(Letters(), session, item, session.answer(item.story, item.question))  # type: ignore[arg-type]


LEFT, RIGHT, OPPOSITE = Claim("left:1", (1, 0)), Claim("right:1", (1, 0)), Claim("opposite", (3, 0))


def test_a_label_that_holds_in_every_layout_is_no_finding() -> None:
    assert audited(problem(CHAIN, [LEFT, RIGHT], "A")) is None
    assert audited(problem(CHAIN, [LEFT, RIGHT, OPPOSITE], "AC")) is None
    assert audited(problem(CHAIN, [RIGHT], "B", none=True)) is None


def test_an_option_that_no_layout_allows_is_shown_by_the_conditions_that_exclude_it() -> None:
    finding = audited(problem(CHAIN, [LEFT, RIGHT], "B"))
    assert finding is not None
    assert finding.kind == "contradicts"
    assert finding.correction == ("A",)
    assert finding.derivation == ("left:1 (1, 0)",)
    assert "B holds in no layout" in finding.reason


def test_an_option_that_is_left_out_is_shown_by_the_conditions_that_entail_it() -> None:
    finding = audited(problem(CHAIN, [LEFT, OPPOSITE], "A"))
    assert finding is not None
    assert finding.correction == ("A", "B")
    assert finding.derivation == ("left:1 (1, 0)", "left:1 (2, 1)", "left:1 (3, 2)")
    none = audited(problem(CHAIN, [LEFT], "B", none=True))
    assert none is not None
    assert none.correction == ("A",)


def test_an_option_that_some_layouts_allow_is_shown_by_one_that_does_not() -> None:
    loose = [*CHAIN[:2], ("adjacent", (3, 4))]
    undetermined = audited(problem(loose, [OPPOSITE, Claim("opposite", (4, 0))], "A"))
    assert undetermined is not None
    assert undetermined.kind == "undetermined"
    assert undetermined.correction is None
    assert "A fails in the layout" in undetermined.reason
    both = audited(problem(loose, [LEFT, OPPOSITE], "AB"))
    assert both is not None
    assert both.kind == "contradicts"
    assert both.correction == ("A",)


def test_conditions_that_contradict_each_other_support_no_label() -> None:
    item = problem([*CHAIN[:3], ("right:1", (2, 1))], [LEFT], "A")
    finding = audited(item)
    assert finding is not None
    assert finding.kind == "inconsistent"
    # The turned condition, and one of the two that it takes the place of.
    assert len(finding.derivation) == 2
    assert "right:1 (2, 1)" in finding.derivation


def test_a_repair_turns_one_condition_round_and_answers_what_is_left() -> None:
    # Turning the last condition is the one way to seat everybody: the others are needed together.
    item = problem([*CHAIN, ("right:1", (5, 4))], [LEFT, RIGHT], "A")
    session = theories.get("seating").open()
    assert session.answer(item.story, item.question).status == "inconsistent"
    found = dict(repaired(item.story, Limits()))
    mended = found[("right:1 (5, 4)",)]
    assert session.answer(mended, item.question).value == ("A",)


def test_a_story_without_seats_has_no_repair() -> None:
    assert repaired(Story(), Limits()) == []
