"""The message of a vote: the proposal, the answers so far, the outcome, and the buttons to answer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import discord
import msgspec

from bot.delivery.compose import fit, users_called_in_channel
from bot.delivery.drafts import Draft, edit_draft, post_draft
from bot.delivery.requests import takes_edit
from bot.delivery.sending import Delivered, Sending
from bot.interactions.components import Component, one_of
from bot.interactions.controls import Number
from bot.interactions.links import message_link
from bot.tables import Table, event_log
from bot.tables.announcement import VOTE, Unreadable
from bot.tables.observers import clocks
from bot.tables.observers.voting import (
    ENDING,
    GOING_BACK,
    OPEN_FOR,
    Proposal,
    VoteOutcome,
    absent_voters,
    away_voters,
    missing_seats,
    missing_voters,
    vote_users,
)
from bot.wording import Texts
from bot.wording.dates import seconds
from bot.wording.texts import Argument
from storage import deliveries, jobs, moves, votes
from storage.database import Database
from storage.models import GameRow, MoveRow, VoteRow

ANSWERS = {
    "agree": discord.ButtonStyle.success,
    "refuse": discord.ButtonStyle.danger,
    "withdraw": discord.ButtonStyle.secondary,
}
"""Styles of the buttons, by the values of `voting.Answer`."""
MOST_LISTED = 12
"""Largest number of moves that a proposal to go back lists; of more, the last ones."""


class VoteButton(Component, id="pt:vote:{game_id}:{vote_id}:{answer}"):
    """A button to answer a vote, or to withdraw the proposal."""

    game_id: Number
    vote_id: Number
    answer: Annotated[str, one_of(ANSWERS)]


class ShowVote(msgspec.Struct):
    """A queued order to show a vote.

    Attributes:
        vote: the id of the vote.
        call: True to notify players whose answer is missing.
        users: the users who may be notified; None: all.
    """

    vote: int
    call: bool = False
    users: list[int] | None = None


async def show(sending: Sending) -> Delivered:
    """Post a vote in its present state, or edit its message.

    A vote that was over before its message was posted is not shown.

    Raises:
        Unreadable: the stored order cannot be read, or there is no such vote.
        discord.HTTPException: Discord refused the message.
    """
    services = sending.services
    job = sending.job
    try:
        order = msgspec.convert(job.payload, ShowVote)
    except msgspec.ValidationError as fault:
        raise Unreadable(f"which vote was to be shown cannot be read: {fault}") from fault
    async with services.database.reading() as session:
        vote = await votes.get(session, order.vote)
    if vote is None or vote.kind not in tuple(Proposal):
        raise Unreadable(f"vote {order.vote} was to be shown, which there is not")
    if vote.closed is not None and vote.message_id is None:
        return Delivered()
    table = await services.tables.table(job.game_id)
    texts = sending.server.texts
    text = await vote_text(services.database, table, vote, texts)
    view = vote_view(vote, texts)
    channel = services.channel(job.channel_id, table.row.guild_id)

    def shortest(players: Sequence[int]) -> Draft:
        """Return the message to be sent if Discord refuses the full one."""
        mentions = [f"<@{user}>" for user in players]
        title = texts.title(table.row.key)
        line = texts.say("say.short_vote", players=mentions, game=title, table=str(table.row.id))
        return Draft(line.strip(), view)

    if vote.message_id is not None:
        draft = Draft(text, view, shortest=shortest([]))
        partial_message = channel.get_partial_message(vote.message_id)
        if await takes_edit(edit_draft(partial_message, draft, services.forget_emoji, with_files=False)):
            return Delivered()
    # There is no message yet, or it cannot be edited any more.
    called = [user for user in missing_voters(table, vote) if order.users is None or user in order.users]
    pinged = await users_called_in_channel(services.database, called) if order.call and vote.closed is None else []
    draft = Draft(text, view, shortest=shortest(pinged))
    message = await post_draft(channel, draft, services.forget_emoji, nonce=job.nonce, users=pinged)
    async with services.database.transaction() as session:
        await votes.note_message(session, vote.id, message.id)
    return Delivered(message.id)


async def vote_text(database: Database, table: Table, vote: VoteRow, texts: Texts) -> str:
    """Return the text of a vote: the proposal, the answers, and the outcome.

    Each player has a line with a sign: ✓ for agreed, ✗ for refused, … for a missing answer. An open vote mentions the
    players whose answer is missing and says when it ends. The proposal is struck out if it was not accepted.
    """
    proposal = await question(database, table, vote, texts)
    came_to_nothing = vote.closed not in (None, VoteOutcome.AGREED)
    lines = [f"~~{proposal}~~" if came_to_nothing else proposal]
    if vote.closed is None and vote.kind in GOING_BACK:
        async with database.reading() as session:
            moves_since = await moves.effective(session, vote.game_id, after=int(vote.data["since"]) - 1)
        moves_asked_about = [move for move in moves_since if move.version <= vote.version]
        lines += undone_move_lines(moves_asked_about, table, texts)
        # What is drawn or rolled after the moves are taken back is the same as before.
        if any(event.get("barrier") for move in moves_asked_about for event in move.events):
            lines.append(texts.say("say.vote_same_dice"))
    if vote.closed is None and vote.data.get("again"):
        lines.insert(0, texts.say("say.undo_asked_again"))
    unanswered = missing_seats(table, vote)
    for seat in range(len(table.seats)):
        name = texts.player(table.voter_names, seat)
        if seat == vote.closed_by and vote.closed == VoteOutcome.REFUSED:
            lines.append(f"✗ {name}")
        elif seat in unanswered:
            lines.append(f"… {name if vote.closed else f'<@{table.user_at(seat)}>'}")
        elif seat in vote.agreed and table.user_at(seat) is not None:
            lines.append(f"✓ {name}")
    lines += _answers_of_absent(table, vote, texts)
    if vote.closed is not None:
        lines.append(texts.say(f"say.vote_{vote.closed}", name=_settled_by(table, vote, texts)))
    else:
        lines += await _deadline_lines(database, table, vote, texts)
    return fit(lines)


def _answers_of_absent(table: Table, vote: VoteRow, texts: Texts) -> list[str]:
    """Return a line with the answer, if any, of each player who is asked although somebody else plays the seat.

    An open vote mentions those who are still waited for.
    """
    unanswered = absent_voters(table, vote)
    agreed = vote_users(vote, "users")  # the stored name of the users who have agreed
    lines = []
    for seat, user in _seats_of_asked(table, vote).items():
        name = texts.player(table.owner_names, seat)
        if vote.data.get("refused_away") == user:
            lines.append(f"✗ {name}")
        elif user in agreed:
            lines.append(f"✓ {name}")
        elif user in unanswered and vote.closed is None:
            lines.append(f"… <@{user}>")
        else:
            lines.append(f"… {name}")
    return lines


def _seats_of_asked(table: Table, vote: VoteRow) -> dict[int, int]:
    """Return the users who are asked although somebody else plays their seat, by seat; some have answered already."""
    absent_users = away_voters(table, vote)
    owners = {seat.number: seat.owner_id or seat.user_id for seat in table.seats}
    return {seat: user for seat, user in owners.items() if user in absent_users}


def _settled_by(table: Table, vote: VoteRow, texts: Texts) -> str:
    """Return the name of the player who withdrew the proposal or refused it; if nobody did, the proposer's."""
    if vote.closed_by is not None:
        return texts.player(table.voter_names, vote.closed_by)
    refused_away = vote.data.get("refused_away")
    away_seats = [seat for seat, user in _seats_of_asked(table, vote).items() if user == refused_away]
    if away_seats:
        return texts.player(table.owner_names, away_seats[0])
    return texts.player(table.voter_names, vote.seat)


