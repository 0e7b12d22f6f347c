"""Word the values of fields for pages: a rule's place in the book, the date of the rules, a text's progress."""

from __future__ import annotations

import re

from ..german.letters import PLURAL_SUFFIXES
from ..german.months import MONTHS
from ..model.english import is_without_german
from ..model.library import Library
from ..model.values import Entry, Licence, OtherPlace, Review, System
from .review import DRAFT, Reviewable, parts_reviewed, standing

#: A text's state in readers' words, unless a review says more.
STATUS_WORDS = {DRAFT: "Entwurf, noch nicht gegengelesen", "gegengelesen": "gegengelesen", "geprüft": "geprüft"}

#: Endings that a part's title may add to the word before a number. Scripts have them from `site.scripts`.
PLURAL_ENDINGS = ("", *PLURAL_SUFFIXES)


def place_in_book(part: str, number: str) -> str:
    """A part and a number in it; the number alone if it already names the part, even in the singular.

    >>> place_in_book("Grundregeln", "17.0"), place_in_book("Kapitel Drei", "Kapitel 3"), place_in_book("Abbildungen", "Abbildung 2.1")
    ('Grundregeln 17.0', 'Kapitel 3', 'Abbildung 2.1')
    """
    word = number.partition(" ")[0]
    is_said = part and number and part.split()[0] in {word + ending for ending in PLURAL_ENDINGS}
    return " ".join(text for text in ("" if is_said else part, number) if text)


def place_of(rule: Entry | OtherPlace, system: System) -> str:
    """Where the book states a rule: part and number."""
    return place_in_book(system.part_title(rule.part), str(rule.number or ""))


def shown_number(title: str, number: str) -> str:
    """The number that a list shows before a title; "" if the title contains it.

    >>> shown_number("Elemente", "Tabelle 6.2"), shown_number("Tabelle 6.2 – Elemente", "Tabelle 6.2")
    ('Tabelle 6.2', '')
    >>> shown_number("Der Schussbereich (Abbildung 2.19)", "Abbildung 2.19")
    ''
    """
    return "" if title.startswith(number) or f"({number})" in title else number


def citation(entry: Entry, system: System) -> str:
    """The citation of an entry as players write it: part and number, and the page if known.

    >>> citation(entry, system)
    'Grundregeln 17.0, S. 97'
    """
    place = place_of(entry, system)
    return f"{place}, S. {entry.page}" if entry.page else place


