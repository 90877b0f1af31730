"""Who takes part: entered, registered, approved, seeded, checked in, withdrawn, swapped."""

import pytest

from kernel.text import Refusal
from players.models import AuditEntry, Rating
from tests.builders import (
    DIRECTOR,
    NOW,
    board_of,
    entry_at,
    knock,
    make_club,
    make_players,
    make_tournament,
    win,
)
from tournaments.models import CheckIn, Draw, Entry, EntryMember, PairingSide, Stage
from tournaments.selectors.events.entries import entry_rows, field_of, size_of_field
from tournaments.selectors.stages.bracket import bracket
from tournaments.selectors.stages.kept_standings import standing_table
from tournaments.services.desk import results
from tournaments.services.events import editing, entries, preparing, setup
from tournaments.services.stages import rounds
from tournaments.services.stages.settling import settle_stage

pytestmark = pytest.mark.django_db


def do(service, tournament, **fields):
    return service(tournament_id=tournament.pk, by=DIRECTOR, now=NOW, **fields)


def empty(**fields):
    return make_tournament(entrants=0, start=False, **fields)


def enter(tournament, *players):
    return do(entries.enter_players, tournament, players=players)


def enter_all(tournament, number):
    players = make_players(tournament.club, number)
    return enter(tournament, *((player, None) for player in players))


def move(tournament, action):
    do(setup.move_tournament, tournament, action=action)


def check_in(tournament, *chosen):
    tournament.refresh_from_db()
    if tournament.state != "check_in":
        move(tournament, "open_check_in")
    for entry in chosen:
        do(entries.check_in_entry, tournament, entry_id=entry.pk)


def withdraw(tournament, entry, **fields):
    return do(entries.withdraw_entry, tournament, entry_id=entry.pk, **fields)


def swap(tournament, entry):
    return do(entries.swap_no_show, tournament, entry_id=entry.pk)


def advanced(tournament):
    settle_stage(stage_id=tournament.stages.get().pk, by=DIRECTOR, now=NOW)


def refusal(call, *args, **fields):
    with pytest.raises(Refusal) as refused:
        call(*args, **fields)
    return refused.value


def statuses(tournament):
    tournament.refresh_from_db()
    return [row.status for row in entry_rows(tournament)]


def field(tournament):
    tournament.refresh_from_db()
    field = [row.entry for row in field_of(entry_rows(tournament))]
    assert size_of_field(tournament) == len(field)
    return field


def names_at(board):
    return [seat.player.name for seat in board.match.seats.order_by("seat")]


def results_of(tournament):
    """The pairings by round and number: who sits there, how it was decided, who goes on."""
    return {
        (slot.round, slot.number): (
            [side and side.name[-1] for side in slot.players],
            slot.decision,
            slot.winner,
        )
        for part in bracket(tournament.stages.get())
        for slot in part.slots
    }


# Entered


def test_players_are_entered_in_the_order_given_with_their_seeds():
    tournament = empty()
    ada, bob, cleo = make_players(tournament.club, 3)
    made = enter(tournament, (bob, 1), (ada, None), (cleo, 7))
    assert [(entry.name, entry.seed) for entry in made] == [
        ("Player 0002", 1),
        ("Player 0001", None),
        ("Player 0003", 7),
    ]
    assert statuses(tournament) == ["entered"] * 3


def test_entering_is_all_or_nothing():
    tournament = empty()
    ada, bob, cleo = make_players(tournament.club, 3)
    guest = make_players(make_club(), 1)[0]
    enter(tournament, (ada, 1))
    audited = AuditEntry.objects.count()
    for players, code, at in (
        ([(bob, None), (bob, None)], "already_entered", "player"),
        ([(bob, None), (ada, None)], "already_entered", "player"),
        ([(bob, None), (guest, None)], "invalid", "player"),
        ([(bob, 2), (cleo, 2)], "invalid", "seed"),
        ([(bob, 1)], "invalid", "seed"),
        ([(bob, 0)], "invalid", "seed"),
        ([(bob, 10**40)], "invalid", "seed"),
    ):
        refused = refusal(enter, tournament, *players)
        assert (refused.text.code, refused.field) == (code, at)
    assert Entry.objects.count() == EntryMember.objects.count() == 1
    assert AuditEntry.objects.count() == audited


