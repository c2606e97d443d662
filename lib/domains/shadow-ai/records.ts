import type { DetectionSource } from "@/lib/domains/shadow-ai/enums";

/**
 * One log line after parsing and masking. It contains no full client address, query string, user name, body or header,
 * except the product of the user agent. Null: not in the log.
 */
export interface TrafficRecord {
  /** Unix milliseconds. */
  atMs: number;
  /** The log type. */
  vantage: Exclude<DetectionSource, "BEHAVIOURAL_ANALYSIS">;
  /**
   * Destination host: lower case, punycode, without port and trailing dot. An address if the name is unknown; private
   * addresses are masked.
   */
  host: string | null;
  port: number | null;
  /** The client's address, masked: `10.20.30.x`, or `2001:db8:1::x` for the first 48 bits. */
  range: string | null;
  /** Keyed hash of the client address, for counting clients. The key is destroyed after some days. */
  clientKey: string | null;
  /** Pseudonym of the user (`userPseudonym`); null if the organisation has not enabled pseudonyms. */
  user: string | null;
  /** From the organisation's ranges, looked up before masking; otherwise from the log. */
  department: string | null;
  /** Upper case. */
  method: string | null;
  /** Without query string and fragment; at most 256 characters. */
  path: string | null;
  status: number | null;
  /** Bytes and packets, from the client's point of view. */
  bytesOut: number | null;
  bytesIn: number | null;
  packetsOut: number | null;
  packetsIn: number | null;
  durationMs: number | null;
  transport: "TCP" | "UDP" | null;
  /** Product and major version only: `openai-python/1`. */
  userAgent: string | null;
  /** JA4, or JA3 if the log has no JA4. */
  tlsFingerprint: string | null;
  action: "ALLOWED" | "BLOCKED" | "UNKNOWN";
  /** Requests or connections that the line represents; 1 unless the log has a count. */
  calls: number;
  /** A model call reported by an instrumented application; null in network logs. */
  ai: ModelCall | null;
}

/** From OpenTelemetry GenAI attributes or the service's NDJSON format. */
export interface ModelCall {
  provider: string | null;
  model: string | null;
  operation: string | null;
  inputTokens: number | null;
  outputTokens: number | null;
}

/** A client address range and its department. */
export interface DepartmentRange {
  /** CIDR notation, IPv4 or IPv6. */
  range: string;
  department: string;
}
