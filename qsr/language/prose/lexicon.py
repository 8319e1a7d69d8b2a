"""The words of prose: every phrase with its class and what it means, made from two tables.

`grammars/prose.toml` has the words of prose, `grammars/english_words.toml` the prepositions, sides, numbers and units of all
English readers. An adjective that puts things in an order brings its comparative, superlative and ordinals, and a verb its forms.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, partial
from typing import Any, Final, NamedTuple

from qsr import resources
from qsr.language import function_words, kinds, words
from qsr.language.prose.inflection import degrees, forms, past

__all__ = [
    "Entry",
    "adjectives",
    "by_name",
    "comes_before",
    "comparative",
    "degree",
    "events",
    "gender",
    "is_about_text",
    "is_bearing",
    "is_counted",
    "is_crossing",
    "is_doer",
    "is_face",
    "is_function_word",
    "is_gathering",
    "is_generic",
    "is_neighbour",
    "is_nowhere",
    "is_part",
    "is_quality",
    "is_row",
    "is_side",
    "is_somebody",
    "is_state",
    "is_time",
    "leaves_nobody",
    "looks",
    "on",
    "opposite",
    "pairs",
    "phrases",
    "row_label",
    "turns_round",
    "weather",
    "wholes",
]

#: The table of prose alone.
_table: Final = partial(resources.table, "prose.toml")


class Entry(NamedTuple):
    """A phrase's class and meaning.

    The meaning is a label for prepositions, sides and verbs; a number; for a comparative the axis and whether it means earlier;
    for a superlative and an ordinal the axis or direction, the place, and whether it is counted from the end.
    """

    kind: str
    meaning: Any = None


@cache
def phrases() -> dict[tuple[str, ...], Entry]:
    """Return every phrase, as its words in small letters, with its entry; of one that is in two classes the later one."""
    found: dict[tuple[str, ...], Entry] = {}
    for source in (
        _sides(),
        _prepositions(),
        _numbers(),
        _orders(),
        _verbs(),
        _named(),
        _closed(),
        _events(),
        _views(),
        _weather(),
    ):
        found.update((tuple(phrase.split()), entry) for phrase, entry in source)
    return found


@cache
def is_function_word(word: str) -> bool:
    """Tell whether a word has a part in grammar, or is an adverb, so that no noun phrase may swallow it."""
    return word in function_words.words() or (word.endswith("ly") and word not in words.table()["ly_nouns"]["words"])


def on(name: str, noun: str, subject: str, *, tops: bool = True) -> str:
    """Return the relation that "on" says of a landmark with this name and head noun; nothing where it is open.

    What is part of a thing, or written on it, is not on top of it: that depends on the head noun of the `subject`. Without `tops`
    nothing is said of what holds things in it as well, such as a box.

    >>> on("table", "table", "cup"), on("third floor", "floor", "cup"), on("wooden floor", "floor", "cup")
    ('above', 'inside', 'touching')
    """
    table = _table()
    if {noun, *kinds.singulars(noun)}.intersection(table["levels"]["nouns"]):
        return "inside" if set(name.lower().split()).intersection((*table["levels"]["ordered"], *words.ORDINALS)) else "touching"
    if is_crossing(noun):
        return ""
    every = set(kinds.kinds(noun))
    known = {**table["on"], "above": (*table["on"]["above"], *table["tops"]["nouns"])} if tops else table["on"]
    meant = next((meaning for meaning, nouns in known.items() if noun in nouns or (every and every.issubset(nouns))), "")
    return "" if meant == "above" and {subject, *kinds.kinds(subject)}.intersection(table["levels"]["attached"]) else meant


def is_about_text(noun: str) -> bool:
    """Tell whether a noun is the text itself, or a part of it."""
    return noun in _table()["text"]["nouns"]


def is_state(word: str) -> bool:
    """Tell whether an adjective says nothing of where anything is: red, steep."""
    return word in _states()


@cache
def _states() -> frozenset[str]:
    opposites = (word for one, others in _table()["opposites"].items() for word in (one, *others.split()))
    return frozenset((*_table()["states"]["words"].split(), *opposites))


def opposite(word: str) -> tuple[str, bool] | None:
    """Return the state that a word of a pair of opposites names, and whether the word denies it; None for other words.

    >>> opposite("closed"), opposite("open"), opposite("red")
    (('open', True), ('open', False), None)
    """
    table = _table()["opposites"]
    return (
        (word, False) if word in table else next(((one, True) for one, others in table.items() if word in others.split()), None)
    )


@cache
def is_quality(word: str) -> bool:
    """Tell whether an adjective alone says nothing of where anything is, though it may with a place: red, famous."""
    return is_state(word) or word in _table()["states"]["elsewhere"].split()


def is_part(noun: str) -> bool:
    """Tell whether a noun names a part of what it is of, so that what is in the one is in the other: corner, middle."""
    return noun in _table()["relational"]["parts"]


def is_generic(noun: str) -> bool:
    """Tell whether a noun before another means many kinds of it: a pear tree is a fruit tree."""
    return noun in _table()["relational"]["generic"]


def is_face(noun: str) -> bool:
    """Tell whether a noun names a part of a thing at which other things are, and not itself: its end, its roof."""
    return noun in _table()["relational"]["faces"] or is_part(noun)


def leaves_nobody(noun: str) -> bool:
    """Tell whether "empty" says of what a noun names that nobody is there, and not that nothing is: an empty room has walls."""
    table = _table()["empty"]
    return noun in table["nouns"] or (kinds.kind(noun) in table["kinds"] and noun not in table["things"])


def is_crossing(noun: str) -> bool:
    """Tell whether a noun names where two ways meet."""
    return noun in _table()["relational"]["crossings"]


def is_bearing(word: str) -> str:
    """Return the point of the compass that a word means, nothing for another word."""
    entry = phrases().get((word,))
    if entry is None or entry.kind != "SIDE" or not words.is_compass(word):
        return ""
    return word if "+" in entry.meaning else words.bearing(entry.meaning)


@cache
def looks(relation: str) -> bool:
    """Tell whether a relation that is known by its name says which way its head looks: face, look at."""
    return relation in {f"named:{verb}" for verb in _table()["views"]["facing"]}


def is_row(noun: str) -> bool:
    """Tell whether a noun is an arrangement of things and no place: "in a row"."""
    return noun in _table()["relational"]["rows"]


def row_label(noun: str) -> str:
    """Return the label of what comes first in a row that a noun names; nothing for a circle, where nothing does."""
    return next((label for label, nouns in _table()["lines"].items() if noun in nouns), "")


def is_neighbour(noun: str) -> bool:
    """Tell whether a noun says that whoever it is said of is beside somebody."""
    return bool({noun, *kinds.singulars(noun)}.intersection(_table()["relational"]["beside"]))


def is_gathering(name: str) -> bool:
    """Tell whether a name is that of nothing but other things together: "a pile", and not "a pile of sand"."""
    return name.lower() in _table()["relational"]["gatherings"]


def is_side(word: str) -> bool:
    """Tell whether a word names a side, or the middle."""
    entry = phrases().get((word,))
    return entry is not None and entry.kind in ("SIDE", "CENTRE", "PLACE_ADVERB")


def turns_round(word: str) -> bool:
    """Tell whether a word may turn round what a text says: false, mirrored."""
    return word in _table()["text"]["turning"]


def is_nowhere(noun: str) -> bool:
    """Tell whether nothing is in what a noun names, as in a place: a state, the middle."""
    return noun in _table()["relational"]["nouns"] or kinds.kind(noun) in _table()["nowhere"]["kinds"]


def comparative(axis: str) -> tuple[str, bool]:
    """Return how an order is said, and whether what comes earlier is more of it; raise KeyError for an order without words.

    >>> comparative("age"), comparative("height"), comparative("rank")
    (('older', True), ('taller', False), ('earlier', True))
    """
    adjectives = _table()["orders"][{"rank": "time", "highness": "altitude"}.get(axis, axis)]
    earlier = "earlier" in adjectives
    return degrees(adjectives["earlier" if earlier else "later"][0])[0], earlier


def is_doer(noun: str) -> bool:
    """Tell whether a noun that is no living being's names what takes and puts things all the same: a crane, the wind."""
    return noun in _table()["doers"]["nouns"]


