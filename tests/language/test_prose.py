"""Prose: what general English says as logical form, and what is refused."""

from __future__ import annotations

import pytest

import qsr
from qsr.errors import ParseError
from qsr.language.prose.asides import is_aside
from qsr.language.prose.entries import phrases
from qsr.stories import parse_story


def said(text: str) -> list[str]:
    """Return what a text states, each statement as a line with the names of what it is about."""
    story = parse_story(text)

    def shown(formula: object) -> str:
        parts = getattr(formula, "parts", None)
        name = type(formula).__name__
        if name == "Atom":
            return f"{formula.relation}({', '.join(story.entities[one] for one in formula.args)})"  # type: ignore[attr-defined]
        if name == "Not":
            return f"not {shown(formula.part)}"  # type: ignore[attr-defined]
        if name == "If":
            return f"if {shown(formula.condition)} then {shown(formula.consequence)}"  # type: ignore[attr-defined]
        inner = ", ".join(map(shown, parts or ()))
        return f"{formula.low}-{formula.high} of [{inner}]" if name == "Count" else f"{name.lower()}[{inner}]"  # type: ignore[attr-defined]

    return [
        shown(one.formula) + "".join(f" {name}={value}" for name, value in one.properties if name not in ("negated", "compass"))
        for one in story.statements
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("There is a vase on the table.", ["above(vase, table)"]),
        ("On the shelf is a clock.", ["above(clock, shelf)"]),
        ("The drum is on the third floor.", ["inside(drum, third floor) everyday=True"]),
        ("My desk is in the hall.", ["inside(my desk, hall) everyday=True"]),
        ("Nora's bag stands under the bench.", ["below(Nora's bag, bench)"]),
        ("The stool that is near the door is left of the lamp.", ["near(stool, door)", "left(stool, lamp)"]),
        ("The stool next to the door is left of the lamp.", ["near(stool, door)", "left(stool, lamp)"]),
        ("A table stands left of the door, with a bowl on it.", ["left(table, door)", "above(bowl, table)"]),
        ("The drum is three shelves below the flute.", ["before:slot shelf(drum, flute)", "below(drum, flute)"]),
        ("The drum is exactly three doors left of the flute.", ["left(drum, flute)"]),
        (
            "If the drum is left of the harp, the flute is not left of the harp.",
            ["if left(drum, harp) then not left(flute, harp)"],
        ),
        ("The drum is left of the harp only if the flute is left of the harp.", ["if left(drum, harp) then left(flute, harp)"]),
        (
            "The drum is left of the harp unless the flute is left of the harp.",
            ["if not left(flute, harp) then left(drum, harp)"],
        ),
        ("Either the drum or the flute is left of the harp.", ["or[left(drum, harp), left(flute, harp)]"]),
        ("Either Ann or Bob sits left of Cleo, but not both.", ["1-1 of [left(Ann, Cleo), left(Bob, Cleo)]"]),
        ("Neither the drum nor the flute is left of the harp.", ["not left(drum, harp)", "not left(flute, harp)"]),
        (
            "Exactly two of the drum, the oboe and the lute are left of the harp.",
            ["2-2 of [left(drum, harp), left(oboe, harp), left(lute, harp)]"],
        ),
        ("At most one of the drum and the flute is left of the harp.", ["0-1 of [left(drum, harp), left(flute, harp)]"]),
        ("The drum is not on the shelf.", ["not and[above(drum, shelf), touching(drum, shelf)]"]),
        (
            "If the gate is closed, the drum is left of the harp. The gate is not open. The door is red.",
            ["if not state:open(gate) then left(drum, harp)", "not state:open(gate)"],
        ),
        (
            "Whenever it rains, the drum is left of the harp. It is not raining.",
            ["if state:rain(weather) then left(drum, harp)", "not state:rain(weather)"],
        ),
        (
            "Unless the lamp is on, the drum is left of the harp.",
            ["if not state:on(lamp) then left(drum, harp)"],
        ),
        ("The drum must be left of the harp.", ["left(drum, harp)"]),
        ("The drum has to stand left of the harp.", ["left(drum, harp)"]),
        ("The drum cannot be left of the harp.", ["not left(drum, harp)"]),
        ("The drum is never left of the harp.", ["not left(drum, harp)"]),
        ("The lane leads neither to the mill nor to the inn.", ["not named:lead to(lane, mill)", "not named:lead to(lane, inn)"]),
        ("Nothing is to the right of the harp. The drum is above it.", ["not right(drum, harp)", "above(drum, harp)"]),
        ("Nobody is behind Ann. The drum is above Bob.", ["not behind(Bob, Ann)", "above(drum, Bob)"]),
        ("Only Ann sits behind Bob. Cleo sits near the drum.", ["behind(Ann, Bob)", "not behind(Cleo, Bob)", "near(Cleo, drum)"]),
        (
            "Everyone except Ann is above the lake. Bob is above the hut.",
            ["not above(Ann, lake)", "above(Bob, lake)", "above(Bob, hut)"],
        ),
        (
            "There are two drums and a lute. Every drum that is above the lake is behind the hut.",
            ["if above(drum 1, lake) then behind(drum 1, hut)", "if above(drum 2, lake) then behind(drum 2, hut)"],
        ),
        (
            "Whoever has a ticket is above the lake. Ann has a ticket. Bob has a flute.",
            [
                "if named:has(Ann, ticket) then above(Ann, lake)",
                "if named:has(Bob, ticket) then above(Bob, lake)",
                "named:has(Ann, ticket)",
                "named:has(Bob, flute)",
            ],
        ),
        (
            "There is nothing on the table but a lamp. The cup is near the lamp.",
            ["above(lamp, table)", "not and[above(cup, table), touching(cup, table)]", "near(cup, lamp)"],
        ),
        ("The drum is left of the harp, and so is the lute.", ["left(drum, harp)", "left(lute, harp)"]),
        ("The drum is not left of the harp, and neither is the lute.", ["not left(drum, harp)", "not left(lute, harp)"]),
        ("The drum is not left of the harp either.", ["not left(drum, harp)"]),
        (
            "There are three drums: a red one, a blue one and a white one. All three are left of the harp.",
            [f"left({one} drum, harp)" for one in ("red", "blue", "white")],
        ),
        (
            "There are two drums. One of them is left of the harp and the other is right of the harp.",
            ["left(drum 1, harp)", "right(drum 2, harp)"],
        ),
        (
            "There are five drums. Two are left of the harp, and the rest are right of the harp.",
            [f"left(drum {one}, harp)" for one in (1, 2)] + [f"right(drum {one}, harp)" for one in (3, 4, 5)],
        ),
        (
            "There are four drums. Two of the drums are left of the harp and two are right of the harp.",
            [f"left(drum {one}, harp)" for one in (1, 2)] + [f"right(drum {one}, harp)" for one in (3, 4)],
        ),
        ("The drum is left or right of the harp.", ["or[left(drum, harp), right(drum, harp)]"]),
        ("Ann is older than Bob but younger than Cleo.", ["before:age(Ann, Bob)", "before:age(Cleo, Ann)"]),
        ("The mare is less expensive than the mule.", ["before:price(mare, mule)"]),
        ("Ann finished ahead of Bob.", ["before:rank(Ann, Bob)"]),
        ("The cup was left of the pen.", ["left(cup, pen)"]),
        ("A ladder stood behind the hut.", ["behind(ladder, hut)"]),
        ("The school is across the street from the park.", ["named:opposite:mutual(school, park)"]),
        ("The label is on the door.", ["named:on(label, door)"]),
        ("The hut is at the end of the lane.", ["named:at(hut, end of lane)"]),
        ("The hut is on the north side of the park.", ["named:at(hut, north of park)"]),
        ("The hut is in the north of the park.", ["inside(hut, park) everyday=True", "named:at(hut, north of park)"]),
        (
            "A fern stands in the corner of the room.",
            ["inside(fern, corner of room) everyday=True", "inside(corner of room, room) everyday=True"],
        ),
        ("A window is on the left.", ["named:at(window, left)"]),
        ("The shed has a door at the back.", ["named:has(shed, door)", "named:at(door, back)"]),
        ("The shed has a ramp on its right.", ["right(ramp, shed)"]),
        ("From left to right stand a cup, a pen and a jug.", ["left(cup, pen)", "left(pen, jug)"]),
        (
            "On the shelf there are, from top to bottom, a cup and a pen.",
            ["above(cup, pen)", "above(cup, shelf)", "above(pen, shelf)"],
        ),
        ("A path runs from the gate to the pond.", ["named:lead from(path, gate)", "named:lead to(path, pond)"]),
        ("A path runs along the river.", ["named:along(path, river)"]),
        ("The sofa faces the window.", ["named:face(sofa, window)"]),
        ("You will find the cup behind the jug.", ["behind(cup, jug)"]),
        ("Nora keeps the cup behind the jug.", ["named:keep(Nora, cup)", "behind(cup, jug)"]),
        ("Left of the stove: the fridge.", ["left(fridge, stove)"]),
        ("The cup is left of the pen, the jug right of the lamp.", ["left(cup, pen)", "right(jug, lamp)"]),
        ("The door is red and narrow.", []),
        ("The door is not locked.", []),
        ("The top shelf is kept for shoes.", []),
        ("The hall is reserved for guests, and it is left of the shop.", ["left(hall, shop)"]),
        ("The cup is still left of the pen.", ["left(cup, pen)"]),
        ("The cup and the jug both stood left of the pen.", ["left(cup, pen)", "left(jug, pen)"]),
        ("The lamp, however, is left of the door.", ["left(lamp, door)"]),
        ("A chapel can be seen behind the mill.", ["behind(chapel, mill)"]),
        ("The mill is on the far side of the pond.", ["named:on the far side of(mill, pond)"]),
        ("A lamp hangs from the beam.", ["named:hang from(lamp, beam)"]),
        ("Three vases stand in a row, left of the jug.", [f"left(vase {one}, jug)" for one in (1, 2, 3)]),
        ("The book is next to the lamp on the table.", ["near(book, lamp)", "or[above(book, table), above(lamp, table)]"]),
    ],
)
def test_what_a_sentence_says(text: str, expected: list[str]) -> None:
    assert said(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "The cup was left of the pen. The jug is above the pen.",
        "The cup was left of the pen. The cup is right of the pen.",
        "The dog runs to the house.",
        "A shop has opened in the mall.",
        "There are six jars on the shelf and two under the table.",
        "The cup is missing.",
        "Only the cup is left of the pen.",
        "The cup is almost on the shelf.",
        "The cup is in winter.",
        "The cup is in trouble.",
        "The cup is two hopes below the pen.",
        "The cup is not left of the pen and above the jug.",
        "Three of the cups are left of the pen.",
        "There are three books: a red book and a blue book.",
        "The red book is the second from the left.",
        "There are two books: a red book and a blue book. The red book is the third from the left.",
        "The cup happily is left of the pen.",
        "The cup is bluer than the pen.",
        "In general, the cup is left of the pen.",
        "The clue is that the cup is left of the pen.",
        "The cup is left of the pen. The clues are false.",
        "The cup is left of the pen. The jug engulfs the lamp.",
        "There are four children: Ann, Bob, Cleo and Dan. Ann is the tallest girl.",
        "The cup is in the box with a lid on it.",
        "The cup is not two shelves below the pen.",
        "If the cup is slightly left of the pen, the jug is above the lamp.",
        "Ann is older than either Bob or Cleo.",
        "Ann is left of Bob and Cleo is left of Dan or Eve is left of Flo.",
        "The wall is built by Bob.",
        "The path finishes behind the barn.",
        "The yard is guarded by a dog and locked by the gate.",
        "The cup is in the same box.",
        "If the cup and the jug are in the same box, the pen is left of the lamp.",
        "There are two books: a red book and a blue book. The red book is the first.",
    ],
)
def test_what_has_no_meaning_is_refused(text: str) -> None:
    with pytest.raises(ParseError):
        parse_story(text)


