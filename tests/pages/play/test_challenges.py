"""The pages of a challenge: made on the page of friendlies, answered there or on Tonight."""

import re
from collections.abc import Mapping

import pytest
from django.test import Client

from players.models import Block, Club, Player, User
from tests.builders import make_user, sign_in
from tournaments.models import Challenge, Friendly
from web.page import new_key

pytestmark = pytest.mark.django_db

CHOSEN = {"rules": "pagat", "best_of": "3", "clock": "none"}


def text_of(page: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page))


class People:
    """Ada and Ben of one club, each with a browser, and Cleo, who has no account."""

    def __init__(self) -> None:
        self.club = Club.objects.create(slug="club", name="The club")
        self.ada, self.ben = self._listed("Ada Lovelace"), self._listed("Ben Jonson")
        self.cleo = Player.objects.create(club=self.club, name="Cleo Player")

    def _listed(self, name: str) -> tuple[User, Player, Client]:
        user, client = make_user(name), Client()
        sign_in(client, user)
        return user, Player.objects.create(club=self.club, name=name, user=user), client

    def challenge(self, **more: str) -> str:
        body = {"opponent": str(self.ben[1].pk), "key": new_key(), **CHOSEN, **more}
        answer = self.ada[2].post("/play/", body)
        assert answer.status_code == 302, text_of(answer.text)
        return str(answer["Location"])

    def answer(self, act: str, who: Client | None = None) -> str:
        match = Challenge.objects.get().friendly.tournament.stages.get().rounds.get()
        number = match.pairings.get().boards.get().match_id
        client = who or self.ben[2]
        answer = client.post(f"/play/challenges/{number}/", {"act": act}, follow=True)
        return str(answer.text)


@pytest.fixture
def people() -> People:
    return People()


def options(page: str) -> Mapping[str, str]:
    return dict(re.findall(r'<option value="(\d*)"[^>]*>([^<]+)', page))


def test_those_who_can_be_challenged_are_offered(people: People) -> None:
    page = people.ada[2].get(f"/play/?player={people.ben[1].pk}").text
    assert options(page) == {"": "Whoever has the link", str(people.ben[1].pk): "Ben Jonson"}
    assert re.search(rf'value="{people.ben[1].pk}" selected', page)


def test_a_visitor_is_offered_nobody(people: People) -> None:
    assert "<option" not in Client().get(f"/play/?player={people.ben[1].pk}").text


def test_the_page_of_a_player_leads_there(people: People) -> None:
    path, link = f"/c/club/players/{people.ben[1].pk}/", f"/play/?player={people.ben[1].pk}"
    assert link in people.ada[2].get(path).text
    for client in (people.ben[2], Client()):
        assert "/play/?player=" not in client.get(path).text
    assert "/play/?player=" not in people.ada[2].get(f"/c/club/players/{people.cleo.pk}/").text


def test_the_table_says_who_was_challenged_and_shows_no_link(people: People) -> None:
    page = people.ada[2].get(people.challenge()).text
    assert "You have challenged Ben Jonson" in page
    assert "share-link" not in page
    assert "Ben Jonson has not answered yet" in people.ada[2].get("/play/").text


@pytest.mark.parametrize("path", ["/play/", "/me/"])
def test_who_is_challenged_reads_so_and_accepts(people: People, path: str) -> None:
    table = people.challenge()
    said = text_of(people.ben[2].get(path).text)
    assert "Ada Lovelace challenges you to a game" in said
    assert "Nothing now" not in said
    assert "Ada Lovelace" in people.answer("accept")
    assert people.ben[2].get(table).status_code == 200
    assert "challenges you" not in people.ben[2].get(path).text


def test_declined_the_other_one_reads_so(people: People) -> None:
    table = people.challenge()
    people.answer("end")
    assert "Ben Jonson does not want to play now" in people.ada[2].get(table).text
    assert "Declined" in people.ada[2].get("/play/").text
    people.answer("end", people.ada[2])
    assert people.ada[2].get(table).status_code == 404


def test_taken_back_the_answer_says_that_it_is_gone(people: People) -> None:
    people.challenge()
    number = re.search(r"/play/challenges/(\d+)/", people.ben[2].get("/play/").text)
    assert number is not None
    people.answer("end", people.ada[2])
    answer = people.ben[2].post(f"/play/challenges/{number[1]}/", {"act": "accept"}, follow=True)
    assert "leads to no table" in answer.text
    assert not Friendly.objects.exists()


def test_who_is_blocked_is_not_offered_any_more_until_they_are_let_in_again(
    people: People,
) -> None:
    people.challenge()
    assert "You two meet no more" in people.answer("block")
    assert "<option" not in people.ada[2].get("/play/").text
    account = people.ben[2].get("/account/").text
    assert "Ada Lovelace" in account
    unblock = f"/account/blocks/{Block.objects.get().pk}/"
    assert people.ada[2].post(unblock).status_code == 404
    assert people.ben[2].post(unblock, follow=True).status_code == 200
    assert not Block.objects.exists()
    assert "Ben Jonson" in people.ada[2].get("/play/").text


def test_at_the_table_one_can_block_who_has_an_account(people: People) -> None:
    table = people.challenge()
    assert "Never meet them again" not in people.ada[2].get(table).text
    people.answer("accept")
    assert "Never meet them again" in people.ada[2].get(table).text

    def press(act: str) -> str:
        return str(people.ada[2].post(f"{table}friendly/", {"act": act}, follow=True).text)

    page = press("block")
    assert "You two meet no more" in page
    assert "Never meet them again" not in page
    assert Block.objects.count() == 1
    assert "Never meet them again" in people.ben[2].get(table).text
    page = press("unblock")
    assert "You two may meet again" in page
    assert "Never meet them again" in page
    assert not Block.objects.exists()


def test_a_challenge_that_is_refused_says_so_at_the_field(people: People) -> None:
    people.challenge()
    body = {"opponent": str(people.ben[1].pk), "key": new_key(), **CHOSEN}
    answer = people.ada[2].post("/play/", body)
    assert answer.status_code == 409
    assert "waits for an answer already" in answer.text
    assert re.search(rf'value="{people.ben[1].pk}" selected', answer.text)
