"""/record: the file to verify and replay a finished game, and its result for the app BG Stats, as a link and a file.

In BG Stats people keep a diary of their games. Its format is described at
https://www.bgstatsapp.com/support/push-plays-to-bg-stats-from-other-apps-or-websites/. Players are identified by their
names; their Discord user ids are not exported.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import UTC, tzinfo
from typing import Any
from urllib.parse import quote

from discord import app_commands

import engines
from bot.delivery.compose import record_of
from bot.delivery.illustrating import Attachment, files_of
from bot.features.table_option import complete_finished, ended_table, everywhere, with_table
from bot.interactions.command_names import AnyCommand, description, name
from bot.interactions.person import person_of
from bot.interactions.replies import answer
from bot.interactions.services import Interaction, services_of
from bot.tables import fair_dice_log
from bot.wording import Texts
from render.names import displayed_name
from storage import moves, results
from storage.models import OutcomeRow, ResultRow

LINK = "https://app.bgstatsapp.com/createPlay.html?data="
SOURCE = "Portolan"
LONGEST_LINK = 1700
"""Characters of a link that fits into a message (2,000 characters) together with its other text."""


def play_of(outcome: OutcomeRow, results: Sequence[ResultRow], first: int | None, zone: tzinfo, texts: Texts) -> Any:
    """Return a result as a JSON object in the app's format.

    The duration is left out: a game by messages may take weeks, which would spoil the app's statistics.

    Args:
        outcome: the finished game.
        results: the results of all seats.
        first: the seat that began; None: unknown.
        zone: the time zone in which the date of the game is given.
        texts: the language of the game's title.
    """
    game: dict[str, Any] = {"name": texts.title(outcome.key), "sourceGameId": outcome.key}
    game |= {"highestWins": True, "noPoints": False}
    kind = engines.GAMES.get(outcome.key)
    if kind is not None and kind.presentation.boardgamegeek_id is not None:
        game["bggId"] = kind.presentation.boardgamegeek_id
    players = [
        {
            "name": (name := displayed_name(row.name) or texts.say("stats.somebody")),
            "sourcePlayerId": row.name or name,
            "rank": row.place or row.rank,
            "score": row.total,
            "winner": (row.place or row.rank) == 1,
            "startPlayer": row.seat == first,
        }
        for row in sorted(results, key=lambda row: row.seat)
    ]
    return {
        "sourceName": SOURCE,
        "sourcePlayId": str(outcome.game_id),
        "playDate": outcome.ended_at.astimezone(zone).strftime("%Y-%m-%d %H:%M:%S"),
        "game": game,
        "players": players,
    }


def link_of(play: Any) -> str | None:
    """Return the link that opens the app with this result; None if the link is too long for a message."""
    link = LINK + quote(json.dumps(play, ensure_ascii=False, separators=(",", ":")), safe="")
    return link if len(link) <= LONGEST_LINK else None


def file_of(play: Any) -> Attachment:
    """Return a result as a file that the app can import."""
    data = json.dumps(play, ensure_ascii=False, indent=1).encode() + b"\n"
    return Attachment(f"portolan-bgstats-{play['sourcePlayId']}.json", data)


@app_commands.command(name=name("record"), description=description("record"))
@with_table(complete_finished, "ended_table")
@everywhere
async def record(interaction: Interaction, table: int | None = None) -> None:
    services = services_of(interaction)
    (texts, preferences) = await person_of(interaction)
    ended = await ended_table(interaction, table, "error.no_record_yet")
    async with services.database.reading() as session:
        move_rows = await moves.effective(session, ended.row.id)
        draw = await fair_dice_log.load_draw(session, ended.row)
        outcome = await results.outcome_of_game(session, ended.row.id)
        rows = await results.seats_of_game(session, ended.row.id)
    lines = [texts.say("record.file", game=texts.title(ended.row.key), table=str(ended.row.id))]
    files = [record_of(ended, move_rows, draw)]
    if outcome is not None:
        zone = preferences.clock(outcome.ended_at).tzinfo or UTC
        play = play_of(outcome, rows, move_rows[0].seat if move_rows else None, zone, texts)
        link = link_of(play)
        lines.append(texts.say("record.bgstats", link=link) if link else texts.say("record.bgstats_file"))
        files.append(file_of(play))
    await answer(interaction, "\n".join(lines), files=files_of(files))


COMMANDS: tuple[AnyCommand, ...] = (record,)
