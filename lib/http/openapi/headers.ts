import type { JsonObject } from "@/lib/http/openapi/types";
import type { RouteOptions } from "@/lib/http/types";

const count = { type: "integer", minimum: 0 };

/** Response headers that several operations share. */
export const headers = {
  "X-Request-Id": {
    description: "Names this request in our logs; quote it when you report a problem.",
    required: true,
    schema: { type: "string", examples: ["req_01kahbc2g8m9n4q6r1s7t3v5wx"] },
  },
  "X-RateLimit-Limit": {
    description: "Requests a minute in this bucket.",
    schema: { ...count, examples: [200] },
  },
  "X-RateLimit-Remaining": {
    description: "What is left of them in this minute.",
    schema: { ...count, examples: [199] },
  },
  "X-RateLimit-Reset": {
    description: "When the minute ends: Unix time in seconds.",
    schema: { ...count, examples: [1768471260] },
  },
  "Retry-After": {
    description: "Whole seconds to wait before the next attempt, at least 1.",
    required: true,
    schema: { type: "integer", minimum: 1, examples: [12] },
  },
  "WWW-Authenticate": {
    description: "How to authenticate (RFC 6750).",
    required: true,
    schema: { type: "string", examples: ["Bearer"] },
  },
  "Idempotent-Replayed": {
    description: "`true` when this is the stored answer to an earlier request with the same Idempotency-Key.",
    schema: { type: "string", enum: ["true"] },
  },
  "Content-Range": {
    description: "Which bytes of the file these are, of how many; with 416 only how many there are.",
    required: true,
    schema: { type: "string", examples: ["bytes 0-65535/1482113", "bytes */1482113"] },
  },
  "Content-Length": {
    description: "Bytes of the file, or of the part of it that is sent.",
    required: true,
    schema: { ...count, examples: [1_482_113] },
  },
  "Content-Disposition": {
    description: "The name of the file.",
    schema: { type: "string", examples: ['attachment; filename="evidence.pdf"'] },
  },
  "Accept-Ranges": {
    description: "`bytes`: parts of the file can be asked for with `Range`.",
    schema: { type: "string", enum: ["bytes"] },
  },
  ETag: {
    description: "Names the file's bytes, for `If-Range`: their SHA-256.",
    schema: {
      type: "string",
      examples: ['"sha256:26d3e8be2e6b1adcbbc39af6c19d6b2177de0e8bba66c82ec4ae828bc9c2c71a"'],
    },
  },
  "Repr-Digest": {
    description: "SHA-256 of the whole file (RFC 9530), also where a part of it is sent.",
    schema: { type: "string", examples: ["sha-256=:JtPovi5rGty8w5r2xp1rIXfeDou6Zsgux66Ci8nCxxo=:"] },
  },
  Deprecation: {
    description: "Since when the operation is deprecated (RFC 9745): `@` and Unix time in seconds.",
    schema: { type: "string", examples: ["@1768471200"] },
  },
  Sunset: {
    description: "When the operation will be gone (RFC 8594).",
    schema: { type: "string", examples: ["Thu, 31 Dec 2026 00:00:00 GMT"] },
  },
} as const satisfies Record<string, JsonObject>;

export type HeaderName = keyof typeof headers;

/** References to shared headers. */
export function headerReferences(names: readonly HeaderName[]): Record<string, JsonObject> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/** The headers that a file is given out with. */
export const fileHeaders: readonly HeaderName[] = [
  "Content-Length",
  "Content-Disposition",
  "Accept-Ranges",
  "ETag",
  "Repr-Digest",
];

/** What every answer to a request that was counted says of the limit. */
const rateHeaders = ["X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset"] as const;

/** The headers that an operation sends with every answer; with `isRefused`, with those to callers whom nobody knows. */
export function standingHeaders({ limit, scope, deprecated }: RouteOptions, isRefused = false): HeaderName[] {
  // Whoever is not known is counted by address, also where nobody else is counted.
  const isCounted = scope !== "public" && (limit !== "unlimited" || isRefused);
  return [
    "X-Request-Id",
    ...(isCounted ? rateHeaders : []),
    ...(deprecated ? (["Deprecation"] as const) : []),
    ...(deprecated?.sunset ? (["Sunset"] as const) : []),
  ];
}
