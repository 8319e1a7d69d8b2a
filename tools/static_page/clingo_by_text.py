"""What `qsr.solvers.clingo` uses of the Python package of clingo, over a clingo that takes a text and prints: that of npm.

That clingo knows nothing from one call to the next, but it runs Lua, whose interface to clingo is the one of Python. So a
`Control` keeps a record of what was asked of it, and each time that somebody wants to know something plays all of it to a new
clingo. Atoms have the same numbers each time; those without a name have one of their own here, and clingo's in the play.

The program around it brings the module `clingo_wasm` with one function: ``run(program, options)`` returns what was printed.
Integers are the only arguments of atoms. Difference constraints (clingo-dl) are not there, and neither are limits of time.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from types import SimpleNamespace

from clingo_wasm import run

__all__ = ["Control", "Function", "Number"]

#: Numbers of atoms without a name begin here; clingo's own stay far below.
_NAMELESS = 2**28
_ATOM = re.compile(r"(\w+)(?:\(([-\d,]*)\))?")

_LUA = """
#script (lua)
local A, R = {}, {}
local function L(literal)
  local atom = math.abs(literal)
  if atom >= %(nameless)d then atom = A[atom] end
  return literal < 0 and -atom or atom
end
local function each(literals)
  local found = {}
  for place, literal in ipairs(literals) do found[place] = L(literal) end
  return found
end
local function named(backend, number, name, arguments)
  local symbols = {}
  for place, argument in ipairs(arguments) do symbols[place] = clingo.Number(argument) end
  A[number] = backend:add_atom(clingo.Function(name, symbols))
end
local function nameless(backend, number)
  A[number] = backend:add_atom(clingo.Function("_nameless", {clingo.Number(number)}))
  R[A[number]] = number
end
local function written(literals)
  local found = {}
  for place, literal in ipairs(literals) do
    local atom = math.tointeger(math.abs(literal))
    atom = R[atom] or atom
    found[place] = string.format("%%d", literal < 0 and -atom or atom)
  end
  return table.concat(found, " ")
end
local function search(prg, assumed)
  local atoms = {}
  for atom in prg.symbolic_atoms:iter() do table.insert(atoms, atom.literal) end
  local handle = prg:solve{yield=true, assumptions=each(assumed)}
  for model in handle:iter() do
    local held = {}
    for _, literal in ipairs(atoms) do if model:is_true(literal) then table.insert(held, literal) end end
    print("model", model.optimality_proven, table.concat(model.cost, " "))
    print("held", written(held))
    for _, symbol in ipairs(model:symbols{shown=true}) do print("shown", symbol) end
  end
  local result = tostring(handle:get())
  print("result", result)
  if result == "UNSAT" then print("core", written(handle:core() or {})) end
  handle:close()
end
local function played(prg)
%(record)s
end
function main(prg)
  local is_fine, fault = pcall(played, prg)
  if not is_fine then print("fault", fault) end
