"""argparse in German: the standard library's messages, translated. argparse looks its texts up through `argparse._`; we answer."""

from __future__ import annotations

import argparse
from typing import Any, NoReturn

from ..model.command import Exit

_TEXTS = {
    "usage: ": "Aufruf: ",
    "positional arguments": "Angaben",
    "options": "Optionen",
    "show this help message and exit": "diese Hilfe zeigen",
    "show program's version number and exit": "die Version zeigen",
    "the following arguments are required: %s": "es fehlt: %s",
    "unrecognized arguments: %s": "unbekannte Angabe: %s",
    "invalid choice: %(value)r (choose from %(choices)s)": "%(value)r gibt es nicht (möglich: %(choices)s)",
    "invalid choice: %(value)s (choose from %(choices)s)": "%(value)s gibt es nicht (möglich: %(choices)s)",
    "invalid %(type)s value: %(value)r": "%(value)r passt hier nicht (erwartet: %(type)s)",
    "expected one argument": "eine Angabe erwartet",
    "expected at least one argument": "mindestens eine Angabe erwartet",
    "argument %(argument_name)s: %(message)s": "bei %(argument_name)s: %(message)s",
    "not allowed with argument %s": "verträgt sich nicht mit %s",
    "one of the arguments %s is required": "eine dieser Angaben ist nötig: %s",
    "ambiguous option: %(option)s could match %(matches)s": "mehrdeutig: %(option)s kann %(matches)s heißen",
    "ignored explicit argument %r": "Angabe %r ist hier nicht vorgesehen",
    "subcommands": "Befehle",
}


def _german(text: str) -> str:
    return _TEXTS.get(text, text)


class GermanParser(argparse.ArgumentParser):
    """An argument parser that speaks German and ends with status 2 and one line."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        argparse._ = _german  # type: ignore[attr-defined]
        kwargs.setdefault("formatter_class", argparse.RawDescriptionHelpFormatter)
        super().__init__(*args, **kwargs)

    def error(self, message: str) -> NoReturn:
        message = message.replace("(erwartet: int)", "(erwartet: ganze Zahl)")
        self.exit(Exit.UNUSABLE, f"{self.prog}: {message}. Hilfe: {self.prog} --help\n")
