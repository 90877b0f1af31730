"""A corrected winner: who follows, what is void, who stays; and everything as it was when it is
taken back."""

import os
from functools import partial

import pytest
from hypothesis import Phase, example, given, settings
from hypothesis import strategies as st

from games.models import Match
from kernel.permissions import Actor, Role
from kernel.text import Refusal
from tests.builders import (
    DIRECTOR,
    NOW,
    board_of,
    entry_at,
    knock,
    make_club,
    make_tournament,
    make_user,
    win,
    wish_for,
)
from tests.stock import stocked
from tournaments.models import Correction, Kept, Notice, PairingSide, Round
from tournaments.selectors.desk.snapshot import snapshot
from tournaments.selectors.stages.bracket import bracket
from tournaments.selectors.stages.kept_standings import standing_table
from tournaments.selectors.stages.reading import stage_record
from tournaments.services.desk import results
from tournaments.services.desk.corrections import undo_correction
from tournaments.services.desk.penalties import PenaltyEntry, give_penalty
from tournaments.services.desk.previews import preview_corrections
from tournaments.services.events import setup
from tournaments.services.stages import rounds
from tournaments.services.stages.settling import settle_stage

pytestmark = [pytest.mark.django_db, pytest.mark.sampled]

EXAMPLES = 30 if os.environ.get("UNDERCUT_LONG") == "1" else 8


def settled(tournament):
    """The tournament when the workers are through."""
    stage = tournament.stages.get().pk
    settle_stage(stage_id=stage, by=DIRECTOR, now=NOW)
    tournament.refresh_from_db()
    return snapshot(tournament).splitlines()


def undo(correction, by=DIRECTOR):
    version = Match.objects.get(pk=correction.board.match_id).version
    return undo_correction(correction=correction, version=version, by=by, now=NOW)


def play_to(tournament, last):
    """Seat 0 wins every match up to this round."""
    for number in range(1, last + 1):
        for pairing in range(1, 1 + (8 >> number)):
            win(board_of(tournament, number, pairing), seat=0)
        settled(tournament)


def hand(board, entry):
    board.match.refresh_from_db()
    return results.record_hand(
        board=board, version=board.match.version, entry=entry, by=DIRECTOR, now=NOW
    )


def seeds_of(tournament, round, number):
    facts = stage_record(tournament.stages.get())
    pairing = next(pairing for pairing in facts.resolved() if pairing.plan.key == (round, number))
    return [facts.entrants[entry].seed for entry in pairing.entries]


@pytest.fixture
@stocked
def tournament():
    """Eight entrants, all matches but the final won by seat 0."""
    tournament = make_tournament(entrants=8)
    play_to(tournament, 2)
    return tournament


def test_void_ends_what_rests_on_it_and_opens_it_for_the_right_players(tournament):
    hand(board_of(tournament, 3, 1), knock(0, 5, 20))
    left = win(
        board_of(tournament, 1, 1), 1, reason="misread", choice="void", confirm="quarter-finals "
    )
    correction = left.followed.correction
    assert (correction.choice, correction.level) == ("void", "double")
    assert seeds_of(tournament, 2, 1) == [8, 4]
    assert seeds_of(tournament, 3, 1) == [2]
    again = board_of(tournament, 2, 1)
    assert (again.match.state, again.match.winner, again.match.games_won) == ("open", None, [0, 0])
    hand(again, knock(0, 5, 20))
    assert again.match.hands.count() == 1
    win(board_of(tournament, 2, 1), 0)
    settled(tournament)
    final = board_of(tournament, 3, 1)
    assert [seat.player.name for seat in final.match.seats.all()] == ["Player 0008", "Player 0002"]
    # The place of the void hand is free for the new ones, however many they become.
    for n in (1, 2, 3):
        assert hand(final, knock(0, 5, 20)).record.facts[-1].hand.sequence == n


def test_what_is_void_is_played_anew_hand_by_hand_and_void_again():
    tournament = make_tournament(entrants=8)
    for number in (1, 2):
        win(board_of(tournament, 1, number), seat=0)
    settled(tournament)
    for winner, hands in ((1, 2), (0, 5), (1, 7)):
        for n in range(1, hands + 1):
            left = hand(board_of(tournament, 2, 1), knock(n % 2, 5, 20))
            assert [fact.hand.sequence for fact in left.record.facts] == list(range(1, n + 1))
        win(board_of(tournament, 2, 1), 0)
        first = board_of(tournament, 1, 1)
        before = settled(tournament)
        made = win(first, winner, reason="no", choice="void", confirm="Quarter-finals")
        after = settled(tournament)
        undo(made.followed.correction)
        assert settled(tournament) == before
        win(first, winner, reason="no", choice="void", confirm="Quarter-finals")
        assert settled(tournament) == after


