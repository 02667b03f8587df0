"""Henry's Feast: whether a stored position holds together. Imports the engine, the pieces and the state."""

from __future__ import annotations

from hightable.engine.arguments import require
from hightable.engine.contract import FRAME
from hightable.games.henrys_feast.deck import BONUSES, FIRST_BONUS, KINDS, RECIPES
from hightable.games.henrys_feast.pieces import (
    EASY,
    HAND,
    HARD_FROM,
    PANTRY,
    ROUND,
    SEATS,
    SHARING,
    SLOTS_SHOWN,
    SPACES,
    STATIONS,
    STEALING_DOWN,
    STEALING_UP,
    TRACKS,
)
from hightable.games.henrys_feast.state import HenrysFeast


def validate(s: HenrysFeast) -> None:
    """HF-107 … HF-109: no card is lost or doubled, and nothing overflows."""
    require(s.first < s.seats and s.called <= s.seats, "there is no such seat at the table")
    require(s.worth >> s.seats == 0, "somebody has proved their worth who isn't at the table")
    check_kitchens(s)
    check_stock(s)
    check_recipes(s)
    if s.over:
        require(s.round > 0 and s.last > 0 and s.turn == 0, "the game is over without a Last Round")
        return
    require(s.turn < s.seats, "everybody has had their turn in this round")
    require(s.depth == 2 and s.frames[0] == ROUND and s.frames[1] == 0, "no rule leads to such a stack")
    require(s.deciding == [int(s.now())], "somebody else has the turn")
    check_phase(s)


def check_phase(s: HenrysFeast) -> None:
    step = s.frames[FRAME]
    require(step != ROUND, "no rule leads to such a stack")
    if step in (STEALING_DOWN, STEALING_UP):
        require(s.book_n > 0 and s.has_room(s.now()), "there is nothing to steal, or no room for it")
    if step == STEALING_UP:
        for i in range(s.book_n):
            require(s.seen[s.book[i]] >> s.now() & 1 == 1, "the thief leafs through the cookbook, but sees no faces")
    require(step != SHARING or s.team == 1, "nobody shares a pantry here")


def check_kitchens(s: HenrysFeast) -> None:
    most = 1 if s.quick else 3
    for seat in range(SEATS):
        pantry, hand, levels = s.pantry_n[seat], s.hand_n[seat], seat * len(TRACKS)
        for i in range(PANTRY):
            require((s.pantry[seat * PANTRY + i] > 0) == (i < pantry), "a pantry has gaps")
        stations = 0
        for station in range(STATIONS):
            at = seat * STATIONS + station
            for i in range(SPACES):
                require((s.station[at * SPACES + i] > 0) == (i < s.station_n[at]), "a station has gaps")
            require(station < s.stations(seat) or not s.station_n[at], "cards lie on a station that is locked")
            stations += int(s.station_n[at])
        require(s.track[levels + 3] <= most, "a skill is higher than it can be")
        require(pantry <= s.pantry_size(seat), "a pantry holds more than it can")
        require(hand <= s.hand_limit(seat), "a hand holds more than it can")
        at_table, has = seat < s.seats, pantry + stations + hand + s.pile[seat] + s.feasted[seat]
        require(at_table or not has, "somebody has cards who isn't at the table")
        require(not s.team or seat < 2 or not s.pile[seat], "a team keeps its dishes in one place")


def check_stock(s: HenrysFeast) -> None:
    require(s.deck_n + s.discard_n + s.row_n <= 3 * len(KINDS), "there are more stock cards than in the game")
    stock, market = [0] * len(KINDS), [int(count) for count in s.market]
    for i in range(s.deck_n):
        stock[s.deck[i]] += 1
    for i in range(s.discard_n):
        stock[s.discard[i]] += 1
    for i in range(s.row_n):
        stock[s.row[i]] += 1
    for cards in (s.pantry, s.station):
        for card in cards:
            if card:
                pile = stock if (card - 1) // 2 % 2 else market
                pile[(card - 1) // 4] += 1
    for kind, name in enumerate(KINDS):
        require(stock[kind] == 3, f"there are {stock[kind]} stock cards of {name}")
        require(market[kind] <= 3, f"there are {market[kind]} market cards of {name}")
    require(s.bought_n == sum(int(count) for count in s.bought), "another number of things was bought")


def check_recipes(s: HenrysFeast) -> None:
    found: list[int] = []
    for spot in range(len(TRACKS)):
        require(FIRST_BONUS <= s.bonus[spot] < FIRST_BONUS + BONUSES, "a bonus dish is no easy entrée")
        found.append(int(s.bonus[spot]))
    for course, (low, high) in enumerate(((0, EASY), (EASY, HARD_FROM), (HARD_FROM, RECIPES))):
        require(low <= s.feast[course] < high, "a Feast dish has another difficulty")
        found.append(int(s.feast[course]))
    for slot in range(SLOTS_SHOWN):
        if s.display[slot] >= 0:
            found.append(int(s.display[slot]))
    require(s.book_n + s.gone_n <= len(s.book), "there are more recipes than in the game")
    found += [int(s.book[i]) for i in range(s.book_n + s.gone_n)]
    for seat in range(s.seats):
        found += [int(s.hand[seat * HAND + i]) for i in range(s.hand_n[seat])]
        found += [recipe for recipe in range(RECIPES) if s.pile[seat] >> recipe & 1]
    require(sorted(found) == list(range(RECIPES)), "a recipe is lost or doubled")
