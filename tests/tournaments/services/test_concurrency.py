"""The same thing done many times at once takes effect once; different things all do.

Real threads on real connections, on SQLite and on PostgreSQL.
"""

from functools import partial

import pytest

from config.celery import app
from games.engine.gin.irregularities.effects import effects_of
from games.models import Adjustment, Hand, HandFact, Ruling, Submission
from games.services.rulings import RulingEntry
from kernel.permissions import Actor, Role
from players.models import Mail
from players.services.players import merge_players
from tests.builders import (
    DIRECTOR,
    NOW,
    board_of,
    entry_at,
    knock,
    make_club,
    make_players,
    make_tournament,
    make_user,
    owner_of,
    team_event,
    win,
    wish_for,
)
from tests.concurrency import assert_chain, at_once, codes
from tournaments.models import (
    Appeal,
    AppealDecision,
    CallTaken,
    Correction,
    Draw,
    Entry,
    Kept,
    Notice,
    Penalty,
    Publication,
    StandingTable,
    StateChange,
    Tournament,
    Withdrawal,
)
from tournaments.selectors.desk.snapshot import snapshot
from tournaments.services.desk import results, rulings
from tournaments.services.desk.appeals import AppealEntry, DecisionEntry, decide_appeal, make_appeal
from tournaments.services.desk.calls import make_call, take_call
from tournaments.services.desk.corrections import undo_correction
from tournaments.services.desk.penalties import PenaltyEntry, give_penalty
from tournaments.services.events import editing, entries, preparing, setup, teams
from tournaments.services.stages import notices, rounds
from tournaments.services.stages.settling import settle_stage

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.databases_differ]

MANY = 20


@pytest.fixture(autouse=True)
def without_worker(redis):
    """Tasks wait in the broker: what they would do the tests do, when and as often as they like."""
    app.conf.task_always_eager = False
    yield
    app.conf.task_always_eager = True


def do(service, tournament, **fields):
    return partial(service, tournament_id=tournament.pk, by=DIRECTOR, now=NOW, **fields)


def of_stage(service, tournament):
    return partial(service, stage_id=tournament.stages.get().pk, by=DIRECTOR, now=NOW)


def chain_of(tournament):
    return assert_chain(f"tournament:{tournament.pk}")


def hand(board):
    return partial(
        results.record_hand,
        board=board,
        version=board.match.version,
        entry=knock(0, 5, 20),
        by=DIRECTOR,
        now=NOW,
    )


def test_the_same_hand_twenty_times_is_one_hand():
    tournament = make_tournament()
    given = at_once(hand(board_of(tournament, 1, 1)), times=MANY)
    assert codes(given) == ["stale"] * (MANY - 1)
    assert (Hand.objects.count(), HandFact.objects.count()) == (1, 1)
    assert chain_of(tournament).count("match.hand") == 1


def test_of_two_line_ups_at_once_one_stands_and_the_other_is_told():
    tournament = team_event(2, 2, start=False)
    entry = tournament.entries.get(name="Team A")
    first, second, third = [member.player for member in entry.members.order_by("player")]
    seen = [first.pk, second.pk, third.pk]
    orders = ([second, first, third], [third, second, first])
    given = at_once(
        *(
            do(teams.line_up, tournament, entry_id=entry.pk, players=order, was=seen)
            for order in orders
        )
    )
    assert codes(given) == ["stale"]
    stands = [member.player for member in entry.members.filter(board__gt=0).order_by("board")]
    assert stands in [order[:2] for order in orders]
    assert chain_of(tournament).count("entries.line_up") == 1


def test_of_two_names_of_a_team_at_once_one_stands_and_the_other_is_told():
    tournament = team_event(2, 2, start=False)
    entry = tournament.entries.get(name="Team A")
    players = [member.player for member in entry.members.order_by("player")]
    seen = {"entry_id": entry.pk, "players": players, "name_was": "Team A"}
    names = ["The Knaves", "The Queens"]
    given = at_once(*(do(teams.line_up, tournament, name=name, **seen) for name in names))
    assert codes(given) == ["stale"]
    entry.refresh_from_db()
    assert entry.name in names
    assert chain_of(tournament).count("entries.rename") == 1


def test_of_two_orders_of_seeds_at_once_one_stands_and_the_other_is_told():
    tournament = make_tournament(start=False)
    *_, three, four = seen = [entry_at(tournament, seed).pk for seed in range(1, 5)]
    given = at_once(
        do(preparing.place_entries, tournament, places=[(three, 1)], was=seen),
        do(preparing.place_entries, tournament, places=[(four, 1)], was=seen),
    )
    assert codes(given) == ["stale"]
    stands = list(tournament.entries.order_by("seed").values_list("pk", flat=True))
    assert stands in given
    assert chain_of(tournament).count("entries.place") == 1


