"""Terms in German and English: all of their forms and no other word; the measured sentences; concordance."""

import json
from pathlib import Path

import pytest
from nachschlag.generator.cli import main
from nachschlag.generator.german.verb_forms import is_infinitive, verb_of, verbs_of_participle
from nachschlag.generator.proofing.checks import run_checks
from nachschlag.generator.proofing.concordance import concordance, query_names
from nachschlag.generator.proofing.english_names import EnglishNames
from nachschlag.generator.proofing.renderings import own_prose
from nachschlag.generator.proofing.term_base import Rendering, TermBase
from nachschlag.generator.proofing.term_match import GermanNames
from nachschlag.generator.reading.load import load
from nachschlag.generator.references.graph import link_library

from tests.projects import mini_project
from tests.translation.sentences.measure import SETS, measure, pairs, term_base


@pytest.mark.parametrize("name", SETS)
def test_recall_and_precision_hold_their_floor(name: str) -> None:
    figures = measure(name)
    assert figures.recall >= 0.97
    assert figures.precision >= 0.97


def test_no_finding_is_lost_and_few_are_false() -> None:
    """Count findings alone, the harder measure, because most verdicts find nothing wrong."""
    for name in SETS:
        figures = measure(name, findings_only=True)
        assert figures.recall >= 0.97
        assert figures.precision >= 0.94


def test_there_are_sentences_enough_and_each_names_terms_of_the_base() -> None:
    known = {rendering.english for rendering in term_base().renderings}
    assert sum(len(pairs(name)) for name in SETS) >= 400
    assert {english for name in SETS for pair in pairs(name) for english, _ in pair.verdicts} <= known


def kinds(name: str, text: str) -> list[tuple[str, str]]:
    return [(match.kind, " … ".join(text[a:b] for a, b in match.spans)) for match in GermanNames([name]).find(text)]


@pytest.mark.parametrize(
    ("name", "text", "found"),
    [
        ("Vorrücken", "Sie rückt 2 Zoll vor und schießt.", [("form", "rückt … vor")]),
        ("Vorrücken", "Vorgerückte ruhen, um morgen vorzurücken.", [("form", "Vorgerückte"), ("form", "vorzurücken")]),
        ("Vorrücken", "Das Buch rückt sie vor die Mauer. Er kommt vor.", []),
        ("Sturmangriff", "Reitersturmangriffe", [("compound", "Reitersturmangriffe")]),
        ("Wald", "Am Waldrand und in Wäldern", [("compound", "Waldrand"), ("form", "Wäldern")]),
        ("Stand", "Widerstand, Abstand, Mindestabstand, Standarte", []),
        ("Feindliche Einheit", "keiner feindlichen Einheit", [("form", "feindlichen … Einheit")]),
        ("Bewegung", "Es bewegt sich.", [("derived", "bewegt")]),
        ("Schießen", "Sie schoss, nachdem du geschossen hattest.", [("form", "schoss"), ("form", "geschossen")]),
        ("stürmt … an", "Das Regiment stürmt morgen an.", [("form", "stürmt … an")]),
        ("Trupp", "Die Truppen ruhen.", []),
        ("Ziel", "Missionsziele", [("compound", "Missionsziele")]),
        ("Neu würfeln", "Würfle alle Würfel neu.", [("form", "Würfle … neu")]),
        ("Mit dem Zug beginnen", "Du beginnst mit dem Zug.", [("form", "beginnst … mit … dem … Zug")]),
        ("Mit dem Zug beginnen", "Wer mit dem Zug beginnt, würfelt.", [("form", "mit … dem … Zug … beginnt")]),
        ("Eingesetzt", "Er setzt sie ein.", [("derived", "setzt … ein")]),
        ("Schießen", "Zwei Schüsse", [("derived", "Schüsse")]),
        ("Feuern", "Feuert! Das Feuer, das Feuern", [("form", "Feuert"), ("derived", "Feuer"), ("form", "Feuern")]),
        ("Wiederholungswurf", "Wiederhole alles.", [("derived", "Wiederhole")]),
        ("", "Nichts.", []),
    ],
)
def test_german_names_are_found_in_their_forms(name: str, text: str, found: list[tuple[str, str]]) -> None:
    assert kinds(name, text) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Charging units shot at it; units' leaders fell back.", ["Charge", "Unit", "Shoot", "Unit", "Fall Back"]),
        ("Roll the charge-ranges.", ["Charge Range"]),
        ("He is in charge; turn the unit around.", ["Unit"]),
        ("A non-unit, a community", []),
        ("", []),
    ],
)
def test_english_names_are_found_in_their_forms(text: str, found: list[str]) -> None:
    names = EnglishNames(["Charge", "Charge Range", "Unit", "Shoot", "Fall Back", "Turn"])
    assert [names.names[match.name] for match in names.find(text)] == found


