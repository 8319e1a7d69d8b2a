"""Checking the steps of a chain of thought against the story that it reasons about.

A text in the form of SpaRP's verbalised paths ("Step 3: From step 1 and 2, it can be inferred that A is above C.") or in free
sentences is cut into sentences, and each that says a relation of two entities is a step. Steps are judged one by one: an earlier
mistake does not change what is said about a later step.

entailed
    The claim follows from the whole story.
unsupported
    It is consistent with the story and does not follow.
contradicted
    It holds in no model of the story, or its own arithmetic is wrong.
not read
    The sentence speaks of relations, or is a numbered step, and was not understood.
undecided
    The theory does not decide it: the story contradicts itself, is not covered, or a limit was hit. In such a story a step is
    still entailed where it says what the story states of the two, or what follows from the steps it cites.

The error kinds are those of Rizvi, Zhu and Gurevych, "SpaRC and SpaRP", Findings of ACL 2024, Table 7, made decidable:

wrong retrieval
    The step says that the context states something, and the statements about these two entities do not say it.
composed without a common entity
    The step cites two or more steps whose entities do not link its head to its tail.
reversed answer
    The claim does not follow, and its converse does.
copied instead of composed
    The claim does not follow, and a cited step says the same relation of two other entities.

The first kind of these that fits is named. A step is wrong where it is unsupported or contradicted, and where one of the first
two kinds fits, be it true or not. A step that is entailed and does not follow from the steps it cites (or cites one step about
other entities) is noted in its reason and not wrong. A sentence that says what a quoted sentence means ("This means ...") and
does not follow is a wrong retrieval unless it is a reversed answer.

A step means what a statement of the story would mean, with two restrictions. That "right" is one unit to the right is understood
in numbered steps and coordinates of stories with specified quantities; in other sentences only the distances count that are
named. And that unnamed axes are level is part of a step on StepGame's grid alone (points, complete, specified); elsewhere a step
claims its labels and no more. An answer claims labels, without distances.
"""

from __future__ import annotations

from qsr.oracle.steps.checking import check_steps
from qsr.oracle.steps.judging import StepTheory, own_theory
from qsr.oracle.steps.model import StepReport, report_line, step_summary

__all__ = ["StepReport", "StepTheory", "check_steps", "own_theory", "report_line", "step_summary"]
