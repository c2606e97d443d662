import type { CsvMapping } from "@/lib/domains/shadow-ai/ingest/csv-mapping";
import type { LineLimits } from "@/lib/domains/shadow-ai/ingest/input/log-input";
import type { LogFormat } from "@/lib/domains/shadow-ai/ingest/log-formats";
import type { SkippedLines } from "@/lib/domains/shadow-ai/ingest/skip-reasons";
import type { DepartmentRange, TrafficRecord } from "@/lib/domains/shadow-ai/records";

export interface ReadOptions {
  /** Format of all files. If omitted, it is detected from each file's first lines. */
  format?: LogFormat | undefined;
  /** Column meanings of a CSV file whose header has no common names. */
  mapping?: CsvMapping | undefined;
  /** Key for hashing lines, so that a line cannot be guessed from its hash. */
  hashKey: Uint8Array;
  /** Key for {@link TrafficRecord.clientKey} on a day (YYYY-MM-DD, UTC, of the record). */
  clientKeyOf(day: string): Uint8Array;
  /** Key for {@link TrafficRecord.user}. If omitted, user names are dropped. */
  userKey?: Uint8Array | undefined;
  /** The longest prefix that contains an address applies. Looked up before addresses are masked. */
  departments: readonly DepartmentRange[];
  /** Unix milliseconds; determines the year of times without one. */
  receivedAtMs: number;
  /** IANA time zone of times without one; defaults to UTC. */
  zone?: string | undefined;
  waiting?: WaitingConnections | undefined;
  /** `pendingJoins`: maximum number of waiting lines per kind; 200,000. */
  limits?: Partial<LineLimits & { pendingJoins: number }> | undefined;
}

/** Connections that earlier imports named, whose byte counts are missing, by hash (`LineRecord.waitsFor`). */
export interface WaitingConnections {
  /** Called once, if a file has a format whose connections are joined across imports. */
  list(): Promise<Set<bigint>>;
  /** The records of listed connections. Connections that are no longer stored are omitted. */
  read(connections: bigint[]): Promise<Map<bigint, TrafficRecord>>;
}

/** Result of reading one piece of a file. */
export interface ReadBatch {
  file: string;
  format: LogFormat;
  /** Includes records of earlier lines that waited for lines about the same connection. */
  records: LineRecord[];
  bad: { line: number; message: string }[];
  /** Number of lines in this batch, regardless of the outcome. */
  linesRead: number;
  /** Totals of all files so far. The same object in all batches, complete after the last one. */
  skipped: SkippedLines;
  /** Bytes read so far of all files, after decompression. */
  bytesRead: number;
  /** Processor time that parsing these lines took, in milliseconds. */
  cpuMs: number;
}

export interface LineRecord {
  record: TrafficRecord;
  /** Line number in its file, from 1. */
  line: number;
  /**
   * 64 bits of a keyed SHA-256 of the line, or of a named connection's identifier, signed. Identical lines of a file
   * have different hashes if their format has no identifiers, because each can be a request; the same file always has
   * the same hashes. Call it once per record.
   */
  hash(): bigint;
  /**
   * A hash under which the same use may have been counted: of the connection, if this line contains only its byte
   * counts, or the one that earlier versions stored (versions after the next release do not need that one).
   */
  earlierHash(): bigint | null;
  /** Identifies the connection if no line of this import contains its byte counts; otherwise null. */
  waitsFor(): bigint | null;
  /** Identifies the connection of an earlier import to which this record adds byte counts, but no call; otherwise null. */
  completes: bigint | null;
}
