"""The pages of one match through the test client: who sees what, who writes what down, and what
happens to what was typed."""

import re
from collections.abc import Callable

import pytest
from django.test import Client

from games.models import HandFact, Match
from games.selectors.matches import match_record
from kernel.permissions import Actor, Role
from players.models import Player, User
from tests.builders import (
    DIRECTOR,
    NOW,
    board_of,
    knock,
    make_tournament,
    make_user,
    owner_of,
    win,
)
from tests.stock import stocked
from tournaments.models import Board, Tournament
from tournaments.services.desk import results
from tournaments.services.events import entries, setup
from tournaments.services.stages import rounds
from tournaments.services.stages.settling import settle_stage

pytestmark = pytest.mark.django_db(transaction=True)

NAMES = ("Anna Šimek", "Nuño García López", "Eilís Müller", "Björn Weiß")


@pytest.fixture
@stocked
def tournament() -> Tournament:
    made = make_tournament(start=False)
    for number, name in enumerate(NAMES, 1):
        player = Player.objects.get(club=made.club, name=f"Player {number:04}")
        player.name, player.user = name, make_user(name)
        player.save()
    rounds.start_tournament(tournament_id=made.pk, by=DIRECTOR, now=NOW)
    setup.set_tables(tournament_id=made.pk, tables=[(1, ""), (2, "Window")], by=DIRECTOR, now=NOW)
    made.refresh_from_db()
    return made


@pytest.fixture
def board(tournament: Tournament) -> Board:
    """Anna against Björn."""
    return board_of(tournament, 1, 1)


def client_of(user: User) -> Client:
    client = Client()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


def player_of(board: Board, seat: int) -> Client:
    return client_of(board.match.seats.get(seat=seat).player.user)


@pytest.fixture
def referee(tournament: Tournament) -> Client:
    return client_of(owner_of(tournament.club))


def address(board: Board, page: str = "") -> str:
    tournament = board.pairing.round.stage.tournament
    return f"/c/{tournament.club.slug}/{tournament.slug}/matches/{board.match_id}/{page}"


def text_of(response: object) -> str:
    html = re.sub(r"<[^>]+>", " ", response.content.decode())
    return " ".join(html.replace("&#x27;", "'").split())


def version(board: Board) -> int:
    return Match.objects.get(pk=board.match_id).version


def play(board: Board, *hands: tuple[int, int, int], by: Actor = DIRECTOR) -> None:
    for knocker, held, left in hands:
        results.record_hand(
            board=board,
            version=version(board),
            entry=knock(knocker, held, left),
            by=by,
            now=NOW,
        )


def typed(board: Board, **fields: object) -> dict[str, object]:
    """A knock of seat 0 with 4 against 19, unless told otherwise."""
    given = {"key": "k1", "version": version(board), "kind": "knock", "knocker": 0}
    return given | {"count_0": 4, "count_1": 19} | fields


KNOCKERS = "7s 7h 7d js qs ks 2c 3c 4c 5d"
DEFENDERS = "KH KD KC 9H 8H 10S 5S 4D 2D AC"


