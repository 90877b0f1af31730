"""Tonight shows first where it is one's turn in matches by days, the most urgent first."""

import re

import pytest
from django.test import Client

from games.engine.gin.fair.words import word_hash
from tests.builders import make_user, sign_in
from tests.by_days import TWO_DAYS, pass_time
from tests.friendlies import FriendlyPair
from tests.online import WORDS, OnlineEvent

pytestmark = pytest.mark.django_db


def tonight(event: OnlineEvent, seat: int, path: str = "/me/") -> str:
    client = Client()
    sign_in(client, event.users[seat])
    page = client.get(path, follow=True).text
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page)).replace("\xa0", " ")


def test_whose_turn_it_is_and_how_long_they_have() -> None:
    event = OnlineEvent(clock=TWO_DAYS)
    event.begin()
    turn = event.view()["turn"]
    pass_time(hours=12)
    said = tonight(event, turn)
    assert "Your turn" in said
    assert "You have 1 day, 11 hours for your turn." in said
    other = tonight(event, 1 - turn)
    assert "You wait for:" in other
    assert "for your turn" not in other


def test_a_table_that_nobody_has_asked_for_waits_for_both() -> None:
    event = OnlineEvent(clock=TWO_DAYS)
    for seat in (0, 1):
        assert "The table waits for you." in tonight(event, seat)
    event.ready(0)
    assert "The table waits for you." not in tonight(event, 0)
    assert "The table waits for you." in tonight(event, 1)


def test_the_one_with_the_least_time_stands_first() -> None:
    event = OnlineEvent(clock=TWO_DAYS)
    event.begin()
    user = event.users[event.view()["turn"]]
    pass_time(hours=40)
    pair = FriendlyPair(opener=user, invited=make_user("Kim"), clock=TWO_DAYS, name="").join()
    pair.begin()
    while pair.view()["turn"] != 0:
        pair.act(1, pair.view(1)["actions"][0])
    said = tonight(event, event.users.index(user))
    assert said.index("7 hours") < said.index("v Kim")
    assert "Your turn" in tonight(event, event.users.index(user), "/play/")


def test_a_match_by_days_is_not_shown_a_second_time_among_the_events() -> None:
    event, other = OnlineEvent(clock=TWO_DAYS), OnlineEvent(clock=TWO_DAYS, name="North Cup")
    seat = other.board.match.seats.get(seat=0)
    seat.player.user = event.users[0]
    seat.player.save()
    said = tonight(event, 0)
    assert said.count("The table waits for you.") == 2
    assert "Your other events" not in said


def test_other_matches_are_not_among_them() -> None:
    event = OnlineEvent()
    event.begin()
    assert "for your turn" not in tonight(event, event.view()["turn"])
    assert "You wait for:" not in tonight(event, 0)


def test_two_who_are_never_there_together_sit_down_by_days() -> None:
    """Otherwise a word has to be opened within 20 seconds."""
    event = OnlineEvent(clock=TWO_DAYS)
    for seat in (0, 1):
        pass_time(hours=20)
        event.ready(seat)
    for said in ("word_hash", "word"):
        for seat, word in enumerate(WORDS):
            pass_time(hours=20)
            event.ready(seat, **{said: word_hash(word) if said == "word_hash" else word})
    assert event.view()["state"] in ("drawing", "playing")


def test_who_has_opened_their_word_is_asked_for_nothing_until_the_other_one_has() -> None:
    event = OnlineEvent(clock=TWO_DAYS)
    for seat in (0, 1):
        event.ready(seat)
    for seat, word in enumerate(WORDS):
        event.ready(seat, word_hash=word_hash(word))
    place = event.tournament.club.slug, event.tournament.slug
    path = f"/c/{place[0]}/{place[1]}/matches/{event.board.match_id}/table/"
    clients = [Client(), Client()]
    for client, user in zip(clients, event.users, strict=True):
        sign_in(client, user)
        assert 'data-step="open"' in client.get(path).text
    event.ready(0, word=WORDS[0])
    assert 'id="step"' not in clients[0].get(path).text
    assert 'data-step="open"' in clients[1].get(path).text
