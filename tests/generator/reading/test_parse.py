"""Files → values: front matter in all its shapes, ids that try to escape, and bodies whose lines keep their positions."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from nachschlag.generator.model.findings import catalogue
from nachschlag.generator.model.values import Entry
from nachschlag.generator.reading.parse import front_matter, parse_entry, parse_system, with_edition
from nachschlag.generator.reading.parse_lists import parse_concepts, parse_glossary, parse_moves, parse_queries
from nachschlag.generator.reading.source import SourceFile

HEAD = "---\ntitle: Wut\nkind: rule\n"


def parse(text: str) -> tuple[Entry | None, list[str]]:
    entry, findings = parse_entry(SourceFile("wut.md", text), "spiel", "teil", "wut")
    return entry, [f"{f.location.line}:{f.location.column} {f.code}" for f in findings]


def entry_of(extra: str = "", body: str = "") -> Entry:
    entry, codes = parse(f"{HEAD}{extra}---\n{body}")
    assert entry is not None
    assert codes == []
    return entry


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("---\na: 1\n---\nText\n", ("a: 1\n", "Text\n", 4)),
        ("---\na: 1\n---", ("a: 1\n", "", 3)),
        ("---  \na: 1\n--- \t\nText", ("a: 1\n", "Text", 4)),
        ("---\n---\nText", ("", "Text", 3)),
        ("---\na: 1\n---\n---\nText", ("a: 1\n", "---\nText", 4)),
        ("---\na: 1\n----\nText\n---\n", ("a: 1\n----\nText\n", "", 6)),
        ("---\na: |\n  ---\n---\nText", ("a: |\n  ---\n", "Text", 5)),
        ("---\na: 1\nText", None),
        ("---", None),
        ("--\na: 1\n---\n", None),
        ("\n---\na: 1\n---\n", None),
        (" ---\na: 1\n---\n", None),
        ("----\na: 1\n----\n", None),
        ("Text", None),
        ("", None),
    ],
)
def test_front_matter(text: str, expected: tuple[str, str, int] | None) -> None:
    assert front_matter(SourceFile("x.md", text)) == expected


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("", ["1:1 F002"]),
        ("---\ntitle: Wut\n", ["1:1 F002"]),
        ("---\n---\nText", ["2:1 F005"]),
        ("---\n- Wut\n---\n", ["2:1 F005"]),
        ("---\ntitle: [Wut\n---\n", ["3:1 F001"]),
        ("---\n\ttitle: Wut\n---\n", ["2:1 F001"]),
        ("---\ntitle: Wut\n---\n", ["2:1 F004"]),
        ("---\ntitle: ~\nkind: null\n---\n", ["2:1 F004", "3:1 F004"]),
        ("---\ntitle: &a Wut\nkind: rule\n---\n", ["2:8 F009"]),
    ],
)
def test_a_finding_instead_of_an_entry(text: str, codes: list[str]) -> None:
    assert parse(text) == (None, codes)


@pytest.mark.parametrize(
    ("extra", "codes"),
    [
        (f"short: {'k' * 160}\nshort_en: {'s' * 160}\ntitle_en: {'T' * 120}\n", []),
        (f"short: {'k' * 161}\n", ["4:8 F007"]),
        (f"title_en: {'T' * 121}\n", ["4:11 F007"]),
        ("number: 17..0\norder: viel\n", ["4:9 K014", "5:8 F010"]),
        ("card: {cost: 1}\n", ["4:7 F004"]),
        ("title: Mut\n", ["4:1 F008"]),
        ("status: fertig\n", ["4:9 F006"]),
    ],
)
def test_an_entry_despite_findings(extra: str, codes: list[str]) -> None:
    entry, found = parse(f"{HEAD}{extra}---\nText")
    assert entry is not None
    assert (entry.title, entry.text, found) == ("Wut", "Text", codes)


@pytest.mark.parametrize(
    ("written", "full"),
    [
        ("mut", "spiel/mut"),
        ("spiel/mut", "spiel/mut"),
        ("anderes/mut", "anderes/mut"),
        ("../../etc", "../../etc"),
        ("..", "spiel/.."),
        ("12:30", "spiel/12:30"),
        ("", ""),
    ],
)
def test_ids_get_their_system_and_nothing_else(written: str, full: str) -> None:
    entry = entry_of(f"parent: '{written}'\nsee: ['{written}']\n" if written else "")
    assert (entry.parent, entry.see) == (full, (full,) if full else ())


def test_an_entry_takes_its_id_from_its_file() -> None:
    entry = entry_of("number: 17.10\norder: 0120\naliases: [on, 12:30]\nshort: >-\n  Ein  Satz\n  in zwei Zeilen.\n")
    assert (entry.id, entry.slug, entry.url, entry.part) == ("spiel/wut", "wut", "/spiel/wut/", "teil")
    assert (str(entry.number), entry.order, entry.aliases, entry.status) == ("17.10", 120, ("on", "12:30"), "entwurf")
    assert entry.short == "Ein Satz in zwei Zeilen."


@pytest.mark.parametrize("body", ["Text", "\n\nText\n\n", "Text\n---\nmehr", "\n## Ablauf\n\nRolle.\n", "A\u0308rger\n\nText"])
def test_lines_of_the_text_are_lines_of_the_file(body: str) -> None:
    file = f"{HEAD}---\n{body}"
    entry = entry_of(body=body)
    lines = file.split("\n")[entry.body_line - 1 :]
    assert [line.replace("A\u0308", "Ä") for line in lines][: len(entry.text.split("\n"))] == entry.text.split("\n")


def test_control_characters_are_found_and_replaced() -> None:
    entry, findings = parse_entry(
        SourceFile("wut.md", f"{HEAD}---\n\nA\x07\n\ue000\n"), "spiel", "teil", "wut", text_en="B\ue001"
    )
    assert entry is not None
    assert (entry.text, entry.text_en) == ("A\ufffd\n\ufffd", "B\ufffd")
    assert [(f.code, str(f.location)) for f in findings] == [("T005", "wut.md:6:2"), ("T005", "wut.md:7:1")]


def test_the_edition_of_the_system_unless_the_entry_has_its_own() -> None:
    assert with_edition(entry_of(), "4").edition == "4"
    assert with_edition(entry_of("edition: 2.0\n"), "4").edition == "2.0"


@given(
    st.text()
    | st.text().map(lambda text: f"{HEAD}{text}\n---\n{text}")
    | st.text(alphabet="-: \n\t[]{}&*!|>'\"#ab0~").map(lambda t: f"---\n{t}\n---\n")
)
def test_any_text_yields_an_entry_or_a_finding(text: str) -> None:
    entry, findings = parse_entry(SourceFile("wut.md", text), "spiel", "teil", "wut")
    assert entry is not None or findings
    assert {f.code for f in findings} <= set(catalogue())


@given(st.text(alphabet="-: \n\t[]{}&*!|>'\"#abtile0~"))
def test_no_list_file_raises(text: str) -> None:
    file = SourceFile("x.yaml", text)
    for records, findings in (
        parse_glossary(file, "spiel"),
        parse_concepts(file),
        parse_moves(file, "aos"),
        parse_system(file, "spiel"),
    ):
        assert records or findings or records in ([], None)
        assert {f.code for f in findings} <= set(catalogue())


SYSTEM = "id: {id}\nname: Spiel\nshort: S\nlicence: {{status: {licence}}}\nparts: {parts}\n{rest}"


@pytest.mark.parametrize(
    ("fields", "codes"),
    [
        ({}, []),
        ({"id": "../../etc"}, ["1:5 D003"]),
        ({"licence": "permitted"}, ["4:10 R001"]),
        ({"licence": "frei"}, ["4:19 F006"]),
        ({"licence": "~"}, ["4:11 F004"]),
        ({"parts": "[{id: a}]"}, ["5:9 F004"]),
        ({"parts": "[{id: a, title: A}, {id: a, title: B}]"}, ["5:8 K015"]),
        ({"parts": "[{id: ../a, title: A}]"}, ["5:8 D003"]),
        ({"rest": "phases: [{id: teil/x, title: A}]"}, ["6:9 D003"]),
        ({"rest": "publisher: {url: https://example.org}"}, ["6:12 F004"]),
        ({"rest": "publisher: {name: V, url: 'data:text/html,x'}"}, ["6:27 T002"]),
        ({"rest": "rules_date: 12:30"}, ["6:13 F011"]),
    ],
)
def test_systems(fields: dict[str, str], codes: list[str]) -> None:
    text = SYSTEM.format(**{"id": "spiel", "licence": "private", "parts": "[]", "rest": "", **fields})
    _, findings = parse_system(SourceFile("system.yaml", text), "spiel")
    assert [f"{f.location.line}:{f.location.column} {f.code}" for f in findings] == codes


def test_a_system_keeps_its_folder_as_id() -> None:
    system, _ = parse_system(SourceFile("s", SYSTEM.format(id="../../etc", licence="private", parts="[]", rest="")), "spiel")
    assert system is not None
    assert (system.id, system.source_language) == ("spiel", "en")


@pytest.mark.parametrize(
    ("old", "new", "codes"),
    [
        ("aos/a", "aos/b", []),
        ("aos/a", "", []),
        ("aos/glossar/a", "aos/glossar/b", []),
        ("../../etc", "aos/b", ["D003"]),
        ("aos/a", "https://example.org", ["D003"]),
        ("aos/../a", "aos/b/c", ["D003", "D003"]),
        ("a", "/b", ["D003", "D003"]),
        ("aos/A", "aos/ä", ["D003", "D003"]),
        ("aos/a\\n", "aos/b", []),
        ("", "aos/b", ["F004"]),
    ],
)
def test_moves(old: str, new: str, codes: list[str]) -> None:
    quoted = f'"{old}"' if old else ""
    text = f"- old: {quoted}\n  new: {new}\n  date: 2026-01-01\n  why: Darum.\n"
    moves, findings = parse_moves(SourceFile("moved.yaml", text), "aos")
    assert [f.code for f in findings] == codes
    assert len(moves) == (not codes)
    assert all(move.old.strip() == move.old for move in moves)


@pytest.mark.parametrize("text", ["a: 1", "Wut", "{}"])
def test_lists_are_needed(text: str) -> None:
    """A file of terms, concepts or moves that is no list is one finding."""
    for records, findings in (
        parse_glossary(SourceFile("x", text), "spiel"),
        parse_concepts(SourceFile("x", text)),
        parse_moves(SourceFile("x", text), "aos"),
    ):
        assert (records, [f.code for f in findings]) == ([], ["F005"])


def test_a_broken_term_leaves_the_others() -> None:
    text = "- title: Wut\n- definition: ohne Titel\n- title: '!?'\n- title: Größe (X)\n  entry: ../../etc\n"
    terms, findings = parse_glossary(SourceFile("g.yaml", text), "spiel")
    assert [term.id for term in terms] == ["spiel/glossar/wut", "spiel/glossar/groesse"]
    assert [f"{f.location.line} {f.code}" for f in findings] == ["2 F004", "3 D003"]


def test_concepts_name_entries_by_system() -> None:
    text = "- {id: mut, title: Mut, description: d, entries: {aos: [mut, glossar/mut], hdd: []}}\n"
    text += "- {id: M, title: M, description: d, entries: {}}\n"
    concepts, findings = parse_concepts(SourceFile("c.yaml", text))
    assert [(c.id, dict(c.entries)) for c in concepts] == [("mut", {"aos": ("aos/mut", "aos/glossar/mut"), "hdd": ()})]
    assert [f.code for f in findings] == ["D003"]


def test_queries_stand_once_per_entry() -> None:
    text = (
        "- {entry: mut, queries: [tapfer, keine angst], questions: [wer fürchtet sich]}\n- {entry: mut, queries: [x]}\n"
        "- {entry: glossar/wut, queries: [zorn]}\n"
    )
    found, findings = parse_queries(SourceFile("q.yaml", text), "aos")
    assert [(f.target, f.queries) for f in found] == [("aos/mut", ("tapfer", "keine angst")), ("aos/glossar/wut", ("zorn",))]
    assert [f.questions for f in found] == [("wer fürchtet sich",), ()]
    assert [f"{f.location.line} {f.code}" for f in findings] == ["2 K012"]


def test_a_concept_has_a_note_for_each_system() -> None:
    head = "- id: mut\n  title: Mut\n  aliases: [Courage]\n  description: d\n  description_en: e\n  entries: {aos: []}\n"
    [concept], findings = parse_concepts(SourceFile("c.yaml", head + "  notes:\n    aos: Kennt nur Furcht.\n    hdd:\n"))
    assert (concept.aliases, concept.description_en, dict(concept.notes)) == (("Courage",), "e", {"aos": "Kennt nur Furcht."})
    assert findings == []
    [concept], findings = parse_concepts(SourceFile("c.yaml", head + "  notes: [Kennt nur Furcht.]\n"))
    assert (dict(concept.notes), [f"{f.location.line} {f.code}" for f in findings]) == ({}, ["7 F005"])
