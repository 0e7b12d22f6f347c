"""The `_headers` on the help page, read by Netlify's own parser, for every file of a site. Part of `make audit`."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.hosting import printed

pytestmark = pytest.mark.audit

#: 9.0.3 was current on 2026-11-22.
PARSER = "@netlify/headers-parser@9.0.3"
ALWAYS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "strict-origin-when-cross-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}


@pytest.fixture(scope="module")
def read(mini_site: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """The parser's result: `errors`, rules that are `idle`, and the headers `sent` with each address."""
    npm, node = shutil.which("npm"), shutil.which("node")
    assert npm, "npm fehlt"
    assert node, "node fehlt"
    folder = tmp_path_factory.mktemp("netlify")
    subprocess.run([npm, "install", "--ignore-scripts", "--no-audit", "--no-fund", "--silent", PARSER], cwd=folder, check=True)
    (folder / "_headers").write_text(printed("netlify"), "utf-8")
    files = [f"/{path.relative_to(mini_site).as_posix()}" for path in sorted(mini_site.rglob("*")) if path.is_file()]
    addresses = "\n".join(file.removesuffix("index.html") for file in files)
    asked = [node, str(Path(__file__).with_name("netlify.mjs")), str(folder / "_headers"), str(folder)]
    done = subprocess.run(asked, input=addresses, capture_output=True, text=True, check=True)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_every_line_is_understood_and_of_use(read: dict[str, Any]) -> None:
    assert (read["errors"], read["idle"]) == ([], [])
    assert len(read["sent"]) > 100


def test_every_address_gets_the_headers_for_safety(read: dict[str, Any]) -> None:
    assert [path for path, headers in read["sent"].items() if not ALWAYS.items() <= headers.items()] == []


def test_only_the_data_may_be_read_by_other_sites(read: dict[str, Any]) -> None:
    may = {path for path, headers in read["sent"].items() if headers.get("Access-Control-Allow-Origin")}
    assert may == {path for path in read["sent"] if re.match(r"/(?:api/v1/|einbetten-1|nachschlag\.)", path)}
    assert {read["sent"][path]["Access-Control-Allow-Origin"] for path in may} == {"*"}


def test_everything_is_revalidated(read: dict[str, Any]) -> None:
    """Netlify revalidates by default; a file's version is in its query, which the rules do not see."""
    assert [path for path, headers in read["sent"].items() if "Cache-Control" in headers] == []
