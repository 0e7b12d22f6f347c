"""`nachschlag diff` on real git repositories: what changed by id, which citations moved, and calls that cannot work."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.projects import lay_over, mini_project, tree
from tests.running import Run
from tests.translation.history import commit, git

from .conftest import FOLDER, edited, mini


def compared(run: Run, project: Path, *arguments: str | Path) -> dict[str, Any]:
    said = run("--project", project, "diff", *arguments, "--format", "json")
    assert (said.status, said.err) == (0, "")
    found: dict[str, Any] = json.loads(said.out)
    return found


def shown(found: dict[str, Any]) -> list[tuple[str, str, str | None]]:
    return [(d["what"], d["id"], d["old_id"]) for d in found["differences"]]


# -- what changed -------------------------------------------------------------------------------------------------------------


def test_everything_is_compared_by_id(run: Run, editions: Path) -> None:
    found = compared(run, editions, "v1", "v2")
    assert shown(found) == [
        ("changed", "wuerfelkrieg", None),
        ("moved", "wuerfelkrieg/flucht", "wuerfelkrieg/rueckzug"),
        ("changed", "wuerfelkrieg/kaempfen", None),
        ("new", "wuerfelkrieg/ruhe", None),
        ("removed", "wuerfelkrieg/trefferliste", None),
        ("new", "wuerfelkrieg/glossar/tisch", None),
    ]
    by_id = {d["id"]: d for d in found["differences"]}
    assert by_id["wuerfelkrieg/flucht"]["why"] == "Heißt jetzt Flucht."
    assert [d["id"] for d in found["differences"] if d["renamed"]] == ["wuerfelkrieg/flucht"]
    assert [d["id"] for d in found["differences"] if d["renumbered"]] == ["wuerfelkrieg/kaempfen"]
    fields = {f["name"]: f for f in by_id["wuerfelkrieg/kaempfen"]["fields"]}
    assert sorted(fields) == ["number", "page", "short", "short_en", "text"]
    assert (fields["number"]["old"], fields["number"]["new"]) == ("17.0", "18.0")
    assert "pieces" not in fields["page"]


def test_texts_are_compared_word_by_word_in_both_languages(run: Run, editions: Path) -> None:
    fields = {f["name"]: f for d in compared(run, editions, "v1", "v2")["differences"] for f in d["fields"] if "pieces" in f}
    for name, change in (("short", ["alle seine", "drei seiner"]), ("short_en", ["all", "three"])):
        assert [piece for piece in fields[name]["pieces"] if piece[0] != piece[1]] == [change]
        assert "".join(piece[0] for piece in fields[name]["pieces"]) == fields[name]["old"]
        assert "".join(piece[1] for piece in fields[name]["pieces"]) == fields[name]["new"]


def test_the_other_way_round(run: Run, editions: Path) -> None:
    """From new to old, no row of moved.yaml applies: a renamed entry counts as removed and added."""
    found = shown(compared(run, editions, "v2", "v1"))
    assert ("new", "wuerfelkrieg/rueckzug", None) in found
    assert ("removed", "wuerfelkrieg/flucht", None) in found


def test_a_state_and_itself(run: Run, editions: Path) -> None:
    """A state does not differ from itself, in any format."""
    assert compared(run, editions, "v1", "v1")["differences"] == []
    assert run("--project", editions, "diff", "v1", "v1").out.splitlines() == ["v1 → v1", "Kein Unterschied."]
    assert run("--project", editions, "diff", "v1", "v1", "--format", "md").out == "# v1 → v1\n\nKein Unterschied.\n"


def test_one_system_alone(run: Run, editions: Path) -> None:
    """`--system` shows only that system's differences."""
    assert compared(run, editions, "v1", "v2", "--system", "murmeln")["differences"] == []
    assert len(compared(run, editions, "v1", "v2", "--system", "wuerfelkrieg")["differences"]) == 6


