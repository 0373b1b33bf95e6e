"""What is refused is refused with its true reason, question by question; nobody learns from it what is hidden."""

from __future__ import annotations

from random import Random

import pytest

from engines.contract import IllegalAction, Message
from engines.mmn.game import Mmn
from tests.engines.mmn.asking import decisions, rich
from tests.engines.playing import act
from tests.engines.replay import replayable

TOLD = {
    "openingbuilding": """
        settlement n99 -> no_place; settlement h01 -> other_than_node; city n25 -> opening_piece;
        road n25-n31 -> opening_piece; pass -> not_optional
    """,
    "openingroad": """
        road n25 -> other_than_path; road n31-n99 -> no_place; road n01-n04 -> opening_road;
        settlement n25 -> no_answer
    """,
    "beforeroll": "pass -> roll_first; play smith -> roll_first",
    "alchemist": "dice 0 7 -> dice_words; dice 3 -> dice_words; roll -> no_answer",
    "turn": """
        wall n03 -> needs_city; city n18 -> is_city; repair n18 -> not_sabotaged; hall n42 -> sabotaged;
        hall n03 -> needs_city; hall n18 -> needs_chip; activate n13 -> is_active; activate n42 -> no_knight;
        move n09 n14 -> inactive; move n13 n46 -> unreachable; chase robber n13 -> nothing_to_chase;
        end_famine -> no_famine; strike n20 -> level; play curse -> card_not_held; play printer -> card_not_held;
        swap seat2 ore -> no_harbour_card; settlement n25 -> taken; bank 3 wool for ore -> rate;
        bank wool -> bank_words; bank 4 wool for gold -> bank_words;
        bank 4 wool for wool -> not_for_that; bank 10 wool for ore -> not_in_hand; offer 1 wool for -> offer_words;
        offer 1 wool for 1 wool -> offer_words; offer 10 wool for 1 ore -> not_in_hand;
        road n01-n04 -> not_connected; road n25-n31 -> taken; settlement n01 -> not_connected;
        settlement n31 -> taken; store n25 h99 -> no_place; store n25 n18 -> other_than_hex;
        store n25 h01 -> not_touching; servant n25 h01 -> not_touching; journeyman n18 h01 -> not_touching;
        store h06 h06 -> other_than_node; hall h06 -> other_than_node; store n40 h15 -> not_yours;
        improve gold -> no_track; play nonsense -> error.no_card; road n31 -> other_than_path;
        knight n99 -> supply; settlement n99 -> no_place; settlement n25-n31 -> other_than_node;
        move n13 n99 -> no_place; move n13 n13 -> stays; move n13 n18 -> taken; activate h01 -> other_than_node;
        move n13 -> length; road -> length; play -> length; serf now -> length;
        offer LARGE wool for 1 ore -> offer_words; roll -> rolled; rob seat2 -> steal_later
    """,
    "pay store": "pay gold -> no_kind; pay cloth -> token; store n25 h06 -> no_answer; pass -> not_optional",
    "pay hall": "pay cloth -> pair",
    "take from bank": "take gold -> no_kind; take wool -> not_for_that; bank 4 wool -> no_answer",
    "retreat": """
        retreat n99 -> no_place; retreat h01 -> other_than_node; retreat n20 -> stays; retreat n25 -> taken;
        retreat n54 -> unreachable; pass -> not_optional
    """,
    "losecity": """
        lose n99 -> no_place; lose h01 -> other_than_node; lose n42 -> needs_city; lose n01 -> needs_city;
        pass -> not_optional
    """,
    "refund": "refund gold -> no_kind; refund wool -> refund; name grain -> no_answer",
    "nameresource": "name gold -> no_kind; name cloth -> no_resource; refund wool -> no_answer",
    "staying": "stay h99 -> no_place; stay n25 -> other_than_hex; stay h11 -> no_journeyman",
    "defenderdraw": "deck green -> no_deck; pass -> not_optional",
    "choosedeck": "deck green -> no_deck; pick 1 famine -> no_answer",
    "keepone": "pick 3 famine -> not_looked_at; pick -> not_looked_at; deck food -> no_answer",
    "overflow": """
        return spy -> card_not_held; return nonsense -> error.no_card; play spy -> card_not_held;
        play nonsense -> error.no_card; pass -> over_limit; roll -> no_answer
    """,
    "discard": """
        discard wool -> not_in_hand; discard gold -> no_kind; discard 4 wool -> not_in_hand;
        discard 3 ore -> discard_count; discard four ore -> discard_words; discard 4 gold -> no_kind;
        pass -> not_optional
    """,
    "movefigure": """
        robber h99 -> no_place; robber p1 -> other_than_hex; pirate h01 -> other_than_harbour;
        pirate p99 -> no_place; pass -> not_optional
    """,
    "rob": """
        rob seat9 -> error.nobody_there; rob seat6 -> error.nobody_there; rob seat1 -> yourself;
        pass -> not_optional
    """,
    "rob by pirate": "rob seat3 -> no_cards; done -> no_answer",
    "takeresources": "take gold -> no_kind; take coin -> no_resource; done -> no_answer",
    "placemetropolis": """
        metropolis n99 -> no_place; metropolis n01 -> needs_city; metropolis h01 -> other_than_node
    """,
    "offer": """
        0: accept -> nobody_accepts; 0: accept seat1 -> yourself; 0: accept seat2 -> no_counter;
        0: accept seat9 -> error.nobody_there; 0: decline -> own_offer; 0: road n20-n25 -> taken;
        0: counter 1 wool for 1 ore -> own_offer; 0: city n01 -> not_yours;
        0: offer 9 ore 9 ore for 1 wool -> not_in_hand;
        1: withdraw -> not_yours_withdraw; 1: offer 1 wool for 1 ore -> not_yours_offer;
        1: counter 3 wool for 1 brick -> not_in_hand; 2: accept -> not_in_hand
    """,
    "deserter choose seat2": "desert n99 -> no_place; desert n13 -> no_knight; pass -> not_optional",
    "master_merchant choose seat2": "pick gold -> no_kind; pick brick -> victim_lacks",
    "spy choose seat2": "pick nonsense -> error.no_card; pick mining -> victim_lacks",
    "merchant": """
        choose h99 -> no_place; choose n25 -> other_than_hex; choose h10 -> gold_river;
        choose h01 -> nothing_there; pass -> not_optional; take wool -> no_answer
    """,
    "resource_monopoly": "choose gold -> no_kind; choose coin -> no_resource",
    "trade_monopoly": "choose wool -> no_commodity",
    "master_merchant": """
        choose seat1 -> yourself; choose seat7 -> error.nobody_there; choose n25 -> error.nobody_there
    """,
    "merchant_fleet": "choose gold -> no_kind",
    "bishop": "choose h19 -> stays; choose p1 -> other_than_hex",
    "deserter": "choose seat1 -> yourself",
    "diplomat": "choose n01 -> other_than_path; choose n01-n04 -> no_road; choose n25-n31 -> closed_road",
    "diplomat choose n09-n14": """
        choose n09-n14 -> stays; choose n20-n26 -> taken; choose n01-n04 -> not_connected; pass -> no_answer
    """,
    "saboteur": """
        choose n25 -> no_strange_city; choose n42 -> no_strange_city; choose n01 -> no_strange_city;
        choose n11 -> metropolis; choose h01 -> other_than_node
    """,
    "spy": "choose seat1 -> yourself",
    "crane": "choose gold -> no_track",
    "engineer": "choose n03 -> needs_city; choose n40 -> not_yours",
    "inventor": "choose h05 -> fixed_chip; choose h13 -> fixed_chip; choose n01 -> other_than_hex",
    "inventor choose h01": "choose h03 -> same_chip; choose h01 -> same_chip",
    "medicine": "choose n18 -> is_city; choose n40 -> not_yours",
    "road_building": "choose n20-n25 -> taken; choose n01-n04 -> not_connected; choose n25 -> other_than_path",
    "smith": "choose n20 -> no_knight; choose n13 -> level",
    "assassin": "choose n09 -> no_target; choose n01 -> no_target; choose h01 -> other_than_node",
    "conscription": "choose n09 -> taken; choose n01 -> not_connected; choose n99 -> no_place",
    "commission": "choose n20 -> no_knight",
    "black_market": "pay gold -> no_kind; take coin -> no_answer",
    "black_market pay ore pay ore": "take gold -> no_kind; take wool -> no_commodity; pay ore -> no_answer",
    "black_market pay coin pay ore": "take coin -> paid_that",
    "forced_march": """
        move n20 n26 -> no_knight; move n31 n25 -> taken; move n31 n31 -> stays; move n31 n54 -> unreachable;
        move n31 h01 -> other_than_node
    """,
    "forced_march move n31 n37": "move n37 n31 -> marched",
    "siege": "choose n36 -> no_wall; choose n18 -> no_wall; choose p1 -> other_than_node",
    "prophecy": "deck green -> no_deck; pick 1 famine -> no_answer",
    "prophecy deck food": "pick 9 famine -> not_looked_at; deck food -> no_answer",
    "transmutation": "pay gold -> no_kind; take wool -> no_answer",
    "transmutation pay ore done": "take ore -> paid_that; take coin -> no_resource; pay wool -> no_answer",
    "curse": "choose h19 -> robber_there; choose h01 -> nobody_cursed; choose n01 -> other_than_hex",
    "teleport": "choose n20 -> no_knight; choose n01 -> no_knight",
    "teleport choose n31": "choose n25 -> taken; choose n01 -> not_connected",
    "restoration": """
        repair n18 -> not_sabotaged; repair n40 -> not_yours; end_famine -> no_famine; activate n13 -> is_active;
        activate n20 -> no_knight
    """,
    "clairvoyance": "choose seat1 -> yourself",
    "famine": "choose seat1 -> yourself",
    "labour_market": "servant n40 h15 -> not_yours; servant n25 h01 -> not_touching; store n25 h06 -> no_answer",
    "provisions": "activate n13 -> is_active; activate n45 -> no_knight",
    "poaching": "choose seat1 -> yourself",
    "poaching choose seat2": "name wool ore -> poaching; choose seat2 -> no_answer",
    "relief": "choose gold -> no_kind; choose coin -> no_resource",
}
"""What is refused in the positions of ``asking`` (after a card's name follow answers to it), and the reason.

There seat 0 has buildings on n25, n42 (sabotaged), n18 and n03, roads n37-n31-n25-n20 and n18-n13-n09-n14, knights on
n09, n13 (strong, active) and n31; seat 1 has n40 (wall), n36 and the metropolis n11, knights on n20 and n45 (strong),
roads n20-n26-n32 and n15-n20; seat 2 has n52 (wall), n51, n33, n22 and a knight on n53. The robber stands on h19.
"""


