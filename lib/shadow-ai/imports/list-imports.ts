import type { Context } from "@/lib/context";
import { paginate, readPlace } from "@/lib/resource/list-page";
import { countImports, findImports } from "@/lib/shadow-ai/imports/source-store";
import { toImport } from "@/lib/shadow-ai/imports/to-import";
import type { ListImports, LogImportList } from "@/lib/shadow-ai/schemas-sources";

/** The organisation's imports of logs, newest first. Throws `invalid_cursor` for a cursor of another organisation. */
export async function listImports(ctx: Context, { limit, cursor }: ListImports): Promise<LogImportList> {
  const organisationId = ctx.organisation.id;
  const binding = ["log-imports", organisationId];
  const place = readPlace(cursor, binding);
  const total = place?.total ?? (await countImports(organisationId));
  const found = await findImports(organisationId, { take: limit + 1, ...(place && { beforeId: place.before }) });
  const { rows, pagination } = paginate(found, { limit, place, total, binding, before: ({ id }) => id });
  return { data: rows.map(toImport), pagination };
}
