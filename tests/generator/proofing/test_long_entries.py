"""The checks of an entry take time as long as its text."""

from __future__ import annotations

import time
from dataclasses import replace

from nachschlag.generator.proofing.checks.examples import examples_follow_the_rule

from tests.growing import assert_linear
from tests.projects import own_library

RULE = "Wer wütet, wirft im Becher +3 und am Tisch –2 Würfel. Ein Wüten (X) dauert höchstens bis 6 Zoll vor dem Rand.\n\n"
EXAMPLE = "::: beispiel\nMit Wüten (3) wirft sie 3 Würfel.\n\nEine Sechs trifft den Nachbarn.\n:::\n\n"


def test_a_rule_is_read_once_for_all_its_examples() -> None:
    entry = next(iter(own_library().entries.values()))

    def took(size: int) -> float:
        long = replace(entry, title="Wüten (X)", text=(RULE + EXAMPLE) * (size // len(RULE + EXAMPLE) + 1))
        start = time.process_time()
        assert list(examples_follow_the_rule(long)) == []
        return time.process_time() - start

    assert_linear(took, [50_000 * 2**n for n in range(4)])
