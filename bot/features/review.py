"""/review: the costliest decisions of a finished game, each with the board before it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import discord
from discord import app_commands

from bot.delivery.compose import fit
from bot.delivery.illustrating import AT_ONCE, Attachment, as_far_as_drawn, board_picture, files_of
from bot.delivery.reason_phrases import better_phrases
from bot.features.hint import describe_ideas
from bot.features.table_option import complete_finished, ended_table, everywhere, with_table
from bot.interactions.command_names import AnyCommand, description, name
from bot.interactions.components import on_press
from bot.interactions.controls import Number, OfPage, ShapeButton
from bot.interactions.limits import LABEL
from bot.interactions.person import texts_for
from bot.interactions.replies import answer
from bot.interactions.services import Interaction, services_of
from bot.interactions.shapes import other_shape, own_shape, redrawn_in_shape, shape_button
from bot.panel.private_notes import on_top
from bot.tables import Refused, Table
from bot.tables.analysis.losses import Loss
from bot.tables.analysis.reviews import choices, names_of_former_players, own_seat
from bot.thinking.ideas import Idea
from bot.wording import Texts
from bot.wording.escaping import within
from engines import Action
from engines.record import parse
from render.shape import Shape

BEYOND_CHOICES = 3
"""A number of an answer that no review offers, since it offers at most three: the button to the solution has it."""


class ReviewButton(OfPage, id="pt:J:{game_id}:{page}"):
    """The button to another loss."""


class ReviewAnswer(OfPage, id="pt:A:{game_id}:{page}:{answer}"):
    """The button that answers what the person would have played instead of a costly decision."""

    answer: Number
    """The index among the offered actions; the number after the last one shows the solution at once."""


class ReviewShape(ShapeButton, id="pt:lossshape:{shape}:{game_id}:{words}"):
    """The button that changes the shape of a loss's board; ``words`` are the loss's number and the given answer."""


@app_commands.command(name=name("review"), description=description("review"))
@with_table(complete_finished, "ended_table")
@everywhere
async def review(interaction: Interaction, table: int | None = None) -> None:
    if table is None:
        table = (await ended_table(interaction, None, "error.no_review_yet")).row.id
    await show_review(interaction, table, None)  # people who only stood in for a player may see it too


class Page(NamedTuple):
    """A page of the review: one loss with the table before the decision."""

    losses: list[Loss]
    """All losses of the game."""
    number: int
    """The index of the shown loss."""
    before: Table
    former_players: Mapping[int, str]
    """The names of former players of a seat who made a decision, by the version of the decision."""

    @property
    def loss(self) -> Loss:
        return self.losses[self.number]

    @property
    def same_player(self) -> list[tuple[int, Loss]]:
        """Return the losses of the same seat with their numbers."""
        return [(number, loss) for number, loss in enumerate(self.losses) if loss.seat == self.loss.seat]


async def show_review(interaction: Interaction, game_id: int, number: int | None, answered: int | None = None) -> None:
    """Show one loss with its board: first the question what to play, after an answer the solution.

    Args:
        interaction: An acknowledged interaction.
        game_id: The number of a table that has ended.
        number: The index of the loss; None: the person's own largest loss.
        answered: The index of the person's answer, or the number after the last one to show the solution and all other
            losses of the player; None: ask the question.
    """
    services = services_of(interaction)
    texts = await texts_for(interaction)
    table = await services.tables.table(game_id)
    user = interaction.user.id
    reviews = services.tables.reviews
    losses = await reviews.stored(table, user)
    if losses is None:
        await answer(interaction, texts.say("review.thinking"))
        losses = await reviews.make(table, user)
    if not losses:
        raise Refused("review.nothing")
    log = await reviews.log(table)
    viewer = own_seat(table, log, user)
    if number is None:
        decider_ids = {entry.version: entry.by_user_id for entry in log}
        number = min(
            range(len(losses)), key=lambda n: (losses[n].seat != viewer, decider_ids.get(losses[n].version) != user)
        )
    number = min(number, len(losses) - 1)
    before = await reviews.before(table, log, losses[number])
    page = Page(losses, number, before, names_of_former_players(table, log))
    offered = choices(before.game, page.loss)
    view = discord.ui.View(timeout=None)
    if answered is None:
        content = question_text(page, texts)
        for place, action in enumerate(offered):
            label = texts.at(before.game, before.names).answer(
                before.row.key, before.game, page.loss.seat, action, before.names
            )
            view.add_item(ReviewAnswer(game_id, number, place).button(within(label, LABEL), row=0))
    elif answered < len(offered):
        content = answer_text(page, offered[answered], texts, await reviews.reasons(before, page.loss, user))
    else:
        is_win = page.loss.lost == "win"  # a lost win needs no further reasons
        content = review_text(page, texts, [] if is_win else await reviews.reasons(before, page.loss, user))
    if answered is None or answered < len(offered):
        view.add_item(ReviewAnswer(game_id, number, len(offered)).button(texts.say("button.review.all"), row=0))
    is_solved = answered is not None and answered >= len(offered)
    for neighbour, label in ((number - 1, "◀"), (number + 1, "▶")):
        if not 0 <= neighbour < len(losses):
            continue
        # The solution lists all losses of the player, so these are no question any more.
        is_listed = is_solved and losses[neighbour].seat == page.loss.seat
        button = ReviewAnswer(game_id, neighbour, BEYOND_CHOICES) if is_listed else ReviewButton(game_id, neighbour)
        view.add_item(button.button(label, row=1))
    shape = await own_shape(interaction)
    picture = await _picture(before, texts, shape, viewer)
    if picture:
        answers = () if answered is None else (str(answered),)
        other_shape_button = shape_button(ReviewShape(other_shape(shape), game_id, (str(number), *answers)), texts)
        other_shape_button.item.row = 1  # row 0 holds the answers
        view.add_item(other_shape_button)
    _, notes = await services.tables.plans.load_notes(game_id, user)
    if written := [line for line in notes.lines if line.turn == page.loss.turn]:
        content = fit([content], [on_top(table, texts, written)])
    await answer(interaction, content, view=view, files=files_of(picture))


async def _picture(before: Table, texts: Texts, shape: Shape, viewer: int | None) -> list[Attachment]:
    """Draw the board before the decision as the ``viewer``, the reader's own seat, saw it."""
    return await as_far_as_drawn(lambda: board_picture(before, texts, shape, (), viewer, time_limit=AT_ONCE))


