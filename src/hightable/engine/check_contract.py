"""What the engine demands of every game, whoever looks: order, copies, stored positions, refusals, records, results.
Part of `check_game`. Imports the engine only."""

from __future__ import annotations

import json

from hightable.engine.check_trial import Trial, fields, picture, plain, position
from hightable.engine.contract import SPECTATOR, Game, State
from hightable.engine.dice import Fast
from hightable.engine.match import WORDS, Match
from hightable.engine.record import Record
from hightable.engine.words import Refused


def texts(t: Trial) -> None:
    """Every action has one text of one line, no two have the same, and `parse` gives the action back."""
    seen: set[str] = set()
    for action in range(1, len(t.game.actions)):
        text = t.game.text(action)
        if not text.strip() or not text.isprintable() or text in WORDS.values() or text in seen:
            t.fail(f"action {action} has the text {text!r}, which is empty, taken, or no line of a record")
        seen.add(text)
        if t.game.parse(text) != action:
            t.fail(f"“{text}” is the text of {action}, but means {t.game.parse(text)}")


def deciding(t: Trial) -> None:
    """Somebody decides until the game is over; the seats that do are in order and at the table."""
    seats = t.state.deciding
    if seats != sorted(set(seats)) or not all(0 <= seat < t.seats for seat in seats):
        t.fail(f"deciding is {seats}")
    if bool(seats) == t.state.over:
        t.fail(f"over is {t.state.over}, but deciding is {seats}")
    if t.state.over == (t.state.awaited != 0) or t.state.awaited >> t.seats:
        t.fail(f"seats are awaited that aren't at the table: {t.state.awaited:b}")


def legal(t: Trial) -> None:
    """Legal actions are sorted, unique, of the table, there exactly for those who decide, and can all be done."""
    for seat in range(-1, t.seats + 1):
        actions = t.state.legal(seat)
        if bool(actions) != (seat in t.state.deciding):
            t.fail(f"seat {seat} has the legal actions {actions}, but {t.state.deciding} decide")
        if actions != sorted(set(actions)):
            t.fail(f"legal actions of seat {seat} are not sorted or not unique: {actions}")
        if actions and not 0 < actions[0] <= actions[-1] < len(t.game.actions):
            t.fail(f"legal actions of seat {seat} are not all in the table: {actions}")
        for action in t.sample(actions, 4):
            try:
                t.state.copy().apply(seat, action)
            except Refused as refused:
                t.fail(f"“{t.game.text(action)}” is legal for seat {seat}, but refused: {refused}")


def refusals(t: Trial) -> None:
    """What isn't legal is refused in words, with the rule where there is one, and changes nothing."""
    state = t.state.copy()
    before = position(state)
    table = range(1, len(t.game.actions))
    for seat in range(-1, t.seats + 2):
        allowed = state.legal(seat)
        for action in [*t.sample(table, 12), 0, -1, len(t.game.actions), 1 << 40]:
            if action in allowed:
                continue
            try:
                state.apply(seat, action)
            except Refused as refused:
                if not str(refused).strip():
                    t.fail(f"seat {seat} is refused action {action} without a word")
                if not refused.rule and 0 <= seat < t.seats and action in table:
                    t.fail(f"seat {seat} is refused “{t.game.text(action)}” without a rule: {refused}")
            else:
                t.fail(f"seat {seat} did action {action}, which is not legal")
        t.same(f"what was refused to seat {seat} changed the position", before, position(state))


def copies(t: Trial) -> None:
    """A copy is equal, has no listener, shares nothing that changes, and plays on like the original."""
    before = picture(t.state, t.seat)
    copy = t.state.copy()
    if copy.beats is not None:
        t.fail("a copy listens to events")
    t.same("a copy differs", before, picture(copy, t.seat))
    other = copy.copy()
    for action in t.sample(t.state.legal(t.seat), 3):
        copy.copy().do(t.seat, action)
    copy.apply(t.seat, t.action)
    t.same("playing on with a copy changed the original", before, picture(t.state, t.seat))
    t.same("playing on with a copy changed a copy of it", before, picture(other, t.seat))
    other.apply(t.seat, t.action)
    t.same("two copies play on differently", picture(copy, t.seat), picture(other, t.seat))
    t.after = copy


def copies_after(t: Trial) -> None:
    """See `copies`: the original went where its copies went."""
    t.same("a copy and the original play on differently", picture(t.after, t.seat), picture(t.state, t.seat))


def dumps(t: Trial) -> None:
    """A dump is plain data and the whole position: what is loaded from it looks and plays on the same."""
    text = position(t.state)
    loaded = t.game.load(json.loads(text))
    t.same("a loaded position differs", text, position(loaded))
    for viewer in t.viewers:
        t.same(f"a loaded position looks different to {viewer}", t.sees(viewer), plain(loaded.view(viewer)))
    loaded.apply(t.seat, t.action)
    t.loaded = loaded


def dumps_after(t: Trial) -> None:
    """See `dumps`: the original went where the loaded position went."""
    t.same("a loaded position plays on differently", picture(t.loaded, t.seat), picture(t.state, t.seat))


