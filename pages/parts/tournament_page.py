"""What the public page of a tournament shows."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.http import Http404
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.rule_books import AgreedRules
from games.selectors.matches import MatchRecord
from kernel.permissions import Role
from kernel.seats import SIDES, others
from kernel.text import N_
from pages.parts.clocks import ShownClock, shown_clock
from pages.parts.draw_sheet import DrawSheet, DrawSheetMaker
from pages.parts.figure_words import ShownFigure, figure_words
from pages.parts.game_words import game_figures
from pages.parts.leaders import MOST_GROUPS, Leaders, leaders_of
from pages.parts.podium import EndWords, FinalTable, PodiumStep
from pages.parts.round_list import RoundList, round_list
from pages.parts.sheet_match import IN_PLAY, SheetMatch
from pages.parts.sheet_matches import SheetMatches
from pages.parts.stage_switch import NumberedLink
from tournaments.domain.lifecycle import PLAYED_OUT, MatchState, RoundState, TournamentState
from tournaments.domain.tonight.spectator import Cut, cut_of
from tournaments.models import Stage, Tournament
from tournaments.selectors.desk.figures import figures_of
from tournaments.selectors.desk.results import newest_records, records_of_event, said_at
from tournaments.selectors.events.audiences import Audience, Seen
from tournaments.selectors.events.names import public_names_of
from tournaments.selectors.stages.bracket import BracketRound, Slot, bracket, matches_of
from tournaments.selectors.stages.clocks import clocks_of
from tournaments.selectors.stages.podium import Ending, broken_off, ending_of
from tournaments.selectors.stages.sides import entry_names
from web.actors import say

RESULTS_SHOWN = 8
MATCHES_SHOWN = 12

# What a tournament's state is called, and the mark (of the states of a match) that stands for it.
STATES: Mapping[str, tuple[str, str]] = {
    TournamentState.DRAFT: (N_("Draft"), "locked"),
    TournamentState.REGISTRATION: (N_("Registration"), "waiting"),
    TournamentState.CHECK_IN: (N_("Check-in"), "ready"),
    TournamentState.RUNNING: (N_("Running"), "running"),
    TournamentState.FINISHED: (N_("Finished"), "finished"),
    TournamentState.ARCHIVED: (N_("Archived"), "archived"),
    TournamentState.CANCELLED: (N_("Cancelled"), "locked"),
}


@dataclass(frozen=True, slots=True)
class StateWord:
    """A tournament's state as it is shown: the word, and the mark before it."""

    word: str
    mark: str


@dataclass(frozen=True, slots=True)
class ResultRow:
    """A standing result: who beat whom, the games, each game's figures with the winner's first. Of
    a drawn match, and where both forfeited, the two stand in order of seat."""

    match: SheetMatch
    winner: str
    loser: str
    is_won: bool
    games: tuple[int, ...] | None
    scores: tuple[tuple[int, ...], ...]
    at: datetime
    voice: str
    where: str
    """The match by its name; of a board the two teams and its number."""


@dataclass(frozen=True, slots=True)
class EndContent:
    """The end of an event that was played out; with `is_cut_short` it was not, and this is what
    stood when it was cancelled."""

    steps: Sequence[PodiumStep]
    table: FinalTable
    figures: Sequence[ShownFigure]
    is_cut_short: bool


@dataclass(frozen=True, slots=True)
class TournamentContent:
    """A stage that is drawn: `sheets` of a bracket and the `parts` between which one changes where
    it is large, or the pairs of a `round` with the first of the standings; of pairs only those in
    play are in `now_playing`. `round_name` is the round that is played, `more` counts the matches
    in play that are not listed, `champion` is empty while the event has none, `end` is there once
    it is played out, or was cut short; then `cut` says how far it came."""

    sheets: Sequence[DrawSheet]
    parts: Sequence[NumberedLink]
    round: RoundList | None
    leaders: Sequence[Leaders]
    entrants: int
    champion: str
    end: EndContent | None
    cut: Cut | None
    round_name: str
    clock: ShownClock | None
    now_playing: Sequence[SheetMatch]
    more: int
    results: Sequence[ResultRow]
    against: Sequence[SheetMatch]
    """What stays against the results."""


