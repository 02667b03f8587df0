"""One position as a table shows it to all who watch. Views and regions are made when they are first asked for, and
once; what is the same for everybody is drawn from what a spectator sees. Imports the engine and the sketches."""

from __future__ import annotations

from hightable.engine.compat import mypyc_attr
from hightable.engine.contract import State, View
from hightable.games.page import Person
from hightable.web.sketches import Sketches
from hightable.web.stage import Pieces, Regions


@mypyc_attr(acyclic=True)
class Scene:
    """A position, who sits there, and what each seat, or a spectator (None), has been shown of it."""

    def __init__(self, sketches: Sketches, state: State, people: list[Person]) -> None:
        self.people = people
        self._sketches = sketches
        self._state = state
        self._views: dict[int | None, View] = {}
        self._shared: dict[str, Pieces] = {}
        self._drawn: dict[int | None, Regions] = {}

    def view(self, seat: int | None) -> View:
        view = self._views.get(seat)
        if view is None:
            view = self._views[seat] = self._state.view(seat)
        return view

    def regions(self, seat: int | None) -> Regions:
        """The game's regions for this seat."""
        drawn = self._drawn.get(seat)
        if drawn is None:
            draw, regions, people = self._sketches.region, self._sketches.stage.page.regions, self.people
            if not self._shared:
                view = self.view(None)
                self._shared = {r.name: draw(r, None, view, people) for r in regions if r.shared}
            view = self.view(seat)
            drawn = self._drawn[seat] = {
                r.name: self._shared[r.name] if r.shared else draw(r, seat, view, people) for r in regions
            }
        return drawn
