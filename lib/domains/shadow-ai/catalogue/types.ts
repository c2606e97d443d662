import type { CatalogueOverride } from "@/lib/domains/shadow-ai/catalogue/schemas";
import type { TrafficRecord } from "@/lib/domains/shadow-ai/records";
import type { AccessKind, KnownProperty, ServiceCategory } from "@/lib/domains/shadow-ai/vocabulary";

/** Who runs a service. */
export interface Provider {
  /** Small letters, digits and hyphens; `unknown:` and a registrable domain where the provider is in no catalogue. */
  id: string;
  name: string;
  /** Country where the company is established (ISO 3166-1); null where that is not common knowledge. */
  jurisdiction: string | null;
  trainsOnInputs: KnownProperty;
  dpa: KnownProperty;
}

/** What tells AI from other traffic at a host that serves both. Any one of them is enough. */
export interface MixedUseSignals {
  /** Regular expressions on the path. */
  paths: string[];
  /** Bytes that one record sends out, from which it is no mere visit; null where bytes tell nothing. */
  bytesOut: number | null;
}

/** One rule of the catalogue. */
export interface CatalogueEntry {
  id: string;
  /** A host; `*.` and a domain for every host below it; or a host with `<region>` for a cloud's region. */
  host: string;
  provider: Provider;
  category: ServiceCategory;
  /** How the service is used; of the host alone, so that every kind of log tells the same. */
  accessKind: AccessKind;
  /** Also serves what is no AI: needs a second signal. */
  mixedUse: boolean;
  signals?: MixedUseSignals;
  /** The host that traffic of this one counts for: it carries files of that one, or is another name for it. */
  canonicalHost?: string;
  /** Names directly below the domain of a wildcard that it does not cover. */
  except?: string[];
  /** Where the host is documented. */
  source: string;
  /** YYYY-MM-DD when the host was last seen in its source or in public code; null: not since it was entered. */
  checkedAt: string | null;
}

/** Why a host matches. */
export interface HostMatch {
  entry: CatalogueEntry;
  /** Which kind of rule decided. */
  rule: "exact" | "wildcard" | "pattern" | "override";
  /** The organisation wants to hear nothing of the host. */
  ignored: boolean;
  why: string;
}

/** What a record was taken for. */
export interface RecognisedUse {
  /** Null where the host is in no catalogue. */
  entryId: string | null;
  provider: Provider;
  /** The host that the use counts for. */
  endpoint: string;
  category: ServiceCategory;
  accessKind: AccessKind;
  /** From 0 to 1. */
  confidence: number;
  reasons: string[];
}

/** What an organisation says of a host, or of all below a domain. */
export interface HostOverride {
  host: string;
  override: CatalogueOverride;
}

export interface Catalogue {
  /** Of the data; with a digest of the overrides where there are some. */
  version: string;
  entries: readonly CatalogueEntry[];
  /** Which rule matches a host, however it is written; null where none does. A host that is ignored does match. */
  explain(host: string): HostMatch | null;
  /**
   * What AI service a record shows the use of; null for what is no AI as far as host, path and user agent tell. Pure, and
   * fast for hosts in no catalogue.
   */
  recognise(record: TrafficRecord): RecognisedUse | null;
  /** What is now known of the provider of a use that was recognised before. */
  providerOf(providerId: string, endpoint: string): Provider;
}
