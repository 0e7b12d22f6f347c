"""`nachschlag build`: pages, site, JSON and search indexes; nothing if the last build made the same."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from ..files.collecting import without_collecting
from ..model.command import Exit
from ..site.last_build import LastBuild


def run(args: argparse.Namespace) -> int:
    out = Path(args.out).resolve() if args.out else args.project / "site"
    last = None
    if not (args.folder or args.og or args.publish or args.builder != "mkdocs"):
        last = LastBuild(args.project, args.overlays, out, [f"system={args.system}", f"strict={args.strict}"])
        report = last.report()
        if report is not None:
            print(*report, f"Nichts geändert seit dem letzten Bau → {out}", sep="\n", file=sys.stderr)
            return Exit.FINE
    with without_collecting():  # what a build imports and makes stays until it ends
        from .whole_build import build  # imported here, because it brings everything that a build needs

        return build(args, out, last)
