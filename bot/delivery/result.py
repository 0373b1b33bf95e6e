"""The text of a result: winner, points by source, length of the game, and thanks to the players."""

from __future__ import annotations

from collections.abc import Sequence

from bot.delivery.turning_points import by_turn
from bot.tables import Table
from bot.wording import Texts
from engines import Score, View
from render.kit.initials import initials
from render.names import isolated
from storage.models import MoveRow

_POINTS_WIDTH = 5
"""Characters of a column of points, without the space before it."""


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
    return [f"-# {' · '.join(explanations)}"] if explanations else []


def closing_lines(table: Table, texts: Texts) -> list[str]:
    """Return the thanks to the players, the last line of the message with the result."""
    return [texts.say("say.thanks", players=[f"<@{user}>" for user in table.members])] if table.members else []


def score_history(table: Table, played: Sequence[MoveRow]) -> list[list[int]]:
    """Return the projected total of each seat after each turn, from the log: a list for each seat."""
    series = by_turn(played).values()
    return [[scores[seat] for scores in series] for seat in range(len(table.seats))]
