import type { ModelCall, TrafficRecord } from "@/lib/shadow-ai/records";

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
  receivedAtMs: number;
}
