"""Text and pictures of the messages that a table posts in its channel; `posting` adds the buttons that they ask for."""

from __future__ import annotations

from collections.abc import Awaitable, Collection, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field
from datetime import datetime
from itertools import groupby

import structlog
from msgspec.structs import replace

from bot.delivery import illustrating
from bot.delivery.illustrating import Attachment, board_picture, chart
from bot.delivery.rating_changes import rating_lines
from bot.delivery.result import closing_lines, final_lines, score_history, standings_lines
from bot.delivery.sending import WhilePictured
from bot.delivery.turning_points import by_turn, turning_points
from bot.drawing.drawers import DrawerLost
from bot.tables import Table, fair_dice_log
from bot.tables.announcement import BEGINS, Announcement
from bot.tables.event_log import Narration
from bot.tables.observers import clocks
from bot.tables.player_preferences import Call, read_preferences
from bot.thinking import pool
from bot.wording import Texts
from bot.wording.dates import until
from engines import Action, Event, record
from engines.fair_dice import Draw
from engines.messages import TURN
from render.shape import Shape
from storage import moves, outcomes, people, results
from storage.database import Database
from storage.models import MoveRow

log = structlog.get_logger()

CONTENT_LIMIT = 2000
"""Characters of the longest message that Discord accepts."""
CALL = 600
"""Characters reserved for a call, enough for the mentions and names of six players."""
LAST_EVENTS = 600
"""Characters of a result reserved for the events that ended the game; sentences about its course get the rest."""
FOUND_LATER = 300
"""Characters of a result reserved for the sentence on the costliest move, which is added after some computing."""
TAKEN_BACK = "say.undone"
"""The id of the sentence that a player has taken decisions back."""
FEWEST_TRIES = 2
"""Smallest number of consecutive moves, each taken back, that are summed up in one sentence."""
CUT = "…"
"""Mark in place of lines that did not fit."""
NOT_DRAWN = "a picture could not be drawn; the text goes out alone"
"""Log message."""


@dataclass
class Post:
    """A message ready to be sent."""

    content: str
    pings: list[int] = field(default_factory=list)
    """Users whom the mentions in the text notify; other mentioned users are only named."""
    files: list[Attachment] = field(default_factory=list)
    button: bool = False
    """True if the message has the button that opens the panel."""
    rematch: bool = False
    """True if the message has the button for another game with the same players."""
    offers: list[str] = field(default_factory=list)
    """Buttons about seats, written as in ``Announcement.buttons``."""
    answers: list[tuple[str, Action]] = field(default_factory=list)
    """Buttons that answer the question in public: the digest of the question, and the first words of the answer."""
    fair: bool = False
    """True if the message has the button that explains how the dice are kept fair."""
    first: bool = False
    """True if it is the first board of its game."""
    compact: bool = False
    """True if its picture shows only a part of the board; a button then shows the whole board."""
    late: bool = False
    """True if the picture is not drawn yet, or belongs to another message. A picture that an edited message already
    has stays until then."""