def test_a_merged_or_anonymised_player_cannot_be_entered():
    tournament = empty()
    ada, bob = make_players(tournament.club, 2)
    ada.merged_into = bob
    ada.save()
    bob.anonymised_at = NOW
    bob.save()
    for player in (ada, bob):
        assert refusal(enter, tournament, (player, None)).text.code == "invalid"


def test_entering_nobody_changes_nothing():
    tournament = empty()
    enter(tournament)
    tournament.refresh_from_db()
    assert tournament.version == 1


def test_late_entries_are_taken_until_the_draw_and_once_it_is_taken_back():
    tournament = make_tournament(start=False)
    move(tournament, "open_check_in")
    late, later = make_players(tournament.club, 2)
    enter(tournament, (late, None))
    do(rounds.draw_stage, tournament)
    assert refusal(enter, tournament, (later, None)).text.code == "not_ready"
    do(rounds.drop_round, tournament, number=1)
    enter(tournament, (later, None))
    do(rounds.start_tournament, tournament)
    assert len(Draw.objects.get(superseded_at=None).order) == 6
    assert refusal(enter, tournament, (later, None)).text.code == "wrong_state"


# Registered


def register(tournament, player):
    return do(entries.register_player, tournament, player=player)


def test_who_asks_is_in_once_approved():
    tournament = empty(registration="approval")
    ada, bob = make_players(tournament.club, 2)
    assert refusal(register, tournament, ada).text.code == "wrong_state"
    move(tournament, "open_registration")
    asked = register(tournament, ada)
    assert register(tournament, ada) == asked
    tournament.refresh_from_db()
    versions = (tournament.public_version, tournament.staff_version)
    register(tournament, bob)
    tournament.refresh_from_db()
    assert (tournament.public_version, tournament.staff_version) == (versions[0], versions[1] + 1)
    assert statuses(tournament) == ["requested", "requested"]
    assert field(tournament) == []
    do(entries.approve_entry, tournament, entry_id=asked.pk)
    do(entries.approve_entry, tournament, entry_id=asked.pk)
    assert [entry.name for entry in field(tournament)] == ["Player 0001"]
    assert AuditEntry.objects.filter(action="entries.approve").count() == 1


def test_the_director_enters_who_had_asked_and_keeps_the_seed_that_was_given():
    tournament = empty(registration="approval")
    move(tournament, "open_registration")
    ada, bob = make_players(tournament.club, 2)
    asked = register(tournament, ada)
    do(preparing.seed_entries, tournament, seeds={asked.pk: 3})
    assert enter(tournament, (ada, None), (bob, 1))[0] == asked
    asked.refresh_from_db()
    assert asked.seed == 3
    assert statuses(tournament) == ["entered", "entered"]


def test_who_only_asked_comes_last_in_the_list():
    tournament = empty(registration="approval")
    move(tournament, "open_registration")
    ada, bob = make_players(tournament.club, 2)
    register(tournament, ada)
    enter(tournament, (bob, None))
    assert statuses(tournament) == ["entered", "requested"]


def test_nobody_registers_where_the_director_alone_enters():
    tournament = empty()
    move(tournament, "open_registration")
    assert refusal(register, tournament, make_players(tournament.club, 1)[0]).text.code == (
        "wrong_state"
    )


def test_only_a_player_of_the_club_registers():
    tournament = empty(registration="approval")
    move(tournament, "open_registration")
    assert refusal(register, tournament, make_players(make_club(), 1)[0]).field == "player"


def test_a_withdrawal_is_final_and_says_so():
    tournament = empty(registration="approval")
    move(tournament, "open_registration")
    (ada,) = make_players(tournament.club, 1)
    entry = register(tournament, ada)
    withdraw(tournament, entry)
    assert refusal(register, tournament, ada).text.code == "wrong_state"
    assert refusal(enter, tournament, (ada, None)).text.code == "wrong_state"
    for service in (entries.approve_entry, entries.withdraw_entry):
        if service is entries.withdraw_entry:
            do(service, tournament, entry_id=entry.pk)
        else:
            refused = refusal(do, service, tournament, entry_id=entry.pk)
            assert refused.text.code == "wrong_state"
    assert statuses(tournament) == ["withdrawn"]


