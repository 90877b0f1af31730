"""Partners at an online table, through the API: whole matches with people and computer players."""

import json
from collections.abc import Iterator, Sequence
from datetime import timedelta
from typing import Any

import pytest
from django.core.management import call_command
from django.db import transaction
from django.db.models import F
from django.test import Client
from django.urls import reverse

from games.engine.cards import deal
from games.models import OnlineTable
from games.selectors import table_now as tables
from games.selectors.table_now import table_now
from games.services.uptime import beat
from players.models import User
from tests.builders import make_user
from tests.client import Api
from tests.conftest import IS_LONG
from tests.games.online import OnlineMatch
from tests.tournaments.api.test_partners import RULES, Evening
from tests.tournaments.api.test_table_events import Scramble
from tests.tournaments.api.test_table_secrets import masked
from tests.tournaments.online_seats import SeatsOnline, check_deals
from tournaments.live_tables import heard_by
from tournaments.models import Penalty
from tournaments.selectors.desk.tables import frame_of
from tournaments.tasks import settle_table

pytestmark = pytest.mark.django_db(transaction=True)

SHORT = {**RULES, "target": 10, "first_dealer": "random"}


class FourOnline(SeatsOnline):
    """The only match of an event of two pairs."""

    def __init__(self, bots: Sequence[int] = (), level: str = "club", **fields: Any) -> None:
        beat()
        play = {"play": "online", "clock": {"kind": "none"}, "rules": SHORT, **fields}
        self.evening = Evening(2, **play)
        self.evening.start()
        (path,) = self.evening.matches(1)
        super().__init__(self.evening.owner, path, bots, level)


@pytest.fixture
def four() -> FourOnline:
    found = FourOnline()
    found.sit_down()
    return found


def test_four_sit_down_and_two_hands_are_dealt(four: FourOnline) -> None:
    views = [four.view(seat) for seat in range(4)]
    assert [view["players"][view["seat"]]["name"] for view in views] == [
        "Player 01",
        "Player 03",
        "Player 02",
        "Player 04",
    ]
    assert views[0]["plays"] == [
        {"d": 1, "players": [0, 1], "state": "playing"},
        {"d": 2, "players": [2, 3], "state": "playing"},
    ]
    assert [view["d"] for view in views] == [1, 1, 2, 2]
    for view in views:
        assert [hand is not None for hand in view["hands"]] == [
            seat == view["seat"] for seat in range(4)
        ]
        assert view["seating"]["words"] == [f"word {seat}" for seat in range(4)]
    looker = Api().get(f"{four.path}table/")
    assert (looker["seat"], looker["hands"], len(looker["plays"])) == (None, None, 2)


def test_a_hand_that_is_over_is_shown_to_its_two_alone(four: FourOnline) -> None:
    view = four.play_hand(0)
    assert view["state"] == "hand_over"
    assert [hand is not None for hand in view["hands"]] == [True, True, False, False]
    partner = four.view(2)
    assert (partner["state"], partner["plays"][0]["state"]) == ("playing", "hand_over")
    assert partner["hands"][0] is None
    # Its secret would tell the cards of the hand that goes on: nobody is shown it.
    n = view["hand"]["n"]
    for api in (four.api[0], four.api[2], four.owner, Api()):
        api.get(f"{four.path}hands/{n}/record/", 404)
        assert [one["d"] for one in api.get(f"{four.path}deals/")["deals"]] == [0]
    four.play_hand(2)
    record = four.api[2].get(f"{four.path}hands/{n}/record/")
    assert (record["players"], record["d"]) == ([0, 1], 1)
    assert [one["d"] for one in Api().get(f"{four.path}deals/")["deals"]] == [0, 1, 2]


def test_what_the_other_two_do_makes_no_action_stale(four: FourOnline) -> None:
    turn = four.view(0)["turn"]
    version = four.view(turn)["version"]
    etag = four.api[turn].client.get(f"/api/v1/{four.path}table/", headers=four.api[turn].headers)[
        "ETag"
    ]
    four.act(four.view(2)["turn"])
    again = four.api[turn].client.get(
        f"/api/v1/{four.path}table/", headers={**four.api[turn].headers, "If-None-Match": etag}
    )
    assert again.status_code == 304
    four.act(turn, version=version)
    four.act(turn, 409, version=version)


