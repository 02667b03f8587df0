"""Records: a game as a text file that a person can read and mail. A header, then one action a line, then the result.
A finished record carries its seed, so that anybody can check the deal. Imports the engine only."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from hashlib import sha256

from hightable.engine.arguments import text as a_text
from hightable.engine.contract import Game
from hightable.engine.dice import commitment
from hightable.engine.match import Entry, Match, entry_action, entry_text
from hightable.engine.options import Value
from hightable.engine.words import Refused

TITLE = "High Table record 1"
HEADER = ("game", "rules", "seats", "options", "dice", "commitment")


class Damaged(ValueError):
    """A record that can't be read or doesn't agree with itself: one sentence, with the line it is about."""

    def __init__(self, what: str, line: int = 0) -> None:
        super().__init__(f"line {line}: {what}" if line else what)


class Record:
    """What a record file says. `entries` are what happened; `scores` and `seed` are there once the game is over."""

    def __init__(
        self,
        game: str,
        rules: int,
        seats: int,
        options: dict[str, Value],
        dice: str,
        commitment: str,
        entries: Sequence[tuple[int, str]],
        players: Sequence[str] = (),
        seed: str | None = None,
        scores: Sequence[int] | None = None,
    ) -> None:
        self.game = game
        self.rules = rules
        self.seats = seats
        self.options = options
        self.dice = dice
        self.commitment = commitment
        self.entries = list(entries)  # seat from 0, text of the action, "undo" or "rewind"
        self.players = list(players)
        self.seed = seed
        self.scores = None if scores is None else list(scores)
        self.lines: list[int] = []  # the file's line of each entry
        self.where: dict[str, int] = {}  # the file's line of the seed, the result and the digest
        self.body: list[str] = []  # what the digest covers
        self.digest = ""

    @staticmethod
    def of(match: Match, players: Sequence[str] = ()) -> Record:
        """The record of a match. The seed goes in only when the game is over."""
        state = match.state
        return Record(
            game=match.game.id,
            rules=match.game.rules,
            seats=int(state.seats),
            options=dict(state.options),
            dice=match.dice,
            commitment=match.commitment,
            entries=[(entry.seat, entry_text(match.game, entry.action)) for entry in match.entries],
            players=players,
            seed=match.seed if state.over else None,
            scores=state.result.scores if state.over else None,
        )

    def text(self) -> str:
        """The file. Its last line is the digest of all above it."""
        options = " ".join(f"{name}={value}" for name, value in self.options.items())
        lines = [
            TITLE,
            f"game: {self.game}",
            f"rules: {self.rules}",
            f"seats: {self.seats}",
            f"options: {options}".rstrip(),
            f"dice: {self.dice}",
            f"commitment: {self.commitment}",
            *(f"player {i + 1}: {_plain(name)}" for i, name in enumerate(self.players)),
        ]
        if self.seed is not None:
            lines.append(f"seed: {self.seed}")
        lines.append("")
        lines += [f"{seat + 1} {text}" for seat, text in self.entries]
        lines.append("")
        if self.scores is not None:
            lines.append("result: " + " ".join(map(str, self.scores)))
        lines.append(f"digest: {_digest(lines)}")
        return "\n".join(lines) + "\n"

    @staticmethod
    def parse(text: str) -> Record:
        """Read a file, or raise Damaged with the line that is wrong. What it says is not checked here, see `verify`."""
        return _Reader(a_text(text, "text")).record()

    def replay(self, find: Callable[[str], Game], seed: str | None = None) -> Match:
        """Play the record again, or raise Damaged at the first line that can't be."""
        game = self._game(find)
        seed = self.seed if seed is None else seed
        if seed is None:
            raise Damaged("the seed is not published yet: this game was still running when it was written down")
        try:
            match = Match(game, self.seats, seed, self.options, dice=self.dice)
        except (Refused, ValueError) as error:
            raise Damaged(str(error)) from None
        for i, entry in enumerate(self.entries):
            try:
                match.enter(self.entry(game, i))
            except Refused as refused:
                rule = f" ({refused.rule})" if refused.rule else ""
                line = self.lines[i] if i < len(self.lines) else 0
                raise Damaged(f"player {entry[0] + 1} can't do “{entry[1]}”: {refused}{rule}", line) from None
        return match

    def _game(self, find: Callable[[str], Game]) -> Game:
        try:
            game = find(self.game)
        except Refused as refused:
            raise Damaged(str(refused)) from None
        if self.rules != game.rules:
            raise Damaged(f"it was played by rules version {self.rules} of {self.game}; installed is {game.rules}")
        return game

    def entry(self, game: Game, i: int) -> Entry:
        seat, text = self.entries[i]
        return Entry(seat, entry_action(game, text))

    def verify(self, find: Callable[[str], Game]) -> Match:
        """Check that commitment, actions, result and digest agree, or raise Damaged with the first that doesn't."""
        if self.seed is not None and commitment(self.seed) != self.commitment:
            raise self._damaged("seed", "the seed is not the one that was committed to: its SHA-256 is another")
        match = self.replay(find)
        if self.scores is None:
            raise self._damaged("digest", "the result is missing")
        if not match.state.over:
            raise self._damaged("result", "the record is cut short: the game is not over after its last action")
        if match.state.result.scores != self.scores:
            played = " ".join(map(str, match.state.result.scores))
            raise self._damaged("result", f"the result is wrong: these actions give {played}")
        if self.digest != _digest(self.body or self.text().split("\n")[:-2]):
            raise self._damaged("digest", "the digest does not fit: the file was changed after it was written")
        return match

    def _damaged(self, place: str, what: str) -> Damaged:
        return Damaged(what, self.where.get(place, 0))


