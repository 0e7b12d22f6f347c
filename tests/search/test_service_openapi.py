"""The service's OpenAPI: valid, complete, and checked against the service by schemathesis with generated calls."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from jsonschema import Draft202012Validator
from nachschlag.search.service.errors import CODES
from openapi_spec_validator import OpenAPIV31SpecValidator
from schemathesis import GenerationMode
from schemathesis.specs.openapi.checks import negative_data_rejection

PATH = "/api/v1/openapi-service.json"
#: The number of calls generated for each operation: in every test run, and in `make audit`.
FEW, MANY = 25, 200

#: Any body sent as text is text: even "null", which schemathesis considers invalid, is linked.
ANY_TEXT = [negative_data_rejection]

OPERATIONS = [
    "GET /api/v1/search",
    "GET /api/v1/resolve",
    "GET /api/v1/complete",
    "GET /api/v1/entries",
    "POST /api/v1/link",
    "GET /api/v1/openapi-service.json",
    "GET /healthz",
]


@pytest.fixture(scope="module")
def document(client: httpx.Client) -> dict[str, Any]:
    """The OpenAPI document as served."""
    return dict(client.get(PATH).raise_for_status().json())


def test_the_document_is_valid(document: dict[str, Any]) -> None:
    assert [error.message for error in OpenAPIV31SpecValidator(document).iter_errors()] == []


def test_every_operation_is_in_it(document: dict[str, Any]) -> None:
    shown = [f"{method.upper()} {path}" for path, methods in document["paths"].items() for method in methods]
    assert sorted(shown) == sorted(OPERATIONS)


def test_every_code_is_documented_somewhere(document: dict[str, Any]) -> None:
    responses = [r for methods in document["paths"].values() for one in methods.values() for r in one["responses"].values()]
    shown = {code for r in responses for code in r["description"].removeprefix("code: ").split(", ")}
    assert set(CODES) - shown == {"not_found", "foreign_origin"}  # for paths outside the document


def test_parameters_that_may_be_empty_are_documented_as_such(client: httpx.Client, document: dict[str, Any]) -> None:
    asked = {"q": "a", "text": "a", "ids": "a/b"}
    shown = [
        (path, one) for path, methods in document["paths"].items() if "get" in methods for one in methods["get"]["parameters"]
    ]
    assert shown
    for path, one in shown:
        is_taken = client.get(path, params={**asked, one["name"]: ""}).status_code == 200
        assert is_taken == (one.get("allowEmptyValue", False) or Draft202012Validator(one["schema"]).is_valid("")), one["name"]


#: A valid question of each operation.
QUESTIONS = [
    ("GET", "/api/v1/search", {"params": {"q": "Gerangel"}}),
    ("GET", "/api/v1/resolve", {"params": {"text": "Gerangel"}}),
    ("GET", "/api/v1/complete", {"params": {"q": "ger"}}),
    ("GET", "/api/v1/entries", {"params": {"ids": "wuerfelkrieg/kaempfen,wuerfelkrieg/fehlt"}}),
    ("POST", "/api/v1/link", {"content": "Gerangel", "headers": {"Content-Type": "text/plain"}}),
    ("POST", "/api/v1/link", {"json": {"text": "Gerangel", "system": "wuerfelkrieg"}}),
    ("POST", "/api/v1/link", {"json": {"text": "Gerangel", "system": "wuerfelkrieg", "format": "md"}}),
    ("GET", "/api/v1/openapi-service.json", {}),
    ("GET", "/healthz", {}),
]
#: What proxies and browsers need of any answer, and no program.
FOR_ALL = {
    *("content-type", "content-length", "content-encoding", "vary", "date", "server", "connection", "x-content-type-options"),
    *("referrer-policy", "permissions-policy", "access-control-allow-origin", "access-control-expose-headers"),
    "content-security-policy",
}


@pytest.mark.parametrize(("method", "path", "given"), QUESTIONS)
def test_headers_are_those_of_the_document(
    client: httpx.Client, document: dict[str, Any], method: str, path: str, given: dict[str, Any]
) -> None:
    responses = document["paths"][path][method.lower()]["responses"]
    answer = client.request(method, path, **given)
    assert answer.status_code == 200
    shown = {name.lower() for name in responses["200"].get("headers", {})}
    assert set(answer.headers) - FOR_ALL == shown
    again = client.request(
        method, path, **given | {"headers": given.get("headers", {}) | {"If-None-Match": answer.headers.get("etag", "*")}}
    )
    assert again.status_code == (304 if "304" in responses else 200)
    refused = client.request("PUT", path)
    assert (refused.status_code, "Allow" in responses["405"]["headers"]) == (405, "allow" in refused.headers)


def test_answers_say_to_pages_elsewhere_which_edition_they_are_of(client: httpx.Client) -> None:
    answer = client.get("/api/v1/search?q=Gerangel", headers={"Origin": "https://forum.example"})
    assert answer.headers["nachschlag-edition"]
    assert "Nachschlag-Edition" in answer.headers["access-control-expose-headers"].split(", ")


@pytest.mark.parametrize("mode", list(GenerationMode))
@pytest.mark.parametrize("operation", OPERATIONS)
def test_generated_calls_match_the_document(
    client: httpx.Client, document: dict[str, Any], operation: str, mode: GenerationMode
) -> None:
    method, path = operation.split(" ")
    described = schemathesis.openapi.from_dict(document)[path][method]
    if mode is GenerationMode.NEGATIVE and not described.definition.raw["parameters"]:
        return  # a call without parameters cannot be invalid

    @settings(max_examples=FEW, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck))
    @given(case=described.as_strategy(generation_mode=mode))
    def check(case: schemathesis.Case) -> None:
        case.call_and_validate(base_url=str(client.base_url), excluded_checks=ANY_TEXT if method == "POST" else ())

    check()


@pytest.mark.audit
def test_many_generated_calls_match_the_document(client: httpx.Client, tmp_path: Path) -> None:
    """All phases of schemathesis: examples, boundary values of every parameter, generated calls, valid and invalid."""
    options = [
        "--exclude-checks",
        "negative_data_rejection",
        "--max-examples",
        str(MANY),
        "--checks",
        "all",
        "--seed",
        "1",
        "--no-color",
        "--generation-database",
        "none",
    ]
    run = subprocess.run(
        [Path(sys.executable).with_name("schemathesis"), "run", str(client.base_url).rstrip("/") + PATH, *options],
        capture_output=True,
        text=True,
        cwd=tmp_path,
    )
    assert run.returncode == 0, run.stdout[-6000:] + run.stderr[-2000:]