def test_what_two_are_told_hangs_on_nothing_of_the_other_hand() -> None:
    """Neither on its cards nor on what is done in it, nor how often."""
    four = FourOnline(rules=RULES | {"first_dealer": "random"})
    four.sit_down()
    for _ in range(3):
        four.act(four.view(0)["turn"])
    world(four, acts=1)  # their pages have been opened
    as_it_is = world(four, acts=4)
    otherwise = world(four, acts=9, other_cards=True)
    assert as_it_is.pop("cards") != otherwise.pop("cards")
    for seat, told in as_it_is.items():
        for one, other in zip(told, otherwise[seat], strict=True):
            assert one.splitlines() == other.splitlines()


def world(four: FourOnline, *, acts: int, other_cards: bool = False) -> dict[str, Any]:
    """What the two of the first hand are told once so much was done in the second, and the cards
    of that; all of it is taken back."""
    with transaction.atomic():
        state = table_now(four.match).state
        second = state.at_seat(2).dealing
        assert second is not None
        if other_cards:
            other = deal(bytes(32), second.dealer_place or 0)
            key = state.seating.commitment, state.settings, second
            tables._cards.keep(key, other)
        cards = four.view(2)["hands"][2]
        for _ in range(acts):
            four.act(four.view(2)["turn"])
        four.act(four.view(0)["turn"])
        told = {"cards": cards} | {f"{seat}": told_to(four, seat) for seat in (0, 1)}
        transaction.set_rollback(True)
    tables.forget_all()
    return told


def told_to(four: FourOnline, seat: int) -> list[str]:
    """All that a seat is told: view, page, frame, deals, and a refusal."""
    view, made, client = four.view(seat), four.evening.made, four.browsers[seat]
    page = client.get(reverse("online_table", args=(made["club"], made["slug"], four.match)))
    stale = four.act(seat, 409, version=view["version"] + 1, action="draw")
    told = [
        json.dumps(view),
        page.content.decode(),
        json.dumps(frame_of(table_now(four.match))["seats"][str(seat)]),
        json.dumps(four.api[seat].get(f"{four.path}deals/")),
        json.dumps(stale),
    ]
    return [masked(one) for one in told]


@pytest.mark.parametrize("bots", [(3,), (1, 2, 3)])
def test_a_whole_match_with_computer_players(bots: Sequence[int]) -> None:
    four = FourOnline(bots)
    four.sit_down()
    shown = four.play()
    assert shown["state"] == "finished"
    settle_table(four.match)
    hands = [hand["players"] for game in shown["games"] for hand in game["hands"]]
    rounds = [hands[at : at + 2] for at in range(0, len(hands), 2)]
    assert all(sorted([*one, *other]) == [0, 1, 2, 3] for one, other in rounds)
    check_deals(four)
    call_command("verify_audit", tournament=four.evening.made["id"])
    call_command("verify_standings")


def test_staff_pause_and_decide_a_hand(four: FourOnline) -> None:
    four.owner.post(f"{four.path}table/pause/", {"reason": "A break"})
    assert {four.view(seat)["state"] for seat in range(4)} == {"paused"}
    four.owner.post(f"{four.path}table/resumption/", {"reason": "It goes on"})
    said = {"winner": 3, "points": 5, "reason": "By the cards"}
    four.owner.post(f"{four.path}table/adjudication/", said)
    assert [four.view(seat)["state"] for seat in range(4)] == [
        "playing",
        "playing",
        "hand_over",
        "hand_over",
    ]
    assert four.owner.get(four.path)["games"][0]["points"] == [0, 5]


def test_a_hand_that_is_void_is_named_where_several_are_played(four: FourOnline) -> None:
    adjudication, said = f"{four.path}table/adjudication/", {"void": True, "reason": "A quarrel."}
    refused = four.owner.post(adjudication, said, 409)["error"]
    assert (refused["code"], list(refused["fields"])) == ("wrong_state", ["players"])
    for others in ([0, 3], [2, 9]):
        assert four.owner.post(adjudication, said | {"players": others}, 409)
    wrong = said | {"void": False, "players": [2, 3], "winner": 0, "points": 5}
    assert four.owner.post(adjudication, wrong, 409)["error"]["code"] == "hand_over"
    four.owner.post(adjudication, said | {"players": [3, 2]})
    assert [four.view(seat)["state"] for seat in (0, 2)] == ["playing", "hand_over"]
    four.owner.post(adjudication, said)
    assert four.view(0)["state"] == "hand_over"
    assert four.owner.get(four.path)["games"][0]["points"] == [0, 0]


