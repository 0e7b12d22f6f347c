"""Two builds of a project that differ in one word: the pages that show it change, the data, the worker, and nothing else."""

from __future__ import annotations

from pathlib import Path

from tests.offline import RULE, version
from tests.projects import MINI, build, mini_project, tree

OLD, NEW = "Gib einen Würfel ab", "Gib deinen Würfel ab"
#: What names the hashes of other files.
STATES = {"api/v1/index.json", "assets/stand.json", "sw.js"}
DATA = {
    "api/v1/entries/wuerfelkrieg/rueckzug.json",
    "api/v1/names/wuerfelkrieg.json",
    "api/v1/systems/wuerfelkrieg.json",
    "assets/suche/short-wuerfelkrieg.json",
}


def test_a_changed_word_changes_only_what_shows_it(mini_site: Path, tmp_path: Path) -> None:
    text = (MINI / RULE).read_text("utf-8")
    assert OLD in text
    other = build(mini_project(tmp_path / "projekt", {RULE: text.replace(OLD, NEW)}))
    before, after = tree(mini_site), tree(other)
    assert set(before) == set(after)
    assert {path for path in after if before[path] != after[path]} == showing(after) | DATA | STATES
    assert version(mini_site) != version(other)


def showing(site: dict[str, bytes]) -> set[str]:
    """The pages that have the new wording; by no means all."""
    found = {path for path, content in site.items() if path.endswith(".html") and NEW.encode() in content}
    assert {"wuerfelkrieg/rueckzug/index.html", "wuerfelkrieg/teil/grundregeln/index.html"} <= found
    assert len(found) < sum(path.endswith(".html") for path in site) / 4
    return found