def is_somebody(name: str) -> bool:
    """Tell whether a name is somebody's, or a noun phrase means a person: "Ann", "author"."""
    noun = name.split()[-1].lower()
    return noun in function_words.listed("given_names") or kinds.kind(noun) in ("person", "role", "performer")


def degree(adjective: str) -> str:
    """Return the axis of an adjective that puts things in an order; nothing for another."""
    found = (axis for axis, ends in _table()["orders"].items() for words_ in ends.values() if adjective in words_)
    return next(found, "")


def by_name(relation: str, *, negated: bool) -> str:
    """Return how a relation that is known by its name alone is said.

    >>> by_name("named:opposite:mutual", negated=True), by_name("named:lead to", negated=False)
    ('is not opposite', 'leads to')
    """
    name = relation.split(":")[1]
    base, _, particle = ("have" if name == "has" else name).partition(" ")
    if name != "has" and phrases().get(tuple(name.split()), Entry("")).kind != "NAMED_BASE" and base != "lead":
        return f"is {'not ' if negated else ''}{name}"
    verb = f"does not {base}" if negated else "has" if base == "have" else forms(base)[0]
    return f"{verb} {particle}".strip()


def is_time(noun: str) -> bool:
    """Tell whether a noun names a time, and is nobody's name: "Monday", but not "Eve"."""
    return kinds.kind(noun) == "time" and noun not in function_words.listed("given_names")


