"""How pages say what fields hold: where a rule stands, of which day the rules are, how far a text is."""

from __future__ import annotations

import re

from ..model.values import Entry, Licence, System

#: How far an entry is, as readers are told.
STATUS_WORDS = {"entwurf": "Entwurf, noch nicht gegengelesen", "geprüft": "am Buch geprüft"}

#: What a word before a number may have added in a part's title.
_PLURAL_ENDINGS = ("", "e", "n", "en", "er", "s")

_MONTHS = ["Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September", "Oktober", "November", "Dezember"]


def place_in_book(part: str, number: str) -> str:
    """A part with a number in it; the number alone where it says the part already, be it in the singular.

    >>> place_in_book("Grundregeln", "17.0"), place_in_book("Kapitel Drei", "Kapitel 3"), place_in_book("Abbildungen", "Abbildung 2.1")
    ('Grundregeln 17.0', 'Kapitel 3', 'Abbildung 2.1')
    """
    word = number.partition(" ")[0]
    is_said = part and number and part.split()[0] in {word + ending for ending in _PLURAL_ENDINGS}
    return " ".join(text for text in ("" if is_said else part, number) if text)


def shown_number(title: str, number: str) -> str:
    """The number that a list shows before a title; "" where that bears it.

    >>> shown_number("Elemente", "Tabelle 6.2"), shown_number("Tabelle 6.2 – Elemente", "Tabelle 6.2")
    ('Tabelle 6.2', '')
    """
    return "" if title.startswith(number) else number


def citation(entry: Entry, system: System) -> str:
    """How a player cites an entry: part and number, and the page where the book has one.

    >>> citation(entry, system)
    'Grundregeln 17.0, S. 97'
    """
    place = place_in_book(system.part_title(entry.part), str(entry.number or ""))
    return f"{place}, S. {entry.page}" if entry.page else place


def place_on_paper(entry: Entry, system: System, here: Entry | None, shown: str) -> str:
    """Number and page of an entry, as far as the words `shown` for it do not say them; with its part where only the number is left of
    an entry of another part than `here`.

    >>> place_on_paper(entry, system, None, "Kämpfen")
    '17.0, S. 97'
    """
    number = str(entry.number or "")
    page = f"S. {entry.page}" if entry.page else ""
    if number and not page and (here is None or (here.system, here.part) != (entry.system, entry.part)):
        number = citation(entry, system)
    number = "" if _says(shown, str(entry.number)) else number
    page = "" if _says(shown, str(entry.page)) else page
    return ", ".join(text for text in (number, page) if text)


def _says(words: str, number: str) -> bool:
    """Whether a number stands in words: 1 does not stand in 18.0, nor 8.0."""
    return re.search(rf"(?<![\w.]){re.escape(number)}(?!\w|\.\w)", words) is not None


def edition(printed: str, system: System) -> str:
    """Edition and version of the rules, without saying the edition twice ("1.0", "1.0 Open Beta")."""
    own = "" if system.rules_version.startswith(printed) else printed
    return " · ".join(text for text in (own, system.rules_version) if text)


def german_number(number: int) -> str:
    """A number as people write it.

    >>> german_number(128), german_number(209928)
    ('128', '209.928')
    """
    return f"{number:,}".replace(",", ".")


def counted(number: int, one: str, several: str) -> str:
    """A number with what it counts.

    >>> counted(1, "Eintrag", "Einträge"), counted(1142, "Eintrag", "Einträge")
    ('1 Eintrag', '1.142 Einträge')
    """
    return f"{german_number(number)} {one if number == 1 else several}"


def german_date(date: str) -> str:
    """An ISO date as people write it; "" where there is none.

    >>> german_date("2026-05-01")
    '1. Mai 2026'
    """
    year, _, rest = date.partition("-")
    month, _, day = rest.partition("-")
    return f"{int(day)}. {_MONTHS[int(month) - 1]} {year}" if day else ""


def version_words(version: str) -> str:
    """A version of the rules as people read it; "" where there is none.

    >>> version_words("2.1"), version_words("FAQ Mai 2026")
    ('Fassung 2.1', 'FAQ Mai 2026')
    """
    return f"Fassung {version}" if version[:1].isdigit() else version


def state(system: System) -> str:
    """Which rules a system's pages tell: edition, version, date."""
    date = german_date(system.rules_date)
    printed = f"Ausgabe {system.edition}" if system.edition[:1].isdigit() else system.edition
    version = edition("" if system.rules_version.startswith(system.edition) else printed, system)
    return " · ".join(text for text in (version, f"Regelstand {date}" if date else "") if text)


def rights(licence: Licence) -> str:
    """Whose the text and the system are, and what one may do with our own words.

    >>> rights(Licence("own-words", holder="Verlag", note="Nacherzählt."))
    'Nacherzählt. Unser Text: CC BY-SA 4.0. Rechte am Spiel: Verlag.'
    """
    ours = "Unser Text: CC BY-SA 4.0." if licence.status == "own-words" else ""
    theirs = f"Rechte am Spiel: {licence.holder}." if licence.holder else ""
    return " ".join(sentence for sentence in (licence.note, ours, theirs) if sentence)
