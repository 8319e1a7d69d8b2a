"""SpaRTUN's stories: every frame with every relation, references by the stated preferences, faults with their place."""

from __future__ import annotations

import tomllib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qsr import relations
from qsr.datasets.spartun.english import Read, read
from qsr.datasets.spartun.english.words import relation, terminals
from qsr.errors import ParseError
from qsr.resources import grammar

WORDS = tomllib.loads(grammar("spartun_words.toml"))
SIZES, COLOURS, SHAPES = list(WORDS["sizes"]), list(WORDS["colours"]), list(WORDS["shapes"])


def facts(found: Read) -> list[tuple[str, str, str]]:
    names = found.story.entities
    return [(names[s.args[0]], s.relation, names[s.args[1]]) for s in found.story.statements]


def said(*sentences: str) -> list[tuple[str, str, str]]:
    return facts(read(sentences))


# ---------------------------------------------------------------- frames


#: A relation phrase as a place and whether it is a verb.
PREPOSITIONS = [
    "to the north of", "west of", "on the left side of", "to the right-hand side of", "under", "over", "behind",
    "on the back of", "in front of", "near to", "close to", "away from", "farther from", "disconnected from", "covered by",
    "inside and touching", "within", "in", "at 3 o'clock position regarding to", "at 6:00 position relative to",
]  # fmt: skip
VERBS = ["touches", "overlaps", "covers", "contains", "has"]


@st.composite
def things(draw: st.DrawFn) -> tuple[str, str]:
    """Draw two descriptions that differ in colour."""
    first, second = draw(st.lists(st.sampled_from(COLOURS), min_size=2, max_size=2, unique=True))
    sizes = st.sampled_from(["", *SIZES])
    return tuple(  # type: ignore[return-value]
        " ".join(word for word in (draw(sizes), colour, draw(st.sampled_from(SHAPES))) if word) for colour in (first, second)
    )


PLACES = st.lists(st.sampled_from(PREPOSITIONS), min_size=1, max_size=4)


def listed(phrases: list[str]) -> str:
    return " and ".join(filter(None, [", ".join(phrases[:-1]), phrases[-1]]))


@settings(max_examples=150, deadline=None)
@given(things(), PLACES, st.sampled_from(["{X} is {r} {Y}", "{r} {Y} is {X}", "{r} {Y} there is {X}", "There is {X} {r} {Y}"]))
def test_every_frame_says_the_same_of_every_relation(pair: tuple[str, str], places: list[str], frame: str) -> None:
    head, tail = pair
    sentence = frame.format(X=f"a {head}", Y=f"a {tail}", r=listed(places)) + "."
    expected = [(head, relation(place), tail) for place in places]
    assert said(sentence[0].upper() + sentence[1:]) == expected


@settings(max_examples=60, deadline=None)
@given(things(), st.sampled_from(VERBS), PLACES)
def test_relative_clauses_speak_of_the_nearest_noun(pair: tuple[str, str], verb: str, places: list[str]) -> None:
    head, tail = pair
    found = said(f"A box called AAA {verb} a {head} which is {listed(places)} a {tail}.")
    assert found == [*((head, relation(place), tail) for place in places), ("box AAA", relation(verb), head)]


@pytest.mark.parametrize(
    ("phrase", "label"),
    [(phrase, label) for part in ("prepositions", "verbs") for label, texts in WORDS[part].items() for phrase in texts],
)
def test_every_phrase_of_the_table_has_a_known_label(phrase: str, label: str) -> None:
    assert label in relations.LABELS
    assert relation(phrase.replace("{", "").split("|")[0] if "{" not in phrase else _first(phrase)) == label


def _first(phrase: str) -> str:
    while "{" in phrase:
        before, _, rest = phrase.partition("{")
        choices, _, after = rest.partition("}")
        phrase = before + choices.split("|")[0] + after
    return phrase


def test_no_phrase_has_two_labels() -> None:
    seen: dict[str, str] = {}
    for part in ("prepositions", "verbs"):
        for label, texts in WORDS[part].items():
            for phrase in texts:
                assert seen.setdefault(_first(phrase), label) == label
    assert "PREPOSITION" in terminals()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("A star is in and a circle is covered by a block named HHH.", ["star inside HHH", "circle inside and touching HHH"]),
        ("A star is left of and a circle touches a square.", ["star left square", "circle outside and touching square"]),
        ("A block named HHH covers a star and has a circle.", ["HHH contains and touches star", "HHH contains circle"]),
        ("A star and a circle touch a square and an oval.", [
            "star outside and touching square", "star outside and touching oval",
            "circle outside and touching square", "circle outside and touching oval",
        ]),
        ("Over a box named HHH is a box named KKK with a star and a circle.", [
            "KKK contains star", "KKK contains circle", "KKK above HHH",
        ]),
        ("A block named HHH has a star which is over a circle and contains a square.", [
            "star above circle", "HHH contains star", "HHH contains square",
        ]),
        ("A star is over a circle and a square is under an oval.", ["star above circle", "square below oval"]),
        ("Behind and touches a star is a circle.", ["circle behind star", "circle outside and touching star"]),
    ],
)  # fmt: skip
def test_coordination(text: str, expected: list[str]) -> None:
    assert [" ".join(fact).replace("block ", "").replace("box ", "") for fact in said(text)] == expected


