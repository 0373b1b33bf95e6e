"""/describe: a private description in words of the board, of a part of it, or of the possible actions."""

from __future__ import annotations

from collections.abc import Sequence

import discord
from discord import app_commands

from bot.delivery.board_description import acting, chapters, neighbouring_pages, pages
from bot.delivery.compose import fit
from bot.features.shown_board import ON_BOARDS, require_shown_board
from bot.features.table_option import complete_own, everywhere, latest_table, number_of, with_table
from bot.interactions.command_names import AnyCommand, description, name
from bot.interactions.completion import completion
from bot.interactions.components import on_choice, on_press
from bot.interactions.controls import OfPage, OfTable
from bot.interactions.limits import CHOICES, OPTION
from bot.interactions.person import texts_for
from bot.interactions.replies import answer
from bot.interactions.services import Interaction, services_of
from bot.language.board_search import Chapter, find, find_name, find_place, open_kinds
from bot.language.read.conversation.questions import (
    FollowUp,
    asks_for_everything,
    asks_what_is_possible,
    asks_whose_turn,
    possible_actions,
    possible_afterwards,
    why_not,
)
from bot.panel.choice_labels import distinct_labels
from bot.panel.cross_server import check_there
from bot.tables import Refused, Table
from bot.wording import Texts
from bot.wording.escaping import plain, unformatted, within
from engines import Action

MOST_ACTIONS = 40
"""The largest number of legal actions in a list."""
LISTED = 1700
"""The largest number of characters of such a list, with the reasons above it but without its heading."""


class DescribeButton(OfPage, id="pt:words:{game_id}:{page}"):
    """The button to another page of the board in words."""


class AreaSelect(OfTable, id="pt:area:{game_id}"):
    """The select that shows one part of the board in words."""


@app_commands.command(name=name("describe"), description=description("describe"))
@with_table(complete_own, "described_table")
@app_commands.rename(what=name("what", "describe.what"))
@app_commands.describe(what=description("describe.what"))
@everywhere
async def describe(
    interaction: Interaction, what: app_commands.Range[str, 0, OPTION] | None = None, table: int | None = None
) -> None:
    """Answer a question about the board, or show all of it in words."""
    described = await _table(interaction, table)
    if what:
        await answer_question(interaction, described, what)
    else:
        await show_page(interaction, described, 0)


async def _table(interaction: Interaction, number: int | None) -> Table:
    """Return the table with a number; without a number the channel's table or the person's only one."""
    table = await latest_table(interaction, number)
    await check_there(interaction, table)
    return table


async def _table_of(interaction: Interaction, control: OfTable) -> Table:
    """Return the table that a control below a description belongs to; the description may be a direct message."""
    table = await services_of(interaction).tables.table(control.game_id)
    await check_there(interaction, table)
    return table


async def show_page(interaction: Interaction, table: Table, page: int) -> None:
    """Show a page of the whole board, with buttons to the other pages."""
    texts = await texts_for(interaction)
    board = chapters(table, texts, table.seat_of(interaction.user.id))
    page_texts, _ = pages(board)
    page = min(page, len(page_texts) - 1)
    view = _view(table, texts, board, neighbouring_pages(texts, page, len(page_texts)))
    await answer(interaction, page_texts[page], view=view)


async def _show_page_of(interaction: Interaction, table: Table, board: Sequence[Chapter], number: int) -> None:
    """Show the page of the whole board on which chapter ``number`` begins; the buttons lead to the rest."""
    _, first_pages = pages(board)
    await show_page(interaction, table, first_pages[number])


def _view(table: Table, texts: Texts, board: Sequence[Chapter], buttons: Sequence[tuple[int, str]]) -> discord.ui.View:
    """Return buttons to pages, labelled with words for the sake of screen readers, and a list of all headings."""
    view = discord.ui.View(timeout=None)
    game_id = table.row.id
    for page, label in buttons:
        view.add_item(DescribeButton(game_id, page).button(label))
    options = [
        discord.SelectOption(label=within(unformatted(chapter.heading), OPTION), value=str(number))
        for number, chapter in enumerate(board)
    ]
    view.add_item(AreaSelect(game_id).select(options[:CHOICES], texts.say("words.area")))
    return view


