"""The step that search adds to `nachschlag build`, found through the entry point group "nachschlag.build_steps".

Results are kept below `build` under a digest of their inputs (`Memo`), so that only changed texts are analysed again.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from nachschlag.generator.files.collecting import without_collecting
from nachschlag.generator.files.fingerprint import fingerprint
from nachschlag.generator.files.memo import Memo, digest
from nachschlag.generator.files.output import Batch, Output
from nachschlag.generator.model.library import Library
from nachschlag.generator.reading.state import program_mark
from nachschlag.generator.reading.stored_library import ChangedLibrary
from nachschlag.generator.site.scripts import FOLDER as SCRIPTS
from nachschlag.generator.site.scripts import classic_script

from .browser.browser_index import BrowserIndex, to_bytes
from .core.documents import Corpus, corpus_after, corpus_of
from .core.kept_corpus import KeptCorpus
from .index.generations import edition
from .index.writing import documents_hash, write_index
from .own_files import ASSETS, CORE, PACKAGE

#: The folder of the browser's files in the site, from which `suche.js` loads its index.
FOLDER = "assets/suche"


#: The names of the memos for a library's texts, and for their words.
MEMO, CORPUS, WORDS = "memo-suche", "memo-dokumente", "memo-woerter"


def build_step(library: Library, output: Output, build_dir: Path) -> None:
    """Write the browser's index and scripts into the site's files, and the Whoosh index into `build_dir / "index"`."""
    with without_collecting():
        program = _program()
        corpus = _corpus(library, build_dir, program)
        index = BrowserIndex(corpus, partial(Memo, build_dir / WORDS, program))
        for name, make in index.files().items():
            output.batch(_file(name, digest(program, index.key(name)), partial(_encoded, make)))
        for name, content in _scripts().items():
            output.batch(_file(name, program, content))
        index.save()
        write_index(index.corpus, build_dir / "index", lambda: index.analysed)


def _corpus(library: Library, build_dir: Path, program: str) -> Corpus:
    """The documents of a library; those of unchanged texts are taken from the last build."""
    memo, kept = Memo(build_dir / MEMO, program), KeptCorpus(build_dir / CORPUS, program)
    before = kept.of(edition(build_dir / "index")) if isinstance(library, ChangedLibrary) else None
    if isinstance(library, ChangedLibrary) and before:
        corpus = corpus_after(before, library, memo)
        memo.keep_rest()
    else:
        corpus = corpus_of(library, memo)
    memo.save()
    kept.keep(corpus, documents_hash(corpus))
    return corpus


#: Name → what makes the content.
_Files = dict[str, Callable[[], str | bytes]]


def _file(name: str, key: str, content: Callable[[], str | bytes]) -> Batch:
    path = f"{FOLDER}/{name}"
    return Batch(path, key, lambda: [(path, content())])


def _program() -> str:
    """The mark of the modules and scripts that decide the files."""
    return digest(program_mark(), fingerprint([PACKAGE, SCRIPTS]))


def _encoded(make: Callable[[], dict[str, Any]]) -> bytes:
    return to_bytes(make())


def _scripts() -> _Files:
    return {
        "suche.js": lambda: classic_script(ASSETS / "main.js", {CORE / SHARED: _shared()}, first=SCRIPTS / "main.js"),
        **{name: partial(_core_module, name) for name in _core_names()},
        "suche.css": (ASSETS / "search.css").read_bytes,
    }


#: The module with the constants that both languages use, and the one that other people's pages import.
SHARED, WHOLE = "shared.js", "suche-kern.js"


def core_modules() -> dict[str, str]:
    """The search without a page, as modules for other people's pages: they import `suche-kern.js`."""
    return {name: _core_module(name) for name in _core_names()}


def _core_names() -> list[str]:
    return [*sorted(path.name for path in CORE.glob("*.js")), SHARED, WHOLE]


def _core_module(name: str) -> str:
    if name == WHOLE:
        return "export { gathered, opened, Search } from './search.js';\n"
    return _shared() if name == SHARED else (CORE / name).read_text("utf-8")


def _shared() -> str:
    from .browser.shared import shared_script  # here, because it imports the whole search, and few builds write it

    return shared_script()
