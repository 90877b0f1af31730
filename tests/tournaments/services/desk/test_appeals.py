"""Appeals: who makes them until when, who decides, and what follows."""

from datetime import timedelta

import pytest

from games.services.rulings import RulingEntry
from kernel.permissions import Actor, Role
from kernel.text import Refusal
from players.models import Player
from tests.builders import DIRECTOR, NOW, board_of, entry_at, make_tournament, make_user, win
from tests.tournaments.services.desk.test_penalties import give, score_of, slot_of, take_back
from tournaments.models import Appeal, Correction, Penalty
from tournaments.selectors.events.access import acting_at
from tournaments.selectors.events.appeals import appealed_at, appeals_at, panel_for
from tournaments.services.desk.appeals import AppealEntry, DecisionEntry, decide_appeal, make_appeal
from tournaments.services.desk.corrections import undo_correction
from tournaments.services.desk.rulings import record_ruling, take_back_ruling
from tournaments.services.events import staff

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament():
    return make_tournament(entrants=8)


@pytest.fixture
def board(tournament):
    return board_of(tournament, 1, 1)


@pytest.fixture
def head(tournament):
    return appointed(tournament, "head_referee")


@pytest.fixture
def first_referee(tournament):
    return appointed(tournament, "director")


def appointed(tournament, role):
    user = make_user(role)
    staff.appoint_staff(tournament_id=tournament.pk, user=user, role=role, by=DIRECTOR, now=NOW)
    roles = frozenset({Role(role), Role.ANYONE})
    return Actor(via="page", user_id=user.pk, roles=roles)


def player_at(board, seat):
    user = make_user()
    Player.objects.filter(match_seats__match=board.match, match_seats__seat=seat).update(user=user)
    return acting_at(Actor(via="page", user_id=user.pk), board)


def appeal(board, penalty, by, now=NOW):
    entry = AppealEntry("45 seconds", "the clock stood still", penalty=penalty.pk)
    return make_appeal(board=board, entry=entry, by=by, now=now)


def decide(board, made, outcome, by, panel=None, **more):
    board.match.refresh_from_db()
    panel = panel or [f"user:{by.user_id}"]
    entry = DecisionEntry(outcome, panel, "as we saw it", board.match.version, **more)
    return decide_appeal(appeal=made, entry=entry, by=by, now=NOW)


class TestMaking:
    def test_a_player_appeals_once(self, board):
        (penalty,) = give(board, 1, "T_SLOW")
        player = player_at(board, 0)
        made = appeal(board, penalty, player)
        assert made.entry.seed == 1
        with pytest.raises(Refusal) as refused:
            appeal(board, penalty, player)
        assert refused.value.text.code == "appealed_already"

    def test_the_players_time_ends_with_the_protests_of_the_round_the_directors_does_not(
        self, board
    ):
        (penalty,) = give(board, 8, "T_SLOW")
        win(board, seat=0)
        board.match.refresh_from_db()
        player, late = player_at(board, 1), NOW + timedelta(minutes=16)
        with pytest.raises(Refusal, match="time for protests"):
            appeal(board, penalty, player, now=late)
        assert appeal(board, penalty, DIRECTOR, now=late).entry is None

    def test_a_referee_and_the_other_tables_do_not_appeal(self, board, tournament):
        (penalty,) = give(board, 1, "T_SLOW")
        referee = Actor(via="page", roles=frozenset({Role.REFEREE, Role.ANYONE}))
        with pytest.raises(Refusal, match="Only the players"):
            appeal(board, penalty, referee)
        with pytest.raises(Refusal, match="nothing here"):
            appeal(board_of(tournament, 1, 2), penalty, DIRECTOR)

    def test_what_was_taken_back_is_not_there_to_be_appealed(self, board):
        (penalty,) = give(board, 1, "T_SLOW")
        Penalty.objects.update(superseded_at=NOW)
        with pytest.raises(Refusal, match="nothing here"):
            appeal(board, penalty, DIRECTOR)


