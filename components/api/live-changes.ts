import { keys } from "@/components/api/keys";

/** The answer of `GET /v1/activity`: texts that change when something of their kind did. */
export interface Activity {
  chainPosition: number;
  revisions: Record<string, string>;
}

type Prefix = readonly unknown[];

/** What each kind of change makes out of date. */
const concerned: Record<string, readonly Prefix[]> = {
  // A hold has no kind of its own: both its ends are events. The same applies to resolutions of findings.
  chain: [keys.audit.all(), keys.checkpoints.all(), keys.legalHolds.all(), keys.findings.all(), keys.overview()],
  detections: [keys.detections.all(), keys.exceptions.all(), keys.stats(), keys.overview()],
  evidence: [keys.evidence.all(), keys.overview()],
  deliveries: [keys.deliveries.all(), keys.webhooks.all()],
  imports: [keys.imports.all(), keys.sources.all(), keys.overview()],
  verifications: [keys.verifications.all(), keys.findings.all(), keys.overview()],
  members: [keys.members.all(), keys.sessions()],
  // What an integration tells may link a ticket to an event.
  integrations: [keys.integrations.all(), keys.audit.all()],
  alerts: [keys.alertPolicies.all()],
  streams: [keys.streams.all()],
  reports: [keys.reports.all(), keys.reportSchedules.all()],
};

/** Kinds whose text differs between two answers. The first answer changes nothing. */
export function changedKinds(before: Activity | undefined, after: Activity): string[] {
  if (!before) return [];
  const kinds = Object.keys(after.revisions).filter((kind) => before.revisions[kind] !== after.revisions[kind]);
  return before.chainPosition === after.chainPosition ? kinds : ["chain", ...kinds];
}

/** The prefixes of cache keys that changes of these kinds concern, each once. */
export function concernedKeys(kinds: readonly string[]): Prefix[] {
  const prefixes = new Map(
    kinds.flatMap((kind) => concerned[kind] ?? []).map((prefix) => [JSON.stringify(prefix), prefix]),
  );
  return [...prefixes.values()];
}

const everyMs = 2_000;
const longestMs = 15_000;

/** How long to wait before asking again: two seconds, doubled with every failure in a row, up to a quarter of a minute. */
export function pollDelayMs(failures: number): number {
  return Math.min(everyMs * 2 ** failures, longestMs);
}
