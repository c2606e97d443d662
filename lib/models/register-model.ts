import type { Context } from "@/lib/context";
import { inTransaction } from "@/lib/db";
import { newId } from "@/lib/ids";
import { recordModelChange } from "@/lib/models/record-change";
import type { Model, RegisterModel } from "@/lib/models/schemas";
import { insertModel } from "@/lib/models/store";
import { toModel } from "@/lib/models/to-model";
import { requireOwnModel } from "@/lib/require-permission";
import { ownModelsOnly } from "@/lib/roles";
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
