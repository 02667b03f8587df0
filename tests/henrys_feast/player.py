"""A player who means something: it collects towards recipes, cooks what it can and calls when it may, with a share of
pure chance, so that games of tests reach every corner of the rules. Plays from the oracle's position."""

from __future__ import annotations

from collections import Counter

from hightable.engine import Fast
from tests.henrys_feast.oracle import RECIPES, Oracle


class Player:
    """`whim` is the chance in a hundred of any legal action whatever."""

    def __init__(self, seed: str, whim: int = 12) -> None:
        self.dice = Fast.of(seed)
        self.whim = whim

    def any(self, texts: list[str]) -> str:
        return texts[self.dice.below(len(texts))]

    def chance(self, percent: int) -> bool:
        return self.dice.below(100) < percent

    def choose(self, o: Oracle, legal: list[str]) -> str:
        if len(legal) == 1:
            return legal[0]
        if self.chance(self.whim) and o.phase != "active":
            return self.any(legal)
        dishes = [text for text in legal if text.startswith("cook s")]
        if dishes and self.chance(95):
            return self.any([text for text in dishes if text.split()[2] in o.feast] or dishes)
        if "last-call" in legal and self.chance(25):
            return "last-call"
        useful = self.useful(o, legal)
        if useful:
            return self.any(useful)
        if o.phase == "active":
            return self.action(o, legal)
        if o.phase == "stockroom" and not o.filled:
            return "clear" if "clear" in legal and self.chance(40) else self.unfilled(legal)
        if o.phase in ("corner", "corner-down", "corner-up"):
            return self.any([text for text in legal if text != "no-option"])
        if o.phase == "final-first":
            return self.any([text for text in legal if text != "skip"])
        if o.phase == "passive":
            rid = self.rubbish(o, legal)
            return self.any(rid) if rid and self.chance(60) else "end-turn"
        return "done"

    def unfilled(self, legal: list[str]) -> str:
        return "fresh-stock" if "fresh-stock" in legal and self.chance(40) else "fill"

    def action(self, o: Oracle, legal: list[str]) -> str:
        kitchen = o.mine
        full = any(
            {card.kind for card in cards} == RECIPES[recipe].needs for cards in kitchen.stations
            for recipe in o.available()
        )  # fmt: skip
        if full and self.chance(90):
            return "cook-dishes"
        if self.chance(15) and "go-corner" in legal:
            return "go-corner"
        if len(kitchen.pantry) < 2 and "go-market" in legal and self.chance(50):
            return "go-market"
        if "share-pantry" in legal and self.chance(15):
            return "share-pantry"
        return "pass" if self.chance(3) else "go-stockroom"

    def targets(self, o: Oracle) -> list[frozenset[str] | None]:
        """What each open station is becoming: the wanted recipe that is nearest."""
        at_hand = {card.kind for card in o.mine.pantry} | set(o.row)
        found: list[frozenset[str] | None] = []
        for n in range(o.unlocked(o.seat)):
            lying = Counter(card.kind for card in o.mine.stations[n])
            best, wanted = -1.0, None
            for recipe in o.available():
                needs = RECIPES[recipe].needs
                if n == 4:
                    if RECIPES[recipe].course != "dessert":
                        continue
                    needs = needs - {"sugar"}
                if max(lying.values(), default=0) > 1 or not needs >= set(lying) or needs in found:
                    continue
                near = len(needs & (at_hand | set(lying))) / len(needs) + self.liking(o, recipe)
                if near > best:
                    best, wanted = near, needs
            found.append(wanted)
        return found

    def liking(self, o: Oracle, recipe: str) -> float:
        if recipe in o.feast:
            return -1.0 if o.feast.index(recipe) in o.feasted[o.side(o.seat)] else 1.0
        if recipe in o.bonus:
            spot = o.bonus.index(recipe)
            return 0.3 if spot == 0 else 0.1
        return 0.2 if recipe in o.mine.hand else 0.0

    def useful(self, o: Oracle, legal: list[str]) -> list[str]:
        """Actions that bring a station nearer to what it is becoming."""
        if o.phase not in ("market", "corner-buy", "stockroom", "share", "passive"):
            return []
        targets = self.targets(o)
        lacks = [
            set() if target is None else set(target) - {card.kind for card in o.mine.stations[n]}
            for n, target in enumerate(targets)
        ]
        wanted = set().union(*lacks) - {card.kind for card in o.mine.pantry}
        found: list[str] = []
        for text in legal:
            words = text.split()
            kind = words[1].split("@")[0] if len(words) > 1 else ""
            if words[0] == "buy":
                good = kind in wanted
            elif words[0] in ("put", "take", "share") and len(words) > 2:
                good = kind in (wanted if words[2] == "pantry" else lacks[int(words[2][1]) - 1])
            else:
                good = False
            if good:
                found.append(text)
        direct = [text for text in found if not text.endswith("pantry")]
        return direct or found

    def rubbish(self, o: Oracle, legal: list[str]) -> list[str]:
        """Stations that become nothing, and cards that nobody wants."""
        targets = self.targets(o)
        wanted = set().union(*(target or set() for target in targets))
        found: list[str] = []
        for text in legal:
            words = text.split()
            if words[0] == "discard-station":
                n = int(words[1][1]) - 1
                if n < len(targets) and targets[n] is None:
                    found.append(text)
            elif words[0] == "discard" and (o.last or words[1].split("@")[0] not in wanted):
                found.append(text)
        return found
