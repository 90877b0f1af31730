"""Two deals that differ only in what a reader may not know are the same to that reader in all that
the program says to them: view, refusals, pages, frames, deals and files, also while play stands
still, and what it says to the log.

The hands are those of `tests/games/engine/gin/test_two_deals.py`, played at a real table. Its cards
follow from chance, so both deals are laid where the program keeps those it has made already, under
the commitment of the seating: the one seam there is.
"""

import json
import logging
import random
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

import pytest
from django.core.cache import cache
from django.db import transaction
from django.test import Client
from pytest_django import Settings

from games.engine.cards import FULL, Deal, parse_card
from games.engine.gin.fair.words import word_hash
from games.engine.gin.hand.actions import Action
from games.engine.gin.notation.actions import format_action
from games.engine.gin.rules import as_dict
from games.selectors import table_now as tables
from games.selectors.table_now import table_now
from games.services.tables import acting
from games.services.tables.acting import SeatRequest
from games.tables.state import Dealing
from kernel.permissions import Actor
from players.models import AuditEntry
from tests.builders import make_user, owner_of, sign_in
from tests.client import BASE, Api
from tests.games.engine.dealing import TIMES
from tests.games.engine.gin import test_two_deals as two
from tests.games.engine.gin.test_two_deals import dealt_otherwise, moments, other_action, other_deal
from tests.games.engine.gin.test_view import PHASES
from tests.games.engine.playing import RULES, dealt, played
from tests.online import WORDS, OnlineEvent
from tournaments.selectors.desk.tables import frame_of

pytestmark = pytest.mark.django_db

