"""The rules against a second implementation of them, `oracle.py`: after every action of whole games, with all options,
both allow the same, ask the same seat, have the same on the board and count the same points."""

from __future__ import annotations

from collections import Counter

import pytest

from hightable.engine import Beat, Fast, Match, View
from hightable.games.royal_feast.game import GAME
from tests.royal_feast.oracle import Oracle, Server, Tile
from tests.royal_feast.table import LETTERS, VARIANTS, Player, anyhow, busy, faces, idle, keeps_its_pieces, legal, told

PLAYERS: dict[str, Player] = {"busy": busy, "idle": idle, "anyhow": anyhow}


class Pair:
    """A game in both implementations."""

    def __init__(self, seats: int, seed: str, options: dict[str, object]) -> None:
        self.match = Match(GAME, seats, seed, options)
        self.beats: list[Beat] = self.match.opening
        self.names: Counter[str] = Counter()
        self.oracle = Oracle(seats, options, self)
        self.compare()

    # chance is the game's own

    def rolls(self) -> list[tuple[int, int]]:
        return [(seat, value) for seat, value in told(self.beats, "rolled")]

    def tiles(self) -> dict[str, Tile]:
        return {place: (LETTERS.index(face[0]), int(face[1])) for place, face in faces(self.match.state).items()}

    def do(self, text: str) -> None:
        state = self.match.state
        before, round = faces(state), self.oracle.round
        self.beats = self.match.apply(state.deciding[0], GAME.parse(text))
        self.names.update(beat.name for beat in self.beats)
        self.oracle.do(text)
        if self.oracle.round == round:
            assert before.items() <= faces(state).items(), "a tile that lay has become another"
        self.compare()

    def compare(self) -> None:
        state, oracle = self.match.state, self.oracle
        view = state.view(None)
        assert state.over == view["over"] == (oracle.phase == "over")
        assert (view["round"], view["phase"], view["asked"]) == (oracle.round, oracle.phase, oracle.asked)
        assert view["points"] == self.points()
        assert view["totals"] == oracle.totals
        self.compare_board(view)
        if state.over:
            assert state.legal(0) == state.deciding == []
            assert state.result.scores == oracle.totals
            assert [line.points for line in state.result.lines] == [row for one in oracle.points for row in one.lines()]
            best = max(oracle.totals)
            assert state.result.winners == [seat for seat, total in enumerate(oracle.totals) if total == best]
            return
        assert state.deciding == [oracle.seat]
        assert set(legal(state)) == oracle.legal
        assert view["start"] == oracle.start
        assert view["actions"] == oracle.actions
        assert view["finisher"] == oracle.finisher
        assert view["last_turns"] == oracle.last_turns
        assert (view["left"], view["quiet"]) == (oracle.left, oracle.quiet)
        assert view["lifted"] == (oracle.lifted and oracle.squares.index(oracle.lifted.place))

    def points(self) -> list[list[list[int]]]:
        blank = [[0] * self.oracle.seats] * 5
        return [one.lines() for one in self.oracle.points] + [blank] * (2 - len(self.oracle.points))

    def compare_board(self, view: View) -> None:
        """What a spectator sees, and under it the real values."""
        oracle = self.oracle
        over = oracle.phase == "over"
        assert view["counted"] == over

        def coins(servers: list[Server]) -> list[View]:
            return [{"id": s.number, "owner": s.owner, "value": s.value if over else None} for s in servers]

        def face(place: str, up: bool) -> View | None:
            suit, value = oracle.tiles[place] if up else (0, 0)
            return {"suit": suit, "value": value} if up else None

        assert view["squares"] == [next(iter(coins(oracle.on(square))), None) for square in oracle.squares]
        assert [one["name"] for one in view["tables"]] == oracle.ring
        for one in view["tables"]:
            assert one["laid"] == (one["name"] in oracle.laid)
            assert one["tile"] == face(one["name"], bool(oracle.tiles))
            assert one["coins"] == coins(oracle.on(one["name"]))
        for place in ("kitchen", "jester"):
            assert view[place] == {"tile": face(place, over), "coins": coins(oracle.on(place))}
        assert view["stacks"] == [
            len(purse) - (oracle.picked is not None and seat == oracle.seat) for seat, purse in enumerate(oracle.purses)
        ]
        aside = 24 - len(oracle.laid) - (2 if oracle.phase != "tables" else 0)
        assert view["deck"] == aside
        data = self.match.state.dump()
        assert data["value"][: data["placed"]] == [server.value for server in oracle.servers]


def play(seats: int, seed: str, player: Player, options: dict[str, object]) -> Pair:
    pair = Pair(seats, seed, options)
    dice = Fast.of(seed)
    while not pair.match.state.over:
        pair.do(player(legal(pair.match.state), dice))
    keeps_its_pieces(pair.match.state)
    return pair


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("player", PLAYERS)
def test_both_implementations_agree(seats: int, player: str) -> None:
    """Each combination of options once per number of seats; half of them, each value in turn, where games are long."""
    for i, options in enumerate(VARIANTS):
        if player != "busy" and i.bit_count() % 2:
            continue
        play(seats, f"oracle {player} {i}", PLAYERS[player], dict(options))


def test_what_the_comparison_is_worth() -> None:
    """In games like those compared, everything that can happen does."""
    seen: Counter[str] = Counter()
    for i in range(9):
        seen += play(2 + i % 3, f"worth {i}", (busy, idle, anyhow)[i // 3], dict(VARIANTS[i])).names
    assert set(seen) == {event.name for event in GAME.events}
