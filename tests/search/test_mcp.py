"""The MCP server, asked by the official client: `nachschlag mcp` over standard input and output, and the service over HTTP."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx
import pytest
from anyio.from_thread import start_blocking_portal
from jsonschema import Draft202012Validator
from nachschlag.search.assistant.over_http import is_own_page
from nachschlag.search.service.limits import LARGEST_BODY
from openapi_spec_validator import OpenAPIV31SpecValidator

from tests.projects import command, environment, lay_over, mini_project, nachschlag
from tests.serving import answering_for

if TYPE_CHECKING:
    from mcp import Client

Talk = Callable[[Callable[["Client"], Awaitable[Any]]], Any]


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The mini project, not built: the server makes what it needs on starting."""
    return mini_project(tmp_path_factory.mktemp("mcp") / "projekt")


@contextmanager
def talking(project: Path) -> Iterator[Talk]:
    """Start a server of the project, and connect a client."""
    from mcp import Client, StdioServerParameters, stdio_client  # takes every process of pytest a second

    first, *rest = command("--project", project, "mcp")
    parameters = StdioServerParameters(command=first, args=rest, env=environment())
    with start_blocking_portal() as portal, portal.wrap_async_context_manager(Client(stdio_client(parameters))) as client:
        yield lambda ask: portal.call(ask, client)


@contextmanager
def talking_over_http(site: Path) -> Iterator[tuple[Talk, httpx.Client]]:
    """Start the service of a built site, and connect a client."""
    from mcp import Client

    with (
        answering_for(site, mcp=True) as plain,
        start_blocking_portal() as portal,
        portal.wrap_async_context_manager(Client(f"{plain.base_url}/mcp")) as client,
    ):
        yield lambda ask: portal.call(ask, client), plain


@pytest.fixture(scope="module")
def http(mini_site: Path) -> Iterator[tuple[Talk, httpx.Client]]:
    """The service, over the protocol and plain."""
    with talking_over_http(mini_site) as both:
        yield both


@pytest.fixture(scope="module")
def stdio(project: Path) -> Iterator[Talk]:
    """The process."""
    with talking(project) as talk:
        yield talk


@pytest.fixture(params=["stdio", "http"])
def talk(request: pytest.FixtureRequest) -> Talk:
    """Run a conversation with one server, and return its result."""
    talk: Talk = request.getfixturevalue(request.param)
    return talk if request.param == "stdio" else talk[0]  # type: ignore[index]


def called(talk: Talk, tool: str, **arguments: Any) -> tuple[str, dict[str, Any]]:
    """Call a tool and return its text and record."""

    async def ask(client: Client) -> Any:
        return await client.call_tool(tool, arguments)

    result = talk(ask)
    assert not result.is_error, result.content
    return result.content[0].text, result.structured_content


def refused(talk: Talk, tool: str, **arguments: Any) -> str:
    """Call a tool and return its error message."""

    async def ask(client: Client) -> Any:
        return await client.call_tool(tool, arguments)

    result = talk(ask)
    assert result.is_error
    return str(result.content[0].text)


def test_it_introduces_itself(talk: Talk) -> None:
    async def ask(client: Client) -> Any:
        return client.server_info, client.instructions, await client.list_tools()

    about, instructions, listed = talk(ask)
    assert about.name == "nachschlag"
    assert "`wuerfelkrieg` (Würfelkrieg)" in instructions
    tools = {tool.name: tool for tool in listed.tools}
    assert sorted(tools) == ["compare", "link", "look_up", "resolve", "search"]
    assert all(tool.annotations.read_only_hint for tool in tools.values())
    assert tools["search"].input_schema["properties"]["system"]["enum"] == ["murmeln", "wuerfelkrieg"]


def test_search(talk: Talk) -> None:
    """`search` answers as text and as a record, within a system and a limit."""
    text, record = called(talk, "search", query="brawling", system="wuerfelkrieg", limit=1)
    assert [hit["id"] for hit in record["hits"]] == ["wuerfelkrieg/kaempfen"]
    assert "**Kämpfen** (Brawling)" in text
    assert "`wuerfelkrieg/kaempfen`" in text


