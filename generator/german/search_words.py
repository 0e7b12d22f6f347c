"""German text → tokens, by pure functions: fold, tokenise, stem, split compounds, strip parameters.

>>> words("Würfle für JEDE Verbundbasis 2W6, siehe 17.0.")
['wurfle', 'fur', 'jede', 'verbundbasis', '2w6', 'siehe', '17.0']

Everything after `fold` works on folded text, so that "würfel", "wuerfel" and "WÜRFEL" are one word everywhere: in titles,
prefixes, typos and in the browser, where the same folding is written out again (assets/suche-deutsch.js).

Sources: the folding rules are those of Lucene's GermanNormalizationFilter, which follow the German2 variant of the Snowball
stemmer (https://snowballstem.org/algorithms/german2/stemmer.html); the stemmer is snowballstemmer ≥ 3, whose `german` has
taken German2 over. Whoosh's own bundled Snowball is older and is not used. Splitting compounds against a word list is the
idea of Lucene's DictionaryCompoundWordTokenFilter, with the library's own words as the list.
"""

from __future__ import annotations

import re
import threading
import unicodedata
from collections.abc import Collection, Iterator
from functools import lru_cache

import snowballstemmer

# -- folding ------------------------------------------------------------------------------------------------------------------

_UMLAUT = re.compile(r"[äöü]e*|[ao]e+|ue+")
_VOWELS = "aeiouyäöüq"  # after one of these "ue" is no umlaut: "feuer", "neue", "quelle"
_PLAIN = str.maketrans("äöü", "aou")
_INVISIBLE = re.compile("[\u00ad\u200b-\u200d\u2060\ufeff]")


def visible(text: str) -> str:
    """Without soft hyphens and other characters that nobody sees.

    >>> visible("Ge\\u00adlän\\u00adde")
    'Gelände'
    """
    return _INVISIBLE.sub("", text)


def fold(text: str) -> str:
    """Lower case, umlauts and their spellings with e as plain vowels, ß as ss, other accents gone. Folding twice changes nothing.

    Unlike Lucene a whole run of e goes ("säen" and "saeen" both give "san"), else folding twice would differ from once.

    >>> fold("Größe"), fold("GROESSE"), fold("Feuer"), fold("Quelle"), fold("Crème")
    ('grosse', 'grosse', 'feuer', 'quelle', 'creme')
    """
    folded = _fold_once(text)
    # A handful of letters outside German need a second pass (a ligature that composes with what follows it).
    while not folded.isascii() and (again := _fold_once(folded)) != folded:
        folded = again
    return folded


def fold_letters(text: str) -> str:
    """The same, but "ae", "oe" and "ue" stay: they may be slips.

    >>> fold_letters("Größe"), fold_letters("tdoes")
    ('grosse', 'tdoes')
    """
    text = unicodedata.normalize("NFC", _INVISIBLE.sub("", unicodedata.normalize("NFKC", text).casefold()))
    return "".join(_bare(letter) for letter in text).translate(_PLAIN)


def _fold_once(text: str) -> str:
    text = unicodedata.normalize("NFKC", text).casefold()
    text = unicodedata.normalize("NFC", _INVISIBLE.sub("", text))
    if not text.isascii():
        text = "".join(_bare(letter) for letter in text)
    return _UMLAUT.sub(_plain_vowel, text)


@lru_cache(maxsize=4096)
def _bare(letter: str) -> str:
    """The letter without accents; ä ö ü stay, the next step needs them."""
    if letter in "äöü":
        return letter
    return "".join(c for c in unicodedata.normalize("NFD", letter) if not unicodedata.combining(c))


def _plain_vowel(match: re.Match[str]) -> str:
    found = match[0]
    if found[0] == "u" and match.start() and match.string[match.start() - 1] in _VOWELS:
        return found
    return found[0].translate(_PLAIN)


# -- tokens -------------------------------------------------------------------------------------------------------------------

