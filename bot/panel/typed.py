"""What somebody typed instead of pressing: a move, or what a button of the panel says."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from re import split

import discord

from bot.interactions.controls import LONGEST_TYPED, PlanThisButton
from bot.interactions.replies import answer, texts_for
from bot.interactions.services import Asking, Interaction, services_of
from bot.interactions.shapes import keep_shape
from bot.panel.actions import play_words, present, show_panel, start_over_typed, take_back_typed
from bot.panel.going_on import ask, deciding, go_on, is_begun, is_harmless, is_possible, wanted_instead, why_not
from bot.panel.layout import meant_panel, with_notes
from bot.panel.nudging import nudge
from bot.tables import Table
from bot.wording import Texts, texts_in
from bot.wording.clauses import (
    begun_by_name,
    behind_the_way,
    called_so,
    names_its_things,
    of_a_clause,
    says_just,
    says_that,
    with_more,
)
from bot.wording.completing import completions
from bot.wording.conversing import (
    TwoDecisions,
    first_asked,
    in_two,
    is_part,
    more_behind_yes,
    next_of,
    says_again,
    says_no,
    surplus,
    which_and_more,
)
from bot.wording.finishing import ENDINGS, names_end, only_ends
from bot.wording.folding import Folded, folded, spellings
from bot.wording.languages import FALLBACK
from bot.wording.lists import idle_words, listed, listed_in
from bot.wording.mood import affirmed, asks, going_on
from bot.wording.offered import LONGEST, MOST_MEANT, Understood, word_count
from bot.wording.paying import needs_payment, paid_beside, says_payment, with_payment
from bot.wording.reasons import own_reason
from bot.wording.typed import NOTHING_DONE, example, strange_words, understand
from engines import Action, Game
from engines.record import parse
from render.shape import Shape

ANYTHING, MOST_TAKEN_BACK = "…", 6
"""In what may be typed: a few words of whatever kind; so many with those around them."""
MOST_COMPLETED = 6
"""Words of a text that somebody may have left to completion."""
UNDOING = ("typed.undo", "typed.undo_in_short")
"""What takes back the last decision."""


async def play_typed(interaction: Interaction, game_id: int, typed: str) -> None:
    """Plays what somebody typed, in the game's notation or in words of the person's language; asks what is meant where
    that is not clear."""
    texts = await texts_for(interaction)
    table = await services_of(interaction).tables.table(game_id)
    if way := way_typed(texts, typed):
        await way(interaction, game_id)
        if way is take_back_typed and (instead := behind_taking_back(texts, table.game, typed)):
            await go_on(interaction, table, (), instead, texts.say("panel.undone"))
        return
    seat, asking = deciding(table, interaction.user.id), _asking(interaction, table)
    agreed, more = _answered(texts, table, seat, asking, typed)
    if agreed is not False and _holds(texts, typed):
        await look(interaction, game_id)
        return
    if agreed is False and (instead := _behind_no(texts, table, seat, typed)):  # "no, rather the mine"
        agreed, typed, asking = None, instead, Asking(table.row.version)
    if agreed is None and len(asking.meant) > 1 and _says(texts, typed, "typed.yes") and seat is not None:
        await present(interaction, table, meant_panel(table, seat, texts, asking.meant, rest=asking.rest))
        return  # one of several was not said
    if agreed is not None:
        await _answer(
            interaction, table, replace(asking, rest=with_more(texts, table.game, asking.rest, more)), agreed=agreed
        )
        return
    own_seat = table.seat_of(interaction.user.id)
    if seat is None and own_seat is not None and table.running and not table.paused:
        await _offer_to_plan(interaction, table, own_seat, texts, typed)
        return
    words: Action | None = parse(typed.lower())
    if seat is not None:
        words, more = await _decided(interaction, table, seat, texts, asking, typed)
    if words is not None:
        await play_words(interaction, game_id, words, typed=True)
        if rest := more or (asking.rest if words in asking.meant or not asking.meant else ""):
            await go_on(interaction, table, words, rest)


async def _offer_to_plan(interaction: Interaction, table: Table, seat: int, texts: Texts, typed: str) -> None:
    """Say that it is not the person's turn, with a button that plans what was typed."""
    reason = texts.at(table.game).message(table.row.key, table.game.not_asked(seat), table.names)
    view, text = discord.ui.View(timeout=None), " ".join(typed.split())
    if 0 < len(text) <= LONGEST_TYPED:
        button = PlanThisButton(table.row.id, text).button(texts.say("button.plan_this"), discord.ButtonStyle.primary)
        view.add_item(button)
    await answer(interaction, reason, view=view)


