import {
  getImport,
  listImports,
  listSources,
  Observation,
  previewLog,
  receiveObservations,
} from "@/lib/domains/shadow-ai";
import {
  ImportReport,
  ListImports,
  ListSources,
  LogImport,
  LogImportList,
  LogPreview,
  LogSourceList,
  PreviewLog,
  SendObservations,
} from "@/lib/domains/shadow-ai/schemas-sources";
import { recordRoute, resources, route } from "@/lib/platform/http";

const read = { scope: "shadow_ai:read", limit: "shadow-ai.read" } as const;

const ndjson = { at: "2026-01-15T10:00:00.000Z", client: "10.20.30.40", host: "api.openai.com", bytesOut: 2048 };
const squid = "1768471200.123 412 10.20.30.40 TCP_TUNNEL/200 9312 CONNECT api.openai.com:443 - HIER_DIRECT/192.0.2.1 -";

export const sensors = resources({
  "/v1/sensors/observations": {
    POST: route({
      summary: "Send a network log",
      description:
        "Imports a log: one JSON object per line in the service's own format (`application/x-ndjson`), a sensor's log (`text/plain`), or a JSON object or an array of objects in any supported JSON format (`application/json`). The format of a sensor's log is detected from its first lines unless you set `format`. The body can be compressed with gzip, with or without `Content-Encoding`, and can be up to 512 MiB after decompression. If the body is larger than 4 MiB as received, the service stores it, responds with the status `QUEUED` and imports it in the background. `GET /v1/sensors/imports/{id}` returns the progress and any error. If 20 of an organisation's logs are waiting or being imported, the service responds with 503. A log is limited to 2,000,000 lines, 2,000,000 records and 30 seconds of processor time (10 minutes in the background). If a log exceeds a limit, the service responds with 413, or the import in the background fails. A log is rejected (400) as soon as 10,000 lines or more, and at least half of the lines read, cannot be parsed. Otherwise, lines that cannot be parsed are counted and listed in `errors`, and the others are imported. Addresses are masked on import; query strings and user names are dropped. Each record counts once, however often it is sent, so you can safely repeat a request. An interrupted request imports nothing.",
      scope: "sensors:write",
      limit: "sensors.write",
      query: SendObservations,
      body: {
        stream: ["application/x-ndjson", "application/json", "text/plain"],
        encodings: ["gzip"],
        line: Observation,
        examples: {
          "application/x-ndjson": `${JSON.stringify(ndjson)}\n`,
          "application/json": JSON.stringify([ndjson]),
          "text/plain": `${squid}\n`,
        },
      },
      bodyLimit: 64 * 1024 * 1024,
      response: ImportReport,
      status: 202,
      location: "/v1/sensors/imports",
      handler: (ctx, { query, body, request: { headers } }) =>
        receiveObservations(ctx, query, {
          body,
          mediaType: headers.get("content-type")?.toLowerCase() ?? "",
          encoding: headers.get("content-encoding"),
        }),
    }),
  },
  "/v1/sensors/preview": {
    POST: route({
      summary: "Preview a network log",
      description:
        "Parses a sample of a log with the given format, mapping and time zone, and returns the first records, masked as in an import. Nothing is stored. The sample can be up to 256 KiB. If it is compressed with gzip, it can end at any byte.",
      scope: "sensors:write",
      limit: "sensors.write",
      query: PreviewLog,
      body: { stream: ["text/plain"], encodings: [], examples: { "text/plain": `${squid}\n` } },
      bodyLimit: 256 * 1024,
      response: LogPreview,
      handler: (ctx, { query, body }) => previewLog(ctx, query, body),
    }),
  },
  "/v1/sensors/sources": {
    GET: route({
      ...read,
      summary: "List log sources",
      description:
        "Returns the sensors and logs from which records have been received, newest first, each with the time of its latest record, its lag and its error rate. If a source is silent, its logs might be missing.",
      query: ListSources,
      response: LogSourceList,
      handler: (ctx, { query }) => listSources(ctx, query),
    }),
  },
  "/v1/sensors/imports": {
    GET: route({
      ...read,
      summary: "List log imports",
      description:
        "Returns all imports, newest first, regardless of how the logs were received. Logs received over HTTP are not kept after the import.",
      query: ListImports,
      response: LogImportList,
      handler: (ctx, { query }) => listImports(ctx, query),
    }),
  },
  "/v1/sensors/imports/{id}": {
    GET: recordRoute({
      ...read,
      summary: "Get a log import",
      description: "Returns the result of an import, or its progress while it is running.",
      response: LogImport,
      handler: (ctx, { params }) => getImport(ctx, params.id),
    }),
  },
});
