"""Names as army lists write them → what they mean: one table for the command and, as part of a bundle, for the site's page.

>>> list_keys("Dice Storm (2)")
('dice storm', 'dice storms')
"""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable
from functools import lru_cache

from ..german.inflection import english_forms, plural_endings
from ..model.library import Library, Name, without_parameter
from ..model.reference import Reference
from .resolve import Place, resolve_reference

_WORD = re.compile(r"[^\W_]+")
_DROPPED = re.compile(r"[\u0300-\u036f'’]")


@lru_cache(maxsize=16384)  # the same titles recur
def list_keys(name: str) -> tuple[str, ...]:
    """Normalise a name for comparison: only letters and digits, without accents and case; also with its last word in the other
    number in English."""
    words = _words(without_parameter(name).replace("&", " and "))
    if not words:
        return ()
    last = sorted(english_forms(words[-1]), key=lambda form: (form != words[-1], form))
    return tuple(" ".join((*words[:-1], form)) for form in last)


def _words(text: str) -> list[str]:
    plain = unicodedata.normalize("NFKD", text).casefold()
    return _WORD.findall(_DROPPED.sub("", plain))


#: The endings of German nouns in keys, and those of their plurals: (["horde", ["horden"]] would be one), the longest first.
PLURALS = [("".join(_words(ending)), ["".join(_words(plural)) for plural in plurals]) for ending, plurals in plural_endings()]


def plural_keys(key: str) -> list[str]:
    """A key with its last word in the German plural.

    >>> plural_keys("wilde horde"), plural_keys("wurfelsturm")
    (['wilde horden'], ['wurfelsturme', 'wurfelsturmen'])
    """
    ending, plurals = next(row for row in PLURALS if key.endswith(row[0]))
    return [key.removesuffix(ending) + plural for plural in plurals]


def _singulars(key: str) -> list[str]:
    """The English singulars of a key."""
    stems = (key[:-1], key[:-2], f"{key[:-3]}y")
    return [stem for stem in stems if key in list_keys(stem)]


class ListNames:
    """All names of a system by their keys."""

    def __init__(self, library: Library, system: str) -> None:
        self._library, self._system = library, system
        self.by_key: dict[str, list[Name]] = defaultdict(list)
        self._of_plural: dict[str, list[str]] = defaultdict(list)
        for name in library.names(system):
            for key in list_keys(name.text):
                self.by_key[key].append(name)
        for key in {key for name in library.names(system) for key in list_keys(name.text)[:1]}:
            for plural in plural_keys(key):
                self._of_plural[plural].append(key)

    def targets(self, text: str) -> list[str]:
        """The ids that a name means: none, one, or several between which only its surroundings decide. An unknown name is also
        tried as the German plural of another, or as its singular.
        """
        if (found := self._targets(text)) or not (keys := list_keys(text)[:1]):
            return found
        others = (*self._of_plural.get(keys[0], ()), *plural_keys(keys[0]))
        return sorted({target for key in others for target in self._targets(key)})

    def _targets(self, text: str) -> list[str]:
        names = [name for key in list_keys(text) for name in self.by_key.get(key, ())]
        targets = list(dict.fromkeys(name.target for name in names))
        if len(targets) > 1:
            reference = Reference(0, 0, text, "title", names[0].text)
            one = resolve_reference(reference, self._library, Place(self._system)).target
            return [one] if one in targets else targets
        return targets


def beyond(library: Library, system: str, given: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Key → slugs, for keys whose meaning does not follow from `given`, pairs of names and slugs. A key is in capitals where a name
    in capitals means something else; a key without its own meaning takes that of its plural or singular.
    """
    names = ListNames(library, system)
    own: dict[str, set[str]] = defaultdict(set)
    for text, slug in given:
        for key in list_keys(text):
            own[key].add(slug)
    found: dict[str, str] = {}
    for key in sorted({*names.by_key, *own}, key=lambda key: (len(key), key)):
        forms = list_keys(key)
        known = {slug for form in forms for slug in own.get(form, ())}
        known = known or set(next((found[form] for form in (*forms, *_singulars(key)) if form in found), "").split())
        meant, loud = ([target.removeprefix(f"{system}/") for target in names.targets(text)] for text in (key, key.upper()))
        if set(meant) != known:
            found[key] = " ".join(meant)
        if loud != meant:
            found[key.upper()] = " ".join(loud)
    return found
