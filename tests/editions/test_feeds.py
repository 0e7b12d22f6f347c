"""The feeds of a system's changes, read by a feed reader's parser, and how a site names and serves them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

import feedparser
import httpx
import pytest
from nachschlag.generator.history.feeds import MOST, feeds
from nachschlag.generator.model.library import Library
from nachschlag.generator.model.settings import Settings
from nachschlag.generator.reading.load import load

from tests.html import page as file_at
from tests.projects import MINI, MKDOCS, mini_project, nachschlag
from tests.serving import served

from .conftest import FOLDER

BASE = "https://example.org/regeln/"
SITE = Settings(site_name="Probe & Co", site_url=BASE)


@pytest.fixture(scope="module")
def library() -> Library:
    return load(MINI)[0]


def made(library: Library, system: str = "wuerfelkrieg", settings: Settings = SITE) -> tuple[Any, dict[str, Any]]:
    """A system's Atom feed as the parser reads it, and its JSON feed."""
    files = dict(feeds(library, library.systems[system], settings))
    atom = feedparser.parse(files[f"{system}/aenderungen.atom"].encode())
    assert not atom.bozo, atom.bozo_exception
    assert atom.version == "atom10"
    return atom, json.loads(files[f"{system}/aenderungen.json"])


def test_a_reader_reads_the_atom_feed(library: Library) -> None:
    atom, _ = made(library)
    assert atom.feed.title == "Würfelkrieg: Änderungen"
    assert atom.feed.id == f"{BASE}wuerfelkrieg/aenderungen/"
    assert atom.feed.author == "Probe & Co"
    assert atom.feed.updated == atom.entries[0].updated == "2026-02-01T00:00:00Z"
    links = {link["rel"]: link["href"] for link in atom.feed.links}
    assert links == {"alternate": f"{BASE}wuerfelkrieg/aenderungen/", "self": f"{BASE}wuerfelkrieg/aenderungen.atom"}
    first = next(entry for entry in atom.entries if entry.tags[0].term == "wording")
    assert first.title == "Würfelsturm (X): Wortlaut"
    assert first.content[0] == {
        "type": "text/plain",
        "language": "de",
        "base": "",
        "value": "„Zusätzlich“ statt „weitere“ & „mehr“ <so>. (Erste Fassung · 31. Januar 2026)",
    }
    assert first.tags[0].label == "Wortlaut"


def test_both_feeds_agree(library: Library) -> None:
    atom, shown = made(library)
    assert shown["version"] == "https://jsonfeed.org/version/1.1"
    assert (shown["feed_url"], shown["home_page_url"]) == (
        f"{BASE}wuerfelkrieg/aenderungen.json",
        f"{BASE}wuerfelkrieg/aenderungen/",
    )
    assert [(e.id, e.link, e.title, e.content[0].value, e.updated) for e in atom.entries] == [
        (i["id"], i["url"], i["title"], i["content_text"], i["date_published"]) for i in shown["items"]
    ]
    ids = [item["id"] for item in shown["items"]]
    assert len(ids) == len(set(ids)) == 6
    assert all(name.startswith(f"{BASE}wuerfelkrieg/") for name in ids)


def test_a_system_without_changes_has_a_valid_feed(library: Library) -> None:
    atom, shown = made(library, "murmeln")
    assert atom.feed.updated == "1970-01-01T00:00:00Z"
    assert (atom.entries, shown["items"]) == ([], [])


@pytest.mark.parametrize("address", ["", "/regeln/", "regeln", "https:///", "ftp://example.org/"])
def test_no_feeds_without_an_address(library: Library, address: str) -> None:
    assert list(feeds(library, library.systems["wuerfelkrieg"], Settings(site_url=address))) == []


