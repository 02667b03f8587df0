"""Other people's bots: real programs on stdin and stdout."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from hightable.engine import Fast, Refused
from hightable.games import game as find
from hightable.games import games
from hightable.lab import simulate
from hightable.lab.outsider import Failed, Outsider, is_command, player_of, short_name, words_of

EXAMPLES = Path(__file__).parents[1] / "examples"
PYTHON, NODE = f"{sys.executable} {EXAMPLES}/bot.py", f"node {EXAMPLES}/bot.js"
node = pytest.mark.skipif(shutil.which("node") is None, reason="no Node.js: install your system's package `nodejs`")
LANGUAGES = [pytest.param(PYTHON, id="python"), pytest.param(NODE, id="javascript", marks=node)]

# A bot that notes what it is told, and what is wrong with it by its name.
SCRIPT = """
import json, os, sys, time
kind, file = sys.argv[1:3]
for line in sys.stdin:
    message = json.loads(line)
    with open(file, "a") as notes:
        notes.write(line)
    if "legal" not in message:
        continue
    said = {
        "silent": None, "illegal": '{"action": "fly"}', "no-json": "fly", "number": "7", "list": "[]",
        "no-action": "{}", "long": '{"action": "' + "x" * 100_000 + '"}', "deep": "[" * 60_000,
        "half": '{"action": "play 3"}', "good": json.dumps({"action": message["legal"][-1]}),
    }.get(kind)
    if kind == "dies":
        sys.exit(7)
    if kind == "late":
        time.sleep(60)
    print(said or "", end="" if kind == "half" else "\\n", flush=True)
    if kind == "half":
        break
"""


@pytest.fixture
def made(tmp_path: Path):
    """A bot of this kind: its command, and the file of its notes."""
    script = tmp_path / "bot.py"
    script.write_text(SCRIPT)

    def make(kind: str) -> tuple[str, Path]:
        notes = tmp_path / f"{kind}.notes"
        return f"{sys.executable} {script} {kind} {notes}", notes

    return make


def hightable(*words: str, typed: str = "", **env: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", "from hightable.cli import main; main()", *words]
    return subprocess.run(
        command, input=typed, capture_output=True, text=True, timeout=120, env={"PATH": "/usr/bin:/bin", **env}
    )


@pytest.mark.parametrize("command", LANGUAGES)
@pytest.mark.parametrize("game", sorted(games()))
def test_the_examples_play_every_game(command, game):
    bots = [command, *["random"] * (max(2, find(game).min_seats) - 1)][: find(game).max_seats]
    report = simulate(game, bots, 1, "examples")
    assert report.games == 1 and report.seats[0].bot.startswith("bot.")


@pytest.mark.parametrize("command", LANGUAGES)
def test_the_same_seed_gives_the_same_games_with_programs_too(command):
    assert simulate("royal-feast", [command, "greedy"], 2, "x") == simulate("royal-feast", [command, "greedy"], 2, "x")


@pytest.mark.parametrize("command", LANGUAGES)
def test_the_examples_beat_chance_in_the_feast_as_they_say(command):
    assert simulate("the-feast", [command, *["random"] * 4], 150, "1", jobs=1).seats[0].share > 0.22


def test_a_program_gets_what_every_bot_gets_and_nothing_else(made):
    command, notes = made("good")
    game = find("royal-feast")
    state = game.start(2, "what it gets")
    bot = Outsider(command)
    for _ in range(12):
        seat = state.deciding[0]
        state.apply(seat, bot.choose(game, state.study(seat), Fast(1)) if seat == 0 else state.legal(seat)[0])
        if seat == 0:
            told = json.loads(notes.read_text().splitlines()[-1])
            assert set(told) == {"game", "seat", "view", "legal", "seconds", "dice"}
            assert told["view"]["viewer"] == told["seat"] == 0 and told["game"] == "royal-feast"
    bot.close()


def test_a_program_hears_how_each_game_ended(made):
    command, notes = made("good")
    simulate("the-feast", [command, "random"], 2, "heard")
    results = [json.loads(line) for line in notes.read_text().splitlines() if "result" in json.loads(line)]
    assert len(results) == 2 and set(results[0]["result"]) == {"scores", "places", "winners", "ending"}


@pytest.mark.parametrize(
    ("kind", "sentence"),
    [
        ("silent", "no JSON object"),
        ("illegal", "“fly” is not one of its legal actions"),
        ("no-json", "no JSON object"),
        ("number", "no JSON object"),
        ("list", "no JSON object"),
        ("no-action", "no JSON object"),
        ("deep", "no JSON object"),
        ("long", "too long"),
        ("half", "ends in the middle of a line"),
        ("dies", "it ended with code 7"),
        ("late", "no answer within 0.5 seconds"),
    ],
)
def test_a_program_that_fails_is_told_in_a_sentence(made, kind, sentence):
    game = find("the-feast")
    bot = Outsider(made(kind)[0], 0.5 if kind == "late" else 30)
    with pytest.raises(Failed) as failed:
        bot.choose(game, game.start(2, "x").study(0), Fast(1))
    bot.close()
    assert sentence in str(failed.value) and "bot.py" in str(failed.value)


def test_a_program_that_never_reads_is_late(tmp_path):
    deaf = tmp_path / "deaf.py"
    deaf.write_text("import time\nwhile True:\n    time.sleep(1)\n")
    bot, game = Outsider(f"{sys.executable} {deaf}", 0.5), find("the-feast")
    view = {**game.start(2, "x").study(0), "filler": "x" * 1_000_000}  # more than a pipe holds
    with pytest.raises(Failed, match="no answer within"):
        bot.choose(game, view, Fast(1))
    bot.close()


def test_what_can_not_be_started_is_told_in_a_sentence():
    game = find("the-feast")
    for command in ("./no-such-bot", "/", f"{EXAMPLES}/../README.md", "sh 'unclosed"):
        with pytest.raises(Failed, match="can't be started"):
            Outsider(command).choose(game, game.start(2, "x").study(0), Fast(1))


def test_a_simulation_stops_where_a_program_fails(made):
    ran = hightable("simulate", "the-feast", "--bots", f"{made('illegal')[0]},greedy", "--games", "3")
    assert ran.returncode == 2 and ran.stdout == ""
    assert "can't go on: “fly” is not one of its legal actions." in ran.stderr and ran.stderr.count("\n") == 1


def test_in_the_terminal_a_bot_of_ours_plays_on(made):
    ran = hightable("play", "the-feast", "--seats", f"greedy,{made('dies')[0]}", "--seed", "x")
    assert ran.returncode == 0
    assert "it ended with code 7" in ran.stdout and "A bot of ours plays on for it." in ran.stdout
    assert "Score sheet" in ran.stdout


def test_players_are_named_by_levels_or_commands():
    assert words_of(" Greedy,./My-Bot.py --Deep , python3 b.py") == ["greedy", "./My-Bot.py --Deep", "python3 b.py"]
    assert not is_command("greedy") and is_command("./x") and is_command("node x.js")
    assert short_name("python3 -u some/My-Bot.py") == "My-Bot.py" and short_name("greedy") == "greedy"
    with pytest.raises(Refused, match="no bot called"):
        player_of("my-bot")
