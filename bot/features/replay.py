"""/replay: the boards of a table one after the other in a private message, with what the person knew at each."""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Annotated, NamedTuple

import discord
from discord import app_commands

from bot.delivery.compose import fit
from bot.delivery.illustrating import AT_ONCE, Attachment, as_far_as_drawn, board_picture, files_of
from bot.drawing import drawers
from bot.features.shown_board import ON_BOARDS, require_shown_board
from bot.features.table_option import complete_own, everywhere, latest_table, with_table
from bot.interactions.command_names import AnyCommand, description, name
from bot.interactions.components import on_choice, on_press, one_of, read_all
from bot.interactions.controls import Name, OfPanel, ShapeButton
from bot.interactions.forms import Form, TypedForm
from bot.interactions.limits import OPTION
from bot.interactions.person import texts_for
from bot.interactions.replies import Reply, answer, follow_up, log
from bot.interactions.services import Interaction, services_of
from bot.interactions.shapes import other_shape, own_shape, public_shape, redrawn_in_shape, shape_button
from bot.panel.cross_server import check_there
from bot.panel.private_notes import on_top
from bot.tables import Refused, Table
from bot.tables.analysis.replays import TableHistory, event_stride, seat_stride
from bot.tables.analysis.seat_knowledge import SeatKnowledge
from bot.wording import Texts
from bot.wording.escaping import within
from engines import Event
from engines.record import parse
from engines.scenes import MOVE, STRIDES, TURN, Scene, stepped
from render.shape import Shape
from storage import moves

SHOWN_PICTURE = "replay.png"
"""File name of posted replay pictures.

It differs from that of boards, so that context menus for boards do not accept these messages.
"""
AHEAD_WITHIN = 5.0
"""Deadline in seconds for pictures that are drawn ahead; drawings that somebody waits for have shorter ones."""
STEPS = ("first", "back", "on", "last", "stay")
"""Where a button of a replay leads from the shown scene: to the first, previous, next, last or the same scene."""


class OfReplay(OfPanel):
    """A base of the buttons of a replay."""

    stride: Name
    """The kind of scenes that the replay goes through, such as turns or the moves of one seat."""


class ReplayButton(OfReplay, id="pt:replay:{game_id}:{version}:{stride}:{step}"):
    """The button that shows an earlier or later scene."""

    step: Annotated[str, one_of(STEPS)]


class StrideSelect(OfPanel, id="pt:stride:{game_id}:{version}"):
    """The select of the kind of scenes that the replay goes through."""


class GoToButton(OfReplay, id="pt:goto:{game_id}:{version}:{stride}"):
    """The button that opens the form for the number of a turn."""


class ShowAllButton(OfReplay, id="pt:showall:{game_id}:{version}:{stride}"):
    """The button that posts the shown board in the channel."""


class ReplayShape(ShapeButton, id="pt:replayshape:{shape}:{game_id}:{words}"):
    """The button that changes the shape of the board in a replay; ``words`` are the scene's version and the stride."""


@dataclass(frozen=True)
class ReplayBoard:
    """A scene of a game as a person may see it."""

    history: TableHistory
    knowledge: SeatKnowledge
    """The knowledge of the person."""
    stride: str
    """The kind of scenes that the replay goes through."""
    scenes: Sequence[Scene]
    """All scenes of this stride."""
    place: int
    """The index of the shown scene."""
    table: Table | None
    """The table after the scene; None if its moves cannot be replayed by the present rules."""
    events: Sequence[Event]
    """The events of the scene that the person may know."""

    @property
    def scene(self) -> Scene:
        return self.scenes[self.place]

    @property
    def seat(self) -> int | None:
        """The seat whose hand the person may see in this scene; None: no hand."""
        return self.knowledge.at(self.scene.until)


async def look(
    interaction: Interaction, history: TableHistory, version: int, stride: str, step: str = "stay"
) -> ReplayBoard | None:
    """Return the scene that a step leads to; None if there is no scene of this stride yet.

    Args:
        interaction: The interaction.
        history: The history of the table.
        version: The version of the scene that was shown.
        stride: The kind of scenes.
        step: One of ``STEPS``, or "within" for the scene that contains ``version``.
    """
    replays = services_of(interaction).tables.replays
    knowledge = history.knowledge_of(interaction.user.id)
    scenes = await replays.scenes(history, stride, knowledge)
    if not scenes:
        return None
    place = stepped(scenes, version, step)
    last_version = scenes[place].until
    table_then = None
    with contextlib.suppress(Refused):
        table_then = (await replays.positions(history, [last_version]))[last_version]
    if table_then is None and last_version == history.decisions[-1].version:
        table_then = history.table  # the last scene needs no replay
    events_by_version = await replays.events(history, scenes[place], knowledge)
    events = [event for events_of_version in events_by_version.values() for event in events_of_version]
    return ReplayBoard(history, knowledge, stride, scenes, place, table_then, events)


