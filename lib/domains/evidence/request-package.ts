import { countByType, eventActor } from "@/lib/domains/audit-chain";
import { frameworkOf, sectionIds } from "@/lib/domains/evidence/frameworks";
import { generationsAtOnce, readQueue } from "@/lib/domains/evidence/generation-store";
import { recordPackageChange } from "@/lib/domains/evidence/package-changes";
import type { GeneratedPackage, GenerateEvidence } from "@/lib/domains/evidence/schemas";
import type { PackagePreview, PreviewPackage } from "@/lib/domains/evidence/schemas-preview";
import { countModelEvents, insertPackage } from "@/lib/domains/evidence/store";
import { getModel } from "@/lib/domains/models";
import { isoMilliseconds } from "@/lib/platform/core/clock";
import type { Context } from "@/lib/platform/core/context";
import { modelNotRegistered, ServiceError } from "@/lib/platform/core/errors";
import { newId } from "@/lib/platform/core/ids";
import { requireOwnModel } from "@/lib/platform/core/roles";
import { inTransaction, type Transaction } from "@/lib/platform/database/db";
import { enqueue } from "@/lib/platform/jobs/outbox-store";

/**
 * Requests a package; its generation begins after the commit. Throws `model_not_registered`, and `insufficient_scope`
 * for the model of another owner.
 */
export async function generatePackage(ctx: Context, input: GenerateEvidence): Promise<GeneratedPackage> {
  const organisationId = ctx.organisation.id;
  return inTransaction(ctx.tx, async (tx) => {
    const model = await registeredModel(ctx, tx, input.modelId);
    requireOwnModel(ctx, model.ownerEmail);
    const nowMs = ctx.clock.now();
    const queue = await readQueue(tx, organisationId);
    const stored = await insertPackage(tx, {
      ...columnsOf(input),
      id: newId("evidencePackage", nowMs),
      organisationId,
      modelId: model.id,
      modelName: model.name,
      requestedBy: JSON.stringify(eventActor(ctx.actor)),
      createdAt: new Date(nowMs),
    });
    const { id } = stored;
    await enqueue(tx, [{ name: "evidence/package.requested", data: { organisationId, packageId: id } }]);
    const events = await countModelEvents(tx, organisationId, model.id);
    const { sections, includeChainProof, includeHumanOversight } = stored;
    const more = { sections, includeChainProof, includeHumanOversight };
    await recordPackageChange(ctx, tx, { kind: "EVIDENCE_REQUESTED", stored, more });
    return {
      id,
      status: "GENERATING",
      modelId: model.id,
      framework: input.framework,
      dateRange: input.dateRange,
      ...estimate(events, queue),
      createdAt: isoMilliseconds(nowMs),
    };
  });
}

/** @throws `model_not_registered` */
export async function registeredModel(
  ctx: Context,
  tx: Transaction | undefined,
  id: string,
): Promise<{ id: string; name: string; ownerEmail: string | null }> {
  try {
    return await getModel(tx ? { ...ctx, tx } : ctx, id);
  } catch (error) {
    if (error instanceof ServiceError && error.code === "not_found") throw modelNotRegistered(id);
    throw error;
  }
}

function columnsOf(input: GenerateEvidence) {
  const { framework, dateRange, format, includeChainProof, includeHumanOversight, sections: wanted } = input;
  return {
    framework,
    mappingVersion: frameworkOf(framework).mappingVersion,
    dateFrom: new Date(dateRange.from),
    dateTo: new Date(dateRange.to),
    format,
    // In the framework's order, regardless of the order in the request.
    sections: sectionIds(framework).filter((id) => wanted?.includes(id) ?? true),
    includeChainProof,
    includeHumanOversight,
    recipientName: input.recipientName ?? null,
    notes: input.notes ?? null,
  };
}

/** Counts the model's events in the period by section of the framework. Throws `model_not_registered`. */
export async function previewPackage(ctx: Context, query: PreviewPackage): Promise<PackagePreview> {
  const { modelId, framework, from, to } = query;
  const model = await registeredModel(ctx, ctx.tx, modelId);
  const counts = await countByType(ctx.organisation.id, model.id, { from, to });
  const queue = await readQueue(ctx.tx, ctx.organisation.id);
  const sum = (types: readonly { type: string }[]) =>
    types.reduce((total, { type }) => total + (counts.get(type) ?? 0), 0);
  const { sections } = frameworkOf(framework);
  const totalEvents = [...counts.values()].reduce((total, events) => total + events, 0);
  return {
    totalEvents,
    ...estimate(totalEvents, queue),
    sections: sections.map(({ id, title, summary, reference, eventTypes }) => ({
      ...{ id, title, summary, reference },
      events: sum(eventTypes),
      strongEvents: sum(eventTypes.filter(({ strength }) => strength === "strong")),
    })),
  };
}

/** Minimum duration of a generation, even with few events. */
const leastSeconds = 5;
/** Maximum estimate without the queue. Longer generations only report progress. */
const mostSeconds = 600;
/** Number of a model's events that are read, verified, written and signed per second. */
const eventsPerSecond = 2_500;

/** The estimated time until a package with this many events is ready, including the packages ahead of it. */
export function estimate(events: number, { waiting, medianSeconds }: Awaited<ReturnType<typeof readQueue>>) {
  const ownSeconds = Math.min(mostSeconds, leastSeconds + Math.ceil(events / eventsPerSecond));
  const turnsBefore = Math.floor(waiting / generationsAtOnce);
  return {
    estimatedCompletionSeconds: ownSeconds + Math.ceil(turnsBefore * Math.max(0, medianSeconds ?? ownSeconds)),
    packagesAhead: waiting,
  };
}
