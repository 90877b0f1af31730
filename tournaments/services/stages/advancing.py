"""The bracket moves on: who came through, who sits where, which round is open, what is over."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

from django.db.models import F, QuerySet

from games.models import Match, MatchSeat
from games.services.first_deals import end_first_deals
from games.services.tables.ruled import lock_tables
from games.tables.events import PLAYED_ON, VOID
from kernel.seats import SIDES
from tournaments.domain.kinds.pairings import Resolved
from tournaments.domain.lifecycle import RoundState, TournamentState, round_state
from tournaments.models import (
    ClockEvent,
    PairingSide,
    Publication,
    Round,
    Stage,
    Tournament,
    Unpublication,
)
from tournaments.selectors.stages.order import current_stage, stages_of
from tournaments.selectors.stages.queries import seats_in
from tournaments.selectors.stages.reading import stage_record
from tournaments.selectors.stages.record import StageRecord
from tournaments.selectors.stages.windows import is_any_open
from tournaments.services.gate.changes import Change, enter_state
from tournaments.services.stages.ended_calls import end_calls_of_withdrawn
from tournaments.services.stages.online_tables import (
    stop_or_go_on,
    tell_tables,
    tell_tables_of,
)
from tournaments.services.stages.pending_penalties import carry_penalties
from tournaments.services.stages.tables import assign_tables
from tournaments.services.stages.windows import open_window

Seated = tuple[int | None, ...]
"""Who sits at a match, by seat."""


def advance_stage(change: Change, stage: Stage, facts: StageRecord | None = None) -> StageRecord:
    """Bring the copies of a stage up to its facts: slots, seats, rounds, tables, the tournament.
    With nothing new, nothing changes; what follows from it is left to a worker.

    `facts` may be handed in by who has just read them. Gives them as they were left.
    """
    facts = facts or stage_record(stage)
    resolved = facts.resolved()
    moved = _fill_slots(facts, resolved) | _fill_seats(change, facts, resolved)
    is_over = facts.format.is_over(facts.table)
    if not is_over and change.tournament.state == TournamentState.FINISHED:
        enter_state(change, TournamentState.RUNNING)  # before rounds are opened: it lets them
    opened = _open_rounds(change, facts, resolved)
    facts, seated = assign_tables(change.tournament, facts, resolved)
    end_calls_of_withdrawn(change, facts, resolved)
    stop_or_go_on(change, facts, resolved)
    if moved or opened or seated:
        pairings = moved | seated
        change.record(
            "stage.advance",
            "bracket",
            public=_is_public(facts, opened | {facts.key_of[pairing][0] for pairing in pairings}),
            stage=stage.pk,
            pairings=sorted(pairings),
            rounds=sorted(opened),
        )
    if carry_penalties(change, facts, resolved):
        # A match that is lost by it moves the bracket further.
        return advance_stage(change, stage)
    if is_over:
        _finish(change, facts.stage)
    change.unsettled.add(stage.pk)
    return facts


def advance_from(change: Change, stage: Stage) -> None:
    """The same of a stage and of those after it that are drawn: a penalty that waits hits the next
    match, in whichever of them that is."""
    drawn = Round.objects.filter(stage__tournament=stage.tournament_id)
    later = Stage.objects.filter(number__gte=stage.number, pk__in=drawn.values("stage"))
    for following in later.order_by("number"):
        advance_stage(change, following)


def advance_current(change: Change) -> None:
    """The same of the current stage, where it is drawn."""
    stage = current_stage(stages_of(change.tournament.pk))
    if stage.rounds.exists():
        advance_stage(change, stage)


def _is_public(facts: StageRecord, touched: set[int]) -> bool:
    """Whether visitors see any of the rounds that were touched."""
    if facts.stage.format_class.drawn_by_round:
        return any(
            round.number in touched for round in facts.rounds if round.state != RoundState.DRAFT
        )
    return any(round.state != RoundState.DRAFT for round in facts.rounds)


def _fill_slots(facts: StageRecord, resolved: Sequence[Resolved]) -> set[int]:
    """Write who came through into the sides; the ids of the pairings that changed."""
    stale, moved = [], set()
    for match in resolved:
        pairing = facts.pairings[match.plan.key]
        for side, occupant in zip(pairing.sides, match.occupants, strict=True):
            if side.entry != occupant.entry:
                stale.append(PairingSide(pk=side.pk, entry_id=occupant.entry))
                moved.add(pairing.pk)
    PairingSide.objects.bulk_update(stale, ["entry"], batch_size=200)
    return moved


def _fill_seats(change: Change, facts: StageRecord, resolved: Sequence[Resolved]) -> set[int]:
    """Seat the players at matches of which nothing is written down; the pairings that changed."""
    wanted: dict[int, Seated] = {}
    moved, held = set(), []
    seated = _seated_partners(facts) if facts.stage.tournament.has_teams else {}
    for match in resolved:
        pairing = facts.pairings[match.plan.key]
        for number, board in enumerate(pairing.boards, 1):
            players = _at_board(facts, match, number)
            nobody: Seated = (None,) * len(players)
            is_of_partners = len(players) > len(board.players)
            now = seated.get(board.match.pk, nobody) if is_of_partners else board.players
            if not board.match.has_begun and now != players:
                wanted[board.match.pk] = players
                moved.add(pairing.pk)
                held += [board.match.pk] if any(now) else []
    begun = lock_tables(held)  # at its table somebody may have begun to play since
    held = [match for match in held if match not in begun]
    wanted = {match: players for match, players in wanted.items() if match not in begun}
    tell_tables(change, held, VOID)
    end_first_deals(matches=held, now=change.now)
    MatchSeat.objects.filter(match__in=held).delete()
    MatchSeat.objects.bulk_create(
        MatchSeat(match_id=match, seat=seat, player_id=player)
        for match, players in wanted.items()
        for seat, player in enumerate(players)
        if player is not None
    )
    Match.objects.filter(pk__in=wanted).update(version=F("version") + 1)
    return moved


def _at_board(facts: StageRecord, pairing: Resolved, number: int) -> Seated:
    """Who is to sit there by seat, as entrants line up now; partners at every other seat."""
    tournament = facts.stage.tournament
    places = range(1, tournament.boards + 1) if tournament.has_partners else [number]
    return tuple(
        None if side.entry is None else facts.entrants[side.entry].lineup.get(place)
        for place in places
        for side in pairing.occupants
    )


def _seated_partners(facts: StageRecord) -> Mapping[int, Seated]:
    """Who sits at the matches of a stage between partners, by seat; none of any other stage, whose
    boards say it."""
    tournament = facts.stage.tournament
    if not tournament.has_partners:
        return {}
    seats = range(SIDES * tournament.boards)
    return {match: tuple(map(at.get, seats)) for match, at in seats_in(facts.stage).items()}


def _open_rounds(change: Change, facts: StageRecord, resolved: Sequence[Resolved]) -> set[int]:
    """Publish what is due and note how far each round is; the numbers of rounds that changed."""
    publications = Publication.objects.filter(round__stage=facts.stage)
    told = list(publications.values_list("round", "at", "superseded_at"))
    published = {round: at for round, at, ended in told if ended is None}
    taken_back = {round: ended for round, _at, ended in told if ended}
    changed = set()
    by_round: defaultdict[int, list[Resolved]] = defaultdict(list)
    for pairing in resolved:
        by_round[pairing.plan.round].append(pairing)
    begun = _begun(facts, [round for round in facts.rounds if round.pk in published], by_round)
    for round in facts.rounds:
        own = by_round[round.number]
        if round.pk not in published and _is_due(
            change, facts, round, by_round, published, taken_back
        ):
            Publication.objects.create(round=round, **change.facts)
            open_window(change, round)
            if round.publish_at is not None:  # the hour was the director's word
                end_unpublications(change, round)
            published[round.pk] = change.now
            if round.pk in taken_back:
                tell_tables_of(change, [round.pk], PLAYED_ON)
        state = round_state(
            published=round.pk in published, begun=round.pk in begun, over=_is_decided(own)
        )
        if round.state != state:
            round.state = state
            round.save(update_fields=["state"])
            changed.add(round.number)
    return changed


def end_unpublications(change: Change, round: Round) -> None:
    """The director has published a round: it, and those after it, follow of themselves again."""
    _unpublished(round).filter(number__gte=round.number).update(superseded_at=change.now)


def _is_due(
    change: Change,
    facts: StageRecord,
    round: Round,
    by_round: Mapping[int, Sequence[Resolved]],
    published: Mapping[int, datetime],
    taken_back: Mapping[int, datetime],
) -> bool:
    """A round is published at its hour; a later one of itself when its turn has come and no window
    is open, but for one that was taken back since the round before it was published. With the end
    of a stage whatever is left of it is."""
    if change.tournament.state != TournamentState.RUNNING:
        return False
    before = next((other for other in facts.rounds if other.number == round.number - 1), None)
    if before is not None and before.pk not in published:
        return False
    if _is_decided(by_round[round.number]) and facts.format.is_over(facts.table):
        return True  # the stage ends with it, and nobody has anything left to look at
    if round.publish_at is not None:
        return round.publish_at <= change.now
    is_automatic = _follows_by_itself(change)
    own = by_round[round.number]
    if before is None:
        is_next = facts.stage.number > 1 and is_automatic and round.pk not in taken_back
    elif round.pk in taken_back and taken_back[round.pk] >= published[before.pk]:
        is_next = False
    elif facts.stage.format_class.rounds_in_turn:
        earlier = [by_round[other.number] for other in facts.rounds if other.number < round.number]
        # To a round in which nothing is left to play nobody has to be called.
        is_next = all(map(_is_decided, earlier)) and (is_automatic or _is_decided(own))
    else:
        playable = any(pairing.is_full or pairing.decision for pairing in own)
        is_next = is_automatic and playable
    return is_next and not _unpublished(round).filter(number=round.number).exists()


def _follows_by_itself(change: Change) -> bool:
    """Whether a round whose turn has come is published without a word of the director: not before
    the windows of those before it are over, as players count on theirs."""
    tournament = change.tournament
    if tournament.publishing != Tournament.Publishing.AUTOMATIC:
        return False
    return tournament.window_days is None or not is_any_open(tournament, change.now)


def _unpublished(round: Round) -> QuerySet[Unpublication]:
    """What the director has taken back of the stage and not published since, however often it was
    drawn."""
    return Unpublication.objects.filter(stage=round.stage_id, superseded_at__isnull=True)


def _is_decided(pairings: Iterable[Resolved]) -> bool:
    return all(pairing.decision for pairing in pairings)


def _begun(
    facts: StageRecord, rounds: Sequence[Round], by_round: Mapping[int, Sequence[Resolved]]
) -> set[int]:
    """The ids of those of these rounds in which play has begun, or at least the clock, as far as
    they are not over."""
    is_open = [round for round in rounds if not _is_decided(by_round[round.number])]
    found = {
        round.pk
        for round in is_open
        if any(facts.pairings[match.plan.key].has_begun for match in by_round[round.number])
    }
    others = [round.pk for round in is_open if round.pk not in found]
    starts = ClockEvent.objects.filter(round__in=others, kind=ClockEvent.Kinds.START)
    return found | set(starts.values_list("round_id", flat=True))


def _finish(change: Change, stage: Stage) -> None:
    """The event is over with its last stage, where no result of an earlier one is open again."""
    if change.tournament.state == TournamentState.FINISHED:
        return
    others = change.tournament.stages.exclude(pk=stage.pk).order_by("-number")
    if all(_is_over(other) for other in others):
        enter_state(change, TournamentState.FINISHED)


def _is_over(stage: Stage) -> bool:
    if not stage.rounds.exists():
        return False
    facts = stage_record(stage)
    return facts.format.is_over(facts.table)
