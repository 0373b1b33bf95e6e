"""Layout of the move panel: texts and components for a person at a table."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from math import ceil

import discord
from discord import ButtonStyle

import render
from bot.delivery.board_description import awaiting
from bot.delivery.compose import fit
from bot.interactions.components import Sent
from bot.interactions.custom_ids import LONGEST, join
from bot.interactions.emoji import emoji_in_list, emoji_of_lists
from bot.interactions.limits import LABEL, OPTION
from bot.interactions.services import PendingQuestion
from bot.language.read.possible_actions.refusals import refusal
from bot.language.read.readings import MOST_ASKED
from bot.panel.choice_labels import Labels
from bot.panel.offers import IN_A_ROW, MOST_BUTTONS, ROWS, Offer, last_choice, offer, rows_of
from bot.panel.panel_controls import (
    ConfirmButton,
    NextButton,
    NudgeButton,
    PageButton,
    PartSelect,
    PileButton,
    SessionKind,
    StartOverButton,
    UndoButton,
    WordsButton,
    WordsSelect,
)
from bot.tables import Table
from bot.tables.service import Waiting
from bot.tables.undo_rules import UndoPlan
from bot.wording import Texts
from bot.wording.dates import seconds
from bot.wording.escaping import plain, unformatted, within
from bot.wording.texts import BETWEEN
from engines import Action
from engines.contract import Message
from engines.messages import OVER
from engines.record import parse
from engines.steps import Done, Pass

MOST_ACTION_CHARACTERS = 70
"""The largest number of characters of an action in a custom id; longer actions can only be typed.

The rest of Discord's 100 characters is for the kind of component, the table and the version.
"""
LONGEST_NOTE = 50
"""Characters of a cost or gain up to which it stands in a question."""
MOST_FORGONE = 3
"""The largest number of forgone actions that a question names."""
END_WORDS = (Pass.word, Done.word)
"""Words of actions that end any question."""
FINAL_BRACKETS = re.compile(r" \([^()]*\)$")
"""Pattern of the text in brackets at the end of an action in words."""
LAST_ROW = ROWS
"""The index, counted from 0, of the row below those for choices: it leads to other pages, back, and undoes."""


@dataclass(frozen=True)
class Kit:
    """Maker of a panel's components, which all carry its session and version in their custom ids."""

    version: int
    """The version that the person sees: of the table, of the notes, or of the lesson."""
    session: SessionKind = SessionKind.TABLE
    viewer: int | None = None
    """On a practice copy or in a lesson: the person's own seat; they decide for all seats there."""

    @property
    def rows(self) -> int | None:
        """The number of rows for choices; None: all. Practice copies and lessons need one for their own buttons."""
        return None if self.session is SessionKind.TABLE else ROWS - 1

    @property
    def has_codes(self) -> bool:
        """True if the panel has a picture that marks places with codes."""
        return self.session is not SessionKind.PRACTICE

    @property
    def is_imagined(self) -> bool:
        """True on a practice copy or in a lesson, where decisions do not count."""
        return self.session is not SessionKind.TABLE

    def words(self, game_id: int, words: Action) -> WordsButton:
        """Return a button that chooses words."""
        return WordsButton(game_id, self.version, words, self.session)

    def select(self, game_id: int, place: int) -> WordsSelect:
        """Return a select of words."""
        return WordsSelect(game_id, self.version, place, self.session)

    def part(self, game_id: int, words: Action) -> PartSelect:
        """Return a select of the next part of an action that begins with ``words``."""
        return PartSelect(game_id, self.version, words, self.session)

    def page(self, game_id: int, page: int, words: Action = ()) -> PageButton:
        """Return a button to a page of the choices after ``words``."""
        return PageButton(game_id, self.version, page, words, self.session)


@dataclass
class Panel:
    """The content of a private panel message."""

    content: str
    view: discord.ui.View
    offer: list[Action] = field(default_factory=list)
    """All whole actions that are still possible after the chosen words; the picture marks their places."""
    question: PendingQuestion | None = None
    """The question that can be answered by typing; None: there is none."""


