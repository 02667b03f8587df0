"""The table screen of The Feast, put together by functions out of small templates that are drawn once and kept: much of
it changes with every action, and this takes a small part of the time that large templates take. Seats and centre are
the same for everybody, so a viewer's own face-down ploy is turned over here before it reaches them; only status and
hand depend on who looks. Imports the page's contract."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, Final

from hightable.engine.words import N_
from hightable.games.page import Drawing, Drawn, Pen, Person, Told, View

Row = Mapping[str, Any]
KEPT: Final = 2048  # bits of a kind
STRAW: Final = ("Sir Haystack", "Dame Burlap", "Uncle Stubble", "Aunt Chaff", "Baron Broomstick", "Miss Thatch")
NO_CHOICE: Final[Row] = {"topic": False, "gaffes": list[int]()}
NO_HAND: Final = [Drawn("", "")]
BODY: Final = Drawn("", "<tbody>")
WON: Final = ' class="won"'
GAFFE: Final = ' class="gaffe"'


def drawing(pen: Pen) -> Drawing:
    """What draws each region, and the chronicle."""
    reckoning = Reckoning(pen)
    around, middle, own = Around(pen, reckoning), Middle(pen, reckoning), Own(pen)
    info = kept(pen, "", "info", "hand_number", "round", "rounds", "over")

    def progress(view: View, people: list[Person]) -> list[Drawn]:
        return [info(view["hand_number"], view["round"], view["rounds"], view["over"])]

    regions = {"info": progress, "seats": around.seats, "centre": middle.centre, "status": own.status, "hand": own.hand}
    return Drawing(regions, Chronicle(pen).line)


def text(pen: Pen, template: str, *names: str) -> Callable[..., str]:
    """The HTML of a small template by the values of its inputs."""

    @lru_cache(KEPT)
    def drawn(*values: object) -> str:
        return str(pen.part(template, **dict(zip(names, values, strict=True))))

    return drawn


def kept(pen: Pen, id: str, template: str, *names: str) -> Callable[..., Drawn]:
    """The same as a bit of a region; its id may tell the values."""
    html = text(pen, template, *names)

    @lru_cache(KEPT)
    def drawn(*values: object) -> Drawn:
        return Drawn(id.format(*values), html(*values))

    return drawn


def macro(pen: Pen, name: str) -> Callable[..., str]:
    """What a macro of the templates makes of some values."""

    @lru_cache(KEPT)
    def drawn(*values: object) -> str:
        return str(pen.known[name](*values))

    return drawn


def guests(view: View) -> list[str]:
    return list(STRAW[: len(view["holders"]) - view["seats"]])


def names(view: View, people: list[Person]) -> list[str]:
    return [*[person.name for person in people], *STRAW[: len(view["holders"]) - view["seats"]]]


def shown(view: View, holder: Row) -> int | str | None:
    """A ploy as the whole table sees it, or as it is where all cards are open."""
    ploy: int | str | None = holder["ploy"]
    hidden = view["phase"] == "ploys" and not holder["dummy"] and ploy is not None and "open" not in view
    return "down" if hidden else ploy


def extremes(view: View) -> tuple[int | None, int | None]:
    """The holders of the highest and the lowest unmatched ploy, once all lie open."""
    if view["phase"] not in ("reveal", "single", "lowest"):
        return None, None
    alone = [(h["ploy"], i) for i, h in enumerate(view["holders"]) if isinstance(h["ploy"], int) and not h["gaffe"]]
    return (max(alone)[1], min(alone)[1]) if alone else (None, None)


def winners(view: View) -> list[int]:
    if not view["over"]:
        return []
    seats = view["holders"][: view["seats"]]
    best = max([h["total"] for h in seats])
    return [i for i, h in enumerate(seats) if h["total"] == best]


class Reckoning:
    """Holders by total, best first: what each hand has brought, the running one so far, and all together."""

    def __init__(self, pen: Pen) -> None:
        self.say, self.escape, self.shield = pen.say, pen.escape, macro(pen, "shield")
        self.table = lru_cache(KEPT)(self._table)
        self.head = lru_cache(KEPT)(self._head)

    def lines(self, view: View, called: list[str], id: str = "") -> list[Drawn]:
        """The table's head and a line for each holder; with an `id`, theirs tell the place."""
        holders, running = view["holders"], not view["over"] and view["phase"] != "scored"
        totals, hands = tuple([h["total"] for h in holders]), tuple([tuple(h["hands"]) for h in holders])
        return self.table(id, view["seats"], tuple(called), totals, hands, running, tuple(winners(view)))

    def _table(
        self,
        id: str,
        seats: int,
        called: tuple[str, ...],
        totals: tuple[int, ...],
        hands: tuple[tuple[int, ...], ...],
        running: bool,
        won: tuple[int, ...],
    ) -> list[Drawn]:
        lines = [self.head(id, len(hands[0]), running), BODY]
        for place, i in enumerate(sorted(range(len(totals)), key=lambda i: (-totals[i], i))):
            now, where = totals[i] - sum(hands[i]) if running else None, f"{id}{place}" if id else ""
            lines.append(self.row(where, i, i >= seats, called[i], hands[i], now, totals[i], i in won))
        return lines

    def _head(self, id: str, hands: int, running: bool) -> Drawn:
        say, mark = self.say, f' id="{id}"' if id else ""
        column = f'<th scope="col"><span class="vh">{say("Hand")} </span>'
        heads = "".join([f"{column}{number}</th>" for number in range(1, hands + 1)])
        if running:
            heads += f"{column}{hands + 1} <i>{say('(so far)')}</i></th>"
        heads = f'<th scope="col">{say("Guest")}</th>{heads}<th scope="col">{say("Total")}</th>'
        return Drawn(id, f"<thead{mark}><tr>{heads}</tr></thead>")

    def row(
        self, id: str, i: int, dummy: bool, name: str, hands: tuple[int, ...], now: int | None, total: int, won: bool
    ) -> Drawn:
        points, mark = "".join([f"<td>{points}</td>" for points in hands]), f' id="{id}"' if id else ""
        if now is not None:
            points += f"<td><i>{now}</i></td>"
        who = f"{self.shield(i, dummy)}<span>{self.escape(name)}</span>"
        return Drawn(id, f'<tr{mark}{WON * won}><th scope="row">{who}</th>{points}<td><b>{total}</b></td></tr>')


