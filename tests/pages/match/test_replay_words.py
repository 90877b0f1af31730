"""The words of a replay, for hands under every rule set: nothing is left out, no card is lost."""

from typing import Any

import pytest

from games.engine.gin.notation.actions import format_action
from games.engine.gin.rules import as_dict
from games.tables.records import played_record
from games.tables.replay import moments
from pages.match.replay_words import end_of, moment_shown, steps_of
from pages.parts.card_words import card_words
from tests.games.engine.playing import RULES, dealt, played

NAMES = ("Anna", "Ben")
SEEDS = range(6)


def record_of(name: str, seed: int) -> dict[str, Any]:
    rules = RULES[name]
    states, actions = played(rules, seed)
    form = states[0].table.form
    done = [{"seat": 0, "action": format_action(one, form), "left": 12_000} for one in actions]
    cards = dealt(rules, seed)
    return {"rules": as_dict(rules), **played_record(rules, seed % 2, cards, done)}


@pytest.mark.parametrize("name", sorted(RULES))
def test_all_52_cards_are_shown_at_each_step(name: str) -> None:
    for seed in SEEDS:
        found = moments(record_of(name, seed))
        steps = steps_of(found, NAMES)
        for at in range(len(found)):
            shown = moment_shown(found, steps, NAMES, at, seat=0)
            groups = [group for seat in shown.seats for group in seat.groups]
            cards = [one.face.code for group in groups for one in group.cards]
            assert len(set(cards)) == len(cards)
            assert len(cards) + shown.stock + shown.discarded == 52
            assert all(group.words for group in groups)
            assert shown.step.words
            assert [seat.name for seat in shown.seats] == ["Ben", "Anna"]
            assert shown.has_next == (at < len(found) - 1)
        assert all(step.left == "0:12" for step in steps[1:])
        assert steps[0].words.startswith(f"{NAMES[seed % 2]} deals")


@pytest.mark.parametrize("name", sorted(RULES))
def test_the_end_is_told_with_what_it_brought(name: str) -> None:
    for seed in SEEDS:
        record = record_of(name, seed)
        end = end_of(record, moments(record)[-1], NAMES)
        points = max(record["points"])
        assert (f"{points} point" in end.words) == (record["winner"] is not None)
        assert [row[1:3] for row in end.rows] == list(
            zip(record["counts"] or (), record["points"], strict=False)
        )


def test_a_card_that_was_drawn_is_called_new_and_one_laid_off_so() -> None:
    marked = set()
    for seed in SEEDS:
        found = moments(record_of("club", seed))
        steps = steps_of(found, NAMES)
        for at, moment in enumerate(found):
            shown = moment_shown(found, steps, NAMES, at, seat=1)
            for seat in shown.seats:
                for group in seat.groups:
                    for one in group.cards:
                        name = card_words(one.face.code.upper())
                        extra = one.face.name.removeprefix(name)
                        assert one.is_marked == bool(extra)
                        marked.add(extra)
            done = moment.done
            if done and done.kind in ("draw", "take") and moment.state.ending is None:
                assert any(
                    one.face.code.upper() == str(done.card)
                    for seat in shown.seats
                    for group in seat.groups
                    for one in group.cards
                    if one.is_marked
                )
    assert marked == {"", ", new", ", laid off"}
