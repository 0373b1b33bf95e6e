"""Actions of plans: showing, adding to and changing them; all functions expect an acknowledged interaction."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence

import msgspec

from bot.features.plans.plan_layout import mark_of, plan_panel
from bot.features.plans.practice_copy import Trial, load_trial
from bot.features.plans.queued_moves import Foreseen, foreseen, lasting_refusal, offered_next
from bot.interactions.faults import RefusedByRules
from bot.interactions.person import texts_for
from bot.interactions.services import Interaction, services_of
from bot.language.read.conversation.completions import action_in_notation
from bot.language.read.decisions.reader import Reader
from bot.language.read.readings import Play
from bot.language.read.tokens.utterance import Utterance
from bot.panel import actions
from bot.panel.cross_server import check_there
from bot.panel.presenter import present
from bot.tables import Refused, Table
from bot.tables.analysis import practice_tables
from bot.tables.table_notes import MOST_DECISIONS, Notes, Plan, PlannedDecision, StopReason
from bot.wording import Texts
from bot.wording.languages import FALLBACK
from bot.wording.lists import listed_in
from engines import Action
from engines.record import notation

NAMED = 5
"""The largest number of moves that are named if a text may mean several."""


async def show_plan(interaction: Interaction, game_id: int, *, heading: str = "") -> None:
    """Show the person's plan.

    Raises:
        Refused: The table is not running, or the person has no seat there.
    """
    table = await services_of(interaction).tables.table(game_id)
    texts = await texts_for(interaction)
    seat = _seat(table, interaction.user.id)
    revision, notes = await services_of(interaction).tables.plans.load_notes(game_id, interaction.user.id)
    await present(interaction, table, plan_panel(table, seat, notes.plan, texts, revision, heading))


async def add_typed(interaction: Interaction, game_id: int, typed: str) -> None:
    """Add one or several typed moves ("a, then b") to the end of the person's plan.

    A new plan skips moves that turn out to be impossible, since typed moves may depend on cards or dice that nobody
    knows yet.

    Raises:
        Refused: The text is unclear or unknown, or the plan would be too long; nothing is stored.
        RefusedByRules: The move can never be played; nothing is stored.
    """
    trial = await load_trial(interaction, game_id)
    user = interaction.user.id
    table = trial.table
    seat = _seat(trial.table, user)
    plan = trial.notes.plan
    decisions = list(plan.decisions) if plan else []
    for part in _parts_of(trial.texts, _without_time(trial.texts, typed)):
        decisions += await _read_ahead(trial, seat, decisions, part)
    if len(decisions) > MOST_DECISIONS:
        raise Refused("error.plan_too_long", n=MOST_DECISIONS)
    if plan is None:
        plan = Plan(version=table.row.version, decisions=[], wishes=True)
        plan = plan.stop(StopReason.WAITING) if _has_turn(table, seat) else plan
    plan = msgspec.structs.replace(plan, decisions=decisions)
    await store_plan(interaction, table, trial.revision, trial.notes.with_plan(plan))


def _without_time(texts: Texts, typed: str) -> str:
    """Return a text without the words at its beginning that say when it is to be done: "when it's my turn, sail"."""
    phrases = "|".join(_listed(texts, "on_my_turn"))
    return re.sub(rf"^\s*(?:{phrases})\b[\s,:;.]*", "", typed, flags=re.IGNORECASE) or typed


def _parts_of(texts: Texts, typed: str) -> list[str]:
    """Split a text into the moves that it names, such as "a, then b" or "a; b"."""
    separators = "|".join(_listed(texts, "onward"))
    afterwards = "|".join(_listed(texts, "afterwards"))
    cut = rf"\s*;\s*|\s*[,.]?\s+(?:(?:{separators})\s+)*(?:{afterwards})\s+"
    return [part for part in re.split(cut, typed.strip(), flags=re.IGNORECASE) if part.strip()] or [typed]


def _listed(texts: Texts, name: str) -> list[str]:
    """Return the words of a language's list in the person's language and in English, escaped for a pattern."""
    words = {re.escape(word) for language in (texts.name, FALLBACK) for word in listed_in(language, name)}
    return sorted(words, key=lambda word: (-len(word), word))  # the longest first, since a shorter one may begin it


async def _read_ahead(trial: Trial, seat: int, decided: Sequence[PlannedDecision], typed: str) -> list[PlannedDecision]:
    """Return the decisions that a text means after those already ``decided``, with the steps that lead to them.

    Raises:
        Refused: The text may mean several moves, or means none.
        RefusedByRules: The move can never be played.
    """
    table = trial.table
    game = trial.imagined.game
    planned = trial.notes.plan.decisions if trial.notes.plan else []
    is_first_part = len(decided) == len(planned)
    # The completions of /plan come from the practice copy, so the first typed move may be one that is legal there.
    if is_first_part and trial.imagined.deciding == seat:
        match Reader(trial.texts, game, seat, table.names).read(Utterance.of(typed)):
            case Play(action, "") if game.is_legal(seat, action):
                return [[notation(game.normal(seat, action))]]
    futures = await asyncio.to_thread(foreseen, trial.texts, table, seat, decided, typed)
    understood = dict.fromkeys(future.decisions for future in futures if future.is_whole)
    if len(understood) == 1:
        (actions,) = understood
        return [[notation(action)] for action in actions]
    # All futures may leave the same single candidate, and no part of the text before it was understood: it is taken,
    # since the owner sees the plan before it is played.
    first_future = futures[0]
    is_same = all(future.uncertain_actions == first_future.uncertain_actions for future in futures)
    if not understood and is_same and len(first_future.uncertain_actions) == 1 and not first_future.decisions:
        return [[notation(first_future.uncertain_actions[0])]]
    # No future allows it yet; a complete move in notation is planned unless it can never be played.
    if (written_action := action_in_notation(table.row.key, typed)) is not None:
        reason = await asyncio.to_thread(lasting_refusal, table, seat, decided, written_action)
        if reason is not None:
            raise RefusedByRules(reason, table.row.key, table.names)
        return [[notation(written_action)]]
    raise _not_planned(trial.texts, table, typed, futures)


def _not_planned(texts: Texts, table: Table, typed: str, futures: Sequence[Foreseen]) -> Exception:
    """Return the refusal of a text that cannot be planned: it is ambiguous, illegal, unknown, or depends on chance."""
    key = table.row.key
    texts = texts.at(table.game, table.names)
    uncertain_actions = futures[0].uncertain_actions
    if uncertain_actions and all(future.uncertain_actions == uncertain_actions for future in futures):
        named = [texts.action(key, action, table.names) for action in uncertain_actions[:NAMED]]
        ellipsis = ["…"] if len(uncertain_actions) > NAMED else []
        return Refused("error.plan_unclear", typed=typed, moves="; ".join((*named, *ellipsis)))
    reasons = [future.refused for future in futures if future.refused is not None]
    if len(reasons) == len(futures) and len({reason.id for reason in reasons}) == 1:
        return RefusedByRules(reasons[0], key, table.names)
    if any(future.refused or future.decisions or future.uncertain_actions for future in futures):
        return Refused("error.plan_depends", typed=typed)
    return Refused("error.not_planned", typed=typed, example=texts.say(f"{key}.plan_example"))


async def offered(interaction: Interaction, table: Table) -> list[Action]:
    """Return the legal actions on the person's practice copy; otherwise those of their present or next decision."""
    seat = table.seat_of(interaction.user.id)
    if seat is None or not table.is_running:
        return []
    _, notes = await services_of(interaction).tables.plans.load_notes(table.row.id, interaction.user.id)
    if notes.practice is not None and notes.practice.version == table.row.version:
        imagined = await asyncio.to_thread(practice_tables.replay_practice, table, notes.practice, seat)
        if imagined.deciding == seat:
            return imagined.game.legal(seat)
    elif legal := table.game.legal(seat):
        return legal
    return await offered_next(table, seat, notes.plan.decisions if notes.plan else [])


