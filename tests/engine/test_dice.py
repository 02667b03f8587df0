"""Chance: unbiased, the same everywhere, and kept in copies and dumps."""

from __future__ import annotations

from collections import Counter
from hashlib import blake2b, sha256

import pytest

from hightable.engine import Dice, Fast, Keyed, commitment
from hightable.engine.dice import dice_of, load_dice

WORD = 1 << 32


class Scripted(Dice):
    """Gives these words, one after the other."""

    def __init__(self, *words: int) -> None:
        super().__init__()
        self.words = list(words)

    def word(self) -> int:
        self.drawn += 1
        return self.words.pop(0)


class Words(Dice):
    """Another stream's words, through `Dice.below` itself."""

    def __init__(self, dice: Dice) -> None:
        super().__init__()
        self.dice = dice

    def word(self) -> int:
        return self.dice.word()


@pytest.mark.parametrize("n", [*range(1, 130), 1000, 2**16, 2**16 + 1, 3 << 28, 2**30 - 1, 2**30])
def test_below_accepts_equally_many_words_for_every_value(n: int) -> None:
    """The words that give k lie between two bounds, and only the first of them can be passed over: so looking at the
    first and the second word of each value is looking at all 2**32."""
    values = range(n) if n <= 1000 else [0, 1, 2, n // 3, n // 2, n - 2, n - 1]
    for k in values:
        first, end = -(-k * WORD // n), -(-(k + 1) * WORD // n)
        dice = Scripted(first, first + 1)
        assert dice.below(n) == (first + dice.drawn - 1) * n >> 32
        accepted = end - first - (dice.drawn == 2)
        assert accepted == WORD // n
        if end - first > 1:
            second = Scripted(first + 1)
            assert second.below(n) == k
        assert Scripted(end - 1, 0, WORD - 1).below(n) in (k, n - 1)


def test_fast_below_makes_the_same_draws_as_any_dice() -> None:
    for n in (1, 2, 3, 10, 55, 1000, 3 << 28, 2**30 - 1, 2**30):
        fast, plain = Fast(9), Words(Fast(9))
        assert [fast.below(n) for _ in range(300)] == [plain.below(n) for _ in range(300)]


@pytest.mark.parametrize("kind", ["keyed", "fast"])
@pytest.mark.parametrize("n", [2, 3, 7, 10, 55])
def test_below_is_uniform(kind: str, n: int) -> None:
    draws = 6000
    for seed in ("a", "b"):
        dice = dice_of(kind, seed)
        counts = Counter(dice.below(n) for _ in range(draws))
        assert set(counts) <= set(range(n))
        chi = sum((counts[k] - draws / n) ** 2 / (draws / n) for k in range(n))
        degrees = n - 1
        assert chi < degrees + 4 * (2 * degrees) ** 0.5 + 4  # beyond 99.9 %


@pytest.mark.parametrize("kind", ["keyed", "fast"])
def test_shuffle_gives_every_order_equally_often(kind: str) -> None:
    draws = 4800
    dice = dice_of(kind, "orders")
    counts: Counter[tuple[int, ...]] = Counter()
    for _ in range(draws):
        cards = cells([1, 2, 3, 4])
        dice.shuffle(cards, 0, 4, 4)
        counts[tuple(cards)] += 1
    assert len(counts) == 24
    assert sum((n - 200) ** 2 / 200 for n in counts.values()) < 49.7  # 23 degrees of freedom, 99.9 %


def test_shuffle_keeps_to_its_part() -> None:
    cards = cells(list(range(20)))
    Fast(3).shuffle(cards, 5, 4, 15)
    assert list(cards)[:5] == [0, 1, 2, 3, 4]
    assert list(cards)[15:] == [15, 16, 17, 18, 19]
    assert sorted(list(cards)[5:15]) == list(range(5, 15))


def cells(numbers: list[int]) -> object:
    """An array as the engine has them, compiled or not."""
    import hightable.engine.dice as module

    if module.__file__.endswith(".py"):
        return numbers
    from librt.vecs import vec
    from mypy_extensions import i64

    return vec[i64](numbers)


def test_keyed_is_blake2b_in_counter_mode() -> None:
    key = blake2b(b"a seed", digest_size=32, person=b"high table deal").digest()
    stream = b"".join(blake2b(i.to_bytes(8, "little"), key=key, digest_size=64).digest() for i in range(5))
    words = [int.from_bytes(stream[4 * i : 4 * i + 4], "little") for i in range(80)]
    dice = Keyed.of("a seed")
    assert [dice.word() for _ in range(80)] == words
    assert dice.drawn == 80


def test_fast_is_multiply_with_carry() -> None:
    dice = Fast.of("x")
    state = dice.dump()["state"]
    for _ in range(100):
        state = 698769069 * (state % WORD) + state // WORD  # type: ignore[operator]
        assert dice.word() == state % WORD
        assert state < 2**63


def test_commitment_is_the_sha_256_of_the_seed() -> None:
    assert commitment("anything") == sha256(b"anything").hexdigest()


@pytest.mark.parametrize("kind", ["keyed", "fast"])
@pytest.mark.parametrize("drawn", [0, 1, 15, 16, 17, 32, 40])
def test_copy_dump_and_load_go_on_alike(kind: str, drawn: int) -> None:
    dice = dice_of(kind, "seed")
    for _ in range(drawn):
        dice.word()
    copy, loaded = dice.copy(), load_dice(dice.dump())
    assert copy.dump() == loaded.dump() == dice.dump()
    ahead = [dice.word() for _ in range(40)]
    assert copy.drawn == loaded.drawn == drawn, "playing on with the one moved the other"
    assert [copy.word() for _ in range(40)] == ahead
    assert [loaded.word() for _ in range(40)] == ahead
    assert copy.drawn == loaded.drawn == dice.drawn == drawn + 40


@pytest.mark.parametrize("kind", ["keyed", "fast"])
def test_split_is_a_stream_of_its_own(kind: str) -> None:
    dice, twin = dice_of(kind, "seed"), dice_of(kind, "seed")
    one, other = dice.split(), dice.split()
    assert dice.drawn == 2
    streams = [[d.word() for _ in range(20)] for d in (one, other, dice, twin)]
    assert len({tuple(stream) for stream in streams}) == 4
    assert isinstance(one, Fast)
    assert twin.split().dump() != one.dump(), "the twin has gone on meanwhile"
    assert dice_of(kind, "seed").split().word() == streams[0][0]


@pytest.mark.parametrize("kind", ["keyed", "fast"])
def test_other_seeds_give_other_streams(kind: str) -> None:
    streams = {tuple(dice_of(kind, f"seed {i}").word() for _ in range(1)) for i in range(200)}
    assert len(streams) == 200


def test_neighbouring_numbers_give_unrelated_fast_streams() -> None:
    firsts = Counter(Fast(seed).below(10) for seed in range(5000))
    assert all(abs(firsts[k] - 500) < 100 for k in range(10))


def test_unknown_dice_are_refused() -> None:
    with pytest.raises(ValueError, match="keyed or fast"):
        dice_of("loaded", "seed")
