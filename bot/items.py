"""Buttons, selects and forms that outlive the process: everything they need is in their custom id.

discord.py only logs what a DynamicItem raises, and calls every one whose template matches: hence one guarded base
class, and templates that begin with different letters. A template lets through only what is safe to be parsed; what
none of them lets through, the client refuses.
"""

from __future__ import annotations

import re
from typing import Any, ClassVar, Self

import discord

from bot import entrance
from bot.custom_ids import LONGEST, NUMBER, WORDS, join, split
from bot.handling import handling
from bot.replies import acknowledge, admitted, guarded
from bot.services import Interaction, services_of
from bot.tables import Refused
from engines import Action

GAME = rf"(?P<game>{NUMBER})"
FIELD = "typed"
"""The custom id of the field in a form."""
PLACE = rf"{GAME}:(?P<version>{NUMBER})"


class GuardedButton(discord.ui.DynamicItem[discord.ui.Button[Any]], template=r"pt:never"):
    """A button whose ``press`` may fail without the person being left alone."""

    async def interaction_check(self, interaction: Interaction, /) -> bool:
        return await admitted(interaction)

    async def callback(self, interaction: Interaction) -> None:
        with handling(interaction, type(self).__name__, getattr(self, "game_id", None)):
            await guarded(interaction, self.press(interaction))

    async def press(self, interaction: Interaction) -> None:
        raise NotImplementedError


class GuardedSelect(discord.ui.DynamicItem[discord.ui.Select[Any]], template=r"pt:nowhere"):
    """A select whose ``choose`` may fail without the person being left alone."""

    async def interaction_check(self, interaction: Interaction, /) -> bool:
        return await admitted(interaction)

    async def callback(self, interaction: Interaction) -> None:
        with handling(interaction, type(self).__name__, getattr(self, "game_id", None)):
            await guarded(interaction, self.choose(interaction))

    async def choose(self, interaction: Interaction) -> None:
        raise NotImplementedError

    @property
    def chosen(self) -> list[str]:
        """The values. Raises Refused for what no select of ours holds."""
        values = self.item.values
        if not values or max(map(len, values)) > LONGEST:
            raise Refused("error.damaged")
        return values


class Form:
    """A window with a field to type in. Whoever sends it in is answered by ``submit``, also after a restart, for which
    discord.py's own modals have to live: the client hands what is sent in to the form of that custom id."""

    custom_id: ClassVar[str]
    longest: ClassVar[int] = LONGEST
    """Characters that can be typed."""
    lines: ClassVar[bool] = False
    """Whether several lines can be."""

    async def show(self, interaction: Interaction, *, title: str, label: str, hint: str, typed: str) -> None:
        """Answers a click with the form. ``typed``: what stands in the field already."""
        style = discord.TextStyle.paragraph if self.lines else discord.TextStyle.short
        field: discord.ui.TextInput[Any] = discord.ui.TextInput(
            custom_id=FIELD, style=style, default=typed[: self.longest], required=False, max_length=self.longest
        )
        modal = discord.ui.Modal(title=title, custom_id=self.custom_id)
        modal.add_item(discord.ui.Label(text=label, description=hint, component=field))
        modal.stop()  # discord.py need not remember it
        await interaction.response.send_modal(modal)

    async def submitted(self, interaction: Interaction) -> None:
        """Somebody has sent it in."""
        with handling(interaction, type(self).__name__):
            if await admitted(interaction):
                await guarded(interaction, self._submit(interaction))

    async def _submit(self, interaction: Interaction) -> None:
        data: Any = interaction.data
        too_long = entrance.cut(data, {FIELD: self.longest})  # from a form of another version
        fields = [component.get("component", {}) for component in data.get("components", ())]
        typed = next((field.get("value") for field in fields if field.get("custom_id") == FIELD), None)
        if not isinstance(typed, str) or too_long:
            raise Refused("error.form_expired")
        await self.submit(interaction, typed)

    async def submit(self, interaction: Interaction, typed: str) -> None:
        raise NotImplementedError


class MoveButton(GuardedButton, template=rf"pt:m:{GAME}"):
    """Under the board: opens the move panel of whoever presses it."""

    def __init__(self, game_id: int, label: str = "…") -> None:
        self.game_id = game_id
        super().__init__(discord.ui.Button(style=discord.ButtonStyle.primary, label=label, custom_id=f"pt:m:{game_id}"))

    @classmethod
    async def from_custom_id(cls, interaction: Interaction, item: Any, match: re.Match[str], /) -> Self:
        return cls(int(match["game"]))

    async def press(self, interaction: Interaction) -> None:
        await acknowledge(interaction, ephemeral=True, thinking=True)
        await services_of(interaction).panel.show_panel(interaction, self.game_id)


class AnswerButton(GuardedButton, template=rf"pt:a:{GAME}:(?P<mark>\w{{1,40}}):(?P<words>{WORDS})"):
    """Under a question asked in public: an answer for whoever may give it; what comes of it only they see.

    It holds as long as the same question stands (``mark``), whatever others have answered meanwhile.
    """

    def __init__(self, game_id: int, mark: str, words: Action, label: str = "…") -> None:
        self.game_id, self.mark, self.words = game_id, mark, words
        custom_id = f"pt:a:{game_id}:{mark}:{join(words)}"
        super().__init__(discord.ui.Button(style=discord.ButtonStyle.secondary, label=label, custom_id=custom_id))

    @classmethod
    async def from_custom_id(cls, interaction: Interaction, item: Any, match: re.Match[str], /) -> Self:
        return cls(int(match["game"]), match["mark"], split(match["words"]))

    async def press(self, interaction: Interaction) -> None:
        await acknowledge(interaction, ephemeral=True, thinking=True)
        await services_of(interaction).panel.play_words(interaction, self.game_id, self.words, mark=self.mark)


class RematchButton(GuardedButton, template=rf"pt:rematch:{GAME}"):
    """Under the end of a game: opens a lobby for the same people."""

    def __init__(self, game_id: int, label: str = "…") -> None:
        self.game_id = game_id
        custom_id = f"pt:rematch:{game_id}"
        super().__init__(discord.ui.Button(style=discord.ButtonStyle.primary, label=label, custom_id=custom_id))

    @classmethod
    async def from_custom_id(cls, interaction: Interaction, item: Any, match: re.Match[str], /) -> Self:
        return cls(int(match["game"]))

    async def press(self, interaction: Interaction) -> None:
        await acknowledge(interaction, ephemeral=True, thinking=True)
        await services_of(interaction).rematch(interaction, self.game_id)
