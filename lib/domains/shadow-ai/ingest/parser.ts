import type { CsvMapping } from "@/lib/domains/shadow-ai/ingest/csv-mapping";
import type { LogFormat } from "@/lib/domains/shadow-ai/ingest/log-formats";
import { type SkipReason, skipReasons } from "@/lib/domains/shadow-ai/ingest/skip-reasons";
import { type JsonObject, parseObject } from "@/lib/domains/shadow-ai/ingest/text/field-text";
import type { ModelCall, TrafficRecord } from "@/lib/domains/shadow-ai/records";

type Maybe<T> = T | null | undefined;

/**
 * Values of a parsed line before masking, checking or truncation. Texts are raw and numbers may be invalid. A sighting
 * exists only until the next line is read; only the masked record is kept.
 */
export interface Sighting {
  /** Unix milliseconds; NaN if unreadable. */
  atMs: number;
  vantage: TrafficRecord["vantage"];
  /** Client address, optionally with a port. */
  client?: Maybe<string>;
  /** The user's name as logged. Replaced by a pseudonym, or dropped. */
  userName?: Maybe<string>;
  /** Destination name or address, optionally with a port. */
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
  /** A name or IANA number: `tcp`, `6`. */
  transport?: Maybe<string>;
  /** The full header. */
  userAgent?: Maybe<string>;
  tlsFingerprint?: Maybe<string>;
  action?: Maybe<TrafficRecord["action"]>;
  calls?: Maybe<number>;
  department?: Maybe<string>;
  ai?: Maybe<ModelCall>;
  join?: Maybe<JoinPart>;
  /** Addresses from a DNS answer for `host`. */
  answers?: Maybe<readonly string[]>;
  /** A DNS answer whose query is on another line. */
  isAnswer?: boolean;
}

/** Part of a connection that several lines describe. */
export interface JoinPart {
  /** Identifies the connection within an import. */
  key: string;
  /**
   * - `NAME`: the destination; waits for the figures.
   * - `FIGURES`: bytes, packets and duration; waits for the name, and is used alone if no name arrives.
   * - `REQUEST`: a request with its own figures, which replace those of the connection.
   * - `LOOK_UP`: a DNS query or its response.
   * - `ALERT`: repeats another line of the connection; otherwise the same as NAME.
   */
  part: "NAME" | "FIGURES" | "REQUEST" | "LOOK_UP" | "ALERT";
  /** Whether another NAME with the same key starts a new part of the connection. */
  repeats?: boolean;
}

/** The problem of an unreadable line, as a sentence without data from the line. */
export type Problem = string;

/** The reading of a line that is valid but describes no use. Parsers return the instances in {@link skip}. */
export class Skip {
  constructor(readonly reason: SkipReason) {}
}

/** One instance per reason. */
export const skip = Object.fromEntries(skipReasons.map((reason) => [reason, new Skip(reason)])) as Record<
  SkipReason,
  Skip
>;

/** One result per line: what it describes, its problem, or the reason to skip it. */
export type Reading = Sighting | readonly Sighting[] | Problem | Skip;

/** Reads the lines of one file in order. Never throws. */
export interface LineParser {
  read(line: string): Reading;
  /** The format of the last line's content, if lines wrap lines of other formats. */
  contentFormat?(): LogFormat | null;
}

export interface ParseContext {
  /** IANA time zone or offset of times without one. */
  zone: string;
  /** Whether the zone was set for the log, and is not the default. */
  isZoneSet?: boolean;
  /** Determines the year of times without one. */
  receivedAtMs: number;
  /** Name of the file, for messages. */
  file: string;
  sample: Sample;
  mapping?: CsvMapping | undefined;
}

/** A line for format detection. */
export interface SampleLine {
  text: string;
  /** The line as a JSON object, if it is one. */
  json: JsonObject | null;
}

/** The first non-empty lines of a file. */
export type Sample = readonly SampleLine[];

export function sampleOf(lines: readonly string[]): Sample {
  return lines.map((text) => ({ text, json: parseObject(text) }));
}

/** The share of lines that pass a test, from 0 to 1. */
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

/** Detects and reads one format. */
export interface Format {
  /** The similarity of a file's beginning to this format, from 0 to 1. */
  likeness(sample: Sample): number;
  /** Creates a parser for one file. Throws FormatError if the format or a mapping is missing. */
  makeParser(context: ParseContext): LineParser;
}

/** A format that is detected and read line by line, without state. */
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

export const notJson: Problem = "The line is not a JSON object.";
