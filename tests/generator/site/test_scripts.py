"""Our scripts as shipped: one classic script, without comments and indentation."""

from __future__ import annotations

from pathlib import Path

import pytest
from nachschlag.generator.site.scripts import classic_script, lean


@pytest.mark.parametrize(
    ("script", "short"),
    [
        ("/* why\n   it is */\nf();\n", "f();\n"),
        ("  // why\n  f();   // and why\n", "f();\n"),
        ("f('a // b'); // why\n", "f('a // b');\n"),
        ("f('a // b');\n", "f('a // b');\n"),
        ('f("http://x.y");\n', 'f("http://x.y");\n'),
        ("f(`\n  <p>\n    // kept\n  </p>`);\n  g();\n", "f(`\n  <p>\n    // kept\n  </p>`);\ng();\n"),
        ("  f(`a${b ? ` c` : ''}`);\n", "f(`a${b ? ` c` : ''}`);\n"),
        ("const a = 1; /* b */ const c = 2;\n", "const a = 1; /* b */ const c = 2;\n"),
    ],
)
def test_comments_and_indentation_are_removed(script: str, short: str) -> None:
    assert lean(script) == short


def test_unpaired_backticks_are_reported() -> None:
    with pytest.raises(ValueError, match="pairs"):
        lean("f(`);\n")


def test_modules_become_one_script(tmp_path: Path) -> None:
    (tmp_path / "a.js").write_text("// why\nimport { b as c } from './b.js';\n\nexport function start() {\n  c();\n}\n", "utf-8")
    (tmp_path / "b.js").write_text("export const b = () => 1;\n", "utf-8")
    assert classic_script(tmp_path / "a.js") == (
        "(() => {\n'use strict';\nconst m0 = (() => {\nconst b = () => 1;\nreturn { b };\n})();\n"
        "const m1 = (() => {\nconst { b: c } = m0;\nfunction start() {\nc();\n}\nreturn { start };\n})();\n})();\n"
    )


def test_a_second_script_takes_the_modules_of_the_first(tmp_path: Path) -> None:
    (tmp_path / "b.js").write_text("export const b = 1;\n", "utf-8")
    for name in ("first", "second"):
        (tmp_path / f"{name}.js").write_text("import { b } from './b.js';\nf(b);\n", "utf-8")
    first = classic_script(tmp_path / "first.js", shares=True)
    second = classic_script(tmp_path / "second.js", first=tmp_path / "first.js")
    assert first.endswith("window[Symbol.for('nachschlag')] = [m0, m1];\n})();\n")
    assert "\nconst m0 = window[Symbol.for('nachschlag')][0];\nconst m1 = (() => {\nconst { b } = m0;\n" in second


@pytest.mark.parametrize(
    ("script", "expected"),
    [
        ("import x from './b.js';\n", "cannot be made"),
        ("export default 1;\n", "cannot be made"),
        ("import './a.js';\n", "imports itself"),
    ],
)
def test_unknown_syntax_is_refused(tmp_path: Path, script: str, expected: str) -> None:
    (tmp_path / "a.js").write_text(script, "utf-8")
    (tmp_path / "b.js").write_text("", "utf-8")
    with pytest.raises(ValueError, match=expected):
        classic_script(tmp_path / "a.js")
