"""Text and pictures of the messages that a table posts in its channel; `posting` adds the buttons that they ask for."""

from __future__ import annotations

from collections.abc import Awaitable, Collection, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field
from datetime import datetime
from itertools import groupby
from typing import NamedTuple

import structlog
from msgspec.structs import replace

from bot.delivery import illustrating
from bot.delivery.illustrating import Attachment, board_picture, chart
from bot.delivery.result import closing_lines, final_lines, rating_lines, score_history, standings_lines
from bot.delivery.sending import PictureWait
from bot.delivery.turning_points import points_by_turn, turning_points
from bot.drawing.drawers import DrawerLost
from bot.tables import Table, fair_dice_log
from bot.tables.announcement import BEGINS, Announcement
from bot.tables.event_log import Narration
from bot.tables.observers import clocks
from bot.tables.player_preferences import Call, read_preferences
from bot.thinking import pool
from bot.wording import Texts
from bot.wording.dates import time_left
from engines import Action, Event, record
from engines.fair_dice import Draw
from engines.messages import TURN
from render.shape import Shape
from storage import moves, people, results
from storage.database import Database
from storage.models import MoveRow

log = structlog.get_logger()

CONTENT_LIMIT = 2000
"""Characters of the longest message that Discord accepts."""
CALL_ROOM = 600
"""Characters reserved for a call, enough for the mentions and names of six players."""
LAST_EVENTS_ROOM = 600
"""Characters of a result reserved for the events that ended the game; sentences about its course get the rest."""
COSTLIEST_MOVE_ROOM = 300
"""Characters of a result reserved for the sentence on the costliest move, which is added after some computing."""
TAKEN_BACK = "say.undone"
"""The id of the sentence that a player has taken decisions back."""
FEWEST_TRIES = 2
"""Smallest number of consecutive moves, each taken back, that are summed up in one sentence."""
CUT = "…"
"""Mark in place of lines that did not fit."""
NOT_DRAWN = "a picture could not be drawn; the text goes out alone"
"""Log message."""


class PublicAnswer(NamedTuple):
    """An answer to a question of the game that gets a button under the board."""

    question_digest: str
    """The digest of the question: the button is valid while that question is open."""
    answer: Action
    """The whole answer, or its first word, which the panel completes."""


@dataclass
class Post:
    """A message ready to be sent; `posting.move_view` makes the buttons that its fields ask for."""

    content: str
    pings: list[int] = field(default_factory=list)
    """Users whom the mentions in the text notify; other mentioned users are only named."""
    files: list[Attachment] = field(default_factory=list)
    has_panel_button: bool = False
    """True if the message has the button that opens the panel."""
    has_rematch_button: bool = False
    """True if the message has the button for another game with the same players."""
    seat_buttons: list[str] = field(default_factory=list)
    """Buttons about seats, written as in ``Announcement.buttons``."""
    answers: list[PublicAnswer] = field(default_factory=list)
    """Buttons that answer the game's question in public."""
    has_fair_dice_button: bool = False
    """True if the message has the button that explains how the dice are kept fair."""
    is_first: bool = False
    """True if it is the first board of its game."""
    is_compact: bool = False
    """True if its picture shows only a part of the board; a button then shows the whole board."""
    lacks_picture: bool = False
    """True if the picture is not drawn yet, or belongs to another message. An edited message keeps the picture that it
    has already."""


async def compose(
    database: Database,
    table: Table,
    announcement: Announcement,
    narration: Narration,
    texts: Texts,
    shape: Shape = Shape.WIDE,
    *,
    pictured: bool = True,
    awaiting_picture: PictureWait = nullcontext,
    delay: float = 0,
) -> Post:
    """Return the message for an announcement: a notice, a summary or a board, as its kind says.

    A picture that cannot be drawn is left out, as the text says everything.

    Args:
        database: source of the players' preferences and, at the end, of the log and the results.
        table: the table as it is now.
        announcement: the announcement.
        narration: the events of the log that the message tells.
        texts: the language.
        shape: the shape of the pictures.
        pictured: False to leave out the board, as a newer message shows it; a result always has its board.
        awaiting_picture: makes the context in which the message waits for its picture.
        delay: seconds for which the message has been due; the longer, the less it waits for its picture.
    """
    users = [user for seat in announcement.ping if (user := table.user_at(seat)) is not None]
    if announcement.kind == "notice":
        # Without ``table.game``, which a lobby and a damaged table do not have.
        post = await _notice(database, table, announcement, users, texts)
        if announcement.shows_standings and table.row.started_at is not None:
            with awaiting_picture():
                await _add_standings(database, table, post, texts.at(table.game, table.names))
        return post
    texts = texts.at(table.game, table.names)
    if announcement.kind == "summary":
        with awaiting_picture():
            return await _summary(database, table, announcement, narration, texts, shape)
    post = await _board_text(database, table, announcement, users, narration, texts)
    post.is_compact = is_compact(shape)
    if not pictured:
        post.lacks_picture = True
        return post
    # The picture shows the table as it is now; if it has moved on, marks of the older events would mislead.
    marked = narration.marked if announcement.version == table.row.version else []
    try:
        patience = illustrating.patience_of(delay)
        with awaiting_picture():
            post.files.append(await board_picture(table, texts, shape, marked, patience=patience, is_posted=True))
    except (TimeoutError, DrawerLost):  # a job of its own draws it later
        post.lacks_picture = True
    except Exception:
        log.exception(NOT_DRAWN)
    return post


