import { type ErrorCode, errorTable } from "@/lib/platform/core/errors";
import { onlyForPeople } from "@/lib/platform/core/roles";
import { tiers } from "@/lib/platform/core/tiers";
import { callersOf } from "@/lib/platform/http/openapi/parameters";
import type { ApiOperation, JsonObject } from "@/lib/platform/http/openapi/types";
import type { RouteOptions } from "@/lib/platform/http/types";
import { type RateClass, rateClasses } from "@/lib/platform/rate-limits";

/**
 * All error codes of an operation, in the order of the table: those that its declaration implies, and those that it
 * names.
 */
export function errorCodesOf(
  options: RouteOptions,
  { isPaged, isChange }: { isPaged: boolean; isChange: boolean },
): ErrorCode[] {
  const codes = new Set<ErrorCode>(options.errors);
  const add = (...more: ErrorCode[]) => more.forEach((code) => void codes.add(code));
  add("validation_failed", "uri_too_long", "headers_too_large", "internal_error", "unavailable");
  if (isPaged) add("invalid_cursor");
  if (options.scope !== "public") add("unauthorized", "insufficient_scope", "rate_limited");
  if (isChange && callersOf(options).roles.length > 0) add("origin_mismatch");
  if (options.body) add("payload_too_large", "unsupported_media_type");
  if (options.body && "stream" in options.body) add("bad_request");
  else if (options.body) add("invalid_json");
  if (options.isFile) add("range_not_satisfiable");
  if (options.idempotent) add("idempotency_key_reused");
  if (options.idempotent === true) add("idempotency_in_progress");
  return (Object.keys(errorTable) as ErrorCode[]).filter((code) => codes.has(code));
}

interface NamedResponse {
  status: number;
  /** The component's name. The same name always means the same response. */
  name: string;
  response: JsonObject;
}

/** The error responses of an operation, its codes grouped by status. */
export function errorResponses(options: RouteOptions, codes: ErrorCode[]): NamedResponse[] {
  const statuses = [...new Set(codes.map((code) => errorTable[code].status))].sort((a, b) => a - b);
  return statuses.map((status) => {
    const ofStatus = codes.filter((code) => errorTable[code].status === status);
    return { status, name: nameOf(ofStatus, options), response: errorResponse(ofStatus, options) };
  });
}

function errorResponse(codes: ErrorCode[], options: RouteOptions): JsonObject {
  const lines = codes.map((code) => `\`${code}\`: ${sentenceOf(code, options)}`);
  return {
    description: lines.length === 1 ? (lines[0] ?? "") : lines.map((line) => `- ${line}`).join("\n"),
    headers: headerReferences([...standingOf(codes, options), ...new Set(codes.flatMap(headersOf))]),
    content: {
      "application/json": {
        schema: { $ref: "#/components/schemas/Error" },
        ...exampleMembers(codes, options),
      },
    },
  };
}

function standingOf(codes: ErrorCode[], options: RouteOptions): HeaderName[] {
  return standingHeaders(options, codes.includes("unauthorized") || codes.includes("rate_limited"));
}

function exampleMembers(codes: ErrorCode[], options: RouteOptions): JsonObject {
  const [only, ...more] = codes;
  if (only && more.length === 0) return { example: exampleBody(only, options) };
  const examples = codes.map((code) => [code, { summary: errorTable[code].title, value: exampleBody(code, options) }]);
  return { examples: Object.fromEntries(examples) as JsonObject };
}

function sentenceOf(code: ErrorCode, options: RouteOptions): string {
  if (code !== "insufficient_scope") return `${errorTable[code].title}.`;
  const { forKeys, forPeople } = callersOf(options);
  const key = forKeys ? `The API key does not have the \`${forKeys}\` scope` : "The request uses an API key";
  return forPeople ? `${key}, or the member does not have the \`${forPeople}\` permission.` : `${key}.`;
}

function headersOf(code: ErrorCode): HeaderName[] {
  if (code === "unauthorized") return ["WWW-Authenticate"];
  if (code === "range_not_satisfiable") return ["Content-Range"];
  return ["rate_limited", "unavailable", "idempotency_in_progress"].includes(code) ? ["Retry-After"] : [];
}

