"""Three and more at an online table, through the API: whole matches with people and computer
players."""

import json
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import pytest
from django.core.management import call_command
from django.db import transaction
from django.db.models import F
from django.urls import reverse

from games.engine.cards import deal, parse_card
from games.engine.gin.first_deal import by_height
from games.engine.gin.notation.record import read_record, replayed
from games.models import OnlineTable, TableEvent
from games.selectors import table_now as tables
from games.selectors.deal_records import hand_records
from games.selectors.matches import match_record
from games.selectors.table_now import table_now
from games.services.uptime import beat
from games.tables.fold import fold
from tests.client import Api
from tests.games.online import OnlineMatch
from tests.tournaments.api.test_table_events import CUTTHROAT, Evening
from tests.tournaments.api.test_table_secrets import masked
from tests.tournaments.online_seats import SeatsOnline, check_deals
from tournaments.models import Penalty
from tournaments.selectors.desk.tables import frame_of
from tournaments.tasks import settle_table

pytestmark = pytest.mark.django_db(transaction=True)

SHORT = {**CUTTHROAT, "target": 20}
LONG = {**CUTTHROAT, "target": 300}
ONLINE = {"play": "online", "clock": {"kind": "none"}, "format": "table_rounds"}


class ThreeOnline(SeatsOnline):
    """A table of three, or of as many as `size` says; the seats in `bots` are computer players'."""

    def __init__(self, bots: Sequence[int] = (), size: int = 3, **fields: Any) -> None:
        beat()
        play = {**ONLINE, "rules": LONG, "format_settings": {"rounds": 1}, **fields}
        self.evening = Evening(size, **play)
        (path,) = self.evening.start().matches(1)
        super().__init__(self.evening.owner, path, bots)

    @property
    def seats(self) -> range:
        return range(len(self.view(0)["players"]))

    @property
    def players(self) -> list[int]:
        """Who play the hand."""
        found: list[int] = self.view(0)["plays"][0]["players"]
        return found

    @property
    def idle(self) -> int:
        """Who sits out, the first of them."""
        return next(seat for seat in self.seats if seat not in self.players)

    def act_on(self) -> None:
        """The next action of whoever is in turn."""
        turn = table_now(self.match).state.turn
        assert turn is not None
        self.act(turn)


@pytest.fixture
def three() -> ThreeOnline:
    found = ThreeOnline()
    found.sit_down()
    return found


def test_three_sit_down_and_the_two_highest_cards_play(three: ThreeOnline) -> None:
    views = [three.view(seat) for seat in three.seats]
    order = by_height([parse_card(card) for card in views[0]["draw"]])
    for view in views:
        assert view["seating"]["words"] == [f"word {seat}" for seat in three.seats]
        (play,) = view["plays"]
        assert (play["d"], play["state"]) == (1, "playing")
        assert {*play["players"]} == {*order[:2]}
        assert (view["dealer"], view["points"]) == (order[1], [0, 0, 0])
        shown = [hand is not None for hand in view["hands"] or [None] * 3]
        is_in = view["seat"] in play["players"]
        assert shown == [is_in and seat == view["seat"] for seat in three.seats]
    assert views[three.idle]["turn"] is None
    first_deal = three.owner.get(three.path)["first_deal"]
    assert first_deal == {"cards": views[0]["draw"], "dealer": order[1], "agreed": False}
    looker = Api().get(f"{three.path}table/")
    assert (looker["seat"], looker["hands"]) == (None, None)


def test_who_sits_out_can_not_act(three: ThreeOnline) -> None:
    out = three.idle
    assert three.view(out)["actions"] == []
    for version in (three.view(out)["version"], table_now(three.match).state.version):
        for action in ("draw", "pass", "take"):
            refused = three.act(out, 409, action, version=version)
            assert refused["error"]["code"] == "not_your_turn"
    body = {"d": 1, "of": "match"}
    refused = three.api[out].post(f"{three.path}table/resignation/", body, 409)
    assert refused["error"]["code"] == "wrong_state"
    three.api[out].get(f"{three.path}table/hint/", 403)
    assert table_now(three.match).state.stage == "playing"


