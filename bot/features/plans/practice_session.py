"""Actions of the panel of a practice copy; all functions expect an acknowledged interaction."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

import msgspec

from bot.delivery.illustrating import tried_picture
from bot.features.plans.plan_layout import kit, try_panel
from bot.features.plans.plan_session import show_plan, store_plan
from bot.features.plans.practice_copy import Trial, load_trial
from bot.interactions.services import Interaction, services_of
from bot.interactions.shapes import other_shape, own_shape, shape_button
from bot.panel.layout import add_at_end
from bot.panel.panel_controls import PanelShape, SessionKind
from bot.panel.presenter import present_with_picture
from bot.panel.session import narrow
from bot.tables.analysis import practice_tables
from bot.tables.table_notes import Practice, StopReason
from engines import Action, Game, IllegalAction


async def _store_and_show(interaction: Interaction, trial: Trial, practice: Practice) -> None:
    """Store changed steps and show the practice copy."""
    notes = trial.notes.with_practice(practice)
    imagined = await asyncio.to_thread(practice_tables.replay_practice, trial.table, practice, trial.seat)
    revision = await services_of(interaction).tables.plans.store_notes(
        trial.table, interaction.user.id, trial.revision, notes
    )
    await _show(interaction, replace(trial, revision=revision, notes=notes, practice=practice, imagined=imagined))


async def _show(
    interaction: Interaction, trial: Trial, *, prefix: Action = (), page: int = 0, heading: str = ""
) -> None:
    """Show the panel of the practice copy with a picture of its board."""
    seat = trial.seat
    imagined = trial.imagined
    practice = trial.practice
    instead: Sequence[Action] = ()
    if practice.choosing and seat is not None:
        instead = await asyncio.to_thread(practice_tables.possible_alternatives, trial.table, practice, seat)
    panel = try_panel(
        imagined,
        practice,
        trial.texts,
        trial.revision,
        plan=trial.notes.plan,
        prefix=prefix,
        page=page,
        heading=heading,
        alternatives=instead,
    )
    shape = await own_shape(interaction)
    button = shape_button(PanelShape(other_shape(shape), trial.table.row.id, prefix, SessionKind.PRACTICE), trial.texts)
    add_at_end(panel.view, button)
    draw = partial(tried_picture, imagined.table, trial.texts, shape, imagined.events, seat)
    await present_with_picture(interaction, trial.table, panel, draw)


@dataclass(frozen=True)
class PracticeSession:
    """The move panel on a practice copy of a table: actions are only tried there."""

    interaction: Interaction
    game_id: int

    async def show(self, *, prefix: Action = (), page: int = 0, heading: str = "", version: int | None = None) -> None:
        """Show the copy; if ``version`` is an older revision, drop the chosen words and tell the person why."""
        trial = await load_trial(self.interaction, self.game_id)
        if version not in (None, trial.revision):
            prefix = ()
            page = 0
            heading = trial.texts.say("error.moved_on")
        if trial.has_lost_steps:
            heading = trial.texts.say("panel.tried_anew")
        await _show(self.interaction, trial, prefix=prefix, page=page, heading=heading)

    async def position(self) -> tuple[Game, int | None, int]:
        """Return the copied game, the seat that decides there (None: nobody), and the revision of the notes."""
        trial = await load_trial(self.interaction, self.game_id)
        return trial.imagined.game, trial.imagined.deciding, trial.revision

    async def play(self, words: Action, *, version: int) -> None:
        """Try a complete action; the beginning of one narrows the choice.

        If ``version`` is an older revision of the notes, nothing is tried and the person is told why.
        """
        trial = await load_trial(self.interaction, self.game_id)
        deciding = trial.imagined.deciding  # may be another player's seat: the person decides for all
        game = trial.imagined.game
        texts = trial.texts
        if deciding is None or version != trial.revision:
            heading = texts.say("panel.tried_anew" if trial.has_lost_steps else "error.moved_on")
            await _show(self.interaction, trial, heading=heading)
            return
        if trial.practice.choosing:
            # The action is an alternative to the person's own last step, so the seat that decides here is theirs.
            alternatives = await asyncio.to_thread(
                practice_tables.possible_alternatives, trial.table, trial.practice, deciding
            )
            if words in alternatives:
                await _store_and_show(
                    self.interaction, trial, practice_tables.add_step(trial.practice, deciding, words)
                )
            else:
                await _show(self.interaction, trial)
            return
        words = game.normal(deciding, words)
        if words not in game.legal(deciding):
            kind = kit(trial.revision, trial.seat)
            show = partial(_show, self.interaction, trial)
            if await narrow(self.interaction, trial.imagined.table, deciding, texts, words, kind, show):
                return
            try:
                game.check(deciding, words)
            except IllegalAction as fault:
                reason = texts.at(game).message(trial.table.row.key, fault.reason, trial.table.names)
                await _show(self.interaction, trial, heading=f"✗ {reason}")
                return
        await _store_and_show(self.interaction, trial, practice_tables.add_step(trial.practice, deciding, words))


async def press(interaction: Interaction, game_id: int, verb: str, *, revision: int) -> None:
    """Carry out a button for trying.

    Args:
        interaction: The interaction.
        game_id: The number of the table.
        verb: One of ``plan_layout.TRYING``.
        revision: The revision of the notes that the person saw; on an older one nothing is changed.
    """
    if verb == "plan":
        await show_plan(interaction, game_id)
        return
    trial = await load_trial(interaction, game_id)
    if verb == "try":
        await _show(interaction, trial, heading=trial.texts.say("panel.tried_anew") if trial.has_lost_steps else "")
        return
    if revision != trial.revision:
        await _show(
            interaction,
            trial,
            heading=trial.texts.say("panel.tried_anew" if trial.has_lost_steps else "error.moved_on"),
        )
        return
    practice = trial.practice
    seat = trial.seat
    match verb:
        case "back":
            practice = practice_tables.undo_step(practice)
        case "over":
            practice = msgspec.structs.replace(practice, steps=[], choosing=False)
        case "turn" if seat is not None:
            practice = await asyncio.to_thread(practice_tables.advance_to_own_turn, trial.table, practice, seat)
        case "instead" if practice.steps and practice.steps[-1].seat == seat:
            practice = msgspec.structs.replace(practice, choosing=True)
        case "keep" if seat is not None:
            plan = practice_tables.make_plan(trial.table, practice, seat)
            if seat in trial.table.game.to_act:
                plan = plan.stop(StopReason.WAITING)
            await store_plan(interaction, trial.table, trial.revision, trial.notes.with_plan(plan))
            return
        case _:
            pass  # the verb does not fit the copy, such as "keep" of a spectator: nothing changes
    await _store_and_show(interaction, trial, practice)
