"""Play what somebody typed instead of pressing: moves in words, answers to questions, what buttons of the panel say."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import NamedTuple

import discord

from bot.interactions.person import texts_for
from bot.interactions.replies import answer
from bot.interactions.services import Interaction, PendingQuestion, services_of
from bot.interactions.shapes import keep_shape
from bot.language.read.conversation.answers import Agreed, Chosen, Declined, LeftOpen, Pending, answer_to
from bot.language.read.conversation.dialogue import Conversation
from bot.language.read.conversation.remarks import languages_of
from bot.language.read.decisions.declining import NOTHING_DONE
from bot.language.read.possible_actions.action_features import ENDING_ACTIONS
from bot.language.read.possible_actions.refusals import example, says_why
from bot.language.read.readings import Ask, Begin, Play, Refuse, Unknown
from bot.language.read.sentences.mood import mood
from bot.language.read.tokens.commands import command, is_one_of, says_one_of
from bot.language.read.tokens.utterance import Utterance
from bot.language.rules_search import known_answer
from bot.panel.actions import (
    confirmation,
    play_words,
    show_panel,
    start_over_typed,
    take_back,
    take_back_typed,
    undo_plan,
)
from bot.panel.layout import meant_panel, with_notes
from bot.panel.nudge import nudge
from bot.panel.panel_controls import LONGEST_TYPED, PlanThisButton
from bot.panel.presenter import present
from bot.tables import Table
from bot.wording import Texts
from bot.wording.escaping import plain, within
from bot.wording.lists import listed, listed_in
from engines import Action, Game, Message
from render.shape import Shape

COMMANDS = {
    "hint": ("command.hint.name", "typed.hint"),
    "since": ("command.since.name", "button.missed"),
    "plan": ("command.plan.name", "typed.plan"),
}
"""Commands that people type as if they were moves, with the texts that they may type."""
MOST_BEFORE_MAY = 2
"""Words at the beginning of a question among which "can" proposes a move: "can I", "hm, can I"."""
LONGEST_QUOTE = 400
"""Characters of the rules that are quoted above the panel."""

ButtonAction = Callable[[Interaction, int], Awaitable[None]]
"""The action of a button that is no move."""


async def play_typed(interaction: Interaction, game_id: int, typed: str) -> None:
    """Play what somebody typed, in the game's notation or in words; ask what is meant where that is not clear.

    The first of these that fits decides: the text says what a button does; it is not the person's turn; the text is the
    name of a command; it answers the question that the panel asks; it is a move.
    """
    texts = await texts_for(interaction)
    table = await services_of(interaction).tables.table(game_id)
    button = typed_button(texts, typed)
    if button is not None:
        await button.press(interaction, game_id)
        if button.rest:
            is_undone = (await services_of(interaction).tables.table(game_id)).row.version != table.row.version
            await _do_behind_button(interaction, game_id, button.rest, texts.say("panel.undone") if is_undone else "")
        return
    seat = deciding(table, interaction.user.id)
    if seat is None:
        own_seat = table.seat_of(interaction.user.id)
        if own_seat is not None and table.is_running and not table.is_paused:
            await _offer_to_plan(interaction, table, own_seat, texts, typed)
            return
        await show_panel(interaction, game_id)
        return
    if (command_name := _command(texts, typed)) is not None:
        await show_with_question(
            interaction, game_id, f"✗ {texts.say('panel.is_command', command=texts.command(command_name))}"
        )
        return
    question = _pending_question(interaction, table)
    is_no = any(is_one_of(typed, spoken.say("typed.no")) for spoken in languages_of(texts))
    if not question.candidates and is_no and table.game.prompt(seat).message.id == f"{table.row.key}.prompt.turn":
        await show_panel(interaction, game_id)  # nothing is asked that could be declined: it ends no turn
        return
    if question.is_undo and says_one_of(typed, languages_of(texts), ("typed.yes", "typed.again", "button.again")):
        await take_back(interaction, game_id, version=question.version)
        return
    if question.candidates and await _take_answer(interaction, table, seat, texts, question, typed):
        return
    note = _not_played_note(texts, table, seat, question, typed)
    await _play_text(interaction, game_id, typed, begun=question.begun, note=note)


async def choose(
    interaction: Interaction, game_id: int, words: Action, *, version: int, confirmed: bool = False
) -> None:
    """Play what was pressed, and what was typed behind it where it was asked about."""
    question = services_of(interaction).pending_questions.get((interaction.user.id, game_id), PendingQuestion(version))
    # Without candidates the panel has opened where the text led, and whatever is pressed there completes it.
    completes = words in question.candidates if question.candidates else words[: len(question.begun)] == question.begun
    is_answer = question.version == version and completes
    rest = question.rest if is_answer else ""
    await _play_with_rest(interaction, game_id, words, rest, version=version, confirmed=confirmed)


async def show_with_question(interaction: Interaction, game_id: int, heading: str = "") -> None:
    """Show the panel, above it the ``heading`` and the question that is still open, if there is one."""
    texts = await texts_for(interaction)
    services = services_of(interaction)
    table = await services.tables.table(game_id)
    question = _pending_question(interaction, table)
    if question.candidates and not question.is_confirmation:
        seat = table.own_seat(interaction.user.id)
        notes = with_notes(table, seat, texts.at(table.game, table.names), question.candidates)
        names = [f"**{note}**" for note in notes]
        heading = f"{heading}\n{texts.say('panel.meant', choices=texts.alternatives(names))}".strip("\n")
    await show_panel(interaction, game_id, heading=heading, loaded=table)
    if question.candidates:
        services.pending_questions[interaction.user.id, game_id] = question


def deciding(table: Table, user_id: int) -> int | None:
    """Return the seat for which somebody is to decide now."""
    seat = table.seat_of(user_id)
    return seat if seat is not None and table.is_running and seat in table.game.to_act else None


async def _do_behind_button(interaction: Interaction, game_id: int, rest: str, done_text: str) -> None:
    """Do what was typed behind the words of a button, unless it has to be asked first whether more is taken back."""
    texts = await texts_for(interaction)
    if typed_button(texts, rest) is not None:
        await play_typed(interaction, game_id, rest)
        return
    table = await services_of(interaction).tables.table(game_id)
    if not _pending_question(interaction, table).is_undo:
        await _play_text(interaction, game_id, rest, done_text)


# -- decisions ---------------------------------------------------------------------------------------------------------


def _not_played_note(texts: Texts, table: Table, seat: int, question: PendingQuestion, typed: str) -> str:
    """Return the sentence that the action in question was not played, since another was typed; may be empty."""
    if len(question.candidates) != 1 or question.is_confirmation:
        return ""
    verb = question.candidates[0][0]
    mentions = Conversation(texts, table.game, seat, table.names).reader.certain(Utterance.of(typed))
    if any(verb in mention.values("verb") for mention in mentions):
        return ""  # it may be played as a part of the text
    label = texts.at(table.game, table.names).action(table.row.key, question.candidates[0], table.names)
    return texts.say("panel.left", action=label)


async def _play_text(
    interaction: Interaction, game_id: int, typed: str, done_text: str = "", *, begun: Action = (), note: str = ""
) -> None:
    """Play the first decision that a text means, then the next; ask or say why where one is not clear or possible.

    ``_play_with_rest`` calls it again with the rest of the text.

    Args:
        interaction: The command or button.
        game_id: The table.
        typed: The text.
        done_text: The lines about what the text has played so far; empty for the beginning of a text.
        begun: The words of an action that are chosen already.
        note: What is told above the first decision if that is played.
    """
    texts = await texts_for(interaction)
    table = await services_of(interaction).tables.table(game_id)
    seat = deciding(table, interaction.user.id)
    if seat is None:
        heading = f"{done_text}\n✗ {texts.say('panel.too_late', typed=plain(typed))}" if table.is_running else done_text
        await show_panel(interaction, game_id, heading=heading.strip("\n"))
        return
    conversation = Conversation(texts, table.game, seat, table.names)
    read_text = partial(conversation.read_rest, typed) if done_text else partial(conversation.read, typed, begun)
    reading = await asyncio.to_thread(read_text)
    match reading:
        # Behind a move, "I'll pay the ship" only comments on it.
        case _ if bool(done_text) and await asyncio.to_thread(conversation.is_statement, typed):
            await show_panel(interaction, game_id, heading=done_text)
        case Play(action, rest):
            # Only what stands first may be a text that was sent twice, and "another red" is not.
            is_again = not listed_in(texts.name, "repeating").isdisjoint(Utterance.of(typed).words)
            is_typed = not (done_text or is_again)
            done_text = "\n".join(filter(None, (note, done_text)))
            await _play_with_rest(interaction, game_id, action, rest, done_text=done_text, is_typed=is_typed)
        case Ask(actions, unknown) if _only_asks(texts, typed, is_clear=not unknown):
            await _answer_question(interaction, table, seat, texts, typed, actions, done_text)
        case Ask((action,), (), rest, is_question=False) if not done_text and (
            question := await confirmation(interaction, table, seat, action)
        ):
            await present(interaction, table, question)  # one question is enough
            _keep_rest(interaction, table, rest)
        case Ask(actions, unknown, rest):
            following = await asyncio.to_thread(_what_follows, texts, table, seat, conversation, actions, rest)
            if reading.is_question or _is_question(texts, table.game, typed, actions):
                following = f"{following}\n{texts.say('panel.asks')}".strip("\n")
            if bool(rest) and await asyncio.to_thread(conversation.ends_turn, actions):
                rest = ""  # it could not be played any more
            unknown = tuple(map(Utterance.of(typed).as_typed, unknown))
            await present(
                interaction, table, meant_panel(table, seat, texts, actions, unknown, rest, done_text, following)
            )
        case Begin(prefix, rest, fitting):
            several = _several(texts, table, fitting) if fitting else ""
            # It waits until what the panel has opened is chosen; without a prefix, until something is paid or lost.
            waiting_note = texts.say("panel.waits", typed=plain(rest)) if rest else ""
            heading = "\n".join(filter(None, (done_text, several, waiting_note)))
            await show_panel(interaction, game_id, prefix=prefix, heading=heading)
            _keep_rest(interaction, table, rest)
        case Refuse():
            await _refuse(interaction, table, texts, reading, typed, done_text)
        case Unknown() if _has_question(texts, typed):
            await _answer_question(interaction, table, seat, texts, typed, (), done_text)
        case Unknown(words):
            strange = words if conversation.reader.understands_a_word(Utterance.of(typed)) else ()
            await _not_understood(interaction, table, seat, texts, typed, strange, done_text)


def _is_question(texts: Texts, game: Game, typed: str, actions: Sequence[Action]) -> bool:
    """Return whether a text asks something, in contrast to a trade that is proposed as a question to others."""
    trading = game.spoken.trading
    is_proposal = trading is not None and any(action[0] in trading.proposing for action in actions)
    return not is_proposal and mood(Utterance.of(typed), texts.name).is_question


def _only_asks(texts: Texts, typed: str, *, is_clear: bool) -> bool:
    """Return whether a text is a question that proposes no move: one for a reason, or one about what is not a move.

    Args:
        texts: The texts in the person's language.
        typed: The text.
        is_clear: True if each word of the text names something of a move.
    """
    how_meant = mood(Utterance.of(typed), texts.name)
    is_proposal = is_clear or not _asks_about_game(texts, typed)
    return how_meant.asks_why or (how_meant.is_question and not is_proposal)


def _asks_about_game(texts: Texts, typed: str) -> bool:
    """Return whether a question is about the game, in contrast to "can I build?", which is about a move."""
    return listed_in(texts.name, "may").isdisjoint(Utterance.of(typed).words[:MOST_BEFORE_MAY])


def _has_question(texts: Texts, typed: str) -> bool:
    """Return whether a part of a text is a question: "I'm broke, what can I do"."""
    utterance = Utterance.of(typed)
    return any(mood(part, texts.name).is_question for part in (utterance, *utterance.clauses))


async def _question_lines(texts: Texts, table: Table, typed: str) -> list[str]:
    """Return what the rules say to a question that is commonly asked, and where other questions go."""
    quote = await asyncio.to_thread(known_answer, table.row.key, texts.name, typed)
    rule = texts.say("panel.rules_say", quote=within(quote, LONGEST_QUOTE)) if quote else ""
    return list(filter(None, (rule, texts.say("panel.asks"))))


def _several(texts: Texts, table: Table, fitting: Sequence[Action]) -> str:
    """Return how many of the actions shown a text describes, and how one of them is called."""
    first_label = texts.at(table.game, table.names).action(table.row.key, fitting[0], table.names)
    return texts.say("panel.several", n=len(fitting), example=f"**{first_label}**")


async def _play_with_rest(
    interaction: Interaction,
    game_id: int,
    action: Action,
    rest: str,
    *,
    done_text: str = "",
    is_typed: bool = False,
    version: int | None = None,
    confirmed: bool = False,
) -> None:
    """Play an action, then what was typed behind it; keep the rest where the action is to be confirmed first."""
    tables = services_of(interaction).tables
    before = await tables.table(game_id)
    await play_words(
        interaction, game_id, action, version=version, confirmed=confirmed, typed=is_typed, earlier_line=done_text
    )
    if not rest:
        return
    after = await tables.table(game_id)
    if after.row.version == before.row.version:
        _keep_rest(interaction, after, rest)
        return
    texts = (await texts_for(interaction)).at(before.game, before.names)
    seat = deciding(before, interaction.user.id)
    if seat is not None and deciding(after, interaction.user.id) is None:
        conversation = Conversation(texts, before.game, seat, before.names)
        if await asyncio.to_thread(conversation.is_small_talk, rest):
            return
    played_text = texts.say("panel.played", action=texts.action(before.row.key, action, before.names))
    await _play_text(interaction, game_id, rest, f"{done_text}\n{played_text}".strip("\n"))


def _keep_rest(interaction: Interaction, table: Table, rest: str) -> None:
    """Remember what was typed behind a decision until that is made."""
    questions = services_of(interaction).pending_questions
    key = (interaction.user.id, table.row.id)
    questions[key] = replace(questions.get(key, PendingQuestion(table.row.version)), rest=rest)


def _what_follows(
    texts: Texts, table: Table, seat: int, conversation: Conversation, actions: Sequence[Action], rest: str
) -> str:
    """Return what will be done after the one action that is asked about, or why it cannot be; may be empty."""
    if not rest or len(actions) > 1:
        return ""
    following = conversation.after(actions[0])
    if following is None:
        return texts.say("panel.not_then", typed=plain(rest))
    match following.read(rest):
        case Play(action):
            after = replace(table, other_game=following.game)
            notes = with_notes(after, seat, texts.at(following.game, table.names), [action])
            names = [f"**{note}**" for note in notes]
            return texts.say("panel.then", actions=names)
        case Refuse(_, reasons) if all(map(says_why, reasons)):
            at_table = texts.at(following.game, table.names)
            return "\n".join(f"✗ {at_table.message(table.row.key, reason, table.names)}" for reason in reasons)
    return ""


def _reworded_for_panel(reason: Message, action: Action, typed: str) -> Message:
    """Return the reason of a refusal as it is told above the panel, which shows what is possible instead."""
    if "typed" not in reason.args:
        return reason
    message_id = reason.id
    if reason.id == "error.not_offered":
        message_id = "panel.nothing_to_end" if action in ENDING_ACTIONS else "panel.not_offered"
    return Message(message_id, {**reason.args, "typed": plain(typed)})


async def _refuse(
    interaction: Interaction, table: Table, texts: Texts, refusal: Refuse, typed: str, done_text: str
) -> None:
    """Say why what was typed is not possible, and if it was a question, where these are answered."""
    action = refusal.action
    texts = texts.at(table.game, table.names)
    reasons = [_reworded_for_panel(reason, action, typed) for reason in refusal.reasons]
    lines = [done_text, *(f"✗ {texts.message(table.row.key, reason, table.names)}" for reason in reasons)]
    may_be_question = NOTHING_DONE in refusal.reasons or _asks_about_game(texts, typed)
    if may_be_question and _is_question(texts, table.game, typed, [action] if action else []):
        # "is my knight active?", "why can't I place the chickens?"
        lines += await _question_lines(texts, table, typed)
    services_of(interaction).pending_questions.pop((interaction.user.id, table.row.id), None)  # this was meant instead
    await show_with_question(interaction, table.row.id, "\n".join(filter(None, lines)))


async def _answer_question(
    interaction: Interaction,
    table: Table,
    seat: int,
    texts: Texts,
    typed: str,
    actions: Sequence[Action],
    done_text: str,
) -> None:
    """Say what the panel and the rules say about what a question names, and where other questions go."""
    notes = with_notes(table, seat, texts.at(table.game, table.names), actions, longest_note=LONGEST_QUOTE)
    lines = [done_text, f"✗ {texts.say('panel.question', typed=plain(typed))}", *(f"**{note}**" for note in notes)]
    lines += await _question_lines(texts, table, typed)
    await show_with_question(interaction, table.row.id, "\n".join(filter(None, lines)))


async def _not_understood(
    interaction: Interaction, table: Table, seat: int, texts: Texts, typed: str, strange: Sequence[str], done_text: str
) -> None:
    """Say that a text, or the strange words of it, mean nothing here, and what could be typed instead."""
    move = f"**{example(texts, table.game, seat, table.names)}**"
    if any(is_one_of(typed, spoken.say("typed.yes")) for spoken in languages_of(texts)):
        reason = texts.say("panel.nothing_asked", example=move)
    elif strange:
        utterance = Utterance.of(typed)
        quoted = [f"*{plain(utterance.as_typed(word))}*" for word in strange]
        reason = texts.say("panel.unknown_part", words=quoted, example=move)
    else:
        reason = texts.say("panel.unknown", typed=plain(typed), example=move)
    lines = [done_text, f"✗ {reason}"]
    await show_with_question(interaction, table.row.id, "\n".join(filter(None, lines)))


def _command(texts: Texts, typed: str) -> str | None:
    """Return the command whose name was typed; None: it is none."""
    for name, ids in COMMANDS.items():
        if says_one_of(typed, languages_of(texts), ids):
            return name
    return None


# -- answers -----------------------------------------------------------------------------------------------------------


async def _take_answer(
    interaction: Interaction, table: Table, seat: int, texts: Texts, question: PendingQuestion, typed: str
) -> bool:
    """Do what an answer to the question of the panel says; return whether the text is one."""
    conversation = Conversation(texts, table.game, seat, table.names)
    pending = Pending(question.candidates, question.rest, question.is_confirmation)
    match await asyncio.to_thread(answer_to, pending, typed, conversation):
        case Agreed() if len(question.candidates) > 1:
            await present(interaction, table, meant_panel(table, seat, texts, question.candidates, rest=question.rest))
        case Agreed(rest):
            action = question.candidates[0]
            await _play_with_rest(
                interaction, table.row.id, action, rest or question.rest, version=question.version, confirmed=True
            )
        case Chosen(action, rest):
            if question.is_confirmation and question.is_repetition:
                # The panel asks because the move was typed twice; typing it again says no more than that.
                return False
            await _play_with_rest(
                interaction,
                table.row.id,
                action,
                rest or question.rest,
                version=question.version,
                confirmed=question.is_confirmation,
            )
        case LeftOpen(ending):
            alternatives = (question.candidates[0], ending)
            await present(interaction, table, meant_panel(table, seat, texts, alternatives, rest=question.rest))
        case Declined(""):
            await show_panel(interaction, table.row.id)
        case Declined(rest):
            services_of(interaction).pending_questions.pop((interaction.user.id, table.row.id), None)
            await _play_text(interaction, table.row.id, rest)
        case None:
            return False
    return True


def _pending_question(interaction: Interaction, table: Table) -> PendingQuestion:
    """Return what the panel asks that the person saw last, if it still stands."""
    question = services_of(interaction).pending_questions.get((interaction.user.id, table.row.id))
    return question if question and question.version == table.row.version else PendingQuestion(table.row.version)


async def _offer_to_plan(interaction: Interaction, table: Table, seat: int, texts: Texts, typed: str) -> None:
    """Say that it is not the person's turn, with a button that plans what was typed."""
    reason = texts.at(table.game).message(table.row.key, table.game.not_asked(seat), table.names)
    view = discord.ui.View(timeout=None)
    text = " ".join(typed.split())
    if mood(Utterance.of(typed), texts.name).is_question:
        reason = "\n".join((reason, *await _question_lines(texts, table, typed)))
    elif 0 < len(text) <= LONGEST_TYPED:
        button = PlanThisButton(table.row.id, text).button(texts.say("button.plan_this"), discord.ButtonStyle.primary)
        view.add_item(button)
    await answer(interaction, reason, view=view)


