"""A build with private systems beside a public service: nothing is served until that build is replaced."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import httpx
from nachschlag.generator.files.atomic import write_atomic
from nachschlag.generator.model.library import Library
from nachschlag.generator.model.values import Licence
from nachschlag.generator.site.finish import MARKER
from nachschlag.search import build_index
from nachschlag.search.browser.browser_index import BrowserIndex, to_bytes
from nachschlag.search.core.documents import corpus_of
from nachschlag.search.service import create_app

from tests.serving import answering

PATHS = ("/", "/zwergenball/angst/", "/assets/suche/names.json", "/api/v1/search?q=angst", "/healthz", "/weg")


def private(library: Library) -> Library:
    """The library with one private system."""
    systems = [
        replace(system, licence=Licence("private")) if system.id == "zwergenball" else system
        for system in library.systems.values()
    ]
    return Library(systems, library.entries.values(), library.terms.values())


def put(site: Path, library: Library) -> None:
    """Write the files of a build that matter here."""
    for path in ("index.html", "zwergenball/angst/index.html"):
        write_atomic(site / path, "<h1>Angst</h1>")
    write_atomic(site / "assets/suche/names.json", to_bytes(BrowserIndex(corpus_of(library)).names))
    write_atomic(site / MARKER, "gebaut")


def statuses(client: httpx.Client) -> list[int]:
    return [client.get(path).status_code for path in PATHS]


def test_nothing_is_answered_while_site_or_index_have_a_private_system(library: Library, tmp_path: Path) -> None:
    site, index = tmp_path / "site", tmp_path / "index"
    put(site, library)
    build_index(library, index)
    fine, refused = [200, 200, 200, 200, 200, 404], [503] * len(PATHS)
    with answering(create_app(site, index, private=False)) as client:
        assert statuses(client) == fine
        build_index(private(library), index)  # a build writes the index first
        assert statuses(client) == refused
        put(site, private(library))
        build_index(library, index)
        answer = client.get("/zwergenball/angst/")
        assert (answer.status_code, "Angst" in answer.text, "zwergenball" in answer.text) == (503, False, False)
        assert answer.headers["Retry-After"]
        put(site, library)
        assert statuses(client) == fine
        (site / MARKER).unlink()  # as during a swap of sites
        assert client.get("/").status_code == 200
    with answering(create_app(site, index)) as client:
        put(site, private(library))
        assert statuses(client) == fine
