"""What the panel of an imagined table does, and that of a plan. The interaction is acknowledged before it gets here."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

import msgspec

from bot.delivery.illustrating import tried_picture
from bot.interactions.controls import PanelShape, SessionKind
from bot.interactions.replies import RefusedByRules, texts_for
from bot.interactions.services import Interaction, services_of
from bot.interactions.shapes import other, own_shape, shape_button
from bot.language.read.completions import sensible
from bot.language.read.reader import Reader
from bot.language.read.readings import Play
from bot.language.read.utterance import Utterance
from bot.panel import actions
from bot.panel.afar import check_there
from bot.panel.ahead import is_out_of_reach, meant, offered_next, through_a_step
from bot.panel.layout import add_at_end
from bot.panel.presenting import present, present_with_picture
from bot.panel.session import narrow
from bot.panel.try_layout import kit, mark_of, plan_panel, try_panel
from bot.tables import Refused, Table
from bot.tables.beside import imagined as tables
from bot.tables.beside.imagined import Imagined
from bot.tables.beside.notes import MOST_DECISIONS, Notes, Plan, Tried, Why, playable
from bot.wording import Texts
from bot.wording.languages import FALLBACK
from bot.wording.lists import listed_in
from engines import Action, Game, IllegalAction
from engines.record import notation

NAMED = 5
"""Of several moves that may be meant, so many are named."""


@dataclass(frozen=True)
class Here:
    """What a person tries at a table. ``anew``: the table has moved on, what had been tried before is gone."""

    table: Table
    seat: int | None
    texts: Texts
    revision: int
    notes: Notes
    tried: Tried
    imagined: Imagined
    anew: bool


async def _here(interaction: Interaction, game_id: int) -> Here:
    """As it stands now. Raises Refused where nothing can be tried."""
    services, user = services_of(interaction), interaction.user.id
    table, texts = await services.tables.table(game_id), await texts_for(interaction)
    if not table.running:
        raise Refused(table.why_not_running)
    seat = table.seat_of(user)
    revision, notes = await services.tables.plans.notes(game_id, user)
    tried, anew = notes.tried, bool(notes.tried and notes.tried.steps)
    if tried is not None and tried.version == table.row.version:
        try:
            found = await asyncio.to_thread(tables.replay, table, tried, seat)
            return Here(table, seat, texts, revision, notes, tried, found, anew=False)
        except Refused as fault:
            if fault.message.id != "error.moved_on":
                raise
    tried = tables.begin(table)
    found = await asyncio.to_thread(tables.replay, table, tried, seat)
    notes = notes.with_tried(tried)
    revision = await services.tables.plans.note(table, user, revision, notes)
    return Here(table, seat, texts, revision, notes, tried, found, anew)


async def _tried(interaction: Interaction, here: Here, tried: Tried) -> None:
    """Stores what is tried now, and shows it."""
    notes = here.notes.with_tried(tried)
    imagined = await asyncio.to_thread(tables.replay, here.table, tried, here.seat)
    revision = await services_of(interaction).tables.plans.note(here.table, interaction.user.id, here.revision, notes)
    await _show(interaction, replace(here, revision=revision, notes=notes, tried=tried, imagined=imagined))


async def _show(interaction: Interaction, here: Here, *, prefix: Action = (), page: int = 0, heading: str = "") -> None:
    """The imagined table with its board."""
    seat, imagined, tried = here.seat, here.imagined, here.tried
    instead: Sequence[Action] = ()
    if tried.choosing and seat is not None:
        instead = await asyncio.to_thread(tables.possible, here.table, tried, seat)
    panel = try_panel(
        imagined,
        tried,
        here.texts,
        here.revision,
        plan=here.notes.plan,
        prefix=prefix,
        page=page,
        heading=heading,
        instead=instead,
    )
    shape = await own_shape(interaction)
    button = shape_button(PanelShape(other(shape), here.table.row.id, prefix, SessionKind.PRACTICE), here.texts)
    add_at_end(panel.view, button)
    draw = partial(tried_picture, imagined.table, here.texts, shape, imagined.events, seat)
    await present_with_picture(interaction, here.table, panel, draw)


@dataclass(frozen=True)
class PracticeSession:
    """A practice copy of a table: what is decided there is tried."""

    interaction: Interaction
    game_id: int

    async def show(self, *, prefix: Action = (), page: int = 0, heading: str = "", version: int | None = None) -> None:
        """Show the copy as it is now; on an older revision nothing is chosen yet, and the person is told why."""
        here = await _here(self.interaction, self.game_id)
        if version not in (None, here.revision):
            prefix = ()
            page = 0
            heading = here.texts.say("error.moved_on")
        if here.anew:
            heading = here.texts.say("panel.tried_anew")
        await _show(self.interaction, here, prefix=prefix, page=page, heading=heading)

    async def position(self) -> tuple[Game, int | None, int]:
        """Return the copied game, the seat for which is decided there, and the revision of the person's notes."""
        here = await _here(self.interaction, self.game_id)
        return here.imagined.game, here.imagined.deciding, here.revision

    async def play(self, words: Action, *, version: int) -> None:
        """Try a whole action; a beginning narrows the choice. On an older revision nothing is tried."""
        here = await _here(self.interaction, self.game_id)
        seat = here.imagined.deciding
        game = here.imagined.game
        texts = here.texts
        if seat is None or version != here.revision:
            heading = texts.say("panel.tried_anew" if here.anew else "error.moved_on")
            await _show(self.interaction, here, heading=heading)
            return
        if here.tried.choosing:
            if words in await asyncio.to_thread(tables.possible, here.table, here.tried, seat):
                await _tried(self.interaction, here, tables.with_step(here.tried, seat, words))
            else:
                await _show(self.interaction, here)
            return
        words = game.normal(seat, words)
        if words not in game.legal(seat):
            kind = kit(here.revision, here.seat)
            show = partial(_show, self.interaction, here)
            if await narrow(self.interaction, here.imagined.table, seat, texts, words, kind, show):
                return
            try:
                game.check(seat, words)
            except IllegalAction as fault:
                reason = texts.at(game).message(here.table.row.key, fault.reason, here.table.names)
                await _show(self.interaction, here, heading=f"✗ {reason}")
                return
        await _tried(self.interaction, here, tables.with_step(here.tried, seat, words))


