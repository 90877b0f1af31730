"""A match as the fold over what was said of it."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from itertools import groupby
from typing import Any, Literal, TypeVar, assert_never, cast

from games.catalogue import rules_of
from games.cut_offs import is_resignation
from games.engine.gin.rules import Rules
from games.engine.scoring.facts import LostHand, SheetAdjustment, SheetNotice, WrittenHand
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
    FirstDeal,
    GameDecision,
    HandFact,
    Match,
    MatchSeat,
    Ruling,
    SeriesNotice,
    Submission,
)
from kernel.permissions import ONLINE, Role, may
from kernel.seats import SIDES, PerSeat, nothing

_Row = TypeVar("_Row", MatchSeat, Ruling, Adjustment, SeriesNotice)
_Said = TypeVar("_Said", Ruling, Adjustment, SeriesNotice)


UNFINISHED = (Match.States.OPEN, Match.States.RUNNING)
"""The states of a match in which the next hand can be written down."""


@dataclass(frozen=True, slots=True)
class Fold:
    """What a record comes to. `sheet` is there as long as the match is written down hand by hand;
    `score` always."""

    score: MatchScore
    games: tuple[ScoredGame, ...] = ()
    sheet: MatchSheet | None = None


@dataclass(frozen=True)
class MatchRecord:
    """What was said of a match, and what it comes to.

    `facts` are the standing facts of its hands in order of play, each with its `hand`; `rulings`,
    `adjustments` and `notices` those that stand, in the order in which they were given. It is
    folded when somebody asks what it comes to, and once.
    """

    match: Match
    game_rules: AnyRules
    seats: Iterable[MatchSeat]
    submission: Submission | None = None
    facts: tuple[HandFact, ...] = ()
    decisions: Mapping[int, IfUnfinished] | None = None
    rulings: tuple[Ruling, ...] = ()
    adjustments: tuple[Adjustment, ...] = ()
    notices: tuple[SeriesNotice, ...] = ()

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
        return bool(self.match_loss) or not self.by_players or self._holds("confirmation")

    @property
    def match_loss(self) -> Adjustment | None:
        """The penalty that decides the match, where one does."""
        kind = Adjustment.Kinds.MATCH_LOSS
        return next((given for given in self.adjustments if given.kind == kind), None)

    def _holds(self, kind: str) -> bool:
        """Whether there is an answer of this kind to what the players said last."""
        answer: Confirmation | Dispute | None = getattr(self.submission, kind, None)
        return answer is not None and answer.at >= max(fact.at for fact in self.by_players)

    @property
    def by_players(self) -> list[HandFact | Submission]:
        """What was said neither by staff nor by the program, as an online table says it, and what
        therefore waits for the opponent's confirmation."""
        if self.submission is None:
            return []
        said: Iterable[HandFact | Submission]
        said = self.facts if self.is_by_hands else [self.submission]
        return [fact for fact in said if not _is_final(Role(fact.role))]

    @cached_property
    def first_deal(self) -> FirstDeal | None:
        """How it was found who deals first, where that is noted; it is read when somebody asks."""
        if self.match.first_dealer is None:
            return None
        return self.match.first_deals.filter(superseded_at__isnull=True).first()

    @property
    def first_deal_agreed(self) -> bool:
        """Whether who deals first does not follow from cards, by the reading of the rules."""
        noted = self.first_deal
        if noted is None or not noted.cards:
            return noted is not None
        if noted.via == ONLINE.via:  # its table dealt the cards, and held them to the rules
            return False
        _cards, dealer = self.game_rules.drawn(noted.cards)
        return dealer not in (None, noted.dealer)

    @property
    def has_partners(self) -> bool:
        """Whether several share a side of it."""
        return self.game_rules.seats > self.game_rules.sides

    @property
    def reporter(self) -> int | None:
        """The side of the player who reported last, None where staff wrote it down."""
        said = self.by_players
        return self.side_of(max(said, key=lambda fact: fact.at).by_id) if said else None

    def side_of(self, user_id: int | None) -> int | None:
        """The side for which an account plays; where two play, its seat."""
        seat = self.seat_of(user_id)
        return None if seat is None else self.game_rules.side_of(seat)

    def seat_of(self, user_id: int | None) -> int | None:
        """The seat in which an account plays."""
        if user_id is None:
            return None
        return next((seat.seat for seat in self.seats if seat.user_id == user_id), None)

    def fact_of(self, n: int | None) -> HandFact | None:
        """What stands of the n-th hand; None where it is not written down."""
        return next((fact for fact in self.facts if fact.hand.sequence == n), None)

    def said_anew(self, old: HandFact, new: HandFact) -> "MatchRecord":
        """The record with another fact in the place of one."""
        return replace(self, facts=tuple(new if fact is old else fact for fact in self.facts))


