"""Our shipped files use no feature that the oldest supported browsers lack. Part of `make audit`."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.projects import REPOSITORY

pytestmark = pytest.mark.audit

FOLDER = REPOSITORY / "tests" / "tools" / "audit" / "baseline"
BASELINE = FOLDER / "baseline.json"
#: Material's own files have their own promises.
OTHERS = ("assets/javascripts/", "assets/stylesheets/")


def scanned(files: list[Path]) -> list[dict[str, Any]]:
    """The features in these files that are too new: [{what, where, missing}]."""
    command = ["node", str(FOLDER / "scan.mjs"), str(BASELINE), *map(str, files)]
    done = subprocess.run(command, cwd=REPOSITORY / "build" / "baseline", capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    return list(json.loads(done.stdout))


def test_our_files_run_in_the_oldest_browsers(mini_site: Path) -> None:
    files = [file for kind in ("*.js", "*.css") for file in sorted(mini_site.rglob(kind))]
    ours = [file for file in files if not file.relative_to(mini_site).as_posix().startswith(OTHERS)]
    assert {"sw.js", "suche.js", "nachschlag.css", "einbetten-1.js"} <= {file.name.split("-0")[0] for file in ours}
    fallbacks = json.loads(BASELINE.read_text("utf-8"))["fallbacks"]
    used = {
        one["what"]: next((name for name in fallbacks if f"{one['what']}.".startswith(f"{name}.")), None) for one in scanned(ours)
    }
    assert [what for what, fallback in used.items() if fallback is None] == []
    assert sorted(set(fallbacks) - set(used.values())) == [], "these fallbacks are no longer needed"


@pytest.mark.parametrize(
    ("name", "text", "what"),
    [
        ("a.js", "x.split(/(?<=a)b/)", "javascript.regular_expressions.lookbehind_assertion"),
        ("a.js", "const b = /[a--b]/v", "syntax"),
        ("a.js", "class A { static { go(); } }", "javascript.classes.static.initialization_blocks"),
        ("a.js", "x.isSubsetOf(y)", "javascript.builtins.Set.isSubsetOf"),
        ("a.js", "Map.groupBy(x, y)", "javascript.builtins.Map.groupBy"),
        ("a.js", "Promise.withResolvers()", "javascript.builtins.Promise.withResolvers"),
        ("a.js", "new CompressionStream('gzip')", "api.CompressionStream"),
        ("a.js", "document.startViewTransition(go)", "api.Document.startViewTransition"),
        ("a.js", "await go()", "syntax"),
        ("a.css", "a { text-decoration: underline 2px }", "css.properties.text-decoration.includes_thickness"),
        ("a.css", "a { mask: none }", "css.properties.mask"),
        ("a.css", "a { & b { top: 0 } }", "css.selectors.nesting"),
        ("a.css", "a { color: light-dark(red, blue) }", "css.types.color.light-dark"),
        ("a.css", "a:open { top: 0 }", "css.selectors.open"),
        ("a.css", "@view-transition { navigation: auto }", "css.at-rules.view-transition"),
    ],
)
def test_the_scan_finds(tmp_path: Path, name: str, text: str, what: str) -> None:
    (tmp_path / name).write_text(text, "utf-8")
    assert [one["what"] for one in scanned([tmp_path / name]) if one["what"].startswith(what)]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.js", "x.at(-1)?.findLast(y); structuredClone(z); Object.hasOwn(x, y); class A { #b = 1; }"),
        ("a.css", "a:has(b) { -webkit-mask: none; mask: none; color: color-mix(in srgb, red, blue); height: 1dvh }"),
    ],
)
def test_the_scan_lets_through(tmp_path: Path, name: str, text: str) -> None:
    (tmp_path / name).write_text(text, "utf-8")
    assert scanned([tmp_path / name]) == []


def test_the_help_names_the_oldest_browsers() -> None:
    said = (REPOSITORY / "generator" / "assets" / "site" / "hilfe" / "index.md").read_text("utf-8")
    oldest = json.loads(BASELINE.read_text("utf-8"))["browsers"]
    assert f"Safari ab {oldest['safari']} (iPhone und iPad ab iOS {oldest['safari_ios']})" in said
    assert f"Chrome und Edge ab {oldest['chrome']}, Firefox ab {oldest['firefox']}" in said
