"""The theory `headings`: a scene is checked by angles, an option in it by the other backend with all headings fixed."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from qsr.errors import BackendUnavailable, LimitReached, NotCovered
from qsr.logic import Relation
from qsr.story import Statement, Witness
from qsr.theories.checking import Checker, Unchecked, options_of
from qsr.theories.headings.by_clingo import ClingoHeadings
from qsr.theories.headings.direct import Direct, Outcome, breaches
from qsr.theories.headings.facts import STEP, STEPS, read_facts
from qsr.theories.headings.session import Decide
from qsr.theories.headings.witness import HeadingsFaced
from qsr.theories.protocol import Limits

__all__ = ["HeadingsChecker"]


class HeadingsChecker(Checker):
    """See `qsr.theories.checking.Checker`."""

    from_worlds = True

    by_solver = True

    def prepare(self) -> None:
        """Read the story and the question again."""
        self._facts = read_facts(self.story, self.question)
        self.none = options_of(self.question)
        self.labels = tuple(letter for letter in self.question.candidates if letter not in self.none)
        limits = Limits(seconds=self.seconds)
        self._decide: Decide = ClingoHeadings(limits) if self.backends[0] == "clingo" else Direct(limits)
        self._decided: dict[tuple[tuple[Statement, ...], bool], Outcome] = {}

    @property
    def pointers(self) -> tuple[int, ...]:
        """The entities that have headings."""
        return tuple(row[0] for row in self._facts.rows["pointer"])

    def fixed(self, witness: Witness) -> list[Statement]:
        """Return the headings of a witness as statements."""
        return [Statement(-1, Relation("heads", degrees), (pointer,)) for pointer, degrees in sorted(witness.place.items())]

    def fault(self, witness: Witness, label: str, holds: bool) -> str:
        """Check every statement about angles in the scene, then decide the option in it."""
        if not isinstance(witness, HeadingsFaced) or witness.size or witness.layout:
            return f"a witness of kind {witness.kind!r} does not show headings"
        if sorted(witness.place) != sorted(self.pointers):
            return "it does not show exactly what has a heading"
        if not all(0 <= degrees < 360 and degrees % STEP == 0 for degrees in witness.place.values()):
            return f"headings are multiples of {STEP} degrees below 360"
        broken = sorted(set(breaches(self._facts, {x: degrees // STEP % STEPS for x, degrees in witness.place.items()})))
        if broken:
            return f"it breaks the statements {', '.join(map(str, broken))}"
        if self._admits([*self.story.statements, *self.fixed(witness)], label, holds):
            return ""
        return f"{label!r} does not {'hold' if holds else 'fail'} in it"

    def admits(self, statements: Collection[int], label: str | None, holds: bool = True) -> bool:
        """Ask the backend what follows from some statements alone."""
        return self._admits([self.story.statements[id_] for id_ in sorted(statements)], label, holds)

    def _admits(self, said: Sequence[Statement], label: str | None, holds: bool) -> bool:
        known = (tuple(said), label is None)
        try:
            if known not in self._decided:  # what is decided of all options at once serves each of them
                self._decided[known] = self._decide(read_facts(self.story, None if label is None else self.question, said))
        except NotCovered:
            # Fewer statements may leave an option without a meaning: it is not refuted then.
            return True
        except (LimitReached, BackendUnavailable) as error:
            raise Unchecked(str(error)) from error
        found = self._decided[known]
        if label is None:
            return found.consistent
        return found.consistent and (label in found.possible if holds else label not in found.entailed)
