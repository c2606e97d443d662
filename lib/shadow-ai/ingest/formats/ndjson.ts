import type { Format } from "@/lib/shadow-ai/ingest/formats/format";
import { NativeRecord } from "@/lib/shadow-ai/ingest/native-record";
import { shareOf } from "@/lib/shadow-ai/ingest/sample";
import type { ParseContext, Reading } from "@/lib/shadow-ai/ingest/sighting";
import { parseObject } from "@/lib/shadow-ai/ingest/text/json";
import { parseTime } from "@/lib/shadow-ai/ingest/text/timestamps";

/** One object of JSON a line, as NativeRecord describes it. */
export const ndjson: Format = {
  likeness: (sample) =>
    shareOf(sample, ({ json }) => json !== null && Object.hasOwn(json, "at") && NativeRecord.safeParse(json).success),
  makeParser: (context) => ({ read: (line) => readLine(line, context) }),
};

function readLine(line: string, context: ParseContext): Reading {
  const object = parseObject(line);
  if (!object) return "The line is not an object of JSON.";
  const parsed = NativeRecord.safeParse(object);
  if (!parsed.success) return problemOf(parsed.error.issues);
  const { at, vantage, ai, ...seen } = parsed.data;
  if (!seen.host && !seen.url && !seen.address && !ai?.provider)
    return "host: is missing, and no url or address either.";
  return {
    ...seen,
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

/** The first problem of a line: which member, and what it should have been. Nothing of what stands there. */
function problemOf([issue]: readonly { path: PropertyKey[]; message: string }[]): string {
  return `${issue?.path.join(".") ?? "line"}: ${issue?.message ?? "is not valid"}.`;
}
