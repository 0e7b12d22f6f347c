"""Our own scripts: written as small ES modules, shipped as one classic script each, or for programs as one module.

A classic script also runs in pages opened with file:// and in service workers of every browser, where modules do not, and it spares
a phone the round trips of a chain of imports. What the modules may use is therefore little: named imports from relative paths
(`import { a, b as c } from './x.js';`) and declarations with `export` in front. Everything else is refused here, at build time.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Collection, Mapping
from pathlib import Path

from ..files.javascript import constants
from ..files.own_files import ASSETS
from ..prose import wording

FOLDER = ASSETS / "scripts"
#: The module of constants that pages' scripts share with Python.
SHARED = FOLDER / "shared.js"

_IMPORT = re.compile(r"^import\s+(?:\{([^}]*)\}\s+from\s+)?'([^']+)';[^\n]*\n", re.MULTILINE)
_EXPORT = re.compile(r"^export\s+((?:async\s+)?function\*?|const|class)\s+([\w$]+)", re.MULTILINE)
_DECLARED = re.compile(
    r"^(?:export\s+)?(?:async\s+)?(?:const|let|class|function\*?)\s+(\[[^\]\n]*\]|\{[^}\n]*\}|[\w$]+(?:, [\w$]+)*)", re.MULTILINE
)
_BLOCK_COMMENT = re.compile(r"^[ \t]*/\*.*?\*/[ \t]*\n", re.MULTILINE | re.DOTALL)
_LINE_COMMENT = re.compile(r"\s+// ")
#: The global under which a script leaves its modules to later scripts of the page.
_SHARED = "window[Symbol.for('nachschlag')]"
_LEFT_OVER = re.compile(r"^(?:import|export)\b[^\n]*", re.MULTILINE)


def shared_script() -> str:
    """The text of that module."""
    return constants({wording: "PLURAL_ENDINGS"})


def classic_script(
    entry: Path, made: Mapping[Path, str] | None = None, *, flat: bool = False, first: Path | None = None, shares: bool = False
) -> str:
    """A module with everything it imports as one classic script that puts no name into the page.

    `made` holds generated modules besides `SHARED`: their text, by the path under which others import them. A `flat` script has all
    modules in one scope, which saves a twentieth but forbids equal names. A script that `shares` its modules leaves them to later
    scripts of the page, which name its entry as `first` and take common imports from it.

    Raises ValueError if a module uses unsupported module syntax or imports itself, or if modules of a flat script share a name.

    >>> "import" in classic_script(FOLDER / "main.js")
    False
    """
    modules = _modules(entry, made)
    body = _flat(modules) if flat else _joined(modules, _modules(first, None) if first else {})
    names = [f"m{position}" for position in range(len(modules))]
    sharing = f"\n{_SHARED} = [{', '.join(names)}];" if shares else ""
    return lean(f"(() => {{\n'use strict';\n{body}{sharing}\n}})();\n")


def module_script(entry: Path, made: Mapping[Path, str] | None = None) -> str:
    """As `classic_script`, but as one module that exports what the entry exports.

    >>> module_script(ASSETS / "embed" / "files.js").splitlines()[-1]
    'export const { files } = m0;'
    """
    modules = _modules(entry, made)
    names = [name for _, name in _EXPORT.findall(modules[entry.resolve()])]
    return lean(f"{_joined(modules)}\nexport const {{ {', '.join(names)} }} = m{len(modules) - 1};\n")


def _modules(entry: Path, made: Mapping[Path, str] | None) -> dict[Path, str]:
    """A module and all that it imports, imported ones first."""
    modules: dict[Path, str] = {}
    sources = {SHARED: shared_script(), **(made or {})}
    _collect(entry.resolve(), modules, (), {path.resolve(): source for path, source in sources.items()})
    return modules


def _joined(modules: Mapping[Path, str], shared: Collection[Path] = ()) -> str:
    names = {path: f"m{position}" for position, path in enumerate(modules)}
    places = {path: position for position, path in enumerate(shared)}
    return "\n".join(
        f"const {names[path]} = {_SHARED}[{places[path]}];" if path in places else _wrapped(path, source, names)
        for path, source in modules.items()
    )


def lean(script: str) -> str:
    """A script of ours without comments and indentation, a quarter of its bytes. Texts in backticks over several lines stay as they are.

    A minifier would save another fifth. Of those that Python can install everywhere, tdewolff-minify 2.24 puts `const [b = a] = c`
    before `const a = 1`, and minify-html keeps the names. Raises ValueError for unpaired backticks.

    >>> lean("if (a) {\\n  b('x // y'); // why\\n}\\n")
    "if (a) {\\nb('x // y');\\n}\\n"
    """
    lines = []
    in_text = False
    for line in _BLOCK_COMMENT.sub("", script).split("\n"):
        code = line if in_text else line.lstrip()
        if not in_text and code.startswith("//"):
            continue
        if not in_text:
            code = _without_comment(code)
        in_text ^= code.replace(r"\`", "").count("`") % 2 == 1
        if code:
            lines.append(code if in_text else code.rstrip())
    if in_text:
        raise ValueError("backticks in a script do not come in pairs")
    return "\n".join(lines) + "\n"


def _without_comment(line: str) -> str:
    """A line without the comment at its end; slashes inside quotes begin none."""
    for found in _LINE_COMMENT.finditer(line):
        before = line[: found.start()]
        if all(before.count(quote) % 2 == 0 for quote in "'\"`"):
            return before
    return line


def _collect(path: Path, modules: dict[Path, str], above: tuple[Path, ...], made: Mapping[Path, str]) -> None:
    """Collect every module once, imported ones first."""
    if path in above:
        raise ValueError(f"{path.name} imports itself")
    if path in modules:
        return
    source = made[path] if path in made else path.read_text("utf-8")
    for _, target in _IMPORT.findall(source):
        _collect(_resolved(path, target), modules, (*above, path), made)
    modules[path] = source


def _resolved(path: Path, target: str) -> Path:
    return Path(posixpath.normpath((path.parent / target).as_posix()))


def _flat(modules: Mapping[Path, str]) -> str:
    """Modules one after the other in one scope."""
    owners: dict[str, Path] = {}
    for path, source in modules.items():
        for declared in _DECLARED.findall(source):
            for name in re.findall(r"[\w$]+", declared):
                if owners.setdefault(name, path) != path:
                    raise ValueError(f"{path.name} and {owners[name].name} both declare {name}")
        if renamed := next((match[1] for match in _IMPORT.finditer(source) if " as " in (match[1] or "")), None):
            raise ValueError(f"{path.name}: a flat script cannot rename what it imports: {renamed.strip()}")
    return "\n".join(_without_exports(path, _IMPORT.sub("", source)) for path, source in modules.items())


def _without_exports(path: Path, source: str) -> str:
    body = _EXPORT.sub(r"\1 \2", source)
    if left := _LEFT_OVER.search(body):
        raise ValueError(f"{path.name}: cannot be made a classic script: {left[0]}")
    return body.strip()


def _wrapped(path: Path, source: str, names: dict[Path, str]) -> str:
    """One module as a function of its own that returns what it exports."""
    exported = [name for _, name in _EXPORT.findall(source)]

    def imported(match: re.Match[str]) -> str:
        wanted = re.sub(r"\s+as\s+", ": ", " ".join((match[1] or "").split()).rstrip(", "))
        return f"const {{ {wanted} }} = {names[_resolved(path, match[2])]};\n" if wanted else ""

    body = _without_exports(path, _IMPORT.sub(imported, source))
    return f"const {names[path]} = (() => {{\n{body}\nreturn {{ {', '.join(exported)} }};\n}})();"
