"""Settings, one file, read from the environment. `docs/operations.md` names every variable."""

import os
import re
from ipaddress import ip_address
from pathlib import Path
from urllib.parse import urlsplit

import dj_database_url
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured
from redis.backoff import NoBackoff
from redis.retry import Retry

from config import (
    celery,  # noqa: F401 - whatever runs with these settings sends tasks to this app
    release,
)
from config.deck_file import read_deck
from config.logs import EACH_SECOND

BASE_DIR = Path(__file__).resolve().parent.parent
DATA_DIR = Path(os.environ.get("UNDERCUT_DATA", BASE_DIR / "var"))
RELEASE = release.digest(BASE_DIR)
SCHEMA_LEVEL = release.SCHEMA_LEVEL


def _flag(name: str, default: bool = False) -> bool:
    return os.environ.get(name, "1" if default else "0") == "1"


def _words(name: str, default: str) -> list[str]:
    return [word.strip() for word in os.environ.get(name, default).split(",") if word.strip()]


def _kept(name: str) -> str:
    """What `bin/server` keeps under this name, for commands beside it; "" for nothing."""
    path = DATA_DIR / name
    return path.read_text().strip() if path.exists() else ""


def _origin(url: str) -> str:
    """The address with which links begin: a scheme and a host, with a port where it has one."""
    parts = urlsplit(url)
    has_host = parts.hostname and "@" not in parts.netloc
    if parts.scheme not in ("http", "https") or not has_host or parts.path not in ("", "/"):
        raise ImproperlyConfigured(
            f"UNDERCUT_BASE_URL is {url}, not an address like https://gin.example."
        )
    return f"{parts.scheme}://{parts.netloc}"


def _opens_anywhere(host: str) -> bool:
    """Whether a host is not known in one network alone."""
    try:
        return ip_address(host).is_global
    except ValueError:
        return "." in host and not host.endswith(".local")


SECRET_KEY = os.environ.get("SECRET_KEY") or _kept("secret_key")
if not SECRET_KEY:
    raise ImproperlyConfigured(
        f"Set SECRET_KEY, or start once with bin/server ({DATA_DIR / 'secret_key'})."
    )
DEBUG = _flag("UNDERCUT_DEBUG")
# With it every link begins that leaves the program: web/links.py.
BASE_URL = _origin(
    os.environ.get("UNDERCUT_BASE_URL") or _kept("address") or "http://127.0.0.1:8000"
)
# Whether it has an address that opens from anywhere: only then is a page known by it elsewhere.
IS_REACHABLE = _opens_anywhere(urlsplit(BASE_URL).hostname or "")
ALLOWED_HOSTS = [
    *_words("ALLOWED_HOSTS", "127.0.0.1,localhost,[::1]"),
    re.sub(r":\d*$", "", urlsplit(BASE_URL).netloc),
]
CSRF_TRUSTED_ORIGINS = _words("CSRF_TRUSTED_ORIGINS", "")
HTTPS = _flag("UNDERCUT_HTTPS")
# The certificate that telephones are asked to trust, where `bin/server --tls` has made one.
TLS_AUTHORITY = os.environ.get("UNDERCUT_TLS_AUTHORITY", "")
BEHIND_PROXY = _flag("UNDERCUT_BEHIND_PROXY")
# The embedded server does itself what the image's build and the proxy in front do elsewhere.
EMBEDDED = _flag("UNDERCUT_EMBEDDED", default=True)

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.messages",
    "django.contrib.sessions",
    "django.contrib.staticfiles",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "knox",
    "csp",
    "channels",
    "django_htmx",
    "template_partials",
    "players",
    "games",
    "tournaments",
]

MIDDLEWARE = [
    "config.away.OnceMore",
    "django.middleware.security.SecurityMiddleware",
    *(["django.middleware.gzip.GZipMiddleware"] if EMBEDDED else []),
    "config.static.StaticFilesMiddleware",
    "web.malformed.RefuseMalformed",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "config.full_disk.RefuseWhenFull",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "csp.middleware.CSPMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "web.page_limits.PageLimit",
    "web.try_again.TryAgainLater",
    "pages.parts.moved.OldAddresses",
]

ROOT_URLCONF = "config.urls"
ASGI_APPLICATION = "config.asgi.application"
WSGI_APPLICATION = "config.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "libraries": {
                "deck": "config.deck",
                "markup": "pages.markup",
                "styles": "config.styles",
                "links": "web.links",
                "reader": "pages.parts.reader",
                "zones": "pages.parts.time_zones",
            },
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    }
]

# Data ---------------------------------------------------------------------------------------------

DATABASES = {
    "default": dj_database_url.config(
        env="DATABASE_URL",
        default=f"sqlite:///{DATA_DIR / 'undercut.sqlite3'}",
        # Only threads that live on may keep a connection: gunicorn's do, ASGI's do not.
        conn_max_age=int(os.environ.get("UNDERCUT_CONNECTION_SECONDS", "0")),
        conn_health_checks=True,
    )
}
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    # Writers queue at BEGIN instead of failing in the middle: SQLite has no row locks.
    DATABASES["default"]["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
    }
    DATABASES["default"]["TEST"] = {"NAME": str(DATA_DIR / "test.sqlite3")}
