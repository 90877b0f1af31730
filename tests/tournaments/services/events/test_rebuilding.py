"""Stored copies are only copies: dropped and made anew they are the same."""

import json
import os
import random
from contextlib import suppress

import pytest
from django.core.management import CommandError, call_command
from django.db.models import Count

from games.engine.gin.irregularities.effects import effects_of
from games.models import HandFact, Match
from games.services.rulings import RulingEntry
from kernel.text import Refusal
from tests.builders import DIRECTOR, NOW, board_of, entry_at, knock, make_tournament, win
from tests.concurrency import assert_chain
from tests.stock import stocked
from tournaments.models import Board, PairingSide, Round, StandingTable
from tournaments.selectors.desk.snapshot import snapshot
from tournaments.selectors.stages.reading import stage_record
from tournaments.services.desk import results, rulings
from tournaments.services.desk.corrections import undo_correction
from tournaments.services.desk.penalties import PenaltyEntry, give_penalty
from tournaments.services.desk.result_change import word_to_type
from tournaments.services.events import entries
from tournaments.services.stages.settling import settle_stage

pytestmark = [pytest.mark.django_db, pytest.mark.sampled]

IS_LONG = os.environ.get("UNDERCUT_LONG") == "1"
RULINGS = ["HAND_COUNT_END_FEW", "HAND_COUNT_END_MANY", "LOOK_BACK", "STOCK_51ST"]
PENALTIES = ["T_SLOW", "T_REPEAT_IRREG", "T_NOSHOW", "T_COLLUDE"]


@pytest.fixture
@stocked
def tournament(django_capture_on_commit_callbacks):
    """Seven entrants in the middle of the event: a bye, a match by hands, one by games won, a
    walkover, a withdrawal, a match under way."""
    with django_capture_on_commit_callbacks(execute=True):
        tournament = make_tournament(entrants=7, format_settings={"third_place": True})
    with django_capture_on_commit_callbacks(execute=True):
        win(board_of(tournament, 1, 2), seat=1)
        play(board_of(tournament, 1, 3), hands=14)
        entries.withdraw_entry(
            tournament_id=tournament.pk, entry_id=entry_at(tournament, 3).pk, by=DIRECTOR, now=NOW
        )
    with django_capture_on_commit_callbacks(execute=True):
        play(board_of(tournament, 2, 1), hands=3)
    tournament.refresh_from_db()
    return tournament


def play(board, hands):
    for _ in range(hands):
        board.match.refresh_from_db()
        if board.match.state == "finished":
            return
        results.record_hand(
            board=board, version=board.match.version, entry=knock(0, 2, 60), by=DIRECTOR, now=NOW
        )


def scramble():
    """Write nonsense over everything that is only a copy."""
    StandingTable.objects.all().delete()
    Match.objects.update(state="finished", winner=1, games_won=[9, 9], is_ruled_on=False)
    PairingSide.objects.filter(kind__in=["winner", "loser"]).update(entry=None)
    Round.objects.update(state="draft")


def test_rebuilt_copies_are_the_same(tournament):
    before = snapshot(tournament).splitlines()
    scramble()
    assert snapshot(tournament).splitlines() != before
    call_command("rebuild")
    tournament.refresh_from_db()
    assert snapshot(tournament).splitlines() == before


