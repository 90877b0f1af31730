"""The pages of penalties, memos and appeals: who sees what, and what a press does."""

import re
from datetime import timedelta

import pytest
from django.test import Client

from players.models import Player
from tests.builders import (
    DIRECTOR,
    NOW,
    board_of,
    entry_at,
    make_tournament,
    make_user,
    owner_of,
    sign_in,
    win,
)
from tests.pages.match.test_match import text_of
from tests.stock import stocked
from tests.tournaments.services.desk.test_penalties import give
from tournaments.models import Appeal, Memo, Penalty
from tournaments.services.desk.appeals import AppealEntry, make_appeal
from tournaments.services.events import setup, staff
from tournaments.services.events.memos import write_memo
from tournaments.services.stages import rounds
from web.db import clock

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.sampled]

STAFF = ("director", "head_referee", "referee", "table_referee")
READERS = ("owner", *STAFF, "player", "entrant", "visitor")
JUDGES = ("owner", "director", "head_referee", "referee", "table_referee")
HEADS = ("owner", "director", "head_referee")


@pytest.fixture
@stocked
def tournament():
    made = make_tournament(entrants=4)
    setup.set_tables(tournament_id=made.pk, tables=[(1, ""), (2, "")], by=DIRECTOR, now=NOW)
    return made


@pytest.fixture
def board(tournament):
    return board_of(tournament, 1, 1)


@pytest.fixture
@stocked
def clients(tournament):
    """A signed-in person for each role, and a visitor."""
    people = {name: make_user(name) for name in READERS if name not in ("owner", "visitor")}
    write = {"tournament_id": tournament.pk, "by": DIRECTOR, "now": NOW}
    for name in ("director", "head_referee", "referee"):
        staff.appoint_staff(user=people[name], role=name, **write)
    staff.appoint_staff(user=people["table_referee"], role="referee", tables=[1], **write)
    for seed, name in ((1, "player"), (2, "entrant")):
        Player.objects.filter(name=f"Player {seed:04}").update(user=people[name])
    found = {name: Client() for name in READERS}
    for name, user in (people | {"owner": owner_of(tournament.club)}).items():
        sign_in(found[name], user)
    return found


def page(tournament, path=""):
    return f"/c/{tournament.club.slug}/{tournament.slug}/{path}"


def at_match(board, path=""):
    return page(board.pairing.round.stage.tournament, f"matches/{board.match_id}/{path}")


def said(board, **fields):
    board.match.refresh_from_db()
    given = {"key": "k", "version": board.match.version, "rule": "T_SLOW", "offender": 0}
    return given | {"occurrence": 1} | fields


class TestGiving:
    def test_the_step_is_proposed_with_its_reason(self, board, clients):
        page = at_match(board, "penalty/?rule=T_SLOW&offender=0")
        text = text_of(clients["referee"].get(page))
        words = "Warning The first time in this event. A formal warning."
        assert f"{words} The third one is a lost game." in text
        assert "Extra time or hands for those who were kept waiting." in text

    def test_one_press_gives_it_twice_gives_one(self, board, clients):
        for _press in range(2):
            response = clients["referee"].post(at_match(board, "penalty/"), said(board))
            assert response.status_code == 302
        assert (
            clients["referee"]
            .post(at_match(board, "penalty/"), said(board, key="other"))
            .status_code
            == 409
        )
        penalty = Penalty.objects.get()
        assert (penalty.step, penalty.discretionary, penalty.role) == ("warning", False, "referee")

    def test_another_step_is_marked(self, board, clients):
        fields = said(board, option="note", proposed="warning", facts="dreaming")
        clients["referee"].post(at_match(board, "penalty/"), fields)
        penalty = Penalty.objects.get()
        assert (penalty.step, penalty.discretionary) == ("note", True)

    def test_what_is_not_the_referees_says_whom_to_ask(self, board, clients):
        page = at_match(board, "penalty/?rule=T_CHEAT&offender=1")
        assert "The head referee or a director gives this." in text_of(clients["referee"].get(page))
        fields = said(board, rule="T_CHEAT")
        assert clients["referee"].post(at_match(board, "penalty/"), fields).status_code == 403
        fields = said(board, rule="T_CHEAT", key="head")
        assert clients["head_referee"].post(at_match(board, "penalty/"), fields).status_code == 302

    def test_without_a_name_or_an_infraction_nothing_is_given(self, board, clients):
        for fields, words in (
            (said(board, rule=""), "choose an infraction"),
            (said(board, offender=""), "Say which of them it was."),
        ):
            response = clients["referee"].post(at_match(board, "penalty/"), fields)
            assert response.status_code == 400
            assert words in text_of(response)
        assert not Penalty.objects.exists()


