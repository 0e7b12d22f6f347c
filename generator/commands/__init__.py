"""The generator's commands, one module each: arguments in, output and exit status out; the work is done elsewhere.

Decisions: 0007.
"""

from __future__ import annotations

from ..model.command import Command
from . import (
    accept,
    build,
    check,
    concordance,
    diff,
    export,
    fmt,
    import_,
    ingest,
    link,
    move,
    new,
    resolve,
    roster,
    show,
    status,
)

COMMANDS: tuple[Command, ...] = (
    accept.COMMAND,
    build.COMMAND,
    check.COMMAND,
    concordance.COMMAND,
    diff.COMMAND,
    export.COMMAND,
    fmt.COMMAND,
    import_.COMMAND,
    ingest.COMMAND,
    link.COMMAND,
    move.COMMAND,
    new.COMMAND,
    resolve.COMMAND,
    roster.COMMAND,
    show.COMMAND,
    status.COMMAND,
)
