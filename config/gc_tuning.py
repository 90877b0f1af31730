"""What was loaded at the start stays: the garbage collector need not look at it again and again.

Thousands of rows read at once set off its full collections, which cost as much as the reading when
the whole of Django is looked through each time. The rows themselves go without it, as soon as
nobody holds them: so it also looks less often than after every 700 objects.
"""

import gc

from celery.signals import worker_process_init, worker_ready

NEW_OBJECTS = 50_000
"""How many more there are when the youngest are looked through."""


def leave_alone(**_: object) -> None:
    """Leave out of all later collections what is there now, and collect less often."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(NEW_OBJECTS)


worker_ready.connect(leave_alone)
worker_process_init.connect(leave_alone)
