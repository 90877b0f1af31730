"""Links for a new password that are made in person: for whom, by whom, and what they end."""

from collections.abc import Callable
from datetime import timedelta
from functools import partial

import pytest
from pytest_django import Settings

from kernel.permissions import Actor, Scope
from kernel.text import Refusal
from players.models import ApiToken, AuditEntry, Club, Link, Mail, Membership, Player, User
from players.services import accounts, clubs
from players.services.links import IssuedLink
from players.services.outbox import TO_THE_LOG
from players.services.reset_links import create_reset_link, reset_password
from players.services.tokens import make_token
from tests.builders import DIRECTOR, NOW, PASSWORD, make_club, make_tournament, make_user, owner_of
from tests.concurrency import assert_chain, at_once, codes
from tests.players.services.test_clubs import actor, join, refused
from tournaments.services.events import staff

pytestmark = pytest.mark.django_db
Roles = Membership.Roles
NEW = "a better pass phrase"


@pytest.fixture
def club() -> Club:
    return make_club()


@pytest.fixture
def anna(club: Club) -> User:
    return join(club)


@pytest.fixture
def organiser(club: Club) -> User:
    return join(club, Roles.ORGANISER)


def made(club: Club, user: User, by: User) -> IssuedLink:
    return create_reset_link(club=club, user=user, by=actor(by), now=NOW)


def use(link: IssuedLink, password: str = NEW, minutes: int = 59) -> User:
    at = NOW + timedelta(minutes=minutes)
    return reset_password(token=link.token, password=password, via="page", now=at)


def ended(code: str, link: IssuedLink, **said: object) -> None:
    with pytest.raises(Refusal) as caught:
        use(link, **said)
    assert caught.value.text.code == code


# What it opens ------------------------------------------------------------------------------------


def test_it_sets_a_new_password_and_ends_what_the_old_one_opened(
    club: Club, anna: User, organiser: User
) -> None:
    make_token(user=anna, name="board", scope=Scope.ALL, days=7, now=NOW)
    session = anna.get_session_auth_hash()
    link = made(club, anna, organiser)
    assert link.path == f"/reset/{link.token}/"
    assert use(link) == anna
    anna.refresh_from_db()
    assert anna.check_password(NEW)
    assert anna.get_session_auth_hash() != session
    assert not ApiToken.objects.exists()
    actions = assert_chain(f"club:{club.pk}")
    assert actions == ["member.reset_link", "member.reset_password"]
    said = AuditEntry.objects.order_by("number").values_list("by", "data")
    data = {"link": link.link.pk, "user": anna.pk}
    assert list(said) == [(organiser.pk, data), (anna.pk, data)]


def test_only_its_hash_is_kept(club: Club, anna: User, organiser: User) -> None:
    link = made(club, anna, organiser)
    rows = [*Link.objects.values(), *Mail.objects.values(), *AuditEntry.objects.values()]
    assert link.token not in str(rows)


def test_it_works_once_and_for_an_hour(club: Club, anna: User, organiser: User) -> None:
    link = made(club, anna, organiser)
    ended("password_weak", link, password="1234")
    ended("link_expired", link, minutes=60)
    use(link)
    ended("link_used", link, password="yet another pass phrase")
    anna.refresh_from_db()
    assert anna.check_password(NEW)


def test_a_newer_one_takes_its_place(club: Club, anna: User, organiser: User) -> None:
    older, newer = made(club, anna, organiser), made(club, anna, owner_of(club))
    ended("link_unknown", older)
    use(newer)


def test_it_ends_when_the_password_is_changed(club: Club, anna: User, organiser: User) -> None:
    link = made(club, anna, organiser)
    accounts.change_password(user=anna, password="what nobody else knows")
    ended("link_unknown", link)


@pytest.mark.django_db(transaction=True)
def test_used_by_four_at_once_it_sets_one_password() -> None:
    club = make_club()
    anna = join(club)
    link = made(club, anna, owner_of(club))
    wanted = [f"the pass phrase of number {number}" for number in range(4)]
    given = at_once(*(partial(use, link, password) for password in wanted))
    assert codes(given) == ["link_used"] * 3
    anna.refresh_from_db()
    [first] = [one for one, got in zip(wanted, given, strict=True) if got == anna]
    assert anna.check_password(first)


# For whom -----------------------------------------------------------------------------------------


def test_a_player_with_an_account_gets_one(club: Club, organiser: User) -> None:
    user = make_user()
    refused("not_member", create_reset_link, club=club, user=user, by=actor(organiser))
    Player.objects.create(club=club, name="Anna", user=user)
    use(made(club, user, organiser))


def elsewhere(user: User, role: str) -> Club:
    """Another club, in which somebody has this role."""
    if role == Roles.OWNER:
        return make_club(owner=user)
    club = make_club()
    club.memberships.create(user=user, role=role)
    return club


def staffed(user: User, club: Club) -> None:
    """Make somebody a referee of an evening."""
    event = make_tournament(club, start=False)
    write = {"tournament_id": event.pk, "by": DIRECTOR, "now": NOW}
    staff.appoint_staff(user=user, role="referee", **write)


