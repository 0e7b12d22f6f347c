"""Slips of a made-up rulebook: those mended, those only proposed, and text left alone."""

import re
from collections.abc import Callable, Iterable
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from nachschlag.generator.ingest.drafts import Draft, FoundPart, Reading, Repair, Source, Span
from nachschlag.generator.ingest.repairs.breaks import hyphenation
from nachschlag.generator.ingest.repairs.quotes import quotes
from nachschlag.generator.ingest.repairs.repairs import KINDS, SURE, Spellings, apply, find, repaired, repairs_of
from nachschlag.generator.ingest.repairs.spaces import spaces

#: The rest of the book: words spelt correctly, often enough to count as known.
BOOK = """
Lege die Schablone auf das Spielfeld. Die Schablone trifft jedes Modell. Wähle ein Ziel-Regiment. Das Ziel-Regiment zählt als getroffen.
Es zählt, wenn das Regiment mit voller Deckung kämpft. Volle Deckung zählt. Restliche-Banner-Zahl. Das Hauptbanner steht. Das Hauptbanner
fällt. Ein Hauptbanner genügt, ein Banner nicht. Das Banner des Spielers. Die Truppenschriftrolle zeigt alles. Jede Truppenschriftrolle
hat Namen. Eine Truppenschriftrolle fehlt. Truppenschriftrollen gehören dazu, Truppenschriftrollen immer. Der Spieler würfelt. Die Spieler
würfeln für die Infanterie. Infanterie ist langsam. Der Wurf ist angesagt. Er wird angesagt. Sie haben angesagt. Die Nahkampfphase, jede
Nahkampfphase, keine Nahkampfphase. Eine Phase im Nahkampf. Spalten (X), Aufprall (X), Salve (X). Die Bewegung endet. Diese Bewegung
auch. Die Armeeliste, alle Armeelisten. Mit Wucht beschossen. Beschossen wird, wer beschossen werden kann.
"""

