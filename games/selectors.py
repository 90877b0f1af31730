"""A match as the fold over what was said of it."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby
from typing import Any, Literal, assert_never, cast

from django.db.models import QuerySet

from games.catalogue import rules_of
from games.engine.gin.rules import Rules
from games.engine.scoring.facts import LostHand, SheetAdjustment, WrittenHand
from games.engine.scoring.match import (
    MatchScore,
    decided,
    drawn_match,
    match_from_games,
    match_from_games_won,
    score_match,
)
from games.engine.scoring.rules import AnyRules, ScoredGame
from games.engine.scoring.sheet import IfUnfinished, MatchSheet, lost_match, match_sheet
from games.levels import ResultLevel
from games.models import (
    Adjustment,
    Confirmation,
    Dispute,
    GameDecision,
    HandFact,
    Match,
    MatchSeat,
    Ruling,
    Submission,
)
from kernel.permissions import Role, may
from kernel.seats import PerSeat


@dataclass(frozen=True, slots=True)
class Fold:
    """What a record comes to. `sheet` is there as long as the match is written down hand by hand;
    `score` always."""

    sheet: MatchSheet | None
    games: tuple[ScoredGame, ...]
    score: MatchScore


@dataclass(frozen=True)
class MatchRecord:
    """What was said of a match, and what it comes to.

    `facts` are the standing facts of its hands in order of play, each with its `hand`; `rulings`
    and `adjustments` those that stand, in the order in which they were given. It is folded when
    somebody asks what it comes to, and once.
    """

    match: Match
    game_rules: AnyRules
    seats: Iterable[MatchSeat]
    submission: Submission | None = None
    facts: tuple[HandFact, ...] = ()
    decisions: Mapping[int, IfUnfinished] | None = None
    rulings: tuple[Ruling, ...] = ()
    adjustments: tuple[Adjustment, ...] = ()

    @cached_property
    def fold(self) -> Fold:
        """What it comes to, from its facts alone."""
        return _fold(self)

    @property
    def rules(self) -> Rules:
        """The rule set of a match of gin: its knobs."""
        knobs: Rules = self.game_rules.knobs
        return knobs

    @property
    def sheet(self) -> MatchSheet | None:
        """Its hands by games; None where it is not written down by hands."""
        return self.fold.sheet

    @property
    def games(self) -> tuple[ScoredGame, ...]:
        """Its games, as far as they are known."""
        return self.fold.games

    @property
    def score(self) -> MatchScore:
        """Its games won and points, and whether it is over."""
        return self.fold.score

    @property
    def state(self) -> str:
        """The state as it follows from the facts; `match.state` is its stored copy."""
        if self.submission is None:
            return Match.States.OPEN
        if self.is_by_hands and not self.score.finished:
            return Match.States.RUNNING
        if self.stands:
            return Match.States.FINISHED
        return Match.States.DISPUTED if self._holds("dispute") else Match.States.REPORTED

    @property
    def is_by_hands(self) -> bool:
        """Whether something is written down, and its hands are what counts."""
        return self.submission is not None and ResultLevel(self.submission.level).is_by_hands

    @property
    def winner(self) -> int | None:
        """The seat that goes through, once the result stands."""
        return self.score.winner if self.state == Match.States.FINISHED else None

    @property
    def stands(self) -> bool:
        """Whether a second voice is not needed: staff wrote it down, somebody confirmed it, or a
        penalty decides the match."""
        lost = any(
            adjustment.kind == Adjustment.Kinds.MATCH_LOSS for adjustment in self.adjustments
        )
        return lost or not self.by_players or self._holds("confirmation")

    def _holds(self, kind: str) -> bool:
        """Whether there is an answer of this kind to what the players said last."""
        answer: Confirmation | Dispute | None = getattr(self.submission, kind, None)
        return answer is not None and answer.at >= max(fact.at for fact in self.by_players)

    @property
    def by_players(self) -> list[HandFact | Submission]:
        """What was not said by staff, and what therefore waits for the opponent's confirmation."""
        if self.submission is None:
            return []
        said: Iterable[HandFact | Submission]
        said = self.facts if self.is_by_hands else [self.submission]
        return [fact for fact in said if not may(frozenset({Role(fact.role)}), "match.enter")]

    @property
    def reporter(self) -> int | None:
        """The seat of the player who reported last, None where staff wrote it down."""
        said = self.by_players
        return self.seat_of(max(said, key=lambda fact: fact.at).by_id) if said else None

    def seat_of(self, user_id: int | None) -> int | None:
        """The seat in which an account plays."""
        if user_id is None:
            return None
        return next((seat.seat for seat in self.seats if seat.player.user_id == user_id), None)


