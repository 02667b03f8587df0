"""`check_game` passes a correct game and finds what is wrong with a broken one: every check has at least one game that
it alone is there to catch."""

from __future__ import annotations

import ast
import itertools
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest

import hightable.engine
from hightable.engine import Actions, Dice, Fast, Game, Moves, Refused, Result, State, View, check_game
from hightable.engine.check import CHECKS, Broken, act
from hightable.engine.check_contract import undo
from hightable.engine.check_trial import Ledger, Trial
from tests.engine import toy
from tests.engine.toy import (
    BID,
    DRAWN,
    DREW,
    FIELDS,
    SLOTS,
    Bidding,
    Toy,
    ToyGame,
    Turn,
    keeps_cards,
)


def test_a_correct_game_passes_in_all_its_variants() -> None:
    summary = check_game(ToyGame(), games=4, invariant=keeps_cards, choices=[first_legal])
    assert summary.games == 2 * 2 * 4
    assert summary.decisions > 100
    assert summary.looks > 400
    assert "16 games" in str(summary)


def test_only_the_seats_and_options_asked_for_are_played() -> None:
    assert check_game(ToyGame(), games=2, seats=[3], options={"rounds": "2"}).games == 2
    with pytest.raises(Refused):
        check_game(ToyGame(), seats=[3], options={"rounds": 7})


def test_every_check_says_what_it_demands() -> None:
    folder = Path(hightable.engine.__path__[0])  # compiled functions have no docstrings: read the source
    modules = [ast.parse((folder / f"check_{part}.py").read_text(encoding="utf-8")) for part in ("contract", "leaks")]
    functions = [node for module in modules for node in module.body if isinstance(node, ast.FunctionDef)]
    said = {node.name for node in functions if ast.get_docstring(node)}
    assert {check.run.__name__ for check in CHECKS} <= said


def test_what_is_broken_can_be_seen_again() -> None:
    def broken() -> Broken:
        with pytest.raises(Broken) as caught:
            check_game(LeaksACard(), seed="again")
        return caught.value

    message = str(broken())
    assert message == str(broken())
    for part in ("leaks", "toy", "2 seats", "rounds=3", "again 2 rounds=3 mood=plain #0", "after action 0"):
        assert part in message


def first_legal(view: View) -> int:
    return view["legal"][0]


# games that are broken in one way each, and the check that must say so

BROKEN: list[tuple[str, type[ToyGame]]] = []


def caught_by(check: str) -> Any:
    def enlist(game: type[ToyGame]) -> type[ToyGame]:
        BROKEN.append((check, game))
        return game

    return enlist


def with_state(**methods: Any) -> type[Toy]:
    return type("Broken" + Toy.__name__, (Toy,), methods)


# leaks


@caught_by("leaks")
class LeaksACard(ToyGame):
    """The view shows the top card of the deck."""

    def describe(self, s: State, viewer: int | None) -> View:
        return {**super().describe(s, viewer), "top": s.deck[s.left - 1]}


@caught_by("leaks")
class LeaksByAnId(ToyGame):
    """Hidden cards have ids that are made from what they hide."""

    def describe(self, s: State, viewer: int | None) -> View:
        ids = [f"card-{card * 7919 % 101}" for card in s.hands if card]
        return {**super().describe(s, viewer), "ids": ids}


@caught_by("leaks")
class LeaksByOrder(ToyGame):
    """The seats are listed by the strength of their hands."""

    def describe(self, s: State, viewer: int | None) -> View:
        return {**super().describe(s, viewer), "row": sorted(range(s.seats), key=lambda seat: sum(s.hand(seat)))}


@caught_by("leaks")
class LeaksByALength(ToyGame):
    """The view tells how many high cards the others have."""

    def describe(self, s: State, viewer: int | None) -> View:
        return {**super().describe(s, viewer), "high": [sum(c > 6 for c in s.hand(seat)) for seat in range(s.seats)]}


@caught_by("leaks")
class LeaksByLegal(ToyGame):
    """One may roll only if the top card is low: the list of legal actions tells."""

    def __init__(self) -> None:
        class Tells(Turn):
            def legal(self, s: Toy, seat: int, out: Moves) -> None:
                out.add(toy.DRAW)
                if s.left and s.deck[s.left - 1] < 7:
                    out.add(toy.ROLL)

        super().__init__(steps=(Bidding(), Tells()))


@caught_by("leaks")
class LeaksByARefusal(ToyGame):
    """The sentence on a greyed-out thing names a card of the deck."""

    def __init__(self) -> None:
        class Tells(Bidding):
            def refusal(self, s: Toy, seat: int, action: int) -> Refused:
                return Refused("The %(card)s is not for you yet.", "TOY-1", {"card": s.deck[s.left - 1]})

        super().__init__(steps=(Tells(), Turn()))