#: A passage, and what `--repair` makes of it.
MENDED: list[tuple[str, str, str]] = [
    # hyphenation
    ("hyphenation", "Jede Scha- blone trifft.", "Jede Schablone trifft."),
    ("hyphenation", "Jede Scha-\nblone trifft.", "Jede Schablone trifft."),
    ("hyphenation", "Die Zauber-\neigenschaften gelten.", "Die Zaubereigenschaften gelten."),
    ("hyphenation", "DIE ARMEE- LISTE", "DIE ARMEELISTE"),
    ("hyphenation", "Das Ziel- Regiment flieht.", "Das Ziel-Regiment flieht."),
    ("hyphenation", "Die Restliche-BannerZahl gilt.", "Die Restliche-Banner-Zahl gilt."),
    # missing spaces
    ("space", "Es kämpft mitVoller Deckung.", "Es kämpft mit Voller Deckung."),
    ("space", "vonDeckung", "von Deckung"),
    ("space", "Ein Punkt(ohne jede Deckung)für das Banner", "Ein Punkt (ohne jede Deckung) für das Banner"),
    ("space", "Ein Wurf wird angesagt.Diese Bewegung", "Ein Wurf wird angesagt. Diese Bewegung"),
    ("space", "Wurf,Banner und Regiment", "Wurf, Banner und Regiment"),
    ("space", "Regeneration(X)", "Regeneration (X)"),
    # TeX
    ("tex", 'Reichweite $\\frac{1}{2}$ " weit', 'Reichweite ½" weit'),
    ("tex", "um $1\\frac{1}{2}$ Zoll", "um 1½ Zoll"),
    ("tex", "die $\\frac{3}{7}$ davon", "die 3/7 davon"),
    ("tex", "$2 \\times 3$ Felder", "2 × 3 Felder"),
    ("tex", "ein $90^{\\circ}$ Winkel", "ein 90° Winkel"),
    ("tex", "$(4+8)$ Zoll", "(4+8) Zoll"),
    # HTML
    ("markup", "<p>Die Phase</p>", "Die Phase"),
    ("markup", "sonst. <i>Vernichtend</i> : Flucht", "sonst. *Vernichtend*: Flucht"),
    ("markup", "eins<br/>zwei", "eins zwei"),
    # quotation marks
    ("quotes", 'siehe Kapitel "Die Phase".', "siehe Kapitel „Die Phase“."),
    ("quotes", 'siehe Kapitel 5 "Die Phase" und Kapitel 6 "Der Wurf"', "siehe Kapitel 5 „Die Phase“ und Kapitel 6 „Der Wurf“"),
    ("quotes", "“GETROFFEN” (hit)", "„GETROFFEN“ (hit)"),
    ("quotes", "der Status “Getroffen” gilt", "der Status „Getroffen“ gilt"),
    ("quotes", "die Regel 'Salve (X)' gilt", "die Regel ‚Salve (X)‘ gilt"),
    ("quotes", "die Regel **‘Salve (X)’** gilt", "die Regel **‚Salve (X)‘** gilt"),
    ("quotes", "eine natürliche ‘6‘ trifft", "eine natürliche ‚6‘ trifft"),
    ("quotes", 'bei "4", "5" oder "6"', "bei „4“, „5“ oder „6“"),
    ("quotes", 'das "5" Zoll weite Feld 6" daneben', 'das „5“ Zoll weite Feld 6" daneben'),
    ("quotes", 'die Regel "eine Bewegung von 5" nach vorn" gilt', 'die Regel „eine Bewegung von 5" nach vorn“ gilt'),
    ("quotes", "die 5“ Schablone und 3“ weiter", 'die 5" Schablone und 3" weiter'),
    # dashes and punctuation
    ("dashes", "alle Regimenter - auch deine - fliehen", "alle Regimenter – auch deine – fliehen"),
    ("dashes", "in Reihen—waagrecht", "in Reihen – waagrecht"),
    ("punctuation", "Der Wurf , der zählt .", "Der Wurf, der zählt."),
    ("punctuation", "Der Wurf ( angesagt ) zählt", "Der Wurf (angesagt) zählt"),
    # characters
    ("characters", "tre\ufb00en und \ufb02iehen", "treffen und fliehen"),
    ("characters", "Spiel\u00adfeld", "Spielfeld"),
    ("characters", "Spiel\u00ad\nfeld", "Spielfeld"),
    ("characters", "fu\u0308r alle", "für alle"),
    ("characters", "f\u00c3\u00bcr alle", "für alle"),
    ("characters", "Wu\x03rf", "Wurf"),
    # letters
    ("letters", "Das HAUPBANNER fällt.", "Das HAUPTBANNER fällt."),
    ("letters", "Die Truppschiftrolle fehlt.", "Die Truppenschriftrolle fehlt."),
    ("letters", "2.5 NAHKAMPFFHASE", "2.5 NAHKAMPFPHASE"),
    ("letters", "Das wird ngesagt.", "Das wird angesagt."),
]

#: Text that must not change.
KEPT = [
    "Fern- und Nahkampf, Magie- oder Bannwurf, Fern- bzw. Nahkampf, hin- und hergehen",
    "Bestien-, Kavallerie- und Streitwagen",
    "Das Ziel-Regiment und die Restliche-Banner-Zahl",
    "2W6, W3 + 1, 1W10, 10- 12, 3+, 4x4, 2-4, +1/-1, 5,5 cm, 12:30 Uhr, D6, x2",
    "TableTop, McMahon, iPhone",
    "jedenfalls, voneinander, dieselben, derselbe, dergleichen, einerseits, durchgeführt, dementsprechend, bevorstehend",
    "die Einheit(en), das Ziel(e), (nicht)magisch, siehe Abb. 2(a)",
    "z.B. auf www.beispiel.de, d.h. post@beispiel.de, https://beispiel.de/Seite.Html",
    "Kosten: 5$ und 10$, also $ je Stück",
    "Ben Jes' Einheit und Bös'n Mond",
    "ein „Zitat mit ‚innerem Zitat‘ darin“",
    'in 5" Entfernung, 7" × 12", in Zoll (") gemessen',
    "FREIE AKTIONEN (‘FREE’ AND ‘ADDITIONAL’ ACTIONS)",
    "Inhalt ........ 5 und Phase . . . . 7",
    "9 : 2",
    "10<sup>2</sup>",
    "eine Fläche von (3 + 2)² Feldern, im derzeitigen Zug",
    "- ein Punkt\n- noch ein Punkt\n\n* und noch einer",
    "| Wert | 3 |\n|---|---|\n| Wurf - | 4 |",
    "Der Wurf geschlossen beschlossen beschrieben geschrieben verschrieben",
    "die Nahkampfphasen des Hauptbanners, Hauptbannern, Truppenschriftrollen-Karte",
    "Hauptbannerträger und Vorhauptbanner",
    "a⟨b⟩ 5 < 6 und 7 > 3",
]

