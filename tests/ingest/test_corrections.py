"""Corrections of what was read, by command: what each does to the outline, that a second reading keeps it, and that undo restores all."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest
import yaml
from nachschlag.generator.ingest.report.corrections import Wish
from nachschlag.generator.ingest.report.outline import Outline
from nachschlag.generator.ingest.storing import correct
from nachschlag.generator.model.unusable import ChangedMeanwhile
from nachschlag.generator.reading.load import load

from tests.projects import lay_over, tree
from tests.running import Run

#: A made-up book with the usual mess: a heading that is none, one that was missed, one with its sentence, and junk.
BOOK = """# Moorlicht

## Der Zug

### Laufen: Ein Irrlicht zieht

bis zu sechs Felder weit.

### Waten

Im Moor zieht es halb so weit. Siehe Laufen.

- Auf dem Steg nicht.

### Ein Wort dazu

Wer einsinkt, setzt aus.

#### Rasten

Ein Irrlicht darf rasten.

## Der Kampf

### Treffer

Wirf einen W6 je Angriff.

Flammenstoß

Ein Irrlicht darf zwei Felder weit angreifen.

### Notizen des Setzers

Hier fehlt noch ein Bild.
"""

OUTLINE = """\
Der Zug
  Laufen: Ein Irrlicht zieht
  Waten
  Ein Wort dazu
    Rasten
Der Kampf
  Treffer
  Notizen des Setzers
"""

#: What is done (action, id, and more) → lines of the outline that are new, in order, and those that are gone.
TABLE = [
    (("accept", "moor/waten"), "", ""),
    (("rename", "moor/laufen-ein-irrlicht-zieht", "--title", "Laufen"), "  Laufen\n", "  Laufen: Ein Irrlicht zieht\n"),
    (("rename", "moor/der-zug/", "--title", "Zug: um Zug"), "Zug: um Zug\n", "Der Zug\n"),
    (("join", "moor/ein-wort-dazu"), "  Rasten\n", "  Ein Wort dazu\n    Rasten\n"),
    (("join", "moor/treffer"), "", "  Treffer\n"),
    (("split", "moor/treffer", "--line", "10"), "  Flammenstoß\n", ""),
    (("split", "moor/treffer", "--line", "10", "--title", "Fernkampf"), "  Fernkampf\n", ""),
    (("demote", "moor/waten"), "    Waten\n", "  Waten\n"),
    (("promote", "moor/rasten"), "  Rasten\n", "    Rasten\n"),
    (("promote", "moor/waten"), "Waten\n", ""),
    (("demote", "moor/der-kampf/"), "", "Der Kampf\n"),
    (("remove", "moor/notizen-des-setzers"), "", "  Notizen des Setzers\n"),
    (("remove", "moor/ein-wort-dazu"), "  Rasten\n", "  Ein Wort dazu\n    Rasten\n"),
]


def read_moor(folder: Path) -> Path:
    """A project with the book, read."""
    from nachschlag.generator.cli import main

    project = folder / "projekt"
    lay_over(project, {"moor.md": BOOK, "mkdocs.yml": "site_name: Probe\n"})
    assert main(["--project", str(project), "ingest", str(project / "moor.md"), "--system", "moor"]) == 0
    return project


@pytest.fixture(scope="session")
def read_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return read_moor(tmp_path_factory.mktemp("moor"))


@pytest.fixture
def project(read_once: Path, tmp_path: Path) -> Path:
    return shutil.copytree(read_once, tmp_path / "projekt")


def outline(project: Path) -> str:
    rows = Outline(project / "privat", "moor").rows
    return "".join(f"{'  ' * row.level}{row.title}\n" for row in rows)


def content(project: Path) -> dict[str, bytes]:
    return {path: raw for path, raw in tree(project / "privat").items() if path.startswith(("content/", "glossary/"))}


def words(project: Path) -> list[str]:
    """All words of the game's texts and titles; none may be lost."""
    library, _ = load(project, overlays=[project / "privat"])
    said = [f"{entry.title} {entry.text}" for entry in library.system_entries("moor")]
    return sorted(word for text in said for word in text.replace("##", "").replace(":", " ").split())


def test_the_book_is_read_with_its_mess(project: Path) -> None:
    assert outline(project) == OUTLINE