else:
    DATABASES["default"]["OPTIONS"] = {
        # A server that can't be heard any more must not hold a process for hours: it is given up.
        "connect_timeout": 5,
        "keepalives_idle": 10,
        "keepalives_interval": 5,
        "keepalives_count": 3,
        "tcp_user_timeout": 20_000,  # milliseconds
        **DATABASES["default"].get("OPTIONS", {}),
        # The statements of `web.db.prepared`, the first time that a connection runs them; no
        # others have their parameters apart.
        "prepare_threshold": 0,
    }
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

REDIS_URL = os.environ.get("REDIS_URL", "redis://127.0.0.1:6379/0")
CACHES = {
    "default": {
        "BACKEND": "config.redis_cache.PageCache",
        "LOCATION": REDIS_URL,
        "KEY_PREFIX": "undercut",
        # A page is made anew sooner than it waits for a copy.
        "OPTIONS": {
            "socket_connect_timeout": 0.5,
            "socket_timeout": 0.5,
            "retry": Retry(NoBackoff(), 0),
        },
    }
}
CHANNEL_LAYERS = {
    "default": {
        "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
        "CONFIG": {
            # A Redis that takes commands and answers none must not hold who tells or subscribes.
            "hosts": [{"address": REDIS_URL, "socket_connect_timeout": 1, "socket_timeout": 2}],
            "prefix": "undercut",
        },
    }
}

# Tasks --------------------------------------------------------------------------------------------

TICK_SECONDS = float(os.environ.get("UNDERCUT_TICK_SECONDS", "10"))
CELERY_BROKER_URL = REDIS_URL
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_TRANSPORT_OPTIONS = {
    # Above the longest task; a killed worker's task is back after this and one sweep.
    "visibility_timeout": int(os.environ.get("UNDERCUT_VISIBILITY_SECONDS", "60")),
    "unacked_restore_interval": 5,
    "unacked_restore_throttle": 5,
    "global_keyprefix": "undercut:",
}
# A post must not wait for a broker that is away: the tick finds what was not enqueued.
CELERY_TASK_PUBLISH_RETRY_POLICY = {"max_retries": 1, "interval_start": 0.05, "interval_max": 0.1}
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_IGNORE_RESULT = True
# Computer players move in a process of their own, for which nothing else has to wait.
CELERY_TASK_ROUTES = {"games.tasks.move_bot": {"queue": "bots"}}
CELERY_TASK_ALWAYS_EAGER = _flag("UNDERCUT_EAGER")
CELERY_TASK_EAGER_PROPAGATES = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_BEAT_SCHEDULER = "config.beat.Scheduler"
CELERY_BEAT_SCHEDULE_FILENAME = str(DATA_DIR / "beat-schedule")
CELERY_IMPORTS = ["config.heartbeat", "config.gc_tuning", "web.db.schema_level"]
CELERY_BEAT_SCHEDULE = {
    "tick": {
        "task": "tournaments.tasks.tick",
        "schedule": TICK_SECONDS,
        "options": {"expires": TICK_SECONDS * 3},
    },
    # Where nobody comes by a time that has run out is seen this late; it ran out when it did.
    "tick_tables": {"task": EACH_SECOND, "schedule": 1, "options": {"expires": 2}},
}

# People -------------------------------------------------------------------------------------------

AUTH_USER_MODEL = "players.User"
PASSWORD_HASHERS = [
    "web.password_hashing.Argon2",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
OPEN_SIGN_UP = _flag("UNDERCUT_OPEN_SIGN_UP")
# Friendlies by link: whether people without an account play them, and how many there may be.
GUESTS = _flag("UNDERCUT_GUESTS", default=True)
FRIENDLIES_AN_HOUR = int(os.environ.get("UNDERCUT_FRIENDLIES_AN_HOUR", "20"))  # from a network
FRIENDLIES_AT_ONCE = int(os.environ.get("UNDERCUT_FRIENDLIES_AT_ONCE", "10"))  # from a network
MOST_FRIENDLIES = int(os.environ.get("UNDERCUT_MOST_FRIENDLIES", "500"))
# Whether computer players take the time of a person over what they do.
BOTS_WAIT = _flag("UNDERCUT_BOTS_WAIT", default=True)
LOGIN_URL = "sign_in"
LOGIN_REDIRECT_URL = "me"
LOGOUT_REDIRECT_URL = "home"

EMAIL_BACKEND = os.environ.get("EMAIL_BACKEND", "django.core.mail.backends.console.EmailBackend")
EMAIL_HOST = os.environ.get("EMAIL_HOST", "localhost")
EMAIL_PORT = int(os.environ.get("EMAIL_PORT", "25"))
EMAIL_HOST_USER = os.environ.get("EMAIL_HOST_USER", "")
EMAIL_HOST_PASSWORD = os.environ.get("EMAIL_HOST_PASSWORD", "")
EMAIL_USE_TLS = _flag("EMAIL_USE_TLS")
EMAIL_TIMEOUT = 10  # seconds: a mail server that hangs must not keep a worker from the bracket
DEFAULT_FROM_EMAIL = os.environ.get("DEFAULT_FROM_EMAIL", "undercut@localhost")

# Words and files ----------------------------------------------------------------------------------

LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("de", "Deutsch")]
LOCALE_PATHS = [BASE_DIR / "locale"]
FORMAT_MODULE_PATH = ["config.formats"]
TIME_ZONE = "UTC"
STATIC_URL = "static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
# The embedded server serves straight from the source tree; the image collects and hashes.
WHITENOISE_USE_FINDERS = EMBEDDED
STATIC_ROOT = os.environ.get("UNDERCUT_STATIC_ROOT") or None
# A club's own deck; one that lacks a card stops the start.
DECK = os.environ.get("UNDERCUT_DECK", "")
if DECK:
    read_deck(DECK)
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if EMBEDDED
        else "whitenoise.storage.CompressedManifestStaticFilesStorage"
    },
}

