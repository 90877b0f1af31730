"""Accounts and the links that lead to them."""

from datetime import timedelta
from functools import partial
from importlib import import_module

import pytest
from django.apps import apps
from django.core import mail
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from kernel.permissions import SYSTEM, Actor
from kernel.text import Refusal
from players.models import ApiToken, AuditEntry, Club, Link, Player, User
from players.services import accounts, clubs, links
from players.services.links import NewAccount
from players.services.players import add_player
from players.services.sending import send_mails
from players.signals import collecting_data
from tests.builders import NOW, PASSWORD, make_club, make_user, owner_of
from tests.concurrency import assert_chain, at_once, codes
from tests.players.services.test_clubs import actor, refused, role_of

pytestmark = pytest.mark.django_db
ADA = NewAccount(email="Ada@Club.example", name="Ada Lovelace", password=PASSWORD, language="de")
LATER = NOW + timedelta(days=365)


@pytest.fixture
def club() -> Club:
    return make_club()


def invite(club: Club, email: str = "ada@club.example", role: str = "referee") -> links.IssuedLink:
    return links.invite(club=club, email=email, role=role, by=actor(owner_of(club)), now=NOW)


# Accounts -----------------------------------------------------------------------------------------


def test_an_account_is_one_whatever_the_case_of_its_address() -> None:
    user = accounts.create_account(email=" Ada@Club.Example ", name="Ada", password=PASSWORD)
    assert user.email == "ada@club.example"
    assert user.password.startswith("argon2")
    with pytest.raises(Refusal) as caught:
        accounts.create_account(email="ADA@club.example", name="Ada", password=PASSWORD)
    assert (caught.value.text.code, caught.value.field) == ("email_taken", "email")


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"email": "nobody"}, "email"),
        ({"name": "x" * 300}, "name"),
        ({"password": "1234"}, "password"),
        ({"password": "ada.lovelace"}, "password"),
        ({"language": "xx"}, "language"),
    ],
)
def test_what_an_account_cannot_be(fields: dict[str, str], field: str) -> None:
    good = {"email": "ada.lovelace@b.example", "name": "Ada", "password": PASSWORD}
    with pytest.raises(Refusal) as caught:
        accounts.create_account(**good | fields)
    assert caught.value.field == field
    assert not User.objects.exists()


def test_edit_changes_what_is_given_only() -> None:
    user = make_user()
    accounts.edit_account(user=user, notices=["next_match"])
    user = accounts.edit_account(user=user, name=" Ada  L. ")
    assert (user.name, wishes(user), user.language) == ("Ada L.", ["next_match"], "")


def test_a_language_is_chosen_and_given_up() -> None:
    user, club = make_user(), Club(language="de")
    assert (user.language, user.reads(club)) == ("", "de")
    user = accounts.edit_account(user=user, language="en")
    assert (user.language, user.reads(club)) == ("en", "en")
    with pytest.raises(Refusal):
        accounts.edit_account(user=user, language="tlh")
    assert accounts.edit_account(user=user, language="").language == ""


def test_notices_are_wished_for_one_by_one() -> None:
    user, other = make_user(), make_user()
    accounts.edit_account(user=other, notices=["b"])
    accounts.edit_account(user=user, notices=["a", "b"])
    accounts.edit_account(user=user, notices=["c", "b"])
    assert (wishes(user), wishes(other)) == (["b", "c"], ["b"])
    assert accounts.export_my_data(user=user)["account"]["wants_notices"] == ["b", "c"]
    accounts.edit_account(user=user, notices=[])
    assert (wishes(user), wishes(other)) == ([], ["b"])


def wishes(user: User) -> list[str]:
    return sorted(user.notice_wishes.values_list("kind", flat=True))


def test_a_new_password_ends_api_tokens() -> None:
    user = make_user()
    ApiToken.objects.create(user=user)
    accounts.change_password(user=user, password="another long one")
    user.refresh_from_db()
    assert user.check_password("another long one")
    assert not ApiToken.objects.exists()


def test_a_deleted_account_leaves_its_facts(club: Club) -> None:
    user = make_user(email="gone@club.example")
    club.memberships.create(user=user, role="referee")
    player = add_player(club=club, name="Gone", by=actor(user), now=NOW)
    Player.objects.filter(pk=player.pk).update(user=user)
    by, number = actor(user), user.pk
    refused("email_differs", accounts.delete_account, user=user, typed="other@x.example", by=by)
    accounts.delete_account(user=user, typed="Gone@club.example ", by=by, now=NOW)
    assert not User.objects.filter(email="gone@club.example").exists()
    player.refresh_from_db()
    assert (player.name, player.user) == ("Gone", None)
    assert assert_chain(f"club:{club.pk}")[-1] == "account.delete"
    last = AuditEntry.objects.get(action="account.delete")
    assert (last.by, last.role) == (number, "club_referee")


