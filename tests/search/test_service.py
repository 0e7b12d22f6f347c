"""The HTTP service, through a real server on loopback."""

from __future__ import annotations

import builtins
import hashlib
import importlib
import os
import shutil
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from nachschlag.generator.model.library import Library
from nachschlag.generator.model.unusable import Unusable
from nachschlag.generator.model.values import Entry
from nachschlag.search import build_index
from nachschlag.search.service import create_app
from nachschlag.search.service.errors import CODES
from nachschlag.search.service.files import EACH_TIME, FOREVER, MINUTES, Contents

from tests.hosting import NOBODY
from tests.serving import answering

FILES = {
    "index.html": '<meta name="nachschlag-version" content="netz"><h1>Start</h1>',
    "404.html": "<h1>Nicht da</h1>",
    "teekrieg/kannen/index.html": "<h1>Kannen</h1>",
    "assets/suche/suche.js": "export {};",
    "assets/suche/index.json": "{}",
    "manifest.webmanifest": "{}",
    "bild.svg": "<svg/>",
    "groß.css": "a { color: red; }" * 500,
    "assets/main.01234567.min.js": "1",
    "einbetten-1.js": "1",
    "einbetten-1.01234567.min.js": "1",
    "nachschlag.mjs": "1",
    "embed/teekrieg/kannen/index.html": "<h1>Kannen</h1>",
    ".geheim": "geheim",
    "teekrieg/.git/config": "geheim",
}


def hash_of(name: str) -> str:
    """The hash by which pages ask for a file."""
    return hashlib.sha256(FILES[name].encode()).hexdigest()[:12]


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory, index_path: Path) -> tuple[Path, Path]:
    """A site and an index, with an unreadable secret beside the site."""
    root = tmp_path_factory.mktemp("dienst")
    for name, content in FILES.items():
        (root / "site" / name).parent.mkdir(parents=True, exist_ok=True)
        (root / "site" / name).write_text(content)
    (root / "geheim.txt").write_text("geheim")
    (root / "site" / "hinaus.txt").symlink_to(root / "geheim.txt")
    return root / "site", shutil.copytree(index_path, root / "index")


@pytest.fixture(scope="module")
def client(folders: tuple[Path, Path]) -> Iterator[httpx.Client]:
    """A client of the running service."""
    with answering(create_app(*folders)) as client:
        yield client


@pytest.mark.parametrize(
    "path", ["/", "/teekrieg/kannen/", "/weg/", "/assets/suche/suche.js", "/api/v1/entries?ids=teekrieg/kannen"]
)
def test_a_site_that_may_not_be_read_is_reported(folders: tuple[Path, Path], tmp_path: Path, path: str) -> None:
    shutil.copytree(folders[0], tmp_path / "site")
    with answering(create_app(tmp_path / "site", folders[1])) as client:
        client.get(path)  # whatever is imported late must be there before rights are gone
        with forbidden(tmp_path / "site"):
            error = client.get(path)
    assert (error.status_code, error.json()["error"]["code"]) == (503, "unavailable")
    assert "nicht lesen" in error.json()["error"]["message"]


@contextmanager
def forbidden(folder: Path) -> Iterator[None]:
    """Take away everyone's right to a folder, and root's power to ignore that."""
    user = os.geteuid()
    folder.chmod(0)
    if user == 0:
        os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(user)
        folder.chmod(0o700)


@pytest.mark.parametrize(
    ("path", "status", "kind", "content"),
    [
        ("/", 200, "text/html", "Start"),
        ("/teekrieg/kannen/", 200, "text/html", "Kannen"),
        ("/assets/suche/suche.js", 200, "text/javascript", "export"),
        ("/assets/suche/index.json", 200, "application/json", "{}"),
        ("/manifest.webmanifest", 200, "application/manifest+json", "{}"),
        ("/bild.svg", 200, "image/svg+xml", "<svg/>"),
        ("/weg/", 404, "text/html", "Nicht da"),
        ("/api/v1/weg.json", 404, "application/json", "weg.json"),
        ("/%00", 404, "text/plain", "gibt es nichts"),
    ],
)
def test_files(client: httpx.Client, path: str, status: int, kind: str, content: str) -> None:
    """Each file of a site is sent with its type and the headers that protect its readers."""
    response = client.get(path)
    assert response.status_code == status
    assert response.headers["content-type"].split(";")[0] == kind
    assert content in response.text
    assert response.headers["x-content-type-options"] == "nosniff"
    assert response.headers["referrer-policy"] == "strict-origin-when-cross-origin"


