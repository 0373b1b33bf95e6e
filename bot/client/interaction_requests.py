"""How responses to interactions are sent: each at most twice, each time with a limit.

discord.py sends them through an ``AsyncWebhookAdapter``, which waits without limit and repeats what a server fails at
with pauses of 1, 3, 5 … seconds: by then the three seconds of an acknowledgement are over. Whether "already
acknowledged" means that the first attempt has arrived, or that Discord has delivered the interaction twice, only the
one who repeats knows. Hence an adapter of our own, around whichever is in use.
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
from bot.interactions.lost_answers import BROKEN, TOO_MANY_REQUESTS, is_lost
from bot.interactions.replies import ALREADY_ACKNOWLEDGED, TOO_LATE

log = structlog.get_logger()

PAUSE_SECONDS = 0.2
"""Between the two attempts."""


class Limits(NamedTuple):
    """Seconds for the first and the second attempt."""

    first: float
    second: float


CALLBACK = Limits(1.4, 1.2)
"""Together with the pause below the three seconds after which Discord gives an interaction up."""
CALLBACK_WITH_FILES = Limits(2.6, 1.0)
"""An upload takes longer; the second attempt is of use where the first one breaks off early."""
EDIT = Limits(5, 5)
EDIT_WITH_FILES = Limits(10, 10)


def limits_of(route: Route, *, has_files: bool) -> Limits:
    """Return how long a request may take."""
    if is_callback(route):
        return CALLBACK_WITH_FILES if has_files else CALLBACK
    return EDIT_WITH_FILES if has_files else EDIT


def is_callback(route: Route) -> bool:
    """Return whether a request is the first response to an interaction."""
    return route.path.endswith("/callback")


def is_completion(payload: dict[str, Any] | None) -> bool:
    """Return whether a request offers completions to somebody who types."""
    return payload is not None and payload.get("type") == discord.InteractionResponseType.autocomplete_result.value


class RepeatingAdapter(AsyncWebhookAdapter):
    """Sends what has failed or got lost once more through the ``inner`` adapter."""

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
        """Return what Discord answers. Raises the fault of the last attempt that says anything.

        Completions of what is typed are worth no fault: they come too late when the person types on.
        """
        send = partial(self._repeated, route, session, files=files, **options)
        if not is_completion(options.get("payload")):
            return await send()
        try:
            return await send()
        except (discord.HTTPException, *BROKEN) as fault:
            log.info("completions could not be shown", reason=repr(fault))
            return arrived(route)

    async def _repeated(
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
            first = fault
        await asyncio.sleep(pause)
        for file in files or ():
            file.reset(seek=True)
        try:
            async with asyncio.timeout(limits.second):
                return readable_answer(route, await send())
        except discord.HTTPException as fault:
            if not is_callback(route):
                raise
            if fault.code == ALREADY_ACKNOWLEDGED and is_lost(first):
                return arrived(route)
            if fault.code in TOO_LATE:
                raise first from fault
            raise


def pause_before_repeating(fault: Exception, limits: Limits) -> float | None:
    """Return after how many seconds the request may succeed; None: repeating it would be in vain."""
    if is_lost(fault):
        return PAUSE_SECONDS
    if isinstance(fault, discord.HTTPException) and fault.status == TOO_MANY_REQUESTS:
        wait = asked_wait(fault)
        return wait if wait < limits.first else None
    return None


def asked_wait(fault: discord.HTTPException) -> float:
    """Return the seconds that a rate limit asks for."""
    header = fault.response.headers.get("Retry-After", "")
    try:
        return max(float(header), PAUSE_SECONDS)
    except ValueError:
        return PAUSE_SECONDS


def readable_answer(route: Route, answer: Any) -> Any:
    """Return what Discord answers as far as discord.py has to read it. Raises ClientPayloadError where it is no answer.

    A response that arrived must not count as failed because of a field in the answer that discord.py does not know.
    """
    if is_callback(route):
        if answer and not isinstance(answer, dict):
            raise aiohttp.ClientPayloadError("the answer is a page of somebody else")
        interaction = mapping(mapping(answer).get("interaction"))
        return {"interaction": interaction} if interaction.get("id") else arrived(route)
    if route.method == "PATCH" or (route.method == "POST" and answer):
        message = readable_message(answer)
        if message is None:
            raise aiohttp.ClientPayloadError("the answer is no message")
        return message
    return answer


def arrived(route: Route) -> dict[str, Any]:
    """Return what Discord would have said of a first response that arrived although its answer was lost."""
    interaction_id = route.url.split("/interactions/")[1].split("/")[0]
    return {"interaction": {"id": interaction_id, "type": 3}}


class SingleAttempt:
    """A session whose requests discord.py does not repeat by itself."""

    def __init__(self, session: aiohttp.ClientSession) -> None:
        self.session = session

    @asynccontextmanager
    async def request(self, method: str, url: str, **options: Any) -> AsyncIterator[aiohttp.ClientResponse]:
        """Raises DiscordServerError for what a server fails at, and no OSError, which would be repeated."""
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
    """Have the calling task, and the tasks it begins, send responses to interactions in this way."""
    current = async_context.get()
    if not isinstance(current, RepeatingAdapter):
        async_context.set(RepeatingAdapter(current))
