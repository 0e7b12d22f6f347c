"""Remember parsed files for loading a project repeatedly (`nachschlag serve`)."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import Any, TypeVar

from ..files.memo import Memo, digest
from ..files.rows import Form
from ..model.findings import Finding
from .source import SourceFile
from .stored_library import library_form

Value = TypeVar("Value")


@dataclass(slots=True)
class Memory:
    """Parsed files by path. Parses only changed files again; a file that broke keeps its last intact state.

    `broken` are the paths for which the last `load` used an older state.

    >>> memory = Memory()
    >>> library, findings = load(".", memory=memory)
    """

    broken: set[str] = field(default_factory=set)
    memo: Memo | None = None
    _form: Form = field(default_factory=lambda: library_form(Finding))
    _files: dict[str, tuple[Any, tuple[Any, list[Finding]]]] = field(default_factory=dict)
    _whole: dict[str, Any] = field(default_factory=dict)

    def parsed(
        self, parse: Callable[..., tuple[Value, list[Finding]]], file: SourceFile | None, path: str, *arguments: Hashable
    ) -> tuple[Value, list[Finding]] | None:
        """`parse(file, *arguments)`, or its earlier result for the same text; None if the file cannot be read and never could."""
        if file is None:
            return self._before(path, [])
        key = (file.text, *arguments)
        known = self._files.get(path)
        if known is None or known[0] != key:
            known = self._files[path] = (key, self._read(parse, file, path, arguments))
        value, findings = known[1]
        if value or not findings:
            self._whole[path] = value
            return value, findings
        return self._before(path, findings) or (value, findings)

    def _read(
        self, parse: Callable[..., tuple[Value, list[Finding]]], file: SourceFile, path: str, arguments: tuple[Hashable, ...]
    ) -> tuple[Value, list[Finding]]:
        """Parse a file, or take the result for the same text from the memo."""
        if self.memo is None:
            return parse(file, *arguments)
        made: list[tuple[Value, list[Finding]]] = []

        def plain() -> Any:
            made.append(parse(file, *arguments))
            return self._form.plain(made[0])

        stored = self.memo.value(digest("parsed", parse.__name__, path, file.text, repr(arguments)), plain, self._form.read)
        value, findings = made[0] if made else stored
        return value, findings

    def _before(self, path: str, findings: list[Finding]) -> tuple[Any, list[Finding]] | None:
        """The file's last intact state; None if it never was intact."""
        if not self._whole.get(path):
            return None
        self.broken.add(path)
        return self._whole[path], findings