def match_by_id(match_id: int) -> Match:
    """A match as it stands now: for who has its id from what they may see."""
    match: Match = Match.objects.get(pk=match_id)
    return match


def matches_by_id(ids: Collection[int]) -> dict[int, Match]:
    """The same of many."""
    matches: dict[int, Match] = Match.objects.in_bulk(ids)
    return matches


def match_record(match: Match) -> MatchRecord:
    """The record of one match. In an open one nothing is written down, and nothing looked for."""
    submissions = () if match.state == Match.States.OPEN else None
    return match_records([match], submissions)[match.pk]


def match_records(
    matches: Collection[Match], submissions: Iterable[Submission] | None = None
) -> dict[int, MatchRecord]:
    """The records of many matches: two queries, one more where a hand was corrected, and one where
    somebody asks who sits where. What stands of them may be handed in by who has read it."""
    keys = [match.pk for match in matches]
    seats = _Seats(keys)
    facts: defaultdict[int, list[HandFact]] = defaultdict(list)
    if submissions is None:
        submissions = Submission.objects.filter(
            match__in=keys, superseded_at__isnull=True
        ).select_related("confirmation", "dispute")
    standing = {submission.match_id: submission for submission in submissions}
    by_hands = [
        key for key, submission in standing.items() if ResultLevel(submission.level).is_by_hands
    ]
    standing_facts: Iterable[HandFact] = _standing_facts(*by_hands) if by_hands else ()
    for fact in standing_facts:
        facts[fact.hand.match_id].append(fact)
    # Only a correction and the referee's desk ask for a decision.
    asked = any(match.is_ruled_on for match in matches) or any(
        fact.revision > 1 for of_match in facts.values() for fact in of_match
    )
    decisions = _decisions(by_hands) if asked else defaultdict(dict)
    desk, rules = _desk(matches), _rules_of(matches)
    return {
        match.pk: MatchRecord(
            match,
            rules[match.pk],
            _SeatsOf(seats, match.pk),
            standing.get(match.pk),
            tuple(facts[match.pk]),
            decisions[match.pk],
            tuple(desk[match.pk].rulings),
            tuple(desk[match.pk].adjustments),
        )
        for match in matches
    }


def _rules_of(matches: Iterable[Match]) -> dict[int, AnyRules]:
    """The rules of these matches, by id; most play by the same, which are made once."""
    found: dict[int, AnyRules] = {}
    for stored, same in groupby(
        matches, lambda match: (match.game, match.rules, match.rules_version)
    ):
        rules = rules_of(*stored)
        found |= {match.pk: rules for match in same}
    return found


@dataclass
class _OfMatch:
    """What the referee's desk has said of one match."""

    rulings: list[Ruling] = field(default_factory=list)
    adjustments: list[Adjustment] = field(default_factory=list)


def _desk(matches: Iterable[Match]) -> defaultdict[int, _OfMatch]:
    """What stands of rulings and adjustments: two queries, none where there never were any."""
    found: defaultdict[int, _OfMatch] = defaultdict(_OfMatch)
    keys = [match.pk for match in matches if match.is_ruled_on]
    if keys:
        for ruling in Ruling.objects.filter(match__in=keys, superseded_at__isnull=True):
            found[ruling.match_id].rulings.append(ruling)
        for adjustment in Adjustment.objects.filter(match__in=keys, superseded_at__isnull=True):
            found[adjustment.match_id].adjustments.append(adjustment)
    return found


class _Seats:
    """Who sits in which of many matches, read when somebody asks for the first time."""

    def __init__(self, matches: Sequence[int]) -> None:
        self.matches = matches

    @cached_property
    def by_match(self) -> Mapping[int, Sequence[MatchSeat]]:
        found: defaultdict[int, list[MatchSeat]] = defaultdict(list)
        for seat in MatchSeat.objects.filter(match__in=self.matches).select_related("player"):
            found[seat.match_id].append(seat)
        return found


@dataclass(frozen=True, slots=True)
class _SeatsOf:
    """The seats of one of them."""

    seats: _Seats
    match: int

    def __iter__(self) -> Iterator[MatchSeat]:
        return iter(self.seats.by_match.get(self.match, ()))


