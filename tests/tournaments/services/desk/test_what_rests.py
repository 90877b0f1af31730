"""A corrected result from which a round or a stage was drawn: what rests on it is asked about, is
drawn again, kept or void, and all of it is undone."""

import json
from datetime import timedelta
from functools import partial

import pytest
from django.core.management import call_command

from games.models import Match
from kernel.permissions import Actor, Role
from kernel.text import Refusal
from tests.builders import DIRECTOR, NOW, board_of, entry_at, knock, make_tournament, win
from tests.stock import stocked
from tests.tournaments.services.stages.test_plans import (
    board_of_match,
    play_stage,
    staged,
    win_best_of,
)
from tests.tournaments.services.stages.test_reseeding import (
    correct,
    first_of,
    marked,
    seeds_of,
    undo,
)
from tests.tournaments.services.stages.test_swiss import pairs, play, publish, states, swiss
from tournaments.models import Board, Correction, Draw, Penalty, Round, Stage
from tournaments.selectors.desk.snapshot import snapshot
from tournaments.services.desk import results
from tournaments.services.desk.corrections import undo_correction
from tournaments.services.desk.penalties import PenaltyEntry, give_penalty
from tournaments.services.desk.previews import preview_corrections
from tournaments.services.events import entries, setup
from tournaments.services.stages import rounds
from tournaments.services.stages.plans import StagePlan
from tournaments.services.stages.redrawing import RestsOn
from tournaments.services.stages.settling import settle_stage

pytestmark = [pytest.mark.django_db, pytest.mark.sampled]

HOUR = timedelta(hours=1)
REFEREE = Actor("page", roles=frozenset({Role.REFEREE, Role.ANYONE}))


@pytest.fixture
def commits(django_capture_on_commit_callbacks):
    """Tasks run as soon as what they follow from is done."""
    return django_capture_on_commit_callbacks


@pytest.fixture
@stocked
def event(commits):
    """Two groups of four, over, and the published knock-out of the first two of each."""
    made = staged(commits)
    play_stage(commits, made, 1)
    return made


@pytest.fixture
@stocked
def two_rounds(commits):
    """A Swiss of eight; the first of three rounds is over, the second published."""
    tournament = swiss(commits, publishing="automatic")
    play(commits, tournament, 1)
    return tournament


def written(tournament):
    tournament.refresh_from_db()
    return snapshot(tournament).splitlines()


def second_of(event):
    return Stage.objects.get(tournament=event, number=2)


def begin(commits, board):
    """A hand is written down."""
    board = board_of_match(board.match_id)
    entry = knock(0, 5, 20)
    with commits(execute=True):
        results.record_hand(
            board=board, version=board.match.version, entry=entry, by=DIRECTOR, now=NOW
        )


def of_second(event, number=1):
    return Board.objects.get(
        pairing__round__stage=second_of(event), pairing__round__number=1, pairing__number=number
    )


def other_way(commits, tournament, number=1, choice=None, round=1, **more):
    """Seat 1 has won a match of a Swiss after all."""
    with commits(execute=True):
        board = board_of(tournament, round, number)
        return win(board, 1, reason="misread", choice=choice, **more).followed.correction


def unwind(commits, correction):
    correction.board.match.refresh_from_db()
    undo(commits, correction)


# Asked, and by whom


def test_the_next_stage_that_is_published_is_asked_about(commits, event):
    with pytest.raises(RestsOn) as refused:
        correct(commits, event, 5, 4, choice=None)
    assert refused.value.text.code == "choice_needed"
    assert refused.value.choices == ("redraw", "keep")
    (drawing,) = refused.value.drawings
    assert drawing.found.comes_in == (entry_at(event, 5).pk,)
    assert drawing.found.goes_out == (entry_at(event, 4).pk,)
    assert not Correction.objects.exists()


def test_second_and_third_of_a_group_exchanged_is_what_it_is_about(commits, event):
    """The reproduction: it was saved without a word, and who did not qualify played on."""
    begin(commits, of_second(event))
    with pytest.raises(RestsOn) as refused:
        correct(commits, event, 5, 4, choice=None)
    assert refused.value.choices == ("keep", "void")


