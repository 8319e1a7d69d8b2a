"""Scenes, conditions and questions in the words of a language; the words themselves are those of `qsr.theories.seating.text`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from importlib import import_module
from random import Random
from typing import Any, Final

from qsr import resources
from qsr.datasets.space2024.generator.problems import Asked
from qsr.datasets.space2024.generator.scenes import Condition
from qsr.seats import Layout

__all__ = ["BLANK", "LANGUAGES", "Wording"]

#: Language -> the module that reads it and writes it.
LANGUAGES: Final = {"zh": "qsr.theories.seating.text.chinese", "en": "qsr.theories.seating.text.english"}
BLANK: Final = "()"
#: Names of two that stand in the table for any.
_EXAMPLES: Final = ("甲", "乙")


class Wording:
    """Writes in one language.

    Parameters
    ----------
    name
        A key of `LANGUAGES`.
    unreliable
        Whether to use wordings that the published items also use in another sense.
    """

    def __init__(self, name: str, *, unreliable: bool = False) -> None:
        self.language = import_module(LANGUAGES[name])
        self._style: dict[str, Any] = resources.table("space2024_generation.toml")[name]
        self._unreliable = unreliable
        self._sayable: dict[tuple[Layout, Condition], bool] = {}

    def pools(self, layout: Layout) -> tuple[tuple[str, ...], ...]:
        """Return the lists that have names enough for a layout."""
        return tuple(pool for pool in self.language.name_pools(layout) if len(pool) >= layout.places)

    def lead(self, random: Random, layout: Layout, names: Sequence[str]) -> str:
        """Return a text that introduces names and layout, of the theme whose list has the names."""
        pools: tuple[tuple[str, ...], ...] = self.language.name_pools(layout)
        found: tuple[str, ...] = self.language.lead_ins(layout, names)
        # Every theme has as many texts as any other; they come in the order of the lists.
        each, rest = divmod(len(found), len(pools))
        theme = next(at for at, pool in enumerate(pools) if set(names) <= set(pool))
        return random.choice(found if rest else found[theme * each : (theme + 1) * each])

    def supports(self, layout: Layout) -> bool:
        """Tell whether the language can introduce a layout with a name for each place."""
        pools = self.pools(layout)
        return bool(pools and self.language.lead_ins(layout, pools[0][: layout.places]))

    def has_words(self, condition: Condition, layout: Layout) -> bool:
        """Tell whether the language can say a clause, whoever it is about."""
        order = list(dict.fromkeys(arg for claim in condition for arg in claim.args))
        shape = tuple(claim._replace(args=tuple(order.index(arg) for arg in claim.args)) for claim in condition)
        if (layout, shape) not in self._sayable:
            self._sayable[layout, shape] = len(order) <= len(_EXAMPLES) and bool(self.ways(shape, _EXAMPLES, layout))
        return self._sayable[layout, shape]

    def ways(self, condition: Condition, names: Sequence[str], layout: Layout) -> tuple[str, ...]:
        """Return every way of saying a clause, less the unreliable ones."""
        found: tuple[str, ...] = self.language.wordings(condition, names, layout)
        barred = [entry["words"] for entry in self._style["unreliable"] if entry["view"] == layout.view]
        if self._unreliable or not barred:
            return found
        pattern = re.compile("|".join(barred))
        return tuple(way for way in found if not pattern.search(way))

    def say(self, random: Random, condition: Condition, names: Sequence[str], layout: Layout, unlike: str = "") -> str:
        """Return a way of saying a clause; another one than `unlike`, where there is one."""
        found = self.ways(condition, names, layout)
        return random.choice([way for way in found if way != unlike] or list(found))

    def text(self, lead: str, clauses: Sequence[str]) -> str:
        """Return the whole text of a lead-in and clauses."""
        style = self._style
        if not clauses:
            return lead
        said = [f"{clause[:1].upper()}{clause[1:]}" if style["capital"] else clause for clause in clauses]
        return f"{lead}{style['between']}{style['opening']}{style['join'].join(said)}{style['end']}"

    def question(self, random: Random, asked: Asked, names: Sequence[str], layout: Layout, unlike: str = "") -> str:
        """Return a question with a blank; another one than `unlike`, where there is one."""
        hidden = asked.offered[0]
        with_blank = [BLANK if at == hidden else name for at, name in enumerate(names)]
        end = self._style["question"]
        found = f"{self.say(random, (asked.option(hidden),), with_blank, layout, unlike.removesuffix(end))}{end}"
        return found[:1].upper() + found[1:] if self._style["capital"] else found

    def none(self, random: Random) -> str:
        """Return a spelling of "none of the above"."""
        spellings: tuple[str, ...] = self.language.NONE
        return random.choice(spellings)
