"""/stats and /leaderboard: figures from the results of a server, in private; a button posts them for everybody."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, NamedTuple

import discord
from discord import app_commands

import engines
from bot.delivery.compose import fit
from bot.delivery.illustrating import as_far_as_drawn, files_of, standings_picture
from bot.delivery.result import reasons, signed
from bot.interactions.command_names import AnyCommand, description, name
from bot.interactions.components import Component, Field, on_choice, on_press, one_of
from bot.interactions.controls import MaybeUser, Seat
from bot.interactions.limits import CHOICES, OPTION
from bot.interactions.person import texts_for
from bot.interactions.replies import answer, follow_up
from bot.interactions.services import Interaction, services_of
from bot.tables import Refused
from bot.tables.player_preferences import read_preferences
from bot.wording import Texts, texts_in
from bot.wording.escaping import bold, unformatted, within
from bot.wording.languages import FALLBACK
from engines.ratings import EVERYBODY, Rating
from render.kit.fonts import drawable_name
from render.statistics_sheet import Line, Sheet, Tile
from storage import people, results, statistics
from storage.models import OutcomeRow, RatingRow, ResultRow
from storage.results import Ladder
from storage.statistics import KindPlayed, Opponent, Sums

LARGEST_USER = 2**63 - 1
"""The largest user id that the database can store."""
MOST_SEATS = max(kind.seats.stop - 1 for kind in engines.GAMES.values())
"""The largest number of players of any game."""
TITLES = {key: app_commands.locale_str(texts_in(FALLBACK).title(key), id=f"{key}.title") for key in engines.GAMES}
GAMES = [app_commands.Choice(name=title, value=key) for key, title in TITLES.items()]
SHOWN = 5
"""The largest number of games with details of favourites, and of last games, in the text."""
MOST_KINDS_OF_PERSON = 2 * SHOWN
"""The largest number of kinds of games (a game with a number of players) in the text about a person."""
MOST_KINDS_OF_SERVER = 3 * SHOWN
"""The largest number of kinds of games in the text about a server."""
MOST_AGAINST = 6
"""The largest number of opponents in the text."""
MOST_ACTIVE = 5
"""The largest number of most active people in the text about a server."""
USUAL = 2
"""The smallest number of times that a favourite opening or option must have been taken to be shown."""
MOST_ACHIEVEMENTS = 3
"""The largest number of achievements in the text about a game."""
ON_LADDER = 7
"""The largest number of people and computer players in the picture of a ladder."""
MANY = 20
"""The largest number of people in the text of a ladder."""

Called = Callable[[int], str]
"""A function that returns a person's name; figures use names because mentions would ping people."""


class FiguresButton(Component, id="pt:figures:{what}:{user}:{key}:{seats}"):
    """The button that shows private figures to everybody.

    ``user`` is the person whose figures they are; ``key`` and ``seats`` name a game or a ladder.
    """

    what: Annotated[str, one_of(("player", "game", "server", "ladder"))]
    user: MaybeUser = None
    key: Annotated[str, Field(r"\w{0,32}")] = ""
    seats: Seat = 0


class LadderSelect(Component, id="pt:ladder"):
    """The select of another ladder: another game or another number of players."""


@app_commands.guild_only()
class StatsGroup(app_commands.Group):
    """The group /stats: figures of a person, a game or a server."""

    def __init__(self) -> None:
        super().__init__(name=name("stats"), description=description("stats"))

    @app_commands.command(name=name("player", "stats.player"), description=description("stats.player"))
    @app_commands.rename(player=name("player", "stats.player.player"))
    @app_commands.describe(player=description("stats.player.player"))
    async def player(self, interaction: Interaction, player: discord.User | None = None) -> None:
        await show(interaction, FiguresButton("player", (player or interaction.user).id))

    @app_commands.command(name=name("game", "stats.game"), description=description("stats.game"))
    @app_commands.rename(game=name("game", "game.new.game"))
    @app_commands.describe(game=description("game.new.game"))
    @app_commands.choices(game=GAMES)
    async def game(self, interaction: Interaction, game: str) -> None:
        await show(interaction, FiguresButton("game", None, game))

    @app_commands.command(name=name("server", "stats.server"), description=description("stats.server"))
    async def server(self, interaction: Interaction) -> None:
        await show(interaction, FiguresButton("server"))


