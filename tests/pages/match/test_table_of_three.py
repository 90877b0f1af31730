"""Three and more at a table on the pad, its sheet and the match's page."""

import re
from typing import Any

import pytest
from django.test import Client

from games.models import Match
from games.selectors.matches import MatchRecord, match_by_id, match_record
from tests.builders import DIRECTOR, NOW, owner_of, sign_in
from tests.tournaments.tables import CAPTAIN, table_of
from tournaments.models import Board
from tournaments.services.desk import results

pytestmark = pytest.mark.django_db


class Pad:
    """The pad of a table in the hands of its director."""

    def __init__(self, client: Client, board: Board) -> None:
        self.client, self.board = client, board
        tournament = board.pairing.round.stage.tournament
        sign_in(client, owner_of(tournament.club))
        self.match = f"/c/{tournament.club.slug}/{tournament.slug}/matches/{board.match_id}/"
        self.pad = f"{self.match}pad/"

    @property
    def record(self) -> MatchRecord:
        return match_record(match_by_id(self.board.match_id))

    def shown(self, address: str = "", **query: object) -> str:
        response = self.client.get(address or self.pad, query)
        assert response.status_code == 200, response.status_code
        return re.sub(r"\s+", " ", response.text)

    def knock(self, place: int, points: int, players: str = "", **more: Any) -> Any:
        """A knock with 2, by the first or the second of the two, against so many more."""
        fields = {
            "version": Match.objects.get(pk=self.board.match_id).version,
            "kind": "knock",
            "knocker": place,
            f"count_{place}": 2,
            f"count_{1 - place}": 2 + points,
            "key": f"k{len(self.record.facts)}{more}",
            **({"players": players} if players else {}),
            **more,
        }
        return self.client.post(self.pad, fields)


@pytest.fixture
def three(client: Client) -> Pad:
    return Pad(client, table_of(3))


def test_the_pad_says_who_plays_and_who_sits_out(three: Pad) -> None:
    page = three.shown()
    first, second, third = [seat.player.name for seat in three.record.seats]
    assert f">{first} v {second}</b>" in page
    assert f"{first}<small>deals</small>" in page
    assert f"{third}<small>sits out, comes in next</small>" in page
    assert '<input type="hidden" name="players" value="0,1">' in page
    assert "Others play this hand" in page
    assert "?players=1,2" in page


def test_hands_of_three_are_written_down(three: Pad) -> None:
    three.knock(0, 40, "0,1")
    three.knock(1, 30, "0,2")
    facts = three.record.facts
    assert [(fact.players, fact.knocker, fact.dealer) for fact in facts] == [
        ([0, 1], 0, 0),
        ([0, 2], 2, 2),
    ]
    page = three.shown()
    assert '<input type="hidden" name="players" value="1,2">' in page
    # 40 and a box against nothing and against 30 and a box: 65 + 10; -65 - 55; 55 - 10.
    for account in ("+75", "−120", "+45"):
        assert f"<b>{account}</b>" in page
    assert '<span class="won">40</span><small>+40</small>' in page


def test_a_preview_says_to_whom_it_goes(three: Pad) -> None:
    three.knock(0, 40, "0,1")
    query = {"kind": "knock", "knocker": 1, "count_0": 12, "count_1": 2, "players": "0,2"}
    said = three.shown(f"{three.match}pad/preview/", version=1, **query)
    third = list(three.record.seats)[2].player.name
    assert f"<b>10</b> to {third}" in said


def test_a_hand_is_corrected(three: Pad) -> None:
    three.knock(0, 40, "0,1")
    page = three.shown(hand=1)
    assert "Correct hand 1" in page
    assert '<input type="hidden" name="players" value="0,1">' in page
    three.knock(1, 20, "0,1", n=1)
    assert three.record.sheet is not None
    assert three.record.sheet.games[0].score.points == (0, 20, 0)
    assert three.record.sheet.next_players == (1, 2)


def test_a_match_that_is_over_says_who_pays_whom(three: Pad) -> None:
    """The game of `test_cutthroat`: 527, -501, -26."""
    for place, points, two in [
        *((0, 40, "0,1"), (1, 30, "0,2"), (1, 45, "1,2"), (0, 20, "0,2"), (0, 41, "0,1")),
    ]:
        three.knock(place, points, two)
    assert three.record.score.winner == 0
    for page in (three.shown(), three.shown(three.match)):
        assert "pays" in page
        assert "501" in page
        assert "<b>+527</b>" in page
    page = three.shown(three.match)
    assert "Shutout" in page
    assert "−100" in page