def _fold(record: MatchRecord) -> Fold:
    sheet: MatchSheet | None = None
    games: tuple[ScoredGame, ...] = ()
    score = score_match(record.game_rules, (), _ahead(record))
    if record.submission is not None:
        sheet, games, score = _priced(record, record.submission)
    lost = next(
        (
            adjustment
            for adjustment in record.adjustments
            if adjustment.kind == Adjustment.Kinds.MATCH_LOSS
        ),
        None,
    )
    if lost is not None and sheet is None and record.submission is not None:
        score = lost_match(score, lost.seat)
    return Fold(sheet, games, score)


def _priced(
    record: MatchRecord, submission: Submission
) -> tuple[MatchSheet | None, tuple[ScoredGame, ...], MatchScore]:
    """What a submission comes to, at its level: the sheet, the games, the match."""
    rules, payload, ahead = record.game_rules, submission.payload, _ahead(record)
    level = ResultLevel(submission.level)
    match level:
        case ResultLevel.HANDS:
            sheet = _sheet(record)
            return sheet, tuple(game.score for game in sheet.games), sheet.score
        case ResultLevel.GAMES:
            games = tuple(
                rules.game_from_points(game["winner"], game["points"], game.get("boxes"))
                for game in payload["games"]
            )
            return None, games, match_from_games(rules, games, ahead)
        case ResultLevel.GAMES_WON:
            return None, (), match_from_games_won(rules, payload["games_won"], ahead)
        case ResultLevel.DRAWN:
            return None, (), drawn_match(rules, payload["games_won"])
        case ResultLevel.WALKOVER:
            return None, (), decided(rules.seats, payload["walkover"])
        case ResultLevel.DOUBLE_FORFEIT:
            return None, (), decided(rules.seats, None)
        case _:
            assert_never(level)


def _sheet(record: MatchRecord) -> MatchSheet:
    written = [written_hand(record, fact) for fact in record.facts]
    adjusted = [
        _on_the_sheet(adjustment)
        for adjustment in record.adjustments
        if adjustment.kind != Adjustment.Kinds.HAND_LOSS
    ]
    decisions, ahead = record.decisions or {}, _ahead(record)
    return match_sheet(record.game_rules, None, written, decisions, adjusted, ahead)


def _ahead(record: MatchRecord) -> PerSeat | None:
    """The head start by seat, where anybody has one."""
    return record.match.head_start or None


def remedies_on(record: MatchRecord, n: int) -> Any:
    """What rulings and penalties do to the price of the n-th hand, as the game has it."""
    effects = [effect for ruling in record.rulings if ruling.n == n for effect in ruling.effects]
    lost = [
        LostHand(adjustment.seat, adjustment.points, adjustment.boxes)
        for adjustment in record.adjustments
        if adjustment.kind == Adjustment.Kinds.HAND_LOSS and adjustment.n == n
    ]
    return record.game_rules.remedies(effects, lost[-1] if lost else None)


def _on_the_sheet(adjustment: Adjustment) -> SheetAdjustment:
    kind = cast(Literal["points", "game_loss", "match_loss"], adjustment.kind)  # as it is stored
    return SheetAdjustment(
        kind, adjustment.seat, adjustment.game, adjustment.after, adjustment.points
    )


def written_hand(record: MatchRecord, fact: HandFact) -> WrittenHand:
    """A hand of a match as the engine reads it, with what was ruled on it."""
    remedies = remedies_on(record, fact.hand.sequence)
    return WrittenHand(fact.hand.game, record.game_rules.written(fact), fact.dealer, remedies)


def _standing_facts(*matches: int) -> QuerySet[HandFact]:
    return (
        HandFact.objects.filter(hand__match__in=matches, superseded_at__isnull=True)
        .select_related("hand")
        .order_by("hand__match", "hand__sequence")
    )


def _decisions(matches: Sequence[int]) -> defaultdict[int, dict[int, IfUnfinished]]:
    found: defaultdict[int, dict[int, IfUnfinished]] = defaultdict(dict)
    rows = GameDecision.objects.filter(match__in=matches, superseded_at__isnull=True)
    for match, game, decision in rows.values_list("match_id", "game", "decision"):
        found[match][game] = cast(IfUnfinished, decision)
    return found


def next_hand(record: MatchRecord) -> tuple[int, int, int]:
    """Sequence, game and number of the hand that comes next; the game is 0 while it is undecided
    to which one it would belong."""
    game = (record.sheet.running_game or 0) if record.sheet else 1
    number = 1 + sum(fact.hand.game == game for fact in record.facts)
    return len(record.facts) + 1, game, number


def proposed_dealer(record: MatchRecord) -> int:
    """Who deals next by the rules; seat 0 while nobody has dealt."""
    dealer = record.sheet.next_dealer if record.sheet else None
    return 0 if dealer is None else dealer