def test_a_round_that_is_published_is_asked_about(commits, two_rounds):
    with pytest.raises(RestsOn) as refused:
        other_way(commits, two_rounds)
    (drawing,) = refused.value.drawings
    seed = dict(two_rounds.entries.values_list("pk", "seed"))
    found = [tuple(seed[entry] for entry in two) for two in drawing.found.now]
    assert (1, 3) not in found
    assert (drawing.place, drawing.is_published, drawing.has_begun) == ((1, 2), True, False)


def test_a_correction_by_which_all_is_drawn_as_it_was_asks_nothing(commits, event):
    assert correct(commits, event, 8, 5, choice=None).choice in ("rewind", "score_only")


def test_a_draft_is_drawn_again_without_a_word(commits):
    tournament = swiss(commits)
    play(commits, tournament, 1)
    before = pairs(tournament, 2)
    board = board_of(tournament, 1, 1)
    previews = preview_corrections(
        board=board, write=lambda **wish: win(board, 1, reason="misread", **wish), now=NOW
    )
    assert [drawing.is_published for drawing in previews.rests] == [False]
    assert not previews.is_asked
    correction = other_way(commits, tournament)
    assert pairs(tournament, 2) != before
    unwind(commits, correction)
    assert pairs(tournament, 2) == before


def test_a_referee_is_told_that_a_director_chooses(commits, event):
    for choice in (None, "keep", "redraw"):
        with pytest.raises(RestsOn) as refused:
            correct(commits, event, 5, 4, choice=choice, by=REFEREE)
        assert refused.value.text.code == "forbidden"
        assert not refused.value.choices
        assert refused.value.drawings
    assert not Correction.objects.exists()


def test_a_referee_does_not_take_back_what_a_director_chose(commits, event):
    made = correct(commits, event, 5, 4, choice="redraw")
    made.board.match.refresh_from_db()
    version = made.board.match.version
    with pytest.raises(Refusal, match="only a director"):
        undo_correction(correction=made, version=version, by=REFEREE, now=NOW)


def test_what_is_not_open_is_asked_for_again(commits, event):
    for choice in ("void", "rewind", "score_only"):
        with pytest.raises(Refusal, match="look at what the correction changes"):
            correct(commits, event, 5, 4, choice=choice)


# Drawn again


def test_redraw_draws_the_stage_again_and_undoing_brings_the_old_one_back(commits, event):
    before, boards = written(event), set(Board.objects.values_list("pk", "match_id"))
    made = correct(commits, event, 5, 4, choice="redraw")
    assert (made.choice, made.level) == ("redraw", "warning")
    assert (seeds_of(event), marked(event)) == ([2, 1, 3, 5], None)
    assert [round.state for round in second_of(event).rounds.all()] == ["published", "draft"]
    assert Round.objects.filter(set_aside_from=second_of(event)).count() == 2
    after = written(event)
    undo(commits, made)
    assert seeds_of(event) == [2, 1, 3, 4]
    assert same_but_for_draws(written(event), before)
    assert set(of_event(event)) <= boards
    undone = Correction.objects.latest("pk")
    undo(commits, undone)
    assert same_but_for_draws(written(event), after)


def of_event(event):
    boards = Board.objects.filter(pairing__round__stage__tournament=event)
    return boards.values_list("pk", "match_id")


def same_but_for_draws(state, other):
    """What stands is the same; that something was drawn in between stays known."""
    return drop_draws(state) == drop_draws(other)


def drop_draws(lines):
    content = json.loads("\n".join(lines))
    for stage in content["stages"]:
        stage["draws"] = stage["draws"][-1:]
    return content


def test_redraw_draws_a_round_again_and_undoing_brings_the_old_one_back(commits, two_rounds):
    before, old = written(two_rounds), pairs(two_rounds, 2)
    made = other_way(commits, two_rounds, choice="redraw")
    assert pairs(two_rounds, 2) != old
    assert states(two_rounds) == ["complete", "published"]
    assert Round.objects.get(set_aside_from__isnull=False).number == 2
    unwind(commits, made)
    assert written(two_rounds) == before


def test_by_hand_what_is_drawn_again_is_a_draft(commits):
    tournament = swiss(commits)
    play(commits, tournament, 1)
    publish(commits, tournament, 2)
    before = written(tournament)
    made = other_way(commits, tournament, choice="redraw")
    assert states(tournament) == ["complete", "draft"]
    unwind(commits, made)
    assert states(tournament) == ["complete", "published"]
    assert written(tournament) == before


