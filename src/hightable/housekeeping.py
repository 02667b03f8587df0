"""Commands for who keeps a hall: look after its data, carry them elsewhere, keep copies. `cli.py` adds them to
`hightable …`. Imports the hall."""

from __future__ import annotations

import asyncio
import signal
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.progress import Progress

from hightable.engine import N_, Refused
from hightable.locale import translator

if TYPE_CHECKING:
    from sqlalchemy import URL

    from hightable.hall.carry import Counts

_ = translator()
ILL = 1  # the exit code of a doctor who has found something

housekeeping = typer.Typer()
Data = Annotated[str, typer.Option(help=_("What keeps all tables: a file, or postgresql://…"))]
Source = Annotated[str, typer.Option("--from", metavar="DATA", help=_("Where the hall is now."))]
Target = Annotated[str, typer.Option("--to", metavar="DATA", help=_("Where it shall be; nothing may be there yet."))]
Backup = Annotated[Path, typer.Argument(metavar="FILE", help=_("The file of the backup."))]


@housekeeping.command(help=_("Carry a hall over to another data base. The old one is closed."))
def move(source: Source, target: Target) -> None:
    from hightable.hall import carry
    from hightable.hall.place import existing, place, shown

    old, new = existing(source), place(target)
    told(_("Moved to %(place)s:") % {"place": shown(new)}, carry.move(old, new))


@housekeeping.command(help=_("Write a running hall into a file."))
def backup(file: Backup, data: Data = "hightable.db") -> None:
    from hightable.hall import carry
    from hightable.hall.place import existing

    told(_("The backup is in %(file)s:") % {"file": file}, carry.backup(existing(data), file))


@housekeeping.command(help=_("Bring a hall back from a backup, into an empty data base."))
def restore(file: Backup, data: Data = "hightable.db") -> None:
    from hightable.hall import carry
    from hightable.hall.place import existing, place, shown

    existing(str(file))
    target = place(data)
    told(_("Restored to %(place)s:") % {"place": shown(target)}, carry.restore(file, target))


@housekeeping.command(help=_("Move bots and mind clocks for servers on the same PostgreSQL, until stopped."))
def worker(
    data: Data,
    minds: Annotated[int, typer.Option(min=1, max=256, help=_("Bots that think at the same time."))] = 2,
) -> None:
    from hightable.hall.place import place, shown
    from hightable.hall.store import Store

    url = place(data)
    if url.get_backend_name() == "sqlite":
        raise Refused(N_("A worker needs a PostgreSQL data base: on a file the server does it all."))
    Store(url).check()
    print(_("A worker for %(place)s  (stop with Ctrl-C)") % {"place": shown(url)}, flush=True)
    asyncio.run(work(url, minds))


async def work(url: URL, minds: int) -> None:
    """A hall without a door."""
    from hightable.hall.crew import Crew
    from hightable.hall.hall import Hall
    from hightable.hall.store import Store

    stopped = asyncio.Event()
    for sign in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(sign, stopped.set)
    crew = Crew(minds)
    crew.warm()
    hall = Hall(Store(url), crew)
    await hall.open()
    await stopped.wait()
    await hall.close()


def told(line: str, counts: Counts) -> None:
    print(line, ", ".join(f"{name} {count}" for name, count in counts.items()))


@housekeeping.command(help=_("Check that all tables at play can be played on under the installed rules."))
def doctor(data: Data = "hightable.db") -> None:
    from hightable.hall.doctor import examine
    from hightable.hall.place import existing

    screen = Console(stderr=True)
    with Progress(console=screen, transient=True, disable=not screen.is_terminal) as progress:
        bar = progress.add_task(_("Tables"))
        found = examine(existing(data), lambda done, of: progress.update(bar, completed=done, total=of))
    for (game, rules), count in found.past.items():
        gaps = {"count": count, "game": game, "rules": rules}
        print(_("%(count)s finished tables of %(game)s have rules version %(rules)s and can't be looked at.") % gaps)
    for ill in found.ill:
        print(f"{ill.table_id} {ill.game}: {ill.why}")
    gaps = {"sound": found.sound, "ill": len(found.ill)}
    print(_("%(sound)s tables can be played on, %(ill)s can't.") % gaps)
    if found.ill:
        raise typer.Exit(ILL)
