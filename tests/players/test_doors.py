"""What the doors say to people, with words that Django's own catalogues have."""

from django.utils.translation import override

from players.doors.actors import say
from players.text import Text


def test_a_sentence_is_said_in_the_language_of_who_reads_it() -> None:
    for language, said in (("en", "Monday"), ("de", "Montag")) * 2:
        with override(language):
            assert say(Text("day", "Monday")) == said


def test_a_sentence_within_a_sentence_is_said_as_well() -> None:
    within = Text("when", "On %(day)s.", {"day": Text("day", "Monday")})
    with override("de"):
        assert say(within) == "On Montag."
