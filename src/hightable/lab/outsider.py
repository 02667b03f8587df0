"""Other people's bots: programs in any language that play by JSON lines on stdin and stdout, see docs/protocol.md. They
get what every bot gets, the view of their seat, and run as processes of their own. Only for the command line: nobody
on the web can name a program. Imports bots and the engine."""

from __future__ import annotations

import json
import shlex
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import PurePath
from typing import Final

from hightable.bots import Bot, bot
from hightable.engine.contract import Game, View
from hightable.engine.dice import Dice
from hightable.engine.result import Result
from hightable.engine.words import N_, Refused

SECONDS: Final = 10.0  # for one answer, where nobody says otherwise
LONGEST: Final = 65_536  # bytes of an answer
LAST_WORDS: Final = 2.0  # seconds that a bot has to end by itself


class Failed(Refused):
    """A bot of other people's can't go on: it said nonsense, was late, or is gone."""


class Outsider(Bot):
    """A bot that is a program. It starts when it is first asked, and is ended by `close`."""

    def __init__(self, command: str, seconds: float = SECONDS) -> None:
        self.level = command
        self.seconds = seconds
        self._process: subprocess.Popen[bytes] | None = None
        self._talk = ThreadPoolExecutor(1, "bot")  # writing may block, too, if the bot never reads

    def choose(self, game: Game, view: View, dice: Dice) -> int:
        question = {
            "game": game.id,
            "seat": view["viewer"],
            "view": view,
            "legal": [game.text(action) for action in view["legal"]],
            "seconds": round(self.seconds, 3),
            "dice": int(dice.below(1 << 30)),
        }
        answer = self._ask(question)
        said = answer.get("action") if isinstance(answer, dict) else None
        if not isinstance(said, str):
            raise self._failed(N_("its answer is no JSON object with an action"))
        if said not in question["legal"]:
            raise self._failed(N_("“%(said)s” is not one of its legal actions"), {"said": said[:40]})
        return game.parse(said)

    def hear(self, result: Result) -> None:
        """The game is over. It need not answer."""
        process = self._started()
        self._talk.submit(_write, process, {"result": result.data()})

    def close(self) -> None:
        """Let it end by itself, or end it."""
        process, self._process = self._process, None
        if process is not None:
            try:
                if process.stdin:
                    self._talk.submit(process.stdin.close)
                process.wait(LAST_WORDS)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        self._talk.shutdown()
        if process is not None and process.stdout:
            process.stdout.close()

    def _ask(self, question: Mapping[str, object]) -> object:
        process = self._started()
        exchange = self._talk.submit(_exchange, process, question)
        try:
            line = exchange.result(self.seconds)
        except TimeoutError:
            process.kill()  # which also wakes whoever writes to it or reads from it
            raise self._failed(N_("no answer within %(seconds)g seconds"), {"seconds": self.seconds}) from None
        except OSError:
            line = b""
        if not line:
            raise self._failed(N_("it ended with code %(code)s"), {"code": process.wait()})
        if not line.endswith(b"\n"):
            process.kill()
            raise self._failed(N_("its answer is too long, or ends in the middle of a line"))
        try:
            return json.loads(line)
        except (ValueError, RecursionError):
            raise self._failed(N_("its answer is no JSON object with an action")) from None

    def _started(self) -> subprocess.Popen[bytes]:
        if self._process is None:
            try:
                self._process = subprocess.Popen(
                    shlex.split(self.level), stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=-1
                )
            except (OSError, ValueError) as error:
                why = getattr(error, "strerror", None) or str(error)
                gaps = {"command": self.level, "why": why}
                raise Failed(N_("The bot “%(command)s” can't be started: %(why)s."), "", gaps) from None
        return self._process

    def _failed(self, why: str, gaps: Mapping[str, object] | None = None) -> Failed:
        reason = Refused(why, "", gaps).words(str)
        return Failed(N_("The bot “%(command)s” can't go on: %(why)s."), "", {"command": self.level, "why": reason})


def _write(process: subprocess.Popen[bytes], data: Mapping[str, object]) -> None:
    assert process.stdin is not None
    process.stdin.write(json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode() + b"\n")
    process.stdin.flush()


def _exchange(process: subprocess.Popen[bytes], question: Mapping[str, object]) -> bytes:
    assert process.stdout is not None
    _write(process, question)
    return process.stdout.readline(LONGEST)


def is_command(word: str) -> bool:
    """Whether a player is named by a command: it has a blank or a slash in it, which no level has."""
    return "/" in word or "\\" in word or " " in word.strip()


def words_of(players: str) -> list[str]:
    """The players of a command line, with commas between them: levels in any spelling, or commands."""
    found = [word.strip() for word in players.split(",")]
    return [word if is_command(word) else word.lower() for word in found]


def player_of(word: str, seconds: float = SECONDS) -> Bot:
    """A bot by its level, or a program by its command; or Refused."""
    return Outsider(word, seconds) if is_command(word) else bot(word)


def short_name(word: str) -> str:
    """What a player is called in lists: of a command, the file that is run."""
    if not is_command(word):
        return word
    try:
        return next((PurePath(part).name for part in reversed(shlex.split(word)) if not part.startswith("-")), word)
    except ValueError:
        return word


@contextmanager
def seated(words: Sequence[str], seconds: float = SECONDS) -> Iterator[list[Bot]]:
    """These players, and their programs ended afterwards."""
    with ExitStack() as ends:
        players = [player_of(word, seconds) for word in words]
        for player in players:
            if isinstance(player, Outsider):
                ends.callback(player.close)
        yield players


def tell_result(players: Sequence[Bot], result: Result) -> None:
    """Programs hear how the game ended."""
    for player in players:
        if isinstance(player, Outsider):
            player.hear(result)
