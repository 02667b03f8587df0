"""A game in the terminal: the table as text, the log as it happens, actions by number or by their words. Several people
share one screen by handing it on. Imports engine, games, bots and other people's programs; Rich prints."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from rich.box import SIMPLE
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from hightable.bots import KNOWN, LEVELS, USUAL, Bot, advise, bot
from hightable.engine import N_, Beat, Dice, Fast, Game, Match, Refused, Result
from hightable.games.text import text_of
from hightable.lab.outsider import SECONDS, Failed, Outsider, is_command, player_of, short_name, tell_result, words_of
from hightable.locale import translator

_ = translator()
YOU = "you"
HELP = N_("Type the number of an action or its words. Also: undo (take your last action back), help, quit.")
HINTS = N_("Type hint to hear what a good player would do.")


class Quit(Exception):
    """A player leaves before the end."""


def seating(game: Game, seats: str | None) -> list[str]:
    """Who sits where: "you", a bot's level or a program's command; by default one person and bots, four if the
    game has so many."""
    if seats is None:
        return [YOU] + [USUAL] * (max(game.min_seats, min(4, game.max_seats)) - 1)
    found = words_of(seats)
    for word in found:
        if word != YOU and not is_command(word) and word not in KNOWN:
            gaps = {"word": word[:40], "words": ", ".join((YOU, *LEVELS))}
            raise Refused(N_("Nobody called “%(word)s” can take a seat. Possible: %(words)s."), "", gaps)
    return found


def names_of(seats: Sequence[str]) -> list[str]:
    """A name for each seat of a terminal's table."""
    return [
        _("Player %(number)s") % {"number": i + 1} if who == YOU else f"{short_name(who).capitalize()} {i + 1}"
        for i, who in enumerate(seats)
    ]


