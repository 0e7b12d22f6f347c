"""Ask a player's questions on a phone (390x844) and look whether the fact that answers is in view: at once, and after one tap.

python -m tests.tools.answers                      of a fresh build of our content
python -m tests.tools.answers --site site          of a finished site
python -m tests.tools.answers --site site --verbose  with every question that fails

`questions.txt` and `questions-2.txt` were written from the rules, without sight of what a search shows. A fact counts as seen where all
words of one of its wordings are in view, in order. The tap is on the hit for the rule, or on the first where there is none.
"""

from __future__ import annotations

import argparse
import json
import re
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import unescape
from pathlib import Path

from playwright.sync_api import Error, Page

from tests.addresses import PHONE
from tests.browser import chromium
from tests.host import hosted
from tests.projects import build, repository_copy

HERE = Path(__file__).parent
VIEW = (HERE / "view.js").read_text(encoding="utf-8")
SETS = tuple(sorted(path.stem for path in HERE.glob("questions*.txt")))
#: Whether the page of a rule, or its sheet, has loaded.
ARRIVED = "dialog[open] .n-regeltitel, html:not(:has(.n-dock--offen)) article h1"
#: Whether all hits have loaded.
SHOWN = "[data-dock] [role=listbox][aria-busy=false]"
#: Milliseconds for scrolling to a section.
SETTLING = 300
#: The most characters between two parts of a fact.
BETWEEN = 300


@dataclass(frozen=True, slots=True)
class Question:
    """A player's question, the rule that answers it, the wordings of the answer, each in parts, and those of other rules that say
    the same.
    """

    text: str
    rule: str
    facts: tuple[tuple[str, ...], ...]
    others: tuple[tuple[str, ...], ...] = ()

    @property
    def system(self) -> str:
        return self.rule.split("/")[0]

    def is_answered_by(self, text: str) -> bool:
        """Whether a text has one of the facts, whatever its spaces and soft hyphens."""
        return any(
            re.search(f".{{0,{BETWEEN}}}?".join(re.escape(_letters(part)) for part in fact), _letters(text))
            for fact in (*self.facts, *self.others)
        )


@dataclass(frozen=True, slots=True)
class Answer:
    """Whether the answer was visible: at once, and after a tap."""

    question: Question
    at_once: bool
    after_tap: bool


def _letters(text: str) -> str:
    return re.sub(r"[\s\u00ad·]+", "", text).lower()


def questions(name: str, *, is_strict: bool = False) -> Iterator[Question]:
    """All questions of a set; `is_strict`: only the named rule's own words answer."""
    for line in (HERE / f"{name}.txt").read_text(encoding="utf-8").splitlines():
        if line.strip() and not line.startswith("#"):
            text, rule, facts = line.split(" | ", 2)
            own, _, others = facts.partition("|||")
            yield Question(text, rule.strip(), _wordings(own), () if is_strict else _wordings(others))


def _wordings(facts: str) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(part.strip() for part in fact.split("…")) for fact in facts.split("||") if fact.strip())


def is_in_rule(question: Question, site: Path) -> bool:
    """Whether the rule still says so."""
    record = json.loads((site / f"api/v1/entries/{question.rule}.json").read_text(encoding="utf-8"))
    return question.is_answered_by(" ".join(unescape(re.sub(r"<[^>]+>", "", record[name] or "")) for name in ("short", "html")))


def typed(page: Page, question: Question) -> None:
    """Type the question into the field of the system's page, and wait for its hits."""
    if not page.locator(".n-dock--offen").count():
        page.locator("[data-dock] input[name=q]").tap()
    page.locator("[data-dock] input[name=q]").fill(question.text)
    page.locator(SHOWN).wait_for(state="attached")


def after_tap(page: Page, question: Question) -> bool:
    """Tap the rule's hit, or the first; whether the answer is in view then. The page is left there."""
    hits = page.locator("[data-dock] [data-hit]")
    if not hits.count():
        return False
    own = page.locator(f"[data-dock] [data-hit][data-id='{question.rule}'], [data-dock] [data-hit][data-id^='{question.rule}#']")
    (own if own.count() else hits).first.tap()
    try:
        page.locator(ARRIVED).first.wait_for()
    except Error:
        return False
    page.wait_for_timeout(SETTLING)
    return question.is_answered_by(page.evaluate(VIEW))


def asked(page: Page, address: str, question: Question) -> Answer:
    """Ask one question."""
    if question.system not in page.url or "#" in page.url or page.locator("dialog[open]").count():
        page.goto(f"{address}/{question.system}/", wait_until="load")
    typed(page, question)
    if question.is_answered_by(page.evaluate(VIEW)):
        return Answer(question, True, True)
    seen = after_tap(page, question)
    page.go_back()
    page.locator("html:not(:has(dialog[open])) .n-dock--offen").wait_for()
    return Answer(question, False, seen)


def table(answers: Sequence[Answer]) -> str:
    """The shares by system, as a Markdown table."""
    lines = ["| Spiel | Fragen | ohne Tipp | nach einem |", "| --- | --- | --- | --- |"]
    systems = sorted({answer.question.system for answer in answers})
    for name, own in [(s, [a for a in answers if a.question.system == s]) for s in systems] + [("alle", list(answers))]:
        lines.append(f"| {name} | {len(own)} | {sum(a.at_once for a in own)} ({sum(a.at_once for a in own) / len(own):.0%}) "
                     f"| {sum(a.after_tap for a in own)} ({sum(a.after_tap for a in own) / len(own):.0%}) |")  # fmt: skip
    return "\n".join(lines)


def main() -> None:
    """Ask everything and print the table."""
    parser = argparse.ArgumentParser(description="Steht die Antwort im Treffer?")
    parser.add_argument("--site", type=Path)
    parser.add_argument("--verbose", action="store_true")
    parser.add_argument("--strict", action="store_true", help="nur in den Worten der genannten Regel")
    parser.add_argument("--only", default="")
    parser.add_argument("--set", choices=SETS, action="append", help="nur diese Fragen")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="nachschlag-antworten-") as name:
        measure(
            options.site or build(repository_copy(Path(name) / "projekt")),
            options.set or SETS,
            options.only,
            is_verbose=options.verbose,
            is_strict=options.strict,
        )


def measure(site: Path, sets: Sequence[str], only: str, *, is_verbose: bool, is_strict: bool) -> None:
    """Ask the questions of these sets about rules with `only` in their ids of a site."""
    with hosted(site) as host, chromium() as browser:
        size = {"width": PHONE[0], "height": PHONE[1]}
        page = browser.new_context(viewport=size, has_touch=True, service_workers="block").new_page()  # type: ignore[arg-type]
        for name in sets:
            chosen = [question for question in questions(name, is_strict=is_strict) if only in question.rule]
            for question in chosen:
                if not is_in_rule(question, site):
                    print(f"Nicht mehr in der Regel: {question.text} | {question.rule}")
            answers = [asked(page, host.address, question) for question in chosen]
            for answer in answers if is_verbose else ():
                if not answer.at_once:
                    print(
                        "nach einem Tipp:" if answer.after_tap else "gar nicht:", answer.question.text, "|", answer.question.rule
                    )
            print(f"{name}\n\n{table(answers)}\n")


if __name__ == "__main__":
    main()
