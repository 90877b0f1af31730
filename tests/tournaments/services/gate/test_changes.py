"""Each change of a tournament is locked, versioned, audited, told, and found again when lost."""

from datetime import timedelta

import pytest

from kernel.text import Refusal
from players.models import AuditEntry, Player
from players.services import audit
from players.services.players import anonymise_player
from tests.builders import (
    DIRECTOR,
    NOW,
    board_of,
    entry_at,
    knock,
    make_players,
    make_tournament,
    make_user,
    win,
    wish_for,
)
from tournaments.models import StandingTable, Tournament
from tournaments.selectors.stages.kept_standings import standing_table
from tournaments.services.desk import results
from tournaments.services.events import editing, entries, setup
from tournaments.services.events.ticking import tick
from tournaments.services.gate.changes import changing
from tournaments.services.stages import rounds
from tournaments.signals import tournament_changed

pytestmark = pytest.mark.django_db


@pytest.fixture
def told():
    """What was told of changes."""
    found = []

    def hear(sender, signal, **told):
        found.append(told)

    tournament_changed.connect(hear)
    yield found
    tournament_changed.disconnect(hear)


@pytest.fixture
def committed(django_capture_on_commit_callbacks):
    """The change commits, and what is to be done then is done."""

    def call(service, *args, **fields):
        with django_capture_on_commit_callbacks(execute=True):
            return service(*args, **fields)

    return call


def do(service, tournament, **fields):
    return service(tournament_id=tournament.pk, by=DIRECTOR, now=NOW, **fields)


def ticked(committed):
    committed(tick, by=DIRECTOR, now=NOW)


# Told


def test_a_change_is_told_once_when_it_has_committed(
    told, django_capture_on_commit_callbacks, monkeypatch
):
    tournament = make_tournament(entrants=8)
    board = board_of(tournament, 1, 1)
    with django_capture_on_commit_callbacks() as callbacks:
        results.record_hand(
            board=board, version=board.match.version, entry=knock(0, 5, 20), by=DIRECTOR, now=NOW
        )
        assert told == []
    for callback in callbacks:
        callback()
    tournament.refresh_from_db()
    assert told == [
        {
            "tournament_id": tournament.pk,
            "public_version": tournament.public_version,
            "staff_version": tournament.staff_version,
            "changed": ["results"],
        }
    ]


def test_what_visitors_may_not_know_is_told_without_their_version(told, committed):
    tournament = make_tournament(start=False)
    do(setup.move_tournament, tournament, action="open_check_in")
    committed(do, rounds.draw_stage, tournament)
    tournament.refresh_from_db()
    assert told == [
        {
            "tournament_id": tournament.pk,
            "public_version": None,
            "staff_version": tournament.staff_version,
            "changed": ["rounds"],
        }
    ]


def test_what_is_refused_or_changes_nothing_is_not_told(told, committed):
    tournament = make_tournament()
    with pytest.raises(Refusal):
        committed(do, editing.edit_tournament, tournament, best_of=3)
    committed(do, rounds.start_tournament, tournament)
    assert told == []


def test_a_draft_has_no_public_version_to_raise(committed):
    tournament = make_tournament(start=False)
    assert (tournament.version, tournament.public_version, tournament.staff_version) == (2, 1, 2)


def test_a_tournament_that_is_gone_is_refused_as_such():
    with pytest.raises(Refusal) as refused, changing(98765, by=DIRECTOR, now=NOW):
        pass
    assert refused.value.text.code == "not_found"


# Audited


def an_eventful_evening(committed):
    tournament = committed(make_tournament, entrants=5, registration="approval", start=False)
    late = make_players(tournament.club, 2)
    do(setup.move_tournament, tournament, action="open_registration")
    entry = do(entries.register_player, tournament, player=late[0])
    do(entries.approve_entry, tournament, entry_id=entry.pk)
    do(setup.move_tournament, tournament, action="open_check_in")
    for entrant in tournament.entries.all():
        do(entries.check_in_entry, tournament, entry_id=entrant.pk)
    do(entries.enter_players, tournament, players=[(late[1], None)])
    do(entries.withdraw_entry, tournament, entry_id=entry.pk, reason="Ada is ill")
    do(setup.set_tables, tournament, tables=[(1, "Ada's corner")])
    do(editing.edit_tournament, tournament, name="Ada Memorial", place="at Ada's")
    committed(do, rounds.start_tournament, tournament)
    board = board_of(tournament, 1, 2)
    for service, fields in (
        (results.record_hand, {"entry": knock(0, 5, 20)}),
        (results.correct_hand, {"entry": knock(0, 5, 30), "n": 1, "reason": "Ada misread"}),
        (
            results.record_result,
            {"level": "walkover", "payload": {"walkover": 0}, "reason": "Ada left"},
        ),
    ):
        board.match.refresh_from_db()
        committed(service, board=board, version=board.match.version, by=DIRECTOR, now=NOW, **fields)
    return tournament


