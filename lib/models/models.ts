import { appendInTransaction } from "@/lib/audit-chain";
import type { Context } from "@/lib/context";
import { inTransaction, type Transaction } from "@/lib/db";
import { notFound, ServiceError } from "@/lib/errors";
import { newId } from "@/lib/ids";
import type {
  AllowedEndpoint,
  ListModels,
  Model,
  ModelList,
  RegisterModel,
  RiskTier,
  UpdateModel,
} from "@/lib/models/schemas";
import {
  changeModel,
  findFirstModels,
  findKnownModelIds,
  findModel,
  findModels,
  insertModel,
  lockModel,
  type ModelChange,
  type ModelFilter,
  type StoredModel,
} from "@/lib/models/store";
import { entityTag, matches, preconditionFailed } from "@/lib/resource/entity-tag";
import { type Place, paginate, readPlace } from "@/lib/resource/list-page";
import { ownModelsOnly, requireOwnModel } from "@/lib/roles";
import { publish } from "@/lib/webhooks";

/**
 * Registers a model, from then on events can name it, and publishes `model.registered`. The
 * registration is an event on the chain. Names need not be unique: versions
 * of a model may share one. Who may only write of their own models registers them as theirs.
 */
export async function registerModel(ctx: Context, input: RegisterModel): Promise<Model> {
  const nowMs = ctx.clock.now();
  const ownerEmail = input.ownerEmail ?? ownAddress(ctx);
  requireOwnModel(ctx, ownerEmail);
  return inTransaction(ctx.tx, async (tx) => {
    const stored = await insertModel(tx, {
      id: newId("model", nowMs),
      organisationId: ctx.organisation.id,
      createdAt: new Date(nowMs),
      name: input.name,
      version: input.version ?? null,
      provider: input.provider ?? null,
      riskTier: input.riskTier ?? null,
      ownerEmail,
      description: input.description ?? null,
      allowedEndpoints: input.allowedEndpoints ?? [],
    });
    const model = toModel(stored);
    await publish(tx, {
      organisation: ctx.organisation,
      clock: ctx.clock,
      type: "model.registered",
      data: model,
      sourceKey: `model.registered ${model.id}`,
      occurredAtMs: nowMs,
    });
    await recordModelChange(ctx, tx, "MODEL_REGISTERED", stored);
    return model;
  });
}

function ownAddress(ctx: Context): string | null {
  return ctx.actor.kind === "user" && ownModelsOnly(ctx) ? ctx.actor.email : null;
}

/** A model of the organisation, archived or not; throws `not_found`. */
export async function getModel(ctx: Context, id: string): Promise<Model> {
  const stored = await findModel(ctx.tx, ctx.organisation.id, id);
  if (!stored) throw notFound("model");
  return toModel(stored);
}

/**
 * The organisation's models, newest first. Models registered between two pages show on neither; `total` is that of the
 * first page. Throws `invalid_cursor` for a cursor of another organisation or other filters.
 */
export async function listModels(ctx: Context, query: ListModels): Promise<ModelList> {
  const { limit, cursor, ...filter } = query;
  const organisationId = ctx.organisation.id;
  const binding = ["models", organisationId, filter];
  const place = readPlace(cursor, binding);
  const { models, total } = await findPage(organisationId, filter, place, limit + 1);
  const { rows, pagination } = paginate(models, { limit, place, total, binding, before: (model) => model.id });
  return { data: rows.map(toModel), pagination };
}

async function findPage(organisationId: string, filter: ModelFilter, place: Place | undefined, take: number) {
  if (!place) return findFirstModels(organisationId, filter, take);
  return { models: await findModels(organisationId, filter, { beforeId: place.before, take }), total: place.total };
}

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

/** Which of these ids are of no model of the organisation, archived or not. */
export async function findUnregistered(ctx: Context, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const known = await findKnownModelIds(ctx.tx, ctx.organisation.id, ids);
  return ids.filter((id) => !known.has(id));
}

/** A stored model as callers see it. */
function toModel(stored: StoredModel): Model {
  const { archivedAt, ...same } = stored;
  return {
    ...same,
    riskTier: stored.riskTier as RiskTier | null,
    allowedEndpoints: stored.allowedEndpoints as unknown as AllowedEndpoint[],
    archived: archivedAt !== null,
    createdAt: stored.createdAt.toISOString(),
    updatedAt: stored.updatedAt.toISOString(),
  };
}

/**
 * Records a change of a model on the chain, as the last step of its transaction. The owner's address and the description,
 * which may name people, are covered by the sealed state only.
 */
async function recordModelChange(
  ctx: Pick<Context, "organisation" | "actor" | "clock">,
  tx: Transaction,
  kind: "MODEL_REGISTERED" | "MODEL_CHANGED",
  { id: modelId, name, version, provider, riskTier, archivedAt }: StoredModel,
): Promise<void> {
  const payload = { kind, modelId, name, version, provider, riskTier, archived: archivedAt !== null };
  await appendInTransaction(ctx, tx, [
    { eventType: "CONFIG_CHANGE", payload, records: [{ table: "models", id: modelId }] },
  ]);
}