class TestNotHere:
    def started(self, tournament, minutes):
        write = {"tournament_id": tournament.pk, "number": 1, "by": DIRECTOR}
        rounds.plan_round(**write, now=NOW, minutes=50)
        at = clock.now() - timedelta(minutes=minutes)
        rounds.run_clock(**write, kind="start", now=at)

    def form_of(self, client, tournament, label):
        """The fields of the button's form on the card of the table."""
        html = client.get(page(tournament, "tables/1/")).content.decode()
        form = html[: html.index(label)].rsplit("<form", 1)[1]
        return dict(re.findall(r'name="(\w+)" value="([^"]*)"', form))

    @pytest.mark.parametrize(
        ("minutes", "label", "step"),
        [
            (2, "Player 0001 is not here: note it", "note"),
            (6, "Player 0001 is not here: award the game", "game_loss"),
            (12, "Player 0001 is not here: award the match", "match_loss"),
        ],
    )
    def test_the_clock_is_the_evidence(self, board, clients, tournament, minutes, label, step):
        self.started(tournament, minutes)
        fields = self.form_of(clients["head_referee"], tournament, label)
        assert clients["head_referee"].post(at_match(board, "penalty/"), fields).status_code == 302
        penalty = Penalty.objects.get()
        assert (penalty.step, penalty.minutes, penalty.discretionary) == (step, minutes, False)

    def test_the_desk_leads_to_the_card_of_a_table_that_has_not_begun(self, clients, tournament):
        desk = page(tournament, "desk/")
        assert "not begun" not in text_of(clients["director"].get(desk))
        self.started(tournament, 6)
        answer = clients["director"].get(desk)
        text = text_of(answer)
        assert f'href="{page(tournament, "tables/1/")}"' in answer.text
        assert "Table 1: not begun, 6 min on the clock Player 0001 – Player 0004, 0–0." in text

    def test_a_referee_sees_whom_to_ask_and_nobody_anything_without_a_clock(
        self, clients, tournament
    ):
        card = page(tournament, "tables/1/")
        assert "not here" not in text_of(clients["head_referee"].get(card))
        self.started(tournament, 6)
        text = text_of(clients["referee"].get(card))
        assert "Player 0001 is not here: award the game" in text
        assert "The head referee or a director gives this." in text


class TestSeeing:
    @pytest.mark.parametrize("reader", READERS)
    def test_the_list_is_the_staffs(self, board, clients, tournament, reader):
        give(board, 1, "T_CONDUCT_MINOR", facts="shouting")
        response = clients[reader].get(page(tournament, "penalties/"))
        if reader in JUDGES:
            assert "shouting" in text_of(response)
        else:
            assert response.status_code in (302, 403)

    @pytest.mark.parametrize("reader", READERS)
    def test_at_the_match_visitors_see_what_hits_the_score_and_no_more(
        self, board, clients, reader
    ):
        give(board, 1, "T_SLOW")
        give(board, 4, "T_CONDUCT_MINOR", "game_loss", facts="shouting")
        text = text_of(clients[reader].get(at_match(board)))
        assert "Loss of the game" in text
        private = "Unsporting" in text, "shouting" in text, "Slow play" in text
        assert private == ((reader in (*JUDGES, "player"),) * 3)

    @pytest.mark.parametrize("reader", READERS)
    def test_memos_are_for_the_heads(self, clients, tournament, reader):
        entry = entry_at(tournament, 1).pk
        write_memo(
            tournament_id=tournament.pk,
            entry_id=entry,
            text="He shouted",
            by=DIRECTOR,
            now=clock.now(),
        )
        response = clients[reader].get(page(tournament, "memos/"))
        assert (response.status_code == 200) == (reader in HEADS)
        for path in ("", "penalties/", "entrants/", "matches/", "standings/"):
            assert "He shouted" not in clients[reader].get(page(tournament, path)).content.decode()
        fields = {"key": "m", "entry": entry, "text": "And again", "keep_days": 30}
        response = clients[reader].post(page(tournament, "memos/"), fields)
        assert (Memo.objects.count() == 2) == (reader in HEADS)