def _answered(texts: Texts, table: Table, seat: int | None, asking: Asking, typed: str) -> tuple[bool | None, str]:
    """Whether what is asked about was agreed to, or declined, and what is to be done next; None: neither."""
    agreed = _agreed(texts, asking, typed) if asking.meant else None
    if agreed is None and seat is not None and _pays_for_it(texts, table, asking, typed):
        return True, with_payment(typed, asking.rest)
    if agreed is None:
        return (True if _is_said_again(table, seat, texts, asking, typed) else None), ""
    if agreed and seat is not None and not asking.sure:
        meant, more = more_behind_yes(texts, table.game, seat, table.names, typed, asking.meant[0])
        return (True if meant else None), more
    return agreed, ""


async def _decided(
    interaction: Interaction, table: Table, seat: int, texts: Texts, asking: Asking, typed: str
) -> tuple[Action | None, str]:
    """What is to be played of what was typed, and what was typed behind it; None: something else came of it, which is
    done."""
    languages = [texts.name, FALLBACK]
    question = asks(languages, typed)
    typed = typed if question else affirmed(table.row.key, languages, going_on(languages, typed)) or typed
    understood, rest = (None, "") if question else _chosen(table, seat, texts, asking, typed)
    if understood is None:
        await asyncio.sleep(0)  # reading takes a while; others have their turn between its parts
        understood = understand(texts, table.game, seat, table.names, typed, asking.begun)
        possible = is_possible(table, seat, understood)
        both = None
        await asyncio.sleep(0)
        if (understood.asked or not possible) and not question:
            both = in_two(texts, table.game, seat, table.names, typed, clearly=possible)
        if both:
            await _play_two(interaction, table, seat, texts, both, typed)
            return None, ""
        await asyncio.sleep(0)
        if possible and not understood.asked:
            rest = surplus(texts, table.game, seat, table.names, typed, understood.action)
        if asking.sure and not asking.repeated and understood.action == asking.meant[0] and not understood.asked:
            await _answer(interaction, table, asking, agreed=True)  # said once more, it is meant
            return None, ""
    if _says(texts, typed, "typed.no") and table.game.prompt(seat).message.id == f"{table.row.key}.prompt.turn":
        await show_panel(interaction, table.row.id)  # nothing is asked that could be declined: it ends no turn
        return None, ""
    ends = understood.action in ENDINGS
    beside = understood.asked or understood.refused or ends or paid_beside(texts, table.game, seat, typed)
    first = first_asked(texts, table.game, seat, table.names, typed, understood.asked) if beside else None
    if first and not is_part(first.understood.asked, understood) and not (ends and first.understood.action in ENDINGS):
        understood, rest = first
    elif not is_possible(table, seat, understood) and not _refused_by_name(texts, table, understood, typed):
        await asyncio.sleep(0)
        actions, rest, why = of_a_clause(texts, table.game, seat, table.names, typed)
        if why:
            understood = Understood(understood.action, refused=why)
        elif is_part(actions, understood):
            rest = ""
        elif actions and not 0 < len(understood.asked) < len(actions):
            understood = Understood(actions[0], actions)
        elif not understood.asked and (begun := begun_by_name(texts, table.game, seat, typed, understood.action)):
            some = [each for each in table.game.distinct(table.game.legal(seat)) if each[: len(begun)] == begun]
            strange = understood.unknown or [word for word in folded(typed) if word.isdigit()]
            understood = Understood(begun, some if len(some) <= MOST_MEANT else (), unknown=strange)
    await asyncio.sleep(0)
    if not understood.asked and (leads := _leading_there(table, seat, texts, understood, typed)):
        if len(leads) == 1 and (refused := _refused_there(table, seat, texts, leads[0], typed)):
            await show_panel(interaction, table.row.id, heading=refused)  # before anything is done for it
            return None, ""
        if _leads_plainly(table, seat, texts, leads, typed):
            return leads[0], behind_the_way(texts, table.game, typed, leads[0])
        understood, rest = Understood(leads[0], leads), behind_the_way(texts, table.game, typed, leads[0])
    if not question and not rest and (exact := _exactly_meant(texts, table, seat, understood, typed)):
        return exact, ""
    if understood.asked:
        await ask(interaction, table, seat, understood, rest, typed=typed)
        return None, ""
    if offered := as_completed(table, seat, texts, understood, typed):
        await ask(interaction, table, seat, Understood(offered[0], offered), rest, typed=typed)
        return None, ""
    if heading := _refusal_heading(table, seat, texts, understood, typed):
        if asking.meant and not asking.sure and not understood.refused:
            await look(interaction, table.row.id, heading)  # that says nothing of what is asked
        else:
            begun = understood.action if understood.unknown and is_begun(table, seat, understood) else ()
            await show_panel(interaction, table.row.id, prefix=begun, heading=heading)
        return None, ""
    return understood.action, rest