class _Reader:
    """Reads a record line by line."""

    def __init__(self, text: str) -> None:
        try:
            text.encode()
        except UnicodeEncodeError:
            raise Damaged("this is not text: it holds half of a character") from None
        self.lines = text.replace("\r\n", "\n").split("\n")
        self.at = 0

    def next(self, what: str) -> str:
        if self.at >= len(self.lines):
            raise Damaged(f"the file ends where {what} should be", self.at)
        self.at += 1
        return self.lines[self.at - 1]

    def record(self) -> Record:
        if self.next("the title").strip() != TITLE:
            raise Damaged(f"this is not a record: it should begin with “{TITLE}”", 1)
        head = {name: self.field(name) for name in HEADER}
        seats = self.number(head["seats"], "seats", 4)
        players: list[str] = []
        seed = None
        where: dict[str, int] = {}
        while (line := self.next("an empty line")) != "":
            name, _, value = line.partition(": ")
            if name == f"player {len(players) + 1}" and len(players) < seats and seed is None:
                players.append(value)
            elif name == "seed" and seed is None:
                seed, where["seed"] = value, self.at
            else:
                raise Damaged(f"“{_short(line)}” is no line of a header", self.at)
        record = Record(
            game=head["game"],
            rules=self.number(head["rules"], "rules", 3),
            seats=seats,
            options=dict(self.option(pair) for pair in head["options"].split()),
            dice=head["dice"],
            commitment=head["commitment"],
            entries=[],
            players=players,
            seed=seed,
        )
        while (line := self.next("an action or an empty line")) != "":
            record.entries.append(self.action(line, seats))
            record.lines.append(self.at)
        line = self.next("the digest")
        if line.startswith("result: "):
            record.scores = [self.number(word, "result", self.at) for word in line.split()[1:]]
            where["result"] = self.at
            line = self.next("the digest")
        if not line.startswith("digest: "):
            raise Damaged(f"the digest should be here, not “{_short(line)}”", self.at)
        record.digest, where["digest"] = line.removeprefix("digest: "), self.at
        record.where, record.body = where, self.lines[: self.at - 1]
        if any(rest.strip() for rest in self.lines[self.at :]):
            raise Damaged("there is more after the digest", self.at + 1)
        return record

    def field(self, name: str) -> str:
        line = self.next(f"“{name}: …”")
        if line != f"{name}:" and not line.startswith(f"{name}: "):
            raise Damaged(f"“{name}: …” should be here, not “{_short(line)}”", self.at)
        return line[len(name) + 2 :]

    def number(self, word: str, what: str, line: int) -> int:
        digits = word.removeprefix("-")
        if not (digits.isascii() and digits.isdigit() and len(digits) < 10):
            raise Damaged(f"{what} should be a number, not “{_short(word)}”", line)
        return int(word)

    def option(self, pair: str) -> tuple[str, Value]:
        name, sign, value = pair.partition("=")
        if not sign or not name:
            raise Damaged(f"“{_short(pair)}” is no option: name=value is needed", 5)
        return name, value

    def action(self, line: str, seats: int) -> tuple[int, str]:
        seat, _, text = line.partition(" ")
        number = self.number(seat, "the player's number before an action", self.at)
        if not 1 <= number <= seats or not text:
            raise Damaged(f"“{_short(line)}” is no action: the player's number and what they did are needed", self.at)
        return number - 1, text


def _plain(name: str) -> str:
    """A name as one line of a record."""
    return "".join(sign if sign.isprintable() else " " for sign in name).strip()


def _short(text: str) -> str:
    return text if len(text) <= 40 else text[:40] + "…"


def _digest(lines: Sequence[str]) -> str:
    return sha256("\n".join(lines).encode()).hexdigest()
