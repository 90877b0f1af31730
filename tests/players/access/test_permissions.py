"""The permission table cell by cell, through HTTP with a real person for each role, against what
was written down by hand in permissions_expected.txt; and no route without an action."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core import mail
from django.core.management import call_command
from django.db import transaction
from django.http import HttpResponse
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from config.api import UnknownView
from games.models import Guest, OnlineTable
from kernel.permissions import TABLE
from players.models import Link, Membership, Player, User
from players.services.links import create_claim_link
from tests.builders import (
    DIRECTOR,
    NOW,
    PASSWORD,
    board_of,
    make_club,
    make_tournament,
    make_user,
    owner_of,
    sign_in,
    win,
)
from tests.client import BASE, Api
from tests.friendlies import FriendlyPair, guest_api, open_body, token_of
from tournaments.models import Call as RefereeCall
from tournaments.models import CallTaken, Challenge, RoundWindow, Staff, Stage, Tournament
from tournaments.services.desk.calls import make_call
from tournaments.services.events import editing, entries, setup, staff
from tournaments.services.stages import rounds
from tournaments.services.stages.settling import settle_stage
from web.actors import STAFF_PASS
from web.db import clock
from web.page import new_key

KNOCK = {"kind": "knock", "knocker": 0, "knocker_count": 8, "defender_count": 32}
WON = {"games_won": [3, 1]}
(_, *PEOPLE), *ROWS = [
    line.split()
    for line in Path(__file__).with_name("permissions_expected.txt").read_text().splitlines()
    if not line.startswith("#")
]
EXPECTED = {action: dict(zip(PEOPLE, cells, strict=False)) for action, *cells in ROWS}
BY_TASKS_ONLY = {action for action, *cells in ROWS if cells == ["none"]}


@dataclass(frozen=True, slots=True)
class World:
    """A club with an event in each state that matters, and a person for each role in all."""

    draft: Tournament
    opened: Tournament
    running: Tournament
    people: dict[str, User]
    claim_token: str
    friendly: dict[str, Any]

    def api(self, person: str) -> Api:
        if person == "guest":
            return guest_api(self.friendly["seat_token"])
        return Api(self.people.get(person))

    @property
    def club(self) -> str:
        return f"clubs/{self.running.club.slug}/"

    @property
    def match(self) -> str:
        return f"matches/{board_of(self.running, 1, 1).match_id}/"

    @property
    def player(self) -> str:
        return f"{self.club}players/{self._player('Player 0004').pk}/"

    @property
    def other_player(self) -> int:
        return self._player("Unclaimed").pk

    def version(self) -> int:
        return board_of(self.running, 1, 1).match.version

    def entry(self, seed: int) -> str:
        entry = self.opened.entries.get(seed=seed)
        return f"tournaments/{self.opened.pk}/entries/{entry.pk}/"

    def _player(self, name: str) -> Player:
        return self.running.club.players.get(name=name)


@pytest.fixture
def world(db: None) -> World:
    club = make_club()
    running = make_tournament(club, start=False)
    players = list(club.players.order_by("id"))
    events = [running]
    for name in ("Draft", "Opened"):
        event = make_tournament(club, entrants=0, start=False, name=name)
        seeded = [(player, seed) for seed, player in enumerate(players, 1)]
        entries.enter_players(tournament_id=event.pk, players=seeded, by=DIRECTOR, now=NOW)
        events.append(event)
    people = {name: make_user(name) for name in PEOPLE if name not in {"owner", "visitor", "guest"}}
    _give_club_roles(people, running)
    for event in events:
        _give_event_roles(people, event)
    # Seeds 1 and 2 sit at table 1 and at table 2 in the first round.
    for player, name in zip(players, ("player", "entrant"), strict=False):
        Player.objects.filter(pk=player.pk).update(user=people[name])
    Player.objects.create(club=club, name="Member", user=people["member"])
    rounds.start_tournament(tournament_id=running.pk, by=DIRECTOR, now=NOW)
    _, draft, opened = events
    write = {"tournament_id": opened.pk, "by": DIRECTOR, "now": NOW}
    editing.edit_tournament(registration="approval", **write)
    setup.move_tournament(action="open_registration", **write)
    unclaimed = Player.objects.create(club=club, name="Unclaimed")
    link = create_claim_link(player=unclaimed, by=DIRECTOR, now=clock.now())
    friendly = FriendlyPair().opened
    people |= {"owner": owner_of(club)}
    return World(draft, opened, running, people, link.token, friendly)


def _give_club_roles(people: dict[str, User], event: Tournament) -> None:
    roles = Membership.Roles
    given = {"organiser": roles.ORGANISER, "club_referee": roles.REFEREE, "member": roles.MEMBER}
    for name, role in given.items():
        Membership.objects.create(club=event.club, user=people[name], role=role)


def _give_event_roles(people: dict[str, User], event: Tournament) -> None:
    write = {"tournament_id": event.pk, "by": DIRECTOR, "now": NOW}
    setup.set_tables(tables=[(1, ""), (2, "")], **write)
    for name in ("director", "head_referee", "referee"):
        staff.appoint_staff(user=people[name], role=name, **write)
    staff.appoint_staff(user=people["table_referee"], role=Staff.Roles.REFEREE, tables=[1], **write)


# What each action is through HTTP: the call whose answer says whether it was allowed. -------------

Call = Callable[[Api, World], HttpResponse | bool]


def call(
    method: str, path: Callable[[World], str], body: Callable[[World], object] | object = None
) -> Call:
    """A call whose status tells."""

    def ask(api: Api, world: World) -> HttpResponse:
        return send(api, method, path(world), body(world) if callable(body) else body)

    return ask


def send(api: Api, method: str, path: str, body: object = None) -> HttpResponse:
    data = api.client._encode_json({} if body is None else body, "application/json")
    return api.client.generic(method, BASE + path, data, "application/json", headers=api.headers)


def event(path: str = "", which: str = "running") -> Callable[[World], str]:
    return lambda world: f"tournaments/{getattr(world, which).pk}/{path}"


def club(path: str = "") -> Callable[[World], str]:
    return lambda world: world.club + path


def contact(api: Api, world: World) -> bool:
    """Whether the e-mail addresses of the players are shown."""
    return send(api, "GET", world.player).json()["email"] is not None


def result_becomes(state: str) -> Call:
    """Whether a result that is handed in is in this state afterwards."""

    def ask(api: Api, world: World) -> HttpResponse | bool:
        response = send(api, "POST", world.match + "result/", {"version": world.version(), **WON})
        return response.json()["state"] == state if response.status_code == 200 else response

    return ask


def at_online_table(method: str, noun: str, body: object = None) -> Call:
    """A call at the online table of the first match, which is opened for it."""

    def ask(api: Api, world: World) -> HttpResponse:
        play_it("online", world)
        return send(api, method, f"{world.match}table/{noun}", body)

    return ask


def play_it(where: str, world: World) -> None:
    """The running event is played there."""
    online = {"clock": {"kind": "none"}, "flag": "game_loss", "spectators": "hand_end"}
    Tournament.objects.filter(pk=world.running.pk).update(play=where, **online)


def move(api: Api, world: World) -> HttpResponse:
    """Have the first match moved to an online table."""
    play_it("hybrid", world)
    return send(api, "POST", f"{world.match}online/")


def in_window(path: str, body: object) -> Call:
    """A call in an event whose first round is played until the year 2100."""

    def ask(api: Api, world: World) -> HttpResponse:
        round = board_of(world.running, 1, 1).pairing.round
        facts = {"at": NOW, "role": "system", "via": "task"}
        RoundWindow.objects.create(round=round, until=datetime(2100, 1, 1, tzinfo=UTC), **facts)
        return send(api, "POST", path.format(event=event()(world), match=world.match), body)

    return ask


def report_phrases(api: Api, world: World) -> HttpResponse:
    """Report what the other player of the first match has said at its online table."""
    opponent = board_of(world.running, 1, 1).match.seats.get(seat=1).player
    Player.objects.filter(pk=opponent.pk).update(user=make_user())
    opponent.refresh_from_db()
    say = at_online_table("POST", "phrases/", {"code": "good_luck"})
    assert say(Api(opponent.user), world).status_code == 200
    return at_online_table("POST", "report/")(api, world)


def at_friendly(noun: str) -> Call:
    """A call at the friendly of the guest."""
    return call("POST", lambda world: f"matches/{world.friendly['match']}/{noun}", {})


def claim_seat(api: Api, world: World) -> HttpResponse:
    """Sit down at the friendly of somebody else."""
    token = token_of(FriendlyPair().opened["opponent_url"])
    return send(api, "POST", "friendlies/claims/", {"token": token, "name": "Kim"})


def at_challenge(noun: str) -> Call:
    """A call at a table to which the caller is challenged, where they have an account."""

    def ask(api: Api, world: World) -> HttpResponse:
        table = FriendlyPair(opener=make_user())
        Challenge.objects.create(friendly=table.friendly, user=api.user, called="Kim")
        return send(api, "POST", f"{table.match}{noun}", {})

    return ask


def take_along(api: Api, world: World) -> bool:
    """Take along what was played in this browser without an account: whether it is one's own."""
    client = Client()
    if api.user is not None:
        sign_in(client, api.user)
    client.cookies[settings.SEAT_COOKIE_NAME] = world.friendly["seat_token"]
    client.post("/play/account/", {"match": world.friendly["match"]})
    return Guest.objects.filter(user__isnull=False).exists()


