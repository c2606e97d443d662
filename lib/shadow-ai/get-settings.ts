import type { Context } from "@/lib/context";
import type { ShadowAiSettings } from "@/lib/shadow-ai/settings";
import { findSettings } from "@/lib/shadow-ai/settings-store";

/** What the organisation decided about the detection of shadow AI; the defaults for what it did not. */
export async function getSettings(ctx: Context): Promise<ShadowAiSettings> {
  return findSettings(ctx.tx, ctx.organisation.id);
}