@app_commands.command(name=name("leaderboard"), description=description("leaderboard"))
@app_commands.rename(game=name("game", "leaderboard.game"), players=name("players", "leaderboard.players"))
@app_commands.describe(game=description("leaderboard.game"), players=description("leaderboard.players"))
@app_commands.choices(game=GAMES)
@app_commands.guild_only()
async def leaderboard(
    interaction: Interaction, game: str | None = None, players: app_commands.Range[int, 2, MOST_SEATS] | None = None
) -> None:
    await show(interaction, FiguresButton("ladder", None, game or "", players or 0))


async def show(interaction: Interaction, sheet_button: FiguresButton) -> None:
    """Show the figures that a button names to the person alone, with this button, which shows them to everybody."""
    texts = await texts_for(interaction)
    kinds = await _kinds(interaction)
    sheet_button = _settled(sheet_button, kinds)
    figures = await _load_figures(interaction, sheet_button, texts, kinds, private=True)
    view = discord.ui.View(timeout=None)
    view.add_item(sheet_button.button(texts.say("button.show_channel")))
    other_ladders = [
        kind for kind in kinds if kind.rated and (kind.key, kind.seats) != (sheet_button.key, sheet_button.seats)
    ][:CHOICES]
    if sheet_button.what == "ladder" and other_ladders:
        view.add_item(
            LadderSelect().select([_choice(kind, texts) for kind in other_ladders], texts.say("ladder.other"))
        )
    small_print = [figures.small] if figures.small else []
    text = fit([], [*figures.lines, *small_print])
    picture = await as_far_as_drawn(lambda: standings_picture(figures.sheet, texts, text))
    await answer(interaction, text, view=view, files=files_of(picture))


def _choice(kind: KindPlayed, texts: Texts) -> discord.SelectOption:
    """Return the option for a ladder; `show_other` reads its value."""
    label = texts.say("stats.kind", game=texts.title(kind.key), n=kind.seats)
    return discord.SelectOption(label=within(label, OPTION), value=f"{kind.key}:{kind.seats}")


def _settled(sheet_button: FiguresButton, kinds: list[KindPlayed]) -> FiguresButton:
    """Return the button with game and number of players filled in, if it is about a ladder.

    If they are not named, those with the most rated games are taken.

    Raises:
        Refused: There are no games of that kind.
    """
    if sheet_button.what != "ladder" or (sheet_button.key and sheet_button.seats):
        return sheet_button
    candidates = [
        kind for kind in kinds if sheet_button.key in ("", kind.key) and sheet_button.seats in (0, kind.seats)
    ]
    if not candidates:
        raise Refused("stats.none.rated")
    kind = max(candidates, key=lambda candidate: (candidate.rated, candidate.games))
    return FiguresButton("ladder", None, kind.key, kind.seats)


async def _load_figures(
    interaction: Interaction, sheet_button: FiguresButton, texts: Texts, kinds: list[KindPlayed], *, private: bool
) -> Figures:
    """Return the figures that a button names.

    Args:
        interaction: The interaction.
        sheet_button: The button.
        texts: The texts in the reader's language.
        kinds: The kinds of games that were played on the server.
        private: True if only the person sees them; their own figures then show results against other people.

    Raises:
        Refused: There are no such figures.
    """
    guild = interaction.guild_id
    assert guild is not None
    server = interaction.guild.name if interaction.guild else str(guild)
    user = sheet_button.user or interaction.user.id
    # Custom ids come from Discord and may name anything.
    match sheet_button.what:
        case "player" if user <= LARGEST_USER:
            return await _of_person(interaction, guild, user, server, texts, private=private)
        case "ladder" if sheet_button.key in engines.GAMES:
            return await _of_ladder(interaction, Ladder(guild, sheet_button.key, sheet_button.seats), server, texts)
        case "game" if sheet_button.key in engines.GAMES:
            return await _of_server(interaction, guild, kinds, server, texts, sheet_button.key)
        case "server":
            return await _of_server(interaction, guild, kinds, server, texts)
    raise Refused("error.damaged")


async def _kinds(interaction: Interaction) -> list[KindPlayed]:
    """Return the kinds of games that were played on the server."""
    assert interaction.guild_id is not None
    async with services_of(interaction).database.reading() as session:
        return await statistics.kinds(session, interaction.guild_id)