def test_merged_entries(run: Run, editions: Path) -> None:
    moved = "- {old: wuerfelkrieg/zielen, new: wuerfelkrieg/wurf, date: 2026-04-01, why: Steht jetzt beim Wurf.}\n"
    commit(
        editions,
        "2026-04-01",
        {
            f"{FOLDER}/zielen.md": None,
            "content/wuerfelkrieg/moved.yaml": (editions / "content/wuerfelkrieg/moved.yaml").read_text("utf-8") + moved,
        },
    )
    found = compared(run, editions, "v2", "HEAD")
    assert shown(found) == [("merged", "wuerfelkrieg/wurf", "wuerfelkrieg/zielen")]  # „see“ follows, so nothing else changed
    assert found["differences"][0]["why"] == "Steht jetzt beim Wurf."


def test_an_entry_that_became_a_section_of_a_new_one(run: Run, editions: Path) -> None:
    """The page is new, not the old one under another name."""
    moved = '- {old: wuerfelkrieg/zielen, new: "wuerfelkrieg/liste#zielen", date: 2026-04-01, why: Steht jetzt in der Liste.}\n'
    commit(
        editions,
        "2026-04-01",
        {
            f"{FOLDER}/zielen.md": None,
            f"{FOLDER}/liste.md": "---\ntitle: Liste\nkind: rule\n---\n## Zielen\n\nGenau.\n",
            "content/wuerfelkrieg/moved.yaml": (editions / "content/wuerfelkrieg/moved.yaml").read_text("utf-8") + moved,
        },
    )
    found = compared(run, editions, "v2", "HEAD")
    assert shown(found) == [("new", "wuerfelkrieg/liste", None), ("merged", "wuerfelkrieg/liste", "wuerfelkrieg/zielen")]


def test_cards_tables_concepts_and_english_texts(run: Run, tmp_path: Path) -> None:
    old = mini_project(tmp_path / "alt", {f"{FOLDER}/wurf.en.md": "Roll all dice.\n"})
    new = mini_project(
        tmp_path / "neu",
        {
            f"{FOLDER}/wurf.en.md": "Roll two dice.\n",
            f"{FOLDER}/wurf.md": edited(f"{FOLDER}/wurf.md", ("allen Würfeln", "zwei Würfeln"), ("cost: 1", "cost: 2")),
            f"{FOLDER}/trefferliste.md": edited(f"{FOLDER}/trefferliste.md", ('"1, siehe', '"2, siehe')),
            "glossary/concepts.yaml": mini("glossary/concepts.yaml")
            + "- {id: zug, title: Zug, description: Wer dran ist., entries: {}}\n",
        },
    )
    found = compared(run, new, old, new)
    fields = {(d["id"], f["name"]): (f["old"], f["new"]) for d in found["differences"] for f in d["fields"]}
    assert fields[("wuerfelkrieg/wurf", "text_en")] == ("Roll all dice.\n", "Roll two dice.\n")
    assert fields[("wuerfelkrieg/wurf", "card.cost")] == ("1", "2")
    assert ("wuerfelkrieg/wurf", "card.effect") in fields
    assert fields[("wuerfelkrieg/trefferliste", "data.rows")][1].splitlines()[1] == "4-6 | 2, siehe Kämpfen"
    assert ("new", "zug", None) in shown(found)
    assert len(fields) == 4


# -- for people ---------------------------------------------------------------------------------------------------------------


def test_text_for_people(run: Run, editions: Path) -> None:
    lines = run("--project", editions, "diff", "v1", "v2").out.splitlines()
    assert "    short: Wer an der Reihe ist, wirft [-alle seine-]{+drei seiner+} Würfel gegen einen Nachbarn." in lines
    assert "  wuerfelkrieg/kaempfen  Kämpfen: 17.0 → 18.0" in lines
    assert "  wuerfelkrieg/trefferliste  Trefferliste (ohne Zeile in moved.yaml)" in lines
    assert "  wuerfelkrieg/rueckzug → wuerfelkrieg/flucht  Flucht (Heißt jetzt Flucht.)" in lines
    headings = [line for line in lines if line.endswith(")") and not line.startswith(" ")]
    assert headings == [
        "Spiele (1)",
        "Neu (2)",
        "Entfernt (1)",
        "Umgezogen (1)",
        "Umbenannt (1)",
        "Andere Nummer (1)",
        "Geändert (1)",
        "Verweise, die nicht mehr passen (5)",
    ]