def test_what_was_played_stays_and_what_comes_after_it_is_drawn_again(commits, two_rounds):
    play(commits, two_rounds, 2)
    old = pairs(two_rounds, 3)
    made = other_way(commits, two_rounds, choice="redraw", number=4)
    played, drawn = pairs(two_rounds, 2), pairs(two_rounds, 3)
    assert states(two_rounds) == ["complete", "complete", "published"]
    assert drawn != old
    (mark,) = first_of(two_rounds).repaired
    assert mark[0] == 2
    unwind(commits, made)
    assert (pairs(two_rounds, 2), pairs(two_rounds, 3)) == (played, old)
    assert first_of(two_rounds).repaired == []


def by_hands(commits):
    """A Swiss of four whose first match was written hand by hand; the second round is published."""
    with commits(execute=True):
        settings = {"rounds": 3}
        tournament = make_tournament(
            format="swiss", format_settings=settings, best_of=1, publishing="automatic"
        )
    board = board_of(tournament, 1, 1)
    for _ in range(2):
        hand(commits, board, knock(0, 1, 91))
    with commits(execute=True):
        win_best_of(board_of(tournament, 1, 2), 0)
    return tournament


def hand(commits, board, entry):
    board = board_of_match(board.match_id)
    with commits(execute=True):
        results.record_hand(
            board=board, version=board.match.version, entry=entry, by=DIRECTOR, now=NOW
        )


def reopen(commits, tournament, choice):
    """The last hand of a match brought less, so that the match is not over."""
    board = board_of(tournament, 1, 1)
    with commits(execute=True):
        return results.correct_hand(
            board=board,
            version=board.match.version,
            n=2,
            entry=knock(0, 8, 16),
            reason="eight, not ninety",
            choice=choice,
            by=DIRECTOR,
            now=NOW,
        ).followed.correction


def test_where_the_result_is_open_again_the_round_waits_for_it(commits):
    tournament = by_hands(commits)
    before = written(tournament)
    assert states(tournament) == ["complete", "published"]
    with pytest.raises(RestsOn) as refused:
        reopen(commits, tournament, None)
    assert refused.value.drawings[0].found.is_open
    made = reopen(commits, tournament, "redraw")
    assert states(tournament) == ["running"]
    unwind(commits, made)
    assert written(tournament) == before
    made = reopen(commits, tournament, "redraw")
    hand(commits, board_of(tournament, 1, 1), knock(0, 1, 91))
    assert states(tournament) == ["complete", "published"]
    assert not first_of(tournament).repaired


def test_what_was_drawn_since_in_its_place_is_set_aside_when_it_is_undone(commits):
    tournament = by_hands(commits)
    made = reopen(commits, tournament, "redraw")
    # The result of the other match is another one: the round follows when both are in.
    other = board_of(tournament, 1, 2)
    with commits(execute=True):
        correct_at(other, {"games_won": [0, 1]})
    assert states(tournament) == ["running"]
    unwind(commits, made)
    assert states(tournament)[0] == "complete"


def test_the_mark_of_a_round_goes_with_it(commits):
    tournament = by_hands(commits)
    with commits(execute=True):
        correct_at(board_of(tournament, 1, 2), {"games_won": [0, 1]}, choice="keep")
    assert [mark[0] for mark in first_of(tournament).repaired] == [2]
    made = reopen(commits, tournament, "redraw")
    assert states(tournament) == ["running"]
    assert first_of(tournament).repaired == []
    unwind(commits, made)
    assert [mark[0] for mark in first_of(tournament).repaired] == [2]


# Kept


def test_keep_marks_it_until_it_is_undone(commits, event, two_rounds):
    made = correct(commits, event, 5, 4, choice="keep")
    assert made.choice == "keep"
    assert seeds_of(event) == [2, 1, 3, 4]
    assert marked(event) == {5: (None, 4), 4: (4, None)}
    undo(commits, made)
    assert marked(event) is None
    old = pairs(two_rounds, 2)
    made = other_way(commits, two_rounds, choice="keep")
    assert pairs(two_rounds, 2) == old
    assert [mark[0] for mark in first_of(two_rounds).repaired] == [2]
    unwind(commits, made)
    assert first_of(two_rounds).repaired == []


def test_what_was_kept_is_not_asked_about_again(commits, event):
    correct(commits, event, 5, 4, choice="keep")
    assert correct(commits, event, 7, 6, choice=None).choice != "keep"


