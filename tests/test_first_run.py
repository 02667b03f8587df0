"""The first run: which form is running and why, a port that is taken, and bots that move to the compiled engine while
the server keeps running on plain Python. What needs a fresh machine is in tools/clean_room.py."""

from __future__ import annotations

import asyncio
import os
import socket
from contextlib import closing
from pathlib import Path

import pytest
from typer import Exit

import hightable
from bench.engine import COMPILED
from hightable import cli, form
from hightable.engine import compiled
from hightable.hall import Crew
from hightable.web.first_run import follow_build

ROOT = Path(__file__).parents[1]


@pytest.fixture
def plain(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where a build that fails says why."""
    monkeypatch.setattr(form, "PLAIN", tmp_path / "plain.txt")
    return tmp_path / "plain.txt"


@pytest.fixture
def build() -> Path:
    found = ROOT / COMPILED
    if not any(found.glob("hightable/engine/contract.*.so")):
        message = "no compiled form: `make compile` makes it where a C compiler is installed"
        if os.environ.get("CI"):
            pytest.fail(message)
        pytest.skip(message)
    return found


@pytest.mark.skipif(compiled(), reason="this is the compiled form")
def test_plain_python_says_why(plain: Path) -> None:
    assert form.form() == "plain Python: run from source"
    plain.write_text("no C compiler found\n")
    assert form.form() == "plain Python: no C compiler found"


def test_a_taken_port_is_passed_over_if_none_was_asked_for(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as other:
        taken = other.getsockname()[1]
        monkeypatch.setattr(cli, "USUAL_PORT", taken)
        with closing(cli.listen("127.0.0.1", None)) as listener:
            found = listener.getsockname()[1]
            assert taken < found < taken + cli.PORTS
            assert capsys.readouterr().out == f"Port {taken} is taken, so port {found} it is.\n"
        with pytest.raises(Exit):
            cli.listen("127.0.0.1", taken)
        assert f"port {taken}: Address already in use" in capsys.readouterr().err
        monkeypatch.setattr(cli, "PORTS", 1)
        with pytest.raises(Exit):
            cli.listen("127.0.0.1", None)
        assert "are all taken" in capsys.readouterr().err


def test_bots_move_to_the_compiled_engine_when_it_is_built(build: Path, tmp_path: Path, plain: Path) -> None:
    """While they think, before the folder is there, and after."""
    said: list[str] = []

    async def main() -> None:
        crew = Crew(2)
        try:
            state = hightable.game("the-feast").start(3, "first run")
            late = tmp_path / "compiled"
            following = asyncio.create_task(follow_build(late, crew, said.append))
            thinking = [asyncio.create_task(crew.choose("the-feast", "cook", state.study(0))) for _ in range(4)]
            assert not await crew.compiled() or compiled()
            late.symlink_to(build)
            await asyncio.wait_for(following, 60)
            assert all(choice in state.legal(0) for choice in await asyncio.gather(*thinking))
            assert await crew.compiled()
            assert await crew.choose("the-feast", "cook", state.study(0)) in state.legal(0)
            advice = await crew.advise("the-feast", state.view(0))
            assert advice is not None and advice.action in state.legal(0)
        finally:
            crew.close()

    asyncio.run(main())
    assert said == ["The engine is compiled: from now on the bots think about twenty times as fast."]


def test_a_compiled_copy_that_does_not_run_leaves_the_bots_where_they_are(tmp_path: Path, plain: Path) -> None:
    broken = tmp_path / "compiled"
    (broken / "hightable").mkdir(parents=True)
    (broken / "hightable" / "__init__.py").write_text("raise SystemExit('not whole')")
    said: list[str] = []

    async def main() -> None:
        crew = Crew()
        try:
            await follow_build(broken, crew, said.append)
            state = hightable.game("the-feast").start(3, "first run")
            assert await crew.choose("the-feast", "apprentice", state.study(0)) in state.legal(0)
        finally:
            crew.close()

    asyncio.run(main())
    assert said == ["The engine is compiled, but the bots could not switch to it. Start again to use it."]


def test_a_build_that_fails_is_told_with_its_reason(tmp_path: Path, plain: Path) -> None:
    plain.write_text("no C compiler found\n")
    said: list[str] = []
    asyncio.run(follow_build(tmp_path / "compiled", Crew(), said.append))
    assert said == ["The engine can't be compiled here, so bots stay slow (plain Python: no C compiler found)."]