async def compose(
    database: Database,
    table: Table,
    announcement: Announcement,
    story: Narration,
    texts: Texts,
    shape: Shape = Shape.WIDE,
    *,
    pictured: bool = True,
    meanwhile: WhilePictured = nullcontext,
    waited: float = 0,
) -> Post:
    """Return the message for an announcement.

    A picture that cannot be drawn is left out, as the text says everything.

    Args:
        database: source of the players' preferences and, at the end, of the log and the results.
        table: the table as it is now.
        announcement: the announcement.
        story: the events of the log that the message tells.
        texts: the language.
        shape: the shape of the pictures.
        pictured: False to leave out the board, as a newer message shows it; a result always has its board.
        meanwhile: makes the context in which the message waits for its picture.
        waited: seconds for which the message has been due; the longer, the less it waits for its picture.
    """
    users = [user for seat in announcement.ping if (user := table.user_at(seat)) is not None]
    if announcement.kind == "notice":
        lines = _introduction(table, announcement, texts)
        told_directly = (Call.DM,) if table.is_running else ()  # direct messages are sent about running games only
        pings = await called_here(database, users, *told_directly) + await called_here(database, announcement.users)
        pings = [user for user in pings if user not in announcement.quiet]
        users = list(dict.fromkeys([*users, *announcement.users]))
        called = " ".join([*(f"<@{user}>" for user in users), fit(lines)])
        post = Post(called, pings, offers=announcement.buttons)
        if announcement.shows_standings and table.row.started_at is not None:
            with meanwhile():
                await _add_standings(database, table, post, texts.at(table.game, table.names))
        return post
    texts = texts.at(table.game, table.names)
    if announcement.kind == "summary":
        with meanwhile():
            return await _summary(database, table, announcement, story, texts, shape)
    pings = [user for user in users if user not in announcement.quiet] if announcement.kind == "turn" else []
    due = await _first_deadline(database, table, announcement)
    call = _call(table, announcement, users, texts, due)
    before, after = _story(table, announcement, story, texts, called=bool(call))
    content = fit([*before, "", call, *_small_print(table, announcement, texts)], after)
    post = Post(content, pings, button=True, answers=answers_in_public(table), compact=is_compact(shape))
    post.fair = post.first = is_first(announcement)
    # The picture shows the table as it is now; if it has moved on, marks of the older events would mislead.
    marked = story.marked if announcement.version == table.row.version else []
    post.late = not pictured
    if pictured:
        try:
            patience = illustrating.patience_of(waited)
            with meanwhile():
                post.files.append(await board_picture(table, texts, shape, marked, patience=patience, posted=True))
        except (TimeoutError, DrawerLost):  # a job of its own draws it later
            post.late = True
        except Exception:
            log.exception(NOT_DRAWN)
    return post


def _story(
    table: Table, announcement: Announcement, story: Narration, texts: Texts, *, called: bool = False
) -> tuple[list[str], list[str]]:
    """Return the lines of a board's message before the call, and those after it.

    Args:
        table: the table.
        announcement: the announcement that the message was made for.
        story: the events of the log that it tells.
        texts: the language.
        called: True if a call follows; the line that the turn begins is left out then, as the call says the same.
    """
    presentation = table.kind.presentation
    # The call names those who still have to decide, and the result of a finished game names the winner.
    unsaid = presentation.interim_events
    if announcement.kind == "summary":
        unsaid |= presentation.result_events
    led_to, since = ([event for event in events if event.kind not in unsaid] for events in (story.before, story.after))
    # The sentence that moves were taken back comes before the call of the player who decides again.
    heard = max((number for number, event in enumerate(since, 1) if event.is_remark), default=0)
    before, undone, after = (
        _lines(table, part, story.undone, texts) for part in (led_to, since[:heard], since[heard:])
    )
    if called and led_to and led_to[-1].kind == TURN:
        del before[-1]
    return [*_introduction(table, announcement, texts), *before, *undone], after


def _lines(table: Table, events: Sequence[Event], undone: Sequence[Event], texts: Texts) -> list[str]:
    """Return the lines about events; those about events in ``undone``, which were taken back, are struck out.

    If a player has tried several moves in a row, one sentence with their number replaces them: each try would take two
    lines.
    """
    if not undone:
        return texts.events(table.row.key, map(table.with_present_names_in, events), table.names)
    struck_ids = {id(event) for event in undone}  # the same may have happened again, and stayed
    lines = list[str]()
    for is_struck, part in groupby(_without_tries(events, struck_ids), key=lambda event: id(event) in struck_ids):
        lines_of_part = texts.events(table.row.key, map(table.with_present_names_in, part), table.names)
        lines += [f"~~{line}~~" for line in lines_of_part] if is_struck else lines_of_part
    return lines


def _without_tries(events: Sequence[Event], struck_ids: Collection[int]) -> list[Event]:
    """Return the events; several tries of one player in a row are replaced by one sentence.

    Args:
        events: the events to tell.
        struck_ids: the ``id()`` of those that were taken back.
    """
    remaining = list[Event]()
    tries = list[list[Event]]()
    struck = list[Event]()
    for event in events:
        is_of_same_player = not tries or event.data.get("seat") == tries[-1][-1].data.get("seat")
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


def remains_of(table: Table, announcement: Announcement, story: Narration, texts: Texts, *, moved: bool = False) -> str:
    """Return the text that a board's message keeps when a newer message calls: the events in order, without the call.

    Args:
        table: the table.
        announcement: the announcement that the older message was made for.
        story: the events of the log that it tells.
        texts: the language.
        moved: True if the newer message repeats everything that happened after the older call.
    """
    before, after = _story(table, announcement, story, texts.at(table.game, table.names))
    small = _small_print(table, announcement, texts)
    return fit([*before, *small], () if moved else after) or f"-# {texts.when(table.row.key, announcement.turn)}"


