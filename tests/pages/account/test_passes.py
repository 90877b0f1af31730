"""Passes as people use them: printed, scanned, typed, taken back; and misused."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from players.models import Link, Player, PlayerPass, User
from players.services import passes
from tests.builders import (
    DIRECTOR,
    PASSWORD,
    board_of,
    boards_at,
    make_club,
    make_tournament,
    make_user,
    owner_of,
    sign_in,
    team_event,
)
from tournaments.models import Board, Tournament
from tournaments.services.events.staff import issue_pass
from web.db.clock import now

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Tournament:
    return make_tournament(entrants=4)


def player(event: Tournament, number: int) -> Player:
    return Player.objects.get(club=event.club, name=f"Player {number:04}")


def pass_of(one: Player) -> passes.IssuedPass:
    until = now() + timedelta(days=1)
    write = {"until": until, "by": DIRECTOR, "now": now()}
    return passes.issue_passes(club=one.club, players=[one.pk], **write)[0]


def scanned(made: passes.IssuedPass) -> Client:
    client = Client()
    client.post(reverse("player_pass", args=[made.token]), {"act": "open"})
    return client


def who(client: Client) -> User | None:
    return User.objects.filter(pk=client.session.get("_auth_user_id", 0)).first()


def told(response) -> str:
    return re.sub(r"\s+", " ", response.content.decode())


def at(event: Tournament, name: str, *args: object) -> str:
    return reverse(name, args=[event.club.slug, event.slug, *args])


def organiser(event: Tournament) -> Client:
    client = Client()
    sign_in(client, owner_of(event.club))
    return client


# Scanned ------------------------------------------------------------------------------------------


def test_looking_at_a_pass_signs_nobody_in(client: Client, event: Tournament) -> None:
    made = pass_of(player(event, 1))
    address = reverse("player_pass", args=[made.token])
    shown = client.get(address)
    assert "Go on as Player 0001" in told(shown)
    assert shown["Referrer-Policy"] == "same-origin"
    assert "no-store" in shown["Cache-Control"]
    assert who(client) is None
    assert not User.objects.filter(email=None).exists()
    assert client.post(address)["Location"] == reverse("me")
    assert who(client) == player(event, 1).user


def test_a_pass_reports_and_confirms_a_result(event: Tournament) -> None:
    board = board_of(event, 1, 1)
    one, other = (seat.player for seat in board.match.seats.order_by("seat"))
    first, second = scanned(pass_of(one)), scanned(pass_of(other))
    report = at(event, "report", board.match_id)
    games = {"winner": 0, "loser_games": 1}
    said = first.post(report, games | {"key": "r", "version": board.match.version})
    assert said.status_code == 302
    board.match.refresh_from_db()
    assert board.match.state == "reported"
    assert board.match.submissions.get().by == Player.objects.get(pk=one.pk).user
    confirm = at(event, "match_confirmation", board.match_id)
    assert second.post(confirm, {"key": "c", "version": board.match.version}).status_code == 302
    board.match.refresh_from_db()
    assert board.match.state == "finished"


def test_the_session_ends_with_the_pass(event: Tournament) -> None:
    made = pass_of(player(event, 1))
    client = scanned(made)
    assert client.session.get_expiry_date() <= timezone.now() + timedelta(days=1)
    assert client.get(reverse("account")).status_code == 200
    held = PlayerPass.objects.get()
    passes.revoke_passes(club=event.club, passes=[held.pk], by=DIRECTOR, now=now())
    assert client.get(reverse("account")).status_code == 302
    assert client.get(reverse("player_pass", args=[made.token])).status_code == 404


def test_a_players_pass_opens_no_page_of_the_staff(event: Tournament) -> None:
    client = scanned(pass_of(player(event, 1)))
    club = [event.club.slug]
    of_club = ("members", "club_settings", "passes", "print_passes", "edit_players", "roster")
    for name in (*of_club, "new"):
        assert client.get(reverse(name, args=club)).status_code == 403, name
    for name in ("tables", "desk", "staff", "check_in", "settings", "entries", "print", "audit"):
        assert client.get(at(event, name)).status_code == 403, name
    assert client.get(at(event, "ruling", board_of(event, 1, 1).match_id)).status_code == 403


def test_a_players_pass_reaches_no_match_of_others(event: Tournament) -> None:
    client = scanned(pass_of(player(event, 1)))
    boards = [board_of(event, 1, number) for number in (1, 2)]
    mine = {"match__seats__player": player(event, 1)}
    [other] = Board.objects.filter(pk__in=[board.pk for board in boards]).exclude(**mine)
    assert client.get(at(event, "report", other.match_id)).status_code == 403


def test_an_account_of_a_pass_is_not_led_to_what_it_may_not_do(event: Tournament) -> None:
    client = scanned(pass_of(player(event, 1)))
    html = told(client.get(reverse("account")))
    assert reverse("keep_account") in html
    for name in ("new_club", "tokens", "password_change"):
        assert f'href="{reverse(name)}"' not in html
    assert client.get(reverse("password_change"))["Location"] == reverse("keep_account")
    made = client.post(reverse("new_club"), {"act": "make", "name": "X", "time_zone": "UTC"})
    assert made.status_code != 302
    token = client.post(reverse("tokens"), {"name": "x", "scope": "all", "days": "7"})
    assert token.status_code == 400


def test_the_account_is_kept_with_an_address_and_a_password(event: Tournament) -> None:
    made = pass_of(player(event, 1))
    client = scanned(made)
    page = reverse("keep_account")
    assert client.post(page, {"email": "x", "password": PASSWORD}).status_code == 400
    data = {"email": "anna@b.example", "password": PASSWORD}
    assert client.post(page, data)["Location"] == reverse("account")
    assert who(client) == User.objects.get(email="anna@b.example")
    assert client.get(page)["Location"] == reverse("account")
    assert Client().get(reverse("player_pass", args=[made.token])).status_code == 404


def test_who_has_an_account_is_asked_before_the_two_are_connected(event: Tournament) -> None:
    client, own = Client(), make_user("Own")
    sign_in(client, own)
    address = reverse("player_pass", args=[pass_of(player(event, 1)).token])
    assert "connect my account" in told(client.get(address))
    client.post(address, {"act": "connect"})
    assert player(event, 1).user == own
    assert who(client) == own


def test_somebody_elses_pass_takes_the_place_of_the_one_before(event: Tournament) -> None:
    client = scanned(pass_of(player(event, 1)))
    client.post(reverse("player_pass", args=[pass_of(player(event, 2)).token]), {"act": "connect"})
    assert who(client) == player(event, 2).user


def test_where_a_sign_in_leads_is_ours(client: Client, event: Tournament) -> None:
    address = reverse("pass")
    for wanted, leads in (("/c/x/", "/c/x/"), ("https://evil.example/", "/me/"), ("//e", "/me/")):
        data = {"pin": pass_of(player(event, 1)).code, "next": wanted}
        assert client.post(address, data)["Location"] == leads
        client.logout()


# Typed --------------------------------------------------------------------------------------------


def test_one_place_takes_a_players_code_and_a_referees_pin(event: Tournament) -> None:
    client, address = Client(), reverse("pass")
    assert client.get(address).status_code == 200
    code = pass_of(player(event, 1)).code
    assert client.post(address, {"pin": code.lower().replace("-", " ")}).status_code == 302
    assert who(client) == player(event, 1).user
    made = issue_pass(tournament_id=event.pk, name="Rita", by=DIRECTOR, now=now())
    assert client.post(address, {"pin": made.pin})["Location"] == at(event, "tables")
    assert who(client) is None
    assert client.session["staff_pass"] == made.staff.pk


def test_a_typed_code_asks_who_is_signed_in_with_an_account(event: Tournament) -> None:
    client, own = Client(), make_user()
    sign_in(client, own)
    code = pass_of(player(event, 1)).code
    asked = client.post(reverse("pass"), {"pin": code})
    assert (asked.status_code, who(client)) == (200, own)
    assert "connect my account" in told(asked)
    client.post(reverse("pass"), {"pin": code, "act": "connect"})
    assert player(event, 1).user == own


def test_codes_are_not_guessed_for_ever(client: Client, event: Tournament) -> None:
    answers = [client.post(reverse("pass"), {"pin": f"GUESS{n:03}"}).status_code for n in range(21)]
    assert answers == [400] * 20 + [429]
    made = pass_of(player(event, 1))
    assert client.post(reverse("pass"), {"pin": made.code}).status_code == 429
    assert client.post(reverse("player_pass", args=[made.token])).status_code == 302


def test_tokens_are_not_guessed_for_ever(client: Client) -> None:
    address = reverse("player_pass", args=["guess"])
    answers = {client.get(address).status_code for _ in range(101)}
    assert answers == {404, 429}


def test_an_ended_pin_opens_nothing_at_the_one_place(client: Client, event: Tournament) -> None:
    made = issue_pass(tournament_id=event.pk, name="Rita", by=DIRECTOR, now=now())
    staff = organiser(event)
    staff.post(at(event, "staff"), {"act": f"end:{made.staff.pk}"})
    assert client.post(reverse("pass"), {"pin": made.pin}).status_code == 400
    assert "Rita" not in told(staff.get(at(event, "staff")))


# Printed and taken back ---------------------------------------------------------------------------


def test_passes_are_printed_once(event: Tournament) -> None:
    client, address = organiser(event), reverse("passes", args=[event.club.slug])
    chosen = [str(player(event, n).pk) for n in (1, 2)]
    data = {"act": "print", "player": chosen, "good": event.slug}
    sheet = client.post(address, data)["Location"]
    html = told(client.get(sheet))
    assert re.findall(r"<h2>([^<]+)</h2>", html) == ["Player 0001", "Player 0002"]
    codes = re.findall(r"[A-Z2-9]{4}-[A-Z2-9]{4}", html)
    assert Client().post(reverse("pass"), {"pin": codes[1]}).status_code == 302
    assert codes[0] not in told(client.get(sheet))


def test_nine_passes_take_two_sheets() -> None:
    event = make_tournament(entrants=9, start=False)
    client, address = organiser(event), reverse("passes", args=[event.club.slug])
    chosen = [str(one.pk) for one in event.club.players.all()]
    sheet = client.post(address, {"act": "print", "player": chosen, "good": "season"})["Location"]
    leaves = told(client.get(sheet)).split('class="leaf passes"')[1:]
    assert [leaf.count('class="player-pass"') for leaf in leaves] == [8, 1]


def test_a_pass_is_good_until_the_morning_after(event: Tournament) -> None:
    client, address = organiser(event), reverse("passes", args=[event.club.slug])
    starts = now() + timedelta(days=3)
    Tournament.objects.filter(pk=event.pk).update(starts_at=starts)
    client.post(address, {"act": "print", "player": player(event, 1).pk, "good": event.slug})
    until = PlayerPass.objects.get().expires_at
    assert (until.date() - starts.date(), until.hour) == (timedelta(days=1), 10)


def test_the_roster_is_chosen_by_search_all_or_none(event: Tournament) -> None:
    client, address = organiser(event), reverse("passes", args=[event.club.slug])
    assert told(client.get(address)).count("checked") == 0
    assert told(client.get(address, {"choose": "all"})).count(" checked") == 4
    found = told(client.get(address, {"choose": "all", "q": "0003"}))
    assert (found.count(" checked"), "Player 0001" in found) == (1, False)
    Player.objects.filter(pk=player(event, 1).pk).update(user=make_user())
    Player.objects.create(club=event.club, name="Not entered")
    chosen = told(client.get(address, {"choose": "all", "event": event.slug}))
    assert (chosen.count(" checked"), "Not entered" in chosen) == (3, False)
    assert "has an account" in chosen


def test_nobody_chosen_is_said(event: Tournament) -> None:
    client, address = organiser(event), reverse("passes", args=[event.club.slug])
    answer = client.post(address, {"act": "print", "good": "season"})
    assert (answer.status_code, "Choose at least one player." in told(answer)) == (400, True)


def test_links_go_to_those_with_an_address(event: Tournament) -> None:
    client, address = organiser(event), reverse("passes", args=[event.club.slug])
    Player.objects.filter(pk=player(event, 1).pk).update(email="one@club.example")
    chosen = [player(event, n).pk for n in (1, 2)]
    html = told(client.post(address, {"act": "send", "player": chosen}, follow=True))
    assert "1 link is on its way. 1 player has no e-mail address: print a pass." in html
    assert [link.email for link in Link.objects.all()] == ["one@club.example"]


def test_passes_of_another_club_are_not_revoked(event: Tournament) -> None:
    stranger = Player.objects.create(club=make_club(name="Other"), name="Stranger")
    pass_of(stranger)
    held = PlayerPass.objects.get()
    address = reverse("passes", args=[event.club.slug])
    organiser(event).post(address, {"act": f"revoke:{held.pk}"})
    organiser(event).post(at(event, "staff"), {"act": f"revoke:{held.pk}"})
    held.refresh_from_db()
    assert held.ended_at is None


@pytest.mark.parametrize("where", ["passes", "staff"])
def test_passes_are_listed_and_revoked(event: Tournament, where: str) -> None:
    made = pass_of(player(event, 1))
    client = organiser(event)
    address = at(event, "staff") if where == "staff" else reverse("passes", args=[event.club.slug])
    held = PlayerPass.objects.get()
    assert f'value="revoke:{held.pk}"' in told(client.get(address))
    client.post(address, {"act": f"revoke:{held.pk}"})
    assert f'value="revoke:{held.pk}"' not in told(client.get(address))
    assert Client().get(reverse("player_pass", args=[made.token])).status_code == 404


# The code on a table ------------------------------------------------------------------------------


@pytest.fixture
def seated(event: Tournament) -> Tournament:
    for number in (1, 2):
        board = board_of(event, 1, number)
        board.pairing.table = event.tables.get_or_create(number=number)[0]
        board.pairing.save()
    event.tables.get_or_create(number=3)
    return event


def test_the_code_on_a_table_leads_a_visitor_to_the_match(client, seated: Tournament) -> None:
    board = board_of(seated, 1, 1)
    match = at(seated, "match", board.match_id)
    assert client.get(at(seated, "table", 1))["Location"] == match
    assert client.get(at(seated, "table", 3))["Location"] == at(seated, "tournament")
    assert client.get(at(seated, "table", 9)).status_code == 404
    html = told(client.get(match))
    assert f"{reverse('pass')}?next={match}" in html
    assert who(client) is None


def test_the_code_on_a_table_leads_a_player_to_their_match(seated: Tournament) -> None:
    board = board_of(seated, 1, 2)
    seat = board.match.seats.first()
    client = scanned(pass_of(seat.player))
    match = at(seated, "match", board.match_id)
    assert client.get(at(seated, "table", 2))["Location"] == match
    html = told(client.get(match))
    assert at(seated, "report", board.match_id) in html
    assert reverse("pass") not in html


def test_the_code_on_a_table_leads_the_staff_to_its_card(seated: Tournament) -> None:
    made = issue_pass(tournament_id=seated.pk, name="Rita", tables=[1], by=DIRECTOR, now=now())
    client = Client()
    client.post(reverse("staff_pass", args=[made.token]))
    assert client.get(at(seated, "table", 1)).status_code == 200
    assert organiser(seated).get(at(seated, "table", 1)).status_code == 200


def test_the_code_on_a_table_of_teams(client: Client) -> None:
    event = team_event(2)
    board = boards_at(event, 1, 1)[0]
    board.pairing.table = event.tables.get_or_create(number=1)[0]
    board.pairing.save()
    whole = at(event, "team_match", board.pairing_id)
    assert client.get(at(event, "table", 1))["Location"] == whole
