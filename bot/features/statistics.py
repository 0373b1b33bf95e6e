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
from bot.delivery.rating_changes import reasons, signed
from bot.interactions.command_names import AnyCommand, description, name
from bot.interactions.components import Component, Field, chosen, one_of, pressed
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
from storage.outcomes import Ladder
from storage.statistics import KindPlayed, Met, Sums

LARGEST_USER = 2**63 - 1
"""The largest user id that the database can store."""
MOST_SEATS = max(kind.seats.stop - 1 for kind in engines.GAMES.values())
TITLES = {key: app_commands.locale_str(texts_in(FALLBACK).title(key), id=f"{key}.title") for key in engines.GAMES}
GAMES = [app_commands.Choice(name=title, value=key) for key, title in TITLES.items()]
SHOWN = 5
"""The largest number of games with details of favourites, and of last games, in the text."""
MOST_AGAINST = 6
MOST_ACTIVE = 5
USUAL = 2
"""The smallest number of times that a favourite opening or option must have been taken to be shown."""
ON_LADDER = 7
"""The largest number of people in the picture of a ladder."""
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


async def show(interaction: Interaction, wanted: FiguresButton) -> None:
    """Show figures to the person alone, with a button that shows them to everybody."""
    await show_again(interaction, wanted)


async def show_again(interaction: Interaction, wanted: FiguresButton) -> None:
    texts = await texts_for(interaction)
    kinds = await _kinds(interaction)
    wanted = _settled(wanted, kinds)
    figures = await made(interaction, wanted, texts, kinds, private=True)
    view = discord.ui.View(timeout=None)
    view.add_item(wanted.button(texts.say("button.show_channel")))
    others = [kind for kind in kinds if kind.rated and (kind.key, kind.seats) != (wanted.key, wanted.seats)][:CHOICES]
    if wanted.what == "ladder" and others:
        view.add_item(LadderSelect().select([_choice(kind, texts) for kind in others], texts.say("ladder.other")))
    text = fit([], [*figures.lines, *([figures.small] if figures.small else [])])
    picture = await as_far_as_drawn(lambda: standings_picture(figures.sheet, texts, text))
    await answer(interaction, text, view=view, files=files_of(picture))


def _choice(kind: KindPlayed, texts: Texts) -> discord.SelectOption:
    label = texts.say("stats.kind", game=texts.title(kind.key), n=kind.seats)
    return discord.SelectOption(label=within(label, OPTION), value=f"{kind.key}:{kind.seats}")


def _settled(wanted: FiguresButton, kinds: list[KindPlayed]) -> FiguresButton:
    """Return the button with game and number of players filled in, if it is about a ladder.

    If they are not named, those with the most rated games are taken.

    Raises:
        Refused: There are no games of that kind.
    """
    if wanted.what != "ladder" or (wanted.key and wanted.seats):
        return wanted
    fitting = [kind for kind in kinds if wanted.key in ("", kind.key) and wanted.seats in (0, kind.seats)]
    if not fitting:
        raise Refused("stats.none.rated")
    kind = max(fitting, key=lambda kind: (kind.rated, kind.games))
    return FiguresButton("ladder", None, kind.key, kind.seats)


async def made(
    interaction: Interaction, wanted: FiguresButton, texts: Texts, kinds: list[KindPlayed], *, private: bool
) -> Figures:
    """Return the figures that a button names.

    Args:
        interaction: The interaction.
        wanted: The button.
        texts: The texts in the reader's language.
        kinds: The kinds of games that were played on the server.
        private: True if only the person sees them; their own figures then show results against other people.

    Raises:
        Refused: There are no such figures.
    """
    guild = interaction.guild_id
    assert guild is not None
    server = interaction.guild.name if interaction.guild else str(guild)
    match wanted.what:
        case "player" if (wanted.user or 0) <= LARGEST_USER:
            return await _of_person(
                interaction, guild, wanted.user or interaction.user.id, server, texts, private=private
            )
        case "ladder" if wanted.key in engines.GAMES:
            return await _of_ladder(interaction, Ladder(guild, wanted.key, wanted.seats), server, texts)
        case "game" if wanted.key in engines.GAMES:
            return await _of_server(interaction, guild, kinds, server, texts, wanted.key)
        case "server":
            return await _of_server(interaction, guild, kinds, server, texts)
    raise Refused("error.damaged")


