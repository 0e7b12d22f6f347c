"""The pages and the files of the static API, without building a site."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain

from nachschlag.generator.history.previous import Change
from nachschlag.generator.model.library import Library
from nachschlag.generator.model.settings import Settings
from nachschlag.generator.pages.page_keys import PageKeys
from nachschlag.generator.pages.rendered import Rendering
from nachschlag.generator.pages.site_pages import Pages, terms_alone
from nachschlag.generator.records.static_api import StaticApi
from nachschlag.generator.references.graph import link_library


def made_pages(library: Library, settings: Settings | None = None, changes: Mapping[str, Change] | None = None) -> dict[str, str]:
    """Every page file as path → text."""
    pages = Pages(Rendering(library, link_library(library)), settings or Settings(), changes)
    made = [*pages.fixed(), *pages.concept_list(), *map(pages.concept, library.concepts.values())]
    for system in library.systems.values():
        made += [*pages.lists(system), *map(pages.term, terms_alone(library, system))]
        made += [*map(pages.entry, library.system_entries(system.id)), pages.stand(system)]
    return {page.path: page.text for page in made}


def made_api(library: Library, settings: Settings | None = None) -> dict[str, str]:
    """Every API file as path below the site → text, and each rule's page for frames."""
    settings, graph = settings or Settings(), link_library(library)
    api = StaticApi(Rendering(library, graph), settings)
    made = {path: text for entry in library.entries.values() for path, text in api.of_entry(entry)}
    keys = PageKeys(library, graph, settings)
    of_systems = chain.from_iterable(api.of_system(system, keys) for system in library.systems.values())
    for batch in (*of_systems, *api.batches(keys)):
        made |= {path: str(text) for path, text in batch.files()}
    return made
