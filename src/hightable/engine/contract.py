"""The contract that every game keeps: Game, State, Step.

A `State` is one position: ints and flat int arrays, with the pending decisions as frames on a stack of its own. A
`Step` is one rule of the book: it knows who decides, what is legal and what a choice does; it holds no data. A `Game`
ties steps, actions, events and options together and makes states. Imports the engine only."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final, Generic, TypeVar

from hightable.engine.actions import Actions, no_action
from hightable.engine.advice import Advice as Advice
from hightable.engine.arguments import whole, within
from hightable.engine.compat import i64, mypyc_attr, vec
from hightable.engine.dice import Dice, Fast, dice_of, load_dice
from hightable.engine.options import Option, Value
from hightable.engine.result import Result
from hightable.engine.style import EFFORTS, Style
from hightable.engine.words import N_, Refused, shown

View = dict[str, Any]
S = TypeVar("S", bound="State")

FRAME: Final = 4  # ints of a frame: the step, a mask of the seats it waits for, two arguments
SMALLEST: Final = -(1 << 63)  # what a field may hold where a game says nothing closer
LARGEST: Final = (1 << 63) - 1
SPECTATOR: Final = -1
ALL: Final = -2  # everybody's eyes at once; see `State.open_view`
FIRST_SEAT: Final = vec[i64]([i64((mask & -mask).bit_length() - 1) for mask in range(256)])  # the lowest of a mask


def sees(viewer: int | None, holder: int) -> bool:
    """Whether the viewer may see what only this holder sees."""
    return viewer in (holder, ALL)


class Moves:
    """Legal actions in a buffer that the caller owns and reuses: nothing is allocated per decision."""

    def __init__(self, capacity: i64 = 256) -> None:
        self.items = vec[i64]([0] * capacity)
        self.n: i64 = 0

    def add(self, action: i64) -> None:
        self.items[self.n] = action
        self.n += 1


class Event:
    """A kind of thing that happens: its name and the names of its numbers. Words are made where it is shown."""

    def __init__(self, name: str, *args: str) -> None:
        self.name = name
        self.args = args


class Beat:
    """One event with the position right after it. `only` is a mask of the seats that may know, or -1 for everyone."""

    def __init__(self, event: Event, numbers: list[int], only: int, state: State) -> None:
        self.name = event.name
        self.args = dict(zip(event.args, numbers, strict=False))
        self.only = only
        self.state = state

    def known_to(self, viewer: int | None) -> bool:
        if self.only < 0 or viewer is None:
            return self.only < 0
        return viewer == ALL or self.only >> viewer & 1 == 1


@mypyc_attr(allow_interpreted_subclasses=True)
class Step(Generic[S]):
    """A rule of the book. `rule` is its main id; refusals carry it unless the step knows a closer one."""

    rule: ClassVar[str] = ""

    def run(self, s: S) -> None:
        """Called while the step is on top and waits for nobody: go on by pushing, popping, or waiting for seats."""
        raise NotImplementedError

    def legal(self, s: S, seat: i64, out: Moves) -> None:
        """Put the actions open to a seat that decides here into `out`: ascending, at least one."""
        raise NotImplementedError

    def choose(self, s: S, seat: i64, action: i64) -> None:
        """Carry out a legal action. The engine then runs whatever waits for nobody."""
        raise NotImplementedError

    def refusal(self, s: S, seat: i64, action: i64) -> Refused:
        """Why a seat that decides here can't do this."""
        return Refused(N_("That can't be done now."), self.rule)

    def waiting(self, s: S, seat: i64) -> Refused:
        """Why a seat has nothing to decide here."""
        return Refused(N_("It isn't your turn."), self.rule)