def reason(game: Mmn, line: str) -> Message:
    """Return why the words are refused to the first seat that is asked, or to the one they name; nothing has
    changed."""
    who, _, words = line.rpartition(": ")
    before = game.dump()
    with pytest.raises(IllegalAction) as refusal:
        game.play(int(who) if who else game.to_act[0], tuple(words.split()))
    assert game.dump() == before
    return refusal.value.reason


def named(game: Mmn, line: str) -> str:
    return reason(game, line).id.removeprefix("mmn.refuse.")


def reached(name: str) -> Mmn:
    """Return the decision of that name, or a card that is being played, after some answers."""
    if name in decisions():
        return decisions()[name].copy()
    card, *words = name.split()
    game = rich(card)
    act(game, f"play {card}")
    while words:
        length = next(length for length in range(1, 4) if tuple(words[:length]) in game.legal(game.to_act[0]))
        act(game, " ".join(words[:length]))
        del words[:length]
    return game


def lines(name: str) -> list[tuple[str, str]]:
    """Return refused words with their reasons."""
    table = TOLD[name].replace("LARGE", "9" * 5000)
    pairs = [entry.strip().split(" -> ") for entry in table.split(";")]
    return [(words, why) for words, why in pairs]


@pytest.mark.parametrize("name", TOLD)
def test_a_refusal_names_its_true_reason(name: str) -> None:
    game = reached(name)
    for line, why in lines(name):
        assert (line, named(game, line)) == (line, why)


@pytest.mark.parametrize("name", TOLD)
@replayable
def test_reasons_tell_nothing_that_is_hidden(name: str) -> None:
    """The reason is the same in every world that looks the same to the seat that asks."""
    rng = Random(name)
    game = reached(name)
    for line, _ in lines(name):
        who, _, words = line.rpartition(": ")
        seat = int(who) if who else game.to_act[0]
        for _ in range(2):
            world = game.determinize(seat, rng)
            assert reason(world, f"{seat}: {words}") == reason(game, f"{seat}: {words}")
