"""Word-level differences: readable, complete, bounded in time."""

from __future__ import annotations

import random
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from nachschlag.generator.files.word_diff import as_html, as_text, tokens, word_diff

WORDS = st.lists(
    st.sampled_from(["the", "unit", "moves", "6", '6"', "4+", ",", ".", "target", "<b>", "&", "don't", "–1"]), max_size=30
)


@pytest.mark.parametrize(
    ("old", "new", "shown"),
    [
        ("Roll a D6.", "Roll a D6.", "Roll a D6."),
        ("Roll a D6.", "Roll two D6.", "Roll [-a-]{+two+} D6."),
        ("Moves up to 6 inches.", "Moves up to 8 inches, then shoots.", "Moves up to [-6-]{+8+} inches{+, then shoots+}."),
        ("On a 4+ it dies.", "On a 5+ it dies.", "On a [-4+-]{+5++} it dies."),
        ("Has –1 Morale.", "Has –2 Morale.", "Has [-–1-]{+–2+} Morale."),
        ('Within 6" of it.', 'Within 12" of it.', 'Within [-6"-]{+12"+} of it.'),
        ("a red cup of tea", "a blue mug of milk", "a [-red cup of tea-]{+blue mug of milk+}"),
        ("In base contact.", "Within 6 inches.", "[-In base contact-]{+Within 6 inches+}."),
        ("Do it. Or not.", "Do this. Or that.", "Do [-it-]{+this+}. Or [-not-]{+that+}."),
        ("", "New.", "{+New.+}"),
        ("Old.", "", "[-Old.-]"),
        ("", "", ""),
        ("Same,\n  only   wrapped.", "Same, only wrapped.", "Same, only wrapped."),
    ],
)
def test_reads_as_a_person_would_mark_it(old: str, new: str, shown: str) -> None:
    assert as_text(word_diff(old, new)).plain == shown


def test_html_is_escaped_and_marked() -> None:
    shown = as_html(word_diff("<b> Roll & hit", "<b> <i> Roll & miss"))
    assert shown == "&lt;b&gt; <ins>&lt;i&gt; </ins>Roll &amp; <del>hit</del><ins>miss</ins>"


@given(WORDS, WORDS)
def test_pieces_give_back_both_texts(old: list[str], new: list[str]) -> None:
    before, after = " ".join(old), " ".join(new)
    pieces = word_diff(before, after)
    assert "".join(piece.old for piece in pieces) == before
    assert "".join(piece.new for piece in pieces) == after
    html = as_html(pieces)
    assert re.sub(r"<del>.*?</del>|</?ins>", "", html) == as_html(word_diff(after, after))


@given(WORDS)
def test_the_same_text_has_no_change(words: list[str]) -> None:
    assert not any(piece.changed for piece in word_diff(" ".join(words), " ".join(words)))


@given(st.text())
def test_tokens_lose_nothing(text: str) -> None:
    assert "".join(tokens(text)) == " ".join(text.split())


def test_a_long_rewritten_text_is_one_change() -> None:
    """Without a bound, thousands of repeated words take minutes."""
    words = random.Random(1).choices(["the", "a", "unit", "of", "rolls", "moves", "and"], k=4000)
    other = random.Random(2).sample(words, len(words))
    changed = [piece for piece in word_diff(" ".join(words), " ".join(other)) if piece.changed]
    assert len(changed) == 1