def page_of(
    tournament: Tournament, stage: Stage, seen: Seen, part: int | None, *, is_last: bool
) -> TournamentContent | None:
    """The page of a stage; None while its draw is not for these eyes. `part` is the section of a
    bracket or the round of another format; `is_last`: no stage follows.

    Raises Http404 for a section or a round that there is not.
    """
    is_staff = seen.audience == Audience.STAFF
    rounds = bracket(stage, full_names=is_staff)
    if not rounds or (rounds[0].state == RoundState.DRAFT and not is_staff):
        return None
    places = {slot.match.pk: slot for slot in matches_of(rounds) if slot.match}
    in_play = [match for match, slot in places.items() if slot.state == MatchState.RUNNING]
    over = [match for match, slot in places.items() if slot.state == MatchState.FINISHED]
    is_cancelled = tournament.state == TournamentState.CANCELLED
    cut = _cut(rounds) if is_cancelled else None
    ends = is_last and tournament.state in PLAYED_OUT
    if ends or cut:
        records = records_of_event(tournament.pk)
    else:
        records = newest_records(in_play, over, limit=RESULTS_SHOWN)
    maker = DrawSheetMaker(rounds, records)
    is_bracket = stage.format_class.is_bracket
    end = _end(stage, maker, records, full_names=is_staff) if ends or cut else None
    leaders = (
        [] if stage.format_class.is_knock_out or end else leaders_of(stage, full_names=is_staff)
    )
    now = [] if is_cancelled else [*maker.now_playing()]
    now = [match for match in now if is_bracket or match.state in IN_PLAY]
    round_name = say(maker.rounds[maker.current].name)
    return TournamentContent(
        sheets=_sheets(maker, part) if is_bracket else (),
        parts=_parts(maker, part) if is_bracket else (),
        round=None if is_bracket else _round(maker, part),
        leaders=leaders if len(leaders) <= MOST_GROUPS else (),
        entrants=len(maker.entries),
        champion=maker.champion if is_bracket and is_last and not is_cancelled else "",
        end=end,
        cut=cut,
        round_name=round_name,
        clock=None
        if ends or is_cancelled
        else shown_clock(clocks_of(stage, rounds), maker.current, round_name),
        now_playing=now[:MATCHES_SHOWN],
        more=max(0, len(now) - MATCHES_SHOWN),
        results=_results(maker, places, records),
        against=[maker.match(slot) for round in rounds for slot in round.matches if slot.against],
    )


def _cut(rounds: Sequence[BracketRound]) -> Cut | None:
    """How far a stage came."""
    return cut_of(
        (round.number, sum(slot.state == MatchState.FINISHED for slot in matches), len(matches))
        for round in rounds
        for matches in [round.matches]
    )


def _sheets(maker: DrawSheetMaker, part: int | None) -> Sequence[DrawSheet]:
    if part is not None and not 1 <= part < len(maker.parts):
        raise Http404
    return maker.sheets(part or 0)


def _parts(maker: DrawSheetMaker, part: int | None) -> Sequence[NumberedLink]:
    parts = [
        NumberedLink(number or None, maker.part_name(number), number == (part or 0))
        for number in range(len(maker.parts))
    ]
    return parts if len(parts) > 1 else ()


def _round(maker: DrawSheetMaker, round: int | None) -> RoundList:
    if round is not None and round not in maker.rounds:
        raise Http404
    return round_list(maker, maker.current if round is None else round)


def _end(
    stage: Stage,
    maker: SheetMatches,
    records: Mapping[int, MatchRecord],
    *,
    full_names: bool,
) -> EndContent | None:
    ended = ending_of(stage, maker.bracket)
    ending = ended or broken_off(stage)
    if ending is None:
        return None
    words = EndWords(ending, _names(ending, maker, full_names=full_names), maker.slots)
    known = figures_of(records.values())
    players = _player_names(stage, records, full_names=full_names) if known else {}
    figures = figure_words(known, players)
    return EndContent(words.steps(), words.table(), figures, is_cut_short=ended is None)


