"""The calls of an online table: what is answered to whom, and what is refused."""

from datetime import timedelta

import pytest

from games.engine.gin.fair.words import word_hash
from games.models import OnlineTable, TableEvent
from players.models import AuditEntry, Membership
from tests.builders import board_of, make_tournament, make_user, owner_of
from tests.client import Api
from tests.online import OnlineEvent
from tournaments.selectors.desk.audit import reasons_of
from web.db import clock

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> OnlineEvent:
    return OnlineEvent()


def staff_of(event: OnlineEvent) -> Api:
    return Api(owner_of(event.tournament.club))


def code_of(answer: dict[str, dict[str, str]]) -> str:
    return answer["error"]["code"]


class TestView:
    def test_a_table_is_there_when_somebody_asks_for_it(self, event: OnlineEvent) -> None:
        view = event.view()
        assert (view["state"], view["d"], view["version"], view["seat"]) == ("seating", 0, 0, 0)
        assert [player["name"] for player in view["players"]] == ["Player 0001", "Player 0002"]
        assert event.view(1)["seat"] == 1
        assert Api().get(f"{event.match}table/")["seat"] is None
        assert event.table.clock == {"kind": "none"}

    def test_where_nothing_is_played_online_there_is_none(self) -> None:
        match = board_of(make_tournament(), 1, 1).match_id
        assert code_of(Api().get(f"matches/{match}/table/", 404)) == "not_found"
        assert not OnlineTable.objects.exists()

    def test_of_a_match_whose_players_are_not_known_there_is_none(self) -> None:
        tournament = make_tournament(play="online")
        final = board_of(tournament, 2, 1).match_id
        Api(owner_of(tournament.club)).get(f"matches/{final}/table/", 404)
        assert not OnlineTable.objects.exists()

    def test_it_is_kept_by_nobody_and_compressed_by_nothing(self, event: OnlineEvent) -> None:
        event.begin()
        for api in (*event.seats, Api(), staff_of(event)):
            response = event.raw(api, **{"Accept-Encoding": "gzip"})
            assert response.headers["Cache-Control"] == "private, no-store"
            assert response.headers["Content-Encoding"] == "identity"
            assert response.json()["match"] == event.board.match_id

    def test_what_has_not_changed_is_not_sent_again(self, event: OnlineEvent) -> None:
        event.begin()
        etag = event.raw(0)["ETag"]
        again = event.raw(0, **{"If-None-Match": etag})
        assert (again.status_code, again.content, again["ETag"]) == (304, b"", etag)
        assert event.raw(1, **{"If-None-Match": etag}).status_code == 200
        assert event.raw(0, **{"If-None-Match": etag, "Accept-Language": "de"}).status_code == 200
        event.step()
        assert event.raw(0, **{"If-None-Match": etag}).status_code == 200

    def test_who_may_not_look_on_finds_nothing(self) -> None:
        event = OnlineEvent(spectators="none")
        event.begin()
        stranger = Api(make_user("Stranger"))
        for api in (stranger, Api()):
            api.get(f"{event.match}table/", 404)
            api.post(f"{event.match}table/ready/", {"d": 1}, 404)
        shown = event.view(staff_of(event))
        assert (shown["state"], shown["hands"], shown["seat"]) == ("playing", None, None)

    def test_what_spectators_see_is_as_the_event_has_it(self) -> None:
        live = OnlineEvent(spectators="live_public")
        live.begin()
        assert live.view(Api())["held"] == [10, 10]
        at_the_end = OnlineEvent()
        at_the_end.begin()
        assert at_the_end.view(Api())["held"] is None


class TestSeating:
    def test_step_by_step(self, event: OnlineEvent) -> None:
        event.ready(0)
        assert event.ready(0)["seating"]["commitment"] is None
        assert code_of(event.ready(0, 409, word_hash=word_hash("a"))) == "not_seated"
        seating = event.ready(1)["seating"]
        assert len(seating["commitment"]) == 64
        event.ready(0, word_hash=word_hash("a"))
        assert code_of(event.ready(0, 409, word="a")) == "not_seated"
        assert code_of(event.ready(0, 409, word_hash=word_hash("b"))) == "word_given"
        event.ready(1, word_hash=word_hash("b"))
        assert code_of(event.ready(0, 400, word="\t")) == "bad_word"
        assert code_of(event.ready(0, 400, word=7)) == "bad_word"
        assert code_of(event.ready(0, 400, word="x" * 101)) == "bad_word"
        assert event.ready(0, word="a")["seating"]["words"] == [None, None]
        assert code_of(event.ready(0, 409, word="b")) == "word_given"
        assert event.ready(1, word="b")["seating"]["words"] == ["a", "b"]

    def test_another_deal_is_stale(self, event: OnlineEvent) -> None:
        refused = event.ask(0, "ready", {"d": 5}, 409)
        assert code_of(refused) == "stale"
        assert refused["error"]["current"]["d"] == 0

    def test_before_it_nothing_can_be_done(self, event: OnlineEvent) -> None:
        assert code_of(event.act(0, "draw", 409)) == "not_seated"
        body = {"d": 0, "of": "match"}
        assert code_of(event.ask(0, "resignation", body, 409)) == "not_seated"


