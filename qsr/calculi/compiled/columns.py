"""Columns and places of the arrays of a compiled search, and marks that stand in them; see `qsr.calculi.compiled.state`."""

from __future__ import annotations

from typing import Final

#: Columns of `State.trail`: which pair shrank, from what to what; the entry before of the same pair; why; the literal that a
#: nogood set; whether it is among the reasons of the conflict at hand.
PAIR, OLD, NEW, BEFORE, CAUSE, LITERAL, MARKED = range(7)
#: Why a label shrank is a third entity (0 and above), a choice, a fact from now on, or nogood number NOGOOD - cause.
CHOICE: Final = -1
FACT: Final = -2
NOGOOD: Final = -3
#: Columns of `State.pairs`: the last entry of a pair, the first watch on it, whether its consequences are still to be drawn.
LAST, WATCH, QUEUED = range(3)
#: Places in `State.counts`: entries, entries that hold without any choice, choices, both ends of the ring, nogoods, conflicts,
#: conflicts at the next restart, two numbers of Luby's series.
TOP, ROOT, LEVEL, HEAD, TAIL, LEARNT, CONFLICTS, UNTIL, LUBY, PART = range(10)
#: Nogoods, and literals in all of them, that are kept.
NOGOODS: Final = 1 << 16
LITERALS: Final = 1 << 22
#: What learning returns where a conflict needs no choice.
REFUTED: Final = -2
