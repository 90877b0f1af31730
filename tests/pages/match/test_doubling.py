"""The doubling variant on the pad and through the API: offers, the factor, and a refused double."""

import re

import pytest
from django.test import Client

from games.models import HandFact, Match
from games.selectors.matches import match_record
from tests.builders import board_of, make_tournament, owner_of
from tests.pages.match.test_match import address, client_of, text_of, version
from tournaments.models import Board

pytestmark = pytest.mark.django_db

DOUBLING = {"variant": "doubling", "doubling_cap": 4}


@pytest.fixture
def board() -> Board:
    return board_of(make_tournament(rules=DOUBLING, entrants=2), 1, 1)


@pytest.fixture
def referee(board: Board) -> Client:
    return client_of(owner_of(board.pairing.round.stage.tournament.club))


def refused(board: Board, **fields: object) -> dict[str, object]:
    return {
        "key": "k",
        "version": version(board),
        "kind": "refused",
        "knocker": "0",
        "count_0": "12",
        "count_1": "30",
        **fields,
    }


def pad(referee: Client, board: Board, query: str = "") -> str:
    return referee.get(address(board, f"pad/{query}")).content.decode()


def links(page: str) -> dict[tuple[str, str], str]:
    """By seat and answer the links of the doubles that are open."""
    found = {}
    for seat, hidden, row in re.findall(r'<p data-seat="(\d)"( hidden)?>(.*?)</p>', page, re.S):
        for href, answer in re.findall(r'href="([^"]*)" data-answer="(\w+)"', row):
            if not hidden:
                found[seat, answer] = href.replace("&amp;", "&")
    return found


class TestPad:
    def test_a_refused_double_is_written_down(self, board: Board, referee: Client) -> None:
        answer = referee.post(address(board, "pad/"), refused(board, factor="2"))
        assert answer.status_code == 302
        fact = HandFact.objects.get()
        assert (fact.kind, fact.knocker, fact.factor) == ("refused", 0, 2)
        assert fact.counts == [12, 30]
        (game,) = match_record(Match.objects.get(pk=board.match_id)).games
        assert (game.points, game.boxes) == ((56, 0), (1, 0))
        said = text_of(referee.get(answer["Location"]))
        assert "Double refused" in said
        assert "(10 + 18) × 2" in said
        sheet = text_of(Client().get(address(board)))
        assert re.search(r"Double refused 12 v 30 .*doubled, × 2", sheet)

    def test_it_is_counted_before_it_is_saved(self, board: Board, referee: Client) -> None:
        answer = referee.get(address(board, "pad/preview/"), refused(board, count_0="30"))
        assert "Double refused 10 to" in text_of(answer)
        capped = referee.get(address(board, "pad/preview/"), refused(board, factor="4"))
        assert "4 is the highest factor" in text_of(capped)

    def test_both_counts_and_the_doubler_are_needed(self, board: Board, referee: Client) -> None:
        for missing, sentence in (
            ("knocker", "Say who doubled."),
            ("count_0", "Enter the count of"),
            ("count_1", "Enter the count of"),
        ):
            answer = referee.post(address(board, "pad/"), refused(board, **{missing: ""}))
            assert (answer.status_code, sentence in text_of(answer)) == (400, True)

    def test_it_is_corrected_like_any_hand(self, board: Board, referee: Client) -> None:
        referee.post(address(board, "pad/"), refused(board))
        page = pad(referee, board, "?hand=1")
        assert re.search(r'name="kind" value="refused" checked', page)
        assert links(page) == {}
        fields = refused(board, n="1", key="c", count_1="31", reason="misread")
        assert referee.post(address(board, "pad/"), fields).status_code == 302
        assert HandFact.objects.get(superseded_at=None).counts == [12, 31]

    def test_either_may_double_first_then_who_accepted_up_to_the_cap(
        self, board: Board, referee: Client
    ) -> None:
        page = pad(referee, board)
        assert {seat for seat, _ in links(page)} == {"0", "1"}
        page = pad(referee, board, links(page)["0", "accepted"])
        assert 'value="2" selected' in page
        assert {seat for seat, _ in links(page)} == {"1"}
        again = pad(referee, board, links(page)["1", "accepted"])
        assert 'value="4" selected' in again
        assert links(again) == {}
        assert "× 4 is the highest factor" in again
        over = pad(referee, board, links(page)["1", "refused"])
        assert 'value="2" selected' in over
        assert re.search(r'name="kind" value="refused" checked', over)
        assert re.search(r'name="knocker" value="1" checked', over)
        assert links(over) == {}

    def test_what_was_doubled_stays_when_a_hand_is_not_taken(
        self, board: Board, referee: Client
    ) -> None:
        fields = refused(board, kind="knock", count_0="", factor="2", may_double="1")
        page = referee.post(address(board, "pad/"), fields).content.decode()
        assert 'value="2" selected' in page
        assert {seat for seat, _ in links(page)} == {"1"}

    def test_nonsense_in_the_address_is_as_if_it_were_left_out(
        self, board: Board, referee: Client
    ) -> None:
        page = pad(referee, board, "?factor=3&may_double=7&kind=void&knocker=x&game=-")
        assert {seat for seat, _ in links(page)} == {"0", "1"}
        assert links(page)["0", "accepted"] == "?factor=2&may_double=1"

    def test_without_the_variant_nobody_doubles(self) -> None:
        board = board_of(make_tournament(entrants=2), 1, 1)
        referee = client_of(owner_of(board.pairing.round.stage.tournament.club))
        page = pad(referee, board, "?factor=2&kind=refused")
        assert 'value="refused"' not in page
        assert "data-answer" not in page
        answer = referee.post(address(board, "pad/"), refused(board))
        assert "These rules know no doubling" in text_of(answer)


