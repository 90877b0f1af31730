"""Players: edited, shown, merged, anonymised."""

from typing import Any

import pytest

from kernel.permissions import Actor
from kernel.text import N_, Refusal, Text
from players.models import AuditEntry, Club, Link, Player
from players.selectors import players_visible_to, search_players, shown_name
from players.services import players
from players.services.links import claim_player, create_claim_link
from players.signals import player_anonymised, player_merged
from tests.builders import NOW, make_club, make_user
from tests.concurrency import assert_chain
from tests.players.services.test_clubs import refused

pytestmark = pytest.mark.django_db
BY = Actor("api")


@pytest.fixture
def club() -> Club:
    return make_club()


def add(club: Club, name: str, **fields: Any) -> Player:
    return players.add_player(club=club, name=name, by=BY, now=NOW, **fields)


def listed(club: Club) -> list[str]:
    return [player.name for player in players_visible_to(BY).filter(club=club)]


def test_players_are_sorted_the_same_on_every_database(club: Club) -> None:
    for name in ("Zoe", "anna", "Šimek", "O'Connor", "Ørsted", "Oak"):
        add(club, name)
    assert listed(club) == ["anna", "Oak", "O'Connor", "Ørsted", "Šimek", "Zoe"]


def test_edit_changes_what_is_given_only(club: Club) -> None:
    anna = add(club, "Anna", email="Anna@B.example", home_club="North", rating=1500)
    anna = players.edit_player(player=anna, name="Anna  Šimek", by=BY, now=NOW)
    assert (anna.name, anna.email, anna.home_club) == ("Anna Šimek", "anna@b.example", "North")
    assert anna.search_key == "anna simek"
    anna = players.edit_player(player=anna, email="", rating=1500, by=BY, now=NOW)
    assert (anna.email, anna.ratings.count()) == ("", 1)
    anna = players.edit_player(player=anna, rating=1600, shown="short", by=BY, now=NOW)
    assert [rating.value for rating in anna.ratings.all()] == [1600, 1500]
    assert AuditEntry.objects.last().data == {
        "player": anna.pk,
        "changed": ["shown", "rating"],
    }


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"name": "x" * 300}, "name_too_long"),
        ({"name": "\u202eevil"}, "name_control"),
        ({"email": "nobody"}, "email_invalid"),
        ({"email": f"{'x' * 60}@{'b' * 60}.{'c' * 60}.{'d' * 60}.{'e' * 60}.org"}, "email_invalid"),
        ({"home_club": "y" * 300}, "name_too_long"),
        ({"rating": 5001}, "rating_range"),
        ({"rating": -1}, "rating_range"),
        ({"shown": "loud"}, "shown_unknown"),
    ],
)
def test_what_a_player_cannot_be(club: Club, fields: dict[str, Any], code: str) -> None:
    anna = add(club, "Anna")
    refused(code, players.add_player, club=club, **{"name": "Bob"} | fields, by=BY)
    refused(code, players.edit_player, player=anna, **fields, by=BY)
    assert listed(club) == ["Anna"]
    assert AuditEntry.objects.count() == 1


def test_the_name_that_everybody_may_read(club: Club) -> None:
    shown = {how: add(club, f"Anna {how}", shown=how) for how in ("full", "short", "hidden")}
    assert {how: shown_name(player) for how, player in shown.items()} == {
        "full": "Anna full",
        "short": "Anna s.",
        "hidden": "A player",
    }
    found = search_players(players_visible_to(BY), "ÄNNA")
    assert list(found) == [shown["full"]]
    assert search_players(players_visible_to(BY), "anna", names_hidden=False).count() == 3


# Merging ------------------------------------------------------------------------------------------


