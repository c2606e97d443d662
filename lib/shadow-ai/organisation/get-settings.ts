import type { Context } from "@/lib/context";
import { findSettings } from "@/lib/shadow-ai/organisation/settings-store";
import type { ShadowAiSettings } from "@/lib/shadow-ai/settings";

/** What the organisation decided about the detection of shadow AI; the defaults for what it did not. */
export async function getSettings(ctx: Context): Promise<ShadowAiSettings> {
  return findSettings(ctx.tx, ctx.organisation.id);
}
