"""What is asked before a ruling or a penalty is made or taken back, on pages and in the API."""

import pytest
from django.test import Client
from django.urls import reverse

from games.models import Ruling
from games.selectors.matches import match_record
from kernel.permissions import Actor, Role
from tests.builders import (
    DIRECTOR,
    NOW,
    board_of,
    knock,
    make_tournament,
    make_user,
    owner_of,
    sign_in,
)
from tests.client import Api
from tests.pages.match.test_match import text_of
from tests.tournaments.services.desk.test_penalties import advanced, give
from tests.tournaments.services.desk.test_taking_rulings_back import (
    appealed,
    correct,
    hands,
    head_referee,
    newest,
    rule,
    version,
)
from tournaments.models import AppealDecision, Correction, Penalty
from tournaments.services.desk import results

pytestmark = pytest.mark.django_db

END_MANY = {"rule": "HAND_COUNT_END_MANY", "phase": "COUNTED", "offender": "0", "n": "1"}


class Desk:
    """The owner of the club at a match: hand 1 has ended game 1, hand 2 is of game 2."""

    def __init__(self, *entries, target=20, match_n=5):
        event = make_tournament(rules={"match_n": match_n, "target": target})
        self.board, self.event = board_of(event, 1, 1), event
        self.user = owner_of(event.club)
        self.client = Client()
        sign_in(self.client, self.user)
        if entries:
            hands(self.board, *entries)

    def address(self, name, *args):
        return reverse(name, args=[self.event.club.slug, self.event.slug, *args])

    def post(self, name, *args, **form):
        said = {"version": version(self.board), "reason": "misread", **form}
        return self.client.post(self.address(name, *args), said)

    @property
    def record(self):
        self.board.match.refresh_from_db()
        return match_record(self.board.match)


def asks(answer, name, *words):
    text = answer.content.decode()
    assert answer.status_code == 409
    assert f'name="{name}"' in text
    return all(word in text for word in words)


@pytest.fixture
def begun():
    return Desk(knock(0, 8, 32), knock(1, 8, 20))


def test_the_page_of_a_ruling_asks_what_becomes_of_the_game(begun):
    page = ("ruling", begun.board.match_id)
    answer = begun.post(*page, **END_MANY, facts="Eleven cards")
    assert asks(answer, "if_unfinished", "game 1 did not end", "Eleven cards", "It is void")
    assert not Ruling.objects.exists()
    assert begun.post(*page, **END_MANY, if_unfinished="void").status_code == 302
    assert begun.record.sheet.running_game == 2


def test_the_page_of_a_taking_back_asks_both(begun):
    ruling = rule(begun.board, "MELD_INVALID", 1, knock(0, 8, 34))
    other = make_user("Rob Referee")
    correct(begun.board, 1, knock(0, 2, 33), by=acting_as(other))
    page = ("take_back_ruling", begun.board.match_id, ruling.pk)
    answer = begun.post(*page)
    assert asks(answer, "if_changed", "changed by somebody else", "It stays as it is now")
    assert begun.post(*page, if_changed="keep").status_code == 302
    assert begun.record.facts[0].counts[1] == 33


def acting_as(user):
    return Actor("page", user.pk, roles=frozenset({Role.REFEREE, Role.ANYONE}))


def test_an_answer_is_kept_when_another_question_follows():
    desk = Desk(knock(0, 8, 20))
    ruling = rule(desk.board, "MELD_INVALID", 1, knock(0, 8, 32))
    hands(desk.board, knock(1, 8, 20))
    correct(desk.board, 1, knock(0, 8, 33), by=acting_as(make_user("Rob Referee")))
    page = ("take_back_ruling", desk.board.match_id, ruling.pk)
    assert asks(desk.post(*page), "if_changed")
    answer = desk.post(*page, if_changed="restore")
    assert asks(answer, "if_unfinished", '<input type="hidden" name="if_changed" value="restore">')
    answer = desk.post(*page, if_changed="restore", if_unfinished="play_on")
    assert answer.status_code == 302
    assert desk.record.sheet.running_game == 1


def test_the_pages_of_a_penalty_and_of_an_appeal_ask_too():
    desk = Desk(knock(0, 8, 20))
    (penalty,) = give(desk.board, 4, "T_NOTES", "game_loss")
    hands(desk.board, knock(1, 8, 20))
    answer = desk.post("take_back_penalty", penalty.pk)
    assert asks(answer, "if_unfinished", "game 1 did not end")
    assert 'name="choice"' not in answer.content.decode()
    appeal = appealed(desk.board, penalty=penalty.pk)
    panel = f"user:{head_referee(desk.event).user_id}"
    said = {"outcome": "overturned", "panel": panel}
    assert asks(desk.post("appeal_decision", appeal.pk, **said), "if_unfinished")
    assert (
        desk.post("appeal_decision", appeal.pk, **said, if_unfinished="leader").status_code == 302
    )
    assert AppealDecision.objects.get().outcome == "overturned"
    assert Penalty.objects.get().superseded_at is not None


