import { isAddress, isPrivateHost } from "@/lib/shadow-ai/catalogue/host-name";
import type { TrafficRecord } from "@/lib/shadow-ai/records";

const KB = 1_000;
const MB = 1_000_000;

/** An answer that comes in small pieces, as the tokens of a model do. */
const streamedAnswer = {
  /** Bytes of payload an inbound packet carries on average; a token is an event of 40 to 400 bytes, a file fills packets. */
  mostBytesAPacket: 600,
  leastPackets: 20,
  leastMs: 1_000,
  /** Where packets are not known: bytes a second. Events of 200 bytes, 10 to 400 tokens a second. */
  leastRate: 2 * KB,
  mostRate: 80 * KB,
  /** From here on a stream is long. */
  longMs: 5_000,
} as const;

/**
 * What a connection to a host in no catalogue must be like to be kept for a closer look. Wide on purpose: it need only hold
 * back what can be no model, which is nearly all traffic.
 */
const candidate = {
  /** A question needs a TLS handshake and headers; the largest have images or files in them. */
  leastBytesOut: 300,
  mostBytesOut: 32 * MB,
  /** Less is the server's part of a handshake. */
  leastBytesIn: 1.5 * KB,
  mostBytesIn: 20 * MB,
  /** Models think for a second at least; a connection that is open for a quarter of an hour is there to stay open. */
  leastMs: 1_000,
  mostMs: 15 * 60_000,
  /** Bytes in a second: a page or a file comes faster, a channel that waits for news slower. */
  leastRate: 30,
  mostRate: 300 * KB,
  leastPacketsIn: 8,
  /** Bytes of payload in an inbound packet: full ones (1,300 and more) are files, pages and video. */
  mostBytesAPacket: 900,
  /** Bytes in for a byte out: below it is an upload. */
  leastRatio: 0.02,
  /** Ports of HTTPS. */
  ports: [443, 8443],
} as const;

/** Whether an answer came in small pieces, and over a long time. */
export function shapeOf({ bytesIn, packetsIn, durationMs, calls }: TrafficRecord): {
  streamed: boolean;
  long: boolean;
} {
  if (bytesIn === null || durationMs === null) return { streamed: false, long: false };
  const eachMs = durationMs / calls;
  const rate = (bytesIn / Math.max(durationMs, 1)) * 1_000;
  const small =
    packetsIn === null
      ? rate >= streamedAnswer.leastRate
      : packetsIn / calls >= streamedAnswer.leastPackets && bytesIn / packetsIn <= streamedAnswer.mostBytesAPacket;
  return {
    streamed: small && rate <= streamedAnswer.mostRate && eachMs >= streamedAnswer.leastMs,
    long: eachMs > streamedAnswer.longMs,
  };
}

/** Whether a connection, by its own figures, could be to a model. Costs a few comparisons for nearly all that could not. */
export function couldBeModel(record: TrafficRecord): boolean {
  const { bytesIn, bytesOut, packetsIn, durationMs, calls, host } = record;
  if (bytesIn === null || durationMs === null || host === null) return false;
  if (durationMs < candidate.leastMs * calls || durationMs > candidate.mostMs * calls) return false;
  if (bytesIn < candidate.leastBytesIn * calls || bytesIn > candidate.mostBytesIn * calls) return false;
  const rate = (bytesIn / durationMs) * 1_000;
  if (rate < candidate.leastRate || rate > candidate.mostRate) return false;
  if (bytesOut !== null) {
    if (bytesOut < candidate.leastBytesOut * calls || bytesOut > candidate.mostBytesOut * calls) return false;
    if (bytesIn < bytesOut * candidate.leastRatio) return false;
  }
  if (packetsIn !== null) {
    if (packetsIn < candidate.leastPacketsIn * calls || bytesIn > packetsIn * candidate.mostBytesAPacket) return false;
  }
  if (record.vantage === "DNS" || record.action === "BLOCKED") return false;
  return isModelPort(record, host);
}

function isModelPort({ port, transport }: TrafficRecord, host: string): boolean {
  if (transport === "UDP" && port !== 443) return false;
  if (port !== null && !candidate.ports.some((one) => one === port)) return false;
  // Without a name, a public address is a peer, a tunnel or a game; models are reached by name. Those of the organisation's
  // own network are recognised by port and path.
  return !isAddress(host) && !isPrivateHost(host);
}
