"""The step that search adds to `nachschlag build`, found through the entry point group "nachschlag.build_steps"."""

from __future__ import annotations

from pathlib import Path

from nachschlag.generator.files.output import Output
from nachschlag.generator.model.library import Library
from nachschlag.generator.site.scripts import classic_script

from .browser.browser_index import names_index, terms_index, texts, to_bytes
from .browser.shared import shared_script
from .core.analysis import analyse
from .core.documents import corpus_of
from .index.index import write_index
from .own_files import ASSETS, CORE

#: Where the browser's files lie in the site; `assets/suche.js` loads its index from here.
FOLDER = "assets/suche"


def build_step(library: Library, output: Output, build_dir: Path) -> None:
    """Write the browser's index and scripts into the site's files, and the Whoosh index into `build_dir / "index"`."""
    corpus = corpus_of(library)
    analysed = analyse(corpus.documents)
    output.write(f"{FOLDER}/names.json", to_bytes(names_index(corpus)))
    output.write(f"{FOLDER}/index.json", to_bytes(terms_index(corpus, analysed)))
    for system in ("", *(one.id for one in corpus.systems)):
        output.write(f"{FOLDER}/texte-{system or 'begriffe'}.json", to_bytes(texts(corpus, system)))
    output.write(f"{FOLDER}/suche.js", classic_script(ASSETS / "suche.js", {CORE / "shared.js": shared_script()}))
    for name, script in core_modules().items():
        output.write(f"{FOLDER}/{name}", script)
    output.write(f"{FOLDER}/suche.css", (ASSETS / "suche.css").read_bytes())
    write_index(corpus, build_dir / "index", analysed)


def core_modules() -> dict[str, str]:
    """The search without a page, as modules for other people's pages: they import `suche-kern.js`."""
    modules = {path.name: path.read_text("utf-8") for path in sorted(CORE.glob("*.js"))}
    return {**modules, "shared.js": shared_script(), "suche-kern.js": "export { opened, Search } from './search.js';\n"}
