"""The yardstick: The Feast as one would write it in plain Python, with lists and small classes, for five seats or any
other number without dummies. It draws from the same generator as the engine's fast stream, in the same order, so that
both play the same games; it has no views, no records, no steps."""

from __future__ import annotations

from collections import Counter

HAND_SIZE = {4: 8, 5: 8, 6: 7, 7: 6, 8: 6}
DECK = [rank for rank in range(1, 11) for _ in range(rank)]


def mix(x: int) -> int:
    for _ in range(2):
        x = (x ^ x >> 16) * 0x45D9F3B & 0xFFFFFFFF
    return x ^ x >> 16


class Stream:
    """Multiply-with-carry."""

    __slots__ = ("state",)

    def __init__(self, seed: int) -> None:
        self.state = (mix(seed) & 0x1FFFFFFF) << 32 | mix(seed + 77) | 1

    def below(self, n: int) -> int:
        while True:
            self.state = 698769069 * (self.state & 0xFFFFFFFF) + (self.state >> 32)
            product = (self.state & 0xFFFFFFFF) * n
            if product & 0xFFFFFFFF >= n or product & 0xFFFFFFFF >= (0x100000000 - n) % n:
                return product >> 32


class Player:
    __slots__ = ("captured", "hand", "ploy", "score")

    def __init__(self) -> None:
        self.hand: list[int] = []
        self.captured: list[int] = []
        self.ploy: int | None = None
        self.score = 0


class Feast:
    __slots__ = ("chooser", "deck", "gaffes", "hand_number", "over", "players", "speaker", "stream", "topic")

    def __init__(self, seats: int, stream: Stream) -> None:
        self.stream = stream
        self.players = [Player() for _ in range(seats)]
        self.hand_number = 0
        self.gaffes: list[int] = []
        self.chooser: Player | None = None
        self.topic: int | None = None
        self.over = False
        self.speaker = 0
        self.deal()

    def deal(self) -> None:
        size = HAND_SIZE[len(self.players)]
        used = size * (len(self.players) + 1)
        deck = list(DECK)
        for i in range(used):
            j = i + self.stream.below(len(deck) - i)
            deck[i], deck[j] = deck[j], deck[i]
        for i, player in enumerate(self.players):
            player.hand = sorted(deck[i * size : (i + 1) * size])
        self.deck = deck[len(self.players) * size : used]
        self.hand_number += 1
        self.start_round()

    def start_round(self) -> None:
        self.topic = self.deck.pop(0)
        if len(self.players[0].hand) == 1:
            for player in self.players:
                player.ploy = player.hand.pop()
            self.resolve()

    def legal(self) -> list[int]:
        """Ranks to play; or 0 for the topic and ranks of gaffes."""
        if self.chooser is not None:
            return [0, *self.gaffes] if self.topic is not None else self.gaffes
        return sorted(set(self.players[self.speaker].hand))

    def play(self, choice: int) -> None:
        if self.chooser is not None:
            self.chooser.captured.append(choice or self.topic)
            self.chooser = None
            self.finish_round()
            return
        player = self.players[self.speaker]
        player.hand.remove(choice)
        player.ploy = choice
        self.speaker += 1
        if self.speaker == len(self.players):
            self.resolve()

    def resolve(self) -> None:
        counts = Counter(player.ploy for player in self.players)
        self.gaffes = sorted(rank for rank, count in counts.items() if count > 1)
        unmatched = [player for player in self.players if counts[player.ploy] == 1]
        if len(unmatched) == 1:
            self.chooser = unmatched[0]
            return
        if unmatched:
            max(unmatched, key=lambda player: player.ploy).captured.append(self.topic)
            self.topic = None
            lowest = min(unmatched, key=lambda player: player.ploy)
            if len(self.gaffes) > 1:
                self.chooser = lowest
                return
            lowest.captured.extend(self.gaffes)
        self.finish_round()

    def finish_round(self) -> None:
        self.speaker = 0
        if self.players[0].hand:
            self.start_round()
            return
        for player in self.players:
            player.score += sum(player.captured)
            player.captured = []
        if self.hand_number == 4:
            self.over = True
        else:
            self.deal()


def playout(seats: int, seed: int, choices: Stream) -> tuple[int, list[int]]:
    """A random game: its number of decisions, and the scores."""
    game = Feast(seats, Stream(seed))
    decisions = 0
    while not game.over:
        legal = game.legal()
        game.play(legal[choices.below(len(legal))])
        decisions += 1
    return decisions, [player.score for player in game.players]


def line(decisions: int, scores: list[int]) -> str:
    """A played game as one word of an answer; all candidates write it alike."""
    return f"{decisions}:{','.join(str(int(score)) for score in scores)};"
