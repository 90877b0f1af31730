"""Clubs, who is what in them, and what was done there."""

from dataclasses import replace
from typing import Any

from django.conf import settings
from django.shortcuts import get_object_or_404
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from kernel.permissions import Actor
from players.access.api_view import ApiView
from players.models import AuditEntry, Club, Membership
from players.selectors import club_audit, club_roles, clubs_visible_to, memberships_of
from players.services import clubs
from players.services.audit import COVERED
from web.input import Body, ChoiceField, FlagField, IdField, LineField, Query, read_body, read_query
from web.schema import Shape, call

LANGUAGES = [code for code, _ in settings.LANGUAGES]


class ClubBody(Body):
    """A new club."""

    name = LineField(max_length=1000)
    time_zone = LineField(max_length=64, required=False, help_text="IANA, as Europe/Berlin.")
    language = ChoiceField(choices=LANGUAGES, required=False)
    names = ChoiceField(
        choices=Club.Names.values,
        required=False,
        help_text="How much of its players' names the club shows at most; `members`: nothing of "
        "its events and players to others.",
    )
    ratings_shown = FlagField(required=False)
    people_found = FlagField(
        required=False, help_text="Whether search engines may list the pages of its players."
    )
    play_page = FlagField(
        required=False, help_text="Whether those who belong to it find each other at `play/`."
    )


class ClubChanges(ClubBody):
    """What is to change in a club."""

    name = LineField(max_length=1000, required=False)
    time_zone = LineField(max_length=64, required=False)


class ClubAnswer(serializers.ModelSerializer[Club]):
    """A club."""

    class Meta:
        model = Club
        fields = (
            *("slug", "name", "time_zone", "language"),
            *("names", "ratings_shown", "people_found", "play_page"),
        )


class RoleBody(Body):
    """What a member is to be."""

    role = ChoiceField(choices=list(clubs.GIVEN_ROLES))


class HeirBody(Body):
    """Who is to own the club."""

    user = IdField()


class NameQuery(Query):
    """The name, typed to be sure."""

    name = serializers.CharField(max_length=1000, help_text="The name, typed to be sure.")


class MemberAnswer(Shape):
    """An account and what it is in the club."""

    user = serializers.IntegerField(source="user_id")
    name = serializers.CharField(source="user.name")
    email = serializers.CharField(source="user.email")
    role = serializers.ChoiceField(choices=Membership.Roles.choices)
    since = serializers.DateTimeField()


class AuditAnswer(serializers.ModelSerializer[AuditEntry]):
    """A link of the chain; `digest` covers all that stands before it, `previous` is the digest of
    the entry before."""

    class Meta:
        model = AuditEntry
        fields = (*COVERED, "digest")

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        data = serializers.DictField(help_text="Ids and codes, never names.")
        return super().get_fields() | {"data": data}


class ClubView(ApiView):
    """Something of the club that the address names."""

    tag = "clubs"
    club: Club

    def load(self) -> Actor:
        self.club = get_object_or_404(clubs_visible_to(self.actor), slug=self.kwargs["slug"])
        return replace(self.actor, roles=club_roles(self.actor, self.club.pk))


class ClubsView(ApiView):
    tag = "clubs"

    @call("site.view", ClubAnswer(many=True))
    def get(self, request: Request) -> Response:
        """List clubs."""
        rows = clubs_visible_to(self.actor).order_by("name", "id")
        return self.answer_page(rows, ClubAnswer().to_representation)

    @call("club.create", ClubAnswer, takes=ClubBody, status=201)
    def post(self, request: Request) -> Response:
        """Make a club; the caller is its owner."""
        club = clubs.create_club(**read_body(ClubBody, request), by=self.actor, now=self.now)
        return Response(ClubAnswer(club).data, status=201)


class OneClubView(ClubView):
    @call("club.view", ClubAnswer)
    def get(self, request: Request, slug: str) -> Response:
        """Show a club."""
        return Response(ClubAnswer(self.club).data)

    @call("club.edit", ClubAnswer, takes=ClubChanges)
    def patch(self, request: Request, slug: str) -> Response:
        """Change a club."""
        changes = read_body(ClubChanges, request)
        club = clubs.edit_club(club=self.club, **changes, by=self.actor, now=self.now)
        return Response(ClubAnswer(club).data)

    @call("club.delete", status=204, query=NameQuery)
    def delete(self, request: Request, slug: str) -> Response:
        """Delete a club with all that is in it, for good."""
        typed = read_query(NameQuery, request)["name"]
        clubs.delete_club(club=self.club, typed=typed, by=self.actor, now=self.now)
        return Response(status=204)


class MembersView(ClubView):
    @call("club.members", MemberAnswer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """List a club's members."""
        return self.answer_page(memberships_of(self.club), MemberAnswer().to_representation)


class OneMemberView(ClubView):
    def load(self) -> Actor:
        actor = super().load()
        if actor.may(str(self.action)):
            self.membership = get_object_or_404(
                self.club.memberships.select_related("user"), user_id=self.kwargs["user_id"]
            )
        return actor

    @call("club.members", MemberAnswer, takes=RoleBody)
    def patch(self, request: Request, slug: str, user_id: int) -> Response:
        """Make a member something else."""
        role = read_body(RoleBody, request)["role"]
        membership = clubs.change_role(
            club=self.club, user=self.membership.user, role=role, by=self.actor, now=self.now
        )
        return Response(MemberAnswer(membership).data)

    @call("club.members", status=204)
    def delete(self, request: Request, slug: str, user_id: int) -> Response:
        """End a membership."""
        clubs.remove_member(club=self.club, user=self.membership.user, by=self.actor, now=self.now)
        return Response(status=204)


class OwnershipView(ClubView):
    @call("club.hand_over", MemberAnswer, takes=HeirBody)
    def post(self, request: Request, slug: str) -> Response:
        """Hand the club over to another member."""
        heir = get_object_or_404(
            self.club.memberships.select_related("user"),
            user_id=read_body(HeirBody, request)["user"],
        )
        membership = clubs.hand_over_ownership(
            club=self.club, to=heir.user, by=self.actor, now=self.now
        )
        return Response(MemberAnswer(membership).data)


class OwnMembershipView(ClubView):
    @call("club.leave", status=204)
    def delete(self, request: Request, slug: str) -> Response:
        """Leave the club."""
        clubs.leave_club(club=self.club, by=self.actor, now=self.now)
        return Response(status=204)


class ClubAuditView(ClubView):
    @call("club.audit", AuditAnswer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """List what was done in the club, newest first."""
        return self.answer_page(club_audit(self.club), AuditAnswer().to_representation)
