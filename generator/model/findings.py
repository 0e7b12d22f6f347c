"""Findings (Befunde): what is wrong with content, where, and how to mend it.

A code is permanent and never reused. The catalogue below is the only table of codes; `tests/data/findings/<CODE>` holds a failing and a
passing example of each.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from .values import Location


class Severity(StrEnum):
    """How bad a finding is. Errors and warnings make `check` end with 1; information never does."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"

    @property
    def german(self) -> str:
        return {"error": "Fehler", "warning": "Warnung", "info": "Hinweis"}[self.value]


@dataclass(frozen=True, slots=True)
class Code:
    """What one code means, for the help page: title, why it matters, a wrong and a right example."""

    severity: Severity
    title: str
    why: str
    wrong: str
    right: str


@dataclass(frozen=True, slots=True)
class Finding:
    """One finding: code, place, a German sentence that quotes the text, and a hint what to do."""

    code: str
    location: Location
    message: str
    hint: str = ""

    @property
    def severity(self) -> Severity:
        return CATALOGUE[self.code].severity

    @property
    def counts(self) -> bool:
        """Whether it makes `check` and a strict build fail: errors and warnings do, hints never."""
        return self.severity != Severity.INFO

    @property
    def sort_key(self) -> tuple[Location, str, str]:
        return (self.location, self.code, self.message)


def in_order(findings: Iterable[Finding]) -> list[Finding]:
    """Findings sorted by place, each once."""
    return sorted(set(findings), key=lambda f: f.sort_key)


def nearest(name: str, known: Iterable[str], count: int = 3) -> list[str]:
    """Known names that look like `name`, best first."""
    by_fold = {k.casefold(): k for k in known}
    return [by_fold[f] for f in difflib.get_close_matches(name.casefold(), list(by_fold), n=count, cutoff=0.6)]


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """A German hint with the nearest known names, or with all of them where there are few, else ""."""
    names = list(known)
    close = nearest(name, names)
    if close:
        return "Meintest du " + " oder ".join(f"„{c}“" for c in close) + "?"
    return "Erlaubt: " + ", ".join(names) + "." if 0 < len(names) <= 24 else ""


_E, _W, _I = Severity.ERROR, Severity.WARNING, Severity.INFO

