"""A row's text as a story, and what it asks as a question of that story, through the reader that the story's theory has.

What an option claims is asked in the way of its kind: a sentence is a claim that has to hold as the question says, a phrase of
direction a relation, anything else the name of a thing or a word for yes, no and unknown.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Final

from qsr import stories
from qsr.datasets.rows import words
from qsr.datasets.rows.form import Form, table
from qsr.datasets.rows.modal import modal, ordered
from qsr.errors import ParseError
from qsr.language.prose.plane import in_plane
from qsr.language.prose.seeing import is_undecided
from qsr.logic import And, Atom, Formula, Not, Relation
from qsr.story import MARKS, Question, Statement, Story

__all__ = ["CONSISTENCY", "asked", "understood"]

#: The kind of a question about a story as a whole; all others are the form of the question.
CONSISTENCY: Final = "consistency"
#: What is supposed stands behind such words: in front of what is asked, or at the end of it.
_SUPPOSE: Final = r"(?:if|given that|(?:suppos|assum)(?:e|ing)(?: that)?)"
_FIRST: Final = re.compile(rf"\s*{_SUPPOSE}\s+(.+)", re.IGNORECASE | re.DOTALL)
_LAST: Final = re.compile(rf"(.+?),?\s{_SUPPOSE}\s+(.+)", re.IGNORECASE | re.DOTALL)
#: Where what is supposed in front may end.
_BREAK: Final = re.compile(r"[,;:.!]\s+")
#: How many such places, from the end, are tried.
_BREAKS: Final = 4
_ENDS: Final = tuple(".!?。！？")


def understood(text: str, question: str, options: Sequence[str], form: Form, file: str) -> tuple[Story, Question | None, str]:
    """Return the story of a text and what `asked` returns of the question; none where `Story.unread` has what is not understood.

    The theory that the settings name decides how both are read. Where they name none it is general English or, where that does
    not read the whole of the text and of the question, the first kind of text, of those that are tried, that does. With a lenient
    form the question is asked beside unread sentences too, as long as none of them is a question itself. Raise ParseError for a
    question that is not understood.
    """
    settings = form.settings
    general = _read(text, settings, file)
    refused = None
    if not general.unread:
        try:
            return asked(general, question, options)
        except ParseError as error:
            refused = error
    if "theory" not in dict(settings):
        for name in table("words")["kinds"]["question" if _is_question(question) else "hypothesis"]:
            other = _read(text, (("theory", name), *settings), file, lenient=False)
            if not other.unread and _asks(other, question):
                return asked(other, question, options)
    if refused is not None:
        raise refused
    if form.lenient and general.statements and len(general.untold) == len(general.unread):
        return asked(general, question, options)
    return general, None, ""


def _asks(story: Story, question: str) -> bool:
    try:
        return bool(stories.ask(story, question).questions)
    except ParseError:
        return False


def _is_question(text: str) -> bool:
    return text.rstrip().endswith(("?", "？"))


@lru_cache(maxsize=64)
def _read(text: str, settings: tuple[tuple[str, str], ...], file: str, *, lenient: bool = True) -> Story:
    try:
        story = stories.whole_story(text, settings, file=file, lenient=lenient)
    except ParseError as error:
        return Story((), text=text, settings=settings, file=file, unread=(((error.start, error.end), error.message),))
    # A question that stands in a text says nothing, and neither does a text without any statement.
    asks = tuple((one.span, "a question in the place of a statement") for one in story.questions)
    nothing = () if story.statements or story.unread or asks else (((0, len(text)), "nothing is said of any place"),)
    return replace(
        story,
        questions=(),
        settings=tuple((dict(settings) | dict(story.settings)).items()),
        unread=(*story.unread, *asks, *nothing),
    )


def asked(story: Story, question: str, options: Sequence[str]) -> tuple[Story, Question, str]:
    """Return the story with what is asked of it, the question, and its kind; raise ParseError for what is not understood."""
    if (offered := stories.form_of(story).offered(story, question, options)) is not None:
        return _with(story, *offered)
    if words.consistency_words(question) and all(_of_consistency(one) for one in options):
        if (flat := in_plane(story)) is not None:
            return _with(flat, replace(_held(flat.statements[:1], question, flat), text=question), CONSISTENCY)
        if is_undecided(story):
            together = Atom(Relation("named", "fit together"), (0, 1))
            return _with(story, Question(0, "yes_no", (0, 1), ("yes",), question, formulas=(together,)), CONSISTENCY)
        return _with(story, replace(_held(story.statements[:1], question, story), text=question), CONSISTENCY)
    if options and not all(words.verdict(one, options) for one in options):
        for supposed, clause in _clauses(question):
            if (mood := words.mood(clause)) is not None:
                return _claimed(story, question, options, options, mood, supposed)
            if (order := ordered(clause, options)) is not None:
                return _claimed(story, question, options, order[1], order[0], supposed)
    for supposed, clause in _clauses(question):
        if (meant := modal(clause)) is not None:
            found = _of_any(story, [f"If {supposed}, {one[0].lower()}{one[1:]}" if supposed else one for one in meant.asked])
            one = replace(found.questions[-1], text=question)
            return replace(found, questions=(one,)), one, meant.kind
    try:
        found = stories.ask(story, question)
    except ParseError:
        if _is_question(question):
            raise
        story, said = _said(story, question)
        return _with(story, _held(said, question, story), "yes_no")
    one = found.questions[-1]
    named = [words.directions(option) for option in options]
    if one.form == "relation" and not one.candidates and any(named):
        candidates = dict.fromkeys(label for labels in named if labels for label in sorted(labels))
        one = replace(one, candidates=tuple(candidates))
    return replace(found, questions=(one,)), one, one.form


def _of_consistency(option: str) -> bool:
    return words.meaning("consistency", option) in words.CONSISTENCY or words.verdict(option) in ("yes", "no")


def _with(story: Story, question: Question, kind: str) -> tuple[Story, Question, str]:
    return replace(story, questions=(question,)), question, kind


# ---------------------------------------------------------------- claims


def _of_any(story: Story, questions: Sequence[str]) -> Story:
    """Return the story with the first of some questions that it takes; raise the ParseError of the last one."""
    for number, question in enumerate(questions, 1):
        try:
            return stories.ask(story, question)
        except ParseError:
            if number == len(questions):
                raise
    return story


def _said(story: Story, sentence: str) -> tuple[Story, tuple[Statement, ...]]:
    """Return what a sentence says that follows the story, and the story with what that makes it say more of its own things.

    Of a row it is told only beside such sentences that no two are at one place. Raise ParseError where the sentence is not
    understood, or speaks of others.
    """
    text = sentence.strip() if sentence.strip().endswith(_ENDS) else f"{sentence.strip()}."
    longer = stories.whole_story(f"{story.text}\n{text}", story.settings, file=story.file)
    own = tuple(one for one in longer.statements if one.span[0] >= len(story.text))
    rest = longer.saying((one for one in longer.statements if one not in own), story.questions)
    kept = [(one.said, one.compound) for one in rest.statements]
    if not own or any((one.said, one.compound) not in kept for one in story.statements):
        raise ParseError("not understood as a claim about the story", text, 0, len(text), file=story.file)
    if len(longer.entities) > len(story.entities):
        strangers = ", ".join(map(repr, longer.entities[len(story.entities) :]))
        raise ParseError(f"the story does not mention {strangers}", text, 0, len(text), file=story.file)
    return replace(story, statements=rest.statements), own


def _held(said: Sequence[Statement], question: str, story: Story) -> Question:
    """Return the yes/no question whether statements hold."""
    if len(said) == 1 and said[0].compound is None:
        (one,) = said
        return Question(0, "yes_no", one.args, (one.relation,), question, properties=one.properties)
    return Question(0, "yes_no", (), ("holds",), question, formulas=(_formula(said, question, story),))


def _formula(said: Sequence[Statement], words_of_it: str, story: Story) -> Formula[Atom]:
    for one in said:
        more = [name for name, _ in one.properties if name not in MARKS and name != "negated"]
        if more:
            raise ParseError(f"the {more[0]} cannot be part of such a claim", words_of_it, 0, len(words_of_it), file=story.file)
    parts = tuple(one.formula for one in said)
    return parts[0] if len(parts) == 1 else And(parts)


def _clauses(question: str) -> Iterator[tuple[str, str]]:
    """Yield in which ways a question may be what is supposed, nothing at first, and a clause that asks."""
    yield "", question
    if first := _FIRST.fullmatch(question):
        for end in [*_BREAK.finditer(first[1])][-_BREAKS:]:
            yield first[1][: end.start()], first[1][end.end() :]
    if last := _LAST.fullmatch(question.rstrip(" \t\n.:?!")):
        yield last[2], last[1]


def _claimed(
    story: Story, question: str, options: Sequence[str], said: Sequence[str], mood: str, supposed: str
) -> tuple[Story, Question, str]:
    """Return the question which options hold, of which each is said by a sentence, or speaks of all others or of none."""
    hypothesis = None
    if supposed:
        story, statements = _said(story, supposed)
        hypothesis = _formula(statements, question, story)
    formulas: list[Formula[Atom] | None] = []
    together: list[int] = []
    for number, (option, sentence) in enumerate(zip(options, said, strict=True)):
        other = words.others(option) or ("none" if words.meaning("verdicts", option) == "unknown" else None)
        if other == "all":
            together.append(number)
        formula = None
        if other is None:
            story, statements = _said(story, sentence)
            formula = _formula(statements, option, story)
        formulas.append(Not(formula) if formula is not None and mood == "could not" else formula)
    for number in together:
        formulas[number] = And(tuple(one for one in formulas if one is not None))
    wanted = "could" if mood == "could not" else mood
    asked_ = Question(0, "options", (), tuple(options), question, formulas=tuple(formulas), hypothesis=hypothesis, mood=wanted)
    return _with(story, asked_, "options")