@pytest.mark.parametrize(("what", "new", "gone"), TABLE, ids=lambda it: " ".join(it[:2]) if isinstance(it, tuple) else "")
def test_each_correction_changes_what_it_says(run: Run, project: Path, what: tuple[str, ...], new: str, gone: str) -> None:
    before, said = tree(project / "privat"), words(project)
    done = run("--project", project, "draft", *what)
    assert (done.status, done.err) == (0, ""), done.err
    after = outline(project)
    assert set(OUTLINE.splitlines()) - set(after.splitlines()) <= set(gone.splitlines())
    assert set(new.splitlines()) <= set(after.splitlines())
    assert sorted(OUTLINE.splitlines() + new.splitlines()) == sorted(after.splitlines() + gone.splitlines())
    if what[0] != "remove" and "--title" not in what:
        assert words(project) == said
    # what a person decided stays when the book is read again
    decided = content(project)
    again = run("--project", project, "ingest", project / "moor.md", "--system", "moor")
    assert (again.status, content(project)) == (0, decided), again.err
    findings = load(project, overlays=[project / "privat"])[1]
    assert findings == []
    assert run("--project", project, "draft", "undo", "moor").status == 0
    assert tree(project / "privat") == before


def test_a_sentence_in_a_name_goes_on_in_the_text(run: Run, project: Path) -> None:
    run("--project", project, "draft", "rename", "moor/laufen-ein-irrlicht-zieht", "--title", "Laufen")
    library, _ = load(project, overlays=[project / "privat"])
    assert library.entries["moor/laufen-ein-irrlicht-zieht"].text == "Ein Irrlicht zieht\nbis zu sechs Felder weit."


def test_many_corrections_are_undone_one_by_one(run: Run, project: Path) -> None:
    states = [tree(project / "privat")]
    for what in (
        ("split", "moor/treffer", "--line", "10"),
        ("rename", "moor/flammenstoss", "--title", "Fernkampf"),
        ("accept", "moor/rasten"),
        ("remove", "moor/notizen-des-setzers"),
        ("promote", "moor/flammenstoss"),
        ("join", "moor/flammenstoss"),
        ("demote", "moor/der-kampf/"),
    ):
        done = run("--project", project, "draft", *what)
        assert done.status == 0, done.err
        states.append(tree(project / "privat"))
    for state in reversed(states[:-1]):
        assert run("--project", project, "draft", "undo", "moor").status == 0
        assert tree(project / "privat") == state
    assert run("--project", project, "draft", "undo", "moor").line.endswith("Es gibt nichts zurückzunehmen.")


def test_new_drafts_keep_the_order_of_the_book(run: Run, project: Path) -> None:
    path = project / "privat/content/moor/der-kampf/treffer.md"
    text = path.read_text("utf-8")
    path.write_text(text + "\n" + "\n\n".join(f"Satz {n}." for n in range(9)) + "\n", "utf-8")
    lines = text.count("\n") + 2
    for n in reversed(range(9)):
        done = run("--project", project, "draft", "split", "moor/treffer", "--line", str(lines + 2 * n), "--title", f"Regel {n}")
        assert done.status == 0, done.err
    names = [row.title for row in Outline(project / "privat", "moor").within("der-kampf")]
    assert names == ["Treffer", *(f"Regel {n}" for n in range(9)), "Notizen des Setzers"]


def test_what_was_taken_away_can_be_brought_back(run: Run, project: Path) -> None:
    before = content(project)
    for name in ("treffer", "notizen-des-setzers"):
        assert run("--project", project, "draft", "remove", f"moor/{name}").status == 0
    assert run("--project", project, "draft", "demote", "moor/der-kampf/").status == 0
    for number in ("2", "1"):
        assert run("--project", project, "ingest", "--system", "moor", "--restore", number).status == 0
    assert content(project) == before


def test_a_new_edition_merges_with_decisions(run: Run, project: Path) -> None:
    for what in (("join", "moor/ein-wort-dazu"), ("demote", "moor/waten"), ("remove", "moor/notizen-des-setzers")):
        assert run("--project", project, "draft", *what).status == 0
    lay_over(project, {"moor.md": BOOK.replace("einen W6", "zwei W6").replace("Hier fehlt", "Dort fehlt")})
    assert run("--project", project, "ingest", project / "moor.md", "--system", "moor").status == 0
    assert "Wirf zwei W6" in (project / "privat/content/moor/der-kampf/treffer.md").read_text("utf-8")
    assert outline(project) == ("Der Zug\n  Laufen: Ein Irrlicht zieht\n    Waten\n  Rasten\nDer Kampf\n  Treffer\n")


EDITED = "---\r\n# Mein Vermerk\r\ntitle: 'Waten'   # so im Buch\r\nkind: rule\r\norder: 20\r\n---\r\nIm Moor.\r\n\r\nZweiter Satz.\r\n"


