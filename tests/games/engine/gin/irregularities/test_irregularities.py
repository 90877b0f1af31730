"""The table of irregularities: every row as published, what it asks, and what it does."""

import json
import re

import pytest

from config.embedded.options import ROOT
from games.engine.gin.irregularities.effects import effects_of, further_rows, hand_remedies
from games.engine.gin.irregularities.remedies import REMEDIES, Effect, effect_from_json
from games.engine.gin.irregularities.row import CONDITIONS, PHASES
from games.engine.gin.irregularities.table import (
    IRREGULARITIES,
    holding,
    irregularity,
    open_options,
    questions,
)
from games.engine.gin.irregularities.words import effect_text
from games.engine.gin.scoring.remedies import NO_REMEDIES, HandRemedies
from tests.games.engine.strategies import refuses

TABLE = json.loads((ROOT / "tests" / "data" / "irregularities.json").read_text())
ROWS = {row["id"]: row for row in TABLE["rows"]}

OFFENDERS = {
    "-": "nobody",
    "both": "both",
    "dealer": "dealer",
    "defender": "defender",
    "knocker": "knocker",
    "non-dealer": "non_dealer",
    "none": "nobody",
    "none (dealer if careless)": "nobody",
    "unknown": "nobody",
    "wrong dealer": "dealer",
}
CHOOSERS = {
    "-": "nobody",
    "defender": "offender",
    "either": "either",
    "nobody": "nobody",
    "non-dealer": "opponent",
    "opponent": "opponent",
    "opponent, then offender": "opponent",
    "player with the correct hand": "opponent",
}


def consequence(given) -> dict:
    written = {"remedy": given.remedy, "target": given.target}
    for name, value in given.params.items():
        written[name] = list(value) if isinstance(value, tuple) else value
    return written | ({"when": list(given.when)} if given.when else {})


CATALOGUE = ROOT / "locale" / "de" / "LC_MESSAGES" / "django.po"


def german() -> dict[str, str]:
    """The German words by the English ones."""
    quoted = r'((?:"(?:[^"\\]|\\.)*"\s*)+)'
    found = re.findall(rf"^msgid {quoted}^msgstr {quoted}", CATALOGUE.read_text(), re.M)

    def joined(text: str) -> str:
        return "".join(json.loads(line) for line in text.split("\n") if line)

    return {joined(english): joined(translated) for english, translated in found}


GERMAN = german()


@pytest.mark.parametrize("row_id", ROWS)
def test_the_german_of_a_row_is_as_published(row_id) -> None:
    row, published = irregularity(row_id), ROWS[row_id]
    assert (GERMAN[row.name], GERMAN[row.text]) == (published["name_de"], published["text_de"])
    labels = published.get("option_labels", {})
    assert [GERMAN[option.label] for option in row.options] == [
        label["label_de"] for label in labels.values()
    ]


def test_all_rows_are_there() -> None:
    assert sorted(IRREGULARITIES) == sorted(ROWS)
    assert len(IRREGULARITIES) == 54


@pytest.mark.parametrize("row_id", ROWS)
def test_a_row_is_as_published(row_id) -> None:
    row, published = irregularity(row_id), ROWS[row_id]
    assert (row.name, row.text) == (published["name"], published["text"])
    phases = TABLE["phases"] if published["phase"] == ["any"] else published["phase"]
    assert list(row.phases) == phases
    assert row.offender == OFFENDERS.get(published["offender"], "player")
    assert row.chooser == CHOOSERS[published["chooser"]]
    assert (row.source, row.confidence) == (published["source"], published["confidence"])
    labels = published.get("option_labels", {})
    assert {option.code: (option.label, list(option.open)) for option in row.options} == {
        code: (label["label"], label.get("open", [])) for code, label in labels.items()
    }
    assert {
        code: [consequence(effect) for effect in many] for code, many in row.effects.items()
    } == {
        "" if code == "none" else code: many
        for code, many in published["effects_by_option"].items()
    }


