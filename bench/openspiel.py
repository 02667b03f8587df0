"""OpenSpiel as a worker: The Feast as one writes a Python game for it (chance as nodes of its own, seats one after the
other, an observer for information states), its information-set search on that, and both on its own goofspiel, which is
written in C++. It runs where `open_spiel` is installed and imports nothing of ours but the yardstick, whose games it
replays to prove that the rules are the same.

    python -m bench.openspiel"""

from __future__ import annotations

import random
from collections import Counter
from functools import partial

import numpy as np
import pyspiel
from open_spiel.python.algorithms.ismcts import ISMCTSBot
from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator

from bench.worker import answer
from bench.yardstick import DECK, HAND_SIZE, Feast, Stream, line

SEATS = 5
SAME = 20  # games to replay
ITERATIONS = 20  # of one search
HANDS = 4
COUNTS = [DECK.count(rank) for rank in range(11)]
KIND = pyspiel.GameType(
    short_name="python_the_feast",
    long_name="Python The Feast",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.GENERAL_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=8,
    min_num_players=4,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=False,
    provides_observation_tensor=False,
    parameter_specification={"players": SEATS},
)


class TheFeast(pyspiel.Game):
    def __init__(self, params=None):
        self.seats = (params or {}).get("players", SEATS)
        bounds = pyspiel.GameInfo(
            num_distinct_actions=11,
            max_chance_outcomes=11,
            num_players=self.seats,
            min_utility=0.0,
            max_utility=float(HANDS * sum(DECK)),
            max_game_length=HANDS * 8 * (self.seats + 1),
        )
        super().__init__(KIND, bounds, params or {})

    def new_initial_state(self):
        return Position(self)

    def make_py_observer(self, iig_obs_type=None, params=None):
        return Observer()


