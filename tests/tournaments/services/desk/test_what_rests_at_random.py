"""Results are corrected, ruled on and penalised at random moments and in random ways: whatever is
published and not played is drawn as it would be now, or it is marked."""

import os
import random
from contextlib import suppress
from typing import ClassVar

import pytest
from django.core.management import call_command

from games.models import Adjustment, HandFact, Ruling
from games.services.rulings import RulingEntry
from kernel.text import Refusal
from tests.builders import DIRECTOR, NOW, knock, owner_of
from tests.tournaments.services.stages.test_plans import board_of_match, staged
from tournaments.models import Appeal, Board, Correction, Penalty, Stage
from tournaments.selectors.desk.snapshot import snapshot
from tournaments.selectors.events.appeals import board_of_appeal
from tournaments.selectors.stages.drawings import compared_with, drawings_after
from tournaments.selectors.stages.reading import stage_record
from tournaments.services.desk import results
from tournaments.services.desk.appeals import AppealEntry, DecisionEntry, decide_appeal, make_appeal
from tournaments.services.desk.corrections import undo_correction
from tournaments.services.desk.penalties import PenaltyEntry, give_penalty, take_back_penalty
from tournaments.services.desk.penalties import board_of as board_hit_by
from tournaments.services.desk.result_change import CorrectionRequest
from tournaments.services.desk.rulings import record_ruling, take_back_ruling
from tournaments.services.stages.plans import StagePlan
from tournaments.services.stages.redrawing import RestsOn

pytestmark = [pytest.mark.django_db, pytest.mark.sampled]

LONG = os.environ.get("UNDERCUT_LONG") == "1"
SEEDS, STEPS = range(12 if LONG else 2), 60 if LONG else 30
STAGES = [
    StagePlan("swiss", {"rounds": 2}, rules={"match_n": 1}),
    StagePlan("single_elimination", take=4, rules={"match_n": 1}),
]


class Evening:
    """An event of two stages in which anything is corrected and taken back at any time."""

    rules: ClassVar = {}

    def __init__(self, commits, seed):
        self.commits, self.chance = commits, random.Random(seed)
        self.event = staged(commits, STAGES, entrants=6, publishing="automatic", **self.rules)
        self.done = set()

    def step(self):
        way = self.chance.choice(self.ways())
        with suppress(Refusal):  # what can't be done now changes nothing
            way()
            self.done.add(way.__name__)

    def ways(self):
        return [self.play, self.play, self.correct, self.undo]

    def boards(self, *states):
        found = Board.objects.filter(
            pairing__round__stage__tournament=self.event, match__state__in=states
        ).exclude(pairing__round__state="draft")
        return [board for board in found.order_by("pk") if board.match.seats.count() == 2]

    def play(self):
        boards = self.boards("open")
        if boards:
            self.say(self.chance.choice(boards), self.chance.randrange(2))

    def correct(self):
        boards = self.boards("finished")
        if not boards:
            return
        board = self.chance.choice(boards)
        seat = 1 - board.match.winner
        try:
            self.say(board, seat, reason="misread")
        except RestsOn as asked:
            choice = self.chance.choice(asked.choices)
            self.done.add(str(choice))
            confirm = "Round 1 of 2" if board.pairing.round.number == 1 else "Round 2 of 2"
            self.say(board, seat, reason="misread", choice=choice, confirm=confirm)

    def undo(self):
        made = Correction.objects.filter(board__pairing__round__stage__isnull=False).last()
        if made is not None:
            made.board.match.refresh_from_db()
            with self.commits(execute=True):
                version = made.board.match.version
                undo_correction(correction=made, version=version, by=DIRECTOR, now=NOW)

    def say(self, board, seat, **more):
        board = board_of_match(board.match_id)
        with self.commits(execute=True):
            results.record_result(
                board=board,
                version=board.match.version,
                level="games_won",
                payload={"games_won": [1, 0] if seat == 0 else [0, 1]},
                by=DIRECTOR,
                now=NOW,
                **more,
            )