async def _kinds(interaction: Interaction) -> list[KindPlayed]:
    assert interaction.guild_id is not None
    async with services_of(interaction).database.reading() as session:
        return await statistics.kinds(session, interaction.guild_id)


async def _of_person(
    interaction: Interaction, guild: int, user: int, server: str, texts: Texts, *, private: bool
) -> Figures:
    is_own = private and user == interaction.user.id
    async with services_of(interaction).database.reading() as session:
        kinds = await statistics.of_person(session, guild, user)
        latest = await statistics.latest(session, guild, user)
        steps = {entry.game_id: await results.of_game(session, entry.game_id) for entry, _ in latest[:SHOWN]}
        rated = await statistics.ratings_of(session, guild, user)
        met = await statistics.met(session, guild, user) if is_own else []
        allowed = await _allowing(session, [user, *(entry.user_id for entry in met)]) if is_own else set()
        users = [user, *(entry.user_id for entry in met if entry.user_id in allowed)]
        called = await _called(session, guild, users, texts)
    if not kinds:
        raise Refused("stats.none.person", player=_display_name(interaction, user))
    opponents = [entry for entry in met if {user, entry.user_id} <= allowed] if is_own else None
    person = Person(user, kinds, rated, latest, steps, opponents)
    return of_person(person, server, called, texts)


async def _of_server(
    interaction: Interaction, guild: int, kinds: list[KindPlayed], server: str, texts: Texts, key: str | None = None
) -> Figures:
    wanted = [kind for kind in kinds if key in (None, kind.key)]
    if not wanted:
        raise Refused("stats.none.game", game=key) if key else Refused("stats.none.server")
    async with services_of(interaction).database.reading() as session:
        everybody = await statistics.everybody(session, guild, key)
        winners = await statistics.winners(session, guild)
        best = await statistics.best(session, guild, key) if key else []
        lately = await statistics.lately(session, guild, key) if key else []
        active = sorted(everybody, key=lambda user: -everybody[user].games)[:MOST_ACTIVE]
        users = [*active, *(row.user_id for _, row in best if row.user_id)]
        called = await _called(session, guild, users, texts)
    seats = [(unusual_options(row.key, row.rules_version, row.options), row.deeds, row.opening) for row in lately]
    return of_server(Played(wanted, winners, everybody, best, seats), server, called, texts, key)


async def _of_ladder(interaction: Interaction, ladder: Ladder, server: str, texts: Texts) -> Figures:
    async with services_of(interaction).database.reading() as session:
        standing = await statistics.standings(session, ladder)
        computers = await statistics.computers(session, ladder)
        users = [row.user_id for row in sorted(standing, key=lambda row: Rating(row.mu, row.sigma).provisional)]
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
    named = getattr(interaction.namespace, "player", None) if interaction.command else None
    return str(getattr(named, "display_name", interaction.user.display_name if user == interaction.user.id else "?"))


async def _allowing(session: Any, users: list[int]) -> set[int]:
    """Return the people among ``users`` who allow their results against each other to be shown."""
    settings = await people.settings_of(session, users)
    return {user for user in users if read_preferences(settings.get(user)).rivals}


