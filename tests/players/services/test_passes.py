"""Players' passes: what they open, for how long, and what they never open."""

from collections.abc import Callable
from datetime import timedelta
from itertools import product

import pytest
from django.db import IntegrityError, transaction

from games.models import Submission
from kernel.permissions import Actor, Scope
from kernel.text import Refusal
from players.models import Club, Membership, Player, PlayerPass, User
from players.services import accounts, clubs, links, passes, players
from players.services.tokens import make_token
from tests.builders import (
    DIRECTOR,
    NOW,
    PASSWORD,
    board_of,
    make_club,
    make_tournament,
    make_user,
    owner_of,
)
from tournaments.selectors.events.access import acting_at
from tournaments.services.desk import results

pytestmark = pytest.mark.django_db
WRITE = {"by": DIRECTOR, "now": NOW}
UNTIL = NOW + timedelta(days=1)


@pytest.fixture
def club() -> Club:
    return make_club()


@pytest.fixture
def anna(club: Club) -> Player:
    return Player.objects.create(club=club, name="Anna Šimek")


def issued(*chosen: Player) -> list[passes.IssuedPass]:
    made = {"club": chosen[0].club, "players": [one.pk for one in chosen], "until": UNTIL}
    return passes.issue_passes(**made, **WRITE)


def opened(made: passes.IssuedPass) -> User:
    held = passes.pass_of_token(token=made.token, now=NOW)
    return passes.open_pass(held=held, via="page", now=NOW)


def refused(code: str):
    return pytest.raises(Refusal, check=lambda refusal: refusal.text.code == code)


def test_a_pass_opens_an_account_without_address_and_password(anna: Player) -> None:
    [made] = issued(anna)
    user = opened(made)
    assert (user.name, user.email, user.has_usable_password()) == ("Anna Šimek", None, False)
    assert opened(made) == user
    anna.refresh_from_db()
    assert (anna.user, anna.own_account) == (user, None)


def test_only_hashes_are_kept(anna: Player) -> None:
    [made] = issued(anna)
    kept = str(PlayerPass.objects.values().get())
    assert made.token not in kept
    assert made.code not in kept
    assert made.code.replace("-", "") not in kept


def test_a_code_is_typed_in_any_case_with_or_without_the_hyphen(anna: Player) -> None:
    [made] = issued(anna)
    for typed in (made.code, made.code.lower(), made.code.replace("-", " ")):
        assert passes.pass_of_code(code=typed, now=NOW).player == anna


def test_a_pass_that_is_over_opens_nothing(club: Club, anna: Player) -> None:
    [made] = issued(anna)
    with refused("bad_pass"):
        passes.pass_of_token(token=made.token, now=UNTIL)
    held = passes.pass_of_token(token=made.token, now=NOW)
    assert passes.revoke_passes(club=club, passes=[held.pk], **WRITE) == 1
    assert passes.revoke_passes(club=club, passes=[held.pk], **WRITE) == 0
    with refused("bad_pass"):
        passes.pass_of_code(code=made.code, now=NOW)
    with refused("bad_pass"):
        passes.open_pass(held=held, via="page", now=NOW)


def test_a_new_pass_ends_the_former_and_its_sessions(anna: Player) -> None:
    [first] = issued(anna)
    user = opened(first)
    before = user.get_session_auth_hash()
    [second] = issued(anna)
    with refused("bad_pass"):
        passes.pass_of_token(token=first.token, now=NOW)
    again = opened(second)
    assert again == user
    assert again.get_session_auth_hash() != before


def test_one_pass_of_a_player_is_open(anna: Player) -> None:
    issued(anna)
    row = PlayerPass.objects.get()
    row.pk, row.token_hash, row.code_hash = None, "a", "b"
    with pytest.raises(IntegrityError), transaction.atomic():
        row.save()


def test_a_pass_is_of_the_clubs_own_list(club: Club, anna: Player) -> None:
    stranger = Player.objects.create(club=make_club(name="Other"), name="Stranger")
    for chosen in ([stranger.pk], [anna.pk, stranger.pk], []):
        with refused("invalid"):
            passes.issue_passes(club=club, players=chosen, until=UNTIL, **WRITE)
    [made] = issued(stranger)
    held = passes.pass_of_token(token=made.token, now=NOW)
    assert passes.revoke_passes(club=club, passes=[held.pk], **WRITE) == 0