async def _deadline_lines(database: Database, table: Table, vote: VoteRow, texts: Texts) -> list[str]:
    """Return the lines on when a vote ends, and what happens then if absent players have not answered."""
    async with database.reading() as session:
        running = await jobs.timers_of(session, table.row.id)
    deadline = next((timer.due_at for timer in running if timer.kind == jobs.Kind.VOTE), vote.opened_at + OPEN_FOR)
    lines = [f"-# ⌛ <t:{seconds(deadline)}:R>"]
    unanswered = absent_voters(table, vote)
    absent_seats = _seats_of_asked(table, vote).items()
    names = [texts.player(table.owner_names, seat) for seat, user in absent_seats if user in unanswered]
    if names:
        sentence_id = "say.vote_without" if vote.kind in ENDING else "say.vote_not_without"
        lines.append(f"-# {texts.say(sentence_id, players=names, moment=seconds(deadline))}")
    return lines


async def question(database: Database, table: Table, vote: VoteRow, texts: Texts) -> str:
    """Return the sentence that names the proposal and the player who made it."""
    name = texts.player(table.voter_names, vote.seat)
    if vote.kind == Proposal.BACK:
        return await _question_of_going_back(database, table, vote, texts)
    if vote.kind == Proposal.UNDO:
        return texts.say("say.vote_undo", name=name, n=int(vote.data.get("n", 1)))
    if vote.kind == Proposal.CLOCK:
        choices = clocks.read_clock(vote.data.get("clock")).choices()
        if choices["limit"] == "0":  # without a limit the other choices mean nothing
            choices = {"limit": "0"}
        phrases = [texts.setting("lobby.clock", part, value) for part, value in choices.items()]
        return texts.say("say.vote_clock", name=name, choices="; ".join(phrases))
    return texts.say(f"say.vote_{vote.kind}", name=name)


