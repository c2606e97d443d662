# syntax=docker/dockerfile:1

FROM node:24-bookworm-slim@sha256:6f7b03f7c2c8e2e784dcf9295400527b9b1270fd37b7e9a7285cf83b6951452d AS build
WORKDIR /build
# The version that package.json requires.
RUN npm install --global npm@11.19.1
COPY . .
RUN npm ci && npm run release -- --assemble

FROM node:24-bookworm-slim@sha256:6f7b03f7c2c8e2e784dcf9295400527b9b1270fd37b7e9a7285cf83b6951452d
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data TMPDIR=/work
WORKDIR /app
COPY --from=build /build/dist/governance-audit-service-*/ ./
RUN mkdir /data /work && chown node:node /data /work
USER node
VOLUME ["/data", "/work"]
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/health/live`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--enable-source-maps", "--max-semi-space-size=64", ".next/service/start.mjs"]
