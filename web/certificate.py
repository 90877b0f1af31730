"""The certificate that the club's devices are asked to trust."""

import hashlib
import ssl
from pathlib import Path

from django.conf import settings


def own_fingerprint() -> str:
    """Of the certificate that devices are asked to trust; "" where there is none."""
    return fingerprint(Path(settings.TLS_AUTHORITY)) if settings.TLS_AUTHORITY else ""


def fingerprint(certificate: Path) -> str:
    """By which people tell that two certificates are the same: SHA-256, as telephones show it."""
    digest = hashlib.sha256(ssl.PEM_cert_to_DER_cert(certificate.read_text())).hexdigest().upper()
    return " ".join(digest[start : start + 2] for start in range(0, len(digest), 2))
