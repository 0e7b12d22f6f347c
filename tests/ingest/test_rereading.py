"""A new edition read over the last one: ids stay, edits by hand survive, changes are reported."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from nachschlag.generator.history.progress import Stage, stage_of
from nachschlag.generator.ingest.drafts import Draft
from nachschlag.generator.ingest.editions.rereading import read_over
from nachschlag.generator.ingest.storing import alone, store
from nachschlag.generator.model.english import outdated
from nachschlag.generator.model.unusable import Unusable
from nachschlag.generator.pages.progress_page import outdated_note
from nachschlag.generator.proofing.checks import run_checks
from nachschlag.generator.reading.canonical import canonical_entry
from nachschlag.generator.references.graph import link_library

from tests.projects import lay_over, mini_project, tree
from tests.running import Run

from .edition import DAY, edit, edition, entry_file, errors, loaded, moved, other, read, rule, term

WALD = rule("Wald", "Im Wald sieht niemand weiter als eine Handbreit.\n\nWer hier rastet, heilt eine Wunde.", "1.0", page=3)
MOOR = rule("Moor", "Im Moor sinkt jedes Modell bis zu den Knien ein und zieht nur halb so weit.", "1.1", page=4)
BERG = rule("Berg", "Auf dem Berg trifft ein Schütze weiter, als er im Tal je könnte.", "1.2", "Höhen", page=5)
MUT = term("Mut", "Wie tapfer ein Modell ist.")
ZOLL = term("Zoll", "Ein Maß von gut zweieinhalb Zentimetern.")
BOOK = (WALD, MOOR, BERG, MUT, ZOLL)
NEW_WALD = other(WALD, "eine Handbreit", "zwei Handbreit")


@pytest.fixture
def out(tmp_path: Path) -> Path:
    """A folder with the first edition."""
    read(tmp_path / "privat", *BOOK)
    return tmp_path / "privat"


def test_the_same_book_again_changes_no_byte(out: Path) -> None:
    before = tree(out)
    outcome = read(out, *BOOK)
    assert tree(out) == before
    assert outcome.same
    assert [*outcome.new, *outcome.changed, *outcome.gone, *outcome.conflicts] == []


@pytest.mark.parametrize(
    "now",
    [
        pytest.param(replace(MOOR, number="7.3"), id="number"),
        pytest.param(replace(MOOR, title="Sumpf"), id="title"),
        pytest.param(replace(MOOR, title="Sumpf", number="7.3"), id="title-and-number"),
        pytest.param(replace(MOOR, part="Höhen"), id="part"),
        pytest.param(other(MOOR, "nur halb so weit", "gar nicht mehr weiter"), id="text"),
        pytest.param(other(replace(MOOR, title="Sumpf"), "bis zu den Knien ", ""), id="title-and-text"),
        pytest.param(replace(MOOR, text="Hier ist alles ganz und gar anders."), id="all-of-the-text"),
        pytest.param(replace(MOOR, page=99, kind="ability"), id="page-and-kind"),
    ],
)
def test_a_rule_keeps_its_id(out: Path, now: Draft) -> None:
    first = rule("Bach", "Ein Bach bremst.", "1.0")
    outcome = read(out, first, now, replace(WALD, number="1.1"), BERG, MUT, ZOLL)
    assert outcome.ids == ("moos/bach", "moos/moor", "moos/wald", "moos/berg", "moos/glossar/mut", "moos/glossar/zoll")
    assert outcome.new == ["moos/bach"]
    assert outcome.gone == []
    assert moved(out) == {}
    entry = loaded(out).entries["moos/moor"]
    assert (entry.title, entry.text, str(entry.number), entry.kind) == (now.title, now.text, now.number, now.kind)


def test_a_changed_rule_is_outdated_until_accepted(out: Path) -> None:
    outcome = read(out, NEW_WALD, *BOOK[1:])
    (difference,) = outcome.changed
    assert (difference.id, difference.before, difference.after) == ("moos/wald", WALD.text, NEW_WALD.text)
    entry = loaded(out).entries["moos/wald"]
    assert entry.text == NEW_WALD.text
    assert stage_of(loaded(out), entry) is Stage.OUTDATED
    assert "Vorlage" in outdated_note(entry, None)
    assert [stage_of(loaded(out), one) for one in loaded(out).entries.values()].count(Stage.OUTDATED) == 1


def test_accept_clears_what_is_outdated(run: Run, tmp_path: Path) -> None:
    project = mini_project(tmp_path / "projekt")
    read(project / "privat", *BOOK)
    read(project / "privat", NEW_WALD, *BOOK[1:])
    assert "veraltet" in run("--project", project, "status", "moos/wald").out
    accepted = run("--project", project, "accept", "moos/wald")
    assert (accepted.status, accepted.out) == (0, "moos/wald\n")
    assert "veraltet" not in run("--project", project, "status", "moos/wald").out
    after = tree(project / "privat")
    read(project / "privat", NEW_WALD, *BOOK[1:])
    assert tree(project / "privat") == after


NEW_MUT = other(MUT, "tapfer", "mutig")
MUT_ID, ZOLL_ID = "moos/glossar/mut", "moos/glossar/zoll"


def test_changed_terms_are_outdated_until_accepted(out: Path) -> None:
    longer = replace(ZOLL, title="Zollmaß", title_en="Inch")
    outcome = read(out, *BOOK[:3], NEW_MUT, longer)
    assert [(one.id, one.title, one.before, one.after, one.fields) for one in outcome.changed] == [
        (MUT_ID, "Mut", MUT.text, NEW_MUT.text, ()),
        (
            "moos/glossar/zollmass",
            "Zollmaß",
            ZOLL.text,
            ZOLL.text,
            (("title", "Zoll", "Zollmaß"), ("title_en", "", "Inch"), ("title_en_source", "", "book")),
        ),
    ]
    terms = loaded(out).terms
    assert {id_: stage_of(loaded(out), one) for id_, one in terms.items()} == dict.fromkeys(
        (MUT_ID, "moos/glossar/zollmass"), Stage.OUTDATED
    )
    assert "Vorlage" in outdated_note(terms[MUT_ID], None)
    before = tree(out)
    assert read(out, *BOOK[:3], NEW_MUT, longer).changed == []
    assert tree(out) == before


def test_accept_clears_what_is_outdated_of_terms(run: Run, tmp_path: Path) -> None:
    project = mini_project(tmp_path / "projekt")
    path = project / "privat/glossary/moos.yaml"
    read(project / "privat", *BOOK)
    unmarked = path.read_text("utf-8")
    read(project / "privat", *BOOK[:3], NEW_MUT, other(ZOLL, "zweieinhalb", "2,54"))
    assert "veraltet" in run("--project", project, "status", MUT_ID).out
    assert MUT_ID in run("--project", project, "status", "--system", "moos").out
    accepted = run("--project", project, "accept", MUT_ID, ZOLL_ID)
    assert (accepted.status, accepted.out.split()) == (0, [MUT_ID, ZOLL_ID])
    assert "schon aktuell" in run("--project", project, "accept", MUT_ID).err
    assert "veraltet" not in run("--project", project, "status", MUT_ID).out
    now = path.read_text("utf-8").replace("mutig", "tapfer").replace("2,54", "zweieinhalb")
    assert [line for line in now.splitlines() if "translated_from" not in line] == unmarked.splitlines()
    after = tree(project / "privat")
    read(project / "privat", *BOOK[:3], NEW_MUT, other(ZOLL, "zweieinhalb", "2,54"))
    assert tree(project / "privat") == after
    read(project / "privat", *BOOK[:3], other(MUT, "tapfer", "kühn"), other(ZOLL, "zweieinhalb", "2,54"))
    assert {id_ for id_, one in loaded(project / "privat").terms.items() if outdated(one)} == {MUT_ID}
    assert run("--project", project, "accept", "--system", "moos", "--all").status == 0
    assert not any(outdated(one) for one in loaded(project / "privat").terms.values())


@pytest.mark.parametrize(("before", "after"), [("status: entwurf", "status: geprüft"), ("mutig", "kühn")])
def test_a_term_that_an_editor_touched_outlives_the_book(out: Path, before: str, after: str) -> None:
    read(out, *BOOK[:3], NEW_MUT, ZOLL)
    edit(out / "glossary/moos.yaml", before, after)
    outcome = read(out, *BOOK[:3], ZOLL, term("Wucht", "Wie hart ein Modell trifft."))
    assert (outcome.gone, outcome.conflicts, outcome.kept_by_hand) == ([], [], [MUT_ID])
    assert set(loaded(out).terms) == {MUT_ID, ZOLL_ID, "moos/glossar/wucht"}
    assert moved(out) == {}


def test_the_last_terms_go_with_the_book(out: Path) -> None:
    read(out, *BOOK[:3])
    assert loaded(out).terms == {}
    assert "Mut" in (out / ".entfernt/moos/1/glossary/moos.yaml").read_text("utf-8")


def test_a_rule_that_an_editor_checked_outlives_the_book(out: Path) -> None:
    edit(entry_file(out, "berg"), "status: entwurf", "status: geprüft")
    assert read(out, *(one for one in BOOK if one.title != "Berg")).kept_by_hand == ["moos/berg"]


def test_fields_of_a_term_are_merged_singly(out: Path) -> None:
    read(out, *BOOK[:3], NEW_MUT, ZOLL)
    path = out / "glossary/moos.yaml"
    edit(path, "  status: entwurf\n  translated_from", "  status: geprüft\n  note: |\n    Meins.\n\n    Auch.\n  translated_from")
    outcome = read(out, *BOOK[:3], other(MUT, "tapfer", "kühn"), ZOLL)
    mut = loaded(out).terms[MUT_ID]
    assert (outcome.conflicts, mut.definition, mut.status, mut.note) == (
        [],
        "Wie kühn ein Modell ist.",
        "geprüft",
        "Meins.\n\nAuch.",
    )
    assert outdated(mut)


def test_a_changed_term_that_was_deleted_by_hand_stays_away(out: Path) -> None:
    (out / "glossary/moos.yaml").write_text(
        "- title: Zoll\n  definition: Ein Maß von gut zweieinhalb Zentimetern.\n  status: entwurf\n", "utf-8"
    )
    assert read(out, *BOOK[:3], NEW_MUT, ZOLL).changed == []
    assert set(loaded(out).terms) == {ZOLL_ID}


@pytest.mark.parametrize(
    "by_hand", ["- [\n", "- Mut\n", "Mut: 1\n", "", "\ufeff- {title: Mut, definition: Meins.}\n", "- title: 1\n- {}\n"]
)
def test_a_term_base_written_in_another_way_is_left_alone(out: Path, by_hand: str) -> None:
    path = out / "glossary/moos.yaml"
    path.write_text(by_hand, "utf-8")
    outcome = read(out, *BOOK[:3], NEW_MUT, ZOLL)
    assert path.read_text("utf-8") == by_hand
    assert outcome.conflicts == ["glossary/moos.yaml"]
    assert [one.id for one in outcome.changed] == ([MUT_ID] if "title: Mut" in by_hand else [])


def test_a_new_place_is_not_a_change_of_the_rule(out: Path) -> None:
    outcome = read(out, *(replace(one, page=(one.page or 0) + 2) for one in BOOK))
    assert outcome.changed == []
    entry = loaded(out).entries["moos/wald"]
    assert (entry.page, stage_of(loaded(out), entry)) == (5, Stage.MISSING)


def test_edits_by_hand_stay_where_the_book_is_unchanged(out: Path) -> None:
    path = entry_file(out, "wald")
    by_hand = edit(path, "Handbreit", "Elle")
    read(out, WALD, other(MOOR, "Knien", "Hüften"), *BOOK[2:])
    assert path.read_text("utf-8") == by_hand


def test_edits_by_hand_and_by_the_book_are_merged(out: Path) -> None:
    path = entry_file(out, "wald")
    edit(path, "heilt eine Wunde.", "heilt zwei Wunden.")
    edit(path, "title: Wald\n", "title: Wald\ntitle_en: Forest\nsee: [moor]\n")
    edit(path, "status: entwurf", "status: geprüft")
    outcome = read(out, replace(NEW_WALD, number="3.0", page=9), *BOOK[1:])
    entry = loaded(out).entries["moos/wald"]
    assert entry.text == "Im Wald sieht niemand weiter als zwei Handbreit.\n\nWer hier rastet, heilt zwei Wunden."
    assert (entry.title_en, entry.see, str(entry.number), entry.page, entry.status) == (
        "Forest",
        ("moos/moor",),
        "3.0",
        9,
        "geprüft",
    )
    assert outcome.conflicts == []
    assert stage_of(loaded(out), entry) is Stage.OUTDATED


def test_a_conflict_is_reported_and_the_file_left_alone(out: Path) -> None:
    path = entry_file(out, "wald")
    by_hand = edit(path, "eine Handbreit", "eine Elle")
    outcome = read(out, NEW_WALD, *BOOK[1:])
    beside = out / "ingest/moos/conflicts/content/moos/gelaende/wald.md"
    assert outcome.conflicts == ["content/moos/gelaende/wald.md"]
    assert path.read_text("utf-8") == by_hand
    assert "zwei Handbreit" in beside.read_text("utf-8")
    assert "moos/wald" in {one.id for one in outcome.changed}


def test_a_file_in_another_encoding_stops_the_reading(out: Path) -> None:
    path = entry_file(out, "wald")
    path.write_bytes(path.read_text("utf-8").replace("eine Handbreit", "fünf Handbreit").encode("latin-1"))
    before = tree(out)
    with pytest.raises(Unusable, match=r"wald\.md“ ist nicht als UTF-8 gespeichert"):
        read(out, NEW_WALD, *BOOK[1:])
    assert tree(out) == before


def test_english_beside_a_rule_counts_as_work(out: Path) -> None:
    english = entry_file(out, "berg").with_name("berg.en.md")
    english.write_text("Mountains hide what stands behind them.\n", "utf-8")
    outcome = read(out, *(one for one in BOOK if one.title != "Berg"))
    assert outcome.kept_by_hand == ["moos/berg"]
    assert loaded(out).entries["moos/berg"].text_en.strip() == "Mountains hide what stands behind them."


def test_english_beside_a_rule_follows_it_into_another_part(out: Path) -> None:
    entry_file(out, "wald").with_name("wald.en.md").write_text("Nobody sees far.\n", "utf-8")
    read(out, replace(WALD, part="Höhen"), *BOOK[1:])
    entry = loaded(out).entries["moos/wald"]
    assert (entry.part, entry.text_en.strip()) == ("hoehen", "Nobody sees far.")


def test_a_conflict_is_reported_until_its_file_is_gone(out: Path) -> None:
    edit(entry_file(out, "wald"), "eine Handbreit", "eine Elle")
    read(out, NEW_WALD, *BOOK[1:])
    before = tree(out)
    assert read(out, NEW_WALD, *BOOK[1:]).conflicts == ["content/moos/gelaende/wald.md"]
    assert tree(out) == before
    (out / "ingest/moos/conflicts/content/moos/gelaende/wald.md").unlink()
    assert read(out, NEW_WALD, *BOOK[1:]).conflicts == []


def test_a_conflict_that_a_later_edition_ends_leaves_no_file(out: Path) -> None:
    edit(entry_file(out, "wald"), "eine Handbreit", "drei Handbreit")
    read(out, NEW_WALD, *BOOK[1:])
    outcome = read(out, other(WALD, "eine Handbreit", "drei Handbreit"), *BOOK[1:])
    assert outcome.conflicts == []
    assert not [path for path in tree(out) if "/conflicts/" in path]


def test_other_line_ends_are_no_edit(out: Path) -> None:
    path = entry_file(out, "wald")
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes().replace(b"\n", b"\r\n").replace(b"Wunde.", b"Wunde!"))
    outcome = read(out, NEW_WALD, *BOOK[1:])
    assert outcome.conflicts == []
    raw = path.read_bytes()
    assert raw.startswith(b"\xef\xbb\xbf---\r\n")
    assert raw.count(b"\n") == raw.count(b"\r\n")
    assert loaded(out).entries["moos/wald"].text == NEW_WALD.text.replace("Wunde.", "Wunde!")


def test_formatted_files_are_still_merged(out: Path) -> None:
    path = entry_file(out, "wald")
    path.write_text(canonical_entry(path.read_text("utf-8"), "# yaml-language-server: $schema=entry.schema.json"), "utf-8")
    assert "yaml-language-server" in path.read_text("utf-8")
    outcome = read(out, replace(NEW_WALD, page=9), *BOOK[1:])
    assert outcome.conflicts == []
    entry = loaded(out).entries["moos/wald"]
    assert (entry.text, entry.page) == (NEW_WALD.text, 9)


def test_vanished_rules_leave_a_row(out: Path) -> None:
    outcome = read(out, WALD, MOOR, MUT)
    assert outcome.gone == ["moos/berg", "moos/glossar/zoll"]
    assert moved(out) == {"moos/berg": "", "moos/glossar/zoll": ""}
    library = loaded(out)
    assert set(library.entries) == {"moos/wald", "moos/moor"}
    assert set(library.terms) == {"moos/glossar/mut"}
    assert not [one for one in run_checks(library, link_library(library)) if one.code in ("K006", "K007", "K008", "K016")]


def test_vanished_rules_with_work_in_them_stay(out: Path) -> None:
    by_hand = edit(entry_file(out, "berg"), "Schütze", "Bogenschütze")
    outcome = read(out, WALD, MOOR, MUT, ZOLL)
    assert (outcome.kept_by_hand, outcome.gone) == (["moos/berg"], [])
    assert entry_file(out, "berg").read_text("utf-8") == by_hand
    for _ in range(2):  # and a file that no longer belongs to a rule is left alone from then on
        read(out, WALD, MOOR, MUT, ZOLL)
    assert entry_file(out, "berg").read_text("utf-8") == by_hand
    loaded(out)


def test_a_rule_that_comes_back_has_its_id_and_no_row(out: Path) -> None:
    lay_over(out, {"content/moos/moved.yaml": "# von Hand\r\n- {old: moos/alt, new: moos/wald, date: 2026-01-02, why: so}\r\n"})
    read(out, WALD, MOOR)
    assert moved(out) == {"moos/alt": "moos/wald", "moos/berg": "", "moos/glossar/mut": "", "moos/glossar/zoll": ""}
    outcome = read(out, *BOOK)
    assert outcome.ids[2:] == ("moos/berg", "moos/glossar/mut", "moos/glossar/zoll")
    raw = (out / "content/moos/moved.yaml").read_bytes()
    assert raw == b"# von Hand\r\n- {old: moos/alt, new: moos/wald, date: 2026-01-02, why: so}\r\n"
    loaded(out)


def test_a_renamed_term_leaves_a_row_that_leads_on(out: Path) -> None:
    read(out, *BOOK[:3], replace(MUT, title="Tapferkeit"), ZOLL)
    assert moved(out) == {"moos/glossar/mut": "moos/glossar/tapferkeit"}
    assert "moos/glossar/tapferkeit" in loaded(out).terms


def test_no_id_gets_a_second_row(out: Path) -> None:
    for _ in range(2):
        read(out, WALD, MOOR)
        read(out, *BOOK)
    read(out, WALD, MOOR)
    text = (out / "content/moos/moved.yaml").read_text("utf-8")
    assert text.count("old: moos/berg\n") == 1


def test_a_rule_deleted_by_hand_stays_away(out: Path) -> None:
    entry_file(out, "moor").unlink()
    for book in (BOOK, (WALD, other(MOOR, "Knien", "Hüften"), BERG, MUT, ZOLL), (WALD, BERG, MUT, ZOLL)):
        outcome = read(out, *book)
        assert set(loaded(out).entries) == {"moos/wald", "moos/berg"}
        assert "moos/moor" not in {*outcome.new, *outcome.gone, *(one.id for one in outcome.changed)}


def test_files_added_by_hand_are_not_touched(out: Path) -> None:
    mine = {
        "content/moos/gelaende/bach.md": "---\ntitle: Bach\nkind: rule\n---\nMein Bach.\n",
        "content/moos/gelaende/mut.md": "---\ntitle: Mut als Regel\nkind: rule\n---\nMein Mut.\n",
    }
    lay_over(out, mine)
    outcome = read(out, *BOOK, rule("Bach", "Ein Bach bremst.", part="Höhen"), rule("Mut", "Mut misst sich am Feind."))
    assert {path: (out / path).read_text("utf-8") for path in mine} == mine
    assert not {"moos/bach", "moos/mut"} & set(outcome.ids)
    assert len(loaded(out).entries) == 7


def test_terms_edited_by_hand_are_merged_singly(out: Path) -> None:
    path = out / "glossary/moos.yaml"
    edit(path, "Wie tapfer ein Modell ist.", "Wie beherzt ein Modell ist.")
    path.write_text(path.read_text("utf-8") + "# Meins\n- title: Elle\n  definition: Ein altes Maß.\n", "utf-8")
    outcome = read(out, *BOOK[:3], MUT, other(ZOLL, "zweieinhalb", "2,54"), term("Nebel", "Verdeckt alles."))
    assert outcome.conflicts == []
    assert {one.title: one.definition for one in loaded(out).terms.values()} == {
        "Mut": "Wie beherzt ein Modell ist.",
        "Zoll": "Ein Maß von gut 2,54 Zentimetern.",
        "Nebel": "Verdeckt alles.",
        "Elle": "Ein altes Maß.",
    }
    assert "# Meins\n- title: Elle" in path.read_text("utf-8")


def test_a_term_that_both_changed_is_a_conflict(out: Path) -> None:
    path = out / "glossary/moos.yaml"
    by_hand = edit(path, "Wie tapfer ein Modell ist.", "Wie beherzt ein Modell ist.")
    outcome = read(out, *BOOK[:3], other(MUT, "tapfer", "mutig"), ZOLL)
    assert outcome.conflicts == ["glossary/moos.yaml"]
    assert [one.id for one in outcome.changed] == [MUT_ID]
    assert path.read_text("utf-8") == by_hand
    assert "mutig" in (out / "ingest/moos/conflicts/glossary/moos.yaml").read_text("utf-8")


def test_the_description_of_the_system_may_be_edited(out: Path) -> None:
    edit(out / "content/moos/system.yaml", "name: Moos\n", "name: Das Moosspiel\n")
    outcome = read(out, *BOOK, rule("Steg", "Ein Steg trägt zwei.", part="Wasser"))
    assert outcome.conflicts == []
    system = loaded(out).systems["moos"]
    assert (system.name, [part.title for part in system.parts]) == ("Das Moosspiel", ["Gelände", "Höhen", "Wasser"])


@pytest.mark.parametrize("name", ["Moos", "Das Moosspiel"])
def test_a_system_keeps_its_name_whatever_the_next_file_is_called(out: Path, name: str) -> None:
    edit(out / "content/moos/system.yaml", "name: Moos\nshort: Moos\n", f"name: {name}\nshort: {name}\n")
    with alone(out):
        outcome = read_over(out, edition(BOOK, "moos-2.txt"), "moos", DAY)
        store(out, "moos", outcome)
    assert outcome.conflicts == []
    system = loaded(out).systems["moos"]
    assert (system.name, system.short, system.source) == (name, name, "Eingelesen aus moos-2.txt")


def test_a_rule_moved_by_hand_is_followed(run: Run, tmp_path: Path) -> None:
    project = mini_project(tmp_path / "projekt")
    out = project / "privat"
    read(out, *BOOK)
    assert run("--project", project, "move", "moos/wald", "moos/hoehen/forst", "--why", "So heißt er.").status == 0
    outcome = read(out, NEW_WALD, *BOOK[1:])
    assert outcome.ids[0] == "moos/forst"
    assert loaded(out).entries["moos/forst"].text == NEW_WALD.text
    assert moved(out) == {"moos/wald": "moos/forst"}
    library = loaded(out)
    assert errors(run_checks(library, link_library(library))) == []
    assert entry_file(out, "forst").parent.name == "hoehen"
    assert read(out, NEW_WALD, *BOOK[1:]).same


def test_one_of_two_rules_of_one_name_that_vanishes_takes_nothing_of_the_other(out: Path) -> None:
    far = rule("Wald", "Ein ferner Wald aus lauter Glas und altem Eisen.", "9.0", "Höhen")
    ids = read(out, *BOOK, far).ids
    outcome = read(out, *BOOK[1:], replace(far, number="1.0"))
    assert outcome.ids[-1] == ids[-1]
    assert outcome.gone == ["moos/wald"]


@pytest.mark.parametrize("broken", ["spans.json", "base/glossary/moos.yaml", "base/content/moos/system.yaml"])
@pytest.mark.parametrize("text", [None, "", "kaputt", "[1]", '{"entries": [{}]}'])
def test_a_broken_record_is_one_clear_error(out: Path, broken: str, text: str | None) -> None:
    path = out / "ingest/moos" / broken
    path.unlink() if text is None else path.write_text(text, "utf-8")
    before = tree(out)
    with pytest.raises(Unusable, match=r"beschädigt|nicht eingelesen"):
        read(out, *BOOK)
    assert tree(out) == before


def test_a_broken_list_of_moves_is_one_clear_error(out: Path) -> None:
    lay_over(out, {"content/moos/moved.yaml": "- old: [\n"})
    with pytest.raises(Unusable, match=r"moved\.yaml"):
        read(out, *BOOK)


def test_a_system_that_was_not_read_from_a_book_is_left_alone(tmp_path: Path) -> None:
    lay_over(tmp_path, {"content/moos/system.yaml": "id: moos\n"})
    with pytest.raises(Unusable, match="nicht eingelesen"):
        read(tmp_path, *BOOK)
    lay_over(tmp_path / "b", {"glossary/moos.yaml": "- title: Mut\n"})
    with pytest.raises(Unusable, match="nicht eingelesen"):
        read(tmp_path / "b", *BOOK)
