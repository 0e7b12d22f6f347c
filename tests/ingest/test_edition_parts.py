"""The state of a system before a reading, and what a reading takes away: on folders written by hand or by a first reading."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import yaml
from nachschlag.generator.ingest.editions.previous_reading import Last
from nachschlag.generator.ingest.editions.taking_away import KEPT, Loss, numbers, removal, terms_of
from nachschlag.generator.ingest.editions.written import body_of, is_entry, parts_in, slug_of, terms_in, texts_below, values_of
from nachschlag.generator.model.unusable import Unusable

from tests.projects import lay_over

from .edition import edit, entry_file, read, rule, term

WOOD, HILL, MOOD = rule("Wald", "Im Wald.", "1.0"), rule("Berg", "Auf dem Berg.", "2.0", "Höhen"), term("Mut", "Tapferkeit.")


@pytest.fixture
def out(tmp_path: Path) -> Path:
    """An overlay into which a small book was read."""
    read(tmp_path, WOOD, HILL, MOOD)
    return tmp_path


# -- the last reading ---------------------------------------------------------------------------------------------------------


def test_a_system_that_does_not_exist_is_read_for_the_first_time(tmp_path: Path) -> None:
    last = Last(tmp_path, "moos")
    assert (last.first, last.rules, last.parts, last.now, last.base, last.taken) == (True, [], [], {}, {}, set())


def test_the_rules_of_the_last_reading_are_known_by_their_names_now(out: Path) -> None:
    edit(entry_file(out, "wald"), "Im Wald.", "Tief im Wald.")
    last = Last(out, "moos")
    assert not last.first
    assert [(one.title, one.number, one.part, one.term, one.text) for one in last.rules] == [
        ("Wald", "1.0", "Gelände", False, "Im Wald."),
        ("Berg", "2.0", "Höhen", False, "Auf dem Berg."),
        ("Mut", "", "", True, "Tapferkeit."),
    ]
    assert last.ids == ["moos/wald", "moos/berg", "moos/glossar/mut"]
    assert "Tief im Wald." in last.now[last.places["wald"]]
    assert "Tief" not in last.base[last.bases["wald"]]
    assert (last.term(2)["title"], [part["title"] for part in last.parts]) == ("Mut", ["Gelände", "Höhen"])
    assert (last.taken, last.shared, last.conflicts) == (set(), [], {})


def test_rules_moved_by_hand_are_followed(out: Path) -> None:
    file = entry_file(out, "wald")
    file.rename(file.with_name("forst.md"))
    rows = [
        {"old": "moos/wald", "new": "moos/hain"},
        {"old": "moos/hain", "new": "moos/forst#teil"},
        {"old": "moos/weg", "new": ""},
    ]
    (out / "content/moos/moved.yaml").write_text(yaml.safe_dump(rows), "utf-8")
    last = Last(out, "moos")
    assert (last.ids[0], last.slugs[0]) == ("moos/forst", "forst")
    assert (last.followed("moos/weg"), last.followed("moos/berg")) == ("moos/weg", "moos/berg")
    assert last.taken == {"wald", "hain"}
    assert set(last.bases) == {"forst", "berg"}
    (out / "content/moos/moved.yaml").write_text(
        yaml.safe_dump([{"old": "moos/a", "new": "moos/b"}, {"old": "moos/b", "new": "moos/a"}]), "utf-8"
    )
    assert Last(out, "moos").followed("moos/a") == "moos/b"


def test_an_entry_written_by_hand_keeps_its_slug(out: Path) -> None:
    file = entry_file(out, "wald")
    for name in ("eigenes", "mut"):  # of a term's name, too
        file.with_name(f"{name}.md").write_text(file.read_text("utf-8"), "utf-8")
    assert Last(out, "moos").taken == {"eigenes", "mut"}


def test_the_names_of_other_books_are_taken(out: Path) -> None:
    read(out, rule("See", "Im See.", "1.0"), term("Wut", "Zorn."), book="Moorheer")
    first, second = Last(out, "moos"), Last(out, "moos", "Moorheer")
    assert (first.ids, first.taken, first.terms_elsewhere) == (["moos/wald", "moos/berg", "moos/glossar/mut"], {"see"}, {"wut"})
    assert (second.slugs, second.taken, second.terms_elsewhere) == (["see", "wut"], {"wald", "berg"}, {"mut"})
    assert len(second.shared) == 1


BROKEN = {
    "no json": ("ingest/moos/spans.json", "{"),
    "no rows": ("ingest/moos/spans.json", '{"entries": 1}'),
    "another row": ("ingest/moos/spans.json", '{"entries": [{"id": 1}]}'),
    "no parts": ("ingest/moos/base/content/moos/system.yaml", "name: Moos\n"),
    "an entry": ("ingest/moos/base/content/moos/gelaende/wald.md", None),
    "a term": ("ingest/moos/base/glossary/moos.yaml", "[]"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_damaged_record_is_refused(out: Path, name: str) -> None:
    path, text = BROKEN[name]
    assert (out / path).is_file()
    (out / path).unlink() if text is None else (out / path).write_text(text, "utf-8")
    with pytest.raises(Unusable, match="ist beschädigt"):
        Last(out, "moos")


@pytest.mark.parametrize(
    ("files", "book", "says"),
    [
        ({"content/moos/system.yaml": "name: Moos\n"}, "", "nicht eingelesen wurde"),
        ({"glossary/moos.yaml": "- title: Mut\n"}, "", "nicht eingelesen wurde"),
        ({}, "Moorheer", "noch nicht"),
        ({"ingest/moos/spans.json": '{"entries": []}', "glossary/moos.yaml": "- title: Mut\n"}, "", "steht Bearbeitetes"),
    ],
    ids=["content", "glossary", "second book first", "edited terms alone"],
)
def test_what_was_not_read_is_not_overwritten(tmp_path: Path, files: dict[str, str], book: str, says: str) -> None:
    lay_over(tmp_path, files)
    with pytest.raises(Unusable, match=says):
        Last(tmp_path, "moos", book)


def test_a_moved_list_that_is_no_list_is_refused(out: Path) -> None:
    (out / "content/moos/moved.yaml").write_text("- alt\n", "utf-8")
    with pytest.raises(Unusable, match=r"moved\.yaml"):
        Last(out, "moos")


ENTRY = "---\ntitle: no\nnumber: '1'\n---\n\nIm Wald.\n"


def test_files_are_taken_apart() -> None:
    assert [body_of(text) for text in (ENTRY, "\ufeff" + ENTRY, ENTRY.replace("\n", "\r\n"), "Nur Text.")] == ["Im Wald."] * 3 + [
        "Nur Text."
    ]
    assert values_of(ENTRY)["title"] == "no"
    assert terms_in("- {title: Großer Mut}\n- {title: Zug, id: zug-2}\n") == {
        "grosser-mut": {"title": "Großer Mut"},
        "zug-2": {"title": "Zug", "id": "zug-2"},
    }
    assert terms_in("") == {}
    assert slug_of("content/moor/wald/eiche.md") == "eiche"
    assert [is_entry(path) for path in ("a/b.md", "a/b.en.md", "a/b.yaml")] == [True, False, False]


def test_texts_of_a_folder_are_read_without_hidden_and_other_files(tmp_path: Path) -> None:
    lay_over(tmp_path, {"a/b.md": "B", "a/.c.md": "C", "d.yaml": "D", "e/f.txt": "F"})
    (tmp_path / "a/bild.png").write_bytes(b"\xff\xfe")
    assert dict(texts_below(tmp_path)) == {"a/b.md": "B", "d.yaml": "D", "e/f.txt": "F"}
    assert dict(texts_below(tmp_path, "a", "d.yaml", "fehlt")) == {"a/b.md": "B", "d.yaml": "D"}
    (tmp_path / "a/b.md").write_bytes("für".encode("cp1252"))
    with pytest.raises(Unusable, match="UTF-8"):
        dict(texts_below(tmp_path))


# -- what a reading takes away ------------------------------------------------------------------------------------------------


def test_what_a_book_lacks_is_kept_with_its_part(out: Path) -> None:
    gone = removal(out, Last(out, "moos"), ["moos/berg", "moos/glossar/mut"], "")
    assert (gone.ids, gone.kept_in) == (("moos/berg", "moos/glossar/mut"), f"{KEPT}/moos/1")
    files = {path.removeprefix(f"{gone.kept_in}/"): text for path, text in (gone.files or {}).items()}
    assert set(files) == {"content/moos/hoehen/berg.md", "glossary/moos.yaml", "parts.yaml"}
    assert "Auf dem Berg." in files["content/moos/hoehen/berg.md"]
    assert [row["title"] for row in yaml.safe_load(files["glossary/moos.yaml"])] == ["Mut"]
    assert [row["title"] for row in yaml.safe_load(files["parts.yaml"])] == ["Höhen"]


def test_a_term_that_is_still_there_is_not_lost(out: Path) -> None:
    last = Last(out, "moos")
    assert removal(out, last, ["moos/glossar/mut"], last.now["glossary/moos.yaml"]).ids == ()
    assert removal(out, last, [], "").files is None


def test_each_removal_has_a_number_of_its_own(out: Path) -> None:
    lay_over(out, {f"{KEPT}/moos/{name}/a.md": "A" for name in ("2", "10", "x", "³")})
    (out / KEPT / "moos/11").mkdir()
    assert numbers(out / KEPT / "moos") == [2, 10]
    assert removal(out, Last(out, "moos"), ["moos/berg"], "").kept_in == f"{KEPT}/moos/11"
    assert numbers(out / KEPT / "andere") == []


def test_the_english_text_goes_with_its_entry(out: Path) -> None:
    entry_file(out, "berg").with_name("berg.en.md").write_text("On the hill.\n", "utf-8")
    assert f"{KEPT}/moos/1/content/moos/hoehen/berg.en.md" in (removal(out, Last(out, "moos"), ["moos/berg"], "").files or {})


@pytest.mark.parametrize(("gone", "of", "much"), [(1, 5, False), (2, 9, True), (0, 0, False), (2, 10, False), (3, 10, True)])
def test_more_than_a_fifth_is_much(gone: int, of: int, much: bool) -> None:
    assert Loss(gone, of, False).much is much


def test_entries_count_alone_if_many_of_them_go_and_else_with_the_terms(tmp_path: Path) -> None:
    rules = [rule(f"Regel {sign}", f"Es gilt {sign}.", f"{at}.0") for at, sign in enumerate("ABCDE", 1)]
    read(tmp_path, *rules, MOOD, term("Zug", "Ziehen."))
    last, terms = Last(tmp_path, "moos"), Last(tmp_path, "moos").now["glossary/moos.yaml"]
    assert removal(tmp_path, last, ["moos/regel-a", "moos/regel-b"], terms).loss == Loss(2, 5, terms=False)
    assert removal(tmp_path, last, ["moos/regel-a", "moos/glossar/mut", "moos/glossar/zug"], "").loss == Loss(3, 7, terms=True)
    entry_file(tmp_path, "regel-e").unlink()
    assert removal(tmp_path, Last(tmp_path, "moos"), ["moos/regel-a"], terms).loss == Loss(1, 4, terms=False)


def test_terms_and_parts_are_read_as_far_as_they_are_readable(out: Path) -> None:
    assert list(terms_of("\ufeff- title: Mut\n  definition: M.\n- title: Zug\n")) == ["mut", "zug"]
    assert terms_of("- title: Mut\n- title: Mut\n") == {}
    assert [row["title"] for row in parts_in((out / "content/moos/system.yaml").read_text("utf-8"))] == ["Gelände", "Höhen"]
    assert [parts_in(text) for text in ("parts: 1\n", "[", "name: Moos\n", "parts: [{id: moor}]\n")] == [[]] * 4


def test_the_record_names_what_it_read(out: Path) -> None:
    rows = json.loads((out / "ingest/moos/spans.json").read_text("utf-8"))["entries"]
    assert [row["id"] for row in rows] == Last(out, "moos").ids
