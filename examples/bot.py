#!/usr/bin/env python3
"""A bot for any game of High Table, in the standard library alone: one JSON line in, one JSON line out.

    hightable simulate the-feast --bots "./examples/bot.py",greedy --games 20
    hightable play royal-feast --seats you,./examples/bot.py
    hightable connect http://localhost:8000 --table TABLE --bot ./examples/bot.py

In The Feast it plays its highest card, which beats chance by a little; elsewhere it does anything that is allowed."""

import json
import random
import sys


def choose(question):
    luck = random.Random(question["dice"])  # the same dice, the same games
    cards = [action for action in question["legal"] if action.startswith("play ")]
    if cards and question["game"] == "the-feast":
        return max(cards, key=lambda action: int(action.split()[1]))
    return luck.choice(question["legal"])


for line in sys.stdin:
    message = json.loads(line)
    if "legal" in message:  # else it is {"result": …}: the game is over, and another one may begin
        print(json.dumps({"action": choose(message)}), flush=True)
