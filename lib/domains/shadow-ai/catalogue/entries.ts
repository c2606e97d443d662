import { createHash } from "node:crypto";
import { data, type HostGroup, type HostRow, type ProviderRow } from "@/lib/domains/shadow-ai/catalogue/data";
import { registrableDomain } from "@/lib/domains/shadow-ai/catalogue/host-table";
import type { CatalogueEntry, Provider } from "@/lib/domains/shadow-ai/catalogue/types";
import { jcs } from "@/lib/platform/crypto/jcs";

/** The provider of models in the organisation's own network. */
export const selfHosted: Provider = provider("self-hosted", "Self-hosted", null);

const known = new Map(Object.entries(data.providerRows).map(([id, row]) => [id, documentedProvider(id, row)]));

const byName = new Map<string, string>([
  ...data.spanProviders.flatMap(({ provider: id, names }) => names.map((name) => [plain(name), id] as const)),
  ...[...known.values()].flatMap(({ id, name }) => [[plain(name), id] as const, [plain(id), id] as const]),
]);

/** A catalogue provider by id. */
export function knownProvider(id: string): Provider | undefined {
  return known.get(id);
}

/** The id of a provider by its id, name or OpenTelemetry name, ignoring case and punctuation. */
export function findProviderId(name: string): string | undefined {
  return byName.get(plain(name));
}

/** The provider of an unknown host: its registrable domain. */
export function unknownProvider(host: string): Provider {
  const domain = registrableDomain(host);
  return provider(`unknown:${domain}`, domain, null);
}

/** A provider without known properties. */
export function provider(id: string, name: string, jurisdiction: string | null): Provider {
  return { id, name, jurisdiction, trainsOnInputs: "UNKNOWN", dpa: "UNKNOWN" };
}

function documentedProvider(id: string, { name, jurisdiction, ...statements }: ProviderRow): Provider {
  const sources = (["trainsOnInputs", "dpa"] as const).flatMap((property) => {
    const statement = statements[property];
    return statement ? [{ property, url: statement.source, checkedAt: statement.checkedAt }] : [];
  });
  return {
    ...provider(id, name, jurisdiction ?? null),
    ...(statements.trainsOnInputs && { trainsOnInputs: statements.trainsOnInputs.value }),
    ...(statements.dpa && { dpa: statements.dpa.value }),
    ...(sources.length > 0 && { sources }),
  };
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, "");
}

const { dataVersion, ...rows } = data;

/** SHA-256 (hex) of the data as canonical JSON. */
export const dataDigest = createHash("sha256").update(jcs(rows)).digest("hex");

/** Data version with a digest prefix: equal versions have equal data. */
export const catalogueVersion = `${dataVersion}.${dataDigest.slice(0, 8)}`;

/** Entries of the data, without overrides. */
export const dataEntries: readonly CatalogueEntry[] = data.hostGroups.flatMap((group) =>
  group.hosts.flatMap((row) => toEntries(group, row)),
);

function toEntries(group: HostGroup, row: HostRow): CatalogueEntry[] {
  const provider = knownProvider(group.provider);
  if (!provider) throw new Error(`Unknown provider ${group.provider} for ${row.host}`);
  const entry: CatalogueEntry = {
    id: row.host,
    host: row.host,
    provider,
    category: row.category,
    accessKind: row.accessKind ?? data.categoryRows[row.category].accessKind,
    mixedUse: row.signals !== undefined,
    ...(row.signals && { signals: row.signals }),
    ...(row.canonicalHost && { canonicalHost: row.canonicalHost }),
    ...(row.except && { except: row.except }),
    source: group.source,
    checkedAt: row.checkedAt ?? null,
  };
  if (!row.below) return [entry];
  const below = `*.${row.host}`;
  const canonicalHost = row.canonicalHost ?? row.host;
  return [entry, { ...entry, id: below, host: below, canonicalHost, except: data.informationLabels }];
}
