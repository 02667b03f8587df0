"""The pieces of The Feast that change with nearly every action, put together by functions: that takes a small part of
the time that a template takes. What recurs in them are small templates without names, drawn once and kept. Imports the
page's contract."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, Final

from hightable.engine.words import N_
from hightable.games.page import Pen, Person, Told, View

Row = Mapping[str, Any]
KEPT: Final = 4096  # small pieces of a kind
WON: Final = ' class="won"'
GAFFE: Final = ' class="gaffe"'


def drawing(pen: Pen) -> dict[str, Callable[..., str]]:
    """By the name of a piece what draws it; it gets what a template of this name would get."""
    around, middle, own, told = Around(pen), Middle(pen), Own(pen), Chronicle(pen)
    return {
        "seat": around.seat,
        "scores": around.scores,
        "final": around.final,
        "talk": middle.talk,
        "spoken": middle.spoken,
        "hand": own.hand,
        "status": own.status,
        "log": told.line,
    }


def kept(pen: Pen, template: str, *names: str) -> Callable[..., str]:
    """A small template by the values of its inputs."""

    @lru_cache(KEPT)
    def drawn(*values: object) -> str:
        return pen.part(template, **dict(zip(names, values, strict=True)))

    return drawn


class Around:
    """Who sits round the table, and the reckoning."""

    def __init__(self, pen: Pen) -> None:
        self.say, self.escape, self.shield = pen.say, pen.escape, lru_cache(pen.known["shield"])
        self.plate = kept(pen, "plate", "i", "dummy", "thinking", "spoken")
        self.tally = kept(pen, "tally", "i", "total")
        self.kind = kept(pen, "kind", "kind", "away", "level", "stand_in")
        self.state = kept(pen, "state", "thinking", "spoken", "cards")
        self.fan = kept(pen, "fan", "i", "cards", "hand")
        self.won = kept(pen, "won", "i", "slot", "rank")

    def seat(
        self,
        *,
        i: int,
        name: str,
        who: Person | None,
        dummy: bool,
        cards: int,
        hand: list[int] | None,
        captured: list[int],
        total: int,
        won: bool,
        thinking: bool,
        spoken: bool,
        turn: bool,
    ) -> str:
        called, away = self.escape(name), who is not None and who.away
        is_what = f"{' turn' * turn}{' thinking' * thinking}{' won' * won}{' away' * away}"
        kind = self.kind("", False, "", False) if who is None else self.kind(*who[1:])
        took = in_hand = ""
        if captured:
            took = self.say("Taken this hand: %(ranks)s.", ranks=", ".join(map(str, captured)))
            took = f'<span class="vh">{took}</span>'
        if hand:
            in_hand = self.say("In hand: %(ranks)s.", ranks=", ".join(map(str, hand)))
            in_hand = f'<span class="vh">{in_hand}</span>'
        return (
            f'<section id="seat{i}" class="seat{is_what}" data-seat="{i}" style="--h:{i}" aria-label="{called}">\n'
            f'{self.plate(i, dummy, thinking, spoken)}\n<div class="who"><h2 title="{called}">{called}</h2>\n'
            f"<p>{self.tally(i, total)}{kind}{self.state(thinking, spoken, cards)}{took}{in_hand}</p></div>\n"
            f"{self.fan(i, cards, None if hand is None else tuple(hand))}\n{self.taken(i, captured)}\n</section>"
        )

    def taken(self, i: int, captured: list[int]) -> str:
        won = "".join([self.won(i, slot, rank) for slot, rank in enumerate(captured)])
        heading = self.say("Taken this hand")
        return f'<div class="taken" aria-hidden="true" title="{heading}" style="--n:{len(captured)}">{won}</div>'

    def reckoning(self, scores: list[Row], names: list[str], winners: list[int]) -> str:
        hands, say = len(scores[0]["hands"]), self.say
        column = f'<th scope="col"><span class="vh">{say("Hand")} </span>'
        heads = "".join([f"{column}{number}</th>" for number in range(1, hands + 1)])
        if scores[0]["now"] is not None:
            heads += f"{column}{hands + 1} <i>{say('(so far)')}</i></th>"
        rows = "".join([self.row(row, names[row["holder"]], row["holder"] in winners) for row in scores])
        return (
            f'<table class="reckoning"><thead><tr><th scope="col">{say("Guest")}</th>{heads}'
            f'<th scope="col">{say("Total")}</th></tr></thead>\n<tbody>{rows}</tbody></table>'
        )

    def row(self, row: Row, name: str, won: bool) -> str:
        points = "".join([f"<td>{points}</td>" for points in row["hands"]])
        if row["now"] is not None:
            points += f"<td><i>{row['now']}</i></td>"
        return (
            f'<tr{WON * won}><th scope="row">{self.shield(row["holder"], row["dummy"])}<span>{self.escape(name)}</span>'
            f"</th>{points}<td><b>{row['total']}</b></td></tr>"
        )

    def scores(self, *, scores: list[Row], names: list[str], winners: list[int]) -> str:
        heading = self.say("The reckoning")
        return (
            f'<div id="scores" class="scroll" popover role="dialog" aria-label="{heading}"><h2>{heading}</h2>'
            f'{self.reckoning(scores, names, winners)}<button type="button" class="btn gold" popovertarget="scores" '
            f'popovertargetaction="hide">{self.say("Close")}</button></div>'
        )

    def final(self, *, scores: list[Row], names: list[str], winners: list[int], hand_number: int) -> str:
        over, after = self.say("The final reckoning"), self.say("After hand %(n)s of 4", n=hand_number)
        heading = over if winners else after
        return f'<div id="final" class="paper final"><h2>{heading}</h2>{self.reckoning(scores, names, winners)}</div>'


class Middle:
    """What lies in the middle: the topic, the ploys, and what was spoken so far."""

    def __init__(self, pen: Pen) -> None:
        self.say, self.escape, self.shield = pen.say, pen.escape, lru_cache(pen.known["shield"])
        self.topic = kept(pen, "topic", "topic", "can_topic")
        self.count = kept(pen, "count", "rank", "n")
        self.ploy = kept(pen, "ploy", "i", "dummy", "ploy", "gaffe", "high", "low", "can")
        self.back, self.dish = lru_cache(pen.known["back"]), lru_cache(pen.known["dish"])
        self.spot = lru_cache(KEPT)(self._spot)

    def talk(self, *, ploys: list[Row], names: list[str], topic: int | None, can_topic: bool) -> str:
        spots, half = [self.spot(i, names[i], **p) for i, p in enumerate(ploys)], (len(ploys) + 1) // 2
        return (
            f'<div id="talk" class="talk" style="--n:{len(ploys)}">\n{self.topic(topic, can_topic)}\n'
            f'<ul class="wing left" aria-label="{self.say("Ploys")}">{"".join(spots[:half])}</ul>\n'
            f'<ul class="wing right" aria-label="{self.say("Ploys, continued")}">{"".join(spots[half:])}</ul>\n</div>'
        )

    def _spot(
        self, i: int, name: str, ploy: int | str | None, dummy: bool, gaffe: bool, high: bool, low: bool, can: bool
    ) -> str:
        shown = ""
        if ploy == "down":
            words = self.say("%(name)s: face down", name=name)
            shown = f'{self.back(f"p{i}", "md")}<span class="vh">{words}</span>\n'
        elif ploy:
            words = f"{self.escape(name)}: {ploy}, {self.dish(ploy)}"
            for what, is_it in ((N_("a gaffe"), gaffe), (N_("the highest"), high), (N_("the lowest"), low)):
                if is_it:
                    words += f", {self.say(what)}"
            shown = f'{self.ploy(i, dummy, ploy, gaffe, high, low, can)}\n<span class="vh">{words}</span>\n'
        is_what = f"{' high' * high}{' low' * low}{' gaffe' * gaffe}{' can' * can}"
        return (
            f'<li id="spot{i}" class="spot{is_what}" data-seat="{i}">\n'
            f'<span class="place" aria-hidden="true">{self.shield(i, dummy)}</span>\n{shown}</li>'
        )

    def spoken(self, *, discards: list[int]) -> str:
        heading = self.say("Spoken so far")
        counts = "".join([self.count(rank, discards[rank]) for rank in range(1, 11)])
        return (
            f'<div id="spoken" class="paper scroll" popover role="group" aria-label="{heading}"><h2>{heading}</h2>\n'
            f'<ol class="counts">{counts}</ol></div>'
        )


class Own:
    """What a player holds, and is told."""

    def __init__(self, pen: Pen) -> None:
        self.say, self.amount, self.chip = pen.say, pen.amount, lru_cache(pen.known["chip"])
        self.takes = kept(pen, "takes", "topic", "gaffes")
        self.held = kept(pen, "held", "rank", "copy", "d", "live", "spoken")

    def hand(self, *, cards: list[tuple[int, int]], live: bool, spoken: bool, me: int | None) -> str:
        if me is None:
            return ""
        middle = (len(cards) - 1) / 2
        held = "".join([f"{self.held(*card, i - middle, live, spoken)}\n" for i, card in enumerate(cards)])
        return (
            f'<div class="cards{" live" * live}" role="group" aria-label="{self.say("Your hand")}" '
            f'style="--n:{len(cards)}">\n{held}</div>'
        )

    def status(self, *, phase: str, me: int | None, my_turn: bool, names: list[str], **now: Any) -> str:
        """What is asked of the viewer, or what has happened."""
        if phase in ("single", "lowest"):
            return self.choosing(phase, my_turn, names, **now)
        words, mine = "", False
        if phase == "over":
            words, mine = self.won(now["winners"], me, names, now["best"]), me in now["winners"]
        elif phase == "ploys" and my_turn:
            words, mine = self.asked(now["topic"]), True
        elif phase == "ploys" and now["mine"]:
            dot = '<span class="dot" aria-hidden="true">·</span>'
            words = f"{self.say('You laid down')} {self.chip(now['mine'])} {dot} {self.waiting(now['others'], names)}"
        elif phase == "ploys":
            return f'<p class="say cap">{self.waiting(now["others"], names)}</p>'
        elif phase == "scored":
            words = self.say("Hand %(n)s is played out", n=now["hand_number"])
        else:
            words = self.shown(me, names, now["high"], now["low"], now["gaffe"], now["taken"])
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

    def choosing(self, phase: str, my_turn: bool, names: list[str], choice: Row, topic: int | None, **now: Any) -> str:
        alone = phase == "single"
        if not my_turn:
            words = N_("<b>%(name)s</b> was lowest and is choosing a gaffe")
            if alone:
                words = N_("<b>%(name)s</b> alone made no gaffe and is choosing a card")
            return f'<p class="say">{self.say(words, name=names[choice["seat"]])}</p>'
        words = N_("<b>Yours was lowest:</b> take one gaffe")
        if alone:
            words = N_("<b>You alone</b> made no gaffe: take one card")
        takes = self.takes(topic if choice["topic"] else None, tuple(choice["gaffes"]))
        return f'<div class="offer"><p class="say you">{self.say(words)}</p>\n{takes}</div>'

    def shown(
        self, me: int | None, names: list[str], high: int | None, low: int | None, gaffe: bool, taken: str
    ) -> str:
        """Who takes what, now that all ploys lie open."""
        say = self.say
        if high is None or low is None:
            return say("Nothing but gaffes: nobody takes a thing")
        if high == low:
            aside = {"topic": N_(": the topic is taken"), "gaffe": N_(": a gaffe is taken")}.get(taken)
            who = say("<b>You</b> alone made no gaffe")
            if high != me:
                who = say("<b>%(name)s</b> alone made no gaffe", name=names[high])
            return f"{who}{say(aside) if aside else ''}"
        if not gaffe:
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
        self.say, self.escape, self.shield = pen.say, pen.escape, lru_cache(pen.known["shield"])
        self.chip = lru_cache(pen.known["chip"])

    def line(self, *, event: Told, view: View, names: list[str]) -> str:
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