def order(t: Trial) -> None:
    """Those who decide at the same time may do so in any order: the position and everybody's view are the same."""
    seats = t.state.deciding
    if len(seats) < 2:
        return
    chosen: dict[int, int] = {}
    for seat in seats:
        actions = t.state.legal(seat)
        chosen[seat] = actions[t.dice.below(len(actions))]
    turn = t.dice.below(len(seats))
    orders = [seats, seats[::-1], seats[turn:] + seats[:turn]]
    ends = [in_order(t, one, chosen) for one in orders]
    for one, end in zip(orders[1:], ends[1:], strict=True):
        t.same(f"{one} commit, not {seats}: the position depends on it", position(ends[0]), position(end))
        for viewer in t.viewers:
            mine, theirs = plain(ends[0].view(viewer)), plain(end.view(viewer))
            t.same(f"{one} commit, not {seats}: the view of {viewer} depends on it", mine, theirs)


def in_order(t: Trial, seats: list[int], chosen: dict[int, int]) -> State:
    state = t.state.copy()
    for seat in seats:
        refused = state.why_not(seat, chosen[seat])
        if refused is not None:
            t.fail(f"in the order {seats}, seat {seat} can't do “{t.game.text(chosen[seat])}”: {refused}")
        state.apply(seat, chosen[seat])
    return state


def invariant(t: Trial) -> None:
    """What the author of the game says is always so, e.g. that no card is lost."""
    if t.invariant is not None:
        t.invariant(t.state)


def chance(t: Trial) -> None:
    """When chance spoke during an action, it can't be taken back."""
    if t.free and t.before.dice.dump() != t.state.dice.dump():
        t.fail(f"dice were drawn from, and yet seat {t.seat} may take “{t.game.text(t.action)}” back")


def undo(t: Trial) -> None:
    """An action taken back leaves the position exactly as before, and can be done again."""
    if not t.free or not t.sometimes(3):
        return
    after = position(t.state)
    t.match.undo(t.seat)
    t.same("taking back does not restore the position", position(t.before), position(t.state))
    t.match.apply(t.seat, t.action)
    t.same("doing it again leads elsewhere", after, position(t.state))


def rewind(t: Trial) -> None:
    """By consent of all, an action can be taken back whatever it has shown, and what follows it is the same again."""
    if not t.sometimes(30) or t.state.over:
        return
    after = position(t.state)
    match = Record.of(t.match).replay(Shelf(t.game).find, t.seed)
    match.rewind(t.seat)
    t.same("going back does not restore the position", position(t.before), position(match.state))
    match.apply(t.seat, t.action)
    t.same("doing it again leads elsewhere", after, position(match.state))


def record(t: Trial) -> None:
    """The record of a running game is text that reads back as itself, replays to the same position, and keeps the seed
    secret."""
    if t.sometimes(40) and not t.state.over:
        text = Record.of(t.match).text()
        if t.seed in text:
            t.fail("the record of a running game tells the seed")
        match = read(t, text).replay(Shelf(t.game).find, t.seed)
        t.same("a record replays to another position", position(t.state), position(match.state))


def record_at_the_end(t: Trial) -> None:
    """See `record`: a finished one tells its seed and passes `verify`."""
    match = read(t, Record.of(t.match).text()).verify(Shelf(t.game).find)
    t.same("a record replays to another position", position(t.state), position(match.state))


def read(t: Trial, text: str) -> Record:
    found = Record.parse(text)
    t.same("a record reads back differently", text, found.text())
    return found


class Shelf:
    """Finds one game, by whatever name."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def find(self, name: str) -> Game:
        return self.game


def seed(t: Trial) -> None:
    """The same seed gives the same start; other seeds give other games, where anything is hidden or drawn."""
    again = t.game.start(t.seats, t.seed, t.options)
    t.same("the same seed gives another start", position(t.state), position(again))
    ends: set[str] = set()
    chancy = False
    for other in range(8):
        state = t.game.start(t.seats, f"{t.seed} {other}", t.options)
        choices = Fast(1)
        for _decision in range(40):
            actions = state.legal(state.deciding[0]) if state.deciding else []
            if actions:
                state.do(state.deciding[0], actions[choices.below(len(actions))])
        ends.add(plain(fields(state)))
        chancy = chancy or state.dice.drawn > 0 or state.unknown(SPECTATOR) > 0
    if chancy and len(ends) == 1:
        t.fail("eight other seeds give the same game")


def seed_at_the_end(t: Trial) -> None:
    """See `seed`: the same seed and actions give the same game."""
    again = Match(t.game, t.seats, t.seed, t.options)
    for entry in t.match.entries:
        again.enter(entry)
    t.same("the same seed and actions give another game", position(t.state), position(again.state))


def result(t: Trial) -> None:
    """There is a result exactly at the end: scores that are the sum of their lines, places that fit together, winners
    in the first place."""
    if not t.state.over:
        try:
            t.state.result  # noqa: B018 - it must refuse
        except Refused:
            return
        t.fail("there is a result before the end")
    found = t.state.result
    seats = range(t.seats)
    if len(found.scores) != t.seats or len(found.places) != t.seats:
        t.fail(f"{t.seats} seats have the scores {found.scores} and the places {found.places}")
    if [1 + sum(other < place for other in found.places) for place in found.places] != found.places:
        t.fail(f"the places {found.places} don't fit together")
    first = [seat for seat in seats if found.places[seat] == 1]
    if found.winners != first and (found.winners or len(first) < t.seats):
        t.fail(f"the winners are {found.winners}, the places {found.places}")
    if found.lines and [sum(line.points[seat] for line in found.lines) for seat in seats] != found.scores:
        t.fail(f"the lines of the score sheet don't add up to {found.scores}")
    if not found.ending:
        t.fail("the result does not say how the game ended")
    plain(found.data())
