"""Is a German text still the translation of its English? The fingerprint of the English that `translated_from` records."""

from __future__ import annotations

import hashlib
import json
import unicodedata

from .model import Entry


def english_fingerprint(title_en: str, short_en: str, text_en: str = "") -> str:
    """First 12 hex digits of the SHA-256 over the compact UTF-8 JSON array of the three texts (NFC, white space collapsed).

    >>> english_fingerprint("Cleave (X)", "")
    '…'
    """
    texts = [" ".join(unicodedata.normalize("NFC", text or "").split()) for text in (title_en, short_en, text_en)]
    return hashlib.sha256(json.dumps(texts, ensure_ascii=False, separators=(",", ":")).encode()).hexdigest()[:12]


def outdated(entry: Entry) -> bool:
    """Whether the English changed since the German was made (veraltet). Entries that never recorded it are not outdated."""
    return bool(entry.translated_from) and entry.translated_from != english_fingerprint(
        entry.title_en, entry.short_en, entry.text_en
    )
