import { z } from "zod";
import { jsonFormat, type ParseContext, type Reading } from "@/lib/domains/shadow-ai/ingest/parser";
import type { JsonObject } from "@/lib/domains/shadow-ai/ingest/text/field-text";
import { parseTime } from "@/lib/domains/shadow-ai/ingest/text/times";
import { problemMessage } from "@/lib/platform/http/validate";

/** One JSON object per line, as described by Observation. */
export const ndjson = jsonFormat(
  (object) => Object.hasOwn(object, "at") && Observation.safeParse(object).success,
  readRecord,
);

function readRecord(object: JsonObject, context: ParseContext): Reading {
  const parsed = Observation.safeParse(object, { error: problemMessage });
  if (!parsed.success) return problemOf(parsed.error.issues);
  const { at, vantage, ai, user, ...seen } = parsed.data;
  if (!seen.host && !seen.url && !seen.address && !ai?.provider)
    return "host: is required unless url, address or ai.provider is set.";
  return {
    ...seen,
    userName: user,
    atMs: parseTime(at, context),
    vantage: vantage ?? (seen.method || seen.url ? "PROXY" : "NETWORK_TRAFFIC"),
    transport: seen.transport ?? null,
    ai: ai && {
      provider: ai.provider ?? null,
      model: ai.model ?? null,
      operation: ai.operation ?? null,
      inputTokens: ai.inputTokens ?? null,
      outputTokens: ai.outputTokens ?? null,
    },
  };
}

const time = "an RFC 3339 date-time, or Unix time as a number";

/** The first problem of a line: the member and the expected value. Contains no data from the line. */
function problemOf([issue]: readonly { path: PropertyKey[]; message: string }[]): string {
  return `${issue?.path.join(".") ?? "line"}: ${issue?.message ?? "is not valid"}.`;
}

const Text = z.string().max(8_192);
const Amount = z.number().min(0).max(Number.MAX_SAFE_INTEGER);

/**
 * A line of the service's own NDJSON format. `at` and one of `host`, `url`, `address` and `ai.provider` are required.
 * All other members may be omitted or null, and unknown members are not read. Addresses may be complete and URLs may
 * have query strings: both are masked when the line is read.
 */
export const Observation = z
  .object({
    at: z
      .union([z.string().max(64), z.number()], {
        error: ({ input }) => (input === undefined ? `is required: ${time}` : `must be ${time}`),
      })
      .meta({
        description:
          "When the connection or request was made: an RFC 3339 date-time, or Unix time in seconds, milliseconds, microseconds or nanoseconds",
        example: "2026-11-20T09:15:00.000Z",
      }),
    vantage: z
      .enum(["NETWORK_TRAFFIC", "DNS", "PROXY"])
      .nullish()
      .meta({ description: "The type of log that the record comes from" }),
    client: Text.nullish().meta({ description: "IP address of the client", example: "10.20.30.40" }),
    user: Text.nullish().meta({
      description:
        "User name. Dropped unless your organisation has enabled user pseudonyms, and never stored. The service then stores a pseudonym.",
    }),
    host: Text.nullish().meta({ description: "Host name or IP address of the server", example: "api.openai.com" }),
    address: Text.nullish().meta({ description: "IP address of the server, if its host name is unknown" }),
    port: z.number().int().min(0).max(65_535).nullish(),
    url: Text.nullish().meta({
      description: "The requested URL, either absolute or only the path",
      example: "/v1/chat/completions",
    }),
    method: Text.nullish(),
    status: z.number().int().min(0).max(999).nullish(),
    bytesOut: Amount.nullish().meta({ description: "Number of bytes that the client sent" }),
    bytesIn: Amount.nullish().meta({ description: "Number of bytes that the client received" }),
    packetsOut: Amount.nullish(),
    packetsIn: Amount.nullish(),
    durationMs: Amount.nullish(),
    transport: z.enum(["TCP", "UDP"]).nullish(),
    userAgent: Text.nullish(),
    tlsFingerprint: Text.nullish().meta({ description: "JA4 or JA3 fingerprint of the client" }),
    action: z.enum(["ALLOWED", "BLOCKED", "UNKNOWN"]).nullish(),
    calls: z.number().int().min(1).max(1_000_000_000).nullish().meta({
      description: "Number of requests or connections that the line represents; defaults to 1",
    }),
    department: Text.nullish(),
    ai: z
      .object({
        provider: Text.nullish(),
        model: Text.nullish(),
        operation: Text.nullish(),
        inputTokens: Amount.nullish(),
        outputTokens: Amount.nullish(),
      })
      .nullish()
      .meta({ description: "Data that an application reports about its call to a model" }),
  })
  .meta({
    id: "Observation",
    description: "A connection or request. At least one of `host`, `url`, `address` and `ai.provider` is required.",
    examples: [{ at: "2026-01-15T10:00:00.000Z", client: "10.20.30.40", host: "api.openai.com", bytesOut: 2048 }],
  });