def test_phases_conditions_and_remedies_are_the_published_lists() -> None:
    assert list(PHASES) == TABLE["phases"]
    assert sorted(CONDITIONS) == sorted(TABLE["conditions"])
    assert set(CONDITIONS.values()) <= GERMAN.keys()
    assert sorted([*REMEDIES, "another_row"]) == sorted(TABLE["remedies"])
    for name, remedy in REMEDIES.items():
        published = TABLE["remedies"][name]["params"]
        assert sorted(remedy.params.keys() - {"cards"}) == sorted(published.keys() - {"cards"})
        for key, limits in published.items():
            param = remedy.params[key]
            assert list(param.values) == limits.get("values", [])
            assert param.most == limits.get("max", 0)
            assert param.many is limits.get("list", False)
            assert param.optional is limits.get("optional", False)


@pytest.mark.parametrize("phase", PHASES)
def test_what_can_be_found_in_a_phase(phase) -> None:
    found = {row.id for row in IRREGULARITIES.values() if phase in row.phases}
    assert found == {key for key, row in ROWS.items() if {phase, "any"} & set(row["phase"])}


def test_the_phase_answers_some_questions() -> None:
    high = irregularity("KNOCK_FALSE_GIN_HIGH")
    assert questions(high) == ("count_only_fault", "opponent_exposed")
    assert questions(high, "OPP_EXPOSED") == ("count_only_fault",)

    def open_in(phase: str, *conditions: str) -> list[str]:
        return [option.code for option in open_options(high, conditions, phase)]

    assert open_in("KNOCK_SHOWN") == ["reject"]
    assert open_in("OPP_EXPOSED", "count_only_fault") == [
        "play_on_with_knocker_hand_exposed_to_the_end",
        "let_knocker_pick_up_hand",
        "accept_as_legal",
    ]


def test_playing_on_after_a_void_hand_stands_once_the_next_deal_has_begun() -> None:
    for phase in ("PLAY", "COUNTED"):
        assert questions(irregularity("STOCK_PLAYED_ON"), phase) == ("next_deal_begun",)
        later = effects_of("STOCK_PLAYED_ON", conditions=["next_deal_begun"], phase=phase)
        assert [effect.remedy for effect in later] == ["play_stands"]
        in_time = effects_of("STOCK_PLAYED_ON", phase=phase)
        assert [effect.remedy for effect in in_time] == ["void_hand"]


@pytest.mark.parametrize("row", IRREGULARITIES.values(), ids=IRREGULARITIES)
def test_what_a_referee_states_holds_in_every_phase_or_is_refused(row) -> None:
    """Nothing that was said is replaced by what the phase implies; the page asks what is open."""
    for phase in row.phases:
        for condition in questions(row):
            refusal = refuses(holding, [condition], phase)
            if refusal is None:
                assert condition in holding([condition], phase)
            else:
                assert refusal.text.code == "wrong_condition"
                assert condition not in questions(row, phase)
                assert condition not in holding([], phase)


@pytest.mark.parametrize(
    ("row_id", "phase", "condition"),
    [
        ("DEAL_IMPERFECT_PACK", "COUNTED", "before_knock"),
        ("KNOCK_FALSE_GIN_HIGH", "KNOCK_SHOWN", "opponent_exposed"),
        ("LAYOFF_MISSED", "LAYOFF", "count_agreed"),
    ],
)
def test_a_condition_that_the_phase_rules_out_is_refused(row_id, phase, condition) -> None:
    refusal = refuses(effects_of, row_id, "", [condition], 0, phase=phase)
    assert refusal.text.code == "wrong_condition"
    assert CONDITIONS[condition] in str(refusal)


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ({"row_id": "KNOCK_LATE"}, "unknown_irregularity"),
        ({"row_id": 7}, "unknown_irregularity"),
        ({"row_id": "LOOK_BACK", "conditions": ["drunk"]}, "unknown_condition"),
        ({"row_id": "LOOK_BACK", "phase": "COUNTED"}, "wrong_phase"),
        ({"row_id": "LOOK_BACK", "phase": "LUNCH"}, "wrong_phase"),
        ({"row_id": "LOOK_BACK"}, "offender_needed"),
        ({"row_id": "LOOK_BACK", "option": "none"}, "option_not_open"),
        ({"row_id": "KNOCK_ILLEGAL_EARLY", "offender_seat": 0}, "option_needed"),
        (
            {"row_id": "KNOCK_ILLEGAL_EARLY", "option": "accept_as_legal", "offender_seat": 0},
            "option_not_open",
        ),
        ({"row_id": "DISCARD_TWO", "offender_seat": 0}, "option_needed"),
        ({"row_id": "HAND_COUNT_END_FEW", "offender_seat": 0}, "cards_needed"),
        ({"row_id": "HAND_COUNT_END_FEW", "offender_seat": 0, "cards": 11}, "cards_needed"),
    ],
)
def test_rulings_that_are_refused(asked, code) -> None:
    refusal = refuses(effects_of, **asked)
    assert (refusal.text.code, bool(str(refusal))) == (code, True)


