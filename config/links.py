"""The address of the installation, with which every link begins that leaves the program.

Pages link to each other by paths. What is read elsewhere (mails, QR codes, passes, claims, answers
of the API) has to name a host, and it is never the one that a request names: anybody can write that
header, and the token in the link would be his.
"""

from django.conf import settings


def absolute_url(path: str) -> str:
    """A path of ours as a link that can be handed on."""
    if not path.startswith("/") or path.startswith("//"):
        raise ValueError(f"{path!r} is no path of this installation")
    return settings.BASE_URL + path