# ---------------------------------------------------------------- references


def test_pronouns_mean_what_the_sentence_before_was_about() -> None:
    start = "A box called one covers a red star. A blue circle touches the red star."
    assert said(start, "It is left of a square.")[-1][0] == "blue circle"
    assert said(start, "This thing is left of a square.")[-1][0] == "blue circle"
    assert said(start, "This box has a square.")[-1][0] == "box one"
    # Only a box can cover, whatever the sentence before was about.
    assert said(start, "It covers a square.")[-1][0] == "box one"


def test_a_relative_clause_comes_before_what_holds_its_thing() -> None:
    text = "A block called AAA has a star which is below a circle. This object touches a square."
    assert said(text)[-1] == ("star", "outside and touching", "square")


def test_a_block_that_is_said_to_exist_is_what_this_box_means() -> None:
    found = read(["A box called one has a star. A box called two exists. This box covers a circle."])
    assert facts(found)[-1][0] == "box two"
    assert not read(["A box called two exists. It covers a circle."]).ambiguous


def test_numbers_count_per_block_and_in_order_of_introduction() -> None:
    found = read([
        "Two boxes, named AAA and BBB exist. Box AAA has two red stars. Another red star is covered by this box.",
        "Box BBB contains a red star and covers another red star.",
        "Red star number one is left of red star number three.",
    ])  # fmt: skip
    assert [(thing.block, thing.number) for thing in found.objects[2:]] == [(0, 1), (0, 2), (0, 3), (1, 1), (1, 2)]
    # "number three" is only in AAA, so "number one" is the one there.
    assert found.story.statements[-1].args == (2, 4)


def test_another_is_counted_after_the_first_wherever_it_stands() -> None:
    found = read(["A box called one has an oval. Another star and the oval are left of a star. Star number two is in box one."])
    (inside,) = [s for s in found.story.statements if s.relation == "inside"]
    (other, *_) = [s for s in found.story.statements if s.relation == "left"]
    assert inside.args[0] == other.args[0]


@pytest.mark.parametrize(
    ("text", "second"),
    [
        # What is located is counted before its landmark, in either frame ...
        ("Another star is over another star.", "head"),
        ("Over another star is another star.", "head"),
        # ... but a landmark that two things share is counted first.
        ("Another star is over and a circle touches another star.", "tail"),
    ],
)
def test_the_generator_counts_new_things_in_its_own_order(text: str, second: str) -> None:
    found = read(["A box called one has a star.", text])
    (above,) = [s for s in found.story.statements if s.relation == "above"]
    numbers = [found.objects[index].number for index in above.args]
    assert numbers == ([2, 3] if second == "head" else [3, 2])


def test_another_shares_the_block_of_the_first_before_the_text_says_so() -> None:
    found = read(["A box called one has a star. A circle is over another star. Star number two touches the circle."])
    assert found.story.statements[-1].args == (3, 2)
    assert {thing.block for thing in found.objects[1:]} == {0}


def test_what_a_sentence_introduces_is_not_what_it_takes_for_known() -> None:
    found = read(["A box called one has a star. Another star and the star are left of a circle."])
    assert [s.args for s in found.story.statements if s.relation == "left"] == [(3, 2), (1, 2)]
    bare = read(["A box called one has a star.", "Box one covers another star and star."])
    assert [s.args for s in bare.story.statements] == [(0, 1), (0, 2), (0, 1)]


def test_the_thing_which_is_rather_what_was_said_of_than_what_follows_by_turning_round() -> None:
    start = "A box called one has a star, a circle and a square. The star is under the circle. The circle is over the square."
    assert said(start, "The thing which was under the circle touches an oval.")[-1][0] == "star"


def test_the_thing_which_is_found_by_what_was_said_of_it() -> None:
    start = "A box called one has a star, a circle and a square. The star is over the circle. The square touches the star."
    assert said(start, "The thing which was over the circle is left of the square.")[-1] == ("star", "left", "square")
    assert said(start, "Near to the shape that touches the star is the circle.")[-1] == ("circle", "near", "square")
    with pytest.raises(ParseError, match="introduced nothing"):
        read([start, "The thing which was behind the circle is left of the square."])


def test_a_bare_description_is_one_that_has_no_block_yet() -> None:
    start = "A box called one has a star. Another star is left of the star. Another star is over the star."
    found = read([start, "Star is covered by box one.", "Box one has star."])
    assert [s.args for s in found.story.statements[-2:]] == [(2, 0), (0, 3)]
    assert [reason[:8] for _, reason in found.ambiguous][-1:] == ["can mean"]


