"""What was drawn from a result is asked about whoever changes it: a ruling that is made or taken
back, a penalty that is taken back or changed, a panel that decides an appeal."""

import pytest
from django.core.management import call_command

from games.models import HandFact, Ruling
from games.services.rulings import RulingEntry
from tests.builders import DIRECTOR, NOW, board_of, knock, make_tournament
from tests.stock import stocked
from tests.tournaments.services.desk.test_appeals import appointed
from tests.tournaments.services.desk.test_penalties import HEAD, give
from tests.tournaments.services.desk.test_what_rests import begin, hand, unwind, written
from tests.tournaments.services.stages.test_plans import win_best_of
from tests.tournaments.services.stages.test_reseeding import first_of
from tests.tournaments.services.stages.test_swiss import pairs, states
from tournaments.models import AppealDecision, Correction, Round
from tournaments.services.desk.appeals import AppealEntry, DecisionEntry, decide_appeal, make_appeal
from tournaments.services.desk.penalties import change_penalty, take_back_penalty
from tournaments.services.desk.result_change import CorrectionRequest
from tournaments.services.desk.rulings import record_ruling, take_back_ruling
from tournaments.services.stages.redrawing import RestsOn

pytestmark = [pytest.mark.django_db, pytest.mark.sampled]

VOID = {"choice": "void", "confirm": "Round 1 of 3"}
FIRST_WON, SECOND_WON = knock(0, 5, 30), knock(1, 5, 30)


@pytest.fixture
def commits(django_capture_on_commit_callbacks):
    """Tasks run as soon as what they follow from is done."""
    return django_capture_on_commit_callbacks


@stocked
def event():
    """A Swiss of four in matches of one short game."""
    return make_tournament(
        format="swiss",
        format_settings={"rounds": 3},
        rules={"match_n": 1, "target": 20},
        publishing="automatic",
    )


class Way:
    """A way to change the result of match 1 after round 2 was drawn from it."""

    by = DIRECTOR

    def __init__(self, commits):
        self.commits = commits
        with commits(execute=True):
            self.tournament = event()
        self.prepare()
        with commits(execute=True):
            win_best_of(board_of(self.tournament, 1, 2), 0)
        assert states(self.tournament) == ["complete", "published"]

    @property
    def board(self):
        return board_of(self.tournament, 1, 1)

    @property
    def write(self):
        return {"version": self.board.match.version, "by": self.by, "now": NOW}

    def do(self, choice=None, confirm="", by=None):
        """Change it; the correction that this is."""
        if by is not None:
            self.by = by
        with self.commits(execute=True):
            self.change(choice=choice, confirm=confirm)
        return Correction.objects.latest("pk")

    def said(self, entry):
        """What a hand is said to be, by a ruling."""
        found = RulingEntry((), facts="the cards lay open", n=1, hand=entry)
        left = record_ruling(board=self.board, entry=found, **self.write)
        return left.record.rulings[-1]

    def given(self):
        """The loss of the match to who sits second."""
        seed = self.board.pairing.sides.get(seat=1).entry.seed
        return give(self.board, seed, "T_CONDUCT_MAJOR", conditions=["severe"])[0]

    def appealed(self, **given):
        entry = AppealEntry("as both say", "we see it otherwise", **given)
        return make_appeal(board=self.board, entry=entry, by=DIRECTOR, now=NOW)

    def decided(self, appeal, outcome, choice, confirm, **more):
        panel = [f"user:{appointed(self.tournament, 'head_referee').user_id}"]
        how = {"choice": choice, "confirm": confirm, **more}
        write = self.write
        entry = DecisionEntry(outcome, panel, "as we saw it", write.pop("version"), **how)
        decide_appeal(appeal=appeal, entry=entry, **write)


class RulingMade(Way):
    def prepare(self):
        hand(self.commits, self.board, FIRST_WON)

    def change(self, **how):
        entry = RulingEntry((), facts="the cards lay open", n=1, hand=SECOND_WON)
        record_ruling(board=self.board, entry=entry, **how, **self.write)


class RulingTakenBack(Way):
    def prepare(self):
        hand(self.commits, self.board, SECOND_WON)
        self.ruling = self.said(FIRST_WON)

    def change(self, **how):
        made = {"ruling_id": self.ruling.pk, "reason": "the other player"}
        take_back_ruling(board=self.board, **made, **how, **self.write)


class PenaltyTakenBack(Way):
    def prepare(self):
        with self.commits(execute=True):
            self.penalty = self.given()

    def change(self, **how):
        request = CorrectionRequest("penalty", "not he", **how)
        take_back_penalty(penalty=self.penalty, request=request, **self.write)


class PenaltyChanged(PenaltyTakenBack):
    def change(self, **how):
        request = CorrectionRequest("appeal", "too severe", **how)
        change_penalty(penalty=self.penalty, step="warning", request=request, **self.write)


