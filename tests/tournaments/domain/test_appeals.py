"""Until when a player appeals."""

from datetime import UTC, datetime, timedelta

import pytest

from tournaments.domain.appeals import AppealFacts, why_too_late

START = datetime(2026, 3, 3, 19, 0, tzinfo=UTC)


def at(minutes):
    return None if minutes is None else START + timedelta(minutes=minutes)


# given, result, confirmed (minutes), now: the start of the sentence, none while they can
CASES = [
    (10, None, None, 500, ""),
    (10, 30, None, 45, ""),
    (10, 30, None, 46, "The time for protests"),
    (40, 30, None, 55, ""),
    (40, 30, None, 56, "The time for protests"),
    (10, 30, 31, 32, "Both have confirmed"),
    (40, 30, 31, 50, ""),
    (40, 30, 31, 56, "The time for protests"),
]


@pytest.mark.parametrize(("given", "result", "confirmed", "now", "sentence"), CASES)
def test_a_player_appeals_until(given, result, confirmed, now, sentence):
    facts = AppealFacts(at(given), at(result), at(confirmed))
    refused = why_too_late(facts, 15, at(now))
    assert str(refused or "").startswith(sentence)
    assert bool(refused) == bool(sentence)
