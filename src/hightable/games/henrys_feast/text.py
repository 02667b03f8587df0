"""Henry's Feast in words: the table as lines of text and the log as prose, from the eyes of whoever has the view."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from hightable.engine.contract import View
from hightable.engine.words import N_
from hightable.games.henrys_feast.deck import Deck, deck
from hightable.games.henrys_feast.pieces import ACTIONS
from hightable.games.henrys_feast.plans import reckoning
from hightable.games.text import Text, Translate, listed

KIND_NAMES: Final = (
    N_("beans"), N_("carrot"), N_("cheese"), N_("egg"), N_("flour"), N_("herbs"), N_("lemon"), N_("milk"), N_("onion"),
    N_("potato"), N_("red chili"), N_("rice"), N_("salt"), N_("sugar"), N_("tomato"),
)  # fmt: skip
LEVEL_NAMES: Final = (N_("easy"), N_("medium"), N_("hard"))
COURSE_NAMES: Final = (N_("appetizer"), N_("entrée"), N_("dessert"))
BACK_NAMES: Final = (
    N_("easy appetizer"), N_("easy entrée"), N_("easy dessert"), N_("medium appetizer"), N_("medium entrée"),
    N_("medium dessert"), N_("hard appetizer"), N_("hard entrée"), N_("hard dessert"),
)  # fmt: skip
TRACK_NAMES: Final = (N_("Stations"), N_("Pantry"), N_("Satchels"), N_("Hand"))
ORIGIN_NAMES: Final = (N_("from the market"), N_("from the stockroom"))
PLACE_NAMES: Final = (
    N_("the pantry"), N_("station 1"), N_("station 2"), N_("station 3"), N_("station 4"), N_("the dessert station"),
)  # fmt: skip
PHASE_NAMES: Final = {
    "setup": N_("laying the table"),
    "active": N_("choosing"),
    "market": N_("at the market"),
    "corner": N_("in the Chef's Corner"),
    "corner-down": N_("in the Chef's Corner, stealing down"),
    "corner-up": N_("in the Chef's Corner, stealing up"),
    "corner-buy": N_("on the way back"),
    "stockroom": N_("in the stockroom"),
    "share": N_("at the partner's pantry"),
    "cook": N_("at the stove"),
    "passive": N_("clearing up"),
    "final-first": N_("choosing a last visit"),
    "busy": "",
    "over": N_("the feast is over"),
}
ASKED: Final = {
    "active": N_("Choose one action, or pass."),
    "market": N_("What do you buy?"),
    "corner": N_("What do you do in the Chef's Corner?"),
    "corner-down": N_("You see the backs of the cookbook. Which recipe do you steal?"),
    "corner-up": N_("The cookbook lies open to you. Which recipe do you steal?"),
    "corner-buy": N_("On the way back you may buy one ingredient."),
    "stockroom": N_("Take from the row, put pantry cards on stations, or be done."),
    "share": N_("Take up to two cards from your partner's pantry, or be done."),
    "cook": N_("Which dish do you cook?"),
    "passive": N_("Throw away what you like, then end your turn."),
    "final-first": N_("Last Round: once more to the stockroom, or straight to the stove?"),
}


def kind_name(kind: int, _: Translate = str) -> str:
    return _(KIND_NAMES[kind])


def card_name(card: int, _: Translate = str) -> str:
    """An ingredient card with all that tells it from others."""
    gaps = {"kind": _(KIND_NAMES[card // 4]), "origin": _(ORIGIN_NAMES[card // 2 % 2])}
    return _(N_("%(kind)s, %(origin)s, fresh") if card % 2 else N_("%(kind)s, %(origin)s")) % gaps


def level(number: int) -> str:
    return f"+{number}"


# the table


def lines(view: View, names: Sequence[str], _: Translate = str) -> list[str]:
    """HF-102, from the market to one's own hand."""
    cards = deck(view["options"]["deck"])
    told = [_round(view, names, _), _market(view, _), _stockroom(view, _)]
    told += _feast(view, cards, _)
    for recipe in view["display"]:
        if recipe is not None:
            told.append(_(N_("On display: %(recipe)s.")) % {"recipe": _recipe(cards, recipe, _)})
    told.append(_book(view, cards, _))
    for track, recipe in enumerate(view["bonus"]):
        gaps = {"track": _(TRACK_NAMES[track]), "recipe": _recipe(cards, recipe, _)}
        told.append(_(N_("Bonus for %(track)s: %(recipe)s.")) % gaps)
    for seat in range(view["seats"]):
        told += _kitchen(view, names, seat, cards, _)
    asked = _asked(view, names, _)
    return [*told, asked] if asked else told


