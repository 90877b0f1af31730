"""Where an event is played, and what holds online: set, changed, copied, kept by the database."""

from collections.abc import Mapping
from typing import Any

import pytest
from django.db import IntegrityError, transaction

from games.services.tables.writing import open_table
from kernel.text import Refusal
from players.models import AuditEntry
from tests.builders import DIRECTOR, NOW, board_of, make_club, make_tournament
from tournaments.models import Tournament
from tournaments.services.events import setup
from tournaments.services.events.copying import copy_tournament
from tournaments.services.events.editing import edit_tournament
from tournaments.services.stages.rounds import drop_round, unpublish_round

pytestmark = pytest.mark.django_db

MOVE = {"kind": "move", "seconds": 45, "reserve": 180}
GAME = {"kind": "game", "minutes": 10, "increment": 2}
AT_THE_TABLE = ("table", None, "", "", True)


def create(**fields: Any) -> Tournament:
    return setup.create_tournament(
        club=make_club(), name="Autumn Cup", by=DIRECTOR, now=NOW, **fields
    )


def edit(tournament: Tournament, **fields: Any) -> Tournament:
    return edit_tournament(tournament_id=tournament.pk, by=DIRECTOR, now=NOW, **fields)


def settings_of(tournament: Tournament) -> tuple[object, ...]:
    tournament.refresh_from_db()
    return (
        tournament.play,
        tournament.clock,
        tournament.flag,
        tournament.spectators,
        tournament.assist,
    )


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ({}, AT_THE_TABLE),
        ({"play": "table", "assist": False}, ("table", None, "", "", False)),
        ({"play": "online"}, ("online", MOVE, "game_loss", "hand_end", True)),
        ({"play": "online", "clock": GAME}, ("online", GAME, "game_loss", "hand_end", True)),
        (
            {
                "play": "online",
                "clock": {"kind": "none"},
                "flag": "auto_play",
                "spectators": "none",
                "assist": False,
            },
            ("online", {"kind": "none"}, "auto_play", "none", False),
        ),
    ],
)
def test_what_is_left_out_is_the_usual(given: Mapping[str, Any], kept: tuple[object, ...]) -> None:
    assert settings_of(create(**given)) == kept


@pytest.mark.parametrize(
    ("given", "code", "field"),
    [
        ({"clock": MOVE}, "invalid", "clock"),
        ({"play": "table", "flag": "game_loss"}, "invalid", "flag"),
        ({"spectators": "none"}, "invalid", "spectators"),
        ({"play": "online", "clock": {"kind": "sand"}}, "bad_clock", "clock"),
        ({"play": "online", "clock": None}, "bad_clock", "clock"),
    ],
)
def test_what_does_not_go_together_is_refused(
    given: Mapping[str, Any], code: str, field: str
) -> None:
    with pytest.raises(Refusal) as made:
        create(**given)
    draft = make_tournament(start=False)
    with pytest.raises(Refusal) as changed:
        edit(draft, **given)
    for refused in (made, changed):
        assert (refused.value.text.code, refused.value.field) == (code, field)
    assert settings_of(draft) == AT_THE_TABLE


def test_a_change_leaves_the_others_and_is_audited() -> None:
    event = create(play="online", clock=GAME, flag="hand_loss", assist=False)
    edit(event, spectators="live_public")
    assert settings_of(event) == ("online", GAME, "hand_loss", "live_public", False)
    entry = AuditEntry.objects.filter(action="tournament.edit").latest("pk")
    assert (entry.data["before"], entry.data["after"]) == (
        {"spectators": "hand_end"},
        {"spectators": "live_public"},
    )
    edit(event, play="table")
    assert settings_of(event) == ("table", None, "", "", False)
    edit(event, play="online")
    assert settings_of(event) == ("online", MOVE, "game_loss", "hand_end", False)
    entry = AuditEntry.objects.filter(action="tournament.edit").latest("pk")
    assert entry.data["after"]["clock"] == MOVE


def test_they_can_be_changed_until_a_round_is_published() -> None:
    event = make_tournament(play="online")
    for given in ({"play": "table"}, {"clock": GAME}, {"flag": "auto_play"}, {"assist": False}):
        with pytest.raises(Refusal) as refused:
            edit(event, **given)
        assert refused.value.text.code == "wrong_state"
    edit(event, place="at home")
    unpublish_round(tournament_id=event.pk, number=1, by=DIRECTOR, now=NOW)
    assert edit(event, clock=GAME).clock == GAME


def test_they_stay_while_an_online_table_of_the_event_is_there() -> None:
    """Who has been at it keeps the clock that it was opened with."""
    event = make_tournament(play="online")
    board = board_of(event, 1, 1)
    open_table(match=board.match_id, clock=MOVE, flag="game_loss", spectators="none", assist=True)
    unpublish_round(tournament_id=event.pk, number=1, by=DIRECTOR, now=NOW)
    for given in ({"play": "table"}, {"clock": GAME}, {"assist": False}):
        with pytest.raises(Refusal) as refused:
            edit(event, **given)
        assert refused.value.text.code == "not_ready"
        assert "take the draw back" in str(refused.value)
    drop_round(tournament_id=event.pk, number=1, by=DIRECTOR, now=NOW)
    assert edit(event, clock=GAME).clock == GAME


@pytest.mark.parametrize(
    "given", [{"play": "online", "clock": GAME, "flag": "hand_loss", "assist": False}, {}]
)
def test_a_copy_has_the_same(given: Mapping[str, Any]) -> None:
    event = create(**given)
    made = copy_tournament(source=event, name="Winter Cup", by=DIRECTOR, now=NOW)
    assert settings_of(made) == settings_of(event)


@pytest.mark.databases_differ
class TestTheDatabase:
    """It holds what goes together, whoever writes."""

    @pytest.mark.parametrize(
        "wrong",
        [
            {"clock": MOVE},
            {"flag": "game_loss"},
            {"spectators": "none"},
            {"play": "online"},
            {"play": "online", "clock": MOVE, "flag": "game_loss"},
            {"play": "online", "clock": MOVE, "flag": "sand", "spectators": "none"},
            {"play": "online", "flag": "game_loss", "spectators": "none"},
            {"play": "room"},
        ],
    )
    def test_other_rows_are_refused(self, wrong: Mapping[str, Any]) -> None:
        event = create()
        with pytest.raises(IntegrityError), transaction.atomic():
            Tournament.objects.filter(pk=event.pk).update(**wrong)
        assert settings_of(event) == AT_THE_TABLE
