"""Meanings of Discord's error codes: what a refusal concerns, and which sentence explains it.

The status of HTTP says little: a 403 may mean that one person takes no direct messages, that a channel is closed, or
that Cloudflare blocks the whole bot. So the status counts only if the answer holds no error code of Discord. Other
requests have no known outcome at all: Discord may have carried them out although its answer never arrived.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import Enum
from typing import NamedTuple

import aiohttp
import discord

from engines import Message


class Scope(Enum):
    """The part of the world that a refusal concerns."""

    LATER = "later"
    """Nothing in particular: the same request may succeed later."""
    MESSAGE = "message"
    """This message alone, because of what it contains; a plainer one may be accepted."""
    CHANNEL = "channel"
    """Everything in this channel, until the channel or a permission changes; callers check the permissions too."""
    PERSON = "person"
    """Direct messages to this person."""
    BOT = "bot"
    """Everything that the bot sends, for a while."""


ARCHIVED = 50083
LOCKED = 160005
THREAD_CLOSED = (ARCHIVED, LOCKED)
"""Error codes of a thread that accepts no messages until somebody opens it again."""
UNKNOWN_CHANNEL = 10003
UNKNOWN_SERVER = 10004
UNKNOWN_MEMBER = 10007
UNKNOWN_USER = 10013
NO_ACCESS = 50001
NO_PERMISSION = 50013
UNKNOWN_MESSAGE = 10008
MESSAGE_GONE = (UNKNOWN_MESSAGE,)
"""Error codes of a message that somebody has deleted."""
OLD_MESSAGE_EDITED_OFTEN = 30046
TOO_LARGE = 40005
UNKNOWN_EMOJI = 10014
INVALID_FORM = 50035

_SCOPES: Mapping[Scope, Iterable[int]] = {
    Scope.LATER: (
        20016,  # slow mode of the channel
        20022,  # too many edits in an announcement channel
        20028,  # write limit of the channel
        20029,  # write limit of the server
        40003,  # opening direct messages too fast
        40062,  # the resource is being rate limited
        110001,  # the application is not available yet
        130000,  # Discord is overloaded
    ),
    Scope.MESSAGE: (
        *MESSAGE_GONE,
        UNKNOWN_EMOJI,
        20009,  # explicit content
        OLD_MESSAGE_EDITED_OFTEN,
        TOO_LARGE,
        50005,  # the message was written by somebody else
        50006,  # empty message
        50021,  # a system message
        INVALID_FORM,
        50045,  # the file is larger than this server allows
        50046,  # invalid file
        50109,  # invalid JSON
        200000,  # AutoMod
        200001,  # AutoMod, the title of a thread
        240000,  # a filter of harmful links
    ),
    Scope.CHANNEL: (
        UNKNOWN_CHANNEL,
        UNKNOWN_SERVER,
        30033,  # the thread is full
        40067,  # a post of a forum needs a tag
        NO_ACCESS,
        50008,  # not a text channel
        50009,  # the server's verification level
        NO_PERMISSION,
        50024,  # not possible in channels of this type
        60003,  # the server asks for two-factor authentication
        ARCHIVED,
        LOCKED,
    ),
    Scope.PERSON: (
        UNKNOWN_USER,
        50007,  # takes no direct messages from the bot
        50278,  # shares no server with the bot
    ),
    Scope.BOT: (
        20026,  # flagged by the filter against spam
        40001,  # unauthorised
        40002,  # the account has to be verified
        40333,  # Cloudflare blocks the request
        50014,  # invalid token
    ),
}
SCOPES: Mapping[int, Scope] = {code: scope for scope, codes in _SCOPES.items() for code in codes}
"""The scope of each error code that Discord documents for what the bot sends."""

ABOUT_FILES = (TOO_LARGE, INVALID_FORM, NO_PERMISSION, 50045, 50046)
"""Error codes after which the same message may be accepted without its files."""
UNEDITABLE = (*MESSAGE_GONE, OLD_MESSAGE_EDITED_OFTEN, ARCHIVED)
"""Error codes of refused edits after which a new message is sent instead; posting reopens an archived thread."""
ABOUT_EDITS = (*UNEDITABLE, 50005, 50021)
"""Error codes about the message that was to be edited, not about its new content.

