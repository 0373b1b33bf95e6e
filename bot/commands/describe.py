"""/describe: the whole board in words, a part of it, or what may be done; for the person alone."""

from __future__ import annotations

from collections.abc import Sequence

import discord
from discord import app_commands

from bot.commands.about import complete_own, everywhere, latest_table, number_of, with_table
from bot.commands.completion import completion
from bot.commands.naming import AnyCommand, description, name
from bot.commands.since import ON_BOARDS, game_shown_by
from bot.delivery.alt_texts import acting
from bot.delivery.compose import fit
from bot.delivery.in_words import chapters, pages, ways
from bot.interactions.components import chosen, pressed
from bot.interactions.limits import CHOICES, OPTION
from bot.interactions.replies import acknowledge, answer, texts_for
from bot.interactions.services import Interaction, services_of
from bot.interactions.under_answers import AreaSelect, DescribeButton
from bot.language.read.questions import (
    Chapter,
    Led,
    asks_for_everything,
    asks_what_is_possible,
    asks_whose_turn,
    find,
    open_kinds,
    possible,
    possible_next,
    speaking_of,
    told_apart,
    whereabouts,
    why_not,
)
from bot.panel.afar import check_there
from bot.tables import Refused, Table
from bot.wording import Texts
from bot.wording.escaping import plain, unformatted, within
from engines import Game

MOST_ACTIONS = 40
"""Legal actions that are told at once."""
LISTED = 1700
"""Characters of a list of them."""


@app_commands.command(name=name("describe"), description=description("describe"))
@with_table(complete_own, "described_table")
@app_commands.rename(what=name("what", "describe.what"))
@app_commands.describe(what=description("describe.what"))
@everywhere
async def describe(
    interaction: Interaction, what: app_commands.Range[str, 0, OPTION] | None = None, table: int | None = None
) -> None:
    await acknowledge(interaction, ephemeral=True)
    found = await _table(interaction, table)
    if what:
        await tell(interaction, found, what)
    else:
        await show(interaction, found, 0)


async def _table(interaction: Interaction, number: int | None) -> Table:
    """The table that is named, that of the channel, or the person's only one."""
    table = await latest_table(interaction, number)
    await check_there(interaction, table)
    return table


async def show(interaction: Interaction, table: Table, page: int) -> None:
    """A page of the whole board, with the ways to the others."""
    texts = await texts_for(interaction)
    told = chapters(table, texts, table.seat_of(interaction.user.id))
    shown, _ = pages(told)
    page = min(page, len(shown) - 1)
    await answer(interaction, shown[page], view=_view(table, texts, told, ways(texts, page, len(shown))))


def _view(table: Table, texts: Texts, told: Sequence[Chapter], leading: Sequence[tuple[int, str]]) -> discord.ui.View:
    """Buttons with words on them, which are read aloud, to these pages, and a list of all headings."""
    view, game_id = discord.ui.View(timeout=None), table.row.id
    for page, label in leading:
        view.add_item(DescribeButton(game_id, page).button(label))
    options = [
        discord.SelectOption(label=within(unformatted(chapter.heading), OPTION), value=str(number))
        for number, chapter in enumerate(told)
    ]
    view.add_item(AreaSelect(game_id).select(options[:CHOICES], texts.say("words.area")))
    return view


async def tell(interaction: Interaction, table: Table, typed: str) -> None:
    """What the board says of something, or what the person may do."""
    texts, seat = await texts_for(interaction), table.seat_of(interaction.user.id)
    told = chapters(table, texts, seat)
    if asks_whose_turn(texts, typed):
        said = acting(table, texts.at(table.game, table.names))
    elif asks_what_is_possible(texts, typed):
        said = _possible(table, texts, seat, told, typed)
    else:
        found = find(texts, table.row.key, told, typed, "" if seat is None else texts.player(table.names, seat))
        first, *others = pages(found)[0]
        if others and found[0] in told:  # the buttons lead to the rest
            await show(interaction, table, pages(told)[1][told.index(found[0])])
            return
        lines = [first, *_further(texts, others)]
        said = "\n".join(lines) if found else texts.say("words.nothing", typed=plain(typed))
    await answer(interaction, said, view=_view(table, texts, told, [(0, texts.say("button.whole_board"))]))


def _further(texts: Texts, pages: Sequence[str]) -> list[str]:
    """So many lines are left out, if there are any."""
    left = sum(not line.startswith("#") for page in pages for line in page.split("\n"))
    return [texts.say("words.further", n=left)] if left else []


