"""The replay of a hand that everybody at the table played: each step in words, and how the cards
lie, with all hands open."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from games.rule_books import rules_from
from games.tables.course import Done
from games.tables.hands.listing import hands_by
from kernel.seats import Seat, others
from pages.match.action_words import face, faces, named
from pages.match.counted_end import counted_end
from pages.match.counted_words import live_discards, meld_faces
from pages.match.replay_words import (
    HandEnd,
    LyingCard,
    LyingGroup,
    MomentShown,
    SeatAt,
    StepWords,
)
from pages.match.table_words import done_words, time_words
from pages.parts.score_sheet import CUT_OFF


class CountedReplay:
    """A hand by its record: the views of its moments, each with all hands open."""

    def __init__(self, record: Mapping[str, Any], names: Sequence[str]) -> None:
        self.record, self.names = record, names
        hands, rules = hands_by(record["rules"]), rules_from(record["rules"])
        texts = [one["action"] for one in record["actions"]]
        seed = bytes.fromhex(record["seed"])
        cards = hands.deal(rules, record["seats"], record["dealer"], seed)
        states = [hands.begin(rules, record["dealer"], cards)]
        for text in texts:
            states.append(hands.apply(states[-1], text))
        self._views = [hands.disclosed_view(state) for state in states]
        seats = range(record["seats"])
        self._counts = [
            [hands.seat_view(state, seat)["deadwood"] for seat in seats] for state in states
        ]
        self._seen = hands.seen(states[-1], texts)
        self._new = [str(hands.new_card(state) or "") for state in states]

    @property
    def last(self) -> int:
        """The number of the last moment."""
        return len(self._views) - 1

    def steps(self) -> list[StepWords]:
        """What was done, the deal first."""
        values = {"name": self.names[self.record["dealer"]], "card": named(self.record["upcard"])}
        words = _("%(name)s deals; the %(card)s is turned up.") % values
        found = [StepWords(0, words)]
        view = {"players": [{"name": name} for name in self.names]}
        for number, (said, seen) in enumerate(
            zip(self.record["actions"], self._seen, strict=True), 1
        ):
            seat, by_clock = said["seat"], said.get("by") == "clock"
            done = Done(number, seat, seen.kind, seen.card, by_clock, seen.meld)
            (told,) = done_words(view, [done])
            counts = self._counts[number - 1][seat], self._counts[number][seat]
            found.append(StepWords(number, told.words, time_words(said["left"]), *counts))
        return found

    def shown(self, steps: Sequence[StepWords], at: int, seat: Seat) -> MomentShown:
        """The hand after `at` actions, with this seat at the bottom."""
        view = self._views[at]
        order = [*others(seat, len(self.names)), seat]
        live = live_discards(view)
        spread = view["spread"]
        return MomentShown(
            number=at,
            last=self.last,
            step=steps[at],
            seats=tuple(self._seat(at, one) for one in order),
            stock=view["stock"],
            discarded=view["discarded"],
            top=live[-1] if live else None,
            limit_card=None,
            limit=view["limit"],
            factor=view["factor"] or 1,
            melds=[meld_faces(text) for text in view.get("melds") or ()]
            or [faces(meld) for meld in (spread or {}).get("lying", ())],
        )

    def _seat(self, at: int, seat: Seat) -> SeatAt:
        view, counts, before = self._views[at], self._counts[at], self._counts[max(0, at - 1)]
        new = (view["taken"] or self._new[at]) if seat == view["turn"] else ""
        cards = [LyingCard(face(card), card == new) for card in view["hands"][seat]]
        return SeatAt(
            seat=seat,
            name=self.names[seat],
            is_dealer=self.record["dealer"] == seat,
            is_in_turn=view["turn"] == seat,
            before=before[seat],
            count=counts[seat],
            groups=[LyingGroup("", False, cards)] if cards else [],
        )

    def end(self) -> HandEnd:
        """What came of it."""
        record = self.record
        if "reason" in record:
            why = _(CUT_OFF[record["reason"]])
            return HandEnd(_("The hand was not played out: %(why)s.") % {"why": why}, "", [])
        players = [{"name": name} for name in self.names]
        words = counted_end({**self._views[-1], "players": players})
        if not record["counts"]:
            return HandEnd(words, "", [])
        columns = record["counts"], record["points"], record["boxes"]
        return HandEnd(words, "", list(zip(self.names, *columns, strict=True)))
