"""Copies of events on which officials practise, played by computer players."""

from django.db import models

from tournaments.models.event import Tournament


class Practice(models.Model):
    """That an event is a practice copy: it stands in the hidden club and goes, with all that hangs
    on it, at `expires_at`. `source` is the event of which it is a copy, null once that is deleted,
    and for one that is a copy of nothing. The cards follow from the `seed`. `until` is what the
    worker is to play, and empty once that is done: to the end, or the matches of the rounds up to
    `through`, the id of a round. `played_at` is when the worker began with a match last.
    """

    class Until(models.TextChoices):
        ROUND = "round"
        END = "end"

    tournament = models.OneToOneField(Tournament, models.CASCADE, related_name="practice")
    source = models.ForeignKey(Tournament, models.SET_NULL, null=True, related_name="practices")
    seed = models.CharField(max_length=64)
    expires_at = models.DateTimeField(db_index=True)
    until = models.CharField(max_length=5, choices=Until.choices, blank=True, default="")
    through = models.BigIntegerField(null=True)
    played_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name_plural = "practices"


class HousePlayer(models.Model):
    """That a player is a computer player, an entrant of one practice copy alone. `code` is one of
    `games.engine.gin.bots.roster`."""

    practice = models.ForeignKey(Practice, models.CASCADE, related_name="house_players")
    player = models.OneToOneField("players.Player", models.CASCADE, related_name="house_player")
    code = models.CharField(max_length=16)
