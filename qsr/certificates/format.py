"""The form of a certificate: one JSON object, which `docs/certificates.md` describes entry by entry.

A certificate comes from anywhere, so reading one trusts nothing: its length, its depth and the size of its story are bounded, a
number is a whole number or a string ``"a/b"`` in lowest terms, never a float, no key stands twice, and every object has exactly
the keys that it should have. What passes here is a certificate by its form; whether what it says is true is the business of
`qsr.certificates.verification`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Mapping
from hashlib import sha256
from typing import Any, Final

from qsr.errors import CertificateError
from qsr.exact import MOST_DIGITS, items, keyed, number_of, shown, text_of, whole_number
from qsr.story import Question, Story
from qsr.theories.witnesses import witness_of

__all__ = [
    "KIND",
    "LONGEST",
    "MOST",
    "MOST_BYTES",
    "SCHEMA",
    "bounded",
    "check_form",
    "check_source",
    "digest_of",
    "dumps",
    "loads",
    "text_digest",
    "told",
    "told_core",
    "told_question",
]

SCHEMA: Final = 1
KIND: Final = "qsr certificate"
#: Bounds on what is read: bytes of a certificate, characters of a text with its questions and options, digits of a number,
#: depth of nesting.
MOST_BYTES: Final = 32_000_000
LONGEST: Final = 200_000
#: Bounds on a story: solvers take time with powers of these.
MOST: Final[Mapping[str, int]] = {"entities": 300, "statements": 1000, "questions": 200}
_DEEPEST: Final = 24
_LONG_NUMBER: Final = re.compile(rf"\d{{{MOST_DIGITS + 1}}}")
_WHOLE: Final = frozenset(
    {"schema", "kind", "qsr", "theory", "backend", "source", "entities", "settings", "statements", "questions", "digest"}
)
_QUESTION: Final = frozenset({"text", "form", "args", "candidates", "span", "status"})
#: Status -> what an entry about a question has beside its words.
_BY_STATUS: Final[Mapping[str, tuple[frozenset[str], ...]]] = {
    "determined": (frozenset({"possible", "entailed", "labels"}), frozenset({"plan"})),
    "ambiguous": (frozenset({"possible", "entailed", "labels"}),),
    "inconsistent": (frozenset({"core"}),),
    "not_covered": (frozenset({"reason"}),),
}
_SIDES: Final = ("holds", "fails")
_CLAIMS: Final = ("witness", "core", "unshown")


def _no_float(text: str) -> Any:
    raise CertificateError(f"a certificate has exact numbers only, and this one has {text[:30]}")


def _whole(text: str) -> int:
    if len(text) > MOST_DIGITS:
        raise CertificateError(f"a number has {len(text)} digits; at most {MOST_DIGITS} are read")
    return int(text)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise CertificateError("a key stands twice in one object")
    return found


def loads(data: bytes | str) -> dict[str, Any]:
    """Return the JSON object of a certificate and check its form; raise CertificateError."""
    if len(data) > MOST_BYTES:
        raise CertificateError(f"a certificate may have {MOST_BYTES} bytes, and this one has more")
    try:
        text = data if isinstance(data, str) else data.decode("utf-8")
        found = json.loads(text, parse_float=_no_float, parse_constant=_no_float, parse_int=_whole, object_pairs_hook=_object)
    except CertificateError:
        raise
    except (ValueError, RecursionError) as error:
        raise CertificateError(f"not a certificate: {str(error) or type(error).__name__}") from None
    check_form(found)
    return dict(found)


def dumps(certificate: Mapping[str, Any]) -> str:
    """Return a certificate as JSON text with a line break at the end."""
    return json.dumps(certificate, indent=1, ensure_ascii=False) + "\n"


def digest_of(certificate: Mapping[str, Any]) -> str:
    """Return the digest of a certificate: SHA-256 of the JSON of all other entries, keys sorted, ASCII only, no blanks."""
    rest = {key: value for key, value in certificate.items() if key != "digest"}
    return sha256(json.dumps(rest, sort_keys=True, ensure_ascii=True, separators=(",", ":")).encode()).hexdigest()


def text_digest(text: str) -> str:
    """Return SHA-256 of a text in UTF-8."""
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


# ---------------------------------------------------------------- a story, told as plain data


def told(story: Story) -> dict[str, Any]:
    """Return what a certificate repeats of a story: entities, settings, and each statement with its words."""
    return {
        "entities": list(story.entities),
        "settings": [list(pair) for pair in story.settings],
        "statements": [
            {
                "id": statement.id,
                "relation": str(statement.relation),
                "args": list(statement.args),
                "span": list(statement.span),
                "words": story.quote(statement.id),
            }
            for statement in story.statements
        ],
    }


def told_question(question: Question) -> dict[str, Any]:
    """Return the words and the form of a question; candidates are those that it names itself."""
    return {
        "text": question.text,
        "form": question.form,
        "args": list(question.args),
        "candidates": list(question.candidates),
        "span": list(question.span),
    }


def told_core(story: Story, core: Collection[int]) -> list[dict[str, Any]]:
    """Return statements by their ids, each with its span and words."""
    return [{"id": id_, "span": list(story.statements[id_].span), "words": story.quote(id_)} for id_ in sorted(core)]


# ---------------------------------------------------------------- the form of the whole


def _texts(value: Any) -> list[str]:
    return [text_of(one) for one in items(value)]


def _entities(value: Any) -> list[int]:
    return [whole_number(one) for one in items(value)]


def _span(value: Any) -> list[int]:
    ends = _entities(items(value, 2))
    if min(ends) < 0:
        raise CertificateError("a span begins at 0 or later")
    return ends


def check_form(data: Any) -> None:
    """Check that data are a certificate by their form, and that its digests fit; raise CertificateError, which says what not."""
    _bounded(data)
    whole = keyed(data, _WHOLE, "a certificate")
    if whole["kind"] != KIND or type(whole["schema"]) is not int or whole["schema"] != SCHEMA:
        raise CertificateError(f"expected a {KIND} of schema {SCHEMA}")
    theory = keyed(whole["theory"], {"name", "settings", "fingerprint"}, "the theory")
    for text in (whole["qsr"], whole["backend"], theory["name"], theory["fingerprint"]):
        text_of(text)
    if type(theory["settings"]) is not dict:
        raise CertificateError("the settings of the theory are an object")
    for text in theory["settings"].values():
        text_of(text)
    check_source(whole["source"])
    for what in MOST:
        bounded(what, len(items(whole[what])))
    _texts(whole["entities"])
    for pair in items(whole["settings"]):
        _texts(items(pair, 2))
    for number, statement in enumerate(items(whole["statements"])):
        said = keyed(statement, {"id", "relation", "args", "span", "words"}, "a statement")
        text_of(said["relation"]), text_of(said["words"]), _span(said["span"]), _entities(said["args"])
        if type(said["id"]) is not int or said["id"] != number:
            raise CertificateError("statements stand in the order of their ids")
    for question in items(whole["questions"]):
        _question(question)
    if not whole["questions"]:
        raise CertificateError("a certificate is about one question at least")
    if text_of(whole["digest"]) != digest_of(whole):
        raise CertificateError("the digest does not fit the rest: the certificate was changed after it was written")


def bounded(what: str, count: int) -> None:
    """Raise CertificateError where a story has more entities, statements or questions than a certificate may be about."""
    if count > MOST[what]:
        raise CertificateError(f"a certificate may be about {MOST[what]} {what}, and there are {count}")


def _bounded(data: Any) -> None:
    level = [data]
    for _ in range(_DEEPEST):
        level = [
            part for one in level if isinstance(one, (dict, list)) for part in (one.values() if isinstance(one, dict) else one)
        ]
        if not level:
            return
        for one in level:
            if type(one) not in (dict, list, str, int):
                raise CertificateError(f"a certificate has no {type(one).__name__}: {shown(one)}")
            if type(one) is int and one.bit_length() > 4 * MOST_DIGITS:
                raise CertificateError(f"a number has more than {MOST_DIGITS} digits")
    raise CertificateError(f"a certificate is nested less than {_DEEPEST} deep")


def check_source(value: Any) -> None:
    """Check the form and the length of a source, and that the digest of its text fits; raise CertificateError."""
    wanted = {"reader", "text", "sha256", "asked", "options"}
    more = {"paraphrases"} if type(value) is dict and "paraphrases" in value else set()
    source = keyed(value, wanted | more, "the source")
    text_of(source["reader"])
    texts = [text_of(source["text"]), *_texts(source["asked"])]
    for pair in items(source["options"]):
        texts += _texts(items(pair, 2))
    texts += _paraphrases(source)
    if sum(map(len, texts)) > LONGEST:
        raise CertificateError(f"a story's text with its questions and options may have {LONGEST} characters")
    if any(map(_LONG_NUMBER.search, texts)):
        raise CertificateError(f"a number in the text has more than {MOST_DIGITS} digits")
    if source["sha256"] != text_digest(source["text"]):
        raise CertificateError("the text is not the one that its SHA-256 stands for")


def _paraphrases(source: Mapping[str, Any]) -> list[str]:
    """Return the texts of the sentences in other words; raise CertificateError where they are none, or not in order."""
    texts: list[str] = []
    position = 0
    for one in items(source.get("paraphrases", [])):
        said = keyed(one, {"span", "text", "checks"}, "a sentence in other words")
        start, end = _span(said["span"])
        if not position <= start < end <= len(source["text"]):
            raise CertificateError("sentences in other words stand in the text, in its order")
        position = end
        texts.append(text_of(said["text"]))
        for check in items(said["checks"]):
            texts += [text_of(part) for part in keyed(check, {"name", "detail"}, "a check").values()]
    return texts


def _question(value: Any) -> None:
    status = value.get("status") if type(value) is dict else None
    forms = _BY_STATUS.get(status, ()) if type(status) is str else ()
    if not forms:
        raise CertificateError(f"a question has one of the statuses {', '.join(_BY_STATUS)}, not {shown(status)}")
    form = next((one for one in forms if one <= value.keys()), forms[0])
    question = keyed(value, _QUESTION | form, f"a question with the status {status}")
    text_of(question["text"]), text_of(question["form"]), _span(question["span"])
    _texts(question["candidates"]), _entities(question["args"])
    if "reason" in form:
        text_of(question["reason"])
    if "core" in form:
        _core(question["core"])
    if "plan" in form:
        plan = keyed(question["plan"], {"actions", "energy"}, "a plan")
        _texts(plan["actions"]), number_of(plan["energy"])
    if "labels" in form:
        _labels(question)


def _labels(question: Mapping[str, Any]) -> None:
    for named in ("possible", "entailed"):
        if len(set(_texts(question[named]))) < len(question[named]):
            raise CertificateError(f"a label stands twice among those {named}")
    if type(question["labels"]) is not dict:
        raise CertificateError("labels are an object")
    for label, sides in question["labels"].items():
        if type(sides) is not dict or not sides or not sides.keys() <= set(_SIDES):
            raise CertificateError(f"of the label {shown(label)} it is said whether it {' or '.join(_SIDES)}, and no more")
        for side in sides.values():
            if type(side) is not dict or len(side) != 1 or not side.keys() <= set(_CLAIMS):
                raise CertificateError(f"of the label {shown(label)} one was expected: {', '.join(_CLAIMS)}")
            if "witness" in side:
                witness_of(side["witness"])
            elif "core" in side:
                _core(side["core"])
            else:
                text_of(side["unshown"])


def _core(value: Any) -> None:
    ids = []
    for entry in items(value):
        said = keyed(entry, {"id", "span", "words"}, "a statement of a core")
        ids.append(whole_number(said["id"]))
        _span(said["span"]), text_of(said["words"])
    if ids != sorted(set(ids)):
        raise CertificateError("the statements of a core stand once each, in the order of their ids")
