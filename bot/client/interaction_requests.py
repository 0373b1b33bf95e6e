"""Requests that respond to interactions: each is sent at most twice, with a time limit for each attempt.

discord.py sends them through an `AsyncWebhookAdapter`, which waits without limit and repeats failed requests with
pauses of 1, 3, 5 … seconds: by then the three seconds of an acknowledgement are over. Only the code that repeats a
request can tell whether "already acknowledged" means that the first attempt has arrived, or that Discord has delivered
the interaction twice. Hence the adapter here, which wraps the one in use.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from functools import partial
from typing import Any, NamedTuple, cast

import aiohttp
import discord
import structlog
from discord.http import Route
from discord.webhook.async_ import AsyncWebhookAdapter, async_context

from bot.client.interaction_payloads import mapping, readable_message
from bot.interactions.error_codes import BROKEN, TOO_MANY_REQUESTS, is_lost
from bot.interactions.replies import ALREADY_ACKNOWLEDGED, TOO_LATE

log = structlog.get_logger()

PAUSE_SECONDS = 0.2
"""Seconds between the two attempts."""


class Limits(NamedTuple):
    """The seconds for the first and the second attempt."""

    first: float
    second: float


CALLBACK = Limits(1.4, 1.2)
"""Limits that, with the pause, stay below the three seconds after which an interaction expires."""
CALLBACK_WITH_FILES = Limits(2.6, 1.0)
"""Limits for uploads, which take longer; the second attempt helps if the first one fails early."""
EDIT = Limits(5, 5)
EDIT_WITH_FILES = Limits(10, 10)


def limits_of(route: Route, *, has_files: bool) -> Limits:
    """Return the limits of a request."""
    if is_callback(route):
        return CALLBACK_WITH_FILES if has_files else CALLBACK
    return EDIT_WITH_FILES if has_files else EDIT


def is_callback(route: Route) -> bool:
    """Return whether a request is the first response to an interaction."""
    return route.path.endswith("/callback")


def is_completion(payload: dict[str, Any] | None) -> bool:
    """Return whether a request offers completions to a person who types."""
    return payload is not None and payload.get("type") == discord.InteractionResponseType.autocomplete_result.value


class RepeatingAdapter(AsyncWebhookAdapter):
    """Send requests through the `inner` adapter, and once more if they failed or got lost."""

    def __init__(self, inner: AsyncWebhookAdapter) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self.inner = inner

    async def request(
        self,
        route: Route,
        session: aiohttp.ClientSession,
        *,
        files: Sequence[discord.File] | None = None,
        **options: Any,
    ) -> Any:
        """Return Discord's answer. Raises the fault of the last meaningful attempt.

        Completions raise no faults: they are late whenever the person types on.
        """
        send = partial(self._send_repeatedly, route, session, files=files, **options)
        if not is_completion(options.get("payload")):
            return await send()
        try:
            return await send()
        except (discord.HTTPException, *BROKEN) as fault:
            log.info("completions could not be shown", reason=repr(fault))
            return presumed_answer(route)

    async def _send_repeatedly(
        self,
        route: Route,
        session: aiohttp.ClientSession,
        *,
        files: Sequence[discord.File] | None = None,
        **options: Any,
    ) -> Any:
        single = cast("aiohttp.ClientSession", SingleAttempt(session))
        send = partial(self.inner.request, route, single, files=files, **options)
        limits = limits_of(route, has_files=bool(files))
        try:
            async with asyncio.timeout(limits.first):
                return readable_answer(route, await send())
        except Exception as fault:
            pause = pause_before_repeating(fault, limits)
            if pause is None:
                raise
            log.info("a response is sent once more", path=route.path, reason=repr(fault))
            first_fault = fault
        await asyncio.sleep(pause)
        for file in files or ():
            file.reset(seek=True)
        try:
            async with asyncio.timeout(limits.second):
                return readable_answer(route, await send())
        except discord.HTTPException as fault:
            if not is_callback(route):
                raise
            if fault.code == ALREADY_ACKNOWLEDGED and is_lost(first_fault):
                return presumed_answer(route)
            if fault.code in TOO_LATE:
                # After a lost first attempt callers go on with the work, which this fault would end.
                raise first_fault from fault
            raise


def pause_before_repeating(fault: Exception, limits: Limits) -> float | None:
    """Return the seconds after which the request may succeed, or None if repeating it is no use."""
    if is_lost(fault):
        return PAUSE_SECONDS
    if isinstance(fault, discord.HTTPException) and fault.status == TOO_MANY_REQUESTS:
        wait = requested_wait(fault)
        # Discord refuses at once, which leaves the time of the first attempt for waiting.
        return wait if wait < limits.first else None
    return None


def requested_wait(fault: discord.HTTPException) -> float:
    """Return the seconds that a rate limit asks for."""
    header = fault.response.headers.get("Retry-After", "")
    try:
        return max(float(header), PAUSE_SECONDS)
    except ValueError:
        return PAUSE_SECONDS


def readable_answer(route: Route, answer: Any) -> Any:
    """Return the parts of Discord's answer that discord.py has to read. Raises ClientPayloadError for other answers.

    A response that arrived must not count as failed because of a field in the answer that discord.py does not know.
    """
    if is_callback(route):
        if answer and not isinstance(answer, dict):
            raise aiohttp.ClientPayloadError("the answer is a page of somebody else")
        interaction = mapping(mapping(answer).get("interaction"))
        return {"interaction": interaction} if interaction.get("id") else presumed_answer(route)
    # Edits are answered with the message, and so are follow-ups, unless the sender does not want it.
    if route.method == "PATCH" or (route.method == "POST" and answer):
        message = readable_message(answer)
        if message is None:
            raise aiohttp.ClientPayloadError("the answer is no message")
        return message
    return answer


def presumed_answer(route: Route) -> dict[str, Any]:
    """Return Discord's answer to a first response that arrived although its answer was lost."""
    interaction_id = route.url.split("/interactions/")[1].split("/")[0]
    return {"interaction": {"id": interaction_id}}


class SingleAttempt:
    """A session whose requests discord.py does not repeat by itself."""

    def __init__(self, session: aiohttp.ClientSession) -> None:
        self.session = session

    @asynccontextmanager
    async def request(self, method: str, url: str, **options: Any) -> AsyncIterator[aiohttp.ClientResponse]:
        """Send a request. Raises DiscordServerError for server failures, and no OSError, which discord.py repeats."""
        try:
            async with self.session.request(method, url, **options) as response:
                if response.status >= 500:
                    raise discord.DiscordServerError(response, await response.text())
                yield response
        except TimeoutError:
            raise
        except OSError as fault:
            raise aiohttp.ClientConnectionError(str(fault)) from fault


def repeat_lost_responses() -> None:
    """Make the calling task, and the tasks that it starts, send responses through a `RepeatingAdapter`."""
    adapter = async_context.get()
    if not isinstance(adapter, RepeatingAdapter):
        async_context.set(RepeatingAdapter(adapter))
