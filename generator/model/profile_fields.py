"""The one table of a profile's fields: checking, the editors' JSON Schema and the help page follow it."""

from __future__ import annotations

from collections.abc import Mapping

from .fields import Field
from .values import KINDS

#: Kinds of draft: the kinds of entry, and a term.
PROFILE_KINDS = (*KINDS, "glossary-term")

#: Kinds of block.
BLOCK_KINDS = (
    "blank",  # nothing but white space
    "heading",  # one or more lines that name what follows
    "paragraph",
    "list",  # consecutive items of one list
    "table",  # Markdown or tab table
    "caption",  # of a figure or table, set between paragraphs or in the middle of a sentence
    "contents",  # a table of contents
    "page-number",
    "running-head",
    "rule",  # a separator line
)

#: Look of a book → its German description.
LOOKS: Mapping[str, str] = {
    "numbers": "Überschriften mit Nummern wie 1.0 oder 2.1.1",
    "steps": "gezählte Schritte wie I) oder 1)",
    "capitals": "Überschriften in Großbuchstaben",
    "ornaments": "Überschriften zwischen Zierzeichen",
    "bold-items": "Aufzählungen mit fettem Namen",
    "capital-names": "Namen in Großbuchstaben vor einem Doppelpunkt",
    "english": "englische Originale in Klammern",
    "captions": "Abbildungen und Tabellen mit Beschriftung",
    "counted": "gezählte Kapitel wie KAPITEL EINS",
    "tables": "Tabellen",
    "markdown": "Überschriften mit #",
    "long": "lange Absätze ohne Auszeichnung",
    "cards": "Zeilen mit immer gleichen Wörtern vor einem Doppelpunkt",
}

#: How much of a look a book has, from none to throughout.
AMOUNTS = ("0", "0.25", "0.5", "0.75", "1")

_SKIP = Field("skip", "pattern", "Namen, die keine sind")
_LEVEL = Field("level", "integer", "Ebene: 1 für Teile, dann abwärts")
_UNDER = Field("under", "pattern", "Nur unter Überschriften, auf die das passt")

#: Options that every recogniser takes besides its own.
EVERY = (Field("kind", "text", "Art all dessen, was so gefunden wird", choices=PROFILE_KINDS),)

