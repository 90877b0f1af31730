"""A simulated tournament as lines: one a round, then the standings."""

from collections.abc import Iterator, Mapping
from typing import Any

from kernel.text import Text
from tournaments.domain.crosstable import Crosstable
from tournaments.domain.kinds.base import Format
from tournaments.domain.kinds.meetings import meetings
from tournaments.domain.kinds.pairings import Resolved
from tournaments.domain.simulation.playing import Conditions, PlayedRound, play
from tournaments.domain.standings import Standing

FEWEST_DIGITS = 3

Names = Mapping[int, str]


def simulate(format: Format, conditions: Conditions) -> Iterator[dict[str, Any]]:
    """The lines of a tournament that is played by chance.

    One a round: `round`, `pairings`, `byes`, `withdrawn` (who left after it), `joined` (who came in
    for it). Then the table: `standings`. Nothing comes where the format refuses the field.
    """
    format.validate(range(conditions.players))
    digits = max(FEWEST_DIGITS, len(str(conditions.players)))
    names = {entry: f"P{entry:0{digits}}" for entry in range(1, conditions.players + 1)}
    table = Crosstable(tuple(names))
    for played in play(format, conditions):
        table = played.table
        yield _round_line(format, played, names)
    yield {"standings": list(_rows(format, table, names))}


def _round_line(format: Format, played: PlayedRound, names: Names) -> dict[str, Any]:
    decided = ("played", "walkover", "double_forfeit", "withdrawal")
    met = [pairing for pairing in played.pairings if pairing.decision in decided]
    sat_out = [pairing.winner.entry for pairing in played.pairings if pairing.decision == "bye"]
    return {
        "round": played.number,
        "pairings": [_pairing(format, played.table, pairing, names) for pairing in met],
        "byes": [names[entry] for entry in sat_out if entry is not None],
        "withdrawn": [names[entry] for entry in played.withdrawn],
        "joined": [names[entry] for entry in played.joined],
    }


def _pairing(format: Format, table: Crosstable, pairing: Resolved, names: Names) -> dict[str, Any]:
    """Two who were to meet; in a bracket with what it was about and the place in its round."""
    first, second = pairing.entries
    key = pairing.plan.key
    outcome = table.outcomes.get(key)
    games = [0, 0]
    if outcome and outcome.kind == "played":
        games = [
            ahead + sum(game.winner == seat for game in outcome.games)
            for seat, ahead in enumerate(pairing.plan.head_start)
        ]
    winner = None if pairing.winner_seat is None else "ab"[pairing.winner_seat]
    found: dict[str, Any] = {
        "a": names[first],
        "b": names[second],
        "result": {"games": games, "winner": winner},
    }
    if format.is_bracket:
        found |= {"bracket": str(format.full_name(table, key)), "slot": pairing.plan.number}
    side = format.side_of(table, key)
    return found | ({"side": side} if side else {})


def _rows(format: Format, table: Crosstable, names: Names) -> Iterator[dict[str, Any]]:
    codes = getattr(format, "tiebreaks", ())
    points = {
        entry: sum(meeting.points for meeting in own.values())
        for entry, own in meetings(table, format.advance(table), cap=0).items()
    }
    for row in format.places(table):
        values = {code: _plain(value) for code, value in zip(codes, row.values, strict=False)}
        yield {
            "rank": row.rank,
            "entry": names[row.entry],
            "match_points": values.get("match_points", _plain(points[row.entry])),
            "tiebreaks": values,
            "reason": str(_worded(row.reason, names)),
            **_group(row),
        }


def _group(row: Standing) -> dict[str, int]:
    return {} if row.group is None else {"group": row.group}


def _plain(value: float) -> float:
    """A whole number where it is one."""
    return int(value) if value == int(value) else value


def _worded(text: Text, names: Names) -> Text:
    """The sentence with the name of the opponent in it, inner ones too."""
    values = dict(text.values)
    for name, value in text.values.items():
        if isinstance(value, Text):
            values[name] = _worded(value, names)
        elif name == "opponent" and isinstance(value, int):
            values[name] = names[value]
    return Text(text.code, text.template, values)