class Around:
    """Who sits round the table, and the reckoning that one may open."""

    def __init__(self, pen: Pen, reckoning: Reckoning) -> None:
        self.say, self.escape, self.reckoning = pen.say, pen.escape, reckoning
        self.plate = kept(pen, "plate{}", "plate", "i", "dummy", "thinking", "spoken", "turn")
        self.tally = kept(pen, "t-{}", "tally", "i", "total")
        self.kind = text(pen, "kind", "kind", "away", "level", "stand_in")
        self.state = kept(pen, "state{}", "state", "i", "thinking", "spoken", "cards", "hand")
        self.fan = kept(pen, "fan{}", "fan", "i", "cards", "hand")
        self.won = text(pen, "won", "i", "slot", "rank")
        self.taken = lru_cache(KEPT)(self._taken)
        self.seat, self.frame = lru_cache(KEPT)(self._seat), lru_cache(KEPT)(self._frame)
        heading = self.say("The reckoning")
        label = f'role="dialog" aria-label="{heading}"><h2>{heading}</h2>'
        self.opening = Drawn("", f'<div id="scores" class="scroll" popover {label}<table class="reckoning">')
        close = f'popovertarget="scores" popovertargetaction="hide">{self.say("Close")}</button></div>'
        self.closing = Drawn("", f'</tbody></table><button type="button" class="btn gold" {close}')

    def seats(self, view: View, people: list[Person]) -> list[Drawn]:
        called, won, deciding, phase = names(view, people), winners(view), view["deciding"], view["phase"]
        talking, choosing = phase == "ploys", phase in ("single", "lowest")
        pieces: list[Drawn] = []
        for i, h in enumerate(view["holders"]):
            who, thinking, spoken = None if h["dummy"] else people[i], i in deciding, talking and h["ploy"] is not None
            hand = tuple(h["hand"]) if "hand" in h else None
            holds = h["cards"], hand, tuple(h["captured"]), h["total"]
            pieces += self.seat(i, called[i], who, i in won, thinking, spoken, choosing and thinking, *holds)
        pieces.append(self.opening)
        pieces += self.reckoning.lines(view, called, "row")
        pieces.append(self.closing)
        return pieces

    def _seat(
        self,
        i: int,
        name: str,
        who: Person | None,
        won: bool,
        thinking: bool,
        spoken: bool,
        turn: bool,
        cards: int,
        hand: tuple[int, ...] | None,
        captured: tuple[int, ...],
        total: int,
    ) -> list[Drawn]:
        before, head, kind, after, end = self.frame(i, name, who, won)
        told, taken = self.taken(i, captured)
        return [
            before, self.plate(i, who is None, thinking, spoken, turn), head, self.tally(i, total), kind,
            self.state(i, thinking, spoken, cards, hand), told, after, self.fan(i, cards, hand), taken, end,
        ]  # fmt: skip

    def _taken(self, i: int, captured: tuple[int, ...]) -> tuple[Drawn, Drawn]:
        """What was taken in this hand, in words and in cards."""
        words = self.say("Taken this hand: %(ranks)s.", ranks=", ".join(map(str, captured))) if captured else ""
        cards = "".join([self.won(i, slot, rank) for slot, rank in enumerate(captured)])
        about = f'aria-hidden="true" title="{self.say("Taken this hand")}" style="--n:{len(captured)}"'
        return (
            Drawn(f"took{i}", f'<span id="took{i}" class="vh">{words}</span>'),
            Drawn(f"taken{i}", f'<div id="taken{i}" class="taken" {about}>{cards}</div>'),
        )

    def _frame(self, i: int, name: str, who: Person | None, won: bool) -> tuple[Drawn, ...]:
        """What stands before, between and behind the bits of a seat that change."""
        called, away = self.escape(name), who is not None and who.away
        kind = self.kind("", False, "", False) if who is None else self.kind(*who[1:])
        return (
            Drawn(
                "",
                f'<section id="seat{i}" class="seat{" won" * won}{" away" * away}" data-seat="{i}" style="--h:{i}" '
                f'aria-label="{called}">',
            ),
            Drawn("", f'<div class="who"><h2 title="{called}">{called}</h2><p>'),
            Drawn("", f'<small class="you">{self.say("you")}</small>{kind}'),
            Drawn("", "</p></div>"),
            Drawn("", "</section>"),
        )