async def press(interaction: Interaction, game_id: int, what: str, *, revision: int | None = None) -> None:
    """One of the buttons for trying (``controls.TRYING``)."""
    here = await _here(interaction, game_id)
    tried, seat = here.tried, here.seat
    if what == "plan":
        await show_plan(interaction, game_id)
        return
    if what == "try" or (revision is not None and revision != here.revision):
        moved = here.texts.say("panel.tried_anew" if here.anew else "error.moved_on")
        await _show(interaction, here, heading="" if what == "try" and not here.anew else moved)
        return
    match what:
        case "back":
            tried = tables.step_back(tried)
        case "over":
            tried = msgspec.structs.replace(tried, steps=[], choosing=False)
        case "turn" if seat is not None:
            tried = await asyncio.to_thread(tables.to_own_turn, here.table, tried, seat)
        case "instead" if tried.steps and tried.steps[-1].seat == seat:
            tried = msgspec.structs.replace(tried, choosing=True)
        case "keep" if seat is not None:
            plan = tables.kept(here.table, tried, seat)
            if seat in here.table.game.to_act:
                plan = plan.halted(Why.WAITING)
            await _plan(interaction, here.table, here.revision, here.notes.with_plan(plan))
            return
    await _tried(interaction, here, tried)


# -- plans -------------------------------------------------------------------------------------------------------------


async def show_plan(interaction: Interaction, game_id: int, *, heading: str = "") -> None:
    """Shows the own plan. Raises Refused for those who do not play at the table."""
    table, texts = await services_of(interaction).tables.table(game_id), await texts_for(interaction)
    seat = _seat(table, interaction.user.id)
    revision, notes = await services_of(interaction).tables.plans.notes(game_id, interaction.user.id)
    await present(interaction, table, plan_panel(table, seat, notes.plan, texts, revision, heading))


