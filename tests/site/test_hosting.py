"""The nginx configuration on the help page, run as printed for a site below /regeln/."""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urldefrag, urljoin, urlsplit

import pytest

from tests.hosting import SITE_URL, Answer, Server, at_the_top, nginx
from tests.offline import kept_by

#: A page of each kind.
KINDS = [
    "/regeln/",
    "/regeln/t9a/",
    "/regeln/t9a/instabil/",
    "/regeln/t9a/angst/",
    "/regeln/t9a/kontrollverlust-tabelle/",
    "/regeln/t9a/glossar/",
    "/regeln/t9a/glossar/moralwert/",
    "/regeln/t9a/teil/sonderregeln/",
    "/regeln/t9a/phase/magiephase/",
    "/regeln/t9a/a-z/",
    "/regeln/t9a/art/rule/",
    "/regeln/suche/",
    "/regeln/hilfe/befunde/",
    "/regeln/impressum/",
]


@pytest.fixture(scope="module")
def server(published_site: Path) -> Iterator[Server]:
    with nginx(published_site.parent) as running:
        yield running


# -- pages --------------------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Links(HTMLParser):
    """The references of a page: addresses with their attribute and rel, its anchors, its canonical address."""

    found: list[tuple[str, str, str]] = field(default_factory=list)
    anchors: set[str] = field(default_factory=set)
    canonical: str = ""

    def __post_init__(self) -> None:
        HTMLParser.__init__(self)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.anchors |= {given[name] for name in ("id", "name") if given.get(name)}
        if tag == "link" and given.get("rel") == "canonical":
            self.canonical = given["href"]
        if tag == "meta" and given.get("http-equiv", "").lower() == "refresh":
            self.found.append((tag, "", given["content"].partition("url=")[2]))
        for name in ("href", "src", "action", "poster", "data", "srcset"):
            if name in given:
                self.found.append((tag, given.get("rel", ""), given[name]))


def links_of(html: str) -> Links:
    links = Links()
    links.feed(html)
    return links


@pytest.fixture(scope="module")
def crawled(server: Server) -> dict[str, Answer]:
    """Every address reachable from the home page by links, with its response."""
    answers: dict[str, Answer] = {}
    waiting = ["/regeln/"]
    while waiting:
        path = waiting.pop()
        if path in answers:
            continue
        answers[path] = answer = server.get(path)
        if answer.headers.get("content-type", "").startswith("text/html"):
            for _, _, address in links_of(answer.text).found:
                inner = internal(path, address)
                if inner is not None and inner[0] not in answers:
                    waiting.append(inner[0])
    return answers


def internal(page: str, address: str) -> tuple[str, str] | None:
    """Path (with its query) and anchor of an address on our own host; None for another host, a mail address, data."""
    url, anchor = urldefrag(urljoin(f"https://example.org{page}", address))
    parts = urlsplit(url)
    path = f"{parts.path}?{parts.query}" if parts.query else parts.path
    return (path, unquote(anchor)) if parts.scheme == "https" and parts.netloc == "example.org" else None


@pytest.mark.parametrize("path", KINDS)
def test_every_kind_of_page_is_there_with_its_canonical_address(server: Server, path: str) -> None:
    answer = server.get(path)
    assert answer.status == 200
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert links_of(answer.text).canonical == f"https://example.org{path}"


def test_every_internal_link_and_asset_leads_somewhere(crawled: dict[str, Answer]) -> None:
    assert len(crawled) > 200
    assert set(KINDS) <= set(crawled)
    assert [path for path, answer in crawled.items() if answer.status != 200] == []
    assert [path for path in crawled if not path.startswith("/regeln/")] == []


def test_every_anchor_exists(crawled: dict[str, Answer]) -> None:
    pages = {p: links_of(a.text) for p, a in crawled.items() if a.headers.get("content-type", "").startswith("text/html")}
    missing = [
        (page, address)
        for page, links in pages.items()
        for tag, _, address in links.found
        if tag == "a" and (inner := internal(page, address)) and inner[1] and inner[0] in pages
        if "=" not in inner[1]  # read by a script ("#teil=t9a/sonderregeln"), not an anchor
        if inner[1] not in pages[inner[0]].anchors
    ]
    assert missing == []


def test_no_other_host_is_named_but_in_external_links(crawled: dict[str, Answer]) -> None:
    strangers = [
        (path, tag, address)
        for path, answer in crawled.items()
        if answer.headers.get("content-type", "").startswith("text/html")
        for tag, rel, address in links_of(answer.text).found
        if internal(path, address) is None and not address.startswith(("data:", "mailto:"))
        if not (tag == "a" and "external" in rel.split())
    ]
    assert strangers == []


def test_styles_name_no_other_host(crawled: dict[str, Answer]) -> None:
    styles = {path: answer.text for path, answer in crawled.items() if answer.headers["content-type"].startswith("text/css")}
    assert styles
    assert [path for path, css in styles.items() if re.search(r"(?:url\(|@import)\s*[\"']?(?:https?:)?//", css)] == []


