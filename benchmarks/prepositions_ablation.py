"""Prepositions without the words of the items: whether the tables know a language, or a list of items.

Every content word of the given items, in every form that its lemma may have, is taken out of every table that the theory and its
reader have: kinds of nouns, fixed phrases, words that rules of evidence name, verbs and other words of the reader, irregular
forms, kinds of places; a phrase goes with any of its words. Then the items are read and answered again: once with the nouns that
dictionaries (WordNet and the Romanian Wordnet) have beside the tables written by hand, and once without the words of the items
there either. Function words stay: prepositions, determiners, pronouns, and what begins a postmodifier. For each item that is lost
without the words in the tables written by hand, the entries are named that bring it back, alone where one is enough.

    python benchmarks/prepositions_ablation.py FILE... [--json]

Files are those that the data set `prepositions` reads. The table goes to standard output; with ``--json`` one JSON object.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import tempfile
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple
from unittest.mock import patch

from figures import Figure

from qsr import datasets, generate, resources, theories
from qsr.datasets.protocol import Item
from qsr.generate import Request
from qsr.nouns.forms import forms
from qsr.nouns.lexicon import nouns

LEXICONS: Final = ("nouns_english.toml", "nouns_romanian.toml")
PHRASES: Final = ("prepositions_english.toml", "prepositions_romanian.toml")
#: Tables written by hand -> their sections without words of content: function words, endings, names of kinds, questions.
TABLES: Final[Mapping[str, tuple[str, ...]]] = {
    **dict.fromkeys(LEXICONS, ("determiners", "pronouns", "suffixes", "endings", "stems")),
    **dict.fromkeys(PHRASES, ("prepositions",)),
    "preposition_evidence.txt": (),
    "prepositions_reading.toml": ("prepositions", "question"),
    "places.toml": ("kinds", "within", "lexicon"),
}
#: Tables made from dictionaries: lines of kinds and nouns.
DERIVED: Final = (
    "preposition_nouns.txt",
    "preposition_nouns_romanian.txt",
    "preposition_senses_english.txt",
    "preposition_senses_romanian.txt",
)
#: Sections of forms, in which a line is an entry: "stood" and what it is the past of.
_FORMS: Final = ("en.irregular",)
_LINE: Final = re.compile(r"[^\n]+\n?")
_STRING: Final = re.compile(r'"(?P<words>[^"]*)"(?:\s*,)?')
_PACKAGES: Final = ("qsr.resources", "qsr.nouns", "qsr.theories.prepositions", "qsr.theories.places", "qsr.datasets.prepositions")


class Entry(NamedTuple):
    """An entry of a table, and its place there."""

    text: str
    start: int
    end: int


class Lost(NamedTuple):
    """An item that is right with all words and not without those of the items; each of `restored` brings it back."""

    item: str
    text: str
    before: object
    after: object
    restored: tuple[str, ...]


@cache
def function_words() -> frozenset[str]:
    """Return the words that are no content of an item."""
    found = {"is", "are", "and", "al", "ai", "ale", "lui"}
    for name in LEXICONS:
        table = tomllib.loads(resources.grammar(name))
        found.update(table["phrase"]["postmodifiers"].split())
        found.update(
            word for section in ("determiners", "pronouns") for words in table[section].values() for word in words.split()
        )
    return frozenset(found.union(*(tomllib.loads(resources.grammar(name))["prepositions"] for name in PHRASES)))


def words_of(item: Item) -> frozenset[str]:
    """Return the content words of an item, as written and in every form that a lemma may have."""
    language = str(dict(item.question.properties)["language"])
    written = {word for entity in item.story.entities for word in re.findall(r"[\w'-]+", entity.lower())}
    return frozenset().union(*(forms(word, nouns(language)) for word in written)) - function_words()


@cache
def entries(name: str, text: str) -> tuple[Entry, ...]:
    """Return the entries of a table with their places."""
    return tuple(_entries(name, text))


def _entries(name: str, text: str) -> Iterator[Entry]:
    section = listed = ""
    for line in _LINE.finditer(text):
        said, start = line.group(), line.start()
        if said.startswith("["):
            section = said.strip("[]\n")
        elif said.startswith("#") or set(section.split(".")).intersection(TABLES.get(name, ())):
            continue
        elif name in DERIVED:
            # Kinds, or a preposition and its sense, and the nouns.
            yield from _words(said, start, said.index(":") + 1, len(said))
        elif section in _FORMS:
            yield Entry(" ".join(re.findall(r"[^\W_][\w'-]*", said)), start, line.end())
        elif name.endswith(".txt"):
            listed = said if not said.startswith(" ") else listed
            if said.startswith(" ") and listed.startswith("list "):
                yield Entry(said.strip(), start, line.end())
        elif re.match(r'[\w"-]+\s*=\s*"', said):
            yield from _words(said, start, said.index('"', said.index("=")) + 1, said.rindex('"'))
        else:
            for string in _STRING.finditer(said):
                yield Entry(string["words"], start + string.start(), start + string.end())


def _words(line: str, start: int, first: int, last: int) -> Iterator[Entry]:
    for word in re.compile(r"[^\s~]\S*").finditer(line, first, last):
        yield Entry(word.group(), start + word.start(), start + word.end())


def has(entry: str, words: frozenset[str]) -> bool:
    """Tell whether an entry has one of some words."""
    return not words.isdisjoint(re.split(r"[\s_:]+", entry.lower()))


def without(name: str, text: str, words: frozenset[str], kept: frozenset[str] = frozenset()) -> str:
    """Return a table without the entries that have one of some words, save those that are `kept`; all else keeps its place."""
    pieces, position = [], 0
    for entry in entries(name, text):
        if entry.text not in kept and has(entry.text, words):
            pieces.append(text[position : entry.start].removesuffix("~"))
            position = entry.end
    return "".join((*pieces, text[position:]))


@contextmanager
def tables_without(words: frozenset[str], kept: frozenset[str] = frozenset(), *, derived: bool = False) -> Iterator[None]:
    """Let theory and reader have their tables without some words; `derived` takes those of the dictionaries as well."""
    plain = resources._read
    names = (*TABLES, *DERIVED) if derived else tuple(TABLES)

    def read(folder: str, name: str) -> str:
        text = plain(folder, name)
        return without(name, text, words, kept) if folder == "grammars" and name in names else text

    with patch.object(resources, "_read", read):
        _forget()
        try:
            yield
        finally:
            _forget()


def _forget() -> None:
    """Drop what theory and reader keep of their tables."""
    for name, module in list(sys.modules.items()):
        if name.startswith(_PACKAGES):
            for value in list(vars(module).values()):
                if hasattr(value, "cache_clear"):
                    value.cache_clear()


def read_items(files: Sequence[str]) -> list[Item]:
    """Return the items of some files that have a gold answer."""
    return [item for file in files for item in datasets.read("prepositions", file) if isinstance(item, Item) and item.gold]


def answers(items: Sequence[Item]) -> dict[str, object]:
    """Return the theory's answer to each item, in the form of the data set."""
    dataset = datasets.get("prepositions")
    session = theories.get("prepositions").open()
    try:
        return {item.id: dataset.native(item, session.answer(item.story, item.question)) for item in items}
    finally:
        session.close()