class Evening:
    """A tournament in which anything is said of any match, as long as the rules take it."""

    def __init__(self, seed):
        self.chance = random.Random(seed)
        self.tournament = make_tournament(entrants=8, format_settings={"third_place": True})
        self.stage = self.tournament.stages.get()
        self.done = set()

    def go(self, steps):
        """Hands and a correction at every table, then anything anywhere."""
        for board in self.boards():
            self.say(self.hands, board)
            self.say(self.correction, board)
        ways = [self.hands, self.correction, self.result, self.walkover, self.penalty]
        ways += [self.ruling, self.taking_back, self.undoing]
        for _ in range(steps):
            self.say(self.chance.choice(ways), self.chance.choice(self.boards()))
        settle_stage(stage_id=self.stage.pk, by=DIRECTOR, now=NOW)
        self.tournament.refresh_from_db()

    def say(self, way, board):
        with suppress(Refusal):
            way(board)
            self.done.add(way.__name__)
        settle_stage(stage_id=self.stage.pk, by=DIRECTOR, now=NOW)

    def boards(self):
        known = Board.objects.annotate(seats=Count("match__seats")).filter(seats=2).order_by("pk")
        return list(known.select_related("match", "pairing__table", "pairing__round__stage"))

    def write(self, service, board, **said):
        board.match.refresh_from_db()
        service(board=board, version=board.match.version, by=DIRECTOR, now=NOW, **said)

    def correct(self, service, board, **said):
        """Whoever goes on by the old result stays, or what they played is void."""
        word = word_to_type(stage_record(self.stage), board.pairing.round.number)
        choice = self.chance.choice(["keep", "void", "rewind"])
        self.write(service, board, choice=choice, confirm=word, **said)

    def hand(self):
        return knock(self.chance.randrange(2), self.chance.randrange(1, 10), 60)

    def hands(self, board):
        for _ in range(self.chance.randrange(1, 6)):
            self.write(results.record_hand, board, entry=self.hand())

    def correction(self, board):
        n = self.chance.randint(1, max(1, board.match.hands.count()))
        said = {"n": n, "entry": self.hand(), "reason": "misheard", "if_unfinished": "void"}
        self.correct(results.correct_hand, board, **said)

    def result(self, board):
        games = self.chance.choice([[3, 1], [1, 3], [3, 0], [2, 3]])
        said = {"level": "games_won", "payload": {"games_won": games}, "reason": "misread"}
        self.correct(results.record_result, board, **said)

    def walkover(self, board):
        said = {"level": "walkover", "payload": {"walkover": self.chance.randrange(2)}}
        self.correct(results.record_result, board, reason="not here", **said)

    def ruling(self, board):
        rule, offender = self.chance.choice(RULINGS), self.chance.randrange(2)
        effects = effects_of(rule, offender_seat=offender, knocker_seat=0, cards=1)
        n = self.chance.randint(1, board.match.hands.count() + 1)
        entry = RulingEntry(effects, rule=rule, offender=offender, n=n)
        self.correct(rulings.record_ruling, board, entry=entry)

    def taking_back(self, board):
        standing = board.match.rulings.filter(superseded_at=None).order_by("pk")
        if ruling := standing.last():
            self.correct(
                rulings.take_back_ruling, board, ruling_id=ruling.pk, reason="wrong player"
            )

    def undoing(self, _board):
        """The last correction of all."""
        if last := self.tournament.corrections.order_by("pk").last():
            version = Match.objects.get(pk=last.board.match_id).version
            undo_correction(correction=last, version=version, by=DIRECTOR, now=NOW)

    def penalty(self, board):
        entry = board.pairing.sides.get(seat=self.chance.randrange(2)).entry
        kind, occurrence = self.chance.choice(PENALTIES), self.chance.choice([1, 1, 2])
        self.write(give_penalty, board, entry=PenaltyEntry(entry.pk, kind, occurrence, minutes=12))


@pytest.mark.parametrize("seed", range(4 if IS_LONG else 2))
def test_whatever_was_said_the_rebuilt_tournament_is_the_same(seed):
    evening = Evening(seed)
    evening.go(60)
    ways = {"hands", "correction", "result", "walkover", "penalty", "ruling", "taking_back"}
    assert evening.done == ways | {"undoing"}
    call_command("verify_standings")
    before = snapshot(evening.tournament).splitlines()
    scramble()
    call_command("rebuild")
    evening.tournament.refresh_from_db()
    assert snapshot(evening.tournament).splitlines() == before
    assert_chain(f"tournament:{evening.tournament.pk}")


def test_the_tournament_snapshot_tells_what_was_said_and_what_it_comes_to(tournament):
    told = json.loads(snapshot(tournament))
    rounds = told["stages"][0]["rounds"]
    (first,), (second,) = rounds[0]["pairings"][2]["boards"], rounds[1]["pairings"][0]["boards"]
    assert len(first["hands"]) == HandFact.objects.count() - len(second["hands"])
    assert first["stored"] == first["folded"] == ["finished", [3, 0], 0]
    assert second["stored"][0] == "running"
    assert told["entries"][2]["withdrawn_from"] == 1
    assert [row["rank"] for row in told["stages"][0]["standings"][-1]["rows"]] == [
        *(None, None, None, None),
        *(5, 5, 5),
    ]


def test_what_is_named_is_rebuilt_and_what_is_not_there_is_said(tournament, capsys):
    call_command("rebuild", tournament.pk)
    assert f"{tournament.pk} Autumn Cup: rebuilt, running" in capsys.readouterr().out
    with pytest.raises(CommandError, match="There is no tournament 98765"):
        call_command("rebuild", tournament.pk, 98765)
