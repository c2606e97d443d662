import type { Context } from "@/lib/context";
import { ServiceError, validationFailed } from "@/lib/errors";
import { getMember } from "@/lib/members";

/** Throws `validation_failed` for recipients who are no members of the organisation. */
export async function requireRecipients(ctx: Context, ids: readonly string[]): Promise<void> {
  const known = await Promise.all(ids.map((id) => isMember(ctx, id)));
  const unknown = ids.flatMap((_, i) => (known[i] ? [] : [{ path: `recipients[${i}]`, message: "is no member" }]));
  if (unknown.length > 0) throw validationFailed(unknown);
}

async function isMember(ctx: Context, id: string): Promise<boolean> {
  try {
    await getMember(ctx, id);
    return true;
  } catch (error) {
    if (error instanceof ServiceError && error.code === "not_found") return false;
    throw error;
  }
}
