"""A tournament as canonical JSON: what "the same" means.

Two tournaments, or one at two moments, are the same when their snapshots are equal: whoever entered
them, in whichever database, at whatever time and after however many attempts. So there are no ids,
versions and times in it; an entry goes by its place in the order of approval (from 1).
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from games.engine.gin.scoring.hollywood import HollywoodScore
from games.engine.scoring.game_score import GameScore
from games.engine.scoring.rules import ScoredGame
from games.models import Adjustment, HandFact, Ruling, SeriesNotice
from games.selectors.matches import MatchRecord, match_records, matches_by_id
from tournaments.models import Draw, LeftOpen, Penalty, Stage, Tournament
from tournaments.selectors.events.entries import EntryRow, entry_rows
from tournaments.selectors.events.penalties import standing_penalties
from tournaments.selectors.stages.reading import stage_record
from tournaments.selectors.stages.record import BoardFact, PairingFact, SideFact, StageRecord

HAND_FIELDS = (
    *("kind", "dealer", "knocker", "counts", "upcard", "limit_card", "factor", "cards", "role"),
    *("cut_off", "reason"),
)
RULING_FIELDS = (
    *("n", "game", "offender", "rule", "phase", "conditions", "facts", "option", "chosen_by"),
    *("effects", "discretionary", "role"),
)
ADJUSTMENT_FIELDS = ("kind", "seat", "n", "game", "after", "points", "boxes")
NOTICE_FIELDS = ("seat", "game", "after")

EntryPlaces = Mapping[int | None, int | None]
"""For each entry its place; nobody has none."""


def snapshot(tournament: Tournament) -> str:
    """The tournament's settings, facts, stored copies and what they come to, as canonical JSON."""
    rows = entry_rows(tournament)
    places: EntryPlaces = {None: None} | {row.entry.pk: place for place, row in enumerate(rows, 1)}
    content = {
        "name": tournament.name,
        "rules": tournament.rules,
        "boards": tournament.boards,
        "state": tournament.state,
        "states": _way(tournament.state_changes.values_list("state", flat=True)),
        "tables": list(tournament.tables.values_list("number", "label")),
        "entries": [_entry(row) for row in rows],
        "penalties": [_penalty(penalty, places) for penalty in standing_penalties(tournament)],
        "stages": [_stage(stage, places) for stage in tournament.stages.all()],
    }
    return json.dumps(content, sort_keys=True, ensure_ascii=False, indent=1)


def _way(states: Iterable[str]) -> list[str]:
    """The states that led to the present one; what it came back from is not among them."""
    way: list[str] = []
    for state in states:
        way = [*way[: way.index(state) if state in way else None], state]
    return way


def _entry(row: EntryRow) -> dict[str, Any]:
    entry = row.entry
    return {
        "name": entry.name,
        "seed": entry.seed,
        "status": row.status,
        "checked_in": row.checked_in,
        "members": [[member.name, member.board] for member in row.members],
        "withdrawn_from": entry.withdrawal.from_round if hasattr(entry, "withdrawal") else None,
        "table": entry.fixed_table.number if entry.fixed_table else None,
    }


def _penalty(penalty: Penalty, places: EntryPlaces) -> dict[str, Any]:
    hit = penalty.adjustment
    return {
        "entry": places[penalty.entry_id],
        "infraction": penalty.infraction,
        "occurrence": penalty.occurrence,
        "step": penalty.step,
        "discretionary": penalty.discretionary,
        "out_from": penalty.out_from,
        "hits": [hit.kind, hit.seat, hit.game] if hit and hit.superseded_at is None else None,
    }


def _stage(stage: Stage, places: EntryPlaces) -> dict[str, Any]:
    facts = stage_record(stage)
    played = [board.match.pk for pairing in facts.pairings.values() for board in pairing.boards]
    records = match_records(matches_by_id(played).values())
    return {
        "format": stage.format,
        "settings": stage.settings,
        "cut": stage.cut,
        "rules": [stage.rules, stage.finals],
        "said": _said(facts, places),
        "draws": [_draw(draw, places) for draw in stage.draws.order_by("id")],
        "redrawn": stage.redrawn and [[places[entry], *seeds] for entry, *seeds in stage.redrawn],
        "repaired": [
            [number, *([[places[entry] for entry in two] for two in pairs] for pairs in found)]
            for number, *found in stage.repaired
        ],
        "rounds": [
            {
                "number": round.number,
                "state": round.state,
                "rules": round.rules,
                "proposed": [[places[entry] for entry in two] for two in round.proposed],
                "left_open": [
                    [facts.key_of[result.pairing], result.counted_as, result.won]
                    for result in facts.left_open_in(round)
                ],
                "pairings": [
                    _pairing(pairing, records, places)
                    for pairing in facts.pairings.values()
                    if pairing.plan.round == round.number
                ],
            }
            for round in facts.rounds
        ],
        "standings": [
            {"round": table.round.number, "rows": [_row(row, places) for row in table.rows]}
            for table in stage.standing_tables.select_related("round").order_by("round__number")
        ],
    }


