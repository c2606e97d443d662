import { recordConfigurationChange } from "@/lib/domains/audit-chain";
import { type Catalogue, makeCatalogue } from "@/lib/domains/shadow-ai/catalogue";
import { CatalogueHost, type CatalogueOverride } from "@/lib/domains/shadow-ai/catalogue/schemas";
import { lockDetections } from "@/lib/domains/shadow-ai/detections/detection-store";
import { loadInstalledCatalogue } from "@/lib/domains/shadow-ai/organisation/installed-catalogue";
import {
  findOverrides,
  lockSettings,
  removeOverride,
  type StoredOverride,
  saveOverride,
} from "@/lib/domains/shadow-ai/organisation/settings-store";
import type {
  CatalogueDocument,
  HostExplanation,
  StoredOverride as OverrideDocument,
} from "@/lib/domains/shadow-ai/schemas-catalogue";
import { markUsesOfHost, requestAnalysis } from "@/lib/domains/shadow-ai/uses/use-store";
import type { Context } from "@/lib/platform/core/context";
import { notFound, ServiceError } from "@/lib/platform/core/errors";
import { jcs } from "@/lib/platform/crypto/jcs";
import { inTransaction, type Transaction } from "@/lib/platform/database/db";

/** Maximum number of overrides per organisation, because a catalogue is held in memory while a log is read. */
const overridesMax = 1_000;

/**
 * Sets the organisation's catalogue override for a host. It applies to new traffic, and known uses of the host are
 * analysed again.
 *
 * @throws `not_found` for an invalid host name, and `conflict` beyond 1,000 overrides.
 */
export async function putOverride(ctx: Context, host: string, override: CatalogueOverride): Promise<OverrideDocument> {
  return withOverrides(ctx, host, async (tx, pattern, overrides) => {
    const before = overrides.find((one) => one.host === pattern);
    if (before && jcs(before.override) === jcs(override)) return toOverride(before);
    if (!before && overrides.length >= overridesMax) {
      throw new ServiceError(
        "conflict",
        `An organisation can have up to ${overridesMax} catalogue overrides. Remove one first.`,
      );
    }
    const after = { host: pattern, override, updatedAt: new Date(ctx.clock.now()) };
    await saveOverride(tx, ctx.organisation.id, after);
    await recordChange(ctx, tx, pattern, before?.override, override);
    return toOverride(after);
  });
}

/** Removes the override for a host. Throws `not_found`. */
export async function deleteOverride(ctx: Context, host: string): Promise<void> {
  await withOverrides(ctx, host, async (tx, pattern, overrides) => {
    const before = overrides.find((one) => one.host === pattern);
    if (!before) throw notFound("catalogue override");
    await removeOverride(tx, ctx.organisation.id, pattern);
    await recordChange(ctx, tx, pattern, before.override, undefined);
  });
}

async function withOverrides<T>(
  ctx: Context,
  host: string,
  work: (tx: Transaction, pattern: string, overrides: StoredOverride[]) => Promise<T>,
): Promise<T> {
  const parsed = CatalogueHost.safeParse(host);
  // A name without a dot does not appear in logs of external traffic.
  if (!parsed.success || !parsed.data.includes(".")) throw notFound("host");
  return inTransaction(ctx.tx, async (tx) => {
    await lockSettings(tx, ctx.organisation.id);
    return work(tx, parsed.data, await findOverrides(tx, ctx.organisation.id));
  });
}

/** The note may contain personal data, so the event only states whether it changed. */
async function recordChange(
  ctx: Context,
  tx: Transaction,
  host: string,
  before: CatalogueOverride | undefined,
  after: CatalogueOverride | undefined,
): Promise<void> {
  const organisationId = ctx.organisation.id;
  await lockDetections(tx, organisationId);
  await markUsesOfHost(tx, organisationId, host, new Date(ctx.clock.now()));
  await requestAnalysis(tx, organisationId);
  await recordConfigurationChange(ctx, tx, {
    kind: "CATALOGUE_OVERRIDE",
    record: { table: "shadow_ai_overrides", id: host },
    payload: {
      host,
      before: withoutNote(before),
      after: withoutNote(after),
      noteChanged: before?.note !== after?.note,
    },
  });
}

function withoutNote(override: CatalogueOverride | undefined): Omit<CatalogueOverride, "note"> | null {
  if (!override) return null;
  const { note: _, ...rest } = override;
  return rest;
}

type Entry = CatalogueDocument["entries"][number];

/** The catalogue's hosts and the organisation's overrides. */
export async function getCatalogue(ctx: Context): Promise<CatalogueDocument> {
  await loadInstalledCatalogue(ctx.tx);
  const overrides = await findOverrides(ctx.tx, ctx.organisation.id);
  const { version } = makeCatalogue(overrides);
  return { version, entries: makeCatalogue().entries.map(toEntry), overrides: overrides.map(toOverride) };
}

/** Explains why traffic to a host is classified as use of an AI service, with the organisation's overrides. */
export async function explainHost(ctx: Context, host: string): Promise<HostExplanation> {
  const catalogue = await organisationCatalogue(ctx.tx, ctx.organisation.id);
  const match = catalogue.explain(host);
  return { host, version: catalogue.version, match: match && { ...match, entry: toEntry(match.entry) } };
}

function toEntry(entry: Omit<Entry, "canonicalHost"> & { canonicalHost?: string }): Entry {
  return { ...entry, canonicalHost: entry.canonicalHost ?? null };
}

/** The catalogue with the organisation's overrides. */
export async function organisationCatalogue(tx: Transaction | undefined, organisationId: string): Promise<Catalogue> {
  await loadInstalledCatalogue(tx);
  return makeCatalogue(await findOverrides(tx, organisationId));
}

/** A stored override in the API. */
export function toOverride({ host, override, updatedAt }: StoredOverride): OverrideDocument {
  return { host, override, updatedAt: updatedAt.toISOString() };
}
