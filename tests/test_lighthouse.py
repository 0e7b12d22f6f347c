"""The summary that `make lighthouse` prints from Lighthouse's reports."""

from __future__ import annotations

from typing import Any

from tests.tools.audit.lighthouse import details, failures_of, points_of, result_of, table


def report(seo: float = 1.0) -> dict[str, Any]:
    """A shortened report of Lighthouse 12; with a missing description where `seo` is below 1."""

    def audit(name: str, score: float | None, **more: Any) -> dict[str, Any]:
        return {"id": name, "title": name.title(), "score": score, **more}

    times = (
        "first-contentful-paint",
        "largest-contentful-paint",
        "total-blocking-time",
        "cumulative-layout-shift",
        "speed-index",
    )
    node = {"type": "node", "snippet": "<head>"}
    audits = [audit(name, 1, displayValue="1.2\xa0s") for name in times]
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
                "score": 0.994,
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


def test_a_page_is_fine_with_all_points_only() -> None:
    full = report()
    full["categories"]["performance"]["score"] = 1
    assert result_of("start", full).fine
    assert not result_of("start", report()).fine


def test_audits_without_weight_are_in_brackets() -> None:
    subjects = [failure.subject for failure in failures_of(report(0.92))]
    assert subjects == ["Tempo (unused-css-rules): Unused-Css-Rules", "SEO meta-description: Meta-Description"]


def test_the_report_names_each_failure_once_with_its_pages() -> None:
    results = [result_of("start", report()), result_of("suche", report(0.92))]
    assert details(results) == [
        "Tempo (unused-css-rules): Unused-Css-Rules [start Est savings of 18 KiB, suche Est savings of 18 KiB]",
        "    /a.css · 18357 wastedBytes",
        "SEO meta-description: Meta-Description [suche]",
        "    <head>",
    ]
    assert [line.split()[:5] for line in table(results)[1:]] == [
        ["start", "99", "100", "100", "100"],
        ["suche", "99", "100", "100", "92"],
    ]