FLOOR = (
    "There are four books: a red book, a blue book, a green book and a white book. The red book is the second from the left. "
    "The white book is to the left of the red book. The blue book is the rightmost."
)
RACE = "In a race there were three runners: Amy, Eli and Eve. Amy finished above Eli. Eve finished last."


@pytest.mark.parametrize(
    ("text", "question", "value", "theory"),
    [
        (FLOOR, "Which book is the third from the left?", frozenset({"green book"}), "exact"),
        (RACE, "Who finished second?", frozenset({"Eli"}), "arrangement"),
        (RACE, "Which runner finished first?", frozenset({"Amy"}), "arrangement"),
        (RACE, "Did Amy win?", None, ""),
        ("The cup is left of the pen.", "Is the pen left or right of the cup?", frozenset({"right"}), "exact"),
        ("The cup is left of the pen.", "Could the pen be left of the cup?", "no", "exact"),
        ("The cup is left of the pen. The jug is above the pen.", "Could the jug be left of the pen?", "yes", "exact"),
        ("The cup is left of the pen.", "If the jug is left of the cup, is the jug left of the pen?", "yes", "exact"),
        ("The cup is left of the pen. The jug is left of the cup.", "How many things are left of the pen?", "2", "exact"),
        ("The cup is left of the pen.", "Is the cup or the pen left of the pen?", "yes", "exact"),
    ],
)
def test_questions(text: str, question: str, value: object, theory: str) -> None:
    if value is None:
        with pytest.raises(ParseError):
            qsr.solve(text, question)
        return
    answer = qsr.solve(text, question)
    assert (answer.value, answer.theory) == (value, theory)


