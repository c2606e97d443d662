import type { MixedUseSignals } from "@/lib/domains/shadow-ai/catalogue/data";
import type { CatalogueOverride } from "@/lib/domains/shadow-ai/catalogue/schemas";
import type { AccessKind, KnownProperty, ServiceCategory } from "@/lib/domains/shadow-ai/enums";
import type { TrafficRecord } from "@/lib/domains/shadow-ai/records";

/** A company that operates services. */
export interface Provider {
  /** Lowercase letters, digits and hyphens; `unknown:` and a registrable domain for an unknown provider. */
  id: string;
  name: string;
  /** Country where the company is established (ISO 3166-1); null if unknown or disputed. */
  jurisdiction: string | null;
  trainsOnInputs: KnownProperty;
  dpa: KnownProperty;
}

/** A catalogue rule. */
export interface CatalogueEntry {
  id: string;
  /** A host; `*.` and a domain for all its subdomains; or a host with `<region>` for a cloud region. */
  host: string;
  provider: Provider;
  category: ServiceCategory;
  /** Depends on the host only, so that all log types agree. */
  accessKind: AccessKind;
  /** Also serves non-AI traffic, so a second signal is required. */
  mixedUse: boolean;
  signals?: MixedUseSignals;
  /** The host to which traffic is attributed, for file hosts and aliases. */
  canonicalHost?: string;
  /** Direct subdomains that a wildcard excludes. */
  except?: string[];
  /** Documentation of the host. */
  source: string;
  /** YYYY-MM-DD when the host was last verified in its source or in public code; null: never since it was added. */
  checkedAt: string | null;
}

/** The match of a host. */
export interface HostMatch {
  entry: CatalogueEntry;
  /** Type of the matching rule. */
  rule: "exact" | "wildcard" | "pattern" | "override";
  /** An override excludes the host from detection. */
  ignored: boolean;
  why: string;
}

/** The identified use of a record. */
export interface RecognisedUse {
  /** Null if the host is not in the catalogue. */
  entryId: string | null;
  provider: Provider;
  /** The host to which the use is attributed. */
  endpoint: string;
  category: ServiceCategory;
  accessKind: AccessKind;
  /** From 0 to 1. */
  confidence: number;
  reasons: string[];
}

/** An organisation's override of a host or domain. */
export interface HostOverride {
  host: string;
  override: CatalogueOverride;
}

export interface Catalogue {
  /** Data version, with a digest of the overrides if there are any. */
  version: string;
  entries: readonly CatalogueEntry[];
  /** Finds the rule for a host in any common form; null if there is none. Includes ignored hosts. */
  explain(host: string): HostMatch | null;
  /** Identifies the AI service of a record by host, path and user agent; null for other traffic. Pure. */
  recognise(record: TrafficRecord): RecognisedUse | null;
  /** Current properties of the provider of a known use. */
  providerOf(providerId: string, endpoint: string): Provider;
}
