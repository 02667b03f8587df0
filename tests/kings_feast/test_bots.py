"""The players of The King's Feast: they choose by the view alone, let the Assassin alone where they can, come to an
end, and each level is worth its name. Their advice is true."""

from __future__ import annotations

import json

import pytest

from hightable.bots import LEVELS, bot
from hightable.engine import Fast, View, check_game
from hightable.games.kings_feast import GAME
from hightable.games.kings_feast.rules import KingsFeast
from hightable.games.kings_feast.solver import LIMIT, PLANS
from tests.kings_feast.table import ODD, SHIPPED, games, place, seated


class Level:
    """A bot as a function of its view: with fresh dice and no plans, so that only the view can make a difference."""

    def __init__(self, level: str) -> None:
        self.bot = bot(level)

    def __call__(self, view: View) -> int:
        PLANS.clear()
        return self.bot.choose(GAME, view, Fast(1))


def deal(arrangement: str, number: int) -> KingsFeast:
    state = GAME.start(1, f"bots {number}", {"arrangement": arrangement}, dice="fast")
    assert isinstance(state, KingsFeast)
    return state


def scores(level: str, arrangement: str, count: int) -> float:
    """The mean score of some deals."""
    total = 0
    for number in range(count):
        state, dice = deal(arrangement, number), Fast.of(f"dice {number}")
        while not state.over:
            state.apply(0, bot(level).choose(GAME, state.view(0), dice))
        total += state.result.scores[0]
    return total / count


def test_an_apprentice_does_what_looks_best_and_the_others_search() -> None:
    assert set(GAME.efforts) == set(LEVELS[1:])


@pytest.mark.parametrize("level", ["random", "greedy", "cook"])
def test_a_bot_chooses_by_its_view_alone(level: str) -> None:
    check_game(GAME, games=1, options={"arrangement": SHIPPED[0]}, choices=[Level(level)], longest=2000)


@pytest.mark.parametrize("level", ["cook", "chef"])
@pytest.mark.parametrize("arrangement", [SHIPPED[0], SHIPPED[3]])
def test_what_is_hidden_and_the_way_through_json_make_no_difference(arrangement: str, level: str) -> None:
    choose = Level(level)
    for number, state in enumerate(games(arrangement, 2, longest=15)):
        if state.over:
            continue
        other = state.copy()
        other.redeal(0, Fast.of(f"again {number}"))
        views = state.view(0), json.loads(json.dumps(other.view(0)))
        assert choose(views[0]) == choose(views[1])


@pytest.mark.parametrize("level", LEVELS[:3])
@pytest.mark.parametrize("arrangement", ODD.values(), ids=ODD)
def test_every_game_comes_to_an_end(arrangement: str, level: str) -> None:
    state, dice = deal(arrangement, 0), Fast(2)
    while not state.over:
        state.apply(0, bot(level if state.completed < 12 else "greedy").choose(GAME, state.view(0), dice))
    assert state.completed <= LIMIT


@pytest.mark.parametrize("level", LEVELS)
def test_kf_59_enough_is_enough(level: str) -> None:
    """After very many turns every bot ends the game, whatever it could still do."""
    state = seated("11 5 (1)\n18 (3) (7)", goal="18 3 7\n5 11 1", known="everything", completed=LIMIT)
    assert GAME.text(bot(level).choose(GAME, state.view(0), Fast(1))) == "end-game"


@pytest.mark.parametrize("level", LEVELS)
def test_all_in_their_chairs_is_the_end(level: str) -> None:
    state = seated("11 5 (1)\n18 (3) (7)", known="everything")
    assert GAME.text(bot(level).choose(GAME, state.view(0), Fast(1))) == "end-game"


@pytest.mark.parametrize("level", LEVELS)
def test_noble_and_gambler_seat_everybody(level: str) -> None:
    """They turn each other up as often as one likes, so that the strong levels get everybody seated."""
    state = seated("11 (5) (1)\n(18) (3) (7)", goal="18 3 7\n5 11 1", known="everything")
    dice = Fast(3)
    while not state.over:
        state.apply(0, bot(level).choose(GAME, state.view(0), dice))
    assert level in ("apprentice", "cook") or state.result.scores == [0]


def test_nobody_looks_at_the_assassin_without_need() -> None:
    """Where he is known to lie, a bot peeks at him and flips him only if nothing else is left."""
    for arrangement in SHIPPED:
        for state in games(arrangement, 2, longest=40):
            feared = {name for name, cell in seats(state) if cell["number"] == 1 and not cell["up"]}
            legal = [GAME.text(action).partition(" ") for action in state.legal(0)]
            calm = [name for verb, _blank, name in legal if verb in ("peek", "flip") and name not in feared]
            if calm and len(calm) < len(legal) and not state.view(0)["stack"][0]["all"]:
                for level in ("greedy", "cook"):
                    chosen = GAME.text(Level(level)(state.view(0)))
                    assert chosen.partition(" ")[2] not in feared


