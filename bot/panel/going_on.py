"""What was typed behind a decision: played once that is done where it is certain, else asked about."""

from __future__ import annotations

from collections.abc import Sequence
from re import escape, search

from bot.interactions.replies import texts_for
from bot.interactions.services import Asking, Interaction, services_of
from bot.panel.actions import play_words, present, show_panel
from bot.panel.layout import meant_panel
from bot.tables import Table
from bot.wording import Texts
from bot.wording.clauses import (
    called_so,
    goes_on,
    names_a_thing,
    names_its_things,
    of_a_clause,
    says_what_is_done,
    says_where,
)
from bot.wording.completing import sensible
from bot.wording.conversing import Next, next_of, reason_of_a_part
from bot.wording.finishing import ENDINGS
from bot.wording.lexicon import idle_words, listed_in
from bot.wording.offered import Understood
from bot.wording.paying import asks_for_payment
from bot.wording.reasons import NOT_OFFERED, refusal, says_why
from bot.wording.texts import plain
from bot.wording.typed import example, is_out_of_place, understand
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
    return texts.say("panel.played", action=texts.at(table.game).action(table.row.key, action, table.names))


async def go_on(interaction: Interaction, before: Table, done: str, rest: str) -> None:
    """Plays what was typed behind what is ``done`` where it is certain and nobody is surprised by it; else asks whether
    it is meant, or says why it is not possible. ``before``: the table before that was done."""
    texts = await texts_for(interaction)
    if not rest or says_where(texts, rest):
        return
    after = await services_of(interaction).tables.table(before.row.id)
    seat = deciding(after, interaction.user.id)
    if after.row.version == before.row.version or seat is None:
        return
    clear = next_of(texts, after.game, seat, after.names, rest)
    if clear and (action := _certain(texts, after, seat, clear, rest)):
        await play_words(interaction, after.row.id, action, above=done)
        await go_on(interaction, after, f"{done}\n{played(texts, after, action)}", clear.rest)
        return
    following = _following(texts, after, seat, clear, rest)
    meant = following.understood.asked
    if not goes_on(texts, after.game, rest):  # "it only needs a red one" says nothing new
        meant = [each for each in meant if each in ENDINGS or names_its_things(texts, after.game, rest, each)]
    if meant:
        await present(interaction, after, meant_panel(after, seat, texts, meant, rest=following.rest, done=done))
    elif asks_for_payment(after.game, seat):  # the rest waits until that is paid
        await show_panel(interaction, after.row.id, heading=done)
        services_of(interaction).asking[interaction.user.id, after.row.id] = Asking(after.row.version, rest=rest)
    elif says_what_is_done(texts, after.game, rest) and not _says_the_same(texts, after.game, rest):
        heading = why_not(after, seat, texts, understand(texts, after.game, seat, after.names, rest), rest)
        await show_panel(interaction, after.row.id, heading=f"{done}\n{heading}")


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
    actions, rest = ((), "") if understood.refused else of_a_clause(texts, game, seat, names, typed)
    return Next(Understood((), actions), rest)


def _certain(texts: Texts, table: Table, seat: int, clear: Next, typed: str) -> Action:
    """The one action that was clearly said, where its player goes on after it and can take it back; empty: none."""
    game, action = table.game, clear.understood.action
    if clear.understood.asked or action[0] in game.needs_confirmation:
        return ()
    if refusal(game, seat, action):
        return ()
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
    texts_here = texts.at(table.game)
    if understood.unknown and is_begun(table, seat, understood):
        return texts.say("panel.unknown_words", words=[f"*{plain(word)}*" for word in understood.unknown])
    refused: Sequence[Message] = list(understood.refused)
    reason = None if refused else _not_on_offer(texts, table, seat, understood.action)
    if reason:
        refused = list(reason_of_a_part(texts_here, table.game, seat, table.names, typed))
    called = {*called_so(texts_here, table.game, typed), *(sensible(texts, table.row.key, typed) or ())[:1]}
    unsaid = bool(reason) and not refused and called.isdisjoint(understood.action[:1])
    if understood.unknown or (unsaid and not is_out_of_place(texts, table.game, seat, table.names, typed)):
        one = f"**{example(texts, table.game, seat, table.names)}**"
        return f"✗ {texts.say('panel.unknown', typed=plain(typed), example=one)}"
    if reason and not refused:
        refused = [Message(reason.id, {**reason.args, "typed": plain(typed)})]
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
