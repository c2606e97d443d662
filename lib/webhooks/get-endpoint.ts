import type { Context } from "@/lib/context";
import { notFound } from "@/lib/errors";
import type { WebhookEndpoint } from "@/lib/webhooks/schemas";
import { findEndpoint } from "@/lib/webhooks/store";
import { toEndpoint } from "@/lib/webhooks/to-endpoint";

/** An endpoint of the organisation, active or not; throws `not_found`, also for one that was deleted. */
export async function getEndpoint(ctx: Context, id: string): Promise<WebhookEndpoint> {
  const stored = await findEndpoint(ctx.tx, ctx.organisation.id, id);
  if (!stored) throw notFound("webhook endpoint");
  return toEndpoint(stored);
}
