"""Both seats of a trial through the API, and that it is there for its holder alone."""

import pytest
from django.test import Client

from games.engine.gin.fair.verification import verify_deals
from players.models import AuditEntry
from tests.builders import make_user, owner_of
from tests.client import Api
from tests.online import OnlineEvent
from tests.trials import Trial, member_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def trial() -> Trial:
    trial = Trial()
    while trial.view()["state"] == "drawing":
        trial.step()
    return trial


def test_a_table_is_opened_played_and_closed() -> None:
    trial = Trial()
    made = trial.api.post(f"clubs/{trial.club.slug}/trials/", {"rules": {"gin_bonus": 31}}, 201)
    assert made["url"].endswith(f"/matches/{made['match']}/table/")
    view = trial.api.get(f"matches/{made['match']}/table/")
    assert view["rules"]["gin_bonus"] == 31
    trial.api.delete(f"clubs/{trial.club.slug}/trials/{made['match']}/")
    trial.api.get(f"matches/{made['match']}/table/", 404)


def test_each_seat_sees_its_own_cards_alone(trial: Trial) -> None:
    for seat in (0, 1):
        view = trial.view(seat)
        assert view["seat"] == seat
        assert view["hands"][seat] is not None
        assert view["hands"][1 - seat] is None
    assert trial.view()["seat"] == 0


def test_what_is_done_from_a_seat_out_of_turn_is_refused(trial: Trial) -> None:
    turn = trial.view()["turn"]
    action = trial.view(turn)["actions"][0]
    refused = trial.act(1 - turn, action, 409)
    assert refused["error"]["code"] == "not_your_turn"
    assert trial.act(turn, action)["seat"] == turn


@pytest.mark.parametrize("seat", ["2", "-1", "x", ""])
def test_a_seat_that_is_none_is_refused(trial: Trial, seat: str) -> None:
    trial.api.get(f"{trial.match}table/?seat={seat}", 400)


def test_a_seat_resigns_for_itself(trial: Trial) -> None:
    d = trial.view()["d"]
    trial.ask(1, "resignation", {"d": d, "of": "game"})
    assert trial.view()["games_won"] == [1, 0]


def test_who_plays_one_seat_has_no_other_by_asking_for_it() -> None:
    event = OnlineEvent()
    event.begin()
    view = event.seats[0].get(f"{event.match}table/?seat=1")
    assert view["seat"] == 0
    assert view["hands"][1] is None
    stranger = Api(make_user("Stranger", "stranger@club.example"))
    assert stranger.get(f"{event.match}table/?seat=1")["seat"] is None


def test_the_deal_can_be_checked(trial: Trial) -> None:
    trial.play_hand()
    deals = trial.api.get(f"{trial.match}deals/")
    record = trial.api.get(f"{trial.match}hands/1/record/")
    assert verify_deals({**deals, "records": [record]}) == {"deals": 1}


def test_it_answers_nobody_else_as_what_never_was(trial: Trial) -> None:
    trial.play_hand()
    others = [
        Api(),
        Api(make_user("Stranger", "stranger@club.example")),
        *(Api(member_of(trial.club, role)) for role in ("member", "referee", "organiser")),
        Api(owner_of(trial.club)),
    ]
    for other in others:
        for call in ("table/", "table/?seat=0", "deals/", "hands/1/record/", "rulings/", ""):
            assert other.get(f"{trial.match}{call}", 404) == other.get(f"matches/99999/{call}", 404)
        for noun, body in (
            ("ready", {"d": 1}),
            ("actions", {"version": 1, "action": "draw"}),
            ("resignation", {"d": 1, "of": "match"}),
            ("pause", {"reason": "x"}),
            ("disclosure", {"reason": "x"}),
        ):
            other.post(f"{trial.match}table/{noun}/?seat=0", body, 404)


def test_its_holder_is_no_staff_there_whatever_they_are_in_the_club() -> None:
    trial = Trial()
    held = Trial(trial.club, owner_of(trial.club))
    for noun in ("pause", "disclosure", "resumption"):
        held.ask(0, noun, {"reason": "to look at both"}, 403)
    held.api.get(f"tournaments/{held.event.pk}/", 404)
    held.api.get(f"{held.match}", 404)


def test_nobody_is_there_to_talk_to_and_no_referee_is_called(trial: Trial) -> None:
    trial.play_hand()
    refused = trial.ask(0, "phrases", {"code": "good_luck"}, 409)
    assert refused["error"]["code"] == "wrong_state"
    trial.api.post(f"{trial.match}table/report/?seat=1", {}, 409)
    assert not AuditEntry.objects.filter(scope=f"tournament:{trial.event.pk}").exists()


def test_a_visitor_is_asked_to_sign_in() -> None:
    trial = Trial()
    Api().post(f"clubs/{trial.club.slug}/trials/", {"rules": "club"}, 401)
    assert Client().get(trial.page).status_code == 404