async def add_typed(interaction: Interaction, game_id: int, typed: str) -> None:
    """Add what somebody typed to the end of the own plan, be it one move or several ("a, then b").

    A new plan of such decisions is one of wishes: they may follow something that nobody knows yet. Raises Refused, with
    nothing kept, for words that the game does not know and for what can never be played.
    """
    here, user = await _here(interaction, game_id), interaction.user.id
    table, seat, plan = here.table, _seat(here.table, user), here.notes.plan
    decisions = list(plan.decisions) if plan else []
    for part in parts_of(here.texts, typed):
        decisions += await _read_ahead(here, seat, decisions, part)
    if len(decisions) > MOST_DECISIONS:
        raise Refused("error.plan_too_long", n=MOST_DECISIONS)
    if plan is None:
        plan = Plan(version=table.row.version, decisions=[], wishes=True)
        is_own_turn = seat in table.game.to_act and table.game.has_turn(seat)
        plan = plan.halted(Why.WAITING) if is_own_turn else plan
    plan = msgspec.structs.replace(plan, decisions=decisions)
    await _plan(interaction, table, here.revision, here.notes.with_plan(plan))


def parts_of(texts: Texts, typed: str) -> list[str]:
    """Return the moves of a text that names several, one after the other: "a, then b"; "a; b"."""
    onward = "|".join(_listed(texts, "onward"))
    afterwards = "|".join(_listed(texts, "afterwards"))
    cut = rf"\s*;\s*|\s*[,.]?\s+(?:(?:{onward})\s+)*(?:{afterwards})\s+"
    return [part for part in re.split(cut, typed.strip(), flags=re.IGNORECASE) if part.strip()] or [typed]


def _listed(texts: Texts, name: str) -> list[str]:
    """Return the words of a list in the person's language and in English."""
    return sorted({re.escape(word) for language in (texts.name, FALLBACK) for word in listed_in(language, name)})


async def _read_ahead(here: Here, seat: int, decided: Sequence[list[str]], typed: str) -> list[list[str]]:
    """Return the decisions that a text means after those ``decided``: one, or two where a step leads to it.

    Raises Refused where it may mean several moves or none, RefusedByRules for what can never be played.
    """
    table, texts, game = here.table, here.texts, here.imagined.game
    known = sensible(table.row.key, typed)
    if here.imagined.deciding == seat and len(decided) == len(here.notes.plan.decisions if here.notes.plan else []):
        match Reader(texts, game, seat, table.names).read(Utterance.of(typed)):
            case Play(action, "") if playable(game, seat)(action):
                return [[notation(game.normal(seat, action))]]
    may_be = await asyncio.to_thread(meant, texts, table, seat, decided, typed, decisions=1)
    if not may_be:
        paths = await asyncio.to_thread(through_a_step, texts, table, seat, decided, typed)
        if paths:
            action = _clear(texts, table, typed, list(dict.fromkeys(action for _, action in paths)))
            return [[notation(lead) for lead in dict.fromkeys(lead for lead, _ in paths)], [notation(action)]]
        may_be = await asyncio.to_thread(meant, texts, table, seat, decided, typed)
    if known is not None and known in may_be:
        return [[notation(known)]]
    if known is not None:
        reason = await asyncio.to_thread(is_out_of_reach, table, seat, decided, known)
        if reason is not None:
            raise RefusedByRules(reason, table.row.key, table.names)
        return [[notation(known)]]
    return [[notation(_clear(texts, table, typed, may_be))]]


def _clear(texts: Texts, table: Table, typed: str, may_be: Sequence[Action]) -> Action:
    """Return the one action that is meant. Raises Refused where it may be several, or none."""
    key = table.row.key
    if not may_be:
        raise Refused("error.not_planned", typed=typed, example=texts.say(f"{key}.plan_example"))
    if len(may_be) > 1:
        named = [texts.action(key, action, table.names) for action in may_be[:NAMED]]
        more = ["…"] if len(may_be) > NAMED else []
        raise Refused("error.plan_unclear", typed=typed, moves="; ".join((*named, *more)))
    return may_be[0]


