"""What there is to say of people's data, and the terms of play: ``docs/policies/<language>/``, templates that are
filled with who runs the bot."""

from __future__ import annotations

from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from bot.wording.texts import Texts

POLICIES = ("PRIVACY", "TERMS")
"""The names of the documents."""
INSTALLED = files("bot.wording") / "policies"
CHECKOUT = Path(__file__).parents[2] / "docs" / "policies"
FOLDER: Traversable = INSTALLED if INSTALLED.is_dir() else CHECKOUT


def policy(what: str, texts: Texts, *, operator: str, contact: str, days: int) -> str:
    """A document of POLICIES in a language, in English where there is none in it. ``days``: how long moves are kept
    after the end of a game; 0: for ever."""
    kept = texts.say("privacy.kept", n=days) if days else texts.say("privacy.kept_ever")
    blanks = {"who": who_runs_it(texts, operator, contact), "kept": kept}
    text = _template(what, texts.name)
    for blank, value in blanks.items():
        text = text.replace(f"[{blank}]", value)
    return text


def who_runs_it(texts: Texts, operator: str, contact: str) -> str:
    """Who runs the bot and how to reach that one, as far as it is known."""
    named = [texts.say("privacy.operator", operator=operator)] if operator else []
    reached = texts.say("privacy.contact", contact=contact) if contact else texts.say("privacy.unnamed")
    return " ".join([*named, reached])


def _template(what: str, language: str) -> str:
    own = FOLDER / language / f"{what}.md"
    return (own if own.is_file() else FOLDER / "en" / f"{what}.md").read_text(encoding="utf-8")
