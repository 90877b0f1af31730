"""What a referee finds of an event: the tables that need one, of those that the reader may see."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from kernel.permissions import Actor
from kernel.text import N_, Text
from tournaments.domain.lifecycle import MatchState, RoundState, TournamentState
from tournaments.domain.tonight.referee import ANSWER_WITHIN, Need, RefereeFacts, TableInNeed
from tournaments.models import Tournament
from tournaments.selectors.desk.calls import OpenCall, open_calls
from tournaments.selectors.events.appeals import appeals_of
from tournaments.selectors.stages.bracket import BracketRound, Slot, bracket, matches_of
from tournaments.selectors.stages.clocks import Clocks, clocks_of
from tournaments.selectors.stages.order import current_stage, stages_of
from tournaments.selectors.stages.tables import TableMatch, open_matches, own_tables


def referee_facts(actor: Actor, tournament: Tournament, now: datetime) -> RefereeFacts:
    """An event as the actor, with the roles that they have there, finds it at an instant."""
    stage = current_stage(stages_of(tournament.pk))
    rounds = bracket(stage, full_names=True) if stage.rounds.exists() else ()
    needs = TablesInNeed(actor, tournament, now)
    return needs.facts(rounds, open_matches(rounds), clocks_of(stage, rounds))


class TablesInNeed:
    """Finds the tables of an event that need a referee, for one of its staff at one instant."""

    def __init__(self, actor: Actor, tournament: Tournament, now: datetime) -> None:
        self.actor = actor
        self.tournament = tournament
        self.now = now
        self.limited_to = own_tables(actor, tournament)

    def facts(
        self, rounds: Sequence[BracketRound], open: Sequence[TableMatch], clocks: Clocks
    ) -> RefereeFacts:
        """The same of what was read already: the rounds, their open matches and their clocks."""
        called = open_calls(self.actor, self.tournament)
        return RefereeFacts(
            event=self.tournament.pk,
            state=TournamentState(self.tournament.state),
            tables=[*self._at_tables(open, clocks, called), *self._appeals(rounds)],
            playing=len(open),
            is_drawn=any(round.state != RoundState.DRAFT for round in rounds),
        )

    def _at_tables(
        self, open: Sequence[TableMatch], clocks: Clocks, called: Mapping[int, OpenCall]
    ) -> Iterator[TableInNeed]:
        for table_match in open:
            slot = table_match.slot
            assert slot.match is not None
            call = called.get(slot.match.pk)
            if call is not None:
                need = Need.GOING if call.mine else Need.TAKEN if call.taker else Need.CALLED
                row = self._of(slot, need, call.seconds(self.now), call.pk)
                yield replace(row, about=call.about, said=call.said, taker=call.taker)
                continue
            found = self._without_call(table_match, clocks)
            if found:
                yield self._of(slot, *found)

    def _without_call(self, table_match: TableMatch, clocks: Clocks) -> tuple[Need, int] | None:
        """What a match needs though nobody calls, and for how long."""
        slot, since = table_match.slot, table_match.since
        waited = max(0, int((self.now - since).total_seconds())) if since else 0
        if slot.state == MatchState.DISPUTED:
            return Need.DISPUTED, waited
        if slot.state == MatchState.REPORTED:
            return (Need.UNANSWERED, waited) if waited >= ANSWER_WITHIN else None
        clock = clocks.of(slot.round, slot.table)
        if clock is not None and not clock.left_at(self.now):
            return Need.LATE, clock.since_start_at(self.now) - clock.length
        lost = clock.lost_at(self.now) if clock is not None else 0
        if slot.state == MatchState.READY and slot.table and lost:
            return Need.ABSENT, lost
        return None

    def _appeals(self, rounds: Sequence[BracketRound]) -> Iterator[TableInNeed]:
        """Appeals about which a panel has still to decide, for who may sit on it."""
        if not self.actor.may("appeal.decide"):
            return
        slots = {slot.match.pk: slot for slot in matches_of(rounds) if slot.match}
        for appeal in appeals_of(self.tournament).filter(decision__isnull=True):
            given = appeal.ruling or (appeal.penalty and appeal.penalty.board)
            match = given.match_id if given else None
            seconds = int((self.now - appeal.at).total_seconds())
            if match in slots:
                yield self._of(slots[match], Need.APPEAL, seconds, appeal.pk)
            else:
                where = Text("elsewhere", N_("An earlier match"))
                yield TableInNeed(Need.APPEAL, where, match, True, seconds, key=appeal.pk)

    def _of(self, slot: Slot, need: Need, seconds: int, key: int | None = None) -> TableInNeed:
        assert slot.match is not None
        return TableInNeed(
            need=need,
            where=_where(slot),
            match=slot.match.pk,
            mine=self.limited_to is None or slot.table in self.limited_to,
            seconds=seconds,
            table=slot.table,
            key=key,
        )


def _where(slot: Slot) -> Text:
    """The table, between teams with the board; the match's name where it has no table."""
    if slot.table is None:
        return slot.name or Text("match", N_("Match %(number)d"), {"number": slot.number})
    values: dict[str, object] = {"number": slot.table, "board": slot.board}
    if slot.board:
        return Text("table_board", N_("Table %(number)d, board %(board)d"), values)
    return Text("table", N_("Table %(number)d"), values)
