"""Reading a text with a model: what the grammar refuses is put into plain words, checked, and read in the place of the sentence.

The grammar reads all that it can. Each sentence that it refuses is asked for, with the sentences before it; a reply enters the
story only where every check has passed: the grammar reads it in that place, the deterministic comparison with the sentence finds
nothing lost, added or turned round (`qsr.assist.checks`), several independent replies say the same (`qsr.assist.agreement`), and
a judge that has no other task finds what was understood equivalent to the sentence (`qsr.assist.judge`). What fails goes back
with its reason, a few times. A sentence of which nothing stands stays refused.

Where a sentence is exchanged, the ones behind it must not lean on its words: where "it" could be something of it, they are asked
for too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from qsr import stories, theories
from qsr.assist import checks, prompts
from qsr.assist.agreement import differing
from qsr.assist.comparison import LEANS, Checked, compared, with_checks
from qsr.assist.contradiction import contradicting
from qsr.assist.draft import Draft
from qsr.assist.judge import judged
from qsr.assist.protocol import Check, Message, Model, Paraphrase, Reply
from qsr.errors import AssistFailed, ParseError
from qsr.language.page import Page
from qsr.story import Story
from qsr.theories.protocol import Limits

__all__ = ["Assisted", "Checked", "Options", "assisted"]

#: How many replies that say the same are needed, where more than one is asked for.
_AGREEING: Final = 2
#: After so many conversations in a row without a reply, the rest is not asked.
_SILENT: Final = 2


@dataclass(frozen=True, slots=True)
class Options:
    """How a text is read with a model.

    Parameters
    ----------
    tries
        How often a reply that fails is asked for again, with the reason; 1 asks once.
    samples
        How many independent replies are asked for at most, of which two have to pass all checks and say the same; 1 asks for one
        and compares nothing.
    rounds
        How often the judge is asked, each time with a control; 0 asks no judge.
    limits
        Bounds on each question to a solver.
    """

    tries: int = 3
    samples: int = 3
    rounds: int = 2
    limits: Limits = field(default_factory=Limits)

    def __post_init__(self) -> None:
        """Raise ValueError for numbers that are none."""
        if self.tries < 1 or self.samples < 1 or self.rounds < 0:
            raise ValueError("at least one try and one sample are asked for, and no less than no round of the judge")


@dataclass(frozen=True, slots=True)
class Assisted:
    """A story that was read with a model.

    `story.paraphrases` are those that stand in it. `refused` are the sentences of which none does, each with the words that came
    furthest, their checks, and the reason.
    """

    story: Story
    refused: tuple[Paraphrase, ...] = ()
    model: str = ""
    prompt_tokens: int = 0
    completion_tokens: int = 0


def assisted(
    text: str,
    model: Model,
    *,
    theory: str | None = None,
    file: str | None = None,
    lenient: bool = False,
    questions: Sequence[str] = (),
    options: Options | None = None,
    check: Checked | None = None,
) -> Assisted:
    """Read a story file with the help of a model.

    Parameters
    ----------
    text, file
        As for `qsr.parse`. Nothing is asked about a text that is all read, or that is none of general English.
    model
        Who is asked.
    theory
        Name and settings of the theory that the story is for, as for `qsr.solve`.
    lenient
        Leave out the sentences that stay refused, and name them in `Story.unread`.
    questions
        Further questions, behind the text; one that is not read is asked for as well.
    options
        How often what is asked.
    check
        What compares a paraphrase with its sentence; `qsr.assist.checks.check` where None.

    Returns
    -------
    Assisted
        Its story is asked and solved like any other. Its `paraphrases` are those that stand in it.

    Raises
    ------
    ParseError
        For sentences that stay refused, unless `lenient`; about the text as it was given.
    """
    settings = theories.parse_settings(theory) if theory else {}
    draft = _asking(Draft.of(text, settings.get("theory"), file), questions)
    if not draft.general:
        story = stories.parse_story(text, file=file, lenient=lenient, theory=settings.get("theory"))
        for question in questions:
            story = stories.ask(story, question)
        return Assisted(story, model=model.name)
    return _Work(draft, model, theory, options or Options(), check or checks.check).done(lenient)


def _asking(draft: Draft, questions: Sequence[str]) -> Draft:
    """Return a draft with further questions at its end, each on a line of its own."""
    page = draft.page
    for question in questions:
        words = " ".join(question.split())
        line = f"{'' if page.text.endswith(chr(10)) else chr(10)}? {words}\n"
        span = (len(page.text) + len(line) - len(words) - 1, len(page.text) + len(line) - 1)
        if Page.of(line, theories.parse_settings).plain != line:
            raise ParseError("'#' begins a comment; a name with it goes in quotation marks", words, 0, len(words))
        page = replace(page, text=page.text + line, plain=page.plain + line, questions=(*page.questions, span))
    return replace(draft, page=page)


class _Counting:
    """A model whose tokens are counted."""

    def __init__(self, model: Model) -> None:
        self._model = model
        self.name = model.name
        self.prompt_tokens = self.completion_tokens = 0

    def ask(
        self, messages: Sequence[Message], *, schema: Mapping[str, Any] | None = None, grammar: str | None = None, sample: int = 0
    ) -> Reply:
        reply = self._model.ask(messages, schema=schema, grammar=grammar, sample=sample)
        self.prompt_tokens += reply.prompt_tokens or 0
        self.completion_tokens += reply.completion_tokens or 0
        return reply


class _Work:
    """The reading of one text."""

    def __init__(self, draft: Draft, model: Model, theory: str | None, options: Options, check: Checked) -> None:
        self._draft, self._model, self._theory = draft, model, theory
        self._options, self._check = options, check
        self._told: dict[int, Paraphrase] = {}
        self._failed: dict[int, Paraphrase] = {}
        self._counting = _Counting(model)
        self._silent = 0

    def done(self, lenient: bool) -> Assisted:
        self._settle()
        self._reconsider()
        story = self._draft.story(self._told, self._failed, lenient=lenient)
        refused = tuple(self._failed[number] for number in sorted(self._failed))
        return Assisted(story, refused, self._model.name, self._counting.prompt_tokens, self._counting.completion_tokens)

    def _settle(self) -> None:
        """Ask for each piece that is open; what others lean on, of which no words stand either, is taken back."""
        while True:
            open_ = list(self._open())
            asked = next((one for one in open_ if one[0] not in self._failed), None)
            if asked is not None:
                self._enter(asked[0], self._asked(*asked))
                continue
            leaning = [number for number, reason in open_ if reason == LEANS and not self._draft.pieces[number].asks]
            if not leaning:
                return
            for number in leaning:
                last = self._draft.before(number)
                if last in self._told:
                    self._failed[last] = replace(self._told.pop(last), reason="the sentence behind it leans on its words")
                    self._draft = self._draft.with_(last, None)

    def _open(self) -> Iterator[tuple[int, str]]:
        """Yield the pieces that are not read, or lean on one that was exchanged, each with the reason."""
        reading = self._draft.read()
        for number in range(len(self._draft.pieces)):
            if number in self._draft.instead:
                continue
            if reasons := reading.refused(number):
                yield number, reasons[0]
            elif self._draft.leans(number):
                yield number, LEANS

    def _enter(self, number: int, found: Paraphrase) -> None:
        if found.verified and not found.reason:
            self._told[number] = found
            self._draft = self._draft.with_(number, found.text)
        else:
            self._failed[number] = found

    # ------------------------------------------------------------ asking

    def _asked(self, number: int, reason: str, also: Sequence[Message] = ()) -> Paraphrase:
        """Return what stands in the place of a piece, or the best that failed, with the reason."""
        piece = self._draft.pieces[number]
        before = self._draft.told_before(number)
        name = theories.parse_settings(self._theory).get("theory") if self._theory else None
        start = (*prompts.conversation(piece.words, before, theory=name, asks=piece.asks), *also)
        needed = min(_AGREEING, self._options.samples)
        passed: list[Paraphrase] = []
        failed = Paraphrase(piece.words, "", reason=f"{reason}; no words for it were had")
        for sample in range(self._options.samples):
            if self._options.samples - sample < needed - len(passed) or self._silent >= _SILENT:
                break
            found = self._sampled(number, start, sample)
            if found.reason:
                failed = found
            else:
                passed.append(found)
            if len(passed) == needed:
                return self._weighed(number, passed, before)
        return failed

    def _sampled(self, number: int, messages: tuple[Message, ...], sample: int) -> Paraphrase:
        """Return the first reply of a conversation that passes the checks, or the last that failed."""
        piece = self._draft.pieces[number]
        found = Paraphrase(piece.words, "", reason="no words for it were had")
        for _ in range(self._options.tries):
            try:
                reply = self._counting.ask(messages, schema=prompts.SCHEMA, sample=sample)
            except AssistFailed as error:
                self._silent += 1
                return replace(found, reason=f"no reply: {error}")
            self._silent = 0
            try:
                told = prompts.parsed(reply.text, asks=piece.asks)
            except AssistFailed as error:
                found = replace(found, reason=str(error))
            else:
                if told.cannot:
                    return Paraphrase(piece.words, "", reason=f"the model has no plain words for it: {told.cannot}")
                found = compared(self._draft, number, " ".join(told.sentences), self._check)
                if not found.reason:
                    return found
            messages = prompts.again(messages, reply.text, found.reason)
        return found

    # ------------------------------------------------------------ checking

    def _weighed(self, number: int, passed: Sequence[Paraphrase], before: Sequence[str]) -> Paraphrase:
        """Return the first of several replies that passed the checks, with those of what they say, and of a judge."""
        first, *others = passed
        checks = list(first.checks)
        for other in others:
            fault = differing(self._draft, number, first.text, other.text, self._theory, self._options.limits)
            checks.append(Check("agreement", not fault, fault or f"says the same as: {other.text or 'nothing'}"))
        if self._options.rounds and all(one.passed for one in checks):
            checks.append(judged(self._draft, number, first.text, before, self._counting, self._options.rounds))
        return with_checks(first, checks)

    # ------------------------------------------------------------ contradictions

    def _reconsider(self) -> None:
        """Send the paraphrases of a minimal contradiction back, once, with the sentences that contradict each other."""
        reading = self._draft.read()
        core = contradicting(reading.story, self._theory, self._options.limits) if self._told else ()
        numbers = dict.fromkeys(reading.number(reading.story.statements[one].span) for one in core)
        words = " ".join(self._draft.pieces[number].words for number in numbers)
        for number in numbers:
            if number not in self._told:
                continue
            old, self._draft = self._told[number], self._draft.with_(number, None)
            found = self._asked(number, "", prompts.contradicting(old.text, words))
            # What stands gives way to what says something else and passes all checks; it is never taken out.
            stands = found if found.verified and not found.reason and found.text else old
            self._enter(number, stands)
        self._settle()
