"""Words with which players frame a question, and that say little about the rule they mean: framing.yaml.

>>> FRAMING["wieviel"]
0.3
"""

from __future__ import annotations

from pathlib import Path

from nachschlag.generator.german import letters
from nachschlag.generator.german.lists import lists_in

FILE = Path(__file__).with_suffix(".yaml")

#: The number of typed words from which a query is taken for a sentence: in a short query each word is meant.
SENTENCE = 5
#: Folded word → its weight in a sentence.
FRAMING = {letters.fold(word): float(weight) for weight, words in lists_in(FILE)["framing"].items() for word in words}
