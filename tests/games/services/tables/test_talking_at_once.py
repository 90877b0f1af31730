"""Phrases that a seat says and mutes from many devices at the same moment."""

import pytest

from games.models import Mute, PhraseSaid
from games.services.tables import talking
from games.tables.phrases import MOST_PHRASES
from tests.concurrency import at_once, codes
from tests.games.online import OnlineMatch, done

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.databases_differ]

MANY = 12


def test_no_seat_says_more_than_it_may():
    match = OnlineMatch.begun()
    answers = at_once(
        *(
            lambda number=number: done(
                talking.say_phrase(request=match.asks(0, f"k{number}"), code="thanks")
            )
            for number in range(MANY)
        )
    )
    assert codes(answers) == ["said_enough"] * (MANY - MOST_PHRASES)
    numbers = PhraseSaid.objects.order_by("number").values_list("number", flat=True)
    assert list(numbers) == list(range(1, MOST_PHRASES + 1))


def test_the_same_form_is_said_once():
    match = OnlineMatch.begun()
    request = match.asks(0, "k", "digest")
    answers = at_once(lambda: done(talking.say_phrase(request=request, code="thanks")), times=MANY)
    assert sorted(answer.replayed for answer in answers) == [False] + [True] * (MANY - 1)
    assert PhraseSaid.objects.count() == 1


def test_a_mute_stands_once():
    match = OnlineMatch.begun()
    at_once(lambda: talking.mute(request=match.asks(1)), times=MANY)
    assert Mute.objects.filter(superseded_at=None).count() == Mute.objects.count() == 1
