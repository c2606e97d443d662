import { createHash } from "node:crypto";
import {
  type CatalogueHosts,
  data,
  type HostGroup,
  type HostRow,
  type ProviderRow,
} from "@/lib/domains/shadow-ai/catalogue/data";
import { HostTable, normaliseHost, registrableDomain } from "@/lib/domains/shadow-ai/catalogue/host-table";
import type { CatalogueEntry, Provider } from "@/lib/domains/shadow-ai/catalogue/types";
import { singleton } from "@/lib/platform/core/singleton";
import { jcs } from "@/lib/platform/crypto/jcs";

/** The provider of models in the organisation's own network. */
export const selfHosted: Provider = provider("self-hosted", "Self-hosted", null);

/** Entries without overrides. */
export interface HostCatalogue {
  /** Data version with a digest prefix: equal versions have equal data. */
  version: string;
  dataVersion: string;
  /** SHA-256 (hex) of the data as canonical JSON. */
  digest: string;
  entries: readonly CatalogueEntry[];
  table: HostTable;
  providers: ReadonlyMap<string, Provider>;
  /** Provider ids by id, name and OpenTelemetry name. */
  ids: ReadonlyMap<string, string>;
}

function toCatalogue(hosts: CatalogueHosts, digest: string): HostCatalogue {
  const { dataVersion, providerRows } = hosts;
  const providers = new Map(Object.entries(providerRows).map(([id, row]) => [id, documentedProvider(id, row)]));
  const entries = hosts.hostGroups.flatMap((group) =>
    group.hosts.flatMap((row) => toEntries(hosts, providers, group, row)),
  );
  const ids = new Map<string, string>([
    ...data.spanProviders.flatMap(({ provider: id, names }) => names.map((name) => [plain(name), id] as const)),
    ...[...providers.values()].flatMap(({ id, name }) => [[plain(name), id] as const, [plain(id), id] as const]),
  ]);
  const version = `${dataVersion}.${digest.slice(0, 8)}`;
  return { version, dataVersion, digest, entries, table: new HostTable(entries), providers, ids };
}

function digestOf(rows: object): string {
  return createHash("sha256").update(jcs(rows)).digest("hex");
}

const { dataVersion: _, ...rows } = data;

/** The catalogue of the release. */
export const releaseCatalogue = toCatalogue(data, digestOf(rows));

const installed = () => singleton("shadow-ai-catalogue", () => ({ current: releaseCatalogue }));

/** The catalogue that this process uses: of the release, or a newer installed one. */
export function currentCatalogue(): HostCatalogue {
  return installed().current;
}

/** Replaces the catalogue of this process. */
export function setCatalogue(catalogue: HostCatalogue): void {
  installed().current = catalogue;
}

/** @throws RangeError that names the first invalid entry. */
export function readCatalogue(hosts: CatalogueHosts): HostCatalogue {
  const problem = firstProblem(hosts);
  if (problem !== undefined) throw new RangeError(problem);
  return toCatalogue(hosts, digestOf(hosts));
}

const regionMark = "<region>";

function firstProblem({ providerRows, hostGroups }: CatalogueHosts): string | undefined {
  const rows = new Map<string, HostRow & { provider: string }>();
  for (const { provider: owner, hosts } of hostGroups) {
    if (!Object.hasOwn(providerRows, owner)) return `hostGroups: the provider ${owner} is not in providerRows.`;
    for (const row of hosts) {
      const name = row.host.replace(/^\*\./, "").replace(regionMark, "us-east-1");
      if (normaliseHost(name) !== name || !name.includes(".")) return `hostGroups: ${row.host} is not a valid host.`;
      if (rows.has(row.host)) return `hostGroups: ${row.host} is listed twice.`;
      for (const source of row.signals?.paths ?? [])
        if (!isPattern(source)) return `hostGroups: ${row.host} has an invalid path pattern.`;
      rows.set(row.host, { ...row, provider: owner });
    }
  }
  for (const { host, canonicalHost, category, provider: owner } of rows.values()) {
    const canonical = canonicalHost === undefined ? undefined : rows.get(canonicalHost);
    if (canonicalHost !== undefined && (canonical?.provider !== owner || canonical.canonicalHost !== undefined))
      return `hostGroups: the canonical host of ${host} must be another host of ${owner}, without a canonical host.`;
    if (category === "SUPPORTING" && canonicalHost === undefined)
      return `hostGroups: ${host} has the category SUPPORTING, so it needs a canonical host.`;
  }
  return undefined;
}

function isPattern(source: string): boolean {
  try {
    new RegExp(source);
    return true;
  } catch {
    return false;
  }
}

/** A catalogue provider by id. */
export function knownProvider(id: string): Provider | undefined {
  return currentCatalogue().providers.get(id);
}

/** The id of a provider by its id, name or OpenTelemetry name, ignoring case and punctuation. */
export function findProviderId(name: string): string | undefined {
  return currentCatalogue().ids.get(plain(name));
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

function toEntries(
  { informationLabels }: CatalogueHosts,
  providers: ReadonlyMap<string, Provider>,
  group: HostGroup,
  row: HostRow,
): CatalogueEntry[] {
  const provider = providers.get(group.provider);
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
  return [entry, { ...entry, id: below, host: below, canonicalHost, except: informationLabels }];
}
