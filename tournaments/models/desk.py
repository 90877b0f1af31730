"""The referee's desk: calls, summonses, penalties, memos, appeals, corrections."""

from django.db import models
from django.db.models import F, Q

from games.models import Adjustment, Ruling, Superseding, one_standing
from players.models import Player, Recorded, User
from tournaments.domain.tonight.calls import CallAbout
from tournaments.models.entries import Entry
from tournaments.models.event import Tournament
from tournaments.models.stages import Board


class Call(Superseding):
    """A referee is called to a match, and what for. It stands until the two have sorted it out, a
    referee has, or the match is decided."""

    board = models.ForeignKey(Board, models.CASCADE, related_name="calls")
    about = models.CharField(max_length=8, choices=[(about, about) for about in CallAbout])

    class Meta:
        ordering = ["at", "id"]
        constraints = [one_standing("board", name="one_standing_call_a_board")]


class CallTaken(Superseding):
    """Somebody is on their way to a call; who takes over supersedes them."""

    call = models.ForeignKey(Call, models.CASCADE, related_name="takers")

    class Meta:
        ordering = ["at", "id"]
        constraints = [one_standing("call", name="one_standing_taker_a_call")]


class PhraseReport(Recorded):
    """A player reports what the other one said at their online table: `said` are the codes of the
    phrases that `seat` had heard by then, and `call` the one by which a referee is told."""

    board = models.ForeignKey(Board, models.CASCADE, related_name="phrase_reports")
    seat = models.PositiveSmallIntegerField()
    said = models.JSONField()
    call = models.ForeignKey(Call, models.CASCADE, related_name="phrase_reports")

    class Meta:
        ordering = ["board", "id"]
        constraints = [
            models.UniqueConstraint(fields=["board", "seat"], name="one_phrase_report_a_seat")
        ]


class Summons(Recorded):
    """A player of an online match was called to its table, as they were not there."""

    board = models.ForeignKey(Board, models.CASCADE, related_name="summonses")
    seat = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ["at", "id"]


class Penalty(Superseding):
    """A penalty of the event (rulebook 5.1): an infraction, how often it was committed in the
    event, and the step of the ladder that was given for it.

    `minutes` are those of the round's clock, `conditions` what the step hangs on; `discretionary`:
    it is another step than the table proposed. `cause` is the ruling with which it has its root in
    common. What it does to a score is its `adjustment`; `takes_effect` names the match where that
    is another one than the one in which it was given. `out_from` is the first round that the
    offender no longer plays, disqualified or dropped. `end_reason` says why it was taken back. In a
    team it is the `player` whose earlier ones count, and whose next match a later one hits.
    """

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="penalties")
    entry = models.ForeignKey(Entry, models.CASCADE, related_name="penalties")
    player = models.ForeignKey(Player, models.PROTECT, related_name="penalties")
    board = models.ForeignKey(Board, models.CASCADE, null=True, related_name="penalties")
    takes_effect = models.ForeignKey(Board, models.CASCADE, null=True, related_name="+")
    infraction = models.CharField(max_length=24)
    occurrence = models.PositiveSmallIntegerField()
    step = models.CharField(max_length=20)
    discretionary = models.BooleanField(default=False)
    minutes = models.PositiveSmallIntegerField(null=True)
    conditions = models.JSONField(default=list)
    facts = models.CharField(max_length=1000, blank=True)
    out_from = models.PositiveSmallIntegerField(null=True)
    end_reason = models.CharField(max_length=500, blank=True)
    cause = models.ForeignKey(Ruling, models.SET_NULL, null=True, related_name="penalties")
    adjustment = models.OneToOneField(
        Adjustment, models.SET_NULL, null=True, related_name="penalty"
    )
    supersedes = models.OneToOneField("self", models.RESTRICT, null=True, related_name="next")

    class Meta:
        verbose_name_plural = "penalties"
        ordering = ["tournament", "id"]
        constraints = [
            one_standing(
                "entry", "player", "infraction", "occurrence", name="one_standing_occurrence"
            ),
            one_standing("cause", "entry", "player", name="one_standing_penalty_a_cause"),
        ]


