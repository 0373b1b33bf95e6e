"""/hand, /discards, /card and /tile: the person's own cards, the discard pile, and one card or numbered tile."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches

import discord
from discord import app_commands

import engines
from bot.delivery.illustrating import AT_ONCE, Attachment, files_of, hand_picture
from bot.drawing.drawers import draw
from bot.drawing.picture_order import PictureOrder
from bot.features.table_option import latest_table_and_texts
from bot.interactions.command_names import AnyCommand, description, name
from bot.interactions.completion import completion
from bot.interactions.components import on_press
from bot.interactions.controls import ShapeButton
from bot.interactions.limits import CHOICES, OPTION
from bot.interactions.person import texts_for
from bot.interactions.replies import Reply, answer
from bot.interactions.services import Interaction, services_of
from bot.interactions.shapes import other_shape, own_shape, redrawn_in_shape, shape_button
from bot.panel.panel_controls import PileButton
from bot.tables import Refused, Table
from bot.wording import Texts, texts_in
from bot.wording.escaping import bold, within
from bot.wording.languages import FALLBACK

NEAR = 3
"""The largest number of cards with similar names that are proposed if no card has the typed name."""
LIKE = 0.7
"""The smallest similarity of such a name to the typed text, from 0 to 1 (``difflib``)."""
CARDS = 15
"""Cards on a page of the discard pile."""


class HandShape(ShapeButton, id="pt:handshape:{shape}:{game_id}:{words}"):
    """The button below a person's hand that changes the shape of the picture."""


def card_titles(texts: Texts) -> list[tuple[str, str]]:
    """Return every card of every game as a title in the language of ``texts`` and a value "<game>.<card id>"."""
    return [
        (f"{texts.say(f'{key}.card.{card}.name')} ({texts.title(key)})", f"{key}.{card}")
        for key, kind in engines.GAMES.items()
        for card in kind.presentation.cards
    ]


