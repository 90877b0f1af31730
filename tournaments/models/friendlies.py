"""Tables that were opened by link, for two who need no club and no account; and how two of a club
find each other for one."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from kernel.names import MAX_LENGTH
from tournaments.models.event import Tournament


class Friendly(models.Model):
    """What the links and the limits of a friendly are made of. It has one match; who sits there are
    guests (`games.models.Guest`).

    The tokens of its links follow from the random `seed` and are not kept; the next one of the same
    two has the same seed. `invitation` is the
    number of the link for the opponent that stands, `token_hash` what is kept of its token: it was
    taken up at `claimed_at`, with the form or request of `claim_key`. `network` is a keyed hash of
    where the table was opened, emptied once it has served. `key` is a digest of who asked for it by
    which key, null without one, `body_digest` of what they sent.
    """

    tournament = models.OneToOneField(Tournament, models.CASCADE, related_name="friendly")
    opened_at = models.DateTimeField()
    network = models.CharField(max_length=64, blank=True)
    seed = models.CharField(max_length=64)
    invitation = models.PositiveSmallIntegerField(default=1)
    token_hash = models.CharField(max_length=64, unique=True)
    claimed_at = models.DateTimeField(null=True)
    claim_key = models.CharField(max_length=64, blank=True)
    rematch_of = models.OneToOneField("self", models.SET_NULL, null=True, related_name="rematch")
    key = models.CharField(max_length=64, null=True, unique=True)
    body_digest = models.CharField(max_length=64, blank=True)

    class Meta:
        verbose_name_plural = "friendlies"
        indexes = [
            models.Index(
                fields=["network", "opened_at"],
                condition=~Q(network=""),
                name="friendlies_by_network",
            )
        ]


class Challenge(models.Model):
    """That a friendly was opened for one account, and for nobody else: no link leads to its second
    seat. `called` is what who opened it calls them; they have said no at `declined_at`. Once they
    have said yes they sit there, and the friendly is one like any other.
    """

    friendly = models.OneToOneField(Friendly, models.CASCADE, related_name="challenge")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="challenges"
    )
    called = models.CharField(max_length=MAX_LENGTH, blank=True)
    declined_at = models.DateTimeField(null=True)


class ClubTable(models.Model):
    """That a friendly was opened for a club: whoever belongs to it may sit down opposite, as may
    whoever has its link. The first of them has the seat."""

    friendly = models.OneToOneField(Friendly, models.CASCADE, related_name="club_table")
    club = models.ForeignKey("players.Club", models.CASCADE, related_name="+")


class WouldPlay(models.Model):
    """That an account would play with others of a club, until then; afterwards the row says nothing
    any more."""

    club = models.ForeignKey("players.Club", models.CASCADE, related_name="+")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    until = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "user"], name="would_play_once"),
        ]
