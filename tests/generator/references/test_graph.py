"""The whole library linked: every prose field, self-references, backlinks, and findings where they stand."""

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from nachschlag.generator.german.rule_numbers import parse_number
from nachschlag.generator.model.library import Library
from nachschlag.generator.model.values import Entry
from nachschlag.generator.proofing.checks import run_checks
from nachschlag.generator.prose.markdown import render_text
from nachschlag.generator.reading.load import load
from nachschlag.generator.reading.parse import parse_system
from nachschlag.generator.reading.source import SourceFile
from nachschlag.generator.references.graph import link_library

Project = Callable[..., Path]

PART = "content/wuerfelkrieg/grundregeln"


def targets(library: Library) -> dict[str, list[str | None]]:
    """ "owner field" → what its references lead to, for all texts with references."""
    graph = link_library(library)
    return {
        f"{owner} {field}": [r.target for r in linked.references]
        for owner, fields in graph.texts.items()
        for field, linked in fields.items()
        if linked.references
    }


def test_the_mini_project(mini: Library) -> None:
    """Every reference of the mini project leads where it should."""
    found = {
        key.removeprefix("wuerfelkrieg/"): [str(t).removeprefix("wuerfelkrieg/") for t in values]
        for key, values in targets(mini).items()
        if key.startswith("wuerfelkrieg/")
    }
    assert found == {
        "wurf short": ["glossar/becher"],
        "wurf card.effect": ["kaempfen"],
        "wurf card.keywords[0]": ["kaempfen"],
        "wuerfelsturm text": ["rueckzug"],
        "trefferliste data.rows[1][1]": ["kaempfen"],
        "zielen text": ["glossar/becher"],
        "kaempfen text": ["glossar/becher", "zielen", "zielen", "trefferliste", "zielen", "wuerfelsturm"],
        "zaubern text": ["zauberei-kaempfen"],
        "zauberei-kaempfen text": ["kaempfen"],
        "glossar/becher definition": ["kaempfen"],
    }


def test_backlinks_come_from_references_see_and_parent_in_reading_order(mini: Library) -> None:
    backlinks = link_library(mini).backlinks
    assert backlinks["wuerfelkrieg/kaempfen"] == (
        "wuerfelkrieg/wurf",  # card
        "wuerfelkrieg/trefferliste",  # table
        "wuerfelkrieg/zielen",  # parent
        "wuerfelkrieg/zauberei-kaempfen",  # text
        "wuerfelkrieg/glossar/becher",  # definition
    )
    assert backlinks["wuerfelkrieg/zielen"] == ("wuerfelkrieg/kaempfen",)  # see and text, once
    assert backlinks["murmeln/glossar/murmel"] == ("murmeln/schnipsen",)
    assert "wuerfelkrieg/wurf" not in backlinks
    assert list(backlinks) == sorted(backlinks)


def entry(head: str = "", body: str = "", title: str = "Neue Regel") -> str:
    return f"---\ntitle: {title}\nkind: rule\n{head}---\n{body}\n"


@pytest.mark.parametrize(
    ("head", "body", "expected"),
    [
        ("", "Neue Regel, **NEUE REGEL (2)**", []),
        ("number: '99.0'\n", "Grundregeln 99.0 und siehe 99.0", []),
        ("", "[[neu]]", [None]),
        ("", "[[neu#ablauf|dort]]\n\n## Ablauf\n\nHier.", ["wuerfelkrieg/neu#ablauf"]),
        ("", "# Zielen\n\n`Zielen`\n\n[Zielen](https://example.org)", []),
        ("", "[[pfeilregen]] und [[hagel]]", ["wuerfelkrieg/wuerfelsturm"] * 2),
        ("", "[[patt]] und [[patt|jedem Patt]]", ["wuerfelkrieg/kaempfen#17-1-gleichstand"] * 2),
        ("", "[[mogeln|Mogeln]]", [None]),
        ("", "[[murmeln/schnipsen]] und Schnipsen", ["murmeln/schnipsen"]),
        ("", "[[begriffe/angriff]]", ["begriffe/angriff"]),
        ("", "SW, sw und Extrawürfel", ["wuerfelkrieg/wuerfelsturm"] * 2),
        ("", "Der Wurf. Der **Wurf**.", ["wuerfelkrieg/wurf"]),
    ],
)
def test_references_of_an_entry(project: Project, head: str, body: str, expected: list[str]) -> None:
    library, findings = load(project({f"{PART}/neu.md": entry(head, body)}))
    assert findings == []
    assert targets(library).get("wuerfelkrieg/neu text", []) == expected


