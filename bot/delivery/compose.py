"""Wording and drawing a message of the outbox: what the channel sees."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Sequence
from dataclasses import dataclass, field

import structlog

import render
from bot.tables import Table
from bot.tables.announce import Entry
from bot.tables.desk import Desk
from bot.wording import Texts
from bot.wording.texts import bold, plain
from engines import Action, Event, Score, View, record
from render.kit.ink import SEATS
from storage import moves
from storage.models import MoveRow

log = structlog.get_logger()

CONTENT_LIMIT = 2000
ALT_LIMIT = 1024
PICTURE = "board.png"
CUT = "…"
"""Stands for lines that did not fit."""


@dataclass
class Attachment:
    """A file with its alt text."""

    name: str
    data: bytes
    alt: str | None = None


@dataclass
class Post:
    """A message ready to be sent."""

    content: str
    pings: list[int] = field(default_factory=list)
    files: list[Attachment] = field(default_factory=list)
    button: bool = False
    answers: list[tuple[str, Action]] = field(default_factory=list)
    """Beginnings of answers that are offered under the question, each with the mark of the question."""


async def board_picture(table: Table, texts: Texts, events: Sequence[Event], seat: int | None = None) -> Attachment:
    """The board as a seat (None: everybody) may see it, drawn off the event loop, with its alt text."""
    view = table.game.view(seat)
    caption = render.Caption(names=table.names, events=tuple(events), say=texts.say, locale=texts.name)
    data = await asyncio.to_thread(render.picture, view, caption)
    return Attachment(PICTURE, data, alt_text(table, texts, seat))


async def hand_picture(table: Table, texts: Texts, seat: int) -> Attachment:
    """A seat's own cards, large. Raises LookupError for a game without such a picture."""
    caption = render.Caption(names=table.names, events=(), say=texts.say, locale=texts.name)
    data = await asyncio.to_thread(render.hand, table.game.view(seat), caption)
    return Attachment("hand.png", data, alt_text(table, texts, seat))


async def places_picture(table: Table, texts: Texts, seat: int, actions: Sequence[Action]) -> Attachment | None:
    """A map of the places that actions name, for the seat that chooses among them; None where there is nothing to
    show. The panel's words say the same, so a map that cannot be drawn is only left out."""
    caption = render.Caption(names=table.names, events=(), say=texts.say, locale=texts.name)
    try:
        data = await asyncio.to_thread(render.places, table.game.view(seat), caption, actions)
    except LookupError:
        return None
    except Exception:
        log.exception("a map could not be drawn")
        return None
    named = [texts.action(table.row.key, action, table.names) for action in actions]
    return Attachment("places.png", data, "; ".join(named)[:ALT_LIMIT])


def alt_text(table: Table, texts: Texts, seat: int | None = None) -> str:
    """The position in words, as much of it as an alt text may hold."""
    lines = [texts.title(table.row.key)]
    for message in table.game.describe(seat):
        line = texts.message(table.row.key, message, table.names).replace("**", "").replace("\\", "")
        if sum(map(len, lines)) + len(lines) + len(line) > ALT_LIMIT:
            break
        lines.append(line)
    return "\n".join(lines)


async def compose(desk: Desk, table: Table, entry: Entry, texts: Texts) -> Post:
    """The message of an entry. A picture that cannot be drawn is left out; the text says everything."""
    if entry.kind == "notice":
        return Post(fit(_leads(table, entry, texts)))
    if entry.kind == "summary":
        return await _summary(desk, table, entry, texts)
    told = texts.events(table.row.key, entry.told, table.names)
    happened = texts.events(table.row.key, entry.events, table.names)
    call = _call(table, entry, texts)
    before, after = ([*told, "", call], happened) if entry.kind == "board" else (happened, ["", call])
    users = [user for seat in entry.ping if (user := table.user_at(seat)) is not None]
    content = fit([*_leads(table, entry, texts), *before], after)
    post = Post(content, users if entry.kind == "turn" else [], button=True, answers=answers_in_public(table))
    # A board that has moved on since is drawn as it is now; marks of older events would mislead.
    marked = entry.events if entry.version == table.row.version else []
    await _attach(post, board_picture(table, texts, marked))
    return post


def answers_in_public(table: Table) -> list[tuple[str, Action]]:
    """What those whom the game waits for may answer right under the question."""
    if not table.running:
        return []
    asked = [
        (table.question(seat), (word,))
        for seat in table.game.blocking_seats
        for word in table.game.prompt(seat).public_buttons
    ]
    return list(dict.fromkeys(asked))


async def _attach(post: Post, drawing: Awaitable[Attachment]) -> None:
    try:
        post.files.append(await drawing)
    except Exception:
        log.exception("a picture could not be drawn; the text goes out alone")


