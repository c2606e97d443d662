import { listModels } from "@/lib/domains/models";
import { findOrganisation } from "@/lib/domains/organisations";
import type { GovernedModel } from "@/lib/domains/shadow-ai/analysis";
import type { Catalogue } from "@/lib/domains/shadow-ai/catalogue";
import {
  type CurrentDetection,
  decide,
  describeUse,
  type Situation,
  scoreBehaviour,
} from "@/lib/domains/shadow-ai/detect";
import {
  findNewestDetections,
  lockDetections,
  type StoredDetection,
} from "@/lib/domains/shadow-ai/detections/detection-store";
import { recordDetected, recordTraffic } from "@/lib/domains/shadow-ai/detections/record-change";
import type { DetectionStatus, Resolution } from "@/lib/domains/shadow-ai/enums";
import { organisationCatalogue } from "@/lib/domains/shadow-ai/organisation/catalogue";
import { findSettings } from "@/lib/domains/shadow-ai/organisation/settings-store";
import type { ShadowAiSettings } from "@/lib/domains/shadow-ai/schemas-settings";
import { type Applied, applyDecision } from "@/lib/domains/shadow-ai/uses/apply-decision";
import { readParts } from "@/lib/domains/shadow-ai/uses/resolved-traffic";
import { findAlike, findDays, type ScoredBuckets, type UseSince } from "@/lib/domains/shadow-ai/uses/traffic-store";
import {
  findChangedUses,
  markAllUses,
  requestAnalysis,
  type StoredUse,
  settleUses,
} from "@/lib/domains/shadow-ai/uses/use-store";
import type { Clock } from "@/lib/platform/core/clock";
import type { Context } from "@/lib/platform/core/context";
import { newId } from "@/lib/platform/core/ids";
import { inTransaction, type Transaction } from "@/lib/platform/database/db";
import { settleEffect } from "@/lib/platform/jobs/outbox-store";
import { log } from "@/lib/platform/telemetry/log";

/** Number of uses per transaction, which ends under the lock of the chain. */
const pageMax = 50;

const nothing = { uses: 0, opened: 0, reopened: 0, raised: 0 };
type AnalysisReport = typeof nothing;

/**
 * Analyses every changed use of the organisation: opens, updates and reopens detections, or leaves them unchanged. Each
 * change and its events commit together with the mark that the use was analysed. Safe to repeat and to run
 * concurrently: a second run finds no changed uses.
 */
export async function analyseUses(organisationId: string, clock: Clock): Promise<AnalysisReport> {
  const report = { ...nothing };
  const organisation = await findOrganisation(organisationId);
  if (!organisation) return report;
  const ctx: Context = {
    organisation,
    actor: { kind: "system", id: "shadow-ai" },
    scopes: new Set(),
    clock,
    requestId: newId("request"),
  };
  for (;;) {
    const page = await inTransaction(undefined, (tx) => analysePage(ctx, tx));
    for (const name of Object.keys(page) as (keyof AnalysisReport)[]) report[name] += page[name];
    if (page.uses < pageMax) return report;
  }
}

/** Requests an analysis of all uses, because the registered models approve other uses than before. */
export async function reassessUses(organisationId: string, clock: Clock): Promise<void> {
  await inTransaction(undefined, async (tx) => {
    await lockDetections(tx, organisationId);
    await markAllUses(tx, organisationId, new Date(clock.now()));
    await requestAnalysis(tx, organisationId);
  });
  await settleEffect({ name: "models/allow-list.changed", data: { organisationId } });
}

