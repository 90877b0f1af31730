"""What was said of a match: identities, facts with revisions, and stored copies of their fold."""

from django.conf import settings
from django.db import models
from django.db.models import Q, Value

from games import levels
from kernel.names import GUEST_NAME_LENGTH, MAX_LENGTH
from players.models import Player
from players.models import Recorded as Recorded  # the base of what is said of a table, too


class Match(models.Model):
    """A match of a `game` (a name of `games.catalogue`) under its rules, kept by value.

    What each seat has is a list of so many as the rules of the game have seats.
    `state`, `games_won`, `winner` and `tally` are stored copies of the fold over its facts
    (`rebuild` makes them anew); so is `is_ruled_on`: whether there ever was a ruling or an
    adjustment, which saves looking for them in nearly every match; and `first_dealer`: the seat
    that deals first by the standing `FirstDeal`, null without one. `tally` is what tie-breaks
    count, by seat: `{"games": [[winner, net], ..], "gins": [.., ..]}`, and where more than two
    sides play the `"accounts"` of each with all others. `head_start` are the games that each seat
    has before the first is played, empty where nobody has any. `moved_to` is where its newest
    `MatchMove` leads, empty where it was never moved. `version` goes up with every committed
    change.
    """

    class States(models.TextChoices):
        OPEN = "open"  # nothing written down yet
        RUNNING = "running"
        REPORTED = "reported"  # waits for the opponent
        DISPUTED = "disputed"  # waits for a referee
        FINISHED = "finished"

    class Places(models.TextChoices):
        TABLE = "table"  # in the room
        ONLINE = "online"

    game = models.CharField(max_length=16)
    rules = models.JSONField()
    rules_version = models.PositiveSmallIntegerField()
    head_start = models.JSONField(default=list)
    version = models.PositiveIntegerField(default=1)
    state = models.CharField(max_length=12, choices=States.choices, default=States.OPEN)
    games_won = models.JSONField(default=list)
    winner = models.PositiveSmallIntegerField(null=True)
    tally = models.JSONField(default=dict)
    is_ruled_on = models.BooleanField(default=False)
    first_dealer = models.PositiveSmallIntegerField(null=True)
    moved_to = models.CharField(
        max_length=6, choices=Places.choices, blank=True, default="", db_default=""
    )

    class Meta:
        verbose_name_plural = "matches"
        constraints = [models.CheckConstraint(condition=~Q(game=""), name="match_has_a_game")]


class Guest(models.Model):
    """Whoever sits in one seat of one friendly: a row of its own each time, with an account or
    without. `name` is what they said, empty where it was reported: they are a guest, then."""

    name = models.CharField(max_length=MAX_LENGTH, blank=True)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="guests"
    )
    at = models.DateTimeField()

    def __str__(self) -> str:
        return self.name


class GuestKey(models.Model):
    """A secret by which somebody has the seat of a guest: that of a browser, or of their own link.
    Only its digest is kept. A browser has one secret for all its seats."""

    guest = models.ForeignKey(Guest, models.CASCADE, related_name="keys")
    digest = models.CharField(max_length=64)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["digest", "guest"], name="guest_key_once"),
        ]


class Bot(models.Model):
    """A computer player in one seat of one match: a row of its own each time.

    `code` is one of `games.engine.gin.bots.roster`, or of an `Opponent`. Of that the rest is a
    copy, made as it sat down: what is changed later changes no match. Its whims, and its words of
    the fair deal, follow from `seed`: nobody is shown it.
    """

    code = models.CharField(max_length=16)
    seed = models.CharField(max_length=64)
    name = models.CharField(max_length=GUEST_NAME_LENGTH, blank=True, default="", db_default="")
    portrait = models.CharField(max_length=16, blank=True, default="", db_default="")
    manner = models.JSONField(null=True)

    def __str__(self) -> str:
        return self.code


