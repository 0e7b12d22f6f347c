"""A broken file has its own finding; nothing else is blamed on what names its rule."""

from __future__ import annotations

from pathlib import Path

from nachschlag.generator.proofing.project import load_project

from tests.projects import lay_over, mini_project

PART = "content/wuerfelkrieg/grundregeln"
NAMES_IT = "---\ntitle: Graben\nkind: rule\nsee: [kaempfen, {slug}]\n---\nEr liegt [[{slug}|davor]].\n"


def errors(root: Path) -> list[str]:
    return [f"{one.location.path} {one.code}" for one in load_project(root).findings if one.severity == "error"]


def test_only_the_broken_file_is_reported(tmp_path: Path) -> None:
    root = mini_project(tmp_path / "projekt")
    lay_over(root, {f"{PART}/wall.md": "---\ntitle: Wall: hoch\n---\n", f"{PART}/graben.md": NAMES_IT.format(slug="wall")})
    assert errors(root) == [f"{PART}/wall.md F001"]


def test_what_is_not_there_is_still_missing(tmp_path: Path) -> None:
    root = mini_project(tmp_path / "projekt")
    lay_over(root, {f"{PART}/wall.md": "---\ntitle: Wall: hoch\n---\n", f"{PART}/graben.md": NAMES_IT.format(slug="zaun")})
    assert errors(root) == [f"{PART}/graben.md K004", f"{PART}/graben.md V001", f"{PART}/wall.md F001"]


def test_what_is_missing_has_a_remedy(tmp_path: Path) -> None:
    root = mini_project(tmp_path / "projekt")
    many = {f"{PART}/feld-{n}.md": f"---\ntitle: Feld {n}\nkind: rule\n---\nFeld.\n" for n in range(30)}
    queries = "- {entry: glossar/bechr, queries: [pott]}\n- {entry: xyzzyquux, queries: [kelle]}\n"
    lay_over(root, {**many, "glossary/queries/wuerfelkrieg.yaml": queries})
    assert [one.hint for one in load_project(root).findings if one.code == "K018"] == [
        "Meintest du „becher“?",
        "Heißt es jetzt anders, nenne die neue Kennung; sonst streiche es.",
    ]
