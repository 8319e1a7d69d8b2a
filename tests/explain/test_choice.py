from __future__ import annotations

import pytest

from qsr.errors import UnsupportedQuestion
from qsr.explain import property_set_of
from qsr.story import Statement, Story


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ({}, "PS2"),
        ({"relations": "complete", "quantities": "unspecified"}, "PS3"),
        ({"objects": "extended", "relations": "complete"}, "PS4"),
        ({"relations": "incomplete"}, "PS1"),
        ({"theory": "paper-ps3"}, "PS3"),
        ({"theory": "spartun"}, "PS1"),
        ({"theory": "exact", "objects": "extended", "relations": "incomplete"}, "PS1"),
    ],
)
def test_settings_decide(settings: dict[str, str], expected: str) -> None:
    assert property_set_of(Story(settings=tuple(settings.items()))) == expected


def test_a_label_that_only_one_set_knows_decides() -> None:
    assert property_set_of(Story(("A", "B"), (Statement(0, "inside", (0, 1)),))) == "PS1"


@pytest.mark.parametrize("relation", ["left", "inside"])
def test_settings_that_no_set_has_are_refused(relation: str) -> None:
    settings = (("objects", "points"), ("relations", "incomplete"))
    with pytest.raises(UnsupportedQuestion, match="objects: points"):
        property_set_of(Story(("A", "B"), (Statement(0, relation, (0, 1)),), settings=settings))
