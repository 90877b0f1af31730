"""The routes of the API, its own pages, and whether the parts of the server are well."""

from collections.abc import Callable
from functools import cache
from typing import Any, ClassVar

from csp.constants import SELF, UNSAFE_INLINE
from csp.decorators import csp_update
from django.core.cache import cache as redis
from django.db import DatabaseError
from django.http import Http404
from django.urls import URLPattern, URLResolver, include, path, re_path
from django.utils.decorators import method_decorator
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.renderers import OpenApiJsonRenderer, OpenApiYamlRenderer
from drf_spectacular.views import SpectacularSwaggerSplitView
from kombu.exceptions import OperationalError
from redis.exceptions import RedisError
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from config import heartbeat
from games.api import AdjudicationsView, IrregularitiesView
from kernel.permissions import Actor
from players.access.api_view import ApiView, private
from players.access.authentication import TokenAuthentication
from players.api import auth, clubs, links, roster, roster_import
from tournaments.api import (
    appeals,
    arranging,
    byes,
    club_play,
    corrections,
    drafts,
    entries,
    evidence,
    first_deals,
    friendlies,
    games,
    hands,
    hints,
    matches,
    moving,
    opponents,
    penalties,
    people,
    premoves,
    presence,
    results,
    rounds,
    rule_sets,
    rules,
    rulings,
    series_notices,
    settlement,
    stages,
    standings,
    steps,
    table_phrases,
    table_records,
    table_staff,
    tables,
    tournaments,
    trials,
    vacations,
)
from web import disk, socket_echo
from web.db import clock
from web.schema import Shape, call


class HealthAnswer(Shape):
    """How the server's parts are: each "ok" or "failed", the disk "ok" or "low"."""

    status = serializers.ChoiceField(choices=["ok", "failed"])
    checks = serializers.DictField(
        child=serializers.ChoiceField(choices=["ok", "failed", "low"]),
        help_text="By part: database, redis, worker, disk; with sockets here, sockets.",
    )


class HealthView(ApiView):
    tag = "server"
    authentication_classes = (TokenAuthentication,)

    @call("site.view", HealthAnswer, status=(200, 503))
    def get(self, request: Request) -> Response:
        """Whether database, Redis and worker are well."""
        checks = {
            "database": _is_well(clock.now),
            "redis": _is_well(lambda: redis.get("health")),
            "worker": _is_well(lambda: heartbeat.is_worker_alive(clock.now())),
        }
        if socket_echo.serves_sockets():
            checks["sockets"] = _is_well(socket_echo.is_well)
        parts = {part: "ok" if well else "failed" for part, well in checks.items()}
        return Response(
            {
                "status": "ok" if all(checks.values()) else "failed",
                # With little room everything still works: that is for people to see to.
                "checks": parts | {"disk": "ok" if disk.room() == disk.DiskRoom.OK else "low"},
            },
            200 if all(checks.values()) else 503,
        )


def _is_well(check: Callable[[], object]) -> bool:
    """Whether a part answers, and does not say that it is unwell."""
    try:
        return check() is not False
    except (DatabaseError, RedisError, OperationalError, OSError):
        return False


class SchemaView(ApiView):
    tag = "server"
    renderer_classes = (OpenApiYamlRenderer, OpenApiJsonRenderer)

    @call("site.view", exclude=True)
    def get(self, request: Request) -> Response:
        return Response(_schema(), headers={"Content-Disposition": 'inline; filename="schema"'})


@cache
def _schema() -> Any:
    """The OpenAPI document: the same for everybody, made once in a process."""
    return SchemaGenerator().get_schema(request=None, public=True)


