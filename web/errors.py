"""Every error of the API in one form: `{"error": {"code", "message", "fields"}}`."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, JsonResponse

# A refusal is 400 (the wish itself is wrong) unless its code stands here.
STATUS_OF: Mapping[str, int] = {
    "not_found": 404,
    "club_gone": 404,
    "forbidden": 403,
    "not_its_scope": 403,
    "not_owner": 403,
    "bad_login": 401,
    "too_large": 413,
    "busy": 429,
    "locked_out": 429,
    "slowed_down": 429,
    # The wish is fine, but not in this state or from this version.
    "already_entered": 409,
    "appealed_already": 409,
    "already_owner": 409,
    "both_entered": 409,
    "choice_needed": 409,
    "confirm_needed": 409,
    "decided_already": 409,
    "email_taken": 409,
    "idempotency_mismatch": 409,
    "later_match_begun": 409,
    "less_severe": 409,
    "link_used": 409,
    "match_over": 409,
    "member_already": 409,
    "not_by_hands": 409,
    "not_claimable": 409,
    "not_ready": 409,
    "not_removed": 409,
    "owner_stays": 409,
    "player_gone": 409,
    "plays_already": 409,
    "ruling_needed": 409,
    "name_taken": 409,
    "player_entered": 409,
    "player_in_use": 409,
    "set_up_already": 409,
    "stale": 409,
    "stale_draft": 409,
    "too_late": 409,
    "two_accounts": 409,
    "wrong_state": 409,
}


def error(
    code: str, message: str, fields: Mapping[str, list[str]] | None = None
) -> dict[str, dict[str, Any]]:
    """The body of an error answer."""
    return {"error": {"code": code, "message": message, "fields": dict(fields or {})}}


def status_of(code: str) -> int:
    """The status with which a refusal of this code is answered."""
    return STATUS_OF.get(code, 400)


def json_error(status: int, code: str, message: str) -> JsonResponse:
    """An error answer from outside the API's views (unknown addresses, a crash)."""
    return JsonResponse(error(code, message), status=status)


def is_for_api(request: HttpRequest) -> bool:
    return request.path.startswith("/api/")
