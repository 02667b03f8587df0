"""HF-1 … HF-21: the engine's model, the components, the setup."""

from __future__ import annotations

from collections import Counter

import pytest

from hightable.engine import Match, Refused
from hightable.games.henrys_feast.deck import BACKS, HOUSE, KINDS, deck
from hightable.games.henrys_feast.game import GAME
from hightable.games.henrys_feast.pieces import CARDS, STOCKROOM
from tests.henrys_feast.played import played
from tests.henrys_feast.table import BONUS, DISH, IDS, Table, back, holds_together, kitchen, new, stocked, table

VERBS = {
    "active": "pass go-market go-corner go-stockroom cook-dishes share-pantry",
    "market": "buy done",
    "corner": "peek-top steal-top steal-display steal-down steal-up no-option",
    "corner-down": "take-top take",
    "corner-up": "take",
    "corner-buy": "buy done",
    "stockroom": "clear fresh-stock fill take put cook done",
    "share": "share put cook done",
    "cook": "cook done",
    "passive": "discard discard-station put cook end-turn",
    "final-first": "go-stockroom share-pantry cook skip",
}  # HF-6
KITCHEN_SETUP = {2: (2, 9), 3: (2, 6), 4: (3, 3), 5: (3, 0)}  # market cards of a kind, discard pile: HF-20


# 1. Engine model


def test_hf_1_exactly_one_seat_decides() -> None:
    for t, _o, _text in played(3, "s"):
        if not t.state.over:
            assert t.state.deciding == [t.view()["now"]]


def test_hf_1_nobody_acts_in_anothers_turn() -> None:
    t = new(3)
    other = (t.seat + 1) % 3
    assert t.state.legal(other) == []
    for text in t.legal:
        with pytest.raises(Refused):
            t.state.apply(other, GAME.parse(text))


def test_hf_2_the_only_legal_action_is_not_done_by_itself() -> None:
    t = table(kitchen(), phase="market", bought="rice egg", active="go-market")
    assert t.legal == ["done"]
    t.do("done")
    assert t.legal == ["end-turn"] and t.seat == 0


def test_hf_3_same_seed_options_and_actions_same_game() -> None:
    texts = [text for _t, _o, text in played(4, "s") if text]
    one, other = (new(4, "s", round_limit=30) for _game in range(2))
    one.do(*texts)
    other.do(*texts)
    assert one.state.dump() == other.state.dump() and one.state.over


def test_hf_3_another_seed_another_game() -> None:
    books = {tuple(new(2, str(number)).book) for number in range(20)}
    assert len(books) == 20


def test_hf_3_chance_acts_only_where_the_rules_say() -> None:
    chance = ("peek-top", "steal-top", "take-top", "take", "fresh-stock", "fill")
    spoke = Counter[str]()
    for number in range(3):
        drawn, before, phase = None, "", ""
        for t, o, text in played(3, str(number), ahead=True):
            if before and t.state.dice.drawn != drawn:
                assert before in chance and not (before == "take" and phase == "stockroom")
                spoke[before] += 1
            drawn, before, phase = t.state.dice.drawn, text.split(" ")[0], o.phase
    assert set(spoke) == set(chance) - {"take-top"}  # too rare here, see HF-34


def test_hf_3_filling_from_the_deck_is_no_chance() -> None:
    t = table(kitchen(), phase="stockroom")
    drawn = t.state.dice.drawn
    t.do("fill")
    assert t.state.dice.drawn == drawn


def test_hf_4_a_card_keeps_kind_and_origin_and_is_fresh_in_its_round() -> None:
    t = table(kitchen("egg@stock salt@market"), row="rice", phase="stockroom", filled=True)
    t.do("take rice pantry", "done", "end-turn")
    assert t.pantry(0) == ["egg@stock", "rice@stock!", "salt@market"]
    t.do("go-market", "buy milk", "done")
    assert "milk@market!" in t.pantry(1)
    t.do("end-turn")
    assert t.pantry(0) == ["egg@stock", "rice@stock", "salt@market"]
    assert t.pantry(1) == ["milk@market"]


def test_hf_4_cards_dealt_at_setup_are_stock_and_not_fresh() -> None:
    t = new(5)
    for seat in range(5):
        assert all(card % 4 == STOCKROOM * 2 for card in t.kitchen(seat)["pantry"])


