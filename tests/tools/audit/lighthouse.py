"""Run Lighthouse, as on a phone, on every kind of page of our own site: prints medians of five cold runs with their spread, and failures.

python -m tests.tools.audit.lighthouse [--site DIR] [--page NAME …] [--runs N] [--keep DIR]

It builds our content for the address that it is served at, so that canonical addresses exist as on a real host. Each
run has a browser of its own with nothing stored. Exit status 1 if a page's median is below the bar: 97 for its tempo, 100 ms of blocking
time, 100 in the other categories. Needs Node 18.20 or newer and a Chromium (`make audit` installs Lighthouse into build/lighthouse).
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

from tests.addresses import ADDRESSES, AUDITED, SELDOM
from tests.browser import arguments, executable
from tests.host import Host, hosted
from tests.projects import REPOSITORY, environment, nachschlag, repository_copy

FOLDER = REPOSITORY / "build" / "lighthouse"
CATEGORIES = {"performance": "Tempo", "accessibility": "Zugang", "best-practices": "Praxis", "seo": "SEO"}
RUNS = 5
#: The bars of a page's medians.
LEAST_TEMPO = 97
MOST_BLOCKING = 100
#: Figures that explain the performance score: audit → heading, divisor, decimals.
FIGURES = {
    "first-contentful-paint": ("FCP s", 1000, 1),
    "largest-contentful-paint": ("LCP s", 1000, 1),
    "total-blocking-time": ("TBT ms", 1, 0),
    "cumulative-layout-shift": ("CLS", 1, 3),
    "total-byte-weight": ("KiB", 1024, 0),
}

#: The checked pages.
PAGES = {name: (ADDRESSES | SELDOM)[name] for name in AUDITED}

Report = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Failure:
    """A failed audit: its subject, its severity, and up to three places."""

    subject: str
    value: str
    places: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Spread:
    """A figure of several runs, written with so many decimals."""

    values: tuple[float, ...]
    decimals: int = 0

    @property
    def median(self) -> float:
        return median(self.values)

    def __str__(self) -> str:
        """
        >>> str(Spread((99, 91, 97))), str(Spread((0.1, 0.1), 1))
        ('97 (91–99)', '0.1')
        """
        middle, least, most = (f"{value:.{self.decimals}f}" for value in (self.median, min(self.values), max(self.values)))
        return middle if least == most else f"{middle} ({least}–{most})"


@dataclass(frozen=True, slots=True)
class Result:
    """A page's scores per category (0 to 100), its figures with the machine's speed, and the failed audits of the middle run."""

    name: str
    points: dict[str, Spread]
    figures: dict[str, Spread]
    failures: list[Failure]

    @property
    def fine(self) -> bool:
        others = {name: spread for name, spread in self.points.items() if name != "performance"}
        return (
            self.points["performance"].median >= LEAST_TEMPO
            and self.figures["TBT ms"].median <= MOST_BLOCKING
            and all(spread.median == 100 for spread in others.values())
        )


def main() -> int:
    """Measure and print. Returns the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.tools.audit.lighthouse", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument("--site", type=Path, help="a built site, instead of building one")
    parser.add_argument("--page", action="append", choices=PAGES, help="only this kind of page; may be repeated")
    parser.add_argument("--runs", type=int, default=RUNS, help="how often each page is measured")
    parser.add_argument("--keep", type=Path, help="where Lighthouse's whole reports are kept (JSON)")
    given = parser.parse_args()
    with _our_site(given.site) as host:
        results = [measured(host, name, given.runs, given.keep) for name in given.page or PAGES]
    print("\n".join([*table(results), "", *details(results)]))
    return 0 if all(result.fine for result in results) else 1


@contextmanager
def _our_site(site: Path | None) -> Iterator[Host]:
    """The given site, or a fresh build of our content for the address that it is served at."""
    with tempfile.TemporaryDirectory(prefix="nachschlag-lighthouse-") as name:
        folder = site or Path(name) / "projekt" / "site"
        with hosted(folder) as host:
            if site is None:
                project = repository_copy(folder.parent)
                done = nachschlag("--project", project, "build", SITE_URL=f"{host.address}/")
                if done.returncode:
                    raise SystemExit(done.stderr)
            yield host


# -- measuring ----------------------------------------------------------------------------------------------------------------


def measured(host: Host, name: str, runs: int, keep: Path | None = None) -> Result:
    """The result of a page's runs."""
    reports = [_report(f"{host.address}{PAGES[name]}") for _ in range(runs)]
    if keep:
        keep.mkdir(parents=True, exist_ok=True)
        for number, report in enumerate(reports, 1):
            (keep / f"{name}-{number}.json").write_text(json.dumps(report, ensure_ascii=False, indent=1), "utf-8")
    result = result_of(name, reports)
    print(f"{name}: {'  '.join(map(str, result.points.values()))}", file=sys.stderr, flush=True)
    return result