# -- buttons in words --------------------------------------------------------------------------------------------------


class TypedButton(NamedTuple):
    """A button whose words were typed."""

    press: ButtonAction
    rest: str = ""
    """The text behind these words."""


def typed_button(texts: Texts, typed: str) -> TypedButton | None:
    """Return the button whose words a text says, as a whole or in one of its clauses; None: it says no button's."""
    spoken = languages_of(texts)
    if (named_button := command(typed, spoken, BUTTONS)) is not None:
        return TypedButton(BUTTONS[named_button.id], named_button.rest)
    clauses = Utterance.of(typed).clauses
    last = str(clauses[-1]) if len(clauses) > 1 else ""
    if last and any(is_one_of(last, phrase) for language in spoken for phrase in listed(language.name, "hold")):
        return TypedButton(show_with_question)  # "a serf please... no wait"
    return None


async def _close_question_or_take_back(interaction: Interaction, game_id: int) -> None:
    """Leave what is asked, as the button "Back" does; where nothing is asked, take the last move back."""
    table = await services_of(interaction).tables.table(game_id)
    question = _pending_question(interaction, table)
    is_asked = bool(question.candidates or question.begun)
    can_undo = not is_asked and await undo_plan(interaction, table) is not None
    await (take_back_typed if can_undo else show_panel)(interaction, game_id)


