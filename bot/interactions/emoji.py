"""Application emoji for goods, dice, cubes and colours, shown next to the words and never instead of them.

The bot uploads them when their pictures have changed. Until they are uploaded, or if Discord refuses the upload, texts
and buttons show words alone.
"""

from __future__ import annotations

import asyncio
import copy
import re
import time
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import discord
import structlog

from bot.interactions.error_codes import wait_after
from render import PICTURES
from render.emoji import Emoji, emoji, sign

log = structlog.get_logger()

KNOWN: dict[tuple[str, str], discord.PartialEmoji] = {}
"""The emoji that Discord has, by game and by the thing that each stands for (``render.emoji``)."""
LOOK_AGAIN_SECONDS = 60
"""Seconds between two looks at Discord's list of emoji: while another process uploads them, or after a refusal."""

WRITTEN = re.compile(r" ?<a?:\w+:\d+>")
"""Pattern of an emoji of an application or server in a text, with the space before it."""


def emoji_for(game: str, words: Iterable[str]) -> discord.PartialEmoji | None:
    """Return the emoji for words that name exactly one thing with an emoji; None otherwise."""
    sign_name = sign(game, words)
    return KNOWN.get((game, sign_name)) if sign_name else None


def emoji_in_list(game: str, choices: Iterable[Iterable[str]]) -> list[discord.PartialEmoji | None]:
    """Return the emoji of each choice of a list; all None if every choice has the same, which tells nothing apart."""
    emojis = [emoji_for(game, words) for words in choices]
    return emojis if len(set(emojis)) > 1 else [None] * len(emojis)


def emoji_of_lists(game: str, args: Mapping[str, object]) -> str:
    """Return the emoji for the things in the lists of a line, each once; "" if there are none.

    Args:
        game: The name of the game's rules.
        args: The arguments of the line's message. The name of a list helps to find the emoji of the things in it.
    """
    lists = {name: value for name, value in args.items() if isinstance(value, list | tuple)}
    entries = ((name, str(item)) for name, listed in lists.items() for item in listed)
    return " ".join(dict.fromkeys(str(emoji) for words in entries if (emoji := emoji_for(game, words))))


def has_emoji(view: discord.ui.View) -> bool:
    """Return whether something in ``view`` shows an emoji."""
    return "emoji" in repr(view.to_components())


def plain_text(content: str) -> str:
    """Return a text without the emoji of applications and servers."""
    return WRITTEN.sub("", content)


def plain_view(view: discord.ui.View) -> discord.ui.View:
    """Return a copy of ``view`` without emoji; labels and custom ids stay the same."""
    plain = discord.ui.View(timeout=view.timeout)
    for item in view.children:
        plain.add_item(_plain_item(item))
    return plain


def _plain_item(item: discord.ui.Item[Any]) -> discord.ui.Item[Any]:
    match item:
        case discord.ui.DynamicItem():
            return type(item)(_plain_item(item.item))
        case discord.ui.Button():
            label = item.label or (item.emoji.name if item.emoji else None)
            return discord.ui.Button(
                style=item.style,
                label=label,
                disabled=item.disabled,
                custom_id=item.custom_id,
                url=item.url,
                row=item.row,
            )
        case discord.ui.Select():
            return discord.ui.Select(
                custom_id=item.custom_id,
                placeholder=item.placeholder,
                min_values=item.min_values,
                max_values=item.max_values,
                options=[_plain_option(option) for option in item.options],
                disabled=item.disabled,
                row=item.row,
            )
    return copy.copy(item)


def _plain_option(option: discord.SelectOption) -> discord.SelectOption:
    return discord.SelectOption(
        label=option.label, value=option.value, description=option.description, default=option.default
    )


def all_pictures() -> dict[tuple[str, str], Emoji]:
    """Return all emoji of all games, by game and by the thing that each stands for; drawing them takes a second."""
    return {(game, item): drawn_emoji for game in PICTURES for item, drawn_emoji in emoji(game).items()}


class Emojis:
    """The application emoji of the bot, kept up to date at Discord by ``keep``.

    Args of the constructor: ``uploads`` returns True if this process uploads them, and not another one.
    """

    def __init__(self, client: discord.Client, uploads: Callable[[], bool]) -> None:
        self.client = client
        self.uploads = uploads
        self.search: asyncio.Task[None] | None = None
        """The task that lists the emoji again after Discord refused one."""
        self._searched: float | None = None

    def forget_and_look_again(self) -> None:
        """Show words alone after Discord has refused an emoji, and find out meanwhile which emoji it still has."""
        KNOWN.clear()
        if self.search is None or self.search.done():
            self.search = asyncio.create_task(self._look_again(), name="emoji anew")

    async def _look_again(self) -> None:
        # An emoji that is listed but refused all the same must not be asked for with every answer.
        if self._searched is not None:
            await asyncio.sleep(max(0.0, self._searched + LOOK_AGAIN_SECONDS - time.monotonic()))
        self._searched = time.monotonic()
        await self.keep()

    async def keep(self) -> None:
        """Upload or await the emoji, and return once Discord has all of them; failures are tried again later.

        The client must be logged in.
        """
        pictures = await asyncio.to_thread(all_pictures)
        failures = 0
        while True:
            wait: float = LOOK_AGAIN_SECONDS
            try:
                if await self._bring(pictures):
                    return
            except Exception as fault:  # noqa: BLE001 - after any fault texts show words alone until the next try
                wait = wait_after(fault, failures)
                failures += 1
                log.warning("emoji not uploaded yet", reason=str(fault), wait=wait)
            await asyncio.sleep(wait)

    async def _bring(self, pictures: dict[tuple[str, str], Emoji]) -> bool:
        """Upload missing emoji, then delete outdated ones; return whether Discord has all of them."""
        uploaded = {emoji.name: emoji for emoji in await self.client.fetch_application_emojis()}
        _learn(pictures, uploaded)
        # By name, since several words share a picture, which is uploaded once.
        missing_pictures = {picture.name: picture for picture in pictures.values() if picture.name not in uploaded}
        if not self.uploads():
            return not missing_pictures
        for picture in missing_pictures.values():
            uploaded[picture.name] = await self.client.create_application_emoji(name=picture.name, image=picture.png)
            _learn(pictures, uploaded)
        names = {picture.name for picture in pictures.values()}
        # Only earlier pictures of the same things: the operator may have uploaded other emoji for the application.
        own_names = {_without_digest(name) for name in names}
        for name, old_emoji in uploaded.items():
            if name not in names and _without_digest(name) in own_names:
                await old_emoji.delete()
        return True


def _learn(pictures: dict[tuple[str, str], Emoji], uploaded: dict[str, discord.Emoji]) -> None:
    for key, drawn_emoji in pictures.items():
        if emoji := uploaded.get(drawn_emoji.name):
            KNOWN[key] = discord.PartialEmoji(name=emoji.name, id=emoji.id)


def _without_digest(name: str) -> str | None:
    """Return the name of an emoji without the digest of its picture at the end; None if it has no digest."""
    match = re.fullmatch(r"(\w+)_[0-9a-f]{8}", name)
    return match[1] if match else None