def waiting_panel(
    table: Table,
    seat: int | None,
    texts: Texts,
    plan: UndoPlan | None,
    heading: str = "",
    *,
    following: Waiting | None = None,
) -> Panel:
    """Return the panel of a person who has nothing to decide now.

    Args:
        table: The table.
        seat: The person's seat; None: they have none.
        texts: The texts in the person's language.
        plan: The decisions that the person could undo; None: there are none.
        heading: The first lines.
        following: Another table that waits for the person; None: none does.
    """
    lines = []
    if table.is_over:
        # The heading tells it if the person's own move has just ended the game.
        is_over_told = texts.say(f"{table.row.key}.event.over") in heading
        if not is_over_told:
            lines.append(texts.say("panel.over"))
    elif table.is_paused:
        lines.append(
            texts.say("error.paused", player=texts.person(table.pauser_name, table.seat_number_of(table.pauser_name)))
        )
    else:
        lines.append(awaiting(table, texts, table.game.blocking_seats))
    view = discord.ui.View(timeout=None)
    if seat is not None:
        for button in (*_undoing(table, texts, plan), *_discards(table, texts)):
            view.add_item(button)
    if seat is not None and set(table.deciding_seats) - {seat}:
        view.add_item(NudgeButton(table.row.id).button(texts.say("button.nudge")))
    if following is not None:
        row = following.table.row
        title = texts.title(row.key)
        channel_id = str(row.channel_id)
        lines.append(texts.say("panel.next", game=title, channel=channel_id, moment=seconds(following.since)))
        label = within(texts.say("button.next", game=title), LABEL)
        view.add_item(NextButton(row.id).button(label, ButtonStyle.primary))
    return Panel(fit(heading.split("\n"), lines), view)


def move_panel(
    table: Table,
    seat: int,
    texts: Texts,
    plan: UndoPlan | None,
    prefix: Action = (),
    page: int = 0,
    heading: str = "",
    *,
    deadline: datetime | None = None,
    learns: bool = False,
    kit: Kit | None = None,
) -> Panel:
    """Return the panel of a person who must decide: the question, the words chosen so far, the next choices.

    Args:
        table: The table.
        seat: The seat that decides.
        texts: The texts in the person's language.
        plan: The decisions that the person could undo; None: there are none.
        prefix: The words chosen so far.
        page: The page of the choices.
        heading: The first lines.
        deadline: The moment when the time for the decision ends; None: there is no limit.
        learns: True if the game is new to the person; the panel then has a tip about the question or the position.
        kit: The session of the components; None: the table itself.
    """
    game = table.game
    key = table.row.key
    kit = kit or Kit(table.row.version)
    texts = texts.at(game, table.names)
    prompt = game.prompt(seat)
    legal = game.distinct(game.legal(seat))
    offered = offer(legal, prefix, kit.rows)
    back_to = last_choice(legal, offered.prefix)
    completions = [action for action in legal if action[: len(offered.prefix)] == offered.prefix]
    lines = first_lines(table, texts, prompt.message, resources_message(table, seat, prompt.resources, kit))
    if learns:
        lines += [texts.say("panel.learn", text=tip) for tip in _tips(table, seat, texts, prompt.message, prefix)[:1]]
    if back_to is not None:
        lines.append(texts.say("panel.words", words=" › ".join(texts.word(key, word) for word in offered.prefix)))
    if deadline is not None:
        lines.append(texts.say("panel.due", moment=seconds(deadline)))
    view = discord.ui.View(timeout=None)
    marks = render.marks(game.view(seat), completions, table.names) if kit.has_codes else {}
    labels = Labels(table, seat, texts, marks)
    _add_choices(view, labels, offered, page, kit)
    if notes := _common_notes(labels, offered):
        lines.append(f"-# {'; '.join(notes)}")
    _add_last_row(view, table, seat, texts, plan, offered, page, back_to, kit)
    question = PendingQuestion(kit.version, begun=offered.prefix)
    return Panel(fit(heading.split("\n"), lines), view, completions, question)


