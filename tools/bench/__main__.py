"""Run the measurements from the command line: ``python -m tools.bench``."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import Annotated

import typer

import engines
from bot.cli import logs
from bot.cli.refusal import refuse_unknown
from bot.wording import LANGUAGES
from tools.bench import channel, click, explain, phrases, replay, sections
from tools.bench.load import Load
from tools.bench.load import run as measure_load
from tools.command_line import command_line, start

LAYERS = "One game, beside a yardstick"
"""Heading of the help above the commands that measure one game."""
WHOLE = "The whole bot"
"""Heading of the help above the commands that measure all games, or many tables."""

Game = Annotated[str, typer.Argument(help="Which game.")]
Quick = Annotated[bool, typer.Option("--quick", help="Fewer rounds, rougher figures.")]

app = command_line("Measure Portolan: speed, traffic, and how well typed words are understood.")


@app.callback()
def bench() -> None:
    logs.configure("warning", "text")  # thousands of clicks are not worth a line each


def measure_sections(game: str, names: Collection[str] = tuple(sections.SECTIONS), *, quick: bool) -> None:
    """Print the figures of some sections for a game; end the program if there is no such game."""
    refuse_unknown("game", [game], engines.GAMES)
    sections.run(game, names, quick=quick)


@app.command("all", rich_help_panel=LAYERS)
def measure_all(game: Game, quick: Quick = False) -> None:
    """Measure everything of this group for a game."""
    measure_sections(game, quick=quick)


@app.command("playouts", rich_help_panel=LAYERS)
def measure_playouts(game: Game, quick: Quick = False) -> None:
    """Measure random games beside catanatron's (requirements/bench.txt)."""
    measure_sections(game, ["playouts"], quick=quick)


@app.command("states", rich_help_panel=LAYERS)
def measure_states(game: Game, quick: Quick = False) -> None:
    """Measure copying, dumping and loading a state."""
    measure_sections(game, ["states"], quick=quick)


@app.command("pictures", rich_help_panel=LAYERS)
def measure_pictures(game: Game, quick: Quick = False) -> None:
    """Measure drawing boards, and the sizes of the files."""
    measure_sections(game, ["pictures"], quick=quick)


@app.command("moves", rich_help_panel=LAYERS)
def measure_moves(game: Game, quick: Quick = False) -> None:
    """Measure moves through the database."""
    measure_sections(game, ["moves"], quick=quick)


@app.command("commits", rich_help_panel=LAYERS)
def measure_commits(game: Game, quick: Quick = False) -> None:
    """Measure what a commit costs that survives a power cut."""
    measure_sections(game, ["commits"], quick=quick)


@app.command("clicks", rich_help_panel=LAYERS)
def measure_clicks(game: Game, quick: Quick = False) -> None:
    """Measure the time from a press to its acknowledgement."""
    measure_sections(game, ["clicks"], quick=quick)


@app.command("strangers", rich_help_panel=LAYERS)
def measure_strangers(game: Game, quick: Quick = False) -> None:
    """Measure how long the longest texts hold up everybody else."""
    measure_sections(game, ["strangers"], quick=quick)


@app.command("taps", rich_help_panel=LAYERS)
def measure_taps(game: Game, quick: Quick = False) -> None:
    """Count the taps that decisions and turns take in the panel."""
    measure_sections(game, ["taps"], quick=quick)


@app.command("posts", rich_help_panel=LAYERS)
def measure_posts(game: Game, quick: Quick = False) -> None:
    """Count the messages and characters of a whole game."""
    measure_sections(game, ["posts"], quick=quick)


@app.command("channel", rich_help_panel=WHOLE)
def measure_channel(
    quick: Annotated[bool, typer.Option("--quick", help="Only the beginning of each game.")] = False,
) -> None:
    """Count what a channel receives in a round of each game, for each number of players."""
    channel.run(quick=quick)


@app.command("click", rich_help_panel=WHOLE)
def trace_clicks() -> None:
    """Count the statements, modules and functions of a click that makes a move; fail above the bounds."""
    click.run()


@app.command("replay", rich_help_panel=WHOLE)
def measure_replay(
    quick: Annotated[bool, typer.Option("--quick", help="Fewer steps, and no clips.")] = False,
) -> None:
    """Measure how long somebody waits who looks back at a game."""
    replay.run(quick=quick)


@app.command("words", rich_help_panel=WHOLE)
def measure_words(
    files: Annotated[
        list[Path] | None, typer.Option("--phrases", help="A file of phrases or questions, in JSON lines.")
    ] = None,
    positions: Annotated[int, typer.Option(min=1, help="Positions of each game.")] = 200,
) -> None:
    """Measure how well typed words are understood."""
    phrases.run(files or [], positions)


@app.command("explain", rich_help_panel=WHOLE)
def explain_text(
    game: Game,
    text: Annotated[str, typer.Argument(help="What somebody types.")],
    language: Annotated[str, typer.Option(help="The language of the person.")] = "en",
    record: Annotated[Path | None, typer.Option(help="A record; default: a game of computer players.")] = None,
    seed: Annotated[int, typer.Option(min=0, help="The seed of the game of computer players.")] = 0,
    moves: Annotated[int, typer.Option("--moves", "--move", min=0, help="Moves before the position.")] = 0,
) -> None:
    """Show how one text is read: words, mood, the best matches and the reading."""
    refuse_unknown("game", [game], engines.GAMES)
    refuse_unknown("language", [language], LANGUAGES)
    explain.run(game, text, language, explain.Moment(record, seed, moves))


@app.command("load", rich_help_panel=WHOLE)
def measure_many_tables(
    tables: Annotated[int, typer.Option(min=1, help="How many tables.")] = 50,
    clicks: Annotated[float, typer.Option(min=0, help="Clicks per second; 0: as fast as they are answered.")] = 10,
    seconds: Annotated[float, typer.Option(min=1, help="For how long.")] = 30,
    processes: Annotated[int, typer.Option(min=1, help="Processes of the bot.")] = 1,
    drawing: Annotated[int, typer.Option(min=1, help="Drawing processes for each of them.")] = 1,
    pictures: Annotated[bool, typer.Option(help="Draw boards.")] = True,
    thinking: Annotated[int, typer.Option(min=0, help="Additional tables with computers.")] = 0,
    one_server: Annotated[bool, typer.Option("--one-server", help="All tables in one server.")] = False,
    database: Annotated[str | None, typer.Option(help="An empty database; default: SQLite.")] = None,
) -> None:
    """Open many tables at a stand-in for Discord, and click at all of them."""
    measure_load(Load(tables, clicks, seconds, processes, drawing, pictures, database, thinking, one_server))


if __name__ == "__main__":
    start(app)