def _refusal_heading(table: Table, seat: int, texts: Texts, understood: Understood, typed: str) -> str:
    """Return why nothing is played of what was typed; empty: it is."""
    heading = why_not(table, seat, texts, understood, typed)
    if heading and _says(texts, typed, "typed.yes"):
        move = f"**{example(texts, table.game, seat, table.names)}**"
        return f"✗ {texts.say('panel.nothing_asked', example=move)}"
    return heading


def as_completed(table: Table, seat: int, texts: Texts, understood: Understood, typed: str) -> list[Action]:
    """Return the few actions that are offered while this is typed, where the rest of the bot makes nothing of it: what
    completion offers for a text is what the text may mean."""
    if understood.refused or understood.asked or is_possible(table, seat, understood):
        return []
    if word_count(typed) > MOST_COMPLETED:
        return []
    game = table.game
    if own_reason(game, seat, understood.action):
        return []
    found = completions(texts.at(game), table.row.key, game.distinct(game.legal(seat)), table.names, typed)
    return [parse(text) for text, _ in found] if len(found) <= MOST_MEANT else []


def _exactly_meant(texts: Texts, table: Table, seat: int, understood: Understood, typed: str) -> Action:
    """Return the one action that a text can mean, which need not be asked about; empty: there is none.

    That is an end of what is asked, however it is called there ("done" for a pass), and what is named, costs nothing
    and can be taken back: "market" with one market in reach.
    """
    game = table.game
    legal = game.distinct(game.legal(seat))
    if strange_words(texts.at(game), game, seat, table.names, typed) or understood.unknown:
        return ()
    endings = [action for action in legal if action in ENDINGS]
    if len(endings) == 1 and _says_end(texts, game, understood, typed):
        return endings[0]
    if len(understood.asked) != 1 or understood.refused:
        return ()
    action = understood.asked[0]
    label = folded(texts.at(game).action(game.key, action, table.names))
    words = [word for word in folded(typed[:LONGEST]) if word not in idle_words(texts.name)]
    is_named = bool(words) and all(word in label for word in words)
    is_whole = action in legal and action[0] not in game.needs_confirmation
    is_free = is_whole and game.hint(seat, action) is None and is_harmless(game, seat, action)
    return action if is_named and is_free else ()