def test_markdown_shows_marks_as_they_are(run: Run, tmp_path: Path) -> None:
    old = mini_project(tmp_path / "alt")
    short = "short: Nimm den **Becher** & leere <ihn> auf den Tisch."
    new = mini_project(
        tmp_path / "neu",
        {f"{FOLDER}/wurf.md": edited(f"{FOLDER}/wurf.md", ("short: Nimm den Becher und leere ihn auf den Tisch.", short))},
    )
    text = run("--project", new, "diff", old, "--format", "md").out
    assert "  - `short`: Nimm den <ins>\\*\\*</ins>Becher<del> und</del><ins>\\*\\* &amp;</ins> leere" in text
    assert "<ihn>" not in text


def test_long_texts_are_shown_around_changes(run: Run, tmp_path: Path) -> None:
    words = " ".join(f"wort{i}" for i in range(200))
    old = mini_project(tmp_path / "alt", {f"{FOLDER}/lang.md": f"---\ntitle: Lang\nkind: rule\n---\n{words} rot {words}\n"})
    new = mini_project(tmp_path / "neu", {f"{FOLDER}/lang.md": f"---\ntitle: Lang\nkind: rule\n---\n{words} blau {words}\n"})
    line = next(line for line in run("--project", new, "diff", old).out.splitlines() if "text:" in line)
    assert line.strip().startswith("text: … wort194")
    assert "wort199 [-rot-]{+blau+} wort0" in line
    assert line.endswith("wort5 …")
    assert len(compared(run, new, old)["differences"][0]["fields"][0]["old"]) > 2000  # JSON has the whole text


def test_line_breaks_alone(run: Run, tmp_path: Path) -> None:
    """A change of white space alone is named as such."""
    old = mini_project(tmp_path / "alt")
    new = mini_project(
        tmp_path / "neu", {f"{FOLDER}/rueckzug.md": edited(f"{FOLDER}/rueckzug.md", ("Würfel. Danach", "Würfel.\n\nDanach"))}
    )
    assert "    text: nur Leerraum und Zeilenumbrüche" in run("--project", new, "diff", old).out.splitlines()


# -- citations ----------------------------------------------------------------------------------------------------------------


def test_citations_that_moved(run: Run, editions: Path) -> None:
    """Citations that lead elsewhere in the new edition are listed with what they meant."""
    found = [(c["id"], c["text"], c["meant"], c["leads"]) for c in compared(run, editions, "v1", "v2")["citations"]]
    fighting, hits = ["wuerfelkrieg/kaempfen"], ["wuerfelkrieg/trefferliste"]
    assert found == [
        ("wuerfelkrieg/kaempfen", "Tabelle 6.2", hits, None),
        ("wuerfelkrieg/merkblatt", "S. 12", fighting, "wuerfelkrieg/seite/12"),
        ("wuerfelkrieg/merkblatt", "Grundregeln 17.0", fighting, "wuerfelkrieg/ruhe"),
        ("wuerfelkrieg/merkblatt", "Tabelle 6.2", hits, None),
        ("wuerfelkrieg/zauberei-kaempfen", "Grundregeln 17.0", fighting, "wuerfelkrieg/ruhe"),
    ]


def test_citations_name_their_place_and_new_target(run: Run, editions: Path) -> None:
    lines = run("--project", editions, "diff", "v1", "v2").out.splitlines()
    place = f"(text, {FOLDER}/merkblatt.md:7:6)"
    moved = "„Grundregeln 17.0“ meinte „Kämpfen“ (heute Grundregeln 18.0, S. 14), führt jetzt zu „Ruhe“"
    assert f"  wuerfelkrieg/merkblatt  {moved} {place}" in lines
    gone = "„Tabelle 6.2“ meinte „Trefferliste“ (gibt es nicht mehr), führt ins Leere"
    assert f"  wuerfelkrieg/merkblatt  {gone} (text, {FOLDER}/merkblatt.md:7:27)" in lines


