import type { Context } from "@/lib/context";
import { notFound } from "@/lib/errors";
import { findImport } from "@/lib/shadow-ai/imports/source-store";
import { toImport } from "@/lib/shadow-ai/imports/to-import";
import type { LogImport } from "@/lib/shadow-ai/schemas-sources";

/** An import of the organisation; throws `not_found`. */
export async function getImport(ctx: Context, id: string): Promise<LogImport> {
  const stored = await findImport(ctx.organisation.id, id);
  if (!stored) throw notFound("import");
  return toImport(stored);
}