class MatchSeat(models.Model):
    """Who sits where: a player of a club, in a friendly a guest or a computer player. A row stands
    as soon as they are known."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="seats")
    seat = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, models.PROTECT, null=True, related_name="match_seats")
    guest = models.OneToOneField(Guest, models.PROTECT, null=True, related_name="seat")
    bot = models.OneToOneField(Bot, models.PROTECT, null=True, related_name="seat")

    class Meta:
        ordering = ["match", "seat"]
        constraints = [
            models.UniqueConstraint(fields=["match", "seat"], name="seat_taken_once"),
            models.UniqueConstraint(fields=["match", "player"], name="no_player_against_himself"),
            models.CheckConstraint(
                condition=(
                    Q(player__isnull=False, guest__isnull=True, bot__isnull=True)
                    | Q(player__isnull=True, guest__isnull=False, bot__isnull=True)
                    | Q(player__isnull=True, guest__isnull=True, bot__isnull=False)
                ),
                name="one_of_three_sits",
            ),
        ]

    @property
    def user_id(self) -> int | None:
        """The account of whoever sits here, None where they have none."""
        who = self.player or self.guest
        return None if who is None else who.user_id


class Superseding(Recorded):
    """A fact that a later one may replace: it stays, `superseded_at` says until when it held."""

    superseded_at = models.DateTimeField(null=True)

    class Meta:
        abstract = True


def one_standing(*fields: str, name: str, **where: object) -> models.UniqueConstraint:
    """A constraint: of the facts that stand no two have the same in these fields; with `where`, of
    those of which that holds."""
    condition = Q(superseded_at__isnull=True, **where)
    return models.UniqueConstraint(fields=fields, condition=condition, name=name)


class Submission(Superseding):
    """What was handed in for a match, at its level of detail. One holds at a time.

    `payload` holds what a level needs: `{"games": [..]}`, `{"games_won": [..]}`,
    `{"walkover": seat}`; hands are rows of their own. A drawn match is handed in as the games that
    both have won when time was up, `{"games_won": [1, 1]}`, where the event knows drawn matches.
    """

    match = models.ForeignKey(Match, models.CASCADE, related_name="submissions")
    revision = models.PositiveIntegerField()
    level = models.CharField(max_length=16, choices=levels.CHOICES)
    payload = models.JSONField(default=dict)
    reason = models.CharField(max_length=500, blank=True)
    supersedes = models.OneToOneField("self", models.RESTRICT, null=True, related_name="next")

    class Meta:
        ordering = ["match", "revision"]
        constraints = [
            models.UniqueConstraint(fields=["match", "revision"], name="submission_revision_once"),
            one_standing("match", name="one_standing_submission_a_match"),
        ]


class FirstDeal(Superseding):
    """Who deals first in a match, as it was found before its first hand. One holds at a time.

    `cards` are those that were drawn, by seat, as `["KS", "7H"]`; empty where it was agreed, or
    found in another way. What they say is the matter of the game's rules; `dealer` is who deals,
    also where they say otherwise and the players agreed so.
    """

    match = models.ForeignKey(Match, models.CASCADE, related_name="first_deals")
    cards = models.JSONField(default=list)
    dealer = models.PositiveSmallIntegerField()
    reason = models.CharField(max_length=500, blank=True)

    class Meta:
        ordering = ["match", "id"]
        constraints = [one_standing("match", name="one_standing_first_deal_a_match")]


class MatchMove(Recorded):
    """A match of a hybrid event goes on at an online table, or at its table in the room again: the
    `number`-th time. Where it is now the newest one says."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="moves")
    number = models.PositiveIntegerField()
    to = models.CharField(max_length=6, choices=Match.Places.choices)
    reason = models.CharField(max_length=500, blank=True)

    class Meta:
        ordering = ["match", "number"]
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="match_move_once"),
        ]


