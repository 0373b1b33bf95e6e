"""Make the pictures of the README: ``make pictures``.

They are a board of each game, from a game of computer players that is the same each time; a message with a board
(``docs/channel.png``) and the move panel that it opens (``docs/panel.png``), from the sandbox's page in a browser.
``python -m tests.readme_pictures GAME`` makes the board of one game.
"""

from __future__ import annotations

import asyncio
import io
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Annotated

import simcord
import typer
from PIL import Image
from playwright.sync_api import ViewportSize, expect
from simcord.builders import ChannelHandle

import engines
import render
from bot.cli import logs
from bot.cli.refusal import refuse
from bot.cli.sandbox.page import PEOPLE, furnish, signs, simulated
from bot.client.portolan import Portolan
from bot.tables.maintenance import transfer
from bot.wording import texts_in
from engines import Event, Game, record
from engines.players import PLAYERS
from storage.columns import utcnow
from storage.database import Database
from storage.models import GameRow, MoveRow, SeatRow, Status
from storage.transfer import GameRows
from tests.browser import HOW_TO_GET_ONE, opened

FOLDER = Path(__file__).parents[1] / "docs"
SHARPNESS = 1.5
"""Pixels of the picture of a channel for each pixel of the page."""
PAGE: ViewportSize = {"width": 900, "height": 2000}
AS_DISCORD = """() => [
    ".channel-message { display: flex; flex-direction: column; background: #313338 !important; padding-bottom: 12px; }",
    ".message-components { order: 9; }",
    ".message-context-actions { display: none !important; }",
].forEach(rule => document.styleSheets[0].insertRule(rule, document.styleSheets[0].cssRules.length))"""
"""Discord has the buttons of a message below its pictures, the page above them."""
PATIENCE = 60_000
"""Milliseconds that the page may take for anything."""


@dataclass(frozen=True)
class Moment:
    """A game of computer players in so many ``seats``, after so many ``turns``, each of which ends when another seat is
    to decide."""

    game: str
    seats: int
    seed: int
    turns: int


BOARDS = (
    Moment("navegador", 3, 2, 125),
    Moment("macao", 3, 1, 72),
    Moment("burgundy", 3, 1, 40),
    Moment("mmn", 4, 1, 80),
)
SHOWN = Moment("navegador", 4, 2, 90)
"""The game in the pictures of a channel and of a move panel."""


@dataclass(frozen=True)
class Played:
    """A game at such a moment: its log, and what the last one to decide brought about."""

    game: Game
    moves: list[MoveRow]
    events: list[Event]


def played(moment: Moment) -> Played:
    game = engines.GAMES[moment.game].new(moment.seats, moment.seed)
    rng = Random(moment.seed)
    log: list[MoveRow] = []
    events: list[Event] = []
    for _ in range(moment.turns):
        seat = game.blocking_seats[0]
        events = []
        while game.blocking_seats[0] == seat:
            turn = game.state.turn
            action = PLAYERS["normal"](game, seat, rng)
            events += game.play(seat, action)
            scores = [score.total for score in game.scores()]
            words = record.notation(action)
            log.append(MoveRow(game_id=1, version=len(log) + 1, seat=seat, words=words, turn=turn, scores=scores))
    return Played(game, log, events)


def board(moment: Moment) -> bytes:
    game_played = played(moment)
    texts = texts_in("en")
    public = tuple(event for event in game_played.events if event.seen_by is None)
    return render.picture(
        game_played.game.view(None), render.Caption(PEOPLE[: moment.seats], public, texts.say, texts.name)
    )


def table(moment: Moment, game_played: Played, users: Sequence[int], place: tuple[int, int]) -> bytes:
    """Return the running table at this moment as a file that can be imported into a database."""
    state = game_played.game.state
    seed = f"{moment.seed:032x}"
    row = GameRow(
        id=1,
        key=moment.game,
        guild_id=place[0],
        channel_id=place[1],
        host_id=users[0],
        seats=moment.seats,
        options=dict(state.options),
        status=Status.RUNNING,
        seed=seed,
        commitment=record.commitment(seed),
        rules_version=state.rules,
        state=game_played.game.dump(),
        version=len(game_played.moves),
        turn=state.turn,
        started_at=utcnow(),
    )
    seats = [SeatRow(game_id=1, number=seat, user_id=user, name=PEOPLE[seat]) for seat, user in enumerate(users)]
    return transfer.encode(GameRows(row, seats, game_played.moves, [], []))


