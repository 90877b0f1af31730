"""The online table of a match: its players act there by buttons, others look on."""

import hashlib
import json
from collections.abc import Callable, Mapping
from datetime import datetime
from functools import cached_property
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.cache import patch_cache_control

from games.engine.gin.fair.words import word_hash, word_of
from games.engine.gin.hand.state import HandState
from games.selectors.hints import has_hints, hint_at
from games.selectors.premoves import passes_ahead
from games.selectors.table_now import TableNow, now_at
from games.services.tables import acting, premoves
from games.services.tables.acting import Answer, SeatRequest
from games.tables.course import last_done, own_log
from games.tables.hands.listing import hands_of
from games.tables.records import instant
from games.tables.state import TableState
from games.tables.view import place_of as place_in_hand
from kernel.permissions import Actor
from kernel.seats import Seat
from kernel.text import N_, Refusal, refusal
from pages.match.action_words import faces
from pages.match.counted_end import is_counted
from pages.match.counted_words import (
    counted_buttons,
    counted_hand,
    live_discards,
    meld_buttons,
    table_melds,
)
from pages.match.friendly_words import friendly_words
from pages.match.hint_words import hint_words
from pages.match.phrase_words import talk_words
from pages.match.seat_device import open_here, place_of, play_here
from pages.match.table_hand import OwnHand, own_hand
from pages.match.table_round import round_words
from pages.match.table_seats import TableSeatsPage
from pages.match.table_told import told_words
from pages.match.table_words import (
    Button,
    buttons,
    done_words,
    said,
    seats,
    sits_out,
    spread_words,
)
from pages.parts.event_page import EventPage
from pages.parts.tournament_page import match_words
from tournaments.selectors.desk.tables import TableReader, reader_or_open, view_of
from tournaments.selectors.stages.byes import event_beside
from tournaments.services.desk.online import open_table
from web.actors import say
from web.errors import status_of
from web.numbers import number_in
from web.page import KEY, new_key
from web.seat_cookie import keep_seats

#: In milliseconds: a computer player that takes longer than this is said to be late.
LATE_AFTER = 10_000