@pytest.mark.parametrize("path", ["/", "/groß.css", "/api/v1/search?q=kanne"])
def test_unchanged_content_is_not_sent_again(client: httpx.Client, path: str) -> None:
    packed, plain = (client.get(path, headers={"Accept-Encoding": accepted}) for accepted in ("gzip, br", "identity"))
    assert packed.content == plain.content
    for etag in (packed.headers["etag"], plain.headers["etag"], f'"fremd", W/{packed.headers["etag"]}'):
        again = client.get(path, headers={"If-None-Match": etag})
        assert (again.status_code, again.content) == (304, b"")
        assert again.headers["cache-control"] == plain.headers["cache-control"]
    assert client.get(path, headers={"If-None-Match": '"fremd"'}).status_code == 200


def test_compressible_content_is_compressed(client: httpx.Client) -> None:
    packed = client.get("/groß.css", headers={"Accept-Encoding": "gzip"})
    assert (packed.headers["content-encoding"], packed.headers["vary"]) == ("gzip", "Accept-Encoding")
    assert int(packed.headers["content-length"]) < len(packed.content) / 10
    for accepted in ("", "gzip;q=0", "br"):
        plain = client.get("/groß.css", headers={"Accept-Encoding": accepted})
        assert "content-encoding" not in plain.headers
        assert plain.headers["etag"] != packed.headers["etag"]
    assert "content-encoding" not in client.get("/", headers={"Accept-Encoding": "gzip"}).headers


@pytest.mark.parametrize(
    ("path", "forever"),
    [
        ("/", False),
        (f"/?v={hash_of('index.html')}", False),
        ("/assets/suche/suche.js", False),
        (f"/assets/suche/suche.js?v={hash_of('assets/suche/suche.js')}", True),
        ("/assets/suche/suche.js?v=ba9876543210", False),
        (f"/assets/suche/suche.js?v={hash_of('assets/suche/index.json')}", False),
        (f"/assets/suche/suche.js?v={hash_of('assets/suche/suche.js')[:8]}", False),
        ("/assets/main.01234567.min.js", True),
        ("/assets/weg.01234567.min.js", False),
        ("/einbetten-1.01234567.min.js", True),
    ],
)
def test_only_what_never_changes_is_kept_for_ever(client: httpx.Client, path: str, forever: bool) -> None:
    assert client.get(path).headers["cache-control"] == (FOREVER if forever else EACH_TIME)


@pytest.mark.parametrize("path", ["/einbetten-1.js", "/nachschlag.mjs"])
def test_scripts_for_other_sites_hold_for_minutes_and_may_be_read_there(client: httpx.Client, path: str) -> None:
    response = client.get(path)
    assert response.headers["cache-control"] == MINUTES
    assert response.headers["access-control-allow-origin"] == "*"
    assert response.headers["content-type"].startswith("text/javascript")


@pytest.mark.parametrize("path", ["/teekrieg/kannen", "/teekrieg/kannen?a=b"])
def test_a_folder_without_its_slash_leads_to_it_whatever_the_host(client: httpx.Client, path: str) -> None:
    response = client.get(path, headers={"Host": "boese.example"})
    assert response.status_code == 307
    assert response.headers["location"] == "./kannen/" + ("?a=b" if "?" in path else "")


def test_hidden_files_are_not_there(client: httpx.Client) -> None:
    assert client.get("/.geheim").status_code == 404
    assert client.get("/teekrieg/.git/config").status_code == 404


def test_pages_stand_in_frames_of_our_own_alone(client: httpx.Client) -> None:
    assert client.get("/").headers["content-security-policy"] == "frame-ancestors 'self'"
    assert "content-security-policy" not in client.get("/embed/teekrieg/kannen/").headers
    assert "content-security-policy" not in client.get("/bild.svg").headers


