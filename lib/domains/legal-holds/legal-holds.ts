import { eventActor, findActorNames, recordConfigurationChange } from "@/lib/domains/audit-chain";
import { nameOfActor } from "@/lib/domains/audit-chain/enums";
import {
  LegalHold,
  type LegalHoldList,
  type ListLegalHolds,
  type PlaceLegalHold,
  type ReleaseLegalHold,
} from "@/lib/domains/legal-holds/schemas";
import {
  countActiveHolds,
  findHold,
  findHoldsDuring,
  holdsOf,
  insertHold,
  lockHolds,
  releaseStoredHold,
  type StoredHold,
} from "@/lib/domains/legal-holds/store";
import { requireRegistered } from "@/lib/domains/models";
import type { Context } from "@/lib/platform/core/context";
import { notFound, ServiceError } from "@/lib/platform/core/errors";
import { newId } from "@/lib/platform/core/ids";
import { inTransaction, type Transaction } from "@/lib/platform/database/db";
import { listPage } from "@/lib/platform/resource/list-page";
import { withIsoTimes } from "@/lib/platform/resource/record-store";

const activeHoldsMax = 1_000;

/**
 * Places a hold. After the commit, data that it covers is not erased or deleted. Waits for an erasure in progress.
 * @throws `model_not_registered`, and `conflict` at the maximum of active holds.
 */
export async function placeHold(ctx: Context, input: PlaceLegalHold): Promise<LegalHold> {
  const organisationId = ctx.organisation.id;
  return inTransaction(ctx.tx, async (tx) => {
    await lockHolds(tx, organisationId);
    if ((await countActiveHolds(tx, organisationId)) >= activeHoldsMax) {
      throw new ServiceError(
        "conflict",
        `The organisation has ${activeHoldsMax} active legal holds, which is the maximum. Release one first.`,
      );
    }
    const { name, reason, reference = null, modelIds = [], dateRange } = input;
    await requireRegistered(
      { ...ctx, tx },
      modelIds.map((modelId, i) => ({ path: `modelIds[${i}]`, modelId })),
      "The hold includes models that are not registered.",
    );
    const nowMs = ctx.clock.now();
    const hold = {
      id: newId("legalHold", nowMs),
      name,
      reference,
      modelIds,
      dateFrom: dateRange ? new Date(dateRange.from) : null,
      dateTo: dateRange ? new Date(dateRange.to) : null,
    };
    const placedBy = newId("auditEvent", nowMs);
    const stored = await insertHold(tx, { ...hold, organisationId, reason, placedBy, placedAt: new Date(nowMs) });
    await recordHoldChange(ctx, tx, "LEGAL_HOLD_PLACED", hold, placedBy);
    return toHold(stored, nameOfActor(eventActor(ctx.actor)));
  });
}

/** Releases a hold permanently. @throws `not_found`, and `conflict` if it was released before. */
export async function releaseHold(ctx: Context, id: string, { reason }: ReleaseLegalHold): Promise<LegalHold> {
  const organisationId = ctx.organisation.id;
  const released = await inTransaction(ctx.tx, async (tx) => {
    await lockHolds(tx, organisationId);
    const hold = await findHold(tx, organisationId, id);
    if (!hold) throw notFound("legal hold");
    if (hold.releasedAt) {
      throw new ServiceError("conflict", `The hold was already released at ${hold.releasedAt.toISOString()}.`);
    }
    const nowMs = ctx.clock.now();
    const releasedBy = newId("auditEvent", nowMs);
    const release = { releasedBy, releasedAt: new Date(nowMs), releaseReason: reason };
    const stored = await releaseStoredHold(tx, organisationId, id, release);
    await recordHoldChange(ctx, tx, "LEGAL_HOLD_RELEASED", hold, releasedBy);
    return stored;
  });
  return withName(organisationId, released);
}

/** A hold, active or released. Throws `not_found`. */
export async function getHold(ctx: Context, id: string): Promise<LegalHold> {
  const stored = await findHold(ctx.tx, ctx.organisation.id, id);
  if (!stored) throw notFound("legal hold");
  return withName(ctx.organisation.id, stored);
}

/** The organisation's holds, newest first. @throws `invalid_cursor`. */
export async function listHolds(ctx: Context, query: ListLegalHolds): Promise<LegalHoldList> {
  const organisationId = ctx.organisation.id;
  const { rows, pagination } = await listPage(ctx, { name: "legal-holds", query, ...holdsOf(organisationId, query) });
  return { data: await withNames(organisationId, rows), pagination };
}

/** The holds that were active at some time of a period (inclusive), oldest first. */
export async function listHoldsDuring(
  organisationId: string,
  { from, to }: { from: string; to: string },
): Promise<LegalHold[]> {
  const holds = await findHoldsDuring(organisationId, { from: new Date(from), to: new Date(to) });
  return withNames(organisationId, holds);
}

/**
 * Records a change as the last step of its transaction. The reason is omitted: it can contain personal data, and events
 * of the system model are never erased.
 */
async function recordHoldChange(
  ctx: Context,
  tx: Transaction,
  kind: "LEGAL_HOLD_PLACED" | "LEGAL_HOLD_RELEASED",
  hold: RecordedHold,
  eventId: string,
): Promise<void> {
  const { id: holdId, name, reference, modelIds, dateFrom, dateTo } = hold;
  const dateRange = dateFrom && dateTo ? { from: dateFrom.toISOString(), to: dateTo.toISOString() } : null;
  const record = { table: "legal_holds", id: holdId } as const;
  const payload = { holdId, name, reference, modelIds, dateRange };
  await recordConfigurationChange(ctx, tx, { kind, record, payload, eventId });
}

type RecordedHold = Pick<StoredHold, "id" | "name" | "reference" | "modelIds" | "dateFrom" | "dateTo">;

/** Reads the events that record the holds, which must be committed. */
async function withNames(organisationId: string, holds: StoredHold[]): Promise<LegalHold[]> {
  const ids = holds.map(({ placedBy }) => placedBy);
  const names = await findActorNames(organisationId, ids);
  return holds.map((hold) => toHold(hold, names.get(hold.placedBy) ?? null));
}

async function withName(organisationId: string, stored: StoredHold): Promise<LegalHold> {
  const [hold] = await withNames(organisationId, [stored]);
  return hold as LegalHold;
}

function toHold(stored: StoredHold, placedByName: string | null): LegalHold {
  const { dateFrom: from, dateTo: to } = stored;
  return LegalHold.parse({
    ...withIsoTimes(stored),
    placedByName,
    dateRange: from && to ? { from: from.toISOString(), to: to.toISOString() } : null,
    active: stored.releasedAt === null,
  });
}
