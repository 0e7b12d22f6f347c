"""The HTTP service: resolving and linking any text, including hostile text."""

from __future__ import annotations

import httpx
import pytest

TEXT = {"Content-Type": "text/plain; charset=utf-8"}


# -- resolve ------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("asked", "target"),
    [
        ({"text": "Grundregeln 17.0"}, "wuerfelkrieg/kaempfen"),
        ({"text": "wuerfelkrieg/kaempfen"}, "wuerfelkrieg/kaempfen"),
        ({"text": "Gerangel", "system": "wuerfelkrieg"}, "wuerfelkrieg/kaempfen"),
        ({"text": "Brawling", "system": ""}, "wuerfelkrieg/kaempfen"),
        ({"text": "Kaempfn"}, None),
    ],
)
def test_resolve(client: httpx.Client, asked: dict[str, str], target: str | None) -> None:
    """A text is resolved to its target, or answered with the nearest ones."""
    response = client.get("/api/v1/resolve", params=asked)
    assert response.status_code == 200
    assert response.headers["cache-control"] == "public, max-age=60"
    answer = response.json()
    assert (answer["text"], answer["target"]) == (asked["text"], target)
    assert [found["url"] for found in answer["candidates"]] == ([f"/{target}/"] if target else [])
    assert bool(answer["near"]) is (target is None)


def test_an_answer_that_is_known_is_not_sent_again(client: httpx.Client) -> None:
    etag = client.get("/api/v1/resolve?text=Gerangel").headers["etag"]
    again = client.get("/api/v1/resolve?text=Gerangel", headers={"If-None-Match": etag})
    assert (again.status_code, again.content) == (304, b"")
    assert client.get("/api/v1/resolve?text=Zielen", headers={"If-None-Match": etag}).status_code == 200


@pytest.mark.parametrize(
    ("query", "code"),
    [
        ("", "missing_parameter"),
        ("text=%20", "missing_parameter"),
        ("text=a&system=schach", "unknown_game"),
        ("text=" + "a" * 501, "too_long"),
    ],
)
def test_unresolvable_texts_say_why(client: httpx.Client, query: str, code: str) -> None:
    response = client.get(f"/api/v1/resolve?{query}")
    assert (response.status_code, response.json()["error"]["code"]) == (400, code)


HOSTILE = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "../../../etc/passwd",
    "wuerfelkrieg/../../../etc/passwd",
    "{{7*7}} ${7*7} %s %n",
    "'; DROP TABLE entries; --",
    "\x00\x01\x1b[31m",
    "\u202e\u2066gnal\u2069",
    "[[[[[[[[[[" * 40,
    "(17.0" * 80,
    "𝕯𝖎𝖊 👩‍👩‍👧‍👦" * 20,
    "\\" * 499,
]


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_texts_get_clean_answers(client: httpx.Client, text: str) -> None:
    resolved = client.get("/api/v1/resolve", params={"text": text})
    assert resolved.status_code == 200
    assert resolved.json()["target"] is None
    assert resolved.headers["content-type"] == "application/json"
    found = client.get("/api/v1/search", params={"q": text})
    assert (found.status_code, found.headers["x-content-type-options"]) == (200, "nosniff")
    for kind in ("text/plain", "text/markdown"):
        linked = client.post(
            "/api/v1/link?format=html&system=wuerfelkrieg", content=text.encode(), headers={"Content-Type": kind}
        )
        assert linked.status_code == 200
        assert "<script" not in linked.text
        assert "<img" not in linked.text


# -- link ---------------------------------------------------------------------------------------------------------------------


def test_link_lists_the_place_of_each_reference(client: httpx.Client) -> None:
    text = "Erst Zielen,\ndann siehe 17.0 und Blödsinn."
    answer = client.post("/api/v1/link?system=wuerfelkrieg", content=text.encode(), headers=TEXT)
    assert answer.status_code == 200
    assert answer.headers["cache-control"] == "no-store"
    shown = answer.json()
    assert shown["system"] == "wuerfelkrieg"
    assert [(one["text"], one["line"], one["target"]) for one in shown["references"]] == [
        ("Zielen", 1, "wuerfelkrieg/zielen"),
        ("17.0", 2, "wuerfelkrieg/kaempfen"),
    ]
    assert [text[one["start"] : one["end"]] for one in shown["references"]] == ["Zielen", "17.0"]
    assert shown["references"][0]["url"].endswith("/wuerfelkrieg/zielen/")


