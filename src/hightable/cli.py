"""The command line: `hightable …`. Whatever is wrong is said in one line on stderr, with exit code 2."""

from __future__ import annotations

import errno
import json
import os
import secrets
import socket
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer
from rich.console import Console
from rich.table import Table

from hightable import __version__
from hightable.engine import N_, Damaged, Game, Match, Option, Record, Refused
from hightable.engine.dice import seed_text
from hightable.form import form
from hightable.games import game as find
from hightable.games import games
from hightable.games.text import text_of
from hightable.housekeeping import Data, housekeeping
from hightable.locale import translator
from hightable.menu import game_data

if TYPE_CHECKING:
    from hightable.lab.simulate import Report, Seat

_ = translator()
WRONG = 2  # exit codes
STOPPED = 130
RECORD_BYTES = 5_000_000
USUAL_PORT = 8000
PORTS = 20  # that are tried from the usual one on, if none was asked for

app = typer.Typer(
    help=_("Feast-themed table games: play in the browser or here, let bots play, check that a game was fair."),
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.add_typer(housekeeping)
Host = Annotated[str, typer.Option(help=_("Address to listen on."))]
Port = Annotated[int | None, typer.Option(min=1, max=65535, help=_("Port to listen on (8000, or the next free one)."))]
Build = Annotated[
    Path | None, typer.Option(hidden=True, help="Where `make play` puts a compiled copy; bots move to it.")
]
Decks = Annotated[Path | None, typer.Option(metavar="FOLDER", help=_("Offer the recipe decks (*.toml) in here, too."))]
Open = Annotated[bool | None, typer.Option("--open/--no-open", help=_("Open the browser (in a terminal: yes)."))]
Bots = Annotated[bool, typer.Option("--bots/--no-bots", help=_("Move bots here, or leave them to `worker`."))]
Proxies = Annotated[
    list[str] | None,
    typer.Option(metavar="ADDRESS", help=_("Believe the X-Forwarded headers of this proxy; an address or a network.")),
]
HostNames = Annotated[
    list[str] | None, typer.Option(metavar="NAME", help=_("Answer to this host name, and to no other but those given."))
]
GameId = Annotated[str, typer.Argument(metavar="GAME", help=_("A game's id, see `hightable games`."))]
Settings = Annotated[list[str] | None, typer.Option("--option", metavar="KEY=VALUE", help=_("A table setting."))]
Seconds = Annotated[float, typer.Option(min=0.1, max=3600, help=_("Time of a program for each answer."))]
Json = Annotated[bool, typer.Option("--json", help=_("Print one JSON object and nothing else."))]
RecordFile = Annotated[Path, typer.Argument(metavar="FILE", help=_("The record of a finished game."))]


def main() -> None:
    """The entry point: runs a command and turns every refusal into one line."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    try:
        code = app(standalone_mode=False)
        sys.stdout.flush()
    except Refused as refused:
        code = complain(refused.words(_))
    except (KeyboardInterrupt, EOFError, typer.Abort):
        complain(_("Stopped. Come back to the table any time."))
        code = STOPPED
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = STOPPED
    except Exception as error:
        if not hasattr(error, "format_message"):
            raise
        code = complain(error.format_message())
    sys.exit(code if isinstance(code, int) else 0)


def complain(message: str) -> int:
    """One line on stderr, whatever the message holds."""
    line = " ".join("".join(sign if sign.isprintable() else " " for sign in message).split())
    print(line if len(line) <= 500 else line[:500] + "…", file=sys.stderr)
    return WRONG


def fail(message: str) -> NoReturn:
    complain(message)
    raise typer.Exit(WRONG)


@app.callback(invoke_without_command=True)
def start(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help=_("Print the version, and which form runs."))] = False,
) -> None:
    if version:
        print(f"hightable {__version__}, {form()}")
    elif context.invoked_subcommand is None:
        serve()


@app.command(name="serve", help=_("Open the hall in the browser. This is what `hightable` alone does."))
def serve(
    host: Host = "127.0.0.1",
    port: Port = None,
    data: Data = "hightable.db",
    decks: Decks = None,
    open_browser: Open = None,
    bots: Bots = True,
    proxy: Proxies = None,
    host_name: HostNames = None,
    build: Build = None,
) -> None:
    from hightable.hall.place import place
    from hightable.web.middleware import host_name as checked_name
    from hightable.web.middleware import proxy as checked_proxy

    proxies = [checked_proxy(text) for text in proxy or []]
    host_names = [checked_name(text) for text in host_name or []]

    url = place(data)
    if not bots and url.get_backend_name() == "sqlite":
        fail(_("Bots can be left to a worker where the data are in PostgreSQL."))
    from hightable.hall.offers import NO_OFFERS, read_decks
    from hightable.hall.store import Store
    from hightable.web import serve as serve_pages

    offers, problems = (NO_OFFERS, []) if decks is None else read_decks(decks)
    for problem in problems:
        complain(problem.words(_))
    Store(url).check()
    listener = listen(host, port)
    opens = sys.stdout.isatty() if open_browser is None else open_browser
    serve_pages(listener, url, opens, offers, bots, proxies, host_names, build)


def listen(host: str, port: int | None) -> socket.socket:
    """Return a socket that listens on this port. If none was asked for, take the first free one from the usual port
    on."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for number in [port] if port else range(USUAL_PORT, USUAL_PORT + PORTS):
        try:
            listener = socket.create_server((host, number), family=family)
        except OSError as error:
            if port or error.errno != errno.EADDRINUSE:
                reason = {"host": host, "port": number, "why": error.strerror or error}
                fail(_("Can't listen on %(host)s, port %(port)s: %(why)s.") % reason)
        else:
            if number not in (port, USUAL_PORT):
                print(_("Port %(taken)s is taken, so port %(port)s it is.") % {"taken": USUAL_PORT, "port": number})
            return listener
    last = USUAL_PORT + PORTS - 1
    fail(_("Ports %(first)s to %(last)s are all taken. Choose one: --port N.") % {"first": USUAL_PORT, "last": last})


@app.command(name="games", help=_("List the games with their seats and options."))
def list_games(as_json: Json = False) -> None:
    if as_json:
        print(json.dumps({"games": [game_data(game) for game in games().values()]}, ensure_ascii=False, indent=2))
        return
    table = Table(_("id"), _("title"), _("seats"), _("options"))
    for game in games().values():
        options = "\n".join(line for option in game.options for line in option_lines(game, option))
        table.add_row(game.id, _(game.title), seats_text(game), options)
    Console().print(table)


def seats_text(game: Game) -> str:
    return str(game.max_seats) if game.min_seats == game.max_seats else f"{game.min_seats}–{game.max_seats}"


def option_lines(game: Game, option: Option) -> list[str]:
    """An option's values, by the number of seats where it makes a difference."""
    found: dict[str, list[int]] = {}
    for n in range(game.min_seats, game.max_seats + 1):
        gaps = {"values": ", ".join(map(str, option.values(n))), "default": option.default(n)}
        found.setdefault(_("%(values)s (default %(default)s)") % gaps, []).append(n)
    if len(found) == 1:
        return [f"{option.name}: {values}" for values in found]
    by_seats = [
        _("with %(seats)s seats: %(values)s") % {"seats": ", ".join(map(str, seats)), "values": values}
        for values, seats in found.items()
    ]
    return [f"{option.name}:", *by_seats]


@app.command(help=_("Play in the terminal, alone against bots or with others at the same screen."))
def play(
    game_id: GameId,
    seats: Annotated[
        str | None, typer.Option(help=_("Who sits where: you, a bot (apprentice to master), a program; with commas."))
    ] = None,
    seed: Annotated[str | None, typer.Option(help=_("Deal from this text instead of a secret one."))] = None,
    option: Settings = None,
    record: Annotated[Path | None, typer.Option(metavar="FILE", help=_("Write the finished game here."))] = None,
    seconds: Seconds = 10.0,
) -> None:
    from hightable.terminal import Quit, Sitting, score_sheet, seating

    game, console = find(game_id), Console()
    if record is not None and (record.is_dir() or not os.access(record.absolute().parent, os.W_OK)):
        fail(_("%(file)s: a record can't be written here.") % {"file": record})
    text = secrets.token_hex(16) if seed is None else seed_text(seed)
    sitting = Sitting(game, seating(game, seats), text, settings(game, option), console, seconds)
    try:
        result = sitting.play()
    except Quit:
        print(_("You leave the table. The seed was %(seed)s") % {"seed": text})
        return
    finally:
        sitting.close()
    guests = sitting.text.guests(sitting.match.state.view(None))
    console.print(score_sheet(result, [*sitting.names, *guests]))
    print(_("The seed was %(seed)s") % {"seed": text})
    if record is not None:
        try:
            record.write_text(Record.of(sitting.match, sitting.names).text(), encoding="utf-8")
        except OSError as error:
            fail(f"{record}: {error.strerror}")
        print(_("The record is in %(file)s") % {"file": record})


@app.command(help=_("Let bots play many games and see how they do."))
def simulate(
    game_id: GameId,
    bots: Annotated[str, typer.Option(help=_("Levels or programs such as ./my-bot.py, one for each seat."))],
    count: Annotated[int, typer.Option("--games", help=_("How many games."))] = 1000,
    seed: Annotated[str, typer.Option(help=_("The same seed gives the same games."))] = "1",
    jobs: Annotated[int, typer.Option(help=_("Processes that share the work; -1 for one on each core."))] = 1,
    option: Settings = None,
    seconds: Seconds = 10.0,
    as_json: Json = False,
) -> None:
    from rich.progress import Progress

    from hightable.lab import simulate as run
    from hightable.lab.outsider import words_of

    game = find(game_id)
    screen = Console(stderr=True)
    with Progress(console=screen, transient=True, disable=not screen.is_terminal) as progress:
        bar = progress.add_task(_(game.title), total=max(count, 1))
        report = run(
            game_id,
            words_of(bots),
            count,
            seed_text(seed),
            jobs,
            settings(game, option),
            lambda n: progress.update(bar, completed=n),
            seconds,
        )
    if as_json:
        print(json.dumps(report.data(), ensure_ascii=False))
        return
    Console().print(report_table(game, report))
    if game.max_seats > 1:
        Console().print(lines_table(report))
    for seat in report.seats:
        if seat.titles:
            Console().print(titles_table(seat, report.games))
    print(_("Decisions in a game: %(mean).1f on average, %(min)d to %(max)d.") % report.length)
    print(_("Endings: %(list)s.") % {"list": ", ".join(f"{_(name)} {n}" for name, n in report.endings.items())})


def report_table(game: Game, report: Report) -> Table:
    """How each bot did; who plays alone has nobody to win against."""
    table = Table(_("bot"), title=_("%(game)s: %(games)s games") % {"game": _(game.title), "games": report.games})
    versus = [_("wins"), _("share"), _("95 % interval")] if game.max_seats > 1 else []
    for column in (*versus, _("mean score"), _("95 % interval")):
        table.add_column(column, justify="right")
    for seat in report.seats:
        wins = [f"{seat.wins:.1f}", f"{seat.share:.1%}", "{:.1%} – {:.1%}".format(*seat.interval)] if versus else []
        table.add_row(seat.bot, *wins, f"{seat.mean_score:.2f}", "{:.2f} – {:.2f}".format(*seat.score_interval))
    return table


def lines_table(report: Report) -> Table:
    """Where the points came from: the mean of each line of the score sheet."""
    table = Table(_("mean points"))
    for seat in report.seats:
        table.add_column(seat.bot, justify="right")
    for line in report.seats[0].lines:
        table.add_row(_(line), *(f"{seat.lines.get(line, 0):.2f}" for seat in report.seats))
    return table


def titles_table(seat: Seat, games: int) -> Table:
    """How often a bot won each title."""
    from hightable.lab import wilson

    table = Table(_("title"), title=seat.bot)
    for column in (_("games"), _("share"), _("95 % interval")):
        table.add_column(column, justify="right")
    for title, count in sorted(seat.titles.items(), key=lambda item: -item[1]):
        share = count / games
        table.add_row(_(title), str(count), f"{share:.1%}", "{:.1%} – {:.1%}".format(*wilson(share, games)))
    return table


@app.command(help=_("Let a bot or a program of your own play at a table of a hall, over the network."))
def connect(
    url: Annotated[str, typer.Argument(metavar="URL", help=_("The hall's address, such as http://localhost:8000."))],
    table: Annotated[str, typer.Option(help=_("The table's id: the end of its link."))],
    bot: Annotated[str, typer.Option(help=_("A level, or a program such as ./my-bot.py."))],
    name: Annotated[str, typer.Option(help=_("What it is called at the table."))] = "Bot",
    token: Annotated[
        str | None, typer.Option(envvar="HIGHTABLE_TOKEN", help=_("Come as this guest instead of a new one."))
    ] = None,
    seconds: Seconds = 10.0,
) -> None:
    from hightable.connect import Visit
    from hightable.lab.outsider import seated

    with seated([bot.strip()], seconds) as players:
        result = Visit(url, table, players[0], seconds).play(name, token)
    print(_("The game is over. Points: %(scores)s.") % {"scores": ", ".join(map(str, result["scores"]))})


@app.command(help=_("Tell a recorded game as prose."))
def replay(
    file: RecordFile,
    eyes: Annotated[str | None, typer.Option(help=_("See what player N saw, or all; without: a spectator."))] = None,
) -> None:
    from hightable.terminal import score_sheet

    record, done = read_record(file)
    text, names = text_of(done.game), player_names(record)
    viewer = None if eyes in (None, "all") else player_number(eyes or "", record.seats) - 1
    again = Match(done.game, record.seats, done.seed, record.options, dice=record.dice)
    beats = again.opening
    for entry in [*done.entries, None]:
        for beat in beats:
            if beat.name in text.quiet or not (eyes == "all" or beat.known_to(viewer)):
                continue
            line = text.event_line(beat.name, beat.args, beat.state.view(viewer), names, _)
            if line is not None:
                print(f"\n{line}" if beat.name in text.heads else line)
        beats = [] if entry is None else again.enter(entry)
    Console().print(score_sheet(done.state.result, [*names, *text.guests(done.state.view(None))]))


@app.command(help=_("Check that a recorded game was dealt from its committed seed and played by the rules."))
def verify(file: RecordFile) -> None:
    record, match = read_record(file)
    names, points = player_names(record), match.state.result.scores
    scores = ", ".join(f"{name} {score}" for name, score in zip(names, points, strict=True))
    print(_("Seed: it is the one that was committed to, SHA-256 %(hash)s.") % {"hash": record.commitment})
    print(_("Actions: all %(count)s are allowed by the rules.") % {"count": len(record.entries)})
    print(_("Result: these actions give it, %(scores)s.") % {"scores": scores})


def read_record(file: Path) -> tuple[Record, Match]:
    """A record that holds in all its parts, or one line that says what is wrong and where."""
    try:
        if file.exists() and not file.is_file():
            fail(_("%(file)s: this is not a file.") % {"file": file})
        with file.open("rb") as source:
            data = source.read(RECORD_BYTES + 1)
    except OSError as error:
        fail(f"{file}: {error.strerror}")
    if len(data) > RECORD_BYTES:
        fail(_("%(file)s: this is too big for a record, more than 5 MB.") % {"file": file})
    try:
        record = Record.parse(data.decode())
        return record, record.verify(find)
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        fail(_("%(file)s: line %(line)s: this is not text.") % {"file": file, "line": line})
    except Damaged as damaged:
        fail(f"{file}: {damaged}")


def player_names(record: Record) -> list[str]:
    numbered = [_("Player %(number)s") % {"number": i + 1} for i in range(record.seats)]
    given = ["".join(sign for sign in name if sign.isprintable()) for name in record.players]
    return [*given, *numbered[len(given) :]]


def player_number(word: str, seats: int) -> int:
    from hightable.web.forms import whole_number

    number = whole_number(word, 1, seats)
    if number is None:
        raise Refused(N_("“%(word)s” is no player: 1 to %(seats)s, or all."), "", {"word": word[:40], "seats": seats})
    return number


def settings(game: Game, pairs: list[str] | None) -> dict[str, str | Path]:
    """Options as typed; the game says which values are possible. What names a file, and is no value, is that file."""
    options = {option.name: option for option in game.options}
    found: dict[str, str | Path] = {}
    for pair in pairs or []:
        name, sign, value = pair.partition("=")
        if not (sign and name and value) or name in found:
            raise Refused(N_("“%(pair)s” is no option: name=value is needed, each name once."), "", {"pair": pair[:40]})
        listed = name in options and options[name].listed(game.min_seats, value) is not None
        found[name] = Path(value) if names_file(value) and not listed else value
    return found


def names_file(value: str) -> bool:
    try:
        return value.lower().endswith(".toml") or Path(value).exists()
    except (OSError, ValueError):
        return False
