"""How the published networks are read, where they are at hand: ../shared/data beside the checkout."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import qsr
from qsr.calculi import load
from qsr.calculi.formats import gqr

DATA = Path(qsr.__file__).resolve().parents[2] / "shared" / "data" / "networks"
pytestmark = pytest.mark.skipif(not DATA.is_dir(), reason="the networks are not at ../shared/data/networks")
FILES = sorted(DATA.glob("*.csp"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_file_is_read_and_written_back(path: Path) -> None:
    calculus = load(path.name.partition("_")[0])
    found = dict(gqr.read_networks(path, calculus))
    lines = Path(str(path)[: -len("csp")] + "verdicts.jsonl").read_text(encoding="utf-8").splitlines()
    assert list(found) == [json.loads(line)["name"] for line in lines]
    size = int(path.stem.partition("_n")[2].partition("_")[0])
    text = path.read_text(encoding="utf-8")
    # A few of the random labels hold every relation; besides the relations a line has two nodes and two parentheses.
    labels = [len(line.split()) - 4 for line in text.splitlines() if line.rstrip().endswith(")")]
    constraints = sum(label < len(calculus.relations) for label in labels)
    assert {len(network.nodes) for network in found.values()} == {size}
    assert sum(1 for network in found.values() for _ in network.constraints()) == constraints
    again = dict(gqr.parse_networks(gqr.write_networks(found.items()), calculus))
    assert all(list(again[name].constraints()) == list(network.constraints()) for name, network in found.items())


def test_all_settings_are_read() -> None:
    networks = sum(text.count("#") for text in (path.read_text(encoding="utf-8") for path in FILES))
    assert (len(FILES), networks) == (24, 444)
