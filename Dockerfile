# 3.12.14-slim-trixie, all platforms; .github/dependabot.yml keeps the digest up to date.
FROM python:3.12-slim@sha256:78387bc3881b8273120a12ebe6c1ab22b018ccc2c9adf565ae1ac9b536e184ea AS base

FROM base AS build
ENV PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1
RUN python -m venv /opt/portolan && python -m venv /opt/build
WORKDIR /src
COPY requirements/runtime.txt requirements/build.txt requirements/
RUN /opt/portolan/bin/pip install -r requirements/runtime.txt && /opt/build/bin/pip install -r requirements/build.txt
COPY pyproject.toml hatch_build.py README.md LICENSE ./
COPY bot bot
COPY docs/policies docs/policies
COPY docs/rules docs/rules
COPY engines engines
COPY render render
COPY storage storage
RUN /opt/build/bin/pip wheel --no-build-isolation --no-deps --wheel-dir /opt/wheels . \
 && /opt/portolan/bin/pip install --no-deps /opt/wheels/portolan_bot-*.whl

FROM base
RUN useradd --system --user-group --uid 10001 --home-dir /data --shell /usr/sbin/nologin portolan \
 && install --directory --owner portolan --group portolan --mode 0700 /data /data/backups
COPY --from=build /opt/portolan /opt/portolan
ENV PATH=/opt/portolan/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    DATABASE_URL=sqlite:////data/portolan.db \
    HEALTH_FILE=/tmp/portolan.connected \
    LOG_FORMAT=json
USER 10001:10001
WORKDIR /data
VOLUME /data

# The bot touches the file every 30 seconds while it is connected to Discord.
HEALTHCHECK --interval=30s --timeout=5s --start-period=120s --retries=2 \
  CMD ["python", "-c", "import os, sys, time; file = os.environ['HEALTH_FILE']; sys.exit(not os.path.exists(file) or abs(time.time() - os.path.getmtime(file)) > 120)"]

ENTRYPOINT ["portolan"]
CMD ["run"]
