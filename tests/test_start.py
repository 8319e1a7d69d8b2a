"""What a start imports: modules are counted, since times belong to benchmarks/startup.py."""

from __future__ import annotations

import subprocess
import sys

import pytest

import qsr
from qsr.cli import _COMMANDS

SOLVE = """
story = qsr.parse("The cup is left of the pen. The pen is left of the box.")
qsr.solve(story, "Where is the cup relative to the box?")
"""
#: Solvers, and other parts that take long to import.
HEAVY = {"clingo", "clingodl", "networkx", "numpy", "z3"}


def loaded_by(code: str) -> set[str]:
    shown = f"{code}\nimport sys; sys.stdout = sys.__stdout__; print('\\n' + ' '.join(sys.modules))"
    done = subprocess.run([sys.executable, "-c", shown], capture_output=True, text=True, check=True)
    return set(done.stdout.rpartition("\n\n")[2].split() or done.stdout.splitlines()[-1].split())


def ours(modules: set[str]) -> set[str]:
    return {name for name in modules if name.partition(".")[0] == "qsr"}


def command(*arguments: str) -> str:
    return f"from qsr.cli import main\nmain({list(arguments)!r})"


def test_importing_the_package_imports_next_to_nothing() -> None:
    assert ours(loaded_by("import qsr")) == {"qsr", "qsr.lazy"}


def test_a_first_answer_imports_few_modules() -> None:
    found = loaded_by(f"import qsr\n{SOLVE}")
    assert len(ours(found)) <= 80
    assert not HEAVY & {name.partition(".")[0] for name in found}
    assert not {"importlib.metadata", "argparse"} & found


@pytest.mark.parametrize("option", ["--help", "--version"])
def test_help_and_version_import_no_command(option: str) -> None:
    found = loaded_by(command(option))
    assert len(ours(found)) <= 10
    assert not (HEAVY | {"lark"}) & {name.partition(".")[0] for name in found}


@pytest.mark.parametrize("name", ["solve", "eval", "check", "network", "serve", "mcp", "datasets", "calculi"])
def test_arguments_are_declared_without_solvers(name: str) -> None:
    found = loaded_by(command(name, "--help"))
    assert not HEAVY & {name.partition(".")[0] for name in found}
    assert {f"qsr.cli.{one}" for one in _COMMANDS} & found == {f"qsr.cli.{name}"}


def test_every_name_of_the_facade_is_there() -> None:
    assert all(getattr(qsr, name) is not None for name in qsr.__all__)
    assert set(qsr.__all__) <= set(dir(qsr))
    with pytest.raises(AttributeError, match="no attribute 'solv'"):
        _ = qsr.solv
