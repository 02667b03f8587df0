"""What happens while `make play` compiles the engine in the background: as soon as the compiled copy is there, the bots
move over to it, and the terminal says so."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Final

from hightable.form import why_plain
from hightable.hall.crew import Crew
from hightable.locale import translator

PAUSE: Final = 1.0  # seconds between two looks at the folder


async def follow_build(folder: Path, crew: Crew, say: Callable[[str], None]) -> None:
    """Wait until the compiled copy appears in `folder`, or until its build has failed."""
    _ = translator()
    while True:
        if await asyncio.to_thread(folder.is_dir):  # it is moved there when it is complete
            if await crew.switch_to(folder):
                say(_("The engine is compiled: from now on the bots think about twenty times as fast."))
            else:
                say(_("The engine is compiled, but the bots could not switch to it. Start again to use it."))
            return
        if why := why_plain():
            say(_("The engine can't be compiled here, so bots stay slow (plain Python: %(why)s).") % {"why": why})
            return
        await asyncio.sleep(PAUSE)
