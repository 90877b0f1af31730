"""What can be done at an online table: the kinds of a log that is only added to.

An instant is a whole number of milliseconds since 1970 (UTC), a span one of milliseconds. What
`data` holds, by kind; `seat` is the seat that did it, or whose it is:

| kind | data |
|---|---|
| `sat` | |
| `commitment` | `seating`, `commitment` |
| `word_hash` | `hash` |
| `word` | `word` |
| `unseated` | `seating`, `reason`, `sat`: who still sits |
| `deal` | `seating`, `commitment`, `j`, `words`; of a hand more: see below |
| `choice` | `dealer`; `by` where the clock chose |
| `action` | `action` (text with its melds), `left`, `reserve`; `by` where the clock played |
| `ready` | `by` where the clock was |
| `flag` | `cost`, `away` |
| `resignation` | `of`: `game` or `match` |
| `cut_off` | `reason` |
| `pause`, `adjournment` | `reason`, `clocks`; of an adjournment `until`, `vacation` |
| `resumption` | |
| `time` | `ms`, `reason` |
| `disclosure` | `reason`, `user` |
| `ruling`, `adjudication` | what was said of the match |
| `moved` | `to`: `table` or `online`; `clocks` |
| `move_request` | `taken_back`: true where the seat does not ask any more |
| `rematch` | |
| `name_report` | |
| `declined` | |

The `deal` of a hand also has `dealer`, `n`, `game`, `number`, `clocks`, `autos`.
`vacation`: a player is away, and has adjourned it themselves.
`clocks` are `[left, reserve]` by seat, `autos` the turns in a row that the clock has played, by
seat. A `deal` says all that its hand needs, so that nothing before it is read again; the one with
the number 0 is the draw for the first deal.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, get_args

from kernel.seats import Seat

Kind = Literal[
    "sat",
    "commitment",
    "word_hash",
    "word",
    "unseated",
    "deal",
    "choice",
    "action",
    "ready",
    "flag",
    "resignation",
    "cut_off",
    "pause",
    "adjournment",
    "resumption",
    "time",
    "disclosure",
    "ruling",
    "adjudication",
    "moved",
    "move_request",
    "rematch",
    "name_report",
    "declined",
]

KINDS: tuple[Kind, ...] = get_args(Kind)

#: What a ruling says of play at a table (`ended`): nothing more is played there as things stand;
#: others may sit there, and the match begins anew; play goes on again.
REDRAWN, VOID, PLAYED_ON = "redrawn", "void", None

#: Why a deal and its seating ended (`reason`) when the match left the online table.
MOVED = "moved"

#: After these an action that was meant for the version before is still taken.
HARMLESS: tuple[Kind, ...] = (
    "ready",
    "disclosure",
    "time",
    "rematch",
    "name_report",
    "declined",
    "move_request",
)


@dataclass(frozen=True, slots=True)
class Event:
    """The `number`-th thing that was done at a table: the table's version after it.

    `deal` is the number of the dealing that it belongs to, null before the first.
    """

    number: int
    kind: Kind
    at: int
    seat: Seat | None = None
    deal: int | None = None
    data: Mapping[str, Any] | None = None

    def __getitem__(self, name: str) -> Any:
        """What `data` says under this name; null where it says nothing."""
        return (self.data or {}).get(name)