def test_an_everyday_phrase_is_a_name_where_a_rule_has_it() -> None:
    assert EnglishNames(["Range"]).find("Ranged weapons") == []
    assert len(EnglishNames(["Range", "Ranged"]).find("Ranged weapons")) == 1


def test_verbs_are_distinguished_from_nouns() -> None:
    words = ["Nachsetzen", "Umgruppieren", "Schaden", "Einheiten", "Rahmen", "Verfolgen", "verfolgt"]
    assert [word for word in words if is_infinitive(word)] == ["Nachsetzen", "Umgruppieren", "Verfolgen"]
    assert verb_of("Rückzug") == ("zurückziehen",)
    participles = ["eingesetzt", "zerstört", "gekämpft", "Gelände", "Wert", "Gefecht"]
    assert [verbs_of_participle(word) for word in participles] == [("einsetzen",), ("zerstören",), ("kämpfen",), (), (), ()]


def test_a_forbidden_word_is_allowed_as_another_rules_name() -> None:
    inspired = Rendering("Inspired", ("Angespornt",), ("Anspornen",), "inspired")
    text = "Anspornen kostet nichts."
    assert len(TermBase([inspired]).forbidden(text)) == 1
    assert TermBase([inspired, Rendering("Inspire", ("Anspornen",), key="inspire")]).forbidden(text) == []


def test_a_listed_form_is_not_forbidden_as_a_form_of_another_word() -> None:
    base = TermBase([Rendering("Charge", ("Sturmangriff", "anstürmen"), ("Ansturm",))])
    assert base.forbidden("Das Anstürmen endet.") == []
    assert len(base.forbidden("Der Ansturm, die Anstürme")) == 2


def test_a_forbidden_word_is_found_in_definitions_and_notes_too(tmp_path: Path) -> None:
    """A renamed term leads to each place where its old word still stands."""
    root = mini_project(tmp_path / "projekt")
    for name, old in (("wuerfelkrieg", "- title: "), ("concepts", "Eine Murmel, ein Schnipser.")):
        path = root / f"glossary/{name}.yaml"
        term = "- title: Wurfgefäß\n  title_en: Dice Cup\n  avoid: [Humpen]\n- title: Tisch\n  definition: Hier stehen Humpen.\n"
        new = (
            f"{term}{old}" if name == "wuerfelkrieg" else f"{old}\n    wuerfelkrieg: Wirf aus dem Humpen, nicht aus dem „Humpen“."
        )
        path.write_text(path.read_text("utf-8").replace(old, new, 1), "utf-8")
    library, _ = load(root)
    found = [one for one in run_checks(library, link_library(library)) if one.code == "B002"]
    assert [(one.location.path, one.message.partition("“")[0]) for one in found] == [
        ("glossary/concepts.yaml", "„Humpen"),
        ("glossary/wuerfelkrieg.yaml", "„Humpen"),
    ]


def test_quoted_words_are_not_the_writers_own() -> None:
    text = "Sie heißt „Wunde“.\n\n::: regeltext\nWunde\n:::\n\n[[wunde|Eine Wunde]] und `Wunde`"
    prose = own_prose(text)
    assert len(prose) == len(text)
    assert "Eine Wunde" in prose
    assert prose.count("Wunde") == 1


@pytest.fixture
def project(tmp_path: Path) -> Path:
    head = 'title: Vorrücken\ntitle_en: Advance\nkind: rule\nshort: Rückt 3" vor.\nshort_en: Advance 3".'
    entry = f"---\n{head}\n---\nA.\n\n- Er ist vorgerückt. B.\n"
    return mini_project(tmp_path / "projekt", {"content/wuerfelkrieg/grundregeln/vorruecken.md": entry})


