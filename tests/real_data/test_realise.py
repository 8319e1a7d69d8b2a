"""Scenes for published benchmark networks, where they are at hand: ../shared/data beside the checkout."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import qsr
from qsr.calculi import load
from qsr.calculi.formats.gqr import read_networks
from qsr.calculi.scenes import realise

DATA = Path(qsr.__file__).resolve().parents[2] / "shared" / "data" / "networks"
pytestmark = pytest.mark.skipif(not DATA.is_dir(), reason="the networks are not at ../shared/data/networks")
#: Larger ones take their time in the search for a scenario.
MOST = 50
FILES = [path for path in sorted(DATA.glob("*.csp")) if int(re.findall(r"_n(\d+)_", path.name)[0]) <= MOST]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_network_with_a_solution_gets_a_scene(path: Path) -> None:
    """A scenario of each is realised, and the relations of the places satisfy what the network says."""
    verdicts = map(json.loads, path.with_suffix(".verdicts.jsonl").read_text(encoding="utf-8").splitlines())
    consistent = {verdict["name"] for verdict in verdicts if verdict["consistent"]}
    realised = set()
    for name, network in read_networks(path, load(path.name.partition("_")[0])):
        if name not in consistent:
            continue
        scenario = network.scenario()
        assert scenario is not None
        found = realise(scenario).network()
        assert all(found.label(x, y) <= set(relations) for x, relations, y in network.constraints())
        realised.add(name)
    assert realised == consistent
