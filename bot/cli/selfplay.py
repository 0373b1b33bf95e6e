"""The command `portolan selfplay`: a game of computers as files, with boards, record, summary and its pictures."""

from __future__ import annotations

import os
import re
import secrets
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import msgspec
from rich.console import Console
from rich.markdown import Markdown

import engines
import render
from bot.cli.board_files import board_file, prepare_folder, progress
from bot.cli.refusal import refuse, refuse_unknown
from bot.delivery.illustrating import axis_of
from bot.delivery.result import closing_lines, final_lines, score_history
from bot.delivery.turning_points import points_by_turn, turning_points
from bot.drawing.headline import headline
from bot.tables import Table
from bot.wording import LANGUAGES, Texts, texts_in
from engines import Event, Game, View, record
from engines.fair_dice import LONGEST_NAME
from engines.players import PLAYERS
from engines.randomness import SEED_BITS
from render.shape import Shape
from storage.columns import utcnow
from storage.models import GameRow, MoveRow, SeatRow, Status

DEFAULT_PLAYER = "greedy"
"""The computer player of all seats if none is named."""
SUMMARY_PICTURES = 2
"""Number of pictures apart from the boards of the turns: the last board, and the chart of points."""
SMALL_PRINT = re.compile(r"^-# ", re.MULTILINE)
"""Discord's mark for a line in small letters."""


@dataclass(frozen=True)
class PlayRequest:
    """A game as requested on the command line."""

    game: str
    seats: int
    seed: int | None
    """The seed of the dice; None: a random one."""
    players: Sequence[str]
    """The kinds of computer players: one for all seats or one for each; empty: `DEFAULT_PLAYER`."""
    names: Sequence[str]
    """A name for each seat; empty: the names of the kinds with the number of the seat."""
    options: Sequence[str]
    """Options of the game, each as "name=value"."""
    language: str
    shape: str = "wide"


@dataclass
class Turn:
    """The position at the end of a turn, and the public events of the turn."""

    view: View
    events: list[Event]


@dataclass
class PlayedGame:
    """A finished game with the data for its files."""

    game: Game
    seed: str
    """The seed in hexadecimal digits."""
    kinds: Sequence[str]
    """The kind of computer player of each seat."""
    names: tuple[str, ...]
    shape: Shape
    moves: list[MoveRow] = field(default_factory=list)
    turns: list[Turn] = field(default_factory=list)

    @property
    def table(self) -> Table:
        """The game as a stored table that is over, for functions that word and draw tables; its ids mean nothing."""
        now = utcnow()
        state = self.game.state
        row = GameRow(
            id=0,
            key=self.game.key,
            channel_id=0,
            host_id=0,
            seats=state.seats,
            options=dict(state.options),
            status=Status.FINISHED,
            seed=self.seed,
            commitment=record.commitment(self.seed),
            rules_version=state.rules,
            state=self.game.dump(),
            turn=state.turn,
            started_at=now,
            finished_at=now,
        )
        seats = [
            SeatRow(game_id=0, number=seat, computer=kind, name=name)
            for seat, (kind, name) in enumerate(zip(self.kinds, self.names, strict=True))
        ]
        return Table(row, seats)


def play_to_folder(
    request: PlayRequest, folder: Path, before_decision: Callable[[Game, int], None] = lambda _game, _seat: None
) -> PlayedGame:
    """Play a game and write its files; end the program with one line if that is not possible.

    `before_decision` is called with the game and the seat before each decision.
    """
    game_played = _begin(request)
    texts = texts_in(request.language)
    console = Console()
    try:
        prepare_folder(folder)
        with progress() as steps:
            playing = steps.add_task(f"playing {texts.title(request.game)}", total=None)
            _play(game_played, lambda: steps.advance(playing), before_decision)
            steps.update(playing, total=len(game_played.turns))
            drawing = steps.add_task("drawing", total=len(game_played.turns) + SUMMARY_PICTURES)
            summary = _write(game_played, texts, folder, lambda: steps.advance(drawing))
    except OSError as fault:
        refuse(f"{folder} cannot be written to: {fault.strerror or fault}")
    console.print(Markdown(_without_small_print(summary)))
    console.print(f"{len(game_played.turns)} boards, record and summary are in {folder}", markup=False, highlight=False)
    return game_played


def _without_small_print(summary: str) -> str:
    """Return the summary with Discord's mark for small letters, which Markdown lacks, replaced by paragraphs."""
    return SMALL_PRINT.sub("\n", summary)


