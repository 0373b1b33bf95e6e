"""Print every text as people read it: ``python -m tools.texts``.

Texts of a game are filled from games between computer players. A text that these games never use takes values that its
blanks had in other texts of these games, and otherwise samples, as do all texts that belong to no game. A text that
counts is shown for one and for many, a list with one name and with three. What a language lacks is shown in English, as
people see it; ``--missing`` prints it as entries to translate.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from io import BytesIO
from random import Random
from typing import Annotated

import typer
from babel.messages import Catalog
from babel.messages import Message as Entry
from babel.messages.pofile import read_po, write_po

import engines
from bot.cli.refusal import refuse, refuse_unknown
from bot.wording import LANGUAGES, Texts, texts_in
from bot.wording.languages import FALLBACK, about, catalogue, catalogue_files
from bot.wording.texts import Argument
from engines import Action, Event, Game, IllegalAction, Message
from engines.players import PLAYERS
from tools.command_line import command_line, start

NAMES = ("Anna", "Jonas", "Thies", "Marieke", "Zoë", "Dirk")
"""Names of the players of a game, by seat."""
PLAYER = "greedy"
"""The computer player in all seats."""
DECISIONS = 1500
"""Most decisions of a game, in case it does not end."""
SEED = 7
"""Seed of the games."""
FILLED = 2
"""How many lines a text of a game has at most: the shortest and the longest."""
REMEMBERED = 300
"""Number of earlier actions of a game from which refused ones are drawn."""
WRONG = 8
"""Number of earlier actions that are checked before each decision, most of which are refused."""
PERSONS = {"owner": "Marieke", "player": "Thies"}
"""Names for blanks of texts that may name two people."""
BUTTONS = {
    "join": "lobby.button.join",
    "start": "lobby.button.start",
    "computer": "lobby.button.computer",
    "move": "button.move",
}
"""Texts of the buttons that blanks name."""
ACTIONS = {
    "action": ("sell", "gold", "3"),
    "played": ("sell", "gold", "3"),
    "better": ("workers", "2"),
    "example": ("workers", "2"),
    "first": ("workers", "3"),
    "others": ("workers", "1"),
}
"""Sample actions of Navegador for blanks that name a move."""
SAMPLED = ("n", "count", "typed")
"""Blanks that only samples fill: the numbers by which a text counts, and typed words."""
COUNTED = ("n", "count", "place", "table", "number")
"""Blanks that hold a number, whatever their comments say."""
SAMPLES = {
    "hexadecimal|the hash|the secret|the seed|the log": "9f3c27",
    "link|mention of|address": "#board-games",
    "time of day": "22:30",
    "date|day|Discord shows it|seconds since": "24 Dec",
    "typed": "sel golt",
    "time zone": "Europe/Berlin",
    "percentage|that of the second": "50",
    "language": "Nederlands",
    "word|region|thing of the game": "‹word›",
}
"""Samples for all other blanks, by patterns of words in their comments."""


class UnknownBlank(Exception):
    """A text has a blank that nothing fills; the message names both."""


Speech = Message | Event | Action
"""A part of a game that is put into words."""
Value = int | str | tuple[str, ...]
BlankValues = defaultdict[str, Counter[Value]]
"""How often each value has filled a blank, by the blank's name."""


def show(language: str, game: str | None) -> None:
    """Print the texts of one game, or with None those that belong to no game."""
    try:
        for line in game_lines(language, game) if game else other_lines(language):
            typer.echo(line)
    except UnknownBlank as fault:
        refuse(str(fault))


def missing_entries(language: str, game: str | None) -> str:
    """Return the texts that a language lacks as entries of a ``.po`` file, each with its English text as a comment."""
    own_texts = catalogue(language).texts
    missing = Catalog(locale=language)
    for entry in entries(game or "portolan"):
        if id_of(entry) not in own_texts:
            forms = [entry.string] if isinstance(entry.string, str) else entry.string or ()
            comments = [*entry.auto_comments, *(f"English: {form}" for form in forms)]
            missing.add(entry.id, auto_comments=comments)
    written = BytesIO()
    write_po(written, missing, omit_header=True, width=0)
    return written.getvalue().decode()


def other_lines(language: str) -> Iterator[str]:
    """Yield the texts that belong to no game, filled with samples that suit their comments."""
    texts = texts_in(language)
    for entry in entries("portolan"):
        for args in samples(entry, texts):
            yield shown(id_of(entry), moments(said(texts, id_of(entry), args), language))


