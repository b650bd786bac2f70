# `docker build --tag calctl .` in a clone: cal serve as a service for other containers (docs/ci.md).
FROM node:24.21-slim AS install
WORKDIR /src
COPY . .
RUN npm ci && npm pack --pack-destination /tmp
RUN npm install --global --prefix /opt/cal /tmp/calctl-0.1.0.tgz

FROM node:24.21-slim
COPY --from=install /opt/cal /opt/cal
ENV PATH=/opt/cal/bin:$PATH
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 8787
HEALTHCHECK --interval=10s --timeout=5s CMD calctl events list --limit 1 -o count --api-root http://127.0.0.1:8787/wp-json/tribe/events/v1
CMD ["calctl", "serve", "--host", "0.0.0.0", "--allow-host", "calendar", "--user", "admin:administrator", "--data", "/data/calendar.db"]
