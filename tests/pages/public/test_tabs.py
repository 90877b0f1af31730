"""The public tabs of a tournament: matches, standings, entrants, rules."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from players.models import Player
from tests.builders import (
    DIRECTOR,
    NOW,
    board_of,
    entry_at,
    make_tournament,
    make_user,
    owner_of,
    sign_in,
    win,
)
from tournaments.models import Tournament
from tournaments.services.events import entries, setup
from tournaments.services.stages.settling import settle_stage

pytestmark = pytest.mark.django_db(transaction=True)

TABS = ("matches", "standings", "entrants", "event_rules")


def address(tournament: Tournament, tab: str) -> str:
    return reverse(tab, args=[tournament.club.slug, tournament.slug])


def read(tournament: Tournament, tab: str, client: Client | None = None) -> str:
    response = (client or Client()).get(address(tournament, tab))
    assert response.status_code == 200
    return response.content.decode()


def text(html: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


def standing(tournament: Tournament) -> Tournament:
    settle_stage(stage_id=tournament.stages.get().pk, by=DIRECTOR, now=NOW)
    return tournament


def entrant_client(tournament: Tournament, seed: int) -> Client:
    """The browser of who has this seed."""
    user, client = make_user(), Client()
    Player.objects.filter(entry_members__entry=entry_at(tournament, seed)).update(user=user)
    sign_in(client, user)
    return client


class TestTabs:
    @pytest.mark.parametrize("tab", ["tournament", *TABS])
    def test_each_page_leads_to_all_of_them_and_marks_its_own(self, tab: str) -> None:
        tournament = make_tournament()
        html = read(tournament, tab)
        for other in ("tournament", *TABS):
            assert f'href="{address(tournament, other)}"' in html
        assert html.count('aria-current="page"') == 1
        assert f'href="{address(tournament, tab)}" aria-current="page"' in html

    @pytest.mark.parametrize("tab", TABS)
    def test_htmx_gets_the_live_part_alone(self, tab: str) -> None:
        tournament = make_tournament()
        html = Client().get(address(tournament, tab), headers={"HX-Request": "true"})
        assert html.content.decode().strip().startswith('<div id="live"')
        assert f'data-version="{tournament.public_version}"' in html.content.decode()

    @pytest.mark.parametrize("tab", TABS)
    def test_a_draft_is_there_for_its_staff_alone(self, tab: str) -> None:
        draft = make_tournament(start=False)
        owner = Client()
        sign_in(owner, owner_of(draft.club))
        assert Client().get(address(draft, tab)).status_code == 404
        assert owner.get(address(draft, tab)).status_code == 200

    # A bracket is read as of one moment: its begin and end count, too; so does its address here.
    @pytest.mark.parametrize(
        ("tab", "most"), [("matches", 10), ("standings", 6), ("entrants", 8), ("event_rules", 4)]
    )
    def test_it_costs_few_queries_with_64_entrants(
        self, tab: str, most: int, django_assert_max_num_queries
    ) -> None:
        tournament = standing(make_tournament(entrants=64))
        with django_assert_max_num_queries(most):
            read(tournament, tab)


class TestMatches:
    def test_all_matches_stand_below_their_rounds(self) -> None:
        tournament = make_tournament()
        win(board_of(tournament, 1, 1), 0)
        html = read(tournament, "matches")
        said = text(html)
        assert said.index("Semi-finals") < said.index("Semi-final 1") < said.index("Semi-final 2")
        assert "Player 0001" in said
        assert "Finished" in said
        assert "Ready" in said
        assert "Winner of semi-final 2" in said
        for round, number in ((1, 1), (1, 2), (2, 1)):
            board = board_of(tournament, round, number)
            place = [tournament.club.slug, tournament.slug, board.match_id]
            assert f'href="{reverse("match", args=place)}"' in html

    def test_of_a_large_bracket_a_page_shows_one_round(self) -> None:
        tournament = make_tournament(entrants=130)
        current = read(tournament, "matches")
        assert current.count('class="tbl matches"') == 1
        assert 'href="?round=8"' in current
        place = address(tournament, "matches")
        assert "Final" in text(Client().get(f"{place}?round=8").content.decode())
        assert Client().get(f"{place}?round=9").status_code == 404

    def test_before_the_draw_the_page_says_so(self) -> None:
        tournament = make_tournament(start=False)
        setup.move_tournament(
            tournament_id=tournament.pk, action="open_registration", by=DIRECTOR, now=NOW
        )
        assert "The draw is not published yet." in read(tournament, "matches")
        assert "There are no standings yet." in read(tournament, "standings")


class TestStandings:
    def test_each_place_has_its_reason_and_shared_ones_are_marked(self) -> None:
        tournament = make_tournament()
        for round, number, seat in ((1, 1, 0), (1, 2, 0), (2, 1, 0)):
            win(board_of(tournament, round, number), seat)
        said = text(read(standing(tournament), "standings"))
        assert "1 Player 0001" in said
        assert said.count("3–4 shared") == 2
        assert "Lost the" in said or "lost" in said.casefold()

    def test_an_entrant_is_led_to_their_own_row(self) -> None:
        tournament = standing(make_tournament())
        own = read(tournament, "standings", entrant_client(tournament, 2))
        assert 'href="#me"' in own
        assert re.search(r'<tr class="me" id="me">.*?Player 0002', own, re.S)
        assert "#me" not in read(tournament, "standings")


class TestEntrants:
    def test_field_and_waitlist_in_their_order(self) -> None:
        tournament = make_tournament(entrants=3, start=False, cap=2)
        setup.move_tournament(
            tournament_id=tournament.pk, action="open_registration", by=DIRECTOR, now=NOW
        )
        said = text(read(tournament, "entrants"))
        assert said.index("Player 0002") < said.index("Waitlist") < said.index("Player 0003")

    def test_who_is_here_is_marked_while_check_in_is_open(self) -> None:
        tournament = make_tournament(start=False)
        for action in ("open_registration", "open_check_in"):
            setup.move_tournament(tournament_id=tournament.pk, action=action, by=DIRECTOR, now=NOW)
        entries.check_in_entry(
            tournament_id=tournament.pk, entry_id=entry_at(tournament, 1).pk, by=DIRECTOR, now=NOW
        )
        said = text(read(tournament, "entrants"))
        assert "1 is here" in said
        assert said.count("Not here yet") == 3

    def test_names_are_shown_as_their_owners_wish(self) -> None:
        tournament = standing(make_tournament())
        shown = Player.objects.filter(entry_members__entry=entry_at(tournament, 1))
        shown.update(shown="hidden")
        owner = Client()
        sign_in(owner, owner_of(tournament.club))
        for seed, is_linked in ((1, False), (2, True)):
            player = entry_at(tournament, seed).members.get().player_id
            page = reverse("player", args=[tournament.club.slug, player])
            assert (page in read(tournament, "entrants")) is is_linked
        for tab in ("matches", "standings", "entrants"):
            assert "Player 0001" not in read(tournament, tab)
            assert "Player 0001" in read(tournament, tab, owner)


def test_the_rules_are_said_in_words() -> None:
    said = text(read(make_tournament(rules="pagat"), "event_rules"))
    assert "Gin scores 20 and the opponent&#x27;s count." in said