def test_an_owner_hands_over_before_they_delete_their_account(club: Club) -> None:
    owner, heir = owner_of(club), make_user()
    with pytest.raises(Refusal, match=club.name):
        accounts.delete_account(user=owner, typed=owner.email, by=actor(owner), now=NOW)
    club.memberships.create(user=heir, role="member")
    clubs.hand_over_ownership(club=club, to=heir, by=actor(owner), now=NOW)
    accounts.delete_account(user=owner, typed=owner.email, by=actor(owner), now=NOW)
    assert owner_of(club) == heir


def test_my_data(club: Club) -> None:
    user = owner_of(club)
    player = add_player(club=club, name="Ada", rating=1500, by=actor(user), now=NOW)
    Player.objects.filter(pk=player.pk).update(user=user)

    def receiver(user: User, **_: object) -> dict[str, list[int]]:
        return {"entries": [user.pk]}

    collecting_data.connect(receiver)
    try:
        data = accounts.export_my_data(user=user)
    finally:
        collecting_data.disconnect(receiver)
    assert data["account"]["email"] == user.email
    assert data["memberships"][0]["role"] == "owner"
    assert data["players"][0]["ratings"][0]["value"] == 1500
    assert data["actions"][0]["action"] == "player.add"
    assert data["entries"] == [user.pk]


# The set-up link ----------------------------------------------------------------------------------


def test_the_first_owner(capsys: pytest.CaptureFixture[str]) -> None:
    tokens = []
    for _ in range(2):
        call_command("setup_link")
        address = capsys.readouterr().out.strip()
        assert address.startswith("http://club.example/setup/")
        tokens.append(address.rstrip("/").rpartition("/")[2])
    wanted = {"account": ADA, "time_zone": "Europe/Berlin", "language": "de", "via": "page"}
    refused("link_unknown", links.set_up, token=tokens[0], club_name="Gin", **wanted)
    refused("name_missing", links.set_up, token=tokens[1], club_name=" ", **wanted)
    assert not User.objects.exists()
    user, club = links.set_up(token=tokens[1], club_name="Gin", now=NOW, **wanted)
    assert (owner_of(club), user.language, club.language) == (user, "de", "de")
    refused("link_used", links.set_up, token=tokens[1], club_name="Gin", **wanted)
    with pytest.raises(CommandError, match="set up"):
        call_command("setup_link")


def test_no_set_up_once_there_is_an_account() -> None:
    issued = links.create_setup_link(now=NOW)
    make_user()
    refused(
        "set_up_already",
        links.set_up,
        token=issued.token,
        club_name="Gin",
        account=ADA,
        time_zone="UTC",
        via="page",
    )


@pytest.mark.django_db(transaction=True)
def test_set_up_by_four_at_once_makes_one_owner() -> None:
    token = links.create_setup_link(now=NOW).token
    given = at_once(
        *(
            partial(
                links.set_up,
                token=token,
                account=NewAccount(f"ada{number}@club.example", "Ada", PASSWORD),
                club_name="Gin",
                time_zone="UTC",
                via="page",
                now=NOW,
            )
            for number in range(4)
        )
    )
    assert codes(given) == ["link_used"] * 3
    assert (User.objects.count(), Club.objects.count()) == (1, 1)


# Invitations --------------------------------------------------------------------------------------


def test_an_invitation_is_mailed_and_only_its_hash_kept(club: Club) -> None:
    issued = invite(club)
    assert issued.token not in str(Link.objects.values_list())
    send_mails(by=SYSTEM, now=NOW)
    (letter,) = mail.outbox
    assert letter.to == ["ada@club.example"]
    assert letter.subject == f"Invitation to {club.name}"
    assert f"http://club.example/invitation/{issued.token}/" in letter.body


def test_an_invitation_works_once_with_an_account(club: Club) -> None:
    issued, user = invite(club), make_user()
    membership = links.accept_invitation(token=issued.token, by=actor(user), now=NOW)
    assert (membership.user, membership.role) == (user, "referee")
    other = make_user()
    refused("link_used", links.accept_invitation, token=issued.token, by=actor(other))
    assert_chain(f"club:{club.pk}")


def test_an_invitation_makes_an_account(club: Club) -> None:
    issued = invite(club)
    user = links.accept_as_new(
        Link.Kinds.INVITATION, token=issued.token, account=ADA, via="page", now=NOW
    )
    assert (user.email, role_of(club, user)) == ("ada@club.example", "referee")


