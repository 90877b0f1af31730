"""What the log keeps of a record: one line of bounded length, a traceback for our faults alone.

Whoever asks for an address writes into the log; 60 kB of path a request would fill the disk.
"""

import logging

LONGEST_LINE = 1000
LONGEST_TRACEBACK = 20_000
EACH_SECOND = "games.tasks.tick_tables"
OFTEN = (EACH_SECOND, "games.tasks.move_bot")


class Bounded(logging.Formatter):
    """The formatter of all handlers."""

    def format(self, record: logging.LogRecord) -> str:
        # Django says what it answered: below 500 it is the fault of whoever asked.
        if getattr(record, "status_code", 500) < 500:
            record = logging.makeLogRecord({**vars(record), "exc_info": None, "exc_text": None})
        return super().format(record)

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - of the base class
        line = super().formatMessage(record).replace("\r", "\\r").replace("\n", "\\n")
        return line if len(line) <= LONGEST_LINE else line[: LONGEST_LINE - 1] + "…"

    def formatException(self, ei: "logging._SysExcInfoType") -> str:  # noqa: N802 - of the base class
        """The end of it, which says what was wrong."""
        return super().formatException(ei)[-LONGEST_TRACEBACK:]


class NotEachSecond(logging.Filter):
    """Keeps Celery from saying each second that it did what it does that often; only that it went
    wrong is news."""

    def filter(self, record: logging.LogRecord) -> bool:
        if record.levelno > logging.INFO:
            return True
        said = record.getMessage()
        return not any(name in said for name in OFTEN)