@caught_by("leaks")
class LeaksAtAnEvent(ToyGame):
    """Only the position at an event, between two decisions, shows a hand."""

    def describe(self, s: State, viewer: int | None) -> View:
        between = not s.over and not s.deciding
        return {**super().describe(s, viewer), "peep": s.hands[:] if between else []}


@caught_by("views")
class LeaksLegalToSpectators(ToyGame):
    """A spectator gets somebody's legal actions."""

    def describe(self, s: State, viewer: int | None) -> View:
        found = super().describe(s, viewer)
        return {**found, "legal": s.legal(0)} if viewer is None else found


@caught_by("views")
class LeaksTheKey(ToyGame):
    """The view tells the key of the dice."""

    def describe(self, s: State, viewer: int | None) -> View:
        return {**super().describe(s, viewer), "debug": str(s.dice.dump())}


@caught_by("views")
class ViewIsNotPlain(ToyGame):
    """A tuple does not survive JSON."""

    def describe(self, s: State, viewer: int | None) -> View:
        return {**super().describe(s, viewer), "points": tuple(s.points[: s.seats])}


@caught_by("views")
class ViewIsAnAlias(ToyGame):
    """The view hands out the position's own list."""

    def describe(self, s: State, viewer: int | None) -> View:
        found = super().describe(s, viewer)
        return {**found, "row": s.bids} if not any(s.bids) else {**found, "row": [0] * 3}


@caught_by("views")
class ViewCounts(ToyGame):
    """Looking twice is not the same as looking once."""

    looks = 0

    def describe(self, s: State, viewer: int | None) -> View:
        type(self).looks += 1
        return {**super().describe(s, viewer), "looks": self.looks}


@caught_by("views")
class StrangersSee(ToyGame):
    """A seat that isn't at the table gets a view."""

    def __init__(self) -> None:
        self.state = with_state(view=lambda s, viewer: State.view(s, viewer if viewer in range(s.seats) else None))
        super().__init__()


@caught_by("peeks")
class LeaksInAnEvent(ToyGame):
    """Getting ready tells everybody the top card."""

    def __init__(self) -> None:
        class Tells(Bidding):
            def choose(self, s: Toy, seat: int, action: int) -> None:
                super().choose(s, seat, action)
                s.tell(DREW, seat, s.deck[s.left - 1])

        super().__init__(steps=(Tells(), Turn()))


@caught_by("events")
class TellsNothing(ToyGame):
    """The draw happens, but nobody hears of it: no picture would move on."""

    def __init__(self) -> None:
        class Silent(Turn):
            def choose(self, s: Toy, seat: int, action: int) -> None:
                listeners, s.beats = s.beats, None
                super().choose(s, seat, action)
                s.beats = listeners

        super().__init__(steps=(Bidding(), Silent()))


@caught_by("ready")
class LeaksACommitmentInAnEvent(ToyGame):
    """The bid is told to everybody at once."""

    def __init__(self) -> None:
        class Tells(Bidding):
            def choose(self, s: Toy, seat: int, action: int) -> None:
                s.bids[seat] = action
                s.decided(seat)
                s.tell(BID, seat, action - 1)

        super().__init__(steps=(Tells(), Turn()))


@caught_by("peeks")
class UndoPeeks(ToyGame):
    """Drawing shows a card, but `unknown` never changes, and the same seat is asked again: it could take that back."""

    def __init__(self) -> None:
        class Again(Turn):
            def choose(self, s: Toy, seat: int, action: int) -> None:
                if action == toy.DRAW and s.left > 6 - s.seats:
                    s.take(seat)
                    s.tell(DRAWN, seat)
                else:
                    s.tell(toy.ROLLED, seat, 0)
                    s.pop()
                    toy.next_round(s)

        self.state = with_state(unknown=lambda s, viewer: 9 + (s.depth > 0 and s.top() == toy.BIDDING))
        super().__init__(steps=(Bidding(), Again()))


@caught_by("redeal")
class RedealDoesNothing(ToyGame):
    """Only the dice change."""

    def __init__(self) -> None:
        self.state = with_state(redeal=redeal_nothing)
        super().__init__()


def redeal_nothing(s: Toy, viewer: int, dice: Dice) -> None:
    s.dice = dice.split()


@caught_by("redeal")
class RedealPeeks(ToyGame):
    """The deck is shuffled, but the others keep the cards that they really have."""

    def __init__(self) -> None:
        self.state = with_state(redeal=redeal_deck)
        super().__init__()