def test_a_standing_result_is_previewed_with_the_answer():
    """Game 1 is the last one needed: the ruling un-ends the match with it."""
    desk = Desk(knock(0, 8, 32), knock(0, 8, 32), knock(0, 8, 32))
    assert desk.record.state == "finished"
    page = ("ruling", desk.board.match_id)
    assert asks(desk.post(*page, **END_MANY), "if_unfinished")
    answer = desk.post(*page, **END_MANY, if_unfinished="void")
    assert answer.status_code == 200
    shown = answer.content.decode()
    assert "What the ruling changes" in shown
    assert "Record the ruling" in shown
    assert "correction" not in text_of(answer)
    assert '<input type="hidden" name="if_unfinished" value="void">' in shown


def test_the_preview_of_a_taking_back_says_so():
    desk = Desk(knock(0, 8, 32), match_n=1)
    ruling = rule(desk.board, "MELD_INVALID", 1, knock(0, 8, 34))
    text = text_of(desk.post("take_back_ruling", desk.board.match_id, ruling.pk))
    assert "What changes without the ruling" in text
    assert "Take it back" in text
    assert "correction" not in text


def test_a_question_is_asked_before_all_that_was_answered(begun):
    """Below the list of irregularities nobody would see on a phone why nothing is recorded."""
    asked = begun.post("ruling", begun.board.match_id, **END_MANY).content.decode()
    assert asked.index('id="asked"') < asked.index('id="s1"')


def test_the_api_asks_by_the_names_of_the_fields(begun):
    api = Api(begun.user)
    path = f"matches/{begun.board.match_id}/rulings/"
    body = {"rule": "HAND_COUNT_END_MANY", "phase": "COUNTED", "offender": 0, "n": 1}
    body["version"] = version(begun.board)
    error = api.post(path, body, 409)["error"]
    assert (error["code"], list(error["fields"])) == ("choice_needed", ["if_unfinished"])
    made = api.post(path, {**body, "if_unfinished": "play_on"})
    left = {"version": made["match"]["version"], "reason": "ten after all"}
    again = api.post(f"{path}{made['ruling']['id']}/taking-back/", left)
    assert again["games_won"] == [1, 0]


def test_corrections_are_undone_one_after_the_other_on_the_page_and_in_the_api():
    desk = Desk(knock(0, 8, 32), match_n=1)
    made = []
    for count in (33, 34, 35):
        correct(desk.board, 1, knock(0, 8, count))
        made.append(newest(desk.board))
    match = desk.address("match", desk.board.match_id)
    for correction in reversed(made[1:]):
        undo = desk.address("undo_correction", desk.board.match_id, correction.pk)
        assert f'action="{undo}"' in desk.client.get(match).content.decode()
        assert desk.client.post(undo, {"version": version(desk.board)}).status_code == 302
    api = Api(desk.user)
    api.post(f"corrections/{made[0].pk}/undo/", {"version": version(desk.board)})
    assert desk.record.facts[0].counts[1] == 32
    shown = desk.client.get(match).content.decode()
    assert "Make the correction again" in shown
    assert "Undo the correction" not in shown


@pytest.fixture
def late():
    """Seat 0 came late and lost a game for it, and the match; the winner plays on since."""
    desk = Desk(match_n=1)
    give(desk.board, 1, "T_LATE", minutes=6)
    for round, number in ((1, 2), (2, 1)):
        other = board_of(desk.event, round, number)
        results.record_result(
            board=other,
            version=other.match.version,
            level="games_won",
            payload={"games_won": [1, 0]},
            by=DIRECTOR,
            now=NOW,
        )
        advanced(desk.event)
    return desk


GRAVER = {"occurrence": "1", "minutes": "6"}


def test_the_page_of_a_graver_penalty_asks_what_becomes_of_what_was_played(late):
    form = {"rule": "T_LATE", "offender": "0", "option": "disqualification", **GRAVER}
    page = ("penalty", late.board.match_id)
    answer = late.post(*page, **form, facts="He laughed")
    assert asks(answer, "choice", "He laughed", 'name="confirm"')
    assert Penalty.objects.get().step == "game_loss"
    answer = late.post(*page, **form, choice="void", confirm="Finale")
    assert asks(answer, "choice", 'value="void" checked', 'value="Finale"', "Type Semi-finals")
    assert late.post(*page, **form, choice="keep").status_code == 302
    assert Penalty.objects.latest("pk").step == "disqualification"
    assert Correction.objects.get().choice == "keep"


def test_the_api_asks_it_and_is_answered(late):
    path, api = f"tournaments/{late.event.pk}/penalties/", Api(late.user)
    body = {"match": late.board.match_id, "version": version(late.board)}
    body |= {"entry": late.event.entries.get(seed=1).pk, "infraction": "T_LATE"}
    body |= {"step": "disqualification", "occurrence": 1, "minutes": 6}
    assert api.post(path, body, 409)["error"]["code"] == "choice_needed"
    void = {"if_rests_on": "void"}
    assert api.post(path, body | void, 409)["error"]["code"] == "confirm_needed"
    (given,) = api.post(path, body | void | {"confirm": "Semi-finals"}, 201)
    assert given["step"] == "disqualification"
    assert Correction.objects.get().choice == "void"