ROOM = (
    "The hall is left of the study. Ann is in the hall. Ben is in the study. The mug is on the desk. The desk is left of Ann. "
    "The lamp is above the desk."
)
LINE = (
    "Four children are standing in a queue. Paul is first. Rita is last. Sam is directly behind Paul. Tess is in front of Rita."
)
SHOPS = (
    "Mill Street has five shops in a row. The bakery is at the left end. The chemist is at the other end of the row. The florist "
    "is in the middle."
)
WAY = "The path begins at the mill, passes the chapel and ends at the inn. It passes the chapel before it reaches the bridge."
QUAY = (
    "The red boat is the closest to the quay. The blue boat is farther from the quay than the tub. The green boat is two metres "
    "closer to the quay than the tub is. The mill is closer to the inn than to the barn."
)
MAP = "The mill is north of the inn. The barn is east of the inn."
MIXED = f"{MAP} The flag is above the barn."


@pytest.mark.parametrize(
    ("text", "question", "value", "possible"),
    [
        (
            ROOM,
            "Where is Ben?",
            ("in the study", "to the right of the hall", "to the right of Ann", "to the right of the desk"),
            None,
        ),
        (ROOM, "Where's the mug?", ("on the desk",), None),
        (ROOM, "Can you tell me where the lamp is?", ("above the desk",), None),
        (ROOM, "In which room is Ann?", {"hall"}, {"hall"}),
        (ROOM, "What is Ann in", {"hall"}, None),
        (ROOM, "What is on the desk?", {"mug"}, {"mug", "lamp", "Ann", "hall"}),
        (ROOM, "Is the mug on the desk?", "yes", None),
        (ROOM, "Is the lamp on the desk?", "unknown", None),
        (ROOM, "Who is in the study?", {"Ben"}, {"Ben"}),
        (ROOM, "Are Ann and Ben in the same room?", "no", None),
        ("Ann and Ben live in the same house.", "Are Ann and Ben in the same house?", "yes", None),
        ("The bar is on the same floor as the shop.", "Is the shop on the same floor as the bar?", "yes", None),
        ("The crate holds four cups. There is one cup in the middle row.", "How many cups are in the crate?", "4", None),
        ("The woman with the bag is left of Tom.", "Is Tom right of the woman with the bag?", "yes", None),
        ("The jar is still in the box.", "Is the jar still in the box?", "yes", None),
        (ROOM, "How many people are right of the desk?", "2", None),
        (ROOM, "Which of Ann and Ben is further left?", {"Ann"}, {"Ann"}),
        (ROOM, "Who is further right, Ann or Ben?", {"Ben"}, {"Ben"}),
        (ROOM, "Is the lamp or the desk higher?", {"lamp"}, {"lamp"}),
        (ROOM, "Is the lamp on the desk or under it?", (), None),
        (ROOM, "Must Ann be left of Ben?", "yes", None),
        (ROOM, "Must the lamp be left of Ben?", "no", None),
        (ROOM, "Does it follow that Ann is left of Ben?", "yes", None),
        (ROOM, "Is it possible that Ann is right of Ben?", "no", None),
        (ROOM, "Ann is left of Ben, isn't she?", "yes", None),
        (ROOM, "Do we know whether the lamp is left of Ben?", "unknown", None),
        (ROOM, "Is anyone left of Ann?", "no", None),
        (ROOM, "Is there anything left of Ann?", "yes", None),
        (ROOM, "Is the story consistent?", "yes", None),
        (ROOM, "Is the description contradictory?", "no", None),
        (ROOM, "Is Ann above, below or level with the desk?", frozenset(), {"above", "below", "neither"}),
        ("Ann is left of Ben. Cleo is right of Ben.", "Which of the three is furthest left?", {"Ann"}, {"Ann"}),
        ("Ann is left of Ben. Cleo is right of Ben.", "Who is the second from the left?", {"Ben"}, {"Ben"}),
        ("Ann is left of Ben. Cleo is left of Ben.", "Who is the leftmost?", frozenset(), {"Ann", "Cleo"}),
        ("Ann is left of Ben.", "If Cleo is right of Ben, who is the rightmost?", {"Cleo"}, {"Cleo"}),
        ("Ann is older than Ben. Cleo is younger than Ben.", "Who is the oldest?", {"Ann"}, {"Ann"}),
        ("The jug is on top of the piano.", "What is on the piano?", {"jug"}, {"jug"}),
        (FLOOR, "Where is the green book?", None, None),
        (LINE, "Who is third in the queue?", {"Tess"}, {"Tess"}),
        (LINE, "Who is directly in front of Rita?", {"Tess"}, {"Tess"}),
        (LINE, "Is Sam next to Rita?", "no", None),
        (SHOPS, "How many shops are between the florist and the chemist?", "1", None),
        (SHOPS, "Is the florist left of the chemist?", "yes", None),
        (WAY, "Is the bridge before the inn?", "yes", None),
        (WAY, "Does the path pass the bridge before the chapel?", "no", None),
        (WAY, "Is the mill between the chapel and the inn?", "unknown", None),
        (WAY, "Is the chapel between the mill and the inn?", "yes", None),
        (QUAY, "Which boat is closest to the quay?", {"red boat"}, None),
        (QUAY, "Is the tub closer to the quay than the red boat?", "no", None),
        (QUAY, "Which boat is second from the quay?", {"green boat"}, {"green boat"}),
        (QUAY, "Which is farther from the mill, the inn or the barn?", {"barn"}, None),
        ("The flag is above the hut. The hut is higher than the lake.", "Is the flag higher than the lake?", "yes", None),
        ("The hut is higher than the lake. The mill is north of the hut.", "Is the mill higher than the lake?", "unknown", None),
        (
            "The inn is the tallest building in the town. The mill is taller than the hut.",
            "Is the inn taller than the hut?",
            "unknown",
            None,
        ),
        ("The inn is the tallest building. The oak is taller than the hut.", "Which building is the tallest?", {"inn"}, {"inn"}),
        (MAP, "Where is the mill?", ("north of the inn",), None),
        (MAP, "What is north of the inn?", {"mill"}, {"mill", "barn"}),
        (MAP, "Is the mill north or south of the inn?", {"north"}, {"north"}),
        (MAP, "Could the mill be above the inn?", "yes", None),
        (MAP, "Must the mill be above the inn?", "no", None),
        (MIXED, "What is north of the inn?", {"mill"}, {"mill", "barn", "flag"}),
        (MIXED, "What is above the barn?", {"flag"}, {"mill", "inn", "flag"}),
    ],
)
def test_what_is_asked_is_answered(text: str, question: str, value: object, possible: set[str] | None) -> None:
    answer = qsr.solve(text, question)
    if value is None:
        assert "third from the left" in str(answer.value)
        return
    assert answer.value == value
    if possible is not None:
        assert answer.possible == possible


