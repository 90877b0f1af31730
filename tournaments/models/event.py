"""An event: what was set up, its life, who runs it, its tables."""

from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import Q

from games.engine.gin.bots.levels import LEVELS
from games.engine.gin.rules import PARTNERSHIP
from games.models import Superseding, one_standing
from games.rule_books import game_of, sits_at_a_table
from games.tables.clock import FLAGS, SPECTATORS
from kernel.names import MAX_LENGTH
from kernel.text import N_
from players.models import Club, Recorded
from tournaments.domain.windows import LONGEST_WINDOW, UNPLAYED, Unplayed

ANNOUNCEMENT_LENGTH = 300


class TournamentQuerySet(models.QuerySet["Tournament"]):
    def listed(self) -> Self:
        """Those that stand in lists and are counted, and have pages of their own: events. A
        friendly has its table alone."""
        return self.filter(kind=Tournament.Kinds.EVENT)


class Tournament(models.Model):
    """One event of a club.

    `settles` is whether it is said who owes whom; `point_value` is then what a point is worth, in
    `point_unit` ("Cent"), null where points are counted alone.
    `play` is where it is played; `clock` (`games.tables.clock`), `flag` (what running out of time
    costs) and `spectators` are of an event that is played at online tables, all of it or, where it
    is hybrid, whatever moves there. `assist` is whether the page of an online table proposes melds.
    In an event by windows each round is played within `window_days` days, and `unplayed`
    (`domain.windows`) is what becomes of a match that was not.
    A friendly is listed nowhere, and nothing follows from its result. One that is `held_by` an
    account is a trial: its holder plays both seats, to try the rules; any other was opened by link
    (`Friendly`). `expires_at` is when it goes, with all that hangs on it.
    One that stands `beside` a pairing is what who has the bye there plays meanwhile: it does not
    expire, and goes with the pairing. `bye_opponent` is the level of the computer player whom who
    has a bye may play, "" for none.
    `boards` is how many boards a match has: 1 where players meet, k between teams of k, in an event
    whose entries are teams.
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
        AUTOMATIC = "automatic"  # a later round as soon as its turn has come
        BY_HAND = "by_hand"

    class Plays(models.TextChoices):
        TABLE = "table"
        ONLINE = "online"
        HYBRID = "hybrid"  # in the room, and a match may move online

    club = models.ForeignKey(Club, models.CASCADE, related_name="tournaments")
    slug = models.SlugField(max_length=80)
    name = models.CharField(max_length=MAX_LENGTH)
    place = models.CharField(max_length=MAX_LENGTH, blank=True)
    starts_at = models.DateTimeField(null=True, blank=True)
    kind = models.CharField(max_length=8, choices=Kinds.choices, default=Kinds.EVENT)
    held_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="trials"
    )
    expires_at = models.DateTimeField(null=True)
    beside = models.OneToOneField(
        "tournaments.Pairing", models.PROTECT, null=True, related_name="match_beside"
    )
    rules = models.JSONField()
    rules_version = models.PositiveSmallIntegerField()
    boards = models.PositiveSmallIntegerField(default=1)
    registration = models.CharField(
        max_length=8, choices=Registration.choices, default=Registration.CLOSED
    )
    cap = models.PositiveIntegerField(null=True, blank=True)
    seeding = models.CharField(max_length=8, choices=Seeding.choices, default=Seeding.HAND)
    publishing = models.CharField(
        max_length=9, choices=Publishing.choices, default=Publishing.AUTOMATIC
    )
    protest_minutes = models.PositiveSmallIntegerField(default=15)
    draws_first_deal = models.BooleanField(default=False, db_default=False)
    settles = models.BooleanField(default=False, db_default=False)
    point_value = models.DecimalField(max_digits=8, decimal_places=3, null=True)
    point_unit = models.CharField(max_length=20, blank=True, default="", db_default="")
    play = models.CharField(
        max_length=6, choices=Plays.choices, default=Plays.TABLE, db_default=Plays.TABLE
    )
    clock = models.JSONField(null=True)
    flag = models.CharField(
        max_length=9,
        choices=[(flag, flag) for flag in FLAGS],
        blank=True,
        default="",
        db_default="",
    )
    spectators = models.CharField(
        max_length=11,
        choices=[(code, code) for code in SPECTATORS],
        blank=True,
        default="",
        db_default="",
    )
    assist = models.BooleanField(default=True, db_default=True)
    window_days = models.PositiveSmallIntegerField(null=True)
    unplayed = models.CharField(
        max_length=9,
        choices=[(rule, rule) for rule in UNPLAYED],
        default=Unplayed.DIRECTOR.value,
        db_default=Unplayed.DIRECTOR.value,
    )
    bye_opponent = models.CharField(
        max_length=16,
        choices=[(level.code, level.code) for level in LEVELS],
        blank=True,
        default="",
        db_default="",
    )
    state = models.CharField(max_length=12, default="draft")
    announcement = models.CharField(max_length=ANNOUNCEMENT_LENGTH, blank=True)
    announced_at = models.DateTimeField(null=True)
    version = models.PositiveIntegerField(default=1)
    public_version = models.PositiveIntegerField(default=1)
    staff_version = models.PositiveIntegerField(default=1)
    audit_digest = models.CharField(max_length=64, blank=True)  # of the newest entry of its audit
    created_at = models.DateTimeField(auto_now_add=True)

    objects = TournamentQuerySet.as_manager()

    class Meta:
        ordering = ["-starts_at", "-id"]
        indexes = [
            models.Index(
                fields=["expires_at"],
                condition=Q(expires_at__isnull=False),
                name="tournaments_that_expire",
            )
        ]
        constraints = [
            models.CheckConstraint(
                condition=Q(held_by__isnull=True)
                | Q(kind="friendly", play="online", expires_at__isnull=False),
                name="a_trial_is_an_online_friendly",
            ),
            models.CheckConstraint(
                condition=Q(expires_at__isnull=True) | Q(kind="friendly"),
                name="only_friendlies_expire",
            ),
            models.CheckConstraint(
                condition=Q(beside__isnull=True)
                | Q(kind="friendly", held_by__isnull=True, expires_at__isnull=True),
                name="beside_a_bye_is_a_friendly",
            ),
            models.UniqueConstraint(fields=["club", "slug"], name="tournament_slug_once_a_club"),
            models.CheckConstraint(
                condition=Q(play="table", clock__isnull=True, flag="", spectators="")
                | Q(
                    play__in=("online", "hybrid"),
                    clock__isnull=False,
                    flag__in=FLAGS,
                    spectators__in=SPECTATORS,
                ),
                name="online_settings_of_online_events",
            ),
            models.CheckConstraint(
                condition=Q(window_days__isnull=True) | Q(window_days__range=(1, LONGEST_WINDOW)),
                name="a_window_has_its_days",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def has_teams(self) -> bool:
        """Whether its entries are teams of several players, or partners."""
        return self.boards > 1

    @property
    def has_partners(self) -> bool:
        """Whether those who play for an entry share a match, as partners do (rulebook 4.6); where
        partners change from round to round, entries are single players."""
        return self.has_teams and self.rules.get("variant") == PARTNERSHIP

    @property
    def has_tables(self) -> bool:
        """Whether three or more sit at a table, each with an account of their own (4.7)."""
        return sits_at_a_table(self.rules)

    @property
    def game(self) -> str:
        """The name of the game that is played, of `games.catalogue`."""
        return game_of(self.rules)

    @property
    def plays_boards(self) -> bool:
        """Whether teams meet on several boards, each with a match of its own."""
        return self.has_teams and not self.has_partners

    @property
    def is_online(self) -> bool:
        """Whether its matches are played at online tables, and nowhere else."""
        return self.play == self.Plays.ONLINE

    @property
    def is_hybrid(self) -> bool:
        """Whether its matches begin in the room and may move to an online table and back."""
        return self.play == self.Plays.HYBRID

    @property
    def has_online_tables(self) -> bool:
        """Whether its matches are, or may be, played at online tables."""
        return self.play != self.Plays.TABLE

    @property
    def has_spectators(self) -> bool:
        """Whether everybody may look on at its online tables."""
        return self.has_online_tables and self.spectators != "none"

    @property
    def is_friendly(self) -> bool:
        """Whether it is one match that stands in no list: a trial, or opened by link."""
        return self.kind == self.Kinds.FRIENDLY

    @property
    def is_trial(self) -> bool:
        """Whether one account plays both seats of its match."""
        return self.held_by_id is not None

    @property
    def is_beside_bye(self) -> bool:
        """Whether it is what somebody plays who has a bye."""
        return self.beside_id is not None


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
        constraints = [one_standing("tournament", name="one_standing_announcement")]


class Staff(models.Model):
    """Who runs a tournament: an account, or a pass for one night (a QR code or a PIN).

    A pass holds for this tournament and for `tables` only; an empty list means all tables. Only
    hashes of its token and PIN are kept.
    """

    class Roles(models.TextChoices):
        DIRECTOR = "director", N_("Director")
        HEAD_REFEREE = "head_referee", N_("Head Referee")
        REFEREE = "referee", N_("Referee")

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
