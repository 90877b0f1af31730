"""What was said of matches, and what was done at online tables."""

from games.models.matches import (
    Adjustment,
    Confirmation,
    Dispute,
    FirstDeal,
    GameDecision,
    Hand,
    HandFact,
    Match,
    MatchSeat,
    Ruling,
    SeriesNotice,
    Submission,
    Superseding,
    one_standing,
)
from games.models.tables import (
    DealSecret,
    Mute,
    OnlineTable,
    PhraseSaid,
    SeatConnection,
    TableEvent,
)
from games.models.uptime import Outage, WebHeartbeat

__all__ = [
    "Adjustment",
    "Confirmation",
    "DealSecret",
    "Dispute",
    "FirstDeal",
    "GameDecision",
    "Hand",
    "HandFact",
    "Match",
    "MatchSeat",
    "Mute",
    "OnlineTable",
    "Outage",
    "PhraseSaid",
    "Ruling",
    "SeatConnection",
    "SeriesNotice",
    "Submission",
    "Superseding",
    "TableEvent",
    "WebHeartbeat",
    "one_standing",
]
