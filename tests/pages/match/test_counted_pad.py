"""The pad and the sheet where everybody's count is written down: Battle Royal, Jersey, rummy."""

import re
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client

from games.models import HandFact, Match
from tests.builders import board_of, make_tournament, owner_of, sign_in
from tests.tournaments.tables import table_of
from tournaments.models import Board

pytestmark = pytest.mark.django_db

ROYAL = {"variant": "battle_royal", "gin_bonus": 40, "undercut_bonus": 20, "target": 200}
RUMMY = {"game": "rummy", "table_size": 2}


class Pad:
    """The pad of a match as its owner sees it."""

    def __init__(self, client: Client, board: Board) -> None:
        self.client, self.board = client, board
        event = board.pairing.round.stage.tournament
        sign_in(client, owner_of(event.club))
        self.match = f"/c/{event.club.slug}/{event.slug}/matches/{board.match_id}/"

    def page(self, name: str = "pad/", **query: object) -> str:
        answer = self.client.get(self.match + name, query)
        assert answer.status_code == 200
        return answer.content.decode()

    def send(self, **said: object) -> HttpResponse:
        version = Match.objects.get(pk=self.board.match_id).version
        data = {"version": version, "key": f"k{version}", "dealer": 0, **said}
        return self.client.post(f"{self.match}pad/", data)

    def hand(self, kind: str, ended_by: object, *counts: object, **more: object) -> None:
        typed = {f"count_{seat}": count for seat, count in enumerate(counts)}
        answer = self.send(kind=kind, knocker=ended_by, **typed, **more)
        assert answer.status_code == 302, text_of(answer)

    @property
    def facts(self) -> list[Any]:
        found = HandFact.objects.filter(superseded_at=None, hand__match=self.board.match_id)
        rows = found.order_by("hand__sequence")
        return [(fact.kind, fact.knocker, fact.counts) for fact in rows]


@pytest.fixture
def three(client: Client) -> Pad:
    return Pad(client, table_of(3, **ROYAL))


@pytest.fixture
def two(client: Client) -> Pad:
    return Pad(client, board_of(make_tournament(entrants=2, rules=RUMMY), 1, 1))


