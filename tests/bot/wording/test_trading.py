"""Trade between players in the channel: offered in public, answered by whoever can, withdrawn, lapsed (MMN)."""

from __future__ import annotations

import discord
import pytest

from engines.mmn import hands as counting
from engines.mmn.game import Mmn
from storage.database import Database
from tests.bot.parts import asks, controls, labels, shown, way_to
from tests.bot.room import Room, open_room
from tests.engines.mmn.positions import position

pytestmark = [
    pytest.mark.usefixtures("plain_pictures"),
    pytest.mark.parametrize("backend", ["sqlite"], indirect=True),
]

PEOPLE = ("anna", "ben", "carla")


def market(mine: str = "2 wool 1 ore", second: str = "1 brick", third: str = "1 grain") -> Mmn:
    """Seat 0 is in the action phase; everybody holds a few cards."""
    return position(me={"hand": mine}, others={1: {"hand": second}, 2: {"hand": third}})


def kinds(cards: str) -> list[int]:
    """Cards by kind."""
    return counting.amounts(cards.split()) or []


async def opened(room: Room, game: Mmn) -> None:
    await room.open_table("mmn", order="joining")
    await room.put(game)


async def offered(room: Room, words: str = "offer 2 wool 1 ore for 1 brick") -> discord.Message:
    await room.ask(await room.at(0), "play", move=words)
    return room.last


async def test_an_offer_is_posted_with_its_answers_and_calls_the_opponents_alone(database: Database) -> None:
    async with open_room(database, *PEOPLE) as room:
        await opened(room, market())
        post = await offered(room)
        assert "**anna** offers **wool ×2 and ore** for **brick**" in post.content
        assert labels(post) == ["Your move", "Accept", "Decline", "Counter", "Withdraw"]
        assert f"▶ {room['ben'].mention} and {room['carla'].mention}, what are your answers?" in post.content
        assert "turn" not in post.content.split("▶")[1], "it is not theirs"
        assert room.called()[-1] == [room["ben"].id, room["carla"].id]


async def test_of_two_who_accept_at_once_the_first_wins_and_the_other_is_told(database: Database) -> None:
    async with open_room(database, *PEOPLE) as room:
        await opened(room, market(second="1 brick", third="1 brick"))
        post = await offered(room)
        await room.deliver(*(room.click_payload(room[name], post, "Accept") for name in ("carla", "ben")))
        assert [move.words for move in await room.moves()] == ["offer 2 wool 1 ore for 1 brick", "accept"]
        assert "accepts **anna**'s offer: wool ×2 and ore for brick" in room.last.content
        assert room.called()[-1] == [room["anna"].id]  # whose turn goes on
        told = [(entry.json or {}).get("content", "") for entry in room.requests("PATCH", "/webhooks/*")]
        assert sum(text.startswith("✓ Accept") for text in told) == 1
        assert sum(text.startswith("The game has moved on") for text in told) == 1


async def test_an_acceptance_counts_though_somebody_declined_in_the_same_moment(database: Database) -> None:
    async with open_room(database, *PEOPLE) as room:
        await opened(room, market(third="1 brick"))
        post = await offered(room)
        clicks = [room.click_payload(room["ben"], post, "Decline"), room.click_payload(room["carla"], post, "Accept")]
        await room.deliver(clicks[0])
        await room.deliver(clicks[1])
        assert [move.words for move in await room.moves()][1:] == ["decline", "accept"]
        assert "**carla** accepts **anna**'s offer" in room.last.content


async def test_an_answer_to_one_offer_is_no_answer_to_the_next(database: Database) -> None:
    """Ben could accept the second as well, but it is not what he answered."""
    async with open_room(database, *PEOPLE) as room:
        await opened(room, market(second="1 brick 1 grain"))
        late = room.click_payload(room["ben"], await offered(room), "Accept")
        again = await offered(room, "offer 2 wool 1 ore for 1 grain")
        await room.deliver(late)
        assert [move.words for move in await room.moves()] == [
            "offer 2 wool 1 ore for 1 brick",
            "offer 2 wool 1 ore for 1 grain",
        ]
        told = [(entry.json or {}).get("content", "") for entry in room.requests("PATCH", "/webhooks/*")]
        assert told[-1].startswith("The game has moved on")
        await room["ben"].click(again, label="Accept")
        assert "**ben** accepts **anna**'s offer: wool ×2 and ore for grain" in room.last.content


async def test_who_cannot_accept_is_told_so_alone_and_may_decline(database: Database) -> None:
    async with open_room(database, *PEOPLE) as room:
        await opened(room, market())
        post = await offered(room)
        refused = shown(await room["carla"].click(post, label="Accept"))
        assert refused.content.startswith("✗ You do not have brick in your hand. Choose cards that you have.")
        assert refused.flags.ephemeral
        assert "declines" not in room.last.content
        await room["carla"].click(post, label="Decline")
        assert "**carla** declines" in room.last.content
        assert f"▶ <@{room['ben'].id}>, what is your answer?" in room.last.content
        shown(await room["ben"].click(room.last, label="Accept"))
        assert "**ben** accepts **anna**'s offer" in room.last.content