def test_a_hand_that_is_over_is_shown_to_all_at_the_table(three: ThreeOnline) -> None:
    out, players = three.idle, three.players
    for api in (three.api[out], three.owner, Api()):
        api.get(f"{three.path}hands/1/record/", 404)
    assert [one["d"] for one in three.api[out].get(f"{three.path}deals/")["deals"]] == [0]
    three.play_hand(players[0])
    view = three.view(out)
    assert view["state"] == "hand_over"
    assert [hand is not None for hand in view["hands"]] == [seat in players for seat in three.seats]
    record = three.api[out].get(f"{three.path}hands/1/record/")
    assert (record["players"], record["d"]) == (players, 1)
    for seat in three.seats:
        assert three.view(seat)["d"] == 1
        three.ready(seat)
    assert three.view(0)["d"] == 2


def test_what_who_sits_out_is_told_hangs_on_nothing_of_the_hand() -> None:
    """Neither on its cards nor on what is done in it, nor how often."""
    three = ThreeOnline()
    three.sit_down()
    world(three, acts=1)  # the page has been opened
    as_it_is = world(three, acts=2)
    otherwise = world(three, acts=7, other_cards=True)
    assert as_it_is.pop(0) != otherwise.pop(0)
    for one, other in zip(as_it_is, otherwise, strict=True):
        assert one.splitlines() == other.splitlines()


def world(three: ThreeOnline, *, acts: int, other_cards: bool = False) -> list[str]:
    """The cards of the hand, and what who sits out is told once so much was done in it; all of it
    is taken back."""
    out, players = three.idle, three.players
    with transaction.atomic():
        state = table_now(three.match).state
        assert state.dealing is not None
        if other_cards:
            other = deal(bytes(32), state.dealing.dealer_place or 0)
            key = state.seating.commitment, state.settings, state.dealing
            tables._cards.keep(key, other)
        told = [json.dumps([three.view(seat)["hands"] for seat in players])]
        for _ in range(acts):
            three.act_on()
        told += told_to(three, out)
        transaction.set_rollback(True)
    tables.forget_all()
    return told


def told_to(three: ThreeOnline, seat: int) -> list[str]:
    """All that a seat is told: view, page, frame, deals, the match, a refusal, and not modified."""
    made, client = three.evening.made, three.browsers[seat]
    page = client.get(reverse("online_table", args=(made["club"], made["slug"], three.match)))
    told = [
        json.dumps(three.view(seat)),
        page.content.decode(),
        json.dumps(frame_of(table_now(three.match))["seats"][str(seat)]),
        json.dumps(three.api[seat].get(f"{three.path}deals/")),
        json.dumps(three.act(seat, 409, "draw")),
    ]
    return [masked(one) for one in told]


@pytest.mark.parametrize(("size", "bots"), [(3, (2,)), (4, (1,))])
def test_a_whole_match_with_computer_players(size: int, bots: Sequence[int]) -> None:
    three = ThreeOnline(bots, size, rules=SHORT)
    three.sit_down()
    shown = three.play()
    assert shown["state"] == "finished"
    assert (sum(shown["accounts"]), len(shown["accounts"])) == (0, size)
    settle_table(three.match)
    check_deals(three)
    check_replay(three)
    call_command("verify_audit", tournament=three.evening.made["id"])
    call_command("verify_standings")


def check_replay(three: SeatsOnline) -> None:
    """The record of each hand leads to where its log leads."""
    table = OnlineTable.objects.get(match=three.match)
    for record in hand_records(match_record(table.match)):
        log = tables.events_from(TableEvent.objects.filter(table=table, deal=record["d"]))
        end = fold(tables.settings_of(table), log, tables.cards_of(table, log))
        assert replayed(read_record(record)) == end.hand
        assert end.dealing is not None
        assert [*end.dealing.players] == record["players"]


