"""A system's changes as feeds: Atom (RFC 4287) and JSON Feed 1.1. Needs the site's address, because ids and links are
absolute."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from ..files.json_text import to_json
from ..files.xml_text import HEAD, escaped, quoted
from ..model.library import Library
from ..model.settings import Settings
from ..model.values import System
from .changes import ListedChange, changes_in

#: The most changes in a feed; `api/v1/changes.json` has all.
MOST = 100

#: The date, required by Atom, of a feed without changes whose system has no date.
_NO_DAY = "1970-01-01"


def has_feeds(settings: Settings) -> bool:
    """Whether the site knows its own address, which a feed's ids need."""
    return re.match(r"https?://[^/]", settings.site_url) is not None


def feeds(library: Library, system: System, settings: Settings) -> Iterator[tuple[str, str]]:
    """A system's feeds as (path below the site, text); none if the site does not know its address.

    >>> [path for path, _ in feeds(library, system, Settings(site_url="https://example.org/"))]
    ['t9a/aenderungen.atom', 't9a/aenderungen.json']
    """
    if has_feeds(settings):
        listed = changes_in(library, system.id)[:MOST]
        base = settings.site_url.rstrip("/")
        yield f"{system.id}/aenderungen.atom", _atom(listed, system, settings.site_name, base)
        yield f"{system.id}/aenderungen.json", to_json(_json_feed(listed, system, settings.site_name, base))


def _moment(day: str) -> str:
    return f"{day}T00:00:00Z"


def _title(listed: ListedChange) -> str:
    return f"{listed.entry.title}: {listed.kind}"


def _text(listed: ListedChange) -> str:
    """A change's sentence, with version and date."""
    return f"{listed.change.text} ({listed.when})"


def _atom(listed: list[ListedChange], system: System, site: str, base: str) -> str:
    page = f"{base}{system.url}aenderungen/"
    day = listed[0].change.date if listed else system.rules_date or _NO_DAY
    head = [
        f'{HEAD}<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="de">',
        f"<id>{escaped(page)}</id>",
        f"<title>{escaped(f'{system.name}: Änderungen')}</title>",
        f"<updated>{_moment(day)}</updated>",
        f"<author><name>{escaped(site)}</name></author>",
        f'<link rel="alternate" type="text/html" href={quoted(page)}/>',
        f'<link rel="self" type="application/atom+xml" href={quoted(f"{base}{system.url}aenderungen.atom")}/>',
    ]
    return "\n".join([*head, *(_atom_entry(each, base) for each in listed), "</feed>"]) + "\n"


def _atom_entry(listed: ListedChange, base: str) -> str:
    address = base + listed.url
    return "\n".join(
        [
            "<entry>",
            f"<id>{escaped(address)}</id>",
            f"<title>{escaped(_title(listed))}</title>",
            f"<updated>{_moment(listed.change.date)}</updated>",
            f'<link rel="alternate" type="text/html" href={quoted(address)}/>',
            f"<category term={quoted(listed.change.kind)} label={quoted(listed.kind)}/>",
            f'<content type="text">{escaped(_text(listed))}</content>',
            "</entry>",
        ]
    )


def _json_feed(listed: list[ListedChange], system: System, site: str, base: str) -> dict[str, Any]:
    return {
        "version": "https://jsonfeed.org/version/1.1",
        "title": f"{system.name}: Änderungen",
        "home_page_url": f"{base}{system.url}aenderungen/",
        "feed_url": f"{base}{system.url}aenderungen.json",
        "language": "de",
        "authors": [{"name": site, "url": f"{base}/"}],
        "items": [
            {
                "id": base + each.url,
                "url": base + each.url,
                "title": _title(each),
                "content_text": _text(each),
                "date_published": _moment(each.change.date),
                "tags": [each.kind],
            }
            for each in listed
        ],
    }