def _says_end(texts: Texts, game: Game, understood: Understood, typed: str) -> bool:
    """Return whether a text says no more than that somebody is done."""
    meant = [*understood.asked, understood.action] if understood.action else list(understood.asked)
    if not meant or not ENDINGS.issuperset(meant):
        return False
    languages = [texts.name, FALLBACK]
    return only_ends(languages, game.key, typed) and names_end(languages, game.key, typed)


def _refused_by_name(texts: Texts, table: Table, understood: Understood, typed: str) -> bool:
    """Whether the rules refuse what a word certainly says, or what is done with all that is named; or nothing of what
    is named is meant."""
    game, action = table.game, understood.action
    return NOTHING_DONE in understood.refused or (
        bool(understood.refused) and (says_that(texts, game, typed, action[0]) or says_just(texts, game, typed, action))
    )


def _leading_there(table: Table, seat: int, texts: Texts, understood: Understood, typed: str) -> list[Action]:
    """What may be done first, a few actions at most, where it is all that stands against what was typed, or against
    something else that is called by its name there."""
    own = own_reason(table.game, seat, understood.action)
    reasons = [*understood.refused, *([own] if own and not (understood.asked or understood.refused) else [])]
    found = dict.fromkeys(action for reason in reasons for action in table.game.leading_to(seat, reason))
    if found:
        others = [own_reason(table.game, seat, (verb,)) for verb in sorted(called_so(texts, table.game, typed))]
        found |= dict.fromkeys(lead for why in others if why for lead in table.game.leading_to(seat, why))
    return list(found) if len(found) <= MOST_MEANT else []


def _leads_plainly(table: Table, seat: int, texts: Texts, leads: Sequence[Action], typed: str) -> bool:
    """Whether what comes first is one thing, which was named, costs nothing and surprises nobody: "found a colony of
    gold", where the space for that is free."""
    game, first = table.game, leads[0]
    named = len(leads) == 1 and names_its_things(texts, game, typed, first)
    return named and game.hint(seat, first) is None and is_harmless(game, seat, first)


def _refused_there(table: Table, seat: int, texts: Texts, lead: Action, typed: str) -> str:
    """Why the rest of what was typed would be refused once what leads to it is done; empty: it would not."""
    game, names = table.game.copy(), table.names
    game.play(seat, lead)
    rest = behind_the_way(texts, table.game, typed, lead)
    if seat not in game.to_act or next_of(texts, game, seat, names, rest):
        return ""
    reasons = understand(texts, game, seat, names, rest).refused
    refused = [reason for reason in reasons if reason.id not in game.whereabouts]
    return "\n".join(f"✗ {texts.at(game, names).message(game.key, reason, names)}" for reason in refused)


def _chosen(table: Table, seat: int, texts: Texts, asking: Asking, typed: str) -> tuple[Understood | None, str]:
    """What was chosen of several that may be meant, and what was typed behind it; None: nothing of that."""
    if len(asking.meant) < 2:
        return None, ""
    actions, rest = which_and_more(texts, table.game, seat, table.names, typed, asking.meant)
    return (Understood(actions[0], actions if len(actions) > 1 else ()) if actions else None), rest


def _is_said_again(table: Table, seat: int | None, texts: Texts, asking: Asking, typed: str) -> bool:
    """Whether what alone is asked about is named once more; not where it is asked before what nobody can take back."""
    if seat is None or len(asking.meant) != 1 or asking.sure or asks([texts.name, FALLBACK], typed):
        return False
    return says_again(texts, table.game, seat, table.names, typed, asking.meant[0])


def _pays_for_it(texts: Texts, table: Table, asking: Asking, typed: str) -> bool:
    """Whether it is said what is paid for what alone is asked about, and nothing else."""
    alone = len(asking.meant) == 1 and not asking.sure and needs_payment(table.game, asking.meant[0])
    return alone and says_payment(texts, table.game, typed)


def _says(texts: Texts, typed: str, id: str) -> bool:
    return any(_is_one_of(typed, each.say(id).split(",")) for each in (texts, texts_in(FALLBACK)))


