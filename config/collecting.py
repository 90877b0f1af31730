"""What was loaded at the start stays: the garbage collector need not look at it again and again.

Thousands of rows read at once set off its full collections, which cost as much as the reading when
the whole of Django is looked through each time.
"""

import gc

from celery.signals import worker_process_init, worker_ready


def leave_alone(**_: object) -> None:
    """Leave out of all later collections what is there now."""
    gc.collect()
    gc.freeze()


worker_ready.connect(leave_alone)
worker_process_init.connect(leave_alone)