def _round(view: View, names: Sequence[str], _: Translate) -> str:
    if view["phase"] == "over":
        return _over(view, names, _)
    if view["phase"] == "setup":
        return _(N_("The table is being laid."))
    gaps = {"round": view["round"], "name": names[view["first"]]}
    if view["last"]:
        return _(N_("Round %(round)s, the Last Round. %(name)s goes first.")) % gaps
    if view["called"] is not None:
        told = _(N_("Round %(round)s; %(caller)s has called the Last Round, which comes next. %(name)s goes first."))
        return told % {**gaps, "caller": names[view["called"]]}
    return _(N_("Round %(round)s. %(name)s goes first.")) % gaps


def _market(view: View, _: Translate) -> str:
    there = [f"{_(KIND_NAMES[kind])} ×{count}" for kind, count in enumerate(view["market"]) if count]
    gone = [_(KIND_NAMES[kind]) for kind, count in enumerate(view["market"]) if not count]
    told = _(N_("Market: %(kinds)s.")) % {"kinds": ", ".join(there) or _(N_("empty"))}
    return f"{told} {_(N_('Sold out: %(kinds)s.')) % {'kinds': listed(gone, _)}}" if gone else told


def _stockroom(view: View, _: Translate) -> str:
    row = ", ".join(_(KIND_NAMES[kind]) for kind in view["row"]) or _(N_("nothing in the row"))
    gaps = {"row": row, "deck": view["deck"], "discard": view["discard"]}
    if view["discard_top"] is None:
        return _(N_("Stockroom: %(row)s; deck %(deck)s; nothing discarded.")) % gaps
    told = _(N_("Stockroom: %(row)s; deck %(deck)s; discard pile %(discard)s, %(top)s on top."))
    return told % {**gaps, "top": _(KIND_NAMES[view["discard_top"]])}


def _recipe(cards: Deck, recipe: int, _: Translate) -> str:
    """A recipe with its back and what it takes."""
    kinds = ", ".join(_(KIND_NAMES[kind]) for kind in cards.ingredients[recipe])
    gaps = {"name": cards.names[recipe], "back": _(BACK_NAMES[cards.back[recipe]]), "kinds": kinds}
    return _(N_("%(name)s (%(back)s: %(kinds)s)")) % gaps


def _card(card: View, cards: Deck, _: Translate) -> str:
    """A recipe as far as it is seen."""
    if card["recipe"] is None:
        return _(N_("%(back)s, face down")) % {"back": _(BACK_NAMES[card["back"]])}
    return _recipe(cards, card["recipe"], _)


def _feast(view: View, cards: Deck, _: Translate) -> list[str]:
    told = []
    for card in view["feast"]:
        secret = not card["up"] and card["recipe"] is not None and view["phase"] != "over"
        words = N_("Feast, seen by you: %(recipe)s.") if secret else N_("Feast: %(recipe)s.")
        if secret and "open" in view:
            words = N_("Feast, still face down: %(recipe)s.")
        told.append(_(words) % {"recipe": _card(card, cards, _)})
    return told


def _book(view: View, cards: Deck, _: Translate) -> str:
    if view["book_top"] is None:
        return _(N_("The cookbook is empty."))
    gaps = {"count": view["book"], "recipe": _card(view["book_top"], cards, _)}
    told = _(N_("Cookbook: %(count)s recipes, on top %(recipe)s.")) % gaps
    if view["book_backs"]:
        backs = [f"{_(BACK_NAMES[back])} ×{count}" for back, count in enumerate(view["book_backs"]) if count]
        told += " " + _(N_("Below: %(backs)s.")) % {"backs": ", ".join(backs)}
    if view["book_faces"]:
        faces = [_recipe(cards, recipe, _) for recipe in view["book_faces"]]
        told += " " + _(N_("In it: %(recipes)s.")) % {"recipes": "; ".join(faces)}
    return told


