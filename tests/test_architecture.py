"""The rooms import downward only, and some places stay free of what would break them."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from itertools import chain
from pathlib import Path

import pytest

import qsr
from qsr import datasets, theories
from qsr.settings import PROPERTY_SETS

ROOT = Path(qsr.__file__).resolve().parent
CHECKOUT = ROOT.parent
#: Higher rooms may import lower ones and their own.
LEVELS = {
    "cli": 12,
    "ray": 12,
    "adapters": 11,
    "assist": 10,
    "summary": 9,
    "api": 8,
    "certificates": 7,
    "report": 8,
    "run": 7,
    "repair": 6,
    "oracle": 6,
    "explain": 4,
    "datasets": 5,
    "resting": 5,
    "theories": 3,
    "language": 2,
    "stories": 4,
    "solvers": 2,
    "generate": 1,
    "nouns": 1,
    "calculi": 1,
    "story": 0,
    "logic": 0,
    "relations": 0,
    "seats": 0,
    "plain": 0,
    "registry": 0,
    "cores": 0,
    "counts": 0,
    "draw": 0,
    "errors": 0,
    "inputs": 0,
    "kept": 0,
    "lazy": 0,
    "outputs": 0,
    "pages": 0,
    "paraphrases": 0,
    "resources": 0,
    "settings": 0,
    "exact": 0,
    "witnesses": 0,
    "shares": 0,
    "wording": 0,
}
#: Two columns stand side by side: text knows no solver, and no solver knows text. A theory's folder has both, its text apart.
REASONING = {"solvers", "calculi"}
#: Solvers, and what else takes long to import.
HEAVY = ("clingo", "clingodl", "z3", "networkx", "lark")


def modules() -> list[Path]:
    return sorted(path for path in ROOT.rglob("*.py") if "_resources" not in path.parts)


def room(path: Path) -> str:
    return path.relative_to(ROOT).parts[0].removesuffix(".py")


def imported(path: Path) -> set[str]:
    """Rooms that a module imports, wherever the import stands."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            names = [f"{node.module}.{alias.name}" if node.module == "qsr" else node.module for alias in node.names]
        elif isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        else:
            continue
        found.update(name.split(".")[1] for name in names if name.startswith("qsr."))
    return found


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(ROOT)))
def test_imports_run_downward(path: Path) -> None:
    if path == ROOT / "__init__.py":
        return
    here = room(path)
    upward = {other for other in imported(path) if other != here and other in LEVELS and LEVELS[other] >= max(LEVELS[here], 1)}
    assert not upward


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(ROOT)))
def test_text_knows_no_solver_and_no_solver_knows_text(path: Path) -> None:
    here, parts = room(path), path.relative_to(ROOT).parts
    if here == "language" or "text" in parts or (here == "datasets" and "generator" not in parts):
        assert not imported(path).intersection(REASONING)
    if here in REASONING or (here == "theories" and "text" not in parts and path != ROOT / "theories" / "__init__.py"):
        assert not imported(path).intersection({"language", "datasets"})


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(ROOT)))
def test_every_room_is_known_and_imports_are_absolute(path: Path) -> None:
    assert room(path) in {*LEVELS, "__init__"}
    tree = ast.parse(path.read_text(encoding="utf-8"))
    assert not [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.level]


def test_the_page_shows_the_levels() -> None:
    page = (CHECKOUT / "docs" / "architecture.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (\d+) \| (.*) \|$", page, re.MULTILINE)
    shown = {name: int(level) for level, names in rows for name in re.findall(r"`(\w+)`", names)}
    assert {name: level for name, level in shown.items() if level} == {name: level for name, level in LEVELS.items() if level}
    assert shown.keys() <= LEVELS.keys()


#: Data sets whose names are words of other rooms too: of theories, for which there is a test of their own, and of lexicons.
WORDS = {"babi", "spartun", "prepositions", "rows"}
#: Folder of a data set -> those that it is made of: the rows of SpaRP have contexts of the two others, answered anew.
MADE_OF = {"sparp": {"stepgame", "spartun"}}
#: Modules that may name every data set, because they are the registries.
REGISTRIES = {"datasets/__init__.py", "generate/__init__.py"}