async def test_a_counter_offer_is_put_together_with_selects_and_the_offerer_accepts_it(database: Database) -> None:
    async with open_room(database, *PEOPLE) as room:
        await opened(room, market())
        post = await offered(room)
        called = len(room.called())
        panel = shown(await room["carla"].click(post, label="Counter"))
        assert "What do you give?" in panel.content
        panel = shown(await room["carla"].select(panel, ["1.grain"]))
        assert "What do you want for it?" in panel.content
        await room["carla"].select(panel, ["1.ore"])
        assert "**carla** would give **grain** for **ore**" in room.last.content
        assert "**anna** offers" in room.last.content  # the offer still stands
        assert labels(room.last)[-2:] == ["Trade with carla · grain for your ore", "Withdraw"]
        assert room.last.id == post.id
        assert len(room.called()) == called, "edits call nobody"
        shown(await room["ben"].click(room.last, label="Decline"))
        assert room.called()[-1] == [room["anna"].id]
        terms = "Trade with carla · grain for your ore"
        assert labels(room.last) == ["Your move", terms, "Withdraw"]
        panel = await room.open_panel(room["anna"])
        assert terms in labels(panel)
        await room["anna"].click(panel, label=terms)
        hands = [player.hand for player in (await room.table()).game.state.players]
        assert [sum(cards) for cards in hands] == [3, 1, 1]
        assert "**anna** accepts **carla**'s counter offer: ore for grain" in room.last.content
        assert hands[0] == kinds("2 wool 1 grain")
        assert hands[2] == kinds("1 ore")


async def test_an_offer_is_put_together_with_selects(database: Database) -> None:
    async with open_room(database, *PEOPLE) as room:
        await opened(room, market())
        panel = await room.open_panel(room["anna"])
        assert "Offer a trade …" in labels(panel)
        panel = shown(await room["anna"].click(panel, label="Offer a trade …"))
        (give,) = (item for item in controls(panel) if item["type"] == 3)
        assert [option["value"] for option in give["options"]] == ["1.wool", "1.ore", "2.wool"]
        panel = shown(await room["anna"].select(panel, ["1.wool", "1.ore"]))
        assert "So far: Offer: 1 wool and 1 ore for" in panel.content
        assert asks(panel) == ["Choose …"]
        await room["anna"].select(panel, ["2.brick"])
        assert "**anna** offers **wool and ore** for **brick ×2**" in room.last.content


async def test_an_offer_that_the_offerer_withdraws_cannot_be_accepted_any_more(database: Database) -> None:
    async with open_room(database, *PEOPLE) as room:
        await opened(room, market())
        post = await offered(room)
        late = room.click_payload(room["ben"], post, "Accept")
        called = len(room.called())
        panel = await room.open_panel(room["anna"])
        await room["anna"].click(panel, label="Withdraw the offer")
        assert "**anna** withdraws the offer" in room.last.content
        assert room.last.id == post.id, "an offer is one message"
        assert len(room.called()) == called, "nobody is called by what they do themselves"
        assert labels(room.last) == ["Your move"]
        again = await offered(room, "offer 1 ore for 1 brick")
        assert again.id != post.id
        assert room.called()[-1] == [room["ben"].id, room["carla"].id], "another question calls"
        await room.ask(room["anna"], "play", move="withdraw")
        await room.deliver(late)
        assert (await room.table()).game.state.players[0].hand == market().state.players[0].hand


async def test_the_offerer_goes_on_in_the_panel_which_withdraws_the_offer_silently(database: Database) -> None:
    async with open_room(database, *PEOPLE) as room:
        mine = {"hand": "2 wool 1 brick 1 lumber", "buildings": ["city n25"], "roads": ["n25-n31"]}
        await opened(room, position(me=mine, others={1: {"hand": "1 ore"}, 2: {"hand": "1 grain"}}))
        post = await offered(room, "offer 2 wool for 1 ore")
        late = room.click_payload(room["ben"], post, "Accept")
        called = len(room.called())
        posts = len(room.history())
        panel = await room.open_panel(room["anna"])
        stands = "You are offering **wool ×2** for **ore**. Any other action withdraws the offer."
        assert stands.replace("**", "") in panel.content.replace("**", "")
        assert {"Withdraw the offer", "End the turn", "Offer a trade …"} <= set(labels(panel))
        built = next(action for action in (await room.table()).game.legal(0) if action[0] == "road")
        await room["anna"].click(panel, custom_id=way_to(panel, built)[0])
        assert [move.words for move in await room.moves()] == ["offer 2 wool for 1 ore", " ".join(built)]
        assert (room.last.id, len(room.history()), len(room.called())) == (post.id, posts, called)
        assert "**anna** withdraws the offer" in room.last.content
        assert labels(room.last) == ["Your move"]
        await room.deliver(late)
        assert (await room.table()).game.state.players[0].hand == kinds("2 wool")