def test_mended_citations_are_not_reported(run: Run, editions: Path) -> None:
    text = (editions / FOLDER / "merkblatt.md").read_text("utf-8")
    mended = text.replace("17.0 und Tabelle 6.2", "18.0").replace("S. 12", "S. 14")
    commit(editions, "2026-04-01", {f"{FOLDER}/merkblatt.md": mended})
    found = compared(run, editions, "v1", "HEAD")["citations"]
    assert {c["id"] for c in found} == {"wuerfelkrieg/kaempfen", "wuerfelkrieg/zauberei-kaempfen"}


def test_a_citation_is_followed_over_a_line_break(run: Run, editions: Path) -> None:
    text = (editions / FOLDER / "merkblatt.md").read_text("utf-8")
    commit(editions, "2026-04-01", {f"{FOLDER}/merkblatt.md": text.replace("Grundregeln 17.0", "Grundregeln\n17.0")})
    found = [c for c in compared(run, editions, "v1", "HEAD")["citations"] if c["text"] == "Grundregeln 17.0"]
    assert [(c["id"], c["line"]) for c in found] == [("wuerfelkrieg/merkblatt", 7), ("wuerfelkrieg/zauberei-kaempfen", 9)]


def test_a_part_that_got_another_name(run: Run, tmp_path: Path) -> None:
    """The number stayed, but "Grundregeln" no longer names a part."""
    renamed = edited("content/wuerfelkrieg/system.yaml", ("title: Grundregeln", "title: Spielregeln"))
    old = mini_project(tmp_path / "alt")
    new = mini_project(tmp_path / "neu", {"content/wuerfelkrieg/system.yaml": renamed})
    found = compared(run, new, old)["citations"]
    assert [(c["id"], c["text"], c["meant"], c["leads"]) for c in found] == [
        ("wuerfelkrieg/kaempfen", "Grundregeln 15.3", ["wuerfelkrieg/zielen"], None),
        ("wuerfelkrieg/zauberei-kaempfen", "Grundregeln 17.0", ["wuerfelkrieg/kaempfen"], None),
    ]


# -- states -------------------------------------------------------------------------------------------------------------------


def test_the_working_tree_counts_and_is_not_touched(run: Run, editions: Path) -> None:
    lay_over(editions, {f"{FOLDER}/neu.md": "---\ntitle: Neu\nkind: rule\n---\nNeu.\n"})
    before = tree(editions)
    assert shown(compared(run, editions, "v2")) == [("new", "wuerfelkrieg/neu", None)]
    assert compared(run, editions, "v1", "v2")
    assert tree(editions) == before


def test_a_project_below_the_repository(run: Run, tmp_path: Path) -> None:
    root = mini_project(tmp_path / "repo" / "unten")
    git(tmp_path / "repo", "init", "-q")
    commit(tmp_path / "repo", "2026-01-01")
    (root / FOLDER / "wurf.md").unlink()
    assert shown(compared(run, root, "HEAD")) == [("removed", "wuerfelkrieg/wurf", None)]


def test_files_left_out_of_archives_are_compared(run: Run, editions: Path) -> None:
    commit(editions, "2026-04-01", {".gitattributes": "content export-ignore\n"})
    assert len(shown(compared(run, editions, "v1", "HEAD"))) == 6


def test_a_link_out_of_an_old_state_is_not_followed(run: Run, editions: Path, tmp_path: Path) -> None:
    secret = tmp_path / "geheim.md"
    secret.write_text("---\ntitle: Geheim\nkind: rule\n---\nGeheim.\n", "utf-8")
    link = editions / FOLDER / "geheim.md"
    link.symlink_to(secret)
    commit(editions, "2026-04-01")
    link.unlink()
    said = run("--project", editions, "diff", "HEAD")
    assert said.status == 0
    assert "Geheim" not in said.out
    assert "D006" in said.err


def test_broken_files_of_a_state_are_reported(run: Run, editions: Path) -> None:
    lay_over(editions, {f"{FOLDER}/wurf.md": "---\ntitle: [\n---\n"})
    said = run("--project", editions, "diff", "v2")
    assert said.status == 0
    assert f"Stand „jetzt“: 1 Fehler, etwa {FOLDER}/wurf.md" in said.err
    assert "fehlt im Vergleich" in said.err


