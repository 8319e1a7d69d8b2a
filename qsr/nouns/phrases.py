"""Noun phrases: article, head noun, and what kind of thing the head names.

English heads stand last before the first postmodifier ("the lid of the box": lid), Romanian ones first. A noun is looked up as it
stands, then by the forms that its ending may come from; where no table has it, its suffix decides, and where that
says nothing, a capital letter or nothing at all: then a thing is likelier than a state.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from qsr.nouns.forms import bases, cognates, forms, phrase_forms, stems
from qsr.nouns.lexicon import Kinds, Nouns, family, nouns

__all__ = ["SOME_NAME", "NounPhrase", "analyse", "identical", "same"]


@dataclass(frozen=True, slots=True)
class NounPhrase:
    """A noun phrase taken apart.

    Parameters
    ----------
    text
        As it was written.
    article
        ``"definite"``, ``"indefinite"``, ``"possessive"``, ``"number"``, ``"name"`` or ``"bare"``.
    words
        In lower case, without the determiner.
    head
        The head noun in the form in which a table has it.
    kinds
        What it may name, the likeliest at cost 0.
    plural
        Whether the head looks like a plural.
    named
        The words behind the determiner as they were written, an owner among them.
    noun
        The place of the noun in `named`.
    lemmas
        What the noun may be in a dictionary: forms that a table has; of a name, and where no table has one, any without ending.
    """

    text: str
    article: str
    words: tuple[str, ...]
    head: str
    kinds: Kinds
    plural: bool = False
    named: tuple[str, ...] = ("",)
    noun: int = 0
    lemmas: frozenset[str] = frozenset()

    @property
    def indefinite(self) -> bool:
        """Whether the phrase speaks of a thing as of one that nobody has spoken of: "a box", "another box", "two boxes"."""
        return self.article in ("indefinite", "number")

    @property
    def modifiers(self) -> tuple[str, ...]:
        """The other words behind the determiner, in small letters."""
        return tuple(word.lower() for place, word in enumerate(self.named) if place != self.noun)

    @property
    def capitals(self) -> frozenset[str]:
        """The words of a name: those with a capital."""
        return frozenset(word.lower() for word in self.named if word[:1].isupper())


#: Kinds that a capitalised noun without a determiner may name, beside persons; mass nouns and plurals may begin a sentence.
_NAMED: Final = frozenset(
    ("person", "role", "region", "institution", "document", "medium", "water", "landform", "object", "food", "substance")
) | frozenset(("phenomenon", "time", "list", "language"))
_NUMBER: Final = re.compile(r"[-+]?\d+(?:[.,:]\d+)*(?:st|nd|rd|th|%|°c|°f|°)?")
_YEAR: Final = re.compile(r"(?:1\d|20)\d\d")
#: Romanian ordinals, behind "al" or "a": "al doilea caz", "a treia oară".
_ORDINAL: Final = re.compile(
    r"(?:doi|trei|patru|cinci|șase|șapte|optu|nouă|zece|(?:un|doi|trei|pai|cinci|șai|șapte|opt|nouă)sprezece|\w+zeci)lea"
    r"|doua|treia|patra|cincea|șasea|șaptea|opta|noua|zecea|\w+sprezecea|\w+zecea"
)
#: Romanian articles at the end of a noun: a capital before them is that of a sentence and not of a name.
_ARTICLED: Final = ("ul", "a", "ile", "ele", "ii", "le")
#: The article of masculine and neuter nouns, which no form of a dictionary ends in.
_MASCULINE: Final = ("ul", "ului", "urile", "urilor")
#: Diminutives that few names end like.
_DIMINUTIVE: Final = ("uța", "ița", "ișoara", "ulița", "uțul", "ișorul", "ulețul", "uțele", "ițele", "ișoarele")
#: Endings of abstract nouns that few names have.
_ABSTRACT: Final = ("ation", "ition", "ness", "ity", "ment", "ism", "ance", "ence", "ship", "dom", "ing", "hood")
#: The longest names of several words in the tables.
_LONGEST: Final = 4
#: Shorter words show no suffix.
_SUFFIXED: Final = 6
#: The shortest nouns that a compound written as one word is taken apart into.
_FIRST_PART: Final = 3
_LAST_PART: Final = 4
#: What agreement changes in the end of a Romanian adjective: mare and mari, verzi and verde, frumoasă and frumos.
_ENDING: Final = re.compile(r"(?<=\w{2})[aăeiu]+$")
_SOUNDS: Final = str.maketrans("țșz", "tsd")
#: A number that tells things of one noun apart.
_LABEL: Final = re.compile(r"\d{1,3}")
_NOBODY_KNOWS: Final[Kinds] = (("thing", 0), ("state", 2))
#: What a name that no table has may name.
SOME_NAME: Final[Kinds] = (("person", 0), ("region", 2), ("institution", 2))


@lru_cache(maxsize=65536)
def analyse(text: str, code: str) -> NounPhrase:
    """Take a noun phrase of a language apart.

    >>> phrase = analyse("the old newspapers", "en")
    >>> phrase.article, phrase.head, phrase.kinds[0]
    ('definite', 'newspaper', ('document', 0))
    >>> analyse("ziarul", "ro").head
    'ziar'
    """
    tokens = [token.strip(',.;:!?"“”„') for token in text.replace("’", "'").split()]
    words = nouns(code)
    article, rest = _determined([token for token in tokens if token], words)
    if not rest:
        return NounPhrase(text, article, (), "", _NOBODY_KNOWS)
    if article == "bare" and len(rest) > 1 and _LABEL.fullmatch(rest[-1]):
        # A number behind a noun tells which one is meant: "page 3" is a page, and a certain one.
        one = analyse(" ".join(rest[:-1]), code)
        if one.kinds[0][0] != "time":
            return replace(one, text=text, article="definite", words=(*one.words, rest[-1]), named=tuple(rest))
    found = (_english if code == "en" else _romanian)(text, article, rest, words)
    noun = (_english_place if code == "en" else _romanian_place)([token.lower() for token in rest], words)
    return replace(found, named=tuple(rest), noun=noun, lemmas=_lemmas(rest[noun].lower(), found.article, words))


def same(one: NounPhrase, other: NounPhrase) -> bool:
    """Tell whether two phrases name one thing: the same noun in any form, with the same modifiers or with fewer.

    >>> one, other, third = (analyse(text, "en") for text in ("a red box", "the boxes", "the blue box"))
    >>> same(one, other), same(one, third)
    (True, False)
    """
    if one.capitals != other.capitals and all(phrase.named[phrase.noun][:1].isupper() for phrase in (one, other)):
        # "New York" is not York.
        return False
    mine, theirs = ({_stem(word) for word in phrase.modifiers} for phrase in (one, other))
    return not one.lemmas.isdisjoint(other.lemmas) and (mine <= theirs or theirs <= mine)


def identical(one: NounPhrase, other: NounPhrase) -> bool:
    """Tell whether two phrases name one thing in the same words: the same noun in any form, with the same modifiers."""
    return not one.lemmas.isdisjoint(other.lemmas) and one.modifiers == other.modifiers


def _stem(word: str) -> str:
    """Return what agreement leaves of an adjective; of a word of another language much the same."""
    return _ENDING.sub("", word).translate(_SOUNDS).replace("oa", "o").replace("ea", "e")


def _lemmas(noun: str, article: str, words: Nouns) -> frozenset[str]:
    """Return what a noun may be in a dictionary; a table may have an inflected form as well: "baba" beside "babă"."""
    bare = [noun, *(noun.removesuffix(ending) + base for ending, base in words.plural_articles if noun.endswith(ending))]
    found: set[str] = set()
    for one in bare if article != "name" else ():
        known = [form for form in forms(one, words) if words.known(form)]
        found.update(known[: 2 if known[:1] == [one] else 1])
    return frozenset(found or stems(noun, words))


def _english_place(lower: list[str], words: Nouns) -> int:
    """Return where the noun stands: before the first word that begins a postmodifier."""
    owner = _owner(lower)
    return next((place for place in range(owner + 2, len(lower)) if lower[place] in words.postmodifiers), len(lower)) - 1


def _romanian_place(lower: list[str], words: Nouns) -> int:
    """Return where the noun stands: first, or behind adjectives that go before it."""
    places = range(len(lower) - 1)
    return next((place for place in places if words.fronted.isdisjoint(forms(lower[place], words))), len(lower) - 1)


def _owner(tokens: list[str]) -> int:
    """Return where an English genitive ends, -1 where there is none."""
    return next((place for place, token in enumerate(tokens[:-1]) if token.endswith(("'s", "s'"))), -1)


def _determined(tokens: list[str], words: Nouns) -> tuple[str, list[str]]:
    """Return what article the determiners come to, and the words without them."""
    article, rest = "bare", tokens
    while len(rest) > 1 and rest[0].lower() in words.determiners:
        article, rest = words.determiners[rest[0].lower()], rest[1:]
    if len(rest) > 1 and _NUMBER.fullmatch(rest[0].lower()):
        article, rest = "number", rest[1:]
    if len(rest) > 2 and rest[0].lower() in ("al", "a") and _ORDINAL.fullmatch(rest[1].lower()):
        article, rest = "definite", rest[2:]
    if article == "number" and len(rest) > 1 and rest[0].lower() == "de":
        # Romanian numbers from twenty on take "de" before their noun: "200 de lei".
        rest = rest[1:]
    return article, rest


def _english(text: str, article: str, rest: list[str], words: Nouns) -> NounPhrase:
    owner = _owner(rest)
    if owner >= 0:
        article, rest = "possessive", rest[owner + 1 :]
    lower = tuple(token.lower() for token in rest)
    name = rest
    for place, token in enumerate(lower):
        if token in words.postmodifiers and place:
            name = rest[:place]
            if token == "of" and lower[place - 1] in words.parts and place + 1 < len(rest):
                return replace(analyse(" ".join(rest[place + 1 :]), "en"), text=text, article=article, words=lower)
            break
    head, kinds, plural = _english_noun(name, words, counted=article == "number")
    end = len(name)
    measured = any(kind == "measure" for kind, _ in kinds)
    if article == "number" and measured and lower[end : end + 1] == ("of",) and end + 1 < len(rest):
        # So much of a thing is the thing: "under six feet of sand".
        inner = analyse(" ".join(rest[end + 1 :]), "en")
        if inner.kinds[0][0] in family("concrete"):
            return replace(inner, text=text, article=article, words=lower)
    if article == "bare" and name[-1][0].isupper() and kinds[0][0] not in ("time", "language"):
        if len(name) == 1 and kinds[0][0] in family("abstract") and _is_quality(head, words):
            # What has no article begins a sentence with a capital: "Custody is with the father".
            return NounPhrase(text, article, lower, head, kinds, plural)
        article = "name"
        if len(name) == 1 and kinds[0][0] not in _NAMED:
            kinds = SOME_NAME
    return NounPhrase(text, article, lower, head, kinds, plural)


def _is_quality(head: str, words: Nouns) -> bool:
    """Tell whether a noun of something abstract is no given name; a derived table has rare senses of names as well."""
    return head not in words.given and bool(words.listed(head) or (words.derived(head) and head.endswith(_ABSTRACT)))


def _english_noun(name: list[str], words: Nouns, *, counted: bool = False) -> tuple[str, Kinds, bool]:
    """Return the head of a name of one or more words as a table has it, its kinds, and whether it looks like a plural.

    What is counted is a plural of single things: "the minutes" may be a record, "forty minutes" are a time.
    """
    lower = [token.lower() for token in name]
    last = lower[-1]
    if last in words.pronouns:
        return last, ((words.pronouns[last], 0),), False
    if last in words.clock:
        return last, (("time", 0),), False
    if _NUMBER.fullmatch(last):
        return last, (("time", 0), ("measure", 0)) if ":" in last or _YEAR.fullmatch(last) else (("measure", 0),), False
    sizes = [size for size in (3, 2) if len(lower) >= size]
    for longer in (sizes, [1]):
        for source in (words.listed, words.derived):
            for size in longer:
                for form in list(stems(last, words))[:: -1 if counted else 1]:
                    whole = "_".join((*lower[len(lower) - size : -1], form))
                    if source(whole):
                        return whole, source(whole), form != last
    if "-" in last.strip("-"):
        first, _, second = last.strip("-").rpartition("-")
        joined = next((form for form in stems(first + second, words) if words.known(form)), "")
        return _english_noun([joined or second], words)
    joined = "" if name[-1][0].isupper() else _second_part(last, words)
    if joined:
        return _english_noun([joined], words)
    return last, _guess(name[-1], (name[-1],), words), last.endswith("s")


def _second_part(word: str, words: Nouns) -> str:
    """Return the last noun of a compound written as one word, the longest there is: "floodwater" is water.

    R. Huddleston and G. Pullum, "The Cambridge Grammar of the English Language", 2002, chapter 19, on noun compounds.
    """
    for cut in range(_FIRST_PART, len(word) - _LAST_PART + 1):
        parts = word[:cut], word[cut:]
        known = [any(words.known(form) for form in stems(part, words)) for part in parts]
        if all(known):
            return parts[1]
    return ""


def _romanian(text: str, article: str, rest: list[str], words: Nouns) -> NounPhrase:
    lower = tuple(token.lower() for token in rest)
    named = rest[0][0].isupper() and not rest[0].endswith(_ARTICLED)
    if lower[0] in words.pronouns:
        return NounPhrase(text, article, lower, lower[0], ((words.pronouns[lower[0]], 0),))
    if _NUMBER.fullmatch(lower[0]):
        return NounPhrase(text, "number", lower, lower[0], (("measure", 0),))
    named_whole = any("_" in form and words.listed(form) for form in _romanian_names(lower, words))
    amount = not words.amounts.isdisjoint(stems(lower[0], words))
    if len(rest) > 1 and not named_whole and (amount or words.parts.intersection(stems(lower[0], words))):
        place = next((place for place, word in enumerate(lower) if place and word not in words.postmodifiers), 1)
        inner = analyse(" ".join(rest[place:]), "ro")
        if amount or (words.known(inner.head) and any(kind in family("mental") for kind, _ in inner.kinds[:2])):
            return replace(
                inner, text=text, article=_romanian_article(article, rest[0], inner.head) if amount else article, words=lower
            )
    # An adjective before its noun carries the article: "vechiul ziar".
    fronted = len(rest) > 1 and not words.fronted.isdisjoint(forms(lower[0], words))
    for source in (words.listed, words.derived):
        for form in _romanian_names(lower, words) if not fronted or source is words.listed else ():
            kinds = source(form)
            if kinds and kinds[0][0] in ("time", "measure") and _is_distance(article, lower, words):
                kinds = (("place", 0),)
            if kinds and not (named and kinds[0][0] not in _NAMED):
                return NounPhrase(text, _romanian_article(article, rest[0], form), lower, form, kinds)
        for form in forms(lower[1], words) if fronted else ():
            if source(form):
                return NounPhrase(text, _romanian_article(article, rest[0], lower[1]), lower, form, source(form))
    if named:
        return NounPhrase(text, _romanian_article(article, rest[0], ""), lower, lower[0], SOME_NAME)
    for base in bases(lower[0], words) if rest[0].islower() or lower[0].endswith(_DIMINUTIVE) else ():
        # A capital may be that of a name, which is like too many nouns.
        kinds = words.listed(base) or (words.derived(base) if rest[0].islower() else ())
        if kinds:
            return NounPhrase(text, _romanian_article(article, rest[0], base), lower, lower[0], kinds)
    found = tuple(forms(lower[0], words))
    english = nouns("en")
    for form in found:
        for cognate in cognates(form, words):
            kinds = english.known(cognate)
            if kinds:
                return NounPhrase(text, _romanian_article(article, rest[0], form), lower, form, kinds)
    # A masculine article or that of a plural shows a noun at the head of a sentence; many names of women end in "a".
    guessed = lower[0] if rest[0].endswith(_ARTICLED[:1] + _ARTICLED[2:]) else rest[0]
    if article == "bare" and lower[0].endswith(_MASCULINE):
        article = "definite"
    return NounPhrase(text, _romanian_article(article, rest[0], ""), lower, lower[0], _guess(guessed, found, words))


def _is_distance(article: str, lower: tuple[str, ...], words: Nouns) -> bool:
    """Tell whether a measure says how far away a place is: "la zece minute de gară", "la o sută de metri adâncime"."""
    return (article == "number" and "de" in lower[1:-1]) or not words.dimensions.isdisjoint(lower[1:])


def _romanian_names(lower: tuple[str, ...], words: Nouns) -> Iterator[str]:
    for size in range(min(_LONGEST, len(lower)), 1, -1):
        yield from phrase_forms(lower[:size], words)
    yield from forms(lower[0], words)


def _romanian_article(article: str, word: str, form: str) -> str:
    if article != "bare":
        return article
    if word[0].isupper() and not word.endswith(_ARTICLED):
        return "name"
    return "definite" if form and word.lower() != form and word.lower().endswith(_ARTICLED) else "bare"


def _guess(word: str, found: tuple[str, ...], words: Nouns) -> Kinds:
    """Return the kinds of a noun that no table has: a name by its capital, any other by the suffix of one of its forms."""
    if word[:1].isupper():
        return SOME_NAME
    for form in found:
        for suffix, kind in words.suffixes:
            if form.endswith(suffix) and len(form) >= _SUFFIXED:
                return ((kind, 0), ("thing", 2))
    return _NOBODY_KNOWS
