"""Logic over clauses: conditions, choices, and clauses in brackets, the English in which every formula can be said.

"It is not so that (P)"; "all of these: (P), (Q)"; "at least 2 of these: (P), (Q), (R)". `qsr.language.prose.writing` writes it.
"""

from __future__ import annotations

from typing import Any

from lark import Token, v_args

from qsr.errors import ParseError
from qsr.language.prose.claims import Said, Saying, joined
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