class Middle:
    """What lies in the middle: the topic, the ploys, and what was spoken so far; after a hand the reckoning."""

    def __init__(self, pen: Pen, reckoning: Reckoning) -> None:
        self.say, self.escape, self.reckoning = pen.say, pen.escape, reckoning
        self.kitchen = kept(pen, "kitchen", "kitchen", "deck")
        self.topic = kept(pen, "topic", "topic", "topic", "can_topic")
        self.tab = kept(pen, "tab", "tab", "count")
        self.count = kept(pen, "said{}", "count", "rank", "n")
        self.ploy = text(pen, "ploy", "i", "dummy", "ploy", "gaffe", "high", "low", "can")
        self.shield, self.back = macro(pen, "shield"), macro(pen, "back")
        self.dish = macro(pen, "dish")
        self.said, self.spot = lru_cache(KEPT)(self._said), lru_cache(KEPT)(self._spot)
        self.counts = lru_cache(KEPT)(lambda discards: [self.count(rank, discards[rank]) for rank in range(1, 11)])
        self.opening = lru_cache(KEPT)(lambda n: Drawn("", f'<div id="talk" class="talk" style="--n:{n}">'))
        self.left = Drawn("", f'<ul class="wing left" aria-label="{self.say("Ploys")}">')
        self.right = Drawn("", f'</ul><ul class="wing right" aria-label="{self.say("Ploys, continued")}">')
        self.end = Drawn("", "</ul></div>")
        heading = self.say("Spoken so far")
        label = f'aria-label="{heading}"><h2>{heading}</h2>'
        self.paper = Drawn("", f'<div id="spoken" class="paper scroll" popover role="group" {label}<ol class="counts">')
        self.foot = Drawn("", "</ol></div>")

    def centre(self, view: View, people: list[Person]) -> list[Drawn]:
        called = names(view, people)
        if view["over"] or view["phase"] == "scored":
            return [self.final(view, called)]
        high, low = extremes(view)
        choice = view["choice"] or NO_CHOICE
        gaffes, discards, half = choice["gaffes"], view["discards"], (len(called) + 1) // 2
        spots: list[Drawn] = []
        for i, h in enumerate(view["holders"]):
            ploy, gaffe = shown(view, h), h["gaffe"]
            spots.append(
                self.spot(i, called[i], h["dummy"], ploy, gaffe, i == high, i == low, gaffe and ploy in gaffes)
            )
        return [
            self.kitchen(view["deck"]), self.opening(len(called)), self.topic(view["topic"], choice["topic"]),
            self.left, *spots[:half], self.right, *spots[half:], self.end, self.tab(sum(discards)), self.paper,
            *self.counts(tuple(discards)), self.foot,
        ]  # fmt: skip

    def _spot(
        self, i: int, name: str, dummy: bool, ploy: int | str | None, gaffe: bool, high: bool, low: bool, can: bool
    ) -> Drawn:
        lies = ""
        if ploy == "down":
            lies = f'{self.back(f"p{i}", "md")}<span class="vh">{self.say("%(name)s: face down", name=name)}</span>'
        elif ploy:
            words = f"{self.escape(name)}: {self.said(ploy, gaffe, high, low)}"
            lies = f'{self.ploy(i, dummy, ploy, gaffe, high, low, can)}<span class="vh">{words}</span>'
        is_what = f"{' high' * high}{' low' * low}{' gaffe' * gaffe}{' can' * can}"
        return Drawn(
            f"spot{i}",
            f'<li id="spot{i}" class="spot{is_what}" data-seat="{i}">'
            f'<span class="place" aria-hidden="true">{self.shield(i, dummy)}</span>{lies}</li>',
        )

    def _said(self, ploy: int, gaffe: bool, high: bool, low: bool) -> str:
        marks = ((N_("a gaffe"), gaffe), (N_("the highest"), high), (N_("the lowest"), low))
        return ", ".join([str(ploy), self.dish(ploy), *[self.say(what) for what, is_it in marks if is_it]])

    def final(self, view: View, called: list[str]) -> Drawn:
        heading = self.say("After hand %(n)s of 4", n=view["hand_number"])
        if view["over"]:
            heading = self.say("The final reckoning")
        lines = "".join([line.html for line in self.reckoning.lines(view, called)])
        table = f'<table class="reckoning">{lines}</tbody></table>'
        return Drawn("final", f'<div id="final" class="paper final"><h2>{heading}</h2>{table}</div>')


