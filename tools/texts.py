"""Every text as people read it: ``python -m tools.texts``.

Texts of a game are filled from games that computers play, all others with samples.

What no played game says is filled with what these games say under the same name. A text that counts is shown for one
and for many, a list with one name and with three.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from random import Random
from typing import Annotated

import typer
from babel.messages import Message as Entry
from babel.messages.pofile import read_po

import engines
from bot.cli.refusal import refuse_unknown
from bot.wording import LANGUAGES, Texts, texts_in
from bot.wording.catalogue import catalogue_files
from bot.wording.languages import about
from bot.wording.texts import Argument
from engines import Action, Event, Game, IllegalAction, Message
from engines.players import PLAYERS
from tools.command_line import command_line, start

NAMES = ("Anna", "Jonas", "Thies", "Marieke", "Zoë", "Dirk")
PLAYER, DECISIONS, SEED = "greedy", 1500, 7
"""Who plays, the most decisions of a game, and its seed."""
FILLED = 2
"""How often a text of a game is shown: with what fills it first, and with what was most unlike that."""
REMEMBERED, WRONG = 300, 8
"""Actions of a game that are kept, and how many of them are tried where they are most likely refused."""
PERSONS = {"owner": "Marieke", "player": "Thies"}
"""Names of people where a text may name several."""
BUTTONS = {
    "join": "lobby.button.join",
    "start": "lobby.button.start",
    "computer": "lobby.button.computer",
    "move": "button.move",
}
ACTIONS = {
    "action": ("sell", "gold", "3"),
    "played": ("sell", "gold", "3"),
    "better": ("workers", "2"),
    "example": ("workers", "2"),
    "first": ("workers", "3"),
    "others": ("workers", "1"),
}
"""What blanks hold that name a button, or a move."""
SAMPLED = ("n", "count", "typed")
"""Blanks that are filled with samples alone: those by which a text counts, and what somebody typed."""
COUNTED = ("n", "count", "place", "table", "number")
TOLD = {
    "hexadecimal|the hash|the secret|the seed|the log": "9f3c27",
    "link|mention of|address": "#board-games",
    "time of day": "22:30",
    "date|day|Discord shows it|seconds since": "24 Dec",
    "typed": "sel golt",
    "time zone": "Europe/Berlin",
    "language": "Nederlands",
    "word|region|thing of the game": "‹word›",
}
"""What other blanks hold, by words of their comments."""

Said = Message | Event | Action
Value = int | str | tuple[str, ...]
Held = defaultdict[str, Counter[Value]]


def show(language: str, game: str | None) -> None:
    """Print the texts of one game; None: those that belong to no game."""
    refuse_unknown("language", [language], LANGUAGES)
    if game is not None:
        refuse_unknown("game", [game], engines.GAMES)
    for line in game_lines(language, game) if game else other_lines(language):
        typer.echo(line)


def other_lines(language: str) -> Iterator[str]:
    """Yield the texts that belong to no game, filled with samples of what their comments name."""
    texts = texts_in(language)
    for entry in entries(language, "portolan"):
        for args in samples(entry, texts):
            yield shown(id_of(entry), moments(texts.say(id_of(entry), **args), language))


def game_lines(language: str, key: str) -> Iterator[str]:
    """Yield the texts of a game, filled as a game that is played says them; the others are filled with samples."""
    said: dict[str, list[str]] = defaultdict(list)
    held: Held = defaultdict(Counter)
    kind = engines.GAMES[key]
    for seats in {kind.seats.start, kind.seats.stop - 1}:
        for game, each in played(key, seats):
            texts = texts_in(language).at(game)
            id, line = worded(texts, game, each)
            if line not in said[id]:
                said[id].append(line)
                keep(held, texts, game, each)
    for entry in entries(language, key):
        id = id_of(entry)
        filled = [texts_in(language).say(id, **args) for args in samples(entry, texts_in(language), held)]
        for line in spread(said.pop(id, [])) or filled:
            yield shown(id, line)


def keep(held: Held, texts: Texts, game: Game, said: Said) -> None:
    """Count the values of blanks in a text that a game says, by name, but for players and counted numbers."""
    if isinstance(said, Message | Event):
        given = said.args if isinstance(said, Message) else said.data
        for name, value in texts.arguments(game.key, given, NAMES).items():
            if name not in SAMPLED and not name.endswith(("seat", "seats")) and value:
                held[name][value if isinstance(value, int | str) else tuple(value)] += 1


def played(key: str, seats: int) -> Iterator[tuple[Game, Said]]:
    """Yield what is said in a game of computers, each with the game as it is then."""
    game, rng = engines.new(key, seats=seats, seed=SEED), Random(SEED)
    known: list[Action] = []
    for _ in range(DECISIONS):
        if not game.to_act:
            break
        seat = rng.choice(game.to_act)
        prompt, legal = game.prompt(seat), game.legal(seat)
        offered = rng.sample(legal, min(4, len(legal)))
        yield from ((game, each) for each in offered)
        hints = (prompt.message, prompt.resources, *(game.hint(seat, action) for action in offered))
        yield from ((game, each) for each in (*game.describe(None), *hints) if each is not None)
        yield from ((game, each) for each in refusals(game, seat, rng.sample(known, min(WRONG, len(known)))))
        known = rng.sample([*known, *offered], min(len(known) + len(offered), REMEMBERED))
        yield from ((game, each) for each in game.play(seat, PLAYERS[PLAYER](game, seat, rng)))
    yield from ((game, Message(f"{key}.source.{name}")) for name in game.scores()[0].sources)


def refusals(game: Game, seat: int, actions: Iterable[Action]) -> Iterator[Message]:
    """Why actions of other moments are none now."""
    for action in actions:
        try:
            game.check(seat, action)
        except IllegalAction as fault:
            yield fault.reason


def worded(texts: Texts, game: Game, said: Said) -> tuple[str, str]:
    """Return the id and the text of what is said."""
    if isinstance(said, Message):
        return said.id, texts.message(game.key, said, NAMES)
    if isinstance(said, Event):
        id = f"{game.key}.does.{said.kind}"
        return id if texts.has(id) else f"{game.key}.event.{said.kind}", texts.event(game.key, said, NAMES)
    return texts.action_id(game.key, said), texts.action(game.key, said, NAMES)


def spread(lines: list[str]) -> list[str]:
    """Return the shortest, the longest and some between, as many as are printed."""
    return sorted(lines, key=len)[:: max(1, (len(lines) - 1) // (FILLED - 1))][:FILLED]


# -- samples -----------------------------------------------------------------------------------------------------------


def samples(entry: Entry, texts: Texts, held: Mapping[str, Counter[Value]] | None = None) -> list[dict[str, Argument]]:
    """Return arguments that fill a text: for one and for many where it counts or lists.

    ``held`` has the values that its blanks had elsewhere.
    """
    blanks = re.findall(r"{(\w+)}: ([^{]+)", " ".join(entry.auto_comments))
    found: list[dict[str, Argument]] = []
    for number in (1, 3):
        args: dict[str, Argument] = {"n": number}
        for blank, what in blanks:
            elsewhere = commonest(held[blank], what, number, args.values()) if held and blank in held else None
            args[blank] = sample(blank, what, number, texts) if elsewhere is None else elsewhere
        found.append(args)
    shown = [texts.say(id_of(entry), **args) for args in found]
    return found if shown[0] != shown[1] else found[:1]


def commonest(held: Counter[Value], what: str, number: int, taken: Iterable[Argument]) -> Argument | None:
    """Of what a blank held what it held most, or what came third; nothing that the text says already."""
    is_number, used = bool(re.match("number|an amount", what)), [value for value in taken if isinstance(value, str)]
    fitting = [value for value, _ in held.most_common() if isinstance(value, int) == is_number and value not in used]
    if not fitting:
        return None
    value = fitting[:number][-1]
    return list(value) if isinstance(value, tuple) else value


def sample(blank: str, what: str, number: int, texts: Texts) -> Argument:
    """Return a sample for a blank by the comment on it: one thing, or three."""
    if re.match("list of permissions", what):
        return [texts.say(f"permission.{each}") for each in ("send_messages", "attach_files", "view_channel")[:number]]
    if re.match("players|list of players|list of mentions|names of|mentions|computers|the other players", what):
        return [f"**{name}**" for name in NAMES[1 : number + 1]]
    if blank in ("seat", "player", "owner", "name", "winner") or blank.endswith("_seat") or what.startswith("player "):
        return f"**{PERSONS.get(blank, 'Jonas')}**"
    if blank in BUTTONS:
        return texts.say(BUTTONS[blank])
    if blank == "since":
        return about(texts.name).ago
    if blank in ("game", "turn", "when"):
        return texts.title("macao") if blank == "game" else texts.when("macao", number)
    if blank in ACTIONS and re.search("action|move|planned", what):
        return texts.action("navegador", ACTIONS[blank])
    if blank in COUNTED or re.match("number|such as|milliseconds|hours|how many|a number", what):
        return number
    return next((text for sign, text in TOLD.items() if re.search(sign, what)), f"‹{blank}›")


def moments(text: str, language: str) -> str:
    """Return a text as Discord shows it, with its relative moments in words."""
    return re.sub(r"<t:[^>]*:R>", about(language).soon, text).replace("****", "**")


def shown(id: str, text: str) -> str:
    """Return a line of the output."""
    return f"{id}: {text}".replace("\n", " ⏎ ")


def entries(language: str, file: str) -> Iterator[Entry]:
    """Yield the texts of a file of the catalogue, in its order."""
    for path in catalogue_files(language):
        if path.name == f"{file}.po":
            with path.open("rb") as opened:
                yield from (entry for entry in read_po(opened, locale=language) if entry.id)


def id_of(entry: Entry) -> str:
    """Return the id of a text; a text that counts has it twice."""
    return entry.id if isinstance(entry.id, str) else str(entry.id[0])


app = command_line()


@app.command("texts")
def print_texts(
    language: Annotated[str, typer.Argument(help="Language: en, de or nl.")],
    game: Annotated[str | None, typer.Argument(help="Which game; default: the texts that belong to no game.")] = None,
) -> None:
    """Print every text filled with real values, for writers and translators."""
    show(language, game)


if __name__ == "__main__":
    start(app)
