"""A Swiss through the services: rounds that follow by themselves, drafts, who comes and goes."""

import sys

import pytest

from games.models import Match
from kernel.permissions import Actor, Role
from kernel.text import Refusal
from players.models import Player
from tests.builders import DIRECTOR, NOW, board_of, entry_at, make_tournament, make_user, win
from tests.dutch import needs_dutch
from tests.stock import stocked
from tournaments.models import Board, PairRule, Round, Stage
from tournaments.selectors.stages.bracket import bracket
from tournaments.selectors.stages.drafts import compared
from tournaments.selectors.stages.kept_standings import standing_table
from tournaments.selectors.stages.reading import stage_record
from tournaments.services.desk import results
from tournaments.services.events import entries, presence
from tournaments.services.events.ticking import tick
from tournaments.services.stages import pairing, rounds

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def commits(django_capture_on_commit_callbacks):
    """Tasks run as soon as what they follow from is done."""
    return django_capture_on_commit_callbacks


@stocked
def swiss(commits, entrants=8, publishing="by_hand", rounds_=3, **settings):
    with commits(execute=True):
        return make_tournament(
            entrants=entrants,
            format="swiss",
            format_settings={"rounds": rounds_, **settings},
            publishing=publishing,
        )


def play(commits, tournament, number, winner=0):
    """Every match of a round is won by the same seat."""
    stage = Stage.objects.get(tournament=tournament)
    boards = Board.objects.filter(pairing__round__stage=stage, pairing__round__number=number)
    for place in boards.order_by("pairing__number").values_list("pairing__number", flat=True):
        with commits(execute=True):
            win(board_of(tournament, number, place), winner)


def publish(commits, tournament, number):
    with commits(execute=True):
        rounds.publish_round(tournament_id=tournament.pk, number=number, by=DIRECTOR, now=NOW)


def states(tournament):
    found = Round.objects.filter(stage__tournament=tournament).order_by("number")
    return list(found.values_list("state", flat=True))


def pairs(tournament, number):
    """The pairs of a round by seeds, None for the bye."""
    facts = stage_record(Stage.objects.get(tournament=tournament))
    seeds = {entry: entrant.seed for entry, entrant in facts.entrants.items()}
    return [
        tuple(seeds.get(side.entry) for side in plan.sides)
        for plan in facts.table.plan
        if plan.round == number
    ]


def test_an_event_is_played_to_its_end_by_itself(commits):
    tournament = swiss(commits, publishing="automatic")
    assert pairs(tournament, 1) == [(1, 5), (2, 6), (3, 7), (4, 8)]
    play(commits, tournament, 1)
    assert states(tournament) == ["complete", "published"]
    assert pairs(tournament, 2) == [(1, 3), (2, 4), (5, 7), (6, 8)]
    play(commits, tournament, 2)
    play(commits, tournament, 3)
    tournament.refresh_from_db()
    assert tournament.state == "finished"
    assert states(tournament) == ["complete"] * 3
    table = standing_table(Stage.objects.get(tournament=tournament))
    assert [row["won"] for row in table.rows] == [3, 2, 2, 2, 1, 1, 1, 0]
    assert table.rows[0]["tiebreaks"]["match_points"] == 3
    assert table.rows[1]["reason"]["code"] == "ahead"


def test_a_draft_waits_for_the_director_and_visitors_do_not_see_it(commits):
    tournament = swiss(commits)
    play(commits, tournament, 1)
    assert states(tournament) == ["complete", "draft"]
    stage = Stage.objects.get(tournament=tournament)
    assert [round.number for round in bracket(stage)] == [1]
    assert [round.number for round in bracket(stage, full_names=True)] == [1, 2]
    publish(commits, tournament, 2)
    assert states(tournament) == ["complete", "published"]


def test_a_draft_follows_a_corrected_result(commits):
    tournament = swiss(commits)
    play(commits, tournament, 1)
    before = pairs(tournament, 2)
    with commits(execute=True):
        win(board_of(tournament, 1, 1), 1, reason="The sheet was read wrongly.")
    assert states(tournament) == ["complete", "draft"]
    assert pairs(tournament, 2) != before


