"""Every regular expression of ours: the calls of `re` in our sources, the values in our modules, and the patterns of shipped profiles."""

from __future__ import annotations

import ast
import dataclasses
import importlib
import pkgutil
import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import nachschlag.generator
import nachschlag.search
from nachschlag.generator.ingest.structure.profile import load_profile, shipped_profiles
from nachschlag.generator.reading.load import load
from nachschlag.generator.references.link import link

from tests.projects import MINI

#: Modules that need a package beyond our dependencies, or run on import.
_NOT_IMPORTED = {"nachschlag.search.live.rebuild", "nachschlag.generator.__main__"}
#: Sources of patterns that are made at run time.
PROFILES, MADE = "profiles", "made"
_CALLS = {"compile", "match", "search", "fullmatch", "sub", "subn", "split", "findall", "finditer"}
#: Methods that look at one position only; all others scan a text.
ANCHORED = {"match", "fullmatch"}
#: Uses that see no text, or only a few characters of one. Browsers get some patterns as text.
_HARMLESS = {"window", "pattern", "flags"}


@dataclasses.dataclass(frozen=True)
class Expression:
    """A regular expression, its place, and its use on a text: "match", "fullmatch" or "finditer"."""

    module: str
    line: int
    pattern: str | bytes
    flags: int
    method: str
    is_kept: bool = False

    def __str__(self) -> str:
        return f"{self.module}:{self.line} {self.method} {self.pattern!r}"


def module_names() -> list[str]:
    """The names of all our modules, without importing them."""
    packages = (nachschlag.generator, nachschlag.search)
    found = [one.name for package in packages for one in pkgutil.walk_packages(package.__path__, f"{package.__name__}.")]
    return sorted({*(package.__name__ for package in packages), *found} - _NOT_IMPORTED)


#: Patterns that finders elsewhere get as text; our own code shows how they are used.
_EXPORTED = {"PATTERNS", "_PATTERNS"}


def expressions() -> tuple[list[Expression], list[str]]:
    """All expressions, and the calls whose pattern is known only at run time: "module:line"."""
    found: dict[tuple[str | bytes, int, str], Expression] = {}
    unknown: list[str] = []
    modules = [importlib.import_module(name) for name in module_names()]
    trees = {module: [*ast.walk(ast.parse(Path(str(module.__file__)).read_text("utf-8")))] for module in modules}
    own_uses = {module: _uses(nodes) for module, nodes in trees.items()}
    every: dict[int, set[str]] = {}  # by what is used, whatever a module calls it
    for module, own in own_uses.items():
        for name, used in own.items():
            holder, _, pattern = name.partition(".")  # of a module: "around.CLOSED"
            value = vars(module).get(holder)
            if value := getattr(value, pattern, None) if pattern else value:
                every.setdefault(id(value), set()).update(used)
    for module, nodes in trees.items():
        uses = own_uses[module] | {name: every[id(value)] for name, value in vars(module).items() if id(value) in every}
        held = list(_held(module, uses))
        known = {(one.pattern, one.flags) for one in held}
        called = [
            one for one in _called(module, nodes, uses, unknown) if not one.is_kept or (one.pattern, one.flags) not in known
        ]
        for one in (*called, *held):
            found.setdefault((one.pattern, one.flags, one.method), one)
    for one in (*_of_profiles(), *_made_at_work()):
        found.setdefault((one.pattern, one.flags, one.method), one)
    return list(found.values()), unknown


def _of_profiles() -> Iterator[Expression]:
    """The patterns of the shipped profiles. They match lines from the start."""
    for name in shipped_profiles():
        for pattern in _patterns(load_profile(name), set()):
            yield Expression(f"{PROFILES}.{name}", 0, pattern.pattern, pattern.flags, "match")


def _made_at_work() -> Iterator[Expression]:
    """The patterns compiled while a project is loaded and texts are linked: made from word lists and from the systems' own words."""
    made: list[tuple[Any, int]] = []
    really = re.compile

    def recording(pattern: Any, flags: Any = 0) -> re.Pattern[Any]:
        compiled = really(pattern, flags)
        if "/nachschlag/" in (file := sys._getframe(1).f_code.co_filename) or "/generator/" in file:
            made.append((compiled.pattern, compiled.flags))
        return compiled

    re.compile = recording  # type: ignore[assignment]
    try:
        library, _ = load(MINI)
        for system in library.systems:
            for kind in ("text", "md", "html"):
                link(library, "Siehe Kapitel 3 und Tabelle 6.2 (Zielen), dann Kämpfen 17.0 im ersten Teil.", system, kind=kind)
    finally:
        re.compile = really
    for pattern, flags in dict.fromkeys(made):
        # scanning patterns say what may not precede them; the others are tried at one position
        yield Expression(MADE, 0, pattern, flags, "finditer" if pattern.startswith("(?<!") else "match")


# -- calls in the source ------------------------------------------------------------------------------------------------------


def _called(
    module: ModuleType, nodes: Sequence[ast.AST], uses: Mapping[str, set[str]], unknown: list[str]
) -> Iterator[Expression]:
    assigned = [(node, target) for node in nodes if isinstance(node, ast.Assign) for target in node.targets]
    names = {id(node.value): target.id for node, target in assigned if isinstance(target, ast.Name)}
    for node in nodes:
        if not (isinstance(node, ast.Call) and _is_re(node.func)):
            continue
        assert isinstance(node.func, ast.Attribute)
        pattern, flags = _evaluated(node, module)
        if pattern is None:
            unknown.append(f"{module.__name__}:{node.lineno}")
            continue
        called = node.func.attr
        methods = _methods(uses.get(names.get(id(node), ""), set())) if called == "compile" else _methods({called})
        for method in methods:
            yield Expression(module.__name__, node.lineno, pattern, flags, method, called == "compile")