def test_account_and_membership_are_made_both_or_neither(club: Club) -> None:
    issued = invite(club)
    weak = NewAccount(email="ada@club.example", name="Ada", password="1234")
    refused(
        "password_weak",
        partial(links.accept_as_new, Link.Kinds.INVITATION),
        token=issued.token,
        account=weak,
        via="page",
    )
    before = User.objects.count()
    with pytest.raises(Refusal):
        links.accept_as_new(
            Link.Kinds.INVITATION, token=issued.token, account=ADA, via="page", now=LATER
        )
    assert User.objects.count() == before


def test_what_ends_an_invitation(club: Club) -> None:
    by = actor(make_user())
    older, newer = invite(club), invite(club, role="organiser")
    refused("link_unknown", links.accept_invitation, token=older.token, by=by)
    with pytest.raises(Refusal) as caught:
        links.accept_invitation(token=newer.token, by=by, now=LATER)
    assert caught.value.text.code == "link_expired"
    links.withdraw_invitation(link=newer.link, by=actor(owner_of(club)), now=NOW)
    refused("link_unknown", links.accept_invitation, token=newer.token, by=by)
    refused("link_unknown", links.accept_invitation, token="guessed", by=by)


def test_who_cannot_be_invited(club: Club) -> None:
    owner = owner_of(club)
    by = actor(owner)
    refused(
        "member_already", links.invite, club=club, email=owner.email.upper(), role="member", by=by
    )
    refused("role_unknown", links.invite, club=club, email="a@b.example", role="owner", by=by)
    refused("email_invalid", links.invite, club=club, email="ab", role="member", by=by)
    issued = invite(club)
    refused("member_already", links.accept_invitation, token=issued.token, by=by)
    assert role_of(club, owner) == "owner"


@pytest.mark.django_db(transaction=True)
def test_an_invitation_accepted_by_five_at_once_admits_one() -> None:
    club = make_club()
    issued = invite(club)
    users = [make_user() for _ in range(5)]
    given = at_once(
        *(
            partial(links.accept_invitation, token=issued.token, by=actor(user), now=NOW)
            for user in users
        )
    )
    assert codes(given) == ["link_used"] * 4
    assert club.memberships.count() == 2


# Claims -------------------------------------------------------------------------------------------


@pytest.fixture
def player(club: Club) -> Player:
    return add_player(club=club, name="Anna", by=Actor("api"), now=NOW)


def claim_link(player: Player) -> links.IssuedLink:
    return links.create_claim_link(player=player, by=Actor("api"), now=NOW)


def test_a_player_is_claimed_once(player: Player) -> None:
    user, older, issued = make_user(), claim_link(player), claim_link(player)
    refused("link_unknown", links.claim_player, token=older.token, by=actor(user))
    assert links.claim_player(token=issued.token, by=actor(user), now=NOW).user == user
    refused("link_used", links.claim_player, token=issued.token, by=actor(make_user()))
    refused("not_claimable", links.create_claim_link, player=player, by=Actor("api"))
    assert_chain(f"club:{player.club_id}")


def test_a_claim_makes_an_account(player: Player) -> None:
    token = claim_link(player).token
    user = links.accept_as_new(Link.Kinds.CLAIM, token=token, account=ADA, via="page", now=NOW)
    player.refresh_from_db()
    assert player.user == user


def test_an_account_plays_once_in_a_club(club: Club, player: Player) -> None:
    user = make_user()
    links.claim_player(token=claim_link(player).token, by=actor(user), now=NOW)
    double = add_player(club=club, name="Ana", by=Actor("api"), now=NOW)
    with pytest.raises(Refusal, match="Anna"):
        links.claim_player(token=claim_link(double).token, by=actor(user), now=NOW)


def test_an_invitation_is_no_claim(club: Club, player: Player) -> None:
    refused("link_unknown", links.claim_player, token=invite(club).token, by=actor(make_user()))


@pytest.mark.django_db(transaction=True)
def test_what_django_axes_kept_of_people_goes_with_it() -> None:
    """Its tables, and the note that its migrations were applied, which a backup compares."""
    drop = import_module("players.migrations.0006_no_axes").drop
    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE axes_accessattempt (id integer PRIMARY KEY)")
        cursor.execute(
            "CREATE TABLE axes_accessattemptexpiration"
            " (access_attempt_id integer PRIMARY KEY REFERENCES axes_accessattempt (id))"
        )
    MigrationRecorder(connection).record_applied("axes", "0001_initial")
    with connection.schema_editor() as editor:
        drop(apps, editor)
    assert not [
        table_name
        for table_name in connection.introspection.table_names()
        if table_name.startswith("axes")
    ]
    applied = MigrationRecorder(connection).applied_migrations()
    assert not [name for name in applied if name[0] == "axes"]
