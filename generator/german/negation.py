r"""Negations that only one of two languages has.

A text may say a negation otherwise („außer“ for "not if", "loses" for „hat kein“): such words excuse the other text's negation, but only
where the text has more of them than the other has of their like ("unless" excuses nothing beside „außer“).

>>> denied_only_in("Sie darf laufen.", "It cannot run.")
('en', 'cannot', 3)
"""

from __future__ import annotations

import re
from dataclasses import dataclass


def _words(written: str) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{written})\b" if written else r"(?!)", re.IGNORECASE)


_NOT = {
    "de": _words(
        r"nicht(?!-)|nichts|nie|niemals|niemand\w*|kein\w*(?!\s\d+\s?(?:\"|cm\b|mm\b|Zoll\b))|ohne|weder|nirgends|nein|ebenso\swenig"
    ),
    "en": _words(
        r"not|no(?!\s(?:more\sthan\s(?:one|\d)))|never(?!\sleave)|cannot|none|nothing|nobody|nowhere|without(?!\send)|neither|nor|\w+n['’]t"
    ),
}
#: A negation that may only repeat one before it: "keine Festung, kein Wald, …". „weder“ stands for two.
_AGAIN = {"de": _words(r"(?<=, )kein\w*(?= \w+[,.])"), "en": _words(r"(?<=, )no(?= \w+,)")}
_TWICE = {"de": _words("weder"), "en": _words(r"(?!)")}

#: Two negations that cancel each other: „nicht ohne Folgen“, „niemand darf nicht“, „ohne Pferd fährt er nicht“.
_DOUBLE = {
    "de": _words(
        r"nicht\sohne|(?:niemand|nie|niemals|nichts|kein\w*)\b[^,.;:]{0,20}\s(?:nicht|ohne)|ohne\b[^,.;:]{0,30}\b(?:nicht|kein\w*|nie|niemals|niemand)"
    ),
    "en": _words(
        r"(?:not|never|nobody|nothing|cannot)\b[^,.;:]{0,20}\swithout|without\b[^,.;:]*\b(?:not|no|never|cannot|nothing)"
    ),
}


@dataclass(frozen=True, slots=True)
class _Excuse:
    """Words of one meaning that may stand for a negation, and further words that only correspond to them."""

    german: re.Pattern[str]
    all_german: re.Pattern[str]
    english: re.Pattern[str]
    all_english: re.Pattern[str]

    def surplus(self, side: str, german: str, english: str) -> int:
        """How many excuses a side has beyond what the other has of their like."""
        if side == "de":
            return max(0, len(self.german.findall(german)) - len(self.all_english.findall(english)))
        return max(0, len(self.english.findall(english)) - len(self.all_german.findall(german)))


def _excuse(german: str, more_german: str, english: str, more_english: str) -> _Excuse:
    both = ("|".join(filter(None, pair)) for pair in ((german, more_german), (english, more_english)))
    all_german, all_english = both
    return _Excuse(_words(german), _words(all_german), _words(english), _words(all_english))


_EXCUSES = (
    _excuse(
        "nur|allein|lediglich|bloß|ausschließlich|erst",
        r"einzig\w*|einmal",
        "only|solely|alone|just",
        r"unless|except\w*|until|no more|purely",
    ),
    _excuse(
        r"außer|Ausnahme\w*|ausgenommen|sonst|statt\w*|anstelle|sondern",
        r"außerhalb|jenseits|hinaus|abseits|anders?|anderes|dafür|es\ssei\sdenn",
        r"unless|except\w*|otherwise|exempt\w*|instead|rather|outside",
        "beyond|out of|off|else|other",
    ),
    _excuse(r"miss(?!ion)\w+|scheiter\w*|fehl\w*|verfehl\w*", "", r"fail\w*|miss(?:es|ed)?|unsuccessful\w*", ""),
    _excuse(
        r"verlier\w*|verf[aä]ll\w*|entf[aä]ll\w*|leer|weg|vorbei|entfern(?:e|t|en)|verpufft|erlischt|verzichte\w*",
        r"verlor\w*|verl[aä](?:ss|ß)\w*|getrennt|nimm|nimmt|ab|heraus|aus|vernichtet|zerstör\w*|geh\w*|endet|beendet",
        r"lose|loses|losing|lost|lack\w*|forfeit\w*|wasted|remov\w*|leaving|skip\w*|spare\w*|gone|cancel\w*|declin\w*|runs out",
        r"ends?|away|leaves?|discard\w*|empty|slain|destroy\w*",
    ),
    _excuse(
        r"ignorier\w*|egal|unberührt|wirkungslos", r"beliebig\w*|gleich", r"ignor\w+|regardless|whatever|however|unaffected", ""
    ),
    _excuse(
        r"unge\w+|unbeweg\w+|unfähig|unmöglich|unbegrenzt|\w+los",
        r"instabil\w*|\w*los\w*|un(?!d\b|ter)\w+|einzigartig\w*|Nicht-\w+|freiwillig",
        r"un(?!it|der|til|less|ique|modif|stable|bind|bound|spent|block|destroy)\w+|ine\w+|impossible|differs"
        r"|(?!unless|regardless|nevertheless)\w+less",
        "free",
    ),
    _excuse(
        r"verb[io][et]\w*|gesperrt|verhinder\w*",
        r"Verbot\w*|\w*block\w*|versperr\w*|verdeck\w*|wehr\w*|abgewehrt|lehn\w*|abgelehnt\w*|weiger\w*",
        r"forbid\w*|prevent\w*|barred|banned|denied|deny|denies|refus\w*",
        r"block\w*|stops?",
    ),
    _excuse(
        r"höchstens|übersteig\w*",
        r"weniger|unter\w*|mindestens|innerhalb",
        "at most|below|fewer|stays within|minimum|few",
        r"limit\w*|up to|less|no\sfarther|more than",
    ),
    _excuse("außerhalb", "abseits|jenseits", "outside|out of", ""),
    _excuse("mindestens", "", "at least", "or more|or better|minimum|half"),
    _excuse(r"be(?:grenz|schränk)\w*", "", "", r"limit\w*"),
)