def confirm_panel(
    table: Table,
    seat: int,
    texts: Texts,
    action: Action,
    end: str | None = None,
    forgone: Sequence[Action] = (),
) -> Panel:
    """Return the question before an action that cannot be undone or that gives up something useful.

    Question and button name the action itself, because it need not end a turn (the last card of a draft does not). Its
    costs and gains follow its name; after the question they would look like the costs of the answer.

    Args:
        table: The table.
        seat: The seat that acts.
        texts: The texts in the person's language.
        action: The action.
        end: The kind of thing that the game reveals after the action, or ``OVER`` if the game ends; None: neither.
        forgone: The useful actions that are no longer possible after this one.
    """
    key = table.row.key
    row = table.row
    texts = texts.at(table.game, table.names)
    labels = Labels(table, seat, texts)
    named = _noted(texts.answer(key, table.game, seat, action, table.names), labels.note(action))
    if forgone:
        names = list(dict.fromkeys(texts.action(key, left_out, table.names) for left_out in forgone))
        shown_names = [f"**{name}**" for name in names[:MOST_FORGONE]]
        if len(names) > MOST_FORGONE:
            shown_names.append("…")
        text = texts.say("panel.forgone", action=named, lost=texts.say(f"{key}.forgone", actions=shown_names))
    elif end is None:
        text = texts.say("panel.confirm", action=named)
    elif end == OVER:
        text = texts.say("panel.end_game", action=named)
    else:
        text = texts.say("panel.end_turn", action=named, next=texts.say(f"{key}.turns_up.{end}"))
    has_consequence = end is not None or bool(forgone)
    yes_label = labels.name(action) if has_consequence else texts.say("button.confirm")
    view = discord.ui.View(timeout=None)
    view.add_item(ConfirmButton(row.id, row.version, action).button(yes_label, ButtonStyle.success))
    view.add_item(PageButton(row.id, row.version, 0, ()).button(texts.say("button.back")))
    return Panel(text, view, question=PendingQuestion(row.version, (action,), is_confirmation=True))


def repeated_panel(table: Table, seat: int, texts: Texts, action: Action) -> Panel:
    """Return the question before an action that the person typed a moment ago as well."""
    row = table.row
    texts = texts.at(table.game, table.names)
    named = texts.answer(row.key, table.game, seat, action, table.names)
    view = discord.ui.View(timeout=None)
    view.add_item(ConfirmButton(row.id, row.version, action).button(texts.say("button.again"), ButtonStyle.success))
    view.add_item(PageButton(row.id, row.version, 0, ()).button(texts.say("button.back")))
    question = PendingQuestion(row.version, (action,), is_confirmation=True, is_repetition=True)
    return Panel(texts.say("panel.again", action=named), view, question=question)


def undo_again_panel(table: Table, texts: Texts) -> Panel:
    """Return the question before the person undoes another decision within a moment."""
    row = table.row
    view = discord.ui.View(timeout=None)
    view.add_item(UndoButton(row.id, row.version).button(texts.say("button.again"), ButtonStyle.success))
    view.add_item(PageButton(row.id, row.version, 0, ()).button(texts.say("button.back")))
    return Panel(texts.say("panel.undo_again"), view, question=PendingQuestion(row.version, is_undo=True))


def start_over_panel(table: Table, texts: Texts, plan: UndoPlan) -> Panel:
    """Return the question before a whole turn is undone, with a list of its decisions (``plan.turn``)."""
    row = table.row
    texts = texts.at(table.game, table.names)
    decided = [f"· {_phrase(table, texts, parse(move.words))}" for move in plan.turn]
    view = discord.ui.View(timeout=None)
    yes_button = StartOverButton(row.id, row.version, sure=True)
    view.add_item(yes_button.button(texts.say("button.start_over"), ButtonStyle.danger))
    view.add_item(PageButton(row.id, row.version, 0, ()).button(texts.say("button.back")))
    return Panel(fit([texts.say("panel.start_over", n=len(decided))], decided), view)


