"""A standing result was changed: who follows it, what is void, who stays, and the record of it.

A service that writes to a match on which a result stands notes what it did (`OpenedMatch.note`).
Where that changes who goes on the choice is asked for and carried out here. What the whole
correction ended and made is kept with it, so that it can be taken back.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product

from django.db.models import QuerySet
from django.utils.translation import gettext

from games.models import Match
from games.selectors import MatchRecord
from games.services import taking_back
from players.text import N_, Refusal, Text
from tournaments.domain import corrections
from tournaments.domain.corrections import Choice
from tournaments.domain.crosstable import Crosstable, Key, Outcome, PairingPlan, Side, fed_by
from tournaments.domain.formats.base import Resolved
from tournaments.domain.lifecycle import RoundState
from tournaments.models import Board, Correction, Kept, Round
from tournaments.selectors.stages import StageFacts, stage_facts
from tournaments.services import pictures
from tournaments.services.advancing import advance_stage
from tournaments.services.changes import Change
from tournaments.services.pictures import Picture

CONFIRM = N_("What was played is void with this. Type %(word)s, so that it is no slip.")
LONGEST_REASON = 500  # the facts of a ruling may be longer: they stand there in full
REARRANGING = frozenset({Choice.REWIND, Choice.VOID})


@dataclass(frozen=True, slots=True)
class Wish:
    """How somebody wishes a correction to be done.

    `kind` says what is corrected: a hand, a result, a ruling ... `choice` is one of Choice, None
    for what is done of itself; `confirm` is what was typed to confirm it.
    """

    kind: str = "ruling"
    reason: str = ""
    choice: str | None = None
    confirm: str = ""


@dataclass(frozen=True, slots=True)
class Stood:
    """The standing result of a match before it was written to: its winner, and what stood."""

    winner: int | None
    facts: Picture


@dataclass(frozen=True, slots=True)
class Followed:
    """A correction that was carried out, everything that could have been chosen in it, and the
    stage as it left it."""

    correction: Correction
    choices: tuple[Choice, ...]
    facts: StageFacts


def what_stood(match: Match) -> Stood | None:
    """What stood of a match; None where no result did. To be asked before it is written to."""
    if match.state != Match.States.FINISHED:
        return None
    return Stood(match.winner, pictures.of_matches([match.pk]))


def follow(change: Change, board: Board, stood: Stood, record: MatchRecord, wish: Wish) -> Followed:
    """Let the bracket follow the new result in the way that was chosen, and keep the correction.

    Refuses `choice_needed` where later matches have begun and nothing that is possible was chosen,
    `confirm_needed` where play would be void and the name of the round was not typed.
    """
    as_before = record.state == Match.States.FINISHED and record.winner == stood.winner
    is_kept = _kept_behind(board).exists()
    if not as_before or (is_kept and wish.choice in REARRANGING):
        return _move(change, board, stood, record, wish)
    facts = advance_stage(change, board.pairing.round.stage)
    kept = keep_record(
        change,
        board,
        wish,
        choice=Choice.SCORE_ONLY,
        level=corrections.level(
            Choice.SCORE_ONLY, moves=False, begun=False, later_published=later_published(board)
        ),
        before=stood.facts,
        after=pictures.of_matches([board.match_id]),
        version=record.match.version,
    )
    open_choices = corrections.choices(moves=False, fed=False, begun=False, kept=is_kept)
    return Followed(kept, open_choices, facts)


def keep_record(
    change: Change,
    board: Board,
    wish: Wish,
    *,
    choice: str,
    level: str,
    before: Picture,
    after: Picture,
    version: int,
    later: Sequence[int] = (),
    void: Sequence[int] = (),
    undoes: Correction | None = None,
) -> Correction:
    """Keep a correction with what it ended and made, the version in which it left its match, the
    matches that rest on it, and those of them that are to be played anew."""
    made = pictures.gone(after, before)
    made |= {"version": [version], "later": list(later), "void": list(void)}
    correction = Correction.objects.create(
        tournament=change.tournament,
        board=board,
        kind=wish.kind,
        choice=choice,
        level=level,
        reason=wish.reason[:LONGEST_REASON],
        ended=pictures.gone(before, after),
        made=made,
        undoes=undoes,
        **change.facts,
    )
    data = {"correction": correction.pk, "match": board.match_id, "choice": choice, "level": level}
    change.record("correction.keep", data, changed="results")
    return correction


def later_published(board: Board) -> bool:
    """Whether a round after that of the match is published."""
    round = board.pairing.round
    later = Round.objects.filter(stage=round.stage_id, number__gt=round.number)
    return later.exclude(state=RoundState.DRAFT).exists()


def word_to_type(facts: StageFacts, round: int) -> str:
    """What is typed to make void what was played: the name of the round of the corrected match."""
    name = facts.format.round_name(facts.table, round)
    return gettext(name.template) % name.values


def _move(change: Change, board: Board, stood: Stood, record: MatchRecord, wish: Wish) -> Followed:
    stage = board.pairing.round.stage
    of_stage = pictures.of_stage(stage)
    if wish.choice in REARRANGING:
        _kept_behind(board).update(superseded_at=change.now)
    moving = Moving.of(stage_facts(stage), board, stood)
    begun = moving.begun
    open_choices = corrections.choices(
        moves=True, fed=bool(moving.fed()), begun=bool(begun), kept=_kept_behind(board).exists()
    )
    choice = corrections.chosen(wish.choice, open_choices)
    later = moving.matches(moving.later)
    void = moving.matches(begun) if choice == Choice.VOID else []
    of_play = pictures.of_matches(later), pictures.of_play(void)
    if choice == Choice.VOID:
        _require_confirmed(moving, wish)
        _void(change, void)
    elif choice != Choice.REWIND:
        _keep(change, moving)
    level = corrections.level(
        choice, moves=True, begun=bool(begun), later_published=later_published(board)
    )
    unchanged = moving.facts if choice == Choice.REWIND else None
    facts = advance_stage(change, stage, unchanged)
    kept = keep_record(
        change,
        board,
        wish,
        choice=choice,
        level=level,
        before=pictures.together([stood.facts, of_stage, *of_play]),
        after=whole_picture(board, later, void),
        version=record.match.version,
        later=later,
        void=void,
    )
    return Followed(kept, open_choices, facts)


def whole_picture(board: Board, later: Sequence[int], void: Sequence[int]) -> Picture:
    """What stands of a match, of those that rest on it, and of their stage; who sat in those that
    are void."""
    matches = pictures.of_matches([board.match_id, *later])
    stage = pictures.of_stage(board.pairing.round.stage)
    return pictures.together([matches, pictures.of_play(void), stage])


@dataclass(frozen=True, slots=True)
class Moving:
    """A stage of which one result has changed: as it was before, and what rests on the result."""

    facts: StageFacts
    key: Key
    was: Mapping[Key, Resolved]
    later: tuple[Key, ...]

    @classmethod
    def of(cls, facts: StageFacts, board: Board, stood: Stood) -> "Moving":
        key = facts.key_of[board.pairing_id]
        first, second = facts.seats[board.match_id]
        kind = "double_forfeit" if stood.winner is None else "played"
        assert first is not None
        assert second is not None
        old = Outcome(kind, (first, second), stood.winner)
        before = replace(facts.table, outcomes={**facts.table.outcomes, key: old})
        was = {one.plan.key: one for one in facts.format.advance(before)}
        return cls(facts, key, was, fed_by(facts.table.plan, key))

    @property
    def begun(self) -> tuple[Key, ...]:
        """The pairings that rest on the result and are played, or being played."""
        return tuple(
            key
            for key in self.later
            if key in self.facts.matches and self.facts.matches[key].state != Match.States.OPEN
        )

    def matches(self, keys: Sequence[Key]) -> list[int]:
        """The matches of pairings."""
        matches = self.facts.matches
        return [matches[key].pk for key in keys if key in matches]

    def fed(self) -> list[tuple[Key, int]]:
        """The sides on which the old result put somebody: their pairing and seat."""
        return [
            (key, seat)
            for key in self.later
            for seat, side in enumerate(self.was[key].plan.sides)
            if side.feeder == self.key and self.was[key].occupants[seat].entry is not None
        ]

    def stay(self) -> list[tuple[Key, int, int]]:
        """The sides (pairing, seat, entry) on which somebody has to be kept so that nobody moves
        whom the old result had moved on, and what was played stays."""
        table, direct, begun = self.facts.table, set(self.fed()), set(self.begun)
        now = self._resolved(table)
        kept = []
        for key, seat in product(self.later, (0, 1)):
            entry = self.was[key].occupants[seat].entry
            stays = (key, seat) in direct or key in begun
            if stays and entry is not None and now[key].occupants[seat].entry != entry:
                kept.append((key, seat, entry))
                table = _with_kept(table, key, seat, entry)
                now = self._resolved(table)
        return kept

    def _resolved(self, table: Crosstable) -> Mapping[Key, Resolved]:
        return {one.plan.key: one for one in self.facts.format.advance(table)}


def _with_kept(table: Crosstable, key: Key, seat: int, entry: int) -> Crosstable:
    def kept(plan: PairingPlan) -> PairingPlan:
        if plan.key != key:
            return plan
        own = Side("entry", entry=entry)
        return replace(plan, sides=(own, plan.sides[1]) if seat == 0 else (plan.sides[0], own))

    return replace(table, plan=tuple(kept(plan) for plan in table.plan))


def _kept_behind(board: Board) -> QuerySet[Kept]:
    """Who was kept on the sides that the result of this match fills."""
    return Kept.objects.filter(side__feeder=board.pairing_id, superseded_at__isnull=True)


def _keep(change: Change, moving: Moving) -> None:
    Kept.objects.bulk_create(
        Kept(side=moving.facts.sides[key][seat], entry_id=entry, **change.facts)
        for key, seat, entry in moving.stay()
    )


def _void(change: Change, matches: Sequence[int]) -> None:
    list(Match.objects.select_for_update().filter(pk__in=matches).order_by("pk"))
    taking_back.void_matches(matches=matches, now=change.now)
    taking_back.refold(matches)


def _require_confirmed(moving: Moving, wish: Wish) -> None:
    word = word_to_type(moving.facts, moving.key[0])
    if wish.confirm.strip().casefold() != word.casefold():
        raise Refusal(Text("confirm_needed", CONFIRM, {"word": word}), "confirm")
