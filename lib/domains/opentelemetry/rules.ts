import { recordConfigurationChange } from "@/lib/domains/audit-chain";
import { getModel, requireRegistered } from "@/lib/domains/models";
import { matchesRule, overrides, type Pattern } from "@/lib/domains/opentelemetry/matching";
import {
  type CreateTelemetryRule,
  type ListTelemetryRules,
  type ListTelemetrySources,
  TelemetryRule,
  type TelemetryRuleList,
  TelemetrySource,
  type TelemetrySourceList,
} from "@/lib/domains/opentelemetry/schemas";
import {
  deleteSources,
  findRules,
  findSources,
  rules,
  type StoredRule,
  sourcesOf,
} from "@/lib/domains/opentelemetry/store";
import type { Context } from "@/lib/platform/core/context";
import { modelNotRegistered, ServiceError } from "@/lib/platform/core/errors";
import { ownModelsOnly, requireOwnModel } from "@/lib/platform/core/roles";
import type { Transaction } from "@/lib/platform/database/db";
import { listItems } from "@/lib/platform/resource/list-page";
import { withIsoTimes } from "@/lib/platform/resource/record-store";

/**
 * Creates a rule, which applies to telemetry received later, and removes the sources that it matches from the list.
 *
 * @throws `model_not_registered`, `insufficient_scope`, `conflict` for a rule with the same names or at the limit.
 */
export function createRule(ctx: Context, input: CreateTelemetryRule): Promise<TelemetryRule> {
  return rules.create(ctx, async (tx, record) => {
    await requireTarget({ ...ctx, tx }, input.modelId);
    const { service = null, provider = null, model = null, modelId, contents } = input;
    const pattern = { service, provider, model };
    if (await rules.has(tx, record.organisationId, pattern)) {
      throw new ServiceError("conflict", "A rule with the same service, provider and model exists. Delete it first.");
    }
    await requireOwnOperations({ ...ctx, tx }, pattern);
    const rule = await rules.insert(tx, { ...record, ...pattern, modelId, contents });
    const sources = await findSources(tx, record.organisationId);
    const resolved = sources.filter((source) => matchesRule(pattern, { ...source, models: [source.model] }));
    await deleteSources(
      tx,
      record.organisationId,
      resolved.map(({ id }) => id),
    );
    await recordRuleChange(ctx, tx, "TELEMETRY_RULE_CREATED", rule);
    return toRule(rule);
  });
}

/** @throws `not_found`, `insufficient_scope` */
export async function deleteRule(ctx: Context, id: string): Promise<void> {
  const { modelId } = await rules.require(ctx, id);
  await requireTarget(ctx, modelId);
  await rules.remove(ctx, id, {}, (tx, rule) => recordRuleChange(ctx, tx, "TELEMETRY_RULE_DELETED", rule));
}

export async function listRules(ctx: Context, query: ListTelemetryRules): Promise<TelemetryRuleList> {
  return rules.list(ctx, query, (rows) => rows.map(toRule));
}

/** Unregistered sources, newest first. */
export async function listTelemetrySources(ctx: Context, query: ListTelemetrySources): Promise<TelemetrySourceList> {
  const view = (row: object & { rejected: bigint }) =>
    TelemetrySource.parse({ ...withIsoTimes(row), rejected: Number(row.rejected) });
  return listItems(ctx, { name: "telemetry-sources", query, view, ...sourcesOf(ctx.organisation.id) });
}

/** The model must be registered, and the caller's own if the role is limited to own models. */
async function requireTarget(ctx: Context, modelId: string): Promise<void> {
  await requireRegistered(ctx, [{ path: "modelId", modelId }], modelNotRegistered(modelId).message);
  requireOwnModel(ctx, (await getModel(ctx, modelId)).ownerEmail);
}

/** A caller who is limited to own models cannot redirect operations that a rule assigns to another owner's model. */
async function requireOwnOperations(ctx: Context, pattern: Pattern): Promise<void> {
  if (!ownModelsOnly(ctx)) return;
  const overridden = (await findRules(ctx.tx, ctx.organisation.id)).filter((rule) => overrides(pattern, rule));
  for (const { id, modelId } of overridden) {
    const message = `This rule would override the rule ${id} for the model ${modelId}, which you do not own. Ask an administrator or the owner of the model to create it.`;
    requireOwnModel(ctx, (await getModel(ctx, modelId)).ownerEmail, message);
  }
}

async function recordRuleChange(
  ctx: Context,
  tx: Transaction,
  kind: "TELEMETRY_RULE_CREATED" | "TELEMETRY_RULE_DELETED",
  { id: ruleId, service, provider, model, modelId, contents }: StoredRule,
): Promise<void> {
  const payload = { ruleId, service, provider, model, modelId, contents };
  await recordConfigurationChange(ctx, tx, { kind, record: { table: "telemetry_rules", id: ruleId }, payload });
}

function toRule(stored: StoredRule): TelemetryRule {
  return TelemetryRule.parse(withIsoTimes(stored));
}