def _kitchen(view: View, names: Sequence[str], seat: int, cards: Deck, _: Translate) -> list[str]:
    """One kitchen: skills, feast dishes, pantry, stations, hand, pile."""
    seen, who = view["kitchens"][seat], names[seat]
    if seat == view["viewer"]:
        who = _(N_("%(name)s (you)")) % {"name": who}
    tracks = ", ".join(f"{_(TRACK_NAMES[i])} {level(n)}" for i, n in enumerate(seen["tracks"]))
    cooked = [_(LEVEL_NAMES[i]) for i in range(3) if seen["feasted"][i]]
    told = [f"{who}: {tracks}."]
    if cooked:
        told.append("  " + _(N_("Feast dishes: %(dishes)s.")) % {"dishes": listed(cooked, _)})
    pantry = "; ".join(card_name(card, _) for card in seen["pantry"]) or _(N_("empty"))
    gaps = {"cards": pantry, "count": len(seen["pantry"]), "size": seen["pantry_size"]}
    told.append("  " + _(N_("Pantry (%(count)s of %(size)s): %(cards)s.")) % gaps)
    for i in range(seen["unlocked"]):
        place = _(PLACE_NAMES[i + 1])
        there = "; ".join(card_name(card, _) for card in seen["stations"][i]) or _(N_("empty"))
        told.append(f"  {place[:1].upper()}{place[1:]}: {there}.")
    if seen["hand"]:
        hand = "; ".join(_card(card, cards, _) for card in seen["hand"])
        told.append("  " + _(N_("In hand: %(recipes)s.")) % {"recipes": hand})
    if seen["pile"]:
        told.append("  " + _(N_("Cooked: %(dishes)s.")) % {"dishes": ", ".join(cards.names[n] for n in seen["pile"])})
    elif seen["dishes"]:
        told.append("  " + _(N_("Dishes in the pile: %(count)s.")) % {"count": seen["dishes"]})
    return told


def _asked(view: View, names: Sequence[str], _: Translate) -> str:
    if not view["deciding"]:
        return ""
    if view["viewer"] in view["deciding"]:
        if view["phase"] == "stockroom" and not view["filled"]:
            return _(N_("In the stockroom: clear the row if you like, then fill it."))
        return _(ASKED[view["phase"]])
    gaps = {"name": names[view["deciding"][0]], "what": _(PHASE_NAMES[view["phase"]])}
    return _(N_("Waiting for %(name)s: %(what)s.")) % gaps


# the log


ACTED: Final = {
    "pass": N_("%(name)s passes."),
    "go-market": N_("%(name)s goes to the market."),
    "go-corner": N_("%(name)s visits the Chef's Corner."),
    "go-stockroom": N_("%(name)s goes to the stockroom."),
    "cook-dishes": N_("%(name)s turns to the stove."),
    "share-pantry": N_("%(name)s looks into %(mate)s's pantry."),
    "skip": N_("%(name)s goes straight to the stove."),
    "no-option": N_("%(name)s leaves the recipes alone."),
    "steal-down": N_("%(name)s looks at the backs of the cookbook."),
    "steal-up": N_("%(name)s leafs through the cookbook."),
}
TOLD: Final = {
    "round": N_("Round %(round)s begins."),
    "turn": N_("%(name)s's turn."),
    "bought": N_("%(name)s buys %(kind)s."),
    "peeked": N_("%(name)s peeks at the top recipe of the cookbook."),
    "stole-top": N_("%(name)s steals the top recipe of the cookbook: %(back)s."),
    "stole-display": N_("%(name)s steals %(recipe)s from the display."),
    "got": N_("%(name)s now holds %(recipe)s."),
    "opened": N_("%(recipe)s comes up on display."),
    "freshened": N_("%(name)s calls for Fresh Stock: deck and discard pile are shuffled together."),
    "cooked": N_("%(name)s cooks %(recipe)s."),
    "raised": N_("%(name)s reaches %(track)s %(level)s."),
    "feasted": N_("%(name)s has cooked the %(course)s Feast dish."),
    "proved": N_("%(name)s has proved their worth, and sees the easy Feast recipe."),
    "unveiled": N_("The %(course)s Feast recipe is turned up: %(recipe)s."),
    "called": N_("%(name)s calls Last Call: the next round is the Last Round."),
    "turn-ended": N_("%(name)s ends the turn."),
}
COUNTED: Final = {  # one, several
    "cleared": (N_("%(name)s clears the row: 1 card."), N_("%(name)s clears the row: %(count)s cards.")),
    "reshuffled": (
        N_("The discard pile becomes the new deck: 1 card."),
        N_("The discard pile becomes the new deck: %(count)s cards."),
    ),
    "dumped": (N_("%(name)s empties %(place)s: 1 card."), N_("%(name)s empties %(place)s: %(count)s cards.")),
}


