"""Short rules against their rule and their English: correct hard cases, slips, and what our own short rules would show."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from nachschlag.generator.german.bounds import bounds, reversed_in
from nachschlag.generator.german.set_phrases import turned
from nachschlag.generator.model.library import Library
from nachschlag.generator.proofing.bearing import Bearing, Source, clause_of
from nachschlag.generator.proofing.borne_terms import unborne_terms
from nachschlag.generator.proofing.checks.short_rules import rule_of
from nachschlag.generator.proofing.denial_match import affirmed_in_rule, denied_in_rule
from nachschlag.generator.proofing.english_left import NamesLeft, sentences_left
from nachschlag.generator.proofing.fact_match import differences
from nachschlag.generator.proofing.renderings import own_prose, term_base_of
from nachschlag.generator.proofing.short_match import widenings
from nachschlag.generator.proofing.term_base import Rendering, TermBase
from nachschlag.generator.proofing.typography import slips

from tests.accuracy.mutations import mutations, noticed, of_entry
from tests.projects import own_library

HERE = Path(__file__).parent
#: A line's end, in a case of one line.
LINE = re.compile(r" ?/(?: |$)")


def shown(short: str, rule: str, english: str = "") -> list[str]:
    """What the checks of content say about a short rule."""
    kinds = [one.kind for one in widenings(short, Bearing([Source(rule)]))]
    kinds += [one.kind for one in differences(short, english)] if english else []
    return kinds + [slip.code for slip in slips(short) if slip.code == "S007"]


def correct_cases() -> list[tuple[str, str, str]]:
    lines = (HERE / "short/correct.txt").read_text("utf-8").splitlines()
    return [tuple(part.strip() for part in line.split(" | ")) for line in lines if not line.startswith("#")]  # type: ignore[misc]


def test_correct_hard_cases_are_left_alone() -> None:
    cases = correct_cases()
    flagged = [case for case in cases if shown(*case)]
    assert len(cases) >= 100
    assert len(flagged) <= 5, flagged


def test_correct_hard_cases_in_the_terms_of_the_games_are_left_alone(own: Library) -> None:
    lines = (HERE / "short/in_terms.txt").read_text("utf-8").splitlines()
    flagged, count = [], 0
    for system, short, text, english in (line.split(" | ") for line in lines if not line.startswith("#")):
        some = next(entry for entry in own.entries.values() if entry.system == system)
        entry = replace(
            some, title="Kupferrad", title_en="", short=short, text=LINE.sub("\n", text), short_en=english, text_en=""
        )
        found = of_entry(term_base_of(own, system), rule_of(own, entry))
        count += 1
        flagged += [short] if {finding.code for finding in found} - {"B001"} else []
    assert count >= 100
    assert len(flagged) <= 5, flagged


@pytest.mark.parametrize(
    ("short", "rule", "kind"),
    [
        ("Mindestens 3 Würfel.", "Wirf höchstens 3 Würfel.", "bound"),
        ("Mindestens 3 Würfel.", "Wirf bis zu drei Würfel.", "bound"),
        ("Höchstens 3 Würfel.", "Wirf drei Würfel. Mit 3 oder mehr Würfeln gelingt es.", "bound"),
        ('Über 6" fallen Würfel.', 'Unter 6" fallen Würfel.', "bound"),
        ("Nach dem Wurf ansagen.", "Sag vor dem Wurf an, wen du meinst; beim Ansagen gilt das Wort.", "bound"),
        ("Wirf 4 Würfel.", "Wirf 3 Würfel, sobald 4 Modelle fehlen.", "number"),
        ("Wirf 4 Würfel.", "Wirf 3 Würfel.", "number"),
        ("Zieh 6 cm.", 'Zieh 6".', "number"),
        ("Zieh 6 weit.", 'Zieh 6" weit.', "number"),
        ("Höchstens 3 Würfel.", "Wirf 3 oder mehr Würfel, bis zu 3 Karten gehen mit.", "bound"),
        ("Höchstens X Würfel.", "Wirf **X oder mehr** Würfel.", "bound"),
        ("Der Wagen hat Größe 2.", "Der Wagen hat Größe 3, mit 2 Rädern.", "number"),
    ],
)
def test_slips_against_the_rule_are_reported(short: str, rule: str, kind: str) -> None:
    assert shown(short, rule) == [kind]


@pytest.mark.parametrize(
    ("german", "english", "kind"),
    [
        ("Mindestens 2 Einheiten.", "At most 2 units.", "bound"),
        ("Nach dem Wurf.", "Before the roll.", "bound"),
        ("Unter der Zone.", "Above the zone.", "bound"),
        ("Vor dem Wurf.", "After the roll.", "bound"),
        ("6 weit.", '6" away.', "value"),
        ("6 cm weit.", '6" away.', "value"),
        ("–1 auf Würfe.", "Add 1 to rolls.", "value"),
        ("1 Deck und 2 Karten, eines je Seite.", "2 decks and 2 cards, one per side.", "value"),
        ("Sie darf nicht laufen und nicht schießen.", "It may not run but may shoot.", "negation"),
        ("Sie läuft, außer im Wald nie.", "It runs, except in woods.", "negation"),
        ("Im Nahkampf schießt sie.", "It shoots unless in combat.", "negation"),
        ("Sie läuft und schießt, wenn es etwas anderes sagt.", "It runs and shoots unless it says otherwise.", "negation"),
        ("Gelände und Wasser bremsen sie.", "It ignores terrain and water.", "negation"),
        ("Erst drehen, dann in den Wald.", "Turn first, then not into the wood.", "negation"),
        ("Eine 1 trifft immer.", "A 1 always fails.", "negation"),
        ("Der Wert fällt nie über 1, mit mindestens 2 Würfeln.", "It never drops below 1, with at least 2 dice.", "bound"),
        ("Eine Schlacht unter 4 Runden.", "A 4-round battle of your own.", "bound"),
        ("Sprecht euch nachher ab.", "Agree beforehand.", "bound"),
        ("Sie fährt W6 weit.", 'It moves D6".', "value"),
        ("Sie fährt W6 cm weit.", 'It moves D6".', "value"),
        ('Ein Feld von 20 × 30".', 'A field of 20" x 30".', "value"),
        ("Der höhere Wurf beginnt.", "The lower roll begins.", "bound"),
        ("Halbiere und runde ab.", "Halve, rounding up.", "bound"),
        ("Wer weniger hat, beginnt.", "Whoever has more begins.", "bound"),
        ("Du musst ziehen.", "You may move.", "bound"),
        ("Auch Reiter kommen hinein.", "Everyone except riders gets in.", "bound"),
        ("+X auf den Wert.", "Subtract X from the value.", "bound"),
        ("Weniger als 3 Modelle reichen.", "3 models or more suffice.", "bound"),
        ("Reiter schießen.", "Only riders shoot.", "bound"),
        ("Nur Reiter schießen.", "Riders shoot.", "bound"),
    ],
)
def test_slips_against_the_english_are_reported(german: str, english: str, kind: str) -> None:
    assert [one.kind for one in differences(german, english)] == [kind]


@pytest.mark.parametrize(
    ("german", "english"),
    [
        ('Wirf einen W6 und zieh W6" weit.', 'Roll a D6 and move D6".'),
        ('Ein Feld von 20 × 30".', 'A field of 20 x 30".'),
        ("Ein Feld von 20 × 30 cm.", "A field of 20 cm x 30 cm."),
        ("Der Feind darf nicht weiter als 1 cm weg sein.", "The enemy is within 1 cm."),
        ("Feuer, Gesang und Wache ruhen.", "No fire, no singing, no guard."),
        ("Sie ignoriert Gelände.", "It ignores terrain."),
        ("Der Wert fällt nie unter 1.", "It stays at 1 or more."),
        ("Du darfst nicht ziehen.", "You must not move."),
        ("Nur wer nah ist, darf schießen.", "Shooters must be near."),
        ("Der Verlierer zieht zuerst, der Gewinner danach.", "The winner moves after the loser."),
        ("Nie steiler als 45°.", "At most 45°."),
    ],
)
def test_the_same_in_other_words_is_no_difference(german: str, english: str) -> None:
    assert differences(german, english) == []


@pytest.mark.parametrize(
    ("short", "rule", "words"),
    [
        ("Kein Feuer, ein Gesang, keine Wache.", "Nachts bleibt alles still.", ["ein Gesang"]),
        ("Kein Feuer und ein Gesang.", "Nachts bleibt alles still.", []),
        (
            "Brennt es, gelingt ein Wurf auf Löschen.",
            "Brennt es, misslingt jeder Wurf auf Löschen.",
            ["gelingt ein Wurf auf Löschen"],
        ),
        ("Nachts ruhen Feuer, Gesang und Wache.", "Es gibt kein Feuer, keinen Gesang und keine Wache.", []),
    ],
)
def test_negations_that_the_rule_alone_shows(short: str, rule: str, words: list[str]) -> None:
    assert [short[one.start : one.end] for one in denied_in_rule(short, Bearing([Source(rule)]))] == words


@pytest.mark.parametrize(
    ("short", "rule", "count"),
    [
        ("Fackeln brennen im Regen nicht.", "Fackeln brennen auch im Regen.", 1),
        ("Fackeln brennen im Regen nicht.", "Fackeln brennen im Regen kaum oder gar nicht.", 0),
        ("Fackeln gehen im Regen nicht aus.", "Fackeln brennen auch im Regen.", 0),
    ],
)
def test_negations_that_the_rule_says_without(short: str, rule: str, count: int) -> None:
    assert len(list(affirmed_in_rule(short, Bearing([Source(rule)])))) == count


def test_a_term_that_only_rules_near_it_have_must_stand_in_a_sentence_about_the_same() -> None:
    base = TermBase([Rendering("Cup", ("Becher",)), Rendering("Ford", ("Furt",)), Rendering("Table", ("Tabelle",))])
    rule = Bearing(
        [Source("Am Abend leert jeder seinen Becher.")], [Source("Reiter meiden die Furt. Sieh in die Tabelle.", "x/y")]
    )

    def unborne(short: str) -> list[str]:
        found = unborne_terms(short, base.foreign("Everyone empties it.", short), rule, lost=False)
        return [short[one.start : one.end] for one in found]

    assert unborne("Am Abend leert jeder seine Furt.") == ["Furt"]
    assert unborne("Reiter meiden am Abend jede Furt.") == []
    assert unborne("Am Abend leert jeder seinen Becher, nach Tabelle 2.") == []
    assert unborne("Die Furt leert am Abend jeder.") == []


def test_a_widening_names_the_sentence_nearest_to_it() -> None:
    rule = Bearing([Source('Reiter ziehen 9" weit.\n\nBogen schießen höchstens 6" weit.')])
    (found,) = widenings('Bogen schießen mindestens 6" weit.', rule)
    assert found.sentence is not None
    assert found.sentence.text == 'Bogen schießen höchstens 6" weit.'


@pytest.mark.parametrize(
    ("text", "sides"),
    [
        ("Bis zu 3 Würfel", ["höchstens"]),
        ("nicht mehr als drei Würfel", ["höchstens"]),
        ("3 Würfel oder mehr", ["mindestens"]),
        ("ab 3 Würfeln", ["mindestens"]),
        ("bei 4+", ["mindestens"]),
        ("über 3 Zoll", ["höchstens"]),
        ("unter 3 Zoll", ["mindestens"]),
        ("über den Fluss", ["über"]),
        ("vor dem Wurf", ["vor"]),
        ("je nach Wurf", []),
        ("nach oben", []),
        ("auf oder über dem Wert", []),
        ("bis zum Rand", []),
    ],
)
def test_limits_and_orders(text: str, sides: list[str]) -> None:
    assert [bound.side for bound in bounds(text)] == sides


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Wirf 2 vor Wahl ab.", ["vor"]),
        ("Je vor Größe 2.", ["vor"]),
        ("Von oben vor unten.", ["vor"]),
        ("Schlag hier vor, was gilt.", ["vor"]),
        ("Schlag in Tabelle 6.2 vor: nichts.", ["vor"]),
        ("Beweg dich vor 2.3.3 weiter.", ["vor"]),
        ("Im Zweifel geht das Original nach.", ["nach"]),
        ("Sie gibt nach, was wohin gehört.", ["nach"]),
        ("Im Zweifel geht das Original vor; die Karte gibt vor, was gilt; der Boden gibt nach.", []),
        ("Wer darauf steht, ist nach Schüssen sicher.", ["nach"]),
        ("Nach Wahl, je nach Größe, vor allem von oben nach unten; schlag hier nach.", []),
        ("Rück vor, vor der Wahl der Ziele.", []),
        ("Es hält die Runde unter.", ["unter"]),
        ("Die Wunden gehen auf das Modell unter.", ["unter"]),
        ("Das Schiff geht unter; ordnet euch unter; mit 3 oder unter. Die Karten bleiben die Runde über.", []),
        ("Misch die Karten über das Deck.", ["über"]),
        ("Misch die Karten unter das Deck.", []),
        ("Die Regel steht im Buch über 1.0.", ["über"]),
        ("Das Modell steht über dem Fluss.", []),
        ('Sie endet höchstens 1" nach einem Feind.', ["nach"]),
        ("Treffer ziehen Tests vor sich.", ["vor"]),
        ("Danach geht es nie weiter nach.", ["nach"]),
    ],
)
def test_set_phrases_that_slips_turn(text: str, words: list[str]) -> None:
    assert [text[start:end] for start, end in turned(text)] == words


def test_a_clause_ends_at_marks_and_brackets() -> None:
    text = "Wirf 2 Würfel; dann zieh 3 cm (oder 4 cm)."
    assert [clause_of(text, text.index(one), text.index(one) + 1) for one in "234"] == [
        "Wirf 2 Würfel",
        " dann zieh 3 cm ",
        "oder 4 cm",
    ]


def test_reversed_names_the_words() -> None:
    found = reversed_in("Höchstens 2 Würfel.", "At least 2 dice.")
    assert found
    assert (found.german, found.english) == ("Höchstens", "At least")


@pytest.fixture(scope="module")
def own() -> Library:
    return own_library()


#: The least share of slips in our own short rules that `check` notices, by kind.
LEAST = {
    "number ±1": 0.98,
    "unit dropped": 0.95,
    "unit swapped": 0.95,
    "höchstens↔mindestens": 0.9,
    "vor↔nach": 0.9,
    "über↔unter": 0.9,
    "sign": 0.95,
    "negation lost": 0.85,
    "negation put in": 0.8,
    "term": 0.95,
}


#: Of kinds with more than a thousand slips, one in so many is tried; of numbers all, because their share is too close to the least.
EVERY = {"term": 12, "negation put in": 12}


@pytest.mark.parametrize("every", [EVERY, pytest.param({}, marks=pytest.mark.audit)], ids=["some", "all"])
def test_slips_in_our_own_short_rules_are_noticed(own: Library, every: dict[str, int]) -> None:
    made, seen, met = Counter[str](), Counter[str](), Counter[str]()

    def tried(kind: str) -> bool:
        met[kind] += 1
        return met[kind] % every.get(kind, 1) == 0

    for one, findings in noticed(own, (one for one in mutations(own) if tried(one.kind))):
        made[one.kind] += 1
        seen[one.kind] += bool(findings)
    assert made.keys() == LEAST.keys()
    assert {kind: (seen[kind], n) for kind, n in made.items() if seen[kind] < LEAST[kind] * n} == {}


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("Wirf 2 Würfel. The unit may not move this turn.", ["The unit may not move this turn."]),
        ("Der Charge gelingt.", ["Charge"]),
        ("Alle Charges gelingen, die Charge-Reaktion auch.", ["Charge", "Charge"]),
        ("Der „Charge“ gelingt, der Angriff (Charge) auch.", []),
        ("Die Charger-Base steht, und das Hand-Charge-Spiel läuft.", []),
        ("Die Karte „The Wall of the North“ liegt in Winterfell.", []),
        ("Hordes of the Things ist das Original.", []),
    ],
)
def test_english_left_in_german_is_found(text: str, written: list[str]) -> None:
    prose = own_prose(text)
    assert [left.written for left in (*sentences_left(prose), *NamesLeft({"Charge": "Angriff"}).find(prose))] == written


#: A short rule, its rule, an example beside it, another rule near it, and the kinds of findings: the rule may have slipped, not only its
#: short form.
SLIPPED = [
    (
        "Der Turm bringt 4 Punkte.",
        "Steht der Turm noch, bringt er 5 Punkte.",
        "Ein Turm: 4 Punkte.",
        "Türme bringen 4 Punkte.",
        ["number"],
    ),
    ("Wer flieht, hat Mut 1.", "Wer flieht, hat nur Mut 2.", "Der Ritter flieht und hat Mut 1.", "", ["number"]),
    ("Wer flieht, hat Mut 1.", "Wer flieht, hat nur Mut 1.", "Der Ritter hatte Mut 2.", "", []),
    (
        "Zählt am Ende jeder Runde die Fahnen.",
        "Zu Beginn jeder Runde zählt ihr die Fahnen.",
        "Am Ende der Runde: 2.",
        "",
        ["bound"],
    ),
    ("Zählt am Ende jeder Runde die Fahnen.", "Ist eine Runde zu Ende, zählt ihr die Fahnen.", "", "", []),
    ("Nimm die Figur aus der hintersten Reihe.", "Die Figur kommt aus der vordersten Reihe.", "", "", ["bound"]),
    ("Nur die erste Runde zählt.", "Die zweite Runde zählt nicht, nur die erste.", "", "", []),
    ("Der Ruf geht nur ein Mal je Runde.", "Rufen: ein Mal je Phase, mit einem Ruf.", "", "", ["bound"]),
    ("Der Ruf geht nur ein Mal je Runde.", "Ruf: einmal in jeder Schlachtrunde.", "", "", []),
    ("Der Nebel gibt –1 auf den Wurf.", "Im Nebel gibt es +1 auf den Wurf.", "", "", ["number"]),
    ("Der Nebel gibt –1 auf den Wurf.", "Im Nebel ist der Wurf um 1 niedriger.", "", "", []),
    ("Im Turm ist der Wurf um 1 höher.", "Im Turm ist der Wurf um 1 niedriger.", "", "", ["number"]),
    ("Im Turm zählt der Wurf +1.", "Der Wurf im Turm sinkt um 1.", "", "", ["number"]),
    ("Vier Felder mit je 6 cm.", "Es sind vier Felder mit 8 cm.", "Ein Feld misst 6 cm.", "", ["number"]),
]


@pytest.mark.parametrize(("short", "rule", "shown", "near", "kinds"), SLIPPED)
def test_slips_in_the_rule_itself_are_reported(short: str, rule: str, shown: str, near: str, kinds: list[str]) -> None:
    bearing = Bearing([Source(rule, "x/y")], [Source(shown, "x/y"), Source(near, "x/z")])
    assert [one.kind for one in widenings(short, bearing)] == kinds


def test_a_rule_that_denies_what_short_rule_and_english_say_must_say_almost_the_same() -> None:
    short = "Der Kurier darf durch Gegner ziehen."
    near, same = (
        Bearing([Source(text)]) for text in ("Kein Gegner hält den Kurier auf.", "Durch Gegner darf der Kurier nicht ziehen.")
    )
    assert [len(list(denied_in_rule(short, rule, backed=False, surely=True))) for rule in (near, same)] == [0, 1]
