FROM python:3.12-slim AS build
ENV PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1
RUN python -m venv /opt/portolan
WORKDIR /src
COPY requirements/runtime.txt requirements/
RUN /opt/portolan/bin/pip install -r requirements/runtime.txt
COPY pyproject.toml README.md LICENSE ./
COPY bot bot
COPY docs/rules docs/rules
COPY engines engines
COPY render render
COPY storage storage
RUN /opt/portolan/bin/pip install --no-deps .

FROM python:3.12-slim
RUN useradd --system --uid 10001 --home-dir /data --shell /usr/sbin/nologin portolan \
 && install --directory --owner portolan --group portolan /data
COPY --from=build /opt/portolan /opt/portolan
ENV PATH=/opt/portolan/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    DATABASE_URL=sqlite:////data/portolan.db \
    HEALTH_FILE=/tmp/portolan.connected \
    LOG_FORMAT=json
USER portolan
WORKDIR /data
VOLUME /data

# The bot touches the file every 30 seconds while it is connected to Discord.
HEALTHCHECK --interval=30s --timeout=5s --start-period=120s --retries=2 \
  CMD ["python", "-c", "import os, sys, time; file = os.environ['HEALTH_FILE']; sys.exit(not os.path.exists(file) or abs(time.time() - os.path.getmtime(file)) > 120)"]

ENTRYPOINT ["portolan"]
CMD ["run"]
