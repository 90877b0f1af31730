"""The routes of the API, its own pages, and whether the parts of the server are well."""

from functools import cache
from typing import Any, ClassVar

from csp.constants import SELF, UNSAFE_INLINE
from csp.decorators import csp_update
from django.core.cache import cache as redis
from django.db import DatabaseError, connection
from django.http import Http404
from django.urls import URLPattern, URLResolver, include, path, re_path
from django.utils.decorators import method_decorator
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.renderers import OpenApiJsonRenderer, OpenApiYamlRenderer
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularSwaggerSplitView
from kombu.exceptions import OperationalError
from redis.exceptions import RedisError
from rest_framework import serializers
from rest_framework.renderers import TemplateHTMLRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from config import heartbeat
from games.api import Adjudications, Irregularities
from kernel.permissions import Actor
from players.access.api_view import ApiView
from players.access.authentication import TokenAuthentication
from players.api import audit, auth, clubs, links, roster, roster_import
from tournaments.api import (
    appeals,
    corrections,
    drafts,
    entries,
    matches,
    penalties,
    people,
    presence,
    results,
    rounds,
    rulings,
    stages,
    standings,
    tournaments,
)
from web import disk, socket_echo
from web.api_view import private
from web.db import clock


class HealthAnswer(serializers.Serializer):
    """How the server's parts are: each "ok" or "failed", the disk "ok" or "low"."""

    status = serializers.ChoiceField(choices=["ok", "failed"])
    checks = serializers.DictField(
        child=serializers.ChoiceField(choices=["ok", "failed", "low"]),
        help_text="By part: database, redis, worker, disk; with sockets here, sockets.",
    )


class Health(ApiView):
    tag = "server"
    actions: ClassVar = {"GET": "site.view"}
    authentication_classes = (TokenAuthentication,)

    @extend_schema(
        summary="Whether database, Redis and worker are well",
        responses={200: HealthAnswer, 503: HealthAnswer},
    )
    def get(self, request: Request) -> Response:
        checks = {
            "database": _is_well(connection.ensure_connection) and _is_well(clock.now),
            "redis": _is_well(lambda: redis.get("health")),
            "worker": _is_well(_ask_for_worker),
        }
        if socket_echo.serves_sockets():
            checks["sockets"] = _is_well(_listen)
        parts = {part: "ok" if well else "failed" for part, well in checks.items()}
        return Response(
            {
                "status": "ok" if all(checks.values()) else "failed",
                # With little room everything still works: that is for people to see to.
                "checks": parts | {"disk": "ok" if disk.room() == disk.Room.OK else "low"},
            },
            200 if all(checks.values()) else 503,
        )


class WorkerSilentError(Exception):
    """No tick was done lately."""


def _ask_for_worker() -> None:
    if not heartbeat.is_worker_alive(clock.now()):
        raise WorkerSilentError


class DeafError(Exception):
    """A message of this process to itself did not come back."""


def _listen() -> None:
    if not socket_echo.is_well():
        raise DeafError


def _is_well(check: Any) -> bool:
    try:
        check()
    except (
        DatabaseError,
        RedisError,
        OperationalError,
        OSError,
        WorkerSilentError,
        DeafError,
    ):
        return False
    return True


class Schema(ApiView):
    tag = "server"
    actions: ClassVar = {"GET": "site.view"}
    renderer_classes = (OpenApiYamlRenderer, OpenApiJsonRenderer)

    @extend_schema(exclude=True)
    def get(self, request: Request) -> Response:
        return Response(_schema(), headers={"Content-Disposition": 'inline; filename="schema"'})


@cache
def _schema() -> Any:
    """The OpenAPI document: the same for everybody, made once in a process."""
    return SchemaGenerator().get_schema(request=None, public=True)


