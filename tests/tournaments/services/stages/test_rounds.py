"""Rounds are drawn, published, taken back; the tournament starts, moves on and ends."""

from datetime import timedelta

import pytest

from games.models import Match
from kernel.text import Refusal
from players.models import AuditEntry
from tests.builders import (
    DIRECTOR,
    NOW,
    board_of,
    entry_at,
    knock,
    make_players,
    make_tournament,
    win,
)
from tournaments.domain.kinds.bracket import slots
from tournaments.domain.seeding import DRAW_VERSION, Entrant, seed_order
from tournaments.models import (
    ClockEvent,
    Draw,
    Pairing,
    PairingSide,
    Publication,
    Round,
    StandingTable,
    Tournament,
)
from tournaments.selectors.stages.bracket import bracket, matches_of
from tournaments.selectors.stages.kept_standings import standing_table
from tournaments.services.desk import results
from tournaments.services.events import entries, setup
from tournaments.services.gate.changes import changing
from tournaments.services.stages import rounds
from tournaments.services.stages.advancing import advance_stage
from tournaments.services.stages.settling import settle_stage

pytestmark = [pytest.mark.django_db, pytest.mark.sampled]

LATER = NOW + timedelta(minutes=5)
LATEST = NOW + timedelta(minutes=10)


def do(service, tournament, now=NOW, **fields):
    return service(tournament_id=tournament.pk, by=DIRECTOR, now=now, **fields)


def drawn(entrants=4, **fields):
    tournament = make_tournament(entrants=entrants, start=False, **fields)
    do(rounds.draw_stage, tournament)
    return tournament


def advanced(tournament, now=NOW):
    settle_stage(stage_id=tournament.stages.get().pk, by=DIRECTOR, now=now)


def set_tables(tournament, *numbers):
    do(setup.set_tables, tournament, tables=[(number, "") for number in numbers])


def refusal(call, *args, **fields):
    with pytest.raises(Refusal) as refused:
        call(*args, **fields)
    return refused.value


def states(tournament):
    tournament.refresh_from_db()
    found = Round.objects.filter(stage__tournament=tournament).order_by("number")
    return [tournament.state, *found.values_list("state", flat=True)]


def slots_of(tournament):
    return [slot for part in bracket(tournament.stages.get()) for slot in part.slots]


def tables_of(tournament):
    """By round and number the tables of the matches that are not over."""
    return {
        (slot.round, slot.number): slot.table
        for slot in slots_of(tournament)
        if slot.match and not slot.decision
    }


def play_on(tournament):
    """Seat 0 wins every match that is ready."""
    for slot in matches_of(bracket(tournament.stages.get())):
        if slot.state == "ready":
            win(board_of(tournament, slot.round, slot.number), seat=0)


# Drawn


@pytest.mark.parametrize("entrants", [2, 3, 5, 11, 64])
def test_a_field_of_any_size_comes_to_one_champion(entrants):
    tournament = make_tournament(entrants=entrants)
    stage = tournament.stages.get()
    first = Pairing.objects.filter(round__stage=stage, round__number=1).order_by("number")
    found = [
        side.entry.seed if side.entry else None for pairing in first for side in pairing.sides.all()
    ]
    assert found == [seed if seed <= entrants else None for seed in slots(entrants)]
    for _ in range(10):
        play_on(tournament)
        advanced(tournament)
        tournament.refresh_from_db()
        if tournament.state == "finished":
            break
    assert set(states(tournament)) == {"finished", "complete"}
    played = [slot for slot in slots_of(tournament) if slot.decision == "played"]
    assert len(played) == Match.objects.count() == entrants - 1
    assert slots_of(tournament)[-1].players[slots_of(tournament)[-1].winner].seed == 1


@pytest.mark.parametrize(("entrants", "byes"), [(2, 0), (3, 1), (5, 3), (11, 5), (64, 0)])
def test_byes_go_to_the_top_seeds_and_stand_in_the_bracket_only(entrants, byes):
    tournament = make_tournament(entrants=entrants)
    found = [slot for slot in slots_of(tournament) if slot.state == "bye"]
    assert sorted(slot.players[0].seed for slot in found) == list(range(1, byes + 1))
    assert {slot.match for slot in found} <= {None}
    assert not any(slot.state == "bye" for slot in matches_of(bracket(tournament.stages.get())))


