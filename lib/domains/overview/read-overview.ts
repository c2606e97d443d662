import { readActivity } from "@/lib/domains/activity";
import { readChainHealth, readEventFigures } from "@/lib/domains/audit-chain";
import { listNotableChanges } from "@/lib/domains/credentials";
import { readReadiness } from "@/lib/domains/evidence";
import { listModels } from "@/lib/domains/models";
import { RevisionCache } from "@/lib/domains/overview/revision-cache";
import type { Overview } from "@/lib/domains/overview/schemas";
import { readDetectionFigures, readQueue, readSensors, readTrends } from "@/lib/domains/shadow-ai";
import { isoMilliseconds } from "@/lib/platform/core/clock";
import type { Context } from "@/lib/platform/core/context";
import { may } from "@/lib/platform/core/roles";
import { singleton } from "@/lib/platform/core/singleton";

/** Figures that nothing has moved are made again after so long, for time moves some of them. */
const ttlMs = 30_000;
const entriesMax = 5_000;

/**
 * What an organisation's people look at first, all of it at once. Each section is kept for half a minute, or until
 * `readActivity` says that what it is made of has changed; what is personal, for each caller. A section that the caller
 * may not see is null.
 */
export async function readOverview(ctx: Context): Promise<Overview> {
  const { chainPosition, revisions } = await readActivity(ctx);
  const organisationId = ctx.organisation.id;
  const { clock } = ctx;
  const nowMs = clock.now();
  const keep = <T>(section: string, revision: string, make: () => Promise<T>) =>
    cache().get(`${organisationId} ${section}`, { revision, clock }, make);
  const onlyWith = <T>(allowed: boolean, read: () => Promise<T>) => (allowed ? read() : null);
  const seesDetections = may(ctx, "shadow_ai:read");

  const [chain, events, queue, detections, trends, sensors, readiness, models, accountChanges] = await Promise.all([
    keep("chain", revisions.verifications, () => readChainHealth(organisationId, nowMs)),
    keep("events", String(chainPosition), () => readEventFigures(organisationId, nowMs)),
    onlyWith(seesDetections, () => keep(`queue ${ctx.actor.id}`, revisions.detections, () => readQueue(ctx))),
    onlyWith(seesDetections, () => keep("detections", revisions.detections, () => readDetectionFigures(ctx))),
    onlyWith(seesDetections, () => keep("trends", revisions.detections, () => readTrends(organisationId, nowMs))),
    keep("sensors", revisions.imports, () => readSensors(organisationId, nowMs)),
    keep("evidence", revisions.evidence, () => readReadiness(organisationId, nowMs)),
    hasRegisteredModel(ctx),
    onlyWith(may(ctx, "members:read"), () =>
      keep("account-changes", revisions.members, () => listNotableChanges(organisationId, nowMs)),
    ),
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
    accountChanges,
    checklist: { hasSource: sources > 0, hasModel: models, hasPackage },
  };
}

/** One beside the system model, which every organisation has. */
async function hasRegisteredModel(ctx: Context): Promise<boolean> {
  return (await listModels(ctx, { limit: 1 })).pagination.total > 1;
}

function cache(): RevisionCache {
  return singleton("overview", () => new RevisionCache({ ttlMs, entriesMax }));
}
