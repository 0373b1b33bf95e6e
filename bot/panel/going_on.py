"""What was typed behind a decision: played once that is done where it is certain, else asked about."""

from __future__ import annotations

from collections.abc import MutableMapping, Sequence
from dataclasses import replace
from re import escape, search

from bot.interactions.replies import texts_for
from bot.interactions.services import Asking, Interaction, services_of
from bot.panel.actions import play_words, present, show_panel
from bot.panel.layout import meant_panel, unknown_words, with_notes
from bot.tables import Table
from bot.wording import Texts
from bot.wording.clauses import (
    Clause,
    called_so,
    goes_on,
    names_a_thing,
    names_its_things,
    of_a_clause,
    says_more,
    says_that,
    says_what_is_done,
    says_where,
)
from bot.wording.completing import sensible
from bot.wording.conversing import Next, next_of, reason_of_a_part
from bot.wording.escaping import plain
from bot.wording.finishing import ENDINGS, only_ends
from bot.wording.languages import FALLBACK
from bot.wording.lists import idle_words, listed_in
from bot.wording.mood import asks
from bot.wording.offered import Understood
from bot.wording.paying import asks_for_payment, unpayable
from bot.wording.reasons import NOT_OFFERED, refusal, says_why
from bot.wording.remaining import ahead, each_of_both, typed_again
from bot.wording.typed import example, is_out_of_place, strange_words, understand
from engines import Action, Game, Message
from engines.record import notation

FEW_WORDS = 3


def deciding(table: Table, user_id: int) -> int | None:
    """The seat for which somebody is to decide now."""
    seat = table.seat_of(user_id)
    return seat if seat is not None and table.running and seat in table.game.to_act else None


def is_possible(table: Table, seat: int, understood: Understood) -> bool:
    """Whether something is played, or asked about, or gone on with."""
    if understood.unknown or understood.refused:
        return False
    action, game = understood.action, table.game
    if understood.asked or any(legal[: len(action)] == action for legal in game.legal(seat)):
        return True
    return game.part(seat, action) is not None or refusal(game, seat, action) is None


def is_begun(table: Table, seat: int, understood: Understood) -> bool:
    """Whether several legal actions begin with what was understood."""
    action = understood.action
    return not understood.asked and any(legal[: len(action)] == action for legal in table.game.legal(seat))


def played(texts: Texts, table: Table, action: Action) -> str:
    """That an action is done, as it is told above what comes next."""
    return texts.say(
        "panel.played", action=texts.at(table.game, table.names).action(table.row.key, action, table.names)
    )


async def choose(
    interaction: Interaction, game_id: int, words: Action, *, version: int, confirmed: bool = False
) -> None:
    """Plays what was pressed, and goes on with what was typed behind it, where it was asked about."""
    services = services_of(interaction)
    asking = services.asking.get((interaction.user.id, game_id), Asking(version))
    asked = bool(asking.rest) and asking.version == version and words in (asking.meant or [words])
    before = await services.tables.table(game_id) if asked else None
    await play_words(interaction, game_id, words, version=version, confirmed=confirmed)
    if before is not None:
        await go_on(interaction, before, words, asking.rest)


async def ask(
    interaction: Interaction,
    table: Table,
    seat: int,
    found: Understood,
    rest: str,
    *,
    typed: str = "",
    done: str = "",
) -> None:
    """Asks which action is meant: of a single one together with what follows it, be that what will be done next or why
    that is not possible. ``typed``: the whole, of which words may mean nothing; ``done``: what is told above."""
    texts = (await texts_for(interaction)).at(table.game, table.names)
    asked, following = found.asked, ""
    if both := each_of_both(texts, table.game, seat, typed, found):
        asked, rest = both[:1], typed_again(both[1:], rest)
    if len(asked) == 1 and rest:
        then = ahead(texts, table.game, seat, table.names, asked[0], rest)
        rest = typed_again(then.actions, then.rest)
        if then.actions:
            some = [f"**{each}**" for each in with_notes(table, seat, texts, then.actions)]
            following = texts.say("panel.then", actions=some)
        if then.game is not None:
            after = replace(table, instead=then.game)
            wrong = left_out(texts, table.game, after, seat, (then.actions or asked)[-1], then.rest)
            following = f"{following}\n{wrong}".strip("\n")
    if asks([texts.name, FALLBACK], typed):
        following = f"{following}\n{texts.say('panel.asks')}".strip("\n")
    strange = () if found.unknown else strange_words(texts, table.game, seat, table.names, typed)
    if strange:
        following = f"{following}\n{unknown_words(texts, strange)}".strip("\n")
    await present(interaction, table, meant_panel(table, seat, texts, asked, found.unknown, rest, done, following))


