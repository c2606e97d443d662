import type { Context } from "@/lib/context";
import { inTransaction } from "@/lib/db";
import { notFound, ServiceError } from "@/lib/errors";
import { recordModelChange } from "@/lib/models/record-change";
import type { Model, UpdateModel } from "@/lib/models/schemas";
import { changeModel, lockModel, type ModelChange, type StoredModel } from "@/lib/models/store";
import { toModel } from "@/lib/models/to-model";
import { requireOwnModel } from "@/lib/require-permission";
import { entityTag, matches, preconditionFailed } from "@/lib/resource/entity-tag";

/**
 * Sets what `change` names and leaves the rest, also what others change at the same time. `ifMatch` is the request's
 * `If-Match` header: with it the model changes only if nobody has changed it since. A change to what is already so
 * leaves `updatedAt` alone and is no event. Throws `not_found`, `insufficient_scope`, `conflict` for the system model, `precondition_failed`.
 */
export async function updateModel(ctx: Context, id: string, change: UpdateModel, ifMatch?: string): Promise<Model> {
  const organisationId = ctx.organisation.id;
  return inTransaction(ctx.tx, async (tx) => {
    const stored = await lockModel(tx, organisationId, id);
    if (!stored) throw notFound("model");
    requireOwnModel(ctx, stored.ownerEmail);
    if (stored.system) throw new ServiceError("conflict", "The system model of an organisation cannot be changed.");
    const before = toModel(stored);
    if (ifMatch !== undefined && !matches(ifMatch, before)) throw preconditionFailed("model", before);

    const nowMs = Math.max(ctx.clock.now(), stored.updatedAt.getTime());
    const columns = changedColumns(stored, change, new Date(nowMs));
    const after = toModel({ ...stored, ...columns } as StoredModel);
    if (entityTag(after) === entityTag(before)) return before;
    const changed = await changeModel(tx, organisationId, id, { ...columns, updatedAt: new Date(nowMs) });
    await recordModelChange(ctx, tx, "MODEL_CHANGED", changed);
    return toModel(changed);
  });
}

function changedColumns(stored: StoredModel, change: UpdateModel, now: Date): ModelChange {
  const { archived, allowedEndpoints, name, ...clearable } = change;
  return {
    ...withoutUndefined(clearable),
    ...(name === undefined ? {} : { name }),
    ...(allowedEndpoints === undefined ? {} : { allowedEndpoints: allowedEndpoints ?? [] }),
    ...(archived === undefined ? {} : { archivedAt: archived ? (stored.archivedAt ?? now) : null }),
  };
}

type WithoutUndefined<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

function withoutUndefined<T extends object>(given: T): WithoutUndefined<T> {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as WithoutUndefined<T>;
}