def test_an_entry_of_another_tournament_is_not_found():
    tournament, other = empty(), make_tournament(start=False)
    move(tournament, "open_check_in")
    entry = entry_at(other, 1)
    for service in (
        entries.approve_entry,
        entries.withdraw_entry,
        entries.check_in_entry,
        entries.take_back_check_in,
        entries.swap_no_show,
    ):
        assert refusal(do, service, tournament, entry_id=entry.pk).text.code == "not_found"
    assert refusal(do, preparing.seed_entries, tournament, seeds={entry.pk: 1}).field == "entry"


# Seeds


def test_seeds_change_hands_in_one_go_all_or_nothing():
    tournament = make_tournament(start=False)
    first, second, third = (entry_at(tournament, seed).pk for seed in (1, 2, 3))
    do(preparing.seed_entries, tournament, seeds={first: 2, second: 3, third: None})
    found = dict(tournament.entries.values_list("pk", "seed"))
    assert (found[first], found[second], found[third]) == (2, 3, None)
    for seeds in ({first: 5, second: 5}, {first: 4}, {first: 0}, {first: 10**12}):
        assert refusal(do, preparing.seed_entries, tournament, seeds=seeds).field == "seed"
    assert dict(tournament.entries.values_list("pk", "seed")) == found


def test_seeds_that_were_not_seen_are_not_overwritten():
    tournament = make_tournament(start=False)
    first, second, third = (entry_at(tournament, seed).pk for seed in (1, 2, 3))
    swap = {"seeds": {first: 2, second: 1}, "was": {first: 1, second: 2}}
    do(preparing.seed_entries, tournament, **swap)
    do(preparing.seed_entries, tournament, **swap)  # sent twice
    late = {"seeds": {first: 3, third: 1}, "was": {first: 1, third: 3}}
    refused = refusal(do, preparing.seed_entries, tournament, **late)
    assert (refused.text.code, refused.field) == ("stale", "seed")
    assert "the seed of Player 0001 meanwhile" in str(refused.text)
    found = dict(tournament.entries.values_list("pk", "seed"))
    assert (found[first], found[second], found[third]) == (2, 1, 3)
    seeds = {first: 3, third: 2}
    do(preparing.seed_entries, tournament, seeds=seeds, was={first: 2})  # as much as was looked at
    assert entry_at(tournament, 3).pk == first


class TestPlaces:
    """The order of seeds, changed by hand."""

    def test_an_order_that_was_not_seen_is_not_overwritten(self):
        tournament = make_tournament(start=False)
        first, second, third, fourth = seen = [
            entry_at(tournament, seed).pk for seed in range(1, 5)
        ]
        up = {"places": [(third, 1)], "was": seen}
        assert do(preparing.place_entries, tournament, **up) == [third, first, second, fourth]
        do(preparing.place_entries, tournament, **up)  # sent twice
        refused = refusal(
            do, preparing.place_entries, tournament, places=[(fourth, 2)], was=seen
        ).text
        assert (refused.code, "seed 1 is Player 0003 now" in str(refused)) == ("stale", True)
        assert entry_at(tournament, 1).pk == third
        now = [third, first, second, fourth]
        order = do(preparing.place_entries, tournament, places=[(fourth, 2)], was=now)
        assert order == [third, fourth, first, second]
        assert AuditEntry.objects.filter(action="entries.place").count() == 2

    def test_who_comes_in_behind_those_who_were_seen_does_no_harm(self):
        tournament = make_tournament(start=False)
        first, second, third, fourth = seen = [
            entry_at(tournament, seed).pk for seed in range(1, 5)
        ]
        (five,) = enter_all(tournament, 1)
        order = do(preparing.place_entries, tournament, places=[(second, 1)], was=seen)
        assert order == [second, first, third, fourth, five.pk]

    def test_who_was_seen_and_is_taken_out_is_missed(self):
        tournament = make_tournament(start=False)
        seen = [entry_at(tournament, seed).pk for seed in range(1, 5)]
        first, second, _, fourth = seen
        do(preparing.remove_entry, tournament, entry_id=fourth)
        refused = refusal(do, preparing.place_entries, tournament, places=[(second, 1)], was=seen)
        assert (refused.text.code, "was taken out" in str(refused.text)) == ("stale", True)
        gone = refusal(do, preparing.place_entries, tournament, places=[(fourth, 1)])
        assert gone.text.code == "not_found"
        assert entry_at(tournament, 1).pk == first