async def answer_question(interaction: Interaction, table: Table, typed: str) -> None:
    """Answer a question with lines of the board, with the person's possible actions, or with the active players."""
    texts = await texts_for(interaction)
    seat = table.seat_of(interaction.user.id)
    board = chapters(table, texts, seat)
    view = _view(table, texts, board, [(0, texts.say("button.whole_board"))])
    if asks_whose_turn(texts, typed):
        await answer(interaction, acting(table, texts.at(table.game, table.names)), view=view)
        return
    if asks_what_is_possible(texts, typed):
        await answer(interaction, _answer_possibilities(table, texts, seat, board, typed), view=view)
        return
    own_name = "" if seat is None else texts.player(table.names, seat)
    matches = find(texts, table.row.key, board, typed, own_name)
    if not matches:
        await answer(interaction, texts.say("words.nothing", typed=plain(typed)), view=view)
        return
    page_texts, _ = pages(matches)
    if len(page_texts) > 1 and matches[0] in board:  # a whole chapter, not lines of it
        await _show_page_of(interaction, table, board, board.index(matches[0]))
        return
    first, *later_pages = page_texts
    await answer(interaction, "\n".join([first, *_omission(texts, later_pages)]), view=view)


def _omission(texts: Texts, omitted_pages: Sequence[str]) -> list[str]:
    """Return a line with the number of omitted lines; an empty list if none is omitted."""
    omitted = sum(not line.startswith("#") for page in omitted_pages for line in page.split("\n"))
    return [texts.say("words.further", n=omitted)] if omitted else []


def _answer_possibilities(table: Table, texts: Texts, seat: int | None, board: Sequence[Chapter], typed: str) -> str:
    """Return the possible actions that a question is about, or the active players if the person may not act."""
    if seat is None or table.is_over or table.is_paused or seat not in table.game.to_act:
        return acting(table, texts.at(table.game, table.names))
    return _Possibilities(table, texts, seat, board, typed).answer()