@pytest.mark.databases_differ
def test_an_evening_of_six_online() -> None:
    """Two rounds of two tables, in whose seats computer players choose."""
    evening = Evening(6, **ONLINE, rules=SHORT, format_settings={"rounds": 2}).start()
    for round in (1, 2):
        for path in evening.matches(round):
            seats = SeatsOnline(evening.owner, path)
            seats.sit_down()
            assert seats.play(level="club")["state"] == "finished"
            settle_table(seats.match)
            check_deals(seats)
    assert evening.owner.get(evening.here)["state"] == "finished"
    assert sum(row["tiebreaks"]["accounts"] for row in evening.rows()) == 0
    evening.require_that_it_can_be_made_anew()


def test_a_whole_chouette_with_a_computer_player() -> None:
    """The box stays for the whole game; partners show the score of their side, and settle alike."""
    chouette = ThreeOnline((2,), 4, rules=SHORT | {"variant": "captain", "target": 30})
    chouette.sit_down()
    order = by_height([parse_card(card) for card in chouette.view(0)["draw"]])
    assert chouette.players == [*order[:2]]
    assert chouette.view(0)["dealer"] == order[1]
    shown = chouette.play()
    (game,) = shown["games"]
    assert {hand["players"][0] for hand in game["hands"]} == {order[0]}
    sides = [seat for seat in chouette.seats if seat != order[0]]
    (of_each,) = {shown["accounts"][seat] for seat in sides}
    assert shown["accounts"][order[0]] == -3 * of_each
    settle_table(chouette.match)
    check_deals(chouette)
    check_replay(chouette)
    call_command("verify_audit", tournament=chouette.evening.made["id"])
    call_command("verify_standings")


def test_a_partner_who_sits_out_sees_nothing_of_their_captains_hand() -> None:
    chouette = ThreeOnline(size=4, rules=LONG | {"variant": "captain"})
    chouette.sit_down()
    out = chouette.idle
    before = chouette.view(out)
    assert (before["hands"], before["turn"], before["actions"]) == (None, None, [])
    chouette.act_on()
    assert chouette.view(out)["version"] == before["version"]
    assert chouette.act(out, 409, "draw")["error"]["code"] == "not_your_turn"
    body = {"d": 1, "of": "game"}
    chouette.api[out].post(f"{chouette.path}table/resignation/", body, 409)
    chouette.play_hand(chouette.players[0])
    for seat in chouette.seats:
        chouette.ready(seat)
    captain, body["d"] = chouette.players[1], 2
    chouette.api[captain].post(f"{chouette.path}table/resignation/", body)
    # Lost by the captain, the game is that of the box.
    (game,) = chouette.owner.get(chouette.path)["games"]
    assert (game["state"], game["winner"]) == ("finished", chouette.players[0])


def test_a_ruling_and_a_correction_move_who_plays(three: ThreeOnline) -> None:
    three.play_hand(three.players[0])
    effects = [{"remedy": "void_hand", "seats": []}]
    said = {"n": 1, "effects": effects, "facts": "A quarrel."}
    players = three.players
    three.evening.write(three.path, "rulings", said)
    for seat in three.seats:
        three.ready(seat)
    # Nobody has won it: the same two play the next one.
    assert three.players == players
    three.evening.write(three.path, "rulings", said | {"n": 2})
    assert {three.view(seat)["state"] for seat in three.seats} == {"hand_over"}
    hands = three.owner.get(three.path)["games"][0]["hands"]
    assert [hand["kind"] for hand in hands] == ["void", "void"]


def test_staff_pause_and_decide_a_hand(three: ThreeOnline) -> None:
    three.owner.post(f"{three.path}table/pause/", {"reason": "A break"})
    assert {three.view(seat)["state"] for seat in three.seats} == {"paused"}
    refused = three.act(three.players[0], 409, "draw")
    assert refused["error"]["code"] == "paused"
    three.owner.post(f"{three.path}table/resumption/", {"reason": "It goes on"})
    said = {"winner": three.players[0], "points": 5, "reason": "By the cards"}
    refused = three.owner.post(f"{three.path}table/adjudication/", said, 409)
    assert list(refused["error"]["fields"]) == ["winner"]
    assert three.view(0)["state"] == "playing"
    said = {"void": True, "reason": "By nobody"}
    three.owner.post(f"{three.path}table/adjudication/", said)
    assert {three.view(seat)["state"] for seat in three.seats} == {"hand_over"}


