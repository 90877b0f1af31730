"""Tokens of the API: made, taken back, marked as used. Only their digests are kept."""

import logging
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import Error, transaction
from django.db.models import Q
from knox.models import get_digest_token
from knox.settings import CONSTANTS

from kernel.names import normal_name
from kernel.permissions import Scope
from kernel.text import N_, refusal
from players.models import ApiToken, User
from players.services.accounts import require_own_account

DAYS_OF_A_SIGN_IN = 30
USUAL_DAYS = 90
MOST_DAYS = 3650
MOST_TOKENS = 50
NOTED_EVERY = timedelta(hours=1)

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class MadeToken:
    """A token with its secret, which nobody can look up again."""

    token: ApiToken
    secret: str


def make_token(
    *, user: User, name: str, scope: Scope, now: datetime, days: int = USUAL_DAYS
) -> MadeToken:
    """A token that somebody makes by hand. Raises Refusal where the name or the life is none."""
    if not 1 <= days <= MOST_DAYS:
        sentence = N_("A token holds from 1 to %(most)d days.")
        raise refusal("bad_days", sentence, "days", most=MOST_DAYS)
    require_own_account(user.pk)
    with transaction.atomic():
        User.objects.select_for_update().get(pk=user.pk)
        mine = ApiToken.objects.filter(user=user, expiry__gt=now).exclude(name="")
        if mine.count() >= MOST_TOKENS:
            sentence = N_("You have %(most)d tokens. Revoke one that is no longer needed first.")
            raise refusal("too_many_tokens", sentence, most=MOST_TOKENS)
        return _make(user, normal_name(name), scope, days, now)


def make_sign_in_token(*, user: User, now: datetime) -> MadeToken:
    """The token of a program that has signed in with the password."""
    with transaction.atomic():
        return _make(user, "", Scope.ALL, DAYS_OF_A_SIGN_IN, now)


def _make(user: User, name: str, scope: Scope, days: int, now: datetime) -> MadeToken:
    ApiToken.objects.filter(user=user, expiry__lte=now).delete()
    digest, secret = get_digest_token()
    token = ApiToken(
        digest=digest,
        token_key=secret[: CONSTANTS.TOKEN_KEY_LENGTH],
        user=user,
        name=name,
        scope=scope,
        expiry=now + timedelta(days=days),
    )
    token.save(force_insert=True)
    return MadeToken(token, secret)


def revoke_token(*, user: User, digest: str) -> bool:
    """End a token of the account at once; False when it has ended already."""
    return bool(ApiToken.objects.filter(user=user, digest=digest).delete()[0])


def note_use(*, token: ApiToken, now: datetime) -> None:
    """Keep when a token was used last, to the hour: not each request is to write. Whoever reads is
    answered also where the database takes no write."""
    before = now - NOTED_EVERY
    if token.last_used_at is None or token.last_used_at <= before:
        unnoted = Q(last_used_at__isnull=True) | Q(last_used_at__lte=before)
        try:
            with transaction.atomic():
                ApiToken.objects.filter(unnoted, digest=token.digest).update(last_used_at=now)
        except Error as error:
            logger.warning("The use of a token is not noted: %s", error)
