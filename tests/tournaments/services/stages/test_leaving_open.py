"""A Swiss round is drawn while matches before it go on."""

import pytest
from django.core.management import call_command

from kernel.text import Refusal
from tests.builders import (
    DIRECTOR,
    NOW,
    board_of,
    boards_at,
    knock,
    play_boards,
    say_games,
    team_event,
    win,
)
from tests.dutch import needs_dutch
from tests.tournaments.selectors.stages.test_record import (
    LONG,
    PLANS,
    RandomEvent,
    require_totals,
)
from tests.tournaments.services.desk.test_what_rests_at_random import require_proved
from tests.tournaments.services.stages.test_plans import staged
from tests.tournaments.services.stages.test_swiss import pairs, play, publish, states, swiss
from tournaments.domain.open_results import CountedAs
from tournaments.models import LeftOpen, Round, Stage
from tournaments.selectors.desk.snapshot import snapshot
from tournaments.selectors.stages.kept_standings import standing_table
from tournaments.selectors.stages.left_open import coming_round, may_be_left_open, why_not_without
from tournaments.selectors.stages.reading import stage_record
from tournaments.services.desk import results
from tournaments.services.events import entries, setup
from tournaments.services.events.rebuilding import rebuild_tournament
from tournaments.services.stages import rounds
from tournaments.services.stages.leaving_open import draw_without
from tournaments.services.stages.plans import StagePlan

pytestmark = pytest.mark.django_db

LEVEL, AS_IT_STANDS = CountedAs.LEVEL, CountedAs.AS_IT_STANDS


@pytest.fixture(autouse=True)
def commits(django_capture_on_commit_callbacks):
    """Tasks run as soon as what they follow from is done."""
    return django_capture_on_commit_callbacks


def facts_of(tournament):
    return stage_record(Stage.objects.get(tournament=tournament))


def without(commits, tournament, number, **said):
    """Draw a round while matches go on; `said` are these by number, as `m4="level"`."""
    facts = facts_of(tournament)
    known = {f"m{match.pairing.plan.number}": match.pairing.pk for match in may_be_left_open(facts)}
    with commits(execute=True):
        return draw_without(
            tournament_id=tournament.pk,
            number=number,
            open_results={known[name]: word for name, word in said.items()},
            by=DIRECTOR,
            now=NOW,
        )


def late_table(commits, **more):
    """Eight players; of round 1 all matches but the last are over: 1 beat 5, 2 beat 6, 3 beat 7."""
    tournament = swiss(commits, **more)
    for number in (1, 2, 3):
        with commits(execute=True):
            win(board_of(tournament, 1, number), 0)
    return tournament


def one_game(commits, tournament, seat):
    """The late match has a first game: the seat leads."""
    board = board_of(tournament, 1, 4)
    while board.match.games_won == [0, 0]:
        with commits(execute=True):
            version = board.match.version
            entry = knock(seat, 5, 60)
            results.record_hand(board=board, entry=entry, version=version, by=DIRECTOR, now=NOW)
        board = board_of(tournament, 1, 4)


def points(tournament):
    """The match points on the standings after the newest published round, by seed."""
    seeds = {entry: who.seed for entry, who in facts_of(tournament).entrants.items()}
    rows = standing_table(Stage.objects.get(tournament=tournament)).rows
    return {seeds[row["entry"]]: row["tiebreaks"]["match_points"] for row in rows}


def test_a_round_is_drawn_while_a_match_counts_as_level(commits):
    tournament = late_table(commits)
    assert states(tournament) == ["running"]
    drawn = without(commits, tournament, 2, m4=LEVEL)
    assert (drawn.number, drawn.state) == (2, "draft")
    # 1, 2 and 3 have a point, 4 and 8 half of one, 5, 6 and 7 none.
    assert pairs(tournament, 2) == [(1, 2), (3, 4), (8, 5), (6, 7)]
    publish(commits, tournament, 2)
    assert states(tournament) == ["running", "published"]
    assert points(tournament)[4] == 0  # nothing is counted that is not played


def test_as_it_stands_the_leader_counts_as_the_winner(commits):
    tournament = late_table(commits)
    one_game(commits, tournament, 1)
    (match,) = may_be_left_open(facts_of(tournament))
    assert match.won == (0, 1)
    without(commits, tournament, 2, m4=AS_IT_STANDS)
    assert pairs(tournament, 2) == [(1, 3), (2, 8), (4, 6), (5, 7)]


def test_what_nobody_leads_is_level_as_it_stands(commits):
    tournament = late_table(commits)
    without(commits, tournament, 2, m4=AS_IT_STANDS)
    assert pairs(tournament, 2) == [(1, 2), (3, 4), (8, 5), (6, 7)]


