"""What programs send and get over HTTP, as types: what comes in is checked by them, and the OpenAPI document describes
them. Imports pydantic only."""

from __future__ import annotations

import json
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, model_validator


def whole(number: object) -> object:
    """To JSON 7.0 is as whole as 7."""
    return int(number) if isinstance(number, float) and number.is_integer() else number


Number = Annotated[int, BeforeValidator(whole)]
Value = Number | str
Seen = Annotated[Number, Field(description="The number of the newest event that the sender has.")]
Mark = Annotated[str, Field(min_length=1, max_length=64, pattern=r"^[ -~]+$", description="Sent twice, it acts once.")]


class Given(BaseModel):
    """What is sent: exactly these fields, each of its own kind."""

    model_config = ConfigDict(extra="forbid", strict=True)

    @model_validator(mode="after")
    def _whole_characters(self) -> Self:
        json.dumps(self.model_dump(), ensure_ascii=False).encode()  # half a character can be written in JSON
        return self


class NameGiven(Given):
    name: str


class ClockGiven(Given):
    """Seconds for each turn, then out of a bank; with 0 for a turn, a clock for the whole game."""

    turn: Number
    bank: Number
    late: Literal["bot", "seat"] = "bot"


class TableGiven(Given):
    """Each chair is "me", "friend" or "bot:LEVEL". `deal`: a day, or the id of a finished table."""

    game: str
    chairs: Annotated[list[str], Field(max_length=20)]
    options: Annotated[
        dict[str, bool | Value], Field(description="Switches take true and false as well as yes and no.")
    ] = {}
    title: str = ""
    listed: bool = False
    clock: ClockGiven | None = None
    deal: Annotated[str, Field(max_length=20)] = ""


class SitGiven(Given):
    chair: Annotated[Number | None, Field(description="From 0; without one, the first that is free.")] = None


class BeginGiven(Given):
    fill: Annotated[str | None, Field(description="Bots of this level take the free chairs.")] = None


class ActGiven(Given):
    action: str
    v: Seen
    id: Mark


class UndoGiven(Given):
    v: Seen
    id: Mark


class SayGiven(Given):
    text: str


class AnswerGiven(Given):
    agree: bool
    what: Annotated[
        Literal["undo", "remove"] | None, Field(description="The vote that is meant; refused if it is another.")
    ] = None


class HintGiven(Given):
    v: Seen


class Problem(BaseModel):
    """Why something was refused, and by which rule if by one. Nothing has changed."""

    error: str
    rule: str


class GuestData(BaseModel):
    id: str
    name: str


class NewGuest(GuestData):
    token: Annotated[str, Field(description="The secret of this guest: Authorization: Bearer TOKEN. Shown only once.")]


class OptionData(BaseModel):
    """`values` and `default` by the number of seats."""

    name: str
    label: str
    help: str
    values: dict[str, list[Value]]
    default: dict[str, Value]


class GameData(BaseModel):
    id: str
    title: str
    rules: int
    seats: list[int]
    levels: list[str]
    options: list[OptionData]


class Games(BaseModel):
    games: list[GameData]


class ChairData(BaseModel):
    """`level` is a bot's; `stand_in` that of a bot who plays for somebody who is away; an `open` chair can be taken."""

    kind: Literal["guest", "bot", "free"]
    name: str
    level: str
    stand_in: str
    open: bool


class SeatedData(ChairData):
    here: Annotated[bool, Field(description="A page or a program of theirs is connected.")]


class SummaryData(BaseModel):
    id: str
    title: str
    game: str
    options: dict[str, Value]
    phase: Literal["waiting", "playing", "over"]
    host: str
    chairs: list[ChairData]


class Tables(BaseModel):
    tables: list[SummaryData]


class ClockData(BaseModel):
    turn: int
    bank: int
    late: str


class AskingData(BaseModel):
    """The open vote. "undo": `seat` asks to go back to before its last action. "remove": the host, on `seat` or on
    none, asks whether whoever sits on `chair` has to leave. `waiting` have to answer, `agreed` have said yes."""

    what: Literal["undo", "remove"]
    seat: int | None
    chair: int | None
    waiting: list[int]
    agreed: list[int]


class TableData(BaseModel):
    id: str
    code: str
    title: str
    game: str
    options: dict[str, Value]
    phase: Literal["waiting", "playing", "over"]
    commitment: Annotated[str, Field(description="SHA-256 of the seed, which is published at the end.")]
    chairs: list[SeatedData]
    clock: ClockData | None
    talk: bool
    hints: bool
    asking: AskingData | None
    next: Annotated[str | None, Field(description="The table where these people go on.")]
    hosting: bool


class ClocksData(BaseModel):
    """In seconds since 1970, by seat: `until` is when a running clock stops (later than it seems while
    the table is asked whether to go back, for then clocks stand a while), `bank` what was in it before this turn."""

    now: float
    until: list[float | None]
    bank: list[float]


class ResultData(BaseModel):
    """By seat; places that are shared count as the better one."""

    scores: list[int]
    places: list[int]
    winners: list[int]
    ending: str


class Picture(BaseModel):
    """What the seat knows, or who only watches. `legal` are the texts of view["legal"], in the same order."""

    v: Annotated[int, Field(description="The number of the newest event.")]
    phase: Literal["waiting", "playing", "over"]
    seat: int | None
    view: dict[str, Any] | None
    legal: list[str]
    asked: Annotated[list[int], Field(description="The seats that have to decide.")]
    undo: Annotated[bool, Field(description="The seat may take its last action back.")]
    clocks: ClocksData | None
    result: ResultData | None


class SaidData(BaseModel):
    number: int
    seat: int | None
    name: str
    text: str


class Whole(Picture):
    table: TableData
    chat: list[SaidData]


class HintData(BaseModel):
    action: str
    text: str


class RecordData(BaseModel):
    table: str
    record: str
