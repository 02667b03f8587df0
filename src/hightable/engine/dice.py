"""Chance: one interface and two streams.

`Keyed` deals real games: BLAKE2b in counter mode, so that no number of visible cards tells the next one. `Fast` serves
imagination and mass simulation: a multiply-with-carry generator that is the same compiled and interpreted, because no
intermediate reaches 2**63. Imports the engine only."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b, sha256
from typing import Any, Final

from hightable.engine.arguments import text, whole, within
from hightable.engine.compat import i64, mypyc_attr, vec
from hightable.engine.words import N_, Refused, shown

MASK32: Final = 0xFFFFFFFF
LONGEST: Final = 200  # characters of a seed
KEY_BYTES: Final = 32
FACTOR: Final = 698769069  # of the fast stream; its states lie between the two that never change, 0 and the last
LAST_STATE: Final = (FACTOR << 32) - 1
MOST_DRAWN: Final = 1 << 62
MOST: Final = 1 << 30
WORDS: Final = 16  # 32-bit words in one block of the keyed stream


@mypyc_attr(allow_interpreted_subclasses=True)
class Dice:
    """A stream of fair draws. `drawn` counts what was taken from it: chance spoke if it moved."""

    def __init__(self) -> None:
        self.drawn: i64 = 0

    def word(self) -> i64:
        """The next 32 random bits."""
        raise NotImplementedError

    def below(self, n: i64) -> i64:
        """Uniform in range(n), for 0 < n <= 2**30, without bias: words that would favour some are passed over."""
        if not 0 < n <= MOST:
            raise ValueError("dice have from 1 to 2**30 sides")
        product = self.word() * n
        if product & MASK32 < n:
            least = (MASK32 + 1 - n) % n
            while product & MASK32 < least:
                product = self.word() * n
        return product >> 32

    def shuffle(self, cards: vec[i64], start: i64, count: i64, end: i64) -> None:
        """Fill cards[start:start + count] with a uniform draw from cards[start:end]; the rest stays behind it."""
        for i in range(start, start + count):
            j = i + self.below(end - i)
            card = cards[j]
            cards[j] = cards[i]
            cards[i] = card

    def shuffled(self, cards: Sequence[int]) -> list[int]:
        """The cards in a uniform order, as a new list: for games that are not compiled with the engine."""
        left = list(cards)
        for i in range(len(left) - 1):
            j: int = i + self.below(len(left) - i)
            left[i], left[j] = left[j], left[i]
        return left

    def copy(self) -> Dice:
        raise NotImplementedError

    def split(self) -> Fast:
        """An independent fast stream, for a position of one's own."""
        return Fast(self.below(1 << 30))

    def dump(self) -> dict[str, object]:
        raise NotImplementedError


class Keyed(Dice):
    """The stream of a real game: the blocks BLAKE2b(counter) under a key made from the secret seed."""

    def __init__(self, key: bytes) -> None:
        super().__init__()
        self.key = key
        self.words = vec[i64]([0] * WORDS)

    @staticmethod
    def of(seed: str | Any) -> Keyed:
        return Keyed(blake2b(text(seed, "seed").encode(), digest_size=KEY_BYTES, person=b"high table deal").digest())

    def word(self) -> i64:
        i = self.drawn % WORDS
        if i == 0:
            self._turn()
        self.drawn += 1
        return self.words[i]

    def _turn(self) -> None:
        """Compute the block that `drawn` lies in."""
        number: int = self.drawn // WORDS
        block = blake2b(number.to_bytes(8, "little"), key=self.key, digest_size=4 * WORDS).digest()
        for i in range(WORDS):
            self.words[i] = int.from_bytes(block[4 * i : 4 * i + 4], "little")

    def copy(self) -> Keyed:
        dice = Keyed(self.key)
        dice.drawn = self.drawn
        dice.words = self.words[:]
        return dice

    def dump(self) -> dict[str, object]:
        return {"kind": "keyed", "key": self.key.hex(), "drawn": self.drawn}