def test_when_the_result_comes_standings_are_corrected_and_the_round_stays(commits):
    tournament = late_table(commits)
    without(commits, tournament, 2, m4=LEVEL)
    publish(commits, tournament, 2)
    drawn = pairs(tournament, 2)
    with commits(execute=True):
        win(board_of(tournament, 1, 4), 1)
    assert points(tournament)[8] == 1
    assert pairs(tournament, 2) == drawn
    assert states(tournament) == ["complete", "published"]
    stage = Stage.objects.get(tournament=tournament)
    assert stage.repaired == []  # it rests on what was said, not on the result
    ((_pairing, counted_as, won),) = stage.rounds.get(number=2).left_open
    assert (counted_as, won) == ("level", [0, 0])


def test_a_draft_stays_where_the_result_comes_as_it_was_counted(commits):
    tournament = late_table(commits)
    one_game(commits, tournament, 1)
    draft = without(commits, tournament, 2, m4=AS_IT_STANDS)
    with commits(execute=True):
        win(board_of(tournament, 1, 4), 1)
    assert Round.objects.get(stage__tournament=tournament, number=2) == draft
    publish(commits, tournament, 2)


def test_a_draft_follows_a_result_that_comes_otherwise(commits):
    tournament = late_table(commits)
    draft = without(commits, tournament, 2, m4=LEVEL)
    with commits(execute=True):
        win(board_of(tournament, 1, 4), 1)
    assert pairs(tournament, 2) == [(1, 3), (2, 8), (4, 6), (5, 7)]
    anew = Round.objects.get(stage__tournament=tournament, number=2)
    assert anew != draft
    assert anew.left_open is None


def test_a_draft_that_is_drawn_anew_keeps_the_word(commits):
    tournament = late_table(commits)
    without(commits, tournament, 2, m4=LEVEL)
    with commits(execute=True):
        entries.withdraw_entry(
            tournament_id=tournament.pk,
            entry_id=tournament.entries.get(seed=5).pk,
            by=DIRECTOR,
            now=NOW,
        )
    assert pairs(tournament, 2) == [(1, 2), (3, 4), (8, 6), (7, None)]
    assert len(Round.objects.get(stage__tournament=tournament, number=2).left_open) == 1


def test_the_word_can_be_changed_and_the_draft_be_taken_back(commits):
    tournament = late_table(commits)
    one_game(commits, tournament, 1)
    first = without(commits, tournament, 2, m4=LEVEL)
    assert without(commits, tournament, 2, m4=LEVEL) == first
    assert without(commits, tournament, 2, m4=AS_IT_STANDS) != first
    standing = LeftOpen.objects.filter(superseded_at=None)
    assert [row.counted_as for row in standing] == [AS_IT_STANDS]
    with commits(execute=True):
        rounds.drop_round(tournament_id=tournament.pk, number=2, by=DIRECTOR, now=NOW)
    assert states(tournament) == ["running"]
    assert not standing.all().exists()
    with pytest.raises(Refusal, match="all results"):
        rounds.draw_stage(tournament_id=tournament.pk, by=DIRECTOR, now=NOW)


def test_a_match_stays_open_over_several_rounds_and_the_end_waits_for_it(commits):
    tournament = late_table(commits, publishing="automatic")
    without(commits, tournament, 2, m4=LEVEL)
    play(commits, tournament, 2)
    assert states(tournament) == ["running", "complete"]  # it has to be said again
    with pytest.raises(Refusal, match="Other results are missing"):
        without(commits, tournament, 3)
    without(commits, tournament, 3, m4=LEVEL)
    play(commits, tournament, 3)
    tournament.refresh_from_db()
    assert (states(tournament)[0], tournament.state) == ("running", "running")
    met = [frozenset(two) for number in (1, 2, 3) for two in pairs(tournament, number)]
    assert len(met) == len(set(met)) == 12
    with commits(execute=True):
        win(board_of(tournament, 1, 4), 0)
    tournament.refresh_from_db()
    assert tournament.state == "finished"


def test_their_next_match_waits_for_the_table_of_the_two(commits):
    tournament = late_table(commits, publishing="automatic")
    with commits(execute=True):
        setup.set_tables(
            tournament_id=tournament.pk,
            tables=[(number, "") for number in (1, 2, 3, 4)],
            by=DIRECTOR,
            now=NOW,
        )
    late = board_of(tournament, 1, 4).pairing.table_id
    without(commits, tournament, 2, m4=LEVEL)
    tables = [board_of(tournament, 2, number).pairing.table for number in (1, 2, 3, 4)]
    assert [table and table.number for table in tables] == [2, None, None, 3]
    with commits(execute=True):
        win(board_of(tournament, 1, 4), 0)
    tables = [board_of(tournament, 2, number).pairing.table_id for number in (1, 2, 3, 4)]
    assert None not in tables
    assert late in tables


def test_others_that_are_missing_have_to_be_named_too(commits):
    tournament = swiss(commits)
    for number in (1, 2):
        with commits(execute=True):
            win(board_of(tournament, 1, number), 0)
    with pytest.raises(Refusal, match="Other results are missing"):
        without(commits, tournament, 2, m4=LEVEL)
    assert not LeftOpen.objects.exists()
    assert without(commits, tournament, 2, m3=LEVEL, m4=LEVEL).number == 2


