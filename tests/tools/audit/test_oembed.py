"""A third-party program finds our frames: an oEmbed consumer from npm, on our built site. Part of `make audit`."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.other_site import our_site
from tests.projects import build, mini_project

pytestmark = pytest.mark.audit

#: Reads a page as link previews do: OpenGraph, and oEmbed by discovery. 6.4.0 was current on 2026-11-22.
CONSUMER = "unfurl.js@6.4.0"
_ASK = """const { unfurl } = require('unfurl.js');
unfurl(process.argv[1]).then((found) => console.log(JSON.stringify(found)));"""


def test_a_consumer_finds_frame_and_title(tmp_path: Path) -> None:
    npm = shutil.which("npm")
    assert npm, "npm fehlt"
    subprocess.run(
        [npm, "install", "--ignore-scripts", "--no-audit", "--no-fund", "--silent", CONSUMER], cwd=tmp_path, check=True
    )
    empty = tmp_path / "leer"
    empty.mkdir()
    with our_site(empty) as address:  # the pages name the address that they are built for
        site = build(mini_project(tmp_path / "projekt", mkdocs=f"site_name: Probe\nsite_url: {address}/\n"))
        shutil.copytree(site, empty, dirs_exist_ok=True)
        asked = [str(shutil.which("node")), "-e", _ASK, f"{address}/wuerfelkrieg/kaempfen/"]
        found = json.loads(subprocess.run(asked, cwd=tmp_path, capture_output=True, text=True, check=True).stdout)
    assert found["open_graph"]["title"] == "Kämpfen (Würfelkrieg)"
    assert found["oEmbed"]["type"] == "rich"
    assert f'src="{address}/embed/wuerfelkrieg/kaempfen/"' in found["oEmbed"]["html"]
