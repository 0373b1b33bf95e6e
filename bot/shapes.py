"""The shape of pictures: in public the table's, else the server's; in private the person's. Wide, where nobody chose.

The button under a private picture changes the person's shape and shows the picture anew.
"""

from __future__ import annotations

import re
from typing import Any, ClassVar, Self

import discord

from bot.custom_ids import LONGEST, join, split
from bot.habits import Habits, read_habits
from bot.items import GAME, GuardedButton
from bot.replies import acknowledge
from bot.services import Interaction, services_of
from bot.wording import Texts
from engines import Action
from render.shape import Shape
from storage import people
from storage.database import Database
from storage.models import GameRow

EMOJI = {Shape.WIDE: "🖥️", Shape.TALL: "📱"}


def other(shape: Shape) -> Shape:
    return Shape.TALL if shape is Shape.WIDE else Shape.WIDE


def read_shape(stored: object) -> Shape | None:
    """A stored choice; None: nothing that is known."""
    return next((shape for shape in Shape if shape == stored), None)


async def public_shape(database: Database, row: GameRow) -> Shape:
    """Of what is posted for a table."""
    return read_shape(row.shape) or await server_shape(database, row.guild_id)


async def server_shape(database: Database, guild_id: int | None) -> Shape:
    """Of a server's tables that have chosen nothing else."""
    if guild_id is None:
        return Shape.WIDE
    async with database.reading() as session:
        return read_shape((await people.guild_settings(session, guild_id)).get("shape")) or Shape.WIDE


async def own_shape(interaction: Interaction) -> Shape:
    """Of what the person is shown in private."""
    return (await own_habits(interaction)).shape


async def own_habits(interaction: Interaction) -> Habits:
    """What the person has chosen."""
    async with services_of(interaction).database.reading() as session:
        return read_habits(await people.settings(session, interaction.user.id))


def shape_template(place: str) -> str:
    """How the custom ids of the buttons of one place look."""
    return rf"pt:{place}shape:(?P<shape>{'|'.join(Shape)}):{GAME}:(?P<words>.{{0,{LONGEST}}})"


class ShapeButton(GuardedButton, template=r"pt:noshape"):
    """Under a private picture of a table: from now on the other shape. ``words``: those chosen so far, in a panel.

    Each place has a button of its own, which knows how to show the picture anew.
    """

    place: ClassVar[str]

    def __init__(self, shape: Shape, game_id: int, words: Action = (), texts: Texts | None = None) -> None:
        self.shape, self.game_id, self.words = shape, game_id, words
        label = texts.say(f"button.shape.{shape}") if texts else "…"
        custom_id = f"pt:{self.place}shape:{shape}:{game_id}:{join(words)}"
        super().__init__(discord.ui.Button(label=label, emoji=EMOJI[shape], custom_id=custom_id))

    @classmethod
    async def from_custom_id(cls, interaction: Interaction, item: Any, match: re.Match[str], /) -> Self:
        return cls(Shape(match["shape"]), int(match["game"]), split(match["words"]))

    async def press(self, interaction: Interaction) -> None:
        await acknowledge(interaction)
        await self.change(interaction)

    async def change(self, interaction: Interaction) -> None:
        """Keeps the shape and shows the picture anew."""
        async with services_of(interaction).database.transaction() as session:
            await people.change_settings(session, interaction.user.id, lambda _: {"shape": self.shape})
        await self.show_again(interaction)

    async def show_again(self, interaction: Interaction) -> None:
        """Shows what the button is under, in the person's shape."""
        raise NotImplementedError