async def _notice(
    database: Database, table: Table, announcement: Announcement, players: Sequence[int], texts: Texts
) -> Post:
    """Return a message of lines alone; ``players`` are the users at the called seats."""
    excluded = (Call.DM,) if table.is_running else ()  # direct messages are sent about running games only
    pings = [
        *await users_called_in_channel(database, players, *excluded),
        *await users_called_in_channel(database, announcement.users),
    ]
    mentions = [f"<@{user}>" for user in dict.fromkeys([*players, *announcement.users])]
    content = " ".join([*mentions, fit(_introduction(table, announcement, texts))])
    loud_pings = [user for user in pings if user not in announcement.quiet]
    return Post(content, loud_pings, seat_buttons=announcement.buttons)


async def _board_text(
    database: Database,
    table: Table,
    announcement: Announcement,
    users: Sequence[int],
    narration: Narration,
    texts: Texts,
) -> Post:
    """Return the message of a board without its picture; ``users`` are those at the called seats."""
    # Only a new message pings; an update edits the newest board, which has pinged already.
    pings = [user for user in users if user not in announcement.quiet] if announcement.kind == "turn" else []
    deadline = await _first_deadline(database, table, announcement)
    call = _call(table, announcement, users, texts, deadline)
    before, after = _lines_around_call(table, announcement, narration, texts, called=bool(call))
    content = fit([*before, "", call, *_small_print(table, announcement, texts)], after)
    is_first_board = is_first(announcement)
    return Post(
        content,
        pings,
        has_panel_button=True,
        answers=answers_in_public(table),
        has_fair_dice_button=is_first_board,
        is_first=is_first_board,
    )


def _lines_around_call(
    table: Table, announcement: Announcement, narration: Narration, texts: Texts, *, called: bool = False
) -> tuple[list[str], list[str]]:
    """Return the lines of a board's message before the call, and those after it.

    Lines come after the call when the message is edited, because something has happened since it called.

    Args:
        table: the table.
        announcement: the announcement that the message was made for.
        narration: the events of the log that it tells, before and after the call.
        texts: the language.
        called: True if a call follows; the line that the turn begins is left out then, as the call says the same.
    """
    presentation = table.kind.presentation
    # The call names those who still have to decide, and the result of a finished game names the winner.
    unsaid = presentation.interim_events
    if announcement.kind == "summary":
        unsaid |= presentation.result_events
    before_call = [event for event in narration.before if event.kind not in unsaid]
    after_call = [event for event in narration.after if event.kind not in unsaid]
    # The call stands below the last remark, such as that moves were taken back: after it the player decides again.
    remark_end = max((number for number, event in enumerate(after_call, 1) if event.is_remark), default=0)
    before_lines = _lines(table, before_call, narration.undone, texts)
    lines_to_remark = _lines(table, after_call[:remark_end], narration.undone, texts)
    after_lines = _lines(table, after_call[remark_end:], narration.undone, texts)
    if called and before_call and before_call[-1].kind == TURN:
        del before_lines[-1]  # the beginning of a turn shares its line with no other event
    introduction = _introduction(table, announcement, texts)
    if announcement.kind == "summary" and table.is_drawn:
        # The vote for a draw ended the game after everything else.
        return [*before_lines, *lines_to_remark, *introduction], after_lines
    return [*introduction, *before_lines, *lines_to_remark], after_lines


