"""What the doors say to people."""

from django.utils.translation import override

from players.doors.actors import say
from players.text import Text


def test_a_sentence_is_said_in_the_language_of_who_reads_it() -> None:
    text = Text("count_the_hand", "Count the hand")
    for language, said in (("en", "Count the hand"), ("de", "Zählen lassen")) * 2:
        with override(language):
            assert say(text) == said


def test_a_sentence_within_a_sentence_is_said_as_well() -> None:
    within = Text("outer", "Choose: %(what)s.", {"what": Text("inner", "Count the hand")})
    with override("de"):
        assert say(within) == "Choose: Zählen lassen."
