"""What stands in the rooms, and what the rooms are called."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import partial
from random import Random
from typing import Final

from qsr import resources
from qsr.errors import ParseError
from qsr.generate.name_files import read_names
from qsr.logic import Relation
from qsr.story import Statement, Story
from qsr.theories.room import text as roomspace

__all__ = ["furniture", "numbered", "readable", "wall_piece", "with_numbers", "words"]

#: Share of draws that put one more piece of a kind into a room that has one already.
_AGAIN: Final = 0.06


#: The table of names and prompts.
words: Final = partial(resources.table, "roomspace_generation.toml")


def furniture(source: str | None) -> tuple[str, ...]:
    """Return the list of our own, or the lines of a file, one piece of furniture a line.

    Raise ImpossibleRequest, with file and line, for a name that a story cannot carry.
    """
    if source is None:
        return tuple(words()["names"]["furniture"])
    return read_names(source, "--furniture", lambda _, name: _carried(name))


def _carried(name: str) -> bool:
    """Tell whether stories can carry a name; a number behind it is for several things of a kind."""
    return not name[-1].isdigit() and readable((name, f"{name} again", "other thing"))


def readable(names: Sequence[str]) -> bool:
    """Tell whether stories about the names, placed and related, are read as being about just these names."""
    placed = [("SWR", (index,)) for index in range(len(names))]
    related = [("NE", (index, index + 1)) for index in range(len(names) - 1)]
    statements = tuple(Statement(at, Relation.of(code), args) for at, (code, args) in enumerate((*placed, *related)))
    story = Story(tuple(names), statements)
    try:
        found = [roomspace.read(roomspace.write(story, view)) for view in roomspace.VIEWS]
    except (ParseError, ValueError):
        return False
    return all(
        one.entities == story.entities
        and {(s.relation, s.args) for s in one.statements} == {(s.relation, s.args) for s in statements}
        for one in found
    )


def numbered(random: Random, listed: Sequence[str], count: int) -> tuple[str, ...]:
    """Draw names for so many objects; several of a kind stand side by side and are numbered, as in "chair 1", "chair 2".

    >>> numbered(Random(1), ("bed",), 3)
    ('bed 1', 'bed 2', 'bed 3')
    """
    left = random.sample(list(listed), len(listed))
    drawn: list[str] = []
    while len(drawn) < count:
        again = drawn and (not left or random.random() < _AGAIN)
        drawn.append(random.choice(drawn) if again else left.pop())
    return with_numbers(drawn)


def with_numbers(kinds: Sequence[str]) -> tuple[str, ...]:
    """Name objects by their kinds, those of one kind side by side."""
    names: list[str] = []
    for kind, times in Counter(kinds).items():
        names += [kind] if times == 1 else [f"{kind} {number}" for number in range(1, times + 1)]
    return tuple(names)


def wall_piece(name: str) -> bool:
    """Tell whether an object hangs on the wall, as its name says and the stories of setting TPP with it."""
    return "painting" in name.split()