async def go_on(interaction: Interaction, before: Table, action: Action, rest: str, done: str = "") -> None:
    """Plays what was typed behind an ``action`` where it is certain and nobody is surprised by it; else asks whether it
    is meant, or says why it is not possible. ``before``: the table before that was done; ``done``: what is told of it.
    """
    texts, services = await texts_for(interaction), services_of(interaction)
    if not rest or says_where(texts, rest):
        return
    after = await services.tables.table(before.row.id)
    seat = before.own_seat(interaction.user.id)
    if after.row.version == before.row.version:
        _keep(services.asking, (interaction.user.id, before.row.id), action, rest)
        return
    done = done or played(texts, before, action)
    if deciding(after, interaction.user.id) is None:
        if wrong := left_out(texts, before.game, after, seat, action, rest):
            await show_panel(interaction, after.row.id, heading=f"{done}\n{wrong}")
        return
    clear = next_of(texts, after.game, seat, after.names, rest)
    if clear and (further := _certain(texts, after, seat, clear, rest)):
        await play_words(interaction, after.row.id, further, above=done)
        await go_on(interaction, after, further, clear.rest, f"{done}\n{played(texts, after, further)}")
        return
    following = _following(texts, after, seat, clear, rest)
    meant = following.understood.asked
    if not goes_on(texts, after.game, rest):  # "it only needs a red one" says nothing new
        meant = [each for each in meant if each in ENDINGS or names_its_things(texts, after.game, rest, each)]
    if meant:
        found = following.understood._replace(asked=meant)
        await ask(interaction, after, seat, found, following.rest, typed=rest, done=done)
    elif asks_for_payment(after.game, seat):  # the rest waits until that is paid
        why = unpayable(texts, after.game, seat, rest)
        reason = f"\n✗ {texts.at(after.game, after.names).message(after.row.key, why, after.names)}" if why else ""
        await show_panel(interaction, after.row.id, heading=f"{done}{reason}")
        services.asking[interaction.user.id, after.row.id] = Asking(after.row.version, rest=rest)
    elif wrong := left_out(texts, before.game, after, seat, action, rest):
        await show_panel(interaction, after.row.id, heading=f"{done}\n{wrong}")
    elif _is_asked_more(before.game, after.game):
        services.asking[interaction.user.id, after.row.id] = Asking(after.row.version, rest=rest)


def _keep(asking: MutableMapping[tuple[int, int], Asking], key: tuple[int, int], action: Action, rest: str) -> None:
    """What was typed behind an action is done once that is confirmed."""
    if (asked := asking.get(key)) and action in (*asked.meant, asked.begun) and not asked.rest:
        asking[key] = replace(asked, rest=rest)


def _is_asked_more(before: Game, after: Game) -> bool:
    """Whether it is still to be said how something is done: what was typed behind it waits until then."""
    return len(after.state.stack) > len(before.state.stack)


def left_out(texts: Texts, before: Game, table: Table, seat: int, action: Action, rest: str) -> str:
    """What is said of something that was typed behind an action and cannot be done after it; empty: it says nothing
    new. ``before``: the game before that action."""
    if not rest or not says_more(texts, before, seat, table.names, rest, action):
        return ""
    if seat not in table.game.to_act:
        over = only_ends([texts.name, FALLBACK], table.row.key, rest)
        return "" if over else f"✗ {texts.say('panel.too_late', typed=plain(rest))}"
    if asks_for_payment(table.game, seat) or next_of(texts, table.game, seat, table.names, rest):
        return ""
    found = understand(texts, table.game, seat, table.names, rest)
    another = bool(found.refused) and not says_that(texts, table.game, rest, action[0])  # "sail to 9" behind a payment
    if says_what_is_done(texts, table.game, rest) and _says_the_same(texts, table.game, rest) and not another:
        return ""
    here = any(says_that(texts, table.game, rest, verb) for verb in table.game.kinds(seat))
    if _is_asked_more(before, table.game) and not (here or found.refused or found.unknown):
        return ""
    why = why_not(table, seat, texts, found, rest)
    return why or f"✗ {texts.say('panel.left_out', typed=plain(rest))}"