@pytest.mark.parametrize("theory", ["exact", "sound"])
@pytest.mark.parametrize("question", ["What is {} Bob?", "Is anything {} Bob?", "Is Ann {} Bob?", "How many things are {} Bob?"])
@pytest.mark.parametrize("place", ["left of", "above", "north of", "in", "near"])
def test_a_question_about_all_things_agrees_with_one_about_each(question: str, place: str, theory: str) -> None:
    # What is certain of each is certain of the set, and the numbers lie between the certain and the possible members.
    said = ("left of", "above") if place != "north of" else ("left of", "north of")
    text = f"Ann is {said[0]} Bob. Cleo is {said[1]} Bob. Dan is right of Ann."
    each = {name: qsr.solve(text, f"Is {name} {place} Bob?", theory=theory) for name in ("Ann", "Cleo", "Dan")}
    if any(one.status == "not_covered" for one in each.values()):
        return
    certain = {name for name, one in each.items() if one.value == "yes"}
    possible = {name for name, one in each.items() if "yes" in one.possible}
    answer = qsr.solve(text, question.format(place), theory=theory)
    if question.startswith("What"):
        assert (answer.entailed, answer.possible) == (certain, possible)
    elif question.startswith("How"):
        assert set(map(int, answer.possible)) <= set(range(len(certain), len(possible) + 1))
    elif question.startswith("Is anything"):
        assert answer.value == "yes" or not certain
        assert answer.value != "no" or not possible


