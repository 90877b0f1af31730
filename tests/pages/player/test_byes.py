"""A bye that a computer player fills, on the pages: offered, pressed, played, counted."""

import re

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from tests.builders import board_of, make_tournament, make_user, owner_of, sign_in
from tests.byes import ByeEvent
from tests.pages.director.test_rooms import FILLED, told
from tests.pages.director.test_wizard_windows import SWISS
from tournaments.models import Round, Tournament
from tournaments.selectors.desk.player_figures import (
    figures_against_the_house,
    figures_of_player,
)
from web.page import new_key

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> ByeEvent:
    return ByeEvent()


def client_of(event: ByeEvent) -> Client:
    client = Client()
    sign_in(client, event.user)
    return client


def words(answer: HttpResponse) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", answer.text).split())


def path_of(event: ByeEvent) -> str:
    club, slug = event.tournament.club.slug, event.tournament.slug
    return reverse("fill_bye", args=[club, slug, event.bye.pk])


class TestTonight:
    def test_offers_the_computer_beside_the_bye(self, event: ByeEvent) -> None:
        page = client_of(event).get("/me/")
        assert f'action="{path_of(event)}"' in page.text
        assert "You have a bye in round 1: it counts as a match won." in words(page)
        assert "Meanwhile you may play Computer (Club)." in words(page)

    def test_one_press_leads_to_the_table_and_the_same_again(self, event: ByeEvent) -> None:
        client, sent = client_of(event), {"key": new_key()}
        answer = client.post(path_of(event), sent)
        assert client.post(path_of(event), sent)["Location"] == answer["Location"]
        table = client.get(answer["Location"])
        assert "Computer (Club)" in table.text
        assert event.player.name in table.text
        assert "Beside your bye: it counts for your own figures alone." in words(table)
        links = re.findall(r'href="(/[^"#?]*)"', table.text)
        assert {client.get(link).status_code for link in links} <= {200, 302}
        page = client.get("/me/")
        assert path_of(event) not in page.text
        assert answer["Location"] in page.text

    def test_says_how_it_ended(self, event: ByeEvent) -> None:
        event.begin()
        event.give_up(1)
        page = words(client_of(event).get("/me/"))
        assert "You won the match beside your bye against Computer (Club)." in page
        Round.objects.filter(pk=event.bye.round_id).update(state="complete")
        assert "beside your bye" not in words(client_of(event).get("/me/"))

    def test_leads_to_what_goes_on_when_the_round_is_over(self, event: ByeEvent) -> None:
        event.begin()
        Round.objects.filter(pk=event.bye.round_id).update(state="complete")
        page = client_of(event).get("/me/")
        assert "You play Computer (Club) beside your bye." in words(page)
        assert f"matches/{event.board.match_id}/table/" in page.text

    def test_offers_it_in_a_round_robin_too(self) -> None:
        event = ByeEvent(format="round_robin")
        assert path_of(event) in client_of(event).get("/me/").text

    def test_offers_nothing_else(self, event: ByeEvent) -> None:
        other = board_of(event.tournament, 1, 1).match.seats.first().player
        other.user = make_user("Other")
        other.save()
        client = Client()
        sign_in(client, other.user)
        assert "/byes/" not in client.get("/me/").text
        refused = client.post(path_of(event), {"key": new_key()}, follow=True)
        assert "You have no such bye in this tournament." in words(refused)
        assert "/byes/" not in client_of(ByeEvent(bye_opponent="")).get("/me/").text

    def test_the_page_of_the_event_leads_there_also_when_it_is_over(self, event: ByeEvent) -> None:
        tournament = event.tournament
        page = reverse("tournament", args=[tournament.club.slug, tournament.slug])
        client = client_of(event)
        assert "Meanwhile you may play Computer (Club)." in words(client.get(page))
        assert "Meanwhile you may play" not in words(Client().get(page))
        event.begin()
        Round.objects.filter(pk=event.bye.round_id).update(state="complete")
        Tournament.objects.filter(pk=tournament.pk).update(state="finished")
        assert f"matches/{event.board.match_id}/table/" in client.get(page).text
        event.give_up(0)
        assert "beside your bye" not in words(client.get(page))

    def test_nobody_else_finds_the_table(self, event: ByeEvent) -> None:
        address = client_of(event).post(path_of(event), {"key": new_key()})["Location"]
        owner = Client()
        sign_in(owner, owner_of(event.tournament.club))
        for client in (Client(), owner):
            assert client.get(address).status_code == 404