# -- nginx --------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/regeln/gibt-es-nicht/", "/regeln/t9a/gibt/es/nicht", "/regeln/assets/weg.css"])
def test_a_missing_page_gets_our_page_and_status_404(server: Server, path: str) -> None:
    answer = server.get(path)
    assert answer.status == 404
    assert "Seite nicht gefunden" in answer.text
    for tag, _, address in links_of(answer.text).found:
        inner = internal(path, address)
        if tag in ("link", "script", "img") and inner:
            assert server.get(inner[0]).status == 200, address


@pytest.mark.parametrize(
    "path", ["/regeln/", "/regeln/t9a/instabil/", "/regeln/weg/", "/regeln/assets/nachschlag.css", "/regeln/api/v1/systems.json"]
)
def test_headers_that_a_meta_tag_cannot_carry(server: Server, path: str) -> None:
    headers = server.get(path).headers
    assert headers["content-security-policy"] == "frame-ancestors 'self'"
    assert headers["strict-transport-security"] == "max-age=31536000"
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "strict-origin-when-cross-origin"
    assert headers["server"] == "nginx"


def test_other_sites_may_frame_only_the_pages_made_for_it(server: Server) -> None:
    answer = server.get("/regeln/embed/t9a/instabil/")
    assert answer.status == 200
    assert "content-security-policy" not in answer.headers
    assert answer.headers["x-content-type-options"] == "nosniff"


def test_only_the_data_may_be_read_by_other_sites(server: Server) -> None:
    assert server.get("/regeln/api/v1/entries/t9a/instabil.json").headers["access-control-allow-origin"] == "*"
    assert server.get("/regeln/einbetten-1/t9a.json").headers["access-control-allow-origin"] == "*"
    assert "access-control-allow-origin" not in server.get("/regeln/t9a/instabil/").headers


def test_the_script_to_embed_may_be_read_by_other_sites(server: Server) -> None:
    answer = server.get("/regeln/einbetten-1.js")
    assert (answer.status, answer.headers["access-control-allow-origin"]) == (200, "*")
    assert answer.headers["cache-control"] == "public, max-age=600"
    assert "access-control-allow-origin" not in server.get("/regeln/einbetten-1.js.map").headers
    module = server.get("/regeln/nachschlag.mjs")
    assert (module.status, module.headers["access-control-allow-origin"]) == (200, "*")
    assert module.headers["content-type"].startswith(("text/javascript", "application/javascript"))
    assert module.headers["cache-control"] == "public, max-age=600"


def test_a_copy_with_its_hash_is_kept_for_ever(server: Server) -> None:
    copy = json.loads(server.get("/regeln/einbetten-1/dateien.json").body)["einbetten-1.js"]
    answer = server.get(f"/regeln/{copy['file']}")
    assert answer.headers["access-control-allow-origin"] == "*"
    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert f"sha256-{base64.b64encode(hashlib.sha256(answer.body).digest()).decode()}" == copy["integrity"]


@pytest.mark.parametrize("path", ["entries/t9a/weg.json", "weg", "entries/", "entries/t9a"])
def test_what_the_api_lacks_is_reported_as_json(server: Server, path: str) -> None:
    answer = server.get(f"/regeln/api/v1/{path}")
    assert (answer.status, answer.headers["content-type"]) == (404, "application/json")
    assert json.loads(answer.body)["error"]["code"] == "not_found"
    assert answer.headers["access-control-allow-origin"] == "*"
    assert answer.headers["cache-control"] == "no-cache"


def test_a_method_that_the_api_lacks_is_reported_as_json(server: Server) -> None:
    answer = server.get("/regeln/api/v1/systems.json", method="POST")
    assert (answer.status, answer.headers["content-type"]) == (405, "application/json")
    assert json.loads(answer.body)["error"]["code"] == "method_not_allowed"
    assert answer.headers["access-control-allow-origin"] == "*"


def test_data_that_has_not_changed_is_not_sent_again(server: Server) -> None:
    path = "/regeln/api/v1/entries/t9a/instabil.json"
    again = server.get(path, If_None_Match=server.get(path).headers["etag"])
    assert (again.status, again.body) == (304, b"")
    assert again.headers["access-control-allow-origin"] == "*"


def test_only_files_with_a_hash_in_their_address_are_kept_for_good(crawled: dict[str, Answer]) -> None:
    kept = {path for path, answer in crawled.items() if "immutable" in answer.headers["cache-control"]}
    assert any(".css" in path for path in kept)
    assert any(".js" in path for path in kept)
    assert [path for path in kept if not re.search(r"/assets/[^?]+\.(?:css|js)\?v=[0-9a-f]{12}$", path)] == []
    assert {answer.headers["cache-control"] for path, answer in crawled.items() if path not in kept} == {"no-cache"}


