import type { Context } from "@/lib/context";
import { notFound } from "@/lib/errors";
import type { LogImport } from "@/lib/shadow-ai/schemas-sources";
import { findImport } from "@/lib/shadow-ai/source-store";
import { toImport } from "@/lib/shadow-ai/to-import";

/** An import of the organisation; throws `not_found`. */
export async function getImport(ctx: Context, id: string): Promise<LogImport> {
  const stored = await findImport(ctx.organisation.id, id);
  if (!stored) throw notFound("import");
  return toImport(stored);
}