@method_decorator(csp_update({"style-src": [SELF, UNSAFE_INLINE]}), name="dispatch")
class Docs(SpectacularSwaggerSplitView):
    """Swagger's own page, which styles itself from within."""

    http_method_names = ("get", "head")  # what it would say of OPTIONS has no template
    actions: ClassVar = {"GET": "site.view"}

    def finalize_response(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return private(request, super().finalize_response(request, *args, **kwargs))


class UnknownView(ApiView):
    """What every other address answers."""

    tag = "server"
    actions: ClassVar = dict.fromkeys(("GET", "POST", "PUT", "PATCH", "DELETE"), "site.view")
    keeps_answers = False
    schema = None

    def load(self) -> Actor:
        raise Http404


_OF_A_CLUB: list[URLPattern] = [
    path("", clubs.OneClubView.as_view()),
    path("members/", clubs.MembersView.as_view()),
    path("members/<id:user_id>/", clubs.OneMemberView.as_view()),
    path("membership/", clubs.OwnMembershipView.as_view()),
    path("owner/", clubs.OwnershipView.as_view()),
    path("audit/", clubs.ClubAuditView.as_view()),
    path("rule-sets/", rule_sets.RuleSetsView.as_view()),
    path("rule-sets/<id:number>/", rule_sets.OneRuleSetView.as_view()),
    path("play/", club_play.ClubPlayView.as_view()),
    path("play/presence/", club_play.PlayPresenceView.as_view()),
    path("play/tables/", club_play.ClubTablesView.as_view()),
    path("play/tables/<id:match_id>/", club_play.OneClubTableView.as_view()),
    path("play/tables/<id:match_id>/seat/", club_play.ClubSeatView.as_view()),
    path("trials/", trials.TrialsView.as_view()),
    path("trials/<id:match_id>/", trials.OneTrialView.as_view()),
    path("invitations/", links.InvitationsView.as_view()),
    path("players/", roster.PlayersView.as_view()),
    path("players/import/", roster_import.RosterImportView.as_view()),
    path("players/imports/", roster_import.RosterImportsView.as_view()),
    path("players/imports/<id:import_id>/undo/", roster_import.UndoImportView.as_view()),
    path("players/<id:player_id>/", roster.OnePlayerView.as_view()),
    path("players/<id:player_id>/merge/", roster.MergeView.as_view()),
    path("players/<id:player_id>/anonymisation/", roster.AnonymisationView.as_view()),
    path("players/<id:player_id>/claim-link/", roster.ClaimLinkView.as_view()),
]
_OF_A_TOURNAMENT: list[URLPattern] = [
    path("", tournaments.OneTournamentView.as_view()),
    path("registration-period/", steps.RegistrationPeriodView.as_view()),
    path("check-in-period/", steps.CheckInPeriodView.as_view()),
    path("archive/", steps.ArchiveView.as_view()),
    path("cancellation/", steps.CancellationView.as_view()),
    path("rules/", rules.RulesView.as_view()),
    path("stages/", stages.StagesView.as_view()),
    path("tables/", people.TablesView.as_view()),
    path("staff/", people.StaffListView.as_view()),
    path("staff/<id:staff_id>/", people.OneStaffView.as_view()),
    path("passes/", people.PassesView.as_view()),
    path("audit/", people.TournamentAuditView.as_view()),
    path("entries/", entries.EntriesView.as_view()),
    path("entries/partners/", entries.PartnersView.as_view()),
    path("entries/<id:entry_id>/approval/", entries.ApprovalView.as_view()),
    path("entries/<id:entry_id>/lineup/", entries.LineupView.as_view()),
    path("entries/<id:entry_id>/check-in/", entries.CheckInView.as_view()),
    path("entries/<id:entry_id>/withdrawal/", entries.WithdrawalView.as_view()),
    path("entries/<id:entry_id>/swap/", entries.SwapView.as_view()),
    path("entries/<id:entry_id>/absences/", presence.AbsencesView.as_view()),
    path("entries/<id:entry_id>/table/", presence.OwnTableView.as_view()),
    path("late-entries/", presence.LateEntriesView.as_view()),
    path("registration/", entries.RegistrationView.as_view()),
    path("vacation/", vacations.VacationView.as_view()),
    path("byes/", byes.ByesView.as_view()),
    path("start/", rounds.StartView.as_view()),
    path("draw/", rounds.DrawingView.as_view()),
    path("rounds/", rounds.RoundsView.as_view()),
    path("rounds/<id:number>/", rounds.OneRoundView.as_view()),
    path("rounds/<id:number>/publication/", rounds.PublicationView.as_view()),
    path("rounds/<id:number>/clock/", rounds.ClockView.as_view()),
    path("rounds/<id:number>/window/", rounds.WindowView.as_view()),
    path("rounds/<id:number>/draft/", drafts.DraftView.as_view()),
    path("rounds/<id:number>/swaps/", drafts.SwapsView.as_view()),
    path("pair-rules/", drafts.PairRulesView.as_view()),
    path("pair-rules/<id:rule_id>/", drafts.OnePairRuleView.as_view()),
    path("penalties/", penalties.PenaltiesView.as_view()),
    path("penalties/<id:penalty_id>/reversal/", penalties.ReversalView.as_view()),
    path("matches/", matches.MatchesView.as_view()),
    path("bracket/", matches.BracketView.as_view()),
    path("standings/", standings.StandingsView.as_view()),
    path("settlement/", settlement.SettlementView.as_view()),
    path("crosstable/", standings.CrosstableView.as_view()),
    path("case-law/", rulings.CaseLawView.as_view()),
]
_OF_A_MATCH: list[URLPattern] = [
    path("", matches.OneMatchView.as_view()),
    path("first-deal/", first_deals.FirstDealView.as_view()),
    path("hands/", hands.HandsView.as_view()),
    path("hands/preview/", hands.HandScoreView.as_view()),
    path("hands/<id:n>/corrections/", hands.CorrectionsView.as_view()),
    path("hands/<id:n>/corrections/preview/", corrections.HandPreviewView.as_view()),
    path("result/", results.ResultView.as_view()),
    path("team-walkover/", results.TeamWalkoverView.as_view()),
    path("result/preview/", corrections.ResultPreviewView.as_view()),
    path("corrections/", corrections.MatchCorrectionsView.as_view()),
    path("confirmation/", results.ConfirmationView.as_view()),
    path("dispute/", results.DisputeView.as_view()),
    path("notice/", series_notices.SeriesNoticeView.as_view()),
    path("hands/<id:n>/record/", table_records.RecordView.as_view()),
    path("deals/", table_records.DealsView.as_view()),
    path("online/", moving.MatchOnlineView.as_view()),
    path("online/request/", moving.MoveRequestView.as_view()),
    path("times/", arranging.TimesView.as_view()),
    path("times/agreed/", arranging.AgreedTimeView.as_view()),
    path("table/", tables.OneTableView.as_view()),
    path("table/ready/", tables.ReadyView.as_view()),
    path("table/actions/", tables.ActionsView.as_view()),
    path("table/resignation/", tables.ResignationView.as_view()),
    path("table/phrases/", table_phrases.PhrasesView.as_view()),
    path("table/mute/", table_phrases.MuteView.as_view()),
    path("table/premove/", premoves.PremoveView.as_view()),
    path("table/hint/", hints.HintView.as_view()),
    path("table/report/", table_phrases.PhraseReportView.as_view()),
    path("invitation/", friendlies.FriendlyInvitationView.as_view()),
    path("rematch/", friendlies.RematchView.as_view()),
    path("name-report/", friendlies.NameReportView.as_view()),
    path("acceptance/", friendlies.AcceptanceView.as_view()),
    path("block/", friendlies.BlockView.as_view()),
    path("table/pause/", table_staff.PauseView.as_view()),
    path("table/resumption/", table_staff.ResumptionView.as_view()),
    path("table/time/", table_staff.TimeView.as_view()),
    path("table/adjournment/", table_staff.AdjournmentView.as_view()),
    path("table/adjudication/", table_staff.AdjudicationView.as_view()),
    path("table/disclosure/", table_staff.DisclosureView.as_view()),
    path("irregularities/", rulings.RuledOnView.as_view()),
    path("rulings/", rulings.RulingsView.as_view()),
    path("rulings/<id:ruling_id>/taking-back/", rulings.TakingBackView.as_view()),
    path("evidence/", evidence.EvidenceView.as_view()),
    path("appeals/", appeals.AppealsView.as_view()),
    path("appeals/<id:appeal_id>/decision/", appeals.DecisionView.as_view()),
]
urlpatterns: list[URLPattern | URLResolver] = [
    path("auth/login/", auth.LoginView.as_view()),
    path("auth/logout/", auth.LogoutView.as_view()),
    path("clubs/", clubs.ClubsView.as_view()),
    path("clubs/<slug:slug>/", include(_OF_A_CLUB)),
    path("claims/", links.ClaimsView.as_view()),
    path("tournaments/", tournaments.TournamentsView.as_view()),
    path("tournaments/<id:tournament_id>/", include(_OF_A_TOURNAMENT)),
    path("matches/<id:match_id>/", include(_OF_A_MATCH)),
    path("corrections/<id:correction_id>/undo/", corrections.UndoView.as_view()),
    path("friendlies/", friendlies.FriendliesView.as_view()),
    path("friendlies/claims/", friendlies.FriendlyClaimsView.as_view()),
    path("bots/", friendlies.BotsView.as_view()),
    path("opponents/", opponents.OpponentsView.as_view()),
    path("opponents/<id:opponent_id>/", opponents.OneOpponentView.as_view()),
    path("formats/", stages.FormatsView.as_view()),
    path("rules/", games.GamesView.as_view()),
    path("irregularities/", IrregularitiesView.as_view()),
    path("adjudications/", AdjudicationsView.as_view()),
    path("health/", HealthView.as_view()),
    path("schema/", SchemaView.as_view(), name="schema"),
    path("docs/", Docs.as_view(), name="api_docs"),
    re_path("", UnknownView.as_view()),
]