@pressed(FiguresButton)
async def show_all(interaction: Interaction, button: FiguresButton) -> None:
    """Show the figures as everybody may see them, in the language of the channel."""
    if interaction.guild_id is None:
        raise Refused("error.damaged")
    texts = await services_of(interaction).public_texts(interaction.guild_id)
    figures = await made(interaction, button, texts, await _kinds(interaction), private=False)
    who = texts.say("replay.shows", player=texts.person(interaction.user.display_name))
    text = fit([who], figures.lines)
    picture = await as_far_as_drawn(lambda: standings_picture(figures.sheet, texts, text))
    none = discord.AllowedMentions.none()
    await follow_up(interaction, text, files=files_of(picture), allowed_mentions=none)


@chosen(LadderSelect)
async def show_other(interaction: Interaction, _select: LadderSelect, values: list[str]) -> None:
    key, _, seats = values[0].partition(":")
    if interaction.guild_id is None or key not in engines.GAMES or not seats.isdecimal() or len(seats) > 2:
        raise Refused("error.damaged")
    await show_again(interaction, FiguresButton("ladder", None, key, int(seats)))


class Figures(NamedTuple):
    """Figures as text and as a table to be drawn."""

    lines: list[str]
    sheet: Sheet
    """The content of the picture."""
    small: str = ""
    """Small print below the lines, which is shown only in private."""


@dataclass(frozen=True)
class Person:
    """The stored figures of a person on a server."""

    user: int
    kinds: Mapping[tuple[str, int], Sums]
    """Sums by game and number of players."""
    ratings: Sequence[RatingRow]
    latest: Sequence[tuple[OutcomeRow, ResultRow]]
    """The last games with the person's results, newest first."""
    steps: Mapping[int, Sequence[ResultRow]] = field(default_factory=dict)
    """The results of all seats in the last games, by game; they explain changes of the rating."""
    met: Sequence[Met] | None = None
    """The opponents of the person, if both allow that to be shown; None: it is not shown to this reader."""


def of_person(person: Person, server: str, called: Called, texts: Texts) -> Figures:
    """Return the figures of a person."""
    kinds = sorted(person.kinds.items(), key=lambda kind: -kind[1].games)
    whole = added(person.kinds.values())
    rating = {(row.key, row.seats): row for row in person.ratings}
    lines = [texts.say("stats.head.person", player=called(person.user), server=bold(server))]
    lines.append(" · ".join([*_in_all(whole, texts)]))
    counts = Counter[str]()
    for (key, seats), sums in kinds[: 2 * SHOWN]:
        parts = [*_in_all(sums, texts, pace=False), *_points(sums, texts), *_rating(rating.get((key, seats)), texts)]
        title = texts.say("stats.kind", game=texts.title(key), n=seats)
        lines.append(texts.say("stats.line", what=title, figures=" · ".join(parts)))
        if not counts[key] and len(counts) < SHOWN:
            games = [entry for entry in person.latest if entry[0].key == key]
            occupied = [
                (unusual_options(key, game.rules_version, game.options), result.deeds, result.opening)
                for game, result in games
            ]
            lines += favourites(key, occupied, texts)
        counts[key] += 1
    if person.latest:
        lines.append(texts.say("stats.last"))
        lines += [f"- {_last(*entry, person.steps, texts)}" for entry in person.latest[:SHOWN]]
    small = ""
    if person.met:
        people = [_against(entry, called, texts) for entry in person.met[:MOST_AGAINST]]
        lines.append(texts.say("stats.against", people=people))
    elif person.met is not None:
        small = f"-# {texts.say('stats.against_off')}"
    return Figures(lines, _person_sheet(person, kinds, whole, rating, server, called, texts), small)


