import { confidences } from "@/lib/shadow-ai/catalogue/confidence";
import { categoryRows } from "@/lib/shadow-ai/catalogue/data/categories";
import { type TrafficSignals, trafficSignals } from "@/lib/shadow-ai/catalogue/traffic-signals";
import type { CatalogueEntry, HostMatch, MixedUseSignals, RecognisedUse } from "@/lib/shadow-ai/catalogue/types";
import type { TrafficRecord } from "@/lib/shadow-ai/records";

/** A host that the catalogue or the organisation knows, and what its traffic counts for. */
export interface ResolvedHost {
  match: HostMatch;
  /** The entry and the host that traffic counts for. */
  entry: CatalogueEntry;
  endpoint: string;
  /** Compiled. */
  paths: RegExp[];
}

/** What a record shows at a known host; null where that serves other things too and nothing tells of AI. */
export function recogniseKnown(record: TrafficRecord, host: string, resolved: ResolvedHost): RecognisedUse | null {
  const { match, entry, endpoint } = resolved;
  const signals = trafficSignals(record);
  const reasons = [`${endpoint} is ${entry.provider.name}: ${categoryRows[entry.category].title}`];
  if (endpoint !== host && match.entry.category === "SUPPORTING") reasons.push(`${host} carries files of ${endpoint}`);

  let confidence = match.entry.category === "SUPPORTING" ? confidences.supporting : confidences.rule[match.rule];
  if (match.entry.mixedUse) {
    const second = secondSignal(record, signals, resolved);
    if (second === null) return null;
    confidence = confidences.mixedUse[second.kind];
    reasons.push(second.reason);
  } else if (signals.meaning?.call || signals.meaning?.upload || signals.client !== null) {
    confidence = confidences.confirmed;
    if (signals.meaning !== null) reasons.push("The path is one of a programming interface of models");
    if (signals.client !== null) reasons.push(`The client ${signals.client} calls models`);
  }
  if (record.vantage === "DNS") confidence = Math.min(confidence, confidences.dnsMost);
  const { id, provider, category, accessKind } = entry;
  return { entryId: id, provider, endpoint, category, accessKind, confidence, reasons };
}

/** What tells of AI at a host that serves both; the surest that applies. */
function secondSignal(
  { path, bytesOut, calls }: TrafficRecord,
  { meaning, client }: TrafficSignals,
  { match, paths }: ResolvedHost,
): { kind: keyof typeof confidences.mixedUse; reason: string } | null {
  const signals: MixedUseSignals | undefined = match.entry.signals;
  if (path !== null && (paths.some((pattern) => pattern.test(path)) || meaning?.distinct))
    return { kind: "path", reason: "The host also serves what is no AI; the path is one of its AI functions" };
  if (client !== null)
    return { kind: "client", reason: `The host also serves what is no AI; the client ${client} calls models` };
  const least = signals?.bytesOut ?? null;
  if (least !== null && bytesOut !== null && bytesOut / Math.max(calls, 1) >= least)
    return { kind: "bytes", reason: "The host also serves what is no AI; more was sent than a mere visit sends" };
  return null;
}