def test_the_card_of_the_table_offers_each_hand_as_void(four: FourOnline) -> None:
    director, made = Client(), four.evening.made
    director.force_login(User.objects.get(email="ada@club.example"))
    card = reverse("online_card", args=(made["club"], made["slug"], four.match))
    offered = director.get(card).content.decode()
    assert "Player 01 against Player 03 is void" in offered
    said = {"act": "adjudicate", "key": "k", "outcome": "void:2,3", "reason": "A quarrel."}
    assert director.post(card, said).status_code == 302
    assert [four.view(seat)["state"] for seat in (0, 2)] == ["playing", "hand_over"]
    assert "It is void" in director.get(card).content.decode()


def test_a_partner_resigns_the_game_for_their_side(four: FourOnline) -> None:
    d = four.view(2)["d"]
    four.api[2].post(f"{four.path}table/resignation/", {"d": d, "of": "game"})
    shown = four.owner.get(four.path)
    assert (shown["state"], shown["winner"]) == ("finished", 1)
    assert {four.view(seat)["state"] for seat in range(4)} == {"finished"}
    settle_table(four.match)
    check_deals(four)


def test_seats_that_run_out_of_time_lose_their_hands() -> None:
    clock = {"kind": "move", "seconds": 30, "reserve": 0}
    four = FourOnline(clock=clock, flag="hand_loss", rules=SHORT | {"target": 125})
    four.sit_down()
    late = [four.view(seat)["turn"] for seat in (0, 2)]
    OnlineMatch(four.match).pass_time(seconds=48)
    OnlineTable.objects.update(told_at=F("told_at") - timedelta(seconds=48))
    beat()
    refused = four.act(late[0], 409)
    assert refused["error"]["code"] == "time_over"
    (game,) = four.owner.get(four.path)["games"]
    assert [hand["players"] for hand in game["hands"][:2]] == [[0, 1], [2, 3]]
    settle_table(four.match)
    given = Penalty.objects.order_by("pk")[:2]
    assert [one.entry_id for one in given] == [
        four.view(0)["players"][seat]["entry"] for seat in late
    ]
    call_command("verify_audit", tournament=four.evening.made["id"])


def test_a_ruling_on_a_hand_that_is_played_says_which_one(four: FourOnline) -> None:
    effects = [{"remedy": "void_hand", "seats": []}]
    ruling = {"n": 1, "effects": effects, "facts": "A quarrel."}
    refused = four.evening.write(four.path, "rulings", ruling, 409)["error"]
    assert list(refused["fields"]) == ["n"]
    four.evening.write(four.path, "rulings", ruling | {"players": [2, 3]})
    assert [four.view(seat)["state"] for seat in (0, 2)] == ["playing", "hand_over"]


def test_no_seat_beyond_the_table_is_taken(four: FourOnline) -> None:
    said = {"seat": 4, "seconds": 60, "reason": "A call"}
    refused = four.owner.post(f"{four.path}table/time/", said, 400)["error"]
    assert list(refused["fields"]) == ["seat"]


class ScrambleOnline(Scramble):
    """Eight who change partners each round, at online tables."""

    def __init__(self, rounds: int, **fields: Any) -> None:
        beat()
        play = {"play": "online", "clock": {"kind": "none"}, "rules": SHORT, **fields}
        super().__init__(8, format="scramble", format_settings={"rounds": rounds}, **play)
        self.start()

    def at_tables(self, round: int) -> Iterator[SeatsOnline]:
        for path in self.matches(round):
            four = SeatsOnline(self.owner, path)
            four.sit_down()
            yield four


def test_partners_who_change_play_online_to_the_end() -> None:
    """One match of each round by play, the others given up."""
    rounds = 7 if IS_LONG else 2
    evening = ScrambleOnline(rounds)
    assert (evening.made["play"], evening.made["boards"]) == ("online", 1)
    partners, director = set[frozenset[int]](), Client()
    director.force_login(User.objects.get(email="ada@club.example"))
    for round in range(1, rounds + 1):
        for four in evening.at_tables(round):
            entries = [player["entry"] for player in four.view(0)["players"]]
            partners |= {frozenset(entries[::2]), frozenset(entries[1::2])}
            where = evening.made["club"], evening.made["slug"], four.match
            page = four.browsers[0].get(reverse("online_table", args=where)).content.decode()
            assert all(player["name"] in page for player in four.view(0)["players"])
            assert director.get(reverse("online_card", args=where)).status_code == 200
            if four.path == evening.matches(round)[0]:
                while four.step():
                    pass
            else:
                four.api[3].post(f"{four.path}table/resignation/", {"d": 2, "of": "match"})
            settle_table(four.match)
            check_deals(four)
    assert len(partners) == rounds * 4
    assert evening.owner.get(evening.here)["state"] == "finished"
    assert sum(row["tiebreaks"]["match_points"] for row in evening.rows()) == rounds * 4
    evening.require_that_it_can_be_made_anew()


