"""Prompts that put an item to a language model: its story, its question, and the form that the answer is to have.

The defaults stand in `prompts.toml` in the folder of a data set. Keys are forms of questions, or a form and a group of items
where answers to that group have a form of their own. In a prompt, default or one's own, what stands in braces is filled in:
``{story}`` the text without its question, ``{question}``, ``{labels}`` the labels that an answer may take where the item lists
them, ``{options}`` what the item offers, a line each, and ``{rules}`` where a data set says more
(`qsr.datasets.protocol.Prompted`).
Nothing is filled in from an item's own label.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Final

from qsr import datasets
from qsr.datasets.protocol import Item, Prompted
from qsr.errors import DatasetError
from qsr.story import Story

__all__ = ["PLACES", "PLAIN", "prompt", "without_questions"]

#: What may stand in braces.
PLACES: Final = ("story", "question", "labels", "options", "rules")
#: The prompt of data sets without prompts of their own.
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
    places = _places(dataset, item)
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
def _defaults(dataset: str) -> dict[str, str]:
    """Return the prompts of a data set, none where there is no file of them beside the module that reads it."""
    file = files(type(datasets.get(dataset)).__module__.rpartition(".")[0]) / "prompts.toml"
    return tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}


def _default(dataset: str, item: Item) -> str:
    known = _defaults(dataset)
    form = item.question.form
    named = (f"{form} {group}" for group in item.groups)
    return next((known[name] for name in named if name in known), known.get(form, PLAIN))


def _places(name: str, item: Item) -> Mapping[str, str]:
    dataset = datasets.get(name)
    if isinstance(dataset, Prompted):
        return dataset.places(item)
    offered = item.choices or tuple(("", name) for name in item.question.candidates)
    return {
        "story": without_questions(item.story),
        "question": item.question.text,
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
