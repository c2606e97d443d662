import type { ApiKeyList, ListApiKeys } from "@/lib/api-keys/schemas";
import { countKeys, findKeys } from "@/lib/api-keys/store";
import { toApiKey } from "@/lib/api-keys/to-api-key";
import type { Context } from "@/lib/context";
import { paginate, readPlace } from "@/lib/resource/list-page";

/** The organisation's keys in every state, newest first. Throws `invalid_cursor` for a cursor of another list. */
export async function listApiKeys(ctx: Context, query: ListApiKeys): Promise<ApiKeyList> {
  const { limit, cursor } = query;
  const organisationId = ctx.organisation.id;
  const binding = ["api-keys", organisationId];
  const place = readPlace(cursor, binding);
  const found = await findKeys(organisationId, { beforeId: place?.before, take: limit + 1 });
  const total = place?.total ?? (await countKeys(organisationId));
  const { rows, pagination } = paginate(found, { limit, place, total, binding, before: (key) => key.id });
  return { data: rows.map((key) => toApiKey(ctx, key)), pagination };
}