@cache
def adjectives() -> frozenset[str]:
    """Return adjectives that tell things apart and are no nouns, those that put them in an order among them."""
    ordered = (word for axis in _table()["orders"].values() for words_ in axis.values() for word in words_)
    return frozenset((*_table()["adjectives"]["words"], *ordered))


@cache
def pairs() -> frozenset[str]:
    """Return plurals of which a pair is one thing: scissors."""
    return frozenset(_table()["pairs"]["nouns"])


@cache
def wholes() -> dict[str, frozenset[str]]:
    """Return nouns for whole kinds of things with the kinds that they mean; of "thing" there are none, for it may be anything."""
    return {noun: frozenset(kinds_) for noun, kinds_ in _table()["wholes"].items()}


def gender(word: str) -> str:
    """Return ``"he"`` or ``"she"`` for a noun or title of a man or a woman, else nothing."""
    return next((pronoun for pronoun, nouns in _table()["gender"].items() if word in nouns), "")


def is_counted(noun: str) -> bool:
    """Tell whether a noun, singular or plural, counts steps on a way: shelves, floors."""
    return bool({noun, *kinds.singulars(noun)}.intersection(_table()["counts"]["nouns"]))


def comes_before(preposition: str) -> bool | None:
    """Tell whether who finished so comes before the landmark or after it; None where the preposition says no order."""
    ranks = _table()["ranks"]
    return True if preposition in ranks["before"] else False if preposition in ranks["after"] else None


def _expanded(text: str) -> Iterator[str]:
    """Yield every phrase that a text with ``{a|b}`` alternatives stands for."""
    match = re.search(r"\{([^}]*)\}", text)
    if match is None:
        yield text
        return
    for choice in match.group(1).split("|"):
        yield from _expanded(f"{text[: match.start()]}{choice}{text[match.end() :]}")


def _closed() -> Iterator[tuple[str, Entry]]:
    for kind, texts in _table()["words"].items():
        for text in texts:
            yield from ((phrase, Entry(kind, phrase)) for phrase in _expanded(text))


