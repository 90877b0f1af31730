"""A match as the API shows it: its place, who plays, and what was written down of it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any, NamedTuple

from drf_spectacular.utils import PolymorphicProxySerializer, extend_schema_field
from rest_framework import serializers

from games.catalogue import GAMES, HAND_KINDS
from games.engine.gin.partnership import PlayedRound, RoundScore, rounds_of
from games.engine.gin.scoring.hollywood import HollywoodScore
from games.engine.scoring.facts import SheetNotice
from games.engine.scoring.game_score import GameScore
from games.engine.scoring.game_sheet import SheetGame, SheetHand
from games.engine.scoring.table_score import TableScore
from games.levels import ResultLevel
from games.models import HandFact, Match
from games.selectors.matches import (
    MatchRecord,
    accounts_of,
    match_by_id,
    match_record,
    next_hand,
    proposed_dealer,
    proposed_players,
    waiting_seats,
)
from games.selectors.moves import asked_to_move
from kernel.seats import SIDES, PerSeat
from tournaments.api.fields import PlayersField, SeatField, TextOrNull, pair
from tournaments.domain.lifecycle import MatchState, RoundState, match_state
from tournaments.models import Board, PairingSide
from tournaments.selectors.events.play import plays_online
from tournaments.selectors.stages.bracket import Slot, bracket, matches_of
from tournaments.selectors.stages.partners import Partner, partners_at
from tournaments.selectors.stages.record import MatchFact
from tournaments.selectors.stages.sides import NamedSide, has_left, name_at, sides_at


class ShownHand(NamedTuple):
    """A hand with its price, and the fact that was written of it."""

    sheet: SheetHand
    fact: HandFact

    @property
    def knocker(self) -> int | None:
        """The seat that ended it."""
        knocker: int | None = self.sheet.score.knocker
        if knocker is None or not self.fact.players:
            return knocker
        seat: int | None = self.fact.knocker
        return seat

    @property
    def cut_off(self) -> bool:
        """Whether it was not played out at its online table."""
        return bool(self.fact.cut_off)

    @property
    def online(self) -> bool:
        """Whether it was dealt at an online table."""
        return self.fact.hand.deal is not None


class ShownGame(NamedTuple):
    """A game with its hands, none where it was handed in as a whole."""

    sheet: SheetGame
    hands: Sequence[ShownHand]
    rounds: Sequence[PlayedRound] = ()

    @property
    def accounts(self) -> PerSeat:
        """What everybody gets from the others at a table of three or more."""
        score = self.sheet.score
        return score.accounts if isinstance(score, TableScore) else ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownMatch(Slot):
    """A match in its place, and what was written down of it."""

    tournament: int
    record: MatchRecord
    where: str
    asked: tuple[bool, bool]
    partners: Sequence[Partner] = ()

    @property
    def reporter(self) -> int | None:
        """The seat of who reported, while that waits for the opponent or the referee."""
        waits = self.record.state in {Match.States.REPORTED, Match.States.DISPUTED}
        return self.record.reporter if waits else None

    @property
    def next_hand(self) -> Mapping[str, object] | None:
        """None where no hand follows, or it is not known to which game it would belong."""
        by_hand = self.record.submission is None or self.record.sheet is not None
        n, game, number = next_hand(self.record)
        if self.record.score.finished or not by_hand or not game:
            return None
        row = {"n": n, "game": game, "number_in_game": number}
        players = proposed_players(self.record)
        more: dict[str, object] = {"players": players} if players else {}
        if waiting := waiting_seats(self.record):
            more["waiting"] = waiting
        return row | {"dealer": proposed_dealer(self.record)} | more

    @property
    def account(self) -> PerSeat | None:
        """What the games have brought in a match to points; None where it is not to points."""
        rules = self.record.game_rules
        return self.record.score.account(rules) if rules.match_type == "points" else None

    @property
    def accounts(self) -> PerSeat:
        return accounts_of(self.record)

    @property
    def first_deal(self) -> Mapping[str, object] | None:
        noted = self.record.first_deal
        if noted is None:
            return None
        agreed = self.record.first_deal_agreed
        return {"cards": noted.cards, "dealer": noted.dealer, "agreed": agreed}

    @property
    def games(self) -> list[ShownGame]:
        return games_of(self.record)


class BoardNumber(serializers.IntegerField):
    """1 where a match has only one board, which has no number of its own."""

    def to_representation(self, value: int) -> int:
        return value or 1


class MatchShape(serializers.Serializer[Slot]):
    """A match in a list."""

    id = serializers.IntegerField(source="match.pk")
    stage = serializers.IntegerField()
    round = serializers.IntegerField()
    number = serializers.IntegerField()
    board = BoardNumber(help_text="From 1; between players there is one.")
    table = serializers.IntegerField(allow_null=True)
    state = serializers.ChoiceField(choices=[str(state) for state in MatchState])
    players = PlayersField()
    games_won = pair()
    winner = SeatField()
    version = serializers.IntegerField(source="match.version")
    leaves_rules = serializers.BooleanField(
        source="against",
        help_text="Somebody stays in this match who, by the results, does not come to it.",
    )


class HandShape(serializers.Serializer[ShownHand]):
    """A hand as it was written down, and what it is worth."""

    n = serializers.IntegerField(source="sheet.n", help_text="Through the match, from 1.")
    game = serializers.IntegerField(source="sheet.game")
    number_in_game = serializers.IntegerField(source="sheet.number")
    dealer = SeatField(source="sheet.dealer")
    dealer_differs = serializers.BooleanField(
        source="sheet.dealer_differs", help_text="From the one that the rules propose."
    )
    kind = serializers.ChoiceField(
        choices=[*HAND_KINDS, "undercut", "tie"],
        source="sheet.score.kind",
    )
    knocker = SeatField()
    counts = serializers.ListField(
        child=serializers.IntegerField(allow_null=True),
        source="sheet.score.counts",
        allow_null=True,
        help_text="Deadwood by seat, null of who sat out; between partners of the two `players`. "
        "In rummy what each still holds.",
    )
    winner = SeatField(source="sheet.score.winner")
    points = serializers.IntegerField(source="sheet.score.points")
    boxes = serializers.IntegerField(source="sheet.score.boxes")
    entries = serializers.ListField(
        child=serializers.IntegerField(),
        source="sheet.score.entries",
        required=False,
        help_text="Where all play the hand: what each writes down of it, by seat, below 0 too.",
    )
    upcard = TextOrNull(source="fact.upcard")
    limit_card = TextOrNull(source="fact.limit_card")
    factor = serializers.IntegerField(source="fact.factor")
    after_end = serializers.BooleanField(
        source="sheet.after_end",
        help_text="Played on after a game that, as corrected, was over: it counts as void.",
    )
    cut_off = serializers.BooleanField(
        help_text="Not played out at its online table: it is void, and its actions are kept."
    )
    online = serializers.BooleanField(help_text="Dealt at an online table.")
    revision = serializers.IntegerField(
        source="fact.revision", help_text="1, and one more with each correction."
    )
    columns = serializers.ListField(
        child=serializers.IntegerField(),
        source="sheet.columns",
        help_text="Of a Hollywood sheet, those in which it was entered, from 1; else none.",
    )
    players = serializers.ListField(
        child=serializers.IntegerField(),
        source="fact.players",
        required=False,
        help_text="Where not all play every hand: the seats that played it. Between partners in "
        "the order of the sides; in a Chouette the box first, then the captain.",
    )

    def to_representation(self, instance: ShownHand) -> dict[str, Any]:
        row: dict[str, Any] = super().to_representation(instance)
        for name in ("players", "entries"):
            if not row.get(name):
                row.pop(name, None)
        return row


class WonShape(serializers.Serializer[ShownGame]):
    """What every game has, pairs by seat."""

    number = serializers.IntegerField(source="sheet.number")
    state = serializers.ChoiceField(
        choices=["running", "finished", "void", "undecided", "after_end"], source="sheet.state"
    )
    hands = HandShape(many=True)
    winner = SeatField(source="sheet.score.winner")
    shutout = serializers.BooleanField(source="sheet.score.shutout")
    net = serializers.IntegerField(source="sheet.score.net", allow_null=True)
    ended_by = serializers.ChoiceField(
        choices=["penalty", "leader", "resigned"],
        source="sheet.ended_by",
        required=False,
        help_text="There only where the game did not end by its hands.",
    )

    def to_representation(self, instance: ShownGame) -> dict[str, Any]:
        row: dict[str, Any] = super().to_representation(instance)
        if row["ended_by"] is None:
            del row["ended_by"]
        return row


class RoundShape(serializers.Serializer[PlayedRound]):
    """A round between partners: what its hands come to together, null while one is missing."""

    number = serializers.IntegerField()
    hands = serializers.ListField(child=serializers.IntegerField(), help_text="Their n.")
    finished = serializers.BooleanField()
    winner = SeatField(help_text="The side.")
    points = serializers.IntegerField()
    boxes = serializers.IntegerField()
    roodle = serializers.BooleanField(help_text="Every partner has won.")
    columns = serializers.ListField(
        child=serializers.IntegerField(),
        required=False,
        help_text="Of a Hollywood sheet, those in which it was entered, from 1.",
    )

    def to_representation(self, instance: PlayedRound) -> dict[str, Any]:
        score = instance.score or RoundScore(None)
        return {
            "number": instance.number,
            "hands": [hand.n for hand in instance.hands],
            "finished": instance.score is not None,
            "winner": score.winner,
            "points": score.points,
            "boxes": score.boxes,
            "roodle": score.is_roodle,
            **({"columns": list(instance.columns)} if instance.columns else {}),
        }


class GameShape(WonShape):
    """A game on a plain sheet, pairs by seat; between partners by side, with its rounds."""

    points = pair(source="sheet.score.points")
    boxes = pair(source="sheet.score.boxes")
    totals = pair(source="sheet.score.totals")
    rounds = RoundShape(many=True, required=False)
    accounts = serializers.ListField(
        child=serializers.IntegerField(),
        required=False,
        help_text="Three or more at a table: what each gets from the others, once it is over.",
    )

    def to_representation(self, instance: ShownGame) -> dict[str, Any]:
        row: dict[str, Any] = super().to_representation(instance)
        for name in ("rounds", "accounts"):
            if not row[name]:
                del row[name]
        return row


class ColumnShape(serializers.Serializer[GameScore]):
    """A column of a Hollywood sheet, a game by itself: pairs by seat."""

    points = pair()
    boxes = pair()
    totals = pair()
    winner = SeatField()
    net = serializers.IntegerField(allow_null=True)


class NoticeShape(serializers.Serializer[SheetNotice]):
    """Who said that the running columns are the last, when so many hands of the match were
    written down."""

    seat = SeatField()
    after = serializers.IntegerField()


class SeriesShape(WonShape):
    """A game on a Hollywood sheet: won as its rules say, by the `net` of all columns."""

    columns = ColumnShape(many=True, source="sheet.score.columns")
    rounds = RoundShape(many=True, required=False, help_text="Between partners alone.")
    notice = NoticeShape(
        source="sheet.notice", allow_null=True, help_text="In the endless form, once it is given."
    )

    def to_representation(self, instance: ShownGame) -> dict[str, Any]:
        row: dict[str, Any] = super().to_representation(instance)
        if not row["rounds"]:
            del row["rounds"]
        return row


@extend_schema_field(
    PolymorphicProxySerializer(
        component_name="Game",
        serializers=[GameShape, SeriesShape],
        resource_type_field_name=None,
    )
)
class GameField(serializers.Field[ShownGame, Any, dict[str, Any], Any]):
    """A game, on the sheet on which it is kept."""

    def to_representation(self, value: ShownGame) -> dict[str, Any]:
        shape = SeriesShape if isinstance(value.sheet.score, HollywoodScore) else GameShape
        return shape().to_representation(value)


class NextHandShape(serializers.Serializer[Mapping[str, object]]):
    """The hand that comes next, and who would deal it; where not all play every hand also who would
    play it."""

    n = serializers.IntegerField()
    game = serializers.IntegerField()
    number_in_game = serializers.IntegerField()
    dealer = SeatField()
    players = serializers.ListField(
        child=serializers.IntegerField(), required=False, help_text="Seats."
    )
    waiting = serializers.ListField(
        child=serializers.IntegerField(),
        required=False,
        help_text="Three or more at a table: who sits out, in the order in which they come in.",
    )


class FirstDealShape(serializers.Serializer[Mapping[str, object]]):
    """How it was found who deals first."""

    cards = serializers.ListField(
        child=serializers.CharField(),
        help_text="Drawn from a spread pack, by seat, as `KS`; empty where it was agreed.",
    )
    dealer = SeatField()
    agreed = serializers.BooleanField(
        help_text="Whether it does not follow from cards, as the rules read them."
    )


class PartnerShape(serializers.Serializer[Partner]):
    """A player of a match between partners: points, boxes and games are their side's."""

    seat = serializers.IntegerField()
    side = serializers.IntegerField()
    name = serializers.CharField()