@pytest.mark.parametrize(("entrants", "third"), [(3, False), (4, True), (11, True)])
def test_the_match_for_third_place_is_number_2_of_the_last_round(entrants, third):
    tournament = make_tournament(entrants=entrants, format_settings={"third_place": True})
    last = max(slot.round for slot in slots_of(tournament))
    assert ((last, 2) in {(slot.round, slot.number) for slot in slots_of(tournament)}) is third


def test_one_entrant_cannot_be_drawn_and_nothing_is_half_done():
    tournament = make_tournament(entrants=1, start=False)
    for service in (rounds.draw_stage, rounds.start_tournament):
        assert refusal(do, service, tournament).text.code == "not_ready"
    assert states(tournament) == ["draft"]
    assert not Draw.objects.exists()


def test_a_random_draw_is_a_fact_that_can_be_made_again():
    tournament = make_tournament(entrants=11, start=False, seeding="random")
    in_order = list(tournament.entries.order_by("approval__id").values_list("pk", flat=True))
    draw = do(rounds.draw_stage, tournament, seed="the club's dice: 4 2 6")
    assert (draw.seed, draw.method, draw.algorithm) == (
        "the club's dice: 4 2 6",
        "random",
        DRAW_VERSION,
    )
    assert draw.order == list(
        seed_order([Entrant(entry) for entry in in_order], "random", draw.seed)
    )
    other = do(rounds.draw_stage, tournament)
    assert len(other.seed) >= 32
    assert other.order != draw.order
    again = do(rounds.draw_stage, tournament, seed=draw.seed)
    assert again.order == draw.order
    assert [entry_at(tournament, place).pk for place in range(1, 12)] == draw.order


def test_drawn_again_while_nothing_is_published_the_draws_before_stay_facts():
    tournament = drawn()
    matches = set(Match.objects.values_list("pk", flat=True))
    do(rounds.draw_stage, tournament, now=LATER)
    assert matches.isdisjoint(Match.objects.values_list("pk", flat=True))
    assert Match.objects.count() == 3
    assert Round.objects.count() == 2
    assert list(Draw.objects.order_by("id").values_list("superseded_at", flat=True)) == [
        LATER,
        None,
    ]


def test_a_published_round_is_not_drawn_again():
    tournament = make_tournament()
    assert refusal(do, rounds.draw_stage, tournament).text.code == "not_ready"
    assert Draw.objects.count() == 1


def test_names_are_frozen_at_the_draw():
    tournament = make_tournament(start=False)
    player = tournament.club.players.order_by("pk").first()
    player.name = "Ada Before"
    player.save()
    do(rounds.draw_stage, tournament)
    player.name = "Ada After"
    player.save()
    assert entry_at(tournament, 1).name == "Ada Before"


# Dropped


def test_a_draw_is_dropped_as_a_whole_and_dropping_twice_changes_nothing():
    tournament = drawn()
    assert refusal(do, rounds.drop_round, tournament, number=2).text.code == "not_ready"
    do(rounds.drop_round, tournament, number=1)
    assert not Round.objects.exists()
    assert not Match.objects.exists()
    audited = AuditEntry.objects.count()
    do(rounds.drop_round, tournament, number=1)
    assert AuditEntry.objects.count() == audited


def test_a_published_round_is_taken_back_before_it_is_dropped():
    tournament = make_tournament()
    assert refusal(do, rounds.drop_round, tournament, number=1).text.code == "not_ready"
    do(rounds.unpublish_round, tournament, number=1)
    do(rounds.drop_round, tournament, number=1)
    assert states(tournament) == ["check_in"]


# Started and published


def test_the_start_draws_publishes_and_seats_and_happens_once():
    tournament = make_tournament(start=False)
    do(rounds.start_tournament, tournament)
    assert states(tournament) == ["running", "published", "draft"]
    assert all(board.match.seats.count() == 2 for board in (board_of(tournament, 1, 1),))
    version, audited = tournament.version, AuditEntry.objects.count()
    do(rounds.start_tournament, tournament)
    tournament.refresh_from_db()
    assert (tournament.version, AuditEntry.objects.count()) == (version, audited)
    assert Draw.objects.count() == Publication.objects.count() == 1