def is_short(table: Table, announcement: Announcement, story: Narration, texts: Texts) -> bool:
    """Return whether a message has room for all its events and a call."""
    before, after = _story(table, announcement, story, texts.at(table.game, table.names))
    return len("\n".join([*before, *after])) <= CONTENT_LIMIT - CALL


def is_compact(shape: Shape) -> bool:
    """Return whether messages show only a part of boards of this shape: whole, a tall one would be a narrow strip."""
    return shape is Shape.TALL


def answers_in_public(table: Table) -> list[tuple[str, Action]]:
    """Return the answers that get a button under the message, each with the digest of the question."""
    if not table.is_running or table.is_paused:
        return []
    answers = [
        (table.question_digest(seat), answer)
        for seat in table.game.to_act
        for word in table.game.prompt(seat).public_buttons
        for answer in _answers(table, seat, word)
    ]
    return list(dict.fromkeys(answers))


def _answers(table: Table, seat: int, word: str) -> list[Action]:
    """Return the answers for a word that the game wants as a public button.

    These are all legal answers that begin with the word and have more words. If none is listed, the word alone is
    returned: it is the whole answer, or the beginning of one that the panel completes.
    """
    if " " in word:
        return [tuple(word.split())]
    whole = [action for action in table.game.legal(seat) if action[0] == word and len(action) > 1]
    return whole or [(word,)]


async def _attach(post: Post, picture: Awaitable[Attachment]) -> None:
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
    key = table.row.key
    boards = [texts.say(id) for id in (f"{key}.letters", f"{key}.first_board") if texts.has(id)]
    return [f"-# {' '.join(boards)}"] if boards and is_first(announcement) else []


def is_first(announcement: Announcement) -> bool:
    """Return whether a message is the first one of its game."""
    return any(message.id == BEGINS for message in announcement.introduction)


async def called_here(database: Database, users: Sequence[int], *but_not: Call) -> list[int]:
    """Return the users who want to be notified in the channel.

    Args:
        database: source of the preferences.
        users: the users in question.
        but_not: ways of being called whose users are left out as well, because a direct message reaches them.
    """
    if not users:
        return []
    async with database.reading() as session:
        chosen = await people.settings_of(session, users)
    return [user for user in users if read_preferences(chosen.get(user)).call not in (Call.NONE, *but_not)]


async def _first_deadline(database: Database, table: Table, announcement: Announcement) -> datetime | None:
    """Return the earliest deadline of the called seats; None: there is no time limit, or no deadline is running."""
    if not clocks.read_clock(table.row.clock).hours:
        return None
    async with database.reading() as session:
        running = await clocks.load_deadlines(session, table)
    return min((due for seat, due in running.items() if seat in announcement.ping), default=None)


def _call(
    table: Table, announcement: Announcement, users: Sequence[int], texts: Texts, due: datetime | None = None
) -> str:
    """Return the lines that call the next players; if nobody is called, that computers think or that nobody plays.

    Args:
        table: the table.
        announcement: the announcement, with the seats to call.
        users: the users at those seats.
        texts: the language.
        due: the moment at which their time is up; None: there is no limit.
    """
    names = table.names
    if table.is_paused:
        return texts.say(
            "say.on_pause", player=texts.person(table.pauser_name, table.seat_number_of(table.pauser_name))
        )
    if not announcement.ping:
        thinking = [seat for seat in table.game.blocking_seats if table.computer_at(seat)]
        if not table.players:
            return texts.say("say.table_rests")
        if not thinking or announcement.version != table.row.version:
            return ""
        computers = [texts.player(names, seat) for seat in thinking]
        return texts.say("say.computers_turn", players=computers, n=len(computers))
    mentions = [f"<@{user}>" for user in users]
    if all(seat in table.game.to_act and table.game.prompt(seat).public_buttons for seat in announcement.ping):
        return texts.say("say.your_answer", players=mentions, n=len(mentions)) + (until(due) if due else "")
    called = announcement.ping
    turn = texts.when(table.row.key, announcement.turn)
    order = [(texts.player if seat in called else texts.name_of)(names, seat) for seat in table.game.order()]
    # A seat that has decided since the announcement no longer shows why it was called; most likely it was its turn.
    theirs = all(seat not in table.game.to_act or table.game.has_turn(seat) for seat in called)
    if task := _called_to(table, called, texts):
        call = texts.say("say.called_to", players=mentions, what=task, turn=turn)
    else:
        say = "say.your_turn" if theirs else "say.your_decision"
        call = texts.say(say, players=mentions, turn=turn, n=len(mentions))
    call += until(due) if due else ""
    small = [texts.say("say.order", order=" › ".join(order))]
    if announcement.board is not None:
        place = f"https://discord.com/channels/{table.row.guild_id or '@me'}/{table.row.channel_id}"
        small.append(texts.say("say.board_there", link=f"{place}/{announcement.board}"))
    return f"{call}\n-# {' · '.join(small)}"


