"""The shape of pictures (wide or tall), and the button that changes it.

Public pictures have the shape of the table, or of its server; private pictures that of the person. Without a choice
they are wide. The button below a private picture stores the other shape and draws the picture again.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from bot.interactions.components import Pressed, Sent, mark, marked, on_press
from bot.interactions.controls import LegendButton, ShapeButton
from bot.interactions.person import drop_cached_settings, person_of
from bot.interactions.services import Interaction, services_of
from bot.wording import Texts
from render.shape import Shape
from storage import people
from storage.database import Database
from storage.models import GameRow, Json

EMOJI = {Shape.WIDE: "🖥️", Shape.TALL: "📱"}


def other_shape(shape: Shape) -> Shape:
    return Shape.TALL if shape is Shape.WIDE else Shape.WIDE


def read_shape(stored: object) -> Shape | None:
    """Return the shape in a stored setting; None if there is none or its value is unknown."""
    return next((shape for shape in Shape if shape == stored), None)


def shape_there(row: GameRow, settings: Json) -> Shape:
    """Return the shape of a table's public pictures, given the settings of its server."""
    return read_shape(row.shape) or read_shape(settings.get("shape")) or Shape.WIDE


async def public_shape(database: Database, row: GameRow) -> Shape:
    """Return the shape of a table's public pictures; the server's settings are read if needed."""
    return read_shape(row.shape) or await server_shape(database, row.guild_id)


async def server_shape(database: Database, guild_id: int | None) -> Shape:
    """Return the default shape for the tables of a server."""
    if guild_id is None:
        return Shape.WIDE
    async with database.reading() as session:
        return read_shape((await people.guild_settings(session, guild_id)).get("shape")) or Shape.WIDE


async def own_shape(interaction: Interaction) -> Shape:
    """Return the shape of the person's private pictures."""
    return (await person_of(interaction)).preferences.shape


def shape_button(button: ShapeButton, texts: Texts) -> Sent:
    """Return the button below a private picture that changes its shape to ``button.shape``."""
    return button.button(texts.say(f"button.shape.{button.shape}"), emoji=EMOJI[button.shape])


def legend_button(game_id: int, texts: Texts) -> Sent:
    """Return the button that explains the parts of a table's picture."""
    return LegendButton(game_id).button(texts.say("button.legend"), emoji="🔎")


async def keep_shape(interaction: Interaction, shape: Shape) -> None:
    """Store the shape of the person's private pictures."""
    async with services_of(interaction).database.transaction() as session:
        await people.change_settings(session, interaction.user.id, lambda _: {"shape": shape})
    drop_cached_settings(interaction)


S = TypeVar("S", bound=ShapeButton)


def redrawn_in_shape(kind: type[S]) -> Callable[[Pressed[S]], Pressed[S]]:
    """Mark a function that draws the picture above a shape button again; the new shape is stored before it runs."""

    def decorated(show: Pressed[S]) -> Pressed[S]:
        @on_press(kind)
        async def changed(interaction: Interaction, button: S) -> None:
            await keep_shape(interaction, button.shape)
            await show(interaction, button)

        # Registration looks at the functions of modules, and ``changed`` is none: the module has ``show``.
        mark(show, marked(changed))
        return show

    return decorated
