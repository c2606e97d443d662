import { type ClientKind, clientKind, pathMeaning, type RecognisedUse } from "@/lib/shadow-ai/catalogue";
import { boundedItems } from "@/lib/shadow-ai/detect/bounded";
import { shapeOf } from "@/lib/shadow-ai/detect/connection-shape";
import { namePenalty } from "@/lib/shadow-ai/detect/host-names";
import { formatSample } from "@/lib/shadow-ai/detect/samples";
import { emptyStats, statsLimits, type TrafficStats } from "@/lib/shadow-ai/detect/stats";
import { isProgramHandshake } from "@/lib/shadow-ai/detect/tls-clients";
import type { TrafficRecord } from "@/lib/shadow-ai/records";

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
