"""The HTTP service, through a real server on loopback."""

from __future__ import annotations

import builtins
import importlib
import shutil
import socket
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import uvicorn
from nachschlag.generator.command import Unusable
from nachschlag.generator.library import Library
from nachschlag.generator.model import Entry
from nachschlag.search import build_index
from nachschlag.search.service import create_app, whole
from starlette.responses import FileResponse

FILES = {
    "index.html": "<h1>Start</h1>",
    "404.html": "<h1>Nicht da</h1>",
    "teekrieg/kannen/index.html": "<h1>Kannen</h1>",
    "assets/suche/suche.js": "export {};",
    "assets/suche/index.json": "{}",
    "manifest.webmanifest": "{}",
    "bild.svg": "<svg/>",
}


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory, index_path: Path) -> tuple[Path, Path]:
    """A site and an index; beside the site lies what nobody may read."""
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
    listener = socket.create_server(("127.0.0.1", 0))
    server = uvicorn.Server(uvicorn.Config(create_app(*folders), log_level="error"))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
    thread.start()
    with httpx.Client(base_url=f"http://127.0.0.1:{listener.getsockname()[1]}") as client:
        while not server.started:
            time.sleep(0.01)
        yield client
    server.should_exit = True
    thread.join()
    listener.close()


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
    response = client.get(path)
    assert response.status_code == status
    assert response.headers["content-type"].split(";")[0] == kind
    assert content in response.text
    assert response.headers["x-content-type-options"] == "nosniff"
    assert response.headers["referrer-policy"] == "strict-origin-when-cross-origin"


def test_an_unchanged_file_is_not_sent_again(client: httpx.Client) -> None:
    etag = client.get("/").headers["etag"]
    assert client.get("/", headers={"If-None-Match": etag}).status_code == 304


OUTSIDE = ["/../geheim.txt", "/..%2fgeheim.txt", "/%2e%2e/geheim.txt", "/teekrieg/..%5c..%5cgeheim.txt", "/hinaus.txt"]


@pytest.mark.parametrize("path", OUTSIDE)
def test_nothing_outside_the_site_is_served(client: httpx.Client, path: str) -> None:
    port = client.base_url.port
    with socket.create_connection(("127.0.0.1", port or 0)) as raw:  # httpx would tidy the path up
        raw.sendall(f"GET {path} HTTP/1.0\r\nHost: x\r\n\r\n".encode())
        answer = raw.makefile("rb").read()
    assert b"404" in answer.splitlines()[0]
    assert b"geheim\n" not in answer
    assert not answer.endswith(b"geheim")


def test_search(client: httpx.Client) -> None:
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
    assert client.get("/api/v1/search?q=qzxvjk").json() == {"query": "qzxvjk", "corrected": "", "hits": [], "nearest": []}


def test_a_slip_is_told(client: httpx.Client) -> None:
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
    ],
)
def test_what_is_wrong_with_a_call_is_told(client: httpx.Client, parameters: str, named: str) -> None:
    response = client.get(f"/api/v1/search?{parameters}")
    assert response.status_code == 400
    assert set(response.json()) == {"error"}
    assert named in response.json()["error"]


@pytest.mark.parametrize("query", ["x" * 10_000, "%00%ff%fe", "* " * 500, "%F0%9F%98%80", "<script>alert(1)</script>"])
def test_odd_queries_get_a_clean_answer(client: httpx.Client, query: str) -> None:
    response = client.get(f"/api/v1/search?q={query}")
    assert response.status_code == 200
    assert isinstance(response.json()["hits"], list)


def test_other_methods(client: httpx.Client) -> None:
    response = client.post("/api/v1/search?q=a")
    assert response.status_code == 405
    assert "POST" in response.json()["error"]
    assert client.head("/api/v1/search?q=kanne").status_code == 200


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
    assert "nachschlag build" in response.json()["error"]


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


def test_a_file_that_shrinks_while_it_is_sent_is_sent_whole(tmp_path: Path) -> None:
    path = tmp_path / "seite.html"
    path.write_text("eine lange alte Seite", "utf-8")
    measured = FileResponse(path, status_code=404, stat_result=path.stat())
    path.write_text("neu", "utf-8")
    response = whole(measured)
    assert (response.status_code, response.headers["content-length"], response.body) == (404, "3", b"neu")
    assert response.headers["content-type"].startswith("text/html")
    assert "etag" in response.headers
