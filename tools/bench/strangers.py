"""How long one person can keep the bot from everybody else.

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
from bot.interactions.input_limits import longest
from bot.language.read.reader import MOST_WORDS
from bot.language.warm_up import learn
from bot.wording import texts_in
from bot.wording.folding import folded
from bot.wording.rule_documents import sections
from engines import Game
from storage.database import Database
from tools.bench.clicks import in_simcord, players
from tools.bench.measure import Figure, Scope

WHAT = "longest hold of the event loop by what a stranger types"
GOAL = 50.0
LONGEST_OPTION, LONGEST_FIELD = 6000, 4000
"""Characters that Discord lets through for an option of a command and for a field of a form that name no fewer."""
COMMAND, COMPLETION, FORM = 2, 4, 5
"""Discord's numbers for what arrives."""


class Typed(NamedTuple):
    """A text that somebody types.

    ``kind`` and ``data`` say how it arrives; ``by`` and ``work`` name the method that reads it, ``bound`` the
    characters that it reads.
    """

    what: str
    kind: int
    data: dict[str, Any]
    bound: int
    by: Any
    work: str


def everything(tree: app_commands.CommandTree[Any], text: str) -> Iterator[Typed]:
    """Yield a text for every place where something can be typed: every option of every command, every form."""
    for command in tree.walk_commands():
        if isinstance(command, app_commands.Command):
            yield from _options(command, text)
    for form in features.FORMS.values():
        if isinstance(form, TypedForm):
            yield in_form(form, text[:LONGEST_FIELD])


def _options(command: app_commands.Command[Any, ..., Any], text: str) -> Iterator[Typed]:
    known = {option.name: option for option in command.parameters}
    for name, option in command._params.items():
        what, bound = f"/{command.qualified_name} {name}", longest(known[name])
        sent = {"name": option.display_name, "value": text[:LONGEST_OPTION], "type": option.type.value}
        if option.type is AppCommandOptionType.string and not option.choices:  # Discord lets nothing else through
            others = [
                {"name": other.display_name, "type": other.type.value, "value": "macao"}
                for other in command._params.values()
                if other.required and other is not option
            ]
            yield Typed(what, COMMAND, _data(command, [sent, *others]), bound, command, "_do_call")
        if option.autocomplete:
            data = _data(command, [sent | {"focused": True}])
            yield Typed(f"{what} (typing)", COMPLETION, data, bound, option, "autocomplete")


def _data(command: Any, options: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the data that Discord sends of a command, inside the groups it belongs to."""
    data = {"name": command.name, "type": 1, "options": options}
    while command.parent is not None:
        command = command.parent
        data = {"name": command.name, "type": 2 if command.parent else 1, "options": [data]}
    return data | {"id": "1"}


def in_form(form: TypedForm, text: str) -> Typed:
    """Return a text in the field of a form."""
    field = {"type": 4, "id": 2, "custom_id": FIELD, "value": text}
    data = {"custom_id": form.custom_id, "components": [{"type": 18, "id": 1, "component": field}]}
    return Typed(form.custom_id, FORM, data, form.longest, form, "typed")


def measure(scope: Scope) -> list[Figure]:
    """Milliseconds for which nobody else had a turn, at most, and by what."""
    return in_simcord(WHAT, lambda folder: _measure(scope, folder))


async def _measure(scope: Scope, folder: Path) -> list[Figure]:
    from simcord import interactions

    held: list[tuple[float, str]] = []
    learn()
    async with Database.open(f"sqlite:///{folder / 'strangers.db'}") as database:
        await database.migrate()
        async with players(database, scope, check_errors=False) as seated:
            table = await seated.bot.tables.table(seated.game_id)
            person = table.user_at(table.game.to_act[0])
            found = [each for text in long_texts(table.game) for each in everything(seated.bot.tree, text)]
            env = seated.env
            for typed in scope.track("what strangers type", found, len(found)):
                where = {"channel_id": seated.channel.id, "guild_id": table.row.guild_id, "user_id": person}
                _, payload = interactions.base_payload(env.backend, type=typed.kind, data=typed.data, **where)
                with _holds() as taken:
                    env.backend.emit("INTERACTION_CREATE", payload)
                    await env.settle()
                held.append((max(taken) * 1000, typed.what))
    worst, what = max(held)
    return [Figure(WHAT, f"by {what}", worst, "ms", GOAL, GOAL, rounds=len(held), counted="texts")]


@contextmanager
def _holds() -> Iterator[list[float]]:
    """Seconds that each turn of the event loop's work took meanwhile."""
    taken: list[float] = []
    run = asyncio.Handle._run

    def timed(handle: asyncio.Handle) -> None:
        began = perf_counter()
        run(handle)
        taken.append(perf_counter() - began)

    with mock.patch.object(asyncio.Handle, "_run", timed):
        yield taken


def long_texts(game: Game) -> list[str]:
    """Return texts with as many words as there is room for, or as are read.

    They are made of known words, of words with slips of the finger, of letters, and of one endless word.
    """
    rng, seat = Random(1), game.to_act[0]
    titles = sorted({word for each in sections(game.key, "en") for word in folded(each.title)})
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