async def messages(moment: Moment) -> dict[str, bytes]:
    """Return the message at the end of a turn, and the move panel of the next player, as the sandbox's page shows
    them."""
    with TemporaryDirectory(prefix="portolan-pictures-") as folder:
        async with Database.open(f"sqlite:///{folder}/portolan.db") as database:
            await database.migrate()
            bot = Portolan(database, register_again=True)
            async with simulated(bot) as env:
                await bot.wait_registered()
                people, channel = await furnish(env, bot)
                users = [person.id for person in people[: moment.seats]]
                seat = await turn_over(bot, env, moment, users, channel)
                async with env.preview(channel, viewers=people, layout="channel", assets=signs()) as preview:
                    return await asyncio.to_thread(photographed, preview.url, PEOPLE[seat])


async def turn_over(
    bot: Portolan, env: simcord.Env, moment: Moment, users: Sequence[int], channel: ChannelHandle
) -> int:
    """Play one more turn in the channel, and return the seat that is next."""
    game_played = await asyncio.to_thread(played, moment)
    rng = Random(moment.seed)
    game = game_played.game
    content = table(moment, game_played, users, (env.guild.id, channel.id))
    number = (await bot.tables.transfer.import_table(content)).row.id
    await settled(bot, env)
    before = channel.last_message
    seat = game.blocking_seats[0]
    assert before is not None
    while seat in game.blocking_seats:
        action = PLAYERS["normal"](game, seat, rng)
        game.play(seat, action)
        await bot.tables.play.act(number, users[seat], action)
    await settled(bot, env)
    # Otherwise the page leaves out the name of who wrote the next one.
    await bot.get_partial_messageable(channel.id).get_partial_message(before.id).delete()
    return game.blocking_seats[0]


async def settled(bot: Portolan, env: simcord.Env) -> None:
    """Wait until the bot has sent everything."""
    await bot.worker.idle()
    await env.settle()


def photographed(url: str, name: str) -> dict[str, bytes]:
    """Return the channel's newest message, and the panel that its button opens for the person of this name."""
    with opened() as browser:
        if browser is None:
            refuse(HOW_TO_GET_ONE)
        page = browser.new_page(viewport=PAGE, device_scale_factor=SHARPNESS)
        page.set_default_timeout(PATIENCE)
        expect.set_options(timeout=PATIENCE)
        page.goto(url)
        page.locator("select").first.select_option(label=name)
        page.get_by_role("button", name="Your move", exact=True).last.click()
        shown = page.locator("article.channel-message")
        private = "Only you can see this"
        newest = shown.filter(has_not_text=private).last
        panel = shown.filter(has_text=private)
        expect(page.locator("#action-status")).to_have_text("Callback completed")
        page.evaluate(AS_DISCORD)
        page.mouse.move(0, 0)
        for message in (newest, panel):
            expect(message.locator("img")).to_have_js_property("complete", True)
            expect(message.locator("img")).to_have_js_property("naturalWidth", 1600)
        return {"channel": newest.screenshot(), "panel": panel.screenshot()}


def small(picture: bytes) -> bytes:
    """Return the same picture in 256 colours."""
    out = io.BytesIO()
    image = Image.open(io.BytesIO(picture)).convert("RGB")
    image.quantize(256, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE).save(out, "PNG", optimize=True)
    return out.getvalue()


def made() -> dict[str, bytes]:
    """Return every picture by its name."""
    boards = {moment.game: board(moment) for moment in BOARDS}
    return boards | {name: small(picture) for name, picture in asyncio.run(messages(SHOWN)).items()}


def main(game: Annotated[str, typer.Argument(help="Make only the board of this game.")] = "") -> None:
    logs.configure("warning", "text")
    pictures = {moment.game: board(moment) for moment in BOARDS if moment.game == game} if game else made()
    if not pictures:
        refuse(f"BOARDS has no {game}")
    for name, picture in pictures.items():
        path = FOLDER / f"{name}.png"
        path.write_bytes(picture)
        typer.echo(f"{path.relative_to(FOLDER.parent)}: {len(picture) >> 10} KiB")


if __name__ == "__main__":
    typer.run(main)