def test_a_feed_is_bounded_to_the_newest_changes(tmp_path: Path) -> None:
    rows = "".join(f"  - {{date: {1800 + i}-01-01, kind: meaning, text: Nr. {i}}}\n" for i in range(MOST + 20))
    text = f"---\ntitle: Probe\nkind: rule\nchanges:\n{rows}---\nWirf.\n"
    library, _ = load(mini_project(tmp_path / "projekt", {f"{FOLDER}/probe.md": text}))
    _, shown = made(library)
    assert len(shown["items"]) == MOST
    assert shown["items"][6]["content_text"].startswith(f"Nr. {MOST + 19} ")


def test_hostile_text_stays_text(tmp_path: Path) -> None:
    hostile = "]]></content><script>alert(1)</script>&amp; \x07"
    row = json.dumps({"date": "2026-05-01", "kind": "meaning", "text": hostile, "version": '"><x>'})
    text = f'---\ntitle: "\\"><b>Fett</b>"\nkind: rule\nchanges: [{row}]\n---\nWirf.\n'
    library, _ = load(mini_project(tmp_path / "projekt", {f"{FOLDER}/probe.md": text}))
    atom, shown = made(library)
    assert atom.entries[0].content[0].value == shown["items"][0]["content_text"]
    assert atom.entries[0].content[0].value.startswith("]]></content><script>alert(1)</script>&amp; ")
    assert atom.entries[0].title_detail == {
        "type": "text/plain",
        "language": "de",
        "base": "",
        "value": '"><b>Fett</b>: Bedeutung',
    }


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The mini project's site, which knows its address, and its copy for a folder."""
    root = mini_project(tmp_path_factory.mktemp("feeds") / "projekt", mkdocs=f"{MKDOCS}site_url: {BASE}\n")
    done = nachschlag("--project", root, "build", "--folder")
    assert done.returncode == 0, done.stderr
    return root / "site"


@pytest.mark.parametrize("address", ["/wuerfelkrieg/", "/wuerfelkrieg/aenderungen/"])
def test_pages_name_their_feeds(site: Path, address: str) -> None:
    head = (site / address.strip("/") / "index.html").read_text("utf-8").partition("</head>")[0]
    for suffix, kind in (("atom", "application/atom+xml"), ("json", "application/feed+json")):
        link = next(line for line in head.splitlines() if f'type="{kind}"' in line)
        target = urljoin(f"https://example.org{address}", link.partition('href="')[2].partition('"')[0])
        assert target == f"https://example.org/wuerfelkrieg/aenderungen.{suffix}"
        assert (site / "wuerfelkrieg" / f"aenderungen.{suffix}").is_file()
    assert (
        'type="application/atom+xml"' not in (site / "wuerfelkrieg/zielen/index.html").read_text("utf-8").partition("</head>")[0]
    )


def test_feed_items_lead_to_their_changes(site: Path) -> None:
    for item in json.loads((site / "wuerfelkrieg/aenderungen.json").read_text("utf-8"))["items"]:
        path, _, anchor = item["url"].removeprefix(BASE).partition("#")
        assert f'id="{anchor}"' in (site / path / "index.html").read_text("utf-8")
    assert file_at(site, "/wuerfelkrieg/aenderungen/").meta("og:title") == "Änderungen (Würfelkrieg)"


def test_the_server_sends_the_types_of_feeds(site: Path) -> None:
    with served(site, site.parent / "build" / "index") as base:
        for suffix, kind in (("atom", "application/atom+xml"), ("json", "application/json")):
            answer = httpx.get(f"{base}/wuerfelkrieg/aenderungen.{suffix}", trust_env=False)
            assert answer.headers["content-type"].startswith(kind)


def test_a_copy_for_a_folder_has_no_feeds(site: Path) -> None:
    copy = next(path for path in site.parent.iterdir() if path.is_dir() and (path / "wuerfelkrieg").is_dir() and path != site)
    assert list(copy.rglob("aenderungen.atom")) == []
    text = (copy / "wuerfelkrieg/aenderungen/index.html").read_text("utf-8")
    assert 'rel="alternate"' not in text
    assert f'href="{BASE}wuerfelkrieg/aenderungen.atom"' in text  # an online reader subscribes to the site's feed