def words(page: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", page))


def text_of(answer: HttpResponse) -> str:
    return words(answer.content.decode())


def test_the_pad_asks_how_who_and_for_every_count(three: Pad) -> None:
    page = three.page()
    for name in ("knocker", "dealer"):
        assert len(re.findall(f'name="{name}" value="[012]"', page)) == 3
    assert re.findall(r'name="kind" value="(\w+)"', page) == ["knock", "gin", "void"]
    assert re.findall(r'<input name="(count_\d)"', page) == ["count_0", "count_1", "count_2"]
    assert "cards_0" not in page


def test_hands_stand_on_the_sheet_by_seat(three: Pad) -> None:
    three.hand("knock", 0, 4, 20, 31)
    three.hand("knock", 2, 5, 20, 9)
    three.hand("gin", 1, 20, "", 31)
    three.hand("void", "", "", "", "")
    assert three.facts == [
        ("knock", 0, [4, 20, 31]),
        ("knock", 2, [5, 20, 9]),
        ("gin", 1, [20, 0, 31]),
        ("void", None, [None, None, None]),
    ]
    page = words(three.page())
    assert "47 +47 (4)" in page
    assert "71 +24 (5)" in page
    assert "−20 −20 (9)" in page
    assert "91 +91 (0)" in page
    assert "Undercut" in page
    match = words(three.page(""))
    assert "91 +91 (0)" in match
    assert "knocked" in match


def test_what_it_would_score_is_said_before(three: Pad) -> None:
    said = {"kind": "knock", "knocker": 1, "count_0": 20, "count_1": 9, "count_2": 4}
    page = words(three.page("pad/preview/", version=1, **said))
    assert "Undercut" in page
    assert "−20" in page
    assert "+25" in page
    assert not three.facts
    refused = words(three.page("pad/preview/", version=1, **{**said, "count_1": 11}))
    assert "One may knock with 10 or less" in refused
    assert not words(three.page("pad/preview/", version=1, kind="knock", knocker=1)).strip()


def test_what_is_missing_is_said_beside_it(three: Pad) -> None:
    assert "Say who ended the hand." in text_of(three.send(kind="knock", count_0=4))
    answer = three.send(kind="knock", knocker=0, count_0=4, count_1=20)
    assert "Enter the count of" in text_of(answer)
    answer = three.send(kind="knock", knocker=0, count_0=12, count_1=20, count_2=31)
    assert "One may knock with 10 or less" in text_of(answer)
    assert not three.facts


def test_a_hand_is_corrected(three: Pad) -> None:
    three.hand("knock", 0, 4, 20, 31)
    page = three.page(hand=1)
    assert 'name="count_2"' in page
    assert 'value="31"' in page
    three.hand("gin", 2, 20, 31, "", n=1)
    assert three.facts == [("gin", 2, [20, 31, 0])]
    assert "+47" in words(three.page(""))  # what it was before is told


def test_a_game_that_is_over_says_who_pays_whom(three: Pad) -> None:
    three.hand("gin", 0, "", 98, 98)
    page = words(three.page(""))
    assert "Game bonus" in page
    assert "Shutout" in page
    assert "pays" in page
    assert "wins the match" in words(three.page())


def test_the_upcard_is_asked_where_it_sets_the_limit(client: Client) -> None:
    pad = Pad(client, table_of(3, **ROYAL, knock_limit="upcard"))
    assert 'name="card_rank"' in pad.page()
    answer = pad.send(kind="knock", knocker=0, count_0=4, count_1=20, count_2=31)
    assert "The upcard sets the knock limit" in text_of(answer)
    pad.hand("knock", 0, 4, 20, 31, card_rank="7", card_suit="S")
    assert "+94" in words(pad.page())


def test_two_who_play_rummy_have_a_sheet_by_seats(two: Pad) -> None:
    page = two.page()
    assert re.findall(r'name="kind" value="(\w+)"', page)[:2] == ["out", "rummy"]
    two.hand("out", 1, 23, "")
    assert two.facts == [("out", 1, [23, 0])]
    assert "23 +23 (23)" in words(two.page())
    assert "Account" in words(two.page(""))


def test_six_play_rummy(client: Client) -> None:
    rules = {"game": "rummy", "table_size": 6}
    event = make_tournament(entrants=6, format="table_rounds", rules=rules)
    pad = Pad(client, board_of(event, 1, 1))
    pad.hand("out", 5, 10, 20, 30, 40, 123, "")
    assert "123 +123 (123)" in words(pad.page())


def test_a_ruling_is_made_on_a_hand_of_three(three: Pad) -> None:
    three.hand("knock", 0, 4, 20, 31)
    page = three.page("ruling/", rule="HAND_COUNT_END_MANY", phase="COUNTED", n=1)
    assert re.findall(r'name="offender" value="(\d)"', page) == ["0", "1", "2"]
    version = Match.objects.get(pk=three.board.match_id).version
    said = {"rule": "HAND_COUNT_END_MANY", "phase": "COUNTED", "n": 1, "offender": 0}
    answer = three.client.post(
        f"{three.match}ruling/", {**said, "asked": said["rule"], "version": version, "key": "r"}
    )
    assert answer.status_code == 302, text_of(answer)
    assert "+47" not in words(three.page("").split("<tbody>")[-1])


def test_a_knock_is_accepted_with_the_counts_of_all(three: Pad) -> None:
    """The knocker says it with the ruling; the third choice is of whoever sits on the left."""
    page = three.page("ruling/", rule="KNOCK_ILLEGAL_EARLY", phase="KNOCK_SHOWN", offender=2)
    assert page.count('class="numin" id="count_') == 3
    version = Match.objects.get(pk=three.board.match_id).version
    said = {"rule": "KNOCK_ILLEGAL_EARLY", "phase": "KNOCK_SHOWN", "offender": 2}
    said |= {"option": "accept_as_legal", "kind": "knock"}
    said |= {"count_0": 20, "count_1": 31, "count_2": 12}
    answer = three.client.post(
        f"{three.match}ruling/",
        {**said, "asked": said["rule"], "c": ["count_only_fault"], "version": version, "key": "r"},
    )
    assert answer.status_code == 302, text_of(answer)
    assert three.facts == [("knock", 2, [20, 31, 12])]
    assert "+39" in words(three.page())