def settlement(api: Api, world: World) -> HttpResponse:
    """Read who owes whom, where the event says it."""
    Tournament.objects.filter(pk=world.running.pk).update(settles=True)
    return send(api, "GET", f"tournaments/{world.running.pk}/settlement/")


def answer_report(api: Api, world: World) -> HttpResponse:
    """Confirm what the opponent reported."""
    opponent = board_of(world.running, 1, 1).match.seats.get(seat=1).player
    Player.objects.filter(pk=opponent.pk).update(user=make_user())
    opponent.refresh_from_db()
    report = {"version": world.version(), **WON}
    assert send(Api(opponent.user), "POST", world.match + "result/", report).status_code == 200
    return send(api, "POST", world.match + "confirmation/", {"version": world.version()})


def correct_after(by_oneself: bool) -> Call:
    """Correct the last hand, written down by the same person or by the owner."""

    def ask(api: Api, world: World) -> HttpResponse:
        writer = api if by_oneself else world.api("owner")
        first = send(writer, "POST", world.match + "hands/", {"version": world.version(), **KNOCK})
        if first.status_code != 200:
            return first
        body = {"version": world.version(), **KNOCK, "defender_count": 30}
        return send(api, "POST", world.match + "hands/1/corrections/", body)

    return ask


def redraw(api: Api, world: World) -> HttpResponse:
    """Correct a result from which the second round of a Swiss was drawn, which stays as it is."""
    swiss = world.draft
    Stage.objects.filter(tournament=swiss).update(format="swiss", settings={"rounds": 2})
    rounds.start_tournament(tournament_id=swiss.pk, by=DIRECTOR, now=NOW)
    for number in (1, 2):
        win(board_of(swiss, 1, number), 0)
    settle_stage(stage_id=swiss.stages.get().pk, by=DIRECTOR, now=NOW)
    rounds.publish_round(tournament_id=swiss.pk, number=2, by=DIRECTOR, now=NOW)
    match = board_of(swiss, 1, 1).match
    said = {"version": match.version, "games_won": [1, 3], "reason": "misread"}
    return send(api, "POST", f"matches/{match.pk}/result/", said | {"if_rests_on": "keep"})


