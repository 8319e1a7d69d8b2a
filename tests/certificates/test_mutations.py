"""Every field of an honest certificate is changed in turn: `verify` fails, or what is changed has no say in what it claims."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from qsr import theories
from qsr.certificates import CertificateError, Report, certify, dumps, loads, verify
from qsr.certificates.format import digest_of
from qsr.cli import main

CENTRES = "theory: exact, objects: extended\nA is 3 units left of B, measured between their centres.\n? Is A left of B?"
STORIES = {
    "exact": "The cup is left of the pen. The box is above the pen.\n? Where is the cup relative to the pen?",
    "settings": "theory: exact, objects: points, relations: complete\nA is left of B. B is left of C.\n? Is C left of A?",
    "centres": CENTRES,
    "contradiction": "A is left of B. B is left of A.\n? Is A left of B?",
    "not covered": "A is near B.\n? Is A left of B?",
    "sound": "theory: sound\nA is inside B. B is left of C.\n? Is A left of C?",
    "babi": "theory: babi\nThe hall is north of the den. The den is east of the bar.\n? How do you go from the hall to the bar?",
    "prepositions": "theory: prepositions\nThe cat is in the box. The box is in the room.\n? Is the cat in the room?",
    "extremes": "The cup is left of the pen. The box is right of the pen.\n? What is on the far right?",
    "supposed": "Ann is left of Bob.\n? If Cleo is right of Bob, could Ann be right of Cleo?",
    "orders": "Ann is older than Bob. Cleo is younger than Ann.\n? Who could be the youngest?",
    "change": "Ann took the key. Then Ann went to the yard.\n? Is the key in the yard?",
    "stated": "theory: prepositions\nThe cat is behind the box.\n? Is the cat behind the box?",
}
HONEST = {name: certify(text) for name, text in STORIES.items()}
#: Fields that say nothing which is claimed: who made it, and with what.
WITHOUT_A_SAY = (("qsr",), ("backend",))


def sealed(certificate: dict[str, Any]) -> dict[str, Any]:
    """Write the digests anew, as a forger would."""
    source = certificate["source"]
    if isinstance(source, dict) and "text" in source:
        source["sha256"] = sha256(str(source["text"]).encode()).hexdigest()
    return {**certificate, "digest": digest_of(certificate)}


def fields(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the way to everything in a certificate, itself left out."""
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in parts:
        yield (*path, key)
        yield from fields(part, (*path, key))


def others(value: Any) -> list[Any]:
    """Return values of the same form instead of one."""
    if isinstance(value, str):
        return [f"{value} B", "left", ""]
    if isinstance(value, int):
        return [value + 1, value - 1]
    if isinstance(value, list):
        return [[], value[1:], value + value[:1], value[::-1]]
    return [{}, {key: value[key] for key in list(value)[1:]}]


def changed(certificate: dict[str, Any], path: tuple[Any, ...], value: Any) -> dict[str, Any]:
    whole = copy.deepcopy(certificate)
    *way, last = path
    place: Any = whole
    for key in way:
        place = place[key]
    place[last] = value
    return sealed(whole)


@pytest.mark.parametrize("name", STORIES)
def test_every_field_in_turn(name: str) -> None:
    honest = HONEST[name]
    whole = verify(honest, text=STORIES[name])
    assert not whole.faults
    tried = 0
    for path in fields(honest):
        if path[0] == "digest" or path[:2] == ("source", "sha256"):
            continue
        place = honest
        for key in path:
            place = place[key]
        for value in others(place):
            if value == place:
                continue
            tried += 1
            try:
                report = verify(changed(honest, path, value), text=STORIES[name])
            except CertificateError:
                continue
            # Another place may do as well, which arithmetic has found.
            if not report.faults:
                assert path in WITHOUT_A_SAY or "witness" in path, (path, value)
                assert report == whole
    assert tried > 50


def with_backend(name: str, backend: str) -> Report:
    return verify(changed(HONEST[name], ("backend",), backend), text=STORIES[name])


@pytest.mark.parametrize("name", STORIES)
def test_the_solver_that_a_certificate_names_has_no_say(name: str) -> None:
    honest = HONEST[name]
    for backend in theories.get(honest["theory"]["name"]).backends:
        assert with_backend(name, backend) == verify(honest, text=STORIES[name])
    assert with_backend(name, "abacus").faults


def test_what_one_solver_alone_expresses_stays_unchecked_whatever_is_named() -> None:
    for backend in ("z3", "clingo", "closure", "auto"):
        report = with_backend("centres", backend)
        assert (report.holds, report.faults, report.questions) == (False, [], 0)
        assert ["that 'no' cannot hold" in claim for claim in report.unchecked] == [True]


@pytest.mark.parametrize(
    "settings",
    [
        {"objects": "extended"},
        {"objects": "points"},
        {"relations": "complete"},
        {"dimensions": "3"},
        {"grid": "5x5"},
    ],
    ids=str,
)
def test_other_settings_are_a_fault_unless_the_caller_names_them(settings: dict[str, str]) -> None:
    line = ", ".join(("exact", *(f"{key}: {value}" for key, value in settings.items())))
    text = "A is left of B.\n? Is B left of A?"
    certificate = certify(text, theory=line)
    for report in (verify(certificate), verify(certificate, text=text)):
        assert len(report.faults) == 1
        assert line in report.faults[0]
    report = verify(certificate, text=text, theory=line)
    assert (report.holds, report.theory) == (True, line)
    assert verify(certify(text), text=text, theory=line).faults


@pytest.mark.parametrize("name", theories.names())
def test_another_theory_is_a_fault_even_with_its_own_fingerprint(name: str) -> None:
    certificate = copy.deepcopy(HONEST["exact"])
    if name == "exact":
        return
    certificate["theory"].update(name=name, fingerprint=theories.get(name).fingerprint)
    assert verify(sealed(certificate), text=STORIES["exact"]).faults


def test_settings_of_the_story_itself_are_no_others() -> None:
    text = STORIES["settings"]
    line = "exact, relations: complete, objects: points"
    for theory in (None, "exact", line):
        assert verify(certify(text, theory=theory), text=text).holds
        assert verify(certify(text), text=text, theory=theory).holds


def test_on_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    story, file = tmp_path / "a.story", tmp_path / "a.json"
    story.write_text("A is left of B.\n? Is B left of A?\n", encoding="utf-8")
    line = "exact, objects: extended"
    assert main(["solve", str(story), "--theory", line, "--certify", str(file)]) == 0
    capsys.readouterr()
    assert main(["verify", str(file), "--story", str(story)]) == 1
    assert "does not hold" in (out := capsys.readouterr().out)
    assert line in out
    assert main(["verify", str(file), "--story", str(story), "--theory", line]) == 0
    assert capsys.readouterr().out.splitlines()[1].split(maxsplit=1) == ["theory", line]
    assert main(["verify", str(file), "--story", str(story), "--theory", line, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["theory"] == line


def test_how_many_claims_were_not_checked_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    story, file = tmp_path / "a.story", tmp_path / "a.json"
    story.write_text(CENTRES, encoding="utf-8")
    assert main(["solve", str(story), "--certify", str(file)]) == 0
    forged = changed(loads(file.read_bytes()), ("backend",), "clingo")
    capsys.readouterr()
    for certificate in (loads(file.read_bytes()), forged):
        file.write_text(dumps(certificate), encoding="utf-8")
        assert main(["verify", str(file), "--story", str(story)]) == 4
        out = capsys.readouterr().out
        assert "not checked: 1 claim" in out
        assert "  not checked  question 1: that 'no' cannot hold" in out
        assert "every claim holds" not in out