@mypyc_attr(allow_interpreted_subclasses=True)
class State:
    """One position of one game.

    Two faces. For people, tests and the web: `deciding`, `legal`, `apply`, `view`, `result`, `dump`, in lists and
    dicts, with every refusal explained. For search: `moves` and `do`, on buffers and unchecked. A game adds i64 fields
    and fixed-size arrays, names them in `Game.fields`, and writes `copy`, `redeal` and `unknown`."""

    frames: vec[i64]
    depth: i64  # frames on the stack; the game is over when there are none

    def __init__(
        self, game: Game, seats: i64, options: dict[str, Value], dice: Dice, source: State | None = None
    ) -> None:
        """A blank position, or one with the stack of `source`."""
        self.game = game
        self.steps = game.steps
        self.seats: i64 = seats
        self.options = options  # never changed after the start
        self.dice = dice  # all chance comes from here
        self.frames = vec[i64]([0] * (FRAME * game.depth)) if source is None else source.frames[:]
        self.depth = 0 if source is None else source.depth
        self.beats: list[Beat] | None = None  # who listens gets every event; None when nobody does
        self.disclosed = False  # see `disclose`; no part of the position

    # what a game writes

    def copy(self) -> State:
        """An equal position that shares nothing that can change, and has no listener."""
        raise NotImplementedError

    def redeal(self, viewer: i64, dice: Dice) -> None:
        """Draw anew all that the viewer (SPECTATOR for none) can't know, uniformly among what its view allows; chance
        goes on from a stream of its own. The viewer's view stays the same to the byte."""
        raise NotImplementedError

    def unknown(self, viewer: i64) -> i64:
        """How many things the viewer can't know. It becomes less whenever something hidden is shown to that viewer,
        unless something else is hidden at the same time: then the rule says so by `disclose`."""
        raise NotImplementedError

    def notes(self, seat: i64) -> View:
        """What a player in this seat has seen and may remember, though the table no longer shows it."""
        return {}

    def disclose(self) -> None:
        """Something hidden is being shown, in passing, or while as much else is hidden."""
        self.disclosed = True

    # the stack

    def push(self, step: i64, waiting: i64 = 0, a: i64 = 0, b: i64 = 0) -> None:
        frames = self.frames
        at = self.depth * FRAME
        frames[at] = step
        frames[at + 1] = waiting
        frames[at + 2] = a
        frames[at + 3] = b
        self.depth += 1

    def pop(self) -> None:
        self.depth -= 1

    def await_seats(self, mask: i64) -> None:
        """The top step waits for these seats."""
        self.frames[self.depth * FRAME - 3] = mask

    def decided(self, seat: i64) -> None:
        """The top step waits for this seat no longer."""
        self.frames[self.depth * FRAME - 3] &= ~(1 << seat)

    def top(self) -> i64:
        """The number of the step on top; only while the game is on."""
        return self.frames[self.depth * FRAME - FRAME]

    @property
    def awaited(self) -> int:
        """A mask of the seats that must decide now."""
        return self.frames[self.depth * FRAME - 3] if self.depth else 0

    def arg(self, i: i64) -> i64:
        """An argument of the top frame."""
        return self.frames[self.depth * FRAME - 2 + i]

    def set_arg(self, i: i64, value: i64) -> None:
        """Change an argument of the top frame."""
        self.frames[self.depth * FRAME - 2 + i] = value

    # events

    def tell(self, event: i64, a: i64 = 0, b: i64 = 0, c: i64 = 0) -> None:
        """Something happened that everyone may know."""
        if self.beats is not None:
            self.beats.append(Beat(self.game.events[event], [a, b, c], -1, self.copy()))

    def tell_only(self, mask: i64, event: i64, a: i64 = 0, b: i64 = 0, c: i64 = 0) -> None:
        """Something happened that only these seats may know."""
        if self.beats is not None:
            self.beats.append(Beat(self.game.events[event], [a, b, c], mask, self.copy()))

    # the face for search

    def moves(self, seat: i64, out: Moves) -> None:
        """The legal actions of a seat that decides, into a reused buffer."""
        out.n = 0
        self.steps[self.frames[self.depth * FRAME - FRAME]].legal(self, seat, out)

    def do(self, seat: i64, action: i64) -> None:
        """Carry out an action known to be legal, and go on to the next decision or the end."""
        frames = self.frames
        self.steps[frames[self.depth * FRAME - FRAME]].choose(self, seat, action)
        while self.depth and not frames[self.depth * FRAME - 3]:
            self.steps[frames[self.depth * FRAME - FRAME]].run(self)

    def run(self) -> None:
        """Go on while nobody is asked."""
        frames = self.frames
        while self.depth and not frames[self.depth * FRAME - 3]:
            self.steps[frames[self.depth * FRAME - FRAME]].run(self)

    # the face for people

    @property
    def over(self) -> bool:
        return self.depth == 0

    @property
    def deciding(self) -> list[int]:
        """The seats that must decide now, in order; several when the rule says at once."""
        mask: i64 = self.awaited
        return [seat for seat in range(self.seats) if mask >> seat & 1]

    def legal(self, seat: int | Any) -> list[int]:
        """The seat's actions, sorted; empty exactly if it has nothing to decide."""
        number = whole(seat, "seat")
        if not (self._sits(number) and self.awaited >> number & 1):
            return []
        out = Moves(len(self.game.actions))
        self.moves(number, out)
        return [out.items[i] for i in range(out.n)]

    def _sits(self, seat: int) -> bool:
        """Whether there is such a seat. Numbers of any size may be asked for, so both sides are Python's ints."""
        seats: int = self.seats
        return 0 <= seat < seats

    def why_not(self, seat: int | Any, action: int | Any) -> Refused | None:
        """Why this can't be done, or None if it can."""
        seat, action = whole(seat, "seat"), whole(action, "action")
        if not self._sits(seat):
            return no_seat(seat)
        if not self.depth:
            return Refused(N_("The game is over."), self.game.end_rule)
        step = self.steps[self.frames[self.depth * FRAME - FRAME]]
        if not self.awaited >> seat & 1:
            return step.waiting(self, seat)
        if action in self.legal(seat):
            return None
        if not 0 < action < len(self.game.actions):
            return no_action(action)
        return step.refusal(self, seat, action)

    def apply(self, seat: int | Any, action: int | Any) -> None:
        """Carry out an action, or raise Refused and change nothing."""
        refused = self.why_not(seat, action)
        if refused is not None:
            raise refused
        self.do(seat, action)

    def view(self, viewer: int | Any | None) -> View:
        """What a seat, or a spectator (None), may know, as plain data: built from an allow-list, never stripped."""
        seat = None if viewer is None else whole(viewer, "viewer")
        if seat is not None and not self._sits(seat):
            raise no_seat(seat)
        view = self._frame(seat)
        view.update(self.game.describe(self, seat))
        return view

    def open_view(self) -> View:
        """A spectator's view with all cards open, for looking back at a game that is over. It is a door of its own, so
        that no viewer that anybody asks for leads here."""
        view = self._frame(None)
        view["open"] = True
        view.update(self.game.describe(self, ALL))
        return view

    def _frame(self, viewer: int | None) -> View:
        """What the views of all games have in common."""
        return {
            "game": self.game.id,
            "rules": self.game.rules,
            "options": dict(self.options),
            "seats": int(self.seats),
            "viewer": viewer,
            "over": self.over,
            "deciding": self.deciding,
            "legal": [] if viewer is None else self.legal(viewer),
        }

    def study(self, seat: int | Any) -> View:
        """What a bot gets: the view of its seat, and under "notes" what it may remember, where there is anything."""
        number = whole(seat, "seat")
        view, notes = self.view(number), self.notes(number)
        return {**view, "notes": notes} if notes else view

    @property
    def result(self) -> Result:
        """Scores with their breakdown, ranking and winners; only when the game is over."""
        if self.depth:
            raise Refused(N_("The game isn't over yet."), self.game.end_rule)
        return self.game.reckon(self)

    def dump(self) -> dict[str, Any]:
        """Readable, complete data: everything hidden too. `Game.load` gives the position back."""
        data: dict[str, Any] = {
            "game": self.game.id,
            "rules": self.game.rules,
            "seats": int(self.seats),
            "options": dict(self.options),
            "dice": self.dice.dump(),
            "stack": [],
        }
        for i in range(self.depth):
            frame: list[int] = [self.frames[i * FRAME + k] for k in range(FRAME)]
            data["stack"].append([type(self.steps[frame[0]]).__name__, *frame[1:]])
        for name in self.game.fields:
            value: object = getattr(self, name)
            data[name] = value if isinstance(value, int) else [int(x) for x in value]  # type: ignore[attr-defined]
        return data


