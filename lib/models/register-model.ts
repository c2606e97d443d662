import type { Context } from "@/lib/context";
import { inTransaction } from "@/lib/db";
import { newId } from "@/lib/ids";
import type { Model, RegisterModel } from "@/lib/models/schemas";
import { insertModel } from "@/lib/models/store";
import { toModel } from "@/lib/models/to-model";

/** Registers a model, from then on events can name it. Names need not be unique: versions of a model may share one. */
export async function registerModel(ctx: Context, input: RegisterModel): Promise<Model> {
  const nowMs = ctx.clock.now();
  const stored = await inTransaction(ctx.tx, (tx) =>
    insertModel(tx, {
      id: newId("model", nowMs),
      organisationId: ctx.organisation.id,
      createdAt: new Date(nowMs),
      name: input.name,
      version: input.version ?? null,
      provider: input.provider ?? null,
      riskTier: input.riskTier ?? null,
      ownerEmail: input.ownerEmail ?? null,
      description: input.description ?? null,
      allowedEndpoints: input.allowedEndpoints ?? [],
    }),
  );
  return toModel(stored);
}
