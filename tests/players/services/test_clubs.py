"""Clubs and memberships: one owner at all times."""

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from kernel.permissions import Actor, Role
from kernel.text import Refusal
from players.models import AuditEntry, Club, Membership, Player, User
from players.selectors import club_roles, memberships_of
from players.services import clubs
from players.services.players import add_player, merge_players
from players.signals import club_deleted
from tests.builders import NOW, make_club, make_user, owner_of
from tests.concurrency import assert_chain, at_once, codes

pytestmark = pytest.mark.django_db
Roles = Membership.Roles


def actor(user: User) -> Actor:
    return Actor("page", user_id=user.pk)


def join(club: Club, role: str = Roles.MEMBER) -> User:
    user = make_user()
    club.memberships.create(user=user, role=role)
    return user


def role_of(club: Club, user: User) -> str | None:
    return club.memberships.filter(user=user).values_list("role", flat=True).first()


def refused(code: str, service: Callable[..., Any], **arguments: Any) -> None:
    with pytest.raises(Refusal) as caught:
        service(**arguments, now=NOW)
    assert caught.value.text.code == code
    assert str(caught.value)


# Clubs --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "slug"),
    [
        ("Tuesday Gin Club", "tuesday-gin-club"),
        ("Café Šimek & Söhne", "cafe-simek-sohne"),
        ("Straße", "strasse"),
        ("東京", "club"),
        ("x" * 100, "x" * 50),
    ],
)
def test_a_club_gets_a_readable_address(name: str, slug: str) -> None:
    by = actor(make_user())
    made = [clubs.create_club(name=name, by=by, now=NOW).slug for _ in range(3)]
    assert made == [slug, f"{slug}-2", f"{slug}-3"]


def test_who_makes_a_club_owns_it() -> None:
    user = make_user()
    club = clubs.create_club(
        name=" Gin  Club ", time_zone="Europe/Berlin", language="de", by=actor(user), now=NOW
    )
    assert (club.name, club.time_zone, club.language) == ("Gin Club", "Europe/Berlin", "de")
    assert club_roles(actor(user), club.pk) == {Role.OWNER, Role.USER, Role.ANYONE}
    entry = AuditEntry.objects.get(scope=f"club:{club.pk}")
    assert (entry.action, entry.by, entry.role, entry.via) == (
        "club.create",
        user.pk,
        "owner",
        "page",
    )


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"name": "x" * 300}, "name_too_long"),
        ({"name": "a\x07"}, "name_control"),
        ({"name": " "}, "name_missing"),
        ({"time_zone": "Europe/Nowhere"}, "time_zone_unknown"),
        ({"time_zone": "../etc/passwd"}, "time_zone_unknown"),
        ({"language": "tlh"}, "language_unknown"),
    ],
)
def test_what_a_club_cannot_be(fields: dict[str, str], code: str) -> None:
    club = make_club()
    by = actor(owner_of(club))
    before = Club.objects.values().get()
    refused(code, clubs.create_club, **{"name": "Club"} | fields, by=by)
    refused(code, clubs.edit_club, club=club, **fields, by=by)
    assert Club.objects.values().get() == before


def test_edit_changes_what_is_given_only() -> None:
    club = make_club()
    by = actor(owner_of(club))
    clubs.edit_club(club=club, time_zone="Europe/Prague", by=by, now=NOW)
    edited = clubs.edit_club(club=club, name="New Name", by=by, now=NOW)
    assert (edited.name, edited.time_zone, edited.slug) == ("New Name", "Europe/Prague", club.slug)
    clubs.edit_club(club=club, name="New Name", by=by, now=NOW)
    assert len(assert_chain(f"club:{club.pk}")) == 2


