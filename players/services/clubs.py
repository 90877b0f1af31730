"""Clubs and who is what in them. Every club has exactly one owner at all times."""

import secrets
from datetime import datetime
from functools import cache
from itertools import count
from zoneinfo import available_timezones

from django.db import IntegrityError, transaction
from django.utils.text import slugify

from kernel.names import normal_name, search_key
from kernel.permissions import Actor
from kernel.text import N_, refusal
from players.models import Club, Membership, Player, User
from players.selectors import removed_from
from players.services.accounts import checked_language, require_own_account
from players.services.club_changes import changing, record_club_change
from players.signals import club_deleted, club_names_shown

Roles = Membership.Roles
GIVEN_ROLES = (Roles.ORGANISER, Roles.REFEREE, Roles.MEMBER)


def create_club(
    *,
    name: str,
    time_zone: str = "UTC",
    language: str = "en",
    names: str = Club.Names.FULL,
    ratings_shown: bool = True,
    people_found: bool = False,
    play_page: bool = True,
    by: Actor,
    now: datetime,
) -> Club:
    """A new club, owned by who makes it."""
    require_own_account(by.user_id)
    club = Club(
        name=normal_name(name),
        time_zone=_checked_time_zone(time_zone),
        language=checked_language(language),
        names=_checked_names(names),
        ratings_shown=ratings_shown,
        people_found=people_found,
        play_page=play_page,
    )
    with transaction.atomic():
        _save_under_free_slug(club)
        club.memberships.create(user_id=by.account_id, role=Roles.OWNER)
        record_club_change(club, "club.create", {}, by=by, now=now)
    return club


def hidden_club() -> Club:
    """The club that holds the friendlies by link, made when the first one is opened. It has no
    owner and no members, and its address answers as what there is not."""
    found = Club.objects.filter(is_hidden=True).first()
    if found is not None:
        return found
    slug = f"friendlies-{secrets.token_hex(4)}"
    try:
        with transaction.atomic():
            names = Club.Names.MEMBERS
            return Club.objects.create(name="Friendlies", slug=slug, names=names, is_hidden=True)
    except IntegrityError:  # somebody else has made it just now
        return Club.objects.get(is_hidden=True)


def edit_club(
    *,
    club: Club,
    name: str | None = None,
    time_zone: str | None = None,
    language: str | None = None,
    names: str | None = None,
    ratings_shown: bool | None = None,
    people_found: bool | None = None,
    play_page: bool | None = None,
    by: Actor,
    now: datetime,
) -> Club:
    """Change what is given, leave the rest. The address (slug) stays, so that links go on. With
    another way of showing names all pages of the club are new."""
    given = {
        "name": None if name is None else normal_name(name),
        "time_zone": None if time_zone is None else _checked_time_zone(time_zone),
        "language": None if language is None else checked_language(language),
        "names": None if names is None else _checked_names(names),
        "ratings_shown": ratings_shown,
        "people_found": people_found,
        "play_page": play_page,
    }
    with changing(club.pk) as club:
        changed = [
            field
            for field, value in given.items()
            if value is not None and value != getattr(club, field)
        ]
        for field in changed:
            setattr(club, field, given[field])
        if changed:
            club.save(update_fields=changed)
            data = {field: getattr(club, field) for field in given if field != "name"}
            record_club_change(club, "club.edit", data, by=by, now=now)
        if "names" in changed:
            club_names_shown.send(sender=Club, club=club, by=by, now=now)
    return club


def _checked_names(names: str) -> str:
    if names not in Club.Names.values:
        sentence = N_("Names are shown in one of these ways: %(ways)s.")
        raise refusal("names_unknown", sentence, "names", ways=", ".join(Club.Names.values))
    return names


def change_role(*, club: Club, user: User, role: str, by: Actor, now: datetime) -> Membership:
    """Make a member something else; the ownership is handed over, never given this way."""
    with changing(club.pk) as club:
        membership = _membership(club, user.pk)
        _refuse_owner(membership, N_("The owner stays owner until they hand the club over."))
        if membership.role != checked_role(role):
            membership.role = role
            membership.save(update_fields=["role"])
            data = {"user": user.pk, "role": role}
            record_club_change(club, "member.role", data, by=by, now=now)
    return membership