async def test_an_offer_nobody_takes_is_over_and_the_turn_goes_on(database: Database) -> None:
    async with open_room(database, *PEOPLE) as room:
        await opened(room, market())
        await offered(room)
        for name in ("ben", "carla"):
            await room[name].click(room.last, label="Decline")
        assert "**anna** finds nobody who wants to trade" in room.last.content
        assert room.called()[-1] == [room["anna"].id]
        await room.ask(room["anna"], "play", move="pass")
        assert room.called()[-1] == [room["ben"].id]


async def test_who_made_a_counter_offer_may_still_accept_or_take_it_back(database: Database) -> None:
    async with open_room(database, *PEOPLE) as room:
        await opened(room, market())
        await offered(room)
        await room.ask(room["ben"], "play", move="counter 1 brick for 1 wool")
        assert (await room.table()).game.blocking_seats == (2,)
        await room.ask(room["carla"], "play", move="counter 1 grain for 1 wool")
        await room.ask(room["carla"], "play", move="decline")
        game = (await room.table()).game
        assert game.legal(0) == [("accept", "seat2"), ("withdraw",), ("pass",)]
        assert game.blocking_seats == (0,)
        await room.ask(room["ben"], "play", move="accept")
        assert "**ben** accepts **anna**'s offer: wool ×2 and ore for brick" in room.last.content


async def test_bank_trades_are_offered_at_the_best_rate(database: Database) -> None:
    async with open_room(database, *PEOPLE) as room:
        await opened(room, market(mine="4 wool"))
        panel = await room.ask(room["anna"], "play", move="bank 4 wool")
        assert "Which card do you take for wool ×4?" in panel.content
        panel = shown(await room["anna"].select(panel, ["take.ore"])) if asks(panel) else panel
        assert "gives the bank wool ×4 for ore" in room.last.content


async def test_the_terms_of_a_counter_offer_are_accepted_under_the_board_and_no_others(database: Database) -> None:
    async with open_room(database, *PEOPLE) as room:
        await opened(room, market(second="2 brick"))
        post = await offered(room)
        await room.ask(room["ben"], "play", move="counter 1 brick for 1 wool")
        terms = "Trade with ben · brick for your wool"
        late = room.click_payload(room["anna"], room.last, terms)
        await room.ask(room["ben"], "play", move="counter 1 brick for 2 wool")
        await room.deliver(late)
        told = [(entry.json or {}).get("content", "") for entry in room.requests("PATCH", "/webhooks/*")]
        assert told[-1].startswith("The game has moved on")
        assert (await room.table()).game.state.players[0].hand == kinds("2 wool 1 ore")
        assert room.last.id == post.id
        await room["anna"].click(room.last, label="Trade with ben · brick for your wool ×2")
        assert (await room.table()).game.state.players[0].hand == kinds("1 ore 1 brick")


def chosen(panel: discord.Message) -> list[str]:
    """What the list of a panel has chosen beforehand."""
    (select,) = (item for item in controls(panel) if item["type"] == 3)
    return [option["value"] for option in select["options"] if option.get("default")]


async def test_a_counter_offer_starts_from_the_offer(database: Database) -> None:
    async with open_room(database, *PEOPLE) as room:
        await opened(room, market(third="1 wool 1 brick 1 grain"))
        panel = shown(await room["carla"].click(await offered(room), label="Counter"))
        (give,) = (item for item in controls(panel) if item["type"] == 3)
        assert give["options"][0]["value"] == "1.brick"
        assert chosen(panel) == ["1.brick"]
        same = shown(await room["carla"].select(panel, ["1.brick"]))
        (want,) = (item for item in controls(same) if item["type"] == 3)
        first = [option["value"] for option in want["options"]][:4]
        assert sorted(first) == ["1.ore", "1.wool", "2.ore", "2.wool"]
        assert chosen(same) == [], "that would be the offer itself"
        assert labels(same)[-1] == "Back"


async def test_what_a_counter_offer_starts_from_goes_on_with_a_press(database: Database) -> None:
    async with open_room(database, *PEOPLE) as room:
        await opened(room, market(third="2 grain 1 brick"))
        post = await offered(room)
        panel = shown(await room["carla"].click(post, label="Counter"))
        same = shown(await room["carla"].click(panel, label="Continue with 1 brick"))
        assert "What do you want for it?" in same.content
        panel = shown(await room["carla"].click(post, label="Counter"))
        panel = shown(await room["carla"].select(panel, ["2.grain"]))
        assert sorted(chosen(panel)) == ["1.ore", "2.wool"]
        await room["carla"].click(panel, label="Counter offer: 2 grain for 2 wool and 1 ore")
        assert "**carla** would give **grain ×2** for **wool ×2 and ore**" in room.last.content


async def test_a_counter_offer_starts_from_nothing_that_is_not_in_hand(database: Database) -> None:
    async with open_room(database, *PEOPLE) as room:
        await opened(room, market())
        panel = shown(await room["carla"].click(await offered(room), label="Counter"))
        assert chosen(panel) == []
        assert labels(panel)[-1] == "Back"
