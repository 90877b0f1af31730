"""What the settings of the formats mean, and which values they take."""

import pytest

from kernel.text import Refusal
from tournaments.domain.formats.registry import FORMATS, check_settings, format_of
from tournaments.domain.tiebreaks import TIEBREAKS

ALL = [(format, name) for format in FORMATS for name in format.settings()]
every_setting = pytest.mark.parametrize(
    ("format", "name"), ALL, ids=[f"{format.code}-{name}" for format, name in ALL]
)


@pytest.mark.parametrize("format", FORMATS, ids=[format.code for format in FORMATS])
def test_a_format_is_told_in_words_and_its_own_values_are_taken(format):
    assert str(format.says)
    own = {name: setting.standard for name, setting in format.settings().items()}
    check_settings(format.code, own)


@every_setting
def test_a_setting_has_words_and_knows_its_own_value(format, name):
    setting = format.settings()[name]
    standard = setting.standard
    assert str(setting.title)
    assert str(setting.says)
    if isinstance(standard, str):
        assert standard in setting.choices
    if type(standard) is int:
        assert setting.least <= standard <= setting.most


@every_setting
def test_every_choice_that_is_offered_can_be_drawn_with(format, name):
    setting = format.settings()[name]
    for code in setting.offered() if isinstance(setting.standard, str) else ():
        check_settings(format.code, {name: code})
        format_of(format.code, {name: code}).validate(range(1, 40))


@every_setting
def test_what_is_out_of_range_is_refused(format, name):
    setting = format.settings()[name]
    wrong = {
        bool: ["yes"],
        int: [setting.least - 1, setting.most + 1, True],
        str: ["nothing_of_the_kind"],
        tuple: [[], ["lots", "lots"], ["luck"]],
    }[type(setting.standard)]
    for value in wrong:
        with pytest.raises(Refusal) as refused:
            check_settings(format.code, {name: value})
        assert refused.value.field == name


def test_tiebreaks_can_stand_in_any_order():
    codes = [tiebreak.code for tiebreak in TIEBREAKS]
    check_settings("swiss", {"tiebreaks": codes[::-1]})
    assert format_of("swiss", {"tiebreaks": codes[::-1]}).tiebreaks == tuple(codes[::-1])
