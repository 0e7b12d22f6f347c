"""The HTTP service: several records at once, names completed, hits that can be cited, texts to link as JSON."""

from __future__ import annotations

import json
import shutil
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from time import process_time
from timeit import repeat
from typing import Any

import httpx
import pytest
from nachschlag.generator.files.atomic import write_atomic
from nachschlag.search.service import LiveRules, create_app
from nachschlag.search.service.several import MOST_IDS, several

from tests.projects import mini_project
from tests.serving import answering

TOO_MANY = ",".join(f"a/{n}" for n in range(MOST_IDS + 1))
KNOWN = ["wuerfelkrieg/kaempfen", "wuerfelkrieg/glossar/becher", "begriffe/angriff"]


# -- several ------------------------------------------------------------------------------------------------------------------


def test_several_records_come_in_one_answer_as_their_files_have_them(client: httpx.Client, mini_site: Path) -> None:
    answer = client.get("/api/v1/entries", params={"ids": ",".join([*KNOWN, "wuerfelkrieg/weg", KNOWN[0]])})
    assert (answer.status_code, answer.headers["access-control-allow-origin"]) == (200, "*")
    files = ["entries/wuerfelkrieg/kaempfen", "terms/wuerfelkrieg/glossar/becher", "concepts/angriff"]
    read = [json.loads((mini_site / f"api/v1/{file}.json").read_text("utf-8")) for file in files]
    assert answer.json() == {"records": read, "moved": {}, "missing": ["wuerfelkrieg/weg"]}
    again = client.get(answer.url, headers={"If-None-Match": answer.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_moved_records_are_found(client: httpx.Client) -> None:
    answer = client.get("/api/v1/entries?ids=wuerfelkrieg/hagel").json()
    assert [one["id"] for one in answer["records"]] == ["wuerfelkrieg/wuerfelsturm"]
    assert (answer["moved"], answer["missing"]) == ({"wuerfelkrieg/hagel": "wuerfelkrieg/wuerfelsturm"}, [])


def test_no_record_is_missing_while_the_site_is_being_swapped(mini_site: Path, tmp_path: Path) -> None:
    site, away = tmp_path / "site", tmp_path / "fort"
    shutil.copytree(mini_site / "api", away / "api")
    with answering(create_app(site, tmp_path)) as client, ThreadPoolExecutor(1) as pool:
        call = pool.submit(client.get, "/api/v1/entries", params={"ids": ",".join(KNOWN)})
        with pytest.raises(TimeoutError):
            call.result(0.2)
        away.rename(site)
        assert (len(call.result().json()["records"]), call.result().json()["missing"]) == (len(KNOWN), [])


def test_where_moved_records_are_is_read_once_for_all_ids(tmp_path: Path) -> None:
    moved = [{"old": f"buch/alt-{n}", "moved_to": None} for n in range(5_000)]
    write_atomic(tmp_path / "api/v1/moved.json", json.dumps({"moved": moved}))
    calls = (partial(several, tmp_path, ids) for ids in (["a/b"], TOO_MANY.split(",")))
    one, many = (min(repeat(call, timer=process_time, number=3, repeat=3)) for call in calls)
    assert many < 10 * one


@pytest.mark.parametrize(
    "id_", ["../../../etc/passwd", "wuerfelkrieg/../../moved", "wuerfelkrieg", "a/b/c/d", "WUERFELKRIEG/kaempfen", "\0"]
)
def test_what_is_no_id_leads_to_no_file(client: httpx.Client, id_: str) -> None:
    assert client.get("/api/v1/entries", params={"ids": id_}).json() == {"records": [], "moved": {}, "missing": [id_]}


@pytest.mark.parametrize(("ids", "code"), [("", "missing_parameter"), (" , ", "missing_parameter"), (TOO_MANY, "too_long")])
def test_no_ids_and_too_many_are_refused(client: httpx.Client, ids: str, code: str) -> None:
    answer = client.get("/api/v1/entries", params={"ids": ids})
    assert (answer.status_code, answer.json()["error"]["code"]) == (400, code)


# -- complete -----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("asked", "texts"),
    [
        ({"q": "kä"}, ["Kämpfen"]),
        ({"q": "KAMP"}, ["Kämpfen"]),
        ({"q": "braw"}, ["Brawling"]),
        ({"q": "kä", "system": "murmeln"}, []),
        ({"q": "zzz"}, []),
        ({"q": "("}, []),
    ],
)
def test_names_are_completed(client: httpx.Client, asked: dict[str, str], texts: list[str]) -> None:
    answer = client.get("/api/v1/complete", params=asked).json()
    assert answer["query"] == asked["q"]
    assert [one["text"] for one in answer["completions"]][: len(texts)] == texts
    assert bool(answer["completions"]) == bool(texts)


def test_completions_lead_to_their_rules_each_once(client: httpx.Client) -> None:
    found = client.get("/api/v1/complete?q=w").json()["completions"]
    assert len(found) == 2
    assert len({one["id"] for one in found}) == len(found)
    assert {
        "text": "Würfelsturm (X)",
        "id": "wuerfelkrieg/wuerfelsturm",
        "system": "wuerfelkrieg",
        "title": "Würfelsturm (X)",
    }.items() <= {**next(one for one in found if one["id"] == "wuerfelkrieg/wuerfelsturm")}.items()


# -- citing -------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("site_url", ["", "https://example.org/regeln/"])
def test_every_hit_can_be_cited(mini_site: Path, tmp_path: Path, site_url: str) -> None:
    index = mini_site.parent / "build" / "index"
    project = mini_project(tmp_path / "projekt", mkdocs=f"site_name: Probe\nsite_url: '{site_url}'\n")
    with answering(create_app(mini_site, index, rules=LiveRules(project, mini_site, index))) as client:
        hits = client.get("/api/v1/search?q=kämpfen").json()["hits"]
    base = site_url.rstrip("/")
    assert hits[0]["id"] == KNOWN[0]
    for hit in hits:
        assert hit["short"]
        assert hit["address"] == (base + hit["url"] if base else None)
        if hit["json"]:
            record = json.loads((mini_site / hit["json"].removeprefix(f"{base}/")).read_text("utf-8"))
            assert record["title"] == hit["title"]
            assert record["attribution"] == hit["attribution"]
    assert hits[0]["json"] == f"{base}/api/v1/entries/wuerfelkrieg/kaempfen.json"


def test_a_service_told_no_address_names_the_one_that_its_site_was_built_for(mini_site: Path, tmp_path: Path) -> None:
    index, site = mini_site.parent / "build" / "index", tmp_path / "site"
    shutil.copytree(mini_site, site)
    systems = site / "api" / "v1" / "systems.json"
    systems.write_text(json.dumps({**json.loads(systems.read_text("utf-8")), "site": "https://example.org/regeln"}), "utf-8")
    with answering(create_app(site, index, rules=LiveRules(mini_project(tmp_path / "projekt"), site, index))) as client:
        hit = client.get("/api/v1/search?q=kämpfen").json()["hits"][0]
    assert hit["address"] == f"https://example.org/regeln{hit['url']}"


# -- link ---------------------------------------------------------------------------------------------------------------------


def linked(client: httpx.Client, content: Any, query: str = "") -> httpx.Response:
    return client.post(f"/api/v1/link{query}", content=json.dumps(content).encode(), headers={"Content-Type": "application/json"})


def test_a_text_to_link_may_come_as_json(client: httpx.Client) -> None:
    found = linked(client, {"text": "Erst Zielen.", "system": "wuerfelkrieg"}).json()["references"]
    assert [(one["text"], one["target"]) for one in found] == [("Zielen", "wuerfelkrieg/zielen")]
    answer = linked(
        client, {"text": "Erst **Zielen**.", "kind": "md", "format": "md", "base": "https://x.org"}, "?system=wuerfelkrieg"
    )
    assert answer.text.strip() == "Erst **[Zielen](https://x.org/wuerfelkrieg/zielen/)**."


@pytest.mark.parametrize(
    ("content", "code"),
    [
        ([], "bad_json"),
        ({}, "bad_json"),
        ({"text": 1}, "bad_json"),
        ({"text": "a", "system": 1}, "unknown_game"),
        ({"text": "a", "kind": "pdf"}, "bad_parameter"),
        ({"text": "a", "format": "pdf"}, "bad_parameter"),
        ({"text": "a", "base": "javascript:x"}, "bad_parameter"),
    ],
)
def test_json_that_is_no_text_to_link_is_refused(client: httpx.Client, content: Any, code: str) -> None:
    answer = linked(client, content)
    assert (answer.status_code, answer.json()["error"]["code"]) == (400, code)


@pytest.mark.parametrize("raw", [b"", b"{", b"\xff", b"[" * 100_000, b'{"text": "\\ud800", "format": "md"}'])
def test_damaged_json_is_refused(client: httpx.Client, raw: bytes) -> None:
    answer = client.post("/api/v1/link", content=raw, headers={"Content-Type": "application/json"})
    assert answer.status_code == 400
