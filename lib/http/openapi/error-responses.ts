import { type ErrorCode, errorTable } from "@/lib/errors";
import { callersOf } from "@/lib/http/openapi/callers";
import { type HeaderName, headerReferences, standingHeaders } from "@/lib/http/openapi/headers";
import type { JsonObject } from "@/lib/http/openapi/types";
import type { RouteOptions } from "@/lib/http/types";

/** Every code an operation can answer with, in the order of the table: what its declaration implies and what it names. */
export function errorCodesOf(
  options: RouteOptions,
  { isPaged, isChange }: { isPaged: boolean; isChange: boolean },
): ErrorCode[] {
  const codes = new Set<ErrorCode>(["validation_failed", "internal_error", "unavailable", ...(options.errors ?? [])]);
  const add = (...more: ErrorCode[]) => more.forEach((code) => void codes.add(code));
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
  /** The component's name; the same name always stands for the same response. */
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
  const { title } = errorTable[code];
  if (code !== "insufficient_scope") return `${title}.`;
  const { forKeys, forPeople } = callersOf(options);
  const needed = [...new Set([forKeys, forPeople])].filter((name) => name !== undefined);
  return `${title}: ${needed.map((name) => `\`${name}\``).join(", ")}.`;
}

function headersOf(code: ErrorCode): HeaderName[] {
  if (code === "unauthorized") return ["WWW-Authenticate"];
  if (code === "range_not_satisfiable") return ["Content-Range"];
  return ["rate_limited", "unavailable", "idempotency_in_progress"].includes(code) ? ["Retry-After"] : [];
}

function exampleBody(code: ErrorCode, options: RouteOptions): JsonObject {
  return {
    error: code,
    message: `${errorTable[code].title}.`,
    requestId: "req_01kahbc2g8m9n4q6r1s7t3v5wx",
    ...(code === "validation_failed"
      ? { details: [{ path: "limit", message: "must be a whole number from 1 to 100" }] }
      : {}),
    ...(code === "insufficient_scope" ? missing(options) : {}),
  };
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

/** Names what a response depends on: its codes, and the headers and the scope that differ between operations. */
function nameOf(codes: ErrorCode[], options: RouteOptions): string {
  const parts = [
    ...codes,
    ...(codes.includes("insufficient_scope") ? namesOfCallers(options) : []),
    ...(standingOf(codes, options).includes("X-RateLimit-Limit") ? [] : ["unlimited"]),
    ...(options.deprecated ? [options.deprecated.sunset ? "sunset" : "deprecated"] : []),
  ];
  return parts.map((part) => part.replace(/(?:^|[_:-])([a-z])/g, (_, letter: string) => letter.toUpperCase())).join("");
}
