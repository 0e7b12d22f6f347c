"""`nachschlag index`: hands the search index on to services on other machines."""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Iterator
from pathlib import Path

from nachschlag.generator import load
from nachschlag.generator.files.atomic import write_atomic
from nachschlag.generator.model.command import Exit
from nachschlag.generator.model.library import Library
from nachschlag.generator.model.unusable import NothingLoaded, Unwritable, WrongOptions, require
from nachschlag.generator.prose.wording import counted
from nachschlag.generator.reading.overlay import private_systems, refuse_inside

from ..core.analysis import analyse
from ..core.documents import Corpus, corpus_of
from ..core.lexicon import Lexicon, lexicon_of
from . import parcel
from .current import refuse_private
from .rows import Row, row_of
from .signing import Signs, signing
from .writing import documents_hash, program


def run(args: argparse.Namespace) -> int:
    """Write the index of the project's rules into one file or into PostgreSQL."""
    if args.sign and args.to:
        raise WrongOptions("--sign gehört zu --pack: Wer in die Datenbank schreiben darf, sagt sie selbst.")
    if args.to:
        require("PostgreSQL", "postgresql", "psycopg")
        from . import hosts

        hosts.hosts(args.to)  # refuse before reading all rules
    sign = signing(Path(args.sign)) if args.sign else None
    library, findings = load(args.project, overlays=args.overlays if args.private else ())
    if not library.systems:
        raise NothingLoaded(findings)
    refuse_private(library, args.private)
    if args.pack and private_systems(library):
        refuse_inside(args.pack, args.project, "--pack")
    edition, vocabulary, rows = made(library)
    summary = f"{counted(vocabulary.size, 'Text', 'Texte')}, Ausgabe {edition[:12]}"
    if not args.to:
        _pack(Path(args.pack), edition, vocabulary, rows, sign)
        print(f"{args.pack}: {summary}")
        return Exit.FINE
    from . import postgresql

    is_new = postgresql.write(args.to, edition, program(), vocabulary, rows)
    print(f"PostgreSQL: {summary}{'' if is_new else ' (war schon da)'}")
    return Exit.FINE


def _pack(target: Path, edition: str, vocabulary: Lexicon, rows: Iterator[Row], sign: Signs | None) -> None:
    try:
        with tempfile.TemporaryFile() as body, tempfile.TemporaryFile() as whole:
            parcel.write(whole, body, (edition, program()), vocabulary, rows, sign)
            whole.seek(0)
            write_atomic(target, parcel.pieces(whole))
    except OSError as problem:
        raise Unwritable(target, problem) from None


def made(library: Library) -> tuple[str, Lexicon, Iterator[Row]]:
    """The index of a library before any engine: the digest of its sources, its words, its documents."""
    return made_of(corpus_of(library))


def made_of(corpus: Corpus) -> tuple[str, Lexicon, Iterator[Row]]:
    """Do as `made` for documents already made."""
    analysed = analyse(corpus)
    rows = (row_of(analysed, at) for at in range(len(analysed.documents)))
    return documents_hash(corpus), lexicon_of(corpus, analysed), rows
