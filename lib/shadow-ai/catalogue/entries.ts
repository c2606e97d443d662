import { createHash } from "node:crypto";
import { jcs } from "@/lib/jcs";
import { applicationHosts } from "@/lib/shadow-ai/catalogue/data/application-hosts";
import { categoryRows } from "@/lib/shadow-ai/catalogue/data/categories";
import { clientPrefixes } from "@/lib/shadow-ai/catalogue/data/clients";
import type { HostGroup, HostRow } from "@/lib/shadow-ai/catalogue/data/host-row";
import { informationLabels } from "@/lib/shadow-ai/catalogue/data/information-labels";
import { modelHosts } from "@/lib/shadow-ai/catalogue/data/model-hosts";
import { pathRules } from "@/lib/shadow-ai/catalogue/data/path-rules";
import { providerRows } from "@/lib/shadow-ai/catalogue/data/providers";
import { serverRows } from "@/lib/shadow-ai/catalogue/data/servers";
import { spanProviders } from "@/lib/shadow-ai/catalogue/data/span-providers";
import { dataVersion } from "@/lib/shadow-ai/catalogue/data/version";
import { knownProvider } from "@/lib/shadow-ai/catalogue/providers";
import type { CatalogueEntry } from "@/lib/shadow-ai/catalogue/types";

const hostGroups = [...modelHosts, ...applicationHosts];

/** SHA-256, in hexadecimal, of the data as canonical JSON. */
export const dataDigest = createHash("sha256")
  .update(
    jcs({
      categoryRows,
      clientPrefixes,
      hostGroups,
      informationLabels,
      pathRules,
      providerRows,
      serverRows,
      spanProviders,
    }),
  )
  .digest("hex");

/** Version of the data, with the beginning of its digest: what says the same was the same data. */
export const catalogueVersion = `${dataVersion}.${dataDigest.slice(0, 8)}`;

/** The entries of the data, before any override. */
export const dataEntries: readonly CatalogueEntry[] = hostGroups.flatMap((group) =>
  group.hosts.flatMap((row) => toEntries(group, row)),
);

function toEntries(group: HostGroup, row: HostRow): CatalogueEntry[] {
  const provider = knownProvider(group.provider);
  if (!provider) throw new Error(`The provider ${group.provider} of ${row.host} is in no table.`);
  const entry: CatalogueEntry = {
    id: row.host,
    host: row.host,
    provider,
    category: row.category,
    accessKind: row.accessKind ?? categoryRows[row.category].accessKind,
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
