"""The page of a table at which one person plays both seats."""

import re
from html import unescape

import pytest
from django.http import HttpResponse
from django.test import Client

from tests.builders import make_user, owner_of, sign_in
from tests.online import OnlineEvent
from tests.reading import said_by
from tests.trials import Trial, member_of
from web.page import new_key

pytestmark = pytest.mark.django_db


class SeatsPage:
    """The page as its holder has it."""

    def __init__(self, trial: Trial) -> None:
        self.trial, self.client = trial, Client()
        sign_in(self.client, trial.user)

    def read(self, seat: int | None = None) -> str:
        response = self.client.get(self.trial.page + ("" if seat is None else f"?seat={seat}"))
        assert response.status_code == 200
        return response.content.decode()

    def press(self, act: str, page: str = "", **fields: object) -> HttpResponse:
        """Send a form as the page has it; to htmx."""
        page = page or self.read()
        known = {
            name: re.search(f'name="{name}" value="([0-9]+)"', page)
            for name in ("version", "d", "seat")
        }
        hidden = {name: found[1] for name, found in known.items() if found}
        data = {"key": new_key(), "act": act, **hidden, **fields}
        return self.client.post(self.trial.page, data, headers={"HX-Request": "true"})


def shown_seat(page: str) -> int:
    """Whose hand is shown: that of the seat whose link is the current one."""
    found = re.findall(r'href="\?seat=(\d)" aria-current="true"', page)
    return int(found[0])


@pytest.fixture
def page() -> SeatsPage:
    trial = Trial()
    while trial.view()["state"] == "drawing":
        trial.step()
    return SeatsPage(trial)


def test_it_opens_on_the_seat_in_turn(page: SeatsPage) -> None:
    assert shown_seat(page.read()) == page.trial.view()["turn"]
    for seat in (0, 1):
        assert shown_seat(page.read(seat)) == seat


def test_after_an_action_it_is_the_other_seat_and_says_so(page: SeatsPage) -> None:
    turn = page.trial.view()["turn"]
    answer = page.press("action", action="pass")
    assert answer.status_code == 200
    assert answer["HX-Replace-Url"] == page.trial.page
    shown = answer.content.decode()
    other = "Second seat" if turn == 0 else "First seat"
    assert shown_seat(shown) == 1 - turn
    assert f"You now play the other seat: {other}." in unescape(shown)
    assert "other seat" not in page.read(turn)


def test_while_one_seat_goes_on_nothing_is_said_of_another(page: SeatsPage) -> None:
    turn = page.trial.view()["turn"]
    shown = page.press("action", action="take").content.decode()
    assert shown_seat(shown) == turn
    assert "other seat" not in shown


def test_without_script_it_comes_back_to_the_seat_in_turn(page: SeatsPage) -> None:
    turn = page.trial.view()["turn"]
    hidden = {"key": new_key(), "act": "action", "action": "pass", "seat": turn}
    version = page.trial.view()["version"]
    answer = page.client.post(page.trial.page, hidden | {"version": version})
    assert answer.status_code == 302
    assert answer["Location"] == page.trial.page


def test_it_never_shows_both_hands_before_the_hand_is_over(page: SeatsPage) -> None:
    for _ in range(6):
        hands = [set(page.trial.view(seat)["hands"][seat]) for seat in (0, 1)]
        for seat in (0, 1):
            markup = page.read(seat)
            shown = {card for card in hands[0] | hands[1] if f'#c-{card.lower()}"' in markup}
            assert shown == hands[seat]
        page.trial.step(prefer=("pass", "draw", "discard"))


def test_what_is_sent_from_a_seat_is_done_for_that_seat(page: SeatsPage) -> None:
    turn = page.trial.view()["turn"]
    looked = page.read(1 - turn)
    refused = page.press("action", looked, action="pass")
    assert "opponent’s turn" in unescape(refused.content.decode()).replace("'", "’")
    page.press("resign", looked, of="game")
    won = page.trial.view()["games_won"]
    assert won[turn] == 1


def test_one_press_is_ready_for_both(page: SeatsPage) -> None:
    page.trial.play_hand()
    shown = page.read()
    assert "Ready for the next hand" in shown
    page.press("ready", shown)
    assert page.trial.view()["state"] == "playing"


def test_it_is_there_for_its_holder_alone(page: SeatsPage) -> None:
    others = [make_user("Stranger"), owner_of(page.trial.club), member_of(page.trial.club)]
    for user in others:
        client = Client()
        sign_in(client, user)
        for query in ("", "?seat=0", "?seat=1"):
            assert client.get(page.trial.page + query).status_code == 404
        assert client.post(page.trial.page, {"act": "ready", "seat": 0}).status_code == 404


def test_who_plays_one_seat_has_no_switch_and_no_other_seat() -> None:
    event = OnlineEvent()
    event.begin()
    client = Client()
    sign_in(client, event.users[0])
    tournament = event.tournament
    path = f"/c/{tournament.club.slug}/{tournament.slug}/matches/{event.board.match_id}/table/"
    plain = client.get(path).content.decode()
    asked = client.get(path + "?seat=1").content.decode()
    assert "ot-switch" not in plain
    assert said_by(plain) == said_by(asked)


def test_the_hands_of_a_trial_are_replayed_and_checked_by_its_holder_alone() -> None:
    trial = Trial()
    trial.play_hand()
    page = SeatsPage(trial)
    links = re.findall(r'href="(/c/[^"]+/(?:deals|hands/1)/)"', page.read())
    assert len(set(links)) == 2
    stranger = Client()
    sign_in(stranger, owner_of(trial.club))
    for link in links:
        assert page.client.get(link).status_code == 200
        assert stranger.get(link).status_code == 404
