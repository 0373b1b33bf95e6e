"""Refusals by Discord: what each concerns, and how long the whole bot waits."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.interactions import error_codes
from bot.interactions.error_codes import Scope, reason_of, scope_of
from bot.interactions.send_pause import SendPause
from bot.wording import texts_in
from tests.bot.office import http_fault


@pytest.mark.parametrize(
    ("fault", "scope"),
    [
        (http_fault(404), Scope.LATER),
        (http_fault(403), Scope.LATER),
        (http_fault(400, 999_999), Scope.LATER),
        (http_fault(500, 0), Scope.LATER),
        (http_fault(404, 10003), Scope.CHANNEL),
        (http_fault(403, 50013), Scope.CHANNEL),
        (http_fault(400, 50035), Scope.MESSAGE),
        (http_fault(400, 200000), Scope.MESSAGE),
        (http_fault(400, 240000), Scope.MESSAGE),
        (http_fault(413), Scope.MESSAGE),
        (http_fault(403, 50007), Scope.PERSON),
        (http_fault(403, 50278), Scope.PERSON),
        (http_fault(403, 40333), Scope.BOT),
        (http_fault(401), Scope.BOT),
        (http_fault(400, 20026), Scope.BOT),
        (OSError(), Scope.LATER),
        (discord.RateLimited(99), Scope.LATER),
    ],
    ids=str,
)
def test_what_a_refusal_concerns_is_decided_by_its_code(fault: Exception, scope: Scope) -> None:
    assert scope_of(fault) is scope
    assert str(reason_of(fault)).startswith(f"{scope.value}: ")


@pytest.mark.parametrize("status", [403, 429])
def test_a_page_of_cloudflare_concerns_the_whole_bot(status: int) -> None:
    assert scope_of(error_page(status)) is Scope.BOT


def test_every_sentence_about_a_refusal_exists_in_every_language() -> None:
    for locale in ("en", "de", "nl"):
        texts = texts_in(locale)
        for sentence in error_codes.SENTENCES.values():
            assert texts.say(sentence) != sentence


def error_page(status: int, **headers: str) -> discord.HTTPException:
    """Return an answer of the service in front of Discord."""
    response: Any = SimpleNamespace(status=status, reason="", headers={"Content-Type": "text/html", **headers})
    return discord.HTTPException(response, "<html>error code: 1015</html>")


def test_pauses_that_nobody_has_measured_grow() -> None:
    now = 0.0
    pause = SendPause(lambda: now)
    lengths = []
    for _ in range(7):
        pause.begin(http_fault(403, 40333))
        pause.begin(http_fault(403, 40333))  # a request that was on its way already does not lengthen it
        lengths.append(pause.seconds_left)
        now += pause.seconds_left
    assert lengths == [30, 60, 120, 240, 480, 900, 900]
    now += 4000
    pause.begin(http_fault(401))
    assert pause.seconds_left == 30