class Own:
    """What a player holds, and is told."""

    def __init__(self, pen: Pen) -> None:
        self.say, self.amount, self.chip = pen.say, pen.amount, macro(pen, "chip")
        self.takes = text(pen, "takes", "topic", "gaffes")
        self.held = text(pen, "held", "rank", "copy", "d", "live", "spoken")
        self.fan = lru_cache(KEPT)(self._fan)

    def hand(self, view: View, people: list[Person]) -> list[Drawn]:
        me, spoken = view["viewer"], view["phase"] == "ploys"
        return NO_HAND if me is None else self.fan(tuple(view["hand"]), spoken and me in view["deciding"], spoken)

    def _fan(self, hand: tuple[int, ...], live: bool, spoken: bool) -> list[Drawn]:
        """Cards; equal ones are told apart by their number among them."""
        middle = (len(hand) - 1) / 2
        held = [self.held(rank, hand[:i].count(rank), i - middle, live, spoken) for i, rank in enumerate(hand)]
        return [
            Drawn(
                "",
                f'<div class="cards{" live" * live}" role="group" aria-label="{self.say("Your hand")}" '
                f'style="--n:{len(hand)}">{"".join(held)}</div>',
            )
        ]

    def status(self, view: View, people: list[Person]) -> list[Drawn]:
        """What is asked of the viewer, or what has happened."""
        return [Drawn("", self.asks(view, view["viewer"], names(view, people)))]

    def asks(self, view: View, me: int | None, called: list[str]) -> str:
        phase, deciding = view["phase"], view["deciding"]
        words, mine = "", False
        if phase in ("single", "lowest"):
            return self.choosing(view, me in deciding, called)
        if phase == "ploys" and me in deciding:
            words, mine = self.asked(view["topic"]), True
        elif phase == "ploys":
            laid = None if me is None else view["holders"][me]["ploy"]
            waiting = self.waiting([i for i in deciding if i != me], called)
            if not laid:
                return f'<p class="say cap">{waiting}</p>'
            dot = '<span class="dot" aria-hidden="true">·</span>'
            words = f"{self.say('You laid down')} {self.chip(laid)} {dot} {waiting}"
        elif phase == "over":
            won = winners(view)
            words, mine = self.won(won, me, called, view["holders"][won[0]]["total"]), me in won
        elif phase == "scored":
            words = self.say("Hand %(n)s is played out", n=view["hand_number"])
        else:
            words = self.opened(view, me, called)
        return f'<p class="say{" you" * mine}">{words}</p>'

    def asked(self, topic: int | None) -> str:
        if topic:
            return f"{self.say('<b>Your turn.</b> What do you say to the')} {self.chip(topic)}?"
        return f"<b>{self.say('Your turn.')}</b>"

    def waiting(self, others: list[int], names: list[str]) -> str:
        if len(others) > 2:
            return self.say("%(n)s guests are still thinking", n=len(others))
        if not others:
            return self.say("a new topic is served")
        return self.say("waiting for %(names)s", names=f" {self.say('and')} ".join([names[i] for i in others]))

    def won(self, winners: list[int], me: int | None, names: list[str], best: int) -> str:
        if len(winners) > 1:
            return self.say("The feast is over: a shared victory at %(points)s points", points=best)
        if me == winners[0]:
            return f"<b>{self.say('You win!')}</b> {self.amount('%(num)s point', '%(num)s points', best)}"
        words = N_("<b>%(name)s</b> wins the feast with %(points)s points")
        return self.say(words, name=names[winners[0]], points=best)

    def choosing(self, view: View, my_turn: bool, names: list[str]) -> str:
        alone, choice = view["phase"] == "single", view["choice"]
        if not my_turn:
            words = N_("<b>%(name)s</b> was lowest and is choosing a gaffe")
            if alone:
                words = N_("<b>%(name)s</b> alone made no gaffe and is choosing a card")
            return f'<p class="say">{self.say(words, name=names[choice["seat"]])}</p>'
        words = N_("<b>Yours was lowest:</b> take one gaffe")
        if alone:
            words = N_("<b>You alone</b> made no gaffe: take one card")
        takes = self.takes(view["topic"] if choice["topic"] else None, tuple(choice["gaffes"]))
        return f'<div class="offer"><p class="say you">{self.say(words)}</p>\n{takes}</div>'

    def opened(self, view: View, me: int | None, names: list[str]) -> str:
        """Who takes what, now that all ploys lie open."""
        say, holders, (high, low) = self.say, view["holders"], extremes(view)
        if high is None or low is None:
            return say("Nothing but gaffes: nobody takes a thing")
        if high == low:
            who = say("<b>You</b> alone made no gaffe")
            if high != me:
                who = say("<b>%(name)s</b> alone made no gaffe", name=names[high])
            if view["topic"] is None:
                return f"{who}{say(': the topic is taken')}"
            return f"{who}{say(': a gaffe is taken')}" if any(h["ploy"] is None for h in holders) else who
        if not any(h["gaffe"] for h in holders):
            if high == me:
                return say("No gaffes: <b>you</b> take the topic")
            return say("No gaffes: <b>%(high)s</b> takes the topic", high=names[high])
        if high == me:
            return say("<b>You</b> take the topic, <b>%(low)s</b> a gaffe", low=names[low])
        if low == me:
            return say("<b>%(high)s</b> takes the topic, <b>you</b> a gaffe", high=names[high])
        return say("<b>%(high)s</b> takes the topic, <b>%(low)s</b> a gaffe", high=names[high], low=names[low])