def weather(state: str, *, negated: bool) -> str:
    """Return how a state of the weather is said; nothing for other states.

    >>> weather("rain", negated=True), weather("open", negated=False)
    ('it does not rain', '')
    """
    base = next(iter(_table()["weather"].get(state, ())), "")
    return base and (f"it does not {base}" if negated else f"it {forms(base)[0]}")


def _weather() -> Iterator[tuple[str, Entry]]:
    for state, verbs in _table()["weather"].items():
        for base in verbs:
            third, present = forms(base)
            for text, denied in ((f"it {third}", False), (f"it is {present}", False), (f"it 's {present}", False)):
                yield text, Entry("WEATHER", (state, denied))
            for text in (f"it does not {base}", f"it doesn't {base}", f"it is not {present}", f"it isn't {present}"):
                yield text, Entry("WEATHER", (state, True))


def _sides() -> Iterator[tuple[str, Entry]]:
    for category in ("vertical", "horizontal", "depth", "compass", "diagonal"):
        for phrase, label in words.labels(category).items():
            yield phrase, Entry("SIDE", label)
            if category != "diagonal":
                yield f"far {phrase}", Entry("SIDE", label)
            if category == "horizontal":
                yield f"{phrase}-hand", Entry("SIDE", label)


def _prepositions() -> Iterator[tuple[str, Entry]]:
    unsure = {*words.table()["parts"]["words"], *words.table()["heights"]["words"]}
    found = words.labels("prepositions").items()
    yield from ((phrase, Entry("PREPOSITION", label)) for phrase, label in found if phrase not in unsure)
    ranks = _table()["ranks"]
    for phrase in (*ranks["before"], *ranks["after"]):
        if phrase not in words.labels("prepositions"):
            yield phrase, Entry("BEFORE_OR_AFTER" if phrase in ("before", "after") else "RANK_PREPOSITION", phrase)
    yield from ((phrase, Entry("VERB", label)) for phrase, label in words.labels("verbs").items())
    yield from ((phrase, Entry("VERB", label)) for label, verbs in _table()["verbs"].items() for phrase in verbs)


def _numbers() -> Iterator[tuple[str, Entry]]:
    for word in words.table()["numbers"]:
        yield word, Entry("NUMBER", word)
    for word in words.units():
        yield word, Entry("UNIT", word)
    for place, word in enumerate(words.ORDINALS, 1):
        for ordinal in (word, f"{place}{({1: 'st', 2: 'nd', 3: 'rd'}).get(place, 'th')}"):
            yield ordinal, Entry("ORDINAL", (place, False))
            for last in ("last", "to last"):
                yield f"{ordinal} {last}", Entry("ORDINAL", (place, True))
    yield "last", Entry("ORDINAL", (1, True))


def _orders() -> Iterator[tuple[str, Entry]]:
    for axis, adjectives in _table()["orders"].items():
        for end, earlier in (("earlier", True), ("later", False)):
            for adjective in adjectives.get(end, ()):
                comparative, superlative = degrees(adjective)
                yield comparative, Entry("COMPARATIVE", (axis, earlier))
                yield f"more {adjective}", Entry("COMPARATIVE", (axis, earlier))
                yield f"less {adjective}", Entry("COMPARATIVE", (axis, not earlier))
                yield superlative, Entry("SUPERLATIVE", (axis, earlier))
                yield f"most {adjective}", Entry("SUPERLATIVE", (axis, earlier))
                yield f"least {adjective}", Entry("SUPERLATIVE", (axis, not earlier))
    for label, superlatives in _table()["superlatives"].items():
        yield from ((word, Entry("SUPERLATIVE", (label, True))) for word in superlatives)


def _verbs() -> Iterator[tuple[str, Entry]]:
    rest, ranks = _table()["rest"], _table()["ranks"]
    yield from ((word, Entry("PARTICIPLE")) for word in rest["participles"])
    for base in rest["verbs"]:
        third, present = forms(base)
        yield base, Entry("REST_BASE")
        yield past(base), Entry("RESTED")
        yield third, Entry("REST")
        yield present, Entry("PARTICIPLE")
    for base in ranks["verbs"]:
        yield from ((form, Entry("RANKED")) for form in (base, forms(base)[0], past(base)))


