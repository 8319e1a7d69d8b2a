"""From a `Story` of a room to RoomSpace's English, on a plan or from the southern door; the reader's way back.

The same table serves both ways (`grammars/roomspace_words.toml`), so that a written story reads as what it was. Sentences are
those of the published text without its slips: objects that share subject, direction and distance stand in one sentence.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Final

from qsr.story import Question, Statement, Story
from qsr.theories.room.clauses import REGIONS, WALLS
from qsr.theories.room.text.words import DIRECTIONS, VIEWS, distance, distance_words, written

__all__ = ["ask_text", "write"]

_DISTANCES: Final = {distance(word, classes): word for classes in (2, 3) for word in distance_words() if distance(word, classes)}
#: "chair 2", one of several.
_NUMBERED: Final = re.compile(r"(.+) \d+")
_NAME: Final = re.compile(r"[^\W_][\w'-]*(?: [\w'-]+)*")


def write(story: Story, view: str = "topdown", *, room: str = "room") -> str:
    """Return the text of a room.

    Parameters
    ----------
    story
        Entities and statements with the relations of RoomSpace: regions and TPP or NTPP of one thing, directions and distances
        of two. A distance stands in the sentence of a direction of the same two things in the same order.
    view
        ``"topdown"`` or ``"north"``.
    room
        The kind of room: ``"living room"``. Its shape is square, unless the story's setting `grid` has two different sides.

    Returns
    -------
    str
        A text that `read` takes back to the same entities and statements, statements of one sentence side by side.

    Raises
    ------
    ValueError
        For a view, name or statement that RoomSpace's English has no words for.

    Examples
    --------
    >>> room = Story(("bed", "desk"), (Statement(0, "NE", (0, 1)), Statement(1, "FR2", (0, 1))))
    >>> print(write(room, "north", room="bedroom").split(". ")[-1])
    From this perspective, the bed is in front of and to the right of the desk, at a far distance.
    """
    _known(view)
    for name in (*story.entities, room):
        if not _NAME.fullmatch(name):
            raise ValueError(f"{name[:40]!r} is no name that can be written: words of letters, digits and hyphens were expected")
    sentences = [_room(story, room), _furniture(story), *_relations(story, view)]
    return " ".join(sentences)


def ask_text(story: Story, question: Question, view: str = "topdown") -> str:
    """Return the words of a question of form ``"relation"`` or ``"yes_no"``; ValueError for another form, view or candidate.

    >>> room = Story(("bed", "desk"))
    >>> ask_text(room, Question(0, "relation", (0, 1), DIRECTIONS))
    'Where is the bed positioned in relation to the desk?'
    >>> ask_text(room, Question(0, "yes_no", (0, 1), ("NE",)), "north")
    'Could the bed be positioned in front of and to the right of the desk?'
    """
    _known(view)
    head, tail = (f"the {story.entities[index]}" for index in question.args)
    if question.form == "relation":
        return f"Where is {head} positioned in relation to {tail}?"
    if question.form != "yes_no" or len(question.candidates) != 1 or question.candidates[0] not in DIRECTIONS:
        raise ValueError(f"a question for a relation, or whether one direction is possible, was expected, not {question.form}")
    verb = "placed" if view == "topdown" or question.candidates[0] == "O" else "positioned"
    return f"Could {head} be {verb} {_direction(question.candidates[0], view, question=True)} {tail}?"


def _known(view: str) -> None:
    if view not in VIEWS:
        raise ValueError(f"the view {view!r} is none of {', '.join(VIEWS)}")


def _direction(relation: str, view: str, *, question: bool = False) -> str:
    if relation == "O":
        return ("in the same location" if question else written("same", "O")) + " as"
    if view == "topdown":
        return f"to the {written('compass', relation)} of"
    front = {"N": "in front of", "S": "behind"}
    return " and ".join(front.get(letter) or f"to the {written('side', letter)} of" for letter in relation)


def _room(story: Story, kind: str) -> str:
    width, _, length = dict(story.settings).get("grid", "").partition("x")
    shape = written("shapes", "square" if width == length else "rectangle")
    return f"Imagine a {shape} {kind}, bordered by four walls."


# ---------------------------------------------------------------- furniture


def _furniture(story: Story) -> str:
    placed: dict[int, dict[str, str]] = {index: {} for index in range(len(story.entities))}
    for statement in story.statements:
        if len(statement.args) == 1:
            kind = "region" if statement.relation in REGIONS else "wall" if statement.relation in WALLS else ""
            if not kind or kind in placed[statement.args[0]]:
                raise ValueError(f"{statement.relation} of {story.entities[statement.args[0]]} cannot be written")
            placed[statement.args[0]][kind] = statement.relation
    items = [
        lead + story.entities[index] + _placement(story.entities[index], placed[index]) for index, lead in _leads(story.entities)
    ]
    if not items:
        raise ValueError("a room without furniture cannot be written")
    mark = "; " if any("wall" in found for found in placed.values()) else ", "
    # Where nothing is placed the list ends in "and", as the published text has it.
    last = f"{mark}and " if len(items) > 1 and not any(placed.values()) else mark
    listed = last.join(filter(None, (mark.join(items[:-1]), items[-1])))
    return f"This room contains a collection of furniture, including {listed}."


def _leads(names: Sequence[str]) -> list[tuple[int, str]]:
    """Return what goes before each name: an article, or "some chairs:" before the first of several that stand side by side."""
    leads: list[tuple[int, str]] = []
    for _, group in groupby(range(len(names)), key=lambda index: _base(names[index]) or f"\0{index}"):
        indices = list(group)
        for index in indices:
            article = "an " if names[index][0] in "aeiouAEIOU" else "a "
            several = f"some {_plural(_base(names[index]))}: " if index == indices[0] else ""
            leads.append((index, several if len(indices) > 1 else article))
    return leads


def _base(name: str) -> str:
    numbered = _NUMBERED.fullmatch(name)
    return numbered[1] if numbered else ""


def _plural(noun: str) -> str:
    return noun + ("es" if re.search(r"(?:s|x|z|ch|sh)$", noun) else "s")


def _placement(name: str, placed: Mapping[str, str]) -> str:
    if "wall" in placed and "region" not in placed:
        raise ValueError(f"{name} is placed at a wall, or away from walls, in no region of the room")
    if not placed:
        return ""
    region = written("regions", placed["region"])
    if "painting" in name.split() and placed.get("wall") == "TPP":
        return f" hanging on the wall, in the {region} of the room"
    return f" placed in the {region}" + (f", {written('walls', placed['wall'])}" if "wall" in placed else "")


# ---------------------------------------------------------------- relations


def _relations(story: Story, view: str) -> list[str]:
    pairs = [statement for statement in story.statements if len(statement.args) == 2]
    sentences: dict[tuple[int, str, str], list[int]] = {}
    distances = _distances(story, pairs)
    for statement in pairs:
        if statement.relation in DIRECTIONS:
            word = distances.pop(statement.args, "")
            sentences.setdefault((statement.args[0], statement.relation, word), []).append(statement.args[1])
        elif statement.relation not in _DISTANCES:
            raise ValueError(f"{statement.relation} of two things cannot be written")
    if distances:
        head, tail = (story.entities[index] for index in next(iter(distances)))
        raise ValueError(f"the distance of {head} and {tail} stands without a direction")
    written_out = [_sentence(story, view, key, tails) for key, tails in sentences.items()]
    if view == "topdown" or not written_out:
        return [_capital(sentence) for sentence in written_out]
    first, *others = written_out
    stand = "Imagine yourself at the southern wall's door, looking inwards."
    return [stand, f"From this perspective, {first}", *map(_capital, others)]


def _distances(story: Story, pairs: Sequence[Statement]) -> dict[tuple[int, ...], str]:
    found: dict[tuple[int, ...], str] = {}
    for statement in pairs:
        if statement.relation in _DISTANCES:
            if statement.args in found:
                head, tail = (story.entities[index] for index in statement.args)
                raise ValueError(f"{head} and {tail} have two distances")
            found[statement.args] = _DISTANCES[statement.relation]
    return found


def _sentence(story: Story, view: str, key: tuple[int, str, str], tails: Sequence[int]) -> str:
    head, relation, word = key
    verb = "is placed" if view == "topdown" else "is"
    landmarks = " and ".join(_thing(story.entities[tail]) for tail in tails)
    apart = f", at a {word} distance" if word else ""
    return f"{_thing(story.entities[head])} {verb} {_direction(relation, view)} {landmarks}{apart}."


def _thing(name: str) -> str:
    return name if _base(name) else f"the {name}"


def _capital(sentence: str) -> str:
    return sentence[0].upper() + sentence[1:]