def denied_only_in(german: str, english: str) -> tuple[str, str, int] | None:
    """Find the language that negates more often than the other negates or says otherwise: language, word, and the offset of its last
    negation; else None. Texts of equally many sentences are compared sentence by sentence, too.

    >>> denied_only_in("Kein Modell darf laufen.", "No model may run.") is None
    True
    >>> denied_only_in("Sie läuft, sonst nie. Sie schießt.", "It runs, else never. It never shoots.")
    ('en', 'never', 24)
    """
    if found := _denied_only_in(german, english):
        return found
    ours, theirs = list(_SENTENCE.finditer(german)), list(_SENTENCE.finditer(english))
    for one, other in zip(ours, theirs, strict=True) if len(ours) == len(theirs) > 1 else ():
        if found := _denied_only_in(one[0], other[0]):
            side, word, start = found
            return side, word, start + (one if side == "de" else other).start()
    return None


#: A sentence, as „;“ also ends one.
_SENTENCE = re.compile(r"(?:[^.;]|[.;](?!\s|$))*[\w)](?:[^.;]|[.;](?!\s|$))*")


def denies(german: str) -> bool:
    """Whether a clause negates."""
    return _NOT["de"].search(german) is not None


def hedges(german: str) -> bool:
    """Whether a clause that does not negate may still mean it, or the rule's exception: „nur“, „verboten“, „frei“, „dort“.

    >>> hedges("nur im Wald"), hedges("im Wald")
    (True, False)
    """
    return _HEDGE.search(german) is not None or any(excuse.german.search(german) for excuse in _EXCUSES)


def may_deny(english: str) -> bool:
    """Whether an English text negates, or may do so in other words."""
    return _NOT["en"].search(english) is not None or any(excuse.english.search(english) for excuse in _EXCUSES)


_HEDGE = _words(
    r"un\w{4,}|\w{3,}los\w*|frei\w*|bis zu|maximal|verbo\w*|Ausnahme\w*|außer\w*|\w*weg|weniger|statt\w*|anders\w*|trotzdem"
    r"|dort|schon|noch|mehr"
)
_DEPENDS = _words(r"we[rnm]|wo|wenn|falls|sobald|solange")


def depends(german: str) -> bool:
    """Whether a clause is one on which another depends: „Wer schläft“; its negation may be there."""
    return _DEPENDS.search(german) is not None


def negations_dropped(german: str) -> str:
    """A clause without its negations."""
    return _NOT["de"].sub(" ", german)


def _denied_only_in(german: str, english: str) -> tuple[str, str, int] | None:
    ours, theirs = _counts("de", german), _counts("en", english)
    more = max(0, ours[0] - theirs[1]) - max(0, theirs[0] - ours[1])
    if not more:
        return _quietly_denied(german, english) if not ours[1] else None
    side, other, text = ("de", "en", german) if more > 0 else ("en", "de", english)
    if abs(more) <= sum(excuse.surplus(other, german, english) for excuse in _EXCUSES):
        return None
    word = list(_NOT[side].finditer(text))[-1]
    return side, word[0], word.start()


#: English that surely negates without a negation, and the German that says it so, too.
_QUIET = (
    _words(
        r"ignor(?:e|es|ed|ing)|skip(?:s|ped)?|unaffected|untouched|unengaged|uninterrupted|unable|impossible|unless|loses? the|can't"
    ),
    _words(
        r"außer\w*|ignorier\w*|über(?:geh|spring)\w*|un\w+|entfällt|entfallen|verlier\w*|verlor\w*|fällt|nur|sonst|frei\w*|weg|ausgenommen"
        r"|egal|gleich|\w+los|verzicht\w*|erst|wirkungslos|sei\sdenn"
    ),
)


def _quietly_denied(german: str, english: str) -> tuple[str, str, int] | None:
    """English that negates in other words, where the German, which has no negation, says nothing like it."""
    word = _QUIET[0].search(english)
    return ("en", word[0], word.start()) if word and not _QUIET[1].search(german) else None


def _counts(language: str, text: str) -> tuple[int, int]:
    """How many negations a text has at least (repeated ones counted once) and at most."""
    found = len(_NOT[language].findall(text))
    if not found:
        return 0, 0
    found += len(_TWICE[language].findall(text))
    cancelled = 2 * len(_DOUBLE[language].findall(text))
    return max(0 if cancelled else 1, found - len(_AGAIN[language].findall(text)) - cancelled), found
