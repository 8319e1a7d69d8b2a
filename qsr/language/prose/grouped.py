"""Logic over clauses: conditions, choices, and clauses in brackets, the English in which every formula can be said.

"It is not so that (P)"; "all of these: (P), (Q)"; "at least 2 of these: (P), (Q), (R)". `qsr.language.prose.writing` writes it.
"""

from __future__ import annotations

from typing import Any

from lark import Token, v_args

from qsr.errors import ParseError
from qsr.language.prose.claims import Said, Saying, joined
from qsr.language.prose.events import happened
from qsr.language.prose.phrases import span
from qsr.language.prose.sights import Sights
from qsr.logic import And, Count, If, Not, Or

__all__ = ["Grouped"]


@v_args(inline=True)
class Grouped(Sights):
    """Makes formulas of clauses."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self._choices: list[Saying] = []
        #: Whether it says when something is so, which is a condition in the present only.
        self.habitual = False

    def claimed(self, part: Said | Saying) -> Saying:
        """Return what a clause claims; raise ParseError where it claims nothing."""
        if not isinstance(part, Said):
            return part
        if part.declared or not part.claims:
            raise ParseError("a condition has to say where something is", self._text, 0, len(self._text.rstrip()))
        return joined(part.claims)

    def group(self, _: Token, said: Said | Saying, __: Token) -> Saying:
        """Read what stands in brackets, which belongs together."""
        return self.claimed(said)

    def not_so(self, _: Token, said: Saying) -> Saying:
        """Read "it is not so that (P)"."""
        return Not(said)

    def of_these(self, *parts: Any) -> Saying:
        """Read all, some, exactly two of these: (P), (Q), (R)."""
        said = tuple(part for part in parts if not isinstance(part, Token))
        kind, numbers = parts[0].type, [int(part.meaning) for part in parts if getattr(part, "type", "") == "NUMBER"]
        if kind in ("ALL", "SOME"):
            return And(said) if kind == "ALL" else Or(said)
        return Count(said, 0 if kind == "AT_MOST" else numbers[0], None if kind == "AT_LEAST" else numbers[-1])

    def clauses(self, *parts: Any) -> Saying:
        """Read clauses of a condition, all of which hold."""
        return joined([self.claimed(part) for part in parts if not isinstance(part, Token)])

    def implies(self, *parts: Any) -> Saying:
        """Read if P, then Q."""
        condition, consequence = (part for part in parts if not isinstance(part, Token))
        when = next((part for part in parts if isinstance(part, Token) and part.type == "WHEN"), None)
        if when is not None and when.lower() != "whenever" and happened([condition, consequence]):
            # Once, and one after the other: "when Tom came in, Ann went out"; who sat there then sat there before.
            told = [condition, consequence] if happened([consequence]) else [consequence, condition]
            return joined(told if when is parts[0] or happened([consequence]) else [consequence, condition])
        self.habitual = self.habitual or any(isinstance(part, Token) and part.type == "WHEN" for part in parts)
        return If(condition, consequence)

    def if_else(self, *parts: Any) -> Saying:
        """Read if P, then Q; otherwise R."""
        condition, *told = (part for part in parts if not isinstance(part, Token))
        return And(tuple(If(one, said) for one, said in zip((condition, Not(condition)), told, strict=True)))

    def implied(self, *parts: Any) -> Saying:
        """Read Q if P."""
        consequence, condition = (part for part in parts if not isinstance(part, Token))
        return self.implies(*(part for part in parts if isinstance(part, Token)), condition, consequence)

    def one_after(self, word: Token, first: Saying, *parts: Any) -> Saying:
        """Read "after Tom had left, Ann came": in the order in which it happened."""
        return self._in_order(word, first, parts[-1])

    def one_before(self, *parts: Any) -> Saying:
        """Read "Ann came after Tom had left", "Ann came before Tom left"."""
        later, earlier = (part for part in parts if not isinstance(part, Token))
        word = next(part for part in parts if isinstance(part, Token) and part.type == "BEFORE_OR_AFTER")
        return self._in_order(word, earlier, later)

    def _in_order(self, word: Token, said: Saying, other: Saying) -> Saying:
        """Return what is told, the earlier first, of what was so before or after something else."""
        if word.lower() not in ("before", "after") or not (happened([said]) and happened([other])):
            raise ParseError("what of this is so at which time? Say it in two sentences", self._text, *span(word))
        return joined([said, other] if word.lower() == "after" else [other, said])

    only_if = implies

    def unless(self, *parts: Any) -> Saying:
        """Read P unless Q: where Q does not hold, P does."""
        consequence, condition = (part for part in parts if not isinstance(part, Token))
        return If(Not(condition), consequence)

    def unless_first(self, _: Token, condition: Saying, *parts: Any) -> Saying:
        """Read unless Q, P."""
        return If(Not(condition), parts[-1])

    def choice(self, *parts: Any) -> Saying:
        """Read P or Q."""
        found = self._one_of([self.claimed(part) for part in parts if not isinstance(part, Token)], parts)
        self._choices.append(found)
        return found

    either = choice