class TestDeciding:
    def test_upheld_everything_stays(self, board, head):
        (penalty,) = give(board, 1, "T_NOTES", "game_loss")
        decision = decide(board, appeal(board, penalty, DIRECTOR), "upheld", head)
        assert (decision.outcome, decision.penalty) == ("upheld", None)
        assert score_of(board) == ("running", [0, 1], None)

    def test_overturned_the_bracket_follows(self, board, head, tournament):
        (penalty,) = give(board, 1, "T_CHEAT")
        assert slot_of(tournament, 1, 1).winner == 1
        decide(board, appeal(board, penalty, DIRECTOR), "overturned", head)
        assert slot_of(tournament, 1, 1).decision is None
        assert Penalty.objects.get().end_reason == "as we saw it"

    def test_changed_another_step_takes_its_place(self, board, head):
        (penalty,) = give(board, 1, "T_CONDUCT_MAJOR", conditions=["severe"])
        assert score_of(board)[2] == 1
        decision = decide(
            board, appeal(board, penalty, DIRECTOR), "changed", head, step="game_loss"
        )
        assert decision.penalty.supersedes == penalty
        assert (decision.penalty.step, decision.penalty.discretionary) == ("game_loss", True)
        assert score_of(board) == ("running", [0, 1], None)

    def test_it_is_decided_once(self, board, head):
        (penalty,) = give(board, 1, "T_SLOW")
        made = appeal(board, penalty, DIRECTOR)
        decide(board, made, "upheld", head)
        with pytest.raises(Refusal) as refused:
            decide(board, made, "overturned", head)
        assert refused.value.text.code == "decided_already"
        assert Penalty.objects.get().superseded_at is None

    def test_the_first_referee_neither_sits_nor_decides(self, board, head, first_referee):
        (penalty,) = give(board, 1, "T_SLOW", by=first_referee)
        made = appeal(board, penalty, DIRECTOR)
        with pytest.raises(Refusal, match="Name a panel"):
            decide(board, made, "upheld", head, panel=[f"user:{first_referee.user_id}"])
        with pytest.raises(Refusal, match="You gave it yourself"):
            decide(board, made, "upheld", first_referee, panel=[f"user:{head.user_id}"])

    def test_who_plays_in_the_match_does_not_sit_on_the_panel(self, board, head, tournament):
        (penalty,) = give(board, 1, "T_SLOW")
        Player.objects.filter(match_seats__match=board.match, match_seats__seat=1).update(
            user=head.user_id
        )
        keys = {member.key for member in panel_for(tournament, penalty, board)}
        assert f"user:{head.user_id}" not in keys

    def test_a_match_is_under_appeal_until_it_is_decided(self, board, head, tournament):
        (penalty,) = give(board, 1, "T_SLOW")
        made = appeal(board, penalty, DIRECTOR)
        assert [listed.pk for listed in appeals_at(board)] == [made.pk]
        assert slot_of(tournament, 1, 1).under_appeal
        assert not slot_of(tournament, 1, 2).under_appeal
        decide(board, made, "upheld", head)
        assert not slot_of(tournament, 1, 1).under_appeal
        assert Appeal.objects.get().decision.panel == [f"user:{head.user_id}"]


class TestRulings:
    def test_overturned_the_score_follows(self, board, head):
        ruling = ruled(board)
        made = appeal_ruling(board, ruling)
        decide(board, made, "overturned", head)
        ruling.refresh_from_db()
        assert ruling.superseded_at is not None

    def test_changed_it_names_the_ruling_of_the_panel(self, board, head):
        made = appeal_ruling(board, ruled(board))
        with pytest.raises(Refusal, match="Record the panel's own ruling first"):
            decide(board, made, "changed", head)
        instead = ruled(board)
        decision = decide(board, made, "changed", head, ruling=instead.pk)
        assert decision.ruling == instead
        standing = board.match.rulings.filter(superseded_at__isnull=True)
        assert list(standing) == [instead]


