"""Tonight of a player: what they are asked for is answered there, and the page lives."""

from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.test import Client
from playwright.sync_api import Page, expect

from games.models import Match
from kernel.permissions import Actor
from players.models import Membership, User
from tests.browser.conftest import LAPTOP, PHONE, watch
from tests.browser.test_accessibility import TAGS, WIDER_THAN_THE_WINDOW
from tests.builders import NOW, board_of, make_club, make_tournament, make_user, sign_in, win
from tournaments.models import Board, Call, Tournament
from tournaments.selectors.events.access import acting_at
from tournaments.services.desk import calls, results
from tournaments.services.events import setup
from tournaments.services.stages import rounds
from web.db.clock import now


def user_of(tournament: Tournament, number: int) -> User:
    player = tournament.club.players.get(name=f"Player {number:04}")
    if player.user is None:
        player.user = make_user(player.name)
        player.save()
    return player.user


def session_of(user: User) -> str:
    client = Client()
    sign_in(client, user)
    return client.cookies["sessionid"].value


def evening_of_a_player() -> tuple[Tournament, str]:
    """A tournament of four, and the session of its first player."""
    tournament = make_tournament()
    return tournament, session_of(user_of(tournament, 1))


def at_a_table(**fields: object) -> tuple[Tournament, str]:
    """The same with two tables."""
    made = make_tournament(start=False, **fields)
    by = Actor(via="command", system=True)
    write = {"tournament_id": made.pk, "by": by, "now": NOW}
    setup.set_tables(tables=[(4, "Window"), (5, "")], **write)
    rounds.start_tournament(**write)
    return made, session_of(user_of(made, 1))


def report(tournament: Tournament, number: int, **payload: object) -> None:
    """The player with this number reports their match of the first round."""
    user = user_of(tournament, number)
    board = board_of(tournament, 1, 1)
    by = acting_at(Actor(via="page", user_id=user.pk), board)
    level = "games" if "games" in payload else "games_won"
    results.record_result(
        board=board, version=board.match.version, level=level, payload=payload, by=by, now=NOW
    )


GAMES = [
    {"winner": 1, "points": [71, 104]},
    {"winner": 0, "points": [102, 88]},
    {"winner": 1, "points": [64, 119]},
    {"winner": 1, "points": [93, 101]},
]


def signed_in(page: Page, server: str, session: str) -> Page:
    page.context.add_cookies([{"name": "sessionid", "value": session, "url": server}])
    return page


def test_the_next_opponent_appears_without_a_reload(
    server: str, aside: Callable, opened: Callable[..., Page]
) -> None:
    tournament, session = aside(evening_of_a_player)
    page = signed_in(opened(viewport=PHONE), server, session)
    watch(page, f"{server}/me/")
    expect(page.get_by_text("You play Player 0004")).to_be_visible()
    aside(lambda: win(board_of(tournament, 1, 1), 0))
    expect(page.locator("#live")).to_contain_text("You wait for")
    aside(lambda: win(board_of(tournament, 1, 2), 0))
    expect(page.locator("#live")).to_contain_text("You play Player 0002")
    expect(page.locator("#news")).to_contain_text("You play Player 0002")


def test_of_two_events_each_is_live(
    server: str, aside: Callable, opened: Callable[..., Page]
) -> None:
    first, session = aside(evening_of_a_player)

    def enter_second() -> Tournament:
        made = make_tournament(name="North Cup")
        Player = type(made.club.players.get(name="Player 0001"))
        Player.objects.filter(club=made.club, name="Player 0001").update(user=user_of(first, 1))
        return made

    second = aside(enter_second)
    page = signed_in(opened(viewport=PHONE), server, session)
    watch(page, f"{server}/me/")
    expect(page.get_by_text("You play Player 0004")).to_have_count(2)
    for tournament in (second, first):
        aside(lambda tournament=tournament: report(tournament, 4, games_won=[1, 3]))
        expect(page.locator("#live")).to_contain_text("Player 0004 says 1–3: you lost.")
        aside(lambda tournament=tournament: win(board_of(tournament, 1, 1), 0))
        expect(page.locator("#live")).not_to_contain_text("Player 0004 says")


def test_a_report_is_confirmed_with_one_tap(
    server: str, aside: Callable, opened: Callable[..., Page]
) -> None:
    tournament, session = aside(at_a_table)
    page = signed_in(opened(viewport=PHONE), server, session)
    watch(page, f"{server}/me/")
    aside(lambda: report(tournament, 4, games=GAMES))
    expect(page.get_by_role("heading", name="Player 0004 says 1–3: you lost.")).to_be_visible()
    expect(page.get_by_role("row", name="Player 0001, you 71 102 64 93 1")).to_be_visible()
    button = page.get_by_role("button", name="Confirm 1–3")
    expect(button).to_be_in_viewport()
    button.click()
    expect(page.locator("#live")).not_to_contain_text("says 1–3")
    assert page.url == f"{server}/me/"
    board = aside(lambda: board_of(tournament, 1, 1))
    assert board.match.state == Match.States.FINISHED
    assert board.match.winner == 1


