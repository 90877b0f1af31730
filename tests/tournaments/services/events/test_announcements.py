"""What everybody at an event is told stands on every page of it until it is taken back."""

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from kernel.text import Refusal
from players.models import AuditEntry
from tests.builders import (
    DIRECTOR,
    NOW,
    board_of,
    make_tournament,
    make_user,
    owner_of,
    sign_in,
)
from tests.stock import stocked
from tournaments.models import Announcement, Tournament
from tournaments.services.events.announcements import announce, take_back_announcement
from tournaments.services.events.setup import set_tables

pytestmark = pytest.mark.django_db

TEXT = "Coffee is ready. Round 2 begins at 21:00."


@pytest.fixture
@stocked
def tournament() -> Tournament:
    made = make_tournament()
    set_tables(tournament_id=made.pk, tables=[(1, ""), (2, "")], by=DIRECTOR, now=NOW)
    made.refresh_from_db()
    return made


def say(tournament: Tournament, text: str = TEXT) -> Announcement:
    said = announce(tournament_id=tournament.pk, text=text, by=DIRECTOR, now=NOW)
    tournament.refresh_from_db()
    return said


def at(name: str, tournament: Tournament, *more: object) -> str:
    return reverse(name, args=[tournament.club.slug, tournament.slug, *more])


def test_a_new_word_supersedes_the_one_before_and_all_are_kept(tournament: Tournament) -> None:
    public = tournament.public_version
    first, second = say(tournament), say(tournament, " Round 2 begins\n now. ")
    first.refresh_from_db()
    assert first.superseded_at == NOW
    assert second.superseded_at is None
    assert tournament.announcement == "Round 2 begins now."
    assert tournament.public_version == public + 2
    assert AuditEntry.objects.filter(action="tournament.announce").count() == 2


def test_the_same_word_twice_is_said_once(tournament: Tournament) -> None:
    say(tournament)
    version = tournament.version
    assert say(tournament).pk == Announcement.objects.get().pk
    assert tournament.version == version


def test_nothing_is_no_announcement(tournament: Tournament) -> None:
    with pytest.raises(Refusal) as refused:
        say(tournament, " \n ")
    assert refused.value.field == "text"


def test_taken_back_twice_it_is_taken_back_once(tournament: Tournament) -> None:
    say(tournament)
    for _ in range(2):
        take_back_announcement(tournament_id=tournament.pk, by=DIRECTOR, now=NOW)
    tournament.refresh_from_db()
    assert (tournament.announcement, tournament.announced_at) == ("", None)
    assert Announcement.objects.get().superseded_at == NOW
    assert AuditEntry.objects.filter(action="tournament.take_back_announcement").count() == 1


def test_what_the_pages_show_is_rebuilt_from_the_fact(tournament: Tournament) -> None:
    say(tournament)
    Tournament.objects.update(announcement="nonsense")
    call_command("rebuild")
    tournament.refresh_from_db()
    assert tournament.announcement == TEXT


def test_it_stands_on_every_page_and_in_every_live_part(
    tournament: Tournament, client: Client
) -> None:
    say(tournament)
    match = board_of(tournament, 1, 1).match_id
    open_to_all = ["tournament", "matches", "standings", "entrants", "event_rules"]
    sign_in(client, owner_of(tournament.club))
    live = [at(name, tournament) for name in [*open_to_all, "tables"]]
    live += [at(name, tournament, match) for name in ("match", "pad")]
    live.append(at("table", tournament, 1))
    rest = [at(name, tournament) for name in ("entries", "check_in", "draw", "settings")]
    for address in [*live, *rest]:
        assert client.get(address).content.decode().count(TEXT) == 1, address
    for address in live:
        part = client.get(address, headers={"HX-Request": "true"}).content.decode()
        assert 'id="announced" hx-swap-oob="true"' in part, address
        assert part.count(TEXT) == 1, address
    assert TEXT in Client().get(at("tournament", tournament)).content.decode()


class TestPage:
    @pytest.fixture
    def address(self, tournament: Tournament) -> str:
        return at("announcement", tournament)

    def test_is_the_directors(self, tournament: Tournament, client: Client, address: str) -> None:
        sign_in(client, make_user())
        assert client.post(address, {"act": "announce", "text": TEXT}).status_code == 403

    def test_announces_and_takes_back(
        self, tournament: Tournament, client: Client, address: str
    ) -> None:
        sign_in(client, owner_of(tournament.club))
        page = client.post(address, {"act": "announce", "text": TEXT, "key": "k"}, follow=True)
        assert "Take back" in page.content.decode()
        page = client.post(address, {"act": "take_back", "key": "l"}, follow=True)
        html = page.content.decode()
        assert "taken back from every page" in html
        assert "Take back" not in html
        assert html.count(TEXT) == 1  # among those that were said before

    def test_keeps_what_is_too_long(
        self, tournament: Tournament, client: Client, address: str
    ) -> None:
        sign_in(client, owner_of(tournament.club))
        answer = client.post(address, {"act": "announce", "text": "x" * 301, "key": "k"})
        assert answer.status_code == 400
        assert "x" * 301 in answer.content.decode()
        assert not Announcement.objects.exists()
