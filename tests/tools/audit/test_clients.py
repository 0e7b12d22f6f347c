"""Clients that three generators make from our OpenAPI documents: they compile and answer. Part of `make audit`."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.projects import REPOSITORY
from tests.serving import answering_for

pytestmark = pytest.mark.audit

OWN = REPOSITORY / "tests" / "tools" / "audit" / "clients"
#: Where `make audit` installs the generators.
TOOLS = REPOSITORY / "build" / "clients"
DOCUMENTS = {"seite": "/api/v1/openapi.json", "dienst": "/api/v1/openapi-service.json"}


@pytest.fixture(scope="module")
def client(mini_site: Path) -> Iterator[httpx.Client]:
    """The service of the mini project's site."""
    with answering_for(mini_site) as client:
        yield client


@pytest.fixture(scope="module")
def expected(client: httpx.Client) -> dict[str, Any]:
    """What every client must answer, read without one."""

    def read(path: str) -> Any:
        return client.get(f"/api/v1/{path}").raise_for_status().json()

    whole = read("systems/wuerfelkrieg.json")
    return {
        "title": "Kämpfen",
        "references": len(read("entries/wuerfelkrieg/kaempfen.json")["references"]),
        "entries": len(read("index.json")["entries"]),
        "whole": ["wuerfelkrieg", len(whole["entries"])],
        "names": len(read("names/wuerfelkrieg.json")["rules"]),
        "concepts": len(read("concepts.json")["concepts"]),
        "hit": "wuerfelkrieg/kaempfen",
        "target": "wuerfelkrieg/kaempfen",
        "completions": read("complete?q=käm")["completions"][0]["id"],
        "linked": ["wuerfelkrieg/zielen", "wuerfelkrieg/kaempfen"],
        "status": "ok",
    }


@pytest.fixture
def folder(client: httpx.Client, tmp_path: Path) -> Path:
    """A folder with both documents."""
    for name, path in DOCUMENTS.items():
        (tmp_path / f"{name}.json").write_bytes(client.get(path).raise_for_status().content)
    return tmp_path


def done(folder: Path, *command: str | Path) -> str:
    """Run a program, and return what it printed."""
    path = os.pathsep.join((str(REPOSITORY / ".venv" / "bin"), os.environ["PATH"]))  # ruff tidies what is made
    run = subprocess.run([*map(str, command)], cwd=folder, capture_output=True, text=True, env={**os.environ, "PATH": path})
    assert run.returncode == 0, run.stdout + run.stderr
    return run.stdout


def test_openapi_python_client(client: httpx.Client, folder: Path, expected: dict[str, Any]) -> None:
    python = TOOLS / "venv" / "bin"
    for name in DOCUMENTS:
        answers = done(
            folder,
            python / "openapi-python-client",
            "generate",
            "--path",
            f"{name}.json",
            "--output-path",
            name,
            "--meta",
            "none",
        )
        warnings = [line for line in answers.splitlines() if line.startswith(("WARNING", "ERROR", "Unsupported"))]
        # of the bodies that /link takes it knows JSON alone
        assert {line for line in warnings if "POST /api/v1/link" not in line} <= {
            f"Unsupported content type text/{kind}" for kind in ("plain", "markdown", "html")
        }
    shutil.copy(OWN / "use.py", folder)
    assert json.loads(done(folder, python / "python", "use.py", str(client.base_url).rstrip("/"))) == expected


@pytest.mark.parametrize("use", ["fetch", "hey"])
def test_generators_of_typescript(client: httpx.Client, folder: Path, expected: dict[str, Any], use: str) -> None:
    programs = TOOLS / "node_modules" / ".bin"
    (folder / "node_modules").symlink_to(TOOLS / "node_modules")
    for file in ("tsconfig.json", "openapi-ts.config.mjs", f"{use}.ts"):
        shutil.copy(OWN / file, folder)
    (folder / "package.json").write_text('{"type": "module"}', "utf-8")
    if use == "fetch":
        for name in DOCUMENTS:
            done(folder, programs / "openapi-typescript", f"{name}.json", "-o", f"{name}.ts")
    else:
        done(folder, programs / "openapi-ts")
    done(folder, programs / "tsc", "--project", ".")
    assert json.loads(done(folder, "node", f"gebaut/{use}.js", str(client.base_url).rstrip("/"))) == expected