@pytest.mark.parametrize(
    ("kind", "form", "text", "linked"),
    [
        ("text/plain", "md", "Erst Zielen.", "Erst [Zielen](https://r.de/wuerfelkrieg/zielen/)."),
        (
            "text/plain",
            "html",
            "<b>Zielen</b>",
            '<p>&lt;b&gt;<a href="https://r.de/wuerfelkrieg/zielen/">Zielen</a>&lt;/b&gt;</p>\n',
        ),
        ("text/markdown", "md", "# A\n\n*Zielen*", "# A\n\n*[Zielen](https://r.de/wuerfelkrieg/zielen/)*"),
        (
            "text/markdown",
            "html",
            "<b>Zielen",
            '<p>&lt;b&gt;<a class="verweis" href="https://r.de/wuerfelkrieg/zielen/" data-id="wuerfelkrieg/zielen">Zielen</a></p>\n',
        ),
        ("text/html", "html", "<i>Zielen</i>", '<i><a href="https://r.de/wuerfelkrieg/zielen/">Zielen</a></i>'),
        ("text/html", "md", "<b>Heute", "<b>Heute"),
        ("text/plain", "md", "", ""),
    ],
)
def test_link_returns_the_text_with_links(client: httpx.Client, kind: str, form: str, text: str, linked: str) -> None:
    address = f"/api/v1/link?system=wuerfelkrieg&format={form}&base=https://r.de/"
    answer = client.post(address, content=text.encode(), headers={"Content-Type": kind})
    assert (answer.status_code, answer.text) == (200, linked)
    assert answer.headers["content-type"] == (
        "text/markdown; charset=utf-8" if form == "md" and kind != "text/html" else "text/html; charset=utf-8"
    )
    assert answer.headers["content-security-policy"] == "default-src 'none'; sandbox"


def test_a_text_of_an_unclear_system_stays_unchanged(client: httpx.Client) -> None:
    text = "Heute gibt es Kuchen & Tee."
    assert client.post("/api/v1/link", content=text, headers=TEXT).json() == {"system": None, "references": []}
    assert client.post("/api/v1/link?format=md", content=text, headers=TEXT).text == text
    named = client.post("/api/v1/link", content="Im Würfelkrieg, Grundregeln 17.0: Kämpfen.", headers=TEXT)
    assert named.json()["system"] == "wuerfelkrieg"


@pytest.mark.parametrize(
    ("query", "kind", "body", "status", "code"),
    [
        ("system=schach", "text/plain", b"a", 400, "unknown_game"),
        ("format=pdf", "text/plain", b"a", 400, "bad_parameter"),
        ("base=javascript:alert(1)", "text/plain", b"a", 400, "bad_parameter"),
        ("base=//boese.example", "text/plain", b"a", 400, "bad_parameter"),
        ("base=https://a.de/%22onload=%22", "text/plain", b"a", 400, "bad_parameter"),
        ("", "text/plain", b"\xff", 400, "not_utf8"),
        ("", "text/plain; charset=iso-8859-1", b"a", 415, "unsupported_media_type"),
        ("", "application/x-www-form-urlencoded", b"a", 415, "unsupported_media_type"),
        ("", "multipart/form-data; boundary=x", b"a", 415, "unsupported_media_type"),
        ("", "", b"a", 415, "unsupported_media_type"),
        ("", "text/plain", b"a" * (1024 * 1024 + 1), 413, "body_too_large"),
    ],
)
def test_unlinkable_bodies_say_why(client: httpx.Client, query: str, kind: str, body: bytes, status: int, code: str) -> None:
    answer = client.post(f"/api/v1/link?{query}", content=body, headers={"Content-Type": kind})
    assert (answer.status_code, answer.json()["error"]["code"]) == (status, code)
    assert answer.json()["error"]["message"].endswith((".", "…"))


def test_link_says_until_where_it_read_a_text_with_too_many_places(client: httpx.Client) -> None:
    told = client.post("/api/v1/link?system=wuerfelkrieg", content=b"Zielen.\n" * 15_001, headers=TEXT).json()
    assert (len(told["references"]), told["read_until"]) == (15_000, 8 * 15_000 - 1)


def test_link_takes_posts_alone(client: httpx.Client) -> None:
    answer = client.get("/api/v1/link")
    assert (answer.status_code, answer.headers["allow"]) == (405, "POST")


def test_a_text_of_the_largest_size_is_linked(client: httpx.Client) -> None:
    sentence = "Erst Zielen, dann Kämpfen. " + "Und sonst noch vieles, was nichts zur Sache tut. " * 20
    text = (sentence * (1024 * 1024 // len(sentence.encode()))).encode()
    answer = client.post("/api/v1/link?system=wuerfelkrieg", content=text, headers=TEXT)
    assert answer.status_code == 200
    assert len(answer.json()["references"]) == 2 * text.decode().count("Zielen")
