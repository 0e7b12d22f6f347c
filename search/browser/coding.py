"""Whole numbers → few bytes: an adaptive binary range coder, as in LZMA, with models that learn while they code.

>>> coder = Encoder()
>>> for value in (3, 1, 4, 1, 5):
...     coder.number(0, value)
>>> coder.finish()
'wf3D3tSA'

It comes as text of 64 different digits, six bits each: JSON leaves them as they are, and compressed on the way they are as short as
bytes. `assets/suche-index.js` decodes. Both sides keep to integers below 2^30, which are the fast ones in browsers.
"""

from __future__ import annotations

from collections.abc import Iterable

#: Every model of numbers has so many contexts: 32 for the length of a number, 16 for the digits of each length.
CONTEXTS = 512
#: A probability has so many bits. It moves by 1/(n + 1.6) at the n-th time, from `_SLOWEST` times on no slower.
_BITS = 15
_HALF = 1 << (_BITS - 1)
_SLOWEST = 126
RATES = tuple(round((1 << _BITS) / (times + 1.6)) for times in range(_SLOWEST + 1))
_LEAST = 32
_FULL = 1 << 30
_DIGIT_BITS = 6
_TOP = _FULL >> _DIGIT_BITS
DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"


class Encoder:
    """Codes numbers one after the other; who decodes has to ask for the same ones, from the same models, in the same order."""

    def __init__(self) -> None:
        self._low = 0
        self._range = _FULL - 1
        self._digits: list[int] = []
        self._zero: dict[int, int] = {}
        self._times: dict[int, int] = {}

    def bit(self, context: int, bit: int) -> None:
        """One bit; `context` names what it is like, those of one context are expected to be alike."""
        zero, times = self._zero.get(context, _HALF), self._times.get(context, 0)
        bound = (self._range >> _BITS) * zero
        if bit:
            self._low += bound
            self._range -= bound
            zero += (-zero * RATES[times]) >> _BITS
        else:
            self._range = bound
            zero += (((1 << _BITS) - zero) * RATES[times]) >> _BITS
        self._zero[context] = min(max(zero, _LEAST), (1 << _BITS) - _LEAST)
        self._times[context] = min(times + 1, _SLOWEST)
        while self._range < _TOP:
            self._shift()

    def number(self, model: int, value: int) -> None:
        """A whole number from 0: how many binary digits it has, then these; the first three are learnt exactly."""
        value += 1
        start, length = model * CONTEXTS, value.bit_length() - 1
        for at in range(length):
            self.bit(start + at, 1)
        self.bit(start + length, 0)
        digits, node = start + 32 + 16 * length, 1
        for at in range(length - 1, -1, -1):
            digit = value >> at & 1
            self.bit(digits + (node if node < 8 else 8 + min(at, 7)), digit)
            node = 2 * node + digit

    def finish(self) -> str:
        """All that was coded."""
        for _ in range(5):
            self._shift()
        return "".join(DIGITS[digit] for digit in self._digits)

    def _shift(self) -> None:
        """The highest digit of `low` goes out; a carry runs back into those that are out already."""
        if self._low >= _FULL:
            self._low -= _FULL
            at = len(self._digits) - 1
            while self._digits[at] == len(DIGITS) - 1:
                self._digits[at] = 0
                at -= 1
            self._digits[at] += 1
        self._digits.append(self._low // _TOP)
        self._low = self._low % _TOP << _DIGIT_BITS
        self._range <<= _DIGIT_BITS


def front_coded(words: Iterable[str]) -> str:
    """Sorted words, each with how many letters it shares with the one before. As coded numbers they would be an eighth shorter, but slow.

    >>> front_coded(["angriff", "angriffs", "angst"])
    ' Aangriff Hs Dst'
    """
    coded, before = [], ""
    for word in words:
        shared = _shared(before, word)
        coded.append(f" {DIGITS[shared]}{word[shared:]}")
        before = word
    return "".join(coded)


def _shared(one: str, other: str) -> int:
    most = min(len(one), len(other), len(DIGITS) - 1)
    return next((at for at in range(most) if one[at] != other[at]), most)
