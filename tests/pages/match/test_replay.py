"""The replay of an online hand by its pages: step by step, from each seat, for who may see it."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from games.engine.gin.fair.verification import verify_deals
from games.engine.gin.notation.record import replay
from games.engine.gin.notation.text import parse_record
from games.models import Match, OnlineTable
from players.models import Player, User
from tests.builders import make_user, owner_of, sign_in
from tests.client import Api
from tests.counted_hands import CarefulMatch
from tests.online import WORDS, OnlineEvent
from tests.reading import said_by
from tournaments.models import Staff

pytestmark = pytest.mark.django_db

OF_A_HAND = ("replay", "record_text", "record_json")
PAGES = (*OF_A_HAND, "deals", "deals_file")


class Reader:
    """What one reader finds of a match."""

    def __init__(self, event: OnlineEvent, user: User | None = None) -> None:
        self.event, self.client = event, Client()
        if user is not None:
            sign_in(self.client, user)

    def address(self, name: str, n: int = 1) -> str:
        tournament = self.event.tournament
        place: list[Any] = [tournament.club.slug, tournament.slug, self.event.board.match_id]
        return reverse(name, args=[*place, n] if name in OF_A_HAND else place)

    def get(self, name: str, n: int = 1, query: str = "", **headers: str) -> HttpResponse:
        return self.client.get(self.address(name, n) + query, headers=headers)

    def said(self, name: str, n: int = 1, query: str = "") -> str:
        answer = self.get(name, n, query)
        assert answer.status_code == 200
        return " | ".join(said_by(answer.content.decode()))

    def statuses(self, n: int = 1) -> set[int]:
        """Of all pages about this hand, and of those about the deals."""
        return {self.get(name, n).status_code for name in PAGES}


@pytest.fixture
def event() -> OnlineEvent:
    """A hand has been played."""
    return played()


def played(**fields: Any) -> OnlineEvent:
    """An event in whose first match a hand was played, and the match goes on."""
    event = OnlineEvent(**fields)
    event.view()
    CarefulMatch(event.board.match_id).play_hand()
    return event


def resign(event: OnlineEvent) -> None:
    event.ask(0, "resignation", {"d": event.view()["d"], "of": "match"})


def record(event: OnlineEvent, n: int = 1) -> dict[str, Any]:
    found: dict[str, Any] = event.seats[0].get(f"{event.match}hands/{n}/record/")
    return found


def names_of(event: OnlineEvent) -> list[str]:
    return [player["name"] for player in event.view()["players"]]


# What it shows -----------------------------------------------------------------------------------


def test_each_step_is_a_page_of_its_own(event: OnlineEvent) -> None:
    reader, told = Reader(event), record(event)
    for at in range(len(told["actions"]) + 1):
        page = reader.get("replay", query=f"?step={at}&seat=0").content.decode()
        assert f'href="?step={at + 1}&amp;seat=0"' in page or at == len(told["actions"])
        assert page.count('aria-current="step"') == 1
    assert reader.get("replay", query=f"?step={at + 1}").status_code == 404


def test_both_hands_lie_open_from_the_first_step_on(event: OnlineEvent) -> None:
    page, told = Reader(event).get("replay").content.decode(), record(event)
    for hand in told["hands"]:
        assert all(f"#c-{card.lower()}" in page for card in hand)
    assert f"#c-{told['upcard'].lower()}" in page
    assert f"#c-{told['stock'][0].lower()}" not in page


@pytest.mark.parametrize("seat", [0, 1])
def test_the_seat_of_the_address_lies_at_the_bottom(event: OnlineEvent, seat: int) -> None:
    names = names_of(event)
    said = Reader(event).said("replay", query=f"?seat={seat}")
    top, bottom = names[1 - seat], names[seat]
    assert f"See it from the seat of {top}" in said
    page = Reader(event).get("replay", query=f"?seat={seat}").content.decode()
    headings = [f">{name}</h2>" for name in (top, bottom)]
    assert page.index(headings[0]) < page.index(headings[1])


def test_without_a_seat_who_played_has_their_own_at_the_bottom(event: OnlineEvent) -> None:
    for seat, user in enumerate(event.users):
        page = Reader(event, user).get("replay").content.decode()
        assert f'href="?step=1&amp;seat={seat}"' in page


@pytest.mark.parametrize("query", ["?step=x", "?step=-1", "?step=999", "?seat=2", "?seat=x"])
def test_there_is_no_other_step_and_no_other_seat(event: OnlineEvent, query: str) -> None:
    assert Reader(event).get("replay", query=query).status_code == 404


def test_the_end_says_what_the_hand_came_to() -> None:
    event = OnlineEvent()
    event.view()
    n = CarefulMatch(event.board.match_id).play_to_a_count()
    told, reader = record(event, n), Reader(event)
    at = len(told["actions"])
    said = reader.said("replay", n, f"?step={at}")
    points = max(told["points"])
    assert f"{points} point" in said
    for name, *figures in zip(
        names_of(event), told["counts"], told["points"], told["boxes"], strict=True
    ):
        assert " | ".join([name, *map(str, figures)]) in said
    assert "What the hand came to" not in reader.said("replay", n, f"?step={at - 1}")
    knock = next(i for i, one in enumerate(told["actions"], 1) if "|" in one["action"])
    page = reader.get("replay", n, f"?step={knock}").content.decode()
    assert 'data-sign="meld"' in page
    assert "Face down: the" in page or "big gin" in page


def test_a_hand_that_was_cut_off_says_why(event: OnlineEvent) -> None:
    for seat in (0, 1):
        event.ready(seat)
    resign(event)
    told = record(event, 2)
    said = Reader(event).said("replay", 2, f"?step={len(told['actions'])}")
    assert "The hand was not played out: cut off, resigned." in said


def test_to_htmx_the_table_and_the_steps_alone(event: OnlineEvent) -> None:
    part = Reader(event).get("replay", query="?step=2", **{"HX-Request": "true"}).content.decode()
    assert part.strip().startswith('<div class="rp" id="replay"')
    assert "<html" not in part


def test_the_time_that_was_left_is_told() -> None:
    event = played(clock={"kind": "move", "seconds": 45, "reserve": 0})
    assert "Time left: 0:4" in Reader(event).said("replay", query="?step=1")


def test_as_text_and_as_json_it_is_played_again(event: OnlineEvent) -> None:
    reader, told = Reader(event), record(event)
    text, as_json = reader.get("record_text"), reader.get("record_json")
    assert json.loads(as_json.content) == told
    _rules, hands = parse_record(text.content.decode())
    assert list(hands[0].actions) == [action["action"] for action in told["actions"]]
    assert replay(json.loads(as_json.content))["finished"]
    for answer in (text, as_json):
        assert "attachment" in answer.headers["Content-Disposition"]


def test_all_deals_stand_on_one_page_with_what_they_became(event: OnlineEvent) -> None:
    for seat in (0, 1):
        event.ready(seat)
    reader = Reader(event)
    said, page = reader.said("deals"), reader.get("deals").content.decode()
    assert "Hand 1 of game 1: replay" in said
    assert "Deal 2 | not over yet" in said
    assert "drew the" in said
    assert reader.address("replay") in page
    assert all(word in page for word in WORDS)
    assert "Whoever runs the server could look at the cards" in said
    file = json.loads(reader.get("deals_file").content)
    assert [one["n"] for one in file["records"]] == [1]
    resign(event)
    file = json.loads(reader.get("deals_file").content)
    assert verify_deals(file) == {"deals": 2}


def test_pages_with_what_may_be_hidden_from_others_are_kept_by_nobody(event: OnlineEvent) -> None:
    for name in PAGES:
        answer = Reader(event, event.users[0]).get(name)
        assert answer.headers["Cache-Control"] == "private, no-store"


# Who may see it ----------------------------------------------------------------------------------


def referee(event: OnlineEvent) -> User:
    user = make_user("Rea Feree")
    Staff.objects.create(tournament=event.tournament, user=user, role=Staff.Roles.REFEREE)
    return user


def readers(event: OnlineEvent) -> dict[str, Reader]:
    return {
        "seat 0": Reader(event, event.users[0]),
        "seat 1": Reader(event, event.users[1]),
        "owner": Reader(event, owner_of(event.tournament.club)),
        "referee": Reader(event, referee(event)),
        "user": Reader(event, make_user("Stranger")),
        "visitor": Reader(event),
    }


@pytest.mark.parametrize("spectators", ["none", "hand_end", "live_public"])
def test_a_hand_that_is_played_has_no_replay_for_anybody(spectators: str) -> None:
    event = OnlineEvent(spectators=spectators)
    event.begin()
    for name, reader in readers(event).items():
        assert {reader.get(page).status_code for page in OF_A_HAND} == {404}, name


@pytest.mark.parametrize("spectators", ["none", "hand_end", "live_public"])
def test_a_hand_that_is_over_while_the_match_goes_on(spectators: str) -> None:
    event = played(spectators=spectators)
    outside = {404} if spectators == "none" else {200}
    for name, reader in readers(event).items():
        assert reader.statuses() == (outside if name in ("user", "visitor") else {200}), name


def test_a_result_that_waits_for_its_confirmation_opens_nothing() -> None:
    """As where some of its hands were played at a table in the room."""
    event = played(spectators="none")
    resign(event)
    found = readers(event)
    for state in (Match.States.REPORTED, Match.States.DISPUTED):
        Match.objects.update(state=state)
        for name, reader in found.items():
            expected = {404} if name in ("user", "visitor") else {200}
            assert reader.statuses() == expected, name
    Match.objects.update(state=Match.States.FINISHED)
    assert {status for reader in found.values() for status in reader.statuses()} == {200}


def test_who_plays_in_the_event_sees_no_hidden_card_by_any_role() -> None:
    """A referee who plays another match of it, and to whom the hands were disclosed."""
    event = OnlineEvent(entrants=4)
    event.begin()
    user = referee(event)
    event.ask(Api(user), "disclosure", {"reason": "a quarrel"})
    other = Player.objects.exclude(pk__in=event.board.match.seats.values("player")).first()
    Player.objects.filter(pk=other.pk).update(user=user)
    reader = Reader(event, user)
    assert {reader.get(page).status_code for page in OF_A_HAND} == {404}
    hands = [event.view(seat)["hands"][seat] for seat in (0, 1)]
    secret = [f"c-{card.lower()}" for hand in hands for card in hand]
    for page in ("deals", "deals_file"):
        text = reader.get(page).content.decode()
        assert not [card for card in secret if card in text]
        assert '"records": []' in text or page == "deals"


def test_a_match_that_was_not_played_online_has_none() -> None:
    event = played()
    OnlineTable.objects.all().delete()
    reader = Reader(event, owner_of(event.tournament.club))
    assert reader.statuses() == {404}


# Where it is found --------------------------------------------------------------------------------


def test_the_page_of_the_match_leads_there() -> None:
    for spectators, is_open in (("hand_end", True), ("none", False)):
        event = played(spectators=spectators)
        for name, reader in readers(event).items():
            page = reader.get("match").content.decode()
            links = [reader.address(one) in page for one in ("replay", "deals")]
            is_outside = name in ("user", "visitor")
            assert links == [is_open or not is_outside] * 2, (spectators, name)
        resign(event)
        assert reader.address("replay") in reader.get("match").content.decode()
    OnlineTable.objects.all().delete()
    page = reader.get("match").content.decode()
    assert reader.address("replay") not in page
    assert reader.address("deals") not in page


def test_ones_own_matches_stand_in_a_list_each_with_its_replay(
    event: OnlineEvent, django_assert_max_num_queries: Callable
) -> None:
    address = reverse("my_matches")
    players = [Reader(event, user) for user in event.users]
    assert "No match that you played online is over yet." in players[0].client.get(address).text
    resign(event)
    names = names_of(event)
    for seat, (player, words) in enumerate(zip(players, ("lost", "won"), strict=True)):
        with django_assert_max_num_queries(10):
            page = player.client.get(address)
        said = " | ".join(said_by(page.text))
        assert names[1 - seat] in said
        assert f"| {words} |" in said
        assert player.address("replay") in page.text
        assert address in player.client.get(reverse("my_evenings")).text
    stranger = Reader(event, make_user("Stranger"))
    assert player.address("replay") not in stranger.client.get(address).text
    assert address not in stranger.client.get(reverse("my_evenings")).text
    assert Client().get(address).status_code in (302, 403)
