"""The public pages through the test client: who sees what, in which words, and when it is new."""

import re
from collections.abc import Callable
from datetime import UTC, datetime
from html.parser import HTMLParser

import pytest
from django.conf import settings
from django.db import connection
from django.template.loader import get_template
from django.test import Client, override_settings
from django.test.utils import CaptureQueriesContext

from games.models import Match
from players.models import Club, Player
from tests.builders import (
    DIRECTOR,
    NOW,
    board_of,
    entry_at,
    knock,
    make_club,
    make_tournament,
    make_user,
    owner_of,
    win,
)
from tournaments.models import Tournament
from tournaments.services.desk import results
from tournaments.services.events import entries, setup
from tournaments.services.events.editing import edit_tournament
from tournaments.services.stages import rounds

pytestmark = pytest.mark.django_db(transaction=True)


class Reader(HTMLParser):
    """What a page says: its text, and the sentence of each match by its id."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.parts: list[str] = []
        self.said: dict[str, str] = {}
        self._id = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self._id = given["id"] if "data-said" in given else ""

    def handle_data(self, data: str) -> None:
        self.parts.append(data)
        if self._id:
            self.said[self._id] = self.said.get(self._id, "") + data

    def handle_endtag(self, tag: str) -> None:
        self._id = ""

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.parts).split())


def address(tournament: Tournament) -> str:
    return f"/c/{tournament.club.slug}/{tournament.slug}/"


def read(tournament: Tournament, client: Client | None = None, query: str = "") -> Reader:
    response = (client or Client()).get(address(tournament) + query)
    assert response.status_code == 200
    return Reader(response.content.decode())


def signed_in(user: object) -> Client:
    client = Client()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


def finish(tournament: Tournament, seats: dict[tuple[int, int], int]) -> None:
    for (round, number), seat in seats.items():
        win(board_of(tournament, round, number), seat)


class TestFinding:
    def test_a_tournament_is_found_from_the_front_page_and_its_clubs(self) -> None:
        tournament = make_tournament()
        for page in ("/", f"/c/{tournament.club.slug}/"):
            assert f'href="{address(tournament)}"' in Client().get(page).content.decode()

    def test_the_front_page_of_a_new_server_says_that_there_is_nothing_yet(self) -> None:
        text = Reader(Client().get("/").content.decode()).text
        assert "No tournament has been announced yet." in text
        assert "There is no club yet." in text

    def test_a_club_shows_who_won_and_who_plays_as_they_show_their_names(self) -> None:
        tournament = make_tournament()
        ways = (("Anna Simek", "full"), ("Bo Lind", "short"), ("Cy Hale", "hidden"), ("Di", "full"))
        players = tournament.club.players.order_by("pk")
        for player, (name, shown) in zip(players, ways, strict=True):
            Player.objects.filter(pk=player.pk).update(name=name, shown=shown)
        finish(tournament, {(1, 1): 0, (1, 2): 0, (2, 1): 0})
        for page in ("/", f"/c/{tournament.club.slug}/"):
            text = Reader(Client().get(page).content.decode()).text
            assert "won by Player 0001" in text
        assert "Anna Simek" in text
        assert "Bo L." in text
        assert "Lind" not in text
        assert "Cy" not in text

    def test_a_draft_is_there_for_its_staff_alone(self) -> None:
        draft = make_tournament(start=False)
        owner = signed_in(owner_of(draft.club))
        for page in ("/", f"/c/{draft.club.slug}/"):
            assert draft.name not in Client().get(page).content.decode()
            assert draft.name in owner.get(page).content.decode()
        assert Client().get(address(draft)).status_code == 404
        assert signed_in(make_user()).get(address(draft)).status_code == 404
        assert owner.get(address(draft)).status_code == 200

    def test_a_friendly_is_in_no_list_and_has_no_page(self) -> None:
        friendly = make_tournament(kind="friendly", entrants=2, name="Quick Match")
        for page in ("/", f"/c/{friendly.club.slug}/"):
            assert friendly.name not in Client().get(page).content.decode()
        assert Client().get(address(friendly)).status_code == 404

    def test_an_old_address_leads_to_the_new_one_for_good(self) -> None:
        tournament = make_tournament(name="Autumn Cup")
        old = address(tournament)
        edit_tournament(tournament_id=tournament.pk, name="Winter Cup", by=DIRECTOR, now=NOW)
        response = Client().get(old)
        assert response.status_code == 301
        assert response.headers["Location"] == f"/c/{tournament.club.slug}/winter-cup/"

    def test_every_page_of_a_tournament_is_reached_from_its_old_address(self) -> None:
        tournament = make_tournament(name="Autumn Cup")
        old, match = address(tournament), board_of(tournament, 1, 1).match_id
        edit_tournament(tournament_id=tournament.pk, name="Winter Cup", by=DIRECTOR, now=NOW)
        new = f"/c/{tournament.club.slug}/winter-cup/"
        for page in ("standings/", f"matches/{match}/", "matches/?round=1&round=2", "pass/"):
            response = Client().get(old + page)
            assert (response.status_code, response.headers["Location"]) == (301, new + page)
        assert Client().get(f"{old}matches/999999/").status_code == 301
        assert Client().get(f"{new}matches/999999/").status_code == 404
        owner = signed_in(owner_of(tournament.club))
        response = owner.post(f"{old}announcement/", {"act": "announce", "words": "Tea"})
        assert (response.status_code, response.headers["Location"]) == (308, f"{new}announcement/")

    def test_the_old_address_of_a_draft_leads_nowhere_for_visitors(self) -> None:
        draft = make_tournament(name="Autumn Cup", start=False)
        old = address(draft)
        edit_tournament(tournament_id=draft.pk, name="Winter Cup", by=DIRECTOR, now=NOW)
        assert Client().get(old).status_code == 404

    def test_an_address_holds_within_its_club_only(self) -> None:
        tournament = make_tournament()
        other = make_club()
        assert Client().get(f"/c/{other.slug}/{tournament.slug}/").status_code == 404
        assert Client().get("/c/nowhere/").status_code == 404


class TestBeforeTheDraw:
    def test_visitors_do_not_see_a_draw_that_is_not_published(self) -> None:
        tournament = make_tournament(start=False, name="Secret Draw")
        setup.move_tournament(
            tournament_id=tournament.pk, action="open_registration", by=DIRECTOR, now=NOW
        )
        rounds.draw_stage(tournament_id=tournament.pk, by=DIRECTOR, now=NOW)
        visitor, owner = read(tournament), read(tournament, signed_in(owner_of(tournament.club)))
        assert "The draw is not published yet." in visitor.text
        assert "Player 0001" not in visitor.text
        assert "Player 0001" in owner.text

    def test_the_page_says_how_to_enter_and_whether_the_reader_is_in(self) -> None:
        tournament = make_tournament(start=False, entrants=2)
        settings = {"registration": "approval", "cap": 3}
        edit_tournament(tournament_id=tournament.pk, by=DIRECTOR, now=NOW, **settings)
        setup.move_tournament(
            tournament_id=tournament.pk, action="open_registration", by=DIRECTOR, now=NOW
        )
        step = "Entries are open. Places still free: 1 of 3. Ask to take part"
        visitor = Client().get(address(tournament)).content.decode()
        assert step in Reader(visitor).text
        assert f'href="{address(tournament)}registration/"' in visitor
        someone = make_user(email="reader@example.org")
        assert step in read(tournament, signed_in(someone)).text
        player = tournament.club.players.order_by("pk")[0]
        player.user = someone
        player.save()
        assert "You are in. Your entry" in read(tournament, signed_in(someone)).text
        assert step in read(tournament).text
        edit_tournament(tournament_id=tournament.pk, by=DIRECTOR, now=NOW, cap=2)
        assert "All 2 places are taken." in read(tournament).text

    def test_a_cancelled_tournament_says_so(self) -> None:
        tournament = make_tournament(start=False)
        for action in ("open_registration", "cancel"):
            setup.move_tournament(
                tournament_id=tournament.pk,
                action=action,
                by=DIRECTOR,
                now=NOW,
                name=tournament.name,
            )
        assert "This tournament was cancelled." in read(tournament).text


class TestBracket:
    def test_a_running_match_is_said_in_games_and_shown_with_its_points(self) -> None:
        tournament = make_tournament()
        setup.set_tables(tournament_id=tournament.pk, tables=[(7, "")], by=DIRECTOR, now=NOW)
        board = board_of(tournament, 1, 1)
        results.record_hand(
            board=board, version=board.match.version, entry=knock(1, 3, 40), by=DIRECTOR, now=NOW
        )
        page = read(tournament)
        said = "Semi-final 1: Player 0001 against Player 0004, 0–0 in games."
        assert page.said["match-1-1"] == said
        assert "Game 1, hand 2" in page.text
        assert "Player 0004 Games won: 0 Points: 37" in page.text

    def test_a_result_is_said_and_moves_the_winner_up(self) -> None:
        tournament = make_tournament()
        finish(tournament, {(1, 1): 1})
        page = read(tournament)
        assert page.said["match-1-1"] == "Semi-final 1: Player 0004 beat Player 0001, 3–1."
        assert page.said["match-2-1"] == "Final: Player 0004 against Winner of semi-final 2."

    def test_byes_stand_in_the_bracket(self) -> None:
        page = read(make_tournament(entrants=3))
        assert page.said["match-1-1"] == "Semi-final 1: Player 0001 has a bye."
        assert page.said["match-1-2"] == "Semi-final 2: Player 0002 against Player 0003."

    def test_a_walkover_is_no_victory(self) -> None:
        tournament = make_tournament()
        _decide(tournament, 1, 1, "walkover", {"walkover": 1})
        said = read(tournament).said["match-1-1"]
        assert said == "Semi-final 1: Player 0004 has a walkover against Player 0001."

    def test_a_withdrawal_lets_the_opponent_through(self) -> None:
        tournament = make_tournament()
        entries.withdraw_entry(
            tournament_id=tournament.pk, entry_id=entry_at(tournament, 4).pk, by=DIRECTOR, now=NOW
        )
        said = read(tournament).said["match-1-1"]
        assert said == "Semi-final 1: Player 0001 has a walkover against Player 0004."

    def test_after_a_double_forfeit_nobody_is_awaited(self) -> None:
        tournament = make_tournament()
        _decide(tournament, 1, 1, "double_forfeit", {})
        page = read(tournament)
        assert page.said["match-1-1"] == (
            "Semi-final 1: neither Player 0001 nor Player 0004 goes on."
        )
        assert page.said["match-2-1"] == "Final: Winner of semi-final 2 has a bye."
        assert "Both forfeited" in page.text

    def test_a_dispute_and_a_report_are_told_apart(self) -> None:
        tournament = make_tournament()
        for number, state in ((1, "disputed"), (2, "reported")):
            board = board_of(tournament, 1, number)
            Match.objects.filter(pk=board.match_id).update(state=state)
        page = read(tournament)
        assert page.said["match-1-1"].endswith("the result is disputed.")
        assert page.said["match-1-2"].endswith("a result waits to be confirmed.")

    def test_the_match_for_third_place_and_the_champion(self) -> None:
        tournament = make_tournament(format_settings={"third_place": True})
        page = read(tournament)
        third = "Third place: Loser of semi-final 1 against Loser of semi-final 2."
        assert page.said["match-2-2"] == third
        assert "champion" not in page.said
        finish(tournament, {(1, 1): 0, (1, 2): 0, (2, 1): 1, (2, 2): 0})
        page = read(tournament)
        assert page.said["match-2-2"] == "Third place: Player 0004 beat Player 0003, 3–1."
        assert page.said["state"] == "Finished"
        assert "Champion Player 0002" in page.text

    def test_the_newest_result_stands_first_with_the_points_of_its_games(self) -> None:
        tournament = make_tournament()
        board = board_of(tournament, 1, 2)
        games = [
            {"winner": 1, "points": [61, 104], "boxes": [3, 5]},
            {"winner": 0, "points": [110, 88], "boxes": [5, 3]},
            {"winner": 1, "points": [0, 101], "boxes": [0, 4]},
            {"winner": 1, "points": [99, 120], "boxes": [4, 5]},
        ]
        results.record_result(
            board=board,
            version=board.match.version,
            level="games",
            payload={"games": games},
            by=DIRECTOR,
            now=datetime(2026, 3, 3, 20, 0, tzinfo=UTC),
        )
        finish(tournament, {(1, 1): 0})
        text = read(tournament).text
        newest = "Player 0003 beat Player 0002 Semi-final 2 3–1 104–61, 88–110, 101–0, 120–99 20:00"
        assert newest in text
        assert text.index(newest) < text.index("Player 0001 beat Player 0004 Semi-final 1 3–1")

    def test_names_are_text(self) -> None:
        tournament = make_tournament(start=False)
        Player.objects.filter(name="Player 0001").update(name='<b>O\'Connor</b> & "sons"')
        rounds.start_tournament(tournament_id=tournament.pk, by=DIRECTOR, now=NOW)
        html = Client().get(address(tournament)).content.decode()
        assert "<b>O" not in html
        assert "&lt;b&gt;O&#x27;Connor&lt;/b&gt; &amp; &quot;sons&quot;" in html


def _decide(tournament: Tournament, round: int, number: int, level: str, payload: dict) -> None:
    board = board_of(tournament, round, number)
    results.record_result(
        board=board,
        version=board.match.version,
        level=level,
        payload=payload,
        by=DIRECTOR,
        now=NOW,
    )


class TestLargeBrackets:
    @pytest.fixture
    def large(self) -> Tournament:
        return make_tournament(entrants=130)

    def test_the_last_six_rounds_stand_alone_and_the_first_ones_in_sections(
        self, large: Tournament
    ) -> None:
        whole = [f"match-{round}-{1 << (8 - round)}" for round in range(3, 9)]
        said = read(large).said
        assert set(whole) <= said.keys()
        assert not {"match-1-1", "match-2-1"} & said.keys()
        said = read(large, query="?section=2").said
        matches = [f"match-1-{number}" for number in range(33, 65)]
        matches += [f"match-2-{number}" for number in range(17, 33)]
        assert said.keys() - {"state"} == set(matches)

    @pytest.mark.parametrize("section", ["0", "5", "-1", "x", "1e3", "", "²", "9" * 40])
    def test_a_section_that_is_not_there_is_not_found(self, section: str) -> None:
        tournament = make_tournament()
        assert Client().get(f"{address(tournament)}?section={section}").status_code == 404

    def test_a_bracket_of_128_is_shown_whole(self) -> None:
        page = read(make_tournament(entrants=128))
        assert {"match-1-1", "match-1-64", "match-7-1"} <= page.said.keys()
        assert "And 52 more matches below." in page.text


class TestTimes:
    def test_times_are_those_of_the_club(self) -> None:
        Club.objects.all().delete()
        club = make_club()
        Club.objects.filter(pk=club.pk).update(time_zone="Asia/Kathmandu")
        club.refresh_from_db()
        tournament = make_tournament(club, starts_at=datetime(2026, 3, 3, 20, 0, tzinfo=UTC))
        page = read(tournament)
        assert "4 Mar 2026, 01:45" in page.text
        assert "Times are local to the club (Kathmandu time)." in page.text


class TestUnchanged:
    def test_an_unchanged_page_costs_no_body(self) -> None:
        tournament = make_tournament()
        first = Client().get(address(tournament))
        again = Client().get(address(tournament), headers={"If-None-Match": first.headers["ETag"]})
        assert again.status_code == 304
        assert not again.content
        assert again.headers["ETag"] == first.headers["ETag"]
        assert again.headers["Cache-Control"] == "no-cache"
        assert {"Cookie", "HX-Request", "Accept-Language"} <= set(again.headers["Vary"].split(", "))

    def test_a_result_makes_it_new(self) -> None:
        tournament = make_tournament()
        etag = Client().get(address(tournament)).headers["ETag"]
        finish(tournament, {(1, 1): 0})
        response = Client().get(address(tournament), headers={"If-None-Match": etag})
        assert response.status_code == 200

    def test_every_way_to_read_it_has_its_own_tag(self) -> None:
        tournament = make_tournament()
        ways = [
            {},
            {"HX-Request": "true"},
            {"Accept-Language": "de"},
        ]
        tags = {
            Client().get(address(tournament), headers=headers).headers["ETag"] for headers in ways
        }
        with override_settings(RELEASE="another"):
            tags.add(Client().get(address(tournament)).headers["ETag"])
        assert len(tags) == 4

    def test_a_page_with_a_name_in_its_head_is_never_taken_for_another_ones(self) -> None:
        tournament = make_tournament()
        response = signed_in(owner_of(tournament.club)).get(address(tournament))
        assert "ETag" not in response.headers

    def test_an_unpublished_change_leaves_the_visitors_page_as_it_is(self) -> None:
        tournament = make_tournament()
        etag = Client().get(address(tournament)).headers["ETag"]
        Tournament.objects.filter(pk=tournament.pk).update(staff_version=77, version=77)
        response = Client().get(address(tournament), headers={"If-None-Match": etag})
        assert response.status_code == 304


class TestPage:
    def test_htmx_gets_the_live_part_alone(self) -> None:
        tournament = make_tournament()
        html = Client().get(address(tournament), headers={"HX-Request": "true"}).content.decode()
        assert html.strip().startswith('<div id="live"')
        assert "<html" not in html
        assert f'data-version="{tournament.public_version}"' in html

    def test_the_version_on_the_page_is_the_audiences(self) -> None:
        tournament = make_tournament()
        Tournament.objects.filter(pk=tournament.pk).update(public_version=70, staff_version=90)
        owner = signed_in(owner_of(tournament.club))
        assert b'data-version="70"' in Client().get(address(tournament)).content
        assert b'data-version="90"' in owner.get(address(tournament)).content

    def test_reading_is_all_one_can_do(self) -> None:
        tournament = make_tournament()
        assert Client().head(address(tournament)).status_code == 200
        assert Client().post(address(tournament)).status_code == 405

    def test_no_page_carries_script_or_style_of_its_own(self) -> None:
        tournament = make_tournament()
        for page in ("/", f"/c/{tournament.club.slug}/", address(tournament), "/nothing/"):
            response = Client().get(page)
            html = response.content.decode()
            assert "unsafe" not in response.headers["Content-Security-Policy"]
            assert not re.search(r"<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)", html), page

    def test_the_number_of_queries_does_not_grow_with_the_field(self) -> None:
        counts = []
        for entrants in (4, 33):
            tournament = make_tournament(entrants=entrants)
            finish(tournament, {(1, 2): 0})
            with CaptureQueriesContext(connection) as queries:
                Client().get(address(tournament))
            counts.append(len(queries))
        assert counts[0] == counts[1]

    # It is read as of one moment: the begin and end count, too.
    @pytest.mark.parametrize(("is_owner", "most"), [(False, 11), (True, 14)])
    def test_it_costs_few_queries_with_64_entrants(
        self, is_owner: bool, most: int, django_assert_max_num_queries: Callable
    ) -> None:
        tournament = make_tournament(entrants=64)
        finish(tournament, {(1, 2): 0, (1, 3): 1})
        board = board_of(tournament, 1, 1)
        results.record_hand(
            board=board, version=board.match.version, entry=knock(0, 8, 20), by=DIRECTOR, now=NOW
        )
        reader = signed_in(owner_of(tournament.club)) if is_owner else Client()
        place = address(tournament)
        with django_assert_max_num_queries(most):
            assert reader.get(place).status_code == 200


class TestErrors:
    def test_an_unknown_address_is_answered_on_the_base_page(self) -> None:
        response = Client().get("/nothing/here/")
        assert response.status_code == 404
        assert "There is nothing at this address" in response.content.decode()

    @pytest.mark.parametrize("name", ["400", "403", "403_csrf", "404", "409", "429", "500"])
    def test_every_error_has_a_page_that_needs_no_context(self, name: str) -> None:
        page = Reader(get_template(f"{name}.html").render())
        assert name[:3] in page.text
        assert "To the front page" in page.text
        assert "Sign in" not in page.text

    def test_a_forged_form_gets_the_page_that_says_what_to_do(self) -> None:
        response = Client(enforce_csrf_checks=True).post("/sign-in/", {"email": "a@b.example"})
        assert response.status_code == 403
        assert "This form has expired" in response.content.decode()
        assert settings.DEBUG is False