def test_a_draw_that_is_dropped_gives_back_the_seeds_that_were_given():
    tournament = empty()
    players = make_players(tournament.club, 5)
    for value, player in enumerate(players):
        Rating.objects.create(player=player, value=1000 + value, source="test", at=NOW)
    made = enter(
        tournament,
        (players[0], 1),
        (players[1], 9),
        *((unseeded, None) for unseeded in players[2:]),
    )
    do(rounds.draw_stage, tournament)
    drawn = Draw.objects.get().order
    assert drawn == [made[0].pk, made[1].pk, made[4].pk, made[3].pk, made[2].pk]
    assert [entry_at(tournament, place).pk for place in range(1, 6)] == drawn
    do(rounds.drop_round, tournament, number=1)
    assert list(tournament.entries.order_by("pk").values_list("seed", flat=True)) == [
        *(1, 9, None, None, None)
    ]


def test_who_is_left_out_of_a_draw_keeps_their_seed_for_the_next():
    tournament = make_tournament(start=False)
    check_in(tournament, *(entry_at(tournament, seed) for seed in (1, 2, 4)))
    late = entry_at(tournament, 3)
    do(rounds.draw_stage, tournament)
    do(entries.check_in_entry, tournament, entry_id=late.pk)
    do(rounds.draw_stage, tournament)
    late.refresh_from_db()
    assert late.seed == 3
    assert Draw.objects.filter(superseded_at=None).get().order[2] == late.pk


# The field: cap, waitlist, check-in


def test_who_comes_after_the_cap_waits_and_moves_up_at_once():
    tournament = empty(cap=3)
    made = enter_all(tournament, 5)
    assert statuses(tournament) == [*["entered"] * 3, *["waitlist"] * 2]
    withdraw(tournament, made[1])
    assert statuses(tournament) == ["entered", "withdrawn", "entered", "entered", "waitlist"]
    do(editing.edit_tournament, tournament, cap=None)
    assert statuses(tournament).count("entered") == 4
    do(rounds.start_tournament, tournament)
    assert Draw.objects.get().order == [made[0].pk, made[2].pk, made[3].pk, made[4].pk]


def test_nobody_moves_up_into_a_draw_that_is_made():
    tournament = empty(cap=2)
    made = enter_all(tournament, 3)
    do(rounds.start_tournament, tournament)
    withdraw(tournament, made[0])
    assert statuses(tournament) == ["withdrawn", "entered", "waitlist"]


def test_once_anybody_is_checked_in_the_others_are_left_out():
    tournament = make_tournament(entrants=5, start=False)
    assert len(field(tournament)) == 5
    here = [entry_at(tournament, seed) for seed in (2, 3, 5)]
    check_in(tournament, *here)
    assert field(tournament) == here
    do(entries.take_back_check_in, tournament, entry_id=here[2].pk)
    do(entries.take_back_check_in, tournament, entry_id=here[2].pk)
    assert field(tournament) == here[:2]
    do(rounds.start_tournament, tournament)
    assert Draw.objects.get().order == [entry.pk for entry in here[:2]]
    assert statuses(tournament).count("entered") == 2


def test_who_waits_and_is_here_takes_the_place_of_who_is_not():
    tournament = empty(cap=3)
    made = enter_all(tournament, 6)
    check_in(tournament, made[0], made[2], made[4], made[5])
    assert field(tournament) == [made[0], made[2], made[4]]


def test_check_in_has_its_time_and_needs_an_entry_that_is_in():
    tournament = empty(registration="approval")
    move(tournament, "open_registration")
    players = make_players(tournament.club, 3)
    asked = register(tournament, players[0])
    (gone,) = enter(tournament, (players[1], None))
    withdraw(tournament, gone)
    refused = refusal(do, entries.check_in_entry, tournament, entry_id=gone.pk)
    assert refused.text.code == "wrong_state"
    move(tournament, "open_check_in")
    for entry, code in ((asked, "not_ready"), (gone, "wrong_state")):
        refused = refusal(do, entries.check_in_entry, tournament, entry_id=entry.pk)
        assert refused.text.code == code
    (here,) = enter(tournament, (players[2], None))
    check_in(tournament, here, here)
    assert CheckIn.objects.count() == 1