def no_seat(seat: int) -> Refused:
    return Refused(N_("There is no seat %(seat)s at this table."), "HT-2", {"seat": shown(seat + 1)})


@mypyc_attr(allow_interpreted_subclasses=True)
class Game:
    """One game: what it is made of, and how its states begin, are seen, imagined and stored."""

    def __init__(
        self,
        *,
        id: str,
        title: str,
        rules: int,
        seats: tuple[int, int],
        actions: Actions,
        events: Sequence[Event],
        steps: Sequence[Step[Any]],
        fields: Sequence[str],
        end_rule: str,
        limits: Mapping[str, tuple[int, int]] | None = None,
        options: Sequence[Option] = (),
        depth: int = 8,
        efforts: Mapping[str, int] | None = None,
        style: Style | None = None,
    ) -> None:
        self.id = id
        self.title = title
        self.rules = rules  # the rules version: raised when a change would alter a stored game
        self.min_seats, self.max_seats = seats
        self.actions = actions
        self.events = list(events)
        self.steps: vec[Step[Any]] = vec[Step[Any]](steps)
        self.fields = list(fields)  # the names of a state's own attributes, for dump and load
        self.limits = dict(limits or {})  # the least and the highest number of a field, for load
        self.end_rule = end_rule
        self.options = list(options)
        self.depth = depth  # frames a stack may hold
        self.efforts, self.style = dict(efforts or EFFORTS), style or Style()  # how far bots think ahead, and how

    # what a game writes

    def blank(self, seats: int, options: dict[str, Value], dice: Dice) -> State:
        """A state with all fields in place and nothing on the stack."""
        raise NotImplementedError

    def set_up(self, s: State) -> None:
        """Lay out the game and push its first step."""
        raise NotImplementedError

    def describe(self, s: State, viewer: int | None) -> View:
        """The game's own part of a view. The only place where hidden things are left out; to `ALL` nothing is that lies
        on the table or in a hand, see `sees`."""
        raise NotImplementedError

    def restore(self, s: State, view: View) -> None:
        """Fill a blank state from a view, hidden things in any way the view allows; `redeal` draws them."""
        raise NotImplementedError

    def validate(self, s: State) -> None:
        """Raise ValueError with the reason if a loaded position could not be played on: pieces that are lost or
        doubled, a stack that no rule builds. All numbers are within `limits`."""

    def reckon(self, s: State) -> Result:
        """The result of a finished game."""
        raise NotImplementedError

    def bias(self, s: State, seat: i64, moves: Moves, out: vec[i64]) -> None:
        """How good each of a seat's moves looks one step ahead, from what the seat may know, in hundredths of a point,
        into `out`. Search asks it for everybody: what is tried first, and how play-outs go on."""
        for i in range(moves.n):
            out[i] = 0

    def prospects(self, s: State, out: vec[i64]) -> None:
        """What each seat may hope to have in the end, in hundredths of a point; once the game is over, what it has."""
        for seat in range(s.seats):
            out[seat] = 0 if s.depth else 100 * self.reckon(s).scores[seat]

    def appraise(self, view: View) -> list[float]:
        """How good each action of view["legal"] looks one step ahead: for bots without search."""
        s, seat, moves = self.imagine(view, Fast(1)), i64(view["viewer"]), Moves(len(self.actions))
        s.moves(seat, moves)
        out: vec[i64] = vec[i64]([i64(0)] * moves.n)
        self.bias(s, seat, moves, out)
        return [float(out[i]) for i in range(moves.n)]

    def search(self, view: View, dice: Dice, effort: int) -> list[float] | None:
        """How good each action of view["legal"] is, by a search of the game's own, from the view alone; else None."""
        return None

    def recalls(self, options: Mapping[str, Value]) -> bool:
        """Whether players may look back at what they saw earlier in a running game: not where memory is part of it."""
        return True

    def advise(self, view: View, dice: Dice) -> Advice | None:
        """What a good player would do in the viewer's place, from the view alone, if the game has words of its own."""
        return None

    # what everybody gets

    def resolve(self, seats: int | Any, options: Mapping[str, object] | Any = None) -> dict[str, Value]:
        """All options with their values for this number of seats, or Refused."""
        seats = whole(seats, "seats")
        if not self.min_seats <= seats <= self.max_seats:
            gaps = {"game": self.title, "low": self.min_seats, "high": self.max_seats}
            if self.max_seats == 1:
                raise Refused(N_("%(game)s is for one player."), "HT-1", gaps)
            if self.min_seats == self.max_seats:
                raise Refused(N_("%(game)s has %(low)s seats."), "HT-1", gaps)
            raise Refused(N_("%(game)s has %(low)s to %(high)s seats."), "HT-1", gaps)
        if options is not None and not isinstance(options, Mapping):
            raise TypeError(f"options must be a mapping, not {type(options).__name__}")
        given = dict(options or {})
        resolved = {option.name: option.resolve(seats, given.pop(option.name, None)) for option in self.options}
        if given:
            gaps = {"game": self.title, "option": shown(next(iter(given)))[:40]}
            raise Refused(N_("%(game)s has no option called %(option)s."), "HT-1", gaps)
        return resolved

    def start(
        self,
        seats: int | Any,
        seed: str | int | Any,
        options: Mapping[str, object] | Any = None,
        *,
        dice: str | Any = "keyed",
    ) -> State:
        """A new game at its first decision."""
        resolved = self.resolve(seats, options)
        return self.begin(int(seats), resolved, dice_of(dice, seed))

    def start_told(
        self,
        seats: int | Any,
        seed: str | int | Any,
        options: Mapping[str, object] | Any = None,
        *,
        dice: str | Any = "keyed",
    ) -> tuple[State, list[Beat]]:
        """A new game at its first decision, with the events that led there."""
        beats: list[Beat] = []
        resolved = self.resolve(seats, options)
        return self.begin(int(seats), resolved, dice_of(dice, seed), beats), beats

    def begin(self, seats: int, options: dict[str, Value], dice: Dice, beats: list[Beat] | None = None) -> State:
        """A new game at its first decision, from resolved options; the events go to `beats`."""
        s = self.blank(seats, options, dice)
        s.beats = beats
        self.set_up(s)
        s.run()
        s.beats = None
        return s

    def text(self, action: int | Any) -> str:
        return self.actions.text(action)

    def parse(self, text: str | Any) -> int:
        return self.actions.parse(text)

    def imagine(self, view: View | Any, dice: Dice | Any) -> State:
        """A whole position that this view allows, drawn at random; its own chance comes from a stream of its own."""
        if not isinstance(view, dict):
            raise TypeError(f"view must be a dict, not {type(view).__name__}")
        if not isinstance(dice, Dice):
            raise TypeError(f"dice must be Dice, not {type(dice).__name__}")
        s = self.blank(view["seats"], view["options"], dice.split())
        self.restore(s, view)
        s.redeal(SPECTATOR if view["viewer"] is None else view["viewer"], dice)
        return s

    def load(self, data: Mapping[str, Any] | Any) -> State:
        """The position that `State.dump` wrote; ValueError with the reason for anything that is not a position or
        can't be played on. Whether play may lead there is not asked: puzzles and tests set up positions of their own.
        """
        try:
            s = self._load(data)
            self.validate(s)
            self._look_at(s)
        except Exception as error:
            raise ValueError(f"this is no position of {self.id}: {str(error) or type(error).__name__}") from None
        return s

    def _load(self, data: Mapping[str, Any] | Any) -> State:
        """The fields and the stack as they are written, each number within its limits."""
        if not isinstance(data, Mapping):
            raise ValueError(f"it is not a dict, but {type(data).__name__}")
        if data.get("game") != self.id or data.get("rules") != self.rules:
            raise ValueError(f"it belongs to other rules than version {self.rules} of {self.id}")
        for name in ("seats", "options", "dice", "stack", *self.fields):
            if name not in data:
                raise ValueError(f"{name} is missing")
        if type(data["seats"]) is not int or not isinstance(data["options"], dict):
            raise ValueError("seats or options have another form")
        s = self.blank(data["seats"], self.resolve(data["seats"], data["options"]), load_dice(data["dice"]))
        self._load_stack(s, data["stack"])
        for name in self.fields:
            value, shape = data[name], getattr(s, name)
            low, high = self.limits.get(name, (SMALLEST, LARGEST))
            if isinstance(shape, int):
                setattr(s, name, within(value, name, low, high))
            elif isinstance(value, list) and len(value) == len(shape):
                setattr(s, name, vec[i64]([i64(within(x, name, low, high)) for x in value]))
            else:
                raise ValueError(f"{name} should be a list of {len(shape)} numbers")
        return s

    def _load_stack(self, s: State, stack: object) -> None:
        if not isinstance(stack, list) or len(stack) > self.depth:
            raise ValueError(f"the stack should be a list of at most {self.depth} steps")
        numbers = {type(step).__name__: i for i, step in enumerate(self.steps)}
        for frame in stack:
            if not isinstance(frame, list | tuple) or len(frame) != FRAME or frame[0] not in numbers:
                raise ValueError("a step on the stack should be its name and three numbers")
            waiting = within(frame[1], "who a step waits for", 0, (1 << s.seats) - 1)
            a, b = (
                within(frame[2], "a step's argument", SMALLEST, LARGEST),
                within(frame[3], "a step's argument", SMALLEST, LARGEST),
            )
            s.push(numbers[frame[0]], waiting, a, b)

    def _look_at(self, s: State) -> None:
        """Raise if there is nothing to decide, or somebody can't look."""
        if s.over:
            self.reckon(s)
        elif not s.awaited:
            raise ValueError("nobody is asked, and the game isn't over")
        for viewer in [None, *range(s.seats)]:
            view = s.view(viewer)
            if viewer in view["deciding"] and not view["legal"]:
                raise ValueError(f"seat {viewer} has to decide, and nothing is legal")


def playout(s: State, dice: Dice) -> int:
    """Play at random to the end; the number of decisions taken."""
    decisions: i64 = 0
    out = Moves(len(s.game.actions))
    items, frames = out.items, s.frames
    while s.depth:
        seat: i64 = FIRST_SEAT[frames[s.depth * FRAME - 3]]
        s.moves(seat, out)
        s.do(seat, items[dice.below(out.n)])
        decisions += 1
    return decisions