def _names(ending: Ending, maker: SheetMatches, *, full_names: bool) -> Mapping[int, str]:
    """The names of the entries: asked for only where somebody was never paired."""
    sides = (side for slot in maker.slots.values() for side in slot.players if side)
    named = {side.entry: side.name for side in sides}
    if all(row["entry"] in named for row in ending.table.rows):
        return named
    return entry_names(ending.table.stage.tournament_id, full_names=full_names)


def _player_names(
    stage: Stage, records: Mapping[int, MatchRecord], *, full_names: bool
) -> Mapping[int, str]:
    """The names of those who sat in these matches: asked for only where they are not all shown in
    full, as how short a name may be depends on who else plays."""
    seats = (seat for record in records.values() for seat in record.seats)
    players = {seat.player for seat in seats if seat.player}
    if full_names or all(player.shown == "full" for player in players):
        return {player.pk: player.name for player in players}
    return public_names_of(stage.tournament_id)


def state_of(tournament: Tournament, page: TournamentContent | None = None) -> StateWord:
    """The state; of a running tournament whose page is given, the round that is played."""
    word, mark = STATES[tournament.state]
    if page and tournament.state == TournamentState.RUNNING:
        return StateWord(page.round_name, mark)
    return StateWord(_(word), mark)


def match_words(rules: AgreedRules) -> str:
    """What a match is: "Best of 5"."""
    n = rules.match_n
    if rules.match_type == "single" or rules.match_type == "best_of":
        words = _("One game") if rules.match_type == "single" else _("Best of %(n)d")
    elif rules.match_type == "points":
        gross = rules.points_by == "gross"
        words = _("To %(n)d points, gross") if gross else _("To %(n)d points")
    elif rules.deal_goes_round:
        words = ngettext("%(n)d round, each deals once", "%(n)d rounds, each deals once", n)
    else:
        words = ngettext("%(n)d hand", "%(n)d hands", n)
    return words % {"n": n}


def _results(
    maker: SheetMatches, places: Mapping[int, Slot], records: Mapping[int, MatchRecord]
) -> Sequence[ResultRow]:
    """Those of the records that are results, the newest first."""
    over = [
        match for match in records if match in places and places[match].state == MatchState.FINISHED
    ]
    found = [(said_at(records[match]), match) for match in over]
    return [
        _result(maker, places[match], records[match], at)
        for at, match in sorted(found, reverse=True)[:RESULTS_SHOWN]
    ]


def _result(maker: SheetMatches, slot: Slot, record: MatchRecord, at: datetime) -> ResultRow:
    match = maker.match(slot)
    first = slot.winner or 0
    order = (first, *others(first, len(match.lines)))
    winner, *losers = (match.lines[seat] for seat in order)
    figures = () if winner.games is None else tuple(line.games or 0 for line in (winner, *losers))
    return ResultRow(
        match=match,
        winner=winner.name,
        loser=", ".join(loser.name for loser in losers),
        is_won=slot.winner is not None,
        games=figures or None,
        scores=tuple(
            tuple(figures[seat] for seat in order)
            for game in record.games
            if game.winner is not None and len(order) == SIDES
            for figures in [game_figures(record.rules, game)]
        ),
        at=at,
        voice=_voice(record),
        where=_board_of_teams(slot) or match.name,
    )


def _board_of_teams(slot: Slot) -> str:
    if not slot.board:
        return ""
    first, second = (side.team or side.name if side else "" for side in slot.players)
    values = {"first": first, "second": second, "board": slot.board}
    return _("%(first)s v %(second)s, board %(board)d") % values


def _voice(record: MatchRecord) -> str:
    """Who stands behind a result."""
    confirmation = getattr(record.submission, "confirmation", None)
    if confirmation and confirmation.role == Role.PLAYER:
        return _("both players")
    return _("referee")