def meant_panel(
    table: Table,
    seat: int,
    texts: Texts,
    candidates: Sequence[Action],
    unknown: Sequence[str] = (),
    rest: str = "",
    done_text: str = "",
    following: str = "",
) -> Panel:
    """Return the question which of several actions an ambiguous text means.

    Args:
        table: The table.
        seat: The seat that decides.
        texts: The texts in the person's language.
        candidates: The possible actions, or beginnings of actions.
        unknown: Typed words that mean nothing here.
        rest: The typed text behind the ambiguous part.
        done_text: A line about moves that the beginning of the text has already made.
        following: A line about the text behind the ambiguous part.
    """
    game = table.game
    row = table.row
    texts = texts.at(table.game, table.names)
    prompt = game.prompt(seat)
    offered = candidates[:MOST_ASKED]
    names = with_notes(table, seat, texts, offered)
    choices = list[str]()
    view = discord.ui.View(timeout=None)
    for name, action in zip(names, offered, strict=True):
        label = name
        if names.count(name) > 1:  # only the single words of the actions differ
            label = f"{name} ({unformatted(texts.words(row.key, action, table.names))})"
        choices.append(f"**{label}**")
        if len(join(action)) <= MOST_ACTION_CHARACTERS:
            view.add_item(
                WordsButton(row.id, row.version, action).button(within(unformatted(label), LABEL), ButtonStyle.primary)
            )
    view.add_item(PageButton(row.id, row.version, 0, ()).button(texts.say("button.back")))
    heading = [done_text] if done_text else []
    if unknown:
        heading.append(unknown_words(texts, unknown))
    heading.append(texts.say("panel.meant", choices=texts.alternatives(choices)))
    if following:
        heading.append(following)
    lines = first_lines(table, texts, prompt.message, prompt.resources)
    return Panel(fit(heading, lines), view, question=PendingQuestion(row.version, tuple(offered), rest=rest))


def unknown_words(texts: Texts, words: Sequence[str]) -> str:
    """Return the sentence that some words mean nothing here."""
    return texts.say("panel.unknown_words", words=[f"*{plain(word)}*" for word in words])


def with_notes(
    table: Table, seat: int, texts: Texts, actions: Sequence[Action], *, longest_note: int = LONGEST_NOTE
) -> list[str]:
    """Return actions (or beginnings of actions) in words, each with its costs and gains.

    Longer notes, such as the whole effect of a card, are left out: a sentence with several of them cannot be read.
    """
    labels = Labels(table, seat, texts)
    named_actions = list[str]()
    for action in actions:
        is_whole = refusal(table.game, seat, action) is None
        name = _phrase(table, texts, action) if is_whole else _beginning(table, seat, texts, action)
        note = labels.note(action)
        named_actions.append(_noted(name, note if note and len(note) <= longest_note else None))
    return named_actions


def _noted(name: str, note: str | None) -> str:
    return f"{name}{BETWEEN}{note}" if note else name


def _tips(table: Table, seat: int, texts: Texts, question: Message, prefix: Action) -> list[str]:
    """Return tips for a person to whom the game is new, the most useful one first.

    In the first turn the explanation of the question comes first, later advice about the position. Advice is only given
    while no word is chosen.
    """
    key = table.row.key
    game = table.game
    tip_id = learn_id(key, question)
    explanation = [texts.say(tip_id)] if texts.has(tip_id) else []
    advice = [] if prefix else [texts.message(key, message, table.names) for message in game.advice(seat)]
    if game.state.turn > 1:
        return advice + explanation
    return explanation + advice


def learn_id(key: str, question: Message) -> str:
    """Return the text id of the tip about a question.

    Questions of single cards (``prompt.card_spy``) share one tip, since the card itself says what it does.
    """
    prompt_name = question.id.rpartition(".")[2]
    return f"{key}.learn.{'card' if prompt_name.startswith('card_') else prompt_name}"


def resources_message(table: Table, seat: int, resources: Message | None, kit: Kit) -> Message | None:
    """Return the message about the resources of a seat, such as its money.

    On a practice copy or in a lesson it names the player if the resources belong to another seat than the person's.
    """
    text_id = f"{table.row.key}.resources"
    if resources is None or not resources.id.startswith(text_id) or not kit.is_imagined or kit.viewer == seat:
        return resources
    id = resources.id.replace(text_id, f"{table.row.key}.their_resources")
    return Message(id, {**resources.args, "player": table.names[seat]})