class _Possibilities:
    """Answer to the question of an active player which actions are possible."""

    def __init__(self, table: Table, texts: Texts, seat: int, board: Sequence[Chapter], typed: str) -> None:
        self.game = table.game
        self.seat = seat
        self.names = table.names
        self.texts = texts.at(table.game, table.names)
        self.typed = typed
        self.own_chapters = [chapter for chapter in board if texts.player(table.names, seat) in chapter.heading]

    def answer(self) -> str:
        """Return the legal actions that the question is about; if there are none, the reasons and all other actions."""
        actions = possible_actions(self.texts, self.game, self.seat, self.names, self.typed)
        kinds = open_kinds(self.texts, self.game, self.seat, self.typed)
        if reasons := self._reasons(actions):
            return self._list_all([*reasons, self.texts.say("words.may")])
        if not actions and not kinds:
            follow_ups = possible_afterwards(self.texts, self.game, self.seat, self.typed)
            if follow_ups:
                return self._list([self.texts.say("words.may_later")], [], [*map(self._follow_up, follow_ups)])
            return self._list_all(self._nothing_of_it())
        return self._list([self.texts.say("words.may")], actions, kinds)

    def _reasons(self, actions: Sequence[Action]) -> list[str]:
        """Return why the named action is not possible, with the lines of the board about it; empty if it is."""
        refused = why_not(self.texts, self.game, self.seat, self.names, self.typed)
        if refused is None or refused.action[0] in {action[0] for action in actions}:
            return []
        key = self.game.key
        verb = self.texts.word(key, refused.action[0])
        matches = find_name(self.texts, key, self.own_chapters, verb) or self._places()
        reasons = [f"✗ {self.texts.message(key, reason, self.names)}" for reason in refused.reasons]
        return [*reasons, *_lines(matches)]

    def _places(self) -> list[Chapter]:
        return find_place(self.texts, self.game.key, self.own_chapters, self.typed)

    def _nothing_of_it(self) -> list[str]:
        """Return the lines above the list of all legal actions, for a question that none of them answers."""
        if asks_for_everything(self.texts, self.typed):
            return [self.texts.say("words.may")]
        if places := _lines(self._places()):
            return [*places, self.texts.say("words.may")]
        return [self.texts.say("words.may_not")]

    def _list_all(self, head: Sequence[str]) -> str:
        return self._list(head, self.game.legal(self.seat), open_kinds(self.texts, self.game, self.seat, ""))

    def _list(self, head: Sequence[str], actions: Sequence[Action], kinds: Sequence[str]) -> str:
        """Return a list of actions and kinds of actions, shortened to ``LISTED`` characters.

        Args:
            head: The lines above the list; the last one is its heading.
            actions: The actions, as many of which are listed as fit.
            kinds: The kinds of actions, all of which are listed.
        """
        *reasons, _ = head
        labels = distinct_labels(self.texts, self.game, self.seat, self.names, actions[:MOST_ACTIONS], LISTED // 2)
        lines = [f"- {label}" for label in labels]
        room = LISTED - sum(map(len, kinds))
        while len(lines) > 1 and len("\n".join([*reasons, *lines])) > room:
            lines.pop()
        if len(lines) < len(actions):
            lines.append(self.texts.say("words.further", n=len(actions) - len(lines)))
        return fit(head, [*lines, *(f"- {kind}" for kind in kinds)])

    def _follow_up(self, follow_up: FollowUp) -> str:
        """Return an action in bold and the actions that it makes possible, all with their costs."""
        (first,) = distinct_labels(self.texts, self.game, self.seat, self.names, [follow_up.first], LISTED)
        after = follow_up.game
        actions = after.distinct(follow_up.actions)
        labels = distinct_labels(self.texts, after, self.seat, self.names, actions, LISTED // 2)
        return f"**{first}**: {'; '.join(labels)}"


def _lines(some_chapters: Sequence[Chapter]) -> list[str]:
    return [line for chapter in some_chapters for line in chapter.lines]


@describe.autocomplete("what")
@completion
async def complete_what(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Offer the headings of the description, which include the names of the players."""
    try:
        table = await latest_table(interaction, number_of(interaction))
    except Refused:
        return []
    texts = await texts_for(interaction)
    board = chapters(table, texts, table.seat_of(interaction.user.id))
    # Two players may have the same name, and Discord refuses equal choices.
    headings = dict.fromkeys(within(unformatted(chapter.heading), OPTION) for chapter in board)
    fitting = [heading for heading in headings if typed.lower() in heading.lower()]
    return [app_commands.Choice(name=heading, value=heading) for heading in fitting[:CHOICES]]


async def describe_here(interaction: Interaction, message: discord.Message) -> None:
    """Show the present board in words for the table of a board message."""
    board = await require_shown_board(interaction, message)
    await show_page(interaction, await services_of(interaction).tables.table(board.game_id), 0)


@on_press(DescribeButton)
async def turn_page(interaction: Interaction, button: DescribeButton) -> None:
    """Show another page of the description."""
    await show_page(interaction, await _table_of(interaction, button), button.page)


@on_choice(AreaSelect)
async def choose_area(interaction: Interaction, select: AreaSelect, values: list[str]) -> None:
    """Show the chapter below a heading, or the page on which it begins if it is too long for one message."""
    table = await _table_of(interaction, select)
    texts = await texts_for(interaction)
    board = chapters(table, texts, table.seat_of(interaction.user.id))
    if not values[0].isdecimal() or int(values[0]) >= len(board):
        raise Refused("error.damaged")
    number = int(values[0])
    chapter_pages, _ = pages([board[number]])
    if len(chapter_pages) > 1:
        await _show_page_of(interaction, table, board, number)
    else:
        view = _view(table, texts, board, [(0, texts.say("button.whole_board"))])
        await answer(interaction, chapter_pages[0], view=view)


COMMANDS: tuple[AnyCommand, ...] = (describe,)
MENUS = (
    app_commands.ContextMenu(
        name=name("The board in words", "describe_here"), callback=describe_here, allowed_contexts=ON_BOARDS
    ),
)
