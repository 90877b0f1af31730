"""Who plays: entries, and what became of them before and after the draw."""

from django.db import models

from players.models import Player, Recorded
from players.names import MAX_LENGTH
from tournaments.models.event import Tournament


class Entry(models.Model):
    """A player's (or a team's) place in one tournament. `name` is frozen at the draw."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="entries")
    name = models.CharField(max_length=MAX_LENGTH)
    seed = models.PositiveIntegerField(null=True)

    class Meta:
        verbose_name_plural = "entries"
        ordering = ["tournament", "seed", "id"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "seed"], name="seed_once"),
        ]


class EntryMember(models.Model):
    """Who plays for an entry, on which board, in which rounds. A singles entry has one member."""

    entry = models.ForeignKey(Entry, models.CASCADE, related_name="members")
    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="+")
    player = models.ForeignKey(Player, models.PROTECT, related_name="entry_members")
    board = models.PositiveSmallIntegerField(default=1)
    from_round = models.PositiveSmallIntegerField(default=1)
    until_round = models.PositiveSmallIntegerField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["tournament", "player"], name="player_enters_once"),
        ]


class Approval(Recorded):
    """The director's answer to an entry; one that he made himself has it at once."""

    entry = models.OneToOneField(Entry, models.CASCADE, related_name="approval")


class CheckIn(Recorded):
    """The entrant is here."""

    entry = models.OneToOneField(Entry, models.CASCADE, related_name="check_in")


class Withdrawal(Recorded):
    """The entrant is out for good."""

    entry = models.OneToOneField(Entry, models.CASCADE, related_name="withdrawal")
    from_round = models.PositiveSmallIntegerField(null=True)  # null: before the draw
    reason = models.CharField(max_length=500, blank=True)


class Swap(Recorded):
    """A no-show made room for the first on the waitlist, who took over his seed and slot."""

    out = models.OneToOneField(Entry, models.CASCADE, related_name="swapped_out")
    entry = models.OneToOneField(Entry, models.CASCADE, related_name="swapped_in")