def test_delete_by_typing_the_name() -> None:
    club = make_club(name="Gin  Club".replace("  ", " "))
    by = actor(owner_of(club))
    kept = add_player(club=club, name="Anna", by=by, now=NOW)
    other = add_player(club=club, name="Ana", by=by, now=NOW)
    merge_players(kept=kept, other=other, by=by, now=NOW)
    refused("name_differs", clubs.delete_club, club=club, typed="gin club", by=by)
    told: list[str] = []

    def receiver(club: Club, **_: object) -> None:
        told.append(club.name)

    club_deleted.connect(receiver)
    try:
        clubs.delete_club(club=club, typed=" Gin Club ", by=by, now=NOW)
    finally:
        club_deleted.disconnect(receiver)
    assert told == ["Gin Club"]
    assert not Club.objects.exists()
    assert not Player.objects.exists()
    assert assert_chain(f"club:{club.pk}")[-1] == "club.delete"
    refused("club_gone", clubs.edit_club, club=club, name="Back", by=by)


# Members ------------------------------------------------------------------------------------------


def test_members_by_role_and_name() -> None:
    club = make_club()
    for name, role in [("Zoe", "member"), ("anna", "member"), ("Šimek", "organiser")]:
        club.memberships.create(user=make_user(name), role=role)
    assert [row.user.name for row in memberships_of(club)] == ["Ada Owner", "Šimek", "anna", "Zoe"]


def test_a_role_is_changed_and_taken_away() -> None:
    club = make_club()
    by, member = actor(owner_of(club)), join(club)
    clubs.change_role(club=club, user=member, role="referee", by=by, now=NOW)
    assert role_of(club, member) == "referee"
    clubs.remove_member(club=club, user=member, by=by, now=NOW)
    assert role_of(club, member) is None
    assert assert_chain(f"club:{club.pk}") == [
        "member.role",
        "member.remove",
    ]


def test_a_removal_is_taken_back_once_and_only_a_removal() -> None:
    club = make_club()
    by, member = actor(owner_of(club)), join(club)
    back = {"club": club, "user_id": member.pk, "by": by}
    clubs.change_role(club=club, user=member, role="referee", by=by, now=NOW)
    refused("not_removed", clubs.restore_member, **back)
    clubs.remove_member(club=club, user=member, by=by, now=NOW)
    refused("not_removed", clubs.restore_member, **(back | {"club": make_club()}))
    clubs.restore_member(**back, now=NOW)
    assert role_of(club, member) == "referee"
    refused("not_removed", clubs.restore_member, **back)
    clubs.leave_club(club=club, by=actor(member), now=NOW)
    refused("not_removed", clubs.restore_member, **back)


def test_the_ownership_is_handed_over_and_nothing_else() -> None:
    club = make_club()
    owner, member, stranger = owner_of(club), join(club), make_user()
    by = actor(owner)
    refused("owner_stays", clubs.leave_club, club=club, by=by)
    refused("owner_stays", clubs.change_role, club=club, user=owner, role="member", by=by)
    refused("owner_stays", clubs.remove_member, club=club, user=owner, by=by)
    refused("role_unknown", clubs.change_role, club=club, user=member, role="owner", by=by)
    refused("not_member", clubs.hand_over_ownership, club=club, to=stranger, by=by)
    refused("already_owner", clubs.hand_over_ownership, club=club, to=owner, by=by)
    clubs.hand_over_ownership(club=club, to=member, by=by, now=NOW)
    assert (owner_of(club), role_of(club, owner)) == (member, "organiser")
    refused("not_owner", clubs.hand_over_ownership, club=club, to=owner, by=by)
    clubs.leave_club(club=club, by=by, now=NOW)
    refused("not_member", clubs.leave_club, club=club, by=by)
    assert [row.user for row in memberships_of(club)] == [member]
    assert_chain(f"club:{club.pk}")


@pytest.mark.django_db(transaction=True)
def test_handed_over_to_five_at_once_one_has_it() -> None:
    club = make_club()
    by = actor(owner_of(club))
    heirs = [join(club) for _ in range(5)]
    given = at_once(
        *(partial(clubs.hand_over_ownership, club=club, to=heir, by=by, now=NOW) for heir in heirs)
    )
    assert codes(given) == ["not_owner"] * 4
    assert owner_of(club) in heirs
    assert_chain(f"club:{club.pk}")
