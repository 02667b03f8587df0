"""Festo! a second time, written from the specification alone, in plain lists and texts and without any of the game's
code: what `test_oracle.py` holds the rules against. A round is told from top to bottom by generators that stop wherever
a seat decides. Chance (piles, events, covers) is handed in."""

from __future__ import annotations

from collections.abc import Generator

from tests.festo.bill import CARDS, COLOURS, Bill, bill, kind, payable, ways

CHARACTERS = ["troll", "pixies", "orc", "magician", "elf", "dwarf"]
PLACES = [*CHARACTERS, "grocer"]
SMALL = ["drink", "appetiser", "side", "dessert"]
BONUS = [0, 1, 3, 6, 10, 15, 21]

Telling = Generator[tuple[int, list[str]], str, None]
Choosing = Generator[tuple[int, list[str]], str, str]


class Seat:
    """FE-4, FE-62: what lies before a player."""

    def __init__(self) -> None:
        self.cubes = dict.fromkeys([*COLOURS, "salt"], 0)
        self.home = {"helper": 6, "disc": 2}
        self.tokens = 0
        self.dishes: list[str] = []

    def larder(self) -> int:
        return sum(self.cubes.values())

    def has(self, benefit: str, colour: str | None = None) -> bool:
        """Whether a dish of this type (and colour) lies here."""
        return any(kind(dish) == benefit and colour in (None, CARDS[dish]["colour"]) for dish in self.dishes)

    def score(self) -> list[int]:
        """FE-62, FE-63: dishes, sets, cubes, tokens."""
        left = [kind(dish) for dish in self.dishes]
        sets = 0
        while left:
            whole = set(left)
            sets += BONUS[len(whole)]
            for one in whole:
                left.remove(one)
        return [sum(CARDS[dish]["vp"] for dish in self.dishes), sets, self.larder(), self.tokens]


