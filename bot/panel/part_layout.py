"""Layout of the move panel for actions that are built in parts, such as several kinds of goods to sell."""

from __future__ import annotations

import discord
import msgspec
from discord import ButtonStyle

from bot.interactions.custom_ids import join
from bot.interactions.emoji import emoji_in_list
from bot.interactions.limits import LABEL, OPTION
from bot.panel.layout import MOST_ACTION_CHARACTERS, Kit, Panel, first_lines, resources_message
from bot.tables import Table
from bot.wording import Texts
from bot.wording.escaping import unformatted, within
from engines import Action
from engines.contract import PartialAction


def part_panel(
    table: Table, seat: int, texts: Texts, words: Action, part: PartialAction, kit: Kit | None = None
) -> Panel:
    """Return the panel for one part of an action.

    The likely options are preselected, and a button continues with them: Discord sends nothing when a person closes a
    list without changing it.
    """
    key = table.row.key
    row = table.row
    kit = kit or Kit(table.row.version)
    texts = texts.at(table.game, table.names)
    resources = resources_message(table, seat, table.game.prompt(seat).resources, kit)
    lines = first_lines(table, texts, part.message, resources)
    if part.about is not None:
        lines.insert(1, texts.message(key, part.about, table.names))
    if len(words) > 1:
        lines.append(texts.say("panel.words", words=texts.action(key, words, table.names)))
    options = [
        discord.SelectOption(
            label=within(unformatted(texts.words(key, choice, table.names)), OPTION),
            value=join(choice),
            emoji=emoji,
            default=choice in part.likely,
        )
        for choice, emoji in zip(part.choices, emoji_in_list(key, part.choices), strict=True)
    ]
    view = discord.ui.View(timeout=None)
    view.add_item(kit.part(row.id, words).select(options, texts.say("panel.choose"), max_values=part.maximum))
    preselected = tuple(word for choice in part.likely for word in choice)
    action = words + preselected + part.after
    if preselected and len(join(action)) <= MOST_ACTION_CHARACTERS:
        is_whole = not part.after  # else another part follows
        label = _next_step_label(table, texts, action, preselected, is_whole=is_whole)
        view.add_item(kit.words(row.id, action).button(label, ButtonStyle.primary))
    view.add_item(kit.page(row.id, 0).button(texts.say("button.back")))
    return Panel("\n".join(lines), view)


def _next_step_label(table: Table, texts: Texts, words: Action, preselected: Action, *, is_whole: bool) -> str:
    """Return the label of the button that continues with the preselected options.

    It is the action in words if the action is then ``is_whole`` and the text fits; otherwise it names the options.
    """
    key = table.row.key
    names = table.names
    if is_whole and len(label := unformatted(texts.action(key, words, names))) <= LABEL:
        return label
    return within(texts.say("button.go_on", words=unformatted(texts.words(key, preselected, names))), LABEL)


def filled_panel(table: Table, seat: int, texts: Texts, words: Action) -> Panel | None:
    """Return the panel for the last part of an action with its options preselected.

    Return None if the words are no action built in parts, or if a listed action begins with them.
    """
    game = table.game
    if any(action[: len(words)] == words for action in game.legal(seat)):
        return None
    for place in range(len(words) - 1, 0, -1):  # the longest beginning that leaves a part first
        part = game.part(seat, words[:place])
        if part and (likely := _pieces(part, words[place:])):
            return part_panel(table, seat, texts, words[:place], msgspec.structs.replace(part, likely=likely))
    return None


def _pieces(part: PartialAction, words: Action) -> tuple[Action, ...]:
    """Split words into choices of a part; return an empty tuple if they are anything else."""
    pieces: list[Action] = []
    while words:
        choice = next((candidate for candidate in part.choices if words[: len(candidate)] == candidate), None)
        if choice is None:
            return ()
        pieces.append(choice)
        words = words[len(choice) :]
    return tuple(pieces) if len(pieces) <= part.maximum else ()
