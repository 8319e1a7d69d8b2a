"""What the sides of a thing tell of what is there, and what they do not."""

from __future__ import annotations

import pytest

import qsr

COAST = "Orby is on the south coast. Lund is in the far north. The castle is in the middle of the island."


@pytest.mark.parametrize(
    ("text", "question", "value"),
    [
        (COAST, "Is Orby south of Lund?", "yes"),
        (COAST, "Is the castle south of Orby?", "no"),
        (COAST, "Is Orby below Lund?", "unknown"),
        (COAST, "Is Orby west of Lund?", "unknown"),
        ("The stove is in the north wall. The bed stands against the south wall. A rug is between the stove and the bed.",
         "Is the rug north of the bed?", "yes"),
        ("The bath is at the west end of the hall. The mirror hangs halfway along the hall.", "Is the mirror east of the bath?",
         "yes"),
        ("The desk is in the upper left corner. The lamp is in the lower right corner.", "Is the lamp right of the desk?", "yes"),
        ("The desk is at the north end of the hall. The bed is at the south end of the attic.", "Is the bed south of the desk?",
         "unknown"),
        ("The desk is at the north wall. The bed is on the south coast.", "Is the bed south of the desk?", "unknown"),
        ("The desk is at the left edge. The bed is at the eastern edge.", "Is the bed east of the desk?", "unknown"),
        ("The inn is across the road from the mill. The bar is on the same side of the road as the mill.",
         "Is the bar on the same side of the road as the inn?", "no"),
        ("The old mill is on the east bank of the river. The new mill is on the opposite bank.",
         "Do you have to cross the river to get from the old mill to the new mill?", "yes"),
        ("The inn is on the north side of the lane and the bar is on the south side.",
         "Are the inn and the bar on opposite sides of the lane?", "yes"),
        ("The inn is on the north side of the lane. The hut is on the left side of the lane.",
         "Is the hut on the same side of the lane as the inn?", "unknown"),
        ("The inn is on the north bank of the creek. The hut is on the north bank of the creek.",
         "Must one cross the creek to get from the hut to the inn?", "no"),
        ("The inn and the bar are on opposite sides of the lane.", "Is the bar on the same side of the lane as the inn?", "no"),
        ("The inn is opposite the mill. The bar is on the same side of the road as the mill. The lane is near the road.",
         "Is the bar on the same side of the road as the inn?", "unknown"),
    ],
)  # fmt: skip
def test_places_by_their_sides(text, question, value):
    assert qsr.solve(text, question).value == value


def test_the_way_from_one_place_to_another_is_asked():
    text = "The mill is west of the farm."
    for question in (
        "In which direction do you go from the mill to the farm?",
        "Which way do you walk from the mill to the farm?",
    ):
        assert qsr.solve(text, question).value == {"east"}


def test_all_of_several_are_on_one_side():
    text = "There are two huts: a red hut and a blue hut. Both huts are on the same side of the road."
    assert qsr.solve(text, "Is the red hut on the same side of the road as the blue hut?").value == "yes"
