"""Reasoning paths: how an answer follows from the sentences of a story, step by step, each step checked by a second solver.

Rizvi, Zhu and Gurevych, "SpaRC and SpaRP", Findings of ACL 2024, give answers with a path of entities from the head of the
question to its tail and a sentence for each fact, each converse and each merge. `derive` finds such a path under one of the
four property sets of the paper, `sentences` says it, `verify` checks it, and `compare` shows where SpaRTUN's own rules and the
meaning of the relations disagree.

A step says no more than what follows. Under sets 3 and 4 the labels of a merge say less than the links that it merges: A left of
B, B above C gives no label under set 4, and yet C left of D then puts A left of D. The merge after it rests on more steps than
"the last merge and this link": on the latest merge from which it does follow and on every link after that one.
"""

from __future__ import annotations

from typing import Final

from qsr import settings, theories
from qsr.errors import UnknownName
from qsr.explain.choice import property_set_of
from qsr.explain.comparison import Difference, compare
from qsr.explain.verification import unsound, verify
from qsr.explain.wording import sentences
from qsr.story import Question, Story
from qsr.theories.derivations import Derivation, Step, spoken
from qsr.theories.frame import fetched

__all__ = [
    "PROPERTY_SETS",
    "Derivation",
    "Difference",
    "Step",
    "compare",
    "derive",
    "property_set_of",
    "sentences",
    "spoken",
    "unsound",
    "verify",
]

#: The names of the four combinations of SpaRC's properties that its paper studies.
PROPERTY_SETS: Final = tuple(settings.PROPERTY_SETS)


def derive(story: Story, question: Question, property_set: str) -> Derivation | None:
    r"""Return how the answer to a find-relation question follows, or None where no statements connect its two entities.

    Parameters
    ----------
    story, question
        A question of form ``"relation"``; where it names candidates, the answer is limited to them.
    property_set
        One of `PROPERTY_SETS`. The answer is that of the theory ``spartun`` for ``"PS1"`` and of ``paper-ps2`` to ``paper-ps4``
        for the others. The settings of the story are not looked at.

    Raises
    ------
    UnsupportedQuestion
        Where the property set has no meaning for a statement or for the question.
    UnknownName
        For another property set.

    Examples
    --------
    >>> from qsr.story import Statement
    >>> story = Story(("A", "B", "C"), (Statement(0, "left", (0, 1)), Statement(1, "above", (2, 1))))
    >>> found = derive(story, Question(0, "relation", (0, 2)), "PS2")
    >>> print("\n".join(sentences(story, found)))
    Step 1: It is given that A is left of B.
    Step 2: It is given that C is above B.
    Step 3: From step 2, it can be inferred that B is below C.
    Step 4: From step 1 and 3, it can be inferred that A is below and left of C.
    Hence, the answer is below, and left.
    """
    if property_set not in PROPERTY_SETS:
        raise UnknownName("property set", property_set, list(PROPERTY_SETS))
    derived = fetched(theories.trait(theories.of_property_set(property_set), "derivation"))
    found: Derivation | None = derived(story, question, property_set)
    return found
