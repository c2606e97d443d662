import { createHash } from "node:crypto";
import { appendInTransaction, toolCalledKind } from "@/lib/domains/audit-chain";
import { tools } from "@/lib/domains/mcp/tools";
import type { Context } from "@/lib/platform/core/context";
import { notFound, ServiceError } from "@/lib/platform/core/errors";
import { requirePermission } from "@/lib/platform/core/roles";
import { inTransaction } from "@/lib/platform/database/db";
import { errorBody } from "@/lib/platform/http/reply";
import { validate } from "@/lib/platform/http/validate";
import { consumeFor, rateLimited } from "@/lib/platform/rate-limits";

/** The result of a call as the protocol defines it. */
export interface ToolResult {
  [member: string]: unknown;
  content: { type: "text"; text: string }[];
  structuredContent?: Record<string, unknown>;
  isError?: true;
}

interface Call {
  name: string;
  arguments: Record<string, unknown>;
}

/**
 * Calls a tool. Records every call, including rejected ones, on the audit chain before it returns the result, so that there
 * is no result without a record. Errors for the caller are results with `isError`.
 *
 * @throws the error of an unknown tool (`not_found`) and unexpected errors.
 */
export async function callTool(ctx: Context, call: Call): Promise<ToolResult> {
  let result: ToolResult;
  let error: unknown;
  try {
    result = await run(ctx, call);
  } catch (thrown) {
    error = thrown;
    result = errorResult(ctx, thrown);
  }
  await recordCall(ctx, call, error);
  if (error !== undefined && (!(error instanceof ServiceError) || !Object.hasOwn(tools, call.name))) throw error;
  return result;
}

async function run(ctx: Context, call: Call): Promise<ToolResult> {
  const tool = Object.hasOwn(tools, call.name) ? tools[call.name] : undefined;
  if (!tool) throw notFound("tool");
  const rate = await consumeFor(ctx.organisation, tool.limit, 1, ctx.clock);
  if (!rate.allowed) throw rateLimited(rate, ctx.clock, `Rate limit exceeded: ${rate.limit} requests per minute`);
  requirePermission(ctx, tool.scope);
  const { data, text } = await tool.run(ctx, validate(tool.input, call.arguments));
  const structuredContent = tool.output.parse(data) as Record<string, unknown>;
  // Clients that do not support structured results read the JSON text.
  return { content: [text, JSON.stringify(structuredContent)].map(asText), structuredContent };
}

function errorResult({ requestId }: Context, error: unknown): ToolResult {
  if (!(error instanceof ServiceError)) return { content: [], isError: true };
  return { content: [error.message, JSON.stringify(errorBody(error, requestId))].map(asText), isError: true };
}

function asText(text: string) {
  return { type: "text" as const, text };
}

/** Records a call as a DATA_ACCESS event of the system model. */
async function recordCall(ctx: Context, call: Call, error: unknown): Promise<void> {
  const code = error instanceof ServiceError ? error.code : error === undefined ? null : "internal_error";
  const payload = {
    kind: toolCalledKind,
    tool: Object.hasOwn(tools, call.name) ? call.name : hashed(call.name),
    arguments: recorded(call.arguments),
    outcome: code === null ? "ANSWERED" : "REJECTED",
    error: code,
    requestId: ctx.requestId,
  };
  const severity = code === "insufficient_scope" ? "MEDIUM" : "INFO";
  await inTransaction(ctx.tx, (tx) =>
    appendInTransaction(ctx, tx, [{ eventType: "DATA_ACCESS", severity, payload, tags: ["mcp"] }]),
  );
}

/** IDs, hashes, enum values and timestamps. Callers could put secrets or personal data into any other text. */
const harmless = /^(?:[a-z]{2,5}_[0-9a-z]{20,32}|sha256:[0-9a-f]{64}|[A-Z]+(?:_[A-Z0-9]+)*|\d{4}-\d\d-\d\dT[\d:.]+Z)$/;
const lengthMax = 71;
const membersMax = 20;

/** The arguments as recorded: harmless values as they are, all other values as hashes. */
function recorded(given: Record<string, unknown>): Record<string, unknown> {
  const entries = Object.entries(given);
  if (entries.length > membersMax) return { hash: hashed(given) };
  return Object.fromEntries(
    entries.map(([name, value]) => [
      /^[A-Za-z]{1,32}$/.test(name) ? name : hashed(name),
      isHarmless(value) ? value : hashed(value),
    ]),
  );
}

function isHarmless(value: unknown): boolean {
  if (typeof value === "string") return value.length <= lengthMax && harmless.test(value);
  return value === null || typeof value === "number" || typeof value === "boolean";
}

function hashed(value: unknown): string {
  return `sha256:${createHash("sha256").update(JSON.stringify(value)).digest("hex")}`;
}
