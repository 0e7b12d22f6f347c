"""Notes for Obsidian and cards for Anki: all rules, working links, nothing hostile, none of the reader's own notes lost."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml
from markdown_it import MarkdownIt
from markdown_it.token import Token
from nachschlag.generator.pages.rendered import Rendering
from nachschlag.generator.proofing.project import Loaded, load_project
from nachschlag.generator.takeaway.anki import anki_cards
from nachschlag.generator.takeaway.obsidian import safe, vault

from tests.html import Page
from tests.projects import ONE_SYSTEM, Overlay, mini_project, nachschlag, repository_copy, tree


def loaded(folder: Path, overlay: Overlay | None = None) -> Loaded:
    return load_project(mini_project(folder / "projekt", overlay))


@pytest.fixture(scope="module")
def mini(tmp_path_factory: pytest.TempPathFactory) -> Loaded:
    return loaded(tmp_path_factory.mktemp("notizen"))


@pytest.fixture(scope="module")
def ours(tmp_path_factory: pytest.TempPathFactory) -> Loaded:
    return load_project(repository_copy(tmp_path_factory.mktemp("unsere") / "projekt", systems=ONE_SYSTEM))


def notes(project: Loaded, system: str | None = None) -> dict[str, str]:
    return dict(vault(project.library, project.graph, system))


def head(note: str) -> dict[str, object]:
    values = yaml.safe_load(note.split("---\n")[1])
    assert isinstance(values, dict)
    return values


def body(note: str) -> str:
    return note.partition("\n---\n")[2]


def links(note: str) -> list[str]:
    """The notes that a note links to."""
    return [target.partition("#")[0] for target in re.findall(r"(?<!!)\[\[([^\]|\\]+)", body(note))]


# -- Obsidian -----------------------------------------------------------------------------------------------------------------


def test_every_rule_term_and_concept_has_its_note(mini: Loaded) -> None:
    library = mini.library
    wanted = {f"{id_}.md" for id_ in library.entries}
    wanted |= {f"{term.id}.md" for term in library.terms.values() if not term.entry}
    wanted |= {f"begriffe/{id_}.md" for id_ in library.concepts}
    assert {path for path in notes(mini) if path.endswith(".md")} == wanted


@pytest.mark.parametrize("project", ["mini", "ours"])
def test_links_lead_to_notes(project: str, request: pytest.FixtureRequest) -> None:
    found = notes(request.getfixturevalue(project))
    targets = {path: links(text) for path, text in found.items() if path.endswith(".md")}
    assert sum(map(len, targets.values())) > 10
    assert {target for of_note in targets.values() for target in of_note if f"{target}.md" not in found} == set()
    pictures = {name for text in found.values() for name in re.findall(r"!\[\[([^\]]+)\]\]", text)}
    assert pictures <= found.keys()
    assert pictures or project == "ours"


#: A link as Obsidian reads it: no third bracket, no prefix that changes its meaning; in a table the bar is escaped.
_LINK = re.compile(r"(?<![\[\\!])\[\[[^\[\]|#^\\]+(?:#[^\[\]|#^\\]+)?(?P<bar>\\?\|)[^\[\]|]+\]\](?!\])")
_PICTURE = re.compile(r"!\[\[[\w./-]+\.svg\]\]")


def ill_formed(note: str) -> list[str]:
    """The lines of a note with brackets that are not links, or with links that fail in a table."""
    wrong = []
    for line in body(note).split("\n"):
        row = re.match(r"[\s>]*\|", line) is not None
        rest = _LINK.sub(lambda match, row=row: "" if (match["bar"] == "\\|") == row else match[0], _PICTURE.sub("", line))
        wrong += [line] if "[[" in rest or ("]]" in rest and "&#91;" not in rest) else []
    return wrong


def test_all_links_of_a_whole_vault_are_links(own_site: Path) -> None:
    project = load_project(own_site.parent)
    found = {path: ill_formed(text) for path, text in notes(project).items() if path.endswith(".md")}
    assert len(found) > 1000
    assert {path: lines for path, lines in found.items() if lines} == {}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Wer [Rückzug] ruft", "Wer &#91;[[wuerfelkrieg/rueckzug|Rückzug]]&#93; ruft"),
        ("Jetzt![[rueckzug|weg]]", "Jetzt&#33;[[wuerfelkrieg/rueckzug|weg]]"),
        ("\\[[rueckzug|weg]]", "&#91;&#91;rueckzug|weg]]"),
        ("[[rueckzug|a]][[wurf|b]]", "[[wuerfelkrieg/rueckzug|a]][[wuerfelkrieg/wurf|b]]"),
        ("Dies [[probe|hier]] und [[probe]]", "Dies hier und Probe"),
        ("[[rueckzug|sehr\nweit weg]]", "[[wuerfelkrieg/rueckzug|sehr weit weg]]"),
        ("Die **Abschnitt** 17.0", "Die **Abschnitt** 17.0"),  # a link would contain half of the emphasis
        ("**nach Abschnitt 17.0**", "**nach [[wuerfelkrieg/kaempfen|Abschnitt 17.0]]**"),
        ("1. Eins\n\n   | a |\n   |---|\n   | Rückzug |", "   | [[wuerfelkrieg/rueckzug\\|Rückzug]] |"),
    ],
)
def test_a_link_stays_one_whatever_stands_beside_it(tmp_path: Path, text: str, expected: str) -> None:
    probe = f"---\ntitle: Probe\nkind: rule\nshort: Eine Probe.\n---\n{text}\n"
    project = loaded(tmp_path, {"content/wuerfelkrieg/grundregeln/probe.md": probe})
    note = notes(project)["wuerfelkrieg/probe.md"]
    assert expected in note.split("\n")
    assert ill_formed(note) == []


def test_a_note_is_found_by_all_names_and_sorted_by_tags(mini: Loaded) -> None:
    note = notes(mini)["wuerfelkrieg/wuerfelsturm.md"]
    assert head(note)["aliases"] == [
        "Würfelsturm (X)",
        "Würfelsturm",
        "Dice Storm (X)",
        "Dice Storm",
        "Sturmwurf",
        "SW",
        "Extrawürfel",
    ]
    assert head(note)["tags"] == ["wuerfelkrieg", "wuerfelkrieg/special-rule"]


def test_texts_are_as_on_the_site(mini: Loaded) -> None:
    found = notes(mini)
    assert (
        "> [!example] Beispiel\n> Drei Sechsen mit [[wuerfelkrieg/wuerfelsturm|Würfelsturm (2)]] zählen"
        in found["wuerfelkrieg/kaempfen.md"]
    )
    assert "Gilt nicht bei [[wuerfelkrieg/rueckzug|einem Rückzug]]." in found["wuerfelkrieg/wuerfelsturm.md"]
    assert "| 4-6 | 1, siehe [[wuerfelkrieg/kaempfen\\|Kämpfen]] |" in found["wuerfelkrieg/trefferliste.md"]
    assert "- **Kosten**: 1\n" in found["wuerfelkrieg/wurf.md"]
    assert found["wuerfelkrieg/kreis.svg"].startswith("<svg")


def test_one_system_alone_links_to_itself_only(mini: Loaded) -> None:
    found = notes(mini, "murmeln")
    assert {path.partition("/")[0] for path in found} == {"murmeln", "begriffe"}
    assert {target for text in found.values() for target in links(text) if f"{target}.md" not in found} == set()


@pytest.mark.parametrize(
    "text",
    [
        "<script>alert(1)</script>",
        "\\<img src=x onerror=alert(1)>",
        "`<b>`",
        "```dataviewjs\nalert(1)\n```",
        "~~~js\nalert(1)\n~~~",
        "\\`$= alert(1)\\`",
        "![](https://example.org/zaehler.gif)",
        "\\![x](https://example.org/x.gif)",
        "[x](javascript:alert(1))",
        "[x](<java&#115;cript:alert(1)>)",
        "[x]( data:text/html,x)",
        "[x][y]\n\n[y]: javascript:alert(1)",
        "<!-- a --> <https://example.org>",
        "%% comment %% {{ 7*7 }}",
    ],
)
def test_active_content_becomes_text(text: str) -> None:
    tokens = list(_all(MarkdownIt("commonmark", {"html": True}).parse(safe(text))))
    assert not {token.type for token in tokens} & {"html_inline", "html_block", "image", "fence", "code_inline"}
    addresses = [str(token.attrs["href"]) for token in tokens if token.type == "link_open"]
    assert [address for address in addresses if not address.startswith("https://example.org/")] == []
    assert "%%" not in safe(text)
    assert "{{" not in safe(text)


def _all(tokens: list[Token]) -> Iterator[Token]:
    for token in tokens:
        yield token
        yield from _all(token.children or [])


def test_hostile_entries_stay_text(tmp_path: Path) -> None:
    payload = "<script>alert(1)</script>\"'---\\n[[x|y]] `a` ![b](https://example.org/b.gif)"
    value = json.dumps(payload)
    entry = f"---\ntitle: {value}\ntitle_en: {value}\nkind: rule\nshort: {value}\n---\n{payload}\n"
    found = notes(loaded(tmp_path, {"content/wuerfelkrieg/grundregeln/boese.md": entry}))["wuerfelkrieg/boese.md"]
    assert head(found)["aliases"] == [payload]
    tokens = _all(MarkdownIt("commonmark", {"html": True}).parse(body(found)))
    assert not {token.type for token in tokens} & {"html_inline", "html_block", "image", "code_inline"}


def export(project: Path, folder: Path, *arguments: str) -> tuple[int, str]:
    done = nachschlag("--project", project, "export", "--format", "obsidian", "--out", folder, *arguments)
    return done.returncode, done.stderr


def test_a_vault_is_updated_and_the_readers_own_notes_stay(tmp_path: Path) -> None:
    project, folder = mini_project(tmp_path / "projekt"), tmp_path / "notizen"
    assert export(project, folder)[0] == 0
    first = tree(folder)
    assert export(project, folder)[0] == 0
    assert tree(folder) == first
    (folder / "Mein Abend.md").write_text("Schön.", "utf-8")
    assert export(project, folder, "--system", "murmeln")[0] == 0
    assert not (folder / "wuerfelkrieg" / "wurf.md").exists()
    assert (folder / "Mein Abend.md").read_text("utf-8") == "Schön."


def test_a_folder_of_something_else_is_left_alone(tmp_path: Path) -> None:
    project, folder = mini_project(tmp_path / "projekt"), tmp_path / "briefe"
    folder.mkdir()
    (folder / "brief.md").write_text("Lieber", "utf-8")
    status, shown = export(project, folder)
    assert (status, "andere Dateien" in shown) == (2, True)
    assert list(tree(folder)) == ["brief.md"]


def test_a_forged_list_removes_nothing_outside(tmp_path: Path) -> None:
    project, folder = mini_project(tmp_path / "projekt"), tmp_path / "notizen"
    folder.mkdir()
    (tmp_path / "wichtig.txt").write_text("x", "utf-8")
    (folder / ".nachschlag.json").write_text('["../wichtig.txt", "/etc/hostname", "alt.md"]', "utf-8")
    (folder / "alt.md").write_text("alt", "utf-8")
    assert export(project, folder)[0] == 0
    assert (tmp_path / "wichtig.txt").exists()
    assert not (folder / "alt.md").exists()


# -- Anki ---------------------------------------------------------------------------------------------------------------------


def cards(project: Loaded, system: str | None = None) -> list[list[str]]:
    lines = "".join(anki_cards(Rendering(project.library, project.graph), system)).splitlines()
    assert lines[:2] == ["#separator:tab", "#html:true"]
    return list(csv.reader([line for line in lines if not line.startswith("#")], delimiter="\t"))


def test_every_short_rule_is_a_card(ours: Loaded) -> None:
    found = cards(ours)
    library = ours.library
    wanted = [e.id for e in library.entries.values() if e.short] + [
        t.id for t in library.terms.values() if t.definition and not t.entry
    ]
    assert sorted(row[0] for row in found) == sorted(f"nachschlag:{id_}" for id_ in wanted)
    assert {len(row) for row in found} == {5}


def test_a_card_has_both_names_in_front_and_the_rule_behind(mini: Loaded) -> None:
    [card] = [row for row in cards(mini) if row[0].endswith("/kaempfen")]
    assert card[1:] == [
        "Nachschlag::Würfelkrieg",
        "Kämpfen<br><i>Brawling</i>",
        "Wer an der Reihe ist, wirft alle seine Würfel gegen einen Nachbarn.<br><small>Grundregeln 17.0, S. 12</small>",
        "wuerfelkrieg Regel",
    ]


def test_one_system_alone(mini: Loaded) -> None:
    """Cards of one system leave out the others."""
    assert {row[0].partition("/")[0] for row in cards(mini, "murmeln")} == {"nachschlag:murmeln"}


def test_hostile_names_stay_text_and_one_line(tmp_path: Path) -> None:
    payload = "<script>\talert(1)</script> \"x\" :: 'y'"
    value = json.dumps(payload)
    system = f"id: boese\nname: {value}\nshort: B\nlicence: {{status: own-words}}\nparts: [{{id: teil, title: {value}}}]\n"
    entry = f"---\ntitle: {value}\ntitle_en: {value}\nkind: rule\nshort: {value}\n---\n"
    project = loaded(tmp_path, {"content/boese/system.yaml": system, "content/boese/teil/probe.md": entry})
    [card] = cards(project, "boese")
    assert len(card) == 5
    assert {tag for cell in card[2:4] for tag, _ in Page("", cell).tags} == {"br", "i", "small"}
    assert card[1].count("::") == 1