async def _of_person(
    interaction: Interaction, guild: int, user: int, server: str, texts: Texts, *, private: bool
) -> Figures:
    """Load the figures of a person, and word them; arguments as of `_load_figures`.

    Opponents are loaded for the person alone, and only those who allow it are named.
    """
    is_own = private and user == interaction.user.id
    async with services_of(interaction).database.reading() as session:
        kinds = await statistics.of_person(session, guild, user)
        latest_results = await statistics.latest_results(session, guild, user)
        steps = {
            outcome.game_id: await results.seats_of_game(session, outcome.game_id)
            for outcome, _ in latest_results[:SHOWN]
        }
        rated = await statistics.ratings_of(session, guild, user)
        opponents_met = await statistics.opponents(session, guild, user) if is_own else []
        allowed = await _allowing(session, [user, *(entry.user_id for entry in opponents_met)]) if is_own else set()
        users = [user, *(entry.user_id for entry in opponents_met if entry.user_id in allowed)]
        called = await _called(session, guild, users, texts)
    if not kinds:
        raise Refused("stats.none.person", player=_display_name(interaction, user))
    opponents = [entry for entry in opponents_met if {user, entry.user_id} <= allowed] if is_own else None
    person = Person(user, kinds, rated, latest_results, steps, opponents)
    return of_person(person, server, called, texts)


async def _of_server(
    interaction: Interaction, guild: int, kinds: list[KindPlayed], server: str, texts: Texts, key: str | None = None
) -> Figures:
    """Load the figures of a server, with a `key` those of one game, and word them."""
    shown_kinds = [kind for kind in kinds if key in (None, kind.key)]
    if not shown_kinds:
        raise Refused("stats.none.game", game=key) if key else Refused("stats.none.server")
    async with services_of(interaction).database.reading() as session:
        sums_by_person = await statistics.sums_by_person(session, guild, key)
        winners = await statistics.winners(session, guild)
        best = await statistics.best(session, guild, key) if key else []
        recent_seats = await statistics.recent_seats(session, guild, key) if key else []
        active = sorted(sums_by_person, key=lambda user: (-sums_by_person[user].games, user))[:MOST_ACTIVE]
        users = [*active, *(row.user_id for _, row in best if row.user_id)]
        called = await _called(session, guild, users, texts)
    seats = [
        SeatChoices(unusual_options(row.key, row.rules_version, row.options), row.deeds, row.opening)
        for row in recent_seats
    ]
    return of_server(Played(shown_kinds, winners, sums_by_person, best, seats), server, called, texts, key)


async def _of_ladder(interaction: Interaction, ladder: Ladder, server: str, texts: Texts) -> Figures:
    """Load a ladder, and word it."""
    async with services_of(interaction).database.reading() as session:
        standing = await statistics.standings(session, ladder)
        computers = await statistics.computers(session, ladder)
        # In the order of the ladder: people with an established rating come first.
        users = [row.user_id for row in sorted(standing, key=lambda row: _rating_of(row).provisional)]
        sums = await statistics.on_ladder(session, ladder, users)
        called = await _called(session, ladder.guild_id, users, texts)
    if not standing and not computers:
        raise Refused("stats.none.ladder", game=ladder.key, n=ladder.seats)
    return of_ladder(ladder, standing, computers, sums, server, called, texts)


async def _called(session: Any, guild: int, users: list[int], texts: Texts) -> Called:
    """Return a function for people's names: those in their last games here.

    People whose name is not stored are called by a number, their place among ``users``.
    """
    numbers = {user: number for number, user in enumerate(dict.fromkeys(users), 1)}
    stored = await statistics.names(session, guild, [*numbers]) if numbers else {}
    return lambda user: texts.person(stored.get(user, ""), numbers.get(user))


def _display_name(interaction: Interaction, user: int) -> str:
    """Return the name of the person whose figures are asked for."""
    named_user = getattr(interaction.namespace, "player", None) if interaction.command else None
    if named_user is not None and hasattr(named_user, "display_name"):
        return str(named_user.display_name)
    return interaction.user.display_name if user == interaction.user.id else "?"


async def _allowing(session: Any, users: list[int]) -> set[int]:
    """Return the people among ``users`` who allow their results against each other to be shown."""
    settings = await people.settings_of(session, users)
    return {user for user in users if read_preferences(settings.get(user)).rivals}