def game_lines(language: str, key: str) -> Iterator[str]:
    """Yield the texts of a game, filled as played games use them, or with samples if these games never use them."""
    lines_of: dict[str, list[str]] = defaultdict(list)
    blank_values: BlankValues = defaultdict(Counter)
    kind = engines.GAMES[key]
    for seats in {kind.seats.start, kind.seats.stop - 1}:
        for game, speech in played(key, seats):
            texts = texts_in(language).at(game)
            id, line = worded(texts, game, speech)
            if line not in lines_of[id]:
                lines_of[id].append(line)
                count_values(blank_values, texts, game, speech)
    for entry in entries(key):
        id = id_of(entry)
        filled = [said(texts_in(language), id, args) for args in samples(entry, texts_in(language), blank_values)]
        for line in spread(lines_of.pop(id, [])) or filled:
            yield shown(id, line)


def count_values(blank_values: BlankValues, texts: Texts, game: Game, speech: Speech) -> None:
    """Count the values that fill the blanks of a text, except players and the blanks that only samples fill."""
    if isinstance(speech, Message | Event):
        raw = speech.args if isinstance(speech, Message) else speech.data
        for name, value in texts.arguments(game.key, raw, NAMES).items():
            if name not in SAMPLED and not name.endswith(("seat", "seats")) and value:
                blank_values[name][value if isinstance(value, int | str) else tuple(value)] += 1


def played(key: str, seats: int) -> Iterator[tuple[Game, Speech]]:
    """Yield offers, questions, hints, refusals and events of a game between computers, with the game at that moment."""
    game = engines.new(key, seats=seats, seed=SEED)
    rng = Random(SEED)
    earlier: list[Action] = []
    for _ in range(DECISIONS):
        if not game.to_act:
            break
        seat = rng.choice(game.to_act)
        prompt = game.prompt(seat)
        legal = game.legal(seat)
        offered = rng.sample(legal, min(4, len(legal)))
        yield from ((game, action) for action in offered)
        hints = (prompt.message, prompt.resources, *(game.hint(seat, action) for action in offered))
        yield from ((game, message) for message in (*game.describe(None), *hints) if message is not None)
        tried = rng.sample(earlier, min(WRONG, len(earlier)))
        yield from ((game, reason) for reason in refusals(game, seat, tried))
        earlier = rng.sample([*earlier, *offered], min(len(earlier) + len(offered), REMEMBERED))
        yield from ((game, event) for event in game.play(seat, PLAYERS[PLAYER](game, seat, rng)))
    yield from ((game, Message(f"{key}.source.{name}")) for name in game.scores()[0].sources)


def refusals(game: Game, seat: int, actions: Iterable[Action]) -> Iterator[Message]:
    """Yield the reasons why the game refuses actions of earlier moments."""
    for action in actions:
        try:
            game.check(seat, action)
        except IllegalAction as fault:
            yield fault.reason


def worded(texts: Texts, game: Game, speech: Speech) -> tuple[str, str]:
    """Return the id of the text of a message, event or action, and the text with its blanks filled."""
    if isinstance(speech, Message):
        return speech.id, texts.message(game.key, speech, NAMES)
    if isinstance(speech, Event):
        id = f"{game.key}.does.{speech.kind}"
        return id if texts.has(id) else f"{game.key}.event.{speech.kind}", texts.event(game.key, speech, NAMES)
    return texts.action_id(game.key, speech), texts.action(game.key, speech, NAMES)


