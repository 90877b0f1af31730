"""Tables, and who runs the tournament."""

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from kernel.text import N_, Refusal, Text
from players.api.clubs import AuditAnswer
from players.selectors import account_with
from tournaments.api.fields import InstantField
from tournaments.api.places import TournamentView
from tournaments.models import Staff, Table
from tournaments.selectors.desk.audit import KINDS, AuditFilter, audit_of
from tournaments.services.events import setup, staff
from tournaments.services.events.staff import Pass
from web.input import (
    Body,
    ChoiceField,
    LineField,
    NumberField,
    NumberInQuery,
    Query,
    read_bodies,
    read_body,
    read_query,
)
from web.schema import call

LARGEST_TABLE_NUMBER = 9999
LONGEST_PASS_HOURS = 72
PERSON = r"^(program|(user|staff|entry)-\d{1,18})\Z"
NO_ACCOUNT = N_("There is no account with this e-mail address. Invite the person to the club.")


class TableBody(Body):
    """A table; its label is for people (left out: the number)."""

    number = NumberField(min_value=1, max_value=LARGEST_TABLE_NUMBER)
    label = LineField(  # type: ignore[assignment]  # no label of this field: a field of this name
        max_length=40, required=False, allow_blank=True
    )


class TableAnswer(serializers.ModelSerializer[Table]):
    """A table."""

    class Meta:
        model = Table
        fields = ("number", "label")


def tables_field() -> serializers.ListField:
    """Numbers of tables; none for all."""
    return serializers.ListField(
        child=NumberField(min_value=1, max_value=LARGEST_TABLE_NUMBER),
        required=False,
        max_length=512,
    )


class StaffBody(Body):
    """An account and what it is to be; a referee may be given some tables only."""

    email = LineField(max_length=254)
    role = ChoiceField(choices=Staff.Roles.values)
    tables = tables_field()


class PassBody(Body):
    """A pass for a referee without an account, for one night."""

    name = LineField(max_length=1000)
    tables = tables_field()
    hours = NumberField(min_value=1, max_value=LONGEST_PASS_HOURS, required=False)


class StaffAnswer(serializers.Serializer[Staff]):
    """Somebody who runs the tournament; no tables means all. A pass has no user."""

    id = serializers.IntegerField()
    user = serializers.IntegerField(allow_null=True, source="user_id")
    name = serializers.CharField()
    role = serializers.ChoiceField(choices=Staff.Roles.values)
    tables = serializers.ListField(child=serializers.IntegerField())
    expires_at = InstantField(allow_null=True)


class PassAnswer(serializers.Serializer[Pass]):
    """A pass with its token and PIN, told this once: only hashes are kept."""

    staff = StaffAnswer()
    token = serializers.CharField()
    pin = serializers.CharField()


class TablesView(TournamentView):
    @call("tournament.view", TableAnswer(many=True))
    def get(self, request: Request, tournament_id: int) -> Response:
        """List the tables."""
        rows = self.tournament.tables.order_by("number")
        return self.answer_page(rows, TableAnswer().to_representation)

    @call("tournament.tables", TableAnswer(many=True), takes=TableBody(many=True))
    def put(self, request: Request, tournament_id: int) -> Response:
        """Set the tables: those left out go."""
        bodies = read_bodies(TableBody, request)
        chosen = [(body["number"], body.get("label", "")) for body in bodies]
        tables = setup.set_tables(tables=chosen, **self.write)
        return Response(TableAnswer(tables, many=True).data)


class StaffListView(TournamentView):
    @call("tournament.staff", StaffAnswer(many=True))
    def get(self, request: Request, tournament_id: int) -> Response:
        """List who runs the tournament."""
        rows = self.tournament.staff.filter(ended_at__isnull=True).order_by("id")
        return self.answer_page(rows, StaffAnswer().to_representation)

    @call("tournament.staff", StaffAnswer, takes=StaffBody, status=201)
    def post(self, request: Request, tournament_id: int) -> Response:
        """Give an account a role; it takes the place of the one that it had."""
        body = read_body(StaffBody, request)
        user = account_with(body.pop("email"))
        if user is None:
            raise Refusal(Text("no_account", NO_ACCOUNT), "email")
        row = staff.appoint_staff(user=user, **body, **self.write)
        return Response(StaffAnswer(row).data, status=201)


class PassesView(TournamentView):
    keeps_answers = False

    @call("tournament.staff", PassAnswer, takes=PassBody, status=201)
    def post(self, request: Request, tournament_id: int) -> Response:
        """Make a pass for one night."""
        made = staff.issue_pass(**read_body(PassBody, request), **self.write)
        return Response(PassAnswer(made).data, status=201)


class OneStaffView(TournamentView):
    @call("tournament.staff", status=204)
    def delete(self, request: Request, tournament_id: int, staff_id: int) -> Response:
        """End a role or a pass at once."""
        staff.end_staff(staff_id=staff_id, **self.write)
        return Response(status=204)


class AuditQuery(Query):
    """Which entries are asked for; what is left out leaves all."""

    person = serializers.RegexField(
        PERSON,
        required=False,
        help_text="Who did it (user-3, staff-8, program), or whom it concerns (entry-12).",
    )
    table = NumberInQuery(required=False, max_value=LARGEST_TABLE_NUMBER)
    kind = serializers.ChoiceField(choices=list(KINDS), required=False)


class TournamentAuditView(TournamentView):
    @call("tournament.audit", AuditAnswer(many=True), query=AuditQuery)
    def get(self, request: Request, tournament_id: int) -> Response:
        """List what was done in the tournament, newest first."""
        asked = AuditFilter(**read_query(AuditQuery, request))
        return self.answer_page(audit_of(self.tournament, asked), AuditAnswer().to_representation)
