"""Tournaments: what was set up, drawn, published and recorded. Scores live in `games`."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from games.models import Match, Superseding
from players.models import Club, Player, Recorded
from players.names import MAX_LENGTH

ANNOUNCEMENT_LENGTH = 300


class Tournament(models.Model):
    """One event of a club.

    `version` goes up with every committed change; `public_version` with those that visitors may
    see, `staff_version` with all: they serve sockets and ETags only. `state` is a stored copy of
    the newest `StateChange`, `announcement` and `announced_at` of the standing `Announcement`, so
    that every page has it without a query.
    """

    class Kinds(models.TextChoices):
        EVENT = "event"
        FRIENDLY = "friendly"

    class Registration(models.TextChoices):
        CLOSED = "closed"  # the director enters everybody
        APPROVAL = "approval"  # players ask, the director approves

    class Seeding(models.TextChoices):
        RATING = "rating"
        HAND = "hand"
        RANDOM = "random"

    class Publishing(models.TextChoices):
        AUTOMATIC = "automatic"  # a later round as soon as its first match can be played
        BY_HAND = "by_hand"

    club = models.ForeignKey(Club, models.CASCADE, related_name="tournaments")
    slug = models.SlugField(max_length=80)
    name = models.CharField(max_length=MAX_LENGTH)
    place = models.CharField(max_length=MAX_LENGTH, blank=True)
    starts_at = models.DateTimeField(null=True, blank=True)
    kind = models.CharField(max_length=8, choices=Kinds.choices, default=Kinds.EVENT)
    rules = models.JSONField()
    rules_version = models.PositiveSmallIntegerField()
    registration = models.CharField(
        max_length=8, choices=Registration.choices, default=Registration.CLOSED
    )
    cap = models.PositiveIntegerField(null=True, blank=True)
    seeding = models.CharField(max_length=8, choices=Seeding.choices, default=Seeding.HAND)
    publishing = models.CharField(
        max_length=9, choices=Publishing.choices, default=Publishing.AUTOMATIC
    )
    protest_minutes = models.PositiveSmallIntegerField(default=15)
    state = models.CharField(max_length=12, default="draft")
    announcement = models.CharField(max_length=ANNOUNCEMENT_LENGTH, blank=True)
    announced_at = models.DateTimeField(null=True)
    version = models.PositiveIntegerField(default=1)
    public_version = models.PositiveIntegerField(default=1)
    staff_version = models.PositiveIntegerField(default=1)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-starts_at", "-id"]
        constraints = [
            models.UniqueConstraint(fields=["club", "slug"], name="tournament_slug_once_a_club")
        ]

    def __str__(self) -> str:
        return self.name


class OldSlug(models.Model):
    """An address that a tournament once had, and from which it is still reached."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="+")
    slug = models.SlugField(max_length=80)
    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="old_slugs")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "slug"], name="old_slug_once")]


class StateChange(Recorded):
    """A step in a tournament's life."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="state_changes")
    state = models.CharField(max_length=12)

    class Meta:
        ordering = ["id"]


class Announcement(Superseding):
    """What everybody at the event is told. It holds until the next one, or until it is taken back:
    `superseded_at` says when."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="announcements")
    text = models.CharField(max_length=ANNOUNCEMENT_LENGTH)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament"],
                condition=Q(superseded_at__isnull=True),
                name="one_standing_announcement",
            )
        ]


class Staff(models.Model):
    """Who runs a tournament: an account, or a pass for one night (a QR code or a PIN).

    A pass holds for this tournament and for `tables` only; an empty list means all tables. Only
    hashes of its token and PIN are kept.
    """

    class Roles(models.TextChoices):
        DIRECTOR = "director"
        HEAD_REFEREE = "head_referee"
        REFEREE = "referee"

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="staff")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="staff_rows"
    )
    name = models.CharField(max_length=MAX_LENGTH)
    role = models.CharField(max_length=12, choices=Roles.choices)
    tables = models.JSONField(default=list)
    token_hash = models.CharField(max_length=64, blank=True)
    pin_hash = models.CharField(max_length=128, blank=True)
    expires_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name_plural = "staff"
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "user"],
                condition=Q(user__isnull=False, ended_at__isnull=True),
                name="staff_once",
            ),
            models.UniqueConstraint(
                fields=["tournament"],
                condition=Q(role="head_referee", ended_at__isnull=True),
                name="one_head_referee",
            ),
            models.UniqueConstraint(
                fields=["token_hash"], condition=~Q(token_hash=""), name="staff_token_once"
            ),
        ]


class Table(models.Model):
    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="tables")
    number = models.PositiveSmallIntegerField()
    label = models.CharField(max_length=40, blank=True)

    class Meta:
        ordering = ["tournament", "number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="table_number_once")
        ]


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