def test_answers_about_all_things_say_that_only_what_is_named_is_looked_at() -> None:
    assert "only what the story names is looked at" in qsr.solve(ROOM, "What is left of Ben?").assumptions


#: Adjectives of orders and an example of each form that one line of the table makes.
FORMS = {
    "old": ("older", "oldest"),
    "new": ("newer", "newest"),
    "cheap": ("cheaper", "cheapest"),
    "expensive": ("more expensive", "most expensive"),
    "big": ("bigger", "biggest"),
    "tall": ("taller", "tallest"),
    "heavy": ("heavier", "heaviest"),
    "late": ("later", "latest"),
    "pricey": ("pricier", "priciest"),
    "fast": ("faster", "fastest"),
}


@pytest.mark.parametrize(("adjective", "forms"), FORMS.items())
def test_one_line_of_the_lexicon_brings_every_form(adjective: str, forms: tuple[str, str]) -> None:
    comparative, superlative = forms
    axis, earlier = phrases()[tuple(comparative.split())].meaning
    story = f"There are three jars: Xan, Yul and Zed. Xan is {comparative} than Yul. Zed is the second-{superlative}."
    first = "Xan"
    assert qsr.solve(story, f"Which jar is the {superlative}?").value == frozenset({first})
    assert qsr.solve(story, f"Is Yul {comparative} than Zed?").value == "no"
    assert said(f"Xan is {comparative} than Yul.") == [f"before:{axis}({'Xan, Yul' if earlier else 'Yul, Xan'})"]
    assert said(f"Xan is less {adjective} than Yul.") == said(f"Yul is {comparative} than Xan.")


