"""The help of the YAML Language Server in our files, requested as by an editor. Part of `make audit`; needs Node."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.projects import REPOSITORY, lay_over, repository_copy

pytestmark = [pytest.mark.audit, pytest.mark.skipif(shutil.which("npm") is None, reason="npm fehlt")]

SETTINGS = {"validate": True, "completion": True, "hover": True, "schemaStore": {"enable": False}}
ENTRY = "content/t9a/sonderregeln/angst.md"


class Editor:
    """The minimal editor that the language server needs."""

    def __init__(self, server: Path, root: Path) -> None:
        self.root = root
        self._process = subprocess.Popen([str(server), "--stdio"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self._asked = 0
        self._told: list[dict[str, Any]] = []
        self.ask("initialize", {"processId": None, "rootUri": None, "capabilities": {"workspace": {"configuration": True}}})
        self._send({"method": "initialized", "params": {}})

    def _send(self, message: dict[str, Any]) -> None:
        assert self._process.stdin is not None
        raw = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self._process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(raw) + raw)
        self._process.stdin.flush()

    def _read(self) -> dict[str, Any]:
        """Read the next message that is not a request; answer requests for settings."""
        assert self._process.stdout is not None
        length = 0
        while line := self._process.stdout.readline().strip():
            if line.lower().startswith(b"content-length"):
                length = int(line.split(b":")[1])
        message: dict[str, Any] = json.loads(self._process.stdout.read(length))
        if "method" in message and "id" in message:
            items = message["params"].get("items", [])
            self._send({"id": message["id"], "result": [SETTINGS if item.get("section") == "yaml" else None for item in items]})
            return self._read()
        return message

    def ask(self, method: str, params: dict[str, Any]) -> Any:
        self._asked += 1
        self._send({"id": self._asked, "method": method, "params": params})
        while (message := self._read()).get("id") != self._asked:
            self._told.append(message)
        return message["result"]

    def open(self, path: str, text: str) -> list[tuple[int, str]]:
        """Open a file as YAML; return line (from 0) and message of each underlined place."""
        uri = (self.root / path).as_uri()
        self._send(
            {
                "method": "textDocument/didOpen",
                "params": {"textDocument": {"uri": uri, "languageId": "yaml", "version": 1, "text": text}},
            }
        )
        while True:
            message = self._told.pop(0) if self._told else self._read()
            if message.get("method") == "textDocument/publishDiagnostics" and message["params"]["uri"] == uri:
                return [(found["range"]["start"]["line"], found["message"]) for found in message["params"]["diagnostics"]]

    def at(self, path: str, line: int, character: int) -> dict[str, Any]:
        return {
            "textDocument": {"uri": (self.root / path).as_uri()},
            "position": {"line": line, "character": character},
        }

    def offered(self, path: str, line: int, character: int) -> set[str]:
        return {item["label"] for item in self.ask("textDocument/completion", self.at(path, line, character))["items"]}

    def close(self) -> None:
        self._process.kill()
        self._process.wait(10)


@pytest.fixture(scope="module")
def editor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Editor]:
    folder = tmp_path_factory.mktemp("editor")
    subprocess.run(["npm", "install", "--silent", "yaml-language-server@1"], cwd=folder, check=True, timeout=600)
    project = repository_copy(folder / "projekt", systems=("t9a",))
    schemas = {f"generator/assets/schema/{p.name}": p.read_bytes() for p in (REPOSITORY / "generator/assets/schema").iterdir()}
    lay_over(project, schemas)
    made = Editor(folder / "node_modules" / ".bin" / "yaml-language-server", project)
    yield made
    made.close()


@pytest.mark.parametrize(
    "path", ["glossary/t9a.yaml", "glossary/concepts.yaml", "glossary/queries/t9a.yaml", "content/t9a/system.yaml"]
)
def test_our_yaml_has_nothing_underlined(editor: Editor, path: str) -> None:
    assert editor.open(path, (editor.root / path).read_text("utf-8")) == []


def test_fields_and_values_of_a_glossary_are_offered(editor: Editor) -> None:
    schema = (editor.root / "glossary/t9a.yaml").read_text("utf-8").splitlines()[0]
    editor.open("glossary/neu.yaml", f"{schema}\n- title: Neu\n  status: \n  ent\n")
    assert {"geprüft", "entwurf"} <= editor.offered("glossary/neu.yaml", 2, 10)
    assert {"entry", "definition", "synonyms"} <= editor.offered("glossary/neu.yaml", 3, 5)


def test_a_wrong_field_is_underlined(editor: Editor) -> None:
    schema = (editor.root / "glossary/t9a.yaml").read_text("utf-8").splitlines()[0]
    found = editor.open("glossary/falsch.yaml", f"{schema}\n- title: Neu\n  synonym: [x]\n")
    assert [line for line, message in found if "synonym" in message] == [2]


def test_an_entry_s_head_is_helped_with_and_its_text_is_not(editor: Editor) -> None:
    """As the help says: the file is opened as YAML, and only lines below the head are underlined."""
    text = (editor.root / ENTRY).read_text("utf-8")
    lines = text.splitlines()
    end = lines.index("---", 1)
    assert all(line > end for line, _ in editor.open(ENTRY, text))
    kind = next(at for at, line in enumerate(lines) if line.startswith("kind:"))
    about = editor.ask("textDocument/hover", editor.at(ENTRY, kind, 2))["contents"]["value"]
    assert "Art des Eintrags" in about
    other = ENTRY.replace("angst", "neu")
    editor.open(other, text.replace(lines[kind], "kind: ", 1))
    assert {"rule", "special-rule", "spell"} <= editor.offered(other, kind, 6)
