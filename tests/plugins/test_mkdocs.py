"""The plugin for MkDocs, in a foreign site built by MkDocs."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from nachschlag.generator.plugins.mkdocs import link_page
from nachschlag.generator.plugins.rules import Rules

from tests.html import Page, page
from tests.projects import environment

from .conftest import SITE

CONFIG = """site_name: Vereinsseite
markdown_extensions: [admonition, tables]
plugins:
  - nachschlag:
      rules: regeln.zip
"""
TEXT = """---
title: Bericht
---
# Bericht [[wuerfelkrieg:Wurf]]

Erst ein [[wuerfelkrieg:Würfelsturm (2)|wahrer <Sturm>]] und [[wuerfelkrieg:Würfelsturm (2)]].

!!! note
    Im Kasten: [[wuerfelkrieg/rueckzug]]; `[[wuerfelkrieg:Wurf]]`.

| Regel |
| --- |
| [[wuerfelkrieg:Zielen\\|zielen]] |

Danach [[wuerfelkrieg:Wurv]], GR 17 und [[Startseite]].
"""


def site(folder: Path, bundle: Path, text: str = TEXT, config: str = CONFIG) -> Path:
    (folder / "docs").mkdir()
    (folder / "docs" / "index.md").write_text(text, "utf-8")
    (folder / "mkdocs.yml").write_text(config, "utf-8")
    shutil.copy(bundle, folder)
    return folder


def mkdocs(project: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "mkdocs", "build", *arguments]
    return subprocess.run(
        command, cwd=project, capture_output=True, text=True, encoding="utf-8", env=environment(), timeout=120, check=False
    )


def links(html: Page) -> list[str]:
    return [a["data-regel"] for a in html.elements("a") if "data-regel" in a]


def test_a_foreign_site(bundle: Path, tmp_path: Path) -> None:
    """Another site's pages get links and hints from a bundle."""
    project = site(tmp_path, bundle, TEXT.replace("<Sturm>", "Sturm"))
    done = mkdocs(project)
    assert done.returncode == 0, done.stderr
    built = page(project / "site", "/")
    assert links(built) == [
        "wuerfelkrieg/wuerfelsturm",
        "wuerfelkrieg/wuerfelsturm",
        "wuerfelkrieg/rueckzug",
        "wuerfelkrieg/zielen",
    ]
    assert f'href="{SITE}/wuerfelkrieg/zielen/"' in built.source
    assert "<code>[[wuerfelkrieg:Wurf]]</code>" in built.source
    assert "Danach Wurv, GR 17 und [[Startseite]]." in built.source
    assert "index.md:15: „Wurv“ gibt es in Würfelkrieg nicht" in done.stderr
    assert "einbetten" not in built.source


def test_a_missing_system_becomes_text_and_a_warning(one_system: Rules, bundle: Path, tmp_path: Path) -> None:
    assert list(one_system.library.systems) == ["wuerfelkrieg"]
    project = site(
        tmp_path,
        bundle.parent / "eins.zip",
        "Eins\n\nNach [[murmeln:Regeln 1.0]] geht es.\n",
        CONFIG.replace("regeln.zip", "eins.zip"),
    )
    done = mkdocs(project)
    assert done.returncode == 0, done.stderr
    assert "<p>Nach Regeln 1.0 geht es.</p>" in page(project / "site", "/").source
    assert "index.md:3: Das Spiel „murmeln“ fehlt" in done.stderr


def test_strict_builds_fail_on_unknown_references(bundle: Path, tmp_path: Path) -> None:
    assert mkdocs(site(tmp_path, bundle), "--strict").returncode == 1


def test_citations_and_the_script_where_asked_for(bundle: Path, tmp_path: Path) -> None:
    config = CONFIG + "      citations: wuerfelkrieg\n      script: true\n"
    project = site(tmp_path, bundle, "Nach GR 17 ein Rückzug.\n", config)
    done = mkdocs(project)
    assert done.returncode == 0, done.stderr
    built = page(project / "site", "/")
    assert links(built) == ["wuerfelkrieg/kaempfen", "wuerfelkrieg/rueckzug"]
    assert f'<script src="{SITE}/einbetten-1.js" async></script>' in built.source


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (("regeln.zip", "fehlt.zip"), "gibt es nicht"),
        (("rules: regeln.zip", "rules: regeln.zip\n      citations: halma"), "halma"),
        (("rules: regeln.zip", "rules: regeln.zip\n      site: unsinn"), "keine Adresse"),
    ],
)
def test_wrong_settings_end_in_one_sentence(bundle: Path, tmp_path: Path, change: tuple[str, str], expected: str) -> None:
    done = mkdocs(site(tmp_path, bundle, config=CONFIG.replace(*change)))
    assert done.returncode == 1
    assert expected in done.stderr
    assert "Traceback" not in done.stderr


def test_hostile_pages_gain_nothing(rules: Rules) -> None:
    html = "<p>[[wuerfelkrieg:Wurf|&lt;script&gt;]] [[wuerfelkrieg:&lt;img src=x&gt;]] [[wuerfelkrieg:&quot;onclick=&quot;x]]</p>"
    linked, problems = link_page(rules, html, "wuerfelkrieg")
    assert {tag for tag, _ in Page("", linked).tags} == {"p", "a"}
    assert "&lt;script&gt;</a> &lt;img src=x&gt; " in linked
    assert len(problems) == 2
