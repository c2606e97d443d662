import { BoundedCache } from "@/lib/domains/shadow-ai/bounded-cache";
import { categoryRows } from "@/lib/domains/shadow-ai/catalogue/data/categories";
import {
  catalogueVersion,
  dataEntries,
  knownProvider,
  provider,
  selfHosted,
} from "@/lib/domains/shadow-ai/catalogue/entries";
import { HostTable, normaliseHost } from "@/lib/domains/shadow-ai/catalogue/host-table";
import { applyOverride, OverrideTable } from "@/lib/domains/shadow-ai/catalogue/overrides";
import {
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
} from "@/lib/domains/shadow-ai/catalogue/types";
import type { TrafficRecord } from "@/lib/domains/shadow-ai/records";

/** Hosts whose resolution is remembered; a log may have any number of them. */
const cacheMax = 50_000;

const table = new HostTable(dataEntries);

/** The catalogue as one organisation sees it: the data with its overrides on top. */
export function makeCatalogue(overrides: readonly HostOverride[] = []): Catalogue {
  const own = new OverrideTable(overrides);
  const cache = new BoundedCache<ResolvedHost | null>(cacheMax);

  function explain(text: string): HostMatch | null {
    const host = normaliseHost(text);
    return host === null ? null : findMatch(own, host);
  }

  function resolve(host: string): ResolvedHost | null {
    return cache.get(host, () => resolveHost(own, host));
  }

  function recognise(record: TrafficRecord): RecognisedUse | null {
    const { host, ai } = record;
    if (ai !== null) return recogniseCall(record);
    if (host === null) return null;
    const resolved = resolve(host);
    if (resolved === null) return recogniseUnknown(record, host);
    return resolved.match.ignored ? null : recogniseKnown(record, host, resolved);
  }

  /** What an instrumented application tells of is a call to a model, whatever else the host serves. */
  function recogniseCall({ host, ai }: TrafficRecord): RecognisedUse | null {
    if (ai === null) return null;
    const named = host ?? spanEndpoint(ai) ?? null;
    const resolved = named === null ? null : resolve(named);
    if (resolved?.match.ignored) return null;
    const use = recogniseSpan(ai, host);
    if (resolved === null || use === null) return use;
    const { id, provider: owner, category, accessKind } = resolved.entry;
    return { ...use, entryId: id, provider: owner, endpoint: resolved.endpoint, category, accessKind };
  }

  function providerOf(providerId: string, endpoint: string): Provider {
    const current = explain(endpoint)?.entry.provider;
    if (current?.id === providerId) return current;
    if (providerId === selfHosted.id) return selfHosted;
    return knownProvider(providerId) ?? provider(providerId, providerId.replace(/^unknown:/, ""), null);
  }

  const version = own.digest === "" ? catalogueVersion : `${catalogueVersion}+${own.digest}`;
  return { version, entries: dataEntries, explain, recognise, providerOf };
}

/** `host` is in the form of `normaliseHost`. */
function findMatch(own: OverrideTable, host: string): HostMatch | null {
  const found = table.find(host);
  const override = own.find(host);
  const entry = override ? applyOverride(found?.entry, override, host) : found?.entry;
  if (!entry) return null;
  const rule = override ? "override" : (found?.rule ?? "override");
  const ignored = override?.override.ignore ?? false;
  return { entry, rule, ignored, why: sentences(host, { entry, found, override }).join(" ") };
}

function resolveHost(own: OverrideTable, text: string): ResolvedHost | null {
  const host = normaliseHost(text);
  const match = host === null ? null : findMatch(own, host);
  if (host === null || match === null) return null;
  const { canonicalHost } = match.entry;
  const canonical = canonicalHost === undefined ? null : findMatch(own, canonicalHost);
  const paths = (match.entry.signals?.paths ?? []).map((source) => new RegExp(source));
  return {
    // Who ignores an application does not want to hear of its files either.
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
  if (found) lines.push(`${host} ${ruleWords[found.rule]} ${found.entry.host} of the catalogue.`);
  if (override) lines.push(`The organisation has its own word on ${override.host}.`);
  lines.push(`It is ${entry.provider.name}: ${categoryRows[entry.category].title}.`);
  if (entry.canonicalHost) lines.push(`Its traffic counts for ${entry.canonicalHost}.`);
  if (entry.mixedUse) lines.push("It also serves what is no AI, so it needs a second signal.");
  if (override?.override.ignore) lines.push("It is ignored.");
  return lines;
}

const ruleWords: Record<HostMatch["rule"], string> = {
  exact: "is the entry",
  wildcard: "is below the entry",
  pattern: "fits the pattern",
  override: "is the entry",
};
