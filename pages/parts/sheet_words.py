"""What the matches of a stage are called, what is said of their states and results."""

from collections.abc import Mapping

from kernel.text import N_
from tournaments.domain.lifecycle import MatchState

BYE = "bye"

# By the code of the round's name, in the draw of a knock-out: what one of its matches is called,
# who comes from it, who goes to it.
MATCHES: Mapping[str, str] = {
    "final": N_("Final"),
    "semi_finals": N_("Semi-final %(number)d"),
    "quarter_finals": N_("Quarter-final %(number)d"),
    "round_of": N_("Round of %(size)d, match %(number)d"),
}
WINNERS_OF: Mapping[str, str] = {
    "semi_finals": N_("Winner of semi-final %(number)d"),
    "quarter_finals": N_("Winner of quarter-final %(number)d"),
    "round_of": N_("Winner of match %(number)d"),
}
LOSER_OF_MATCH = N_("Loser of match %(number)d")
WINNERS_TO: Mapping[str, str] = {
    "final": N_("Winner to the final"),
    "semi_finals": N_("Winner to semi-final %(number)d"),
    "quarter_finals": N_("Winner to quarter-final %(number)d"),
    "round_of": N_("Winner to match %(number)d of the next round"),
}

WORDS: Mapping[str, str] = {
    BYE: N_("Bye"),
    MatchState.LOCKED: N_("Not yet open"),
    MatchState.WAITING: N_("Waiting"),
    MatchState.READY: N_("Ready"),
    MatchState.RUNNING: N_("In play"),
    MatchState.REPORTED: N_("Reported"),
    MatchState.DISPUTED: N_("Disputed"),
    MatchState.FINISHED: N_("Finished"),
}
# What is said of a match in place of its state, by how it was decided.
DECIDED: Mapping[str, str] = {
    "double_forfeit": N_("Both forfeited"),
    "walkover": N_("Walkover"),
    "withdrawal": N_("Walkover"),
    "drawn": N_("Drawn"),
    "not_needed": N_("Not needed"),
}
# Who has no opponent in a round of a round robin.
FREE = N_("No match")
HAS_FREE = N_("%(name)s has no match in this round.")
SAID_IN_PLAY: Mapping[str, str] = {
    MatchState.RUNNING: N_("%(first)s against %(second)s, %(games)d–%(other_games)d in games."),
    MatchState.REPORTED: N_("%(first)s against %(second)s, a result waits to be confirmed."),
    MatchState.DISPUTED: N_("%(first)s against %(second)s, the result is disputed."),
}
BOARDS_IN_PLAY = N_("%(first)s against %(second)s, %(games)d–%(other_games)d on boards.")
# By what a match between teams was won.
WON_BY: Mapping[str, str] = {
    "boards": N_("%(winner)s beat %(loser)s, %(won)d–%(lost)d on boards."),
    "games": N_("%(winner)s beat %(loser)s on games, %(won)d–%(lost)d; the boards are level."),
    "net_points": N_(
        "%(winner)s beat %(loser)s on net points, %(won)d–%(lost)d; boards and games are level."
    ),
    "first_board": N_(
        "%(winner)s beat %(loser)s on board %(board)d, the first that was won; all else is level."
    ),
}
