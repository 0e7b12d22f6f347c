"""The web app manifest: the look and start of the installed site."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

from ..files.json_text import to_json
from ..model.values import System
from ..pages.styles import accent_of

PATH = "manifest.webmanifest"

#: Our icons with size and purpose; without them the theme's small one is used.
_ICONS = (
    ("assets/icon-192.png", "192x192", "any"),
    ("assets/icon-512.png", "512x512", "any"),
    ("assets/icon-maskable-512.png", "512x512", "maskable"),
)
_FALLBACK = ("assets/images/favicon.png", "48x48", "any")

#: The visible length of names below icons and in shortcut menus.
_BRIEF = 12


def manifest(site_name: str, systems: Iterable[System], files: Collection[str]) -> str:
    """The manifest as JSON text. `files` are the site's static files, which show whether our icons are available.

    Addresses are relative, so that the manifest works under any base path.
    """
    icons = [icon for icon in _ICONS if icon[0] in files] or [_FALLBACK]
    return to_json(
        {
            "id": "./",
            "name": site_name,
            "short_name": site_name[:_BRIEF],
            "description": "Regeln nachschlagen: deutsch, verlinkt, auch ohne Netz.",
            "lang": "de",
            "dir": "ltr",
            "start_url": "./",
            "scope": "./",
            "display": "standalone",
            "theme_color": accent_of(),
            "background_color": "#fffefb",  # as in styles/10-tokens.css
            "categories": ["games", "reference"],
            "icons": [_icon(*icon) for icon in icons],
            "shortcuts": [_shortcut(system) for system in systems],
        }
    )


def _icon(path: str, sizes: str, purpose: str) -> dict[str, str]:
    return {"src": path, "sizes": sizes, "type": "image/png", "purpose": purpose}


def _shortcut(system: System) -> dict[str, Any]:
    return {"name": system.name, "short_name": system.short, "url": f".{system.url}"}