The two that are not in UNEDITABLE mean that somebody else wrote the message. That is an error of the bot, which no new
message makes good.
"""

SENTENCES: Mapping[int, str] = {
    UNKNOWN_CHANNEL: "discord.no_channel",
    30033: "discord.many_in_thread",
    TOO_LARGE: "discord.too_large",
    NO_ACCESS: "discord.no_access",
    50007: "error.no_direct_messages",
    50278: "error.no_direct_messages",
    NO_PERMISSION: "discord.no_permission",
    50024: "discord.no_text",
    50008: "discord.no_text",
    ARCHIVED: "discord.archived",
    LOCKED: "discord.locked",
    160006: "discord.many_threads",
    160007: "discord.many_threads",
    200000: "discord.automod",
    200001: "discord.automod_title",
    240000: "discord.links",
}
"""The id of the sentence that says what to do, by error code."""

LATER_STATUSES = (408, 429)
"""Statuses of HTTP between 400 and 499 after which the same request may succeed later."""

FIRST_WAIT_SECONDS = 60
"""Seconds after the first failure of something that is tried until it succeeds."""
LONGEST_WAIT_SECONDS = 3600
"""The longest pause between two such attempts in seconds, unless Discord asks for more."""


class Reason(NamedTuple):
    """A refusal as the queue stores it in words: its scope, Discord's error code, and Discord's own text."""

    scope: str
    code: int
    text: str

    def __str__(self) -> str:
        return f"{self.scope}: {self.code} {self.text}".strip()


def scope_of(fault: BaseException) -> Scope:
    """Return what a fault of a request to Discord concerns; ``LATER`` if that is not known."""
    if not isinstance(fault, discord.HTTPException):
        return Scope.LATER
    if scope := SCOPES.get(fault.code):
        return scope
    if is_from_cloudflare(fault) or (fault.status == 401 and fault.code == 0):
        return Scope.BOT
    if fault.status == 413:
        return Scope.MESSAGE
    return Scope.LATER


def names_emoji(fault: discord.HTTPException) -> bool:
    """Return whether Discord has refused a message because of an emoji in it."""
    if fault.code == UNKNOWN_EMOJI:
        return True
    return fault.code == INVALID_FORM and "emoji" in fault.text.lower()


def refuses_files(fault: discord.HTTPException) -> bool:
    """Return whether the same message might be accepted without its files: too large, or not allowed here."""
    if names_emoji(fault):
        return False
    return fault.code in ABOUT_FILES or is_unexplained(fault)


def is_vague(fault: discord.HTTPException) -> bool:
    """Return whether Discord has refused a message as invalid without naming its files or an emoji as the reason."""
    names_files = "attachments" in fault.text.lower() or "files" in fault.text.lower()
    return fault.code == INVALID_FORM and not names_files and not names_emoji(fault)


def refuses_content(fault: discord.HTTPException) -> bool:
    """Return whether a message with less content might be accepted, as after AutoMod or an invalid form."""
    if fault.code in ABOUT_EDITS:
        return False
    return scope_of(fault) is Scope.MESSAGE or is_unexplained(fault)


def is_unexplained(fault: discord.HTTPException) -> bool:
    """Return whether Discord refused the request as invalid with a code that ``SCOPES`` does not list."""
    return fault.status in (400, 413) and fault.code not in SCOPES


def is_from_cloudflare(fault: discord.HTTPException) -> bool:
    """Return whether a 403 or 429 comes from Cloudflare, which stands in front of Discord."""
    if fault.status not in (403, 429) or fault.code != 0:
        return False
    headers = fault.response.headers
    content_type = headers.get("Content-Type", "")
    if content_type != "" and "json" not in content_type:
        return True
    return fault.status == 429 and not headers.get("Via")  # Discord's own answers pass a proxy, which adds Via


def reason_of(fault: BaseException) -> Reason:
    """Return the reason of a refusal as it is stored and shown to people who manage the server."""
    scope = scope_of(fault).value
    if isinstance(fault, discord.HTTPException):
        text = fault.text if not is_from_cloudflare(fault) else "Cloudflare"
        return Reason(scope, fault.code or fault.status, text.splitlines()[0][:200] if text else "")
    return Reason(scope, 0, f"{type(fault).__name__}: {fault}"[:200])


def is_refusal(reason: str) -> bool:
    """Return whether the stored reason for giving up a message was made by ``reason_of``."""
    return reason.partition(": ")[0] in [scope.value for scope in Scope]


def code_in(reason: str) -> int:
    """Return the error code in a reason that ``reason_of`` made; 0 if there is none.

    >>> code_in("channel: 50013 Missing Permissions")
    50013
    """
    number = reason.partition(": ")[2].partition(" ")[0]
    return int(number) if number.isdecimal() else 0


def sentence_of(code: int) -> Message:
    """Return the sentence about an error code: what happened, and what to do."""
    if sentence := SENTENCES.get(code):
        return Message(sentence)
    return Message("discord.refused", {"code": str(code)})


def refusal(fault: BaseException) -> Message | None:
    """Return the sentence for a refusal that another attempt would not change; None for all other faults."""
    if not isinstance(fault, discord.HTTPException) or not 400 <= fault.status < 500:
        return None
    if fault.status in LATER_STATUSES:
        return None
    if fault.status == 401:  # a token is not valid, which no sentence explains
        return None
    if SCOPES.get(fault.code) in (Scope.LATER, Scope.BOT):  # an unlisted code is no reason to try again
        return None
    return sentence_of(fault.code or fault.status)


def asked_to_wait(fault: BaseException) -> float:
    """Return the seconds for which Discord or Cloudflare asks to send nothing; 0 if it does not say."""
    if isinstance(fault, discord.RateLimited):
        return fault.retry_after
    if isinstance(fault, discord.HTTPException) and fault.status == 429:
        try:
            return max(0.0, float(fault.response.headers.get("Retry-After", 0)))
        except ValueError:  # the header may also hold a date
            return 0
    return 0


def wait_after(fault: Exception, failures: int) -> float:
    """Return the seconds until the next attempt at something that is tried until it succeeds.

    The pause doubles with each of the earlier ``failures``, and is never shorter than Discord asks for.
    """
    backoff: float = min(FIRST_WAIT_SECONDS * 2**failures, LONGEST_WAIT_SECONDS)
    return max(backoff, asked_to_wait(fault))


TOO_MANY_REQUESTS = 429

SERVER_FAILS = 500
"""The first status of HTTP that means a failure of the server."""
BROKEN = (aiohttp.ClientError, ConnectionError, TimeoutError)
"""Exceptions of a request whose connection broke or that got no answer in time."""


def is_lost(fault: BaseException) -> bool:
    """Return whether the request that raised ``fault`` may have been carried out all the same."""
    if isinstance(fault, discord.HTTPException):
        return fault.status >= SERVER_FAILS
    return isinstance(fault, BROKEN)


def is_unreachable(fault: BaseException) -> bool:
    """Return whether ``fault`` means that Discord cannot be reached now, so that a later attempt may succeed."""
    if isinstance(fault, discord.HTTPException) and fault.status == TOO_MANY_REQUESTS:
        return True
    return is_lost(fault) or isinstance(fault, discord.RateLimited)