def test_a_ruling_is_on_the_two_of_a_hand(three: Pad) -> None:
    three.knock(0, 40, "0,1")
    three.knock(1, 30, "0,2")
    address = f"{three.match}ruling/"
    said = {"rule": "HAND_COUNT_END_MANY", "phase": "COUNTED", "n": 2, "offender": 1}
    asked = three.shown(address, **said).split('data-part="offender"')[1].split("</div>")[0]
    first, second, third = [seat.player.name for seat in three.record.seats]
    assert f"<span>{first}</span>" in asked
    assert f"<span>{third}</span>" in asked
    assert second not in asked
    made = three.client.post(
        address,
        {**said, "version": Match.objects.get(pk=three.board.match_id).version, "key": "r"},
    )
    assert made.status_code == 302
    (ruling,) = three.record.rulings
    assert ruling.offender == 2
    assert three.record.sheet is not None
    assert three.record.sheet.games[0].score.points == (40, 0, 0)
    assert "Rulings" in three.shown(three.match)


def test_a_chouette(client: Client) -> None:
    pad = Pad(client, table_of(5, **CAPTAIN))
    page = pad.shown()
    for role in ("in the box", "captain, deals", "sits out, place 3 in line"):
        assert role in page
    assert '<input type="hidden" name="players" value="4,0">' in page
    pad.knock(1, 40, "4,0")
    assert pad.record.sheet is not None
    assert pad.record.sheet.games[0].score.points == (40, 40, 40, 40, 0)
    page = pad.shown()
    assert "<small>box</small>" in page
    assert "<b>−260</b>" in page  # four times 40 and a box


def test_cards_that_were_drawn_are_told(three: Pad) -> None:
    results.note_first_deal(
        board=three.board,
        version=three.board.match.version,
        cards=["2H", "KD", "7S"],
        dealer=None,
        reason="",
        by=DIRECTOR,
        now=NOW,
    )
    third = list(three.record.seats)[2].player.name
    for page in (three.shown(), three.shown(three.match)):
        assert f"{third} the 7 of spades. {third} deals first." in page
    assert '<input type="hidden" name="players" value="1,2">' in three.shown()


def test_cards_are_put_right_on_their_page(three: Pad) -> None:
    address = f"{three.match}first-deal/"
    assert "the second highest deals" in three.shown(address)
    drawn = {"rank_0": "K", "suit_0": "S", "rank_1": "2", "suit_1": "H", "rank_2": "9"}
    version = {"version": three.board.match.version, "key": "d", "dealer": 2}
    assert three.client.post(address, {**drawn, **version}).status_code == 400
    made = three.client.post(address, {**drawn, "suit_2": "D", **version})
    assert made.status_code == 302
    assert '<input type="hidden" name="players" value="0,2">' in three.shown()


def test_a_walkover_at_a_table(three: Pad) -> None:
    page = three.shown(f"{three.match}result/", by="walkover")
    assert "Give the walkover" in page
    made = three.client.post(
        f"{three.match}result/?by=walkover",
        {"walkover": 2, "version": Match.objects.get(pk=three.board.match_id).version, "key": "w"},
    )
    assert made.status_code == 302
    assert three.record.winner == 2


def test_the_page_before_anything_is_written(three: Pad) -> None:
    page = three.shown(three.match)
    assert "Nothing is written down yet" in page


def accounts(three: Pad, accounts: list[int], winner: object = 0, **more: object) -> Any:
    """The result of a game by what everybody settles."""
    fields = {f"account_1_{seat}": account for seat, account in enumerate(accounts)}
    version = Match.objects.get(pk=three.board.match_id).version
    fields |= {"winner_1": winner, "version": version, "key": f"{accounts}{winner}"}
    return three.client.post(f"{three.match}result/?by=accounts", fields | more)


def test_a_result_by_accounts_and_its_correction(three: Pad) -> None:
    assert 'name="account_1_2"' in three.shown(f"{three.match}result/")
    assert accounts(three, [250, -150, -100]).status_code == 302
    assert three.record.games[0].accounts == (250, -150, -100)
    page = three.shown(three.match)
    assert "<b>+250</b>" in page
    assert "pays" in page
    assert ", 0 points" not in page  # they are not known
    preview = accounts(three, [-150, 250, -100], 1, reason="Read wrong.").text
    (choice,) = re.findall(r'name="choice" value="(\w+)"', preview)
    said = {"reason": "Read wrong.", "choice": choice}
    assert accounts(three, [-150, 250, -100], 1, **said).status_code == 302
    assert (three.record.winner, three.record.games[0].accounts) == (1, (-150, 250, -100))
    assert three.record.submission.supersedes is not None


@pytest.mark.parametrize(
    ("given", "winner", "said"),
    [
        ([250, -150, -99], 0, "these accounts sum to +1"),
        ([250, -250, ""], 0, "Say what each of the 3 settles"),
        ([250, -150, -100], "", "Say who won."),
        (["", "", ""], "", "Enter at least one game."),
    ],
)
def test_accounts_that_are_wrong_are_told(
    three: Pad, given: list[Any], winner: object, said: str
) -> None:
    page = accounts(three, given, winner)
    assert said in page.text
    assert three.record.submission is None
