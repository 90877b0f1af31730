"""A player's own pages: his evening, his evenings, registration, the door, withdrawal."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.utils.translation import gettext as _

from players.doors.actors import say
from players.doors.errors import status_of
from players.doors.pages import Page
from players.models import Player
from players.text import N_, Refusal
from tournaments.domain.formats.registry import PAIRED_BY_ROUND
from tournaments.domain.lifecycle import MatchState, TournamentState
from tournaments.models import Entry, EntryMember, Stage, Tournament
from tournaments.selectors.audiences import seen_by
from tournaments.selectors.bracket import BracketRound, Slot, bracket, is_drawn_for_all
from tournaments.selectors.door import opens_door
from tournaments.selectors.entries import OUT, EntryRow, entry_rows
from tournaments.selectors.people import OVER, entered_by, ranks_of, seated_at
from tournaments.selectors.results import records_of
from tournaments.selectors.stages import current_stage, stages_of
from tournaments.services import entries
from tournaments.views.event import EventPage
from tournaments.views.match import table_name
from tournaments.views.sheet_matches import AT_TABLE, SheetMatch, SheetMatches
from tournaments.views.tournament_page import State, state_of

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
"""What is said to who has no match: of himself, and of the team for which he plays."""


@dataclass(frozen=True, slots=True)
class Evening:
    """A tournament in which somebody is entered: what he plays now and what is waited for."""

    tournament: Tournament
    state: State
    words: str
    match: SheetMatch | None
    opponent: str
    may_withdraw: bool
    can_play: bool
    team: str = ""
    """For which he plays."""
    team_match: int | None = None
    """The pairing of his team, of which the match is a board."""

    @property
    def match_id(self) -> int | None:
        return _id(self.match.slot) if self.match else None


class MyEvening(Page):
    """What the signed-in player does next, in every tournament that is not over."""

    action = "account.edit"

    def get(self, request: HttpRequest) -> HttpResponse:
        assert self.actor.user_id is not None
        members = entered_by(self.actor.user_id)
        current = [one for one in members if one.tournament.state not in OVER]
        current.sort(key=lambda one: one.tournament.state != TournamentState.RUNNING)
        context: dict[str, Any] = {"evenings": [evening_of(one) for one in current]}
        for one in (current or members)[:1]:
            # The page watches the first; the others are read anew together with it.
            context |= {"watched": one.tournament, "seen": seen_by(self.actor, one.tournament)}
        template = "player/me.html#live" if request.htmx else "player/me.html"
        response = render(request, template, context)
        patch_cache_control(response, no_cache=True, private=True)
        patch_vary_headers(response, ["Cookie", "HX-Request"])
        return response


class MyEvenings(Page):
    """Everything that the signed-in player took part in, in every club."""

    action = "account.edit"

    def get(self, request: HttpRequest) -> HttpResponse:
        assert self.actor.user_id is not None
        members = entered_by(self.actor.user_id)
        ranks = ranks_of(members)
        rows = [
            (one.tournament, state_of(one.tournament), ranks.get(one.tournament_id))
            for one in members
        ]
        return render(request, "player/evenings.html", {"rows": rows})


class OwnEntryPage(EventPage):
    """A page about one's own entry in a tournament."""

    @cached_property
    def entry(self) -> Entry | None:
        own = EntryMember.objects.filter(
            tournament=self.tournament, player__user_id=self.actor.user_id
        )
        member = own.select_related("entry").first()
        return member.entry if member else None

    @cached_property
    def row(self) -> EntryRow | None:
        rows = entry_rows(self.tournament) if self.entry else []
        return next((row for row in rows if self.entry and row.entry.pk == self.entry.pk), None)

    @cached_property
    def player(self) -> Player | None:
        """Who the reader is on the list of the club."""
        listed = Player.objects.filter(
            club=self.tournament.club,
            user_id=self.actor.user_id,
            merged_into__isnull=True,
            anonymised_at__isnull=True,
        )
        return listed.first()

    @property
    def service(self) -> dict[str, Any]:
        return {"tournament_id": self.tournament.pk, "by": self.actor, "now": self.now}

    def post(self, request: HttpRequest, **_kwargs: object) -> HttpResponse:
        try:
            return self.once(self.act)
        except Refusal as refusal:
            return self.show(status_of(refusal.text.code), refused=say(refusal.text))

    def get(self, request: HttpRequest, **_kwargs: object) -> HttpResponse:
        return self.show()

    def act(self) -> str:
        raise NotImplementedError

    def show(self, status: int = 200, **context: Any) -> HttpResponse:
        raise NotImplementedError


class Registration(OwnEntryPage):
    """A player asks to take part."""

    action = "tournament.register"

    def act(self) -> str:
        if self.player is None:
            raise PermissionDenied
        entries.register_player(player=self.player, **self.service)
        return self.address("registration")

    def show(self, status: int = 200, **context: Any) -> HttpResponse:
        closed = self.tournament.registration == Tournament.Registration.CLOSED
        why_not = self.blocked("register")
        if self.tournament.has_teams:
            why_not = _("The director enters the teams of this tournament. Ask him.")
        elif closed:
            why_not = _("The director enters the players of this tournament. Ask him.")
        elif self.player is None:
            why_not = _(
                "Your account is not connected with a player of this club yet. Ask the club for "
                "your link."
            )
        return self.answer(
            "player/registration.html",
            status,
            row=self.row,
            player=self.player,
            blocked=why_not,
            may_withdraw=bool(self.row) and not self.blocked("withdraw"),
            **context,
        )


