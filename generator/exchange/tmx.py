"""TMX 1.4, translation memories: valid pairs. Omits outdated ones, because their German translates an older English."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..files.xml_text import HEAD, escaped, quoted
from .context import Context
from .units import SOURCE_LANGUAGE, TARGET_LANGUAGE, State, Unit

_HEADER = (
    f'<header creationtool="nachschlag" creationtoolversion="1" segtype="block" o-tmf="nachschlag" adminlang="{TARGET_LANGUAGE}"'
    f' srclang="{SOURCE_LANGUAGE}" datatype="plaintext"/>'
)


def write_tmx(units: Iterable[Unit], context: Context) -> Iterator[str]:
    """A TMX file, piece by piece."""
    yield f'{HEAD}<tmx version="1.4">\n {_HEADER}\n <body>\n'
    for unit in units:
        if unit.state not in (State.MISSING, State.OUTDATED):
            original = context.original(unit)
            note = f"   <note>{escaped(original)}</note>\n" if original else ""
            yield (
                f'  <tu tuid={quoted(unit.context)}>\n{note}   <prop type="x-state">{unit.state}</prop>\n'
                f'   <tuv xml:lang="{SOURCE_LANGUAGE}"><seg>{escaped(unit.source)}</seg></tuv>\n'
                f'   <tuv xml:lang="{TARGET_LANGUAGE}"><seg>{escaped(unit.target)}</seg></tuv>\n  </tu>\n'
            )
    yield " </body>\n</tmx>\n"
