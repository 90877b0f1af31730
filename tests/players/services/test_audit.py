"""The record of what was done: nobody touches it unseen."""

from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from psycopg.pq import TransactionStatus

from config.embedded.options import ROOT
from games.models import HandFact
from players.models import AuditEntry, Club
from players.services.audit import GENESIS, digest_of
from tests.builders import DIRECTOR, NOW, board_of, entry_at, knock, make_tournament, win
from tests.concurrency import written_between
from tests.stock import stocked
from tournaments.models import Tournament
from tournaments.services.desk import results
from tournaments.services.events import editing, preparing, setup

pytestmark = pytest.mark.django_db


@pytest.fixture
@stocked
def tournament():
    """A tournament with a result and its correction."""
    tournament = make_tournament()
    win(board_of(tournament, 1, 1), seat=0)
    win(board_of(tournament, 1, 1), seat=1, reason="the slip was misread")
    return tournament


def chain(tournament):
    return AuditEntry.objects.filter(scope=f"tournament:{tournament.pk}").order_by("number")


def verified(**options):
    """Whether the command found nothing, and its lines."""
    said = StringIO()
    try:
        call_command("verify_audit", stdout=said, **options)
    except CommandError:
        return False, said.getvalue().splitlines()
    return True, said.getvalue().splitlines()


def broken(tournament):
    """What is wrong with a tournament's chain, without the words that name it."""
    whole, lines = verified(tournament=tournament.pk)
    assert not whole
    return [line.removeprefix(f"tournament:{tournament.pk}, ") for line in lines]


def test_what_nobody_touched_is_whole(tournament):
    newest = chain(tournament).last()
    assert newest.digest == Tournament.objects.get(pk=tournament.pk).audit_digest
    whole = f"tournament:{tournament.pk}: whole, {newest.number} entries, the newest"
    assert verified(tournament=tournament.pk) == (True, [f"{whole} {newest.digest}"])


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("at", NOW + timedelta(microseconds=1)),
        ("by", 98765),
        ("by_staff", 98765),
        ("role", "player"),
        ("via", "api"),
        ("action", "entries.withdraw"),
        ("data", {"match": 1}),
    ],
)
def test_a_changed_field_is_found(tournament, field, value):
    chain(tournament).filter(number=3).update(**{field: value})
    assert broken(tournament) == ["entry 3: it is not what was written"]


def test_a_changed_link_is_found(tournament):
    chain(tournament).filter(number=3).update(previous=GENESIS)
    assert broken(tournament) == [
        "entry 3: it does not follow from entry 2",
        "entry 3: it is not what was written",
    ]


def test_an_entry_that_was_written_anew_is_found_by_the_next_one(tournament):
    entry = chain(tournament).get(number=3)
    entry.data = {"state": "cancelled"}
    entry.digest = digest_of(entry)
    entry.save()
    assert broken(tournament) == ["entry 4: it does not follow from entry 3"]


def test_a_removed_entry_is_found(tournament):
    chain(tournament).filter(number=3).delete()
    assert broken(tournament) == ["entry 4: it stands next to entry 2, those between are gone"]
    with pytest.raises(CommandError, match=r"Broken: 1 of \d") as error:
        call_command("verify_audit", stdout=StringIO())
    assert error.value.returncode == 1


def test_entries_that_changed_places_are_found(tournament):
    for number, other in ((3, 1003), (4, 3), (1003, 4)):
        chain(tournament).filter(number=number).update(number=other)
    found = broken(tournament)
    assert "entry 3: it does not follow from entry 2" in found
    assert "entry 4: it is not what was written" in found


def test_an_entry_that_was_put_in_is_found(tournament):
    last = chain(tournament).last()
    number = last.number + 1
    false = AuditEntry(
        scope=last.scope,
        number=number,
        at=NOW,
        role="owner",
        via="page",
        action="match.result",
        data={"match": 1},
        previous=last.digest,
    )
    false.digest = digest_of(false)
    false.save()
    assert broken(tournament) == [
        f"after entry {number}: the newest entries are missing, or were replaced"
    ]


@pytest.mark.parametrize("gone", [1, 1000])
def test_an_end_that_was_cut_off_is_found(tournament, gone):
    last = chain(tournament).last().number
    chain(tournament).filter(number__gt=last - gone).delete()
    left = max(last - gone, 0)
    assert broken(tournament) == [
        f"after entry {left}: the newest entries are missing, or were replaced"
    ]


def test_an_entry_that_was_moved_to_another_chain_breaks_both(tournament):
    other = make_tournament(tournament.club)
    last, away = chain(tournament).last(), chain(other).last()
    AuditEntry.objects.filter(pk=last.pk).update(scope=away.scope, number=away.number + 1)
    assert broken(tournament)
    assert f"entry {away.number + 1}: it is not what was written" in broken(other)