def test_greedy_beats_random() -> None:
    for arrangement in SHIPPED:
        assert scores("greedy", arrangement, 30) < scores("random", arrangement, 30) - 1.5


@pytest.mark.parametrize(("arrangement", "most"), [(SHIPPED[0], 1.0), (SHIPPED[3], 6.0)])
def test_chef_beats_greedy(arrangement: str, most: float) -> None:
    chef = scores("chef", arrangement, 6)
    assert chef <= most
    assert chef < scores("greedy", arrangement, 24) - 2


# advice


def seats(state: KingsFeast) -> list[tuple[str, dict[str, object]]]:
    view = state.view(0)
    return list(zip(view["arrangement"]["cells"], view["cells"], strict=True))


def advised(arrangement: str, count: int, longest: int) -> list[tuple[KingsFeast, int, str, dict[str, object]]]:
    """Positions, and what is advised in each."""
    found = []
    for state in games(arrangement, count, longest=longest):
        if not state.over:
            advice = GAME.advise(state.view(0), Fast(1))
            assert advice is not None and advice.action in state.legal(0)
            found.append((state.copy(), advice.action, advice.reason, advice.gaps))
    return found


@pytest.fixture(scope="module")
def advice() -> list[tuple[KingsFeast, int, str, dict[str, object]]]:
    return advised(SHIPPED[0], 4, 30) + advised(SHIPPED[3], 2, 30)


def test_every_piece_of_advice_is_a_whole_sentence(
    advice: list[tuple[KingsFeast, int, str, dict[str, object]]],
) -> None:
    assert len(advice) > 60
    for _state, _action, reason, gaps in advice:
        text = reason % gaps
        assert text[0].isupper() and text.endswith(".") and "%" not in text
    assert len({reason for _state, _action, reason, _gaps in advice}) > 8


def test_advice_is_true(advice: list[tuple[KingsFeast, int, str, dict[str, object]]]) -> None:
    """What a sentence says of the action itself happens, whoever the unknown guests are."""
    checked = 0
    for state, action, reason, gaps in advice:
        for seed in range(3):
            world = state.copy()
            world.redeal(0, Fast(seed))
            after = world.copy()
            after.apply(0, action)
            goal = [int(number) for number in state.table.goal]
            sits = [int(number) for number in after.number]
            sat = [int(number) for number in world.number]
            if reason.startswith("It brings") and "nearer" not in reason:
                for gap in ("number", "second"):
                    if gap in gaps:
                        assert sits[goal.index(int(str(gaps[gap])))] == gaps[gap]
                        assert sat[goal.index(int(str(gaps[gap])))] != gaps[gap]
            elif reason.startswith("It brings"):
                number = int(str(gaps["number"]))
                home = place(state.table.cells[goal.index(number)])
                assert walk(state, sits.index(number), home) < walk(state, sat.index(number), home)
            elif reason.startswith("You learn"):
                cell = state.table.cells.index(f"r{gaps['row']}c{gaps['seat']}")
                assert [str(n) for n in state.view(0)["cells"][cell]["maybe"]] == str(gaps["numbers"]).split(", ")
                assert len(state.view(0)["cells"][cell]["maybe"]) > 1
                assert after.over or sat[cell] in {
                    c["number"] for c in after.view(0)["cells"] if c["number"] is not None
                }
            elif reason.startswith("It turns"):
                number, up = int(str(gaps["number"])), "up" in reason
                assert (world.up >> sat.index(number) & 1 == 1) is not up
                assert (after.up >> sits.index(number) & 1 == 1) is up
            else:
                continue
            checked += 1
    assert checked > 60


def walk(state: KingsFeast, cell: int, home: tuple[int, int]) -> int:
    row, column = place(state.table.cells[cell])
    return abs(row - home[0]) + abs(column - home[1])


def test_advice_at_the_end() -> None:
    state = seated("11 5 (1)\n18 (3) (7)", known="everything")
    advice = GAME.advise(state.view(0), Fast(1))
    assert advice is not None
    assert (GAME.text(advice.action), advice.reason) == (
        "end-game",
        "Everybody sits in the right chair: end the feast.",
    )
    state.apply(0, advice.action)
    assert GAME.advise(state.view(0), Fast(1)) is None