# What somebody may be besides, which the organiser of a club is not: nobody gets a link to that.
MORE: dict[str, tuple[str, Callable[[Club, User], object]]] = {
    "owner here": (
        "has_a_role",
        lambda club, user: clubs.hand_over_ownership(
            club=club, to=user, by=actor(owner_of(club)), now=NOW
        ),
    ),
    **{
        f"{role} here": (
            "has_a_role",
            lambda club, user, role=role: club.memberships.filter(user=user).update(role=role),
        )
        for role in (Roles.ORGANISER, Roles.REFEREE)
    },
    "staff here": ("has_a_role", lambda club, user: staffed(user, club)),
    **{
        f"{role} elsewhere": ("has_a_role", lambda _club, user, role=role: elsewhere(user, role))
        for role in (Roles.OWNER, Roles.ORGANISER, Roles.REFEREE)
    },
    "staff elsewhere": ("has_a_role", lambda _club, user: staffed(user, make_club())),
    "member elsewhere": ("belongs_elsewhere", lambda _club, user: elsewhere(user, Roles.MEMBER)),
    "player elsewhere": (
        "belongs_elsewhere",
        lambda _club, user: Player.objects.create(club=make_club(), name="A", user=user),
    ),
    "asleep": ("no_own_account", lambda _club, user: User.objects.update(is_active=False)),
}


@pytest.mark.parametrize("more", MORE)
def test_an_organiser_makes_none_to_an_account_that_may_do_more(
    club: Club, anna: User, organiser: User, more: str
) -> None:
    code, become = MORE[more]
    become(club, anna)
    refused(code, create_reset_link, club=club, user=anna, by=actor(organiser))
    assert not Link.objects.exists()


@pytest.mark.parametrize("more", MORE)
def test_one_that_was_made_ends_when_its_account_may_do_more(
    club: Club, anna: User, organiser: User, more: str
) -> None:
    link = made(club, anna, organiser)
    MORE[more][1](club, anna)
    ended("link_ended", link)
    anna.refresh_from_db()
    assert anna.check_password(PASSWORD)
    assert Link.objects.get().used_at is None


@pytest.mark.parametrize("more", ["organiser here", "referee here", "staff here"])
def test_the_owner_makes_one_to_whoever_has_a_role_in_the_club(
    club: Club, anna: User, more: str
) -> None:
    MORE[more][1](club, anna)
    use(made(club, anna, owner_of(club)))


@pytest.mark.parametrize(
    "more", [more for more in MORE if "elsewhere" in more and more != "owner elsewhere"]
)
def test_who_owns_both_clubs_makes_one(club: Club, anna: User, more: str) -> None:
    MORE[more][1](club, anna)
    owner = owner_of(club)
    Membership.objects.filter(role=Roles.OWNER).update(user=owner)
    use(made(club, anna, owner))


def test_nobody_makes_one_to_an_owner(club: Club, organiser: User) -> None:
    anna = owner_of(club)
    refused("own_password", create_reset_link, club=club, user=anna, by=actor(anna))
    other = make_club(owner=anna)
    other.memberships.create(user=organiser, role=Roles.ORGANISER)
    refused("has_a_role", create_reset_link, club=club, user=anna, by=actor(organiser))


def test_a_pass_has_no_password(club: Club, organiser: User) -> None:
    user = User.objects.create_for_pass("Anna")
    Player.objects.create(club=club, name="Anna", user=user)
    refused("no_own_account", create_reset_link, club=club, user=user, by=actor(organiser))


# By whom ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("role", [Roles.REFEREE, Roles.MEMBER, ""])
def test_who_does_not_organise_the_club_makes_none(club: Club, anna: User, role: str) -> None:
    by = join(club, role) if role else owner_of(make_club())
    refused("not_organiser", create_reset_link, club=club, user=anna, by=actor(by))


def test_it_ends_with_the_role_of_its_maker(club: Club, anna: User, organiser: User) -> None:
    link = made(club, anna, organiser)
    clubs.remove_member(club=club, user=organiser, by=actor(owner_of(club)), now=NOW)
    ended("link_ended", link)


def test_it_ends_with_the_account_of_its_maker(club: Club, anna: User, organiser: User) -> None:
    link = made(club, anna, organiser)
    by = Actor("page", user_id=organiser.pk)
    accounts.delete_account(user=organiser, typed=organiser.email or "", by=by, now=NOW)
    ended("link_ended", link)


# Who is told --------------------------------------------------------------------------------------


def test_the_holder_is_told_without_the_link(club: Club, anna: User, organiser: User) -> None:
    Club.objects.update(language="de", time_zone="Asia/Tokyo")
    club.refresh_from_db()
    link = made(club, anna, organiser)
    mail = Mail.objects.get()
    assert (mail.to, mail.language) == (anna.email, "de")
    assert organiser.name in mail.body
    assert club.name in mail.subject
    assert link.token not in mail.body


def test_without_mail_nothing_is_written(
    club: Club, anna: User, organiser: User, settings: Settings
) -> None:
    settings.EMAIL_BACKEND = TO_THE_LOG
    made(club, anna, organiser)
    assert not Mail.objects.exists()
