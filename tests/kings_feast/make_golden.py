"""Writes the golden games of The King's Feast: finished records, and playthroughs that a person can read. Run it only
when a change of the rules is meant to alter stored games (and raise the game's rules version then):

    python -m tests.kings_feast.make_golden
"""

from __future__ import annotations

from pathlib import Path

from hightable.engine import Beat, Fast, Match, Record
from hightable.games.kings_feast import GAME
from tests.kings_feast.table import layout, patient

FOLDER = Path(__file__).parent / "golden"
OWN = "Small_supper:UDU.D/KUDAU/.DUD.>13,16,12,.,4/18,6,1,14,17/.,2,11,7,."
VARIANTS = {  # arrangement and seed; all endings are among them
    "beginners-banquet": ("beginners-banquet", "golden 16"),
    "full-feudal-feast": ("full-feudal-feast", "golden 8"),
    "surprise-party-soiree": ("surprise-party-soiree", "golden 34"),
    "round-table-roast": ("round-table-roast", "golden 33"),
    "own-arrangement": (OWN, "golden 12"),
}
END_GAME = GAME.parse("end-game")
LONGEST = 60  # actions, after which the player ends the game when he can


def game(name: str) -> Match:
    """A game of a patient player who chooses at random, and takes back now and then."""
    arrangement, seed = VARIANTS[name]
    match = Match(GAME, 1, seed, {"arrangement": arrangement})
    dice = Fast.of(f"{name} {seed}")
    while not match.state.over:
        tired = len(match.entries) > LONGEST and END_GAME in match.state.legal(0)
        match.apply(0, END_GAME if tired else patient(match.state.view(0), dice))
        if dice.below(8) == 0 and match.why_no_undo(0) is None:
            match.undo(0)
    return match


def playthrough(record: Record) -> str:
    """The record step by step: what was done, what happened, the table with all that is hidden, what the player knows,
    which effects are open, and what may be done next."""
    match = Match(GAME, 1, record.seed or "", record.options)
    shape = match.state.view(0)["arrangement"]
    lines = [f"The King's Feast, {shape['name']}, {shape['rows']} rows, {shape['columns']} columns", ""]
    lines += [f"goal: {' '.join(map(str, shape['goal']))}", ""]
    step(lines, match, match.opening)
    for i, (_seat, text) in enumerate(record.entries):
        lines.append(f"{i + 1}. {text}")
        step(lines, match, match.enter(record.entry(GAME, i)))
    end = match.state.result
    lines += [f"{line.text()}: {line.points[0]}" for line in end.lines]
    lines.append(f"result: score {end.scores[0]}, {end.titles[0]}, ended by {end.ending}")
    return "\n".join(lines) + "\n"


def step(lines: list[str], match: Match, beats: list[Beat]) -> None:
    """Add one step."""
    for beat in beats:
        lines.append(f"   * {beat.name}" + "".join(f" {name}={value}" for name, value in beat.args.items()))
    view = match.state.view(0)
    names = view["arrangement"]["cells"]
    lines += [f"   {row}" for row in layout(match.state).splitlines()]
    for name, cell in zip(names, view["cells"], strict=True):
        if not cell["up"]:
            known = ",".join(map(str, cell["maybe"])) + (f" {cell['how']}" if cell["how"] else "")
            lines.append(f"   {name} #{cell['id']}: {known}")
    for effect in view["stack"]:
        left = " ".join(names[cell] for cell in effect["left"])
        lines.append(f"   open: {effect['card']} ({effect['kind']}) {effect['verb']} {left}".rstrip())
    if not match.state.over:
        lines.append(f"   turn {view['turn']}, {view['phase']}: {', '.join(map(GAME.text, view['legal']))}")
    lines.append("")


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for name in VARIANTS:
        record = Record.parse(Record.of(game(name), ["Player 1"]).text())
        (FOLDER / f"{name}.record").write_text(record.text(), encoding="utf-8", newline="\n")
        (FOLDER / f"{name}.playthrough").write_text(playthrough(record), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
