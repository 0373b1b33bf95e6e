"""/learn: lessons of a game, alone and in private."""

from __future__ import annotations

from discord import app_commands

import engines
from bot.features.lessons import lesson_session
from bot.features.lessons.lesson_layout import LearnButton, LessonButton, LessonList, LessonPlace
from bot.features.table_option import everywhere
from bot.interactions.command_names import AnyCommand, description, name
from bot.interactions.components import chosen, pressed
from bot.interactions.replies import Reply
from bot.interactions.services import Interaction
from bot.tables import Refused
from bot.wording import texts_in
from bot.wording.languages import FALLBACK

GAME_CHOICES = [app_commands.Choice(name=texts_in(FALLBACK).title(key), value=key) for key in engines.GAMES]


@app_commands.command(name=name("learn"), description=description("learn"))
@app_commands.rename(game=name("game", "learn.game"))
@app_commands.describe(game=description("learn.game"))
@app_commands.choices(game=GAME_CHOICES)
@everywhere
async def learn(interaction: Interaction, game: str) -> None:
    """Go on with the lesson that is open, else with the first that is not done."""
    await lesson_session.go_on(interaction, game)


@pressed(LearnButton, reply=Reply.BESIDE)
async def learn_from_lobby(interaction: Interaction, button: LearnButton) -> None:
    """Do the same for the game of a lobby. Raises Refused for a game without lessons."""
    await lesson_session.go_on(interaction, button.game)


@pressed(LessonButton)
async def work_on_lesson(interaction: Interaction, button: LessonButton) -> None:
    await lesson_session.open_lesson(interaction, button.game_id, button.what)


@pressed(LessonPlace)
async def turn_lesson_page(interaction: Interaction, button: LessonPlace) -> None:
    await lesson_session.describe(interaction, button.game_id, button.page)


@chosen(LessonList)
async def choose_lesson(interaction: Interaction, _select: LessonList, values: list[str]) -> None:
    if not values[0].isdecimal():
        raise Refused("error.damaged")
    await lesson_session.open_lesson(interaction, int(values[0]), "open")


COMMANDS: tuple[AnyCommand, ...] = (learn,)
