"""The vocabulary, and texts and queries in its words, as lists of whole numbers: most take one letter, and letters compress well.

Of all documents:

words      the folded surfaces, sorted, front-coded: " " + one letter for the letters shared with the word before + the rest
endings    ending → how many letters the stem drops from most words that end so; the longest counts
stems      the other words by the gaps between them, each with that number; `ODD` where the stem is not a prefix of the word
odd        those irregular stems, in order
splits     per word, the number of its parts; for each part its start relative to the previous part's, and its length (the last's omitted)
verbs      per word, the distance to its infinitive in the list; 0 for none
also       words by the gaps between them, each with the number of its synonymous terms and those terms' positions in the list of all
thesaurus  terms likewise, each with those that rules may use instead
acronyms   per document, those acronyms of its titles, between "|", that their words and these words' parts do not tell (`plain_acronyms`)
english    the documents whose English title equals their title
german     the words of English titles that occur in a short rule and in no German title
parts      the distinct texts of the field "part"

Of the documents of one system, by their position among these:

part       the position of each one's text of the field "part"
carried    per document, the names of the concepts that it carries, by position (`related_names`)
texts      the words that texts have, whatever their form, by the gaps between them: words with the same terms count alike, so that only the
           first of them is listed; `sizes` are the numbers of these texts less one, `gaps` lists them, most frequent word first; of all of
           these, `repeats` are the gaps between those that have the word more than once, `times` how often beyond twice
lengths    per document, the number of its recorded queries, the shortest first; for each, twice its number of words, plus one where the
           query is long, less that of the one before
queries    their words: the position among the document's own words and those of its earlier queries, or that many more plus the position
           among all words, most frequent in texts first; in a long query in ascending order, each less the one before
questions  per document, the number of words that only its questions have, and the gaps between their positions among all words, likewise
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from nachschlag.generator.files.memo import Memo, digest
from nachschlag.generator.german import search_words

from ..core.analysis import ACRONYM_MARK, Analysed
from ..core.documents import CONCEPT_KIND, Corpus, Document
from .numbers import ENDS, GOES_ON, LETTERS, gaps, numbers  # noqa: F401 (shared.js has the first two under this module's name)
from .text_columns import Forms, text_columns

#: Marks a stem that is not a prefix of its word.
ODD = 40


def _signed(number: int) -> int:
    """Map whole numbers to non-negative ones: 0, -1, 1, -2, 2, … become 0, 1, 2, 3, 4, …"""
    return 2 * number if number >= 0 else -2 * number - 1


def front_coded(words: Iterable[str]) -> str:
    """Front-code sorted words: each after the number of letters that it shares with the one before.

    >>> front_coded(["angriff", "angriffs", "angst"])
    ' #angriff *s &st'
    """
    coded, before = [], ""
    for word in words:
        shared = _shared(before, word)
        coded.append(f" {LETTERS[shared]}{word[shared:]}")
        before = word
    return "".join(coded)


def _shared(one: str, other: str) -> int:
    most, at = min(len(one), len(other), len(LETTERS) - 1), 0
    while at < most and one[at] == other[at]:
        at += 1
    return at


def vocabulary(corpus: Corpus, analysed: Analysed, memo: Memo) -> dict[str, Any]:
    """Encode what all documents share as the columns above."""
    words = list(analysed.surfaces)
    return {
        **memo.grown("columns", analysed.mark, lambda _: _words(words, analysed)),
        "also": numbers(_others(words, analysed.also, analysed)),
        "thesaurus": numbers(_others(list(analysed.frequency), analysed.thesaurus, analysed)),
        "acronyms": _acronyms(analysed),
        "english": [position for position, document in enumerate(corpus.documents) if document.title_en == document.title],
        "german": _german(analysed, memo),
        "parts": _parts(corpus),
    }


def document_columns(
    corpus: Corpus, analysed: Analysed, forms: Forms, system: str, places: Sequence[int], memo: Memo
) -> dict[str, Any]:
    """Encode the documents of a system, which are at these places, as the columns above."""
    parts, (carried, _) = _parts(corpus), related_names(corpus)
    own = [corpus.documents[at] for at in places]
    marks = [corpus.marks[at] for at in places]
    return {
        "part": [parts.index(part_text(document)) for document in own],
        "carried": [[carried[name] for name in document.related] for document in own],
        **text_columns(forms, marks, analysed.words.among(places), memo, system),
    }


# -- vocabulary ---------------------------------------------------------------------------------------------------------------


def _words(words: Sequence[str], analysed: Analysed) -> dict[str, Any]:
    lacks = [_lacks(word, stem) for word, (stem, *_) in analysed.surfaces.items()]
    endings = _endings(words, lacks)
    others = {place: lack for place, (word, lack) in enumerate(zip(words, lacks, strict=True)) if lack != _usual(word, endings)}
    return {
        "words": front_coded(words),
        "endings": endings,
        "stems": numbers(number for pair in zip(gaps(others), others.values(), strict=True) for number in pair),
        "odd": [stem for word, (stem, *_) in analysed.surfaces.items() if not word.startswith(stem)],
        "splits": numbers(number for word in words for number in _split(word, analysed.splits.get(word, ()))),
        "verbs": numbers(_verbs(words, analysed.infinitives)),
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


def _split(word: str, parts: Sequence[str]) -> Iterator[int]:
    parts = _told(word, parts)
    yield len(parts)
    end = 0
    for part in parts:
        start = word.index(part, end)
        yield start - end
        end = start + len(part)
        if part is not parts[-1]:  # the last part runs to the end of the word
            yield len(part)


def _verbs(words: Sequence[str], infinitives: Mapping[str, str]) -> Iterator[int]:
    for place, word in enumerate(words):
        verb = infinitives.get(word)
        yield _signed(bisect_left(words, verb) - place) if verb else 0


def _others(words: Sequence[str], others: Mapping[str, Sequence[str]], analysed: Analysed) -> Iterator[int]:
    """Some of the sorted words, each with other terms."""
    terms = {term: place for place, term in enumerate(analysed.frequency)}
    for gap, found in zip(gaps(bisect_left(words, word) for word in others), others.values(), strict=True):
        yield from (gap, len(found), *(terms[term] for term in found))


# -- documents ----------------------------------------------------------------------------------------------------------------


def _acronyms(analysed: Analysed) -> list[str]:
    def parts(word: str) -> Sequence[str]:
        return _told(word, analysed.splits.get(word, ()))

    def others(document: Document, terms: Iterable[str]) -> Iterator[str]:
        plain = search_words.plain_acronyms(document.title, parts) | search_words.plain_acronyms(document.title_en, parts)
        return (acronym for acronym in (term.removeprefix(ACRONYM_MARK) for term in terms) if acronym not in plain)

    return ["|".join(others(*pair)) for pair in zip(analysed.documents, analysed.acronyms, strict=True)]


def related_names(corpus: Corpus) -> tuple[dict[str, int], list[str]]:
    """Number all names of concepts: those of the concepts' own documents first, in their order, then the others, which it lists."""
    concepts = [document for document in corpus.documents if document.kind == CONCEPT_KIND]
    borne = dict.fromkeys(name for c in concepts for name in (c.title, c.title_en, *c.names) if name)
    others = list(dict.fromkeys(name for d in corpus.documents for name in d.related if name not in borne))
    return {name: number for number, name in enumerate((*borne, *others))}, others


def _german(analysed: Analysed, memo: Memo) -> list[str]:
    """The words of English titles that are not English words, because short rules use them although no German title does."""
    texts = [analysed.words.of_field(name) for name in ("title", "short", "english")]

    def made(_: Any) -> list[str]:
        titles, shorts, english = (set(text.split()) for text in texts)
        return sorted(english & shorts - titles)

    return list(memo.grown("german", digest(*texts), made))


def _parts(corpus: Corpus) -> list[str]:
    return list(dict.fromkeys(map(part_text, corpus.documents)))


def part_text(document: Document) -> str:
    """The text of a document's field "part"."""
    return " ".join((document.part, *document.part_abbreviations))
