import { z } from "zod";
import { receiveObservations } from "@/lib/domains/shadow-ai/imports/receive-observations";
import { type ImportReport, SendObservations } from "@/lib/domains/shadow-ai/schemas-sources";
import type { Context } from "@/lib/platform/core/context";

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

/** The valid characters of a name; undefined if no character is valid. */
export function sourceNameOf(text: string): string | undefined {
  const name = text.replace(/[^A-Za-z0-9._-]+/g, "-").replace(/^[^A-Za-z0-9]+/, "");
  return name.slice(0, 64) || undefined;
}

/** A line of a log, with the name that the sender gives to the log. */
export interface LogEntry {
  name: string | undefined;
  line: string;
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
 * name of the entry, or else `otherwise`. Returns the reports.
 */
export async function receiveEntries(
  ctx: Context,
  query: IntakeQuery,
  { entries, otherwise }: { entries: LogEntry[]; otherwise: string },
): Promise<ImportReport[]> {
  const logs = new Map<string, string[]>();
  for (const { name, line } of entries) {
    const own = query.source ?? sourceNameOf(name ?? "") ?? otherwise;
    const source = logs.has(own) || logs.size < namesMax ? own : otherwise;
    const lines = logs.get(source) ?? [];
    lines.push(`${line.trim().replaceAll(/[\r\n]+/g, " ")}\n`);
    logs.set(source, lines);
  }
  const reports: ImportReport[] = [];
  for (const [source, lines] of logs) {
    const body = inChunks(lines);
    reports.push(await receiveLog(ctx, { ...query, source }, { body, encoding: null, otherwise }));
  }
  return reports;
}

const chunkLines = 1_000;

async function* inChunks(lines: string[]): AsyncGenerator<Uint8Array, void, undefined> {
  for (let i = 0; i < lines.length; i += chunkLines) yield Buffer.from(lines.slice(i, i + chunkLines).join(""));
}