def data_sets_named(path: Path) -> set[str]:
    """Data sets that a module imports or has the name of as a whole text."""
    texts, imports = set(), set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            texts.add(node.value)
        elif isinstance(node, ast.ImportFrom) and node.module:
            imports.update(f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Import):
            imports.update(alias.name for alias in node.names)
    known = set(datasets.names())
    folders = {name.removeprefix("qsr.datasets.").partition(".")[0] for name in imports if name.startswith("qsr.datasets.")}
    return (texts & (known - WORDS)) | (folders & known)


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(ROOT)))
def test_what_knows_a_data_set_stands_in_its_folder(path: Path) -> None:
    place = path.relative_to(ROOT)
    if str(place) in REGISTRIES:
        return
    own = place.parts[1] if place.parts[0] == "datasets" else ""
    assert data_sets_named(path) <= {own, *MADE_OF.get(own, ())}


#: Folders of theories.
THEORIES = {path.name for path in (ROOT / "theories").iterdir() if path.is_dir() and path.name != "__pycache__"}
#: Module or folder -> the folder of another theory that it may know, for a reason.
KNOWN_BY = {
    "theories/witnesses.py": THEORIES,  # the registries
    "theories/__init__.py": THEORIES,
}
#: Data set -> the theories that it is about; what data sets share is about none.
ABOUT = {
    "babi": {"babi"},
    "grasp": {"gridworld"},
    "prepositions": {"prepositions", "locatives"},
    "roomspace": {"room"},
    "rows": set(),
    "space2024": {"seating", "headings"},
    "sparp": {"paper"},
    "spartun": {"spartun"},
    "stepgame": {"paper-ps2"},
}
#: Names of theories that are words of other things as well: verdicts, exact numbers, rooms, data sets and their vocabularies.
OTHER_WORDS = {"change", "sound", "exact", "room", "babi", "spartun", "prepositions", "paper", "separate"}


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(ROOT)))
def test_what_knows_a_theory_stands_in_its_folder(path: Path) -> None:
    place = path.relative_to(ROOT).as_posix()
    if place in REGISTRIES:
        return
    floor, own = place.split("/")[:2] if "/" in place else ("", "")
    allowed = ABOUT.get(own, set()) if floor == "datasets" else {own} if floor == "theories" else set()
    allowed = allowed | KNOWN_BY.get(place, set())
    texts, imports = set(), set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            texts.add(node.value)
        elif isinstance(node, ast.ImportFrom) and node.module:
            imports.update(f"{node.module}.{alias.name}" for alias in node.names)
    folders = {name.split(".")[2] for name in imports if name.startswith("qsr.theories.")}
    assert folders & THEORIES <= allowed
    if (floor == "datasets" or own not in THEORIES) and place not in KNOWN_BY:
        assert texts & (set(theories.names()) - OTHER_WORDS - {"auto"}) <= allowed
        assert not set_up_in_words(path) or floor == "datasets"
        assert floor == "datasets" or place in NAME_SETS or not texts & PROPERTY_SETS.keys()


#: Where the property sets of SpaRC are told apart by name: their table, and what a theory's class says of itself.
NAME_SETS = {"settings.py"}
#: The first line of a story that names a theory; of the general one every room may speak.
SET_UP = re.compile(rf"theory: (?:{'|'.join(name for name in theories.names() if name != theories.GENERAL)})\b")


def set_up_in_words(path: Path) -> list[str]:
    """Return the texts of a module, its docstrings apart, that have the first line of a story of a certain theory in them."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    told = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)}
    texts = [node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and id(node) not in told]
    return [text for text in texts if isinstance(text, str) and SET_UP.search(text)]


def test_every_data_set_says_what_it_is_about() -> None:
    assert ABOUT.keys() == set(datasets.names())
    assert {datasets.get(name).theory for name in ABOUT} <= {"auto", *chain.from_iterable(ABOUT.values())}


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(ROOT)))
def test_a_module_can_be_read_in_one_sitting(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 450


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(ROOT)))
def test_no_assert_steers_a_program(path: Path) -> None:
    assert not [node.lineno for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.Assert)]


@pytest.mark.parametrize("folder", ["encodings", "grammars"])
def test_data_folders_are_no_packages(folder: str) -> None:
    # `encodings` is a package of the standard library: one of that name on the path would keep Python from starting.
    assert not list((CHECKOUT / folder).rglob("*.py"))


def loaded_by(statement: str) -> set[str]:
    code = f"import sys; before = set(sys.modules); {statement}; print(*(set(sys.modules) - before))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=CHECKOUT)
    return {name.partition(".")[0] for name in done.stdout.split()}


def test_importing_the_package_imports_nothing_heavy() -> None:
    assert not loaded_by("import qsr").intersection(HEAVY)


def test_asking_for_the_parser_does_not_import_solvers() -> None:
    assert not loaded_by("import qsr.cli; qsr.cli.main(['datasets'])").intersection({"clingo", "clingodl", "z3"})
