"""Windows with a field to type in. What is sent in reaches its form after a restart, too."""

from __future__ import annotations

from typing import Any, ClassVar

import discord

from bot.interactions import entrance
from bot.interactions.custom_ids import LONGEST
from bot.interactions.replies import admitted, guarded
from bot.interactions.services import Interaction
from bot.tables import Refused
from bot.work.handling import handling

FIELD = "typed"
"""The custom id of the field in a form."""


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