class Vacation(Recorded):
    """A player of an event is away `until` an hour, or until they came back (`ended_at`): their
    matches by days stand still meanwhile."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="vacations")
    player = models.ForeignKey(Player, models.CASCADE, related_name="vacations")
    until = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "player"],
                condition=Q(ended_at=None),
                name="one_vacation_at_a_time",
            ),
            models.CheckConstraint(
                condition=Q(ended_at=None) | Q(ended_at__lte=F("until")),
                name="vacation_ends_by_its_hour",
            ),
        ]


class TurnTold(models.Model):
    """No fact, but up to which version of a table by days its players were told that it waits for
    them, and of what: of what went on `since` then, `reminded` so often."""

    board = models.OneToOneField(Board, models.CASCADE, related_name="turn_told")
    version = models.PositiveIntegerField(default=0)
    since = models.DateTimeField(null=True)
    reminded = models.PositiveSmallIntegerField(default=0)


class TurnDigest(models.Model):
    """No fact, but when somebody was told last where it is their turn, and whether they are to be
    told again."""

    user = models.OneToOneField(User, models.CASCADE, related_name="turn_digest")
    sent_at = models.DateTimeField(null=True)
    is_due = models.BooleanField(default=False)


class Memo(Recorded):
    """A private note on somebody's conduct, for the head referee and the directors alone. It is
    deleted when `keep_until` is over."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="memos")
    entry = models.ForeignKey(Entry, models.CASCADE, related_name="memos")
    text = models.CharField(max_length=2000)
    keep_until = models.DateTimeField()

    class Meta:
        ordering = ["tournament", "-at", "id"]


class Appeal(Recorded):
    """A player or the director asks a panel about a ruling or a penalty; `facts` are agreed."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="appeals")
    ruling = models.OneToOneField(Ruling, models.CASCADE, null=True, related_name="appeal")
    penalty = models.OneToOneField(Penalty, models.CASCADE, null=True, related_name="appeal")
    entry = models.ForeignKey(Entry, models.CASCADE, null=True, related_name="appeals")
    facts = models.CharField(max_length=1000)
    reason = models.CharField(max_length=1000)

    class Meta:
        ordering = ["tournament", "id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(ruling__isnull=True) ^ Q(penalty__isnull=True),
                name="appeal_of_one_thing",
            )
        ]


class AppealDecision(Recorded):
    """What the panel decided; `panel` names who sat on it, by account or by pass."""

    class Outcomes(models.TextChoices):
        UPHELD = "upheld"
        CHANGED = "changed"
        OVERTURNED = "overturned"

    appeal = models.OneToOneField(Appeal, models.CASCADE, related_name="decision")
    outcome = models.CharField(max_length=10, choices=Outcomes.choices)
    panel = models.JSONField(default=list)
    reason = models.CharField(max_length=1000)
    ruling = models.ForeignKey(Ruling, models.SET_NULL, null=True, related_name="+")
    penalty = models.ForeignKey(Penalty, models.SET_NULL, null=True, related_name="+")


class Correction(Recorded):
    """One correction, with everything it replaced and made, so that its inverse can be done.

    `ended` and `made` hold ids by the kind of fact; `undoes` names the correction that this one
    takes back.
    """

    class Choices(models.TextChoices):
        SCORE_ONLY = "score_only"  # nobody moves
        REWIND = "rewind"  # what was not played rests on the new winner
        VOID = "void"  # so does what was played, and is void
        KEEP = "keep"  # what was played stays, and is marked
        REDRAW = "redraw"  # what was drawn from the old result is drawn again

    class Levels(models.TextChoices):
        NOTICE = "notice"
        WARNING = "warning"
        DOUBLE = "double"
        LEAVES_RULES = "leaves_rules"

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="corrections")
    board = models.ForeignKey(Board, models.CASCADE, related_name="corrections")
    kind = models.CharField(max_length=16)
    choice = models.CharField(max_length=10, choices=Choices.choices)
    level = models.CharField(max_length=12, choices=Levels.choices)
    reason = models.CharField(max_length=500)
    ended = models.JSONField(default=dict)
    made = models.JSONField(default=dict)
    undoes = models.OneToOneField("self", models.CASCADE, null=True, related_name="undone_by")

    class Meta:
        ordering = ["tournament", "id"]