def test_time_that_runs_out_is_laid_to_the_player_who_lost_it() -> None:
    """Their partner of this round has no penalty for it."""
    clock = {"kind": "move", "seconds": 30, "reserve": 0}
    evening = ScrambleOnline(1, clock=clock, flag="hand_loss", rules=SHORT | {"target": 125})
    four = next(evening.at_tables(1))
    late = [four.view(seat)["turn"] for seat in (0, 2)]
    OnlineMatch(four.match).pass_time(seconds=48)
    OnlineTable.objects.update(told_at=F("told_at") - timedelta(seconds=48))
    beat()
    settle_table(four.match)
    given = Penalty.objects.order_by("pk")[:2]
    players = four.view(0)["players"]
    assert [one.entry_id for one in given] == [players[seat]["entry"] for seat in late]
    assert all(one.player_id == one.entry.members.get().player_id for one in given)
    evening.require_that_it_can_be_made_anew()


@pytest.mark.parametrize(
    ("fields", "refused"),
    [
        ({"play": "hybrid"}, "play"),
        ({"play": "online", "clock": {"kind": "days", "days": 2}}, "clock"),
    ],
)
def test_partners_who_change_sit_down_and_play_in_one_go(
    fields: dict[str, Any], refused: str
) -> None:
    owner = Api(make_user("Ada Owner", "ada@club.example"))
    slug = owner.post("clubs/", {"name": "Gin Club"}, 201)["slug"]
    body = {"club": slug, "name": "Change", "rules": RULES, "format": "scramble", **fields}
    assert list(owner.post("tournaments/", body, 400)["error"]["fields"]) == [refused]


class Talk:
    """What the seats say and hear."""

    def __init__(self, four: SeatsOnline) -> None:
        self.four, self.path = four, f"{four.path}table/phrases/"

    def say(self, seat: int, code: str, status: int = 200) -> Any:
        return self.four.api[seat].post(self.path, {"code": code}, status)

    def heard(self, seat: int) -> list[tuple[int, str, int]]:
        said = self.four.api[seat].get(self.path)["said"]
        return [(one["seat"], one["code"], one["deal"]) for one in said]


def test_phrases_are_said_when_the_whole_round_is_over() -> None:
    four = FourOnline(rules=SHORT | {"target": 125})
    four.sit_down()
    talk = Talk(four)
    assert talk.say(0, "good_luck", 409)["error"]["code"] == "wrong_state"
    four.play_hand(0)
    # Their partner still plays.
    for seat in range(4):
        assert talk.say(seat, "unlucky", 409)["error"]["code"] == "wrong_state"
        assert four.api[seat].get(talk.path)["left"] == 0
    four.play_hand(2)
    talk.say(0, "well_played")
    talk.say(3, "thanks")
    four.api[2].post(f"{four.path}table/mute/", {})
    talk.say(1, "unlucky")
    said = [(0, "well_played", 2), (3, "thanks", 2), (1, "unlucky", 2)]
    assert [talk.heard(seat) for seat in (0, 1, 3)] == [said] * 3
    assert talk.heard(2) == []
    assert heard_by(table_now(four.match).table.pk, 1, 4) == {"0": 3, "1": 3, "3": 3}
    report = four.api[0].post(f"{four.path}table/report/", {})
    assert report["said"] == ["thanks", "unlucky"]
    page = four.browsers[0].get(
        reverse(
            "online_table", args=(four.evening.made["club"], four.evening.made["slug"], four.match)
        )
    )
    told = page.content.decode()
    assert "Say to the others" in told
    assert all(f'id="phrase-{seat}"' in told for seat in (0, 1, 3))


def test_what_was_said_is_heard_until_the_next_round_is_over() -> None:
    four = FourOnline(rules=SHORT | {"target": 125})
    four.sit_down()
    talk = Talk(four)
    for seat in (0, 2):
        four.play_hand(seat)
    for _ in range(3):
        talk.say(0, "thanks")
    assert talk.say(0, "thanks", 409)["error"]["code"] == "said_enough"
    for seat in range(4):
        four.ready(seat)
    assert four.view(0)["d"] == 3
    assert len(talk.heard(3)) == 3
    four.play_hand(0)
    assert (len(talk.heard(0)), len(talk.heard(2))) == (3, 3)
    four.play_hand(four.view(2)["turn"])
    assert talk.heard(3) == []
    talk.say(0, "thanks")
