import { findWritableModels } from "@/lib/domains/models";
import type { ContentPolicy } from "@/lib/domains/opentelemetry/enums";
import { bySpecificity, matchesRule } from "@/lib/domains/opentelemetry/matching";
import type { Operation } from "@/lib/domains/opentelemetry/operation";
import type { SpanRecord } from "@/lib/domains/opentelemetry/read-export";
import { countRejected, findRules } from "@/lib/domains/opentelemetry/store";
import type { Context } from "@/lib/platform/core/context";

/** The registered model of an operation, and whether its contents are stored. */
export interface Target {
  modelId: string;
  contents: ContentPolicy;
}

/**
 * The target of each operation: the registered model whose ID is the operation's model name or service name, or the target
 * of the most specific rule that matches. Otherwise, an operation that names no model belongs to the model of the model
 * calls in the same request that are nearest to it in its trace. Undefined for an unregistered model, and if these model
 * calls have several models.
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
    const modelId = [...operation.models, operation.service].find((name) => registered.has(name));
    const rule = rules.find(
      (candidate) => matchesRule(candidate, operation) && candidate.modelId === (modelId ?? candidate.modelId),
    );
    return rule ?? (modelId === undefined ? undefined : { modelId, contents: "HASHED" });
  });
  const parents = new Map(operations.map(({ record }) => [placeOf(record, record.spanId), record.parentSpanId]));
  const targets = new Map<string, Map<string, Target>>();
  for (const [i, { models, record }] of operations.entries()) {
    const target = found[i];
    if (!target || models.length === 0) continue;
    for (const place of placesOf(record, parents)) {
      const below = targets.get(place) ?? new Map<string, Target>();
      if (below.get(target.modelId)?.contents !== "HASHED") below.set(target.modelId, target);
      targets.set(place, below);
    }
  }
  return operations.map(({ models, record }, i) => {
    if (found[i] || models.length > 0) return found[i];
    const nearest = placesOf(record, parents).find((place) => targets.has(place)) ?? "";
    const [target, another] = targets.get(nearest)?.values() ?? [];
    return another ? undefined : target;
  });
}

/** Spans above a span that are searched for model calls. */
const ancestorsMax = 32;

/** The span of a record, the spans above it, and the trace. Empty without a trace. */
function placesOf(record: SpanRecord, parents: ReadonlyMap<string, string>): string[] {
  const places: string[] = [];
  if (record.traceId === "") return places;
  for (let id = record.spanId; id !== "" && places.length < ancestorsMax; ) {
    const place = placeOf(record, id);
    places.push(place);
    id = parents.get(place) ?? "";
  }
  return [...places, record.traceId];
}

function placeOf({ traceId }: SpanRecord, spanId: string): string {
  return `${traceId} ${spanId}`;
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