class Desk(Evening):
    """The same, written hand by hand, with rulings, penalties and appeals."""

    rules: ClassVar = {"rules": {"target": 20}}

    def ways(self):
        judged = [self.rule, self.unrule, self.penalise, self.lift, self.appeal, self.decide]
        return [self.hand, self.hand, self.hand, self.correct, self.undo, self.undo, *judged]

    def hand(self):
        """One that ends the match, or one that does not."""
        for board in self.some(self.boards("open", "running")):
            entry = knock(self.chance.randrange(2), 5, self.chance.choice([15, 30, 30]))
            with self.commits(execute=True):
                results.record_hand(board=board, entry=entry, **self.at(board))

    def rule(self):
        """A hand was another one."""
        written = HandFact.objects.filter(superseded_at=None).values("hand__match")
        boards = self.boards("running", "finished")
        by_hand = Board.objects.filter(match__in=written, pk__in=[board.pk for board in boards])
        for board in self.some(by_hand.order_by("pk")):
            hand = knock(self.chance.randrange(2), 5, self.chance.choice([15, 30]))
            entry = RulingEntry((), facts="they lay open", n=1, hand=hand)
            self.answered(record_ruling, board, board=board, entry=entry)

    def unrule(self):
        for ruling in self.some(Ruling.objects.filter(superseded_at=None)):
            board = board_of_match(ruling.match_id)
            made = {"ruling_id": ruling.pk, "reason": "it was not so", "if_changed": "restore"}
            self.answered(take_back_ruling, board, board=board, **made)

    def penalise(self):
        for board in self.some(self.boards("open", "running", "finished")):
            entry = board.pairing.sides.get(seat=self.chance.randrange(2)).entry_id
            given = Penalty.objects.filter(entry=entry, superseded_at=None, infraction="T_SLOW")
            times = max(given.values_list("occurrence", flat=True), default=0)
            step = self.chance.choice(["warning", "hand_loss", "game_loss", "match_loss"])
            said = PenaltyEntry(entry, "T_SLOW", times + 1, step)
            self.answered(give_penalty, board, board=board, entry=said)

    def lift(self):
        for penalty in self.some(Penalty.objects.filter(superseded_at=None)):
            board = board_hit_by(penalty)
            self.answered(self.take_back, board, penalty=penalty)

    def take_back(self, *, penalty, version, by, now, **how):
        request = CorrectionRequest("penalty", "it was not so", **how)
        return take_back_penalty(penalty=penalty, version=version, request=request, by=by, now=now)

    def appeal(self):
        model, kind = self.chance.choice([(Ruling, "ruling"), (Penalty, "penalty")])
        for given in self.some(model.objects.filter(superseded_at=None)):
            match = given.match_id if kind == "ruling" else board_hit_by(given).match_id
            entry = AppealEntry("as both say", "we see it otherwise", **{kind: given.pk})
            make_appeal(board=board_of_match(match), entry=entry, by=DIRECTOR, now=NOW)

    def decide(self):
        for appeal in self.some(Appeal.objects.filter(decision=None)):
            outcome = self.chance.choice(["upheld", "overturned", "changed"])
            self.answered(self.decided, board_of_appeal(appeal), appeal=appeal, outcome=outcome)

    def decided(self, *, appeal, outcome, version, by, now, **how):
        panel = [f"user:{owner_of(self.event.club).pk}"]
        entry = DecisionEntry(outcome, panel, "as we saw it", version, step="game_loss", **how)
        decide_appeal(appeal=appeal, entry=entry, by=by, now=now)

    def some(self, found):
        """One of these at random, where there is one."""
        found = list(found)
        return [self.chance.choice(found)] if found else []

    def at(self, board):
        version = board_of_match(board.match_id).match.version
        return {"version": version, "by": DIRECTOR, "now": NOW}

    def answered(self, service, place, /, **given):
        """Write, and choose at random where a choice is needed."""
        try:
            with self.commits(execute=True):
                service(**given, **self.at(place))
        except Refusal as asked:
            if asked.text.code != "choice_needed":
                raise
            possible = getattr(asked, "choices", ("void", "keep"))
            choice = self.chance.choice(list(possible))
            self.done.add(f"{service.__name__}: {choice}")
            confirm = "Round 1 of 2" if place.pairing.round.number == 1 else "Round 2 of 2"
            with self.commits(execute=True):
                service(**given, **self.at(place), choice=choice, confirm=confirm)


