"""Ways of prose: where a path begins, what it passes, what comes sooner on it than what."""

from __future__ import annotations

import re
from functools import partial
from itertools import pairwise
from typing import Any, Final

from lark import Token, v_args

from qsr.language.parts import Mention
from qsr.language.prose.claims import Claim, Group, Rank, Saying, joined, over, said_of
from qsr.language.prose.lexicon import comes_before
from qsr.language.prose.orders import Orders
from qsr.language.prose.phrases import span
from qsr.language.prose.places import ALONG, FIRST, SOONER, WAY, Predicate
from qsr.language.prose.tokens import Word
from qsr.relations import DIRECTIONS

__all__ = ["Routes"]

_COMPASS: Final = re.compile("north|east")
_PASSING: Final = frozenset({"PASSES", "PASSES_BASE", "LEADS", "LED", "NAMED_VERB", "NAMED_BASE", "NAMED_PAST"})
_VERBS: Final = (*_PASSING, "STARTS", "ENDS")
#: Verbs of what leads somewhere that say what is passed without a preposition.
_REACHING: Final = ("pass", "reach")


@v_args(inline=True)
class Routes(Orders):
    """Makes claims of ways: the third thing of an order on a way is the way."""

    def passes(self, *parts: Any) -> Predicate:
        """Read it begins at one thing, passes others, ends at a third; "in that order" says in which, and so does "before"."""
        verbs = [part for part in parts if isinstance(part, Word) and part.type in _VERBS]
        groups = [part for part in parts if isinstance(part, Group)]
        names = next((part for part in parts if isinstance(part, list)), None)
        if names is not None:
            groups = [self.all_things(*names)] if len(names) > 1 else [Group(tuple(names), 1, 1)]
        if any(group.counted for group in groups):
            raise self.fault("which of these does it pass?", span(verbs[0]))
        labels = [self._passed(verb) for verb in verbs]
        stops = [list(group.mentions) for group in groups]
        preposition = next((part for part in parts if isinstance(part, Word) and part.type == "BEFORE_OR_AFTER"), None)
        if preposition is not None and (any(len(some) > 1 for some in stops) or comes_before(preposition.lower()) is None):
            raise self.fault("which of these comes first?", span(preposition))
        ordered = [*stops[0]] if names is not None else []
        if preposition is not None:
            ordered = [some[0] for some in (stops if comes_before(preposition.lower()) else stops[::-1])]

        def says(head: Mention) -> Saying:
            found: list[Saying] = []
            for number, group in enumerate(groups):
                verb, label = verbs[min(number, len(verbs) - 1)], labels[min(number, len(verbs) - 1)]
                found.append(over(group, partial(Claim, label, head)))
                if verb.type in ("STARTS", "ENDS"):
                    found.append(Rank(SOONER, stops[number][0], 1, verb.type == "ENDS", landmark=head))
            found += (Claim(SOONER, one, other, third=head) for one, other in pairwise(ordered))
            return joined(found)

        return Predicate(says, False)

    def _passed(self, verb: Word) -> str:
        """Return what a verb says of a way and what lies on it."""
        label = str(verb.meaning)
        if verb.type in ("LEADS", "LED"):
            base = label.split(":")[1].split()[0]
            if base not in _REACHING:
                raise self.fault(f"{str(verb)!r} cannot be read here", span(verb))
            return f"named:{base}"
        return label

    def on_the_way(self, *parts: Any) -> Predicate:
        """Read "after the mill on the same path": sooner or later on the way that is meant."""
        word = next(part for part in parts if isinstance(part, Word) and part.type == "BEFORE_OR_AFTER")
        groups = [part for part in parts if isinstance(part, Group)]
        same = next((part for part in parts if isinstance(part, Token) and part.type == "NOMINAL"), None)
        groups += [self.things(self.definite(same, same))] if same is not None else []
        before = comes_before(" ".join(word.lower().split()))
        counted = any(group.counted for group in groups) or len(groups[-1].things) > 1
        if before is None or counted:
            raise self.fault(f"{str(word)!r} says no order", span(word))
        way = groups[1].things[0].mention if len(groups) > 1 else WAY
        near = any(isinstance(part, list) for part in parts)

        def says(head: Mention) -> Saying:
            properties = (("next", True),) if near else ()
            return over(groups[0], lambda tail: Claim(SOONER, *((head, tail) if before else (tail, head)), properties, third=way))

        return Predicate(says, len(groups[0].things) == 1, by="WAY", tail=groups[0].things[0].mention)

    def in_sequence(self, *parts: Any) -> Saying:
        """Read "along the river come first the mill, then the bridge"."""
        places = [part for part in parts if isinstance(part, Predicate)]
        stops = [part for part in parts if isinstance(part, Mention)]
        way = next((place.tail for place in places if place.tail is not None), None)
        relation = ALONG if way is None else SOONER
        steps = [Claim(relation, one, other, third=way) for one, other in pairwise(stops)]
        return joined([*steps, *(place.says(stop) for place in places for stop in stops)])

    def row(self, *parts: Any) -> Saying:
        """Read things told in the order in which they stand, and where they all are."""
        word = next(part for part in parts if isinstance(part, Word) and part.type == "ROWWISE")
        found = next((part for part in parts if isinstance(part, list)), None) or next(
            part for part in parts if isinstance(part, Group)
        )
        if isinstance(found, Group) and found.counted:
            raise self.fault("in which order are they?", span(word))
        mentions = [thing.mention for thing in (found.things if isinstance(found, Group) else found)]
        if len(mentions) < 2:
            raise self.fault("of which things is that the order?", span(word))
        label = str(word.meaning)
        properties = (("compass", (label,)),) if _COMPASS.search(word.lower()) else ()
        steps = [Claim(label, one, other, properties) for one, other in pairwise(mentions)]
        places = [part for part in parts if isinstance(part, Predicate)]
        if label in DIRECTIONS and not properties:
            self.lined = (mentions, FIRST[DIRECTIONS[label][0]])
        return joined([*steps, *(said_of(mention, one.says) for one in places for mention in mentions)])
