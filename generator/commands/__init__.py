"""The generator's commands, one module each: arguments in, output and exit status out; the work is done elsewhere."""

from __future__ import annotations

from ..command import Command
from . import build, check, concordance, export, fmt, import_, link, new, resolve, show

COMMANDS: tuple[Command, ...] = (
    build.COMMAND,
    check.COMMAND,
    concordance.COMMAND,
    export.COMMAND,
    fmt.COMMAND,
    import_.COMMAND,
    link.COMMAND,
    new.COMMAND,
    resolve.COMMAND,
    show.COMMAND,
)