# Withdrawn


def test_withdrawn_before_the_draw_an_entrant_is_not_drawn():
    tournament = make_tournament(entrants=5, start=False)
    gone = entry_at(tournament, 2)
    assert withdraw(tournament, gone, reason="ill").withdrawal.from_round is None
    assert withdraw(tournament, gone).pk == gone.pk
    do(rounds.start_tournament, tournament)
    assert gone.pk not in Draw.objects.get().order
    assert AuditEntry.objects.filter(action="entries.withdraw").count() == 1


def test_withdrawn_after_the_draw_the_opponent_goes_through_at_the_start():
    tournament = make_tournament(start=False)
    do(rounds.draw_stage, tournament)
    withdraw(tournament, entry_at(tournament, 4))
    do(rounds.start_tournament, tournament)
    assert results_of(tournament)[1, 1] == (["1", "4"], "withdrawal", 0)


def test_drawn_again_without_who_withdrew_after_the_first_draw():
    tournament = make_tournament(start=False)
    do(rounds.draw_stage, tournament)
    gone = entry_at(tournament, 4)
    withdraw(tournament, gone)
    do(rounds.draw_stage, tournament)
    do(rounds.start_tournament, tournament)
    assert results_of(tournament)[1, 1] == (["1", None], "bye", 0)
    assert not PairingSide.objects.filter(entry=gone).exists()


def test_withdrawn_in_mid_event_the_opponent_goes_through():
    tournament = make_tournament(entrants=8)
    board = board_of(tournament, 1, 1)
    results.record_hand(
        board=board, version=board.match.version, entry=knock(0, 2, 30), by=DIRECTOR, now=NOW
    )
    withdraw(tournament, entry_at(tournament, 1))
    assert results_of(tournament)[1, 1] == (["1", "8"], "withdrawal", 1)
    assert results_of(tournament)[2, 1][0] == ["8", None]
    board.match.refresh_from_db()
    with pytest.raises(Refusal, match="Player 0001 is out of the event"):
        results.record_hand(
            board=board, version=board.match.version, entry=knock(0, 2, 30), by=DIRECTOR, now=NOW
        )


def test_withdrawn_while_waiting_for_an_opponent_who_then_goes_through():
    tournament = make_tournament(entrants=4)
    win(board_of(tournament, 1, 1), seat=0)
    advanced(tournament)
    withdraw(tournament, entry_at(tournament, 1))
    assert results_of(tournament)[2, 1] == (["1", None], None, None)
    win(board_of(tournament, 1, 2), seat=1)
    advanced(tournament)
    assert results_of(tournament)[2, 1] == (["1", "3"], "withdrawal", 1)
    tournament.refresh_from_db()
    assert tournament.state == "finished"


