import { listModels } from "@/lib/domains/models";
import { findOrganisation } from "@/lib/domains/organisations";
import type { GovernedModel } from "@/lib/domains/shadow-ai/analysis";
import { decide, describeUse } from "@/lib/domains/shadow-ai/detect";
import { findDetections, lockDetections } from "@/lib/domains/shadow-ai/detections/detection-store";
import { recordDetected, recordTraffic } from "@/lib/domains/shadow-ai/detections/record-change";
import { organisationCatalogue } from "@/lib/domains/shadow-ai/organisation/catalogue";
import { findSettings } from "@/lib/domains/shadow-ai/organisation/settings-store";
import { type Applied, applyDecision } from "@/lib/domains/shadow-ai/uses/apply-decision";
import { assignUnits, type Merged, mergeDetections } from "@/lib/domains/shadow-ai/uses/merge-detections";
import { type JudgedUnit, readSituations } from "@/lib/domains/shadow-ai/uses/read-situations";
import { isCovered, isShared } from "@/lib/domains/shadow-ai/uses/units";
import {
  areUsesWritable,
  findChangedUnits,
  markAllUses,
  requestAnalysis,
  settleUses,
} from "@/lib/domains/shadow-ai/uses/use-store";
import type { Clock } from "@/lib/platform/core/clock";
import type { Context } from "@/lib/platform/core/context";
import { unavailable } from "@/lib/platform/core/errors";
import { newId } from "@/lib/platform/core/ids";
import { inTransaction, type Transaction } from "@/lib/platform/database/db";
import { settleEffect } from "@/lib/platform/jobs/outbox-store";
import { log } from "@/lib/platform/telemetry/log";

/** Number of units and uses per transaction, which ends under the lock of the chain. */
const pageMax = { units: 50, uses: 500 } as const;

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
  while (await inTransaction(undefined, (tx) => assignPage(ctx, tx)));
  for (;;) {
    const page = await inTransaction(undefined, (tx) => analysePage(ctx, tx));
    if (page === undefined) return report;
    for (const name of Object.keys(page) as (keyof AnalysisReport)[]) report[name] += page[name];
  }
}

async function assignPage({ organisation, clock }: Context, tx: Transaction): Promise<boolean> {
  await lockDetections(tx, organisation.id);
  if (!(await areUsesWritable(tx, organisation.id))) return false;
  return assignUnits(tx, organisation.id, new Date(clock.now()));
}

/** Requests an analysis of all uses, because the registered models approve other uses than before. */
export async function reassessUses(organisationId: string, clock: Clock): Promise<void> {
  await inTransaction(undefined, async (tx) => {
    await lockDetections(tx, organisationId);
    // The job is repeated until then.
    if (!(await areUsesWritable(tx, organisationId))) throw unavailable("The organisation is being moved.");
    await markAllUses(tx, organisationId, new Date(clock.now()));
    await requestAnalysis(tx, organisationId);
  });
  await settleEffect({ name: "models/allow-list.changed", data: { organisationId } });
}

/** Undefined if nothing is left to analyse, or while the organisation moves. */
async function analysePage(ctx: Context, tx: Transaction): Promise<AnalysisReport | undefined> {
  const organisationId = ctx.organisation.id;
  await lockDetections(tx, organisationId);
  if (!(await areUsesWritable(tx, organisationId))) return undefined;
  const units = await findChangedUnits(tx, organisationId, pageMax);
  if (units.size === 0) return undefined;
  const nowMs = ctx.clock.now();
  const merged = await mergeDetections(tx, organisationId, units, new Date(nowMs));
  for (const unit of merged.unfinished) units.delete(unit);
  const settings = await findSettings(tx, organisationId);
  const catalogue = await organisationCatalogue(tx, organisationId);
  // Read under the lock, so that no change of an allow list is missed.
  const models = await governedModels({ ...ctx, tx });
  const done: Applied[] = [];
  const settled: Parameters<typeof settleUses>[2] = [];
  let uses = 0;
  for (const judged of await readSituations(tx, organisationId, units, { settings, catalogue, models, nowMs })) {
    const isIgnored = catalogue.explain(judged.situation.use.endpoint)?.ignored === true;
    const applied = isIgnored ? passOver(judged) : await judge(tx, judged, new Date(nowMs));
    done.push(applied);
    settled.push(...settledUses(judged, applied));
    uses += judged.unit.uses.filter(({ changed }) => changed).length;
  }
  await settleUses(tx, organisationId, settled, new Date(nowMs));
  const of = (wanted: Applied["done"]) =>
    done.flatMap(({ done: did, detection }) => (did === wanted && detection ? [detection] : []));
  const [opened, reopened, raised] = [of("opened"), of("reopened"), of("raised")];
  await recordDetected(ctx, tx, opened, "CREATED");
  await recordDetected(ctx, tx, reopened, "REOPENED");
  const snoozeEnds = new Map(done.map(({ detection, snoozeEnd }) => [detection?.id, snoozeEnd]));
  const snoozeEndOf = ({ id }: { id: string }) => snoozeEnds.get(id);
  await recordDetected(ctx, tx, raised, "SEVERITY_RAISED", snoozeEndOf);
  await recordDetected(ctx, tx, of("reassessed"), "ALLOW_LIST_APPLIED", snoozeEndOf);
  await recordDetected(ctx, tx, of("woken"), "SNOOZE_ENDED", snoozeEndOf);
  await recordDetected(ctx, tx, of("reclassified"), "SOURCE_CHANGED");
  await recordMerged(ctx, tx, merged);
  await recordTraffic(ctx, tx, of("updated"));
  return { uses, opened: opened.length, reopened: reopened.length, raised: raised.length };
}

/** Records merged detections in their final state, with one event each. */
async function recordMerged(ctx: Context, tx: Transaction, { closed, continued }: Merged): Promise<void> {
  if (continued.size === 0) return;
  const continuing = await findDetections(tx, ctx.organisation.id, [...continued]);
  await recordDetected(ctx, tx, [...closed, ...continuing], "MERGED");
}

/** Uses that were analysed or that belong to another detection than before, with the detection of each. */
function settledUses({ unit, situation: { models } }: JudgedUnit, { done, detection }: Applied) {
  const isPartial = done === "opened" && detection?.reopenedFor === "OUTSIDE_ALLOWLIST" && isShared(unit);
  const counted = new Set(isPartial ? unit.counted.filter((use) => !isCovered(use, models)) : unit.counted);
  return unit.uses.flatMap((use) => {
    const detectionId = counted.has(use) ? (detection?.id ?? null) : use.detectionId;
    if (!use.changed && detectionId === use.detectionId) return [];
    return [{ fingerprint: use.fingerprint, detectionId }];
  });
}

/**
 * A use whose analysis fails because of a defect is skipped until it has new traffic, so that it does not block the
 * others.
 */
async function judge(tx: Transaction, judged: JudgedUnit, now: Date): Promise<Applied> {
  const { situation } = judged;
  let description: Parameters<typeof applyDecision>[2];
  try {
    const decision = decide(situation);
    if (decision.kind === "ignore") return passOver(judged);
    description = { decision, description: describeUse(situation, decision) };
  } catch (error) {
    log().error({ err: error, fingerprint: situation.use.fingerprint }, "a use of an AI service could not be analysed");
    return passOver(judged);
  }
  return applyDecision(tx, judged, description, now);
}

function passOver({ stored }: JudgedUnit): Applied {
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
