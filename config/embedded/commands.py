"""The command lines of the embedded server's processes."""

import sys

# Of glibc. What a password was hashed in, 19 MiB, goes back at once (by itself the threshold rises
# to the size of what was given back, and more is kept), and threads share what they leave.
MEMORY = {"MALLOC_ARENA_MAX": "2", "MALLOC_MMAP_THRESHOLD_": str(2**20)}


def web(descriptor: int) -> list[str]:
    """Pages, API and sockets, on a listening socket that the process inherits."""
    return [
        *(sys.executable, "-m", "uvicorn", "config.embedded.web:application"),
        *("--fd", str(descriptor), "--lifespan", "off", "--timeout-graceful-shutdown", "3"),
        *("--http", "config.slow_requests:PunctualProtocol"),
        *("--no-access-log", "--no-server-header", "--no-proxy-headers", "--ws-max-size", "65536"),
    ]


def worker() -> list[str]:
    """A worker with its beat: one place for mail, which may have to wait, two for all else."""
    return [
        *(sys.executable, "-m", "celery", "-A", "config.embedded.worker", "worker", "-B"),
        *("-P", "threads", "-c", "3", "-l", "INFO"),
        *("--without-gossip", "--without-mingle", "--without-heartbeat"),
    ]


def bots() -> list[str]:
    """The worker of the computer players, which leaves the processor to everything else."""
    return [
        *("nice", "-n", "19"),
        *(sys.executable, "-m", "celery", "-A", "config.celery", "worker"),
        *("-Q", "bots", "-n", "bots@%h", "-P", "solo", "-l", "INFO"),
        *("--without-gossip", "--without-mingle", "--without-heartbeat"),
    ]
