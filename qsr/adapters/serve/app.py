"""The routes: each checks a request, has a worker answer it, and says what went wrong in one form of error."""

from __future__ import annotations

import tomllib
from collections.abc import AsyncIterator, Iterable, Mapping
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path
from typing import Any, Final

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException

import qsr
from qsr.adapters.serve import schema
from qsr.adapters.serve.guard import Guard
from qsr.adapters.serve.work import Bounds, Pool, WorkFailed
from qsr.summary.about import theory_list, versions

__all__ = ["application"]

_HERE: Final = Path(__file__).parent
#: HTTP status of each way in which work fails.
_FAILED: Final = {"size": 422, "assist": 422, "busy": 503, "time": 504, "memory": 507, "ended": 507, "defect": 500}
_ERRORS: Final[dict[int | str, dict[str, Any]]] = {
    400: {"model": schema.ErrorResponse, "description": "The body is no JSON."},
    403: {"model": schema.ErrorResponse, "description": "The request comes from a page of another origin."},
    408: {"model": schema.ErrorResponse, "description": "The body does not arrive in time."},
    413: {"model": schema.ErrorResponse, "description": "The body is too long."},
    421: {"model": schema.ErrorResponse, "description": "The Host header names another server."},
    422: {
        "model": schema.ErrorResponse,
        "description": "Text that is not understood, with its place, or a field that is wrong or too long.",
    },
    503: {"model": schema.ErrorResponse, "description": "Every worker is busy."},
    504: {"model": schema.ErrorResponse, "description": "The time of a request was used up."},
    507: {"model": schema.ErrorResponse, "description": "The memory of a worker was used up."},
}
#: Bytes that a character takes at most in JSON: two escapes of six.
_ESCAPED: Final = 12
#: Bytes of a request beside the story.
_REST: Final = 128 * 1024


def application(bounds: Bounds, pool: Pool, hosts: Iterable[str] = (), model: Mapping[str, Any] | None = None) -> FastAPI:
    """Return the ASGI application; it closes the pool when it ends.

    Parameters
    ----------
    bounds
        How much a request may take.
    pool
        What solves.
    hosts
        Names of this server that a Host header may have, beside ``localhost`` and addresses in numbers.
    model
        The language model that requests may have asked, as `url`, `model` and `seconds`; none is asked where None.
    """

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        yield
        pool.close()

    # The usual documentation pages load scripts from elsewhere; the description itself is at /openapi.json.
    app = FastAPI(
        title="qsr",
        version=qsr.__version__,
        description="Qualitative spatial reasoning: every consistent answer, with a drawing and a reason.",
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
    )
    _describe(app, bounds)
    _answer_errors(app)
    _add_routes(app, bounds, pool, model)
    app.mount("/", StaticFiles(directory=_HERE / "page", html=True))
    app.add_middleware(Guard, names=tuple(hosts), longest=_ESCAPED * bounds.text + _REST, arrival=bounds.arrival)
    return app


def _add_routes(app: FastAPI, bounds: Bounds, pool: Pool, model: Mapping[str, Any] | None) -> None:
    # Plain functions: FastAPI runs each in a thread, which waits for the worker.
    def work(task: str, request: schema.StoryRequest) -> dict[str, Any]:
        if len(request.story) > bounds.text:
            raise WorkFailed("size", f"the story has {len(request.story)} characters; this server takes {bounds.text}")
        given = {**request.model_dump(), "task": task, "seconds": bounds.seconds}
        if given.pop("assist", False):
            if model is None:
                raise WorkFailed("assist", "this server asks no language model")
            given |= {"model": model, "patience": bounds.seconds + model["seconds"]}
        return pool.ask(given)

    @app.post("/api/solve", response_model=schema.SolveResponse, responses=_ERRORS)
    def solve(request: schema.SolveRequest) -> Any:
        """Answer a question, or all questions of a story; without any, say whether the story is consistent."""
        return _replied(work("solve", request))

    @app.post("/api/check", response_model=schema.CheckResponse, responses=_ERRORS)
    def check(request: schema.CheckRequest) -> Any:
        """Judge somebody's answer by the story."""
        return _replied(work("check", request))

    @app.post("/api/explain", response_model=schema.SolveResponse, responses=_ERRORS)
    def explain(request: schema.SolveRequest) -> Any:
        """Answer as `solve` does, and show the steps that lead to an answer."""
        return _replied(work("explain", request))

    @app.post("/api/move", response_model=schema.MoveResponse, responses=_ERRORS)
    def move(request: schema.MoveRequest) -> Any:
        """Move a thing of a drawing: which sentences it breaks, and what the story would have to say."""
        return _replied(work("move", request))

    @app.post("/api/repair", response_model=schema.RepairResponse, responses=_ERRORS)
    def repair(request: schema.StoryRequest) -> Any:
        """Say what contradicts what in a story, and the least that would mend it."""
        return _replied(work("repair", request))

    @app.post("/api/certify", response_model=schema.CertifyResponse, responses=_ERRORS)
    def certify(request: schema.QuestionRequest) -> Any:
        """Return a certificate of the answers, which `qsr verify` checks."""
        return _replied(work("certify", request))

    @app.get("/api/examples", response_model=schema.ExamplesResponse)
    def examples() -> Any:
        """List stories to begin with."""
        return _examples()

    @app.get("/api/theories", response_model=schema.TheoriesResponse)
    def list_theories() -> Any:
        """List theories and their settings."""
        return theory_list()

    @app.get("/api/version", response_model=schema.VersionResponse)
    def version() -> Any:
        """Say what runs here and within which bounds."""
        assist = None if model is None else f"{model['model'] or 'the model'} at {model['url']}"
        own = {"seconds": bounds.seconds, "memory": bounds.memory, "text": bounds.text}
        return {"versions": versions(), **own, "assist": assist}


def _replied(found: dict[str, Any]) -> Any:
    return JSONResponse(found, 422) if "error" in found else found


def _answer_errors(app: FastAPI) -> None:
    @app.exception_handler(WorkFailed)
    def failed(_: Request, error: WorkFailed) -> JSONResponse:
        return _error(_FAILED[error.kind], error.kind, str(error))

    @app.exception_handler(RequestValidationError)
    def invalid(_: Request, error: RequestValidationError) -> JSONResponse:
        # What was sent is not sent back: it may be long, and need not be text that can be written.
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"][1:]).encode("ascii", "backslashreplace").decode("ascii")[:80]
        return _error(422, "request", f"{place or 'body'}: {first['msg']}", place or None)

    @app.exception_handler(HTTPException)
    def refused(_: Request, error: HTTPException) -> JSONResponse:
        return _error(error.status_code, "request", str(error.detail), headers=error.headers)


def _error(status: int, kind: str, message: str, where: str | None = None, headers: Any = None) -> JSONResponse:
    return JSONResponse({"error": {"kind": kind, "message": message, "where": where}}, status, headers)


def _describe(app: FastAPI, bounds: Bounds) -> None:
    """Let the OpenAPI description say how long a story this server takes."""
    plain = app.openapi

    def openapi() -> dict[str, Any]:
        found = plain()
        for name, described in found["components"]["schemas"].items():
            if name.endswith("Request"):
                described["properties"]["story"]["maxLength"] = bounds.text
        return found

    app.openapi = openapi  # type: ignore[method-assign]


@cache
def _examples() -> dict[str, Any]:
    found = tomllib.loads((_HERE / "examples.toml").read_text(encoding="utf-8"))
    return {"examples": found["example"]}
