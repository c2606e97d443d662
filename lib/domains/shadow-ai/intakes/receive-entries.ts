import { z } from "zod";
import { importReceived } from "@/lib/domains/shadow-ai/imports/receive-observations";
import { type ImportReport, SendObservations } from "@/lib/domains/shadow-ai/schemas-sources";
import type { Context } from "@/lib/platform/core/context";
import { ServiceError } from "@/lib/platform/core/errors";

/** A name that a sender gives to its log, as the name of a source. */
const LenientName = z
  .string()
  .transform((text) => sourceNameOf(text))
  .optional();

/**
 * The query of a request in another system's protocol. Other parameters of the protocol are ignored, including `host`,
 * which can identify a person's computer.
 */
export const IntakeQuery = z
  .object({ ...SendObservations.shape, source: LenientName, sourcetype: LenientName })
  .transform(({ source, sourcetype, ...query }) => ({ ...query, source: source ?? sourcetype }));
export type IntakeQuery = z.output<typeof IntakeQuery>;

/**
 * Converts a text to a valid source name: replaces invalid characters with hyphens, and removes leading punctuation.
 * Undefined if nothing remains.
 */
export function sourceNameOf(text: string): string | undefined {
  const name = text
    .slice(0, nameCharacters)
    .replace(/[^A-Za-z0-9._-]+/g, "-")
    .replace(/^[^A-Za-z0-9]+/, "");
  return name.slice(0, 64) || undefined;
}

/** The characters of a name that are read. */
const nameCharacters = 256;

/** A line of a log, with the name that the sender gives to the log. */
export interface LogEntry {
  name: string | undefined;
  line: string;
}

const entriesMax = 500_000;

/** Throws `payload_too_large` for more entries of a request than `most`, 500,000 by default. */
export function requireRoom(entries: number, most = entriesMax): void {
  if (entries <= most) return;
  const message = `must not contain more than ${most} records${most < entriesMax ? " compressed separately" : ""}`;
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
  return importReceived(ctx, { ...options, source }, { body, encoding, mediaType: "text/plain" });
}

/** Logs that one request can contain. The entries of further ones are imported as one log under the default name. */
const logsMax = 20;

/**
 * Imports the lines of a request: those with the same name as one log, because each log can have its own format. The
 * source is the one that the request names, or else the name of the log, or else `otherwise`. Throws as `receiveLog` does
 * if no log could be imported. Otherwise, the lines of an unreadable log are rejected.
 */
export async function receiveEntries(
  ctx: Context,
  query: IntakeQuery,
  { entries, otherwise }: { entries: LogEntry[]; otherwise: string },
): Promise<{ rejected: number; reasons: string[] }> {
  const logs = new Map<string, string[]>();
  for (const { name = "", line } of entries) {
    // Before it is converted, because a request can have many entries with a long name.
    const given = name.slice(0, nameCharacters);
    const own = logs.has(given) || logs.size < logsMax ? given : "";
    const lines = logs.get(own) ?? [];
    lines.push(`${line.trim().replaceAll(/[\r\n]+/g, " ")}\n`);
    logs.set(own, lines);
  }
  const failures: ServiceError[] = [];
  const reasons = new Set<string>();
  let rejected = 0;
  for (const [name, lines] of logs) {
    const body = inChunks(lines);
    const source = query.source ?? sourceNameOf(name);
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