class OnlineTablePage(TableSeatsPage):
    """What the reader may see of the table, and the buttons of what they may do there."""

    action = "table.view"
    exchanged = "#exchanged"  # what htmx gets
    refusal_name = "refused"  # what it is called in the template
    found: TableReader

    def find(self) -> Actor:
        super().find()
        match = self.board.match_id
        found = reader_or_open(self.actor, match, lambda: open_table(by=self.actor, match=match))
        if found is None:
            raise Http404
        self.found = self.seated(found)
        return found.actor

    def get(self, request: HttpRequest, **_kwargs: object) -> HttpResponse:
        now = now_at(self.found.board.match.table)
        is_opened = not self.request.htmx and self.found.reader.seat is not None
        if is_opened:
            open_here(*self._device)
        response = self.show(now)
        if is_opened and self.actor.seat_key and self.tournament.is_friendly:
            keep_seats(response, request.COOKIES[settings.SEAT_COOKIE_NAME])
        return response

    @cached_property
    def _device(self) -> tuple[int, Seat, str]:
        seat = self.found.reader.seat
        assert seat is not None
        # A guest's browser has its seats without a session.
        device = self.request.session.session_key or self.actor.seat_key
        return self.board.match_id, seat, device

    def post(self, request: HttpRequest, **_kwargs: object) -> HttpResponse:
        if self.found.reader.seat is None or not self.actor.may("table.play"):
            raise Http404
        play_here(*self._device)
        if request.POST.get("act") == "hint":
            return self._hint()
        try:
            answer = self._asked()
        except Refusal as refused:
            return self.refused(refused, now_at(self.found.board.match.table))
        if answer.refused is not None:
            return self.refused(answer.refused, answer.now)
        if not self.request.htmx:
            return redirect(self.address("online_table"))
        return self.show(answer.now)

    def _hint(self) -> HttpResponse:
        """The page with what the best computer player would do."""
        now, seat = now_at(self.found.board.match.table), self.found.reader.seat
        assert seat is not None
        try:
            found = hint_at(now, seat)
        except Refusal as refused:
            return self.refused(refused, now)
        return self.show(now, hint=hint_words(found))

    def refused(self, refused: Refusal, now: TableNow) -> HttpResponse:
        # Of an answer that is none htmx shows nothing.
        status = 200 if self.request.htmx else status_of(refused.text.code)
        return self.show(now, status, **{self.refusal_name: say(refused.text)})

    def context(self) -> dict[str, Any]:
        """What is exchanged has no heading: for it no bracket is read."""
        if not self.request.htmx:
            return super().context()
        return EventPage.context(self) | {"match": self.board.match}

    def show(self, now: TableNow, status: int = 200, **more: Any) -> HttpResponse:
        self.found = self.turned(self.found, now)
        view, assist = view_of(self.found, now), now.state.settings.assist
        part = self.exchanged if self.request.htmx else ""
        device = "here" if view["seat"] is None else place_of(*self._device)
        is_stopped = now.account.hand.is_over and not now.account.is_finished
        acts = bool(view["actions"]) and device != "elsewhere"
        response = self.answer(
            f"match/online_table.html{part}",
            status,
            **{
                "view": view,
                "said": said(view),
                "done": done_words(view, last_done(now.state, now.log, self.found.reader))
                + told_words(view, own_log(now.state, now.log, view["seat"])),
                "seats": seats(view),
                "own": self._own_hand(now, view, acts=acts),
                "buttons": self._buttons(view, assist=assist) if acts else [],
                "assist": assist,
                "discards": live_discards(view),
                "melds": table_melds(view, acts=acts),
                "layable": meld_buttons(view) if acts else None,
                "is_counted": is_counted(view),
                "upcard": faces([view["limit_card"]] if view["limit_card"] else ()),
                "spread": spread_words(view),
                "step": "" if device == "elsewhere" or is_stopped else step_of(view, now.state),
                "is_stopped": is_stopped,
                "sits_out": sits_out(view),
                "has_hints": has_hints(now) and acts and view["state"] == "playing",
                "round": round_words(view),
                "own_hash": ""
                if view["seat"] is None
                else view["seating"]["word_hashes"][view["seat"]],
                "device": device,
                "until": until_of(view, now.state),
                "late_in": late_in(view, now),
                "talk": talk_words(self.found, now, view),
                "switch": self.switch(view, now),
                "premove": self._premove(now) if device != "elsewhere" else None,
                "friendly": friendly_words(self.found, view),
                "beside": event_beside(self.tournament),
                "key": new_key(),
            }
            | self._sheet(view)
            | more,
        )
        response.headers.pop("Cache-Control", None)
        patch_cache_control(response, private=True, no_store=True)
        response["Content-Encoding"] = "identity"  # its length says nothing of what is in it
        return response

    def _sheet(self, view: Mapping[str, Any]) -> dict[str, Any]:
        """The sheet of the game that is played, or was last. While a hand is played nothing is
        written on it, and it is not exchanged."""
        if self.request.htmx and view["state"] == "playing":
            return {}
        if self.request.method == "POST":
            self.read_anew()
        return {
            "sheet": self.sheet.games()[-1:],
            "names": self.names,
            "rules": self.record.rules,
            "match_words": match_words(self.record.rules),
        }

    def _premove(self, now: TableNow) -> bool | None:
        """Whether the reader has said that they pass the upcard; None where they can't."""
        seat = self.found.reader.seat
        return None if seat is None else passes_ahead(now, seat)

    def _buttons(self, view: Mapping[str, Any], *, assist: bool) -> list[Button]:
        """What the reader may do besides throwing a card."""
        return counted_buttons(view) if is_counted(view) else buttons(view, assist=assist)

    def _own_hand(self, now: TableNow, view: Mapping[str, Any], *, acts: bool) -> OwnHand | None:
        """The reader's own cards, until they lie open on the table."""
        if is_counted(view):
            return counted_hand(view, new=self._new_card(now, view), acts=acts)
        seat = self.found.reader.seat
        state = now.state.at_seat(seat)
        hand, place = state.hand, place_in_hand(state, seat)
        if place is None or state.stage != "playing" or not isinstance(hand, HandState):
            return None
        if hand.spread is not None and hand.spread.knocker == place:
            return None
        return own_hand(hand, place, acts=acts, assist=state.settings.assist)

    def _new_card(self, now: TableNow, view: Mapping[str, Any]) -> str:
        """The card that the reader has just drawn or taken; empty where they have none."""
        if now.state.hand is None or view["turn"] is None or view["turn"] != view["seat"]:
            return ""
        drawn = hands_of(now.state.settings.rules).new_card(now.state.hand)
        return view["taken"] or str(drawn or "")

    @cached_property
    def _asks(self) -> SeatRequest:
        """Who asks, with the key of the form: sent twice it is done once."""
        seat, sent = self.found.reader.seat, self.request.POST
        assert seat is not None
        fields = sorted(item for item in sent.lists() if item[0] != "csrfmiddlewaretoken")
        digest = hashlib.sha256(json.dumps(fields).encode()).hexdigest()
        key = sent.get(KEY, "")
        if not key.isprintable() or len(key) > 200:
            raise refusal("bad_idempotency_key", N_("This form has no valid key. Load it again."))
        return SeatRequest(
            self.board.match_id, seat, self.actor, f"page {key}" if key else None, digest
        )

    def _asked(self) -> Answer:
        """What the form asks of the table."""
        acts: Mapping[str, Callable[[], Answer]] = {
            "here": self._look,
            "action": self._act,
            "best": self._answer_at_best,
            "ready": self._get_ready,
            "hash": self._commit,
            "open": self._open,
            "pass_ahead": self._pass_ahead,
            "decide_later": self._decide_later,
            "resign": self._resign,
        }
        act = acts.get(self.request.POST.get("act", ""))
        if act is None:
            raise refusal("invalid", N_("This form asks for nothing. Load the page again."))
        return act()

    def _look(self) -> Answer:
        """Nothing but to go on here."""
        return Answer(now_at(self.found.board.match.table))

    def _act(self) -> Answer:
        action = self.request.POST.get("action", "")
        return acting.act(request=self._asks, version=self._number("version"), action=action)

    def _answer_at_best(self) -> Answer:
        return acting.answer_at_best(request=self._asks, version=self._number("version"))

    def _get_ready(self) -> Answer:
        return acting.get_ready(request=self._asks, d=self._number("d"))

    def _commit(self) -> Answer:
        """The hash as the script made it, else that of the word that was typed."""
        sent = self.request.POST
        hashed = sent.get("word_hash") or word_hash(word_of(sent.get("word", "")))
        return acting.get_ready(request=self._asks, d=self._number("d"), word_hash=hashed)

    def _open(self) -> Answer:
        word = self.request.POST.get("word", "")
        return acting.get_ready(request=self._asks, d=self._number("d"), word=word)

    def _pass_ahead(self) -> Answer:
        return premoves.pass_ahead(request=self._asks, d=self._number("d"))

    def _decide_later(self) -> Answer:
        return premoves.take_back(request=self._asks)

    def _resign(self) -> Answer:
        of = "match" if self.request.POST.get("of") == "match" else "game"
        return acting.resign(request=self._asks, d=self._number("d"), of=of)

    def _number(self, name: str) -> int:
        number = number_in(self.request.POST.get(name, ""), digits=9)
        if number is None:
            raise refusal("invalid", N_("This form is not whole. Load the page again."))
        return number