class TestPutBack:
    """What is appealed was taken back, and that was taken back: the same stands as another row."""

    @pytest.fixture
    def penalty(self, board):
        (penalty,) = give(board, 1, "T_NOSHOW")
        return penalty

    @pytest.fixture
    def ruling(self, board):
        win(board, seat=0)
        return ruled(board, n=None)

    def test_a_penalty_is_overturned(self, board, head, penalty):
        made = appeal(board, penalty, DIRECTOR)
        standing = put_back(board, penalty)
        assert score_of(board)[0] == "finished"
        decide(board, made, "overturned", head)
        assert score_of(board) == ("open", [0, 0], None)
        standing.refresh_from_db()
        assert standing.end_reason == "as we saw it"

    def test_a_penalty_is_changed(self, board, head, penalty):
        made = appeal(board, penalty, DIRECTOR)
        standing = put_back(board, penalty)
        decision = decide(board, made, "changed", head, step="game_loss")
        assert decision.penalty.supersedes == standing
        assert score_of(board) == ("running", [0, 1], None)

    def test_a_graver_one_in_its_place_is_another_one(self, board, head):
        (mild,) = give(board, 1, "T_LATE", minutes=6)
        made = appeal(board, mild, DIRECTOR)
        (grave,) = give(board, 1, "T_NOSHOW", minutes=10)
        decide(board, made, "overturned", head)
        grave.refresh_from_db()
        assert grave.superseded_at is None

    def test_a_ruling_is_overturned(self, board, head, ruling):
        made = appeal_ruling(board, ruling)
        put_back_ruling(board, ruling)
        decide(board, made, "overturned", head)
        assert not board.match.rulings.filter(superseded_at__isnull=True)

    def test_a_ruling_does_not_take_its_own_place(self, board, head, ruling):
        made = appeal_ruling(board, ruling)
        standing = put_back_ruling(board, ruling)
        with pytest.raises(Refusal, match="Record the panel's own ruling first"):
            decide(board, made, "changed", head, ruling=standing.pk)

    def test_it_is_appealed_once(self, board, ruling):
        (penalty,) = give(board, 1, "T_NOTES")
        appeal(board, penalty, DIRECTOR)
        appeal_ruling(board, ruling)
        assert appealed_at(board) == {"ruling": {ruling.pk}, "penalty": {penalty.pk}}
        standing = put_back_ruling(board, ruling)
        assert appealed_at(board) == {"ruling": {standing.pk}, "penalty": {penalty.pk}}
        with pytest.raises(Refusal) as refused:
            appeal_ruling(board, standing)
        assert refused.value.text.code == "appealed_already"


def put_back(board, penalty):
    take_back(penalty)
    undo_newest(board)
    return Penalty.objects.get(superseded_at__isnull=True)


def put_back_ruling(board, ruling):
    board.match.refresh_from_db()
    take_back_ruling(
        board=board,
        version=board.match.version,
        ruling_id=ruling.pk,
        reason="it was the other one",
        by=DIRECTOR,
        now=NOW,
    )
    undo_newest(board)
    return board.match.rulings.get(superseded_at__isnull=True)


def undo_newest(board):
    board.match.refresh_from_db()
    correction = Correction.objects.filter(board=board).latest("pk")
    version = board.match.version
    undo_correction(correction=correction, version=version, by=DIRECTOR, now=NOW)


def ruled(board, n=1):
    board.match.refresh_from_db()
    entry = RulingEntry((), facts="a card lay on the floor", n=n)
    made = record_ruling(
        board=board, version=board.match.version, entry=entry, by=DIRECTOR, now=NOW
    )
    return made.record.rulings[-1]


def appeal_ruling(board, ruling):
    entry = AppealEntry("a card", "it was not mine", ruling=ruling.pk)
    return make_appeal(board=board, entry=entry, by=DIRECTOR, now=NOW)


def test_the_bracket_goes_on_under_appeal(board, tournament):
    (penalty,) = give(board, 1, "T_NOSHOW")
    appeal(board, penalty, DIRECTOR)
    win(board_of(tournament, 1, 2), seat=0)
    assert entry_at(tournament, 8).pk == slot_of(tournament, 2, 1).players[0].entry
