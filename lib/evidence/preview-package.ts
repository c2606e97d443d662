import { countByType } from "@/lib/audit-chain";
import type { Context } from "@/lib/context";
import { modelNotRegistered, ServiceError } from "@/lib/errors";
import { estimateSeconds } from "@/lib/evidence/estimate-seconds";
import { frameworkOf } from "@/lib/evidence/frameworks";
import type { PackagePreview, PreviewPackage } from "@/lib/evidence/schemas-preview";
import { getModel } from "@/lib/models";

/**
 * What a package would have to go by, before it is asked for: the model's events of the period, by section of the framework.
 * Throws `model_not_registered`.
 */
export async function previewPackage(ctx: Context, query: PreviewPackage): Promise<PackagePreview> {
  const { modelId, framework, from, to } = query;
  const model = await getModel(ctx, modelId).catch((error: unknown) => {
    throw error instanceof ServiceError && error.code === "not_found" ? modelNotRegistered(modelId) : error;
  });
  const counts = await countByType(ctx.organisation.id, model.id, { from, to });
  const sum = (types: readonly { type: string }[]) =>
    types.reduce((total, { type }) => total + (counts.get(type) ?? 0), 0);
  const { sections } = frameworkOf(framework);
  const totalEvents = [...counts.values()].reduce((total, events) => total + events, 0);
  return {
    totalEvents,
    estimatedCompletionSeconds: estimateSeconds(totalEvents),
    sections: sections.map(({ id, title, summary, reference, eventTypes }) => ({
      ...{ id, title, summary, reference },
      events: sum(eventTypes),
      strongEvents: sum(eventTypes.filter(({ strength }) => strength === "strong")),
    })),
  };
}