def spread(lines: list[str]) -> list[str]:
    """Return the lines that are printed: the shortest, the longest and, if ``FILLED`` allows, some between."""
    return sorted(lines, key=len)[:: max(1, (len(lines) - 1) // (FILLED - 1))][:FILLED]


# -- samples -----------------------------------------------------------------------------------------------------------


def samples(
    entry: Entry, texts: Texts, blank_values: Mapping[str, Counter[Value]] | None = None
) -> list[dict[str, Argument]]:
    """Return arguments that fill a text, twice (for one and for many) if the text counts or lists.

    ``blank_values`` has the values of blanks in other texts of a game.
    """
    blanks = re.findall(r"{(\w+)}: ([^{]+)", " ".join(entry.auto_comments))
    fillings: list[dict[str, Argument]] = []
    for number in (1, 3):
        args: dict[str, Argument] = {"n": number}
        for blank, comment in blanks:
            counts = blank_values.get(blank) if blank_values else None
            value = commonest(counts, comment, number, args.values()) if counts else None
            args[blank] = sample(blank, comment, number, texts) if value is None else value
        fillings.append(args)
    for_one, for_many = (said(texts, id_of(entry), args) for args in fillings)
    return fillings if for_one != for_many else fillings[:1]


def said(texts: Texts, id: str, args: Mapping[str, Argument]) -> str:
    """Return a text with its blanks filled.

    Raises:
        UnknownBlank: The text has a blank that the English one lacks.
    """
    try:
        return texts.say(id, **args)
    except KeyError as fault:
        raise UnknownBlank(f"{id} has a blank {{{fault.args[0]}}}, which the English text lacks") from fault


def commonest(counts: Counter[Value], comment: str, number: int, taken: Iterable[Argument]) -> Argument | None:
    """Return the value that a blank had most often or, for ``number`` 3, third most often.

    Values that the text already has in other blanks are passed over. The result is None if no value is left.
    """
    is_number = bool(re.match("number|an amount", comment))
    used = [value for value in taken if isinstance(value, str)]
    fitting = [value for value, _ in counts.most_common() if isinstance(value, int) == is_number and value not in used]
    if not fitting:
        return None
    value = fitting[:number][-1]
    return list(value) if isinstance(value, tuple) else value


def sample(blank: str, comment: str, number: int, texts: Texts) -> Argument:
    """Return a sample that suits the comment on a blank; ``number`` is how much or how many it counts or lists."""
    if re.match("list of permissions", comment):
        return [texts.say(f"permission.{name}") for name in ("send_messages", "attach_files", "view_channel")[:number]]
    if re.match("players|list of players|list of mentions|names of|mentions|computers|the other players", comment):
        return [f"**{name}**" for name in NAMES[1 : number + 1]]
    if (
        blank in ("seat", "player", "owner", "name", "winner")
        or blank.endswith("_seat")
        or comment.startswith("player ")
    ):
        return f"**{PERSONS.get(blank, 'Jonas')}**"
    if blank in BUTTONS:
        return texts.say(BUTTONS[blank])
    if blank == "since":
        return about(texts.name).ago
    if blank in ("game", "turn", "when"):
        return texts.title("macao") if blank == "game" else texts.turn_name("macao", number)
    if blank in ACTIONS and re.search("action|move|planned", comment):
        return texts.action("navegador", ACTIONS[blank])
    if blank in COUNTED or re.match("number|such as|milliseconds|hours|how many|a number", comment):
        return number
    return next((text for pattern, text in SAMPLES.items() if re.search(pattern, comment)), f"‹{blank}›")


def moments(text: str, language: str) -> str:
    """Return a text as Discord shows it: relative moments in words, and no doubled marks of bold type."""
    return re.sub(r"<t:[^>]*:R>", about(language).soon, text).replace("****", "**")


def shown(id: str, text: str) -> str:
    """Return a line of the output, with marks in place of line breaks."""
    return f"{id}: {text}".replace("\n", " ⏎ ")


def entries(file: str) -> Iterator[Entry]:
    """Yield the entries of a file of the English catalogue, which has all texts, in the order of the file."""
    for path in catalogue_files(FALLBACK):
        if path.name == f"{file}.po":
            with path.open("rb") as opened:
                yield from (entry for entry in read_po(opened, locale=FALLBACK) if entry.id)


def id_of(entry: Entry) -> str:
    """Return the id of a text; Babel gives a text that counts a pair of equal ids."""
    return entry.id if isinstance(entry.id, str) else str(entry.id[0])


app = command_line()


@app.command("texts")
def print_texts(
    language: Annotated[str, typer.Argument(help="The code of the language, such as de.")],
    game: Annotated[str | None, typer.Argument(help="Which game; default: the texts that belong to no game.")] = None,
    missing: Annotated[
        bool, typer.Option("--missing", help="Print the texts that the language lacks, as entries to translate.")
    ] = False,
) -> None:
    """Print every text filled with real values, for writers and translators."""
    refuse_unknown("language", [language], LANGUAGES)
    if game is not None:
        refuse_unknown("game", [game], engines.GAMES)
    if missing:
        typer.echo(missing_entries(language, game), nl=False)
    else:
        show(language, game)


if __name__ == "__main__":
    start(app)
