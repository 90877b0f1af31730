"""The reason for a pairing is held to what stands beside it."""

import random
import re
from html import unescape

import pytest

from tests.builders import owner_of, sign_in
from tests.pages.director.test_round_room import at
from tests.stock import stocked
from tests.tournaments.services.stages.test_plans import board_of_match, staged, win_best_of
from tournaments.models import Board
from tournaments.services.stages.plans import StagePlan

pytestmark = pytest.mark.django_db


def by_chance(commits, tournament, number, chance):
    """Every match of a stage is played, and anybody wins it."""
    boards = Board.objects.filter(
        pairing__round__stage__tournament=tournament,
        pairing__round__stage__number=number,
        match__state="open",
    ).exclude(pairing__round__state="draft")
    while board := next(
        (candidate for candidate in boards.all() if candidate.match.seats.count() == 2), None
    ):
        with commits(execute=True):
            win_best_of(board_of_match(board.match_id), chance.randrange(2))


def rows_of(response):
    """The pairs of a draft: what stands beside each name, and the reason."""
    body = response.content.decode()
    table = re.search(r'<table class="tbl draft[^"]*"[^>]*>.*?</table>', body, re.S)[0]
    for row in re.findall(r"<tr.*?</tr>", table, re.S)[1:]:
        beside = re.findall(r'<b>[^<]+</b> <span class="reason">([^<]*)</span>', row)
        reason = re.search(r'<td class="why-c">(.*?)</td>', row, re.S)[1]
        yield [unescape(words) for words in beside], unescape(re.sub(r"<[^>]+>", "", reason))


def number_in(words):
    return float(re.search(r"[\d.]+", words)[0])


@pytest.mark.parametrize("case", range(4))
def test_the_reasons_of_a_knock_out_after_a_swiss_name_the_seeds_beside_the_players(
    django_capture_on_commit_callbacks, client, case
):
    commits, chance = django_capture_on_commit_callbacks, random.Random(case)
    take = chance.choice([3, 4, 6, 8])
    plans = [
        StagePlan("swiss", {"rounds": 2}, rules={"match_n": 1}),
        StagePlan("single_elimination", take=take, rules={"match_n": 1}),
    ]
    event = staged(commits, plans, entrants=chance.randint(8, 13), publishing="automatic")
    by_chance(commits, event, 1, chance)
    sign_in(client, owner_of(event.club))
    size = 1 << (take - 1).bit_length()
    rows = list(rows_of(client.get(at("draw", event))))
    seeds = sorted(number_in(words) for beside, _reason in rows for words in beside)
    assert seeds == list(range(1, take + 1))
    for beside, reason in rows:
        own = sorted(number_in(words) for words in beside)
        if len(own) == 2:
            low, high, total = map(int, re.findall(r"\d+", reason))
            assert ([low, high], total) == (own, size + 1)
            assert low + high == total
        else:
            assert reason.startswith("Bye: ")
            assert own[0] <= size - take
    bracket = client.get(at("tournament", event)).content.decode()
    shown = [int(seed) for seed in re.findall(r'<span class="sd">(\d+)</span>', bracket)]
    assert set(shown) == set(range(1, take + 1))


@stocked
def a_swiss(commits, chance):
    plans = [StagePlan("swiss", {"rounds": 4}, rules={"match_n": 1})]
    return staged(commits, plans, entrants=chance.randint(7, 12), publishing="by_hand")


@pytest.mark.parametrize("case", range(4))
def test_the_reasons_of_a_swiss_round_name_the_points_beside_the_players(
    django_capture_on_commit_callbacks, client, case
):
    commits, chance = django_capture_on_commit_callbacks, random.Random(case)
    event = a_swiss(commits, chance)
    sign_in(client, owner_of(event.club))
    said = 0
    for round in (2, 3, 4):
        by_chance(commits, event, 1, chance)
        for beside, reason in rows_of(client.get(at("round", event, round))):
            points = [float(re.search(r"([\d.]+) points?", words)[1]) for words in beside]
            named = [float(number) for number in re.findall(r"\d+(?:\.\d+)?", reason)]
            if reason.startswith("Both have"):
                assert named == [points[0]] == [points[1]]
            elif " against " in reason or reason.startswith("Bye with"):
                assert named == points
            else:
                assert not named
            said += bool(named)
        with commits(execute=True):
            client.post(at("desk", event), {"act": f"publish:{round}"})
    assert said > 6
