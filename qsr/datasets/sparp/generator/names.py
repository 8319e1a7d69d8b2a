"""What the entities of a context are called."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

from qsr import resources
from qsr.errors import ParseError
from qsr.generate.name_files import read_names
from qsr.generate.protocol import ImpossibleRequest
from qsr.language import english
from qsr.language.verbalise import noun_phrase

__all__ = ["NAME_LISTS", "names", "words"]

NAME_LISTS: Final = ("letters", "objects")


#: The table of names and instructions.
words: Final = partial(resources.table, "sparp_generation.toml")


def names(source: str) -> tuple[str, ...]:
    """Return a list of names: one of `NAME_LISTS`, or the lines of a file.

    Raise ImpossibleRequest, with file and line, for a name that no sentence can carry: one that the reader does not give
    back, or takes for an earlier one.
    """
    if source in NAME_LISTS:
        return tuple(words()["names"][source])
    found = read_names(source, f"--names: expected {', '.join(NAME_LISTS)} or a file", _follows)
    if len(found) > 1 and not _told_apart(found):
        raise ImpossibleRequest(f"{source}: some of these names can be taken for one another, such as 'cup' and 'red cup'")
    return found


def _follows(listed: Sequence[str], name: str) -> bool:
    """Tell whether a name is told from the one before it, a cheap test for the line at fault; all are told apart at the end."""
    return _told_apart([*listed[-1:], name])


#: A name that nobody gives.
_OTHER: Final = "something else altogether"


def _told_apart(listed: Sequence[str]) -> bool:
    """Tell whether sentences about the names, in either order, are read as being about just these names."""
    sentences = [f'{noun_phrase(one)} is above "{_OTHER}".' for one in listed]
    try:
        stories = [english.read(order) for order in (sentences, sentences[::-1])]
    except ParseError:
        return False
    return all(sorted(story.entities) == sorted((*listed, _OTHER)) for story in stories)
