"""What an event makes of what was done at its online tables."""

from datetime import timedelta

import pytest

from games.models import Match, OnlineTable, TableEvent
from games.selectors.table_now import tables_untold
from games.services.connections import begin_connection, end_connection, keep_connections
from games.services.tables.writing import open_table
from games.tables.clock import DEFAULT_CLOCK
from kernel.permissions import SYSTEM
from players.models import AuditEntry
from tests.builders import DIRECTOR, NOW, board_of, make_tournament, make_user, win
from tests.concurrency import assert_chain
from tests.games.online import OnlineMatch, done
from tests.tournaments.services.stages.test_swiss import play
from tournaments.models import Penalty
from tournaments.selectors.desk.audit import changed_logs
from tournaments.selectors.desk.snapshot import snapshot
from tournaments.services.desk.corrections import undo_correction
from tournaments.services.desk.penalties import take_back_penalty
from tournaments.services.desk.result_change import CorrectionRequest
from tournaments.services.desk.table_settling import settle_table
from tournaments.services.events.rebuilding import rebuild_tournament
from tournaments.services.events.ticking import tick
from tournaments.services.stages.settling import settle_stage
from web.db import clock

pytestmark = pytest.mark.django_db

FIRST_ROUND = "Round 1 of 2"


def online_event(rules=None, **fields):
    """An event of four that is played online, each player with an account."""
    event = make_tournament(
        play="online", rules={"match_n": 3, "target": 15, **(rules or {})}, **fields
    )
    for entry in event.entries.all():
        player = entry.members.get().player
        player.user = make_user(entry.name)
        player.save()
    return event


def at_table(board, flag="game_loss"):
    """The online table of a match."""
    open_table(
        match=board.match_id,
        clock=DEFAULT_CLOCK.as_json(),
        flag=flag,
        spectators="hand_end",
        assist=True,
    )
    return OnlineMatch(board.match_id)


def settle(match):
    settle_table(match_id=match.match, by=DIRECTOR, now=NOW)


def said(match):
    """What the audit says of a match, in order."""
    entries = AuditEntry.objects.filter(data__match=match.match).order_by("number")
    return list(entries.values_list("action", flat=True))


def connected(match, seat, until=None):
    """A page of the seat at the table since ten minutes ago; gone since `until`."""
    began = clock.now() - timedelta(minutes=10)
    key = begin_connection(table=match.table.pk, seat=seat, network="", now=began)
    keep_connections(connections=[key], now=clock.now())
    if until is not None:
        end_connection(connection=key, now=until)


def flagged(match):
    """The clock of whoever is in turn runs out; their seat."""
    match.play_hand_until_turn()
    seat = match.now.state.turn
    match.pass_time(seconds=45 + 180 + 1)
    settle(match)
    return seat


def test_the_audit_has_each_hand_with_the_digest_of_its_log():
    event = online_event()
    match = at_table(board_of(event, 1, 1))
    match.play_hand()
    settle(match)
    assert said(match) == ["match.first_deal", "match.hand"]
    hand = AuditEntry.objects.get(action="match.hand")
    (fact,) = match.record.facts
    assert hand.data["log"] == fact.log_digest
    assert hand.data["facts"] == [fact.pk]
    assert (hand.data["n"], hand.data["deal"]) == (1, 1)
    version = Match.objects.get(pk=match.match).version
    assert OnlineTable.objects.get().told_version == version
    settle(match)
    assert said(match) == ["match.first_deal", "match.hand"]
    assert_chain(f"tournament:{event.pk}")


def test_a_log_that_was_changed_is_found():
    event = online_event()
    match = at_table(board_of(event, 1, 1))
    match.play_hand()
    settle(match)
    scope = f"tournament:{event.pk}"
    assert changed_logs(scope) == []
    action = TableEvent.objects.filter(kind="action").first()
    TableEvent.objects.filter(pk=action.pk).update(data=action.data | {"left": 1})
    (found,) = changed_logs(scope)
    assert (found.code, found.values["n"]) == ("audit_log", 1)
    TableEvent.objects.filter(kind="action").delete()
    assert len(changed_logs(scope)) == 1


def test_several_hands_are_told_one_by_one():
    event = online_event()
    match = at_table(board_of(event, 1, 1))
    match.play_hand()
    match.play_hand()
    settle(match)
    hands = AuditEntry.objects.filter(action="match.hand").order_by("number")
    assert [hand.data["n"] for hand in hands] == [1, 2]
    assert all(len(hand.data["facts"]) == 1 for hand in hands)


