"""Trade between players in the channel: offered in public, answered by whoever can, withdrawn, lapsed (MMN)."""

from __future__ import annotations

import discord
import pytest

from engines.mmn import hands as counting
from engines.mmn.game import Mmn
from storage.database import Database
from tests.bot.parts import asks, controls, labels, shown, way_to
from tests.bot.room import Room, room
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


async def opened(here: Room, game: Mmn) -> None:
    await here.open_table("mmn", order="joining")
    await here.put(game)


async def offered(here: Room, words: str = "offer 2 wool 1 ore for 1 brick") -> discord.Message:
    await here.ask(await here.at(0), "play", move=words)
    return here.last


async def test_an_offer_is_posted_with_its_answers_and_calls_the_opponents_alone(database: Database) -> None:
    async with room(database, *PEOPLE) as here:
        await opened(here, market())
        post = await offered(here)
        assert "**anna** offers **wool ×2 and ore** for **brick**" in post.content
        assert labels(post) == ["Your move", "Accept", "Decline", "Counter", "Withdraw"]
        assert f"▶ {here['ben'].mention} and {here['carla'].mention}, what are your answers?" in post.content
        assert "turn" not in post.content.split("▶")[1], "it is not theirs"
        assert here.called()[-1] == [here["ben"].id, here["carla"].id]


async def test_of_two_who_accept_at_once_the_first_wins_and_the_other_is_told(database: Database) -> None:
    async with room(database, *PEOPLE) as here:
        await opened(here, market(second="1 brick", third="1 brick"))
        post = await offered(here)
        await here.deliver(*(here.click_payload(here[name], post, "Accept") for name in ("carla", "ben")))
        assert [move.words for move in await here.moves()] == ["offer 2 wool 1 ore for 1 brick", "accept"]
        assert "accepts **anna**'s offer: wool ×2 and ore for brick" in here.last.content
        assert here.called()[-1] == [here["anna"].id]  # whose turn goes on
        told = [(entry.json or {}).get("content", "") for entry in here.requests("PATCH", "/webhooks/*")]
        assert sum(text.startswith("✓ Accept") for text in told) == 1
        assert sum(text.startswith("The game has moved on") for text in told) == 1


async def test_an_acceptance_counts_though_somebody_declined_in_the_same_moment(database: Database) -> None:
    async with room(database, *PEOPLE) as here:
        await opened(here, market(third="1 brick"))
        post = await offered(here)
        clicks = [here.click_payload(here["ben"], post, "Decline"), here.click_payload(here["carla"], post, "Accept")]
        await here.deliver(clicks[0])
        await here.deliver(clicks[1])
        assert [move.words for move in await here.moves()][1:] == ["decline", "accept"]
        assert "**carla** accepts **anna**'s offer" in here.last.content


async def test_an_answer_to_one_offer_is_no_answer_to_the_next(database: Database) -> None:
    """Ben could accept the second as well, but it is not what he answered."""
    async with room(database, *PEOPLE) as here:
        await opened(here, market(second="1 brick 1 grain"))
        late = here.click_payload(here["ben"], await offered(here), "Accept")
        again = await offered(here, "offer 2 wool 1 ore for 1 grain")
        await here.deliver(late)
        assert [move.words for move in await here.moves()] == [
            "offer 2 wool 1 ore for 1 brick",
            "offer 2 wool 1 ore for 1 grain",
        ]
        told = [(entry.json or {}).get("content", "") for entry in here.requests("PATCH", "/webhooks/*")]
        assert told[-1].startswith("The game has moved on")
        await here["ben"].click(again, label="Accept")
        assert "**ben** accepts **anna**'s offer: wool ×2 and ore for grain" in here.last.content


async def test_who_cannot_accept_is_told_so_alone_and_may_decline(database: Database) -> None:
    async with room(database, *PEOPLE) as here:
        await opened(here, market())
        post = await offered(here)
        refused = shown(await here["carla"].click(post, label="Accept"))
        assert refused.content.startswith("✗ You do not have brick in your hand. Choose cards that you have.")
        assert refused.flags.ephemeral
        assert "declines" not in here.last.content
        await here["carla"].click(post, label="Decline")
        assert "**carla** declines" in here.last.content
        assert f"▶ <@{here['ben'].id}>, what is your answer?" in here.last.content
        shown(await here["ben"].click(here.last, label="Accept"))
        assert "**ben** accepts **anna**'s offer" in here.last.content


