"""Accounts: made, edited, deleted, their data handed out."""

from collections.abc import Collection
from datetime import datetime
from typing import Any, cast

from django.conf import settings
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.core.validators import MaxLengthValidator, validate_email
from django.db import IntegrityError, transaction
from django.db.models import SET_NULL, ManyToOneRel, Q

from kernel.names import normal_name
from kernel.permissions import Actor
from kernel.text import N_, refusal
from players.models import (
    ApiToken,
    AuditEntry,
    Club,
    Link,
    Mail,
    Membership,
    NoticeWish,
    PlayerPass,
    User,
)
from players.services.club_changes import lock_club, record_club_change
from players.signals import account_deleted, collecting_data

MAX_EMAIL_LENGTH = 254


def checked_email(raw: str, *, field: str = "email") -> str:
    """The address in lower case. Raises Refusal when it is none."""
    email = raw.strip().lower()
    try:
        validate_email(email)
        MaxLengthValidator(MAX_EMAIL_LENGTH)(email)
    except ValidationError as error:
        raise refusal("email_invalid", N_("This is not an e-mail address."), field) from error
    return email


def checked_language(code: str) -> str:
    """A language that the program speaks. Raises Refusal for any other."""
    if code not in dict(settings.LANGUAGES):
        sentence = N_("Choose one of these languages: %(languages)s.")
        known = ", ".join(code for code, _ in settings.LANGUAGES)
        raise refusal("language_unknown", sentence, "language", languages=known)
    return code


def _chosen(language: str) -> str:
    """A language that somebody has chosen; "" where they have not, or do not any more."""
    return checked_language(language) if language else ""


def create_account(*, email: str, name: str, password: str, language: str = "") -> User:
    """A new account. Refuses an address that has one, and a weak password."""
    prepared = prepare_account(email=email, name=name, password=password, language=language)
    return save_account(prepared)


def prepare_account(*, email: str, name: str, password: str, language: str = "") -> User:
    """A new account that is not saved yet. To hash its password takes a while, and nobody should
    have to wait for that, so it comes before anything is locked. Refuses a weak password."""
    user = User(email=checked_email(email), name=normal_name(name), language=_chosen(language))
    _check_password(password, user)
    user.set_password(password)
    return user


def save_account(user: User, *, is_new: bool = True) -> User:
    """Save an account that was prepared. Refuses an address that has one."""
    try:
        with transaction.atomic():
            user.save(force_insert=is_new)
    except IntegrityError as error:
        sentence = N_("There is an account with this e-mail address. Sign in.")
        raise refusal("email_taken", sentence, "email") from error
    return user


def require_own_account(user_id: int | None) -> None:
    """Refuse the account of a pass, for what reaches further than its player: whoever finds the
    paper must not own a club, belong to one, or have a token that outlives it."""
    if User.objects.filter(pk=user_id or 0, email=None).exists():
        sentence = N_("Add your e-mail address and a password to your account first.")
        raise refusal("own_account_needed", sentence)


def end_pass_account(user: User | None, heir: int | None = None) -> None:
    """Delete the account of a pass, which nobody can open any more; any other stays.

    What was said with it stays said, by the `heir` where there is one: the account that the same
    person has from now on.
    """
    if user is None or not user.is_of_pass:
        return
    if heir is not None:
        _hand_over(user, heir)
    user.delete()


def _hand_over(user: User, heir: int) -> None:
    """All facts of which it is written that an account said them are said by the heir."""
    for relation in User._meta.get_fields(include_hidden=True):
        if isinstance(relation, ManyToOneRel) and relation.on_delete is SET_NULL:
            rows = relation.related_model._base_manager.filter(**{relation.field.name: user})
            rows.update(**{relation.field.name: heir})


def edit_account(
    *,
    user: User,
    name: str | None = None,
    language: str | None = None,
    notices: Collection[str] | None = None,
) -> User:
    """Change what is given, leave the rest; `notices` are the kinds that they wish for."""
    with transaction.atomic():
        user = User.objects.select_for_update().get(pk=user.pk)
        if name is not None:
            user.name = normal_name(name)
        if language is not None:
            user.language = _chosen(language)
        if notices:
            require_own_account(user.pk)
        if notices is not None:
            user.notice_wishes.exclude(kind__in=notices).delete()
            wishes = [NoticeWish(user=user, kind=kind) for kind in notices]
            NoticeWish.objects.bulk_create(wishes, ignore_conflicts=True)
        user.save(update_fields=["name", "language"])
    return user