@pytest.mark.parametrize("until", [NOW, NOW + timedelta(days=500)])
def test_a_pass_ends_within_a_season(club: Club, anna: Player, until) -> None:
    with refused("invalid"):
        passes.issue_passes(club=club, players=[anna.pk], until=until, **WRITE)


def test_who_has_an_account_of_their_own_gets_no_pass(anna: Player) -> None:
    Player.objects.filter(pk=anna.pk).update(user=make_user())
    with refused("own_account"):
        issued(anna)


def test_the_account_of_a_pass_reaches_no_further_than_its_player(club: Club, anna: Player) -> None:
    user = opened(issued(anna)[0])
    by = Actor("page", user_id=user.pk)
    with refused("own_account_needed"):
        clubs.create_club(name="Mine", by=by, now=NOW)
    with refused("own_account_needed"):
        make_token(user=user, name="For ever", scope=Scope.ALL, now=NOW)
    invited = links.invite(club=club, email="a@b.example", role="organiser", **WRITE)
    with refused("own_account_needed"):
        links.accept_invitation(token=invited.token, by=by, now=NOW)
    other = Player.objects.create(club=make_club(name="Other"), name="Anna")
    claim = links.create_claim_link(player=other, **WRITE)
    with refused("own_account_needed"):
        links.claim_player(token=claim.token, by=by, now=NOW)
    with refused("own_account_needed"):
        accounts.edit_account(user=user, notices=["next_match"])
    assert not Membership.objects.filter(user=user).exists()


def test_no_password_without_an_address(anna: Player) -> None:
    user = opened(issued(anna)[0])
    user.set_password(PASSWORD)
    with pytest.raises(IntegrityError), transaction.atomic():
        user.save()


def test_a_player_is_connected_with_an_account_by_their_pass(anna: Player) -> None:
    [made] = issued(anna)
    former, own = opened(made), make_user("Anna")
    held = passes.pass_of_token(token=made.token, now=NOW)
    passes.connect_by_pass(held=held, by=Actor("page", user_id=own.pk), now=NOW)
    anna.refresh_from_db()
    assert anna.user == own
    assert not User.objects.filter(pk=former.pk).exists()
    with refused("bad_pass"):
        passes.pass_of_token(token=made.token, now=NOW)


def test_who_plays_in_the_club_already_is_not_connected_twice(club: Club, anna: Player) -> None:
    own = make_user()
    Player.objects.create(club=club, name="Somebody", user=own)
    held = passes.pass_of_token(token=issued(anna)[0].token, now=NOW)
    with refused("plays_already"):
        passes.connect_by_pass(held=held, by=Actor("page", user_id=own.pk), now=NOW)


def test_an_account_of_a_pass_becomes_ones_own(anna: Player) -> None:
    [made] = issued(anna)
    user = opened(made)
    by = Actor("page", user_id=user.pk)
    taken = owner_of(anna.club).email
    with refused("email_taken"):
        passes.keep_account(user=user, email=taken, password=PASSWORD, by=by, now=NOW)
    assert passes.pass_of_token(token=made.token, now=NOW)
    kept = passes.keep_account(user=user, email="A@b.example", password=PASSWORD, by=by, now=NOW)
    assert (kept.pk, kept.email) == (user.pk, "a@b.example")
    assert kept.check_password(PASSWORD)
    with refused("bad_pass"):
        passes.pass_of_token(token=made.token, now=NOW)
    with refused("invalid"):
        passes.keep_account(user=user, email="c@d.example", password=PASSWORD, by=by, now=NOW)


def test_a_claim_link_takes_the_place_of_a_pass(anna: Player) -> None:
    [made] = issued(anna)
    former = opened(made)
    claim = links.create_claim_link(player=anna, **WRITE)
    account = links.NewAccount("a@b.example", "Anna", PASSWORD)
    user = links.accept_as_new("claim", token=claim.token, account=account, via="page", now=NOW)
    anna.refresh_from_db()
    assert anna.user == user
    assert not User.objects.filter(pk=former.pk).exists()
    with refused("bad_pass"):
        passes.pass_of_token(token=made.token, now=NOW)


def by_claim_link(made: passes.IssuedPass, own: User) -> None:
    claim = links.create_claim_link(player=made.player, **WRITE)
    links.claim_player(token=claim.token, by=Actor("page", user_id=own.pk), now=NOW)