def test_concordance_shows_sentence_place_and_the_other_language(project: Path) -> None:
    library, _ = load(project)
    lines = list(concordance(library, "rücken vor"))
    assert query_names(library, "rücken vor") == ["rücken vor", "vorrücken"]
    assert [(line.field, line.place.line, line.marked(), line.beside) for line in lines] == [
        ("title", 2, "»Vorrücken«", "Advance"),
        ("short", 5, '»Rückt« 3" »vor«.', 'Advance 3".'),
        ("text", 10, "Er ist »vorgerückt«.", 'Advance 3".'),
    ]
    assert [line.field for line in concordance(library, "advancing", "wuerfelkrieg")] == ["title_en", "short_en"]
    assert list(concordance(library, "rücken vor", "murmeln")) == []


def test_concordance_as_a_command(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--project", str(project), "concordance", "vorgerückt", "--json"]) == 0
    record = json.loads(capsys.readouterr().out)[0]
    assert [record["text"][a:b] for a, b in record["spans"]] == ["vorgerückt"]
    assert main(["--project", str(project), "concordance", "Kamel"]) == 1
    assert capsys.readouterr().out == "„Kamel“ kommt nirgends vor.\n"
    assert main(["--project", str(project), "concordance", "…"]) == 2
    assert "kein Begriff" in capsys.readouterr().err


NAPF = "---\ntitle: Napf\ntitle_en: Cups\nkind: rule\nshort: Tief.\nsee: [kaempfen]\n{}---\nA.\n"
WAIVER = "waivers:\n  - code: {}\n    reason: {}\n"


def codes(root: Path) -> list[str]:
    library, findings = load(root)
    found = [*findings, *run_checks(library, link_library(library))]
    return sorted(finding.code for finding in found if finding.code[0] in "ABF")


@pytest.mark.parametrize(
    ("waiver", "expected"),
    [
        ("", ["B003"]),
        (WAIVER.format("B003", "Zwei Gefäße."), []),
        (WAIVER.format("B003", '""'), ["A001", "B003"]),
        (WAIVER.format("B002", "Irrtum."), ["A002", "B003"]),
        (WAIVER.format("B001", "Nur ein Hinweis."), ["A001", "B003"]),
        (WAIVER.format("B003", "Zwei Gefäße.") + "    about: Teller\n", ["A002", "B003"]),
    ],
)
def test_a_waiver_takes_away_what_it_names_and_nothing_else(tmp_path: Path, waiver: str, expected: list[str]) -> None:
    root = mini_project(tmp_path / "projekt", {"content/wuerfelkrieg/grundregeln/napf.md": NAPF.format(waiver)})
    assert codes(root) == expected


def test_the_same_words_in_another_order_are_the_same_english_name(tmp_path: Path) -> None:
    entry = "---\ntitle: Napf\ntitle_en: {}\nkind: rule\nshort: Tief.\nsee: [kaempfen]\n---\nA.\n"
    texts = {"napf": "Bowl of Wood", "zweiter-napf": "Wood Bowl"}
    files = {f"content/wuerfelkrieg/grundregeln/{name}.md": entry.format(english) for name, english in texts.items()}
    assert "B004" not in codes(mini_project(tmp_path / "eins", files))
    files["content/wuerfelkrieg/grundregeln/napf.md"] = entry.format("Stone Bowl")
    assert "B004" in codes(mini_project(tmp_path / "zwei", files))


def test_a_term_waives_too(tmp_path: Path) -> None:
    """A waiver in a term silences its finding, and one that silences nothing is a finding."""
    root = mini_project(tmp_path / "projekt")
    glossary = root / "glossary/wuerfelkrieg.yaml"
    bowl = "- title: Napf\n  title_en: Cups\n  waivers:\n    - {code: B003, reason: Zwei Gefäße.}\n"
    glossary.write_text(glossary.read_text("utf-8") + bowl, "utf-8")
    assert codes(root) == []
    glossary.write_text(glossary.read_text("utf-8").replace("B003", "B004"), "utf-8")
    assert codes(root) == ["A002", "B003"]
