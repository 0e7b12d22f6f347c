"""The dark scheme without a script, derived from the styles themselves.

Pages start light (`data-md-color-scheme="default"`); their first script makes them dark if the device or the reader prefers that.
Without scripts, `<html class="no-js">` stays, and every rule of the dark scheme applies there by the device's preference alone.
Each rule's twin directly follows it, where it costs next to nothing in a compressed file.
"""

from __future__ import annotations

import re

#: Prelude and content of blocks without inner blocks.
_BLOCK = re.compile(r"([^{}]*)\{([^{}]*)\}")
_DARK = re.compile(r"""\[data-md-color-scheme=["']?slate["']?\]""")
_COMMA = re.compile(r",(?![^()]*\))")


def with_dark_by_device(css: str) -> str:
    """Make the dark scheme's rules also apply without a script, except on paper. `css` must have no comments.

    >>> with_dark_by_device("[data-md-color-scheme=slate] p,b{color:red}")
    '[data-md-color-scheme=slate] p,b{color:red}@media screen and (prefers-color-scheme:dark){.no-js [data-md-color-scheme] p{color:red}}'
    """
    return _BLOCK.sub(_with_twin, css)


def _with_twin(block: re.Match[str]) -> str:
    selectors = [_DARK.sub(".no-js [data-md-color-scheme]", one.strip()) for one in _COMMA.split(block[1]) if _DARK.search(one)]
    if not selectors:
        return block[0]
    return f"{block[0]}@media screen and (prefers-color-scheme:dark){{{','.join(selectors)}{{{block[2]}}}}}"