def test_the_champion_by_a_withdrawal_from_the_final(django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        tournament = make_tournament(entrants=2)
    with django_capture_on_commit_callbacks(execute=True):
        withdraw(tournament, entry_at(tournament, 1))
    tournament.refresh_from_db()
    assert tournament.state == "finished"
    rows = standing_table(tournament.stages.get()).rows
    assert [(row["rank"], row["name"][-1], row["reason"]["code"]) for row in rows] == [
        (1, "2", "won_withdrawal"),
        (2, "1", "withdrew"),
    ]


def test_where_both_withdraw_a_bye_goes_onward():
    tournament = make_tournament(entrants=8)
    for seed in (1, 8):
        withdraw(tournament, entry_at(tournament, seed))
    found = results_of(tournament)
    assert found[1, 1] == (["1", "8"], "withdrawal", 1)
    assert found[2, 1][0] == ["8", None]
    win(board_of(tournament, 1, 2), seat=0)
    advanced(tournament)
    assert results_of(tournament)[2, 1] == (["8", "4"], "withdrawal", 1)


def test_who_is_out_has_nothing_to_withdraw_from():
    tournament = make_tournament()
    win(board_of(tournament, 1, 1), seat=0)
    advanced(tournament)
    assert refusal(withdraw, tournament, entry_at(tournament, 4)).text.code == "not_ready"


def test_who_waits_can_withdraw_while_it_runs():
    tournament = empty(cap=2)
    made = enter_all(tournament, 3)
    do(rounds.start_tournament, tournament)
    assert withdraw(tournament, made[2]).withdrawal.from_round is None
    assert statuses(tournament)[2] == "withdrawn"


def test_withdrawn_from_the_match_for_third_place():
    tournament = make_tournament(format_settings={"third_place": True})
    for number in (1, 2):
        win(board_of(tournament, 1, number), seat=0)
    advanced(tournament)
    withdraw(tournament, entry_at(tournament, 3))
    assert results_of(tournament)[2, 2] == (["4", "3"], "withdrawal", 0)


# Swapped


def waiting(entrants=4, waiting=2, **fields):
    tournament = empty(cap=entrants, **fields)
    made = enter_all(tournament, entrants + waiting)
    seeds = {entry.pk: seed for seed, entry in enumerate(made[:entrants], 1)}
    do(preparing.seed_entries, tournament, seeds=seeds)
    return tournament, made


def test_swapped_before_the_draw_seed_and_place_pass_over():
    tournament, made = waiting()
    assert swap(tournament, made[1]) == made[4]
    assert swap(tournament, made[1]) == made[4]
    assert statuses(tournament) == [
        *("entered", "swapped", "entered", "entered", "entered", "waitlist")
    ]
    assert entry_at(tournament, 2) == made[4]
    do(rounds.start_tournament, tournament)
    assert Draw.objects.get().order == [made[0].pk, made[4].pk, made[2].pk, made[3].pk]
    assert AuditEntry.objects.filter(action="entries.swap").count() == 1


@pytest.mark.parametrize("started", [False, True])
def test_swapped_after_the_draw_slot_seat_seed_and_name_pass_over(started):
    tournament, made = waiting()
    do(rounds.start_tournament if started else rounds.draw_stage, tournament)
    before = board_of(tournament, 1, 1).match.version
    assert swap(tournament, made[3]) == made[4]
    board = board_of(tournament, 1, 1)
    assert names_at(board) == ["Player 0001", "Player 0005"]
    assert board.match.version == before + 1
    assert results_of(tournament)[1, 1][0] == ["1", "5"]
    assert entry_at(tournament, 4) == made[4]
    assert Draw.objects.get().order == [*(entry.pk for entry in made[:3]), made[4].pk]
    assert statuses(tournament) == [
        *("entered", "entered", "entered", "swapped", "entered", "waitlist")
    ]


def test_after_a_swap_and_a_drop_the_seed_stays_with_who_came_in():
    tournament, made = waiting()
    do(rounds.draw_stage, tournament)
    swap(tournament, made[3])
    do(rounds.drop_round, tournament, number=1)
    assert entry_at(tournament, 4) == made[4]
    assert not tournament.entries.filter(pk=made[3].pk, seed__isnull=False).exists()


def test_nobody_is_swapped_once_anything_is_played():
    tournament, made = waiting()
    do(rounds.start_tournament, tournament)
    board = board_of(tournament, 1, 2)
    results.record_hand(
        board=board, version=board.match.version, entry=knock(0, 2, 30), by=DIRECTOR, now=NOW
    )
    assert refusal(swap, tournament, made[0]).text.code == "not_ready"
    assert entry_at(tournament, 1) == made[0]


def test_only_who_is_in_the_field_is_swapped_and_only_for_who_waits():
    tournament, made = waiting(waiting=1)
    refused = refusal(swap, tournament, made[4])
    assert refused.text.code == "not_ready"
    withdraw(tournament, made[0])
    assert refusal(swap, tournament, made[0]).text.code == "not_ready"
    assert refusal(swap, tournament, made[1]).text.code == "not_ready"
    assert statuses(tournament) == ["withdrawn", *["entered"] * 4]


def test_the_first_who_waits_and_is_here_comes_in():
    tournament, made = waiting(waiting=3)
    check_in(tournament, *made[:3], made[5], made[6])
    assert swap(tournament, made[3]) == made[5]
    assert field(tournament) == [*made[:3], made[5]]


def test_a_swap_is_of_the_current_draw_alone():
    tournament, made = waiting()
    do(rounds.draw_stage, tournament)
    first = Draw.objects.get()
    do(rounds.draw_stage, tournament)
    swap(tournament, made[3])
    first.refresh_from_db()
    assert made[3].pk in first.order
    assert Stage.objects.get().draws.filter(superseded_at=None).count() == 1
