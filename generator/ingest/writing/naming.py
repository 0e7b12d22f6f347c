"""Ids for drafts. An entry's id is the slug of its German title, prefixed with its part's or parent's if several would share one;
a term's follows from its title, so that further terms with one name get a distinction in brackets.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import chain, count

from ...model.fields import TITLE_LIMIT
from ...model.slug import slugify
from ...model.values import RESERVED_SLUGS
from ..drafts import Draft
from .as_body import one_line

_LONGEST = 80


def entry_slugs(drafts: Sequence[Draft], kept: Mapping[int, str], taken: Collection[str] = ()) -> dict[int, str]:
    """A slug for each draft of an entry, by index.

    kept   slugs of drafts (by index) from the last edition
    taken  slugs of other entries

    >>> wald = Draft("Wald", "numbered", part="Gelände")
    >>> entry_slugs([wald, Draft("Wald", "numbered", part="Szenarien")], {})
    {0: 'gelaende-wald', 1: 'szenarien-wald'}
    """
    entries = {index: _slug(draft.title) for index, draft in enumerate(drafts) if not draft.term}
    shared = Counter(entries.values())
    slugs = {index: kept[index] for index in entries if index in kept}
    used = {*taken, *RESERVED_SLUGS, *slugs.values()}
    for index, slug in entries.items():
        if index not in slugs:
            fronts = [_slug(name) for name in (drafts[index].part, _parent(drafts[index], drafts)) if name]
            in_front = [f"{front}-{slug}"[:_LONGEST].strip("-") for front in fronts]
            slugs[index] = free_slug([*in_front, slug] if shared[slug] > 1 else [slug, *in_front], used)
            used.add(slugs[index])
    return slugs


def term_titles(drafts: Sequence[Draft], taken: Collection[str] = ()) -> dict[int, str]:
    """A title for each draft of a term, by index, so that all ids are unique; `taken` are the slugs of other terms.

    >>> term_titles([Draft("Wald", "leads", term=True), Draft("WALD", "leads", part="Moor", term=True)])
    {0: 'Wald', 1: 'WALD (Moor)'}
    """
    titles: dict[int, str] = {}
    used: set[str] = {"", *RESERVED_SLUGS, *taken}
    for index, draft in enumerate(drafts):
        if draft.term:
            title = title_of(draft.title)
            around = [one_line(f"{title} ({name})", TITLE_LIMIT) for name in (_parent(draft, drafts), draft.part) if name]
            endings = (f" – {number}" for number in count(2))
            numbered = (one_line(title, TITLE_LIMIT - len(ending)) + ending for ending in endings)
            titles[index] = next(one for one in chain([title, *around], numbered) if slugify(one) not in used)
            used.add(slugify(titles[index]))
    return titles


def title_of(title: str) -> str:
    """A title on one line, without marks."""
    return one_line(title.replace("*", ""), TITLE_LIMIT) or "Ohne Titel"


def _slug(title: str) -> str:
    return slugify(title)[:_LONGEST].strip("-") or "regel"


def _parent(draft: Draft, drafts: Sequence[Draft]) -> str:
    return drafts[draft.parent].title if draft.parent is not None else ""


def free_slug(candidates: Iterable[str], used: Collection[str]) -> str:
    candidates = list(candidates)
    numbered = (f"{candidates[-1]}-{number}" for number in count(2))
    return next(slug for slug in chain(candidates, numbered) if slug not in used)
