"""What pages and API say to people, with words that Django's own catalogues have."""

from django.utils.translation import override

from kernel.text import Text
from web.actors import say


def test_a_sentence_is_said_in_the_language_of_who_reads_it() -> None:
    for language, said in (("en", "Monday"), ("de", "Montag")) * 2:
        with override(language):
            assert say(Text("day", "Monday")) == said


def test_figures_have_the_decimal_sign_of_who_reads_them() -> None:
    values = {"points": "\N{MINUS SIGN}1.5", "name": "B. Nr.5", "n": 2}
    sentence = Text("has", "%(name)s has %(points)s in %(n)d", values)
    for language, points in (("en", "\N{MINUS SIGN}1.5"), ("de", "\N{MINUS SIGN}1,5")):
        with override(language):
            assert say(sentence) == f"B. Nr.5 has {points} in 2"


def test_a_sentence_within_a_sentence_is_said_as_well() -> None:
    within = Text("when", "On %(day)s.", {"day": Text("day", "Monday")})
    with override("de"):
        assert say(within) == "On Montag."
