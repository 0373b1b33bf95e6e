"""Speak and read a language that is only a folder; a test runs this in a copy of the program."""

from __future__ import annotations

import asyncio
from datetime import date
from random import Random
from typing import Any
from unittest import mock
from unittest.mock import ANY

from discord import Locale
from discord.app_commands import TranslationContext, TranslationContextLocation

import engines
from bot.features.server_settings import LANGUAGE_NAMES
from bot.interactions.command_names import Translator, name
from bot.language.read.conversation.dialogue import Conversation
from bot.language.read.readings import Play
from bot.language.rules_search import search
from bot.language.warm_up import learn
from bot.wording import LANGUAGES, texts_in
from bot.wording.dates import read_period, written
from bot.wording.word_forms import folded
from engines.players import PLAYERS

RNG = Random(5)
NAMES = ("Anne", "Benoît", "Chloé")


def game_after(decisions: int) -> engines.Game:
    """Return Navegador after some decisions of computers."""
    game = engines.new("navegador", 3, 5)
    player = PLAYERS["greedy"]
    for _ in range(decisions):
        seat = game.to_act[0]
        game.play(seat, player(game, seat, RNG))
    return game


def turns(language: str, *counts: int) -> list[str]:
    """Say numbers of turns in a language."""
    return [texts_in(language).say("navegador.turns", n=count) for count in counts]


async def localized_name(command: str) -> str | None:
    """Return the name that Discord is given for a command."""
    place: TranslationContext[Any, Any] = TranslationContext(TranslationContextLocation.other, None)
    return await Translator().translate(name(command), Locale.french, place)


def main() -> None:
    """Do everything in turn; an AssertionError tells what a language would still cost."""
    french = texts_in("fr")
    assert LANGUAGES[0] == "en"
    assert {"fr", "it", "pl"} < set(LANGUAGES)
    assert LANGUAGE_NAMES["fr"] == "Français"
    assert french.say("lobby.button.join") == "Participer"
    assert french.say("say.gone", player="Anne") == "🚪 Anne has left this server."
    assert french.action("navegador", ("workers", "3")) == "3 ouvriers"
    assert turns("fr", 0, 1, 2, 100) == ["0 tour", "1 tour", "2 tours", "100 tours"]
    assert turns("pl", 0, 1, 2, 5, 22, 112) == ["0 tur", "1 tura", "2 tury", "5 tur", "22 tury", "112 tur"]
    assert turns("it", 1, 2) == turns("en", 1, 2)
    assert written(date(2026, 12, 24), "fr") == "24/12/2026"
    assert read_period("24 décembre", "fr", date(2026, 11, 1)) == (date(2026, 12, 24),) * 2
    assert asyncio.run(localized_name("play")) == "jouer"
    assert asyncio.run(localized_name("undo")) is None  # Discord shows it in English
    with mock.patch("bot.language.warm_up.LANGUAGES", ("fr",)):  # the others are learned as ever, for a second
        learn()
    assert search("navegador", "fr", "church")
    game = game_after(40)
    while not (selling := [action for action in game.legal(game.to_act[0]) if action[0] == "sell"]):
        seat = game.to_act[0]
        game.play(seat, PLAYERS["greedy"](game, seat, RNG))
    seat = game.to_act[0]
    good, count = selling[0][1:]
    typed = f"je voudrais vendre {count} {french.word('navegador', good)} svp"
    sold = Play(selling[0], explained=ANY)
    assert Conversation(french, game, seat, NAMES).read(typed) == sold
    assert Conversation(texts_in("it"), game, seat, NAMES).read(f"sell {count} {good}") == sold
    assert french.action("navegador", ("sell", "spice", "2")) == "Vendre 2 épices"
    assert folded("l'or d’Anne") == ("l", "or", "d", "anne")


if __name__ == "__main__":
    main()
