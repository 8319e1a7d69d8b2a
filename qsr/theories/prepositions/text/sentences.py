"""One sentence "X is <preposition> Y": a premise, a conclusion, or turned into a question; and whole questions of several."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import Final, NamedTuple

from qsr.errors import ParseError
from qsr.language.function_words import FunctionWord, listed
from qsr.language.logic_words import LOGICAL, logic_word
from qsr.nouns.phrases import NounPhrase, analyse
from qsr.story import Span
from qsr.theories.prepositions.text.clauses import Clause
from qsr.theories.prepositions.text.english_verbs import END, FIGURE, governed_clause, passive
from qsr.theories.prepositions.text.romanian_clauses import clause as romanian_clause
from qsr.theories.prepositions.text.words import (
    LANGUAGES,
    alternatives,
    idioms,
    normal,
    prepositions,
    question_words,
    verb_forms,
    words,
)

__all__ = ["Sentence", "Whole", "further", "language_of", "sentence", "whole_question"]

#: Longer texts are no sentence of this kind.
_LONGEST: Final = 600
_LONGEST_QUESTION: Final = 2000


@dataclass(frozen=True, slots=True)
class Sentence:
    """A figure, a preposition and a ground, with the place of the whole in its text.

    `sense` is the sense that the verb gives the preposition, whatever the nouns ("looks at": ``"target"``), or empty; `tense` is
    ``"past"``, ``"present"`` or ``"future"`` where a form of "be", or an auxiliary, tells, else empty.
    """

    language: str
    preposition: str
    surface: str
    figure: NounPhrase
    ground: NounPhrase
    span: Span
    sense: str = ""
    tense: str = ""


class Whole(NamedTuple):
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
    >>> found.figure.head, found.preposition, found.surface, found.ground.head
    ('robot', 'in', 'inside', 'tent')
    >>> sentence("lada este într-o pivniță").preposition
    'în'
    """
    end = len(text) if end is None else end
    piece = normal(text[start:end])
    if len(piece) > _LONGEST:
        raise ParseError(f"a sentence of at most {_LONGEST} characters was expected", text, start, end, file=file)
    spoken = language or language_of(piece)
    found = _match(spoken, piece)
    logical = _logical(piece, spoken, found)
    if logical is not None:
        why = "a sentence that denies is" if "denial" in logical.classes else "what such a word does to a claim is"
        at = start + logical.start
        raise ParseError(f"{logical.text!r}: {why} not read here", text, at, start + logical.end, file=file)
    if found.denied if found else spoken == "en" and _denied().search(piece):
        raise ParseError("a sentence that denies is not read here", text, start, end, file=file)
    if found is None:
        raise ParseError(_complaint(spoken), text, start, end, file=file)
    other = _other(spoken).match(piece, found.preposition[0])
    if other is not None:
        names = ", ".join(sorted(set(prepositions(spoken).values())))
        at = start + found.preposition[0]
        raise ParseError(f"one of the prepositions {names} was expected", text, at, start + other.end(), file=file)
    surface = " ".join(piece[slice(*found.preposition)].lower().split())
    said = piece[slice(*found.figure)], piece[slice(*found.ground)]
    for (begin, _), phrase in zip((found.figure, found.ground), said, strict=True):
        if not phrase.strip():
            raise ParseError("a noun phrase was expected", text, start + begin, start + begin, file=file)
    if spoken == "en" and (told := _told(said[0])) is not None:
        at = start + found.figure[0] + told
        raise ParseError("what somebody says or believes is not read here", text, at, start + found.figure[1], file=file)
    figure, ground = analyse(said[0], spoken), _ground(said[1], surface, spoken)
    places = found.figure, found.verb, found.ground
    span = start + min(found.preposition[0], *(place[0] for place in places)), start + max(place[1] for place in places)
    verb = " ".join(piece[slice(*found.verb)].lower().split())
    tense = next((name for name in ("past", "present") if verb in words(spoken, name)), "")
    if any(f" {verb} ".startswith(f" {one} ") for one in words(spoken, "future")):
        tense = "future"
    return Sentence(spoken, prepositions(spoken)[surface], surface, figure, ground, span, found.sense, tense)


def _ground(text: str, surface: str, language: str) -> NounPhrase:
    """Return the noun phrase behind a preposition; Romanian ones melt with its article: "într-o cutie"."""
    phrase = analyse(text, language)
    return replace(phrase, article="indefinite") if "-un" in surface or "-o" in surface else phrase


def _logical(piece: str, language: str, found: Clause | None) -> FunctionWord | None:
    """Return the first word that denies, conditions, counts or weighs what a sentence says; None where there is none."""
    # What is yet to come is a tense, and one more thing a thing: the reader has a meaning for both.
    harmless = (words(language, "adverb") | words(language, "future")) - words(language, "weighing")
    if found is None:
        named = logic_word(piece, (), language, harmless=harmless | listed("homonyms", language) | words(language, "after"))
        return named if named is not None and named.classes.intersection(LOGICAL) else None

    def fixed(word: FunctionWord) -> bool:
        if word.text.lower() in words(language, "another"):
            return any(span[0] <= word.start < span[1] for span in (found.figure, found.ground))
        rest = " ".join(piece[word.start :].lower().split())
        if any(rest.startswith(f"{one} ") for one in words(language, "found")):
            return True
        return word.start >= found.ground[0] and _is_fixed(word, piece[slice(*found.ground)].lower().split(), language)

    after = words(language, "after")
    return logic_word(piece, (found.figure, found.ground), language, harmless=harmless, modifiers=after, fixed=fixed)