def test_an_editors_files_keep_their_form(run: Run, project: Path) -> None:
    path = project / "privat/content/moor/der-zug/waten.md"
    path.write_bytes(f"\ufeff{EDITED}".encode())
    assert run("--project", project, "draft", "demote", "moor/waten").status == 0
    expected = EDITED.replace("order: 20\r\n", "order: 20\r\nparent: laufen-ein-irrlicht-zieht\r\n")
    assert path.read_bytes().decode() == f"\ufeff{expected}"
    assert run("--project", project, "draft", "undo", "moor").status == 0
    assert path.read_bytes().decode() == f"\ufeff{EDITED}"


def test_undo_never_overwrites_later_edits(run: Run, project: Path) -> None:
    assert run("--project", project, "draft", "rename", "moor/waten", "--title", "Stapfen").status == 0
    path = project / "privat/content/moor/der-zug/waten.md"
    path.write_text(path.read_text("utf-8") + "Von mir.\n", "utf-8")
    before = tree(project)
    said = run("--project", project, "draft", "undo", "moor")
    assert (said.status, tree(project)) == (2, before)
    assert said.line.endswith("„content/moor/der-zug/waten.md“ ist inzwischen geändert, darum blieb alles, wie es ist.")


@pytest.mark.parametrize(
    ("what", "says"),
    [
        (("join", "moor/laufen-ein-irrlicht-zieht"), "steht kein Entwurf"),
        (("join", "moor/der-zug/"), "ist ein Teil"),
        (("demote", "moor/der-zug/"), "steht kein Teil"),
        (("promote", "moor/der-zug/"), "höher geht es nicht"),
        (("promote", "moor/treffer"), "beginnt seinen Teil schon"),
        (("demote", "moor/treffer"), "steht nichts auf derselben Stufe"),
        (("split", "moor/treffer", "--line", "2"), "Teilen kannst du ab Zeile 10 bis 12."),
        (("split", "moor/rasten", "--line", "9"), "lässt sich nicht teilen"),
        (("rename", "moor/waten", "--title", "…"), "Buchstaben oder Ziffern"),
        (("rename", "moor/waten"), "rename braucht --title"),
        (("split", "moor/waten"), "split braucht --line"),
        (("accept", "moor/waten", "--title", "Waten"), "sonst gibt es beide nicht"),
        (("accept", "moor/watn"), "Meintest du „moor/waten“"),
        (("accept", "moor"), "mit seinem Spiel"),
        (("undo", "moor"), "nichts zurückzunehmen"),
        (("accept", "sumpf/waten"), "kein Spiel „sumpf“"),
        (("accept", "../moor/waten"), "taugt nicht als Kennung"),
        (("accept", "moor/waten", "--out", "gibtesnicht"), "gibt es nicht"),
        (("erfinde", "moor/waten"), "erfinde"),
    ],
    ids=lambda it: " ".join(it) if isinstance(it, tuple) else "",
)
def test_what_cannot_be_done_is_one_sentence(run: Run, project: Path, what: tuple[str, ...], says: str) -> None:
    before = tree(project / "privat")
    said = run("--project", project, "draft", *what)
    assert (said.status, said.out) == (2, "")
    assert says in said.line
    assert tree(project / "privat") == before


@pytest.mark.parametrize("broken", ["---\ntitle: Waten\nkind: [\n---\nText\n", "---\ntitle: >\n  Waten\n---\nText\n", "Text\n"])
def test_a_broken_head_is_left_alone(run: Run, project: Path, broken: str) -> None:
    lay_over(project / "privat", {"content/moor/der-zug/waten.md": broken})
    before = tree(project / "privat")
    said = run("--project", project, "draft", "rename", "moor/waten", "--title", "Stapfen")
    assert (said.status, tree(project / "privat")) == (2, before)
    assert re.search("lesbar|nicht auf einer Zeile", said.line)


def test_a_stale_wish_is_refused(project: Path) -> None:
    out = project / "privat"
    rows = {row.id: row for row in Outline(out, "moor").rows}
    correct(out, "moor", Wish("rename", "moor/waten", rows["moor/waten"].mark, title="Stapfen"))
    before = tree(out)
    for action, id_ in (("accept", "moor/waten"), ("join", "moor/ein-wort-dazu")):  # the one before it is another now
        with pytest.raises(ChangedMeanwhile, match="hat sich inzwischen geändert"):
            correct(out, "moor", Wish(action, id_, rows[id_].mark))
    assert tree(out) == before
    correct(out, "moor", Wish("accept", "moor/treffer", rows["moor/treffer"].mark))


#: Titles that mean something to YAML, Markdown, HTML or a terminal.
HOSTILE = [
    ": - # null",
    "yes",
    "'a\" b",
    "<script>alert(1)</script>",
    "::: beispiel",
    "[[moor/treffer]]",
    "![a](javascript:alert(1))",
    "--- x ---",
    "a\n---\nstatus: geprüft",
    "\u202eabc\u200b",
    "…/../../etc",
    "W" * 400,
    "Ä{% x %}{{ y }}",
]


