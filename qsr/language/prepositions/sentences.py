"""One sentence "X is <preposition> Y": a premise, a conclusion, or turned into a question; and whole questions of several."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Final

from qsr.errors import ParseError
from qsr.language.prepositions import english, romanian
from qsr.language.prepositions.nouns import NounPhrase
from qsr.language.prepositions.words import LANGUAGES, alternatives, normal, prepositions, question_words, verb_forms, words
from qsr.story import Span

__all__ = ["Sentence", "Whole", "language_of", "prompts", "sentence", "whole_question"]

_END: Final = r"[\s.!?…]*"
#: Longer texts are no sentence of this kind.
_LONGEST: Final = 600
_LONGEST_QUESTION: Final = 2000


@dataclass(frozen=True, slots=True)
class Sentence:
    """A figure, a preposition and a ground, with the place of the whole in its text."""

    language: str
    preposition: str
    surface: str
    figure: NounPhrase
    ground: NounPhrase
    span: Span


@dataclass(frozen=True, slots=True)
class Whole:
    """A question with its premises: their spans and that of the conclusion."""

    language: str
    premises: tuple[Span, ...]
    conclusion: Span


def sentence(
    text: str, language: str | None = None, *, start: int = 0, end: int | None = None, file: str | None = None
) -> Sentence:
    """Read the sentence between two places of a text.

    Parameters
    ----------
    text
        The whole text, for the places of errors.
    language
        ``"en"`` or ``"ro"``; None where the sentence itself shall tell.
    start, end
        Where the sentence stands.
    file
        Where the text comes from, for error messages.

    Raises
    ------
    ParseError
        For a sentence of another form, one that denies, and another preposition.

    Examples
    --------
    >>> found = sentence("the robot is inside the tent")
    >>> found.figure.lemma, found.preposition, found.surface, found.ground.lemma
    ('robot', 'in', 'inside', 'tent')
    >>> sentence("cutia este într-o debara").preposition
    'în'
    """
    end = len(text) if end is None else end
    piece = normal(text[start:end])
    if len(piece) > _LONGEST:
        raise ParseError(f"a sentence of at most {_LONGEST} characters was expected", text, start, end, file=file)
    spoken = language or language_of(piece)
    if _denied(spoken).search(piece):
        raise ParseError("a sentence that denies is not read here", text, start, end, file=file)
    found = _match(spoken, piece)
    if found is None:
        raise ParseError(_complaint(spoken), text, start, end, file=file)
    other = _other(spoken).match(piece, found.start("preposition"))
    if other is not None:
        names = ", ".join(sorted(set(prepositions(spoken).values())))
        at = start + found.start("preposition")
        raise ParseError(f"one of the prepositions {names} was expected", text, at, start + other.end(), file=file)
    surface = " ".join(found["preposition"].lower().split())
    number = _number_of(found["copula"].lower(), spoken)
    if spoken == "en":
        figure, ground = english.noun_phrase(found["figure"]), english.noun_phrase(found["ground"])
    else:
        figure = romanian.noun_phrase(found["figure"], "", number)
        ground = romanian.noun_phrase(found["ground"], surface)
    whole = (
        (start + found.start("copula"), start + found.end("ground")) if found.start("copula") < found.start("figure") else None
    )
    span = whole or (start + found.start("figure"), start + found.end("ground"))
    return Sentence(spoken, prepositions(spoken)[surface], surface, figure, ground, span)


def language_of(text: str) -> str:
    """Return the language whose form a sentence has, English where none has it and nothing looks Romanian.

    >>> language_of("pisica e pe pernă"), language_of("the cat is on the cushion")
    ('ro', 'en')
    """
    plain = normal(text)
    for language in LANGUAGES:
        if _match(language, plain):
            return language
    return "ro" if re.search(r"[ăâîșț]|\b(?:este|sunt|dacă)\b", plain, re.IGNORECASE) else "en"


def whole_question(text: str, start: int = 0, end: int | None = None) -> Whole | None:
    """Read "If X is in Y and Y is in Z, does that imply that X is in Z?", in a prompt or bare; None for another text.

    Of a prompt with worked examples the last question counts.

    >>> text = "Q: If the ant is in the jar and the jar is on the shelf, does that imply that the ant is on the shelf? A:"
    >>> found = whole_question(text)
    >>> [text[slice(*span)] for span in (*found.premises, found.conclusion)]
    ['the ant is in the jar', 'the jar is on the shelf', 'the ant is on the shelf']
    """
    end = len(text) if end is None else end
    mark = text.rfind("?", start, end)
    if mark < 0:
        return None
    begin = max(start, text.rfind("?", start, mark) + 1, mark - _LONGEST_QUESTION)
    plain = normal(text[begin:mark])
    for language in LANGUAGES:
        opening, implies = _frame(language)
        middle = implies.search(plain)
        first = None if middle is None else next(reversed([*opening.finditer(plain, 0, middle.start())]), None)
        if middle is None or first is None:
            continue
        premises = _stripped(plain, first.end(), middle.start())
        conclusion = _stripped(plain, middle.end(), len(plain))
        if premises[0] < premises[1] and conclusion[0] < conclusion[1]:
            spans = (*_premises(plain, *premises, language), conclusion)
            *given, asked = ((begin + left, begin + right) for left, right in spans)
            return Whole(language, tuple(given), asked)
    return None


def _stripped(text: str, start: int, end: int) -> Span:
    """Return the place of a piece of text without the blanks and marks around it."""
    inner = text[start:end].rstrip(" \t\r\n,;:.")
    return start + len(inner) - len(inner.lstrip()), start + len(inner)


def prompts(language: str) -> list[str]:
    """Return the prompts around a question, the bare one first; ``{question}`` stands for it."""
    return question_words(language)["prompts"]


# ---------------------------------------------------------------- patterns


@cache
def _pieces(language: str) -> tuple[str, str, str]:
    copulas = alternatives(words(language, "copula"))
    manner = "|[a-z]+ly" if language == "en" else ""
    adverbs = rf"(?:(?:{alternatives(words(language, 'adverb'))}{manner})\s+)*"
    return copulas, adverbs, alternatives(prepositions(language))


def _match(language: str, text: str) -> re.Match[str] | None:
    """Return figure, verb, preposition and ground of a sentence, or of one turned into a question; "be" comes first."""
    verbal = _verbal(language)
    patterns = (_plain(language), *verbal[:1], _asked(language), *verbal[1:])
    return next((found for pattern in patterns if (found := pattern.fullmatch(text))), None)


@cache
def _plain(language: str) -> re.Pattern[str]:
    copulas, adverbs, named = _pieces(language)
    # "John's in the crib": the verb may be written on the figure.
    joined = r"(?P<copula>(?:(?<=\s)(?:" + copulas + r")(?=\s)" + (r"|(?<=\w)'s(?=\s)" if language == "en" else "") + "))"
    return re.compile(
        rf"\s*(?P<figure>\S(?:.*?\S)??)\s*{joined}\s+{adverbs}(?P<preposition>{named})\s+(?P<ground>\S.*?){_END}",
        re.IGNORECASE | re.DOTALL,
    )


@cache
def _asked(language: str) -> re.Pattern[str]:
    copulas, adverbs, named = _pieces(language)
    return re.compile(
        rf"\s*(?P<copula>{copulas})\s+(?P<figure>\S(?:.*?\S)??)\s+{adverbs}(?P<preposition>{named})\s+(?P<ground>\S.*?){_END}",
        re.IGNORECASE | re.DOTALL,
    )


@cache
def _verbal(language: str) -> tuple[re.Pattern[str], ...]:
    """Return the patterns of verbs that place their subject: "does the lamp hang above", and "the moose stood behind"."""
    forms = verb_forms(language)
    if not forms.finite:
        return ()
    _, adverbs, named = _pieces(language)
    be = alternatives(words(language, "auxiliary"))
    participles, finite, bare = (alternatives(group) for group in (forms.participles, forms.finite, forms.bare))
    figure = r"(?P<figure>\S(?:.*?\S)??)"
    tail = rf"{adverbs}(?P<preposition>{named})\s+(?P<ground>\S.*?){_END}"
    asked = rf"\s*(?P<copula>{be}|does|do|did)\s+{figure}\s+{adverbs}(?:{participles}|{bare})\s+{tail}"
    said = rf"\s*{figure}\s*(?<=\s)(?P<copula>(?:(?:{be})\s+{adverbs}(?:{participles})|{finite})(?=\s))\s+{tail}"
    return re.compile(asked, re.IGNORECASE | re.DOTALL), re.compile(said, re.IGNORECASE | re.DOTALL)


@cache
def _other(language: str) -> re.Pattern[str]:
    return re.compile(rf"(?:{alternatives(words(language, 'other'))})\b", re.IGNORECASE)


@cache
def _denied(language: str) -> re.Pattern[str]:
    copulas, _, named = _pieces(language)
    denials = alternatives(words(language, "negation"))
    forms = verb_forms(language)
    verbs = "|".join(alternatives(group) for group in (forms.participles, forms.finite) if group) or copulas
    verb = rf"(?:(?:{copulas}|{verbs})\s+)?"
    return re.compile(rf"(?:^|\s)(?:(?:{copulas})\s+)?(?:{denials})\s+{verb}(?:{named})\s", re.IGNORECASE)


def _complaint(language: str) -> str:
    names = ", ".join(dict.fromkeys(prepositions(language).values()))
    return f"a sentence of the form 'X {'is' if language == 'en' else 'este'} <preposition> Y' was expected, with one of {names}"


def _number_of(copula: str, language: str) -> str:
    if language != "ro":
        return ""
    return (
        "plural" if copula in ("sunt", "îs", "sînt", "erau", "stau", "rămân", "se găsesc", "au fost", "fuseseră") else "singular"
    )


@cache
def _frame(language: str) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Return what opens a whole question, and what stands between its premises and its conclusion."""
    said = question_words(language)
    opening, implies = alternatives(said["opening"]), alternatives(said["implies"])
    return re.compile(rf"\b(?:{opening})\s", re.IGNORECASE), re.compile(rf"\b(?:{implies})\s", re.IGNORECASE)


def _premises(text: str, start: int, end: int, language: str) -> Iterator[Span]:
    """Yield the spans of the premises: split at every "and" behind which a sentence follows that can stand alone."""
    join = alternatives(question_words(language)["join"])
    begin = start
    for found in re.finditer(rf"[\s,]{{1,9}}(?:{join})\s{{1,9}}", text[start:end], re.IGNORECASE):
        cut, resume = start + found.start(), start + found.end()
        if _match(language, text[begin:cut]) and _match(language, text[resume:end]):
            yield begin, cut
            begin = resume
    yield begin, end