function exampleBody(code: ErrorCode, options: RouteOptions): JsonObject {
  return {
    error: code,
    message: messageOf(code, options),
    requestId: "req_01kahbc2g8m9n4q6r1s7t3v5wx",
    ...(code === "validation_failed"
      ? { details: [{ path: "limit", message: "must be a whole number from 1 to 100" }] }
      : {}),
    ...(code === "insufficient_scope" ? missing(options) : {}),
  };
}

function messageOf(code: ErrorCode, options: RouteOptions): string {
  if (code === "validation_failed") return "limit: must be a whole number from 1 to 100";
  const { forKeys } = callersOf(options);
  if (code !== "insufficient_scope") return `${errorTable[code].title}.`;
  return forKeys ? `The API key does not have the required scope ${forKeys}.` : onlyForPeople().message;
}

function missing(options: RouteOptions): JsonObject {
  const { forKeys, forPeople } = callersOf(options);
  if (forKeys !== undefined) return { requiredScope: forKeys };
  return forPeople === undefined ? {} : { requiredPermission: forPeople, requiredScope: "session" };
}

function namesOfCallers(options: RouteOptions): string[] {
  const { forKeys, forPeople } = callersOf(options);
  return [...new Set([forKeys ?? "session", forPeople ?? options.scope])];
}

/** The name of a response component: its codes, and the headers and scope that differ between operations. */
function nameOf(codes: ErrorCode[], options: RouteOptions): string {
  const parts = [
    ...codes,
    ...(codes.includes("insufficient_scope") ? namesOfCallers(options) : []),
    ...(standingOf(codes, options).includes("X-RateLimit-Limit") ? [] : ["unlimited"]),
    ...(options.deprecated ? [options.deprecated.sunset ? "sunset" : "deprecated"] : []),
  ];
  return parts.map((part) => part.replace(/(?:^|[_:-])([a-z])/g, (_, letter: string) => letter.toUpperCase())).join("");
}

/** Markdown: every error code with its status and meaning. */
export function errorCodeTable(): string {
  const rows = (Object.keys(errorTable) as ErrorCode[]).map((code) => {
    const { status, title } = errorTable[code];
    return `| ${status} | \`${code}\` | ${title} |`;
  });
  return ["| Status | `error` | Meaning |", "|---:|---|---|", ...rows].join("\n");
}

const count = { type: "integer", minimum: 0 };

export const headers = {
  "X-Request-Id": {
    description: "Identifies the request in the service's logs. Include it when you report a problem.",
    required: true,
    schema: { type: "string", examples: ["req_01kahbc2g8m9n4q6r1s7t3v5wx"] },
  },
  "X-RateLimit-Limit": {
    description: "Maximum number of requests per minute in this bucket.",
    schema: { ...count, examples: [200] },
  },
  "X-RateLimit-Remaining": {
    description: "Number of requests left in the current minute.",
    schema: { ...count, examples: [199] },
  },
  "X-RateLimit-Reset": {
    description: "When the current minute ends, as Unix time in seconds.",
    schema: { ...count, examples: [1768471260] },
  },
  "Retry-After": {
    description: "Number of seconds to wait before you retry (at least 1).",
    required: true,
    schema: { type: "integer", minimum: 1, examples: [12] },
  },
  "WWW-Authenticate": {
    description: "The required authentication scheme (RFC 6750).",
    required: true,
    schema: { type: "string", examples: ["Bearer"] },
  },
  "Idempotent-Replayed": {
    description: "`true` if this is the stored response to an earlier request with the same `Idempotency-Key`.",
    schema: { type: "string", enum: ["true"] },
  },
  "Content-Range": {
    description: "The returned byte range and the size of the file. With status 416, only the size.",
    required: true,
    schema: { type: "string", examples: ["bytes 0-65535/1482113", "bytes */1482113"] },
  },
  "Content-Length": {
    description: "Size of the returned file or range, in bytes.",
    required: true,
    schema: { ...count, examples: [1_482_113] },
  },
  "Content-Disposition": {
    description: "Suggested name for the downloaded file.",
    schema: { type: "string", examples: ['attachment; filename="evidence.pdf"'] },
  },
  "Accept-Ranges": {
    description: "`bytes`, which means that you can request parts of the file with `Range`.",
    schema: { type: "string", enum: ["bytes"] },
  },
  ETag: {
    description: "SHA-256 hash of the file. Send it as `If-Range` when you request the rest of the file.",
    schema: {
      type: "string",
      examples: ['"sha256:26d3e8be2e6b1adcbbc39af6c19d6b2177de0e8bba66c82ec4ae828bc9c2c71a"'],
    },
  },
  "Repr-Digest": {
    description: "SHA-256 hash of the whole file (RFC 9530), even for a partial response.",
    schema: { type: "string", examples: ["sha-256=:JtPovi5rGty8w5r2xp1rIXfeDou6Zsgux66Ci8nCxxo=:"] },
  },
  Deprecation: {
    description: "When the operation was deprecated (RFC 9745): `@` followed by Unix time in seconds.",
    schema: { type: "string", examples: ["@1768471200"] },
  },
  Sunset: {
    description: "When the operation will be removed (RFC 8594).",
    schema: { type: "string", examples: ["Thu, 31 Dec 2026 00:00:00 GMT"] },
  },
} as const satisfies Record<string, JsonObject>;