def test_every_answer_names_edition_and_address(talk: Talk) -> None:
    """The client itself checks each record against the tool's schema."""
    named = {"attribution": "Nachschlag, Würfelkrieg (1)", "address": "/wuerfelkrieg/kaempfen/"}
    text, found = called(talk, "search", query="brawling", limit=1)
    assert named.items() <= found["hits"][0].items()
    assert "Quelle: Nachschlag, Würfelkrieg (1)" in text
    text, rule = called(talk, "look_up", reference="wuerfelkrieg/kaempfen")
    assert named.items() <= rule.items()
    assert "Quelle: Nachschlag, Würfelkrieg (1)" in text
    assert named.items() <= called(talk, "resolve", text="Brawling")[1]["candidates"][0].items()
    assert called(talk, "compare", concept="Angriff")[1]["address"] == "/begriffe/angriff/"
    assert called(talk, "look_up", reference="S. 12", system="wuerfelkrieg")[1]["address"] == "/wuerfelkrieg/seite/12/"


def test_the_shape_of_every_answer_is_reported(talk: Talk) -> None:
    async def ask(client: Client) -> Any:
        return await client.list_tools()

    shapes = {tool.name: tool.output_schema for tool in talk(ask).tools}
    assert all(shape["properties"] and shape["required"] for shape in shapes.values())
    assert "attribution" in shapes["search"]["properties"]["hits"]["items"]["properties"]


def test_requests_are_offered_as_prompts(talk: Talk) -> None:
    from mcp.shared.exceptions import MCPError

    async def ask(client: Client) -> Any:
        listed = await client.list_prompts()
        return listed.prompts, await client.get_prompt("explain", {"rule": "Kämpfen"})

    prompts, explained = talk(ask)
    assert [(one.name, one.arguments[0].name) for one in prompts] == [("explain", "rule"), ("compare", "concept")]
    assert "„Kämpfen“" in explained.messages[0].content.text

    async def wrong(client: Client) -> Any:
        return await client.get_prompt("explain", {})

    with pytest.raises(MCPError, match="explain"):
        talk(wrong)


def test_search_that_finds_nothing_says_so(talk: Talk) -> None:
    text, record = called(talk, "search", query="qzxvjk")
    assert text.startswith("Nichts gefunden für „qzxvjk“.")
    assert record["hits"] == []


@pytest.mark.parametrize("reference", ["wuerfelkrieg/kaempfen", "Grundregeln 17.0", "Gerangel", "Brawling"])
def test_look_up(talk: Talk, reference: str) -> None:
    """`look_up` gives the whole rule with its source and its licence."""
    text, record = called(talk, "look_up", reference=reference)
    assert text.startswith("# Kämpfen\n\n*Brawling*\n\nWürfelkrieg · Grundregeln 17.0 · ")
    assert "Wirf deine Würfel aus dem Becher." in text
    assert (record["id"], record["page"], record["licence_id"]) == ("wuerfelkrieg/kaempfen", 12, "CC-BY-SA-4.0")
    assert "wuerfelkrieg/zielen" in [one["target"] for one in record["references"]]


def test_look_up_of_a_page_lists_its_entries(talk: Talk) -> None:
    text, record = called(talk, "look_up", reference="S. 12", system="wuerfelkrieg")
    assert record["id"] == "wuerfelkrieg/seite/12"
    assert "wuerfelkrieg/kaempfen" in record["entries"]
    assert "[wuerfelkrieg/kaempfen]" in text


def test_resolve(talk: Talk) -> None:
    """`resolve` names the target of a text, or that it is unknown."""
    text, record = called(talk, "resolve", text="Gerangel")
    assert record["target"] == "wuerfelkrieg/kaempfen"
    assert "wuerfelkrieg/kaempfen" in text
    text, record = called(talk, "resolve", text="Kaempfn")
    assert record["target"] is None
    assert "unbekannt" in text