@on_press(FiguresButton)
async def show_all(interaction: Interaction, button: FiguresButton) -> None:
    """Show the figures as everybody may see them, in the language of the channel."""
    if interaction.guild_id is None:
        raise Refused("error.damaged")
    texts = await services_of(interaction).public_texts(interaction.guild_id)
    figures = await _load_figures(interaction, button, texts, await _kinds(interaction), private=False)
    shown_by = texts.say("replay.shows", player=texts.person(interaction.user.display_name))
    text = fit([shown_by], figures.lines)
    picture = await as_far_as_drawn(lambda: standings_picture(figures.sheet, texts, text))
    none = discord.AllowedMentions.none()
    await follow_up(interaction, text, files=files_of(picture), allowed_mentions=none)


@on_choice(LadderSelect)
async def show_other(interaction: Interaction, _select: LadderSelect, values: list[str]) -> None:
    """Show the chosen ladder instead."""
    key, _, seats = values[0].partition(":")
    if interaction.guild_id is None or key not in engines.GAMES or not seats.isdecimal() or len(seats) > 2:
        raise Refused("error.damaged")
    await show(interaction, FiguresButton("ladder", None, key, int(seats)))


class Figures(NamedTuple):
    """Figures as text and as a table to be drawn."""

    lines: list[str]
    sheet: Sheet
    """The content of the picture."""
    small: str = ""
    """Small print below the lines, which is shown only in private."""


class SeatChoices(NamedTuple):
    """What a seat has chosen and achieved in a game."""

    options: Mapping[str, str]
    """The unusual options of the game."""
    deeds: Mapping[str, int] | None
    """The number of each achievement; None: unknown."""
    opening: Sequence[str] | None
    """The words of the first moves; None: the game has no openings, or it is unknown."""


@dataclass(frozen=True)
class Person:
    """The stored figures of a person on a server."""

    user: int
    kinds: Mapping[tuple[str, int], Sums]
    """Sums by game and number of players."""
    ratings: Sequence[RatingRow]
    """The person's ratings, one for each ladder."""
    latest_results: Sequence[tuple[OutcomeRow, ResultRow]]
    """The last games with the person's results, newest first."""
    steps: Mapping[int, Sequence[ResultRow]] = field(default_factory=dict)
    """The results of all seats in the last games, by game; they explain changes of the rating."""
    opponents: Sequence[Opponent] | None = None
    """The opponents of the person, if both allow that to be shown; None: it is not shown to this reader."""


def of_person(person: Person, server: str, called: Called, texts: Texts) -> Figures:
    """Return the figures of a person."""
    kinds = sorted(person.kinds.items(), key=lambda kind: -kind[1].games)
    total = added(person.kinds.values())
    ratings = {(row.key, row.seats): row for row in person.ratings}
    lines = [texts.say("stats.head.person", player=called(person.user), server=bold(server))]
    lines.append(" · ".join(_in_all(total, texts)))
    games_with_favourites = set[str]()
    for (key, seats), sums in kinds[:MOST_KINDS_OF_PERSON]:
        parts = [*_in_all(sums, texts, pace=False), *_points(sums, texts), *_rating(ratings.get((key, seats)), texts)]
        title = texts.say("stats.kind", game=texts.title(key), n=seats)
        lines.append(texts.say("stats.line", what=title, figures=" · ".join(parts)))
        # Favourites are those of a game with any number of players: they follow the first line about the game.
        if key not in games_with_favourites and len(games_with_favourites) < SHOWN:
            games_with_favourites.add(key)
            lines += favourites(key, _choices_in(person.latest_results, key), texts)
    if person.latest_results:
        lines.append(texts.say("stats.last"))
        lines += [
            f"- {_last(outcome, result, person.steps, texts)}" for outcome, result in person.latest_results[:SHOWN]
        ]
    small = ""
    if person.opponents:
        opponents = [_opponent_line(opponent, called, texts) for opponent in person.opponents[:MOST_AGAINST]]
        lines.append(texts.say("stats.against", people=opponents))
    elif person.opponents is not None:
        small = f"-# {texts.say('stats.against_off')}"
    return Figures(lines, _person_sheet(person, kinds, total, ratings, server, called, texts), small)


