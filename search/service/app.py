"""Puts the service together: paths, error handlers, headers."""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from starlette.applications import Starlette
from starlette.routing import BaseRoute, Route

from ..index.current import LiveIndex, LiveRules
from .errors import HANDLERS
from .files import Site
from .guard import NoPrivate
from .headers import Headers
from .limits import Lane
from .questions import Lanes, Service
from .work import Work

if TYPE_CHECKING:
    from .workers import Workers

#: Small questions answered at once: at least two, so that a slow one does not stop the others. One more worker handles large texts
#: and completions.
SMALL = max(2, min(os.cpu_count() or 2, 8))
#: Small questions running or waiting, and as many completions; more are refused.
MOST_QUESTIONS = 1000


def create_app(
    site_dir: Path,
    index_path: Path,
    routes: Sequence[BaseRoute] = (),
    *,
    rules: LiveRules | None = None,
    private: bool = True,
    workers: Workers | None = None,
    mcp: bool = False,
    small: int = SMALL,
) -> Starlette:
    """Make the service for a built site and its index, both of which may be swapped while it runs. `routes` precede the site's files.

    Without `rules` it neither resolves nor links. Unless `private`, it serves nothing while site or index contains a private system.
    `workers`, if given, answer the questions, `small` ones at once; otherwise threads of this process do, which cannot be killed.
    With `mcp` it answers assistants, too.
    """
    lanes = make_lanes(small)
    index = LiveIndex(index_path)
    if workers:
        service = Service(workers, lambda: workers.generation, lanes)
    else:
        service = Service(Work(index.get, rules.get if rules else None), lambda: index.generation, lanes)
    app = Starlette(
        routes=[
            Route("/api/v1/search", partial(service.asked, "search")),
            Route("/api/v1/resolve", partial(service.asked, "resolve")),
            Route("/api/v1/complete", partial(service.asked, "complete")),
            Route("/api/v1/entries", partial(service.several, site_dir)),
            Route("/api/v1/link", partial(service.posted, "link"), methods=["POST"]),
            Route("/api/v1/openapi-service.json", partial(service.asked, "openapi-mcp" if mcp else "openapi")),
            Route("/healthz", service.health),
            *([Route("/mcp", partial(service.posted, "mcp"), methods=["POST"])] if mcp else []),
            *routes,
        ],
        exception_handlers=HANDLERS,
    )
    app.router.redirect_slashes = False
    app.router.default = Site(site_dir, lanes.files)  # mounted, it would also take requests of other methods
    if not private:
        app.add_middleware(NoPrivate, site=site_dir, index=index_path)
    app.add_middleware(Headers)
    return app


def make_lanes(small: int = SMALL) -> Lanes:
    """Make the lanes with their limits, with `small` questions at once: of one process, more would only take turns.

    Completions have a lane of their own: at most one waits for the next free worker, however many searches do.
    """
    return Lanes(
        questions=Lane("fragen", threads=small, waiting=MOST_QUESTIONS - small, seconds=15),
        texts=Lane("texte", threads=1, waiting=7, seconds=60),
        names=Lane("namen", threads=1, waiting=MOST_QUESTIONS - 1, seconds=15),
        files=Lane("dateien", threads=4, waiting=508, seconds=15),
    )
