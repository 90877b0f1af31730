"""The computer players that people make for themselves."""

from django.conf import settings
from django.db import models

from games.engine.gin.bots.roster import OWN
from kernel.names import GUEST_NAME_LENGTH


class Opponent(models.Model):
    """An opponent of an account's own, for nobody else: a name, the portrait of a character, and
    the manner (`games.engine.gin.bots.manners`). At a table sits a copy of it, a `Bot`."""

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="opponents")
    name = models.CharField(max_length=GUEST_NAME_LENGTH)
    portrait = models.CharField(max_length=16)
    manner = models.JSONField()
    made_at = models.DateTimeField()

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return self.name

    @property
    def code(self) -> str:
        """The code by which it is asked to a table."""
        return f"{OWN}{self.pk}"
