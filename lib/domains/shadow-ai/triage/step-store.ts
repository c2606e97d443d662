import { type StoredDetection, triagedColumns } from "@/lib/domains/shadow-ai/detections/detection-store";
import type { Prisma } from "@/lib/generated/prisma/client";
import { isId } from "@/lib/platform/core/id-prefixes";
import type { Transaction } from "@/lib/platform/database/db";

/** Maximum age of a step that can be undone. */
export const undoMs = 10 * 60 * 1000;

const restored = [...triagedColumns, "registered"] as const;
type Restored = Pick<StoredDetection, (typeof restored)[number]>;

const times: ReadonlySet<string> = new Set(["resolvedAt", "exceptionExpiresAt", "reopenedAt", "snoozedUntil"]);

/** The last step of a detection: its previous state, and the entity tag after the step. */
export interface StoredStep {
  detectionId: string;
  before: Restored;
  afterTag: string;
  takenAt: Date;
}

interface NewStep {
  organisationId: string;
  operationId: string;
  before: StoredDetection;
  afterTag: string;
  takenAt: Date;
}

/** Stores a step and replaces the detection's previous one. */
export async function saveStep(tx: Transaction, { before, ...step }: NewStep): Promise<void> {
  const key = { organisationId: step.organisationId, detectionId: before.id };
  const state = Object.fromEntries(restored.map((name) => [name, before[name]]));
  const columns = { ...step, before: JSON.parse(JSON.stringify(state)) as Prisma.InputJsonObject };
  await tx.shadowAiTriageStep.upsert({
    where: { organisationId_detectionId: key },
    create: { ...key, ...columns },
    update: columns,
  });
}

/** Deletes the organisation's steps that are too old to be undone at `now`. */
export async function deleteOldSteps(tx: Transaction, organisationId: string, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - undoMs);
  await tx.shadowAiTriageStep.deleteMany({ where: { organisationId, takenAt: { lt: oldest } } });
}

/** A step cannot be undone after it was undone or after another change. */
export async function deleteStep(tx: Transaction, organisationId: string, detectionId: string): Promise<void> {
  await tx.shadowAiTriageStep.deleteMany({ where: { organisationId, detectionId } });
}

export async function findSteps(
  tx: Transaction,
  organisationId: string,
  by: { detectionId: string } | { operationId: string },
): Promise<StoredStep[]> {
  if ("operationId" in by && !isId("triageOperation", by.operationId)) return [];
  const rows = await tx.shadowAiTriageStep.findMany({
    where: { organisationId, ...by },
    orderBy: { detectionId: "desc" },
  });
  return rows.map(({ detectionId, before, afterTag, takenAt }) => ({
    ...{ detectionId, afterTag, takenAt },
    before: Object.fromEntries(
      Object.entries(before as Prisma.JsonObject).map(([name, value]) => [
        name,
        times.has(name) && typeof value === "string" ? new Date(value) : value,
      ]),
    ) as unknown as Restored,
  }));
}
