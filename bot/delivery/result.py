"""The text of a result: winner, points by source, length of the game, changes of ratings, thanks to the players."""

from __future__ import annotations

from collections.abc import Sequence

from bot.delivery.turning_points import points_by_turn
from bot.tables import Table
from bot.wording import Texts
from bot.wording.texts import Argument
from engines import Score, View
from engines.ratings import Rating, Unrated
from render.kit.initials import initials
from render.names import isolated
from storage.models import MoveRow, OutcomeRow, ResultRow

_POINTS_WIDTH = 5
"""Characters of a column of points, without the space before it."""
SMALL = "-# "
"""Discord's mark at the beginning of a line in small print."""
MINUS = "\u2212"


def final_lines(table: Table, texts: Texts) -> list[str]:
    """Return the result in words: winner or tie, points by source, length."""
    view = table.game.view(None)
    scores = table.game.scores()
    if table.is_drawn:
        lines = [texts.say("say.draw")]
    else:
        winner = view.ranking[0]
        lines = [texts.say("say.winner", winner=_who_played(table, winner, texts), n=scores[winner].total)]
    lines += ["```", *score_table(view, scores, table, texts), "```", *about_sources(scores, table, texts)]
    row = table.row
    if row.started_at and row.finished_at:
        days = (row.finished_at - row.started_at).days + 1
        lines.append(texts.say("say.length", turns=texts.turns(row.key, table.game.state.turn), n=days))
    return lines


def standings_lines(table: Table, texts: Texts) -> list[str]:
    """Return the points by source of a game that has ended without a result."""
    points = score_table(table.game.view(None), table.game.scores(), table, texts)
    return [texts.say("say.standings"), "```", *points, "```"]


def _who_played(table: Table, seat: int, texts: Texts) -> str:
    """Return who played a seat: a person, a substitute with the owner, or a computer, also in place of a person."""
    row = table.seats[seat]
    user = table.user_at(seat)
    if row.resigned:
        return f"🤖 {texts.player(table.names, seat)}"
    if user is None:
        owner = texts.player(table.owner_names, seat)
        return f"🤖 {owner}" if row.computer else texts.say("say.player_computer", player=owner)
    if row.substitute is None:
        return f"<@{user}>"
    return texts.say("say.player_for", player=f"<@{user}>", owner=texts.player(table.owner_names, seat))


def score_table(view: View, scores: Sequence[Score], table: Table, texts: Texts) -> list[str]:
    """Return points by source, a column per seat in the order of the ranking, narrow enough for a phone.

    The columns are headed by the letters of the seats in the pictures, as names may begin with the same letter.
    """
    order = view.ranking
    sources = list(scores[0].sources)
    labels = [texts.say(f"{table.row.key}.source.{source}") for source in sources]
    total = texts.say("say.total")
    label_width = max(len(label) for label in [*labels, total])
    letters = initials(table.names)
    names = texts.visible(table.names)
    lines = [f"{letters[seat]}  {isolated(names[seat])}" for seat in order]
    heading = "".join(f" {letters[seat]:>{_POINTS_WIDTH}}" for seat in order)
    lines += ["", " " * label_width + heading]
    for source, label in zip(sources, labels, strict=True):
        points = "".join(f" {scores[seat].sources[source]:>{_POINTS_WIDTH}}" for seat in order)
        lines.append(f"{label:<{label_width}}{points}")
    lines.append("─" * (label_width + (_POINTS_WIDTH + 1) * len(order)))
    totals = "".join(f" {scores[seat].total:>{_POINTS_WIDTH}}" for seat in order)
    lines.append(f"{total:<{label_width}}{totals}")
    return [line.replace("`", "'") for line in lines]


def about_sources(scores: Sequence[Score], table: Table, texts: Texts) -> list[str]:
    """Return a line in small print that explains unclear sources of points, as far as a player has points of them."""
    earned = [source for source in scores[0].sources if any(score.sources[source] for score in scores)]
    ids = [f"{table.row.key}.source.{source}" for source in earned]
    explanations = [
        texts.say("say.source", source=texts.say(id), about=texts.say(f"{id}.about"))
        for id in ids
        if texts.has(f"{id}.about")
    ]
    return [f"{SMALL}{' · '.join(explanations)}"] if explanations else []


def closing_lines(table: Table, texts: Texts) -> list[str]:
    """Return the thanks to the players, the last line of the message with the result."""
    return [texts.say("say.thanks", players=[f"<@{user}>" for user in table.members])] if table.members else []


def score_history(table: Table, move_rows: Sequence[MoveRow]) -> list[list[int]]:
    """Return the projected total of each seat after each turn, from the log: a list for each seat."""
    series = points_by_turn(move_rows).values()
    return [[scores[seat] for scores in series] for seat in range(len(table.seats))]


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
    change = signed(after.mu - _rating_before(row), texts)
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
    own_rating = _rating_before(row)
    higher = sum((opponent.place or 0) > own_place and _rating_before(opponent) > own_rating for opponent in opponents)
    lower = sum((opponent.place or 0) < own_place and _rating_before(opponent) < own_rating for opponent in opponents)
    parts = [texts.say("rating.beat_higher", n=higher)] if higher else []
    parts += [texts.say("rating.lost_to_lower", n=lower)] if lower else []
    if not parts:
        is_level = all(_rating_before(opponent) == own_rating for opponent in opponents)
        parts = [texts.say("rating.level" if is_level else "rating.expected")]
    return parts


def signed(change: float, texts: Texts) -> str:
    """Return a number with its sign, or without one if it rounds to zero."""
    number = texts.decimal(abs(change))
    return number if number == texts.decimal(0) else f"{'+' if change > 0 else MINUS}{number}"


def _rating_before(row: ResultRow) -> float:
    """Return the rating of a player before the game."""
    return row.mu_before or 0
