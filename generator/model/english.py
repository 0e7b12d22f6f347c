"""Tell outdated translations by the fingerprint of the English, which `translated_from` records."""

from __future__ import annotations

import hashlib
import json
import unicodedata
from functools import lru_cache

from .system import System
from .values import Entry, Part, Phase, Term


@lru_cache(maxsize=1 << 15)
def english_fingerprint(title_en: str, short_en: str, text_en: str = "") -> str:
    """First 12 hex digits of the SHA-256 over the compact UTF-8 JSON array of the three texts (NFC, white space collapsed).

    >>> english_fingerprint("Cleave (X)", "")
    '…'
    """
    return fingerprint_of_words([folded(text or "") for text in (title_en, short_en, text_en)])


def folded(text: str) -> str:
    """A text in NFC with its white space collapsed."""
    return " ".join(unicodedata.normalize("NFC", text).split())


def fingerprint_of_words(words: object) -> str:
    """First 12 hex digits of the SHA-256 over folded texts as compact UTF-8 JSON, maps by name."""
    written = json.dumps(words, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    return hashlib.sha256(written.encode()).hexdigest()[:12]


def fingerprint_of(target: Entry | Term) -> str:
    """The fingerprint of an entry's or term's current English; a term has only its name."""
    if isinstance(target, Term):
        return english_fingerprint(target.title_en, "")
    return english_fingerprint(target.title_en, target.short_en, target.text_en)


def is_from_english(system: System) -> bool:
    """Whether a system's German may still be missing: a private one, of an English book."""
    return system.overlay != "" and system.source_language == "en"


def is_untranslated(system: System, named: Entry | Term | Part | Phase) -> bool:
    """Whether a title is only the English one, standing in for the German, until `accept` confirms the entry."""
    confirmed = isinstance(named, Entry | Term) and named.translated_from != ""
    return is_from_english(system) and named.title == named.title_en and not confirmed


def is_without_german(entry: Entry) -> bool:
    """Whether an entry has English to translate and no German beside its title."""
    return entry.text_en.strip() != "" and not (entry.short or entry.text.strip() or entry.card or entry.data)


def outdated(target: Entry | Term) -> bool:
    """Whether the English has changed since it was translated (veraltet). Without a recorded fingerprint nothing is outdated."""
    return bool(target.translated_from) and target.translated_from != fingerprint_of(target)
