"""Made-up libraries of any size: plausible, German-looking rules with references. The same size always gives the same library."""

from __future__ import annotations

import random
from pathlib import Path

from nachschlag.generator.model.english import english_fingerprint


def _words(text: str) -> list[str]:
    return text.split()


_FIRST = _words("""
Angriffs Banner Bogen Bollwerk Brücken Dämmer Donner Dorn Eis Erz Fackel Feder Fels Feuer Flanken Flug Fluss Frost
Furcht Geister Glut Gold Graben Grab Hagel Hammer Helden Herz Himmels Horn Hügel Jagd Kessel Ketten Klingen Knochen
König Kriegs Kristall Lanzen Licht Löwen Mauer Mond Nacht Nebel Pfeil Rauch Reiter Ring Ruf Sand Schatten Schild
Schlacht Schnee Schwert Silber Sonnen Speer Staub Stein Sturm Sumpf Tal Tor Trommel Turm Wach Wald Wasser Wetter Wind
Wolfs Wurzel Zorn Zwilling
""")
_SECOND = _words("""
ansturm banner bann bewegung blick block bonus brecher deckung duell ehre eid fall fang feuer fluch flucht formation
gabe gang gebot geist gewalt griff hieb hof jagd kampf klinge kraft kreis kunst last lauf linie list macht mal marsch
maß mut opfer ordnung pakt pfad plan probe prüfung rache rast regel reihe ritt ruf salve schlag schritt schuss schutz
schwung sicht siegel sog spur stand stoß strafe stunde sturm tanz test treffer treue trick wache wacht wall wechsel weg
wehr weihe welle wende wille wucht wurf wut zauber zeichen ziel zone zorn zug zwang
""")
_VERBS = _words("""
bewegen opfern wiederholen verlieren behalten werfen nehmen verdoppeln senken heben prüfen wählen
""")
_THINGS = _words("""
Einheit Modell Zauberer Anführer Gegner Würfel Phase Bewegung Deckung Attacke Reichweite Marker Gelände Runde
""")
_SYSTEMS = ("kiesel", "kastanie", "knopf", "korken", "kreisel")
_PARTS = (("grundregeln", "Grundregeln", "GR"), ("sonderregeln", "Sonderregeln", "SR"), ("gelaende", "Gelände", "GL"))
_KINDS = ("rule", "special-rule", "ability", "keyword", "spell", "state")
_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"})


def titles(count: int, seed: int) -> list[str]:
    """Distinct titles, in random order: compounds, and where these are too few, compounds with an adjective."""
    made = [first + second for first in _FIRST for second in _SECOND]
    random.Random(seed).shuffle(made)
    made += [f"{adjective.title()} {compound}" for adjective in _ADJECTIVES for compound in made] if count > len(made) else []
    assert count <= len(made)
    return made[:count]


