import { type ClientKind, clientKind, pathMeaning, type RecognisedUse } from "@/lib/domains/shadow-ai/catalogue";
import { isAddress, isPrivateHost } from "@/lib/domains/shadow-ai/catalogue/host-table";
import { boundedItems, formatSample } from "@/lib/domains/shadow-ai/detect/statistics";
import { emptyStats, statsLimits, type TrafficStats } from "@/lib/domains/shadow-ai/detect/stats";
import { namePenalty } from "@/lib/domains/shadow-ai/detect/use-directory";
import type { TrafficRecord } from "@/lib/domains/shadow-ai/records";

const automatedKinds: readonly (ClientKind | null)[] = ["AI_SDK", "AGENT", "HTTP_LIBRARY"];
const attendedKinds: readonly (ClientKind | null)[] = ["BROWSER", "CODING_TOOL"];

/** What a record is to its use. */
export interface RecordRole {
  /** Null for a candidate. */
  recognised: RecognisedUse | null;
  /** It carries files of a service, and is no call of it. */
  files: boolean;
  offHours: boolean;
}

/** Statistics of one record: what `mergeStats` adds up. */
export function statsOf(record: TrafficRecord, { recognised, files, offHours }: RecordRole): TrafficStats {
  const stats = emptyStats();
  const atMs = Math.floor(record.atMs);
  stats.firstAtMs = atMs;
  stats.lastAtMs = atMs;
  addWho(stats, record, atMs);
  if (record.vantage === "DNS") {
    stats.dnsQueries = record.calls;
    stats.dnsByHour = hourly(atMs, record.calls);
  } else {
    addBytes(stats, record);
    if (!files) addCalls(stats, record, offHours);
  }
  if (recognised !== null) {
    stats.bestConfidence = recognised.confidence;
    stats.reasons = boundedItems(recognised.reasons, statsLimits.reasons);
  } else {
    stats.candidateCalls = stats.calls;
    stats.hostPenalty = record.host === null ? 0 : namePenalty(record.host);
    stats.samples = [formatSample(record)];
  }
  return stats;
}

function addWho(
  stats: TrafficStats,
  { range, clientKey, department, userAgent, ai }: TrafficRecord,
  atMs: number,
): void {
  if (range !== null) stats.ranges = [[range, atMs]];
  if (clientKey !== null) stats.clients = [clientKey];
  if (department !== null) stats.departments = [department];
  if (userAgent !== null) stats.userAgents = [userAgent];
  if (ai === null) return;
  if (ai.model !== null) stats.models = [ai.model];
  stats.inputTokens = whole(ai.inputTokens);
  stats.outputTokens = whole(ai.outputTokens);
}

function addBytes(stats: TrafficStats, record: TrafficRecord): void {
  stats.bytesOut = whole(record.bytesOut);
  stats.bytesIn = whole(record.bytesIn);
  stats.packetsOut = whole(record.packetsOut);
  stats.packetsIn = whole(record.packetsIn);
  if (record.bytesOut !== null || record.bytesIn !== null) stats.measured = record.calls;
  if (record.durationMs !== null) {
    stats.timed = record.calls;
    stats.durationMs = whole(record.durationMs);
  }
  const { streamed, long } = shapeOf(record);
  if (streamed) stats.streamedBytesIn = stats.bytesIn;
  if (streamed && long) stats.longStreams = record.calls;
}

function addCalls(stats: TrafficStats, record: TrafficRecord, offHours: boolean): void {
  const { calls, method, path } = record;
  stats.calls = calls;
  stats.callsByHour = hourly(stats.firstAtMs ?? 0, calls);
  if (record.action === "BLOCKED") {
    stats.blockedCalls = calls;
    stats.firstBlockedAtMs = stats.firstAtMs;
  } else {
    stats.lastAllowedAtMs = stats.lastAtMs;
  }
  if (method === null || method === "CONNECT") stats.connections = calls;
  else stats.httpCalls = calls;
  if (offHours) stats.offHoursCalls = calls;
  const who = record.clientKey ?? record.range;
  if (who !== null) stats.sessions = [`${String(hourOf(stats.firstAtMs ?? 0)).padStart(2, "0")} ${who}`];
  addClient(stats, record);
  const meaning = path === null ? null : pathMeaning(path);
  if (meaning?.upload === "FILE_UPLOAD") stats.fileUploads = calls;
  if (meaning?.upload === "FINE_TUNING") stats.fineTunings = calls;
  if (stats.models.length === 0 && typeof meaning?.model === "string") stats.models = [meaning.model];
}

function addClient(stats: TrafficStats, { calls, userAgent, tlsFingerprint, ai }: TrafficRecord): void {
  const kind = clientKind(userAgent);
  if (kind === "AI_SDK") stats.aiSdkCalls = calls;
  if (kind === "AGENT") stats.agentCalls = calls;
  // An application that is instrumented is a program, whatever it calls itself.
  if (ai !== null || automatedKinds.includes(kind)) stats.automatedCalls = calls;
  else if (attendedKinds.includes(kind)) stats.browserCalls = calls;
  else if (isProgramHandshake(tlsFingerprint)) stats.automatedCalls = calls;
}

function hourOf(atMs: number): number {
  return new Date(atMs).getUTCHours();
}

function hourly(atMs: number, calls: number): number[] {
  const hours = new Array<number>(hourOf(atMs) + 1).fill(0);
  hours[hours.length - 1] = calls;
  return hours;
}

/** A figure of a log as a whole number; nothing is 0. */
function whole(figure: number | null): number {
  return figure !== null && figure > 0 ? Math.min(Math.round(figure), Number.MAX_SAFE_INTEGER) : 0;
}

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

/**
 * JA4 begins with transport, version, whether a name was sent, how many ciphers and extensions, and the first protocol of
 * ALPN. Browsers have offered HTTP/2 for years; a client that offers HTTP/1.1 alone, or nothing, is a program.
 * Source: FoxIO, JA4 technical details.
 */
const withoutHttp2 = /^[tq][0-9s][0-9][di]\d{4}(?:h1|00)_/;

/** Whether a TLS handshake can be no browser's. JA3 tells nothing: it is a hash of a whole. */
export function isProgramHandshake(tlsFingerprint: string | null): boolean {
  return tlsFingerprint !== null && withoutHttp2.test(tlsFingerprint);
}
