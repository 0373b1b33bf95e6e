"""Measure how long one person's typed text can keep the bot from everybody else.

The longest texts that Discord lets through are typed into every option of every command, its completion included,
and into every form.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any, NamedTuple
from unittest import mock

from discord import AppCommandOptionType, app_commands

from bot import features
from bot.interactions.forms import FIELD, TypedForm
from bot.interactions.typed_length import most_characters
from bot.language.read.decisions.reader import MOST_WORDS
from bot.language.warm_up import learn
from bot.wording import texts_in
from bot.wording.rule_documents import sections
from bot.wording.word_forms import folded
from engines import Game
from storage.database import Database
from tools.bench.clicks import in_simcord, players
from tools.bench.measure import Figure, Scope

WHAT = "longest hold of the event loop by what a stranger types"
GOAL = 50.0
"""Milliseconds."""
LONGEST_OPTION = 6000
"""Characters that Discord lets through for an option of a command without a limit of its own."""
LONGEST_FIELD = 4000
"""Characters that Discord lets through for a field of a form without a limit of its own."""
COMMAND = 2
"""Discord's type of an interaction that is a command."""
COMPLETION = 4
"""Discord's type of a request to complete a word."""
FORM = 5
"""Discord's type of a submitted form."""


class Typed(NamedTuple):
    """A text that somebody types into the place called ``what``.

    ``kind`` and ``data`` are the type and the data of Discord's interaction. ``handler`` is the object that handles it,
    ``method`` the name of its method, and ``bound`` the number of characters that the method reads.
    """

    what: str
    kind: int
    data: dict[str, Any]
    bound: int
    handler: Any
    method: str


def everything(tree: app_commands.CommandTree[Any], text: str) -> Iterator[Typed]:
    """Yield a text for every place where something can be typed: every option of every command, every form."""
    for command in tree.walk_commands():
        if isinstance(command, app_commands.Command):
            yield from _options(command, text)
    for form in features.FORMS.values():
        if isinstance(form, TypedForm):
            yield in_form(form, text[:LONGEST_FIELD])


def in_form(form: TypedForm, text: str) -> Typed:
    """Return a text that is typed into the field of a form."""
    field = {"type": 4, "id": 2, "custom_id": FIELD, "value": text}
    data = {"custom_id": form.custom_id, "components": [{"type": 18, "id": 1, "component": field}]}
    return Typed(form.custom_id, FORM, data, form.longest, form, "typed")


def measure(scope: Scope) -> list[Figure]:
    """Measure the longest time for which a text kept everybody else from a turn, in milliseconds."""
    return in_simcord(WHAT, lambda folder: _measure(scope, folder))


def long_texts(game: Game) -> list[str]:
    """Return texts as long as Discord allows, and some with about as many words as the reader reads.

    They consist of known words, of words with typing errors, of single letters, and of one endless word.
    """
    rng = Random(1)
    seat = game.to_act[0]
    titles = sorted({word for section in sections(game.key, "en") for word in folded(section.title)})
    spoken = texts_in("en").at(game)
    names = [f"player{number}" for number in game.order()]
    moves = [word for action in game.legal(seat) for word in folded(spoken.action(game.key, action, names))]
    mixed = [rng.choice(rng.choice((titles, moves))) for _ in range(LONGEST_OPTION)]
    return [
        " ".join(mixed),
        *(" ".join(mixed[:words]) for words in (MOST_WORDS, 3 * MOST_WORDS // 2)),
        " ".join(word[: rng.randrange(1, 8)] + rng.choice("xqy") for word in mixed),
        " · ".join(mixed),
        "abcdefghijklmnopqrstuvwxyz " * 300,
        " ".join("abcdefghijklmnopqrstuvwxyz" * 300),
        "x" * LONGEST_OPTION,
    ]


def _options(command: app_commands.Command[Any, ..., Any], text: str) -> Iterator[Typed]:
    known = {option.name: option for option in command.parameters}
    for name, option in command._params.items():
        place = f"/{command.qualified_name} {name}"
        bound = most_characters(known[name])
        sent = {"name": option.display_name, "value": text[:LONGEST_OPTION], "type": option.type.value}
        # Other types, and options with choices, cannot hold a text: Discord checks them itself.
        if option.type is AppCommandOptionType.string and not option.choices:
            others = [  # with any value, so that the command is handled at all
                {"name": required.display_name, "type": required.type.value, "value": "macao"}
                for required in command._params.values()
                if required.required and required is not option
            ]
            yield Typed(place, COMMAND, _data(command, [sent, *others]), bound, command, "_do_call")
        if option.autocomplete:
            data = _data(command, [sent | {"focused": True}])
            yield Typed(f"{place} (typing)", COMPLETION, data, bound, option, "autocomplete")


def _data(command: Any, options: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the data that Discord sends of a command, nested in the groups of the command."""
    data = {"name": command.name, "type": 1, "options": options}
    while command.parent is not None:
        command = command.parent
        data = {"name": command.name, "type": 2 if command.parent else 1, "options": [data]}
    return data | {"id": "1"}


async def _measure(scope: Scope, folder: Path) -> list[Figure]:
    from simcord import interactions

    held: list[tuple[float, str]] = []
    learn()
    async with Database.open(f"sqlite:///{folder / 'strangers.db'}") as database:
        await database.migrate()
        async with players(database, scope, check_errors=False) as seated:
            table = await seated.bot.tables.table(seated.game_id)
            person = table.user_at(table.game.to_act[0])
            texts = [typed for text in long_texts(table.game) for typed in everything(seated.bot.tree, text)]
            env = seated.env
            for typed in scope.track("what strangers type", texts, len(texts)):
                ids = {"channel_id": seated.channel.id, "guild_id": table.row.guild_id, "user_id": person}
                _, payload = interactions.base_payload(env.backend, type=typed.kind, data=typed.data, **ids)
                with _holds() as durations:
                    env.backend.emit("INTERACTION_CREATE", payload)
                    await env.settle()
                held.append((max(durations) * 1000, typed.what))
    worst, place = max(held)
    return [Figure(WHAT, f"by {place}", worst, "ms", GOAL, GOAL, rounds=len(held), counted="texts")]


@contextmanager
def _holds() -> Iterator[list[float]]:
    """Yield a list that receives the seconds of each callback of the event loop during the block."""
    durations: list[float] = []
    run = asyncio.Handle._run

    def timed(handle: asyncio.Handle) -> None:
        began = perf_counter()
        run(handle)
        durations.append(perf_counter() - began)

    with mock.patch.object(asyncio.Handle, "_run", timed):
        yield durations