def title_line(table: Table, texts: Texts) -> str:
    """Return the line with the game and the turn.

    In games that number the turns of all players it also says the round, for which the number could be mistaken.
    """
    key = table.row.key
    turn = table.game.state.turn
    turn_name = texts.turn_name(key, turn)
    if turn and not table.kind.presentation.counts_rounds:
        round_number = ceil(turn / len(table.seats))
        turn_name = texts.say("say.round_and_turn", round=round_number, when=turn_name)
    return texts.say("panel.turn", game=texts.title(key), turn=turn_name)


def first_lines(table: Table, texts: Texts, prompt: Message, resources: Message | None) -> list[str]:
    """Return the first lines of a panel: game and turn, the question (``prompt``), the resources."""
    key = table.row.key
    lines = [title_line(table, texts), texts.message(key, prompt, table.names)]
    if resources:
        possession = texts.message(key, resources, table.names)
        lines.append(f"{possession} {emoji_of_lists(key, resources.args)}".rstrip())
    return lines


def _add_choices(view: discord.ui.View, labels: Labels, offered: Offer, page: int, kit: Kit) -> None:
    """Add the choices: first a select for each group, one a row, and below them buttons.

    Without groups, choices that are too many for buttons are in selects, page by page.
    """
    row = labels.table.row
    texts = labels.texts
    for place, (beginning, actions) in enumerate(offered.groups.items()):
        asks = f"{texts.word(row.key, beginning[-1])} …"
        _add_select(view, labels, actions, asks, place, kit, titled=len(beginning) == 1)
    if _needs_pages(offered):
        lists = offered.page(page)
        is_only_list = len(lists) == offered.pages == 1
        for place, actions in enumerate(lists):
            # With several lists, each says from which choice to which it goes.
            asks = texts.say("panel.choose") if is_only_list else labels.ends(actions)
            _add_select(view, labels, actions, asks, place, kit, titled=len({action[0] for action in actions}) == 1)
        return
    is_kind_named = _is_one_kind(offered)
    buttons = _buttons(offered)
    for action, line in zip(buttons, rows_of(buttons, offered.rows - len(offered.groups)), strict=True):
        style = ButtonStyle.secondary if action[-1] in END_WORDS else ButtonStyle.primary
        view.add_item(
            kit.words(row.id, action).button(
                labels.button(action, is_kind_named),
                style,
                emoji=labels.emoji(action),
                row=len(offered.groups) + line,
            )
        )


def _needs_pages(offered: Offer) -> bool:
    """Return whether the choices are in selects, page by page, as they are too many for buttons."""
    return not offered.groups and len(offered.choices) > MOST_BUTTONS


def _buttons(offered: Offer) -> list[Action]:
    """Return the choices that are shown as buttons."""
    if _needs_pages(offered):
        return []
    return [choice for choice in offered.choices if choice not in offered.groups]


def _is_one_kind(offered: Offer) -> bool:
    """Return whether all choices are of one kind, except those that end the question.

    The kind of an action is its first word. If there is only one, the question names it, and labels leave it out.
    """
    return len({choice[0] for choice in offered.choices if choice[-1] not in END_WORDS}) == 1


def _common_notes(labels: Labels, offered: Offer) -> list[str]:
    """Return lines with the costs and gains that do not fit on buttons, for kinds whose actions all have the same."""
    is_kind_named = _is_one_kind(offered)
    actions_by_kind = dict[str, list[Action]]()
    for action in _buttons(offered):
        actions_by_kind.setdefault(action[0], []).append(action)
    lines = list[str]()
    for kind, actions in actions_by_kind.items():
        note = labels.note(actions[0])
        if not note or any(labels.note(action) != note for action in actions):
            continue
        plain_note = unformatted(note)
        if any(plain_note not in labels.button(action, is_kind_named) for action in actions):
            lines.append(f"{labels.texts.word(labels.table.row.key, kind)}: {note}")
    return lines