def test_no_phase_of_that_name() -> None:
    assert (
        refuses(effects_of, "LOOK_BACK", offender_seat=0, phase="LUNCH").text.code == "wrong_phase"
    )


def test_targets_are_seats_and_conditions_are_evaluated() -> None:
    assert effects_of("HAND_COUNT_END_FEW", offender_seat=1, cards=2) == (
        Effect("deadwood_surcharge", (1,), {"amount": 10, "per": "missing_card", "cards": 2}),
        Effect("bar_bonus", (1,), {"kinds": ("gin", "undercut")}),
    )
    taken = effects_of("DEALER_TAKES_FIRST", "demand_return_and_decide", (), 0)
    assert [(effect.remedy, effect.seats) for effect in taken] == [
        ("return_card", (0,)),
        ("resume", (1,)),
    ]
    discarded = effects_of("DEALER_TAKES_FIRST", "demand_return_and_decide", ["discard_made"], 0)
    assert [effect.params.get("cards") for effect in discarded] == ["discard", "upcard", None]


def test_the_knocker_follows_from_the_offender_and_the_other_way_round() -> None:
    by_offender = effects_of("KNOCK_ILLEGAL_EARLY", "reject", (), 1)
    assert by_offender == effects_of("KNOCK_ILLEGAL_EARLY", "reject", (), None, 1)
    assert [effect.seats for effect in by_offender] == [(1,), (1,), (0,)]
    assert effects_of("LAYOFF_MISSED", "correct", (), 0)[0].seats == (0,)
    assert effects_of("MELD_NON_MINIMAL", knocker_seat=1)[0].seats == (1,)


def test_a_ruling_can_lead_on_to_another_row() -> None:
    early = effects_of("KNOCK_SAID_ONLY", offender_seat=0)
    assert further_rows(early) == ("KNOCK_ILLEGAL_EARLY",)
    assert further_rows(effects_of("LOOK_BACK", offender_seat=0)) == ()


def every_ruling():
    """Each option of each row, with all of its conditions and with none."""
    for row in IRREGULARITIES.values():
        for option in row.effects:
            opened = next((offered.open for offered in row.options if offered.code == option), ())
            needed = {condition for condition in opened if not condition.startswith("!")}
            barred = {condition.removeprefix("!") for condition in opened} - needed
            for conditions in (needed, set(questions(row)) - barred):
                yield row.id, option, sorted(conditions)


@pytest.mark.parametrize(("row_id", "option", "conditions"), list(every_ruling()))
def test_effects_are_stored_and_said(row_id, option, conditions) -> None:
    if row_id == "DISCARD_TWO" and not (option or conditions):
        return
    for effect in effects_of(row_id, option, conditions, 0, 0, cards=1):
        text = effect_text(effect, ("Ada", "Bob"))
        said = str(text)
        assert text.template in GERMAN
        assert said[0].isupper()
        assert said.endswith(".")
        assert "%" not in said
        if effect.remedy != "another_row":
            written = json.loads(json.dumps(effect.as_json()))
            assert effect_from_json(written) == effect


def test_words_of_effects_that_few_rows_have() -> None:
    new_pack = effects_of("DEAL_IMPERFECT_PACK", "", ["before_knock"])
    said = [str(effect_text(effect, ("Ada", "Bob"))) for effect in new_pack]
    assert said == ["The hand is void; the same player deals again, with another pack."]
    barred = effect_from_json(free("bar_knock", (1,), until="own_next_turn"))
    assert str(effect_text(barred, ("Ada", "Bob"))) == "Bob may not knock before the next turn."


def test_whether_the_referee_must_name_a_player() -> None:
    unnamed = {row.id for row in IRREGULARITIES.values() if not row.names_a_player}
    assert {"DEAL_FACED_CARD", "HAND_COUNT_BOTH", "SCORE_HAND_ERROR"} <= unnamed
    assert not unnamed & {"LOOK_BACK", "KNOCK_ILLEGAL_EARLY", "MELD_NON_MINIMAL", "STOCK_51ST"}


