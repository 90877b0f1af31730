"""Every error of the API in one form: `{"error": {"code", "message", "fields"}}`."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, JsonResponse

# The wish is fine, but not in this state or from this version.
_CONFLICTS_TEXT = """
    adjourned already_entered already_owner appealed_already both_entered call_over
    challenged_already choice_needed confirm_needed decided_already email_taken hand_over
    idempotency_mismatch later_match_begun less_severe link_used match_open match_over
    member_already name_taken not_by_hands not_claimable not_listed not_ready not_removed
    not_proposed not_seated not_your_turn nothing_said own_table owner_stays paused player_entered
    player_gone player_in_use plays_already plays_as_guest reported_already ruling_needed
    said_enough seat_taken set_up_already stale stale_draft table_waits taken_already time_over
    too_late too_many_days too_many_opponents two_accounts word_given wrong_state
"""
# A refusal is 400 (the wish itself is wrong) unless its code stands here.
STATUS_OF: Mapping[str, int] = {
    "not_found": 404,
    "club_gone": 404,
    "forbidden": 403,
    "not_its_scope": 403,
    "not_owner": 403,
    "plays_in_event": 403,
    "bad_login": 401,
    "too_large": 413,
    "busy": 429,
    "locked_out": 429,
    "slowed_down": 429,
    "too_many_tables": 429,
    **dict.fromkeys(_CONFLICTS_TEXT.split(), 409),
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
