"""Static files, sent whole: under ASGI Django would feed a file from a thread, chunk by chunk."""

from django.http import HttpRequest, HttpResponse
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.responders import StaticFile


class StaticFilesMiddleware(WhiteNoiseMiddleware):
    """WhiteNoise with answers that do not stream; what it serves is small."""

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
