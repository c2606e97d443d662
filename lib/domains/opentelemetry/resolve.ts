import { findWritableModels } from "@/lib/domains/models";
import type { ContentPolicy } from "@/lib/domains/opentelemetry/enums";
import { bySpecificity, matchesRule } from "@/lib/domains/opentelemetry/matching";
import type { Operation } from "@/lib/domains/opentelemetry/operation";
import { countRejected, findRules } from "@/lib/domains/opentelemetry/store";
import type { Context } from "@/lib/platform/core/context";

/** The registered model of an operation, and whether its contents are stored. */
export interface Target {
  modelId: string;
  contents: ContentPolicy;
}

/**
 * The target of each operation: of the most specific rule that matches, or the registered model whose ID is the
 * operation's model name or service name. An operation that names no model otherwise belongs to the model of its trace in
 * the same request. Undefined for an unregistered model.
 */
export async function resolveModels(ctx: Context, operations: Operation[]): Promise<(Target | undefined)[]> {
  const { tx, organisation } = ctx;
  const names = [...new Set(operations.flatMap(({ models, service }) => [...models, service]))];
  const [stored, registered] = await Promise.all([
    findRules(tx, organisation.id),
    findWritableModels(tx, organisation.id, names),
  ]);
  const rules = bySpecificity(stored);
  const found = operations.map((operation): Target | undefined => {
    const rule = rules.find((candidate) => matchesRule(candidate, operation));
    if (rule) return rule;
    const modelId = [...operation.models, operation.service].find((name) => registered.has(name));
    return modelId === undefined ? undefined : { modelId, contents: "HASHED" };
  });
  const ofTraces = new Map(
    operations.flatMap(({ models, record }, i) => {
      const target = found[i];
      return target && models.length > 0 ? [[record.traceId, target] as const] : [];
    }),
  );
  return operations.map(({ models, record }, i) => {
    return found[i] ?? (models.length === 0 ? ofTraces.get(record.traceId) : undefined);
  });
}

/** Lists the sources of operations without a registered model, for the members who register models. */
export async function recordUnresolved(ctx: Context, operations: Operation[]): Promise<void> {
  if (operations.length === 0) return;
  const sources = new Map<string, { service: string; provider: string; model: string; rejected: number }>();
  for (const {
    service,
    provider,
    models: [model = ""],
  } of operations) {
    const key = JSON.stringify([service, provider, model]);
    const source = sources.get(key) ?? { service, provider, model, rejected: 0 };
    source.rejected += 1;
    sources.set(key, source);
  }
  await countRejected(ctx.organisation.id, [...sources.values()], ctx.clock.now());
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
