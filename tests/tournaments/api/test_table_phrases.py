"""The ready phrases of an online table through HTTP: said, heard, muted, reported, refused."""

import pytest
from django.db import IntegrityError, transaction

from games.models import PhraseSaid, TableEvent
from games.services.connections import begin_connection
from games.tables.phrases import MOST_PHRASES, PHRASES
from players.models import AuditEntry
from players.services.accounts import export_my_data
from tests.builders import make_user, owner_of
from tests.client import Api
from tests.online import OnlineEvent
from tournaments.models import Call, Summons
from web.db import clock

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> OnlineEvent:
    return OnlineEvent()


class Talk:
    """What the seats of an event say and hear."""

    def __init__(self, event: OnlineEvent) -> None:
        self.event = event

    def say(self, seat: int, code: object, status: int = 200, key: str = "") -> dict:
        return self.event.ask(seat, "phrases", {"code": code}, status, key)

    def hear(self, seat: int) -> dict:
        return self.event.seats[seat].get(f"{self.event.match}table/phrases/")

    def heard(self, seat: int) -> list[str]:
        return [f"{one['seat']} {one['code']}" for one in self.hear(seat)["said"]]

    def mute(self, seat: int) -> dict:
        return self.event.ask(seat, "mute", {})

    def unmute(self, seat: int) -> dict:
        return self.event.seats[seat].delete(f"{self.event.match}table/mute/", status=200)

    def report(self, seat: int, status: int = 200, key: str = "") -> dict:
        return self.event.ask(seat, "report", {}, status, key)


@pytest.fixture
def talk(event: OnlineEvent) -> Talk:
    return Talk(event)


def code_of(answer: dict) -> str:
    return answer["error"]["code"]


class TestSaying:
    def test_both_hear_it(self, talk: Talk) -> None:
        answer = talk.say(0, "good_luck")
        assert (answer["codes"], answer["left"], answer["muted"]) == (list(PHRASES), 2, False)
        (said,) = answer["said"]
        assert (said["seat"], said["code"], said["deal"]) == (0, "good_luck", 0)
        assert talk.hear(1) == answer | {"left": MOST_PHRASES}
        assert answer["heard"] == 1

    def test_while_a_hand_is_played_nobody_says_anything(
        self, event: OnlineEvent, talk: Talk
    ) -> None:
        talk.say(0, "good_luck")
        event.begin()
        refused = talk.say(1, "thanks", 409)
        assert code_of(refused) == "wrong_state"
        assert refused["error"]["message"] == "Phrases are said between two hands."
        assert talk.hear(1)["left"] == 0
        assert talk.heard(1) == ["0 good_luck"], "what was said before it can still be read"
        event.play_hand()
        assert talk.heard(1) == []
        talk.say(1, "well_played")
        assert talk.hear(0)["said"][0]["deal"] == event.view()["d"]

    def test_nor_while_play_stands_still(self, event: OnlineEvent, talk: Talk) -> None:
        event.begin()
        event.play_hand()
        staff = Api(owner_of(event.tournament.club))
        staff.post(f"{event.match}table/pause/", {"reason": "a call"})
        assert code_of(talk.say(0, "thanks", 409)) == "wrong_state"

    def test_when_the_match_is_over_they_do(self, event: OnlineEvent, talk: Talk) -> None:
        event.begin()
        event.ask(0, "resignation", {"d": event.view()["d"], "of": "match"})
        talk.say(1, "good_game")
        assert talk.heard(0) == ["1 good_game"]

    def test_so_many_between_two_hands(self, event: OnlineEvent, talk: Talk) -> None:
        for _ in range(MOST_PHRASES):
            talk.say(0, "thanks")
        refused = talk.say(0, "thanks", 409)
        assert code_of(refused) == "said_enough"
        assert talk.hear(0)["left"] == 0
        talk.say(1, "thanks")
        event.begin()
        event.play_hand()
        assert talk.say(0, "thanks")["left"] == MOST_PHRASES - 1

    def test_the_database_holds_how_many(self, event: OnlineEvent, talk: Talk) -> None:
        talk.say(0, "thanks")
        row = PhraseSaid.objects.get()
        for number in (0, 1, MOST_PHRASES + 1):
            row.pk, row.number = None, number
            with pytest.raises(IntegrityError), transaction.atomic():
                row.save()

    @pytest.mark.parametrize("code", ["", "hello", "GOOD_LUCK", None, 7, ["thanks"], {"a": 1}])
    def test_what_is_no_phrase_is_none(self, talk: Talk, code: object) -> None:
        refused = talk.say(0, code, 400)
        assert code_of(refused) in ("bad_phrase", "invalid")
        assert not PhraseSaid.objects.exists()

    def test_nothing_else_is_taken(self, event: OnlineEvent) -> None:
        body = {"code": "thanks", "text": "I had two kings"}
        assert code_of(event.ask(0, "phrases", body, 400)) == "unknown_field"

    def test_the_same_key_is_said_once(self, talk: Talk) -> None:
        first = talk.say(0, "thanks", key="k")
        assert talk.say(0, "thanks", key="k")["said"] == first["said"]
        assert code_of(talk.say(0, "unlucky", 409, key="k")) == "idempotency_mismatch"
        talk.say(1, "thanks", key="k")
        assert PhraseSaid.objects.count() == 2

    def test_it_makes_no_action_stale(self, event: OnlineEvent, talk: Talk) -> None:
        event.begin()
        event.play_hand()
        before, events = event.view()["version"], TableEvent.objects.count()
        talk.say(0, "well_played")
        talk.mute(1)
        talk.unmute(1)
        assert (event.view()["version"], TableEvent.objects.count()) == (before, events)
        assert not {"phrases", "said", "muted"} & set(event.view())

    def test_who_sits_at_no_seat_neither_says_nor_hears(
        self, event: OnlineEvent, talk: Talk
    ) -> None:
        talk.say(0, "thanks")
        path = f"{event.match}table/"
        for api, status in (
            (Api(), 401),
            (Api(make_user("Stranger")), 403),
            (Api(owner_of(event.tournament.club)), 403),
        ):
            api.get(f"{path}phrases/", status)
            api.post(f"{path}phrases/", {"code": "thanks"}, status)
            api.post(f"{path}mute/", {}, status)
            api.post(f"{path}report/", {}, status)
            assert "thanks" not in str(api.get(path))