class TestTakingBack:
    def test_with_a_reason_it_is_gone(self, board, clients, tournament):
        (penalty,) = give(board, 1, "T_NOTES", "game_loss")
        address = page(tournament, f"penalties/{penalty.pk}/taking-back/")
        assert "Loss of the game" in text_of(clients["referee"].get(address))
        board.match.refresh_from_db()
        fields = {"key": "t", "version": board.match.version}
        assert clients["referee"].post(address, fields).status_code == 400
        fields |= {"reason": "it was a phone of mine", "key": "u"}
        assert clients["referee"].post(address, fields).status_code == 302
        text = text_of(clients["referee"].get(page(tournament, "penalties/")))
        assert "taken back: it was a phone of mine" in text

    def test_where_the_winner_plays_on_it_asks_what_becomes_of_that(
        self, board, clients, tournament
    ):
        (penalty,) = give(board, 1, "T_NOSHOW")
        win(board_of(tournament, 1, 2), seat=0)
        win(board_of(tournament, 2, 1), seat=0)
        address = page(tournament, f"penalties/{penalty.pk}/taking-back/")
        board.match.refresh_from_db()
        fields = {"key": "t", "version": board.match.version, "reason": "he was at the door"}
        head = clients["head_referee"]
        asked = head.post(address, fields)
        assert asked.status_code == 409
        assert "What was played stays" in text_of(asked)
        assert head.post(address, {**fields, "key": "u", "choice": "keep"}).status_code == 302
        assert "Player 0004" in text_of(Client().get(at_match(board_of(tournament, 2, 1))))


class TestAppeals:
    def test_a_player_appeals_and_a_panel_decides(self, board, clients, tournament):
        (penalty,) = give(board, 1, "T_CONDUCT_MINOR", "game_loss")
        address = at_match(board, f"appeals/penalty/{penalty.pk}/")
        assert address in clients["player"].get(at_match(board)).content.decode()
        assert clients["entrant"].get(address).status_code == 403
        fields = {"key": "a", "facts": "I swore", "reason": "not at anybody"}
        assert clients["player"].post(address, fields).status_code == 302
        assert "Under appeal" in text_of(Client().get(at_match(board)))
        assert "under appeal" in text_of(Client().get(page(tournament)))
        appeal = Appeal.objects.get()
        decision = page(tournament, f"appeals/{appeal.pk}/")
        assert "not at anybody" in text_of(clients["referee"].get(decision))
        german = clients["referee"].get(decision, HTTP_ACCEPT_LANGUAGE="de").content.decode()
        assert "<h1>Einspruch</h1>" in german
        assert clients["player"].get(decision).status_code == 403
        board.match.refresh_from_db()
        head = clients["head_referee"]
        member = f"user:{owner_of(tournament.club).pk}"
        said = {"key": "d", "version": board.match.version, "outcome": "changed"}
        said |= {"step": "warning", "panel": [member], "reason": "to himself"}
        assert clients["referee"].post(decision, said).status_code == 403
        assert head.post(decision, {**said, "panel": []}).status_code == 400
        assert head.post(decision, said).status_code == 302
        assert "Under appeal" not in text_of(Client().get(at_match(board)))
        standing = Penalty.objects.get(superseded_at__isnull=True)
        assert standing.step == "warning"
        assert "Changed" in text_of(head.get(page(tournament, "appeals/")))

    def test_only_the_staff_lists_them(self, board, clients, tournament):
        (penalty,) = give(board, 1, "T_SLOW")
        entry = AppealEntry("a turn", "it was short", penalty=penalty.pk)
        make_appeal(board=board, entry=entry, by=DIRECTOR, now=NOW)
        for reader in READERS:
            response = clients[reader].get(page(tournament, "appeals/"))
            assert (response.status_code == 200) == (reader in JUDGES), reader
