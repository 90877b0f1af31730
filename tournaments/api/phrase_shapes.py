"""The ready phrases of an online table as the API shows them, and what is sent to say one."""

from rest_framework import serializers

from games.tables.phrases import MOST_PHRASES, Phrase
from tournaments.api.fields import InstantField, SeatField
from tournaments.api.table_bodies import Raw
from web.input import Body
from web.schema import Shape

CODES = [str(code) for code in Phrase]


class PhraseShape(Shape):
    """A phrase that was said."""

    seat = SeatField(help_text="Who said it.")
    code = serializers.ChoiceField(choices=CODES)
    deal = serializers.IntegerField(help_text="Said behind the dealing d; 0: before the first.")
    at = InstantField()


class PhrasesAnswer(Shape):
    """What the caller hears of the phrases; what they have muted is not among them."""

    match = serializers.IntegerField()
    codes = serializers.ListField(
        child=serializers.ChoiceField(choices=CODES), help_text="All that can be said."
    )
    said = PhraseShape(
        many=True, help_text="Since the newest dealing; while a hand is played, before it."
    )
    heard = serializers.IntegerField(
        help_text="How many the caller has said and heard at this table: that of the frames."
    )
    left = serializers.IntegerField(
        help_text=f"How many they may say now: at most {MOST_PHRASES} between two hands, 0 while "
        "one is played."
    )
    muted = serializers.BooleanField(help_text="The caller hears nothing of the other player.")


class PhraseReportAnswer(Shape):
    """What was said to the caller by then, and the call by which a referee is told."""

    match = serializers.IntegerField()
    call = serializers.IntegerField()
    said = serializers.ListField(child=serializers.ChoiceField(choices=CODES))
    at = InstantField()


class PhraseBody(Body):
    """One of the phrases."""

    code = Raw()
