"""Relation algebras as data, and what plain algebraic closure says about a network of constraints.

A qualitative calculus has finitely many base relations: between two entities exactly one of them holds. What is known
about a pair is a set of base relations, the label of the pair; labels on the pairs of some entities form a
qualitative constraint network. Two operations on labels carry the reasoning: the converse turns a label round, and the weak
composition of R and S is the least label of X and Z that follows from X R Y and Y S Z [1]_ [2]_. Algebraic closure
replaces every label by its intersection with what each third entity lets through, until nothing changes [3]_ [4]_.

Closure is sound: a base relation it removes holds in no solution, and an empty label refutes the network. It is not
complete in general: a closed network without an empty label may still have no solution. For which networks it
has one depends on the calculus, and the calculus file says so in its ``decides`` entries: all networks of the point
algebra [5]_ [6]_; networks of Allen's algebra [7]_ and of RCC8 [8]_ in which every label is a single base relation. Where more is
known, `tractable` has the classes of labels over which closure decides, and other networks are split into these by search.

References
----------
.. [1] Ligozat and Renz (2004), What is a qualitative calculus? A general framework, PRICAI-04, 53-64.
.. [2] Renz and Ligozat (2005), Weak composition for qualitative spatial and temporal reasoning, CP-05, 534-548.
.. [3] Montanari (1974), Networks of constraints, Information Sciences 7, 95-132.
.. [4] Mackworth (1977), Consistency in networks of relations, Artificial Intelligence 8, 99-118.
.. [5] Vilain and Kautz (1986), Constraint propagation algorithms for temporal reasoning, AAAI-86, 377-382.
.. [6] van Beek (1992), Reasoning about qualitative temporal information, Artificial Intelligence 58, 297-326.
.. [7] Nebel and Buerckert (1995), Reasoning about temporal relations: a maximal tractable subclass of Allen's
   interval algebra, Journal of the ACM 42(1), 43-66.
.. [8] Renz and Nebel (1999), On the complexity of qualitative spatial reasoning: a maximal tractable fragment of
   the Region Connection Calculus, Artificial Intelligence 108, 69-123.

Examples
--------
>>> network = Network("rcc8")
>>> network.add("cup", {"TPP", "NTPP"}, "box")
>>> network.add("box", "NTPP", "room")
>>> closed = network.closure()
>>> sorted(closed.label("cup", "room"))
['NTPP']
>>> closed.status()
'consistent'
>>> closed.decided_by().networks
'H8'
"""

from __future__ import annotations

from qsr.calculi.calculus import Calculus, Decision
from qsr.calculi.combination import load_combination
from qsr.calculi.files import load, names
from qsr.calculi.joint import JointNetwork
from qsr.calculi.network import Network
from qsr.calculi.tractable import tractable

__all__ = ["Calculus", "Decision", "JointNetwork", "Network", "load", "load_combination", "names", "tractable"]
