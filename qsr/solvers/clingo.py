"""clingo, with clingo-dl where the program uses ``&diff``: the only module that runs it, and that imports it when first needed.

`AnswerSets` is a ground program and its answer sets; `ClingoProblem` puts it behind the protocol of problems. Contract of the
latter with an encoding: `guard(I)` is a choice, `goal(G)` is derived exactly in the models in which goal G holds, arguments are
integers. An encoding may also choose `active(G)`: it is then true exactly for the goals that a question is about, and the others
need not be decided. Facts come in as names with integers and become atoms without passing through text. A problem is grounded
once; guards and goals are assumptions, so that each further question costs one call of the solver.

See M. Gebser, R. Kaminski, B. Kaufmann, T. Schaub, "Multi-shot ASP solving with clingo", TPLP 2019, and T. Janhunen, R.
Kaminski, M. Ostrowski, S. Schellhorn, P. Wanko, T. Schaub, "Clingo goes linear constraints over reals and integers", TPLP
2017.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import islice
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias, TypeVar

from qsr.errors import BackendUnavailable, LimitReached
from qsr.logic import And, Formula, If, Not, Or, leaves, parts_of
from qsr.solvers.protocol import Deadline, Key, Model
from qsr.solvers.search import Blaming

if TYPE_CHECKING:
    import clingo

__all__ = ["NUMBERS", "AnswerSet", "AnswerSets", "Batch", "ClingoProblem", "Fact"]

T = TypeVar("T")

#: A predicate and its integer arguments.
Fact: TypeAlias = tuple[str, Key]
#: Facts, and the parts of the program to ground with them: names with integer arguments.
Batch: TypeAlias = tuple[Sequence[Fact], Sequence[tuple[str, Key]]]

#: clingo's and clingo-dl's numbers lie strictly between minus and plus this.
NUMBERS: Final = 2**31 - 1


class AnswerSet(NamedTuple):
    """One answer set: the atoms it shows, those it holds of the projection asked for, its costs, and whether none is cheaper."""

    shown: frozenset[Fact]
    held: frozenset[Fact]
    cost: tuple[int, ...]
    is_optimal: bool


class AnswerSets:
    """A program grounded with integer facts.

    Parameters
    ----------
    program
        The text of the encoding.
    facts, parts
        The first batch.
    seed
        The solver's seed.
    options
        Further options of clingo, such as ``"--enum-mode=brave"``.

    Raises
    ------
    BackendUnavailable
        clingo is not installed, or clingo-dl where the program needs it.
    OverflowError
        A fact holds a number that clingo cannot represent.
    """

    def __init__(
        self,
        program: str,
        facts: Sequence[Fact] = (),
        parts: Sequence[tuple[str, Key]] = (("base", ()),),
        seed: int = 0,
        options: Sequence[str] = (),
    ) -> None:
        try:
            import clingo
        except ImportError as error:
            raise BackendUnavailable("clingo is not installed") from error

        self.deadline = Deadline()
        self._program, self._seed = program, seed
        self._batches: list[Batch] = []
        self._control: Any = clingo.Control([f"--seed={seed}", *options], message_limit=0)
        self._differences: Any = None
        if "&diff" in program:
            try:
                from clingo.ast import ProgramBuilder, parse_string
                from clingodl import ClingoDLTheory
            except ImportError as error:
                raise BackendUnavailable("clingo-dl is not installed") from error

            self._differences = theory = ClingoDLTheory()  # type: ignore[no-untyped-call]
            theory.register(self._control)
            with ProgramBuilder(self._control) as builder:
                parse_string(program, lambda statement: theory.rewrite_ast(statement, builder.add))
        else:
            self._control.add("base", [], program)
        self._extend((tuple(facts), tuple(parts)))

    def allow(self, seconds: float | None) -> None:
        """Give the questions that follow this much wall time in all, until the next call."""
        self.deadline = Deadline(seconds)

    def sets(self, assumed: Iterable[Fact] = (), projected: Collection[Fact] = ()) -> Iterator[AnswerSet]:
        """Yield the answer sets in which the assumed atoms hold, in clingo's order; raise LimitReached.

        Which of them follows from the options: under ``--enum-mode=brave`` the last one has the consequences, under
        ``--opt-mode=opt`` it is the best. For ``--project=project`` the `projected` atoms tell answer sets apart.
        """
        known = {atom: self._literal(*atom) for atom in projected}
        if literals := [literal for literal in known.values() if literal is not None]:
            with self._control.backend() as backend:
                backend.add_project(literals)
        wanted = [self._literal(*atom) for atom in assumed]
        if None in wanted:
            return
        with self._start([literal for literal in wanted if literal is not None]) as handle:
            while (model := self._next(handle)) is not None:
                held = frozenset(atom for atom, literal in known.items() if literal is not None and model.is_true(literal))
                yield AnswerSet(_shown(model), held, tuple(model.cost), model.optimality_proven)

    def last(self, assumed: Iterable[Fact] = ()) -> AnswerSet | None:
        """Return the last of `sets`, None where there is none."""
        found = None
        for found in self.sets(assumed):  # noqa: B007 - the last one is meant
            pass
        return found

    def close(self) -> None:
        """Let go of the ground program."""
        self._control = self._differences = None

    def _literal(self, name: str, arguments: Key) -> int | None:
        """Return the literal of an atom; None where no rule derives it."""
        import clingo

        atom = self._control.symbolic_atoms[clingo.Function(name, _numbers(arguments))]
        return None if atom is None else atom.literal

    def _extend(self, batch: Batch) -> None:
        import clingo

        facts, parts = batch
        self._batches.append(batch)
        with self._control.backend() as backend:
            for name, arguments in facts:
                backend.add_rule([backend.add_atom(clingo.Function(name, _numbers(arguments)))])
        self._control.ground([(name, _numbers(arguments)) for name, arguments in parts])
        if self._differences is not None:
            self._differences.prepare(self._control)

    def _start(self, assumptions: list[int]) -> clingo.SolveHandle:
        """Begin a search, in a thread of its own where a deadline may have to interrupt it from outside.

        Without a deadline there is none: starting the thread takes four times as long as a typical search.
        """
        self.deadline.check()
        is_apart = self.deadline.remaining is not None
        handle: clingo.SolveHandle = self._control.solve(assumptions=assumptions, yield_=True, async_=is_apart)
        return handle

    def _next(self, handle: clingo.SolveHandle) -> clingo.Model | None:
        """Return the next model or None; raise LimitReached."""
        handle.resume()
        if not handle.wait(self.deadline.remaining):
            handle.cancel()
            raise LimitReached("the time limit was reached in clingo")
        return handle.model()


class ClingoProblem(AnswerSets, Blaming):
    """An encoding grounded with integer facts, as a problem; see `AnswerSets`.

    Parameters
    ----------
    scale
        Values of difference variables are divided by it in models.
    guard
        The predicate of the guards.
    placed
        The predicate of the places: ``at(X,P)`` makes P the number of X in models, ``at(X,A,P)`` that of X and A. Empty for none.
    """

    def __init__(
        self,
        program: str,
        facts: Sequence[Fact] = (),
        parts: Sequence[tuple[str, Key]] = (("base", ()),),
        seed: int = 0,
        scale: int = 1,
        guard: str = "guard",
        placed: str = "",
    ) -> None:
        super().__init__(program, facts, parts, seed)
        self._scale, self._guard, self._placed = scale, guard, placed
        self._guards: dict[int, int] = {}
        self._goals: dict[int, int] = {}
        self._active: dict[int, int] = {}
        for name, known in ((guard, self._guards), ("goal", self._goals), ("active", self._active)):
            for atom in self._control.symbolic_atoms.by_signature(name, 1):
                known[atom.symbol.arguments[0].number] = atom.literal
        self._guard_of = {literal: guard for guard, literal in self._guards.items()}
        #: Formula -> its number; number -> the atom that demands it, and the goals in it.
        self._formulas: dict[Formula[int], int] = {}
        self._demands: dict[int, int] = {}
        self._leaves: dict[int, frozenset[int]] = {}

    def ground(self, facts: Sequence[Fact], parts: Sequence[tuple[str, Key]], goals: Iterable[int]) -> None:
        """Add facts and ground parts of the program with them; `goals` are those that the new rules define.

        A goal may have a guard of its own; all other guards come with the first batch. Literals are kept from the time when
        they were made: clingo drops atoms that it has found false once and for all, so that a later look would miss them, whereas
        their literals remain valid and false.
        """
        self._extend((tuple(facts), tuple(parts)))
        for goal in goals:
            for name, known in (("goal", self._goals), ("active", self._active), (self._guard, self._guards)):
                literal = self._literal(name, (goal,))
                if literal is not None:
                    known[goal] = literal
            if goal in self._guards:
                self._guard_of[self._guards[goal]] = goal

    def formula(self, formula: Formula[int]) -> int:
        """Return a number below zero for a formula of goals; see `Problem`. Rules for it are added to the ground program."""
        number = self._formulas.get(formula)
        if number is None:
            number = self._formulas[formula] = -len(self._formulas) - 1
            with self._control.backend() as backend:
                literal = self._node(backend, formula)
                # An atom of its own, which a core names; the goal is the formula itself.
                self._demands[number] = atom = backend.add_atom()
                backend.add_rule([atom], [literal])
            self._goals[number], self._guard_of[atom] = literal, number
            self._leaves[number] = frozenset(leaves(formula))
        return number

    def _node(self, backend: clingo.Backend, formula: Formula[int]) -> int:
        """Return the literal of a formula; a goal that no rule derives is an atom that nothing derives."""
        if isinstance(formula, Not):
            return -self._node(backend, formula.part)
        if isinstance(formula, int):
            return self._goals[formula] if formula in self._goals else backend.add_atom()
        parts = parts_of(formula) or ()
        literals = [self._node(backend, part) for part in parts]
        atom = backend.add_atom()
        if isinstance(formula, If):
            literals[0] = -literals[0]
        if isinstance(formula, (If, Or)):
            for literal in literals:
                backend.add_rule([atom], [literal])
        elif isinstance(formula, And):
            backend.add_rule([atom], literals)
        else:
            counted = [(literal, 1) for literal in literals]
            enough = backend.add_atom()
            backend.add_weight_rule([enough], formula.low, counted)
            body = [enough]
            if formula.high is not None:
                more = backend.add_atom()
                backend.add_weight_rule([more], formula.high + 1, counted)
                body.append(-more)
            backend.add_rule([atom], body)
        return atom

    def _assumptions(
        self, guards: Collection[int], holding: Collection[int], failing: Collection[int], goals: Collection[int]
    ) -> list[int]:
        """Return the literals that fix all guards, the goals given and who is active; a goal that no rule derives never holds."""
        switched, active = set(guards), {*holding, *failing, *goals}
        demanded = [number for number in switched if number in self._demands]
        for number in (*demanded, *active.intersection(self._leaves)):
            active |= self._leaves[number]
        literals = [literal if guard in switched else -literal for guard, literal in self._guards.items()]
        literals += [literal if goal in active else -literal for goal, literal in self._active.items()]
        literals += [self._demands[number] for number in demanded]
        literals += [self._goals.get(goal, -1) for goal in holding]
        return literals + [-self._goals[goal] for goal in failing if goal in self._goals]

    def _first(self, assumptions: list[int], read: Callable[[clingo.Model], T]) -> T | list[int]:
        """Return what `read` makes of a model, or the literals to blame where there is none."""
        with self._start(assumptions) as handle:
            model = self._next(handle)
            if model is not None:
                return read(model)
            if not handle.get().unsatisfiable:
                raise LimitReached("clingo stopped without a result")
            return list(handle.core())

    def _true(self, model: clingo.Model, goals: Collection[int]) -> frozenset[int]:
        return frozenset(goal for goal in goals if goal in self._goals and model.is_true(self._goals[goal]))

    def _whole(self, model: clingo.Model, goals: Collection[int]) -> Model:
        numbers: dict[Key, Fraction] = {}
        if self._differences is not None:
            self._differences.on_model(model)
            for symbol, value in self._differences.assignment(model.thread_id):
                numbers[_key(symbol)] = Fraction(int(str(value)), self._scale)
        shown = _shown(model)
        numbers |= {key[:-1]: Fraction(key[-1]) for name, key in shown if name == self._placed}
        return Model(self._true(model, goals), numbers, shown)

    def _find(
        self, guards: Collection[int], holding: Collection[int], failing: Collection[int], goals: Collection[int]
    ) -> Model | None:
        found = self._first(self._assumptions(guards, holding, failing, goals), lambda model: Model(self._true(model, goals)))
        return found if isinstance(found, Model) else None

    def model(self, guards: Collection[int], holding: Collection[int] = (), failing: Collection[int] = ()) -> Model | None:
        """Return a model with all its numbers and shown atoms, or None; raise LimitReached where the limit came first."""
        asked = {*holding, *failing}
        found = self._first(self._assumptions(guards, holding, failing, ()), lambda model: self._whole(model, asked))
        return found if isinstance(found, Model) else None

    def _blame(self, guards: Collection[int], holding: Collection[int], failing: Collection[int]) -> Collection[int] | None:
        found = self._first(self._assumptions(guards, holding, failing, ()), lambda model: model.number)
        return {self._guard_of[literal] for literal in found if literal in self._guard_of} if isinstance(found, list) else None

    def models(self, guards: Collection[int], goals: Collection[int], limit: int | None = None) -> Iterator[Model]:
        """Yield at most `limit` models, no two of which agree on all the goals; raise LimitReached on the time limit.

        The enumeration has a program of its own: the caller may put other questions between two models, and the projection
        does not stay.
        """
        copy = ClingoProblem(self._program, *self._batches[0], self._seed, self._scale, self._guard, self._placed)
        for facts, parts in self._batches[1:]:
            copy.ground(facts, parts, self._goals.keys() - copy._goals.keys())
        for formula in self._formulas:
            copy.formula(formula)
        copy.deadline = self.deadline
        return islice(copy._projected(guards, goals), limit)

    def _projected(self, guards: Collection[int], goals: Collection[int]) -> Iterator[Model]:
        with self._control.backend() as backend:
            backend.add_project([self._goals[goal] for goal in sorted(goals) if goal in self._goals])
        self._control.configuration.solve.models = 0
        self._control.configuration.solve.project = "project"
        with self._start(self._assumptions(guards, (), (), goals)) as handle:
            while (model := self._next(handle)) is not None:
                yield self._whole(model, goals)


def _numbers(arguments: Iterable[int]) -> list[clingo.Symbol]:
    """Return integers as symbols; raise OverflowError rather than let the number wrap around."""
    import clingo

    symbols = []
    for argument in arguments:
        if not -NUMBERS < argument < NUMBERS:
            raise OverflowError("a number is too large for clingo")
        symbols.append(clingo.Number(argument))
    return symbols


def _key(symbol: clingo.Symbol) -> Key:
    return tuple(argument.number for argument in symbol.arguments)


def _shown(model: clingo.Model) -> frozenset[Fact]:
    return frozenset((symbol.name, _key(symbol)) for symbol in model.symbols(shown=True))