def change_password(*, user: User, password: str) -> None:
    """Set a new password and end what was opened with the old one.

    Sessions end by themselves (they hold a hash of the password); API tokens, and links for a new
    password, are dropped here.
    """
    prepare_password(user, password)
    save_password(user)


def prepare_password(user: User, password: str) -> None:
    """Give the row of an account, which is not saved yet, a new password, before anything is locked
    (see `prepare_account`). Refuses a weak one."""
    _check_password(password, user)
    user.set_password(password)


def save_password(user: User) -> None:
    """Save the password that was prepared, and end what was opened with the former one."""
    with transaction.atomic():
        user.save(update_fields=["password"])
        ApiToken.objects.filter(user=user).delete()
        Link.objects.filter(kind=Link.Kinds.RESET, user=user, used_at=None).delete()


def delete_account(*, user: User, typed: str, by: Actor, now: datetime) -> None:
    """Delete an account for good; `typed` is its e-mail address, to be sure, or the name where only
    a pass opens it.

    Memberships end, the players it claimed go on without an account, and facts stay. An owner hands
    over or deletes their clubs first.
    """
    if user.is_of_pass and " ".join(typed.split()) != user.name:
        raise refusal("name_differs", N_("Type your name: %(name)s"), "typed", name=user.name)
    if not user.is_of_pass and typed.strip().lower() != user.email:
        raise refusal("email_differs", N_("Type the e-mail address of your account."), "typed")
    with transaction.atomic():
        in_clubs = Q(memberships__user=user) | Q(players__user=user)
        club_ids = Club.objects.filter(in_clubs).order_by("id").values_list("id", flat=True)
        clubs = [lock_club(club_id) for club_id in club_ids.distinct()]
        _refuse_owner(user)
        for club in clubs:
            record_club_change(club, "account.delete", {"user": user.pk}, by=by, now=now)
        Link.objects.filter(used_by=user).delete()
        Mail.objects.filter(user=user).delete()
        if user.email:
            Link.objects.filter(email__iexact=user.email).delete()
            Mail.objects.filter(to__iexact=user.email).delete()
        PlayerPass.objects.filter(player__user=user, ended_at=None).update(ended_at=now)
        account_deleted.send(sender=User, user=user, now=now)
        user.delete()


def export_my_data(*, user: User) -> dict[str, Any]:
    """All that is kept of the person behind an account, ready for JSON.

    The apps above add their parts by the signal `collecting_data`.
    """
    tokens = ApiToken.objects.filter(user=user).order_by("created", "digest")
    mails = Mail.objects.filter(Q(user=user) | Q(to__iexact=user.email or "-")).order_by("id")
    passes = PlayerPass.objects.filter(player__user=user)
    actions = AuditEntry.objects.filter(by=user.pk).order_by("id")
    data: dict[str, Any] = {
        "account": {
            "email": user.email,
            "name": user.name,
            "language": user.language,
            "wants_notices": sorted(user.notice_wishes.values_list("kind", flat=True)),
            "created_at": user.created_at,
        },
        "memberships": [
            {"club": row.club.name, "role": row.role, "since": row.since}
            for row in user.memberships.select_related("club").order_by("id")
        ],
        "players": [
            {
                "id": player.pk,
                "club": player.club.name,
                "name": player.name,
                "email": player.email,
                "home_club": player.home_club,
                "shown": player.shown,
                "figures_shown": player.figures_shown,
                "ratings": list(player.ratings.values("value", "source", "at")),
            }
            for player in user.players.select_related("club").order_by("id")
        ],
        "passes": list(passes.values("at", "expires_at", "used_at", "ended_at")),
        "blocks": list(user.blocks.order_by("id").values("called", "at")),
        "tokens": list(tokens.values("name", "scope", "created", "expiry", "last_used_at")),
        "mails": list(mails.values("kind", "made_at", "sent_at")),
        "actions": list(actions.values("at", "scope", "action")),
    }
    for _, part in collecting_data.send(sender=User, user=user):
        data |= cast("dict[str, Any]", part)
    return data


def _check_password(password: str, user: User) -> None:
    try:
        validate_password(password, user)
    except ValidationError as error:
        reasons = " ".join(error.messages)
        raise refusal("password_weak", N_("%(reasons)s"), "password", reasons=reasons) from error


def _refuse_owner(user: User) -> None:
    owned = Membership.objects.filter(user=user, role=Membership.Roles.OWNER)
    names = list(owned.order_by("club__name").values_list("club__name", flat=True))
    if names:
        sentence = N_(
            "You own %(clubs)s. Hand the club over to another member, or delete it, first."
        )
        raise refusal("owner_stays", sentence, clubs=", ".join(names))