def write_library(root: Path, entries: int) -> Path:
    """Write a project with a number of entries, spread over five systems, and six terms to ten entries. Return its folder.

    As in our own content (medians) a text has 130 words and 16 references, an entry names five others, a short rule has 115 letters, a
    third of the texts have a table, three terms in four belong to an entry. As in ours there are hardly any findings.
    """
    (root / "content").mkdir(parents=True)
    (root / "glossary").mkdir()
    (root / "mkdocs.yml").write_text("site_name: Messung\n", "utf-8")
    for at, system in enumerate(_SYSTEMS):
        _write_system(root, system, entries // len(_SYSTEMS), at)
    return root


def _write_system(root: Path, system: str, count: int, seed: int) -> None:
    draw = random.Random(seed)
    bound = count * 45 // 100
    names = titles(count + count * 15 // 100, seed)
    rules, words = names[:count], names[count:]
    folder = root / "content" / system
    parts = "".join(f"  - {{id: {id_}, title: {title}, abbreviations: [{short}]}}\n" for id_, title, short in _PARTS)
    folder.mkdir()
    (folder / "system.yaml").write_text(
        f"id: {system}\nname: Spiel {system.title()}\nshort: {system.title()}\nlicence: {{status: own-words}}\nparts:\n{parts}"
        "phases:\n  - {id: anfang, title: Anfangsphase}\n  - {id: ende, title: Endphase}\n",
        "utf-8",
    )
    per_part = -(-count // len(_PARTS))
    for at, title in enumerate(rules):
        part = _PARTS[at // per_part][0]
        path = folder / part / f"{_slug(title)}.md"
        path.parent.mkdir(exist_ok=True)
        path.write_text(_entry(title, at % per_part, rules, per_part, draw), "utf-8")
    terms = "".join(_term(word, f"Term {at}", "", rules, draw) for at, word in enumerate(words))
    terms += "".join(_term(title, f"Rule of {title}", _slug(title), rules, draw) for title in rules[:bound])
    (root / "glossary" / f"{system}.yaml").write_text(terms, "utf-8")


def _slug(title: str) -> str:
    return title.casefold().translate(_UMLAUTS).replace(" ", "-")


def _term(title: str, english: str, entry: str, rules: list[str], draw: random.Random) -> str:
    head = f"- title: {title}\n  title_en: {english}\n" + (f"  entry: {entry}\n" if entry else "")
    mark = english_fingerprint(english, "")
    return f'{head}  definition: {_condition(rules, draw)} {_condition(rules, draw)}\n  translated_from: "{mark}"\n'


def _number(at: int) -> str:
    return f"{at // 10 + 1}.{at % 10}"


def _entry(title: str, at: int, rules: list[str], per_part: int, draw: random.Random) -> str:
    see = draw.sample(rules, 5)
    body = "\n\n".join(
        [
            *(" ".join(_sentence(rules, draw) for _ in range(4)) for _ in range(2)),
            "## Ablauf",
            "\n".join(f"{n}. {_sentence(rules, draw)}" for n in (1, 2, 3)),
            f"Siehe {_number(draw.randrange(min(per_part, len(rules) // len(_PARTS))))} und Grundregeln {_number(draw.randrange(9))}.",
            f"::: beispiel\n{_condition(rules, draw)}\n:::",
            *(
                ["| Wurf | Regel |\n|---|---|\n" + "\n".join(f"| {n} | {draw.choice(rules)} |" for n in (1, 2, 3))]
                if at % 3 == 0
                else []
            ),
        ]
    )
    return (
        f'---\ntitle: {title}\ntitle_en: Rule of {title}\ntitle_en_source: inferred\nkind: {draw.choice(_KINDS)}\nnumber: "{_number(at)}"\n'
        f"order: {at * 10}\npage: {at // 4 + 1}\nshort: {_condition(rules, draw)} Danach gilt {draw.choice(rules)}.\n"
        f"phases: [{draw.choice(['anfang', 'ende'])}]\n"
        f"see: [{', '.join(map(_slug, see))}]\nstatus: entwurf\n---\n{body}\n"
    )


def _sentence(rules: list[str], draw: random.Random) -> str:
    """A sentence of a rule. The same words always have the same number."""
    thing, other, verb, name = draw.choice(_THINGS), draw.choice(_THINGS), draw.choice(_VERBS), draw.choice(rules)
    number = len(thing + verb)
    forms = (
        f"Eine {thing} darf {1 + number % 6} {other} {verb}, solange {name} gilt.",
        f"Wer {name} nutzt, muss die {thing} in {2 + number % 11} Zoll {verb}.",
        f"Danach wirft jede {thing} einen W6; ab {2 + number % 5}+ darf sie {verb}.",
        _condition(rules, draw),
    )
    return draw.choice(forms)


def _condition(rules: list[str], draw: random.Random) -> str:
    """A sentence without numbers."""
    return (
        f"Ist keine {draw.choice(_THINGS)} in der Nähe, endet **{draw.choice(rules)}** sofort, und es gilt {draw.choice(rules)}."
    )


_ADJECTIVES = _words("""
alter blinder bunter dunkler eiserner ewiger fauler ferner finsterer flinker fremder geheimer goldener grauer grimmiger harter
heiliger heller kalter karger kleiner krummer lauter leiser listiger müder nasser roter rascher sanfter scharfer schwerer stiller
stolzer tiefer treuer trockener wilder zäher zarter
""")


def names(count: int) -> list[str]:
    """Distinct names, at most 300,000: compounds first, then compounds with an adjective. The first ones are the same for any count."""
    compounds = titles(len(_FIRST) * len(_SECOND), seed=1)
    return (compounds[:5000] + [f"{a.title()} {compound}" for compound in compounds for a in _ADJECTIVES])[:count]


def rules_text(known: list[str], size: int) -> str:
    """Rules text of a given size in bytes: plain sentences, every second with a name, every fourth line citing a number or page."""
    draw = random.Random(3)
    lines: list[str] = []
    length = 0
    while length < size:
        cited = draw.choice(["", "", "", f" Siehe {draw.randint(1, 40)}.{draw.randint(0, 9)} oder Seite {draw.randint(1, 99)}."])
        lines.append(_sentence(known, draw) + cited + draw.choice(["", "", "\n"]))
        length += len(lines[-1].encode()) + 1
    return "\n".join(lines)


def queries(rules: list[str], count: int = 200) -> list[str]:
    """Plausible queries: names, prefixes, slips, numbers, parts and plain words."""
    draw = random.Random(7)
    made = []
    for _ in range(count):
        name = draw.choice(rules)
        at = draw.randrange(1, max(2, len(name) - 1))
        slip = name[:at] + name[at + 1 :]
        swap = name[: at - 1] + name[at : at + 1] + name[at - 1 : at] + name[at + 1 :]
        word = f"{draw.choice(_THINGS)} {draw.choice(_VERBS)}"
        number = f"GR {draw.randint(1, 20)}.{draw.randint(0, 9)}"
        made.append(
            draw.choice([name, name.lower(), name[: max(3, at)], slip, swap, word, number, f"Rule of {name}", f"kiesel {name}"])
        )
    return made
