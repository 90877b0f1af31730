"""A player's own pages: their evening now, and all their evenings."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.utils.translation import gettext as _

from kernel.seats import opponent
from kernel.text import N_
from pages.parts.sheet_match import AT_TABLE, SheetMatch
from pages.parts.sheet_matches import SheetMatches
from pages.parts.tournament_page import StateWord, state_of
from players.access.page import Page
from tournaments.domain.lifecycle import MatchState, TournamentState
from tournaments.models import EntryMember, Stage, Tournament
from tournaments.selectors.desk.results import records_of
from tournaments.selectors.events.audiences import seen_by
from tournaments.selectors.stages.bracket import BracketRound, Slot, bracket, is_drawn_for_all
from tournaments.selectors.stages.calendar import OVER
from tournaments.selectors.stages.order import current_stage, stages_of
from tournaments.selectors.stages.people import entered_by, ranks_of, seated_at

WAITING: Mapping[str, tuple[str, str]] = {
    "withdrawn": (N_("You have withdrawn."), N_("Your team is withdrawn.")),
    "put_out": (
        N_("You were put out of this tournament by a penalty. You can appeal."),
        N_("Your team was put out of this tournament by a penalty. Who was given it can appeal."),
    ),
    "not_on": (
        N_("You are not among those who went on."),
        N_("Your team is not among those that went on."),
    ),
    "no_match": (
        N_("You have no match in this round."),
        N_("Your team has no match in this round."),
    ),
    "requested": (N_("You asked to take part. The director has not answered yet."),) * 2,
    "here": (
        N_("You are checked in. The draw comes next."),
        N_("Your team is checked in. The draw comes next."),
    ),
    "to_come": (N_("Check in at the door: scan the code there, or tell the desk."),) * 2,
    "entered": (
        N_("You are entered. The draw comes next."),
        N_("Your team is entered. The draw comes next."),
    ),
}
"""What is said to a player without a match: to one alone, and to one who plays for a team."""

PLAYING: Mapping[str, str] = {
    MatchState.READY: N_("You play %(opponent)s as soon as a table is free."),
    MatchState.RUNNING: N_("You are playing %(opponent)s."),
    MatchState.REPORTED: N_("The result against %(opponent)s waits to be confirmed."),
    MatchState.DISPUTED: N_("The result against %(opponent)s is disputed. A referee decides."),
}


@dataclass(frozen=True, slots=True)
class Evening:
    """A tournament in which somebody is entered: what they play now and what is waited for."""

    tournament: Tournament
    state: StateWord
    words: str
    match: SheetMatch | None
    opponent: str
    may_withdraw: bool
    can_play: bool
    team: str = ""
    """The team for which they play."""
    team_match: int | None = None
    """The pairing of that team, of which the match is a board."""

    @property
    def match_id(self) -> int | None:
        return _id(self.match.slot) if self.match else None


class MyEveningPage(Page):
    """What the signed-in player does next, in every tournament that is not over."""

    action = "account.edit"

    def get(self, request: HttpRequest) -> HttpResponse:
        assert self.actor.user_id is not None
        members = entered_by(self.actor.user_id)
        current = [member for member in members if member.tournament.state not in OVER]
        current.sort(key=lambda member: member.tournament.state != TournamentState.RUNNING)
        context: dict[str, Any] = {"evenings": [evening_of(member) for member in current]}
        for member in (current or members)[:1]:
            # The page watches the first; the others are read anew together with it.
            context |= {
                "watched": member.tournament,
                "seen": seen_by(self.actor, member.tournament),
            }
        template = "player/me.html#live" if self.request.htmx else "player/me.html"
        response = render(request, template, context)
        patch_cache_control(response, no_cache=True, private=True)
        patch_vary_headers(response, ["Cookie", "HX-Request"])
        return response


class MyEveningsPage(Page):
    """Everything that the signed-in player took part in, in every club."""

    action = "account.edit"

    def get(self, request: HttpRequest) -> HttpResponse:
        assert self.actor.user_id is not None
        members = entered_by(self.actor.user_id)
        ranks = ranks_of(members)
        rows = [
            (member.tournament, state_of(member.tournament), ranks.get(member.tournament_id))
            for member in members
        ]
        return render(request, "player/evenings.html", {"rows": rows})


def evening_of(member: EntryMember) -> Evening:
    """What a tournament holds for an entrant now."""
    tournament, entry = member.tournament, member.entry
    own: Sequence[Slot] = []
    maker = None
    stage = current_stage(stages_of(tournament.pk), drafts=False)
    if tournament.state == TournamentState.RUNNING and is_drawn_for_all(stage):
        rounds = bracket(stage)
        own = _own_slots(member, stage, rounds)
        matches = [slot.match.pk for slot in own if slot.match and slot.state == MatchState.RUNNING]
        maker = SheetMatches(rounds, records_of(matches), numbered=True)
    slot = next((slot for slot in own if not slot.decision), None)
    match = maker.match(slot) if maker and slot else None
    seat = _seat_of(entry.pk, slot) if slot else 0
    other = slot.players[opponent(seat)] if slot else None
    against = other.in_full if other else match.lines[opponent(seat)].name if match else ""
    last = maker.match(own[-1]) if maker and own and not slot else None
    at = slot or (own[-1] if own else None)
    may_withdraw = not _is_out(member) and not tournament.has_teams
    return Evening(
        tournament=tournament,
        state=state_of(tournament),
        words=_words(member, stage, match, against, last),
        match=match,
        opponent=against,
        may_withdraw=may_withdraw and (slot is not None or _may_be_paired(tournament, stage)),
        can_play=bool(slot and slot.match and slot.state in AT_TABLE),
        team=entry.name if tournament.has_teams else "",
        team_match=at.pairing if at and (at.board or at.boards) else None,
    )


def _own_slots(member: EntryMember, stage: Stage, rounds: Sequence[BracketRound]) -> Sequence[Slot]:
    """Where the member plays, by round: of a match between teams the member's board or, for who
    stands by, the whole match."""
    own = [
        slot
        for round in rounds
        for slot in round.slots
        if any(player and player.entry == member.entry_id for player in slot.players)
    ]
    if not member.tournament.has_teams:
        return own
    seated = seated_at(stage, member.player_id)
    boards = {slot.pairing: board for slot in own for board in slot.boards if _id(board) in seated}
    return [boards.get(slot.pairing, slot) for slot in own]


def _id(slot: Slot) -> int | None:
    return slot.match.pk if slot.match else None


def _seat_of(entry: int, slot: Slot) -> int:
    first = slot.players[0]
    return 0 if first and first.entry == entry else 1


def _may_be_paired(tournament: Tournament, stage: Stage) -> bool:
    """Whether who has no open match now can get one in this stage."""
    return tournament.state != TournamentState.RUNNING or stage.format_class.drawn_by_round


def _words(
    member: EntryMember,
    stage: Stage,
    match: SheetMatch | None,
    opponent: str,
    last: SheetMatch | None,
) -> str:
    """What is waited for, in a sentence."""
    if match and not _is_out(member):
        return _match_words(match, opponent)
    if last and not _is_out(member):
        return last.said
    return _(WAITING[_where(member, stage)][member.tournament.has_teams])


def _is_out(member: EntryMember) -> bool:
    return hasattr(member.entry, "withdrawal") or vars(member)["out_from"] is not None


def _where(member: EntryMember, stage: Stage) -> str:
    """Where an entrant without a match stands: a key of `WAITING`."""
    entry, state = member.entry, member.tournament.state
    if _is_out(member):
        return "withdrawn" if hasattr(entry, "withdrawal") else "put_out"
    if state == TournamentState.RUNNING and stage.number > 1:
        return "not_on"
    if state == TournamentState.RUNNING and stage.format_class.drawn_by_round:
        return "no_match"
    if not hasattr(entry, "approval"):
        return "requested"
    if state == TournamentState.CHECK_IN:
        return "here" if hasattr(entry, "check_in") else "to_come"
    return "entered"


def _match_words(match: SheetMatch, opponent: str) -> str:
    values = {"opponent": opponent, "table": match.table}
    if match.slot.boards:
        return _stand_by_words(match) % values
    if match.slot.board and match.table:
        place = _("%(table)s, board %(board)d")
        values["table"] = place % {"table": match.table, "board": match.slot.board}
    if match.state == MatchState.READY and match.table:
        return _("You play %(opponent)s at %(table)s. Sit down and begin.") % values
    if match.state in PLAYING:
        return _(PLAYING[match.state]) % values
    if all(match.slot.players):
        return _("You meet %(opponent)s next. The round is not open yet.") % values
    return _("You are through. You wait for: %(opponent)s.") % values


def _stand_by_words(match: SheetMatch) -> str:
    if match.state in (MatchState.LOCKED, MatchState.WAITING):
        return _("Your team meets %(opponent)s next. You stand by.")
    return _("Your team plays %(opponent)s. You stand by, and may come in for somebody.")
