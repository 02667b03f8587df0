"""Sets The Feast's table: a position as data, as a rule test needs it, and what happened when cards were laid."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from hightable.engine import Beat, State
from hightable.games.the_feast import GAME
from hightable.games.the_feast.rules import CARDS, DECK, HAND_SIZE, HANDS, HOLDERS, WIDTH, TheFeast


def at_table(
    hands: Sequence[Sequence[int]],
    *,
    topic: int,
    dummies: int = 0,
    ploys: Mapping[int, int] | None = None,
    captured: Mapping[int, Sequence[int]] | None = None,
    scores: Mapping[int, Sequence[int]] | None = None,
    hand: int = 1,
    round: int = 1,
    deck: Sequence[int] = (),
) -> TheFeast:
    """All real players are asked for their ploys. `hands` begins the hand of each holder, real ones first; what is left
    of the 55 cards fills them up. `ploys` are the dummies' open cards, `deck` the next topics."""
    seats = len(hands) - dummies
    ploys, captured, scores = ploys or {}, captured or {}, scores or {}
    rounds = HAND_SIZE[len(hands)]
    pool = list(DECK)
    given = [topic, *deck, *ploys.values(), *(r for row in (*hands, *captured.values()) for r in row)]
    for rank in given:
        pool.remove(rank)
    full = [list(row) for row in hands]
    for holder, row in enumerate(full):
        while len(row) < rounds - round + 1 - (holder in ploys):
            row.append(pool.pop())
    drawn = len(hands) * rounds + round
    rest = [*deck, *(pool.pop(0) for _card in range(CARDS - drawn - len(deck)))]
    data = GAME.start(seats, "table", {"dummies": dummies}).dump()
    data.update(
        hand=hand,
        scored=hand - 1,
        round=round,
        topic=topic,
        drawn=drawn,
        deck=[0] * drawn + rest,
        hands=rows(full),
        captured=rows([captured.get(holder, ()) for holder in range(len(hands))]),
        discards=[pool.count(rank) for rank in range(WIDTH)],
        ploys=[ploys.get(holder, 0) for holder in range(HOLDERS)],
        scores=[points for holder in range(HOLDERS) for points in padded(scores.get(holder, ()))],
        stack=[["Hand", 0, 0, 0], ["Ploys", (1 << seats) - 1, 0, 0]],
    )
    state = GAME.load(data)
    assert isinstance(state, TheFeast)
    keeps_all_cards(state)
    return state


def rows(piles: Sequence[Sequence[int]]) -> list[int]:
    cells = [0] * (HOLDERS * WIDTH)
    for holder, pile in enumerate(piles):
        for rank in pile:
            cells[holder * WIDTH + rank] += 1
    return cells


def padded(points: Sequence[int]) -> list[int]:
    return [*points, *[0] * (HANDS - len(points))]


def lay(state: State, *ranks: int) -> list[Beat]:
    """Every real player lays a card, in the order of the seats; what happened."""
    state.beats = beats = []
    for seat, rank in enumerate(ranks):
        state.apply(seat, GAME.parse(f"play {rank}"))
    state.beats = None
    return beats


def do(state: State, seat: int, text: str) -> list[Beat]:
    state.beats = beats = []
    state.apply(seat, GAME.parse(text))
    state.beats = None
    return beats


def told(beats: Sequence[Beat], name: str) -> list[tuple[int, ...]]:
    """The numbers of all events of this name."""
    return [tuple(beat.args.values()) for beat in beats if beat.name == name]


def captures(beats: Sequence[Beat]) -> list[tuple[int, int]]:
    """Who captured which rank."""
    return [(holder, rank) for holder, rank, _source in told(beats, "captured")]


def legal(state: State, seat: int) -> list[str]:
    return [GAME.text(action) for action in state.legal(seat)]


def finished(seats: int, seed: str, dummies: int | None = None) -> Iterator[TheFeast]:
    """Every position of a game in which everybody plays the lowest legal action, the last one when it is over."""
    state = GAME.start(seats, seed, {} if dummies is None else {"dummies": dummies})
    assert isinstance(state, TheFeast)
    yield state
    while not state.over:
        seat = state.deciding[0]
        state.apply(seat, state.legal(seat)[0])
        yield state


def keeps_all_cards(state: State) -> None:
    """TF-1: the 55 cards are always there, r of rank r, wherever they lie."""
    assert isinstance(state, TheFeast)
    if state.over or state.scored == state.hand:
        return  # gathered for the next shuffle, TF-15
    count = [0] * WIDTH
    for i in range(state.drawn, CARDS):
        count[state.deck[i]] += 1
    for pile in (state.hands, state.captured):
        for cell, n in enumerate(pile):
            assert n >= 0, "a pile holds less than nothing"
            count[cell % WIDTH] += n
    for rank in (*state.ploys, state.topic):
        count[rank] += 1 if rank else 0
    for rank in range(WIDTH):
        count[rank] += state.discards[rank]
    assert count == list(range(WIDTH)), f"cards by rank are {count}"