def _possible(table: Table, texts: Texts, seat: int | None, told: Sequence[Chapter], typed: str) -> str:
    """The legal actions that a question is about, or why there are none, with what the board says of it for whoever
    asks; whoever is not to act is told who is."""
    if seat is None or table.over or table.paused or seat not in table.game.to_act:
        return acting(table, texts.at(table.game, table.names))
    game, here = table.game, texts.at(table.game, table.names)
    found, opened = possible(here, game, seat, table.names, typed), open_kinds(here, game, seat, typed)
    of_nothing = not (found or opened or asks_for_everything(texts, typed))
    head = [texts.say("words.may_not" if of_nothing else "words.may")]
    refused = why_not(here, game, seat, table.names, typed)
    own = [chapter for chapter in told if texts.player(table.names, seat) in chapter.heading]
    places = whereabouts(here, game.key, own, typed)
    if refused and refused.action[0] not in {action[0] for action in found}:
        beside = speaking_of(here, own, here.word(game.key, refused.action[0])) or places
        reasons = [f"✗ {here.message(game.key, reason, table.names)}" for reason in refused.reasons]
        head, found = [*reasons, *(line for chapter in beside for line in chapter.lines), texts.say("words.may")], []
    elif of_nothing and any(chapter.lines for chapter in places):
        head = [*(line for chapter in places for line in chapter.lines), texts.say("words.may")]
    led = [] if found or opened else possible_next(here, game, seat, typed)
    if led:
        found, head = [], [texts.say("words.may_later")]
        opened = [_led(here, game, seat, table.names, each) for each in led]
    if not (found or opened):
        found, opened = game.legal(seat), open_kinds(here, game, seat, "")
    lines = [f"- {each}" for each in told_apart(here, game, seat, table.names, found[:MOST_ACTIONS], LISTED // 2)]
    if len(found) > MOST_ACTIONS:
        lines.append(texts.say("words.further", n=len(found) - MOST_ACTIONS))
    while len(lines) > 1 and len("\n".join([*head[:-1], *lines])) > LISTED - sum(map(len, opened)):
        lines = [*lines[:-2], texts.say("words.further", n=len(found) - len(lines) + 2)]
    return fit(head, [*lines, *(f"- {line}" for line in opened)])


def _led(texts: Texts, game: Game, seat: int, names: Sequence[str], led: Led) -> str:
    """What may be done after something else, each with what it costs."""
    (lead,) = told_apart(texts, game, seat, names, [led.lead], LISTED)
    some = told_apart(texts, led.game, seat, names, led.game.distinct(led.actions), LISTED // 2)
    return f"**{lead}**: {'; '.join(some)}"


@describe.autocomplete("what")
@completion
async def complete_what(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """The headings, among them those of the players."""
    try:
        table = await _table(interaction, number_of(interaction))
    except Refused:
        return []
    texts = await texts_for(interaction)
    told = chapters(table, texts, table.seat_of(interaction.user.id))
    headings = dict.fromkeys(within(unformatted(chapter.heading), OPTION) for chapter in told)  # names may be the same
    fitting = [heading for heading in headings if typed.lower() in heading.lower()]
    return [app_commands.Choice(name=heading, value=heading) for heading in fitting[:CHOICES]]


async def describe_here(interaction: Interaction, message: discord.Message) -> None:
    """Under Apps on any board's message: the board of its table in words, as it is now."""
    await acknowledge(interaction, ephemeral=True)
    shown = await game_shown_by(interaction, message)
    await show(interaction, await services_of(interaction).tables.table(shown.game_id), 0)


@pressed(DescribeButton)
async def turn_page(interaction: Interaction, button: DescribeButton) -> None:
    await acknowledge(interaction)
    await show(interaction, await services_of(interaction).tables.table(button.game_id), button.page)


@chosen(AreaSelect)
async def choose_area(interaction: Interaction, select: AreaSelect, values: list[str]) -> None:
    """What stands below a heading alone, or, where it is longer, the page on which it begins."""
    await acknowledge(interaction)
    table, texts = await services_of(interaction).tables.table(select.game_id), await texts_for(interaction)
    told = chapters(table, texts, table.seat_of(interaction.user.id))
    if not values[0].isdecimal() or int(values[0]) >= len(told):
        raise Refused("error.damaged")
    number = int(values[0])
    alone, _ = pages([told[number]])
    if len(alone) > 1:
        await show(interaction, table, pages(told)[1][number])
    else:
        await answer(interaction, alone[0], view=_view(table, texts, told, [(0, texts.say("button.whole_board"))]))


COMMANDS: tuple[AnyCommand, ...] = (describe,)
MENUS = (
    app_commands.ContextMenu(
        name=name("The board in words", "describe_here"), callback=describe_here, allowed_contexts=ON_BOARDS
    ),
)