#: Words without a clear correction: proposed, never applied.
DOUBTFUL = [
    ("Es wird beschlossen.", "letters", "beschlossen", "beschossen"),
    ("ALTE INHALTS- TAFEL", "hyphenation", "INHALTS- TAFEL", "INHALTSTAFEL"),
]


def mend(text: str) -> str:
    """Mend a passage of the book."""
    return apply(text, find(text, Spellings(BOOK + text)))


@pytest.mark.parametrize(("kind", "before", "after"), MENDED)
def test_slips_are_mended(kind: str, before: str, after: str) -> None:
    found = find(before, Spellings(BOOK + before))
    assert apply(before, found) == after
    assert kind in {repair.kind for repair in found}
    assert all(repair.why for repair in found)


#: The finders that need the book's own spellings.
FINDERS: dict[str, Callable[[str, Spellings], Iterable[Repair]]] = {"hyphenation": hyphenation, "space": spaces, "quotes": quotes}


@pytest.mark.parametrize(("kind", "before", "after"), [row for row in MENDED if row[0] in FINDERS])
def test_a_finder_mends_its_kind_alone(kind: str, before: str, after: str) -> None:
    found = list(FINDERS[kind](before, Spellings(BOOK + before)))
    assert apply(before, found) == after
    assert {repair.kind for repair in found} == {kind}
    others = [find for other, find in FINDERS.items() if other != kind]
    assert [list(find(before, Spellings(BOOK + before))) for find in others] == [[], []]


@pytest.mark.parametrize(
    ("find", "text", "after", "certainty"),
    [
        (hyphenation, "Zum Moos-\ntisch.", "Moostisch", 0.95),
        (hyphenation, "Zum Moos-\nwurf. Der wurf, ein wurf.", "Mooswurf", 0.5),
        (hyphenation, "IM MOOS- TISCH", "MOOSTISCH", 0.6),
        (hyphenation, "Die Moos- Tische.", "Moos-Tische", 0.5),
        (hyphenation, "Ein Banner- Wurf. Banner. Wurf.", "Banner-Wurf", 0.95),
        (hyphenation, "Ein Moos- tisch. Der Moostisch.", "Moostisch", 1.0),
        (spaces, "vonDeckung", "von Deckung", 1.0),
        (spaces, "Das trifftModell gilt. Es trifft.", "trifft Modell", 0.6),
    ],
)
def test_a_repair_is_as_certain_as_the_book_is_clear(
    find: Callable[[str, Spellings], Iterable[Repair]], text: str, after: str, certainty: float
) -> None:
    (repair,) = find(text, Spellings(BOOK + text))
    assert (repair.after, repair.certainty) == (after, certainty)


@pytest.mark.parametrize("text", [after for _, _, after in MENDED] + KEPT + BOOK.strip().split(". "))
def test_correct_text_stays(text: str) -> None:
    assert mend(text) == text


@pytest.mark.parametrize(("text", "kind", "before", "after"), DOUBTFUL)
def test_doubtful_slips_are_only_proposed(text: str, kind: str, before: str, after: str) -> None:
    (repair,) = find(text, Spellings(BOOK + text))
    assert (repair.kind, repair.before, repair.after) == (kind, before, after)
    assert repair.certainty < SURE
    assert mend(text) == text


def test_every_kind_has_an_example_and_a_name() -> None:
    assert {kind for kind, _, _ in MENDED} == set(KINDS)


def test_repairs_of_a_book_know_where_they_stand() -> None:
    source = Source("buch.txt", "text", f"{BOOK}\nDie Scha- blone (“neu”) ist 5 Zoll groß.")
    repairs = repairs_of(source)
    assert [repair.kind for repair in repairs] == ["hyphenation", "quotes", "quotes"]
    assert [source.text[repair.span.start : repair.span.end] for repair in repairs] == [repair.before for repair in repairs]