@pytest.mark.parametrize("seed", SEEDS if LONG else [1])
def test_whatever_is_ruled_penalised_and_taken_back_is_proved_by_the_facts(
    django_capture_on_commit_callbacks, capsys, seed
):
    desk = Desk(django_capture_on_commit_callbacks, seed)
    for _ in range(STEPS):
        desk.step()
        require_right_or_marked(desk.event)
        require_penalties_in_place()
        require_proved(desk.event)
    assert len({"hand", "rule", "penalise", "lift"} & desk.done) >= 3  # chance may spare one
    capsys.readouterr()


@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_published_is_as_it_would_be_drawn_or_marked(
    django_capture_on_commit_callbacks, capsys, seed
):
    evening = Evening(django_capture_on_commit_callbacks, seed)
    for _ in range(STEPS):
        evening.step()
        require_right_or_marked(evening.event)
    assert {"play", "correct"} <= evening.done
    require_proved(evening.event)
    capsys.readouterr()


def test_an_event_that_was_over_publishes_what_is_drawn_anew(
    django_capture_on_commit_callbacks, capsys
):
    evening = Evening(django_capture_on_commit_callbacks, 1)
    while evening.event.state != "finished":
        evening.play()
        evening.event.refresh_from_db()
    decisive = Board.objects.filter(pairing__round__stage__number=1, pairing__round__number=2)
    for board in decisive.order_by("pk"):
        seat = 1 - board_of_match(board.match_id).match.winner
        with suppress(RestsOn):
            evening.say(board, seat, reason="misread")
            continue
        evening.say(board, seat, reason="misread", choice="void", confirm="Round 2 of 2")
        break
    assert Stage.objects.get(number=2).rounds.get(number=1).state == "published"
    require_proved(evening.event)
    capsys.readouterr()


def require_proved(event):
    """What stands is what a rebuild makes of the facts."""
    event.refresh_from_db()
    before = snapshot(event).splitlines()
    for command in ("rebuild", "verify_standings", "verify_audit"):
        call_command(command)
    event.refresh_from_db()
    assert snapshot(event).splitlines() == before


def require_penalties_in_place():
    """On no score is a penalty that does not stand, nor one that names another match."""
    hitting = Adjustment.objects.filter(
        superseded_at=None, match__board__pairing__round__stage__isnull=False
    )
    standing = Penalty.objects.filter(superseded_at=None)
    named = standing.filter(adjustment__superseded_at=None).values("adjustment")
    assert not hitting.exclude(pk__in=named).exists()
    for penalty in standing.filter(takes_effect__isnull=False, adjustment__superseded_at=None):
        if penalty.adjustment:
            assert penalty.adjustment.match_id == penalty.takes_effect.match_id


def require_right_or_marked(event):
    """Nothing that is published differs from what would be drawn without a mark."""
    first, second = Stage.objects.filter(tournament=event).order_by("number")
    facts = stage_record(first)
    marked = {number for number, *_ in first.repaired}
    for drawing in compared_with(facts, drawings_after(facts.rounds[0])):
        if not drawing.is_published:
            continue
        is_marked = (
            drawing.rounds[0].number in marked
            if drawing.stage == first
            else second.redrawn is not None
        )
        assert is_marked == (drawing.found is not None), drawing
