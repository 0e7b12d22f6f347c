"""The `.htaccess` on the help page, in a real Apache configured as shared hosting, for a site below /regeln/."""

from __future__ import annotations

import base64
import gzip
import hashlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.hosting import Server, apache
from tests.offline import kept_by

RULE = "/regeln/t9a/instabil/"


@pytest.fixture(scope="module")
def server(published_site: Path) -> Iterator[Server]:
    with apache(published_site.parent) as running:
        yield running


@pytest.mark.parametrize("path", ["/regeln/gibt-es-nicht/", "/regeln/t9a/gibt/es/nicht", "/regeln/assets/weg.css"])
def test_a_missing_page_gets_our_page_and_status_404(server: Server, path: str) -> None:
    answer = server.get(path)
    assert answer.status == 404
    assert "Seite nicht gefunden" in answer.text


@pytest.mark.parametrize("path", ["/regeln/", RULE, "/regeln/weg/", "/regeln/assets/nachschlag.css", "/regeln/sw.js"])
def test_headers_that_a_meta_tag_cannot_carry(server: Server, path: str) -> None:
    headers = server.get(path).headers
    assert headers["content-security-policy"] == "frame-ancestors 'self'"
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "strict-origin-when-cross-origin"
    assert headers["permissions-policy"] == "camera=(), geolocation=(), microphone=()"
    assert headers["cache-control"] == "no-cache"


def test_other_sites_may_frame_only_the_pages_made_for_it(server: Server) -> None:
    answer = server.get("/regeln/embed/t9a/instabil/")
    assert answer.status == 200
    assert "content-security-policy" not in answer.headers
    assert answer.headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize(
    ("path", "may"),
    [
        ("/regeln/api/v1/entries/t9a/instabil.json", True),
        ("/regeln/einbetten-1/t9a.json", True),
        ("/regeln/einbetten-1.js", True),
        ("/regeln/einbetten-1-seite.js", True),
        ("/regeln/nachschlag.mjs", True),
        (RULE, False),
        ("/regeln/assets/suche/index.json", False),
    ],
)
def test_only_the_data_may_be_read_by_other_sites(server: Server, path: str, may: bool) -> None:
    answer = server.get(path)
    assert answer.status == 200
    assert answer.headers.get("access-control-allow-origin") == ("*" if may else None)


@pytest.mark.parametrize(
    ("path", "type_"),
    [
        (RULE, "text/html; charset=utf-8"),  # overriding the host's own encoding
        ("/regeln/manifest.webmanifest", "application/manifest+json"),
        ("/regeln/sw.js", "text/javascript"),
        ("/regeln/assets/suche/index.json", "application/json"),
    ],
)
def test_text_is_sent_compressed_and_with_the_right_type(server: Server, path: str, type_: str) -> None:
    plain, packed = server.get(path), server.get(path, Accept_Encoding="gzip")
    assert plain.headers["content-type"] == packed.headers["content-type"] == type_
    assert packed.headers["content-encoding"] == "gzip"
    assert gzip.decompress(packed.body) == plain.body


@pytest.mark.parametrize("encoding", ["identity", "gzip"])
@pytest.mark.parametrize("path", [RULE, "/regeln/api/v1/entries/t9a/instabil.json", "/regeln/sw.js"])
def test_unchanged_files_are_not_sent_again(server: Server, path: str, encoding: str) -> None:
    first = server.get(path, Accept_Encoding=encoding)
    again = server.get(path, Accept_Encoding=encoding, If_None_Match=first.headers["etag"])
    assert (again.status, again.body) == (304, b"")
    assert server.get(path, Accept_Encoding=encoding, If_None_Match='"anders-gzip"').status == 200


def test_everything_that_a_device_keeps_is_served(server: Server, published_site: Path) -> None:
    for path, (sha, _) in kept_by(published_site).items():
        answer = server.get(f"/regeln/{path.removesuffix('index.html')}")
        assert base64.b64encode(hashlib.sha256(answer.body).digest()).decode() == sha, path


@pytest.mark.parametrize(
    "path", ["/regeln/.nachschlag-site", "/regeln/.htaccess", "/regeln/.git/config", "/regeln/%2e%2e/%2e%2e/etc"]
)
def test_nothing_hidden_or_outside_is_served(server: Server, path: str) -> None:
    assert server.get(path).status in (400, 404)


def test_an_address_without_its_slash_leads_on(server: Server) -> None:
    answer = server.get(RULE.rstrip("/"))
    assert (answer.status, answer.headers["location"]) == (301, f"http://example.org{RULE}")


@pytest.mark.parametrize("missing", [("headers",), ("deflate", "filter"), ("alias",), ("setenvif",), ("headers", "deflate")])
def test_a_host_without_a_module_shows_the_site_all_the_same(published_site: Path, missing: tuple[str, ...]) -> None:
    with apache(published_site.parent, without=missing) as server:
        assert server.get(RULE).status == 200
        assert "Seite nicht gefunden" in server.get("/regeln/weg/").text