def hand_body(world: World) -> object:
    return {"version": world.version(), **KNOCK}


def penalty_body(infraction: str) -> Callable[[World], object]:
    """A penalty for who sits in the first seat."""

    def body(world: World) -> object:
        entry = world.running.entries.get(seed=1).pk
        match = board_of(world.running, 1, 1).match
        said = {"match": match.pk, "version": match.version, "entry": entry, "occurrence": 1}
        return {**said, "infraction": infraction}

    return body


def appeal(api: Api, world: World) -> HttpResponse:
    """Appeal a warning."""
    given = send(world.api("referee"), "POST", event("penalties/")(world), SLOW(world)).json()
    said = {"penalty": given[0]["id"], "facts": "a long turn", "reason": "it was short"}
    return send(api, "POST", world.match + "appeals/", said)


def decide_appeal(api: Api, world: World) -> HttpResponse:
    """Record what a panel of one decided about it."""
    made = appeal(world.api("director"), world).json()
    panel = [f"user:{world.people['organiser'].pk}"]
    said = {"version": world.version(), "outcome": "upheld", "panel": panel, "reason": "it was"}
    return send(api, "POST", f"{world.match}appeals/{made['id']}/decision/", said)


def sign_in_by_api(api: Api, world: World) -> HttpResponse:
    login = {"email": world.people["owner"].email, "password": PASSWORD}
    return send(api, "POST", "auth/login/", login)