_TOKEN = re.compile(r"\d+(?:\.\d+){1,3}|[^\W_]+")
_HYPHENATED = re.compile(r"(?<![^\W_])[^\W_]++(?:[-\u2010\u2011][^\W_]+)+")


def tokens(folded: str) -> list[str]:
    """The words and numbers of folded text. Dotted numbers and dice stay whole: "17.0", "2w6".

    >>> tokens("all-out attack, 2w6 (siehe 17.0)")
    ['all', 'out', 'attack', '2w6', 'siehe', '17.0']
    """
    return _TOKEN.findall(folded)


def joined(folded: str) -> list[str]:
    """Hyphenated words written as one, because others do: "kontroll-zone" is looked for as "kontrollzone".

    >>> joined("all-out attack")
    ['allout']
    """
    return [re.sub(r"[^\w]", "", word) for word in _HYPHENATED.findall(folded) if any(c.isalpha() for c in word)]


def words(text: str) -> list[str]:
    """Fold and tokenise."""
    return tokens(fold(text))


def key(text: str) -> str:
    """The form in which titles are compared with a query: folded words, no parameter.

    >>> key("Spalten (X)") == key("SPALTEN (2)") == "spalten"
    True
    """
    return " ".join(tokens(strip_parameters(fold(text))))


# -- stop words ---------------------------------------------------------------------------------------------------------------

# Articles, pronouns, prepositions and what a question is made of. Never a negation (nicht, kein, ohne, nie) and never a number
# ("eins" stays, "ein" goes): in a rule they turn the sense round.
_STOP = """
ans aufs furs ins ums vors durchs ubers unters hinters
der die das des dem den ein eine einer eines einem einen und oder aber auch als am an auf aus bei beim bis da dabei damit dann
dass dazu denn dort du dein deine deiner deinem deinen durch er es fur hier ich ihr ihre ihrer ihrem ihren im in ins ist sind
sein seine seiner seinem seinen war wird werden wurde hat haben habe habt hast ja jetzt kann kannst konnen konnt man mein meine
meiner meinem meinen mit mir mich nach noch nun nur ob sich sie so soll sollen uber um uns unser vom von vor wahrend was wann
warum welche welcher welches welchem welchen wenn wer wen wem wessen weil wie wieso wir wo womit woher wohin zu zum zur zwischen
bitte denn eigentlich mal genau gibt geht funktioniert funktionieren bedeutet bedeuten heisst heissen passiert
regel regeln the of and a an to for on with is are how what does do
"""
STOP_WORDS = frozenset(tokens(fold(_STOP)))


def is_stop_word(token: str) -> bool:
    """Whether a folded token says nothing about what is looked for."""
    return token in STOP_WORDS


# -- stems --------------------------------------------------------------------------------------------------------------------

_stemmer = snowballstemmer.stemmer("german")
_stemmer_lock = threading.Lock()  # the stemmer keeps the word it works on in itself


@lru_cache(maxsize=65536)
def stem(token: str) -> str:
    """The Snowball stem of a folded token; tokens with figures stay as they are.

    >>> stem("angriffen"), stem("angriffe"), stem("17.0")
    ('angriff', 'angriff', '17.0')
    """
    if not token.isalpha():
        return token
    with _stemmer_lock:
        return str(_stemmer.stemWord(token)) or token


#: Endings that the stemmer takes off, longest first: words it has never met are tried without them, in Python as in the browser.
ENDINGS = ("ern", "est", "em", "er", "en", "es", "st", "et", "e", "s", "n", "t")


def without_ending(token: str) -> Iterator[str]:
    """The token, then the token without each ending it has, the shortest cut first; at least three letters are left.

    >>> list(without_ending("zauberns"))
    ['zauberns', 'zaubern']
    """
    yield token
    for ending in reversed(ENDINGS):
        if token.endswith(ending) and len(token) - len(ending) >= 3:
            yield token[: -len(ending)]