@pytest.mark.parametrize(
    ("text", "question"),
    [
        ("The blue lamp is left of the cup.", "Which red lamp is left of the cup?"),
        ("The cups are left of the pen.", "How many cups are left of the pen?"),
        ("Six people are on a bench. Omar is on the bench.", "How many people are on the bench?"),
        ("The cat was on the sofa.", "Where is the cat now?"),
        ("The lamp is left of the desk.", "Is the lamp consistent?"),
        ("The lamp is left of the desk.", "Which of the three is left of the desk?"),
        ("The lamp is left of the desk.", "Which is left?"),
        ("The lamp is left of the desk.", "Who is left of the desk?"),
        ("The lamp is left of the desk.", "Is the lamp in the same room?"),
        ("The lamp is left of the desk.", "Is the lamp older or the desk?"),
        ("The lamp is left of the desk.", "The lamp isn't left of the desk, is it?"),
        ("The mill is north of the inn. The flag is above the inn.", "Could the flag be above and north of the inn?"),
    ],
)
def test_questions_about_what_is_not_known_are_refused(text: str, question: str) -> None:
    with pytest.raises(ParseError):
        qsr.solve(text, question)


def test_things_on_one_table_may_stand_side_by_side() -> None:
    story = "The cup is on the table. The pen is on the table. The cup is left of the pen."
    assert qsr.solve(story, "Is the pen right of the cup?").value == "yes"


