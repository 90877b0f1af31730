"""Times as the API takes them."""

from datetime import UTC, datetime

import pytest
from rest_framework.exceptions import ValidationError

from web.input import MomentField


def test_a_moment_comes_in_utc_whatever_its_offset() -> None:
    """PostgreSQL refuses offsets of sixteen hours and more, which ISO 8601 can write."""
    moment = MomentField().run_validation("2026-05-01T19:00:00+23:45")
    assert moment == datetime(2026, 4, 30, 19, 15, tzinfo=UTC)
    assert moment.tzinfo is UTC


@pytest.mark.parametrize("text", ["0001-01-01T00:00:00+02:00", "9999-12-31T23:59:59-02:00"])
def test_what_is_no_moment_in_utc_is_refused(text: str) -> None:
    with pytest.raises(ValidationError, match="out of range"):
        MomentField().run_validation(text)


def test_a_time_without_an_offset_is_refused() -> None:
    with pytest.raises(ValidationError, match="with its offset"):
        MomentField().run_validation("2026-05-01T19:00:00")
