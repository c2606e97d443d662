import type { GovernedModel } from "@/lib/domains/shadow-ai/analysis";
import type { Catalogue } from "@/lib/domains/shadow-ai/catalogue";
import { type CurrentDetection, type Situation, scoreBehaviour } from "@/lib/domains/shadow-ai/detect";
import { findNewestDetections, type StoredDetection } from "@/lib/domains/shadow-ai/detections/detection-store";
import type { DetectionStatus, Resolution } from "@/lib/domains/shadow-ai/enums";
import type { ShadowAiSettings } from "@/lib/domains/shadow-ai/schemas-settings";
import { readParts } from "@/lib/domains/shadow-ai/uses/resolved-traffic";
import { findAlike, findDays, type ScoredBuckets } from "@/lib/domains/shadow-ai/uses/traffic-store";
import {
  combinedUse,
  dayFingerprints,
  rangesOfUnit,
  recentSince,
  type Unit,
  unitOfUses,
} from "@/lib/domains/shadow-ai/uses/units";
import type { StoredUse } from "@/lib/domains/shadow-ai/uses/use-store";
import type { Transaction } from "@/lib/platform/database/db";

/** Shared inputs for decisions about an organisation's uses. */
interface Grounds {
  settings: ShadowAiSettings;
  catalogue: Catalogue;
  models: GovernedModel[];
  nowMs: number;
}

/** A unit with the inputs of its decision, and its newest detection. */
export interface JudgedUnit {
  unit: Unit;
  situation: Situation;
  stored: StoredDetection | undefined;
}

/** Number of days before a unit's newest traffic whose windows are read. */
const windowDaysBack = 7;

/** Reads the inputs for decisions about units. */
export async function readSituations(
  tx: Transaction,
  organisationId: string,
  usesOfUnits: Map<string, StoredUse[]>,
  { settings, catalogue, models, nowMs }: Grounds,
): Promise<JudgedUnit[]> {
  const detections = await findNewestDetections(tx, organisationId, [...usesOfUnits.keys()]);
  const units = [...usesOfUnits].map(([fingerprint, uses]) =>
    unitOfUses(fingerprint, uses, detections.get(fingerprint), models),
  );
  const combined = new Map(units.map((unit) => [unit.fingerprint, combinedUse(unit)]));
  const newestOf = ({ fingerprint }: Unit) => combined.get(fingerprint)?.total.lastAtMs ?? nowMs;
  const recentOf = (unit: Unit) => recentSince(newestOf(unit));
  const days = await findDays(
    tx,
    organisationId,
    units.flatMap((unit) =>
      dayFingerprints(unit).map((fingerprint) => ({ key: unit.fingerprint, fingerprint, since: recentOf(unit) })),
    ),
  );
  const parts = await readParts(tx, organisationId, units, { detections, models, recentOf });
  const unknown = units.filter(({ uses }) => uses.every(({ entryId }) => entryId === null));
  const recentUnknown = unknown.flatMap((unit) => {
    const since = recentSince(newestOf(unit), windowDaysBack);
    return unit.counted.map(({ fingerprint }) => ({ key: unit.fingerprint, fingerprint, since }));
  });
  const alike = await findAlike(tx, organisationId, recentUnknown, settings.opening.behaviourScore);
  return units.map((unit) => {
    const { fingerprint } = unit;
    const { use, total } = combined.get(fingerprint) ?? combinedUse(unit);
    const stored = detections.get(fingerprint);
    const situation: Situation = {
      use,
      total,
      days: days.get(fingerprint)?.days ?? [],
      ranges: rangesOfUnit(unit),
      ...(parts.get(fingerprint) ?? { since: null, own: null }),
      windows: windowsOf(alike.get(fingerprint)),
      detection: stored ? toCurrent(stored) : null,
      settings,
      models,
      provider: catalogue.providerOf(use),
      nowMs,
      newestTrafficMs: total.lastAtMs ?? nowMs,
    };
    return { unit, situation, stored };
  });
}

function windowsOf(found: ScoredBuckets | undefined): Situation["windows"] {
  if (!found) return null;
  const { typical, ...figures } = found;
  const behaviour = scoreBehaviour(typical);
  return behaviour && { ...figures, ...behaviour };
}

function toCurrent(stored: StoredDetection): CurrentDetection {
  return {
    status: stored.status as DetectionStatus,
    resolution: stored.resolution as Resolution | null,
    resolvedAtMs: stored.resolvedAt?.getTime() ?? null,
    exceptionExpiresAtMs: stored.exceptionExpiresAt?.getTime() ?? null,
    exceptionCalls: stored.exceptionCalls,
    dnsOnly: stored.source === "DNS",
    calls: stored.calls,
    bytesOut: stored.bytesOut,
    bytesIn: stored.bytesIn,
    firstSeenAtMs: stored.firstSeenAt.getTime(),
    lastSeenAtMs: stored.lastSeenAt.getTime(),
    reopenedFor: stored.reopenedFor as CurrentDetection["reopenedFor"],
  };
}
