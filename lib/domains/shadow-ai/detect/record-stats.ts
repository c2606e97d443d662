import { type ClientKind, clientKind, pathMeaning, type RecognisedUse } from "@/lib/domains/shadow-ai/catalogue";
import { isAddress, isPrivateHost } from "@/lib/domains/shadow-ai/catalogue/host-table";
import { boundedItems, formatSample } from "@/lib/domains/shadow-ai/detect/statistics";
import { emptyStats, noRange, statsLimits, type TrafficStats } from "@/lib/domains/shadow-ai/detect/stats";
import { namePenalty } from "@/lib/domains/shadow-ai/detect/use-directory";
import type { TrafficRecord } from "@/lib/domains/shadow-ai/records";

const automatedKinds: readonly (ClientKind | null)[] = ["AI_SDK", "AGENT", "HTTP_LIBRARY"];
const attendedKinds: readonly (ClientKind | null)[] = ["BROWSER", "CODING_TOOL"];

/** Context of a record within its use. */
export interface RecordRole {
  /** Null for a candidate. */
  recognised: RecognisedUse | null;
  /** Whether only the bytes count. */
  files: boolean;
  offHours: boolean;
  /** The source that reported the record, if known. */
  source?: string | undefined;
}

/** Statistics of one record, the input of `mergeStats`. */
export function statsOf(record: TrafficRecord, { recognised, files, offHours, source }: RecordRole): TrafficStats {
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
    stats.samples = [formatSample(record, source)];
  }
  return stats;
}

function addWho(
  stats: TrafficStats,
  { range, clientKey, department, userAgent, ai }: TrafficRecord,
  atMs: number,
): void {
  stats.ranges = [[range ?? noRange, atMs]];
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
  // An instrumented application is a program, whatever its user agent says.
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

/** A log value as an integer; 0 if missing. */
function whole(figure: number | null): number {
  return figure !== null && figure > 0 ? Math.min(Math.round(figure), Number.MAX_SAFE_INTEGER) : 0;
}

const KB = 1_000;
const MB = 1_000_000;

/** A response in small pieces, like the tokens of a model. */
const streamedAnswer = {
  /** Average payload bytes per inbound packet. A token is an event of 40 to 400 bytes; files fill packets. */
  mostBytesAPacket: 600,
  leastPackets: 20,
  leastMs: 1_000,
  /** Without packet counts: bytes per second. Events of 200 bytes, 10 to 400 tokens per second. */
  leastRate: 2 * KB,
  mostRate: 80 * KB,
  /** Minimum duration of a long stream. */
  longMs: 5_000,
} as const;

/**
 * Properties that a connection to an unknown host must have to become a candidate. The limits are wide: they only exclude
 * what cannot be a model, which is nearly all traffic.
 */
const candidate = {
  /** At least a TLS handshake and headers; at most a request with images or files. */
  leastBytesOut: 300,
  mostBytesOut: 32 * MB,
  /** More than the server's part of a handshake. */
  leastBytesIn: 1.5 * KB,
  mostBytesIn: 20 * MB,
  /** At least the generation time of a model; at most 15 minutes, after which a connection is a long-lived channel. */
  leastMs: 1_000,
  mostMs: 15 * 60_000,
  /** Bytes per second: pages and files are faster, push channels slower. */
  leastRate: 30,
  mostRate: 300 * KB,
  leastPacketsIn: 8,
  /** Payload bytes per inbound packet: full packets (1,300 and more) are files, pages and video. */
  mostBytesAPacket: 1_200,
  /** With full packets: a file that took seconds, as a generated image does. */
  file: { leastBytesIn: 250 * KB, leastMs: 4_000, leastRatio: 20 },
  /** Bytes received per byte sent: lower for uploads. */
  leastRatio: 0.02,
  /** HTTPS ports. */
  ports: [443, 8443],
} as const;

/** Whether a response came in small pieces, and over a long time. */
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

/** Whether a connection could reach a model, by its own metrics. Optimised for the common negative case. */
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
    if (packetsIn < candidate.leastPacketsIn * calls) return false;
    if (hasFullPackets(record) && !couldBeImage(record)) return false;
  }
  if (record.vantage === "DNS" || record.action === "BLOCKED") return false;
  return isModelPort(record, host);
}

/** Whether a response fills its packets, as files do. */
export function hasFullPackets({ bytesIn, packetsIn }: { bytesIn: number | null; packetsIn: number | null }): boolean {
  return bytesIn !== null && packetsIn !== null && bytesIn > packetsIn * candidate.mostBytesAPacket;
}

function couldBeImage({ bytesIn, bytesOut, durationMs, calls }: TrafficRecord): boolean {
  const { leastBytesIn, leastMs, leastRatio } = candidate.file;
  if (bytesIn === null || bytesOut === null || durationMs === null) return false;
  return bytesIn >= leastBytesIn * calls && durationMs >= leastMs * calls && bytesIn >= bytesOut * leastRatio;
}

function isModelPort({ port, transport }: TrafficRecord, host: string): boolean {
  if (transport === "UDP" && port !== 443) return false;
  if (port !== null && !candidate.ports.some((one) => one === port)) return false;
  // Models are reached by name: a public address without one is a peer, a tunnel or a game. Models in the organisation's
  // own network are recognised by port and path.
  return !isAddress(host) && !isPrivateHost(host);
}

/**
 * JA4 begins with transport, version, presence of a server name, number of ciphers and extensions, and the first ALPN
 * protocol. Browsers offer HTTP/2, so a client that only offers HTTP/1.1 or nothing is a program. Source: FoxIO, JA4
 * technical details.
 */
const withoutHttp2 = /^[tq][0-9s][0-9][di]\d{4}(?:h1|00)_/;

/** Whether a TLS handshake is certainly not from a browser. JA3 is a single hash, so it is not conclusive. */
export function isProgramHandshake(tlsFingerprint: string | null): boolean {
  return tlsFingerprint !== null && withoutHttp2.test(tlsFingerprint);
}
