"""Prepositions without the words of the items: whether the lexicon knows a language, or a list of items.

Every word that occurs in the given items is taken out of every hand-written list (kinds of nouns, fixed phrases, nouns that rules
name, in both languages; a phrase goes with any of its words), and the items are answered again. The table derived from a
dictionary stays: no item had a part in it. For each item that is lost, the entries that bring it back are named, alone where one
is enough.

    python benchmarks/prepositions_ablation.py FILE... [--json]

Files are those that the data set `prepositions` reads. The table goes to standard output; with ``--json`` one JSON object.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final, NamedTuple
from unittest.mock import patch

from qsr import datasets, resources, theories
from qsr.datasets.protocol import Item

LEXICONS: Final = ("prepositions_english.toml", "prepositions_romanian.toml")
_ENTRY: Final = re.compile(r'^(?P<key>\s*[\w"-]+\s*=\s*)"(?P<words>[^"]*)"\s*$', re.MULTILINE)
#: Sections whose entries are lists of words; those of prepositions map function words.
_LISTS: Final = ("kinds", "phrases", "open_phrases", "phrase")
_SECTION: Final = re.compile(r"^\[(?P<name>[\w.]+)\]", re.MULTILINE)
#: Words that are no content of an item.
_FUNCTION: Final = frozenset(
    (
        "the",
        "a",
        "an",
        "of",
        "and",
        "in",
        "at",
        "on",
        "with",
        "under",
        "above",
        "behind",
        "is",
        "are",
        "my",
        "our",
        "his",
        "her",
        "its",
    )
) | frozenset(("la", "pe", "cu", "sub", "în", "un", "o", "al", "ai", "ale", "de", "din", "lui"))


class Lost(NamedTuple):
    """An item that is right with all words and not without those of the items; each of `restored` brings it back."""

    item: str
    text: str
    before: object
    after: object
    restored: tuple[str, ...]


def words_of(item: Item) -> frozenset[str]:
    """Return the content words of an item, as written and in every form that a lemma may have."""
    found: set[str] = set()
    for said in (*item.story.statements, *item.story.questions):
        given = dict(said.properties)
        for role in ("figure", "ground"):
            for text in (*given[f"{role}_lemmas"], *given[f"{role}_modifiers"], given[f"{role}_phrase"]):
                found.update(re.findall(r"[\w'-]+", str(text).lower()))
    return frozenset(found - _FUNCTION)


def entries_with(text: str, words: frozenset[str]) -> set[str]:
    """Return the entries of a lexicon's lists that have one of the words."""
    found: set[str] = set()
    for entry in _lists(text):
        found.update(token for token in entry["words"].split() if _hit(token, words))
    return found


def _hit(token: str, words: frozenset[str]) -> bool:
    return any(part in words for part in token.lower().removeprefix("~").split("_") if part not in _FUNCTION)


def _lists(text: str) -> Iterator[re.Match[str]]:
    sections = [(found.start(), found["name"].split(".")[0]) for found in _SECTION.finditer(text)]
    for entry in _ENTRY.finditer(text):
        section = next((name for start, name in reversed(sections) if start < entry.start()), "")
        if section in _LISTS:
            yield entry


def without(text: str, entries: frozenset[str]) -> str:
    """Return a lexicon without some entries; everything else keeps its place."""
    pieces, position = [], 0
    for entry in _lists(text):
        kept = " ".join(token for token in entry["words"].split() if token not in entries)
        pieces += [text[position : entry.start("words")], kept]
        position = entry.end("words")
    return "".join((*pieces, text[position:]))


@contextmanager
def lexicon_without(entries: frozenset[str]) -> Iterator[None]:
    """Let the theory read its lexicon without some entries."""
    plain = resources._read

    def read(folder: str, name: str) -> str:
        text = plain(folder, name)
        return without(text, entries) if name in LEXICONS else text

    with patch.object(resources, "_read", read):
        _forget()
        try:
            yield
        finally:
            _forget()


def _forget() -> None:
    """Drop what modules of the theory keep of the lexicon."""
    for name, module in list(sys.modules.items()):
        if name.startswith("qsr.theories.prepositions"):
            for value in list(vars(module).values()):
                if hasattr(value, "cache_clear"):
                    value.cache_clear()


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
    items = [item for file in files for item in datasets.read("prepositions", file) if isinstance(item, Item) and item.gold]
    used = {item.id: words_of(item) for item in items}
    every = frozenset().union(*used.values())
    texts = [resources.grammar(name) for name in LEXICONS]
    removed = frozenset().union(*(entries_with(text, every) for text in texts))
    total = sum(len(entry["words"].split()) for text in texts for entry in _lists(text))
    full = answers(items)
    with lexicon_without(removed):
        bare = answers(items)
    lost = [
        Lost(
            item.id,
            " / ".join(item.story.text.split("\n")),
            full[item.id],
            bare[item.id],
            _restoring(item, removed, used[item.id]),
        )
        for item in items
        if full[item.id] == item.gold != bare[item.id]
    ]
    won = [item.id for item in items if bare[item.id] == item.gold != full[item.id]]
    groups = sorted({group for item in items for group in item.groups if not group.startswith("contains")})
    return {
        "items": len(items),
        "entries": total,
        "removed": sorted(removed),
        "correct": sum(full[item.id] == item.gold for item in items),
        "correct_without": sum(bare[item.id] == item.gold for item in items),
        "groups": {
            group: {
                "items": sum(group in item.groups for item in items),
                "correct": sum(group in item.groups and full[item.id] == item.gold for item in items),
                "correct_without": sum(group in item.groups and bare[item.id] == item.gold for item in items),
            }
            for group in groups
        },
        "lost": [one._asdict() for one in lost],
        "won": won,
    }


def _restoring(item: Item, removed: frozenset[str], words: frozenset[str]) -> tuple[str, ...]:
    """Return the removed entries that each bring an item back, where none does all its own if those together do."""
    own = sorted(entry for entry in removed if _hit(entry, words))
    alone = []
    for entry in own:
        with lexicon_without(removed - {entry}):
            if answers([item])[item.id] == item.gold:
                alone.append(entry)
    if alone:
        return tuple(alone)
    with lexicon_without(removed - set(own)):
        return (" + ".join(own),) if answers([item])[item.id] == item.gold else ()


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
    print(f"{len(result['removed'])} of {result['entries']} entries of the hand-written lists removed")
    rows = {"all": {key: result[key] for key in ("items", "correct", "correct_without")}, **result["groups"]}
    for name, row in rows.items():
        print(f"{name:24} {row['items']:5} items  {row['correct']:5} correct  {row['correct_without']:5} without")
    for one in result["lost"]:
        back = " or ".join(one["restored"]) or "-"
        print(f"lost: {one['item']}: {one['text']}: {one['before']}, now {one['after']}; back with {back}")
    for identity in result["won"]:
        print(f"won: {identity}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