#: Every code there is. D files, F fields, K ids and numbers, V references, T text, B terms, Z facts, S language, A waivers, R rights,
#: U translations coming back.
CATALOGUE: Mapping[str, Code] = {
    "D001": Code(
        _E, "Datei ist nicht UTF-8", "Andere Kodierungen verstümmeln Umlaute.", "Latin-1-Datei", "als UTF-8 gespeichert"
    ),
    "D002": Code(_E, "Datei oder Ordner nicht lesbar", "Ungelesenes fehlt auf der Seite.", "Rechte 000", "Rechte 644"),
    "D003": Code(
        _E,
        "Dateiname taugt nicht als Kennung",
        "Aus dem Dateinamen entstehen Kennung und Adresse; sie dürfen den Ausgabeordner nie verlassen.",
        "Große Wut.md",
        "grosse-wut.md",
    ),
    "D004": Code(
        _W,
        "Datei liegt nicht dort, wo Inhalte erwartet werden",
        "Sie wird nicht geladen.",
        "content/aos/wut.md",
        "content/aos/grundregeln/wut.md",
    ),
    "D005": Code(
        _E,
        "Projekt ohne Spielsystem",
        "Ohne system.yaml gibt es nichts zu bauen.",
        "leerer Ordner content",
        "content/aos/system.yaml",
    ),
    "D006": Code(
        _E,
        "Datei liegt außerhalb des Projekts",
        "Eine Verknüpfung könnte Fremdes veröffentlichen.",
        "Verknüpfung auf /etc/passwd",
        "eigene Datei",
    ),
    "F001": Code(_E, "YAML ist fehlerhaft", "Der Eintrag kann nicht gelesen werden.", "title: [offen", "title: „Offen“"),
    "F002": Code(_E, "Kopf mit --- fehlt", "Ohne Kopf hat der Eintrag keinen Titel.", "Text ohne Kopf", "---\\ntitle: Wut\\n---"),
    "F003": Code(_E, "Feld ist unbekannt", "Vermutlich ein Tippfehler; der Wert ginge verloren.", "titel: Wut", "title: Wut"),
    "F004": Code(_E, "Pflichtfeld fehlt", "Ohne dieses Feld ist der Eintrag nicht brauchbar.", "ohne kind", "kind: rule"),
    "F005": Code(
        _E, "Feld hat die falsche Form", "Eine Liste ist kein Text und umgekehrt.", "phases: angriff", "phases: [angriff]"
    ),
    "F006": Code(_E, "Wert ist nicht erlaubt", "Nur vereinbarte Werte lassen sich auswerten.", "kind: regel", "kind: rule"),
    "F007": Code(
        _E, "Wert ist zu lang", "Karten und Trefferlisten zeigen nur so viel.", "short mit 200 Zeichen", "short mit höchstens 160"
    ),
    "F008": Code(_E, "Feld steht zweimal", "Einer der Werte ginge verloren.", "title: A / title: B", "title: A"),
    "F009": Code(_E, "YAML-Anker sind nicht erlaubt", "Sie verstecken, was in einem Feld steht.", "title: &a Wut", "title: Wut"),
    "F010": Code(_E, "Zahl erwartet", "order und page werden als Zahlen gebraucht.", "order: viel", "order: 120"),
    "F011": Code(_E, "Datum erwartet", "Nur JJJJ-MM-TT lässt sich ordnen.", "date: gestern", "date: 2026-05-01"),
    "F012": Code(
        _E, "Teil ist unbekannt", "Der Ordner muss in system.yaml als Teil stehen.", "content/aos/magi/", "content/aos/magie/"
    ),
    "F013": Code(
        _E, "Phase ist unbekannt", "Nur Phasen aus system.yaml haben eine Seite.", "phases: [pause]", "phases: [angriffsphase]"
    ),
    "F014": Code(
        _E,
        "Tabelle ist uneben",
        "Jede Zeile braucht so viele Zellen, wie es Spalten gibt.",
        "2 Spalten, 3 Zellen",
        "2 Spalten, 2 Zellen",
    ),
    "F015": Code(
        _W,
        "Änderung steht zweimal",
        "Wer die Änderungen verfolgt, liest sie zweimal.",
        "zweimal derselbe Tag, dieselbe Art, derselbe Satz",
        "einmal",
    ),
    "F016": Code(
        _W,
        "Datenfeld ist nicht erklärt",
        "Was ein Spiel unter data hält, nennt system.yaml mit dem Wort, das die Seite zeigt.",
        "data: {kampfwert: 4}, in system.yaml nichts dazu",
        "data: [{name: kampfwert, label: Kampfwert}] in system.yaml",
    ),
    "K001": Code(
        _E,
        "Kennung gibt es zweimal",
        "Zwei Einträge kämen auf dieselbe Seite.",
        "zwei wut.md in zwei Teilen",
        "armee-wut.md, magie-wut.md",
    ),
    "K002": Code(_E, "Nummer steht zweimal im Teil", "Ein Verweis darauf wäre mehrdeutig.", "zweimal 17.0", "17.0 und 17.1"),
    "K003": Code(
        _E, "Übergeordneter Eintrag fehlt", "parent muss ein Eintrag desselben Spiels sein.", "parent: wutt", "parent: wut"
    ),
    "K004": Code(_E, "Siehe-auch-Eintrag fehlt", "see muss auf vorhandene Einträge zeigen.", "see: [wutt]", "see: [wut]"),
    "K005": Code(
        _E,
        "Übergeordnete Einträge bilden einen Kreis",
        "Ein Eintrag kann nicht unter sich selbst stehen.",
        "a unter b, b unter a",
        "b unter a",
    ),
    "K006": Code(_E, "Umzüge bilden einen Kreis", "Die alte Adresse käme nirgends an.", "a → b, b → a", "a → b"),
    "K007": Code(_E, "Ziel eines Umzugs fehlt", "Die Weiterleitung führte ins Leere.", "new: aos/weg", "new: aos/wut"),
    "K008": Code(
        _E,
        "Umgezogene Kennung gibt es noch",
        "Weiterleitung und Seite träfen sich an derselben Adresse.",
        "old: aos/wut",
        "old: aos/alte-wut",
    ),
    "K009": Code(_E, "Kennung ist vergeben", "Diese Adresse braucht die Seite selbst.", "teil.md", "der-teil.md"),
    "K010": Code(
        _E,
        "Veröffentlichte Kennung ist verschwunden",
        "Lesezeichen und Verweise anderer brächen.",
        "gelöscht ohne Umzug",
        "Zeile in moved.yaml",
    ),
    "K011": Code(
        _E, "Eintrag eines Begriffs fehlt", "entry muss ein Eintrag desselben Spiels sein.", "entry: wutt", "entry: wut"
    ),
    "K012": Code(_E, "Begriff steht zweimal", "Zwei Begriffe kämen auf dieselbe Seite.", "zweimal „Base“", "einmal „Base“"),
    "K013": Code(
        _E, "Eintrag eines Konzepts fehlt", "Ein Konzept nennt vorhandene Einträge oder Begriffe.", "aos: [wutt]", "aos: [wut]"
    ),
    "K014": Code(_E, "Nummer ist keine Regelnummer", "Verweise fänden sie nicht.", "number: 17..0", 'number: "17.0"'),
    "K015": Code(
        _E, "Teil oder Phase steht zweimal", "Die Seiten kämen an dieselbe Adresse.", "zwei Teile „magie“", "magie, magie-2"
    ),
    "K016": Code(
        _E,
        "Kennung zieht zweimal um",
        "Nur eine der Weiterleitungen kann gelten.",
        "zwei Zeilen mit old: aos/wut",
        "eine Zeile je alter Kennung",
    ),
    "K017": Code(
        _I,
        "Konzept schweigt über ein Spiel",
        "Wer das Spiel wechselt, erfährt nicht, ob es das dort gibt.",
        "entries: {aos: [deckung]}",
        "entries: {aos: [deckung], hdd: []}",
    ),
    "K018": Code(
        _E,
        "Suchanfragen ohne Eintrag",
        "Niemand fände damit etwas.",
        "entry: wutt",
        "entry: wut",
    ),
    "K019": Code(
        _E,
        "Spiel gibt es schon",
        "Eine Kennung gehört einem Spiel; das private bleibt weg, damit es das des Projekts nicht verdeckt.",
        "privat/content/conquest",
        "privat/content/conquest-privat",
    ),
    "V001": Code(_E, "Erzwungener Verweis führt ins Leere", "[[…]] verlangt einen vorhandenen Eintrag.", "[[wutt]]", "[[wut]]"),
    "V002": Code(
        _W,
        "Nummer gibt es nicht",
        "Wer nachschlägt, findet nichts; der Text bleibt ohne Link.",
        "Grundregeln 99.0",
        "Grundregeln 17.0",
    ),
    "V003": Code(
        _W, "Verweis ist mehrdeutig", "Mehrere Einträge passen; geraten wird nicht.", "„Angriff“", "[[angriff|Angriff]]"
    ),
    "V005": Code(
        _I,
        "Waise: Auf den Eintrag verweist nichts",
        "Nur Listen und die Suche führen hin; wer eine verwandte Regel liest, erfährt nicht, dass es ihn gibt.",
        "hinterhalt, den keine andere Regel nennt",
        "see: [hinterhalt] bei einheiten-aufstellen",
    ),
    "V006": Code(
        _I,
        "Sackgasse: Vom Eintrag führt nichts weiter",
        "Wer hier landet, muss zurück oder neu suchen.",
        "kein Verweis im Text, kein see",
        "see: [angst]",
    ),
    "T001": Code(_E, "HTML im Text", "Es wird als Text gezeigt, nie ausgeführt.", "<b>fett</b>", "**fett**"),
    "T002": Code(
        _E,
        "Adresse ist nicht erlaubt",
        "Nur http, https, mailto und Verweise sind sicher.",
        "[x](javascript:…)",
        "[x](https://…)",
    ),
    "T003": Code(
        _E,
        "Block ist nicht geschlossen",
        "Der Rest des Textes geriete in den Block.",
        "::: beispiel ohne :::",
        "::: beispiel … :::",
    ),
    "T004": Code(_E, "Block ist unbekannt", "Es gibt beispiel, hinweis, regeltext und bild.", "::: achtung", "::: hinweis"),
    "T005": Code(_E, "Steuerzeichen im Text", "Sie stören Suche und Anzeige.", "Zeichen U+0007", "ohne"),
    "T010": Code(
        _E,
        "Konfliktmarke von Git im Text",
        "Zwei Fassungen stehen untereinander; welche gilt, hat niemand entschieden.",
        "<<<<<<< HEAD / zwei W6 / ======= / drei W6 / >>>>>>> zweig",
        "drei W6",
    ),
    "T006": Code(_W, "Überschrift erster Ordnung im Text", "Sie ist dem Titel vorbehalten.", "# Ablauf", "## Ablauf"),
    "T007": Code(
        _E,
        "Bild fehlt oder ist unbrauchbar",
        "Nur eigene SVG-Dateien neben dem Eintrag.",
        "::: bild weg.svg",
        "::: bild winkel.svg",
    ),
    "T008": Code(
        _W, "Abschnitt steht zweimal", "Die Adresse des Abschnitts wäre mehrdeutig.", "zweimal ## Ablauf", "## Ablauf, ## Ende"
    ),
    "T009": Code(
        _W, "Eintrag ohne Text", "Ein Eintrag ohne Kurzregel und Regel hilft niemandem.", "nur Kopf ohne short", "mit short"
    ),
    "B001": Code(
        _I,
        "Begriff des Glossars fehlt",
        "Wer das Wort aus einer Regel kennt, soll es in jeder anderen wiederfinden.",
        "„charge“ als „Sturm“",
        "„charge“ als „Ansturm“, wie im Glossar; oder allow: [Sturm] beim Begriff",
    ),
    "B002": Code(
        _W,
        "Wort soll nicht benutzt werden",
        "Das Glossar nennt es unter „avoid“, weil es in die Irre führt. Zitate in „…“ und in ::: regeltext bleiben frei.",
        "zwei Wunden",
        "zwei Verwundungen",
    ),
    "B003": Code(
        _I,
        "Ein englischer Begriff, zwei deutsche",
        "Leser halten zwei Wörter für zwei Regeln.",
        "Charge: Ansturm, Sturmangriff",
        "Charge: Ansturm",
    ),
    "B004": Code(
        _I,
        "Ein deutscher Begriff, zwei englische",
        "Zwei Regeln sehen aus wie eine.",
        "Angriff: Attack, Charge",
        "Attacke: Attack; Angriff: Charge",
    ),
    "B005": Code(
        _I,
        "Gleicher Name, andere Kurzregel",
        "Dieselbe Regel soll überall gleich lauten; zwei verschiedene sollen aufeinander verweisen.",
        "zweimal „Wut“, verschieden erklärt",
        "zweimal „Wut“ mit demselben Satz, oder eine nennt die andere unter see",
    ),
    "Z001": Code(
        _W,
        "Deutsch und Englisch nennen verschiedene Werte",
        "Eine falsche Zahl ist eine falsche Regel.",
        'short: Bis zu 6" weit; short_en: Up to 9".',
        'short: Bis zu 9" weit; short_en: Up to 9".',
    ),
    "Z002": Code(
        _I,
        "Ein Wert steht nur in einer Sprache",
        "Ist er vergessen, fehlt ein Teil der Regel.",
        "short: Wirf Würfel; short_en: Roll 3 dice.",
        "short: Wirf 3 Würfel; short_en: Roll 3 dice.",
    ),
    "Z003": Code(
        _I,
        "Kurzregel nennt eine Zahl, die Regel nicht",
        "Eine von beiden ist falsch oder unvollständig.",
        "short: Gelingt bei 4+; Text: Er gelingt bei 5+.",
        "short: Gelingt bei 4+; Text: Er gelingt bei 4+.",
    ),
    "Z004": Code(
        _I,
        "Nur eine Sprache verneint",
        "Ein verlorenes „nicht“ macht aus einem Verbot eine Erlaubnis.",
        "short: Sie darf laufen; short_en: It cannot run.",
        "short: Sie darf nicht laufen; short_en: It cannot run.",
    ),
    "Z005": Code(
        _I,
        "Deutscher und englischer Text sind verschieden gebaut",
        "Vielleicht fehlt ein Listenpunkt oder eine Tabellenzeile.",
        "zwei Listenpunkte, im Englischen drei",
        "drei Listenpunkte, im Englischen drei",
    ),
    "S001": Code(
        _W,
        "Keine deutschen Anführungszeichen",
        "Gerade Striche bedeuten hier Zoll; eine Seite soll überall gleich aussehen.",
        'Das heißt "Treffer".',
        "Das heißt „Treffer“.",
    ),
    "S002": Code(
        _I,
        "Ersatzzeichen statt des richtigen",
        "Minus und „bis“ sind ein Halbgeviertstrich, drei Punkte ein Zeichen, Zoll der gerade Doppelstrich.",
        "-1 auf 2-4 Würfel",
        "–1 auf 2–4 Würfel",
    ),
    "S003": Code(
        _W, "Wort steht doppelt", "Beim Umstellen bleibt leicht eines stehen.", "Wirf die die Würfel", "Wirf die Würfel"
    ),
    "S004": Code(
        _W, "Leerzeichen zu viel oder zu wenig", "Der Text bricht dort falsch um.", "Wirf , dann zieh", "Wirf, dann zieh"
    ),
    "S005": Code(
        _W,
        "Klammer oder Anführungszeichen ohne Gegenstück",
        "Wo der Einschub endet, bleibt offen.",
        "Wirf (einmal.",
        "Wirf (einmal).",
    ),
    "S006": Code(
        _I,
        "Wort ist unbekannt",
        "Oft ein Tippfehler. Nur `check --spelling` sagt es, und es lässt nie etwas scheitern.",
        "Würfell",
        "Würfel; oder ein Begriff im Glossar; oder spelling: [Würfell] in system.yaml",
    ),
    "A001": Code(
        _E,
        "Ausnahme gilt nicht",
        "Fehler müssen behoben werden, unbekannte Codes nähmen nichts aus, und ohne Grund weiß später niemand, ob sie noch gilt.",
        'waivers: [{code: K001, reason: ""}]',
        "waivers: [{code: B001, reason: So nennt es das Buch.}]",
    ),
    "A002": Code(
        _W,
        "Ausnahme wird nicht gebraucht",
        "Sie verdeckte einen späteren Fehler.",
        "Ausnahme für B001 ohne Befund",
        "ohne Ausnahme",
    ),
    "R001": Code(_E, "Erlaubnis ohne Nachweis", "„permitted“ braucht den Beleg.", "status: permitted", "evidence: Mail vom …"),
    "R002": Code(
        _W,
        "Rechtsseite ist leer",
        "Öffentliche Seiten brauchen Impressum und Datenschutz.",
        "impressum leer",
        "impressum ausgefüllt",
    ),
    "R003": Code(
        _W,
        "Vorschaubilder ohne Adresse",
        "Andere holen ein Vorschaubild nur über seine ganze Adresse; die Seite muss ihre kennen.",
        "vorschaubilder: true ohne site_url",
        "vorschaubilder: true mit site_url",
    ),
    "U002": Code(
        _E,
        "Kennung oder Feld der Übersetzung gibt es nicht",
        "Der Text hat hier keinen Platz.",
        "t9a/gibts-nicht#short",
        "t9a/angst#short",
    ),
    "U003": Code(
        _E,
        "Feld hat sich seit dem Export geändert",
        "Der Import würde die Arbeit von jemand anderem überschreiben.",
        "Kurzregel hier und in der Datei geändert",
        "neu exportiert",
    ),
    "U004": Code(
        _E,
        "Kennung steht zweimal in der Übersetzung",
        "Welcher Text gilt, bleibt offen.",
        "zweimal msgctxt t9a/angst#short",
        "einmal",
    ),
    "U005": Code(
        _E,
        "Der Übersetzung fehlt der Stand",
        "Ohne ihn ist nicht zu sehen, ob sich die Datei seit dem Export geändert hat.",
        "Kommentar „Stand: …“ gelöscht",
        "Kommentar „Stand: …“ da",
    ),
    "U006": Code(
        _E,
        "Text lässt sich nicht zurückschreiben",
        "Er ist zu lang, enthält Fremdes, oder die Kennung eines Begriffs würde sich ändern.",
        "Kurzregel mit 200 Zeichen",
        "Kurzregel mit 120 Zeichen",
    ),
    "U007": Code(
        _W,
        "Das Englische hat sich seit dem Export geändert",
        "Die Übersetzung wird übernommen, passt aber vielleicht nicht mehr.",
        "msgid ist das alte Englische",
        "neu exportiert",
    ),
}
