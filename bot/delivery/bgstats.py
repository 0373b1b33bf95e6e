"""A result for BG Stats, the app in which people keep what they have played: as a link that opens it, and as a file.

The format is that of https://www.bgstatsapp.com/support/push-plays-to-bg-stats-from-other-apps-or-websites/. Nobody's
number at Discord goes along: the app finds people again by their names.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import tzinfo
from typing import Any
from urllib.parse import quote

import engines
from bot.delivery.illustrating import Attachment
from bot.wording import Texts
from render.names import shown
from storage.models import OutcomeRow, ResultRow

LINK = "https://app.bgstatsapp.com/createPlay.html?data="
SOURCE = "Portolan"
LONGEST_LINK = 1700
"""Characters, beside what else a message says."""


def play_of(outcome: OutcomeRow, results: Sequence[ResultRow], first: int | None, zone: tzinfo, texts: Texts) -> Any:
    """Return a result as the app reads it; a game that took weeks has no length.

    `first`: the seat that began. `zone`: whose date counts.
    """
    game: dict[str, Any] = {"name": texts.title(outcome.key), "sourceGameId": outcome.key}
    game |= {"highestWins": True, "noPoints": False}
    kind = engines.GAMES.get(outcome.key)
    if kind is not None and kind.presentation.boardgamegeek_id is not None:
        game["bggId"] = kind.presentation.boardgamegeek_id
    players = [
        {
            "name": (name := shown(row.name) or texts.say("stats.somebody")),
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
    """Return the link that opens the app with this result; None: it is too long for a message."""
    link = LINK + quote(json.dumps(play, ensure_ascii=False, separators=(",", ":")), safe="")
    return link if len(link) <= LONGEST_LINK else None


def file_of(play: Any) -> Attachment:
    """Return a result as a file that the app reads."""
    data = json.dumps(play, ensure_ascii=False, indent=1).encode() + b"\n"
    return Attachment(f"portolan-bgstats-{play['sourcePlayId']}.json", data)
