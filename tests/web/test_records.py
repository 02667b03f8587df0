"""Records go out of one hall and into another: checked, watched, played on; and nothing that was forged."""

from __future__ import annotations

import re
from html import unescape

import pytest

from tests.web.conftest import Person


@pytest.fixture(scope="module")
def record(server) -> str:
    ada = Person(server, "Ada")
    table = ada.alone()
    ada.finish(table)
    return str(ada.http.get(f"/t/{table}/record").text)


def bring(person: Person, text: str | bytes) -> tuple[int, str]:
    """Upload a record; the answer's status, and what is wrong or where it leads."""
    data = text if isinstance(text, bytes) else text.encode()
    answer = person.http.post("/records", data={"name": person.name}, files={"file": ("some.record", data)})
    problem = re.search(r'class="problem" role="alert">([^<]*)', answer.text)
    return answer.status_code, unescape(problem[1]) if problem else answer.headers.get("location", answer.text[:80])


def test_a_record_is_watched_and_handed_out_again(server, record: str) -> None:
    eve = Person(server, "Eve")
    status, path = bring(eve, record)
    assert status == 303 and path.endswith("/replay")
    assert "Ada" in eve.http.get(path).text
    for page in (path, path.removesuffix("/replay")):
        assert "replayed and checked here" in eve.http.get(page).text
    assert "A record from elsewhere" in eve.http.get("/").text
    table = path.removesuffix("/replay")
    assert eve.http.get(f"{table}/record").text == record
    assert "Play on from here" in eve.http.get(path, params={"n": 2}).text
    pasted = eve.post("/records", record=record)
    assert pasted.status_code == 303
    stranger = Person(server, "Odo")
    assert stranger.http.get(table).status_code == 200  # like every finished table, by its link
    assert table not in stranger.http.get("/").text


def test_what_is_wrong_is_said_and_nothing_is_kept(server, record: str) -> None:
    eve = Person(server, "Eve")
    lines = record.split("\n")
    seed = next(line for line in lines if line.startswith("seed: "))
    forged = {
        record.replace(seed, "seed: " + "0" * 32): "not the one that was committed to",
        record.replace("result: ", "result: 1"): "the result is wrong",
        record.replace("game: kings-feast", "game: chess"): "chess",
        record.replace("digest: ", "digest: 0"): "digest",
        "\n".join(lines[:-4] + lines[-3:]): "can't be trusted",
        "hello": "not a record",
        "   ": "no record here",
        "<script>alert(1)</script>": "not a record",
        record[:200]: "can't be trusted",
    }
    for text, words in forged.items():
        status, problem = bring(eve, text)
        assert status == 422 and words in problem, (problem, text[:80])
    assert bring(eve, b"\xff\xfe\x00 no text")[0] == 422
    large = eve.http.post("/records", files={"file": ("some.record", b"x" * 250_000)})
    assert large.status_code == 413 and 'href="/records">Back to the records' in large.text
    assert eve.post("/records").status_code == 422


def test_a_game_of_a_simulation_is_no_table(server, record: str) -> None:
    eve = Person(server, "Eve")
    status, problem = bring(eve, record.replace("dice: keyed", "dice: fast"))
    assert status == 422 and "can't be trusted" in problem
