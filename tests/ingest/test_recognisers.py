"""Each recogniser alone: a text that has its structure, and one that looks alike but has none."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from nachschlag.generator.ingest.drafts import Block, Source, Span
from nachschlag.generator.ingest.structure.blocks import blocks_of
from nachschlag.generator.ingest.structure.headings.detect import find as headings
from nachschlag.generator.ingest.structure.headings.leads import find as leads
from nachschlag.generator.ingest.structure.headings.rows import find as rows
from nachschlag.generator.ingest.structure.recognisers import Start
from nachschlag.generator.ingest.structure.recognisers.captions import find as captions
from nachschlag.generator.ingest.structure.recognisers.cards import find as cards
from nachschlag.generator.ingest.structure.recognisers.defined_terms import find as defined_terms
from nachschlag.generator.ingest.structure.recognisers.inline_terms import find as inline_terms
from nachschlag.generator.ingest.structure.recognisers.lines import sentence, solid, stripped, words
from nachschlag.generator.ingest.structure.recognisers.running_text import beginning_in, sentences_beside, text_lines
from nachschlag.generator.ingest.structure.recognisers.running_text import find as running_text
from nachschlag.generator.ingest.structure.recognisers.tables import find as tables
from nachschlag.generator.ingest.structure.recognisers.tables import names as table_names

Find = Callable[..., Any]

#: Recogniser, text, its options, and the starts found: their titles in order, and the fields that the case is about. `own` are its
#: characters up to its end, if it has one, `first` and `last` their first and last lines, `shows` the characters that it quotes.
Case = tuple[Find, str, dict[str, Any], list[dict[str, Any]]]

CAPITALS: dict[str, Case] = {
    "number and original": (
        headings,
        "1.0 WALD (WOOD)\n\nEin Wald ist dicht.\n\n1.1.2 MOOR (SWAMP)\n\nEin Moor ist nass.\n\n1.2 FURT (FORD)\n\nText.\n",
        {},
        [
            {"title": "WALD", "number": "1.0", "title_en": "Wood", "level": 1},
            {"title": "MOOR", "number": "1.1.2", "title_en": "Swamp", "level": 2},
            {"title": "FURT", "number": "1.2", "title_en": "Ford", "level": 2},
        ],
    ),
    "few brackets are originals": (
        headings,
        "WALD (WOOD)\n\nEr ist dicht.\n\nBAU (NORD)\n\nEr ist hoch.\n\nBAU (OST)\n\nEr ist tief.\n",
        {},
        [{"title": "WALD (WOOD)", "title_en": ""}, {"title": "BAU (NORD)"}, {"title": "BAU (OST)"}],
    ),
    "a label above its title": (
        headings,
        "KAPITEL ZWÖLF\n\nDIE FÄHRE\n\nSIE FÄHRT\n\nSie fährt.\n\nKAPITEL EINS\n\nDAS UFER\n\nEs ist nah.\n",
        {},
        [
            {"title": "DIE FÄHRE", "number": "Kapitel 12", "part": True, "part_title": "Kapitel Zwölf", "level": 1},
            {"title": "SIE FÄHRT", "number": "", "part": False, "level": 2},
            {"title": "DAS UFER", "number": "Kapitel 1", "part": True, "part_title": "Kapitel Eins", "level": 1},
        ],
    ),
    "a label above a numbered title": (
        headings,
        "TEIL EINS\n\n1.0 WALD\n\nText.\n",
        {},
        [{"title": "TEIL EINS", "number": "Teil 1"}, {"title": "WALD", "number": "1.0", "part": False}],
    ),
    "over two lines": (
        headings,
        "HOHE WELLEN\n\nBRECHEN\n\nDie Wellen brechen am Ufer.\n\nHOHE (UND\n\nTIEFE)\n\nText.\n",
        {},
        [{"title": "HOHE WELLEN BRECHEN"}, {"title": "HOHE (UND TIEFE)"}],
    ),
    "a bracket on the next line": (
        headings,
        "WELLEN\n(WAVES)\n\nSie rollen.\n",
        {},
        [{"title": "WELLEN (WAVES)"}],
    ),
    "an overview of steps": (
        headings,
        "I) WIND\n\nEr weht.\n\nII) WELLE\n\nSie rollt.\n\nI) WIND\n\nEr weht stark.\n",
        {},
        [{"title": "WELLE", "number": "II"}, {"title": "WIND", "number": "I", "own": "I) WIND\n\nEr weht stark.\n"}],
    ),
    "what each rule of a part has": (
        headings,
        "1 OTTER\n\n2 BIBER\n\n3 TIERE\n\n"
        + "".join(f"{name}\n\nText.\n\nKAMPF\n\nText.\n\n" for name in ("IGEL", "HASE", "DACHS")),
        {},
        [{"title": name} for name in ("OTTER", "BIBER", "TIERE", "IGEL", "HASE", "DACHS")],
    ),
    "ranks and pages from the contents": (
        headings,
        "DER WALD\t3\nDas Moor\t4\nDer Bach\t5\n\nDER WALD\n\nText.\n\nDAS MOOR\n\nText.\n\nSONST\n\nText.\n",
        {},
        [
            {"title": "DER WALD", "page": 3, "level": 1},
            {"title": "DAS MOOR", "page": 4, "level": 2},
            {"title": "SONST", "level": 3},
        ],
    ),
    "skipped lines": (headings, "WALD\n\nText.\n\nSEITE ZWEI\n\nText.\n", {"skip": re.compile("SEITE")}, [{"title": "WALD"}]),
    "sentences and decoration": (
        headings,
        "WER DAS LIEST, IST NASS.\n\nDER\nWALD\nIST\nTIEF\n\nEin Satz ohne Punkt\nund eine Zeile\n\nEin Satz mit Punkt.\n",
        {},
        [],
    ),
}

CAPTIONS: dict[str, Case] = {
    "in mid-sentence": (
        captions,
        "Ein Boot fährt über den\n\nAbb. 1.1\n\nBoot A legt an.\n\nsee bei A an.\n",
        {},
        [{"title": "Abb. 1.1", "number": "1.1", "kind": "table", "own": "Abb. 1.1\n\nBoot A legt an.\n"}],
    ),
    "a legend and what goes on about the drawing": (
        captions,
        "Abb. 2 – Links: A. Rechts: B.\n\nGestrichelt ist die Fahrt.\n\nNiemand fährt schneller.\n",
        {},
        [{"title": "Abb. 2", "own": "Abb. 2 – Links: A. Rechts: B.\n\nGestrichelt ist die Fahrt.\n"}],
    ),
    "mentioned only": (captions, "Siehe Abb. 1.2 dazu.\n\nAbb. 1.2 zeigt ein Boot.\n\n- Abb. 3\n\nTabelle 1.2\n", {}, []),
}

CARDS: dict[str, Case] = {
    "all its lines": (
        cards,
        "☉ Deine Nebelphase\n\n2\n\nDUCKEN: *Alle werden klein.*\n\nAnsage: Wähle eine Rotte.\n\nEffekt: Sie ist weg.\n\n"
        "SCHLÜSSEL **BASIS, DUCKEN**\n\nWeiter im Text.\n",
        {},
        [
            {
                "title": "DUCKEN",
                "begins": 0,
                "text": "*Alle werden klein.*",
                "card": {
                    "timing": "Deine Nebelphase",
                    "cost": "2",
                    "declare": "Wähle eine Rotte.",
                    "effect": "Sie ist weg.",
                    "keywords": ["BASIS", "DUCKEN"],
                },
                "last": "SCHLÜSSEL **BASIS, DUCKEN**",
            }
        ],
    ),
    "a reaction, up to the list of its effect": (
        cards,
        "Reaktion: Gegner sagt DUCKEN an 2\n\nAUFSCHEUCHEN\n\nEingesetzt von: Einer Rotte.\n\n"
        "Effekt: Das Ducken endet:\n\n- Sofort.\n\nText.\n",
        {},
        [
            {
                "title": "AUFSCHEUCHEN",
                "card": {
                    "timing": "Reaktion",
                    "reaction": "Gegner sagt DUCKEN an",
                    "cost": "2",
                    "used_by": "Einer Rotte.",
                    "effect": "Das Ducken endet:\n\n- Sofort.",
                },
                "last": "- Sofort.",
            }
        ],
    ),
    "a sign read as a letter, and the timing of the next": (
        cards,
        "A Deine Nebelphase\nDUCKEN: *Klein.*\n\nEffekt: Weg.\n\nDeine Phase\n\nRENNEN: *Schnell.*\n\nEffekt: Da.\n",
        {},
        [
            {"title": "DUCKEN", "card": {"timing": "Deine Nebelphase", "effect": "Weg."}, "signs": ["A"]},
            {"title": "RENNEN", "card": {"timing": "Deine Phase", "effect": "Da."}, "signs": []},
        ],
    ),
    "flavour instead of labels": (
        cards,
        "WACHE HALTEN: *Niemand kommt vorbei.*\n\nErfüllt, wenn niemand da ist.\n\nAUFTRÄGE\n\nText.\n",
        {},
        [{"title": "WACHE HALTEN", "card": None, "text": None, "last": "Erfüllt, wenn niemand da ist."}],
    ),
    "again in an example": (
        cards,
        "BEISPIEL FÜR EIN MANÖVER\n\nDeine Phase\n\nDUCKEN: *Klein.*\n\nEffekt: Kurz.\n\nMANÖVER\n\nDeine Phase\n\n"
        "DUCKEN: *Klein.*\n\nEffekt: Lang.\n",
        {},
        [{"title": "DUCKEN", "card": {"timing": "Deine Phase", "effect": "Lang."}}],
    ),
    "a heading above a card": (
        cards,
        "MANÖVER\n\nDUCKEN: *Klein.*\n\nEffekt: Weg.\n",
        {},
        [{"title": "DUCKEN", "card": {"effect": "Weg."}}],
    ),
    "no name, no label": (
        cards,
        "WALD: Alle werden klein.\n\nEin Absatz.\n\nSCHLÜSSEL **BASIS**\n\nEffekt: Klein.\n\nDucken\n\nEffekt: Klein.\n",
        {},
        [],
    ),
}

EINEM = (re.compile(r"einem \*\*([^*]+)\*\*"), "rule")
DEFINED: dict[str, Case] = {
    "once, in its sentence": (
        defined_terms,
        "Jedes Tier hat den Wert **Mut**. Es bleibt.\n\nEs läuft mit dem Wert **Mut** davon.\n",
        {},
        [{"title": "Mut", "kind": "characteristic", "term": True, "shows": ["Jedes Tier hat den Wert **Mut**."], "new": False}],
    ),
    "a phrasing of the profile, in the nominative": (
        defined_terms,
        "- Es kommt zu einem **schweren Wurf** im Zug.\n",
        {"terms": [EINEM]},
        [
            {
                "title": "Schwerer Wurf",
                "kind": "rule",
                "term": False,
                "shows": ["Es kommt zu einem **schweren Wurf** im Zug."],
                "new": True,
            }
        ],
    ),
    "bold, but not explained": (defined_terms, "Der Wert Mut ist **hoch**. Ein **Wald** brennt.\n", {"terms": [EINEM]}, []),
}

GLOSSARY: dict[str, Case] = {
    "names with colons": (
        leads,
        "GLOSSAR\n\nMut: Wer ihn hat, bleibt. (Regeln, 1.0)\n\nHinweis: Das gilt nie.\n\n**Zoll:** Ein Maß.\n\nDer Rand: nass\n\n"
        "REGELN\n\nWut: Kein Begriff, sondern eine Regel.\n",
        {},
        [{"title": "Mut", "term": True, "end": None}, {"title": "Zoll", "term": True}, {"title": "Der Rand", "term": True}],
    ),
    "names on lines of their own": (
        leads,
        "# Glossar\n\nFuß\nUnterer Rand: nass.\n\nWer das nun liest\nWeiß es.\n\nKrone\noberer Rand.\n\n# Danach\n\nMut\nKein Begriff.\n",
        {},
        [{"title": "Fuß", "term": True}],
    ),
    "no glossary above": (leads, "REGELN\n\nMut: Wer ihn hat.\n\nGLOSSAR 2\n\nZoll: Ein Maß.\n", {}, []),
    "an English name below": (
        headings,
        "3.14 Deichkrone\n\ndyke crown\n\nOberer Rand. Er ist nass.\n\n3.15 Deichfuß\n\nunterer Rand.\n\nEr ist trocken.\n",
        {},
        [{"title": "Deichkrone", "title_en": "Dyke Crown", "number": "3.14"}, {"title": "Deichfuß", "title_en": ""}],
    ),
}

INLINE: dict[str, Case] = {
    "what it is called": (
        inline_terms,
        "Die Fahrt beginnt. Dies nennt man eine gute Fahrt. Sie zählt.\n",
        {},
        [
            {
                "title": "Gute Fahrt",
                "shows": ["Dies nennt man eine gute Fahrt."],
                "kind": "glossary-term",
                "term": True,
                "new": True,
            }
        ],
    ),
    "two kinds": (
        inline_terms,
        "Es gibt flache und tiefe Häfen. Ein Hafen ist sicher. Der Hafen und das Boot.\n",
        {},
        [
            {"title": "Flacher Hafen", "aliases": ("Flache Häfen",), "kind": "keyword", "term": False},
            {"title": "Tiefer Hafen", "aliases": ("Tiefe Häfen",)},
        ],
    ),
    "with an original": (
        inline_terms,
        "Der Fährmann (ferryman) fährt. Der Wurf (X) zählt, der Tipp (und mehr) nicht.\n",
        {},
        [{"title": "Fährmann", "title_en": "Ferryman", "certainty": 0.7}],
    ),
    "initials": (
        inline_terms,
        "BPs (Boat Points) zählen, XYs (Boat Points) nicht.\n",
        {},
        [
            {"title": "BP", "title_en": "Boat Point", "aliases": ("BPs", "BP (Boat Point)")},
            {"title": "BPs"},
            {"title": "XYs", "aliases": ()},
        ],
    ),
    "an enumeration of kinds": (
        inline_terms,
        "Es gibt drei Arten:\n\n- Tief: Das Moor ist tief.\n- Nass, das Moor ist nass\n",
        {},
        [
            {"title": "Tief", "in_sentence": False, "shows": ["- Tief: Das Moor ist tief."]},
            {"title": "Nass", "in_sentence": True},
        ],
    ),
    "another list": (
        inline_terms,
        "Man nimmt:\n\n- Tief: Das Moor ist tief.\n- Nass, das Moor ist nass\n",
        {},
        [{"title": "Tief"}],
    ),
    "an original that a heading has": (inline_terms, "DER FÄHRMANN (FERRYMAN)\n\nEr heißt Fährmann (ferryman).\n", {}, []),
    "words that are no name": (inline_terms, "Ihn nennt man WALD. Dies nennt man es. Das ist die einzige Fahrt.\n", {}, []),
}

CONTENTS = "1\tDas Meer\t3\n1.1\tDie Küste\t3\n2\tDer Berg\t5\n2.1\tDer Gipfel\t5\n\n"
LOST: dict[str, Case] = {
    "where the sections before it end": (
        headings,
        f"{CONTENTS}Am Meer beginnt alles.\n\n1.1 DIE KÜSTE\n\nSie ist lang.\n\nDie Berge sind hoch.\n\n2.1 DER GIPFEL\n\nKalt.\n",
        {},
        [
            {"title": "Das Meer", "number": "1", "page": 3, "part": True, "level": 1, "first": "Am Meer beginnt alles."},
            {"title": "DIE KÜSTE", "number": "1.1", "page": 3, "level": 2},
            {"title": "Der Berg", "number": "2", "page": 5, "first": "Die Berge sind hoch."},
            {"title": "DER GIPFEL", "number": "2.1", "part": False},
        ],
    ),
    "after figures, and where the text says so": (
        headings,
        f"{CONTENTS}3\tDie Stadt\t7\n\n1 DAS MEER\n\n1.1 DIE KÜSTE\n\nSie ist lang.\n\nAbb. 1.1\n\nA steht im Wasser.\n\nDie Berge.\n\n"
        "2.1 DER GIPFEL\n\nKalt.\n\nWeit.\n\nWer in diesem Kapitel Städte sucht.\n",
        {},
        [
            {"title": "DAS MEER"},
            {"title": "DIE KÜSTE"},
            {"title": "Der Berg", "first": "Die Berge."},
            {"title": "DER GIPFEL"},
            {"title": "Die Stadt", "first": "Wer in diesem Kapitel Städte sucht."},
        ],
    ),
    "before a table with its number": (
        headings,
        f"{CONTENTS}1 DAS MEER\n\nText.\n\n1.1 DIE KÜSTE\n\nLang.\n\nTabelle 2.1 – Höhen\n\nSpitz\t3\n",
        {"skip": re.compile("^Tabelle")},
        [{"title": "DAS MEER"}, {"title": "DIE KÜSTE"}, {"title": "Der Berg", "first": "Tabelle 2.1 – Höhen"}],
    ),
    "all printed": (
        headings,
        f"{CONTENTS}1 DAS MEER\n\nText.\n\n2 DER BERG\n\n2.1 DER GIPFEL\n\nKalt.\n",
        {},
        [{"title": one} for one in ("DAS MEER", "DER BERG", "DER GIPFEL")],
    ),
}

RUNNING: dict[str, Case] = {
    "a name before its sentence": (
        running_text,
        "Wald Ein Wald ist Gelände. Er brennt. Wurf um das Ei Beide Spieler werfen.\n",
        {},
        [{"title": "Wald", "level": 2, "aliases": ()}, {"title": "Wurf um das Ei", "level": 2}],
    ),
    "names below a name": (
        running_text,
        "Wiesen Sicht Modelle in Wiesen sieht niemand. Die Wiesen bremsen. Die Sicht endet.\n",
        {},
        [{"title": "Wiesen", "level": 2}, {"title": "Wiesen: Sicht", "level": 3, "aliases": ("Sicht",)}],
    ),
    "a name that an earlier line has": (
        running_text,
        "Fehlwurf Der Wurf zählt nicht.\nFehlwurf Gefüllte Eier darf man noch einmal werfen.\n",
        {},
        [{"title": "Fehlwurf"}, {"title": "Fehlwurf (Gefüllte Eier)"}],
    ),
    "named after what it defines": (
        running_text,
        "Trupps bis zu 12 Karten werden Rotten genannt. Sie laufen.\n",
        {},
        [{"title": "Rotten", "in_sentence": True, "own": "Trupps bis zu 12 Karten werden Rotten genannt. Sie laufen.\n"}],
    ),
    "a table under its rule": (
        running_text,
        "Trupps Die Karten laufen. Trupps Obergrenze Läufer max. 4 Werfer max. 2 Hasen max. 1\n"
        "Dann Läufer max. 4 Werfer max. 2 Hasen max. 1\n",
        {},
        [
            {"title": "Trupps"},
            {"title": "Trupps: Obergrenze", "kind": "table", "aliases": ("Trupps Obergrenze",)},
            {"title": "Läufer", "term": True, "shows": ["Läufer max. 4"]},
            {"title": "Werfer"},
            {"title": "Hasen"},
            {"title": "Dann", "kind": "table"},
        ],
    ),
    "mere sentences": (running_text, "Ein Wald ist Gelände. Alte Wälder werden Forste genannt.\n\n# Wald Ein Wald\n", {}, []),
}

TABLES: dict[str, Case] = {
    "a caption and its table": (
        tables,
        "Tabelle 2.1 – Tiere\n\nTier\tFuß\nHase\t4\n\nDanach.\n",
        {},
        [
            {
                "title": "Tabelle 2.1 – Tiere",
                "number": "2.1",
                "aliases": ("Tiere",),
                "data": {"columns": ["Tier", "Fuß"], "rows": [["Hase", "4"]]},
                "own": "Tabelle 2.1 – Tiere\n\nTier\tFuß\nHase\t4\n",
            }
        ],
    ),
    "numbered like sections": (
        tables,
        "2.1 Wald\n\nTabelle 2.1 – Tiere\n\nTier\tFuß\nHase\t4\n",
        {},
        [{"title": "Tiere", "number": "Tabelle 2.1", "aliases": ("Tabelle 2.1 – Tiere",)}],
    ),
    "cells that explain": (
        tables,
        "| <p>Laufweite (stride) (L)</p><p>Wie weit es läuft.</p> | <p>Mut (groß)</p> | Ein Helfer (NSC): Er geht. |\n\nEs ist groß.\n",
        {},
        [{"title": "Laufweite", "title_en": "Stride", "abbreviations": ("L",), "text": "Wie weit es läuft.", "term": True}],
    ),
    "mentioned only": (tables, "Tabelle 2.2 zeigt alles.\n\n| Tier | Fuß |\n|---|---|\n| Hase | 4 |\n", {}, []),
    "names in columns, categories and rows": (
        table_names,
        "Tabelle 1 – Tiere\n\nTier\tArt\tMut\nHase\tNager\t1\nMaus (Feld)\tNager\t2\nRatte\tNager\t0\nEule\tVogel\t4\nSpatz\tVogel\t5\n"
        "Meise\tVogel\t6\n\nDie Arten (AT) und die Feldmaus.\n",
        {},
        [
            {"title": "Art", "kind": "characteristic", "shows": ["Tier\tArt\tMut"], "abbreviations": ("AT",)},
            {"title": "Mut", "kind": "characteristic"},
            {"title": "Nager", "kind": "keyword", "shows": ["Hase\tNager\t1"]},
            {"title": "Vogel", "kind": "keyword"},
            {"title": "Hase", "kind": "unit-type", "term": False},
            *({"title": name} for name in ("Feldmaus", "Ratte", "Eule", "Spatz", "Meise")),
        ],
    ),
    "names of a table without a caption": (table_names, "Tier\tArt\tMut\nHase\tNager\t1\n", {}, []),
}

TERRAIN: dict[str, Case] = {
    "rows with facts and more": (
        rows,
        "Geländestück\tGeländetyp\tGröße\tPreis\nTurm\tHindernis\tklein\t3\nGarden of Thorns\tWald\tgroß\t\n\nText.\n",
        {},
        [
            {"title": "Turm", "title_en": "", "data": {"terrain_type": "Hindernis", "size": "klein"}, "text": "Preis: 3"},
            {
                "title": "Garden of Thorns",
                "title_en": "Garden of Thorns",
                "data": {"terrain_type": "Wald", "size": "groß"},
                "text": "",
            },
        ],
    ),
    "another table": (rows, "Name\tGröße\nTurm\tklein\n\nGeländestück\n\nTurm\tklein\n", {}, []),
}

TOLD = "Wer hier steht, würfelt zweimal und nimmt das höhere Ergebnis."
HEADINGS: dict[str, Case] = {
    "parts, levels, what no reader sees": (
        headings,
        f"# Gelände\n\n## Wald {{#w}}\n\n{TOLD}\n\n# Wasser\n\n## Moor\n\n{TOLD}\n",
        {},
        [
            {"title": "Gelände", "part": True, "level": 1},
            {"title": "Wald", "part": False, "level": 2, "signs": ["{#w}"]},
            {"title": "Wasser", "part": True},
            {"title": "Moor", "signs": []},
        ],
    ),
    "the book's title, contents and preface": (
        headings,
        f"# Buch\n\n## Inhalt\n\nWald\n\n## Wald\n\n{TOLD}\n\n## Moor\n\n{TOLD}\n\n## Vorwort\n\n{TOLD}\n",
        {},
        [
            {"title": "Inhalt", "left_out": "Verzeichnis"},
            {"title": "Wald", "left_out": "", "level": 1},
            {"title": "Moor"},
            {"title": "Vorwort", "left_out": "Vorwort und Impressum"},
        ],
    ),
    "the book's title is a part of the profile": (
        headings,
        f"# Buch\n\n## Wald\n\n{TOLD}\n\n## Moor\n\n{TOLD}\n",
        {"parts": [re.compile("Buch")]},
        [{"title": "Buch", "level": 1}, {"title": "Wald", "level": 2}, {"title": "Moor"}],
    ),
    "a number above its title": (
        headings,
        f"# Kapitel 1\n\n# Wald\n\n{TOLD}\n\n# Kapitel 2\n\n# Moor\n\n{TOLD}\n",
        {},
        [{"title": "Wald", "number": "Kapitel 1"}, {"title": "Moor", "number": "Kapitel 2"}],
    ),
    "skipped lines": (
        headings,
        f"# Wald\n\n{TOLD}\n\n# Seite 3\n\n# Moor\n\n{TOLD}\n",
        {"skip": re.compile("^Seite")},
        [{"title": "Wald"}, {"title": "Moor"}],
    ),
    "remarks and sentences": (headings, f"## Hinweis\n\n{TOLD}\n\nDas gilt.\n\n{TOLD}\n", {}, []),
}

PAWS = "Leise Pfoten (silent paws): Niemand hört das Tier.\n\n"
ORIGINALS = "".join(
    f"Nummer {'ABCDE'[at]}x ({word}): Er trifft einmal mehr.\n\n"
    for at, word in enumerate(("barge", "bow", "oar glass", "tide", "toe"))
)
LEADS: dict[str, Case] = {
    "bold before its text, with its list": (
        leads,
        f"**Dicht:** {TOLD}\n\n**Nass:** Er wählt eines von dreien:\n\n- Wald\n- Moor\n\nText.\n",
        {},
        [
            {"title": "Dicht", "own": f"**Dicht:** {TOLD}\n"},
            {"title": "Nass", "own": "**Nass:** Er wählt eines von dreien:\n\n- Wald\n- Moor\n"},
        ],
    ),
    "items in a row": (
        leads,
        "- Wut: Sie steigt in jeder Runde.\n- Mut: Er fällt in jeder Runde.\n- Gut: Er steht in jeder Runde.\n",
        {},
        [{"title": "Wut", "own": "- Wut: Sie steigt in jeder Runde.\n"}, {"title": "Mut"}, {"title": "Gut"}],
    ),
    "with originals, up to the next rule": (
        leads,
        f"{ORIGINALS}{PAWS}",
        {},
        [*({"title": f"Nummer {at}x", "end": None} for at in "ABCDE"), {"title": "Leise Pfoten", "title_en": "Silent Paws"}],
    ),
    "a label of many rules": (
        leads,
        "".join(f"**Wirkung:** Er trifft {at} einmal mehr.\n\nText.\n\n" for at in "ABCDE"),
        {},
        [],
    ),
    "a label that the profile lets count": (
        leads,
        "".join(f"**Wirkung:** Er trifft {at} einmal mehr.\n\nText.\n\n" for at in "ABCDE"),
        {"again": re.compile("Wirkung")},
        [{"title": "Wirkung"}] * 5,
    ),
    "sentences, remarks and values": (
        leads,
        f"Alle schwimmen: {TOLD}\n\n**Beispiel:** {TOLD}\n\n**Wert:** 3\n\nSatz eins. {TOLD}\n\n**Text**, der fett beginnt.\n",
        {},
        [],
    ),
}

HEAD = "| Name | Preis | Wirkung |\n|---|---|---|\n"
ROWS: dict[str, Case] = {
    "names and texts": (
        rows,
        f"{HEAD}| Axt (X) | 1 | Sie schlägt einen Arm ab. |\n| Beil | 2 | Es schlägt einen Finger ab. |\n| Keule | 3 | Zu schwer. |\n"
        "| Ast- werk | | Er schlägt jedes Auge blau. |\n",
        {},
        [
            {
                "title": "Axt (X)",
                "aliases": ("Axt",),
                "text": "Preis: 1\n\nWirkung: Sie schlägt einen Arm ab.",
                "shows": ["Preis", "Wirkung", "Axt (X)", "1", "Sie schlägt einen Arm ab."],
                "new": True,
            },
            {"title": "Beil", "aliases": ()},
            {"title": "Astwerk", "text": "Wirkung: Er schlägt jedes Auge blau."},
        ],
    ),
    "a number before the name": (
        rows,
        "| W6 | Name | Wirkung |\n|---|---|---|\n"
        + "".join(f"| {at} | Wind {'ABC'[at]}x | Er weht heute sehr stark. |\n" for at in range(3)),
        {},
        [{"title": "Wind Ax"}, {"title": "Wind Bx"}, {"title": "Wind Cx"}],
    ),
    "values": (rows, f"{HEAD}| Axt | 1 | 2 |\n| Beil | 2 | 3 |\n| Keule | 3 | 4 |\n", {}, []),
    "too few rows": (rows, f"{HEAD}| Axt | 1 | Sie schlägt einen Arm ab. |\n| Beil | 2 | Es schlägt einen Arm ab. |\n", {}, []),
    "the same name in each": (rows, HEAD + "| Axt | 1 | Sie schlägt einen Arm ab. |\n" * 4, {}, []),
}

CASES = [
    pytest.param(*case, id=f"{case[0].__module__.rpartition('.')[2]}: {name}")
    for some in (CAPITALS, CAPTIONS, CARDS, DEFINED, GLOSSARY, INLINE, LOST, RUNNING, TABLES, TERRAIN, HEADINGS, LEADS, ROWS)
    for name, case in some.items()
]


@pytest.mark.parametrize(("find", "text", "options", "expected"), CASES)
def test_a_recogniser_finds_its_structure_alone(
    find: Find, text: str, options: dict[str, Any], expected: list[dict[str, Any]]
) -> None:
    source = Source("buch", "markdown", text)
    found = list(find(source, blocks_of(source), options))
    assert [start.title for start in found] == [wanted["title"] for wanted in expected]
    assert [
        {name: _field(text, start, name) for name in wanted} for start, wanted in zip(found, expected, strict=True)
    ] == expected
    assert [start.begins for start in found if not start.quotes] == sorted(start.begins for start in found if not start.quotes)


def _field(text: str, start: Start, name: str) -> Any:
    own = text[start.begins : start.end]
    shown = {
        "own": own,
        "first": own.strip().partition("\n")[0],
        "last": own.strip().rpartition("\n")[2],
        "shows": [text[span.start : span.end] for span in start.quotes],
        "signs": [text[span.start : span.end] for span in start.signs],
    }
    return shown[name] if name in shown else getattr(start, name)


def blocks_in(text: str) -> tuple[Source, list[Block]]:
    source = Source("buch", "text", text)
    return source, blocks_of(source)


@pytest.mark.parametrize(
    ("line", "title", "number"),
    [
        ("DER WALD", "DER WALD", ""),
        ("• DER WALD •", "DER WALD", ""),
        ("1.2. DER WALD", "DER WALD", "1.2"),
        ("IV) DER WALD", "DER WALD", "IV"),
        ("DER TIEFE\nWALD", "DER TIEFE WALD", ""),
        ("SZENARIO 3: IM WALD", "IM WALD", "Szenario 3"),
        ("ANHANG A", "ANHANG A", "Anhang A"),
        ("KAPITEL DREI", "KAPITEL DREI", "Kapitel 3"),
        ("Der Wald", "Der Wald", ""),
        ("Im Wald:", "Im Wald", ""),
        ("Der Wald (alles, was darin ist.)", "Der Wald (alles, was darin ist.)", ""),
    ],
)
def test_a_line_that_is_a_heading_by_itself(line: str, title: str, number: str) -> None:
    source, blocks = blocks_in(f"{TOLD}\n\n{line}\n\n{TOLD}\n")
    (found,) = headings(source, blocks, {})
    assert (found.title, found.number) == (title, number)
    assert source.text[found.heading.start : found.heading.end] == line
    assert [*headings(source, blocks, {"skip": re.compile(re.escape(line))})] == ([found] if "." in number else [])


#: Headings in capitals, so that other lines need more.
APART = "".join(f"{name}\n\nEr ist ein Ort.\n\n" for name in ("WALD", "MOOR", "FURT", "BACH", "BERG"))


@pytest.mark.parametrize(
    "text",
    [
        f"{TOLD}\n\nDER STEG,\n\n{TOLD}\n",
        f"{TOLD}\n\n{'STEG ' * 30}\n\n{TOLD}\n",
        f"{TOLD}\n\nDER\nSTEG\nIST\nTIEF\n\n{TOLD}\n",
        f"{TOLD}\n\nder Steg\n\n{TOLD}\n",
        f"{TOLD}\n\nDas ist ein großer Steg\n\n{TOLD}\n",
        f"{TOLD}\n\nHier steht, was gilt\n\n{TOLD}\n",
        f"{TOLD}\n\nWas nun folgt:\n\n{TOLD}\n",
        f"Er würfelt im\n\nDer Steg\n\n{TOLD}\n",
        f"{TOLD}\n\nDer Steg\n\n(bridge)\n",
        "Der Steg\n",
    ],
    ids=[
        "comma",
        "long",
        "four lines",
        "small",
        "many words",
        "clause",
        "announces",
        "unfinished",
        "bracket",
        "alone",
    ],
)
def test_a_line_that_is_no_heading_among_capitals(text: str) -> None:
    found = [start.title for start in headings(*blocks_in(APART + text), {})]
    assert found == ["WALD", "MOOR", "FURT", "BACH", "BERG"]


@pytest.mark.parametrize(
    "text",
    [
        f"{TOLD}\n\nDer Steg\n\n{TOLD}\n",
        f"{TOLD}\n\nDer Steg\n\n| a | b |\n",
        f"{TOLD}\n\nDer Steg\n{TOLD}\n",
        f"{TOLD}\n\nDer Steg\n- Er schwankt\n- Er bricht\n",
        f"- Er schwankt\n- Er bricht\n\nDer Steg\n\n{TOLD}\n",
        f"┌────┐\n│ NASS │\n└────┘\n\nDer Steg\n\n{TOLD}\n",
    ],
    ids=["between paragraphs", "above a table", "right above its text", "above a list", "below a list", "below a box"],
)
def test_a_name_is_a_heading_among_capitals(text: str) -> None:
    found = [start.title for start in headings(*blocks_in(APART + text), {})]
    assert found == ["WALD", "MOOR", "FURT", "BACH", "BERG", "Der Steg"]


def test_lines_are_read_without_marks_and_by_sentences() -> None:
    source, blocks = blocks_in("**Der Wald**\n\n- Er brennt. Er bremst (2.5 Zoll). Er deckt.\n")
    assert [block.kind for block in blocks] == ["heading", "blank", "list"]
    bold, item = solid(blocks)
    assert words(source, stripped(source.text, bold.start, bold.end)) == "Der Wald"
    assert words(source, stripped(source.text, bold.start, bold.end, "")) == "**Der Wald**"
    for word, whole in (("brennt", "Er brennt."), ("2.5", "Er bremst (2.5 Zoll)."), ("deckt", "Er deckt.")):
        assert words(source, sentence(source, item, source.text.index(word))) == whole


def test_running_text_parts_into_lines_and_sentences_beside_tables() -> None:
    source, blocks = blocks_in("Eins zwei. Drei.\nVier.\n\n# Titel\n\n- Fünf.\n")
    assert [words(source, line) for line in text_lines(source, blocks)] == ["Eins zwei. Drei.", "Vier.", "- Fünf."]
    line = Span(0, len("Eins zwei. Drei."))
    amounts = [Start(Span(0, 4), "Eins", "running_text", end=4), Start(Span(11, 15), "Drei", "running_text", end=15)]
    assert [words(source, span) for span in sentences_beside(source.text, line, amounts)] == ["zwei.", "."]
    assert [start.title for start in beginning_in(Span(4, 12), amounts)] == ["Drei"]
    assert beginning_in(Span(4, 11), amounts) == []