def by_pass(made: passes.IssuedPass, own: User) -> None:
    held = passes.pass_of_token(token=made.token, now=NOW)
    passes.connect_by_pass(held=held, by=Actor("page", user_id=own.pk), now=NOW)


def by_merging(made: passes.IssuedPass, own: User) -> None:
    other = Player.objects.create(club=made.player.club, name="P. One", user=own)
    players.merge_players(kept=made.player, other=other, **WRITE)


@pytest.mark.parametrize("become_one", [by_claim_link, by_pass, by_merging])
def test_what_was_said_with_a_pass_stays_said_by_its_player(
    club: Club, become_one: Callable[[passes.IssuedPass, User], None]
) -> None:
    board = board_of(make_tournament(club, 2), 1, 1)
    [made] = issued(board.match.seats.get(seat=0).player)
    with_pass = acting_at(Actor("page", user_id=opened(made).pk), board)
    say = {"level": "games_won", "payload": {"games_won": [3, 1]}, "now": NOW}
    results.record_result(board=board, version=board.match.version, by=with_pass, **say)
    own = make_user("Player One")
    become_one(made, own)
    said = Submission.objects.get()
    assert (said.by, said.role) == (own, "player")
    board.match.refresh_from_db()
    themselves = acting_at(Actor("page", user_id=own.pk), board)
    with pytest.raises(Refusal):
        results.confirm_result(board=board, version=board.match.version, by=themselves, now=NOW)


@pytest.mark.parametrize(
    ("kept_has", "other_has"),
    [pair for pair in product(("nothing", "pass", "own"), repeat=2) if pair != ("own", "own")],
)
def test_two_who_are_one(club: Club, anna: Player, kept_has: str, other_has: str) -> None:
    other = Player.objects.create(club=club, name="A. Šimek")
    has = {anna: kept_has, other: other_has}
    users = {one: opened(issued(one)[0]) for one in has if has[one] == "pass"}
    for one in has:
        if has[one] == "own":
            users[one] = make_user()
            Player.objects.filter(pk=one.pk).update(user=users[one])
    kept = players.merge_players(kept=anna, other=other, **WRITE)
    best = next((one for one in has if has[one] == "own"), None)
    best = best or next((one for one in has if has[one] == "pass"), None)
    assert kept.user == (users[best] if best else None)
    assert set(User.objects.filter(email=None)) <= {kept.user}
    open_ones = PlayerPass.objects.filter(ended_at=None).values_list("player", flat=True)
    assert set(open_ones) == ({anna.pk} if kept_has == "pass" and other_has != "own" else set())


def test_who_is_anonymised_leaves_no_account(anna: Player) -> None:
    user = opened(issued(anna)[0])
    players.anonymise_player(player=anna, **WRITE)
    assert not User.objects.filter(pk=user.pk).exists()
    assert not PlayerPass.objects.exists()


def test_an_account_of_a_pass_is_deleted_by_its_name(anna: Player) -> None:
    [made] = issued(anna)
    user = opened(made)
    by = Actor("page", user_id=user.pk)
    with refused("name_differs"):
        accounts.delete_account(user=user, typed="", by=by, now=NOW)
    accounts.delete_account(user=user, typed="Anna  Šimek", by=by, now=NOW)
    anna.refresh_from_db()
    assert anna.user is None
    with refused("bad_pass"):
        passes.pass_of_token(token=made.token, now=NOW)


def test_what_is_kept_of_somebody_with_a_pass(anna: Player) -> None:
    data = accounts.export_my_data(user=opened(issued(anna)[0]))
    assert (data["account"]["email"], data["mails"]) == (None, [])
    assert [row["expires_at"] for row in data["passes"]] == [UNTIL]


def test_a_new_name_is_that_of_the_account_too(anna: Player) -> None:
    user = opened(issued(anna)[0])
    players.edit_player(player=anna, name="Anna Nová", **WRITE)
    user.refresh_from_db()
    assert user.name == "Anna Nová"


def test_a_deleted_club_leaves_no_accounts(club: Club, anna: Player) -> None:
    user = opened(issued(anna)[0])
    clubs.delete_club(club=club, typed=club.name, by=DIRECTOR, now=NOW)
    assert not User.objects.filter(pk=user.pk).exists()
