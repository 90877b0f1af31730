"""A match of a hybrid event moves to an online table and back, through the API."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games.models import Match, MatchMove, TableEvent
from players.models import AuditEntry, Membership
from tests.builders import DIRECTOR, NOW, boards_at, owner_of, team_event
from tests.client import Api
from tests.hybrid import GIN, KNOCK, HybridEvent
from tests.online import OnlineEvent
from tournaments.selectors.desk.audit import changed_logs
from tournaments.services.events.rebuilding import rebuild_tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> HybridEvent:
    return HybridEvent()


def hands_of(match: Any) -> list[tuple[int, bool]]:
    return [(hand["n"], hand["online"]) for game in match["games"] for hand in game["hands"]]


def test_a_match_begins_in_the_room_and_has_no_online_table(event: HybridEvent) -> None:
    assert (event.now()["where"], event.now()["asked"]) == ("table", [False, False])
    event.seats[0].get(f"{event.match}table/", 404)
    event.write_hand()
    assert hands_of(event.now()) == [(1, False)]


def test_staff_move_it_at_once_and_who_was_to_deal_deals(event: HybridEvent) -> None:
    event.write_hand()
    event.write_hand()
    deals_next = event.now()["next_hand"]["dealer"]
    moved = event.go_online(reason="Somebody has to catch a train.")
    assert moved["where"] == "online"
    event.sit_down()
    view = event.view()
    assert (view["d"], view["hand"]) == (1, {"n": 3, "game": 1, "number": 3})
    assert (view["dealer"], view["draw"]) == (deals_next, None)
    assert view["points"] == event.now()["games"][0]["points"] == [30, 0]


def test_players_move_it_when_both_have_asked(event: HybridEvent) -> None:
    assert event.go_online(0, 202)["asked"] == [True, False]
    assert event.go_online(0, 202)["asked"] == [True, False]
    assert event.now(1)["asked"] == [True, False]
    moved = event.go_online(1)
    assert (moved["where"], moved["asked"]) == ("online", [False, False])
    assert event.go_back(1, 202)["asked"] == [False, True]
    assert event.go_back(0)["where"] == "table"
    assert [move.to for move in MatchMove.objects.order_by("number")] == ["online", "table"]


def test_what_is_written_ends_an_ask(event: HybridEvent) -> None:
    event.go_online(0, 202)
    event.write_hand()
    assert event.now()["asked"] == [False, False]
    assert event.go_online(1, 202)["asked"] == [False, True]
    event.go_online()
    assert event.now()["asked"] == [False, False]


def test_an_ask_is_taken_back_and_twice_is_once(event: HybridEvent) -> None:
    event.go_online(0, 202)
    event.take_back_ask(1)
    assert event.now()["asked"] == [True, False]
    for _ in range(2):
        assert event.take_back_ask(0)["asked"] == [False, False]
    scope = f"tournament:{event.tournament.pk}"
    said = AuditEntry.objects.filter(scope=scope).order_by("number")
    assert list(said.values_list("action", flat=True))[-2:] == [
        "match.ask_to_move",
        "match.take_back_ask",
    ]
    assert event.go_online(1, 202)["asked"] == [False, True]
    assert event.go_online(0, 200)["where"] == "online"


def test_only_a_player_takes_an_ask_back(event: HybridEvent) -> None:
    event.go_online(0, 202)
    assert event.take_back_ask(None, 403)["error"]["code"] == "forbidden"
    assert event.now()["asked"] == [True, False]


def test_an_ask_that_is_taken_back_makes_no_action_stale(event: HybridEvent) -> None:
    event.go_online()
    seat = event.begin()["seat"]
    version = event.view()["version"]
    event.go_back(1 - seat, 202)
    event.take_back_ask(1 - seat)
    event.take_back_ask(1 - seat)
    assert event.view()["version"] == version + 2
    assert event.now()["asked"] == [False, False]
    event.act(seat, event.view(seat)["actions"][0], version=version)


def test_to_move_it_to_where_it_is_changes_nothing(event: HybridEvent) -> None:
    version = event.now()["version"]
    assert event.go_back()["version"] == version
    version = event.go_online()["version"]
    assert event.go_online()["version"] == event.go_online(0)["version"] == version
    assert MatchMove.objects.count() == 1


def test_a_hand_half_played_is_dealt_again_by_the_same_player(event: HybridEvent) -> None:
    event.go_online()
    dealt = event.begin()
    event.step()
    assert event.go_back(reason="The line broke.")["where"] == "table"
    deal = event.deals()["deals"][-1]
    assert (deal["d"], deal["n"], deal["why"]) == (1, None, "moved")
    assert [seating["ended"] for seating in event.deals()["seatings"]] == ["moved"]
    following = event.now()["next_hand"]
    assert (following["n"], following["dealer"]) == (1, dealt["dealer"])
    event.write_hand()
    assert hands_of(event.now()) == [(1, False)]


def test_the_table_of_a_match_that_is_away_takes_nothing(event: HybridEvent) -> None:
    event.go_online()
    event.begin()
    event.go_back()
    view = event.view()
    assert (view["where"], view["state"], view["hands"]) == ("table", "seating", None)
    assert event.act(0, "draw", 409)["error"]["code"] == "not_seated"
    assert event.ready(0, 409)["error"]["code"] == "wrong_state"
    resigned = event.ask(0, "resignation", {"d": view["d"], "of": "match"}, 409)
    assert resigned["error"]["code"] == "wrong_state"
    for noun in ("pause", "disclosure"):
        refused = event.ask(event.staff, noun, {"reason": "Why not"}, 409)
        assert refused["error"]["code"] == "wrong_state"
    assert event.ask(0, "phrases", {"code": "thanks"}, 409)["error"]["code"] == "wrong_state"


def test_of_a_match_that_is_online_nothing_is_written_in_the_room(event: HybridEvent) -> None:
    event.write_hand()
    event.go_online()
    assert event.write_hand(409)["error"]["code"] == "wrong_state"
    event.begin()
    for caller in (event.seats[0], event.staff):
        body = {"version": event.now()["version"], "walkover": 0}
        refused = caller.post(f"{event.match}result/", body, 409)
        assert refused["error"]["code"] == "wrong_state"


def test_a_hand_is_corrected_as_where_it_was_played(event: HybridEvent) -> None:
    event.write_hand()
    event.go_online()
    event.begin()
    event.play_hand()
    corrected = {**KNOCK, "defender_count": 29, "reason": "Misread"}

    def correct(n: int, status: int) -> Any:
        body = corrected | {"version": event.now()["version"]}
        return event.staff.post(f"{event.match}hands/{n}/corrections/", body, status)

    assert correct(1, 200)["games"][0]["hands"][0]["points"] == 25
    assert correct(2, 409)["error"]["code"] == "wrong_state"
    event.go_back()
    assert correct(2, 409)["error"]["code"] == "wrong_state"
    body = {"version": event.now()["version"], "games_won": [3, 0]}
    assert event.staff.post(f"{event.match}result/", body, 409)["error"]["code"] == "wrong_state"


def test_only_a_match_that_goes_on_in_a_hybrid_event_moves() -> None:
    online = OnlineEvent()
    refused = Api(owner_of(online.tournament.club)).post(f"{online.match}online/", {}, 409)
    assert refused["error"]["code"] == "wrong_state"
    event = HybridEvent()
    body = {"version": event.now()["version"], "walkover": 0}
    event.staff.post(f"{event.match}result/", body)
    assert event.go_online(None, 409)["error"]["code"] == "match_over"
    assert event.go_online(0, 409)["error"]["code"] == "match_over"


def test_others_do_not_move_it() -> None:
    event = HybridEvent(entrants=4)
    event.seats[0].post("matches/999999/online/", {}, 404)
    Api().post(f"{event.match}online/", {}, 401)


def test_while_it_is_chosen_who_deals_it_waits(event: HybridEvent) -> None:
    event.go_online()
    event.sit_down()
    assert event.view()["state"] == "drawing"
    assert event.go_back(None, 409)["error"]["code"] == "wrong_state"
    event.act(event.view()["turn"], "deal_opponent")
    event.go_back()
    assert event.now()["first_deal"]["cards"] == event.view()["draw"]


def test_a_pause_ends_with_the_move(event: HybridEvent) -> None:
    event.go_online()
    event.begin()
    event.ask(event.staff, "pause", {"reason": "Tea"})
    event.go_back()
    event.go_online()
    event.sit_down()
    assert event.view()["state"] == "playing"


def test_a_clock_goes_on_within_a_game() -> None:
    event = HybridEvent(clock={"kind": "game", "minutes": 15, "increment": 0})
    event.go_online()
    event.begin()
    seat = event.view()["turn"]
    event.ask(event.staff, "time", {"seat": 1 - seat, "seconds": 60, "reason": "Tea"})
    before = event.view()["clocks"][1 - seat]["left"]
    event.go_back()
    event.go_online()
    event.sit_down()
    assert event.view()["clocks"][1 - seat]["left"] == before == 16 * 60_000


def test_where_it_is_can_be_found_anew(event: HybridEvent) -> None:
    event.go_online()
    Match.objects.update(moved_to="")
    rebuild_tournament(tournament_id=event.tournament.pk, by=DIRECTOR, now=NOW)
    assert Match.objects.get(pk=event.board.match_id).moved_to == "online"


def test_a_whole_match_in_both_places() -> None:
    event = HybridEvent(target=1_000, best_of=1)  # no two hands end it
    event.write_hand()
    event.write_hand(knocker=1, knocker_count=6, defender_count=12)
    event.go_online()
    event.begin()
    event.play_hand()
    for seat in (0, 1):
        event.ready(seat)
    event.play_hand()
    for seat in (0, 1):
        event.ready(seat)
    assert event.view()["hand"]["n"] == 5
    event.step()
    event.go_back()
    before = event.now()
    assert hands_of(before) == [(1, False), (2, False), (3, True), (4, True)]
    assert event.check_deals()["deals"] == 3
    event.go_online()
    event.sit_down()
    view = event.view()
    assert (view["d"], view["hand"]["n"], view["seating"]["number"]) == (4, 5, 2)
    assert view["dealer"] == before["next_hand"]["dealer"]
    event.play_hand()
    event.go_back()
    while event.now()["state"] == "running":
        event.write_hand(**GIN)
    assert event.now()["state"] == "finished"
    assert event.check_deals()["deals"] == 4


def test_a_flag_that_fell_before_the_move_falls_first() -> None:
    move = {"kind": "move", "seconds": 45, "reserve": 0}
    event = HybridEvent(clock=move, flag="hand_loss")
    event.go_online()
    event.begin()
    TableEvent.objects.filter(kind="deal").update(at=timezone.now() - timedelta(minutes=1))
    event.go_back()
    (hand,) = event.now()["games"][0]["hands"]
    assert (hand["n"], hand["online"], hand["cut_off"]) == (1, True, True)
    said = list(AuditEntry.objects.order_by("pk").values_list("action", flat=True))
    assert said.index("match.flag") < len(said) - said[::-1].index("match.move") - 1


def test_an_official_who_plays_in_it_asks_like_any_player() -> None:
    event = HybridEvent()
    club, user = event.tournament.club, event.users[0]
    Membership.objects.create(club=club, user=user, role=Membership.Roles.ORGANISER)
    assert event.go_online(0, 202)["asked"] == [True, False]
    assert event.go_online()["where"] == "online"


def test_a_series_goes_on_in_both_places() -> None:
    event = HybridEvent(rules={"preset": "club", "sheet": "hollywood"})
    event.write_hand()
    event.go_online()
    event.begin()
    event.play_hand()
    event.go_back()
    event.write_hand()
    assert hands_of(event.now()) == [(1, False), (2, True), (3, False)]


def test_a_board_of_a_team_match_moves_by_itself() -> None:
    tournament = team_event(number=2, play="hybrid", clock={"kind": "none"})
    first, second, _third = boards_at(tournament, 1, 1)
    staff = Api(owner_of(tournament.club))
    assert staff.post(f"matches/{first.match_id}/online/")["where"] == "online"
    assert staff.get(f"matches/{second.match_id}/")["where"] == "table"
    assert staff.get(f"matches/{first.match_id}/table/")["state"] == "seating"


def test_an_event_that_is_cancelled_moves_nothing(event: HybridEvent) -> None:
    event.go_online()
    path = f"tournaments/{event.tournament.pk}/"
    event.staff.post(f"{path}cancellation/", {"name": event.tournament.name})
    assert event.go_back(None, 409)["error"]["code"] == "wrong_state"


def test_what_a_move_writes_is_in_the_record_and_the_digest_of_a_broken_hand_holds(
    event: HybridEvent,
) -> None:
    event.go_online(reason="The last train")
    event.begin()
    event.step()
    event.go_back()
    scope = f"tournament:{event.tournament.pk}"
    newest = AuditEntry.objects.filter(scope=scope, action="match.move").order_by("number").last()
    assert newest is not None
    assert (newest.data["to"], newest.data["deal"], newest.data["n"]) == ("table", 1, 1)
    assert changed_logs(scope) == []
    TableEvent.objects.filter(kind="action").update(data={"action": "draw", "left": None})
    assert len(changed_logs(scope)) == 1