def test_a_term_does_not_link_to_itself_nor_to_its_entry(project: Project) -> None:
    glossary = "- title: Kelle\n  definition: Eine Kelle schöpft.\n"
    glossary += "- title: Sturm\n  entry: wuerfelsturm\n  definition: Ein Würfelsturm (2) je Kelle.\n"
    library, _ = load(project({"glossary/wuerfelkrieg.yaml": glossary}))
    assert {key: value for key, value in targets(library).items() if "glossar/" in key} == {
        "wuerfelkrieg/glossar/sturm definition": ["wuerfelkrieg/glossar/kelle"]
    }


@pytest.mark.parametrize(
    ("text", "place"),
    [
        (entry("short: Siehe GR 99.9.\n"), "4:14 V002"),
        (entry('short: "Siehe \\"dort\\": GR 99.9."\n'), "4:25 V002"),
        (entry("short: 'Siehe ''dort'': GR 99.9.'\n"), "4:25 V002"),
        (entry("short: Siehe\n  dort oder GR 99.9.\n"), "5:13 V002"),
        (entry("short: >-\n  Siehe\n  dort,\n  GR 99.9\n"), "7:3 V002"),
        (entry("card:\n  effect: Wirkt wie GR 99.9\n"), "5:21 V002"),
        (entry(body="\n\nErst\n**dann** GR 99.9"), "8:10 V002"),
        (entry(body="GR 99.9"), "5:1 V002"),
        (entry("card:\n  timing: x\n  effect: GR 99.9\n"), "6:11 V002"),
        (entry("card:\n  effect: x\n  keywords: [a, GR 99.9]\n"), "6:17 V002"),
        (entry("data:\n  columns: [A]\n  rows:\n    - [x]\n    - [GR 99.9]\n", "x"), "8:7 V002"),
    ],
)
def test_findings_name_the_place(project: Project, text: str, place: str) -> None:
    library, findings = load(project({f"{PART}/neu.md": text}))
    assert findings == []
    [finding] = [f for f in run_checks(library, link_library(library)) if f.counts and f.code[0] == "V"]
    assert f"{finding.location.line}:{finding.location.column} {finding.code}" == place


@pytest.mark.parametrize(
    "text",
    [
        "Siehe Anhang 99.9.",
        "Wirf (Anhang, 99.9) und zähle.",
        "Erst **Anhang 99.9**, dann der Rest.",
        "- eins\n- laut Anhang 99.9\n",
        "| A | B |\n| --- | --- |\n| x | Anhang 99.9 |\n",
        "::: hinweis\nNach Anhang 99.9 gilt es nicht.\n:::\n",
        "Anhang 99.9",
        "Im Anhang (99.9) steht es.",
        "Zauberei 99.9 und Grundregeln 99.9 fehlen.",
    ],
)
def test_an_unknown_number_of_a_known_part_is_a_finding_wherever_it_stands(project: Project, text: str) -> None:
    root = project({f"{PART}/neu.md": entry(body=text)})
    path = root / "content/wuerfelkrieg/system.yaml"
    path.write_text(path.read_text("utf-8").replace("parts:\n", "parts:\n  - {id: anhang, title: Anhang}\n"), "utf-8")
    library, _ = load(root)
    cited = [match.start() for match in re.finditer(r"\w+[ (,]+99\.9", text)]
    found = [f for f in link_library(library).findings if f.code == "V002"]
    starts = [text.rfind("\n", 0, at) + 1 for at in cited]
    places = [(text.count("\n", 0, at), at - start) for at, start in zip(cited, starts, strict=True)]
    assert len(found) == len(cited)
    lines = [(f.location.line - found[0].location.line, f.location.column) for f in found]
    assert [line for line, _ in lines] == [line - places[0][0] for line, _ in places]
    assert all(column >= at + 1 for (_, column), (_, at) in zip(lines, places, strict=True))


def test_missing_fields_are_empty_texts(mini: Library) -> None:
    graph = link_library(mini)
    assert graph.text("wuerfelkrieg/wurf", "text").references == ()
    assert graph.text("weg", "text").text == ""


