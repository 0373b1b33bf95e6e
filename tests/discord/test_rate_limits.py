"""The stand-in's limits are those that the documentation describes."""

from __future__ import annotations

import pytest

from tests.discord.description import Asked
from tests.discord.rate_limits import RateLimits
from tests.discord.yardstick import Yardstick


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def limits(clock: Clock) -> RateLimits:
    return RateLimits(clock)


def waits(limits: RateLimits, method: str, path: str) -> float | None:
    """How long a request has to wait; None: it is let through."""
    verdict = limits.ask(method, path)
    return verdict.body["retry_after"] if verdict.body else None


def test_a_channel_has_so_many_messages_a_time_and_says_how_many_are_left(limits: RateLimits, clock: Clock) -> None:
    told = [limits.ask("POST", "/channels/1/messages") for _ in range(6)]
    assert [each.headers["X-RateLimit-Remaining"] for each in told] == ["4", "3", "2", "1", "0", "0"]
    assert [each.body is None for each in told] == [True] * 5 + [False]
    last = told[-1]
    assert (last.headers["Retry-After"], last.headers["X-RateLimit-Scope"], last.body["global"]) == ("5", "user", False)
    assert "X-RateLimit-Global" not in last.headers
    clock.now += last.body["retry_after"]
    assert waits(limits, "POST", "/channels/1/messages") is None


def test_other_channels_and_other_routes_have_their_own(limits: RateLimits) -> None:
    for _ in range(5):
        assert waits(limits, "POST", "/channels/1/messages") is None
    assert waits(limits, "POST", "/channels/1/messages") == 5
    assert waits(limits, "POST", "/channels/2/messages") is None
    assert waits(limits, "PATCH", "/channels/1/messages/7") is None
    same = [limits.ask("PATCH", f"/channels/1/messages/{message}") for message in range(5)]
    assert same[-1].body, "messages of one channel share a limit"
    buckets = {limits.ask("GET", f"/guilds/{guild}").headers["X-RateLimit-Bucket"] for guild in (1, 2)}
    assert len(buckets) == 1, "a bucket is of a route"


def test_a_bot_has_fifty_requests_a_second_answers_to_clicks_not_counted(limits: RateLimits, clock: Clock) -> None:
    for number in range(50):
        assert waits(limits, "GET", f"/guilds/{number}") is None
        assert waits(limits, "POST", f"/interactions/{number}/token/callback") is None
    clock.now += 0.25
    verdict = limits.ask("GET", "/guilds/50")
    assert (verdict.body["global"], verdict.body["retry_after"]) == (True, 0.75)
    assert (verdict.headers["X-RateLimit-Global"], verdict.headers["X-RateLimit-Scope"]) == ("true", "global")
    assert waits(limits, "PATCH", "/webhooks/30/token/messages/@original") is None
    clock.now += 0.75
    assert waits(limits, "GET", "/guilds/50") is None


def test_a_refusal_is_one_that_discord_would_give(limits: RateLimits) -> None:
    yardstick = Yardstick()
    asked = Asked("GET", "/guilds/1")
    for number in range(61):
        if (verdict := limits.ask("GET", f"/guilds/{number % 5}")).body:
            yardstick.answered(asked, verdict.body, 429)
    assert limits.refused == 11
    yardstick.check()


@pytest.mark.parametrize("status", [401, 403, 429])
def test_ten_thousand_requests_that_should_not_be_made_shut_an_address_out(
    limits: RateLimits, clock: Clock, status: int
) -> None:
    for _ in range(9_999):
        limits.answered(status)
    clock.now += 1
    limits.answered(404)
    assert waits(limits, "GET", "/guilds/1") is None
    limits.answered(status)
    verdict = limits.ask("GET", "/guilds/1")
    assert (verdict.from_discord, verdict.headers) == (False, {})
    clock.now += 599
    assert limits.ask("GET", "/guilds/1").from_discord, "ten minutes later"
