"""Collect the names of one table: players, and places of the board by their codes in pictures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import render
from bot.language.read.possible_actions.candidates import words_of_actions
from bot.language.read.words.concepts import Concept
from bot.language.read.words.lexicon import Lexicon, Names
from bot.wording.texts import SEAT, Texts
from bot.wording.word_forms import folded, spellings
from engines import Action, Game
from render.kit.initials import initials
from render.names import look_of, shown, spoken_initial


def names_at_table(
    texts: Texts, game: Game, seat: int, players: Sequence[str], legal: Sequence[Action], lexicons: Sequence[Lexicon]
) -> Names:
    """Return the names that a seat may use at this table, with their meanings.

    Args:
        texts: Texts in the language of the player.
        game: The position.
        seat: The seat of the player.
        players: The stored names of all players.
        legal: The legal actions of the seat.
        lexicons: Lexicons of the player's languages, whose words win over possessives of names.
    """
    names: dict[str, set[Concept]] = {}
    for word, id in _places(game, seat, players, legal):
        names.setdefault(word, set()).add(Concept("thing", id))
    for word, id in _players(texts, players, lexicons):
        names.setdefault(word, set()).add(Concept("thing", id))
    return {words: frozenset(concepts) for words, concepts in names.items()}


def _places(game: Game, seat: int, players: Sequence[str], legal: Sequence[Action]) -> Iterator[tuple[str, str]]:
    """Yield the ids of places, and their codes in the seat's picture."""
    places = game.places()
    for id in {*words_of_actions(legal), *places, *game.rows(seat)}:
        if any(letter.isdigit() for letter in id) and not id.isdigit():
            yield id, id
    codes = render.marks(game.view(seat), [(id,) for id in places], players) if places else {}
    for id, code in codes.items():
        yield code.lower(), id


def _players(texts: Texts, players: Sequence[str], lexicons: Sequence[Lexicon]) -> Iterator[tuple[str, str]]:
    """Yield names of players: as stored and as they look, possessives, initials; also of empty seats."""
    letters = initials(players)
    for number, stored in enumerate(players, 1):
        id = f"{SEAT}{number}"
        ways = [*spellings(shown(stored)), folded(look_of(stored)), *spellings(texts.unnamed(number))]
        for spelling in filter(None, ways):
            name = " ".join(spelling)
            yield name, id
            possessive = f"{name}s"  # Carla's
            if not any(words.knows(possessive) for words in lexicons):
                yield possessive, id
        for initial in {letters[number - 1], spoken_initial(stored)} - {""}:
            yield initial.lower(), id