async def readable_history(interaction: Interaction, table: Table) -> TableHistory:
    """Return the history of a table for people in its channel and for people who play or played there.

    Raises:
        Refused: The person is neither, or there are no moves yet.
    """
    history = await services_of(interaction).tables.replays.load_history(table)
    user = interaction.user.id
    is_in_channel = table.row.channel_id == interaction.channel_id
    if not is_in_channel and not table.involves(user) and not history.knowledge_of(user).spans:
        raise table.no_seat_refusal(user)
    await check_there(interaction, table)
    if not history.decisions:
        raise Refused("error.nothing_to_replay")
    return history


async def show(interaction: Interaction, history: TableHistory, version: int, stride: str, step: str = "stay") -> None:
    """Show a scene with its board, the person's notes of that turn, and buttons to the scenes around it.

    The arguments are those of `look`.
    """
    texts = await texts_for(interaction)
    board = await look(interaction, history, version, stride, step)
    replays = services_of(interaction).tables.replays
    knowledge = history.knowledge_of(interaction.user.id)
    kinds = await replays.milestone_kinds(history, knowledge)
    if board is None:  # another stride may have scenes, so the select of strides is offered
        view = _view(interaction, history, texts, version, stride, (), kinds)
        await answer(interaction, texts.say("replay.nothing"), view=view)
        return
    shape = await own_shape(interaction)
    scene = board.scene
    picture = await _picture(board, texts, shape)
    view = _view(interaction, history, texts, scene.until, stride, _steps(board), kinds)
    if picture:
        view.add_item(
            shape_button(ReplayShape(other_shape(shape), history.table.row.id, (str(scene.until), stride)), texts)
        )
    text_lines = [head(board, texts)]
    if board.table is None:
        text_lines.append(texts.say("replay.other_rules"))
    text_lines += lines(board, texts)
    _, notes = await services_of(interaction).tables.plans.load_notes(history.table.row.id, interaction.user.id)
    notes_of_turn = [line for line in notes.lines if line.turn == scene.turn]
    text = fit(text_lines, [on_top(history.table, texts, notes_of_turn)])
    await answer(interaction, text, view=view, files=files_of(picture))
    _draw_ahead(interaction, board, texts, shape)


def head(board: ReplayBoard, texts: Texts) -> str:
    """Return the heading: the game, the table, the turn, and the number of the scene among all."""
    row = board.history.table.row
    scene = board.scene
    turn_name = texts.turn_name(row.key, scene.turn) if scene.until > scene.after else texts.say("replay.beginning")
    blanks = {"game": texts.title(row.key), "table": str(row.id), "turn": turn_name}
    return texts.say("replay.head", **blanks, place=board.place + 1, count=len(board.scenes))


def lines(board: ReplayBoard, texts: Texts) -> list[str]:
    """Return the events of the scene as lines of the log; without events, what the last decision was, if known."""
    history = board.history
    table = history.table
    if table.row.state is not None:
        texts = texts.at(table.game, table.names)
    key = table.row.key
    names = history.names(board.scene.until)
    if texts_of_events := texts.events(key, board.events, names):
        return texts_of_events
    decisions = [decision for decision in history.decisions if board.scene.holds(decision.version)]
    if not decisions:  # the beginning
        return []
    last = decisions[-1]
    player = texts.player(names, last.seat)
    if last.seat != board.seat:  # the choice of another player may still be secret
        return [texts.say("replay.quiet", player=player)]
    return [texts.say("since.did", players=player, what=texts.action(key, parse(last.words), names))]


async def _picture(board: ReplayBoard, texts: Texts, shape: Shape, *, is_posted: bool = False) -> list[Attachment]:
    """Return the picture of the board; an empty list if there is no board or it cannot be drawn."""
    if (table := board.table) is None:
        return []
    events = board.events
    seat = board.seat
    return await as_far_as_drawn(
        lambda: board_picture(table, texts, shape, events, seat, time_limit=AT_ONCE, is_posted=is_posted)
    )


class _Step(NamedTuple):
    """A step of a replay, as its button shows it."""

    step: str
    """One of ``STEPS``."""
    label: str
    is_possible: bool
    """False if there is no scene to go to; the button is disabled then."""


def _steps(board: ReplayBoard) -> list[_Step]:
    """Return the steps from a scene, in the order of their buttons."""
    has_earlier = board.place > 0
    has_later = board.place < len(board.scenes) - 1
    return [
        _Step("first", "⏮", has_earlier),
        _Step("back", "◀", has_earlier),
        _Step("on", "▶", has_later),
        _Step("last", "⏭", has_later),
    ]