async def _play_two(
    interaction: Interaction, table: Table, seat: int, texts: Texts, both: TwoDecisions, typed: str
) -> None:
    """Plays the first of two decisions and asks whether the other one is meant; or says why not."""
    if both.refused:
        said = [texts.at(table.game, table.names).message(table.row.key, why, table.names) for why in both.refused]
        await show_panel(interaction, table.row.id, heading="\n".join(f"✗ {why}" for why in said))
        return
    if strange_words(texts, table.game, seat, table.names, typed):  # nothing is done before that is cleared up
        found = Understood(both.first, [both.first])
        await ask(interaction, table, seat, found, both.rest, typed=typed)
        return
    await play_words(interaction, table.row.id, both.first, typed=True)
    await go_on(interaction, table, both.first, both.rest)


def _asking(interaction: Interaction, table: Table) -> Asking:
    """What the panel asks that the person saw last, if it still stands."""
    asking = services_of(interaction).asking.get((interaction.user.id, table.row.id))
    return asking if asking and asking.version == table.row.version else Asking(table.row.version)


def _agreed(texts: Texts, asking: Asking, typed: str) -> bool | None:
    """Whether somebody who is asked to confirm an action has typed as much as yes, or no; None: something else.

    Of several actions that may be meant, "yes" says nothing.
    """
    if len(asking.meant) > 1:
        return None
    end = ("button.end_turn", "button.confirm") if asking.sure else ()
    head = split(r"[,;.:!]|\s[-–]\s", typed[:LONGEST])[0]  # "go ahead, I accept the loss"
    begun = " ".join(folded(typed[:LONGEST])[:1])  # "yes that one"
    for each in (texts, texts_in(FALLBACK)):
        yes, no = (each.say(id).split(",") for id in ("typed.yes", "typed.no"))
        if _is_one_of(typed, [*yes, *map(each.say, end)]) or _is_one_of(begun, yes) or _is_one_of(head, yes):
            return True
        if _is_one_of(typed, no) or _is_one_of(begun, no) or _is_one_of(head, no):
            return False
    return None


def _behind_no(texts: Texts, table: Table, seat: int | None, typed: str) -> str:
    """What somebody wants instead who begins with no; empty: nothing that can be understood."""
    _, _, rest = typed.strip().partition(" ")
    game, names = table.game, table.names
    if seat is None or not rest or _says_no_more(texts, game, rest):
        return ""
    if is_possible(table, seat, understand(texts, game, seat, names, rest)):
        return rest
    said_in_part = in_two(texts, game, seat, names, rest) or of_a_clause(texts, game, seat, names, rest).actions
    return rest if said_in_part else ""


def _says_no_more(texts: Texts, game: Game, typed: str) -> bool:
    """Whether nothing but no is said once more: "not that"."""
    idle = idle_words(texts.name)
    return all(word in idle or word == "," or says_no(texts, game, word) for word in folded(typed[:LONGEST]))


async def _answer(interaction: Interaction, table: Table, asking: Asking, *, agreed: bool) -> None:
    if agreed:
        await play_words(interaction, table.row.id, asking.meant[0], version=asking.version, confirmed=asking.sure)
        await go_on(interaction, table, asking.meant[0], asking.rest)
    else:
        await show_panel(interaction, table.row.id)


def way_typed(texts: Texts, typed: str) -> Callable[[Interaction, int], Awaitable[None]] | None:
    """What a button of the panel does that is no move, where just what it says was typed."""
    for each in (texts, texts_in(FALLBACK)):
        for id, way in WAYS.items():
            said = each.say(id)
            if _is_one_of(typed, said.split(",") if id.startswith("typed.") else [said]):
                return way
        if any(_undoes(each, part) for part in _parts(typed)):
            return take_back_typed  # "oh no, take that back, I wanted the Customs"
    return None