async def test_a_counter_offer_is_put_together_with_selects_and_the_offerer_accepts_it(database: Database) -> None:
    async with room(database, *PEOPLE) as here:
        await opened(here, market())
        post = await offered(here)
        called = len(here.called())
        panel = shown(await here["carla"].click(post, label="Counter"))
        assert "What do you give?" in panel.content
        panel = shown(await here["carla"].select(panel, ["1.grain"]))
        assert "What do you want for it?" in panel.content
        await here["carla"].select(panel, ["1.ore"])
        assert "**carla** would give **grain** for **ore**" in here.last.content
        assert "**anna** offers" in here.last.content  # the offer still stands
        assert labels(here.last)[-2:] == ["Trade with carla · grain for your ore", "Withdraw"]
        assert here.last.id == post.id
        assert len(here.called()) == called, "edits call nobody"
        shown(await here["ben"].click(here.last, label="Decline"))
        assert here.called()[-1] == [here["anna"].id]
        terms = "Trade with carla · grain for your ore"
        assert labels(here.last) == ["Your move", terms, "Withdraw"]
        panel = await here.open_panel(here["anna"])
        assert terms in labels(panel)
        await here["anna"].click(panel, label=terms)
        hands = [player.hand for player in (await here.table()).game.state.players]
        assert [sum(cards) for cards in hands] == [3, 1, 1]
        assert "**anna** accepts **carla**'s counter offer: ore for grain" in here.last.content
        assert hands[0] == kinds("2 wool 1 grain")
        assert hands[2] == kinds("1 ore")


async def test_an_offer_is_put_together_with_selects(database: Database) -> None:
    async with room(database, *PEOPLE) as here:
        await opened(here, market())
        panel = await here.open_panel(here["anna"])
        assert "Offer a trade …" in labels(panel)
        panel = shown(await here["anna"].click(panel, label="Offer a trade …"))
        (give,) = (item for item in controls(panel) if item["type"] == 3)
        assert [option["value"] for option in give["options"]] == ["1.wool", "1.ore", "2.wool"]
        panel = shown(await here["anna"].select(panel, ["1.wool", "1.ore"]))
        assert "So far: Offer: 1 wool and 1 ore for" in panel.content
        assert asks(panel) == ["Choose …"]
        await here["anna"].select(panel, ["2.brick"])
        assert "**anna** offers **wool and ore** for **brick ×2**" in here.last.content


async def test_an_offer_that_the_offerer_withdraws_cannot_be_accepted_any_more(database: Database) -> None:
    async with room(database, *PEOPLE) as here:
        await opened(here, market())
        post = await offered(here)
        late, called = here.click_payload(here["ben"], post, "Accept"), len(here.called())
        panel = await here.open_panel(here["anna"])
        await here["anna"].click(panel, label="Withdraw the offer")
        assert "**anna** withdraws the offer" in here.last.content
        assert here.last.id == post.id, "an offer is one message"
        assert len(here.called()) == called, "nobody is called by what they do themselves"
        assert labels(here.last) == ["Your move"]
        again = await offered(here, "offer 1 ore for 1 brick")
        assert again.id != post.id
        assert here.called()[-1] == [here["ben"].id, here["carla"].id], "another question calls"
        await here.ask(here["anna"], "play", move="withdraw")
        await here.deliver(late)
        assert (await here.table()).game.state.players[0].hand == market().state.players[0].hand


async def test_the_offerer_goes_on_in_the_panel_which_withdraws_the_offer_silently(database: Database) -> None:
    async with room(database, *PEOPLE) as here:
        mine = {"hand": "2 wool 1 brick 1 lumber", "buildings": ["city n25"], "roads": ["n25-n31"]}
        await opened(here, position(me=mine, others={1: {"hand": "1 ore"}, 2: {"hand": "1 grain"}}))
        post = await offered(here, "offer 2 wool for 1 ore")
        late, called, posts = here.click_payload(here["ben"], post, "Accept"), len(here.called()), len(here.history())
        panel = await here.open_panel(here["anna"])
        stands = "You are offering **wool ×2** for **ore**. Any other action withdraws the offer."
        assert stands.replace("**", "") in panel.content.replace("**", "")
        assert {"Withdraw the offer", "End the turn", "Offer a trade …"} <= set(labels(panel))
        built = next(action for action in (await here.table()).game.legal(0) if action[0] == "road")
        await here["anna"].click(panel, custom_id=way_to(panel, built)[0])
        assert [move.words for move in await here.moves()] == ["offer 2 wool for 1 ore", " ".join(built)]
        assert (here.last.id, len(here.history()), len(here.called())) == (post.id, posts, called)
        assert "**anna** withdraws the offer" in here.last.content
        assert labels(here.last) == ["Your move"]
        await here.deliver(late)
        assert (await here.table()).game.state.players[0].hand == kinds("2 wool")


async def test_an_offer_nobody_takes_is_over_and_the_turn_goes_on(database: Database) -> None:
    async with room(database, *PEOPLE) as here:
        await opened(here, market())
        await offered(here)
        for name in ("ben", "carla"):
            await here[name].click(here.last, label="Decline")
        assert "**anna** finds nobody who wants to trade" in here.last.content
        assert here.called()[-1] == [here["anna"].id]
        await here.ask(here["anna"], "play", move="pass")
        assert here.called()[-1] == [here["ben"].id]


