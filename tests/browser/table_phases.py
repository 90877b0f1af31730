"""An online table in each phase in which somebody looks at it, always with the same cards."""

import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from hashlib import shake_256
from unittest import mock

from django.test import Client
from django.urls import reverse

from tests.acceptance.scripted_match import ScriptedMatch
from tests.builders import DIRECTOR, sign_in
from tests.online import OnlineEvent
from tournaments.services.desk.table_staff import adjourn_table, pause_table
from web.db import clock

RULES = {"preset": "club", "target": 100}


@contextmanager
def same_secrets(phase: str) -> Iterator[None]:
    """The chain of secrets is always the same in a phase, so that the deals of the first match are.
    Two phases share none: what follows from a chain is kept in the process under its commitment."""
    with mock.patch.object(secrets, "token_bytes", shake_256(phase.encode()).digest):
        yield


class PhasedTable:
    """The table of a match of two, played by script until somebody is asked to do something."""

    def __init__(self, **fields) -> None:
        self.event = OnlineEvent(**({"rules": RULES} | fields))
        tournament, match = self.event.tournament, self.event.board.match_id
        self.path = reverse("online_table", args=[tournament.club.slug, tournament.slug, match])
        self.played = ScriptedMatch(match, self.event.seats, seed=2)

    def play(self, until: Callable[[dict], bool]) -> int:
        """Play until this holds of the view of who is in turn; their seat."""
        return self.played.play(until)["turn"]

    def session(self, seat: int | None) -> str:
        """The session of a seat; of who only watches none."""
        if seat is None:
            return ""
        client = Client()
        sign_in(client, self.event.users[seat])
        return client.cookies["sessionid"].value


@dataclass(frozen=True)
class Phase:
    """What is looked at: the table, and by which seat (None: by who watches)."""

    table: PhasedTable
    seat: int | None


def _offers(*kinds: str) -> Callable[[dict], bool]:
    return lambda view: any(action.split()[0] in kinds for action in view["actions"])


def _in_phase(*phases: str) -> Callable[[dict], bool]:
    return lambda view: view["phase"] in phases and bool(view["actions"])


def seating() -> Phase:
    return Phase(PhasedTable(), 0)


def drawing() -> Phase:
    table = PhasedTable()
    table.event.sit_down()
    return Phase(table, table.event.view()["turn"])


def upcard() -> Phase:
    table = PhasedTable()
    return Phase(table, table.play(_in_phase("upcard_nd")))


def draw() -> Phase:
    table = PhasedTable()
    return Phase(table, table.play(_in_phase("draw")))


def discard() -> Phase:
    table = PhasedTable()
    return Phase(table, table.play(_in_phase("discard")))


def waiting() -> Phase:
    table = PhasedTable()
    return Phase(table, 1 - table.play(_in_phase("discard")))


def knock() -> Phase:
    table = PhasedTable()
    return Phase(table, table.play(_offers("knock")))


def layoff() -> Phase:
    table = PhasedTable()
    return Phase(table, table.play(_offers("lay_off")))


def double() -> Phase:
    table = PhasedTable(rules={**RULES, "variant": "doubling"})
    return Phase(table, table.play(_offers("accept")))


def hand_over() -> Phase:
    table = PhasedTable()
    table.played.play_hands(2)
    return Phase(table, 0)


def paused() -> Phase:
    phase = draw()
    board = phase.table.event.board
    pause_table(board=board, by=DIRECTOR, reason="Fire alarm", now=clock.now())
    return phase


def adjourned() -> Phase:
    phase = draw()
    board, now = phase.table.event.board, clock.now()
    until = now + timedelta(days=1)
    adjourn_table(board=board, by=DIRECTOR, until=until, reason="The last bus", now=now)
    return phase


def finished() -> Phase:
    table = PhasedTable(best_of=1, rules={**RULES, "target": 30})
    table.played.play(lambda view: view["state"] == "finished")
    return Phase(table, 0)


def watching() -> Phase:
    return Phase(draw().table, None)


def watching_live() -> Phase:
    table = PhasedTable(spectators="live_public")
    table.play(_in_phase("discard"))
    return Phase(table, None)


PHASES: dict[str, Callable[[], Phase]] = {
    build.__name__: build
    for build in (
        seating,
        drawing,
        upcard,
        draw,
        discard,
        waiting,
        knock,
        layoff,
        double,
        hand_over,
        paused,
        adjourned,
        finished,
        watching,
        watching_live,
    )
}
