"""Signs of goods, dice, cubes and colours as the application's own emoji, beside the words and never instead of them.

They are uploaded when they have changed. Until that is done, and where Discord does not let it be done, the words stand
alone.
"""

from __future__ import annotations

import asyncio
import copy
import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import discord
import structlog

from bot.interactions.refusals import INVALID_FORM, UNKNOWN_EMOJI, wait_after
from render import PICTURES
from render.emoji import Emoji, emoji, sign

log = structlog.get_logger()

KNOWN: dict[tuple[str, str], discord.PartialEmoji] = {}
"""Those that Discord has, by game and what each stands for (``render.emoji``)."""
LOOK_AGAIN_SECONDS = 60
"""After so long a process looks whether another one has uploaded them."""


def emoji_for(game: str, words: Iterable[str]) -> discord.PartialEmoji | None:
    """That of the only thing among these words that has one."""
    found = sign(game, words)
    return KNOWN.get((game, found)) if found else None


def emoji_in_list(game: str, choices: Iterable[Iterable[str]]) -> list[discord.PartialEmoji | None]:
    """That of each choice of a list; none where all have the same, which would tell nothing."""
    found = [emoji_for(game, words) for words in choices]
    return found if len(set(found)) > 1 else [None] * len(found)


def emoji_of_lists(game: str, args: Mapping[str, object]) -> str:
    """The different ones of all things that are listed in a line, as they are written at its end; nothing where none
    has one. ``args``: what fills the line; each thing is looked up after the name of its list, too."""
    lists = {name: value for name, value in args.items() if isinstance(value, list | tuple)}
    things = ((name, str(thing)) for name, listed in lists.items() for thing in listed)
    return " ".join(dict.fromkeys(str(each) for words in things if (each := emoji_for(game, words))))


def names_emoji(fault: discord.HTTPException) -> bool:
    """Return whether Discord refuses a message because of an emoji that it does not have (any more)."""
    return fault.code == UNKNOWN_EMOJI or (fault.code == INVALID_FORM and "emoji" in fault.text.lower())


def plain_view(view: discord.ui.View) -> discord.ui.View:
    """Return a copy of a view whose buttons and options show words alone."""
    plain = discord.ui.View(timeout=view.timeout)
    for shown in view.children:
        item: Any = copy.copy(shown.item if isinstance(shown, discord.ui.DynamicItem) else shown)
        if isinstance(item, discord.ui.Button):
            item.emoji = None
        elif isinstance(item, discord.ui.Select):
            item.options = [wordy_option(option) for option in item.options]
        plain.add_item(item)
    return plain


def wordy_option(option: discord.SelectOption) -> discord.SelectOption:
    """Return an option of a select without its emoji."""
    return discord.SelectOption(
        label=option.label, value=option.value, description=option.description, default=option.default
    )


def forget() -> None:
    """Use words alone until Discord has told again which emoji there are."""
    KNOWN.clear()


def wanted() -> dict[tuple[str, str], Emoji]:
    """All there are, by game and what each stands for; drawn once, which takes a second."""
    return {(game, of): each for game in PICTURES for of, each in emoji(game).items()}


class Emojis:
    """``keep`` sees to it that Discord has all of them. ``uploads``: whether this process does so, not another one."""

    def __init__(self, client: discord.Client, uploads: Callable[[], bool]) -> None:
        self.client, self.uploads = client, uploads

    async def keep(self) -> None:
        """Returns once Discord has them as they are now; a failure only delays that. The client is logged in."""
        drawn, failures = await asyncio.to_thread(wanted), 0
        while True:
            wait: float = LOOK_AGAIN_SECONDS
            try:
                if await self._bring(drawn):
                    return
            except Exception as fault:  # noqa: BLE001 - whatever it is, the words stand alone meanwhile
                wait = wait_after(fault, failures)
                failures += 1
                log.warning("emoji not uploaded yet", reason=str(fault), wait=wait)
            await asyncio.sleep(wait)

    async def _bring(self, drawn: dict[tuple[str, str], Emoji]) -> bool:
        """Uploads what is missing, then removes what it replaces; whether all are there."""
        there = {each.name: each for each in await self.client.fetch_application_emojis()}
        _learn(drawn, there)
        missing = {each.name: each for each in drawn.values() if each.name not in there}
        if not self.uploads():
            return not missing
        for each in missing.values():
            there[each.name] = await self.client.create_application_emoji(name=each.name, image=each.png)
            _learn(drawn, there)
        names = {each.name for each in drawn.values()}
        ours = {_sign(name) for name in names}
        for name, old in there.items():
            if name not in names and _sign(name) in ours:
                await old.delete()
        return True


def _learn(drawn: dict[tuple[str, str], Emoji], there: dict[str, discord.Emoji]) -> None:
    for key, each in drawn.items():
        if found := there.get(each.name):
            KNOWN[key] = discord.PartialEmoji(name=found.name, id=found.id)


def _sign(name: str) -> str | None:
    """What the name of one of ours begins with; the digest that follows changes with the picture."""
    found = re.fullmatch(r"(\w+)_[0-9a-f]{8}", name)
    return found[1] if found else None
