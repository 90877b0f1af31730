"""What was drawn, published and paired, and the stored copies of what it comes to."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from games.models import Match, Superseding, one_standing
from players.models import Recorded
from tournaments.domain import open_results
from tournaments.domain.formats.registry import format_class, format_of
from tournaments.domain.kinds.base import Format
from tournaments.models.entries import Entry
from tournaments.models.event import Table, Tournament


class Stage(models.Model):
    """A part of a tournament with its own format.

    `cut` says who comes into it from the stage before (the fields of `domain.cuts.Cut`). `rules`
    are knobs over the tournament's for all its matches, `finals` more of them for its last rounds:
    `{"rounds": 3, "rules": {"match_n": 5}}`. `held` is the number of a round that the director has
    dropped: it is drawn again at the director's word, not of itself. `redrawn` is a copy: how the
    draw that stands would be made now, where results of the stage before were corrected since
    (`Reseeding`). So is `repaired`: the rounds that would be paired otherwise, each with how
    (`Repairing`).
    """

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="stages")
    number = models.PositiveSmallIntegerField(default=1)
    format = models.CharField(max_length=32)
    settings = models.JSONField(default=dict)
    cut = models.JSONField(default=dict)
    rules = models.JSONField(default=dict)
    finals = models.JSONField(default=dict)
    held = models.PositiveSmallIntegerField(null=True)
    redrawn = models.JSONField(null=True)
    repaired = models.JSONField(default=list)

    class Meta:
        ordering = ["tournament", "number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="stage_number_once")
        ]

    @property
    def format_class(self) -> type[Format]:
        """The format by its code, whatever its settings."""
        return format_class(self.format)

    @property
    def compares(self) -> tuple[str, ...]:
        """What its table is ordered by; () where its format has an order of its own."""
        return format_of(self.format, self.settings).tiebreaks

    @property
    def knows_draws(self) -> bool:
        """Whether a match may end drawn."""
        return bool(self.settings.get("draws"))


class Draw(Superseding):
    """Chance and order as a fact: the seed, the method, the version of the algorithm.

    `order` are ids of the entries, best seed first; `given` are pairs: an entry, and its seed
    before the draw.
    """

    stage = models.ForeignKey(Stage, models.CASCADE, related_name="draws")
    seed = models.CharField(max_length=64)
    method = models.CharField(max_length=8)
    algorithm = models.PositiveSmallIntegerField()
    order: "models.JSONField[list[int], list[int]]" = models.JSONField()
    given: "models.JSONField[list[list[int]], list[list[int]]]" = models.JSONField(default=list)

    class Meta:
        constraints = [one_standing("stage", name="one_standing_draw")]


class Round(models.Model):
    """A round of a stage. Its state is a fold over publication and results; `state` a copy.

    `proposed` is what the program paired where rounds are paired one by one, as pairs of entries
    (null: a bye): the director's own pairings are compared with it. `left_open` are the matches
    before it that were open when it was paired (`open_results.OpenResult`), null where none was.

    A round that a correction has set aside, with all that was played of it, has no stage any more:
    `set_aside_from` names the one that it had, so that it can be brought back. Rounds are found by
    their stage, so whoever has one in hand reads it as never missing; `stage_id` is None where it
    was set aside meanwhile.
    """

    stage: "models.ForeignKey[Stage, Stage]" = models.ForeignKey(  # type: ignore[misc]  # see above
        Stage, models.CASCADE, null=True, related_name="rounds"
    )
    set_aside_from = models.ForeignKey(
        Stage, models.CASCADE, null=True, related_name="rounds_set_aside"
    )
    number = models.PositiveSmallIntegerField()
    rules = models.JSONField(null=True)  # knobs over the tournament's, for this round's matches
    proposed = models.JSONField(default=list)
    left_open = models.JSONField(null=True)
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
        constraints = [one_standing("round", name="published_once")]


class Unpublication(Superseding):
    """The director took the publication of a round back: it stands until it is published by word.

    It hangs on the number of the round: as a draft it may be drawn anew meanwhile.
    """

    stage = models.ForeignKey(Stage, models.CASCADE, related_name="unpublications")
    number = models.PositiveSmallIntegerField()

    class Meta:
        constraints = [one_standing("stage", "number", name="unpublished_once")]


class RoundWindow(Superseding):
    """A round is played `until` an hour. One stands at a time; `closed_at`: by then the program has
    settled what was not played."""

    round = models.ForeignKey(Round, models.CASCADE, related_name="windows")
    until = models.DateTimeField()
    closed_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["id"]
        indexes = [
            models.Index(
                fields=["until"],
                condition=Q(superseded_at=None, closed_at=None),
                name="windows_to_close",
            )
        ]
        constraints = [one_standing("round", name="one_standing_window_a_round")]


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
    """Two sides that meet in a round; its number is its place in the round, byes counted.

    `reason` says why, as code and values, where rounds are paired one by one.
    """

    round = models.ForeignKey(Round, models.CASCADE, related_name="pairings")
    number = models.PositiveIntegerField()
    reason = models.JSONField(null=True)
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

    @property
    def is_set_aside(self) -> bool:
        """Whether its round was set aside by a correction, so that nobody finds it any more."""
        return self.pairing.round.stage_id is None


class TimeProposal(Superseding):
    """A player proposes up to three hours for their match, as `["2026-12-02T19:00:00+00:00", ..]`.
    It stands until either of the two proposes anew, or one of them is agreed on."""

    board = models.ForeignKey(Board, models.CASCADE, related_name="time_proposals")
    seat = models.PositiveSmallIntegerField()
    times: "models.JSONField[list[str], list[str]]" = models.JSONField()

    class Meta:
        ordering = ["id"]
        constraints = [one_standing("board", name="one_standing_proposal_a_match")]


class AgreedTime(Superseding):
    """The hour on which the two of a match have agreed: `seat` took it from what the other had
    proposed. It stands until they agree on another one."""

    proposal = models.OneToOneField(TimeProposal, models.CASCADE, related_name="agreed")
    board = models.ForeignKey(Board, models.CASCADE, related_name="agreed_times")
    seat = models.PositiveSmallIntegerField()
    time = models.DateTimeField()

    class Meta:
        ordering = ["id"]
        constraints = [one_standing("board", name="one_standing_time_a_match")]


class Kept(Superseding):
    """Who stays on a side of a pairing although another one came through its feeder."""

    side = models.ForeignKey(PairingSide, models.CASCADE, related_name="kept")
    entry = models.ForeignKey(Entry, models.PROTECT, related_name="+")

    class Meta:
        constraints = [one_standing("side", name="one_kept_on_a_side")]


class LeftOpen(Superseding):
    """A round is drawn though a match before it goes on: the director's word, as what it counts
    there (`open_results.OpenResult`).

    It hangs on the number of the round: as a draft it may be drawn anew meanwhile, and what it was
    drawn from in the end is kept with it (`Round.left_open`).
    """

    class CountedAs(models.TextChoices):
        LEVEL = open_results.CountedAs.LEVEL
        AS_IT_STANDS = open_results.CountedAs.AS_IT_STANDS

    stage = models.ForeignKey(Stage, models.CASCADE, related_name="left_open")
    round = models.PositiveSmallIntegerField()
    pairing = models.ForeignKey(Pairing, models.CASCADE, related_name="left_open")
    counted_as = models.CharField(max_length=12, choices=CountedAs.choices)
    won: "models.JSONField[list[int], list[int]]" = models.JSONField()

    class Meta:
        ordering = ["id"]
        constraints = [
            one_standing("stage", "round", "pairing", name="left_open_once"),
        ]


class StandingTable(models.Model):
    """The standings after a round, as computed by a worker from the facts; dropped and rebuilt
    at will. `basis` is a digest of the facts that they were computed from."""

    stage = models.ForeignKey(Stage, models.CASCADE, related_name="standing_tables")
    round = models.OneToOneField(Round, models.CASCADE, related_name="standing_table")
    version = models.PositiveIntegerField()  # of the tournament whose facts it shows
    computed_at = models.DateTimeField()
    basis = models.CharField(max_length=64, blank=True)
    rows = models.JSONField()


class Notice(models.Model):
    """A message that was or is to be written once; `sent_at`: when it was given to the outbox.

    Its `kind` says what it is `about`; one about a pairing goes with it.
    """

    stage = models.ForeignKey(Stage, models.CASCADE, related_name="notices")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="notices")
    kind = models.CharField(max_length=16)
    about = models.CharField(max_length=32, blank=True)
    pairing = models.ForeignKey(Pairing, models.CASCADE, null=True, related_name="notices")
    created_at = models.DateTimeField(auto_now_add=True)
    sent_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["stage", "user", "kind", "about"], name="notice_once")
        ]