def _seat(table: Table, user: int) -> int:
    """Return the seat of a user.

    Raises:
        Refused: The table is not running, or the user has no seat there.
    """
    if not table.is_running:
        raise Refused(table.not_running_reason)
    return table.own_seat(user)


async def store_plan(interaction: Interaction, table: Table, revision: int, notes: Notes) -> None:
    """Store the notes with a changed plan; show the plan, or the panel if the plan has been played at once."""
    services = services_of(interaction)
    before = table.row.version
    await check_there(interaction, table)
    await services.tables.plans.store_notes(table, interaction.user.id, revision, notes)
    if notes.plan and notes.plan.stopped is None and _seat(table, interaction.user.id) in table.game.to_act:
        await services.turns.wait(table.row.id)
    table = await services.tables.table(table.row.id)
    if table.row.version != before or not table.is_running:
        await actions.show_panel(interaction, table.row.id)  # the first planned move was played at once
        return
    await show_plan(interaction, table.row.id)


async def change(interaction: Interaction, game_id: int, verb: str, values: Sequence[str], *, revision: int) -> None:
    """Change the person's plan.

    Args:
        interaction: The interaction.
        game_id: The number of the table.
        verb: One of ``plan_layout.PLANNING`` or ``plan_layout.EDITING``.
        values: The chosen values, for the verbs of selects.
        revision: The revision of the notes that the person saw; on an older one nothing is changed.
    """
    services = services_of(interaction)
    table = await services.tables.table(game_id)
    seat = _seat(table, interaction.user.id)
    now, notes = await services.tables.plans.load_notes(game_id, interaction.user.id)
    if notes.plan is None or revision != now:
        texts = await texts_for(interaction)
        await show_plan(interaction, game_id, heading=texts.say("error.moved_on"))
        return
    plan = _changed(notes.plan, table, seat, verb, values)
    if plan and verb != "go" and plan.stopped is None and _has_turn(table, seat):
        plan = plan.stop(StopReason.WAITING)  # a plan that is edited in the player's own turn must not play at once
    await store_plan(interaction, table, now, notes.with_plan(plan))