async def offered(interaction: Interaction, table: Table) -> list[Action]:
    """What the person might choose where trying has come to, or else in the next own decision."""
    seat = table.seat_of(interaction.user.id)
    if seat is None or not table.running:
        return []
    _, notes = await services_of(interaction).tables.plans.notes(table.row.id, interaction.user.id)
    if notes.tried is not None and notes.tried.version == table.row.version:
        found = await asyncio.to_thread(tables.replay, table, notes.tried, seat)
        if found.deciding == seat:
            return found.game.legal(seat)
    elif legal := table.game.legal(seat):
        return legal
    return await offered_next(table, seat, notes.plan.decisions if notes.plan else [])


def _seat(table: Table, user: int) -> int:
    """Where somebody plays. Raises Refused for who does not, and where nothing is played."""
    if not table.running:
        raise Refused(table.why_not_running)
    return table.own_seat(user)


async def _plan(interaction: Interaction, table: Table, revision: int, notes: Notes) -> None:
    """Stores the plan and shows it."""
    services, before = services_of(interaction), table.row.version
    await check_there(interaction, table)
    await services.tables.plans.note(table, interaction.user.id, revision, notes)
    if notes.plan and notes.plan.stopped is None and _seat(table, interaction.user.id) in table.game.to_act:
        await services.turns.settled(table.row.id)
    table = await services.tables.table(table.row.id)
    if table.row.version != before or not table.running:
        await actions.show_panel(interaction, table.row.id)  # it has been played already
        return
    await show_plan(interaction, table.row.id)


async def change(interaction: Interaction, game_id: int, what: str, chosen: Sequence[str], *, revision: int) -> None:
    """Changes the own plan (``controls.PLANNING`` and ``EDITING``); on an older revision nothing is changed."""
    services = services_of(interaction)
    table = await services.tables.table(game_id)
    seat = _seat(table, interaction.user.id)
    now, notes = await services.tables.plans.notes(game_id, interaction.user.id)
    if notes.plan is None or revision != now:
        texts = await texts_for(interaction)
        await show_plan(interaction, game_id, heading=texts.say("error.moved_on"))
        return
    plan = _changed(notes.plan, table, seat, what, chosen)
    if plan and what != "go" and plan.stopped is None and seat in table.game.to_act:
        plan = plan.halted(Why.WAITING)  # who changes it in the own turn says when it goes on
    await _plan(interaction, table, now, notes.with_plan(plan))


def _changed(plan: Plan, table: Table, seat: int, what: str, chosen: Sequence[str]) -> Plan | None:
    """Raises Refused for a choice that was not offered."""
    change = msgspec.structs.replace
    match what:
        case "go":
            return plan.going_on()
        case "wait":
            return plan.halted(Why.WAITING)
        case "wishes" | "strict":
            return change(plan, wishes=what == "wishes")
        case "if":
            facts = {mark_of(fact): fact for fact in plan.facts(table.game, seat)}
            if not facts.keys() >= set(chosen):
                raise Refused("error.moved_on")
            return change(plan, conditions=[facts[mark] for mark in chosen])
        case "first" | "remove":
            places = {
                f"{number}.{place}": (number, place)
                for number, alternatives in enumerate(plan.decisions)
                for place in range(len(alternatives))
            }
            if chosen[0] not in places:
                raise Refused("error.damaged")
            decisions = _moved(plan.decisions, *places[chosen[0]], removing=what == "remove")
            return change(plan, decisions=decisions) if decisions else None
    return None


def _moved(decisions: Sequence[list[str]], number: int, place: int, *, removing: bool) -> list[list[str]]:
    """Without one thing that may be played, or with it first: of its decision, or its decision of all."""
    before, here, after = list(decisions[:number]), list(decisions[number]), list(decisions[number + 1 :])
    words = here.pop(place)
    if removing:
        return [*before, *([here] if here else []), *after]
    if place:
        return [*before, [words, *here], *after]
    return [[words, *here], *before, *after]
