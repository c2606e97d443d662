import type { GovernedModel } from "@/lib/domains/shadow-ai/analysis";
import type { Catalogue, Provider } from "@/lib/domains/shadow-ai/catalogue";
import { type CurrentDetection, type Situation, scoreBehaviour } from "@/lib/domains/shadow-ai/detect";
import { findNewestDetections, type StoredDetection } from "@/lib/domains/shadow-ai/detections/detection-store";
import type { DetectionStatus, Resolution, Severity } from "@/lib/domains/shadow-ai/enums";
import type { ShadowAiSettings } from "@/lib/domains/shadow-ai/schemas-settings";
import { findAlike, findDays, type ScoredBuckets, type UseSince } from "@/lib/domains/shadow-ai/uses/traffic-store";
import type { StoredUse } from "@/lib/domains/shadow-ai/uses/use-store";
import type { Transaction } from "@/lib/platform/database/db";

/** What decisions about an organisation's uses have in common. */
export interface Grounds {
  settings: ShadowAiSettings;
  catalogue: Catalogue;
  models: GovernedModel[];
  nowMs: number;
}

/** A use with all that a decision about it rests on, and its newest detection. */
export interface JudgedUse {
  use: StoredUse;
  situation: Situation;
  stored: StoredDetection | undefined;
}

const dayMs = 24 * 60 * 60_000;
/** How far back days are looked at, from a use's newest traffic on, and windows that look like a language model. */
const daysBack = 30;
const windowDaysBack = 7;

/** Reads what decisions about uses rest on. */
export async function readSituations(
  tx: Transaction,
  organisationId: string,
  uses: StoredUse[],
  grounds: Grounds,
): Promise<JudgedUse[]> {
  const fingerprints = uses.map(({ fingerprint }) => fingerprint);
  const detections = await findNewestDetections(tx, organisationId, fingerprints);
  const days = await findDays(tx, organisationId, since(uses, daysBack, grounds.nowMs));
  const unknown = uses.filter(({ entryId }) => entryId === null);
  const asked = since(unknown, windowDaysBack, grounds.nowMs);
  const alike = await findAlike(tx, organisationId, asked, grounds.settings.opening.behaviourScore);
  return uses.map((use) => {
    const { stats, detectionId: _, ...facts } = use;
    const stored = detections.get(use.fingerprint);
    const situation: Situation = {
      use: facts,
      total: stats,
      days: days.get(use.fingerprint) ?? [],
      windows: windowsOf(alike.get(use.fingerprint)),
      detection: stored ? toCurrent(stored) : null,
      settings: grounds.settings,
      models: grounds.models,
      provider: providerOf(use, grounds.catalogue),
      nowMs: grounds.nowMs,
      newestTrafficMs: stats.lastAtMs ?? grounds.nowMs,
    };
    return { use, situation, stored };
  });
}

function since(uses: StoredUse[], days: number, nowMs: number): UseSince[] {
  return uses.map(({ fingerprint, stats: { lastAtMs } }) => ({
    fingerprint,
    since: new Date((lastAtMs ?? nowMs) - days * dayMs).toISOString(),
  }));
}

function windowsOf(found: ScoredBuckets | undefined): Situation["windows"] {
  if (!found) return null;
  const { best, ...figures } = found;
  return { ...figures, reasons: scoreBehaviour(best)?.reasons ?? [] };
}

function toCurrent(stored: StoredDetection): CurrentDetection {
  return {
    id: stored.id,
    status: stored.status as DetectionStatus,
    resolution: stored.resolution as Resolution | null,
    resolvedAtMs: stored.resolvedAt?.getTime() ?? null,
    exceptionExpiresAtMs: stored.exceptionExpiresAt?.getTime() ?? null,
    exceptionCalls: stored.exceptionCalls,
    calls: stored.calls,
    lastSeenAtMs: stored.lastSeenAt.getTime(),
    severity: stored.severity as Severity,
    detectedAtMs: stored.detectedAt.getTime(),
    reopenedFor: stored.reopenedFor as CurrentDetection["reopenedFor"],
  };
}

/** What is known of the provider now: more may have been recorded since the traffic came. */
function providerOf({ endpoint, providerId, provider }: StoredUse, catalogue: Catalogue): Provider {
  const known =
    catalogue.explain(endpoint)?.entry.provider ??
    catalogue.entries.find((entry) => entry.provider.id === providerId)?.provider;
  const nothing = { jurisdiction: null, trainsOnInputs: "UNKNOWN", dpa: "UNKNOWN" } as const;
  return known ?? { id: providerId, name: provider, ...nothing };
}