async def _question_of_going_back(database: Database, table: Table, vote: VoteRow, texts: Texts) -> str:
    """Return the sentence that names the first move to be taken back: the turn, the player and what everybody saw."""
    first_version = int(vote.data["since"])
    async with database.reading() as session:
        first = await moves.at(session, table.row.id, first_version)
    args: dict[str, Argument] = {
        "name": texts.player(table.voter_names, vote.seat),
        "n": int(vote.data["n"]),
        "turn": texts.turn_name(table.row.key, first.turn if first else 0),
        "player": texts.player(table.voter_names, first.seat) if first else "",
    }
    happened = _seen_by_all(first, table, texts) if first else None
    if happened is None:
        return texts.say("say.vote_back_unseen", **args)
    return texts.say("say.vote_back", **args, happened=happened)


def _seen_by_all(move: MoveRow, table: Table, texts: Texts) -> str | None:
    """Return a sentence on the first public event of a move; an event that is not minor is preferred.

    None: the move has no public event.
    """
    public_events = [event for event in event_log.move_events([move]) if event.seen_by is None]
    if not public_events:
        return None
    minor_kinds = table.game.presentation.minor_events
    event = next((event for event in public_events if event.kind not in minor_kinds), public_events[0])
    return texts.at(table.game, table.names).event(table.row.key, event, table.names)


def undone_move_lines(undone: Sequence[MoveRow], table: Table, texts: Texts) -> list[str]:
    """Return a line for each move that is to be taken back: the player, and what everybody saw of the move."""
    lines = []
    for move in undone[-MOST_LISTED:]:
        player = texts.player(table.voter_names, move.seat)
        line = _seen_by_all(move, table, texts) or texts.say("say.vote_hidden", player=player)
        lines.append(f"· {line if player in line else f'{player}: {line}'}")
    if hidden_count := len(undone) - len(lines):
        lines.insert(0, texts.say("say.vote_more", n=hidden_count))
    return lines


def vote_view(vote: VoteRow, texts: Texts) -> discord.ui.View:
    """Return the buttons of an open vote."""
    view = discord.ui.View(timeout=None)
    if vote.closed is None:
        for answer, style in ANSWERS.items():
            view.add_item(VoteButton(vote.game_id, vote.id, answer).button(texts.say(f"button.{answer}"), style))
    return view


async def on_its_way(database: Database, vote: VoteRow) -> bool:
    """Return whether the message of a vote still waits to be sent, neither posted nor given up."""
    async with database.reading() as session:
        queued = await deliveries.last(session, vote.game_id, VOTE)
    return queued is not None and queued.sent_at is None and queued.failed is None


def link_to_vote(row: GameRow, vote: VoteRow) -> str:
    """Return a link to the message of a vote; while it is not posted, to its channel."""
    return message_link(row, vote.message_id)