class TestCards:
    """The pad takes the cards of both and counts them itself."""

    def test_the_counts_follow_from_the_cards(self, board: Board, referee: Client) -> None:
        fields = typed(board, count_0="", count_1="", cards_0=KNOCKERS, cards_1=DEFENDERS)
        assert referee.post(address(board, "pad/"), fields).status_code == 302
        fact = HandFact.objects.get()
        assert (fact.kind, fact.counts) == ("knock", [5, 28])
        assert "Knock 5 v 28" in text_of(Client().get(address(board)))
        shown = referee.get(address(board, "pad/?hand=1")).content.decode()
        assert 'value="7SJSQSKS7H5D7D2C3C4C"' in shown

    def test_they_are_counted_before_they_are_saved(self, board: Board, referee: Client) -> None:
        cards = {"cards_0": DEFENDERS, "cards_1": KNOCKERS}
        fields = typed(board, count_0="", count_1="", knocker=1, **cards)
        answer = referee.get(address(board, "pad/preview/"), fields)
        assert "23 to Björn" in text_of(answer)
        assert not HandFact.objects.exists()

    @pytest.mark.parametrize(
        ("cards", "sentence"),
        [
            ({"cards_0": KNOCKERS}, "Give the cards of Björn"),
            ({"cards_0": "7X", "cards_1": DEFENDERS}, "A card is a rank"),
            ({"cards_0": KNOCKERS, "cards_1": KNOCKERS}, "Both players can't hold"),
            ({"cards_0": DEFENDERS, "cards_1": KNOCKERS}, "One may knock with 10 or less"),
        ],
    )
    def test_what_cannot_be_is_said_and_kept(
        self, board: Board, referee: Client, cards: dict[str, str], sentence: str
    ) -> None:
        answer = referee.post(address(board, "pad/"), typed(board, **cards))
        assert answer.status_code == 400
        assert sentence in text_of(answer)
        assert f'value="{cards["cards_0"]}"' in answer.content.decode()
        assert not HandFact.objects.exists()

    def test_a_void_hand_has_none(self, board: Board, referee: Client) -> None:
        fields = typed(board, kind="void", cards_0=KNOCKERS, cards_1="")
        assert referee.post(address(board, "pad/"), fields).status_code == 302
        assert HandFact.objects.get().cards is None


class TestPublicPage:
    def test_every_hand_stands_on_the_sheet_with_points_and_running_totals(
        self, board: Board
    ) -> None:
        play(board, (0, 4, 19), (1, 8, 5), (1, 3, 27))
        text = text_of(Client().get(address(board)))
        assert "Anna Šimek v Björn Weiß" in text
        assert "15 +15 Hand 1: Knock 4 v 19 Anna knocked" in text
        assert "43 +28 Hand 2: Undercut 8 v 5 Björn knocked" in text
        assert "Hand 3: Knock 3 v 27 Björn knocked +24 24" in text
        assert "Semi-final 1: Anna Šimek against Björn Weiß, 0–0 in games." in text
        assert "Game 1: Anna 43, Björn 24." in text

    def test_a_finished_game_has_its_boxes_bonuses_totals_and_net(self, board: Board) -> None:
        play(board, (0, 1, 61), (1, 2, 12), (0, 1, 51))
        text = text_of(Client().get(address(board)))
        assert "Game 1 to Anna, 110–10" in text
        assert "2 × 25 = 50 Boxes 1 × 25 = 25" in text
        assert "100 Game bonus" in text
        assert "260 Total 35" in text
        assert "225 Net" in text

    def test_void_hands_stay_visible(self, board: Board, referee: Client) -> None:
        referee.post(address(board, "pad/"), typed(board, kind="void"))
        assert "Hand 1: Void no points" in text_of(Client().get(address(board)))

    def test_a_correction_shows_what_stood_there_before_and_why(self, board: Board) -> None:
        play(board, (0, 4, 19))
        results.correct_hand(
            board=board,
            version=version(board),
            n=1,
            entry=knock(0, 4, 29),
            reason="the slip was misread",
            by=DIRECTOR,
            now=NOW,
        )
        text = text_of(Client().get(address(board)))
        assert "Knock 4 v 29" in text
        assert "Corrected from Knock 4 v 19, 15 to Anna, by the director" in text
        assert ": the slip was misread" in text

    def test_a_result_by_games_shows_each_game(self, board: Board) -> None:
        games = [{"winner": 0, "points": [104, 71], "boxes": [5, 3]}] * 3
        results.record_result(
            board=board,
            version=version(board),
            level="games",
            payload={"games": games},
            by=DIRECTOR,
            now=NOW,
        )
        text = text_of(Client().get(address(board)))
        assert "Game 3 to Anna, 104–71" in text
        assert "Entered by the director." in text

    def test_games_won_and_walkovers_are_shown_as_such(
        self, tournament: Tournament, board: Board
    ) -> None:
        win(board, 0)
        assert "Only the games won were handed in" in text_of(Client().get(address(board)))
        other = board_of(tournament, 1, 2)
        results.record_result(
            board=other,
            version=version(other),
            level="walkover",
            payload={"walkover": 1},
            by=DIRECTOR,
            now=NOW,
        )
        text = text_of(Client().get(address(other)))
        assert "Eilís Müller has a walkover against Nuño García López." in text

    def test_a_match_whose_players_are_not_known_says_whom_it_waits_for(
        self, tournament: Tournament
    ) -> None:
        text = text_of(Client().get(address(board_of(tournament, 2, 1))))
        assert "Winner of semi-final 1 v Winner of semi-final 2" in text

    def test_a_withdrawal_is_no_played_match(self, tournament: Tournament, board: Board) -> None:
        entries.withdraw_entry(
            tournament_id=tournament.pk,
            entry_id=tournament.entries.get(seed=4).pk,
            by=DIRECTOR,
            now=NOW,
        )
        text = text_of(Client().get(address(board)))
        assert "the match goes to the opponent without play" in text

    def test_what_is_drawn_but_not_published_is_nobodys_but_the_staffs(self) -> None:
        draft = make_tournament(start=False)
        rounds.draw_stage(tournament_id=draft.pk, by=DIRECTOR, now=NOW)
        page = address(board_of(draft, 1, 1))
        assert Client().get(page).status_code == 404
        assert client_of(owner_of(draft.club)).get(page).status_code == 200

    def test_a_match_is_found_under_its_own_tournament_only(self, board: Board) -> None:
        other = make_tournament()
        page = f"/c/{other.club.slug}/{other.slug}/matches/{board.match_id}/"
        assert Client().get(page).status_code == 404

    def test_visitors_find_no_form(self, board: Board) -> None:
        assert b"<form" not in Client().get(address(board)).content

    def test_the_live_part_alone_goes_to_htmx(self, board: Board) -> None:
        html = Client().get(address(board), headers={"HX-Request": "true"}).content.decode()
        assert html.strip().startswith('<div id="live"')


