"""`nachschlag check` for code reviews: SARIF and GitHub annotations, read as their readers do."""

from __future__ import annotations

import json
import random
import re
import shutil
from pathlib import Path
from urllib.parse import unquote

import pytest
from nachschlag.generator.proofing.kept_findings import kept_findings

from tests.edits import edit
from tests.projects import lay_over
from tests.running import Run
from tests.translation.history import commit, git

ODD = "content/wuerfelkrieg/Grö ße%"


def test_sarif_names_every_file_by_an_address(run: Run, mini: Path) -> None:
    lay_over(mini, {f"{ODD}/a.md": "", "glossary/wuerfelkrieg.yaml": "- title: Ä [\n"})
    said = run("--project", mini, "check", "--format", "sarif")
    assert said.status == 1
    found = json.loads(said.out)["runs"][0]
    uris = [r["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] for r in found["results"]]
    assert all(re.fullmatch(r"[\w./~%-]+", uri, re.ASCII) for uri in uris)
    assert ODD in map(unquote, uris)
    assert {r["ruleId"] for r in found["results"]} == {rule["id"] for rule in found["tool"]["driver"]["rules"]}
    assert found["columnKind"] == "unicodeCodePoints"
    assert all(r["locations"][0]["physicalLocation"]["region"]["startLine"] >= 1 for r in found["results"])


def test_github_gets_one_line_per_finding(run: Run, mini: Path) -> None:
    lay_over(mini, {"content/wuerfelkrieg/a,b:c/a.md": "", "content/wuerfelkrieg/grundregeln/x.md": "ohne Kopf"})
    lines = run("--project", mini, "check", "--format", "github").out.splitlines()
    findings = json.loads(run("--project", mini, "check", "--format", "json").out)["findings"]
    assert len(lines) == len(findings)
    pattern = re.compile(r"::(error|warning|notice) file=([^,:]+),line=\d+,col=\d+,title=([A-Z]\d{3})::\S.*")
    matched = [pattern.fullmatch(line) for line in lines]
    assert [m[3] for m in matched if m] == [finding["code"] for finding in findings]
    assert "content/wuerfelkrieg/a%2Cb%3Ac" in {m[2] for m in matched if m}


RULE = "---\ntitle: {0}\nkind: rule\nshort: Wirf.\nsee: [kaempfen]\n{1}---\nWie beim Kämpfen{2}.\n"
GRUND = "content/wuerfelkrieg/grundregeln"


def found(run: Run, project: Path, *arguments: str | Path) -> list[tuple[str, str]]:
    """(file, code) of the findings that count."""
    shown = json.loads(run("--project", project, "check", "--format", "json", *arguments).out)["findings"]
    return [(Path(one["path"]).name, one["code"]) for one in shown if one["severity"] != "info"]


def test_warnings_fail_only_a_strict_check_and_errors_every_one(run: Run, mini: Path) -> None:
    lay_over(mini, {f"{GRUND}/warnung.md": RULE.format("Warnung", "status: geprüft\n", "")})
    assert [run("--project", mini, "check", *more).status for more in ([], ["--strict"])] == [0, 1]
    assert [run("--project", mini, "build", *more).status for more in ([], ["--strict"])] == [0, 1]
    lay_over(mini, {f"{GRUND}/fehler.md": RULE.format("Fehler", "page: viel\n", "")})
    assert [run("--project", mini, "check", *more).status for more in ([], ["--strict"])] == [1, 1]


def test_what_has_an_error_is_never_published(run: Run, mini: Path) -> None:
    legal = "site_name: P\nextra: {nachschlag: {impressum: Wir., datenschutz: Nichts.}}\n"
    lay_over(mini, {"mkdocs.yml": legal, f"{GRUND}/warnung.md": RULE.format("Warnung", "status: geprüft\n", "")})
    assert run("--project", mini, "build", "--publish").status == 0
    lay_over(mini, {f"{GRUND}/fehler-{n}.md": RULE.format("Fehler", "page: viel\n", "") for n in range(7)})
    done = run("--project", mini, "build", "--publish")
    assert (done.status, "fehler-0.md:6:7" in done.err, "2 weitere Fehler: nachschlag check" in done.err) == (2, True, True)


def test_one_system_alone(run: Run, mini: Path) -> None:
    """Only findings of the named system are shown."""
    lay_over(
        mini,
        {
            f"{GRUND}/krumm.md": RULE.format("Krumm", "status: geprüft\n", ""),
            "content/murmeln/regeln/schief.md": RULE.format("Schief", "status: geprüft\n", "").replace("kaempfen", "schnipsen"),
            "glossary/murmeln.yaml": "- title: Murmel\n  status: geprüft\n",
        },
    )
    assert found(run, mini, "--system", "wuerfelkrieg") == [("krumm.md", "G001")]
    assert found(run, mini, "--system", "murmeln") == [("schief.md", "G001"), ("murmeln.yaml", "G001")]
    assert run("--project", mini, "check", "--system", "murmel").status == 2
    assert run("--project", mini, "check", "--system", "murmeln", mini / "content").status == 2


def test_what_changed_alone(run: Run, mini: Path) -> None:
    """`--changed` shows the findings of files that differ from the last commit, with the entry of a changed English text."""
    assert "findet hier keine Historie" in run("--project", mini, "check", "--changed").line
    lay_over(mini, {f"{GRUND}/alt.md": RULE.format("Alt", "status: geprüft\n", "")})
    git(mini, "init", "-q")
    commit(mini, "2026-01-01")
    assert found(run, mini, "--changed") == []
    lay_over(mini, {f"{GRUND}/neu ü.md": "ohne", f"{GRUND}/neu.md": RULE.format("Neu", "status: geprüft\n", "")})
    lay_over(mini, {f"{GRUND}/alt.en.md": "Longer.\n"})
    assert found(run, mini, "--changed") == [("alt.md", "G001"), ("neu ü.md", "D003"), ("neu.md", "G001")]


def test_an_import_ends_with_the_findings_of_what_it_changed(run: Run, mini: Path, tmp_path: Path) -> None:
    lay_over(mini, {f"{GRUND}/krumm.md": RULE.format("Krumm", "status: geprüft\n", "")})
    file = tmp_path / "a.po"
    assert run("--project", mini, "export", "--format", "po", "--out", file).status == 0
    text = file.read_text("utf-8")
    file.write_text(text.replace('"Kämpfen"', '"Prügeln"'), "utf-8")
    done = run("--project", mini, "import", file)
    assert done.status == 0
    assert "Befunde in den geänderten Dateien:" in done.err
    assert ("kaempfen.md:15:11: Warnung G002" in done.err, "krumm.md" in done.err) == (True, False)


# -- an unchanged project -----------------------------------------------------------------------------------------------------


@pytest.fixture
def unfit(mini: Path) -> Path:
    """A project with a finding."""
    lay_over(mini, {"content/wuerfelkrieg/grundregeln/x.md": "ohne Kopf"})
    return mini


def test_an_unchanged_project_is_not_read_again(run: Run, unfit: Path) -> None:
    first = run("--project", unfit, "check")
    kept = kept_findings(unfit)
    assert kept is not None
    assert "content/wuerfelkrieg/grundregeln/x.md" in {finding.location.path for finding in kept}
    again = run("--project", unfit, "check")
    assert (again.status, again.out, again.err) == (first.status, first.out, first.err) == (1, first.out, "")
    assert run("--project", unfit, "check", unfit / "content/murmeln").out == "Keine Befunde.\n"


def test_what_changed_is_seen(run: Run, unfit: Path) -> None:
    choose = random.Random(1)
    for _ in range(10):
        files = sorted(path for folder in ("content", "glossary") for path in (unfit / folder).rglob("*.*") if path.is_file())
        edit(path := choose.choice(files), choose)
        alone = run("--project", unfit, "check", "--format", "json", path) if path.exists() else None
        said = run("--project", unfit, "check", "--format", "json")
        shutil.rmtree(unfit / "build")
        assert said == run("--project", unfit, "check", "--format", "json")
        assert alone is None or alone.out == run("--project", unfit, "check", "--format", "json", path).out


def test_a_private_game_has_findings_of_its_own(run: Run, unfit: Path) -> None:
    run("--project", unfit, "check")
    lay_over(unfit, {"privat/content/buch/system.yaml": "name: Buch\n"})
    said = run("--project", unfit, "check")
    assert "privat/content/buch/system.yaml" in said.out
    assert run("--project", unfit, "check") == said


def test_new_settings_are_read(run: Run, unfit: Path) -> None:
    run("--project", unfit, "check")
    (unfit / "mkdocs.yml").write_text("site_name: [\n", "utf-8")
    said = run("--project", unfit, "check")
    assert said.status == 2
    assert "mkdocs.yml" in said.err