def free(remedy: str, seats=(0,), **params) -> dict:
    return {"remedy": remedy, "seats": list(seats), **params}


@pytest.mark.parametrize(
    ("value", "code"),
    [
        ("cannot_win", "bad_effect"),
        (free("hang"), "unknown_remedy"),
        (free("another_row", (), rows=["LOOK_BACK"]), "unknown_remedy"),
        ({"seats": [0]}, "unknown_remedy"),
        ({"remedy": "cannot_win"}, "bad_effect"),
        (free("cannot_win", ()), "bad_effect"),
        (free("cannot_win", (2,)), "bad_effect"),
        (free("cannot_win", (0, 0)), "bad_effect"),
        (free("cannot_win", (True,)), "bad_effect"),
        (free("cannot_win", points=5), "bad_effect"),
        (free("void_hand"), "bad_effect"),
        (free("void_hand", (), dealer="right"), "bad_effect"),
        (free("void_hand", (), new_pack=1), "bad_effect"),
        (free("bar_bonus"), "bad_effect"),
        (free("bar_bonus", kinds=[]), "bad_effect"),
        (free("bar_bonus", kinds="gin"), "bad_effect"),
        (free("bar_bonus", kinds=["box"]), "bad_effect"),
        (free("bar_bonus", kinds=[["gin"]]), "bad_effect"),
        (free("deadwood_surcharge", amount=0, per="missing_card", cards=1), "bad_effect"),
        (free("deadwood_surcharge", amount=101, per="missing_card", cards=1), "bad_effect"),
        (free("deadwood_surcharge", amount=10, per="missing_card"), "bad_effect"),
        (free("deadwood_surcharge", amount="10", per="missing_card", cards=1), "bad_effect"),
    ],
)
def test_free_rulings_keep_to_the_list(value, code) -> None:
    assert refuses(effect_from_json, value).text.code == code


def test_the_order_of_what_was_chosen_does_not_matter() -> None:
    effect = effect_from_json(free("bar_bonus", kinds=["undercut", "gin"]))
    assert effect == effect_from_json(free("bar_bonus", kinds=["gin", "undercut"]))


FEW = effects_of("HAND_COUNT_END_FEW", offender_seat=0, cards=2)
ACCEPT = effects_of("KNOCK_ILLEGAL_EARLY", "accept_as_legal", ["count_only_fault"], 0)
REJECT = effects_of("KNOCK_ILLEGAL_EARLY", "reject", (), 0)
REDEAL = effects_of("HAND_COUNT_BOTH")
UNDERCUT = frozenset({"undercut"})
BOTH = UNDERCUT | {"gin"}
NONE: frozenset = frozenset()


@pytest.mark.parametrize(
    ("effects", "remedies"),
    [
        ((), NO_REMEDIES),
        (FEW, HandRemedies(surcharge=(20, 0), bonus_barred=(BOTH, NONE))),
        ((*FEW, *FEW), HandRemedies(surcharge=(40, 0), bonus_barred=(BOTH, NONE))),
        ((*FEW, *REDEAL), NO_REMEDIES),
        ((*REDEAL, *ACCEPT), HandRemedies(knock_accepted=True, as_knock=True)),
        ((*ACCEPT, *REJECT), NO_REMEDIES),
        (
            effects_of("HAND_COUNT_END_MANY", offender_seat=1),
            HandRemedies(bonus_barred=(NONE, UNDERCUT), cannot_win=frozenset({1})),
        ),
        (effects_of("STOCK_51ST", offender_seat=1), HandRemedies(void=True, next_deal="same")),
        (effects_of("STOCK_PLAYED_ON"), HandRemedies(void=True)),
        (effects_of("DEAL_WRONG_DEALER_LATE"), HandRemedies(next_deal="as_due")),
        (
            effects_of("KNOCK_GIN_NOT_CLAIMED", "", ["zero_shown_before_layoff"], 0),
            NO_REMEDIES,
        ),
        (effects_of("LOOK_BACK", offender_seat=0), NO_REMEDIES),
    ],
)
def test_what_the_rulings_on_a_hand_do_to_its_score(effects, remedies) -> None:
    assert hand_remedies(effects) == remedies