def _lines(table: Table, events: Sequence[Event], undone: Sequence[Event], texts: Texts) -> list[str]:
    """Return the lines about events; those about events in ``undone``, which were taken back, are struck out.

    If a player has tried several moves in a row, one sentence with their number replaces them: each try would take two
    lines.
    """
    if not undone:
        return texts.events(table.row.key, map(table.with_present_names_in, events), table.names)
    # By identity: an equal event may have happened again later, and stayed.
    struck_ids = {id(event) for event in undone}
    lines = list[str]()
    for is_struck, part in groupby(_without_tries(events, struck_ids), key=lambda event: id(event) in struck_ids):
        lines_of_part = texts.events(table.row.key, map(table.with_present_names_in, part), table.names)
        lines += [f"~~{line}~~" for line in lines_of_part] if is_struck else lines_of_part
    return lines


def _without_tries(events: Sequence[Event], struck_ids: Collection[int]) -> list[Event]:
    """Return the events; several tries of one player in a row are replaced by one sentence.

    A try is a run of struck events that ends with the sentence that they were taken back.

    Args:
        events: the events to tell.
        struck_ids: the ``id()`` of those that were taken back.
    """
    remaining = list[Event]()
    tries = list[list[Event]]()
    struck = list[Event]()
    for event in events:
        last_sentence = tries[-1][-1] if tries else None
        is_of_same_player = last_sentence is None or event.data.get("seat") == last_sentence.data.get("seat")
        if id(event) in struck_ids:
            struck.append(event)
        elif event.kind == TAKEN_BACK and struck and is_of_same_player:
            tries.append([*struck, event])
            struck = []
        else:
            remaining += [*_summed_up(tries), *struck, event]
            tries = []
            struck = []
    return [*remaining, *_summed_up(tries), *struck]


def _summed_up(tries: Sequence[Sequence[Event]]) -> list[Event]:
    """Return the events that tell of tries in a row; each try ends with the sentence that it was taken back."""
    if len(tries) < FEWEST_TRIES:
        return [event for attempt in tries for event in attempt]
    sentences = [attempt[-1] for attempt in tries]
    count = sum(n for sentence in sentences if isinstance(n := sentence.data.get("n"), int))
    return [replace(sentences[-1], data={**sentences[-1].data, "n": count})]


def remains_of(
    table: Table, announcement: Announcement, narration: Narration, texts: Texts, *, is_repeated: bool = False
) -> str:
    """Return the text that a board's message keeps when a newer message calls: the events in order, without the call.

    Without events it is the number of the turn, since a message may not be empty.

    Args:
        table: the table.
        announcement: the announcement that the older message was made for.
        narration: the events of the log that it tells.
        texts: the language.
        is_repeated: True if the newer message repeats everything that happened after the older call.
    """
    before, after = _lines_around_call(table, announcement, narration, texts.at(table.game, table.names))
    kept_lines = [*before, *_small_print(table, announcement, texts)]
    text = fit(kept_lines, () if is_repeated else after)
    return text or f"-# {texts.turn_name(table.row.key, announcement.turn)}"


def has_room_for_call(table: Table, announcement: Announcement, narration: Narration, texts: Texts) -> bool:
    """Return whether a message has room for all its events and a call."""
    before, after = _lines_around_call(table, announcement, narration, texts.at(table.game, table.names))
    return len("\n".join([*before, *after])) <= CONTENT_LIMIT - CALL_ROOM


def is_compact(shape: Shape) -> bool:
    """Return whether messages show only a part of boards of this shape: whole, a tall one would be a narrow strip."""
    return shape is Shape.TALL


def answers_in_public(table: Table) -> list[PublicAnswer]:
    """Return the answers that get a button under the message."""
    if not table.is_running or table.is_paused:
        return []
    answers = [
        PublicAnswer(table.question_digest(seat), answer)
        for seat in table.game.to_act
        for text in table.game.prompt(seat).public_buttons
        for answer in _answers(table, seat, text)
    ]
    return list(dict.fromkeys(answers))  # seats that are asked the same share their buttons


def _answers(table: Table, seat: int, text: str) -> list[Action]:
    """Return the answers for a text that the game wants as a public button.

    Several words are one whole answer. A single word stands for all legal answers that begin with it and have more
    words. If none is listed, the word alone is returned: it is the whole answer, or the beginning of one that the panel
    completes.
    """
    if " " in text:
        return [tuple(text.split())]
    longer = [action for action in table.game.legal(seat) if action[0] == text and len(action) > 1]
    return longer or [(text,)]


async def _attach(post: Post, picture: Awaitable[Attachment]) -> None:
    """Add a picture to a message; one that cannot be drawn is left out."""
    try:
        post.files.append(await picture)
    except Exception:
        log.exception(NOT_DRAWN)


def _introduction(table: Table, announcement: Announcement, texts: Texts) -> list[str]:
    # Announcements stored by an earlier version may contain sentences that have been replaced by buttons since.
    messages = [message for message in announcement.introduction if texts.has(message.id)]
    return [texts.message(table.row.key, table.with_present_names(message), table.names) for message in messages]


