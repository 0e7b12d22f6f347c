"""Templates as JavaScript. What the result shows is compared with every built page in tests/site/offline."""

from __future__ import annotations

import pytest
from nachschlag.generator.pages.page_file import environment
from nachschlag.generator.site.template_script import template_script, translated


@pytest.mark.parametrize(
    ("template", "script"),
    [
        ("<b>{{ title }}</b>", '"<b>" + show($title) + "</b>"'),
        ("{% if a or not b %}x{% else %}y{% endif %}", '((is($a) || !is($b)) ? "x" : "y")'),
        ("{% if a %}x{% elif b == 'c' %}y{% endif %}", '(is($a) ? "x" : ($b === "c" ? "y" : ""))'),
        ("{% if copy is defined %}{{ m.copied(copy) }}{% endif %}", '(is($copy) ? show(_copied($copy)) : "")'),
        ("{% for a, b in c.d %}{{ b }}{% endfor %}", "each($c.d, ([$a, $b], $loop) => show($b))"),
        ("{% if picture %}{{ picture }}{% endif %}", '""'),
        ("a  \n\n  b", '"a\\nb"'),
    ],
)
def test_templates_become_expressions(template: str, script: str) -> None:
    assert translated(environment().parse(template).body) == script


@pytest.mark.parametrize("template", ["{{ a + b }}", "{{ a|upper }}", "{% set a = 1 %}", "{% if a > b %}x{% endif %}"])
def test_what_is_not_translated_is_refused(template: str) -> None:
    with pytest.raises(ValueError, match="template of an offline page"):
        translated(environment().parse(template).body)


def test_every_called_macro_is_there() -> None:
    script = template_script()
    assert script.count("const _items = ") == script.count("const _path = ") == 1
    assert "_compared" not in script
