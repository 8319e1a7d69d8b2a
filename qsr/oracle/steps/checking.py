"""From a chain of thought to a report; the definitions stand in `qsr.oracle.steps`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from qsr.datasets.free_text.extraction import read_directions
from qsr.oracle.steps.claims import Reader, label_list
from qsr.oracle.steps.judging import ENTAILED, StepTheory
from qsr.oracle.steps.model import COPIED, NO_COMMON_ENTITY, REVERSED, WRONG_RETRIEVAL, Claim, StepReport, StepVerdict
from qsr.oracle.steps.sentences import Sentence, sentences
from qsr.story import Question, Statement, Story

__all__ = ["check_steps"]

_ANSWER: Final = re.compile(r"(?:^|[\s,])(?:the\s+)?(?:final\s+)?answer\s*(?:is|:)\s*(?P<labels>.*)", re.IGNORECASE)
_NOTHING: Final = re.compile(r"none of the relations follow", re.IGNORECASE)


def check_steps(story: Story, question: Question | None, text: str, theory: StepTheory) -> StepReport:
    r"""Judge every step of a chain of thought.

    Parameters
    ----------
    story
        What the chain reasons about.
    question
        A question about two entities, which the answer of the chain is read against; None (or another form): no answer is judged.
    text
        The chain: numbered steps, free sentences, or both.
    theory
        What decides; see `StepTheory.open`.

    Examples
    --------
    >>> from qsr.language import english
    >>> story = english.read(["A is left of B.", "C is above B."], ["Where is A relative to C?"])
    >>> chain = "Step 1: It is given that A is left of B.\nStep 2: It is given that C is below B."
    >>> report = check_steps(story, story.questions[0], chain, StepTheory.open("paper-ps2"))
    >>> report.first_wrong, report.first_error.kind
    (2, 'wrong retrieval')
    """
    return _Check(theory.prepared(story), question, text, theory).report()


@dataclass(slots=True)
class _Check:
    story: Story
    question: Question | None
    text: str
    theory: StepTheory
    steps: list[StepVerdict] = field(default_factory=list)

    def report(self) -> StepReport:
        found = sentences(self.text)
        numbered = any(sentence.number is not None for sentence in found)
        reader = Reader(self.story)
        answer: StepVerdict | None = None
        number = 0
        for sentence in found:
            if (match := _ANSWER.search(sentence.core)) or _NOTHING.fullmatch(sentence.core):
                answer = self._answer(sentence, match["labels"] if match else "")
                continue
            number = sentence.number if sentence.number is not None else number if numbered else len(self.steps) + 1
            for verdict in self._judged(sentence, number, reader):
                self.steps.append(verdict)
                number = number if numbered else number + 1
        return StepReport(tuple(self.steps), answer or self._abstention(found))

    def _judged(self, sentence: Sentence, number: int, reader: Reader) -> list[StepVerdict]:
        """Return a verdict for what the sentence quotes and one for each claim of its own."""
        verdicts = []
        if sentence.quote:
            verdicts.append(self._quoted(sentence, number))
            number += sentence.number is None
        if not sentence.core:
            return verdicts
        given = sentence.given and not sentence.quote
        for claim in reader.read(sentence.core, measured=sentence.number is not None, comment=sentence.comment):
            if isinstance(claim, Claim):
                verdicts.append(self._claimed(sentence, number, claim, given))
            elif isinstance(claim, str):
                verdicts.append(_verdict(sentence, number, None, given, "contradicted", "", claim))
            elif claim.unknown_entity and given:
                verdicts.append(_verdict(sentence, number, None, given, "unsupported", WRONG_RETRIEVAL, claim.reason))
            elif not claim.silent or sentence.number is not None:
                verdicts.append(_verdict(sentence, number, None, given, "not read", "", claim.reason))
        return verdicts

    def _quoted(self, sentence: Sentence, number: int) -> StepVerdict:
        """Judge a quotation: it must be a sentence of the story, wherever the sentence says that it stands."""
        said = _plain(sentence.quote)
        meant = next((one for one in self.story.statements if said in _plain(self.story.quote(one.id))), None)
        if meant is not None or (said and said in _plain(self.story.text)):
            claim = None if meant is None else _stated(meant)
            return _verdict(sentence, number, claim, True, ENTAILED, "", "the story says so")
        return _verdict(sentence, number, None, True, "unsupported", WRONG_RETRIEVAL, "the story has no such sentence")

    def _claimed(self, sentence: Sentence, number: int, claim: Claim, given: bool) -> StepVerdict:
        premises, missing = self._premises(sentence)
        if not claim.labels and premises:
            # "None of the relations follow" speaks of the steps it cites.
            silent = self.theory.follows_from(self.story, claim, [step.claim for step in premises if step.claim is not None])
            word, reason = (ENTAILED, "") if silent else self.theory.judge(self.story, claim)
            return _verdict(
                sentence, number, claim, given, word, "", reason or ("" if word == ENTAILED else "a relation does follow")
            )
        word, reason = self.theory.judge(self.story, claim)
        if word == "undecided":
            return self._undecided(sentence, number, claim, given, reason)
        if given:
            return self._given(sentence, number, claim, word)
        kind = self._kind(claim, word, premises)
        if not kind and word != ENTAILED and sentence.meaning and self.steps and self.steps[-1].said_given:
            kind = WRONG_RETRIEVAL
        return _verdict(sentence, number, claim, given, word, kind, self._note(claim, word, kind, premises, missing))

    def _undecided(self, sentence: Sentence, number: int, claim: Claim, given: bool, reason: str) -> StepVerdict:
        """Judge a step in a story that as a whole decides nothing: what is stated, or follows from the steps it cites, stands."""
        premises, _ = self._premises(sentence)
        claims = [step.claim for step in premises if step.claim is not None]
        stands = self._is_stated(claim) if given else bool(claims) and self.theory.follows_from(self.story, claim, claims)
        return _verdict(sentence, number, claim, given, ENTAILED if stands else "undecided", "", reason)

    def _about(self, claim: Claim) -> list[Statement]:
        return [statement for statement in self.story.statements if set(statement.args) == {claim.head, claim.tail}]

    def _is_stated(self, claim: Claim) -> bool:
        about = self._about(claim)
        return bool(about) and self.theory.judge(self.story.saying(about), claim)[0] == ENTAILED

    def _given(self, sentence: Sentence, number: int, claim: Claim, word: str) -> StepVerdict:
        if self._is_stated(claim):
            return _verdict(sentence, number, claim, True, word, "", "")
        about = self._about(claim)
        stated = "; ".join(dict.fromkeys(self.story.quote(statement.id) for statement in about))
        reason = f"the story says of the two: {stated}" if stated else "the story does not relate the two directly"
        return _verdict(sentence, number, claim, True, word, WRONG_RETRIEVAL, reason)

    def _premises(self, sentence: Sentence) -> tuple[list[StepVerdict], str]:
        """Return the cited steps that were read, and what is wrong with the other citations."""
        found, missing = [], []
        for source in sentence.sources:
            cited = [step for step in self.steps if step.number == source]
            found += [step for step in cited if step.claim is not None]
            if not cited:
                missing.append(f"there is no step {source} before it")
            elif all(step.claim is None for step in cited):
                missing.append(f"step {source} was not read")
        return found, "; ".join(missing)

    def _kind(self, claim: Claim, word: str, premises: Sequence[StepVerdict]) -> str:
        claims = [step.claim for step in premises if step.claim is not None]
        if len({step.number for step in premises}) > 1 and not _linked(claim, claims):
            return NO_COMMON_ENTITY
        if word == ENTAILED:
            return ""
        if self.theory.judge(self.story, claim.converse())[0] == ENTAILED:
            return REVERSED
        pair = {claim.head, claim.tail}
        if any({one.head, one.tail} != pair and one.same_relation(claim) for one in claims):
            return COPIED
        return ""

    def _note(self, claim: Claim, word: str, kind: str, premises: Sequence[StepVerdict], missing: str) -> str:
        if missing or not premises:
            return missing
        claims = [step.claim for step in premises if step.claim is not None]
        if kind == NO_COMMON_ENTITY:
            return "the steps it cites do not link its two entities"
        if self.theory.follows_from(self.story, claim, claims):
            wrong = [step for step in premises if step.wrong]
            return f"it follows from step {wrong[0].number}, which is wrong" if wrong and word != ENTAILED else ""
        return (
            "it is true and does not follow from the steps it cites"
            if word == ENTAILED
            else "it does not follow from the steps it cites"
        )

    def _abstention(self, found: Sequence[Sentence]) -> StepVerdict | None:
        """Read a text that names no answer as one where it says that there is none."""
        if not found or self.question is None or self.question.form != "relation" or len(self.question.args) != 2:
            return None
        head, tail = self.question.args
        reading = read_directions(self.text, self.story.entities[head], self.story.entities[tail])
        return self._answer(found[-1], "unknown") if reading.abstained else None

    def _answer(self, sentence: Sentence, said: str) -> StepVerdict | None:
        if self.question is None or self.question.form != "relation" or len(self.question.args) != 2:
            return None
        head, tail = self.question.args
        labels = label_list(said)
        if labels is None and said:
            reading = read_directions(f"Answer: {said}", self.story.entities[head], self.story.entities[tail])
            if reading.value is None and not reading.abstained:
                return _verdict(sentence, 0, None, False, "not read", "", reading.rule)
            labels = tuple(sorted(reading.value)) if isinstance(reading.value, frozenset) else ()
        claim = Claim(head, tail, labels or ())
        word, reason = self.theory.judge(self.story, claim)
        kind = ""
        if word in ("unsupported", "contradicted") and labels:
            kind = REVERSED if self.theory.judge(self.story, claim.converse())[0] == ENTAILED else ""
        return _verdict(sentence, 0, claim, False, word, kind, reason)


def _verdict(
    sentence: Sentence, number: int, claim: Claim | None, given: bool, verdict: str, kind: str, reason: str
) -> StepVerdict:
    wrong = verdict in ("unsupported", "contradicted") or kind in (WRONG_RETRIEVAL, NO_COMMON_ENTITY)
    return StepVerdict(number, sentence.text, sentence.span, claim, given, sentence.sources, verdict, kind, wrong, reason)


def _linked(claim: Claim, claims: Sequence[Claim]) -> bool:
    """Tell whether the pairs of the claims lead from the head of a claim to its tail."""
    reached = {claim.head}
    while True:
        further = {
            end for one in claims if not reached.isdisjoint((one.head, one.tail)) for end in (one.head, one.tail)
        } - reached
        if not further:
            return claim.tail in reached
        reached |= further


def _stated(statement: Statement) -> Claim | None:
    if len(statement.args) != 2 or statement.property("negated"):
        return None
    labels = tuple(statement.relation.split("+"))
    return Claim(*statement.args, labels, statement.property("distance") or ())


def _plain(text: str) -> str:
    return re.sub(r"[^\w]+", " ", text.lower().replace("’", "'")).strip()
