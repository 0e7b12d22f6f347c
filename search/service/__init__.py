"""The HTTP service: the finished site, and search, resolving and linking as JSON. Needs the extra [server].

>>> uvicorn.run(create_app(Path("site"), Path("build/index"), rules=LiveRules(Path("."), Path("site"), Path("build/index"))))

    GET  /api/v1/search?q=…&system=…&kind=…&phase=…&limit=…   {"query", "corrected", "notices", "hits": [{…}], "nearest": [{…}]}
    GET  /api/v1/resolve?text=…&system=…                      {"text", "target", "candidates": [{…}], "near": [{…}]}
    POST /api/v1/link?system=…&format=json|md|html&base=…     the references of the body, or the body with links
    GET  /api/v1/openapi-service.json                         this service as OpenAPI 3.1
    POST /mcp                                                 a message of the Model Context Protocol; only with `mcp`
    GET  /healthz                                             whether the service can answer
    GET  any other path                                       the site's files, or 404.html

Every error has the shape {"error": {"code", "message", …}}: a stable English code, a German sentence.

Decisions: 0112, 0113, 0114, 0119, 0126.
"""

from nachschlag.generator.model.unusable import MissingExtra

try:
    import starlette  # noqa: F401
except ModuleNotFoundError as missing:
    raise MissingExtra("den Server", "server", "starlette") from missing

from ..index.current import LiveIndex, LiveRules
from .app import create_app

__all__ = ["LiveIndex", "LiveRules", "create_app"]
