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
        sentences = [texts.say(f"unrated.{reason}")]
        if outcome.ladder:  # the ladder of computers counts games that are not rated for people
            sentences.append(texts.say("unrated.but_computers"))
        return [f"{SMALL}{' '.join(sentences)}"]
    rated = sorted((row for row in results if row.mu is not None), key=lambda row: (row.place or 0, row.seat))
    if not rated:
        return []
    lines = [texts.say("rating.heading", game=texts.title(outcome.key), n=outcome.seats)]
    return [*lines, *(f"- {_change_sentence(row, rated, texts)}" for row in rated)]


def _change_sentence(row: ResultRow, rated: Sequence[ResultRow], texts: Texts) -> str:
    after = Rating(row.mu or 0, row.sigma or 0)
    id = "rating.changed_provisional" if after.provisional else "rating.changed"
    player = texts.person(row.name, row.seat + 1) if row.name else texts.say("stats.somebody")
    change = signed(after.mu - _before(row), texts)
    rating = texts.decimal(after.mu)
    return texts.say(id, player=player, change=change, rating=rating, why=place_and_reasons(row, rated, texts))


def place_and_reasons(row: ResultRow, rated: Sequence[ResultRow], texts: Texts) -> str:
    """Return why a rating changed, such as "second of four, before a player rated higher"."""
    own_place = row.place or 0
    opponents = [opponent for opponent in rated if opponent.seat != row.seat]
    # The stored place also counts players who are not rated, such as computers.
    place = 1 + sum((opponent.place or 0) < own_place for opponent in opponents)
    is_shared = any(opponent.place == row.place for opponent in opponents)
    args: dict[str, Argument] = {"nth": texts.say(f"rating.nth.{place}"), "of": texts.say(f"rating.of.{len(rated)}")}
    place_words = texts.say("rating.place_shared" if is_shared else "rating.place", **args)
    return texts.say("rating.why", place=place_words, parts=reasons(row, rated, texts))


def reasons(row: ResultRow, rated: Sequence[ResultRow], texts: Texts) -> list[str]:
    """Return the reasons for a rating change besides the place: opponents who did better or worse than expected."""
    own_place = row.place or 0
    opponents = [opponent for opponent in rated if opponent.seat != row.seat]
    own_rating = _before(row)
    higher = sum((opponent.place or 0) > own_place and _before(opponent) > own_rating for opponent in opponents)
    lower = sum((opponent.place or 0) < own_place and _before(opponent) < own_rating for opponent in opponents)
    parts = [texts.say("rating.beat_higher", n=higher)] if higher else []
    parts += [texts.say("rating.lost_to_lower", n=lower)] if lower else []
    if not parts:
        is_level = all(_before(opponent) == own_rating for opponent in opponents)
        parts = [texts.say("rating.level" if is_level else "rating.expected")]
    return parts


def signed(change: float, texts: Texts) -> str:
    """Return a number with its sign, or without one if it rounds to zero."""
    number = texts.decimal(abs(change))
    return number if number == texts.decimal(0) else f"{'+' if change > 0 else MINUS}{number}"


def _before(row: ResultRow) -> float:
    """Return the rating of a player before the game."""
    return row.mu_before or 0