class MatchAnswer(MatchShape):
    """A match with all that was written down of it."""

    tournament = serializers.IntegerField()
    game = serializers.ChoiceField(
        choices=list(GAMES), source="record.match.game", help_text="What is played."
    )
    level = serializers.ChoiceField(
        choices=[level.value for level in ResultLevel],
        source="record.submission.level",
        allow_null=True,
        help_text="How it was handed in; null while nothing was.",
    )
    where = serializers.ChoiceField(
        choices=Match.Places.values,
        help_text="Where it is played now: only in a hybrid event it moves.",
    )
    asked = serializers.ListField(
        child=serializers.BooleanField(),
        help_text="By seat who asks that it move to the other place, until something is written.",
    )
    reporter = SeatField()
    account = pair(
        allow_null=True,
        help_text="What a match to points counts of its games so far, net or gross; else null.",
    )
    partners = PartnerShape(
        many=True, required=False, help_text="Between partners: who sits where, by seat."
    )
    accounts = serializers.ListField(
        child=serializers.IntegerField(),
        required=False,
        help_text="Three or more at a table: what each gets from the others over all games that "
        "count, by seat; it sums to nothing.",
    )
    first_deal = FirstDealShape(allow_null=True, help_text="Null where nothing is noted of it.")
    next_hand = NextHandShape(allow_null=True)
    games = serializers.ListField(child=GameField())

    def to_representation(self, instance: Any) -> dict[str, Any]:
        row: dict[str, Any] = super().to_representation(instance)
        for name in ("partners", "accounts"):
            if not row[name]:
                del row[name]
        return row