def test_hf_4_a_card_that_has_left_the_kitchens_is_not_fresh_any_more() -> None:
    """It comes back in the next round as any other card of its pile."""
    t = table(kitchen(s1=stocked("rajma", "market", "!")), phase="cook", active="cook-dishes")
    t.do("cook s1 rajma", "done", "end-turn", "pass", "end-turn", "go-market", "buy onion", "done", "end-turn")
    t.do("pass", "end-turn")
    assert t.pantry(0) == ["onion@market"]


def test_hf_5_equal_cards_are_listed_once() -> None:
    t = table(kitchen("rice@stock rice@stock"), phase="passive")
    assert t.may("discard") == ["rice@stock"]
    t = table(kitchen("rice@stock rice@stock"), phase="stockroom")
    assert t.may("put") == ["rice@stock s1", "rice@stock s2"]
    t = table(kitchen(), row="rice rice", phase="stockroom", filled=True)
    assert t.may("take") == ["rice pantry", "rice s1", "rice s2"]


def test_hf_5_cards_of_other_origin_or_freshness_are_listed_separately() -> None:
    t = table(kitchen("rice@stock rice@stock! rice@market rice@market!"), phase="stockroom")
    assert t.may("put") == [
        f"{card} s{n}" for card in ("rice@market", "rice@market!", "rice@stock", "rice@stock!") for n in (1, 2)
    ]
    t.do("put rice@stock! s2")
    assert t.pantry(0) == ["rice@market", "rice@market!", "rice@stock"]


@pytest.mark.parametrize(("seats", "options"), [(2, {}), (3, {"quick": "yes"}), (4, {"team": "yes"})])
def test_hf_6_actions_by_phase(seats: int, options: dict[str, object]) -> None:
    phases = set()
    for number in range(2):
        for t, _o, text in played(seats, f"phases {number}", options, ahead=True):
            if text:
                phase = t.phase
                phases.add(phase)
                verbs = {legal.split(" ")[0] for legal in t.legal}
                assert verbs <= {*VERBS[phase].split(), "last-call"}
    missing = {"share"} if seats < 4 else set()
    missing |= {"corner-down", "corner-up"} if "quick" in options else set()
    assert phases == set(VERBS) - missing


def test_hf_6_the_notation() -> None:
    t = table(kitchen("rice@stock! rice@market"), phase="stockroom")
    assert "put rice@stock! s2" in t.legal and "put rice@market s1" in t.legal
    assert {"hard-dessert", "medium-entree", "easy-appetizer"} < set(BACKS)
    for text in ("steal-display kheer", "take medium-dessert", "take kheer", "cook s5 kheer", "cook s1 rajma for 3"):
        assert GAME.text(GAME.parse(text)) == text


# 2. Components


def test_hf_7_fifteen_kinds_and_two_sets_of_45() -> None:
    assert KINDS == (
        "beans", "carrot", "cheese", "egg", "flour", "herbs", "lemon", "milk", "onion", "potato", "red-chili",
        "rice", "salt", "sugar", "tomato",
    )  # fmt: skip
    t = new(5)
    dealt = [CARDS[card].split("@")[0] for seat in range(5) for card in t.kitchen(seat)["pantry"]]
    assert Counter(t.deck + t.discard + dealt) == dict.fromkeys(KINDS, 3)
    assert t.view()["market"] == [3] * 15


def test_hf_8_fifty_recipes_by_difficulty_and_course() -> None:
    assert Counter(map(back, IDS)) == {
        "easy-appetizer": 5, "easy-entree": 8, "easy-dessert": 5, "medium-appetizer": 5, "medium-entree": 9,
        "medium-dessert": 5, "hard-appetizer": 3, "hard-entree": 7, "hard-dessert": 3,
    }  # fmt: skip
    size = {"easy": 3, "medium": 4, "hard": 5}
    assert all(len(kinds) == size[back(recipe).split("-")[0]] for recipe, kinds in DISH.items())


def test_hf_9_every_dessert_has_sugar_and_nothing_else_does() -> None:
    for recipe, kinds in DISH.items():
        assert ("sugar" in kinds) == back(recipe).endswith("dessert")


