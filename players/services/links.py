"""Links that are handed out: to set up an installation, to join a club, to claim a player.

A link works once, for a time, and only its token's hash is kept: who makes a link gets the token
once and passes it on. With an e-mail address the link is also sent, in the language of the club;
its life then counts from the moment when it was sent.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.urls import reverse

from kernel.names import normal_name
from kernel.permissions import Actor
from kernel.text import N_, refusal
from kernel.tokens import derived_token, new_token, token_hash
from players.models import Club, Link, Membership, Player, PlayerPass, User
from players.selectors import is_fresh_installation, link_by_token
from players.services.accounts import (
    checked_email,
    end_pass_account,
    prepare_account,
    require_own_account,
    save_account,
)
from players.services.club_changes import changing, record_club_change
from players.services.clubs import checked_role, create_club
from players.services.outbox import LIVES, queue_link
from web.links import absolute_url

LIFETIME: Mapping[str, timedelta] = {
    **LIVES,
    Link.Kinds.SETUP: timedelta(days=7),
    Link.Kinds.RESET: timedelta(hours=1),
}


@dataclass(frozen=True, slots=True)
class IssuedLink:
    """A new link with its token, which is known now and never again; `seed` is for the outbox."""

    link: Link
    token: str
    seed: str

    @property
    def path(self) -> str:
        """The address of the page that it opens, without the host."""
        return reverse(self.link.kind, args=[self.token])

    @property
    def url(self) -> str:
        """The same with the address of the installation: what is handed on."""
        return absolute_url(self.path)


@dataclass(frozen=True, slots=True)
class NewAccount:
    """What somebody without an account types to get one; `language` is what they have chosen."""

    email: str
    name: str
    password: str
    language: str = ""


# Set-up -------------------------------------------------------------------------------------------


def create_setup_link(*, now: datetime) -> IssuedLink:
    """The link for the first owner; an older one stops working. Refused once anybody has an
    account."""
    with transaction.atomic():
        _refuse_if_set_up()
        Link.objects.filter(kind=Link.Kinds.SETUP).delete()
        return issue_link(Link.Kinds.SETUP, now=now)


def set_up(
    *,
    token: str,
    account: NewAccount,
    club_name: str,
    time_zone: str,
    language: str = "en",
    via: str,
    now: datetime,
) -> tuple[User, Club]:
    """The first account and its club, whose letters are in `language`."""
    prepared = prepare_account(**asdict(account))
    with transaction.atomic():
        link = lock_link(token, Link.Kinds.SETUP, now)
        _refuse_if_set_up()
        user = save_account(prepared)
        by = Actor(via=via, user_id=user.pk)
        club = create_club(
            name=normal_name(club_name, "club_name"),
            time_zone=time_zone,
            language=language,
            by=by,
            now=now,
        )
        mark_used(link, user.pk, now)
    return user, club


# Invitations --------------------------------------------------------------------------------------


def invite(*, club: Club, email: str, role: str, by: Actor, now: datetime) -> IssuedLink:
    """Invite somebody into a club; an older invitation of the same address stops working."""
    email, role = checked_email(email), checked_role(role)
    with changing(club.pk) as club:
        if club.memberships.filter(user__email=email).exists():
            sentence = N_("This person is a member of the club already.")
            raise refusal("member_already", sentence, "email")
        open_links(Link.Kinds.INVITATION).filter(club=club, email=email).delete()
        issued = issue_link(
            Link.Kinds.INVITATION,
            club=club,
            role=role,
            email=email,
            created_by_id=by.user_id,
            now=now,
        )
        data = {"link": issued.link.pk, "role": role}
        record_club_change(club, "member.invite", data, by=by, now=now)
        queue_link(link=issued.link, seed=issued.seed, club=club, now=now)
    return issued


def withdraw_invitation(*, link: Link, by: Actor, now: datetime) -> None:
    """Take an invitation back that nobody has accepted."""
    with changing(link.club_id) as club:
        if open_links(Link.Kinds.INVITATION).filter(pk=link.pk).delete()[0]:
            record_club_change(club, "member.uninvite", {"link": link.pk}, by=by, now=now)


def accept_invitation(*, token: str, by: Actor, now: datetime) -> Membership:
    """Join the club with the account of `by`."""
    with _taking_up(token, Link.Kinds.INVITATION, by, now) as (club, link):
        if club.memberships.filter(user_id=by.account_id).exists():
            raise refusal("member_already", N_("You are a member of this club already."))
        membership = club.memberships.create(user_id=by.account_id, role=link.role)
        data = {"link": link.pk, "role": link.role}
        record_club_change(club, "member.join", data, by=by, now=now)
    return membership


# Claims -------------------------------------------------------------------------------------------


def create_claim_link(*, player: Player, email: str = "", by: Actor, now: datetime) -> IssuedLink:
    """The link by which an account takes over a player's row; an older one stops working.

    With `email` it is also sent there.
    """
    email = checked_email(email) if email else ""
    with changing(player.club_id) as club:
        player = club.players.get(pk=player.pk)
        _refuse_unclaimable(player)
        open_links(Link.Kinds.CLAIM).filter(player=player).delete()
        issued = issue_link(
            Link.Kinds.CLAIM,
            club=club,
            player=player,
            email=email,
            created_by_id=by.user_id,
            now=now,
        )
        data = {"link": issued.link.pk, "player": player.pk}
        record_club_change(club, "player.claim_link", data, by=by, now=now)
        if email:
            queue_link(link=issued.link, seed=issued.seed, club=club, now=now)
    return issued


def claim_player(*, token: str, by: Actor, now: datetime) -> Player:
    """Make the player the one of `by`'s account. An account plays once in a club."""
    with _taking_up(token, Link.Kinds.CLAIM, by, now) as (club, link):
        player = club.players.get(links=link)
        _refuse_unclaimable(player)
        own = club.players.filter(user_id=by.account_id, merged_into__isnull=True).first()
        if own is not None:
            sentence = N_("You play in this club as %(name)s. Ask the club to merge the two.")
            raise refusal("plays_already", sentence, name=own.name)
        former, player.user_id = player.user, by.account_id
        player.save(update_fields=["user"])
        end_pass_account(former, by.account_id)
        PlayerPass.objects.filter(player=player, ended_at=None).update(ended_at=now)
        data = {"link": link.pk, "player": player.pk}
        record_club_change(club, "player.claim", data, by=by, now=now)
    return player


