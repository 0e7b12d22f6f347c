"""Lets plain `mkdocs build` and `mkdocs serve` run the generator. Contains no logic."""

from __future__ import annotations

from pathlib import Path
from typing import Any

_command = "build"


def on_startup(*, command: str, dirty: bool) -> None:
    global _command
    _command = command


def on_config(config: Any) -> Any:
    from mkdocs.exceptions import Abort
    from mkdocs.utils import log

    try:
        from nachschlag.generator.build import generate
        from nachschlag.generator.proofing.project import load_project
    except ImportError:
        raise Abort("Nachschlag ist nicht installiert. Abhilfe: pip install -e '.[site]' (oder: make install)") from None
    loaded = load_project(Path(config.config_file_path).parent)
    for finding in loaded.findings:
        log.info("%s: %s %s", finding.location, finding.code, finding.message)
    if _command != "serve" and loaded.vanished:
        raise Abort(" ".join(f"{finding.message} {finding.hint}" for finding in loaded.vanished))
    output, nav = generate(loaded)
    config.docs_dir, config.nav = str(output.root), nav
    return config


def on_serve(server: Any, *, config: Any, builder: Any) -> Any:
    """Watch authored files, not generated ones, which would trigger the next rebuild."""
    project = Path(config.config_file_path).parent
    server.unwatch(config.docs_dir)
    for folder in ("content", "glossary"):
        server.watch(str(project / folder))
    return server


def on_post_build(*, config: Any) -> None:
    from nachschlag.generator.site.finish import finish_site
    from nachschlag.generator.site.offline import content_date

    if _command == "build":
        finish_site(Path(config.site_dir), date=content_date(Path(config.config_file_path).parent))
