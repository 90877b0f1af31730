"""What is next for anybody who looks at an event: enter it, watch it, see who won."""

from dataclasses import dataclass
from enum import StrEnum

from kernel.text import N_, Text
from tournaments.domain.lifecycle import TournamentState
from tournaments.domain.tonight.next_step import Button, NextStep, Urgency


class Does(StrEnum):
    """What the button of a spectator's step opens."""

    ENTER = "enter"
    ENTRANTS = "entrants"
    WATCH = "watch"
    PODIUM = "podium"
    CLUB = "club"


@dataclass(frozen=True, slots=True)
class SpectatorFacts:
    """What is known of an event that everybody may see.

    `may_enter`: its players ask to take part themselves. `playing` counts the matches in play.
    `winner` is who won it, as they wish to be shown; empty while nobody has, or nobody did.
    """

    event: int
    state: TournamentState
    may_enter: bool = False
    playing: int = 0
    winner: str = ""


def next_step(facts: SpectatorFacts) -> NextStep:
    """The sentence and the button for who has no other part in the event."""
    match facts.state:
        case TournamentState.CANCELLED:
            sentence = Text("spectator_cancelled", N_("This evening was cancelled."))
            club = Button(Text("spectator_club", N_("Other evenings of the club")), Does.CLUB)
            return NextStep(Urgency.OVER, sentence, club, facts.event)
        case TournamentState.FINISHED | TournamentState.ARCHIVED:
            return _after(facts)
        case TournamentState.RUNNING:
            return _during(facts)
        case _:
            return _before(facts)


def _before(facts: SpectatorFacts) -> NextStep:
    if facts.state == TournamentState.REGISTRATION and facts.may_enter:
        sentence = Text("spectator_open", N_("Entries are open."))
        enter = Button(Text("spectator_enter", N_("Ask to take part")), Does.ENTER)
        return NextStep(Urgency.NOW, sentence, enter, facts.event)
    sentence = Text("spectator_to_come", N_("It has not begun yet."))
    who = Button(Text("spectator_entrants", N_("Who plays")), Does.ENTRANTS)
    return NextStep(Urgency.LATER, sentence, who, facts.event)


def _during(facts: SpectatorFacts) -> NextStep:
    sentence = Text("spectator_between", N_("It is running. The next matches follow."))
    if facts.playing:
        said = N_("It is running. Matches in play: %(playing)d.")
        sentence = Text("spectator_playing", said, {"playing": facts.playing})
    watch = Button(Text("spectator_watch", N_("Watch")), Does.WATCH)
    return NextStep(Urgency.GOING_ON, sentence, watch, facts.event)


def _after(facts: SpectatorFacts) -> NextStep:
    sentence = Text("spectator_over", N_("It is over."))
    if facts.winner:
        said = N_("It is over. %(winner)s has won.")
        sentence = Text("spectator_won", said, {"winner": facts.winner})
    podium = Button(Text("spectator_podium", N_("The podium")), Does.PODIUM)
    return NextStep(Urgency.OVER, sentence, podium, facts.event)
