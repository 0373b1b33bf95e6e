"""/stats and /leaderboard: what the results of a server say, in private; a button shows it to everybody."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands

import engines
from bot.commands import figures
from bot.commands.figures import Called, Figures, Person, Played
from bot.commands.naming import AnyCommand, description, name
from bot.delivery.compose import fit
from bot.delivery.illustrating import as_far_as_drawn, files_of, standings_picture
from bot.interactions.components import chosen, pressed
from bot.interactions.limits import CHOICES, OPTION
from bot.interactions.replies import acknowledge, answer, follow_up, texts_for
from bot.interactions.services import Interaction, services_of
from bot.interactions.under_answers import FiguresButton, LadderSelect
from bot.tables import Refused
from bot.tables.habits import read_habits
from bot.wording import Texts, texts_in
from bot.wording.escaping import within
from bot.wording.languages import FALLBACK
from engines.ratings import Rating
from storage import people, results, statistics
from storage.outcomes import Ladder
from storage.statistics import KindPlayed

LARGEST_USER = 2**63 - 1
"""Of a number that the database takes."""
MOST_SEATS = max(kind.seats.stop - 1 for kind in engines.GAMES.values())
TITLES = {key: app_commands.locale_str(texts_in(FALLBACK).title(key), id=f"{key}.title") for key in engines.GAMES}
GAMES = [app_commands.Choice(name=title, value=key) for key, title in TITLES.items()]


@app_commands.guild_only()
class StatsGroup(app_commands.Group):
    """Figures of a person, a game, a server."""

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
    """Shows figures to the person alone, with a button that shows them to everybody."""
    await acknowledge(interaction, ephemeral=True)
    await show_again(interaction, wanted)


async def show_again(interaction: Interaction, wanted: FiguresButton) -> None:
    texts = await texts_for(interaction)
    kinds = await _kinds(interaction)
    wanted = _settled(wanted, kinds)
    found = await made(interaction, wanted, texts, kinds, private=True)
    view = discord.ui.View(timeout=None)
    view.add_item(wanted.button(texts.say("button.show_channel")))
    others = [kind for kind in kinds if kind.rated and (kind.key, kind.seats) != (wanted.key, wanted.seats)][:CHOICES]
    if wanted.what == "ladder" and others:
        view.add_item(LadderSelect().select([_choice(kind, texts) for kind in others], texts.say("ladder.other")))
    said = fit([], [*found.lines, *([found.small] if found.small else [])])
    picture = await as_far_as_drawn(lambda: standings_picture(found.sheet, texts, said))
    await answer(interaction, said, view=view, files=files_of(picture))


def _choice(kind: KindPlayed, texts: Texts) -> discord.SelectOption:
    label = texts.say("stats.kind", game=texts.title(kind.key), n=kind.seats)
    return discord.SelectOption(label=within(label, OPTION), value=f"{kind.key}:{kind.seats}")


def _settled(wanted: FiguresButton, kinds: list[KindPlayed]) -> FiguresButton:
    """The ladder that is meant: what is not named is as it is rated most often. Raises Refused where there is none."""
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
    """The figures that are wanted. Raises Refused where there are none. ``private``: as the person alone sees them."""
    guild = interaction.guild_id
    assert guild is not None
    server = interaction.guild.name if interaction.guild else str(guild)
    match wanted.what:
        case "player" if (wanted.user or 0) <= LARGEST_USER:
            return await _of_person(interaction, guild, wanted.user or interaction.user.id, server, texts, private)
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
    interaction: Interaction, guild: int, user: int, server: str, texts: Texts, private: bool
) -> Figures:
    own = private and user == interaction.user.id
    async with services_of(interaction).database.reading() as session:
        kinds = await statistics.of_person(session, guild, user)
        latest = await statistics.latest(session, guild, user)
        steps = {each.game_id: await results.of_game(session, each.game_id) for each, _ in latest[: figures.SHOWN]}
        rated = await statistics.ratings_of(session, guild, user)
        met = await statistics.met(session, guild, user) if own else []
        allowed = await _allowing(session, [user, *(each.user_id for each in met)]) if own else set()
        users = [user, *(each.user_id for each in met if each.user_id in allowed)]
        called = await _called(session, guild, users, texts)
    if not kinds:
        raise Refused("stats.none.person", player=_display_name(interaction, user))
    told = [each for each in met if {user, each.user_id} <= allowed] if own else None
    person = Person(user, kinds, rated, latest, steps, told)
    return figures.of_person(person, server, called, texts)


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
        active = sorted(everybody, key=lambda user: -everybody[user].games)[: figures.MOST_ACTIVE]
        users = [*active, *(row.user_id for _, row in best if row.user_id)]
        called = await _called(session, guild, users, texts)
    seats = [
        (figures.unusual_options(row.key, row.rules_version, row.options), row.deeds, row.opening) for row in lately
    ]
    return figures.of_server(Played(wanted, winners, everybody, best, seats), server, called, texts, key)


async def _of_ladder(interaction: Interaction, ladder: Ladder, server: str, texts: Texts) -> Figures:
    async with services_of(interaction).database.reading() as session:
        standing = await statistics.standings(session, ladder)
        computers = await statistics.computers(session, ladder)
        users = [row.user_id for row in sorted(standing, key=lambda row: Rating(row.mu, row.sigma).provisional)]
        sums = await statistics.on_ladder(session, ladder, users)
        called = await _called(session, ladder.guild_id, users, texts)
    if not standing and not computers:
        raise Refused("stats.none.ladder", game=ladder.key, n=ladder.seats)
    return figures.of_ladder(ladder, standing, computers, sums, server, called, texts)


async def _called(session: Any, guild: int, users: list[int], texts: Texts) -> Called:
    """Return how to call people: by their names in their last game here; by their place among ``users`` where nobody
    can see the name."""
    numbers = {user: number for number, user in enumerate(dict.fromkeys(users), 1)}
    stored = await statistics.names(session, guild, [*numbers]) if numbers else {}
    return lambda user: texts.person(stored.get(user, ""), numbers.get(user))


def _display_name(interaction: Interaction, user: int) -> str:
    """What the person is called whose figures are asked for."""
    named = getattr(interaction.namespace, "player", None) if interaction.command else None
    return str(getattr(named, "display_name", interaction.user.display_name if user == interaction.user.id else "?"))


async def _allowing(session: Any, users: list[int]) -> set[int]:
    """Those of these people who allow that it is told how they did against whom."""
    found = await people.settings_of(session, users)
    return {user for user in users if read_habits(found.get(user)).rivals}


@pressed(FiguresButton)
async def show_all(interaction: Interaction, button: FiguresButton) -> None:
    """As everybody may see it, in the language of the channel."""
    await acknowledge(interaction)
    if interaction.guild_id is None:
        raise Refused("error.damaged")
    texts = await services_of(interaction).public_texts(interaction.guild_id)
    found = await made(interaction, button, texts, await _kinds(interaction), private=False)
    who = texts.say("replay.shows", player=texts.person(interaction.user.display_name))
    said = fit([who], found.lines)
    picture = await as_far_as_drawn(lambda: standings_picture(found.sheet, texts, said))
    none = discord.AllowedMentions.none()
    await follow_up(interaction, said, files=files_of(picture), allowed_mentions=none)


@chosen(LadderSelect)
async def show_other(interaction: Interaction, select: LadderSelect, values: list[str]) -> None:
    await acknowledge(interaction)
    key, _, seats = values[0].partition(":")
    if interaction.guild_id is None or key not in engines.GAMES or not seats.isdecimal() or len(seats) > 2:
        raise Refused("error.damaged")
    await show_again(interaction, FiguresButton("ladder", None, key, int(seats)))


COMMANDS: tuple[AnyCommand, ...] = (leaderboard,)