class Chronicle:
    """The lines of what happened."""

    def __init__(self, pen: Pen) -> None:
        self.say, self.escape, self.shield, self.chip = pen.say, pen.escape, macro(pen, "shield"), macro(pen, "chip")

    def line(self, event: Told, view: View, names: list[str]) -> str:
        say, args = self.say, event.args
        match event.name:
            case "dealt":
                return f'<li class="head">{say("Hand %(n)s", n=args["hand"])}</li>'
            case "topic":
                words = f"{say('Topic %(n)s:', n=view['round'])} {self.chip(args['rank'])}"
                return f'<li class="e-topic"><span>{words}</span></li>'
            case "revealed":
                return f'<li class="e-said"><ul>{self.said(view, names)}</ul></li>'
            case "captured":
                deed = say("takes the topic") if args["source"] < 0 else say("picks up a gaffe")
                return self.of(args["holder"], view, names, f"{deed} {self.chip(args['rank'])}")
            case "nothing":
                return f'<li class="e-take"><span>{say("Nothing but gaffes. Nobody takes a thing.")}</span></li>'
            case "scored":
                heading, points = say("Hand %(n)s:", n=args["hand"]), self.scored(view, names, args["hand"])
                return f'<li class="e-said"><span>{heading}</span><ul>{points}</ul></li>'
        return self.won(view, names)

    def of(self, holder: int, view: View, names: list[str], words: str) -> str:
        crest = self.shield(holder, view["holders"][holder]["dummy"])
        return f'<li class="e-take">{crest}<span><b>{self.escape(names[holder])}</b> {words}</span></li>'

    def said(self, view: View, names: list[str]) -> str:
        lines = []
        for i, h in enumerate(view["holders"]):
            if isinstance(h["ploy"], int):
                name, gaffe = self.escape(names[i]), h["gaffe"]
                aside = f'<span class="vh">, {self.say("a gaffe")}</span>' if gaffe else ""
                crest = self.shield(i, h["dummy"])
                words = f'{crest}<span class="vh">{name}: </span>{self.chip(h["ploy"])}{aside}'
                lines.append(f'<li{GAFFE * gaffe} title="{name}">{words}</li>')
        return "".join(lines)

    def scored(self, view: View, names: list[str], hand: int) -> str:
        lines = []
        for i, h in enumerate(view["holders"]):
            name, points = self.escape(names[i]), h["hands"][hand - 1]
            crest = self.shield(i, h["dummy"])
            lines.append(f'<li title="{name}">{crest}<span class="vh">{name}: </span><b>{points}</b></li>')
        return "".join(lines)

    def won(self, view: View, names: list[str]) -> str:
        totals = [h["total"] for h in view["holders"][: view["seats"]]]
        best, words = max(totals), N_("<b>%(name)s</b> wins the feast with %(points)s points")
        lines = []
        for i, total in enumerate(totals):
            if total == best:
                told = self.say(words, name=names[i], points=best)
                lines.append(f'<li class="e-take">{self.shield(i, False)}<span>{told}</span></li>')
        return "".join(lines)