async def _change_shape(shape: Shape, interaction: Interaction, game_id: int) -> None:
    await keep_shape(interaction, shape)
    await show_panel(interaction, game_id)


BUTTONS: dict[str, ButtonAction] = {
    "button.undo": take_back_typed,
    "command.undo.name": take_back_typed,
    "typed.undo": take_back_typed,
    "typed.undo_in_short": take_back_typed,
    "button.start_over": start_over_typed,
    "typed.start_over": start_over_typed,
    "button.back": _close_question_or_take_back,
    "typed.back": _close_question_or_take_back,
    "button.nudge": nudge,
    **{f"{kind}.shape.{shape}": partial(_change_shape, shape) for kind in ("button", "typed") for shape in Shape},
}
"""Actions of buttons that are no moves, by the id of the text that a person may type for them."""


@dataclass(frozen=True)
class TableSession:
    """A running table, at which decisions count."""

    interaction: Interaction
    game_id: int

    async def show(self, *, prefix: Action = (), page: int = 0, heading: str = "", version: int | None = None) -> None:
        """Show the panel."""
        await show_panel(self.interaction, self.game_id, prefix=prefix, page=page, heading=heading, version=version)

    async def play(self, words: Action, *, version: int) -> None:
        """Play what was pressed, and what was typed behind it where it was asked about."""
        await choose(self.interaction, self.game_id, words, version=version)

    async def position(self) -> tuple[Game, int | None, int]:
        """Return the game, the person's seat, and the version of the table."""
        table = await services_of(self.interaction).tables.table(self.game_id)
        return table.game, table.seat_of(self.interaction.user.id), table.row.version