def _begin(request: PlayRequest) -> PlayedGame:
    """Return the requested game before its first move; end the program with one line if it is not possible."""
    kinds = list(request.players or [DEFAULT_PLAYER])
    refuse_unknown("language", [request.language], LANGUAGES)
    refuse_unknown("shape", [request.shape], Shape)
    refuse_unknown("computer player", kinds, PLAYERS)
    refuse_unknown("game", [request.game], engines.GAMES)
    if len(kinds) == 1:
        kinds *= max(request.seats, 1)
    if len(kinds) != request.seats:
        refuse(f"name one computer player, or one for each of the {request.seats} seats")
    if request.names and len(request.names) != request.seats:
        refuse(f"name each of the {request.seats} seats, or none")
    say = texts_in(request.language).say
    names = request.names or [f"{say(f'computer.{kind}')} {number}" for number, kind in enumerate(kinds, 1)]
    if any(not 1 <= len(name) <= LONGEST_NAME for name in names):
        refuse(f"a name has 1 to {LONGEST_NAME} characters")
    seed = secrets.randbits(SEED_BITS) if request.seed is None else request.seed
    game_class = engines.GAMES[request.game]
    options = game_class.defaults() | _options(request.options)
    # It is not created by `Game.new`: an option may have the name of one of its arguments.
    try:
        game = game_class.by_rules(game_class.rules_version, request.seats, seed, **options)
    except ValueError as fault:
        refuse(str(fault))
    seed_digits = f"{seed:0{SEED_BITS // 4}x}"  # four bits are a hexadecimal digit
    return PlayedGame(game, seed_digits, kinds, tuple(names), Shape(request.shape))


def _options(typed: Sequence[str]) -> dict[str, str]:
    """Return the typed options by name; end the program with one line if one is written wrongly."""
    options = {}
    for word in typed:
        option, equals, value = word.partition("=")
        if not equals:
            refuse(f"an option is written name=value, not {word!r}")
        options[option] = value
    return options


def _play(
    game_played: PlayedGame,
    turn_done: Callable[[], None],
    before_decision: Callable[[Game, int], None] = lambda _game, _seat: None,
) -> None:
    """Play the game to its end, and note moves and turns; `turn_done` is called after each turn."""
    game = game_played.game
    rng = Random(game_played.seed)  # for the players alone: the dice are in the state of the game
    turn_events: list[Event] = []
    while game.to_act:
        seat = game.blocking_seats[0]
        turn = game.state.turn
        before_decision(game, seat)
        action = PLAYERS[game_played.kinds[seat]](game, seat, rng)
        events = game.play(seat, action)
        turn_events += events
        scores = [score.total for score in game.scores()]
        version = len(game_played.moves) + 1
        words = record.notation(action)
        row = MoveRow(game_id=0, version=version, seat=seat, words=words, turn=turn, scores=scores)
        row.events = [msgspec.to_builtins(event) for event in events]
        game_played.moves.append(row)
        if game.state.over or game.state.turn != turn:
            public = [event for event in turn_events if event.seen_by is None]
            game_played.turns.append(Turn(game.view(None), public))
            turn_events = []
            turn_done()


def _write(game_played: PlayedGame, texts: Texts, folder: Path, file_done: Callable[[], None]) -> str:
    """Write all files, and return the text of the summary; `file_done` is called after each picture.

    The boards are drawn in threads, as drawing them takes most of the time.
    """
    table = game_played.table

    def caption(events: Sequence[Event] = ()) -> render.Caption:
        news = headline(game_played.game.key, texts, events, game_played.names)
        return render.Caption(
            game_played.names, tuple(events), texts.say, texts.name, shape=game_played.shape, news=news
        )

    def draw_turn(number: int) -> None:
        turn = game_played.turns[number - 1]
        board_file(folder, number).write_bytes(render.picture(turn.view, caption(turn.events)))

    moves = [record.Move(move.seat, move.words) for move in game_played.moves]
    game_record = record.of(game_played.game, game_played.seed, moves, list(game_played.names))
    (folder / "record.json").write_bytes(record.encode(game_record))
    summary = _summary(game_played, table, texts)
    (folder / "summary.md").write_text(summary, encoding="utf-8")
    (folder / "summary-board.png").write_bytes(render.picture(game_played.game.view(None), caption()))
    file_done()
    first_turn = next(iter(points_by_turn(game_played.moves)), 1)
    chart = render.chart(
        score_history(table, game_played.moves),
        caption(),
        texts.say("say.chart"),
        table.row.key,
        axis_of(table, texts),
        first_turn,
    )
    (folder / "summary-scores.png").write_bytes(chart)
    file_done()
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for _ in pool.map(draw_turn, range(1, len(game_played.turns) + 1)):
            file_done()
    return summary


def _summary(game_played: PlayedGame, table: Table, texts: Texts) -> str:
    """Return the result and the course of the game as Markdown."""
    title = f"# {texts.title(game_played.game.key)}"
    scores = game_played.game.scores()
    ranking = game_played.game.ranking()
    places = [f"{place}. {game_played.names[seat]}: {scores[seat].total}" for place, seat in enumerate(ranking, 1)]
    lines = [
        *final_lines(table, texts),
        "",
        *turning_points(table, game_played.moves, texts.at(game_played.game, game_played.names)),
    ]
    return "\n".join([title, "", *places, "", *lines, *closing_lines(table, texts), ""])
