"""Who plays: entries, and what became of them before and after the draw."""

from django.db import models
from django.db.models import F, Q

from games.models import Superseding, one_standing
from kernel.names import MAX_LENGTH
from players.models import Player, Recorded
from tournaments.models.event import Table, Tournament


class Entry(models.Model):
    """A player's (or a team's) place in one tournament. `name` is frozen at the draw. Who needs it
    has a table of their own, `fixed_table`, at which all their matches are played."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="entries")
    name = models.CharField(max_length=MAX_LENGTH)
    seed = models.PositiveIntegerField(null=True)
    fixed_table = models.ForeignKey(Table, models.SET_NULL, null=True, related_name="holders")

    class Meta:
        verbose_name_plural = "entries"
        ordering = ["tournament", "seed", "id"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "seed"], name="seed_once"),
        ]


class EntryMember(models.Model):
    """Who plays for an entry, on which board. A singles entry has one member; of a team also those
    are members who stand by, on board 0, and may come in for somebody else."""

    entry = models.ForeignKey(Entry, models.CASCADE, related_name="members")
    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="+")
    player = models.ForeignKey(Player, models.PROTECT, related_name="entry_members")
    board = models.PositiveSmallIntegerField(default=1)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["tournament", "player"], name="player_enters_once"),
            models.UniqueConstraint(
                fields=["entry", "board"], condition=Q(board__gt=0), name="one_player_on_a_board"
            ),
        ]


class Approval(Recorded):
    """The director's answer to an entry; one that the director made has it at once."""

    entry = models.OneToOneField(Entry, models.CASCADE, related_name="approval")


class CheckIn(Recorded):
    """The entrant is here."""

    entry = models.OneToOneField(Entry, models.CASCADE, related_name="check_in")


class Withdrawal(Recorded):
    """The entrant is out for good, from a round of a stage on; before the draw there is neither."""

    entry = models.OneToOneField(Entry, models.CASCADE, related_name="withdrawal")
    stage = models.ForeignKey("Stage", models.CASCADE, null=True, related_name="+")
    from_round = models.PositiveSmallIntegerField(null=True)  # null: before the draw
    reason = models.CharField(max_length=500, blank=True)


class Swap(Recorded):
    """A no-show made room for the first on the waitlist, who took over the seed and slot."""

    out = models.OneToOneField(Entry, models.CASCADE, related_name="swapped_out")
    entry = models.OneToOneField(Entry, models.CASCADE, related_name="swapped_in")


class LateEntry(Recorded):
    """An entrant who came when the stage had begun, and plays from a round on."""

    entry = models.OneToOneField(Entry, models.CASCADE, related_name="late")
    stage = models.ForeignKey("Stage", models.CASCADE, related_name="late_entries")
    from_round = models.PositiveSmallIntegerField()

    class Meta:
        verbose_name_plural = "late entries"


class Absence(Superseding):
    """An entrant sits out rounds of a stage, up to `until_round`, or until they are back (null)."""

    entry = models.ForeignKey(Entry, models.CASCADE, related_name="absences")
    stage = models.ForeignKey("Stage", models.CASCADE, related_name="absences")
    from_round = models.PositiveSmallIntegerField()
    until_round = models.PositiveSmallIntegerField(null=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(until_round__isnull=True) | Q(until_round__gte=F("from_round")),
                name="absence_ends_after_it_begins",
            ),
            one_standing("entry", "stage", "from_round", name="one_standing_absence_from_a_round"),
        ]


class PairRule(Superseding):
    """What the director has said about two entrants: they never meet, are kept apart in the first
    rounds, or are set to meet in a round of a stage."""

    class Kinds(models.TextChoices):
        FORBIDDEN = "forbidden"
        APART = "apart"
        FIXED = "fixed"

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="pair_rules")
    kind = models.CharField(max_length=9, choices=Kinds.choices)
    first = models.ForeignKey(Entry, models.CASCADE, related_name="+")
    second = models.ForeignKey(Entry, models.CASCADE, related_name="+")
    stage = models.ForeignKey("Stage", models.CASCADE, null=True, related_name="fixed_pairs")
    round = models.PositiveSmallIntegerField(null=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(first__lt=F("second")), name="pair_rule_in_order_of_id"
            ),
            models.CheckConstraint(
                condition=Q(kind="fixed", stage__isnull=False, round__isnull=False)
                | (~Q(kind="fixed") & Q(stage__isnull=True, round__isnull=True)),
                name="fixed_pairs_have_a_round",
            ),
            one_standing(
                "kind", "first", "second", name="pair_rule_stands_once", stage__isnull=True
            ),
            one_standing("stage", "round", "first", name="fixed_once_as_first"),
            one_standing("stage", "round", "second", name="fixed_once_as_second"),
        ]
