"""When a match of an event by windows is played: on Tonight, on the match, on the event's pages."""

from datetime import datetime, timedelta

import pytest
from django.test import Client
from django.utils.formats import date_format
from django.utils.timezone import localtime

from kernel.text import Refusal
from tests.builders import DIRECTOR, owner_of, sign_in
from tests.league import League
from tests.pages.player.test_online_tonight import main_of
from tests.pages.player.test_tonight import at, client_of, text_of
from tournaments.models import AgreedTime, RoundWindow
from tournaments.services.desk.summoning import summon_players
from web.db import clock

pytestmark = pytest.mark.django_db


class AgreedLeague(League):
    """One whose first round is played these days; the two of its first match have agreed."""

    def __init__(self, **fields: object) -> None:
        super().__init__(**{"play": "online", **fields})
        self.now = clock.now()
        RoundWindow.objects.update(until=self.now + timedelta(days=7))
        self.propose(0)
        self.accept(1)
        self.match = at(self.tournament, "match", self.board().match_id)
        seats = self.board().match.seats.select_related("player__user").order_by("seat")
        self.names = [seat.player.name for seat in seats]
        self.clients = [client_of(seat.player.user) for seat in seats]

    def agree(self, after: timedelta) -> str:
        """Let the agreed hour be so long from now; as it is said."""
        time = self.now + after
        AgreedTime.objects.update(time=time)
        return said(time)

    def tonight(self) -> str:
        return text_of(self.clients[0].get("/me/"))


def said(time: datetime) -> str:
    return f"{date_format(localtime(time), 'l j F')} at {date_format(localtime(time), 'H:i')}"


@pytest.fixture
def league() -> AgreedLeague:
    return AgreedLeague()


def test_tonight_says_first_when_they_play(league: AgreedLeague) -> None:
    hour = league.agree(timedelta(days=2))
    html = league.clients[0].get("/me/").text
    page = league.tonight()
    assert f"To come · Round 1, match 1 You play {league.names[1]} on {hour}." in page
    assert "Sit down" not in page
    assert page.count(hour) == 1, "said once"
    assert "You may play earlier, if you both can." in page
    table = at(league.tournament, "online_table", league.board().match_id)
    assert f'<a class="btn" href="{table}">To the table</a>' in html
    assert main_of(html) == ""


def test_tonight_calls_to_the_table_when_the_hour_has_come(league: AgreedLeague) -> None:
    league.agree(timedelta(minutes=10))
    page = league.tonight()
    assert f"You play {league.names[1]} online. Sit down and begin." in page
    assert "earlier" not in page


def test_an_hour_that_is_past_is_said_to_be(league: AgreedLeague) -> None:
    hour = league.agree(timedelta(hours=-2))
    page = league.tonight()
    assert f"You were to play {league.names[1]} on {hour}. That is past, and nothing" in page
    assert "Propose new times, or play now." in page
    page = text_of(league.clients[0].get(league.match))
    assert f"You were to play on {hour}. That is past, and nothing was played." in page
    assert "Propose new times, or play now." in page
    page = text_of(Client().get(league.match))
    assert f"They were to play on {hour}. That is past, and nothing was played." in page
    assert "Propose" not in page


def test_the_match_says_first_when_they_play(league: AgreedLeague) -> None:
    hour = league.agree(timedelta(days=2))
    html = league.clients[0].get(league.match).text
    assert html.index(f"You play on {hour}.") < html.index("Play online")
    table = at(league.tournament, "online_table", league.board().match_id)
    assert f'<a class="btn" href="{table}">Play online</a>' in html
    league.agree(timedelta())
    html = league.clients[0].get(league.match).text
    assert f'<a class="btn btn-main" href="{table}">Play online</a>' in html


def test_the_desk_misses_nobody_before_their_hour(league: AgreedLeague, client: Client) -> None:
    sign_in(client, owner_of(league.tournament.club))
    desk, missed = at(league.tournament, "desk"), "Not at their tables yet"
    league.agree(timedelta(days=2))
    assert missed not in text_of(client.get(desk))
    with pytest.raises(Refusal, match="Nobody was called"):
        summon_players(tournament_id=league.tournament.pk, by=DIRECTOR, now=clock.now())
    league.agree(timedelta())
    page = text_of(client.get(desk))
    assert missed in page
    assert page.count("Has not sat down") == 2, "of the other match nobody"


def test_new_times_stand_beside_the_hour_that_is_past(league: AgreedLeague) -> None:
    league.agree(timedelta(hours=-2))
    now = league.now
    times = at(league.tournament, "times", league.board().match_id)
    form = {"key": "k", "act": "propose", "first": localtime(now + timedelta(days=1)).isoformat()}
    assert league.clients[1].post(times, form).status_code == 302
    assert f"{league.names[1]} proposes other times:" in league.tonight()


def test_without_an_hour_tonight_asks_them_to_agree(league: AgreedLeague) -> None:
    AgreedTime.objects.all().delete()
    page = league.tonight()
    assert f"You play {league.names[1]} in this round. Agree on a time." in page
    assert "No time is agreed yet." not in page, "said already"
    assert "No time is agreed yet." in text_of(league.clients[0].get(league.match))
    html = league.clients[0].get(at(league.tournament, "tournament")).text
    assert "Agree on a time for your match." in html
    assert main_of(html) == league.match, "where they propose times"


def test_the_pages_of_the_event_say_it_before_they_lead_to_the_table(league: AgreedLeague) -> None:
    address = at(league.tournament, "tournament")
    hour = league.agree(timedelta(days=2))
    html = league.clients[0].get(address).text
    assert f"You play on {hour}. Your online table is open already." in html
    assert main_of(html) == ""
    hour = league.agree(timedelta(hours=-2))
    page = text_of(league.clients[0].get(address))
    assert f"You were to play on {hour}. That is past, and nothing was played." in page
    league.agree(timedelta(minutes=5))
    assert "Your match can begin at its online table." in text_of(league.clients[0].get(address))


def test_days_are_in_the_words_of_the_reader(league: AgreedLeague) -> None:
    AgreedTime.objects.update(time=datetime.fromisoformat("2030-12-05T20:00:00+00:00"))
    german = {"headers": {"Accept-Language": "de"}}
    page = text_of(league.clients[0].get(league.match, **german))
    assert "Donnerstag, 5. Dezember, um 20:00 Uhr" in page


def test_one_match_asks_no_more_than_its_times(
    league: AgreedLeague, django_assert_max_num_queries
) -> None:
    league.agree(timedelta(hours=-2))
    league.clients[0].get("/me/")
    with django_assert_max_num_queries(27):
        league.clients[0].get("/me/")
