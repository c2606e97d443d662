import { findWritableModels } from "@/lib/domains/models";
import type { ContentPolicy } from "@/lib/domains/opentelemetry/enums";
import type { Operation } from "@/lib/domains/opentelemetry/operation";
import type { Context } from "@/lib/platform/core/context";

/** The registered model of an operation, and whether its contents are stored. */
export interface Target {
  modelId: string;
  contents: ContentPolicy;
}

/**
 * The target of each operation: the registered model whose ID is the operation's model name or service name. An operation
 * that names no model belongs to the model of its trace in the same request. Undefined for an unregistered model.
 */
export async function resolveModels(ctx: Context, operations: Operation[]): Promise<(Target | undefined)[]> {
  const names = [...new Set(operations.flatMap(({ models, service }) => [...models, service]))];
  const registered = await findWritableModels(ctx.tx, ctx.organisation.id, names);
  const found = operations.map(({ models, service }): Target | undefined => {
    const modelId = [...models, service].find((name) => registered.has(name));
    return modelId === undefined ? undefined : { modelId, contents: "HASHED" };
  });
  const ofTraces = new Map(
    operations.flatMap(({ models, record }, i) => {
      const target = found[i];
      return target && models.length > 0 ? [[record.traceId, target] as const] : [];
    }),
  );
  return operations.map(
    ({ models, record }, i) => found[i] ?? (models.length === 0 ? ofTraces.get(record.traceId) : undefined),
  );
}

/** For people: the model, provider and service that an operation names. */
export function describeSource({ models: [model], provider, service }: Operation): string {
  const parts = [
    model === undefined ? "operations without a model name" : `model "${model}"`,
    ...(provider === "" ? [] : [`provider "${provider}"`]),
    ...(service === "" ? [] : [`service "${service}"`]),
  ];
  return parts.join(", ");
}