RULING = {"rule": "LOOK_BACK", "offender": 0, "n": 1, "facts": "He turned over two discards."}


def ruling_body(world: World) -> object:
    return {"version": world.version(), **RULING}


def facts(api: Api, world: World) -> bool:
    """Whether what was said of the facts of a ruling is shown."""
    made = send(world.api("owner"), "POST", world.match + "rulings/", ruling_body(world))
    assert made.status_code == 200, made.content
    return "facts" in send(api, "GET", world.match + "rulings/").json()["results"][0]


def call_referee(api: Api, world: World) -> bool:
    """Call a referee by the match's page: whether one is called then."""
    post_page(api, world, "calls/", about="count")
    return RefereeCall.objects.filter(superseded_at__isnull=True).exists()


def take_call(api: Api, world: World) -> bool:
    """Go to a call: whether somebody is on the way then."""
    post_page(api, world, f"calls/{called(world)}/taker/")
    return CallTaken.objects.exists()


def end_call(api: Api, world: World) -> bool:
    """End a call: whether it is over then."""
    ended = called(world)
    post_page(api, world, f"calls/{ended}/end/")
    return not RefereeCall.objects.filter(superseded_at__isnull=True).exists()


def called(world: World) -> int:
    by = DIRECTOR
    board = board_of(world.running, 1, 1)
    return make_call(board=board, about="count", by=by, now=NOW).pk


def make_reset_link(api: Api, world: World) -> bool:
    """Make a link for the password of a member by its page: whether there is one then."""
    post_to_club(api, world, f"members/{world.people['member'].pk}/reset/", "make")
    return Link.objects.filter(kind=Link.Kinds.RESET).exists()


def send_test_mail(api: Api, world: World) -> bool:
    """Have a test mail sent: whether there is one then."""
    before = len(mail.outbox)
    post_to_club(api, world, "settings/mail/", "send")
    return len(mail.outbox) > before


def show_own_figures(api: Api, world: World) -> bool:
    """Show the figures of a player who is oneself: whether they are shown then."""
    found = world.running.club.players.filter(user=api.user) if api.user else None
    own = found.first() if found else None
    if own is None:
        own = world.running.club.players.create(name="Own Self", user=api.user)
    client = Client()
    if api.user is not None:
        sign_in(client, api.user)
    page = f"/c/{world.running.club.slug}/players/{own.pk}/figures/shown/"
    client.post(page, {"key": new_key(), "shown": "1"})
    own.refresh_from_db()
    return own.figures_shown


def post_to_club(api: Api, world: World, path: str, act: str) -> None:
    """Press a button on a page of the club, as whoever calls the API with that token."""
    client = Client()
    if api.user is not None:
        sign_in(client, api.user)
    client.post(f"/c/{world.running.club.slug}/{path}", {"key": new_key(), "act": act})