def _choices_in(games: Sequence[tuple[OutcomeRow, ResultRow]], key: str) -> list[SeatChoices]:
    """Return what a person has chosen and achieved in those of these games that are of one kind."""
    return [
        SeatChoices(unusual_options(key, outcome.rules_version, outcome.options), result.deeds, result.opening)
        for outcome, result in games
        if outcome.key == key
    ]


def _person_sheet(
    person: Person,
    kinds: Sequence[tuple[tuple[str, int], Sums]],
    total: Sums,
    ratings: Mapping[tuple[str, int], RatingRow],
    server: str,
    called: Called,
    texts: Texts,
) -> Sheet:
    """Return a person's figures to be drawn: tiles with totals, and a line with the course of the rating for each kind.

    `total` has the sums over all kinds.
    """
    lines = []
    for (key, seats), sums in kinds:
        newest_first = [
            result for outcome, result in person.latest_results if (outcome.key, outcome.seats) == (key, seats)
        ]
        course = [result.mu for result in reversed(newest_first) if result.mu is not None]
        row = ratings.get((key, seats))
        rating = texts.decimal(row.mu) if row else "–"
        average = texts.decimal(sums.points / sums.games)
        title = f"{texts.title(key)} ({seats})"
        cells = (title, rating, str(sums.games), str(sums.wins), average, str(sums.best))
        lines.append(Line(cells, course=tuple(course)))
    games = max(1, total.games)
    wins = f"{total.wins} ({round(100 * total.wins / games)} %)"
    tiles = [("games", str(total.games)), ("won", wins), ("place", texts.decimal(total.places / games))]
    if total.paced:
        tiles.append(("pace", in_short(total.seconds / total.paced, texts)))
    return Sheet(
        _draws_line(called(person.user), 1, texts),
        server,
        tuple(Tile(texts.say(f"stats.column.{name}"), value) for name, value in tiles),
        _columns(("game", "rating", "games", "won", "points", "best"), texts),
        texts.say("stats.column.course"),
        tuple(lines),
    )


def _last(outcome: OutcomeRow, result: ResultRow, steps: Mapping[int, Sequence[ResultRow]], texts: Texts) -> str:
    """Return the line about one of the last games, with the change of the rating and its reasons."""
    title = texts.say("stats.kind", game=texts.title(outcome.key), n=outcome.seats)
    nth = texts.say(f"rating.nth.{result.place}")
    seat_count = texts.say(f"rating.of.{outcome.seats}")
    date = f"<t:{int(outcome.ended_at.timestamp())}:d>"
    place = texts.say("rating.place", nth=nth, of=seat_count)
    line = texts.say("stats.last_game", date=date, what=title, place=place, points=result.total)
    if result.mu is None or result.mu_before is None:
        return line
    rated = [row for row in steps.get(outcome.game_id, ()) if row.mu is not None]
    change = signed(result.mu - result.mu_before, texts)
    explanation = ", ".join(reasons(result, rated, texts))
    return f"{line} · {texts.say('stats.last_change', change=change, why=explanation)}"


def _opponent_line(opponent: Opponent, called: Called, texts: Texts) -> str:
    player = called(opponent.user_id)
    return texts.say(
        "stats.against_one", player=player, n=opponent.games, before=opponent.times_ahead, behind=opponent.times_behind
    )


@dataclass(frozen=True)
class Played:
    """The stored figures of a server, for one game or for all."""

    kinds: Sequence[KindPlayed]
    winners: Mapping[tuple[str, int], Sums]
    """Sums of the winners' results, by game and number of players."""
    people: Mapping[int, Sums]
    """Sums by person."""
    best: Sequence[tuple[OutcomeRow, ResultRow]] = ()
    """The best results; only for one game."""
    recent_seats: Sequence[SeatChoices] = ()
    """What each seat has chosen and achieved in the last games; only for one game."""