def test_who_resigns_the_game_is_paid_nothing(three: ThreeOnline) -> None:
    loser = three.players[0]
    body = {"d": three.view(loser)["d"], "of": "game"}
    three.api[loser].post(f"{three.path}table/resignation/", body)
    shown = three.owner.get(three.path)
    # Level at nothing: it is nobody's, and the next game begins.
    assert (shown["games"][0]["state"], shown["games"][0]["winner"]) == ("finished", None)
    assert shown["accounts"] == [0, 0, 0]
    for seat in three.seats:
        three.ready(seat)
    assert three.view(0)["hand"]["game"] == 2
    settle_table(three.match)
    body = {"d": three.view(three.players[0])["d"], "of": "match"}
    three.api[three.players[0]].post(f"{three.path}table/resignation/", body)
    assert three.owner.get(three.path)["state"] == "finished"
    settle_table(three.match)
    check_deals(three)
    assert three.owner.get(three.evening.here)["state"] == "finished"
    three.evening.require_that_it_can_be_made_anew()


def test_a_flag_that_costs_the_hand_is_for_the_other_of_the_two() -> None:
    clock = {"kind": "move", "seconds": 30, "reserve": 0}
    three = ThreeOnline(clock=clock, flag="hand_loss")
    three.sit_down()
    late, players = table_now(three.match).state.turn, three.players
    OnlineMatch(three.match).pass_time(seconds=48)
    OnlineTable.objects.update(told_at=F("told_at") - timedelta(seconds=48))
    beat()
    assert late is not None
    assert three.act(late, 409)["error"]["code"] == "time_over"
    (game,) = three.owner.get(three.path)["games"]
    assert game["points"] == [25 if seat in players and seat != late else 0 for seat in range(3)]
    settle_table(three.match)
    given = Penalty.objects.get()
    assert given.entry_id == three.view(0)["players"][late]["entry"]
    three.evening.require_that_it_can_be_made_anew()


def test_who_sits_out_can_not_lose_the_hand_of_others(three: ThreeOnline) -> None:
    def penalty(seat: int) -> dict[str, Any]:
        return {
            "match": three.match,
            "version": three.owner.get(three.path)["version"],
            "entry": three.view(0)["players"][seat]["entry"],
            "infraction": "T_CONDUCT_MINOR",
            "occurrence": 1,
            "step": "hand_loss",
            "facts": "Spoke to the players.",
        }

    here, players = f"{three.evening.here}penalties/", three.players
    refused = three.owner.post(here, penalty(three.idle), 409)["error"]
    assert refused["code"] == "wrong_state"
    assert three.view(0)["state"] == "playing"
    three.owner.post(here, penalty(players[1]), 201)
    assert three.view(0)["state"] == "hand_over"
    (game,) = three.owner.get(three.path)["games"]
    assert game["points"] == [25 if seat == players[0] else 0 for seat in range(3)]


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"play": "hybrid"}, "play"),
        ({"clock": {"kind": "days", "days": 3}}, "clock"),
    ],
)
def test_what_three_can_not_have_is_refused(fields: dict[str, Any], field: str) -> None:
    evening = Evening(3)
    body = {"club": evening.made["club"], "name": "Cup", "rules": SHORT, **ONLINE, **fields}
    refused = evening.owner.post("tournaments/", body, 400)["error"]
    assert list(refused["fields"]) == [field]


def test_who_sits_out_says_nothing_before_the_hand_is_over() -> None:
    three = ThreeOnline()
    three.sit_down()
    phrases, idle = f"{three.path}table/phrases/", three.idle
    refused = three.api[idle].post(phrases, {"code": "good_luck"}, 409)["error"]
    assert refused["code"] == "wrong_state"
    three.play_hand(three.players[0])
    three.api[idle].post(phrases, {"code": "well_played"})
    for seat in three.seats:
        (said,) = three.api[seat].get(phrases)["said"]
        assert (said["seat"], said["code"], said["deal"]) == (idle, "well_played", 1)