def test_two_rows_of_one_person_become_one(club: Club) -> None:
    user = make_user()
    kept = add(club, "Anna Šimek", rating=1500)
    other = add(club, "Anna Simek", email="a@b.example", home_club="North", rating=1600)
    third = add(club, "A. Šimek")
    players.merge_players(kept=other, other=third, by=BY, now=NOW)
    issued = create_claim_link(player=other, by=BY, now=NOW)
    merged = players.merge_players(kept=kept, other=other, by=BY, now=NOW)
    assert (merged.name, merged.email, merged.home_club) == ("Anna Šimek", "a@b.example", "North")
    assert sorted(merged.ratings.values_list("value", flat=True)) == [1500, 1600]
    assert listed(club) == ["Anna Šimek"]
    for gone in (other, third):
        gone.refresh_from_db()
        assert gone.merged_into == kept
    claimed = claim_player(token=issued.token, by=Actor("page", user_id=user.pk), now=NOW)
    assert claimed == kept
    assert_chain(f"club:{club.pk}")


def test_the_account_moves_to_the_row_that_is_kept(club: Club) -> None:
    user = make_user()
    kept, other = add(club, "Anna"), add(club, "Ana")
    Player.objects.filter(pk=other.pk).update(user=user)
    assert players.merge_players(kept=kept, other=other, by=BY, now=NOW).user == user
    other.refresh_from_db()
    assert other.user is None


def test_who_cannot_be_merged(club: Club) -> None:
    kept, other = add(club, "Anna"), add(club, "Ana")
    stranger = add(make_club(), "Anna")
    refused("same_player", players.merge_players, kept=kept, other=kept, by=BY)
    refused("player_gone", players.merge_players, kept=kept, other=stranger, by=BY)
    for player in (kept, other):
        Player.objects.filter(pk=player.pk).update(user=make_user())
    refused("two_accounts", players.merge_players, kept=kept, other=other, by=BY)
    Player.objects.filter(pk=other.pk).update(user=None)
    players.merge_players(kept=kept, other=other, by=BY, now=NOW)
    refused("player_gone", players.merge_players, kept=kept, other=other, by=BY)
    refused("player_gone", players.edit_player, player=other, name="Back", by=BY)


def test_an_app_above_may_refuse_a_merge(club: Club) -> None:
    kept, other = add(club, "Anna"), add(club, "Ana")

    def receiver(**_: object) -> None:
        raise Refusal(Text("both_entered", N_("Both play in the Autumn Cup.")))

    player_merged.connect(receiver)
    try:
        refused("both_entered", players.merge_players, kept=kept, other=other, by=BY)
    finally:
        player_merged.disconnect(receiver)
    other.refresh_from_db()
    assert other.merged_into is None


# Anonymising --------------------------------------------------------------------------------------


def test_the_person_goes_and_the_chain_stays(club: Club) -> None:
    kept = add(club, "Anna Šimek", email="a@b.example", home_club="North", rating=1500)
    other = add(club, "Anna Simek", email="c@d.example")
    players.merge_players(kept=kept, other=other, by=BY, now=NOW)
    create_claim_link(player=kept, email="a@b.example", by=BY, now=NOW)
    Player.objects.filter(pk=kept.pk).update(user=make_user())
    told: list[str] = []

    def receiver(player: Player, **_: object) -> None:
        told.append(player.name)

    player_anonymised.connect(receiver)
    try:
        players.anonymise_player(player=kept, by=BY, now=NOW)
    finally:
        player_anonymised.disconnect(receiver)
    names = [f"Anonymous player {player.pk}" for player in (kept, other)]
    assert told == names
    for player, name in zip((kept, other), names, strict=True):
        player.refresh_from_db()
        assert (player.name, player.email, player.home_club, player.user) == (name, "", "", None)
        assert player.search_key == name.lower()
    assert not Link.objects.exists()
    assert listed(club) == []
    assert "nna" not in str(list(AuditEntry.objects.values_list("data", flat=True)))
    assert_chain(f"club:{club.pk}")
    refused("player_gone", players.edit_player, player=kept, name="Back", by=BY)
