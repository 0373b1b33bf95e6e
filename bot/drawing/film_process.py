"""A process that makes clips for the bot that started it (a helper), until it closes its end."""

from __future__ import annotations

from bot.drawing.filming import film
from bot.work.serving import serve

NICENESS = 15
"""Nobody waits for a clip."""

if __name__ == "__main__":
    serve(film, NICENESS)
