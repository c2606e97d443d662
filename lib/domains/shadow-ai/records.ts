import type { DetectionSource } from "@/lib/domains/shadow-ai/vocabulary";

/**
 * One line of a log, whatever its format, as it leaves the parser: masked. It holds no full address of a client, no query
 * string, no user name, no body and no header but the product of the user agent. Null is what the format does not tell.
 */
export interface TrafficRecord {
  /** When it happened, in Unix milliseconds. */
  atMs: number;
  /** Which kind of log told it. */
  vantage: Exclude<DetectionSource, "BEHAVIOURAL_ANALYSIS">;
  /**
   * The host that was reached: lower case, punycode, no port, no trailing dot. An address where no name is known; one in a
   * private range is masked like a client's.
   */
  host: string | null;
  port: number | null;
  /** The client's address, masked: `10.20.30.x`, or `2001:db8:1::x` for the first 48 bits. */
  range: string | null;
  /** The client's address under a key that is destroyed after some days: counts clients, names none. */
  clientKey: string | null;
  /** From the organisation's table of ranges, asked before masking; else what the log says. */
  department: string | null;
  /** Upper case. */
  method: string | null;
  /** Without query string and fragment; at most 256 characters. */
  path: string | null;
  status: number | null;
  /** Bytes and packets from the client and to it. */
  bytesOut: number | null;
  bytesIn: number | null;
  packetsOut: number | null;
  packetsIn: number | null;
  durationMs: number | null;
  transport: "TCP" | "UDP" | null;
  /** Product and major version alone: `openai-python/1`. */
  userAgent: string | null;
  /** JA4, or JA3 where the log has no JA4. */
  tlsFingerprint: string | null;
  action: "ALLOWED" | "BLOCKED" | "UNKNOWN";
  /** Requests or connections that the line stands for; 1 unless the log counts. */
  calls: number;
  /** What an instrumented application told of a call to a model; null in network logs. */
  ai: ModelCall | null;
}

/** From OpenTelemetry's GenAI attributes, or our own NDJSON. */
export interface ModelCall {
  provider: string | null;
  model: string | null;
  operation: string | null;
  inputTokens: number | null;
  outputTokens: number | null;
}

/** A range of client addresses and whose it is. */
export interface DepartmentRange {
  /** CIDR notation, IPv4 or IPv6. */
  range: string;
  department: string;
}
