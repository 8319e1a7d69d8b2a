"""Spatial prepositions: `prepositions`, which conclusions two premises carry under the senses of their prepositions.

"John is in the crib, the crib is in the living room" puts John in the living room; "John is in the newspaper, the newspaper is
in the kitchen" does not put him in the kitchen. The question form is that of Comsa and Narayanan, "A Benchmark for Reasoning with
Spatial Prepositions", EMNLP 2023; senses and their composition are in `grammars/prepositions.toml`, with the sources. Nouns and
phrases come from dictionaries and WordNet, so that what a sentence means is judged by the kinds of its nouns.
"""

from __future__ import annotations

from functools import partial

from qsr.story import Story, Witness
from qsr.theories import places
from qsr.theories.frame import FramedTheory
from qsr.theories.prepositions import by_clingo
from qsr.theories.prepositions.composition import decide
from qsr.theories.prepositions.lexicon import FILES
from qsr.theories.prepositions.session import PrepositionSession, premise
from qsr.theories.protocol import Limits, Session

__all__ = ["Prepositions"]


class Prepositions(FramedTheory):
    """Senses of in, at, on, with, under, above and behind, and of Romanian în, la, pe, cu and sub; settings are ignored.

    Examples
    --------
    >>> from qsr.story import Question, Statement, Story
    >>> names = ("John", "the newspaper", "the kitchen")
    >>> story = Story(names, (Statement(0, "in", (0, 1)), Statement(1, "in", (1, 2))))
    >>> answer = Prepositions({}).open().answer(story, Question(0, "yes_no", (0, 2), ("in",)))
    >>> answer.value
    'no'
    >>> answer.reason.partition(";")[0]
    '"John in the newspaper": shown or mentioned, not located: the newspaper'
    """

    name = "prepositions"
    text = "qsr.theories.prepositions.text.reader:FORM"
    checker = "qsr.theories.prepositions.checker:SensesChecker"
    backends = ("direct", "clingo")
    encodings = ("prepositions.lp",)
    tables = (*FILES, *places.TABLES)

    def _session(self, backend: str, limits: Limits) -> Session:
        chosen = decide if backend == "direct" else partial(by_clingo.decide, seed=limits.seed)
        return PrepositionSession(self.answers, chosen, limits)

    def violated(self, story: Story, witness: Witness) -> tuple[int, ...]:
        """Return the statements for which the witness names a sense that they cannot have."""
        broken = []
        for number, sense in sorted(witness.place.items()):
            reading = premise(story, number)
            if reading is None or sense not in dict(reading.senses):
                broken.append(number)
        return tuple(broken)