def _events() -> Iterator[tuple[str, Entry]]:
    """Yield the verbs of events in the past, since the present tells as well what is usual: "the bus goes to the station".

    What is something else as well keeps its class: a participle of rest, a side.
    """
    known = {form for source in (_sides(), _verbs(), _named(), _closed()) for form, _ in source}
    for form, kinds_ in events().items():
        if form not in known and form != "read":
            yield form, Entry("EVENT" if "past" in kinds_ else "DONE", form)


@cache
def events() -> dict[str, frozenset[str]]:
    """Return what each form of a verb of events can do, as the kinds of such verbs, and whether it is ``"past"``.

    >>> sorted(events()["drove"]), "past" in events()["driven"]
    (['carries', 'goes', 'past'], False)
    """
    table = _table()["events"]
    bases: dict[str, set[str]] = {}
    for kind, verbs in table.items():
        if kind != "past":
            for base in verbs.split():
                bases.setdefault(base, set()).add(kind)
    found: dict[str, set[str]] = {}
    for base, kinds_ in bases.items():
        told, *done = table["past"].get(base, past(base)).split()
        found.setdefault(told, set()).update(kinds_, {"past"})
        for form in done:
            found.setdefault(form, set()).update(kinds_, {"past"} if form.endswith("ed") else ())
    return {form: frozenset(kinds_) for form, kinds_ in found.items()}


def _views() -> Iterator[tuple[str, Entry]]:
    """Yield the verbs of those who come in, go out, turn round and head somewhere."""
    for kind, texts in _table()["views"]["verbs"].items():
        for text in texts:
            base, _, particle = text.partition(" ")
            third, present = forms(base)
            # What is a noun as well ("a row of heads") says where somebody heads only as a participle.
            finite = () if kind == "HEADS" and kinds.is_noun(base) else (("", base), ("", third))
            for ending, form in (*finite, ("_ING", present)):
                yield f"{form} {particle}".strip(), Entry(f"{kind}{ending}", text)


def _named() -> Iterator[tuple[str, Entry]]:
    """Yield what says a relation of which only the name is known, and the orders in which rows are told."""
    table = _table()
    for ending, rows in (("", table["named"]["plain"]), (":mutual", table["named"]["mutual"])):
        for texts in rows:
            name = next(_expanded(texts[0]))
            yield from ((phrase, Entry("NAMED", f"named:{name}{ending}")) for text in texts for phrase in _expanded(text))
    for classes, verbs in (
        (("NAMED_BASE", "NAMED_VERB", "NAMED_PAST"), table["named"]["verbs"]),
        (("LEADS", "LEADS", "LED"), table["leads"]["verbs"]),
        (("LINKS", "LINKS", "LINKED"), table["named"]["linking"]),
    ):
        for text in (phrase for verb in verbs for phrase in _expanded(verb)):
            base, _, particle = text.partition(" ")
            every = (base, forms(base)[0], past(base))
            for kind, form in zip(classes, every, strict=True):
                yield f"{form} {particle}", Entry(kind, f"named:{text}")
    for kind, name in (("starts", "begin at"), ("ends", "end at"), ("passes", "")):
        for text in table["route"][kind]:
            base, _, particle = text.partition(" ")
            for number, form in enumerate((base, forms(base)[0], *past(base).split())):
                token = "PASSES_BASE" if kind == "passes" and not number else kind.upper()
                yield f"{form} {particle}", Entry(token, f"named:{name or text}")
    for label, texts in table["lined_up"].items():
        yield from ((phrase, Entry("LINED_UP", label)) for text in texts for phrase in _expanded(text))
    for label, texts in table["rowwise"].items():
        yield from ((" ".join(phrase.split()), Entry("ROWWISE", label)) for text in texts for phrase in _expanded(text))