def _says_the_same(texts: Texts, game: Game, rest: str) -> bool:
    """Whether a few words behind what is done only say what comes of it: "level two"."""
    return len(rest.split()) <= FEW_WORDS and not names_a_thing(texts, game, rest)


def _following(texts: Texts, table: Table, seat: int, clear: Next | None, typed: str) -> Next:
    """What is asked about next, and what was typed behind it: nothing where nothing of it is possible now. ``clear``:
    what is on offer of it."""
    game, names = table.game, table.names
    if clear:
        found = clear.understood
        return clear if found.asked else Next(found._replace(asked=[found.action]), clear.rest)
    understood = understand(texts, game, seat, names, typed)
    if is_possible(table, seat, understood):
        return Next(understood._replace(asked=understood.asked or [understood.action]))
    clause = Clause() if understood.refused else of_a_clause(texts, game, seat, names, typed)
    return Next(Understood((), clause.actions), clause.rest)


def _certain(texts: Texts, table: Table, seat: int, clear: Next, typed: str) -> Action:
    """The one action that was clearly said, where its player goes on after it and can take it back; empty: none."""
    game, action = table.game, clear.understood.action
    if clear.understood.asked or action[0] in game.needs_confirmation:
        return ()
    if refusal(game, seat, action):
        return ()
    if action in ENDINGS and goes_on(texts, game, typed):
        return action  # it is asked once more where nobody can take it back
    named = goes_on(texts, game, typed) or names_its_things(texts, game, typed, action)
    return action if named and is_harmless(game, seat, action) else ()


def is_harmless(game: Game, seat: int, action: Action) -> bool:
    """Whether whoever does it is still to decide after it, and can take it back."""
    after = game.copy()
    happened = after.play(seat, action)
    return not any(event.barrier for event in happened) and seat in after.to_act


def wanted_instead(texts: Texts, typed: str) -> str:
    """What somebody wants without what it takes the place of: "build on quarter 16 instead of sailing"."""
    words = "|".join(map(escape, sorted(listed_in(texts.name, "instead"))))
    found = search(rf"\W(?:{words})\b", typed.lower()) if words else None
    return typed[: found.start()] if found and typed[: found.start()].strip() else typed


def why_not(table: Table, seat: int, texts: Texts, understood: Understood, typed: str) -> str:
    """What is said above the panel of what was typed and cannot be played, whatever it means."""
    texts_here = texts.at(table.game, table.names)
    elsewhere = f"\n{texts.say('panel.asks')}" if asks([texts.name, FALLBACK], typed) else ""
    if understood.unknown and is_begun(table, seat, understood):
        return unknown_words(texts, understood.unknown)
    refused: Sequence[Message] = list(understood.refused)
    reason = None if refused else _not_on_offer(texts, table, seat, understood.action)
    if reason:
        refused = list(reason_of_a_part(texts_here, table.game, seat, table.names, typed))
    unsaid = False
    if reason and not refused:
        called = {*called_so(texts_here, table.game, typed), *(sensible(texts, table.row.key, typed) or ())[:1]}
        unsaid = called.isdisjoint(understood.action[:1])
    if understood.unknown or (unsaid and not is_out_of_place(texts, table.game, seat, table.names, typed)):
        one = f"**{example(texts, table.game, seat, table.names)}**"
        return f"✗ {texts.say('panel.unknown', typed=plain(typed), example=one)}{elsewhere}"
    if reason and not refused:
        quoting = Message(reason.id, {**reason.args, "typed": plain(typed)})
        return f"✗ {texts_here.message(table.row.key, quoting, table.names)}{elsewhere}"
    reasons = [texts_here.message(table.row.key, reason, table.names) for reason in refused]
    return "\n".join(f"✗ {reason}" for reason in reasons)


def _not_on_offer(texts: Texts, table: Table, seat: int, action: Action) -> Message | None:
    """The reason that quotes what was typed where the rules have no better one; None: there is one, or none is needed.

    Nobody is told the notation of what was typed in words, nor what the rules would say of these as notation.
    """
    reason = refusal(table.game, seat, action)
    unlisted = bool(action) and action[0] in table.game.prompt(seat).open  # an offer is rarely said quite right
    notated = unlisted or sensible(texts, table.row.key, notation(action)) is not None
    if reason and not notated and not (says_why(reason) and idle_words(texts.name).isdisjoint(action)):
        reason = NOT_OFFERED
    if reason is None or says_why(reason) or table.game.part(seat, action) is not None:
        return None
    begun = any(legal[: len(action)] == action for legal in table.game.legal(seat))
    return None if begun else reason
