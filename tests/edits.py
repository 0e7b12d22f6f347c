"""Changes to content as people make them, at random."""

from __future__ import annotations

import random
from pathlib import Path


def edit(path: Path, choose: random.Random) -> None:
    """One change as people make them: a word less, twice or elsewhere, a title, a line, the whole file."""
    text = path.read_text("utf-8")
    words = text.split(" ")
    at = choose.randrange(len(words))
    kind = choose.randrange(6)
    if kind == 0:
        words.pop(at)
    elif kind == 1:
        words.insert(at, words[at])
    elif kind == 2:
        words.insert(choose.randrange(len(words)), words.pop(at))
    elif kind == 3:
        words.insert(at, choose.choice(["„Kämpfen“", "3", "keine", "(siehe Grundregeln 1.0)", '"so"', "[[nichts]]"]))
    if kind == 4:
        path.write_text(text.replace("title: ", "title: Ganz ", 1), "utf-8")
    elif kind == 5:
        path.unlink()
    else:
        path.write_text(" ".join(words), "utf-8")
