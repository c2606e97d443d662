import { unknown } from "@/app/v1/served-routes";
import { encodeResponse, encodeStatus, readLogLines } from "@/lib/domains/opentelemetry";
import { jsonType, protobufType } from "@/lib/domains/opentelemetry/enums";
import {
  collectorEntries,
  collectorError,
  collectorEvents,
  collectorKey,
  collectorReply,
  deliveredLines,
  deliveryReply,
  IntakeQuery,
  readDelivery,
  readStart,
  receiveEntries,
  receiveLog,
  streamName,
} from "@/lib/domains/shadow-ai";
import { ImportReport } from "@/lib/domains/shadow-ai/schemas-sources";
import { systemClock } from "@/lib/platform/core/clock";
import { Reply, resources, route } from "@/lib/platform/http";
import type { NextHandler } from "@/lib/platform/http/types";

// Network logs in the protocols of other systems, which are not part of /v1: docs/operations/log-sources.md.

const json = { stream: [jsonType] };
const intake = { scope: "sensors:write", limit: "sensors.write", query: IntakeQuery, response: json } as const;
/** Maximum bytes of a body that is decoded in memory. */
const decodedMax = 8 * 1024 * 1024;
/** Maximum bytes of a streamed body. */
const streamedMax = 64 * 1024 * 1024;
const anyBody = { stream: [], encodings: ["gzip"] };

const collector = {
  ...intake,
  authorization: collectorKey,
  errorBody: (error: Parameters<typeof collectorError>[0], { headers }: Request) => ({
    ...collectorError(error, headers),
    type: jsonType,
  }),
};

function answerOf(name: Parameters<typeof collectorReply>[0]): Reply {
  const { status, bytes } = collectorReply(name);
  return Reply.text(bytes, jsonType, { status });
}

const events = route({
  ...collector,
  summary: "Import events sent with the Splunk HEC protocol",
  body: { ...anyBody, decode: collectorEvents },
  bodyLimit: decodedMax,
  handler: async (ctx, { body, query }) => {
    if (body.length === 0) return answerOf("noData");
    await receiveEntries(ctx, query, { entries: collectorEntries(body, query), otherwise: "splunk-hec" });
    return answerOf("success");
  },
});

const raw = route({
  ...collector,
  summary: "Import lines sent with the Splunk HEC protocol",
  body: anyBody,
  bodyLimit: streamedMax,
  handler: async (ctx, { body, query, request: { headers } }) => {
    const { isEmpty, bytes } = await readStart(body);
    if (isEmpty) return answerOf("noData");
    const encoding = headers.get("content-encoding");
    await receiveLog(ctx, query, { body: bytes, encoding, otherwise: "splunk-hec" });
    return answerOf("success");
  },
});

const health = route({
  summary: "Check the HEC endpoint",
  scope: "public",
  limit: "unlimited",
  response: json,
  handler: () => answerOf("healthy"),
});

const delivery = route({
  ...intake,
  summary: "Receive a delivery of Amazon Data Firehose",
  authorization: (headers) => `Bearer ${headers.get("x-amz-firehose-access-key") ?? ""}`,
  body: { ...anyBody, decode: readDelivery },
  bodyLimit: decodedMax,
  errorBody: ({ code, message }, request) => {
    const text =
      code === "unauthorized"
        ? "The access key is not a valid API key. Set the access key of the Firehose destination to an API key with the sensors:write scope."
        : message;
    const bytes = deliveryReply(request, systemClock.now(), text);
    // Firehose discards data for which it receives 413, and keeps other rejected data in the backup bucket.
    return { bytes, type: jsonType, ...(code === "payload_too_large" && { status: 400 }) };
  },
  handler: async (ctx, { body, query, request }) => {
    const name = streamName(request);
    const entries = (await deliveredLines(body)).map((line) => ({ name, line }));
    await receiveEntries(ctx, query, { entries, otherwise: "firehose" });
    return Reply.text(deliveryReply(request, ctx.clock.now()), jsonType);
  },
});

const logpush = route({
  ...intake,
  summary: "Receive logs of Cloudflare Logpush",
  body: anyBody,
  bodyLimit: streamedMax,
  response: ImportReport,
  handler: async (ctx, { body, query, request: { headers } }) => {
    const { isEmpty, isTest, bytes } = await readStart(body);
    if (isEmpty || isTest) return Reply.json("{}");
    return receiveLog(ctx, query, { body: bytes, encoding: headers.get("content-encoding"), otherwise: "logpush" });
  },
});

const isProtobuf = ({ headers }: Request) => headers.get("content-type")?.toLowerCase().startsWith(protobufType);

const otlpLogs = route({
  ...intake,
  summary: "Send network logs over OTLP/HTTP",
  body: { stream: [protobufType, jsonType], encodings: ["gzip"], decode: readLogLines },
  bodyLimit: decodedMax,
  errorBody: ({ message }, request) =>
    isProtobuf(request) ? { bytes: encodeStatus(message), type: protobufType } : undefined,
  handler: async (ctx, { body, query, request }) => {
    const { rejected, reasons } = await receiveEntries(ctx, query, { entries: body, otherwise: "otlp" });
    const message = rejected === 0 ? "" : reasons.slice(0, 10).join(" ");
    if (isProtobuf(request)) return Reply.text(encodeResponse({ rejected, message }), protobufType);
    const partialSuccess = { rejectedLogRecords: String(rejected), errorMessage: message };
    return Reply.text(JSON.stringify(rejected === 0 ? {} : { partialSuccess }), jsonType);
  },
});

export const intakes = resources({
  "/services/collector": { POST: events },
  "/services/collector/1.0": { POST: events },
  "/services/collector/event": { POST: events },
  "/services/collector/event/1.0": { POST: events },
  "/services/collector/raw": { POST: raw },
  "/services/collector/raw/1.0": { POST: raw },
  "/services/collector/health": { GET: health },
  "/services/collector/health/1.0": { GET: health },
  "/services/firehose": { POST: delivery },
  "/services/logpush": { POST: logpush },
  "/services/otlp/v1/logs": { POST: otlpLogs },
});

export const intakeRoutes: [path: string, handlers: Record<string, NextHandler>][] = [
  ...Object.entries(intakes),
  ["/services/{path...}", unknown],
];