#: Recogniser → what it finds (German), and its options.
RECOGNISER_FIELDS: Mapping[str, tuple[str, tuple[Field, ...]]] = {
    "numbered": (
        "Überschriften mit Nummer: „17.0 SPALTEN“, „1) Aufstellen“, „# Wald“",
        (
            Field("number", "pattern", "Wie eine Nummer aussieht; was in Klammern steht, ist die Nummer"),
            Field("bare", "boolean", "Auch Überschriften ohne Nummer sind Regeln"),
            Field("skip", "pattern", "Überschriften ohne Nummer, die keine Regeln sind"),
            _LEVEL,
            Field("parts", "pattern", "Überschriften, die einen Teil beginnen"),
        ),
    ),
    "headings": (
        "Überschriften jeder Art, gewogen: Lesezeichen, Auszeichnung, Nummer, Schrift, Stellung, Inhaltsverzeichnis",
        (),
    ),
    "capitals": (
        "Überschriften in Großbuchstaben, auch über mehrere Zeilen, zwischen Zierzeichen, mit englischem Original in Klammern",
        (
            Field(
                "labels",
                "records",
                "Wörter, die Kapitel und Ähnliches zählen: „KAPITEL EINS“",
                fields=(
                    Field("word", "text", "Das Wort", required=True),
                    _LEVEL,
                    *EVERY,
                    Field("part", "boolean", "Es beginnt einen Teil"),
                    Field("digits", "boolean", "Die Nummer als Ziffer schreiben: „Kapitel 1“"),
                ),
            ),
            Field("mixed", "boolean", "Auch einzelne kurze Zeilen in Kleinbuchstaben sind Überschriften"),
            Field("colon", "boolean", "Eine Überschrift darf mit einem Doppelpunkt enden"),
            Field("originals", "boolean", "false: Was in Klammern steht, gehört zum Titel und ist kein englisches Original"),
            Field("repeated", "text", "merge: Was in einem Teil immer wiederkehrt, gehört zur Regel darüber", choices=("merge",)),
            Field("skip", "pattern", "Überschriften, die keine sind"),
        ),
    ),
    "lost_headings": ("Kapitel, deren Titel nur im Inhaltsverzeichnis steht", ()),
    "name_lists": (
        "Absätze und Aufzählungen, die nennen, was sie erklären: „Spalten (X) (cleave (x)): Text“, „ZORN: Text“",
        (
            Field("label", "text", "Wort vor den Namen von Beispielen: „Name: Feuerpfeil“"),
            Field("bullets", "boolean", "Auch Aufzählungen mit fettem Namen"),
            Field("capitals", "boolean", "Auch Namen in Großbuchstaben vor einem Doppelpunkt"),
            _SKIP,
        ),
    ),
    "keyword_lists": (
        "Listen von Namen mit Text: „**Name:** Text“, „1. **Name:** Text“, „Name: Text“",
        (
            _UNDER,
            Field("after", "pattern", "Nur gleich nach einem Text, auf den das passt"),
            Field("items", "text", "Welche Listen: bold, numbered, capitals, plain (mehrere mit Leerzeichen)"),
            Field("words", "integer", "So viele Wörter hat ein Name höchstens"),
            Field("fewest", "integer", "So viele Einträge hat eine Liste mindestens"),
            _SKIP,
            _LEVEL,
        ),
    ),
    "glossary": (
        "Ein Glossar: „BEGRIFF: Erklärung“ unter seiner Überschrift",
        (
            Field("under", "pattern", "Überschrift des Glossars", required=True),
            Field("end", "pattern", "Überschrift, mit der es endet"),
            Field("source", "pattern", "Wie eine Erklärung sagt, wo die Regel steht; die Klammern sind Teil und Nummer"),
            Field("lines", "boolean", "Auch Begriffe in einer Zeile für sich, mit Nummer davor und englischem Original darunter"),
            _SKIP,
        ),
    ),
    "cards": (
        "Karten von Fähigkeiten: Zeitpunkt, Kosten, Name, Ansage, Effekt, Schlüsselwörter",
        (
            Field("labels", "texts", "Feld der Karte (declare, used_by, effect, keywords) → Wort vor dem Doppelpunkt"),
            Field("timing", "pattern", "Zeile, die sagt, wann man die Fähigkeit benutzt"),
            Field("reaction", "pattern", "Was davor steht, wenn die Karte eine Reaktion ist"),
            Field("examples", "pattern", "Überschriften von Beispielen"),
            Field("flavour", "boolean", "„NAME: *Stimmungstext*“ mit Text danach ist auch eine Regel"),
            _LEVEL,
        ),
    ),
    "terrain_lists": (
        "Tabellen, in denen jede Zeile eine Regel ist",
        (
            Field("name", "text", "Überschrift der Spalte mit dem Namen", required=True),
            Field("columns", "texts", "Überschrift einer Spalte → Feld in data; die übrigen Spalten werden Text"),
            Field("labels", "texts", "Feld in data → wie es auf der Seite heißt; sonst wie die Spalte"),
            Field("originals", "boolean", "Ein Name, der nicht deutsch ist, ist sein englisches Original"),
        ),
    ),
    "tables": (
        "Tabellen mit Beschriftung, und was ihre Zellen, Spalten und Zeilen nennen",
        (
            Field("numbers", "boolean", "Ein Titel ist, was hinter „Tabelle 1“ steht; das ist die Nummer"),
            Field("captions", "boolean", "false: Tabellen mit Beschriftung bleiben in ihrem Abschnitt"),
            Field("headed", "boolean", "Eine Tabelle mitten im Abschnitt ist ein eigener Eintrag"),
            Field("cells", "text", "Art dessen, was Zellen erklären", choices=PROFILE_KINDS),
            Field("columns", "text", "Art dessen, was Spalten nennen", choices=PROFILE_KINDS),
            Field("categories", "text", "Art der wenigen Wörter, die eine Spalte füllen", choices=PROFILE_KINDS),
            Field("rows", "text", "Art dessen, was Zeilen nennen", choices=PROFILE_KINDS),
        ),
    ),
    "leads": ("Absätze und Punkte, die mit dem beginnen, was sie erklären: „**Dicht:** Text“, „Barfuß. Text“, „- Wut: Text“", ()),
    "rows": ("Zeilen von Tabellen, die einen Namen und einen Text haben; die Tabelle bleibt, wo sie steht", ()),
    "captions": ("Abbildungen mit ihrer Beschriftung, auch mitten im Satz", (Field("part", "text", "Teil, in dem sie stehen"),)),
    "side_boxes": (
        "Kästen am Rand, die abseits ihrer Regel stehen",
        (Field("mark", "pattern", "Zeilen eines Kastens", required=True),),
    ),
    "defined_terms": (
        "Begriffe, die ein Satz nebenbei erklärt",
        (
            Field("pattern", "pattern", "Woran man den Satz erkennt; die Klammer ist der Name", required=True),
            _UNDER,
            Field("new", "boolean", "Nur, was sonst nirgends erklärt ist"),
        ),
    ),
    "inline_terms": (
        "Begriffe, die eine Regel im Satz einführt: „nennt man …“, „zählt als …“",
        (Field("ways", "list", "Auf welche Weisen das Buch Begriffe einführt"),),
    ),
    "running_text": ("Text ohne Auszeichnung, dessen Namen in den ersten Satz laufen: „Wald Ein Wald ist …“", ()),
    "mentions": (
        "Begriffe, die nur erwähnt werden",
        (Field("from", "text", "bold: nur Fettes; capitals: alles Großgeschriebene", choices=("capitals", "bold")),),
    ),
}