def test_a_finished_match_moves_the_bracket():
    event = online_event(rules={"match_n": 5})
    match = at_table(board_of(event, 1, 1))
    match.play()
    settle(match)
    settle_stage(stage_id=event.stages.get().pk, by=DIRECTOR, now=NOW)
    record = match.record
    assert record.state == "finished"
    sides = board_of(event, 2, 1).pairing.sides.order_by("seat")
    winner = board_of(event, 1, 1).pairing.sides.get(seat=record.winner)
    assert sides[0].entry_id == winner.entry_id
    before = snapshot(event)
    rebuild_tournament(tournament_id=event.pk, by=DIRECTOR, now=NOW)
    assert snapshot(event) == before
    assert_chain(f"tournament:{event.pk}")


def test_a_flag_is_a_penalty_of_the_desk_once():
    event = online_event()
    match = at_table(board_of(event, 1, 1))
    for seat in (0, 1):
        connected(match, seat, until=clock.now() - timedelta(minutes=5))
    seat = flagged(match)
    settle(match)
    penalty = Penalty.objects.get()
    (given,) = match.record.adjustments
    assert (penalty.infraction, penalty.step) == ("T_LEFT", "game_loss")
    assert (penalty.adjustment, penalty.occurrence, penalty.role) == (given, 1, "owner")
    side = board_of(event, 1, 1).pairing.sides.get(seat=seat)
    assert penalty.entry_id == side.entry_id
    assert given.reference in penalty.facts
    assert said(match).count("penalty.give") == said(match).count("match.flag") == 1


def test_a_match_that_is_set_aside_is_told_when_it_is_back(django_capture_on_commit_callbacks):
    """The worker had not looked yet at what was played there, when the result from which its round
    was drawn was corrected; then the correction was taken back."""
    commits = django_capture_on_commit_callbacks
    with commits(execute=True):
        event = online_event(
            rules={"match_n": 5},
            format="swiss",
            format_settings={"rounds": 2},
            publishing="automatic",
        )
    play(commits, event, 1)
    match = at_table(board_of(event, 2, 1))
    match.play_hand()
    with commits(execute=True):
        edit = win(board_of(event, 1, 1), 1, reason="misread", choice="void", confirm=FIRST_ROUND)
    settle(match)
    assert (said(match), list(tables_untold())) == ([], [])
    correction = edit.followed.correction
    version = Match.objects.get(board=correction.board).version
    with commits(execute=True):
        undo_correction(correction=correction, version=version, by=DIRECTOR, now=NOW)
    assert match.match in tables_untold()
    settle(match)
    assert said(match) == ["match.first_deal", "match.hand"]
    assert match.record.facts[0].cut_off == ""
    match.play_hand()
    assert [fact.hand.sequence for fact in match.record.facts] == [1, 2]


def test_who_was_there_when_time_ran_out_played_slowly():
    event = online_event()
    match = at_table(board_of(event, 1, 1))
    for seat in (0, 1):
        connected(match, seat)
    flagged(match)
    assert Penalty.objects.get().infraction == "T_SLOW"


def test_who_plays_by_program_has_not_left():
    event = online_event()
    flagged(at_table(board_of(event, 1, 1)))
    assert Penalty.objects.get().infraction == "T_SLOW"


def test_what_a_lost_message_left_is_found_by_the_tick(django_capture_on_commit_callbacks):
    event = online_event()
    match = at_table(board_of(event, 1, 1))
    match.play_hand()
    assert said(match) == []
    with django_capture_on_commit_callbacks(execute=True):
        tick(by=SYSTEM, now=clock.now())
    assert said(match) == ["match.first_deal", "match.hand"]
    assert list(tables_untold()) == []


def test_taken_back_the_flag_costs_nothing_and_the_same_dealer_deals_again():
    event = online_event()
    match = at_table(board_of(event, 1, 1))
    flagged(match)
    penalty, board = Penalty.objects.get(), board_of(event, 1, 1)
    request = CorrectionRequest("penalty", reason="the server was away")
    version, now = board.match.version, clock.now()  # the table lives by the database's time
    take_back_penalty(penalty=penalty, version=version, request=request, by=DIRECTOR, now=now)
    penalty.refresh_from_db()
    assert None not in (penalty.superseded_at, penalty.adjustment.superseded_at)
    record = match.record
    assert (record.score.games_won, record.facts[0].cut_off) == ((0, 0), "flag")
    assert match.kinds()[-1] == "ruling"
    dealer = record.facts[0].dealer
    match.play_hand()
    assert [fact.dealer for fact in match.record.facts[:2]] == [dealer, dealer]
    assert [fact.hand.deal for fact in match.record.facts[:2]] == [1, 2]


def test_a_resignation_is_no_penalty():
    event = online_event()
    match = at_table(board_of(event, 1, 1))
    match.play_hand_until_turn()
    done(match.resign(0, "match"))
    settle(match)
    assert not Penalty.objects.exists()
    assert said(match)[:3] == ["match.first_deal", "match.hand", "match.resign"]
    assert board_of(event, 1, 1).match.winner == 1