def test_a_penalty_in_a_match_that_is_void_stands_there_again_when_it_is_undone(tournament):
    hand(board_of(tournament, 3, 1), knock(0, 5, 20))
    final = board_of(tournament, 3, 1)
    said = PenaltyEntry(entry_at(tournament, 2).pk, "T_SLOW", 1, "game_loss")
    give_penalty(board=final, version=final.match.version, entry=said, by=DIRECTOR, now=NOW)
    before = settled(tournament)
    made = win(board_of(tournament, 1, 1), 1, reason="no", choice="void", confirm="Quarter-finals")
    undo(made.followed.correction)
    assert settled(tournament) == before


def test_void_is_confirmed_by_typing_the_name_of_the_round(tournament):
    for typed in ("", "void", "Final"):
        with pytest.raises(Refusal, match="Type Quarter-finals") as refused:
            win(board_of(tournament, 1, 1), 1, reason="no", choice="void", confirm=typed)
        assert refused.value.text.code == "confirm_needed"
    assert not Correction.objects.exists()


def test_keep_leaves_what_was_played_and_marks_it(tournament):
    left = win(board_of(tournament, 1, 1), 1, reason="misread", choice="keep")
    assert left.followed.correction.level == "leaves_rules"
    assert left.record.winner == 1
    assert seeds_of(tournament, 2, 1) == [1, 4]
    assert seeds_of(tournament, 3, 1) == [1, 2]
    facts = stage_record(tournament.stages.get())
    assert facts.against_results(facts.resolved()) == {(2, 1)}
    settled(tournament)
    assert board_of(tournament, 2, 1).match.winner == 0


def test_who_was_kept_and_comes_through_after_all_leaves_no_mark(tournament):
    win(board_of(tournament, 1, 1), 1, reason="misread", choice="keep")
    board = board_of(tournament, 1, 1)
    write = partial(win, board, 0, reason="it was right after all")
    previews = preview_corrections(board=board, write=write, now=NOW)
    assert [choice.choice for choice in previews.choices] == ["score_only", "void"]
    assert write().followed.correction.choice == "score_only"
    facts = stage_record(tournament.stages.get())
    assert Kept.objects.filter(superseded_at=None).count() == 1
    assert not facts.against_results(facts.resolved())


def test_before_anything_later_has_begun_the_new_winner_moves_up_or_nobody_does():
    tournament = make_tournament(entrants=4, format_settings={"third_place": True})
    for number in (1, 2):
        win(board_of(tournament, 1, number), 0)
    settled(tournament)
    left = win(board_of(tournament, 1, 1), 1, reason="misread")
    assert left.followed.choices == ("rewind", "score_only")
    assert (seeds_of(tournament, 2, 1), seeds_of(tournament, 2, 2)) == ([4, 2], [1, 3])
    win(board_of(tournament, 1, 1), 0, reason="no, it was right", choice="score_only")
    assert (seeds_of(tournament, 2, 1), seeds_of(tournament, 2, 2)) == ([4, 2], [1, 3])
    win(board_of(tournament, 1, 1), 0, reason="he moves up, too", choice="rewind")
    assert (seeds_of(tournament, 2, 1), seeds_of(tournament, 2, 2)) == ([1, 2], [4, 3])
    assert not Kept.objects.filter(superseded_at=None).exists()


def test_a_score_without_a_new_winner_touches_no_neighbour(tournament):
    versions = dict(Match.objects.values_list("pk", "version"))
    board = board_of(tournament, 1, 1)
    left = win(board, 0, reason="by three to none")
    assert left.followed.correction.choice == "score_only"
    versions[board.match_id] += 1
    assert dict(Match.objects.values_list("pk", "version")) == versions


def test_a_double_forfeit_after_all_lets_the_other_one_through(tournament):
    board = board_of(tournament, 1, 1)
    results.record_result(
        board=board,
        version=board.match.version,
        level="double_forfeit",
        payload={},
        reason="both had left",
        choice="void",
        confirm="Quarter-finals",
        by=DIRECTOR,
        now=NOW,
    )
    assert seeds_of(tournament, 2, 1) == [4]
    assert seeds_of(tournament, 3, 1) == [4, 2]


def test_a_choice_that_is_not_open_any_more_is_asked_for_again(tournament):
    with pytest.raises(Refusal, match="look at what the correction changes"):
        win(board_of(tournament, 1, 1), 1, reason="no", choice="rewind")


def test_undone_it_can_be_done_again(tournament):
    before = settled(tournament)
    left = win(board_of(tournament, 1, 1), 1, reason="no", choice="void", confirm="Quarter-finals")
    after = settled(tournament)
    undone = undo(left.followed.correction)
    assert settled(tournament) == before
    undo(undone.followed.correction)
    assert settled(tournament) == after