def test_a_draft_that_is_not_up_to_the_facts_is_not_published(commits):
    tournament = swiss(commits)
    play(commits, tournament, 1)
    win(board_of(tournament, 1, 1), 1, reason="The sheet was read wrongly.")
    with pytest.raises(Refusal, match="draw it again") as refusal:
        rounds.publish_round(tournament_id=tournament.pk, number=2, by=DIRECTOR, now=NOW)
    assert refusal.value.text.code == "stale_draft"
    rounds.draw_stage(tournament_id=tournament.pk, by=DIRECTOR, now=NOW)
    rounds.publish_round(tournament_id=tournament.pk, number=2, by=DIRECTOR, now=NOW)


def test_the_next_round_is_not_drawn_before_all_results_are_in(commits):
    tournament = swiss(commits)
    with commits(execute=True):
        win(board_of(tournament, 1, 1), 0)
    assert states(tournament) == ["running"]
    with pytest.raises(Refusal, match="all results"):
        rounds.draw_stage(tournament_id=tournament.pk, by=DIRECTOR, now=NOW)


def test_a_dropped_round_comes_again_when_it_is_asked_for(commits):
    tournament = swiss(commits)
    play(commits, tournament, 1)
    with commits(execute=True):
        rounds.drop_round(tournament_id=tournament.pk, number=2, by=DIRECTOR, now=NOW)
    with commits(execute=True):
        presence.note_absence(
            tournament_id=tournament.pk, entry_id=entry_at(tournament, 8).pk, by=DIRECTOR, now=NOW
        )
    assert states(tournament) == ["complete"]
    with commits(execute=True):
        rounds.draw_stage(tournament_id=tournament.pk, by=DIRECTOR, now=NOW)
    assert states(tournament) == ["complete", "draft"]


def test_an_unpublished_round_is_published_again_by_the_director_alone(commits):
    """However it is drawn anew meanwhile, by the workers and the tick."""
    tournament = swiss(commits, publishing="automatic")
    play(commits, tournament, 1)
    assert states(tournament) == ["complete", "published"]
    with commits(execute=True):
        rounds.unpublish_round(tournament_id=tournament.pk, number=2, by=DIRECTOR, now=NOW)
    assert states(tournament) == ["complete", "draft"]
    drawn = Round.objects.get(stage__tournament=tournament, number=2).pk
    with commits(execute=True):
        presence.note_absence(
            tournament_id=tournament.pk, entry_id=entry_at(tournament, 8).pk, by=DIRECTOR, now=NOW
        )
    assert Round.objects.get(stage__tournament=tournament, number=2).pk != drawn
    for _second in range(2):
        with commits(execute=True):
            tick(by=DIRECTOR, now=NOW)
    assert states(tournament) == ["complete", "draft"]
    publish(commits, tournament, 2)
    play(commits, tournament, 2)
    assert states(tournament) == ["complete", "complete", "published"]


def test_a_report_that_waits_for_its_answer_draws_nothing(commits):
    """Unconfirmed results used for the next draw (tabbycat 72)."""
    tournament = swiss(commits, entrants=4)
    with commits(execute=True):
        win(board_of(tournament, 1, 1), 0)
    user = make_user()
    Player.objects.filter(name="Player 0002").update(user=user)
    player = Actor(via="page", user_id=user.pk, roles=frozenset({Role.PLAYER, Role.ANYONE}))
    with commits(execute=True):
        win(board_of(tournament, 1, 2), 0, by=player)
    assert states(tournament) == ["running"]
    with commits(execute=True):
        results.confirm_result(
            board=board_of(tournament, 1, 2),
            version=Match.objects.get(board__pairing__number=2).version,
            by=DIRECTOR,
            now=NOW,
        )
    assert states(tournament) == ["complete", "draft"]