def _small_print(table: Table, announcement: Announcement, texts: Texts) -> list[str]:
    """Return the note on the letters and pictures of the board, for the first message of a game; else nothing."""
    if not is_first(announcement):
        return []
    key = table.row.key
    notes = [texts.say(id) for id in (f"{key}.letters", f"{key}.first_board") if texts.has(id)]
    return [f"-# {' '.join(notes)}"] if notes else []


def is_first(announcement: Announcement) -> bool:
    """Return whether a message is the first one of its game."""
    return any(message.id == BEGINS for message in announcement.introduction)


async def users_called_in_channel(database: Database, users: Sequence[int], *excluded: Call) -> list[int]:
    """Return the users who want to be notified in the channel.

    Args:
        database: source of the preferences.
        users: the users in question.
        excluded: ways of being called whose users are left out as well, because a direct message reaches them.
    """
    if not users:
        return []
    async with database.reading() as session:
        settings_of_users = await people.settings_of(session, users)
    return [user for user in users if read_preferences(settings_of_users.get(user)).call not in (Call.NONE, *excluded)]


async def _first_deadline(database: Database, table: Table, announcement: Announcement) -> datetime | None:
    """Return the earliest deadline of the called seats; None: there is no time limit, or no deadline is running."""
    if not clocks.read_clock(table.row.clock).hours:
        return None
    async with database.reading() as session:
        running = await clocks.load_deadlines(session, table)
    return min((deadline for seat, deadline in running.items() if seat in announcement.ping), default=None)


def _call(
    table: Table,
    announcement: Announcement,
    users: Sequence[int],
    texts: Texts,
    deadline_moment: datetime | None = None,
) -> str:
    """Return the lines that call the next players.

    If nobody is called, the line says that the table is paused, that nobody plays or that computers think; else "".

    Args:
        table: the table.
        announcement: the announcement, with the seats to call.
        users: the users at those seats.
        texts: the language.
        deadline_moment: the moment at which their time is up; None: there is no limit.
    """
    called = announcement.ping
    if table.is_paused:
        return texts.say(
            "say.on_pause", player=texts.person(table.pauser_name, table.seat_number_of(table.pauser_name))
        )
    if not called:
        return _line_without_call(table, announcement, texts)
    mentions = [f"<@{user}>" for user in users]
    deadline = time_left(deadline_moment) if deadline_moment else ""
    if all(seat in table.game.to_act and table.game.prompt(seat).public_buttons for seat in called):
        return texts.say("say.your_answer", players=mentions, n=len(mentions)) + deadline
    turn = texts.turn_name(table.row.key, announcement.turn)
    # A seat that has decided since the announcement no longer shows why it was called; most likely it was its turn.
    have_turn = all(seat not in table.game.to_act or table.game.has_turn(seat) for seat in called)
    if task := _task_phrase(table, called, texts):
        call = texts.say("say.called_to", players=mentions, what=task, turn=turn)
    else:
        text_id = "say.your_turn" if have_turn else "say.your_decision"
        call = texts.say(text_id, players=mentions, turn=turn, n=len(mentions))
    # In the order of play, the names of the called seats are bold.
    order = [
        texts.player(table.names, seat) if seat in called else texts.name_of(table.names, seat)
        for seat in table.game.order()
    ]
    small_print = [texts.say("say.order", order=" › ".join(order))]
    if announcement.board is not None:
        place = f"https://discord.com/channels/{table.row.guild_id or '@me'}/{table.row.channel_id}"
        small_print.append(texts.say("say.board_there", link=f"{place}/{announcement.board}"))
    return f"{call}{deadline}\n-# {' · '.join(small_print)}"


def _line_without_call(table: Table, announcement: Announcement, texts: Texts) -> str:
    """Return the line of a board that calls nobody: that nobody plays, or that computers think; else ""."""
    if not table.players:
        return texts.say("say.table_rests")
    thinking = [seat for seat in table.game.blocking_seats if table.computer_at(seat)]
    if not thinking or announcement.version != table.row.version:
        return ""
    computers = [texts.player(table.names, seat) for seat in thinking]
    return texts.say("say.computers_turn", players=computers, n=len(computers))


def _task_phrase(table: Table, called: Sequence[int], texts: Texts) -> str | None:
    """Return the task of the called seats ("discard cards"), as an infinitive phrase.

    None: the seats are asked different questions, or the game has no phrase for it.
    """
    key = table.row.key
    game = table.game
    if not all(seat in game.to_act for seat in called):
        return None
    # The id of a question is such as "mmn.prompt.discard"; that of its phrase is then "mmn.call.discard".
    questions = {game.prompt(seat).message.id.rpartition(".")[2] for seat in called}
    if len(questions) != 1:
        return None
    phrase_id = f"{key}.call.{questions.pop()}"
    return texts.say(phrase_id) if texts.has(phrase_id) else None