def _person_sheet(
    person: Person,
    kinds: Sequence[tuple[tuple[str, int], Sums]],
    whole: Sums,
    rating: Mapping[tuple[str, int], RatingRow],
    server: str,
    called: Called,
    texts: Texts,
) -> Sheet:
    drawn = []
    for (key, seats), sums in kinds:
        steps = [result for outcome, result in person.latest if (outcome.key, outcome.seats) == (key, seats)]
        course = [result.mu for result in reversed(steps) if result.mu is not None]
        row = rating.get((key, seats))
        known = texts.decimal(row.mu) if row else "–"
        average = texts.decimal(sums.points / sums.games)
        title = f"{texts.title(key)} ({seats})"
        cells = (title, known, str(sums.games), str(sums.wins), average, str(sums.best))
        drawn.append(Line(cells, course=tuple(course)))
    share = f"{whole.wins} ({round(100 * whole.wins / max(1, whole.games))} %)"
    tiles = [("games", str(whole.games)), ("won", share), ("place", texts.decimal(whole.places / max(1, whole.games)))]
    if whole.paced:
        tiles.append(("pace", in_short(whole.seconds / whole.paced, texts)))
    return Sheet(
        _drawn(called(person.user), 1, texts),
        server,
        tuple(Tile(texts.say(f"stats.column.{name}"), value) for name, value in tiles),
        _columns(("game", "rating", "games", "won", "points", "best"), texts),
        texts.say("stats.column.course"),
        tuple(drawn),
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
    why = ", ".join(reasons(result, rated, texts))
    return f"{line} · {texts.say('stats.last_change', change=change, why=why)}"


def _against(opponent: Met, called: Called, texts: Texts) -> str:
    player = called(opponent.user_id)
    return texts.say(
        "stats.against_one", player=player, n=opponent.games, before=opponent.before, behind=opponent.behind
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
    lately: Sequence[tuple[Mapping[str, str], Mapping[str, int] | None, Sequence[str] | None]] = ()
    """Unusual options, achievements and opening of each seat in the last games; only for one game."""


def of_server(played: Played, server: str, called: Called, texts: Texts, key: str | None = None) -> Figures:
    """Return the figures of a server by game and number of players; with a ``key`` those of one game."""
    whole = added(played.people.values())
    games = sum(kind.games for kind in played.kinds)
    title = texts.say("stats.head.server", server=bold(server))
    if key is not None:
        title = texts.say("stats.head.game", game=texts.title(key), server=bold(server))
    parts = [texts.say("stats.games", n=games), texts.say("stats.rated", n=sum(kind.rated for kind in played.kinds))]
    parts.append(texts.say("stats.people", n=len(played.people)))
    lines = [title, " · ".join([*parts, *_pace(whole, texts)])]
    for kind in played.kinds[: 3 * SHOWN]:
        kind_title = texts.say("stats.kind", game=texts.title(kind.key), n=kind.seats)
        parts = [texts.say("stats.games", n=kind.games), *_winner(played.winners.get((kind.key, kind.seats)), texts)]
        lines.append(texts.say("stats.line", what=kind_title, figures=" · ".join(parts)))
    if key is not None:
        lines += favourites(key, played.lately, texts)
    if played.best:
        results = [f"{called(row.user_id or 0)} {row.total}" for _, row in played.best]
        lines.append(texts.say("stats.best", results=results))
    active = sorted(played.people.items(), key=lambda person: (-person[1].games, person[0]))[:MOST_ACTIVE]
    if active:
        lines.append(texts.say("stats.most_active", people=[f"{called(user)} {sums.games}" for user, sums in active]))
    return Figures(lines, _server_sheet(played, games, whole, server, texts, key))


def _server_sheet(played: Played, games: int, whole: Sums, server: str, texts: Texts, key: str | None) -> Sheet:
    tiles = [("games", str(games)), ("people", str(len(played.people)))]
    tiles += [("best", str(played.best[0][1].total))] if played.best else []
    tiles += [("pace", in_short(whole.seconds / whole.paced, texts))] if whole.paced else []
    drawn = []
    for kind in played.kinds:
        won = played.winners.get((kind.key, kind.seats))
        average = texts.decimal(won.points / won.games) if won else "–"
        cells = (f"{texts.title(kind.key)} ({kind.seats})", str(kind.games), average, str(won.best) if won else "–")
        drawn.append(Line(cells))
    this_server = texts.say("command.scope.server.name")  # for names in a script that the fonts lack
    title = texts.title(key) if key else drawable_name(server) or this_server[:1].upper() + this_server[1:]
    return Sheet(
        title,
        server if key else "",
        tuple(Tile(texts.say(f"stats.column.{name}"), value) for name, value in tiles),
        _columns(("game", "games", "winner", "best"), texts),
        lines=tuple(drawn),
    )


def _winner(won: Sums | None, texts: Texts) -> list[str]:
    if won is None:
        return []
    points = texts.decimal(won.points / won.games)
    margin = texts.decimal(won.margins / won.games)
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
    sure = [row for row in people if not _known(row).provisional]
    others = [row for row in people if _known(row).provisional]
    lines = [texts.say("ladder.head", what=title, server=bold(server))]
    for place, row in enumerate(sure[:MANY], 1):
        lines.append(f"{place}. {_standing(row, sums, called, texts)}")
    if others:
        lines.append(f"{texts.say('ladder.provisional')}:")
        lines += [f"- {_standing(row, sums, called, texts)}" for row in others[: MANY - len(sure[:MANY])]]
    if computers:
        lines.append(f"{texts.say('ladder.computers')}:")
        for row in computers:
            figures = texts.say("stats.games", n=row.games)
            lines.append("- " + _on_ladder(level(row.computer, texts), row, figures, texts))
    named = [_drawn(called(row.user_id), number, texts) for number, row in enumerate([*sure, *others], 1)]
    drawn = [_line(f"{place}  {named[place - 1]}", row, sums, texts) for place, row in enumerate(sure, 1)][:ON_LADDER]
    if drawn:
        drawn[0] = drawn[0]._replace(first=True)
    if others and len(drawn) < ON_LADDER:
        drawn.append(Line((texts.say("ladder.provisional"),), heading=True))
        little = zip(named[len(sure) :], others[: ON_LADDER + 1 - len(drawn)], strict=False)
        drawn += [_line(name, row, sums, texts) for name, row in little]
    if computers and len(drawn) < ON_LADDER:
        drawn.append(Line((texts.say("ladder.computers.short"),), heading=True))
        drawn += [_line(level(row.computer, texts), row, {}, texts) for row in computers[: ON_LADDER + 1 - len(drawn)]]
    sheet = Sheet(
        title,
        server,
        heads=_columns(("player", "rating", "games", "won", "place"), texts),
        drawn=texts.say("stats.column.sure"),
        lines=tuple(drawn),
    )
    return Figures(lines, sheet, f"-# {texts.say('ladder.about')}")


def level(computer: str, texts: Texts) -> str:
    """Return the name of a level of computer players, or of all people as their opponent (``EVERYBODY``)."""
    return texts.say("ladder.people" if computer == EVERYBODY else f"computer.{computer}")


def _standing(row: RatingRow, sums: Mapping[int, Sums], called: Called, texts: Texts) -> str:
    known = sums.get(row.user_id)
    parts = [*_in_all(known, texts, pace=False), *_points(known, texts), *_pace(known, texts)] if known else []
    return _on_ladder(called(row.user_id), row, " · ".join(parts), texts)


def _on_ladder(player: str, row: RatingRow, figures: str, texts: Texts) -> str:
    return texts.say("ladder.player", player=player, rating=texts.decimal(row.mu), figures=figures)


def _line(name: str, row: RatingRow, sums: Mapping[int, Sums], texts: Texts) -> Line:
    known = sums.get(row.user_id)
    place = texts.decimal(known.places / known.games) if known else "–"
    cells = (name, texts.decimal(row.mu), str(row.games), str(known.wins) if known else "–", place)
    return Line(cells, span=(row.mu - row.sigma, row.mu, row.mu + row.sigma))


def _drawn(called: str, number: int, texts: Texts) -> str:
    """Return a person's name for a picture; a numbered substitute if the fonts lack its script."""
    return drawable_name(unformatted(called)) or texts.unnamed(number)


def _known(row: RatingRow) -> Rating:
    return Rating(row.mu, row.sigma)


def added(sums: Iterable[Sums]) -> Sums:
    """Return the total of some sums."""
    parts = list(sums)
    best = max((one_sum.best for one_sum in parts), default=0)
    return Sums(*(sum(part) for part in zip(*parts, strict=True)))._replace(best=best) if parts else Sums(*[0] * 8)


def unusual_options(key: str, rules: int, options: Mapping[str, str]) -> dict[str, str]:
    """Return the options of a game that differ from the defaults of its version of the rules."""
    kind = engines.GAMES.get(key)
    usual = kind.defaults(rules) if kind else {}
    return {name: value for name, value in options.items() if value != usual.get(name)}


def favourites(
    key: str, seats: Sequence[tuple[Mapping[str, str], Mapping[str, int] | None, Sequence[str] | None]], texts: Texts
) -> list[str]:
    """Return lines about the most usual opening, unusual option and achievements.

    Args:
        key: The key of the game.
        seats: The unusual options, achievements and opening of each seat in the last games.
        texts: The texts in the reader's language.
    """
    lines = []
    kind = engines.GAMES.get(key)
    openings = Counter(tuple(opening) for _, _, opening in seats if opening)
    if openings and (most_usual := openings.most_common(1)[0])[1] >= USUAL:
        moves = " › ".join(texts.word(key, word) for word in most_usual[0])
        lines.append(texts.say("stats.opening", moves=moves, n=most_usual[1], of=openings.total()))
    defaults = kind.defaults() if kind else {}
    chosen = Counter((id, value) for options, _, _ in seats for id, value in options.items() if id in defaults)
    unusual = [choice for choice in chosen.most_common() if choice[0][1] != defaults[choice[0][0]]]
    if unusual and unusual[0][1] >= USUAL:
        (id, value), count = unusual[0]
        option = texts.setting(f"{key}.option", id, value)
        lines.append(texts.say("stats.option", option=option, n=count, of=len(seats)))
    done = Counter[str]()
    for _, deeds, _ in seats:
        done.update({deed: count for deed, count in (deeds or {}).items() if isinstance(count, int)})
    most = [(deed, count) for deed, count in done.most_common() if texts.has(f"{key}.milestone.{deed}")][:3]
    if most:
        milestones = [
            f"{texts.say(f'{key}.milestone.{deed}')} {texts.decimal(count / len(seats))}" for deed, count in most
        ]
        lines.append(texts.say("stats.deeds", deeds=milestones))
    return [f"-# {line}" for line in lines]


def _in_all(sums: Sums, texts: Texts, *, pace: bool = True) -> list[str]:
    if not sums.games:
        return []
    parts = [texts.say("stats.games", n=sums.games), texts.say("stats.won", n=sums.wins)]
    parts.append(texts.say("stats.place", place=texts.decimal(sums.places / sums.games)))
    return [*parts, *(_pace(sums, texts) if pace else ())]


def _points(sums: Sums, texts: Texts) -> list[str]:
    average = texts.decimal(sums.points / sums.games)
    margin = sums.margins / sums.games
    far = texts.say("stats.behind" if margin < 0 else "stats.ahead", points=texts.decimal(abs(margin)))
    return [texts.say("stats.points", points=average, best=sums.best), far]


def _pace(sums: Sums, texts: Texts) -> list[str]:
    return [texts.say("stats.pace", time=time(sums.seconds / sums.paced, texts))] if sums.paced else []


def _rating(row: RatingRow | None, texts: Texts) -> list[str]:
    if row is None:
        return []
    id = "stats.rating_provisional" if _known(row).provisional else "stats.rating"
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
