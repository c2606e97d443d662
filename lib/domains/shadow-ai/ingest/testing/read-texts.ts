import type { LogInput } from "@/lib/domains/shadow-ai/ingest/input/log-input";
import type { LogFormat } from "@/lib/domains/shadow-ai/ingest/log-formats";
import { readRecords } from "@/lib/domains/shadow-ai/ingest/read-records";
import type { SkippedLines } from "@/lib/domains/shadow-ai/ingest/skip-reasons";
import type { LineRecord, ReadOptions } from "@/lib/domains/shadow-ai/ingest/types";
import type { TrafficRecord } from "@/lib/domains/shadow-ai/records";

/** Arrival time of the test logs. */
export const receivedAtMs = Date.UTC(2026, 10, 22, 12);

export const readOptions: ReadOptions = {
  hashKey: Buffer.from("a key of hashes"),
  clientKeyOf: (day) => Buffer.from(`a key of ${day}`),
  departments: [
    { range: "10.20.0.0/16", department: "Sales" },
    { range: "10.20.30.0/24", department: "Risk" },
    { range: "2001:db8:1::/48", department: "Research" },
  ],
  receivedAtMs,
};

export interface ReadResult {
  records: TrafficRecord[];
  lines: LineRecord[];
  bad: { line: number; message: string }[];
  formats: LogFormat[];
  linesRead: number;
  skipped: SkippedLines;
}

/** Reads texts as the files of one sensor. */
export async function readTexts(texts: readonly string[], options: Partial<ReadOptions> = {}): Promise<ReadResult> {
  const inputs = texts.map((text, index) => inputOf(text, `file-${index}`));
  const result: ReadResult = { records: [], lines: [], bad: [], formats: [], linesRead: 0, skipped: {} };
  for await (const batch of readRecords(inputs, { ...readOptions, ...options })) {
    result.lines.push(...batch.records);
    result.records.push(...batch.records.map(({ record }) => record));
    result.bad.push(...batch.bad);
    result.linesRead += batch.linesRead;
    result.skipped = batch.skipped;
    if (!result.formats.includes(batch.format)) result.formats.push(batch.format);
  }
  return result;
}

export function inputOf(text: string | Uint8Array, name = "file"): LogInput {
  return {
    name,
    bytes: (async function* () {
      yield typeof text === "string" ? Buffer.from(text) : text;
    })(),
  };
}

/** The fields of a record that are set, for comparisons. */
export function presentFields(record: TrafficRecord | undefined): Partial<TrafficRecord> {
  const members = Object.entries(record ?? {}).filter(([, value]) => value !== null);
  return Object.fromEntries(members);
}