def post_page(api: Api, world: World, path: str, **data: str) -> None:
    """Post to the match's page, as whoever calls the API with that token."""
    client, running = Client(), world.running
    if api.user is not None:
        sign_in(client, api.user)
    match = board_of(running, 1, 1).match_id
    place = f"/c/{running.club.slug}/{running.slug}/matches/{match}/"
    client.post(place + path, {"key": new_key(), **data})


def evidence(api: Api, world: World) -> HttpResponse:
    """Read what a match tells that is over, played at an online table."""
    match = board_of(world.running, 1, 1).match
    OnlineTable.objects.create(match=match, clock={"kind": "none"})
    win(board_of(world.running, 1, 1), 0)
    return send(api, "GET", world.match + "evidence/")


SLOW = penalty_body("T_SLOW")
ONE_TABLE = [{"number": 1}, {"number": 2}, {"number": 3}]
CALLS: dict[str, Call] = {
    "site.view": call("GET", lambda _: "clubs/"),
    "account.sign_in": sign_in_by_api,
    "account.edit": call("POST", lambda _: "auth/logout/"),
    "rules.view": call("GET", lambda _: "irregularities/"),
    "club.create": call("POST", lambda _: "clubs/", {"name": "New"}),
    "club.view": call("GET", club()),
    "club.edit": call("PATCH", club(), {"language": "de"}),
    "club.rule_sets": call("POST", club("rule-sets/"), {"name": "Tuesday", "rules": "plain"}),
    "club.members": call("GET", club("members/")),
    "club.invite": call(
        "POST", club("invitations/"), {"email": "new@club.example", "role": "member"}
    ),
    "club.try_rules": call("POST", club("trials/"), {"rules": "club"}),
    "club.play": call("GET", club("play/")),
    "club.reset_link": make_reset_link,
    "club.hand_over": call(
        "POST", club("owner/"), lambda world: {"user": world.people["member"].pk}
    ),
    "club.leave": call("DELETE", club("membership/")),
    "club.test_mail": send_test_mail,
    "club.delete": call("DELETE", lambda world: f"{world.club}?name={world.running.club.name}"),
    "club.audit": call("GET", club("audit/")),
    "player.list": call("GET", club("players/")),
    "player.claim": call("POST", lambda _: "claims/", lambda world: {"token": world.claim_token}),
    "player.show_own_figures": show_own_figures,
    "player.contact": contact,
    "player.edit": call("PATCH", lambda world: world.player, {"home_club": "North"}),
    "player.import": call("POST", club("players/import/"), {"text": "Zoë Zapf"}),
    "player.merge": call(
        "POST",
        lambda world: world.player + "merge/",
        lambda world: {"other": world.other_player},
    ),
    "player.anonymise": call("POST", lambda world: world.player + "anonymisation/"),
    "tournament.view": call("GET", event()),
    "tournament.view_draft": call("GET", event(which="draft")),
    "tournament.create": call(
        "POST",
        lambda _: "tournaments/",
        lambda world: {"club": world.running.club.slug, "name": "New"},
    ),
    "tournament.edit": call("PATCH", event(), {"place": "Hall"}),
    "tournament.delete": call("DELETE", event("?name=Opened", "opened")),
    "tournament.cancel": call("POST", event("cancellation/"), {"name": "Autumn Cup"}),
    "tournament.archive": call("POST", event("archive/")),
    "tournament.staff": call("POST", event("passes/"), {"name": "Door"}),
    "tournament.tables": call("PUT", event("tables/"), ONE_TABLE),
    "tournament.audit": call("GET", event("audit/")),
    "tournament.settlement": settlement,
    "tournament.register": call("POST", event("registration/", "opened")),
    "tournament.vacation": call("GET", event("vacation/")),
    "tournament.fill_bye": call("GET", event("byes/")),
    "tournament.withdraw_self": call("DELETE", event("registration/", "opened")),
    "tournament.entries": call("POST", lambda world: world.entry(3) + "withdrawal/"),
    "tournament.check_in": call("POST", lambda world: world.entry(3) + "check-in/"),
    "tournament.start": call("POST", event("start/", "opened")),
    "tournament.draw": call("POST", event("draw/", "opened")),
    "round.publish": call("DELETE", event("rounds/1/publication/")),
    "round.drop": call("DELETE", event("rounds/1/", "opened")),
    "round.redraw": redraw,
    "round.clock": call("POST", event("rounds/1/clock/"), {"kind": "start"}),
    "round.window": in_window("{event}rounds/1/window/", {"until": "2100-02-01T23:59:00Z"}),
    "match.view": call("GET", lambda world: world.match),
    "match.score": call("POST", lambda world: world.match + "hands/", hand_body),
    "match.enter": result_becomes("finished"),
    "match.report": result_becomes("reported"),
    "match.arrange": in_window("{match}times/", {"times": ["2099-12-01T19:00:00Z"]}),
    "match.answer": answer_report,
    "match.correct": correct_after(by_oneself=False),
    "match.correct_own": correct_after(by_oneself=True),
    "match.move": move,
    "table.view": at_online_table("GET", ""),
    "table.play": at_online_table("POST", "ready/", {"d": 0}),
    "table.run": at_online_table("POST", "pause/", {"reason": "a call"}),
    "table.disclose": at_online_table("POST", "disclosure/", {"reason": "a quarrel"}),
    "table.report": report_phrases,
    "friendly.open": call("POST", lambda _: "friendlies/", open_body()),
    "friendly.claim": claim_seat,
    "friendly.answer": at_challenge("acceptance/"),
    "friendly.block": at_challenge("block/"),
    "friendly.take_along": take_along,
    "opponent.edit": call("POST", lambda _: "opponents/", {"name": "Max", "portrait": "mats"}),
    "friendly.invite": at_friendly("invitation/"),
    "friendly.rematch": at_friendly("rematch/"),
    "friendly.report_name": at_friendly("name-report/"),
    "call.make": call_referee,
    "call.take": take_call,
    "call.end": end_call,
    "evidence.view": evidence,
    "penalty.view": call("GET", event("penalties/")),
    "penalty.give": call("POST", event("penalties/"), SLOW),
    "penalty.severe": call("POST", event("penalties/"), penalty_body("T_CHEAT")),
    "ruling.make": call("POST", lambda world: world.match + "rulings/", ruling_body),
    "ruling.view": call("GET", lambda world: world.match + "rulings/"),
    "ruling.facts": facts,
    "ruling.case_law": call("GET", event("case-law/")),
    "appeal.view": call("GET", lambda world: world.match + "appeals/"),
    "appeal.make": appeal,
    "appeal.decide": decide_appeal,
}
# Permitted, and yet refused in the state in which the event is.
REFUSED_AFTERWARDS = {"tournament.archive", "tournament.check_in", "friendly.rematch"}
DOES_IT = {"tournament.withdraw_self": "entrant", "tournament.vacation": "entrant"}
DOES_IT |= {"tournament.fill_bye": "entrant"}
DOES_IT |= {"match.report": "player", "match.arrange": "player"}
DOES_IT |= {"table.play": "player", "table.report": "player"}
DOES_IT |= dict.fromkeys(("friendly.invite", "friendly.report_name"), "guest")
DOES_IT |= {"club.leave": "member", "tournament.register": "member"}