@completion
async def complete_card(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    named: dict[str, str] = {}  # of several cards with the same title only one is offered
    for title, value in _fitting(card_titles(await texts_for(interaction)), typed.lower()):
        named.setdefault(within(title, OPTION), value)
    return [app_commands.Choice(name=title, value=value) for title, value in named.items()][:CHOICES]


def _fitting(cards: Sequence[tuple[str, str]], typed: str) -> list[tuple[str, str]]:
    """Return the cards whose titles contain the typed text, those that begin with it first.

    If there are none, return cards with similar names, the most similar first.
    """
    holding = [(title, value) for title, value in cards if typed in title.lower()]
    if holding:
        return sorted(holding, key=lambda pair: not pair[0].lower().startswith(typed))
    called = [title.lower().rpartition(" (")[0] for title, _ in cards]
    close_titles = get_close_matches(typed.strip(), dict.fromkeys(called), NEAR, LIKE)
    return [cards[called.index(name)] for name in close_titles]


@app_commands.command(name=name("hand"), description=description("hand"))
@app_commands.guild_only()
async def hand(interaction: Interaction) -> None:
    table, words = await latest_table_and_texts(interaction)
    await show_hand(interaction, table, words)


async def show_hand(interaction: Interaction, table: Table, texts: Texts) -> None:
    """Show a large picture of a person's own hand.

    Raises:
        Refused: The person has no seat at the table, or the game has no hands.
    """
    seat = table.own_seat(interaction.user.id)
    shape = await own_shape(interaction)
    table.check_game()  # otherwise a broken table would look like a game without hands
    try:
        picture = await hand_picture(table, texts, shape, seat)
    except LookupError as fault:
        raise Refused("error.no_hand", game=table.row.key) from fault
    view = discord.ui.View(timeout=None)
    view.add_item(shape_button(HandShape(other_shape(shape), table.row.id), texts))
    await answer(interaction, "", files=files_of([picture]), view=view)


@redrawn_in_shape(HandShape)
async def show_hand_anew(interaction: Interaction, button: HandShape) -> None:
    table = await services_of(interaction).tables.table(button.game_id)
    await show_hand(interaction, table, await texts_for(interaction))


@app_commands.command(name=name("discards"), description=description("discards"))
@app_commands.guild_only()
async def discards(interaction: Interaction) -> None:
    table, words = await latest_table_and_texts(interaction)
    await show_pile(interaction, table, words)


@app_commands.command(name=name("card"), description=description("card"))
@app_commands.rename(card=name("name", "card.name"))
@app_commands.describe(card=description("card.name"))
@app_commands.autocomplete(card=complete_card)
@app_commands.guild_only()
async def card(interaction: Interaction, card: app_commands.Range[str, 0, OPTION]) -> None:
    texts = await texts_for(interaction)
    typed = card.lower().strip()
    cards = card_titles(texts)
    all_titles = [*cards, *card_titles(texts_in(FALLBACK))]  # the table may speak another language
    matches = [value for title, value in all_titles if typed in (value, title.lower(), title.lower().split(" (")[0])]
    if not matches:
        close_titles = [title for title, _ in _fitting(cards, typed)[:NEAR]]
        raise Refused(
            "error.no_card_but" if close_titles else "error.no_card", typed=card, near="; ".join(close_titles)
        )
    key, _, id = matches[0].partition(".")
    await show(interaction, texts, key, id)


async def show_known(interaction: Interaction, texts: Texts, key: str, id: str) -> None:
    """Show a card by the id that a component sent.

    Raises:
        Refused: There is no such card.
    """
    if key not in engines.GAMES or id not in engines.GAMES[key].presentation.cards:
        raise Refused("error.no_card", typed=id)
    await show(interaction, texts, key, id)


async def show(interaction: Interaction, texts: Texts, key: str, id: str) -> None:
    """Show the picture of a card, with its text as alt text."""
    data = await draw(PictureOrder("card", texts.name, before=(key, id), time_limit=AT_ONCE))
    words = f"{texts.say(f'{key}.card.{id}.name')}: {texts.say(f'{key}.card.{id}.text')}"
    await answer(interaction, "", files=files_of([Attachment("card.png", data, words[:1024])]))


def numbered() -> dict[int, tuple[str, str]]:
    """Return game and card id of each numbered tile, by its number."""
    return {
        number: (key, id)
        for key, kind in engines.GAMES.items()
        for number, id in enumerate(kind.presentation.numbered_cards, start=1)
    }


@completion
async def complete_tile(interaction: Interaction, typed: str) -> list[app_commands.Choice[int]]:
    """Offer the numbers that begin with the typed digits, with the effects of their tiles."""
    texts = await texts_for(interaction)
    return [
        app_commands.Choice(name=within(f"{number}: {texts.say(f'{key}.card.{id}.short')}", OPTION), value=number)
        for number, (key, id) in numbered().items()
        if str(number).startswith(str(typed))  # Discord may send the unfinished option as a number
    ][:CHOICES]


@app_commands.command(name=name("tile"), description=description("tile"))
@app_commands.rename(number=name("number", "tile.number"))
@app_commands.describe(number=description("tile.number"))
@app_commands.autocomplete(number=complete_tile)
@app_commands.guild_only()
async def tile(interaction: Interaction, number: int) -> None:
    texts = await texts_for(interaction)
    tiles = numbered()
    if number not in tiles:
        raise Refused("error.no_tile", typed=str(number), n=max(tiles))
    await show(interaction, texts, *tiles[number])


async def show_pile(interaction: Interaction, table: Table, texts: Texts, page: int = 0) -> None:
    """Show a page of the discard pile, the newest card first.

    Raises:
        Refused: The game has no discard pile.
    """
    key = table.row.key
    pile = table.game.discards()
    if pile is None:
        raise Refused("error.no_discards", game=key)
    pages = max(1, -(-len(pile) // CARDS))
    page = min(page, pages - 1)
    lines = [texts.say("discards.empty")] if not pile else [texts.say("discards.head", n=len(pile))]
    for card in pile[::-1][page * CARDS : (page + 1) * CARDS]:
        name, short = (texts.say(f"{key}.card.{card}.{part}") for part in ("name", "short"))
        lines.append(texts.say("discards.card", card=bold(name), does=short))
    view = discord.ui.View(timeout=None)
    for number, label in ((page - 1, "◀"), (page + 1, "▶")):
        if 0 <= number < pages:
            view.add_item(PileButton(table.row.id, number).button(label))
    await answer(interaction, "\n".join(lines), view=view)


@on_press(PileButton, reply=lambda button: Reply.BESIDE if button.new else Reply.IN_PLACE)
async def show_page(interaction: Interaction, button: PileButton) -> None:
    """Show another page of the discard pile, or the first page in a new private message."""
    table = await services_of(interaction).tables.table(button.game_id)
    await show_pile(interaction, table, await texts_for(interaction), button.page)


COMMANDS: tuple[AnyCommand, ...] = (hand, discards, card, tile)