class Sitting:
    """One game in one terminal."""

    def __init__(
        self,
        game: Game,
        seats: Sequence[str],
        seed: str,
        options: Mapping[str, object],
        console: Console,
        seconds: float = SECONDS,
    ) -> None:
        self.match = Match(game, len(seats), seed, options)
        self.text = text_of(game)
        self.names = names_of(seats)
        self.people = [seat for seat, who in enumerate(seats) if who == YOU]
        self.bots: dict[int, Bot] = {seat: player_of(who, seconds) for seat, who in enumerate(seats) if who != YOU}
        self.dice: dict[int, Dice] = {seat: Fast.of(f"{seed}/{seat}") for seat in self.bots}
        self.console = console
        self.beats: list[Beat] = list(self.match.opening)
        self.read = [0] * len(seats)  # how far each seat has read the log
        self.holding: int | None = self.people[0] if len(self.people) == 1 else None  # who has the device

    def say(self, line: str = "") -> None:
        shown = "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in line)
        self.console.print(shown, markup=False, highlight=False, soft_wrap=True)

    def ask(self, question: str) -> str:
        return self.console.input(question, markup=False).strip()

    def play(self) -> Result:
        """To the end, or raise Quit."""
        self.say(_("The deal is settled. SHA-256 of its seed: %(hash)s") % {"hash": self.match.commitment})
        if self.people:
            self.help()
        state = self.match.state
        while not state.over:
            waiting = [seat for seat in state.deciding if seat in self.bots]
            if waiting:
                self.let_bot(waiting[0])
            else:
                self.let_person(self.holding if self.holding in state.deciding else state.deciding[0])
            state = self.match.state
        self.tell(self.holding, self.people[0] if len(self.people) == 1 else None)
        tell_result(list(self.bots.values()), state.result)
        return state.result

    def let_bot(self, seat: int) -> None:
        """A bot's turn. A program that can't go on leaves its chair to a bot of ours."""
        view = self.match.state.study(seat)
        try:
            action = self.bots[seat].choose(self.match.game, view, self.dice[seat])
        except Failed as failed:
            self.say(failed.words(_))
            self.say(_("A bot of ours plays on for it."))
            self.close(seat)
            self.bots[seat] = bot(USUAL)
            return
        self.beats += self.match.apply(seat, action)

    def close(self, *seats: int) -> None:
        """End the programs on these seats, on all if none is named."""
        for seat in seats or self.bots:
            player = self.bots[seat]
            if isinstance(player, Outsider):
                player.close()

    def let_person(self, seat: int | None) -> None:
        assert seat is not None
        if seat != self.holding and not self.hand_over(seat):
            return
        self.tell(seat, seat)
        view = self.match.state.view(seat)
        self.say()
        for line in self.text.lines(view, self.names, _):
            self.say(line)
        legal: list[int] = view["legal"]
        for number, action in enumerate(legal, 1):
            self.say(f"{number:4}  {self.match.game.text(action)}")
        while not self.obey(seat, legal, self.ask("> ")):
            pass

    def obey(self, seat: int, legal: Sequence[int], said: str) -> bool:
        """Do what was typed; False if the same question stands."""
        if said.lower() in ("quit", "exit", "q"):
            raise Quit
        if said.lower() in ("help", "?", ""):
            self.help()
            return False
        if said.lower() == "hint":
            self.advise(seat)
            return False
        try:
            if said.lower() == "undo":
                self.beats += self.match.undo(seat)
            else:
                self.beats += self.match.apply(seat, self.action(legal, said))
        except Refused as refused:
            self.refuse(refused)
            return False
        return True

    def help(self) -> None:
        self.say(_(HELP))
        self.say(_(HINTS))

    def advise(self, seat: int) -> None:
        """What a good player would do, and why, from what this seat knows."""
        game, view = self.match.game, self.match.state.view(seat)
        advice = advise(game, view, Fast.of(f"hint/{len(self.match.entries)}"))
        if advice is not None:
            self.say(f"{game.text(advice.action)}: {advice.words(_)}")

    def action(self, legal: Sequence[int], said: str) -> int:
        if not (said.isascii() and said.isdigit()):
            return self.match.game.parse(said)
        if len(said) > 9 or not 1 <= int(said) <= len(legal):
            gaps = {"number": said[:9], "most": len(legal)}
            raise Refused(N_("%(number)s is not in the list: 1 to %(most)s are."), "", gaps)
        return legal[int(said) - 1]

    def refuse(self, refused: Refused) -> None:
        self.say(refused.words(_) + (f" ({refused.rule})" if refused.rule else ""))

    def hand_over(self, seat: int) -> bool:
        """Clear the screen and wait until the right person looks; False if the last one took an action back."""
        before, self.holding = self.holding, None
        self.console.clear()
        asked = _("Please pass the device to %(name)s, who presses Enter: ") % {"name": self.names[seat]}
        while True:
            said = self.ask(asked).lower()
            if said in ("quit", "exit", "q"):
                raise Quit
            if said != "undo" or before is None:
                self.holding = seat
                return True
            try:
                self.beats += self.match.undo(before)
            except Refused as refused:
                self.refuse(refused)
            else:
                self.holding = before
                return False

    def tell(self, reader: int | None, eyes: int | None) -> None:
        """Print what the reader has not read yet, as far as these eyes may know."""
        start = 0 if reader is None else self.read[reader]
        for beat in self.beats[start:]:
            line = log_line(self.text.event_line, self.text.quiet, beat, eyes, self.names)
            if line is not None:
                if beat.name in self.text.heads:
                    self.say()
                self.say(line)
        if reader is not None:
            self.read[reader] = len(self.beats)


def log_line(
    event_line: Callable[..., str | None], quiet: frozenset[str], beat: Beat, eyes: int | None, names: Sequence[str]
) -> str | None:
    """An event for the log, or None if these eyes may not know it or there is nothing to say."""
    if beat.name in quiet or not beat.known_to(eyes):
        return None
    return event_line(beat.name, beat.args, beat.state.view(eyes), names, _)


def score_sheet(result: Result, names: Sequence[str]) -> Table:
    """The result with its breakdown; `names` are those of the seats, then of the guests who can't win."""
    sheet = Table(box=SIMPLE, title=_("Score sheet"))
    sheet.add_column("")
    for name in names:
        sheet.add_column(escape(name), justify="right")
    for line in result.lines:
        sheet.add_row(_(line.label) % line.gaps if line.gaps else _(line.label), *map(str, line.points))
    sheet.add_section()
    sheet.add_row(_("Total"), *map(str, [*result.scores, *result.guests]))
    sheet.add_row(_("Place"), *map(str, result.places), *["–"] * len(result.guests))
    return sheet
