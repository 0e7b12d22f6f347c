"""Make all files of a release, in one folder: `make release`.

    python -m tests.tools.release --tools build/release-tools/bin     (programs of requirements.txt beside this file)

| file | what it is |
| --- | --- |
| nachschlag-….whl, nachschlag-….tar.gz | the program, built from the source archive |
| nachschlag-seite.zip | the site, for any web server |
| nachschlag-ordner.zip | the site to open without a server |
| nachschlag-buendel-….zip | every system as a bundle |
| nachschlag.cdx.json | every package that the program runs with, and its licence (CycloneDX) |
| lizenzen.txt | the same as a list to read |
| SHA256SUMS | checksums of all of them |

The wheel is installed into a fresh environment with all its extras; there it must build the site. Known vulnerabilities of these
packages end the program with 1. If the list of vulnerabilities is unreachable, it says so and continues.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
import venv
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from nachschlag.generator.site.folder import make_archive

from tests.projects import REPOSITORY, environment

PROJECT = tomllib.loads((REPOSITORY / "pyproject.toml").read_text("utf-8"))["project"]
#: Extras for those who develop the program, not for those who use it.
DEVELOPERS = {"dev", "peers"}


class Failed(Exception):
    """A step failed; `args[0]` says which."""


def run(*command: str | Path, where: Path = REPOSITORY, **more: str) -> str:
    """The output of a program. Raises Failed with its last words where it fails."""
    done = subprocess.run([*map(str, command)], cwd=where, capture_output=True, text=True, env=environment(**more), check=False)
    if done.returncode:
        raise Failed(f"{' '.join(map(str, command))}\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    return done.stdout


def packages(tools: Path, out: Path) -> Path:
    """Build the source archive, and from it the wheel; return the wheel."""
    run(tools / "pyproject-build", "--outdir", out, REPOSITORY)
    return next(out.glob("*.whl"))


def installed(wheel: Path, folder: Path) -> Path:
    """A fresh environment with the wheel and all its extras; returns its folder of programs."""
    venv.create(folder, with_pip=True)
    programs = folder / ("Scripts" if os.name == "nt" else "bin")
    extras = ",".join(sorted(PROJECT["optional-dependencies"].keys() - DEVELOPERS))
    pip = (programs / "python", "-m", "pip", "--disable-pip-version-check")
    run(*pip, "install", "--quiet", f"{wheel}[{extras}]")
    run(*pip, "uninstall", "--quiet", "--yes", "setuptools")  # came with the environment; nothing needs it
    return programs


def site(programs: Path, project: Path, out: Path, scratch: Path) -> None:
    """Build site, folder copy and bundles of a project with the installed program."""
    nachschlag = (programs / "nachschlag", "--project", project)
    built = scratch / "nachschlag-seite"
    run(*nachschlag, "build", "--folder", "--out", built)
    make_archive(built, out / "nachschlag-seite.zip")
    shutil.move(scratch / "nachschlag-seite-ordner.zip", out / "nachschlag-ordner.zip")
    for system in sorted(path.parent.name for path in (project / "content").glob("*/system.yaml")):
        run(*nachschlag, "export", "--format", "bundle", "--system", system, "--out", out / f"nachschlag-buendel-{system}.zip")


def bill(tools: Path, programs: Path, out: Path) -> dict[str, Any]:
    """Write the bill of materials, of all that is installed beside our own package, without pip."""
    run(programs / "python", "-m", "pip", "--disable-pip-version-check", "uninstall", "--quiet", "--yes", "pip")
    target = out / "nachschlag.cdx.json"
    pyproject = ("--pyproject", REPOSITORY / "pyproject.toml")
    run(tools / "cyclonedx-py", "environment", programs / "python", *pyproject, "--output-reproducible", "--output-file", target)
    return dict(json.loads(target.read_text("utf-8")))


def licences(made: dict[str, Any]) -> list[str]:
    """Name, version and licences of every package, one line each, by name."""
    lines = []
    for one in made["components"]:
        named = [
            about.get("expression")
            or about["license"].get("id")
            or about["license"]["name"].removeprefix("License :: OSI Approved :: ")
            for about in one.get("licenses", ())
        ]
        lines.append(f"{one['name']} {one['version']}: {'; '.join(dict.fromkeys(named)) or 'unknown'}")
    return sorted(lines, key=str.casefold)


def vulnerabilities(tools: Path, programs: Path) -> list[str]:
    """The known vulnerabilities of what is installed, one line each. Raises Failed where the list of them cannot be reached."""
    packages = next((programs.parent / "lib").glob("python*/site-packages"), programs.parent / "Lib" / "site-packages")
    command = [tools / "pip-audit", "--path", packages, "--format", "json", "--progress-spinner", "off"]
    done = subprocess.run([*map(str, command)], capture_output=True, text=True, env=environment(), check=False)
    try:
        told = json.loads(done.stdout)["dependencies"]
    except ValueError:
        raise Failed(done.stderr[-500:]) from None
    if all("skip_reason" in one for one in told):
        raise Failed(f"{len(told)} packages, none of them known to the service asked")
    return [f"{one['name']} {one['version']}: {each['id']}" for one in told for each in one.get("vulns", ())]


def checksums(files: Iterable[Path]) -> str:
    """The files' checksums, as `sha256sum --check` reads them."""
    return "".join(f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}\n" for file in sorted(files))


def release(tools: Path, project: Path, out: Path) -> list[str]:
    """Fill the folder `out`, which must not exist; return what those who release must know."""
    out.mkdir(parents=True)
    notes = []
    with tempfile.TemporaryDirectory(prefix="nachschlag-release-") as name:
        scratch = Path(name)
        programs = installed(packages(tools, out), scratch / "venv")
        site(programs, project, out, scratch)
        try:
            found = vulnerabilities(tools, programs)
        except Failed as problem:
            notes.append(f"vulnerabilities were not checked: {problem}")
        else:
            if found:
                raise Failed("vulnerable packages:\n" + "\n".join(found))
        (out / "lizenzen.txt").write_text("\n".join(licences(bill(tools, programs, out))) + "\n", "utf-8")
    (out / "SHA256SUMS").write_text(checksums(out.iterdir()), "utf-8")
    return notes


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.tools.release")
    parser.add_argument("--tools", type=Path, required=True, help="folder with the programs of requirements.txt")
    parser.add_argument("--project", type=Path, default=REPOSITORY)
    parser.add_argument("--out", type=Path, default=REPOSITORY / "build" / "release")
    args = parser.parse_args()
    if args.out.exists() and not (args.out / "SHA256SUMS").exists():
        parser.error(f"{args.out} is no earlier release: name another folder, or delete it")
    shutil.rmtree(args.out, ignore_errors=True)
    try:
        notes = release(args.tools.absolute(), args.project, args.out)
    except Failed as problem:
        print(problem, file=sys.stderr)
        return 1
    for file in sorted(args.out.iterdir()):
        print(f"{file.stat().st_size / 1000:10.0f} kB  {file.name}")
    for note in notes:
        print(note)
    return 0


if __name__ == "__main__":
    sys.exit(main())