def test_absent_for_a_round_and_back(commits):
    tournament = swiss(commits)
    play(commits, tournament, 1)
    gone = entry_at(tournament, 8).pk
    with commits(execute=True):
        presence.note_absence(tournament_id=tournament.pk, entry_id=gone, by=DIRECTOR, now=NOW)
    assert 8 not in {seed for two in pairs(tournament, 2) for seed in two}
    assert sum(None in two for two in pairs(tournament, 2)) == 1
    publish(commits, tournament, 2)
    with commits(execute=True):
        presence.end_absence(tournament_id=tournament.pk, entry_id=gone, by=DIRECTOR, now=NOW)
    play(commits, tournament, 2)
    assert 8 in {seed for two in pairs(tournament, 3) for seed in two}
    facts = stage_record(Stage.objects.get(tournament=tournament))
    assert facts.table.absent[gone] == {2}


def test_who_is_away_can_come_back_into_a_draft(commits):
    tournament = swiss(commits)
    play(commits, tournament, 1)
    gone = entry_at(tournament, 8).pk
    for change in (presence.note_absence, presence.end_absence, presence.end_absence):
        with commits(execute=True):
            change(tournament_id=tournament.pk, entry_id=gone, by=DIRECTOR, now=NOW)
    assert not stage_record(Stage.objects.get(tournament=tournament)).table.absent
    assert len(pairs(tournament, 2)) == 4


def test_nobody_is_absent_from_a_round_that_is_published(commits):
    tournament = swiss(commits)
    with pytest.raises(Refusal, match="loses by walkover"):
        presence.note_absence(
            tournament_id=tournament.pk,
            entry_id=entry_at(tournament, 1).pk,
            from_round=1,
            by=DIRECTOR,
            now=NOW,
        )


def test_a_late_entry_plays_from_the_next_round(commits):
    tournament = swiss(commits, half_points=1)
    play(commits, tournament, 1)
    player = Player.objects.create(club=tournament.club, name="Late Comer")
    with commits(execute=True):
        entry = presence.enter_late(tournament_id=tournament.pk, who=player, by=DIRECTOR, now=NOW)
    assert entry.seed == 9
    assert 9 in {seed for two in pairs(tournament, 2) for seed in two}
    publish(commits, tournament, 2)
    table = standing_table(Stage.objects.get(tournament=tournament))
    row = next(row for row in table.rows if row["entry"] == entry.pk)
    assert row["tiebreaks"]["match_points"] >= 0.5
    with pytest.raises(Refusal, match="in this tournament already"):
        presence.enter_late(tournament_id=tournament.pk, who=player, by=DIRECTOR, now=NOW)


def test_nobody_joins_when_no_round_is_left(commits):
    tournament = swiss(commits, entrants=4, rounds_=1)
    player = Player.objects.create(club=tournament.club, name="Late Comer")
    with pytest.raises(Refusal, match="No round is left"):
        presence.enter_late(tournament_id=tournament.pk, who=player, by=DIRECTOR, now=NOW)
    assert not tournament.entries.filter(name="Late Comer").exists()


def test_who_leaves_and_wants_to_come_back_is_refused(commits):
    """Endless byes by leaving and rejoining (lila 12497)."""
    tournament = swiss(commits)
    entry = entry_at(tournament, 8)
    player = entry.members.get().player
    with commits(execute=True):
        entries.withdraw_entry(tournament_id=tournament.pk, entry_id=entry.pk, by=DIRECTOR, now=NOW)
    with pytest.raises(Refusal, match="that is final"):
        presence.enter_late(tournament_id=tournament.pk, who=player, by=DIRECTOR, now=NOW)


