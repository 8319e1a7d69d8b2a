"""Premises and whole questions as text, so that reading them again gives the same story."""

from __future__ import annotations

from typing import Final

from qsr.story import Story
from qsr.theories.prepositions.text.words import question_words

__all__ = ["PROMPTS", "premise", "prompt"]

#: The prompts of the benchmark, by number: bare, "Q: ... A:", "Question: ... Answer:" and the same in capitals.
PROMPTS: Final = range(4)
_COPULA: Final = {"en": "is", "ro": "este"}
#: The Romanian preposition melts with the indefinite article behind it.
_MELTED: Final = {"în un ": "într-un ", "în o ": "într-o "}


def premise(figure: str, preposition: str, ground: str, language: str) -> str:
    """Return "<figure> is <preposition> <ground>".

    >>> premise("lada", "în", "o pivniță", "ro"), premise("the cat", "on", "the sofa", "en")
    ('lada este într-o pivniță', 'the cat is on the sofa')
    """
    said = f"{preposition} {ground}"
    for apart, together in _MELTED.items() if language == "ro" else ():
        if said.startswith(apart):
            said = together + said.removeprefix(apart)
    return f"{figure} {_COPULA[language]} {said}"


def prompt(story: Story, number: int = 0) -> str:
    """Return a story's premises and its last conclusion in one of the `PROMPTS`; raise ValueError for a story without question.

    >>> from qsr.theories.prepositions.text.reader import read
    >>> print(prompt(read(["the ant is in the jar", "the jar is on the shelf"], "the ant is on the shelf"), 1))
    Q: If the ant is in the jar and the jar is on the shelf, does that imply that the ant is on the shelf?
    A:
    """
    if not story.questions or not story.statements:
        raise ValueError("a story with premises and a conclusion was expected")
    asked = story.questions[-1]
    language = str(dict(asked.properties)["language"])
    premises = [story.quote(statement.id) for statement in story.statements]
    conclusion = " ".join(story.text[slice(*asked.span)].split()).rstrip("?.! ")
    said = question_words(language)
    opening, joined = said["opening"][0].capitalize(), f" {said['join'][0]} ".join(premises)
    return said["prompts"][number].replace("{question}", f"{opening} {joined}, {said['implies'][0]} {conclusion}?")
