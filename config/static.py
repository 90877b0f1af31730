"""Static files, sent whole: under ASGI Django would feed a file from a thread, chunk by chunk."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.responders import StaticFile

from config.deck import club_deck
from config.styles import sheet

FOR_EVER = f"max-age={WhiteNoiseMiddleware.FOREVER}, public, immutable"


class StaticFilesMiddleware(WhiteNoiseMiddleware):  # type: ignore[misc]  # it has no types
    """WhiteNoise with answers that do not stream; what it serves is small. And the style sheet,
    and a club's own deck."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        super().__init__(get_response)
        sheet()  # joined when the server starts

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.path_info == (styles := sheet()).address:
            headers = {"Cache-Control": FOR_EVER}
            return HttpResponse(styles.content, content_type="text/css", headers=headers)
        if (own := club_deck()) and request.path_info == own[0]:
            headers = {"Cache-Control": FOR_EVER}
            return HttpResponse(own[1], content_type="image/svg+xml", headers=headers)
        response: HttpResponse = super().__call__(request)
        return response

    @staticmethod
    def serve(static_file: StaticFile, request: HttpRequest) -> HttpResponse:
        found = static_file.get_response(request.method, request.META)
        headers = dict(found.headers)
        content = b""
        if found.file is not None:
            with found.file as file:
                content = file.read()
            headers["Content-Length"] = str(len(content))  # as it is now, not as it was at start
        return HttpResponse(content, status=int(found.status), headers=headers)