class TestActions:
    def test_a_hand_is_played_through_http(self, event: OnlineEvent) -> None:
        begun = event.begin()
        assert (begun["state"], begun["actions"]) == ("playing", ["pass", "take"])
        view = event.play_hand()
        assert view["state"] == "hand_over"
        assert all(view["hands"])
        assert event.view(Api())["hands"] == view["hands"]

    def test_refusals_come_in_their_order(self, event: OnlineEvent) -> None:
        """Each is wrong in all ways that come after it as well."""
        begun = event.begin()
        turn, version = begun["turn"], begun["version"]
        assert code_of(event.act(1 - turn, 7, 409, version=version + 1)) == "stale"
        assert code_of(event.act(1 - turn, 7, 409)) == "not_your_turn"
        for bad in (7, None, "", "fly", "discard", "discard 1X", "knock 8C | 8C8C8H"):
            assert code_of(event.act(turn, bad, 400)) == "bad_action", bad
        refused = event.act(turn, "discard 8C", 400)
        assert (code_of(refused), refused["error"]["legal"]) == ("illegal_action", ["pass", "take"])
        staff_of(event).post(f"{event.match}table/pause/", {"reason": "a call"})
        assert code_of(event.act(1 - turn, 7, 409, version=0)) == "paused"
        staff_of(event).post(f"{event.match}table/resumption/", {"reason": "it is over"})
        assert code_of(event.act(1 - turn, 7, 409, version=version)) == "stale"
        event.ask(turn, "resignation", {"d": begun["d"], "of": "match"})
        assert code_of(event.act(1 - turn, 7, 409, version=0)) == "hand_over"

    def test_stale_shows_the_view_of_who_asks(self, event: OnlineEvent) -> None:
        turn = event.begin()["turn"]
        refused = event.act(turn, "pass", 409, version=0)
        current = refused["error"]["current"]
        assert current["actions"] == ["pass", "take"]
        assert [hand is not None for hand in current["hands"]] == [turn == 0, turn == 1]

    def test_a_body_is_taken_strictly(self, event: OnlineEvent) -> None:
        event.begin()
        for body in (
            {"action": "pass"},
            {"version": 1},
            {"version": "1", "action": "pass"},
            {"version": -1, "action": "pass"},
            {"version": 1, "action": "pass", "seat": 0},
        ):
            assert event.ask(0, "actions", body, 400)["error"]["code"] in {
                "invalid",
                "unknown_field",
            }

    def test_strangers_and_staff_do_not_play(self, event: OnlineEvent) -> None:
        event.begin()
        for api, status in ((Api(make_user("S")), 403), (staff_of(event), 403), (Api(), 401)):
            api.post(f"{event.match}table/actions/", {"version": 1, "action": "pass"}, status)