def redeal_deck(s: Toy, viewer: int, dice: Dice) -> None:
    s.deck = dice.shuffled(s.deck[: s.left]) + [0] * (toy.CARDS - s.left)
    s.dice = dice.split()


@caught_by("redeal")
class RedealKeepsTheDice(ToyGame):
    """What the game will roll stays known."""

    def __init__(self) -> None:
        self.state = with_state(redeal=redeal_but_dice)
        super().__init__()


def redeal_but_dice(s: Toy, viewer: int, dice: Dice) -> None:
    kept = s.dice
    Toy.redeal(s, viewer, dice)
    s.dice = kept


@caught_by("imagine")
class ImaginesAnotherView(ToyGame):
    """Points are forgotten when a view is imagined."""

    def restore(self, s: State, view: View) -> None:
        super().restore(s, view)
        s.points = [0] * 3


@caught_by("imagine")
class ImaginesALostCard(ToyGame):
    """What is imagined has a card twice: only the invariant sees it."""

    def imagine(self, view: View, dice: Dice) -> State:
        s = super().imagine(view, dice)
        if s.left > 1:
            s.deck[0] = s.deck[1]
        return s


# conformance


@caught_by("texts")
class TextWithoutParse(ToyGame):
    """One action's text means another action."""

    def parse(self, text: str) -> int:
        return 1 if text == "bid 2" else super().parse(text)


@caught_by("texts")
class TextOfTheTable(ToyGame):
    """“undo” belongs to the record."""

    def __init__(self) -> None:
        super().__init__(actions=Actions(("bid", range(3)), ("draw",), ("undo",)))


@caught_by("deciding")
class NobodyDecides(ToyGame):
    """Somebody is awaited who isn't at the table."""

    def __init__(self) -> None:
        class Lost(Bidding):
            def run(self, s: Toy) -> None:
                s.await_seats(1 << 5)

        super().__init__(steps=(Lost(), Turn()))


@caught_by("deciding")
class StrangersDecide(ToyGame):
    """Somebody is awaited besides those at the table."""

    def set_up(self, s: State) -> None:
        super().set_up(s)
        s.await_seats((1 << s.seats + 1) - 1)


class _Legal(ToyGame):
    """A game whose winner of the bidding has these legal actions."""

    actions_of_the_turn: tuple[int, ...]

    def __init__(self) -> None:
        actions = self.actions_of_the_turn

        class Odd(Turn):
            def legal(self, s: Toy, seat: int, out: Moves) -> None:
                for action in actions:
                    out.add(action)

        super().__init__(steps=(Bidding(), Odd()))


@caught_by("legal")
class UnsortedLegal(_Legal):
    actions_of_the_turn = (toy.ROLL, toy.DRAW)


@caught_by("legal")
class DoubleLegal(_Legal):
    actions_of_the_turn = (toy.ROLL, toy.ROLL)


@caught_by("legal")
class LegalOutsideTheTable(_Legal):
    actions_of_the_turn = (toy.ROLL, 17)


@caught_by("legal")
class NothingLegal(_Legal):
    actions_of_the_turn = ()


@caught_by("legal")
class LegalButRefused(ToyGame):
    """One of the legal actions is refused."""

    def __init__(self) -> None:
        self.state = with_state(why_not=no_bid_of_two)
        super().__init__()


def no_bid_of_two(s: Toy, seat: int, action: int) -> Refused | None:
    return Refused("Not two.", "TOY-1") if action == 3 else State.why_not(s, seat, action)


@caught_by("refusals")
class IllegalAccepted(ToyGame):
    """Who has bid may bid again."""

    def __init__(self) -> None:
        self.state = with_state(why_not=any_bid_will_do)
        super().__init__()


def any_bid_will_do(s: Toy, seat: int, action: int) -> Refused | None:
    refused = State.why_not(s, seat, action)
    return None if refused and seat in range(s.seats) and s.bids[seat] and action == 1 else refused


class _Refuses(ToyGame):
    """A game with another answer to what can't be done while bidding."""

    def __init__(self) -> None:
        answer = self.answer

        class Odd(Bidding):
            def refusal(self, s: Toy, seat: int, action: int) -> Refused:
                return answer(s)

        super().__init__(steps=(Odd(), Turn()))

    def answer(self, s: Toy) -> Refused:
        raise NotImplementedError


@caught_by("refusals")
class RefusalChangesSomething(_Refuses):
    def answer(self, s: Toy) -> Refused:
        s.points[0] -= 1
        return Refused("That costs a point.", "TOY-1")


