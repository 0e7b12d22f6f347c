"""The arguments of each command. Imports no module that carries a command out, so that help and wrong calls are answered at once."""

from __future__ import annotations

import argparse

from ..model.choices import (
    BUILDERS,
    CORRECTIONS,
    DIALECTS,
    EXPORTS,
    IMPORTS,
    KEPT_FOLDER,
    KINDS,
    LAYOUTS,
    PRIVATE_FOLDER,
    REPORTS,
    REVIEWERS,
    TEXT_KINDS,
)

_DRAFT = (*CORRECTIONS.items(), ("undo", "nimmt das Letzte zurück"), ("list", "zeigt alles, Unsicheres mit Grund"))

#: The value of --profile with which `ingest` chooses one itself.
AUTO = "auto"

#: The value of --restore for the last reading that took something away.
LAST = 0


def _add_system(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--system", metavar="SPIEL", help="nur dieses Spiel, etwa aos")


def accept(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "ids", nargs="*", metavar="KENNUNG", help="diese Einträge (oder ihre Dateien) und Begriffe, etwa t9a/angst"
    )
    parser.add_argument("--system", metavar="SPIEL", help="ein ganzes Spiel, etwa aos")
    parser.add_argument("--all", action="store_true", help="seine Einträge und Begriffe, die ein Englisch haben")
    parser.epilog = "Ändert nur die Zeile „translated_from“. Geht es bei einem nicht, bleiben alle, wie sie sind."


def begin(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", metavar="NAME", help="wie das Spiel heißt")
    parser.add_argument("--system", metavar="KENNUNG", help="seine Kennung, ein Teil der Adressen (sonst: aus dem Namen)")
    parser.add_argument("--short", metavar="KURZNAME", help="Name für enge Stellen, höchstens 20 Zeichen (sonst: der Name)")
    parser.add_argument(
        "--part", metavar="TEIL", action="append", help="ein Teil des Regelwerks; mehrfach, der Reihe nach (sonst: Regeln)"
    )
    parser.add_argument("--private", action="store_true", help=f"nur für dich: in den Ordner {PRIVATE_FOLDER}; mit --from immer")
    parser.add_argument(
        "--from",
        metavar="BUCH",
        nargs="+",
        dest="files",
        help="das Regelbuch einlesen wie „nachschlag ingest“; daher dann die Teile",
    )
    parser.add_argument(
        "--language", choices=["de", "en"], help="mit --from: Sprache des Buchs (sonst: nach seinen kleinen Wörtern)"
    )
    parser.epilog = (
        "Was keine Angabe sagt, fragt der Befehl im Terminal; Enter nimmt, was in Klammern steht. In einem leeren Ordner legt er auch das "
        "Projekt an. Überschrieben wird nichts."
    )


def build(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--out", metavar="ORDNER", help="wohin die Seite kommt (sonst: site im Projekt)")
    _add_system(parser)
    parser.add_argument("--strict", action="store_true", help="bei Fehlern und Warnungen nicht bauen und mit 1 enden")
    parser.add_argument("--builder", choices=BUILDERS, default="mkdocs", help="womit aus Seiten HTML wird (sonst: mkdocs)")
    parser.add_argument(
        "--publish", action="store_true", help="für die Öffentlichkeit: keine privaten Spiele, keine leeren Rechtsseiten"
    )
    parser.add_argument(
        "--og",
        action="store_true",
        help="dazu je Regel ein Vorschaubild, mit dem Links anderswo gezeigt werden (braucht site_url)",
    )
    parser.add_argument(
        "--folder", action="store_true", help="dazu eine Kopie, die sich ohne Server öffnen lässt, als Ordner und als Zip"
    )
    parser.add_argument(
        "--private", action="store_true", help="mit --folder: auch private Spiele, nur mit --out außerhalb des Projekts"
    )
    parser.add_argument("--timings", action="store_true", help="am Ende sagen, was wie lange gedauert hat")


def check(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("paths", nargs="*", metavar="PFAD", help="nur Befunde in diesen Dateien oder Ordnern zeigen")
    _add_system(parser)
    parser.add_argument("--changed", action="store_true", help="nur, was sich seit dem letzten Commit geändert hat (braucht Git)")
    parser.add_argument("--strict", action="store_true", help="auch bei Warnungen mit 1 enden")
    parser.add_argument("--spelling", action="store_true", help="auch unbekannte Wörter melden (braucht nachschlag[spelling])")
    parser.add_argument("--format", choices=REPORTS, default="text", help="Form der Ausgabe (sonst: text)")


def concordance(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("term", metavar="BEGRIFF", help="deutsch oder englisch, in irgendeiner Form: „rücken vor“, „Charge“")
    _add_system(parser)
    parser.add_argument("--json", action="store_true", help="als JSON")


def diff(parser: argparse.ArgumentParser) -> None:
    what = "Marke, Zweig oder Commit der Git-Historie, ein Ordner oder ein Bündel"
    parser.add_argument("old", metavar="VON", help=f"der alte Stand: {what}")
    parser.add_argument(
        "new", metavar="BIS", nargs="?", help="der neue Stand; sonst das Projekt, wie es jetzt auf der Platte liegt"
    )
    _add_system(parser)
    parser.add_argument("--format", choices=("text", "md", "json"), default="text", help="Form der Ausgabe (sonst text)")


def draft(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "action",
        metavar="WAS",
        choices=[*CORRECTIONS, "undo", "list"],
        help="; ".join(f"{name}: {said}" for name, said in _DRAFT),
    )
    parser.add_argument(
        "id",
        metavar="KENNUNG",
        help="der Entwurf, etwa moor/angriff; ein Teil mit Strich am Ende: moor/zauber/; für list und undo das Spiel",
    )
    parser.add_argument("--line", type=int, metavar="ZEILE", help="mit split: die Zeile der Datei, mit der der neue beginnt")
    parser.add_argument("--title", metavar="TITEL", help="mit rename und split: der neue Titel (split, sonst: aus der Zeile)")
    parser.add_argument("--out", metavar="ORDNER", help=f"wohin das Buch gelesen wurde (sonst: {PRIVATE_FOLDER})")
    parser.epilog = (
        "Dasselbe mit einer Taste je Entwurf zeigt „nachschlag serve“. Was wegkommt, bleibt aufgehoben: nachschlag ingest --restore. Ein "
        "späteres Einlesen des Buchs lässt alles, wie du es entschieden hast."
    )


def export(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--format", choices=tuple(EXPORTS), default="json", help="Form der Ausgabe, siehe unten (sonst: json)")
    _add_system(parser)
    parser.add_argument(
        "--out",
        metavar="DATEI",
        help="in diese Datei schreiben (sonst: Standardausgabe); für obsidian und --layout ein Ordner, für bundle auch",
    )
    parser.add_argument("--layout", choices=LAYOUTS, help="po nicht als eine Datei, sondern als Ordner, wie Weblate ihn nimmt")
    dialects = "; ".join(f"{name}: {' oder '.join(names)}" for name, names in DIALECTS.items())
    parser.add_argument("--dialect", metavar="ART", help=f"welche Art dieser Form ({dialects})")
    parser.add_argument("--private", action="store_true", help="auch private Spiele, nur in eine Datei außerhalb des Projekts")
    parser.epilog = "Was jede Form enthält:\n" + "\n".join(f"  {name:<9} {what}" for name, what in EXPORTS.items())


def fmt(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("paths", nargs="*", metavar="PFAD", help="diese Dateien oder Ordner (sonst: content)")
    parser.add_argument("--check", action="store_true", help="nur sagen, was sich ändern würde")


def import_(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="DATEI", help="die übersetzte Datei (oder der Ordner), die aus „nachschlag export“ kam")
    parser.add_argument("--format", choices=IMPORTS, help="Form der Datei (sonst: nach der Endung ihres Namens)")
    parser.add_argument("--dry-run", action="store_true", help="nur zeigen, was sich ändern würde")
    parser.add_argument("--fuzzy", action="store_true", help="auch nehmen, was als unfertig markiert ist")
    parser.epilog = (
        "Gegengelesen oder geprüft macht einen Text nur „nachschlag review“, was auch immer in der Datei als fertig gilt. "
        "Ändert der Import einen solchen Text, ist er wieder ein Entwurf."
    )


def ingest(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "files",
        metavar="DATEI",
        nargs="*",
        help="das Regelbuch: PDF, DOCX, ODT, RTF, EPUB, HTML, Markdown, AsciiDoc, LaTeX oder Text; auch mehrere oder ein Ordner",
    )
    parser.add_argument("--system", metavar="SPIEL", required=True, help="Kennung des Spiels, etwa mein-spiel")
    parser.add_argument(
        "--book", metavar="NAME", default="", help="ein weiteres Buch des Spiels, etwa eine Erweiterung, neben dem ersten"
    )
    parser.add_argument("--out", metavar="ORDNER", help=f"wohin die Entwürfe kommen (sonst: {PRIVATE_FOLDER} im Projekt)")
    parser.add_argument(
        "--profile",
        metavar="PROFIL",
        default=AUTO,
        help="Stil des Buchs: Name oder Datei eines Profils (sonst: auto, das des Spiels oder das allgemeine)",
    )
    parser.add_argument("--terms", metavar="DATEI", help="ein Glossar, dessen Namen das Buch auch benutzt")
    parser.add_argument("--language", choices=["de", "en"], help="Sprache des Buchs (sonst: nach seinen kleinen Wörtern)")
    parser.add_argument(
        "--ocr", action="store_true", help="den Text eines gescannten PDF erkennen (braucht Tesseract mit Deutsch)"
    )
    parser.add_argument(
        "--no-repair", dest="repair", action="store_false", help="auch sichere Reparaturen an Titeln und Texten nur vorschlagen"
    )
    parser.add_argument(
        "--replace", action="store_true", help="auch dann einlesen, wenn dabei mehr als ein Fünftel der Einträge des Spiels geht"
    )
    parser.add_argument(
        "--restore",
        metavar="NUMMER",
        nargs="?",
        type=int,
        const=LAST,
        help="ohne DATEI: zurückholen, was ein Einlesen entfernt hat; ohne NUMMER: das letzte, bei dem etwas ging",
    )
    parser.add_argument(
        "--report",
        metavar="DATEI",
        nargs="?",
        const="",
        help="den Bericht als Seite (HTML) auch hierhin; ohne DATEI: das Wichtigste daraus auf die Standardausgabe",
    )
    parser.add_argument("--json", action="store_true", help="den Bericht als JSON auf die Standardausgabe")
    parser.epilog = f"Was ein Einlesen entfernt, bleibt im Ordner {KEPT_FOLDER} neben dem Spiel; --restore holt es zurück."


def link(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="DATEI", help="Text, Markdown oder HTML; - liest von der Standardeingabe")
    _add_system(parser)
    parser.add_argument(
        "--format", choices=["md", "html", "json"], help="Form der Ausgabe (sonst: HTML für HTML, Markdown für alles andere)"
    )
    parser.add_argument("--input", choices=TEXT_KINDS, help="was die Eingabe ist (sonst: nach der Endung des Namens)")
    parser.add_argument(
        "--base", metavar="ADRESSE", help="Adresse der Seite, auf die Verweise führen (sonst: site_url aus mkdocs.yml)"
    )
    parser.add_argument(
        "--density",
        choices=["all", "first", "key"],
        default="first",
        help="wie viele Links: alle, der erste je Abschnitt und Ziel (sonst), der erste im Text und alle Nummern",
    )


def move(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "old", metavar="ALT", nargs="?", help="Kennung des Eintrags, etwa t9a/angst (oder seine Datei), oder eines Begriffs"
    )
    parser.add_argument("new", metavar="NEU", nargs="?", help="neue Kennung, etwa t9a/furcht; mit anderem Teil: t9a/magie/furcht")
    parser.add_argument("--why", metavar="GRUND", default="", help="warum, in einem Satz; steht in moved.yaml")
    parser.add_argument("--dry-run", action="store_true", help="nur sagen, was sich ändern würde")
    parser.epilog = "Ohne ALT und NEU wird nur zu Ende gebracht, was abgebrochen wurde (auch von accept, review und import)."


def new(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("place", metavar="SPIEL/TEIL", help="wohin, etwa t9a/sonderregeln")
    parser.add_argument("title", metavar="TITEL", help="deutscher Titel, wie ihn das Buch druckt")
    parser.add_argument("--kind", choices=sorted(KINDS), default="rule", metavar="ART", help="Art des Eintrags (sonst: rule)")
    parser.add_argument("--en", metavar="TITEL", default="", help="englischer Originaltitel")
    parser.add_argument("--number", metavar="NUMMER", default="", help="Nummer, wie sie das Buch druckt")


def resolve(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("text", metavar="TEXT", help="etwa „Grundregeln 17.0“, „aos:Grundregeln 17.0“, „Angst“, „Fear“")
    _add_system(parser)
    parser.add_argument("--json", action="store_true", help="als JSON")


def review(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "ids",
        nargs="*",
        metavar="KENNUNG",
        help="was gelesen ist: Eintrag, Begriff, t9a/angst#abschnitt, begriffe/deckung#t9a; - liest Kennungen von der Standardeingabe",
    )
    parser.add_argument(
        "--by", choices=tuple(REVIEWERS), help="wer gelesen hat: ein Zweiter (leser), wer das Spiel spielt oder verlegt"
    )
    parser.add_argument("--against", metavar="AUSGABE", help="womit verglichen wurde, etwa 2.0 oder „FAQ Mai 2026“")
    parser.add_argument("--undo", action="store_true", help="den Vermerk zurücknehmen")
    parser.add_argument("--system", metavar="SPIEL", help="ein ganzes Spiel, etwa aos")
    parser.add_argument("--all", action="store_true", help="alle seine Einträge und Begriffe, die nicht veraltet sind")
    parser.epilog = (
        "leser macht einen Text gegengelesen, spieler und verlag machen ihn geprüft. "
        "Ändern sich danach seine Worte, ist er wieder ein Entwurf."
    )


def roster(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "file", metavar="DATEI", help="Armeeliste: JSON aus New Recruit, .ros oder .rosz aus BattleScribe, Text einer App"
    )
    _add_system(parser)
    parser.add_argument(
        "--format", choices=["html", "json"], default="html", help="ein Blatt, oder JSON für Programme (sonst: html)"
    )
    parser.add_argument("--out", metavar="DATEI", help="in diese Datei (sonst: Standardausgabe)")


def show(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("reference", metavar="KENNUNG-ODER-VERWEIS", help="etwa t9a/angst, „Grundregeln 17.0“, Angst")
    _add_system(parser)
    parser.add_argument("--format", choices=["text", "md", "html", "json"], default="text", help="Form der Ausgabe (sonst: text)")


def status(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "ids", nargs="*", metavar="KENNUNG", help="nur diese Einträge, mit dem, was sich im Englischen geändert hat"
    )
    _add_system(parser)
    parser.add_argument(
        "--to-review", action="store_true", help="was noch gegenzulesen ist; oben, was am meisten verlinkt und gesucht wird"
    )
    parser.add_argument("--json", action="store_true", help="alles als JSON ausgeben")