def _called_to(table: Table, called: Sequence[int], texts: Texts) -> str | None:
    """Return the task of the called seats ("discard cards"), as an infinitive phrase.

    None: the seats are asked different questions, or the game has no phrase for it.
    """
    key = table.row.key
    game = table.game
    if not all(seat in game.to_act for seat in called):
        return None
    questions = {game.prompt(seat).message.id.rpartition(".")[2] for seat in called}
    phrases = [id for question in questions if texts.has(id := f"{key}.call.{question}")]
    return texts.say(phrases[0]) if len(phrases) == len(questions) == 1 else None


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
    return [CUT, *lines_left[1:]] if len(lines_left) > 1 else [lines_left[0][: CONTENT_LIMIT // 3]]


# -- results of finished games -----------------------------------------------------------------------------------------


async def _summary(
    database: Database, table: Table, announcement: Announcement, story: Narration, texts: Texts, shape: Shape
) -> Post:
    async with database.reading() as session:
        played = await moves.effective(session, table.row.id)
        opened = await fair_dice_log.load_draw(session, table.row)
        outcome = await outcomes.of_game(session, table.row.id)
        ended = await results.of_game(session, table.row.id)
    before, _ = _story(table, announcement, story, texts)
    closing = closing_lines(table, texts)
    pings = [user for user in await called_here(database, table.members) if user not in announcement.quiet]
    points = turning_points(table, played, texts)
    result = final_lines(table, texts)
    result += rating_lines(outcome, ended, texts, friendly=not table.row.rated) if outcome else []
    limit = CONTENT_LIMIT - (FOUND_LATER if pool.has_processes() else 0)
    room = limit - min(len("\n".join(before)), LAST_EVENTS)
    while points and len("\n".join(["", *result, *points, *closing])) >= room:
        del points[-1]
    after = ["", *result, *points, *closing]
    while len(before) > 1 and len("\n".join([*before, *after])) > limit:
        before = _cut(before)  # ``fit`` alone might cut the result, if that is the longer part
    post = Post(fit(before, after), pings, rematch=bool(table.members), fair=True, compact=is_compact(shape))
    await _attach(post, board_picture(table, texts, shape, (), posted=True))
    await _attach(post, chart(table, texts, score_history(table, played), next(iter(by_turn(played)), 1)))
    post.files.append(record_of(table, played, opened))
    return post


async def _add_standings(database: Database, table: Table, post: Post, texts: Texts) -> None:
    """Add points and chart of a game that ended without a result; nothing if no move was made."""
    async with database.reading() as session:
        played = await moves.effective(session, table.row.id)
    if not played:
        return
    lines = standings_lines(table, texts)
    if len("\n".join([post.content, *lines])) <= CONTENT_LIMIT:
        post.content = "\n".join([post.content, *lines])
    await _attach(post, chart(table, texts, score_history(table, played), next(iter(by_turn(played)), 1)))


def record_of(table: Table, played: Sequence[MoveRow], opened: Draw | None) -> Attachment:
    """Return the file with which anybody can verify the dice of a finished game and replay it."""
    made = [record.Move(move.seat, move.words) for move in played]
    game_record = record.of(
        table.game,
        table.row.seed,
        made,
        list(table.initial_names),
        opened,
        tied=table.is_drawn,
        published=table.row.commitment,
    )
    return Attachment(f"portolan-{table.row.key}-{table.row.id}.json", record.encode(game_record))
