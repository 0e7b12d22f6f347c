"""Apply a system's term base: which terms an English text names, and how its German renders them.

>>> base = TermBase([Rendering("Charge", ("Sturmangriff",), ("Ansturm",))])
>>> [(v.rendering.english, v.kind) for v in base.verdicts("A charge.", "Ein Ansturm.")]
[('Charge', 'forbidden')]
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from ..files.memo import digest
from .english_names import EnglishNames
from .term_match import GermanNames, Match


@dataclass(frozen=True, slots=True)
class Rendering:
    """An English name, its accepted German names (best first), and the forbidden German words.

    `key` is the owner's id. A rendering that does not bind is never missing: it only prevents matches of shorter names within it.
    """

    english: str
    german: tuple[str, ...] = ()
    avoid: tuple[str, ...] = ()
    key: str = ""
    binding: bool = True


@dataclass(frozen=True, slots=True)
class Verdict:
    """The state of a rendering: present, missing or forbidden; `written` is the forbidden word (or the English one), with its
    place."""

    rendering: Rendering
    kind: str
    written: str = ""
    start: int = 0


class TermBase:
    """Finds renderings in texts. Remembers its results, so that checking again after one change costs little."""

    def __init__(self, renderings: Iterable[Rendering]) -> None:
        self.renderings: Sequence[Rendering] = list(renderings)
        self._english_at = [i for i, r in enumerate(self.renderings) if r.english]
        self._german_of = [(i, name) for i, r in enumerate(self.renderings) for name in r.german]
        self._avoid_of = [(i, name) for i, r in enumerate(self.renderings) for name in r.avoid]
        self._verdicts: dict[tuple[str, str, str], list[Verdict]] = {}
        self._named: dict[str, list[tuple[Rendering, Match]]] = {}
        self._germans: dict[str, list[tuple[Rendering, Match]]] = {}
        self._forbidden: dict[str, list[tuple[Rendering, Match]]] = {}

    # Each finder is made when a text is read, because texts read before need none.

    @cached_property
    def _english(self) -> EnglishNames:
        return EnglishNames([self.renderings[i].english for i in self._english_at])

    @cached_property
    def _german(self) -> GermanNames:
        return GermanNames([name for _, name in self._german_of])

    @cached_property
    def _avoid(self) -> GermanNames:
        return GermanNames([name for _, name in self._avoid_of], near=1)

    @cached_property
    def mark(self) -> str:
        """A digest of the renderings, which decides what is found in a text."""
        return digest(repr(self.renderings))

    def named(self, english: str) -> list[tuple[Rendering, Match]]:
        """The renderings whose English occurs in a text, with their places."""
        if english not in self._named:
            found = self._english.find(english)
            self._named[english] = [(self.renderings[self._english_at[match.name]], match) for match in found]
        return self._named[english]

    def german(self, text: str) -> list[tuple[Rendering, Match]]:
        """The renderings whose German occurs in a text."""
        if text not in self._germans:
            found = self._german.find(text)
            self._germans[text] = [(self.renderings[self._german_of[match.name][0]], match) for match in found]
        return self._germans[text]

    def foreign(self, english: str, german: str) -> list[tuple[Rendering, Match]]:
        """Binding renderings in a German text that its English does not name, each once; not those within a longer name.

        >>> base = TermBase([Rendering("Move", ("Bewegung",)), Rendering("Charge", ("Sturmangriff",))])
        >>> [rendering.english for rendering, _ in base.foreign("A charge.", "Eine Bewegung.")]
        ['Move']
        """
        named = {id(rendering) for rendering, _ in self.named(english)}
        found = self.german(german)
        held = [match for rendering, match in found if id(rendering) in named]
        once: dict[int, tuple[Rendering, Match]] = {}
        for rendering, match in found:
            if rendering.binding and match.kind != "derived" and id(rendering) not in named:
                longer = (other for _, other in found if (other.start, other.end) != (match.start, match.end))
                said = (other for other in held if other.kind == "form" or other.spans != match.spans)
                if not any(_spans(other, match) for other in (*said, *longer)):
                    once.setdefault(id(rendering), (rendering, match))
        return list(once.values())

    def loses(self, english: str, german: str) -> bool:
        """Whether the English names a rendering more often than the German."""
        theirs = Counter(key for key, _ in {(id(rendering), match.start) for rendering, match in self.named(english)})
        ours = Counter(key for key, _ in {(id(rendering), match.start) for rendering, match in self.german(german)})
        return any(count > ours[key] for key, count in theirs.items())

    def forbidden(self, german: str) -> list[tuple[Rendering, Match]]:
        """Forbidden words in a German text, except within a longer name in the term base ("Wundenwert" contains no "Wunde")."""
        if german not in self._forbidden:
            self._forbidden[german] = self._find_forbidden(german)
        return self._forbidden[german]

    def _find_forbidden(self, german: str) -> list[tuple[Rendering, Match]]:
        found = [match for match in self._avoid.find(german) if match.kind != "derived"]
        names = [(match, *self._german_of[match.name]) for match in self._german.find(german)] if found else []
        names += [(match, *self._avoid_of[match.name]) for match in found]
        return [
            (self.renderings[self._avoid_of[match.name][0]], match)
            for match in found
            if not any(
                _holds(name, owner, written, match, *self._avoid_of[match.name], german[match.start : match.end])
                for name, owner, written in names
            )
        ]

    def verdicts(self, english: str, german: str, context: str = "") -> list[Verdict]:
        """One verdict for each rendering that the English names or whose forbidden word the German uses; `context` is German that
        counts too.

        >>> TermBase([Rendering("Move", ("Bewegung",))]).verdicts("It moves.", "Sie bewegt sich.")[0].kind
        'present'
        """
        key = (english, german, context)
        if key not in self._verdicts:
            self._verdicts[key] = self._find_verdicts(english, german, context)
        return self._verdicts[key]

    def _find_verdicts(self, english: str, german: str, context: str) -> list[Verdict]:
        forbidden = {id(rendering): (rendering, match) for rendering, match in reversed(self.forbidden(german))}
        found = [Verdict(r, "forbidden", german[m.start : m.end], m.start) for r, m in reversed(forbidden.values())]
        has = {id(rendering) for text in (german, context) if text for rendering, _ in self.german(text)}
        for rendering, match in {id(r): (r, m) for r, m in reversed(self.named(english))}.values():
            if rendering.german and rendering.binding and id(rendering) not in forbidden:
                kind = "present" if id(rendering) in has else "missing"
                found.append(Verdict(rendering, kind, english[match.start : match.end], match.start))
        return found


def _spans(longer: Match, match: Match) -> bool:
    return all(any(start <= a and b <= end for start, end in longer.spans) for a, b in match.spans)


def _holds(name: Match, owner: int, written: str, match: Match, of: int, word: str, text: str) -> bool:
    """Whether a forbidden word is only part of another name (of several words, or a longer one in the same compound), or is
    another rule's name: "Anspornen" may be forbidden for "Angespornt" and be an action of its own."""
    if not (name.start <= match.start and match.end <= name.end) or name.kind == "derived" or name == match:
        return False
    if name.start < match.start or match.end < name.end:
        return True
    if text.casefold() == written.casefold() != word.casefold():
        return True  # "anstürmen" is listed, so no form of the forbidden "Ansturm"
    exactly = text.casefold() == word.casefold() != written.casefold()  # "Zauber" is forbidden though it is a form of "Zaubern"
    if name.kind == "form" and owner != of:
        return not exactly
    return match.kind == "compound" and (name.kind == "form" or len(written) > len(word)) and written != word