def _said(facts: StageRecord, places: EntryPlaces) -> dict[str, Any]:
    """Who came late or was away, and what was said about who meets."""
    table = facts.table
    pairs = {"forbidden": table.constraints.forbidden, "apart": table.constraints.apart}
    return {
        "late": [[places[entry], round] for entry, round in table.joined.items()],
        "absent": sorted([places[entry], sorted(away)] for entry, away in table.absent.items()),
        "fixed": sorted(
            [round, *sorted(_seated(two, places))]
            for round, fixed in table.constraints.fixed.items()
            for two in fixed
        ),
        "left_open": sorted(_left_open(facts)),
        **{
            kind: sorted(_seated(two, places) for two in of_kind) for kind, of_kind in pairs.items()
        },
    }


def _left_open(facts: StageRecord) -> list[list[Any]]:
    """Without which matches rounds were to be drawn, by their place in the stage; those that were
    set aside are not told of."""
    standing = LeftOpen.objects.filter(stage=facts.stage, superseded_at__isnull=True)
    rows = standing.values_list("round", "pairing", "counted_as", "won")
    return [
        [round, facts.key_of[pairing], *said]
        for round, pairing, *said in rows
        if pairing in facts.key_of
    ]


def _seated(two: Iterable[int], places: EntryPlaces) -> list[int]:
    return sorted(place for entry in two if (place := places[entry]) is not None)


def _draw(draw: Draw, places: EntryPlaces) -> dict[str, Any]:
    return {
        "method": draw.method,
        "seed": draw.seed if draw.method == "random" else None,
        "algorithm": draw.algorithm,
        "order": [places[entry] for entry in draw.order],
        "stands": draw.superseded_at is None,
    }


def _pairing(
    pairing: PairingFact, records: Mapping[int, MatchRecord], places: EntryPlaces
) -> dict[str, Any]:
    return {
        "number": pairing.plan.number,
        "reason": pairing.reason,
        "table": pairing.table_number,
        "sides": [_side(side, places) for side in pairing.sides],
        "boards": [_board(board, records[board.match.pk], places) for board in pairing.boards],
    }


def _side(side: SideFact, places: EntryPlaces) -> dict[str, Any]:
    return {
        "kind": side.kind,
        "entry": places[side.entry],
        "feeder": side.feeder,
        "kept": places[side.kept],
    }


def _board(board: BoardFact, record: MatchRecord, places: EntryPlaces) -> dict[str, Any]:
    match = record.match
    return {
        "game": match.game,
        "rules": match.rules,
        "head_start": match.head_start,
        "stored": [match.state, match.games_won, match.winner],
        "folded": [record.state, record.score.games_won, record.winner],
        "seats": [places[entry] for entry in board.entries],
        "submission": _submission(record),
        "first_deal": _first_deal(record),
        "hands": [_hand(fact) for fact in record.facts],
        "decisions": record.decisions,
        "games": [_game(game) for game in record.games],
        "rulings": [_fields(ruling, RULING_FIELDS) for ruling in record.rulings],
        "adjustments": [
            _fields(adjustment, ADJUSTMENT_FIELDS) for adjustment in record.adjustments
        ],
        "notices": [_fields(notice, NOTICE_FIELDS) for notice in record.notices],
    }


def _game(game: ScoredGame) -> dict[str, Any]:
    assert isinstance(game, GameScore | HollywoodScore)
    return asdict(game)


def _fields(
    fact: HandFact | Ruling | Adjustment | SeriesNotice, names: Sequence[str]
) -> dict[str, Any]:
    return {name: getattr(fact, name) for name in names}


def _submission(record: MatchRecord) -> dict[str, Any] | None:
    said = record.submission
    if said is None:
        return None
    return {
        "level": said.level,
        "payload": said.payload,
        "role": said.role,
        "reason": said.reason,
        "confirmed": hasattr(said, "confirmation"),
        "disputed": said.dispute.reason if hasattr(said, "dispute") else None,
    }


def _first_deal(record: MatchRecord) -> list[Any] | None:
    """The cards that were drawn, and who deals first."""
    noted = record.first_deal
    return None if noted is None else [noted.cards, noted.dealer]


def _hand(fact: HandFact) -> dict[str, Any]:
    identity = {"n": fact.hand.sequence, "game": fact.hand.game, "number": fact.hand.number}
    partners = {"players": fact.players} if fact.players else {}
    return identity | partners | _fields(fact, HAND_FIELDS)


def _row(row: dict[str, Any], places: EntryPlaces) -> dict[str, Any]:
    values = dict(row["reason"]["values"])
    if "opponent" in values:
        values["opponent"] = places[values["opponent"]]
    reason = {"code": row["reason"]["code"], "values": values}
    return row | {"entry": places[row["entry"]], "reason": reason}
