"""The page on which a referee rules: each step follows from what was said before."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from games.engine.gin.irregularities.row import Option
from games.engine.gin.rules import Rules
from games.models import Ruling
from games.ruled_games import those_of
from players.models import Membership
from tests.builders import DIRECTOR, NOW, board_of, knock, make_tournament, make_user, sign_in
from tournaments.models import ClockEvent
from tournaments.services.desk import results
from tournaments.services.events import setup
from tournaments.services.stages import rounds
from tournaments.services.stages.settling import settle_stage

pytestmark = pytest.mark.django_db

KNOCK = {"rule": "KNOCK_ILLEGAL_EARLY", "phase": "KNOCK_SHOWN", "offender": "0"}
ASKED = {"asked": "KNOCK_ILLEGAL_EARLY", "c": "count_only_fault"}
LEGAL = {"count_0": "6", "count_1": "9", "kind": "knock"}
COUNTS = {"count_0": "12", "count_1": "9", "kind": "knock"}


class Desk:
    """A referee of the club with the page of one match."""

    def __init__(self, **fields):
        self.board = board_of(make_tournament(**fields), 1, 1)
        self.event = self.board.pairing.round.stage.tournament
        referee = make_user("Ruth Referee")
        Membership.objects.create(club=self.event.club, user=referee, role="referee")
        self.client = Client()
        sign_in(self.client, referee)

    def address(self, name, *args):
        place = [self.event.club.slug, self.event.slug]
        return reverse(name, args=[*place, *args])

    @property
    def page(self):
        return self.address("ruling", self.board.match_id)

    def see(self, **fields):
        return self.client.get(self.page, fields).content.decode()

    def rule(self, **fields):
        self.board.match.refresh_from_db()
        form = {"version": self.board.match.version, **fields}
        return self.client.post(self.page, form)


@pytest.fixture
def desk():
    return Desk()


def test_the_list_begins_with_what_is_ruled_on_most_and_is_searched_by_words(desk):
    assert "Most used" in desk.see()
    found = desk.see(q="51st")
    assert "STOCK_51ST" in found
    assert "LOOK_BACK" not in found


def test_only_what_can_apply_in_a_phase_is_listed(desk):
    found = desk.see(when="deal")
    assert "DEAL_NO_CUT" in found
    assert "KNOCK_ILLEGAL_EARLY" not in found


def test_each_option_says_what_it_does_to_this_hand(desk):
    found = desk.see(**KNOCK, **ASKED, **COUNTS)
    assert "Undercut 12 v 9, 28 to Player" in found
    assert "cards of Player" in found


def test_an_option_that_is_not_open_says_when_it_would_be(desk):
    found = desk.see(**KNOCK, asked="KNOCK_ILLEGAL_EARLY")
    assert "Only where: The count is the only fault of the knock." in found


def opened_again(desk, answer) -> str:
    """The match, by the link that stands on the page to which a referee is led back."""
    back = desk.client.get(answer.url).text
    link = re.search(r'href="([^"]*[?]ruled=[0-9]+)"', back)
    assert link, "the page of the tables does not lead back to the ruling"
    return desk.client.get(link[1]).text


def test_a_ruling_is_recorded_with_its_hand(desk):
    answer = desk.rule(**KNOCK, **ASKED, **COUNTS, option="accept_as_legal")
    assert answer.status_code == 302
    ruling = Ruling.objects.get()
    assert (ruling.n, ruling.offender, ruling.chosen_by) == (1, 0, "1")
    match = opened_again(desk, answer)
    assert "+28" in match
    assert "Recorded:" in match


def test_what_is_missing_is_asked_for_and_nothing_typed_is_lost(desk):
    answer = desk.rule(rule="LOOK_BACK", phase="PLAY", facts="Two cards")
    assert answer.status_code == 400
    assert "Say which player it was." in answer.content.decode()
    assert "Two cards" in answer.content.decode()
    answer = desk.rule(**KNOCK, **ASKED)
    assert "Say what was chosen." in answer.content.decode()


def test_a_stale_page_is_told_what_happened_meanwhile(desk):
    form = {"version": desk.board.match.version, "rule": "LOOK_BACK", "offender": "1"}
    results.record_hand(
        board=desk.board, version=form["version"], entry=knock(0, 4, 19), by=DIRECTOR, now=NOW
    )
    answer = desk.client.post(desk.page, form)
    assert answer.status_code == 409
    assert "Somebody else was faster." in answer.content.decode()
    assert not Ruling.objects.exists()


def test_the_rule_sends_on_to_the_one_that_applies(desk):
    found = desk.see(rule="KNOCK_SAID_ONLY", offender="0", asked="KNOCK_SAID_ONLY")
    assert "The rule sends you on to:" in found
    assert 'value="KNOCK_ILLEGAL_EARLY"' in found


def test_a_free_ruling_needs_its_reason_and_is_marked(desk):
    form = {"free": "1", "remedy": "bar_bonus", "offender": "1"}
    assert desk.rule(**form).status_code == 400
    answer = desk.rule(**form, facts="He hid a card under the tray.")
    assert answer.status_code == 302
    assert "at the referee’s discretion" in opened_again(desk, answer)


def test_a_ruling_found_after_the_count_is_on_the_hand_that_was_played(desk):
    results.record_hand(
        board=desk.board,
        version=desk.board.match.version,
        entry=knock(0, 4, 19),
        by=DIRECTOR,
        now=NOW,
    )
    form = {"rule": "HAND_COUNT_END_MANY", "phase": "COUNTED", "offender": "0"}
    answer = desk.rule(**form)
    assert answer.status_code == 302
    assert Ruling.objects.get().n == 1


@pytest.mark.parametrize(("said", "game"), [("m", None), ("g1", 1)])
def test_a_ruling_can_be_about_a_game_or_the_match(desk, said, game):
    version = desk.board.match.version
    entry = knock(0, 4, 19)
    results.record_hand(board=desk.board, version=version, entry=entry, by=DIRECTOR, now=NOW)
    answer = desk.rule(rule="SCORE_GAME_OVERLOOKED", phase="GAME_END", offender="0", n=said)
    assert answer.status_code == 302
    ruling = Ruling.objects.get()
    assert (ruling.n, ruling.game) == (None, game)


def test_the_score_pad_says_what_was_ruled_on_the_hand_that_is_entered(desk):
    desk.rule(rule="HAND_COUNT_END_FEW", phase="SHOWDOWN", offender="1", cards="2")
    pad = desk.client.get(desk.address("pad", desk.board.match_id)).content.decode()
    assert "Too few cards, found at the end" in pad
    assert "goes up by 20" in pad


def test_a_ruling_is_taken_back_with_a_reason(desk):
    desk.rule(rule="LOOK_BACK", phase="PLAY", offender="1")
    address = desk.address("take_back_ruling", desk.board.match_id, Ruling.objects.get().pk)
    desk.board.match.refresh_from_db()
    form = {"version": desk.board.match.version}
    assert desk.client.post(address, form).status_code == 400
    answer = desk.client.post(address, form | {"reason": "It was the other one."})
    assert answer.status_code == 302
    assert Ruling.objects.get().superseded_at is not None
    assert desk.client.get(address).status_code == 404


def test_what_turns_a_standing_result_is_looked_at_first():
    desk = Desk(rules={"match_n": 1})
    for _hand in range(2):
        desk.board.match.refresh_from_db()
        version = desk.board.match.version
        entry = knock(0, 2, 98)
        results.record_hand(board=desk.board, version=version, entry=entry, by=DIRECTOR, now=NOW)
    form = {"rule": "HAND_COUNT_END_MANY", "phase": "COUNTED", "offender": "0", "n": "2"}
    form["facts"] = "Eleven cards."
    shown = desk.rule(**form).content.decode()
    assert "What the ruling changes" in shown
    assert not Ruling.objects.exists()
    assert desk.rule(**form, choice="rewind").status_code == 302
    assert Ruling.objects.get().n == 2


def test_extra_time_for_the_table_is_given_with_the_ruling(desk):
    form = {"rule": "LOOK_BACK", "phase": "PLAY", "offender": "1", "extra": "5"}
    assert desk.rule(**form).status_code == 409  # no clock runs for it yet
    write = {"tournament_id": desk.event.pk, "by": DIRECTOR, "now": NOW}
    setup.set_tables(tables=[(1, "")], **write)
    settle_stage(stage_id=desk.board.pairing.round.stage_id, by=DIRECTOR, now=NOW)
    rounds.run_clock(number=1, kind="start", **write)
    assert desk.rule(**form).status_code == 302
    event = ClockEvent.objects.get(kind="extend")
    assert (event.seconds, event.table.number) == (300, 1)


def test_case_law_tells_what_was_ruled_by_rule_without_names(desk):
    desk.rule(rule="LOOK_BACK", phase="PLAY", offender="1", facts="Turned over two.")
    found = desk.client.get(desk.address("case_law"), {"rule": "LOOK_BACK"}).content.decode()
    assert "Turned over two." in found
    assert "Player 0001" not in found
    other = desk.client.get(desk.address("case_law"), {"rule": "STOCK_51ST"}).content.decode()
    assert "Turned over two." not in other


def test_a_visitor_sees_the_rule_and_its_effect_but_not_what_was_said(desk):
    desk.rule(rule="LOOK_BACK", phase="PLAY", offender="1", facts="Turned over two.")
    match = Client().get(desk.address("match", desk.board.match_id)).content.decode()
    assert "Looked back" in match
    assert "Turned over two." not in match
    assert Client().get(desk.page).status_code == 302


@pytest.mark.parametrize("row", those_of(Rules()), ids=lambda row: row.id)
def test_every_row_can_be_ruled_on_with_each_of_its_choices(desk, row):
    """What the rule only sends on to other rows, it names instead."""
    version = desk.board.match.version
    results.record_hand(
        board=desk.board, version=version, entry=knock(0, 4, 19), by=DIRECTOR, now=NOW
    )
    for option in row.options or [Option("", "")]:
        said = {"rule": row.id, "offender": "0", "cards": "1", "knocker": "0", **LEGAL}
        said |= {
            "asked": row.id,
            "c": [condition for condition in option.open if not condition.startswith("!")],
        }
        phases = [phase for phase in row.phases if phase not in closed_phases(option)]
        if not phases:
            continue
        answer = desk.rule(**said, phase=phases[0], option=option.code)
        found = desk.see(**said, phase=phases[0])
        recorded = Ruling.objects.filter(rule=row.id, option=option.code).exists()
        assert recorded or "The rule sends you on to:" in found, answer.content.decode()
        assert answer.status_code in (302, 400)


def closed_phases(option):
    """The phases of which the conditions of an option say that it is not open in them."""
    closed = {
        "!opponent_exposed": ("OPP_EXPOSED", "LAYOFF", "SHOWDOWN"),
        "opponent_exposed": ("KNOCK_SHOWN",),
        "!count_agreed": ("COUNTED", "NEXT_DEAL", "GAME_END"),
    }
    return {phase for condition in option.open for phase in closed.get(condition, ())}
