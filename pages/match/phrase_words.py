"""The ready phrases of an online table as a seat reads them: what was said, and what may be."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from games.selectors.phrases import Talk, talk_of
from games.selectors.table_now import TableNow
from games.tables.phrases import PHRASES, may_talk
from kernel.seats import SIDES, Seat, others
from tournaments.selectors.desk.calls import has_reported
from tournaments.selectors.desk.tables import TableReader


@dataclass(frozen=True, slots=True)
class SaidWords:
    """What a seat said last."""

    seat: Seat
    name: str
    words: str
    is_own: bool


@dataclass(frozen=True, slots=True)
class TalkWords:
    """What the reader hears and may do: `phrases` are the codes and the words of what they may say
    now. `is_open`: both sit down, a hand is over, or the match is; `may_report`: there is something
    that they have not reported yet, in a match that goes on and has referees. `of_two`: there is
    one other player."""

    said: Sequence[SaidWords]
    phrases: Sequence[tuple[str, str]]
    heard: int
    is_open: bool
    is_muted: bool
    may_report: bool
    is_reported: bool
    of_two: bool


def talk_words(found: TableReader, now: TableNow, view: Mapping[str, Any]) -> TalkWords | None:
    """What the reader hears and may do at the table as it stands; None for who sits at no seat of
    it."""
    seat = found.reader.seat
    if seat is None:
        return None
    talk = talk_of(now, seat)
    is_open = may_talk(now.state, is_finished=now.account.is_finished)
    has_referees = not found.board.pairing.round.stage.tournament.is_friendly
    is_reported = is_open and has_reported(found.board, seat)
    hears_other = any(one.seat != seat for one in talk.said)
    return TalkWords(
        said=_last_said(talk, seat, [player["name"] for player in view["players"]]),
        phrases=[(code, _(words)) for code, words in PHRASES.items()] if talk.left else [],
        heard=talk.heard,
        is_open=is_open,
        is_muted=talk.is_muted,
        may_report=is_open
        and has_referees
        and hears_other
        and not is_reported
        and not now.account.is_finished,
        is_reported=is_reported,
        of_two=now.state.settings.seats == SIDES,
    )


def _last_said(talk: Talk, seat: Seat, names: Sequence[str]) -> list[SaidWords]:
    """Of each seat what it said last, their own behind those of the others."""
    last = {one.seat: one.code for one in talk.said}
    return [
        SaidWords(who, names[who], _(PHRASES[last[who]]), is_own=who == seat)
        for who in (*others(seat, len(names)), seat)
        if who in last
    ]
