"""Ids for drafts: the slug of the German title; where several would share one, the part's or the parent's slug stands in front."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from itertools import chain, count

from ..model import RESERVED_SLUGS
from ..slug import slugify
from .model import Draft

_LONGEST = 80


def slugs_of(drafts: Sequence[Draft], kept: Mapping[int, str], taken: Collection[str] = ()) -> list[str]:
    """A slug for each draft, each once among entries and once among terms.

    kept   slugs that drafts (by index) have from the last edition
    taken  slugs of entries that somebody else made

    >>> wald = Draft("Wald", "numbered", part="Gelände")
    >>> slugs_of([wald, Draft("Wald", "numbered", part="Szenarien")], {})
    ['gelaende-wald', 'szenarien-wald']
    """
    used = {False: {*taken, *RESERVED_SLUGS}, True: set[str]()}
    for index, slug in kept.items():
        used[drafts[index].term].add(slug)
    plain = [_slug(draft.title) for draft in drafts]
    shared = Counter((draft.term, slug) for draft, slug in zip(drafts, plain, strict=True))
    slugs = []
    for index, draft in enumerate(drafts):
        if index in kept:
            slugs.append(kept[index])
            continue
        several = shared[draft.term, plain[index]] > 1
        slugs.append(_free(_candidates(plain[index], draft, drafts, several), used[draft.term]))
        used[draft.term].add(slugs[-1])
    return slugs


def _slug(title: str) -> str:
    return slugify(title)[:_LONGEST].strip("-") or "regel"


def _candidates(slug: str, draft: Draft, drafts: Sequence[Draft], several: bool) -> list[str]:
    parent = _slug(drafts[draft.parent].title) if draft.parent is not None else ""
    further = [f"{front}-{slug}"[:_LONGEST].strip("-") for front in (_slug(draft.part) if draft.part else "", parent) if front]
    return [*further, slug] if several and not draft.term else [slug, *further]


def _free(candidates: Sequence[str], used: Collection[str]) -> str:
    numbered = (f"{candidates[-1]}-{number}" for number in count(2))
    return next(slug for slug in chain(candidates, numbered) if slug not in used)
