"""Where an event is played, and what holds where it is played online."""

from typing import Any, TypedDict

from games.tables.clock import DEFAULT_CLOCK, clock_from
from kernel.text import N_, refusal
from tournaments.models import Tournament

ONLINE_ALONE = ("clock", "flag", "spectators")
"""What an event without online tables does not have."""


class PlaySettings(TypedDict, total=False):
    """Where it is played and what holds online; `clock` as `clock_from` reads it."""

    play: str
    clock: object
    flag: str
    spectators: str
    assist: bool


PLAY_SETTINGS = frozenset(PlaySettings.__annotations__)


def settled_play(tournament: Tournament, given: PlaySettings) -> dict[str, Any]:
    """What is stored of a tournament once these are set: what is left out stays, and begins with
    the usual where it comes to have online tables.

    Raises Refusal `bad_clock`, and `invalid` for what an event at the table does not have.
    """
    play = given.get("play", tournament.play)
    columns = {"play": play, "assist": given.get("assist", tournament.assist)}
    if play == Tournament.Plays.TABLE:
        if alone := [name for name in ONLINE_ALONE if name in given]:
            sentence = N_("Clock, flag and spectators belong to an event that is played online.")
            raise refusal("invalid", sentence, alone[0])
        return {**columns, "clock": None, "flag": "", "spectators": ""}
    clock = given.get("clock", tournament.clock or DEFAULT_CLOCK.as_json())
    return {
        **columns,
        "clock": clock_from(clock).as_json(),
        "flag": given.get("flag", tournament.flag or "game_loss"),
        "spectators": given.get("spectators", tournament.spectators or "hand_end"),
    }