def _leads(table: Table, entry: Entry, texts: Texts) -> list[str]:
    return [texts.message(table.row.key, message, table.names) for message in entry.leads]


def _call(table: Table, entry: Entry, texts: Texts) -> str:
    """The line that calls the next players."""
    mentions = [f"<@{user}>" for seat in entry.ping if (user := table.user_at(seat)) is not None]
    names = [bold(table.names[seat]) if seat in entry.ping else plain(table.names[seat]) for seat in table.game.order()]
    call = texts.say("say.your_turn", players=mentions, turn=texts.when(table.row.key, entry.turn), n=len(mentions))
    return f"{call}\n-# {texts.say('say.order', order=' › '.join(names))}"


def fit(before: Sequence[str], after: Sequence[str] = ()) -> str:
    """Lines within Discord's limit; what is too much falls out at the start of the longer part."""
    first, last = list(before), list(after)
    while len("\n".join([*first, *last])) > CONTENT_LIMIT - 2:
        longer = max(first, last, key=lambda part: len("\n".join(part)))
        kept = longer[1:] if longer[0] == CUT else longer[:]
        longer[:] = [CUT, *kept[1:]] if len(kept) > 1 else [kept[0][: CONTENT_LIMIT // 3]]
    return "\n".join([*first, *last]).strip("\n")


# -- the end -----------------------------------------------------------------------------------------------------------


async def _summary(desk: Desk, table: Table, entry: Entry, texts: Texts) -> Post:
    async with desk.database.reading() as session:
        played = await moves.effective(session, table.row.id)
    kept = record.of(
        table.game, table.row.seed, [record.Move(move.seat, move.words) for move in played], list(table.names)
    )
    happened = texts.events(table.row.key, entry.events, table.names)
    post = Post(fit([*_leads(table, entry, texts), *happened], ["", *final_lines(table, texts)]))
    await _attach(post, board_picture(table, texts, ()))
    await _attach(post, _chart(table, texts, history_of(table, played)))
    name = f"portolan-{table.row.key}-{table.row.id}.json"
    post.files.append(Attachment(name, record.encode(kept)))
    return post


def history_of(table: Table, played: Sequence[MoveRow]) -> list[list[int]]:
    """Every seat's projected total after each turn, from the log."""
    by_turn: dict[int, list[int]] = {}
    for move in played:
        by_turn[move.turn] = move.scores
    series = [by_turn[turn] for turn in sorted(by_turn)]
    return [[scores[seat] for scores in series] for seat in range(len(table.seats))]


async def _chart(table: Table, texts: Texts, series: list[list[int]]) -> Attachment:
    caption = render.Caption(names=table.names, events=(), say=texts.say, locale=texts.name)
    data = await asyncio.to_thread(render.chart, series, caption, texts.say("say.chart"), table.row.key)
    totals = [f"{name} {line[-1]}" for name, line in zip(table.names, series, strict=True) if line]
    return Attachment("scores.png", data, texts.say("say.chart_alt", totals=totals)[:ALT_LIMIT])


def final_lines(table: Table, texts: Texts) -> list[str]:
    """The result in words: winner, points by source, length, seed."""
    view, scores = table.game.view(None), table.game.scores()
    winner = view.ranking[0]
    who = table.user_at(winner)
    name = f"<@{who}>" if who is not None else bold(table.names[winner])
    lines = [texts.say("say.winner", winner=name, n=scores[winner].total)]
    lines += ["```", *score_table(view, scores, table, texts), "```"]
    row = table.row
    if row.started_at and row.finished_at:
        days = (row.finished_at - row.started_at).days + 1
        lines.append(texts.say("say.length", turns=table.game.state.turn, n=days))
    lines.append(texts.say("say.seed", seed=row.seed, hash=row.commitment))
    return lines


def score_table(view: View, scores: Sequence[Score], table: Table, texts: Texts) -> list[str]:
    """Points by source, a column per seat in the order of the ranking, narrow enough for a phone.

    The columns are headed by the letters that the seats have in the pictures; names could begin alike.
    """
    order = view.ranking
    sources = list(scores[0].sources)
    labels = [texts.say(f"{table.row.key}.source.{source}") for source in sources]
    total = texts.say("say.total")
    left = max(len(label) for label in [*labels, total])
    width = 5
    lines = [f"{SEATS[seat]}  {table.names[seat]}" for seat in order]
    lines += ["", " " * left + "".join(f" {SEATS[seat]:>{width}}" for seat in order)]
    for source, label in zip(sources, labels, strict=True):
        lines.append(f"{label:<{left}}" + "".join(f" {scores[seat].sources[source]:>{width}}" for seat in order))
    lines.append("─" * (left + (width + 1) * len(order)))
    lines.append(f"{total:<{left}}" + "".join(f" {scores[seat].total:>{width}}" for seat in order))
    return [line.replace("`", "'") for line in lines]
