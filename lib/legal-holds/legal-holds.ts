import { appendInTransaction } from "@/lib/audit-chain";
import type { Context } from "@/lib/context";
import { inTransaction, type Transaction } from "@/lib/db";
import { notFound, ServiceError } from "@/lib/errors";
import { newId } from "@/lib/ids";
import type {
  LegalHold,
  LegalHoldList,
  ListLegalHolds,
  PlaceLegalHold,
  ReleaseLegalHold,
} from "@/lib/legal-holds/schemas";
import {
  countActiveHolds,
  findFirstHolds,
  findHold,
  findHolds,
  findHoldsDuring,
  type HoldFilter,
  insertHold,
  lockHolds,
  releaseStoredHold,
  type StoredHold,
} from "@/lib/legal-holds/store";
import { findUnregistered } from "@/lib/models";
import { type Place, paginate, readPlace } from "@/lib/resource/list-page";

/** Holds that an organisation may have standing. */
const activeHoldsMax = 1_000;

/**
 * Places a hold: from its commit on nothing that it covers is erased or deleted, and an erasure that was under way is waited
 * for. Throws `model_not_registered` for a model that there is not, `conflict` when as many stand as may.
 */
export async function placeHold(ctx: Context, input: PlaceLegalHold): Promise<LegalHold> {
  const organisationId = ctx.organisation.id;
  return inTransaction(ctx.tx, async (tx) => {
    await lockHolds(tx, organisationId);
    if ((await countActiveHolds(tx, organisationId)) >= activeHoldsMax) {
      throw new ServiceError(
        "conflict",
        `${activeHoldsMax} legal holds stand, which is the most that may. Release one.`,
      );
    }
    const { name, reason, reference = null, modelIds = [], dateRange } = input;
    const unregistered = await findUnregistered({ ...ctx, tx }, modelIds);
    if (unregistered.length > 0) throw notRegistered(modelIds, unregistered);
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
    await recordHoldChange(ctx, tx, { kind: "LEGAL_HOLD_PLACED", hold, eventId: placedBy });
    return toHold(stored);
  });
}

function notRegistered(modelIds: string[], unregistered: string[]): ServiceError {
  const details = modelIds.flatMap((id, i) =>
    unregistered.includes(id) ? [{ path: `modelIds[${i}]`, message: "is not registered" }] : [],
  );
  const message = "The hold names models that this organisation has not registered.";
  return new ServiceError("model_not_registered", message, { details });
}

/**
 * Releases a hold for good: what no other hold covers may be erased again, and retention goes on where it stopped. Throws
 * `not_found`, and `conflict` for one that was released.
 */
export async function releaseHold(ctx: Context, id: string, { reason }: ReleaseLegalHold): Promise<LegalHold> {
  const organisationId = ctx.organisation.id;
  return inTransaction(ctx.tx, async (tx) => {
    await lockHolds(tx, organisationId);
    const hold = await findHold(tx, organisationId, id);
    if (!hold) throw notFound("legal hold");
    if (hold.releasedAt) {
      throw new ServiceError("conflict", `The hold was released at ${hold.releasedAt.toISOString()}.`);
    }
    const nowMs = ctx.clock.now();
    const releasedBy = newId("auditEvent", nowMs);
    const released = { releasedBy, releasedAt: new Date(nowMs), releaseReason: reason };
    const stored = await releaseStoredHold(tx, organisationId, id, released);
    await recordHoldChange(ctx, tx, { kind: "LEGAL_HOLD_RELEASED", hold, eventId: releasedBy });
    return toHold(stored);
  });
}

/** A hold of the organisation, also one that was released. Throws `not_found`. */
export async function getHold(ctx: Context, id: string): Promise<LegalHold> {
  const stored = await findHold(ctx.tx, ctx.organisation.id, id);
  if (!stored) throw notFound("legal hold");
  return toHold(stored);
}

/**
 * The organisation's holds, newest first. Holds placed between two pages show on neither; `total` is that of the first page.
 * Throws `invalid_cursor` for a cursor of another organisation or filter.
 */
export async function listHolds(ctx: Context, query: ListLegalHolds): Promise<LegalHoldList> {
  const { limit, cursor, ...filter } = query;
  const organisationId = ctx.organisation.id;
  const binding = ["legal-holds", organisationId, filter];
  const place = readPlace(cursor, binding);
  const { holds, total } = await findPage(organisationId, filter, place, limit + 1);
  const { rows, pagination } = paginate(holds, { limit, place, total, binding, before: ({ id }) => id });
  return { data: rows.map(toHold), pagination };
}

async function findPage(organisationId: string, filter: HoldFilter, place: Place | undefined, take: number) {
  if (!place) return findFirstHolds(organisationId, filter, take);
  const holds = await findHolds(organisationId, filter, { beforeId: place.before, take });
  return { holds, total: place.total };
}

/** The holds of an organisation that stood at some time of a period, both ends inclusive; the oldest first. */
export async function listHoldsDuring(
  organisationId: string,
  { from, to }: { from: string; to: string },
): Promise<LegalHold[]> {
  return (await findHoldsDuring(organisationId, { from: new Date(from), to: new Date(to) })).map(toHold);
}

/**
 * Writes a change of a hold to the chain, as the last thing in its transaction. Why it was placed or released is not in the
 * event: such a text may speak of people, and nothing is ever taken off the system model.
 */
async function recordHoldChange(
  ctx: Pick<Context, "organisation" | "actor" | "clock">,
  tx: Transaction,
  { kind, hold, eventId }: { kind: "LEGAL_HOLD_PLACED" | "LEGAL_HOLD_RELEASED"; hold: RecordedHold; eventId: string },
): Promise<void> {
  const { id: holdId, name, reference, modelIds, dateFrom, dateTo } = hold;
  const dateRange = dateFrom && dateTo ? { from: dateFrom.toISOString(), to: dateTo.toISOString() } : null;
  await appendInTransaction(ctx, tx, [
    {
      id: eventId,
      eventType: "CONFIG_CHANGE",
      payload: { kind, holdId, name, reference, modelIds, dateRange },
      records: [{ table: "legal_holds", id: holdId }],
    },
  ]);
}

type RecordedHold = Pick<StoredHold, "id" | "name" | "reference" | "modelIds" | "dateFrom" | "dateTo">;

/** A stored hold as callers see it. */
function toHold({ dateFrom, dateTo, placedAt, releasedAt, ...hold }: StoredHold): LegalHold {
  return {
    ...hold,
    dateRange: dateFrom && dateTo ? { from: dateFrom.toISOString(), to: dateTo.toISOString() } : null,
    active: releasedAt === null,
    placedAt: placedAt.toISOString(),
    releasedAt: releasedAt?.toISOString() ?? null,
  };
}
