"""Where the data are: a file for SQLite, or the address of a PostgreSQL data base. Imports SQLAlchemy and the engine's
words."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import Final

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from hightable.engine.words import N_, Refused

SQLITE_BEGINS: Final = b"SQLite format 3\0"
NO_DATABASE: Final = N_(
    "%(file)s isn't a SQLite database: it is damaged, encrypted or something else. "
    "Choose another file; if your tables were in it, restore a backup into a new one: hightable restore."
)


def place(text: str) -> URL:
    """The data base that a host names: `hall.db`, `sqlite:hall.db`, `postgresql://…`; or Refused."""
    scheme, sign, rest = text.partition(":")
    if sign and scheme in ("postgresql", "postgres", "postgresql+psycopg"):
        return _postgres(f"postgresql+psycopg:{rest}")
    if sign and "//" in rest and scheme != "sqlite":
        gaps = {"scheme": scheme[:20]}
        raise Refused(N_("“%(scheme)s” is no data base we know. Give a file, or postgresql://…"), "", gaps)
    return _file(Path(rest.removeprefix("///")) if sign and scheme == "sqlite" else Path(text))


def existing(text: str) -> URL:
    """The same, of what must be there already."""
    url = place(text)
    if url.get_backend_name() == "sqlite" and not Path(str(url.database)).is_file():
        raise Refused(N_("%(file)s: there is no such file."), "", {"file": shown(url)})
    return url


def shown(url: URL) -> str:
    """The place without its password."""
    return str(url.database) if url.get_backend_name() == "sqlite" else url.render_as_string(hide_password=True)


def _postgres(text: str) -> URL:
    try:
        url = make_url(text)
    except (ArgumentError, ValueError):
        raise Refused(N_("This is no address of a data base: postgresql://user@host/name is needed.")) from None
    if find_spec("psycopg") is None:
        raise Refused(N_("PostgreSQL needs a part that is not installed: pip install 'hightable[postgres]'."))
    return url


def _file(path: Path) -> URL:
    gaps = {"file": str(path)[:200]}
    if path.is_dir() or not path.absolute().parent.is_dir():
        raise Refused(N_("%(file)s: this can't be a file of tables: no such folder, or a folder itself."), "", gaps)
    try:
        if path.exists():
            with path.open("rb") as file:
                if file.read(16) not in (b"", SQLITE_BEGINS):
                    raise Refused(NO_DATABASE, "", gaps)
    except OSError as error:
        why = {"why": error.strerror or str(error)}
        raise Refused(N_("%(file)s: the file of tables can't be read: %(why)s."), "", gaps | why) from None
    return URL.create("sqlite", database=str(path))