@pytest.mark.parametrize("title", HOSTILE)
def test_any_title_is_only_a_title(project: Path, title: str) -> None:
    out = project / "privat"
    before, paths = tree(out), set(content(project))
    heads = {path: raw.count(b"\n---\n") for path, raw in before.items()}
    for wish in (
        Wish("rename", "moor/waten", title=title),
        Wish("rename", "moor/der-zug/", title=title),
        Wish("split", "moor/treffer", line=10, title=title),
        Wish("join", "moor/waten"),
        Wish("join", "moor/notizen-des-setzers"),
    ):
        correct(out, "moor", wish)
        library, findings = load(project, overlays=[out])
        assert [finding for finding in findings if finding.severity.name == "ERROR"] == []
        assert {entry.status for entry in library.system_entries("moor")} == {"entwurf"}
    assert all(path in paths or path.startswith("content/moor/der-kampf/") for path in content(project))
    assert all(raw.count(b"\n---\n") == 1 for path, raw in tree(out / "content").items() if path.endswith(".md")), heads
    for _ in range(5):
        correct(out, "moor", Wish("undo", "moor"))
    assert tree(out) == before


ENGLISH = """# Fog

## Turn

### Moving

A model moves up to 6 inches. It may turn on the spot as often as the player likes.

It may run if it does nothing else, and then it moves twice as far as it could before.

### Swamp

This applies to all of the models that have not been placed in the wood.
"""


def test_an_english_book_is_corrected_in_english(run: Run, project: Path) -> None:
    lay_over(project, {"fog.md": ENGLISH})
    assert run("--project", project, "ingest", project / "fog.md", "--system", "fog", "--language", "en").status == 0
    before = tree(project / "privat")
    assert run("--project", project, "draft", "split", "fog/moving", "--line", "3", "--title", "Running").status == 0
    assert run("--project", project, "draft", "join", "fog/swamp").status == 0
    assert run("--project", project, "draft", "rename", "fog/running", "--title", "Run").status == 0
    content = project / "privat" / "content" / "fog" / "regeln"
    assert (content / "moving.en.md").read_text("utf-8").endswith("the player likes.\n")
    assert (content / "running.en.md").read_text("utf-8").partition("\n\n## Swamp\n\n")[2].startswith("This applies")
    head = yaml.safe_load((content / "running.md").read_text("utf-8").split("---\n")[1])
    assert (head["title"], head["title_en"], head["title_en_source"]) == ("Run", "Run", "published")
    assert (content / "running.md").read_text("utf-8").endswith("---\n\n")
    for _ in range(3):
        assert run("--project", project, "draft", "undo", "fog").status == 0
    assert tree(project / "privat") == before


def test_a_list_says_what_to_look_at_first(run: Run, project: Path) -> None:
    report = project / "privat/ingest/moor/report.json"
    text = report.read_text("utf-8")
    at = text.index('"title": "Waten"')
    certain = text.index('"certainty": ', at)
    report.write_text(f'{text[:certain]}"certainty": 0.4{text[text.index(",", certain) :]}', "utf-8")
    assert unsure(run, project)[0] == "Waten  moor/waten  40 %"
    run("--project", project, "draft", "accept", "moor/waten")
    assert [line for line in unsure(run, project) if "waten" in line] == []


def unsure(run: Run, project: Path) -> list[str]:
    said = run("--project", project, "draft", "list", "moor").out
    return [line.strip().partition(":")[0] for line in said.splitlines() if "%" in line]


@pytest.mark.parametrize(
    "damage", ["", "[", "[]", '{"steps": [1], "accepted": []}', '{"steps": [{"said": 1}], "accepted": []}', "\xff"]
)
def test_a_damaged_log_only_loses_the_way_back(run: Run, project: Path, damage: str) -> None:
    (project / "privat/ingest/moor/steps.json").write_bytes(damage.encode("latin-1"))
    assert run("--project", project, "draft", "undo", "moor").line.endswith("nichts zurückzunehmen.")
    assert run("--project", project, "draft", "demote", "moor/waten").status == 0
    assert run("--project", project, "draft", "undo", "moor").status == 0
    assert outline(project) == OUTLINE


def test_a_log_from_elsewhere_leads_nowhere_else(run: Run, project: Path) -> None:
    step = {"said": "x", "id": "x", "accepted": [], "files": {"../fremd.txt": ["böse", ""]}}
    lay_over(project / "privat", {"ingest/moor/steps.json": json.dumps({"accepted": [], "steps": [step]})})
    assert run("--project", project, "draft", "undo", "moor").status == 2
    assert not (project / "fremd.txt").exists()
