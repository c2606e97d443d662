import type { ApiKey } from "@/lib/api-keys/schemas";
import { findKey } from "@/lib/api-keys/store";
import { toApiKey } from "@/lib/api-keys/to-api-key";
import type { Context } from "@/lib/context";
import { notFound } from "@/lib/errors";

export async function getApiKey(ctx: Context, id: string): Promise<ApiKey> {
  const key = await findKey(ctx.organisation.id, id);
  if (!key) throw notFound("API key");
  return toApiKey(ctx, key);
}