def measured(files: Sequence[str]) -> dict[str, Any]:
    """Return the scores with and without the words of the items, and the items that are lost."""
    items = read_items(files)
    used = {item.id: words_of(item) for item in items}
    every = frozenset().union(*used.values())
    known = [entry.text for name in TABLES for entry in entries(name, resources.grammar(name))]
    removed = frozenset(entry for entry in known if has(entry, every))
    full = answers(items)
    with tables_without(every):
        bare = answers(read_items(files))
    with tables_without(every, derived=True):
        none = answers(read_items(files))
    counted = {"correct": full, "correct_without": bare, "correct_without_nouns": none}
    lost = [
        Lost(
            item.id,
            " / ".join(item.story.text.split("\n")),
            full[item.id],
            bare.get(item.id),
            _restoring(item, every, removed),
        )
        for item in items
        if full[item.id] == item.gold != bare.get(item.id)
    ]
    won = [item.id for item in items if bare.get(item.id) == item.gold != full[item.id]]
    groups = sorted({group for item in items for group in item.groups if not group.startswith("contains")})
    return {
        "items": len(items),
        "entries": len(known),
        "removed": sorted(removed),
        **{name: sum(said.get(item.id) == item.gold for item in items) for name, said in counted.items()},
        "groups": {
            group: {
                "items": sum(group in item.groups for item in items),
                **{
                    name: sum(group in item.groups and said.get(item.id) == item.gold for item in items)
                    for name, said in counted.items()
                },
            }
            for group in groups
        },
        "lost": [one._asdict() for one in lost],
        "won": won,
    }


def _restoring(item: Item, words: frozenset[str], removed: frozenset[str]) -> tuple[str, ...]:
    """Return the removed entries that each bring an item back, where none does all its own if those together do.

    The item is taken as it was read with all words.
    """
    own = sorted(entry for entry in removed if has(entry, words_of(item)))
    alone = []
    for entry in own:
        with tables_without(words, frozenset({entry})):
            if answers([item])[item.id] == item.gold:
                alone.append(entry)
    if alone:
        return tuple(alone)
    with tables_without(words, frozenset(own)):
        return (" + ".join(own),) if answers([item])[item.id] == item.gold else ()


def short() -> Iterator[Figure]:
    """Yield the share of made-up items that are answered right without their own words, beside that with them."""
    rows = [row for _, row in generate.get("prepositions").generate(Request(seed=1, count=4, options={}))]
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "made.jsonl"
        file.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
        found = measured([str(file)])
    share, whole = found["correct_without_nouns"] / found["items"], found["correct"] / found["items"]
    yield Figure("right without the items' words", share, "", "with them", whole)


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", metavar="FILE")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    chosen = parser.parse_args(arguments)
    result = measured(chosen.files)
    if chosen.json:
        print(json.dumps(result, ensure_ascii=False, indent=2))
        return 0
    print(f"{len(result['removed'])} of {result['entries']} entries of the tables written by hand removed")
    columns = {"items": "items", "correct": "correct", "correct_without": "without", "correct_without_nouns": "without nouns"}
    for name, row in {"all": result, **result["groups"]}.items():
        print(f"{name:24}", *(f"{row[key]:5} {said}" for key, said in columns.items()), sep="  ")
    for one in result["lost"]:
        back = " or ".join(one["restored"]) or "-"
        print(f"lost: {one['item']}: {one['text']}: {one['before']}, now {one['after']}; back with {back}")
    for identity in result["won"]:
        print(f"won: {identity}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
