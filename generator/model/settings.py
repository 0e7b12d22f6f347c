"""The site's settings, read from mkdocs.yml without MkDocs. Ours are under `extra: nachschlag:`."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from .unusable import Malformed


@dataclass(frozen=True, slots=True)
class Settings:
    """The site's name and address, and the texts its owner must publish.

    edit_base   address of the repository host's editor, to which a file's path is appended; "" for no edit links
    report      where readers report mistakes: an address with {title}, {url} and {id}, or "mailto:…"; "" for nowhere
    legal_notice, privacy   Markdown text of the pages Impressum and Datenschutz
    overlays    folders with private systems, beside `privat` (see `overlay.py`)
    previews    whether to draw a picture of each rule, which other sites show beside links to it
    """

    site_name: str = "Nachschlag"
    site_url: str = ""
    edit_base: str = ""
    report: str = ""
    legal_notice: str = ""
    privacy: str = ""
    overlays: tuple[Path, ...] = ()
    previews: bool = False

    @property
    def has_previews(self) -> bool:
        """Whether pages name their preview picture: its address must be absolute, so the site needs its own."""
        return self.previews and bool(self.site_url)

    def edit_url(self, path: str) -> str:
        """The address for editing a file in the browser; "" if no host is configured."""
        return f"{self.edit_base.rstrip('/')}/{path}" if self.edit_base and path else ""


def _env(loader: Any, node: yaml.Node) -> Any:
    names = loader.construct_sequence(node) if isinstance(node, yaml.SequenceNode) else [loader.construct_scalar(node), None]
    *variables, default = names if len(names) > 1 else [*names, None]
    return next((os.environ[str(v)] for v in variables if str(v) in os.environ), default)


def _loader(base: Any) -> Any:
    """A loader that knows `!ENV` as MkDocs does, and leaves other tags alone."""
    made: Any = type("_Loader", (base,), {})
    made.add_constructor("!ENV", _env)
    made.add_multi_constructor("", lambda _loader, _suffix, _node: None)
    return made


#: libyaml first, because it is quick; what it refuses is reported by PyYAML, whose messages are the same on every platform.
_LOADERS = [_loader(base) for base in (getattr(yaml, "CSafeLoader", yaml.SafeLoader), yaml.SafeLoader)]


def read_yaml(path: Path) -> dict[str, Any]:
    """Read mkdocs.yml as plain values. Raises Unusable if it cannot be read."""
    try:
        text = path.read_text("utf-8")
        try:
            config = yaml.load(text, _LOADERS[0])  # a SafeLoader, as is the other
        except yaml.YAMLError:
            config = yaml.load(text, _LOADERS[1])
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as problem:
        raise Malformed(
            f"„{path}“ lässt sich nicht lesen: {str(problem).splitlines()[0]}. Stelle die Datei wieder her."
        ) from None
    return config if isinstance(config, dict) else {}


def report_address(text: str) -> str:
    """The address for reporting mistakes; "" unless it is mail or web, because every page links to it.

    >>> report_address("mailto:regeln@beispiel.de?subject={title}"), report_address("javascript:alert(1)")
    ('mailto:regeln@beispiel.de?subject={title}', '')
    """
    return text.strip() if re.match(r"(?:mailto:|https?://)\S+$", text.strip(), re.IGNORECASE) else ""


def _texts(value: Any) -> list[Any]:
    """A list of texts; a single value counts as a list of one."""
    return value if isinstance(value, list) else [value] if value else []


def read_settings(project: Path) -> Settings:
    """Read a project's settings. Raises Unusable if mkdocs.yml cannot be read."""
    config = read_yaml(project / "mkdocs.yml")
    extra = config.get("extra")
    ours = extra.get("nachschlag") if isinstance(extra, dict) else None
    ours = ours if isinstance(ours, dict) else {}
    return Settings(
        site_name=str(config.get("site_name") or "Nachschlag"),
        site_url=str(config.get("site_url") or ""),
        edit_base=str(ours.get("edit_base") or ""),
        report=report_address(str(ours.get("report") or "")),
        legal_notice=str(ours.get("impressum") or "").strip(),
        privacy=str(ours.get("datenschutz") or "").strip(),
        overlays=tuple(project / str(folder) for folder in _texts(ours.get("overlays"))),
        previews=ours.get("vorschaubilder") is True,
    )