class TestApi:
    def post(self, referee: Client, board: Board, **fields: object) -> object:
        body = {
            "version": version(board),
            "kind": "refused",
            "knocker": 1,
            "knocker_count": 30,
            "defender_count": 12,
            "factor": 2,
        }
        return referee.post(
            f"/api/v1/matches/{board.match_id}/hands/",
            {name: value for name, value in (body | fields).items() if value is not None},
            content_type="application/json",
        )

    def test_a_refused_double(self, board: Board, referee: Client) -> None:
        answer = self.post(referee, board)
        assert answer.status_code == 200
        (hand,) = answer.json()["games"][0]["hands"]
        assert (hand["kind"], hand["knocker"], hand["winner"]) == ("refused", 1, 1)
        assert (hand["counts"], hand["factor"]) == ([12, 30], 2)
        assert (hand["points"], hand["boxes"]) == (20, 1)

    def test_its_preview(self, board: Board, referee: Client) -> None:
        answer = referee.get(
            f"/api/v1/matches/{board.match_id}/hands/preview/",
            {"kind": "refused", "knocker": 0, "knocker_count": 12, "defender_count": 30},
        )
        assert answer.status_code == 200
        assert HandFact.objects.count() == 0
        assert "28" in answer.content.decode()

    @pytest.mark.parametrize(
        ("fields", "code"),
        [
            ({"factor": 4}, "bad_factor"),
            ({"knocker": None}, "missing_knocker"),
            ({"defender_count": None}, "missing_count"),
        ],
    )
    def test_what_cannot_be(self, board: Board, referee: Client, fields, code) -> None:
        answer = self.post(referee, board, **fields)
        assert (answer.status_code, answer.json()["error"]["code"]) == (400, code)

    def test_where_nobody_doubles(self) -> None:
        board = board_of(make_tournament(entrants=2), 1, 1)
        referee = client_of(owner_of(board.pairing.round.stage.tournament.club))
        answer = self.post(referee, board, factor=None)
        assert (answer.status_code, answer.json()["error"]["code"]) == (400, "no_doubling")
