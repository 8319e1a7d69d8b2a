"""What the sentences of a text that were read say, whatever those say that were not.

A sentence that is not understood may add to the others, and then it only leaves fewer models. Or it turns them round: it tells a
change ("Then Ann took it away"), or it is about the text ("None of this is true", "All of this is seen in a mirror"). Nobody can
tell by words that are not understood. So it counts as an addition only where its form shows that: its verb is one of rest, in
the present, and every other word of it is an open word, a place, or a function word that leaves the rest of the text alone.

What the text as a whole decides is left out too: ranks are counted over all things there are, of which an unread sentence may
bring one more, and a river is partly in a country where a further sentence has it in another.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, partial
from itertools import pairwise
from typing import Any, Final

from qsr import resources
from qsr.errors import NotCovered, ParseError
from qsr.language import function_words, moments
from qsr.language.prose.lexicon import is_about_text, is_nowhere, turns_round
from qsr.language.prose.tokens import Word, tokens
from qsr.logic import Count, parts_of
from qsr.story import Story

__all__ = ["may_turn_round", "read_part"]

_table: Final = partial(resources.table, "unread.toml")
#: Verbs of rest in the present, as classes of tokens.
_RESTING: Final = frozenset({"BE", "BE_NOT", "REST", "REST_BASE", "VERB", "HAS", "APOSTROPHE_S"})
#: Begins a clause, or a further part of one.
_JOINS: Final = frozenset({"AND", "BUT", "OR", "NOR", "COMMA", "SEMICOLON", "COLON", "WHO", "IF", "UNLESS", "ONLY_IF", "THEN"})
_DETERMINERS: Final = frozenset({"THE", "INDEFINITE", "POSSESSIVE", "NUMBER", "EXACTLY", "AT_LEAST", "AT_MOST"})
_OPEN: Final = frozenset({"WORD", "NAME"})
_LOOSE: Final = frozenset({"WORD", "FUNCTION", "WHO"})
#: Classes of function words that leave other sentences as they are.
_HARMLESS: Final = frozenset({"denial", "choice", "preposition", "approximation", "quantity"})
#: Classes of tokens that say where something is.
_PLACES: Final = frozenset({"PREPOSITION", "IN", "ON", "AT", "BY", "AGAINST", "BETWEEN", "SIDE"})
#: Classes of tokens that tell of another moment, or of what is no fact.
_ELSEWHERE: Final = frozenset(
    {"EVENT", "DONE", "USED_TO", "NO_LONGER", "WAS", "RANKED", "QUESTION_MARK", "WHERE", "WHAT", "WHICH", "HOW_MANY"}
)


def read_part(story: Story) -> Story:
    """Return a story, with its questions, of the statements that mean the same whatever the unread sentences say.

    Raise NotCovered, with the sentence, where one of those may turn others round, and for a question that counts what there is.
    """
    reasons = dict(story.unread)
    for span in story.untold:
        text = story.text[slice(*span)]
        if moments.is_told_in_time(reasons[span]) or may_turn_round(text):
            raise NotCovered(f'"{" ".join(text.split())}" may tell a change, or change what other sentences mean')
    announced = story.referents is not None and bool(story.referents.arranged[1])
    supposed = [one for question in story.questions for one in (*question.formulas, question.hypothesis)]
    if announced and any(map(_counts, supposed)):
        raise NotCovered("it is counted over all that the story announces, and what is not understood may announce more")
    kept = [one for one in story.statements if not (announced and _counts(one.compound))]
    return story.saying([one for one in kept if not moments.may_be_partly(one, story.entities)], story.questions)


def _counts(formula: Any) -> bool:
    return isinstance(formula, Count) or any(map(_counts, parts_of(formula) or ()))


def may_turn_round(text: str) -> bool:
    """Tell whether a sentence that is not understood may do more than add a fact about the same moment.

    >>> [may_turn_round(text) for text in ("The cup is nearly on the shelf.", "Then Ann takes the cup.", "None of this is true.")]
    [False, True, True]
    >>> [may_turn_round(f"The cup is {text}.") for text in ("gone", "shiny and falls", "about to fall", "opposite the jug")]
    [True, True, True, False]
    """
    try:
        words = tokens(text)
    except ParseError:
        return True
    kinds = {word.type for word in words}
    named = _DETERMINERS | {"NAME"}
    beside = [one for one, other in pairwise(words) if one.lower() == "opposite" and other.type in named]
    if (
        any(_is_telling(word) for word in words if word not in beside)
        or kinds.isdisjoint(_RESTING)
        or ("THEN" in kinds and "IF" not in kinds)
    ):
        return True
    if kinds.isdisjoint(_PLACES | _OPEN) or ("PRONOUN" in kinds and kinds.isdisjoint(_PLACES)):
        return True  # "It is not."
    return any(_is_odd(one, other) for one, other in pairwise(words)) or any(map(_is_clause_of_its_own, _clauses(words)))


def _is_telling(word: Word) -> bool:
    """Tell whether a word is about another moment, about the text, or about how it is to be taken."""
    small = word.lower()
    if word.type in _ELSEWHERE or is_about_text(small) or turns_round(small):
        return True
    if word.type == "WORD" and is_nowhere(small):
        return True
    if small in _table()["turning"]["again"] or (word.type in _LOOSE and small in _turning()):
        return True
    if word.type == "FUNCTION" or small in _always():
        return not function_words.classes(small) <= _HARMLESS
    return word.type == "WORD" and small.endswith(("ed", "ing")) and small not in _table()["adjectives"]["words"]


def _is_odd(one: Word, other: Word) -> bool:
    """Tell whether two words that follow each other are more than a verb of rest and what it says: "is to go", "has put"."""
    if one.type == "HAS":
        return other.type not in _DETERMINERS | {"NAME"}
    if one.type == "TO":
        return other.type not in _DETERMINERS | {"SIDE", "NAME"}
    if one.type in ("REST", "REST_BASE") and other.lower() in ("up", "down"):
        return True
    return one.type in ("SIDE", "PREPOSITION") and other.type in ("BE", "BE_NOT")


def _clauses(words: Sequence[Word]) -> Iterator[list[Word]]:
    found: list[Word] = []
    for word in words:
        if word.type in _JOINS:
            yield found
            found = []
        else:
            found.append(word)
    yield found


def _is_clause_of_its_own(words: Sequence[Word]) -> bool:
    """Tell whether what stands between two joints may have a verb that nobody knows: "and falls off", "and Ann takes the cup"."""
    verb = next((place for place, word in enumerate(words) if word.type in _RESTING), len(words))
    subject = words[:verb]
    if verb < len(words):
        return any(one.type in _OPEN and other.type in _DETERMINERS | {"PRONOUN"} for one, other in pairwise(subject))
    if subject and subject[0].type == "WORD" and (subject[0].lower().endswith("s") or len(subject) > 1):
        return True
    begins = bool(subject) and subject[0].type in _DETERMINERS | _OPEN | {"PRONOUN"}
    return begins and any(
        one.type in _OPEN | {"PRONOUN"} and other.type not in _OPEN | {"STOP", "OF", "APOSTROPHE_S"}
        for one, other in pairwise(subject)
    )


@cache
def _turning() -> frozenset[str]:
    return frozenset(word for words in _table()["turning"].values() for word in words)


@cache
def _always() -> frozenset[str]:
    """Return function words that count as such under whatever class of tokens they stand."""
    return function_words.words("time", "exception", "stance") - {"but", "then"}
