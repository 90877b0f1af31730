"""The Celery app of the embedded worker, whose beat runs in a child process of its own.

A worker that is killed cannot end its beat, and two beats would tick; so the kernel does it.
"""

import os
from typing import Any

from celery.signals import beat_embedded_init

from config.celery import app
from config.embedded.processes import end_with_parent

__all__ = ["app"]

_worker = os.getpid()


def _end_with_worker(**_: Any) -> None:
    end_with_parent(_worker)


beat_embedded_init.connect(_end_with_worker)
