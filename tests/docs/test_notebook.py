"""The notebook runs from its first cell to its last, and what it stores is what comes out.

After a change that is meant, ``jupyter nbconvert --to notebook --execute --inplace examples/tour.ipynb`` stores it anew.
"""

from __future__ import annotations

import ast
import contextlib
import io
import json
from pathlib import Path
from typing import Any

import pytest

NOTEBOOK = Path(__file__).parent.parent.parent / "examples" / "tour.ipynb"


def joined(text: str | list[str]) -> str:
    return text if isinstance(text, str) else "".join(text)


def stored(outputs: list[dict[str, Any]]) -> tuple[str, str | None]:
    """Return what a cell printed, and what its last line shows: the drawing where there is one."""
    printed = "".join(joined(output["text"]) for output in outputs if output["output_type"] == "stream")
    data = next((output["data"] for output in outputs if output["output_type"] == "execute_result"), {})
    shown = data.get("image/svg+xml", data.get("text/plain"))
    return printed, None if shown is None else joined(shown)


def carried_out(source: str, names: dict[str, Any]) -> tuple[str, str | None]:
    """Run a cell as a notebook does, without one."""
    body = ast.parse(source).body
    last = body.pop() if isinstance(body[-1], ast.Expr) else None
    printed, shown = io.StringIO(), None
    with contextlib.redirect_stdout(printed):
        exec(compile(ast.Module(body, []), "cell", "exec"), names)
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), "cell", "eval"), names)
            if value is not None:
                shown = value._repr_svg_() if hasattr(value, "_repr_svg_") else repr(value)
    return printed.getvalue(), shown


def test_cells_give_what_is_stored() -> None:
    cells = [cell for cell in json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"] if cell["cell_type"] == "code"]
    names: dict[str, Any] = {"__name__": "notebook"}
    assert any(stored(cell["outputs"])[1] for cell in cells)
    for cell in cells:
        printed, shown = carried_out(joined(cell["source"]), names)
        kept, picture = stored(cell["outputs"])
        assert (printed, shown) == (kept, picture), joined(cell["source"])


@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::RuntimeWarning", "ignore::ResourceWarning")
def test_it_runs_in_a_kernel() -> None:
    """The same through Jupyter, where it is installed."""
    nbformat = pytest.importorskip("nbformat")
    nbclient = pytest.importorskip("nbclient")
    pytest.importorskip("ipykernel")
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    nbformat.validate(notebook)
    before = [stored(cell["outputs"]) for cell in notebook.cells if cell["cell_type"] == "code"]
    nbclient.NotebookClient(notebook, timeout=120, kernel_name="python3").execute()
    assert [stored(cell["outputs"]) for cell in notebook.cells if cell["cell_type"] == "code"] == before
