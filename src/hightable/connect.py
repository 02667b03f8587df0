"""A bot at a table of a hall, over the network: `hightable connect`. It speaks the JSON of docs/protocol.md by HTTP to
take its chair, and by WebSocket to play. Imports bots, games and other people's programs."""

from __future__ import annotations

import json
import secrets
import sys
import time
import urllib.error
import urllib.request
from typing import Any, Final
from urllib.parse import quote, urlsplit

from websockets.exceptions import ConnectionClosed, WebSocketException
from websockets.sync.client import ClientConnection, connect

from hightable.bots import Bot
from hightable.engine import N_, Fast, Refused
from hightable.games import game as find
from hightable.lab.outsider import Failed, Outsider
from hightable.locale import translator

PACE: Final = 0.08  # seconds between two orders: a hall takes 15 a second
GIVE_UP: Final = 60.0  # seconds without a connection
MOST_REFUSALS: Final = 20  # in a row
MARGIN: Final = 1.0  # seconds of the clock that are left for the way
_ = translator()


class Visit:
    """One bot at one table, from taking a chair to the end of the game."""

    def __init__(self, url: str, table: str, player: Bot, seconds: float) -> None:
        if urlsplit(url).scheme not in ("http", "https") or not urlsplit(url).netloc:
            raise Refused(
                N_("“%(url)s” is no address of a hall, such as http://localhost:8000."), "", {"url": url[:80]}
            )
        self.api = url.rstrip("/") + "/api"
        self.path = f"/tables/{quote(table, safe='')}"
        self.player = player
        self.seconds = seconds
        self.token = ""
        self.now: dict[str, Any] = {"v": -1, "phase": "waiting", "legal": []}
        self.dice = Fast.of(secrets.token_hex())
        self.refusals = 0

    def play(self, name: str, token: str | None) -> dict[str, Any]:
        """Sit down, play to the end, and return the result; or Refused."""
        if token is None:
            token = str(self.order("/guests", {"name": name})["token"])
            print(_("To come back as the same guest: HIGHTABLE_TOKEN=%(token)s") % {"token": token}, file=sys.stderr)
        self.token = token
        self.order(f"{self.path}/sit", {})
        try:
            self.stay()
        except Failed:
            self.order(f"{self.path}/leave", {})  # a bot of the hall plays on
            raise
        result: dict[str, Any] = self.now["result"]
        return result

    def order(self, path: str, body: dict[str, Any]) -> Any:
        """One order over HTTP; a refusal is the hall's own sentence."""
        headers = {"content-type": "application/json"} | (
            {"authorization": f"Bearer {self.token}"} if self.token else {}
        )
        request = urllib.request.Request(self.api + path, json.dumps(body).encode(), headers)
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            raise Refused("%(sentence)s", "", {"sentence": _sentence(error)}) from None
        except (OSError, ValueError) as error:
            gaps = {"url": self.api, "why": str(getattr(error, "reason", error))}
            raise Refused(N_("The hall at %(url)s can't be reached: %(why)s."), "", gaps) from None

    def stay(self) -> None:
        """Play until the game is over; a lost connection is made again, and goes on with what was missed."""
        lost = time.monotonic()
        while self.now["phase"] != "over":
            url = f"{self.api.replace('http', 'ws', 1)}{self.path}/live?v={self.now['v']}"
            try:
                with connect(url, additional_headers={"authorization": f"Bearer {self.token}"}) as connection:
                    self.follow(connection)
            except (OSError, WebSocketException, TimeoutError) as error:
                if isinstance(error, ConnectionClosed):
                    lost = time.monotonic()
                if time.monotonic() - lost > GIVE_UP:
                    gaps = {"url": self.api, "why": str(error)}
                    raise Refused(N_("The hall at %(url)s can't be reached: %(why)s."), "", gaps) from None
                time.sleep(1.0)

    def follow(self, connection: ClientConnection) -> None:
        """One connection: whenever the seat is asked, the bot answers."""
        while self.now["phase"] != "over":
            if self.now["legal"]:
                self.answer(connection)
            else:
                self.hear(connection)

    def answer(self, connection: ClientConnection) -> None:
        view, began = self.now["view"], time.monotonic()
        if isinstance(self.player, Outsider):
            self.player.seconds = self.budget()
        game = find(view["game"])
        action = game.text(self.player.choose(game, view, self.dice))
        mark = secrets.token_hex(8)
        time.sleep(max(0.0, PACE - (time.monotonic() - began)))
        connection.send(json.dumps({"a": action, "v": self.now["v"], "id": mark}))
        while not self.hear(connection, mark):
            pass

    def budget(self) -> float:
        """The seconds for an answer: what was agreed, or less if the table's clock runs out before."""
        clocks, seat = self.now["clocks"], self.now["seat"]
        until = None if clocks is None else clocks["until"][seat]
        return self.seconds if until is None else max(0.1, min(self.seconds, until - clocks["now"] - MARGIN))

    def hear(self, connection: ClientConnection, mark: str = "") -> bool:
        """Take in what the hall tells; whether the order with this mark was answered."""
        answered = False
        for message in json.loads(connection.recv()):
            if "error" in message:
                if message.get("id") == mark:
                    answered = True
                    self.refusals += 1
                if self.refusals >= MOST_REFUSALS:
                    raise Refused("%(sentence)s", "", {"sentence": message["error"]})
            elif "ok" in message:
                answered = answered or message["ok"] == mark
                self.refusals = 0
            else:
                self.now.update(message)
        return answered


def _sentence(error: urllib.error.HTTPError) -> str:
    try:
        return str(json.load(error)["error"])
    except (ValueError, KeyError, TypeError, OSError):
        return f"{error.code} {error.reason}"
