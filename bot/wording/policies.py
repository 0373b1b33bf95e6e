"""The privacy policy and the terms of play, made from templates in ``docs/policies/<language>/``."""

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


def policy(document: str, texts: Texts, *, operator: str, contact: str, days: int) -> str:
    """Return a document of POLICIES in a language, or in English if it is not translated.

    Args:
        document: Its name.
        texts: The texts of the language.
        operator: The name of the person who runs the bot; may be empty.
        contact: The address of that person; may be empty.
        days: Number of days for which moves are kept after the end of a game; 0 means for ever.
    """
    retention = texts.say("privacy.kept", n=days) if days else texts.say("privacy.kept_ever")
    blanks = {"who": who_runs_it(texts, operator, contact), "kept": retention}
    text = _template(document, texts.name)
    for blank, value in blanks.items():
        text = text.replace(f"[{blank}]", value)
    return text


def who_runs_it(texts: Texts, operator: str, contact: str) -> str:
    """Return sentences with the operator's name and contact, as far as they are known."""
    named = [texts.say("privacy.operator", operator=operator)] if operator else []
    contact_text = texts.say("privacy.contact", contact=contact) if contact else texts.say("privacy.unnamed")
    return " ".join([*named, contact_text])


def _template(document: str, language: str) -> str:
    translation = FOLDER / language / f"{document}.md"
    file = translation if translation.is_file() else FOLDER / "en" / f"{document}.md"
    return file.read_text(encoding="utf-8")