def event_line(name: str, args: Mapping[str, int], view: View, names: Sequence[str], _: Translate = str) -> str | None:
    """An event of the rules as a sentence; the view is the one right after it."""
    gaps = _gaps(args, view, names, _)
    if name in TOLD:
        return _(TOLD[name]) % gaps
    if name in COUNTED:
        return _(COUNTED[name][args["count"] != 1]) % gaps
    match name:
        case "acted":
            deed = ACTIONS.text(args["action"])
            return _(ACTED[deed]) % gaps if deed in ACTED else None  # that somebody is done shows by what comes next
        case "stole-down" | "stole-up" if args["top"]:
            return _(N_("%(name)s steals the top recipe of the cookbook: %(back)s.")) % gaps
        case "stole-down" | "stole-up":
            return _(N_("%(name)s steals a recipe from below the top: %(back)s.")) % gaps
        case "filled":
            words = (N_("%(name)s needs no more cards in the row."), N_("%(name)s adds 1 card to the row."))
            many = N_("%(name)s adds %(count)s cards to the row.")
            return _(words[args["count"]] if args["count"] < len(words) else many) % gaps
        case "took":
            return _(N_("%(name)s takes %(kind)s to %(place)s.")) % gaps
        case "put":
            return _(N_("%(name)s puts %(kind)s on %(place)s.")) % gaps
        case "shared":
            return _(N_("%(name)s takes %(kind)s from %(mate)s to %(place)s.")) % gaps
        case "discarded":
            return _(N_("%(name)s throws away %(kind)s.")) % gaps
        case "last-round":
            return _last_round(view, _)
        case "over":
            return _over(view, names, _)
    return None


def _over(view: View, names: Sequence[str], _: Translate) -> str:
    """HF-88, HF-89."""
    result = reckoning(view)
    if not result.winners:
        return _(N_("The feast is over. Nobody has cooked a Feast dish, and nobody wins."))
    gaps = {"names": listed([names[seat] for seat in result.winners], _), "points": result.scores[result.winners[0]]}
    if len(result.winners) > 1:
        return _(N_("The feast is over: %(names)s win with %(points)s points.")) % gaps
    return _(N_("The feast is over: %(names)s wins with %(points)s points.")) % gaps


def _last_round(view: View, _: Translate) -> str:
    if view["last"] == "limit":
        return _(N_("So many rounds have been played: the next one is the Last Round."))
    return _(N_("The Last Round: once more to the stockroom, then cook."))


def _gaps(args: Mapping[str, int], view: View, names: Sequence[str], _: Translate) -> dict[str, object]:
    """Everything that a sentence about an event may name."""
    cards, gaps = deck(view["options"]["deck"]), dict[str, object](args)
    if "seat" in args:
        gaps["name"] = names[args["seat"]]
        gaps["mate"] = names[(args["seat"] + 2) % len(names)]
    if "kind" in args or "card" in args:
        gaps["kind"] = _(KIND_NAMES[args["kind"] if "kind" in args else args["card"] // 4])
    if "place" in args or "station" in args:
        gaps["place"] = _(PLACE_NAMES[args["place"] if "place" in args else args["station"] + 1])
    if "recipe" in args:
        gaps["recipe"] = cards.names[args["recipe"]]
    if "back" in args:
        gaps["back"] = _(BACK_NAMES[args["back"]])
    if "track" in args:
        gaps.update(track=_(TRACK_NAMES[args["track"]]), level=level(args["level"]))
    if "course" in args:
        gaps["course"] = _(LEVEL_NAMES[args["course"]])
    return gaps


TEXT = Text(lines, event_line, heads=("round",), quiet=("turn", "turn-ended"))