def question_text(page: Page, texts: Texts) -> str:
    """Return the turn and the player of a loss, and the question that the player had to answer."""
    before = page.before
    loss = page.loss
    prompt = before.game.prompt(loss.seat).message
    question = texts.at(before.game, before.names).message(before.row.key, prompt, before.names)
    heading = texts.say(
        "review.who", player=texts.player(before.names, loss.seat), when=_turn_of_loss(page, loss, texts)
    )
    return fit([_head(before, texts), heading, question, texts.say("review.asked")])


def answer_text(page: Page, chosen_action: Action, texts: Texts, reasons: Sequence[Idea] = ()) -> str:
    """Return the loss, a verdict on the person's answer, and what the played and the better move lead to."""
    before = page.before
    loss = page.loss
    better_words, played_words = (before.game.gist(parse(text)) for text in (loss.better, loss.played))
    verdict = {better_words: "better", played_words: "played"}.get(before.game.gist(chosen_action), "else")
    label = texts.at(before.game, before.names).answer(
        before.row.key, before.game, loss.seat, chosen_action, before.names
    )
    lines = [_head(before, texts), texts.player(before.names, loss.seat), f"▶ {_line(page, loss, texts)}"]
    lines.append(texts.say(f"review.chosen.{verdict}", chosen=f"**{label}**"))
    ideas = describe_ideas(before, texts.at(before.game, before.names), loss.seat, reasons)
    for place, (action, (_, *reason_lines)) in enumerate(ideas, 1):  # the first line, with the gap, is said above
        lines += [texts.say("review.idea", place=place, action=action), *reason_lines]
    return fit(lines)


def review_text(page: Page, texts: Texts, reasons: Sequence[Idea] = ()) -> str:
    """Return all losses of one seat; that of the page is marked and has the ``reasons`` below it."""
    before = page.before
    lines = [_head(before, texts), texts.player(before.names, page.loss.seat)]
    for number, loss in page.same_player:
        if number == page.number:
            lines += [f"▶ {_line(page, loss, texts)}", *_reason_lines(before, texts, reasons)]
        else:
            lines.append(f"· {_line(page, loss, texts)}")
    return fit(lines)


def _reason_lines(before: Table, texts: Texts, reasons: Sequence[Idea]) -> list[str]:
    """Return a line that says why the first of two moves is better than the second; empty if that is not known."""
    phrases = better_phrases(before, texts.at(before.game, before.names), reasons[1]) if len(reasons) == 2 else []
    return [f"-# {texts.say('review.why', reason='; '.join(phrases))}"] if phrases else []


def _head(before: Table, texts: Texts) -> str:
    return texts.say("review.head", game=texts.title(before.row.key), table=str(before.row.id))


def _turn_of_loss(page: Page, loss: Loss, texts: Texts) -> str:
    turn_name = texts.turn_name(page.before.row.key, loss.turn)
    decider = page.former_players.get(loss.version)
    return texts.say("review.by", when=turn_name, player=texts.person(decider, loss.seat + 1)) if decider else turn_name


def _line(page: Page, loss: Loss, texts: Texts) -> str:
    """Return the line about a loss: the lost win, the lost chances to win, or the lost points."""
    key = page.before.row.key
    names = page.before.names
    at = texts.at(page.before.game, names)
    actions = map(parse, (loss.played, loss.better))
    played_words, better_words = (at.step(key, action, names) or at.action(key, action, names) for action in actions)
    moves = {"when": _turn_of_loss(page, loss, texts), "played": played_words, "better": better_words}
    if loss.lost == "win":
        return texts.say("review.win", **moves)
    points = texts.say("review.points", points=texts.decimal(loss.points))
    return texts.say("review.loss", **moves, more=texts.say("review.chances") if loss.lost == "chances" else points)


@on_press(ReviewButton)
async def show_loss(interaction: Interaction, button: ReviewButton) -> None:
    await show_review(interaction, button.game_id, button.page)


@on_press(ReviewAnswer)
async def show_answer(interaction: Interaction, button: ReviewAnswer) -> None:
    await show_review(interaction, button.game_id, button.page, button.answer)


@redrawn_in_shape(ReviewShape)
async def show_loss_anew(interaction: Interaction, button: ReviewShape) -> None:
    number, answered, *_ = [*(int(word) for word in button.words if word.isdecimal()), None, None]
    await show_review(interaction, button.game_id, number, answered)


COMMANDS: tuple[AnyCommand, ...] = (review,)