class TestPad:
    def test_a_hand_is_saved_and_said(self, board: Board, referee: Client) -> None:
        answer = referee.post(address(board, "pad/"), typed(board), follow=True)
        assert answer.redirect_chain == [(address(board, "pad/?saved=1"), 302)]
        text = text_of(answer)
        assert "Saved: Knock 15 to Anna" in text
        assert "Hand 2" in text

    def test_the_same_form_twice_is_one_hand(self, board: Board, referee: Client) -> None:
        fields = typed(board)
        first = referee.post(address(board, "pad/"), fields)
        again = referee.post(address(board, "pad/"), fields)
        assert first.url == again.url
        assert HandFact.objects.count() == 1

    def test_the_dealer_is_proposed_and_may_be_changed(self, board: Board, referee: Client) -> None:
        referee.post(address(board, "pad/"), typed(board, dealer=1))
        assert HandFact.objects.get().dealer == 1
        page = referee.get(address(board, "pad/")).content.decode()
        # The loser of the hand deals, or the deal alternates: with Björn's deal and Anna's win
        # the proposal follows the rules of the club.
        proposed = re.search(r'name="dealer" value="(\d)" checked', page)
        record = match_record(Match.objects.get(pk=board.match_id))
        assert int(proposed[1]) == record.sheet.next_dealer

    @pytest.mark.parametrize(
        ("fields", "sentence"),
        [
            ({"knocker": ""}, "Say who ended the hand."),
            ({"count_0": ""}, "Enter the count of Anna."),
            ({"count_0": 11}, "One may knock with 10 or less, not with 11."),
            ({"count_0": 0}, "write the hand down as gin"),
            ({"count_1": 99}, "Ten cards leave a count from 0 to 98, not 99."),
        ],
    )
    def test_what_can_not_be_is_said_beside_its_field_and_stays_typed(
        self, board: Board, referee: Client, fields: dict[str, object], sentence: str
    ) -> None:
        answer = referee.post(address(board, "pad/"), typed(board, **fields))
        html = answer.content.decode()
        assert answer.status_code == 400
        assert sentence in html.replace("&#x27;", "'")
        kept = fields.get("count_1", 19)
        assert re.search(rf'name="count_1"[^>]*value="{kept}"', html)
        assert 'name="key" value="k1"' in html
        assert not HandFact.objects.exists()

    def test_gin_asks_for_one_count_only(self, board: Board, referee: Client) -> None:
        referee.post(address(board, "pad/"), typed(board, kind="gin", count_0=""))
        fact = HandFact.objects.get()
        assert (fact.kind, fact.counts) == ("gin", [0, 19])

    def test_the_server_counts_before_it_is_saved(self, board: Board, referee: Client) -> None:
        play(board, (0, 4, 61))
        query = typed(board, knocker=1, count_0=9, count_1=10)
        text = text_of(referee.get(address(board, "pad/preview/"), query))
        assert text == "Undercut 26 to Anna 25 + 1 57 to 83"
        assert HandFact.objects.count() == 1

    @pytest.mark.parametrize(
        ("query", "words"),
        [
            ({"kind": "knock"}, ""),
            ({"kind": "knock", "knocker": 0, "count_0": 3}, ""),
            ({"kind": "gin", "knocker": 0, "count_1": 22}, "Gin 47 to Anna 25 + 22 0 to 47"),
            ({"kind": "void"}, "Void no points"),
            (
                {"kind": "knock", "knocker": 0, "count_0": 12, "count_1": 22},
                "One may knock with 10 or less, not with 12.",
            ),
        ],
    )
    def test_previews(
        self, board: Board, referee: Client, query: dict[str, object], words: str
    ) -> None:
        query = {"version": version(board)} | query
        assert text_of(referee.get(address(board, "pad/preview/"), query)) == words

    def test_the_end_of_a_game_is_said_before_and_checked_after(
        self, board: Board, referee: Client
    ) -> None:
        play(board, (0, 1, 61))
        fields = typed(board, count_0=1, count_1=51)
        preview = text_of(referee.get(address(board, "pad/preview/"), fields))
        assert "Game 1 to Anna, 110–0." in preview
        answer = referee.post(address(board, "pad/"), fields, follow=True)
        text = text_of(answer)
        assert "Game 1 to Anna, 110–0. Check the sheet with both players." in text
        assert "Start game 2" in text
        assert "entry-form" not in answer.content.decode()
        assert "entry-form" in referee.get(address(board, "pad/?game=2")).content.decode()

    def test_the_match_ends_by_itself(self, board: Board, referee: Client) -> None:
        for _game in range(3):
            play(board, (0, 1, 61), (0, 1, 61))
        text = text_of(referee.get(address(board, "pad/")))
        assert "Anna Šimek wins the match, 3–0." in text

    def test_a_hand_is_corrected_by_tapping_it(self, board: Board, referee: Client) -> None:
        play(board, (0, 4, 19), (1, 3, 27))
        page = referee.get(address(board, "pad/?hand=1")).content.decode()
        assert "Correct hand 1" in page
        assert re.search(r'name="knocker" value="0" checked', page)
        assert 'value="19"' in page
        answer = referee.post(address(board, "pad/"), typed(board, n=1, count_1=29), follow=True)
        assert "Knock 4 v 29" in text_of(answer)
        assert HandFact.objects.filter(superseded_at=None).count() == 2

    def test_a_correction_is_counted_before_it_is_saved(
        self, board: Board, referee: Client
    ) -> None:
        play(board, (0, 4, 19), (1, 3, 27))
        text = text_of(referee.get(address(board, "pad/preview/"), typed(board, n=1, count_1=29)))
        assert text == "Knock 25 to Anna 29 − 4 0 to 25"

    def test_a_game_that_a_correction_leaves_open_asks_what_becomes_of_it(
        self, board: Board, referee: Client
    ) -> None:
        play(board, (0, 1, 61), (0, 1, 61), (1, 2, 20))
        fields = typed(board, n=2, count_0=1, count_1=6)
        answer = referee.post(address(board, "pad/"), fields)
        assert answer.status_code == 409
        assert "game 1 did not end, but later hands were played" in text_of(answer)
        assert "if_unfinished" in answer.content.decode()
        answer = referee.post(address(board, "pad/"), fields | {"if_unfinished": "leader"})
        assert answer.status_code == 302
        assert match_record(Match.objects.get(pk=board.match_id)).score.games_won == (1, 0)

    def test_a_standing_result_is_corrected_with_a_reason_only(
        self, board: Board, referee: Client
    ) -> None:
        for _game in range(3):
            play(board, (0, 1, 61), (0, 1, 61))
        assert "Reason of the correction" in text_of(referee.get(address(board, "pad/?hand=6")))
        fields = typed(board, n=6, count_0=1, count_1=71)
        answer = referee.post(address(board, "pad/"), fields)
        assert answer.status_code == 400
        assert "give the reason for the correction" in text_of(answer)
        fields["reason"] = "misread"
        preview = referee.post(address(board, "pad/"), fields)
        assert "What the correction changes" in text_of(preview)
        fields["choice"] = "score_only"
        assert referee.post(address(board, "pad/"), fields).status_code == 302

    def test_who_is_late_sees_what_changed_and_loses_nothing(
        self, board: Board, referee: Client
    ) -> None:
        fields = typed(board, key="mine")
        play(board, (1, 3, 27))
        answer = referee.post(address(board, "pad/"), fields)
        html, text = answer.content.decode(), text_of(answer)
        assert answer.status_code == 409
        assert "Hand 1 of game 1 was saved: Knock 3 v 27, 24 to Björn." in text
        assert "Drop mine" in text
        assert "Save mine as hand 2" in text
        assert 'value="19"' in html
        assert f'name="version" value="{version(board)}"' in html
        key = re.search(r'name="key" value="([^"]+)"', html)[1]
        answer = referee.post(address(board, "pad/"), typed(board, key=key))
        assert answer.status_code == 302
        assert HandFact.objects.count() == 2

    def test_the_same_hand_from_two_phones_is_told(self, board: Board, referee: Client) -> None:
        fields = typed(board)
        play(board, (0, 4, 19))
        text = text_of(referee.post(address(board, "pad/"), fields))
        assert "It is the same hand as yours" in text

    def test_only_the_two_and_the_staff_come_to_the_pad(
        self, tournament: Tournament, board: Board
    ) -> None:
        page = address(board, "pad/")
        assert Client().get(page).url.startswith("/sign-in/")
        assert client_of(make_user()).get(page).status_code == 403
        assert player_of(board_of(tournament, 1, 2), 0).get(page).status_code == 403
        assert player_of(board, 0).get(page).status_code == 200

    def test_a_player_corrects_their_own_last_hand_only(self, board: Board) -> None:
        anna, bjorn = player_of(board, 0), player_of(board, 1)
        anna.post(address(board, "pad/"), typed(board))
        assert "?hand=1" in anna.get(address(board, "pad/")).content.decode()
        assert "?hand=1" not in bjorn.get(address(board, "pad/")).content.decode()
        refused = text_of(bjorn.get(address(board, "pad/?hand=1")))
        assert "Only a referee can correct this hand." in refused

    def test_without_need_no_card_and_no_factor_are_asked_for(
        self, board: Board, referee: Client
    ) -> None:
        page = referee.get(address(board, "pad/")).content.decode()
        assert "card_rank" not in page
        assert 'name="factor"' not in page

    def test_where_the_upcard_sets_the_limit_it_is_asked_for(self) -> None:
        tournament = make_tournament(rules="oklahoma", entrants=2)
        board, referee = board_of(tournament, 1, 1), client_of(owner_of(tournament.club))
        assert "Upcard" in text_of(referee.get(address(board, "pad/")))
        answer = referee.post(address(board, "pad/"), typed(board))
        assert "say which it was" in text_of(answer)
        fields = typed(board, card_rank="7", card_suit="S")
        assert referee.post(address(board, "pad/"), fields).status_code == 302
        assert "7 of spades" in text_of(Client().get(address(board)))

    def test_a_match_that_is_not_open_takes_no_hand(
        self, tournament: Tournament, referee: Client
    ) -> None:
        final = board_of(tournament, 2, 1)
        assert "not known yet" in text_of(referee.get(address(final, "pad/")))
        answer = referee.post(address(final, "pad/"), typed(final))
        assert answer.status_code == 409
        assert "The players of this match are not known yet." in text_of(answer)