class MoveRequest(Recorded):
    """A seat asks that the match move to the other place. It holds as long as the match has this
    `version`: whatever is written to the match ends it."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="move_requests")
    seat = models.PositiveSmallIntegerField()
    version = models.PositiveIntegerField()

    class Meta:
        ordering = ["match", "id"]
        constraints = [
            models.UniqueConstraint(fields=["match", "version", "seat"], name="asked_to_move_once"),
        ]


class Confirmation(Recorded):
    """The second voice: the opponent or a referee says that a report is right."""

    submission = models.OneToOneField(Submission, models.CASCADE, related_name="confirmation")


class Dispute(Recorded):
    """The opponent says that a report is wrong; a referee decides."""

    submission = models.OneToOneField(Submission, models.CASCADE, related_name="dispute")
    reason = models.CharField(max_length=500)


class Hand(models.Model):
    """The identity of one deal of a match; its game is a fact and never recomputed. `deal` is the
    number d of the dealing of an online table that it was, null at a table in a room."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="hands")
    sequence = models.PositiveIntegerField()  # through the match, from 1
    game = models.PositiveIntegerField()
    number = models.PositiveIntegerField()  # in its game, from 1
    deal = models.PositiveIntegerField(null=True)

    class Meta:
        ordering = ["match", "sequence"]
        constraints = [
            models.UniqueConstraint(fields=["match", "sequence"], name="hand_sequence_once"),
            models.UniqueConstraint(fields=["match", "game", "number"], name="hand_number_once"),
            models.UniqueConstraint(
                fields=["match", "deal"], condition=Q(deal__isnull=False), name="a_deal_is_one_hand"
            ),
        ]


class HandFact(Superseding):
    """What was said of a hand. The newest revision holds.

    `players` are the seats that played it, in the order of their sides; empty where all of the
    match play every hand. `counts` are by seat, as the game has them: of gin the deadwood, null
    where none was written. What of the other columns a game uses is its own matter.
    A hand of an online table that was cut off is void, and `cut_off` says by what
    (`games.cut_offs`); `log_digest` is the digest of its actions.
    What a ruling wrote down names it, so that it goes with it. What was said before a fact is what
    it `supersedes`, unless it `restores` an earlier one: then it is what was before that one.
    """

    hand = models.ForeignKey(Hand, models.CASCADE, related_name="facts")
    revision = models.PositiveIntegerField(default=1)
    kind = models.CharField(max_length=8)
    dealer = models.PositiveSmallIntegerField()
    players = models.JSONField(default=list, db_default=Value([], models.JSONField()))
    knocker = models.PositiveSmallIntegerField(null=True)
    counts = models.JSONField()
    upcard = models.CharField(max_length=2, blank=True)
    limit_card = models.CharField(max_length=2, blank=True)
    factor = models.PositiveSmallIntegerField(default=1)
    cards = models.JSONField(
        null=True, help_text="Where it was judged from them: hands by seat, the knocker's melds."
    )
    cut_off = models.CharField(max_length=12, blank=True, default="", db_default="")
    log_digest = models.CharField(max_length=64, blank=True, default="", db_default="")
    reason = models.CharField(max_length=500, blank=True)
    ruling = models.ForeignKey(
        "Ruling",
        models.RESTRICT,
        null=True,
        related_name="hands",
        help_text="The ruling with which it was written down, or said anew.",
    )
    restores = models.ForeignKey(
        "self",
        models.RESTRICT,
        null=True,
        related_name="restored_by",
        help_text="The fact that it lets stand again; of several that say the same, the first.",
    )
    supersedes = models.OneToOneField("self", models.RESTRICT, null=True, related_name="next")

    class Meta:
        ordering = ["hand", "revision"]
        constraints = [
            models.UniqueConstraint(fields=["hand", "revision"], name="hand_revision_once"),
            one_standing("hand", name="one_standing_fact_a_hand"),
        ]


class GameDecision(Superseding):
    """What is to become of a game that a correction or a ruling left unfinished; what was decided
    with a ruling goes with it."""

    class Decisions(models.TextChoices):
        PLAY_ON = "play_on"
        LEADER = "leader"
        VOID = "void"

    match = models.ForeignKey(Match, models.CASCADE, related_name="decisions")
    game = models.PositiveIntegerField()
    decision = models.CharField(max_length=8, choices=Decisions.choices)
    reason = models.CharField(max_length=500)
    ruling = models.ForeignKey("Ruling", models.RESTRICT, null=True, related_name="decisions")

    class Meta:
        constraints = [one_standing("match", "game", name="one_standing_decision_a_game")]