def test_the_audit_is_a_chain_that_can_be_checked(committed):
    tournament = an_eventful_evening(committed)
    chain = list(AuditEntry.objects.filter(scope=f"tournament:{tournament.pk}"))
    assert [entry.number for entry in chain] == list(range(1, len(chain) + 1))
    previous = audit.GENESIS
    for entry in chain:
        assert (entry.previous, entry.digest) == (previous, audit.digest_of(entry))
        previous = entry.digest
    actions = {entry.action for entry in chain}
    assert actions >= {
        "tournament.create",
        "tournament.edit",
        "tournament.state",
        "tournament.tables",
        "entries.enter",
        "entries.register",
        "entries.approve",
        "entries.check_in",
        "entries.withdraw",
        "stage.draw",
        "stage.advance",
        "round.publish",
        "match.hand",
        "match.correct_hand",
        "match.result",
        "standings.compute",
    }


def test_nothing_of_an_audit_entry_can_be_changed_unseen(committed):
    entry = AuditEntry.objects.get(scope=f"tournament:{make_tournament().pk}", number=2)
    for name, value in (
        ("scope", "tournament:0"),
        ("number", 3),
        ("at", NOW + timedelta(microseconds=1)),
        ("by", 98765),
        ("by_staff", 98765),
        ("role", "player"),
        ("via", "api"),
        ("action", "entries.withdraw"),
        ("data", {"entries": []}),
        ("previous", audit.GENESIS),
    ):
        kept = getattr(entry, name)
        setattr(entry, name, value)
        assert audit.digest_of(entry) != entry.digest, name
        setattr(entry, name, kept)
    assert audit.digest_of(entry) == entry.digest


def test_the_audit_knows_people_by_reference_alone(committed):
    tournament = an_eventful_evening(committed)
    written = str(list(AuditEntry.objects.values_list("data", flat=True)))
    for word in ("Ada", "Player", "example", *tournament.entries.values_list("name", flat=True)):
        assert word not in written


def test_a_name_is_forgotten_wherever_it_was_frozen_in_an_archived_tournament_too(committed):
    tournament = committed(make_tournament, entrants=2)
    committed(win, board_of(tournament, 1, 1), seat=0)
    do(setup.move_tournament, tournament, action="archive")
    player = Player.objects.get(entry_members__entry=entry_at(tournament, 1))
    committed(anonymise_player, player=player, by=DIRECTOR, now=NOW)
    names = [row["name"] for row in standing_table(tournament.stages.get()).rows]
    assert "Player 0001" not in names
    assert entry_at(tournament, 1).name in names
    assert entry_at(tournament, 1).name != "Player 0001"


# Found again


def test_a_lost_advance_is_found(committed):
    tournament = committed(make_tournament)
    for number in (1, 2):
        win(board_of(tournament, 1, number), seat=0)  # its message is lost
    assert board_of(tournament, 2, 1).match.seats.count() == 0
    ticked(committed)
    assert board_of(tournament, 2, 1).match.seats.count() == 2
    win(board_of(tournament, 2, 1), seat=0)
    ticked(committed)
    tournament.refresh_from_db()
    assert tournament.state == "finished"


def test_lost_standings_are_found(committed):
    tournament = committed(make_tournament, entrants=2)
    win(board_of(tournament, 1, 1), seat=0)
    StandingTable.objects.all().delete()
    ticked(committed)
    assert standing_table(tournament.stages.get()).rows[0]["rank"] == 1


def test_a_tick_with_nothing_to_do_does_nothing(committed, told):
    tournament = committed(make_tournament)
    committed(win, board_of(tournament, 1, 1), seat=0)
    ticked(committed)
    before = list(Tournament.objects.values()), AuditEntry.objects.count()
    told.clear()
    for _ in range(3):
        ticked(committed)
    assert (list(Tournament.objects.values()), AuditEntry.objects.count()) == before
    assert told == []


def test_a_message_that_nobody_asked_for_is_found(committed, mailoutbox):
    """Who wants messages only now is told of the match that waits for them."""
    tournament = committed(make_tournament)
    user = make_user()
    wish_for(user, "next_match")
    Player.objects.filter(entry_members__entry=entry_at(tournament, 1)).update(user=user)
    ticked(committed)
    ticked(committed)
    assert [message.to for message in mailoutbox] == [[user.email]]
