"""Show how one text is read, stage by stage: ``python -m tools.bench explain navegador "sell two gold"``.

The text is read at a position of a game of the computer player ``greedy``, or of a record. The stages are those of
docs/typed-text.md.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from random import Random
from typing import NamedTuple

from rich.console import Console
from rich.table import Table

import engines
from bot.cli.records import read_record
from bot.cli.refusal import WRONG, refuse
from bot.language.read.conversation.dialogue import Conversation
from bot.language.read.decisions.position import Position
from bot.language.read.decisions.unoffered import Unoffered
from bot.language.read.possible_actions.candidates import words_of_actions
from bot.language.read.ranking.rank import Match, Ranking
from bot.language.read.readings import Reading, Refuse
from bot.language.read.sentences.cues import Cue
from bot.language.read.sentences.mood import Mood
from bot.language.read.sentences.number_context import NO_PARTNER
from bot.language.read.sentences.sentence import Sentence, sentence_of
from bot.language.read.tokens.asides import without_asides
from bot.language.read.tokens.utterance import Utterance
from bot.language.read.words.concepts import Mention
from bot.wording import texts_in
from engines import Game, record
from engines.players import PLAYERS
from tools.bench.measure import usual_seats

NAMES = ("Anna", "Ben", "Carla", "Dirk", "Emil", "Finn")
MATCHES = 3
"""Matches that are shown of the actions that are offered, and of those that are not."""


class Moment(NamedTuple):
    """The position at which a text is read."""

    file: Path | None
    """A record of the game; None: a game of computer players."""
    seed: int
    """The seed of the game of computer players."""
    moves: int
    """The number of moves before the position."""


def run(game: str, typed: str, language: str, moment: Moment) -> None:
    """Print how a text is read by the next seat that has to decide."""
    position = _game_at(game, moment)
    if not position.to_act:
        refuse(f"the game is over after {moment.moves} moves")
    seat = position.to_act[0]
    console = Console(highlight=False, markup=False)
    console.print(f"Seat {seat + 1}: {position.prompt(seat).message.id}")
    show(console, position, seat, typed, language)


def show(console: Console, game: Game, seat: int, typed: str, language: str) -> None:
    """Print the mentions, the mood, the best matches and the reading of a text."""
    texts = texts_in(language)
    names = NAMES[: game.state.seats]
    conversation = Conversation(texts, game, seat, names)
    utterance = conversation.with_names(without_asides(Utterance.of(typed), language))
    position = conversation.reader.position
    words = position.own_lexicon
    offered = words_of_actions(position.legal)
    sentence = sentence_of(words, utterance, position.names_in(utterance), offered=offered, exactly=False)
    console.print(_mentions(sentence))
    console.print(f"Mood: {_mood(sentence.mood)}")
    for title, ranking in _rankings(position, sentence):
        console.print(_matches(title, ranking.matches[:MATCHES]))
    console.print(f"This decision: {_reading(conversation.reader.read(utterance))}")
    console.print(f"The whole text: {_reading(conversation.read(typed))}")


def _game_at(key: str, moment: Moment) -> Game:
    """Return the game at a moment; end the program if the record is none of this game, or damaged."""
    if moment.file is None:
        kind = engines.GAMES[key]
        game = engines.new(key, seats=usual_seats(kind), seed=moment.seed)
        rng = Random(moment.seed)
        for _ in range(moment.moves):
            if game.to_act:
                seat = game.to_act[0]
                game.play(seat, PLAYERS["greedy"](game, seat, rng))
        return game
    try:
        game_record = read_record(moment.file, texts_in("en"))
        if game_record.game != key:
            refuse(f"{moment.file}: a game of {game_record.game}, not {key}")
        return record.replay(game_record, engines.GAMES, moment.moves)
    except record.RecordFault as fault:
        refuse(f"{moment.file}: {fault}", WRONG)


def _rankings(position: Position, sentence: Sentence) -> Iterable[tuple[str, Ranking]]:
    """Yield the rankings of what is offered and of what is not, each with its title."""
    candidates = position.candidates
    yield "Offered", Ranking(sentence.cues, candidates.legal, position.spoken)
    built = Unoffered(candidates, sentence.cues).built_from_words()
    yield "Not offered", Ranking(sentence.cues, built, position.spoken)


def _mentions(sentence: Sentence) -> Table:
    """Return a table of all words with their meanings, and what their context adds."""
    cues = {cue.mention.start: cue for cue in sentence.cues}
    table = Table("words", "meanings", "units", "context", title="Mentions and cues", title_justify="left")
    for mention in sentence.mentions:
        cue = cues.get(mention.start)
        meanings = [f"{kind}: {', '.join(sorted(values))}" for kind, values in sorted(mention.by_kind.items())]
        units = ", ".join(sorted(cue.units)) if cue is not None else ""
        table.add_row(mention.text, "\n".join(meanings), units, ", ".join(_context(mention, cue, sentence)))
    return table


def _context(mention: Mention, cue: Cue | None, sentence: Sentence) -> Iterable[str]:
    """Yield what is known of a mention apart from its meanings and units."""
    if mention.is_weak:
        yield "weak"
    if mention.is_guessed:
        yield "guessed"
    if mention.is_unknown:
        yield "unknown"
    if mention.panel_verbs:
        yield "the panel's verb"
    if cue is None:
        return
    if cue.partner_start != NO_PARTNER:
        yield f"beside {sentence.utterance.tokens[cue.partner_start].word!r}"
    if cue.end:
        yield cue.end
    if cue.is_price:
        yield "price"
    if cue.is_all:
        yield "all"
    if cue.is_excluded:
        yield "excluded"


def _mood(mood: Mood) -> str:
    """Return the mood of a sentence in words."""
    parts = [
        "question" if mood.is_question else "",
        f"end: {mood.end_phrase!r}" if mood.end_phrase else "",
        f"superlative: {mood.superlative}" if mood.superlative else "",
        "denies an end" if mood.is_unfinished else "",
        "exception" if mood.exceptions else "",
    ]
    return ", ".join(filter(None, parts)) or "none"


def _matches(title: str, matches: Sequence[Match]) -> Table:
    """Return a table of the best matches of a ranking."""
    table = Table("action", "score", "explained", "missing", "unexplained", "doubts", title=title, title_justify="left")
    for match in matches:
        unexplained = ", ".join(mention.text for mention in match.unexplained)
        numbers = (f"{match.score:.1f}", str(match.explained), str(match.missing_count))
        action = record.notation(match.candidate.action)
        table.add_row(action, *numbers, unexplained, ", ".join(sorted(match.doubts)))
    return table


def _reading(reading: Reading) -> str:
    """Return a reading in one line; of a refusal, only the ids of its reasons."""
    if isinstance(reading, Refuse):
        reasons = ", ".join(reason.id for reason in reading.reasons)
        return f"Refuse {record.notation(reading.action)!r}: {reasons}"
    return repr(reading)
