"""Files of names, as every generator that takes one reads them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qsr.datasets.roomspace.generator.names import furniture
from qsr.datasets.sparp.generator.names import names
from qsr.generate.name_files import read_names
from qsr.generate.protocol import ImpossibleRequest


def anything(listed: Sequence[str], name: str) -> bool:
    return True


@given(st.lists(st.text("abc é", min_size=1).map(lambda text: " ".join(text.split())).filter(bool), min_size=1, unique=True))
def test_names_come_back_in_order_whatever_the_white_space(tmp_path_factory: pytest.TempPathFactory, wanted: list[str]) -> None:
    file = tmp_path_factory.mktemp("names") / "names.txt"
    file.write_text("\ufeff" + "\n\n".join(f" {name.replace(' ', '  ')}\t" for name in wanted), encoding="utf-8")
    assert read_names(str(file), "--names", anything) == tuple(wanted)


def test_the_name_at_fault_is_named_with_its_line(tmp_path: Path) -> None:
    file = tmp_path / "names.txt"
    file.write_text("harp\n\nanvil\nkayak\n", encoding="utf-8")
    with pytest.raises(ImpossibleRequest, match=r"names\.txt:4: .*'kayak'"):
        read_names(str(file), "--names", lambda listed, name: len(listed) < 2)
    file.write_text("harp\nanvil\nharp\n", encoding="utf-8")
    with pytest.raises(ImpossibleRequest, match=r"names\.txt:3"):
        read_names(str(file), "--names", anything)


@pytest.mark.parametrize("read", [names, furniture])
@pytest.mark.parametrize(
    ("content", "reason"),
    [(None, "no such file"), (b"\xff\xfe\x00", "not UTF-8"), (b" \n", "no names in it"), (b"a\na\n", ":2: ")],
)
def test_files_that_are_none_are_refused_alike(read: object, content: bytes | None, reason: str, tmp_path: Path) -> None:
    file = tmp_path / "names.txt"
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(ImpossibleRequest, match=reason) as refusal:
        read(str(file))  # type: ignore[operator]
    assert "names.txt" in str(refusal.value)


def test_a_path_that_is_none_is_refused() -> None:
    with pytest.raises(ImpossibleRequest, match="null"):
        read_names("a\0b", "--names", anything)