def of_server(games_played: Played, server: str, called: Called, texts: Texts, key: str | None = None) -> Figures:
    """Return the figures of a server by game and number of players; with a ``key`` those of one game."""
    total = added(games_played.people.values())
    games = sum(kind.games for kind in games_played.kinds)
    title = texts.say("stats.head.server", server=bold(server))
    if key is not None:
        title = texts.say("stats.head.game", game=texts.title(key), server=bold(server))
    totals = [
        texts.say("stats.games", n=games),
        texts.say("stats.rated", n=sum(kind.rated for kind in games_played.kinds)),
        texts.say("stats.people", n=len(games_played.people)),
        *_pace(total, texts),
    ]
    lines = [title, " · ".join(totals)]
    for kind in games_played.kinds[:MOST_KINDS_OF_SERVER]:
        kind_title = texts.say("stats.kind", game=texts.title(kind.key), n=kind.seats)
        parts = [
            texts.say("stats.games", n=kind.games),
            *_winner(games_played.winners.get((kind.key, kind.seats)), texts),
        ]
        lines.append(texts.say("stats.line", what=kind_title, figures=" · ".join(parts)))
    if key is not None:
        lines += favourites(key, games_played.recent_seats, texts)
    if games_played.best:
        results = [f"{called(row.user_id or 0)} {row.total}" for _, row in games_played.best]
        lines.append(texts.say("stats.best", results=results))
    active = sorted(games_played.people.items(), key=lambda person: (-person[1].games, person[0]))[:MOST_ACTIVE]
    if active:
        lines.append(texts.say("stats.most_active", people=[f"{called(user)} {sums.games}" for user, sums in active]))
    return Figures(lines, _server_sheet(games_played, games, total, server, texts, key))


def _server_sheet(games_played: Played, games: int, total: Sums, server: str, texts: Texts, key: str | None) -> Sheet:
    """Return a server's figures to be drawn: tiles with totals, and a line for each kind of game.

    `games` is the number of games, `total` has the sums over all people, `key` names the game if it is only one.
    """
    tiles = [("games", str(games)), ("people", str(len(games_played.people)))]
    if games_played.best:
        _, best_result = games_played.best[0]
        tiles.append(("best", str(best_result.total)))
    if total.paced:
        tiles.append(("pace", in_short(total.seconds / total.paced, texts)))
    lines = []
    for kind in games_played.kinds:
        winner_sums = games_played.winners.get((kind.key, kind.seats))
        average = texts.decimal(winner_sums.points / winner_sums.games) if winner_sums else "–"
        cells = (
            f"{texts.title(kind.key)} ({kind.seats})",
            str(kind.games),
            average,
            str(winner_sums.best) if winner_sums else "–",
        )
        lines.append(Line(cells))
    title = texts.title(key) if key else drawable_name(server)
    if not title:  # the fonts lack the script of the server's name
        this_server = texts.say("command.scope.server.name")
        title = this_server[:1].upper() + this_server[1:]
    return Sheet(
        title,
        server if key else "",
        tuple(Tile(texts.say(f"stats.column.{name}"), value) for name, value in tiles),
        _columns(("game", "games", "winner", "best"), texts),
        lines=tuple(lines),
    )


def _winner(winner_sums: Sums | None, texts: Texts) -> list[str]:
    """Return the average points of winners and their lead; nothing if no game was won."""
    if winner_sums is None:
        return []
    points = texts.decimal(winner_sums.points / winner_sums.games)
    margin = texts.decimal(winner_sums.margins / winner_sums.games)
    return [texts.say("stats.winners", points=points, margin=margin)]


def of_ladder(
    ladder: Ladder,
    people: Sequence[RatingRow],
    computers: Sequence[RatingRow],
    sums: Mapping[int, Sums],
    server: str,
    called: Called,
    texts: Texts,
) -> Figures:
    """Return a ladder: people with an established rating, then people with few games, then computer players."""
    title = texts.say("stats.kind", game=texts.title(ladder.key), n=ladder.seats)
    established = [row for row in people if not _rating_of(row).provisional]
    provisional = [row for row in people if _rating_of(row).provisional]
    lines = [texts.say("ladder.head", what=title, server=bold(server))]
    for place, row in enumerate(established[:MANY], 1):
        lines.append(f"{place}. {_standing(row, sums, called, texts)}")
    room = MANY - len(established[:MANY])
    if provisional and room:
        lines.append(f"{texts.say('ladder.provisional')}:")
        lines += [f"- {_standing(row, sums, called, texts)}" for row in provisional[:room]]
    if computers:
        lines.append(f"{texts.say('ladder.computers')}:")
        for row in computers:
            figures = texts.say("stats.games", n=row.games)
            lines.append("- " + _on_ladder(level(row.computer, texts), row, figures, texts))
    sheet = Sheet(
        title,
        server,
        heads=_columns(("player", "rating", "games", "won", "place"), texts),
        drawn=texts.say("stats.column.sure"),
        lines=tuple(_ladder_lines(established, provisional, computers, sums, called, texts)),
    )
    return Figures(lines, sheet, f"-# {texts.say('ladder.about')}")