class TestAnswers:
    def report(self, board: Board, seat: int, **fields: object) -> object:
        given = {"key": "r", "version": version(board), "winner": seat, "loser_games": 1}
        return player_of(board, seat).post(address(board, "report/"), given | fields)

    def test_a_report_waits_for_the_opponent_in_words(self, board: Board) -> None:
        assert self.report(board, 0).status_code == 302
        anna, bjorn = (player_of(board, seat).get(address(board)) for seat in (0, 1))
        assert "It stands as soon as Björn confirms it." in text_of(anna)
        assert "Confirm" not in text_of(anna)
        assert "Anna says 1–3: you lost." in text_of(bjorn)
        assert "It waits for Björn to confirm." in text_of(Client().get(address(board)))

    def test_the_opponent_confirms(self, board: Board) -> None:
        self.report(board, 0)
        fields = {"key": "c", "version": version(board)}
        answer = player_of(board, 1).post(address(board, "confirmation/"), fields, follow=True)
        assert "Entered and confirmed by the two players." in text_of(answer)
        board.match.refresh_from_db()
        assert board.match.state == "finished"

    def test_nobody_confirms_their_own_report(self, board: Board) -> None:
        self.report(board, 0)
        fields = {"key": "c", "version": version(board)}
        answer = player_of(board, 0).post(address(board, "confirmation/"), fields)
        assert answer.status_code == 403
        assert "it is your opponent who confirms" in text_of(answer)

    def test_a_dispute_needs_a_reason_which_a_referee_reads(
        self, board: Board, referee: Client
    ) -> None:
        self.report(board, 0)
        bjorn = player_of(board, 1)
        fields = {"key": "d", "version": version(board), "reason": ""}
        answer = bjorn.post(address(board, "dispute/"), fields)
        assert answer.status_code == 400
        assert "Say what is wrong" in text_of(answer)
        bjorn.post(address(board, "dispute/"), fields | {"reason": "It was 3–2."})
        assert "The reason given: It was 3–2." in text_of(referee.get(address(board)))
        visitor = text_of(Client().get(address(board)))
        assert "A referee decides." in visitor
        assert "It was 3–2." not in visitor

    def test_a_confirmation_of_what_has_changed_meanwhile_is_not_taken(self, board: Board) -> None:
        self.report(board, 0)
        old = version(board)
        self.report(board, 0, key="r2", version=old, loser_games=2)
        fields = {"key": "c", "version": old}
        answer = player_of(board, 1).post(address(board, "confirmation/"), fields)
        assert answer.status_code == 409
        assert "A result was handed in." in text_of(answer)
        board.match.refresh_from_db()
        assert board.match.state == "reported"

    def test_a_player_who_wrote_the_hands_waits_for_the_other(self, board: Board) -> None:
        user = board.match.seats.get(seat=0).player.user
        anna = Actor("page", user_id=user.pk, roles=frozenset({Role.PLAYER, Role.ANYONE}))
        for _game in range(3):
            play(board, (0, 1, 61), (0, 1, 61), by=anna)
        text = text_of(player_of(board, 0).get(address(board, "pad/")))
        assert "The result stands as soon as Björn confirms it." in text
        assert "Confirm 0–3" in text_of(player_of(board, 1).get(address(board)))