class TestFigures:
    def address(self, event: ByeEvent) -> str:
        return reverse("player_figures", args=[event.tournament.club.slug, event.player.pk])

    def test_count_it_for_the_player_alone(self, event: ByeEvent) -> None:
        event.play()
        page = words(client_of(event).get(self.address(event)))
        assert "Against the house" in page
        won = event.board.match.winner == 0
        assert f"Games: 1, won {int(won)}. Hands: 1, won {int(won)}." in page
        assert "Computer (Club)" in page
        [(code, own)] = figures_against_the_house(event.actor, event.player.pk)
        assert (code, own.matches, own.hands) == ("club", 1, 1)
        assert figures_of_player(event.actor, event.player.pk).total.matches == 0

    def test_show_it_to_nobody_else(self, event: ByeEvent) -> None:
        event.play()
        event.player.figures_shown = True
        event.player.save()
        for user in (owner_of(event.tournament.club), make_user("Stranger")):
            client = Client()
            sign_in(client, user)
            page = client.get(self.address(event))
            assert page.status_code == 200
            assert "Against the house" not in page.text

    def test_count_who_resigned_as_having_lost(self, event: ByeEvent) -> None:
        event.begin()
        event.give_up(0)
        [(_code, own)] = figures_against_the_house(event.actor, event.player.pk)
        assert (own.matches, own.matches_won) == (1, 0)

    def test_say_nothing_of_what_goes_on(self, event: ByeEvent) -> None:
        event.begin()
        page = client_of(event).get(self.address(event))
        assert "Against the house" not in page.text


class TestTheSetting:
    def test_is_made_in_the_wizard(self) -> None:
        event = make_tournament(start=False)
        client = Client()
        sign_in(client, owner_of(event.club))
        address = reverse("new", args=[event.club.slug])
        assert client.post(address, SWISS | {"bye_opponent": "strong"}).status_code == 302
        assert Tournament.objects.latest("pk").bye_opponent == "strong"
        refused = client.post(address, FILLED | {"bye_opponent": "strong", "step": "make"})
        assert "choose nobody" in told(refused)

    def test_is_changed_while_the_event_runs_and_read_by_everybody(self, event: ByeEvent) -> None:
        club, slug = event.tournament.club, event.tournament.slug
        client = Client()
        sign_in(client, owner_of(club))
        address = reverse("settings_deal", args=[club.slug, slug])
        page = client.get(address).text
        assert 'name="bye_opponent"' in page
        shown = dict(re.findall(r'name="(initial-[\w-]+)" value="([^"]*)"', page))
        kept = {name.removeprefix("initial-"): value for name, value in shown.items()}
        sent = {**shown, **kept, "bye_opponent": "expert", "act": "save", "key": new_key()}
        assert client.post(address, sent).status_code in (302, 303)
        event.tournament.refresh_from_db()
        assert event.tournament.bye_opponent == "expert"
        for name in ("tournament", "event_rules"):
            said = words(Client().get(reverse(name, args=[club.slug, slug])))
            assert "Who has a bye may play Computer (Expert) meanwhile." in said

    def test_is_not_there_in_a_knock_out(self) -> None:
        event = make_tournament(start=False)
        client = Client()
        sign_in(client, owner_of(event.club))
        page = client.get(reverse("settings_deal", args=[event.club.slug, event.slug]))
        assert "bye_opponent" not in page.text
