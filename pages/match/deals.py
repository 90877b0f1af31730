"""All deals of an online match: what became of each, and what it takes to check them."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from games.selectors.deal_records import DRAW, SET_ASIDE, hand_records, published_deals
from games.selectors.matches import MatchRecord
from games.tables.events import MOVED
from kernel.permissions import ONLINE
from kernel.text import N_
from pages.match.first_deal import said_of
from pages.match.records import HandPlace, RecordsPage
from pages.parts.score_sheet import CUT_OFF

#: Why a deal was no hand, but for what cuts a hand off.
_WHY = {
    DRAW: N_("who deals first"),
    SET_ASIDE: N_("set aside: its hand was taken out of the match again"),
    MOVED: N_("broken off: the match moved, and the hand was dealt again there"),
}
#: Why the players sat down anew.
_ENDED = {
    "word_not_opened": N_("Given up: a word was not opened in time."),
    "used_up": N_("Given up: all its secrets were used."),
    "void": N_("Given up: what it had dealt does not count any more."),
    MOVED: N_("Given up: the match moved to its table in the room."),
}


@dataclass(frozen=True, slots=True)
class DealShown:
    """A deal by its number d. `hand` is the one that it was; else `words` say why it was none.
    Without `secret` it is not over."""

    d: int
    hand: HandPlace | None = None
    words: str = ""
    seating: int | None = None
    secret: str = ""


@dataclass(frozen=True, slots=True)
class SeatingShown:
    """A seating: its commitment, what each player said (name, hash of the word, word), and why it
    was given up, if it was."""

    number: int
    commitment: str
    said: Sequence[tuple[str, str | None, str | None]]
    ended: str


class DealsPage(RecordsPage):
    """Every deal with its secret, every seating with its words, and the button that checks them."""

    def get(self, request: HttpRequest, **_kwargs: object) -> HttpResponse:
        published = deals_of(self.record)
        return self.answer(
            "match/deals.html",
            deals=self._deals(published),
            seatings=[self._seating(seating) for seating in published["seatings"]],
        )

    def _deals(self, published: Mapping[str, Any]) -> list[DealShown]:
        hands = {hand.n: hand for hand in self.hands}
        found = {deal["d"]: deal for deal in published["deals"]}
        shown = []
        for d in range(0 if 0 in found else 1, published["dealt"] + 1):
            deal = found.get(d)
            if deal is None:
                shown.append(DealShown(d))
                continue
            hand = hands.get(deal["n"])
            words = "" if hand else self._why(deal["why"])
            shown.append(DealShown(d, hand, words, deal["seating"], deal["secret"]))
        return shown

    def _why(self, why: str) -> str:
        if why == DRAW:
            return said_of(self.record, self.names) or _(_WHY[DRAW])
        return _(_WHY.get(why) or CUT_OFF[why])

    def _seating(self, seating: Mapping[str, Any]) -> SeatingShown:
        said = zip(self.people or self.names, seating["word_hashes"], seating["words"], strict=True)
        ended = _(_ENDED[seating["ended"]]) if seating["ended"] else ""
        return SeatingShown(seating["number"], seating["commitment"], list(said), ended)


class DealsFilePage(RecordsPage):
    """The same with the records of the hands, as `manage.py verify_deals` and the page's own check
    read it: a line of JSON."""

    def get(self, request: HttpRequest, **_kwargs: object) -> HttpResponse:
        written = deals_of(self.record) | {"records": hand_records(self.record)}
        text = json.dumps(written, ensure_ascii=False)
        name = f"match-{self.board.match_id}-deals.jsonl"
        return self.file(f"{text}\n", "application/x-ndjson", name)


def deals_of(record: MatchRecord) -> dict[str, Any]:
    """What is published of the deals to who may read the records; with the cards that were drawn
    for the first deal, where they were, how many hands are dealt at once, and what is played."""
    published = published_deals(record.match.table, record, lambda _n: True)
    noted = record.first_deal
    was_dealt = noted is not None and noted.via == ONLINE.via
    return published | {
        "draw": noted.cards if noted is not None and was_dealt else None,
        "at_once": record.game_rules.hands_in_round,
        "game": record.game_rules.name,
    }
