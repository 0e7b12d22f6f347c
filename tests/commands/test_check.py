"""`nachschlag check` for code reviews: SARIF and GitHub annotations, read as their readers do."""

from __future__ import annotations

import json
import re
from pathlib import Path
from urllib.parse import unquote

from tests.projects import lay_over
from tests.running import Run

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