def test_the_mark_of_a_round_is_a_copy_that_is_made_anew(commits, two_rounds):
    other_way(commits, two_rounds, choice="keep")
    before = written(two_rounds)
    Stage.objects.filter(tournament=two_rounds).update(repaired=[])
    assert written(two_rounds) != before
    call_command("rebuild")
    assert written(two_rounds) == before


def test_who_left_a_round_is_no_reason_for_a_mark(commits, two_rounds):
    leaver = entry_at(two_rounds, 1).pk
    with commits(execute=True):
        entries.withdraw_entry(tournament_id=two_rounds.pk, entry_id=leaver, by=DIRECTOR, now=NOW)
    with commits(execute=True):
        board = board_of(two_rounds, 1, 4)
        win(board, 0, reason="the same, by hand")
    assert first_of(two_rounds).repaired == []


# Void


def test_void_sets_aside_what_was_played_and_undoing_brings_its_hands_back(commits, event):
    play_stage(commits, event, 2)
    event.refresh_from_db()
    assert event.state == "finished"
    before, matches = written(event), set(of_event(event))
    for typed in ("", "Final"):
        with pytest.raises(Refusal, match="Type ") as refused:
            correct(commits, event, 5, 4, choice="void", confirm=typed)
        assert refused.value.text.code == "confirm_needed"
    made = correct(commits, event, 5, 4, choice="void", confirm=name_of_round(event, 5, 4))
    event.refresh_from_db()
    assert (event.state, made.choice, made.level) == ("running", "void", "double")
    assert (seeds_of(event), marked(event)) == ([2, 1, 3, 5], None)
    assert not Match.objects.filter(
        board__pairing__round__stage=second_of(event), hands__isnull=False
    )
    undo(commits, made)
    assert same_but_for_draws(written(event), before)
    assert set(of_event(event)) == matches
    assert Draw.objects.filter(stage=second_of(event), superseded_at__isnull=True).count() == 1


def test_nothing_is_written_into_a_match_that_was_set_aside_meanwhile(commits, event):
    """Whoever opened the pad before it was set aside holds the match as it stood in its round."""
    boards = Board.objects.select_related("match", "pairing__round__stage__tournament__club")
    held = boards.filter(pairing__round__stage=second_of(event), match__state="open").first()
    correct(commits, event, 5, 4, choice="redraw")
    assert Round.objects.filter(pk=held.pairing.round_id, stage__isnull=True).exists()
    with pytest.raises(Refusal) as refused:
        results.record_hand(
            board=held, version=held.match.version, entry=knock(0, 8, 32), by=DIRECTOR, now=NOW
        )
    assert refused.value.text.code == "not_found"


def name_of_round(event, seed, other):
    """What the round is called in which two of the groups met."""
    names = {f"Player {seed:04d}", f"Player {other:04d}"}
    for board in Board.objects.filter(pairing__round__stage=first_of(event)):
        if {seat.player.name for seat in board.match.seats.all()} == names:
            return f"Round {board.pairing.round.number}"
    raise AssertionError(names)


def test_void_of_a_round_takes_all_that_came_after_it(commits, two_rounds):
    play(commits, two_rounds, 2)
    before = written(two_rounds)
    assert states(two_rounds) == ["complete", "complete", "published"]
    made = other_way(commits, two_rounds, choice="void", confirm="Round 1 of 3")
    assert states(two_rounds) == ["complete", "published"]
    assert Round.objects.filter(set_aside_from__isnull=False).count() == 2
    unwind(commits, made)
    assert written(two_rounds) == before
    redone = Correction.objects.latest("pk")
    unwind(commits, redone)
    assert states(two_rounds) == ["complete", "published"]


def test_where_penalties_were_given_what_was_played_is_not_set_aside(commits, two_rounds):
    board = board_of(two_rounds, 2, 1)
    side = board.pairing.sides.get(seat=0)
    said = PenaltyEntry(side.entry_id, "T_SLOW", 1, "warning")
    begin(commits, board)
    board = board_of(two_rounds, 2, 1)
    with commits(execute=True):
        give_penalty(board=board, version=board.match.version, entry=said, by=DIRECTOR, now=NOW)
    with pytest.raises(Refusal, match="A penalty was given"):
        other_way(commits, two_rounds, choice="void", confirm="Round 1 of 3")


