import { createHash } from "node:crypto";
import { data } from "@/lib/domains/shadow-ai/catalogue/data";
import { knownProvider, provider, unknownProvider } from "@/lib/domains/shadow-ai/catalogue/entries";
import { normaliseHost } from "@/lib/domains/shadow-ai/catalogue/host-table";
import type { CatalogueOverride } from "@/lib/domains/shadow-ai/catalogue/schemas";
import type { CatalogueEntry, HostOverride, Provider } from "@/lib/domains/shadow-ai/catalogue/types";
import { jcs } from "@/lib/platform/crypto/jcs";

/** Finds the override for a host: an exact one, or the longest matching domain. */
export class OverrideTable {
  private readonly byHost = new Map<string, CatalogueOverride>();
  /** Digest prefix of all overrides; empty without overrides. */
  readonly digest: string;

  constructor(overrides: readonly HostOverride[]) {
    for (const { host, override } of overrides) this.byHost.set(normalisePattern(host), override);
    const sorted = [...this.byHost].sort(([one], [other]) => (one < other ? -1 : 1));
    this.digest = sorted.length === 0 ? "" : createHash("sha256").update(jcs(sorted)).digest("hex").slice(0, 8);
  }

  /** `host` must be normalised. */
  find(host: string): HostOverride | undefined {
    if (this.byHost.size === 0) return undefined;
    const exact = this.byHost.get(host);
    if (exact) return { host, override: exact };
    for (let dot = host.indexOf("."); dot !== -1; dot = host.indexOf(".", dot + 1)) {
      const pattern = `*${host.slice(dot)}`;
      const override = this.byHost.get(pattern);
      if (override) return { host: pattern, override };
    }
    return undefined;
  }
}

/**
 * Applies an override to an entry. Undefined if the override of an unknown host has only a note. `host` is the looked-up
 * host, which names the provider by default.
 */
export function applyOverride(
  entry: CatalogueEntry | undefined,
  { host: pattern, override }: HostOverride,
  host: string,
): CatalogueEntry | undefined {
  if (!entry && !override.provider && !override.category && !override.ignore) return undefined;
  const category = override.category ?? entry?.category ?? "UNKNOWN";
  const mixedUse = override.mixedUse ?? entry?.mixedUse ?? false;
  // A provider or category of its own makes the host independent of another host.
  const canonicalHost = override.provider || override.category ? undefined : entry?.canonicalHost;
  return {
    id: entry?.id ?? pattern,
    host: entry?.host ?? pattern,
    provider: overriddenProvider(entry?.provider ?? unknownProvider(host), override),
    category,
    accessKind: entry && !override.category ? entry.accessKind : data.categoryRows[category].accessKind,
    mixedUse,
    ...(mixedUse && entry?.signals && { signals: entry.signals }),
    ...(canonicalHost && { canonicalHost }),
    source: entry?.source ?? "The organisation",
    checkedAt: entry?.checkedAt ?? null,
  };
}

function overriddenProvider(before: Provider, override: CatalogueOverride): Provider {
  const named = override.provider;
  const base = named
    ? { ...(knownProvider(named.id) ?? provider(named.id, named.name, null)), name: named.name }
    : before;
  const sources = base.sources?.filter(({ property }) => override[property] === undefined);
  return {
    ...base,
    ...(sources && { sources }),
    jurisdiction: override.jurisdiction ?? base.jurisdiction,
    trainsOnInputs: override.trainsOnInputs ?? base.trainsOnInputs,
    dpa: override.dpa ?? base.dpa,
  };
}

function normalisePattern(pattern: string): string {
  const host = pattern.startsWith("*.") ? pattern.slice(2) : pattern;
  const normalised = normaliseHost(host) ?? host.toLowerCase();
  return pattern.startsWith("*.") ? `*.${normalised}` : normalised;
}