def match_answer(
    board: Board,
    record: MatchRecord | None = None,
    sides: Sequence[PairingSide] | None = None,
    *,
    full_names: bool,
) -> dict[str, Any]:
    """A match with its sheet; `record` and `sides` are read unless a write has left them.
    `full_names` are for the staff."""
    record = record or match_record(match_by_id(board.match_id))
    sides = sides or list(sides_at(board.pairing_id))
    slot = _slot_of(board, record, sides, full_names)
    place = {field.name: getattr(slot, field.name) for field in fields(slot)}
    tournament = board.pairing.round.stage.tournament
    is_online = plays_online(tournament, record.match.moved_to)
    return MatchAnswer().to_representation(
        ShownMatch(
            **place,
            tournament=tournament.pk,
            record=record,
            where=Match.Places.ONLINE if is_online else Match.Places.TABLE,
            asked=asked_to_move(record.match.pk, record.match.version)
            if tournament.is_hybrid
            else (False, False),
            partners=partners_at(board, full_names=full_names) if record.has_partners else (),
        )
    )


def games_of(record: MatchRecord) -> list[ShownGame]:
    """The games of a record, with their hands where there are any."""
    if record.sheet is None:
        return [
            ShownGame(SheetGame(number, "finished", game, ()), ())
            for number, game in enumerate(record.games, 1)
        ]
    facts = {fact.hand.sequence: fact for fact in record.facts}
    return [
        ShownGame(
            game,
            [ShownHand(hand, facts[hand.n]) for hand in game.hands],
            rounds_of(record.rules, game) if record.has_partners else (),
        )
        for game in record.sheet.games
    ]


