import { readActivity } from "@/lib/domains/activity";
import { readAlertFigures, readChainHealth, readEventFigures } from "@/lib/domains/audit-chain";
import { listNotableChanges } from "@/lib/domains/credentials";
import { readReadiness } from "@/lib/domains/evidence";
import { findModelNames, listModels } from "@/lib/domains/models";
import { readChanges } from "@/lib/domains/overview/read-changes";
import type { Overview } from "@/lib/domains/overview/schemas";
import { readDetectionFigures, readQueue, readSensors, readTrends } from "@/lib/domains/shadow-ai";
import { listFailingEndpoints } from "@/lib/domains/webhooks";
import { type Clock, isoMilliseconds } from "@/lib/platform/core/clock";
import type { Context } from "@/lib/platform/core/context";
import { may } from "@/lib/platform/core/roles";
import { singleton } from "@/lib/platform/core/singleton";

/** Some values change with time alone. */
const ttlMs = 30_000;
const entriesMax = 5_000;

/**
 * Reads the sections of the overview. Each one is cached for half a minute, or until `readActivity` reports a change of
 * its source; the caller's own queue and the changes since their previous visit are cached per caller. Sections that the
 * caller cannot access are null.
 */
export async function readOverview(ctx: Context): Promise<Overview> {
  const { chainPosition, revisions } = await readActivity(ctx);
  const organisationId = ctx.organisation.id;
  const { clock } = ctx;
  const nowMs = clock.now();
  const cached = <T>(section: string, revision: string, read: () => Promise<T>) =>
    cache().get(`${organisationId} ${section}`, { revision, clock }, read);
  const onlyWith = <T>(allowed: boolean, read: () => Promise<T>) => (allowed ? read() : null);
  const seesDetections = may(ctx, "shadow_ai:read");
  const sessionId = ctx.actor.kind === "user" ? ctx.actor.sessionId : undefined;
  const { detections: ofDetections, deliveries, evidence: ofEvidence, verifications } = revisions;
  const ofChanges = [ofDetections, deliveries, ofEvidence, verifications].join(" ");

  const [
    chain,
    events,
    alerts,
    queue,
    detections,
    trends,
    sensors,
    readiness,
    hasModel,
    accountChanges,
    failing,
    changes,
  ] = await Promise.all([
    cached("chain", revisions.verifications, () => readChainHealth(organisationId, nowMs)),
    cached("events", String(chainPosition), () => readEventFigures(organisationId, nowMs)),
    cached("alerts", String(chainPosition), () => readAlerts(organisationId)),
    onlyWith(seesDetections, () => cached(`queue ${ctx.actor.id}`, revisions.detections, () => readQueue(ctx))),
    onlyWith(seesDetections, () => cached("detections", revisions.detections, () => readDetectionFigures(ctx))),
    onlyWith(seesDetections, () => cached("trends", revisions.detections, () => readTrends(organisationId, nowMs))),
    cached("sensors", revisions.imports, () => readSensors(organisationId, nowMs)),
    cached("evidence", revisions.evidence, () => readReadiness(organisationId, nowMs)),
    hasRegisteredModel(ctx),
    onlyWith(may(ctx, "members:read"), () =>
      cached("account-changes", revisions.members, () => listNotableChanges(organisationId, nowMs)),
    ),
    onlyWith(may(ctx, "webhooks:read"), () =>
      cached("failing-endpoints", revisions.deliveries, () => listFailingEndpoints(ctx)),
    ),
    onlyWith(sessionId !== undefined, () => cached(`changes ${sessionId}`, ofChanges, () => readChanges(ctx))),
  ]);
  const { hasPackage, ...evidence } = readiness;
  const { total: sources, ...sensorStates } = sensors;
  return {
    generatedAt: isoMilliseconds(nowMs),
    chain: { headPosition: chainPosition, ...chain },
    queue,
    detections,
    sensors: seesDetections ? sensorStates : null,
    evidence: may(ctx, "evidence:read") ? evidence : null,
    trends,
    events,
    alerts,
    changes,
    accountChanges,
    failingEndpoints: failing?.map(({ id, url, health }) => ({ id, url, health })) ?? null,
    checklist: { hasSource: sources > 0, hasModel, hasPackage },
  };
}

const alertedModelsMax = 5;

async function readAlerts(organisationId: string): Promise<Overview["alerts"]> {
  const { models, ...figures } = await readAlertFigures(organisationId);
  const shown = models.slice(0, alertedModelsMax);
  const ids = shown.map(({ modelId }) => modelId);
  const names = ids.length > 0 ? await findModelNames(organisationId, ids) : new Map<string, string>();
  return {
    ...figures,
    total: models.length,
    models: shown.map((model) => ({ ...model, modelName: names.get(model.modelId) ?? model.modelId })),
  };
}

/** Every organisation has a system model. */
async function hasRegisteredModel(ctx: Context): Promise<boolean> {
  return (await listModels(ctx, { limit: 1 })).pagination.total > 1;
}

function cache(): RevisionCache {
  return singleton("overview", () => new RevisionCache({ ttlMs, entriesMax }));
}

interface Entry {
  revision: string;
  /** The time of the request in epoch milliseconds. */
  asOfMs: number;
  value: Promise<unknown>;
}

/**
 * A cache whose entries expire after a time or when the revision of their source changes. Concurrent requests share one
 * computation. Failures are not cached.
 */
class RevisionCache {
  private readonly entries = new Map<string, Entry>();

  constructor(private readonly limits: { ttlMs: number; entriesMax: number }) {}

  get<T>(key: string, { revision, clock }: { revision: string; clock: Clock }, compute: () => Promise<T>): Promise<T> {
    const nowMs = clock.now();
    const known = this.entries.get(key);
    if (known?.revision === revision && this.isFresh(known.asOfMs, nowMs)) return known.value as Promise<T>;
    const value = compute();
    const entry = { revision, asOfMs: nowMs, value };
    this.entries.delete(key);
    this.entries.set(key, entry);
    value.catch(() => {
      if (this.entries.get(key) === entry) this.entries.delete(key);
    });
    if (this.entries.size > this.limits.entriesMax) {
      const [oldest] = this.entries.keys();
      if (oldest !== undefined) this.entries.delete(oldest);
    }
    return value;
  }

  /** If the clock is set back, entries expire. */
  private isFresh(asOfMs: number, nowMs: number): boolean {
    const ageMs = nowMs - asOfMs;
    return ageMs >= 0 && ageMs < this.limits.ttlMs;
  }
}