def remove_member(*, club: Club, user: User, by: Actor, now: datetime) -> None:
    """End somebody's membership. Their player and their results stay in the club."""
    with changing(club.pk) as club:
        membership = _membership(club, user.pk)
        _refuse_owner(membership, N_("The owner cannot be removed."))
        data = {"user": user.pk, "role": membership.role}
        record_club_change(club, "member.remove", data, by=by, now=now)
        membership.delete()


def restore_member(*, club: Club, user_id: int, by: Actor, now: datetime) -> Membership:
    """Take a removal back: the member has their role again. Refused once anything came after it."""
    with changing(club.pk) as club:
        removed = removed_from(club, user_id)
        if removed is None:
            sentence = N_("There is no removal to take back. Invite the member again.")
            raise refusal("not_removed", sentence)
        user, role = removed
        data = {"user": user.pk, "role": role}
        record_club_change(club, "member.restore", data, by=by, now=now)
        return club.memberships.create(user=user, role=role)


def leave_club(*, club: Club, by: Actor, now: datetime) -> None:
    """End one's own membership."""
    with changing(club.pk) as club:
        membership = _membership(club, by.account_id)
        _refuse_owner(membership, N_("Hand the club over to another member before you leave."))
        record_club_change(club, "member.leave", {"user": by.user_id}, by=by, now=now)
        membership.delete()


def hand_over_ownership(*, club: Club, to: User, by: Actor, now: datetime) -> Membership:
    """Make another member the owner; who owned the club becomes an organiser."""
    with changing(club.pk) as club:
        owner = club.memberships.get(role=Roles.OWNER)
        if owner.user_id != by.user_id:
            raise refusal("not_owner", N_("Only the owner can hand the club over."))
        heir = _membership(club, to.pk)
        if heir.pk == owner.pk:
            raise refusal("already_owner", N_("You own this club already."), "user")
        record_club_change(club, "owner.hand_over", {"to": to.pk}, by=by, now=now)
        # The constraint allows one owner at a time: the old one goes first.
        for membership, role in ((owner, Roles.ORGANISER), (heir, Roles.OWNER)):
            membership.role = role
            membership.save(update_fields=["role"])
    return heir


def delete_club(*, club: Club, typed: str, by: Actor, now: datetime) -> None:
    """Delete a club with its players and tournaments for good; `typed` is its name, to be sure.

    The chain of its audit stays.
    """
    with changing(club.pk) as club:
        if " ".join(typed.split()) != club.name:
            sentence = N_("Type the name of the club: %(name)s")
            raise refusal("name_differs", sentence, "typed", name=club.name)
        record_club_change(club, "club.delete", {}, by=by, now=now)
        club_deleted.send(sender=Club, club=club, by=by, now=now)
        Player.objects.filter(club=club).update(merged_into=None)
        User.objects.filter(players__club=club, email=None).delete()
        club.delete()


def checked_role(role: str) -> Membership.Roles:
    """A role that can be given. Raises Refusal for any other."""
    if role not in GIVEN_ROLES:
        sentence = N_("Choose one of these roles: %(roles)s.")
        raise refusal("role_unknown", sentence, "role", roles=", ".join(GIVEN_ROLES))
    return Roles(role)


def _membership(club: Club, user_id: int) -> Membership:
    membership = club.memberships.filter(user_id=user_id).first()
    if membership is None:
        raise refusal("not_member", N_("This account is not a member of the club."), "user")
    return membership


def _refuse_owner(membership: Membership, sentence: str) -> None:
    if membership.role == Roles.OWNER:
        raise refusal("owner_stays", sentence)


_time_zones = cache(available_timezones)


def _checked_time_zone(name: str) -> str:
    if name not in _time_zones():
        sentence = N_("There is no time zone of this name. Write it like Europe/Berlin.")
        raise refusal("time_zone_unknown", sentence, "time_zone")
    return name


def _save_under_free_slug(club: Club) -> None:
    """Save a new club under the first free one of `name`, `name-2`, `name-3`, .."""
    base = slugify(search_key(club.name))[:50].strip("-") or "club"
    taken = set(Club.objects.filter(slug__startswith=base).values_list("slug", flat=True))
    for number in count(1):
        club.slug = base if number == 1 else f"{base}-{number}"
        if club.slug in taken:
            continue
        try:
            with transaction.atomic():
                club.save(force_insert=True)
        except IntegrityError:  # somebody else took it just now
            continue
        return