def _view(
    interaction: Interaction,
    history: TableHistory,
    texts: Texts,
    version: int,
    stride: str,
    steps: Sequence[_Step],
    kinds: Collection[str],
) -> discord.ui.View:
    """Return the buttons of a replay, and the select of strides.

    Args:
        interaction: The interaction.
        history: The history of the table.
        texts: The texts in the person's language.
        version: The version of the shown scene.
        stride: The kind of scenes.
        steps: The steps from the scene; empty if no scene is shown.
        kinds: The kinds of milestones that have happened.
    """
    game_id = history.table.row.id
    view = discord.ui.View(timeout=None)
    for step, label, is_possible in steps:
        button = ReplayButton(game_id, version, stride, step).button(label, row=0)
        button.item.disabled = not is_possible
        view.add_item(button)
    go_to = texts.say("button.go_to_round" if history.table.kind.presentation.counts_rounds else "button.go_to")
    view.add_item(GoToButton(game_id, version, stride).button(go_to, row=0))
    options = [
        discord.SelectOption(label=within(title, OPTION), value=name, default=name == stride)
        for name, title in strides(history, texts, kinds)
    ]
    view.add_item(StrideSelect(game_id, version).select(options))
    if steps and interaction.channel_id == history.table.row.channel_id:
        view.add_item(ShowAllButton(game_id, version, stride).button(texts.say("button.show_channel"), row=2))
    return view


def strides(history: TableHistory, texts: Texts, kinds: Collection[str]) -> Iterable[tuple[str, str]]:
    """Yield each stride with its title; ``kinds`` are the kinds of milestones that have happened."""
    for stride in STRIDES:
        yield stride, texts.say(f"replay.by.{stride}")
    for seat in range(len(history.table.seats)):
        yield seat_stride(seat), texts.say("replay.by.seat", player=texts.name_of(history.table.names, seat))
    key = history.table.row.key
    for kind in history.table.kind.presentation.milestones:
        if kind in kinds:
            yield event_stride(kind), texts.say(f"{key}.milestone.{kind}")


def _draw_ahead(interaction: Interaction, board: ReplayBoard, texts: Texts, shape: Shape) -> None:
    """Draw the pictures of the previous and next scenes into the cache; a newer call for the person cancels that."""
    tasks = services_of(interaction).drawn_ahead
    user = interaction.user.id
    if earlier_task := tasks.pop(user, None):
        earlier_task.cancel()
    if board.table is None or not drawers.has_cache():
        return
    drawing = _draw_neighbours(interaction, board, texts, shape)
    task = asyncio.create_task(drawing, name="drawing ahead")
    tasks[user] = task
    task.add_done_callback(lambda done: tasks.pop(user) if tasks.get(user) is done else None)


async def _draw_neighbours(interaction: Interaction, board: ReplayBoard, texts: Texts, shape: Shape) -> None:
    """Draw the pictures of the next and the previous scene; a failure is only logged."""
    replays = services_of(interaction).tables.replays
    history = board.history
    neighbours = [board.scenes[place] for place in (board.place + 1, board.place - 1) if 0 <= place < len(board.scenes)]
    try:
        tables = await replays.positions(history, [scene.until for scene in neighbours])
        for scene in neighbours:
            events_by_version = await replays.events(history, scene, board.knowledge)
            events = [event for events_of_version in events_by_version.values() for event in events_of_version]
            seat = board.knowledge.at(scene.until)
            await board_picture(tables[scene.until], texts, shape, events, seat, time_limit=AHEAD_WITHIN)
    except Exception as fault:  # noqa: BLE001 - the picture is then drawn when it is asked for
        log.info("a picture was not drawn ahead", reason=str(fault))


async def _load_history(interaction: Interaction, game_id: int) -> TableHistory:
    """Return the history of a table as `readable_history` does, given the table's number."""
    return await readable_history(interaction, await services_of(interaction).tables.table(game_id))


@on_press(ReplayButton)
async def step(interaction: Interaction, button: ReplayButton) -> None:
    history = await _load_history(interaction, button.game_id)
    await show(interaction, history, button.version, button.stride, button.step)


@app_commands.command(name=name("replay"), description=description("replay"))
@with_table(complete_own, "replayed_table")
@app_commands.rename(turn=name("turn", "replay.turn"))
@app_commands.describe(turn=description("replay.turn"))
@everywhere
async def replay(
    interaction: Interaction, turn: app_commands.Range[int, 1, 9999] | None = None, table: int | None = None
) -> None:
    shown_table = await latest_table(interaction, table, prefer_waiting=False)
    history = await readable_history(interaction, shown_table)
    if turn is not None:
        await show(interaction, history, version_of_turn(history, turn), TURN)
    else:
        await show(interaction, history, 0, TURN, "last" if shown_table.is_running else "first")


