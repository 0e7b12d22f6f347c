"""Names that people choose among on the command line: here, because help must not load what they stand for."""

from __future__ import annotations

from collections.abc import Mapping

#: The overlay of every project in which this folder exists, beside mkdocs.yml.
PRIVATE_FOLDER = "privat"

#: The folder beside the system's in which `ingest` keeps removed files.
KEPT_FOLDER = ".entfernt"

#: Kinds of entry, in the order in which they are listed to readers, with their German names (singular, plural).
KINDS: Mapping[str, tuple[str, str]] = {
    "rule": ("Regel", "Regeln"),
    "special-rule": ("Sonderregel", "Sonderregeln"),
    "draw-event": ("Befehlskarten-Ereignis", "Befehlskarten-Ereignisse"),
    "ability": ("Fähigkeit", "Fähigkeiten"),
    "command": ("Befehl", "Befehle"),
    "action": ("Aktion", "Aktionen"),
    "weapon-ability": ("Waffenfähigkeit", "Waffenfähigkeiten"),
    "keyword": ("Schlüsselwort", "Schlüsselwörter"),
    "characteristic": ("Profilwert", "Profilwerte"),
    "state": ("Zustand", "Zustände"),
    "phase": ("Phase", "Phasen"),
    "unit-type": ("Einheitentyp", "Einheitentypen"),
    "spell": ("Zauber", "Zauber"),
    "terrain-type": ("Geländetyp", "Geländetypen"),
    "terrain-keyword": ("Geländeschlüsselwort", "Geländeschlüsselwörter"),
    "terrain-piece": ("Geländestück", "Geländestücke"),
    "table": ("Tabelle", "Tabellen"),
    "scenario": ("Szenario", "Szenarien"),
    "objective": ("Ziel", "Ziele"),
    "token": ("Marker", "Marker"),
}

#: The role of a reviewer (never a name) → the state of the reviewed text.
REVIEWERS: Mapping[str, str] = {"leser": "gegengelesen", "spieler": "geprüft", "verlag": "geprüft"}

#: Corrections of the outline of a system read from a book, each with what it says of a draft.
CORRECTIONS: Mapping[str, str] = {
    "accept": "stimmt so",
    "join": "gehört zu dem davor",
    "split": "ab einer Zeile ein Entwurf für sich",
    "rename": "heißt anders",
    "demote": "eine Stufe tiefer; ein Teil löst sich in den davor auf",
    "promote": "eine Stufe höher; ganz oben beginnt ein Teil",
    "remove": "ist keine Regel",
}

#: The formats of a text in which references are found.
TEXT_KINDS = ("text", "md", "html")

#: The programs that turn pages into HTML.
BUILDERS = ("mkdocs", "properdocs", "zensical")

#: The dialects of a format that `export` writes; the first is the default.
DIALECTS: Mapping[str, tuple[str, ...]] = {"csv": ("rfc4180", "excel"), "tbx": ("martif", "tbx2019")}

#: The layouts of PO, other than one file, that `export` writes.
LAYOUTS = ("weblate",)

#: The formats of `export`, with the texts that each carries, and those of `import` and `check`.
EXPORTS: Mapping[str, str] = {
    "json": "alles, mit aufgelösten Verweisen",
    "ndjson": "dasselbe, ein Eintrag je Zeile",
    "anki": "Namen und Kurzregeln als Lernkarten, auch Begriffe ohne eigene Regel",
    "po": "Titel, Kurzregeln, Begriffe und alle Regeltexte, auch ohne Englisch; kommt zurück",
    "xliff": "dasselbe, soweit es ein Englisch hat; kommt zurück",
    "tmx": "dieselben Paare wie xliff, ohne veraltete",
    "tbx": "Namen und Definitionen von Begriffen und Einträgen, auch verworfene Namen",
    "csv": "jeden Text einzeln, auch Karten, Tabellen und Notizen, die es nur deutsch gibt",
    "bundle": "ein Spiel oder alle als eine ZIP-Datei: JSON, fertiges HTML, Namen, Quelltexte",
    "obsidian": "jeden Eintrag und Begriff als Notiz, mit Verweisen",
}
IMPORTS = ("po", "xliff")
REPORTS = ("github", "json", "sarif", "text")

#: Sources of an English original, with the words a reader sees.
TITLE_EN_SOURCES: Mapping[str, str] = {
    "book": "so im deutschen Buch",
    "published": "aus der englischen Ausgabe",
    "inferred": "von uns erschlossen",
}

#: A text's state as a file claims it: a draft, held against its source by a second reader, confirmed by the system's players or
#: publisher. The last two count only with a fitting review (`prose.review`).
STATUSES = ("entwurf", "gegengelesen", "geprüft")

#: Kinds of changes to an entry, most important first → the words a reader sees.
CHANGE_KINDS: Mapping[str, str] = {
    "meaning": "Bedeutung",
    "wording": "Wortlaut",
    "number": "Nummer",
    "translation": "Übersetzung",
}

#: The fates of a former id.
MOVE_KINDS = ("move", "merge", "remove")

#: The permissions of a rights holder.
LICENCE_STATUSES = ("own-words", "permitted", "private")

#: First segments below a system's address that no entry may take ("index" is the overview's own file).
RESERVED_SLUGS = frozenset({"teil", "phase", "art", "seite", "glossar", "a-z", "stand", "aenderungen", "auszug", "index"})

#: First segments of the whole site, and files of the glossary, that no system may take.
RESERVED_SYSTEMS = frozenset(
    {"404", "api", "assets", "einbetten-1", "embed", "index", "javascripts", "offline"}
    | {"art", "begriffe", "concepts", "datenschutz", "hilfe", "impressum", "liste", "spickzettel", "suche"}
)