end
#end.
"""


@dataclass(frozen=True)
class Symbol:
    """A name with integer arguments, or an integer."""

    name: str = ""
    arguments: tuple[Symbol, ...] = ()
    number: int = 0

    @property
    def lua(self) -> str:
        """Its name and arguments in Lua."""
        return f'"{self.name}", {{{", ".join(str(one.number) for one in self.arguments)}}}'


def Number(number: int) -> Symbol:
    """Return an integer."""
    return Symbol(number=number)


def Function(name: str, arguments: Sequence[Symbol] = ()) -> Symbol:
    """Return a name with arguments."""
    return Symbol(name, tuple(arguments))


def _read(told: str) -> Symbol | None:
    """Return an atom; None where its arguments are no integers, and nobody asks for it."""
    found = _ATOM.fullmatch(told)
    if found is None:
        return None
    return Function(found[1], [Number(int(one)) for one in (found[2] or "").split(",") if one])


@dataclass(frozen=True)
class SymbolicAtom:
    """An atom with a name, and its literal."""

    symbol: Symbol
    literal: int


class SymbolicAtoms(dict[Symbol, SymbolicAtom]):
    """The atoms with names that a ground program has."""

    def __missing__(self, symbol: Symbol) -> None:
        return None

    def by_signature(self, name: str, arity: int) -> Iterator[SymbolicAtom]:
        """Yield the atoms with a name and a number of arguments."""
        return (one for one in self.values() if (one.symbol.name, len(one.symbol.arguments)) == (name, arity))


@dataclass
class Model:
    """One answer set."""

    number: int
    optimality_proven: bool
    cost: list[int]
    held: set[int] = field(default_factory=set)
    shown: list[Symbol] = field(default_factory=list)
    thread_id: int = 0

    def is_true(self, literal: int) -> bool:
        """Tell whether a literal holds."""
        return (abs(literal) in self.held) == (literal > 0)

    def symbols(self, shown: bool = False) -> list[Symbol]:
        """Return the atoms that the program shows."""
        return self.shown if shown else []


class SolveHandle:
    """What a search found; it is over before anybody asks."""

    def __init__(self, lines: Iterable[list[str]]) -> None:
        self._models: list[Model] = []
        self._core: list[int] = []
        self._place = -1
        self._result = ""
        for kind, *rest in lines:
            if kind == "model":
                self._models.append(Model(len(self._models) + 1, rest[0] == "true", [*map(int, rest[1].split())]))
            elif kind == "held":
                self._models[-1].held.update(map(int, rest[0].split()))
            elif kind == "shown":
                symbol = _read(rest[0])
                if symbol is None:
                    raise ValueError(f"an atom is shown whose arguments are no integers: {rest[0]}")
                self._models[-1].shown.append(symbol)
            elif kind == "result":
                self._result = rest[0]
            elif kind == "core":
                self._core = [*map(int, rest[0].split())]

    def __enter__(self) -> SolveHandle:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def resume(self) -> None:
        """Go on to the next model."""
        self._place += 1

    def wait(self, seconds: float | None = None) -> bool:
        """Tell that there is something to have."""
        return True

    def cancel(self) -> None:
        """Do nothing: the search is over."""

    def model(self) -> Model | None:
        """Return the model, None past the last one."""
        return self._models[self._place] if self._place < len(self._models) else None

    def get(self) -> SimpleNamespace:
        """Return whether there was any."""
        return SimpleNamespace(unsatisfiable=self._result == "UNSAT")

    def core(self) -> list[int]:
        """Return the assumptions to blame where there was none."""
        return self._core


class Backend:
    """Adds to the ground program."""

    def __init__(self, control: Control) -> None:
        self._control = control

    def __enter__(self) -> Backend:
        self._control.record("do local b = prg:backend()")
        return self

    def __exit__(self, *_: object) -> None:
        self._control.record("b:close() end")

    def add_atom(self, symbol: Symbol | None = None) -> int:
        """Return a literal for an atom with a name, or for a new one without."""
        number = self._control.new()
        self._control.record(f"nameless(b, {number})" if symbol is None else f"named(b, {number}, {symbol.lua})")
        return number

    def add_rule(self, head: Sequence[int], body: Sequence[int] = ()) -> None:
        """Add a rule."""
        self._control.record(f"b:add_rule{{head=each{_table(head)}, body=each{_table(body)}}}")

    def add_weight_rule(self, head: Sequence[int], lower: int, body: Sequence[tuple[int, int]]) -> None:
        """Add a rule whose body holds where enough of its literals do."""
        weighed = ", ".join(f"{{L({literal}), {weight}}}" for literal, weight in body)
        self._control.record(f"b:add_weight_rule{{head=each{_table(head)}, lower={lower}, body={{{weighed}}}}}")

    def add_project(self, atoms: Sequence[int]) -> None:
        """Let these atoms tell answer sets apart."""
        self._control.project(atoms)


def _table(numbers: Iterable[int]) -> str:
    return f"{{{', '.join(map(str, numbers))}}}"


class Control:
    """A program, and a record of what was done with it."""

    def __init__(self, arguments: Sequence[str] = (), message_limit: int = 0) -> None:
        self._arguments = list(arguments)
        self._text = ""
        self._record: list[str] = []
        self._count = 0
        self._atoms: SymbolicAtoms | None = None
        self._projected: set[int] = set()
        self.configuration = SimpleNamespace(solve=SimpleNamespace(models=None, project=None))

    def add(self, name: str, parameters: Sequence[str], program: str) -> None:
        """Add to the program."""
        self._text += program + "\n"

    def backend(self) -> Backend:
        """Return what adds to the ground program."""
        return Backend(self)

    def ground(self, parts: Sequence[tuple[str, Sequence[Symbol]]]) -> None:
        """Ground parts of the program."""
        named = (f'{{"{name}", {{{", ".join(f"clingo.Number({one.number})" for one in given)}}}}}' for name, given in parts)
        self.record(f"prg:ground{{{', '.join(named)}}}")

    @property
    def symbolic_atoms(self) -> SymbolicAtoms:
        """The atoms with names."""
        if self._atoms is None:
            told = self._play('for atom in prg.symbolic_atoms:iter() do print("atom", atom.symbol, atom.literal) end')
            read = ((_read(symbol), int(literal)) for _, symbol, literal in told)
            named = ((symbol, literal) for symbol, literal in read if symbol is not None and symbol.name != "_nameless")
            self._atoms = SymbolicAtoms({symbol: SymbolicAtom(symbol, literal) for symbol, literal in named})
        return self._atoms

    def solve(self, assumptions: Sequence[int] = (), yield_: bool = False, async_: bool = False) -> SolveHandle:
        """Search for answer sets in which the assumptions hold."""
        text, first = "", ""
        if self._projected:
            text = "\n".join(["#program _projected.", *(f"#project {one}." for one in self._named(sorted(self._projected)))])
            first = 'prg:ground{{"_projected", {}}}\n'
        return SolveHandle(self._play(f"{first}search(prg, {_table(assumptions)})", text))

    def record(self, *lines: str) -> None:
        """Remember what to do."""
        self._record.extend(lines)
        self._atoms = None

    def new(self) -> int:
        """Return a number for an atom."""
        self._count += 1
        return _NAMELESS + self._count

    def project(self, atoms: Sequence[int]) -> None:
        """Remember which atoms tell answer sets apart."""
        self._projected.update(map(abs, atoms))

    def _named(self, atoms: Iterable[int]) -> Iterator[str]:
        """Yield the names of atoms as the program writes them."""
        names = {one.literal: one.symbol for one in self.symbolic_atoms.values()}
        for atom in atoms:
            symbol = names.get(atom) or Function("_nameless", [Number(atom)])
            arguments = ",".join(str(one.number) for one in symbol.arguments)
            yield f"{symbol.name}({arguments})" if arguments else symbol.name

    def _play(self, last: str, text: str = "") -> list[list[str]]:
        """Do what is recorded and one thing more, with more of a program, and return what it prints."""
        told = self.configuration.solve
        options = [*self._arguments, "--outf=3", "--warn=none"]
        options += [f"--{name}={value}" for name, value in vars(told).items() if value is not None]
        script = _LUA % {"nameless": _NAMELESS, "record": "\n".join([*self._record, last])}
        lines = [line.split("\t") for line in str(run(self._text + text + script, " ".join(options))).splitlines()]
        for kind, *rest in lines:
            if kind == "fault":
                raise RuntimeError(f"clingo: {' '.join(rest)}")
        return [line for line in lines if line[0] in ("model", "held", "shown", "result", "core", "atom")]
