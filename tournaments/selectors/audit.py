"""The record of what was done: which chains there are, and what is noted beside them."""

from collections.abc import Mapping

from players.models import AuditEntry, Club
from tournaments.models import Tournament


def audit_scopes() -> Mapping[str, str]:
    """Every chain by its scope, with the digest that is noted as its newest, "" for none.

    That of a deleted tournament stands in the entry of its club which says that it was deleted.
    """
    scopes = AuditEntry.objects.order_by("scope").values_list("scope", flat=True).distinct()
    found = dict.fromkeys(scopes, "")
    deletions = AuditEntry.objects.filter(action="tournament.delete")
    for data in deletions.values_list("data", flat=True):
        found[f"tournament:{data['tournament']}"] = data.get("audit_digest", "")
    for kind, model in (("club", Club), ("tournament", Tournament)):
        for key, digest in model.objects.order_by("pk").values_list("pk", "audit_digest"):
            found[f"{kind}:{key}"] = digest
    return found