class TestResult:
    def test_games_won_in_two_taps(self, board: Board, referee: Client) -> None:
        fields = {"key": "k", "version": version(board), "winner": 1, "loser_games": 2}
        answer = referee.post(address(board, "result/?by=games-won"), fields, follow=True)
        assert "Björn Weiß beat Anna Šimek, 3–2." in text_of(answer)

    def test_game_by_game(self, board: Board, referee: Client) -> None:
        fields = {"key": "k", "version": version(board)}
        for number in (1, 2, 3):
            fields |= {
                f"points_{number}_0": 104,
                f"points_{number}_1": 71,
                f"boxes_{number}_0": 5,
                f"boxes_{number}_1": 3,
            }
        answer = referee.post(address(board, "result/?by=games"), fields, follow=True)
        assert "Game 3 to Anna, 104–71" in text_of(answer)

    @pytest.mark.parametrize(
        ("fields", "sentence"),
        [
            ({}, "Enter at least one game."),
            ({"points_1_0": 104}, "Game 1: enter the points of both."),
            ({"points_1_0": 90, "points_1_1": 71}, "Game 1: Nobody has reached 100"),
            (
                {"points_1_0": 104, "points_1_1": 71, "boxes_1_0": 4},
                "Game 1: enter the boxes of both, or of neither.",
            ),
            ({"points_2_0": 104, "points_2_1": 71}, "Leave no game out"),
            ({"points_1_0": 104, "points_1_1": 71}, "the match is not over"),
        ],
    )
    def test_games_that_can_not_be_are_refused_and_stay_typed(
        self, board: Board, referee: Client, fields: dict[str, object], sentence: str
    ) -> None:
        given = {"key": "k", "version": version(board)} | fields
        answer = referee.post(address(board, "result/?by=games"), given)
        assert answer.status_code == 400
        assert sentence in text_of(answer)
        for name, value in fields.items():
            assert f'name="{name}" value="{value}"' in answer.content.decode()

    def test_a_double_forfeit_asks_by_typing(self, board: Board, referee: Client) -> None:
        page = address(board, "result/?by=double-forfeit")
        fields = {"key": "k", "version": version(board), "confirm": "yes"}
        assert "Type forfeit" in text_of(referee.post(page, fields))
        answer = referee.post(page, fields | {"confirm": "Forfeit"}, follow=True)
        assert "neither Anna Šimek nor Björn Weiß goes on." in text_of(answer)

    def test_a_walkover(self, board: Board, referee: Client) -> None:
        fields = {"key": "k", "version": version(board), "walkover": 1}
        answer = referee.post(address(board, "result/?by=walkover"), fields, follow=True)
        assert "Björn Weiß has a walkover against Anna Šimek." in text_of(answer)

    def test_a_standing_result_is_replaced_with_a_reason_that_stays(
        self, board: Board, referee: Client
    ) -> None:
        win(board, 0)
        page = address(board, "result/?by=games-won")
        fields = {"key": "k", "version": version(board), "winner": 1, "loser_games": 0}
        assert "Reason of the correction" in text_of(referee.get(page))
        answer = referee.post(page, fields)
        assert answer.status_code == 400
        fields |= {"reason": "columns swapped", "choice": "rewind"}
        text = text_of(referee.post(page, fields, follow=True))
        assert "Björn Weiß beat Anna Šimek, 3–0." in text
        assert "Corrected from 3–1 in games, by the director" in text
        assert "columns swapped" in text

    def test_once_a_later_match_has_begun_it_can_still_be_corrected(
        self, tournament: Tournament, board: Board, referee: Client
    ) -> None:
        for number in (1, 2):
            win(board_of(tournament, 1, number), 0)
        settle_stage(stage_id=tournament.stages.get().pk, by=DIRECTOR, now=NOW)
        final = board_of(tournament, 2, 1)
        play(final, (0, 4, 19))
        html = referee.get(address(board, "result/")).content.decode()
        assert 'aria-disabled="true"' not in html

    def test_players_do_not_come_to_the_referees_page(self, board: Board) -> None:
        assert player_of(board, 0).get(address(board, "result/")).status_code == 403

    def test_a_way_that_is_not_there_is_not_found(self, board: Board, referee: Client) -> None:
        assert referee.get(address(board, "result/?by=dice")).status_code == 404


def test_no_page_of_a_match_carries_script_or_style_of_its_own(
    board: Board, referee: Client, django_assert_max_num_queries: Callable
) -> None:
    play(board, (0, 4, 19))
    for page in ("", "pad/", "pad/?hand=1", "result/", "result/?by=games"):
        with django_assert_max_num_queries(40):
            response = referee.get(address(board, page))
        html = response.content.decode()
        assert response.status_code == 200
        assert not re.search(r"<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)", html), page