def test_link(talk: Talk) -> None:
    """`link` links the references of Markdown and of HTML."""
    text, record = called(talk, "link", text="Erst Zielen, dann 17.0.", system="wuerfelkrieg")
    assert text == "Erst [Zielen](/wuerfelkrieg/zielen/), dann [17.0](/wuerfelkrieg/kaempfen/)."
    assert [one["target"] for one in record["references"]] == ["wuerfelkrieg/zielen", "wuerfelkrieg/kaempfen"]
    text, _ = called(talk, "link", text="<i>Zielen</i><script>1</script>", system="wuerfelkrieg", kind="html")
    assert text == '<i><a href="/wuerfelkrieg/zielen/">Zielen</a></i><script>1</script>'


@pytest.mark.parametrize("concept", ["angriff", "Attack", "Überfall", "begriffe/angriff", "Schnipsen"])
def test_compare(talk: Talk, concept: str) -> None:
    """`compare` shows a concept in every system."""
    text, record = called(talk, "compare", concept=concept)
    assert text.startswith("# Angriff (Attack)\n")
    assert "## Würfelkrieg" in text
    assert "Eine Murmel, ein Schnipser." in text
    assert "- Beim Würfelkrieg wirft man alles, bei der Murmelschlacht nur eine Murmel." in text
    assert record["id"] == "angriff"
    assert "wuerfelkrieg/kaempfen" in record["short_rules"]


@pytest.mark.parametrize(
    ("tool", "arguments", "expected"),
    [
        ("look_up", {"reference": "Kaempfn"}, "wuerfelkrieg/zauberei-kaempfen"),
        ("look_up", {"reference": "x" * 501}, "reference"),
        ("look_up", {}, "reference"),
        ("search", {"query": "a", "system": "schach"}, "schach"),
        ("search", {"query": "a", "limit": 0}, "limit"),
        ("search", {"query": "a", "unfug": 1}, "unfug"),
        ("link", {"text": "Heute gibt es Kuchen."}, "wuerfelkrieg"),
        ("link", {"text": "a" * 1_000_001, "system": "murmeln"}, "zu lang"),
        ("compare", {"concept": "Angrif"}, "Angriff"),
        ("rm", {"path": "/"}, "rm"),
    ],
)
def test_impossible_calls_say_why(talk: Talk, tool: str, arguments: dict[str, Any], expected: str) -> None:
    assert expected in refused(talk, tool, **arguments)


def test_rules_are_resources(talk: Talk) -> None:
    async def ask(client: Client) -> Any:
        return await client.list_resources(), await client.list_resource_templates()

    listed, templates = talk(ask)
    assert {resource.uri for resource in listed.resources} >= {
        "nachschlag://wuerfelkrieg/kaempfen",
        "nachschlag://murmeln/schnipsen",
    }
    fight = next(resource for resource in listed.resources if resource.uri.endswith("/kaempfen"))
    assert (fight.title, fight.mime_type) == ("Kämpfen (Brawling)", "text/markdown")
    assert [one.uri_template for one in templates.resource_templates] == [
        "nachschlag://{system}/{slug}",
        "nachschlag://begriffe/{concept}",
    ]


@pytest.mark.parametrize(
    ("uri", "first"),
    [
        ("nachschlag://wuerfelkrieg/kaempfen", "# Kämpfen"),
        ("nachschlag://begriffe/angriff", "# Angriff (Attack)"),
        ("nachschlag://murmeln/glossar/murmel", "# Murmel"),
    ],
)
def test_resources_are_read(talk: Talk, uri: str, first: str) -> None:
    async def ask(client: Client) -> Any:
        return await client.read_resource(uri)

    content = talk(ask).contents[0]
    assert content.text.startswith(first)
    assert (content.uri, content.mime_type) == (uri, "text/markdown")


@pytest.mark.parametrize("uri", ["nachschlag://wuerfelkrieg/weg", "file:///etc/passwd", "nachschlag://../../mkdocs.yml", "unfug"])
def test_nothing_else_is_a_resource(talk: Talk, uri: str) -> None:
    from mcp.shared.exceptions import MCPError

    async def ask(client: Client) -> Any:
        with pytest.raises(MCPError) as expected:
            await client.read_resource(uri)
        return expected.value

    assert "gibt es nicht" in talk(ask).message


