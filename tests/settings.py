"""The settings of the suite: those of the product, in an environment of its own.

Every test process has its own data directory, its own Redis port and its own database.
`DATABASE_URL` chooses between SQLite (left out) and a PostgreSQL server.
"""

import atexit
import os
import secrets
import tempfile

# Ports below 32768 are not handed out to outgoing connections, so this one stays free.
REDIS_PORT = 20_000 + secrets.randbelow(12_000)

_data = tempfile.TemporaryDirectory(prefix="undercut-tests-")
atexit.register(_data.cleanup)

os.environ.update(
    ALLOWED_HOSTS="127.0.0.1,localhost,testserver,gin.club.test",
    DJANGO_ALLOW_ASYNC_UNSAFE="true",  # Playwright's synchronous API runs an event loop
    REDIS_URL=f"redis://127.0.0.1:{REDIS_PORT}/0",
    SECRET_KEY="of no use outside the suite",
    UNDERCUT_BASE_URL="http://club.example",  # not the host of any request
    UNDERCUT_DATA=_data.name,
    UNDERCUT_EAGER="1",
    UNDERCUT_EMBEDDED="1",
    UNDERCUT_TICK_SECONDS="1",
)

from config.settings import *  # noqa: E402, F403
from config.settings import DATABASES, MIDDLEWARE, PASSWORD_HASHERS  # noqa: E402

_database = DATABASES["default"]
if _database["ENGINE"] == "django.db.backends.postgresql":
    _database |= {
        "ENGINE": "tests.quick_postgresql",
        "TEST": {"NAME": f"undercut_test_{os.getpid()}"},
    }
else:
    _database["ENGINE"] = "tests.quick_sqlite"
    _database["OPTIONS"]["init_command"] += "PRAGMA synchronous=OFF;"

MIDDLEWARE = [
    {"config.static.StaticFilesMiddleware": "tests.static.KnownStaticFiles"}.get(name, name)
    for name in MIDDLEWARE
]
PASSWORD_HASHERS = ["tests.hashing.QuickArgon2", *PASSWORD_HASHERS]