def behind_taking_back(texts: Texts, game: Game, typed: str) -> str:
    """What somebody wants instead who takes something back: "take that back, I want to build on quarter 16"; nothing
    where it is said what is not wanted."""
    parts = _parts(typed)
    for each in (texts, texts_in(FALLBACK)):
        for number, part in enumerate(parts):
            if _undoes(each, part):
                rest = wanted_instead(texts, ", ".join(parts[number + 1 :]))
                return "" if says_no(texts, game, rest) else rest
    return ""


def _undoes(texts: Texts, part: str) -> bool:
    """Whether a part of a sentence takes something back: "take that back", and with what that is: "take … back"; also
    behind words that say nothing: "I want to undo"."""
    ways = [way.strip() for id in UNDOING for way in texts.say(id).split(",")]
    said = _without_interjections(part, texts.name)
    around = (way.lower().split(ANYTHING) for way in ways if ANYTHING in way)
    words = f"{said.lower()} "
    named = any(words.startswith(head) and words.rstrip().endswith(tail.rstrip()) for head, tail in around)
    alone = len(words.split()) <= MOST_TAKEN_BACK and listed(texts.name, "onward").isdisjoint(words.split())
    if _is_one_of(said, ways) or (named and alone):
        return True
    first, _, behind = said.partition(" ")
    idle = idle_words(texts.name) - listed_in(texts.name, "no")
    return bool(behind) and first.lower() in idle and _undoes(texts, behind)


def _parts(typed: str) -> list[str]:
    return [part.strip() for part in split(r"[,;.:!?…]|\s[-–]\s", typed[:LONGEST]) if part.strip()]


def _holds(texts: Texts, typed: str) -> bool:
    """Whether somebody stops at the end of a sentence: "a serf please... no wait"."""
    end = _parts(typed)[1:][-1:]
    return any(_is_one_of(part, listed_in(texts.name, "hold")) for part in end)


async def look(interaction: Interaction, game_id: int, heading: str = "") -> None:
    """Shows the panel; what was asked before is asked still, and stands above it, below a ``heading``."""
    texts, services = await texts_for(interaction), services_of(interaction)
    table = await services.tables.table(game_id)
    asking = _asking(interaction, table)
    if asking.meant and not asking.sure:
        seat = table.own_seat(interaction.user.id)
        some = [f"**{each}**" for each in with_notes(table, seat, texts.at(table.game, table.names), asking.meant)]
        heading = f"{heading}\n{texts.say('panel.meant', choices=texts.either(some))}".strip("\n")
    await show_panel(interaction, game_id, heading=heading)
    if asking.meant:
        services.asking[interaction.user.id, game_id] = asking


def _without_interjections(typed: str, language: str) -> str:
    """A part of a sentence without words around it that say nothing: "ok then, undo that please"."""
    idle, kept = listed(language, "interjections"), typed.split()
    while len(kept) > 1 and kept[0].lower() in idle:
        kept.pop(0)
    while len(kept) > 1 and kept[-1].lower() in idle:
        kept.pop()
    return " ".join(kept)


def _is_one_of(typed: str, said: Iterable[str]) -> bool:
    """Whether just that was typed, whatever its case, blanks and signs."""
    words = _letters(folded(typed[:LONGEST]))
    return bool(words) and any(words in map(_letters, spellings(each)) for each in said)


def _letters(words: Folded) -> str:
    """Without blanks and signs."""
    return "".join(letter for letter in "".join(words) if letter.isalnum())


async def _change_shape(shape: Shape, interaction: Interaction, game_id: int) -> None:
    await keep_shape(interaction, shape)
    await show_panel(interaction, game_id)


WAYS: dict[str, Callable[[Interaction, int], Awaitable[None]]] = {
    "button.undo": take_back_typed,
    "command.undo.name": take_back_typed,
    "typed.undo": take_back_typed,
    "typed.undo_in_short": take_back_typed,
    "button.start_over": start_over_typed,
    "button.back": show_panel,
    "button.nudge": nudge,
    **{f"{said}.shape.{shape}": partial(_change_shape, shape) for said in ("button", "typed") for shape in Shape},
}
"""What buttons of the panel do that are no moves, by what they say or the command for the same is called."""