def test_hf_10_the_back_shows_difficulty_and_course() -> None:
    t = table(kitchen(hand="gulab-jamun"), feast=("kheer", "egg-curry", "minestrone"), book="jalebi")
    view = t.view(1)
    assert [BACKS[card["back"]] for card in view["feast"]] == ["easy-dessert", "medium-entree", "hard-appetizer"]
    assert BACKS[view["book_top"]["back"]] == "easy-dessert"
    assert BACKS[view["kitchens"][0]["hand"][0]["back"]] == "medium-dessert"


def test_hf_10_the_list_of_all_recipes_is_common_knowledge() -> None:
    view = new(2).view(None)
    assert deck(view["options"]["deck"]).names == deck(HOUSE).names


def test_hf_11_our_deck_has_no_two_dishes_that_could_be_confused() -> None:
    sets = [frozenset(kinds) for kinds in DISH.values()]
    assert all(len(kinds) == len(set(kinds)) for kinds in DISH.values())
    assert len(set(sets)) == 50
    bare = [kinds - {"sugar"} for kinds in sets if "sugar" in kinds]
    assert len(set(bare)) == 13 and not set(bare) & set(sets)
    assert set(Counter(kind for kinds in DISH.values() for kind in kinds).values()) == {13}


def test_hf_12_the_board() -> None:
    view = new(3).view(None)
    assert (len(view["feast"]), len(view["market"]), len(view["display"]), len(view["bonus"])) == (3, 15, 4, 4)
    assert view["worth"] == [False] * 3 and view["called"] is None and view["first"] in range(3)
    assert [BACKS[card["back"]].split("-")[0] for card in view["feast"]] == ["easy", "medium", "hard"]


def test_hf_12_the_row_holds_at_most_eight() -> None:
    t = table(kitchen(tracks=(0, 3, 0, 0)), phase="stockroom")
    t.do("fill")
    assert len(t.row) == 8


def test_hf_13_a_kitchen() -> None:
    mine = kitchen("rice@stock", s2="egg@market!", tracks=(1, 0, 2, 1), hand="kheer", pile="jalebi", feasted="easy")
    seen = table(mine).view(0)["kitchens"][0]
    assert [CARDS[card] for card in seen["pantry"]] == ["rice@stock"]
    assert [[CARDS[card] for card in cards] for cards in seen["stations"]] == [[], ["egg@market!"], [], [], []]
    assert (seen["tracks"], seen["feasted"]) == ([1, 0, 2, 1], [True, False, False])
    assert (seen["hand"][0]["recipe"], seen["pile"]) == (IDS.index("kheer"), [IDS.index("jalebi")])


def shopping(level: int, seats: int = 4) -> Table:
    """A cook with this level everywhere, enough space, and the market before him."""
    return table(kitchen(tracks=(level,) * 4), seats=seats, phase="market")


@pytest.mark.parametrize("level", range(4))
def test_hf_14_what_a_level_gives(level: int) -> None:
    t = table(kitchen("rice@stock", tracks=(level,) * 4), phase="stockroom")
    assert t.may("put") == [f"rice@stock s{n}" for n in range(1, 3 + level)]
    t.do("fill")
    assert len(t.row) == 5 + level
    seen = t.kitchen(0)
    assert (seen["unlocked"], seen["pantry_size"], seen["hand_limit"]) == (2 + level, 5 + level, 1 + level)
    t = shopping(level)
    for n in range(2 + level):
        t.do(f"buy {KINDS[n]}")
    assert t.legal == ["done"]
    t = table(kitchen(tracks=(0, 0, 0, level)), phase="corner")
    options = {text.split(" ")[0] for text in t.legal}
    added = ["steal-display", "steal-down", "steal-up"][:level]
    assert options == {"peek-top", "steal-top", "no-option", *added}


def test_hf_14_the_highest_level_gives_fresh_stock_and_xl() -> None:
    for level in range(4):
        t = table(kitchen(tracks=(0, level, 0, 0)), discard="rice", phase="stockroom")
        assert ("fresh-stock" in t.legal) == (level == 3)
        t = shopping(level)
        t.do("buy rice")
        assert ("buy rice" in t.legal) == (level == 3)


def test_hf_14_a_new_level_counts_at_once() -> None:
    t = table(
        kitchen("egg@stock", s1=stocked(BONUS[0]), s2=stocked(BONUS[1])), phase="cook", active="cook-dishes"
    )  # fmt: skip
    t.do(f"cook s1 {BONUS[0]}")
    assert t.kitchen(0)["unlocked"] == 3
    t.do(f"cook s2 {BONUS[1]}", "done", "put egg@stock s3")
    assert t.station(0, 3) == ["egg@stock"] and t.kitchen(0)["pantry_size"] == 6


