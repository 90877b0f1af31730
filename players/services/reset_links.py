"""Links for a new password that are made in person, where no mail reaches.

Whoever makes one could open it themselves: so it is made for nobody who may do more than they do,
anywhere. Who organises a club makes it for its members and players, who may do nothing there that
organisers may not; who has a role, in a club or at an evening, gets it from the club's owner alone,
and so does nobody who owns one. That is asked again when the link is used.
"""

from datetime import datetime
from typing import cast

from django.template.loader import render_to_string
from django.utils import translation

from kernel.permissions import Actor
from kernel.text import N_, Refusal, refusal
from players.models import Club, Link, Mail, Membership, User
from players.selectors import link_by_token
from players.services.accounts import prepare_password, save_password
from players.services.club_changes import changing, record_club_change
from players.services.links import IssuedLink, issue_link, lock_link, mark_used, open_links
from players.services.outbox import is_mail_on, queue_message
from players.signals import asking_where_staff
from web.links import absolute_url

_RUNS = (Membership.Roles.OWNER, Membership.Roles.ORGANISER)


def create_reset_link(*, club: Club, user: User, by: Actor, now: datetime) -> IssuedLink:
    """The link with which an account of the club gets a new password; an older one stops working.
    Its holder is told by e-mail, where mail is set up. Refused where `by` may not make it."""
    with changing(club.pk) as club:
        user = User.objects.select_for_update().get(pk=user.pk)
        require_may_reset(club=club, user=user, maker=by.account_id)
        open_links(Link.Kinds.RESET).filter(user=user).delete()
        issued = issue_link(
            Link.Kinds.RESET, club=club, user=user, created_by_id=by.account_id, now=now
        )
        data = {"link": issued.link.pk, "user": user.pk}
        record_club_change(club, "member.reset_link", data, by=by, now=now)
        if is_mail_on():
            _tell(issued.link, user, now)
    return issued


def reset_password(*, token: str, password: str, via: str, now: datetime) -> User:
    """Set the password of the account to which a link leads, and end all that was opened with the
    former one. Refuses a weak password, and a link that holds no more."""
    link = link_by_token(token, Link.Kinds.RESET, now)
    user = link.user
    assert user is not None, "a link for a password is that of an account"
    prepare_password(user, password)
    with changing(link.club_id) as club:
        link = lock_link(token, Link.Kinds.RESET, now)
        standing = User.objects.select_for_update().get(pk=user.pk)
        try:
            require_may_reset(club=club, user=standing, maker=link.created_by_id)
        except Refusal as why:
            sentence = N_("This link holds no more. Ask the club for a new one.")
            raise refusal("link_ended", sentence) from why
        mark_used(link, user.pk, now)
        save_password(user)
        by = Actor(via, user_id=user.pk)
        data = {"link": link.pk, "user": user.pk}
        record_club_change(club, "member.reset_password", data, by=by, now=now)
    return user


def require_may_reset(*, club: Club, user: User, maker: int | None) -> None:
    """Raises Refusal where `maker`, an account, may not make a link for this one in this club."""
    if not user.email or not user.is_active:
        sentence = N_("Only an account with an e-mail address has a password.")
        raise refusal("no_own_account", sentence)
    if user.pk == maker:
        raise refusal("own_password", N_("Change your own password on the page of your account."))
    roles = dict(Membership.objects.filter(user=maker).values_list("club", "role"))
    if roles.get(club.pk) not in _RUNS:
        raise refusal("not_organiser", N_("Only who organises the club makes such a link."))
    belongs = set(user.memberships.values_list("club", flat=True))
    belongs |= set(user.players.values_list("club", flat=True))
    if club.pk not in belongs:
        raise refusal("not_member", N_("This account is not a member of the club."))
    owned = {pk for pk, role in roles.items() if role == Membership.Roles.OWNER}
    if not _where_they_have_a_role(user) <= owned:
        sentence = N_(
            "%(name)s has a role in a club that you do not own, or at one of its evenings."
            " The owner of that club makes the link; who owns a club asks for it by e-mail."
        )
        raise refusal("has_a_role", sentence, name=user.name)
    if not belongs <= {pk for pk, role in roles.items() if role in _RUNS}:
        sentence = N_(
            "%(name)s belongs to another club as well, which you do not organise."
            " They ask for the link by e-mail."
        )
        raise refusal("belongs_elsewhere", sentence, name=user.name)


def _where_they_have_a_role(user: User) -> set[int]:
    """The clubs in which somebody is more than a member, or is staff of an evening."""
    given = user.memberships.exclude(role=Membership.Roles.MEMBER)
    clubs = set(given.values_list("club", flat=True))
    for _, found in asking_where_staff.send(sender=User, user=user):
        clubs |= cast("set[int]", found)
    return clubs


def _tell(link: Link, user: User, now: datetime) -> None:
    """Tell the holder of an account that somebody has made a link to it."""
    assert link.club is not None, "it is made in a club"
    with translation.override(user.reads(link.club)):
        values = {"link": link, "url": absolute_url("/")}
        letter = render_to_string("account/reset_link_mail.txt", values)
    subject, _, body = letter.strip().partition("\n")
    queue_message(
        kind=Mail.Kinds.RESET_LINK,
        user=user,
        subject=subject,
        body=body.strip(),
        now=now,
        club=link.club,
    )
