"""Tables made from other entries: their rows, what is refused, and that they count as the text of those entries."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from nachschlag.generator.exchange.units import units
from nachschlag.generator.history.compare import compare
from nachschlag.generator.model.library import Library
from nachschlag.generator.model.values import Entry
from nachschlag.generator.pages.as_markdown import as_markdown
from nachschlag.generator.pages.rendered import Rendering
from nachschlag.generator.prose.review import german_fingerprint
from nachschlag.generator.reading.load import load
from nachschlag.generator.references.graph import link_library

Project = Callable[..., Path]
PART = "content/murmeln/regeln"
SYSTEM = (Path(__file__).parents[2] / "data/mini/content/murmeln/system.yaml").read_text("utf-8")
OWN = SYSTEM + "data:\n  - {name: weight, label: Gewicht}\n  - {name: lost, label: Niederlage}\n  - {name: row, label: Zeile}\n"


def marble(title: str, order: int, **data: str) -> str:
    held = "".join(f'  {name}: "{text}"\n' for name, text in data.items())
    return f"---\ntitle: {title}\nkind: token\norder: {order}\nparent: schnipsen\nshort: Die {title} | rollt.\ndata:\n{held}---\nRund.\n"


MARBLES = {
    "content/murmeln/system.yaml": OWN,
    f"{PART}/perle.md": marble("Perle", 3, weight="2 g", lost="Gegen Kugeln: zerstört; gegen Bohnen: Flucht; sonst nichts"),
    f"{PART}/kugel.md": marble(
        "Kugel", 1, weight="9 g", lost="Gegen Bohnen: zerstört. Unentschieden gegen Kugeln: beide zerstört"
    ),
    f"{PART}/bohne.md": marble("Bohne", 2, lost="Wie Kugel", row="Bohne (roh)"),
}


def loaded(project: Project, block: str) -> tuple[Library, Entry, list[str]]:
    text = f"---\ntitle: Liste\ntitle_en: List\nkind: table\n---\nDavor.\n\n::: tabelle {block}\n:::\n\nDanach."
    library, findings = load(project({**MARBLES, f"{PART}/liste.md": text, f"{PART}/liste.en.md": "All.\n"}))
    return library, library.entries["murmeln/liste"], [f"{f.location.line} {f.code} {f.message} {f.hint}" for f in findings]


def rows(entry: Entry) -> list[str]:
    return [line for line in entry.text.split("\n") if line.startswith("|")][2:]


@pytest.mark.parametrize(
    ("block", "expected"),
    [
        ('quelle=perle,kugel spalten="Murmel=title, Gewicht=weight"', ["[[perle\\|Perle]] | 2 g", "[[kugel\\|Kugel]] | 9 g"]),
        ('quelle=art:token spalten="Gewicht=weight"', ["9 g", "", "2 g"]),
        ('quelle=unter:schnipsen spalten="weight"', ["9 g", "", "2 g"]),
        ('quelle=feld:weight spalten="weight"', ["9 g", "2 g"]),
        ('quelle=unter:schnipsen ohne=bohne spalten="weight"', ["9 g", "2 g"]),
        (
            'quelle=art:token geordnet=ja spalten="Murmel=row/title"',
            ["[[bohne\\|Bohne (roh)]]", "[[kugel\\|Kugel]]", "[[perle\\|Perle]]"],
        ),
        ('quelle=perle spalten="Regel=short"', ["Die Perle \\| rollt."]),
        (
            'quelle=art:token spalten="Wer=title, Folge=lost" satz=lost nennt=Kugel|Kugeln',
            [
                "[[kugel\\|Kugel]] | Unentschieden gegen Kugeln: beide zerstört",
                "[[bohne\\|Bohne]] | Wie Kugel",
                "[[perle\\|Perle]] | Gegen Kugeln: zerstört",
            ],
        ),
    ],
)
def test_rows(project: Project, block: str, expected: list[str]) -> None:
    """A block becomes the table it asks for, and the authored text stays."""
    _, entry, findings = loaded(project, block)
    assert findings == []
    assert rows(entry) == [f"| {row} |" for row in expected]
    assert entry.authored == f"Davor.\n\n::: tabelle {block}\n:::\n\nDanach."


def test_a_text_shown_alone_names_the_values_that_tables_are_made_of(project: Project) -> None:
    library, _, _ = loaded(project, 'quelle=art:token spalten="Gewicht=weight"')
    assert "\n\n- Niederlage: Wie Kugel\n- Zeile: Bohne (roh)\n\nRund." in as_markdown(library, "murmeln/bohne")


def test_a_text_shown_alone_has_the_words_of_its_references(project: Project) -> None:
    text = "---\ntitle: Liste\nkind: table\nshort: Wie [[perle|Perlen]].\ndata:\n  columns: [A, B]\n  rows: [['[[kugel|K.]]', 9]]\n---\n"
    text += "Wie [[perle]] und [[kugel|Kugeln]]; nie \\[[so]].\n\n| A | B |\n|---|---|\n| [[bohne|Bohnen]] | [[perle\\|Perlen]] hier |\n"
    library, findings = load(project({**MARBLES, f"{PART}/liste.md": text, f"{PART}/liste.en.md": "All.\n"}))
    assert [f.code for f in findings if f.counts] == []
    lines = as_markdown(library, "murmeln/liste").split("\n")
    assert {"**Wie Perlen.**", "| K. | 9 |", "Wie Perle und Kugeln; nie \\[[so]].", "| Bohnen | Perlen hier |"} <= {*lines}


def test_what_is_only_collected_is_in_tables_but_not_on_its_own_page(project: Project) -> None:
    own = OWN.replace("label: Gewicht", "label: Gewicht, collected: true")
    text = MARBLES[f"{PART}/perle.md"] + '\n::: tabelle quelle=feld:weight spalten="Gewicht=weight"\n:::\n'
    library, findings = load(project({**MARBLES, "content/murmeln/system.yaml": own, f"{PART}/perle.md": text}))
    assert findings == []
    pearl = library.entries["murmeln/perle"]
    assert rows(pearl) == ["| 9 g |", "| 2 g |"]
    assert (pearl.data or {})["weight"] == "2 g"
    shown = Rendering(library, link_library(library)).entry(pearl).card.marked
    assert "Gewicht" not in shown
    assert "Gewicht:" not in as_markdown(library, pearl.id)


@pytest.mark.parametrize(
    ("block", "message"),
    [
        (
            'quelle=perl spalten="Murmel=title"',
            "8 T011 Die Quelle „murmeln/perl“ einer Tabelle gibt es nicht. Meintest du „murmeln/perle“",
        ),
        ('quelle=unter:perl spalten="Murmel=title"', "8 T011 Die Quelle „murmeln/perl“"),
        ('quelle=perle ohne=kugl spalten="Murmel=title"', "8 T011 Die Quelle „murmeln/kugl“"),
        ('quelle=art:tokn spalten="Murmel=title"', "8 T011 Die Art „tokn“ gibt es nicht. Meintest du „token“"),
        ('quelle=feld:wight spalten="weight"', "8 T011 Das Feld „wight“ gibt es hier nicht. Meintest du „weight“?"),
        ('quelle=arten:token spalten="Murmel=title"', "8 T011 Die Quelle „arten:token“ gibt es nicht. Erlaubt:"),
        ('quelle=perle spalten="Gewicht=wight"', "8 T011 Das Feld „wight“ gibt es hier nicht. Meintest du „weight“?"),
        (
            'quelle=perle spalten="Gewicht=weight" satz=lst nennt=x',
            "8 T011 Das Feld „lst“ gibt es hier nicht. Meintest du „lost“?",
        ),
        ("quelle=perle", "8 T011 Der Tabelle fehlen die Spalten. Beispiel:"),
        ('quelle=unter: spalten="Murmel=title"', "8 T011 Für die Tabelle aus „unter:“ gibt es keine Zeile."),
        ('quelle= spalten="Murmel=title"', "8 T011 Für die Tabelle aus „“ gibt es keine Zeile."),
        ('quelle=perle splten="Murmel=title"', "8 T011 „splten“ kennt eine Tabelle nicht. Meintest du „spalten“?"),
        ('quelle=art:spell spalten="Murmel=title"', "8 T011 Für die Tabelle aus „art:spell“ gibt es keine Zeile."),
        ('quelle=perle spalten="lost" satz=lost nennt=Drache', "8 T011 Für die Tabelle aus „perle“ gibt es keine Zeile."),
    ],
)
def test_what_cannot_be_made_is_a_finding(project: Project, block: str, message: str) -> None:
    _, entry, findings = loaded(project, block)
    assert len(findings) == 1
    assert findings[0].startswith(message)
    assert rows(entry) == []


@pytest.mark.parametrize(("blank", "line"), [("", 9), ("\n\n", 11)])
def test_a_made_table_holds_nothing_written(project: Project, blank: str, line: int) -> None:
    _, _, findings = loaded(project, f'quelle=perle spalten="weight"{blank}\n| 3 g |\n| 4 g |')
    assert findings == [f"{line} T011 Was in einem Block mit „quelle“ steht, wird gemacht. Streiche die Zeile."]


MADE = 'quelle=perle,kugel spalten="Murmel=title, Gewicht=weight"'


def test_a_table_is_rendered_as_if_it_were_written(project: Project) -> None:
    library, entry, _ = loaded(project, MADE)
    html = Rendering(library, link_library(library)).entry(entry).html(lambda target: f"/{target}/")
    assert '<a class="verweis" href="/murmeln/perle/" data-id="murmeln/perle">Perle</a></td>\n<td class="n-kurz">2 g</td>' in html
    assert ":::" not in html
    assert "murmeln/liste" in link_library(library).backlinks["murmeln/perle"]


def test_findings_behind_a_table_name_their_line_in_the_file(project: Project) -> None:
    library, _, _ = loaded(project, f"{MADE}\n:::\n\n[[nirgends]]\n\n::: hinweis\nX.")
    assert [f"{f.location.line}:{f.location.column} {f.code}" for f in link_library(library).findings] == ["11:1 V001"]


def test_made_rows_are_translated_reviewed_and_compared_at_their_source(project: Project, tmp_path: Path) -> None:
    old, entry, _ = loaded(project, MADE)
    (tmp_path / "projekt" / PART / "perle.md").write_text(MARBLES[f"{PART}/perle.md"].replace("2 g", "5 g"), "utf-8")
    new, _ = load(tmp_path / "projekt")
    changed = new.entries[entry.id]
    assert rows(entry) != rows(changed)
    assert {unit.context: unit.target for unit in units(new)}["murmeln/liste#text"] == changed.authored
    assert all("2 g" not in unit.target and "5 g" not in unit.target for unit in units(new, bodies=True) if unit.id == entry.id)
    assert german_fingerprint(old, entry) == german_fingerprint(new, changed)
    assert [d.id for d in compare(old, new)] == ["murmeln/perle"]
