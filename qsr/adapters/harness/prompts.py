"""Prompts that put an item to a language model: its story, its question, and the form that the answer is to have.

The defaults stand in `prompts.toml`, per data set, by the form of the question; where the way of answering differs between
groups of items, by form and group. In a prompt, default or one's own, what stands in braces is filled in: ``{story}`` the text
without its question, ``{question}``, ``{labels}`` the labels that an answer may take where the item lists them, ``{options}``
what the item offers, a line each, and ``{rules}`` those of a grid world, whose ``{story}`` is the drawing with its legend.
Nothing is filled in from an item's own label.
"""

from __future__ import annotations

import re
import tomllib
from functools import cache
from importlib.resources import files
from typing import Any, Final

from qsr.datasets.protocol import Item
from qsr.errors import DatasetError
from qsr.story import Story
from qsr.theories.gridworld.text.prompts import prompt as plan_prompt

__all__ = ["PLACES", "PLAIN", "prompt", "without_questions"]

#: What may stand in braces.
PLACES: Final = ("story", "question", "labels", "options", "rules")
#: The prompt of data sets that this package does not know.
PLAIN: Final = "{story}\n\n{question}"
_PLACE: Final = re.compile(r"\{(\w*)\}")


def prompt(dataset: str, item: Item, template: str | None = None) -> str:
    """Return the prompt for an item.

    Parameters
    ----------
    dataset, item
        The name of the data set, and an item of it.
    template
        Words of one's own in place of the default's.

    Raises
    ------
    DatasetError
        Where a template has another name in braces than those of `PLACES`, or has no story.
    """
    chosen = _default(dataset, item) if template is None else _checked(template)
    places = _places(item)
    return _PLACE.sub(lambda found: places[found[1]], chosen).strip()


def _checked(template: str) -> str:
    named = _PLACE.findall(template)
    strange = [name for name in named if name not in PLACES]
    if strange:
        raise DatasetError(f"the prompt has no place called {{{strange[0]}}}; there are {', '.join(PLACES)}")
    if "story" not in named:
        raise DatasetError("the prompt has no {story}: a model could not know what is asked about")
    return template


@cache
def _defaults() -> dict[str, Any]:
    return tomllib.loads((files("qsr.adapters.harness") / "prompts.toml").read_text(encoding="utf-8"))


def _default(dataset: str, item: Item) -> str:
    known = _defaults().get(dataset, {})
    form = item.question.form
    named = (f"{form} {group}" for group in item.groups)
    return str(next((known[name] for name in named if name in known), known.get(form, PLAIN)))


def _places(item: Item) -> dict[str, str]:
    question = item.question.text
    if item.question.form == "plan":
        words = plan_prompt(item.story)
        return {"story": words.user, "question": question, "labels": "", "options": "", "rules": words.system}
    offered = item.choices or tuple(("", name) for name in item.question.candidates)
    return {
        "story": without_questions(item.story),
        "question": question,
        "labels": ", ".join(item.label_set),
        "options": "\n".join(f"{letter}. {text}" if letter else text for letter, text in offered),
        "rules": "",
    }


def without_questions(story: Story) -> str:
    """Return the text of a story up to its questions and between them: some readers keep these in the text, some apart."""
    kept, position = [], 0
    for start, end in sorted(one.span for one in story.questions):
        kept.append(story.text[position : max(start, position)])
        position = max(end, position)
    kept.append(story.text[position:])
    return "".join(kept).strip()