def version_of_turn(history: TableHistory, turn: int) -> int:
    """Return the version after the first scene of a turn or of the next one; after the last scene if there is none."""
    scenes = history.cut(TURN)
    first = next((scene for scene in scenes if scene.turn >= turn), scenes[-1])
    return first.until


async def replay_from_here(interaction: Interaction, message: discord.Message) -> None:
    """Replay from the board of a message, from its Apps menu."""
    board = await require_shown_board(interaction, message)
    services = services_of(interaction)
    version = board.version
    history = await readable_history(interaction, await services.tables.table(board.game_id))
    if version is None:
        async with services.database.reading() as session:
            version = await moves.version_at(session, board.game_id, message.created_at)
    await show(interaction, history, version, TURN)


@on_choice(StrideSelect)
async def choose_stride(interaction: Interaction, select: StrideSelect, values: list[str]) -> None:
    await show(interaction, await _load_history(interaction, select.game_id), select.version, values[0], "within")


@redrawn_in_shape(ReplayShape)
async def show_anew(interaction: Interaction, button: ReplayShape) -> None:
    version, stride = button.words if len(button.words) == 2 else ("", MOVE)
    if not version.isdecimal():
        raise Refused("error.damaged")
    await show(interaction, await _load_history(interaction, button.game_id), int(version), stride)


@on_press(ShowAllButton)
async def show_channel(interaction: Interaction, button: ShowAllButton) -> None:
    """Post the shown board in the language and shape of the channel, without what only the person knows."""
    services = services_of(interaction)
    table = await services.tables.table(button.game_id)
    if interaction.channel_id != table.row.channel_id:
        raise Refused("error.no_table_here")
    history = await readable_history(interaction, table)
    texts = await services.public_texts(table.row.guild_id)
    board = await look(interaction, history, button.version, button.stride)
    if board is None:
        raise Refused("replay.nothing")
    public_events = [event for event in board.events if event.seen_by is None]
    shown_to_all = dataclasses.replace(board, knowledge=SeatKnowledge(), events=public_events)
    picture = await _picture(shown_to_all, texts, await public_shape(services.database, table.row), is_posted=True)
    for file in picture:
        file.name = SHOWN_PICTURE
    shown_by = texts.say("replay.shows", player=texts.person(interaction.user.display_name))
    text = fit([shown_by, head(shown_to_all, texts), *lines(shown_to_all, texts)])
    await follow_up(interaction, text, files=files_of(picture))


class TurnForm(TypedForm):
    """The form for the number of a turn; its table is found in the buttons of the message where it was opened."""

    custom_id = "pt:form:turn"
    longest = 4  # digits

    async def typed(self, interaction: Interaction, typed: str) -> None:
        records = read_all(interaction.message)
        button = next((record for record in records if isinstance(record, GoToButton)), None)
        if button is None:
            raise Refused("error.form_expired")
        if not typed.strip().isdecimal():
            raise Refused("error.no_turn", typed=typed)
        await _go_to(interaction, await _load_history(interaction, button.game_id), int(typed), button.stride)


async def _go_to(interaction: Interaction, history: TableHistory, turn: int, stride: str) -> None:
    """Show the first scene of a stride in a turn or round, or the turn itself if it has no such scene."""
    knowledge = history.knowledge_of(interaction.user.id)
    scenes = await services_of(interaction).tables.replays.scenes(history, stride, knowledge)
    scene_of_turn = next((scene for scene in scenes if scene.turn == turn and scene.until > scene.after), None)
    if scene_of_turn is not None:
        await show(interaction, history, scene_of_turn.until, stride)
    else:
        await show(interaction, history, version_of_turn(history, turn), TURN)


TURN_FORM = TurnForm()


@on_press(GoToButton, reply=Reply.BY_HANDLER)
async def open_form(interaction: Interaction, _button: GoToButton) -> None:
    texts = await texts_for(interaction)
    title, label, hint = (texts.say(f"replay.form.{part}") for part in ("title", "label", "hint"))
    await TURN_FORM.show(interaction, title=title, label=label, hint=hint, typed="")


COMMANDS: tuple[AnyCommand, ...] = (replay,)
FORMS: tuple[Form, ...] = (TURN_FORM,)
MENUS = (
    app_commands.ContextMenu(
        name=name("Replay from here", "replay_here"),
        callback=replay_from_here,
        allowed_contexts=ON_BOARDS,
    ),
)