def _add_select(
    view: discord.ui.View, labels: Labels, actions: list[Action], asks: str, place: int, kit: Kit, *, titled: bool
) -> None:
    """Add a select of actions.

    Args:
        view: The components of the panel.
        labels: The labels of the actions.
        actions: The actions to choose from.
        asks: The text of the closed select.
        place: The number of the select in the panel, from 0, which tells apart the custom ids of several.
        kit: The session of the components.
        titled: True if all actions are of one kind; their labels then leave it out.
    """
    options = list[discord.SelectOption]()
    for action, emoji in zip(actions, emoji_in_list(labels.table.row.key, actions), strict=True):
        note = labels.plain_note(action)
        description = within(note, OPTION) if note else note
        options.append(
            discord.SelectOption(
                label=labels.option(action, titled), value=join(action), description=description, emoji=emoji
            )
        )
    view.add_item(kit.select(labels.table.row.id, place).select(options, asks))


def _add_last_row(
    view: discord.ui.View,
    table: Table,
    seat: int,
    texts: Texts,
    plan: UndoPlan | None,
    offered: Offer,
    page: int,
    back_to: Action | None,
    kit: Kit,
) -> None:
    """Add the last row: buttons to other pages, to actions built in parts, one word back, undo, the discard pile.

    The most important ones come first: those that do not fit into the row are left out.
    """
    row = table.row
    buttons = list[Sent]()
    if offered.pages > 1:
        for number, label in ((page - 1, "◀"), (page + 1, "▶")):
            if 0 <= number < offered.pages:
                buttons.append(kit.page(row.id, number, offered.prefix).button(label))
    if back_to is None:
        for word in table.game.prompt(seat).open:
            if table.game.part(seat, (word,)):
                label = f"{texts.word(row.key, word)} …"
                buttons.append(kit.words(row.id, (word,)).button(label))
    else:
        buttons.append(kit.page(row.id, 0, back_to).button(texts.say("button.back")))
    buttons += _undoing(table, texts, plan)
    if kit.session is not SessionKind.LESSON:
        buttons += _discards(table, texts)
    for button in buttons[:IN_A_ROW]:
        button.row = LAST_ROW
        view.add_item(button)


def _undoing(table: Table, texts: Texts, plan: UndoPlan | None) -> list[Sent]:
    """Return buttons to undo the last decision and, if the turn had several, the whole turn; none beyond a barrier."""
    if plan is None or plan.barrier is not None:
        return []
    row = table.row
    buttons = [UndoButton(row.id, row.version).button(texts.say("button.undo"), ButtonStyle.danger)]
    if plan.turn:
        start_over = StartOverButton(row.id, row.version)
        buttons.append(start_over.button(texts.say("button.start_over"), ButtonStyle.danger))
    return buttons


def _discards(table: Table, texts: Texts) -> list[Sent]:
    """Return the button to the discard pile; none while the pile is empty."""
    pile = table.game.discards()
    if not pile:
        return []
    return [PileButton(table.row.id, new=True).button(texts.say("button.discards", n=len(pile)))]


def _phrase(table: Table, texts: Texts, action: Action) -> str:
    return texts.action(table.row.key, action, table.names)


def _beginning(table: Table, seat: int, texts: Texts, words: Action) -> str:
    """Return the beginning of an action in words.

    If all legal completions differ only in brackets at the end (die, workers), it is their common text without the
    brackets. Otherwise it is the kind of action, followed by the other words.
    """
    key = table.row.key
    names = table.names
    completions = [action for action in table.game.legal(seat) if action[: len(words)] == words]
    phrases = {FINAL_BRACKETS.sub("", texts.action(key, action, names)) for action in completions}
    if len(phrases) == 1:
        return phrases.pop()
    kind, *later_words = words
    if not later_words:
        return texts.words(key, words, names)
    return f"{texts.word(key, kind)}: {texts.words(key, tuple(later_words), names)}"


def add_at_end(view: discord.ui.View, button: Sent) -> None:
    """Add a button at the end of a panel's last row; leave it out if the row is full or its custom id too long."""
    if len(button.custom_id) <= LONGEST and sum(item.row == LAST_ROW for item in view.children) < IN_A_ROW:
        button.row = LAST_ROW
        view.add_item(button)
