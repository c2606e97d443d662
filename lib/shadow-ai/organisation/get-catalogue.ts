import type { Context } from "@/lib/context";
import { makeCatalogue } from "@/lib/shadow-ai/catalogue";
import { organisationCatalogue } from "@/lib/shadow-ai/organisation/organisation-catalogue";
import { findOverrides } from "@/lib/shadow-ai/organisation/settings-store";
import { toOverride } from "@/lib/shadow-ai/organisation/to-override";
import type { CatalogueDocument, HostExplanation } from "@/lib/shadow-ai/schemas-catalogue";

type Entry = CatalogueDocument["entries"][number];

/** The hosts of AI services that the service knows, and what the organisation knows better. */
export async function getCatalogue(ctx: Context): Promise<CatalogueDocument> {
  const overrides = await findOverrides(ctx.tx, ctx.organisation.id);
  const { version } = makeCatalogue(overrides);
  return { version, entries: makeCatalogue().entries.map(toEntry), overrides: overrides.map(toOverride) };
}

/** Why traffic to a host is taken for use of an AI service, by the organisation's own catalogue. */
export async function explainHost(ctx: Context, host: string): Promise<HostExplanation> {
  const catalogue = await organisationCatalogue(ctx.tx, ctx.organisation.id);
  const match = catalogue.explain(host);
  return { host, version: catalogue.version, match: match && { ...match, entry: toEntry(match.entry) } };
}

function toEntry(entry: Omit<Entry, "canonicalHost"> & { canonicalHost?: string }): Entry {
  return { ...entry, canonicalHost: entry.canonicalHost ?? null };
}
