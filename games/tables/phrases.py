"""The ready phrases of an online table: all that its players can say to each other, between two
hands. None of them says anything of a card."""

from collections.abc import Mapping
from enum import StrEnum

from games.tables.state import TableState
from kernel.text import N_

#: So many a seat may say between two hands.
MOST_PHRASES = 3


class Phrase(StrEnum):
    """The code of a phrase, in the order in which they are offered."""

    GOOD_LUCK = "good_luck"
    WELL_PLAYED = "well_played"
    UNLUCKY = "unlucky"
    THANKS = "thanks"
    ONE_MOMENT = "one_moment"
    GOOD_GAME = "good_game"


PHRASES: Mapping[str, str] = {
    Phrase.GOOD_LUCK: N_("Good luck"),
    Phrase.WELL_PLAYED: N_("Well played"),
    Phrase.UNLUCKY: N_("That was unlucky"),
    Phrase.THANKS: N_("Thank you"),
    Phrase.ONE_MOMENT: N_("One moment, please"),
    Phrase.GOOD_GAME: N_("Good game"),
}


def may_talk(state: TableState, *, is_finished: bool) -> bool:
    """Whether phrases may be said: all sit down, a hand is over, or the match is. Who plays both
    seats has nobody to say them to, and elsewhere they can talk. Where partners play nobody says
    anything before all hands of the round are over: who is through sits beside somebody who still
    plays (rulebook 4.6, Information)."""
    if state.settings.is_solo or state.is_away:
        return False
    return is_finished or (not state.hold and (state.stage == "seating" or state.is_round_over))


def last_deal(state: TableState) -> int:
    """The number d of the newest dealing, behind which a phrase is said; 0 before the first."""
    return state.last_dealing.d if state.last_dealing else 0


def deal_before(state: TableState) -> int:
    """That of the last one before the newest, which may be that of several hands at once."""
    first = state.plays[0].dealing
    return first.d - 1 if first else -1