# Safety -------------------------------------------------------------------------------------------

DATA_UPLOAD_MAX_MEMORY_SIZE = 2 * 1024 * 1024
FILE_UPLOAD_MAX_MEMORY_SIZE = 2 * 1024 * 1024
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"
SEAT_COOKIE_NAME = "__Host-seat" if HTTPS else "seat"
# With a certificate of the club's own TLS may be left out the next evening: no browser must be told
# to insist on it, and none lets http set a cookie that https has set under the same name.
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS and not TLS_AUTHORITY else 0
if TLS_AUTHORITY:
    SESSION_COOKIE_NAME, CSRF_COOKIE_NAME = "__Host-sessionid", "__Host-csrftoken"
    LANGUAGE_COOKIE_NAME = "__Host-language"
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if BEHIND_PROXY else None
# On plain http browsers ignore it, and complain.
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin" if HTTPS else None
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "img-src": [SELF, "data:"],
        "connect-src": [SELF],
        "object-src": [NONE],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    }
}

# The API ------------------------------------------------------------------------------------------

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "players.access.authentication.TokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_SCHEMA_CLASS": "web.schema.ApiSchema",
    "EXCEPTION_HANDLER": "web.api_errors.exception_handler",
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Undercut",
    "DESCRIPTION": (
        "Gin Rummy tournaments for clubs. What is published needs no token. For the rest make one"
        " on the page of your account (API tokens), with a name, a scope and an end, or take one"
        " for 30 days with `auth/login/`; send it as `Authorization: Bearer <token>` or"
        " `Authorization: Token <token>`. A token to read writes nothing, one to enter results"
        " writes results and corrections alone: other calls are answered with 403 `not_its_scope`."
        " An unknown or ended token is 401 everywhere."
    ),
    "VERSION": "1",
    "SERVE_INCLUDE_SCHEMA": False,
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "POSTPROCESSING_HOOKS": [],
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "REDOC_DIST": "SIDECAR",
}
KNOX_TOKEN_MODEL = "players.ApiToken"  # noqa: S105 - the name of a model
# By address for visitors, a whole club behind one; an account may write down a night in one go.
PAGES_A_MINUTE = int(os.environ.get("UNDERCUT_PAGES_A_MINUTE", "6000"))
PAGES_AT_ONCE = int(os.environ.get("UNDERCUT_PAGES_AT_ONCE", "1000"))
REQUESTS_A_MINUTE = int(os.environ.get("UNDERCUT_REQUESTS_A_MINUTE", "600"))
REQUESTS_AT_ONCE = int(os.environ.get("UNDERCUT_REQUESTS_AT_ONCE", "200"))
ACCOUNT_REQUESTS_A_MINUTE = int(os.environ.get("UNDERCUT_ACCOUNT_REQUESTS_A_MINUTE", "6000"))
ACCOUNT_REQUESTS_AT_ONCE = int(os.environ.get("UNDERCUT_ACCOUNT_REQUESTS_AT_ONCE", "2000"))

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "plain": {
            "()": "config.logs.Bounded",
            "format": "%(asctime)s %(levelname)s %(name)s %(message)s",
        }
    },
    "filters": {
        "not_as_fault": {"()": "config.away.NotAsFault"},
        "not_each_second": {"()": "config.logs.NotEachSecond"},
        "said_of_tasks": {"()": "config.away.SaidOfTasks"},
    },
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "plain"}},
    "loggers": {
        "django.request": {"filters": ["not_as_fault"]},
        **{
            f"celery.{name}": {"filters": ["not_each_second", "said_of_tasks"]}
            for name in ("app.trace", "beat", "worker.request", "worker.strategy")
        },
    },
    "root": {"handlers": ["stderr"], "level": os.environ.get("UNDERCUT_LOG_LEVEL", "INFO")},
}