def test_the_start_takes_the_draw_that_is_made():
    tournament = drawn(seeding="random")
    draw = Draw.objects.get()
    do(rounds.start_tournament, tournament)
    assert Draw.objects.get() == draw


def test_publishing_the_first_round_is_the_start():
    tournament = drawn()
    do(rounds.publish_round, tournament, number=1)
    assert states(tournament) == ["running", "published", "draft"]
    version = tournament.version
    do(rounds.publish_round, tournament, number=1)
    tournament.refresh_from_db()
    assert tournament.version == version
    assert Publication.objects.count() == 1


def test_what_is_not_drawn_or_not_there_cannot_be_published():
    tournament = make_tournament(start=False)
    assert refusal(do, rounds.publish_round, tournament, number=1).text.code == "not_found"
    do(rounds.draw_stage, tournament)
    assert refusal(do, rounds.publish_round, tournament, number=9).text.code == "not_found"
    assert refusal(do, rounds.publish_round, tournament, number=2).text.code == "not_ready"


@pytest.mark.parametrize("service", ["publish_round", "unpublish_round", "drop_round"])
def test_the_rounds_of_a_cancelled_tournament_stay_as_they_are(service):
    tournament = drawn()
    if service == "unpublish_round":
        do(rounds.publish_round, tournament, number=1)
    do(setup.move_tournament, tournament, action="cancel", name="Autumn Cup")
    before = states(tournament)
    refused = refusal(do, getattr(rounds, service), tournament, number=1)
    assert refused.text.code == "wrong_state"
    assert refusal(do, rounds.start_tournament, tournament).text.code == "wrong_state"
    assert refusal(do, rounds.draw_stage, tournament).text.code == "wrong_state"
    assert states(tournament) == before


def test_later_rounds_are_published_when_their_first_match_can_begin():
    tournament = make_tournament(entrants=8)
    win(board_of(tournament, 1, 1), seat=0)
    advanced(tournament)
    assert states(tournament) == ["running", "running", "draft", "draft"]
    win(board_of(tournament, 1, 2), seat=0)
    advanced(tournament)
    assert states(tournament) == ["running", "running", "published", "draft"]


def test_later_rounds_published_by_hand_wait_for_the_director():
    tournament = make_tournament(publishing="by_hand")
    for number in (1, 2):
        win(board_of(tournament, 1, number), seat=0)
    advanced(tournament)
    assert states(tournament) == ["running", "complete", "draft"]
    final = board_of(tournament, 2, 1)
    hand = {"version": final.match.version, "entry": knock(0, 2, 30)}
    refused = refusal(results.record_hand, board=final, by=DIRECTOR, now=NOW, **hand)
    assert refused.text.code == "not_ready"
    do(rounds.publish_round, tournament, number=2)
    results.record_hand(board=final, by=DIRECTOR, now=NOW, **hand)


# Taken back


def test_taking_back_the_first_round_takes_back_the_start():
    tournament = make_tournament(entrants=4)
    do(rounds.unpublish_round, tournament, number=1, now=LATER)
    assert states(tournament) == ["check_in", "draft", "draft"]
    version = tournament.version
    do(rounds.unpublish_round, tournament, number=1, now=LATER)
    tournament.refresh_from_db()
    assert tournament.version == version
    do(rounds.start_tournament, tournament, now=LATEST)
    assert states(tournament) == ["running", "published", "draft"]
    assert Draw.objects.count() == 1
    win(board_of(tournament, 1, 1), seat=0)


def test_rounds_that_opened_by_themselves_are_taken_back_with_the_start_and_open_again():
    """Of eleven entrants two with byes meet in round 2, which so opens with the start."""
    tournament = make_tournament(entrants=11)
    opened = ["running", "published", "published", "draft", "draft"]
    assert states(tournament) == opened
    do(rounds.unpublish_round, tournament, number=1, now=LATER)
    assert set(states(tournament)) == {"check_in", "draft"}
    assert not Publication.objects.filter(superseded_at=None).exists()
    do(rounds.start_tournament, tournament, now=LATEST)
    assert states(tournament) == opened


def test_a_later_round_that_was_taken_back_waits_for_the_director():
    tournament = make_tournament(entrants=11)
    do(rounds.unpublish_round, tournament, number=2, now=LATER)
    advanced(tournament, now=LATEST)
    assert states(tournament) == ["running", "published", "draft", "draft", "draft"]
    do(rounds.publish_round, tournament, number=2, now=LATEST)
    assert states(tournament) == ["running", "published", "published", "draft", "draft"]


