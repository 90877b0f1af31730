"""The QR code at the door: who can read it is here. The tablet there: who taps a name is here."""

from django.core.signing import Signer
from django.utils.crypto import constant_time_compare

from tournaments.models import Tournament

_SIGNER = Signer(salt="tournaments.door")
_TABLET = Signer(salt="tournaments.door.tablet")


def door_token(tournament: Tournament) -> str:
    """The token in the address at a tournament's door; the same for all, and for ever."""
    return str(_SIGNER.signature(str(tournament.pk)))


def opens_door(tournament: Tournament, token: str) -> bool:
    """Whether a token is that of this tournament's door."""
    return bool(constant_time_compare(token, door_token(tournament)))


def tablet_token(tournament: Tournament) -> str:
    """The token in the address of the tablet at the door, which is not the one that all scan."""
    return str(_TABLET.signature(str(tournament.pk)))


def opens_tablet(tournament: Tournament, token: str) -> bool:
    """Whether a token is that of this tournament's tablet."""
    return bool(constant_time_compare(token, tablet_token(tournament)))
