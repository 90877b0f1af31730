"""What the public page of a tournament shows."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.http import Http404
from django.utils.translation import gettext as _

from games.engine.rules import Rules
from games.models import Match
from games.selectors import MatchRecord
from players.doors.actors import say
from players.permissions import Role
from players.text import N_
from tournaments.domain.lifecycle import RoundState, TournamentState
from tournaments.models import Stage, Tournament
from tournaments.selectors.audiences import Audience, Seen
from tournaments.selectors.bracket import BracketRound, Slot, bracket, matches_of
from tournaments.selectors.clocks import clocks_of
from tournaments.selectors.results import newest_submissions, records_of
from tournaments.views.clocks import ShownClock, shown_clock
from tournaments.views.draw_sheet import DrawSheet, DrawSheetMaker, SheetMatch

RESULTS_SHOWN = 8
MATCHES_SHOWN = 12


# What a tournament's state is called, and the mark (of the states of a match) that stands for it.
STATES: Mapping[str, tuple[str, str]] = {
    TournamentState.DRAFT: (N_("Draft"), "locked"),
    TournamentState.REGISTRATION: (N_("Registration"), "waiting"),
    TournamentState.CHECK_IN: (N_("Check-in"), "ready"),
    TournamentState.RUNNING: (N_("Running"), "running"),
    TournamentState.FINISHED: (N_("Finished"), "finished"),
    TournamentState.ARCHIVED: (N_("Archived"), "archived"),
    TournamentState.CANCELLED: (N_("Cancelled"), "locked"),
}


@dataclass(frozen=True, slots=True)
class State:
    """A tournament's state as it is shown: the word, and the mark before it."""

    word: str
    mark: str


@dataclass(frozen=True, slots=True)
class ResultRow:
    """A standing result: who beat whom, the games, each game's points with the winner's first."""

    match: SheetMatch
    winner: str
    loser: str
    games: tuple[int, int] | None
    scores: tuple[tuple[int, int], ...]
    at: datetime
    voice: str


@dataclass(frozen=True, slots=True)
class TournamentPage:
    """A tournament that is drawn. `round_name` is the round that is played, `more` counts the
    matches in play that are not listed."""

    sheet: DrawSheet
    section_numbers: Sequence[int]
    entrants: int
    champion: str
    round_name: str
    clock: ShownClock | None
    now_playing: Sequence[SheetMatch]
    more: int
    results: Sequence[ResultRow]
    against: Sequence[SheetMatch]
    """What stays against the results."""


def page_of(
    tournament: Tournament, stage: Stage, seen: Seen, section: int | None
) -> TournamentPage | None:
    """The page of a tournament; None while its draw is not for these eyes.

    Raises Http404 for a section that the bracket does not have.
    """
    is_staff = seen.audience == Audience.STAFF
    rounds = bracket(stage, full_names=is_staff)
    if not rounds or (rounds[0].state == RoundState.DRAFT and not is_staff):
        return None
    places = {slot.match.pk: (slot, slot.match) for slot in matches_of(rounds) if slot.match}
    found = newest_submissions(stage.pk, limit=RESULTS_SHOWN)
    newest = [one for one in found if one.match_id in places]
    records = records_of([places[one.match_id][1] for one in newest], newest)
    maker = DrawSheetMaker(rounds, records, table_names(rounds))
    if section is not None and not 1 <= section <= maker.sections:
        raise Http404
    now = maker.now_playing()
    round_name = say(rounds[maker.current - 1].name)
    return TournamentPage(
        sheet=maker.sheet(section),
        section_numbers=range(1, maker.sections + 1),
        entrants=sum(player is not None for slot in rounds[0].slots for player in slot.players),
        champion=maker.champion,
        round_name=round_name,
        clock=shown_clock(clocks_of(stage, rounds), maker.current, round_name),
        now_playing=now[:MATCHES_SHOWN],
        more=max(0, len(now) - MATCHES_SHOWN),
        results=[
            _result(maker, slot, records[match.pk], one.said_at)
            for one in newest
            for slot, match in [places[one.match_id]]
            if match.state == Match.States.FINISHED
        ],
        against=[maker.match(slot) for slot, _match in places.values() if slot.against],
    )


def state_of(tournament: Tournament, page: TournamentPage | None = None) -> State:
    """The state; of a running tournament whose page is given, the round that is played."""
    word, mark = STATES[tournament.state]
    if page and tournament.state == TournamentState.RUNNING:
        return State(page.round_name, mark)
    return State(_(word), mark)


def match_words(rules: Rules) -> str:
    """What a match is: "Best of 5"."""
    words = {
        "single": _("One game"),
        "best_of": _("Best of %(n)d"),
        "points": _("To %(n)d points"),
        "rounds": _("%(n)d hands"),
    }
    return words[rules.match_type] % {"n": rules.match_n}


def table_names(rounds: Iterable[BracketRound]) -> Mapping[int, str]:
    """What the tables of these rounds are called, by number."""
    return {
        slot.table: slot.table_label or _("Table %(number)d") % {"number": slot.table}
        for round in rounds
        for slot in round.slots
        if slot.table
    }


def _result(maker: DrawSheetMaker, slot: Slot, record: MatchRecord, at: datetime) -> ResultRow:
    match = maker.match(slot)
    first = slot.winner or 0
    order = (first, 1 - first)
    winner, loser = (match.lines[seat] for seat in order)
    return ResultRow(
        match=match,
        winner=winner.name if slot.winner is not None else "",
        loser=loser.name,
        games=(winner.games, loser.games) if winner.games is not None else None,
        scores=tuple(
            (game.points[order[0]], game.points[order[1]])
            for game in record.games
            if game.winner is not None
        ),
        at=at,
        voice=_voice(record),
    )


def _voice(record: MatchRecord) -> str:
    """Who stands behind a result."""
    confirmation = getattr(record.submission, "confirmation", None)
    if confirmation and confirmation.role == Role.PLAYER:
        return _("both players")
    return _("referee")