class TestKeys:
    def test_the_same_key_is_one_action(self, event: OnlineEvent) -> None:
        turn = event.begin()["turn"]
        body = {"version": event.view()["version"], "action": "pass"}
        first = event.ask(turn, "actions", body, key="k")
        event.act(1 - turn, "pass")
        path = f"/api/v1/{event.match}table/actions/"
        headers = {**event.seats[turn].headers, "Idempotency-Key": "k"}
        sent = {"content_type": "application/json", "headers": headers}
        again = event.seats[turn].client.post(path, body, **sent)
        assert again.headers["Idempotency-Replayed"] == "true"
        assert again.json()["version"] == first["version"] + 1
        assert TableEvent.objects.filter(kind="action").count() == 2

    def test_with_another_body_it_is_refused(self, event: OnlineEvent) -> None:
        turn = event.begin()["turn"]
        version = event.view()["version"]
        event.ask(turn, "actions", {"version": version, "action": "pass"}, key="k")
        for noun, body in (
            ("actions", {"version": version, "action": "take"}),
            ("resignation", {"d": 1, "of": "game"}),
        ):
            refused = event.ask(turn, noun, body, 409, key="k")
            assert code_of(refused) == "idempotency_mismatch"

    def test_a_refused_action_keeps_none(self, event: OnlineEvent) -> None:
        turn = event.begin()["turn"]
        event.act(turn, "discard 8C", 400, key="k")
        event.act(turn, "pass", key="k")
        assert event.view()["turn"] == 1 - turn

    def test_each_seat_has_its_own(self, event: OnlineEvent) -> None:
        turn = event.begin()["turn"]
        event.act(turn, "pass", key="k")
        event.act(1 - turn, "pass", key="k")
        assert TableEvent.objects.filter(kind="action", key="k").count() == 2

    def test_a_key_of_staff_keeps_no_view(self, event: OnlineEvent) -> None:
        event.begin()
        staff = staff_of(event)
        first = staff.post(f"{event.match}table/pause/", {"reason": "tea"}, key="k")
        staff.post(f"{event.match}table/resumption/", {"reason": "on"})
        again = staff.post(f"{event.match}table/pause/", {"reason": "tea"}, key="k")
        assert (first["state"], again["state"]) == ("paused", "playing")


class TestResignation:
    def test_of_a_game(self) -> None:
        event = OnlineEvent(best_of=3)
        event.begin()
        view = event.ask(1, "resignation", {"d": event.view()["d"], "of": "game"})
        assert (view["state"], view["games_won"]) == ("hand_over", [1, 0])
        match = event.seats[0].get(event.match)
        assert match["games"][0]["ended_by"] == "resigned"

    def test_of_the_match(self, event: OnlineEvent) -> None:
        event.begin()
        view = event.ask(0, "resignation", {"d": event.view()["d"], "of": "match"})
        assert view["state"] == "finished"
        assert event.seats[0].get(event.match)["winner"] == 1
        again = event.ask(0, "resignation", {"d": view["d"], "of": "match"}, 409)
        assert code_of(again) == "hand_over"