def test_a_round_that_a_correction_alone_has_opened_opens_again_in_its_time():
    tournament = make_tournament(entrants=8)
    for number in range(1, 5):
        win(board_of(tournament, 1, number), 0)
    settled(tournament)
    win(board_of(tournament, 2, 2), 0)
    before = settled(tournament)
    left = put(board_of(tournament, 1, 1), "double_forfeit", reason="both had left")
    settled(tournament)
    final = Round.objects.get(stage__tournament=tournament, number=3)
    assert final.state == "published"  # the opponent of nobody is through
    undo(left.followed.correction)
    assert settled(tournament) == before
    final.refresh_from_db()
    assert final.state == "draft"
    win(board_of(tournament, 2, 1), 0)
    settled(tournament)
    final.refresh_from_db()
    assert final.state == "published"


def test_what_was_built_upon_is_not_undone(tournament):
    first = win(board_of(tournament, 1, 1), 1, reason="no", choice="void", confirm="Quarter-finals")
    hand(board_of(tournament, 2, 1), knock(0, 5, 20))
    with pytest.raises(Refusal, match="This match was changed since the correction"):
        undo(first.followed.correction)
    win(board_of(tournament, 2, 2), 1, reason="no")
    second = win(board_of(tournament, 1, 3), 1, reason="no", choice="keep")
    undo(second.followed.correction)
    with pytest.raises(Refusal, match="taken back already"):
        undo(second.followed.correction)


def test_a_match_that_has_begun_since_stands_in_the_way_of_undoing():
    tournament = make_tournament(entrants=4)
    for number in (1, 2):
        win(board_of(tournament, 1, number), 0)
    settled(tournament)
    left = win(board_of(tournament, 1, 1), 1, reason="misread")
    hand(board_of(tournament, 2, 1), knock(0, 5, 20))
    with pytest.raises(Refusal, match="Match 1 of round 2 has begun since"):
        undo(left.followed.correction)


def test_only_a_referee_takes_a_correction_back(tournament):
    left = win(board_of(tournament, 1, 1), 0, reason="by more")
    player = Actor("page", roles=frozenset({Role.PLAYER, Role.ANYONE}))
    with pytest.raises(Refusal, match="Only a referee"):
        undo(left.followed.correction, by=player)


# Correct, then undo: everything as it was


@st.composite
def evenings(draw):
    """How a small evening goes, what is corrected in it, and how."""
    return {
        "entrants": draw(st.integers(2, 8)),
        "third_place": draw(st.booleans()),
        "tables": draw(st.integers(0, 3)),
        "steps": draw(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 4)), max_size=14)),
        "which": draw(st.integers(0, 9)),
        "anew": draw(st.sampled_from(["seat0", "seat1", "forfeit", "hand"])),
    }


def written(board, what):
    """One thing is written down: a result for either seat, a double forfeit, or hands."""
    if what < 2:
        win(board, what)
    elif what == 2:
        put(board, "double_forfeit")
    else:
        for _ in range(4):
            hand(board, knock(1, 5, 95))
            if Match.objects.get(pk=board.match_id).state == "finished":
                return


def put(board, level, **fields):
    board.match.refresh_from_db()
    return results.record_result(
        board=board, version=board.match.version, level=level, payload={}, by=DIRECTOR, now=NOW,
        **fields,
    )  # fmt: skip


def penalise(board, seat):
    """A game is lost by a penalty: this match's, or of the next one where this one is over."""
    entry = board.pairing.sides.get(seat=seat).entry
    step = PenaltyEntry(entry.pk, "T_SLOW", 1 + entry.penalties.count(), "game_loss")
    version = board.match.version
    give_penalty(board=board, version=version, entry=step, by=DIRECTOR, now=NOW)


def play(tournament, steps):
    for which, what in steps:
        slots = [slot for part in bracket(tournament.stages.get()) for slot in part.slots]
        known = [slot for slot in slots if slot.match and all(slot.players)]
        if what == 4 and known:
            slot = known[which % len(known)]
            penalise(board_of(tournament, slot.round, slot.number), seat=which % 2)
            settled(tournament)
            continue
        ready = [slot for slot in slots if slot.match and slot.state in ("ready", "running")]
        if not ready:
            return
        slot = ready[which % len(ready)]
        hands = slot.state == "running"
        written(board_of(tournament, slot.round, slot.number), 3 if hands else what)
        settled(tournament)


def correct(board, anew, **wish):
    """The correction of a standing result."""
    board.match.refresh_from_db()
    hands = board.match.hands.count()
    if anew == "forfeit":
        return put(board, "double_forfeit", reason="why", **wish)
    if anew != "hand" or not hands:
        return win(board, int(anew == "seat1"), reason="why", **wish)
    return results.correct_hand(
        board=board,
        version=board.match.version,
        n=hands,
        entry=knock(0, 5, 20),
        reason="why",
        if_unfinished="play_on",
        by=DIRECTOR,
        now=NOW,
        **wish,
    )


