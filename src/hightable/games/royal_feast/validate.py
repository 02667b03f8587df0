"""The Royal Feast: whether a stored position holds together. Imports the engine and the state."""

from __future__ import annotations

from hightable.engine.arguments import require
from hightable.engine.contract import FRAME
from hightable.games.royal_feast.state import (
    FACES,
    JESTER,
    JESTER_SPACES,
    PLACING,
    REST,
    ROUND,
    ROUNDS,
    SERVE,
    SERVICE,
    SET_TABLES,
    SUITS,
    TABLE,
    TABLES,
    TAKE_PLACES,
    VALUES,
    RoyalFeast,
    capacity,
)


def validate(s: RoyalFeast) -> None:
    """RF-3, RF-5, RF-8: no tile or coin is lost or doubled, and the phase fits what lies there."""
    require(s.start < s.seats and s.trigger <= s.seats, "there is no such seat at the table")
    if s.over:
        require(s.round == ROUNDS and s.phase == REST, "the game is over before its last round is")
        require(s.counted == 1 and s.opened == 1 and s.shown == 2, "the game is over, but something is still hidden")
        require(s.placed == s.seats * VALUES, "the game is over, but not all servers are placed")
        require(not s.lifted and not s.picked, "the game is over, but somebody has a server in hand")
        check_tiles(s)
        check_coins(s)
        return
    require(s.depth == 2 and s.frames[0] == ROUND and s.frames[1] == 0, "no rule leads to such a stack")
    require(len(s.deciding) == 1, "one player at a time is asked")
    require(not s.counted and not s.shown, "the coins are counted, but the round isn't over")
    step = s.frames[FRAME]
    if step == SET_TABLES:
        require(s.phase == TABLES, "tables are set in another phase")
        check_setting(s)
    elif step == TAKE_PLACES:
        require(s.phase == PLACING, "servers take their places in another phase")
        check_placing(s)
    else:
        require(step == SERVE and s.phase == SERVICE, "no rule leads to such a stack")
        check_service(s)
    check_tiles(s)
    check_coins(s)


def check_setting(s: RoyalFeast) -> None:
    require(not s.opened and not s.kitchen and not s.jester and not s.placed, "the tables are still being set")
    require(s.drawn < s.hall.tables, "all tables are set")
    require(not s.picked and not s.lifted, "nobody has a coin in hand while the tables are set")
    require(s.deciding[0] == (s.start + s.drawn) % s.seats, "another player should be asked")


def check_placing(s: RoyalFeast) -> None:
    require(not s.opened and s.kitchen > 0 and s.jester > 0, "the tables should be set, and still lie face down")
    require(s.placed < s.seats * VALUES, "all servers have taken their places")
    require(not s.lifted, "nobody moves a server yet")
    require(s.deciding[0] == (s.start + s.placed) % s.seats, "another player should be asked")


def check_service(s: RoyalFeast) -> None:
    require(s.opened == 1 and s.kitchen > 0 and s.jester > 0, "service has begun, but the tables lie face down")
    require(s.placed == s.seats * VALUES and not s.picked, "service has begun, but not all servers are placed")
    require(1 <= s.actions <= 2, "a turn has one or two actions left")
    require(s.quiet < 4 * s.seats, "nothing has happened for so long that the round is over")
    require(s.last <= s.seats and (s.last > 0) == (s.trigger > 0), "the last turns don't fit who finished")
    if s.lifted:
        square = s.lifted - 1
        require(square < s.hall.squares and s.square[square] > 0, "the server that is carried is not on the floor")
        room = False
        for other in range(s.hall.squares):
            room = room or (s.square[other] == 0 and s.hall.tile[other] != s.hall.tile[square])
        mine = s.owner[s.square[square] - 1] == s.deciding[0]
        require(mine or room, "the server that is carried has nowhere to go")


def check_tiles(s: RoyalFeast) -> None:
    lying = [int(s.ring[table]) - 1 for table in s.hall.ring if s.ring[table]]
    require(len(lying) == sum(tile > 0 for tile in s.ring), "there is a table where there is no place for one")
    require(not s.kitchen or len(lying) == s.hall.tables, "a table is missing")
    lying += [int(tile) - 1 for tile in (s.kitchen, s.jester) if tile]
    require(len(lying) == s.drawn, "another number of tiles is drawn than lies on the table")
    lying += [int(s.deck[i]) for i in range(s.drawn, FACES)]
    require(sorted(lying) == list(range(FACES)), "a tile is lost or doubled")


def check_coins(s: RoyalFeast) -> None:
    """RF-15: everybody's six coins, placed in turn; one server a square; tables of the server's suit, with room."""
    require(s.placed <= s.seats * VALUES, "there are more servers than coins")
    left = [(1 << VALUES) - 1 if seat < s.seats else 0 for seat in range(SUITS)]
    floor = 0
    for coin in range(s.placed):
        seat, place = int(s.owner[coin]), int(s.place[coin])
        require(seat == (s.start + coin) % s.seats, "servers take their places in turn")
        require(left[seat] >> s.value[coin] & 1 == 1, "a coin is doubled")
        left[seat] &= ~(1 << int(s.value[coin]))
        if place < TABLE:
            floor += 1
            require(place < s.hall.squares and s.square[place] == coin + 1, "a server is not where its square says")
        elif place < JESTER:
            table = place - TABLE
            require(table in s.hall.ring and s.opened == 1, "a server is at a table that isn't there")
            require((s.ring[table] - 1) // VALUES == seat, "a server is at a table of another suit")
            require(s.served(table) <= capacity(s.ring[table] - 1), "a table has more servers than it holds")
        else:
            require(s.opened == 1, "a server has left the floor before service began")
    require(floor == sum(coin > 0 for coin in s.square), "a square holds a server that isn't there")
    require(s.at(JESTER) <= JESTER_SPACES, "the Jester has more servers than spaces")
    if s.picked:
        seat = s.deciding[0]
        require(left[seat] >> s.picked - 1 & 1 == 1, "a coin is doubled")
        left[seat] &= ~(1 << int(s.picked) - 1)
    for seat in range(SUITS):
        require(s.purse[seat] == left[seat], "a coin is lost or doubled")
