"""The vocabulary, and texts and queries in its words, as lists of whole numbers: most take one letter, and letters compress well.

Of all systems, or of one (`Lexicon.within`):

words      the folded surfaces, sorted, front-coded (`front_coded`), without those that are shown (`shown_words`)
endings    ending → how many letters the stem drops from most words that end so; the longest counts
stems      the other words by the gaps between them, each with that number; `ODD` where the stem is not a prefix of the word
odd        those irregular stems, in order
splits     compounds by the gaps between them, each with the number of its parts; for each part its start relative to the previous part's,
           and its length (the last's omitted)
verbs      verb forms by the gaps between them, each with the distance to its infinitive in the list
also       words by the gaps between them, each with the number of its synonymous terms and those terms' positions among all stems, sorted;
           only where those that names tell (`_told_synonyms`) lack one, or have one that does not count
thesaurus  stems likewise, each with those that rules may use instead
others     system → the gaps between the words that are not its own (`system_words.py`); documents are written by places among its own
english    the documents whose English title equals their title
german     the words of English titles that occur in a short rule and in no German title
frequency  of one system: in how many documents of all each stem counts as occurring

Of the documents of one system, by their position among these, in its own words and the stop words that are none of them:

parts      the distinct texts of the field "part"; `part` the position of each one's
carried    per document, the number of names of the concepts that it carries, and their positions (`related_names`), each less the one that
           follows the one before
acronyms   per document, those acronyms of its titles, between "|", that their words and these words' parts do not tell (`plain_acronyms`)
texts      the words that texts have, whatever their form, by the gaps between them: words with the same terms count alike, so that only the
           first of them is listed; `sizes` are the numbers of these texts less one, `gaps` lists them, most frequent word first; of all of
           these, `repeats` are the gaps between those that have the word more than once, `times` how often beyond twice. Without the
           words that title and short rule tell (`words.told`)
lengths    per document, the number of its recorded queries, the shortest first; for each, twice its number of words, plus one where the
           query is long, less that of the one before
queries    their words: the position among the document's shown words and those of its earlier queries, or that many more plus the position
           among all words, most frequent in texts first; in a long query in ascending order, each less the one before
questions  per document, the number of words that only its questions have, and the gaps between their positions among all words, likewise
said       per document, how often its questions have the stems of its shown words and those of its queries, three digits to a letter
quoted     per document, the number of words of its text whose stem is another one of its questions, and the gaps between these, most
           frequent word first; each stem once
stops      per stop word, the number of documents whose queries or questions have it, and the gaps between these
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from nachschlag.generator.files.memo import Memo, digest
from nachschlag.generator.german import search_words

from ..core.analysis import ACRONYM_MARK, Analysed
from ..core.documents import CONCEPT_KIND, Corpus, Document
from ..core.lexicon import Lexicon
from ..core.words import FROM_CONCEPTS, SHOWN_FIELDS, AllWords
from .numbers import ENDS, GOES_ON, gaps, numbers  # noqa: F401 (shared.js has the first two under this module's name)
from .text_columns import text_columns

#: Words, each with others.
Surfaces = Mapping[str, Sequence[str]]

#: Marks a stem that is not a prefix of its word.
ODD = 40


def _signed(number: int) -> int:
    """Map whole numbers to non-negative ones: 0, -1, 1, -2, 2, … become 0, 1, 2, 3, 4, …"""
    return 2 * number if number >= 0 else -2 * number - 1


#: The letter for words that share nothing with the one before; those before it count the letters that a word does without.
_ALL = "Z"


def front_coded(words: Iterable[str]) -> str:
    """Front-code sorted words: for each a capital, which says how many letters of the one before to take off (A none, B one, … Z all), then
    the letters to add. Folded words have no capitals.

    >>> front_coded(["angriff", "angriffs", "angst"])
    'ZangriffAsFst'
    """
    coded, before = [], ""
    for word in words:
        coded.append(_added(before, word))
        before = word
    return "".join(coded)


def _added(before: str, word: str) -> str:
    shared, most = 0, min(len(before), len(word))
    while shared < most and before[shared] == word[shared]:
        shared += 1
    lost = before[shared:]
    if not shared or len(lost) >= ord(_ALL) - ord("A") or max(lost, default="") > "\uffff":  # which JavaScript counts twice
        return _ALL + word
    return chr(ord("A") + len(lost)) + word[shared:]


#: A word that every browser reads alike, whatever letters it knows.
PLAIN_WORD = re.compile("[a-z0-9]+")


def shown_words(documents: AllWords) -> list[str]:
    """The words of what a browser knows of documents before their texts: it reads them there."""
    found = set(" ".join(map(documents.of_field, SHOWN_FIELDS)).split())
    return sorted(word for word in found if PLAIN_WORD.fullmatch(word))


def vocabulary(
    lexicon: Lexicon, analysed: Analysed, memo: Memo, shown: Collection[str], places: Collection[int], system: str = ""
) -> dict[str, Any]:
    """Encode a lexicon, of all systems or of one with its documents at some places, as the columns above, without the words that are
    `shown`.
    """
    words = list(lexicon.surfaces)
    own = {name: found for name, found in analysed.own.items() if system in ("", name)}
    known = analysed.surfaces if not system else set(own[system])
    told = {word: analysed.splits[word] for word in words if word in known and word in analysed.splits}
    verbs = {word: analysed.infinitives[word] for word in words if word in known and word in analysed.infinitives}
    surfaces = (f"{word} {' '.join(terms)}" for word, terms in lexicon.surfaces.items())
    key = digest(*surfaces, repr(told), repr(verbs), " ".join(shown))
    terms = terms_in(lexicon)
    synonyms = _told_synonyms(lexicon, analysed, system, places)
    return {
        **memo.grown(f"words-{system}", key, lambda _: _words(lexicon.surfaces, told, verbs, frozenset(shown))),
        "also": numbers(_others(words, _untold(lexicon.also, synonyms), terms)),
        "thesaurus": numbers(_others(terms, lexicon.thesaurus, terms)),
        "others": {name: numbers(_without(words, found)) for name, found in own.items()},
        "english": same_in_english(analysed.documents),
        "german": [word for word in sorted(analysed.german) if word in lexicon.surfaces],
    }


def same_in_english(documents: Sequence[Document]) -> list[int]:
    """The documents whose English title equals their title."""
    return [position for position, document in enumerate(documents) if document.title_en == document.title]


def terms_in(lexicon: Lexicon) -> list[str]:
    """The stems of a lexicon, sorted."""
    return sorted({stem for stem, *_ in lexicon.surfaces.values()})


def document_columns(corpus: Corpus, analysed: Analysed, system: str, carried: Mapping[str, int], memo: Memo) -> dict[str, Any]:
    """Encode the documents of a system as the columns above; `carried` numbers the names of concepts (`related_names`)."""
    places = corpus.places[system]
    marks = [corpus.marks[at] for at in places]
    surfaces = {word: analysed.surfaces[word] for word in analysed.own[system]}
    key = digest(corpus.named, analysed.mark)
    titles: dict[str, Any] = memo.grown(f"titles-{system}", key, lambda _: _of_titles(corpus, analysed, places, carried))
    return {**titles, **text_columns(surfaces, marks, analysed.words.among(places), memo, system)}


def _of_titles(corpus: Corpus, analysed: Analysed, places: Sequence[int], carried: Mapping[str, int]) -> dict[str, Any]:
    """The columns that no text changes."""
    own = [corpus.documents[at] for at in places]
    parts = list(dict.fromkeys(map(part_text, own)))
    return {
        "parts": parts,
        "part": numbers(parts.index(part_text(document)) for document in own),
        "carried": numbers(_carried(own, carried)),
        "acronyms": [_acronyms(analysed, at) for at in places],
    }


def _carried(documents: Iterable[Document], carried: Mapping[str, int]) -> Iterator[int]:
    """The names of the concepts that documents carry: mostly those of one concept, which follow each other."""
    expected = 0
    for document in documents:
        yield len(document.related)
        for name in document.related:
            yield _signed(carried[name] - expected)
            expected = carried[name] + 1


# -- vocabulary ---------------------------------------------------------------------------------------------------------------


def _words(surfaces: Surfaces, splits: Surfaces, infinitives: Mapping[str, str], shown: Collection[str]) -> dict[str, Any]:
    words = list(surfaces)
    lacks = [_lacks(word, stem) for word, (stem, *_) in surfaces.items()]
    endings = _endings(words, lacks)
    others = {place: lack for place, (word, lack) in enumerate(zip(words, lacks, strict=True)) if lack != _usual(word, endings)}
    return {
        "words": front_coded(word for word in words if word not in shown),
        "endings": endings,
        "stems": numbers(number for pair in zip(gaps(others), others.values(), strict=True) for number in pair),
        "odd": [stem for word, (stem, *_) in surfaces.items() if not word.startswith(stem)],
        "splits": numbers(_splits(words, splits)),
        "verbs": numbers(_verbs(words, infinitives)),
    }


def _lacks(word: str, stem: str) -> int:
    return len(word) - len(stem) if word.startswith(stem) else ODD


#: The longest ending that tells what a stem drops, and how many words it must tell it of that a shorter one does not.
LONGEST_ENDING, _WORTH = 3, 4


def _endings(words: Sequence[str], lacks: Sequence[int]) -> dict[str, int]:
    """What a stem drops from most words with an ending, where shorter endings do not say so."""
    found = {"": Counter(lacks).most_common(1)[0][0] if lacks else 0}
    for size in range(1, LONGEST_ENDING + 1):
        dropped: dict[str, Counter[int]] = defaultdict(Counter)
        for word, lack in zip(words, lacks, strict=True):
            dropped[word[-size:]][lack] += 1
        for ending, counts in dropped.items():
            lack, most = counts.most_common(1)[0]
            if len(ending) == size and most - counts[_usual(ending, found)] >= _WORTH:
                found[ending] = lack
    return found


def _usual(word: str, endings: Mapping[str, int]) -> int:
    """What the stem drops from most words with the longest known ending of this one."""
    return next(endings[word[at:]] for at in range(max(0, len(word) - LONGEST_ENDING), len(word) + 1) if word[at:] in endings)


def _told(word: str, parts: Sequence[str]) -> Sequence[str]:
    """The parts of a word if the browser, which counts UTF-16 units, can be told them."""
    return parts if len(word.encode("utf-16-le")) // 2 == len(word) else ()


def _splits(words: Sequence[str], splits: Surfaces) -> Iterator[int]:
    compounds = {at: word for at, word in enumerate(words) if _told(word, splits.get(word, ()))}
    for gap, word in zip(gaps(compounds), compounds.values(), strict=True):
        parts = splits[word]
        yield from (gap, len(parts))
        end = 0
        for part in parts:
            start = word.index(part, end)
            yield start - end
            end = start + len(part)
            if part is not parts[-1]:  # the last part runs to the end of the word
                yield len(part)


def _verbs(words: Sequence[str], infinitives: Mapping[str, str]) -> Iterator[int]:
    forms = [at for at, word in enumerate(words) if word in infinitives]
    for gap, at in zip(gaps(forms), forms, strict=True):
        yield from (gap, _signed(bisect_left(words, infinitives[words[at]]) - at))


#: Words, each with the terms that mean the same.
_Synonyms = Mapping[str, Collection[str]]


def _told_synonyms(lexicon: Lexicon, analysed: Analysed, system: str, places: Collection[int]) -> _Synonyms:
    """The synonyms (`_also` in analysis.py) that the browser is told by all names, and by those of concepts in the documents at some
    places; only those that count in the system.
    """
    own = frozenset(analysed.own[system]) if system else lexicon.surfaces.keys()
    told = defaultdict[str, set[str]](set)
    for at, found in enumerate(analysed.words.alike()):
        if not found or found[0] not in own:
            continue
        title, *others = found
        term = lexicon.surfaces[title][0]
        for word in others if at in places else others[: others.index(FROM_CONCEPTS)]:
            if word in own and lexicon.surfaces[word][0] != term:
                told[word].add(term)
    return told


def _untold(synonyms: _Synonyms, told: _Synonyms) -> dict[str, list[str]]:
    """What distinguishes the synonyms from those told."""
    found = {word: sorted(set(synonyms.get(word, ())) ^ set(told.get(word, ()))) for word in {*synonyms, *told}}
    return {word: found[word] for word in sorted(found) if found[word]}


def _without(words: Sequence[str], own: Collection[str]) -> Iterator[int]:
    """The gaps between the words that are not among some."""
    known = frozenset(own)
    return gaps(place for place, word in enumerate(words) if word not in known)


def _others(words: Sequence[str], others: Mapping[str, Sequence[str]], terms: Sequence[str]) -> Iterator[int]:
    """Some of the sorted words, each with other terms."""
    for gap, found in zip(gaps(bisect_left(words, word) for word in others), others.values(), strict=True):
        yield from (gap, len(found), *(bisect_left(terms, term) for term in found))


# -- documents ----------------------------------------------------------------------------------------------------------------


def _acronyms(analysed: Analysed, at: int) -> str:
    def parts(word: str) -> Sequence[str]:
        return _told(word, analysed.splits.get(word, ()))

    document = analysed.documents[at]
    plain = search_words.plain_acronyms(document.title, parts) | search_words.plain_acronyms(document.title_en, parts)
    found = (term.removeprefix(ACRONYM_MARK) for term in analysed.acronyms[at])
    return "|".join(acronym for acronym in found if acronym not in plain)


def related_names(corpus: Corpus) -> tuple[dict[str, int], list[str]]:
    """Number all names of concepts: those of the concepts' own documents first, in their order, then the others, which it lists."""
    concepts = [document for document in corpus.documents if document.kind == CONCEPT_KIND]
    borne = dict.fromkeys(name for c in concepts for name in (c.title, c.title_en, *c.names) if name)
    others = list(dict.fromkeys(name for d in corpus.documents for name in d.related if name not in borne))
    return {name: number for number, name in enumerate((*borne, *others))}, others


def part_text(document: Document) -> str:
    """The text of a document's field "part"."""
    return " ".join((document.part, *document.part_abbreviations))