def test_of_two_who_give_seeds_at_once_one_stands_and_the_other_is_told():
    tournament = make_tournament(start=False)
    first, second, third = (entry_at(tournament, seed).pk for seed in (1, 2, 3))
    given = at_once(
        do(
            preparing.seed_entries,
            tournament,
            seeds={first: 2, second: 1},
            was={first: 1, second: 2},
        ),
        do(
            preparing.seed_entries, tournament, seeds={first: 3, third: 1}, was={first: 1, third: 3}
        ),
    )
    assert codes(given) == ["stale"]
    assert entry_at(tournament, 1).pk in (second, third)
    assert chain_of(tournament).count("entries.seed") == 1


def test_the_same_result_twenty_times_is_one_result():
    tournament = make_tournament()
    board = board_of(tournament, 1, 1)
    result = partial(
        results.record_result,
        board=board,
        version=board.match.version,
        level="games_won",
        payload={"games_won": [3, 1]},
        by=DIRECTOR,
        now=NOW,
    )
    assert codes(at_once(result, times=MANY)) == ["stale"] * (MANY - 1)
    assert Submission.objects.count() == 1
    assert chain_of(tournament).count("match.result") == 1


def test_twenty_referees_who_rule_at_once_leave_one_ruling():
    tournament = make_tournament()
    board = board_of(tournament, 1, 1)
    entry = RulingEntry(
        effects_of("STOCK_51ST", offender_seat=0), rule="STOCK_51ST", offender=0, n=1
    )
    ruling = partial(
        rulings.record_ruling,
        board=board,
        version=board.match.version,
        entry=entry,
        by=DIRECTOR,
        now=NOW,
    )
    assert codes(at_once(ruling, times=MANY)) == ["stale"] * (MANY - 1)
    assert (Ruling.objects.count(), HandFact.objects.count()) == (1, 1)
    assert chain_of(tournament).count("match.ruling") == 1