@caught_by("refusals")
class RefusalWithoutWords(_Refuses):
    def answer(self, s: Toy) -> Refused:
        return Refused(" ", "TOY-1")


@caught_by("refusals")
class RefusalWithoutRule(_Refuses):
    def answer(self, s: Toy) -> Refused:
        return Refused("No.")


@caught_by("refusals")
class RefusalCrashes(_Refuses):
    def answer(self, s: Toy) -> Refused:
        raise IndexError


def copy_with(**changes: Any) -> Any:
    """A `copy` that is followed by these: a name and a function of the original."""

    def copy(s: Toy) -> Toy:
        t = Toy.copy(s)
        for name, value in changes.items():
            setattr(t, name, value(s))
        return t

    return copy


class _Copies(ToyGame):
    """A game with another `copy`."""

    changes: Mapping[str, Any]

    def __init__(self) -> None:
        self.state = with_state(copy=copy_with(**self.changes))
        super().__init__()


@caught_by("copy")
class CopySharesAnArray(_Copies):
    changes = MappingProxyType({"bids": lambda s: s.bids})


@caught_by("copy")
class CopyForgetsAField(_Copies):
    changes = MappingProxyType({"points": lambda s: [0] * 3})


@caught_by("copy")
class CopySharesTheDice(_Copies):
    changes = MappingProxyType({"dice": lambda s: s.dice})


@caught_by("copy")
class CopySharesTheStack(_Copies):
    changes = MappingProxyType({"frames": lambda s: s.frames})


@caught_by("copy")
class CopyListens(_Copies):
    changes = MappingProxyType({"beats": lambda s: []})


@caught_by("copy")
class CopyForgetsWhatIsNotDumped(ToyGame):
    """A field outside the dump is lost in copies and changes what happens later."""

    def __init__(self) -> None:
        class Tired(Turn):
            def choose(self, s: Toy, seat: int, action: int) -> None:
                s.points[seat] -= s.tired
                s.tired += 1
                super().choose(s, seat, action)

        self.state = with_state(tired=0)
        super().__init__(steps=(Bidding(), Tired()))


@caught_by("dump")
class DumpForgetsAField(ToyGame):
    def __init__(self) -> None:
        super().__init__(fields=[name for name in FIELDS if name != "points"])


@caught_by("dump")
class DumpForgetsSomethingUnseen(ToyGame):
    """The deck is in nobody's view, but it is needed to play on."""

    def __init__(self) -> None:
        super().__init__(fields=[name for name in FIELDS if name != "deck"])


@caught_by("dump")
class LoadForgets(ToyGame):
    def load(self, data: Any) -> State:
        s = super().load(data)
        s.bids = [0] * 3
        return s


@caught_by("dump")
class LoadRollsAgain(ToyGame):
    def load(self, data: Any) -> State:
        s = super().load(data)
        s.dice = Fast(1)
        return s


@caught_by("order")
class OrderMatters(ToyGame):
    """Who bids first gets a point."""

    def __init__(self) -> None:
        class First(Bidding):
            def choose(self, s: Toy, seat: int, action: int) -> None:
                s.points[seat] += not any(s.bids)
                super().choose(s, seat, action)

        super().__init__(steps=(First(), Turn()))


@caught_by("order")
class FirstComeOnlyServed(ToyGame):
    """A bid of two ends the bidding for the others."""

    def __init__(self) -> None:
        class Quick(Bidding):
            def choose(self, s: Toy, seat: int, action: int) -> None:
                super().choose(s, seat, action)
                if action == 3:
                    s.await_seats(0)

        super().__init__(steps=(Quick(), Turn()))


COUNTER = itertools.count()


@caught_by("seed")
class AnotherStream(ToyGame):
    """The start depends on something besides the seed."""

    def set_up(self, s: State) -> None:
        super().set_up(s)
        s.points[0] = next(COUNTER)


@caught_by("seed")
class SeedDoesNotMatter(ToyGame):
    """All seeds deal the same."""

    def blank(self, seats: int, options: Any, dice: Dice) -> State:
        return super().blank(seats, options, Fast(5) if not isinstance(dice, Fast) else dice)


@caught_by("seed")
class AnotherStreamLater(ToyGame):
    """Only when it is played again from a record does the game go another way: it counts the games it has started."""

    def __init__(self) -> None:
        super().__init__()
        self.started = 0

    def set_up(self, s: State) -> None:
        self.started += 1
        s.points[0] = int(self.started > 10)
        super().set_up(s)


@caught_by("record")
class OptionWithBlanks(ToyGame):
    """The record can't hold the option's value."""

    def __init__(self) -> None:
        super().__init__(mood=("rather odd",))


