FROM python:3.11-slim-bookworm AS build
WORKDIR /app
COPY requirements.lock .
RUN python -m venv /venv \
    && /venv/bin/pip install --no-cache-dir --no-deps --require-hashes -r requirements.lock
COPY . .
ENV SECRET_KEY=only-for-the-build UNDERCUT_EMBEDDED=0 UNDERCUT_STATIC_ROOT=/app/staticfiles
RUN /venv/bin/python manage.py collectstatic --no-input

FROM python:3.11-slim-bookworm
RUN useradd --system --uid 10001 --create-home --home-dir /data undercut
COPY --from=build /venv /venv
COPY --from=build /app /app
ENV PATH=/venv/bin:$PATH \
    MALLOC_ARENA_MAX=2 \
    MALLOC_MMAP_THRESHOLD_=1048576 \
    PYTHONUNBUFFERED=1 \
    UNDERCUT_DATA=/data \
    UNDERCUT_EMBEDDED=0 \
    UNDERCUT_STATIC_ROOT=/app/staticfiles
WORKDIR /app
USER undercut
EXPOSE 8000 8001