def test_hf_14_tracks_never_fall() -> None:
    for number in range(2):
        levels = [0] * 12
        for t, _o, _text in played(3, f"tracks {number}"):
            now = [level for k in t.view()["kitchens"] for level in k["tracks"]]
            assert all(new >= old for new, old in zip(now, levels, strict=True))
            levels = now
        assert sum(levels) > 2


# 3. Setup


def test_hf_15_four_easy_entrees_on_the_bonus_spots() -> None:
    spots = [Counter[int]() for _spot in range(4)]
    for number in range(80):
        view = new(2, str(number)).view(None)
        assert len(set(view["bonus"])) == 4
        for spot, recipe in enumerate(view["bonus"]):
            spots[spot][recipe] += 1
            assert back(IDS[recipe]) == "easy-entree"
    assert all(len(seen) == 8 for seen in spots)


def test_hf_15_the_other_four_return_to_the_easy_recipes() -> None:
    feast, later = set(), set()
    for number in range(120):
        t = new(2, str(number))
        feast.add(back(IDS[t.state.feast[0]]))
        later |= {back(recipe) for recipe in (*t.book, *map(str, t.display))}
    assert feast == {"easy-appetizer", "easy-entree", "easy-dessert"} and "easy-entree" in later


def test_hf_16_one_of_each_difficulty_face_down_of_any_course() -> None:
    found: set[tuple[int, str]] = set()
    for number in range(120):
        t = new(2, str(number))
        backs = [back(IDS[recipe]) for recipe in t.state.feast]
        assert [text.split("-")[0] for text in backs] == ["easy", "medium", "hard"]
        assert t.up() == [False] * 3
        assert all(card["recipe"] is None for card in t.view(0)["feast"])
        found |= {(i, text.split("-")[1]) for i, text in enumerate(backs)}
    assert len(found) == 9


def test_hf_17_four_on_display_and_39_in_the_cookbook() -> None:
    tops = set()
    for number in range(40):
        t = new(5, str(number))
        assert len(t.book) == t.view()["book"] == 39 and None not in t.display
        assert len({*t.book, *t.display}) == 43
        tops.add(t.book[0])
        holds_together(t.state)
    assert len(tops) > 15


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_hf_18_the_market_by_number_of_players(seats: int) -> None:
    assert new(seats).view()["market"] == [2 if seats < 4 else 3] * 15


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_hf_19_the_stockroom(seats: int) -> None:
    t = new(seats)
    pantries = [text.split("@")[0] for seat in range(seats) for text in t.pantry(seat)]
    assert all(len(t.pantry(seat)) == 3 for seat in range(seats))
    assert Counter(pantries + t.discard) == dict.fromkeys(KINDS, 1)
    assert Counter(t.deck) == dict.fromkeys(KINDS, 2)
    assert t.row == []


def test_hf_19_pantries_are_dealt_at_random() -> None:
    assert len({tuple(new(2, str(number)).pantry(0)) for number in range(30)}) > 20
    assert len({new(2, str(number)).deck[0] for number in range(60)}) > 10


@pytest.mark.parametrize(("seats", "options"), [(2, {}), (3, {}), (4, {}), (4, {"team": "yes"}), (5, {})])
def test_hf_20_counts_per_number_of_players(seats: int, options: dict[str, object]) -> None:
    view = new(seats, **options).view()
    each, discard = KITCHEN_SETUP[seats]
    assert (sum(view["market"]), view["discard"], view["deck"], view["book"]) == (15 * each, discard, 30, 39)
    assert sum(len(k["pantry"]) for k in view["kitchens"]) == 3 * seats


def test_hf_21_kitchens_start_empty() -> None:
    for k in new(5).view()["kitchens"]:
        assert k["tracks"] == [0] * 4 and not any(k["stations"]) and not k["hand"]
        assert k["dishes"] == 0 and not any(k["feasted"])


def test_hf_21_the_first_player_is_drawn() -> None:
    firsts = Counter(new(5, str(number)).view()["first"] for number in range(200))
    assert set(firsts) == set(range(5)) and min(firsts.values()) > 20
    match = Match(GAME, 5, "s")
    assert match.state.deciding == [match.state.view(None)["first"]]