def _ladder_lines(
    established: Sequence[RatingRow],
    provisional: Sequence[RatingRow],
    computers: Sequence[RatingRow],
    sums: Mapping[int, Sums],
    called: Called,
    texts: Texts,
) -> list[Line]:
    """Return the lines of a ladder to be drawn: at most `ON_LADDER`, or one more, as a heading is never the last."""
    rows = [*established, *provisional]
    names = [_draws_line(called(row.user_id), number, texts) for number, row in enumerate(rows, 1)]
    lines = [_line(f"{place}  {names[place - 1]}", row, sums, texts) for place, row in enumerate(established, 1)]
    lines = lines[:ON_LADDER]
    if lines:
        lines[0] = lines[0]._replace(first=True)
    if provisional and len(lines) < ON_LADDER:
        lines.append(Line((texts.say("ladder.provisional"),), heading=True))
        room = ON_LADDER + 1 - len(lines)
        provisional_names = names[len(established) :]
        ranked_names = zip(provisional_names[:room], provisional[:room], strict=True)
        lines += [_line(name, row, sums, texts) for name, row in ranked_names]
    if computers and len(lines) < ON_LADDER:
        lines.append(Line((texts.say("ladder.computers.short"),), heading=True))
        room = ON_LADDER + 1 - len(lines)
        lines += [_line(level(row.computer, texts), row, {}, texts) for row in computers[:room]]
    return lines


def level(computer: str, texts: Texts) -> str:
    """Return the name of a level of computer players, or of all people as their opponent (``EVERYBODY``)."""
    return texts.say("ladder.people" if computer == EVERYBODY else f"computer.{computer}")


def _standing(row: RatingRow, sums: Mapping[int, Sums], called: Called, texts: Texts) -> str:
    """Return the text about a person on a ladder; `sums` are by user."""
    own_sums = sums.get(row.user_id)
    parts = list[str]()
    if own_sums:
        parts = [*_in_all(own_sums, texts, pace=False), *_points(own_sums, texts), *_pace(own_sums, texts)]
    return _on_ladder(called(row.user_id), row, " · ".join(parts), texts)


def _on_ladder(player: str, row: RatingRow, figures: str, texts: Texts) -> str:
    return texts.say("ladder.player", player=player, rating=texts.decimal(row.mu), figures=figures)


def _line(name: str, row: RatingRow, sums: Mapping[int, Sums], texts: Texts) -> Line:
    """Return the line of a ladder to be drawn, with the span in which the rating probably lies."""
    own_sums = sums.get(row.user_id)
    wins = str(own_sums.wins) if own_sums else "–"
    average_place = texts.decimal(own_sums.places / own_sums.games) if own_sums else "–"
    cells = (name, texts.decimal(row.mu), str(row.games), wins, average_place)
    return Line(cells, span=(row.mu - row.sigma, row.mu, row.mu + row.sigma))


def _draws_line(called: str, number: int, texts: Texts) -> str:
    """Return a person's name for a picture; a numbered substitute if the fonts lack its script."""
    return drawable_name(unformatted(called)) or texts.unnamed(number)


def _rating_of(row: RatingRow) -> Rating:
    return Rating(row.mu, row.sigma)


def added(sums: Iterable[Sums]) -> Sums:
    """Return the total of some sums, whose best result is the best of all; zeros without any."""
    parts = list(sums)
    best = max((one_sum.best for one_sum in parts), default=0)
    return Sums(*(sum(part) for part in zip(*parts, strict=True)))._replace(best=best) if parts else Sums(*[0] * 8)


def unusual_options(key: str, rules: int, options: Mapping[str, str]) -> dict[str, str]:
    """Return the options of a game that differ from the defaults of its version of the rules."""
    kind = engines.GAMES.get(key)
    usual = kind.defaults(rules) if kind else {}
    return {name: value for name, value in options.items() if value != usual.get(name)}


def favourites(key: str, seats: Sequence[SeatChoices], texts: Texts) -> list[str]:
    """Return lines about the most usual opening, unusual option and achievements.

    Args:
        key: The key of the game.
        seats: What each seat has chosen and achieved in the last games.
        texts: The texts in the reader's language.
    """
    lines = [
        *_favourite_opening(key, seats, texts),
        *_favourite_option(key, seats, texts),
        *_usual_achievements(key, seats, texts),
    ]
    return [f"-# {line}" for line in lines]