#: A penalty waits for the next match: the correction opens the final, and it hits there at once.
A_PENALTY_WAITS = {
    "entrants": 6,
    "third_place": False,
    "tables": 1,
    "steps": [(9, 0), (9, 1), (3, 4), (2, 4), (9, 1), (9, 3), (3, 4)],
    "which": 3,
    "anew": "forfeit",
}


@given(evenings())
@example(A_PENALTY_WAITS)
@settings(max_examples=EXAMPLES, phases=[Phase.explicit, Phase.reuse, Phase.generate])
def test_a_correction_undone_leaves_the_tournament_as_it_was(evening):
    tournament = make_tournament(
        make_club(),
        entrants=evening["entrants"],
        start=False,
        format_settings={"third_place": evening["third_place"]},
    )
    tables = [(number, "") for number in range(1, evening["tables"] + 1)]
    write = {"tournament_id": tournament.pk, "by": DIRECTOR, "now": NOW}
    setup.set_tables(tables=tables, **write)
    rounds.start_tournament(**write)
    play(tournament, evening["steps"])
    before = settled(tournament)
    stood = Match.objects.filter(
        board__pairing__round__stage__tournament=tournament, state="finished"
    ).order_by("pk")
    if not stood:
        return
    place = stood[evening["which"] % len(stood)].board.pairing
    board = board_of(tournament, place.round.number, place.number)
    write = partial(correct, board, evening["anew"])
    previews = preview_corrections(board=board, write=write, now=NOW)
    assert settled(tournament) == before
    for preview in previews.choices:
        was = shown(tournament)
        left = write(choice=preview.choice, confirm=previews.confirm)
        assert settled(tournament) != before
        assert foretold(preview, tournament) == changes(was, shown(tournament))
        undo(left.followed.correction)
        assert settled(tournament) == before


@pytest.mark.parametrize("begun", [False, True])
def test_a_preview_leaves_nothing_and_tells_nobody(
    tournament, begun, django_capture_on_commit_callbacks
):
    board = board_of(tournament, 2 - begun, 1)
    player = tournament.entries.get(seed=4).members.get().player
    player.user = make_user()
    wish_for(player.user, "next_match")
    player.save()
    before = settled(tournament)
    versions = dict(Match.objects.values_list("pk", "version")), tournament.version
    write = partial(win, board, 1, reason="misread")
    with django_capture_on_commit_callbacks() as asked:
        previews = preview_corrections(board=board, write=write, now=NOW)
    assert not asked
    assert not Correction.objects.exists()
    assert not Notice.objects.exists()
    assert settled(tournament) == before
    assert (dict(Match.objects.values_list("pk", "version")), tournament.version) == versions
    found = [(choice.choice, choice.level) for choice in previews.choices]
    if begun:
        assert found == [("void", "double"), ("keep", "leaves_rules")]
        assert previews.is_asked
        assert [choice.void for choice in previews.choices] == [((2, 1),), ()]
        assert [choice.against for choice in previews.choices] == [(), ((2, 1),)]
    else:
        assert found == [("rewind", "warning"), ("score_only", "leaves_rules")]
        entry = player.entry_members.get().entry_id
        assert [choice.notices for choice in previews.choices] == [
            (("next_match", entry, (3, 1)),),
            (),
        ]


def shown(tournament):
    """What everybody sees: who sits where, at which table, who stands where."""
    stage = tournament.stages.get()
    sides = PairingSide.objects.filter(pairing__round__stage=stage)
    found = {
        ("side", (round, number), seat): entry
        for round, number, seat, entry in sides.values_list(
            "pairing__round__number", "pairing__number", "seat", "entry"
        )
    }
    for slot in (slot for part in bracket(stage) for slot in part.slots):
        key = (slot.round, slot.number)
        found["table", key] = slot.table
        found["bye", key] = slot.state == "bye"
    for row in standing_table(stage).rows:
        found["place", row["entry"]] = (row["rank"], row["shared"])
    return found | {("state",): tournament.state}


def changes(before, after):
    return {name: value for name, value in after.items() if before[name] != value}


def foretold(preview, tournament):
    """What a preview says will be shown, where it differs."""
    found = {("side", side.key, side.seat): side.after for side in preview.moved}
    found |= {("table", key): number for key, _, number in preview.tables}
    found |= {("place", entry): place for entry, _, place in preview.places}
    found |= {("bye", key): is_bye for key, is_bye in preview.byes}
    if preview.state[0] != preview.state[1]:
        found[("state",)] = preview.state[1]
    return found
