"""Places of a board that somebody calls by what lies around them: "between the 8 wheat and the 11 sheep"."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.language.read.cues import Cue
from bot.language.read.features import Candidate
from bot.language.read.rank import matched
from engines.spoken import Spoken

MOST = 4
"""Places that may be meant where nothing tells them apart."""
FEWEST = 2
"""Words that have to fit a place before it may be meant."""


def described(
    cues: Sequence[Cue], surroundings: Mapping[str, Sequence[Candidate]], sort: str, spoken: Spoken
) -> list[str]:
    """Return the places of a sort around which most lies of what was said."""
    places = [place for kind, places in surroundings.items() if sort in ("", kind) for place in places]
    matches = [match for place in places if (match := matched(cues, place, spoken)) is not None]
    most = max((match.explained for match in matches), default=0)
    best = [match.candidate.action[0] for match in matches if match.explained == most]
    return best if most >= FEWEST and len(best) <= MOST else []
