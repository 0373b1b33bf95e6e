"""/review: after the end, where everybody lost most, with the board of that moment."""

from __future__ import annotations

from collections.abc import Mapping

import discord
from discord import app_commands

from bot.commands.about import complete_finished, ended_table, everywhere, with_table
from bot.commands.naming import AnyCommand, description, name
from bot.delivery.compose import fit
from bot.delivery.pictures import AT_ONCE, Attachment, board_picture, files_of
from bot.interactions.components import pressed
from bot.interactions.controls import ReviewButton, ReviewShape
from bot.interactions.replies import acknowledge, answer, log, texts_for
from bot.interactions.services import Interaction, services_of
from bot.interactions.shapes import other, own_shape, shape_button, shown_anew
from bot.panel.notes import on_top
from bot.tables import Refused, Table
from bot.tables.beside.reviewing import Loss, others_decided, own_seat
from bot.wording import Texts
from bot.wording.texts import bold
from engines.record import parse
from render.shape import Shape


@app_commands.command(name=name("review"), description=description("review"))
@with_table(complete_finished, "ended_table")
@everywhere
async def review(interaction: Interaction, table: int | None = None) -> None:
    await acknowledge(interaction, ephemeral=True)
    if table is None:
        table = (await ended_table(interaction, None, "error.no_review_yet")).row.id
    await show_review(interaction, table, None)  # who only stepped in may, too


async def show_review(interaction: Interaction, game_id: int, page: int | None) -> None:
    """One loss with its board, among those of the same player; ``page`` None: the person's own largest."""
    services, words = services_of(interaction), await texts_for(interaction)
    table, user, reviews = await services.tables.table(game_id), interaction.user.id, services.tables.reviews
    losses = await reviews.stored(table, user)
    if losses is None:
        await answer(interaction, words.say("review.thinking"))
        losses = await reviews.made(table, user)
    if not losses:
        raise Refused("review.nothing")
    log = await reviews.log(table)
    own = own_seat(table, log, user)
    if page is None:
        by = {entry.version: entry.by_user_id for entry in log}
        page = min(range(len(losses)), key=lambda n: (losses[n].seat != own, by.get(losses[n].version) != user))
    page = min(page, len(losses) - 1)
    before = await reviews.before(table, log, losses[page])
    view = discord.ui.View(timeout=None)
    for number, label in ((page - 1, "◀"), (page + 1, "▶")):
        if 0 <= number < len(losses):
            view.add_item(ReviewButton(game_id, number).button(label))
    shape = await own_shape(interaction)
    picture = await _picture(before, words, shape, own)
    if picture:
        view.add_item(shape_button(ReviewShape, other(shape), game_id, words, (str(page),)))
    said = review_text(before, losses, page, words, others_decided(table, log))
    _, notes = await services.tables.plans.notes(game_id, user)
    if written := [line for line in notes.lines if line.turn == losses[page].turn]:
        said = fit([said], [on_top(table, words, written)])
    await answer(interaction, said, view=view, files=files_of(picture))


async def _picture(before: Table, words: Texts, shape: Shape, seat: int | None) -> list[Attachment]:
    """The board before the decision, as the seat could see it then, which the record has opened to all; nothing where
    it cannot be drawn."""
    try:
        return [await board_picture(before, words, shape, (), seat, within=AT_ONCE)]
    except Exception:  # noqa: BLE001 - whatever is wrong with the picture, the words remain
        log.exception("a picture could not be drawn; the words are shown")
        return []


def review_text(
    before: Table, losses: list[Loss], page: int, words: Texts, others: Mapping[int, str] | None = None
) -> str:
    """All losses of the seat of one of them, which is marked. ``before``: the table before that decision; ``others``:
    who decided where it was not who the seat is called after now, by the version of the decision."""
    key, words, seat = before.row.key, words.at(before.game), losses[page].seat
    lines = [words.say("review.head", game=words.title(key), table=str(before.row.id)), bold(before.names[seat])]
    for number, loss in enumerate(losses):
        if loss.seat != seat:
            continue
        played, better = (words.action(key, parse(text), before.names) for text in (loss.played, loss.better))
        when = words.when(key, loss.turn)
        if by := (others or {}).get(loss.version):
            when = words.say("review.by", when=when, player=bold(by))
        said = _said(loss, when, played, better, words)
        lines.append(f"▶ {said}" if number == page else f"· {said}")
    return fit(lines)


def _said(loss: Loss, when: str, played: str, better: str, words: Texts) -> str:
    """One loss; where the end of the game is among what was lost, no points are told."""
    if loss.lost == "win":
        return words.say("review.win", when=when, played=played, better=better)
    points = words.say("review.points", points=words.decimal(loss.points))
    more = words.say("review.chances") if loss.lost == "chances" else points
    return words.say("review.loss", when=when, played=played, better=better, more=more)


@pressed(ReviewButton)
async def show_loss(interaction: Interaction, button: ReviewButton) -> None:
    await acknowledge(interaction)
    await show_review(interaction, button.game_id, button.page)


@shown_anew(ReviewShape)
async def show_loss_anew(interaction: Interaction, button: ReviewShape) -> None:
    page = next((int(word) for word in button.words if word.isdecimal()), None)
    await show_review(interaction, button.game_id, page)


COMMANDS: tuple[AnyCommand, ...] = (review,)