class RulingOverturned(RulingTakenBack):
    def prepare(self):
        super().prepare()
        self.appeal = self.appealed(ruling=self.ruling.pk)

    def change(self, **how):
        self.decided(self.appeal, "overturned", **how)


class PenaltyOverturned(PenaltyTakenBack):
    def prepare(self):
        super().prepare()
        self.appeal = self.appealed(penalty=self.penalty.pk)

    def change(self, **how):
        self.decided(self.appeal, "overturned", **how)


class PenaltyChangedByAPanel(PenaltyOverturned):
    def change(self, **how):
        self.decided(self.appeal, "changed", step="warning", **how)


RULINGS = [RulingMade, RulingTakenBack, RulingOverturned]
PENALTIES = [PenaltyTakenBack, PenaltyChanged, PenaltyOverturned, PenaltyChangedByAPanel]
ways = pytest.mark.parametrize("way", [*RULINGS, *PENALTIES])


def require_proved(capsys, tournament):
    """What stands is what a rebuild makes of the facts."""
    before = written(tournament)
    for command in ("rebuild", "verify_standings", "verify_audit"):
        call_command(command)
    assert written(tournament) == before
    capsys.readouterr()


def is_told(refused, begun):
    """What rests on it is told whole."""
    (drawing,) = refused.value.drawings
    assert (drawing.place, drawing.is_published, drawing.has_begun) == ((1, 2), True, begun)
    return refused.value.choices


@ways
@pytest.mark.parametrize("begun", [False, True])
def test_it_is_asked_what_becomes_of_the_round(commits, way, begun):
    made = way(commits)
    if begun:
        begin(commits, board_of(made.tournament, 2, 1))
    before = written(made.tournament)
    with pytest.raises(RestsOn) as refused:
        made.do()
    assert refused.value.text.code == "choice_needed"
    assert is_told(refused, begun) == (("keep", "void") if begun else ("redraw", "keep"))
    with pytest.raises(RestsOn) as refused:
        made.do(choice="keep", by=HEAD)
    assert refused.value.text.code == "forbidden"
    assert is_told(refused, begun) == ()
    assert written(made.tournament) == before
    assert not Correction.objects.filter(choice__in=("redraw", "keep", "void")).exists()
    assert not AppealDecision.objects.exists()


@ways
def test_drawn_again_and_undone_with_it(commits, capsys, way):
    made = way(commits)
    before = written(made.tournament)
    correction = made.do(choice="redraw")
    assert correction.choice == "redraw"
    assert Round.objects.get(set_aside_from__isnull=False).number == 2
    # Where the match is open again the round waits for it.
    after = ["running"] if way in PENALTIES else ["complete", "published"]
    assert states(made.tournament) == after
    require_proved(capsys, made.tournament)
    unwind(commits, correction)
    assert written(made.tournament) == before
    require_proved(capsys, made.tournament)


@ways
def test_kept_and_marked_until_it_is_undone(commits, capsys, way):
    made = way(commits)
    before, drawn = written(made.tournament), pairs(made.tournament, 2)
    correction = made.do(choice="keep")
    assert pairs(made.tournament, 2) == drawn
    assert [mark[0] for mark in first_of(made.tournament).repaired] == [2]
    require_proved(capsys, made.tournament)
    unwind(commits, correction)
    assert written(made.tournament) == before


@ways
def test_void_with_what_was_played_and_its_hands_come_back(commits, capsys, way):
    made = way(commits)
    played = board_of(made.tournament, 2, 1)
    begin(commits, played)
    before = written(made.tournament)
    correction = made.do(**VOID)
    assert not Round.objects.filter(pk=played.pairing.round_id, stage__isnull=False).exists()
    require_proved(capsys, made.tournament)
    unwind(commits, correction)
    assert written(made.tournament) == before
    assert HandFact.objects.filter(hand__match=played.match_id, superseded_at=None).exists()


def test_taking_a_ruling_back_asks_about_what_was_drawn_with_it(commits, capsys):
    made = RulingMade(commits)
    drawn = pairs(made.tournament, 2)
    made.do(choice="redraw")
    assert pairs(made.tournament, 2) != drawn
    ruling = Ruling.objects.get()
    back = {"board": made.board, "ruling_id": ruling.pk, "reason": "it was right at first"}
    with pytest.raises(RestsOn):
        take_back_ruling(**back, **made.write)
    with commits(execute=True):
        take_back_ruling(**back, choice="redraw", **made.write)
    assert pairs(made.tournament, 2) == drawn
    require_proved(capsys, made.tournament)
    unwind(commits, Correction.objects.latest("pk"))
    assert pairs(made.tournament, 2) != drawn
    require_proved(capsys, made.tournament)
