"""The translators' guide, followed to the letter: from a clone to a pushed branch that changes a single entry."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import polib
import pytest

from tests.projects import ONE_SYSTEM, REPOSITORY, environment, lay_over, mini_project, nachschlag, repository_copy
from tests.running import Run

GUIDE = REPOSITORY / "generator" / "assets" / "site" / "hilfe" / "uebersetzen.md"
ENTRY = "content/t9a/sonderregeln/angst.md"
SCHEMAS = "generator/assets/schema"

#: Commands to skip: installation, already done for the tests, and commands that keep running in a window of their own.
ELSEWHERE = ("make serve", "source ")


def guide(page: Path = GUIDE) -> str:
    """A guide without its example of a book, which has headings of its own."""
    return re.sub(r"^```markdown\n.*?^```$", "", page.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)


def steps(heading: str, page: Path = GUIDE) -> list[str]:
    """The lines of the shell blocks below a heading."""
    section = guide(page).partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    blocks = re.findall(r"^```sh\n(.*?)^```$", section, re.MULTILINE | re.DOTALL)
    return [line for block in blocks for line in block.splitlines() if not line.startswith(ELSEWHERE)]


def run(folder: Path, *lines: str) -> str:
    """Run shell lines as a newcomer would, with `nachschlag` on the path; the first failure fails the test."""
    who = {
        f"GIT_{role}_{what}": f"probe{at}example.org"
        for role in ("AUTHOR", "COMMITTER")
        for what, at in (("NAME", "-"), ("EMAIL", "@"))
    }
    env = environment(PATH=f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}", **who)
    script = "\n".join(["set -e", *lines])
    done = subprocess.run(["bash", "-c", script], cwd=folder, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def followed(folder: Path, *lines: str) -> str:
    """As `run`, in processes that need not start Python: the walk from a clone starts it as a newcomer does."""
    said = ""
    for line in lines:
        command, *words = shlex.split(line, comments=True)
        if command != "nachschlag":
            said += run(folder, line)
            continue
        done = nachschlag(*words, cwd=folder)
        assert done.returncode == 0, (line, done.stdout, done.stderr)
        said += done.stdout
    return said


def test_a_newcomer_comes_from_a_clone_to_a_branch(tmp_path: Path) -> None:
    source = repository_copy(tmp_path / "quelle", systems=ONE_SYSTEM)
    shutil.copytree(REPOSITORY / SCHEMAS, source / SCHEMAS)
    run(source, "git init -q -b main", "git add -A", "git commit -q -m Anfang", f"git clone -q --bare . {tmp_path}/projekt.git")
    lines = [
        line.replace("ADRESSE-DES-PROJEKTS", f"{tmp_path}/projekt.git") for line in steps("Vom Klonen bis zum fertigen Eintrag")
    ]
    assert lines[0].startswith("git clone")
    edit = next(at for at, line in enumerate(lines) if line.startswith("nachschlag fmt"))
    edited = f"sed -i.alt 's/^short_en: .*/short_en: A rule of ours now reads otherwise./' {ENTRY}"
    said = run(tmp_path, *lines[:edit], edited, f"rm {ENTRY}.alt", *lines[edit:])
    assert "veraltet" in said or "Entwurf" in said
    git = f"git --git-dir {tmp_path}/projekt.git"
    assert run(tmp_path, f"{git} diff --name-only main angst").split() == [ENTRY]
    pushed = run(tmp_path, f"{git} show angst:{ENTRY}")
    assert "short_en: A rule of ours now reads otherwise." in pushed
    assert run(tmp_path, f"{git} diff main angst -- {ENTRY}").count("\n+") - 1 == 2  # the sentence, and translated_from


def test_the_guide_names_the_file_and_the_page_that_there_are() -> None:
    text = GUIDE.read_text("utf-8")
    assert f"`{ENTRY}`" in text
    assert (REPOSITORY / ENTRY).is_file()
    assert "`http://127.0.0.1:8000/t9a/angst/`" in text


#: From an English rulebook to a German game.
ENGLISH = "Ein englisches Regelbuch übersetzen"

#: Sections whose commands change nothing.
ASKING = ("Begriffe einhalten", "Schreibweisen")

#: What a translator changes in the tool, in our own short rule of Angst.
OLD, NEW = "Feinde in Basekontakt: –1 MW;", "Feinde im Basekontakt: –1 MW;"


def translated(file: Path, old: str, new: str) -> None:
    """Change a file as a translation program does that saves it."""
    po = polib.pofile(str(file), wrapwidth=-1)
    (unit,) = [one for one in po if one.msgctxt == "t9a/angst#short"]
    assert unit.msgstr.startswith(old)
    unit.msgstr = unit.msgstr.replace(old, new)
    unit.flags = [flag for flag in unit.flags if flag != "fuzzy"]
    po.save()


def test_an_hour_of_a_translator(tmp_path: Path) -> None:
    """Every command of the guide below the walk-through, section by section as it stands there, in one project."""
    project = repository_copy(tmp_path / "projekt", systems=ONE_SYSTEM)
    run(project, "git init -q -b main", "git add -A", "git commit -q -m Anfang")
    done: list[str] = []

    def follow(heading: str, *, upto: str = "", start: str = "") -> str:
        lines = steps(heading)
        first = next((at for at, line in enumerate(lines) if start and line.startswith(start)), 0)
        last = next((at for at, line in enumerate(lines) if upto and line.startswith(upto)), len(lines))
        done.extend(lines[first:last])
        return followed(project, *lines[first:last])

    # a file for the program at home, and back
    follow("Mit einem Übersetzungsprogramm", upto="nachschlag import t9a.po --dry-run")
    translated(project / "t9a.po", OLD, NEW)
    said = follow("Mit einem Übersetzungsprogramm", start="nachschlag import t9a.po --dry-run")
    assert f"{ENTRY}: short" in said
    assert NEW in (project / ENTRY).read_text("utf-8")
    assert run(project, "git diff --name-only").split() == [ENTRY]

    # how far we are; the English changed
    follow("Wie weit wir sind", upto="nachschlag status t9a/angst")
    beside = project / "privat" / ENTRY.replace(".md", ".en.md")
    beside.parent.mkdir(parents=True)
    beside.write_text('At most 9" away.\n', "utf-8")
    assert "privat/" in followed(project, "nachschlag check --system t9a")
    shutil.rmtree(project / "privat")
    text = (project / ENTRY).read_text("utf-8")
    (project / ENTRY).write_text(re.sub(r"(?m)^short_en: .*$", "short_en: A rule of ours now reads otherwise.", text), "utf-8")
    run(project, "git commit -qam 'Das Englische ist neu.'")
    assert "veraltet" in followed(project, "nachschlag status t9a/angst")
    follow("Wie weit wir sind", start="nachschlag status t9a/angst")
    assert "veraltet" not in followed(project, "nachschlag status t9a/angst")

    # OmegaT leaves its file in the folder of the job
    follow("Mit OmegaT", upto="nachschlag import")
    (project / "auftrag/target").mkdir(parents=True)
    followed(project, "nachschlag export --format po --system t9a --out auftrag/target/t9a.po")
    translated(project / "auftrag/target/t9a.po", NEW, OLD)
    follow("Mit OmegaT", start="nachschlag import")
    assert OLD in (project / ENTRY).read_text("utf-8")

    # the team on Weblate
    follow("Mit Weblate", upto="nachschlag import weblate --dry-run")
    translated(project / "weblate/t9a/sonderregeln/de.po", OLD, NEW)
    follow("Mit Weblate", start="nachschlag import weblate --dry-run")
    assert NEW in (project / ENTRY).read_text("utf-8")

    # two walks have tests of their own; what only asks is run with all our content by `test_docs`.
    elsewhere = [line for heading in ("Vom Klonen bis zum fertigen Eintrag", ENGLISH, *ASKING) for line in steps(heading)]
    assert sorted(all_steps()) == sorted([*done, *elsewhere])


def all_steps(page: Path = GUIDE) -> list[str]:
    headings = re.findall(r"^## (.*)$", guide(page), re.MULTILINE)
    return [line for heading in headings for line in steps(heading, page)]


def test_a_second_reader_follows_the_page_on_reviews(tmp_path: Path) -> None:
    """Every command of the page, in its order, and those that it names in passing."""
    page = GUIDE.with_name("gegenlesen.md")
    project = repository_copy(tmp_path / "projekt", systems=ONE_SYSTEM)
    lines = all_steps(page)
    by = [line.partition("--by ")[2].partition(" ")[0] for line in lines]
    assert (lines[0].split()[1], by[1:], lines[-1].split()[-1]) == ("status", ["leser", "spieler", "verlag", ""], "--undo")
    for line, state in zip(lines, (None, "gegengelesen", "geprüft", "geprüft", "entwurf"), strict=True):
        followed(project, line)
        assert state is None or f"status: {state}\n" in (project / ENTRY).read_text("utf-8"), line
    assert "t9a/angst" in followed(project, lines[0])
    others = re.findall(r"`((?:t9a/glossar/|t9a/\w+#|begriffe/)[\w#-]+)`", page.read_text("utf-8"))
    assert len(others) == 3
    run(project, f"nachschlag review {' '.join(others)} --by leser --against 2.0")  # „#“ in a word begins no comment there
    (from_list,) = re.findall(r"`(nachschlag review - [^`]*)`", page.read_text("utf-8"))
    (project / "gelesen.txt").write_text("t9a/angst\n", "utf-8")
    run(project, from_list)
    assert "status: gegengelesen\n" in (project / ENTRY).read_text("utf-8")


#: Names that other games have for what the guide's book says.
OTHERS = {
    "glossary/murmeln.yaml": "- {title: Schnippprobe, title_en: Hit Roll, definition: Ein Schnipser.}\n",
    "content/wuerfelkrieg/grundregeln/treffer.md": "---\ntitle: Trefferwurf\ntitle_en: Hit Roll\nkind: rule\nshort: Wirf.\n---\n",
}
CONCEPT = "- {id: deckung, title: Deckung, title_en: Cover, description: Schutz., entries: {murmeln: [], wuerfelkrieg: []}}\n"


def test_an_english_book_becomes_a_german_game(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The guide's book of ten rules, read, exported, half translated, taken back, confirmed."""
    project = mini_project(tmp_path / "projekt", OTHERS)
    with (project / "glossary/concepts.yaml").open("a", encoding="utf-8") as concepts:
        concepts.write(CONCEPT)
    book = GUIDE.read_text("utf-8").partition("```markdown\n")[2].partition("```\n")[0]
    lay_over(tmp_path, {"fog.md": book})
    monkeypatch.chdir(project)
    lines = [line.split()[1:] for line in steps(ENGLISH)]
    begun, exported, tried, taken, status, checked, confirmed = [[word.strip('"') for word in words] for words in lines]
    assert "10 Einträge" in run(*begun).out
    assert run(*exported).status == 0

    po = polib.pofile(str(tmp_path / "nebelgefecht.po"), wrapwidth=-1)
    units = {unit.msgctxt: unit for unit in po}
    assert {unit.msgstr for unit in po} == {""}
    said = [line for line in units["nebelgefecht/hit-roll#title"].comment.splitlines() if line.startswith("Vorschläge")]
    assert said == ["Vorschläge: in murmeln: Schnippprobe; in wuerfelkrieg: Trefferwurf"]
    cover = units["nebelgefecht/cover#text"].comment
    assert "Cover → in allen Spielen: Deckung" in cover
    assert "Hit Roll → in murmeln: Schnippprobe; in wuerfelkrieg: Trefferwurf" in cover
    assert "Durchsicht: noch nicht übersetzt" in cover
    assert "Englisch: aus der englischen Ausgabe" in units["nebelgefecht/fog#title"].comment

    hit = {"title": "Trefferwurf", "text": "Wirf je Attacke einen W6. Bei 4+ trifft sie."}
    rally = {"title": "Rally", "text": "Ein fliehendes Modell kann sich zu Beginn seines Zuges sammeln."}
    for slug, field in ((slug, field) for slug, german in (("hit-roll", hit), ("rally", rally)) for field in german):
        units[f"nebelgefecht/{slug}#{field}"].msgstr = {"hit-roll": hit, "rally": rally}[slug][field]
    units["nebelgefecht#parts.combat.title"].msgstr = "Nahkampf"
    po.save()
    assert "hit-roll.md:2:8: title\n" in run(*tried).out
    assert run(*taken).status == 0
    entry = (project / "privat/content/nebelgefecht/combat/hit-roll.md").read_text("utf-8")
    assert ("title: Trefferwurf\n" in entry, entry.endswith(f"{hit['text']}\n")) == (True, True)

    def lacking() -> dict[str, list[str]]:
        return {text["id"].partition("/")[2]: text["lacks"] for text in json.loads(run(*status, "--json").out)["texts"]}

    now = lacking()
    assert (now["hit-roll"], now["rally"], now["fog"]) == ([], ["title"], ["title", "text"])
    assert "deutscher Titel, deutscher Text" in run(*status).out
    assert "T009" not in run(*checked).out
    assert run(*confirmed).status == 0
    assert [slug for slug, missing in lacking().items() if not missing] == ["hit-roll", "rally"]
    assert run(*exported).status == 0
    again = {unit.msgctxt: unit for unit in polib.pofile(str(tmp_path / "nebelgefecht.po"))}
    kept = ("nebelgefecht#parts.combat.title", "nebelgefecht/rally#title", "nebelgefecht/fog#title")
    assert [again[name].msgstr for name in kept] == ["Nahkampf", "Rally", ""]


def test_drafts_are_corrected_as_the_guide_says(tmp_path: Path) -> None:
    """The chapter of the guide on reading books, with its made-up book."""
    page = GUIDE.with_name("einlesen.md")
    project = mini_project(tmp_path / "projekt")
    (tmp_path / "moor.md").write_text(page.read_text("utf-8").partition("```markdown\n")[2].partition("```\n")[0], "utf-8")
    lines = steps("Die Entwürfe durchgehen", page)
    last = lines.index("nachschlag draft undo moor")
    assert "    Flammenstoß" not in followed(project, *lines[:2])
    said = followed(project, *lines[2:last], "nachschlag draft list moor")
    outline = [line.rpartition("  ")[0] for line in said.splitlines() if "  moor/" in line]
    assert outline == ["Der Zug", "  Laufen", "  Waten", "Der Kampf", "  Treffer", "  Flammenstoß"]
    followed(project, *lines[last:])
    assert (project / "privat/content/moor/der-kampf/notizen-des-setzers.md").is_file()