def test_a_piece_of_the_source_is_mended_with_its_own_repairs_only() -> None:
    first, second = "Die Scha- blone liegt. ", "Die Scha- blone trifft."
    repairs = find(first + second, Spellings(BOOK + first + second))
    assert apply(second, repairs, len(first)) == "Die Schablone trifft."
    assert apply(first, repairs) == "Die Schablone liegt. "


def test_drafts_are_mended_where_repairs_are_listed_and_nowhere_else() -> None:
    text = f"{BOOK}\nDAS HAUPBANNER\n\nDie Scha-\nblone zählt.\n\nDie Bann- erzahl zählt."
    source = Source("buch.txt", "text", text)
    heading, end = text.index("DAS HAUP"), text.index("Die Bann-")
    inside = Draft(
        "Das Haupbanner", "headings", (Span(heading, end),), text="Die Scha- blone zählt.", data={"rows": [["Scha- blone"]]}
    )
    outside = Draft("Das Haupbanner", "headings", (Span(end, len(text)),), text="Die Scha- blone zählt.")
    reading = Reading(source, "beispiel", (inside, outside), repairs=repairs_of(source))
    mended, kept = repaired(reading).drafts
    assert (mended.title, mended.text, mended.data) == ("Das Hauptbanner", "Die Schablone zählt.", {"rows": [["Schablone"]]})
    assert (kept.title, kept.text) == (outside.title, outside.text)
    assert (mended.spans, repaired(reading).source) == (inside.spans, source)


def test_a_part_is_mended_under_the_same_title_everywhere() -> None:
    source = Source("buch.txt", "text", f"{BOOK}\nDIE ARMEE- LISTE\n")
    drafts = (Draft("Wald", "headings", (Span(0, 9),), part="Die Armee- liste"),)
    reading = Reading(source, "beispiel", drafts, parts=(FoundPart("Die Armee- liste"),), repairs=repairs_of(source))
    mended = repaired(reading)
    assert mended.parts[0].title == mended.drafts[0].part == "Die Armeeliste"


#: Pieces that the finders look for, combined at random.
SIGNS = [
    *"-|()“”„‚‘’'\".,:;*$12½éﬁ\u00ad\u200b",
    *["**", "<i>", "</i>", "<p>", "\\frac{1}{2}", "2W6", "5“", "3+", '6"', "Ã¼", "\n", "\n\n", "- \n", "\t"],
]
PIECES = st.sampled_from([*BOOK.split(), *SIGNS])
JOINED = st.sampled_from(["", " "])
TEXTS = st.lists(PIECES | st.text(max_size=6), max_size=40).flatmap(lambda pieces: JOINED.map(lambda by: by.join(pieces)))


@settings(deadline=None)
@given(TEXTS)
def test_repairs_lie_side_by_side_and_tell_what_stands_there(text: str) -> None:
    repairs = find(text, Spellings(BOOK + text))
    assert all(one.span.end <= other.span.start for one, other in pairwise(repairs))
    assert all(text[repair.span.start : repair.span.end] == repair.before != repair.after for repair in repairs)
    assert {repair.kind for repair in repairs} <= set(KINDS)


@settings(deadline=None)
@given(TEXTS)
def test_no_repair_changes_a_number(text: str) -> None:
    """Repairs keep all numbers, except in formulas, which write them differently."""
    repairs = [repair for repair in find(text, Spellings(BOOK + text)) if repair.kind != "tex"]
    assert re.findall(r"\d+", apply(text, repairs)) == re.findall(r"\d+", text)


@pytest.mark.parametrize(
    "text",
    ["a" * 200_000, "a-" * 100_000, "a- " * 80_000, "(" * 200_000, '"' * 100_000, " " * 200_000 + ".", "$\\frac" * 40_000, "<p" * 100_000,
     "a," * 100_000, "'a " * 60_000, "\u00ad \n" * 60_000, "“5" * 60_000, "I" * 100_000, "aI" * 100_000, "a1" * 100_000, "..\n" * 60_000],
)  # fmt: skip
def test_hostile_texts_end(text: str) -> None:
    """Repairs take linear time; with a quadratic pattern one of these would take minutes."""
    assert isinstance(find(text, Spellings(text)), tuple)
