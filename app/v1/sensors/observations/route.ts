import { receiveObservations } from "@/lib/domains/shadow-ai";
import { ImportReport, SendObservations } from "@/lib/domains/shadow-ai/schemas-sources";
import { resource, route } from "@/lib/platform/http";

export const dynamic = "force-dynamic";

const ndjson = { at: "2026-01-15T10:00:00.000Z", client: "10.20.30.40", host: "api.openai.com", bytesOut: 2048 };
const squid = "1768471200.123 412 10.20.30.40 TCP_TUNNEL/200 9312 CONNECT api.openai.com:443 - HIER_DIRECT/192.0.2.1 -";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/sensors/observations", {
  POST: route(
    {
      summary: "Send a log of network traffic",
      description:
        "The body is read while it arrives: one JSON object a line in our own form (`application/x-ndjson`), or a log as a sensor wrote it (`text/plain`), whose format is recognised from its first lines or named by `format`. It may be compressed with gzip, with or without `Content-Encoding`, and may have 512 MiB when decompressed. A request may have 2,000,000 lines and as many records, and may take 30 s of processor time to read: 413 beyond that. When 10,000 lines or more cannot be read and they are at least half of the lines so far, the request is refused with 400. Addresses are masked as they are read, and query strings and user names are dropped. Each record counts once, however often it is sent, so the request is safe to repeat, also after one that broke off. Up to these limits, lines that cannot be read are counted and listed in `errors`, and the rest is imported.",
      scope: "sensors:write",
      limit: "sensors.write",
      query: SendObservations,
      body: {
        stream: ["application/x-ndjson", "text/plain"],
        encodings: ["gzip"],
        examples: { "application/x-ndjson": `${JSON.stringify(ndjson)}\n`, "text/plain": `${squid}\n` },
      },
      bodyLimit: 64 * 1024 * 1024,
      response: ImportReport,
      status: 202,
    },
    (ctx, { query, body, request: { headers } }) =>
      receiveObservations(ctx, query, {
        body,
        mediaType: headers.get("content-type")?.toLowerCase() ?? "",
        encoding: headers.get("content-encoding"),
      }),
  ),
});