def test_long_lists_come_in_pages(tmp_path: Path) -> None:
    project = mini_project(tmp_path / "projekt")
    many = {f"content/murmeln/regeln/r{n}.md": f"---\ntitle: Regel Nummer {n}\nkind: rule\n---\nText.\n" for n in range(250)}
    lay_over(project, many)

    from mcp.shared.exceptions import MCPError

    async def ask(client: Client) -> Any:
        first = await client.list_resources()
        second = await client.list_resources(cursor=first.next_cursor)
        with pytest.raises(MCPError):
            await client.list_resources(cursor="unfug")
        return first, second

    with talking(project) as talk:
        first, second = talk(ask)
    uris = [resource.uri for page in (first, second) for resource in page.resources]
    assert len(first.resources) == 200
    assert second.next_cursor is None
    assert len(uris) == len(set(uris)) > 250


def test_a_concept_without_an_address_names_no_empty_source(http: tuple[Talk, httpx.Client]) -> None:
    text, record = called(http[0], "look_up", reference="begriffe/angriff")
    assert (record["id"], record["address"]) == ("angriff", "/begriffe/angriff/")
    assert "Quelle" not in text


#: A first message, and what a client says that it accepts.
INITIALIZE = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "probe", "version": "0"}},
}
ACCEPT = {"Accept": "application/json, text/event-stream"}


def test_each_message_over_http_stands_alone(http: tuple[Talk, httpx.Client]) -> None:
    """Calls need no session; answers are no streams, and none is kept open."""
    plain = http[1]
    asked = {"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": {"name": "resolve", "arguments": {"text": "Gerangel"}}}
    answer = plain.post("/mcp", json=asked, headers=ACCEPT)
    assert answer.json()["result"]["structuredContent"]["target"] == "wuerfelkrieg/kaempfen"
    assert (answer.headers["content-type"], answer.headers["cache-control"]) == ("application/json", "no-store")
    assert "mcp-session-id" not in plain.post("/mcp", json=INITIALIZE, headers=ACCEPT).headers
    assert plain.post("/mcp", json={"jsonrpc": "2.0", "method": "notifications/initialized"}, headers=ACCEPT).status_code == 202
    listen = {"jsonrpc": "2.0", "id": 2, "method": "subscriptions/listen"}
    assert plain.post("/mcp", json=listen, headers=ACCEPT).json()["error"]["code"] == -32601
    for method in ("GET", "DELETE"):
        refused = plain.request(method, "/mcp", headers=ACCEPT)
        assert (refused.status_code, refused.headers["allow"]) == (405, "POST")
        assert refused.json()["error"]["code"] == "method_not_allowed"


def test_over_http_the_limits_of_the_service_hold(http: tuple[Talk, httpx.Client]) -> None:
    plain = http[1]
    large = plain.post("/mcp", content=b" " * (LARGEST_BODY + 1), headers=ACCEPT)
    assert (large.status_code, large.json()["error"]["code"]) == (413, "body_too_large")
    assert plain.post("/mcp", content=b"kein JSON", headers={**ACCEPT, "Content-Type": "application/json"}).status_code == 400