@method_decorator(csp_update({"style-src": [SELF, UNSAFE_INLINE]}), name="dispatch")
class Docs(SpectacularSwaggerSplitView):
    """Swagger's own page, which styles itself from within."""

    renderer_classes = (TemplateHTMLRenderer,)
    http_method_names = ("get", "head")  # what it would say of OPTIONS has no template
    actions: ClassVar = {"GET": "site.view"}

    def finalize_response(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return private(request, super().finalize_response(request, *args, **kwargs))


class Unknown(ApiView):
    """What every other address answers."""

    tag = "server"
    actions: ClassVar = dict.fromkeys(("GET", "POST", "PUT", "PATCH", "DELETE"), "site.view")
    keeps_answers = False
    schema = None

    def load(self) -> Actor:
        raise Http404


_OF_A_TOURNAMENT: list[URLPattern] = [
    path("", tournaments.OneTournament.as_view()),
    path("registration-period/", tournaments.RegistrationPeriod.as_view()),
    path("check-in-period/", tournaments.CheckInPeriod.as_view()),
    path("archive/", tournaments.Archive.as_view()),
    path("cancellation/", tournaments.Cancellation.as_view()),
    path("stages/", stages.Stages.as_view()),
    path("tables/", people.Tables.as_view()),
    path("staff/", people.StaffList.as_view()),
    path("staff/<id:staff_id>/", people.OneStaff.as_view()),
    path("passes/", people.Passes.as_view()),
    path("audit/", people.TournamentAudit.as_view()),
    path("entries/", entries.Entries.as_view()),
    path("entries/<id:entry_id>/approval/", entries.Approval.as_view()),
    path("entries/<id:entry_id>/lineup/", entries.Lineup.as_view()),
    path("entries/<id:entry_id>/check-in/", entries.CheckIn.as_view()),
    path("entries/<id:entry_id>/withdrawal/", entries.Withdrawal.as_view()),
    path("entries/<id:entry_id>/swap/", entries.Swap.as_view()),
    path("entries/<id:entry_id>/absences/", presence.Absences.as_view()),
    path("entries/<id:entry_id>/table/", presence.OwnTable.as_view()),
    path("late-entries/", presence.LateEntries.as_view()),
    path("registration/", entries.Registration.as_view()),
    path("start/", rounds.Start.as_view()),
    path("draw/", rounds.Drawing.as_view()),
    path("rounds/", rounds.Rounds.as_view()),
    path("rounds/<id:number>/", rounds.OneRound.as_view()),
    path("rounds/<id:number>/publication/", rounds.PublicationView.as_view()),
    path("rounds/<id:number>/clock/", rounds.Clock.as_view()),
    path("rounds/<id:number>/draft/", drafts.Draft.as_view()),
    path("rounds/<id:number>/swaps/", drafts.Swaps.as_view()),
    path("pair-rules/", drafts.PairRules.as_view()),
    path("pair-rules/<id:rule_id>/", drafts.OnePairRule.as_view()),
    path("penalties/", penalties.Penalties.as_view()),
    path("penalties/<id:penalty_id>/reversal/", penalties.Reversal.as_view()),
    path("matches/", matches.Matches.as_view()),
    path("bracket/", matches.Bracket.as_view()),
    path("standings/", standings.Standings.as_view()),
    path("crosstable/", standings.Crosstable.as_view()),
    path("case-law/", rulings.CaseLaw.as_view()),
]
_OF_A_MATCH: list[URLPattern] = [
    path("", matches.OneMatch.as_view()),
    path("hands/", results.Hands.as_view()),
    path("hands/preview/", results.Preview.as_view()),
    path("hands/<id:n>/corrections/", results.Corrections.as_view()),
    path("hands/<id:n>/corrections/preview/", corrections.HandPreview.as_view()),
    path("result/", results.Result.as_view()),
    path("team-walkover/", results.TeamWalkover.as_view()),
    path("result/preview/", corrections.ResultPreview.as_view()),
    path("corrections/", corrections.MatchCorrections.as_view()),
    path("confirmation/", results.Confirmation.as_view()),
    path("dispute/", results.Dispute.as_view()),
    path("rulings/", rulings.Rulings.as_view()),
    path("rulings/<id:ruling_id>/taking-back/", rulings.TakingBack.as_view()),
    path("appeals/", appeals.Appeals.as_view()),
    path("appeals/<id:appeal_id>/decision/", appeals.Decision.as_view()),
]
urlpatterns: list[URLPattern | URLResolver] = [
    path("auth/login/", auth.Login.as_view()),
    path("auth/logout/", auth.Logout.as_view()),
    path("clubs/", clubs.Clubs.as_view()),
    path("clubs/<slug:slug>/", clubs.OneClub.as_view()),
    path("clubs/<slug:slug>/members/", clubs.Members.as_view()),
    path("clubs/<slug:slug>/members/<id:user_id>/", clubs.OneMember.as_view()),
    path("clubs/<slug:slug>/membership/", clubs.OwnMembership.as_view()),
    path("clubs/<slug:slug>/owner/", clubs.Ownership.as_view()),
    path("clubs/<slug:slug>/audit/", audit.ClubAudit.as_view()),
    path("clubs/<slug:slug>/invitations/", links.Invitations.as_view()),
    path("clubs/<slug:slug>/players/", roster.Players.as_view()),
    path("clubs/<slug:slug>/players/import/", roster_import.RosterImport.as_view()),
    path("clubs/<slug:slug>/players/imports/", roster_import.RosterImports.as_view()),
    path(
        "clubs/<slug:slug>/players/imports/<id:import_id>/undo/",
        roster_import.UndoImport.as_view(),
    ),
    path("clubs/<slug:slug>/players/<id:player_id>/", roster.OnePlayer.as_view()),
    path("clubs/<slug:slug>/players/<id:player_id>/merge/", roster.Merge.as_view()),
    path("clubs/<slug:slug>/players/<id:player_id>/anonymisation/", roster.Anonymisation.as_view()),
    path("clubs/<slug:slug>/players/<id:player_id>/claim-link/", roster.ClaimLink.as_view()),
    path("claims/", links.Claims.as_view()),
    path("tournaments/", tournaments.Tournaments.as_view()),
    path("tournaments/<id:tournament_id>/", include(_OF_A_TOURNAMENT)),
    path("matches/<id:match_id>/", include(_OF_A_MATCH)),
    path("corrections/<id:correction_id>/undo/", corrections.Undo.as_view()),
    path("formats/", stages.Formats.as_view()),
    path("irregularities/", Irregularities.as_view()),
    path("adjudications/", Adjudications.as_view()),
    path("health/", Health.as_view()),
    path("schema/", Schema.as_view(), name="schema"),
    path("docs/", Docs.as_view(), name="api_docs"),
    re_path("", Unknown.as_view()),
]
