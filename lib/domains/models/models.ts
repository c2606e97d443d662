import { recordConfigurationChange } from "@/lib/domains/audit-chain";
import {
  type AllowedEndpoint,
  type ListModels,
  Model,
  type ModelList,
  type RegisterModel,
  type UpdateModel,
} from "@/lib/domains/models/schemas";
import {
  changeModel,
  findKnownModelIds,
  findModel,
  insertModel,
  lockModel,
  modelsOf,
  type StoredModel,
} from "@/lib/domains/models/store";
import { publish } from "@/lib/domains/webhooks";
import { withIsoDates } from "@/lib/platform/core/clock";
import type { Context } from "@/lib/platform/core/context";
import { notFound, ServiceError } from "@/lib/platform/core/errors";
import { newId } from "@/lib/platform/core/ids";
import { ownModelsOnly, requireOwnModel } from "@/lib/platform/core/roles";
import { inTransaction, type Transaction } from "@/lib/platform/database/db";
import { enqueueTracked } from "@/lib/platform/jobs/outbox-store";
import { applyChange } from "@/lib/platform/resource/apply-change";
import { listItems } from "@/lib/platform/resource/list-page";

/**
 * Registers a model and publishes `model.registered`. Names do not have to be unique, as versions of a model can share
 * one. Callers who can write only their own models become the owner.
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
    if (model.provider !== null || model.allowedEndpoints.length > 0) await allowListChanged(ctx, tx);
    await recordModelChange(ctx, tx, "MODEL_REGISTERED", stored);
    return model;
  });
}

function ownAddress(ctx: Context): string | null {
  return ctx.actor.kind === "user" && ownModelsOnly(ctx) ? ctx.actor.email : null;
}

export async function getModel(ctx: Context, id: string): Promise<Model> {
  const stored = await findModel(ctx.tx, ctx.organisation.id, id);
  if (!stored) throw notFound("model");
  return toModel(stored);
}

export async function listModels(ctx: Context, query: ListModels): Promise<ModelList> {
  return listItems(ctx, { name: "models", query, view: toModel, ...modelsOf(ctx.organisation.id, query) });
}

/**
 * @throws `not_found`, `insufficient_scope`, `conflict` for the system model, `precondition_failed`.
 */
export async function updateModel(
  ctx: Context,
  id: string,
  change: UpdateModel,
  expectedVersion?: string,
): Promise<Model> {
  const organisationId = ctx.organisation.id;
  const { allowedEndpoints } = change;
  return applyChange(ctx, {
    noun: "model",
    patch: { ...change, allowedEndpoints: allowedEndpoints === null ? [] : allowedEndpoints },
    expectedVersion,
    async lock(tx) {
      const stored = await lockModel(tx, organisationId, id);
      if (!stored) return null;
      requireOwnModel(ctx, stored.ownerEmail);
      if (stored.system) throw new ServiceError("conflict", "The system model of an organisation cannot be changed.");
      return stored;
    },
    view: toModel,
    async save(_, { names, given: { archived, ...columns }, now }, tx) {
      const archivedAt = archived === undefined ? {} : { archivedAt: archived ? now : null };
      const changed = await changeModel(tx, organisationId, id, { ...columns, ...archivedAt, updatedAt: now });
      if (names.some((name) => approving.includes(name))) await allowListChanged(ctx, tx);
      await recordModelChange(ctx, tx, "MODEL_CHANGED", changed);
      return changed;
    },
  });
}

/** The members of a model that approve uses of AI services. */
const approving: readonly string[] = ["allowedEndpoints", "provider", "archived"];

async function allowListChanged({ organisation }: Context, tx: Transaction): Promise<void> {
  await enqueueTracked(tx, { name: "models/allow-list.changed", data: { organisationId: organisation.id } });
}

/**
 * Checks that models are registered, archived ones included.
 *
 * @param places the paths in the request that name models.
 * @throws `model_not_registered` with `message`, and the unregistered paths as details.
 */
export async function requireRegistered(
  ctx: Context,
  places: { path: string; modelId: string }[],
  message: string | ((count: number) => string),
): Promise<void> {
  if (places.length === 0) return;
  const ids = [...new Set(places.map(({ modelId }) => modelId))];
  const known = await findKnownModelIds(ctx.tx, ctx.organisation.id, ids);
  const details = places
    .filter(({ modelId }) => !known.has(modelId))
    .map(({ path }) => ({ path, message: "is not registered" }));
  if (details.length === 0) return;
  const text = typeof message === "string" ? message : message(details.length);
  throw new ServiceError("model_not_registered", text, { details });
}

function toModel(stored: StoredModel): Model {
  return Model.parse({ ...withIsoDates(stored), archived: stored.archivedAt !== null });
}

/**
 * Records a change of a model on the chain, as the last step of its transaction. The owner's address and the description
 * can contain personal data, so they are covered by the sealed state only.
 */
async function recordModelChange(
  ctx: Pick<Context, "organisation" | "actor" | "clock">,
  tx: Transaction,
  kind: "MODEL_REGISTERED" | "MODEL_CHANGED",
  { id: modelId, name, version, provider, riskTier, archivedAt, allowedEndpoints }: StoredModel,
): Promise<void> {
  const allowedHosts = (allowedEndpoints as unknown as AllowedEndpoint[]).map(({ host }) => host);
  const payload = { modelId, name, version, provider, riskTier, allowedHosts, archived: archivedAt !== null };
  await recordConfigurationChange(ctx, tx, { kind, record: { table: "models", id: modelId }, payload });
}
