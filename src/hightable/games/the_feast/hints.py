"""The Feast, one step ahead: how good a card looks from a view alone. The others are taken for people who might hold
any card that is unseen and who weigh their words as we do; so what everybody would like to say is likely to be a gaffe.
Every card of a hand is laid sooner or later, so the question is not what a card brings now, but how much more than in
a round like any other. Imports the standard library only."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log
from typing import Any, Final

RANKS: Final = 10
TOPIC: Final = RANKS + 1
GAFFE: Final = RANKS + 1
TOPIC_LATER: Final = 1.2  # how far a topic and a gaffe of a later round count
GAFFE_LATER: Final = 1.5
NAIVE: Final = 0.7  # how many of the others say anything at all
DEPTH: Final = 6  # how often we think "they think that I think", each time a little less surprised
DOUBT: Final = 0.4  # points by which a choice may be off: with none, those who reason alike would say the same


def appraise(view: dict[str, Any]) -> list[float]:
    """One value per legal action: expected points of this round, less those of an average later one."""
    legal: list[int] = view["legal"]
    if view["choice"] is not None:
        return [float(view["topic"] if action == TOPIC else action - GAFFE) for action in legal]
    unseen = unseen_cards(view)
    said = [0] * (RANKS + 1)
    speakers = len(view["holders"]) - 1
    average = sum(rank * unseen[rank] for rank in range(RANKS + 1)) / max(1, sum(unseen))
    later = Talk(shares(unseen), said, speakers)
    waiting = [
        TOPIC_LATER * later.highest(rank) * average + GAFFE_LATER * later.lowest(rank) for rank in range(RANKS + 1)
    ]
    for seen in view["holders"]:
        if seen["dummy"]:
            said[seen["ploy"]] += 1
            speakers -= 1
    topic = float(view["topic"])
    values = [0.0] * (RANKS + 1)
    anything = shares(unseen)
    chances = anything
    for thought in range(DEPTH):
        mixed = [NAIVE * a + (1.0 - NAIVE) * b for a, b in zip(anything, chances, strict=True)]
        now = Talk(mixed, said, speakers)
        for rank in range(1, RANKS + 1):
            values[rank] = now.highest(rank) * topic + now.lowest(rank) - waiting[rank]
        wished = shares([unseen[rank] * exp(values[rank] / DOUBT) for rank in range(RANKS + 1)])
        chances = [old + (new - old) / (thought + 2) for old, new in zip(chances, wished, strict=True)]
    return [values[rank] + DOUBT * whim(view, rank) for rank in legal]


def shares(weights: Sequence[float]) -> list[float]:
    """Weights as parts of one."""
    total = sum(weights) or 1.0
    return [weight / total for weight in weights]


def whim(view: dict[str, Any], rank: int) -> float:
    """A doubt as if at random, spread as we take that of the others: it comes from the hand, which nobody else sees."""
    mixed = 100 * view["round"] + rank
    for card in view["hand"]:
        mixed = (31 * mixed + card) & 0xFFFFFF
    mixed = ((mixed ^ (mixed >> 11)) * 0x45D9F3B) & 0xFFFFFFFF
    mixed = ((mixed ^ (mixed >> 15)) * 0x2545F49) & 0xFFFFFFFF
    return -log(-log((0.5 + ((mixed ^ (mixed >> 13)) & 0xFFFF)) / 65536.0))


class Talk:
    """What the others may say in a round: some cards lie open, and each of the speakers says a rank by chance."""

    def __init__(self, chances: list[float], said: list[int], speakers: int) -> None:
        self.alone = [0.0] * (RANKS + 1)  # chance that exactly one other says this rank
        self.gaffe = [0.0] * (RANKS + 1)  # chance that two or more do
        self.best = 0.0  # expected rank of the best gaffe, 0 where there is none
        for rank in range(1, RANKS + 1):
            chance = chances[rank]
            none = (1.0 - chance) ** speakers
            one = speakers * chance * (1.0 - chance) ** (speakers - 1) if speakers else 0.0
            if said[rank] == 0:
                self.alone[rank], self.gaffe[rank] = one, 1.0 - none - one
            elif said[rank] == 1:
                self.alone[rank], self.gaffe[rank] = none, 1.0 - none
            else:
                self.gaffe[rank] = 1.0
            self.best = self.gaffe[rank] * rank + (1.0 - self.gaffe[rank]) * self.best

    def free(self, low: int, high: int) -> float:
        """The chance that no other's unmatched card lies from `low` to `high`."""
        chance = 1.0
        for rank in range(low, high + 1):
            chance *= 1.0 - self.alone[rank]
        return chance

    def highest(self, rank: int) -> float:
        """The chance that my card matches no other and is the highest of such cards."""
        return (1.0 - self.alone[rank] - self.gaffe[rank]) * self.free(rank + 1, RANKS)

    def lowest(self, rank: int) -> float:
        """What my card captures on average as the lowest, where it is not the highest too."""
        unmatched = 1.0 - self.alone[rank] - self.gaffe[rank]
        return unmatched * (1.0 - self.free(rank + 1, RANKS)) * self.free(1, rank - 1) * self.best


def unseen_cards(view: dict[str, Any]) -> list[int]:
    """Cards of each rank that the viewer has not seen in this hand."""
    unseen = [rank - view["discards"][rank] for rank in range(RANKS + 1)]
    for rank in view["hand"]:
        unseen[rank] -= 1
    if view["topic"]:
        unseen[view["topic"]] -= 1
    for seen in view["holders"]:
        for rank in seen["captured"]:
            unseen[rank] -= 1
        if seen["dummy"] and seen["ploy"]:
            unseen[seen["ploy"]] -= 1
    return unseen
