"""Reading answers to SpaCE 2024: letters of options, in whatever form a model's output left them.

An answer is right as a whole, so what counts is a set of letters. The published form is a list of them, ``["A", "C"]``; that is
rule ``letters``, and all that a strict reading takes. Every other form that has one meaning is repaired, under a rule that
says how: ``text of a list``, ``lower case``, ``blanks``, ``repeated letters``, ``letters in a text``, ``answer line``, ``option
text`` and so on; several rules are joined by ``+``. A form that could mean two things, a denial, or a letter that is not
offered gives no answer: ``unreadable: ...``.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any, Final

from qsr.datasets.forms.json_rows import loose
from qsr.datasets.free_text.plain_text import SENTENCE_END, abstains, final_part
from qsr.datasets.protocol import Reading
from qsr.theories.seating.text import chinese, english

__all__ = ["LETTERS", "is_none_of_them", "read_answer"]

#: The rule of the published form.
LETTERS: Final = "letters"

# White space is taken possessively here, so that a long run of it is not tried in every division.
_JOIN: Final = r"(?:\s*+(?:[,，、;；/&+|]|和|与|及|以及|and\b)\s*+|\s++)"
_WRAP: Final = r"[\s\"'“”‘’`*()（）\[\]【】{}<>《》]*+"
#: Letters alone: joined, or run together without a word of mixed case.
_BARE: Final = re.compile(rf"{_WRAP}(?P<run>[A-Za-z](?:{_JOIN}[A-Za-z])*|[A-Z]{{2,26}}|[a-z]{{2,26}}){_WRAP}[.。!！:：]*+{_WRAP}")
#: Capitals within a sentence that belong to no word, several of them joined or run together; "A" before a word is an article.
_RUN: Final = re.compile(
    r"(?<![A-Za-z'’])(?!A\s+(?!is\b|are\b|and\b|or\b|was\b)[a-z])[A-Z](?:\s*+(?:[,，、;；/&+|]|和|与|及|以及|and\b)?\s*+[A-Z])*(?![A-Za-z'’])"
)
#: A letter that opens a line, and what follows it.
_OPENING: Final = re.compile(r"[\"'“”‘’`*]*[(（\[【]?\s*(?P<letter>[A-Z])\s*(?:[)）\]】.:：、。]+|\s)\s*(?P<rest>.*)", re.DOTALL)
_ANSWER: Final = re.compile(
    r"(?:(?:答案|选项|选择)(?:应该|应当|应)?(?:就是|是|为|选|[:：])+|(?:应该|应当|应|故|所以|因此|因而)?(?:只能)?(?<!以上)(?<!上述)(?<!以上的)选(?:择|项|的是|[:：])?)"
    r"[\s\"'“”‘’`*(（\[【]*"
)
_DENIAL: Final = re.compile(
    r"不(?:是|选|能选|应选|对|正确|成立|符合|可能)|并非|错误|有误|排除|\b(?:not|neither|nor|never|except|incorrect|wrong)\b",
    re.IGNORECASE,
)
_ALTERNATIVES: Final = re.compile(r"(?<=[A-Z])\s*+[,，]?\s*+(?:或者?|还是|\bor\b)\s*(?=[A-Z])")
_ABSTENTION: Final = re.compile(r"(?:无法|不能|难以|没法)(?:确定|判断|得出|回答|知道|推断|推出)|信息不足|不确定|不知道")
_CHINESE_END: Final = re.compile(r"[。！？!?\n]+")
_NONE: Final = re.compile(
    r"(?:以上|上述)(?:的)?(?:选项|答案|各项|说法)?(?:全部|全|都|均|皆)?"
    r"(?:不是|不对|不正确|错误|不符合|不成立|错|没有|无)|\bnone of (?:the )?(?:above|these|them|options)\b",
    re.IGNORECASE,
)
_ASIDE: Final = re.compile(r"[(（][^()（）]*[)）]")
_JOINERS: Final = re.compile(r"[\s,，、;；/&+|和与及以。.]*")


def is_none_of_them(text: str) -> bool:
    """Tell whether an option says that no other is right.

    >>> [is_none_of_them(text) for text in ("以上选项都不是。", "以上均不对", "以上都是真的。", "None of these.")]
    [True, True, False, True]
    """
    return _bare(text) in _none_spellings()


@cache
def _none_spellings() -> frozenset[str]:
    return frozenset(map(_bare, (*chinese.NONE, *english.NONE)))


def read_answer(answer: Any, choices: Mapping[str, str], *, strict: bool = False) -> Reading:
    """Read an answer of any JSON type.

    Parameters
    ----------
    answer
        What stands for the answer: a list of letters, a text, or anything else.
    choices
        Letter -> text of the options that are offered, in their order.
    strict
        Take the published form only, which is a list of different letters in capitals, all of them offered.

    Returns
    -------
    Reading
        `value` is a tuple of letters in the order of the options, or None; `rule` says how it was read, or why it was not.

    Examples
    --------
    >>> options = {"A": "张三", "B": "李四", "C": "王五", "D": "以上选项都不是"}
    >>> read_answer(["C", "A"], options)
    Reading(value=('A', 'C'), rule='letters', ambiguous=False, abstained=False, denied=frozenset())
    >>> read_answer(" 答案是a和C", options).value, read_answer("选王五", options).rule, read_answer(3, options).rule
    (('A', 'C'), 'answer line+option text', 'unreadable: a number')
    >>> read_answer("AC", options, strict=True).rule
    'unreadable: not a list (letters in a text)'
    """
    try:
        reading = _read(answer, choices)
    except RecursionError:
        reading = _nothing("nested too deeply")
    if not strict or reading.value is None or reading.rule == LETTERS:
        return reading
    wanted = "not the published form" if isinstance(answer, list) else "not a list"
    return Reading(None, f"unreadable: {wanted} ({reading.rule})")


def _read(answer: Any, choices: Mapping[str, str]) -> Reading:
    if isinstance(answer, str):
        value = loose(answer)
        if value is answer:
            return _text(answer, choices)
        found = _read(list(value) if isinstance(value, tuple) else value, choices)
        if found.value is None:
            return _text(answer, choices)
        return _by(found, "text of a list")
    if isinstance(answer, list):
        return _list(answer, choices)
    if isinstance(answer, dict):
        named = [value for key, value in answer.items() if str(key).lower() in ("answer", "答案")]
        return _by(_read(named[0], choices), "object") if len(named) == 1 else _nothing("an object")
    if answer is None:
        return _nothing("null")
    return _nothing("true or false" if isinstance(answer, bool) else "a number")


def _list(answer: Sequence[Any], choices: Mapping[str, str]) -> Reading:
    if not answer:
        # No letter at all is what a text that contradicts itself deserves, and it is never the published label.
        return Reading((), "empty list")
    rules: list[str] = []
    letters: list[str] = []
    for part in answer:
        if isinstance(part, str) and part in choices:
            letters.append(part)
            continue
        if isinstance(part, list):
            inner = _list(part, choices) if part and not any(isinstance(one, list) for one in part) else _nothing("nested lists")
            rules.append("nested list")
        elif isinstance(part, str):
            inner = _text(part, choices)
        else:
            inner = _read(part, choices)
        if not isinstance(inner.value, tuple):
            return inner
        letters += inner.value
        rules += inner.rule.split("+")
    if len(set(letters)) < len(letters):
        rules.append("repeated letters")
    return Reading(_ordered(letters, choices), "+".join(dict.fromkeys(rules)) or LETTERS)


def _by(reading: Reading, rule: str) -> Reading:
    return reading if reading.value is None else replace(reading, rule=f"{rule}+{reading.rule}")


def _nothing(why: str, *, ambiguous: bool = False) -> Reading:
    return Reading(None, f"unreadable: {why}", ambiguous=ambiguous)


def _ordered(letters: Sequence[str], choices: Mapping[str, str]) -> tuple[str, ...]:
    return tuple(letter for letter in choices if letter in letters)


# ---------------------------------------------------------------- texts


def _text(text: str, choices: Mapping[str, str]) -> Reading:
    """Read a text: bare letters, an option with its text, the last thing said to be the answer, or the text of an option."""
    plain = unicodedata.normalize("NFKC", text)
    if not plain.strip():
        return _nothing("an empty text")
    bare = _bare_letters(plain, choices)
    exact = _option_said(plain, choices)
    # An option may itself be a letter, or letters ("H A X Y" in a mirror): one offered letter alone is a letter first.
    if exact is not None and (bare is None or len(plain.strip()) > 1):
        return Reading((exact,), "option text")
    if bare is not None:
        if exact is None or bare.value == (exact,):
            return bare
        return _nothing("a letter and the text of another option", ambiguous=True)
    opened = _opened(plain, choices)
    if opened is not None:
        return opened
    part, rule = _final(plain)
    if rule:
        opened = _opened(part, choices)
        return _by(opened or _sentence(_CHINESE_END.split(part.strip(), maxsplit=1)[0], choices), rule)
    pieces = [piece for chunk in SENTENCE_END.split(plain) for piece in _CHINESE_END.split(chunk)]
    for sentence in reversed([piece for piece in pieces if piece.strip()]):
        found = _sentence(sentence, choices)
        if found.value is not None or found.ambiguous or found.abstained:
            return _by(found, "last sentence") if len(pieces) > 1 else found
    return _nothing("no letter and no option in it")


def _bare_letters(plain: str, choices: Mapping[str, str]) -> Reading | None:
    """Read a text that is nothing but letters; None for what is none."""
    match = _BARE.fullmatch(plain)
    if match is None:
        return None
    letters = re.findall("[A-Za-z]", re.sub(r"\band\b", " ", match["run"]))
    capitals = [letter.upper() for letter in letters]
    strange = any(letter not in choices for letter in capitals)
    if (
        len(match["run"]) > 1
        and match["run"].islower()
        and match["run"].isalpha()
        and (strange or letters != sorted(set(letters)))
    ):
        # "ac" is A and C in small letters; "bad" and "none" are words.
        return None
    if strange:
        return _nothing("a letter that is not offered")
    rules = ["letters in a text"]
    if letters != capitals:
        rules.append("lower case")
    if plain != plain.strip():
        rules.append("blanks")
    if len(set(capitals)) < len(capitals):
        rules.append("repeated letters")
    return Reading(_ordered(capitals, choices), "+".join(rules))


def _opened(plain: str, choices: Mapping[str, str]) -> Reading | None:
    """Read lines that are options with their texts, such as "B. 李四"; None where a line is something else."""
    letters, rule = [], "letters in a text"
    for line in filter(str.strip, plain.splitlines()):
        found = _OPENING.fullmatch(line.strip())
        if found is None or found["letter"] not in choices:
            return None
        rest = _bare(found["rest"] or "")
        if rest and rest != _bare(choices[found["letter"]]):
            other = any(rest == _bare(words) for words in choices.values())
            return _nothing("a letter and the text of another option", ambiguous=True) if other else None
        rule = "letters with option text" if rest else rule
        letters.append(found["letter"])
    return Reading(_ordered(letters, choices), rule)


def _final(plain: str) -> tuple[str, str]:
    """Return what follows the last words that announce an answer, and the rule; the rule is empty where nothing does."""
    announced = [
        match.end() for match in _ANSWER.finditer(plain) if _DENIAL.search(plain[max(0, match.start() - 2) : match.end()]) is None
    ]
    part, rule = final_part(plain)
    place = len(plain) - len(part) if rule == "answer line" else -1
    for end in reversed(announced):
        if end > place and plain[end:].strip(" \n\t.。\"'*`_}"):
            return plain[end:], "answer line"
    return (part, rule) if rule == "answer line" else (plain, "")


def _sentence(sentence: str, choices: Mapping[str, str]) -> Reading:
    bare = _bare_letters(sentence, choices)
    if bare is not None:
        return bare
    rule = ""
    if _NONE.search(sentence):
        letter = next((one for one, words in choices.items() if is_none_of_them(words)), None)
        if letter is None:
            return _nothing("none of them, which is not offered")
        sentence, rule = _NONE.sub(letter, sentence), "none of them"
    # What stands in brackets explains the letter before it.
    outside = _ASIDE.sub("", sentence)
    sentence = outside if _RUN.search(outside) else sentence
    if _ALTERNATIVES.search(sentence):
        return _nothing("alternatives", ambiguous=True)
    if _DENIAL.search(sentence):
        return _nothing("a denial", ambiguous=True)
    said, only = _options_in(sentence, choices)
    letters = [letter for run in _RUN.findall(sentence) for letter in re.findall("[A-Z]", run)]
    if letters and all(letter in choices for letter in letters):
        if len(said) == 1 and said[0] not in letters:
            return _nothing("a letter and the text of another option", ambiguous=True)
        return Reading(_ordered(letters, choices), rule or "letters in a text")
    if len(said) == 1 or (said and only):
        return Reading(tuple(said), "option text")
    if said:
        return _nothing("several options named", ambiguous=True)
    if _ABSTENTION.search(sentence) or abstains(sentence):
        return Reading(None, "abstention", abstained=True)
    return _nothing("a letter that is not offered" if letters else "no letter and no option in it")


def _options_in(sentence: str, choices: Mapping[str, str]) -> tuple[list[str], bool]:
    """Return the options whose texts a sentence has, and whether it has nothing else; longer texts hide those within them."""
    rest, said = unicodedata.normalize("NFKC", sentence).casefold(), []
    for letter, words in sorted(choices.items(), key=lambda choice: -len(_bare(choice[1]))):
        text = unicodedata.normalize("NFKC", words).strip(" 。.").casefold()
        if text and text in rest:
            said.append(letter)
            rest = rest.replace(text, " ")
    return [letter for letter in choices if letter in said], _JOINERS.fullmatch(rest) is not None


def _option_said(text: str, choices: Mapping[str, str]) -> str | None:
    """Return the option whose text this is, where it is one alone."""
    same = [letter for letter, words in choices.items() if _bare(words) == _bare(text)]
    return same[0] if len(same) == 1 else None


def _bare(words: str) -> str:
    return re.sub(r"[\s\"'“”‘’`*。.!！,，、:：()（）]+", "", unicodedata.normalize("NFKC", words)).casefold()
