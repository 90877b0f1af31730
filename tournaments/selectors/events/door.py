"""The QR code at the door: who can read it is here."""

from django.core.signing import Signer
from django.utils.crypto import constant_time_compare

from tournaments.models import Tournament

_SIGNER = Signer(salt="tournaments.door")


def door_token(tournament: Tournament) -> str:
    """The token in the address at a tournament's door; the same for all, and for ever."""
    return str(_SIGNER.signature(str(tournament.pk)))


def opens_door(tournament: Tournament, token: str) -> bool:
    """Whether a token is that of this tournament's door."""
    return bool(constant_time_compare(token, door_token(tournament)))
