"""Opponents of one's own: whose they are, how many, and what sits at a table."""

import pytest

from games.engine.gin.bots.manners import as_dict, manner_from
from games.models import Bot, Opponent
from games.selectors.opponents import OwnOpponent, bot_called, own_opponent, own_opponents
from games.selectors.seats import sitting_at
from games.services.opponents import MOST, add_opponent, change_opponent, remove_opponent
from kernel.permissions import Actor
from kernel.text import Refusal
from players.models import User
from players.services.accounts import delete_account, export_my_data
from tests.builders import NOW, make_user
from tournaments.models import Friendly
from tournaments.selectors.events.friendlies import board_of
from tournaments.selectors.events.names import called
from tournaments.services.events.friendlies import Asked, open_friendly
from web.db import clock

pytestmark = pytest.mark.django_db

EAGER = {"level": "strong", "pace": "quick", "knocks_at": 3}


@pytest.fixture
def ada() -> User:
    return make_user("Ada Lovelace")


def actor(user: User) -> Actor:
    return Actor("page", user_id=user.pk)


def made(user: User, name: str = "Aunt Max", portrait: str = "mats", **said: object) -> OwnOpponent:
    manner = {**EAGER, **said}
    return add_opponent(name=name, portrait=portrait, manner=manner, by=actor(user), now=NOW)


def opened(user: User, code: str) -> Friendly:
    asked = Asked(actor(user), clock.now(), "192.0.2.1")
    return open_friendly(asked=asked, rules="club", bots=[code])


def test_it_is_kept_with_all_of_its_manner(ada: User) -> None:
    one = made(ada, "  Aunt   Max ")
    assert (one.name, one.portrait, one.code) == ("Aunt Max", "mats", f"own-{one.number}")
    assert one.manner == as_dict(manner_from(EAGER))
    assert own_opponents(actor(ada)) == [one]


@pytest.mark.parametrize(
    ("said", "code", "field"),
    [
        ({"name": " "}, "name_missing", "name"),
        ({"name": "x" * 31}, "name_too_long", "name"),
        ({"name": "a\u202eb"}, "name_control", "name"),
        ({"portrait": "club"}, "bad_portrait", "portrait"),
        ({"portrait": ""}, "bad_portrait", "portrait"),
        ({"level": "master"}, "bad_manner", "level"),
        ({"memory": 53}, "bad_manner", "memory"),
    ],
)
def test_what_cannot_be_is_refused_and_leaves_nothing(
    ada: User, said: dict[str, str], code: str, field: str
) -> None:
    with pytest.raises(Refusal) as refusal:
        made(ada, **said)
    assert (refusal.value.text.code, refusal.value.field) == (code, field)
    assert not Opponent.objects.exists()


def test_an_account_has_so_many(ada: User) -> None:
    ones = [made(ada, str(n)) for n in range(MOST)]
    with pytest.raises(Refusal, match="20 opponents"):
        made(ada)
    made(make_user("Ben"))
    remove_opponent(opponent=ones[0].number, by=actor(ada))
    made(ada)


def test_nobody_sees_changes_or_plays_those_of_others(ada: User) -> None:
    one, ben = made(ada), make_user("Ben")
    assert own_opponents(actor(ben)) == []
    assert own_opponent(actor(ben), one.number) is None
    for other in (actor(ben), Actor("page")):
        assert bot_called(one.code, other) is None
    with pytest.raises(Refusal, match="no such opponent"):
        change_opponent(opponent=one.number, name="B", portrait="kit", manner={}, by=actor(ben))
    with pytest.raises(Refusal, match="no such opponent"):
        remove_opponent(opponent=one.number, by=actor(ben))
    with pytest.raises(Refusal, match="no computer player called"):
        opened(ben, one.code)
    assert own_opponents(actor(ada)) == [one]


@pytest.mark.parametrize("code", ["own-", "own-0", "own-01", "own-x", "own--1", "own-99", "OWN-1"])
def test_a_code_is_written_in_one_way_alone(ada: User, code: str) -> None:
    Opponent.objects.create(pk=1, owner=ada, name="A", portrait="kit", manner={}, made_at=NOW)
    assert bot_called("own-1", actor(ada)) is not None
    assert bot_called(code, actor(ada)) is None


def test_who_sits_at_a_table_stays_what_they_were(ada: User) -> None:
    one = made(ada)
    match = board_of(opened(ada, one.code)).match_id
    change_opponent(opponent=one.number, name="New", portrait="kit", manner={}, by=actor(ada))
    sitting = sitting_at([match])[match, 1]
    assert (called(sitting), sitting.bot, sitting.portrait) == ("Aunt Max", one.code, "mats")
    assert Bot.objects.get().manner == as_dict(manner_from(EAGER))
    remove_opponent(opponent=one.number, by=actor(ada))
    assert called(sitting_at([match])[match, 1]) == "Aunt Max"
    with pytest.raises(Refusal, match="no computer player called"):
        opened(ada, one.code)


def test_the_next_table_has_it_as_it_was_changed(ada: User) -> None:
    one = made(ada)
    change_opponent(opponent=one.number, name="New", portrait="kit", manner={}, by=actor(ada))
    match = board_of(opened(ada, one.code)).match_id
    sitting = sitting_at([match])[match, 1]
    assert (called(sitting), sitting.portrait) == ("New", "kit")


def test_they_go_with_the_account_and_are_in_its_data_before(ada: User) -> None:
    one = made(ada)
    match = board_of(opened(ada, one.code)).match_id
    kept = export_my_data(user=ada)["opponents"]
    assert [(row["name"], row["manner"]["knocks_at"]) for row in kept] == [("Aunt Max", 3)]
    delete_account(user=ada, typed=ada.email, by=actor(ada), now=clock.now())
    assert not Opponent.objects.exists()
    assert called(sitting_at([match])[match, 1]) == "Computer"
