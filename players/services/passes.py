"""Players' passes: printed for a roster, scanned or typed, taken back.

A pass is a secret: a token of 256 bits in its QR code, and a code for typing at one place where
tries are counted. Only their hashes are kept. It opens an account of its own, without e-mail
address and password, which is therefore never more than its player: such an account owns nothing,
joins nothing and has no tokens. A player has one pass at a time; a new one ends the former, and
with it whatever it had opened. `docs/decisions/0038-players-passes.md` says why it is so.
"""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils.crypto import salted_hmac

from kernel.permissions import Actor
from kernel.text import N_, refusal
from kernel.tokens import new_code, new_token, plain_code, token_hash
from players.models import Club, Player, PlayerPass, User
from players.selectors import club_role, open_passes
from players.services.accounts import end_pass_account, prepare_account, save_account
from players.services.club_changes import changing, record_club_change
from web.links import absolute_url

MOST_DAYS = 400  # a season, and some
NOT_VALID = N_("This pass is not valid, or not any more. Ask the club for a new one.")


@dataclass(frozen=True, slots=True)
class IssuedPass:
    """A pass as it is handed out: the only moment at which its token and code are known."""

    player: Player
    until: datetime
    token: str
    code: str

    @property
    def url(self) -> str:
        """What the QR code holds."""
        return absolute_url(reverse("player_pass", args=[self.token]))


def issue_passes(
    *, club: Club, players: Collection[int], until: datetime, by: Actor, now: datetime
) -> list[IssuedPass]:
    """A new pass for each of these players of the club, by name; their former ones end.

    Who has an account of their own signs in with it: they are refused, as are those who are not on
    the list (`invalid`).
    """
    if not now < until <= now + timedelta(days=MOST_DAYS):
        raise refusal("invalid", N_("Choose a day within the next year."), "until")
    with changing(club.pk) as club:
        chosen = _listed(club, players)
        end_passes(PlayerPass.objects.filter(player__in=chosen), now)
        made = [IssuedPass(player, until, new_token(), new_code()) for player in chosen]
        said = {"at": now, "by_id": by.user_id, "role": club_role(by, club.pk), "via": by.via}
        PlayerPass.objects.bulk_create(
            PlayerPass(
                player=one.player,
                token_hash=token_hash(one.token),
                code_hash=_code_hash(one.code),
                expires_at=until,
                **said,
            )
            for one in made
        )
        data = {"players": [player.pk for player in chosen], "until": until.isoformat()}
        record_club_change(club, "player.passes", data, by=by, now=now)
    return made


def revoke_passes(*, club: Club, passes: Collection[int], by: Actor, now: datetime) -> int:
    """End passes of the club at once, and all that they have opened; how many. Who has ended
    already is left as it is."""
    with changing(club.pk) as club:
        found = PlayerPass.objects.filter(player__club=club, pk__in=passes)
        players = sorted(found.filter(ended_at=None).values_list("player", flat=True))
        end_passes(found, now)
        if players:
            data = {"players": players}
            record_club_change(club, "player.passes_end", data, by=by, now=now)
    return len(players)


def pass_of_token(*, token: str, now: datetime) -> PlayerPass:
    """The pass in a QR code. Raises Refusal `bad_pass` where none holds."""
    return _holding(Q(token_hash=token_hash(token)), now)


def pass_of_code(*, code: str, now: datetime) -> PlayerPass:
    """The pass with a code that was typed; the caller counts the tries. Raises Refusal
    `bad_pass` where none holds."""
    return _holding(Q(code_hash=_code_hash(code)), now)


def open_pass(*, held: PlayerPass, via: str, now: datetime) -> User:
    """The account to sign in to, until the pass expires: made when it is opened for the first
    time. Raises Refusal `bad_pass` where it holds no more."""
    with changing(held.player.club_id) as club:
        held = _holding(Q(pk=held.pk), now)
        player = held.player
        if player.user is None:
            player.user = User.objects.create_for_pass(player.name)
            player.save(update_fields=["user"])
        if held.used_at is None:
            held.used_at = now
            held.save(update_fields=["used_at"])
            by = Actor(via, user_id=player.user.pk)
            record_club_change(club, "player.pass_used", {"player": player.pk}, by=by, now=now)
    return player.user


def connect_by_pass(*, held: PlayerPass, by: Actor, now: datetime) -> Player:
    """Make the player of a pass the one of `by`'s own account, for good: the pass ends."""
    with changing(held.player.club_id) as club:
        held = _holding(Q(pk=held.pk), now)
        own = club.players.filter(user_id=by.account_id, merged_into__isnull=True).first()
        if own is not None:
            sentence = N_("You play in this club as %(name)s. Ask the club to merge the two.")
            raise refusal("plays_already", sentence, name=own.name)
        player = held.player
        former, player.user_id = player.user, by.account_id
        player.save(update_fields=["user"])
        end_pass_account(former, by.account_id)
        end_passes(PlayerPass.objects.filter(pk=held.pk), now)
        record_club_change(club, "player.claim", {"player": player.pk}, by=by, now=now)
    return player


def keep_account(*, user: User, email: str, password: str, by: Actor, now: datetime) -> User:
    """Give the account of a pass an e-mail address and a password: it is the player's own from now
    on, and the pass ends. Refuses an address that has an account, and a weak password."""
    prepared = prepare_account(
        email=email, name=user.name, password=password, language=user.language
    )
    player = Player.objects.get(user=user)
    with changing(player.club_id) as club:
        user = User.objects.select_for_update().get(pk=user.pk)
        if not user.is_of_pass:
            raise refusal("invalid", N_("This account has an e-mail address already."), "email")
        end_passes(PlayerPass.objects.filter(player__user=user), now)
        user.email, user.password = prepared.email, prepared.password
        save_account(user, is_new=False)
        record_club_change(club, "player.keep_account", {"player": player.pk}, by=by, now=now)
    return user


def _listed(club: Club, players: Collection[int]) -> list[Player]:
    """These players of the club, by name, each of whom may have a pass."""
    listed = club.players.filter(merged_into=None, anonymised_at=None, pk__in=players)
    chosen = list(listed.select_related("user").order_by("sort_key", "id"))
    if not chosen or len(chosen) < len(set(players)):
        raise refusal("invalid", N_("Choose players who are on the list of the club."), "players")
    own = next((player for player in chosen if player.own_account), None)
    if own is not None:
        sentence = N_("%(name)s has an account of their own, and signs in with it.")
        raise refusal("own_account", sentence, "players", name=own.name)
    return chosen


def _holding(known_by: Q, now: datetime) -> PlayerPass:
    found = open_passes(now).filter(known_by).first()
    if found is None:
        raise refusal("bad_pass", NOT_VALID, "code")
    return found


def end_passes(passes: QuerySet[PlayerPass], now: datetime) -> None:
    """End passes, and the sessions that they have opened: these hold a digest of the account's
    password, and one that nobody can type is as good for that as any."""
    ended = passes.filter(ended_at=None)
    accounts = User.objects.filter(email=None, players__passes__in=ended)
    for account in accounts:
        account.set_unusable_password()
    User.objects.bulk_update(accounts, ["password"])
    ended.update(ended_at=now)


def _code_hash(code: str) -> str:
    """A code is too short for a plain hash: the installation's secret goes into it."""
    return salted_hmac("player-pass", plain_code(code), algorithm="sha256").hexdigest()
