"""What is answered to a write for which the disk has no room."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from web import disk
from web.errors import is_for_api, json_error


class RefuseWhenFull:
    """Refuses a write before it begins where there is no room to finish it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.method in ("GET", "HEAD", "OPTIONS") or disk.room() != disk.DiskRoom.FULL:
            return self.get_response(request)
        if is_for_api(request):
            sentence = _("The disk of the server is full: nothing was written. Try again later.")
            return json_error(507, "disk_full", sentence)
        return render(request, "507.html", status=507)
