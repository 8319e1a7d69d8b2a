"""Clauses in brackets, and how many of a list of such hold: the English in which every formula can be said.

"It is not so that (P)"; "all of these: (P), (Q)"; "at least 2 of these: (P), (Q), (R)". `qsr.language.prose.writing` writes it.
"""

from __future__ import annotations

from typing import Any

from lark import Token, v_args

from qsr.errors import ParseError
from qsr.language.prose.claims import Said, Saying, joined
from qsr.language.prose.phrases import Phrases
from qsr.logic import And, Count, Not, Or

__all__ = ["Grouped"]


@v_args(inline=True)
class Grouped(Phrases):
    """Makes formulas of bracketed clauses."""

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