type HeaderName = keyof typeof headers;

export function headerReferences(names: readonly HeaderName[]): Record<string, JsonObject> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

export const fileHeaders: readonly HeaderName[] = [
  "Content-Length",
  "Content-Disposition",
  "Accept-Ranges",
  "ETag",
  "Repr-Digest",
];

const rateHeaders = ["X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset"] as const;

/** The headers of every response of an operation; with `isRefused`, of responses to unknown callers. */
export function standingHeaders({ limit, scope, deprecated }: RouteOptions, isRefused = false): HeaderName[] {
  // Unknown callers are counted by address, even for operations without a limit.
  const isCounted = scope !== "public" && (limit !== "unlimited" || isRefused);
  return [
    "X-Request-Id",
    ...(isCounted ? rateHeaders : []),
    ...(deprecated ? (["Deprecation"] as const) : []),
    ...(deprecated?.sunset ? (["Sunset"] as const) : []),
  ];
}

/** The limits of a bucket as text. Tiers with the same limit are listed together. */
export function rateSentence(rateClass: RateClass | "unlimited"): string {
  if (rateClass === "unlimited") return "Not rate limited.";
  const limits = tiers.map((tier) => rateClasses[rateClass][tier]);
  const texts = [...new Set(limits)].map((limit, i) => {
    const names = tierNames.filter((_, n) => limits[n] === limit).join(" and ");
    return `${thousands(limit)}${i === 0 ? " requests per minute" : ""} for ${names}`;
  });
  return `Rate limit (bucket \`${rateClass}\`): ${new Intl.ListFormat("en").format(texts)}.`;
}

/** The display names of the tiers. */
const tierNames = tiers.map((tier) =>
  tier
    .toLowerCase()
    .split("_")
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(" "),
);

/** Markdown: requests per minute by bucket and tier, with the operations of each bucket. */
export function rateLimitTable(operations: ApiOperation[]): string {
  const used = (Object.keys(rateClasses) as RateClass[]).filter((name) => operationsOf(name, operations).length > 0);
  return [
    `| Bucket | Operations | ${tierNames.join(" | ")} |`,
    `|---|---|${"---:|".repeat(tiers.length)}`,
    ...used.map((name) => {
      const figures = tiers.map((tier) => thousands(rateClasses[name][tier]));
      return `| \`${name}\` | ${operationsOf(name, operations).join(", ")} | ${figures.join(" | ")} |`;
    }),
  ].join("\n");
}

function operationsOf(name: RateClass, operations: ApiOperation[]): string[] {
  return operations
    .filter(({ route }) => route.options.limit === name)
    .map(({ method, path }) => `\`${method} ${path}\``);
}

function thousands(value: number): string {
  return value.toLocaleString("en-GB");
}