def bundled(run: Run, project: Path, state: str, folder: Path) -> Path:
    """A bundle of everything at a state."""
    git(project, "checkout", "-q", state)
    file = folder / f"{state}.zip"
    assert run("--project", project, "export", "--format", "bundle", "--out", file).status == 0
    return file


def test_bundles_are_compared_like_what_they_are_made_of(run: Run, editions: Path, tmp_path: Path) -> None:
    states = [bundled(run, editions, state, tmp_path) for state in ("v1", "v2")]
    assert compared(run, editions, *states)["differences"] == compared(run, editions, "v1", "v2")["differences"]
    assert compared(run, editions, *states, "--system", "murmeln")["differences"] == []
    assert compared(run, editions, states[1])["differences"] == []


# -- calls that cannot work ---------------------------------------------------------------------------------------------------


def refused(run: Run, project: Path, *arguments: str | Path) -> str:
    said = run("--project", project, "diff", *arguments)
    assert (said.status, said.out) == (2, "")
    assert len(said.err.strip().splitlines()) == 1
    return said.err


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (
            ["v3"],
            "Den Stand „v3“ gibt es nicht, weder als Marke, Zweig oder Commit noch als Ordner oder Bündel. Erlaubt: main, v1, v2.",
        ),
        (["v1", "gibt/es/nicht"], "Den Stand „gibt/es/nicht“ gibt es nicht"),
        (["v1:content"], "Den Stand „v1:content“ gibt es nicht"),  # a tree is not a state
        (["v1", "v2", "--system", "wurfelkrieg"], "Meintest du „wuerfelkrieg“"),
        (["kaputt.zip"], "„kaputt.zip“ ist keine lesbare ZIP-Datei"),
    ],
)
def test_unknown_states_and_systems(
    run: Run, editions: Path, arguments: list[str], expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An unknown state or system is refused by name."""
    monkeypatch.chdir(editions)
    (editions / "kaputt.zip").write_bytes(b"PK")
    assert expected in refused(run, editions, *arguments)


def test_a_folder_that_is_not_a_project(run: Run, editions: Path, tmp_path: Path) -> None:
    (tmp_path / "leer").mkdir()
    assert "ist kein Projekt: Dort liegt kein Ordner content" in refused(run, editions, tmp_path / "leer")


def test_a_commit_without_content(run: Run, editions: Path) -> None:
    git(editions, "checkout", "-q", "--orphan", "leer")
    git(editions, "rm", "-rq", "--cached", ".")
    git(editions, "commit", "-q", "--allow-empty", "-m", "leer")
    assert "„leer“ ist kein Stand eines Projekts" in refused(run, editions, "leer")


def test_no_repository(run: Run, tmp_path: Path) -> None:
    root = mini_project(tmp_path / "projekt")
    assert "git findet hier keine Historie" in refused(run, root, "v1")


def test_no_git(run: Run, editions: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without git, states of the history are refused and folders are compared."""
    monkeypatch.setenv("PATH", str(editions / "nichts"))
    assert "fehlt git. Nenne zwei Ordner" in refused(run, editions, "v1")
    assert run("--project", editions, "diff", editions, editions).status == 0


def test_a_shallow_clone(run: Run, editions: Path, tmp_path: Path) -> None:
    subprocess.run(["git", "clone", "-q", "--depth", "1", editions.as_uri(), tmp_path / "flach"], check=True)
    assert "Der Klon ist flach" in refused(run, tmp_path / "flach", "v1")


def test_a_damaged_history(run: Run, editions: Path) -> None:
    listed = subprocess.run(["git", "ls-tree", "-r", "v1"], cwd=editions, check=True, capture_output=True, text=True).stdout
    blob = next(line.split()[2] for line in listed.splitlines() if line.endswith("wurf.md"))
    (editions / ".git/objects" / blob[:2] / blob[2:]).unlink()
    assert "Die Historie ist beschädigt oder unvollständig" in refused(run, editions, "v1")
    shutil.rmtree(editions / ".git")
    assert "git findet hier keine Historie" in refused(run, editions, "v1")
