"""Sentences on the rating changes of a game: one for each player, or the reason why the game is not rated."""

from __future__ import annotations

from collections.abc import Sequence

from bot.wording import Texts
from bot.wording.texts import Argument
from engines.ratings import Rating, Unrated
from storage.models import OutcomeRow, ResultRow

SMALL = "-# "
MINUS = "\u2212"


def rating_lines(outcome: OutcomeRow, results: Sequence[ResultRow], texts: Texts, *, friendly: bool) -> list[str]:
    """Return lines on the rating changes in the order of places, or one in small print why the game is not rated.

    Args:
        outcome: the finished game.
        results: the results of all seats.
        texts: the language.
        friendly: True if the table chose not to be rated; this reason takes precedence over others.
    """
    if outcome.unrated is not None:
        reason = Unrated.FRIENDLY if friendly else outcome.unrated
        sentences = [texts.say(f"unrated.{reason}"), *([texts.say("unrated.but_computers")] if outcome.ladder else [])]
        return [f"{SMALL}{' '.join(sentences)}"]
    rated = sorted((row for row in results if row.mu is not None), key=lambda row: (row.place or 0, row.seat))
    if not rated:
        return []
    lines = [texts.say("rating.heading", game=texts.title(outcome.key), n=outcome.seats)]
    return [*lines, *(f"- {_changed(row, rated, texts)}" for row in rated)]


def _changed(row: ResultRow, rated: Sequence[ResultRow], texts: Texts) -> str:
    earlier = _before(row)
    after = Rating(row.mu or 0, row.sigma or 0)
    id = "rating.changed_provisional" if after.provisional else "rating.changed"
    player = texts.person(row.name, row.seat + 1) if row.name else texts.say("stats.somebody")
    change = signed(after.mu - earlier, texts)
    rating = texts.decimal(after.mu)
    return texts.say(id, player=player, change=change, rating=rating, why=why(row, rated, texts))


def why(row: ResultRow, rated: Sequence[ResultRow], texts: Texts) -> str:
    """Return the reason for a rating change, such as "second of four, before one who stood higher"."""
    own_place = row.place or 0
    opponents = [opponent for opponent in rated if opponent.seat != row.seat]
    place = 1 + sum((opponent.place or 0) < own_place for opponent in opponents)
    shared = any(opponent.place == row.place for opponent in opponents)
    args: dict[str, Argument] = {"nth": texts.say(f"rating.nth.{place}"), "of": texts.say(f"rating.of.{len(rated)}")}
    place_words = texts.say("rating.place_shared" if shared else "rating.place", **args)
    return texts.say("rating.why", place=place_words, parts=reasons(row, rated, texts))


def reasons(row: ResultRow, rated: Sequence[ResultRow], texts: Texts) -> list[str]:
    """Return the reasons for a rating change besides the place: opponents who did better or worse than expected."""
    own_place = row.place or 0
    opponents = [opponent for opponent in rated if opponent.seat != row.seat]
    standing = _before(row)
    higher = sum((opponent.place or 0) > own_place and _before(opponent) > standing for opponent in opponents)
    lower = sum((opponent.place or 0) < own_place and _before(opponent) < standing for opponent in opponents)
    parts = [texts.say("rating.beat_higher", n=higher)] if higher else []
    parts += [texts.say("rating.lost_to_lower", n=lower)] if lower else []
    if not parts:
        level = all(_before(opponent) == standing for opponent in opponents)
        parts = [texts.say("rating.level" if level else "rating.expected")]
    return parts


def signed(change: float, texts: Texts) -> str:
    """Return a number with its sign, or without one if it rounds to zero."""
    number = texts.decimal(abs(change))
    return number if number == texts.decimal(0) else f"{'+' if change > 0 else MINUS}{number}"


def _before(row: ResultRow) -> float:
    """Return the rating of a player before the game."""
    return row.mu_before or 0