def test_a_bare_description_leaves_alone_what_a_later_sentence_puts_in_a_block() -> None:
    start = "A box called AAA exists. A star is over another star."
    found = read([start, "Box AAA covers star.", "It contains star number one."])
    assert [s.args for s in found.story.statements[-2:]] == [(0, 2), (0, 1)]


def test_two_stars_are_the_two_that_are_there() -> None:
    text = "Two stars are in a box called AAA. Two stars are left of a circle."
    found = read([text])
    assert len(found.objects) == 4
    assert len(found.ambiguous) == 1
    other = read(["Two stars are in a box called AAA. A box called BBB exists. Two stars are in box BBB."])
    assert len(other.objects) == 6
    assert not other.ambiguous


def test_what_a_preference_decides_is_flagged_with_its_place_and_what_is_plain_is_not() -> None:
    start = "A box called AAA has a red star and a blue star. "
    found = read([start + "The star is left of a circle."])
    ((span, reason),) = found.ambiguous
    assert found.story.text[slice(*span)] == "The star"
    assert reason == "can mean 2 things; read as blue star in box AAA"
    assert not read([start + "The red star is left of a circle. It touches the blue star."]).ambiguous
    loose = read(["A star touches a square which is below a circle and is near an oval."])
    assert [reason[:13] for _, reason in loose.ambiguous] == ["its last part"]


def test_things_of_different_blocks_stay_in_them() -> None:
    text = "A box called AAA has a star. A box called BBB has a circle. The star is left of the circle. A square is over box AAA."
    assert [thing.block for thing in read([text]).objects] == [None, 0, None, 2, None]


# ---------------------------------------------------------------- faults of the data, faults of the writer


@pytest.mark.parametrize(
    "text",
    [
        "Box AAA contain a dimond.Behind it is a tiny star.",
        "Two boxs, named AAA and BBB exist. Box AAA have a star.",
        "A block named AAA has two ovals. Oval number two are to the left of oval number one.",
        "A block NAMED AAA ALSO covers A STAR.",
        "A star is   near\n to\ta circle .",
        "One block called AAA exists in an image. It cover two stars",
    ],
)
def test_slips_of_the_generator_are_read(text: str) -> None:
    assert said(text)


@pytest.mark.parametrize(
    ("text", "column", "message"),
    [
        ("A box has a star. The star wugs.", 28, "'wugs' is no word of SpaRTUN"),
        ("A star is left left of a circle.", 11, "'left' is no word"),
        ("A star is not over a circle.", 11, "'not' is no word"),
        ("A red blue star is over a circle.", 7, "'blue' cannot stand here"),
        ("We have two boxes, named AAA, BBB and CCC.", 9, "as many names"),
        ("A star is over", 15, "breaks off"),
        ("A star is over a circle. The square is over it.", 26, "introduced nothing"),
        ("This thing is over a circle.", 1, "introduced nothing"),
        ("A star is over all circles.", 16, "say which things"),
        ("A star is over a circle. Circles touch the star.", 26, "say which things"),
        ("A star is over a circle is under a square.", 16, "subject is missing"),
        ("A star is over x). :- not y(.", 16, "'x' is no word"),
        ("A star " + "and a star " * 100 + "are over a circle.", 1, "more than 200 words"),
    ],
)
def test_what_cannot_be_read_is_refused_at_its_place(text: str, column: int, message: str) -> None:
    with pytest.raises(ParseError, match=message) as caught:
        read(["A box called KKK exists.", text], file="a.json")
    assert (caught.value.line, caught.value.column, caught.value.file) == (2, column, "a.json")
    assert "^" in caught.value.context


ATOMS = st.sampled_from(
    """a an the another this it which with and , . is are star stars box boxes one two AAA number named called red big over in
    covered by touches has there We have exist near to of left thing all ? ; (""".split()  # noqa: SIM905
)


@settings(max_examples=300, deadline=None)
@given(st.lists(ATOMS, max_size=14))
def test_any_text_is_read_or_refused_and_nothing_else(words: list[str]) -> None:
    try:
        found = read(["A box called KKK has a star and two red circles.", " ".join(words)])
    except ParseError:
        return
    story = found.story
    assert len(story.entities) == len(found.objects)
    for index, statement in enumerate(story.statements):
        assert statement.id == index
        assert all(0 <= entity < len(story.entities) for entity in statement.args)
        assert story.text[slice(*statement.span)].strip()
    for thing in found.objects:
        assert thing.block is None or found.objects[thing.block].kind == "block"


def test_reading_twice_gives_the_same() -> None:
    text = ["A box called one has a star. Another star is left of it. Star is in this box."]
    assert read(text) == read(text)
