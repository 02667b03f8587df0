"""Games that are on the menu but not served yet: their covers hang in the hall. A game that is installed leaves this
list by its id."""

from typing import Any, Final

from hightable.engine.words import N_


def _dish(id: str, title: str, seats: str, minutes: str, line: str) -> dict[str, Any]:
    cover = f"/static/covers/{id}.svg"
    return {
        "id": id, "title": title, "cover": cover, "seats": seats, "minutes": minutes, "line": line, "playable": False,
        "solo": False,
    }  # fmt: skip


ANNOUNCED: Final = (
    _dish("kings-feast", N_("The King's Feast"), "1", "20–30", N_("Seat the court before the assassin strikes.")),
    _dish("royal-feast", N_("The Royal Feast"), "2–4", "20–40", N_("Serve every table while the jester meddles.")),
    _dish("henrys-feast", N_("Henry's Feast"), "2–5", "60–90", N_("Shop, cook and win over the royal palate.")),
    _dish("festo", N_("Festo!"), "2–5", "60–90", N_("Haggle with trolls and elves for six rare courses.")),
)
