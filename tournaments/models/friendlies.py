"""Tables that were opened by link, for two who need no club and no account."""

from django.db import models
from django.db.models import Q

from tournaments.models.event import Tournament


class Friendly(models.Model):
    """What the links and the limits of a friendly are made of. It has one match; who sits there are
    guests (`games.models.Guest`).

    The tokens of its links follow from the random `seed` and are not kept. `invitation` is the
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
