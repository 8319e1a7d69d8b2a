"""Consistency: whether a model answers a question alike when it is asked again.

SpaCE 2024 disturbs some items in three ways: the same item again (`repeated`), in other words (`reworded`), and with the options
in another order (`switched`). A group holds all items that are one question. Its answers are consistent where
all are equal as sets of option texts, since a switched option has another letter; an answer that is missing or could not be read
equals no other. Of the three sub-scores each counts the groups that have two items which differ in that way alone, and those
whose answers are equal over all such pairs.

Items of a file are one question where text and options are the same (the options in any order) and the questions ask for the
same: in the same words but for marks, or as the data set says (`AskedAgain`). Text and options alone are not enough: files ask
several questions of one text. Questions reworded in any other way are one only where a file of groups says so.

Source: the overview of CCL24-Eval Task 3 (CCL 2024); how a pair is classed where both question and order differ is ours.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, Final

from qsr.datasets.forms.tables import values
from qsr.datasets.free_text.plain_text import bare, plain_option
from qsr.datasets.hooks import AskedAgain
from qsr.datasets.protocol import Dataset, Item
from qsr.errors import DatasetError
from qsr.oracle.paths import ANY, Typed
from qsr.shares import rate
from qsr.story import Value

__all__ = ["KINDS", "Member", "consistency", "groups_of", "read_groups"]

KINDS: Final = ("repeated", "reworded", "switched")


@dataclass(frozen=True, slots=True)
class Member:
    """One item with what was read from its answer: the texts of the chosen options, None where there is no answer."""

    item: Item
    chosen: frozenset[str] | None

    @classmethod
    def of(cls, item: Item, value: Value | None) -> Member:
        """Return an item with the option texts that its answer names."""
        if not isinstance(value, (tuple, frozenset)):
            return cls(item, None)
        texts = dict(item.choices)
        return cls(item, frozenset(plain_option(texts[letter]) for letter in value))


def groups_of(dataset: Dataset, items: Iterable[Item]) -> list[tuple[str, ...]]:
    """Return the ids of a data set's items that are one question, group by group; only groups of two or more."""
    asked = dataset.asked if isinstance(dataset, AskedAgain) else _words
    found: dict[Hashable, list[str]] = {}
    for item in items:
        options = tuple(sorted(plain_option(text) for _, text in item.choices))
        found.setdefault((_text(item), options, asked(item)), []).append(item.id)
    return [tuple(group) for group in found.values() if len(group) > 1]


def _text(item: Item) -> str:
    # A reader puts the question behind the text.
    return item.story.text.removesuffix(item.question.text).strip()


def _words(item: Item) -> str:
    return bare(item.question.text)


def read_groups(file: str, items: Typed = ANY) -> list[tuple[str, ...]]:
    """Read a file of groups of items: a JSON object a line, either `ids` (a list) or `id` (or `qid`) and `group`.

    Generated rows name their group among what is known of them, so that a file of them serves too. Raise DatasetError with the
    line for anything else.
    """
    whole: list[tuple[str, ...]] = []
    named: dict[str, list[str]] = {}
    for number, row, error in values(file):
        if error:
            raise DatasetError(f"{file}:{number}: {error}")
        ids, identity = (row.get("ids"), row.get("id", row.get("qid"))) if isinstance(row, dict) else (None, None)
        if isinstance(ids, list) and all(isinstance(one, str) for one in ids):
            whole.append(tuple(dict.fromkeys(items.id(one, file) for one in ids)))
        elif isinstance(identity, str) and (group := _group(row)) is not None:
            named.setdefault(group, []).append(items.id(identity, file))
        else:
            raise DatasetError(f"{file}:{number}: expected an object with ids, a list of texts, or with id and group")
    return [group for group in (*whole, *(tuple(dict.fromkeys(ids)) for ids in named.values())) if len(group) > 1]


def _group(row: Mapping[str, Any]) -> str | None:
    known = row.get("generated")
    group = row.get("group", known.get("group") if isinstance(known, dict) else None)
    return str(group) if isinstance(group, (str, int)) else None


def consistency(members: Mapping[str, Member], groups: Iterable[Sequence[str]]) -> dict[str, Any]:
    """Return how many groups there are, how many are answered consistently, and the three sub-scores.

    Parameters
    ----------
    members
        Id -> item and answer.
    groups
        Ids that belong together; those without a member are passed over, and so are groups of which fewer than two are left.
    """
    present = [[members[one] for one in group if one in members] for group in groups]
    present = [group for group in present if len(group) > 1]
    report = _share([_equal(combinations(group, 2)) for group in present])
    for kind in KINDS:
        pairs = [[pair for pair in combinations(group, 2) if _difference(*pair) == kind] for group in present]
        report[kind] = _share([_equal(some) for some in pairs if some])
    inconsistent = [[one.item.id for one in group] for group in present if not _equal(combinations(group, 2))]
    report["inconsistent"] = {"count": len(inconsistent), "first": inconsistent[:10]}
    return report


def _share(consistent: Sequence[bool]) -> dict[str, Any]:
    return {
        "groups": len(consistent),
        "consistent": sum(consistent),
        "share": rate(sum(consistent), len(consistent)),
    }


def _equal(pairs: Iterable[tuple[Member, Member]]) -> bool:
    return all(one.chosen is not None and one.chosen == other.chosen for one, other in pairs)


def _difference(one: Member, other: Member) -> str:
    """Return in which of the three ways two items differ, if in one of them alone."""
    same_words = _words(one.item) == _words(other.item) and _text(one.item) == _text(other.item)
    first, second = ([plain_option(text) for _, text in member.item.choices] for member in (one, other))
    if first == second:
        return "repeated" if same_words else "reworded"
    return "switched" if same_words else ""