def cell(answer: HttpResponse | bool) -> str:
    """What an answer says of the permission, as the expected table has it."""
    if isinstance(answer, bool):
        return "yes" if answer else "-"
    return {401: "-", 403: "-", 404: "404"}.get(answer.status_code, "yes")


def test_the_expected_table_has_the_rows_and_columns_of_the_real_one() -> None:
    assert list(EXPECTED) == list(TABLE)
    assert all(len(cells) == len(PEOPLE) for _, *cells in ROWS if cells != ["none"])
    assert set(CALLS) == set(TABLE) - BY_TASKS_ONLY


@pytest.mark.parametrize("person", PEOPLE)
def test_every_cell_is_as_expected(world: World, person: str) -> None:
    found = {}
    for action, ask in CALLS.items():
        with transaction.atomic():
            answer = ask(world.api(person), world)
            transaction.set_rollback(True)
        found[action] = cell(answer)
        if not isinstance(answer, bool) and found[action] == "-":
            assert answer.status_code == (401 if person == "visitor" else 403), action
    assert found == {action: EXPECTED[action][person] for action in CALLS}


def test_every_call_does_what_it_asks_for_when_it_is_allowed(world: World) -> None:
    for action, ask in CALLS.items():
        with transaction.atomic():
            answer = ask(world.api(DOES_IT.get(action, "owner")), world)
            transaction.set_rollback(True)
        done = answer if isinstance(answer, bool) else answer.status_code < 300
        assert done != (action in REFUSED_AFTERWARDS), (action, answer)


