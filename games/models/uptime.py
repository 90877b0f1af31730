"""When the program could take no action: players at an online table get that time back."""

from django.db import models
from django.db.models import Q


class WebHeartbeat(models.Model):
    """The one row that every process that takes actions writes each second: when it last did."""

    at = models.DateTimeField()

    class Meta:
        constraints = [models.CheckConstraint(condition=Q(id=1), name="one_heartbeat")]


class Outage(models.Model):
    """A span in which no heartbeat was written; it is added to every deadline that ran in it."""

    began_at = models.DateTimeField()
    ended_at = models.DateTimeField()

    class Meta:
        ordering = ["began_at"]
        constraints = [
            models.UniqueConstraint(fields=["began_at"], name="outage_once"),
            models.CheckConstraint(
                condition=Q(ended_at__gt=models.F("began_at")), name="outage_has_a_length"
            ),
        ]