def test_any_origin_may_read_the_api(client: httpx.Client) -> None:
    asked = {
        "Origin": "https://fremd.example",
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "content-type",
    }
    first = client.options("/api/v1/link", headers=asked)
    assert first.status_code == 204
    assert first.headers["access-control-allow-origin"] == "*"
    assert "POST" in first.headers["access-control-allow-methods"]
    assert "Content-Type" in first.headers["access-control-allow-headers"]
    for path in ("/api/v1/search?q=a", "/api/v1/search", "/api/v1/weg.json", "/einbetten-1.js"):
        assert client.get(path).headers["access-control-allow-origin"] == "*"
    assert "access-control-allow-origin" not in client.get("/").headers
    assert client.options("/", headers=asked).status_code == 405


OUTSIDE = ["/../geheim.txt", "/..%2fgeheim.txt", "/%2e%2e/geheim.txt", "/teekrieg/..%5c..%5cgeheim.txt", "/hinaus.txt"]


@pytest.mark.parametrize("path", OUTSIDE)
def test_nothing_outside_the_site_is_served(client: httpx.Client, path: str) -> None:
    port = client.base_url.port
    with socket.create_connection(("127.0.0.1", port or 0)) as raw:  # httpx would normalise the path
        raw.sendall(f"GET {path} HTTP/1.0\r\nHost: x\r\n\r\n".encode())
        answer = raw.makefile("rb").read()
    assert b"404" in answer.splitlines()[0]
    assert b"geheim\n" not in answer
    assert not answer.endswith(b"geheim")


def test_search(client: httpx.Client) -> None:
    """An answer of the search has the documented fields."""
    response = client.get("/api/v1/search", params={"q": "bewegung", "system": "zwergenball", "kind": "rule", "limit": "1"})
    assert response.status_code == 200
    answer = response.json()
    assert answer["query"] == "bewegung"
    assert [hit["id"] for hit in answer["hits"]] == ["zwergenball/bewegung"]
    assert set(answer["hits"][0]) == {
        "id", "system", "kind", "title", "title_en", "number", "part", "short", "url", "score", "highlights", "snippet",
        "snippet_highlights", "section", "row",
    }  # fmt: skip


def test_no_hits_are_fine(client: httpx.Client) -> None:
    assert client.get("/api/v1/search?q=qzxvjk").json() == {
        "query": "qzxvjk",
        "corrected": "",
        "notices": [],
        "hits": [],
        "nearest": [],
    }


def test_operators(client: httpx.Client) -> None:
    """Operators of a query work in the service, and wrong ones are named."""
    answer = client.get("/api/v1/search", params={"q": "angst -takt spiel:schach"}).json()
    assert answer["notices"] == ["„spiel:schach“ gibt es nicht, gesucht wird „schach“. Möglich: ZB, TK."]
    assert [hit["id"] for hit in answer["hits"]] == ["teekrieg/glossar/angst"]


def test_a_parameter_that_does_not_exist_is_named(client: httpx.Client) -> None:
    notices = client.get("/api/v1/search", params={"q": "angst", "sytem": "teekrieg", "x" * 99: ""}).json()["notices"]
    long = f"{'x' * 60}…"
    assert notices == [f"Die Angabe „{name}“ gibt es nicht; sie bleibt ohne Wirkung." for name in ("sytem", long)]


def test_a_slip_is_pointed_out(client: httpx.Client) -> None:
    answer = client.get("/api/v1/search", params={"q": "aufgustreffer"}).json()
    assert (answer["corrected"], answer["hits"][0]["id"]) == ("Aufgusstreffer", "teekrieg/aufgusstreffer")


def test_only_what_matters_in_a_phase(client: httpx.Client) -> None:
    found = client.get("/api/v1/search", params={"q": "kanne", "phase": "einschenken"}).json()["hits"]
    assert [hit["id"] for hit in found] == ["teekrieg/bewegung"]


@pytest.mark.parametrize(
    ("parameters", "named"),
    [
        ("", "q"),
        ("q=%20", "q"),
        ("q=a&system=schach", "schach"),
        ("q=a&kind=unfug", "unfug"),
        ("q=a&phase=unfug", "unfug"),
        ("q=a&limit=viele", "viele"),
        ("q=a&limit=0", "„0“"),
        ("q=a&limit=51", "51"),
        ("q=a&limit=-1", "-1"),
        ("q=a&limit=²", "²"),
        ("q=a&limit=000000001999", "000000001999"),
        ("q=" + "x" * 501, "501 Zeichen"),
    ],
)
def test_invalid_calls_say_why(client: httpx.Client, parameters: str, named: str) -> None:
    response = client.get(f"/api/v1/search?{parameters}")
    assert response.status_code == 400
    error = response.json()["error"]
    assert (error["code"] in CODES, response.headers["cache-control"]) == (True, "no-store")
    assert error["parameter"] in parameters or error["parameter"] == "q"
    assert named in error["message"]