@caught_by("chance")
class DiceAreRenewed(ToyGame):
    """The winner may roll again and again; the dice are exchanged each time, and so don't show that they were used."""

    def __init__(self) -> None:
        class Again(Turn):
            def choose(self, s: Toy, seat: int, action: int) -> None:
                if action == toy.ROLL and s.points[seat] < 9:
                    s.points[seat] += 1
                    s.dice = Fast(s.dice.below(1 << 30))
                else:
                    s.pop()
                    toy.next_round(s)
                s.tell(DRAWN, seat)

        super().__init__(steps=(Bidding(), Again()))


@caught_by("ends")
class NeverEnds(ToyGame):
    def __init__(self) -> None:
        class Forever(Turn):
            def choose(self, s: Toy, seat: int, action: int) -> None:
                s.points[seat] ^= 1

        super().__init__(steps=(Bidding(), Forever()))


class _Results(ToyGame):
    """A game with another result."""

    def reckon(self, s: State) -> Result:
        found = super().reckon(s)
        self.tamper(found)
        return found

    def tamper(self, found: Result) -> None:
        raise NotImplementedError


@caught_by("result")
class WrongWinners(_Results):
    def tamper(self, found: Result) -> None:
        found.winners = [(found.winners[0] + 1) % len(found.scores)]


@caught_by("result")
class NoWinner(_Results):
    def tamper(self, found: Result) -> None:
        found.winners = []


@caught_by("result")
class WrongPlaces(_Results):
    def tamper(self, found: Result) -> None:
        found.places = [2 * place - 1 for place in found.places]


@caught_by("result")
class WrongSum(_Results):
    def tamper(self, found: Result) -> None:
        found.lines[0].points[0] += 1


@caught_by("result")
class NoEnding(_Results):
    def tamper(self, found: Result) -> None:
        found.ending = ""


@caught_by("result")
class ResultTooEarly(ToyGame):
    def __init__(self) -> None:
        self.state = with_state(result=property(lambda s: s.game.reckon(s)))
        super().__init__()


@caught_by("invariant")
class LosesACard(ToyGame):
    """Only the invariant knows that no card may vanish."""

    def __init__(self) -> None:
        class Loses(Turn):
            def draw(self, s: Toy, seat: int) -> None:
                super().draw(s, seat)
                s.hands[seat * SLOTS] = s.hands[seat * SLOTS + 1]

        super().__init__(steps=(Bidding(), Loses()))


@pytest.mark.parametrize(("check", "game"), BROKEN, ids=[game.__name__ for _check, game in BROKEN])
def test_a_broken_game_is_caught_by_the_right_check(check: str, game: type[Game]) -> None:
    with pytest.raises(Broken) as caught:
        check_game(game(), invariant=keeps_cards, longest=200)  # type: ignore[call-arg]
    assert caught.value.check == check, str(caught.value)
    assert str(caught.value).startswith(f"{check}: ")


PEEPHOLE: list[Toy] = []


class Peephole(ToyGame):
    def describe(self, s: State, viewer: int | None) -> View:
        PEEPHOLE[:] = [s]  # type: ignore[list-item]
        return super().describe(s, viewer)


def peeking_bot(view: View) -> int:
    return view["legal"][PEEPHOLE[0].deck[0] % len(view["legal"])]


def bot_that_scribbles(view: View) -> int:
    action = view["legal"].pop(0)
    view["legal"].append(action)
    return action


def bot_that_dreams(view: View) -> int:
    return 99


@pytest.mark.parametrize("bot", [peeking_bot, bot_that_scribbles, bot_that_dreams])
def test_an_unfair_bot_is_caught(bot: Any) -> None:
    with pytest.raises(Broken) as caught:
        check_game(Peephole(), games=5, choices=[bot])
    assert caught.value.check == "bots"


def test_taking_back_must_restore_the_position() -> None:
    for number in range(20):  # the check looks at some actions only
        t = Trial(ToyGame(), 2, {"rounds": 3, "mood": "plain"}, f"undo {number}", 99, None, [], Ledger())
        t.begin()
        t.pick()
        act(t)
        assert t.free
        undo(t)
        t.before.points[0] += 1  # as if it had been otherwise before
        if t.dice.copy().below(3) == 0:  # the next time it does
            with pytest.raises(Broken, match="does not restore"):
                undo(t)
            return
    pytest.fail("the check never looked")


def test_every_check_has_a_game_that_fails_it() -> None:
    assert {check.name for check in CHECKS} - {"bots", "undo", "rewind"} <= {check for check, _game in BROKEN}