def test_two_are_exchanged_in_a_draft_and_stay_so(commits):
    tournament = swiss(commits)
    play(commits, tournament, 1)
    drawn = pairs(tournament, 2)
    assert drawn == [(1, 3), (2, 4), (5, 7), (6, 8)]
    ids = [entry_at(tournament, seed).pk for seed in (3, 8)]
    with commits(execute=True):
        pairing.swap_in_draft(
            tournament_id=tournament.pk, round=2, entries=ids, by=DIRECTOR, now=NOW
        )
    assert pairs(tournament, 2) == [(1, 8), (2, 4), (5, 7), (6, 3)]
    draft = Round.objects.get(stage__tournament=tournament, number=2)
    found = compared(stage_record(draft.stage), draft)
    assert ("score_difference", 8, 0) in [
        (cost.name.code, cost.draft, cost.proposed) for cost in found
    ]
    seats = {
        frozenset(board.match.seats.values_list("player__name", flat=True))
        for board in Board.objects.filter(pairing__round=draft)
    }
    assert {"Player 0001", "Player 0008"} in seats
    with commits(execute=True):
        rounds.draw_stage(tournament_id=tournament.pk, by=DIRECTOR, now=NOW)
    assert {(1, 8), (3, 6)} <= {tuple(sorted(two)) for two in pairs(tournament, 2)}


def test_what_is_set_twice_is_set_once_and_a_swap_loosens_it(commits):
    tournament = swiss(commits)
    play(commits, tournament, 1)
    ids = [entry_at(tournament, seed).pk for seed in (1, 4)]
    for _ in range(2):
        with commits(execute=True):
            pairing.set_pair_rule(
                tournament_id=tournament.pk,
                kind="fixed",
                entries=ids,
                round=2,
                by=DIRECTOR,
                now=NOW,
            )
    assert PairRule.objects.count() == 1
    with commits(execute=True):
        rounds.draw_stage(tournament_id=tournament.pk, by=DIRECTOR, now=NOW)
    assert (1, 4) in pairs(tournament, 2)
    swapped = [entry_at(tournament, seed).pk for seed in (1, 7)]
    with commits(execute=True):
        pairing.swap_in_draft(
            tournament_id=tournament.pk, round=2, entries=swapped, by=DIRECTOR, now=NOW
        )
    standing = PairRule.objects.filter(superseded_at__isnull=True)
    assert set(standing.values_list("first__seed", "second__seed")) == {(4, 7), (1, 5)}


def test_a_forbidden_pair_changes_the_draft(commits):
    tournament = swiss(commits)
    play(commits, tournament, 1)
    ids = [entry_at(tournament, seed).pk for seed in (1, 3)]
    with commits(execute=True):
        rule = pairing.set_pair_rule(
            tournament_id=tournament.pk, kind="forbidden", entries=ids, by=DIRECTOR, now=NOW
        )
    assert (1, 3) not in pairs(tournament, 2)
    with commits(execute=True):
        pairing.end_pair_rule(tournament_id=tournament.pk, rule_id=rule.pk, by=DIRECTOR, now=NOW)
    assert (1, 3) in pairs(tournament, 2)


def test_club_mates_are_kept_apart_in_the_first_rounds(commits):
    tournament = make_tournament(
        entrants=8,
        format="swiss",
        format_settings={"rounds": 3, "apart_rounds": 1},
        start=False,
    )
    Player.objects.filter(name__in=["Player 0001", "Player 0005"]).update(home_club="Guests")
    rounds.start_tournament(tournament_id=tournament.pk, by=DIRECTOR, now=NOW)
    assert (1, 5) not in pairs(tournament, 1)


def test_a_withdrawal_empties_the_place_in_the_draft(commits):
    tournament = swiss(commits)
    play(commits, tournament, 1)
    with commits(execute=True):
        entries.withdraw_entry(
            tournament_id=tournament.pk,
            entry_id=entry_at(tournament, 1).pk,
            by=DIRECTOR,
            now=NOW,
        )
    assert 1 not in {seed for two in pairs(tournament, 2) for seed in two}


def test_a_drawn_match_where_the_event_allows_it(commits):
    tournament = swiss(commits, entrants=2, rounds_=1, draws=True)
    board = board_of(tournament, 1, 1)
    with commits(execute=True):
        results.record_result(
            board=board,
            version=board.match.version,
            level="drawn",
            payload={"games_won": [2, 2]},
            by=DIRECTOR,
            now=NOW,
        )
    table = standing_table(Stage.objects.get(tournament=tournament))
    assert [row["tiebreaks"]["match_points"] for row in table.rows] == [0.5, 0.5]


