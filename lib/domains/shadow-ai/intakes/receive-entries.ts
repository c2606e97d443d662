import { z } from "zod";
import { receiveObservations } from "@/lib/domains/shadow-ai/imports/receive-observations";
import { type ImportReport, SendObservations } from "@/lib/domains/shadow-ai/schemas-sources";
import type { Context } from "@/lib/platform/core/context";
import { ServiceError } from "@/lib/platform/core/errors";

/** A name that a sender gives to its log, as the name of a source. */
const LenientName = z
  .string()
  .transform((text) => sourceNameOf(text))
  .optional();

/** The query of a request in another system's protocol. Parameters of the protocol that do not matter are ignored. */
export const IntakeQuery = z
  .object({ ...SendObservations.shape, source: LenientName, host: LenientName, sourcetype: LenientName })
  .transform(({ source, host, sourcetype, ...query }) => ({ ...query, source: source ?? host ?? sourcetype }));
export type IntakeQuery = z.output<typeof IntakeQuery>;

/**
 * Converts a text to a valid source name: replaces invalid characters with hyphens, and removes leading punctuation.
 * Undefined if nothing remains.
 */
export function sourceNameOf(text: string): string | undefined {
  const name = text.replace(/[^A-Za-z0-9._-]+/g, "-").replace(/^[^A-Za-z0-9]+/, "");
  return name.slice(0, 64) || undefined;
}

/** A line of a log, with the name that the sender gives to the log. */
export interface LogEntry {
  name: string | undefined;
  line: string;
}

const entriesMax = 500_000;

/** Throws `payload_too_large` if a request has more than 500,000 entries. */
export function requireRoom(entries: number): void {
  if (entries < entriesMax) return;
  const message = `must not contain more than ${entriesMax} records`;
  const details = [{ path: "body", message }];
  throw new ServiceError("payload_too_large", `The body ${message}. Send smaller batches.`, { details });
}

/** Imports an uploaded log. The request names the source, or else it is `otherwise`. */
export function receiveLog(
  ctx: Context,
  query: IntakeQuery,
  { body, encoding, otherwise }: { body: AsyncIterable<Uint8Array>; encoding: string | null; otherwise: string },
): Promise<ImportReport> {
  const { source = otherwise, ...options } = query;
  return receiveObservations(ctx, { ...options, source }, { body, encoding, mediaType: "text/plain" });
}

/** Distinct names in one request. Further ones are imported under the default name. */
const namesMax = 20;

/**
 * Imports the lines of a request, for each source separately. The source is the one that the request names, or else the
 * name of the entry, or else `otherwise`. Throws as `receiveLog` does if no source could be imported. Otherwise, the
 * lines of a source with an unreadable log are rejected.
 */
export async function receiveEntries(
  ctx: Context,
  query: IntakeQuery,
  { entries, otherwise }: { entries: LogEntry[]; otherwise: string },
): Promise<{ rejected: number; reasons: string[] }> {
  const logs = new Map<string, string[]>();
  for (const { name, line } of entries) {
    const own = query.source ?? sourceNameOf(name ?? "") ?? otherwise;
    const source = logs.has(own) || logs.size < namesMax ? own : otherwise;
    const lines = logs.get(source) ?? [];
    lines.push(`${line.trim().replaceAll(/[\r\n]+/g, " ")}\n`);
    logs.set(source, lines);
  }
  const failures: ServiceError[] = [];
  const reasons = new Set<string>();
  let rejected = 0;
  for (const [source, lines] of logs) {
    const body = inChunks(lines);
    try {
      const report = await receiveLog(ctx, { ...query, source }, { body, encoding: null, otherwise });
      rejected += report.rejected;
      for (const { message } of report.errors) reasons.add(message);
    } catch (error) {
      if (!(error instanceof ServiceError) || error.code !== "validation_failed") throw error;
      failures.push(error);
      rejected += lines.length;
      reasons.add(error.message);
    }
  }
  if (failures[0] && failures.length === logs.size) throw failures[0];
  return { rejected, reasons: [...reasons] };
}

const chunkLines = 1_000;

async function* inChunks(lines: string[]): AsyncGenerator<Uint8Array, void, undefined> {
  for (let i = 0; i < lines.length; i += chunkLines) yield Buffer.from(lines.slice(i, i + chunkLines).join(""));
}
