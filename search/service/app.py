"""The service put together: paths, what goes wrong, headers."""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Protocol

from starlette.applications import Starlette
from starlette.routing import BaseRoute, Route

from ..index.current import LiveIndex, LiveRules
from .errors import HANDLERS
from .files import Site
from .guard import NoPrivate
from .headers import Headers
from .limits import Lane
from .questions import Lanes, Service
from .work import Answer, Question, Work

#: Small questions at once: never one alone, so that one that takes long does not stop the others. One more worker does large texts.
SMALL = max(2, min(os.cpu_count() or 2, 8))


class Elsewhere(Protocol):
    """Other processes that answer questions."""

    def __call__(self, question: Question) -> Answer:
        """The answer. Raises ApiError where there is none."""

    @property
    def generation(self) -> str:
        """The name of the index that they answer from; "" where there is none."""


def create_app(
    site_dir: Path,
    index_path: Path,
    routes: Sequence[BaseRoute] = (),
    *,
    rules: LiveRules | None = None,
    private: bool = True,
    workers: Elsewhere | None = None,
) -> Starlette:
    """The service for a built site and its index, which may both be swapped while it runs. `routes` go before the site's files.

    Without `rules` nothing is resolved or linked. Unless `private`, nothing is served as long as a private system is in either.
    With `workers` they answer what is asked; else threads of this process do, which nothing can end.
    """
    lanes = make_lanes()
    index = LiveIndex(index_path)
    if workers:
        service = Service(workers, lambda: workers.generation, lanes)
    else:
        service = Service(Work(index, rules), lambda: index.generation, lanes)
    app = Starlette(
        routes=[
            Route("/api/v1/search", partial(service.asked, "search")),
            Route("/api/v1/resolve", partial(service.asked, "resolve")),
            Route("/api/v1/link", service.link, methods=["POST"]),
            Route("/api/v1/openapi-service.json", partial(service.asked, "openapi")),
            Route("/healthz", service.health),
            *routes,
        ],
        exception_handlers=HANDLERS,
    )
    app.router.redirect_slashes = False
    app.router.default = Site(site_dir, lanes.files)  # mounted, it would take what another method is asked of
    if not private:
        app.add_middleware(NoPrivate, site=site_dir, index=index_path)
    app.add_middleware(Headers)
    return app


def make_lanes() -> Lanes:
    """How much is done at once. Python computes in one thread at a time: more threads would only take turns."""
    return Lanes(
        questions=Lane("fragen", threads=SMALL, waiting=256 - SMALL, seconds=15),
        texts=Lane("texte", threads=1, waiting=7, seconds=60),
        files=Lane("dateien", threads=4, waiting=508, seconds=15),
    )