@pytest.mark.parametrize(
    ("path", "is_kept"),
    [
        ("assets/nachschlag.js?v=HASH", True),
        ("api/v1/systems/t9a.json?v=HASH", True),
        ("assets/nachschlag.js", False),
        ("assets/nachschlag.js?v=", False),
        ("assets/weg.js?v=HASH", False),
        ("t9a/instabil/?v=HASH", False),
        ("sw.js?v=HASH", False),
        ("sw.js", False),
        ("manifest.webmanifest", False),
    ],
)
def test_files_with_a_hash_are_kept_for_good(server: Server, path: str, is_kept: bool) -> None:
    content = server.get(f"/regeln/{path.partition('?')[0]}").body
    headers = server.get(f"/regeln/{path.replace('HASH', hashlib.sha256(content).hexdigest()[:12])}").headers
    assert headers["cache-control"] == ("public, max-age=31536000, immutable" if is_kept else "no-cache")


def test_everything_that_a_device_keeps_is_served(server: Server, published_site: Path) -> None:
    """The bytes of the worker's list, at the addresses it requests."""
    for path, (sha, _) in kept_by(published_site).items():
        answer = server.get(f"/regeln/{path.removesuffix('index.html')}")
        assert base64.b64encode(hashlib.sha256(answer.body).digest()).decode() == sha, path


def test_unchanged_files_are_not_sent_again(server: Server) -> None:
    first = server.get("/regeln/t9a/instabil/")
    assert server.get("/regeln/t9a/instabil/", If_None_Match=first.headers["etag"]).status == 304


@pytest.mark.parametrize(
    ("path", "type_"),
    [
        ("/regeln/assets/suche/index.json", "application/json"),
        ("/regeln/assets/suche/suche.js", "application/javascript"),
        ("/regeln/assets/nachschlag.css", "text/css"),
        ("/regeln/t9a/instabil/", "text/html"),
        ("/regeln/sw.js", "application/javascript"),
    ],
)
def test_text_is_sent_compressed_and_with_the_right_type(server: Server, path: str, type_: str) -> None:
    plain, packed = server.get(path), server.get(path, Accept_Encoding="gzip")
    assert plain.status == 200
    assert plain.headers["content-type"].partition(";")[0] == type_
    assert packed.headers["content-encoding"] == "gzip"
    assert gzip.decompress(packed.body) == plain.body


def test_the_manifest_has_its_type(server: Server) -> None:
    assert server.get("/regeln/manifest.webmanifest").headers["content-type"] == "application/manifest+json"


def test_search_data_and_api_are_json(server: Server) -> None:
    assert json.loads(server.get("/regeln/assets/suche/index.json").body)
    assert json.loads(server.get("/regeln/api/v1/entries/t9a/instabil.json").body)["id"] == "t9a/instabil"


@pytest.mark.parametrize(
    ("path", "leads_to"),
    [("/regeln", "/regeln/"), ("/regeln/t9a/instabil", "/regeln/t9a/instabil/")],
)
def test_an_address_without_its_slash_leads_on(server: Server, path: str, leads_to: str) -> None:
    answer = server.get(path)
    assert (answer.status, answer.headers["location"]) == (301, leads_to)


@pytest.mark.parametrize(
    "path", ["/regeln/.nachschlag-site", "/regeln/.git/config", "/regeln/../../etc/passwd", "/regeln/%2e%2e/%2e%2e/etc/passwd"]
)
def test_nothing_hidden_or_outside_is_served(server: Server, path: str) -> None:
    answer = server.get(path)
    assert answer.status in (400, 404)
    assert b"root:" not in answer.body


def test_unencrypted_calls_are_led_to_the_encrypted_site(server: Server) -> None:
    answer = server.get("/regeln/t9a/instabil/?x=1", plain=True)
    assert (answer.status, answer.headers["location"]) == (301, "https://example.org/regeln/t9a/instabil/?x=1")


def test_the_site_map_names_our_own_address_only(published_site: Path) -> None:
    addresses = re.findall(r"<loc>(.*?)</loc>", (published_site / "sitemap.xml").read_text("utf-8"))
    assert f"{SITE_URL}t9a/instabil/" in addresses
    assert [address for address in addresses if not address.startswith(SITE_URL)] == []


#: One address of each kind for which the printed configuration has a line.
AT_THE_TOP = (
    *("", "t9a/instabil", "t9a/instabil/", "embed/t9a/instabil/", "sw.js", "manifest.webmanifest", "weg", ".nachschlag-site"),
    *("assets/nachschlag.css?v=0123456789ab", "einbetten-1.js", "nachschlag.mjs", "api/v1/index.json", "api/v1/weg.json"),
)


def test_a_site_at_the_top_is_served_as_one_in_a_folder(published_site: Path) -> None:
    with nginx(published_site, at_the_top) as top, nginx(published_site.parent) as below:
        for path in AT_THE_TOP:
            one, other = top.get(f"/{path}"), below.get(f"/regeln/{path}")
            assert (one.status, one.body) == (other.status, other.body), path
            assert lasting(one) == lasting(other), path


def lasting(answer: Answer) -> dict[str, str]:
    """The headers that do not tell the time or the place."""
    return {name: value for name, value in answer.headers.items() if name not in ("date", "location")}
