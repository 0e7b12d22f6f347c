"""The summary that `make lighthouse` prints from Lighthouse's reports."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.tools.audit.lighthouse import FIGURES, details, failures_of, points_of, result_of, table


def report(seo: float = 1.0, tempo: float = 0.994, blocking: float = 40) -> dict[str, Any]:
    """A shortened report of Lighthouse 12; with a missing description where `seo` is below 1."""

    def audit(name: str, score: float | None, **more: Any) -> dict[str, Any]:
        return {"id": name, "title": name.title(), "score": score, **more}

    node = {"type": "node", "snippet": "<head>"}
    audits = [audit(name, 1, numericValue=blocking if "blocking" in name else 1204) for name in FIGURES]
    audits += [
        audit("meta-description", 1 if seo == 1 else 0, details={"items": [{"node": node}]}),
        audit(
            "unused-css-rules",
            0.5,
            displayValue="Est savings of 18 KiB",
            details={"items": [{"url": "/a.css", "wastedBytes": 18_357}]},
        ),
        audit("not-asked", None),
    ]
    return {
        "categories": {
            "performance": {
                "score": tempo,
                "auditRefs": [{"id": "unused-css-rules", "weight": 0}, {"id": "not-asked", "weight": 3}],
            },
            "accessibility": {"score": 1, "auditRefs": []},
            "best-practices": {"score": 1, "auditRefs": []},
            "seo": {"score": seo, "auditRefs": [{"id": "meta-description", "weight": 1}]},
        },
        "audits": {each["id"]: each for each in audits},
        "environment": {"benchmarkIndex": 1502.5},
    }


def test_points_are_rounded_and_a_category_without_a_result_has_none() -> None:
    assert points_of(report(0.92)) == {"performance": 99, "accessibility": 100, "best-practices": 100, "seo": 92}
    assert points_of({"categories": {"seo": {"score": None}}})["seo"] == 0


@pytest.mark.parametrize(
    ("runs", "is_fine"),
    [
        ([report(tempo=0.5, blocking=900), report(), report()], True),
        ([report(tempo=0.96), report(tempo=0.96), report()], False),
        ([report(blocking=101), report(blocking=300), report()], False),
        ([report(seo=0.9)] * 3, False),
    ],
)
def test_a_page_is_fine_by_its_medians(runs: list[dict[str, Any]], is_fine: bool) -> None:
    assert result_of("start", runs).fine is is_fine


def test_audits_without_weight_are_in_brackets() -> None:
    subjects = [failure.subject for failure in failures_of(report(0.92))]
    assert subjects == ["Tempo (unused-css-rules): Unused-Css-Rules", "SEO meta-description: Meta-Description"]


def test_the_report_names_each_failure_once_with_its_pages() -> None:
    results = [result_of("start", [report()] * 3), result_of("suche", [report(0.92), report(0.92), report(0.92, 0.5)])]
    assert details(results) == [
        "Tempo (unused-css-rules): Unused-Css-Rules [start Est savings of 18 KiB, suche Est savings of 18 KiB]",
        "    /a.css · 18357 wastedBytes",
        "SEO meta-description: Meta-Description [suche]",
        "    <head>",
    ]
    lines = [re.split(r" {2,}", line.strip()) for line in table(results)]
    assert lines == [
        ["Tempo", "Zugang", "Praxis", "SEO", "FCP s", "LCP s", "TBT ms", "CLS", "KiB", "Rechner"],
        ["start", "99", "100", "100", "100", "1.2", "1.2", "40", "1204.000", "1", "1502"],
        ["suche", "99 (50–99)", "100", "100", "92", "1.2", "1.2", "40", "1204.000", "1", "1502", "unter der Latte"],
    ]