def place_on_paper(entry: Entry, system: System, here: Entry | None, shown: str) -> str:
    """An entry's number and page, unless `shown`, the link's text, contains them; adds the part if only a number remains and the
    entry belongs to another part than `here`.

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
    """Whether words contain a number: "18.0" contains neither 1 nor 8.0."""
    return number in words and re.search(rf"(?<![\w.]){re.escape(number)}(?!\w|\.\w)", words) is not None


def places_in_book(entry: Entry, system: System) -> list[str]:
    """The other places where the book states an entry's rule.

    >>> places_in_book(entry, system)
    ['Kapitel Vier: Ein Passen', 'Kurzübersicht 17.0, Seite 80']
    """
    return [
        place_of(place, system)
        + (f": {place.title}" if place.title else "")
        + (f", Seite {place.page}" if place.page is not None else "")
        for place in entry.places
    ]


def edition(printed: str, system: System) -> str:
    """Edition and version of the rules, without repeating the edition ("1.0", "1.0 Open Beta")."""
    own = "" if system.rules_version.startswith(printed) else printed
    return " · ".join(text for text in (own, system.rules_version) if text)


def german_number(number: int) -> str:
    """A number with German separators.

    >>> german_number(128), german_number(209928)
    ('128', '209.928')
    """
    return f"{number:,}".replace(",", ".")


def counted(number: int, one: str, several: str) -> str:
    """A number with its noun.

    >>> counted(1, "Eintrag", "Einträge"), counted(1142, "Eintrag", "Einträge")
    ('1 Eintrag', '1.142 Einträge')
    """
    return f"{german_number(number)} {one if number == 1 else several}"


def german_date(date: str) -> str:
    """An ISO date in German; "" without one.

    >>> german_date("2026-05-01")
    '1. Mai 2026'
    """
    year, _, rest = date.partition("-")
    month, _, day = rest.partition("-")
    return f"{int(day)}. {MONTHS[int(month) - 1]} {year}" if day else ""


def state_words(library: Library, it: Reviewable, of: str = "") -> str:
    """The state of a text, or of its part `of`, as its page words it.

    >>> state_words(library, entry)
    'gegengelesen 11/2026 nach dem Regelbuch 2.0'
    """
    found = standing(library, it, of)
    if not of and isinstance(it, Entry) and is_without_german(it):
        return "noch nicht übersetzt"
    if found.is_stale and found.review:
        return f"Entwurf, seit dem Gegenlesen {_month(found.review)} geändert"
    if found.review:
        return review_words(found.state, found.review)
    reviewed = 0 if of else sum(standing(library, it, part.of).state != DRAFT for part in parts_reviewed(it))
    if reviewed and isinstance(it, Entry):
        return f"Entwurf, davon gegengelesen: {reviewed} von {counted(len(it.headings), 'Abschnitt', 'Abschnitten')}"
    return STATUS_WORDS[found.state]


def review_words(state: str, review: Review) -> str:
    """A review's state with its month and edition.

    >>> review_words("geprüft", Review("2026-11-23", "FAQ Mai 2026", "verlag", "…"))
    'geprüft 11/2026 nach „FAQ Mai 2026“'
    """
    edition_ = review.against
    return f"{state} {_month(review)} nach " + (f"dem Regelbuch {edition_}" if edition_[:1].isdigit() else f"„{edition_}“")


def _month(review: Review) -> str:
    return f"{review.date[5:7]}/{review.date[:4]}"


def version_words(version: str) -> str:
    """A version of the rules in readers' words; "" without one.

    >>> version_words("2.1"), version_words("FAQ Mai 2026")
    ('Fassung 2.1', 'FAQ Mai 2026')
    """
    return f"Fassung {version}" if version[:1].isdigit() else version


def rules_date(system: System) -> str:
    """The date of a system's rules, or why it is unknown; "" if the system says neither.

    >>> rules_date(replace(system, rules_date="", undated="das Buch nennt nur das Jahr"))
    'unbekannt (das Buch nennt nur das Jahr)'
    """
    unknown = f"unbekannt ({system.undated})" if system.undated else ""
    return german_date(system.rules_date) or unknown


def state(system: System) -> str:
    """The state of the rules on a system's pages: edition, version, date."""
    date = rules_date(system)
    printed = f"Ausgabe {system.edition}" if system.edition[:1].isdigit() else system.edition
    version = edition("" if system.rules_version.startswith(system.edition) else printed, system)
    return " · ".join(text for text in (version, f"Regelstand {date}" if date else "") if text)


def excerpt_note(system: System) -> str:
    """A note that a system's source is only an excerpt, and what it lacks; "" for a whole rulebook.

    >>> excerpt_note(replace(system, excerpt=("Bewegung", "Beschuss")))
    'Nur ein Auszug: ohne Bewegung, Beschuss'
    """
    return f"Nur ein Auszug: ohne {', '.join(system.excerpt)}" if system.excerpt else ""


def rights(licence: Licence) -> str:
    """The owners of text and system, and the licence of our own words.

    >>> rights(Licence("own-words", holder="Verlag", note="Nacherzählt."))
    'Nacherzählt. Unser Text: CC BY-SA 4.0. Rechte am Spiel: Verlag.'
    """
    ours = "Unser Text: CC BY-SA 4.0." if licence.status == "own-words" else ""
    theirs = f"Rechte am Spiel: {licence.holder}." if licence.holder else ""
    return " ".join(sentence for sentence in (licence.note, ours, theirs) if sentence)