def test_a_refused_sentence_leaves_nothing() -> None:
    story = parse_story("The cup is left of the pen and in winter. The jug is above the lamp.", lenient=True)
    assert (story.entities, [(one.relation, one.args) for one in story.statements]) == (("jug", "lamp"), [("above", (0, 1))])


def test_asides_are_passed_over_and_listed() -> None:
    story = parse_story("What a day! The cup is left of the pen. The puzzle is consistent.")
    assert [one.relation for one in story.statements] == ["left"]
    assert [story.text[start:end] for start, end in story.asides] == ["What a day!", "The puzzle is consistent."]
    assert not is_aside("The cup broke.", ["cup"])
    assert not is_aside("Somebody put a lid across.", ["cup"])


@pytest.mark.parametrize(
    ("text", "question", "value"),
    [
        ("If the gate is open, the dog is in the barn. The gate is closed.", "Is the dog in the barn?", "unknown"),
        ("If the gate is closed, the dog is in the barn. The gate is not open.", "Is the dog in the barn?", "yes"),
        ("Either the gate is open or the dog is in the barn. The gate is closed.", "Is the dog in the barn?", "yes"),
        (
            "If it rains, the chairs are in the shed. The chairs are not in the shed. If it does not rain, Ann is in the hall.",
            "Is Ann in the hall?",
            "yes",
        ),
        ("The gate is closed. The dog is near the gate.", "Is the gate open?", "no"),
        (
            "If it rains, the stall is in the hall; otherwise it is in the yard. On Sunday it rained.",
            "Is the stall in the hall?",
            "yes",
        ),
        ("Unless it snows, the sledge is in the shed. It has not snowed.", "Is the sledge in the shed?", "yes"),
        (
            "The dog is either in the barn or in the loft; nobody could remember which. It is not in the loft.",
            "Is the dog in the barn?",
            "yes",
        ),
        (
            "Everyone with a ticket is in the hall. Everyone else is in the yard. Ann has a ticket.",
            "Is Ann in the yard?",
            "unknown",
        ),
        ("There are five seats. Every seat but two is taken.", "Is every seat taken?", "no"),
        ("There are five seats. Every seat but two is taken.", "Are any of the seats taken?", "yes"),
        ("There are six boats on the lake.", "Are there exactly six boats on the lake?", "yes"),
        ("There are six boats on the lake.", "Are at least three boats on the lake?", "yes"),
        (
            "The desk has three drawers. The ring is in one of them. It is not in the top drawer. It is not in the bottom one.",
            "Is the ring in the bottom drawer?",
            "no",
        ),
        ("The gate is closed. The dog is near the gate.", "Is the gate red?", "unknown"),
        ("Whenever the light is on, Ann is in the hall. Ann is not in the hall.", "Is the light on?", "no"),
        ("Everyone with a ticket is in the hall. Ann has a ticket.", "Is Ann in the hall?", "yes"),
        ("Everyone with a ticket is in the hall. Ann has a hat.", "Is Ann in the hall?", "unknown"),
        ("Only the box is in the room. The pen is near the box.", "Is the pen in the room?", "unknown"),
        ("Only Ann is in the room. The pen is near Bob.", "Is Bob in the room?", "no"),
        ("The box is empty. The pen is in the hall.", "Is the pen in the box?", "no"),
        ("The room is empty. The pen is in the hall.", "Is the pen in the room?", "unknown"),
        ("The cup is not on the table.", "Is the cup above the table?", "unknown"),
        ("The cup is not on the table.", "Is the cup on the table?", "no"),
    ],
)
def test_what_follows(text: str, question: str, value: str) -> None:
    assert qsr.solve(text, question).value == value
