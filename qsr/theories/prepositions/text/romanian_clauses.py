"""Romanian sentences "X este <preposition> Y" taken apart word by word.

The verb is the first that a preposition follows, with nothing between them but adverbs, words of time and predicates ("stă de
ieri în", "e ascuns sub", "a fost pus din nou pe"). Verbs that are not in the table are known by their endings (-ează, -ește, a
participle behind "a" or "s-a"). GALR (Academia Română, "Gramatica limbii române", 2005), on the verb group and on clitics.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import Final, NamedTuple

from qsr.theories.prepositions.text.clauses import Clause
from qsr.theories.prepositions.text.romanian_verbs import conjugated, table
from qsr.theories.prepositions.text.words import predicative, prepositions, words

__all__ = ["clause"]

_TOKEN: Final = re.compile(r"\S+")
_MARKS: Final = ',;:.!?…"“”„«»()'
_STOPS: Final = ",;:.!?…"
#: Endings of participles, and of adjectives that are like them, for words that the table lacks.
_PARTICIPLE: Final = re.compile(
    r"\w{2,}(?:[aiuâ]t|[aiuâ]tă|[aiuâ]ți|[aiuâ]te|[aeiou]n?s|[aeiou]n?să|[aeiou]n?și|[aeiou]n?se|[mprf]t|[mprf]tă|[mprf]ți|[mprf]te)"
)
#: Endings of the present that only verbs have.
_PRESENT: Final = re.compile(r"\w{2,}(?:ează|iază|ește|iește|ăște|esc|iesc|ăsc)")
_REFLEXIVE: Final = frozenset(("se", "își", "s-", "și-"))
#: What a finite verb has before it: pronouns, and "se"; melted with an auxiliary they end in a hyphen.
_CLITICS: Final = frozenset(("se", "își", "îi", "îl", "o", "le", "îmi", "îți", "ne", "vă", "mă", "te"))
#: Short datives before "s-a".
_DATIVES: Final = frozenset(("mi", "ți", "i", "ni", "vi", "li"))
#: Adverbs that stand before a verb and are no part of its subject.
_BEFORE_VERB: Final = frozenset(
    ("tocmai", "abia", "deja", "acum", "încă", "mereu", "iarăși", "doar", "numai", "azi", "astăzi", "ieri", "aseară")
)
#: Auxiliaries of the first and second person, whose verb is that of a relative clause: "cartea pe care ai citit-o".
_SPEAKERS: Final = frozenset(("am", "ai", "ați"))
_AUXILIARY: Final = re.compile(r"(?P<clitic>(?:s|și|l|i|le|m|ne|mi|n|nu)-)?(?P<form>a|au|am|ar|aș|va|vor|o să|e|i|s)")
_PAST: Final = frozenset(("a", "au", "ar"))
_FUTURE: Final = frozenset(("va", "vor", "poate", "pot", "putea", "puteau"))
#: "Avea loc", to take place.
_HOLDS: Final = frozenset(("are", "au", "avea", "aveau", "avusese"))
#: What opens a clause of its own, whose verb is not that of the sentence.
_RELATIVE: Final = frozenset(("care", "unde", "ce"))
#: Endings of nouns with the article, which no adverb has that follows a verb of crossing.
_OBJECT: Final = ("ul", "ua", "ea", "a", "ele", "ile", "rile")
_YEAR: Final = re.compile(r"1\d{3}|20\d\d")
#: The words that an adverbial of time has at most.
_LONGEST_TIME: Final = 4


class _Group(NamedTuple):
    """A verb group: where it ends, whether it is reflexive or denied, and its main form."""

    end: int
    reflexive: bool
    denied: bool
    form: str


def clause(text: str) -> Clause | None:
    """Take a sentence apart, also one that asks ("stă pisica pe masă"); None for one of another form.

    >>> text = "În 1944 arhivele au fost ascunse din nou într-un buncăr"
    >>> found = clause(text)
    >>> [text[slice(*span)] for span in (found.figure, found.preposition, found.ground)]
    ['arhivele', 'într-un', 'buncăr']
    >>> clause("Bunicul se uită la pendulă").sense, clause("cana nu mai e pe masă").denied
    ('target', True)
    """
    spans = [found.span() for found in _TOKEN.finditer(text)]
    tokens = [text[slice(*span)].lower() for span in spans]
    plain = [token.strip(_MARKS) for token in tokens]
    start = _opening(tokens, plain)
    skip = False
    for place in range(start + 1, len(plain)):
        if plain[place] in _RELATIVE:
            skip = place + 1 == len(plain) or plain[place + 1].rpartition("-")[2] not in _SPEAKERS
            continue
        group = _group(plain, place)
        if group is None:
            continue
        if skip:
            skip = False
            continue
        found = _behind(plain, group.end, group)
        if found is not None:
            begin = _begin(plain, place, start)
            return _clause(text, spans, (start, begin), (begin, group.end), found, group)
    return _inverted(text, spans, plain, start)


def _begin(plain: list[str], place: int, start: int) -> int:
    """Return where a verb group begins with the words that only stand before verbs: "nu mai este", "ni s-au pierdut"."""
    while place - 1 > start and (
        plain[place - 1] in _DATIVES
        or plain[place - 1] in _BEFORE_VERB
        or plain[place - 1] in words("ro", "negation")
        or (plain[place - 1] in ("mai", "prea") and plain[place - 2] in words("ro", "negation"))
    ):
        place -= 1
    return place


def _inverted(text: str, spans: Sequence[tuple[int, int]], plain: list[str], start: int) -> Clause | None:
    """Take a sentence apart whose verb or place stands first: "stă pisica pe masă", "pe masă stă o pisică"."""
    placed = _preposition_at(plain, start) if start < len(plain) else None
    if placed is not None:
        for place in range(placed[0] + 1, len(plain) - 1):
            group = _group(plain, place)
            if group is not None and plain[place - 1] not in _RELATIVE:
                given = start, placed[0], _sense(group.form, placed[1], group.reflexive)
                return _clause(text, spans, (group.end, len(plain)), (place, group.end), given, group, place)
        return None
    group = _group(plain, start) if start < len(plain) else None
    if group is None:
        return None
    for place in range(group.end + 1, len(plain)):
        found = _behind(plain, place, group)
        if found is not None:
            return _clause(text, spans, (group.end, place), (start, group.end), found, group)
    return None


def _clause(
    text: str,
    spans: Sequence[tuple[int, int]],
    figure: tuple[int, int],
    verb: tuple[int, int],
    found: tuple[int, int, str],
    group: _Group,
    upto: int | None = None,
) -> Clause | None:
    preposition, end, sense = found
    upto = len(spans) if upto is None else upto

    def span(first: int, last: int, *, named: bool = False) -> tuple[int, int]:
        inner = text[spans[first][0] : spans[last - 1][1]]
        if named:
            inner = _without_apposition(inner)
        begin = spans[first][0] + len(inner) - len(inner.lstrip(_MARKS))
        return begin, spans[first][0] + len(inner.rstrip(_STOPS if "„" in inner else _MARKS))

    if figure[0] >= figure[1] or end >= upto:
        return None
    who, where = span(*figure, named=True), span(end, upto, named=True)
    if who[0] >= who[1] or where[0] >= where[1]:
        return None
    return Clause(who, span(*verb), span(preposition, end), where, sense, group.denied)


def _without_apposition(phrase: str) -> str:
    """Return a phrase up to its first comma, unless that only separates what "și" joins: "merele, perele și prunele"."""
    comma = phrase.find(",", 1)
    joined = comma < 0 or re.search(r"\b(?:și|sau|ori)\b", phrase[comma:]) is not None
    return phrase if joined else phrase[:comma]


def _opening(tokens: list[str], plain: list[str]) -> int:
    """Return where the figure begins: behind an adverb, a year or an adverbial with a comma that opens the sentence."""
    place = 0
    if plain[1:2] and plain[1] in words("ro", "copula") and plain[0].endswith("a") and _preposition_at(plain, 2) is not None:
        # A season or a part of the day may be what is spoken of: "iarna este cu viscol".
        return 0
    while place < len(plain) - 1 and plain[place] in words("ro", "adverb") and plain[place] not in ("tot", "și"):
        place += 1
    if plain[place : place + 1] and (plain[place] in words("ro", "opening") or (place and plain[0] == "acum")):
        if len(plain) > place + 1 and _YEAR.fullmatch(plain[place + 1]):
            return place + 2
        comma = next((index for index, token in enumerate(tokens) if token.endswith(",")), None)
        if comma is not None and comma < len(plain) - 2 and not any(_group(plain, index) for index in range(place, comma + 1)):
            return comma + 1
    return place


# ---------------------------------------------------------------- the verb


def _group(plain: list[str], place: int) -> _Group | None:
    """Return the verb group that begins at a place."""
    denied = place > 0 and plain[place - 1] in words("ro", "negation")
    if place > 1 and plain[place - 1] == "mai" and plain[place - 2] in words("ro", "negation"):
        denied = True
    reflexive = False
    first = place
    if plain[place] in _CLITICS and place + 1 < len(plain) and plain[place + 1] not in ("să", "fi"):
        reflexive = plain[place] in _REFLEXIVE
        place += 1
    while place + 1 < len(plain) and place > first and plain[place] in ("mai", "tot"):
        place += 1
    word = plain[place]
    if word in _HOLDS and plain[place + 1 : place + 2] == ["loc"]:
        return _Group(place + 2, reflexive, denied, word)
    if word in ("o", "trebuie", "urmează") and plain[place + 1 : place + 2] == ["să"]:
        return _with_infinitive(plain, place + 2, reflexive, denied, subjunctive=True)
    if word in words("ro", "copula") or word in table().finite:
        return _Group(place + 1, reflexive, denied, word)
    if word == "o" and plain[place + 1 : place + 2] == ["fi"]:
        return _Group(place + 2, False, denied, word)
    auxiliary = _AUXILIARY.fullmatch(word)
    if auxiliary is None:
        if word in _FUTURE:
            return _with_infinitive(plain, place + 1, reflexive, denied)
        return _Group(place + 1, reflexive, denied, word) if _PRESENT.fullmatch(word) else None
    clitic, form = auxiliary["clitic"] or "", auxiliary["form"]
    reflexive, denied = reflexive or clitic in _REFLEXIVE, denied or clitic in ("n-", "nu-")
    if form in ("e", "i", "s"):
        return _Group(place + 1, False, denied, form) if clitic == "nu-" else None
    if form in _FUTURE:
        return _with_infinitive(plain, place + 1, reflexive, denied)
    if form not in _PAST:
        return None
    return _with_participle(plain, place + 1, reflexive, denied)


def _with_infinitive(plain: list[str], place: int, reflexive: bool, denied: bool, *, subjunctive: bool = False) -> _Group | None:
    while place < len(plain) and plain[place] in (*_CLITICS, "mai", "tot", "să"):
        reflexive = reflexive or plain[place] in _REFLEXIVE
        place += 1
    word = plain[place] if place < len(plain) else ""
    if word in ("fi", "fie"):
        return _Group(place + 1, reflexive, denied, word)
    known = table().finite if subjunctive else table().infinitives
    return _Group(place + 1, reflexive, denied, word) if word in known else None


def _with_participle(plain: list[str], place: int, reflexive: bool, denied: bool) -> _Group | None:
    while place < len(plain) and plain[place] in ("mai", "tot", "și", "cam"):
        place += 1
    word = plain[place] if place < len(plain) else ""
    if word in ("fost", "fi"):
        perfect = plain[place : place + 2] == ["fi", "fost"]
        return _Group(place + 1 + perfect, reflexive, denied, "fost")
    if word in table().participles or (_PARTICIPLE.fullmatch(word) and word.endswith(("t", "s"))):
        return _Group(place + 1, reflexive, denied, word)
    return None


# ---------------------------------------------------------------- between verb and preposition


def _behind(plain: list[str], place: int, group: _Group) -> tuple[int, int, str] | None:
    """Return where the preposition begins and ends that follows a verb, and the sense that verb or predicate give it."""
    form: str = group.form
    reflexive: bool | None = group.reflexive
    place = _way_crossed(plain, place, form)
    while place < len(plain):
        named = _preposition_at(plain, place)
        if named is not None:
            end, preposition = named
            later = _time_end(plain, place) or _adverb_end(plain, place)
            if later is not None and _leads_on(plain, later):
                place = later
                continue
            return place, end, _sense(form, preposition, reflexive)
        later = _time_end(plain, place) or _adverb_end(plain, place) or _way_end(plain, place)
        pair = "_".join(plain[place : place + 2])
        if later is not None:
            place = later
        elif pair in predicative("ro"):
            form, reflexive = pair, None
            place += 2
        elif plain[place] in table().participles or plain[place] in predicative("ro") or _PARTICIPLE.fullmatch(plain[place]):
            form, reflexive = plain[place], None
            place += 1
        else:
            return None
    return None


def _way_crossed(plain: list[str], place: int, form: str) -> int:
    """Return where the object of a verb of crossing ends, of a noun with its article and one word more: "trece râul (cu)"."""
    if form not in _crossing() or not plain[place : place + 1] or not plain[place].endswith(_OBJECT):
        return place
    ends = (end for end in (place + 1, place + 2) if _preposition_at(plain, end) is not None)
    return place if _preposition_at(plain, place) else next(ends, place)


@cache
def _crossing() -> frozenset[str]:
    """Return the forms of the verbs that take the way that is gone as an object."""
    made = [conjugated(entry) for entry in sorted(words("ro", "crossing"))]
    return frozenset(form for verb in made for form in (*verb.finite, verb.infinitive, *verb.participles))


def _sense(form: str, preposition: str, reflexive: bool | None) -> str:
    """Return the sense that a verb or a predicate gives a preposition; of a participle nobody sees whether it is reflexive."""
    senses = table().governed
    found = next(
        (sense for own in (False, True) if reflexive in (own, None) and (sense := senses.get((form, preposition, own)))), ""
    )
    return found or predicative("ro").get(form, {}).get(preposition, "")


# ---------------------------------------------------------------- adverbs and adverbials


def _leads_on(plain: list[str], place: int) -> bool:
    """Tell whether a preposition or one more adverb begins here."""
    return place < len(plain) and (_preposition_at(plain, place) is not None or _adverb_end(plain, place) is not None)


def _preposition_at(plain: list[str], place: int) -> tuple[int, str] | None:
    """Return where a preposition ends that begins here, and which it is."""
    for size in (2, 1):
        said = " ".join(plain[place : place + size])
        if said in prepositions("ro"):
            return place + size, prepositions("ro")[said]
    return None


def _adverb_end(plain: list[str], place: int) -> int | None:
    """Return where an adverb ends that begins here, of up to three words."""
    for size in (3, 2, 1):
        if " ".join(plain[place : place + size]) in words("ro", "adverb"):
            return place + size
    return None


def _way_end(plain: list[str], place: int) -> int | None:
    """Return where a phrase of means or of way ends that begins here, before a preposition: "prin radio (cu)"."""
    if plain[place] not in words("ro", "between"):
        return None
    for end in range(place + 2, min(place + 4, len(plain))):
        if _preposition_at(plain, end) is not None:
            return end if plain[end - 1] not in ("de", "pe", "până") else None
    return None


def _time_end(plain: list[str], place: int) -> int | None:
    """Return where an adverbial of time ends that begins here: "în 1911", "de trei zile", "toată ziua", "pe 5 mai"."""
    if plain[place] in ("în", "din", "prin", "până") and _YEAR.fullmatch(plain[place + 1] if place + 1 < len(plain) else ""):
        return place + 2
    if plain[place] not in words("ro", "of_time"):
        return None
    for size in range(2, _LONGEST_TIME + 1):
        if place + size <= len(plain) and plain[place + size - 1] in words("ro", "time"):
            between = plain[place + 1 : place + size - 1]
            return place + size if all(not _preposition_at([word], 0) for word in between) else None
    return None
