"""Rules for frames on other sites: the bare pages below /embed/.

Writes finished HTML and bypasses the site builder, whose time these pages would double.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from html import escape
from typing import Any

from ..model.library import Library
from ..model.settings import Settings
from ..model.values import Entry
from ..prose.address import page_url, relative_url
from .rendered import Rendering

FRAME_SCRIPT = "assets/einbetten-rahmen.js"
STYLE = "assets/einbetten.css"

_POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'"


def embed_file(rendering: Rendering, entry: Entry, record: dict[str, Any], settings: Settings) -> tuple[str, str]:
    """A rule's bare page as (path below the site, HTML), without header, search or anything else; its links leave the frame for
    the site.

    `record` is the rule's, as in `api/v1/entries/`.
    """
    here = f"/embed/{entry.id}/"
    shown = rendering.entry(entry)

    def href(target: str) -> str:
        return relative_url(page_url(rendering.library, target), here)

    title, address = escape(record["title"]), escape(relative_url(record["url"], here))
    place = escape(" · ".join(filter(None, (_place(record), record["attribution"], record["licence_id"]))))
    html = (
        f'<!doctype html>\n<html lang="de">\n<head>\n{_head(record, settings, here)}</head>\n<body data-id="{escape(record["id"])}">\n'
        f'<main class="karte">\n<h1 class="titel"><a href="{address}" target="_blank" rel="noopener">{title}</a></h1>\n'
        f'<p class="kurz">{_outward(shown.short.filled(href))}</p>\n{_outward(shown.html(href, addressed=True))}\n'
        f'<p class="quelle">{place}</p>\n</main>\n</body>\n</html>\n'
    )
    return f"{here[1:]}index.html", html


def _head(record: dict[str, Any], settings: Settings, here: str) -> str:
    base = settings.site_url.rstrip("/")
    canonical = escape(base + record["url"] if base else relative_url(record["url"], here))
    style, script = (relative_url(f"/{path}", here) for path in (STYLE, FRAME_SCRIPT))
    return (
        f'<meta charset="utf-8">\n<meta http-equiv="Content-Security-Policy" content="{_POLICY}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n<meta name="robots" content="noindex">\n'
        f'<meta name="nachschlag-base" content="{escape(relative_url("/", here))}">\n<link rel="canonical" href="{canonical}">\n'
        f"<title>{escape(record['title'])} – {escape(settings.site_name)}</title>\n"
        f'<link rel="stylesheet" href="{style}">\n<script src="{script}" defer></script>\n'
    )


def _place(record: dict[str, Any]) -> str:
    page = f"S. {record['page']}" if record["page"] is not None else ""
    return " · ".join(filter(None, (" ".join(filter(None, (record["part"], record["number"]))), page)))


def _outward(html: str) -> str:
    """Make the links of finished HTML leave the frame for the site."""
    return re.sub(r"<a (?=[^>]*\bhref=)", '<a target="_blank" rel="noopener" ', html)


def embed_redirects(library: Library, moved: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Redirect pages for frames of moved rules (former id → place), as (path below the site, HTML)."""
    for old, new in moved.items():
        if library.entry(new) and old.split("/")[1] != "glossar":
            address = escape(relative_url(f"/embed{page_url(library, new)}", f"/embed/{old}/"))
            yield (
                f"embed/{old}/index.html",
                f'<!doctype html>\n<html lang="de">\n<head>\n<meta charset="utf-8">\n'
                f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">\n<meta name="robots" content="noindex">\n'
                f'<meta http-equiv="refresh" content="0; url={address}">\n<title>{escape(new)}</title>\n</head>\n'
                f'<body><p><a href="{address}">{escape(new)}</a></p></body>\n</html>\n',
            )