def test_a_penalty_that_hit_a_match_which_is_set_aside_hits_the_next_one(commits, two_rounds):
    first = board_of(two_rounds, 1, 2)
    side = first.pairing.sides.get(seat=0)
    said = PenaltyEntry(side.entry_id, "T_SLOW", 1, "game_loss")
    with commits(execute=True):
        give_penalty(board=first, version=first.match.version, entry=said, by=DIRECTOR, now=NOW)
    before = written(two_rounds)
    penalty = Penalty.objects.get()
    hit = penalty.takes_effect
    assert hit.pairing.round.number == 2
    made = other_way(commits, two_rounds, choice="void", confirm="Round 1 of 3")
    penalty.refresh_from_db()
    assert penalty.takes_effect not in (None, hit)
    assert penalty.takes_effect.pairing.round.stage == first_of(two_rounds)
    unwind(commits, made)
    penalty.refresh_from_db()
    assert penalty.takes_effect == hit
    assert written(two_rounds) == before


# Undone


@pytest.mark.parametrize("choice", ["redraw", "keep"])
def test_what_was_played_in_since_stands_in_the_way_of_undoing(commits, two_rounds, choice):
    made = other_way(commits, two_rounds, choice=choice)
    begin(commits, board_of(two_rounds, 2, 1))
    if choice == "keep":
        unwind(commits, made)
        return
    with pytest.raises(Refusal, match="Round 2 has been played in since"):
        unwind(commits, made)
    with commits(execute=True):
        win(board_of(two_rounds, 1, 1), 0, reason="it was right at first", choice="keep")
    assert [mark[0] for mark in first_of(two_rounds).repaired] == [2]


def test_a_correction_from_which_something_was_drawn_since_is_not_undone(commits):
    tournament = swiss(commits)
    play(commits, tournament, 1)
    made = other_way(commits, tournament)
    publish(commits, tournament, 2)
    with pytest.raises(Refusal, match="Round 2 of stage 1 was drawn from the corrected result"):
        unwind(commits, made)


@pytest.mark.parametrize("choice", ["redraw", "keep"])
def test_all_is_proved_afterwards(commits, event, capsys, choice):
    correct(commits, event, 5, 4, choice=choice)
    for _ in range(2):
        before = written(event)
        call_command("rebuild")
        assert written(event) == before
        call_command("verify_standings")
        call_command("verify_audit")
        undo(commits, Correction.objects.latest("pk"))
    capsys.readouterr()


def test_an_event_is_deleted_with_what_was_set_aside(commits, event):
    correct(commits, event, 5, 4, choice="redraw")
    move = {"tournament_id": event.pk, "by": DIRECTOR, "now": NOW}
    setup.move_tournament(action="cancel", name=event.name, **move)
    setup.delete_tournament(tournament_id=event.pk, name=event.name, by=DIRECTOR, now=NOW)
    assert not Match.objects.exists()
    assert not Round.objects.exists()


# What is shown before


@pytest.mark.parametrize("begun", [False, True])
def test_a_preview_shows_each_way_and_leaves_nothing(commits, event, begun):
    if begun:
        begin(commits, of_second(event))
    before = written(event)
    board = match_of(event, 5, 4)
    write = partial(correct_at, board)
    previews = preview_corrections(board=board, write=write, now=NOW)
    assert previews.is_asked
    assert [choice.choice for choice in previews.choices] == (
        ["keep", "void"] if begun else ["redraw", "keep"]
    )
    anew = next(choice for choice in previews.choices if choice.choice != "keep")
    kept = next(choice for choice in previews.choices if choice.choice == "keep")
    assert (kept.set_aside, kept.drawn, [stay.place for stay in kept.stays]) == ((), (), [(2, 1)])
    assert [drawing.place for drawing in anew.set_aside] == [(2, 1)]
    seeds = dict(event.entries.values_list("pk", "seed"))
    (drawn,) = anew.drawn
    assert {seeds[entry] for two in drawn.pairs for entry in two} == {1, 2, 3, 5}
    assert drawn.is_published
    assert len(previews.played) == begun
    assert written(event) == before
    assert not Correction.objects.exists()


def match_of(event, seed, other):
    names = {f"Player {seed:04d}", f"Player {other:04d}"}
    boards = Board.objects.filter(pairing__round__stage=first_of(event))
    return next(
        board_of_match(board.match_id)
        for board in boards
        if {seat.player.name for seat in board.match.seats.all()} == names
    )


