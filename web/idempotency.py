"""The Idempotency-Key of a request: what it covers, and what counts as the same body."""

import hashlib
import json
from dataclasses import dataclass
from typing import Any

from django.core.files.uploadedfile import UploadedFile
from django.http import QueryDict
from rest_framework.request import Request

from kernel.permissions import Actor
from kernel.text import N_, Refusal, Text

HEADER = "Idempotency-Key"
LONGEST_KEY = 200


@dataclass(frozen=True, slots=True)
class IdempotentWrite:
    """A write with its key: `who` asks ("user:3", "staff:8", "anyone"), and a digest of what they
    sent."""

    who: str
    method: str
    path: str
    key: str
    body_digest: str


def write_of(request: Request, actor: Actor) -> IdempotentWrite | None:
    """The write that a request with a key is; None without a key. Raises Refusal for a bad one."""
    key = request.headers.get(HEADER, "")
    if not key:
        return None
    if len(key) > LONGEST_KEY or not key.isprintable():
        sentence = N_("An Idempotency-Key has at most %(most)d printable characters.")
        raise Refusal(Text("bad_idempotency_key", sentence, {"most": LONGEST_KEY}), HEADER)
    path = request.path[:200]
    return IdempotentWrite(who_of(actor), str(request.method), path, key, digest_of(request))


def who_of(actor: Actor) -> str:
    """Whose keys they are. Those of guests are kept at their tables alone."""
    if actor.user_id:
        return f"user:{actor.user_id}"
    return f"staff:{actor.staff_id}" if actor.staff_id else "anyone"


def digest_of(request: Request) -> str:
    """SHA-256 of what was sent, query included; spaces and order of fields do not count."""
    canonical = json.dumps(
        [sorted(request.query_params.lists()), _plain(request.data)],
        sort_keys=True,
        separators=(",", ":"),
    )
    return hashlib.sha256(canonical.encode()).hexdigest()


def _plain(data: Any) -> Any:
    """Parsed JSON as it is; a form as its fields, files by what they hold."""
    if not isinstance(data, QueryDict):
        return data
    return [[name, [_plain_value(value) for value in data.getlist(name)]] for name in sorted(data)]


def _plain_value(value: "str | UploadedFile[bytes]") -> str:
    if isinstance(value, str):
        return value
    digest = hashlib.sha256(value.read()).hexdigest()
    value.seek(0)
    return f"{value.name}:{digest}"