@pytest.mark.parametrize("query", ["x" * 500, "%00%ff%fe", "* " * 250, "%F0%9F%98%80", "<script>alert(1)</script>"])
def test_odd_queries_get_a_clean_answer(client: httpx.Client, query: str) -> None:
    response = client.get(f"/api/v1/search?q={query}")
    assert response.status_code == 200
    assert isinstance(response.json()["hits"], list)


def test_other_methods(client: httpx.Client) -> None:
    """Only GET and HEAD are allowed; HEAD has no body."""
    response = client.post("/api/v1/search?q=a")
    assert (response.status_code, response.headers["allow"]) == (405, "GET, HEAD")
    assert response.json()["error"]["code"] == "method_not_allowed"
    assert "POST" in response.json()["error"]["message"]
    assert client.post("/").status_code == 405
    head = client.head("/api/v1/search?q=kanne")
    assert (head.status_code, head.content) == (200, b"")


def test_without_rules_nothing_is_resolved(client: httpx.Client) -> None:
    response = client.get("/api/v1/resolve?text=Kanne")
    assert (response.status_code, response.json()["error"]["code"]) == (503, "unavailable")


def test_a_swapped_index_is_used_at_once(client: httpx.Client, folders: tuple[Path, Path], library: Library) -> None:
    assert client.get("/api/v1/search?q=löffel").json()["hits"] == []
    entry = Entry("teekrieg/loeffel", "teekrieg", "grundregeln", "rule", "Löffel")
    build_index(Library(library.systems.values(), [*library.entries.values(), entry], library.terms.values()), folders[1])
    assert client.get("/api/v1/search?q=löffel").json()["hits"][0]["id"] == "teekrieg/loeffel"


def test_an_index_that_vanishes_stays_in_service(client: httpx.Client, folders: tuple[Path, Path]) -> None:
    assert client.get("/api/v1/search?q=kannen").json()["hits"]
    pointer = folders[1] / "current"
    content = pointer.read_text()
    pointer.write_text("weg\n")
    assert client.get("/api/v1/search?q=kannen").json()["hits"]
    pointer.write_text(content)


def test_without_an_index_the_remedy_is_named(tmp_path: Path) -> None:
    import asyncio

    async def ask() -> httpx.Response:
        transport = httpx.ASGITransport(create_app(tmp_path, tmp_path / "index"))
        async with httpx.AsyncClient(transport=transport, base_url="http://test") as client:
            return await client.get("/api/v1/search?q=a")

    response = asyncio.run(ask())
    assert response.status_code == 503
    assert "nachschlag build" in response.json()["error"]["message"]
    assert response.headers["retry-after"]


def test_without_starlette_the_remedy_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def without(name: str, *arguments: Any, **more: Any) -> Any:
        if name.startswith("starlette"):
            raise ModuleNotFoundError(name)
        return real(name, *arguments, **more)

    monkeypatch.delitem(sys.modules, "nachschlag.search.service")
    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(Unusable, match=r"\.\[server\]"):
        importlib.import_module("nachschlag.search.service")


def test_a_file_is_read_again_when_it_has_changed(tmp_path: Path) -> None:
    path, contents = tmp_path / "seite.html", Contents(most=8_000)
    path.write_text("eine lange alte Seite", "utf-8")
    assert contents.get(path, "text/html").plain == b"eine lange alte Seite"
    path.write_text("neu", "utf-8")
    assert contents.get(path, "text/html").plain == b"neu"


def test_contents_take_no_more_memory_than_they_may(tmp_path: Path) -> None:
    contents = Contents(most=8_000)
    for n in range(30):
        (tmp_path / f"{n}.png").write_bytes(bytes([n]) * 900)
        contents.get(tmp_path / f"{n}.png", "image/png")
    (tmp_path / "riese.png").write_bytes(bytes(5_000))
    contents.get(tmp_path / "riese.png", "image/png")
    assert [key[0].rpartition("/")[2] for key in contents._kept] == [f"{n}.png" for n in range(22, 30)]
    assert contents._size == 8 * 900