@pytest.mark.parametrize("played", [1, 2])
def test_what_is_played_is_not_taken_back_nor_what_comes_before_it(played):
    tournament = make_tournament(entrants=11)
    board = board_of(tournament, played, 2)
    results.record_hand(
        board=board, version=board.match.version, entry=knock(0, 2, 30), by=DIRECTOR, now=NOW
    )
    before = states(tournament)
    assert refusal(do, rounds.unpublish_round, tournament, number=1).text.code == "wrong_state"
    assert refusal(do, rounds.draw_stage, tournament).text.code == "not_ready"
    assert states(tournament) == before


def test_the_standings_of_a_round_go_with_its_publication(django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        tournament = make_tournament()
    assert StandingTable.objects.count() == 1
    with django_capture_on_commit_callbacks(execute=True):
        do(rounds.unpublish_round, tournament, number=1)
    assert standing_table(tournament.stages.get()) is None


# What visitors may know


def versions(tournament):
    tournament.refresh_from_db()
    return tournament.public_version, tournament.staff_version


def test_what_is_not_published_raises_the_version_of_the_staff_alone():
    tournament = make_tournament(start=False)
    do(setup.move_tournament, tournament, action="open_check_in")
    for service, fields in (
        (rounds.draw_stage, {}),
        (rounds.draw_stage, {}),
        (rounds.plan_round, {"number": 1, "minutes": 90}),
        (rounds.publish_round, {"number": 1, "at": LATER}),
        (rounds.drop_round, {"number": 1}),
    ):
        public, staff = versions(tournament)
        do(service, tournament, **fields)
        assert versions(tournament) == (public, staff + 1)
    public, staff = versions(tournament)
    do(rounds.start_tournament, tournament)
    assert versions(tournament) == (public + 1, staff + 1)


# Tables


def test_the_next_match_goes_to_the_next_free_table():
    tournament = make_tournament(entrants=8, start=False)
    set_tables(tournament, 3, 5)
    do(rounds.start_tournament, tournament)
    assert [tables_of(tournament)[1, number] for number in (1, 2, 3, 4)] == [3, 5, None, None]
    win(board_of(tournament, 1, 2), seat=0)
    advanced(tournament)
    assert [tables_of(tournament).get((1, number)) for number in (1, 3, 4)] == [3, 5, None]
    assert board_of(tournament, 1, 2).pairing.table.number == 5


def test_only_matches_that_can_be_played_have_tables():
    tournament = make_tournament(entrants=5, start=False)
    set_tables(tournament, 1, 2, 3, 4)
    do(rounds.start_tournament, tournament)
    assert tables_of(tournament) == {(1, 2): 1, (2, 1): None, (2, 2): 2, (3, 1): None}
    do(rounds.unpublish_round, tournament, number=1, now=LATER)
    assert set(tables_of(tournament).values()) == {None}


def test_no_table_is_used_twice_after_a_correction():
    """Match 1 is over, its table is match 3's; corrected, match 1 is open again."""
    tournament = make_tournament(entrants=8, start=False)
    set_tables(tournament, 1, 2)
    do(rounds.start_tournament, tournament)
    board = board_of(tournament, 1, 1)
    while board.match.state != "finished":
        results.record_hand(
            board=board, version=board.match.version, entry=knock(0, 1, 91), by=DIRECTOR, now=NOW
        )
        board.match.refresh_from_db()
    advanced(tournament)
    assert tables_of(tournament)[1, 3] == 1
    results.correct_hand(
        board=board,
        version=board.match.version,
        n=board.match.hands.count(),
        entry=knock(0, 5, 6),
        reason="one point, not ninety",
        by=DIRECTOR,
        now=NOW,
    )
    found = tables_of(tournament)
    assert (found[1, 1], found[1, 2], found[1, 3]) == (None, 2, 1)
    win(board_of(tournament, 1, 2), seat=0)
    advanced(tournament)
    assert tables_of(tournament)[1, 1] == 2


def test_who_has_to_wait_again_after_a_correction_gives_the_table_up():
    tournament = make_tournament(entrants=4, start=False)
    set_tables(tournament, 1, 2)
    do(rounds.start_tournament, tournament)
    for number in (1, 2):
        win(board_of(tournament, 1, number), seat=0)
    advanced(tournament)
    assert tables_of(tournament) == {(2, 1): 1}
    board = board_of(tournament, 1, 1)
    results.record_result(
        board=board,
        version=board.match.version,
        level="double_forfeit",
        payload={},
        reason="neither had paid",
        by=DIRECTOR,
        now=NOW,
    )
    final = slots_of(tournament)[-1]
    assert (final.decision, final.winner) == ("bye", 1)
    assert states(tournament)[0] == "finished"


# The clock


def clock(tournament, kind, **fields):
    return do(rounds.run_clock, tournament, number=1, kind=kind, **fields)


def test_the_clock_of_a_round_is_a_row_for_each_thing_that_happens_to_it():
    tournament = make_tournament(start=False)
    set_tables(tournament, 1, 2)
    do(rounds.draw_stage, tournament)
    assert refusal(clock, tournament, "start").text.code == "not_ready"
    do(rounds.start_tournament, tournament)
    assert refusal(clock, tournament, "pause").text.code == "not_ready"
    assert clock(tournament, "start") == clock(tournament, "start", now=LATER)
    clock(tournament, "pause", table_number=2)
    clock(tournament, "extend", table_number=2, seconds=120)
    assert refusal(clock, tournament, "pause", table_number=9).text.code == "not_found"
    events = ClockEvent.objects.values_list("kind", "table__number", "seconds")
    assert list(events) == [("start", None, 0), ("pause", 2, 0), ("extend", 2, 120)]
    assert states(tournament) == ["running", "running", "draft"]
    assert refusal(do, rounds.unpublish_round, tournament, number=1).text.code == "wrong_state"


def test_a_round_is_planned_and_what_is_left_out_stays():
    tournament = drawn()
    do(rounds.plan_round, tournament, number=1, planned_start=LATER, minutes=90)
    do(rounds.plan_round, tournament, number=1, minutes=60)
    do(rounds.plan_round, tournament, number=1, planned_start=LATEST)
    row = Round.objects.get(number=1)
    assert (row.planned_start, row.minutes) == (LATEST, 60)


# Over and over


def test_advancing_twice_changes_nothing_and_tells_nobody(django_capture_on_commit_callbacks):
    tournament = make_tournament(entrants=5)
    win(board_of(tournament, 1, 2), seat=0)
    advanced(tournament)
    before = (
        list(Tournament.objects.values()),
        list(Match.objects.order_by("pk").values()),
        list(PairingSide.objects.order_by("pk").values()),
        AuditEntry.objects.count(),
    )
    with changing(tournament.pk, by=DIRECTOR, now=LATER) as change:
        advance_stage(change, tournament.stages.get())
        assert change.records == []
    assert before == (
        list(Tournament.objects.values()),
        list(Match.objects.order_by("pk").values()),
        list(PairingSide.objects.order_by("pk").values()),
        AuditEntry.objects.count(),
    )


def test_a_stage_that_is_gone_is_no_error():
    settle_stage(stage_id=98765, by=DIRECTOR, now=NOW)


def test_advancing_64_entrants_takes_few_queries(django_assert_max_num_queries):
    tournament = make_tournament(entrants=64, start=False)
    set_tables(tournament, *range(1, 33))
    do(rounds.start_tournament, tournament)
    for number in range(1, 33):
        win(board_of(tournament, 1, number), seat=0)
    stage = tournament.stages.get()
    with django_assert_max_num_queries(27 + 2):  # the transaction's begin and end
        settle_stage(stage_id=stage.pk, by=DIRECTOR, now=NOW)
    assert len([table for table in tables_of(tournament).values() if table]) == 16


def test_a_late_entry_after_the_start_was_taken_back():
    tournament = make_tournament(entrants=3)
    do(rounds.unpublish_round, tournament, number=1, now=LATER)
    do(rounds.drop_round, tournament, number=1, now=LATER)
    late = make_players(tournament.club, 1)[0]
    do(entries.enter_players, tournament, players=[(late, None)])
    do(rounds.start_tournament, tournament, now=LATEST)
    assert [side and side.seed for slot in slots_of(tournament)[:2] for side in slot.players] == [
        *(1, 4, 2, 3)
    ]
