"""How long a response to an interaction may take, and when it is repeated."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import aiohttp
import discord
import pytest
from discord.http import Route

from bot.client import interaction_requests
from bot.client.interaction_requests import EDIT, limits_of, pause_before_repeating
from tests.bot.office import http_fault

DISCORDS_SECONDS = 3
"""Seconds after which Discord gives up an interaction that nobody has acknowledged."""


@pytest.mark.parametrize("has_files", [True, False])
def test_both_attempts_at_an_acknowledgement_fit_into_its_three_seconds(has_files: bool) -> None:
    path = "/interactions/{webhook_id}/{webhook_token}/callback"
    route = Route("POST", path, webhook_id=1, webhook_token="x")
    limits = limits_of(route, has_files=has_files)
    assert limits.first + interaction_requests.PAUSE_SECONDS < DISCORDS_SECONDS
    if not has_files:
        assert sum(limits) + interaction_requests.PAUSE_SECONDS < DISCORDS_SECONDS


@pytest.mark.parametrize(
    "fault",
    [aiohttp.ServerDisconnectedError(), TimeoutError(), ConnectionResetError(), http_fault(500), http_fault(503)],
)
def test_what_got_lost_is_repeated(fault: Exception) -> None:
    assert pause_before_repeating(fault, EDIT) == interaction_requests.PAUSE_SECONDS


@pytest.mark.parametrize(
    "fault", [http_fault(400, 50035), http_fault(404, 10062), http_fault(400, 40060), KeyError("x")]
)
def test_what_was_refused_is_not_repeated(fault: Exception) -> None:
    assert pause_before_repeating(fault, EDIT) is None


@pytest.mark.parametrize(
    ("retry_after", "pause"), [("2", 2), ("60", None), ("soon", interaction_requests.PAUSE_SECONDS)]
)
def test_a_rate_limit_is_waited_for_where_that_does_not_take_too_long(retry_after: str, pause: float | None) -> None:
    response = cast("Any", SimpleNamespace(status=429, reason="", headers={"Retry-After": retry_after}))
    assert pause_before_repeating(discord.HTTPException(response, {}), EDIT) == pause
