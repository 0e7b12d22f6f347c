"""Build the mini project once when imported, so that processes forked from here find every module loaded and every cache filled."""

from __future__ import annotations

import contextlib
import io
import tempfile
from pathlib import Path

from nachschlag.generator.cli import main

from tests.projects import mini_project

with (
    tempfile.TemporaryDirectory() as _folder,
    contextlib.redirect_stdout(io.StringIO()),
    contextlib.redirect_stderr(io.StringIO()),
):
    main(["--project", str(mini_project(Path(_folder, "projekt"))), "build"])
