import type { CsvMapping } from "@/lib/domains/shadow-ai/ingest/csv-mapping";
import { type JsonObject, parseObject } from "@/lib/domains/shadow-ai/ingest/text/field-text";
import type { ModelCall, TrafficRecord } from "@/lib/domains/shadow-ai/records";

type Maybe<T> = T | null | undefined;

/**
 * What a parser read from a line, before anything of it is masked, checked or cut: texts as they stand there, numbers that
 * may be none. It lives for the time between two lines; only what `mask/` makes of it goes on.
 */
export interface Sighting {
  /** Unix milliseconds; NaN where it cannot be read. */
  atMs: number;
  vantage: TrafficRecord["vantage"];
  /** Address of the client, perhaps with a port. */
  client?: Maybe<string>;
  /** Name or address that was reached, perhaps with a port. */
  host?: Maybe<string>;
  /** Address that was reached: asked for a name, and the host where there is none. */
  address?: Maybe<string>;
  port?: Maybe<number>;
  /** An absolute URL, or a path: read for host and port where these are not told otherwise, and for the path. */
  url?: Maybe<string>;
  method?: Maybe<string>;
  status?: Maybe<number>;
  bytesOut?: Maybe<number>;
  bytesIn?: Maybe<number>;
  packetsOut?: Maybe<number>;
  packetsIn?: Maybe<number>;
  durationMs?: Maybe<number>;
  /** A name or the number of IANA: `tcp`, `6`. */
  transport?: Maybe<string>;
  /** The whole header. */
  userAgent?: Maybe<string>;
  tlsFingerprint?: Maybe<string>;
  action?: Maybe<TrafficRecord["action"]>;
  calls?: Maybe<number>;
  department?: Maybe<string>;
  ai?: Maybe<ModelCall>;
  join?: Maybe<JoinPart>;
  /** Addresses that a DNS answer gave for `host`. */
  answers?: Maybe<readonly string[]>;
  /** The answer alone: the question was told by another line. */
  isAnswer?: boolean;
}

/** Part of what several lines tell of one connection. */
export interface JoinPart {
  /** Names the connection within an import. */
  key: string;
  /**
   * - `NAME`: who was reached; waits for the figures.
   * - `FIGURES`: bytes, packets and duration; waits for the name, and stands alone where none comes.
   * - `REQUEST`: a request with figures of its own; the connection's are of no further interest.
   */
  part: "NAME" | "FIGURES" | "REQUEST";
  /** Another NAME of the same key is another stretch of the connection, not more about the same. */
  repeats?: boolean;
}

/** A line that cannot be read, and why: a sentence that quotes nothing of it. */
export type Problem = string;

/** Null: a line that tells of no connection, such as a comment. */
export type Reading = Sighting | readonly Sighting[] | Problem | null;

/** Reads the lines of one file in their order. Never throws, whatever the line. */
export interface LineParser {
  read(line: string): Reading;
}

export interface ParseContext {
  /** IANA time zone of times that name none. */
  zone: string;
  /** Settles the year of times that have none. */
  receivedAtMs: number;
  /** Name of the file, for messages. */
  file: string;
  sample: Sample;
  mapping?: CsvMapping | undefined;
}

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

/** Why a log cannot be read at all: what it is has to be said, or what its columns are. */
export type FormatErrorCode = "unknown_format" | "mapping_needed";

/** A log that cannot be read before somebody tells more about it. Its message quotes nothing of the log. */
export class FormatError extends Error {
  override readonly name = "FormatError";

  constructor(
    readonly code: FormatErrorCode,
    /** Name of the file. */
    readonly file: string,
    message: string,
  ) {
    super(message);
  }
}

/** How one format is recognised and read. */
export interface Format {
  /** How much of the beginning of a file looks like this format, from 0 to 1. */
  likeness(sample: Sample): number;
  /** A parser for one file. Throws FormatError where more must be told first. */
  makeParser(context: ParseContext): LineParser;
}

/** A format that is recognised, and read, line by line without memory of earlier lines. */
export function lineFormat(
  isLike: (line: SampleLine) => boolean,
  readLine: (line: string, context: ParseContext) => Reading,
): Format {
  return {
    likeness: (sample) => shareOf(sample, isLike),
    makeParser: (context) => ({ read: (line) => readLine(line, context) }),
  };
}

/** A {@link lineFormat} with one JSON object on each line. */
export function jsonFormat(
  isLike: (object: JsonObject) => boolean,
  readObject: (object: JsonObject, context: ParseContext) => Reading,
): Format {
  return lineFormat(
    ({ json }) => json !== null && isLike(json),
    (line, context) => {
      const object = parseObject(line);
      return object ? readObject(object, context) : notJson;
    },
  );
}

export const notJson: Problem = "The line is not an object of JSON.";
