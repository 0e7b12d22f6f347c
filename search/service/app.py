"""The service put together: paths, what goes wrong, headers."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from starlette.applications import Starlette
from starlette.routing import BaseRoute, Mount, Route

from ..current import LiveIndex, LiveRules
from .errors import HANDLERS
from .files import Site
from .headers import Headers
from .limits import Lane
from .questions import Endpoint, Lanes, Service


def create_app(
    site_dir: Path, index_path: Path, routes: Sequence[BaseRoute] = (), *, rules: LiveRules | None = None
) -> Starlette:
    """The service for a built site and its index, which may both be swapped while it runs. `routes` go before the site's files.

    Without `rules` nothing is resolved or linked.
    """
    lanes = make_lanes()
    service = Service(LiveIndex(index_path), rules, lanes)
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
    app.add_middleware(Headers)
    return app


def make_lanes() -> Lanes:
    """How much is done at once. Python computes in one thread at a time: more threads would only take turns."""
    return Lanes(
        questions=Lane("fragen", threads=3, waiting=253, seconds=15),
        texts=Lane("texte", threads=1, waiting=7, seconds=60),
        files=Lane("dateien", threads=4, waiting=508, seconds=15),
    )
