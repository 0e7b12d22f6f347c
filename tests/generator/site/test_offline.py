"""Version and list of kept files, on small folders; tests/site/offline shows what the worker does with them."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest
from nachschlag.generator.site.offline import (
    content_date,
    files_in,
    hashes_of,
    kept_files,
    with_hashes,
    write_offline,
)

from tests.offline import hash_of, kept_by, version
from tests.projects import lay_over

SITE = {
    "index.html": '<link rel="stylesheet" href="assets/a.css?v=0123456789ab"><script src="assets/a.js"></script><img src="assets/b.png">',
    "spiel/regel/index.html": '<img src="../../assets/nur-hier.png">',
    "hilfe/suchen/index.html": "<p>Hilfe</p>",
    "assets/a.css": "@font-face { src: url(schrift/a.woff2) } .b { background: url('b.svg#x') }",
    "assets/schrift/a.woff2": b"\x00schrift",
    "assets/a.js": "1",
    "assets/b.png": b"\x89PNG",
    "assets/nur-hier.png": b"\x89PNG2",
    "assets/suche/index.json": "{}",
    "assets/suche/texte-spiel.json": "{}",
    "assets/suche/words-spiel.json": "{}",
    "api/v1/systems/spiel.json": "{}",
    "api/v1/entries/spiel/regel.json": "{}",
}


@pytest.fixture
def site(tmp_path: Path) -> Path:
    lay_over(tmp_path, SITE)
    return tmp_path


def test_requested_files_and_data_are_kept(site: Path) -> None:
    assert kept_files(files_in(site)) == [
        "api/v1/systems/spiel.json",
        "assets/a.css",
        "assets/a.js",
        "assets/b.png",
        "assets/schrift/a.woff2",
        "assets/suche/index.json",
        "hilfe/suchen/index.html",
        "index.html",
    ]


def test_nothing_outside_the_site_is_kept(site: Path) -> None:
    (site / "index.html").write_text(
        '<script src="../fremd.js"></script><script src="https://example.org/x.js"></script>', "utf-8"
    )
    (site.parent / "fremd.js").write_text("1", "utf-8")
    assert [path for path in kept_files(files_in(site)) if path.endswith(".js")] == []


@pytest.mark.parametrize("path", ["index.html", "assets/schrift/a.woff2", "api/v1/systems/spiel.json"])
def test_every_kept_file_counts_for_the_version(site: Path, path: str) -> None:
    before = written(site)
    assert before == written(site)
    (site / path).write_bytes((site / path).read_bytes() + b" ")
    assert written(site) != before


def test_data_that_stay_online_count_too(site: Path) -> None:
    """Pages get the hashes of all data from the version's file, so these belong to it."""
    before = written(site)
    (site / "assets/suche/texte-spiel.json").write_text('{"spiel/regel": "Neu."}', "utf-8")
    assert written(site) != before


def test_files_not_kept_do_not_count(site: Path) -> None:
    before = written(site)
    worker = (site / "sw.js").read_bytes()
    (site / "spiel/regel/index.html").write_text("anders", "utf-8")
    assert written(site) == before
    assert (site / "sw.js").read_bytes() == worker


def written(site: Path) -> str:
    """The version of a site after its last files have been written."""
    write_offline(site)
    return version(site)


def test_pages_learn_the_hashes_of_all_data(site: Path) -> None:
    write_offline(site)
    data = ("api/v1/systems/spiel.json", *(f"assets/suche/{name}.json" for name in ("index", "texte-spiel", "words-spiel")))
    assert json.loads((site / "assets/stand.json").read_text("utf-8"))["files"] == {path: hash_of(site, path) for path in data}
    assert "assets/stand.json" not in kept_by(site)


@pytest.mark.parametrize(
    ("tag", "expected"),
    [
        ('<script src="../assets/nachschlag.js" defer>', '<script src="../assets/nachschlag.js?v=0f" defer>'),
        ('<link href="assets/suche/suche.css">', '<link href="assets/suche/suche.css?v=0f">'),
        ('<link href="/regeln/assets/systeme.css">', '<link href="/regeln/assets/systeme.css?v=0f">'),
        ('<link href="../assets/stylesheets/main.57a0d79d.min.css">', None),
        ('<link href="../assets/schriften/a.woff2">', None),
        ('<script src="../assets/fehlt.js">', None),
        ('<script src="https://example.org/assets/a.js">', None),
        ('<meta name="nachschlag-version" content="">', '<meta name="nachschlag-version" content="netz">'),
        ("<p>assets/nachschlag.js</p>", None),
    ],
)
def test_pages_ask_by_hash(tag: str, expected: str | None) -> None:
    ours = ("assets/nachschlag.js", "assets/suche/suche.css", "assets/systeme.css", "assets/stylesheets/main.57a0d79d.min.css")
    assert with_hashes(tag, dict.fromkeys(ours, "0f")) == (expected or tag)


def test_styles_and_scripts_have_hashes(site: Path) -> None:
    assert hashes_of(files_in(site)) == {path: hash_of(site, path) for path in ("assets/a.css", "assets/a.js")}


def test_the_worker_lists_the_files(site: Path) -> None:
    write_offline(site, "2026-11-21")
    text = (site / "sw.js").read_text("utf-8")
    assert text.startswith(f'const nachschlagStand = {{"version":"{version(site)}","date":"2026-11-21","files":{{')
    assert set(kept_by(site)) == set(kept_files(files_in(site)))
    assert kept_by(site)["assets/a.js"] == ("a4ayc/80/OGda4BO/1o/V0etpOqiLx1JwB5S3beHW0s=", 1)


def test_the_day_comes_from_git(tmp_path: Path) -> None:
    assert content_date(tmp_path) == ""
    lay_over(tmp_path, {"content/a.md": "a", "anderes.txt": "b"})

    def git(*arguments: str, day: str = "2026-01-05") -> None:
        when = {"GIT_AUTHOR_DATE": f"{day}T12:00:00Z", "GIT_COMMITTER_DATE": f"{day}T12:00:00Z", "PATH": "/usr/bin:/bin"}
        identity = ("-c", "user.name=Test", "-c", "user.email=test@example.org")
        subprocess.run(["git", "-C", str(tmp_path), *identity, *arguments], check=True, env=when, capture_output=True)

    git("init")
    git("add", "content")
    git("commit", "--message=Inhalt")
    git("add", ".")
    git("commit", "--message=Anderes", day="2026-02-07")
    assert content_date(tmp_path) == "2026-01-05"