def accept_as_new(
    kind: Link.Kinds, *, token: str, account: NewAccount, via: str, now: datetime
) -> User:
    """Make an account, and join the club or claim the player with it: both or neither."""
    prepared = prepare_account(**asdict(account))
    with transaction.atomic():
        link_by_token(token, kind, now)
        user = save_account(prepared)
        accept = claim_player if kind == Link.Kinds.CLAIM else accept_invitation
        accept(token=token, by=Actor(via=via, user_id=user.pk), now=now)
    return user


# What all links share -----------------------------------------------------------------------------


def issue_link(kind: Link.Kinds, *, now: datetime, **leads_to: object) -> IssuedLink:
    """A new link, with the columns of `Link` that say where it leads and who made it."""
    seed = new_token()
    token = derived_token(settings.SECRET_KEY, seed)
    link = Link.objects.create(
        kind=kind,
        token_hash=token_hash(token),
        expires_at=now + LIFETIME[kind],
        **leads_to,
    )
    return IssuedLink(link, token, seed)


def lock_link(token: str, kind: Link.Kinds, now: datetime) -> Link:
    """The link, locked, and checked once more under the lock."""
    list(Link.objects.select_for_update().filter(token_hash=token_hash(token)))
    return link_by_token(token, kind, now)


@contextmanager
def _taking_up(
    token: str, kind: Link.Kinds, by: Actor, now: datetime
) -> Iterator[tuple[Club, Link]]:
    """The club to which a link leads, and the link, both locked; after it the link is used."""
    require_own_account(by.account_id)
    with changing(link_by_token(token, kind, now).club_id) as club:
        link = lock_link(token, kind, now)
        yield club, link
        mark_used(link, by.account_id, now)


def mark_used(link: Link, user_id: int, now: datetime) -> None:
    link.used_at, link.used_by_id = now, user_id
    link.save(update_fields=["used_at", "used_by"])


def open_links(kind: Link.Kinds) -> QuerySet[Link]:
    return Link.objects.filter(kind=kind, used_at__isnull=True)


def _refuse_if_set_up() -> None:
    if not is_fresh_installation():
        sentence = N_("This installation has been set up. Sign in instead.")
        raise refusal("set_up_already", sentence)


def _refuse_unclaimable(player: Player) -> None:
    if player.merged_into_id or player.anonymised_at or player.own_account:
        sentence = N_("This player has an account already, or is listed no more.")
        raise refusal("not_claimable", sentence)
