"""Hands played by computer players, each of which gets the JSON of its seat's view alone."""

import json
from collections.abc import Callable, Sequence
from typing import Any

from games.engine.gin import play
from games.engine.gin.bots.choosing import choose
from games.engine.gin.bots.player import Player
from games.engine.gin.hand.state import HandState
from games.engine.gin.notation.actions import format_action, parse_action
from games.engine.gin.notation.views import view_json
from games.engine.gin.rules import Rules
from games.engine.gin.view import seat_view
from tests.games.engine.playing import begun

Watch = Callable[[HandState, str], object]


def played_by(
    players: Sequence[Player],
    rules: Rules,
    seed: int,
    watch: Watch = lambda state, action: None,
    log: list[dict[str, Any]] | None = None,
) -> HandState:
    """A hand from its deal to its end; what is played is added to `log`. What is not allowed is
    refused by the engine."""
    state = begun(rules, seed)
    log = [] if log is None else log
    while state.ending is None:
        seat = state.turn
        action = chosen(players[seat], state, log)
        watch(state, action)
        parsed = parse_action(action)
        bare = action.split(" |")[0] if parsed.kind != "melds" else "melds"
        assert bare in view_of(state)["actions"]
        state = play.apply(state, parsed)
        log.append({"seat": seat, "action": format_action(parsed, state.table.form)})
    return state


def chosen(player: Player, state: HandState, log: Sequence[dict[str, Any]]) -> str:
    """What the player in turn does, from texts alone."""
    view = json.loads(json.dumps(view_of(state)))
    return choose(player, view, log, seat=state.turn, variant=state.table.rules.variant)


def view_of(state: HandState) -> dict[str, Any]:
    return view_json(seat_view(state, state.turn))
