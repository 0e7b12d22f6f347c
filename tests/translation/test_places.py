"""Findings point to the sentence: its line and column in the file, also within folded texts of terms and concepts."""

from __future__ import annotations

import json
from pathlib import Path

from tests.projects import mini_project
from tests.running import Run

RULE = "---\ntitle: Wall\nkind: rule\nshort: Ein Wall ist höchstens 6 Zoll hoch.\n---\nEin Wall ist höchstens 6 Zoll hoch.\n"
GLOSSARY = """\
- title: Becher
  title_en: Cup
  definition: >-
    Woraus du wirfst.
    Er fasst  zwei Würfel. Der Wurf gelingt nicht in [[glossar/kelch]].
  waivers:
    - {code: S004, reason: So steht es im Buch.}

- title: Wall
  entry: wall
  definition: >-
    Ein Ding aus Erde.
    Ein Wall ist mindestens 6 Zoll
    hoch.
  note: Im Buch steht <b>Wand</b>.
- {title: Kante, definition: "Wo der Wall\\
    endet und und nicht davor."}
"""
CONCEPTS = """\
- id: deckung
  title: Deckung
  description: Was schützt.
  entries:
    murmeln: []
    wuerfelkrieg: [wall]
  notes:
    murmeln: Gibt es nicht.
    wuerfelkrieg: >-
      Ein Wall schützt.
      Ein Wall ist mindestens 6 Zoll hoch.
  differences:
    - Beim einen so.
    - 'Beim anderen ganz ganz anders.'
"""
FILES = {
    "content/wuerfelkrieg/grundregeln/wall.md": RULE,
    "glossary/wuerfelkrieg.yaml": GLOSSARY,
    "glossary/concepts.yaml": CONCEPTS,
}


#: Of each finding its code and what stands at its place.
EXPECTED = {
    ("glossary/wuerfelkrieg.yaml", "V001", "[[glossar/kelch]]"),
    ("glossary/wuerfelkrieg.yaml", "Z006", "mindestens 6 Zoll"),
    ("glossary/wuerfelkrieg.yaml", "Z013", "Ein Wall ist mindestens 6 Zoll"),
    ("glossary/wuerfelkrieg.yaml", "T001", "<b>Wand</b>."),
    ("glossary/wuerfelkrieg.yaml", "S003", "und und nicht davor."),
    ("glossary/concepts.yaml", "Z006", "mindestens 6 Zoll hoch."),
    ("glossary/concepts.yaml", "Z013", "Ein Wall ist mindestens 6 Zoll hoch."),
    ("glossary/concepts.yaml", "S003", "ganz ganz anders."),
}


def test_findings_on_terms_and_concepts_point_to_the_sentence(run: Run, tmp_path: Path) -> None:
    project = mini_project(tmp_path / "projekt", FILES)
    found = json.loads(run("--project", project, "check", "--format", "json").out)["findings"]
    lines = {path: text.split("\n") for path, text in FILES.items()}
    told = {
        (path, one["code"], lines[path][one["line"] - 1][one["column"] - 1 :])
        for one in found
        if (path := one["path"]).startswith("glossary/") and one["code"][0] != "G"
    }
    assert {
        next((wanted for wanted in EXPECTED if wanted[:2] == one[:2] and one[2].startswith(wanted[2])), one) for one in told
    } == EXPECTED


def test_what_only_the_english_has_is_told_beside_its_paragraph(run: Run, tmp_path: Path) -> None:
    path = "content/wuerfelkrieg/grundregeln/wall.md"
    german = RULE.replace("title: Wall\n", "title: Wall\ntitle_en: Wall\n") + "\nWirf die Würfel hinein.\n\nDanach zielst du.\n"
    english = "A wall is at most 6 inches high.\n\nRoll the dice into the cup.\n\nThen see [[zielen|Aiming]].\n"
    project = mini_project(tmp_path / "projekt", {path: german, path.replace(".md", ".en.md"): english})
    found = json.loads(run("--project", project, "check", "--format", "json").out)["findings"]
    lines = german.split("\n")
    told = [(one["code"], lines[one["line"] - 1]) for one in found if one["path"] == path and one["code"] in ("B001", "Z005")]
    assert told == [("B001", "Wirf die Würfel hinein."), ("Z005", "Danach zielst du.")]
