import { formats, recogniseFormat } from "@/lib/domains/shadow-ai/ingest/formats";
import type { Lines } from "@/lib/domains/shadow-ai/ingest/input/log-input";
import type { LogFormat } from "@/lib/domains/shadow-ai/ingest/log-formats";
import { FormatError, type LineParser, type Sample, sampleOf } from "@/lib/domains/shadow-ai/ingest/parser";
import type { ReadOptions } from "@/lib/domains/shadow-ai/ingest/types";

/** Number of non-empty lines, and of batches, inspected to detect the format. */
const sampleLines = 50;
const sampleBatches = 20;
/** Characters; at least one line. */
const sampleLength = 256 * 1024;

/** An open file. */
export interface OpenFile {
  name: string;
  format: LogFormat;
  parser: LineParser;
  /** The latest time read from the file so far. */
  reachedMs: number;
  bytesRead: number;
  /** Null at the end. */
  next(): Promise<Lines | null>;
}

/**
 * Reads the start of a file and detects its format. Null for a file without text. Throws FormatError and InputError.
 */
export async function openFile(
  name: string,
  lines: AsyncGenerator<Lines>,
  options: ReadOptions,
): Promise<OpenFile | null> {
  const { batches, texts, failure, ended } = await readAhead(lines);
  if (texts.length === 0) {
    if (failure) throw failure.error;
    if (batches.length === 0 || (ended && batches.every(({ bad }) => bad.length === 0))) return null;
  }
  const sample = sampleOf(texts);
  const format = options.format ?? recogniseFormat(sample, options);
  if (!format) throw unknownFormat(name);
  const parser = formats[format].makeParser(contextOf(name, sample, options));
  const next = async (): Promise<Lines | null> => {
    const batch = batches.shift();
    if (batch) return batch;
    if (failure) throw failure.error;
    const { value, done } = await lines.next();
    return done ? null : value;
  };
  return { name, format, parser, reachedMs: Number.NEGATIVE_INFINITY, bytesRead: 0, next };
}

function contextOf(file: string, sample: Sample, { zone, receivedAtMs, mapping }: ReadOptions) {
  return { file, sample, zone: zone ?? "UTC", isZoneSet: zone !== undefined, receivedAtMs, mapping };
}

interface Beginning {
  batches: Lines[];
  texts: string[];
  /** The error that ended the file while its start was read. It is thrown after the lines are read. */
  failure?: { error: unknown };
  ended: boolean;
}

async function readAhead(lines: AsyncGenerator<Lines>): Promise<Beginning> {
  const beginning: Beginning = { batches: [], texts: [], ended: false };
  let length = 0;
  while (beginning.batches.length < sampleBatches && beginning.texts.length < sampleLines) {
    try {
      const { value, done } = await lines.next();
      if (done) return { ...beginning, ended: true };
      beginning.batches.push(value);
      for (const line of value.lines) {
        if (beginning.texts.length >= sampleLines || (length > 0 && length + line.length > sampleLength)) break;
        if (line.trim() !== "") beginning.texts.push(line);
        length += line.length;
      }
    } catch (error) {
      return { ...beginning, failure: { error } };
    }
  }
  return beginning;
}

function unknownFormat(file: string): FormatError {
  return new FormatError(
    "unknown_format",
    file,
    "The format could not be detected from the first lines. Specify the format, or check that the file is a log file.",
  );
}