def test_all_chains_are_looked_at_clubs_and_what_was_deleted_too(tournament):
    club = tournament.club
    gone = make_tournament(club, start=False)
    setup.delete_tournament(tournament_id=gone.pk, name=gone.name, by=DIRECTOR, now=NOW)
    whole, lines = verified()
    assert whole
    scopes = (f"club:{club.pk}", f"tournament:{tournament.pk}", f"tournament:{gone.pk}")
    assert {line.partition(": ")[0] for line in lines} == {*scopes}
    chain(gone).last().delete()
    Club.objects.filter(pk=club.pk).update(audit_digest="0")
    whole, lines = verified()
    assert not whole
    ends = {line.partition(", after")[0] for line in lines if ", after" in line}
    assert ends == {scopes[0], scopes[2]}


@pytest.mark.django_db(transaction=True)
def test_what_is_written_while_it_reads_is_no_break():
    """A result comes in between the reading of the ends and the reading of the chains."""
    tournament = make_tournament()

    def write():
        win(board_of(tournament, 1, 1), seat=0)

    with written_between('ORDER BY "players_auditentry"."number"', write) as between:
        whole, lines = verified()
    assert between.is_done
    assert whole, lines
    assert chain(tournament).count() > int(lines[1].split()[2])


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_no_cursor_is_left_on_the_server_outside_a_transaction(monkeypatch, tmp_path):
    """Behind a pooler of connections the next rows might be asked of another server."""
    make_tournament()
    states, create = [], connection.create_cursor

    def created(name=None):
        if name is not None:
            states.append(connection.connection.info.transaction_status)
        return create(name)

    monkeypatch.setattr(connection, "create_cursor", created)
    assert verified()[0]
    in_audit = len(states)
    call_command("backup", str(tmp_path / "kept.zip"))
    assert 0 < in_audit < len(states)
    assert set(states) == {TransactionStatus.INTRANS}


def test_rows_are_read_one_after_the_other_where_all_is_of_one_moment_alone():
    packages = ("config", "games", "kernel", "pages", "players", "tournaments", "web")
    modules = (path for name in packages for path in (ROOT / name).rglob("*.py"))
    found = [path for path in modules if ".iterator(" in path.read_text()]
    assert sorted(str(path.relative_to(ROOT)) for path in found) == [
        "players/services/audit.py",
        "players/services/backup.py",
    ]


# What an entry says


def said(tournament, action):
    return chain(tournament).filter(action=action).last().data


def test_a_result_says_what_it_came_to(tournament):
    board = board_of(tournament, 1, 1)
    first = chain(tournament).filter(action="match.result").first().data
    assert (first["before"], first["after"]) == (
        {"state": "open", "winner": None, "games_won": [0, 0]},
        {"state": "finished", "winner": 0, "games_won": [3, 1]},
    )
    last = said(tournament, "match.result")
    assert (last["before"], last["after"]) == (
        {"winner": 0, "games_won": [3, 1]},
        {"winner": 1, "games_won": [1, 3]},
    )
    standing = board.match.submissions.get(superseded_at__isnull=True)
    assert (last["submission"], standing.reason) == (standing.pk, "the slip was misread")


def test_a_corrected_hand_says_the_points_before_and_after(tournament):
    board = board_of(tournament, 1, 2)
    do = {"board": board, "by": DIRECTOR, "now": NOW}
    results.record_hand(version=2, entry=knock(0, 5, 20), **do)
    assert said(tournament, "match.hand")["after"] == {"state": "running", "points": [[15, 0]]}
    results.correct_hand(version=3, n=1, entry=knock(1, 5, 25), reason="", **do)
    data = said(tournament, "match.correct_hand")
    assert (data["before"], data["after"]) == ({"points": [[15, 0]]}, {"points": [[0, 20]]})
    assert data["facts"] == [HandFact.objects.get(superseded_at__isnull=True).pk]


def test_settings_and_seeds_say_what_was_otherwise():
    tournament = make_tournament(start=False)
    do = {"tournament_id": tournament.pk, "by": DIRECTOR, "now": NOW}
    editing.edit_tournament(target=150, cap=8, name="Winter Cup", **do)
    data = said(tournament, "tournament.edit")
    assert data["fields"] == ["cap", "name", "target"]
    assert (data["before"], data["after"]) == (
        {"target": 100, "cap": None},
        {"target": 150, "cap": 8},
    )
    first, second = (entry_at(tournament, seed).pk for seed in (1, 2))
    preparing.seed_entries(seeds={first: 2, second: 1}, **do)
    data = said(tournament, "entries.seed")
    assert (data["before"], data["after"]) == (
        {str(first): 1, str(second): 2},
        {str(first): 2, str(second): 1},
    )
    setup.move_tournament(action="open_check_in", **do)
    data = said(tournament, "tournament.state")
    assert (data["before"], data["after"]) == ({"state": "draft"}, {"state": "check_in"})
    assert verified(tournament=tournament.pk)[0]


def test_a_tournament_that_never_was_is_said():
    with pytest.raises(CommandError, match="There is no tournament 98765"):
        call_command("verify_audit", tournament=98765)
