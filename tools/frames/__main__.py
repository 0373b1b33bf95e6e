"""The command line of the frames: ``python -m tools.frames``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from bot.cli.board_files import progress
from bot.cli.refusal import refuse
from bot.cli.selfplay import PlayRequest, play_to_folder
from tools.command_line import command_line, start
from tools.frames import devices
from tools.frames.questions import PATTERNS, Questions, draw_turns

app = command_line()


@app.command("frames")
def play_into_frames(
    game: Annotated[str, typer.Argument(help="Which game.")],
    out: Annotated[Path, typer.Option(help="The folder to write to; an earlier game's files there are replaced.")],
    every: Annotated[int, typer.Option(min=1, help="Only every Nth turn.")] = 1,
    seats: Annotated[int, typer.Option(help="How many seats.")] = 3,
    seed: Annotated[int | None, typer.Option(help="The same seed gives the same game; default: random.")] = None,
    player: Annotated[
        list[str] | None, typer.Option(help="Computer player; once for all seats or once for each.")
    ] = None,
    name: Annotated[list[str] | None, typer.Option(help="A player's name; once for each seat.")] = None,
    option: Annotated[list[str] | None, typer.Option(help="A variant of the game, such as royal=goa.")] = None,
    language: Annotated[str, typer.Option(help="The code of the language of pictures and summary, such as de.")] = "en",
    shape: Annotated[str, typer.Option(help="Shape of the boards: wide for desktops, tall for phones.")] = "wide",
) -> None:
    """Let computers play a whole game, and show its pictures in a channel, on a laptop and on a phone.

    Writes what `portolan selfplay` writes, the hands and close-ups of the seats, and all of these in frames.
    """
    questions = Questions()
    request = PlayRequest(game, seats, seed, player or [], name or [], option or [], language, shape)
    played = play_to_folder(request, out, questions.add)
    try:
        for pattern in PATTERNS:
            for old in out.glob(pattern):
                old.unlink()
        with progress() as steps:
            paths = draw_turns(played, questions, language, out, every)
            laying = steps.add_task("laying into frames", total=len(paths))
            devices.lay(paths, out / "frames", lambda: steps.advance(laying))
    except OSError as fault:
        refuse(f"{out} cannot be written to: {fault.strerror or fault}")


if __name__ == "__main__":
    start(app)