def _favourite_opening(key: str, seats: Sequence[SeatChoices], texts: Texts) -> list[str]:
    openings = Counter(tuple(choices.opening) for choices in seats if choices.opening)
    if not openings:
        return []
    opening, count = openings.most_common(1)[0]
    if count < USUAL:
        return []
    moves = " › ".join(texts.word(key, word) for word in opening)
    return [texts.say("stats.opening", moves=moves, n=count, of=openings.total())]


def _favourite_option(key: str, seats: Sequence[SeatChoices], texts: Texts) -> list[str]:
    """Return the line about the option that differs most often from the default of the present rules."""
    kind = engines.GAMES.get(key)
    defaults = kind.defaults() if kind else {}
    counts = Counter(
        (id, value)
        for choices in seats
        for id, value in choices.options.items()
        if id in defaults and value != defaults[id]
    )
    if not counts:
        return []
    (id, value), count = counts.most_common(1)[0]
    if count < USUAL:
        return []
    option = texts.setting(f"{key}.option", id, value)
    return [texts.say("stats.option", option=option, n=count, of=len(seats))]


def _usual_achievements(key: str, seats: Sequence[SeatChoices], texts: Texts) -> list[str]:
    """Return the line about the most frequent achievements, each with its number in an average game."""
    counts = Counter[str]()
    for choices in seats:
        counts.update({deed: count for deed, count in (choices.deeds or {}).items() if isinstance(count, int)})
    named_deeds = [(deed, count) for deed, count in counts.most_common() if texts.has(f"{key}.milestone.{deed}")]
    if not named_deeds:
        return []
    phrases = [
        f"{texts.say(f'{key}.milestone.{deed}')} {texts.decimal(count / len(seats))}"
        for deed, count in named_deeds[:MOST_ACHIEVEMENTS]
    ]
    return [texts.say("stats.deeds", deeds=phrases)]


def _in_all(sums: Sums, texts: Texts, *, pace: bool = True) -> list[str]:
    """Return the number of games and wins, the average place and, with `pace`, the time of a decision."""
    if not sums.games:
        return []
    parts = [texts.say("stats.games", n=sums.games), texts.say("stats.won", n=sums.wins)]
    parts.append(texts.say("stats.place", place=texts.decimal(sums.places / sums.games)))
    return [*parts, *(_pace(sums, texts) if pace else ())]


def _points(sums: Sums, texts: Texts) -> list[str]:
    """Return the average and the best points, and the average distance to the winner or, ahead, to the second."""
    average = texts.decimal(sums.points / sums.games)
    margin = sums.margins / sums.games
    distance = texts.say("stats.behind" if margin < 0 else "stats.ahead", points=texts.decimal(abs(margin)))
    return [texts.say("stats.points", points=average, best=sums.best), distance]


def _pace(sums: Sums, texts: Texts) -> list[str]:
    """Return the average time of a decision; nothing if it is unknown."""
    return [texts.say("stats.pace", time=time(sums.seconds / sums.paced, texts))] if sums.paced else []


def _rating(row: RatingRow | None, texts: Texts) -> list[str]:
    if row is None:
        return []
    id = "stats.rating_provisional" if _rating_of(row).provisional else "stats.rating"
    return [texts.say(id, rating=texts.decimal(row.mu))]


def time(seconds: float, texts: Texts, id: str = "stats.time") -> str:
    """Return a duration in hours, minutes or seconds: the largest unit of which there are at least two."""
    if seconds < 120:
        return texts.say(f"{id}.seconds", n=round(seconds))
    if seconds < 2 * 3600:
        return texts.say(f"{id}.minutes", n=round(seconds / 60))
    return texts.say(f"{id}.hours", n=round(seconds / 3600))


def in_short(seconds: float, texts: Texts) -> str:
    """Return a duration in the short form for pictures."""
    return time(seconds, texts, "stats.time.short")


def _columns(names: Sequence[str], texts: Texts) -> tuple[str, ...]:
    return tuple(texts.say(f"stats.column.{name}") for name in names)


COMMANDS: tuple[AnyCommand, ...] = (leaderboard,)


GROUPS = (StatsGroup,)