def test_what_is_not_right_is_said_in_place(
    server: str, aside: Callable, opened: Callable[..., Page]
) -> None:
    tournament, session = aside(at_a_table)
    aside(lambda: report(tournament, 4, games_won=[1, 3]))
    page = signed_in(opened(viewport=PHONE), server, session)
    watch(page, f"{server}/me/")
    page.get_by_text("Not right", exact=True).click()
    page.locator("label", has_text="2–3").click()
    page.get_by_role("button", name="Say this instead").click()
    said = "You say that 1–3 against Player 0004 is not right. A referee decides."
    expect(page.get_by_role("heading", name=said)).to_be_visible()
    board = aside(lambda: board_of(tournament, 1, 1))
    dispute = aside(lambda: board.match.submissions.get().dispute)
    assert dispute.reason == "It was 2–3, the games of Player 0001 first."


@pytest.mark.parametrize("javascript", [True, False])
def test_a_result_is_reported_there(
    javascript: bool, server: str, aside: Callable, opened: Callable[..., Page]
) -> None:
    tournament, session = aside(at_a_table)
    page = signed_in(opened(viewport=PHONE, java_script_enabled=javascript), server, session)
    page.goto(f"{server}/me/")
    page.locator("label", has_text="Player 0001").click()
    page.locator("label", has_text="1").last.click()
    page.get_by_role("button", name="Report the result").click()
    said = "You reported 3–1. It counts as soon as Player 0004 confirms it."
    expect(page.get_by_role("heading", name=said)).to_be_visible()
    board: Board = aside(lambda: board_of(tournament, 1, 1))
    assert board.match.state == Match.States.REPORTED


def test_what_was_chosen_stays_while_something_else_happens(
    server: str, aside: Callable, opened: Callable[..., Page]
) -> None:
    tournament, session = aside(at_a_table)
    page = signed_in(opened(viewport=PHONE), server, session)
    watch(page, f"{server}/me/")
    page.locator("label", has_text="Player 0004").click()
    page.locator("label", has_text="2").last.click()
    version = page.locator("#live").get_attribute("data-version")
    aside(lambda: win(board_of(tournament, 1, 2), 0))
    expect(page.locator("#live")).not_to_have_attribute("data-version", version)
    chosen = page.locator("#live input[type=radio]:checked")
    expect(chosen).to_have_count(2)
    page.get_by_role("button", name="Report the result").click()
    expect(page.locator("#live")).to_contain_text("You reported 2–3.")


def test_a_referee_is_called_with_one_tap_and_who_comes_is_named(
    server: str, aside: Callable, opened: Callable[..., Page]
) -> None:
    tournament, session = aside(at_a_table)
    page = signed_in(opened(viewport=PHONE), server, session)
    watch(page, f"{server}/me/")
    page.get_by_text("Call a referee", exact=True).click()
    page.get_by_role("button", name="A card was exposed").click()
    expect(page.locator("#step")).to_have_text(
        "You have called a referee. Nobody has answered yet."
    )
    call = aside(lambda: Call.objects.select_related("board").get())
    assert call.about == "exposed"

    def go_there() -> None:
        judge = make_user("Ruth Okonedo")
        Membership.objects.create(club=tournament.club, user=judge, role="referee")
        board = board_of(tournament, 1, 1)
        by = acting_at(Actor(via="page", user_id=judge.pk), board)
        calls.take_call(board=board, call_id=call.pk, by=by, now=now())

    aside(go_there)
    expect(page.locator("#step")).to_contain_text("Ruth Okonedo is coming.")
    page.get_by_role("button", name="We have sorted it out").click()
    expect(page.locator("#step")).to_contain_text("You play Player 0004 at Table 4")
    assert not aside(lambda: Call.objects.filter(superseded_at__isnull=True).exists())


def asked_by_the_opponent() -> str:
    tournament, session = at_a_table()
    report(tournament, 4, games=GAMES)
    return session


def at_the_table() -> str:
    return at_a_table()[1]


def who_directs_too() -> str:
    """A player at a table who judges there, and runs another event."""
    tournament, session = at_a_table()
    user = user_of(tournament, 1)
    Membership.objects.create(club=tournament.club, user=user, role="referee")
    make_tournament(make_club(user, "North Club"), name="North Cup")
    return session


def nowhere() -> str:
    return session_of(make_user())


@pytest.mark.parametrize("state", [asked_by_the_opponent, at_the_table, who_directs_too, nowhere])
@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_axe_finds_nothing(
    state: Callable[[], str],
    size: dict[str, int],
    server: str,
    aside: Callable,
    opened: Callable[..., Page],
) -> None:
    session, wrong = aside(state), []
    for theme, language in (("light", "en"), ("dark", "de")):
        page = opened(viewport=size, color_scheme=theme, locale=language)
        signed_in(page, server, session).goto(f"{server}/me/")
        for details in page.locator("details").all():
            details.locator("summary").click()
        found = Axe().run(page, options={"runOnly": [*TAGS, "best-practice"]})
        wrong += [found.generate_report()] if found.violations_count else []
        wrong += ["It scrolls sideways."] if page.evaluate(WIDER_THAN_THE_WINDOW) else []
    assert not wrong, "\n".join(wrong)
