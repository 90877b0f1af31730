"""What was done at an online table: a log that is only added to, and the secrets of its deals.

Who holds which cards, whose turn it is, the clocks and the score are folds over it
(`games.tables.state`); no card is stored but in the secrets.
"""

from django.db import models
from django.db.models import Q

from games.models.matches import Match, Recorded, Superseding, one_standing
from games.tables.phrases import MOST_PHRASES


class OnlineTable(models.Model):
    """The table at which a match is played online, with what its event says of play, by value:
    `clock` as the API has it, `flag` what a flag costs, `spectators`, and `assist`, whether a page
    may propose melds. `is_solo`: one person plays both seats; `has_bots`: a computer player sits in
    one of them.

    `due_at` and `told_version` are no facts: nothing falls due at the table before `due_at` (null:
    look at it), and up to version `told_version` of the match the event has been told of it: of
    all that the table wrote up to `told_at` (null: of nothing yet).
    """

    match = models.OneToOneField(Match, models.CASCADE, related_name="table")
    clock = models.JSONField()
    flag = models.CharField(max_length=10)
    spectators = models.CharField(max_length=11)
    assist = models.BooleanField(default=True)
    is_solo = models.BooleanField(default=False, db_default=False)
    has_bots = models.BooleanField(default=False, db_default=False)
    due_at = models.DateTimeField(null=True)
    told_version = models.PositiveIntegerField(default=1)
    told_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [models.Index(fields=["due_at"], name="tables_by_due")]


class TableEvent(Recorded):
    """One thing that was done at a table, the `number`-th: the version of the table after it.

    `kind` and what `data` holds for it are those of `games.tables.events`. `deal` is the number d
    of the dealing that it belongs to. What was sent with an `Idempotency-Key` keeps the key and a
    digest of what was sent, so that it is done once.
    """

    table = models.ForeignKey(OnlineTable, models.CASCADE, related_name="events")
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=16)
    seat = models.PositiveSmallIntegerField(null=True)
    deal = models.PositiveIntegerField(null=True)
    data = models.JSONField(default=dict)
    key = models.CharField(max_length=255, null=True)
    body_digest = models.CharField(max_length=64, blank=True)

    class Meta:
        ordering = ["table", "number"]
        indexes = [
            # They are few, and looked for among all that was done.
            models.Index(fields=["table"], condition=Q(kind="adjournment"), name="adjournments"),
            models.Index(fields=["table"], condition=Q(kind="ruling"), name="rulings_at_tables"),
        ]
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="table_event_once"),
            models.UniqueConstraint(
                fields=["table", "deal"], condition=Q(kind="deal"), name="dealt_once"
            ),
            models.UniqueConstraint(
                fields=["table", "seat", "key"],
                condition=Q(key__isnull=False),
                name="table_event_once_a_key",
            ),
            models.CheckConstraint(condition=~Q(kind=""), name="table_event_has_a_kind"),
        ]


class DealSecret(models.Model):
    """What the deals of one seating come from: `last` is the end of its chain, 32 bytes as hex.

    Whoever reads it knows every card of the seating, also those that are yet to be dealt.
    """

    table = models.ForeignKey(OnlineTable, models.CASCADE, related_name="secrets")
    seating = models.PositiveIntegerField()
    last = models.CharField(max_length=64)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["table", "seating"], name="one_secret_a_seating")
        ]

    def __str__(self) -> str:
        return f"secret of seating {self.seating}"


class SeatConnection(models.Model):
    """A page of a seat that was connected with the table, for referees alone: from when to when,
    and a keyed hash of the network it came from, which is emptied after 30 days.

    `seen_at` is when it was last known to be there: a server that died has ended no row.
    """

    table = models.ForeignKey(OnlineTable, models.CASCADE, related_name="connections")
    seat = models.PositiveSmallIntegerField()
    began_at = models.DateTimeField()
    seen_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)
    network = models.CharField(max_length=64, blank=True)

    class Meta:
        ordering = ["table", "id"]
        indexes = [
            models.Index(
                fields=["table", "seat"], condition=Q(ended_at=None), name="open_connections"
            ),
            models.Index(fields=["began_at"], name="connections_by_age"),
        ]


class PhraseSaid(Recorded):
    """A ready phrase that a seat has said, by its code: the `number`-th that it said behind the
    dealing `deal`, 0 before the first. It raises no version of the table.

    What was sent with a key keeps it, as with a `TableEvent`.
    """

    table = models.ForeignKey(OnlineTable, models.CASCADE, related_name="phrases")
    seat = models.PositiveSmallIntegerField()
    code = models.CharField(max_length=16)
    deal = models.PositiveIntegerField()
    number = models.PositiveSmallIntegerField()
    key = models.CharField(max_length=255, null=True)
    body_digest = models.CharField(max_length=64, blank=True)

    class Meta:
        ordering = ["table", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["table", "seat", "deal", "number"], name="phrase_once_a_number"
            ),
            models.UniqueConstraint(
                fields=["table", "seat", "key"],
                condition=Q(key__isnull=False),
                name="phrase_once_a_key",
            ),
            models.CheckConstraint(
                condition=Q(number__gte=1, number__lte=MOST_PHRASES),
                name="few_phrases_between_two_hands",
            ),
        ]


class Mute(Superseding):
    """A seat hears nothing of what the others say, until it does again."""

    table = models.ForeignKey(OnlineTable, models.CASCADE, related_name="mutes")
    seat = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ["table", "id"]
        constraints = [one_standing("table", "seat", name="one_standing_mute_a_seat")]


class Premove(Superseding):
    """A seat passes the upcard of the dealing `deal` as soon as it is its turn to. It is no event
    of the table: the other seat learns of it when it is done.
    """

    table = models.ForeignKey(OnlineTable, models.CASCADE, related_name="premoves")
    seat = models.PositiveSmallIntegerField()
    deal = models.PositiveIntegerField()

    class Meta:
        ordering = ["table", "id"]
        constraints = [one_standing("table", "seat", "deal", name="one_standing_premove_a_deal")]
