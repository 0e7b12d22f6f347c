"""The service put together: paths, what goes wrong, headers."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from starlette.applications import Starlette
from starlette.routing import BaseRoute, Mount, Route

from ..index.current import LiveIndex, LiveRules
from .errors import HANDLERS
from .files import Site
from .guard import NoPrivate
from .headers import Headers
from .limits import Lane
from .questions import Endpoint, Lanes, Service


def create_app(
    site_dir: Path, index_path: Path, routes: Sequence[BaseRoute] = (), *, rules: LiveRules | None = None, private: bool = True
) -> Starlette:
    """The service for a built site and its index, which may both be swapped while it runs. `routes` go before the site's files.

    Without `rules` nothing is resolved or linked. Unless `private`, nothing is served as long as a private game is in either.
    """
    lanes = make_lanes()
    index = LiveIndex(index_path)
    service = Service(index, rules, lanes)
    app = Starlette(
        routes=[
            Route("/api/v1/search", Endpoint(GET=service.search)),
            Route("/api/v1/resolve", Endpoint(GET=service.resolve)),
            Route("/api/v1/link", Endpoint(POST=service.link)),
            Route("/api/v1/openapi-service.json", Endpoint(GET=service.openapi)),
            Route("/healthz", Endpoint(GET=service.health)),
            *routes,
            Mount("/", Site(site_dir, lanes.files)),
        ],
        exception_handlers=HANDLERS,
    )
    if not private:
        app.add_middleware(NoPrivate, site=site_dir, index=index)
    app.add_middleware(Headers)
    return app


def make_lanes() -> Lanes:
    """How much is done at once. Python computes in one thread at a time: more threads would only take turns."""
    return Lanes(
        questions=Lane("fragen", threads=3, waiting=253, seconds=15),
        texts=Lane("texte", threads=1, waiting=7, seconds=60),
        files=Lane("dateien", threads=4, waiting=508, seconds=15),
    )
