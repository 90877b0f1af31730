"""What is next for anybody who looks at an event: how to enter it, who plays.

While it runs its page begins with what is played, and afterwards with the podium: nothing needs to
be said above them.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from kernel.text import N_, Text
from tournaments.domain.lifecycle import TournamentState
from tournaments.domain.tonight.next_step import Button, NextStep, Urgency


class Does(StrEnum):
    """What the button of a spectator's step opens."""

    ENTER = "enter"
    ENTRANTS = "entrants"
    CLUB = "club"


@dataclass(frozen=True, slots=True)
class Cut:
    """How far a cancelled event came: the last `round` of its stage with a result, and whether all
    was played up to its end."""

    round: int
    is_whole: bool


@dataclass(frozen=True, slots=True)
class SpectatorFacts:
    """What is known of an event that everybody may see.

    `may_enter`: its players ask to take part themselves. `own`: the status of the reader's own
    entry, empty where they have none. `entered` of at most `cap` places are taken; None: there is
    room for all. `is_drawn`: the first round is published. `cut`: how far it came before it was
    cancelled, None where nothing was played; `is_bracket`: not by rounds that all play.
    """

    event: int
    state: TournamentState
    may_enter: bool = False
    own: str = ""
    entered: int = 0
    cap: int | None = None
    is_drawn: bool = False
    cut: Cut | None = None
    is_bracket: bool = False


WHO = Button(Text("spectator_entrants", N_("Who plays")), Does.ENTRANTS)
ENTER = Button(Text("spectator_enter", N_("Ask to take part")), Does.ENTER)
WAIT = Button(Text("spectator_wait", N_("Ask for a place on the waitlist")), Does.ENTER)
OWN = Button(Text("spectator_own", N_("Your entry")), Does.ENTER)
CLUB = Button(Text("spectator_club", N_("Other evenings of the club")), Does.CLUB)
REQUESTED = N_("You have asked to take part. The director answers; nothing more is to be done.")
WAITS = N_(
    "All places are taken: you are on the waitlist, and move up by yourself when somebody "
    "withdraws."
)
OWN_STATUS: Mapping[str, Text] = {
    "requested": Text("spectator_requested", REQUESTED),
    "entered": Text("spectator_entered", N_("You are in.")),
    "waitlist": Text("spectator_waits", WAITS),
}
OUT = Text("spectator_out", N_("You are out of this tournament."))


def next_step(facts: SpectatorFacts) -> NextStep | None:
    """The sentence and the button for who has no other part in the event; None where what is to be
    seen stands on top of its page."""
    match facts.state:
        case TournamentState.CANCELLED:
            return NextStep(Urgency.OVER, _cancelled(facts), CLUB, facts.event)
        case TournamentState.FINISHED | TournamentState.ARCHIVED | TournamentState.RUNNING:
            return None
        case TournamentState.REGISTRATION if not facts.is_drawn:
            return _entering(facts)
        case _:
            return NextStep(Urgency.LATER, _to_come(facts), WHO, facts.event)


def cut_of(rounds: Iterable[tuple[int, int, int]]) -> Cut | None:
    """How far a stage came, by its rounds: the number of each, how many of its matches are over,
    and how many there are."""
    known = list(rounds)
    last = max((number for number, over, _matches in known if over), default=None)
    if last is None:
        return None
    return Cut(last, all(over == matches for number, over, matches in known if number <= last))


def _cancelled(facts: SpectatorFacts) -> Text:
    if facts.cut is None:
        return Text("spectator_cancelled", N_("This tournament was cancelled."))
    if facts.is_bracket:
        said = N_("The event was cut short: the bracket and the standings as they stood.")
        return Text("spectator_cut", said)
    values = {"round": facts.cut.round}
    if facts.cut.is_whole:
        said = N_("The event was cut short after round %(round)d: the standings as they stood.")
        return Text("spectator_cut_after", said, values)
    said = N_("The event was cut short in round %(round)d: the standings as they stood.")
    return Text("spectator_cut_in", said, values)


def _entering(facts: SpectatorFacts) -> NextStep:
    if facts.own:
        return NextStep(Urgency.LATER, OWN_STATUS.get(facts.own, OUT), OWN, facts.event)
    if not facts.may_enter:
        said = N_("The organiser enters who plays. Ask them if you want to take part.")
        return NextStep(Urgency.LATER, Text("spectator_ask", said), WHO, facts.event)
    if facts.cap is None:
        said = N_("Entries are open. Players of the club ask here to take part.")
        return NextStep(Urgency.NOW, Text("spectator_open", said), ENTER, facts.event)
    values = {"cap": facts.cap, "free": facts.cap - facts.entered}
    if values["free"] > 0:
        said = N_("Entries are open. Places still free: %(free)d of %(cap)d.")
        return NextStep(Urgency.NOW, Text("spectator_free", said, values), ENTER, facts.event)
    said = N_("All %(cap)d places are taken. Who asks now waits until one is given back.")
    return NextStep(Urgency.NOW, Text("spectator_full", said, values), WAIT, facts.event)


def _to_come(facts: SpectatorFacts) -> Text:
    if facts.is_drawn:
        return Text("spectator_drawn", N_("It is drawn. Play has not begun yet."))
    if facts.state == TournamentState.CHECK_IN:
        said = N_("Entries are closed. Whoever still wants to play asks at the desk.")
        return Text("spectator_closed", said)
    return Text("spectator_to_come", N_("It has not begun yet."))
