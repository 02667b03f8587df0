"""The Feast, one step ahead: how good a card looks from a view alone, taking the others for people who say anything
they might hold. Every card of a hand is laid sooner or later, so the question is not what a card brings now, but how
much more than in a round like any other. Imports nothing."""

from __future__ import annotations

from typing import Any, Final

RANKS: Final = 10
TOPIC: Final = RANKS + 1
GAFFE: Final = RANKS + 1
TOPIC_LATER: Final = 0.9  # how far a topic and a gaffe of a later round count, found by measuring against random bots
GAFFE_LATER: Final = 1.25
WHIM: Final = 4.0  # points by which a choice may be whimsical: those who all reason alike say the same, and all lose


def appraise(view: dict[str, Any]) -> list[float]:
    """One value per legal action: expected points of this round, less those of an average later one."""
    legal: list[int] = view["legal"]
    if view["choice"] is not None:
        return [float(view["topic"] if action == TOPIC else action - GAFFE) for action in legal]
    unseen = unseen_cards(view)
    said = [0] * (RANKS + 1)
    speakers = len(view["holders"]) - 1
    later = Talk(unseen, said, speakers)
    for seen in view["holders"]:
        if seen["dummy"]:
            said[seen["ploy"]] += 1
            speakers -= 1
    now = Talk(unseen, said, speakers)
    topic = float(view["topic"])
    average = sum(rank * unseen[rank] for rank in range(RANKS + 1)) / max(1, sum(unseen))
    values: list[float] = []
    for rank in legal:
        waiting = TOPIC_LATER * later.highest(rank) * average + GAFFE_LATER * later.lowest(rank)
        values.append(now.highest(rank) * topic + now.lowest(rank) - waiting + WHIM * whim(view, rank))
    return values


def whim(view: dict[str, Any], rank: int) -> float:
    """From 0 to 1, as if at random: it comes from the hand, which nobody else sees."""
    mixed = 100 * view["round"] + rank
    for card in view["hand"]:
        mixed = (31 * mixed + card) & 0xFFFFFF
    mixed = ((mixed ^ (mixed >> 11)) * 0x45D9F3B) & 0xFFFFFFFF
    mixed = ((mixed ^ (mixed >> 15)) * 0x2545F49) & 0xFFFFFFFF
    return float((mixed ^ (mixed >> 13)) & 0xFFFF) / 65536.0


class Talk:
    """What the others may say in a round: some cards lie open, and each of the speakers says one that is unseen."""

    def __init__(self, unseen: list[int], said: list[int], speakers: int) -> None:
        total = max(1, sum(unseen))
        self.alone = [0.0] * (RANKS + 1)  # chance that exactly one other says this rank
        self.gaffe = [0.0] * (RANKS + 1)  # chance that two or more do
        self.best = 0.0  # expected rank of the best gaffe, 0 where there is none
        for rank in range(1, RANKS + 1):
            chance = unseen[rank] / total
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