def _has_turn(table: Table, seat: int) -> bool:
    """Return whether a seat decides in its own turn, and does not only answer another player's question."""
    return seat in table.game.to_act and table.game.has_turn(seat)


def _changed(plan: Plan, table: Table, seat: int, verb: str, values: Sequence[str]) -> Plan | None:
    """Return the changed plan; None if it is deleted.

    Raises:
        Refused: A chosen value was not offered.
    """
    change = msgspec.structs.replace
    match verb:
        case "go":
            return plan.resume()
        case "wait":
            return plan.stop(StopReason.WAITING)
        case "wishes" | "strict":
            return change(plan, wishes=verb == "wishes")
        case "if":
            facts = {mark_of(fact): fact for fact in plan.facts(table.game, seat)}
            if not facts.keys() >= set(values):
                raise Refused("error.moved_on")
            return change(plan, conditions=[facts[mark] for mark in values])
        case "first" | "remove":
            places = {
                f"{number}.{place}": (number, place)
                for number, alternatives in enumerate(plan.decisions)
                for place in range(len(alternatives))
            }
            if values[0] not in places:
                raise Refused("error.damaged")
            decisions = _rearranged(plan.decisions, *places[values[0]], removing=verb == "remove")
            return change(plan, decisions=decisions) if decisions else None
        case "drop":
            return None
    raise AssertionError(verb)


def _rearranged(
    decisions: Sequence[PlannedDecision], number: int, place: int, *, removing: bool
) -> list[PlannedDecision]:
    """Return the decisions with one alternative removed or moved forward.

    An alternative that is not the first of its decision becomes the first; the first one brings its whole decision to
    the front.
    """
    before = list(decisions[:number])
    alternatives = list(decisions[number])
    after = list(decisions[number + 1 :])
    words = alternatives.pop(place)
    if removing:
        return [*before, *([alternatives] if alternatives else []), *after]
    if place:
        return [*before, [words, *alternatives], *after]
    return [[words, *alternatives], *before, *after]
