"""The dark scheme without a script, made from the style sheet itself.

Pages come as light ones (`data-md-color-scheme="default"`); their first script makes them dark where the device or the reader wants it so.
Where no script runs, `<html class="no-js">` stays, and every rule of the dark scheme holds there by the device's wish alone. Its twin
stands right behind it, where it costs a packed sheet next to nothing.
"""

from __future__ import annotations

import re

#: What stands before the brace and in it, of blocks without further blocks.
_BLOCK = re.compile(r"([^{}]*)\{([^{}]*)\}")
_DARK = re.compile(r"""\[data-md-color-scheme=["']?slate["']?\]""")
_COMMA = re.compile(r",(?![^()]*\))")


def with_dark_by_device(css: str) -> str:
    """A style sheet without comments in which the dark scheme's rules hold without a script, too. On paper they do not.

    >>> with_dark_by_device("[data-md-color-scheme=slate] p,b{color:red}")
    '[data-md-color-scheme=slate] p,b{color:red}@media screen and (prefers-color-scheme:dark){.no-js [data-md-color-scheme] p{color:red}}'
    """
    return _BLOCK.sub(_with_twin, css)


def _with_twin(block: re.Match[str]) -> str:
    selectors = [_DARK.sub(".no-js [data-md-color-scheme]", one.strip()) for one in _COMMA.split(block[1]) if _DARK.search(one)]
    if not selectors:
        return block[0]
    return f"{block[0]}@media screen and (prefers-color-scheme:dark){{{','.join(selectors)}{{{block[2]}}}}}"
