"""Our own scripts: written as small ES modules, shipped as one classic script each.

A classic script also runs in pages opened with file:// and in service workers of every browser, where modules do not, and it spares
a phone the round trips of a chain of imports. What the modules may use is therefore little: named imports from relative paths
(`import { a, b as c } from './x.js';`) and declarations with `export` in front. Everything else is refused here, at build time.
"""

from __future__ import annotations

import posixpath
import re
from pathlib import Path

FOLDER = Path(__file__).parent / "assets" / "scripts"

_IMPORT = re.compile(r"^import\s+(?:\{([^}]*)\}\s+from\s+)?'([^']+)';[^\n]*\n", re.MULTILINE)
_EXPORT = re.compile(r"^export\s+((?:async\s+)?function\*?|const|class)\s+([\w$]+)", re.MULTILINE)
_LEFT_OVER = re.compile(r"^(?:import|export)\b[^\n]*", re.MULTILINE)


def classic_script(entry: Path) -> str:
    """A module with everything it imports as one classic script that puts no name into the page.

    Raises ValueError where a module uses more of the module syntax than this understands, or imports itself.

    >>> "import" in classic_script(FOLDER / "main.js")
    False
    """
    modules: dict[Path, str] = {}
    _collect(entry.resolve(), modules, ())
    names = {path: f"m{position}" for position, path in enumerate(modules)}
    parts = [_wrapped(path, source, names) for path, source in modules.items()]
    return "(() => {\n'use strict';\n" + "\n".join(parts) + "\n})();\n"


def _collect(path: Path, modules: dict[Path, str], above: tuple[Path, ...]) -> None:
    """Every module once, those that others import first."""
    if path in above:
        raise ValueError(f"{path.name} imports itself")
    if path in modules:
        return
    source = path.read_text("utf-8")
    for _, target in _IMPORT.findall(source):
        _collect(_resolved(path, target), modules, (*above, path))
    modules[path] = source


def _resolved(path: Path, target: str) -> Path:
    return Path(posixpath.normpath((path.parent / target).as_posix()))


def _wrapped(path: Path, source: str, names: dict[Path, str]) -> str:
    """One module as a function of its own that returns what it exports."""
    exported = [name for _, name in _EXPORT.findall(source)]

    def imported(match: re.Match[str]) -> str:
        wanted = re.sub(r"\s+as\s+", ": ", " ".join((match[1] or "").split()).rstrip(", "))
        return f"const {{ {wanted} }} = {names[_resolved(path, match[2])]};\n" if wanted else ""

    body = _EXPORT.sub(r"\1 \2", _IMPORT.sub(imported, source))
    if left := _LEFT_OVER.search(body):
        raise ValueError(f"{path.name}: cannot be made a classic script: {left[0]}")
    return f"const {names[path]} = (() => {{\n{body.strip()}\nreturn {{ {', '.join(exported)} }};\n}})();"