class TestStaff:
    def test_a_pause_stops_the_clock(self) -> None:
        event = OnlineEvent(clock={"kind": "move", "seconds": 45, "reserve": 180})
        turn = event.begin()["turn"]
        pass_time(event, 20)
        staff = staff_of(event)
        view = staff.post(f"{event.match}table/pause/", {"reason": "a call"})
        left = view["clocks"][turn]
        assert (view["state"], left["running"]) == ("paused", False)
        assert left["left"] + left["reserve"] <= 25_000 + 180_000
        pass_time(event, 600)
        assert event.view()["clocks"] == view["clocks"]
        assert code_of(staff.post(f"{event.match}table/pause/", {"reason": "x"}, 409)) == "paused"
        staff.post(f"{event.match}table/resumption/", {"reason": "it is over"})
        assert event.view()["clocks"][turn]["running"]
        again = staff.post(f"{event.match}table/resumption/", {"reason": "x"}, 409)
        assert code_of(again) == "wrong_state"

    def test_more_time_goes_to_the_reserve(self) -> None:
        event = OnlineEvent(clock={"kind": "move", "seconds": 45, "reserve": 180})
        version = event.begin()["version"]
        body = {"seat": 1, "seconds": 60, "reason": "the line was down"}
        view = staff_of(event).post(f"{event.match}table/time/", body)
        assert [clock["reserve"] for clock in view["clocks"]] == [180_000, 240_000]
        event.act(event.view()["turn"], "pass", version=version)

    def test_without_a_clock_there_is_no_more_time(self, event: OnlineEvent) -> None:
        event.begin()
        body = {"seat": 1, "seconds": 60, "reason": "x"}
        assert (
            code_of(staff_of(event).post(f"{event.match}table/time/", body, 409)) == "wrong_state"
        )

    def test_an_adjourned_match_goes_on_at_its_hour(self, event: OnlineEvent) -> None:
        turn = event.begin()["turn"]
        until = clock.now() + timedelta(hours=2)
        body = {"at": until.isoformat(), "reason": "dinner"}
        assert (
            staff_of(event).post(f"{event.match}table/adjournment/", body)["state"] == "adjourned"
        )
        assert code_of(event.act(turn, "pass", 409)) == "adjourned"
        past = {"at": (until - timedelta(days=1)).isoformat(), "reason": "x"}
        staff_of(event).post(f"{event.match}table/resumption/", {"reason": "earlier"})
        assert (
            code_of(staff_of(event).post(f"{event.match}table/adjournment/", past, 400))
            == "bad_hour"
        )

    def test_a_hand_is_adjudicated_with_points(self, event: OnlineEvent) -> None:
        event.begin()
        body = {"winner": 1, "points": 12, "reason": "left the table"}
        view = staff_of(event).post(f"{event.match}table/adjudication/", body)
        assert (view["state"], view["points"]) == ("hand_over", [0, 12])
        again = staff_of(event).post(f"{event.match}table/adjudication/", body, 409)
        assert code_of(again) == "hand_over"

    def test_a_hand_is_adjudicated_void_and_dealt_again(self, event: OnlineEvent) -> None:
        dealer = event.begin()["dealer"]
        body = {"void": True, "reason": "the page showed nothing"}
        view = staff_of(event).post(f"{event.match}table/adjudication/", body)
        assert (view["points"], view["score"]["kind"]) == ([0, 0], "void")
        for seat in (0, 1):
            event.ready(seat)
        assert (event.view()["hand"]["n"], event.view()["dealer"]) == (2, dealer)

    @pytest.mark.parametrize(
        "body", [{}, {"winner": 1}, {"points": 3}, {"void": True, "winner": 1}, {"void": False}]
    )
    def test_an_adjudication_says_one_thing(
        self, event: OnlineEvent, body: dict[str, object]
    ) -> None:
        event.begin()
        said = {**body, "reason": "x"}
        refused = staff_of(event).post(f"{event.match}table/adjudication/", said, 400)
        assert code_of(refused) == "invalid"

    def test_all_of_it_is_audited_with_its_reason(self, event: OnlineEvent) -> None:
        event.begin()
        staff_of(event).post(f"{event.match}table/pause/", {"reason": "a call at the table"})
        entry = AuditEntry.objects.filter(action="table.pause").get()
        assert entry.data["match"] == event.board.match_id
        assert "reason" not in entry.data
        assert reasons_of([entry]) == {entry.number: "a call at the table"}

    def test_nobody_runs_the_table_at_which_they_play(self, event: OnlineEvent) -> None:
        event.begin()
        club = event.tournament.club
        Membership.objects.create(club=club, user=event.users[0], role=Membership.Roles.ORGANISER)
        for noun in ("pause", "disclosure"):
            refused = event.ask(0, noun, {"reason": "I want it"}, 403)
            assert code_of(refused) == "forbidden"


class TestDisclosure:
    def test_both_hands_are_shown_to_who_asked_and_to_nobody_else(self, event: OnlineEvent) -> None:
        event.begin()
        staff, other = staff_of(event), make_user("Other")
        Membership.objects.create(
            club=event.tournament.club, user=other, role=Membership.Roles.ORGANISER
        )
        assert event.view(staff)["hands"] is None
        shown = event.ask(staff, "disclosure", {"reason": "a quarrel about a card"})
        assert (shown["disclosed"], None in shown["hands"]) == (True, False)
        assert event.view(staff)["hands"] == shown["hands"]
        assert event.view(Api(other))["hands"] is None
        assert "disclosed" not in event.view(Api(other))
        assert AuditEntry.objects.filter(action="table.disclose").count() == 1

    def test_who_plays_in_the_event_sees_nothing_by_any_role(self) -> None:
        event = OnlineEvent(entrants=4)
        event.begin()
        other = board_of(event.tournament, 1, 2).match.seats.get(seat=0).player
        other.user = make_user("Plays and organises")
        other.save()
        club = event.tournament.club
        Membership.objects.create(club=club, user=other.user, role=Membership.Roles.ORGANISER)
        refused = event.ask(Api(other.user), "disclosure", {"reason": "curious"}, 403)
        assert code_of(refused) == "forbidden"
        owner = owner_of(club)
        event.ask(Api(owner), "disclosure", {"reason": "a quarrel"})
        seat = board_of(event.tournament, 1, 2).match.seats.get(seat=1).player
        seat.user = owner  # who had it disclosed, and then came to play
        seat.save()
        assert event.view(Api(owner))["hands"] is None


def pass_time(event: OnlineEvent, seconds: int) -> None:
    """So much time goes by: all that was done was so much earlier."""
    span = timedelta(seconds=seconds)
    for row in TableEvent.objects.filter(table__match=event.board.match_id):
        TableEvent.objects.filter(pk=row.pk).update(at=row.at - span)
