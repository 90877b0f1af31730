"""The club's own certificate, as the parent sees it: files in the data directory."""

from collections.abc import Sequence
from pathlib import Path

from config.embedded.processes import said_by


def authority(data: Path) -> Path:
    """The certificate that telephones are asked to trust."""
    return data / "tls" / "authority.crt"


def ensure(data: Path, hosts: Sequence[str]) -> Path:
    """The file with the certificate and the key for these hosts, the host of the links first."""
    (data / "tls").mkdir(exist_ok=True)
    arguments = [str(data / "tls"), *hosts]
    return Path(said_by("certificate", arguments, data, failed="no certificate could be made"))
