"""Computer players at tables of rummy, Battle Royal and Jersey choose by what the view says."""

import json

import pytest

from games.engine.gin.bots.levels import LEVELS
from games.engine.gin.bots.manners import Manner
from games.engine.gin.bots.player import Style
from games.engine.gin.rules import rules_from
from games.engine.rummy.rules import RummyRules
from games.tables.hands.base import Sighted
from games.tables.hands.royal import RoyalHands
from games.tables.hands.rummy import RummyHands

TABLES = {
    "rummy": (RummyHands(), RummyRules(table_size=4), 4),
    "battle_royal": (RoyalHands(), rules_from({"variant": "battle_royal"}), 3),
    "jersey": (RoyalHands(), rules_from({"variant": "jersey"}), 3),
}


@pytest.mark.parametrize("table", TABLES)
def test_a_hand_is_played_to_its_end_by_all_levels(table):
    hands, rules, seats = TABLES[table]
    codes = [level.code for level in LEVELS]
    hand, played = hands.dealt(rules, seats, 0, bytes(range(32))), []
    while hand.ending is None:
        seat = hand.turn
        view = {**hands.seat_view(hand, seat), "rules": hands.rules_json(rules)}
        view = json.loads(json.dumps(view))
        manner = Manner(codes[seat], Style())
        text = hands.choose(manner, "seed", Sighted(seat, view, tuple(played)), view)
        assert text in view["actions"]
        played.append({"seat": seat, "action": text})
        hand = hands.apply(hand, text)
    assert hands.counted(hand)