def until_of(view: Mapping[str, Any], state: TableState) -> datetime | None:
    """The hour at which an adjourned match goes on."""
    if view["state"] != "adjourned" or state.until is None:
        return None
    return instant(state.until)


def late_in(view: Mapping[str, Any], now: TableNow) -> int | None:
    """The milliseconds after which the move of a computer player is late; None where none is in
    turn."""
    turn = view["turn"]
    if view["state"] != "playing" or turn is None or "bot" not in view["players"][turn]:
        return None
    return max(0, LATE_AFTER - (now.now - now.state.changed))


def step_of(view: Mapping[str, Any], state: TableState) -> str:
    """What the reader is asked for before and between the hands: to sit down, to commit to a word,
    to open it, to say that they are ready; empty where it is nothing, or the others' turn."""
    seat = view["seat"]
    if seat is None or view["where"] == "table":
        return ""
    if view["state"] == "hand_over":
        return "" if view["ready"][seat] else "ready"
    if view["state"] != "seating":
        return ""
    seating = view["seating"]
    if not seating["sat"][seat]:
        return "sit"
    if seating["commitment"] is None:
        return ""
    if seating["word_hashes"][seat] is None:
        return "hash"
    is_open = state.seating.words[seat] is not None  # a view shows no word before both are
    return "" if None in seating["word_hashes"] or is_open else "open"
