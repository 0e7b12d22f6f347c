"""Three states of a file put together: as it was read last time, as it is now, as it is read this time. Git's own merge does it."""

from __future__ import annotations

import re
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

#: The line that says of an entry that its source has changed since somebody looked at it.
_MARK = re.compile(r"^translated_from:.*\n", re.MULTILINE)
_STATUS = re.compile(r"^status:.*\n", re.MULTILINE)

#: Fields whose change is none of the rule: where it stands.
_PLACE = re.compile(r"^(?:order|page|parent|number):.*\n", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Merged:
    """What a file is to be: `text` None: to go; `conflict`: both sides changed the same lines, and the text is the one there is."""

    text: str | None
    conflict: bool = False


def merged(base: str | None, ours: str | None, theirs: str | None) -> Merged:
    """Who alone changed something has it; where both did, the changes are put together as far as they do not touch.

    A file that was deleted by hand stays deleted; one that goes but was edited by hand stays.

    >>> merged("a\\n", "a\\n", "b\\n"), merged("a\\n", "b\\n", "a\\n"), merged("a\\n", "b\\n", "c\\n")
    (Merged(text='b\\n', conflict=False), Merged(text='b\\n', conflict=False), Merged(text='b\\n', conflict=True))
    """
    if ours is None:
        return Merged(theirs if base is None else None)
    if base is None or theirs is None:
        return Merged(None if base is not None and unmarked(ours) == unmarked(base) else ours, base is None)
    if theirs == base:
        return Merged(ours)
    if unmarked(ours) == unmarked(base):
        return Merged(theirs)
    together = _together(base, ours, theirs)
    return Merged(ours, conflict=True) if together is None else Merged(together)


def unmarked(text: str) -> str:
    """An entry without the mark that its source has changed, and without how far it has come."""
    return _STATUS.sub("", _MARK.sub("", text, count=1), count=1) if text.startswith("---\n") else text


def says_the_same(one: str, other: str) -> bool:
    """Whether two states of an entry differ at most in where it stands in the book.

    >>> says_the_same("---\\npage: 3\\n---\\nText\\n", "---\\npage: 4\\n---\\nText\\n")
    True
    """
    return _PLACE.sub("", unmarked(one)) == _PLACE.sub("", unmarked(other))


def _together(base: str, ours: str, theirs: str) -> str | None:
    """`git merge-file`; None where both changed the same lines, or where there is no git."""
    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder) / name for name in ("ours", "base", "theirs")]
        for path, text in zip(paths, (ours, base, theirs), strict=True):
            path.write_text(text, encoding="utf-8", newline="")
        try:
            run = subprocess.run(["git", "merge-file", "-p", "-q", *map(str, paths)], capture_output=True, check=False)
        except OSError:
            return None
    return run.stdout.decode("utf-8") if run.returncode == 0 else None
