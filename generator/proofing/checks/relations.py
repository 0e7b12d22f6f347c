"""Fields that name other items: parent, see, phases, a term's entry, a concept's entries."""

from __future__ import annotations

from collections.abc import Iterator

from ...model.findings import Finding, did_you_mean
from ...model.library import Library
from ...model.places import place
from ...prose.wording import counted
from .pieces import About


def _slugs(library: Library, system: str) -> list[str]:
    return [entry.slug for entry in library.system_entries(system)]


def _meant(library: Library, system: str, name: str) -> str:
    """The hint for an entry or term ("glossar/wurf") that does not exist: similar names, or else what to do."""
    is_term = name.startswith("glossar/")
    known = [term.id.rpartition("/")[2] for term in library.system_terms(system)] if is_term else _slugs(library, system)
    meant = did_you_mean(name.removeprefix("glossar/"), known)
    return meant or "Heißt es jetzt anders, nenne die neue Kennung; sonst streiche es."


def parents_exist(library: Library, about: About) -> Iterator[Finding]:
    """K003: `parent` is an entry of the same system."""
    for entry in about.entries:
        if entry.parent and (entry.parent not in library.entries or not entry.parent.startswith(f"{entry.system}/")):
            name = entry.parent.removeprefix(f"{entry.system}/")
            message = f"Den übergeordneten Eintrag „{name}“ gibt es nicht."
            yield Finding("K003", place(entry, "parent"), message, _meant(library, entry.system, name))


def parents_form_a_tree(library: Library, about: About) -> Iterator[Finding]:
    """K005: no entry is its own ancestor."""
    for entry in about.entries:
        seen = {entry.id}
        above = entry.parent
        while above and above not in seen:
            seen.add(above)
            parent = library.entries.get(above)
            above = parent.parent if parent else ""
        if above == entry.id:
            message = f"„{entry.title}“ steht über den Umweg „{entry.parent.partition('/')[2]}“ unter sich selbst."
            yield Finding("K005", place(entry, "parent"), message, "Streiche „parent“ beim obersten dieser Einträge.")


def see_exists(library: Library, about: About) -> Iterator[Finding]:
    """K004: everything in `see` is an entry (following moved ids)."""
    for entry in about.entries:
        for target in entry.see:
            if library.entry(target) is None:
                name = target.removeprefix(f"{entry.system}/")
                system, _, slug = target.partition("/")
                hint = _meant(library, system, slug)
                yield Finding("K004", place(entry, "see"), f"„{name}“ (unter „see“) gibt es nicht.", hint)


def named_as_today(library: Library, about: About) -> Iterator[Finding]:
    """K020: fields name an entry by its current id."""
    named = [
        *(("see", entry.see, place(entry, "see")) for entry in about.entries),
        *(("mentioned", term.mentioned, term.location) for term in about.terms),
        *(("entries", ids, concept.location) for concept in about.concepts for ids in concept.entries.values()),
        *(("queries", (asked.target,), asked.location) for asked in about.queries),
        *(("sheets", sheet.rules, sheet.location) for system in about.systems for sheet in system.sheets),
    ]
    for field, ids, at in named:
        current = {one: library.current_id(one) for one in ids}
        for old in (one for one, new in current.items() if one != new and library.target(new)):
            new = current[old].partition("/")[2]
            message = f"„{old.partition('/')[2]}“ (unter „{field}“) ist umgezogen und heißt jetzt „{new}“."
            yield Finding(
                "K020", at, message, f"Streiche es; „{new}“ steht schon da." if current[old] in ids else f"Schreibe „{new}“."
            )


def collections_name_rules(library: Library, about: About) -> Iterator[Finding]:
    """K021: a ready-made collection names entries of its system (following moved ids)."""
    for system in about.systems:
        for sheet in system.sheets:
            for rule in sheet.rules:
                if (entry := library.entry(rule)) is None or entry.system != system.id:
                    name = rule.removeprefix(f"{system.id}/")
                    message = f"Der Spickzettel „{sheet.title}“ nennt „{name}“, das es in diesem Spiel nicht gibt."
                    yield Finding("K021", sheet.location, message, _meant(library, system.id, name))


def phases_exist(library: Library, about: About) -> Iterator[Finding]:
    """F013: every phase is one of the system's."""
    for entry in about.entries:
        known = [phase.id for phase in library.systems[entry.system].phases]
        for phase in entry.phases:
            if phase not in known:
                yield Finding(
                    "F013",
                    place(entry, "phases"),
                    f"Die Phase „{phase}“ gibt es in diesem Spiel nicht.",
                    did_you_mean(phase, known),
                )