def _is_re(function: ast.expr) -> bool:
    called = isinstance(function, ast.Attribute) and isinstance(function.value, ast.Name) and function.value.id
    return called == "re" and function.attr in _CALLS  # type: ignore[attr-defined]


def _evaluated(call: ast.Call, module: ModuleType) -> tuple[str | bytes | None, int]:
    """The pattern and flags of a call of `re`, evaluated with the module's values."""
    position = {
        "compile": 1,
        "match": 2,
        "search": 2,
        "fullmatch": 2,
        "findall": 2,
        "finditer": 2,
        "split": 3,
        "sub": 4,
        "subn": 4,
    }
    assert isinstance(call.func, ast.Attribute)
    given = {keyword.arg: keyword.value for keyword in call.keywords}
    at = position[call.func.attr]
    flags = given.get("flags") or (call.args[at] if len(call.args) > at else None)
    try:
        compiled = re.compile(_value(call.args[0], module), _value(flags, module) if flags else 0)
        return compiled.pattern, compiled.flags
    except (NameError, AttributeError, KeyError, TypeError):
        return None, 0


def _value(node: ast.expr, module: ModuleType) -> Any:
    return eval(compile(ast.Expression(node), module.__name__, "eval"), dict(vars(module)))


def _uses(nodes: Sequence[ast.AST]) -> dict[str, set[str]]:
    """How each name is used: the methods called on it, or "?" where it is passed on."""
    uses: dict[str, set[str]] = {}
    called = {id(node.func): node for node in nodes if isinstance(node, ast.Call)}
    methods: set[int] = set()
    for node in nodes:
        if not isinstance(node, ast.Attribute):
            continue
        holder = node.value.value if isinstance(node.value, ast.Subscript) else node.value
        if isinstance(holder, ast.Name | ast.Attribute):
            methods.add(id(holder))
            uses.setdefault(ast.unparse(holder), set()).add(_use(node.attr, called.get(id(node))))
    each = dict(_each(nodes))
    handed = [node for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)]
    handed = [node for node in handed if id(node) in each or id(node) not in methods]
    for node in sorted(handed, key=lambda node: (id(node) in each, -node.lineno)):  # names kept in a container come last
        uses.setdefault(node.id, set()).update(*(uses.get(name, {"?"}) for name in each.get(id(node), ["?"])))
    return uses


def _each(nodes: Sequence[ast.AST]) -> Iterator[tuple[int, list[str]]]:
    """For `for pattern in PATTERNS` and `PATTERNS = (PATTERN, …)`: the iterated or stored name, and its name there."""
    for node in nodes:
        if isinstance(node, ast.Assign | ast.AnnAssign) and isinstance(node.value, ast.Tuple | ast.List | ast.Dict):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names = [target.id for target in targets if isinstance(target, ast.Name)]
            kept = [one for one in ast.walk(node.value) if isinstance(one, ast.Name)]
            exported = bool(_EXPORTED.intersection(names))
            if exported or isinstance(node, ast.Assign):
                yield from ((id(one), [] if exported else names) for one in kept)
        if isinstance(node, ast.For | ast.comprehension):
            called = node.iter.func if isinstance(node.iter, ast.Call) else None
            through = called.value if isinstance(called, ast.Attribute) else node.iter  # PATTERNS.items()
            if isinstance(through, ast.Name):
                yield id(through), [name.id for name in ast.walk(node.target) if isinstance(name, ast.Name)]


def _use(method: str, call: ast.Call | None) -> str:
    """Classify a call of a method: `search(text, max(0, at - 40), at)` sees only a few characters of any text."""
    if call and len(call.args) == 3 and not any(isinstance(bound, ast.Constant) for bound in call.args[1:]):
        return "window"
    return method


def _methods(uses: Iterable[str]) -> set[str]:
    """The uses worth measuring: a scan of a text covers a match at one position as well."""
    known = set(uses) & {*_CALLS, *_HARMLESS}
    if "?" in set(uses) or not known:
        return {"finditer"}
    return {"finditer"} if known - ANCHORED - _HARMLESS else known & ANCHORED


# -- what modules hold --------------------------------------------------------------------------------------------------------


def _held(module: ModuleType, uses: Mapping[str, set[str]]) -> Iterator[Expression]:
    named = {id(value) for value in vars(module).values() if isinstance(value, re.Pattern)}
    for name, value in list(vars(module).items()):
        if name.startswith("__"):
            continue
        for pattern in _patterns(value, set()):
            if pattern is not value and id(pattern) in named:
                continue
            for method in _methods(uses.get(name, set())):
                yield Expression(module.__name__, 0, pattern.pattern, pattern.flags, method)


def _patterns(value: Any, seen: set[int], depth: int = 0) -> Iterator[re.Pattern[Any]]:
    if isinstance(value, re.Pattern):
        yield value
        return
    if depth > 5 or id(value) in seen or isinstance(value, str | bytes | int | type | ModuleType):
        return
    seen.add(id(value))
    inside: Iterable[Any] = ()
    if isinstance(value, Mapping):
        inside = [*value.keys(), *value.values()]
    elif isinstance(value, tuple | list | set | frozenset):
        inside = list(value)
    elif dataclasses.is_dataclass(value):
        inside = [getattr(value, field.name, None) for field in dataclasses.fields(value)]
    for one in inside:
        yield from _patterns(one, seen, depth + 1)
