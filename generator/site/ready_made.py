"""Bots, and extensions for forums and blogs, for visitors to download: with the site's own address in them if it knows that."""

from __future__ import annotations

from collections.abc import Iterator

from ..files.own_files import ASSETS
from ..reading.archive import zipped

FOLDER = ASSETS / "vorlagen"
#: Their folder below the site.
BELOW = "assets/vorlagen"
#: The placeholder in them for the site's address.
EXAMPLE = "https://regeln.example.org/"


def ready_made(site_url: str) -> Iterator[tuple[str, bytes]]:
    """Every file as it is, every folder as the archive that its program installs, as (path below the site, content).

    >>> [path for path, _ in ready_made("")][:2]
    ['assets/vorlagen/discord-bot.mjs', 'assets/vorlagen/nachschlag-discourse.zip']
    """
    address = f"{site_url.rstrip('/')}/" if site_url else EXAMPLE
    for path in sorted(FOLDER.iterdir()):
        if path.is_file():
            yield f"{BELOW}/{path.name}", _addressed(path.read_bytes(), address)
        else:
            files = sorted(file for file in path.rglob("*") if file.is_file())
            packed = ((file.relative_to(path).as_posix(), _addressed(file.read_bytes(), address)) for file in files)
            yield f"{BELOW}/nachschlag-{path.name}.zip", zipped(packed)


def _addressed(content: bytes, address: str) -> bytes:
    return content.replace(EXAMPLE.encode(), address.encode())