_KIND_RULE = (
    Field("kind", "text", "Die Art; leer bei einem Begriff", choices=PROFILE_KINDS),
    Field("term", "boolean", "true: Es ist ein Begriff für das Glossar und kein Eintrag"),
    Field("recogniser", "pattern", "Wer es gefunden hat"),
    Field("part", "pattern", "Titel des Teils"),
    Field("parent", "pattern", "Titel der Regel darüber"),
    Field("title", "pattern", "Der Titel"),
    Field("number", "pattern", "Die Nummer"),
    Field("text", "pattern", "Der Text"),
    Field("keywords", "pattern", "Schlüsselwörter der Karte"),
)

PROFILE = (
    Field("title", "text", "Wie das Profil heißt", longest=120),
    Field("about", "text", "Für welche Bücher es taugt, in einem Satz"),
    Field(
        "blocks",
        "map",
        "Muster für Zeilen, die anders aussehen als üblich",
        fields=tuple(Field(kind, "pattern", f"Zeilen der Sorte {kind}") for kind in BLOCK_KINDS),
    ),
    Field(
        "recognisers",
        "map",
        "Woran man Regeln erkennt, das Wichtigste zuerst; eine Liste von Optionen heißt: mehrmals",
        required=True,
        open=True,
    ),
    Field(
        "looks",
        "map",
        "Wie ein Buch aussieht, für das dieses Profil gemacht ist; daran findet es `--profile auto`",
        fields=tuple(Field(name, "text", german, choices=AMOUNTS) for name, german in LOOKS.items()),
    ),
    Field(
        "parts",
        "records",
        "Die Teile des Buchs",
        fields=(
            Field("heading", "pattern", "Die erste Überschrift, auf die das passt, beginnt den Teil", required=True),
            Field("title", "text", "Titel des Teils, wo das Buch ihn sonst anders nennt"),
            Field("abbreviations", "list", "Abkürzungen wie GR"),
            Field("summary", "text", "Der Teil fasst nur zusammen: was hinter den Titeln in Klammern steht, etwa Kurzform"),
        ),
    ),
    Field("kinds", "records", "Welche Art eine Regel hat: die erste Zeile, bei der alles passt", fields=_KIND_RULE),
    Field("apart", "list", "Arten, deren Unterregeln einen Teil für sich bilden, etwa scenario"),
    Field("whole", "pattern", "Regeln, die alles bis zur nächsten gleichrangigen Überschrift behalten"),
    Field("again", "pattern", "Titel, die jedes Mal eine eigene Regel sind; was sonst wörtlich zweimal dasteht, zählt einmal"),
    Field(
        "remainder",
        "records",
        "Was keine Regel ist",
        fields=(
            Field("why", "text", "Warum: Titelei, Impressum …", required=True),
            Field("begin", "pattern", "Womit es anfängt", required=True),
            Field("end", "pattern", "Womit das Nächste anfängt; ohne das ist es nur ein Absatz"),
        ),
    ),
    Field("empty_parts", "boolean", "false: Ein Teil ohne eigenen Text ist kein Eintrag"),
)
