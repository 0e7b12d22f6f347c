"""The HTTP service: the finished site, and search, resolving and linking as JSON. Needs the extra [server].

>>> uvicorn.run(create_app(Path("site"), Path("build/index"), rules=LiveRules(Path("."), Path("site"), Path("build/index"))))

Its questions and answers are in `openapi`; it also sends the files of the site.

Every error has the shape {"error": {"code", "message", …}}: a stable English code, a German sentence.

Decisions: 0112, 0113, 0114, 0119, 0126, 0218.
"""

from nachschlag.generator.model.unusable import MissingExtra

try:
    import starlette  # noqa: F401
except ModuleNotFoundError as missing:
    raise MissingExtra("den Server", "server", "starlette") from missing

from ..index.current import LiveIndex, LiveRules
from .app import create_app

__all__ = ["LiveIndex", "LiveRules", "create_app"]