class Fast(Dice):
    """Multiply-with-carry, for imagination and simulation. Never for a real deal: it can be computed back."""

    def __init__(self, seed: int | Any = 0) -> None:
        super().__init__()
        low: i64 = whole(seed, "seed") & MASK32
        self.state: i64 = ((_mix(low) & 0x1FFFFFFF) << 32) | _mix((low + 77) & MASK32) | 1

    @staticmethod
    def of(seed: str | Any) -> Fast:
        """From any text: different texts give unrelated streams."""
        digest = blake2b(text(seed, "seed").encode(), digest_size=8, person=b"high table fast").digest()
        dice = Fast()
        dice.state = (int.from_bytes(digest, "little") & 0x1FFFFFFFFFFFFFFF) | 1
        return dice

    def word(self) -> i64:
        state = self.state
        state = FACTOR * (state & MASK32) + (state >> 32)
        self.state = state
        self.drawn += 1
        return state & MASK32

    def below(self, n: i64) -> i64:
        if not 0 < n <= MOST:
            raise ValueError("dice have from 1 to 2**30 sides")
        state = self.state  # the same draws as Dice.below, in one piece: this is the innermost loop of every play-out
        state = FACTOR * (state & MASK32) + (state >> 32)
        product = (state & MASK32) * n
        if product & MASK32 < n:
            least = (MASK32 + 1 - n) % n
            while product & MASK32 < least:
                state = FACTOR * (state & MASK32) + (state >> 32)
                product = (state & MASK32) * n
        self.state = state
        self.drawn += 1
        return product >> 32

    def copy(self) -> Fast:
        dice = Fast()
        dice.state = self.state
        dice.drawn = self.drawn
        return dice

    def dump(self) -> dict[str, object]:
        return {"kind": "fast", "state": self.state, "drawn": self.drawn}


def _mix(x: i64) -> i64:
    """Neighbouring seeds must give unrelated streams."""
    for _round in range(2):
        x = ((x ^ (x >> 16)) * 0x45D9F3B) & MASK32
    return x ^ (x >> 16)


def seed_text(seed: str | int | Any) -> str:
    """A seed as the line of a record, or Refused. The number 7 and the text "7" are the same seed."""
    if isinstance(seed, int) and not isinstance(seed, bool) and seed.bit_length() <= 3 * LONGEST:
        seed = str(seed)
    if not isinstance(seed, str) or not seed.isprintable() or seed != seed.strip() or not 0 < len(seed) <= LONGEST:
        raise Refused(
            N_("A seed is a whole number, or one line of 1 to %(most)s visible characters with no spaces around it."),
            "HT-1",
            {"most": LONGEST},
        )
    return seed


def dice_of(kind: str | Any, seed: str | int | Any) -> Dice:
    """The stream named in a record's header, from a seed that can stand there too."""
    line = seed_text(seed)
    if kind == "keyed":
        return Keyed.of(line)
    if kind == "fast":
        return Fast.of(line)
    raise ValueError(f"there are no dice called {shown(kind)[:40]!r}: keyed or fast")


def load_dice(data: Any) -> Dice:
    """The stream that `dump` wrote, at the same point; ValueError for anything else."""
    if not isinstance(data, dict):
        raise ValueError("the dice should be a dict")
    drawn = within(data.get("drawn"), "the dice's drawn", 0, MOST_DRAWN)
    if data.get("kind") == "keyed":
        key = data.get("key")
        if not isinstance(key, str) or len(key) != 2 * KEY_BYTES or key.strip("0123456789abcdef"):
            raise ValueError(f"the dice's key should be {2 * KEY_BYTES} hexadecimal digits")
        keyed = Keyed(bytes.fromhex(key))
        keyed.drawn = drawn
        if drawn % WORDS:
            keyed._turn()
        return keyed
    if data.get("kind") == "fast":
        fast = Fast()
        fast.state = within(data.get("state"), "the dice's state", 1, LAST_STATE - 1)
        fast.drawn = drawn
        return fast
    raise ValueError("the dice should be keyed or fast")


def commitment(seed: str | int | Any) -> str:
    """What a table publishes before the first card; `printf %s SEED | sha256sum` gives it once the seed is out."""
    return sha256((seed if isinstance(seed, str) else seed_text(seed)).encode()).hexdigest()