def test_what_can_not_be_is_refused(commits):
    tournament = late_table(commits)
    late = board_of(tournament, 1, 4).pairing_id
    said = {"tournament_id": tournament.pk, "by": DIRECTOR, "now": NOW}
    with pytest.raises(Refusal, match="level, or as it stands"):
        draw_without(number=2, open_results={late: "lost"}, **said)
    with pytest.raises(Refusal, match="no match of a round"):
        draw_without(number=2, open_results={late + 1000: LEVEL}, **said)
    with pytest.raises(Refusal, match="not the one that is drawn next"):
        draw_without(number=3, open_results={late: LEVEL}, **said)
    first = Round.objects.get(stage__tournament=tournament, number=1)
    assert draw_without(number=1, open_results={}, **said) == first  # drawn, and published


def test_the_last_round_waits_for_nobody(commits):
    tournament = late_table(commits, rounds_=1)
    facts = facts_of(tournament)
    assert may_be_left_open(facts) == ()
    assert "No round of this stage is left" in str(why_not_without(facts))


@pytest.mark.parametrize(
    ("stages", "sentence"),
    [
        ([StagePlan("ladder", {"rounds": 2})], "On a ladder"),
        ([StagePlan("round_robin", {})], "drawn together"),
        ([StagePlan("single_elimination", {})], "drawn together"),
    ],
)
def test_formats_whose_rounds_wait_for_results_say_why(commits, stages, sentence):
    tournament = staged(commits, stages)
    assert may_be_left_open(facts_of(tournament)) == ()
    with pytest.raises(Refusal, match=sentence):
        draw_without(tournament_id=tournament.pk, number=2, open_results={}, by=DIRECTOR, now=NOW)


def test_a_qualifying_is_drawn_by_lot_whatever_is_open(commits):
    tournament = staged(commits, [StagePlan("qualifying", {"rounds": 2})], entrants=6)
    before = may_be_left_open(facts_of(tournament))
    assert len(before) == 3
    without(commits, tournament, 2, m1=LEVEL, m2=LEVEL, m3=AS_IT_STANDS)
    assert len(pairs(tournament, 2)) == 3


@needs_dutch
def test_fide_dutch_is_told_what_the_match_counts(commits):
    tournament = late_table(commits, system="dutch")
    without(commits, tournament, 2, m4=LEVEL)
    met = [frozenset(two) for number in (1, 2) for two in pairs(tournament, number)]
    assert len(set(met)) == 8
    publish(commits, tournament, 2)


def test_between_teams_the_boards_say_how_it_stands(commits):
    with commits(execute=True):
        event = team_event(4, 2, format="swiss", format_settings={"rounds": 2})
    with commits(execute=True):
        play_boards(event, 1, 1, [3, 0], [3, 0])
    with commits(execute=True):
        say_games(boards_at(event, 1, 2)[0], [0, 3])
    (match,) = may_be_left_open(facts_of(event))
    assert match.won == (0, 1)
    without(commits, event, 2, m2=AS_IT_STANDS)
    assert pairs(event, 2) == [(1, 4), (2, 3)]


def test_a_rebuild_and_the_undoing_of_a_correction_keep_it(commits):
    tournament = late_table(commits)
    without(commits, tournament, 2, m4=LEVEL)
    publish(commits, tournament, 2)
    with commits(execute=True):
        win(board_of(tournament, 1, 4), 1)
    before = snapshot(tournament)
    assert '"left_open"' in before
    with commits(execute=True):
        rebuild_tournament(tournament_id=tournament.pk, by=DIRECTOR, now=NOW)
    tournament.refresh_from_db()
    assert snapshot(tournament) == before


class OpenEvent(RandomEvent):
    """A Swiss in which anything happens at any time, rounds drawn without open matches too."""

    def __init__(self, commits, seed):
        super().__init__(commits, seed * len(PLANS))  # the first plan is a Swiss

    def ways(self):
        comes_and_goes = {"leave", "be_away", "come_back"}
        ways = [way for way in super().ways() if way.__name__ not in comes_and_goes]
        return [*ways, self.leave_open, self.leave_open, self.drop]

    def leave_open(self):
        facts = self.facts()
        said = {
            match.pairing.pk: self.chance.choice(list(CountedAs))
            for match in may_be_left_open(facts)
        }
        with self.commits(execute=True):
            number = coming_round(facts)
            draw_without(open_results=said, number=number, **self.own)

    def drop(self):
        with self.commits(execute=True):
            rounds.drop_round(number=coming_round(self.facts()), **self.own)

    def facts(self):
        return stage_record(Stage.objects.get(tournament=self.event, number=1))

    @property
    def own(self):
        return {"tournament_id": self.event.pk, "by": DIRECTOR, "now": NOW}


@pytest.mark.sampled
@pytest.mark.parametrize("seed", range(12 if LONG else 3))
def test_whatever_happens_what_stands_is_proved_by_the_facts(commits, capsys, seed):
    event = OpenEvent(commits, seed)
    for _ in range(30):
        event.step()
        call_command("verify_standings")
        require_totals(event.event)
    assert "leave_open" in event.done
    require_proved(event.event)
    capsys.readouterr()
