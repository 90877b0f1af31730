"""Where an event is played, and what holds online, in words: chosen, in short, as a chapter."""

from collections.abc import Mapping
from typing import assert_never

from games.engine.chapters import Chapter
from games.tables.clock import Clock, ClockKind
from kernel.text import N_, Text
from pages.parts.clocks import minutes_and_seconds
from tournaments.selectors.events.play import OnlinePlay

PLAYS: Mapping[str, tuple[str, str]] = {
    "table": (N_("At the table"), N_("With cards; results are written down.")),
    "online": (
        N_("Online"),
        N_("The page deals, judges and keeps time; nothing is written down by hand."),
    ),
    "hybrid": (
        N_("At the table, and online"),
        N_("With cards; between two hands a match may move online, and back."),
    ),
}
CLOCKS: Mapping[ClockKind, str] = {
    "move": N_("for each turn, with a reserve for the game"),
    "game": N_("for the whole game"),
    "days": N_("days for each turn, by correspondence"),
    "none": N_("none"),
}
FLAGS: Mapping[str, tuple[str, str]] = {
    "game_loss": (N_("The game"), N_("Who is out of time loses the game.")),
    "hand_loss": (N_("The hand"), N_("Who is out of time loses the hand.")),
    "auto_play": (
        N_("The turn"),
        N_(
            "The clock plays for who is out of time and does not knock where it need not; after "
            "three turns in a row the game is lost."
        ),
    ),
}
SPECTATORS: Mapping[str, tuple[str, str]] = {
    "none": (
        N_("Nobody"),
        N_("Nobody watches; the hands can be read when the match is over."),
    ),
    "hand_end": (N_("Each hand when it is over"), N_("Spectators see a hand when it is over.")),
    "live_public": (
        N_("As it happens"),
        N_("Spectators see what lies open, as it happens, but never the cards in a hand."),
    ),
}
ASSIST: Mapping[bool, str] = {
    True: N_("The page proposes melds and counts the deadwood."),
    False: N_("The page proposes no melds and does not count the deadwood."),
}
MAY_MOVE = N_(
    "A match begins at its table. Between two hands it may go on online, and come back: when both "
    "players ask for it, or an official decides so."
)
FIXED = N_(
    "The cards are fixed before play by the server and both players together; nobody can change "
    "them, and anybody can check that when a hand is over."
)
NOT_SHOWN = N_(
    "Whoever runs the server could look at them: the check does not show whether anybody did."
)
FAIRNESS = (Text("play", FIXED), Text("play", NOT_SHOWN))
"""What the deal shows and what it does not: both are always said together."""


_BY_TURN = N_(
    "Each turn within %(turn)d s; what it takes beyond that comes from a reserve of %(reserve)s "
    "min for the game."
)
_NO_RESERVE = N_("Each turn within %(turn)d s; there is no reserve.")
_BY_GAME = N_("Each player has %(bank)d min for a game, and %(increment)d s more after each turn.")
_NO_INCREMENT = N_("Each player has %(bank)d min for a game.")
_BY_DAYS = N_("Each turn within %(days)d days.")
_AWAY = N_(
    "Each turn within %(days)d days. A player may be away for %(vacation)d days a year: their "
    "matches stand still meanwhile."
)
_ONE_DAY = N_("Each turn within one day.")
_UNTIMED = N_("There is no clock.")


def clock_words(clock: Clock) -> Text:
    """How long the players may think."""
    said = clock.as_json()
    match clock.kind:
        case "move":
            reserve = minutes_and_seconds(clock.reserve // 1_000)
            values = {"turn": said["seconds"], "reserve": reserve}
            return Text("play", _BY_TURN if clock.reserve else _NO_RESERVE, values)
        case "game":
            values = {"bank": said["minutes"], "increment": said["increment"]}
            return Text("play", _BY_GAME if clock.increment else _NO_INCREMENT, values)
        case "days" if clock.vacation:
            return Text("play", _AWAY, said)
        case "days":
            return Text("play", _ONE_DAY if said["days"] == 1 else _BY_DAYS, said)
        case "none":
            return Text("play", _UNTIMED)
        case _:
            assert_never(clock.kind)


def in_short(online: OnlinePlay) -> list[Text]:
    """Whether a match may move, the clock, what it costs to run out of time, and what spectators
    see."""
    moves = [Text("play", MAY_MOVE)] if online.is_hybrid else []
    flag = [Text("play", FLAGS[online.flag][1])] if online.clock.is_timed else []
    watched = Text("play", SPECTATORS[online.spectators][1])
    return [*moves, clock_words(online.clock), *flag, watched]


def online_chapter(online: OnlinePlay) -> Chapter:
    """All that holds online, and what can be checked of the deal."""
    sentences = [*in_short(online), Text("play", ASSIST[online.assist]), *FAIRNESS]
    return Chapter(Text("play", N_("Played online")), sentences)
