"""The exact theory: all eight property sets of SpaRC, and mixtures of them, over the whole story.

Rizvi, Zhu and Gurevych (Findings of ACL 2024) name six properties in three exclusive pairs: objects are points or extended,
relations are incomplete or complete (an axis that is not mentioned is level), quantities are specified or not. Positions are
rational numbers, on two axes or three; an extended object is a box with sides along the axes (the theory ``sound`` knows regions
of any shape):

- X left of Y: the x of a point X is smaller than that of a point Y; where X or Y is extended, X ends, on the x axis, where Y
  starts or before (the paper's xe(X) <= xs(Y); a point starts and ends at one place, so it may lie on the edge of the other).
- specified: the distance between points, or the gap between the facing ends where something is extended (with `measured`:
  ``"centres"``, between their centres), is exactly the one stated, or one unit; the direction holds as well.
- complete: on axes that are not stated points are equal, extended objects overlap or touch, a point is within the extent.
- topology: RCC8 between boxes. A point is outside a box, on its boundary ("inside and touching") or inside; two points are
  outside each other or in one place ("overlapping"). Any other relation of a point holds nowhere.
- inside, with ``margins``: so far from the named boundary, as (direction, distance) pairs.

In an answer a label means the direction alone, whatever the other axes do. What sentences with a negation or with a distance
of their own mean is said in `qsr.theories.property_sets.reading`, and who is a point in `qsr.theories.property_sets.treatment`:
every property may differ from sentence to sentence. "near" and "far" are not covered. A question without candidates asks
about the directions and "overlapping", and about all eight topological labels where the story uses them.

More statements only remove models. Once it is settled how many axes there are and what is a point, a statement is a condition on
the coordinates of the two things that it speaks of, and the models of a story are the placements that fulfil all conditions; of a
placement of more things the part that places fewer fulfils the conditions on these. So a label that holds in all models of a
story (in none) holds in all (in none) of a longer one. The longer story may settle four things otherwise: whether all have an
extent, where nothing said so far needs one; whether there is a third axis; where north lies; and which relation an everyday word
is. `variants` goes through all choices of the first three, and through none that need not be (what needs an extent does so beside
other statements, too); `qsr.theories.everyday` says what becomes of the words. A unit of length beside plain units makes the
longer story one that is not covered.

Backends: ``closure`` (difference constraints in Python), ``clingo`` (with clingo-dl) and ``z3``. ``auto``, the default, takes
the closure, clingo where many statements can hold in several ways, and Z3 for distances between centres, which only Z3
expresses.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from qsr.errors import NotCovered, UnsupportedQuestion
from qsr.logic import evaluated
from qsr.relations import DIRECTIONS, RCC8
from qsr.settings import SPARC
from qsr.story import Question, Story, Witness
from qsr.theories.everyday import manners, steady
from qsr.theories.formulas import formal, has_formulas
from qsr.theories.frame import FramedTheory
from qsr.theories.property_sets.arithmetic import coordinates, holds
from qsr.theories.property_sets.reading import asked, read, shown_spaces, space_for
from qsr.theories.property_sets.session import AUTO, ENGINES, FEW, PropertySetSession
from qsr.theories.property_sets.treatment import default_kinds
from qsr.theories.protocol import Limits, Variant
from qsr.witnesses import Boxes

__all__ = ["PropertySets"]


#: Properties of sentences that the theory gives a meaning.
_SAID: Final = ("negated", "distance", "measured", "unit", "margins", "kinds", *SPARC)


class PropertySets(FramedTheory):
    """Every property set of SpaRC over the whole story: what is possible and what is entailed, exactly.

    Parameters
    ----------
    settings
        Keys and values of `qsr.settings.SPARC`; they win over those of a story.
    """

    name = "exact"
    settings = SPARC
    text = "qsr.language.english:EVERYDAY"
    vocabulary = frozenset((*DIRECTIONS, *RCC8, "touching", *_SAID))
    checker = "qsr.theories.property_sets.checker:checker"
    denied_labels = True
    backends = (AUTO, *ENGINES)
    encodings = ("property_sets.lp",)

    def _session(self, backend: str, limits: Limits) -> PropertySetSession:
        return PropertySetSession(self.answers, self.given, backend, limits)

    def suited(self, story: Story) -> str:
        """Return the backend that ``auto`` takes for a whole story, whatever is asked of it."""
        with_formulas = any(has_formulas(story, question) for question in story.questions or (None,))
        try:
            plain = formal(story, None, lambda _: ()).story if with_formulas else story
            claims = read(plain, space_for(plain, None, self.given), self.given).claims
        except UnsupportedQuestion:
            return "clingo" if with_formulas else "closure"
        asked = any(dict(question.properties).get("measured") == "centres" for question in story.questions)
        if asked or any(claim.measures_centres for claim in claims):
            return "z3"
        return "clingo" if with_formulas or sum(claim.branches for claim in claims) > FEW else "closure"

    def labels(self, story: Story, question: Question) -> tuple[str, ...]:
        """Return the directions and "overlapping", or all of topology where the story uses more of it."""
        try:
            return read(story, space_for(story, question, self.given), self.given).labels
        except NotCovered:
            return ()

    def variants(self, story: Story, question: Question) -> list[Variant]:
        """See `qsr.theories.protocol.Monotone`."""
        said = self.said(story)
        extended = "extended" in default_kinds(story, self.given, question)
        kinds = [said["objects"]] if "objects" in said else ["extended"] if extended else list(SPARC["objects"].values)
        found = []
        for part, one in manners(story, question):
            least = space_for(part, one, self.given).dimensions
            for axes in (least,) if "dimensions" in said else range(least, 4):
                for kind in kinds:
                    theory = type(self)({**self.given, "objects": kind, "dimensions": str(axes)})
                    labels = one.candidates or theory.labels(part, one)
                    found.append(Variant(theory, part, steady(part, one, labels)))
        return found

    def violated(self, story: Story, witness: Witness) -> tuple[int, ...]:
        """Return the ids of the statements that the witness breaks.

        Raises UnsupportedQuestion where a statement has no meaning in this theory, ValueError for a witness of another kind, and
        for one that does not show as a point what the story treats as a point.
        """
        dimensions = max((len(place) for place in witness.place.values()), default=2)
        settings = {**self.given, "dimensions": str(dimensions)}
        solid = [place for place, at in witness.place.items() if isinstance(witness, Boxes) and any(s < e for s, e in at)]
        said = formal(story, None, lambda _: ())
        found = []
        for space in shown_spaces(said.with_atoms(), self.given, dimensions, solid):
            reading = read(said.story, space, settings)
            atoms = {
                atom: asked(Question(0, "yes_no", atom.args, (atom.relation,)), atom.relation, reading) for atom in said.atoms
            }
            shown = coordinates(witness, replace(reading, claims=(*reading.claims, *atoms.values())))
            true = {atom: holds(claim, space, shown) for atom, claim in atoms.items()}
            broken = {said.owners[n] for n, claim in enumerate(reading.claims) if not holds(claim, space, shown)}
            broken |= {number for number, formula in said.compounds.items() if not evaluated(formula, true.__getitem__)}
            found.append(tuple(sorted(broken)))
        return min(found, key=len)