def test_both_players_call_and_twenty_referees_go_at_once_and_one_does():
    tournament = make_tournament()
    board = board_of(tournament, 1, 1)
    call = partial(make_call, board=board, by=DIRECTOR, now=NOW)
    given = at_once(partial(call, about="count"), partial(call, about="turn"), times=MANY // 2)
    (called,) = set(given)
    roles = frozenset({Role.REFEREE})
    users = [make_user(f"Referee {number}").pk for number in range(MANY)]
    going = partial(take_call, board=board, call_id=called.pk, now=NOW)
    given = at_once(*[partial(going, by=Actor("page", user, roles=roles)) for user in users])
    assert codes(given) == ["taken_already"] * (MANY - 1)
    assert CallTaken.objects.count() == 1
    actions = chain_of(tournament)
    assert (actions.count("call.make"), actions.count("call.take")) == (1, 1)


def test_hands_at_all_tables_at_once_are_all_written_down():
    tournament = make_tournament(entrants=16)

    def play(number):
        board = board_of(tournament, 1, number)
        for _ in range(5):
            hand(board)()
            board.match.refresh_from_db()

    assert codes(at_once(*(partial(play, number) for number in range(1, 9)))) == []
    assert Hand.objects.count() == 40
    assert chain_of(tournament).count("match.hand") == 40


def test_started_five_times_it_starts_once():
    tournament = make_tournament(start=False)
    at_once(do(rounds.start_tournament, tournament), times=5)
    assert (Draw.objects.count(), Publication.objects.count()) == (1, 1)
    assert StateChange.objects.filter(state="running").count() == 1
    chain_of(tournament)


def test_published_and_taken_back_five_times_once_each():
    tournament = make_tournament(start=False)
    do(rounds.draw_stage, tournament)()
    at_once(do(rounds.publish_round, tournament, number=1), times=5)
    assert Publication.objects.filter(superseded_at=None).count() == 1
    at_once(do(rounds.unpublish_round, tournament, number=1), times=5)
    assert Publication.objects.filter(superseded_at=None).count() == 0
    actions = chain_of(tournament)
    assert (actions.count("round.publish"), actions.count("round.unpublish")) == (1, 1)


def test_advanced_and_finished_five_times_once_each():
    tournament = make_tournament()
    for number in (1, 2):
        win(board_of(tournament, 1, number), seat=0)
    at_once(of_stage(settle_stage, tournament), times=5)
    win(board_of(tournament, 2, 1), seat=0)
    at_once(of_stage(settle_stage, tournament), times=5)
    tournament.refresh_from_db()
    assert tournament.state == "finished"
    assert StateChange.objects.filter(state="finished").count() == 1
    version = tournament.version
    at_once(of_stage(settle_stage, tournament), times=5)
    tournament.refresh_from_db()
    assert tournament.version == version
    chain_of(tournament)


def test_standings_computed_five_times_are_kept_once():
    tournament = make_tournament()
    at_once(of_stage(settle_stage, tournament), times=5)
    assert StandingTable.objects.count() == 1
    assert chain_of(tournament).count("standings.compute") == 1


def test_all_results_of_a_round_and_the_advances_between_them_lose_nothing():
    calm, hurried = (make_tournament(make_club(), entrants=16, name="Autumn Cup") for _ in range(2))
    for number in range(1, 9):
        win(board_of(calm, 1, number), seat=number % 2)
        of_stage(settle_stage, calm)()
    boards = [board_of(hurried, 1, number) for number in range(1, 9)]
    wins = [partial(win, board, number % 2) for number, board in enumerate(boards, 1)]
    at_once(*wins, of_stage(settle_stage, hurried), of_stage(settle_stage, hurried))
    of_stage(settle_stage, hurried)()
    for tournament in (calm, hurried):
        of_stage(settle_stage, tournament)()
        tournament.refresh_from_db()
    assert snapshot(hurried).splitlines() == snapshot(calm).splitlines()
    chain_of(hurried)


def test_of_a_correction_and_the_next_match_one_comes_first():
    """Either the correction takes the place from who had won, or their next match keeps it."""
    tournament = make_tournament()
    for number in (1, 2):
        win(board_of(tournament, 1, number), seat=0)
    of_stage(settle_stage, tournament)()
    final, first = board_of(tournament, 2, 1), board_of(tournament, 1, 1)
    given = at_once(hand(final), partial(win, first, 1, reason="the slip was misread"))
    assert codes(given) in (["choice_needed"], ["stale"])
    of_stage(settle_stage, tournament)()
    corrected = codes(given) == ["stale"]
    names = [seat.player.name for seat in final.match.seats.all()]
    assert names == ["Player 0004" if corrected else "Player 0001", "Player 0002"]
    assert Hand.objects.filter(match=final.match).count() == (0 if corrected else 1)


def test_entered_withdrawn_and_swapped_many_times_once_each():
    tournament = make_tournament(start=False, cap=3)
    newcomers = [(player, None) for player in make_players(tournament.club, 2)]
    given = at_once(do(entries.enter_players, tournament, players=newcomers), times=5)
    assert codes(given) == ["already_entered"] * 4
    at_once(
        do(entries.withdraw_entry, tournament, entry_id=entry_at(tournament, 1).pk),
        do(entries.swap_no_show, tournament, entry_id=entry_at(tournament, 2).pk),
        times=5,
    )
    assert Entry.objects.count() == 6
    assert Withdrawal.objects.count() == 1
    assert chain_of(tournament).count("entries.swap") == 1


def test_a_message_is_written_once():
    tournament = make_tournament()
    player = entry_at(tournament, 1).members.get().player
    player.user = make_user()
    wish_for(player.user, "next_match")
    player.save()
    at_once(of_stage(notices.send_notices, tournament), times=5)
    assert Mail.objects.count() == 1
    assert Notice.objects.count() == 1


def test_tournaments_of_one_name_made_and_renamed_at_once_get_addresses_of_their_own():
    club = make_club()
    old = [make_tournament(club, entrants=0, start=False, name=f"Cup {n}") for n in range(4)]
    make = partial(setup.create_tournament, club=club, name="New Cup", by=DIRECTOR, now=NOW)
    rename = [do(editing.edit_tournament, tournament, name="New Cup") for tournament in old]
    assert codes(at_once(make, make, make, make, *rename)) == []
    assert len(set(Tournament.objects.values_list("slug", flat=True))) == 8


def test_a_club_and_its_tournaments_are_locked_in_one_order():
    """Players merged while tournaments in which one of them plays are deleted or renamed."""
    club = make_club()
    cups = [
        make_tournament(club, entrants=1, start=False, name=f"Cup {number}") for number in range(4)
    ]
    players = [cup.entries.get().members.get().player for cup in cups]
    merges = [
        partial(merge_players, kept=players[0], other=other, by=DIRECTOR, now=NOW)
        for other in players[1:]
    ]
    deletions = [do(setup.delete_tournament, cup, name=cup.name) for cup in cups[2:]]
    renamings = [do(editing.edit_tournament, cup, name="Cup") for cup in cups[:2]]
    assert codes(at_once(*merges, *deletions, *renamings)) == []


@pytest.mark.parametrize("choice", ["void", "keep"])
def test_eight_correct_one_match_at_once_and_one_does(choice):
    """One outcome; the others hear that somebody was faster."""
    tournament = make_tournament()
    for number in (1, 2):
        win(board_of(tournament, 1, number), seat=0)
    of_stage(settle_stage, tournament)()
    hand(board_of(tournament, 2, 1))()
    board = board_of(tournament, 1, 1)
    correct = partial(
        results.record_result,
        board=board,
        version=board.match.version,
        level="games_won",
        payload={"games_won": [1, 3]},
        reason="the slip was misread",
        choice=choice,
        confirm="Semi-finals",
        by=DIRECTOR,
        now=NOW,
    )
    given = at_once(correct, times=8)
    assert codes(given) == ["stale"] * 7
    correction = Correction.objects.get()
    assert Submission.objects.filter(match=board.match, superseded_at=None).count() == 1
    assert Kept.objects.count() == (choice == "keep")
    board.match.refresh_from_db()
    undo = partial(
        undo_correction,
        correction=correction,
        version=board.match.version,
        by=DIRECTOR,
        now=NOW,
    )
    assert codes(at_once(undo, times=8)) == ["stale"] * 7
    assert Correction.objects.count() == 2
    board.match.refresh_from_db()
    assert board.match.winner == 0
    chain_of(tournament)


def test_of_void_and_a_hand_of_the_match_that_would_be_void_none_is_lost_unseen():
    """The hand is written first and void with the rest, or its writer hears that it is too late."""
    tournament = make_tournament()
    for number in (1, 2):
        win(board_of(tournament, 1, number), seat=0)
    of_stage(settle_stage, tournament)()
    final, first = board_of(tournament, 2, 1), board_of(tournament, 1, 1)
    hand(final)()
    final.match.refresh_from_db()
    void = partial(win, first, 1, reason="misread", choice="void", confirm="Semi-finals")
    assert codes(at_once(hand(final), void)) in ([], ["stale"])
    final.match.refresh_from_db()
    assert final.match.state == "open"
    assert not HandFact.objects.filter(hand__match=final.match, superseded_at=None).exists()
    assert [seat.player.name for seat in final.match.seats.all()] == ["Player 0004", "Player 0002"]


def test_twenty_presses_give_one_penalty():
    """Of the same button, and of two referees' for one lateness."""
    tournament = make_tournament()
    board = board_of(tournament, 1, 1)
    entry = entry_at(tournament, 1).pk

    def give(minutes):
        said = PenaltyEntry(entry, "T_LATE", 1, minutes=minutes)
        version = board.match.version
        return partial(give_penalty, board=board, version=version, entry=said, by=DIRECTOR, now=NOW)

    given = at_once(give(6), give(7), times=MANY // 2)
    assert len(codes(given)) == MANY - 1
    assert set(codes(given)) == {"stale"}
    assert (Penalty.objects.count(), Adjustment.objects.count()) == (1, 1)
    assert chain_of(tournament).count("penalty.give") == 1


def test_a_carried_penalty_takes_effect_once_however_often_the_bracket_moves_on():
    tournament = make_tournament()
    first = board_of(tournament, 1, 1)
    for number in (1, 2):
        win(board_of(tournament, 1, number), seat=0)
    first.match.refresh_from_db()
    said = PenaltyEntry(entry_at(tournament, 1).pk, "T_NOTES", 1, "game_loss")
    version = first.match.version
    give_penalty(board=first, version=version, entry=said, by=DIRECTOR, now=NOW)
    at_once(of_stage(settle_stage, tournament), times=MANY // 4)
    assert Adjustment.objects.count() == 1
    final = board_of(tournament, 2, 1)
    assert final.match.games_won == [0, 1]


def test_twenty_appeals_are_one_and_a_panel_decides_once():
    tournament = make_tournament()
    board = board_of(tournament, 1, 1)
    said = PenaltyEntry(entry_at(tournament, 1).pk, "T_SLOW", 1)
    by = {"by": DIRECTOR, "now": NOW}
    (penalty,) = give_penalty(board=board, version=board.match.version, entry=said, **by)
    asked = AppealEntry("a turn", "it was short", penalty=penalty.pk)
    given = at_once(partial(make_appeal, board=board, entry=asked, **by), times=MANY)
    assert codes(given) == ["appealed_already"] * (MANY - 1)
    panel = [f"user:{owner_of(tournament.club).pk}"]
    decisions = [
        partial(
            decide_appeal,
            appeal=Appeal.objects.get(),
            entry=DecisionEntry(outcome, panel, "so it was", board.match.version),
            **by,
        )
        for outcome in ("upheld", "overturned")
    ]
    given = at_once(*decisions, times=MANY // 2)
    assert codes(given) == ["decided_already"] * (MANY - 1)
    outcome = AppealDecision.objects.get().outcome
    penalty.refresh_from_db()
    assert (penalty.superseded_at is None) == (outcome == "upheld")