def _is_final(role: Role) -> bool:
    """Whether what somebody says in this role needs nobody's confirmation."""
    return role is Role.SYSTEM or may(frozenset({role}), "match.enter")


def match_by_id(match_id: int) -> Match:
    """A match as it stands now: for who has its id from what they may see."""
    match: Match = Match.objects.get(pk=match_id)
    return match


def rules_at(match: Match) -> AnyRules:
    """By what a match is scored."""
    return rules_of(match.game, match.rules, match.rules_version)


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
    """The records of many matches: two queries, one more where a hand was corrected, one where a
    series is endless, and one where somebody asks who sits where. What stands of them may be handed
    in by who has read it."""
    keys = [match.pk for match in matches]
    seats = MatchSeat.objects.filter(match__in=keys).select_related("player", "guest")
    seats_of_all = cache(lambda: _by_match(seats))
    if submissions is None:
        submissions = Submission.objects.filter(
            match__in=keys, superseded_at__isnull=True
        ).select_related("confirmation", "dispute")
    standing = {submission.match_id: submission for submission in submissions}
    by_hands = [
        key for key, submission in standing.items() if ResultLevel(submission.level).is_by_hands
    ]
    facts = _standing_facts(by_hands)
    ruled_on = [match.pk for match in matches if match.is_ruled_on]
    rulings_of, adjustments_of = _standing(Ruling, ruled_on), _standing(Adjustment, ruled_on)
    # Only a correction and the referee's desk ask for a decision.
    asked = ruled_on or any(fact.revision > 1 for of_match in facts.values() for fact in of_match)
    decisions = _decisions(by_hands if asked else ())
    rules = _rules_of(matches)
    notices_of = _standing(SeriesNotice, [key for key in by_hands if rules[key].knows_notice])
    return {
        match.pk: MatchRecord(
            match,
            rules[match.pk],
            _Seats(match.pk, seats_of_all),
            standing.get(match.pk),
            tuple(facts[match.pk]),
            decisions[match.pk],
            tuple(rulings_of[match.pk]),
            tuple(adjustments_of[match.pk]),
            tuple(notices_of[match.pk]),
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


@dataclass(frozen=True, slots=True)
class _Seats:
    """Who sits in a match; it is read, for all that were asked for, when somebody looks."""

    match: int
    of_all: Callable[[], Mapping[int, Sequence[MatchSeat]]]

    def __iter__(self) -> Iterator[MatchSeat]:
        return iter(self.of_all().get(self.match, ()))


def _standing(kind: type[_Said], matches: Sequence[int]) -> defaultdict[int, list[_Said]]:
    """What stands of one kind that was said of these matches."""
    # A query about nothing asks the database nothing, but it takes its time to be written.
    if not matches:
        return defaultdict(list)
    return _by_match(kind.objects.filter(match__in=matches, superseded_at__isnull=True))


def _by_match(rows: Iterable[_Row]) -> defaultdict[int, list[_Row]]:
    """Rows of several matches, by the ids of these."""
    found: defaultdict[int, list[_Row]] = defaultdict(list)
    for row in rows:
        found[row.match_id].append(row)
    return found


def _fold(record: MatchRecord) -> Fold:
    if record.submission is None:
        return Fold(score_match(record.game_rules, (), _ahead(record)))
    fold = _priced(record, record.submission)
    if record.match_loss is not None and fold.sheet is None:
        fold = replace(
            fold, score=lost_match(fold.score, record.game_rules.side_of(record.match_loss.seat))
        )
    return fold


def _priced(record: MatchRecord, submission: Submission) -> Fold:
    """What a submission comes to, at its level."""
    rules, payload, ahead = record.game_rules, submission.payload, _ahead(record)
    level = ResultLevel(submission.level)
    match level:
        case ResultLevel.HANDS:
            sheet = _sheet(record)
            return Fold(sheet.score, tuple(game.score for game in sheet.games), sheet)
        case ResultLevel.GAMES:
            games = tuple(rules.game_from_result(game) for game in payload["games"])
            return Fold(match_from_games(rules, games, ahead), games)
        case ResultLevel.GAMES_WON:
            return Fold(match_from_games_won(rules, payload["games_won"], ahead))
        case ResultLevel.DRAWN:
            return Fold(drawn_match(rules, payload["games_won"]))
        case ResultLevel.WALKOVER:
            return Fold(decided(rules.sides, rules.side_of(payload["walkover"])))
        case ResultLevel.DOUBLE_FORFEIT:
            return Fold(decided(rules.sides, None))
        case _:
            assert_never(level)


def _sheet(record: MatchRecord) -> MatchSheet:
    written = [written_hand(record, fact) for fact in record.facts]
    decisions, ahead = record.decisions or {}, _ahead(record)
    first = record.match.first_dealer
    return match_sheet(record.game_rules, first, written, decisions, _said(record), ahead)


def _said(record: MatchRecord) -> list[SheetAdjustment | SheetNotice]:
    """What was said between the hands, in its order."""
    adjusted = [
        adjustment
        for adjustment in record.adjustments
        if adjustment.kind != Adjustment.Kinds.HAND_LOSS
    ]
    said: list[Adjustment | SeriesNotice] = [*adjusted, *record.notices]
    return [
        SheetNotice(one.seat, one.game, one.after)
        if isinstance(one, SeriesNotice)
        else _on_the_sheet(one)
        for one in sorted(said, key=lambda one: one.at)
    ]


def _ahead(record: MatchRecord) -> PerSeat | None:
    """The head start by seat, where anybody has one."""
    return record.match.head_start or None


def remedies_on(record: MatchRecord, n: int, players: Sequence[int]) -> Any:
    """What rulings and penalties do to the price of the n-th hand, which these play, as the game
    has it."""
    ruled = [ruling for ruling in record.rulings if is_ruled_on(record, ruling, n, players)]
    effects = [effect for ruling in ruled for effect in ruling.effects]
    lost = [
        LostHand(adjustment.seat, adjustment.points, adjustment.boxes)
        for adjustment in record.adjustments
        if adjustment.kind == Adjustment.Kinds.HAND_LOSS and adjustment.n == n
    ]
    return record.game_rules.remedies(effects, lost[-1] if lost else None, players)


def is_ruled_on(record: MatchRecord, ruling: Ruling, n: int, players: Sequence[int]) -> bool:
    """Whether a ruling is on the n-th hand, which these play: of one that was played at once with
    others, if it is of the same round."""
    if not ruling.players:
        return bool(ruling.n == n)
    return {*ruling.players} == {*players} and is_in_round(record, ruling, n)


def is_in_round(record: MatchRecord, ruling: Ruling, n: int) -> bool:
    """Whether the n-th hand is the one that a ruling named, or a later one of its round."""
    if ruling.n is None or n <= ruling.n:
        return bool(ruling.n == n)
    named = record.fact_of(ruling.n)
    size = record.game_rules.hands_in_round
    before = (named.hand.number - 1) % size if named else 0
    return n - ruling.n < size - before


def hand_of(record: MatchRecord, ruling: Ruling) -> int | None:
    """The number of the hand that a ruling is on: of one that is still played at once with others,
    that of the next one; null where it is on none."""
    if not ruling.players:
        n: int | None = ruling.n
        return n
    for fact in record.facts:
        if is_ruled_on(record, ruling, fact.hand.sequence, fact.players):
            return int(fact.hand.sequence)
    coming = len(record.facts) + 1
    return coming if is_in_round(record, ruling, coming) else None


def _on_the_sheet(adjustment: Adjustment) -> SheetAdjustment:
    kind = cast(Literal["points", "game_loss", "match_loss"], adjustment.kind)  # as it is stored
    return SheetAdjustment(
        kind,
        adjustment.seat,
        adjustment.game,
        adjustment.after,
        adjustment.points,
        resigned=is_resignation(adjustment.reference),
    )


def written_hand(record: MatchRecord, fact: HandFact) -> WrittenHand:
    """A hand of a match as the engine reads it, with what was ruled on it."""
    cut_off, players = bool(fact.cut_off), tuple(fact.players)
    remedies = remedies_on(record, fact.hand.sequence, players)
    written = record.game_rules.written(fact)
    return WrittenHand(fact.hand.game, written, fact.dealer, remedies, cut_off, players)


def _standing_facts(matches: Sequence[int]) -> defaultdict[int, list[HandFact]]:
    """What stands of the hands of these matches, in order of play."""
    found: defaultdict[int, list[HandFact]] = defaultdict(list)
    if not matches:
        return found
    facts = HandFact.objects.filter(hand__match__in=matches, superseded_at__isnull=True)
    for fact in facts.select_related("hand").order_by("hand__match", "hand__sequence"):
        found[fact.hand.match_id].append(fact)
    return found


def _decisions(matches: Sequence[int]) -> defaultdict[int, dict[int, IfUnfinished]]:
    found: defaultdict[int, dict[int, IfUnfinished]] = defaultdict(dict)
    if not matches:
        return found
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


def proposed_players(record: MatchRecord) -> tuple[int, ...]:
    """Who play the next hand by the rules; nobody where all play every hand, or none follows. Where
    several draw for their places, the cards say who play the first."""
    rules, first = record.game_rules, record.match.first_dealer
    begins = not record.facts and not record.score.finished
    noted = record.first_deal if begins and first is not None and rules.sides > SIDES else None
    if noted is not None and noted.cards:
        return rules.drawn_players(noted.cards)
    if record.sheet is not None:
        return record.sheet.next_players
    return rules.next_players(1, (), first)


def waiting_seats(record: MatchRecord) -> Sequence[int]:
    """Who sits out in the next hand, in the order in which they come in; nobody where all play."""
    dealt = record.sheet.dealt if record.sheet else ()
    return record.game_rules.waiting_for(proposed_players(record), dealt)


def accounts_of(record: MatchRecord) -> PerSeat:
    """What each gets from the others over all games that count, or pays below 0; nothing is kept of
    it where two settle by the net."""
    return settled_so_far(record) if record.game_rules.sides > SIDES else ()


def settled_so_far(record: MatchRecord) -> PerSeat:
    """The same of any match in which every game has accounts."""
    rules = record.game_rules
    settled = [rules.accounts(game) for game in record.games if game.winner is not None]
    return tuple(sum(of_side) for of_side in zip(nothing(rules.sides), *settled, strict=True))


def players_of(record: MatchRecord, n: int) -> tuple[int, ...]:
    """Who played the n-th hand, or are to play it; nobody where all play every hand."""
    fact = record.fact_of(n)
    return tuple(fact.players) if fact else proposed_players(record)


def still_to_play(record: MatchRecord) -> Sequence[tuple[int, ...]]:
    """Who meet in the hands that can be played now, side by side; nobody where all play every
    hand."""
    if record.game_rules.hands_in_round == 1:
        players = proposed_players(record)
        return [players] if players else []
    if record.sheet is None:
        return record.game_rules.still_to_play(1, ())
    return record.game_rules.still_to_play(record.sheet.running_game or 1, record.sheet.dealt)


def proposed_dealer(record: MatchRecord) -> int:
    """Who deals next by the rules; while nobody has dealt, who was found to deal first, else seat
    0."""
    players = proposed_players(record)
    if record.sheet is not None and (record.sheet.next_dealer is not None or not players):
        return record.sheet.next_dealer or 0
    return record.game_rules.dealer_among(players, record.match.first_dealer or 0)
