"""How `bin/test` ends: green only when everything ran and was green."""

import pytest

from tests.run import Pass, close

GREEN = [Pass("SQLite", 0, 1.0), Pass("PostgreSQL", 0, 1.0)]
RED = [Pass("SQLite", 0, 1.0), Pass("PostgreSQL", 1, 1.0)]
NO_TESTS = [Pass("SQLite", 0, 1.0), Pass("PostgreSQL", 5, 1.0)]
BROWSER = ["browser tests: no browser found"]


@pytest.mark.parametrize(
    ("passes", "left_out", "is_partial", "ci", "status"),
    [
        (GREEN, [], False, "true", 0),
        (RED, [], False, "", 1),
        (RED, [], True, "", 1),
        (NO_TESTS, [], False, "", 1),
        (NO_TESTS, [], True, "", 0),
        (GREEN, BROWSER, False, "", 0),
        (GREEN, BROWSER, False, "true", 1),
    ],
)
def test_the_end(
    passes: list[Pass],
    left_out: list[str],
    is_partial: bool,
    ci: str,
    status: int,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("CI", ci)
    assert close(passes, left_out, is_partial=is_partial) == status
    said = capsys.readouterr().out
    assert all(f"NOT RUN: {what}" in said for what in left_out)