def places_name_parts(library: Library, about: About) -> Iterator[Finding]:
    """F018: every other place of a rule is in a part of its system."""
    for entry in about.entries:
        known = [part.id for part in library.systems[entry.system].parts]
        for part in (told.part for told in entry.places if told.part not in known):
            message = f"Den Teil „{part}“ (unter „places“) gibt es in diesem Spiel nicht."
            yield Finding("F018", place(entry, "places"), message, did_you_mean(part, known))


def tables_are_even(_: Library, about: About) -> Iterator[Finding]:
    """F014: every row of a table has one cell per column, and the columns that name rows exist."""
    for entry in about.entries:
        columns, rows = (entry.data or {}).get("columns"), (entry.data or {}).get("rows")
        for i, row in enumerate(rows or ()):
            if len(row) != len(columns or ()):
                message = (
                    f"Zeile {i + 1} der Tabelle hat {counted(len(row), 'Zelle', 'Zellen')}, Spalten gibt es {len(columns or ())}."
                )
                yield Finding(
                    "F014",
                    place(entry, f"data.rows[{i}]"),
                    message,
                    'Ergänze oder streiche Zellen; eine leere Zelle schreibt man "".',
                )
        for title in (entry.data or {}).get("row_titles") or ():
            if title not in (columns or ()):
                message = f"„row_titles“ nennt die Spalte „{title}“, die es nicht gibt."
                yield Finding("F014", place(entry, "data"), message, did_you_mean(title, columns or ()))


def data_is_declared(library: Library, about: About) -> Iterator[Finding]:
    """F016: the system's system.yaml declares all texts in data."""
    for entry in about.entries:
        system = library.systems[entry.system]
        known = [own.name for own in system.data]
        for name in system.facts(entry.data):
            if name not in known:
                message = f"Das Datenfeld „{name}“ ist in {system.location.path} nicht erklärt und heißt auf der Seite auch so."
                hint = did_you_mean(name, known) or f"Ergänze dort unter „data“: - {{name: {name}, label: …}}"
                yield Finding("F016", place(entry, f"data.{name}"), message, hint)


def term_entries_exist(library: Library, about: About) -> Iterator[Finding]:
    """K011: a term's `entry` and the entries that mention it are entries of the same system, which is an excerpt if it has such terms."""
    for term in about.terms:
        for target in (i for i in term.mentioned if library.entry(i) is None):
            name = target.removeprefix(f"{term.system}/")
            message = f"Den Eintrag „{name}“, der den Begriff „{term.title}“ nennen soll, gibt es nicht."
            yield Finding("K011", term.location, message, _meant(library, term.system, name))
        if term.mentioned and not library.systems[term.system].excerpt:
            message = f"Der Begriff „{term.title}“ hat „mentioned“, aber sein Spiel ist kein Auszug."
            yield Finding(
                "K011", term.location, message, "Streiche „mentioned“, oder ergänze in system.yaml, was fehlt: excerpt: […]"
            )
        if term.entry and f"{term.system}/{term.entry}" not in library.entries:
            message = f"Der Eintrag „{term.entry}“ des Begriffs „{term.title}“ fehlt."
            yield Finding("K011", term.location, message, _meant(library, term.system, term.entry))


def concept_entries_exist(library: Library, about: About) -> Iterator[Finding]:
    """K013: a concept names existing entries or terms of existing systems. Skips systems that are not loaded."""
    for concept in about.concepts:
        for system, ids in concept.entries.items():
            for target in ids if system in library.systems else ():
                if library.target(target) is None:
                    name = target.partition("/")[2]
                    hint = _meant(library, system, name)
                    yield Finding(
                        "K013", concept.location, f"Das Konzept „{concept.title}“ nennt „{target}“, das es nicht gibt.", hint
                    )


def queries_are_for_something(library: Library, about: About) -> Iterator[Finding]:
    """K018: players' queries belong to existing entries and terms."""
    for asked in about.queries:
        if library.target(asked.target) is None:
            system, _, name = asked.target.partition("/")
            message = f"Suchanfragen stehen bei „{name}“, das es nicht gibt."
            yield Finding("K018", asked.location, message, _meant(library, system, name))


def concepts_speak_of_every_system(library: Library, about: About) -> Iterator[Finding]:
    """K017: a concept says for every system which entries embody it, or that the system lacks it (`[]`)."""
    for concept in about.concepts:
        silent = [system.short for system in library.systems.values() if system.id not in concept.entries]
        if silent:
            message = f"Das Konzept „{concept.title}“ sagt nichts über {', '.join(silent)}."
            yield Finding("K017", concept.location, message, "Nenne dort Einträge, oder schreibe [], wo es das nicht gibt.")


CHECKS = (
    parents_exist,
    parents_form_a_tree,
    see_exists,
    named_as_today,
    collections_name_rules,
    phases_exist,
    places_name_parts,
    tables_are_even,
    data_is_declared,
    term_entries_exist,
    concept_entries_exist,
    queries_are_for_something,
    concepts_speak_of_every_system,
)
