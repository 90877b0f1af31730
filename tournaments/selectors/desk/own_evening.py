"""One event as one of its players has it: where they stand, what they play, against whom."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any

from games.selectors.matches import MatchRecord
from kernel.permissions import Actor
from kernel.seats import PerSeat, opponent
from tournaments.domain.cuts import Cut
from tournaments.domain.lifecycle import MatchState, RoundState, TournamentState
from tournaments.domain.tonight.player import Bye, Follows, OwnEntry
from tournaments.models import EntryMember, PairingSide, Stage, StandingTable, Tournament
from tournaments.selectors.desk.calls import OpenCall, open_calls
from tournaments.selectors.desk.missing import PLAYED, is_called
from tournaments.selectors.desk.results import records_of
from tournaments.selectors.events.entries import entry_rows
from tournaments.selectors.events.play import plays_online
from tournaments.selectors.stages.bracket import BracketRound, Slot, bracket_of
from tournaments.selectors.stages.calendar import NEXT
from tournaments.selectors.stages.kept_standings import standing_table
from tournaments.selectors.stages.order import current_stage, is_published, stages_of
from tournaments.selectors.stages.people import seated_at
from tournaments.selectors.stages.reading import stage_record
from tournaments.selectors.stages.record import StageRecord

WITH_RECORD = (MatchState.RUNNING, MatchState.REPORTED, MatchState.DISPUTED)
CALLED_FROM = (MatchState.READY, *WITH_RECORD)


@dataclass(frozen=True)  # without slots, for what is found when it is first asked for
class OwnEvening:
    """What an event holds for `member` (of `entered_by`), as far as everybody may see it.

    `rounds` are those of the current stage, without any until it is published.
    """

    member: EntryMember
    stages: Sequence[Stage]
    actor: Actor
    """Who plays: with the roles that they have anywhere."""

    @property
    def tournament(self) -> Tournament:
        return self.member.tournament

    @cached_property
    def stage(self) -> Stage:
        """The current one."""
        return current_stage(self.stages, drafts=False)

    @cached_property
    def facts(self) -> StageRecord | None:
        """The current stage once it is published, of an event that is running."""
        is_running = self.tournament.state == TournamentState.RUNNING
        return stage_record(self.stage) if is_running and is_published(self.stage) else None

    @cached_property
    def rounds(self) -> Sequence[BracketRound]:
        return bracket_of(self.facts, full_names=False) if self.facts else ()

    @property
    def round(self) -> int:
        """The newest round that is published; 0 before the first one."""
        seen = (round.number for round in self.rounds if round.state != RoundState.DRAFT)
        return max(seen, default=0)

    @cached_property
    def entry(self) -> OwnEntry:
        """How far the entry is in the event."""
        member, entry = self.member, self.member.entry
        if hasattr(entry, "withdrawal"):
            return OwnEntry.WITHDRAWN
        if vars(member)["out_from"] is not None:
            return OwnEntry.PUT_OUT
        if self.rounds and self.stage.number > 1 and not self.own:
            return OwnEntry.NOT_ON
        if not hasattr(entry, "approval"):
            return OwnEntry.REQUESTED
        if self._waits_for_a_place:
            return OwnEntry.WAITLIST
        return OwnEntry.HERE if hasattr(entry, "check_in") else OwnEntry.ENTERED

    @property
    def _waits_for_a_place(self) -> bool:
        tournament = self.tournament
        if tournament.state not in NEXT or tournament.cap is None:
            return False
        rows = (row for row in entry_rows(tournament) if row.entry.pk == self.member.entry_id)
        return any(row.status == "waitlist" for row in rows)

    @cached_property
    def own(self) -> Sequence[Slot]:
        """Where they play, by round: of a match between teams the own board or, for who stands by,
        the whole match."""
        own = [
            slot
            for round in self.rounds
            for slot in round.slots
            if any(player and player.entry == self.member.entry_id for player in slot.players)
        ]
        if not self.tournament.plays_boards:
            return own
        seated = seated_at(self.stage, self.member.player_id)
        boards = {
            slot.pairing: board
            for slot in own
            for board in slot.boards
            if board.match and board.match.pk in seated
        }
        return [boards.get(slot.pairing, slot) for slot in own]

    @cached_property
    def slot(self) -> Slot | None:
        """The own match that is open."""
        return next((slot for slot in self.own if not slot.decision), None)

    @property
    def seat(self) -> int:
        """The own one in `slot`."""
        return self.seat_in(self.slot) if self.slot else 0

    def seat_in(self, slot: Slot) -> int:
        """The own one in one of `own`."""
        entries = [player.entry if player else None for player in slot.players]
        return entries.index(self.member.entry_id)

    @property
    def rival(self) -> int | None:
        """The entry that is met in `slot`, None where that is not known yet, or several."""
        if self.slot is None or self.slot.is_table:
            return None
        other = self.slot.players[opponent(self.seat)]
        return other.entry if other else None

    @cached_property
    def record(self) -> MatchRecord | None:
        """What is written down of that match."""
        slot = self.slot
        if slot is None or slot.match is None or slot.state not in WITH_RECORD:
            return None
        return records_of([slot.match.pk])[slot.match.pk]

    @property
    def reported_it(self) -> bool:
        """Whether it was they who said last how that match came out."""
        said = self.record.by_players if self.record else ()
        newest = max(said, key=lambda fact: fact.at, default=None)
        return newest is not None and newest.by_id == self.actor.user_id

    @cached_property
    def call(self) -> OpenCall | None:
        """The call for a referee that stands there."""
        slot = self.slot
        if slot is None or slot.match is None or slot.state not in CALLED_FROM:
            return None
        return open_calls(self.actor, self.tournament).get(slot.match.pk)

    @property
    def plays_online(self) -> bool:
        """Whether the match in `slot` is played at its online table."""
        match = self.slot.match if self.slot else None
        return plays_online(self.tournament, match.moved_to if match else "")

    def is_summoned_at(self, now: datetime) -> bool:
        """Whether they are called to the online table of that match, and have not come yet."""
        slot = self.slot
        if slot is None or slot.match is None or not self.plays_online:
            return False
        return slot.state in PLAYED and is_called(slot.match.pk, self.seat, now)

    @property
    def newest(self) -> Slot | None:
        """The own pairing of the newest round; in a knock-out the last one that they reached."""
        last = self.own[-1] if self.own else None
        is_knock_out = self.stage.format_class.is_knock_out
        return last if last and (is_knock_out or last.round == self.round) else None

    @property
    def is_away(self) -> bool:
        """Whether they sit out the newest round."""
        absent = self.facts.table.absent if self.facts else {}
        return self.newest is None and self.round in absent.get(self.member.entry_id, ())

    @property
    def bye(self) -> Bye | None:
        """What the newest round counts, where they have no opponent in it."""
        newest = self.newest
        if newest is None or newest.state != "bye" or self.stage.format_class.is_knock_out:
            return None
        return Bye.NOTHING if newest.is_free else Bye.WON

    @property
    def follows(self) -> Follows:
        """What may come for them after the own matches that are drawn."""
        if self.may_be_paired and self.rounds_left > 0:
            return Follows.ROUND
        is_last = self.stage.number == len(self.stages)
        return Follows.NOTHING if is_last else Follows.CUT

    @property
    def rounds_left(self) -> int:
        """How many rounds of the stage come after the newest one."""
        return self.facts.format.rounds_left(self.facts.table, self.round) if self.facts else 0

    @property
    def may_be_paired(self) -> bool:
        """Whether who has no open match now can get one in this stage."""
        if self.tournament.state != TournamentState.RUNNING:
            return True
        return self.stage.format_class.drawn_by_round and not self._is_knocked_out

    @property
    def _is_knocked_out(self) -> bool:
        """Whether they play no later round of a knock-out that is drawn round by round."""
        facts, entry = self.facts, self.member.entry_id
        if facts is None or not self.stage.format_class.is_knock_out:
            return False
        return facts.format.leaves_from(facts.table, entry) is None

    @cached_property
    def standing(self) -> StandingTable | None:
        """The newest table of the current stage, once it is published."""
        return standing_table(self.stage) if is_published(self.stage) else None

    def row(self, entry: int | None) -> Mapping[str, Any] | None:
        """The row of an entry in it, as it is kept."""
        rows = self.standing.rows if self.standing else ()
        return next((row for row in rows if row["entry"] == entry), None)

    @property
    def cut(self) -> Cut | None:
        """Who goes on from the current stage; None where it is the last one."""
        following = [stage for stage in self.stages if stage.number == self.stage.number + 1]
        return Cut(**following[0].cut) if following else None

    @property
    def meetings(self) -> PerSeat:
        """How often the two who meet in `slot` have beaten each other in this event, the own
        matches first; without those that nobody won. Teams are not asked for."""
        if self.rival is None or self.tournament.has_teams:
            return (0, 0)
        here = [
            slot.winner == self.seat_in(slot)
            for slot in self.own
            if slot.decision and slot.winner is not None and self._met_in(slot)
        ]
        won = [*here, *self._won_before()]
        return (sum(won), len(won) - sum(won))

    def _met_in(self, slot: Slot) -> bool:
        entries = [player.entry for player in slot.players if player]
        return not slot.is_table and self.rival in entries

    def _won_before(self) -> Sequence[bool]:
        """Whether they won against the same in the stages before."""
        if self.stage.number == 1:
            return []
        met = PairingSide.objects.filter(
            entry=self.member.entry_id,
            pairing__sides__entry=self.rival,
            pairing__round__stage__number__lt=self.stage.number,
            pairing__boards__match__state=MatchState.FINISHED,
            pairing__boards__match__winner__isnull=False,
        )
        rows = met.order_by().values_list("seat", "pairing__boards__match__winner")
        return [seat == winner for seat, winner in rows]


def own_evening(member: EntryMember, actor: Actor) -> OwnEvening:
    """The event of a member of `entered_by`, who is the actor; what it holds is read as it is asked
    for."""
    return OwnEvening(member, stages_of(member.tournament_id), actor)