def _report(url: str) -> Report:
    """One run of Lighthouse on one page, in a Chromium of its own."""
    with tempfile.TemporaryDirectory(prefix="nachschlag-lighthouse-") as folder:
        target = Path(folder) / "report.json"
        config = Path(folder) / "flags.json"
        config.write_text(json.dumps({"chromeFlags": [*arguments(), "--headless=new"]}), "utf-8")
        command = ["node", str(FOLDER / "node_modules" / "lighthouse" / "cli" / "index.js"), url, f"--cli-flags-path={config}"]
        command += ["--quiet", "--no-enable-error-reporting", "--output=json", f"--output-path={target}", "--form-factor=mobile"]
        done = subprocess.run(
            command, capture_output=True, text=True, env=environment(CHROME_PATH=str(executable())), timeout=180, cwd=folder
        )
        if not target.is_file():
            raise SystemExit(f"Lighthouse gibt für {url} keinen Bericht:\n{done.stdout}{done.stderr}")
        report: Report = json.loads(target.read_text("utf-8"))
    if "runtimeError" in report:
        raise SystemExit(f"Lighthouse misst {url} nicht: {report['runtimeError']['message']}")
    return report


# -- reading reports ----------------------------------------------------------------------------------------------------------


def points_of(report: Report) -> dict[str, int]:
    """Category → score, rounded as Lighthouse shows it; a category without a result has 0.

    >>> points_of({"categories": {"seo": {"score": 0.92}}})["seo"]
    92
    """
    categories = report["categories"]
    return {name: round(100 * (categories.get(name, {}).get("score") or 0)) for name in CATEGORIES}


def result_of(name: str, reports: Sequence[Report]) -> Result:
    """Extract a page's result from Lighthouse's reports."""
    points = list(map(points_of, reports))
    figures = {
        heading: Spread(tuple(report["audits"][audit]["numericValue"] / divisor for report in reports), decimals)
        for audit, (heading, divisor, decimals) in FIGURES.items()
    }
    figures["Rechner"] = Spread(tuple(report["environment"]["benchmarkIndex"] for report in reports))
    middle = sorted(reports, key=lambda report: points_of(report)["performance"])[len(reports) // 2]
    return Result(
        name, {category: Spread(tuple(p[category] for p in points)) for category in CATEGORIES}, figures, failures_of(middle)
    )


def failures_of(report: Report) -> list[Failure]:
    """The failed audits, category by category; names of audits without weight are in brackets."""
    found = []
    for category, heading in CATEGORIES.items():
        for reference in report["categories"].get(category, {}).get("auditRefs", []):
            audit = report["audits"][reference["id"]]
            if reference.get("group") != "hidden" and audit["score"] is not None and audit["score"] < 1:
                name = audit["id"] if reference["weight"] else f"({audit['id']})"
                places = tuple(_places(audit)[:3])
                found.append(Failure(f"{heading} {name}: {audit['title']}", audit.get("displayValue", ""), places))
    return found


def _places(audit: Report) -> list[str]:
    """The places where an audit failed: elements as HTML, addresses, or its message."""
    items = audit.get("details", {}).get("items", [])
    return [text for item in items if isinstance(item, dict) and (text := _place(item))]


def _place(item: Report) -> str:
    node = item.get("node") or next((s["node"] for s in item.get("subItems", {}).get("items", []) if "node" in s), {})
    named = [node.get("snippet"), item.get("url"), item.get("description"), item.get("label"), item.get("reason")]
    wasted = [f"{item[key]:.0f} {key}" for key in ("wastedMs", "wastedBytes") if isinstance(item.get(key), int | float)]
    return " · ".join([*(text[:160] for text in named if isinstance(text, str)), *wasted])


# -- printing -----------------------------------------------------------------------------------------------------------------


def table(results: list[Result]) -> list[str]:
    """One line per page: scores per category, figures, and the machine's speed (below 1000 it was busy), as median (least–most)."""
    headings = ["", *CATEGORIES.values(), *results[0].figures, ""]
    rows = [
        [r.name, *map(str, r.points.values()), *map(str, r.figures.values()), "" if r.fine else "unter der Latte"]
        for r in results
    ]
    widths = [max(len(row[column]) for row in [headings, *rows]) for column in range(len(headings))]
    return [
        "  ".join(
            cell.ljust(width) if n == 0 else cell.rjust(width) for n, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        for row in [headings, *rows]
    ]


def details(results: list[Result]) -> list[str]:
    """Each failed audit once, with the pages it failed on and the places on the first of them."""
    found: dict[str, list[tuple[str, Failure]]] = {}
    for result in results:
        for failure in result.failures:
            found.setdefault(failure.subject, []).append((result.name, failure))
    lines = []
    for subject, cases in found.items():
        lines.append(f"{subject} [{', '.join(f'{page} {failure.value}'.strip() for page, failure in cases)}]")
        lines += [f"    {place}" for place in cases[0][1].places]
    return lines


if __name__ == "__main__":
    sys.exit(main())
