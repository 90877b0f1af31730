"""The players of a club: added, edited, merged, anonymised."""

from datetime import datetime

from django.utils import translation
from django.utils.translation import gettext

from kernel.names import match_key, normal_name, sort_key, split_byname, told_apart
from kernel.permissions import Actor
from kernel.text import N_, refusal
from players.models import Club, ImportedPlayer, Link, Player, PlayerPass, Rating, User
from players.ratings import checked_rating
from players.services.accounts import checked_email, end_pass_account
from players.services.club_changes import changing, record_club_change
from players.services.passes import end_passes
from players.signals import player_anonymised, player_merged, player_renamed, player_shown


def add_player(
    *,
    club: Club,
    name: str,
    email: str = "",
    home_club: str = "",
    rating: int | None = None,
    shown: str = Player.Shown.FULL,
    by: Actor,
    now: datetime,
) -> Player:
    """A new player. Who has the name of somebody on the list is somebody else, and is called so
    that the two are told apart; `name_taken` asks for it."""
    with changing(club.pk) as club:
        _require_told_apart(club, normal_name(name), home_club)
        player = Player(
            club=club,
            name=normal_name(name),
            email=checked_email(email) if email else "",
            home_club=_checked_home_club(home_club),
            shown=_checked_shown(shown),
        )
        player.save(force_insert=True)
        if rating is not None:
            _rate(player, rating, now)
        record_club_change(club, "player.add", {"player": player.pk}, by=by, now=now)
    return player


def edit_player(
    *,
    player: Player,
    name: str | None = None,
    email: str | None = None,
    home_club: str | None = None,
    rating: int | None = None,
    shown: str | None = None,
    by: Actor,
    now: datetime,
) -> Player:
    """Change what is given, leave the rest; "" clears an e-mail address or a home club.

    Tournaments that are drawn keep the name under which they play there.
    """
    with changing(player.club_id) as club:
        player = _present(club, player)
        given = {
            "name": None if name is None else normal_name(name),
            "email": email and checked_email(email),
            "home_club": None if home_club is None else _checked_home_club(home_club),
            "shown": None if shown is None else _checked_shown(shown),
        }
        changed = [
            field
            for field, value in given.items()
            if value is not None and value != getattr(player, field)
        ]
        for field in changed:
            setattr(player, field, given[field])
        if "name" in changed:
            _require_told_apart(club, player.name, player.home_club, own=player.pk)
        player.save()
        if "name" in changed and player.user and player.user.is_of_pass:
            User.objects.filter(pk=player.user.pk).update(name=player.name)
        if "name" in changed:
            player_renamed.send(sender=Player, player=player, by=by, now=now)
        if "shown" in changed:
            player_shown.send(sender=Player, player=player, by=by, now=now)
        if rating is not None and _rate(player, rating, now):
            changed.append("rating")
        if changed:
            data = {"player": player.pk, "changed": changed}
            record_club_change(club, "player.edit", data, by=by, now=now)
    return player


def merge_players(*, kept: Player, other: Player, by: Actor, now: datetime) -> Player:
    """Make two rows of one person one: `other` stays only as the name in old facts.

    What `kept` lacks it gets from `other`; ratings, links and the account move. The apps above move
    what hangs on `other`, or refuse.
    """
    with changing(kept.club_id) as club:
        kept, other = _present(club, kept), _present(club, other)
        if kept.pk == other.pk:
            raise refusal("same_player", N_("Choose two different players."), "other")
        if kept.own_account and other.own_account and kept.user_id != other.user_id:
            sentence = N_("Both players have an account, so they are two people.")
            raise refusal("two_accounts", sentence, "other")
        player_merged.send(sender=Player, kept=kept, other=other, by=by, now=now)
        own = kept.own_account or other.own_account
        ended = [kept, other] if own else [other]
        end_passes(PlayerPass.objects.filter(player__in=ended), now)
        account = own or kept.user or other.user
        former = {kept.user, other.user} - {account}
        other.merged_into, other.user = kept, None
        other.save(update_fields=["merged_into", "user"])
        club.players.filter(merged_into=other).update(merged_into=kept)
        kept.user = account
        kept.email = kept.email or other.email
        kept.home_club = kept.home_club or other.home_club
        kept.save()
        Rating.objects.filter(player=other).update(player=kept)
        Link.objects.filter(player=other).update(player=kept)
        for user in former:
            end_pass_account(user, account.pk if account else None)
        data = {"kept": kept.pk, "other": other.pk}
        record_club_change(club, "player.merge", data, by=by, now=now)
    return kept


def anonymise_player(*, player: Player, by: Actor, now: datetime) -> Player:
    """Take the person out of a player for good: name, address, home club, account, links.

    The results stay, under a number; so do ratings, which say nothing without the name. The rows
    that were merged into the player lose their names too.
    """
    with changing(player.club_id) as club:
        player = _present(club, player)
        rows = [player, *club.players.filter(merged_into=player)]
        for row in rows:
            with translation.override(club.language):
                row.name = gettext("Anonymous player %(number)d") % {"number": row.pk}
            row.email = row.home_club = ""
            end_pass_account(row.user)
            row.user, row.shown, row.anonymised_at = None, Player.Shown.FULL, now
            row.figures_shown = False
            row.save()
            player_anonymised.send(sender=Player, player=row, by=by, now=now)
        Link.objects.filter(player__in=rows).delete()  # and mails that wait with one
        PlayerPass.objects.filter(player__in=rows).delete()
        ImportedPlayer.objects.filter(player__in=rows).update(changes={})
        record_club_change(club, "player.anonymise", {"player": player.pk}, by=by, now=now)
    return player


def _present(club: Club, player: Player) -> Player:
    """The player's row as it is now, under the club's lock."""
    row = club.players.filter(pk=player.pk, merged_into=None, anonymised_at=None).first()
    if row is None:
        sentence = N_("This player was merged or anonymised and is listed no more.")
        raise refusal("player_gone", sentence)
    return row


def _require_told_apart(club: Club, name: str, home_club: str, own: int | None = None) -> None:
    """Refuse the name of somebody else on the list, and say what would tell the two apart."""
    key = match_key(name)
    listed = club.players.filter(merged_into=None, anonymised_at=None)
    if own is not None:
        listed = listed.exclude(pk=own)
    # Every spelling of one name has one key to sort by.
    alike = listed.filter(sort_key__startswith=sort_key(split_byname(name)[0]))
    taken = {match_key(other) for other in alike.values_list("name", flat=True)}
    if key in taken:
        sentence = N_(
            "%(name)s is on the list already. If this is somebody else, write behind the name, in "
            "brackets, what tells them apart: a club, a year, a number. Free is: %(free)s"
        )
        free = told_apart(name, [home_club], taken)
        raise refusal("name_taken", sentence, "name", name=name, free=free)


def _rate(player: Player, value: int, now: datetime) -> bool:
    """Note a rating where it differs from the one that holds."""
    newest = player.ratings.first()
    if newest is not None and newest.value == checked_rating(value):
        return False
    player.ratings.create(value=checked_rating(value), source="hand", at=now)
    return True


def _checked_home_club(raw: str) -> str:
    return normal_name(raw, "home_club") if raw.strip() else ""


def _checked_shown(value: str) -> str:
    if value not in Player.Shown.values:
        sentence = N_("A name is shown in one of these ways: %(ways)s.")
        raise refusal("shown_unknown", sentence, "shown", ways=", ".join(Player.Shown.values))
    return value
