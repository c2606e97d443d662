import { BoundedCache } from "@/lib/domains/shadow-ai/bounded-cache";
import { data } from "@/lib/domains/shadow-ai/catalogue/data";
import {
  currentCatalogue,
  type HostCatalogue,
  knownProvider,
  provider,
} from "@/lib/domains/shadow-ai/catalogue/entries";
import { type HostTable, normaliseHost } from "@/lib/domains/shadow-ai/catalogue/host-table";
import { applyOverride, OverrideTable } from "@/lib/domains/shadow-ai/catalogue/overrides";
import {
  factsOf,
  type ResolvedHost,
  recogniseKnown,
  recogniseSpan,
  recogniseUnknown,
  spanEndpoint,
} from "@/lib/domains/shadow-ai/catalogue/recognise";
import type {
  Catalogue,
  HostMatch,
  HostOverride,
  Provider,
  RecognisedUse,
  UsedProvider,
} from "@/lib/domains/shadow-ai/catalogue/types";
import type { TrafficRecord } from "@/lib/domains/shadow-ai/records";

/** Limit of the cache of resolved hosts. */
const cacheMax = 50_000;

/** The process's catalogue with an organisation's overrides. */
export function makeCatalogue(overrides: readonly HostOverride[] = []): Catalogue {
  const hosts = currentCatalogue();
  const own = new OverrideTable(overrides);
  const cache = new BoundedCache<ResolvedHost | null>(cacheMax);

  function explain(text: string): HostMatch | null {
    const host = normaliseHost(text);
    return host === null ? null : findMatch(hosts, own, host);
  }

  function resolve(host: string): ResolvedHost | null {
    return cache.get(host, () => resolveHost(hosts, own, host));
  }

  function recognise(record: TrafficRecord): RecognisedUse | null {
    const { host, ai } = record;
    if (ai !== null) return recogniseCall(record);
    if (host === null) return null;
    const resolved = resolve(host);
    if (resolved === null) return recogniseUnknown(record, host);
    return resolved.match.ignored ? null : recogniseKnown(record, host, resolved);
  }

  /** Instrumented applications only report model calls, so other uses of the host don't matter. */
  function recogniseCall({ host, ai }: TrafficRecord): RecognisedUse | null {
    if (ai === null) return null;
    const named = host ?? spanEndpoint(ai) ?? null;
    const resolved = named === null ? null : resolve(named);
    if (resolved?.match.ignored) return null;
    const use = recogniseSpan(ai, host);
    if (resolved === null || use === null) return use;
    return { ...use, ...factsOf(resolved.entry), endpoint: resolved.endpoint };
  }

  function providerOf({ endpoint, providerId, provider: name }: UsedProvider): Provider {
    return explain(endpoint)?.entry.provider ?? knownProvider(providerId) ?? provider(providerId, name, null);
  }

  const version = own.digest === "" ? hosts.version : `${hosts.version}+${own.digest}`;
  return { version, entries: hosts.entries, explain, recognise, providerOf };
}

/** `host` must be normalised. */
function findMatch({ table }: HostCatalogue, own: OverrideTable, host: string): HostMatch | null {
  const found = table.find(host);
  const override = own.find(host);
  const entry = override ? applyOverride(found?.entry, override, host) : found?.entry;
  if (!entry) return null;
  const rule = override ? "override" : (found?.rule ?? "override");
  const ignored = override?.override.ignore ?? false;
  return { entry, rule, ignored, why: sentences(host, { entry, found, override }).join(" ") };
}

function resolveHost(hosts: HostCatalogue, own: OverrideTable, text: string): ResolvedHost | null {
  const host = normaliseHost(text);
  const match = host === null ? null : findMatch(hosts, own, host);
  if (host === null || match === null) return null;
  const { canonicalHost } = match.entry;
  const canonical = canonicalHost === undefined ? null : findMatch(hosts, own, canonicalHost);
  const paths = (match.entry.signals?.paths ?? []).map((source) => new RegExp(source));
  return {
    // An ignored application includes its files.
    match: { ...match, ignored: match.ignored || (canonical?.ignored ?? false) },
    entry: canonical?.entry ?? match.entry,
    endpoint: canonicalHost ?? host,
    paths,
  };
}

interface Explained {
  entry: HostMatch["entry"];
  found: ReturnType<HostTable["find"]>;
  override: HostOverride | undefined;
}

function sentences(host: string, { entry, found, override }: Explained): string[] {
  const lines: string[] = [];
  if (found) lines.push(`${host} matches the catalogue entry ${found.entry.host}.`);
  if (override) lines.push(`The organisation's override for ${override.host} applies.`);
  lines.push(`Service: ${entry.provider.name}, ${data.categoryRows[entry.category].title}.`);
  if (entry.canonicalHost) lines.push(`Traffic is attributed to ${entry.canonicalHost}.`);
  if (entry.mixedUse) lines.push("The host also serves non-AI traffic, so a second signal is required.");
  if (override?.override.ignore) lines.push("The organisation's override excludes this host from detection.");
  return lines;
}