class TestMuting:
    def test_what_is_muted_is_never_heard(self, talk: Talk) -> None:
        talk.say(0, "good_luck")
        assert talk.mute(1)["muted"]
        assert talk.heard(1) == []
        talk.say(0, "unlucky")
        talk.say(1, "thanks")
        assert talk.heard(1) == ["1 thanks"]
        assert talk.heard(0) == ["0 good_luck", "0 unlucky", "1 thanks"], "they are not told"
        assert not talk.unmute(1)["muted"]
        assert talk.heard(1) == ["0 good_luck", "1 thanks"]
        talk.say(0, "thanks")
        assert talk.heard(1)[-1] == "0 thanks"
        assert talk.hear(1)["heard"] == 3

    def test_twice_is_once(self, talk: Talk) -> None:
        for _ in range(2):
            assert talk.mute(0)["muted"]
        for _ in range(2):
            assert not talk.unmute(0)["muted"]

    def test_each_mutes_for_themselves(self, talk: Talk) -> None:
        talk.mute(0)
        talk.say(0, "thanks")
        assert talk.heard(1) == ["0 thanks"]
        assert not talk.hear(1)["muted"]


class TestReporting:
    def test_a_referee_is_told_what_was_said(self, event: OnlineEvent, talk: Talk) -> None:
        for code in ("unlucky", "unlucky", "thanks"):
            talk.say(0, code)
        report = talk.report(1)
        call = Call.objects.get()
        assert (report["call"], call.about) == (call.pk, "phrases")
        assert report["said"] == ["unlucky", "unlucky", "thanks"]
        told = AuditEntry.objects.get(action="call.report")
        assert (told.data["phrases"], told.data["seat"]) == (report["said"], 1)

    def test_once_in_a_match(self, talk: Talk) -> None:
        talk.say(0, "unlucky")
        talk.say(1, "unlucky")
        first = talk.report(1, key="k")
        assert talk.report(1, key="k") == first
        assert code_of(talk.report(1, 409)) == "reported_already"
        talk.report(0)
        assert Call.objects.count() == 1, "one call for both"

    def test_what_was_not_heard_is_not_reported(self, talk: Talk) -> None:
        talk.say(1, "thanks")
        assert code_of(talk.report(1, 409)) == "nothing_said"
        talk.mute(1)
        talk.say(0, "unlucky")
        assert code_of(talk.report(1, 409)) == "nothing_said"
        assert not Call.objects.exists()

    def test_of_what_was_muted_then(self, talk: Talk) -> None:
        talk.say(0, "unlucky")
        talk.mute(1)
        talk.say(0, "good_game")
        assert talk.report(1)["said"] == ["unlucky"]

    def test_with_the_call_that_stands(self, event: OnlineEvent, talk: Talk) -> None:
        talk.say(0, "unlucky")
        page = f"/c/{event.tournament.club.slug}/{event.tournament.slug}/{event.match}calls/"
        client = event.seats[0].client
        client.force_login(event.users[0])
        assert client.post(page, {"about": "count"}).status_code == 302
        call = Call.objects.get()
        assert talk.report(1)["call"] == call.pk
        assert call.about == "count"

    def test_nobody_is_called_to_a_match_that_is_over(self, event: OnlineEvent, talk: Talk) -> None:
        event.begin()
        event.ask(0, "resignation", {"d": event.view()["d"], "of": "match"})
        talk.say(0, "unlucky")
        assert code_of(talk.report(1, 409)) == "match_over"


def test_the_export_of_an_account_has_what_it_said_and_what_was_seen_of_it(
    event: OnlineEvent, talk: Talk
) -> None:
    event.begin()
    event.play_hand()
    talk.say(0, "unlucky")
    talk.mute(1)
    talk.unmute(1)
    talk.report(1)
    match = event.board.match_id
    begin_connection(table=event.table.pk, seat=1, network="f00", now=clock.now())
    call = Summons(board=event.board, seat=1, at=clock.now(), role="owner", via="page")
    call.save()
    first, second = (export_my_data(user=user) for user in event.users)
    assert [(one["match"], one["code"]) for one in first["phrases"]] == [(match, "unlucky")]
    assert second["phrases"] == first["mutes"] == first["connections"] == []
    assert [one["said"] for one in second["phrase_reports"]] == [["unlucky"]]
    assert [one["match"] for one in second["mutes"]] == [match]
    assert [sorted(one) for one in second["connections"]] == [["began_at", "ended_at", "match"]]
    assert [one["match"] for one in second["summonses"]] == [match]
    assert first["summonses"] == []
