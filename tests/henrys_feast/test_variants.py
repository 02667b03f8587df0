"""HF-90 … HF-93: Tutorial and Quick game; and the options themselves."""

from __future__ import annotations

import pytest

from hightable.engine import Refused
from tests.henrys_feast.played import played
from tests.henrys_feast.table import DISPLAY, FEAST, IDS, kitchen, new, stocked, table, told


def test_hf_90_the_easy_feast_recipe_is_face_up_from_the_start() -> None:
    t = new(3, tutorial="yes")
    assert t.up() == [True, False, False]
    for viewer in (None, 0, 1, 2):
        assert t.view(viewer)["feast"][0]["recipe"] == t.state.feast[0]
        assert t.view(viewer)["feast"][1]["recipe"] is None


def test_hf_90_no_prove_your_worth() -> None:
    t = table(kitchen(s1=stocked("rajma"), s2=stocked(FEAST[0])), phase="cook", tutorial="yes", up="easy")
    assert t.may("cook") == ["s1 rajma", f"s2 {FEAST[0]}"]  # the first dish may be the Feast's
    assert told(t.do("cook s1 rajma"), "proved") == []
    assert t.view()["worth"] == [False, False]


def test_hf_90_the_next_feast_recipes_come_up_as_always() -> None:
    t = table(kitchen(s1=stocked(FEAST[0])), phase="cook", tutorial="yes", up="easy")
    t.do(f"cook s1 {FEAST[0]}")
    assert t.up() == [True, True, False]


def test_hf_90_everything_else_is_unchanged() -> None:
    one, other = new(2, tutorial="yes").view(), new(2).view()
    differs = {key for key in one if one[key] != other[key]}
    assert differs == {"options", "feast"}


def test_hf_91_the_cookbook_is_removed_unseen() -> None:
    t = new(3, quick="yes")
    view = t.view(0)
    assert (view["book"], view["book_top"], view["gone"]) == (0, None, 39)
    assert None not in t.display and t.up() == [True, False, False]


def test_hf_91_empty_slots_stay_empty() -> None:
    t = table(
        kitchen(s1=stocked("kheer"), tracks=(0, 0, 0, 1)), quick="yes", phase="cook", active="cook-dishes", up="easy"
    )
    t.do("cook s1 kheer", "done", "end-turn", "pass", "end-turn")
    assert t.display == [None, *DISPLAY[1:]]
    t.do("go-corner", "steal-display arancini")
    assert t.display == [None, None, *DISPLAY[2:]]


def test_hf_92_no_option_at_all_at_the_start() -> None:
    t = table(kitchen(), quick="yes", phase="corner", up="easy")
    assert t.legal == ["no-option"] and t.kitchen(0)["hand_limit"] == 0


def test_hf_92_steal_display_from_the_first_level_with_room_for_one() -> None:
    t = table(kitchen(tracks=(0, 0, 0, 1)), quick="yes", phase="corner", up="easy")
    assert t.legal == [*(f"steal-display {recipe}" for recipe in sorted(DISPLAY, key=IDS.index)), "no-option"]
    assert t.kitchen(0)["hand_limit"] == 1
    t = table(kitchen(tracks=(0, 0, 0, 1), hand="jalebi"), quick="yes", phase="corner", up="easy")
    assert t.legal == ["no-option"]


def test_hf_92_the_hand_limit_track_ends_at_one() -> None:
    mine = kitchen(s1=stocked("masala-omelette"), s2=stocked("masala-omelette", "stock"))
    t = table(mine, quick="yes", phase="cook", active="cook-dishes", up="easy")
    t.do("cook s1 masala-omelette", "done", "end-turn", "pass", "end-turn", "cook-dishes")
    assert t.tracks(0) == [0, 0, 0, 1]
    beats = t.do("cook s2 masala-omelette")
    assert t.tracks(0) == [0, 0, 0, 1] and t.station(0, 2) == [] and told(beats, "raised") == []


def test_hf_92_other_tracks_run_to_three() -> None:
    mine = kitchen(s1=stocked("rajma"), s2=stocked("lemon-rice"), s3=stocked("vegetable-pulao"), tracks=(2, 2, 2, 1))
    t = table(mine, quick="yes", phase="cook", up="easy")
    t.do("cook s1 rajma", "cook s2 lemon-rice", "cook s3 vegetable-pulao")
    assert t.tracks(0) == [3, 3, 3, 1]


def test_hf_92_peeks_and_thefts_from_the_cookbook_never_come_up() -> None:
    for number in range(2):
        for t, _o, text in played(3, f"quick {number}", {"quick": "yes"}, ahead=True):
            if text:
                assert not {"peek-top", "steal-top", "steal-down", "steal-up"} & set(t.legal)


def test_hf_93_the_hand_limit_track_earns_no_mastery() -> None:
    cooks = [kitchen(feasted="easy", tracks=tracks) for tracks in ((3, 3, 3, 1), (0, 0, 0, 1))]
    t = table(*cooks, quick="yes", phase="over", last="last-call", up="easy")
    assert t.state.result.lines[3].points == [9, 0]


def test_hf_93_scoring_is_unchanged() -> None:
    mine = kitchen(pile="kheer", feasted="easy", tracks=(1, 0, 0, 1), hand="jalebi")
    quick = table(mine, kitchen(feasted="easy"), quick="yes", phase="over", last="last-call").state.result
    plain = table(mine, kitchen(feasted="easy"), phase="over", last="last-call").state.result
    assert [line.points for line in quick.lines] == [line.points for line in plain.lines]


# the options


def test_options_are_off_by_default() -> None:
    assert new(4).view()["options"] == {
        "tutorial": "no", "quick": "no", "team": "no", "memory_aid": "no", "round_limit": 100, "deck": "house",
    }  # fmt: skip


@pytest.mark.parametrize("seats", [-1, 0, 1, 6])
def test_two_to_five_players(seats: int) -> None:
    with pytest.raises(Refused, match="2 to 5 seats"):
        new(seats)


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_hf_94_teams_need_four_players(seats: int) -> None:
    with pytest.raises(Refused, match="team"):
        new(seats, team="yes")


@pytest.mark.parametrize("limit", ["-1", "ten", "1.5", "99999"])
def test_round_limits_that_are_none(limit: str) -> None:
    with pytest.raises(Refused, match="round_limit"):
        new(2, round_limit=limit)


def test_any_number_of_rounds() -> None:
    for limit in (1, 7, "8", 250):
        assert new(2, round_limit=limit).view()["options"]["round_limit"] == int(limit)