def fit(before: Sequence[str], after: Sequence[str] = ()) -> str:
    """Join lines to a text within Discord's limit; lines that are too many are cut at the start of the longer part."""
    first = list(before)
    last = list(after)
    while len("\n".join([*first, *last])) > CONTENT_LIMIT:
        longer = max(first, last, key=lambda part: len("\n".join(part)))
        longer[:] = _cut(longer)
    return "\n".join([*first, *last]).strip("\n")


def _cut(lines: Sequence[str]) -> list[str]:
    """Return the lines without the first one, with a mark in its place; a single line is shortened instead."""
    lines_left = lines[1:] if lines[0] == CUT else lines
    if len(lines_left) > 1:
        return [CUT, *lines_left[1:]]
    # A third, so that ``fit`` ends: then both parts together are within the limit.
    return [lines_left[0][: CONTENT_LIMIT // 3]]


# -- results of finished games -----------------------------------------------------------------------------------------


async def _summary(
    database: Database, table: Table, announcement: Announcement, narration: Narration, texts: Texts, shape: Shape
) -> Post:
    """Return the message about the end of a game: the last events, result, ratings, course, chart and dice record."""
    async with database.reading() as session:
        move_rows = await moves.effective(session, table.row.id)
        draw = await fair_dice_log.load_draw(session, table.row)
        outcome = await results.outcome_of_game(session, table.row.id)
        seat_results = await results.seats_of_game(session, table.row.id)
    before, _ = _lines_around_call(table, announcement, narration, texts)
    closing = closing_lines(table, texts)
    pings = [user for user in await users_called_in_channel(database, table.members) if user not in announcement.quiet]
    points = turning_points(table, move_rows, texts)
    result = final_lines(table, texts)
    if outcome:
        result += rating_lines(outcome, seat_results, texts, friendly=not table.row.rated)
    # Only with worker processes the costliest move is looked for.
    limit = CONTENT_LIMIT - (COSTLIEST_MOVE_ROOM if pool.has_processes() else 0)
    room = limit - min(len("\n".join(before)), LAST_EVENTS_ROOM)
    while points and len("\n".join(["", *result, *points, *closing])) >= room:
        del points[-1]
    after = ["", *result, *points, *closing]
    while len(before) > 1 and len("\n".join([*before, *after])) > limit:
        before = _cut(before)  # ``fit`` alone might cut the result, if that is the longer part
    post = Post(
        fit(before, after),
        pings,
        has_rematch_button=bool(table.members),
        has_fair_dice_button=True,
        is_compact=is_compact(shape),
    )
    await _attach(post, board_picture(table, texts, shape, (), is_posted=True))
    await _attach(post, _score_chart(table, move_rows, texts))
    post.files.append(record_of(table, move_rows, draw))
    return post


def _score_chart(table: Table, move_rows: Sequence[MoveRow], texts: Texts) -> Awaitable[Attachment]:
    """Draw the points of all seats over the turns, beginning with the first turn in which somebody moved."""
    first_turn = next(iter(points_by_turn(move_rows)), 1)
    return chart(table, texts, score_history(table, move_rows), first_turn)


async def _add_standings(database: Database, table: Table, post: Post, texts: Texts) -> None:
    """Add points and chart of a game that ended without a result; nothing if no move was made."""
    async with database.reading() as session:
        move_rows = await moves.effective(session, table.row.id)
    if not move_rows:
        return
    lines = standings_lines(table, texts)
    if len("\n".join([post.content, *lines])) <= CONTENT_LIMIT:
        post.content = "\n".join([post.content, *lines])
    await _attach(post, _score_chart(table, move_rows, texts))


def record_of(table: Table, move_rows: Sequence[MoveRow], draw: Draw | None) -> Attachment:
    """Return the file with which anybody can verify the dice of a finished game and replay it.

    Args:
        table: the finished table.
        move_rows: its moves that were not taken back.
        draw: how seed and seats were drawn in the lobby; None: an early game has no record of that.
    """
    record_moves = [record.Move(move.seat, move.words) for move in move_rows]
    game_record = record.of(
        table.game,
        table.row.seed,
        record_moves,
        list(table.initial_names),
        draw,
        tied=table.is_drawn,
        published=table.row.commitment,
    )
    return Attachment(f"portolan-{table.row.key}-{table.row.id}.json", record.encode(game_record))