def _slot_of(
    board: Board, record: MatchRecord, sides: Sequence[PairingSide], full_names: bool
) -> Slot:
    """Where a match stands. With both entrants known it follows from them; else, and between teams,
    from the bracket, where an empty side may mean that nobody will come, as where somebody was
    kept."""
    pairing, match = board.pairing, record.match
    plays_boards = pairing.round.stage.tournament.plays_boards
    if plays_boards or any(side.entry is None or vars(side)["stays"] for side in sides):
        slots = matches_of(bracket(pairing.round.stage, full_names=full_names))
        slot = next((slot for slot in slots if slot.match and slot.match.pk == match.pk), None)
        if slot is not None:
            return slot
    winner, over = record.winner, False
    if record.state != Match.States.FINISHED:
        here = [side.seat for side in sides if side.entry and not has_left(side)]
        over = len(here) < len(sides)
        winner = here[0] if len(here) == 1 else None
    published = pairing.round.state != RoundState.DRAFT
    known = SIDES * sum(side.entry is not None for side in sides) // len(sides)
    return Slot(
        pairing=pairing.pk,
        match=MatchFact(
            match.pk, match.version, match.state, record.score.games_won, match.moved_to
        ),
        stage=pairing.round.stage.number,
        round=pairing.round.number,
        number=pairing.number,
        name=None,
        state=match_state(match.state, known, published=published, over=over),
        table=pairing.table.number if pairing.table else None,
        table_label="",
        players=tuple(_named(side, full_names=full_names) for side in sides),
        games_won=record.score.games_won,
        winner=winner,
        board=board.number,
    )


def _named(side: PairingSide, *, full_names: bool) -> NamedSide | None:
    if side.entry is None:
        return None
    return NamedSide(side.entry.pk, name_at(side, full=full_names), side.entry.seed)