async function analysePage(ctx: Context, tx: Transaction): Promise<AnalysisReport> {
  const organisationId = ctx.organisation.id;
  await lockDetections(tx, organisationId);
  const uses = await findChangedUses(tx, organisationId, pageMax);
  if (uses.length === 0) return nothing;
  const settings = await findSettings(tx, organisationId);
  const catalogue = await organisationCatalogue(tx, organisationId);
  // Read under the lock, so that no change of an allow list is missed.
  const models = await governedModels({ ...ctx, tx });
  const nowMs = ctx.clock.now();
  const done: (Applied & { fingerprint: string })[] = [];
  for (const judged of await readSituations(tx, organisationId, uses, { settings, catalogue, models, nowMs })) {
    const { fingerprint, endpoint } = judged.use;
    const isIgnored = catalogue.explain(endpoint)?.ignored === true;
    done.push({ fingerprint, ...(isIgnored ? passOver(judged) : await judge(tx, judged, new Date(nowMs))) });
  }
  const settled = done.map(({ fingerprint, detection }) => ({ fingerprint, detectionId: detection?.id ?? null }));
  await settleUses(tx, organisationId, settled, new Date(nowMs));
  const of = (wanted: Applied["done"]) =>
    done.flatMap(({ done: did, detection }) => (did === wanted && detection ? [detection] : []));
  const [opened, reopened, raised] = [of("opened"), of("reopened"), of("raised")];
  await recordDetected(ctx, tx, opened, "CREATED");
  await recordDetected(ctx, tx, reopened, "REOPENED");
  await recordDetected(ctx, tx, raised, "SEVERITY_RAISED");
  await recordDetected(ctx, tx, of("reassessed"), "ALLOW_LIST_APPLIED");
  await recordTraffic(ctx, tx, of("updated"));
  return { uses: uses.length, opened: opened.length, reopened: reopened.length, raised: raised.length };
}

/**
 * A use whose analysis fails because of a defect is skipped until it has new traffic, so that it does not block the
 * others.
 */
async function judge(tx: Transaction, judged: JudgedUse, now: Date): Promise<Applied> {
  const { situation, use } = judged;
  let description: Parameters<typeof applyDecision>[2];
  try {
    const decision = decide(situation);
    if (decision.kind === "ignore") return passOver(judged);
    description = { decision, description: describeUse(situation, decision) };
  } catch (error) {
    log().error({ err: error, fingerprint: use.fingerprint }, "a use of an AI service could not be analysed");
    return passOver(judged);
  }
  return applyDecision(tx, judged, description, now);
}

function passOver({ stored }: JudgedUse): Applied {
  return { done: "nothing", detection: stored };
}

/** Number of models per query. */
const modelsMax = 500;

/** The approved uses of the organisation's registered models. An archived model approves none. */
async function governedModels(ctx: Context): Promise<GovernedModel[]> {
  const models: GovernedModel[] = [];
  let cursor: string | undefined;
  do {
    const { data, pagination } = await listModels(ctx, { archived: false, limit: modelsMax, cursor });
    for (const { id, provider, allowedEndpoints, system } of data) {
      if (!system) models.push({ id, provider, allowedEndpoints });
    }
    cursor = pagination.nextCursor;
  } while (cursor !== undefined);
  return models;
}

/** Shared inputs for decisions about an organisation's uses. */
export interface Grounds {
  settings: ShadowAiSettings;
  catalogue: Catalogue;
  models: GovernedModel[];
  nowMs: number;
}

/** A use with the inputs of its decision, and its newest detection. */
export interface JudgedUse {
  use: StoredUse;
  situation: Situation;
  stored: StoredDetection | undefined;
}

const dayMs = 24 * 60 * 60_000;
/** Number of days before a use's newest traffic that are read for daily statistics and similar windows. */
const daysBack = 30;
const windowDaysBack = 7;

/** Reads the inputs for decisions about uses. */
export async function readSituations(
  tx: Transaction,
  organisationId: string,
  uses: StoredUse[],
  grounds: Grounds,
): Promise<JudgedUse[]> {
  const fingerprints = uses.map(({ fingerprint }) => fingerprint);
  const detections = await findNewestDetections(tx, organisationId, fingerprints);
  const days = await findDays(tx, organisationId, since(uses, daysBack, grounds.nowMs));
  const parts = await readParts(tx, organisationId, uses, { detections, models: grounds.models, daysBack });
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
      ...(parts.get(use.fingerprint) ?? { since: null, own: null }),
      windows: windowsOf(alike.get(use.fingerprint)),
      detection: stored ? toCurrent(stored) : null,
      settings: grounds.settings,
      models: grounds.models,
      provider: grounds.catalogue.providerOf(use),
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
    calls: stored.calls,
    bytesOut: stored.bytesOut,
    bytesIn: stored.bytesIn,
    firstSeenAtMs: stored.firstSeenAt.getTime(),
    lastSeenAtMs: stored.lastSeenAt.getTime(),
    reopenedFor: stored.reopenedFor as CurrentDetection["reopenedFor"],
  };
}