def test_what_of_it_is_http_is_in_the_document(http: tuple[Talk, httpx.Client]) -> None:
    plain = http[1]
    document = plain.get("/api/v1/openapi-service.json").json()
    assert [error.message for error in OpenAPIV31SpecValidator(document).iter_errors()] == []
    shown = document["paths"]["/mcp"]["post"]["responses"]
    schemas = {name: Draft202012Validator({**document, "$ref": f"#/components/schemas/{name}"}) for name in ("Message", "Error")}
    notice = {"jsonrpc": "2.0", "method": "notifications/initialized"}
    text, typed = {"Content-Type": "text/plain"}, {"Content-Type": "application/json"}
    asked: list[tuple[int, bytes, dict[str, str]]] = [
        (200, json.dumps(INITIALIZE).encode(), ACCEPT | typed),
        (202, json.dumps(notice).encode(), ACCEPT | typed),
        (400, b"kein JSON", ACCEPT | typed),
        (403, json.dumps(INITIALIZE).encode(), ACCEPT | typed | {"Origin": "https://boese.example"}),
        (406, json.dumps(INITIALIZE).encode(), typed | {"Accept": "text/html"}),
        (413, b" " * (LARGEST_BODY + 1), ACCEPT | typed),
        (415, json.dumps(INITIALIZE).encode(), ACCEPT | text),
    ]
    for status, body, headers in asked:
        answer = plain.post("/mcp", content=body, headers=headers)
        assert answer.status_code == status, answer.text
        assert {name.lower() for name in shown[str(status)].get("headers", {})} <= set(answer.headers)
        if held := shown[str(status)].get("content"):
            name = held["application/json"]["schema"]["$ref"].rpartition("/")[2]
            assert [error.message for error in schemas[name].iter_errors(answer.json())] == [], answer.text
    assert set(shown) == {*(str(status) for status, *_ in asked), "405", "408", "500", "503"}


@pytest.mark.parametrize(
    ("origin", "host", "base", "own"),
    [
        ("https://regeln.example.org", "regeln.example.org", "https://regeln.example.org/t", True),
        ("https://regeln.example.org", "127.0.0.1:8377", "https://regeln.example.org", True),
        ("https://boese.example", "regeln.example.org", "https://regeln.example.org", False),
        ("http://localhost:8377", "localhost:8377", "", True),
        ("http://[::1]:8377", "[::1]:8377", "", True),
        ("http://boese.example:8377", "boese.example:8377", "", False),  # a name made to point at this machine
        ("http://localhost:3000", "localhost:8377", "", False),
        ("null", "localhost:8377", "", False),
        ("http://[", "[", "", False),  # no address at all
        ("http://localhost.boese.example", "localhost.boese.example", "", False),
    ],
)
def test_only_the_site_itself_may_ask_from_a_browser(origin: str, host: str, base: str, own: bool) -> None:
    assert is_own_page(origin, host, base) is own


def test_pages_of_others_are_refused(http: tuple[Talk, httpx.Client]) -> None:
    plain = http[1]
    refused = plain.post("/mcp", json=INITIALIZE, headers={**ACCEPT, "Origin": "https://boese.example"})
    assert (refused.status_code, refused.json()["error"]["code"]) == (403, "foreign_origin")
    assert "access-control-allow-origin" not in refused.headers
    own = str(plain.base_url).rstrip("/")
    assert plain.post("/mcp", json=INITIALIZE, headers={**ACCEPT, "Origin": own}).status_code == 200


def test_nothing_but_the_protocol_is_written(project: Path) -> None:
    run = subprocess.run(
        command("--project", project, "mcp"),
        input=json.dumps(INITIALIZE) + "\nkein JSON\n",
        capture_output=True,
        text=True,
        env=environment(),
        timeout=60,
    )
    lines = [json.loads(line) for line in run.stdout.splitlines()]
    assert lines[0]["result"]["serverInfo"]["name"] == "nachschlag"
    assert all(line["jsonrpc"] == "2.0" for line in lines)
    assert run.returncode == 0


def test_without_content_the_remedy_is_named(tmp_path: Path) -> None:
    project = mini_project(tmp_path / "projekt")
    shutil.rmtree(project / "content")
    run = nachschlag("--project", project, "mcp")
    assert run.returncode == 2
    assert "Kein Spiel geladen" in run.stderr


def test_without_the_package_the_remedy_is_named(project: Path, tmp_path: Path) -> None:
    code = (
        "import importlib.util as u, sys\nfind = u.find_spec\nu.find_spec = lambda name, *a: None if name == 'mcp' else find(name, *a)\n"
        "from nachschlag.generator.cli import main\nsys.exit(main(sys.argv[1:]))"
    )
    run = subprocess.run(
        [sys.executable, "-c", code, "--project", str(project), "mcp"], capture_output=True, text=True, timeout=60
    )
    assert run.returncode == 2
    assert 'pip install ".[mcp]"' in run.stderr
