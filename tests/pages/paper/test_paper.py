"""What is printed: in which order, for whom, and what stands on it."""

import re
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

from pages.paper.paper import cut_and_stack
from tests.builders import (
    DIRECTOR,
    NOW,
    board_of,
    make_tournament,
    make_user,
    owner_of,
    sign_in,
    win,
)
from tournaments.models import Tournament
from tournaments.services.events import setup

PAPERS = ("print_slips", "print_sheets", "print_bracket", "print_tables", "print_cards")


def read(tournament: Tournament, paper: str, query: str = "") -> str:
    client = Client()
    sign_in(client, owner_of(tournament.club))
    address = reverse(paper, args=[tournament.club.slug, tournament.slug])
    response = client.get(address + query)
    assert response.status_code == 200
    return response.content.decode()


def words(html: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


class TestCutAndStack:
    @pytest.mark.parametrize("places", [1, 2, 3, 4, 6])
    @pytest.mark.parametrize("number", [1, 2, 3, 4, 7, 12, 13])
    def test_the_cut_piles_on_each_other_are_in_order(self, number: int, places: int) -> None:
        leaves = cut_and_stack(range(number), places)
        assert len(leaves) == -(-number // places)
        stack = [leaf[place] for place in range(places) for leaf in leaves]
        assert [page for page in stack if page is not None] == list(range(number))

    def test_nothing_needs_no_leaf(self) -> None:
        assert cut_and_stack([], 4) == []


@pytest.mark.django_db(transaction=True)
class TestPaper:
    @pytest.fixture
    def tournament(self) -> Tournament:
        tournament = make_tournament(entrants=8, format_settings={"third_place": True})
        tables = [(number, "") for number in range(1, 6)]
        setup.set_tables(tournament_id=tournament.pk, tables=tables, by=DIRECTOR, now=NOW)
        return tournament

    def test_the_slips_lie_as_they_are_cut(self, tournament: Tournament) -> None:
        html = read(tournament, "print_slips", "?per_page=3")
        leaves = html.split('class="leaf ')[1:]
        numbers = [re.findall(r'slip-table">Table (\d)', leaf) for leaf in leaves]
        assert numbers == [["1", "3"], ["2", "4"]]
        assert "Player 0001" in leaves[0]

    def test_only_what_is_still_to_be_played_is_printed(self, tournament: Tournament) -> None:
        win(board_of(tournament, 1, 1), 0)
        slips = words(read(tournament, "print_slips"))
        assert "Quarter-final 2" in slips
        assert "Player 0008" not in slips
        later = words(read(tournament, "print_slips", "?round=2"))
        assert "Player 0001" in later
        assert "Winner of" not in later

    def test_a_sheet_has_a_column_for_each_game(self, tournament: Tournament) -> None:
        html = read(tournament, "print_sheets")
        assert html.count('class="leaf gin"') == 4
        assert html.count("<caption>Game 5</caption>") == 4
        assert "Best of 5, first to 3" in words(html)

    def test_the_bracket_comes_leaf_by_leaf(self, tournament: Tournament) -> None:
        assert read(tournament, "print_bracket").count('class="leaf leaf-wide"') == 1
        large = make_tournament(entrants=33)
        html = read(large, "print_bracket")
        assert html.count('class="leaf leaf-wide"') == 5
        assert "Section 4" in html

    def test_who_comes_down_stands_on_the_lines_that_no_other_leads_to(self) -> None:
        double = make_tournament(entrants=8, format="double_elimination")
        html = unescape(read(double, "print_bracket"))
        winners, losers, final = (words(leaf) for leaf in html.split('class="leaf leaf-wide"')[1:])
        assert "Winner of" not in winners, "a line leads there, and it has room for the name"
        assert "Losers' round 1 Losers of Winners' round 1 Loser of match 1 Loser of" in losers
        assert "Winner of Losers' round" not in losers
        assert "Winner of Winners' final Winner of Losers' final" in final

    def test_no_round_of_a_very_large_bracket_is_left_out(self) -> None:
        html = read(make_tournament(entrants=257), "print_bracket")
        assert html.count('class="leaf leaf-wide"') == 1 + 16
        assert html.count("Round of 64") >= 16

    def test_everybody_finds_their_table(self, tournament: Tournament) -> None:
        by_table = words(read(tournament, "print_tables"))
        assert "Table 1 Player 0001 Player 0008 Table 1 Player 0008 Player 0001" in by_table
        by_name = words(read(tournament, "print_tables", "?by=name"))
        assert by_name.index("Player 0001 Table 1") < by_name.index("Player 0002 Table")

    def test_each_table_has_a_card_with_its_code(self, tournament: Tournament) -> None:
        html = read(tournament, "print_cards")
        assert html.count("<svg") - html.count('class="brand"') == 5
        link = reverse("table", args=[tournament.club.slug, tournament.slug, 5])
        assert f'aria-label="QR code: http://club.example{link}"' in html

    @pytest.mark.parametrize("paper", ["print", *PAPERS])
    def test_paper_is_for_the_staff(self, tournament: Tournament, paper: str) -> None:
        address = reverse(paper, args=[tournament.club.slug, tournament.slug])
        stranger = Client()
        assert stranger.get(address).status_code == 302
        sign_in(stranger, make_user())
        assert stranger.get(address).status_code == 403
        assert address in read(tournament, "print")

    @pytest.mark.parametrize("paper", ["print", *PAPERS])
    def test_before_the_draw_it_says_that_there_is_nothing(self, paper: str) -> None:
        html = read(make_tournament(start=False), paper)
        assert ('<p class="notice">' in html) is (paper != "print")

    @pytest.mark.parametrize(
        ("paper", "query"), [("print_slips", "?per_page=5"), ("print_sheets", "?round=9")]
    )
    def test_what_there_is_not_is_not_found(
        self, tournament: Tournament, paper: str, query: str
    ) -> None:
        client = Client()
        sign_in(client, owner_of(tournament.club))
        address = reverse(paper, args=[tournament.club.slug, tournament.slug])
        assert client.get(address + query).status_code == 404


@pytest.mark.django_db(transaction=True)
class TestTheEnd:
    @pytest.fixture
    def played(self) -> Tournament:
        tournament = make_tournament(starts_at=NOW)
        for key in ((1, 1), (1, 2), (2, 1)):
            win(board_of(tournament, *key), 0)
        tournament.refresh_from_db()
        return tournament

    def test_each_of_the_first_three_places_has_a_certificate(self, played: Tournament) -> None:
        html = words(read(played, "print_certificates"))
        assert "First place Player 0001 Won 2 of 2 Games 6–2 Players 4" in html
        assert html.count("Third place, shared") == 2
        assert "March 2026" in html

    def test_the_way_is_written_on_its_design(self, played: Tournament) -> None:
        html = words(read(played, "print_certificates", "?design=way"))
        assert "1 Player 0004 3–1 2 Player 0002 3–1" in html
        assert "Final: beat Player 0002" in html

    def test_a_card_has_the_rank_and_suit_of_its_place(self, played: Tournament) -> None:
        html = read(played, "print_certificates", "?design=card")
        assert re.findall(r"<b>(\w)</b>", html)[::2] == ["A", "2", "3", "3"]

    def test_anybody_can_have_one(self, played: Tournament) -> None:
        last = played.entries.get(seed=4)
        html = read(played, "print_certificates", f"?for=e{last.pk}")
        assert re.findall(r'class="c-name">([^<]+)', html) == ["Player 0004"]
        assert read(played, "print_certificates", "?for=all").count('class="c-name"') == 4

    @pytest.mark.parametrize("asked", ["for=e0", "for=2", "design=gold"])
    def test_what_there_is_not_is_not_found(self, played: Tournament, asked: str) -> None:
        client = Client()
        sign_in(client, owner_of(played.club))
        address = reverse("print_certificates", args=[played.club.slug, played.slug])
        assert client.get(f"{address}?{asked}").status_code == 404

    def test_before_the_last_result_nobody_has_one(self) -> None:
        html = read(make_tournament(), "print_certificates")
        assert "once the last result is in" in html
        assert 'class="c-name"' not in html

    def test_who_runs_nothing_gets_none(self, played: Tournament) -> None:
        address = reverse("print_certificates", args=[played.club.slug, played.slug])
        client = Client()
        sign_in(client, make_user())
        assert client.get(address).status_code in (403, 404)

    def test_the_final_table_has_all_ranks_and_reasons_where_asked(
        self, played: Tournament
    ) -> None:
        assert "Final table" in read(played, "print_standings")
        short, long = (words(read(played, "print_standings", ask)) for ask in ("", "?reasons"))
        assert "3–4 Player 0004 1 0 1" in short
        assert "lost to Player 0001" not in short
        assert "Semi-finals: lost to Player 0001" in long

    def test_the_roll_call_is_by_name_with_those_who_wait(self) -> None:
        tournament = make_tournament(entrants=3, start=False, cap=2)
        html = read(tournament, "print_roll_call")
        entered, waiting = html.split("roll-waiting", 1)
        assert re.findall(r"Player \d+", entered) == ["Player 0001", "Player 0002"]
        assert re.findall(r"Player \d+", waiting) == ["Player 0003"]

    def test_a_bracket_says_where_losers_go_and_whose_it_is(self) -> None:
        tournament = make_tournament(entrants=4, format="double_elimination", starts_at=NOW)
        html = words(read(tournament, "print_bracket"))
        assert "Loser to Losers&#x27; round 1" in html
        assert f"{tournament.club.name}, 3 March 2026" in html
