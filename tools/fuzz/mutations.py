"""Valid inputs made invalid: by bytes, by words, and by the values of a JSON document; all choices come from a given `Random`."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any, Final

__all__ = ["HOSTILE_JSON", "HOSTILE_TEXT", "every_value", "long_forms", "mutated"]

#: Texts of JSON values that decoders and readers stumble over; not all of them are JSON.
HOSTILE_JSON: Final = (
    "null",
    "true",
    "0",
    "-1",
    "1.5",
    "NaN",
    "-Infinity",
    "1e999",
    "1e999999999",
    "9" * 5_000,
    '"' + "9" * 5_000 + '"',
    '""',
    '"1/0"',
    '"\\ud800"',
    '"a\\u0000b"',
    '"\\u2028"',
    "[]",
    "{}",
    "[[]]",
    '[null, 1, "a"]',
    '{"a": 1, "a": 2}',
    "[" * 3_000 + "]" * 3_000,
    '{"a":' * 3_000 + "1" + "}" * 3_000,
    "[" * 200_000,
    "'single'",
    "[1,]",
    '"[' + "(" * 3_000 + '"',
    '"' + "-" * 5_000 + '1"',
)
#: Pieces of text to put between the words of a sentence.
HOSTILE_TEXT: Final = (
    "\x00",
    "\ufeff",
    "\r",
    "\r\n",
    "\u2028",
    "\x85",
    "\x0b",
    "\u202e",
    "\ud7ff",
    "А",  # a Cyrillic letter that looks like a Latin one
    "ｌｅｆｔ",
    "²",
    "٣",
    "½",
    "⅛",
    "一百零",
    "1/0",
    "0",
    "00",
    "-1",
    "1e9",
    "9" * 5_000,
    "...",
    "?",
    "? ",
    "#",
    '"',
    "“",
    "(",
    "((((",
    "[[[[",
    "()",
    "{}",
    "{0}",
    "%s",
    "\\",
    "\t",
    "'s",
    "\n? ",
    "\n\n",
    "theory: exact\n",
)


def mutated(random: Random, data: bytes, others: tuple[bytes, ...] = ()) -> bytes:
    """Return the input with one to four changes; words of `others` may be put in."""
    for _ in range(random.choice((1, 1, 1, 2, 2, 3, 4))):
        data = random.choice((_bytes, _words, _words, _words, _piece, _lines, _value))(random, data, others)
    return data


def _bytes(random: Random, data: bytes, _: tuple[bytes, ...]) -> bytes:
    place = random.randrange(len(data) + 1)
    change = random.randrange(4)
    if change == 0:
        return data[:place]
    if change == 1:
        return data[:place] + data[place + random.randint(1, 4) :]
    if change == 2:
        return data[:place] + bytes(random.choices(range(256), k=random.randint(1, 3))) + data[place:]
    return data[:place] + random.choice((b"\xef\xbb\xbf", b"\xff\xfe", b"\x00", b"\xed\xa0\x80", b"\xc3")) + data[place:]


def _words(random: Random, data: bytes, others: tuple[bytes, ...]) -> bytes:
    words = data.split(b" ")
    place, other = random.randrange(len(words)), random.randrange(len(words))
    change = random.randrange(5)
    if change == 0:
        del words[place]
    elif change == 1:
        words[place:place] = [words[place]] * random.choice((1, 2, 40))
    elif change == 2:
        words[place], words[other] = words[other], words[place]
    elif change == 3:
        words.insert(place, random.choice(random.choice(others or (data,)).split(b" ")))
    else:
        start, end = sorted((place, other))
        words[end:end] = words[start:end] * random.choice((1, 3))
    return b" ".join(words)


def _piece(random: Random, data: bytes, _: tuple[bytes, ...]) -> bytes:
    spaces = [place for place, byte in enumerate(data) if byte in b' .,"'] or [0]
    place = random.choice(spaces)
    return data[:place] + random.choice(HOSTILE_TEXT).encode() * random.choice((1, 1, 1, 2, 200)) + data[place:]


def _lines(random: Random, data: bytes, _: tuple[bytes, ...]) -> bytes:
    lines = data.split(b"\n")
    place = random.randrange(len(lines))
    change = random.randrange(3)
    if change == 0:
        del lines[place]
    elif change == 1:
        lines.insert(random.randrange(len(lines) + 1), lines[place])
    else:
        lines[place] = lines[place] + b"\r"
    return b"\n".join(lines)


def _value(random: Random, data: bytes, others: tuple[bytes, ...]) -> bytes:
    found = list(every_value(data, [random.choice(HOSTILE_JSON)]))
    return random.choice(found) if found else _words(random, data, others)


_HOLE: Final = "\x00hole\x00"


def every_value(data: bytes, values: Any = HOSTILE_JSON) -> Iterator[bytes]:
    """Yield the JSON document, or the first line of a file of them, with each value in turn replaced by each text of `values`.

    Nothing is yielded for what is no JSON.
    """
    for document, rest in ((data, b""), (data.partition(b"\n")[0], data.partition(b"\n")[2])):
        try:
            decoded = json.loads(document)
        except (ValueError, RecursionError):
            continue
        if not isinstance(decoded, (dict, list)):
            return
        for holed in _holed(decoded):
            text = json.dumps(holed, ensure_ascii=False)
            for value in values:
                made = text.replace(json.dumps(_HOLE), value).encode("utf-8", "surrogatepass")
                yield made + (b"\n" + rest if rest or data.endswith(b"\n") else b"")
        return


def _holed(value: Any) -> Iterator[Any]:
    yield _HOLE
    if isinstance(value, dict):
        for key, inner in value.items():
            yield {other: one for other, one in value.items() if other != key}
            for holed in _holed(inner):
                yield {**value, key: holed}
    elif isinstance(value, list):
        for place, inner in enumerate(value[:6]):
            for holed in _holed(inner):
                yield [*value[:place], holed, *value[place + 1 :]]


def long_forms(data: bytes) -> Iterator[tuple[str, bytes, bytes, bytes]]:
    """Yield how an input may be drawn out: what is repeated, and the input before it, the repeated piece and the rest.

    The pieces are the input, each of its words, its lines, brackets, and characters that patterns like to repeat.
    """
    yield "whole", b"", data + b"\n", b""
    words = data.split(b" ")
    for place in range(len(words)):
        before, after = b" ".join(words[:place]), b" ".join(words[place + 1 :])
        yield f"word {place}", before + b" ", words[place] + b" ", after
        if place + 3 <= len(words):
            yield (
                f"words {place} to {place + 2}",
                before + b" ",
                b" ".join(words[place : place + 3]) + b" ",
                b" ".join(words[place + 3 :]),
            )
    lines = data.splitlines(keepends=True)
    for place, line in enumerate(lines):
        yield f"line {place}", b"".join(lines[:place]), line, b"".join(lines[place + 1 :])
    places = (0, len(words) // 3, 2 * len(words) // 3, len(words))
    for piece in (
        b" ",
        b"\n",
        b"\t",
        b"(",
        b"[",
        b"{",
        b'"',
        b"'",
        b"a",
        b"1",
        b"-",
        b".",
        b"a,",
        b"a and ",
        b"1 ",
        b"\xe4\xb8\x80",
        b"\xe5\x9c\xa8",
    ):
        for place in sorted(set(places)):
            before, after = b" ".join(words[:place]), b" ".join(words[place:])
            yield f"{piece!r} at word {place}", before, piece, after
