"""A hand that two computer players play from its deal to its end, each told what its seat sees."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from games.engine.cards import Deal
from games.engine.gin import play
from games.engine.gin.bots.choosing import choose
from games.engine.gin.bots.player import Player
from games.engine.gin.hand.state import HandState
from games.engine.gin.notation.actions import format_action, parse_action
from games.engine.gin.notation.views import view_json
from games.engine.gin.rules import Rules
from games.engine.gin.view import seat_view
from kernel.seats import Seat


def self_play(players: Sequence[Player], rules: Rules, dealer: Seat, deal: Deal) -> HandState:
    """The hand as it stands at its end. The players by seat; what they choose is judged as a
    person's action is."""
    state = play.begin(rules, dealer, deal)
    played: list[Mapping[str, Any]] = []
    while state.ending is None:
        seat = state.turn
        view = json.loads(json.dumps(view_json(seat_view(state, seat))))
        variant = state.table.rules.variant
        action = parse_action(choose(players[seat], view, played, seat=seat, variant=variant))
        state = play.apply(state, action)
        played.append({"seat": seat, "action": format_action(action, state.table.form)})
    return state