def test_a_drawn_match_where_the_event_knows_none_is_refused(commits):
    tournament = swiss(commits, entrants=2, rounds_=1)
    board = board_of(tournament, 1, 1)
    with pytest.raises(Refusal, match="no drawn match"):
        results.record_result(
            board=board,
            version=board.match.version,
            level="drawn",
            payload={"games_won": [2, 2]},
            by=DIRECTOR,
            now=NOW,
        )


def test_who_says_before_the_start_that_they_are_away_is_not_in_the_first_round(commits):
    tournament = make_tournament(
        entrants=6, format="swiss", format_settings={"rounds": 2}, start=False
    )
    rounds.draw_stage(tournament_id=tournament.pk, by=DIRECTOR, now=NOW, seed="a")
    away = entry_at(tournament, 2).pk
    presence.note_absence(tournament_id=tournament.pk, entry_id=away, by=DIRECTOR, now=NOW)
    rounds.start_tournament(tournament_id=tournament.pk, by=DIRECTOR, now=NOW)
    assert 2 not in {seed for two in pairs(tournament, 1) for seed in two}
    assert stage_record(Stage.objects.get(tournament=tournament)).table.seed == "a"


# FIDE Dutch -----------------------------------------------------------------------------------


@needs_dutch
def test_a_round_by_fide_dutch_is_drafted_and_published(commits):
    tournament = swiss(commits, system="dutch")
    first = pairs(tournament, 1)
    assert set(map(frozenset, first)) == set(map(frozenset, ((1, 5), (2, 6), (3, 7), (4, 8))))
    assert sum(upper > lower for upper, lower in first) == 2  # seats in turn down the field
    play(commits, tournament, 1)
    assert states(tournament) == ["complete", "draft"]
    winners = {upper for upper, _ in first}
    assert sorted(len(winners & {*two}) for two in pairs(tournament, 2)) == [0, 0, 2, 2]
    draft = Round.objects.get(stage__tournament=tournament, number=2)
    assert {drawn.reason["code"] for drawn in draft.pairings.all()} == {"slide"}
    publish(commits, tournament, 2)
    assert states(tournament) == ["complete", "published"]


@needs_dutch
def test_what_the_director_exchanges_in_a_round_by_fide_dutch_stays(commits):
    tournament = swiss(commits, system="dutch")
    play(commits, tournament, 1)
    before = pairs(tournament, 2)
    (first, second), (third, fourth) = before[:2]
    exchanged = [entry_at(tournament, seed).pk for seed in (second, fourth)]
    with commits(execute=True):
        pairing.swap_in_draft(
            tournament_id=tournament.pk, round=2, entries=exchanged, by=DIRECTOR, now=NOW
        )
    with commits(execute=True):
        rounds.draw_stage(tournament_id=tournament.pk, by=DIRECTOR, now=NOW)
    after = pairs(tournament, 2)
    assert {frozenset((first, fourth)), frozenset((third, second))} <= set(map(frozenset, after))
    publish(commits, tournament, 2)
    assert pairs(tournament, 2) == after


@needs_dutch
def test_fide_dutch_with_another_first_round_is_refused_where_it_is_set(commits):
    with pytest.raises(Refusal, match="by its own rule") as refusal:
        swiss(commits, system="dutch", first_round="random")
    assert refusal.value.field == "first_round"


@needs_dutch
def test_on_a_computer_without_fide_dutch_a_round_waits_and_its_draw_says_what_to_do(
    commits, monkeypatch
):
    tournament = swiss(commits, system="dutch")
    monkeypatch.setitem(sys.modules, "py4swiss", None)
    play(commits, tournament, 1)
    assert states(tournament) == ["complete"]
    assert standing_table(Stage.objects.get(tournament=tournament)).rows
    with pytest.raises(Refusal, match="Draw there, or choose the other pairing system"):
        rounds.draw_stage(tournament_id=tournament.pk, by=DIRECTOR, now=NOW)
    monkeypatch.undo()
    rounds.draw_stage(tournament_id=tournament.pk, by=DIRECTOR, now=NOW)
    assert states(tournament) == ["complete", "draft"]