async def test_who_made_a_counter_offer_may_still_accept_or_take_it_back(database: Database) -> None:
    async with room(database, *PEOPLE) as here:
        await opened(here, market())
        await offered(here)
        await here.ask(here["ben"], "play", move="counter 1 brick for 1 wool")
        assert (await here.table()).game.blocking_seats == (2,)
        await here.ask(here["carla"], "play", move="counter 1 grain for 1 wool")
        await here.ask(here["carla"], "play", move="decline")
        game = (await here.table()).game
        assert game.legal(0) == [("accept", "seat2"), ("withdraw",), ("pass",)]
        assert game.blocking_seats == (0,)
        await here.ask(here["ben"], "play", move="accept")
        assert "**ben** accepts **anna**'s offer: wool ×2 and ore for brick" in here.last.content


async def test_bank_trades_are_offered_at_the_best_rate(database: Database) -> None:
    async with room(database, *PEOPLE) as here:
        await opened(here, market(mine="4 wool"))
        panel = await here.ask(here["anna"], "play", move="bank 4 wool")
        assert "Which card do you take for wool ×4?" in panel.content
        panel = shown(await here["anna"].select(panel, ["take.ore"])) if asks(panel) else panel
        assert "gives the bank wool ×4 for ore" in here.last.content


async def test_the_terms_of_a_counter_offer_are_accepted_under_the_board_and_no_others(database: Database) -> None:
    async with room(database, *PEOPLE) as here:
        await opened(here, market(second="2 brick"))
        post = await offered(here)
        await here.ask(here["ben"], "play", move="counter 1 brick for 1 wool")
        terms = "Trade with ben · brick for your wool"
        late = here.click_payload(here["anna"], here.last, terms)
        await here.ask(here["ben"], "play", move="counter 1 brick for 2 wool")
        await here.deliver(late)
        told = [(entry.json or {}).get("content", "") for entry in here.requests("PATCH", "/webhooks/*")]
        assert told[-1].startswith("The game has moved on")
        assert (await here.table()).game.state.players[0].hand == kinds("2 wool 1 ore")
        assert here.last.id == post.id
        await here["anna"].click(here.last, label="Trade with ben · brick for your wool ×2")
        assert (await here.table()).game.state.players[0].hand == kinds("1 ore 1 brick")


def chosen(panel: discord.Message) -> list[str]:
    """What the list of a panel has chosen beforehand."""
    (select,) = (item for item in controls(panel) if item["type"] == 3)
    return [option["value"] for option in select["options"] if option.get("default")]


async def test_a_counter_offer_starts_from_the_offer(database: Database) -> None:
    async with room(database, *PEOPLE) as here:
        await opened(here, market(third="1 wool 1 brick 1 grain"))
        panel = shown(await here["carla"].click(await offered(here), label="Counter"))
        (give,) = (item for item in controls(panel) if item["type"] == 3)
        assert give["options"][0]["value"] == "1.brick"
        assert chosen(panel) == ["1.brick"]
        same = shown(await here["carla"].select(panel, ["1.brick"]))
        (want,) = (item for item in controls(same) if item["type"] == 3)
        first = [option["value"] for option in want["options"]][:4]
        assert sorted(first) == ["1.ore", "1.wool", "2.ore", "2.wool"]
        assert chosen(same) == [], "that would be the offer itself"
        assert labels(same)[-1] == "Back"


async def test_what_a_counter_offer_starts_from_goes_on_with_a_press(database: Database) -> None:
    async with room(database, *PEOPLE) as here:
        await opened(here, market(third="2 grain 1 brick"))
        post = await offered(here)
        panel = shown(await here["carla"].click(post, label="Counter"))
        same = shown(await here["carla"].click(panel, label="Continue with 1 brick"))
        assert "What do you want for it?" in same.content
        panel = shown(await here["carla"].click(post, label="Counter"))
        panel = shown(await here["carla"].select(panel, ["2.grain"]))
        assert sorted(chosen(panel)) == ["1.ore", "2.wool"]
        await here["carla"].click(panel, label="Counter offer: 2 grain for 2 wool and 1 ore")
        assert "**carla** would give **grain ×2** for **wool ×2 and ore**" in here.last.content


async def test_a_counter_offer_starts_from_nothing_that_is_not_in_hand(database: Database) -> None:
    async with room(database, *PEOPLE) as here:
        await opened(here, market())
        panel = shown(await here["carla"].click(await offered(here), label="Counter"))
        assert chosen(panel) == []
        assert labels(panel)[-1] == "Back"