# -- verbs --------------------------------------------------------------------------------------------------------------------

#: Endings of a weak verb's forms, longest first; each goes back to an infinitive in -en or -n.
VERB_ENDINGS = ("test", "tet", "ten", "end", "te", "st", "t", "e")
SEPARABLE = tuple(tokens(fold("ab an auf aus bei durch ein fort her hin los mit nach um vor weg zu zurück zusammen")))
INSEPARABLE = ("be", "ent", "er", "ge", "ver", "zer", "uber", "unter")
ADJECTIVAL = ("", "en", "er", "es", "em", "e")

# Forms that no ending tells: participles and the third person of the strong verbs that rules are made of.
_STRONG = """
bestanden:bestehen gebissen:beissen geblieben:bleiben gebrochen:brechen bricht:brechen gebunden:binden gefallen:fallen fällt:fallen
gefangen:fangen geflogen:fliegen geflohen:fliehen gefunden:finden gegangen:gehen gegeben:geben gegriffen:greifen gehalten:halten
hält:halten gehoben:heben gekommen:kommen geladen:laden gelaufen:laufen läuft:laufen gelegen:liegen gelitten:leiden genommen:nehmen
nimmt:nehmen geritten:reiten gerissen:reissen gerufen:rufen geschehen:geschehen geschlagen:schlagen schlägt:schlagen
geschlossen:schliessen geschoben:schieben geschossen:schiessen geschrieben:schreiben geschworen:schwören gesehen:sehen sieht:sehen
gesprochen:sprechen spricht:sprechen gesprungen:springen gestanden:stehen gestiegen:steigen gestorben:sterben stirbt:sterben
getragen:tragen trägt:tragen getroffen:treffen trifft:treffen getrieben:treiben getreten:treten tritt:treten geworfen:werfen
wirft:werfen gewonnen:gewinnen gewiesen:weisen gewichen:weichen gezogen:ziehen verloren:verlieren vergessen:vergessen schieden:scheiden
standen:stehen boten:bieten
"""
STRONG = dict(pair.split(":") for pair in fold(_STRONG).split())


def infinitive(word: str, vocabulary: Collection[str]) -> str:
    """The infinitive in `vocabulary` of which a folded word is a form: conjugated, participle, with or without ge-; "" where there is none.

    >>> infinitive("rennt", {"rennen"}), infinitive("aufgestellt", {"aufstellen"}), infinitive("umgruppierte", {"umgruppieren"})
    ('rennen', 'aufstellen', 'umgruppieren')
    >>> infinitive("angegriffene", {"angreifen"}), infinitive("bestandener", {"bestehen"})
    ('angreifen', 'bestehen')
    >>> infinitive("gesammelte", {"gesammelten", "sammeln"})
    'sammeln'
    """
    if not word.isalpha():
        return ""
    found = (form for form in (*_strong(word), *_weak(word)) if form in vocabulary and form != word)
    return next(found, "")


def _strong(word: str) -> Iterator[str]:
    for ending in ADJECTIVAL:
        form = word.removesuffix(ending)
        if ending and form == word:
            continue
        for prefix in ("", *SEPARABLE, *INSEPARABLE):
            if form.startswith(prefix) and (verb := STRONG.get(form[len(prefix) :])):
                yield prefix + verb


def _weak(word: str) -> Iterator[str]:
    without_ge = (prefix + word[len(prefix) + 2 :] for prefix in ("", *SEPARABLE) if word.startswith(prefix + "ge"))
    for form in (*without_ge, word):
        for ending in VERB_ENDINGS:
            root = form.removesuffix(ending)
            if root != form and len(root) >= 3:
                yield from (root + "en", root + "n")


# -- compounds ----------------------------------------------------------------------------------------------------------------

LINKS = ("", "s", "n", "en", "es", "er", "e")
SHORTEST_PART = 4
_MOST_PARTS = 4
_LONGEST_WORD = 60  # nobody types a longer one, and time must stay bounded


