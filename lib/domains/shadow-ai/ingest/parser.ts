import type { CsvMapping } from "@/lib/domains/shadow-ai/ingest/csv-mapping";
import { type JsonObject, parseObject } from "@/lib/domains/shadow-ai/ingest/text/field-text";
import type { ModelCall, TrafficRecord } from "@/lib/domains/shadow-ai/records";

type Maybe<T> = T | null | undefined;

/**
 * Values of a parsed line before masking, checking or truncation. Texts are raw and numbers may be invalid. A sighting
 * exists only until the next line is read; only the masked record is kept.
 */
export interface Sighting {
  /** Unix milliseconds; NaN where it cannot be read. */
  atMs: number;
  vantage: TrafficRecord["vantage"];
  /** Address of the client, perhaps with a port. */
  client?: Maybe<string>;
  /** Name or address that was reached, perhaps with a port. */
  host?: Maybe<string>;
  /** Destination address. Used to look up a name, and as the host if no name is found. */
  address?: Maybe<string>;
  port?: Maybe<number>;
  /** An absolute URL or a path. Provides the path, and the host and port unless they are given separately. */
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
  /** A DNS answer whose query is on another line. */
  isAnswer?: boolean;
}

/** Part of a connection that several lines describe. */
export interface JoinPart {
  /** Names the connection within an import. */
  key: string;
  /**
   * - `NAME`: the destination; waits for the figures.
   * - `FIGURES`: bytes, packets and duration; waits for the name, and is used alone if no name arrives.
   * - `REQUEST`: a request with its own figures, which replace those of the connection.
   */
  part: "NAME" | "FIGURES" | "REQUEST";
  /** Another NAME of the same key is another stretch of the connection, not more about the same. */
  repeats?: boolean;
}

/** A line that cannot be read, and why: a sentence that quotes nothing of it. */
export type Problem = string;

/** Null for a line without a connection, such as a comment. */
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

/** Missing information that prevents reading a log: its format or its columns. */
export type FormatErrorCode = "unknown_format" | "mapping_needed";

/** A log that needs a format or a mapping before it can be read. The message contains no data from the log. */
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
  /** Creates a parser for one file. Throws FormatError if the format or a mapping is missing. */
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
