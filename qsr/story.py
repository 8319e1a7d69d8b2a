"""The data that flows through qsr: what a text says, what is asked of it, and what follows.

A `Story` holds entities (names), statements (relations between entities, by index) and questions. Names never leave
the story: every solver sees integers. An `Answer` says what is possible (true in some model of the story) and what is
entailed (true in every one); a `Witness` is one model, as numbers that plain arithmetic can check.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar, Final, Self, TypeAlias

from qsr.errors import CertificateError
from qsr.exact import items, keyed, number_of, numbers, shown, text_of, whole_number, written
from qsr.logic import Atom, Formula, Not, Relation, leaves

if TYPE_CHECKING:
    from qsr.paraphrases import Paraphrase

__all__ = [
    "MARKS",
    "STATUSES",
    "Answer",
    "Plan",
    "Question",
    "Referents",
    "Span",
    "Statement",
    "Story",
    "Value",
    "Verdict",
    "Witness",
]

#: Start and end of a piece of text, as character offsets into `Story.text`.
Span: TypeAlias = tuple[int, int]

#: determined: consistent, and of the candidates exactly the possible ones are entailed; ambiguous: consistent, but the
#: story leaves a candidate open; inconsistent: no model at all; unknown: a limit was hit; not_covered: the theory has
#: no meaning for a statement or for the question.
STATUSES: Final = ("determined", "ambiguous", "inconsistent", "unknown", "not_covered")


@dataclass(frozen=True, slots=True)
class Plan:
    """A sequence of actions with its value: `energy` is reached, `bound` is the best that is not excluded yet."""

    actions: tuple[str, ...]
    energy: Fraction
    bound: Fraction
    proved: bool


#: Properties that only theories of general English read (`qsr.theories.everyday`): which labels are said as points of the
#: compass, whether the word is an everyday one, who has it so in his view, and of a question whether it looks only at what the
#: story names, and whether that decides it: places in an order, nothing between. A data set's theory takes the
#: relation as it stands.
MARKS: Final = frozenset({"compass", "everyday", "named", "ranked", "view"})

#: What an answer is worth in itself: a label, a set of labels, a path, letters of options, or a plan.
Value: TypeAlias = str | frozenset[str] | tuple[str, ...] | Plan


@dataclass(frozen=True, slots=True)
class Statement:
    """What the text asserts: a relation of entities or its denial, or a formula of such.

    Parameters
    ----------
    id
        Position in `Story.statements`.
    relation
        A name of `qsr.relations`, several directions joined by ``+``, or a relation of the theory's own; its label will do. Of a
        formula, the name of its connective, which is no relation: a theory that takes no formulas does not cover it.
    args
        Indices into `Story.entities`; for a binary relation the head (what is located) and then the tail. Of a formula, all that
        it is about.
    span
        The words that say it. One sentence may give several statements, each with the sentence's span.
    properties
        What else the sentence says, as sorted pairs. `distance`: a tuple with one `Fraction` (or None) per part of the
        relation; `negated`: True where the sentence denies the relation; `measured`: ``"centres"`` where distances are
        between centres; `kinds`: for each argument ``"points"``, ``"extended"`` or None, how the sentence treats it; `margins`:
        pairs of a side and a distance to that boundary of the tail; further names belong to the theory that reads them.
    compound
        The formula, where the sentence says more than one relation or its denial.
    """

    id: int
    relation: Relation
    args: tuple[int, ...]
    span: Span = (0, 0)
    properties: tuple[tuple[str, Any], ...] = ()
    compound: Formula[Atom] | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        """Take a label for the relation that it names."""
        if self.relation.__class__ is not Relation:
            object.__setattr__(self, "relation", Relation.of(self.relation))

    @classmethod
    def says(cls, id_: int, formula: Formula[Atom], span: Span = (0, 0)) -> Statement:
        """Return the statement of a formula.

        >>> from qsr.logic import Or
        >>> left, right = (Atom(Relation(name), (0, 1)) for name in ("left", "right"))
        >>> Statement.says(0, Not(left)).properties, Statement.says(0, Or((left, right))).args
        ((('negated', True),), (0, 1))
        """
        inner = formula.part if isinstance(formula, Not) else formula
        if isinstance(inner, Atom) and inner.time is None:
            denied = (("negated", True),) if isinstance(formula, Not) else ()
            return cls(id_, inner.relation, inner.args, span, denied)
        about = dict.fromkeys(entity for atom in leaves(formula) for entity in atom.args)
        return cls(id_, Relation(type(formula).__name__.lower()), tuple(about), span, (), formula)

    @property
    def formula(self) -> Formula[Atom]:
        """The statement as a formula; what its properties say beside its denial is left out."""
        if self.compound is not None:
            return self.compound
        atom = Atom(self.relation, self.args)
        return Not(atom) if self.property("negated") else atom

    @property
    def said(self) -> tuple[str, tuple[int, ...], tuple[tuple[str, Any], ...]]:
        """What the statement says, without its number and its words."""
        return self.relation, self.args, self.properties

    def property(self, name: str, default: Any = None) -> Any:
        """Return one property, or the default where the sentence does not say."""
        for key, value in self.properties:
            if key == name:
                return value
        return default


@dataclass(frozen=True, slots=True)
class Question:
    """One question about a story.

    Parameters
    ----------
    id
        Position in `Story.questions`.
    form
        ``"relation"``: which of the candidate labels hold of head and tail; ``"yes_no"``: does the one candidate
        hold; ``"path"``: the moves that lead from the first entity to the second; ``"options"``: which of the
        candidates, each a statement of its own; ``"which"``: of which things, the candidates, something holds; ``"how_many"``: of
        how many, the candidates being numbers; ``"plan"``: the best plan.
    args
        Entity indices.
    candidates
        Labels to decide; empty means the labels that the theory decides. For ``"yes_no"`` the one relation that is asked.
    text, span
        The question's own words and their place in the story's text.
    properties
        As for `Statement`.
    formulas
        What each candidate claims, where its label does not say it; of a yes/no question the one formula that is asked. None for
        an option that says that no other is right.
    hypothesis
        What is supposed beside the story: "if P, then ...?".
    mood
        Of options: ``"must"``, those that hold in every model are the answer; ``"could"``, those that hold in some; ``"cannot"``,
        those that hold in none. Of a yes/no question ``"must"`` or ``"could"``.
    """

    id: int
    form: str
    args: tuple[int, ...]
    candidates: tuple[str, ...] = ()
    text: str = ""
    span: Span = (0, 0)
    properties: tuple[tuple[str, Any], ...] = ()
    formulas: tuple[Formula[Atom] | None, ...] = field(default=(), repr=False)
    hypothesis: Formula[Atom] | None = field(default=None, repr=False)
    mood: str = field(default="must", repr=False)


@dataclass(frozen=True, slots=True)
class Referents:
    """How a text names its entities, for whoever asks about them later: a question means them as the text does.

    Parameters
    ----------
    keys
        Every key of `qsr.language.words.noun_key`, and every quoted name, with its entity.
    phrases
        The keys whose words say what the thing is; a quoted name is opaque.
    short
        Shorter phrases that the text uses for an entity.
    spoken_of
        The entities of the last sentence, one of which "it" may be.
    declared
        Entities that the text takes for ``"points"`` or ``"extended"``.
    everyday
        Whether the text is general English, else a data set's.
    arranged
        The noun and the entities of what the text says there is: "there are three books: ...".
    resting
        Pairs of which the text says that the one is on top of the other, which is more than above it.
    tense
        That of the text's verbs, as ``"past"``; empty where it has none.
    orders
        What the text says to be the most of its kind, what to stand in a row, and the way of which it spoke last (-1: none), as
        `qsr.language.prose` has them.
    several
        What the text speaks of as several things of a kind: the key in the singular, which, and whether it says how many.
    nameless
        Those of them that the text does not tell apart.
    twins
        Keys that mean several entities.
    idle
        What the text states of states, on which nothing else in it may hang: that a door is locked.
    viewers
        Speakers and listeners, and how they stand; see `qsr.language.prose.views`.
    puzzle
        What a puzzle announces, a `qsr.language.puzzles.world.World`; None for all other texts.
    """

    keys: tuple[tuple[str, int], ...] = ()
    phrases: tuple[str, ...] = ()
    short: tuple[tuple[str, int], ...] = ()
    spoken_of: tuple[int, ...] = ()
    declared: tuple[tuple[int, str], ...] = ()
    everyday: bool = True
    arranged: tuple[str, tuple[int, ...]] = ("", ())
    resting: tuple[tuple[int, int], ...] = ()
    tense: str = ""
    orders: tuple[Any, ...] = ((), None, -1)
    several: tuple[tuple[str, tuple[int, ...], bool], ...] = ()
    nameless: tuple[int, ...] = ()
    twins: tuple[tuple[str, tuple[int, ...]], ...] = ()
    idle: tuple[Statement, ...] = ()
    viewers: tuple[Any, ...] = ()
    puzzle: Any = None


@dataclass(frozen=True, slots=True)
class Story:
    """Entities, statements and questions, with the text they were read from.

    Parameters
    ----------
    entities
        One name each, as first written; the index is the entity.
    statements, questions
        In the order of the text; the index equals the `id`.
    text
        The text all spans refer to.
    settings
        What the text's ``theory:`` line says, as pairs such as ``("objects", "points")``.
    file
        Where the text came from.
    unread
        Spans that a lenient reader skipped, each with the reason.
    referents
        What the reader knows of the names, for a question that is asked later; None for a story that was not read from text. No
        part of what the story says, so two stories are compared without it.
    asides
        Spans of sentences that say nothing of where anything is, which were passed over.
    paraphrases
        The sentences that were put into other words (`qsr.assist`), which stand in `text`; quoted are the sentences themselves.
    """

    entities: tuple[str, ...] = ()
    statements: tuple[Statement, ...] = ()
    questions: tuple[Question, ...] = ()
    text: str = ""
    settings: tuple[tuple[str, str], ...] = ()
    file: str | None = None
    unread: tuple[tuple[Span, str], ...] = ()
    referents: Referents | None = field(default=None, compare=False, repr=False)
    asides: tuple[Span, ...] = ()
    paraphrases: tuple[Paraphrase, ...] = field(default=(), compare=False, repr=False)

    @property
    def untold(self) -> tuple[Span, ...]:
        """Where the sentences stand among `unread`: a question that was not read says nothing."""
        lines = ((span, self.text[self.text.rfind("\n", 0, span[0]) + 1 : span[0]]) for span, _ in self.unread)
        return tuple(
            span for span, before in lines if before.strip() != "?" and not self.text[slice(*span)].rstrip().endswith(("?", "？"))
        )

    def saying(self, statements: Iterable[Statement], questions: tuple[Question, ...] = ()) -> Story:
        """Return a story about the same entities of these statements, which are numbered anew."""
        return replace(
            self, statements=tuple(replace(one, id=place) for place, one in enumerate(statements)), questions=questions
        )

    def quote(self, statement: int) -> str:
        """Return the words of a statement, as `words` does."""
        return self.words(self.statements[statement].span)

    def words(self, span: Span) -> str:
        """Return the words at a place as the text has them, on one line; of a paraphrase, the sentence that it is of."""
        own = (one.sentence for one in self.paraphrases if one.span[0] <= span[0] < one.span[1])
        return " ".join(next(own, self.text[slice(*span)]).split())


@dataclass(frozen=True, slots=True)
class Answer:
    """What follows from a story for one question.

    `possible` and `entailed` are subsets of the candidates (``"yes"`` and ``"no"`` for a yes/no question); both
    are empty where the story is inconsistent. `undecided` names the candidates that a limit left open. `value` is
    the theory's answer in one piece: the entailed labels, ``"yes"``, ``"no"`` or ``"unknown"``, a path or a plan; None where
    there is none. `reason` says in words why the status is not plain. `theory` and `fingerprint` name what produced it.
    `alternatives` are the answers of other theories that fit the story and decide a label otherwise, where nobody named a theory.
    `assumptions` say in words what the theory took so although nobody said it, such as who has an extent. `paraphrases` are those
    of the story without which the answer would not be what it is; see `qsr.resting`.
    """

    status: str
    theory: str
    value: Value | None = None
    reason: str = ""
    possible: frozenset[str] = frozenset()
    entailed: frozenset[str] = frozenset()
    undecided: frozenset[str] = frozenset()
    fingerprint: str = ""
    assumptions: tuple[str, ...] = ()
    alternatives: tuple[Answer, ...] = field(default=(), repr=False)
    paraphrases: tuple[Paraphrase, ...] = field(default=(), repr=False)


@dataclass(frozen=True, slots=True)
class Witness:
    """One model of a story in numbers; what its places are, and how they are drawn, is a class of its own.

    `qsr.witnesses` has the classes that theories share, the folder of a theory those that it alone has; `qsr.theories.witnesses`
    finds them by `kind`, the name that data have for the class.

    Parameters
    ----------
    place
        Entity index -> its place, in the form that the class says; numbers are exact (`Fraction` or `int`). Behind the entities
        a theory may place what it adds itself, such as the point that stands for an object.
    names
        Entity index -> label in drawings.
    size
        The sides of a room or board that begins at 0 on every axis, in the unit of the places. Empty where space has no bounds.
    layout
        The name of what the places are places of, where the class has it so; else empty.
    told
        The story's own words, for drawings: for the ends of axes (``"x-"``, ``"x+"``), the axis to the north (``"north"``), and
        where the class has moments, the sentence that leads to each (``"3"``).
    may
        Entity index -> further places that it may have, all others staying, which a drawing shades.
    """

    kind: ClassVar[str] = ""
    #: What is said above a counterexample.
    heading: ClassVar[str] = "it fails here:"

    place: Mapping[int, Any] = field(default_factory=dict)
    names: Mapping[int, str] = field(default_factory=dict)
    size: tuple[int | Fraction, ...] = ()
    layout: str = ""
    told: Mapping[str, str] = field(default_factory=dict, compare=False, repr=False)
    may: Mapping[int, Sequence[Any]] = field(default_factory=dict, compare=False, repr=False)

    def svg(self) -> str:
        """Return a drawing as an SVG document; raise ValueError for a class without one, and for places it cannot have."""
        raise ValueError(f"no drawing for witnesses of kind {self.kind!r}")

    def text(self) -> str:
        """Return the places as lines of text, one per entity, and above them a sketch where there are walls."""
        return "\n".join(f"{self.names.get(entity, entity)}: {at}" for entity, at in sorted(self.place.items()))

    def line(self) -> str:
        """Return the places in one line."""
        return ", ".join(f"{self.names.get(entity, entity)} {self.short(at)}" for entity, at in sorted(self.place.items()))

    def short(self, at: Any) -> str:
        """Return one place, as it stands in a line."""
        return written(at)

    def to_json(self) -> dict[str, Any]:
        """Return all but the names as JSON has it; see `qsr.exact`."""
        place = [[at, numbers(value)] for at, value in sorted(self.place.items())]
        return {"kind": self.kind, "size": numbers(self.size), "layout": self.layout, "place": place}

    @classmethod
    def from_json(cls, data: Any) -> Self:
        """Return what `to_json` wrote, without names; raise CertificateError for all else."""
        found = keyed(data, ("kind", "size", "layout", "place"), "a witness")
        if found["kind"] != cls.kind:
            raise CertificateError(f"a witness of kind {cls.kind!r} was expected, not {shown(found['kind'])}")
        entries = [items(entry, 2) for entry in items(found["place"])]
        place = {whole_number(at): cls.read(value) for at, value in entries}
        if len(place) < len(entries):
            raise CertificateError("a witness gives one entity two places")
        return cls(place, {}, tuple(map(number_of, items(found["size"]))), text_of(found["layout"]))

    @staticmethod
    def read(value: Any) -> Any:
        """Return the place of one entity from JSON."""
        return whole_number(value)

    def _repr_svg_(self) -> str:
        return self.svg()


@dataclass(frozen=True, slots=True)
class Verdict:
    """A judgement on somebody's answer to one item.

    `sound` compares it with what the text says, `gold` with the data set's label; None means that there is nothing to
    compare with (no readable answer, an uncovered story, no label). `value` is what was read from the answer and `rule` how;
    `reason` says in words why, with what the story does say.

    `right` are all answers that the text makes right, in the benchmark's own form: one, or several where any of them is right
    (the shortest ways from here to there), or none where the text determines none; where a part of an answer is enough, it is the
    complete one. Of an answer that is not sound, `evidence` is a minimal list of the text's own words that refute the first of
    its claims that words refute: they exclude what it claims, or say what it leaves out. `counterexample` is a model of the text
    in which the first of its claims fails that the text leaves open. Each is empty where there is no such claim, or nothing to
    show; `reason` then says why. A plan that is not the best one has the trace of the best one as its counterexample. `details`
    is what a data set's own judge says further, as JSON takes it.
    """

    item: str
    sound: bool | None
    gold: bool | None
    reason: str
    value: Value | None = None
    rule: str = ""
    right: tuple[Value, ...] = ()
    evidence: tuple[str, ...] = ()
    counterexample: Witness | None = None
    details: Mapping[str, Any] = field(default_factory=dict)

    @property
    def read(self) -> bool:
        """Whether anything was read from the answer: a value, that nobody can know, or only that something does not hold."""
        return self.value is not None or self.rule in ("abstention", "denial")