class Door(OwnEntryPage):
    """Where the QR code at the door leads: who is entered says that he himself is here."""

    action = "tournament.register"

    def find(self) -> Any:
        actor = super().find()
        if not opens_door(self.tournament, self.kwargs["token"]):
            raise Http404
        return actor

    def act(self) -> str:
        if self.entry is None:
            raise PermissionDenied
        entries.check_in_entry(entry_id=self.entry.pk, **self.service)
        return self.address("door", self.kwargs["token"])

    def show(self, status: int = 200, **context: Any) -> HttpResponse:
        return self.answer(
            "player/door.html",
            status,
            row=self.row,
            is_here=self.row and self.row.checked_in and self.row.status not in OUT,
            blocked=self._why_not(),
            asks=self.tournament.registration == Tournament.Registration.APPROVAL
            and not self.blocked("register"),
            **context,
        )

    def _why_not(self) -> str:
        if self.row is None:
            return _("You are not entered in this tournament. Ask at the desk.")
        if self.tournament.has_teams and self.row.status in OUT:
            return _("Your team is out of this tournament.")
        if self.row.status == "withdrawn":
            return _("You have withdrawn from this tournament.")
        if self.row.status == "put_out":
            return _("You were put out of this tournament by a penalty.")
        if self.row.status == "requested":
            return _("The director has not answered your request yet. Ask at the desk.")
        return self.blocked("check_in")


class OwnWithdrawal(OwnEntryPage):
    """A player takes himself out for good: asked by typing."""

    action = "tournament.withdraw_self"

    @property
    def word(self) -> str:
        return _("withdraw")

    def post(self, request: HttpRequest, **_kwargs: object) -> HttpResponse:
        if request.POST.get("confirm", "").strip().lower() != self.word:
            words = _("Type %(word)s, so that it is no slip.") % {"word": self.word}
            return self.show(400, error=words)
        return super().post(request)

    def act(self) -> str:
        if self.entry is None:
            raise Http404
        entries.withdraw_oneself(entry_id=self.entry.pk, **self.service)
        messages.success(
            self.request,
            _("You have withdrawn from %(name)s.") % {"name": self.tournament.name},
        )
        return reverse("me")

    def show(self, status: int = 200, **context: Any) -> HttpResponse:
        gone = bool(self.row) and self.row.status in ("withdrawn", "put_out")
        return self.answer(
            "player/withdrawal.html",
            status,
            word=self.word,
            typed=self.request.POST.get("confirm", ""),
            running=self.tournament.state == TournamentState.RUNNING,
            blocked=_("You are out of it already.") if gone else self._why_not(),
            **context,
        )

    def _why_not(self) -> str:
        if self.tournament.has_teams:
            return _(entries.TEAM_STAYS)
        return self.blocked("withdraw")


def evening_of(member: EntryMember) -> Evening:
    """What a tournament holds for an entrant now."""
    tournament, entry = member.tournament, member.entry
    own: Sequence[Slot] = []
    maker = None
    stage = current_stage(stages_of(tournament.pk), drafts=False)
    if tournament.state == TournamentState.RUNNING and is_drawn_for_all(stage):
        rounds = bracket(stage)
        own = _own_slots(member, stage, rounds)
        matches = [slot.match for slot in own if slot.match and slot.state == MatchState.RUNNING]
        names = {one.number: table_name(one.number, one.label) for one in tournament.tables.all()}
        maker = SheetMatches(rounds, records_of(matches), names)
    slot = next((slot for slot in own if not slot.decision), None)
    match = maker.match(slot) if maker and slot else None
    seat = _seat_of(entry.pk, slot) if slot else 0
    other = slot.players[1 - seat] if slot else None
    opponent = other.in_full if other else match.lines[1 - seat].name if match else ""
    last = maker.match(own[-1]) if maker and own and not slot else None
    at = slot or (own[-1] if own else None)
    may_withdraw = not _is_out(member) and not tournament.has_teams
    return Evening(
        tournament=tournament,
        state=state_of(tournament),
        words=_words(member, stage, match, opponent, last),
        match=match,
        opponent=opponent,
        may_withdraw=may_withdraw and (slot is not None or _may_be_paired(tournament, stage)),
        can_play=bool(slot and slot.match and slot.state in AT_TABLE),
        team=entry.name if tournament.has_teams else "",
        team_match=at.pairing if at and (at.board or at.boards) else None,
    )


def _own_slots(member: EntryMember, stage: Stage, rounds: Sequence[BracketRound]) -> Sequence[Slot]:
    """Where he plays, by round; of a match between teams his board, else, as he stands by, the
    whole."""
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
    return tournament.state != TournamentState.RUNNING or stage.format in PAIRED_BY_ROUND


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
    if state == TournamentState.RUNNING and stage.format in PAIRED_BY_ROUND:
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
    if match.state == MatchState.READY:
        return _("You play %(opponent)s as soon as a table is free.") % values
    if match.state == MatchState.RUNNING:
        return _("You are playing %(opponent)s.") % values
    if match.state == MatchState.REPORTED:
        return _("The result against %(opponent)s waits to be confirmed.") % values
    if match.state == MatchState.DISPUTED:
        return _("The result against %(opponent)s is disputed. A referee decides.") % values
    if all(match.slot.players):
        return _("You meet %(opponent)s next. The round is not open yet.") % values
    return _("You are through. You wait for: %(opponent)s.") % values


def _stand_by_words(match: SheetMatch) -> str:
    if match.state in (MatchState.LOCKED, MatchState.WAITING):
        return _("Your team meets %(opponent)s next. You stand by.")
    return _("Your team plays %(opponent)s. You stand by, and may come in for somebody.")