def correct_at(board, payload=None, **wish):
    """The loser of it has won after all."""
    board = board_of_match(board.match_id)
    other_way = {"games_won": [2, 0] if board.match.winner == 1 else [0, 2]}
    return results.record_result(
        board=board,
        version=board.match.version,
        level="games_won",
        payload=payload or other_way,
        reason="misread",
        by=DIRECTOR,
        now=NOW,
        **wish,
    )


# Other formats


def test_a_double_elimination_after_groups_is_asked_about(commits):
    stages = [
        StagePlan("round_robin", {"groups": 2}, rules={"match_n": 3}),
        StagePlan("double_elimination", take=4, rules={"match_n": 3}),
    ]
    event = staged(commits, stages)
    play_stage(commits, event, 1)
    before = written(event)
    made = correct(commits, event, 5, 4, choice="redraw")
    assert 5 in seeds_of(event)
    undo(commits, made)
    assert same_but_for_draws(written(event), before)


def test_a_stage_after_a_knock_out_follows_with_its_bracket(commits):
    stages = [
        StagePlan("single_elimination", {"third_place": True}, rules={"match_n": 3}),
        StagePlan("round_robin", take=2, rules={"match_n": 3}),
    ]
    event = staged(commits, stages, entrants=4)
    play_stage(commits, event, 1)
    before = written(event)
    board = Board.objects.get(
        pairing__round__stage=first_of(event), pairing__round__number=2, pairing__number=1
    )
    with pytest.raises(RestsOn):
        correct_at(board, choice=None)
    semi = Board.objects.filter(
        pairing__round__stage=first_of(event), pairing__round__number=1
    ).first()
    with pytest.raises(Refusal, match="Matches that rest on this result have begun"):
        correct_at(semi, choice=None)
    with commits(execute=True):
        made = correct_at(semi, choice="void", confirm="Semi-finals").followed.correction
    assert not second_of(event).rounds.exists()
    undo(commits, made)
    assert same_but_for_draws(written(event), before)


@pytest.mark.parametrize("format", ["ladder", "qualifying"])
def test_all_that_is_paired_round_by_round_is_asked_about(commits, format):
    settings = {"rounds": 3}
    with commits(execute=True):
        tournament = make_tournament(
            entrants=6, format=format, format_settings=settings, publishing="automatic"
        )
    play(commits, tournament, 1)
    before = written(tournament)
    if format == "qualifying":  # drawn by lot, whatever came out
        assert other_way(commits, tournament).choice in ("rewind", "score_only")
        return
    with pytest.raises(RestsOn):
        other_way(commits, tournament)
    made = other_way(commits, tournament, choice="redraw")
    unwind(commits, made)
    assert written(tournament) == before


def test_what_was_published_at_its_hour_is_published_again_when_it_is_drawn_again(commits):
    """It had been taken back, and then planned: the hour is the director's word, as a press is."""
    tournament = swiss(commits, publishing="automatic")
    play(commits, tournament, 1)
    publishing = {"tournament_id": tournament.pk, "number": 2, "by": DIRECTOR, "now": NOW}
    rounds.unpublish_round(**publishing)
    rounds.publish_round(**publishing, at=NOW + HOUR)
    with commits(execute=True):
        settle_stage(stage_id=first_of(tournament).pk, by=DIRECTOR, now=NOW + HOUR)
    assert states(tournament) == ["complete", "published"]
    other_way(commits, tournament, choice="redraw")
    assert states(tournament) == ["complete", "published"]


@pytest.mark.parametrize("number", [1, 2])
def test_undoing_brings_back_a_stage_that_a_finalist_has_left(commits, event, number):
    for board in (of_second(event, 1), of_second(event, 2)):
        with commits(execute=True):
            win_best_of(board_of_match(board.match_id), 0)
    leaver = of_second(event, number).pairing.sides.get(seat=0).entry_id
    later = second_of(event).draws.get().at + HOUR
    with commits(execute=True):
        entries.withdraw_entry(tournament_id=event.pk, entry_id=leaver, by=DIRECTOR, now=later)
    before = written(event)
    made = correct(commits, event, 5, 4, choice="void", confirm=name_of_round(event, 5, 4))
    assert written(event) != before
    unwind(commits, made)
    assert same_but_for_draws(written(event), before)
