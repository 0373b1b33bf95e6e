"""/review: after the end, where everybody lost most, with the board of that moment."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import discord
from discord import app_commands

from bot.commands.about import complete_finished, ended_table, everywhere, with_table
from bot.commands.naming import AnyCommand, description, name
from bot.delivery.compose import fit
from bot.delivery.illustrating import AT_ONCE, Attachment, as_far_as_drawn, board_picture, files_of
from bot.delivery.reason_phrases import better_phrases
from bot.interactions.components import pressed
from bot.interactions.hindsight import ReviewAnswer, ReviewButton, ReviewShape
from bot.interactions.limits import LABEL
from bot.interactions.replies import acknowledge, answer, texts_for
from bot.interactions.services import Interaction, services_of
from bot.interactions.shapes import other as other_shape
from bot.interactions.shapes import own_shape, shape_button, shown_anew
from bot.panel.hinting import told_ideas
from bot.panel.notes import on_top
from bot.tables import Refused, Table
from bot.tables.beside.reviewing import choices, others_decided, own_seat
from bot.thinking.ideas import Idea
from bot.thinking.losses import Loss
from bot.wording import Texts
from bot.wording.escaping import within
from engines import Action
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


class Page(NamedTuple):
    """A loss among others, with the table before that decision."""

    losses: list[Loss]
    number: int
    before: Table
    others: Mapping[int, str]
    """Who decided where it was not who the seat is called after now, by the version of the decision."""

    @property
    def loss(self) -> Loss:
        return self.losses[self.number]


async def show_review(interaction: Interaction, game_id: int, number: int | None, answered: int | None = None) -> None:
    """One loss with its board, among those of the same player; ``number`` None: the person's own largest. First it is
    asked what the person would have played; ``answered``: the place of the answer, behind the last one: tell all."""
    services, texts = services_of(interaction), await texts_for(interaction)
    table, user, reviews = await services.tables.table(game_id), interaction.user.id, services.tables.reviews
    losses = await reviews.stored(table, user)
    if losses is None:
        await answer(interaction, texts.say("review.thinking"))
        losses = await reviews.made(table, user)
    if not losses:
        raise Refused("review.nothing")
    log = await reviews.log(table)
    own = own_seat(table, log, user)
    if number is None:
        by = {entry.version: entry.by_user_id for entry in log}
        number = min(range(len(losses)), key=lambda n: (losses[n].seat != own, by.get(losses[n].version) != user))
    number = min(number, len(losses) - 1)
    before = await reviews.before(table, log, losses[number])
    page = Page(losses, number, before, others_decided(table, log))
    offered = choices(before.game, page.loss)
    view = discord.ui.View(timeout=None)
    if answered is None:
        said = question_text(page, texts)
        for place, action in enumerate(offered):
            label = texts.at(before.game, before.names).answer(
                before.row.key, before.game, page.loss.seat, action, before.names
            )
            view.add_item(ReviewAnswer(game_id, number, place).button(within(label, LABEL), row=0))
    elif answered < len(offered):
        said = answer_text(page, offered[answered], texts, await reviews.reasons(before, page.loss, user))
    else:
        won = page.loss.lost == "win"  # which is reason enough
        said = review_text(page, texts, [] if won else await reviews.reasons(before, page.loss, user))
    if answered is None or answered < len(offered):
        view.add_item(ReviewAnswer(game_id, number, len(offered)).button(texts.say("button.review.all"), row=0))
    for other, label in ((number - 1, "◀"), (number + 1, "▶")):
        if 0 <= other < len(losses):
            view.add_item(ReviewButton(game_id, other).button(label, row=1))
    shape = await own_shape(interaction)
    picture = await _picture(before, texts, shape, own)
    if picture:
        seen = () if answered is None else (str(answered),)
        turned = shape_button(ReviewShape, other_shape(shape), game_id, texts, (str(number), *seen))
        turned.item.row = 1  # not among the answers
        view.add_item(turned)
    _, notes = await services.tables.plans.notes(game_id, user)
    if written := [line for line in notes.lines if line.turn == page.loss.turn]:
        said = fit([said], [on_top(table, texts, written)])
    await answer(interaction, said, view=view, files=files_of(picture))


async def _picture(before: Table, texts: Texts, shape: Shape, seat: int | None) -> list[Attachment]:
    """The board before the decision, as the seat could see it then, which the record has opened to all."""
    return await as_far_as_drawn(lambda: board_picture(before, texts, shape, (), seat, within=AT_ONCE))


def question_text(page: Page, texts: Texts) -> str:
    """The moment of a loss, and what was asked then, without what was played."""
    before, loss = page.before, page.loss
    key, at = before.row.key, texts.at(before.game, before.names)
    asked = at.message(key, before.game.prompt(loss.seat).message, before.names)
    who = texts.say("review.who", player=texts.player(before.names, loss.seat), when=_when(page, loss, texts))
    return fit([_head(before, texts), who, asked, texts.say("review.asked")])


def answer_text(page: Page, chosen: Action, texts: Texts, reasons: Sequence[Idea] = ()) -> str:
    """What an answer would have been worth, the loss alone, and what tells the two moves of it apart."""
    before, loss = page.before, page.loss
    better, played = (before.game.gist(parse(text)) for text in (loss.better, loss.played))
    verdict = {better: "better", played: "played"}.get(before.game.gist(chosen), "else")
    label = texts.at(before.game, before.names).action(before.row.key, chosen, before.names)
    lines = [_head(before, texts), texts.player(before.names, loss.seat), f"▶ {_line(page, loss, texts)}"]
    lines.append(texts.say(f"review.chosen.{verdict}", chosen=f"**{label}**"))
    told = told_ideas(before, texts.at(before.game, before.names), loss.seat, reasons)
    for place, (action, (_, *below)) in enumerate(told, 1):  # what it is worth is told already
        lines += [texts.say("review.idea", place=place, action=action), *below]
    return fit(lines)


def review_text(page: Page, texts: Texts, reasons: Sequence[Idea] = ()) -> str:
    """All losses of the seat of one of them, which is marked and told with a reason, if two moves of it are compared
    in ``reasons``."""
    before, lines = page.before, list[str]()
    for number, loss in enumerate(page.losses):
        if loss.seat == page.loss.seat:
            marked = number == page.number
            lines.append(f"{'▶' if marked else '·'} {_line(page, loss, texts)}")
            lines += _why(before, texts, reasons) if marked else []
    return fit([_head(before, texts), texts.player(before.names, page.loss.seat), *lines])


def _why(before: Table, texts: Texts, reasons: Sequence[Idea]) -> list[str]:
    """Return why the first of two moves is better than the second, in a line; nothing, where that is not known."""
    phrases = better_phrases(before, texts.at(before.game, before.names), reasons[1]) if len(reasons) == 2 else []
    return [f"-# {texts.say('review.why', reason='; '.join(phrases))}"] if phrases else []


def _head(before: Table, texts: Texts) -> str:
    return texts.say("review.head", game=texts.title(before.row.key), table=str(before.row.id))


def _when(page: Page, loss: Loss, texts: Texts) -> str:
    when = texts.when(page.before.row.key, loss.turn)
    by = page.others.get(loss.version)
    return texts.say("review.by", when=when, player=texts.person(by, loss.seat + 1)) if by else when


def _line(page: Page, loss: Loss, texts: Texts) -> str:
    key, at = page.before.row.key, texts.at(page.before.game, page.before.names)
    names, actions = page.before.names, map(parse, (loss.played, loss.better))
    played, better = (at.step(key, action, names) or at.action(key, action, names) for action in actions)
    return _said(loss, _when(page, loss, texts), played, better, texts)


def _said(loss: Loss, when: str, played: str, better: str, texts: Texts) -> str:
    """One loss; where the end of the game is among what was lost, no points are told."""
    if loss.lost == "win":
        return texts.say("review.win", when=when, played=played, better=better)
    points = texts.say("review.points", points=texts.decimal(loss.points))
    more = texts.say("review.chances") if loss.lost == "chances" else points
    return texts.say("review.loss", when=when, played=played, better=better, more=more)


@pressed(ReviewButton)
async def show_loss(interaction: Interaction, button: ReviewButton) -> None:
    await acknowledge(interaction)
    await show_review(interaction, button.game_id, button.page)


@pressed(ReviewAnswer)
async def show_answer(interaction: Interaction, button: ReviewAnswer) -> None:
    await acknowledge(interaction)
    await show_review(interaction, button.game_id, button.page, button.answer)


@shown_anew(ReviewShape)
async def show_loss_anew(interaction: Interaction, button: ReviewShape) -> None:
    number, answered, *_ = [*(int(word) for word in button.words if word.isdecimal()), None, None]
    await show_review(interaction, button.game_id, number, answered)


COMMANDS: tuple[AnyCommand, ...] = (review,)
