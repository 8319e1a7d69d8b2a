"""Every logic word of the tables, at every place of a premise, in every reader about places: refused by name, or rightly read."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qsr.errors import ParseError
from qsr.language import function_words
from qsr.language.logic_words import LOGICAL, logic_word
from qsr.story import Story
from qsr.theories.locatives import text as locatives
from qsr.theories.prepositions import text as prepositions
from qsr.theories.prepositions.text.words import idioms, words

READERS: dict[str, Callable[[list[str]], Story]] = {"prepositions": prepositions.read, "locatives": locatives.read}
#: Frames by language: a word before the figure, at the verb, before the ground, and behind it before another one.
FRAMES = {
    "en": [
        "{0} cups are in the box.",
        "{0} the cup is in the box.",
        "The cup is {1} in the box.",
        "The cup {1} is in the box.",
        "The cup is in {1} boxes.",
        "The cup is in {1} the box.",
        "The cup is in the box {1} the car.",
    ],
    "ro": [
        "{0} cești sunt în cutie.",
        "{0} ceașca este în cutie.",
        "Ceașca este {1} în cutie.",
        "Ceașca {1} este în cutie.",
        "Ceașca este în {1} cutii.",
    ],
}
#: Adverbs that leave a claim as it is, tenses, and one more thing: what the reader of senses has a meaning for.
READ = {
    code: words(code, "adverb") - words(code, "weighing") | words(code, "future") | words(code, "another") | words(code, "after")
    for code in FRAMES
}


def logical(code: str) -> list[str]:
    found = function_words.words(*LOGICAL, "stance", "approximation", language=code)
    return sorted(found - function_words.listed("homonyms", code) - READ[code] - {"not", "n't"})


@pytest.mark.parametrize(
    ("reader", "code", "word"),
    [(name, code, word) for name in READERS for code in FRAMES for word in logical(code) if (name, code) != ("locatives", "ro")],
)
def test_a_logic_word_is_no_part_of_a_noun(reader: str, code: str, word: str) -> None:
    for frame in FRAMES[code]:
        with pytest.raises(ParseError):
            READERS[reader]([frame.format(word.capitalize(), word)])


@pytest.mark.parametrize("code", FRAMES)
def test_the_refusal_names_the_word(code: str) -> None:
    for word in ("no", "either", "unless", "perhaps", "each") if code == "en" else ("niciun", "fie", "dacă", "fiecare", "doar"):
        text = FRAMES[code][0].format(word.capitalize(), word)
        with pytest.raises(ParseError, match=word.capitalize()):
            prepositions.read([text])


@given(
    st.sampled_from(sorted(function_words.listed("homonyms") - {"till", "bar", "save", "given"})),
    st.sampled_from(["the", "a", "my"]),
)
def test_a_homonym_behind_a_determiner_is_a_noun(word: str, determiner: str) -> None:
    for said in (f"{determiner} {word} box", f"{determiner} old {word}"):
        assert logic_word(f"{said} is in the car", [(0, len(said)), (len(said) + 7, len(said) + 14)]) is None


NAMES = ["Aunt May", "May", "Will", "Will Smith", "Mark", "Uncle Bill", "Ann Hope"]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("reader", READERS)
def test_a_name_is_a_name_by_its_place(reader: str, name: str) -> None:
    assert READERS[reader]([f"{name} is in the car."]).entities[0] == name


@pytest.mark.parametrize("phrase", sorted(idioms("en"), key=" ".join))
def test_what_is_part_of_a_fixed_phrase_is_read(phrase: tuple[str, ...]) -> None:
    logic = [one for one in phrase if function_words.classes(one).intersection(LOGICAL)]
    if logic and phrase[0] not in words("en", "after"):
        assert prepositions.read([f"The project is in {' '.join(phrase)}."]).statements


#: Words that are read, and must be: what they are part of is a noun, a modifier or a tense.
HARMLESS = [
    "The ring can be found in the safe.",
    "Inelul poate fi găsit în seif.",
    "The lid of the jar and the spoon are in the box.",
    "Alexander the Great is in the tent.",
    "Half the cake is in the box.",
    "The trash can is in the shed.",
    "The cup is in the last drawer.",
    "The man without a hat is in the car.",
    "A nearly empty box is in the car.",
    "The train is in no time at all.",
    "The project is at the point of no return.",
    "The cup is always in the box.",
    "The cup will be in the box.",
    "Cheia este într-un loc sigur.",
    "Omul fără pălărie este în mașină.",
    "Caravana urmează să fie la vamă.",
]


@pytest.mark.parametrize("text", HARMLESS)
def test_what_leaves_the_claim_alone_is_read(text: str) -> None:
    assert prepositions.read([text]).statements


REFUSED = [
    "The ring can be kept in the safe.",
    "Tom believes the cat is in the box.",
    "The boy hopes his ring is in the box.",
    "Bateriile trebuie să fie în telecomandă.",
    "Lăzile ar fi pe ponton.",
    "Cana o fi în dulap.",
    "Toate cănile, cu excepția uneia, sunt în dulap.",
    "Cana poate fi în dulap.",
    "Cana e doar în dulap.",
    "The ring must be kept in the safe.",
    "The ring is often in the safe.",
    "The ring is possibly in the safe.",
    "All the rings except one are in the safe.",
    "The ring is in the safe unless the thief is in the bank.",
    "Neither the ring nor the coin is in the safe.",
]


@pytest.mark.parametrize("text", REFUSED)
def test_what_changes_the_claim_is_refused(text: str) -> None:
    with pytest.raises(ParseError, match="not read here"):
        prepositions.read([text])