def split_compound(word: str, vocabulary: Collection[str], shortest: int = SHORTEST_PART) -> tuple[str, ...]:
    """The parts of a compound, as few as possible, none shorter than `shortest`, and all of them in `vocabulary`; () where it is none.

    >>> split_compound("bewegungsphase", {"bewegung", "phase"})
    ('bewegung', 'phase')
    """
    if not 2 * shortest <= len(word) <= _LONGEST_WORD or not word.isalpha():
        return ()
    # best[i]: the best way to end exactly at i with a part; fewest parts first, then the one whose shortest part is longest
    best: dict[int, tuple[str, ...]] = {}
    for end in range(shortest, len(word) + 1):
        ways = [
            way
            for start in (0, *_starts(word, best, end - shortest))
            if (part := word[start:end]) in vocabulary and part != word
            for way in _ways(word, best, start, part)
        ]
        if ways:
            best[end] = min(ways, key=lambda way: (len(way), -min(map(len, way)), way))
    return best.get(len(word), ())


def _starts(word: str, best: dict[int, tuple[str, ...]], latest: int) -> Iterator[int]:
    """Where a next part may start: after a found part and a linking sound, at `latest` there."""
    starts = {stop + len(link) for stop in best for link in LINKS if word.startswith(link, stop)}
    return iter(sorted(start for start in starts if start <= latest))


def _ways(word: str, best: dict[int, tuple[str, ...]], start: int, part: str) -> Iterator[tuple[str, ...]]:
    if start == 0:
        yield (part,)
        return
    for link in LINKS:
        before = best.get(start - len(link))
        if before and len(before) < _MOST_PARTS and word.startswith(link, start - len(link)):
            yield (*before, part)


# -- parameters ---------------------------------------------------------------------------------------------------------------

_DIE = r"\d*[wd]\d+"
_BRACKETS = re.compile(rf"(?<=\w)\s*\(\s*[+\-–−]?\s*(?:{_DIE}|[xn]|\d+(?:/\d+)?)\+?\s*\)")
_BARE = re.compile(rf"(?<=[^\W\d_])\s+(?:\d+\+|{_DIE}\+?)(?!\w|\s*(?:zoll|treffer|wucht|\"))")


def strip_parameters(folded: str) -> str:
    """Folded text without the values behind rule names: "(2)", "(5+)", "(1/10)", "5+", "w6".

    A value before Zoll, Treffer or Wucht is what the reader asks about and stays; so does a plain number, it may be a rule's.

    >>> strip_parameters("spalten (2)"), strip_parameters("rettung 5+"), strip_parameters("w6 treffer"), strip_parameters("magie 4")
    ('spalten', 'rettung', 'w6 treffer', 'magie 4')
    """
    return _BARE.sub("", _BRACKETS.sub("", folded))


# -- acronyms -----------------------------------------------------------------------------------------------------------------


def acronyms(title: str, vocabulary: Collection[str] = ()) -> set[str]:
    """Initials by which players shorten a title: of its words, with and without stop words, and of a compound's parts and their parts.

    >>> sorted(acronyms("All-out Attack")), acronyms("Befehlspunkt", {"befehl", "punkt"})
    (['aoa'], {'bp'})
    >>> sorted(acronyms("Nahkampfwert", {"nahkampf", "nah", "kampf", "wert"}))
    ['nkw', 'nw']
    """
    found = [token for token in tokens(strip_parameters(fold(title))) if token[0].isalpha()]
    parts = [part for token in found for part in (split_compound(token, vocabulary) or (token,))]
    finer = [part for token in parts for part in (split_compound(token, vocabulary, shortest=3) or (token,))]
    rows = (found, [token for token in found if not is_stop_word(token)], parts, finer)
    return {"".join(token[0] for token in row) for row in rows if 2 <= len(row) <= 5}
