"""The server of one machine: web, worker, beat and Redis under one command, `bin/server`.

This package runs in the parent process and needs only the standard library, so that the parent
stays small; Django is loaded by its children (and by `prepare` and `worker`, which are children).
"""
