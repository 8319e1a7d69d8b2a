"""Random networks with the verdicts of another solver, where they are at hand: ../shared/data beside the checkout."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

import qsr
from qsr.calculi import Network, load
from qsr.calculi.formats import gqr

DATA = Path(qsr.__file__).resolve().parents[2] / "shared" / "data" / "networks"
pytestmark = pytest.mark.skipif(not DATA.is_dir(), reason="the networks are not at ../shared/data/networks")
FILES = sorted(DATA.glob("*.csp")) if DATA.is_dir() else []
SMALL = ("n20", "n50")
#: In plain Python the others take longer than a test should.
SEARCHED = [path for path in FILES if "_n20_" in path.name or "_n50_" in path.name or path.name.startswith("cd")]


def networks(path: Path) -> list[tuple[str, Network, dict[str, bool | None]]]:
    verdicts = {}
    for line in path.with_name(f"{path.stem}.verdicts.jsonl").read_text(encoding="utf-8").splitlines():
        verdict = json.loads(line)
        verdicts[verdict["name"]] = verdict
    calculus = load(path.name.partition("_")[0])
    return [(name, network, verdicts[name]) for name, network in gqr.read_networks(path, calculus)]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_same_networks_survive_closure(path: Path) -> None:
    for name, network, verdict in networks(path):
        assert network.closure("python").is_refuted != verdict["closed"], name


@pytest.mark.slow
@pytest.mark.parametrize("path", SEARCHED, ids=lambda path: path.stem)
def test_the_same_networks_are_consistent(path: Path) -> None:
    for name, network, verdict in networks(path):
        if verdict["consistent"] is not None:
            assert network.is_consistent("python") == verdict["consistent"], name


@pytest.mark.slow
@pytest.mark.parametrize("path", [path for path in FILES if "_n20_" in path.name], ids=lambda path: path.stem)
def test_answer_sets_say_the_same(path: Path) -> None:
    for name, network, verdict in networks(path)[:4]:
        assert network.is_consistent("asp") == verdict["consistent"], name


@pytest.mark.slow
@pytest.mark.parametrize("path", [path for path in FILES if path.stem.split("_")[2] in SMALL], ids=lambda path: path.stem)
def test_cores_have_nothing_to_spare(path: Path) -> None:
    for name, network, verdict in networks(path):
        core = network.core()
        assert (core is None) == verdict["consistent"], name
        for left_out in range(len(core or ())):
            rest = Network(network.calculus)
            for number, (x, relations, y) in enumerate(core or ()):
                if number != left_out:
                    rest.add(x, relations, y)
            assert rest.is_consistent(), name


@pytest.mark.parametrize("path", [path for path in FILES if "_A_n50_" in path.name], ids=lambda path: path.stem)
def test_verdicts_do_not_depend_on_the_order(path: Path) -> None:
    random = Random(path.stem)
    for name, network, _ in networks(path)[:5]:
        stated = list(network.stated())
        random.shuffle(stated)
        turned = Network(network.calculus)
        for x, relations, y in stated:
            turned.add(x, relations, y)
        assert turned.closure().status() == network.closure().status(), name
        assert turned.is_consistent() == network.is_consistent(), name
