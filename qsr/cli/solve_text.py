"""How ``qsr solve`` writes its results for people."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from decimal import Decimal
from fractions import Fraction
from textwrap import indent, wrap
from typing import Any, Final

from qsr.cli.output import paint, say, table
from qsr.shares import percent
from qsr.story import Plan, Witness
from qsr.theories.frame import SUPPOSED
from qsr.wording import counted, led

__all__ = ["near", "show"]

_ORDER: Final = ("above", "below", "left", "right", "behind", "in front", "overlapping")

_STYLES: Final = {"consistent": "good", "inconsistent": "bad"}


def show(result: Mapping[str, Any], *, title: str = "") -> None:
    """Print the result for one story, as `qsr.summary` made it, in paragraphs; a title goes before them."""
    situation = [f"{result['theory']}, {result['situation']}"] if "situation" in result else []
    situation += [f"the words of the story choose the theory {result['theory']}"] if "chosen" in result else []
    paragraphs = [
        list(_skipped(result)),
        list(_in_other_words(result)),
        situation,
        *(list(_question(question)) for question in result["questions"]),
    ]
    if not result["questions"]:
        paragraphs.append(list(_consistency(result)))
    if result.get("contradiction"):
        paragraphs.append(
            ["These sentences contradict each other:", *(f"    {sentence}" for sentence in result["contradiction"])]
        )
    paragraphs.append([f"scenario {number}  {found.line()}" for number, found in enumerate(result.get("scenarios", ()), 1)])
    if result.get("more_scenarios"):
        paragraphs.append([f"there may be more: {result['more_scenarios']}"])
    if title:
        say(f"== {title}")
    say("\n\n".join("\n".join(lines) for lines in paragraphs if lines) + ("\n" if title else ""))


def _skipped(result: Mapping[str, Any]) -> Iterator[str]:
    for piece in result["unread"]:
        yield f"skipped: {piece['text']}  ({piece['reason']})"
    for text in result.get("asides", ()):
        yield f"passed over: {text}  (it says nothing of where anything is)"


def _in_other_words(result: Mapping[str, Any]) -> Iterator[str]:
    """Yield the sentences that were put into other words, with these, and the checks that they passed."""
    for one in result.get("paraphrases", ()):
        checks = ", ".join(check["name"] for check in one["checks"])
        yield f"in other words: {one['sentence']}"
        yield f"    {one['paraphrase'] or '(passed over: it says nothing of where anything is)'}"
        yield f"    checked: {checks}"


def near(fault: Mapping[str, Any]) -> Iterator[str]:
    """Yield the wordings that are near what was not understood, each with what it changes."""
    for wording, why in zip(fault["suggestions"], fault["hints"], strict=True):
        yield f"did you mean: {wording}  ({why})"


def _consistency(result: Mapping[str, Any]) -> Iterator[str]:
    size = f"{counted(result['statements'], 'statement')} about {counted(len(result['entities']), 'entity', 'entities')}"
    status = result["status"].replace("_", " ")
    yield f"{paint(status, _STYLES.get(result['status'], 'open'))}: {size}"
    if result.get("reason"):
        yield f"  {result['reason']}"
    if result.get("witness") and result["entities"]:
        yield f"  example  {result['witness'].line()}"


def _question(question: Mapping[str, Any]) -> Iterator[str]:
    yield from _answer(question)
    if "not_told" in question:
        yield f"  not told  {question['not_told']}"
    if "told" in question:
        yield from wrap(question["told"]["text"], 110, initial_indent="  told      ", subsequent_indent=" " * 12)
        yield from (f"  struck out  {one['sentence']}  ({one['reason']})" for one in question["told"]["struck_out"])


def _answer(question: Mapping[str, Any]) -> Iterator[str]:
    yield paint(question["question"], "strong")
    if isinstance(question["value"], Plan):
        yield from _plan(question, question["value"])
        return
    status, value = question["status"], _value(question)
    if status == "inconsistent":
        supposed = question["reason"].startswith(SUPPOSED)
        told = "no answer: " + ("what is supposed contradicts the story" if supposed else "the story contradicts itself")
        told += f" (along its own path the method says {value})" if value else ""
        yield f"  {paint(told, 'bad')}"
        yield from _rests(question)
        return
    if status == "not_covered":
        yield "  " + led("not covered", question["reason"])
        return
    if "certain" in question and status != "inconsistent":
        yield from _in_part(question)
        return
    nothing = {"determined": "none of the labels", "unknown": "not decided"}.get(status, "no label in every model")
    yield f"  {paint(value or nothing, 'good' if status == 'determined' else 'open')}"
    yield from (f"  assumed   {one}" for one in question.get("assumptions", ()))
    yield from _rests(question)
    for other in question.get("alternatives", ()):
        words = f"entailed {', '.join(other['entailed']) or '-'}, possible {', '.join(other['possible']) or '-'}"
        yield f"  but under {other['theory']}: {words}"
    if status != "determined":
        yield f"  status    {status}" + (f": {question['reason']}" if question["reason"] else "")
        yield f"  entailed  {', '.join(question['entailed']) or '-'}"
        yield f"  possible  {', '.join(question['possible']) or '-'}"
        if question["undecided"]:
            yield f"  undecided {', '.join(question['undecided'])}"
    elif question["reason"]:
        yield from wrap(question["reason"], 110, initial_indent="  because   ", subsequent_indent=" " * 12)
    yield from _steps(question)
    yield from _reasons(question)


def _rests(question: Mapping[str, Any]) -> Iterator[str]:
    """Yield the sentences that were put into other words and without which the answer would not be certain."""
    for place, sentence in enumerate(question.get("rests_on", ())):
        yield f"  {'' if place else 'rests on':9} {sentence}  (in other words)"


def _in_part(question: Mapping[str, Any]) -> Iterator[str]:
    """Yield what is certain whatever the sentences say that were not read."""
    sure = [*question["certain"]["entailed"], *(f"not {label}" for label in question["certain"]["excluded"])]
    yield f"  certain   {', '.join(sure) or 'nothing'}"
    if question["undecided"]:
        yield f"  open      {', '.join(question['undecided'])}"
    yield from wrap(question["reason"], 110, initial_indent="  because   ", subsequent_indent=" " * 12)
    yield from (f"  assumed   {one}" for one in question.get("assumptions", ()))
    yield from _rests(question)
    yield from _reasons(question)


def _plan(question: Mapping[str, Any], plan: Plan) -> Iterator[str]:
    """Yield the steps of a plan, what it is worth, and whether a better one is excluded."""
    yield from wrap(" ".join(plan.actions) or "no step at all", 100, initial_indent="  ", subsequent_indent="  ")
    best = "proved best" if plan.proved else f"at most {_amount(plan.bound)} is possible; not proved best"
    yield f"  energy    {_amount(plan.energy)} with {counted(len(plan.actions), 'step')}, {best}"
    if question["status"] != "determined":
        yield f"  status    {question['status']}" + (f": {question['reason']}" if question["reason"] else "")
    yield from (f"  {line}".rstrip() for line in question.get("drawing", ()))
    if question.get("unexplained"):
        yield f"  the explanation is not complete: {question['unexplained']}"


def _amount(number: Fraction) -> str:
    """Return a number as a decimal where it has an end, as those of a story do, else as a fraction."""
    decimal = Decimal(number.numerator) / Decimal(number.denominator)
    return f"{decimal.normalize():f}" if Fraction(decimal) == number else str(number)


def _value(question: Mapping[str, Any]) -> str:
    value = question["value"]
    if value is None or isinstance(value, str):
        return value or ""
    return ", ".join(value) if isinstance(value, list) else " and ".join(sorted(value, key=_rank))


def _rank(label: str) -> tuple[int, str]:
    return (_ORDER.index(label) if label in _ORDER else len(_ORDER), label)


def _steps(question: Mapping[str, Any]) -> Iterator[str]:
    """Yield the steps that lead to an answer, or why there are none."""
    if question.get("no_steps") and question["form"] == "relation":
        yield f"  no steps  {question['no_steps']}"
    if not question.get("steps"):
        return
    yield f"  path      {' -> '.join(question['path'])}"
    for step in question["steps"]:
        doubt = "  [SpaRTUN's rule; the relations do not entail it]" if step["number"] in question["not_entailed"] else ""
        yield f"  {step['text']}{doubt}"
    yield f"  {question['conclusion']}"
    if question["status"] == "determined":
        yield f"  every step checked by a second solver{', under the same rules' if question['not_entailed'] else ''}"


def _reasons(question: Mapping[str, Any]) -> Iterator[str]:
    """Yield witnesses and cores, labels that share one together."""
    examples: dict[str, list[str]] = {}
    for label, scenario in question.get("witnesses", {}).items():
        examples.setdefault(_example(scenario), []).append(label)
    for places, labels in examples.items():
        yield f"  example   {', '.join(labels)}:{places}"
    reasons: dict[tuple[str, ...], list[str]] = {}
    for label, sentences in question.get("excluded", {}).items():
        reasons.setdefault(tuple(sentences), []).append(label)
    yield from _layouts(question)
    for sentences, labels in reasons.items():
        yield f"  excluded  {', '.join(labels)}" + (" by" if sentences else " in itself")
        yield from (f"              {sentence}" for sentence in sentences)
    if question.get("not_derived"):
        yield f"  not derived  {', '.join(question['not_derived'])}"
    unshown = question.get("unshown", {})
    for reason in dict.fromkeys(unshown.values()):
        yield f"  not shown {', '.join(label for label, why in unshown.items() if why == reason)}: {reason}"
    if question.get("unexplained"):
        yield f"  the explanation is not complete: {question['unexplained']}"
    yield from _comparison(question)


def _layouts(question: Mapping[str, Any]) -> Iterator[str]:
    """Yield how many layouts each label has, with its share where all numbers are exact."""
    if "not_counted" in question:
        yield f"  layouts   not counted: {question['not_counted']}"
    counts = dict(question.get("layouts", {}))
    if not counts:
        return
    whole = counts.pop("all")
    rows = [(label, _number(found), percent(found["share"])) for label, found in counts.items()]
    rows.append(("all", _number(whole), "exact" if whole["exact"] else "bounds: too many to count"))
    for place, line in enumerate(table(rows).splitlines()):
        yield f"  {'' if place else 'layouts':9} {line}"


def _number(found: Mapping[str, Any]) -> str:
    return f"{'' if found['exact'] else 'at least '}{found['number']:,}"


def _example(model: Witness) -> str:
    """Return what goes behind the label of a model: its places, or a drawing of the room it is in on lines of its own."""
    return "\n" + indent(model.text(), " " * 14) if model.size else f" {model.line()}"


def _comparison(result: Mapping[str, Any]) -> Iterator[str]:
    """Yield a comparison as lines of text; none where nothing was compared."""
    if "not_compared" in result:
        yield f"  not compared: {result['not_compared']}"
    for difference in result.get("differences", ()):
        who = "only SpaRTUN's rules give" if difference["in_compat"] else "SpaRTUN's rules miss"
        yield f"  {who} {difference['label']!r}: {difference['why']}"
    if result.get("differences") == []:
        yield "  SpaRTUN's rules give exactly what the relations entail"
