"""The API as its own description promises it: requests made up from the OpenAPI document, right ones and wrong ones, in
this process and the same ones each time. Nothing may break, and every answer must be of the described form."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.python import asgi

from hightable.hall import Hall, Store
from hightable.web.app import create_app
from hightable.web.limits import Allowance
from tests.web.inside import NOON
from tests.web.worlds import Quiet


class Guest:
    """Somebody with a token, and a running table where they sit."""

    def __init__(self, app: Any) -> None:
        with asgi.get_client(app) as http:
            self.token = http.post("http://hall/api/guests", json={"name": "Ada"}).json()["token"]
            order = {"game": "the-feast", "chairs": ["me", "bot:random"]}
            laid = http.post("http://hall/api/tables", json=order, headers=self.headers).json()
        self.table = laid["table"]["id"]

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"}


@pytest.fixture(scope="module")
def app() -> Iterator[Any]:
    hall = Hall(Store("sqlite://"), Quiet(), think=(10_000, 10_000), clock=lambda: NOON)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Allowance, "take", lambda self: True)
        yield create_app(hall)
        asgi.shutdown_lifespans()


@pytest.fixture(scope="module")
def described(app: Any) -> Any:
    return schemathesis.openapi.from_asgi("/api/openapi.json", app)


@pytest.fixture(scope="module")
def guest(app: Any, described: Any) -> Guest:
    return Guest(app)


bounded = settings(
    max_examples=10, derandomize=True, deadline=None, database=None, suppress_health_check=list(HealthCheck)
)


def every_operation(described: Any, mode: GenerationMode, attempt: Callable[[Any], None]) -> int:
    """Try made-up requests to everything that is described; how many operations there are."""
    operations = [found.ok() for found in described.get_all_operations()]
    for operation in operations:
        with suppress(Unsatisfiable):  # where nothing is sent, nothing can be wrong
            bounded(given(operation.as_strategy(generation_mode=mode))(attempt))()
    return len(operations)


@pytest.mark.parametrize("mode", [GenerationMode.POSITIVE, GenerationMode.NEGATIVE], ids=["right", "wrong"])
def test_requests_of_a_guest_at_a_table(described: Any, guest: Guest, mode: GenerationMode) -> None:
    def attempt(case: Any) -> None:
        if "id" in (case.path_parameters or {}):
            case.path_parameters["id"] = guest.table
        case.call_and_validate(headers=guest.headers)

    assert every_operation(described, mode, attempt) > 15


@pytest.mark.parametrize("mode", [GenerationMode.POSITIVE, GenerationMode.NEGATIVE], ids=["right", "wrong"])
def test_requests_of_anybody_at_any_address(described: Any, mode: GenerationMode) -> None:
    every_operation(described, mode, lambda case: case.call_and_validate() and None)
