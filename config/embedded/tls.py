"""The club's own certificate, as the parent sees it: files in the data directory."""

import subprocess
from collections.abc import Sequence
from pathlib import Path

from config.embedded import commands
from config.embedded.data import log_file
from config.embedded.options import ROOT, StartError
from config.embedded.processes import guarded, last_line


def authority(data: Path) -> Path:
    """The certificate that telephones are asked to trust."""
    return data / "tls" / "authority.crt"


def ensure(data: Path, hosts: Sequence[str]) -> Path:
    """The file with the certificate and the key for these hosts, the host of the links first."""
    (data / "tls").mkdir(exist_ok=True)
    log = log_file(data, "certificate")
    with log.open("ab") as errors:
        ended = subprocess.run(  # noqa: S603 - our own command line
            commands.certificate(data / "tls", hosts),
            cwd=ROOT,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
            preexec_fn=guarded(),
            check=False,
        )
    if ended.returncode:
        raise StartError(f"no certificate could be made: {last_line(log)} (see {log})")
    return Path(ended.stdout.strip())
