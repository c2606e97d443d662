import { type JsonObject, parseObject } from "@/lib/shadow-ai/ingest/text/json";

/** A line by which a format is recognised. */
export interface SampleLine {
  text: string;
  /** The line as a JSON object, if it is one. */
  json: JsonObject | null;
}

/** The first lines of a file that hold text. */
export type Sample = readonly SampleLine[];

export function sampleOf(lines: readonly string[]): Sample {
  return lines.map((text) => ({ text, json: parseObject(text) }));
}

/** How many of the lines pass a test, from 0 to 1. */
export function shareOf(sample: Sample, test: (line: SampleLine) => boolean): number {
  return sample.length === 0 ? 0 : sample.filter(test).length / sample.length;
}
