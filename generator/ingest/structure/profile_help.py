"""The help page on profiles, made from the tables of their fields."""

from __future__ import annotations

from ...model.profile_fields import PROFILE, RECOGNISERS
from ...pages.field_table import cell, field_table

_HEAD = """# Eigenes Profil

Ein Profil sagt `nachschlag ingest`, wie ein Regelbuch gesetzt ist: woran man seine Regeln erkennt, wie die Teile heißen, was keine Regel
ist. Es beschreibt den Stil und zählt keine Regeln auf. Mit `--profile auto` (das ist der Normalfall) nimmt das Programm das
mitgelieferte Profil des Spiels oder das allgemeine; mit `--profile meins.yaml` nimmt es deines.

So entsteht eines:

1. Lies das Buch mit `nachschlag ingest buch.txt --system meinspiel --out ziel --profile allgemein --report` und sieh im Bericht nach, was
   erkannt wurde und was übrig blieb.
2. Schreibe eine Datei wie die folgende und lies noch einmal. Was in der Datei nicht stimmt, wird mit Zeile und Abhilfe gemeldet; nichts
   wird geschrieben, bevor es stimmt.
3. Ergänze Zeile um Zeile, bis der Rest im Bericht nur noch ist, was keine Regel ist.

```yaml
title: Mein Spiel
recognisers: [headings, leads, rows]
parts: [{heading: ^Grundregeln$}, {heading: ^Gelände$}]
kinds:
  - {kind: command, under: ^Befehle$}
remainder:
  - {why: Impressum, begin: ^Impressum}
```

Was *Muster* heißt, ist ein regulärer Ausdruck, wie Python ihn liest: `^` ist der Anfang, `$` das Ende, `(?i)` am Anfang macht Groß- und
Kleinbuchstaben gleich, Zeichen wie `(`, `[`, `.`, `*`, `+` und `?` brauchen einen Rückstrich davor, wenn sie selbst gemeint sind. In
Überschriften wird der Titel so geprüft, wie er im Eintrag steht („Die Schlacht“), nicht wie ihn das Buch setzt („DIE SCHLACHT“).
Editoren mit YAML-Sprachdienst prüfen beim Tippen, wenn die erste Zeile das Schema nennt:
`# yaml-language-server: $schema=…/api/v1/schema/profile.schema.json`.
"""


def profile_page() -> str:
    """The page as Markdown."""
    recognisers = "".join(f"- `{name}`: {cell(about)}\n" for name, about in RECOGNISERS.items())
    return f"{_HEAD}\n## Felder\n\n{field_table(PROFILE)}\n## Woran man Regeln erkennt\n\n{recognisers}"
