"""The audit of a club: who did what, and when."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from players.api.clubs import ClubView
from players.models import AuditEntry
from players.selectors import club_audit
from players.services.audit import COVERED
from web.schema import call


class AuditAnswer(serializers.ModelSerializer[AuditEntry]):
    """A link of the chain; `digest` covers all that stands before it, `previous` is the digest of
    the entry before."""

    class Meta:
        model = AuditEntry
        fields = (*COVERED, "digest")

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        data = serializers.DictField(help_text="Ids and codes, never names.")
        return super().get_fields() | {"data": data}


def audit_row(entry: AuditEntry) -> dict[str, Any]:
    return AuditAnswer(entry).data


class ClubAuditView(ClubView):
    @call("club.audit", AuditAnswer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """List what was done in the club, newest first."""
        return self.answer_page(club_audit(self.club), audit_row)