class Stage(models.Model):
    """A part of a tournament with its own format."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="stages")
    number = models.PositiveSmallIntegerField(default=1)
    format = models.CharField(max_length=32)
    settings = models.JSONField(default=dict)

    class Meta:
        ordering = ["tournament", "number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="stage_number_once")
        ]


class Draw(Superseding):
    """Chance and order as a fact: the seed, the method, the version of the algorithm."""

    stage = models.ForeignKey(Stage, models.CASCADE, related_name="draws")
    seed = models.CharField(max_length=64)
    method = models.CharField(max_length=8)
    algorithm = models.PositiveSmallIntegerField()
    order = models.JSONField()  # ids of the entries, best seed first
    given = models.JSONField(default=list)  # pairs of entry and the seed he was given before it

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["stage"], condition=Q(superseded_at__isnull=True), name="one_standing_draw"
            )
        ]


class Round(models.Model):
    """A round of a stage. Its state is a fold over publication and results; `state` a copy."""

    stage = models.ForeignKey(Stage, models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    rules = models.JSONField(null=True)  # knobs over the tournament's, for this round's matches
    planned_start = models.DateTimeField(null=True)
    publish_at = models.DateTimeField(null=True)
    minutes = models.PositiveSmallIntegerField(null=True)
    state = models.CharField(max_length=12, default="draft")

    class Meta:
        ordering = ["stage", "number"]
        constraints = [
            models.UniqueConstraint(fields=["stage", "number"], name="round_number_once")
        ]


class Publication(Superseding):
    """A round was made known; `superseded_at` says when that was taken back."""

    round = models.ForeignKey(Round, models.CASCADE, related_name="publications")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["round"], condition=Q(superseded_at__isnull=True), name="published_once"
            )
        ]


class ClockEvent(Recorded):
    """A round's clock was started, paused, resumed or lengthened, for all tables or for one."""

    class Kinds(models.TextChoices):
        START = "start"
        PAUSE = "pause"
        RESUME = "resume"
        EXTEND = "extend"

    round = models.ForeignKey(Round, models.CASCADE, related_name="clock_events")
    kind = models.CharField(max_length=8, choices=Kinds.choices)
    table = models.ForeignKey(Table, models.CASCADE, null=True, related_name="clock_events")
    seconds = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["round"], condition=Q(kind="start"), name="round_starts_once"
            )
        ]


class Pairing(models.Model):
    """Two sides that meet in a round; its number is its place in the round, byes counted."""

    round = models.ForeignKey(Round, models.CASCADE, related_name="pairings")
    number = models.PositiveIntegerField()
    table = models.ForeignKey(Table, models.SET_NULL, null=True, related_name="pairings")

    class Meta:
        ordering = ["round", "number"]
        constraints = [
            models.UniqueConstraint(fields=["round", "number"], name="pairing_number_once")
        ]


class PairingSide(models.Model):
    """One side of a pairing: an entry, the winner or loser of an earlier pairing, or nobody (bye).

    `entry` is the fact for kind `entry`, else a stored copy of who came through the feeder.
    """

    class Kinds(models.TextChoices):
        ENTRY = "entry"
        WINNER = "winner"
        LOSER = "loser"
        BYE = "bye"

    pairing = models.ForeignKey(Pairing, models.CASCADE, related_name="sides")
    seat = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=8, choices=Kinds.choices)
    entry = models.ForeignKey(Entry, models.PROTECT, null=True, related_name="sides")
    feeder = models.ForeignKey(Pairing, models.CASCADE, null=True, related_name="feeds")

    class Meta:
        ordering = ["pairing", "seat"]
        constraints = [models.UniqueConstraint(fields=["pairing", "seat"], name="side_once")]


class Board(models.Model):
    """The match of a pairing: one, or k of them between teams. A bye has none."""

    pairing = models.ForeignKey(Pairing, models.CASCADE, related_name="boards")
    number = models.PositiveSmallIntegerField(default=1)
    match = models.OneToOneField(Match, models.CASCADE, related_name="board")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["pairing", "number"], name="board_once")]


class StandingTable(models.Model):
    """The standings after a round, as computed by a worker from the facts; dropped and rebuilt
    at will."""

    stage = models.ForeignKey(Stage, models.CASCADE, related_name="standing_tables")
    round = models.OneToOneField(Round, models.CASCADE, related_name="standing_table")
    version = models.PositiveIntegerField()  # of the tournament whose facts it shows
    computed_at = models.DateTimeField()
    rows = models.JSONField()


class Notice(models.Model):
    """A message that was or is to be sent once. `claimed_at`: when a worker last set about it."""

    pairing = models.ForeignKey(Pairing, models.CASCADE, related_name="notices")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="notices")
    kind = models.CharField(max_length=16)
    created_at = models.DateTimeField(auto_now_add=True)
    claimed_at = models.DateTimeField(null=True)
    sent_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["pairing", "user", "kind"], name="notice_once")
        ]
