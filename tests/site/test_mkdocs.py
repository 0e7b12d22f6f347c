"""Plain `mkdocs build` and `mkdocs serve` in a clean clone, through the hook; and projects outside the repository."""

from __future__ import annotations

import re
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

import httpx
import pytest
from nachschlag.generator.files.own_files import ASSETS
from nachschlag.generator.model.settings import read_yaml
from nachschlag.generator.site.builder_config import THEME

from tests.html import dead_links
from tests.projects import MINI, REPOSITORY, build, environment, mini_project, repository_copy, tree
from tests.serving import get, until


def mkdocs(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "mkdocs", *arguments]


def small_clone(root: Path, *, whole: bool = True) -> Path:
    """A clean clone with the rules of the mini project: our settings and packages."""
    clone = repository_copy(root, whole=whole, systems=("keines",))
    for folder in ("content", "glossary"):
        shutil.rmtree(clone / folder)
        shutil.copytree(MINI / folder, clone / folder)
    return clone


def test_mkdocs_build_makes_the_same_site(tmp_path: Path) -> None:
    clone = small_clone(tmp_path / "klon")
    built = build(small_clone(tmp_path / "projekt", whole=False))  # with our theme: the pages are ours, not MkDocs'
    done = subprocess.run(mkdocs("build", "--strict"), cwd=clone, capture_output=True, text=True, env=environment(), check=False)
    assert done.returncode == 0, done.stderr
    plain, ours = tree(clone / "site"), tree(built)
    assert sorted(plain) == sorted(ours)
    assert [name for name in ours if plain[name] != ours[name]] == []
    assert dead_links(clone / "site") == []


def test_mkdocs_build_stops_when_a_published_id_vanished(tmp_path: Path) -> None:
    clone = small_clone(tmp_path / "klon")
    (clone / "content/wuerfelkrieg/published.txt").write_text("wuerfelkrieg/laengst-weg\n", "utf-8")
    done = subprocess.run(mkdocs("build"), cwd=clone, capture_output=True, text=True, env=environment(), check=False)
    assert done.returncode == 1
    assert "„wuerfelkrieg/laengst-weg“ war veröffentlicht" in done.stdout + done.stderr
    assert not (clone / "site").exists()


def test_mkdocs_build_without_nachschlag_says_what_to_do(tmp_path: Path) -> None:
    clone = small_clone(tmp_path / "klon")
    blocked = "import sys; sys.modules['nachschlag.generator.build'] = None; import mkdocs.__main__ as m; m.cli()"
    done = subprocess.run(
        [sys.executable, "-c", blocked, "build"], cwd=clone, capture_output=True, text=True, env=environment(), check=False
    )
    assert done.returncode == 1
    assert "Nachschlag ist nicht installiert. Abhilfe:" in done.stdout
    assert "Traceback" not in done.stderr


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def test_mkdocs_serve_shows_changes_and_rests(tmp_path: Path) -> None:
    clone = small_clone(tmp_path / "klon")
    port = free_port()
    process = subprocess.Popen(
        mkdocs("serve", "-a", f"127.0.0.1:{port}"),
        cwd=clone,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(),
    )
    log: list[str] = []

    def read() -> None:
        assert process.stderr is not None
        for line in process.stderr:
            log.append(line)

    reader = threading.Thread(target=read, daemon=True)
    reader.start()

    def builds() -> int:
        return sum("Documentation built in" in line for line in log)

    def fetched() -> str:
        try:
            return get(f"http://127.0.0.1:{port}/wuerfelkrieg/kaempfen/").text
        except httpx.TransportError:
            return ""

    try:
        until(lambda: "Kämpfen" in fetched())
        time.sleep(5)
        assert builds() == 1, "".join(log)
        entry = clone / "content/wuerfelkrieg/grundregeln/kaempfen.md"
        entry.write_text(entry.read_text("utf-8").replace("aus dem Becher", "aus dem Hut"), "utf-8")
        until(lambda: "aus dem Hut" in fetched())
        time.sleep(5)
        assert builds() == 2, "".join(log)
    finally:
        process.send_signal(signal.SIGINT)
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
    reader.join(5)
    assert "Traceback" not in "".join(log)


# -- projects outside the repository ------------------------------------------------------------------------------------------


def test_the_defaults_are_our_own_settings() -> None:
    """A minimal mkdocs.yml builds the same site as ours."""
    own = read_yaml(REPOSITORY / "mkdocs.yml")
    defaults = read_yaml(ASSETS / "site-defaults.yml")
    theme = {name: value for name, value in own["theme"].items() if name != "custom_dir"}
    assert {**{name: own[name] for name in defaults}, "theme": theme} == defaults
    assert (REPOSITORY / own["theme"]["custom_dir"]).resolve() == THEME.resolve()


def test_a_minimal_project_looks_like_ours(tmp_path: Path, mini_site: Path) -> None:
    minimal = tree(mini_site)
    settings = (REPOSITORY / "mkdocs.yml").read_text("utf-8").replace("site_name: Nachschlag", "site_name: Probe")
    whole = mini_project(tmp_path / "voll", mkdocs=settings)  # its theme folder is missing, so ours is used
    assert [name for name, content in tree(build(whole)).items() if minimal.get(name) != content] == []


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ("theme: {name: material, language: de}", "assets/nachschlag.css"),
        ("theme: {font: false}\nextra_css: [eigen.css]", "eigen.css"),
        ("theme: {custom_dir: mein}", "Das ist meiner"),
        ("theme:\nextra:\nplugins:\n", "assets/nachschlag.css"),
    ],
)
def test_a_project_may_change_what_it_likes(tmp_path: Path, settings: str, expected: str) -> None:
    project = mini_project(tmp_path / "projekt", mkdocs=f"site_name: Probe\n{settings}\n")
    shutil.copytree(THEME, project / "mein")
    main = project / "mein" / "main.html"
    main.write_text(main.read_text("utf-8").replace("{% block content %}", "{% block content %}Das ist meiner", 1), "utf-8")
    html = (build(project) / "wuerfelkrieg/kaempfen/index.html").read_text("utf-8")
    assert expected in html
    assert not re.search(r'(?:src|href)="https?://fonts', html)
