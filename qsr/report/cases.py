"""One item laid out: the story with the words that matter, the answer, what is right, and why."""

from __future__ import annotations

from qsr.datasets.protocol import Item
from qsr.pages import Case
from qsr.plain import in_words
from qsr.report.items import told
from qsr.report.worst import LABEL_FAULTS, Candidate
from qsr.story import Plan, Value, Verdict

__all__ = ["case", "label_case", "marked"]


def case(candidate: Candidate) -> Case:
    """Return a wrong answer laid out."""
    item, verdict = candidate.item, candidate.verdict
    facts = [("question", item.question.text)] if item.question.text else []
    if item.choices:
        facts.append(("options", "; ".join(f"{letter}: {text}" for letter, text in item.choices)))
    if candidate.given:
        facts.append(("answer", candidate.given))
    facts.append(("read as", _words(verdict.value) if verdict.value is not None else f"nothing ({verdict.rule})"))
    facts += _right(item, verdict)
    caption = "The best plan." if item.question.form == "plan" else "The story comes true here, and the answer does not."
    return _case(candidate, f"{candidate.kind}: {item.id}", facts, caption)


def label_case(candidate: Candidate) -> Case:
    """Return a label laid out that its text does not support; the verdict is on the label."""
    item, verdict = candidate.item, candidate.verdict
    facts = [("question", item.question.text)] if item.question.text else []
    facts += _right(item, verdict)
    caption = "The story comes true here, and the label does not."
    return _case(candidate, f"{LABEL_FAULTS[candidate.kind]}: {item.id}", facts, caption)


def _case(candidate: Candidate, title: str, facts: list[tuple[str, str]], caption: str) -> Case:
    verdict = candidate.verdict
    facts.append(("why", verdict.reason))
    if candidate.item.groups:
        facts.append(("groups", "; ".join(candidate.item.groups)))
    story = marked(candidate.item, verdict.evidence)
    as_typed = candidate.item.question.form == "plan"
    return Case(title, story, tuple(facts), verdict.evidence, verdict.counterexample, caption, as_typed)


def _right(item: Item, verdict: Verdict) -> list[tuple[str, str]]:
    facts = (
        [("right by the text", " or ".join(map(_words, verdict.right)) or "nothing definite")]
        if verdict.sound is not None
        else []
    )
    return facts + ([("label", _words(item.gold))] if item.gold is not None else [])


def _words(value: Value | None) -> str:
    if isinstance(value, Plan):
        return f"{in_words(value)} (worth {float(value.energy):g})"
    return in_words(value)


def marked(item: Item, evidence: tuple[str, ...]) -> tuple[tuple[str, bool], ...]:
    """Return the story's text in pieces, each marked or not: marked are the statements that the evidence quotes.

    A story without a text is told as names and relations, without marks.
    """
    story = item.story
    if not story.text:
        return ((told(story), False),)
    # Behind the words of a sentence there may stand which of its clauses are meant.
    quoted = {words.partition("  [")[0] for words in evidence}
    spans = sorted({one.span for one in story.statements if one.span[1] > one.span[0] and story.quote(one.id) in quoted})
    pieces: list[tuple[str, bool]] = []
    at = 0
    for start, end in spans:
        if start < at:
            # A sentence within one that is marked already.
            continue
        pieces += [(story.text[at:start], False), (story.text[start:end], True)]
        at = end
    pieces.append((story.text[at:], False))
    return tuple(piece for piece in pieces if piece[0])