def test_an_unmarked_ambiguous_name_is_no_finding(project: Project) -> None:
    twin = "aliases: [Doppelwurf]\n"
    overlay = {
        f"{PART}/eins.md": entry(twin, "x", "Eins"),
        f"{PART}/zwei.md": entry(twin, "x", "Zwei"),
        f"{PART}/neu.md": entry(body="Ein Doppelwurf."),
    }
    library, _ = load(project(overlay))
    graph = link_library(library)
    [resolution] = graph.text("wuerfelkrieg/neu", "text").references
    assert (resolution.target, resolution.candidates) == (None, ("wuerfelkrieg/eins", "wuerfelkrieg/zwei"))
    assert graph.findings == ()


def test_a_number_that_may_be_none_is_no_finding(project: Project) -> None:
    library, _ = load(project({f"{PART}/neu.md": entry(body="Es gelingt in 99.9 von hundert Fällen.")}))
    assert link_library(library).findings == ()


def test_ids_that_try_to_leave_end_as_findings(project: Project) -> None:
    overlay = {
        f"{PART}/neu.md": entry(
            "parent: ../../../etc/passwd\nsee: [../../etc, '/etc', '..', '']\n", "[[../../etc]] [[/etc/passwd|x]]"
        ),
        "content/wuerfelkrieg/moved.yaml": "- {old: ../../etc, new: ../x, date: 2026-01-01, why: x}\n",
        "glossary/murmeln.yaml": "- {title: Ausbruch, entry: ../../etc}\n",
        "glossary/concepts.yaml": "- {id: ../etc, title: A, description: d, entries: {}}\n"
        "- {id: a, title: A, description: d, entries: {murmeln: [../../etc], ../..: [etc]}}\n",
    }
    library, findings = load(project(overlay))
    graph = link_library(library)
    found = sorted({f.code for f in [*findings, *run_checks(library, graph)] if f.counts})
    assert found == ["D003", "K003", "K004", "K011", "K013", "V001"]
    ids = [*library.entries, *library.terms, *library.concepts, *(m.old for m in library.moves), *(m.new for m in library.moves)]
    assert [i for i in ids if ".." in i] == []


def test_a_forced_reference_to_itself_shows_its_words_without_a_link(mini: Library) -> None:
    entry = mini.entries["wuerfelkrieg/zielen"]
    text = "Wer [[zielen|genau\nzielt]], trifft. [[zielen]] ist schwer."
    library = Library(mini.systems.values(), [replace(entry, text=text)])
    linked = link_library(library).text(entry.id, "text")
    assert [(r.reference.shown, r.target) for r in linked.references] == [("genau zielt", None), (entry.title, None)]
    html = render_text(linked.text, linked.references).filled(lambda target: f"/{target}/")
    assert html == f"<p>Wer genau zielt, trifft. {entry.title} ist schwer.</p>"


def _many(text: str, short: str = "", others: int = 60) -> Library:
    """A library in which every rule mentions the Trupp; the first has these texts."""
    system, _ = parse_system(
        SourceFile(
            "content/s/system.yaml", "id: s\nname: S\nshort: S\nlicence: {status: own-words}\nparts: [{id: p, title: P}]\n"
        ),
        "s",
    )
    assert system is not None
    rules = [Entry(id=f"s/r{i}", system="s", part="p", kind="rule", title=f"Regel{i}x", text="Ein Trupp.") for i in range(others)]
    own = Entry(id="s/own", system="s", part="p", kind="rule", title="Eigenes", short=short, text=text)
    return Library(
        [system],
        [own, *rules, Entry(id="s/trupp", system="s", part="p", kind="rule", title="Trupp", number=parse_number("1.1"))],
        [],
    )


@pytest.mark.parametrize(
    ("short", "text", "others", "linked"),
    [
        ("Ein Trupp.", "Ein Trupp und ein Trupp.", 60, [("text", 4)]),
        ("Ein **Trupp**.", "Ein Trupp, der **Trupp**, siehe 1.1.", 60, [("short", 6), ("text", 4), ("text", 17), ("text", 32)]),
        ("Ein Trupp.", "Ein Trupp und ein Trupp.", 20, [("short", 4), ("text", 4), ("text", 18)]),
    ],
)
def test_what_every_rule_mentions_is_linked_once(short: str, text: str, others: int, linked: list[tuple[str, int]]) -> None:
    graph = link_library(_many(text, short, others))
    found = [(name, r.reference.start) for name, field in graph.texts["s/own"].items() for r in field.references if r.target]
    assert found == linked
    assert "s/own" in graph.backlinks["s/trupp"]
