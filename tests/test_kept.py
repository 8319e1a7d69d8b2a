"""What is kept on disk: the same with it and without it, whoever writes, whatever stands there."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from qsr import kept
from qsr.language.parsers import parser, scanner

GRAMMAR = 'start: "a" WORD*\nWORD: /[b-z]+/\n%ignore " "\n'


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("QSR_CACHE", str(tmp_path / "kept"))
    return tmp_path / "kept"


class Counted:
    """A build that counts how often it is asked for."""

    def __init__(self, value: object = ("built", [1, 2])) -> None:
        self.value, self.calls = value, 0

    def build(self) -> Callable[[], object]:
        def building() -> object:
            self.calls += 1
            return self.value

        return building


def test_what_was_built_once_is_read(folder: Path) -> None:
    one = Counted({"a": [1, "ü"]})
    found = [kept.kept("word", ("text",), one.build()) for _ in range(3)]
    assert found == [{"a": [1, "ü"]}] * 3
    assert one.calls == 1
    (file,) = folder.iterdir()
    assert file.stat().st_mode & 0o077 == 0


def test_other_sources_are_another_file(folder: Path) -> None:
    one = Counted()
    for kind, sources in (("word", ("a", "b")), ("word", ("a", "c")), ("other", ("a", "b")), ("word", ("ab",))):
        kept.kept(kind, sources, one.build())
    assert one.calls == len(list(folder.iterdir())) == 4


@pytest.mark.parametrize("text", [b"", b"x", b"\0" * 100, b"%s\n[]", b"%s"])
def test_a_damaged_file_is_built_anew(folder: Path, text: bytes) -> None:
    one = Counted([1])
    kept.kept("word", (), one.build())
    (file,) = folder.iterdir()
    whole = file.read_bytes()
    file.write_bytes(text.replace(b"%s", whole.partition(b"\n")[0]))
    assert [kept.kept("word", (), one.build()) for _ in range(2)] == [[1], [1]]
    assert one.calls == 2
    assert file.read_bytes() == whole


def test_a_file_that_belongs_under_another_name_is_none(folder: Path) -> None:
    kept.kept("word", ("a",), Counted("a").build())
    (first,) = folder.iterdir()
    kept.kept("word", ("b",), Counted("b").build())
    (second,) = set(folder.iterdir()) - {first}
    second.write_bytes(first.read_bytes())
    assert kept.kept("word", ("b",), Counted("b").build()) == "b"


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="files without owners")
def test_a_file_that_others_may_write_is_not_read(folder: Path) -> None:
    kept.kept("word", (), Counted("first").build())
    (file,) = folder.iterdir()
    file.chmod(0o666)
    assert kept.kept("word", (), Counted("second").build()) == "second"


@pytest.mark.parametrize("place", ["off", "/dev/null/below", "/proc/none"])
def test_nothing_is_kept_where_nothing_can_be_written(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QSR_CACHE", place)
    one = Counted("x")
    assert [kept.kept("word", (), one.build()) for _ in range(2)] == ["x", "x"]
    assert one.calls == 2


def test_the_folder_follows_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("QSR_CACHE", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", "/some/where")
    assert kept.folder() == Path("/some/where/qsr")
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", "/home/somebody")
    assert kept.folder() == Path("/home/somebody/.cache/qsr")
    monkeypatch.setenv("QSR_CACHE", "off")
    assert kept.folder() is None


def test_old_files_go_when_a_new_one_is_written(folder: Path) -> None:
    kept.kept("word", ("old",), Counted().build())
    (old,) = folder.iterdir()
    os.utime(old, (0, 0))
    kept.kept("word", ("new",), Counted().build())
    assert old not in folder.iterdir()


def test_processes_that_write_at_once_leave_one_whole_file(folder: Path) -> None:
    code = "from qsr.kept import kept\nprint(len(kept('word', (), lambda: list(range(200_000)))))"
    running = [subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) for _ in range(4)]
    assert [process.communicate(timeout=60)[0].strip() for process in running] == ["200000"] * 4
    (file,) = folder.iterdir()
    assert file.suffix == ".json"


@pytest.mark.parametrize("pattern", [r"(?P<A>a+)|(?P<B>(?i:b|[ö-ü]{2,}))(?!\w)", "x"])
def test_an_expression_matches_as_a_compiled_one_does(folder: Path, pattern: str) -> None:
    usual = re.compile(pattern)
    for _ in range(2):
        found = kept.expression(pattern)
        assert (found.pattern, found.flags, found.groupindex) == (usual.pattern, usual.flags, usual.groupindex)
        for text in ("aab", "BÖÜ", "x", ""):
            one, other = found.match(text), usual.match(text)
            assert (one and (one.span(), one.lastgroup)) == (other and (other.span(), other.lastgroup))


def test_code_that_is_none_is_compiled_anew(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept, "kept", lambda *_: [[99999, 1], 32, 0, {}])
    assert kept.expression("ab").match("abc")


def test_a_mistake_in_an_expression_is_told_as_ever(folder: Path) -> None:
    with pytest.raises(re.error):
        kept.expression("(")


def test_a_grammar_that_changes_has_another_parser(folder: Path) -> None:
    for text in (GRAMMAR, GRAMMAR.replace("WORD*", "_w*\n_w: WORD")):
        trees = [parser(text, parser="lalr").parse("a bc d") for _ in range(2)]
        assert [[str(child) for child in tree.children] for tree in trees] == [["bc", "d"]] * 2
    assert len([file for file in folder.iterdir() if file.name.startswith("grammar-")]) == 2


def test_a_scanner_whose_terminals_match_each_other_is_refused(folder: Path) -> None:
    with pytest.raises(ValueError, match="WORD"):
        scanner('start: "bc" WORD\nWORD: /[b-z]+/\n', "", frozenset())
