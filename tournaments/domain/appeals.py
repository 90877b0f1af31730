"""Until when a player appeals (rulebook 5.1: before both confirm the result)."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from kernel.text import N_, Text

CONFIRMED = N_("Both have confirmed the match: a player can't appeal any more.")
TOO_LATE = N_("The time for protests is over: a player can't appeal any more.")


@dataclass(frozen=True, slots=True)
class AppealFacts:
    """When the ruling or penalty was given; when the result of its match came in, None while it is
    open; when the opponent confirmed it, None while they have not."""

    given_at: datetime
    result_at: datetime | None = None
    confirmed_at: datetime | None = None


def why_too_late(facts: AppealFacts, protest_minutes: int, now: datetime) -> Text | None:
    """Why a player can't appeal any more, None while they can.

    A player can as long as the match is open, and until the time for protests is over: it runs from
    the result, or from what was given after it. Where both have confirmed the result they agreed to
    all that was given before.
    """
    if facts.result_at is None:
        return None
    if facts.confirmed_at is not None and facts.given_at <= facts.confirmed_at:
        return Text("too_late", CONFIRMED)
    runs_from = max(facts.given_at, facts.result_at)
    if now > runs_from + timedelta(minutes=protest_minutes):
        return Text("too_late", TOO_LATE)
    return None