class Position(pyspiel.State):
    """Chance draws a rank; a player plays a rank, or takes a gaffe's rank, or 0 for the topic."""

    def __init__(self, game):
        super().__init__(game)
        self.seats = game.seats
        self.size = HAND_SIZE[game.seats]
        self.hand_number = 0
        self.totals = [0] * self.seats
        self.over = False
        self.start_hand()

    def start_hand(self):
        self.hand_number += 1
        self.left = list(COUNTS)
        self.undealt = self.seats * self.size
        self.hands = [[] for _ in range(self.seats)]
        self.captured = [0] * self.seats
        self.seen = []
        self.start_round()

    def start_round(self):
        self.topic = None
        self.ploys = []
        self.gaffes = []
        self.chooser = None

    def current_player(self):
        if self.over:
            return pyspiel.PlayerId.TERMINAL
        if self.topic is None and self.chooser is None:
            return pyspiel.PlayerId.CHANCE
        return len(self.ploys) if self.chooser is None else self.chooser

    def chance_outcomes(self):
        cards = sum(self.left)
        return [(rank, count / cards) for rank, count in enumerate(self.left) if count]

    def _legal_actions(self, player):
        if self.chooser is not None:
            return self.gaffes if self.topic is None else [0, *self.gaffes]
        return sorted(set(self.hands[player]))

    def _apply_action(self, action):
        if self.chooser is not None:
            self.captured[self.chooser] += action or self.topic
            self.finish_round()
        elif self.topic is None:
            self.draw(action)
        else:
            self.lay(action)
            if len(self.ploys) == self.seats:
                self.resolve()

    def draw(self, rank):
        self.left[rank] -= 1
        if self.undealt:
            self.hands[self.seats - (self.undealt - 1) // self.size - 1].append(rank)
            self.undealt -= 1
        else:
            self.topic = rank
            if len(self.hands[0]) == 1:
                for hand in self.hands:
                    self.ploys.append(hand.pop())
                self.resolve()

    def lay(self, rank):
        self.hands[len(self.ploys)].remove(rank)
        self.ploys.append(rank)

    def resolve(self):
        counts = Counter(self.ploys)
        self.gaffes = sorted(rank for rank, count in counts.items() if count > 1)
        unmatched = [rank for rank in self.ploys if counts[rank] == 1]
        if len(unmatched) == 1:
            self.chooser = self.ploys.index(unmatched[0])
            return
        if unmatched:
            self.captured[self.ploys.index(max(unmatched))] += self.topic
            self.topic = None
            lowest = self.ploys.index(min(unmatched))
            if len(self.gaffes) > 1:
                self.chooser = lowest
                return
            self.captured[lowest] += sum(self.gaffes)
        self.finish_round()

    def finish_round(self):
        self.seen += self.ploys
        self.start_round()
        if self.hands[0]:
            return
        for seat in range(self.seats):
            self.totals[seat] += self.captured[seat]
        if self.hand_number == HANDS:
            self.over = True
        else:
            self.start_hand()

    def is_terminal(self):
        return self.over

    def returns(self):
        return [float(total) for total in self.totals] if self.over else [0.0] * self.seats

    def _action_to_string(self, player, action):
        return str(action)

    def __str__(self):
        return f"{self.hand_number} {self.totals} {self.captured} {self.topic} {self.ploys} {self.hands}"


class Observer:
    """What a player knows, for the search."""

    def __init__(self):
        self.tensor, self.dict = np.zeros(0, np.float32), {}

    def set_from(self, state, player):
        pass

    def string_from(self, state, player):
        spoken = state.ploys if state.chooser is not None else state.ploys[player : player + 1]
        public = (state.hand_number, state.totals, state.captured, state.topic, state.chooser, state.seen)
        return f"{player} {sorted(state.hands[player])} {spoken} {len(state.ploys)} {public}"


def redeal(state, player):
    """A position that the player can't tell from this one."""
    world = state.clone()
    others = [seat for seat in range(world.seats) if seat != player]
    hidden = len(world.ploys) if world.chooser is None else 0
    pool = [rank for rank, count in enumerate(world.left) for _ in range(count)]
    for seat in others:
        pool += world.hands[seat]
        if seat < hidden:
            pool.append(world.ploys[seat])
    random.shuffle(pool)
    for seat in others:
        world.hands[seat] = [pool.pop() for _ in world.hands[seat]]
        if seat < hidden:
            world.ploys[seat] = pool.pop()
    world.left = [pool.count(rank) for rank in range(11)]
    return world


def play(game) -> int:
    """A random game; its number of decisions."""
    state, decisions = game.new_initial_state(), 0
    while not state.is_terminal():
        if state.is_chance_node():
            ranks, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(random.choices(ranks, chances)[0])
        elif state.is_simultaneous_node():
            state.apply_actions([random.choice(state.legal_actions(seat)) for seat in range(state.num_players())])
            decisions += state.num_players()
        else:
            state.apply_action(random.choice(state.legal_actions()))
            decisions += 1
    return decisions


class Recorded(Feast):
    """The yardstick with a list of all cards in the order in which they come into the game."""

    def __init__(self, seats, stream):
        self.cards = []
        super().__init__(seats, stream)

    def start_round(self):
        if len(self.players[0].hand) == HAND_SIZE[len(self.players)]:
            self.cards += [rank for player in self.players for rank in player.hand] + self.deck
        super().start_round()


def replay() -> str:
    """The yardstick's games, card by card and choice by choice; what comes out here."""
    choices, told = Stream(7), ""
    for i in range(SAME):
        ours, decisions, drawn = Recorded(4 + i % 5, Stream(i)), 0, 0
        theirs = TheFeast({"players": len(ours.players)}).new_initial_state()
        while not theirs.is_terminal():
            if theirs.is_chance_node():
                theirs.apply_action(ours.cards[drawn])
                drawn += 1
                continue
            legal = ours.legal()
            if legal != theirs.legal_actions():
                return f"game {i} offers other choices"
            choice = legal[choices.below(len(legal))]
            ours.play(choice)
            theirs.apply_action(choice)
            decisions += 1
        told += line(decisions, [int(total) for total in theirs.returns()])
    return told


class Search:
    """OpenSpiel's information-set search in Python, at the first decision of a game: one run is some iterations."""

    def __init__(self, game, resample):
        evaluator = RandomRolloutEvaluator(1, np.random.RandomState(1))
        self.bot = ISMCTSBot(game, evaluator, 2.0, ITERATIONS, random_state=np.random.RandomState(2))
        self.bot.set_resampler(resample)
        self.state = game.new_initial_state()
        while self.state.is_chance_node():
            ranks, chances = zip(*self.state.chance_outcomes(), strict=True)
            self.state.apply_action(random.choices(ranks, chances)[0])

    def run(self) -> None:
        self.bot.run_search(self.state)


def main() -> None:
    random.seed(1)
    feast = TheFeast()
    goofspiel = pyspiel.load_game("goofspiel", {"players": SEATS, "num_cards": 8, "imp_info": True})
    in_turn = pyspiel.convert_to_turn_based(goofspiel)

    timed = {
        "playout the-feast": partial(play, feast),
        "playout goofspiel": partial(play, goofspiel),
        "search the-feast": Search(feast, redeal).run,
        "search goofspiel": Search(in_turn, lambda state, player: state.clone()).run,
    }
    told = {
        "games the-feast": replay,
        "decide goofspiel": partial(play, goofspiel),
        "iterations the-feast": lambda: ITERATIONS,
        "iterations goofspiel": lambda: ITERATIONS,
    }
    answer("openspiel", timed, told)


if __name__ == "__main__":
    main()