class Ruling(Superseding):
    """What a referee ruled on a hand, a game or the match (rulebook 5, ruling record).

    It hangs on identities, so that it survives the correction of what was written down: `n` is the
    number of a hand through the match (also of the one that is being played), `game` that of a
    game; with neither it is on the match. `rule` is an id of the engine's irregularities, empty for
    a free ruling; `option` what was chosen, by `chosen_by`: a seat, as text, or "referee".
    `effects` are remedies as the engine writes them: their targets are seats, their conditions are
    evaluated. A ruling that was taken back has no next one; `end_reason` says why.

    Between partners several hands are played at once: `players` are those of the one that is meant,
    and `n` is then the number that the next hand was to have when it was ruled on. Which number it
    comes to have follows from the hands (`games.selectors.matches.hand_of`).
    """

    match = models.ForeignKey(Match, models.CASCADE, related_name="rulings")
    n = models.PositiveIntegerField(null=True)
    players = models.JSONField(default=list, db_default=Value([], models.JSONField()))
    game = models.PositiveIntegerField(null=True)
    offender = models.PositiveSmallIntegerField(null=True)  # null: nobody, or both
    rule = models.CharField(max_length=40, blank=True)
    rules_version = models.PositiveSmallIntegerField()
    phase = models.CharField(max_length=16, blank=True)
    conditions = models.JSONField(default=list)
    facts = models.CharField(max_length=1000, blank=True)
    option = models.CharField(max_length=60, blank=True)
    chosen_by = models.CharField(max_length=8, blank=True)
    effects = models.JSONField(default=list)
    discretionary = models.BooleanField(default=False)  # off the rule's default, or without a rule
    end_reason = models.CharField(max_length=500, blank=True)
    supersedes = models.OneToOneField("self", models.RESTRICT, null=True, related_name="next")

    class Meta:
        ordering = ["match", "id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(n__isnull=True) | Q(game__isnull=True), name="ruling_on_one_thing"
            )
        ]
        indexes = [models.Index(fields=["rule", "-at"], name="rulings_by_rule")]


class Adjustment(Superseding):
    """What a penalty of the event does to a score (rulebook 5.1); the engine's sheet takes it in.

    It hits `seat`. `points` go to the opponent in `game`, from hand `after` on; a `hand_loss` voids
    hand `n` and credits the opponent with points and boxes; a `game_loss` ends `game`, a
    `match_loss` the match. `reference` names what it is for ("penalty:12"; an event of the online
    table: "flag:31", "resigned:31", `games.cut_offs`).
    """

    class Kinds(models.TextChoices):
        POINTS = "points"
        HAND_LOSS = "hand_loss"
        GAME_LOSS = "game_loss"
        MATCH_LOSS = "match_loss"

    match = models.ForeignKey(Match, models.CASCADE, related_name="adjustments")
    kind = models.CharField(max_length=10, choices=Kinds.choices)
    seat = models.PositiveSmallIntegerField()
    n = models.PositiveIntegerField(null=True)
    game = models.PositiveIntegerField(null=True)
    after = models.PositiveIntegerField(default=0)  # hands of the match written when it was given
    points = models.PositiveSmallIntegerField(default=0)
    boxes = models.PositiveSmallIntegerField(default=0)
    reference = models.CharField(max_length=40, blank=True)

    class Meta:
        ordering = ["match", "id"]
        constraints = [one_standing("match", "n", name="hand_lost_once", kind="hand_loss")]


class SeriesNotice(Superseding):
    """In an endless Hollywood series a player says before a deal that the columns that are open are
    the last (rulebook 4.4): `seat`, in `game`, when `after` hands of the match were written down.
    It holds from the next hand on, whatever earlier hands are corrected to."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="series_notices")
    seat = models.PositiveSmallIntegerField()
    game = models.PositiveIntegerField()
    after = models.PositiveIntegerField()

    class Meta:
        ordering = ["match", "id"]
        constraints = [one_standing("match", "game", name="one_standing_notice_a_series")]