#: What may differ: tags and digests, instants, the keys of forms, what guards forms, and the keys
#: of rows, which PostgreSQL goes on counting where a transaction was taken back.
MAY_DIFFER = (
    (r'("+table_event"+): \d+', r"\1"),
    (r"\b[0-9a-f]{64}\b", "digest"),
    (r'W/"[0-9a-f]{32}"', "tag"),
    (r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(\+00:00|Z)", "instant"),
    (r'(name="(key|csrfmiddlewaretoken)" value=")[^"]*', r"\1"),
    (r"csrftoken=[^;]*|expires=[^;]*", "guard"),
    (r"\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT", "instant"),
    (r'"(left|reserve)": ?\d+|data-(left|reserve)="\d+"|\b\d+:\d\d\b', "time"),
)
CLOCK = {"kind": "move", "seconds": 500, "reserve": 3600}
#: Pages and files of the event that tell of its matches.
TELLS = (
    "",
    "matches/",
    "standings/",
    "results.csv",
    "standings.csv",
    "desk/",
    "desk/?part=missing",
    "tables/",
    "tables/?part=online",
    "audit/record.csv",
    "audit/record.jsonl",
)
#: What staff do at a table before it is looked at again.
HOLDS = (
    ("pause", {"reason": "a quarrel"}),
    ("resumption", {"reason": "settled"}),
    ("adjournment", {"reason": "late", "at": "2099-01-01T20:00:00Z"}),
    ("resumption", {"reason": "early"}),
    ("time", {"reason": "a quarrel", "seat": 0, "seconds": 60}),
)
#: Each is refused to everybody but who may do it just then, and is not asked by them.
WRONG = ("fly", "discard", "double", "big_gin", "lay_off 7S on 4S5S6S", "knock 2C | 3C4C5C", "done")
LAST = 2
MOMENTS = 2 * TIMES


@dataclass(frozen=True)
class Reads:
    """A reader of the engine's test, as somebody at the table."""

    like: str
    seat: int | None = None
    spectators: str = "hand_end"


READERS = {
    "seat 0": Reads("seat 0", seat=0),
    "seat 1": Reads("seat 1", seat=1),
    "visitor, live": Reads("public", spectators="live_public"),
    "visitor, at the end": Reads("hand_end"),
    "stranger": Reads("hand_end"),
    "staff": Reads("hand_end", spectators="none"),
    "staff, disclosed": Reads("disclosed", spectators="none"),
}


def masked(text: str) -> str:
    for pattern, word in MAY_DIFFER:
        text = re.sub(pattern, word, text)
    return text


class Listening:
    """All that one reader is told while a hand is played."""

    def __init__(self, event: OnlineEvent, name: str) -> None:
        self.event, self.name = event, name
        people = {"stranger": make_user("Stranger"), "staff": owner_of(event.tournament.club)}
        seat = READERS[name].seat
        user = event.users[seat] if seat is not None else people.get(name.split(",")[0])
        self.api, self.client = Api(user), Client()
        if user is not None:
            sign_in(self.client, user)
        club, slug = event.tournament.club.slug, event.tournament.slug
        self.here = f"/c/{club}/{slug}/"
        self.match_page = f"{self.here}matches/{event.board.match_id}/"
        self.heard: list[str] = []

    def hear(self, method: str, noun: str, body: object = None) -> None:
        """Ask the API, and keep the whole answer."""
        client, path = self.api.client, f"{BASE}{self.event.match}{noun}"
        sent = json.dumps(body) if body is not None else ""
        answer = client.generic(method, path, sent, "application/json", headers=self.api.headers)
        self._keep(f"{method} {noun} {sent}", answer)

    def look(self) -> None:
        """At the view, the page and what a frame says, and at what is not over yet."""
        self.hear("GET", "table/")
        self._keep("page", self.client.get(f"{self.match_page}table/"))
        self.heard.append(masked(json.dumps(frame_of(table_now(self.event.board.match_id)))))
        for noun in ("deals/", "hands/1/record/", ""):
            self.hear("GET", noun)

    def look_around(self) -> None:
        """At all else that tells of the match: its page, the event's, the files, one's own data."""
        self.hear("GET", "evidence/")
        for part in ("", "pad/", "evidence/", "table/card/", "table/card/?part=seats"):
            self._keep(part, self.client.get(self.match_page + part))
        for part in TELLS:
            self._keep(part, self.client.get(self.here + part))
        self._keep("account", self.client.get("/account/data/"))

    def be_refused(self, version: int) -> None:
        """Every kind of refusal, and another look after each."""
        legal = {action.split()[0] for action in self.event.view(self.api)["actions"]}
        wrong = [action for action in WRONG if action.split()[0] not in legal - {"discard"}]
        for body in [
            {"version": 0, "action": "draw"},
            {"version": version + 1, "action": "draw"},
            *({"version": version, "action": action} for action in wrong),
        ]:
            self.hear("POST", "table/actions/", body)
            self.hear("GET", "table/")
        self.hear("POST", "table/ready/", {"d": 9})
        self.hear("POST", "table/ready/", {"d": 1, "word": "late"})

    def _keep(self, asked: str, answer) -> None:
        body = answer.content.decode()
        said = masked(body)
        length = answer.headers.get("Content-Length")
        assert length in (None, str(len(answer.content)))
        # An instant on the full second is four characters shorter: of its length the rest tells.
        known = {**answer.headers, **({"Content-Length": len(said)} if length else {})}
        headers = sorted(f"{name}: {value}" for name, value in known.items())
        assert "digest" in said or len(said) <= len(body) + 40 * said.count("instant")
        self.heard.append("\n".join([asked, str(answer.status_code), masked(str(headers)), said]))


def seated(event: OnlineEvent, deal: Deal, dealer: int) -> int:
    """Both sit down to this deal; the table's version once it is dealt."""
    match, rules = event.board.match_id, table_now(event.board.match_id).state.settings.rules
    asks = [SeatRequest(match, seat, Actor("api", event.users[seat].pk)) for seat in (0, 1)]
    for request in asks:
        left = acting.get_ready(request=request, d=0).now
    commitment, settings = left.state.seating.commitment, left.state.settings
    high = 1 - dealer if rules.first_dealer == "low_card_deals" else dealer
    king, two_of_hearts = parse_card("KS"), parse_card("2H")
    drawn = (king, two_of_hearts) if high == 0 else (two_of_hearts, king)
    for dealing, cards in (
        (Dealing(0, 1, 0, WORDS), drawn),
        (Dealing(1, 1, 1, WORDS, dealer, 1, 1, 1), deal),
    ):
        tables._cards.keep((commitment, settings, dealing), cards)
    for request, word in zip(asks, WORDS, strict=True):
        acting.get_ready(request=request, d=0, word_hash=word_hash(word))
    for request, word in zip(asks, WORDS, strict=True):
        left = acting.get_ready(request=request, d=0, word=word).now
    if left.state.stage == "drawing":
        version = left.state.version
        left = acting.act(request=asks[dealer], version=version, action="deal_self").now
    assert left.state.stage == "playing"
    return left.state.version


def play_and_listen(
    event: OnlineEvent, name: str, deal: Deal, dealer: int, actions: Sequence[Action]
) -> list[str]:
    """The hand of this deal up to a moment, as this reader hears it towards its end."""
    match, listening = event.board.match_id, Listening(event, name)
    version = seated(event, deal, dealer)
    if name == "staff, disclosed":
        listening.hear("POST", "table/disclosure/", {"reason": "a quarrel"})
    for at, action in enumerate(actions):
        now = table_now(match)
        text = format_action(action, now.state.hand.table.form)
        turn = now.state.turn
        request = SeatRequest(match, turn, Actor("api", event.users[turn].pk))
        answer = acting.act(request=request, version=now.state.version, action=text)
        assert answer.refused is None, (text, answer.refused)
        version = answer.now.state.version
        if at >= len(actions) - LAST:
            listening.look()
    listening.look()
    listening.be_refused(version)
    listening.look_around()
    staff = Api(owner_of(event.tournament.club))
    for noun, body in HOLDS:
        event.ask(staff, noun, body)
        if noun != "resumption":
            listening.look()
    return listening.heard


@contextmanager
def undone() -> Iterator[None]:
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def forget_devices(event: OnlineEvent) -> None:
    """Nobody has sat there before: what Redis keeps no transaction takes back."""
    cache.delete_many(f"seat-device:{event.board.match_id}:{seat}" for seat in (0, 1))


def event_of(rules: str, spectators: str) -> OnlineEvent:
    knobs = as_dict(RULES[rules])
    event = OnlineEvent(rules=knobs, spectators=spectators, clock=CLOCK)
    event.view(Api(owner_of(event.tournament.club)))  # opens the table
    return event


@pytest.mark.parametrize("name", READERS)
@pytest.mark.parametrize("variant", PHASES)
def test_two_deals_say_the_same_to_who_may_not_know(
    variant: str, name: str, caplog: pytest.LogCaptureFixture, settings: Settings
) -> None:
    caplog.set_level(logging.INFO)
    settings.ACCOUNT_REQUESTS_AT_ONCE = settings.REQUESTS_AT_ONCE = 10_000
    rng, reader = random.Random(f"{variant} {name}"), two.READERS[READERS[name].like]
    phases = sorted(moments(variant))
    for phase in rng.sample(phases, min(MOMENTS, len(phases))):
        rules, seed, until = rng.choice(moments(variant)[phase])
        states, actions = played(RULES[rules], seed)
        states, actions = states[: until + 1], actions[:until]
        actions = [two.as_laid(one, after) for one, after in zip(actions, states[1:], strict=True)]
        hidden = FULL & ~reader.seen(states)
        places = dealt_otherwise(hidden, rng)
        deal = dealt(RULES[rules], seed)
        others = two.played_otherwise(deal, states, actions, places)
        until = min(until, len(others) - 1)  # so far the other hand comes as well
        changed = [other_action(action, places) for action in actions[:until]]
        event = event_of(rules, READERS[name].spectators)
        told = []
        for cards, done in ((deal, actions[:until]), (other_deal(deal, places), changed)):
            caplog.clear()
            forget_devices(event)
            with undone():
                heard = play_and_listen(event, name, cards, seed % 2, done)
                audit = AuditEntry.objects.order_by("pk").values_list("action", "data")
                kept = [masked(json.dumps(entry)) for entry in audit]
            told.append((heard, kept, [masked(line) for line in caplog.messages]))
        (heard, kept, logged), (other, other_kept, other_logged) = told
        for one, another in zip(heard, other, strict=True):
            assert one == another, (rules, seed, phase)
        assert kept == other_kept
        assert logged == other_logged
