"""The certificate of the club that devices are asked to trust."""

from pathlib import Path

from django.conf import settings

from web.certificate import fingerprint


def own_fingerprint() -> str:
    """Of the certificate that devices are asked to trust; "" where there is none."""
    return fingerprint(Path(settings.TLS_AUTHORITY)) if settings.TLS_AUTHORITY else ""
