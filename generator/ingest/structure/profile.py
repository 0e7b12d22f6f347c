"""A profile: the particulars of a book's style in a small YAML file. Describes the look of rules, never the rules themselves.

>>> load_profile("aos").title
'Warhammer Age of Sigmar'
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import yaml

from ...files.yaml_source import Yaml, plain_values
from ...model.findings import Finding, did_you_mean, in_order
from ...model.profile_fields import FORMER, PROFILE
from ...model.unusable import Unusable
from ...reading.parse_fields import FieldReader
from ..drafts import Source

#: The shipped profiles.
PROFILES = Path(__file__).parent / "profiles"
#: The profile for books of systems without one, and the one for text without any mark-up.
GENERAL, BARE = "allgemein", "t9a"
#: Kinds whose drafts are terms.
_TERMS = frozenset(["glossary-term", "characteristic"])
#: A line longer than this has lost its breaks; so many of a bare text's lines have.
LONG, MOSTLY = 350, 0.5


@dataclass(frozen=True, slots=True)
class KindRule:
    """Assigns a kind to drafts: the first rule applies whose patterns all match the draft's fields of those names.

    `under` matches the titles of the part and of all rules around the draft, each on a line.
    """

    kind: str
    when: Mapping[str, re.Pattern[str]]
    term: bool = False


@dataclass(frozen=True, slots=True)
class PartStyle:
    """A part of the book: begins with the first heading that matches `heading`; `title` if the book calls it otherwise elsewhere."""

    heading: re.Pattern[str]
    title: str = ""


@dataclass(frozen=True, slots=True)
class LeftOut:
    """An exclusion: from a block that matches `begin` up to the one that matches `end`; without `end`, only the first block."""

    why: str
    begin: re.Pattern[str]
    end: re.Pattern[str] | None = None


@dataclass(frozen=True)
class Profile:
    """The style of a book.

    about         the books for which it is suitable (German)
    recognisers   their names in order of precedence
    skip          pattern of lines that are no headings
    terms         sentences that explain a term: (pattern whose group is the name, kind)
    kinds         the first that fits gives a rule its kind, before its recogniser and kinds.yaml do
    parts         names of its parts; then one without text of its own is a rule, too
    whole         pattern of rules that keep everything inside up to the next heading of their level: reference pages, examples
    again         pattern of titles that are separate rules each time; all others count once. Without it, all count
    remainder     exclusions
    """

    name: str
    title: str = ""
    about: str = ""
    recognisers: tuple[str, ...] = ()
    skip: re.Pattern[str] | None = None
    terms: tuple[tuple[re.Pattern[str], str], ...] = ()
    kinds: tuple[KindRule, ...] = ()
    parts: tuple[PartStyle, ...] = ()
    whole: re.Pattern[str] | None = None
    again: re.Pattern[str] | None = None
    remainder: tuple[LeftOut, ...] = ()


class UnusableProfile(Unusable):
    """A profile that cannot be read, with the reason as a German sentence; `findings` give places and remedies."""

    def __init__(self, message: str, findings: Sequence[Finding] = ()) -> None:
        super().__init__(message)
        self.findings = tuple(findings)


def shipped_profiles() -> list[str]:
    """The names of the shipped profiles, `GENERAL` last."""
    return sorted((path.stem for path in PROFILES.glob("*.yaml")), key=lambda name: (name == GENERAL, name))


def choose_profile(system: str, source: Source) -> tuple[Profile, str]:
    """The profile for a book, and why (German): the one of its system, the one for bare text, or else the general one."""
    if system in shipped_profiles():
        return load_profile(system), "Es ist für dieses Spiel gemacht."
    lines = [line for line in source.text.split("\n") if line.strip()]
    if sum(len(line) > LONG for line in lines) > MOSTLY * len(lines):
        return load_profile(BARE), "Der Text hat keine Zeilen mehr, nur lange Absätze."
    return load_profile(GENERAL), "Jeder Entwurf sagt, was für ihn spricht; ein eigenes kann mehr: siehe Hilfe, „Eigenes Profil“."


def load_profile(name_or_path: str) -> Profile:
    """Load a profile by a shipped one's name, or by its file's path.

    >>> load_profile("hdd").title
    'Heer der Dinge'
    """
    shipped = PROFILES / f"{name_or_path}.yaml"
    path = shipped if re.fullmatch(r"[a-z0-9-]+", name_or_path) and shipped.is_file() else Path(name_or_path)
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, ValueError) as problem:
        names = shipped_profiles()
        hint = did_you_mean(name_or_path, names) or f"Mitgeliefert sind {', '.join(names)}; sonst nenne den Pfad einer Datei."
        raise UnusableProfile(f"Das Profil „{name_or_path}“ lässt sich nicht lesen. {hint}") from problem
    return parse_profile(text, path.stem, str(path))


def parse_profile(text: str, name: str, path: str = "") -> Profile:
    """Parse a profile's YAML. Raises UnusableProfile with all its problems at once."""
    source = Yaml(text, path)
    if findings := profile_findings(source):
        listed = [f"{f.location.line}:{f.location.column}: {f.message} {f.hint}".strip() for f in findings]
        raise UnusableProfile("\n".join([f"Das Profil „{name}“ lässt sich nicht benutzen:", *listed]), findings)
    values: Any = plain_values(source.root) if source.root is not None else {}
    return Profile(
        name=name,
        title=values.get("title") or name,
        about=values.get("about", ""),
        recognisers=tuple(dict.fromkeys(FORMER.get(name, name) for name in values.get("recognisers") or ())),
        kinds=tuple(_kind(row) for row in values.get("kinds") or []),
        parts=tuple(
            PartStyle(re.compile(row["heading"], re.IGNORECASE), row.get("title", "")) for row in values.get("parts") or []
        ),
        terms=tuple((re.compile(row["pattern"]), row["kind"]) for row in values.get("terms") or []),
        remainder=tuple(_left_out(row) for row in values.get("remainder") or []),
        skip=re.compile(values["skip"]) if values.get("skip") else None,
        **{name: re.compile(values[name], re.IGNORECASE) for name in ("whole", "again") if values.get(name)},
    )


def profile_findings(source: Yaml) -> list[Finding]:
    """All findings on a profile's text, in order; none for a usable profile."""
    return source.findings or in_order(FieldReader(source).read(source.root, PROFILE, "das Profil").findings)


@lru_cache(maxsize=1)
def general_kinds() -> tuple[KindRule, ...]:
    """The kinds that words of German rulebooks show, in any system."""
    return tuple(map(_kind, yaml.load((PROFILES.parent / "kinds.yaml").read_text("utf-8"), yaml.BaseLoader)))


def _kind(row: Mapping[str, str]) -> KindRule:
    when = {name: re.compile(pattern, re.MULTILINE) for name, pattern in row.items() if name not in ("kind", "term")}
    return KindRule(row["kind"], when, "term" in row or row["kind"] in _TERMS)


def _left_out(row: Mapping[str, str]) -> LeftOut:
    return LeftOut(row["why"], re.compile(row["begin"]), re.compile(row["end"]) if row.get("end") else None)