class Oracle:
    """One game. `seat` decides between the texts of `legal`; `act` plays one. The next covers lie in `covers`."""

    def __init__(self, seats: int, magical: bool, events: list[str | None], piles: list[list[str]], start: int) -> None:
        self.n, self.magical, self.events, self.holder = seats, magical, events, start
        self.seats = [Seat() for _seat in range(seats)]
        self.supply = {**dict.fromkeys(COLOURS, 14), "salt": seats + 1}  # FE-7
        self.markets: dict[str, list[str]] = {place: [] for place in PLACES}  # of the grocer: all shelves
        self.moved: list[tuple[str, str]] = []  # FE-R7
        self.areas: dict[str, list[tuple[int, str]]] = {place: [] for place in PLACES}
        self.coming: dict[str, list[int]] = {place: [] for place in CHARACTERS}  # FE-45
        self.piles = dict(zip(SMALL, piles, strict=True))  # top first
        self.rows: dict[str, list[str | None]] = {row: [None] * 3 for row in SMALL}
        self.stacks = [[f"{large}-{i + 1}" for i in range(seats)] for large in ("roast", "main")]
        self.reserved: dict[str, tuple[int, str]] = {}
        self.round, self.phase = 0, ""
        self.event: str | None = None
        self.covered: set[str] = set()
        self.covers: list[set[str]] = []
        self.rolls = 0
        self.prized: set[int] = set()
        self.cooked: set[int] = set()
        self.tasted: set[tuple[int, str]] = set()
        self.passed: set[int] = set()
        self.order: list[int] = []
        self.majority: int | None = None
        self.place: str | None = None
        self.over = False
        self.telling = self.game()
        self.seat, self.legal = next(self.telling)

    def act(self, text: str) -> None:
        assert text in self.legal, f"{text} not in {self.legal}"
        try:
            self.seat, self.legal = self.telling.send(text)
        except StopIteration:
            self.over, self.legal = True, []

    # round and order

    def clockwise(self) -> list[int]:
        """FE-16."""
        return [(self.holder + i) % self.n for i in range(self.n)]

    def game(self) -> Telling:
        """FE-15."""
        for self.round in (1, 2, 3, 4):
            self.event = self.events[self.round - 1]
            yield from self.preparation()
            yield from self.shopping()
            yield from self.action()
            yield from self.cooking()
            self.moved.clear()
            self.prized.clear()
            self.cooked.clear()
            self.tasted.clear()
        self.phase = "over"

    # preparation

    def refill(self, market: int, shelf: int) -> None:
        """FE-17 … FE-19, FE-R1."""
        for place, colour in zip(CHARACTERS, COLOURS, strict=True):
            for _cube in range(market):
                if len(self.markets[place]) < 5 and self.supply[colour]:
                    self.supply[colour] -= 1
                    self.markets[place].append(colour)
            for _cube in range(shelf):
                if self.markets["grocer"].count(colour) < 3 and self.supply[colour]:
                    self.supply[colour] -= 1
                    self.markets["grocer"].append(colour)

    def preparation(self) -> Telling:
        """FE-17 … FE-22, FE-E1 … FE-E4."""
        self.phase = "preparation"
        for place, discs in self.coming.items():
            self.areas[place] += [(seat, "disc") for seat in discs]
            discs.clear()
        self.refill(4 if self.n == 5 else 3, 1)
        for row, tiles in self.rows.items():
            left = [tile for tile in tiles if tile]
            while len(left) < 3 and self.piles[row]:
                left.append(self.piles[row].pop(0))
            self.rows[row] = [*left, *[None] * (3 - len(left))]
        if self.event == "bumper-harvest":
            self.refill(1, 0)
        if self.event == "stuffed-shelves":
            self.refill(0, 1)
        given = yield self.holder, [f"give:{seat}" for seat in range(self.n)]
        self.holder = int(given.split(":")[1])
        for seat in self.clockwise():
            if self.event == "salt-caravan" and self.supply["salt"]:
                self.draw(seat, "salt")
            if self.event == "swap-meet":
                self.phase = "swap-meet"
                yield from self.swap(seat)

    def swap(self, seat: int) -> Telling:
        """FE-E4."""
        gains = {
            cube: [f"gain:{colour}" for colour in COLOURS if colour != cube and self.supply[colour]]
            for cube, count in self.seats[seat].cubes.items() if count
        }  # fmt: skip
        choice = yield seat, [*(f"pay:{cube}" for cube, possible in gains.items() if possible), "done"]
        if choice != "done":
            cube = choice.split(":")[1]
            gain = yield seat, gains[cube]
            self.give_back(seat, cube)
            self.draw(seat, gain.split(":")[1])

    # cubes

    def draw(self, seat: int, cube: str) -> None:
        self.supply[cube] -= 1
        self.seats[seat].cubes[cube] += 1

    def give_back(self, seat: int, cube: str) -> None:
        self.seats[seat].cubes[cube] -= 1
        self.supply[cube] += 1

    def take(self, seat: int, place: str, colour: str) -> None:
        """FE-R7, FE-R28."""
        self.markets[place].remove(colour)
        if (place, colour) in self.moved:
            self.moved.remove((place, colour))
        self.seats[seat].cubes[colour] += 1
        self.taste(seat, place, colour)

    def taste(self, seat: int, place: str, colour: str) -> None:
        """FE-75."""
        first = place != "grocer" and (seat, place) not in self.tasted
        if self.magical and first and self.seats[seat].has("appetiser", colour):
            self.tasted.add((seat, place))
            self.seats[seat].tokens += 1

    # shopping

    def roll(self) -> None:
        """FE-23, FE-25, FE-E5."""
        self.covered = self.covers.pop(0)
        self.rolls = (2 if self.n == 5 else 3) - (self.event == "long-opening-hours")
        assert 1 <= len(self.covered) <= self.rolls and self.covered <= set(CHARACTERS)

    def spots(self) -> list[str]:
        return [f"place:{place}" for place in PLACES if place not in self.covered]

    def put(self, seat: int, text: str) -> None:
        self.seats[seat].home["helper"] -= 1
        self.areas[text.split(":")[1]].append((seat, "helper"))

    def shopping(self) -> Telling:
        """FE-23 … FE-28, FE-E5 … FE-E7."""
        if self.event != "misty-morning":
            self.phase = "morning"
            self.roll()
            for seat in self.clockwise():
                home, placed = self.seats[seat].home, 0
                due = min(3, home["helper"]) if self.event == "early-start" else 0
                while True:
                    legal = self.spots() if home["helper"] else []
                    choice = yield seat, [*legal, *(["done"] if placed >= due else [])]
                    if choice == "done":
                        break
                    self.put(seat, choice)
                    placed += 1
        self.phase = "afternoon"
        self.roll()
        for seat in self.clockwise():
            while self.seats[seat].home["helper"]:
                self.put(seat, (yield seat, self.spots()))
        self.covered = set()

    # the street

    def pieces(self, place: str, seat: int) -> list[str]:
        return [piece for owner, piece in self.areas[place] if owner == seat]

    def action(self) -> Telling:
        """FE-30 … FE-32, FE-47 … FE-50."""
        self.phase = "action"
        for self.place in PLACES:
            count = {seat: len(self.pieces(self.place, seat)) for seat in self.clockwise()}
            self.order = sorted((seat for seat in count if count[seat]), key=lambda seat: -count[seat])
            if not self.order:
                continue
            best = [seat for seat in self.order if count[seat] == count[self.order[0]]]
            self.majority = best[0] if len(best) == 1 else None
            if self.place == "grocer":
                self.majority = None
                self.holder = self.order[0]
            elif self.majority is not None and self.magical and self.seats[self.majority].has("side"):
                self.seats[self.majority].tokens += 1  # FE-76
            for seat in self.order:
                yield from (self.groceries(seat) if self.place == "grocer" else self.turn(seat, self.place))
                for piece in self.pieces(self.place, seat):
                    self.go_home(seat, self.place, piece)
        self.place = None

    def go_home(self, seat: int, place: str, piece: str) -> None:
        self.areas[place].remove((seat, piece))
        self.seats[seat].home[piece] += 1

    def turn(self, seat: int, place: str) -> Telling:
        """FE-33, FE-34."""
        left = len(self.pieces(place, seat))
        fresh = True
        while True:
            market, legal = self.markets[place], []
            if fresh and seat == self.majority and market and self.event != "fair-shares":
                legal.append("take-all")
            if fresh and self.able(seat, place):
                legal.append("ability")
            if left:
                legal += [f"take:{colour}" for colour in COLOURS if colour in market]
            choice = yield seat, [*legal, "done"]
            fresh = False
            if choice == "done":
                return
            left -= 1
            if choice == "take-all":
                for colour in list(market):
                    self.take(seat, place, colour)
                return
            if choice == "ability":
                yield from self.ability(seat, place)
                if self.event == "apprentice-prize" and seat not in self.prized:
                    self.prized.add(seat)
                    self.seats[seat].tokens += 1
            else:
                self.take(seat, place, choice.split(":")[1])

    def groceries(self, seat: int) -> Telling:
        """FE-48, FE-E9."""
        wanted = list(COLOURS)
        for _piece in self.pieces("grocer", seat):
            choice = yield seat, [*(f"take:{c}" for c in wanted if c in self.markets["grocer"]), "done"]
            if choice == "done":
                return
            colour = choice.split(":")[1]
            self.take(seat, "grocer", colour)
            if self.event != "mixed-baskets":
                wanted = [colour]

    # abilities

    def able(self, seat: int, place: str) -> bool:
        """FE-R8."""
        if place == "troll":
            return bool(self.movable())
        if place == "orc":
            return bool(self.free_dishes())
        if place == "magician":
            return self.supply["salt"] > 0
        if place == "elf":
            return bool(self.elf_pays(seat))
        if place == "dwarf":
            return self.round == 4 or bool(self.seats[seat].home["disc"]) or "disc" in self.pieces(place, seat)
        return True

    def movable(self) -> list[str]:
        return [
            f"from:{place}:{colour}" for place in PLACES for colour in COLOURS
            if self.markets[place].count(colour) > self.moved.count((place, colour))
        ]  # fmt: skip

    def free_dishes(self) -> list[str]:
        return [tile for row in self.rows.values() for tile in row if tile and tile not in self.reserved]

    def elf_pays(self, seat: int) -> list[str]:
        """FE-43, FE-R21."""
        stock = sum(self.supply[colour] for colour in COLOURS)
        own = [cube for cube, count in self.seats[seat].cubes.items() if count]
        return [f"pay:{cube}" for cube in own if cube != "salt" or stock]

    def which(self, seat: int, place: str) -> Choosing:
        """FE-68: which piece is used; for the Dwarf one that leaves a disc to place (FE-R8, FE-R17)."""
        kinds = [piece for piece in ("helper", "disc") if piece in self.pieces(place, seat)]
        if place == "dwarf" and not self.seats[seat].home["disc"]:
            kinds = ["disc"]
        if len(kinds) == 1:
            return kinds[0]
        choice = yield seat, [f"piece:{piece}" for piece in kinds]
        return choice.split(":")[1]

    def ability(self, seat: int, place: str) -> Telling:
        """FE-38 … FE-46."""
        me = self.seats[seat]
        if place == "troll":
            source, colour = (yield seat, self.movable()).split(":")[1:]
            full = self.markets["grocer"].count(colour) >= 3
            targets = [f"to:{to}" for to in PLACES if to != source and not (to == "grocer" and full)]
            target = (yield seat, targets).split(":")[1]
            self.markets[source].remove(colour)
            self.markets[target].append(colour)
            self.moved.append((target, colour))
        elif place == "pixies":
            piece = yield from self.which(seat, place)
            target = (yield seat, [f"to:{to}" for to in PLACES[2:]]).split(":")[1]
            self.areas[place].remove((seat, piece))
            self.areas[target].append((seat, piece))
        elif place == "orc":
            piece = yield from self.which(seat, place)
            dish = (yield seat, [f"reserve:{dish}" for dish in self.free_dishes()]).split(":")[1]
            self.areas[place].remove((seat, piece))
            self.reserved[dish] = (seat, piece)
        elif place == "magician":
            self.draw(seat, "salt")
        elif place == "elf":
            self.give_back(seat, (yield seat, self.elf_pays(seat)).split(":")[1])
            for _cube in range(min(2, sum(self.supply[colour] for colour in COLOURS))):
                gains = [f"gain:{colour}" for colour in COLOURS if self.supply[colour]]
                colour = (yield seat, gains).split(":")[1]
                self.draw(seat, colour)
                self.taste(seat, place, colour)
        elif self.round == 4:
            me.tokens += 2
        else:
            piece = yield from self.which(seat, place)
            self.go_home(seat, place, piece)
            while me.home["disc"]:
                target = (yield seat, [f"disc:{to}" for to in CHARACTERS]).split(":")[1]
                me.home["disc"] -= 1
                self.coming[target].append(seat)

    # cooking

    def cooking(self) -> Telling:
        """FE-52, FE-53, FE-60, FE-E14."""
        self.phase = "cooking"
        self.passed = set()
        seat = self.holder
        while len(self.passed) < self.n:
            if seat not in self.passed:
                yield from self.cooks(seat)
            seat = (seat + 1) % self.n
        if self.event == "small-larders":
            self.phase = "larders"
            for seat in self.clockwise():
                while self.seats[seat].larder() > 5:
                    cubes = [f"return:{cube}" for cube, count in self.seats[seat].cubes.items() if count]
                    self.give_back(seat, (yield seat, cubes).split(":")[1])

    def cooks(self, seat: int) -> Telling:
        me = self.seats[seat]
        while True:
            payments = {f"cook:{dish}": self.bill(seat, dish) for dish in self.cookable(seat)}
            legal = [text for text, bill in payments.items() if payable(me.cubes, bill)]
            own = [dish for dish, (owner, _piece) in self.reserved.items() if owner == seat]
            legal += [f"take-back:{dish}" for dish in own if me.larder()]
            choice = yield seat, [*legal, "pass"]
            if choice == "pass":
                self.passed.add(seat)
                return
            dish = choice.split(":")[1]
            if choice in payments:
                yield from self.pays(seat, dish, payments[choice])
                return
            cube = (yield seat, [f"pay:{cube}" for cube, count in me.cubes.items() if count]).split(":")[1]
            self.give_back(seat, cube)
            self.release(dish)

    def release(self, dish: str) -> None:
        """FE-41, FE-60."""
        if dish in self.reserved:
            seat, piece = self.reserved.pop(dish)
            self.seats[seat].home[piece] += 1

    def cookable(self, seat: int) -> list[str]:
        """FE-54."""
        tiles = [tile for row in self.rows.values() for tile in row if tile]
        free = [tile for tile in tiles if self.reserved.get(tile, (seat, ""))[0] == seat]
        return [*free, *(stack[0] for stack in self.stacks if stack)]

    def bill(self, seat: int, dish: str) -> Bill:
        """FE-56, FE-59, FE-73, FE-E11, FE-E12."""
        small = kind(dish) in SMALL and self.event != "level-tables"
        column = self.rows[kind(dish)].index(dish) if small else 0
        drinks = [colour for colour in COLOURS if self.magical and self.seats[seat].has("drink", colour)]
        first = self.event == "thrifty-cooks" and seat not in self.cooked
        return bill(dish, column, drinks, (dish in self.reserved) + first)

    def pays(self, seat: int, dish: str, bill: Bill) -> Telling:
        me = self.seats[seat]
        while not bill["paid"]:
            said = ways(me.cubes, bill)
            bill = said[(yield seat, list(said))]
        for colour in COLOURS:
            for i in range(bill["need"][colour]):
                self.give_back(seat, "salt" if i < bill["salt"][colour] else colour)
            if self.magical and bill["need"][colour] and me.has("dessert", colour):
                me.tokens += 1  # FE-74
        if kind(dish) in SMALL:
            row = self.rows[kind(dish)]
            row[row.index(dish)] = None
        else:
            next(stack for stack in self.stacks if dish in stack).remove(dish)
            me.tokens += 2 * (self.event == "carvers-medal")
        self.release(dish)
        self.cooked.add(seat)
        me.dishes.append(dish)

    # the end

    def winners(self) -> list[int]:
        """FE-64."""
        rank = [(sum(seat.score()), len(seat.dishes), seat.larder()) for seat in self.seats]
        return [seat for seat in range(self.n) if rank[seat] == max(rank)]