def _told(figure: str) -> int | None:
    """Return where the subject of a clause within a clause begins: "Tom believes | the cat"; None for one noun phrase.

    A determiner begins a noun phrase, so that within one it stands behind a preposition, a conjunction or another determiner.
    """
    tokens = list(re.finditer(r"\S+", figure))
    begins = listed("determiners") | words("en", "definite") | words("en", "possessive")
    before = begins | words("en", "after") | prepositions("en").keys() | words("en", "predeterminer")
    for place, token in enumerate(tokens[1:], 1):
        follows = tokens[place + 1].group() if place + 1 < len(tokens) else "A"
        previous = tokens[place - 1].group().lower()
        if token.group() in begins and follows[:1].islower() and previous not in before and not previous.endswith(","):
            return token.start()
    return None


def _is_fixed(word: FunctionWord, ground: list[str], language: str) -> bool:
    """Tell whether a word is part of a fixed phrase of the ground: "in no time", "at the point of no return"."""
    spans = ((begin, end) for begin in range(len(ground)) for end in range(begin + 2, len(ground) + 1))
    return any(word.text.lower() in (piece := tuple(ground[slice(*span)])) and piece in idioms(language) for span in spans)


def further(said: Sentence) -> Iterator[Sentence]:
    """Yield what a sentence may say besides, where a second preposition follows the first ground: "at the pool with Ann".

    That may as well belong to the ground ("in the box with the lid"), so that only a story with a thing of that name tells.
    """
    tokens = said.ground.text.split()
    for place in range(1, len(tokens) - 1):
        surface = tokens[place].lower()
        if surface in prepositions(said.language) and tokens[place - 1].lower() not in ("de", "pe", "până", "out", "from"):
            ground = _ground(" ".join(tokens[place + 1 :]), surface, said.language)
            # "At odds with", "in love with": those words relate, wherever the two are.
            relates = said.language == "en" and surface == "with" and tokens[place - 1].lower() in words("en", "relational")
            sense = "target" if relates else ""
            yield replace(said, preposition=prepositions(said.language)[surface], surface=surface, ground=ground, sense=sense)


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


# ---------------------------------------------------------------- patterns


@cache
def _pieces() -> tuple[str, str, str]:
    adverbs = rf"(?:(?:{alternatives(words('en', 'adverb'))}|[a-z]+ly)\s+)*"
    return alternatives(words("en", "copula")), adverbs, alternatives(prepositions("en"))


def _match(language: str, text: str) -> Clause | None:
    """Return the pieces of a sentence, or of one turned into a question."""
    return romanian_clause(text) if language == "ro" else _english(text)


def _english(text: str) -> Clause | None:
    """Return the pieces of an English sentence; "be" comes first."""
    verbal = _verbal()
    plain = _plain().fullmatch(text)
    given = None if plain else governed_clause(text)
    if given is not None:
        return given._replace(denied=_denied().search(text) is not None)
    patterns = (*verbal[:1], _asked(), *verbal[1:], passive())
    found = plain or next((found for pattern in patterns if (found := pattern.fullmatch(text))), None)
    if found is None:
        return None
    denied = _denied().search(text) is not None
    return Clause(found.span("figure"), found.span("copula"), found.span("preposition"), found.span("ground"), denied=denied)


def _pattern(before: str, between: str = "") -> re.Pattern[str]:
    """Return the pattern of a sentence by what stands before the adverbs and the preposition, and by a verb between them."""
    _, adverbs, named = _pieces()
    said = rf"\s*{before}\s+{adverbs}{between}(?P<preposition>{named})\s+(?P<ground>\S.*?){END}"
    return re.compile(said, re.IGNORECASE | re.DOTALL)


@cache
def _plain() -> re.Pattern[str]:
    copulas = _pieces()[0]
    # "John's in the crib": the verb may be written on the figure.
    return _pattern(rf"{FIGURE}\s*(?P<copula>(?:(?<=\s)(?:{copulas})(?=\s)|(?<=\w)'s(?=\s)))")


@cache
def _asked() -> re.Pattern[str]:
    return _pattern(rf"(?P<copula>{_pieces()[0]})\s+{FIGURE}")


@cache
def _verbal() -> tuple[re.Pattern[str], ...]:
    """Return the patterns of verbs that place their subject: "does the lamp hang above", and "the moose stood behind"."""
    forms = verb_forms("en")
    adverbs, be = _pieces()[1], alternatives(words("en", "auxiliary"))
    participles, finite, bare = (alternatives(group) for group in (forms.participles, forms.finite, forms.bare))
    said = rf"{FIGURE}\s*(?<=\s)(?P<copula>(?:(?:{be})\s+{adverbs}(?:{participles}|{finite})|{finite})(?=\s))"
    return _pattern(rf"(?P<copula>{be}|does|do|did)\s+{FIGURE}", rf"(?:{participles}|{bare})\s+{adverbs}"), _pattern(said)


@cache
def _other(language: str) -> re.Pattern[str]:
    return re.compile(rf"(?:{alternatives(words(language, 'other'))})\b", re.IGNORECASE)


@cache
def _denied() -> re.Pattern[str]:
    copulas, _, named = _pieces()
    denials = alternatives(words("en", "negation"))
    forms = verb_forms("en")
    verbs = "|".join(alternatives(group) for group in (forms.participles, forms.finite))
    verb = rf"(?:(?:{copulas}|{verbs})\s+)?"
    return re.compile(rf"(?:^|\s)(?:(?:{copulas})\s+)?(?:{denials})\s+{verb}(?:{named})\s", re.IGNORECASE)


def _complaint(language: str) -> str:
    names = ", ".join(dict.fromkeys(prepositions(language).values()))
    return f"a sentence of the form 'X {'is' if language == 'en' else 'este'} <preposition> Y' was expected, with one of {names}"


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