def test_a_pass_for_one_night_scores_at_its_tables_and_nowhere_else(world: World) -> None:
    made = world.api("director").post(
        f"tournaments/{world.running.pk}/passes/", {"name": "Door", "tables": [1]}, 201
    )
    api = Api()
    session = api.client.session
    session[STAFF_PASS] = made["staff"]["id"]
    session.save()
    hand = {"version": world.version(), **KNOCK}
    left = api.post(world.match + "hands/", hand, key="k")
    assert api.post(world.match + "hands/", hand, key="k") == left
    other = board_of(world.running, 1, 2).match
    elsewhere = {"version": other.version, **KNOCK}
    api.post(f"matches/{other.pk}/hands/", elsewhere, 403)
    api.post("clubs/", {"name": "New"}, 403)
    api.client.handler.enforce_csrf_checks = True
    api.post(world.match + "hands/", {**hand, "version": left["version"]}, 403)
    api.client.handler.enforce_csrf_checks = False
    world.api("director").delete(f"tournaments/{world.running.pk}/staff/{made['staff']['id']}/")
    api.post(world.match + "hands/", {**hand, "version": left["version"]}, 403)


def test_a_referee_of_another_table_may_not_score(world: World) -> None:
    other = board_of(world.running, 1, 2).match
    api, body = world.api("table_referee"), {"version": other.version, **KNOCK}
    assert send(api, "POST", f"matches/{other.pk}/hands/", body).status_code == 403


def routes(patterns: list[URLPattern | URLResolver], before: str = "") -> Iterator[tuple[str, Any]]:
    """Every address of the program, and its view."""
    for route in patterns:
        path = before + str(route.pattern)
        if isinstance(route, URLResolver):
            yield from routes(route.url_patterns, path)
        else:
            yield path, getattr(route.callback, "view_class", route.callback)


ALL_ROUTES = [*routes(get_resolver().url_patterns)]
API_VIEWS = [(path, view) for path, view in ALL_ROUTES if path.startswith("api/")]


def test_every_page_and_every_call_names_its_action() -> None:
    for path, view in ALL_ROUTES:
        named = getattr(view, "actions", None) or {"": view.action}
        assert set(named.values()) <= set(TABLE), path


def test_every_method_of_every_call_names_its_action() -> None:
    methods = ("get", "post", "put", "patch", "delete")
    for path, view in API_VIEWS:
        if view is not UnknownView:
            has = {method.upper() for method in methods if hasattr(view, method)}
            assert has == set(view.actions), path


def test_every_action_of_the_table_has_a_call_or_a_reason() -> None:
    named = {action for _, view in API_VIEWS for action in view.actions.values()}
    # Which of these a result or a correction is follows from who hands it in.
    within_others = {"match.enter", "match.report"}
    within_others |= {"tournament.view_draft", "player.contact", "penalty.severe", "ruling.facts"}
    within_others |= {"round.redraw"}
    within_others |= {"club.reset_link", "club.test_mail"}  # pages alone
    within_others |= {"player.show_own_figures"}  # pages alone
    within_others |= {"call.make", "call.take", "call.end"}  # pages alone
    within_others |= {"friendly.take_along"}  # a page alone
    assert named | within_others | BY_TASKS_ONLY == set(TABLE)


def test_the_page_of_permissions_is_current() -> None:
    call_command("permissions_page", "--check")
